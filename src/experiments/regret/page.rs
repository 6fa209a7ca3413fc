//! The page of `analyze regret`.
//!
//! Owns which groups of decisions are drawn.

use super::tables;
use super::tables::lost;
use crate::games::BuiltIn;
use crate::games::gang::Gang;
use crate::page::picture::{Caption, Dot, Dots};
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, capital, page};
use crate::record::{Manifest, RegretGroup, RegretMeasure, RegretOf, RegretRecord, counted};
use crate::report::highest;
use crate::stats::Estimate;
use maud::{Markup, html};

/// The page of what decisions cost.
pub fn regret_page(record: &RegretRecord, manifest: &Manifest, about: &About) -> String {
    let players = counted(manifest.players as u64, "player", "players");
    let title = format!("{}, {players}: what decisions cost", about.game());
    let kinds = |group: &RegretGroup| group.by != "card";
    let has_cards = record.strategies.iter().flat_map(|of| &of.groups).any(|group| !kinds(group));
    let noun = capital(record.measure.noun());
    let (by_kind, by_card) =
        (format!("{noun} lost per game, by kind of decision"), format!("{noun} lost per game, by card"));
    let sections = html! {
        section { h2 { "What kind of decision costs most" } div.figures {
            figure { (dots(record, "kinds", &by_kind, kinds)) }
            @if has_cards { figure { (dots(record, "cards", &by_card, |group| group.by == "card")) } }
        } (table(&tables::regret(record))) }
        @if record.strategies.iter().any(|of| !of.worst.is_empty()) {
            section { h2 { "The costliest decisions" } (table(&tables::worst(record))) }
        }
    };
    let opening = Opening { title, sentences: sentences(record), tiles: tiles(record) };
    page(&opening, &sections, manifest, about)
}

/// What all decisions of each strategy cost, and in how many games.
fn tiles(record: &RegretRecord) -> Vec<Tile> {
    let all = |of: &'_ RegretOf| of.groups.iter().find(|group| group.by == "all").cloned();
    let cost = |of: &RegretOf| {
        let lost = lost(record, of, &all(of)?)?;
        let (scale, unit) = (scale(record), unit(record));
        let half = lost.interval.map_or(0.0, |it| 0.5 * scale * it.width());
        let said = format!("± {half:.2} {unit} per game: {}", of.strategy);
        Some(Tile::new("Cost of decisions", format!("{:.2}", scale * lost.value), said))
    };
    let costs = record.strategies.iter().take(MOST_TILES).filter_map(cost);
    let games = record.strategies.first().and_then(all);
    let games = games.map(|group| Tile::games(games_of(&group), "for each strategy"));
    costs.chain(games).collect()
}

/// The factor for costs on the page, which shows win shares in percentage points.
fn scale(record: &RegretRecord) -> f64 {
    if record.measure == RegretMeasure::WinShare { 100.0 } else { 1.0 }
}

/// The unit of costs on the page.
fn unit(record: &RegretRecord) -> &'static str {
    match record.measure {
        RegretMeasure::WinShare => "percentage points of win share",
        RegretMeasure::Score => "points",
        RegretMeasure::Turns => "turns",
    }
}

/// In how many games the decisions of a group were priced.
fn games_of(group: &RegretGroup) -> u64 {
    u64::try_from(group.sums.seats).unwrap_or(u64::MAX)
}

/// So many strategies have a key figure each.
const MOST_TILES: usize = 4;

