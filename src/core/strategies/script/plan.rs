//! Plans of scripts, and the numbers that stand for them.
//!
//! Owns what a plan may be, and a table in which equal plans have equal numbers. The numbers depend on the order in
//! which plans are met, so nothing may depend on them but which plan is meant.

use super::faults::describe;
use rhai::Dynamic;
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

/// How many different plans of a strategy keep their numbers, integers apart.
const MOST_PLANS: usize = 1 << 16;
/// How many elements a plan may have, and how many bytes of text.
const MOST_PARTS: usize = 16;
const MOST_TEXT: usize = 64;
/// How many plans beyond [`MOST_PLANS`] a thread keeps: those of turns under way.
const MOST_UNDER_WAY: usize = 64;

/// A plan, which a decision hands to `reroll`: nothing, a whole number, a text, or a list of whole numbers and texts.
#[derive(Clone, Debug)]
pub struct Plan(Dynamic);

impl Plan {
    /// That no plan was given: `()`.
    pub fn none() -> Plan {
        Plan(Dynamic::UNIT)
    }

    /// The plan that a script returned. Its error is what it is instead, in words.
    pub fn read(value: &Dynamic) -> Result<Plan, String> {
        let is_part = |value: &Dynamic| {
            value.is_int() || value.as_immutable_string_ref().is_ok_and(|text| text.len() <= MOST_TEXT)
        };
        let is_plan = match value.as_array_ref() {
            Ok(array) => array.len() <= MOST_PARTS && array.iter().all(is_part),
            Err(_) => value.is_unit() || is_part(value),
        };
        if !is_plan {
            return Err(format!(
                "the plan {} (a plan is a whole number, a text of at most {MOST_TEXT} bytes, or an array of at most \
                 {MOST_PARTS} of them)",
                describe(value)
            ));
        }
        Ok(Plan(value.clone()))
    }
}

/// The plans of one strategy.
///
/// A whole number of up to 62 bits is its own number. The first [`MOST_PLANS`] others are numbered as they are met.
/// Any more get a number that is never used again, and are known to their thread while their turn is played; which
/// plans these are depends on the order of play, but a plan means the same either way.
#[derive(Debug)]
pub(super) struct Plans {
    known: RwLock<Known>,
    most: usize,
    next: AtomicU64,
    strategy: u64,
}

#[derive(Debug, Default)]
struct Known {
    /// By plans written out, texts in quotes.
    numbers: HashMap<String, u64>,
    plans: Vec<Dynamic>,
}

/// What the two highest bits of a number say.
const WHOLE: u64 = 0;
const NUMBERED: u64 = 1 << 62;
const FOR_NOW: u64 = 2 << 62;
const KINDS: u64 = 3 << 62;

/// Tells the strategies of a process apart.
static STRATEGIES: AtomicU64 = AtomicU64::new(0);

/// Plans under way, each with its strategy and number.
type UnderWay = VecDeque<((u64, u64), Dynamic)>;

thread_local! {
    /// A turn is played to its end by the thread that began it.
    static UNDER_WAY: RefCell<UnderWay> = const { RefCell::new(VecDeque::new()) };
}

impl Default for Plans {
    fn default() -> Plans {
        Plans::with_room(MOST_PLANS)
    }
}

impl Plans {
    /// With room for so many plans.
    fn with_room(most: usize) -> Plans {
        let strategy = STRATEGIES.fetch_add(1, Ordering::Relaxed);
        Plans { known: RwLock::default(), most, next: AtomicU64::new(0), strategy }
    }

    /// The number that stands for a plan, and whether an equal plan will have it again; if not, there was no room for
    /// it, the number is known for the turn that is being played, and an engine must not remember the decision.
    pub(super) fn number(&self, Plan(plan): &Plan) -> (u64, bool) {
        if let Some(number) = plan.as_int().ok().map(|number| number as u64).filter(|number| number & KINDS == WHOLE) {
            return (number, true);
        }
        let written = format!("{plan:?}");
        if let Some(&number) = self.known.read().unwrap_or_else(PoisonError::into_inner).numbers.get(&written) {
            return (number, true);
        }
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have met it in the meantime.
        if let Some(&number) = known.numbers.get(&written) {
            return (number, true);
        }
        if known.plans.len() < self.most {
            let number = NUMBERED | known.plans.len() as u64;
            known.plans.push(plan.clone());
            known.numbers.insert(written, number);
            return (number, true);
        }
        drop(known);
        (self.for_now(plan), false)
    }

