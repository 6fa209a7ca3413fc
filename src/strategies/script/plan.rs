//! Plans of scripts, and the numbers that stand for them.
//!
//! Owns what a plan may be, and a table in which equal plans have equal numbers. The numbers depend on the order in
//! which plans are met, so nothing may depend on them but which plan is meant.

use super::program::describe;
use rhai::Dynamic;
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

/// How many different plans of a strategy keep their numbers, integers apart.
pub const MOST_PLANS: usize = 1 << 16;
/// How many elements a plan may have, and how many bytes of text.
const MOST_PARTS: usize = 16;
const MOST_TEXT: usize = 64;
/// How many plans beyond [`MOST_PLANS`] a thread keeps: those of turns under way.
const MOST_UNDER_WAY: usize = 64;

/// A plan: what `commit` hands to `reroll`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Plan {
    /// None was given: `()`.
    None,
    /// A whole number.
    Whole(i64),
    /// A text.
    Text(String),
    /// Whole numbers and texts.
    List(Vec<Part>),
}

/// An element of a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A whole number.
    Whole(i64),
    /// A text.
    Text(String),
}

impl Plan {
    /// The plan that a script returned.
    ///
    /// # Errors
    /// What it is instead, in words.
    pub fn read(value: &Dynamic) -> Result<Plan, String> {
        if value.is_unit() {
            return Ok(Plan::None);
        }
        if let Ok(array) = value.as_array_ref() {
            let parts: Option<Vec<Part>> = array.iter().map(Part::read).collect();
            let parts = parts.filter(|parts| parts.len() <= MOST_PARTS);
            return parts.map(Plan::List).ok_or_else(|| refused(value));
        }
        match Part::read(value) {
            Some(Part::Whole(number)) => Ok(Plan::Whole(number)),
            Some(Part::Text(text)) => Ok(Plan::Text(text)),
            None => Err(refused(value)),
        }
    }

    /// The plan as a script gets it back.
    pub fn value(&self) -> Dynamic {
        match self {
            Plan::None => Dynamic::UNIT,
            Plan::Whole(number) => (*number).into(),
            Plan::Text(text) => text.clone().into(),
            Plan::List(parts) => Dynamic::from_array(parts.iter().map(Part::value).collect()),
        }
    }
}

fn refused(value: &Dynamic) -> String {
    format!(
        "the plan {} (a plan is a whole number, a text of at most {MOST_TEXT} bytes, or an array of at most \
         {MOST_PARTS} of them)",
        describe(value)
    )
}

impl Part {
    fn read(value: &Dynamic) -> Option<Part> {
        if let Ok(number) = value.as_int() {
            return Some(Part::Whole(number));
        }
        let text = value.as_immutable_string_ref().ok()?;
        (text.len() <= MOST_TEXT).then(|| Part::Text(text.to_string()))
    }

    fn value(&self) -> Dynamic {
        match self {
            Part::Whole(number) => (*number).into(),
            Part::Text(text) => text.clone().into(),
        }
    }
}

/// The number of a plan, and for how long it has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanNumber {
    /// For good: whenever the strategy makes an equal plan, it has this number.
    Kept(u64),
    /// For the turn that is being played: there was no room for it. An engine must not remember the decision.
    ForNow(u64),
}

/// The plans of one strategy.
///
/// A whole number of up to 62 bits is its own number. The first [`MOST_PLANS`] others are numbered as they are met.
/// Any more get a number that is never used again, and are known to their thread while their turn is played; which
/// plans these are depends on the order of play, but a plan means the same either way.
#[derive(Debug)]
pub struct Plans {
    known: RwLock<Known>,
    most: usize,
    next: AtomicU64,
    strategy: u64,
}

#[derive(Debug, Default)]
struct Known {
    numbers: HashMap<Plan, u64>,
    plans: Vec<Plan>,
}

/// What the two highest bits of a number say.
const WHOLE: u64 = 0;
const NUMBERED: u64 = 1 << 62;
const FOR_NOW: u64 = 2 << 62;
const KINDS: u64 = 3 << 62;

