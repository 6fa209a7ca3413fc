//! What one player's throw comes to, if nobody acts on another die: its total, its victory points, and its dice.
//!
//! Owns which dice are thrown (B05), extras (B08), and multipliers (B10), for one player alone. What a throw comes to
//! beside those of others is for `clash`.

use super::super::Battle;
use super::super::conduct::{Effect, Multiplying};
use super::super::dice::{Kind, Kinds, Powers};
use super::super::duel::{Hand, Need};
use super::super::rules::SIDES;
use super::sums::{Sum, Work};
use super::{Fighter, Unsolved};

/// The chance of a side.
const SIDE: f64 = 1.0 / SIDES as f64;

/// What a throw comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fall {
    /// The points of combat; none without dice (B16).
    pub(super) total: Option<u32>,
    /// The victory points that show.
    pub(super) shown: u16,
    /// The dice that lie in the throw zone.
    pub(super) zone: Kinds,
}

/// A thrown die that a multiplier can be drawn to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Open {
    /// It scores a number.
    Number(u8),
    /// It scores 2 for each die.
    PerDie,
    /// It scores a victory point.
    VictoryPoint,
    /// It scores nothing, but looks as if it were worth this much.
    Bait(u8),
}

impl Open {
    /// How much a multiplier seems to bring on it, where so many dice lie (`tactics`).
    fn gain(self, count: u32) -> u32 {
        match self {
            Open::Number(number) | Open::Bait(number) => number.into(),
            Open::PerDie => 2 * count,
            Open::VictoryPoint => super::super::tactics::worth(super::super::dice::Face::VictoryPoint),
        }
    }

    /// Whether it makes no difference which of the two is multiplied.
    fn is_like(self, other: Open, count: u32) -> bool {
        let scores = |open: Open| matches!(open, Open::Number(_) | Open::PerDie);
        self == other || scores(self) && scores(other) && self.gain(count) == other.gain(count)
    }
}

/// What lies in a throw zone, as far as it matters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Lying {
    /// What numbers score, multiplied as placed.
    pub(super) base: u32,
    /// How often 2 for each die is scored.
    pub(super) per_die: u32,
    /// The victory points that show.
    pub(super) shown: u16,
    /// The factors that lie on nothing, the highest first.
    pub(super) spare: Vec<u8>,
    /// The dice that can be multiplied, in the order in which they landed; each with a number by which the first of equal
    /// ones is known. Equal numbers: the order is not known.
    pub(super) open: Vec<(u32, Open)>,
}

impl Lying {
    /// Another die lands that is no extra.
    pub(super) fn land(&mut self, effect: Effect, order: u32) {
        match effect {
            Effect::Scores(number) => {
                self.base += u32::from(number);
                self.open.push((order, Open::Number(number)));
            }
            Effect::PerDie => {
                self.per_die += 1;
                self.open.push((order, Open::PerDie));
            }
            Effect::VictoryPoint => {
                self.shown += 1;
                self.open.push((order, Open::VictoryPoint));
            }
            Effect::Bait(worth) => self.open.push((order, Open::Bait(worth))),
            Effect::Multiplies { factor, units } => {
                self.spare.extend((0..units).map(|_| factor));
                self.spare.sort_unstable_by_key(|&factor| std::cmp::Reverse(factor));
            }
            Effect::Extra | Effect::Nothing | Effect::Acts => {}
        }
    }

    /// Places the multipliers that lie on nothing (B10), where so many dice lie.
    ///
    /// # Errors
    /// If it depends on an order that is not known.
    pub(super) fn multiply(&mut self, count: u32, multiplying: Multiplying) -> Result<(), Unsolved> {
        if multiplying == Multiplying::VictoryPointsFirst {
            while let (Some(&factor), Some(at)) =
                (self.spare.first(), self.open.iter().position(|(_, open)| *open == Open::VictoryPoint))
            {
                self.place(factor, at);
            }
        }
        while let Some(&factor) = self.spare.first() {
            let most = self.open.iter().map(|(_, open)| open.gain(count)).max().unwrap_or(0);
            if most == 0 {
                break;
            }
            let best = || self.open.iter().enumerate().filter(|(_, (_, open))| open.gain(count) == most);
            let Some((at, &(first, open))) = best().min_by_key(|(_, (order, _))| *order) else { break };
            if best().any(|(_, (order, other))| *order == first && !other.is_like(open, count)) {
                return Err(Unsolved::Order);
            }
            self.place(factor, at);
        }
        Ok(())
    }

