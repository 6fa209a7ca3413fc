//! The strategies for Gang of Dice.
//!
//! Owns what each of them thinks. The two reference strategies `stand` and `boss` exist so that anyone
//! can check the simulator against an independent program; the others are worth comparing.

#[cfg(test)]
mod agreement;
mod bold;
mod cautious;
mod chaser;
mod endgame;
#[cfg(test)]
mod laws;
mod max_score;
mod moves;
mod odds;
mod picks;
mod policies;
mod random;
mod reach;
mod reference;
mod risk;
mod round_optimal;
#[cfg(test)]
mod scene;
mod script;
mod script_roll;
mod script_table;
mod script_view;
mod solved;
mod tactic;

use super::parameter::{Parameter, ParameterKind};
use super::shelf::{Entry, Loaded, Shelf, ShippedFile};
use crate::dice::Counts;
use crate::exact::round::MOST_ROUND_DICE;
use crate::games::gang::{Commit, Gang, MAX_CARDS, NoAnswer, PlanId, Roll, Strategy, View};
use crate::input::{BadInput, Source};
use chaser::Chaser;

pub use picks::{FaceSet, Pick, offending};
pub use policies::{REROLL_POLICIES, RerollPolicy, reroll_policy};
pub use tactic::{Aim, Tactic};

/// The most dice a parameter may name.
const MAX_DICE_NAMED: u32 = 1000;

/// The highest total a parameter may name.
const MAX_TOTAL_NAMED: u32 = 5 * MAX_DICE_NAMED;

const DICE: Parameter = Parameter::new(
    "dice",
    "commits min(dice, the most allowed)",
    ParameterKind::Whole { least: 1, most: MAX_DICE_NAMED, default: 2 },
);

const MOST: Parameter = Parameter::new(
    "most",
    "the most dice it commits",
    ParameterKind::Whole { least: 1, most: MAX_DICE_NAMED, default: 3 },
);

const ABOVE: Parameter = Parameter::new(
    "above",
    "on a table of fewer than 8 dice, gives up against a total above this",
    ParameterKind::Whole { least: 0, most: MAX_TOTAL_NAMED, default: chaser::ABOVE },
);

const ROUNDS: Parameter = Parameter::new(
    "rounds",
    "in how many of the last rounds it turns bold when behind",
    ParameterKind::Whole { least: 0, most: MAX_CARDS as u32, default: 3 },
);

const OPEN: Parameter = Parameter::new(
    "open",
    "the invalid chance below which its opening must stay",
    ParameterKind::Fraction { least: 0.0, most: 1.0, default: 0.01 },
);

const CONSIDERS: &str = "considers up to min(dice, the most allowed)";

const MOST_SCORED: Parameter =
    Parameter::new("dice", CONSIDERS, ParameterKind::Whole { least: 1, most: solved::MOST_SOLVED, default: 8 });

const MOST_REACHED: Parameter =
    Parameter::new("dice", CONSIDERS, ParameterKind::Whole { least: 1, most: reach::MOST_DICE, default: 8 });

const MOST_IN_ROUND: Parameter =
    Parameter::new("dice", CONSIDERS, ParameterKind::Whole { least: 1, most: MOST_ROUND_DICE, default: 8 });

const SLACK: Parameter = Parameter::new(
    "slack",
    "how far below the highest chance is good enough",
    ParameterKind::Fraction { least: 0.0, most: 1.0, default: 0.02 },
);

const GIVE_UP: Parameter = Parameter::new(
    "giveup",
    "below this chance it commits one die",
    ParameterKind::Fraction { least: 0.0, most: 1.0, default: 0.15 },
);

impl Shelf for Gang {
    fn entries() -> Vec<Entry<Gang>> {
        let mut entries = yardsticks();
        entries.extend(ideas());
        entries.extend(solvers());
        entries
    }

