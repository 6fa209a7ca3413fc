//! Throws compared: who has the highest total, and ties (B16).
//!
//! Owns [`Ring`], what all parts of a solution share. What one throw comes to is for `throws`.

use super::super::Battle;
use super::super::dice::{Kinds, Powers};
use super::super::duel::{Contest, Hand, MOST_REPEATS, Need};
use super::super::rules::MAX_SEATS;
use super::sums::{Sum, Work};
use super::throws::{Extras, Fall, InOrder, Thrower};
use super::{Counts, DUST, End, Shown, Situation, Unsolved};
use std::collections::HashMap;
use std::rc::Rc;

/// The dice of each fighter somewhere, by position.
pub(super) type Dice = [Kinds; MAX_SEATS];
/// The fighters whose bits are set.
pub(super) type Members = u8;

/// How a comparison came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Lead {
    /// The throw is decided.
    End(End),
    /// These have the highest total together.
    Tie(Members),
}

/// How throws came out: who leads, the points that showed, and the dice in the throw zones as far as they still matter.
pub(super) type Outcome = (Lead, Shown, Dice);
/// How a throw ended, ties and all.
pub(super) type Settled = (End, Shown, Dice);

/// Which throw zones still matter after a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zones {
    /// Those of players who tie.
    Tied,
    /// All.
    All,
}

/// What one player's throw can come to, with the chances.
pub(super) type Falls = Vec<(Fall, f64)>;

/// The players of a duel that is solved.
pub(super) struct Ring<'s> {
    pub(super) throwers: Vec<Thrower<'s>>,
    pub(super) work: Work,
    pub(super) counts: Counts,
    falls: HashMap<(usize, Kinds, Kinds), Rc<Falls>>,
}

/// What is known of falls with the same total: points that show, dice, chance.
type Rung = Vec<((u16, Kinds), f64)>;

/// Falls by total.
struct Ladder {
    rungs: Vec<(u32, Rung)>,
    /// The chance of no dice.
    nothing: f64,
}

impl Ladder {
    fn new(falls: &[(Fall, f64)]) -> Ladder {
        let (mut by_total, mut nothing) = (HashMap::<u32, Sum<(u16, Kinds)>>::new(), 0.0);
        for (fall, chance) in falls {
            match fall.total {
                Some(total) => by_total.entry(total).or_default().add((fall.shown, fall.zone), *chance),
                None => nothing += chance,
            }
        }
        let mut rungs: Vec<(u32, Rung)> = by_total.into_iter().map(|(total, sum)| (total, sum.into_all())).collect();
        rungs.sort_by_key(|(total, _)| *total);
        Ladder { rungs, nothing }
    }

    /// The falls of no dice, which have no total.
    fn without_total(&self) -> Sum<(u16, Kinds)> {
        match self.nothing {
            chance if chance > 0.0 => Sum::of_chance((0, Kinds::EMPTY), chance),
            _ => Sum::default(),
        }
    }

    fn at(&self, total: u32) -> &[((u16, Kinds), f64)] {
        let found = self.rungs.binary_search_by_key(&total, |(total, _)| *total);
        found.map_or(&[], |place| &self.rungs[place].1)
    }
}

/// The same without the dice.
fn without_dice(rung: &[((u16, Kinds), f64)]) -> Rung {
    let mut sum = Sum::default();
    rung.iter().for_each(|&((shown, _), chance)| sum.add((shown, Kinds::EMPTY), chance));
    sum.into_all()
}

