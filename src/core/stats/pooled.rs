//! A ratio of sums over several rows whose blocks have draws in common, of which only each row's own sums are known.
//!
//! Owns the bound of its variance: how rows go together within a block is not known, and they are taken to go together as
//! much as they can.

use super::intervals::freedom;
use super::quantiles::student;
use super::{ErrorRate, Estimate, Interval, RatioSums};

/// Σy / Σx over all rows, with an interval at `alpha`, for a number of blocks fixed beforehand. `None` without observations, no
/// interval if a row with observations has fewer than two blocks of them.
///
/// What a row adds to the linearised ratio, (y − Rx) / Σx, has a standard deviation of its own; that of their sum is at most the
/// sum of these (Minkowski's inequality), so the interval is too wide rather than too narrow, at most √k times of k
/// independent rows. Of one row it is Student's interval of the linearised ratio estimator (Cochran 1977).
pub fn pooled_ratio(rows: &[RatioSums], alpha: ErrorRate) -> Option<Estimate> {
    let rows: Vec<&RatioSums> = rows.iter().filter(|row| row.x > 0).collect();
    let (x, y): (i128, i128) = rows.iter().fold((0, 0), |(x, y), row| (x + row.x, y + row.y));
    if x <= 0 {
        return None;
    }
    let (value, n) = (y as f64 / x as f64, rows.iter().map(|row| row.active).min()?);
    let error = |row: &&RatioSums| {
        let n = row.active as f64;
        let squares = row.yy as f64 - 2.0 * value * row.xy as f64 + value * value * row.xx as f64;
        let mean = (row.y as f64 - value * row.x as f64) / n;
        // Σ(y − Rx − mean)², and n blocks of it.
        ((squares - n * mean * mean).max(0.0) * n / (n - 1.0)).sqrt() / x as f64
    };
    let half = (n >= 2).then(|| student(0.5 * alpha.value(), freedom(n, None)) * rows.iter().map(error).sum::<f64>());
    let interval = half.filter(|half| *half > 0.0).map(|half| Interval::about(value, half));
    Some(Estimate { value, interval, n })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(blocks: &[(i128, i128)]) -> RatioSums {
        blocks.iter().fold(RatioSums::default(), |sums, (x, y)| RatioSums {
            active: sums.active + 1,
            x: sums.x + x,
            y: sums.y + y,
            xx: sums.xx + x * x,
            xy: sums.xy + x * y,
            yy: sums.yy + y * y,
            ends: None,
        })
    }

    /// A row of plain means 3, 7, 5: mean 5, variance 4, Student's 97.5 % point with 2 degrees of freedom 4.302652730.
    #[test]
    fn of_one_row_it_is_a_mean() {
        let found = pooled_ratio(&[sums(&[(1, 3), (1, 7), (1, 5)])], ErrorRate::FIVE_PERCENT).unwrap();
        let half = 4.302652730 * (4.0f64 / 3.0).sqrt();
        assert!(
            (found.value - 5.0).abs() < 1e-12 && (found.interval.unwrap().hi - 5.0 - half).abs() < 1e-7,
            "{found:?}"
        );
    }

    /// Two rows that are always alike are one row of which everything is there twice.
    #[test]
    fn rows_that_go_together_are_one_row() {
        let (row, twice) = (sums(&[(1, 3), (1, 7), (1, 5)]), sums(&[(2, 6), (2, 14), (2, 10)]));
        let alpha = ErrorRate::FIVE_PERCENT;
        let (both, one) = (pooled_ratio(&[row, row], alpha).unwrap(), pooled_ratio(&[twice], alpha).unwrap());
        assert!((both.value - one.value).abs() < 1e-12);
        assert!((both.interval.unwrap().hi - one.interval.unwrap().hi).abs() < 1e-9);
        assert_eq!(pooled_ratio(&[RatioSums::default()], alpha), None);
    }
}
