//! The strategies for Gang of Dice.
//!
//! Owns what each of them thinks. The two reference strategies `stand` and `boss` exist so that anyone
//! can check the simulator against an independent program; the others are worth comparing.

mod picks;
mod policies;
mod random;
mod reference;

use super::shelf::{Entry, Parameter, ParameterKind, Shelf};
use crate::dice::Counts;
use crate::games::gang::{Commit, Gang, NoAnswer, PlanId, Roll, Strategy, View};

pub use picks::{Pick, offending};
pub use policies::{REROLL_POLICIES, RerollPolicy, reroll_policy};

/// The most dice a parameter may name.
const MAX_DICE_NAMED: u32 = 1000;

const DICE: Parameter = Parameter {
    key: "dice",
    about: "commits min(dice, the most allowed)",
    kind: ParameterKind::Whole { least: 1, most: MAX_DICE_NAMED, default: 2 },
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
