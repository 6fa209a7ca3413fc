//! The strategies for Gang of Dice.
//!
//! Owns what each of them thinks. The two reference strategies `stand` and `boss` exist so that anyone
//! can check the simulator against an independent program; the others are worth comparing.

#[cfg(test)]
mod agreement;
mod max_score;
mod picks;
mod random;
mod reach;
mod reference;
mod round_optimal;
mod solved;

use super::shelf::{Entry, Parameter, ParameterKind, Shelf};
use crate::dice::Counts;
use crate::exact::round::MOST_ROUND_DICE;
use crate::games::gang::{Commit, Gang, NoAnswer, PlanId, Roll, Strategy, View};

pub use picks::{Pick, offending};

/// The most dice a parameter may name.
const MAX_DICE_NAMED: u32 = 1000;

const DICE: Parameter = Parameter {
    key: "dice",
    about: "commits min(dice, the most allowed)",
    kind: ParameterKind::Whole { least: 1, most: MAX_DICE_NAMED, default: 2 },
};

const MOST_SCORED: Parameter = Parameter {
    key: "dice",
    about: "considers up to min(dice, the most allowed)",
    kind: ParameterKind::Whole { least: 1, most: solved::MOST_SOLVED, default: 8 },
};

const MOST_REACHED: Parameter =
    Parameter { kind: ParameterKind::Whole { least: 1, most: reach::MOST_DICE, default: 8 }, ..MOST_SCORED };

const MOST_IN_ROUND: Parameter =
    Parameter { kind: ParameterKind::Whole { least: 1, most: MOST_ROUND_DICE, default: 8 }, ..MOST_SCORED };

const SLACK: Parameter = Parameter {
    key: "slack",
    about: "how far below the highest chance is good enough",
    kind: ParameterKind::Fraction { least: 0.0, most: 1.0, default: 0.02 },
};

const GIVE_UP: Parameter = Parameter {
    key: "giveup",
    about: "below this chance it commits one die",
    kind: ParameterKind::Fraction { least: 0.0, most: 1.0, default: 0.15 },
};

impl Shelf for Gang {
    fn entries() -> Vec<Entry<Gang>> {
        vec![
            Entry {
                name: "stand",
                about: "reference: commits a fixed number of dice and never rerolls",
                parameters: &[DICE],
                build: |values, _| Box::new(reference::Stand { dice: values.whole(0) }),
            },
            Entry {
                name: "boss",
                about: "reference: commits a fixed number of dice and rerolls every Boss while it can",
                parameters: &[DICE],
                build: |values, _| Box::new(reference::Boss { dice: values.whole(0) }),
            },
            Entry {
                name: "random",
                about: "commits any number of dice and rerolls by any of a list of rules, each equally likely",
                parameters: &[],
                build: |_, _| Box::new(random::Random),
            },
            Entry {
                name: "max-score",
                about: "commits and rerolls for the highest expected total, an invalid result counting 0",
                parameters: &[MOST_SCORED],
                build: |values, gang| Box::new(max_score::MaxScore::new(values.whole(0), gang)),
            },
            Entry {
                name: "reach",
                about: "commits the fewest dice with nearly the highest chance of beating the best so far",
                parameters: &[SLACK, GIVE_UP, MOST_REACHED],
                build: |values, gang| {
                    let (slack, give_up) = (values.fraction(0), values.fraction(1));
                    Box::new(reach::Reach::new(slack, give_up, values.whole(2), gang))
                },
            },
            Entry {
                name: "round-optimal",
                about: "wins the most dice in this round, by backward induction, if the others play likewise",
                parameters: &[MOST_IN_ROUND],
                build: |values, gang| Box::new(round_optimal::RoundOptimal::new(values.whole(0), gang)),
            },
        ]
    }

    fn lineup(seats: usize) -> Vec<&'static str> {
        ["boss:3", "boss:2", "stand:3", "stand:2"][..seats].to_vec()
    }

    fn cross(commits: Box<dyn Strategy>, rerolls: Box<dyn Strategy>) -> Option<Box<dyn Strategy>> {
        Some(Box::new(Crossed { commits, rerolls }))
    }
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