    fn scripts() -> &'static [ShippedFile] {
        &[
            ShippedFile { name: "patient", text: include_str!("../../../strategies/gang/patient.rhai") },
            ShippedFile { name: "counter", text: include_str!("../../../strategies/gang/counter.rhai") },
        ]
    }

    fn read_script(source: &Source) -> Result<Loaded<Gang>, BadInput> {
        script::read(source)
    }

    fn lineup(seats: usize) -> Vec<&'static str> {
        ["chaser", "bold", "odds", "cautious"][..seats].to_vec()
    }

    fn cross(commits: Box<dyn Strategy>, rerolls: Box<dyn Strategy>) -> Option<Box<dyn Strategy>> {
        Some(Box::new(Crossed { commits, rerolls }))
    }
}

/// What ideas are measured against.
fn yardsticks() -> Vec<Entry<Gang>> {
    vec![
        Entry {
            name: "stand",
            about: "reference: commits a fixed number of dice and never rerolls",
            parameters: vec![DICE],
            build: |values, _| Box::new(reference::Stand { dice: values.whole(0) }),
        },
        Entry {
            name: "boss",
            about: "reference: commits a fixed number of dice and rerolls every Boss while it can",
            parameters: vec![DICE],
            build: |values, _| Box::new(reference::Boss { dice: values.whole(0) }),
        },
        Entry {
            name: "random",
            about: "commits any number of dice and rerolls by any of a list of rules, each equally likely",
            parameters: vec![],
            build: |_, _| Box::new(random::Random),
        },
    ]
}

/// Strategies with a thesis each.
fn ideas() -> Vec<Entry<Gang>> {
    vec![
        Entry {
            name: "cautious",
            about: "commits the fewest dice that can beat the best so far, up to a limit; otherwise gives up",
            parameters: vec![MOST],
            build: |values, _| Box::new(cautious::Cautious { most: values.whole(0) }),
        },
        Entry {
            name: "bold",
            about: "commits as many dice as the card bears, and more than the best so far",
            parameters: vec![],
            build: |_, _| Box::new(bold::Bold),
        },
        Entry {
            name: "chaser",
            about: "opens with one die; commits one more than the best so far, unless its total is too high",
            parameters: vec![ABOVE],
            build: |values, _| Box::new(Chaser { above: values.whole(0) }),
        },
        Entry {
            name: "odds",
            about: "commits one die more than the best so far, as far as the exact invalid chance is worth it",
            parameters: vec![OPEN],
            build: |values, game| Box::new(odds::Odds::new(game, values.fraction(0))),
        },
        Entry {
            name: "endgame",
            about: "plays like chaser, but like bold when it is behind in the last rounds",
            parameters: vec![ROUNDS],
            build: |values, _| Box::new(endgame::Endgame { rounds: values.whole(0), chaser: Chaser::default() }),
        },
    ]
}

/// `A@B`: as many dice as A, rerolled as B would reroll them in the same place.
struct Crossed {
    commits: Box<dyn Strategy>,
    rerolls: Box<dyn Strategy>,
}

impl Strategy for Crossed {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let dice = self.commits.commit(view)?.dice;
        Ok(Commit { dice, plan: self.rerolls.commit(view)?.plan })
    }

    fn reroll(&self, plan: PlanId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        self.rerolls.reroll(plan, roll)
    }
}

/// The strategies that solve their turns, or the round.
fn solvers() -> Vec<Entry<Gang>> {
    vec![
        Entry {
            name: "max-score",
            about: "commits and rerolls for the highest expected total, an invalid result counting 0",
            parameters: vec![MOST_SCORED],
            build: |values, gang| Box::new(max_score::MaxScore::new(values.whole(0), gang)),
        },
        Entry {
            name: "reach",
            about: "commits the fewest dice with nearly the highest chance of beating the best so far",
            parameters: vec![SLACK, GIVE_UP, MOST_REACHED],
            build: |values, gang| {
                let (slack, give_up) = (values.fraction(0), values.fraction(1));
                Box::new(reach::Reach::new(slack, give_up, values.whole(2), gang))
            },
        },
        Entry {
            name: "round-optimal",
            about: "wins the most dice in this round, by backward induction, if the others play likewise",
            parameters: vec![MOST_IN_ROUND],
            build: |values, gang| Box::new(round_optimal::RoundOptimal::new(values.whole(0), gang)),
        },
    ]
}
