//! The sequential test: by hand, by symmetry, and how often it errs.

use super::{Random, add, binomial_limits};
use analyze::stats::{ErrorRate, Moments, Scale, Sprt, Verdict, looks};

fn rate(value: f64) -> ErrorRate {
    ErrorRate::new(value).unwrap()
}

fn test(theta0: f64, theta1: f64) -> Sprt {
    Sprt::new(theta0, theta1, rate(0.05), rate(0.05)).unwrap()
}

#[test]
fn hypotheses_must_differ() {
    for (theta0, theta1) in [(0.1, 0.1), (0.2, 0.1), (f64::NAN, 0.1), (0.0, f64::INFINITY)] {
        assert!(Sprt::new(theta0, theta1, rate(0.05), rate(0.05)).is_err());
    }
    let message = Sprt::new(0.2, 0.1, rate(0.05), rate(0.05)).unwrap_err().to_string();
    assert_eq!(message, "the mean under H1 must be a number above the mean under H0, 0.2, not 0.1");
}

/// 400 blocks, 220 of 1 and 180 of −1: x̄ = 0.1, Σ(x − x̄)² = 396, and two blocks more at a distance of 1.1. From 0 to 0.2 the mean is midway; from 0 to 0.1
/// the ratio is 0.1 · 0.1 / (2 · 398.42/(400 · 399)).
#[test]
fn log_likelihood_ratio_matches_a_hand_calculation() {
    let moments = Moments { n: 400, sum: 40, squares: 400, least: -1, most: 1 };
    let scale = Scale::new(1, 2);
    assert!(test(0.0, 0.2).log_likelihood_ratio(&moments, scale).unwrap().abs() < 1e-12);
    let found = test(0.0, 0.1).log_likelihood_ratio(&moments, scale).unwrap();
    assert!((found - 0.01 / (2.0 * (396.0 + 2.0 * 1.21) / 159_600.0)).abs() < 1e-12);
}

/// The other way about, the ratio has the other sign.
#[test]
fn mirrored_blocks_mirror_the_ratio() {
    let moments = Moments { n: 1000, sum: 321, squares: 4000, least: -3, most: 4 };
    let mirrored = Moments { sum: -321, least: -4, most: 3, ..moments };
    let scale = Scale::new(3, 6);
    let ratio = test(-0.02, 0.05).log_likelihood_ratio(&moments, scale).unwrap();
    let other = test(-0.05, 0.02).log_likelihood_ratio(&mirrored, scale).unwrap();
    assert!(ratio != 0.0 && (ratio + other).abs() < 1e-12);
}

#[test]
fn nothing_is_decided_before_the_first_look() {
    let scale = Scale::new(1, 2);
    let blocks = |n: u64| Moments { n, sum: i128::from(n), squares: i128::from(n), least: 1, most: 1 };
    assert_eq!(test(0.0, 0.5).verdict(&Moments::default(), scale), Verdict::Undecided);
    assert_eq!(test(0.0, 0.5).log_likelihood_ratio(&blocks(1), scale), None);
    assert_eq!(test(0.0, 0.5).log_likelihood_ratio(&blocks(99), scale), Some(49.5));
    assert_eq!(test(0.0, 0.5).verdict(&blocks(99), scale), Verdict::Undecided);
    assert_eq!(test(0.0, 0.5).verdict(&blocks(100), scale), Verdict::AcceptH1);
}

/// Blocks without any difference accept that there is none, but not at once: n · 0.002 / 2 = ln 19 at n = 2944.4.
#[test]
fn blocks_without_difference_accept_h0_late() {
    let scale = Scale::new(60, 120);
    let none = |n: u64| test(0.0, 0.002).verdict(&Moments { n, ..Moments::default() }, scale);
    assert_eq!(none(2_944), Verdict::Undecided);
    assert_eq!(none(2_945), Verdict::AcceptH0);
}

/// They speak against the hypothesis that is farther away, n · distance / 2.
#[test]
fn alike_blocks_speak_for_where_they_are() {
    let ratio = |x: i64| {
        let (sum, squares) = (100 * i128::from(x), 100 * i128::from(x * x));
        let blocks = Moments { n: 100, sum, squares, least: x, most: x };
        test(0.0, 0.5).log_likelihood_ratio(&blocks, Scale::new(4, 8)).unwrap()
    };
    assert_eq!([-4, 0, 1, 2, 4].map(ratio), [-75.0, -25.0, -12.5, 25.0, 50.0]);
}

/// What 500 runs decide, of blocks that are worth 1, 0 or −1: (accepted H0, accepted H1).
fn verdicts(seed: u64, sprt: Sprt, plus: f64, minus: f64) -> (u64, u64) {
    let mut random = Random::new(seed);
    let (mut h0, mut h1) = (0, 0);
    for _ in 0..500 {
        let mut blocks = Moments::default();
        let decided = looks().find_map(|look| {
            while blocks.n < look {
                let luck = random.uniform();
                add(&mut blocks, i64::from(luck < plus) - i64::from(luck >= 1.0 - minus));
            }
            Some(sprt.verdict(&blocks, Scale::new(1, 2))).filter(|&verdict| verdict != Verdict::Undecided)
        });
        h0 += u64::from(decided == Some(Verdict::AcceptH0));
        h1 += u64::from(decided == Some(Verdict::AcceptH1));
    }
    (h0, h1)
}

/// Common differences, rare ones, and lopsided ones that are rare: what errs stays within α = β = 0.05.
#[test]
fn wrong_verdicts_stay_within_alpha_and_beta() {
    let most = *binomial_limits(500, 0.05).end();
    let models = [(0.3, 0.3, 0.05), (0.02, 0.02, 0.01), (0.02, 0.0, 0.006), (0.005, 0.0, 0.001)];
    for (seed, (plus, minus, effect)) in (0..).zip(models) {
        let sprt = test(plus - minus, plus - minus + effect);
        let (right, wrong) = verdicts(seed, sprt, plus, minus);
        assert_eq!(right + wrong, 500);
        assert!(wrong <= most, "{wrong} of 500 accept H1 where H0 holds: {plus}, {minus}");
        let (wrong, right) = verdicts(seed + 10, sprt, plus + effect, minus);
        assert_eq!(right + wrong, 500);
        assert!(wrong <= most, "{wrong} of 500 accept H0 where H1 holds: {plus}, {minus}");
    }
}

/// Midway between the hypotheses both verdicts come about equally often: the test leans to neither.
#[test]
fn midway_the_test_leans_to_neither() {
    let (h0, h1) = verdicts(30, test(-0.03, 0.03), 0.3, 0.3);
    assert_eq!(h0 + h1, 500);
    assert!(binomial_limits(500, 0.5).contains(&h0), "{h0} of 500");
}
