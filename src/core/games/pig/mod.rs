//! Pig, the dice game of rolling on or holding.
//!
//! Owns the rules R01–R07 (`RULES.md`): roll a die as often as you dare, add the numbers up, and hold before a 1 takes
//! them from you; the first to 100 wins. Source: Neller and Presser, "Optimal Play of the Dice Game Pig", The UMAP
//! Journal 25 (1), 2004.
//!
//! | file | owns |
//! |---|---|
//! | `rules` | the data a designer may change |
//! | `state` | scores, the turn total, the end |
//! | `observables` | the declaration: what a strategy can see |
//! | `play` | a game die by die, its counts and its narration |

mod observables;
mod play;
mod rules;
mod state;
mod told;

pub use observables::{BEST_OTHER, SCORE, SEAT, Situation, TURN_TOTAL};
pub use rules::Rules;
pub use state::{Rolled, State};

use super::declaration::{self, NoAnswer};
use super::rules::RuleSet;
use super::{
    BuiltIn, CountedTable, Fault, Game, KindOfDice, MAX_SEATS, Observer, Outcome, SetUpError, Setting, StatisticsTable,
    Table,
};
use std::ops::RangeInclusive;

/// What a strategy sees after a roll.
pub type View<'s> = declaration::View<'s, Pig>;

/// A player of Pig.
pub trait Strategy: Send + Sync {
    /// Whether to roll again rather than hold. Asked after every roll that neither ends the turn nor wins (R05). Must
    /// depend on nothing but the view.
    ///
    /// # Errors
    /// If the strategy cannot answer; the run then stops with a fault.
    fn rolls(&self, view: &View<'_>) -> Result<bool, NoAnswer>;
}

/// Pig at a table: rules and number of players.
#[derive(Clone, Debug)]
pub struct Pig {
    rules: Rules,
    /// The game before the first turn.
    start: State,
}

impl Pig {
    /// The game with these rules.
    ///
    /// # Errors
    /// If the rules do not go together, or so many cannot play.
    pub fn new(rules: Rules, seats: usize) -> Result<Pig, SetUpError> {
        Pig::check_rules(&rules, seats)?;
        Ok(Pig { rules, start: State::new(seats) })
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Plays a game to its end from a state that is not over: the player on turn rolls next.
    ///
    /// # Errors
    /// The fault of a strategy.
    pub fn play_on(&self, table: Table<'_, dyn Strategy>, state: State) -> Result<Outcome, Fault> {
        play::Playing { game: self, table, observer: &mut () }.play_from(state)
    }
}

impl Game for Pig {
    type Strategy = dyn Strategy;
    type Scratch = ();

    fn name(&self) -> &str {
        Pig::NAME
    }

    fn title(&self) -> &str {
        Pig::TITLE
    }

    fn scores(&self) -> &str {
        "Scores"
    }

    fn lengths(&self) -> &'static [&'static str] {
        play::LENGTHS
    }

    fn seats(&self) -> usize {
        self.start.scores().len()
    }

    /// Whoever reaches the goal was below it before the last roll (R06).
    fn highest_score(&self) -> u32 {
        self.rules.goal - 1 + self.rules.sides
    }

    fn statistics(&self, strategies: &[String]) -> Vec<StatisticsTable> {
        vec![StatisticsTable::by_strategy(&play::BY_STRATEGY, strategies, &[])]
    }

    fn play(
        &self,
        table: Table<'_, Self::Strategy>,
        (): &mut (),
        observer: &mut impl Observer,
    ) -> Result<Outcome, Fault> {
        play::Playing { game: self, table, observer }.play()
    }
}

impl BuiltIn for Pig {
    const NAME: &'static str = "pig";
    const TITLE: &'static str = Rules::TITLE;
    const SEATS: RangeInclusive<usize> = 2..=MAX_SEATS;
    const DATA_KEYS: &'static [&'static str] = Rules::KEYS;
    const SCORE: &'static str = "final score";
    const UNIT: &'static str = "points";
    const SUMMARY: &'static str = "Players roll one die as often as they dare. The numbers add up to the turn total. A 1 ends the turn and \
         loses the turn total. A player who holds adds the turn total to their score. The first player who reaches the goal wins.";
    const GLOSSARY: &'static [(&'static str, &'static str)] = &[
        ("Hold", "to end the turn and add its total to the score."),
        ("Turn total", "the sum of the rolls of a turn, before it is held or lost."),
        ("Bust", "a 1, which ends the turn and loses its total."),
    ];
    const COUNTED: &'static [&'static CountedTable] = &[&play::BY_STRATEGY];

    fn dice() -> Vec<KindOfDice> {
        vec![KindOfDice::new("", 1..=Rules::default().sides)]
    }

    fn set_up(seats: usize, setting: &Setting) -> Result<Pig, SetUpError> {
        Pig::new(setting.rules_only()?, seats)
    }

    fn rules_text(&self) -> String {
        self.rules.to_text()
    }
}
