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
use super::kind::{Kind, Kinds, MOST_DICE};
use super::play::{Event, Play, Watch};
use super::rules::SIDES;
use super::zone::{Spot, Thrown};
use crate::dice::{Purpose, Slot};
use crate::games::Seat;

/// The most dice of a throw that one word serves. They have (30 × 6)^6 outcomes at the most, so a word is rejected with
/// probability below 2^-18.
const DICE_A_WORD: u32 = 6;

const _: () = assert!((MOST_DICE as u64 * SIDES as u64).pow(DICE_A_WORD) < 1 << 46);

/// The outcomes of throwing so many dice.
const fn outcomes(dice: u32) -> u64 {
    (SIDES as u64).pow(dice)
}

/// Choices made from one word.
#[derive(Default)]
struct Choices(u64);

/// The sides of dice thrown together: how many have been thrown, and the word for the next ones.
#[derive(Default)]
struct Sides {
    thrown: u32,
    word: Choices,
}

impl Choices {
    /// The next choice, a number below `bound`.
    fn below(&mut self, bound: u32) -> u32 {
        let product = u128::from(self.0) * u128::from(bound);
        self.0 = product as u64;
        (product >> 64) as u32
    }

    /// The side of a die.
    fn side(&mut self) -> usize {
        self.below(SIDES as u32) as usize
    }
}

/// Dice drawn at random, and thrown, with one word.
struct Drawing {
    sides: Choices,
    picks: Choices,
    /// The dice that can still be drawn, and how many they are.
    left: Kinds,
    total: u32,
}

impl Drawing {
    /// How many outcomes there are if so many dice, [`DICE_A_WORD`] at the most, are drawn of these.
    fn outcomes(number: u32, of: Kinds) -> u64 {
        let total = of.total();
        (0..number).fold(outcomes(number), |outcomes, drawn| outcomes * u64::from(total - drawn))
    }

    /// The drawing of so many dice of these that a word stands for.
    fn new(word: u64, number: u32, of: Kinds) -> Drawing {
        // What is left of the word after the sides of all dice.
        let picks = word.wrapping_mul(outcomes(number));
        Drawing { sides: Choices(word), picks: Choices(picks), left: of, total: of.total() }
    }

    /// The next die: its kind and its side.
    fn next(&mut self) -> (Kind, usize) {
        let kind = self.left.nth(self.picks.below(self.total));
        self.left -= kind;
        self.total -= 1;
        (kind, self.sides.side())
    }
}

impl<W: Watch> Play<'_, W> {
    /// Throws these dice of the reserve for a throw.
    pub(super) fn throw_kinds(&mut self, seat: Seat, kinds: Kinds) {
        let mut sides = Sides::default();
        for kind in kinds.dice() {
            let side = self.side(seat, Cause::Throw, &mut sides);
            self.throw_die(seat, kind, side, Cause::Throw);
        }
    }

    /// Throws so many of these dice, drawn at random; all of them lie in the reserve, and there are enough. Answers
    /// with the place of the last one.
    pub(super) fn throw_random(&mut self, seat: Seat, number: u32, of: Kinds, cause: Cause) -> Spot {
        let (mut left, mut of, mut spot) = (number, of, Spot(0));
        while left > 0 {
            let number = left.min(DICE_A_WORD);
            let word = self.fair_word(seat, cause, Drawing::outcomes(number, of));
            let mut drawing = Drawing::new(word, number, of);
            for _ in 0..number {
                let (kind, side) = drawing.next();
                spot = self.throw_die(seat, kind, side, cause);
            }
            (left, of) = (left - number, drawing.left);
        }
        spot
    }

    /// A die as it lands on a side.
    fn landing(&self, kind: Kind, side: usize) -> Thrown {
        Thrown::new(kind, self.rules().die(kind).faces[side])
    }

    /// A die of the reserve comes into the throw zone.
    fn throw_die(&mut self, seat: Seat, kind: Kind, side: usize, cause: Cause) -> Spot {
        let die = self.landing(kind, side);
        let player = self.board.arena.side_mut(seat);
        player.reserve -= kind;
        let spot = player.zone.put(die);
        self.tell(Event::Landed(seat, spot, cause));
        spot
    }

    /// Clears the placements of a player and throws all dice of its throw zone again (B16).
    pub(super) fn throw_again(&mut self, seat: Seat) {
        let before = self.board.arena.side(seat).zone.clone();
        self.board.arena.side_mut(seat).zone.clear();
        let mut sides = Sides::default();
        for (spot, die) in before.dice() {
            let side = self.side(seat, Cause::Tie, &mut sides);
            let die = self.landing(die.kind, side);
            self.board.arena.side_mut(seat).zone.put_at(spot, die);
            self.tell(Event::Landed(seat, spot, Cause::Tie));
        }
    }

    /// A die of a throw zone as it lands when it is rerolled.
    pub(super) fn reroll_of(&mut self, aim: Aim) -> Thrown {
        let kind = self.board.arena.side(aim.seat).zone.at(aim.die).kind;
        let side = self.side(aim.seat, Cause::Reroll, &mut Sides::default());
        self.landing(kind, side)
    }

    /// The side of the next die of a throw.
    fn side(&mut self, seat: Seat, cause: Cause, sides: &mut Sides) -> usize {
        if sides.thrown.is_multiple_of(DICE_A_WORD) {
            sides.word = Choices(self.fair_word(seat, cause, outcomes(DICE_A_WORD)));
        }
        sides.thrown += 1;
        sides.word.side()
    }

    /// The next draw of a seat from which choices with so many outcomes can be made fairly.
    fn fair_word(&mut self, seat: Seat, cause: Cause, outcomes: u64) -> u64 {
        loop {
            let visit = self.board.arena.next_visit(seat, cause);
            let word = self.players.block.draw(Slot::new(Purpose::Turn, seat.0, self.board.state.turn, visit));
            let last = word.wrapping_mul(outcomes);
            // The remainder is below the number of outcomes, and takes long to work out.
            if last >= outcomes || last >= outcomes.wrapping_neg() % outcomes {
                return word;
            }
        }
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
            let all = Kinds::new(dice);
            let outcomes = u128::from(Drawing::outcomes(number, all));
            let mut found: BTreeMap<Vec<(Kind, usize)>, u32> = BTreeMap::new();
            for outcome in 0..outcomes {
                let words = [(outcome << 64).div_ceil(outcomes), ((outcome + 1) << 64).div_ceil(outcomes) - 1];
                let drawn = words.map(|word| {
                    let mut drawing = Drawing::new(word as u64, number, all);
                    (0..number).map(|_| drawing.next()).collect::<Vec<_>>()
                });
                assert_eq!(drawn[0], drawn[1], "outcome {outcome} of {dice:?}");
                *found.entry(drawn[0].clone()).or_default() += 1;
            }
            // Of dice that are alike each can be the one.
            let ways = |drawn: &Vec<(Kind, usize)>| {
                let mut left = all;
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