    /// Places the highest factor.
    fn place(&mut self, factor: u8, at: usize) {
        let more = u32::from(factor) - 1;
        match self.open.remove(at).1 {
            Open::Number(number) => self.base += u32::from(number) * more,
            Open::PerDie => self.per_die += more,
            Open::VictoryPoint => self.shown += more as u16,
            Open::Bait(_) => {}
        }
        self.spare.remove(0);
    }

    /// The points of combat of so many dice.
    pub(super) fn total(&self, count: u32) -> Option<u32> {
        (count > 0).then_some(self.base + self.per_die * 2 * count)
    }
}

/// When dice that are thrown together lie in the order of their kinds, not in one that is drawn: where they were chosen
/// among more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InOrder {
    /// Never.
    Never,
    /// If some were not chosen.
    SomeLeft,
    /// Always.
    Always,
}

/// What becomes of an extra beside a multiplier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) enum Extras {
    /// It may be multiplied, which is not solved.
    #[default]
    Multiplied,
    /// It is left alone, step by step.
    Left,
}

/// A player of a duel, who throws alone.
#[derive(Clone, Copy)]
pub(super) struct Thrower<'s> {
    pub(super) game: &'s Battle,
    pub(super) fighter: &'s Fighter,
    pub(super) hand: Hand,
    /// When dice lie in the order of their kinds.
    pub(super) in_order: InOrder,
    /// Whether multipliers may be placed on extras.
    pub(super) extras: Extras,
    /// Ways with a face of one of these powers are left out.
    pub(super) barred: Powers,
}

