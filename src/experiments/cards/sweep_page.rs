//! The page of `analyze cards --vary`: how often each card fails and what it brings, a combination beside the other.

use super::sweep_tables;
use crate::page::picture::{Caption, Curve, Dot, Dots, curves};
use crate::page::sweep::{MOST_PICTURES, MOST_ROWS, combination_words, estimate, named, points};
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, capital, page, percents, plain};
use crate::record::{By, CardRecord, DiceRecord, Manifest, SweepTallies, SweptCards, counted, other_notes_of_all};
use crate::report::{Field, Heading, Table, highest, largest_change, shown, together};
use crate::stats::Estimate;
use maud::{Markup, html};
use std::collections::BTreeSet;

/// The most curves of a picture: as many as colours and signs tell apart.
const MOST_CURVES: usize = 6;

/// The most values of the last key that a picture shows.
const MOST_SERIES: usize = 12;

/// What the line-ups met: columns, and what they are in words.
const MET: [(&str, &str, &str); 3] = [
    ("invalid_rate", "Turns that fail", "The share of the turns on each card with an invalid result"),
    (
        "invalid_rate_against_first",
        "Change in turns that fail",
        "The share of turns that fail minus that in the first combination (the dashed line means no change)",
    ),
    ("dice_mean", "Dice committed", "The mean number of dice committed in a turn on each card"),
];

/// The page of these records.
pub fn cards_sweep_page(cards: &SweptCards, tallies: &SweepTallies, manifest: &Manifest, about: &About) -> String {
    let keys: Vec<&str> = tallies.vary.iter().map(|varied| &*varied.key).collect();
    let by = manifest.by.unwrap_or_default();
    let title = format!("{}: how hard the cards are, {} varied", about.title, keys.join(", "));
    let all = sweep_tables::cards_sweep(cards, tallies, by);
    let short = sweep_tables::cards_sweep_summary(cards, tallies, by);
    let mut rows = short.clone();
    rows.rows.truncate(MOST_ROWS);
    let changed = changed(cards, tallies);
    let sections = html! {
        @for (column, heading, text) in MET {
            @let pictures = pictures(tallies, &all, (column, heading, text));
            @if !pictures.is_empty() {
                section { h2 { (heading) } div.figures { @for picture in pictures { figure { (picture) } } } }
            }
        }
        (by_dice(&changed))
        section { h2 { "All cards of all combinations, hardest first" }
            @if short.rows.len() > MOST_ROWS { p { "The first " (MOST_ROWS) " rows. All rows are in sweep.csv." } }
            (table(&rows))
        }
    };
    let together = sweep_tables::cards_sweep_together(cards, tallies, by);
    let tiles = vec![
        Tile::combinations(tallies.combinations.len(), tallies.all),
        Tile::new("Cards that change", changed.len().to_string(), "their exact numbers differ between combinations"),
        Tile::games(tallies.games(), "for the numbers that are simulated"),
    ];
    let opening = Opening { title, sentences: sentences(tallies, (&all, &together), by), tiles };
    page(&opening, &sections, manifest, about)
}

