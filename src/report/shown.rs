//! Tables as people are shown them: numbers with as many digits as their intervals are worth, and columns that fit a width.

use super::column::Heading;
use super::field::Field;
use super::table::{Table, decimals};
use crate::stats::{Estimate, Interval};
use comfy_table::presets;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table as Grid};

/// The table for a terminal of this width in characters, with headings in words. Columns that do not fit stand below the
/// others, behind the labels of their rows again.
pub fn to_terminal(table: &Table, width: usize) -> String {
    let cells = cells(table);
    let widths = widths(table, &cells);
    let parts = folded(&widths, labels(table, &widths, width), width);
    parts.iter().map(|columns| part(table, &cells, columns)).collect::<Vec<_>>().join("\n")
}

/// How many spaces are between columns.
const GAP: u16 = 2;

/// Whether all columns of the table fit side by side on a terminal of this width in characters.
pub fn fits(table: &Table, width: usize) -> bool {
    widths(table, &cells(table)).iter().sum::<usize>() <= width + usize::from(GAP)
}

/// All fields in words.
fn cells(table: &Table) -> Vec<Vec<String>> {
    let cell = |(heading, field): (&Heading, &Field)| heading.label(field);
    table.rows.iter().map(|row| table.headings.iter().zip(row).map(cell).collect()).collect()
}

/// How many characters the columns take, each with the gap behind it.
fn widths(table: &Table, cells: &[Vec<String>]) -> Vec<usize> {
    let wide = |column: usize| {
        let cells = cells.iter().map(|row| row[column].chars().count());
        cells.chain([table.headings[column].words().chars().count()]).max().unwrap_or(0) + usize::from(GAP)
    };
    (0..table.headings.len()).map(wide).collect()
}

/// How many columns at the left say what a row is about: those of words, and a number before them, such as a rank or a round,
/// unless they take half of the width.
fn labels(table: &Table, widths: &[usize], width: usize) -> usize {
    let is_text = |column: &usize| table.rows.iter().all(|row| matches!(row[*column], Field::Text(_)));
    let before = usize::from(widths.len() > 1 && !is_text(&0) && is_text(&1));
    let texts = (before..widths.len()).take_while(is_text).count();
    (1..=before + texts)
        .rev()
        .find(|&labels| widths[..labels].iter().sum::<usize>() * 2 <= width)
        .unwrap_or(1)
        .min(widths.len())
}

/// Which columns stand beside each other: all, or as many as fit behind the labels.
fn folded(widths: &[usize], labels: usize, width: usize) -> Vec<Vec<usize>> {
    let label = widths[..labels].iter().sum::<usize>();
    let mut parts = vec![(0..labels).collect::<Vec<_>>()];
    let mut taken = label;
    for (column, wide) in widths.iter().enumerate().skip(labels) {
        // Nothing follows the last column of a line.
        if taken + wide - usize::from(GAP) > width && taken > label {
            parts.push((0..labels).collect());
            taken = label;
        }
        taken += wide;
        if let Some(part) = parts.last_mut() {
            part.push(column);
        }
    }
    parts
}

/// Some columns of a table.
fn part(table: &Table, cells: &[Vec<String>], columns: &[usize]) -> String {
    let mut grid = Grid::new();
    grid.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    grid.set_header(columns.iter().map(|&column| Cell::new(table.headings[column].words())));
    for row in cells {
        grid.add_row(columns.iter().map(|&column| Cell::new(&row[column])));
    }
    for column in grid.column_iter_mut() {
        column.set_padding((0, GAP));
        let is_left = |field: &Field| matches!(field, Field::Text(_) | Field::Estimate(_));
        let is_text = table.rows.iter().all(|row| is_left(&row[columns[column.index]]));
        column.set_cell_alignment(if is_text { CellAlignment::Left } else { CellAlignment::Right });
    }
    let lines = grid.lines().map(|line| line.trim_end().to_owned() + "\n");
    lines.collect()
}

/// A field as people are shown it: an estimate as its value and, in brackets, its interval.
pub fn shown(field: &Field) -> String {
    match field {
        Field::Text(text) => text.clone(),
        Field::Whole(value) => value.to_string(),
        Field::Exact(value) => value.map_or(String::new(), shown_exact),
        Field::Solved(value) => value.map_or(String::new(), |value| decimals(value, 4)),
        Field::Estimate(estimate) => estimate.as_ref().map_or(String::new(), shown_estimate),
    }
}

