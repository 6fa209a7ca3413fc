//! The throws of one player in a duel, without the others.
//!
//! Owns [`Throw`], and the sequences of throws of one player: by step, and by bout. They are exact. The module `estimate`
//! combines those of several players.

use super::super::Battle;
use super::super::contest::{BATTLE_DICE, BOUT_DICE, FIFTEEN};
use super::super::dice::{Kinds, Powers};
use super::super::duel::{Contest, Hand, Need};
use super::clash::Ring;
use super::steps::{Number, Stands};
use super::sums::{Sum, Work};
use super::throws::{Extras, Fall, Thrower};
use super::{Counts, Fighter, MOST_CASES, Situation, Unsolved};

/// Chances of totals in a throw, or among some of its ways.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Throw {
    /// The chance of each total, from 0.
    totals: Vec<f64>,
    /// The chance of less than each total, from 0; no dice are less than any.
    below: Vec<f64>,
    /// The chance of all of it.
    pub(in super::super) mass: f64,
    /// The sum of the victory points that show, each by its chance.
    pub(in super::super) shown: f64,
    /// Its ways by the victory points that show, at most [`MOST_SHOWN`]; none if no points show.
    parts: Vec<(u8, Throw)>,
}

/// The most victory points that are told apart in a throw.
pub(in super::super) const MOST_SHOWN: u8 = 3;

impl Throw {
    fn of_falls(falls: &[(Fall, f64)]) -> Throw {
        Throw::of(falls.iter().map(|&(Fall { total, shown, .. }, chance)| (total, shown, chance)))
    }

    fn of(falls: impl IntoIterator<Item = (Option<u32>, u16, f64)>) -> Throw {
        let falls: Vec<(Option<u32>, u16, f64)> = falls.into_iter().collect();
        let mut throw = Throw::whole(falls.iter().copied());
        if falls.iter().any(|&(_, shown, _)| shown > 0) {
            let class = |shown: u16| shown.min(u16::from(MOST_SHOWN)) as u8;
            let of_class = |which: u8| falls.iter().copied().filter(move |&(_, shown, _)| class(shown) == which);
            let parts = (0..=MOST_SHOWN).filter(|&which| of_class(which).next().is_some());
            throw.parts = parts.map(|which| (which, Throw::whole(of_class(which)))).collect();
        }
        throw
    }

    fn whole(falls: impl IntoIterator<Item = (Option<u32>, u16, f64)>) -> Throw {
        let (mut totals, mut nothing, mut shown_sum) = (Vec::new(), 0.0, 0.0);
        for (total, shown, chance) in falls {
            shown_sum += f64::from(shown) * chance;
            let Some(total) = total.map(|total| total as usize) else {
                nothing += chance;
                continue;
            };
            if totals.len() <= total {
                totals.resize(total + 1, 0.0);
            }
            totals[total] += chance;
        }
        let (mut mass, mut below) = (nothing, Vec::with_capacity(totals.len()));
        for chance in &totals {
            below.push(mass);
            mass += chance;
        }
        Throw { totals, below, mass, shown: shown_sum, parts: Vec::new() }
    }

    /// Its ways by the victory points that show, at least one of them.
    pub(in super::super) fn by_shown(&self) -> impl Iterator<Item = (u8, &Throw)> {
        let whole = self.parts.is_empty().then_some((0, self));
        whole.into_iter().chain(self.parts.iter().map(|(shown, part)| (*shown, part)))
    }

    /// How many totals there are, from 0.
    pub(in super::super) fn len(&self) -> usize {
        self.totals.len()
    }

    /// The chance of a total.
    #[inline]
    pub(in super::super) fn at(&self, total: usize) -> f64 {
        self.totals.get(total).copied().unwrap_or(0.0)
    }

    /// The chance of less than a total.
    #[inline]
    pub(in super::super) fn below(&self, total: usize) -> f64 {
        self.below.get(total).copied().unwrap_or(self.mass)
    }
}

/// What one player throws in a duel.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) enum Alone {
    /// Once.
    Once(Throw),
    /// Step by step.
    Steps {
        /// A leader with so many points wins.
        target: u32,
        /// What it has after each step, if it did not reach the target before.
        steps: Vec<Throw>,
        /// What it has when it has thrown all its dice without reaching the target.
        rest: Throw,
        /// What each of its dice throws by itself, in the order in which they are thrown.
        dice: Vec<Throw>,
    },
    /// In the bouts of a two by two, which come again in this order; an odd die is left out.
    Bouts(Vec<Throw>),
}

impl Battle {
    /// What a player throws in a duel.
    ///
    /// # Errors
    /// Why that is not known.
    pub(in super::super) fn alone(&self, fighter: Fighter, contest: Contest, hand: Hand) -> Result<Alone, Unsolved> {
        self.alone_with(fighter, (contest, hand), Extras::Multiplied, (Powers::NONE, &mut { MOST_CASES }))
    }