impl<'s> Ring<'s> {
    pub(super) fn new(game: &'s Battle, situation: &'s Situation, counts: Counts, work: Work) -> Ring<'s> {
        let Situation { contest, hand, .. } = *situation;
        let in_order = match (hand, contest) {
            // Step by step the die that is wanted most comes first.
            (Hand::Random, _) | (_, Contest::FirstTo15 | Contest::RussianRoulette) => InOrder::Never,
            (Hand::Chosen, Contest::ByPoints(_)) => InOrder::Always,
            (Hand::Chosen, _) => InOrder::SomeLeft,
        };
        let thrower =
            |fighter| Thrower { game, fighter, hand, in_order, barred: Powers::NONE, extras: Extras::Multiplied };
        Ring { throwers: situation.fighters.iter().map(thrower).collect(), work, counts, falls: HashMap::new() }
    }

    /// The same, but extras are treated like this, and ways with a face of the powers `barred` are left out.
    pub(super) fn with(mut self, extras: Extras, barred: Powers) -> Ring<'s> {
        self.throwers.iter_mut().for_each(|thrower| (thrower.extras, thrower.barred) = (extras, barred));
        self
    }

    /// All dice of everybody.
    pub(super) fn packs(&self) -> Dice {
        let mut dice = Dice::default();
        dice.iter_mut().zip(&self.throwers).for_each(|(dice, thrower)| *dice = thrower.fighter.dice);
        dice
    }

    /// A throw of everybody, and its ties.
    pub(super) fn one_throw(&mut self, need: Need) -> Result<Sum<(End, Shown)>, Unsolved> {
        let packs = self.packs();
        let settled = self.throw(&packs, need, Zones::Tied)?;
        let mut ends = Sum::default();
        settled.all().iter().for_each(|&((end, shown, _), chance)| ends.add((end, shown), chance));
        Ok(ends)
    }

    /// The same from these reserves.
    pub(super) fn throw(&mut self, reserves: &Dice, need: Need, zones: Zones) -> Result<Sum<Settled>, Unsolved> {
        let mut thrown = Vec::new();
        for (at, &reserve) in reserves.iter().enumerate().take(self.throwers.len()) {
            thrown.push((at, self.falls_of(at, reserve, need)?));
        }
        let outcomes = self.compare(&thrown, zones)?;
        self.settle(outcomes, reserves, zones)
    }

    /// The outcomes of a fighter's throw from this reserve.
    pub(super) fn falls_of(&mut self, at: usize, reserve: Kinds, need: Need) -> Result<Falls, Unsolved> {
        let mut falls = Sum::default();
        for (zone, chance) in self.throwers[at].thrown(reserve, need, &mut self.work)? {
            let of = self.falls(at, zone, reserve - zone)?;
            of.iter().for_each(|&(fall, share)| falls.add(fall, chance * share));
        }
        Ok(falls.into_all())
    }

    /// What a fighter's throw of these dice comes to, with these in the reserve.
    pub(super) fn falls(&mut self, at: usize, zone: Kinds, reserve: Kinds) -> Result<Rc<Falls>, Unsolved> {
        if let Some(falls) = self.falls.get(&(at, zone, reserve)) {
            return Ok(Rc::clone(falls));
        }
        let mut falls = self.throwers[at].falls(zone, reserve, &mut self.work)?;
        if self.counts.of(at) == Counts::Wins {
            let mut sum = Sum::default();
            falls.into_iter().for_each(|(fall, chance)| sum.add(Fall { shown: 0, ..fall }, chance));
            falls = sum.into_all();
        }
        let falls = Rc::new(falls);
        self.falls.insert((at, zone, reserve), Rc::clone(&falls));
        Ok(falls)
    }

    /// Who has the highest total of these throws, by position.
    pub(super) fn compare(&mut self, thrown: &[(usize, Falls)], zones: Zones) -> Result<Sum<Outcome>, Unsolved> {
        let ladders: Vec<Ladder> = thrown.iter().map(|(_, falls)| Ladder::new(falls)).collect();
        let mut totals: Vec<u32> =
            ladders.iter().flat_map(|ladder| ladder.rungs.iter().map(|(total, _)| *total)).collect();
        totals.sort_unstable();
        totals.dedup();
        // What each of them has below the total that is looked at.
        let mut below: Vec<Sum<(u16, Kinds)>> = ladders.iter().map(Ladder::without_total).collect();
        let mut outcomes = Sum::default();
        let lost: f64 = ladders.iter().map(|ladder| ladder.nothing).product();
        if lost > 0.0 {
            outcomes.add((Lead::End(End::Lost), Shown::default(), Dice::default()), lost);
        }
        for total in totals {
            let at: Vec<&[((u16, Kinds), f64)]> = ladders.iter().map(|ladder| ladder.at(total)).collect();
            for top in 1_usize..1 << thrown.len() {
                self.lead((thrown, top, zones), &at, &below, &mut outcomes)?;
            }
            for (sum, rung) in below.iter_mut().zip(&at) {
                for &((shown, zone), chance) in *rung {
                    sum.add((shown, if zones == Zones::All { zone } else { Kinds::EMPTY }), chance);
                }
            }
        }
        Ok(outcomes)
    }

    /// Adds that those whose bits are set in `top` have the highest total, `at`, and the others what is below it.
    fn lead(
        &mut self,
        (thrown, top, zones): (&[(usize, Falls)], usize, Zones),
        at: &[&[((u16, Kinds), f64)]],
        below: &[Sum<(u16, Kinds)>],
        into: &mut Sum<Outcome>,
    ) -> Result<(), Unsolved> {
        let (is_top, alone) = (|n: usize| top >> n & 1 == 1, top.is_power_of_two());
        let rung = |n: usize| match (is_top(n), alone && zones == Zones::Tied) {
            (true, true) => without_dice(at[n]),
            (true, false) => at[n].to_vec(),
            (false, _) => below[n].all().to_vec(),
        };
        let parts: Vec<(usize, Rung)> = (0..thrown.len()).map(|n| (thrown[n].0, rung(n))).collect();
        if parts.iter().any(|(_, rung)| rung.is_empty()) {
            return Ok(());
        }
        let members: Members = (0..thrown.len()).filter(|&n| is_top(n)).fold(0, |all, n| all | 1 << thrown[n].0);
        let result = match alone {
            true => Lead::End(End::Won(members.trailing_zeros() as u8)),
            false => Lead::Tie(members),
        };
        self.combine(&parts, (result, Shown::default(), Dice::default()), 1.0, into)
    }

    /// Every way to take one of each part.
    fn combine(
        &mut self,
        parts: &[(usize, Rung)],
        outcome: Outcome,
        chance: f64,
        into: &mut Sum<Outcome>,
    ) -> Result<(), Unsolved> {
        let Some(((at, rung), rest)) = parts.split_first() else {
            self.work.spend(1)?;
            into.add(outcome, chance);
            return Ok(());
        };
        for &((shown, zone), share) in rung {
            let mut outcome = outcome;
            outcome.1[*at] = shown;
            outcome.2[*at] = zone;
            self.combine(rest, outcome, chance * share, into)?;
        }
        Ok(())
    }

    /// Lets those who tie throw again until somebody wins or nobody can (B16); `from` are the dice that each had in the
    /// reserve before the throw.
    pub(super) fn settle(
        &mut self,
        outcomes: Sum<Outcome>,
        from: &Dice,
        zones: Zones,
    ) -> Result<Sum<Settled>, Unsolved> {
        let (mut settled, mut now) = (Sum::default(), outcomes);
        let mut known: HashMap<(Members, Dice), Rc<Sum<Outcome>>> = HashMap::new();
        for repeat in 0.. {
            let mut next: Sum<Outcome> = Sum::default();
            let over = repeat == MOST_REPEATS || now.total() < DUST;
            for &((result, shown, dice), chance) in now.all() {
                let kept = if zones == Zones::All { dice } else { Dice::default() };
                let members = match result {
                    Lead::End(end) => {
                        settled.add((end, shown, kept), chance);
                        continue;
                    }
                    Lead::Tie(_) if over => {
                        settled.add((End::Drawn, shown, kept), chance);
                        continue;
                    }
                    Lead::Tie(members) => members,
                };
                let again = match known.get(&(members, dice)) {
                    Some(again) => Rc::clone(again),
                    None => {
                        let again = Rc::new(self.again(members, &dice, from, zones)?);
                        known.insert((members, dice), Rc::clone(&again));
                        again
                    }
                };
                self.work.spend(again.all().len())?;
                for &((result, more, dice), share) in again.all() {
                    let mut shown = shown;
                    shown.iter_mut().zip(more).for_each(|(all, more)| *all += more);
                    next.add((result, shown, dice), chance * share);
                }
            }
            if next.is_empty() {
                break;
            }
            now = next;
        }
        Ok(settled)
    }

    /// The throw of those who tie; the dice of others lie as they did.
    fn again(&mut self, members: Members, dice: &Dice, from: &Dice, zones: Zones) -> Result<Sum<Outcome>, Unsolved> {
        let mut thrown = Vec::new();
        for at in (0..self.throwers.len()).filter(|at| members >> at & 1 == 1) {
            thrown.push((at, self.falls(at, dice[at], from[at] - dice[at])?.to_vec()));
        }
        let compared = self.compare(&thrown, zones)?;
        if zones == Zones::Tied {
            return Ok(compared);
        }
        let mut outcomes = Sum::default();
        for &((result, shown, mut lie), chance) in compared.all() {
            for at in (0..MAX_SEATS).filter(|at| members >> at & 1 == 0) {
                lie[at] = dice[at];
            }
            outcomes.add((result, shown, lie), chance);
        }
        Ok(outcomes)
    }
}
