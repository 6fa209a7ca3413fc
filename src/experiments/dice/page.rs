//! The page of `analyze dice`.

use super::KIND_NAMES;
use super::estimates::{Row, Verdict, rows, tables, win};
use super::prices::{Crossing, fair_prices};
use super::tables::{Mixes, duels, equilibrium, prices, worth};
use crate::page::picture::{Caption, Dot, Dots};
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, folded, listed, page};
use crate::record::{Manifest, PackRole, PacksOf, PacksRecord, PacksTable, counted};
use crate::report::shown_estimate;
use maud::{Markup, html};

/// The page of what dice are worth.
pub fn dice_page(record: &PacksRecord, mixes: &Mixes<'_>, manifest: &Manifest, about: &About) -> String {
    let title = format!("{}: what each die is worth", about.game());
    let priced = prices(record);
    let sections = html! {
        section { h2 { "What each die is worth" } div.figures { figure { (gains(record)) } } (table(&worth(record))) }
        @if !priced.rows.is_empty() { section { h2 { "Fair prices" } (table(&priced)) } }
        section {
            h2 { "Which duel favours which pack" }
            div.figures { @for figure in favours(record) { figure { (figure) } } }
            (table(&equilibrium(record, mixes)))
        }
        section { (folded("All packs in all duels", &table(&duels(record)))) }
    };
    let sentences = sentences(record, mixes).into_iter().chain(measures(record)).collect();
    page(&Opening { title, sentences, tiles: tiles(record) }, &sections, manifest, about)
}

/// How dice are measured, in plain sentences.
fn measures(record: &PacksRecord) -> Vec<String> {
    let first = tables(record).next().and_then(|table| rows(record, table, PackRole::Reference).next());
    let Some(reference) = first else { return Vec::new() };
    let replaced = KIND_NAMES[reference.of.replaced];
    vec![
        format!(
            "All opponents have the reference pack: {}. To measure a die, one of its {replaced} dice is swapped for it. The player with \
             that pack chooses the duel.",
            reference.dice()
        ),
        "A die has a fair cost if it gains as much for each point of cost as the other dice together.".to_owned(),
        format!(
            "Numbers that are called exact are computed. The others are simulated, {} each, and have 95% intervals.",
            counted(record.fought, "duel", "duels")
        ),
    ]
}

/// How many play, in words.
fn of_players(players: u32) -> String {
    counted(players, "player", "players")
}

/// A table of packs, as it is called beside others.
fn named(record: &PacksRecord, (of, table): (&PacksOf, &PacksTable)) -> String {
    let keys = record.vary.iter().zip(&of.values).map(|(key, value)| format!("{}={value}, ", key.key));
    format!("{}{}", keys.collect::<String>(), of_players(table.players))
}

/// The dice that are swapped in, in the table that is told first.
fn first_rows(record: &PacksRecord) -> Vec<Row<'_>> {
    tables(record).take(1).flat_map(|table| rows(record, table, PackRole::Swapped)).collect()
}

fn tiles(record: &PacksRecord) -> Vec<Tile> {
    let first = first_rows(record);
    let mut tiles = Vec::new();
    let Some(players) = first.first().map(|row| of_players(row.table.players)) else { return tiles };
    let gains: Vec<_> = first.iter().filter_map(|row| Some((row, row.gain()?))).collect();
    let best = gains.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    tiles.extend(best.map(|(row, gain)| {
        let said = format!("points a duel more than a {} die, {players}", KIND_NAMES[row.of.replaced]);
        Tile::new(format!("Gains most: {}", KIND_NAMES[row.pack.kind]), shown_estimate(gain), said)
    }));
    for (name, verdict) in [("Underpriced", Verdict::UnderPriced), ("Overpriced", Verdict::OverPriced)] {
        let found = with_verdict(&first, verdict);
        let text = if found.is_empty() { "none".to_owned() } else { listed(&found) };
        tiles.push(Tile::new(name, text, format!("measured by the other dice, {players}")));
    }
    let (solved, all) = tables(record).fold((0, 0), |(solved, all), (of, table)| {
        let packs = [PackRole::Swapped, PackRole::Built].into_iter().flat_map(|role| rows(record, (of, table), role));
        packs.fold((solved, all), |(solved, all), row| (solved + row.solved(), all + of.duels.len()))
    });
    tiles.push(Tile::new("Computed exactly", format!("{solved} of {all}"), "chances to win; the others are simulated"));
    tiles
}

