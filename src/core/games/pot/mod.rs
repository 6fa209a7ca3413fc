//! POT (Oswald Greene Jr, published by R&R Games; in English Pass the Pot).
//!
//! Owns the rules P01–P17 (`RULES.md`): roll three dice that have a letter each, reroll once for free and once more for
//! a coin, be paid for combos, and hold the highest sum until the turn comes round again, to take the coins in the POT.
//! Source: the French rules sheet of the publisher; where it leaves something open, the reading is named where it is played.
//!
//! A strategy is asked once a turn for a [`Decision`]: how it will reroll, and from whom it takes if a combo comes up. Its
//! rerolls are then a pure function of the plan's number, the dice shown and the reroll that comes next. It keeps no
//! state: all public history that matters is in the view.
//!
//! | file | owns |
//! |---|---|
//! | `dice` | the three dice, and the combos as patterns |
//! | `rules` | the rules a designer may change |
//! | `choices` | from whom a player takes, and to whom it gives |
//! | `holdings` | the coins of bank, POT and players, and every payment |
//! | `state` | turns, rounds, control, the end |
//! | `observables` | the declaration: what a strategy can see or ask |
//! | `turn` | a turn die by die, and the seam for other ways to its result |
//! | `play` | a game, and who watches it |
//! | `count`, `narrate` | the watchers that ship: the tallies of `combos.csv` and `rolls.csv`, and the story |

mod choices;
mod count;
mod dice;
mod holdings;
mod narrate;
mod observables;
mod play;
mod rules;
mod state;
mod told;
mod turn;
mod turns;

pub use crate::games::declaration::{Family, NoAnswer, PolicyId};
pub use choices::{Choices, IllegalChoice, LegalChoices, Other, Pair, Run345Choice, TwosChoice};
pub use count::TurnCounts;
pub use dice::{Combo, Combos, DICE, DiceSet, THROWS, Throw, Zero};
pub use holdings::Holdings;
pub use observables::{BANK, COINS, GOAL_HELD, KeptSituation, POT, ROUND, SEAT, STARTER, Situation, TO_BEAT, slots};
pub use play::Lengths;
pub use rules::{GameEnd, MAX_SEATS, MIN_SEATS, Rules, Without};
pub use state::{Control, Rerolled, RoundEnd, State, Turn, TurnResult};
pub use turn::{Begun, Watch, obligatory};

use crate::games::declaration;
use crate::games::rules::RuleSet;
use crate::games::turns::{RolledTurns, TurnGame, Turns};
use crate::games::{
    BuiltIn, CountedTable, Fault, Game, KindOfDice, Observer, Outcome, SetUpError, Setting, StatisticsTable, Table,
};
use std::ops::RangeInclusive;

/// POT at a table: rules and number of players.
#[derive(Clone, Debug)]
pub struct Pot {
    rules: Rules,
    seats: usize,
}

