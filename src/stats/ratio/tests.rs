//! Textbook values, algebraic laws and borders of rates and means.

use super::*;
use proptest::prelude::*;

fn sums(blocks: &[(u32, i64)]) -> RatioSums {
    let mut sums = RatioSums::new();
    for &(x, y) in blocks {
        sums.add(x, y);
    }
    sums
}

fn interval(estimate: Option<Estimate>) -> Interval {
    estimate.and_then(|estimate| estimate.interval).expect("two blocks give an interval")
}

fn assert_near(found: f64, expected: f64, error: f64) {
    assert!((found - expected).abs() <= error, "found {found}, expected {expected}");
}

/// Newcombe, Statistics in Medicine 17 (1998) 857, table I, method 3: Wilson without continuity correction.
#[test]
fn wilson_matches_newcombe() {
    let table = [
        (81.0, 263.0, 0.2553, 0.3662),
        (15.0, 148.0, 0.0624, 0.1605),
        (0.0, 20.0, 0.0, 0.1611),
        (1.0, 29.0, 0.0061, 0.1718),
    ];
    let z = 1.959963985;
    for (successes, trials, lo, hi) in table {
        let found = wilson(successes / trials, (trials - successes) / trials, z * z / trials);
        assert_near(found.lo, lo, 0.00005);
        assert_near(found.hi, hi, 0.00005);
    }
}

/// One game a block is the ordinary binomial case: Wilson's, with a variance larger by n/(n−1), and Student's quantile
/// (1.969 at 262 degrees of freedom) in place of the normal one (1.960).
#[test]
fn single_games_give_nearly_the_binomial_interval() {
    let mut blocks = vec![(1, 1); 81];
    blocks.resize(263, (1, 0));
    let found = rate(&sums(&blocks), 1).unwrap();
    assert_eq!(found.value, 81.0 / 263.0);
    assert_eq!((found.n, found.method), (263, Method::Wilson));
    let found = found.interval.unwrap();
    let (p, q) = (81.0 / 263.0, 182.0 / 263.0);
    let expected = wilson(p, q, 1.969059_f64.powi(2) / 262.0);
    assert_near(found.lo, expected.lo, 1e-6);
    assert_near(found.hi, expected.hi, 1e-6);
    assert!(found.lo < 0.2553 && 0.3662 < found.hi && found.width() < 1.01 * (0.3662 - 0.2553));
}

/// Student, Biometrika 6 (1908) 1, table of the hours of sleep gained (as in R's `sleep`): the ten differences have
/// mean 1.58 and the 95 % interval 0.7001142 to 2.4598858.
#[test]
fn mean_matches_students_sleepers() {
    let tenths = [12, 24, 13, 13, 0, 10, 18, 8, 46, 14];
    let blocks: Vec<(u32, i64)> = tenths.iter().map(|&hours| (1, hours)).collect();
    let found = mean(&sums(&blocks)).unwrap();
    assert_eq!((found.value, found.n, found.method), (15.8, 10, Method::Student));
    let found = found.interval.unwrap();
    assert_near(found.lo, 7.001142, 5e-7);
    assert_near(found.hi, 24.598858, 5e-7);
}

/// The same with seven observations a block, that add up to seven times as much.
#[test]
fn mean_does_not_depend_on_the_size_of_blocks() {
    let tenths = [12, 24, 13, 13, 0, 10, 18, 8, 46, 14];
    let single: Vec<(u32, i64)> = tenths.iter().map(|&hours| (1, hours)).collect();
    let sevens: Vec<(u32, i64)> = tenths.iter().map(|&hours| (7, 7 * hours)).collect();
    let (single, sevens) = (interval(mean(&sums(&single))), interval(mean(&sums(&sevens))));
    assert_near(sevens.lo, single.lo, 1e-13);
    assert_near(sevens.hi, single.hi, 1e-13);
}

/// By hand: R = 6/10, residuals 1 − 1.2, 0 − 1.2, 5 − 3.6 with squares 0.04, 1.44, 1.96, times 3/2 over 10².
#[test]
fn variance_matches_a_hand_calculation() {
    let found = sums(&[(2, 1), (2, 0), (6, 5)]).variance().unwrap();
    assert_near(found, 3.44 * 1.5 / 100.0, 1e-16);
}

#[test]
fn nothing_observed_is_no_estimate() {
    for none in [RatioSums::new(), sums(&[(0, 0), (0, 0)])] {
        assert_eq!(rate(&none, 60), None);
        assert_eq!(mean(&none), None);
    }
}

#[test]
fn one_block_has_a_value_and_no_interval() {
    let one = sums(&[(0, 0), (3, 2), (0, 0)]);
    for estimate in [rate(&one, 1).unwrap(), mean(&one).unwrap()] {
        assert_eq!((estimate.value, estimate.interval, estimate.n), (2.0 / 3.0, None, 1));
    }
}

