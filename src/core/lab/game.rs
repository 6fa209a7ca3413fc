//! A game by its name, whatever its types, and the registry of all games.

use super::prepared::Prepared;
use super::trial::{self, Trial, TrialError};
use crate::engines::{EngineKind, Playable};
use crate::games::declaration::{Known, Memory, Observable, ObservableIndex, Read};
use crate::games::{CheckedData, SetUpError, Setting, battle::Battle, gang::Gang, pig::Pig, pot::Pot};
use crate::input::{BadInput, Source};
use crate::strategies::{Catalogue, Parameter, StrategyError, form_keys, load, shipped, shipped_file, shipped_names};
use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A game of the registry.
pub type GameRef = &'static dyn AnyGame;

/// All games, in the order in which users see them.
pub static GAMES: &[GameRef] = &[&Of::<Gang>::NEW, &Of::<Pot>::NEW, &Of::<Battle>::NEW, &Of::<Pig>::NEW];

/// The game with this name.
pub fn game(name: &str) -> Option<GameRef> {
    GAMES.iter().copied().find(|game| game.name() == name)
}

/// The names of all games.
pub fn game_names() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.name()).collect()
}

/// A game by its name: its facts, its files and its strategies. [`Game`](crate::games::Game) and
/// [`Catalogue`] say what each of them means.
pub trait AnyGame: fmt::Debug + Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;
    /// The name in print.
    fn title(&self) -> &'static str;
    /// What a score is.
    fn score(&self) -> &'static str;
    /// What differences of scores are counted in, in the plural.
    fn unit(&self) -> &'static str;
    /// The game in a few sentences, for somebody who does not know it.
    fn summary(&self) -> &'static str;
    /// The words of the game that tables and pages use, each with its meaning.
    fn glossary(&self) -> &'static [(&'static str, &'static str)];
    /// How many can play.
    fn seats(&self) -> RangeInclusive<usize>;
    /// The players when nothing says how many.
    fn default_seats(&self) -> usize;
    /// Whether luck can be cancelled in it, for some line-ups.
    fn knows_luck(&self) -> bool;
    /// The kind of engine that it has of its own, if it has one.
    fn own_engine(&self) -> Option<EngineKind>;
    /// The keys at the top of its decks and rules files.
    fn data_keys(&self) -> &'static [&'static str];
    /// The keys at the top of its strategy files, but for `name`.
    fn form_keys(&self) -> Vec<&'static str>;
    /// The name of what a strategy can observe.
    fn observable(&self, index: ObservableIndex) -> &'static str;
    /// Everything that its strategies can see or ask.
    fn words(&self) -> Vec<Word>;
    /// The conditions of its cards, as they are written, with their meanings.
    fn conditions(&self) -> &'static [(&'static str, &'static str)];

    /// The default line-up for a number of seats within [`AnyGame::seats`].
    ///
    /// # Panics
    /// May panic outside that range.
    fn lineup(&self, seats: usize) -> Vec<&'static str>;
    /// The names of all strategies that ship, files first.
    fn strategies(&self) -> Vec<&'static str>;
    /// The strategies that ship, described.
    ///
    /// # Errors
    /// What is wrong with a shipped file; tests see to it that nothing is.
    fn descriptions(&self) -> Result<Vec<Description>, BadInput>;
    /// The names that can stand after `@`, besides strategies.
    fn reroll_policies(&self) -> Vec<&'static str>;
    /// The file of a strategy that ships as one.
    fn strategy_file(&self, name: &str) -> Option<Source>;
    /// The parameters of the strategy with this name, of which a file's is its path.
    ///
    /// # Errors
    /// If there is none, or something is wrong with its file.
    fn parameters(&self, name: &str) -> Result<Vec<Parameter>, StrategyError>;

    /// Sets the game up for a number of players.
    ///
    /// # Errors
    /// Whatever is wrong with the setting, or does not fit the number of players.
    fn set_up(&self, players: usize, setting: &Setting) -> Result<Arc<dyn Prepared>, SetUpError>;
    /// What a file with these keys at its top is, if it is a deck or a rules file of the game.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    fn check_data(&self, source: &Source, keys: &[&str]) -> Result<Option<CheckedData>, BadInput>;
    /// Reads the strategy in a file, and plays some games with it.
    ///
    /// # Errors
    /// Everything that is wrong with the file, and what it does wrong in a game.
    fn try_strategy(&self, source: &Source) -> Result<Trial, TrialError>;

    /// Whether the game has a strategy as typed, parameters and all, for its default number of players.
    fn has(&self, typed: &str) -> bool {
        let game = self.set_up(self.default_seats(), &Setting::default());
        game.is_ok_and(|game| game.find(typed).is_ok())
    }

    /// The rules of an edition, or else the default ones, as the file that a user would edit.
    ///
    /// # Errors
    /// If there is no such edition.
    fn rules_text(&self, edition: Option<&str>) -> Result<String, SetUpError> {
        let setting = Setting { edition: edition.map(str::to_owned), ..Setting::default() };
        Ok(self.set_up(self.default_seats(), &setting)?.rules_text())
    }
}

