//! `analyze check FILE`: everything that is wrong with a deck or a rules file.

use super::args::CheckArgs;
use super::error::Outcome;
use super::output;
use crate::games::gang::{Back, Deck, Edition, Rules};
use crate::input::{BadInput, Document, Problem, Source};

/// Checks the file; problems are an error with exit code 2.
pub(super) fn check(args: &CheckArgs) -> Outcome {
    let source = Source::read(&args.file)?;
    let document = Document::parse(&source)?;
    let keys: Vec<&str> = document.root().keys().map(|(key, _)| key).collect();
    let any = |known: &[&str]| keys.iter().any(|key| known.contains(key));
    let found = if any(&["card", "removed"]) {
        describe_deck(&Deck::parse(&source)?)
    } else if any(&Rules::KEYS) {
        Edition::Bga.rules().with_file(&source)?;
        "rules for gang: no problems".to_owned()
    } else {
        let problem = Problem::general("this is neither a deck nor a rules file")
            .help(format!("a deck has [[card]] tables; rules for gang have {}", Rules::KEYS.join(", ")));
        return Err(BadInput { source: source.clone(), problems: vec![problem] }.into());
    };
    output::result(&format!("{}: {found}\n", source.name))
}

fn describe_deck(deck: &Deck) -> String {
    let (light, dark) = (deck.with_back(Back::Light).count(), deck.with_back(Back::Dark).count());
    format!("deck '{}', {light} light and {dark} dark cards, {} rounds: no problems", deck.id, deck.rounds())
}
