//! The exact distribution of a turn's result.

/// The probability of every result of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The probability of an invalid result, 0 to 1.
    pub invalid: f64,
    /// By total, from 0 to 5 for each die committed: the probability of that valid result, 0 to 1.
    pub valid: Vec<f64>,
}

impl Outcome {
    /// The expected value of the result; `value` is given the total, or `None` for an invalid result.
    pub fn expected(&self, value: impl Fn(Option<u32>) -> f64) -> f64 {
        let mut sum = Sum::default();
        sum.add(self.invalid * value(None));
        for (total, probability) in (0..).zip(&self.valid) {
            sum.add(probability * value(Some(total)));
        }
        sum.total()
    }
}

/// Collects probability mass by result.
pub(super) struct Tally {
    invalid: Sum,
    valid: Vec<Sum>,
}

impl Tally {
    /// Nothing yet, with room for the totals of `dice` dice.
    pub(super) fn new(dice: u32) -> Tally {
        Tally { invalid: Sum::default(), valid: vec![Sum::default(); 5 * dice as usize + 1] }
    }

    pub(super) fn add(&mut self, result: Option<u32>, mass: f64) {
        match result {
            None => self.invalid.add(mass),
            Some(total) => self.valid[total as usize].add(mass),
        }
    }

    pub(super) fn outcome(&self) -> Outcome {
        Outcome { invalid: self.invalid.total(), valid: self.valid.iter().map(Sum::total).collect() }
    }
}

/// A sum with the rounding errors of its additions kept apart and added at the end, because a million
/// rolls can lead to the same total (Ogita, Rump & Oishi, "Accurate sum and dot product", SIAM J. Sci.
/// Comput. 26, 2005, algorithm 4.1).
#[derive(Clone, Copy, Default)]
struct Sum {
    sum: f64,
    errors: f64,
}

impl Sum {
    fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        let added = sum - self.sum;
        self.errors += (self.sum - (sum - added)) + (term - added);
        self.sum = sum;
    }

    fn total(&self) -> f64 {
        self.sum + self.errors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_does_not_lose_small_terms() {
        let mut sum = Sum::default();
        sum.add(1.0);
        for _ in 0..1 << 20 {
            sum.add(2f64.powi(-60));
        }
        sum.add(-1.0);
        assert_eq!(sum.total(), 2f64.powi(-40));
    }

    #[test]
    fn an_invalid_result_counts_in_the_expectation() {
        let outcome = Outcome { invalid: 0.5, valid: vec![0.25, 0.0, 0.25] };
        assert_eq!(outcome.expected(|result| result.map_or(-1.0, f64::from)), 0.0);
    }
}
