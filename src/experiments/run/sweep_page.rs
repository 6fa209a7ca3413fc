//! The page of a sweep of runs: small multiples, a picture for each combination of all keys but the last, whose values are its
//! rows.

use super::page::column;
use crate::page::picture::{Caption, Dot, Dots};
use crate::page::sweep::{MOST_PICTURES, MOST_ROWS, combination_words, estimate, named, points};
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, capital, page, plain};
use crate::record::{CombinationRecord, Manifest, SweepTallies, Tallies, counted, grouped, other_notes_of_all};
use crate::report::{
    Table, largest_change, length, luck_of_sweep, seat_values, sweep_changes, sweep_summary, together,
};
use crate::stats::Estimate;
use crate::strategies::without_parameters;
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
            "Each strategy's win share minus that in the first combination (the dashed line means no change)",
        ),
        ("ev", "Final scores", "Mean final score of each strategy, with its 95% interval"),
    ];
    let sections = html! {
        section { h2 { "By combination" } div.figures {
            @for about in columns {
                @for picture in pictures(tallies, &summary, about) { figure { (picture) } }
            }
        } }
        (designs(tallies))
        section { h2 { "All combinations" }
            @if summary.rows.len() > MOST_ROWS { p { "The first " (MOST_ROWS) " rows. All rows are in sweep.csv." } }
            (table(&shown))
        }
    };
    page(&Opening { title, sentences: sentences(tallies, about), tiles: tiles(tallies) }, &sections, manifest, about)
}

/// The win share of each seat, and the mean number of turns of a game, in each combination.
fn designs(tallies: &SweepTallies) -> Markup {
    let seat = |(number, (_, share)): (usize, (String, Estimate))| (format!("seat {}", number + 1), share);
    let seats = |of: &CombinationRecord| {
        column(&seat_values(&of.tallies), "win_share").into_iter().enumerate().map(seat).collect::<Vec<_>>()
    };
    let turns =
        |of: &CombinationRecord| turns_of(&of.tallies).map(|turns| (String::new(), turns)).into_iter().collect();
    let text = "Each seat's share of the wins, averaged over the strategies in it, with its 95% interval";
    let by_seat = drawn(tallies, gathered(tallies, seats), ("seats", "Win share by seat", text));
    let text = "The mean number of turns in a game, with its 95% interval";
    let by_length = drawn(tallies, gathered(tallies, turns), ("turns", "Turns in a game", text));
    html! { section { h2 { "Seats and length" } div.figures {
        @for picture in by_seat.into_iter().chain(by_length) { figure { (picture) } }
    } } }
}

/// The mean number of turns of a game, if turns are counted.
fn turns_of(tallies: &Tallies) -> Option<Estimate> {
    column(&length(tallies), "mean").into_iter().find(|(metric, _)| metric == "turns").map(|(_, mean)| mean)
}

/// How many combinations and games there are, and between which numbers seats and length lie.
fn tiles(tallies: &SweepTallies) -> Vec<Tile> {
    let ends = |numbers: Vec<f64>| {
        let least = numbers.iter().copied().reduce(f64::min)?;
        Some((least, numbers.iter().copied().reduce(f64::max)?))
    };
    let edge = |one: &CombinationRecord| {
        let seats = column(&seat_values(&one.tallies), "win_share");
        let ([(_, first), .., (_, last)], true) = (&seats[..], seats.len() > 1) else { return None };
        Some(100.0 * (last.value - first.value))
    };
    let seats = ends(tallies.combinations.iter().filter_map(edge).collect()).map(|(least, most)| {
        let all = tallies.combinations.len();
        let said = match all {
            1 => "percentage points of win share".to_owned(),
            2 => "percentage points of win share; the lower and the higher estimate of the two combinations".to_owned(),
            all => {
                format!("percentage points of win share; the lowest and the highest estimate of the {all} combinations")
            }
        };
        Tile::new("Advantage of the last seat", format!("{least:+.1} to {most:+.1}"), said)
    });
    let turns = tallies.combinations.iter().filter_map(|one| Some(turns_of(&one.tallies)?.value));
    let length = ends(turns.collect()).map(|(least, most)| match plain(least) == plain(most) {
        true => Tile::new("Length", format!("{} turns", plain(least)), "on average, in every combination"),
        false => {
            Tile::new("Length", format!("{} to {} turns", plain(least), plain(most)), "on average, by combination")
        }
    });
    let (played, games) = (tallies.combinations.len(), tallies.games());
    let fixed = [Tile::combinations(played, tallies.all), Tile::games(games, "in all combinations together")];
    fixed.into_iter().chain(seats).chain(length).collect()
}

