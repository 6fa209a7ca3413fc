//! The page of a sweep: small multiples, a picture for each combination of all keys but the last, whose values are its
//! rows.

use super::picture::{Caption, Dot, Dots};
use super::run::capital;
use super::table::table;
use super::{About, page};
use crate::record::{CombinationRecord, Manifest, SweepTallies, other_notes};
use crate::report::{Field, Table, luck_of_sweep, sweep_summary};
use crate::stats::Estimate;
use maud::{Markup, html};

/// The most pictures of one number, and the most rows of the table; all numbers are in `sweep.csv`.
pub(super) const MOST_PICTURES: usize = 24;
/// The most rows of the table.
pub(super) const MOST_ROWS: usize = 240;

/// The page of these records.
pub fn sweep_page(tallies: &SweepTallies, manifest: &Manifest, about: &About) -> String {
    let keys: Vec<&str> = tallies.vary.iter().map(|varied| &*varied.key).collect();
    let title = format!("{}: {} varied", about.title, keys.join(", "));
    let summary = sweep_summary(tallies);
    let mut shown = summary.with_unit("ev", about.unit);
    shown.rows.truncate(MOST_ROWS);
    let columns = [
        ("win_share", "Win shares", "Each strategy's share of the wins, with its interval"),
        (
            "win_share_against_first",
            "Win shares against the first combination",
            "By how much the share of the wins is above that of the first combination; dashed: no difference",
        ),
        ("ev", "What they end with", "The mean of each strategy, with its interval"),
    ];
    let sections = html! {
        @for (column, heading, text) in columns {
            @let pictures = pictures(tallies, &summary, column, text);
            @if !pictures.is_empty() {
                section { h2 { (heading) } div.figures { @for picture in pictures { figure { (picture) } } } }
            }
        }
        section { h2 { "All combinations" }
            @if summary.rows.len() > MOST_ROWS { p { "The first " (MOST_ROWS) " rows; sweep.csv has all of them." } }
            (table(&shown))
        }
    };
    page(&title, &sentences(tallies, &summary, about), &sections, manifest, about)
}

/// The estimate of a column in a row of the table of win shares and scores.
pub(super) fn estimate(table: &Table, row: &[Field], column: &str) -> Option<Estimate> {
    let at = table.headings.iter().position(|heading| heading.name() == column)?;
    if let Field::Estimate(estimate) = row[at] { estimate } else { None }
}

/// The keys of a combination with their values.
fn keys_of(tallies: &SweepTallies, combination: &CombinationRecord) -> Vec<String> {
    let keys = tallies.vary.iter().zip(&combination.values).map(|(varied, value)| format!("{}={value}", varied.key));
    keys.collect()
}

/// What a combination is called by the last key, or by all keys before it.
pub(super) fn named(tallies: &SweepTallies, combination: &CombinationRecord, last: bool) -> String {
    let keys = keys_of(tallies, combination);
    let (before, after) = keys.split_at(keys.len() - 1);
    if last { after.join(", ") } else { before.join(", ") }
}

/// The names of strategies without their parameters, which rows tell, unless two would be called alike.
fn series(combination: &CombinationRecord) -> Vec<String> {
    let full = combination.tallies.strategies.iter().map(|strategy| strategy.name.clone());
    let full: Vec<String> = full.collect();
    let short: Vec<String> = full.iter().map(|name| name.split(':').next().unwrap_or_default().to_owned()).collect();
    let alike = (1..short.len()).any(|at| short[..at].contains(&short[at]));
    if alike { full } else { short }
}

/// What a picture shows: the values of all keys but the last, whose series there are, and a row for each value of the last.
#[derive(Default)]
struct Picture {
    name: String,
    series: Vec<String>,
    rows: Vec<(String, Vec<Dot>)>,
}

