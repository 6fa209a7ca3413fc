//! The largest of many numbers, without more being said of it than the data show.
//!
//! The largest of many estimates is too large on average, and of many intervals of 95% some miss. So it is chosen and shown by
//! intervals that hold for all of the numbers at once: what they say of the one that was chosen holds, too. Whether it is
//! the largest is known if its interval lies beyond those of all others.

use crate::stats::{Estimate, Interval};

/// The largest of some numbers, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Largest<T> {
    /// What it is the number of.
    pub of: T,
    /// Where it lies, with an interval that holds for all numbers at once.
    pub interval: Interval,
    /// How many others may be as large.
    pub rivals: usize,
    /// How many numbers there are.
    pub all: usize,
}

/// The change that is farthest from 0, of estimates that hold all at once; `None` if none is known to differ from 0.
pub fn largest_change<T>(changes: Vec<(T, Estimate)>) -> Option<Largest<T>> {
    let size = |it: Interval| {
        let [lo, hi] = [it.lo.abs(), it.hi.abs()];
        let least = if it.lo <= 0.0 && it.hi >= 0.0 { 0.0 } else { lo.min(hi) };
        Interval { lo: least, hi: lo.max(hi) }
    };
    let least = |estimate: &Estimate| estimate.interval.map_or(f64::NEG_INFINITY, |it| size(it).lo);
    largest_by(changes, size, least).filter(|found| size(found.interval).lo > 0.0)
}

/// The highest of some estimates that hold all at once, by its estimate: where the order is open, that whose interval ends
/// highest below may be the lowest of all, only surer than the others. `None` if there is none.
pub fn highest<T>(numbers: Vec<(T, Estimate)>) -> Option<Largest<T>> {
    largest_by(numbers, |it| it, |estimate| estimate.value)
}

/// The number that comes first by `order`. What has no interval may be as large as any.
fn largest_by<T>(
    numbers: Vec<(T, Estimate)>,
    size: impl Fn(Interval) -> Interval,
    order: impl Fn(&Estimate) -> f64,
) -> Option<Largest<T>> {
    let all = numbers.len();
    let sizes: Vec<Option<Interval>> = numbers.iter().map(|(_, it)| it.interval.map(&size)).collect();
    let least = |at: &usize| sizes[*at].map_or(f64::NEG_INFINITY, |size| size.lo);
    let place = |at: &usize| order(&numbers[*at].1);
    let best = (0..all).filter(|&at| sizes[at].is_some()).max_by(|a, b| place(a).total_cmp(&place(b)))?;
    let may_be = |at: &usize| *at != best && sizes[*at].is_none_or(|size| size.hi >= least(&best));
    let rivals = (0..all).filter(may_be).count();
    let (of, estimate) = numbers.into_iter().nth(best)?;
    Some(Largest { of, interval: estimate.interval?, rivals, all })
}

impl<T> Largest<T> {
    /// That it holds for all at once, in brackets at the end of a sentence.
    pub fn together(&self, what: &str) -> String {
        together(self.all, what)
    }
}

/// That a sentence holds for so many numbers at once, in brackets at its end.
pub fn together(all: usize, what: &str) -> String {
    match all {
        1 => "95% interval".to_owned(),
        2 => format!("with 95% confidence, the intervals of both {what} contain the true values"),
        all => format!("with 95% confidence, the intervals of all {all} {what} contain the true values"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(value: f64, half: f64) -> Estimate {
        Estimate { value, interval: Some(Interval { lo: value - half, hi: value + half }), n: 100 }
    }

    /// The one that is known to be far from 0 beats the one whose estimate is farthest, and that one may still be as far.
    #[test]
    fn the_largest_change_is_the_one_that_is_known_to_be_large() {
        let found =
            largest_change(vec![("wide", about(5.0, 4.9)), ("sure", about(-3.0, 0.5)), ("small", about(1.0, 0.5))]);
        let found = found.unwrap();
        assert_eq!((found.of, found.rivals, found.all), ("sure", 1, 3));
        assert_eq!(found.interval, Interval { lo: -3.5, hi: -2.5 });
        assert_eq!(largest_change(vec![("open", about(1.0, 1.5)), ("also", about(-0.1, 0.2))]), None);
    }

    #[test]
    fn the_highest_is_known_where_all_others_lie_below() {
        let found = highest(vec![("a", about(0.5, 0.1)), ("b", about(0.8, 0.1)), ("c", about(0.2, 0.4))]).unwrap();
        assert_eq!((found.of, found.rivals), ("b", 0));
    }

    /// The lowest of three, whose interval is the narrowest and so begins highest, is no candidate for the highest.
    #[test]
    fn where_the_order_is_open_the_highest_estimate_is_named() {
        let found = highest(vec![("sure", about(0.1, 0.2)), ("wide", about(0.9, 1.5)), ("other", about(0.8, 1.6))]);
        let found = found.unwrap();
        assert_eq!((found.of, found.rivals), ("wide", 2));
    }
}
