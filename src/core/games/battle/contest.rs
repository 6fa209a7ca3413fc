//! The six duels (B05, B06): which dice are thrown when, what they show, and who wins.
//!
//! Owns the course of a duel, ties (B16), the victory points that show (B17), and what becomes of a drawn word; where a
//! word is drawn is said in `arena`. What dice do to each other is for `fight`.
//!
//! The choices of a word are made by successive multiplication, the upper half of each product being the choice and the
//! lower half the word for the next: Brackett-Rozinsky & Lemire, "Batched ranged random integer generation", Software:
//! Practice and Experience 55 (2025), algorithm 1. A word whose last lower half is below 2^64 modulo the number of
//! outcomes is rejected, so every outcome is equally likely.

use super::arena::{Cause, Seats};
use super::dice::{Kind, Kinds, MOST_DICE};
use super::duel::{Aim, Contest, Hand, MOST_REPEATS, Need, Verdict};
use super::play::{Faultless, Play};
use super::rules::SIDES;
use super::watch::{Event, Watch};
use super::zone::{Spot, Thrown};
use crate::dice::{Purpose, Slot};
use crate::games::Seat;

/// The total that ends a duel first to 15.
pub(super) const FIFTEEN: u32 = 15;
/// The dice of a battle.
pub(super) const BATTLE_DICE: u32 = 4;
/// The dice of a bout.
pub(super) const BOUT_DICE: u32 = 2;
/// The bouts that win a duel.
pub(super) const BOUTS_TO_WIN: u32 = 2;

/// The most dice of a throw that one word serves. They have (30 × 6)^6 outcomes at the most, so a word is rejected with
/// probability below 2^-18.
pub(super) const DICE_A_WORD: usize = 6;

const _: () = assert!(((MOST_DICE * SIDES) as u64).pow(DICE_A_WORD as u32) < 1 << 46);

/// The outcomes of throwing so many dice.
pub(super) const OUTCOMES: [u64; DICE_A_WORD + 1] = [1, 6, 36, 216, 1_296, 7_776, 46_656];

/// The outcomes of drawing so many dice of so many, and throwing them.
const DRAWINGS: [[u64; MOST_DICE + 1]; DICE_A_WORD + 1] = {
    let mut drawings = [[0; MOST_DICE + 1]; DICE_A_WORD + 1];
    let mut of = 0;
    while of <= MOST_DICE {
        drawings[0][of] = 1;
        let mut number = 1;
        while number <= DICE_A_WORD && number <= of {
            drawings[number][of] = drawings[number - 1][of] * (SIDES * (of + 1 - number)) as u64;
            number += 1;
        }
        of += 1;
    }
    drawings
};

/// Choices made from one word.
pub(super) struct Choices(pub(super) u64);

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
    pub(super) fn side(&mut self, watch: &mut impl Watch) -> usize {
        let drawn = self.below(SIDES as u32);
        watch.chance(SIDES as u32).unwrap_or(drawn) as usize
    }
}

/// Dice drawn at random, and thrown, with one word.
pub(super) struct Drawing {
    sides: Choices,
    picks: Choices,
    /// The dice that can still be drawn, and how many they are.
    pub(super) left: Kinds,
    total: u32,
}

impl Drawing {
    /// How many outcomes there are if so many dice, [`DICE_A_WORD`] at the most, are drawn of these.
    #[inline]
    pub(super) fn outcomes(number: u32, of: Kinds) -> u64 {
        DRAWINGS[number as usize][of.total() as usize]
    }

    /// The drawing of so many dice of these that a word stands for.
    #[inline]
    pub(super) fn new(word: u64, number: u32, of: Kinds) -> Drawing {
        // What is left of the word after the sides of all dice.
        let picks = word.wrapping_mul(OUTCOMES[number as usize]);
        Drawing { sides: Choices(word), picks: Choices(picks), left: of, total: of.total() }
    }

    /// The next die: its kind and its side.
    #[inline]
    pub(super) fn next(&mut self, watch: &mut impl Watch) -> (Kind, usize) {
        let drawn = self.picks.below(self.total);
        let kind = self.left.nth(watch.chance(self.total).unwrap_or(drawn));
        self.left -= kind;
        self.total -= 1;
        (kind, self.sides.side(watch))
    }
}

