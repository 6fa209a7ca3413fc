//! Throwing dice: which die of a reserve, and what it shows.
//!
//! Owns what becomes of a word; where a word is drawn is said in `arena`, who throws when is for `fight` and `contest`.
//!
//! The choices of a word are made by successive multiplication, the upper half of each product being the choice and the
//! lower half the word for the next: Brackett-Rozinsky & Lemire, "Batched ranged random integer generation", Software:
//! Practice and Experience 55 (2025), algorithm 1. First come the sides of all dice of the word, then which dice they
//! are. A word whose last lower half is below 2^64 modulo the number of outcomes is rejected, so every outcome is
//! equally likely.

use super::arena::Cause;
use super::duel::Aim;
use super::face::Face;
use super::fight::Fight;
use super::kind::{Kind, Kinds, MOST_DICE, Row};
use super::play::Watch;
use super::rules::SIDES;
use super::thrown::{Spot, Spots, spots};
use crate::dice::{Purpose, Slot};
use crate::games::Seat;

/// The most dice of a throw that one word serves. They have (30 × 6)^6 outcomes at the most, so a word is rejected with
/// probability below 2^-18.
const DICE_A_WORD: u32 = 6;

const _: () = assert!((MOST_DICE as u64 * SIDES as u64).pow(DICE_A_WORD) < 1 << 46);

/// The outcomes of so many dice that are there.
const SIDES_OF: [u64; DICE_A_WORD as usize + 1] = {
    let (mut outcomes, mut dice) = ([1; DICE_A_WORD as usize + 1], 0);
    while dice < DICE_A_WORD as usize {
        outcomes[dice + 1] = outcomes[dice] * SIDES as u64;
        dice += 1;
    }
    outcomes
};

/// The outcomes of drawing dice and throwing them: by how many there are, then by how many are drawn.
const OUTCOMES: [[u64; DICE_A_WORD as usize + 1]; MOST_DICE + 1] = {
    let mut outcomes = [[1; DICE_A_WORD as usize + 1]; MOST_DICE + 1];
    let mut total = 0;
    while total <= MOST_DICE {
        let mut drawn = 0;
        while drawn < DICE_A_WORD as usize && drawn < total {
            outcomes[total][drawn + 1] = outcomes[total][drawn] * (SIDES * (total - drawn)) as u64;
            drawn += 1;
        }
        total += 1;
    }
    outcomes
};

/// Choices made from one word.
struct Choices(u64);

impl Choices {
    /// The next choice, a number below `bound`.
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        let product = u128::from(self.0) * u128::from(bound);
        self.0 = product as u64;
        (product >> 64) as u32
    }

    /// The side of a die.
    #[inline]
    fn side(&mut self) -> u32 {
        self.below(SIDES as u32)
    }
}

/// Dice drawn at random, and thrown, with one word.
struct Drawing {
    sides: Choices,
    picks: Choices,
    left: Row,
    total: u32,
}

impl Drawing {
    /// How many outcomes there are if so many dice, [`DICE_A_WORD`] at the most, are drawn of these.
    #[inline]
    fn outcomes(number: u32, of: Row) -> u64 {
        OUTCOMES[of.total() as usize][number as usize]
    }

    /// The drawing of so many dice of these that a word stands for.
    #[inline]
    fn new(word: u64, number: u32, of: Row) -> Drawing {
        // What is left of the word after the sides of all dice.
        let picks = word.wrapping_mul(SIDES_OF[number as usize]);
        Drawing { sides: Choices(word), picks: Choices(picks), left: of, total: of.total() }
    }

    /// The next die: its kind and its side.
    #[inline]
    fn next(&mut self) -> (Kind, u32) {
        let kind = self.left.take(self.picks.below(self.total));
        self.total -= 1;
        (kind, self.sides.side())
    }
}

impl<W: Watch> Fight<'_, '_, W> {
    /// Throws these dice of the reserve for a throw.
    pub(super) fn throw_kinds(&mut self, seat: Seat, kinds: Kinds) {
        let mut sides = Choices(0);
        for (thrown, kind) in (0..).zip(kinds.dice()) {
            if thrown % DICE_A_WORD == 0 {
                sides = self.sides(seat, Cause::Throw);
            }
            let reserve = self.arena.side(seat).reserve - Kinds::one(kind);
            self.land(seat, kind, sides.side(), reserve, Cause::Throw);
        }
        self.watch.threw(seat, kinds);
    }

    /// Throws so many dice of the reserve, which has them, drawn at random for a throw.
    #[inline]
    pub(super) fn throw_random(&mut self, seat: Seat, number: u32) {
        let mut left = number;
        while left > 0 {
            let some = left.min(DICE_A_WORD);
            self.throw_some(seat, some);
            left -= some;
        }
    }

    /// Throws so many dice of the reserve with one word, drawn at random for a throw.
    #[inline]
    fn throw_some(&mut self, seat: Seat, number: u32) {
        let before = self.arena.side(seat).reserve;
        let word = self.fair_word(seat, Cause::Throw, Drawing::outcomes(number, Row::of(before)));
        let mut drawing = Drawing::new(word, number, Row::of(before));
        let prepared = self.table.prepared;
        let landings = (0..number).map(|_| {
            let (kind, side) = drawing.next();
            prepared.landing(kind, side)
        });
        let player = self.arena.side_mut(seat);
        let landed = player.zone.put_all(landings);
        player.reserve = drawing.left.dice();
        self.watch.threw(seat, before - drawing.left.dice());
        self.tell_landed(seat, landed, Cause::Throw);
    }

