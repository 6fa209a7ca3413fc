//! Scripts that price the results of a turn themselves, and get the best rerolls for them.
//!
//! Owns the list of results, what a script may say of each, and the plan that follows. A script says what each result is
//! worth, in its own unit; the backward induction over the dice is done here.

use super::goals::purse;
use super::plans::{For, PlanBook};
use crate::exact::pot::{Optimum, Values};
use crate::games::pot::{Combo, Combos, Rerolled, TurnResult};
use crate::strategies::script::{Evaluated, refuse};
use rhai::{Array, Dynamic, Map};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// A result as players see it: whether the last reroll was paid, the combo, and the score.
type Result = (bool, Combo, u8);

/// Prices turns at a table.
pub(super) struct Pricer {
    combos: Combos,
    /// All results of a turn, those without a paid reroll first.
    results: Vec<Result>,
    plans: PlanBook,
}

fn told(result: TurnResult) -> Result {
    (result.rerolled == Rerolled::Paid, result.combo, result.score)
}

impl Pricer {
    /// Nothing priced yet.
    pub(super) fn new(combos: Combos) -> Pricer {
        Pricer::with(combos, PlanBook::default())
    }

    fn with(combos: Combos, plans: PlanBook) -> Pricer {
        let met = RefCell::new(BTreeSet::new());
        Values::of_results(combos, |result| {
            met.borrow_mut().insert(told(result));
            0.0
        });
        Pricer { combos, results: met.into_inner().into_iter().collect(), plans }
    }

    /// The results of a turn, with a paid reroll or without.
    fn of(&self, pays: bool) -> &[Result] {
        let free = self.results.partition_point(|(paid, ..)| !paid);
        if pays { &self.results } else { &self.results[..free] }
    }

    /// The plans that were made.
    pub(super) fn plans(&self) -> &PlanBook {
        &self.plans
    }

    /// The results as a script sees them, an array each: the combo, the score, and whether the last reroll was paid. Maps would
    /// have more properties together than a script may hold.
    pub(super) fn listed(&self, pays: bool) -> Array {
        let listed = |&(paid, combo, score): &Result| -> Dynamic {
            let parts: Array = vec![combo.name().into(), i64::from(score).into(), paid.into()];
            parts.into()
        };
        self.of(pays).iter().map(listed).collect()
    }

    /// The best rerolls if the results are worth so much, in the order of the list: the number of the plan, and what the turn
    /// is worth with it; and whether the plan is kept, without which the decision must not be remembered.
    pub(super) fn best(&self, pays: bool, worths: &Array, made_for: For) -> Evaluated<(Map, bool)> {
        let results = self.of(pays);
        if worths.len() != results.len() {
            let (has, wants) = (worths.len(), results.len());
            return refuse(format!("best_turn got {has} worths, but a turn has {wants} results: see turn_results"));
        }
        let number = |worth: &Dynamic| worth.as_float().or_else(|_| worth.as_int().map(|whole| whole as f64));
        let mut numbers = Vec::with_capacity(worths.len());
        for (worth, &(_, combo, score)) in worths.iter().zip(results) {
            match number(worth).ok().filter(|worth| worth.is_finite()) {
                Some(worth) => numbers.push(worth),
                None => {
                    let combo = combo.name();
                    return refuse(format!("the worth of '{combo}' with the score {score} is {worth}, not a number"));
                }
            }
        }
        let place = |result| results.binary_search(&told(result)).unwrap_or(0);
        let values = Values::of_results(self.combos, |result| numbers[place(result)]);
        let Optimum { value, plan } = Optimum::of(&values, purse(pays));
        let (plan, is_kept) = self.plans.of_script(plan, made_for);
        let parts: [(&str, Dynamic); 2] = [("plan", (plan as i64).into()), ("value", value.into())];
        Ok((parts.into_iter().map(|(key, value)| (key.into(), value)).collect(), is_kept))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::pot::Purse;
    use crate::games::pot::{Reroll, Roll, Throw};

    #[test]
    fn every_result_is_listed_once() {
        let pricer = Pricer::new(Combos::PUBLISHED);
        let free = pricer.of(false);
        let of = |wanted: Combo| free.iter().filter(|(_, combo, _)| *combo == wanted).count();
        assert_eq!(of(Combo::Run123), 11);
        assert!(Combo::ALL.into_iter().skip(1).filter(|&combo| combo != Combo::Run123).all(|combo| of(combo) == 1));
        assert_eq!(pricer.of(true).len(), 2 * free.len());
    }

    /// The same as the engine finds for the same values.
    #[test]
    fn a_turn_is_worth_what_the_engine_finds() {
        let pricer = Pricer::new(Combos::PUBLISHED);
        let worth = |combo: Combo, score: u8, paid: bool| {
            f64::from(combo.most_coins()) + f64::from(score) / 10.0 - f64::from(u8::from(paid))
        };
        for pays in [false, true] {
            let worths: Array =
                pricer.of(pays).iter().map(|&(paid, combo, score)| worth(combo, score, paid).into()).collect();
            let (found, is_kept) = pricer.best(pays, &worths, For::Turn).unwrap();
            assert!(is_kept);
            let values =
                Values::of_results(Combos::PUBLISHED, |r| worth(r.combo, r.score, r.rerolled == Rerolled::Paid));
            let expected = Optimum::of(&values, if pays { Purse::Coins } else { Purse::Empty });
            assert_eq!(found["value"].as_float(), Ok(expected.value));
            assert_eq!(pricer.plans.keep(expected.plan), Ok(found["plan"].as_int().unwrap() as u64));
        }
    }

    #[test]
    fn what_is_no_worth_is_refused() {
        let pricer = Pricer::new(Combos::PUBLISHED);
        let many = pricer.of(false).len();
        let refused = |worths: Array| pricer.best(false, &worths, For::Turn).unwrap_err().to_string();
        assert!(refused(vec![Dynamic::from(1_i64); many - 1]).contains("see turn_results"));
        let mut worths = vec![Dynamic::from(1_i64); many];
        worths[3] = f64::NAN.into();
        assert!(refused(worths.clone()).contains("not a number"));
        worths[3] = "x".into();
        assert!(refused(worths).contains("not a number"));
    }

    /// A long run failed where a short one did not, because all plans of all its games were counted together.
    #[test]
    fn a_turn_is_priced_however_many_plans_other_games_have_made() {
        let roll = Roll { shown: Throw::new([1, 3, 5]), next: Reroll::Free };
        let (little, ample) = (Pricer::with(Combos::PUBLISHED, PlanBook::with_room(2)), Pricer::new(Combos::PUBLISHED));
        let worths = |pricer: &Pricer, wanted: usize| -> Array {
            pricer.of(false).iter().map(|&(_, combo, _)| i64::from(combo as usize == wanted).into()).collect()
        };
        let mut kept = 0;
        for wanted in 1..Combo::ALL.len() {
            let all = worths(&little, wanted);
            let (found, is_kept) = little.best(false, &all, For::Turn).unwrap();
            let (expected, _) = ample.best(false, &all, For::Turn).unwrap();
            let plan = |map: &Map| map["plan"].as_int().unwrap() as u64;
            assert_eq!(plan(&found), plan(&expected), "numbers say nothing of room");
            assert_eq!(little.plans.find(plan(&found), &roll), ample.plans.find(plan(&expected), &roll));
            kept += usize::from(is_kept);
        }
        assert_eq!(kept, 2);
    }
}
