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
use super::odds::{Alone, Fighter, Throw};
use super::recent::Recent;
use super::rules::MAX_SEATS;
use std::sync::Arc;

/// How a duel comes out, by the position of the fighter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The chance to win.
    pub wins: [f64; MAX_SEATS],
    /// The mean of the victory points that show (B17).
    pub shown: [f64; MAX_SEATS],
}

/// How many packs and duels are remembered, some kilobytes each; up to twice as many ([`Recent`]).
const KNOWN: usize = 1 << 15;
/// Roughly how likely it is that a die scores nothing, and the one after it, too.
const NOTHING: f64 = 0.05;
/// The chance of each of two players of whom nothing is known.
const EVEN: f64 = 0.5;
/// After so many bouts a two by two counts as drawn; less than one in a thousand comes so far.
const MOST_BOUTS: usize = 24;

/// The throws of single packs, shared by all players of a game; `None` where they are not known.
#[derive(Clone, Debug)]
pub(super) struct Throws(Arc<Recent<Thrown, Option<Arc<Alone>>>>);

/// A pack in a duel.
type Thrown = (Kinds, Contest, Hand);

impl Default for Throws {
    fn default() -> Throws {
        Throws(Arc::new(Recent::last(KNOWN)))
    }
}

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
        let find = || self.alone(Fighter { dice, conduct: self.model(dice) }, contest, hand).ok().map(Arc::new);
        self.throws.0.get((dice, contest, hand), find)
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

    /// Whether the bouts repeat from this one on.
    fn begins_again(&self, bout: usize) -> bool {
        if let Alone::Bouts(bouts) = self { bout.is_multiple_of(bouts.len().max(1)) } else { true }
    }

    /// What its dice throw by themselves, by step.
    fn dice(&self) -> &[Throw] {
        if let Alone::Steps { dice, .. } = self { dice } else { &[] }
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
        match throws.len() {
            0 | 1 => Compared::of::<1>(throws, least),
            2 => Compared::of::<2>(throws, least),
            3 => Compared::of::<3>(throws, least),
            4 => Compared::of::<4>(throws, least),
            5 => Compared::of::<5>(throws, least),
            _ => Compared::of::<MAX_SEATS>(throws, least),
        }
    }

    /// Compares `P` throws. The compiler knows this number, so it unrolls the loops. With fewer throws, all chances are 0.
    fn of<const P: usize>(throws: &[&Throw], least: usize) -> Compared {
        let (mut compared, mut somebody) = (Compared::default(), 0.0);
        let Some(throws) = throws.first_chunk::<P>() else { return compared };
        let longest = throws.iter().map(|throw| throw.len()).max().unwrap_or(0);
        for total in least..longest {
            let (at, below) = (throws.map(|throw| throw.at(total)), throws.map(|throw| throw.below(total)));
            let (mut lower, mut higher) = (1.0, 1.0);
            for place in 0..P {
                lower *= below[place];
                higher *= at[place] + below[place];
            }
            somebody += higher - lower;
            compared.add(&at, &below);
        }
        let found = compared.alone.iter().sum::<f64>() + compared.two.iter().flatten().sum::<f64>();
        compared.more = (somebody - found).max(0.0);
        compared
    }

    /// Adds that one or two have a total and the others less.
    #[inline(always)]
    fn add<const P: usize>(&mut self, at: &[f64; P], below: &[f64; P]) {
        for one in 0..P {
            // The product over those before and after, without those who have the total.
            let less = |from: usize, to: usize| (from..to).fold(1.0, |product, place| product * below[place]);
            let before = at[one] * less(0, one);
            self.alone[one] += before * less(one + 1, P);
            for (two, &same) in at.iter().enumerate().skip(one + 1) {
                self.two[one][two] += before * same * less(one + 1, two) * less(two + 1, P);
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
            if either > 0.0 { self.alone[one] / either } else { EVEN }
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
    let all = || 0..alone.len();
    let pair = |one: usize, two: usize| if one < two { going_on(&alone[one], &alone[two]) } else { Vec::new() };
    let next: Vec<Vec<Vec<f64>>> = all().map(|one| all().map(|two| pair(one, two)).collect()).collect();
    for step in 0..=longest {
        let throws: Vec<&Throw> = alone.iter().filter_map(|alone| alone.step(step)).collect();
        // After the last step the highest total wins, whatever it is.
        let last = step == longest;
        let wins = Compared::from(&throws, if last { 0 } else { least })
            .shared(throws.len(), |one, two| next[one][two].get(step + 1).copied().unwrap_or(EVEN));
        let ended = if last { throws.iter().map(|throw| throw.mass).product() } else { wins.iter().sum::<f64>() };
        for (at, throw) in throws.iter().enumerate().filter(|(_, throw)| throw.mass > 0.0) {
            estimate.wins[at] += wins[at];
            estimate.shown[at] += ended * throw.shown / throw.mass;
        }
    }
    estimate
}

/// By step, the chance that the first of two wins if they tie before it and go on. It is [`EVEN`] after the last step of both.
fn going_on(one: &Alone, two: &Alone) -> Vec<f64> {
    let mut chances = Vec::new();
    let mut next = EVEN;
    for step in (0..one.dice().len().max(two.dice().len())).rev() {
        next = match (one.dice().get(step), two.dice().get(step)) {
            (Some(one), Some(two)) => Compared::new(&[one, two]).shared(2, |_, _| next)[0],
            // A player without a die keeps the total, and wins only if the next dice of the other score nothing.
            (Some(_), None) => 1.0 - NOTHING,
            _ => NOTHING,
        };
        chances.push(next);
    }
    chances.reverse();
    chances
}

/// A two by two: the chance to be the first to win two bouts.
fn bouts(alone: &[Arc<Alone>]) -> Estimate {
    let mut estimate = Estimate::default();
    // The chance of each set of players who have won a bout.
    let mut now = [0.0; 1 << MAX_SEATS];
    now[0] = 1.0;
    let (different, sets) = (different_bouts(alone), 1 << alone.len());
    for bout in 0..MOST_BOUTS {
        let (wins, shown) = &different[bout % different.len()];
        let (going, nobody) = (now[..sets].iter().sum::<f64>(), 1.0 - wins.iter().sum::<f64>());
        estimate.shown.iter_mut().zip(shown).for_each(|(all, shown)| *all += going * shown);
        let mut next = [0.0; 1 << MAX_SEATS];
        for (set, &chance) in now[..sets].iter().enumerate() {
            next[set] += chance * nobody;
            for (at, win) in wins.iter().enumerate().take(alone.len()) {
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

/// The chances to win each bout, and the points that show, up to the bout in which all players throw the dice of the first
/// one again.
fn different_bouts(alone: &[Arc<Alone>]) -> Vec<([f64; MAX_SEATS], [f64; MAX_SEATS])> {
    let mut different = Vec::with_capacity(MOST_BOUTS);
    for bout in 0..MOST_BOUTS {
        if bout > 0 && alone.iter().all(|alone| alone.begins_again(bout)) {
            break;
        }
        let throws: Vec<&Throw> = alone.iter().filter_map(|alone| alone.bout(bout)).collect();
        let mut shown = [0.0; MAX_SEATS];
        shown.iter_mut().zip(&throws).for_each(|(shown, throw)| *shown = throw.shown);
        different.push((Compared::new(&throws).settled(&throws), shown));
    }
    different
}