impl Thrower<'_> {
    /// The effects of the sides of a kind, except the barred ones.
    pub(super) fn effects(&self, kind: Kind) -> impl Iterator<Item = Effect> {
        let faces = self.game.rules().die(kind).faces.into_iter().filter(|face| !face.powers().meet(self.barred));
        faces.map(|face| self.fighter.conduct.effect(face))
    }

    /// Whether one of these dice can do something of a sort.
    pub(super) fn can(&self, dice: Kinds, does: impl Fn(Effect) -> bool) -> bool {
        dice.kinds().any(|kind| self.effects(kind).any(&does))
    }

    /// That nothing in these dice acts, and that no extra is multiplied.
    pub(super) fn check(&self, dice: Kinds, has_reserve: bool) -> Result<(), Unsolved> {
        if self.can(dice, |effect| effect == Effect::Acts) {
            return Err(Unsolved::Acts);
        }
        let throws = has_reserve && self.can(dice, |effect| effect == Effect::Extra);
        if throws && self.can(dice, |effect| matches!(effect, Effect::Multiplies { .. })) {
            return Err(Unsolved::Extra);
        }
        Ok(())
    }

    /// That nothing acts when all dice are thrown step by step, and that no extra is multiplied.
    pub(super) fn check_steps(&self) -> Result<(), Unsolved> {
        self.check(self.fighter.dice, self.extras == Extras::Multiplied)
    }

    /// The dice that one more throw from the reserve can be, with their chances; other dice have been thrown already.
    pub(super) fn next_die(&self, there: Kinds, reserve: Kinds) -> Result<Vec<(Kind, f64)>, Unsolved> {
        let total = f64::from(reserve.total());
        match self.hand {
            Hand::Random => Ok(reserve.kinds().map(|kind| (kind, f64::from(reserve.of(kind)) / total)).collect()),
            Hand::Chosen => {
                let dice = self.choose(there, reserve, Need::Exactly(1))?;
                Ok(dice.kinds().map(|kind| (kind, 1.0)).collect())
            }
        }
    }

    /// The dice that are chosen.
    fn choose(&self, there: Kinds, reserve: Kinds, need: Need) -> Result<Kinds, Unsolved> {
        let rules = self.game.rules();
        let fits = |chosen: Kinds, kind: Kind| match need {
            Need::Exactly(number) => chosen.total() < number,
            Need::Cost(limit) => rules.cost_of(chosen) + rules.cost(kind) <= limit,
        };
        let chosen = self.fighter.conduct.choose(&self.game.by_worth, (there, reserve), fits);
        chosen.filter(|dice| !dice.is_empty()).ok_or(Unsolved::Choice)
    }

    /// The dice that are thrown of a reserve (B05), with their chances.
    pub(super) fn thrown(&self, reserve: Kinds, need: Need, work: &mut Work) -> Result<Vec<(Kinds, f64)>, Unsolved> {
        let affordable = |limit: u32, dice: Kinds| -> Kinds {
            dice.dice().filter(|&kind| self.game.rules().cost(kind) <= limit).collect()
        };
        match need {
            Need::Exactly(number) if number >= reserve.total() => Ok(vec![(reserve, 1.0)]),
            Need::Exactly(number) => match self.hand {
                Hand::Chosen => Ok(vec![(self.choose(Kinds::EMPTY, reserve, need)?, 1.0)]),
                Hand::Random => self.drawn(number, work, |thrown| reserve - thrown),
            },
            Need::Cost(limit) if self.hand == Hand::Chosen && !affordable(limit, reserve).is_empty() => {
                Ok(vec![(self.choose(Kinds::EMPTY, reserve, need)?, 1.0)])
            }
            Need::Cost(limit) => {
                let rules = self.game.rules();
                let least = reserve.kinds().map(|kind| rules.cost(kind)).min().unwrap_or(0);
                let most = limit.max(least);
                self.drawn(u32::MAX, work, |thrown| affordable(most - rules.cost_of(thrown), reserve - thrown))
            }
        }
    }

    /// Up to so many dice drawn one by one, each of those that can be drawn after the ones before.
    fn drawn(
        &self,
        number: u32,
        work: &mut Work,
        left: impl Fn(Kinds) -> Kinds,
    ) -> Result<Vec<(Kinds, f64)>, Unsolved> {
        let (mut done, mut now) = (Sum::default(), Sum::of(Kinds::EMPTY));
        while !now.is_empty() {
            let mut next = Sum::default();
            for &(thrown, chance) in now.all() {
                work.spend(1)?;
                let left = left(thrown);
                if left.is_empty() || thrown.total() == number {
                    done.add(thrown, chance);
                    continue;
                }
                let total = f64::from(left.total());
                for kind in left.kinds() {
                    next.add(thrown + Kinds::one(kind), chance * f64::from(left.of(kind)) / total);
                }
            }
            now = next;
        }
        Ok(done.into_all())
    }

    /// What the throw of these dice comes to, with its extras, if these others are in the reserve.
    pub(super) fn falls(&self, zone: Kinds, reserve: Kinds, work: &mut Work) -> Result<Vec<(Fall, f64)>, Unsolved> {
        let has_reserve = !reserve.is_empty();
        let extra = has_reserve && self.can(zone, |effect| effect == Effect::Extra);
        self.check(if extra { zone + reserve } else { zone }, extra)?;
        if self.can(zone, |effect| matches!(effect, Effect::Multiplies { .. })) {
            let in_order = match self.in_order {
                InOrder::Never => false,
                InOrder::SomeLeft => has_reserve,
                InOrder::Always => true,
            };
            self.multiplied(zone, in_order, work)
        } else {
            self.with_extras(zone, reserve, work)
        }
    }

    /// The same where no die is multiplied: die by die, the zone first, then what extras throw (B08).
    fn with_extras(&self, zone: Kinds, reserve: Kinds, work: &mut Work) -> Result<Vec<(Fall, f64)>, Unsolved> {
        // The dice that have landed, what they score, how many points they show, and how many extras have to throw.
        type Landed = (Kinds, (u32, u32, u16), u32);
        let start: Landed = (Kinds::EMPTY, (0, 0, 0), 0);
        let (mut done, mut now) = (Sum::default(), Sum::of(start));
        while !now.is_empty() {
            let mut next = Sum::default();
            for &((there, (base, per_die, shown), extras), chance) in now.all() {
                work.spend(SIDES)?;
                let thrown = there.total();
                let left = if thrown < zone.total() { Kinds::EMPTY } else { zone + reserve - there };
                let dice = match thrown < zone.total() {
                    true => vec![(zone.nth(thrown), 1.0)],
                    false if extras > 0 && !left.is_empty() => self.next_die(there, left)?,
                    false => {
                        let total = (thrown > 0).then_some(base + per_die * 2 * thrown);
                        done.add(Fall { total, shown, zone: there }, chance);
                        continue;
                    }
                };
                let extras = extras - u32::from(thrown >= zone.total());
                for (kind, share) in dice {
                    for effect in self.effects(kind) {
                        let (mut base, mut per_die, mut shown, mut extras) = (base, per_die, shown, extras);
                        match effect {
                            Effect::Scores(number) => base += u32::from(number),
                            Effect::PerDie => per_die += 1,
                            Effect::VictoryPoint => shown += 1,
                            Effect::Extra => extras += 1,
                            _ => {}
                        }
                        let there = there + Kinds::one(kind);
                        next.add((there, (base, per_die, shown), extras), chance * share * SIDE);
                    }
                }
            }
            now = next;
        }
        Ok(done.into_all())
    }

    /// The same where dice can be multiplied, without extras: what other dice show is kept only as far as multipliers can
    /// be drawn to it, their highest numbers.
    fn multiplied(&self, zone: Kinds, in_order: bool, work: &mut Work) -> Result<Vec<(Fall, f64)>, Unsolved> {
        let is_plain = |kind: &Kind| {
            self.effects(*kind).all(|effect| matches!(effect, Effect::Scores(_) | Effect::Nothing | Effect::Extra))
        };
        let (plain, special): (Vec<Kind>, Vec<Kind>) = zone.dice().partition(is_plain);
        let plain_come_first = in_order && plain.last() < special.first();
        let specials = self.special(&special, u32::from(plain_come_first), work)?;
        let most = specials.all().iter().map(|(lying, _)| lying.spare.len()).max().unwrap_or(0);
        let numbers: Vec<Sum<Numbers>> =
            (0..=most).map(|most| self.numbers(&plain, most, work)).collect::<Result<_, _>>()?;
        let mut falls = Sum::default();
        for (special, chance) in specials.all() {
            for ((sum, highest), share) in numbers[special.spare.len()].all() {
                work.spend(1)?;
                let mut lying = special.clone();
                lying.base += sum;
                lying.open.extend(highest.iter().map(|&number| (0, Open::Number(number))));
                lying.multiply(zone.total(), self.fighter.conduct.multiplying)?;
                falls.add(Fall { total: lying.total(zone.total()), shown: lying.shown, zone }, chance * share);
            }
        }
        Ok(falls.into_all())
    }

    /// What these dice show, alike where the order in which they landed does not matter.
    fn special(&self, dice: &[Kind], order: u32, work: &mut Work) -> Result<Sum<Lying>, Unsolved> {
        let mut now = Sum::of(Lying::default());
        for &kind in dice {
            let mut next = Sum::default();
            for (lying, chance) in now.all() {
                work.spend(SIDES)?;
                for effect in self.effects(kind) {
                    let mut lying = lying.clone();
                    lying.land(effect, order);
                    lying.open.sort_unstable();
                    next.add(lying, chance * SIDE);
                }
            }
            now = next;
        }
        Ok(now)
    }

    /// The sum of what these dice show, and the highest numbers among it, so many at the most.
    fn numbers(&self, dice: &[Kind], most: usize, work: &mut Work) -> Result<Sum<Numbers>, Unsolved> {
        let mut now: Sum<Numbers> = Sum::of((0, Vec::new()));
        for &kind in dice {
            let mut next = Sum::default();
            for ((sum, highest), chance) in now.all() {
                work.spend(SIDES)?;
                for effect in self.effects(kind) {
                    let number = if let Effect::Scores(number) = effect { number } else { 0 };
                    let mut highest = highest.clone();
                    let at = highest.partition_point(|&other| other >= number);
                    highest.insert(at, number);
                    highest.truncate(most);
                    next.add((sum + u32::from(number), highest), chance * SIDE);
                }
            }
            now = next;
        }
        Ok(now)
    }
}

/// The sum of numbers, and the highest of them, the highest first.
type Numbers = (u32, Vec<u8>);
