//! What dice add up to that are rolled once: all of them, or the highest or the lowest.
//!
//! Owns the recursion over faces instead of hands, so that hundreds of dice take no time. The faces are taken from the best to the
//! worst; how many of a face count follows from how many dice showed a better one.

use analyze_core::games::DieFace;
use analyze_core::games::narration::grouped;
use std::collections::BTreeMap;

/// The most steps: some seconds.
const MOST_STEPS: u64 = 2_000_000_000;

/// Which dice count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// All.
    All,
    /// The highest, as many as this.
    Highest(usize),
    /// The lowest, as many as this.
    Lowest(usize),
}

/// How likely each number is that a die shows; a face without one counts 0.
fn by_value(sides: &[DieFace]) -> BTreeMap<i64, f64> {
    let all: f64 = sides.iter().map(|side| f64::from(side.weight)).sum();
    let mut by_value = BTreeMap::<i64, f64>::new();
    sides.iter().for_each(|side| *by_value.entry(side.value.unwrap_or(0)).or_default() += f64::from(side.weight) / all);
    by_value
}

/// Whether the distributions of these numbers of dice, which [`totals`] finds, are known in some seconds.
///
/// # Errors
/// In words, if they are not.
pub fn totals_take(sides: &[DieFace], numbers: &[usize], counted: Counted) -> Result<(), String> {
    let values = by_value(sides);
    let of = |&n: &usize| {
        let span = values.keys().map(|value| value.unsigned_abs()).max().unwrap_or(0) * counted.of(n) as u64;
        let rolls = if counted == Counted::All { n as u64 } else { (n as u64).pow(2) };
        (values.len() as u64).saturating_mul(rolls).saturating_mul(span.max(1))
    };
    let steps = numbers.iter().map(of).fold(0, u64::saturating_add);
    if steps <= MOST_STEPS {
        return Ok(());
    }
    let (limit, dice) = (grouped(MOST_STEPS), numbers.iter().max().copied().unwrap_or(0));
    Err(format!("up to {dice} dice take {} steps; at most {limit} are taken: take fewer dice", grouped(steps)))
}

impl Counted {
    /// How many of `n` dice count.
    fn of(self, n: usize) -> usize {
        match self {
            Counted::All => n,
            Counted::Highest(most) | Counted::Lowest(most) => most.min(n),
        }
    }
}

/// The distribution of the total of `n` dice, from the lowest total on. Faces without a number count 0.
pub fn totals(sides: &[DieFace], n: usize, counted: Counted) -> Vec<(i64, f64)> {
    let by_value = by_value(sides);
    let totals = if counted == Counted::All { sums(&by_value, n) } else { of_some(by_value, n, counted) };
    totals.into_iter().filter(|(_, chance)| *chance > 0.0).collect()
}

/// What all dice add up to, a die at a time.
fn sums(by_value: &BTreeMap<i64, f64>, n: usize) -> BTreeMap<i64, f64> {
    let mut totals = BTreeMap::from([(0, 1.0)]);
    for _ in 0..n {
        let mut more = BTreeMap::<i64, f64>::new();
        for (total, before) in &totals {
            for (value, chance) in by_value {
                *more.entry(total + value).or_default() += before * chance;
            }
        }
        totals = more;
    }
    totals
}

/// What the highest or the lowest of the dice add up to.
fn of_some(by_value: BTreeMap<i64, f64>, n: usize, counted: Counted) -> BTreeMap<i64, f64> {
    let most = counted.of(n);
    let mut faces: Vec<(i64, f64)> = by_value.into_iter().collect();
    if !matches!(counted, Counted::Lowest(_)) {
        faces.reverse();
    }
    // By how many dice showed a face so far: the chances of what those that count add up to.
    let mut before: Vec<BTreeMap<i64, f64>> = vec![BTreeMap::new(); n + 1];
    before[0].insert(0, 1.0);
    for (at, &(value, chance)) in faces.iter().enumerate() {
        let is_last = at + 1 == faces.len();
        let mut after = vec![BTreeMap::<i64, f64>::new(); n + 1];
        for (dice, totals) in before.iter().enumerate().filter(|(_, totals)| !totals.is_empty()) {
            let left = n - dice;
            for more in if is_last { left..=left } else { 0..=left } {
                let counts = (dice + more).min(most) - dice.min(most);
                let chance = ways(left, more) * chance.powi(more as i32);
                for (total, before) in totals {
                    *after[dice + more].entry(total + value * counts as i64).or_default() += before * chance;
                }
            }
        }
        before = after;
    }
    before.pop().unwrap_or_default()
}

/// In how many ways `k` of `n` dice can be chosen.
fn ways(n: usize, k: usize) -> f64 {
    (0..k.min(n - k)).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64)
}
