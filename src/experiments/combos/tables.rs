//! The tables of `analyze combos`.

use super::record::{ComboDice, ComboPays, CombosOf, CombosRecord, PAY, Part};
use crate::report::column::{Column, Definition};
use crate::report::definitions;
use crate::report::package::CsvFiles;
use crate::report::table::{Origin, Table, csv_files};

/// A combo at a table of some number of players.
struct DiceRow<'r> {
    of: &'r CombosOf,
    dice: &'r ComboDice,
    pays: &'r ComboPays,
}

impl DiceRow<'_> {
    /// The coins in a turn of who rerolls for this combo and nothing else, free rerolls only.
    fn chased(&self) -> f64 {
        self.dice.best[0] * f64::from(self.pays.own)
    }

    /// The payment with which it would bring as much as the combos that pay bring on average.
    fn fair(&self) -> Option<f64> {
        let all = self.of.combos.iter().filter_map(|dice| {
            let pays = dice.pays.iter().find(|pays| pays.players == self.pays.players && pays.own > 0)?;
            Some(DiceRow { of: self.of, dice, pays }.chased())
        });
        let all: Vec<f64> = all.collect();
        let is_paid = self.pays.own > 0 && self.dice.best[0] > 0.0;
        is_paid.then(|| all.iter().sum::<f64>() / all.len() as f64 / self.dice.best[0])
    }
}

/// A part of the game in the turns of a strategy.
pub(super) struct PartRow<'r> {
    of: &'r CombosOf,
    pub(super) part: &'r Part,
    strategy: usize,
}

impl PartRow<'_> {
    pub(super) fn name(&self) -> &str {
        &self.of.strategies[self.strategy]
    }

    fn share(&self) -> f64 {
        self.of.share(self.of.games, self.strategy)
    }

    fn share_without(&self) -> f64 {
        self.of.share(self.part.without, self.strategy)
    }

    /// What it is worth to the strategy, in win share: the difference that it makes to have it where the other has it, too.
    pub(super) fn worth(&self) -> f64 {
        self.share() - self.part.alone[self.strategy]
    }

    /// The coins that it brings whenever it comes.
    fn coins_mean(&self) -> Option<f64> {
        let turns = self.part.of[self.strategy];
        (turns.rate > 0.0).then(|| turns.coins / turns.rate)
    }
}

/// The parts of the game by combination and strategy.
pub(super) fn parts(of: &CombosOf) -> impl Iterator<Item = PartRow<'_>> {
    let rows = move |strategy| of.parts.iter().map(move |part| PartRow { of, part, strategy });
    (0..of.different()).flat_map(rows)
}

