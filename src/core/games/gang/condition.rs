//! Conditions: what must not show.
//!
//! Owns the typed expression of a warning card's condition, its evaluation on face counts, and what of it stays as dice
//! are added. How a
//! condition is written is the business of `condition_text`.

use crate::dice::{Counts, Face, Values};
use crate::games::narration::counted;
use std::fmt;

/// When a roll offends the Boss. Face 0 is the Boss, which is not a value (G01): it is never counted
/// by anything but the number of dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// `sum>=k` and the like: the amount is at least `k`.
    AtLeast(Amount, u32),
    /// `any:v,…`: at least one die shows one of the values.
    Any(Values),
    /// `all(…; …)`: every one of the conditions holds.
    All(Vec<Condition>),
    /// `either(…; …)`: at least one of the conditions holds.
    Either(Vec<Condition>),
    /// `not(…)`: the condition does not hold.
    Not(Box<Condition>),
}

/// What is added up or counted of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// `sum`: the total.
    Sum,
    /// `run`: how many consecutive values are present.
    Run,
    /// `odd`: dice that show 1, 3 or 5.
    Odd,
    /// `even`: dice that show 2 or 4.
    Even,
    /// `distinct`: different values that are present.
    Distinct,
    /// `same`: dice of one value, of which there are most (`pair` is `same>=2`).
    Same,
    /// `count:v`: dice that show the value, 1 to 5 (`fives` is `count:5`).
    Count(Face),
}

impl Amount {
    /// In words, so much of it or more.
    fn at_least(self, least: u32) -> String {
        let dice = |what: &str| match least {
            1 if what.starts_with(['e', 'o']) => format!("an {what} die"),
            1 => format!("a {what} die"),
            _ => format!("{least} or more {what} dice"),
        };
        match (self, least) {
            (_, 0) => "anything".to_owned(),
            (Amount::Sum, _) => format!("a total of {least} or more"),
            (Amount::Run, _) => format!("a run of {least} or more"),
            (Amount::Odd, _) => dice("odd"),
            (Amount::Even, _) => dice("even"),
            (Amount::Distinct, 1) | (Amount::Same, 1) => "any die but a Boss".to_owned(),
            (Amount::Distinct, _) => format!("{least} or more different values"),
            (Amount::Same, 2) => "a pair".to_owned(),
            (Amount::Same, _) => format!("{least} or more dice of one value"),
            (Amount::Count(value), 1) => format!("a {value}"),
            (Amount::Count(value), _) => format!("{least} or more dice that show {value}"),
        }
    }

    /// Those that are named by a word alone.
    pub(super) const NAMED: [(&'static str, Amount); 6] = [
        ("sum", Amount::Sum),
        ("run", Amount::Run),
        ("odd", Amount::Odd),
        ("even", Amount::Even),
        ("distinct", Amount::Distinct),
        ("same", Amount::Same),
    ];

    fn name(self) -> &'static str {
        Amount::NAMED.iter().find(|(_, named)| *named == self).map_or("count", |(name, _)| name)
    }

    #[inline]
    fn of(self, dice: Counts) -> u32 {
        match self {
            Amount::Sum => dice.total(),
            Amount::Run => dice.values_on(1).longest_run(),
            Amount::Odd => dice.get(1) + dice.get(3) + dice.get(5),
            Amount::Even => dice.get(2) + dice.get(4),
            Amount::Distinct => dice.values_on(1).len(),
            Amount::Same => (1..=5).fold(0, |most, value| most.max(dice.get(value))),
            Amount::Count(value) => dice.get(value),
        }
    }
}

impl Condition {
    /// Whether the condition holds on the dice shown: if so, the roll is invalid.
    #[inline]
    pub fn holds(&self, dice: Counts) -> bool {
        match self {
            // Found faster than the most dice of a value.
            Condition::AtLeast(Amount::Same, k) => *k == 0 || !dice.values_on(*k).is_empty(),
            Condition::AtLeast(amount, k) => amount.of(dice) >= *k,
            Condition::Any(values) => dice.values_on(1).meets(*values),
            Condition::All(parts) => parts.iter().all(|part| part.holds(dice)),
            Condition::Either(parts) => parts.iter().any(|part| part.holds(dice)),
            Condition::Not(part) => !part.holds(dice),
        }
    }

