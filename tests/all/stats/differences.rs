//! Student's interval for paired blocks, against published numbers and at its borders.

use super::add;
use analyze::stats::{ErrorRate, Moments, Scale, difference};

fn five_percent() -> ErrorRate {
    ErrorRate::new(0.05).unwrap()
}

fn moments(values: &[i64]) -> Moments {
    let mut moments = Moments::default();
    values.iter().for_each(|&x| add(&mut moments, x));
    moments
}

/// Student, Biometrika 6 (1908) 1: hours of sleep gained, in tenths (as in R's `sleep`); 95 %: 0.7001142 to
/// 2.4598858. At 99 % the quantile is 3.249836 in place of 2.262157 (NIST table: 3.250, 2.262).
#[test]
fn difference_matches_students_sleepers() {
    let sleepers = moments(&[12, 24, 13, 13, 0, 10, 18, 8, 46, 14]);
    let found = difference(&sleepers, Scale::new(10, 10), five_percent()).unwrap();
    assert!((found.value - 1.58).abs() < 1e-15);
    assert_eq!(found.n, 10);
    let interval = found.interval.unwrap();
    assert!((interval.lo - 0.7001142).abs() < 5e-8 && (interval.hi - 2.4598858).abs() < 5e-8);
    let wider = difference(&sleepers, Scale::new(10, 10), ErrorRate::new(0.01).unwrap()).unwrap();
    assert!((wider.interval.unwrap().width() / interval.width() - 3.250 / 2.262).abs() < 3e-4);
}

#[test]
fn few_blocks_say_little() {
    let scale = Scale::new(60, 120);
    assert_eq!(difference(&Moments::default(), scale, five_percent()), None);
    let one = difference(&moments(&[30]), scale, five_percent()).unwrap();
    assert_eq!((one.value, one.interval), (0.5, None));
}

/// Without any difference in n blocks, one of the full size may still occur with the frequency 4/n, at which that
/// is seen with probability e^−4: the interval allows for it (2 t / n, with t near 2).
#[test]
fn blocks_without_difference_leave_a_doubt() {
    let none = difference(&moments(&[0; 1000]), Scale::new(60, 120), five_percent()).unwrap();
    let interval = none.interval.unwrap();
    assert!(0.0038 < interval.hi && interval.hi < 0.0040 && interval.lo == -interval.hi);
}
