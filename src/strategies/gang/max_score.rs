//! `max-score`: the highest expected total, whatever the others did.

use super::solved::{no_answer, reroll_for};
use crate::dice::Counts;
use crate::exact::{Objective, SOLUTIONS_ROOM, Solutions, TurnError, fewest_dice};
use crate::games::gang::{CardIndex, Commit, Gang, NoAnswer, PlanId, Roll, Strategy, View};
use std::sync::atomic::{AtomicU8, Ordering};

/// `max-score:dice`: the number of dice, up to min(dice, the most allowed), and the rerolls with the
/// highest expected total, an invalid result counting 0; of numbers that tie the fewest dice.
///
/// It assumes that a total is worth its points: it looks neither at what has been shown this round,
/// nor at the dice on the table, nor at what a die costs.
pub(super) struct MaxScore {
    dice: u32,
    solutions: Solutions,
    /// By card, then by dice allowed less one: the dice to commit, 0 while that is not known.
    numbers: Box<[AtomicU8]>,
}

impl MaxScore {
    /// With at most `dice` dice, 1 to [`MOST_SOLVED`](super::solved::MOST_SOLVED).
    pub(super) fn new(dice: u32, gang: &Gang) -> MaxScore {
        MaxScore::with_room(dice, gang, SOLUTIONS_ROOM)
    }

    /// With solutions stored as long as they take at most `room` bytes.
    pub(super) fn with_room(dice: u32, gang: &Gang, room: usize) -> MaxScore {
        let cells = gang.deck().cards.len() * dice as usize;
        MaxScore {
            dice,
            solutions: Solutions::new(gang.deck(), gang.rules().rerolls, room),
            numbers: (0..cells).map(|_| AtomicU8::new(0)).collect(),
        }
    }

    /// The turns under the cards of the deck.
    pub(super) fn solutions(&self) -> &Solutions {
        &self.solutions
    }

    /// The most dice considered when `allowed` may be committed.
    pub(super) fn most(&self, allowed: u32) -> u32 {
        self.dice.min(allowed)
    }

    /// The number of dice, up to `most`, with the highest expected total.
    pub(super) fn number(&self, card: CardIndex, most: u32) -> Result<u32, TurnError> {
        let place = &self.numbers[(usize::from(card.0) * self.dice as usize) + most as usize - 1];
        match place.load(Ordering::Relaxed) {
            0 => {
                let values = (1..=most).map(|dice| self.solutions.value(card, dice, Objective::ExpectedTotal));
                let dice = fewest_dice(&values.collect::<Result<Vec<f64>, _>>()?);
                place.store(dice as u8, Ordering::Relaxed);
                Ok(dice)
            }
            dice => Ok(u32::from(dice)),
        }
    }
}

impl Strategy for MaxScore {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let card = view.card_index();
        let dice = self.number(card, self.most(view.allowed())).map_err(no_answer)?;
        Ok(Commit { dice, plan: PlanId(u64::from(card.0)) })
    }

    fn reroll(&self, plan: PlanId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        reroll_for(&self.solutions, CardIndex(plan.0 as u16), Objective::ExpectedTotal, roll)
    }
}