    /// The word by which strategies ask for conditions of this form.
    pub(super) fn family(&self) -> &'static str {
        match self {
            Condition::AtLeast(amount, _) => amount.name(),
            Condition::Any(_) => "any",
            Condition::All(_) | Condition::Either(_) | Condition::Not(_) => "combined",
        }
    }

    /// The number in the condition: k of `sum>=k` and the like; how many values `any` lists; how many conditions a
    /// combined one has.
    pub(super) fn number(&self) -> u32 {
        match self {
            Condition::AtLeast(_, k) => *k,
            Condition::Any(values) => values.len(),
            Condition::All(parts) | Condition::Either(parts) => parts.len() as u32,
            Condition::Not(_) => 1,
        }
    }

    /// In words, what dice show that fulfil the condition, as in "a turn fails on …".
    ///
    /// ```
    /// use analyze_core::games::gang::Condition;
    /// let words = |text: &str| text.parse::<Condition>().unwrap().in_words();
    /// assert_eq!(words("either(pair; sum>=9)"), "a pair, or a total of 9 or more");
    /// assert_eq!(words("all(any:4,5; not(odd>=1))"), "any 4 or 5, and not an odd die");
    /// ```
    pub fn in_words(&self) -> String {
        let joined = |parts: &[Condition], word: &str| {
            parts.iter().map(Condition::in_words).collect::<Vec<_>>().join(&format!(", {word} "))
        };
        match self {
            Condition::AtLeast(amount, least) => amount.at_least(*least),
            Condition::Any(values) => format!("any {}", listed(*values).replace(',', " or ")),
            Condition::All(parts) => joined(parts, "and"),
            Condition::Either(parts) => joined(parts, "or"),
            Condition::Not(part) => format!("not {}", part.in_words()),
        }
    }

    /// In words, what the dice shown have to do with the condition: why a roll is invalid, or is not.
    pub fn explain(&self, dice: Counts) -> String {
        let explain = |parts: &[Condition]| parts.iter().map(|part| part.explain(dice)).collect::<Vec<_>>();
        match self {
            Condition::AtLeast(amount, _) => {
                let found = amount.of(dice);
                match amount {
                    Amount::Sum => format!("the total is {found}"),
                    Amount::Run => format!("a run of {found}"),
                    Amount::Odd => counted(found, "odd die", "odd dice"),
                    Amount::Even => counted(found, "even die", "even dice"),
                    Amount::Distinct => counted(found, "different value", "different values"),
                    Amount::Same => format!("{} of one value", counted(found, "die", "dice")),
                    Amount::Count(value) => format!("{} showing {value}", counted(found, "die", "dice")),
                }
            }
            Condition::Any(values) => {
                let shown = if self.holds(dice) { "at least one" } else { "none" };
                format!("{shown} of {} shown", listed(*values))
            }
            Condition::All(parts) => explain(parts).join(" and "),
            Condition::Either(parts) => explain(parts).join(" or "),
            Condition::Not(part) => format!("not: {}", part.explain(dice)),
        }
    }
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
            Condition::AtLeast(Amount::Same, 2) => f.write_str("pair"),
            Condition::AtLeast(Amount::Count(5), k) => write!(f, "fives>={k}"),
            Condition::AtLeast(Amount::Count(value), k) => write!(f, "count:{value}>={k}"),
            Condition::AtLeast(amount, k) => write!(f, "{}>={k}", amount.name()),
            Condition::Any(values) => write!(f, "any:{}", listed(*values)),
            Condition::All(parts) => write!(f, "all({})", list(parts)),
            Condition::Either(parts) => write!(f, "either({})", list(parts)),
            Condition::Not(part) => write!(f, "not({part})"),
        }
    }
}

impl Condition {
    /// What of this condition stays: a condition that holds only where this one does, and that goes on
    /// holding whatever dice are added.
    ///
    /// Every condition of the language stays by itself and is returned as it is, unless there is a `not(…)`
    /// in it. Where one makes a condition go away as dice are added, the answer does without; at worst it
    /// never holds.
    pub fn monotone_part(&self) -> Condition {
        self.part(true)
    }

    /// The monotone part; or if not, a condition that holds wherever this one does, and where it does not hold goes on
    /// not holding whatever dice are added.
    fn part(&self, is_monotone: bool) -> Condition {
        let each = |parts: &[Condition]| parts.iter().map(|part| part.part(is_monotone)).collect();
        match self {
            Condition::All(parts) => Condition::All(each(parts)),
            Condition::Either(parts) => Condition::Either(each(parts)),
            Condition::Not(part) => Condition::Not(Box::new(part.part(!is_monotone))),
            grows if is_monotone => grows.clone(),
            // Always.
            _ => Condition::All(Vec::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Counts;
    use crate::dice::multisets::layer;

    fn condition(text: &str) -> Condition {
        text.parse().unwrap()
    }

    const PLAIN: [&str; 10] = [
        "sum>=7",
        "run>=3",
        "odd>=2",
        "even>=1",
        "distinct>=3",
        "pair",
        "same>=3",
        "fives>=2",
        "count:2>=1",
        "any:1,4",
    ];

    #[test]
    fn conditions_without_not_are_their_own_part() {
        for text in PLAIN {
            assert_eq!(condition(text).monotone_part(), condition(text));
        }
        let nested = condition("all(any:4,5; either(odd>=1; pair))");
        assert_eq!(nested.monotone_part(), nested);
    }

    /// By going through all dice: the part implies the condition, and stays when a die is added.
    #[test]
    fn the_part_implies_the_condition_and_never_goes_away() {
        let negations = [
            "not(any:5)",
            "not(not(pair))",
            "either(sum>=9; not(any:5))",
            "all(sum>=9; not(any:5))",
            "not(all(not(any:4,5); not(odd>=2)))",
            "not(either(not(run>=2); not(either(not(sum>=4); not(pair)))))",
            "all(not(not(any:1)); not(either(not(odd>=1); not(even>=1))))",
        ];
        for text in PLAIN.into_iter().chain(negations) {
            let (whole, part) = (condition(text), condition(text).monotone_part());
            for dice in (0..=5).flat_map(layer).filter(|&dice| part.holds(dice)) {
                assert!(whole.holds(dice), "{text}: {part} on {dice:?}");
                for face in 0..6 {
                    assert!(part.holds(dice.with(face)), "{text}: {part} on {dice:?} and {face}");
                }
            }
        }
    }

    #[test]
    fn what_can_be_kept_is_kept() {
        let holds = |text: &str, faces: &[u8]| condition(text).monotone_part().holds(Counts::from_faces(faces));
        assert!(holds("either(sum>=9; not(any:5))", &[5, 4]));
        assert!(!holds("either(sum>=9; not(any:5))", &[2]));
        assert!(holds("not(not(pair))", &[3, 3]));
        assert!(holds("not(all(not(any:4,5); not(odd>=2)))", &[4]));
        assert!(!holds("not(any:5)", &[1]));
    }
}