/// The curves of the cards that are not the same in all combinations.
fn by_dice(changed: &[Changed<'_>]) -> Markup {
    html! { section { h2 { "Each card, by the number of dice" }
        @if changed.is_empty() { p { "These numbers are exact, and the same in all combinations. They are in difficulty.csv." } }
        @else {
            p { "The expected total and the chance of an invalid result, with the best rerolls. An invalid result counts 0. All numbers \
                 are exact. Cards that are the same in all combinations are left out." @if changed.len() > MOST_PICTURES / 2 {
                 " The pictures show the first " (MOST_PICTURES / 2) " of " (changed.len()) " cards." } " difficulty.csv has all cards." }
            div.figures { @for card in changed.iter().take(MOST_PICTURES / 2) {
                figure { (card.draw(&card.id, "expected total", |dice| dice.max_score)) }
                figure { (card.draw(&format!("{}: invalid", card.id), "chance of an invalid result", |dice| dice.invalid_at_max_score)) }
            } }
            details { summary { "Numbers: expected total by the number of dice" } (table(&numbers(changed))) }
        }
    } }
}

/// A card that is not the same in all combinations: what it is in each that is another, with what they are called.
struct Changed<'c> {
    id: String,
    lines: Vec<(String, &'c CardRecord)>,
}

impl Changed<'_> {
    /// A number of the card by the number of dice, a line a combination.
    fn draw(&self, title: &str, what: &str, of: fn(&DiceRecord) -> f64) -> Markup {
        let lines = || self.lines.iter().take(MOST_CURVES);
        let points = |card: &CardRecord| card.dice.iter().map(|dice| (f64::from(dice.dice), of(dice))).collect();
        let curve = |(series, (_, card)): (usize, &(String, &CardRecord))| Curve { series, points: points(card) };
        let names: Vec<String> = lines().map(|(name, _)| name.clone()).collect();
        let left_out = self.lines.len().saturating_sub(MOST_CURVES);
        let rest = if left_out > 0 { format!(" The table has {left_out} more combinations.") } else { String::new() };
        let text = format!("{}: {what} by the number of dice, one line per combination.{rest}", self.id);
        let caption = Caption { id: title.replace(": ", "-"), title: title.to_owned(), text };
        curves(&caption, &names, &lines().enumerate().map(curve).collect::<Vec<_>>())
    }
}

/// The cards that are not the same in all combinations, in the order of the decks.
fn changed<'c>(cards: &'c SweptCards, tallies: &SweepTallies) -> Vec<Changed<'c>> {
    let mut all: Vec<(String, Vec<Line<'c>>)> = Vec::new();
    for (combination, deck) in tallies.combinations.iter().zip(&cards.combinations) {
        for card in deck.cards.iter().filter_map(|&card| cards.solved.get(card)) {
            let at = all.iter().position(|(id, _)| *id == card.labels[0]).unwrap_or_else(|| {
                all.push((card.labels[0].clone(), Vec::new()));
                all.len() - 1
            });
            let lines = &mut all[at].1;
            match lines.iter_mut().find(|line| line.card.dice == card.dice) {
                Some(line) => line.values.retain(|value| combination.values[value.0] == value.1),
                None => lines.push(Line { values: combination.values.iter().cloned().enumerate().collect(), card }),
            }
        }
    }
    all.retain(|(_, lines)| lines.len() > 1);
    let named = |(id, lines): (String, Vec<Line<'c>>)| {
        let line = |(at, line): (usize, Line<'c>)| (line.name(tallies, at), line.card);
        Changed { id, lines: lines.into_iter().enumerate().map(line).collect() }
    };
    all.into_iter().map(named).collect()
}

/// A card as it is in some combinations, with the values that all of these have, by the position of the key.
struct Line<'c> {
    values: Vec<(usize, String)>,
    card: &'c CardRecord,
}

impl Line<'_> {
    /// What the combinations have in common; of those with nothing in common, that the card is another there.
    fn name(&self, tallies: &SweepTallies, number: usize) -> String {
        let values = self.values.iter().map(|(key, value)| format!("{}={value}", tallies.vary[*key].key));
        let named = values.collect::<Vec<_>>().join(", ");
        if named.is_empty() { format!("several combinations ({})", number + 1) } else { named }
    }
}

