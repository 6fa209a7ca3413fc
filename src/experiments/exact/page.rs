//! The page of `analyze exact`.

use super::record::{ExactPair, ExactRecord};
use super::tables::{exact, exact_share, exact_shares_by_seat, exact_within};
use crate::page::picture::{Caption, Dot, Dots};
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, first_of, listed, page};
use crate::record::Manifest;
use crate::stats::Estimate;
use maud::{Markup, html};

/// The page of two strategies whose win shares are known exactly.
pub fn exact_page(record: &ExactRecord, manifest: &Manifest, about: &About) -> String {
    let names = first_of(manifest.arms.join(" against "), record.combinations.len());
    let title = format!("{}, 2 players: {names}, exactly", about.game());
    let sections = html! {
        section { h2 { "Win shares" } div.figures { figure { (picture(record)) } } (table(&exact(record))) }
    };
    page(&Opening { title, sentences: sentences(record), tiles: tiles(record) }, &sections, manifest, about)
}

/// The win shares of the first strategy by seat, or how many combinations there are.
fn tiles(record: &ExactRecord) -> Vec<Tile> {
    let percent = |share: f64| format!("{:.4}%", 100.0 * share);
    let error =
        Tile::new("Correct to", format!("{} decimals", decimals(exact_within(record))), "computed, without playing");
    let [pair] = &record.combinations[..] else {
        let all = record.combinations.len();
        return vec![Tile::combinations(all, all as u64), error];
    };
    let ([first, second], name) = (exact_shares_by_seat(pair, 0), &pair.strategies[0]);
    vec![
        Tile::new("Win share", percent(exact_share(pair, 0).value), format!("{name}, on average over both seats")),
        Tile::new("When it starts", percent(first.value), name.clone()),
        Tile::new("When it goes second", percent(second.value), name.clone()),
        error,
    ]
}

/// The win share of the first strategy: by seat, or in each combination.
fn picture(record: &ExactRecord) -> Markup {
    let name = |pair: &ExactPair| match &record.vary[..] {
        [] => pair.strategies[0].clone(),
        keys => keys
            .iter()
            .zip(&pair.values)
            .map(|(key, value)| format!("{}={value}", key.key))
            .collect::<Vec<_>>()
            .join(", "),
    };
    let rows = record.combinations.iter().map(|pair| {
        let [first, second] = exact_shares_by_seat(pair, 0);
        let shares = [first.value, second.value, exact_share(pair, 0).value];
        let dots = shares.into_iter().enumerate();
        let dots = dots.map(|(series, share)| Dot { series, estimate: Estimate::exact(share, 0) });
        (name(pair), dots.collect())
    });
    let strategy = &record.combinations[0].strategies[0];
    let caption = Caption {
        id: "shares".to_owned(),
        title: format!("Win share of {strategy}"),
        text: "A win counts 1, and a tie 1/2. The numbers are exact, so they have no intervals.".to_owned(),
    };
    let series = ["when it starts", "when it goes second", "on average"].map(str::to_owned).to_vec();
    Dots { rows: rows.collect(), series, mark: Some(0.5), band: None }.draw(&caption)
}

/// To how many decimals a number is correct whose error is at most so large.
fn decimals(error: f64) -> u32 {
    (0..16).rev().find(|&decimals| error <= 0.5 * 0.1_f64.powi(decimals as i32)).unwrap_or(0)
}

/// What was found, in plain sentences.
fn sentences(record: &ExactRecord) -> Vec<String> {
    let percent = |share: f64| format!("{:.4}%", 100.0 * share);
    let mut all = Vec::new();
    if let [pair] = &record.combinations[..] {
        let [first, second] = exact_shares_by_seat(pair, 0);
        let [name, other] = &pair.strategies;
        all.push(format!(
            "{name} has a win share of {} against {other}: {} when it starts, and {} when it goes second.",
            percent(exact_share(pair, 0).value),
            percent(first.value),
            percent(second.value)
        ));
    } else {
        let by_share = |a: &&ExactPair, b: &&ExactPair| exact_share(a, 0).value.total_cmp(&exact_share(b, 0).value);
        let ends = [record.combinations.iter().min_by(by_share), record.combinations.iter().max_by(by_share)];
        if let [Some(least), Some(most)] = ends {
            let keys: Vec<String> = record.vary.iter().map(|varied| varied.key.clone()).collect();
            all.push(format!(
                "The win share of {} depends on {}: it is lowest with {} ({}) and highest with {} ({}).",
                most.strategies[0],
                listed(&keys),
                least.values.join(", "),
                percent(exact_share(least, 0).value),
                most.values.join(", "),
                percent(exact_share(most, 0).value)
            ));
        }
    }
    all.push(format!(
        "No game was played: the win shares are computed, and correct to {} decimals.",
        decimals(exact_within(record))
    ));
    all.extend(record.notes.iter().cloned());
    all
}