fn with_verdict(of: &[Row<'_>], verdict: Verdict) -> Vec<String> {
    let found = of.iter().filter(|row| row.verdict() == verdict);
    found.map(|row| KIND_NAMES[row.pack.kind].to_owned()).collect()
}

/// What each die gains, by number of players.
fn gains(record: &PacksRecord) -> Markup {
    let all: Vec<_> = tables(record).collect();
    let row = |kind: usize| {
        let dots = all.iter().enumerate().filter_map(|(series, table)| {
            let row = rows(record, *table, PackRole::Swapped).find(|row| row.pack.kind == kind)?;
            Some(Dot { series, estimate: row.gain()? })
        });
        (KIND_NAMES[kind].to_owned(), dots.collect())
    };
    let caption = Caption {
        id: "gains".to_owned(),
        title: "Points a duel that a die gains".to_owned(),
        text: "Compared with the die that it is swapped for; mean of all duels. Exact numbers have no interval."
            .to_owned(),
    };
    let series = all.iter().map(|table| named(record, *table)).collect();
    Dots { rows: (0..KIND_NAMES.len()).map(row).collect(), series, mark: Some(0.0), band: None }.draw(&caption)
}

/// The chance to win of each built pack by duel, a picture for each pack of the table that is told first.
fn favours(record: &PacksRecord) -> Vec<Markup> {
    let built = tables(record).take(1).flat_map(|table| rows(record, table, PackRole::Built));
    let figure = |row: Row<'_>| {
        let duels = row.of.duels.iter().zip(&row.pack.numbers.duels);
        let dots = duels.filter_map(|(name, numbers)| {
            let dot = Dot { series: row.pack.kind, estimate: win(record.fought, numbers)? };
            Some((format!("{} {}", name.duel, name.hand), vec![dot]))
        });
        let players = of_players(row.table.players);
        let caption = Caption {
            id: format!("favours-{}", KIND_NAMES[row.pack.kind]),
            title: format!("Chance to win with {}, {players}", row.dice()),
            text: "Against opponents with the reference pack. The line is an equal chance for all.".to_owned(),
        };
        let even = 1.0 / f64::from(row.table.players);
        Dots { rows: dots.collect(), series: Vec::new(), mark: Some(even), band: None }.draw(&caption)
    };
    built.map(figure).collect()
}

/// What was found, in plain sentences.
pub(super) fn sentences(record: &PacksRecord, mixes: &Mixes<'_>) -> Vec<String> {
    let mut all: Vec<String> = tables(record).flat_map(|table| about_table(record, table)).collect();
    all.extend(fair_prices(record).iter().filter_map(|price| {
        let Crossing::At(at) = price.crossing else { return None };
        let players = of_players(price.players);
        let keys = record.vary.iter().zip(&price.values).filter(|(_, value)| !value.is_empty());
        let keys: String = keys.map(|(key, value)| format!("{}={value}, ", key.key)).collect();
        Some(format!("{keys}{players}: a {} die is fair at a cost of {}.", KIND_NAMES[price.kind], shown_estimate(&at)))
    }));
    all.extend(mixes.iter().map(|(of, table, mix)| {
        let likely = mix.packs.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value));
        let pack = likely.map_or_else(String::new, |(row, mass)| format!("{} ({})", row.dice(), shown_estimate(mass)));
        format!(
            "{}: if one player picks a pack and an opponent the duel, the pack picked most often is {pack}; it wins {} of the duels.",
            named(record, (of, table)),
            shown_estimate(&mix.value)
        )
    }));
    all.extend(record.notes.iter().cloned());
    all
}

fn about_table(record: &PacksRecord, of: (&PacksOf, &PacksTable)) -> Vec<String> {
    let swapped: Vec<Row<'_>> = rows(record, of, PackRole::Swapped).collect();
    let [under, over] = [Verdict::UnderPriced, Verdict::OverPriced].map(|verdict| with_verdict(&swapped, verdict));
    let said = |kinds: &[String], word: &str| match kinds {
        [] => format!("no die is known to be {word}"),
        [one] => format!("the {one} die is {word}"),
        all => format!("the {} dice are {word}", listed(all)),
    };
    let [under, over] = [said(&under, "underpriced"), said(&over, "overpriced")];
    let name = named(record, of);
    let mut all = vec![format!("{name}: measured by what the other dice gain for their cost, {under}, and {over}.")];
    let gains = swapped.iter().filter_map(|row| Some((row, row.gain()?)));
    if let Some((row, gain)) = gains.max_by(|a, b| a.1.value.total_cmp(&b.1.value)) {
        all.push(format!(
            "{name}: a {} die gains most in place of a {} die: {} points a duel.",
            KIND_NAMES[row.pack.kind],
            KIND_NAMES[row.of.replaced],
            shown_estimate(&gain)
        ));
    }
    all
}