impl Pot {
    /// The game with these rules.
    ///
    /// # Errors
    /// Everything about them that does not go together with this number of players.
    pub fn new(rules: Rules, seats: usize) -> Result<Pot, SetUpError> {
        Pot::check_rules(&rules, seats)?;
        Ok(Pot { rules, seats })
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The same game without something of it (P18).
    pub fn without(&self, without: Without) -> Pot {
        Pot { rules: Rules { without, ..self.rules }, seats: self.seats }
    }

    /// Plays one game, its turns in the given way, watched by `watch`.
    ///
    /// # Errors
    /// The fault of a strategy.
    pub fn play_watched(
        &self,
        table: Table<'_, dyn Strategy>,
        turns: &mut impl Turns<Pot>,
        watch: &mut (dyn Watch + '_),
    ) -> Result<Outcome, Fault> {
        play::Playing { game: self, table, turns, watch }.play()
    }

    /// Plays a game to its end from a state in which a round has begun, its turns in the given way.
    ///
    /// # Errors
    /// The fault of a strategy.
    pub fn play_on(
        &self,
        table: Table<'_, dyn Strategy>,
        state: State,
        turns: &mut impl Turns<Pot>,
    ) -> Result<Outcome, Fault> {
        play::Playing { game: self, table, turns, watch: &mut () }.play_on(state, Lengths::default())
    }
}

impl Game for Pot {
    type Strategy = dyn Strategy;
    type Scratch = ();

    fn name(&self) -> &str {
        Pot::NAME
    }

    fn title(&self) -> &str {
        Pot::TITLE
    }

    fn scores(&self) -> &str {
        "Coins"
    }

    fn lengths(&self) -> &'static [&'static str] {
        play::LENGTHS
    }

    fn seats(&self) -> usize {
        self.seats
    }

    /// All the coins.
    fn highest_score(&self) -> u32 {
        self.rules.coins
    }

    fn notes(&self) -> Vec<String> {
        if self.rules.coins != Rules::default().coins {
            return Vec::new();
        }
        vec![
            "120 coins in all: the published sheet counts 55 pieces of 1, 3 and 5, but not how many of each; with fewer \
             coins the bank runs dry and games get long"
                .to_owned(),
        ]
    }

    fn statistics(&self, strategies: &[String]) -> Vec<StatisticsTable> {
        count::statistics(strategies)
    }

    fn play(
        &self,
        table: Table<'_, Self::Strategy>,
        (): &mut (),
        observer: &mut impl Observer,
    ) -> Result<Outcome, Fault> {
        self.play_turns(table, &(), &mut RolledTurns(table.block), observer)
    }
}

impl BuiltIn for Pot {
    const NAME: &'static str = "pot";
    const TITLE: &'static str = Rules::TITLE;
    const SEATS: RangeInclusive<usize> = MIN_SEATS..=MAX_SEATS;
    const DATA_KEYS: &'static [&'static str] = Rules::KEYS;
    const SCORE: &'static str = "final coins";
    const UNIT: &'static str = "coins";
    const SUMMARY: &'static str = "Players roll three dice in turn to beat the score of the player in control. A player who is still in \
         control when the turn comes round wins the coins in the POT. The game ends when a player has 24 coins, and the player with \
         the most coins wins.";
    const GLOSSARY: &'static [(&'static str, &'static str)] = &[
        ("Control", "the player with the highest score of the round is in control."),
        ("Combo", "dice that pay coins at once, such as 2 3 4."),
        ("POT", "the coins on the table. The dice P O T win all of them."),
        ("Pay", "one coin for a last reroll, after the free one."),
    ];
    const COUNTED: &'static [&'static CountedTable] = &[&count::BY_COMBO, &count::BY_STRATEGY];

    fn dice() -> Vec<KindOfDice> {
        ["P", "O", "T"].map(|letter| KindOfDice::new(letter, [letter, "1", "2", "3", "4", "5"])).to_vec()
    }

    fn set_up(seats: usize, setting: &Setting) -> Result<Pot, SetUpError> {
        Pot::new(setting.rules_only()?, seats)
    }

    fn rules_text(&self) -> String {
        self.rules.to_text()
    }
}

/// What a strategy sees before a turn.
pub type View<'s> = declaration::View<'s, Pot>;

/// Whose turn it is.
pub type Player<'g> = declaration::Player<'g, dyn Strategy + 'g>;

/// A strategy's decision for a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    /// How dice will be rerolled.
    pub rerolls: PolicyId,
    /// From whom it takes, and to whom it gives, if a combo comes up.
    pub choices: Choices,
}

/// A player of POT.
pub trait Strategy: Send + Sync {
    /// The plan for the turn. Asked at most once a turn. Must depend on nothing but the view: where the same questions
    /// have the same answers, an engine may remember the plan and not ask again.
    ///
    /// # Errors
    /// If the strategy cannot answer; the run then stops with a fault.
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer>;

    /// Every decision that it can make at a table of so many, each with its chance, for a strategy that looks at nothing
    /// and tosses its coin too often for what comes of that to be counted out; the chances add up to 1.
    fn mixture(&self, seats: usize) -> Option<Vec<(Decision, f64)>> {
        let _ = seats;
        None
    }

    /// Which of the dice shown to reroll; none ends the turn. Must depend on nothing but its arguments: it may be
    /// asked of rolls that a game never shows, in any order. It is not asked of 1 1 1 and P O T, which end the turn,
    /// nor about the paid reroll if the player had no coin as the turn began.
    ///
    /// # Errors
    /// If the strategy cannot answer; the run then stops with a fault.
    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer>;

    /// Whether the number of this plan has the same meaning for several strategies. In one game, all strategies that return
    /// true for a number reroll alike by it.
    fn is_shared(&self, plan: PolicyId) -> bool {
        let _ = plan;
        false
    }

    /// The family of the strategy; `None` if it is alone.
    fn family(&self) -> Option<Family> {
        None
    }
}

/// A reroll (P04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reroll {
    /// The first, for nothing.
    Free,
    /// The second, for a coin that goes into the POT.
    Paid,
}

/// The dice of a turn after a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    /// What they show, kept and rerolled ones alike.
    pub shown: Throw,
    /// The reroll that comes next.
    pub next: Reroll,
}
