//! The page of `analyze tune`: the test, the race, and the response surface: how a number of the strategy depends on the
//! parameters that were tuned.
//!
//! One parameter makes a line with intervals, two a map of cells, more of them a row a candidate.

use super::tables::{Raced, luck_of_tuning, raced, tested, tested_difference, to_type, tune_sentences, tune_table};
use crate::page::capital;
use crate::page::picture::{Caption, Dot, Dots, PointsWithIntervals, cells};
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, listed, page};
use crate::record::{Manifest, TuneTallies, grouped};
use crate::report::compare::compare_table;
use maud::{Markup, html};

/// The most rows of a picture of dots; the table has all.
const MOST_DOTS: usize = 30;
/// The most rows of the table; tune.csv has all.
const MOST_ROWS: usize = 200;

/// The page of these records.
pub fn tune_page(tallies: &TuneTallies, manifest: &Manifest, about: &About) -> String {
    let default = tallies.candidates.first().map_or("", |default| &default.name);
    let keys = listed(&tallies.parameters);
    let title = format!(
        "{}, {} players: the best values for the strategy {default} (parameters: {keys})",
        about.game(),
        tallies.players
    );
    let mut rows = tune_table(tallies);
    let all = rows.rows.len();
    rows.rows.truncate(MOST_ROWS);
    let sections = html! {
        @if let Some((compared, judge)) = tested(tallies) {
            section { h2 { "The test, in new games" } (table(&compare_table(&compared, &judge.contrasts(&compared)))) }
        }
        section { h2 { "The race" }
            div.figures { figure { (surface(tallies)) } }
            @if all > MOST_ROWS { p { "The first " (MOST_ROWS) " rows. All rows are in tune.csv." } }
            (table(&rows))
        }
    };
    let opening = Opening { title, sentences: sentences(tallies, manifest, about), tiles: tiles(tallies) };
    page(&opening, &sections, manifest, about)
}

/// What the test found, how many candidates there were, and the games of the test.
fn tiles(tallies: &TuneTallies) -> Vec<Tile> {
    let default = tallies.candidates.first().map_or("", |default| &default.name);
    let tested = tested_difference(tallies).and_then(|(winner, difference)| Some((winner, difference?)));
    let gain = tested.map(|(winner, difference)| {
        Tile::difference("Gain in the test", &difference, &format!("win share of {winner} minus that of {default}"))
    });
    let candidates = tallies.candidates.len().saturating_sub(1) as u64;
    let candidates = Tile::new("Candidates", grouped(candidates), format!("besides the default, {default}"));
    let games = tallies.test.as_ref().map(|test| test.sums.blocks * tallies.players);
    let games = games.map(|games| Tile::games(games, "for each of the two strategies in the test"));
    gain.into_iter().chain([candidates]).chain(games).collect()
}

/// What the page says first.
fn sentences(tallies: &TuneTallies, manifest: &Manifest, about: &About) -> Vec<String> {
    let mut all = tune_sentences(tallies, grouped);
    all.extend(to_type(tallies, |name| manifest.strategy_as_typed(name)));
    all.push(format!(
        "The race has one or more stages, and each stage has rounds, which are called rungs. After each rung, the better half of the \
         candidates goes on. All candidates of a rung played the same deals, each in every seat, against {}.",
        tallies.against
    ));
    all.push(format!(
        "Candidates are judged by their win share: a win counts 1, and a tie of k players counts 1/k. The difference is the win \
         share minus that of the default in the same deals. The mean score is the average of the {}.",
        about.score
    ));
    all.push(
        "Each interval of the race is for one candidate, not for all at once. The best of many candidates looks better than it is."
            .to_owned(),
    );
    all.extend(luck_of_tuning(tallies).map(|said| format!("{}.", capital(&said))));
    all.extend(tallies.notes.iter().map(|note| format!("{}.", capital(note))));
    all
}

/// How the difference to the default depends on the parameters.
fn surface(tallies: &TuneTallies) -> Markup {
    let rows = raced(tallies);
    let number = |row: &Raced, at: usize| tallies.candidates[row.candidate].values[at].parse::<f64>().ok();
    let points = |at: usize| -> Option<Vec<f64>> { rows.iter().map(|row| number(row, at)).collect() };
    let key = |at: usize| &*tallies.parameters[at];
    let caption = |text: &str| Caption {
        id: "surface".to_owned(),
        title: format!("Win share minus that of the default, by the value of {}", tallies.parameters.join(" and ")),
        text: text.to_owned(),
    };
    match (tallies.parameters.len(), points(0)) {
        (1, Some(values)) => {
            let mut all: Vec<(f64, crate::stats::Estimate)> = Vec::new();
            for (row, value) in rows.iter().zip(values) {
                all.push((
                    value,
                    row.difference.unwrap_or_else(|| crate::stats::Estimate::exact(0.0, row.sums.blocks)),
                ));
            }
            all.sort_by(|a, b| a.0.total_cmp(&b.0));
            let text = format!("From left to right: the value of {}. The dashed line is the default.", key(0));
            PointsWithIntervals { points: all, mark: 0.0 }.draw(&caption(&text))
        }
        (2, Some(across)) if points(1).is_some() => {
            let down = points(1).unwrap_or_default();
            let numbers = rows.iter().map(|row| row.difference.map_or(0.0, |difference| difference.value));
            let all: Vec<(f64, f64, f64)> =
                across.into_iter().zip(down).zip(numbers).map(|((x, y), number)| (x, y, number)).collect();
            let text = format!(
                "From left to right: the value of {}. From bottom to top: the value of {}. A stronger colour is better. A field with a dot is worse than the \
                 default.",
                key(0),
                key(1)
            );
            cells(&caption(&text), &all)
        }
        _ => {
            let dots = rows.iter().filter_map(|row| {
                let dot = Dot { series: 0, estimate: row.difference? };
                Some((tallies.candidates[row.candidate].name.clone(), vec![dot]))
            });
            let text = "One row per candidate. Those that stayed in the race longest come first. The dashed line is the default.";
            Dots { rows: dots.take(MOST_DOTS).collect(), series: Vec::new(), mark: Some(0.0), band: None }
                .draw(&caption(text))
        }
    }
}
