//! Reroll rules as tables: what comes of them, and the best one.
//!
//! Owns the [`RerollPolicy`], rolls that lead to a given result with their exact conditional chances, policies that many
//! threads share, the solution for any terminal value, and its ties: an option ties with the best when its value is
//! at least the best less 10⁻¹² of its size ([`tie_floor`]). Among ties the first in this order is taken: stopping;
//! keeping more dice; the kept dice whose sorted faces, lowest first, come first; the lowest dice rerolled.

use super::{Masses, Outcome, PerPlace, PerThrow, WAYS, scores};
use crate::exact::cache::{Cache, Key};
use crate::exact::policy::weighted;
use crate::exact::tie_floor;
use crate::games::pot::{Combo, Combos, DiceSet, Reroll, Rerolled, Roll, THROWS, Throw, TurnResult, obligatory};
use std::sync::Arc;

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
pub struct Values {
    combos: Combos,
    /// By how dice were rerolled.
    of: [PerThrow; 3],
}

impl Values {
    /// What these final dice are worth, rerolled so, in a game with these combos.
    pub fn new(combos: Combos, value: impl Fn(Throw, Rerolled) -> f64) -> Values {
        let of = WAYS.map(|rerolled| {
            let mut values = [0.0; THROWS];
            Throw::all().for_each(|throw| values[throw.index()] = value(throw, rerolled));
            values
        });
        Values { combos, of }
    }

    /// What these results are worth; the obligatory reroll of 1 2 3 counts with its expected value.
    pub fn of_results(combos: Combos, value: impl Fn(TurnResult) -> f64) -> Values {
        Values::new(combos, |throw, rerolled| {
            let combo = throw.combo(combos);
            scores(combo, throw).map(|(score, share)| share * value(TurnResult { combo, score, rerolled })).sum()
        })
    }

    /// What each set of dice is worth that can be rerolled of these, none of them included, if the turn goes on as well as it can;
    /// in the order of [`DiceSet::all_sets`].
    pub fn of_rerolls(&self, purse: Purse, roll: &Roll) -> [f64; 8] {
        let [never, free, paid] = &self.of;
        let (stop, after) = match (roll.next, purse) {
            (Reroll::Free, Purse::Coins) => (never, best_rerolls(self.combos, free, paid).1),
            (Reroll::Free, Purse::Empty) => (never, *free),
            (Reroll::Paid, _) => (free, *paid),
        };
        let means = PerPlace::means(&after);
        DiceSet::all_sets().map(|set| match set.is_empty() {
            true => stop[roll.shown.index()],
            false => means.get(roll.shown, set),
        })
    }

    /// What a turn is worth that never rerolls.
    pub fn standing(&self) -> f64 {
        PerPlace::means(&self.of[0]).get(Throw::POT, DiceSet::ALL)
    }
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

