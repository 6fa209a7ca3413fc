//! A game by its name, whatever its types, and those that are built in.

use super::prepared::Prepared;
use super::trial::{self, Told, Trial, TrialError};
use crate::engines::{EngineKind, Playable};
use crate::games::declaration::{Known, Memory, Observable, ObservableIndex, Read};
use crate::games::{CheckedData, KindOfDice, SetUpError, Setting, battle::Battle, gang::Gang, pig::Pig, pot::Pot};
use crate::input::{BadInput, Source, or_nearest};
use crate::strategies::{
    BEST_RESPONSE, Catalogue, Parameter, StrategyError, form_keys, is_script, load, shipped, shipped_file,
    shipped_names,
};
use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A game: built in, or read from a file, which it then outlives: as many are read as are named.
pub type GameRef = &'static dyn AnyGame;

/// The games that are built in, in the order in which users see them.
pub static BUILT_IN: &[GameRef] = &[&Of::<Gang>::NEW, &Of::<Pot>::NEW, &Of::<Battle>::NEW, &Of::<Pig>::NEW];

/// A game by its name: its facts, its files and its strategies. [`Game`](crate::games::Game) and
/// [`Catalogue`] say what each of them means.
pub trait AnyGame: fmt::Debug + Send + Sync {
    /// The name on the command line.
    fn name(&'static self) -> &'static str;
    /// The name in print.
    fn title(&'static self) -> &'static str;
    /// What a score is.
    fn score(&'static self) -> &'static str;
    /// What differences of scores are counted in, in the plural.
    fn unit(&'static self) -> &'static str;
    /// The game in a few sentences, for somebody who does not know it.
    fn summary(&'static self) -> &'static str;
    /// Its kinds of dice by the default rules.
    fn dice(&'static self) -> Vec<KindOfDice>;
    /// The words of the game that tables and pages use, each with its meaning.
    fn glossary(&'static self) -> &'static [(&'static str, &'static str)];
    /// How it is typed after `--game`: by its name, or as the path of its file.
    fn typed(&'static self) -> &'static str {
        self.name()
    }
    /// The file that it was read from, if it is not built in.
    fn file(&'static self) -> Option<&'static Source> {
        None
    }
    /// How many can play.
    fn seats(&'static self) -> RangeInclusive<usize>;
    /// The players when nothing says how many.
    fn default_seats(&'static self) -> usize;
    /// Whether luck can be cancelled in it, for some line-ups.
    fn knows_luck(&'static self) -> bool;
    /// The kind of engine that it has of its own, if it has one.
    fn own_engine(&'static self) -> Option<EngineKind>;
    /// The keys at the top of its decks and rules files.
    fn data_keys(&'static self) -> &'static [&'static str];
    /// The keys at the top of its strategy files, but for `name`.
    fn form_keys(&'static self) -> Vec<&'static str>;
    /// The name of what a strategy can observe.
    fn observable(&'static self, index: ObservableIndex) -> &'static str;
    /// Everything that its strategies can see or ask.
    fn words(&'static self) -> Vec<Word>;
    /// The conditions of its cards, as they are written, with their meanings.
    fn conditions(&'static self) -> &'static [(&'static str, &'static str)];

    /// The default line-up for a number of seats within [`AnyGame::seats`].
    ///
    /// # Panics
    /// May panic outside that range.
    fn lineup(&'static self, seats: usize) -> Vec<&'static str>;
    /// The names of all strategies that ship, files first.
    fn strategies(&'static self) -> Vec<&'static str>;
    /// The strategies that ship, described.
    ///
    /// # Errors
    /// What is wrong with a shipped file; tests see to it that nothing is.
    fn descriptions(&'static self) -> Result<Vec<Description>, BadInput>;
    /// The strategy that wins most against another one, described, if the game has such a thing.
    fn best_response(&'static self) -> Option<Description> {
        None
    }
    /// The names that can stand after `@`, besides strategies.
    fn reroll_policies(&'static self) -> Vec<&'static str>;
    /// The file of a strategy that ships as one.
    fn strategy_file(&'static self, name: &str) -> Option<Source>;
    /// Returns a strategy file to start from: a copy of a built-in one (by default the first) under a new name.
    ///
    /// # Errors
    /// If none of this name ships as a file.
    fn template(&'static self, name: &str, like: Option<&str>) -> Result<String, StrategyError> {
        let is_toml = |name: &&str| self.strategy_file(name).is_some_and(|file| !is_script(&file.name));
        let toml: Vec<&str> = self.strategies().into_iter().filter(is_toml).collect();
        let like = like.or_else(|| toml.first().copied()).unwrap_or_default();
        let unknown = || StrategyError::Unknown(like.to_owned(), or_nearest(like, &toml));
        let file = self.strategy_file(like).filter(|_| toml.contains(&like)).ok_or_else(unknown)?;
        Ok(file.text.replacen(&format!("name = \"{like}\""), &format!("name = \"{name}\""), 1))
    }
    /// The script that asks the person who plays, for a number of players.
    fn person(&'static self, players: usize) -> Source;
    /// The parameters of the strategy with this name, of which a file's is its path.
    ///
    /// # Errors
    /// If there is none, or something is wrong with its file.
    fn parameters(&'static self, name: &str) -> Result<Vec<Parameter>, StrategyError>;

    /// Sets the game up for a number of players.
    ///
    /// # Errors
    /// Whatever is wrong with the setting, or does not fit the number of players.
    fn set_up(&'static self, players: usize, setting: &Setting) -> Result<Arc<dyn Prepared>, SetUpError>;
    /// What a file with these keys at its top is, if it is a deck or a rules file of the game.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    fn check_data(&'static self, source: &Source, keys: &[&str]) -> Result<Option<CheckedData>, BadInput>;
    /// Reads the strategy in a file, and plays some games with it, of which `told` may hear.
    ///
    /// # Errors
    /// Everything that is wrong with the file, and what it does wrong in a game.
    fn try_strategy(&'static self, source: &Source, told: Told<'_>) -> Result<Trial, TrialError>;

    /// Whether the game has a strategy as typed, parameters and all, for its default number of players.
    fn has(&'static self, typed: &str) -> bool {
        let game = self.set_up(self.default_seats(), &Setting::default());
        game.is_ok_and(|game| game.find(typed).is_ok())
    }

    /// The rules of an edition, or else the default ones, as the file that a user would edit.
    ///
    /// # Errors
    /// If there is no such edition.
    fn rules_text(&'static self, edition: Option<&str>) -> Result<String, SetUpError> {
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
    pub meaning: String,
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
        let (meaning, unit, used_in) =
            (entry.meaning.to_owned(), entry.unit.to_string(), format!("{languages}{known}"));
        Word { word, meaning, unit, answers, used_in, remembered }
    }
}

/// A game that is known when the program is built.
struct Of<G>(PhantomData<fn() -> G>);

impl<G> Of<G> {
    const NEW: Of<G> = Of(PhantomData);
}

/// A built-in game with its type as one of any type.
pub(super) fn built_in<G: Catalogue + Playable>() -> GameRef {
    &Of::<G>::NEW
}

impl<G: Catalogue> fmt::Debug for Of<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(G::NAME)
    }
}

impl<G: Catalogue + Playable> AnyGame for Of<G> {
    fn name(&'static self) -> &'static str {
        G::NAME
    }

    fn title(&'static self) -> &'static str {
        G::TITLE
    }

    fn score(&'static self) -> &'static str {
        G::SCORE
    }

    fn unit(&'static self) -> &'static str {
        G::UNIT
    }

    fn summary(&'static self) -> &'static str {
        G::SUMMARY
    }

    fn dice(&'static self) -> Vec<KindOfDice> {
        G::dice()
    }

    fn glossary(&'static self) -> &'static [(&'static str, &'static str)] {
        G::GLOSSARY
    }

    fn seats(&'static self) -> RangeInclusive<usize> {
        G::SEATS
    }

    fn default_seats(&'static self) -> usize {
        G::DEFAULT_SEATS
    }

    fn knows_luck(&'static self) -> bool {
        G::KNOWS_LUCK
    }

    fn own_engine(&'static self) -> Option<EngineKind> {
        G::OWN
    }

    fn data_keys(&'static self) -> &'static [&'static str] {
        G::DATA_KEYS
    }

    fn form_keys(&'static self) -> Vec<&'static str> {
        form_keys::<G>()
    }

    fn observable(&'static self, index: ObservableIndex) -> &'static str {
        G::OBSERVABLES[usize::from(index.0)].name
    }

    fn words(&'static self) -> Vec<Word> {
        G::OBSERVABLES.iter().map(Word::new).collect()
    }

    fn conditions(&'static self) -> &'static [(&'static str, &'static str)] {
        G::CONDITIONS
    }

    fn lineup(&'static self, seats: usize) -> Vec<&'static str> {
        G::lineup(seats)
    }

    fn strategies(&'static self) -> Vec<&'static str> {
        shipped_names::<G>()
    }

    fn descriptions(&'static self) -> Result<Vec<Description>, BadInput> {
        let described = shipped::<G>()?.into_iter().map(|strategy| Description {
            name: strategy.name,
            about: strategy.about,
            parameters: strategy.parameters.iter().map(Parameter::describe).collect(),
        });
        Ok(described.collect())
    }

    fn best_response(&'static self) -> Option<Description> {
        G::RESPONDS.map(|players| Description {
            name: BEST_RESPONSE.to_owned(),
            about: format!("{players}: knows how another strategy plays, and wins as much as it can against it"),
            parameters: vec!["to=NAME  the strategy against which it plays (required)".to_owned()],
        })
    }

    fn reroll_policies(&'static self) -> Vec<&'static str> {
        G::reroll_policies().into_iter().map(|(name, _)| name).collect()
    }

    fn strategy_file(&'static self, name: &str) -> Option<Source> {
        shipped_file::<G>(name)
    }

    fn person(&'static self, _: usize) -> Source {
        Source::new("you.rhai", G::PERSON)
    }

    fn parameters(&'static self, name: &str) -> Result<Vec<Parameter>, StrategyError> {
        Ok(load::<G>(name)?.parameters)
    }

    fn set_up(&'static self, players: usize, setting: &Setting) -> Result<Arc<dyn Prepared>, SetUpError> {
        Ok(Arc::new(G::set_up(players, setting)?))
    }

    fn check_data(&'static self, source: &Source, keys: &[&str]) -> Result<Option<CheckedData>, BadInput> {
        G::check_data(source, keys)
    }

    fn try_strategy(&'static self, source: &Source, told: Told<'_>) -> Result<Trial, TrialError> {
        trial::trial::<G>(source, told)
    }
}
