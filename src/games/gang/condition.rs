//! Conditions: what must not show.
//!
//! Owns the typed expression of a warning card's condition and its evaluation on face counts. How a
//! condition is written is the business of `condition_text`.

use crate::dice::{Counts, Face};
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

/// A set of the values 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Values(u8);

impl Values {
    /// The bits of all values, without the Boss.
    const ALL: u8 = 0b11_1110;

    /// The set with `value` (1 to 5) added.
    pub fn with(self, value: Face) -> Values {
        debug_assert!((1..=5).contains(&value));
        Values(self.0 | 1 << value)
    }

    /// The values shown by at least one of the dice.
    #[inline]
    fn shown(counts: Counts) -> Values {
        Values(counts.faces_present() & Values::ALL)
    }

    /// How many values are in the set.
    #[inline]
    fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the value is in the set.
    pub fn has(self, value: Face) -> bool {
        self.0 >> value & 1 == 1
    }

    #[inline]
    fn meets(self, other: Values) -> bool {
        self.0 & other.0 != 0
    }

    /// The length of the longest run of consecutive values.
    #[inline]
    fn longest_run(self) -> u32 {
        // Each step keeps the bits that end a run one longer than the step before.
        let (mut ends, mut length) = (self.0, 0);
        while ends != 0 {
            ends &= ends << 1;
            length += 1;
        }
        length
    }
}

impl Condition {
    /// Whether the condition holds on the dice shown: if so, the roll is invalid.
    #[inline]
    pub fn holds(&self, dice: Counts) -> bool {
        match self {
            Condition::Sum(k) => dice.total() >= *k,
            Condition::Run(k) => Values::shown(dice).longest_run() >= *k,
            Condition::Odd(k) => odd(dice) >= *k,
            Condition::Even(k) => even(dice) >= *k,
            Condition::Distinct(k) => Values::shown(dice).len() >= *k,
            Condition::Same(k) => most_of_a_value(dice) >= *k,
            Condition::Count { value, least } => dice.get(*value) >= *least,
            Condition::Any(values) => Values::shown(dice).meets(*values),
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
                format!("the longest run of consecutive values is {}, the limit {k}", Values::shown(dice).longest_run())
            }
            Condition::Odd(k) => format!("odd dice: {}, the limit {k}", odd(dice)),
            Condition::Even(k) => format!("even dice: {}, the limit {k}", even(dice)),
            Condition::Distinct(k) => format!("different values: {}, the limit {k}", Values::shown(dice).len()),
            Condition::Same(k) => format!("most dice of one value: {}, the limit {k}", most_of_a_value(dice)),
            Condition::Count { value, least } => {
                format!("dice that show {value}: {}, the limit {least}", dice.get(*value))
            }
            Condition::Any(values) => format!("{} of {values} shown", either_or(Values::shown(dice).meets(*values))),
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

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<String> = (1..=5).filter(|&v| self.has(v)).map(|v| v.to_string()).collect();
        f.write_str(&values.join(","))
    }
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
            Condition::Any(values) => write!(f, "any:{values}"),
            Condition::All(parts) => write!(f, "all({})", list(parts)),
            Condition::Either(parts) => write!(f, "either({})", list(parts)),
            Condition::Not(part) => write!(f, "not({part})"),
        }
    }
}