    /// Throws one of these dice, drawn at random; all of them lie in the reserve, and there is one.
    #[inline]
    pub(super) fn throw_from(&mut self, seat: Seat, dice: Kinds, cause: Cause) -> Spot {
        let word = self.fair_word(seat, cause, Drawing::outcomes(1, Row::of(dice)));
        let (kind, side) = Drawing::new(word, 1, Row::of(dice)).next();
        let reserve = self.arena.side(seat).reserve - Kinds::one(kind);
        let spot = self.land(seat, kind, side, reserve, cause);
        self.watch.threw(seat, Kinds::one(kind));
        spot
    }

    /// A die of this kind lands and leaves this reserve behind.
    #[inline]
    fn land(&mut self, seat: Seat, kind: Kind, side: u32, reserve: Kinds, cause: Cause) -> Spot {
        let landing = self.table.prepared.landing(kind, side);
        let player = self.arena.side_mut(seat);
        player.reserve = reserve;
        let spot = player.zone.put(landing);
        self.watch.landed(seat, spot, cause, self.arena);
        spot
    }

    /// Clears the placements of a player and throws all dice of its throw zone again (B16).
    pub(super) fn throw_again(&mut self, seat: Seat) {
        let prepared = self.table.prepared;
        let mut left = self.arena.side_mut(seat).zone.begin_again();
        while left != 0 {
            let mut sides = self.sides(seat, Cause::Tie);
            let zone = &mut self.arena.side_mut(seat).zone;
            left = zone.throw_again(left, DICE_A_WORD, |kind| prepared.landing(kind, sides.side()));
        }
        self.tell_landed(seat, self.arena.side(seat).zone.live(), Cause::Tie);
    }

    #[inline]
    fn tell_landed(&mut self, seat: Seat, landed: Spots, cause: Cause) {
        for die in spots(landed) {
            self.watch.landed(seat, die, cause, self.arena);
        }
    }

    /// What a die in a throw zone shows when it is rerolled.
    pub(super) fn reroll_of(&mut self, aim: Aim) -> Face {
        let kind = self.arena.side(aim.seat).zone.at(aim.die).kind;
        let side = self.sides(aim.seat, Cause::Reroll).side();
        self.table.rules.die(kind).faces[side as usize]
    }

    /// The sides of so many dice as a word serves.
    #[inline]
    fn sides(&mut self, seat: Seat, cause: Cause) -> Choices {
        Choices(self.fair_word(seat, cause, SIDES_OF[DICE_A_WORD as usize]))
    }

    /// The next draw of a seat from which choices with so many outcomes can be made fairly.
    #[inline]
    fn fair_word(&mut self, seat: Seat, cause: Cause, outcomes: u64) -> u64 {
        let word = self.word(seat, cause);
        if word.wrapping_mul(outcomes) >= outcomes { word } else { self.word_or_next(word, seat, cause, outcomes) }
    }

    /// This word or the first one after it that is fair.
    #[cold]
    fn word_or_next(&mut self, word: u64, seat: Seat, cause: Cause, outcomes: u64) -> u64 {
        let mut word = word;
        while word.wrapping_mul(outcomes) < outcomes.wrapping_neg() % outcomes {
            word = self.word(seat, cause);
        }
        word
    }

    /// The next draw of a seat.
    #[inline]
    fn word(&mut self, seat: Seat, cause: Cause) -> u64 {
        let visit = self.arena.next_visit(seat, cause);
        self.table.block.draw(Slot::new(Purpose::Turn, seat.0, self.state.turn(), visit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// The words fall into as many stretches as there are outcomes, each of which stands for dice and sides of its own;
    /// so those drawn and thrown are as often what they are as the rules say.
    #[test]
    fn every_outcome_has_its_words() {
        for (dice, number) in [([2, 0, 1, 0, 0, 2], 2), ([1, 0, 0, 2, 0, 0], 3), ([0, 0, 0, 0, 0, 1], 1)] {
            let row = Row::of(Kinds::new(dice));
            let outcomes = u128::from(Drawing::outcomes(number, row));
            let mut found: BTreeMap<Vec<(Kind, u32)>, u32> = BTreeMap::new();
            for outcome in 0..outcomes {
                let words = [(outcome << 64).div_ceil(outcomes), ((outcome + 1) << 64).div_ceil(outcomes) - 1];
                let drawn = words.map(|word| {
                    let mut drawing = Drawing::new(word as u64, number, row);
                    (0..number).map(|_| drawing.next()).collect::<Vec<_>>()
                });
                assert_eq!(drawn[0], drawn[1], "outcome {outcome} of {dice:?}");
                *found.entry(drawn[0].clone()).or_default() += 1;
            }
            // Of dice that are alike each can be the one.
            let ways = |drawn: &Vec<(Kind, u32)>| {
                let mut left = Kinds::new(dice);
                drawn.iter().fold(1, |ways, &(kind, _)| {
                    let there = left.of(kind);
                    left = left - Kinds::one(kind);
                    ways * there
                })
            };
            assert!(found.iter().all(|(drawn, &times)| times == ways(drawn)), "{dice:?}");
            assert_eq!(found.values().sum::<u32>() as u128, outcomes);
        }
    }
}
