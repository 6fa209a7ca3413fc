//! Rolls that lead to a given result, with their exact conditional chances.

use super::places::{PerPlace, PerThrow};
use super::policy::RerollPolicy;
use crate::exact::path::weighted;
use crate::games::pot::{Combo, DiceSet, THROWS, Throw, TurnResult, Zero, obligatory};

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
    pub fn paths(&self, zero: Zero, result: TurnResult) -> Option<Paths<'_>> {
        let mut chances: Vec<PerThrow> = Vec::new();
        for (rerolled, sets) in self.stages().rev() {
            let later = chances.last().map(PerPlace::means);
            let mut here = [0.0; THROWS];
            for throw in Throw::all() {
                let set = sets[throw.index()];
                here[throw.index()] = match &later {
                    Some(later) if !set.is_empty() => later.get(throw, set),
                    _ if rerolled == result.rerolled => chance_of(result, throw, zero),
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
fn chance_of(result: TurnResult, throw: Throw, zero: Zero) -> f64 {
    let combo = throw.combo(zero);
    let scored = super::outcome::scores(combo, throw).find(|(score, _)| *score == result.score);
    scored.filter(|_| combo == result.combo).map_or(0.0, |(_, share)| share)
}

impl Paths<'_> {
    /// One of them, with the chance it has among them; `words` are random.
    pub fn draw(&self, mut words: impl FnMut() -> u64) -> Path {
        let mut rolls: Vec<(Throw, DiceSet)> = Vec::new();
        for (chances, (_, sets)) in self.chances.iter().zip(self.plan.stages()) {
            let open = rolls.last().map_or((Throw::POT, DiceSet::ALL), |&roll| roll);
            let shown = pick(open, |throw| chances[throw.index()], words());
            let again = sets[shown.index()];
            rolls.push((shown, again));
            if again.is_empty() {
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
