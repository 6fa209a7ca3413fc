//! The kinds of pictures: dots with intervals, bars of a distribution, curves, maps of chances. Each is SVG that takes its
//! colours from the page, with a title and a description for those who do not see it.
//!
//! Owns their drawing; what is drawn, and the table of its numbers, is for the pages.
//!
//! They are written by hand. The plotters library (0.3, with its SVG back end) was tried on a histogram of six bars: 7.8 kB,
//! where this module needs 2.0 kB with title and description. Its colours stand in every element, so that a picture cannot
//! follow the page into the dark, its places are whole pixels, and its text has no class that a phone could enlarge.

use super::scale::{Scale, at};
use crate::report::shown_estimate;
use crate::stats::Estimate;
use maud::{Markup, html};

/// The width of all pictures, in units of about a pixel of a phone.
const WIDE: f64 = 400.0;
/// Where what is drawn begins and ends.
const INSIDE: (f64, f64) = (20.0, 380.0);

/// The most letters of a label above what it is about.
const LETTERS: usize = 56;

/// The same where numbers stand at the left.
const BESIDE_NUMBERS: (f64, f64) = (50.0, 380.0);

/// The same where names stand at the left, and values to the right of what is drawn.
const BESIDE_NAMES: (f64, f64) = (150.0, 345.0);
/// The same with values and no names.
const BEFORE_VALUES: (f64, f64) = (20.0, 345.0);
/// As many letters as fit to the left at the size that they have on a phone.
const BESIDE_LETTERS: usize = 20;
/// How high a dot with its interval is.
const DOT: f64 = 13.0;
/// The most dots of a picture that each have their value beside them.
const MOST_VALUES: usize = 60;

/// What stands beside a picture: its heading, and what it shows in words.
pub(crate) struct Caption {
    /// A name for references within the page; every picture has another.
    pub id: String,
    /// The heading.
    pub title: String,
    /// What the picture shows, for those who do not see it.
    pub text: String,
}

/// A number of somebody in a row.
pub(crate) struct Dot {
    /// Whose: the position in the legend.
    pub series: usize,
    /// The number.
    pub estimate: Estimate,
}

/// Rows of dots with their intervals.
pub(crate) struct Dots {
    /// What each row is about, and its dots.
    pub rows: Vec<(String, Vec<Dot>)>,
    /// Whose the dots are; empty if the rows say it.
    pub series: Vec<String>,
    /// A number to compare with: it has a dashed line.
    pub mark: Option<f64>,
    /// Numbers as good as that one: they have a band.
    pub band: Option<(f64, f64)>,
}

impl Dots {
    /// All numbers that it shows.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = f64> {
        let dots = self.rows.iter().flat_map(|(_, dots)| dots);
        let numbers = dots.flat_map(|dot| [dot.estimate.value].into_iter().chain(ends(dot)));
        let band = self.band.into_iter().flat_map(|(lo, hi)| [lo, hi]);
        numbers.chain(self.mark).chain(band)
    }

    /// The picture.
    pub(crate) fn draw(&self, caption: &Caption) -> Markup {
        self.draw_beside(caption, &[])
    }

    /// The picture with an axis that has the numbers of those beside it too, so that all can be compared.
    pub(crate) fn draw_beside(&self, caption: &Caption, others: &[f64]) -> Markup {
        let is_short = |label: &str| label.chars().count() <= BESIDE_LETTERS;
        // Names stand left of the axis if all have room there, else above what they are of.
        let (inside, above) = match self.rows.iter().all(|(label, _)| is_short(label)) {
            true => (BESIDE_NAMES, 0.0),
            false => (BEFORE_VALUES, 14.0),
        };
        let x = Scale::of(self.numbers().chain(others.iter().copied()), inside);
        let heights = self.rows.iter().map(|(_, dots)| above + 12.0 + DOT * dots.len() as f64);
        let tops: Vec<f64> = std::iter::once(0.0)
            .chain(heights.scan(0.0, |sum, high| {
                *sum += high;
                Some(*sum)
            }))
            .collect();
        let bottom = tops.last().copied().unwrap_or_default() + 4.0;
        let says_values = self.rows.iter().map(|(_, dots)| dots.len()).sum::<usize>() <= MOST_VALUES;
        figure(
            caption,
            bottom + 20.0,
            &self.series,
            html! {
                @if let Some((lo, hi)) = self.band {
                    rect.band x=(at(x.place(lo))) y="0" width=(at(x.place(hi) - x.place(lo))) height=(at(bottom)) {}
                }
                (axis(&x, bottom))
                @if let Some(mark) = self.mark {
                    line.mark x1=(at(x.place(mark))) x2=(at(x.place(mark))) y1="0" y2=(at(bottom)) {}
                }
                @for ((label, dots), top) in self.rows.iter().zip(&tops) {
                    @if above > 0.0 { text x=(at(INSIDE.0)) y=(at(top + 15.0)) { (shortened(label, LETTERS)) } }
                    @else { text x=(at(inside.0 - 8.0)) y=(at(top + 10.0 + DOT * dots.len() as f64 / 2.0)) text-anchor="end" { (label) } }
                    @for (dot, y) in dots.iter().zip((0..).map(|row| top + above + 6.0 + DOT * (0.5 + f64::from(row)))) {
                        g class=(ink(dot.series)) {
                            line.whisker x1=(at(x.place(ends(dot)[0]))) x2=(at(x.place(ends(dot)[1]))) y1=(at(y)) y2=(at(y)) {}
                            (sign(dot.series, x.place(dot.estimate.value), y))
                        }
                        @if says_values { text.tick x=(at(x.place(ends(dot)[1]) + 7.0)) y=(at(y + 4.0)) { (shown_value(&dot.estimate)) } }
                    }
                }
            },
        )
    }
}

