//! Statistics: textbook values, laws, and how often intervals and tests err, over seeded repetitions of small models.
//!
//! Owns what these tests share: a generator independent of the simulator's, limits for a count of successes, and the
//! boundary of a confidence sequence as its intervals show it.

mod coverage;
mod differences;
mod histogram;
mod rates;
mod sequence;
mod sprt;

use analyze::stats::{Interval, Moments, RatioSums, Scale, Sequence};

/// Adds a block with this number.
fn add(moments: &mut Moments, x: i64) {
    let (least, most) = if moments.n == 0 { (x, x) } else { (moments.least.min(x), moments.most.max(x)) };
    let x = i128::from(x);
    *moments = Moments { n: moments.n + 1, sum: moments.sum + x, squares: moments.squares + x * x, least, most };
}

/// Adds a block of `x` observations that add up to `y`; one without observations leaves no trace.
fn add_pair(sums: &mut RatioSums, x: u32, y: i64) {
    sums.active += u64::from(x > 0);
    let (x, y) = (i128::from(x), i128::from(y));
    sums.x += x;
    sums.y += y;
    sums.xx += x * x;
    sums.xy += x * y;
    sums.yy += y * y;
    if x > 0 {
        let ratio = y as f64 / x as f64;
        let ends = sums.ends.unwrap_or(Interval { lo: ratio, hi: ratio });
        sums.ends = Some(Interval { lo: ends.lo.min(ratio), hi: ends.hi.max(ratio) });
    }
}

/// Whether a number lies in an interval, ends included.
pub(crate) fn holds(interval: Option<Interval>, number: f64) -> bool {
    interval.is_some_and(|interval| interval.lo <= number && number <= interval.hi)
}

/// Half the width of the interval after `n` blocks (200 at least), in standard errors: from blocks of variance 1 nearly,
/// whose range is so small that the floor under the spread does not bite.
fn boundary(sequence: &Sequence, n: u64) -> f64 {
    let blocks = Moments { n, sum: 0, squares: 1_000_000 * i128::from(n), least: -1000, most: 1000 };
    let scale = Scale::new(1000, 1);
    let interval = sequence.estimate(&blocks, scale).unwrap().interval.unwrap();
    // Two blocks more are taken to lie at the far end.
    0.5 * interval.width() / blocks.standard_error(scale).unwrap() / (1.0 + 2.0 / n as f64).sqrt()
}

/// SplitMix64 (Steele, Lea & Flood 2014): enough randomness for a test, and independent of the simulator's.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniform in [0, 1).
    pub(super) fn uniform(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Whether an event of the given probability happens.
    pub(super) fn happens(&mut self, probability: f64) -> bool {
        self.uniform() < probability
    }

    /// Uniform in 0..n.
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

/// The counts between which a binomial variable of `n` trials lies with a probability of at least 99.9 %: 0.05 % at
/// most lie below, and as much above.
pub(super) fn binomial_limits(n: u64, probability: f64) -> std::ops::RangeInclusive<u64> {
    let log_factorials: Vec<f64> = std::iter::once(0.0)
        .chain((1..=n).scan(0.0, |sum, k| {
            *sum += (k as f64).ln();
            Some(*sum)
        }))
        .collect();
    let mass = |k: u64| {
        let choose = log_factorials[n as usize] - log_factorials[k as usize] - log_factorials[(n - k) as usize];
        (choose + k as f64 * probability.ln() + (n - k) as f64 * (1.0 - probability).ln()).exp()
    };
    let lowest = (0..n).scan(0.0, |sum, k| {
        *sum += mass(k);
        Some(*sum)
    });
    let highest = (1..=n).rev().scan(0.0, |sum, k| {
        *sum += mass(k);
        Some(*sum)
    });
    let lo = lowest.take_while(|&tail| tail < 0.0005).count() as u64;
    let hi = n - highest.take_while(|&tail| tail < 0.0005).count() as u64;
    lo..=hi
}

#[test]
fn binomial_limits_of_a_few_coins() {
    // 2^-11 of eleven coins fall all on one side, 12 · 2^-11 all or all but one.
    assert_eq!(binomial_limits(11, 0.5), 1..=10);
    assert_eq!(binomial_limits(10, 0.5), 0..=10);
}
