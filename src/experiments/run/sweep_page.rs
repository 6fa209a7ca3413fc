//! The page of a sweep of runs: small multiples, a picture for each combination of all keys but the last, whose values are its
//! rows.

use crate::page::picture::{Caption, Dot, Dots};
use crate::page::sweep::{MOST_PICTURES, MOST_ROWS, estimate, named, points};
use crate::page::table::table;
use crate::page::{About, capital, page};
use crate::record::{CombinationRecord, Manifest, SweepTallies, other_notes_of_all};
use crate::report::{Table, largest_change, luck_of_sweep, sweep_changes, sweep_summary, together};
use maud::{Markup, html};

/// The page of these records.
pub fn sweep_page(tallies: &SweepTallies, manifest: &Manifest, about: &About) -> String {
    let keys: Vec<&str> = tallies.vary.iter().map(|varied| &*varied.key).collect();
    let title = format!("{}: {} varied", about.title, keys.join(", "));
    let summary = sweep_summary(tallies);
    let mut shown = summary.clone();
    shown.rows.truncate(MOST_ROWS);
    let columns = [
        ("win_share", "Win shares", "Each strategy's share of the wins, with its 95% interval"),
        (
            "win_share_against_first",
            "Change in win share",
            "Change in win share compared with the first combination (dashed line: no change)",
        ),
        ("ev", "Final scores", "Mean final score of each strategy, with its 95% interval"),
    ];
    let sections = html! {
        @for (column, heading, text) in columns {
            @let pictures = pictures(tallies, &summary, column, text);
            @if !pictures.is_empty() {
                section { h2 { (heading) } div.figures { @for picture in pictures { figure { (picture) } } } }
            }
        }
        section { h2 { "All combinations" }
            @if summary.rows.len() > MOST_ROWS { p { "The first " (MOST_ROWS) " rows. All rows are in sweep.csv." } }
            (table(&shown))
        }
    };
    page(&title, &sentences(tallies, about), &sections, manifest, about)
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
fn sentences(tallies: &SweepTallies, about: &About) -> Vec<String> {
    let (played, games) = (tallies.combinations.len(), tallies.games());
    let mut all = vec![match (tallies.is_interrupted(), tallies.all) {
        (true, of) => format!(
            "It was interrupted: {played} of {of} combinations were played, the last of them perhaps in part, with {games} games in \
             all. The intervals are those of a confidence sequence."
        ),
        (false, 1) => format!("1 combination was played, with {games} games."),
        (false, of) => format!("All {of} combinations were played, with {games} games in all."),
    }];
    all.push(change_sentence(tallies));
    all.push(
        "All combinations play with the same cards and dice, so differences are taken deal by deal. There are none where \
         another number of games shares a deal. Each interval holds for itself: of 100 intervals, about five miss."
            .to_owned(),
    );
    all.push(format!("A win counts 1, and a tie of k players 1/k. The mean score is the mean of the {}.", about.unit));
    all.extend(luck_of_sweep(tallies).map(|text| format!("{}.", capital(&text))));
    let notes = other_notes_of_all(tallies.combinations.iter().map(|it| &*it.tallies.notes));
    all.extend(notes.iter().map(|note| format!("{note}.")));
    all
}

/// Which win share changes most, as far as that is known.
fn change_sentence(tallies: &SweepTallies) -> String {
    let changes = sweep_changes(tallies);
    let together = together(changes.len(), "changes");
    if changes.is_empty() {
        return "Nothing is compared with the first combination.".to_owned();
    }
    let Some(found) = largest_change(changes) else {
        return format!("No change in win share is certain ({together}).");
    };
    let (values, strategy) = &found.of;
    let keys = tallies.vary.iter().zip(values).map(|(varied, value)| format!("{}={value}", varied.key));
    let place = format!("that of {strategy} at {}", keys.collect::<Vec<_>>().join(", "));
    let by = points(&found.interval, "higher", "lower");
    match found.rivals {
        0 => format!(
            "The largest change in win share is {place}: it is {by} than in the first combination ({together})."
        ),
        rivals => format!(
            "Which win share changes most is open. By the estimates it is {place}: {by} than in the first combination. {rivals} \
             more may change as much ({together})."
        ),
    }
}