/// The columns of the varied keys.
fn keys<'a, R: 'a>(record: &CombosRecord, of: impl Fn(&R) -> &CombosOf + Copy + 'a) -> Vec<Column<'a, R>> {
    let keys = record.vary.iter().enumerate();
    keys.map(|(at, varied)| Column::key(varied, move |row: &R| of(row).values[at].clone())).collect()
}

/// What is in the tables: a combo, or the paid reroll.
const PART: Definition =
    Definition::label("part", "the combo; pay: the reroll that costs a coin; POT: the dice P O T; 111: the penalty");

/// `dice`: for each number of players and combo what follows from its dice and its payment.
pub fn dice(record: &CombosRecord) -> Table {
    let rows = record.combinations.iter().flat_map(|of| {
        let tables = of.combos.first().map_or(&[][..], |combo| &combo.pays);
        (0..tables.len())
            .flat_map(move |at| of.combos.iter().map(move |dice| DiceRow { of, dice, pays: &dice.pays[at] }))
    });
    let mut columns: Vec<Column<'_, DiceRow<'_>>> = keys(record, |row: &DiceRow<'_>| row.of);
    let chance = |name, meaning| Definition::new(name, "1", meaning);
    let coins = |name, meaning| Definition::new(name, "coins", meaning);
    columns.extend([
        Column::whole(Definition::new("seats", "players", "how many play where the combo pays this"), |row: &DiceRow<'_>| row.pays.players),
        Column::text(PART, |row: &DiceRow<'_>| row.dice.combo.clone()),
        Column::solved(chance("rolled", "chance that one roll of all dice shows it"), |row: &DiceRow<'_>| row.dice.rolled),
        Column::solved(
            chance("best_free", "highest chance that a turn ends with it, with the free reroll only"),
            |row: &DiceRow<'_>| row.dice.best[0],
        ),
        Column::solved(
            chance("best_paid", "highest chance that a turn ends with it, with the free and the paid reroll"),
            |row: &DiceRow<'_>| row.dice.best[1],
        ),
        Column::whole(
            coins(
                "pays",
                "coins that the roller gains where nobody lacks coins, with the choices that bring most; of P O T with the stake \
                 in the POT",
            ),
            |row: &DiceRow<'_>| row.pays.own,
        )
        .called("pays"),
        Column::solved(
            coins("lead", "coins that the roller gains on each of the others on average"),
            |row: &DiceRow<'_>| row.pays.lead,
        )
        .called("lead"),
        Column::solved(
            coins("chased", "best_free times pays: mean coins in a turn in which the free reroll is for nothing else"),
            |row: &DiceRow<'_>| row.chased(),
        )
        .called("chased"),
        Column::solved(
            coins("fair_pays", "payment with which chased would be the mean of chased over all combos that pay"),
            |row: &DiceRow<'_>| row.fair(),
        )
        .called("fair"),
    ]);
    Table::new("dice", columns, rows)
}

/// `worth`: for each strategy and part of the game what it does in their games, and what games would be without it.
pub fn worth(record: &CombosRecord) -> Table {
    let mut columns: Vec<Column<'_, PartRow<'_>>> = keys(record, |row: &PartRow<'_>| row.of);
    let share = |name, meaning| Definition::new(name, "1", meaning);
    let coins = |name, meaning| Definition::new(name, "coins", meaning);
    columns.extend([
        Column::text(definitions::STRATEGY, |row: &PartRow<'_>| row.name().to_owned()),
        Column::text(definitions::AGAINST, |row: &PartRow<'_>| row.of.strategies[1 - row.strategy].clone()),
        Column::text(PART, |row: &PartRow<'_>| row.part.part.clone()),
        Column::solved(
            share("rate", "share of the strategy's turns that end with the combo; of pay, in which the coin is paid"),
            |row: &PartRow<'_>| row.part.of[row.strategy].rate,
        ),
        Column::solved(
            coins("coins_mean", "mean coins that it brings the strategy when it comes; of pay, the coin paid"),
            PartRow::coins_mean,
        ),
        Column::solved(coins("coins_per_turn", "rate times coins_mean"), |row: &PartRow<'_>| {
            row.part.of[row.strategy].coins
        })
        .called("coins"),
        Column::solved(definitions::WIN_SHARE, PartRow::share),
        Column::solved(
            share("win_share_alone", "win share if this strategy alone plays without this part of the game"),
            |row: &PartRow<'_>| row.part.alone[row.strategy],
        ),
        Column::solved(
            share("worth", "win_share - win_share_alone: what the part is worth to the strategy"),
            PartRow::worth,
        ),
        Column::solved(
            share("win_share_without", "win share in the game without this part, for both strategies"),
            PartRow::share_without,
        )
        .called("share without"),
        Column::solved(
            share("without_diff", "win_share_without - win_share: how the game without the part changes the win share"),
            |row: &PartRow<'_>| row.share_without() - row.share(),
        ),
        Column::solved(Definition::new("turns", "turns", "mean number of turns in a game"), |row: &PartRow<'_>| {
            row.of.games.turns
        }),
        Column::solved(
            Definition::new("turns_without", "turns", "mean number of turns in a game without this part"),
            |row: &PartRow<'_>| row.part.without.turns,
        ),
        Column::solved(
            share("within", "largest possible error of a win share, a rate, or, in turns, of a number of turns"),
            |row: &PartRow<'_>| row.of.within,
        ),
    ]);
    Table::new("worth", columns, record.combinations.iter().flat_map(parts))
}

/// What people are shown of `dice`: a table of two.
pub fn dice_summary(record: &CombosRecord) -> Table {
    let combinations = record.combinations.iter().map(|of| {
        let combos = of.combos.iter().map(|combo| {
            let pays = combo.pays.iter().filter(|pays| pays.players == 2).copied().collect();
            ComboDice { pays, ..combo.clone() }
        });
        CombosOf { combos: combos.collect(), ..of.clone() }
    });
    dice(&CombosRecord { combinations: combinations.collect(), ..record.clone() }).without(&["seats"])
}

/// What people are shown of `worth`: without how it was found, and without what is the same in all rows.
pub fn worth_summary(record: &CombosRecord) -> Table {
    worth(record).without(&["against", "win_share", "win_share_alone", "without_diff", "turns", "within", "coins_mean"])
}

/// Whether a part is a combo that pays the roller.
pub fn is_payment(part: &str) -> bool {
    ![PAY, "111"].contains(&part)
}

/// The CSV files.
pub fn combos_files(record: &CombosRecord, origin: &Origin) -> CsvFiles {
    csv_files([dice(record).of(origin), worth(record).of(origin)])
}