/// The number of a dot, with as many digits as its interval is worth.
fn shown_value(estimate: &Estimate) -> String {
    if estimate.value == 0.0 {
        return "0".to_owned();
    }
    let shown = shown_estimate(estimate);
    shown.split(' ').next().unwrap_or_default().to_owned()
}

/// The ends of the interval of a dot.
fn ends(dot: &Dot) -> [f64; 2] {
    dot.estimate.interval.map_or([dot.estimate.value; 2], |ends| [ends.lo, ends.hi])
}

/// A distribution: the share of the games in each range, with the axes of `frame`.
pub(crate) fn bars(caption: &Caption, frame: &Bins, histogram: &[(u32, u64)]) -> Markup {
    const HIGH: f64 = 150.0;
    let x = Scale::of_whole(frame.first, frame.last.saturating_add(frame.width - 1), BESIDE_NUMBERS);
    let y = Scale::of([0.0, 100.0 * frame.most], (0.0, HIGH));
    let bins: Vec<(u32, f64)> =
        frame.shares(histogram).into_iter().map(|(from, share)| (from, 100.0 * share)).collect();
    figure(
        caption,
        HIGH + 34.0,
        &[],
        html! {
            g transform="translate(0 14)" {
                @for (text, place) in y.ticks() {
                    line.grid x1=(at(BESIDE_NUMBERS.0)) x2=(at(INSIDE.1)) y1=(at(HIGH - place)) y2=(at(HIGH - place)) {}
                    text.tick x=(at(BESIDE_NUMBERS.0 - 4.0)) y=(at(HIGH - place + 4.0)) text-anchor="end" { (text) "%" }
                }
                @for &(from, share) in bins.iter().filter(|&&(_, share)| share > 0.0) {
                    @let left = x.place(f64::from(from) - 0.5);
                    @let wide = x.place(f64::from(from) + f64::from(frame.width) - 0.5) - left;
                    rect.bar x=(at(left + 0.5)) width=(at((wide - 1.0).max(0.8))) y=(at(HIGH - y.place(share))) height=(at(y.place(share))) {}
                }
                @for (text, place) in x.ticks() {
                    text.tick x=(at(place)) y=(at(HIGH + 15.0)) text-anchor="middle" { (text) }
                }
            }
        },
    )
}

/// The most bars of a distribution.
const MOST_BARS: u32 = 48;

/// Equal ranges of values, on which distributions that belong together are counted and drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bins {
    width: u32,
    /// The first value of the first range that has any, and of the last.
    first: u32,
    last: u32,
    /// The largest share of a range.
    most: f64,
}

