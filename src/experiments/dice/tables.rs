//! The tables of `analyze dice`.

use super::KIND_NAMES;
use super::estimates::{Row, points, rows, tables, win};
use super::mixes::Mix;
use super::prices::{Crossing, FairPrice, fair_prices};
use crate::record::{DuelNumbers, PackRole, PacksOf, PacksRecord, PacksTable, Points, Win};
use crate::report::column::{Column, Definition};
use crate::report::field::Field;
use crate::report::package::CsvFiles;
use crate::report::table::{Origin, Table, csv_files};
use crate::stats::Estimate;

/// The mixes of all tables of a record.
pub type Mixes<'r> = Vec<(&'r PacksOf, &'r PacksTable, Mix<'r>)>;

/// The mixes of a record.
pub fn mixes(record: &PacksRecord) -> Mixes<'_> {
    tables(record).filter_map(|(of, table)| Some((of, table, super::mixes::mix(record, (of, table))?))).collect()
}

/// A pack in a duel.
struct DuelRow<'r> {
    row: Row<'r>,
    duel: usize,
}

impl DuelRow<'_> {
    fn numbers(&self) -> &DuelNumbers {
        &self.row.pack.numbers.duels[self.duel]
    }

    fn win(&self) -> Option<Estimate> {
        win(self.row.record.fought, self.numbers())
    }

    fn points(&self) -> Option<Estimate> {
        points(self.row.record.fought, self.numbers())
    }
}

/// A pack or a duel in an equilibrium.
struct MassRow<'r> {
    of: &'r PacksOf,
    players: u32,
    side: &'static str,
    choice: String,
    mass: Estimate,
    value: Estimate,
    regret: f64,
}

const EXACT: &str = "exact";
const SIMULATED: &str = "simulated";