/// Equal ratios in every block: no spread, whatever the sizes, and exactly none.
#[test]
fn equal_ratios_give_an_interval_without_width() {
    let thirds: Vec<(u32, i64)> = (1..=100).map(|size| (3 * size, 20 * 3 * i64::from(size))).collect();
    let found = rate(&sums(&thirds), 60).unwrap();
    assert_eq!(found.value, 1.0 / 3.0);
    assert_eq!(found.interval, Some(Interval { lo: 1.0 / 3.0, hi: 1.0 / 3.0 }));
    assert_eq!(interval(mean(&sums(&thirds))), Interval { lo: 20.0, hi: 20.0 });
}

/// At 0 and 1 the blocks count, not the games in them: t²/(n + t²), here t = 2.009575 at 49 degrees of freedom.
#[test]
fn all_or_nothing_counts_the_active_blocks() {
    let t2 = 2.009575237 * 2.009575237;
    let mut blocks = vec![(24, 0); 50];
    blocks.extend([(0, 0); 1000]);
    let never = rate(&sums(&blocks), 60).unwrap();
    assert_eq!((never.value, never.n), (0.0, 50));
    let never = never.interval.unwrap();
    assert_eq!(never.lo, 0.0);
    assert_near(never.hi, t2 / (50.0 + t2), 1e-12);
    let always = rate(&sums(&[(24, 24 * 60); 50]), 60).unwrap();
    assert_eq!(always.value, 1.0);
    let always = always.interval.unwrap();
    assert_eq!(always.hi, 1.0);
    assert_near(always.lo, 50.0 / (50.0 + t2), 1e-12);
}

/// 10^15 blocks of about 10^6, half of them one more than the other half: the variance is that of a coin, ¼ a block,
/// although Σy² is 10^27 and differs from n·mean² only in the 13th digit.
#[test]
fn large_sums_do_not_cancel() {
    let half: i128 = 500_000_000_000_000;
    let (a, b) = (999_999, 1_000_000);
    let large = RatioSums {
        active: 2 * half as u64,
        x: 2 * half,
        y: half * (a + b),
        xx: 2 * half,
        xy: half * (a + b),
        yy: half * (a * a + b * b),
    };
    let expected = 0.25 / (2.0 * half as f64 - 1.0);
    assert_near(large.variance().unwrap() / expected, 1.0, 1e-14);
    let none = RatioSums { y: 2 * half * b, xy: 2 * half * b, yy: 2 * half * b * b, ..large };
    assert_eq!(none.variance(), Some(0.0));
}

#[test]
#[should_panic(expected = "not between 0 and 1")]
fn a_score_above_one_is_refused() {
    rate(&sums(&[(1, 61)]), 60);
}

#[test]
#[should_panic(expected = "no blocks have these sums")]
fn impossible_sums_are_refused() {
    mean(&RatioSums { active: 2, x: 2, y: 2, xx: 2, xy: 2, yy: 1 });
}

#[test]
#[should_panic(expected = "without observations")]
fn something_observed_without_an_observation_is_refused() {
    RatioSums::new().add(0, 1);
}

#[test]
fn names_of_methods_are_stable() {
    let methods = [Method::Wilson, Method::Student, Method::StudentBonferroni, Method::ConfidenceSequence];
    assert_eq!(methods.map(Method::name), ["wilson", "student", "student_bonferroni", "confidence_sequence"]);
}

prop_compose! {
    fn some_blocks()(blocks in prop::collection::vec((0u32..30, 0.0..=1.0f64), 0..60)) -> Vec<(u32, i64)> {
        blocks.into_iter().map(|(x, share)| (x, (share * f64::from(60 * x)) as i64)).collect()
    }
}