/// Tells the strategies of a process apart.
static STRATEGIES: AtomicU64 = AtomicU64::new(0);

/// Plans under way, each with its strategy and number.
type UnderWay = VecDeque<((u64, u64), Plan)>;

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
    pub fn with_room(most: usize) -> Plans {
        let strategy = STRATEGIES.fetch_add(1, Ordering::Relaxed);
        Plans { known: RwLock::default(), most, next: AtomicU64::new(0), strategy }
    }

    /// The number that stands for a plan.
    pub fn number(&self, plan: Plan) -> PlanNumber {
        if let Plan::Whole(number) = plan
            && number as u64 & KINDS == WHOLE
        {
            return PlanNumber::Kept(number as u64);
        }
        if let Some(&number) = self.known.read().unwrap_or_else(PoisonError::into_inner).numbers.get(&plan) {
            return PlanNumber::Kept(number);
        }
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have met it in the meantime.
        if let Some(&number) = known.numbers.get(&plan) {
            return PlanNumber::Kept(number);
        }
        if known.plans.len() < self.most {
            let number = NUMBERED | known.plans.len() as u64;
            known.plans.push(plan.clone());
            known.numbers.insert(plan, number);
            return PlanNumber::Kept(number);
        }
        drop(known);
        PlanNumber::ForNow(self.for_now(plan))
    }

    fn for_now(&self, plan: Plan) -> u64 {
        let number = FOR_NOW | (self.next.fetch_add(1, Ordering::Relaxed) & !KINDS);
        UNDER_WAY.with_borrow_mut(|under_way| {
            if under_way.len() >= MOST_UNDER_WAY {
                under_way.pop_front();
            }
            under_way.push_back(((self.strategy, number), plan));
        });
        number
    }

    /// The plan that a number stands for; `None` if this strategy made none with it.
    pub fn plan(&self, number: u64) -> Option<Plan> {
        match number & KINDS {
            WHOLE => Some(Plan::Whole(number as i64)),
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

    fn list(parts: &[i64]) -> Plan {
        Plan::List(parts.iter().map(|&part| Part::Whole(part)).collect())
    }

    #[test]
    fn a_number_stands_for_its_plan() {
        let plans = Plans::with_room(3);
        let made = [
            Plan::None,
            Plan::Whole(0),
            Plan::Whole(7),
            Plan::Whole(-1),
            Plan::Whole(i64::MAX),
            Plan::Text("7".into()),
            list(&[7]),
            list(&[]),
        ];
        let numbers: Vec<PlanNumber> = made.iter().map(|plan| plans.number(plan.clone())).collect();
        let raw = |number: &PlanNumber| match number {
            PlanNumber::Kept(number) | PlanNumber::ForNow(number) => *number,
        };
        for (index, (plan, number)) in made.iter().zip(&numbers).enumerate() {
            assert_eq!(plans.plan(raw(number)).as_ref(), Some(plan));
            assert!(numbers[..index].iter().all(|other| raw(other) != raw(number)), "{plan:?}");
        }
        let kept = numbers.iter().filter(|number| matches!(number, PlanNumber::Kept(_))).count();
        assert_eq!(kept, 2 + 3, "two numbers, and three others for which there is room");
        assert_eq!(plans.number(Plan::None), numbers[0], "an equal plan has an equal number");
        assert_eq!(Plans::default().plan(raw(numbers.last().unwrap())), None, "numbers are a strategy's own");
    }

    #[test]
    fn plans_without_room_are_known_while_their_turn_is_played() {
        let plans = Plans::with_room(0);
        let PlanNumber::ForNow(first) = plans.number(list(&[1])) else { panic!("there is no room") };
        for other in 0..MOST_UNDER_WAY as i64 - 1 {
            plans.number(list(&[other]));
            assert_eq!(plans.plan(first), Some(list(&[1])));
        }
        plans.number(list(&[2]));
        assert_eq!(plans.plan(first), None);
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
            assert_eq!(Plan::read(&value).unwrap().value().to_string(), value.to_string());
        }
    }
}
