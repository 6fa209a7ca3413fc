//! The page of `analyze combos`.

use super::record::{CombosOf, CombosRecord, PAY};
use super::tables::{dice, is_payment, parts, worth};
use crate::page::picture::{Caption, Dot, Dots};
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, first_of, page};
use crate::record::Manifest;
use crate::stats::Estimate;
use maud::{Markup, html};

/// The page of what combos are worth to two strategies.
pub fn combos_page(record: &CombosRecord, manifest: &Manifest, about: &About) -> String {
    let names = first_of(manifest.arms.join(" and "), record.combinations.len());
    let title = format!("{}, 2 players: what combos are worth to {names}", about.game());
    let sections = html! {
        section { h2 { "What each part is worth" } div.figures { figure { (worths(record)) } } (table(&worth(record))) }
        section { h2 { "Chances and payments" } div.figures { figure { (chances(record)) } } (table(&dice(record))) }
    };
    page(&Opening { title, sentences: sentences(record), tiles: tiles(record) }, &sections, manifest, about)
}

/// Percentage points with a sign.
fn points(share: f64) -> String {
    format!("{:+.2}", 100.0 * share)
}

fn percent(share: f64) -> String {
    format!("{:.2}%", 100.0 * share)
}

/// A part as a sentence names it.
fn named(part: &str) -> String {
    match part {
        PAY => "the paid reroll".to_owned(),
        combo => combo.chars().map(String::from).collect::<Vec<_>>().join(" "),
    }
}

/// The parts that are worth most and least to the first strategy, the part without which games are longest, and how exact it is.
fn tiles(record: &CombosRecord) -> Vec<Tile> {
    let within = record.combinations.iter().map(|of| of.within).fold(0.0, f64::max);
    let error = Tile::new("Exact to", format!("{within:.0e}"), "computed, without playing");
    let [of] = &record.combinations[..] else {
        let all = record.combinations.len();
        return vec![Tile::combinations(all, all as u64), error];
    };
    let mut tiles: Vec<Tile> = Vec::new();
    let to = format!("percentage points of win share, to {}", of.strategies[0]);
    for (name, part) in [("Worth most", most(of)), ("Worth least", least(of))] {
        tiles.extend(part.map(|(part, worth)| Tile::new(format!("{name}: {part}"), points(worth), to.clone())));
    }
    let pay = of.parts.iter().find(|part| part.part == PAY);
    tiles.extend(pay.map(|part| Tile::new("The paid reroll", points(of.games.share - part.alone[0]), to.clone())));
    tiles.push(error);
    tiles
}

/// The combos that pay with what they are worth to the first strategy.
fn payments(of: &CombosOf) -> impl Iterator<Item = (String, f64)> {
    let combos = parts(of).take(of.parts.len()).filter(|row| is_payment(&row.part.part));
    combos.map(|row| (named(&row.part.part), row.worth()))
}

fn most(of: &CombosOf) -> Option<(String, f64)> {
    payments(of).max_by(|a, b| a.1.total_cmp(&b.1))
}

fn least(of: &CombosOf) -> Option<(String, f64)> {
    payments(of).min_by(|a, b| a.1.total_cmp(&b.1))
}

/// The values of a combination in front of a name.
fn in_combination(record: &CombosRecord, of: &CombosOf, name: &str) -> String {
    let keys = record.vary.iter().zip(&of.values);
    let values: String = keys.map(|(key, value)| format!("{}={value}, ", key.key)).collect();
    format!("{values}{name}")
}

/// What each part is worth to each strategy.
fn worths(record: &CombosRecord) -> Markup {
    let rows = record.combinations.iter().flat_map(|of| {
        let all: Vec<_> = parts(of).collect();
        let many = of.parts.len();
        (0..many).map(move |at| {
            let dots = all.iter().skip(at).step_by(many).enumerate();
            let dots = dots.map(|(series, row)| Dot { series, estimate: Estimate::exact(row.worth(), 0) });
            (in_combination(record, of, &named(&of.parts[at].part)), dots.collect())
        })
    });
    let first = &record.combinations[0];
    let caption = Caption {
        id: "worth".to_owned(),
        title: "Win share that a strategy loses if it alone plays without it".to_owned(),
        text: "Below 0: the strategy does better without it. The numbers are exact, so they have no intervals."
            .to_owned(),
    };
    let series = first.strategies[..first.different()].to_vec();
    Dots { rows: rows.collect(), series, mark: Some(0.0), band: None }.draw(&caption)
}

/// How often each combo comes: in one roll, and with best play.
fn chances(record: &CombosRecord) -> Markup {
    let rows = record.combinations[0].combos.iter().map(|combo| {
        let [free, paid] = combo.best;
        let dots = [combo.rolled, free, paid].into_iter().enumerate();
        let dots = dots.map(|(series, chance)| Dot { series, estimate: Estimate::exact(chance, 0) });
        (named(&combo.combo), dots.collect())
    });
    let caption = Caption {
        id: "chances".to_owned(),
        title: "Chance of each combo".to_owned(),
        text: "The highest chance that a turn ends with it, if all rerolls are for this combo.".to_owned(),
    };
    let series = ["one roll", "with the free reroll", "with the paid reroll, too"].map(str::to_owned).to_vec();
    Dots { rows: rows.collect(), series, mark: None, band: None }.draw(&caption)
}

/// What was found, in plain sentences.
fn sentences(record: &CombosRecord) -> Vec<String> {
    let mut all: Vec<String> = record.combinations.iter().flat_map(|of| about_combination(record, of)).collect();
    all.push("No game was played: all numbers are computed.".to_owned());
    all.extend(record.notes.iter().cloned());
    all
}

fn about_combination(record: &CombosRecord, of: &CombosOf) -> Vec<String> {
    let [name, other] = &of.strategies;
    let mut all = Vec::new();
    let case = record.vary.iter().zip(&of.values).map(|(key, value)| format!("{} {value}", key.key));
    let case: Vec<String> = case.collect();
    let case = if case.is_empty() { String::new() } else { format!("With {}: ", case.join(", ")) };
    if let (Some((most, worth)), Some((least, little))) = (most(of), least(of)) {
        all.push(format!(
            "{case}{most} is the combo worth most to {name} against {other}: alone without it, {name} loses {} percentage points of \
             win share. {least} is worth least ({} points).",
            points(worth).trim_start_matches('+'),
            points(little)
        ));
    }
    if let Some(pay) = of.parts.iter().find(|part| part.part == PAY) {
        let [rate, worth] = [pay.of[0].rate, of.games.share - pay.alone[0]];
        all.push(format!(
            "{case}{name} pays for a reroll in {} of its turns, which is worth {} percentage points to it.",
            percent(rate),
            points(worth)
        ));
    }
    let length = |part: &&super::record::Part| (part.without.turns - of.games.turns).abs();
    if let Some(part) = of.parts.iter().max_by(|a, b| length(a).total_cmp(&length(b))) {
        all.push(format!(
            "{case}A game has {:.1} turns on average. It changes most without {}: to {:.1} turns.",
            of.games.turns,
            named(&part.part),
            part.without.turns
        ));
    }
    all
}
