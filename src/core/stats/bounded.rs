//! How far the mean of bounded blocks may lie from what was seen, at all looks at once and whatever the distribution.
//!
//! Owns the bound for few blocks that differ: there no normal approximation holds, and what counts is how far a block can
//! lie from the others.

use super::quantiles::round9;

/// λ of the first part, which is tightest where nearly all blocks are alike.
const FIRST: f64 = 0.75;
/// Each further part has so much of the λ before it, and half of the weight, which begins at ½. After 100 blocks of which up to
/// 15 lie at the far end the interval is then at most 2.3 times as wide as Student's.
const NEXT: f64 = 0.6;
/// The last λ is 3 millionths of the first: no spread in so few blocks asks for less.
const PARTS: u32 = 26;
const LN_2: f64 = std::f64::consts::LN_2;

/// −ln(1 − λ) − λ, as a sum, whose bits are the same everywhere; for λ up to 0.75.
fn psi(lambda: f64) -> f64 {
    let mut power = lambda;
    let terms = (2..120).map(|j| {
        power *= lambda;
        power / f64::from(j)
    });
    terms.sum()
}

/// How far below their mean the true mean of `n` blocks may lie, with an error of `1 / e^level` at all n together, if no block
/// can lie more than `room` below their mean and `deviations` are their squared deviations from it; all in one unit.
///
/// Of blocks of mean μ that are at least l, y = (x − μ)/(μ − l) is at least −1, and exp(λy − ψ(λ)y²) ≤ 1 + λy for 0 ≤ λ < 1
/// with ψ(λ) = −ln(1 − λ) − λ, because (u − ln(1 + u))/u² falls as u rises (Fan, Grama & Liu, Electronic Journal of Probability
/// 20 (2015) 1, section 4). So the product
/// over blocks of the left side stays below the capital Π(1 + λy) of somebody who bets on each block: a martingale that reaches
/// 1/a at any time with a probability of a at most (Ville), which is the empirical Bernstein bound of Howard, Ramdas,
/// McAuliffe & Sekhon, Annals of Statistics 49 (2021) 1055, section 4.2, without a predictor, as one for bets on bounded
/// means: Waudby-Smith & Ramdas, Journal of the Royal Statistical Society B 86 (2024) 1, section 4. Of the capital only n,
/// Σx and Σx² are needed, so that it merges. The λ are fixed beforehand, each with a weight, and the one that says most
/// counts.
///
/// The capital of a bet falls as μ rises, so that all that lies below the first μ that is refused is refused with it. With μ a
/// share 1/(1 + t) of the way from l to the mean, the exponent is λnt − ψ((1 + t)²q + nt²), q the deviations over `room`²,
/// and the bound is where it first reaches `level` less the logarithm of the weight.
pub(super) fn room_below(n: u64, deviations: f64, room: f64, level: f64) -> f64 {
    let (blocks, spread) = (n as f64, deviations / (room * room));
    let mut nearest = f64::INFINITY;
    let (mut lambda, mut needed) = (FIRST, level);
    for _ in 0..PARTS {
        needed += LN_2;
        let psi = psi(lambda);
        let (square, slope) = (psi * (spread + blocks), lambda * blocks - 2.0 * psi * spread);
        let start = psi * spread + needed;
        let discriminant = slope * slope - 4.0 * square * start;
        if slope > 0.0 && discriminant >= 0.0 {
            nearest = nearest.min(2.0 * start / (slope + discriminant.sqrt()));
        }
        lambda *= NEXT;
    }
    if nearest.is_finite() { room * nearest / (1.0 + nearest) } else { room }
}

/// The level of [`room_below`] of an interval with two ends that may err with a probability of `alpha` together.
pub(super) fn level(alpha: f64) -> f64 {
    round9((2.0 / alpha).ln())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At the bound the largest of the weighted products, block by block, is 1/a, and closer to the mean none is.
    #[test]
    fn the_bound_is_where_the_bets_reach_their_level() {
        for blocks in [[vec![0.0; 97], vec![1.0; 3]].concat(), (0..200).map(|at| f64::from(at % 7) / 7.0).collect()] {
            let n = blocks.len() as f64;
            let mean = blocks.iter().sum::<f64>() / n;
            let deviations: f64 = blocks.iter().map(|x| (x - mean) * (x - mean)).sum();
            let (least, level) = (-0.5, level(0.05));
            let bound = room_below(blocks.len() as u64, deviations, mean - least, level);
            let most = |mu: f64| {
                let product = |part: u32| {
                    let lambda = 0.75 * 0.6f64.powi(part as i32);
                    let term = |x: &f64| {
                        let y = (x - mu) / (mu - least);
                        assert!((lambda * y - psi(lambda) * y * y).exp() <= 1.0 + lambda * y + 1e-12);
                        lambda * y - psi(lambda) * y * y
                    };
                    blocks.iter().map(term).sum::<f64>() - f64::from(part + 1) * 2f64.ln()
                };
                (0..PARTS).map(product).fold(f64::NEG_INFINITY, f64::max)
            };
            assert!((most(mean - bound) - 40f64.ln()).abs() < 1e-6, "{bound}");
            assert!(most(mean - 0.98 * bound) < 40f64.ln());
        }
    }

    #[test]
    fn psi_is_its_logarithm() {
        for lambda in [0.75f64, 0.3, 0.01] {
            assert!((psi(lambda) - (-(-lambda).ln_1p() - lambda)).abs() < 1e-14);
        }
    }

    /// No mean lies outside of the range, however little is known.
    #[test]
    fn the_bound_stays_within_the_range() {
        for (n, deviations) in [(2, 0.0), (2, 1.0), (100, 50.0), (1 << 50, 1.0)] {
            let found = room_below(n, deviations, 0.7, level(0.05));
            assert!(0.0 < found && found <= 0.7, "{n} {deviations}: {found}");
        }
    }
}
