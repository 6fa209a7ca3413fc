//! The kinds of pictures: dots with intervals, bars of a distribution, curves. Each is SVG that takes its colours from
//! the page, with a title and a description for those who do not see it.
//!
//! Owns their drawing; what is drawn, and the table of its numbers, is for the pages.

use super::scale::{Scale, at};
use crate::stats::Estimate;
use maud::{Markup, html};

/// The width of all pictures, in units of about a pixel of a phone.
const WIDE: f64 = 400.0;
/// Where what is drawn begins and ends.
const INSIDE: (f64, f64) = (20.0, 380.0);

/// The same where numbers stand at the left.
const BESIDE_NUMBERS: (f64, f64) = (50.0, 380.0);

/// What stands beside a picture: its heading, and what it shows in words.
pub(super) struct Caption {
    /// A name for references within the page; every picture has another.
    pub id: String,
    /// The heading.
    pub title: String,
    /// What the picture shows, for those who do not see it.
    pub text: String,
}

/// A number of somebody in a row.
pub(super) struct Dot {
    /// Whose: the position in the legend.
    pub series: usize,
    /// The number.
    pub estimate: Estimate,
}

/// Rows of dots with their intervals.
pub(super) struct Dots {
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
    /// The picture.
    pub(super) fn draw(&self, caption: &Caption) -> Markup {
        let ends = |dot: &Dot| dot.estimate.interval.map_or([dot.estimate.value; 2], |ends| [ends.lo, ends.hi]);
        let dots = self.rows.iter().flat_map(|(_, dots)| dots);
        let numbers = dots.flat_map(|dot| [dot.estimate.value].into_iter().chain(ends(dot)));
        let band = self.band.into_iter().flat_map(|(lo, hi)| [lo, hi]);
        let x = Scale::of(numbers.chain(self.mark).chain(band), INSIDE);
        let heights = self.rows.iter().map(|(_, dots)| 24.0 + 11.0 * dots.len() as f64);
        let tops: Vec<f64> = std::iter::once(0.0)
            .chain(heights.scan(0.0, |sum, high| {
                *sum += high;
                Some(*sum)
            }))
            .collect();
        let bottom = tops.last().copied().unwrap_or_default() + 4.0;
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
                    text x=(at(INSIDE.0)) y=(at(top + 15.0)) { (shortened(label)) }
                    @for (dot, y) in dots.iter().zip((0..).map(|row| top + 25.0 + 11.0 * f64::from(row))) {
                        g class=(ink(dot.series)) {
                            line.whisker x1=(at(x.place(ends(dot)[0]))) x2=(at(x.place(ends(dot)[1]))) y1=(at(y)) y2=(at(y)) {}
                            (sign(dot.series, x.place(dot.estimate.value), y))
                        }
                    }
                }
            },
        )
    }
}

/// A distribution: how many fall on each value, or on each of several equal ranges of values.
pub(super) fn bars(caption: &Caption, histogram: &[(u32, u64)]) -> Markup {
    const HIGH: f64 = 150.0;
    let (width, bins) = binned(histogram);
    let all: u64 = histogram.iter().map(|&(_, games)| games).sum();
    let share = |games: u64| 100.0 * games as f64 / all.max(1) as f64;
    let ends = (bins.first().map_or(0, |bin| bin.0), bins.last().map_or(0, |bin| bin.0 + (width - 1)));
    let x = Scale::of_whole(ends.0, ends.1, BESIDE_NUMBERS);
    let most = bins.iter().map(|&(_, games)| share(games)).fold(0.0, f64::max);
    let y = Scale::of([0.0, most], (0.0, HIGH));
    figure(
        caption,
        HIGH + 34.0,
        &[],
        html! {
            g transform="translate(0 14)" {
                @for (text, place) in y.ticks() {
                    line.grid x1=(at(BESIDE_NUMBERS.0)) x2=(at(INSIDE.1)) y1=(at(HIGH - place)) y2=(at(HIGH - place)) {}
                    text.tick x=(at(BESIDE_NUMBERS.0 - 4.0)) y=(at(HIGH - place + 4.0)) text-anchor="end" { (text) " %" }
                }
                @for &(from, games) in &bins {
                    @let left = x.place(f64::from(from) - 0.5);
                    @let wide = x.place(f64::from(from + width) - 0.5) - left;
                    rect.bar x=(at(left + 0.5)) width=(at((wide - 1.0).max(0.8))) y=(at(HIGH - y.place(share(games)))) height=(at(y.place(share(games)))) {}
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

/// The width of the ranges, and for each that has any its first value and how many fall into it.
pub(super) fn binned(histogram: &[(u32, u64)]) -> (u32, Vec<(u32, u64)>) {
    let first = histogram.first().map_or(0, |&(value, _)| value);
    let last = histogram.last().map_or(0, |&(value, _)| value);
    let round = (0..9).flat_map(|tens| [1, 2, 5].map(|times| times * 10_u32.pow(tens)));
    let width = round.into_iter().find(|width| (last - first) / width < MOST_BARS).unwrap_or(u32::MAX);
    let mut bins: Vec<(u32, u64)> = Vec::new();
    for &(value, games) in histogram {
        let from = value / width * width;
        match bins.last_mut() {
            Some(bin) if bin.0 == from => bin.1 += games,
            _ => bins.push((from, games)),
        }
    }
    (width, bins)
}

/// A curve: whose, and its points from left to right.
pub(super) struct Curve {
    /// Whose: the position in the legend.
    pub series: usize,
    /// The points.
    pub points: Vec<(f64, f64)>,
}

/// Curves over the same numbers.
pub(super) fn curves(caption: &Caption, series: &[String], curves: &[Curve]) -> Markup {
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

/// The picture with its caption, and a legend if there are several series.
fn figure(caption: &Caption, high: f64, series: &[String], inside: Markup) -> Markup {
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
fn shortened(label: &str) -> String {
    const MOST: usize = 56;
    if label.chars().count() <= MOST { label.to_owned() } else { label.chars().take(MOST - 1).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_distribution_keeps_its_games() {
        let histogram: Vec<(u32, u64)> = (13..400).map(|value| (value, u64::from(value))).collect();
        let (width, bins) = binned(&histogram);
        assert_eq!(width, 10);
        assert_eq!(bins[0], (10, (13..20).sum()), "the first range is a round one");
        let games = |list: &[(u32, u64)]| list.iter().map(|&(_, games)| games).sum::<u64>();
        assert_eq!(games(&bins), games(&histogram));
    }
}
