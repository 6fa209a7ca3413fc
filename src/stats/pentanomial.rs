//! The likelihood ratio of pairs of games, in normalised Elo.
//!
//! Owns the exact generalised likelihood ratio of the five results that two games with exchanged seats can have.
//! Wald's bounds for it are [`SprtBounds`](super::SprtBounds)'s.

use super::quantiles::round9;

/// Normalised Elo of one standard deviation a game: 800 / ln 10.
const ELO: f64 = 347.435_585_522_601_46;

/// Scores of a pair of games, as a share of the two points.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// What a result that never occurred counts: few enough to matter little, and no zero under a logarithm.
const UNSEEN: f64 = 1e-3;

/// Changes of a probability below this end the search for the most likely distribution.
const CONVERGED: f64 = 1e-12;

/// Rounds after which that search is given up; it takes some tens at the limits, and about ten near the data.
const ROUNDS: usize = 1000;

/// Hypotheses beyond this many normalised Elo are not tested: from about 240 the first step leads nowhere.
const GREATEST_ELO: f64 = 200.0;

/// Results of pairs of games with exchanged seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial {
    /// Pairs with both games lost; one lost and one drawn; one of each or both drawn; one drawn and one won; both won.
    pub counts: [u64; 5],
}

impl Pentanomial {
    /// The log-likelihood ratio of the hypothesis that the normalised Elo difference is `elo1` over that it is `elo0`,
    /// each with the likeliest distribution of results that fits it; rounded to 9 decimals.
    ///
    /// Normalised Elo is (s − ½)/σ · 800/ln 10, s the expected score of a game and σ its standard deviation: Van den
    /// Bergh, Comments on normalized Elo, and section 4.1 there for the likeliest distribution. Results that never
    /// occurred count a thousandth of a pair.
    ///
    /// `None` without pairs, and for an Elo that is not between −200 and 200.
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> Option<f64> {
        let testable = [elo0, elo1].iter().all(|elo| elo.abs() <= GREATEST_ELO);
        if !testable || self.counts.iter().all(|&count| count == 0) {
            return None;
        }
        let counts = self.counts.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let pairs = sum(&counts);
        let observed = counts.map(|count| count / pairs);
        let h0 = likeliest(&observed, deviations(elo0))?;
        let h1 = likeliest(&observed, deviations(elo1))?;
        let mut ratio = 0.0;
        for ((count, p0), p1) in counts.into_iter().zip(h0).zip(h1) {
            ratio += count * (p1 / p0).ln();
        }
        Some(round9(ratio))
    }
}

/// By how many standard deviations of a pair the expected score of a pair exceeds one half: the mean of two games has
/// a standard deviation smaller by √2.
fn deviations(elo: f64) -> f64 {
    std::f64::consts::SQRT_2 * elo / ELO
}

/// The distribution of results with (s − ½)/σ = `t` under which `observed` is likeliest.
///
/// The condition is not linear in the probabilities, so it is made linear about the last distribution found, starting
/// from the uniform one, until that stays put (Van den Bergh, section 4.1). With the linear condition Σ pφ = 0 the
/// likeliest distribution is observed / (1 + λφ), the multiplier λ solving Σ observed · φ / (1 + λφ) = 0.
fn likeliest(observed: &[f64; 5], t: f64) -> Option<[f64; 5]> {
    let mut p = [0.2; 5];
    for _ in 0..ROUNDS {
        let mean = sum(&product(&p, &SCORES));
        let deviations = SCORES.map(|score| (score - mean) * (score - mean));
        let variance = sum(&product(&p, &deviations));
        let sigma = variance.sqrt();
        let mut phi = [0.0; 5];
        for ((phi, score), deviation) in phi.iter_mut().zip(SCORES).zip(deviations) {
            *phi = score - 0.5 - 0.5 * t * sigma * (1.0 + deviation / variance);
        }
        let divisors = divisors(observed, &phi)?;
        let mut change = 0.0f64;
        for ((p, share), divisor) in p.iter_mut().zip(observed).zip(divisors) {
            let next = share / divisor;
            change = change.max((next - *p).abs());
            *p = next;
        }
        if change < CONVERGED {
            return Some(p);
        }
    }
    None
}

