//! The chances of duels, quickly: for strategies that weigh many of them.
//!
//! Owns [`Estimate`]. The throw of each player by itself is exact (`odds::alone`) and remembered by pack. Ties are
//! approximate: two players who tie throw again as if they had not thrown, or go on with the next die in duels step by
//! step, and more than two players share the win equally. Under the model of
//! `odds::model`, in which exchanges, rerolls and cancels are declined, it is within two percentage points of the
//! exact chances, and within four with multipliers, which the tests check. Victory points that show when a tie is thrown
//! again are left out.

#[cfg(test)]
mod tests;

use super::Battle;
use super::dice::Kinds;
use super::duel::{Contest, Hand};
use super::mixed::ByMix;
use super::odds::{Alone, Fighter, Throw};
use super::rules::MAX_SEATS;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// How a duel comes out, by the position of the fighter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The chance to win.
    pub wins: [f64; MAX_SEATS],
    /// The mean of the victory points that show (B17).
    pub shown: [f64; MAX_SEATS],
}

/// The most packs and duels that are remembered, some kilobytes each; others are worked out each time.
const MOST_KNOWN: usize = 1 << 15;
/// Roughly how likely it is that a die scores nothing, and the one after it, too.
const NOTHING: f64 = 0.05;
/// After so many bouts a two by two counts as drawn; less than one in a thousand comes so far.
const MOST_BOUTS: usize = 24;

/// The throws of single packs, shared by all players of a game; `None` where they are not known.
#[derive(Clone, Debug, Default)]
pub(super) struct Throws(Arc<RwLock<ByDuel<Option<Arc<Alone>>>>>);

/// Something for each pack in each duel.
type ByDuel<A> = HashMap<(Kinds, Contest, Hand), A, ByMix>;

impl Battle {
    /// How a duel comes out between these packs, the active player's first. `None` where it is not known what a pack
    /// throws, or there are too many cases.
    pub fn estimate(&self, contest: Contest, hand: Hand, packs: &[Kinds]) -> Option<Estimate> {
        let alone = packs.iter().map(|&pack| self.throws(pack, contest, hand)).collect::<Option<Vec<_>>>()?;
        Some(match contest {
            Contest::FirstTo15 | Contest::RussianRoulette => steps(&alone),
            Contest::TwoByTwo => bouts(&alone),
            Contest::Battle | Contest::ByPoints(_) | Contest::Armageddon(_) => {
                let throws: Vec<&Throw> = alone.iter().filter_map(|alone| alone.once()).collect();
                let mut estimate = Estimate { wins: Compared::new(&throws).settled(&throws), ..Estimate::default() };
                estimate.shown.iter_mut().zip(throws).for_each(|(shown, throw)| *shown = throw.shown);
                estimate
            }
        })
    }

    /// What a pack throws alone.
    fn throws(&self, dice: Kinds, contest: Contest, hand: Hand) -> Option<Arc<Alone>> {
        // More dice than there are make no difference.
        let contest = match contest {
            Contest::Armageddon(number) => Contest::Armageddon(number.min(dice.total())),
            Contest::ByPoints(limit) => Contest::ByPoints(limit.min(self.rules().cost_of(dice).max(1))),
            contest => contest,
        };
        let key = (dice, contest, hand);
        // What another thread has left behind is whole: throws are put there in one go.
        let known = self.throws.0.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        known.unwrap_or_else(|| {
            let alone = self.alone(Fighter { dice, conduct: self.model(dice) }, contest, hand).ok().map(Arc::new);
            let mut known = self.throws.0.write().unwrap_or_else(PoisonError::into_inner);
            if known.len() < MOST_KNOWN {
                known.insert(key, alone.clone());
            }
            alone
        })
    }
}

impl Alone {
    fn once(&self) -> Option<&Throw> {
        if let Alone::Once(throw) = self { Some(throw) } else { None }
    }

    /// The throw of a bout, from 0.
    pub(super) fn bout(&self, bout: usize) -> Option<&Throw> {
        if let Alone::Bouts(bouts) = self { bouts.get(bout % bouts.len().max(1)) } else { None }
    }

    /// What its die of a step throws by itself, from 0, if it has one.
    fn die(&self, step: usize) -> Option<&Throw> {
        if let Alone::Steps { dice, .. } = self { dice.get(step) } else { None }
    }

    /// What lies after a step, from 0, if the target was not reached before.
    pub(super) fn step(&self, step: usize) -> Option<&Throw> {
        if let Alone::Steps { steps, rest, .. } = self { Some(steps.get(step).unwrap_or(rest)) } else { None }
    }
}

/// Throws compared once.
#[derive(Clone, Copy, Debug, Default)]
struct Compared {
    /// The chance to have the highest total alone.
    alone: [f64; MAX_SEATS],
    /// The chance that two of them have it together.
    two: [[f64; MAX_SEATS]; MAX_SEATS],
    /// The chance that more have it together.
    more: f64,
}