impl Bins {
    /// Ranges of a round width, few enough to be told apart, for all of these.
    pub(crate) fn of<'h>(all: impl Iterator<Item = &'h [(u32, u64)]> + Clone) -> Bins {
        let ends = all.clone().filter_map(|histogram| Some((histogram.first()?.0, histogram.last()?.0)));
        let (first, last) = ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default();
        let round = (0..9).flat_map(|tens| [1, 2, 5].map(|times| times * 10_u32.pow(tens)));
        let width = round.into_iter().find(|width| (last - first) / width < MOST_BARS).unwrap_or(u32::MAX);
        let mut bins = Bins { width, first: first / width * width, last: last / width * width, most: 0.0 };
        bins.most = all.flat_map(|histogram| bins.shares(histogram)).map(|(_, share)| share).fold(0.0, f64::max);
        bins
    }

    /// The first value of each range, and the share of all games that fall into it.
    pub(crate) fn shares(&self, histogram: &[(u32, u64)]) -> Vec<(u32, f64)> {
        let all: u64 = histogram.iter().map(|&(_, games)| games).sum();
        let mut games = vec![0u64; ((self.last - self.first) / self.width) as usize + 1];
        for &(value, more) in histogram {
            games[((value - self.first) / self.width) as usize] += more;
        }
        let share = |games: u64| games as f64 / all.max(1) as f64;
        (0..).zip(games).map(|(at, games)| (self.first + at * self.width, share(games))).collect()
    }

    /// A range in words, by its first value.
    pub(crate) fn label(&self, from: u32) -> String {
        if self.width == 1 { from.to_string() } else { format!("{from} to {}", from.saturating_add(self.width - 1)) }
    }
}

/// A curve: whose, and its points from left to right.
pub(crate) struct Curve {
    /// Whose: the position in the legend.
    pub series: usize,
    /// The points.
    pub points: Vec<(f64, f64)>,
}

/// Curves over the same numbers.
pub(crate) fn curves(caption: &Caption, series: &[String], curves: &[Curve]) -> Markup {
    const HIGH: f64 = 150.0;
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let x = Scale::of(points().map(|point| point.0), BESIDE_NUMBERS);
    let y = Scale::of(points().map(|point| point.1).chain([0.0]), (0.0, HIGH));
    let path = |curve: &Curve| {
        let places = curve.points.iter().map(|&(a, b)| format!("{},{}", at(x.place(a)), at(HIGH - y.place(b))));
        places.collect::<Vec<_>>().join(" ")
    };
    figure(
        caption,
        HIGH + 34.0,
        series,
        html! {
            g transform="translate(0 14)" {
                @for (text, place) in y.ticks() {
                    line.grid x1=(at(BESIDE_NUMBERS.0)) x2=(at(INSIDE.1)) y1=(at(HIGH - place)) y2=(at(HIGH - place)) {}
                    text.tick x=(at(BESIDE_NUMBERS.0 - 4.0)) y=(at(HIGH - place + 4.0)) text-anchor="end" { (text) }
                }
                @for curve in curves {
                    g class=(ink(curve.series)) {
                        polyline.curve.dashed[curve.series % 2 == 1] points=(path(curve)) {}
                        @for &(a, b) in &curve.points { (sign(curve.series, x.place(a), HIGH - y.place(b))) }
                    }
                }
                @for (text, place) in x.ticks() {
                    text.tick x=(at(place)) y=(at(HIGH + 15.0)) text-anchor="middle" { (text) }
                }
            }
        },
    )
}

/// A map of chances, 0 to 1: a row for each name with the chances from left to right, numbered from 0.
pub(crate) fn heat(caption: &Caption, rows: &[(String, &[f64])]) -> Markup {
    const LEFT: f64 = 155.0;
    // As many as fit there at the size that letters have on a phone.
    const LETTERS: usize = 20;
    const HIGH: f64 = 15.0;
    let columns = rows.iter().map(|(_, chances)| chances.len()).max().unwrap_or(0);
    let x = Scale::of_whole(0, columns.saturating_sub(1) as u32, (LEFT, INSIDE.1));
    let bottom = HIGH * rows.len() as f64;
    figure(
        caption,
        bottom + 20.0,
        &[],
        html! {
            @for ((name, chances), top) in rows.iter().zip((0..).map(|row| HIGH * f64::from(row))) {
                text x=(at(LEFT - 4.0)) y=(at(top + 11.5)) text-anchor="end" { (shortened(name, LETTERS)) }
                @for (from, to, shade) in shades(chances) {
                    @let left = x.place(f64::from(from) - 0.5);
                    rect.bar x=(at(left)) y=(at(top)) width=(at(x.place(f64::from(to) + 0.5) - left)) height=(at(HIGH - 1.0)) fill-opacity=(shade) {}
                }
            }
            @for (text, place) in x.ticks() { text.tick x=(at(place)) y=(at(bottom + 14.0)) text-anchor="middle" { (text) } }
        },
    )
}

