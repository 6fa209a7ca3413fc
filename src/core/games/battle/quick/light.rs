//! Throw zones without a table: what lies in them, as far as it matters where no die acts on another one.
//!
//! Owns what sides come to under a conduct, added up, multipliers (B10), and totals (B16). The course of a duel is for the
//! parent module.

use super::super::conduct::{Choice, Conduct, Effect, Multiplying};
use super::super::dice::{Face, KINDS, Kind, Kinds, MOST_DICE, Powers};
use super::super::rules::SIDES;
use super::super::tactics::Order;
use super::super::{Battle, tactics};

/// What the sides of a die come to, added up: points of combat from bit 0, how often 2 for each die from bit 16, victory
/// points from bit 24, extras from bit 32, multipliers from bit 40, dice that may act from bit 48, and those that might have
/// acted but do not in a quiet duel (`quiet`) from bit 56.
pub(super) type Sum = u64;

const PER_DIE: u32 = 16;
const SHOWN: u32 = 24;
pub(super) const EXTRAS: u32 = 32;
pub(super) const MULTIPLIERS: u32 = 40;
pub(super) const ACTING: u32 = 48;
pub(super) const HELD: u32 = 56;

/// Extras and multipliers.
pub(super) const SPECIAL: Sum = 0xff << EXTRAS | 0xff << MULTIPLIERS;
/// Victory points.
pub(super) const POINTS: Sum = 0xff << SHOWN;

/// A number of a sum that is below 256.
pub(super) const fn part(sum: Sum, from: u32) -> u32 {
    (sum >> from) as u32 & 0xff
}

/// How a strategy plays in duels, worked out.
#[derive(Clone, Debug)]
pub(in super::super) struct Ready {
    pub(super) conduct: Conduct,
    /// The order in which dice are chosen, if it names all kinds and has no limits.
    pub(super) order: Option<[Kind; KINDS]>,
    effects: [[Effect; SIDES]; KINDS],
    sums: [[Sum; SIDES]; KINDS],
}

impl Ready {
    /// For a quiet duel, in which nobody acts with these powers.
    pub(in super::super) fn quiet(game: &Battle, conduct: Conduct, held: Powers) -> Ready {
        let mut ready = Ready::new(game, conduct);
        for kind in Kind::ALL {
            for (sum, face) in ready.sums[kind.index()].iter_mut().zip(game.rules().die(kind).faces) {
                *sum += u64::from(face.powers().meet(held)) << HELD;
            }
        }
        ready
    }

    pub(super) fn new(game: &Battle, conduct: Conduct) -> Ready {
        let effects = Kind::ALL.map(|kind| game.rules().die(kind).faces.map(|face| conduct.effect(face)));
        let sum = |effect| match effect {
            Effect::Scores(number) => Sum::from(number),
            Effect::PerDie => 1 << PER_DIE,
            Effect::VictoryPoint => 1 << SHOWN,
            Effect::Extra => 1 << EXTRAS,
            Effect::Multiplies { .. } => 1 << MULTIPLIERS,
            Effect::Bait(_) | Effect::Nothing => 0,
            Effect::Acts => 1 << ACTING,
        };
        let order = match &conduct.choice {
            Choice::ByWorth => Some(game.by_worth.as_slice()),
            Choice::Order(order) => Some(order.as_slice()),
            Choice::Unknown => None,
        };
        let order = order.filter(|order| order.iter().all(|&(_, most)| most == u32::MAX)).and_then(every_kind);
        Ready { sums: effects.map(|sides| sides.map(sum)), order, conduct, effects }
    }
}

/// The kinds in an order that names each at least once: where a kind is named first, all its dice are taken.
fn every_kind(order: &Order) -> Option<[Kind; KINDS]> {
    let mut kinds: Vec<Kind> = Vec::with_capacity(KINDS);
    for &(kind, _) in order {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds.try_into().ok()
}

/// A throw zone, as far as it matters here: the dice in the order of their places.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Light {
    pub(super) reserve: Kinds,
    pub(super) count: u8,
    pub(super) dice: [(Kind, u8); MOST_DICE],
    /// By what each is multiplied, and on how many more dice it can be placed.
    times: [u8; MOST_DICE],
    pub(super) units: [u8; MOST_DICE],
    pub(super) sum: Sum,
}

impl Default for Light {
    fn default() -> Light {
        let (dice, times, units) = ([(Kind::White, 0); MOST_DICE], [1; MOST_DICE], [0; MOST_DICE]);
        Light { reserve: Kinds::EMPTY, count: 0, dice, times, units, sum: 0 }
    }
}

impl Light {
    /// Takes all dice away, and puts these into the reserve.
    pub(super) fn clear(&mut self, reserve: Kinds) {
        (self.reserve, self.count, self.sum) = (reserve, 0, 0);
    }

    /// A die lands at a place.
    #[inline]
    pub(super) fn land(&mut self, at: usize, (kind, side): (Kind, usize), ready: &Ready) {
        self.dice[at] = (kind, side as u8);
        let sum = ready.sums[kind.index()][side];
        if (self.sum | sum) & SPECIAL != 0 {
            self.land_special(at, ready.effects[kind.index()][side]);
        }
        self.sum += sum;
    }