/// The expected totals of these cards, a column a number of dice.
fn numbers(changed: &[Changed<'_>]) -> Table {
    let records = changed.iter().flat_map(|card| &card.lines).flat_map(|(_, card)| &card.dice);
    let numbers: BTreeSet<u32> = records.map(|record| record.dice).collect();
    let dice = numbers.iter().map(|&dice| counted(u64::from(dice), "die", "dice"));
    let headings = ["card", "combination"].map(str::to_owned).into_iter().chain(dice).map(Heading::in_words);
    let rows = changed.iter().flat_map(|card| {
        card.lines.iter().map(|(name, record)| {
            let at = |&number: &u32| record.dice.iter().find(|dice| dice.dice == number).map(|dice| dice.max_score);
            let totals = numbers.iter().map(|number| Field::Exact(at(number)));
            [card.id.clone(), name.clone()].map(Field::Text).into_iter().chain(totals).collect()
        })
    });
    Table { name: "expected total".to_owned(), headings: headings.collect(), rows: rows.take(MOST_ROWS).collect() }
}

/// What each row is about, and its dots.
type Rows = Vec<(String, Vec<Dot>)>;

/// A picture for each value of all keys but the last, whose values are the series; a row a card.
fn pictures(tallies: &SweepTallies, all: &Table, (column, heading, text): (&str, &str, &str)) -> Vec<Markup> {
    let Some(card) = all.headings.iter().position(|heading| heading.name() == "card") else { return Vec::new() };
    let keys = tallies.vary.len();
    let last = tallies.vary.last().map_or(&[][..], |varied| &varied.values);
    let mut rest = &all.rows[..];
    let mut found: Vec<(String, Rows)> = Vec::new();
    for combination in &tallies.combinations {
        let name = named(tallies, combination, false);
        if found.last().is_none_or(|(known, _)| *known != name) {
            found.push((name, Vec::new()));
        }
        let Some((_, rows)) = found.last_mut() else { continue };
        let is_own = |row: &&Vec<Field>| row[..keys].iter().map(shown).eq(combination.values.iter().cloned());
        let (of, others) = rest.split_at(rest.iter().take_while(is_own).count());
        rest = others;
        let series = last.iter().position(|value| combination.values.last() == Some(value)).unwrap_or_default();
        for row in of.iter().filter(|_| series < MOST_SERIES) {
            let Some(estimate) = estimate(all, row, column) else { continue };
            let id = shown(&row[card]);
            match rows.iter_mut().find(|(known, _)| *known == id) {
                Some((_, dots)) => dots.push(Dot { series, estimate }),
                None => rows.push((id, vec![Dot { series, estimate }])),
            }
        }
    }
    found.retain(|(_, rows)| !rows.is_empty());
    let key = tallies.vary.last().map_or("", |varied| &*varied.key);
    let series: Vec<String> = last.iter().take(MOST_SERIES).map(|value| format!("{key}={value}")).collect();
    let only = if last.len() > MOST_SERIES { format!(", its first {MOST_SERIES} values") } else { String::new() };
    let mark = column.ends_with("against_first").then_some(0.0);
    let draw = |(number, (name, rows)): (usize, (String, Rows))| {
        let title = if name.is_empty() { heading.to_owned() } else { format!("{heading}, {name}") };
        let id = format!("{}-{number}", column.replace('_', "-"));
        (
            Caption { id, title, text: format!("{text}, by {key}{only}.") },
            Dots { rows, series: series.clone(), mark, band: None },
        )
    };
    let pictures: Vec<(Caption, Dots)> = found.into_iter().take(MOST_PICTURES).enumerate().map(draw).collect();
    let numbers: Vec<f64> = pictures.iter().flat_map(|(_, dots)| dots.numbers()).collect();
    pictures.iter().map(|(caption, dots)| dots.draw_beside(caption, &numbers)).collect()
}

/// At which number of dice the exact numbers of the table are.
fn exact_sentence(by: By) -> String {
    let dice = match by {
        By::Played => "the average number of dice that the strategies commit to the card".to_owned(),
        By::Best => "the number of dice with the highest expected total".to_owned(),
        By::Dice(dice) => counted(dice, "die", "dice"),
    };
    format!("The exact numbers in the table are for {dice}, with the rerolls that give the highest average total.")
}

/// What the sweep says, in plain sentences.
fn sentences(tallies: &SweepTallies, (all, together_table): (&Table, &Table), by: By) -> Vec<String> {
    let (played, games) = (tallies.combinations.len(), counted(tallies.games(), "game", "games"));
    let mut said = Vec::new();
    let at = |name: &str| all.headings.iter().position(|heading| heading.name() == name);
    let place = |row: &[Field]| {
        let values: Vec<String> = row.iter().take(tallies.vary.len()).map(shown).collect();
        combination_words(&tallies.vary, &values)
    };
    let first = tallies.combinations.first().map_or(&[][..], |first| &first.values);
    let first = combination_words(&tallies.vary, first);
    let card = |row: &[Field]| at("card").map_or_else(String::new, |at| shown(&row[at]));
    said.extend(hardest_sentence(all, (&card, &place)));
    said.push(change_sentence(together_table, (&card, &place), &first));
    let gains = all.rows.iter().filter_map(|row| match row[at("score_at_dice_against_first")?] {
        Field::Solved(Some(gain)) if gain != 0.0 => Some((row, gain)),
        _ => None,
    });
    said.push(match gains.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs())) {
        None => "With these dice, the expected totals are the same in all combinations.".to_owned(),
        Some((row, gain)) => {
            let higher = if gain > 0.0 { "higher" } else { "lower" };
            let gain = plain(gain.abs());
            format!(
                "The expected total of {} changes most. With {}, it is {gain} points {higher} than with {first}.",
                card(row),
                place(row)
            )
        }
    });
    said.push(format!("{played} of {} combinations were played, with {games} in all.", tallies.all));
    said.push(exact_sentence(by));
    said.push(
        "All combinations play the same deals, so changes of simulated numbers are computed deal by deal. Such a change is \
         blank if it cannot be computed deal by deal, for example if the number of players varies. Changes of exact numbers are exact. If the strategies \
         commit more or fewer dice to a card in a combination, these changes include the effect of that."
            .to_owned(),
    );
    let notes = other_notes_of_all(tallies.combinations.iter().map(|it| &*it.tallies.notes));
    said.extend(notes.iter().map(|note| format!("{}.", capital(note))));
    said
}

