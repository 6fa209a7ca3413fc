//! Textbook values, algebraic laws and borders of rates and means.

use super::{add, add_pair, boundary};
use analyze::stats::{
    ErrorRate, Estimate, FIRST_LOOK, Interval, Moments, Range, RatioSums, Scale, Sequence, Stopping, mean, rate,
};
use proptest::prelude::*;

fn fixed_rate(sums: &RatioSums, unit: u32) -> Option<Estimate> {
    rate(sums, unit, Stopping::Fixed)
}

fn fixed_mean(sums: &RatioSums) -> Option<Estimate> {
    mean(sums, None, Stopping::Fixed)
}

fn sums(blocks: &[(u32, i64)]) -> RatioSums {
    let mut sums = RatioSums::default();
    for &(x, y) in blocks {
        add_pair(&mut sums, x, y);
    }
    sums
}

fn interval(estimate: Option<Estimate>) -> Interval {
    estimate.and_then(|estimate| estimate.interval).expect("two blocks give an interval")
}

fn assert_near(found: f64, expected: f64, error: f64) {
    assert!((found - expected).abs() <= error, "found {found}, expected {expected}");
}

/// One game a block is the ordinary binomial case: Wilson's interval, 0.2553 to 0.3662 in Newcombe's table for 81 of 263,
/// but for a variance larger by n/(n−1), and Student's quantile (1.969 at 262 degrees of freedom) in place of the normal.
#[test]
fn single_games_give_nearly_the_binomial_interval() {
    let mut blocks = vec![(1, 1); 81];
    blocks.resize(263, (1, 0));
    let found = fixed_rate(&sums(&blocks), 1).unwrap();
    assert_eq!(found.value, 81.0 / 263.0);
    assert_eq!(found.n, 263);
    let found = found.interval.unwrap();
    let (p, q, k) = (81.0 / 263.0, 182.0 / 263.0, 1.969059_f64.powi(2) / 262.0);
    let half = (p * q * k + 0.25 * k * k).sqrt();
    assert_near(found.lo, (p + 0.5 * k - half) / (1.0 + k), 1e-6);
    assert_near(found.hi, (p + 0.5 * k + half) / (1.0 + k), 1e-6);
    assert!(found.lo < 0.2553 && 0.3662 < found.hi && found.width() < 1.01 * (0.3662 - 0.2553));
}

/// As `one_far_value_leaves_few_degrees_of_freedom` says: 15.8 and 4.302653 standard errors.
#[test]
fn mean_of_students_sleepers() {
    let tenths = [12, 24, 13, 13, 0, 10, 18, 8, 46, 14];
    let blocks: Vec<(u32, i64)> = tenths.iter().map(|&hours| (1, hours)).collect();
    let found = fixed_mean(&sums(&blocks)).unwrap();
    assert_eq!((found.value, found.n), (15.8, 10));
    let (found, half) = (found.interval.unwrap(), 4.302652730 * (1361.6f64 / 90.0).sqrt());
    assert_near(found.lo, 15.8 - half, 1e-8);
    assert_near(found.hi, 15.8 + half, 1e-8);
}

/// The same with seven observations a block, that add up to seven times as much.
#[test]
fn mean_does_not_depend_on_the_size_of_blocks() {
    let tenths = [12, 24, 13, 13, 0, 10, 18, 8, 46, 14];
    let single: Vec<(u32, i64)> = tenths.iter().map(|&hours| (1, hours)).collect();
    let sevens: Vec<(u32, i64)> = tenths.iter().map(|&hours| (7, 7 * hours)).collect();
    let (single, sevens) = (interval(fixed_mean(&sums(&single))), interval(fixed_mean(&sums(&sevens))));
    assert_near(sevens.lo, single.lo, 1e-13);
    assert_near(sevens.hi, single.hi, 1e-13);
}

#[test]
fn nothing_observed_is_no_estimate() {
    for none in [RatioSums::default(), sums(&[(0, 0), (0, 0)])] {
        assert_eq!(fixed_rate(&none, 60), None);
        assert_eq!(fixed_mean(&none), None);
    }
}

#[test]
fn one_block_has_a_value_and_no_interval() {
    let one = sums(&[(0, 0), (3, 2), (0, 0)]);
    for estimate in [fixed_rate(&one, 1).unwrap(), fixed_mean(&one).unwrap()] {
        assert_eq!((estimate.value, estimate.interval, estimate.n), (2.0 / 3.0, None, 1));
    }
}