impl Compared {
    /// Compares throws, counting only totals of at least `least`.
    fn from(throws: &[&Throw], least: usize) -> Compared {
        let (mut compared, mut somebody) = (Compared::default(), 0.0);
        let longest = throws.iter().map(|throw| throw.len()).max().unwrap_or(0);
        let (mut at, mut below) = ([0.0; MAX_SEATS], [1.0; MAX_SEATS]);
        let players = throws.len();
        for total in least..longest {
            for (place, throw) in throws.iter().enumerate() {
                (at[place], below[place]) = (throw.at(total), throw.below(total));
            }
            let lower: f64 = below[..players].iter().product();
            somebody += at[..players].iter().zip(&below).map(|(at, below)| at + below).product::<f64>() - lower;
            compared.add(&at, &below, players);
        }
        let found = compared.alone.iter().sum::<f64>() + compared.two.iter().flatten().sum::<f64>();
        compared.more = (somebody - found).max(0.0);
        compared
    }

    /// Adds that one or two have a total and the others less.
    fn add(&mut self, at: &[f64; MAX_SEATS], below: &[f64; MAX_SEATS], players: usize) {
        for one in (0..players).filter(|&one| at[one] > 0.0) {
            // The product over those before and after, without those who have the total.
            let less = |range: std::ops::Range<usize>| below[range].iter().product::<f64>();
            let before = at[one] * less(0..one);
            self.alone[one] += before * less(one + 1..players);
            for (two, &same) in at.iter().enumerate().take(players).skip(one + 1) {
                self.two[one][two] += before * same * less(one + 1..two) * less(two + 1..players);
            }
        }
    }

    fn new(throws: &[&Throw]) -> Compared {
        Compared::from(throws, 0)
    }

    /// The chances to win if ties of two are decided in proportion to their chances to win without a tie, and larger ties
    /// equally. With two players, this is exact for throwing again.
    fn settled(&self, throws: &[&Throw]) -> [f64; MAX_SEATS] {
        self.shared(throws.len(), |one, two| {
            let either = self.alone[one] + self.alone[two];
            if either > 0.0 { self.alone[one] / either } else { 0.5 }
        })
    }

    /// The chances to win if `first` is the chance of the first of two who tie, and larger ties are decided equally.
    fn shared(&self, players: usize, first: impl Fn(usize, usize) -> f64) -> [f64; MAX_SEATS] {
        let mut wins = self.alone;
        for one in 0..players {
            wins[one] += self.more / players as f64;
            for two in one + 1..players {
                let tie = self.two[one][two];
                if tie > 0.0 {
                    let first = first(one, two);
                    wins[one] += tie * first;
                    wins[two] += tie * (1.0 - first);
                }
            }
        }
        wins
    }
}

/// A duel step by step.
fn steps(alone: &[Arc<Alone>]) -> Estimate {
    let (mut estimate, mut longest, mut least) = (Estimate::default(), 0, 0);
    for alone in alone {
        if let Alone::Steps { target, steps, .. } = &**alone {
            (longest, least) = (longest.max(steps.len()), *target as usize);
        }
    }
    for step in 0..=longest {
        let throws: Vec<&Throw> = alone.iter().filter_map(|alone| alone.step(step)).collect();
        // After the last step the highest total wins, whatever it is.
        let last = step == longest;
        let wins = Compared::from(&throws, if last { 0 } else { least })
            .shared(throws.len(), |one, two| step_on(&alone[one], &alone[two], step + 1));
        let ended = if last { throws.iter().map(|throw| throw.mass).product() } else { wins.iter().sum::<f64>() };
        for (at, throw) in throws.iter().enumerate().filter(|(_, throw)| throw.mass > 0.0) {
            estimate.wins[at] += wins[at];
            estimate.shown[at] += ended * throw.shown / throw.mass;
        }
    }
    estimate
}

/// The chance that the first of two wins who tie, and go on with their next dice.
fn step_on(one: &Alone, two: &Alone, step: usize) -> f64 {
    let throws = match (one.die(step), two.die(step)) {
        (Some(one), Some(two)) => [one, two],
        // A player without a die keeps the total, and wins only if the next dice of the other score nothing.
        (Some(_), None) => return 1.0 - NOTHING,
        (None, Some(_)) => return NOTHING,
        (None, None) => return 0.5,
    };
    let compared = Compared::new(&throws);
    compared.shared(2, |_, _| step_on(one, two, step + 1))[0]
}

/// A two by two: the chance to be the first to win two bouts.
fn bouts(alone: &[Arc<Alone>]) -> Estimate {
    let mut estimate = Estimate::default();
    // The chance of each set of players who have won a bout.
    let mut now = vec![0.0; 1 << alone.len()];
    now[0] = 1.0;
    for bout in 0..MOST_BOUTS {
        let throws: Vec<&Throw> = alone.iter().filter_map(|alone| alone.bout(bout)).collect();
        let wins = Compared::new(&throws).settled(&throws);
        let (going, nobody) = (now.iter().sum::<f64>(), 1.0 - wins.iter().sum::<f64>());
        estimate.shown.iter_mut().zip(&throws).for_each(|(shown, throw)| *shown += going * throw.shown);
        let mut next = vec![0.0; now.len()];
        for (set, chance) in now.into_iter().enumerate() {
            next[set] += chance * nobody;
            for (at, win) in wins.iter().enumerate().take(throws.len()) {
                match set >> at & 1 {
                    1 => estimate.wins[at] += chance * win,
                    _ => next[set | 1 << at] += chance * win,
                }
            }
        }
        now = next;
    }
    estimate
}
