//! The result to beat, and the chances of beating it.

use super::optimum::Objective;
use super::solutions::Solutions;
use super::turn::TurnError;
use crate::games::gang::{CardIndex, Deck};
use std::sync::OnceLock;

/// The best valid result so far in a round, which a later turn must beat (G12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Its total, 0 to 5 × dice.
    pub total: u32,
    /// The dice committed for it, at least 1.
    pub dice: u32,
}

impl Mark {
    /// The lowest total with which a later turn of `dice` dice beats this result: an equal total does
    /// with more dice.
    #[inline]
    pub fn target(self, dice: u32) -> u32 {
        if dice > self.dice { self.total } else { self.total + 1 }
    }

    /// What a turn of `dice` dice must achieve to be the best so far: to beat `mark`, or to be valid if there is none.
    #[inline]
    pub fn beaten_by(mark: Option<Mark>, dice: u32) -> Objective {
        mark.map_or(Objective::Valid, |mark| Objective::AtLeast(mark.target(dice)))
    }

    /// The mark of at most `most` dice that is as hard to beat for every turn of at most `most` dice.
    #[inline]
    pub(super) fn among(self, most: u32) -> Mark {
        if self.total < 5 * most {
            Mark { dice: self.dice.min(most), ..self }
        } else {
            Mark { total: 5 * most, dice: most }
        }
    }
}

/// The number of the cell (dice, total) when the totals of 1, 2, … dice stand one after another, from 0.
#[inline]
fn cell(dice: u32, total: u32) -> usize {
    debug_assert!(dice > 0 && total <= 5 * dice, "{dice} dice cannot show {total}");
    ((dice - 1) * (5 * dice + 2) / 2 + total) as usize
}

/// How many cells there are up to `most` dice.
const fn cells(most: u32) -> usize {
    (most * (5 * most + 7) / 2) as usize
}

/// The number of a mark of at most `most` dice among all of them and none, which is the last.
#[inline]
fn mark_cell(mark: Option<Mark>, most: u32) -> usize {
    mark.map_or(cells(most), |mark| cell(mark.dice, mark.total))
}

/// The highest chances of beating every result with up to some number of dice.
pub struct Chances {
    most: u32,
    /// By card, then by mark.
    rows: Box<[OnceLock<Box<[f64]>>]>,
}

impl Chances {
    /// The chances of 1 to `most` (at most 48) dice under the cards of `deck`, none known yet.
    pub fn new(deck: &Deck, most: u32) -> Chances {
        let rows = deck.cards.len() * (cells(most) + 1);
        Chances { most, rows: (0..rows).map(|_| OnceLock::new()).collect() }
    }

    /// The chances of beating `mark`, or of a valid result if there is none, with 1, 2, … dice: from
    /// `turns`, which must be the solutions for the same deck.
    ///
    /// # Errors
    /// See [`Solutions`].
    ///
    /// # Panics
    /// If the card is not one of the deck.
    #[inline]
    pub fn of(&self, turns: &Solutions, card: CardIndex, mark: Option<Mark>) -> Result<&[f64], TurnError> {
        let mark = mark.map(|mark| mark.among(self.most));
        let row = &self.rows[usize::from(card.0) * (cells(self.most) + 1) + mark_cell(mark, self.most)];
        if let Some(chances) = row.get() {
            return Ok(chances);
        }
        let chances = (1..=self.most).map(|dice| turns.value(card, dice, Mark::beaten_by(mark, dice)));
        let chances = chances.collect::<Result<Box<[f64]>, _>>()?;
        Ok(row.get_or_init(|| chances))
    }
}

#[cfg(test)]
mod tests {
    use super::super::SOLUTIONS_ROOM;
    use super::super::turn::Turn;
    use super::*;

    /// Rule G12 on a result: a higher total, or an equal one of more dice; the earlier of equals wins.
    fn beats(total: u32, dice: u32, mark: Mark) -> bool {
        (total, dice) > (mark.total, mark.dice)
    }

    fn marks(most: u32) -> impl Iterator<Item = Mark> {
        (1..=most).flat_map(|dice| (0..=5 * dice).map(move |total| Mark { total, dice }))
    }

    #[test]
    fn a_target_is_the_lowest_total_that_beats() {
        for mark in marks(6) {
            for dice in 1..=8 {
                let lowest = (0..).find(|&total| beats(total, dice, mark)).unwrap();
                assert_eq!(mark.target(dice), lowest, "{mark:?}, {dice} dice");
            }
        }
        // The rulebook's first example: 5 with three dice beats 5 with two.
        assert_eq!(Mark { total: 5, dice: 2 }.target(3), 5);
        assert_eq!(Mark::beaten_by(None, 3), Objective::Valid);
    }

    #[test]
    fn a_mark_among_fewer_dice_is_as_hard_to_beat() {
        for most in 1..=6 {
            for mark in marks(10) {
                let among = mark.among(most);
                assert!(among.dice <= most && among.total <= 5 * among.dice, "{mark:?} to {among:?}");
                for (dice, total) in marks(most).map(|own| (own.dice, own.total)) {
                    assert_eq!(beats(total, dice, among), beats(total, dice, mark), "{mark:?}: {total} of {dice}");
                }
            }
        }
    }

    #[test]
    fn every_mark_has_a_cell_of_its_own() {
        for most in [1, 2, 8, 12, 48] {
            let numbers: Vec<usize> = marks(most).map(|mark| mark_cell(Some(mark), most)).collect();
            assert_eq!(numbers, (0..cells(most)).collect::<Vec<_>>());
            assert_eq!(mark_cell(None, most), cells(most));
        }
    }

    #[test]
    fn chances_are_those_of_the_turns() {
        let deck = Deck::reconstructed();
        let turns = Solutions::new(&deck, 2, SOLUTIONS_ROOM);
        let chances = Chances::new(&deck, 3);
        for card in [0, 4, 17].map(CardIndex) {
            let beyond = [Mark { total: 14, dice: 40 }, Mark { total: 16, dice: 9 }].into_iter();
            for mark in marks(3).chain(beyond).map(Some).chain([None]) {
                let chance = |dice| {
                    let turn = Turn::under(deck.card(card), dice, 2).unwrap();
                    let wins = |result: Option<u32>| {
                        result.is_some_and(|total| mark.is_none_or(|mark| beats(total, dice, mark)))
                    };
                    turn.best_value(|result| f64::from(u8::from(wins(result)))).unwrap()
                };
                assert_eq!(chances.of(&turns, card, mark).unwrap(), [chance(1), chance(2), chance(3)]);
            }
        }
    }
}