    /// The same, but extras are treated like this, ways with a face of the powers `barred` are left out, and at most `cases`
    /// cases are looked at, which are taken from that number.
    ///
    /// # Errors
    /// Why that is not known.
    pub(in super::super) fn alone_with(
        &self,
        fighter: Fighter,
        (contest, hand): (Contest, Hand),
        extras: Extras,
        (barred, cases): (Powers, &mut u64),
    ) -> Result<Alone, Unsolved> {
        let situation = Situation { contest, hand, fighters: vec![fighter] };
        let mut ring = Ring::new(self, &situation, Counts::Points, Work::up_to(*cases)).with(extras, barred);
        let alone = match contest {
            Contest::FirstTo15 => ring.steps_alone(FIFTEEN),
            Contest::RussianRoulette => ring.steps_alone(0),
            Contest::ByPoints(limit) => ring.throw_alone(Need::Cost(limit)).map(Alone::Once),
            Contest::Battle => ring.throw_alone(Need::Exactly(BATTLE_DICE)).map(Alone::Once),
            Contest::Armageddon(dice) => ring.throw_alone(Need::Exactly(dice)).map(Alone::Once),
            Contest::TwoByTwo => ring.in_turn(BOUT_DICE).map(Alone::Bouts),
        };
        *cases = ring.work.left();
        alone
    }

    /// What a player throws in a bout with this reserve, or if it throws the dice `again` after a tie. Ways with a face of the
    /// powers `barred` are left out.
    ///
    /// # Errors
    /// Why that is not known.
    pub(in super::super) fn throw_without(
        &self,
        fighter: Fighter,
        (contest, hand): (Contest, Hand),
        (again, reserve): (Option<Kinds>, Kinds),
        barred: Powers,
    ) -> Result<Throw, Unsolved> {
        let situation = Situation { contest, hand, fighters: vec![fighter] };
        let mut ring = Ring::new(self, &situation, Counts::Points, Work::up_to(MOST_CASES)).with(Extras::Left, barred);
        match again {
            None => ring.throw_from(reserve, Need::Exactly(BOUT_DICE)),
            Some(dice) => Ok(Throw::of_falls(&ring.falls(0, dice, reserve)?)),
        }
    }
}

impl Ring<'_> {
    fn throw_alone(&mut self, need: Need) -> Result<Throw, Unsolved> {
        self.throw_from(self.throwers[0].fighter.dice, need)
    }

    fn throw_from(&mut self, reserve: Kinds, need: Need) -> Result<Throw, Unsolved> {
        Ok(Throw::of_falls(&self.falls_of(0, reserve, need)?))
    }

    fn steps_alone(&mut self, target: u32) -> Result<Alone, Unsolved> {
        let thrower = self.throwers[0];
        thrower.check_steps()?;
        let mut stands = Stands::new(thrower, Counts::Points);
        let (mut now, mut steps) = (vec![(0, 1.0)], Vec::new());
        let told = |now: &[(Number, f64)], stands: &Stands<'_>| {
            Throw::of(now.iter().map(|&(at, chance)| (stands.total(at), stands.stand(at).lying.shown, chance)))
        };
        while now.iter().any(|&(number, _)| !stands.is_out(number)) {
            let mut next = Sum::default();
            for &(number, chance) in &now {
                let moves = stands.moves(number)?;
                self.work.spend(moves.len())?;
                moves.iter().for_each(|&(number, share)| next.add(number, chance * share));
            }
            now = next.into_all();
            steps.push(told(&now, &stands));
            now.retain(|&(number, _)| stands.total(number).is_none_or(|total| total < target));
        }
        Ok(Alone::Steps { target, steps, rest: told(&now, &stands), dice: self.in_turn(1)? })
    }

    /// So many dice after the other, without those before, until all are thrown. Dice drawn at random are alike each time.
    fn in_turn(&mut self, number: u32) -> Result<Vec<Throw>, Unsolved> {
        let Thrower { fighter, hand, .. } = self.throwers[0];
        let (mut reserve, mut throws) = (fighter.dice, Vec::<Throw>::new());
        while reserve.total() >= number || throws.is_empty() {
            let dice = match self.throwers[0].thrown(reserve, Need::Exactly(number), &mut self.work)?[..] {
                [(dice, _)] if hand == Hand::Chosen => dice,
                // Which of them are thrown does not matter, only how many are left.
                _ => reserve.dice().take(number as usize).collect(),
            };
            let throw = match (hand, throws.last()) {
                (Hand::Random, Some(first)) => first.clone(),
                _ => self.throw_from(reserve, Need::Exactly(number))?,
            };
            throws.push(throw);
            reserve = reserve - dice;
        }
        Ok(throws)
    }
}
