//! A game set up for a number of seats, and the strategies chosen for it, whatever their types.

use super::game::{GameRef, built_in};
use super::players::{Players, together};
use crate::engines::Playable;
use crate::games::{BuiltIn, Game, Setting, StatisticsTable, gang::Gang, pig::Pig, pot::Pot};
use crate::input::{BadInput, Source};
use crate::record::Tallies;
use crate::simulate::{Priced, Tally};
use crate::strategies::{self, Catalogue, ChosenFor, StrategyError, each_once};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A game, set up: [`Game`] says what each of these means.
pub trait Prepared: Send + Sync {
    /// The game.
    fn game(&self) -> GameRef;
    /// How many play.
    fn seats(&self) -> usize;
    /// The highest score that a seat can end with.
    fn highest_score(&self) -> u32;
    /// The metrics of the length of a game.
    fn lengths(&self) -> &'static [&'static str];
    /// The most that a game can have of such a metric, if that is known.
    fn longest(&self, metric: &str) -> Option<u32>;
    /// The rules as the file that a user would edit.
    fn rules_text(&self) -> String;
    /// The resolved rules and data, each with its name.
    fn manifest(&self) -> Vec<(&'static str, String)>;
    /// What must be said wherever results are shown.
    fn notes(&self) -> Vec<String>;
    /// What can be played, but was probably not meant.
    fn doubts(&self, setting: &Setting) -> Option<BadInput>;
    /// What the game counts beyond wins and length.
    fn statistics(&self, strategies: &[String]) -> Vec<StatisticsTable>;

    /// The strategy as it is typed.
    ///
    /// # Errors
    /// As [`strategies::find`].
    fn find(&self, typed: &str) -> Result<Chosen, StrategyError>;
    /// The strategy in a file that was read already.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn find_in(&self, source: &Source) -> Result<Chosen, StrategyError>;
    /// All strategies named, each once; with them the position of each name among the different ones.
    ///
    /// # Errors
    /// As [`strategies::find_all`].
    fn find_all(&self, typed: &[String]) -> Result<(Vec<Chosen>, Vec<usize>), StrategyError>;
    /// These strategies, to play together.
    ///
    /// # Panics
    /// If one of them was chosen for another game.
    fn players<'p>(&'p self, chosen: &[&'p Chosen]) -> Box<dyn Players + 'p>;
    /// The prices of these strategies' decisions. `go_on` is asked during the work and stops it by answering no.
    ///
    /// # Errors
    /// The reason why decisions have no price.
    fn priced<'p>(&'p self, chosen: &[&'p Chosen], go_on: &dyn Fn() -> bool) -> Result<Box<dyn Priced + 'p>, String> {
        let _ = (chosen, go_on);
        Err(format!("decisions in {} have no price", self.game().title()))
    }

    /// The record of tallies of strategies with these names, in so many games a block.
    fn record(&self, tally: Tally, names: &[String], games_a_block: u64) -> Tallies;

    /// The game with its type.
    fn as_any(&self) -> &dyn Any;
}

impl dyn Prepared + '_ {
    /// The name of the game.
    pub fn name(&self) -> &'static str {
        self.game().name()
    }
}

/// A game with its type as one of any type. No implementation is generic, so that what a game does is compiled once, here
/// and optimised, and not again where a [`Prepared`] is made of it.
pub trait AsPrepared {
    /// The game, whatever its type.
    fn as_prepared(&self) -> &dyn Prepared;
    /// The game to be shared, whatever its type.
    fn into_prepared(self) -> Arc<dyn Prepared>;
}

impl AsPrepared for Gang {
    fn as_prepared(&self) -> &dyn Prepared {
        self
    }

    fn into_prepared(self) -> Arc<dyn Prepared> {
        Arc::new(self)
    }
}

impl AsPrepared for Pot {
    fn as_prepared(&self) -> &dyn Prepared {
        self
    }

    fn into_prepared(self) -> Arc<dyn Prepared> {
        Arc::new(self)
    }
}

impl AsPrepared for Pig {
    fn as_prepared(&self) -> &dyn Prepared {
        self
    }

    fn into_prepared(self) -> Arc<dyn Prepared> {
        Arc::new(self)
    }
}

/// The game with its type, if it is this one.
pub fn as_game<G: Game>(prepared: &dyn Prepared) -> Option<&G> {
    prepared.as_any().downcast_ref()
}

/// A `Box<G::Strategy>` of some game.
pub type AnyStrategy = Box<dyn Any + Send + Sync>;

/// A strategy that was chosen for a game that is set up.
pub type Chosen = strategies::Chosen<AnyStrategy>;

impl Chosen {
    /// The strategy with its type, if it was chosen for this game.
    pub fn strategy<G: Game>(&self) -> Option<&G::Strategy> {
        self.strategy.downcast_ref::<Box<G::Strategy>>().map(|strategy| &**strategy)
    }
}

impl fmt::Debug for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// A strategy of a game as one of any game.
fn of_any<G: Game>(strategies::Chosen { name, typed, content, strategy }: ChosenFor<G>) -> Chosen {
    Chosen { name, typed, content, strategy: Box::new(strategy) }
}

impl<G: Catalogue + Playable> Prepared for G {
    fn game(&self) -> GameRef {
        built_in::<G>()
    }

    fn seats(&self) -> usize {
        Game::seats(self)
    }

    fn highest_score(&self) -> u32 {
        Game::highest_score(self)
    }

    fn lengths(&self) -> &'static [&'static str] {
        Game::lengths(self)
    }

    fn longest(&self, metric: &str) -> Option<u32> {
        Game::longest(self, metric)
    }

    fn rules_text(&self) -> String {
        BuiltIn::rules_text(self)
    }

    fn manifest(&self) -> Vec<(&'static str, String)> {
        BuiltIn::manifest(self)
    }

    fn notes(&self) -> Vec<String> {
        Game::notes(self)
    }

    fn doubts(&self, setting: &Setting) -> Option<BadInput> {
        BuiltIn::doubts(self, setting)
    }

    fn statistics(&self, strategies: &[String]) -> Vec<StatisticsTable> {
        Game::statistics(self, strategies)
    }

    fn find(&self, typed: &str) -> Result<Chosen, StrategyError> {
        strategies::find(typed, self).map(of_any::<G>)
    }

    fn find_in(&self, source: &Source) -> Result<Chosen, StrategyError> {
        strategies::find_in(source, self).map(of_any::<G>)
    }

    fn find_all(&self, typed: &[String]) -> Result<(Vec<Chosen>, Vec<usize>), StrategyError> {
        each_once(typed, |typed| self.find(typed))
    }

    fn players<'p>(&'p self, chosen: &[&'p Chosen]) -> Box<dyn Players + 'p> {
        together(self, chosen)
    }

    fn record(&self, tally: Tally, names: &[String], games_a_block: u64) -> Tallies {
        tally.into_record(self, names, games_a_block)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