    /// Another die lands where one multiplies, or throws another one.
    fn land_special(&mut self, at: usize, effect: Effect) {
        if self.sum & SPECIAL == 0 {
            (self.times, self.units) = ([1; MOST_DICE], [0; MOST_DICE]);
        }
        let units = if let Effect::Multiplies { units, .. } = effect { units } else { 0 };
        (self.times[at], self.units[at]) = (1, units);
    }

    /// So many dice land that are drawn from the reserve, where they lie until it is told.
    #[inline]
    pub(super) fn draw(&mut self, number: u32, mut next: impl FnMut() -> (Kind, usize), ready: &Ready) {
        let (mut at, mut sum) = (usize::from(self.count), self.sum);
        for _ in 0..number {
            let (kind, side) = next();
            let one = ready.sums[kind.index()][side];
            self.dice[at] = (kind, side as u8);
            if (sum | one) & SPECIAL != 0 {
                self.sum = sum;
                self.land_special(at, ready.effects[kind.index()][side]);
            }
            sum += one;
            at += 1;
        }
        (self.count, self.sum) = (at as u8, sum);
    }

    /// What the die at a place comes to.
    pub(super) fn effect(&self, at: usize, ready: &Ready) -> Effect {
        let (kind, side) = self.dice[at];
        ready.effects[kind.index()][usize::from(side)]
    }

    /// The dice that lie here.
    pub(super) fn zone(&self) -> Kinds {
        self.dice[..usize::from(self.count)].iter().map(|&(kind, _)| kind).collect()
    }

    /// Places multipliers just before the cancels (B10), as `tactics` does.
    pub(super) fn multiply(&mut self, ready: &Ready) {
        if ready.conduct.multiplying == Multiplying::VictoryPointsFirst {
            let point = |effect| u32::from(effect == Effect::VictoryPoint);
            while self.place(ready, |factor, effect, _| u32::from(factor) * point(effect)) {}
        }
        let worth = tactics::worth(Face::VictoryPoint);
        while self.place(ready, |factor, effect, count| {
            let gain = match effect {
                Effect::Scores(number) | Effect::Bait(number) => number.into(),
                Effect::PerDie => 2 * count,
                Effect::VictoryPoint => worth,
                _ => 0,
            };
            (u32::from(factor) - 1) * gain
        }) {}
    }

    /// Places the first multiplier on the first die that gain most by it, if something gains.
    fn place(&mut self, ready: &Ready, gain: impl Fn(u8, Effect, u32) -> u32) -> bool {
        let (count, mut most, mut found) = (usize::from(self.count), 0, (0, 0, 1));
        for die in (0..count).filter(|&die| self.units[die] > 0) {
            let Effect::Multiplies { factor, .. } = self.effect(die, ready) else { continue };
            for on in (0..count).filter(|&on| self.times[on] == 1) {
                let gain = gain(factor, self.effect(on, ready), count as u32);
                if gain > most {
                    (most, found) = (gain, (die, on, factor));
                }
            }
        }
        if most > 0 {
            self.units[found.0] -= 1;
            self.times[found.1] = found.2;
        }
        most > 0
    }

    /// The points of combat, none without dice, and the victory points that show.
    #[inline]
    pub(super) fn totals(&self, ready: &Ready) -> (Option<u32>, u32) {
        if self.count == 0 {
            return (None, 0);
        }
        let mut sum = self.sum;
        if part(sum, MULTIPLIERS) > 0 {
            for at in (0..usize::from(self.count)).filter(|&at| self.times[at] > 1) {
                let (kind, side) = self.dice[at];
                sum += ready.sums[kind.index()][usize::from(side)] * (Sum::from(self.times[at]) - 1);
            }
        }
        let combat = (sum & 0xffff) as u32 + part(sum, PER_DIE) * 2 * u32::from(self.count);
        (Some(combat), part(sum, SHOWN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::battle::Rules;

    /// What a file's list does not name comes after it, so that kinds are named twice.
    #[test]
    fn an_order_that_names_kinds_twice_is_followed_without_asking() {
        let game = Battle::new(Rules::default(), 2).unwrap();
        let order = |order: &[(Kind, u32)]| {
            let choice = Choice::Order(order.to_vec());
            Ready::new(&game, Conduct { choice, ..Conduct::default() }).order
        };
        let named = [Kind::Blue, Kind::White].map(|kind| (kind, u32::MAX));
        let rest = [Kind::Green, Kind::Blue, Kind::Black, Kind::Red, Kind::White, Kind::Yellow];
        let rest = rest.map(|kind| (kind, u32::MAX));
        let first = [Kind::Blue, Kind::White, Kind::Green, Kind::Black, Kind::Red, Kind::Yellow];
        assert_eq!(order(&[&named[..], &rest].concat()), Some(first));
        assert_eq!(order(&named), None, "other kinds are not chosen");
        assert_eq!(order(&[&[(Kind::Blue, 2)], &rest[..]].concat()), None, "a limit needs counting");
    }
}
