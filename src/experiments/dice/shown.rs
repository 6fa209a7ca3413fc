//! What a terminal shows of `analyze dice`.

use super::estimates::{Row, rows, tables, win};
use super::page::sentences;
use super::tables::{Mixes, of_experiment, prices, worth};
use crate::driver::combinations::TERMINAL_ROWS;
use crate::driver::session::origin;
use crate::options::differences::about;
use crate::record::{Manifest, PackRole, PacksRecord};
use crate::report::Table;
use crate::report::column::{Column, Definition};
use crate::stats::Estimate;
use crate::terminal::choices::Format;
use crate::terminal::layout;
use crate::terminal::numbers::grouped;
use crate::terminal::output::formatted;
use crate::terminal::remarks::{INTERVALS, lines, more_rows};

/// The columns of the file that a terminal is not shown.
const ELSEWHERE: [&str; 4] = ["pack", "gain_per_cost", "exact_duels", "duels"];

/// What standard output shows.
pub(super) fn shown(record: &PacksRecord, mixes: &Mixes<'_>, manifest: &Manifest, format: Format) -> String {
    let text = || {
        let (mut worth, mut favours, prices) = (worth(record).without(&ELSEWHERE), favours(record), prices(record));
        let left_out =
            worth.rows.len().saturating_sub(TERMINAL_ROWS) + favours.rows.len().saturating_sub(TERMINAL_ROWS);
        worth.rows.truncate(TERMINAL_ROWS);
        favours.rows.truncate(TERMINAL_ROWS);
        let priced = if prices.rows.is_empty() { String::new() } else { format!("\n{}", layout::table(&prices)) };
        let more = (left_out > 0).then(|| more_rows(left_out, "dice_worth.csv and dice_duels.csv"));
        let found = sentences(record, mixes);
        let notes = lines(more.iter().chain(&remarks(record)).chain(&found));
        let head = heading(record, manifest);
        format!("{head}\n\n{}{priced}\n{}\n{notes}", layout::table(&worth), layout::table(&favours))
    };
    formatted(&of_experiment(worth(record), &origin(manifest)), format, text)
}

fn heading(record: &PacksRecord, manifest: &Manifest) -> String {
    let reference = tables(record).next().and_then(|table| rows(record, table, PackRole::Reference).next());
    let pack = reference.map_or_else(String::new, |row| row.dice());
    format!("{}: what each die is worth; the reference pack is {pack}", about(manifest).game())
}

/// A built pack in the duel that favours it most, or least.
struct Favour {
    pack: String,
    which: &'static str,
    duel: String,
    win: Estimate,
}

/// For each built pack of the table that is told first, the duels that favour it most and least.
fn favours(record: &PacksRecord) -> Table {
    let built = tables(record).take(1).flat_map(|table| rows(record, table, PackRole::Built));
    let label = |name| Definition::label(name, name);
    let columns = vec![
        Column::text(label("pack"), |it: &Favour| it.pack.clone()),
        Column::text(label("duel"), |it: &Favour| format!("{}: {}", it.which, it.duel)),
        Column::estimate(label("win"), |it: &Favour| Some(it.win)),
    ];
    Table::new("favours", columns, built.flat_map(|row| ends(&row)))
}

/// The duels with the highest and with the lowest chance of a pack.
fn ends(row: &Row<'_>) -> Vec<Favour> {
    let duels = row.of.duels.iter().zip(&row.pack.numbers.duels);
    let chances = duels
        .filter_map(|(name, numbers)| Some((format!("{} {}", name.duel, name.hand), win(row.record.fought, numbers)?)));
    let chances: Vec<(String, Estimate)> = chances.collect();
    let by_value = |a: &&(String, Estimate), b: &&(String, Estimate)| a.1.value.total_cmp(&b.1.value);
    let [best, worst] = [chances.iter().max_by(by_value), chances.iter().min_by(by_value)];
    let found = [("best", best), ("worst", worst)].into_iter();
    let favour = |(which, end): (&'static str, Option<&(String, Estimate)>)| {
        end.map(|(duel, win)| Favour { pack: row.dice(), which, duel: duel.clone(), win: *win })
    };
    found.filter_map(favour).collect()
}

fn remarks(record: &PacksRecord) -> Vec<String> {
    let first = tables(record).next();
    let duels = first.map_or(0, |(of, _)| of.duels.len());
    let replaced = first.map_or("", |(of, _)| super::KIND_NAMES[of.replaced]);
    let players = first.map_or(0, |(_, table)| table.players);
    vec![
        format!(
            "gain: points that a duel brings the pack in which a {replaced} die is swapped for this one, minus those of the \
             reference pack; mean of {duels} duels, each counted alike"
        ),
        "all opponents have the reference pack; the player with the other pack chooses the duel, against all".to_owned(),
        "fair cost: the cost at which the die gains as much for each point of cost as the other dice together; the intervals of \
         all dice hold together"
            .to_owned(),
        format!("packs in the second table: as many dice of a kind as the points at the start buy; {players} players"),
        "everybody plays by the defaults inside a duel: dice that are worth most are chosen, and each power is used".to_owned(),
        format!(
            "exact: computed; all other numbers are simulated, {} duels each, through the rules; {INTERVALS}",
            grouped(record.fought)
        ),
    ]
}