    fn for_now(&self, plan: &Dynamic) -> u64 {
        let number = FOR_NOW | (self.next.fetch_add(1, Ordering::Relaxed) & !KINDS);
        UNDER_WAY.with_borrow_mut(|under_way| {
            if under_way.len() >= MOST_UNDER_WAY {
                under_way.pop_front();
            }
            under_way.push_back(((self.strategy, number), plan.clone()));
        });
        number
    }

    /// The plan that a number stands for; `None` if this strategy made none with it.
    pub(super) fn plan(&self, number: u64) -> Option<Dynamic> {
        match number & KINDS {
            WHOLE => Some((number as i64).into()),
            NUMBERED => {
                let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
                known.plans.get((number & !KINDS) as usize).cloned()
            }
            _ => UNDER_WAY.with_borrow(|under_way| {
                let found = under_way.iter().rev().find(|(key, _)| *key == (self.strategy, number));
                found.map(|(_, plan)| plan.clone())
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(value: impl Into<Dynamic>) -> Plan {
        Plan::read(&value.into()).unwrap()
    }

    fn list(parts: &[i64]) -> Plan {
        plan(Dynamic::from_array(parts.iter().map(|&part| part.into()).collect()))
    }

    #[test]
    fn a_number_stands_for_its_plan() {
        let plans = Plans::with_room(3);
        let whole = [0i64, 7, -1, i64::MAX].map(plan);
        let made: Vec<Plan> =
            [Plan::none()].into_iter().chain(whole).chain([plan("7"), list(&[7]), list(&[])]).collect();
        let numbers: Vec<(u64, bool)> = made.iter().map(|plan| plans.number(plan)).collect();
        for (index, (plan, number)) in made.iter().zip(&numbers).enumerate() {
            assert_eq!(format!("{:?}", plans.plan(number.0).unwrap()), format!("{:?}", plan.0));
            assert!(numbers[..index].iter().all(|other| other.0 != number.0), "{plan:?}");
        }
        let kept = numbers.iter().filter(|(_, is_kept)| *is_kept).count();
        assert_eq!(kept, 2 + 3, "two numbers, and three others for which there is room");
        assert_eq!(plans.number(&Plan::none()), numbers[0], "an equal plan has an equal number");
        assert!(Plans::default().plan(numbers[7].0).is_none(), "numbers are a strategy's own");
    }

    #[test]
    fn plans_without_room_are_known_while_their_turn_is_played() {
        let plans = Plans::with_room(0);
        let (first, is_kept) = plans.number(&list(&[1]));
        assert!(!is_kept, "there is no room");
        for other in 0..MOST_UNDER_WAY as i64 - 1 {
            plans.number(&list(&[other]));
            assert_eq!(plans.plan(first).map(|plan| plan.to_string()), Some("[1]".to_owned()));
        }
        plans.number(&list(&[2]));
        assert!(plans.plan(first).is_none());
    }

    #[test]
    fn what_is_no_plan_is_refused() {
        let long: Dynamic = "x".repeat(MOST_TEXT + 1).into();
        let many = Dynamic::from_array(vec![1i64.into(); MOST_PARTS + 1]);
        let nested = Dynamic::from_array(vec![Dynamic::from_array(vec![])]);
        for value in [1.5.into(), true.into(), long, many, nested] {
            assert!(Plan::read(&value).unwrap_err().contains("a plan is"), "{value}");
        }
        let most = Dynamic::from_array(vec!["x".repeat(MOST_TEXT).into(); MOST_PARTS]);
        for value in [Dynamic::UNIT, 3i64.into(), "chase".into(), most] {
            assert_eq!(Plan::read(&value).unwrap().0.to_string(), value.to_string());
        }
    }
}