/// The divisors 1 + λφ for the λ between −1/max φ and −1/min φ at which Σ observed · φ / (1 + λφ), which falls from
/// +∞ to −∞ there, is 0; `None` unless φ has both signs.
///
/// λ is found as a distance from the nearer of its ends, where one divisor vanishes: results that hardly ever
/// occurred bring it there, and a difference of rounded numbers would leave nothing of that divisor.
fn divisors(observed: &[f64; 5], phi: &[f64; 5]) -> Option<[f64; 5]> {
    let least = phi.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = phi.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && greatest > 0.0) {
        return None;
    }
    let half = 0.5 * (1.0 / greatest - 1.0 / least);
    let at = |end: f64, distance: f64| phi.map(|phi| (1.0 - phi / end) + distance * phi);
    let slope = |divisors: &[f64; 5]| {
        let mut slope = 0.0;
        for ((share, phi), divisor) in observed.iter().zip(phi).zip(divisors) {
            slope += share * phi / divisor;
        }
        slope
    };
    let (end, direction) = if slope(&at(greatest, half)) > 0.0 { (least, -1.0) } else { (greatest, 1.0) };
    let (mut near, mut far) = (0.0, half);
    loop {
        let middle = 0.5 * (near + far);
        let divisors = at(end, direction * middle);
        if middle <= near || middle >= far {
            return Some(divisors);
        }
        if slope(&divisors) * direction > 0.0 {
            near = middle;
        } else {
            far = middle;
        }
    }
}

fn sum(values: &[f64; 5]) -> f64 {
    values.iter().fold(0.0, |sum, value| sum + value)
}

