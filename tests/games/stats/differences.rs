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

/// Student, Biometrika 6 (1908) 1: hours of sleep gained, in tenths (as in R's `sleep`); mean 1.58, standard error 0.38896.
/// One of the ten, 3.02 above the mean, makes two thirds of the squares, 13.616: the variance rests on 1.49 such, so on
/// two degrees of freedom, whose quantile is 4.302653 (9.924843 at 99 %); with nine it would be 2.262157.
#[test]
fn one_far_value_leaves_few_degrees_of_freedom() {
    let sleepers = moments(&[12, 24, 13, 13, 0, 10, 18, 8, 46, 14]);
    let found = difference(&sleepers, Scale::new(10, 10), five_percent()).unwrap();
    assert!((found.value - 1.58).abs() < 1e-15);
    assert_eq!(found.n, 10);
    let (interval, error) = (found.interval.unwrap(), (13.616f64 / 90.0).sqrt());
    assert!((interval.hi - 1.58 - 4.302652730 * error).abs() < 1e-9, "{interval:?}");
    assert!((1.58 - interval.lo - 4.302652730 * error).abs() < 1e-9, "{interval:?}");
    let wider = difference(&sleepers, Scale::new(10, 10), ErrorRate::new(0.01).unwrap()).unwrap();
    assert!((wider.interval.unwrap().width() / interval.width() - 9.924843 / 4.302653).abs() < 1e-5);
}

/// Equally far values have all there are: 20 of 1 and 20 of −1, 39 degrees of freedom, 2.022691.
#[test]
fn equally_far_values_have_all_degrees_of_freedom() {
    let even: Vec<i64> = (0..40).map(|i| 1 - 2 * (i % 2)).collect();
    let interval = difference(&moments(&even), Scale::new(1, 2), five_percent()).unwrap().interval.unwrap();
    assert!((interval.hi - 2.022690920 / 39.0f64.sqrt()).abs() < 1e-9, "{interval:?}");
}

#[test]
fn few_blocks_say_little() {
    let scale = Scale::new(60, 120);
    assert_eq!(difference(&Moments::default(), scale, five_percent()), None);
    let one = difference(&moments(&[30]), scale, five_percent()).unwrap();
    assert_eq!((one.value, one.interval), (0.5, None));
}

/// Without any difference in n blocks, one of the full size, 2, may still occur with the frequency ln 40 / n.
#[test]
fn blocks_without_difference_leave_a_doubt() {
    let none = difference(&moments(&[0; 1000]), Scale::new(60, 120), five_percent()).unwrap();
    let interval = none.interval.unwrap();
    assert!((interval.hi - 2.0 * 0.003688879454).abs() < 1e-9 && interval.lo == -interval.hi);
}