    /// The plan of a rule in a game with these combos, asked once of every roll that it may have to decide.
    ///
    /// # Errors
    /// The first failure of the rule, the paid reroll before the free one and throws in their order.
    pub fn of_rule<E>(
        combos: Combos,
        purse: Purse,
        mut rule: impl FnMut(&Roll) -> Result<DiceSet, E>,
    ) -> Result<RerollPolicy, E> {
        let mut plan = RerollPolicy::empty(purse);
        for next in [Reroll::Free, Reroll::Paid].into_iter().take(plan.rerolls).rev() {
            for shown in Throw::all().filter(|throw| !throw.ends_turn(combos)) {
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

    /// Whether another plan rerolls the same of every throw.
    pub fn rerolls_like(&self, other: &RerollPolicy) -> bool {
        self.sets == other.sets
    }

    /// The stages of a turn in order: how dice were rerolled before, and what is rerolled then.
    pub(super) fn stages(&self) -> impl DoubleEndedIterator<Item = (Rerolled, &PerThrowSet)> {
        WAYS.into_iter().zip(&self.sets).take(self.rerolls + 1)
    }

    /// The exact distribution of the results.
    pub fn outcome(&self, combos: Combos) -> Outcome {
        let mut masses = Masses::new(combos);
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
        let mut best = values.of[plan.rerolls];
        for stage in (0..plan.rerolls).rev() {
            (plan.sets[stage], best) = best_rerolls(values.combos, &values.of[stage], &best);
        }
        Optimum { value: PerPlace::means(&best).get(Throw::POT, DiceSet::ALL), plan }
    }
}

/// For every throw the best dice to reroll, and what it is worth then: stopping is worth `stop`, and each throw after
/// the reroll what `after` says.
fn best_rerolls(combos: Combos, stop: &PerThrow, after: &PerThrow) -> (PerThrowSet, PerThrow) {
    let means = PerPlace::means(after);
    let (mut sets, mut best) = ([DiceSet::NONE; THROWS], *stop);
    for throw in Throw::all().filter(|throw| !throw.ends_turn(combos)) {
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
pub(super) fn order_of_ties(throw: Throw, set: DiceSet) -> (u32, [u8; 3], u8) {
    let mut kept = [u8::MAX; 3];
    for (place, die) in set.others().dice().enumerate() {
        kept[place] = throw.faces()[die];
    }
    kept.sort_unstable();
    (set.len(), kept, set.bits())
}

/// Bytes for all plans.
const ROOM: usize = 32 << 20;

/// Best plans by number, each solved when it is first asked for, within 32 MB. What a number means is for the owner:
/// it must decide the values.
pub struct Solutions(Cache<Optimum>);

impl Default for Solutions {
    fn default() -> Solutions {
        Solutions(Cache::new(ROOM))
    }
}

impl Solutions {
    /// The best plan under `number` for a purse, for the values that `values` makes of it.
    pub fn optimum(&self, number: u64, purse: Purse, values: impl FnOnce() -> Values) -> Arc<Optimum> {
        let key = Key(number, purse as u64);
        self.0.get(key, size_of::<Optimum>(), || Optimum::of(&values(), purse))
    }
}

/// The rolls of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// What the dice showed after each roll, with the dice that were rerolled of it, none of the last.
    pub rolls: Vec<(Throw, DiceSet)>,
    /// What they showed after the obligatory reroll of 1 2 3.
    pub obligatory: Option<Throw>,
}

/// All the ways in which a plan can come to one result.
pub struct Paths<'p> {
    plan: &'p RerollPolicy,
    result: TurnResult,
    /// By stage of the turn: the chance of the result from each throw.
    chances: Vec<PerThrow>,
}

impl RerollPolicy {
    /// The ways to a result; `None` if the plan never has it.
    pub fn paths(&self, combos: Combos, result: TurnResult) -> Option<Paths<'_>> {
        let mut chances: Vec<PerThrow> = Vec::new();
        for (rerolled, sets) in self.stages().rev() {
            let later = chances.last().map(PerPlace::means);
            let mut here = [0.0; THROWS];
            for throw in Throw::all() {
                let set = sets[throw.index()];
                here[throw.index()] = match &later {
                    Some(later) if !set.is_empty() => later.get(throw, set),
                    _ if rerolled == result.rerolled => chance_of(result, throw, combos),
                    _ => 0.0,
                };
            }
            chances.push(here);
        }
        chances.reverse();
        let possible = chances.first().is_some_and(|first| first.iter().any(|&chance| chance > 0.0));
        possible.then_some(Paths { plan: self, result, chances })
    }
}

/// The chance that final dice come to the combo and score of a result.
fn chance_of(result: TurnResult, throw: Throw, combos: Combos) -> f64 {
    let combo = throw.combo(combos);
    let scored = scores(combo, throw).find(|(score, _)| *score == result.score);
    scored.filter(|_| combo == result.combo).map_or(0.0, |(_, share)| share)
}

impl Paths<'_> {
    /// One of them, with the chance it has among them; `words` are random.
    pub fn draw(&self, mut words: impl FnMut() -> u64) -> Path {
        let mut rolls: Vec<(Throw, DiceSet)> = Vec::new();
        for (chances, (_, sets)) in self.chances.iter().zip(self.plan.stages()) {
            let open = rolls.last().map_or((Throw::POT, DiceSet::ALL), |&roll| roll);
            let shown = pick(open, |throw| chances[throw.index()], words());
            let rerolled = sets[shown.index()];
            rolls.push((shown, rerolled));
            if rerolled.is_empty() {
                break;
            }
        }
        let shown = rolls.last().map_or(Throw::POT, |&(shown, _)| shown);
        let scored = |throw: Throw| f64::from(u8::from(throw.sum() == self.result.score));
        let obligatory =
            (self.result.combo == Combo::Run123).then(|| pick((shown, obligatory(shown)), scored, words()));
        Path { rolls, obligatory }
    }
}

/// One of the throws that dice can become when some are thrown again, as likely as its weight says.
fn pick((from, open): (Throw, DiceSet), weight: impl Fn(Throw) -> f64, word: u64) -> Throw {
    let agrees = |throw: &Throw| throw.with(open, from) == from;
    let all: Vec<(Throw, f64)> = Throw::all().filter(agrees).map(|throw| (throw, weight(throw))).collect();
    weighted(&all, word).unwrap_or(from)
}