proptest! {
    #[test]
    fn sums_merge_in_any_order(blocks in some_blocks(), cut in 0usize..60, seed in any::<u64>()) {
        let whole = sums(&blocks);
        let (left, right) = blocks.split_at(cut.min(blocks.len()));
        let mut merged = sums(right);
        merged.merge(&sums(left));
        prop_assert_eq!(merged, whole);
        let mut shuffled = blocks.clone();
        let turn = seed as usize % blocks.len().max(1);
        shuffled.rotate_left(turn);
        shuffled.reverse();
        prop_assert_eq!(sums(&shuffled), whole);
    }

    /// The second road: residuals one by one.
    #[test]
    fn variance_is_the_spread_of_the_residuals(blocks in some_blocks()) {
        let all = sums(&blocks);
        let active: Vec<(f64, f64)> =
            blocks.iter().filter(|&&(x, _)| x > 0).map(|&(x, y)| (f64::from(x), y as f64)).collect();
        prop_assume!(active.len() > 1);
        let n = active.len() as f64;
        let x: f64 = active.iter().map(|&(x, _)| x).sum();
        let ratio = active.iter().map(|&(_, y)| y).sum::<f64>() / x;
        let residuals: f64 = active.iter().map(|&(x, y)| (y - ratio * x) * (y - ratio * x)).sum();
        let expected = residuals * n / (n - 1.0) / (x * x);
        prop_assert!((all.variance().unwrap() - expected).abs() <= 1e-12 * expected + 1e-18);
    }

    /// y + c·x moves the mean by c and leaves the variance alone, to the last bit.
    #[test]
    fn a_shift_moves_the_mean_and_not_the_variance(blocks in some_blocks(), shift in -1_000_000i64..1_000_000) {
        let shifted: Vec<(u32, i64)> = blocks.iter().map(|&(x, y)| (x, y + shift * i64::from(x))).collect();
        let (before, after) = (sums(&blocks), sums(&shifted));
        prop_assert_eq!(before.variance(), after.variance());
        if let (Some(before), Some(after)) = (mean(&before), mean(&after)) {
            prop_assert!((after.value - before.value - shift as f64).abs() < 1e-8);
        }
    }

    /// What is a success and what a failure is a matter of words.
    #[test]
    fn failures_mirror_successes(blocks in some_blocks()) {
        let failures: Vec<(u32, i64)> = blocks.iter().map(|&(x, y)| (x, 60 * i64::from(x) - y)).collect();
        if let (Some(wins), Some(losses)) = (rate(&sums(&blocks), 60), rate(&sums(&failures), 60)) {
            prop_assert!((wins.value + losses.value - 1.0).abs() < 1e-15);
            if let (Some(wins), Some(losses)) = (wins.interval, losses.interval) {
                prop_assert!((wins.lo + losses.hi - 1.0).abs() < 1e-12);
                prop_assert!((wins.hi + losses.lo - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn an_interval_holds_its_value_and_stays_between_0_and_1(blocks in some_blocks()) {
        if let Some(Estimate { value, interval: Some(interval), .. }) = rate(&sums(&blocks), 60) {
            prop_assert!(0.0 <= interval.lo && interval.hi <= 1.0);
            prop_assert!(interval.lo <= value + 1e-15 && value <= interval.hi + 1e-15);
        }
    }
}

/// With the same x in every block the mean in a sequence is the sequence's own, where the spread is above its floor.
#[test]
fn a_mean_in_a_sequence_is_that_of_the_sequence() {
    use super::super::{ErrorRate, Moments, Scale};
    let sequence = Sequence::new(ErrorRate::FIVE_PERCENT);
    let (mut sums, mut moments) = (RatioSums::new(), Moments::new());
    for i in 0..1000 {
        let y = (i * 37) % 101;
        sums.add(4, y);
        moments.add(y);
    }
    let found = mean_in_sequence(&sums, &sequence, 1000).unwrap();
    let expected = sequence.estimate(&moments, Scale::new(4, 1)).unwrap();
    let (found_interval, expected_interval) = (found.interval.unwrap(), expected.interval.unwrap());
    assert!((found_interval.lo - expected_interval.lo).abs() < 1e-12);
    assert!((found_interval.hi - expected_interval.hi).abs() < 1e-12);
    assert_eq!((found.value, found.method), (expected.value, Method::ConfidenceSequence));
    assert_eq!(mean_in_sequence(&sums, &sequence, 199).unwrap().interval, None, "no interval before the first look");
}

/// Wilson's interval with k = (boundary)² Var / (p q): at ½ it is ½ ± ½ √(k / (1 + k)), and never beyond 0 or 1.
#[test]
fn a_rate_in_a_sequence_is_wilsons_with_its_boundary() {
    use super::super::ErrorRate;
    let sequence = Sequence::new(ErrorRate::FIVE_PERCENT);
    let mut sums = RatioSums::new();
    (0..1000).for_each(|i| sums.add(1, i % 2));
    let found = rate_in_sequence(&sums, 1, &sequence, 1000).unwrap().interval.unwrap();
    // Var(p) = 1/4 / 999, p q = 1/4.
    let k = sequence.boundary(1000) * sequence.boundary(1000) / 999.0;
    assert!((found.hi - (0.5 + 0.5 * (k / (1.0 + k)).sqrt())).abs() < 1e-12);
    assert!(found.width() > 3.0 * rate(&sums, 1).unwrap().interval.unwrap().width());
    let mut none = RatioSums::new();
    (0..1000).for_each(|_| none.add(1, 0));
    let found = rate_in_sequence(&none, 1, &sequence, 1000).unwrap().interval.unwrap();
    assert!(found.lo == 0.0 && found.hi > 0.0 && found.hi < 0.05, "{found:?}");
}
