//! Key figures: the numbers that a page begins with, and those that several kinds of pages have.

use crate::record::{counted, grouped};
use crate::stats::Estimate;
use maud::{Markup, html};

/// A number that a page begins with.
pub(crate) struct Tile {
    /// What it is, in a few words.
    name: String,
    /// The number with its unit.
    number: String,
    /// What it is of, or how sure it is.
    said: String,
}

impl Tile {
    /// A number, what it is, and what it is of or how sure it is.
    pub(crate) fn new(name: impl Into<String>, number: impl Into<String>, said: impl Into<String>) -> Tile {
        Tile { name: name.into(), number: number.into(), said: said.into() }
    }

    /// How many games were played, with what else is said of them.
    pub(crate) fn games(games: u64, said: impl Into<String>) -> Tile {
        Tile::new("Games", grouped(games), said)
    }

    /// How many of all combinations of a sweep were played.
    pub(crate) fn combinations(played: usize, all: u64) -> Tile {
        match played as u64 == all {
            true => Tile::new("Combinations", grouped(all), "all were played"),
            false => Tile::new("Combinations", format!("{played} of {}", grouped(all)), "were played"),
        }
    }

    /// A difference of win share, in percentage points, with its interval.
    pub(crate) fn difference(name: impl Into<String>, estimate: &Estimate, said: &str) -> Tile {
        let [value, lo, hi] = signed_points(estimate);
        let interval = if estimate.interval.is_some() { format!(" (95%: {lo} to {hi})") } else { String::new() };
        Tile::new(name, value, format!("percentage points: {said}{interval}"))
    }

    /// The largest half of an interval of win shares.
    pub(crate) fn uncertainty(widest: f64, games: u64) -> Tile {
        let digits = if widest < 0.001 { 3 } else { 2 };
        let games = counted(games, "game", "games");
        let said = format!("percentage points at most, for the win share of each strategy (95% intervals, {games})");
        Tile::new("Uncertainty", format!("± {:.digits$}", 50.0 * widest), said)
    }
}

/// A share in percentage points, and the ends of its interval, each with its sign.
fn signed_points(estimate: &Estimate) -> [String; 3] {
    let ends = estimate.interval.map_or([estimate.value; 2], |it| [it.lo, it.hi]);
    let digits = if ends[1] - ends[0] < 0.005 { 2 } else { 1 };
    let points = |share: f64| {
        let text = format!("{:+.digits$}", 100.0 * share);
        let is_zero = text.trim_matches(['+', '-', '0', '.']).is_empty();
        if is_zero { text[1..].to_owned() } else { text }
    };
    [estimate.value, ends[0], ends[1]].map(points)
}

/// The key figures.
pub(crate) fn figures(tiles: &[Tile]) -> Markup {
    html! { dl.tiles { @for tile in tiles {
        div { dt { (tile.name) } dd { strong { (tile.number) } span.soft { (tile.said) } } }
    } } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Interval;

    #[test]
    fn differences_are_in_percentage_points_with_as_many_digits_as_their_interval_is_worth() {
        let of = |value: f64, half: f64| {
            let interval = Some(Interval { lo: value - half, hi: value + half });
            signed_points(&Estimate { value, interval, n: 100 })
        };
        assert_eq!(of(0.0631, 0.0031), ["+6.3", "+6.0", "+6.6"]);
        assert_eq!(of(-0.00412, 0.0011), ["-0.41", "-0.52", "-0.30"]);
        assert_eq!(of(0.0001, 0.01), ["0.0", "-1.0", "+1.0"]);
    }
}