/// A strategy that ships, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// Its name.
    pub name: String,
    /// What it does, in a line.
    pub about: String,
    /// Each parameter with its limits and its default.
    pub parameters: Vec<String>,
}

/// Something that a strategy can see or ask, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// How it is written; `word[several]` where it is of one of several things.
    pub word: String,
    /// What it means.
    pub meaning: &'static str,
    /// Its unit.
    pub unit: String,
    /// What it can be.
    pub answers: String,
    /// Where it can be used, and since when it is known.
    pub used_in: String,
    /// How decisions that depend on it are remembered.
    pub remembered: String,
}

impl Word {
    fn new<G: Catalogue>(entry: &Observable<G>) -> Word {
        let word = match &entry.read {
            Read::Of(several) => format!("{}[{}]", entry.name, several.first.0),
            _ => entry.name.to_owned(),
        };
        let answers = match &entry.read {
            Read::Number(_) | Read::Of(_) => entry.range.to_string(),
            Read::Fact(_) => "yes, no".to_owned(),
            Read::Value(_, parts) => parts.join(", "),
        };
        let languages = match (entry.is_for_files(), entry.is_for_scripts()) {
            (true, true) => "files, scripts",
            (true, false) => "files",
            (false, _) => "scripts",
        };
        let known = match entry.known {
            Known::Always => "",
            Known::Committed => ", once dice are committed",
            Known::InDuel => ", in a duel",
        };
        let remembered = match (&entry.read, entry.memory) {
            (Read::Fact(_), Memory::Answer | Memory::Slots(_)) => "as yes or no".to_owned(),
            (_, memory) => memory.to_string(),
        };
        let (meaning, unit, used_in) = (entry.meaning, entry.unit.to_string(), format!("{languages}{known}"));
        Word { word, meaning, unit, answers, used_in, remembered }
    }
}

/// A game that is known when the program is built.
struct Of<G>(PhantomData<fn() -> G>);

impl<G> Of<G> {
    const NEW: Of<G> = Of(PhantomData);
}

impl<G: Catalogue> fmt::Debug for Of<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(G::NAME)
    }
}

impl<G: Catalogue + Playable> AnyGame for Of<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn score(&self) -> &'static str {
        G::SCORE
    }

    fn unit(&self) -> &'static str {
        G::UNIT
    }

    fn summary(&self) -> &'static str {
        G::SUMMARY
    }

    fn glossary(&self) -> &'static [(&'static str, &'static str)] {
        G::GLOSSARY
    }

    fn seats(&self) -> RangeInclusive<usize> {
        G::SEATS
    }

    fn default_seats(&self) -> usize {
        G::DEFAULT_SEATS
    }

    fn knows_luck(&self) -> bool {
        G::KNOWS_LUCK
    }

    fn own_engine(&self) -> Option<EngineKind> {
        G::OWN
    }

    fn data_keys(&self) -> &'static [&'static str] {
        G::DATA_KEYS
    }

    fn form_keys(&self) -> Vec<&'static str> {
        form_keys::<G>()
    }

    fn observable(&self, index: ObservableIndex) -> &'static str {
        G::OBSERVABLES[usize::from(index.0)].name
    }

    fn words(&self) -> Vec<Word> {
        G::OBSERVABLES.iter().map(Word::new).collect()
    }

    fn conditions(&self) -> &'static [(&'static str, &'static str)] {
        G::CONDITIONS
    }

    fn lineup(&self, seats: usize) -> Vec<&'static str> {
        G::lineup(seats)
    }

    fn strategies(&self) -> Vec<&'static str> {
        shipped_names::<G>()
    }

    fn descriptions(&self) -> Result<Vec<Description>, BadInput> {
        let described = shipped::<G>()?.into_iter().map(|strategy| Description {
            name: strategy.name,
            about: strategy.about,
            parameters: strategy.parameters.iter().map(Parameter::describe).collect(),
        });
        Ok(described.collect())
    }

    fn reroll_policies(&self) -> Vec<&'static str> {
        G::reroll_policies().into_iter().map(|(name, _)| name).collect()
    }

    fn strategy_file(&self, name: &str) -> Option<Source> {
        shipped_file::<G>(name)
    }

    fn parameters(&self, name: &str) -> Result<Vec<Parameter>, StrategyError> {
        Ok(load::<G>(name)?.parameters)
    }

    fn set_up(&self, players: usize, setting: &Setting) -> Result<Arc<dyn Prepared>, SetUpError> {
        Ok(Arc::new(G::set_up(players, setting)?))
    }

    fn check_data(&self, source: &Source, keys: &[&str]) -> Result<Option<CheckedData>, BadInput> {
        G::check_data(source, keys)
    }

    fn try_strategy(&self, source: &Source) -> Result<Trial, TrialError> {
        trial::trial::<G>(source)
    }
}
