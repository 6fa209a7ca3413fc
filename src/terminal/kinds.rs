//! What a file is, by the keys at its top, and what somebody is told who gives one where another belongs.

use crate::input::{BadInput, Document, Problem, Source};
use crate::registry::games;

/// What a TOML file can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Strategy,
    Deck,
    Rules,
    Experiment,
    Game,
}

/// The keys at the top of a strategy that no other file has.
const STRATEGY_KEYS: [&str; 4] = ["about", "amounts", "conditions", "parameters"];
/// The keys at the top of a deck that no other file has.
const DECK_KEYS: [&str; 2] = ["card", "removed"];

impl Kind {
    /// What a file is, if its keys settle that.
    fn of(source: &Source) -> Option<Kind> {
        let document = Document::parse(source).ok()?;
        let root = document.root();
        let keys: Vec<&str> = root.keys().map(|(key, _)| key).collect();
        let has = |known: &[&str]| keys.iter().any(|key| known.contains(key));
        if is_game(&keys) {
            Some(Kind::Game)
        } else if is_experiment(&keys) {
            Some(Kind::Experiment)
        } else if has(&DECK_KEYS) {
            Some(Kind::Deck)
        } else if has(&STRATEGY_KEYS) || games().iter().any(|game| keys.contains(&"name") && has(&game.form_keys())) {
            Some(Kind::Strategy)
        } else {
            games().iter().any(|game| has(game.data_keys())).then_some(Kind::Rules)
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Strategy => "a strategy",
            Kind::Deck => "a deck",
            Kind::Rules => "a rules file",
            Kind::Experiment => "an experiment",
            Kind::Game => "a game",
        }
    }

    /// How a file of this kind is given.
    fn given(self, file: &str) -> String {
        match self {
            Kind::Strategy => format!("give it with --bots {file}"),
            Kind::Deck => format!("give it with --deck {file}"),
            Kind::Rules => format!("give it with --rules {file}"),
            Kind::Game => format!("give it with --game {file}"),
            Kind::Experiment => format!("play it with 'analyze run {file}'"),
        }
    }

    /// How a file of this name that is on the disk is given, if it can be told.
    pub(crate) fn advice(file: &str) -> Option<String> {
        let source = Source::read(std::path::Path::new(file)).ok()?;
        let kind = Kind::of(&source)?;
        Some(format!("'{file}' is {}: {}", kind.name(), kind.given(file)))
    }
}

/// The problems of a file that is to be of a kind: if it is of another one, that is all that is said.
pub(crate) fn explained(bad: BadInput, wanted: Kind) -> BadInput {
    match Kind::of(&bad.source).filter(|kind| *kind != wanted) {
        None => bad,
        Some(kind) => {
            let problem = Problem::general(format!("this is {}, not {}", kind.name(), wanted.name()));
            BadInput { problems: vec![problem.help(kind.given(&bad.source.name))], source: bad.source }
        }
    }
}

/// Whether a file with these keys is a game: strategies name a game too, but say nothing of players, dice or steps.
pub(crate) fn is_game(keys: &[&str]) -> bool {
    let has = |known: &[&str]| keys.iter().any(|key| known.contains(key));
    has(&["game"]) && has(&["players", "step", "end", "press", "match"])
}

/// Whether a file with these keys is an experiment: strategies, decks and rules have none of them.
pub(crate) fn is_experiment(keys: &[&str]) -> bool {
    keys.iter().any(|key| ["vary", "command", "strategies", "runs", "bots"].contains(key))
}