/// A number that is known, for people: the more digits before the point, the fewer after it.
fn shown_exact(value: f64) -> String {
    let after_point = match value.abs() {
        small if small < 10.0 => 4,
        middling if middling < 1000.0 => 1,
        _ => 0,
    };
    decimals(value, after_point)
}

/// An estimate for people: its value and half of its interval. Both ends are shown instead where the interval reaches farther
/// on one side, or where `±` would hide on which side of 0 it lies.
pub fn shown_estimate(estimate: &Estimate) -> String {
    let Some(interval) = estimate.interval else { return format!("{} [?]", significant(estimate.value, 0.0)) };
    if interval.lo == interval.hi {
        return format!("{} exact", significant(estimate.value, 0.0));
    }
    let middle = interval.lo + interval.width() / 2.0;
    let is_even = (estimate.value - middle).abs() <= LEANING * interval.width();
    let around = is_even.then(|| around(estimate.value, interval)).flatten();
    around.unwrap_or_else(|| between(estimate.value, interval))
}

/// The same with both ends in any case, as of a range of all that the data allow, whose middle says nothing.
pub(crate) fn shown_range(estimate: &Estimate) -> String {
    match estimate.interval {
        Some(interval) if interval.lo < interval.hi => between(estimate.value, interval),
        _ => shown_estimate(estimate),
    }
}

/// Formats a share and its interval in percent.
pub(crate) fn shown_percent(share: &Estimate) -> String {
    match parts(share) {
        Parts::Around([value, half]) => format!("{value} ± {half}%"),
        Parts::Between([value, lo, hi]) => format!("{value}% ({lo}% to {hi}%)"),
        Parts::Alone(value) => format!("{value}%"),
    }
}

/// Formats a difference of shares and its interval in percentage points.
pub(crate) fn shown_points(difference: &Estimate) -> String {
    match parts(difference) {
        Parts::Around([value, half]) => format!("{value} ± {half} percentage points"),
        Parts::Between([value, lo, hi]) => format!("{value} ({lo} to {hi}) percentage points"),
        Parts::Alone(value) => format!("{value} percentage points"),
    }
}