impl<W: Watch> Play<'_, W> {
    /// Fights the duel that was begun in the arena.
    pub(super) fn contest(&mut self) -> Faultless<Verdict> {
        match self.board.arena.duel.contest {
            Contest::FirstTo15 => self.step_by_step(FIFTEEN),
            Contest::RussianRoulette => self.step_by_step(0),
            Contest::ByPoints(limit) => self.one_throw(Need::Cost(limit)),
            Contest::Battle => self.one_throw(Need::Exactly(BATTLE_DICE)),
            Contest::Armageddon(dice) => self.one_throw(Need::Exactly(dice)),
            Contest::TwoByTwo => self.two_by_two(),
        }
    }

    /// A throw of everybody inside, resolved, and its ties, until somebody wins or nobody can (B16).
    fn one_throw(&mut self, need: Need) -> Faultless<Verdict> {
        self.throw(need)?;
        self.resolve()?;
        let top = self.total();
        self.settle(top)
    }

    /// A die each, step by step, until one is ahead with at least `target` (B06).
    fn step_by_step(&mut self, target: u32) -> Faultless<Verdict> {
        for step in 0.. {
            if self.board.arena.inside().all(|seat| self.board.arena.side(seat).reserve.is_empty()) {
                break;
            }
            self.board.arena.begin_part(step, 0);
            self.see(Event::Step);
            self.throw(Need::Exactly(1))?;
            self.resolve()?;
            self.see(Event::Totalled);
            let (most, top) = self.board.arena.lead();
            if most >= target && top.is_power_of_two() {
                break;
            }
        }
        self.count_points();
        let top = self.board.arena.lead().1;
        self.settle(top)
    }

    /// Two dice each, until one has won two bouts (B05).
    fn two_by_two(&mut self) -> Faultless<Verdict> {
        for bout in 0..MOST_REPEATS {
            self.begin_bout(bout);
            if let Verdict::Won(winner) = self.one_throw(Need::Exactly(BOUT_DICE))? {
                let side = self.board.arena.side_mut(winner);
                side.bouts += 1;
                if side.bouts == BOUTS_TO_WIN {
                    return Ok(Verdict::Won(winner));
                }
            }
        }
        Ok(Verdict::Drawn)
    }

    /// Puts thrown dice into the discard, and takes it back where the reserve has too few.
    fn begin_bout(&mut self, bout: u32) {
        self.board.arena.inside = self.board.arena.participants;
        self.board.arena.begin_part(bout, 0);
        for seat in self.board.arena.inside() {
            let side = self.board.arena.side_mut(seat);
            side.discard = side.discard + side.zone.kinds();
            side.zone.clear();
            if side.reserve.total() < BOUT_DICE {
                side.reserve = side.reserve + std::mem::take(&mut side.discard);
            }
        }
        self.see(Event::Bout);
    }

    /// Who has won, if these have the highest total; those who tie throw again until one of them is ahead (B16).
    #[inline]
    fn settle(&mut self, mut top: Seats) -> Faultless<Verdict> {
        for repeat in 1.. {
            match top.count_ones() {
                0 => return Ok(Verdict::Lost),
                1 => return Ok(Verdict::Won(Seat(top.trailing_zeros() as u8))),
                _ if repeat > MOST_REPEATS => break,
                _ => top = self.break_tie(top, repeat)?,
            }
        }
        Ok(Verdict::Drawn)
    }

    /// Lets those who tied throw again; answers with those of them who have the highest total.
    #[cold]
    fn break_tie(&mut self, top: Seats, repeat: u32) -> Faultless<Seats> {
        self.board.arena.inside = top;
        self.board.arena.begin_part(self.board.arena.part, repeat);
        self.see(Event::Tie);
        for seat in self.board.arena.inside() {
            self.throw_again(seat);
        }
        self.resolve()?;
        Ok(self.total())
    }

    /// Totals the throw: counts the victory points that show (B17) and answers with those who have the highest total.
    #[inline]
    fn total(&mut self) -> Seats {
        self.count_points();
        self.see(Event::Totalled);
        self.board.arena.lead().1
    }

    /// Counts the victory points that show.
    #[inline]
    fn count_points(&mut self) {
        for seat in self.board.arena.inside() {
            let side = self.board.arena.side_mut(seat);
            side.shown += side.zone.victory_points();
        }
    }

    /// Everybody inside throws (B07): first all choose, in turn order, then all throw; all dice, if there are fewer than
    /// needed.
    #[inline]
    fn throw(&mut self, need: Need) -> Faultless<()> {
        if self.board.arena.duel.hand == Hand::Chosen {
            for seat in self.board.arena.inside() {
                let reserve = self.board.arena.side(seat).reserve;
                let has_choice = match need {
                    Need::Exactly(number) => number < reserve.total(),
                    Need::Cost(limit) => !self.affordable(reserve, limit).is_empty(),
                };
                if has_choice {
                    self.board.arena.side_mut(seat).chosen = self.choose(seat, need)?;
                }
            }
        }
        for seat in self.board.arena.inside() {
            let side = self.board.arena.side_mut(seat);
            let (chosen, reserve) = (std::mem::take(&mut side.chosen), side.reserve);
            match need {
                _ if !chosen.is_empty() => self.throw_kinds(seat, chosen),
                Need::Exactly(number) => {
                    self.throw_random(seat, number.min(reserve.total()), reserve, Cause::Throw);
                }
                Need::Cost(limit) => self.throw_for(seat, limit),
            }
        }
        Ok(())
    }

    /// Those of the dice that cost at most so much each.
    pub(super) fn affordable(&self, dice: Kinds, limit: u32) -> Kinds {
        dice.dice().filter(|&kind| self.rules().cost(kind) <= limit).collect()
    }

    /// Throws dice at random as long as they fit (B05, by points). Dice that do not fit now never will, so drawing
    /// among those that fit is the same as setting the others aside as they are drawn.
    fn throw_for(&mut self, seat: Seat, limit: u32) {
        let reserve = self.board.arena.side(seat).reserve;
        let least = reserve.kinds().map(|kind| self.rules().cost(kind)).min().unwrap_or(0);
        // Who can pay for nothing throws one of the cheapest.
        let mut left = limit.max(least);
        let mut fitting = self.affordable(reserve, left);
        while !fitting.is_empty() {
            let spot = self.throw_random(seat, 1, fitting, Cause::Throw);
            let kind = self.board.arena.side(seat).zone.at(spot).kind;
            left -= self.rules().cost(kind);
            fitting = self.affordable(fitting - Kinds::one(kind), left);
        }
    }

    /// Throws these dice of the reserve for a throw.
    fn throw_kinds(&mut self, seat: Seat, kinds: Kinds) {
        let mut sides = Choices(0);
        for (thrown, kind) in kinds.dice().enumerate() {
            let die = self.landing(kind, seat, Cause::Throw, thrown, &mut sides);
            self.put(seat, die, Cause::Throw);
        }
    }

    /// Throws so many of these dice, drawn at random; all of them lie in the reserve, and there are enough. Answers
    /// with the place of the last one.
    #[inline]
    pub(super) fn throw_random(&mut self, seat: Seat, number: u32, of: Kinds, cause: Cause) -> Spot {
        let (mut left, mut of, mut spot) = (number, of, Spot(0));
        while left > 0 {
            let number = left.min(DICE_A_WORD as u32);
            let word = self.fair_word(seat, cause, Drawing::outcomes(number, of));
            let mut drawing = Drawing::new(word, number, of);
            for _ in 0..number {
                let (kind, side) = drawing.next(self.watch);
                spot = self.put(seat, self.game.landings[kind.index()][side], cause);
            }
            (left, of) = (left - number, drawing.left);
        }
        spot
    }

    /// A die of the reserve comes into the throw zone.
    #[inline]
    fn put(&mut self, seat: Seat, die: Thrown, cause: Cause) -> Spot {
        let player = self.board.arena.side_mut(seat);
        player.reserve -= die.kind;
        let spot = player.zone.put(die);
        self.see(Event::Landed(seat, spot, cause));
        spot
    }

    /// Clears the placements of a player and throws all dice of its throw zone again (B16).
    fn throw_again(&mut self, seat: Seat) {
        let before = self.board.arena.side(seat).zone.clone();
        self.board.arena.side_mut(seat).zone.clear();
        let mut sides = Choices(0);
        for (thrown, (spot, die)) in before.dice().enumerate() {
            let die = self.landing(die.kind, seat, Cause::Tie, thrown, &mut sides);
            self.board.arena.side_mut(seat).zone.put_at(spot, die);
            self.see(Event::Landed(seat, spot, Cause::Tie));
        }
    }

    /// A die of a throw zone as it lands when it is rerolled.
    pub(super) fn reroll_of(&mut self, aim: Aim) -> Thrown {
        let kind = self.board.arena.side(aim.seat).zone.at(aim.die).kind;
        self.landing(kind, aim.seat, Cause::Reroll, 0, &mut Choices(0))
    }

    /// How a die lands, after so many others of its throw; `sides` are those of the word.
    fn landing(&mut self, kind: Kind, seat: Seat, cause: Cause, thrown: usize, sides: &mut Choices) -> Thrown {
        if thrown.is_multiple_of(DICE_A_WORD) {
            *sides = Choices(self.fair_word(seat, cause, OUTCOMES[DICE_A_WORD]));
        }
        self.game.landings[kind.index()][sides.side(self.watch)]
    }

    /// The next draw of a seat from which choices with so many outcomes can be made fairly.
    #[inline]
    pub(super) fn fair_word(&mut self, seat: Seat, cause: Cause, outcomes: u64) -> u64 {
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
                    (0..number).map(|_| drawing.next(&mut ())).collect::<Vec<_>>()
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