/// Equal ratios in every block do not show that all blocks have it. Of a rate 10 of 110 blocks are taken for independent
/// observations: with t = 1.984217 at 99 degrees of freedom k = t² · 10/110 / 15150, and Wilson's interval at 1/3 is
/// (1/3 + k/2 ± √(2k/9 + k²/4)) / (1 + k). Of a mean, what ln 40 / 100 of the blocks could move it by, if the range is known.
#[test]
fn equal_ratios_leave_a_doubt() {
    let thirds: Vec<(u32, i64)> = (1..=100).map(|size| (3 * size, 20 * 3 * i64::from(size))).collect();
    let found = fixed_rate(&sums(&thirds), 60).unwrap();
    assert_eq!(found.value, 1.0 / 3.0);
    let k = 1.984216952f64.powi(2) * 10.0 / 110.0 / 15150.0;
    let half = (2.0 * k / 9.0 + 0.25 * k * k).sqrt();
    let found = found.interval.unwrap();
    assert_near(found.lo, (1.0 / 3.0 + 0.5 * k - half) / (1.0 + k), 1e-9);
    assert_near(found.hi, (1.0 / 3.0 + 0.5 * k + half) / (1.0 + k), 1e-9);
    assert_eq!(fixed_mean(&sums(&thirds)).unwrap().interval, None);
    let range = Interval { lo: 0.0, hi: 50.0 };
    for range in [Range::Possible(range), Range::Seen(range)] {
        let found = mean(&sums(&thirds), Some(range), Stopping::Fixed).unwrap().interval.unwrap();
        assert_near(found.lo, 20.0 - 20.0 * 0.03688879454, 1e-9);
        assert_near(found.hi, 20.0 + 30.0 * 0.03688879454, 1e-9);
    }
}

/// 3 of 200 blocks are worth 2, the others nothing: Garwood's limits for 3 events, 0.6187 and 8.7673, times 2/200. The
/// other way up they are mirrored; and no interval leaves what is possible.
#[test]
fn few_events_are_counted() {
    let blocks = |few: i64, most: i64| sums(&[vec![(1, few); 3], vec![(1, most); 197]].concat());
    let up = interval(mean(&blocks(2, 0), None, Stopping::Fixed));
    // The variance of a sum of 3 of 200 equal parts is not quite theirs: 200/199 · (1 − 3/200).
    assert_near(up.lo, 0.006187, 0.0001);
    assert_near(up.hi, 0.087673, 0.0004);
    let down = interval(mean(&blocks(0, 2), None, Stopping::Fixed));
    assert_near(down.lo, 2.0 - up.hi, 1e-12);
    assert_near(down.hi, 2.0 - up.lo, 1e-12);
    let possible = Range::Possible(Interval { lo: 0.01, hi: 0.05 });
    assert_eq!(interval(mean(&blocks(2, 0), Some(possible), Stopping::Fixed)), Interval { lo: 0.01, hi: 0.05 });
}

/// At 0 and 1 the blocks count, not the games in them: t²/(n + t²), here t = 2.009575 at 49 degrees of freedom.
#[test]
fn all_or_nothing_counts_the_active_blocks() {
    let t2 = 2.009575237 * 2.009575237;
    let mut blocks = vec![(24, 0); 50];
    blocks.extend([(0, 0); 1000]);
    let never = fixed_rate(&sums(&blocks), 60).unwrap();
    assert_eq!((never.value, never.n), (0.0, 50));
    let never = never.interval.unwrap();
    assert_eq!(never.lo, 0.0);
    assert_near(never.hi, t2 / (50.0 + t2), 1e-12);
    let always = fixed_rate(&sums(&[(24, 24 * 60); 50]), 60).unwrap();
    assert_eq!(always.value, 1.0);
    let always = always.interval.unwrap();
    assert_eq!(always.hi, 1.0);
    assert_near(always.lo, 50.0 / (50.0 + t2), 1e-12);
}

#[test]
#[should_panic(expected = "not between 0 and 1")]
fn a_score_above_one_is_refused() {
    fixed_rate(&sums(&[(1, 61)]), 60);
}

#[test]
#[should_panic(expected = "no blocks have these sums")]
fn impossible_sums_are_refused() {
    fixed_mean(&RatioSums { active: 2, x: 2, y: 2, xx: 2, xy: 2, yy: 1, ends: None });
}

