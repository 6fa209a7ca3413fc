//! What a card does for each seat in a typical round: who meets it now does not meet it later.
//!
//! Owns the mean effect of each card, over the rounds of some games that are drawn by their chances. Values take every card as
//! likely as any other in every round, so that the luck of a card would be told too high: the card that came will not come
//! again. How much is made up for later is told by this effect; it may be any number that is fixed before a game.

use super::{BySeat, LuckValues, Position, Unknown};
use crate::dice::{below, generator};
use crate::exact::course::{Course, Next};
use crate::games::gang::MAX_SEATS;
use rand::rand_core::Rng;

/// How many games are drawn, about: each seat begins equally many, on the same draws, so that rotations of a line-up have the
/// same effects, and strategies that decide alike, too.
const GAMES: usize = 120;

/// By back, light and dark, and place among its cards, the effect by seat.
pub(super) type Effects = [Vec<BySeat>; 2];

/// None yet.
pub(super) fn none(course: &Course) -> Effects {
    course.of_each_back().map(|cards| vec![[0.0; MAX_SEATS]; cards])
}

impl LuckValues<'_> {
    /// Finds the effects, once all values are known.
    pub(super) fn find_effects(&mut self, go_on: &impl Fn() -> bool) -> Result<(), Unknown> {
        let (mut effects, mut rounds) = (none(&self.grids.course), [0.0; 2]);
        for game in 0..GAMES / self.seats() {
            for first in 0..self.seats() {
                if !go_on() {
                    return Err(Unknown::Stopped);
                }
                self.follow(Position { first, ..self.start() }, game as u64, |values, at, back| {
                    rounds[back] += 1.0;
                    values.add_effects(at, &mut effects[back]);
                });
            }
        }
        for (effects, rounds) in effects.iter_mut().zip(rounds) {
            effects.iter_mut().flatten().for_each(|effect| *effect /= f64::max(rounds, 1.0));
        }
        self.effects = effects;
        Ok(())
    }

    /// Goes through a game, from here and with the draws of this number, and sees each position with its back.
    fn follow(&mut self, start: Position, game: u64, mut see: impl FnMut(&mut Self, &Position, usize)) {
        let (mut words, mut at, mut unseen) = (generator(game), start, Vec::new());
        loop {
            if self.grids.course.has_new_cards(at.round) {
                unseen = (0..self.cards(at.round).len()).collect();
            }
            see(self, &at, usize::from(self.grids.course.is_dark(at.round)));
            let drawn = unseen.swap_remove(below(unseen.len() as u64, &mut words) as usize);
            match self.drawn_end(&at, drawn, words.next_u64()) {
                Some(Next::Round(next)) => at = next,
                Some(Next::Over(_)) | None => break,
            }
        }
    }

    /// Adds what each card would do in a position: how much more can be expected after it than on average.
    fn add_effects(&mut self, at: &Position, effects: &mut [BySeat]) {
        let after: Vec<Option<BySeat>> =
            (0..effects.len()).map(|place| self.expected(at, self.cards(at.round)[place]).ok()).collect();
        let known = after.iter().flatten().count().max(1) as f64;
        for seat in 0..self.seats() {
            let mean = after.iter().flatten().map(|value| value[seat]).sum::<f64>() / known;
            for (effect, value) in effects.iter_mut().zip(&after) {
                effect[seat] += value.map_or(0.0, |value| value[seat] - mean);
            }
        }
    }

    /// What comes after a round of this card, drawn by a word; `None` if a decision in it is not known.
    fn drawn_end(&mut self, at: &Position, place: usize, word: u64) -> Option<Next> {
        let card = self.cards(at.round)[place];
        let number = self.rounds.number(&self.grids.course, at, card);
        let seats = self.seats();
        let mut ends = self.rounds.ends(number).ok()?.to_vec();
        // In an order that is the same in all rotations of the table.
        ends.sort_by_key(|end| {
            let mut dice = end.dice;
            dice[..seats].rotate_left(at.first);
            (end.winner().map(|seat| (seat + seats - at.first) % seats), dice)
        });
        let mut rest = word as f64 / 18_446_744_073_709_551_616.0;
        let found = ends.iter().find(|end| {
            rest -= end.chance;
            rest < 0.0
        });
        let end = found.or(ends.last())?;
        Some(self.grids.course.next(at, end.winner(), &end.dice))
    }
}
