//! How often the intervals of 95% hold the truth, over seeded repetitions of small models of blocks.
//!
//! A rate that is not rare must be covered in a number of repetitions that is plausible for 95%
//! (binomial limits of 99.9%), a mean, whose degrees of freedom are reckoned with care, for
//! 95 to 98.5 %. A rare rate is a count of few successes, and the coverage of any interval for it jumps
//! with each of them: Brown, Cai & DasGupta, Statistical Science 16 (2001) 101, show Wilson's oscillate about the
//! nominal level. There the count must be plausible for some coverage from 93 to 98.5 %: two points of oscillation
//! below, and more above, where few or no successes are read most carefully.

use super::{Random, add_pair, binomial_limits, holds};
use analyze::stats::{RatioSums, Stopping, mean, rate};

const REPETITIONS: u64 = 1000;

/// How the games of a block hang together.
#[derive(Clone, Copy, Debug)]
enum Luck {
    /// Not at all.
    Independent,
    /// In half of the blocks success is 1.8 times as likely as on average, in the others 0.2 times.
    Uneven,
    /// In this share of the blocks all games end alike.
    Alike(f64),
}

/// How many observations a block has.
#[derive(Clone, Copy, Debug)]
enum Size {
    /// Always as many.
    Fixed(u32),
    /// Each of so many happens with a probability of a quarter; blocks without any occur.
    Quarter(u32),
}

fn block(random: &mut Random, size: Size, luck: Luck, p: f64) -> (u32, i64) {
    let x = match size {
        Size::Fixed(x) => x,
        Size::Quarter(most) => (0..most).map(|_| u32::from(random.happens(0.25))).sum(),
    };
    let y = match luck {
        Luck::Independent => (0..x).map(|_| i64::from(random.happens(p))).sum(),
        Luck::Uneven => {
            let p = p * if random.happens(0.5) { 1.8 } else { 0.2 };
            (0..x).map(|_| i64::from(random.happens(p))).sum()
        }
        Luck::Alike(share) if random.happens(share) => i64::from(x) * i64::from(random.happens(p)),
        Luck::Alike(_) => (0..x).map(|_| i64::from(random.happens(p))).sum(),
    };
    (x, y)
}

/// In how many repetitions the interval for the rate `p` holds it.
fn covered(seed: u64, blocks: u32, size: Size, luck: Luck, p: f64) -> u64 {
    let mut random = Random::new(seed);
    let mut covered = 0;
    for _ in 0..REPETITIONS {
        let mut sums = RatioSums::default();
        for _ in 0..blocks {
            let (x, y) = block(&mut random, size, luck, p);
            add_pair(&mut sums, x, 60 * y);
        }
        covered += u64::from(holds(rate(&sums, 60, Stopping::Fixed).unwrap().interval, p));
    }
    covered
}

#[test]
fn common_rates_are_covered() {
    let limits = binomial_limits(REPETITIONS, 0.95);
    let mut seed = 0;
    for blocks in [50, 200] {
        for size in [Size::Fixed(2), Size::Fixed(6), Size::Fixed(24), Size::Quarter(8), Size::Quarter(24)] {
            for luck in [Luck::Independent, Luck::Uneven, Luck::Alike(0.3)] {
                seed += 1;
                let found = covered(seed, blocks, size, luck, 0.3);
                assert!(limits.contains(&found), "{found} of 1000: {blocks} × {size:?}, {luck:?}");
            }
        }
    }
}

#[test]
fn rare_rates_are_covered() {
    let (low, high) = (binomial_limits(REPETITIONS, 0.93), binomial_limits(REPETITIONS, 0.985));
    let mut seed = 1000;
    for blocks in [50, 200] {
        for size in [Size::Fixed(2), Size::Fixed(6), Size::Fixed(24), Size::Quarter(8), Size::Quarter(24)] {
            for luck in [Luck::Independent, Luck::Uneven] {
                seed += 1;
                let found = covered(seed, blocks, size, luck, 0.02);
                assert!(
                    (*low.start()..=*high.end()).contains(&found),
                    "{found} of 1000: {blocks} × {size:?}, {luck:?}"
                );
            }
        }
    }
}

/// Sums of two to eight dice a block, whose mean is 3.5 a die.
#[test]
fn means_are_covered() {
    let (limits, most) = (binomial_limits(REPETITIONS, 0.95), binomial_limits(REPETITIONS, 0.985));
    for (seed, blocks) in [(1, 10), (2, 50), (3, 200)] {
        let mut random = Random::new(seed);
        let mut covered = 0;
        for _ in 0..REPETITIONS {
            let mut sums = RatioSums::default();
            for _ in 0..blocks {
                let dice = 2 + random.below(7) as u32;
                add_pair(&mut sums, dice, (0..dice).map(|_| 1 + random.below(6) as i64).sum());
            }
            covered += u64::from(holds(mean(&sums, None, Stopping::Fixed).unwrap().interval, 3.5));
        }
        assert!((*limits.start()..=*most.end()).contains(&covered), "{covered} of 1000 from {blocks} blocks");
    }
}

/// The limit that [`rate`] states: success in rare whole blocks is covered too seldom, by a known amount.
#[test]
fn rare_clusters_are_the_stated_limit() {
    let found = covered(5, 200, Size::Fixed(6), Luck::Alike(0.3), 0.02);
    assert!(binomial_limits(REPETITIONS, 0.89).contains(&found), "{found} of 1000");
}
