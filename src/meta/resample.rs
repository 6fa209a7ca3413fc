//! Resampling: how far a number would lie from where it is if other batches had been met.

use crate::dice::{below, generator};

/// `times` resamples of `batches` batches: how often each batch is in it. Each draws as many as there are, with replacement, by
/// the generator xoshiro256++ for `seed`.
pub fn resamples(batches: usize, times: usize, seed: u64) -> Vec<Vec<u32>> {
    let mut words = generator(seed);
    let mut one = || {
        let mut counts = vec![0; batches];
        (0..batches).for_each(|_| counts[below(batches as u64, &mut words) as usize] += 1);
        counts
    };
    (0..times).map(|_| one()).collect()
}

/// The 2.5th and 97.5th percentile of a number over its resamples: the ends of an interval of 95%. Of r resamples they are
/// numbers 0.025 (r + 1) and 0.975 (r + 1) in their order (Davison & Hinkley, Bootstrap methods and their application, 1997,
/// section 5.2.1). `None` of fewer than 39.
pub fn percentiles(mut values: Vec<f64>) -> Option<(f64, f64)> {
    let at = (values.len() + 1) / 40;
    values.sort_by(f64::total_cmp);
    (at >= 1).then(|| (values[at - 1], values[values.len() - at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_leave_a_fortieth_on_each_side() {
        let values: Vec<f64> = (1..=399).rev().map(f64::from).collect();
        assert_eq!(percentiles(values), Some((10.0, 390.0)));
        assert_eq!(percentiles(vec![1.0; 38]), None);
    }

    #[test]
    fn a_resample_draws_as_many_as_there_are() {
        let all = resamples(64, 50, 7);
        assert!(all.iter().all(|counts| counts.iter().sum::<u32>() == 64));
        assert_ne!(all[0], all[1]);
    }
}