/// Chances as shades of a twentieth: from which to which number, and the shade, without those that are none.
fn shades(chances: &[f64]) -> Vec<(u32, u32, String)> {
    let mut runs: Vec<(u32, u32, u32)> = Vec::new();
    for (at, chance) in (0..).zip(chances) {
        let shade = (20.0 * chance).round() as u32;
        match runs.last_mut() {
            Some((_, to, same)) if *same == shade => *to = at,
            _ => runs.push((at, at, shade)),
        }
    }
    let seen = runs.into_iter().filter(|&(_, _, shade)| shade > 0);
    seen.map(|(from, to, shade)| (from, to, format!("{:.2}", f64::from(shade) / 20.0))).collect()
}

/// Numbers with their intervals over another number.
pub(crate) struct PointsWithIntervals {
    /// Each with the number that it belongs to, from left to right.
    pub points: Vec<(f64, Estimate)>,
    /// A number to compare with: it has a dashed line.
    pub mark: f64,
}

impl PointsWithIntervals {
    /// The picture: a line through the numbers, with a whisker for each interval.
    pub(crate) fn draw(&self, caption: &Caption) -> Markup {
        const HIGH: f64 = 180.0;
        let ends = |estimate: &Estimate| estimate.interval.map_or([estimate.value; 2], |it| [it.lo, it.hi]);
        let x = Scale::of(self.points.iter().map(|point| point.0), BESIDE_NUMBERS);
        let numbers = self.points.iter().flat_map(|(_, number)| ends(number).into_iter().chain([number.value]));
        let y = Scale::of(numbers.chain([self.mark]), (0.0, HIGH));
        let up = |number: f64| HIGH - y.place(number);
        let line: Vec<String> =
            self.points.iter().map(|(a, number)| format!("{},{}", at(x.place(*a)), at(up(number.value)))).collect();
        figure(
            caption,
            HIGH + 34.0,
            &[],
            html! {
                g transform="translate(0 14)" {
                    @for (text, place) in y.ticks() {
                        line.grid x1=(at(BESIDE_NUMBERS.0)) x2=(at(INSIDE.1)) y1=(at(HIGH - place)) y2=(at(HIGH - place)) {}
                        text.tick x=(at(BESIDE_NUMBERS.0 - 4.0)) y=(at(HIGH - place + 4.0)) text-anchor="end" { (text) }
                    }
                    line.mark x1=(at(BESIDE_NUMBERS.0)) x2=(at(INSIDE.1)) y1=(at(up(self.mark))) y2=(at(up(self.mark))) {}
                    g.s0 {
                        polyline.curve points=(line.join(" ")) {}
                        @for (a, number) in &self.points {
                            line.whisker x1=(at(x.place(*a))) x2=(at(x.place(*a))) y1=(at(up(ends(number)[0]))) y2=(at(up(ends(number)[1]))) {}
                            (sign(0, x.place(*a), up(number.value)))
                        }
                    }
                    @for (text, place) in x.ticks() {
                        text.tick x=(at(place)) y=(at(HIGH + 15.0)) text-anchor="middle" { (text) }
                    }
                }
            },
        )
    }
}