prop_compose! {
    fn some_blocks()(blocks in prop::collection::vec((0u32..30, 0.0..=1.0f64), 0..60)) -> Vec<(u32, i64)> {
        blocks.into_iter().map(|(x, share)| (x, (share * f64::from(60 * x)) as i64)).collect()
    }
}

proptest! {
    #[test]
    fn sums_add_up_in_any_order(blocks in some_blocks(), turn in 0usize..60) {
        let mut turned = blocks.clone();
        turned.rotate_left(turn.min(blocks.len()));
        turned.reverse();
        prop_assert_eq!(sums(&turned), sums(&blocks));
    }

    /// What is a success and what a failure is a matter of words.
    #[test]
    fn failures_mirror_successes(blocks in some_blocks()) {
        let failures: Vec<(u32, i64)> = blocks.iter().map(|&(x, y)| (x, 60 * i64::from(x) - y)).collect();
        if let (Some(wins), Some(losses)) = (fixed_rate(&sums(&blocks), 60), fixed_rate(&sums(&failures), 60)) {
            prop_assert!((wins.value + losses.value - 1.0).abs() < 1e-15);
            if let (Some(wins), Some(losses)) = (wins.interval, losses.interval) {
                prop_assert!((wins.lo + losses.hi - 1.0).abs() < 1e-12);
                prop_assert!((wins.hi + losses.lo - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn an_interval_holds_its_value_and_stays_between_0_and_1(blocks in some_blocks()) {
        if let Some(Estimate { value, interval: Some(interval), .. }) = fixed_rate(&sums(&blocks), 60) {
            prop_assert!(0.0 <= interval.lo && interval.hi <= 1.0);
            prop_assert!(interval.lo <= value + 1e-15 && value <= interval.hi + 1e-15);
        }
    }
}

/// With the same x in every block the mean in a sequence is nearly the sequence's own: the two read the spread with a
/// different care.
#[test]
fn a_mean_in_a_sequence_is_that_of_the_sequence() {
    let sequence = Sequence::new(ErrorRate::FIVE_PERCENT);
    let (mut sums, mut moments) = (RatioSums::default(), Moments::default());
    for i in 0..1000 {
        let y = (i * 37) % 101;
        add_pair(&mut sums, 4, y);
        add(&mut moments, y);
    }
    let in_sequence = |blocks| mean(&sums, None, Stopping::Watched { blocks }).unwrap();
    let found = in_sequence(1000);
    let expected = sequence.estimate(&moments, Scale::new(4, 1)).unwrap();
    let (found_interval, expected_interval) = (found.interval.unwrap(), expected.interval.unwrap());
    assert_near(found_interval.width() / expected_interval.width(), 1.0, 0.002);
    assert_eq!(found.value, expected.value);
    assert_eq!(in_sequence(FIRST_LOOK - 1).interval, None, "no interval before the first look");
}

/// Wilson's interval with k = (boundary)² Var / (p q): at ½ it is ½ ± ½ √(k / (1 + k)), and never beyond 0 or 1.
#[test]
fn a_rate_in_a_sequence_is_wilsons_with_its_boundary() {
    let sequence = Sequence::new(ErrorRate::FIVE_PERCENT);
    let mut sums = RatioSums::default();
    (0..1000).for_each(|i| add_pair(&mut sums, 1, i % 2));
    let found = rate(&sums, 1, Stopping::Watched { blocks: 1000 }).unwrap().interval.unwrap();
    // Var(p) = 1/4 / 999, p q = 1/4; Student's quantile over the normal one.
    let k = (boundary(&sequence, 1000) * 1.962341461 / 1.959963985).powi(2) / 999.0;
    assert_near(found.hi, 0.5 + 0.5 * (k / (1.0 + k)).sqrt(), 1e-9);
    assert!(found.width() > 1.6 * fixed_rate(&sums, 1).unwrap().interval.unwrap().width());
    let mut none = RatioSums::default();
    (0..1000).for_each(|_| add_pair(&mut none, 1, 0));
    let found = rate(&none, 1, Stopping::Watched { blocks: 1000 }).unwrap().interval.unwrap();
    assert!(found.lo == 0.0 && found.hi > 0.0 && found.hi < 0.05, "{found:?}");
}
