//! Differences of paired blocks, with luck or without: what they tell, and what they have not shown yet.
//!
//! Owns what the results as played say of those without luck. Where upsets are rare, few blocks have one, and what is left
//! without luck hardly differs between the others; so its small spread is believed once results have been seen to vary.

use super::{Estimate, Interval, Moments, Scale};

/// Differences of blocks and their scale; without luck, those as played with theirs.
#[derive(Clone, Copy, Debug)]
pub struct PairedBlocks {
    blocks: (Moments, Scale),
    /// As played, where results have hardly varied so far.
    hardly_varied: Option<(Moments, Scale)>,
}

impl PairedBlocks {
    /// Differences as played.
    pub fn as_played(blocks: Moments, scale: Scale) -> PairedBlocks {
        PairedBlocks { blocks: (blocks, scale), hardly_varied: None }
    }

    /// Differences without luck, and the same as played. Once these have shown how far they vary, those without luck, of
    /// which hardly any two are alike, are taken not to lie farther from the mean than they did so far.
    pub fn without_luck((blocks, scale): (Moments, Scale), played: (Moments, Scale)) -> PairedBlocks {
        match played.0.is_of_few_blocks() {
            true => PairedBlocks { blocks: (blocks, scale.as_far_as_seen(&blocks)), hardly_varied: Some(played) },
            false => PairedBlocks::as_played(blocks, scale.as_seen(&blocks)),
        }
    }

    /// The differences that a test decides by: as played where results have hardly varied.
    pub fn deciding(&self) -> &(Moments, Scale) {
        self.hardly_varied.as_ref().unwrap_or(&self.blocks)
    }

    /// The standard error of the mean, [`Moments::standard_error`]; where results have hardly varied at least that as played.
    pub fn standard_error(&self) -> Option<f64> {
        let error = |(blocks, scale): &(Moments, Scale)| blocks.standard_error(*scale);
        let played = self.hardly_varied.as_ref().map_or(Some(0.0), error);
        Some(f64::max(error(&self.blocks)?, played?))
    }

    /// The mean with an interval by this method. Where results have hardly varied it reaches as far as that as played.
    pub fn estimate(&self, method: impl Fn(&Moments, Scale) -> Option<Estimate>) -> Option<Estimate> {
        let Estimate { value, interval, n } = method(&self.blocks.0, self.blocks.1)?;
        let Some((played, scale)) = &self.hardly_varied else { return Some(Estimate { value, interval, n }) };
        let both = interval.zip(method(played, *scale)?.interval);
        let interval = both.map(|(own, other)| Interval { lo: own.lo.min(other.lo), hi: own.hi.max(other.hi) });
        Some(Estimate { value, interval, n })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ErrorRate, difference};
    use super::*;

    fn moments(values: &[i64]) -> Moments {
        let x = || values.iter().map(|&x| i128::from(x));
        let (least, most) = (*values.iter().min().unwrap(), *values.iter().max().unwrap());
        Moments { n: values.len() as u64, sum: x().sum(), squares: x().map(|x| x * x).sum(), least, most }
    }

    fn by_student(blocks: &Moments, scale: Scale) -> Option<Estimate> {
        difference(blocks, scale, ErrorRate::FIVE_PERCENT)
    }

    /// A hundred blocks are lost alike, but for what luck left of them: ln 40 of them may have been won for all that is known.
    #[test]
    fn an_upset_that_has_not_come_is_not_ruled_out() {
        let left: Vec<i64> = (0..100).map(|at| -996 - at % 2).collect();
        let played = (moments(&[-60; 100]), Scale::new(60, 120));
        let blocks = PairedBlocks::without_luck((moments(&left), Scale::new(1_000, 2_000)), played);
        let found = blocks.estimate(by_student).unwrap();
        let interval = found.interval.unwrap();
        assert!((found.value + 0.9965).abs() < 1e-12);
        assert!((interval.hi - (2.0 * 0.03688879454 - 1.0)).abs() < 1e-9, "{interval:?}");
        assert_eq!(blocks.deciding().0, played.0);
        assert!((blocks.standard_error().unwrap() - 2.0 * 0.03688879454 / 1.959963985).abs() < 1e-9);
    }

    /// Half of the blocks are won and half lost; without luck one of a hundred lies 10 away, the others 1. Few blocks make that
    /// variance, so it is taken for that of 16 blocks as far away as the farthest, not as far as there may be any.
    #[test]
    fn what_results_have_shown_is_believed() {
        let halves: Vec<i64> = (0..100).map(|at| at % 2 * 120 - 60).collect();
        let mut left: Vec<i64> = (0..100).map(|at| at % 2 * 2 - 1).collect();
        left[7] = 10;
        let (own, scale) = (moments(&left), Scale::new(1, 2_000));
        let blocks = PairedBlocks::without_luck((own, scale), (moments(&halves), Scale::new(60, 120)));
        let (deciding, seen) = blocks.deciding();
        assert_eq!(*deciding, own);
        let expected = (16.0 * 100.0 / (100.0 * 99.0f64)).sqrt();
        assert!((deciding.cautious_standard_error(*seen).unwrap() - expected).abs() < 1e-12);
        let alone = by_student(&own, scale).unwrap();
        assert_eq!(blocks.estimate(by_student), Some(alone), "for a number of blocks fixed beforehand nothing changes");
    }
}
