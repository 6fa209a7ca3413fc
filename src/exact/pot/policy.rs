//! Reroll rules as tables: what comes of them, and the best one.
//!
//! Owns the [`RerollPolicy`], the solution for any terminal value, and its ties: an option ties with the best when its value is
//! at least the best less 10⁻¹² of its size ([`tie_floor`]). Among ties the first in this order is taken: stopping;
//! keeping more dice; the kept dice whose sorted faces, lowest first, come first; the lowest dice rerolled.

use super::outcome::{Masses, Outcome, WAYS, scores};
use super::places::{PerPlace, PerThrow};
use crate::exact::tie_floor;
use crate::games::pot::{DiceSet, Reroll, Rerolled, Roll, THROWS, Throw, TurnResult, Zero};

/// Whether the player has a coin as the turn begins, and so may pay for the last reroll (P04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purse {
    /// It has none.
    Empty,
    /// It has one, or more.
    Coins,
}

/// What a turn is worth by how it ends: by the dice that are final, those of 1 2 3 before its obligatory reroll, and
/// how they were rerolled.
#[derive(Clone, Debug, PartialEq)]
pub struct Values([PerThrow; 3]);

impl Values {
    /// What these final dice are worth, rerolled so.
    pub fn new(value: impl Fn(Throw, Rerolled) -> f64) -> Values {
        Values(WAYS.map(|rerolled| {
            let mut values = [0.0; THROWS];
            Throw::all().for_each(|throw| values[throw.index()] = value(throw, rerolled));
            values
        }))
    }

    /// What these results are worth; the obligatory reroll of 1 2 3 counts with its expected value.
    pub fn of_results(zero: Zero, value: impl Fn(TurnResult) -> f64) -> Values {
        Values::new(|throw, rerolled| {
            let combo = throw.combo(zero);
            scores(combo, throw).map(|(score, share)| share * value(TurnResult { combo, score, rerolled })).sum()
        })
    }

    /// What a turn is worth that never rerolls.
    pub fn standing(&self) -> f64 {
        PerPlace::means(&self.0[0]).get(Throw::POT, DiceSet::ALL)
    }
}

/// Whether a throw ends the turn whatever the player wants (P05, P06).
#[inline]
pub(super) fn ends_turn(throw: Throw) -> bool {
    throw == Throw::ONES || throw == Throw::POT
}

/// The dice to reroll of every throw.
type PerThrowSet = [DiceSet; THROWS];

/// A reroll rule for a turn: for every throw the dice that are rerolled, none to stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RerollPolicy {
    /// The rerolls that there are: one, or with a coin two.
    rerolls: usize,
    /// By how often dice were rerolled before; none where there is no further reroll.
    sets: [PerThrowSet; WAYS.len()],
}

impl RerollPolicy {
    fn empty(purse: Purse) -> RerollPolicy {
        RerollPolicy { rerolls: 1 + purse as usize, sets: [[DiceSet::NONE; THROWS]; WAYS.len()] }
    }

    /// The plan of a rule, asked once of every roll that it may have to decide.
    ///
    /// # Errors
    /// The first failure of the rule, the paid reroll before the free one and throws in their order.
    pub fn of_rule<E>(purse: Purse, mut rule: impl FnMut(&Roll) -> Result<DiceSet, E>) -> Result<RerollPolicy, E> {
        let mut plan = RerollPolicy::empty(purse);
        for next in [Reroll::Free, Reroll::Paid].into_iter().take(plan.rerolls).rev() {
            for shown in Throw::all().filter(|&throw| !ends_turn(throw)) {
                plan.sets[next as usize][shown.index()] = rule(&Roll { shown, next })?;
            }
        }
        Ok(plan)
    }

    /// What the plan rerolls; nothing where it has no answer.
    #[inline]
    pub fn reroll(&self, roll: &Roll) -> DiceSet {
        self.sets[roll.next as usize][roll.shown.index()]
    }

    /// The stages of a turn in order: how dice were rerolled before, and what is rerolled then.
    pub(super) fn stages(&self) -> impl DoubleEndedIterator<Item = (Rerolled, &PerThrowSet)> {
        WAYS.into_iter().zip(&self.sets).take(self.rerolls + 1)
    }

    /// The exact distribution of the results.
    pub fn outcome(&self, zero: Zero) -> Outcome {
        let mut masses = Masses::new(zero);
        let mut thrown = [1.0 / THROWS as f64; THROWS];
        for (rerolled, sets) in self.stages() {
            let mut kept = PerPlace::nothing();
            for throw in Throw::all() {
                let (mass, set) = (thrown[throw.index()], sets[throw.index()]);
                if set.is_empty() {
                    masses.add(throw, rerolled, mass);
                } else {
                    kept.add(throw, set, mass);
                }
            }
            thrown = kept.thrown();
        }
        masses.outcome()
    }
}

/// The best plan for some terminal values.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimum {
    /// The expected value.
    pub value: f64,
    /// The plan that has it.
    pub plan: RerollPolicy,
}

impl Optimum {
    /// Solves a turn for these values, by backward induction.
    pub fn of(values: &Values, purse: Purse) -> Optimum {
        let mut plan = RerollPolicy::empty(purse);
        let mut best = values.0[plan.rerolls];
        for stage in (0..plan.rerolls).rev() {
            (plan.sets[stage], best) = best_rerolls(&values.0[stage], &best);
        }
        Optimum { value: PerPlace::means(&best).get(Throw::POT, DiceSet::ALL), plan }
    }
}

/// For every throw the best dice to reroll, and what it is worth then: stopping is worth `stop`, and each throw after
/// the reroll what `after` says.
fn best_rerolls(stop: &PerThrow, after: &PerThrow) -> (PerThrowSet, PerThrow) {
    let means = PerPlace::means(after);
    let (mut sets, mut best) = ([DiceSet::NONE; THROWS], *stop);
    for throw in Throw::all().filter(|&throw| !ends_turn(throw)) {
        let worth =
            DiceSet::all_sets().map(|set| if set.is_empty() { stop[throw.index()] } else { means.get(throw, set) });
        let most = worth.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let floor = tie_floor(most);
        let ties = DiceSet::all_sets().into_iter().zip(worth).filter(|(_, worth)| *worth >= floor);
        if let Some((set, _)) = ties.min_by_key(|(set, _)| order_of_ties(throw, *set)) {
            (sets[throw.index()], best[throw.index()]) = (set, most);
        }
    }
    (sets, best)
}

/// Fewer dice rerolled first, then the lowest faces kept, then the lowest dice.
fn order_of_ties(throw: Throw, set: DiceSet) -> (u32, [u8; 3], u8) {
    let mut kept = [u8::MAX; 3];
    for (place, die) in set.others().dice().enumerate() {
        kept[place] = throw.faces()[die];
    }
    kept.sort_unstable();
    (set.len(), kept, set.bits())
}
