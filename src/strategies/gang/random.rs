//! `random`: any legal number of dice, any of a list of ways to reroll. It finds bugs, and it is what
//! any idea should beat.

use super::picks::Pick;
use crate::dice::{Counts, below};
use crate::games::gang::{ALLOWED, Commit, NoAnswer, PolicyId, Roll, Strategy, View};

/// The ways to reroll; a plan is a position in this list, and holds for the whole turn.
const WAYS: [Pick; 7] =
    [Pick::NONE, Pick::ZEROS, Pick::ALL, Pick::ODD, Pick::below(3), Pick::Lowest(1), Pick::OFFENDING];

/// Draws with its own coin a number of dice from 1 to the most allowed, and one of [`WAYS`].
pub(super) struct Random;

impl Strategy for Random {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let mut coin = view.coins();
        let dice = 1 + below(u64::from(view.ask(ALLOWED)), &mut coin) as u32;
        Ok(Commit { dice, plan: PolicyId(below(WAYS.len() as u64, &mut coin)) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(WAYS[plan.0 as usize].from(roll))
    }
}