/// A picture for each value of all keys but the last.
fn pictures(tallies: &SweepTallies, summary: &Table, column: &str, text: &str) -> Vec<Markup> {
    let mut rows = summary.rows.iter();
    let mut all: Vec<Picture> = Vec::new();
    for combination in &tallies.combinations {
        let name = named(tallies, combination, false);
        if all.last().is_none_or(|picture| picture.name != name) {
            all.push(Picture { name, ..Picture::default() });
        }
        let Some(picture) = all.last_mut() else { continue };
        let mut dots = Vec::new();
        for (name, row) in series(combination).into_iter().zip(rows.by_ref()) {
            let known = picture.series.iter().position(|known| *known == name);
            let series = known.unwrap_or(picture.series.len());
            if known.is_none() {
                picture.series.push(name);
            }
            dots.extend(estimate(summary, row, column).map(|estimate| Dot { series, estimate }));
        }
        if !dots.is_empty() {
            picture.rows.push((named(tallies, combination, true), dots));
        }
    }
    all.retain(|picture| !picture.rows.is_empty());
    let mark = column.ends_with("against_first").then_some(0.0);
    let text = format!("{text}, by {}.", tallies.vary.last().map_or("", |varied| &*varied.key));
    let pictures = all.into_iter().take(MOST_PICTURES).enumerate().map(|(number, Picture { name, series, rows })| {
        let title = if name.is_empty() { "All values".to_owned() } else { name };
        let caption = Caption { id: format!("{}-{number}", column.replace('_', "-")), title, text: text.clone() };
        (caption, Dots { rows, series, mark, band: None })
    });
    let pictures: Vec<(Caption, Dots)> = pictures.collect();
    let numbers: Vec<f64> = pictures.iter().flat_map(|(_, dots)| dots.numbers()).collect();
    pictures.iter().map(|(caption, dots)| dots.draw_beside(caption, &numbers)).collect()
}

/// What the sweep says, in plain sentences.
fn sentences(tallies: &SweepTallies, summary: &Table, about: &About) -> Vec<String> {
    let (played, games) = (tallies.combinations.len(), tallies.games());
    let mut all = vec![match (tallies.is_interrupted(), tallies.all) {
        (true, of) => format!(
            "It was interrupted: of {of} combinations {played} were played, the last of them perhaps in part, {games} games in \
             all; intervals are those of a confidence sequence."
        ),
        (false, 1) => format!("1 combination was played, {games} games."),
        (false, of) => format!("All {of} combinations were played, {games} games in all."),
    }];
    let is_held = summary.rows.iter().any(|row| estimate(summary, row, "win_share_against_first").is_some());
    let widest = summary.rows.iter().filter_map(|row| {
        let difference = estimate(summary, row, "win_share_against_first")?;
        let interval = difference.interval?;
        (interval.lo > 0.0 || interval.hi < 0.0).then_some((row, difference))
    });
    let widest = widest.max_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs()));
    all.push(match widest {
        None if !is_held => "Nothing is held against the first combination.".to_owned(),
        None => "No win share differs from that of the first combination by more than chance would make it.".to_owned(),
        Some((row, difference)) => {
            let keys = tallies
                .vary
                .iter()
                .zip(row)
                .map(|(varied, value)| format!("{}={}", varied.key, crate::report::shown(value)));
            let keys: Vec<String> = keys.collect();
            format!(
                "The win share that changes most is that of {} at {}: {:+.1} points against the first combination.",
                crate::report::shown(&row[tallies.vary.len()]),
                keys.join(", "),
                100.0 * difference.value
            )
        }
    });
    all.push(
        "Differences are taken deal by deal, on the same draws; where another number of games shares a deal there are none."
            .to_owned(),
    );
    all.push(format!("A win share counts a win 1 and a tie of k players 1/k; ev is the mean of {}.", about.unit));
    all.extend(luck_of_sweep(tallies).map(|text| format!("{}.", capital(&text))));
    let notes = tallies.combinations.first().map(|first| &*first.tallies.notes).unwrap_or_default();
    all.extend(other_notes(notes).map(|note| format!("{note}.")));
    all
}
