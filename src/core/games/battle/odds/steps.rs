//! Duels step by step: first to 15, and russian roulette (B06).
//!
//! Owns the chain of steps. As long as nobody has reached the target, what the players have thrown is independent, and
//! each is followed alone; once several lead together, they are followed together.

use super::super::conduct::{Effect, Multiplying};
use super::super::dice::Kinds;
use super::super::mixed::ByMix;
use super::super::rules::{MAX_SEATS, SIDES};
use super::clash::{Dice, Falls, Lead, Ring, Zones};
use super::sums::Sum;
use super::throws::{Fall, Lying, Thrower};
use super::{Counts, End, Shown, Unsolved};
use std::collections::HashMap;
use std::rc::Rc;

/// What one player has thrown so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stand {
    reserve: Kinds,
    pub(super) lying: Lying,
}

/// The number of a stand of one player.
pub(super) type Number = u32;
/// Where a stand leads, with the chances.
pub(super) type Moves = Vec<(Number, f64)>;

/// The stands of one player, by number.
pub(super) struct Stands<'s> {
    thrower: Thrower<'s>,
    counts: Counts,
    numbers: HashMap<Stand, Number, ByMix>,
    all: Vec<Stand>,
    next: Vec<Option<Rc<Moves>>>,
}

impl<'s> Stands<'s> {
    pub(super) fn new(thrower: Thrower<'s>, counts: Counts) -> Stands<'s> {
        let mut stands = Stands { thrower, counts, numbers: HashMap::default(), all: Vec::new(), next: Vec::new() };
        stands.number(Stand { reserve: thrower.fighter.dice, lying: Lying::default() });
        stands
    }

    fn number(&mut self, stand: Stand) -> Number {
        if let Some(&number) = self.numbers.get(&stand) {
            return number;
        }
        let number = self.all.len() as Number;
        self.numbers.insert(stand.clone(), number);
        self.all.push(stand);
        self.next.push(None);
        number
    }

    pub(super) fn stand(&self, number: Number) -> &Stand {
        &self.all[number as usize]
    }

    /// How many dice are thrown.
    fn count(&self, number: Number) -> u32 {
        self.thrower.fighter.dice.total() - self.stand(number).reserve.total()
    }

    pub(super) fn total(&self, number: Number) -> Option<u32> {
        self.stand(number).lying.total(self.count(number))
    }

    pub(super) fn is_out(&self, number: Number) -> bool {
        self.stand(number).reserve.is_empty()
    }

    /// Where another step leads.
    pub(super) fn moves(&mut self, number: Number) -> Result<Rc<Moves>, Unsolved> {
        if let Some(moves) = &self.next[number as usize] {
            return Ok(Rc::clone(moves));
        }
        let mut moves = Sum::default();
        let from = self.stand(number).clone();
        if from.reserve.is_empty() {
            moves.add(number, 1.0);
        } else {
            // The stand, and the dice that have to be thrown: one, and those of extras.
            let mut now = vec![(from, 1_u32, 1.0)];
            while let Some((stand, throws, chance)) = now.pop() {
                if throws == 0 || stand.reserve.is_empty() {
                    let stand = self.placed(stand)?;
                    moves.add(self.number(stand), chance);
                    continue;
                }
                let there = self.thrower.fighter.dice - stand.reserve;
                for (kind, share) in self.thrower.next_die(there, stand.reserve)? {
                    for effect in self.thrower.effects(kind) {
                        let mut next = stand.clone();
                        next.reserve -= kind;
                        next.lying.land(effect, there.total());
                        let throws = throws - 1 + u32::from(effect == Effect::Extra);
                        now.push((next, throws, chance * share / SIDES as f64));
                    }
                }
            }
        }
        let moves = Rc::new(moves.into_all());
        self.next[number as usize] = Some(Rc::clone(&moves));
        Ok(moves)
    }

    /// The stand once multipliers are placed, without what can no longer matter.
    fn placed(&self, mut stand: Stand) -> Result<Stand, Unsolved> {
        let (conduct, reserve) = (&self.thrower.fighter.conduct, stand.reserve);
        let count = self.thrower.fighter.dice.total() - reserve.total();
        stand.lying.multiply(count, conduct.multiplying)?;
        if self.counts == Counts::Wins {
            stand.lying.shown = 0;
        }
        let multiplies = |effect| matches!(effect, Effect::Multiplies { .. });
        if stand.lying.spare.is_empty() && !self.thrower.can(reserve, multiplies) {
            stand.lying.open.clear();
        } else if conduct.multiplying == Multiplying::VictoryPointsFirst {
            // Equal ones are alike, so their order does not matter.
            stand.lying.open.iter_mut().for_each(|(order, _)| *order = 0);
            stand.lying.open.sort_unstable();
        } else {
            (0..).zip(&mut stand.lying.open).for_each(|(place, (order, _))| *order = place);
        }
        Ok(stand)
    }
}

/// The stands of all players, by position.
type Joint = [Number; MAX_SEATS];

impl<'s> Ring<'s> {
    /// How a duel ends in which a leader with so many points wins.
    pub(super) fn steps(&mut self, target: u32) -> Result<Sum<(End, Shown)>, Unsolved> {
        let players = self.throwers.len();
        for thrower in &self.throwers {
            thrower.check_steps()?;
        }
        let mut stands: Vec<Stands<'s>> =
            (0..).zip(&self.throwers).map(|(at, &thrower)| Stands::new(thrower, self.counts.of(at))).collect();
        let mut alone: Vec<Vec<(Number, f64)>> = vec![vec![(0, 1.0)]; players];
        let (mut together, mut ends): (Sum<Joint>, _) = (Sum::default(), Sum::default());
        let longest = self.throwers.iter().map(|thrower| thrower.fighter.dice.total()).max().unwrap_or(0);
        for _ in 0..longest {
            for (alone, stands) in alone.iter_mut().zip(&mut stands) {
                let mut next = Sum::default();
                for &(number, chance) in alone.iter() {
                    let moves = stands.moves(number)?;
                    self.work.spend(moves.len())?;
                    moves.iter().for_each(|&(number, share)| next.add(number, chance * share));
                }
                *alone = next.into_all();
            }
            let mut moved = self.step(together, &mut stands)?;
            self.part(&mut alone, &stands, target, (&mut moved, &mut ends))?;
            together = Sum::default();
            for &(joint, chance) in moved.all() {
                match leaders(&joint, &stands) {
                    (Some(most), top) if most >= target && top.is_power_of_two() => {
                        ends.add((End::Won(top.trailing_zeros() as u8), shown(&joint, &stands)), chance);
                    }
                    _ => together.add(joint, chance),
                }
            }
        }
        self.last(&alone, &stands, together, ends)
    }