/// What groups cost, a row a group, a dot a strategy.
fn dots(record: &RegretRecord, id: &str, title: &str, wanted: impl Fn(&RegretGroup) -> bool) -> Markup {
    let first = record.strategies.first().map_or(&[][..], |of| &of.groups);
    let chosen = first.iter().enumerate().filter(|(_, group)| wanted(group));
    let rows = chosen.map(|(at, group)| {
        let dot = |(series, of): (usize, &RegretOf)| {
            lost(record, of, &of.groups[at]).map(|estimate| Dot { series, estimate })
        };
        let label = if group.by == group.what || group.by == "card" {
            group.what.clone()
        } else {
            format!("{}: {}", group.by, group.what)
        };
        (label, record.strategies.iter().enumerate().filter_map(dot).collect())
    });
    let text = "The mean over all games, with its 95% interval.".to_owned();
    let caption = Caption { id: id.to_owned(), title: title.to_owned(), text };
    let series = record.strategies.iter().map(|of| of.strategy.clone()).collect();
    Dots { rows: rows.collect(), series, mark: None, band: None }.draw(&caption)
}

/// A loss with its interval, in the unit of the page.
fn points(record: &RegretRecord, of: &RegretOf, group: &RegretGroup) -> String {
    let Some(estimate) = lost(record, of, group) else { return "nothing known".to_owned() };
    let percent = |number: f64| format!("{:.2}", scale(record) * number);
    let interval = match estimate.interval {
        Some(it) if it.lo == it.hi => " exactly".to_owned(),
        Some(it) => format!(" [{}, {}]", percent(it.lo), percent(it.hi)),
        None => String::new(),
    };
    format!("{}{interval}", percent(estimate.value))
}

/// What was found, in plain sentences.
fn sentences(record: &RegretRecord) -> Vec<String> {
    let mut all = Vec::new();
    for of in &record.strategies {
        let (name, against) = (&of.strategy, &of.against);
        let find = |by: &str, what: &str| of.groups.iter().find(|group| group.by == by && group.what == what);
        if of.costs_nothing() {
            all.push(format!(
                "The decisions of {name} cost nothing, because they are compared with its own decisions."
            ));
            continue;
        }
        if let Some(group) = find("all", "all") {
            let (games, unit) = (counted(games_of(group), "game", "games"), unit(record));
            let against = if against.is_empty() { String::new() } else { format!(" against {against}") };
            let points = points(record, of, group);
            all.push(format!("The decisions of {name} cost it {points} {unit} per game, in {games}{against}."));
        }
        if let [Some(many), Some(few), Some(rerolls)] =
            [("dice", "too many"), ("dice", "too few"), ("rerolls", "rerolls")].map(|(by, what)| find(by, what))
        {
            all.push(format!(
                "Of these points, {name} lost {} by committing too many dice, {} by committing too few, and {} by its rerolls.",
                points(record, of, many),
                points(record, of, few),
                points(record, of, rerolls)
            ));
        }
        all.extend(costliest_card(record, of));
    }
    all.push(format!("The cost of a decision is {}.", tables::measure(record)));
    if record.game == Gang::NAME {
        let cards = "The cost assumes that cards are drawn afresh in every round, so it ignores card counting.";
        all.push(cards.to_owned());
    }
    all
}

/// Which card cost a strategy most, as far as that is known.
fn costliest_card(record: &RegretRecord, of: &RegretOf) -> Option<String> {
    let cards = of.groups.iter().filter(|group| group.by == "card");
    let costs: Vec<(&RegretGroup, Estimate)> =
        cards.filter_map(|group| Some((group, lost(record, of, group)?))).collect();
    let count = costs.len();
    let found = highest(costs.into_iter().map(|(group, cost)| (group, cost.among(count))).collect())?;
    let points = format!("{:.2} to {:.2} percentage points", 100.0 * found.interval.lo, 100.0 * found.interval.hi);
    let (name, card, together) = (&of.strategy, &found.of.what, found.together("cards"));
    Some(match found.rivals {
        0 => format!("The card that costs {name} most is {card}: {points} per game ({together})."),
        rivals => format!(
            "It is not settled which card costs {name} most. By the estimates it is {card}: {points} per game. {} may cost as much \
             ({together}).",
            counted(rivals as u64, "other card", "other cards")
        ),
    })
}
