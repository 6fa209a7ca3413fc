//! `max-score`: the highest expected total, whatever the others did.

use super::solved::{MOST_SOLVED, no_answer, reroll_for};
use crate::dice::Counts;
use crate::exact::{Objective, Solutions, TurnError, fewest_dice};
use crate::games::gang::{ALLOWED, CardIndex, Commit, Gang, NoAnswer, PolicyId, Roll, Strategy, View};
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
    /// With at most `dice` dice, 1 to [`MOST_SOLVED`], and what is solved stored in at most `room` bytes.
    pub(super) fn new(dice: u32, gang: &Gang, room: usize) -> MaxScore {
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
        let card = view.situation.card_index();
        let dice = self.number(card, self.most(view.ask_up_to(ALLOWED, MOST_SOLVED))).map_err(no_answer)?;
        Ok(Commit { dice, plan: PolicyId(u64::from(card.0)) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        reroll_for(&self.solutions, CardIndex(plan.0 as u16), Objective::ExpectedTotal, roll)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{SOLUTIONS_ROOM, Turn};
    use crate::games::gang::{Deck, Edition};

    /// An independent program that enumerates gives 4.515132 for `sum>=7` on a Bomb with two dice.
    #[test]
    fn two_dice_are_best_under_seven() {
        let gang = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 3).unwrap();
        let max_score = MaxScore::new(8, &gang, SOLUTIONS_ROOM);
        let card = CardIndex(0);
        assert_eq!(gang.deck().card(card).id, "sum7-bomb");
        assert_eq!([1, 2, 3, 8].map(|most| max_score.number(card, most)), [Ok(1), Ok(2), Ok(2), Ok(2)]);
        let value = max_score.solutions().value(card, 2, Objective::ExpectedTotal).unwrap();
        assert!((value - 4.515132).abs() < 5e-7, "{value}");
    }

    /// The best of all numbers, from the outcomes of all plans.
    #[test]
    fn no_number_of_dice_scores_more() {
        let gang = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 3).unwrap();
        let max_score = MaxScore::new(10, &gang, SOLUTIONS_ROOM);
        for (card, number) in gang.deck().cards.iter().zip(0..) {
            let score = |dice| {
                let turn = Turn::under(card, dice, 2).unwrap();
                let plan = turn.optimum(|result| Objective::ExpectedTotal.value(result)).unwrap().plan;
                plan.outcome().expected(|result| f64::from(result.unwrap_or(0)))
            };
            let scores: Vec<f64> = (1..=10).map(score).collect();
            for most in 1..=10 {
                let dice = max_score.number(CardIndex(number), most).unwrap() as usize;
                let others = &scores[..most as usize];
                assert!(
                    others.iter().all(|other| scores[dice - 1] > other - 1e-9),
                    "{}: {dice} of {others:?}",
                    card.id
                );
                assert!(others[..dice - 1].iter().all(|fewer| *fewer < scores[dice - 1] - 1e-9), "{}", card.id);
            }
        }
    }
}