/// The names of strategies without their parameters, which rows tell, unless two would be called alike.
fn series(combination: &CombinationRecord) -> Vec<String> {
    let full = combination.tallies.strategies.iter().map(|strategy| strategy.name.clone());
    let full: Vec<String> = full.collect();
    let short: Vec<String> = full.iter().map(|name| without_parameters(name)).collect();
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

/// The pictures of a column of the summary.
fn pictures(tallies: &SweepTallies, summary: &Table, about: (&str, &str, &str)) -> Vec<Markup> {
    let mut rows = summary.rows.iter();
    let all = gathered(tallies, |combination| {
        let rows = series(combination).into_iter().zip(rows.by_ref());
        rows.filter_map(|(name, row)| Some((name, estimate(summary, row, about.0)?))).collect()
    });
    drawn(tallies, all, about)
}

/// A picture for each value of all keys but the last, of numbers of each combination, each of somebody.
fn gathered(
    tallies: &SweepTallies,
    mut numbers: impl FnMut(&CombinationRecord) -> Vec<(String, Estimate)>,
) -> Vec<Picture> {
    let mut all: Vec<Picture> = Vec::new();
    for combination in &tallies.combinations {
        let name = named(tallies, combination, false);
        if all.last().is_none_or(|picture| picture.name != name) {
            all.push(Picture { name, ..Picture::default() });
        }
        let Some(picture) = all.last_mut() else { continue };
        let mut dots = Vec::new();
        for (name, estimate) in numbers(combination) {
            let known = picture.series.iter().position(|known| *known == name);
            let series = known.unwrap_or(picture.series.len());
            if known.is_none() {
                picture.series.push(name);
            }
            dots.push(Dot { series, estimate });
        }
        if !dots.is_empty() {
            picture.rows.push((named(tallies, combination, true), dots));
        }
    }
    all.retain(|picture| !picture.rows.is_empty());
    all
}

/// These pictures on a common scale, with what they are called where they have no name, and what they show.
fn drawn(tallies: &SweepTallies, all: Vec<Picture>, (id, heading, text): (&str, &str, &str)) -> Vec<Markup> {
    let mark = id.ends_with("against_first").then_some(0.0);
    let text = format!("{text}, by {}.", tallies.vary.last().map_or("", |varied| &*varied.key));
    let pictures =
        all.into_iter().take(MOST_PICTURES).enumerate().map(|(number, Picture { name, mut series, rows })| {
            series.retain(|name| !name.is_empty());
            let title = if name.is_empty() { heading.to_owned() } else { format!("{heading}, {name}") };
            let caption = Caption { id: format!("{}-{number}", id.replace('_', "-")), title, text: text.clone() };
            (caption, Dots { rows, series, mark, band: None })
        });
    let pictures: Vec<(Caption, Dots)> = pictures.collect();
    let numbers: Vec<f64> = pictures.iter().flat_map(|(_, dots)| dots.numbers()).collect();
    pictures.iter().map(|(caption, dots)| dots.draw_beside(caption, &numbers)).collect()
}

/// What the sweep says, in plain sentences.
fn sentences(tallies: &SweepTallies, about: &About) -> Vec<String> {
    let (played, games) = (tallies.combinations.len(), grouped(tallies.games()));
    let mut all = vec![change_sentence(tallies)];
    all.push(match (tallies.is_interrupted(), tallies.all) {
        (true, of) => format!(
            "The sweep was interrupted: {played} of {of} combinations were played (the last perhaps only in part), with {games} \
             games in all. The intervals are those of a confidence sequence."
        ),
        (false, 1) => format!("One combination was played, with {games} games."),
        (false, of) => format!("All {of} combinations were played, with {games} games in all."),
    });
    all.push(
        "All combinations play the same deals, so changes are computed deal by deal. A change is blank if the deals are not the \
         same, for example if the number of players varies. Each interval in the tables is a 95% interval: about 5 of 100 miss the \
         true value. The intervals at the top of the page are wider, so that all of them contain the true values together."
            .to_owned(),
    );
    all.push(format!(
        "Win share: a win counts 1, and a tie of k players counts 1/k. Mean score: the average of the {}.",
        about.score
    ));
    all.extend(luck_of_sweep(tallies).map(|text| format!("{}.", capital(&text))));
    let notes = other_notes_of_all(tallies.combinations.iter().map(|it| &*it.tallies.notes));
    all.extend(notes.iter().map(|note| format!("{}.", capital(note))));
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
        return format!("No win share is known to change ({together}).");
    };
    let (values, strategy) = &found.of;
    let words = |values: &[String]| combination_words(&tallies.vary, values);
    let place = words(values);
    let first = tallies.combinations.first().map_or_else(String::new, |first| words(&first.values));
    let by = points(&found.interval, "higher", "lower");
    match found.rivals {
        0 => format!(
            "With {place}, the win share of {strategy} is {by} than with {first}. No other changes as much ({together})."
        ),
        rivals => format!(
            "With {place}, the win share of {strategy} is {by} than with {first}. This is the largest estimated change, but {} \
             may be equally large ({together}).",
            counted(rivals as u64, "other", "others")
        ),
    }
}