fn product(a: &[f64; 5], b: &[f64; 5]) -> [f64; 5] {
    let mut product = *a;
    for (value, factor) in product.iter_mut().zip(b) {
        *value *= factor;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Random, binomial_limits};
    use super::super::{ErrorRate, SprtBounds, Verdict, looks};
    use super::*;
    use proptest::prelude::*;

    fn ratio(counts: [u64; 5], elo0: f64, elo1: f64) -> Option<f64> {
        Pentanomial { counts }.log_likelihood_ratio(elo0, elo1)
    }

    /// Counts and ratios as published, with two decimals, of tests of chess engines.
    #[test]
    fn published_ratios_are_reproduced() {
        let published = [
            ([115, 1156, 2443, 1233, 141], -3.0, 1.0, 2.90),
            ([241, 3440, 6895, 3664, 258], 0.0, 3.0, 2.90),
            ([7, 542, 1460, 710, 14], 0.0, 3.0, 2.98),
            ([20, 359, 904, 547, 25], 0.0, 3.0, 3.00),
            ([5490, 1074, 12191, 1071, 5754], 0.0, 4.0, 2.91),
        ];
        for (counts, elo0, elo1, expected) in published {
            let found = ratio(counts, elo0, elo1).unwrap();
            assert!((found - expected).abs() <= 0.005, "{counts:?}: {found}, published {expected}");
        }
    }

    /// The raw statistics page of a test on a fishtest server: Normalized (exact) −0.54912.
    #[test]
    fn a_ratio_published_with_five_digits_is_reproduced() {
        let found = ratio([13, 37, 50, 25, 3], 0.0, 4.0).unwrap();
        assert!((found + 0.54912).abs() <= 0.000005, "{found}");
    }

    /// Independent games without draws, nearly: with as many pairs won as lost and none between, the distribution of a
    /// pair is that of a coin with (p − ½)/√(p(1 − p)) = t, so p = ½ + t / (2 √(1 + t²)).
    #[test]
    fn coins_have_a_closed_form() {
        for elo in [1.0, 30.0, 200.0] {
            let t = std::f64::consts::SQRT_2 * elo * 10f64.ln() / 800.0;
            let excess = t / (2.0 * (1.0 + t * t).sqrt());
            let expected = 50_000.0 * ((1.0 + 2.0 * excess).ln() + (1.0 - 2.0 * excess).ln());
            let found = ratio([50_000, 0, 0, 0, 50_000], 0.0, elo).unwrap();
            assert!((found / expected - 1.0).abs() < 1e-5, "{elo}: {found}, expected {expected}");
        }
    }

    #[test]
    fn extreme_results_neither_hang_nor_divide_by_zero() {
        for n in [1, 1000, 1_000_000_000] {
            let won = ratio([0, 0, 0, 0, n], 0.0, 5.0).unwrap();
            let lost = ratio([n, 0, 0, 0, 0], 0.0, 5.0).unwrap();
            let even = ratio([0, 0, n, 0, 0], 0.0, 5.0).unwrap();
            assert!(lost < even && even < 0.0 && 0.0 < won, "{n}: {lost} {even} {won}");
        }
    }

    #[test]
    fn nothing_is_said_without_pairs_or_of_far_hypotheses() {
        assert_eq!(ratio([0; 5], 0.0, 5.0), None);
        for elo in [200.1, -1000.0, f64::NAN, f64::INFINITY] {
            assert_eq!(ratio([1, 2, 3, 4, 5], 0.0, elo), None);
            assert_eq!(ratio([1, 2, 3, 4, 5], elo, 0.0), None);
        }
    }

    /// How many of 400 tests of 0 against 20 accept H1, where games are coins with a normalised Elo difference of `elo`.
    fn accepted_h1(seed: u64, elo: f64) -> u64 {
        let rate = ErrorRate::new(0.05).unwrap();
        let bounds = SprtBounds::new(rate, rate);
        let deviations = elo / ELO;
        let win = 0.5 + deviations / (2.0 * (1.0 + deviations * deviations).sqrt());
        let mut random = Random::new(seed);
        let mut accepts_h1 = || {
            let mut pairs = Pentanomial::default();
            let verdict = looks().find_map(|look| {
                while pairs.counts.iter().sum::<u64>() < look {
                    let won = usize::from(random.happens(win)) + usize::from(random.happens(win));
                    pairs.counts[2 * won] += 1;
                }
                Some(bounds.verdict(pairs.log_likelihood_ratio(0.0, 20.0)?)).filter(|&v| v != Verdict::Undecided)
            });
            verdict == Some(Verdict::AcceptH1)
        };
        (0..400).filter(|_| accepts_h1()).count() as u64
    }

    #[test]
    fn wrong_verdicts_stay_within_alpha_and_beta() {
        let most = *binomial_limits(400, 0.05).end();
        let (wrong, right) = (accepted_h1(1, 0.0), accepted_h1(2, 20.0));
        assert!(wrong <= most, "{wrong} of 400 accept H1 where H0 holds");
        assert!(400 - right <= most, "{} of 400 accept H0 where H1 holds", 400 - right);
    }

    proptest! {
        /// The likeliest distributions exist, add up to 1, and have the Elo that was asked for.
        #[test]
        fn the_likeliest_distribution_fits_the_hypothesis(
            counts in prop::array::uniform5(prop_oneof![Just(1e-3), 1.0..1e9]), elo in -200.0..200.0,
        ) {
            let total = sum(&counts);
            let p = likeliest(&counts.map(|count| count / total), deviations(elo));
            let p = p.expect("a distribution");
            let mean = sum(&product(&p, &SCORES));
            let variance = sum(&product(&p, &SCORES.map(|score| (score - mean) * (score - mean))));
            prop_assert!((sum(&p) - 1.0).abs() < 1e-9);
            prop_assert!((mean - 0.5 - deviations(elo) * variance.sqrt()).abs() < 1e-9);
        }

        /// Exchanging the players exchanges the signs.
        #[test]
        fn mirrored_results_mirror_the_ratio(
            counts in prop::array::uniform5(0u64..1000), elo0 in -200.0..200.0, elo1 in -200.0..200.0,
        ) {
            let mut mirrored = counts;
            mirrored.reverse();
            if let (Some(a), Some(b)) = (ratio(counts, elo0, elo1), ratio(mirrored, -elo0, -elo1)) {
                prop_assert!((a - b).abs() <= 1e-6 * (1.0 + a.abs()));
            }
        }
    }
}
