//! Conditions over lists of dice: the slow twin of the conditions over face counts.
//!
//! Owns a second reading of the conditions, straight from the rules: a roll is a list of dice, the
//! Boss (0) is taken out first, because it is not a value (G01).

/// A condition of a warning card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    Sum(u32),
    Run(u8),
    Odd(usize),
    Even(usize),
    Distinct(usize),
    Same(usize),
    Count(u8, usize),
    Any(Vec<u8>),
    All(Vec<Rule>),
    Either(Vec<Rule>),
    Not(Box<Rule>),
}

impl Rule {
    /// Whether the condition holds on the dice of a roll.
    pub(crate) fn holds(&self, roll: &[u8]) -> bool {
        let values: Vec<u8> = roll.iter().copied().filter(|&face| face != 0).collect();
        let showing = |wanted: &[u8]| values.iter().filter(|value| wanted.contains(value)).count();
        match self {
            Rule::Sum(least) => values.iter().map(|&v| u32::from(v)).sum::<u32>() >= *least,
            Rule::Run(long) => (1..=5).any(|low| (low..low + long).all(|v| values.contains(&v))),
            Rule::Odd(least) => showing(&[1, 3, 5]) >= *least,
            Rule::Even(least) => showing(&[2, 4]) >= *least,
            Rule::Distinct(least) => (1..=5).filter(|v| values.contains(v)).count() >= *least,
            Rule::Same(least) => (1..=5).any(|v| showing(&[v]) >= *least),
            Rule::Count(value, least) => showing(&[*value]) >= *least,
            Rule::Any(listed) => showing(listed) >= 1,
            Rule::All(parts) => parts.iter().all(|part| part.holds(roll)),
            Rule::Either(parts) => parts.iter().any(|part| part.holds(roll)),
            Rule::Not(part) => !part.holds(roll),
        }
    }

    /// The condition as a deck writes it.
    pub(crate) fn text(&self) -> String {
        let list = |parts: &[Rule]| parts.iter().map(Rule::text).collect::<Vec<_>>().join("; ");
        match self {
            Rule::Sum(k) => format!("sum>={k}"),
            Rule::Run(k) => format!("run>={k}"),
            Rule::Odd(k) => format!("odd>={k}"),
            Rule::Even(k) => format!("even>={k}"),
            Rule::Distinct(k) => format!("distinct>={k}"),
            Rule::Same(k) => format!("same>={k}"),
            Rule::Count(v, k) => format!("count:{v}>={k}"),
            Rule::Any(values) => {
                format!("any:{}", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
            }
            Rule::All(parts) => format!("all({})", list(parts)),
            Rule::Either(parts) => format!("either({})", list(parts)),
            Rule::Not(part) => format!("not({})", part.text()),
        }
    }
}

/// The sixteen conditions of the published cards.
pub(crate) fn sixteen() -> Vec<(&'static str, Rule)> {
    vec![
        ("sum>=7", Rule::Sum(7)),
        ("sum>=10", Rule::Sum(10)),
        ("sum>=11", Rule::Sum(11)),
        ("sum>=13", Rule::Sum(13)),
        ("run>=2", Rule::Run(2)),
        ("run>=3", Rule::Run(3)),
        ("odd>=1", Rule::Odd(1)),
        ("odd>=2", Rule::Odd(2)),
        ("odd>=3", Rule::Odd(3)),
        ("distinct>=2", Rule::Distinct(2)),
        ("distinct>=3", Rule::Distinct(3)),
        ("pair", Rule::Same(2)),
        ("fives>=2", Rule::Count(5, 2)),
        ("any:1", Rule::Any(vec![1])),
        ("any:4,5", Rule::Any(vec![4, 5])),
        ("any:3,4,5", Rule::Any(vec![3, 4, 5])),
    ]
}

/// Every roll of `dice` dice that can be told apart die by die: 6^dice lists.
pub(crate) fn rolls(dice: u32) -> impl Iterator<Item = Vec<u8>> {
    (0..6u32.pow(dice)).map(move |number| (0..dice).map(|die| (number / 6u32.pow(die) % 6) as u8).collect())
}