/// The columns of the varied keys.
fn keys<'a, R: 'a>(record: &PacksRecord, of: impl Fn(&R) -> &[String] + Copy + 'a) -> Vec<Column<'a, R>> {
    let keys = record.vary.iter().enumerate();
    keys.map(|(at, varied)| Column::key(varied, move |row: &R| of(row)[at].clone())).collect()
}

fn number(name: &'static str, unit: &'static str, meaning: &'static str) -> Definition {
    Definition::new(name, unit, meaning)
}

const SEATS_NAME: &str = "seats";
const SEATS: Definition = Definition::new(SEATS_NAME, "players", "how many take part in the duel");
const DIE: Definition = Definition::label("die", "the kind of die that the row is about");
const PACK: Definition = Definition::label("pack", "the dice of the pack");
const DUEL: Definition = Definition::label("duel", "how the duel goes, with its number if it has one");
const HAND: Definition = Definition::label("hand", "how dice are picked: chosen, or at random");

/// `dice_worth`: for each number of players and kind, what the die brings in place of the one that it is swapped for.
pub fn worth(record: &PacksRecord) -> Table {
    let all = tables(record).flat_map(|table| rows(record, table, PackRole::Swapped));
    let mut columns: Vec<Column<'_, Row<'_>>> = keys(record, |row: &Row<'_>| &row.of.values);
    columns.extend([
        Column::whole(SEATS, |row: &Row<'_>| row.table.players).called("players"),
        Column::text(DIE, |row: &Row<'_>| KIND_NAMES[row.pack.kind]),
        Column::text(PACK, |row: &Row<'_>| row.dice()),
        Column::whole(number("cost", "points", "what the die costs"), |row: &Row<'_>| row.cost()),
        Column::estimate(
            number("gain", "points", "points that a duel brings the pack, minus those that it brings the reference pack; mean of all duels"),
            Row::gain,
        ),
        Column::estimate(
            number("gain_per_cost", "1", "gain divided by how much more the die costs than the one that it is swapped for"),
            Row::gain_per_cost,
        )
        .called("gain per cost"),
        Column::estimate(
            number("fair_cost", "points", "the cost at which gain_per_cost would be that of the other dice together; empty if they gain nothing"),
            Row::fair_cost,
        )
        .with_interval("simultaneous 95% interval"),
        Column::text(
            Definition::label(
                "verdict",
                "underpriced or overpriced: cost is outside the interval of fair_cost; fair; undecided; baseline: the die that others are swapped for",
            ),
            |row: &Row<'_>| row.verdict().name(),
        ),
        Column::whole(
            number("exact_duels", "duels", "duels of the pack whose chance to win is computed exactly"),
            |row: &Row<'_>| row.solved() as u64,
        ),
        Column::whole(number("duels", "duels", "all duels"), |row: &Row<'_>| row.of.duels.len() as u64),
    ]);
    Table::new("dice_worth", columns, all)
}

/// `dice_duels`: for each number of players, pack, and duel, the chance to win and the points.
pub fn duels(record: &PacksRecord) -> Table {
    let packs = tables(record).flat_map(|table| {
        let roles = [PackRole::Reference, PackRole::Swapped, PackRole::Built];
        roles.into_iter().flat_map(move |role| rows(record, table, role))
    });
    let all = packs.flat_map(|row| (0..row.of.duels.len()).map(move |duel| DuelRow { row, duel }));
    let mut columns: Vec<Column<'_, DuelRow<'_>>> = keys(record, |it: &DuelRow<'_>| &it.row.of.values);
    let method = |is_solved: bool| if is_solved { EXACT } else { SIMULATED };
    columns.extend([
        Column::whole(SEATS, |it: &DuelRow<'_>| it.row.table.players),
        Column::text(
            Definition::label(
                "role",
                "reference: the pack of all opponents; swapped: it has the die in place of another one; built: as many of the die as can be bought",
            ),
            |it: &DuelRow<'_>| role_name(it.row.pack.role),
        ),
        Column::text(DIE, |it: &DuelRow<'_>| KIND_NAMES[it.row.pack.kind]),
        Column::text(PACK, |it: &DuelRow<'_>| it.row.dice()),
        Column::text(DUEL, |it: &DuelRow<'_>| it.row.of.duels[it.duel].duel.clone()),
        Column::text(HAND, |it: &DuelRow<'_>| it.row.of.duels[it.duel].hand.clone()),
        Column::estimate(number("win", "1", "chance to win the duel, of the player who chose it"), DuelRow::win),
        Column::text(Definition::label("win_method", "exact, or simulated"), move |it: &DuelRow<'_>| {
            method(matches!(it.numbers().win, Win::Solved(_)))
        }),
        Column::estimate(
            number("points", "points", "mean points that the duel brings the player: for winning, and from victory points that show"),
            DuelRow::points,
        ),
        Column::text(Definition::label("points_method", "exact, or simulated"), move |it: &DuelRow<'_>| {
            method(matches!(it.numbers().points, Points::Solved(_)))
        }),
        Column::whole(
            number("fought", "duels", "duels that were simulated for the row"),
            |it: &DuelRow<'_>| match it.numbers().points {
                Points::Solved(_) => 0,
                Points::Fought(_) => it.row.record.fought,
            },
        ),
    ]);
    Table::new("dice_duels", columns, all)
}

const fn role_name(role: PackRole) -> &'static str {
    match role {
        PackRole::Reference => "reference",
        PackRole::Swapped => "swapped",
        PackRole::Built => "built",
    }
}

/// `dice_equilibrium`: for each number of players the masses of packs and duels that nobody gains by leaving.
pub fn equilibrium(record: &PacksRecord, mixes: &Mixes<'_>) -> Table {
    let mut columns: Vec<Column<'_, MassRow<'_>>> = keys(record, |it: &MassRow<'_>| &it.of.values);
    columns.extend([
        Column::whole(SEATS, |it: &MassRow<'_>| it.players),
        Column::text(
            Definition::label("side", "pack: chosen by the player with the pack; duel: chosen by an opponent"),
            |it: &MassRow<'_>| it.side,
        ),
        Column::text(Definition::label("choice", "the dice of the pack, or the duel"), |it: &MassRow<'_>| {
            it.choice.clone()
        }),
        Column::estimate(number("mass", "1", "how often it is chosen in the equilibrium"), |it: &MassRow<'_>| {
            Some(it.mass)
        })
        .with_interval("95% percentile interval"),
        Column::estimate(
            number("value", "1", "chance to win of the player with the pack, in the equilibrium"),
            |it: &MassRow<'_>| Some(it.value),
        ),
        Column::exact(
            number(
                "regret",
                "1",
                "most that a side could gain in win chance by leaving the equilibrium; 0 except for rounding",
            ),
            |it: &MassRow<'_>| Some(it.regret),
        ),
    ]);
    Table::new("dice_equilibrium", columns, mixes.iter().flat_map(|(of, table, mix)| masses(of, table, mix)))
}

fn masses<'r>(of: &'r PacksOf, table: &PacksTable, mix: &Mix<'r>) -> Vec<MassRow<'r>> {
    let row = |side, choice, mass: &Estimate, found: &Mix<'_>| MassRow {
        of,
        players: table.players,
        side,
        choice,
        mass: *mass,
        value: found.value,
        regret: found.regret,
    };
    let packs = mix.packs.iter().map(|(pack, mass)| row("pack", pack.dice(), mass, mix));
    let duels = of.duels.iter().zip(&mix.duels);
    let duels = duels.map(|(name, mass)| row("duel", format!("{} {}", name.duel, name.hand), mass, mix));
    packs.chain(duels).collect()
}

/// `dice_prices`: for each number of players and die whose cost was varied the price at which it is fair.
pub fn prices(record: &PacksRecord) -> Table {
    let mut columns: Vec<Column<'_, FairPrice>> = keys(record, |it: &FairPrice| &it.values);
    columns.extend([
        Column::whole(SEATS, |it: &FairPrice| it.players).called("players"),
        Column::text(DIE, |it: &FairPrice| KIND_NAMES[it.kind]),
        Column::whole(number("lowest", "points", "the lowest cost that was varied"), |it: &FairPrice| it.prices[0]),
        Column::whole(number("highest", "points", "the highest cost that was varied"), |it: &FairPrice| it.prices[1]),
        Column::text(
            Definition::label(
                "crossing",
                "found; below or above: the fair price lies outside the costs that were varied; unknown",
            ),
            |it: &FairPrice| it.crossing.name(),
        ),
        Column::estimate(
            number(
                "fair_price",
                "points",
                "the cost at which fair_cost equals cost, by straight lines between the costs that were varied",
            ),
            |it: &FairPrice| if let Crossing::At(price) = it.crossing { Some(price) } else { None },
        )
        .with_interval("simultaneous 95% interval"),
    ]);
    Table::new("dice_prices", columns, fair_prices(record))
}

/// The CSV files; that of prices only where a cost was varied.
pub fn dice_files(record: &PacksRecord, mixes: &Mixes<'_>, origin: &Origin) -> CsvFiles {
    let prices = Some(prices(record)).filter(|table| !table.rows.is_empty());
    let all = [worth(record), duels(record), equilibrium(record, mixes)].into_iter().chain(prices);
    csv_files(all.map(|table| of_experiment(table, origin)))
}

/// The table with `players` and `experiment` in front; each row has as many players as its column `seats` says, which is left out.
pub fn of_experiment(table: Table, origin: &Origin) -> Table {
    let at = table.headings.iter().position(|heading| heading.name() == SEATS_NAME);
    let players: Vec<Option<Field>> = table.rows.iter().map(|row| at.map(|at| row[at].clone())).collect();
    let mut of = table.of(origin).without(&[SEATS_NAME]);
    for (row, players) in of.rows.iter_mut().zip(players) {
        row.iter_mut().take(1).zip(players).for_each(|(field, players)| *field = players);
    }
    of
}