    /// A step of those who are followed together.
    fn step(&mut self, together: Sum<Joint>, stands: &mut [Stands<'s>]) -> Result<Sum<Joint>, Unsolved> {
        let mut now = together;
        for (at, stands) in stands.iter_mut().enumerate() {
            let mut next = Sum::default();
            for &(joint, chance) in now.all() {
                let moves = stands.moves(joint[at])?;
                self.work.spend(moves.len())?;
                for &(number, share) in moves.iter() {
                    let mut joint = joint;
                    joint[at] = number;
                    next.add(joint, chance * share);
                }
            }
            now = next;
        }
        Ok(now)
    }

    /// Takes out those of the independent stands where somebody has reached the target: who leads alone has won, and those
    /// where several lead are followed together.
    fn part(
        &mut self,
        alone: &mut [Vec<(Number, f64)>],
        stands: &[Stands<'s>],
        target: u32,
        (into, ends): (&mut Sum<Joint>, &mut Sum<(End, Shown)>),
    ) -> Result<(), Unsolved> {
        let total = |at: usize, number: Number| stands[at].total(number);
        let mut totals: Vec<u32> = Vec::new();
        for (at, alone) in alone.iter().enumerate() {
            totals.extend(alone.iter().filter_map(|&(number, _)| total(at, number)).filter(|&total| total >= target));
        }
        totals.sort_unstable();
        totals.dedup();
        for most in totals {
            for top in 1_usize..1 << alone.len() {
                let fits = |at: usize, number: Number| match top >> at & 1 == 1 {
                    true => total(at, number) == Some(most),
                    false => total(at, number).is_none_or(|total| total < most),
                };
                let of = |at: usize| alone[at].iter().copied().filter(move |&(number, _)| fits(at, number));
                if top.is_power_of_two() {
                    let winner = End::Won(top.trailing_zeros() as u8);
                    self.won(winner, &(0..alone.len()).map(|at| shows(&stands[at], of(at))).collect::<Vec<_>>(), ends)?;
                } else {
                    let parts: Vec<Vec<(Number, f64)>> = (0..alone.len()).map(|at| of(at).collect()).collect();
                    self.work.spend(parts.iter().map(Vec::len).product())?;
                    every([0; MAX_SEATS], &parts, &mut |joint, chance| into.add(joint, chance));
                }
            }
        }
        let reaches = |at: usize, number: Number| total(at, number).is_some_and(|total| total >= target);
        for (at, alone) in alone.iter_mut().enumerate() {
            alone.retain(|&(number, _)| !reaches(at, number));
        }
        Ok(())
    }

    /// Adds that somebody has won, with every combination of the points that show.
    fn won(&mut self, end: End, parts: &[Vec<(u16, f64)>], ends: &mut Sum<(End, Shown)>) -> Result<(), Unsolved> {
        self.work.spend(parts.iter().map(Vec::len).product())?;
        every([0; MAX_SEATS], parts, &mut |shown, chance| ends.add((end, shown), chance));
        Ok(())
    }

    /// When nobody can throw: the highest total wins, or those who share it throw all their dice again.
    fn last(
        &mut self,
        alone: &[Vec<(Number, f64)>],
        stands: &[Stands<'s>],
        together: Sum<Joint>,
        mut ends: Sum<(End, Shown)>,
    ) -> Result<Sum<(End, Shown)>, Unsolved> {
        let packs = self.packs();
        let thrown: Vec<(usize, Falls)> = alone
            .iter()
            .enumerate()
            .map(|(at, alone)| {
                let fall = |&(number, chance): &(Number, f64)| {
                    debug_assert!(stands[at].is_out(number));
                    let (total, shown) = (stands[at].total(number), stands[at].stand(number).lying.shown);
                    (Fall { total, shown, zone: packs[at] }, chance)
                };
                (at, alone.iter().map(fall).collect())
            })
            .collect();
        let mut outcomes = self.compare(&thrown, Zones::Tied)?;
        for &(joint, chance) in together.all() {
            let (_, top) = leaders(&joint, stands);
            let lead = match top.count_ones() {
                0 => Lead::End(End::Lost),
                1 => Lead::End(End::Won(top.trailing_zeros() as u8)),
                _ => Lead::Tie(top),
            };
            let mut zones = Dice::default();
            for at in (0..MAX_SEATS).filter(|at| top.count_ones() > 1 && top >> at & 1 == 1) {
                zones[at] = packs[at];
            }
            outcomes.add((lead, shown(&joint, stands), zones), chance);
        }
        let settled = self.settle(outcomes, &packs, Zones::Tied)?;
        settled.all().iter().for_each(|&((end, shown, _), chance)| ends.add((end, shown), chance));
        Ok(ends)
    }
}

/// The highest total, and the positions of those who have it.
fn leaders(joint: &Joint, stands: &[Stands<'_>]) -> (Option<u32>, u8) {
    let totals = || (0..).zip(stands).map(|(at, stands)| (at, stands.total(joint[at])));
    let most = totals().filter_map(|(_, total)| total).max();
    let top = totals().filter(|(_, total)| total.is_some() && *total == most).fold(0, |top, (at, _)| top | 1 << at);
    (most, top)
}

/// The victory points that show.
fn shown(joint: &Joint, stands: &[Stands<'_>]) -> Shown {
    let mut shown = Shown::default();
    for (at, stands) in stands.iter().enumerate() {
        shown[at] = stands.stand(joint[at]).lying.shown;
    }
    shown
}

/// The victory points that show in some stands of a player, with the chances.
fn shows(stands: &Stands<'_>, of: impl Iterator<Item = (Number, f64)>) -> Vec<(u16, f64)> {
    let mut sum = Sum::default();
    of.for_each(|(number, chance)| sum.add(stands.stand(number).lying.shown, chance));
    sum.into_all()
}

/// Every way to take one of each part, with its chance.
fn every<T: Copy>(first: [T; MAX_SEATS], parts: &[Vec<(T, f64)>], to: &mut impl FnMut([T; MAX_SEATS], f64)) {
    fn go<T: Copy>(
        taken: [T; MAX_SEATS],
        (at, chance): (usize, f64),
        parts: &[Vec<(T, f64)>],
        to: &mut impl FnMut([T; MAX_SEATS], f64),
    ) {
        let Some(part) = parts.get(at) else { return to(taken, chance) };
        for &(one, share) in part {
            let mut taken = taken;
            taken[at] = one;
            go(taken, (at + 1, chance * share), parts, to);
        }
    }
    go(first, (0, 1.0), parts, to);
}