/// What a row is called: its card, and its place among the combinations.
type Names<'n> = (&'n dyn Fn(&[Field]) -> String, &'n dyn Fn(&[Field]) -> String);

/// On which card turns fail most often, as far as that is known.
fn hardest_sentence(all: &Table, (card, place): Names<'_>) -> Option<String> {
    let rates = all.rows.iter().filter_map(|row| Some((row, estimate(all, row, "invalid_rate")?)));
    let rates: Vec<(&Vec<Field>, Estimate)> = rates.collect();
    let count = rates.len();
    let found = highest(rates.into_iter().map(|(row, rate)| (row, rate.among(count))).collect())?;
    let (card, place, together) = (card(found.of), place(found.of), found.together("rates"));
    let rate = percents(&found.interval);
    Some(match found.rivals {
        0 => format!("Turns fail most often on {card} with {place}: {rate} of them fail ({together})."),
        rivals => format!(
            "It is not settled where turns fail most often. By the estimates it is on {card} with {place}: {rate} of them fail. {} \
             may have as many ({together}).",
            counted(rivals as u64, "other pair of card and combination", "other pairs of card and combination")
        ),
    })
}

/// On which card turns fail more or less often than in the first combination, as far as that is known; all of these differences
/// hold at once.
fn change_sentence(all: &Table, (card, place): Names<'_>, first: &str) -> String {
    const COLUMN: &str = "invalid_rate_against_first";
    let changes = all.rows.iter().filter_map(|row| Some((row, estimate(all, row, COLUMN)?)));
    let changes: Vec<(&Vec<Field>, Estimate)> = changes.collect();
    let together = together(changes.len(), "differences");
    let Some(found) = largest_change(changes) else {
        return format!("No card is known to fail more or less often than with {first} ({together}).");
    };
    let (card, place) = (card(found.of), place(found.of));
    let by = points(&found.interval, "higher", "lower");
    match found.rivals {
        0 => format!(
            "The share of failed turns changes most on {card}. With {place}, it is {by} than with {first} ({together})."
        ),
        rivals => format!(
            "With {place}, the share of failed turns on {card} is {by} than with {first}. By the estimates, this is the largest change, \
             but {} may change as much ({together}).",
            counted(rivals as u64, "other card", "other cards")
        ),
    }
}
