//! Axes: where a number stands in a picture, and which round numbers are written below it.

/// From numbers to places along an axis, both in rising order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    numbers: (f64, f64),
    places: (f64, f64),
    step: f64,
}

/// About so many round numbers are written at an axis.
const TICKS: f64 = 5.0;

impl Scale {
    /// A scale for all of these numbers, widened to round ones; those that are not finite are left out.
    pub(crate) fn of(numbers: impl IntoIterator<Item = f64>, places: (f64, f64)) -> Scale {
        let ends = numbers.into_iter().filter(|number| number.is_finite());
        let (least, most) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| (lo.min(x), hi.max(x)));
        let (least, most) = if least > most { (0.0, 1.0) } else { (least, most) };
        let width = if most > least { most - least } else { most.abs().max(1.0) };
        let step = round_step(width / TICKS);
        let (first, last) = ((least / step + 1e-9).floor(), (most / step - 1e-9).ceil());
        let last = if last > first { last } else { first + 1.0 };
        Scale { numbers: (first * step, last * step), places, step }
    }

    /// A scale for whole numbers from `least` to `most`, each of which takes up a place as wide as all others.
    pub(crate) fn of_whole(least: u32, most: u32, places: (f64, f64)) -> Scale {
        // A few more than along other axes: they have fewer digits.
        let step = round_step((f64::from(most - least) / (TICKS + 2.0)).max(1.0));
        Scale { numbers: (f64::from(least) - 0.5, f64::from(most) + 0.5), places, step }
    }

    /// Where the number stands.
    pub(crate) fn place(&self, number: f64) -> f64 {
        let ((least, most), (from, to)) = (self.numbers, self.places);
        from + (number - least) / (most - least) * (to - from)
    }

    /// The round numbers with their places.
    pub(crate) fn ticks(&self) -> Vec<(String, f64)> {
        let (least, most) = self.numbers;
        let (first, last) = ((least / self.step - 1e-9).ceil(), (most / self.step + 1e-9).floor());
        let decimals = (0..12).find(|&digits| is_whole(self.step * 10_f64.powi(digits))).unwrap_or(12) as usize;
        let number = |tick: i64| tick as f64 * self.step;
        let text = |x: f64| format!("{:.decimals$}", if x.abs() < self.step / 2.0 { 0.0 } else { x });
        (first as i64..=last as i64).map(|tick| (text(number(tick)), self.place(number(tick)))).collect()
    }
}

fn is_whole(x: f64) -> bool {
    (x - x.round()).abs() < 1e-6
}

/// The least of 1, 2, 5 and their tens, tenths and so on that is not below `least`.
fn round_step(least: f64) -> f64 {
    let mut unit = 1.0;
    while unit > least {
        unit /= 10.0;
    }
    while unit * 10.0 <= least {
        unit *= 10.0;
    }
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * unit).find(|&step| step >= least).unwrap_or(unit * 10.0)
}

/// A place in a picture as it is written: a tenth of a unit is finer than any screen.
pub(crate) fn at(place: f64) -> String {
    let text = format!("{place:.1}");
    if text == "-0.0" { "0.0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_enclose_the_numbers() {
        let scale = Scale::of([0.303, 0.381], (0.0, 100.0));
        let texts: Vec<String> = scale.ticks().into_iter().map(|(text, _)| text).collect();
        assert_eq!(texts, ["0.30", "0.32", "0.34", "0.36", "0.38", "0.40"]);
        assert_eq!((scale.place(0.3), scale.place(0.35).round(), scale.place(0.4)), (0.0, 50.0, 100.0));
    }

    #[test]
    fn whole_numbers_are_written_where_they_are() {
        let scale = Scale::of_whole(0, 3, (0.0, 80.0));
        let expected = [("0", 10.0), ("1", 30.0), ("2", 50.0), ("3", 70.0)];
        assert_eq!(scale.ticks(), expected.map(|(text, place)| (text.to_owned(), place)));
        let wide: Vec<String> =
            Scale::of_whole(13, 399, (0.0, 1.0)).ticks().into_iter().map(|(text, _)| text).collect();
        assert_eq!(wide, ["100", "200", "300"]);
    }

    #[test]
    fn one_number_and_none_have_a_scale() {
        for numbers in [vec![], vec![7.0], vec![0.0], vec![f64::NAN, 3.0], vec![-2.0, -2.0]] {
            let scale = Scale::of(numbers.clone(), (10.0, 20.0));
            assert!(scale.ticks().len() >= 2, "{numbers:?}");
            assert!(scale.ticks().iter().all(|(_, place)| (9.9..=20.1).contains(place)), "{numbers:?}");
        }
    }
}
