//! Conditions: what must not show.
//!
//! Owns the typed expression of a warning card's condition and its evaluation on face counts. How a
//! condition is written is the business of `condition_text`.

use crate::dice::{Counts, Face, Values};
use std::fmt;

/// When a roll offends the Boss. Face 0 is the Boss, which is not a value (G01): it is never counted
/// by anything but the number of dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// `sum>=k`: the total is at least `k`.
    Sum(u32),
    /// `run>=k`: `k` consecutive values are present.
    Run(u32),
    /// `odd>=k`: at least `k` dice show 1, 3 or 5.
    Odd(u32),
    /// `even>=k`: at least `k` dice show 2 or 4.
    Even(u32),
    /// `distinct>=k`: at least `k` different values are present.
    Distinct(u32),
    /// `same>=k`: some value is on at least `k` dice (`pair` is `same>=2`).
    Same(u32),
    /// `count:v>=k`: at least `k` dice show `v` (`fives>=k` is `count:5>=k`).
    Count {
        /// The value counted, 1 to 5.
        value: Face,
        /// How many dice must show it.
        least: u32,
    },
    /// `any:v,…`: at least one die shows one of the values.
    Any(Values),
    /// `all(…; …)`: every one of the conditions holds.
    All(Vec<Condition>),
    /// `either(…; …)`: at least one of the conditions holds.
    Either(Vec<Condition>),
    /// `not(…)`: the condition does not hold.
    Not(Box<Condition>),
}

impl Condition {
    /// Whether the condition holds on the dice shown: if so, the roll is invalid.
    #[inline]
    pub fn holds(&self, dice: Counts) -> bool {
        match self {
            Condition::Sum(k) => dice.total() >= *k,
            Condition::Run(k) => dice.values_on(1).longest_run() >= *k,
            Condition::Odd(k) => odd(dice) >= *k,
            Condition::Even(k) => even(dice) >= *k,
            Condition::Distinct(k) => dice.values_on(1).len() >= *k,
            Condition::Same(0) => true,
            Condition::Same(k) => !dice.values_on(*k).is_empty(),
            Condition::Count { value, least } => dice.get(*value) >= *least,
            Condition::Any(values) => dice.values_on(1).meets(*values),
            Condition::All(parts) => parts.iter().all(|part| part.holds(dice)),
            Condition::Either(parts) => parts.iter().any(|part| part.holds(dice)),
            Condition::Not(part) => !part.holds(dice),
        }
    }

    /// In words, what the dice shown have to do with the condition: why a roll is invalid, or is not.
    pub fn explain(&self, dice: Counts) -> String {
        match self {
            Condition::Sum(k) => format!("the total is {}, the limit {k}", dice.total()),
            Condition::Run(k) => {
                format!("the longest run of consecutive values is {}, the limit {k}", dice.values_on(1).longest_run())
            }
            Condition::Odd(k) => format!("odd dice: {}, the limit {k}", odd(dice)),
            Condition::Even(k) => format!("even dice: {}, the limit {k}", even(dice)),
            Condition::Distinct(k) => format!("different values: {}, the limit {k}", dice.values_on(1).len()),
            Condition::Same(k) => format!("most dice of one value: {}, the limit {k}", most_of_a_value(dice)),
            Condition::Count { value, least } => {
                format!("dice that show {value}: {}, the limit {least}", dice.get(*value))
            }
            Condition::Any(values) => {
                format!("{} of {} shown", either_or(dice.values_on(1).meets(*values)), listed(*values))
            }
            Condition::All(parts) => explain_parts(parts, dice, " and "),
            Condition::Either(parts) => explain_parts(parts, dice, " or "),
            Condition::Not(part) => format!("not: {}", part.explain(dice)),
        }
    }
}

fn either_or(shown: bool) -> &'static str {
    if shown { "at least one" } else { "none" }
}

fn explain_parts(parts: &[Condition], dice: Counts, between: &str) -> String {
    parts.iter().map(|part| part.explain(dice)).collect::<Vec<_>>().join(between)
}

#[inline]
fn odd(dice: Counts) -> u32 {
    dice.get(1) + dice.get(3) + dice.get(5)
}

#[inline]
fn even(dice: Counts) -> u32 {
    dice.get(2) + dice.get(4)
}

#[inline]
fn most_of_a_value(dice: Counts) -> u32 {
    (1..=5).fold(0, |most, value| most.max(dice.get(value)))
}

/// The values of a set as a deck writes them.
fn listed(values: Values) -> String {
    let values: Vec<String> = (1..=5).filter(|&v| values.has(v)).map(|v| v.to_string()).collect();
    values.join(",")
}

/// The condition as a deck writes it; parsing it again gives the same condition.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |parts: &[Condition]| parts.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        match self {
            Condition::Sum(k) => write!(f, "sum>={k}"),
            Condition::Run(k) => write!(f, "run>={k}"),
            Condition::Odd(k) => write!(f, "odd>={k}"),
            Condition::Even(k) => write!(f, "even>={k}"),
            Condition::Distinct(k) => write!(f, "distinct>={k}"),
            Condition::Same(2) => f.write_str("pair"),
            Condition::Same(k) => write!(f, "same>={k}"),
            Condition::Count { value: 5, least } => write!(f, "fives>={least}"),
            Condition::Count { value, least } => write!(f, "count:{value}>={least}"),
            Condition::Any(values) => write!(f, "any:{}", listed(*values)),
            Condition::All(parts) => write!(f, "all({})", list(parts)),
            Condition::Either(parts) => write!(f, "either({})", list(parts)),
            Condition::Not(part) => write!(f, "not({part})"),
        }
    }
}