/// A share in percentage points, without zeros at its end.
pub(crate) fn in_points(share: f64) -> String {
    let text = format!("{:.6}", 100.0 * share);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The numbers of an estimate as it is shown, a hundredfold.
enum Parts {
    Around([String; 2]),
    Between([String; 3]),
    Alone(String),
}

fn parts(estimate: &Estimate) -> Parts {
    let text = shown_estimate(estimate);
    if let Some((value, half)) = text.split_once(" ± ") {
        return Parts::Around([value, half].map(hundredfold));
    }
    let (value, ends) = text.split_once(' ').unwrap_or((&text, ""));
    match ends.trim_matches(['[', ']']).split_once(", ") {
        Some((lo, hi)) => Parts::Between([value, lo, hi].map(hundredfold)),
        None => Parts::Alone(hundredfold(value)),
    }
}

/// A hundred times a number, with two decimals less.
fn hundredfold(number: &str) -> String {
    let decimals = number.split_once('.').map_or(0, |(_, after)| after.len());
    number
        .parse::<f64>()
        .map_or_else(|_| number.to_owned(), |share| format!("{:.*}", decimals.saturating_sub(2), 100.0 * share))
}

/// An interval whose middle is farther from the estimate than this share of its width is shown by its ends.
const LEANING: f64 = 0.05;

/// How often an interval is shown with another digit to tell an end from 0.
const MORE_DIGITS: i32 = 4;

fn holds_zero(interval: Interval) -> bool {
    interval.lo <= 0.0 && 0.0 <= interval.hi
}

/// An estimate and half of its interval. Which side of 0 an interval is on is what a difference is about: `None` if that
/// would not be seen.
fn around(value: f64, interval: Interval) -> Option<String> {
    let half = interval.width() / 2.0;
    let is_seen = |width: &f64| {
        let shown = |x: f64| significant(x.abs(), *width).parse::<f64>().unwrap_or(x);
        (shown(value) <= shown(half)) == holds_zero(interval)
    };
    let width = (0..=MORE_DIGITS).map(|digits| interval.width() / 10_f64.powi(digits)).find(is_seen)?;
    Some(format!("{} ± {}", significant(value, width), significant(half, width)))
}

/// An estimate and the ends of its interval; an end that is not 0 must not look like it.
fn between(value: f64, interval: Interval) -> String {
    let looks_zero = |x: f64, width: f64| x != 0.0 && significant(x, width).trim_matches(['-', '0', '.']).is_empty();
    let is_told = |width: &f64| !looks_zero(interval.lo, *width) && !looks_zero(interval.hi, *width);
    let widths = || (0..=MORE_DIGITS).map(|digits| interval.width() / 10_f64.powi(digits));
    let width = widths().find(is_told).or(widths().next_back()).unwrap_or_default();
    let number = |x: f64| significant(x, width);
    format!("{} [{}, {}]", number(value), number(interval.lo), number(interval.hi))
}

/// A number with as many decimals as its interval is worth: two digits of the width, at least 2 and at most 12.
fn significant(value: f64, width: f64) -> String {
    let mut digits = 4;
    if width > 0.0 {
        digits = 2;
        let mut unit = 0.01;
        while unit * 10.0 > width && digits < 12 {
            unit /= 10.0;
            digits += 1;
        }
    }
    decimals(value, digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown_of(value: f64, lo: f64, hi: f64) -> String {
        shown_estimate(&Estimate { value, interval: Some(Interval { lo, hi }), n: 100 })
    }

    #[test]
    fn shares_are_shown_in_percent_with_the_digits_that_they_have() {
        let of = |value, lo, hi| Estimate { value, interval: Some(Interval { lo, hi }), n: 100 };
        assert_eq!(shown_percent(&of(0.368, 0.362, 0.374)), "36.8 ± 0.6%");
        assert_eq!(shown_percent(&of(0.9, 0.5, 1.0)), "90% (50% to 100%)");
        assert_eq!(shown_percent(&of(0.5, 0.5, 0.5)), "50.00%");
        assert_eq!(shown_points(&of(0.0250, 0.0206, 0.0294)), "2.50 ± 0.44 percentage points");
        assert_eq!([0.002, 0.0035, 0.3].map(in_points), ["0.2", "0.35", "30"]);
    }

    #[test]
    fn an_even_interval_is_shown_by_its_half_and_a_leaning_one_by_its_ends() {
        assert_eq!(shown_of(0.368, 0.362, 0.374), "0.368 ± 0.006");
        assert_eq!(shown_of(0.9, 0.5, 1.0), "0.90 [0.50, 1.00]");
        assert_eq!(shown_of(0.5, 0.5, 0.5), "0.5000 exact");
        assert_eq!(shown_estimate(&Estimate { value: 2.0, interval: None, n: 1 }), "2.0000 [?]");
    }

    /// The interval holds 0 and is nearly even about its value: `0.53 ± 0.50` would deny that.
    #[test]
    fn plus_or_minus_never_hides_on_which_side_of_zero_an_interval_is() {
        assert_eq!(shown_of(0.53, -0.01, 0.99), "0.53 [-0.01, 0.99]");
        assert_eq!(shown_of(-0.53, -0.99, 0.01), "-0.53 [-0.99, 0.01]");
        assert_eq!(shown_of(0.47, 0.01, 0.99), "0.47 [0.01, 0.99]");
        assert_eq!(shown_of(0.005, 0.0001, 0.0099), "0.0050 ± 0.0049");
        assert_eq!(shown_of(0.005, -0.0001, 0.0101), "0.005 ± 0.005");
        assert_eq!(shown_of(0.5004, 0.0001, 1.0007), "0.5004 ± 0.5003");
    }

    /// The second part of a table had the round alone before its numbers, so that nobody could tell the cards apart.
    #[test]
    fn a_number_before_words_is_part_of_a_rows_label() {
        let headings = ["round", "card", "lead 0"].map(Heading::in_words).to_vec();
        let row = |round| vec![Field::Whole(round), Field::Text("sum7-bomb".to_owned()), Field::Whole(1)];
        let table = Table { name: "starts".to_owned(), headings, rows: vec![row(2), row(3)] };
        assert_eq!(labels(&table, &[7, 11, 8], 80), 2);
        assert_eq!(labels(&table, &[7, 11, 8], 20), 1, "half of the width is left");
    }

    #[test]
    fn an_end_that_is_not_zero_does_not_look_like_it() {
        assert_eq!(shown_of(0.9, 0.0004, 1.0), "0.9000 [0.0004, 1.0000]");
    }

    #[test]
    fn columns_that_do_not_fit_stand_below_behind_the_labels_of_their_rows() {
        assert_eq!(folded(&[6, 6, 6, 6], 1, 22), [vec![0, 1, 2, 3]], "the gap behind the last column needs no room");
        assert_eq!(folded(&[6, 6, 6, 6], 1, 21), [vec![0, 1, 2], vec![0, 3]]);
        assert_eq!(folded(&[6, 6, 30], 1, 20), [vec![0, 1], vec![0, 2]], "what never fits stands alone");
    }
}
