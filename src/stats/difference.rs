//! Differences between arms that met the same draws: fixed numbers of blocks, no stopping.

use super::quantiles::student;
use super::{ErrorRate, Estimate, Interval, Method, Moments, Scale};

/// The mean difference of paired blocks with Student's interval at `alpha`, n − 1 degrees of freedom.
///
/// `None` without blocks; no interval from a single one. Blocks that are all alike give an interval of width above 0,
/// for the reason told at [`Moments::standard_error`]. For a number of blocks fixed beforehand; where the data decide
/// when to stop, the interval is [`Sequence`](super::Sequence)'s.
pub fn difference(moments: &Moments, scale: Scale, alpha: ErrorRate) -> Option<Estimate> {
    student_estimate(moments, scale, alpha, Method::Student)
}

/// The differences of several arms from the same baseline, with intervals that all hold together with probability
/// 1 − α at least.
///
/// Each is [`difference()`] at a rate [shared](ErrorRate::shared_by) by the arms, which is valid however they are
/// correlated. An arm without blocks counts as one of them.
pub fn simultaneous_differences(arms: &[Moments], scale: Scale, alpha: ErrorRate) -> Vec<Option<Estimate>> {
    let each = alpha.shared_by(arms.len().max(1));
    arms.iter().map(|arm| student_estimate(arm, scale, each, Method::StudentBonferroni)).collect()
}

fn student_estimate(moments: &Moments, scale: Scale, alpha: ErrorRate, method: Method) -> Option<Estimate> {
    let value = moments.mean(scale)?;
    let interval = moments.standard_error(scale).map(|standard_error| {
        let half = student(0.5 * alpha.value(), moments.n - 1) * standard_error;
        Interval { lo: value - half, hi: value + half }
    });
    Some(Estimate { value, interval, n: moments.n, method })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Random, binomial_limits};
    use super::*;

    fn five_percent() -> ErrorRate {
        ErrorRate::new(0.05).unwrap()
    }

    fn moments(values: &[i64]) -> Moments {
        let mut moments = Moments::new();
        values.iter().for_each(|&x| moments.add(x));
        moments
    }

    /// Student, Biometrika 6 (1908) 1: hours of sleep gained, in tenths (as in R's `sleep`); 95 %: 0.7001142 to
    /// 2.4598858. At 99 % the quantile is 3.249836 in place of 2.262157 (NIST table: 3.250, 2.262).
    #[test]
    fn difference_matches_students_sleepers() {
        let sleepers = moments(&[12, 24, 13, 13, 0, 10, 18, 8, 46, 14]);
        let found = difference(&sleepers, Scale::new(10, 10), five_percent()).unwrap();
        assert!((found.value - 1.58).abs() < 1e-15);
        assert_eq!((found.n, found.method), (10, Method::Student));
        let interval = found.interval.unwrap();
        assert!((interval.lo - 0.7001142).abs() < 5e-8 && (interval.hi - 2.4598858).abs() < 5e-8);
        let wider = difference(&sleepers, Scale::new(10, 10), ErrorRate::new(0.01).unwrap()).unwrap();
        assert!((wider.interval.unwrap().width() / interval.width() - 3.250 / 2.262).abs() < 3e-4);
    }

    #[test]
    fn few_blocks_say_little() {
        let scale = Scale::differences(60);
        assert_eq!(difference(&Moments::new(), scale, five_percent()), None);
        let one = difference(&moments(&[30]), scale, five_percent()).unwrap();
        assert_eq!((one.value, one.interval), (0.5, None));
    }

    /// Without any difference in n blocks, one of the full size may still occur with the frequency 4/n, at which that
    /// is seen with probability e^−4: the interval allows for it (2 t / n, with t near 2).
    #[test]
    fn blocks_without_difference_leave_a_doubt() {
        let none = difference(&moments(&[0; 1000]), Scale::differences(60), five_percent()).unwrap();
        let interval = none.interval.unwrap();
        assert!(0.0038 < interval.hi && interval.hi < 0.0040 && interval.lo == -interval.hi);
    }

    #[test]
    fn simultaneous_intervals_share_the_error_rate() {
        let arms = [moments(&[3, 5, -2, 0, 7]), Moments::new(), moments(&[1, -1, 1, 2, 0])];
        let scale = Scale::new(1, 1);
        let found = simultaneous_differences(&arms, scale, ErrorRate::new(0.06).unwrap());
        assert_eq!(found[1], None);
        let single = difference(&arms[0], scale, ErrorRate::new(0.02).unwrap()).unwrap();
        assert_eq!(found[0], Some(Estimate { method: Method::StudentBonferroni, ..single }));
        assert!(simultaneous_differences(&[], scale, five_percent()).is_empty());
    }

    /// Six arms against one baseline, half of whose luck they share: all intervals hold at once in 95 % of the
    /// repetitions at least (binomial limit; how much more depends on the correlation).
    #[test]
    fn simultaneous_intervals_hold_together() {
        const REPETITIONS: u64 = 1000;
        let mut random = Random::new(17);
        let mut held = 0;
        for _ in 0..REPETITIONS {
            let mut arms = [Moments::new(); 6];
            for _ in 0..60 {
                let baseline = 10 * random.below(7) as i64;
                for arm in &mut arms {
                    arm.add(10 * random.below(7) as i64 - baseline);
                }
            }
            let found = simultaneous_differences(&arms, Scale::differences(60), five_percent());
            held += u64::from(found.iter().flatten().all(|arm| arm.interval.unwrap().contains(0.0)));
        }
        assert!(held >= *binomial_limits(REPETITIONS, 0.95).start(), "{held} of {REPETITIONS}");
        assert!(held <= *binomial_limits(REPETITIONS, 0.985).end(), "{held} of {REPETITIONS}");
    }
}
