//! The page of tournaments, races and priced decisions in several combinations.

use super::picture::{Caption, Dot, Dots};
use super::table::table;
use super::tiles::Tile;
use super::{About, Opening, capital, page};
use crate::record::{Manifest, VariedTallies, varies};
use crate::report::{Changes, Headline, Table, varied_table};
use maud::{Markup, html};

/// So many combinations have a section of their own; the files have all.
const MOST_SECTIONS: usize = 64;
/// The most rows of the table; sweep.csv has all.
const MOST_ROWS: usize = 500;

/// The page of these records; `shown` is what a terminal is shown of each combination alone.
pub fn varied_page<T>(
    tallies: &VariedTallies<T>,
    (headlines, shown, changes, together): (&[Headline], &[String], Option<&Changes>, &str),
    manifest: &Manifest,
    about: &About,
) -> String {
    let keys: Vec<&str> = tallies.vary.iter().map(|varied| &*varied.key).collect();
    let command = varies(&tallies.command).unwrap_or_default();
    let title = format!("{}: {command}, with {} varied", about.game(), keys.join(", "));
    let mut all = varied_table(tallies, headlines);
    let rows = all.rows.len();
    all.rows.truncate(MOST_ROWS);
    let sections = html! {
        section { h2 { "All combinations" }
            div.figures { figure { (picture(tallies, headlines)) } }
            @if rows > MOST_ROWS { p { "The first " (MOST_ROWS) " rows. All rows are in sweep.csv." } }
            (table(&all))
        }
        @if let Some(changes) = changes {
            section { h2 { "Changes against the first combination" }
                (table(&first_rows(&changes.table)))
                @if changes.table.rows.len() > MOST_ROWS { p { "The first " (MOST_ROWS) " rows. All rows are in changes.csv." } }
            }
        }
        @for (part, shown) in tallies.combinations.iter().zip(shown).take(MOST_SECTIONS) {
            section { h2 { (name(&keys, &part.values)) } pre { (shown) } }
        }
    };
    let tiles = vec![Tile::combinations(tallies.combinations.len(), tallies.all)];
    let mut sentences = varied_sentences(tallies, headlines);
    sentences.extend(changes.iter().flat_map(|it| it.sentences.iter().take(MOST_SECTIONS).cloned()));
    sentences.push(format!("{}.", capital(together)));
    page(&Opening { title, sentences, tiles }, &sections, manifest, about)
}

/// As many rows as a page has.
fn first_rows(all: &Table) -> Table {
    let mut table = all.clone();
    table.rows.truncate(MOST_ROWS);
    table
}

/// A combination in words.
fn name(keys: &[&str], values: &[String]) -> String {
    let each = keys.iter().zip(values).map(|(key, value)| format!("{key}={value}"));
    each.collect::<Vec<_>>().join(", ")
}

/// The number of each strategy in each combination.
fn picture<T>(tallies: &VariedTallies<T>, headlines: &[Headline]) -> Markup {
    let keys: Vec<&str> = tallies.vary.iter().map(|varied| &*varied.key).collect();
    let mut series: Vec<String> = Vec::new();
    let mut rows = Vec::new();
    for (part, headline) in tallies.combinations.iter().zip(headlines).take(MOST_SECTIONS) {
        let mut dots = Vec::new();
        for (strategy, estimate) in &headline.rows {
            let at = series.iter().position(|known| known == strategy).unwrap_or_else(|| {
                series.push(strategy.clone());
                series.len() - 1
            });
            dots.extend(estimate.map(|estimate| Dot { series: at, estimate }));
        }
        rows.push((name(&keys, &part.values), dots));
    }
    let (number, meaning) = headlines.first().map_or_else(Default::default, |headline| {
        (capital(&headline.number.words()), capital(headline.number.meaning()))
    });
    let text = format!("{meaning}, in each combination, with its interval.");
    let caption = Caption { id: "combinations".to_owned(), title: format!("{number}, by combination"), text };
    Dots { rows, series, mark: None, band: None }.draw(&caption)
}

/// What each combination comes to, in sentences.
pub fn varied_sentences<T>(tallies: &VariedTallies<T>, headlines: &[Headline]) -> Vec<String> {
    let keys: Vec<&str> = tallies.vary.iter().map(|varied| &*varied.key).collect();
    let each = tallies.combinations.iter().zip(headlines).take(MOST_SECTIONS);
    let mut all: Vec<String> =
        each.map(|(part, headline)| format!("{}: {}", name(&keys, &part.values), headline.sentence)).collect();
    let finished = tallies.combinations.iter().filter(|part| !part.manifest.is_interrupted()).count();
    if (finished as u64) < tallies.all {
        let part = if finished < tallies.combinations.len() { ", and a part of the next one" } else { "" };
        all.insert(0, format!("It was interrupted: {finished} of {} combinations were finished{part}.", tallies.all));
    }
    all
}
