//! Sums of squares of many estimates: what share of one sum another is, without what chance adds to both.
//!
//! Owns the correction for chance and the interval; what the components are is for others.

use super::batches::batch_error;
use super::{BatchIntervals, BlockPart, Ending, ErrorRate, Estimate, Interval};

/// A number whose square is added up, by batch: the part in question, and the whole that it is a part of.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// By batch the part.
    pub part: Vec<f64>,
    /// By batch the whole.
    pub whole: Vec<f64>,
}

/// The share of Σ whole² that Σ part² is, both of the true means of the components, with an interval of error rate `alpha`; `None`
/// where the wholes are not known to differ from 0, since then they have no shares. Batches may hang together in any way.
///
/// - Chance adds the variances of the means to a sum of squares, which are taken off.
/// - What is left, A, has the variance 4 λ A + 2 tr Σ²: λ is the variance of the component along the part, Σ the covariance
///   matrix of the means, whose tr Σ² is estimated as by Bai & Saranadasa (Statistica Sinica 6 (1996) 311, equation 3.7).
///   The interval has all A that lie within so many standard errors of the estimate *that they would have themselves*, as
///   Wilson's has of a proportion: so it holds near 0 too, where the estimate's own error is too small.
/// - The error of the whole is allowed for to the first order.
/// - What all blocks of one of `parts`, the sums behind the components, have alike may be otherwise in those that were not seen.
pub fn share_of_squares(
    components: &[Component],
    parts: &[BlockPart],
    alpha: ErrorRate,
    ending: Ending,
) -> Option<Estimate> {
    let batches = components.first()?.part.len();
    let hidden = parts.iter().map(|part| part.hidden(false, alpha, ending)).map(|by| by * by).sum::<f64>().sqrt();
    let intervals = BatchIntervals::new(batches, alpha, ending);
    let reach = intervals.standard_errors(&intervals.parts(parts))?;
    let part = Squares::new(components.iter().map(|one| &one.part));
    let whole = Squares::new(components.iter().map(|one| &one.whole));
    let (above_chance, all) = (part.sum - part.noise, whole.sum - whole.noise);
    if whole.bounds(all, whole.along(&whole.pull)?, reach).lo <= 0.0 {
        return None;
    }
    let value = above_chance.max(0.0) / all;
    let pull: Vec<f64> = part.pull.iter().zip(&whole.pull).map(|(part, whole)| part - value * whole).collect();
    let found = part.bounds(above_chance, part.along(&pull)?, reach);
    let end = |sum: f64, by: f64| (sum.sqrt() + by).max(0.0);
    let (lo, hi) = (end(found.lo, -hidden), end(found.hi, hidden));
    let interval = Interval { lo: lo * lo / all, hi: hi * hi / all }.within(0.0, 1.0);
    let value = value.clamp(interval.lo, interval.hi);
    Some(Estimate { value, interval: Some(interval), n: parts.iter().map(|part| part.blocks).min().unwrap_or(0) })
}

/// A sum of squares of means of batches.
struct Squares {
    /// The sum.
    sum: f64,
    /// What chance adds to it: the trace of the covariance matrix Σ of the means.
    noise: f64,
    /// The trace of Σ².
    spread: f64,
    /// By batch, what it lies off along the means.
    pull: Vec<f64>,
}

impl Squares {
    fn new<'b>(components: impl Iterator<Item = &'b Vec<f64>>) -> Squares {
        let (mut sum, mut pull, mut products) = (0.0, Vec::new(), Vec::new());
        for values in components {
            let n = values.len();
            let mean = values.iter().sum::<f64>() / n as f64;
            let off: Vec<f64> = values.iter().map(|value| value - mean).collect();
            pull.resize(n, 0.0);
            products.resize(n * n, 0.0);
            sum += mean * mean;
            pull.iter_mut().zip(&off).for_each(|(pull, off)| *pull += mean * off);
            for (row, a) in products.chunks_mut(n).zip(&off) {
                row.iter_mut().zip(&off).for_each(|(product, b)| *product += a * b);
            }
        }
        let n = pull.len() as f64;
        let freedom = n - 1.0;
        let trace = products.iter().step_by(pull.len() + 1).sum::<f64>() / freedom;
        let squares = products.iter().map(|product| product * product).sum::<f64>() / (freedom * freedom);
        let correction = freedom * freedom / ((freedom + 2.0) * (freedom - 1.0));
        let spread = correction * (squares - trace * trace / freedom);
        Squares { sum, noise: trace / n, spread: spread.max(0.0) / (n * n), pull }
    }

    /// The variance along a direction, of which batches lie off by these.
    fn along(&self, pull: &[f64]) -> Option<f64> {
        let error = batch_error(pull)?;
        Some(if self.sum > 0.0 { error * error / self.sum } else { 0.0 })
    }

    /// The sums A with |found − A| ≤ `reach` √(4 λ A + 2 tr Σ²), at least 0.
    fn bounds(&self, found: f64, along: f64, reach: f64) -> Interval {
        let square = reach * reach;
        let middle = found + 2.0 * square * along;
        let half = (middle * middle - found * found + 2.0 * square * self.spread).max(0.0).sqrt();
        Interval { lo: (middle - half).max(0.0), hi: (middle + half).max(0.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Components with these means and unit errors of the mean, of normal-like noise: sums of twelve uniform numbers.
    fn drawn(truth: &[(f64, f64)], seed: u64) -> Vec<Component> {
        let mut state = seed;
        let mut uniform = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut noise = || 8.0 * ((0..12).map(|_| uniform()).sum::<f64>() - 6.0);
        let component = |&(part, whole): &(f64, f64)| {
            let off: Vec<f64> = (0..64).map(|_| noise()).collect();
            let at = |mean: f64| off.iter().map(|off| mean + off).collect();
            Component { part: at(part), whole: at(whole) }
        };
        truth.iter().map(component).collect()
    }

    const PARTS: [BlockPart; 1] = [BlockPart { blocks: 6400, variance: 1.0, reach: 0.0, rounded: 0.0, played: None }];

    /// Of 400 intervals of 95% each at least 364 hold the truth, as 99.9% of such counts would: where nothing is left, little,
    /// as much as chance makes of it, and much.
    #[test]
    fn intervals_hold_near_nothing_too() {
        for (size, parts) in [(1, 0.0), (1, 1.5), (10, 0.0), (10, 0.5), (10, 3.0), (40, 1.0)] {
            let truth: Vec<(f64, f64)> = (0..size).map(|_| (parts, 50.0)).collect();
            let share = parts * parts / 2500.0;
            let holds = |seed: &u64| {
                let found = share_of_squares(&drawn(&truth, *seed), &PARTS, ErrorRate::FIVE_PERCENT, Ending::Fixed);
                let interval = found.unwrap().interval.unwrap();
                interval.lo <= share && share <= interval.hi
            };
            let held = (1..=400).filter(holds).count();
            assert!(held >= 364, "{size} components of {parts}: {held} of 400");
        }
    }

    /// What is nothing but chance has no shares.
    #[test]
    fn nothing_has_no_share() {
        let found = share_of_squares(&drawn(&[(0.0, 0.1); 20], 7), &PARTS, ErrorRate::FIVE_PERCENT, Ending::Fixed);
        assert_eq!(found, None);
    }
}