/// A map of numbers over two others: at each (across, up) a cell that is the darker the higher its number is, and a dot where
/// that is below 0.
pub(crate) fn cells(caption: &Caption, all: &[(f64, f64, f64)]) -> Markup {
    const HIGH: f64 = 240.0;
    let x = Scale::of(all.iter().map(|cell| cell.0), (BESIDE_NUMBERS.0 + 12.0, BESIDE_NUMBERS.1 - 12.0));
    let y = Scale::of(all.iter().map(|cell| cell.1), (12.0, HIGH - 12.0));
    let numbers = || all.iter().map(|cell| cell.2);
    let (least, most) = (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::NEG_INFINITY, f64::max));
    let shade = |number: f64| if most > least { 0.1 + 0.9 * (number - least) / (most - least) } else { 0.5 };
    let side = |places: Vec<f64>| {
        let mut places = places;
        places.sort_by(f64::total_cmp);
        let gaps = places.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap > 0.5);
        gaps.fold(40.0, f64::min).max(3.0)
    };
    let wide = side(all.iter().map(|cell| x.place(cell.0)).collect());
    let high = side(all.iter().map(|cell| y.place(cell.1)).collect());
    figure(
        caption,
        HIGH + 20.0,
        &[],
        html! {
            @for &(across, up, number) in all {
                @let (left, top) = (x.place(across) - wide / 2.0, HIGH - y.place(up) - high / 2.0);
                rect.bar x=(at(left)) y=(at(top)) width=(at(wide - 0.5)) height=(at(high - 0.5)) fill-opacity=(format!("{:.2}", shade(number))) {}
                @if number < 0.0 { circle.dot cx=(at(x.place(across))) cy=(at(HIGH - y.place(up))) r="1" {} }
            }
            @for (text, place) in y.ticks() {
                text.tick x=(at(BESIDE_NUMBERS.0 - 6.0)) y=(at(HIGH - place + 4.0)) text-anchor="end" { (text) }
            }
            @for (text, place) in x.ticks() { text.tick x=(at(place)) y=(at(HIGH + 14.0)) text-anchor="middle" { (text) } }
        },
    )
}

/// The picture with its caption, and a legend if there are several series.
pub(crate) fn figure(caption: &Caption, high: f64, series: &[String], inside: Markup) -> Markup {
    let Caption { id, title, text } = caption;
    html! {
        figcaption { strong { (title) } br; span { (text) } }
        @if series.len() > 1 {
            ul.legend { @for (at, name) in series.iter().enumerate() {
                li { svg class=(ink(at)) viewBox="0 0 14 14" aria-hidden="true" { (sign(at, 7.0, 7.0)) } (name) }
            } }
        }
        svg viewBox=(format!("0 0 {WIDE} {}", at(high))) role="img" aria-labelledby=(format!("{id}-title {id}-text")) {
            title id=(format!("{id}-title")) { (title) }
            desc id=(format!("{id}-text")) { (text) " The table below has the numbers." }
            (inside)
        }
    }
}

/// An axis along the bottom, with lines up from its numbers.
fn axis(x: &Scale, bottom: f64) -> Markup {
    html! {
        @for (text, place) in x.ticks() {
            line.grid x1=(at(place)) x2=(at(place)) y1="0" y2=(at(bottom)) {}
            text.tick x=(at(place)) y=(at(bottom + 14.0)) text-anchor="middle" { (text) }
        }
    }
}

/// The class that gives a series its colour.
fn ink(series: usize) -> String {
    format!("s{}", series % 6)
}

/// The sign of a series: a colour of its own is not enough for everybody.
fn sign(series: usize, x: f64, y: f64) -> Markup {
    let shape: &[(f64, f64)] = match series % 4 {
        1 => &[(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)],
        2 => &[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)],
        3 => &[(0.0, -4.8), (4.6, 3.6), (-4.6, 3.6)],
        _ => return html! { circle.dot cx=(at(x)) cy=(at(y)) r="4" {} },
    };
    let points: Vec<String> = shape.iter().map(|(dx, dy)| format!("{},{}", at(x + dx), at(y + dy))).collect();
    html! { polygon.dot points=(points.join(" ")) {} }
}

/// A label that fits the width; the table has it whole.
pub(crate) fn shortened(label: &str, most: usize) -> String {
    if label.chars().count() <= most { label.to_owned() } else { label.chars().take(most - 1).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two distributions on the same ranges.
    #[test]
    fn a_wide_distribution_keeps_its_games() {
        let wide: Vec<(u32, u64)> = (13..400).map(|value| (value, u64::from(value))).collect();
        let narrow = vec![(20, 3), (29, 1)];
        let bins = Bins::of([&wide[..], &narrow].into_iter());
        let sum: u64 = (13..400).sum();
        let shares = bins.shares(&wide);
        assert_eq!((bins.width, shares.len(), bins.label(10)), (10, 39, "10 to 19".to_owned()));
        assert_eq!(shares[0], (10, (13..20).sum::<u64>() as f64 / sum as f64), "the first range is a round one");
        assert!((shares.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-12);
        assert_eq!((bins.shares(&narrow)[1], bins.most), ((20, 1.0), 1.0));
        let one = Bins::of([&narrow[..]].into_iter());
        assert_eq!((one.width, one.shares(&narrow)[9], one.label(29)), (1, (29, 0.25), "29".to_owned()));
    }
}
