//! The tables of `analyze cards`.
//!
//! Owns their columns and the order of the rows.

use crate::record::{
    By, CardRecord, CardsRecord, ColumnKind, DiceRecord, PolicyRecord, RowRecord, StatisticsRecord, Tallies, counted,
};
use crate::report::column::{Column, Definition};
use crate::report::definitions;
use crate::report::package::CsvFiles;
use crate::report::table::{Origin, Table, csv_files};
use crate::report::tables::{statistics_columns, stopping};

/// Every CSV file of `analyze cards`; see [`cards_summary`] for the tallies.
pub fn cards_files(cards: &CardsRecord, tallies: &Tallies, by: By, origin: &Origin) -> CsvFiles {
    let summary = cards_summary(cards, tallies, by).of(origin);
    if cards.of_file && cards.policies.is_empty() {
        return csv_files([difficulty(cards), reach(cards), summary]);
    }
    if cards.of_file {
        return csv_files([difficulty(cards), reach(cards), policies(cards), summary]);
    }
    csv_files([difficulty(cards), reach(cards), policies(cards), keeps(cards), summary])
}

/// Which numbers of dice the exact tables are for.
pub fn numbers_of_dice(cards: &CardsRecord, most: u32) -> String {
    let numbers = || cards.cards.iter().flat_map(|card| card.dice.iter().map(|dice| dice.dice));
    match (numbers().min(), numbers().max()) {
        (Some(least), Some(most)) if cards.of_file && least == most => counted(u64::from(most), "die", "dice"),
        (Some(least), Some(most)) if cards.of_file => format!("{least} to {most} dice"),
        _ => format!("1 to {most} dice"),
    }
}

/// The columns that say which of these cards a row is about.
fn labels<'a, R: 'a>(of: &CardsRecord, card: impl Fn(&R) -> &CardRecord + Copy + 'a) -> Vec<Column<'a, R>> {
    let labels = if of.of_file { definitions::CARD_OF_FILE } else { definitions::CARD };
    let labels = labels.into_iter().enumerate();
    labels.map(|(at, told)| Column::text(told, move |row: &R| card(row).labels[at].clone())).collect()
}

/// A card and its numbers at one number of dice.
type AtDice<'a> = (&'a CardRecord, &'a DiceRecord);

fn every_dice(cards: &CardsRecord) -> impl Iterator<Item = AtDice<'_>> {
    cards.cards.iter().flat_map(|card| card.dice.iter().map(move |dice| (card, dice)))
}

const fn chance(name: &'static str, meaning: &'static str) -> Definition {
    Definition::new(name, "1", meaning)
}

const fn points(name: &'static str, meaning: &'static str) -> Definition {
    Definition::new(name, "points", meaning)
}

/// `difficulty`: a row for each card and number of dice.
pub fn difficulty(cards: &CardsRecord) -> Table {
    type C<'a> = Column<'a, AtDice<'a>>;
    let mut columns = labels(cards, |row: &AtDice<'_>| row.0);
    columns.extend([
        C::whole(definitions::DICE, |row| row.1.dice),
        C::solved(chance("first_roll_invalid", "chance that the first roll is invalid"), |row| row.1.stand_invalid),
        C::solved(
            points("max_score", "highest expected total of all ways to reroll (an invalid result counts 0)"),
            |row| row.1.max_score,
        ),
        C::solved(
            chance(
                "invalid_at_max_score",
                "chance of an invalid result with the rerolls that give the highest expected total",
            ),
            |row| row.1.invalid_at_max_score,
        ),
        C::solved(chance("max_valid", "highest possible chance of a valid result"), |row| row.1.max_valid()),
        C::solved(points("stand_score", "expected total without a reroll (an invalid result counts 0)"), |row| {
            row.1.stand_score
        }),
        C::solved(chance("stand_invalid", "chance of an invalid result without a reroll"), |row| row.1.stand_invalid),
    ]);
    Table::new("difficulty", columns, every_dice(cards))
}

/// `reach`: a row for each card, number of dice and target.
fn reach(cards: &CardsRecord) -> Table {
    type Row<'a> = (AtDice<'a>, u32, f64);
    type C<'a> = Column<'a, Row<'a>>;
    let rows = every_dice(cards)
        .flat_map(|row| (0..).zip(&row.1.reach).map(move |(target, &p): (u32, &f64)| (row, target, p)));
    let mut columns = labels(cards, |row: &Row<'_>| row.0.0);
    columns.extend([
        C::whole(definitions::DICE, |row| row.0.1.dice),
        C::whole(points("target", "the total to reach"), |row| row.1),
        C::solved(chance("p", "highest chance of a valid total of at least target"), |row| row.2),
    ]);
    Table::new("reach", columns, rows)
}

/// `policies`: a row for each card, number of dice and reroll policy.
fn policies(cards: &CardsRecord) -> Table {
    type Row<'a> = (AtDice<'a>, (&'a String, &'a PolicyRecord));
    type C<'a> = Column<'a, Row<'a>>;
    let rows =
        every_dice(cards).flat_map(|row| cards.policies.iter().zip(&row.1.policies).map(move |policy| (row, policy)));
    let mut columns = labels(cards, |row: &Row<'_>| row.0.0);
    columns.extend([
        C::whole(definitions::DICE, |row| row.0.1.dice),
        C::text(Definition::label("policy", "the way to reroll"), |row| row.1.0),
        C::solved(points("score", "expected total of this way to reroll (an invalid result counts 0)"), |row| {
            row.1.1.score
        }),
        C::solved(chance("invalid", "chance of an invalid result of the policy"), |row| row.1.1.invalid),
        C::solved(points("valid_total_mean", "expected total given that the result is valid"), |row| {
            row.1.1.valid_total_mean
        }),
        C::solved(points("loss", "highest expected total of all ways to reroll minus score"), |row| {
            row.0.1.max_score - row.1.1.score
        }),
    ]);
    Table::new("policies", columns, rows)
}

/// `keeps`: a row for each card, number of dice and face.
fn keeps(cards: &CardsRecord) -> Table {
    type Row<'a> = (AtDice<'a>, usize);
    type C<'a> = Column<'a, Row<'a>>;
    let rows = every_dice(cards).flat_map(|row| (0..row.1.kept.len()).map(move |face| (row, face)));
    let mut columns = labels(cards, |row: &Row<'_>| row.0.0);
    columns.extend([
        C::whole(definitions::DICE, |row| row.0.1.dice),
        C::text(Definition::label("face", "the face of a die"), |row| face_name(row.1)),
        C::solved(
            chance("kept", "share of the dice with the face after the first roll that the best plan keeps"),
            |row| row.0.1.kept[row.1],
        ),
    ]);
    Table::new("keeps", columns, rows)
}

/// A face as players call it.
pub fn face_name(face: usize) -> String {
    if face == 0 { "Boss".to_owned() } else { face.to_string() }
}

/// A card as it is compared with others: at one number of dice.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// The card.
    pub card: &'a CardRecord,
    /// The dice.
    pub dice: u32,
    /// The highest expected total with them.
    pub score: f64,
    /// The chance of an invalid result of the plan that reaches it.
    pub invalid: f64,
    /// What was counted of it in the games.
    rounds: &'a RowRecord,
}

/// The cards, hardest first: most often invalid, then of the lowest score, at the number of dice at which they are
/// compared; played ones are rounded, and at most as many as there are numbers for.
pub fn compared<'a>(cards: &'a CardsRecord, tallies: &'a Tallies, by: By) -> Vec<Compared<'a>> {
    let Some(rounds) = tallies.statistics.first() else { return Vec::new() };
    let all = played(rounds.rows.iter(), rounds);
    let compare = |(card, rounds_of): (&'a CardRecord, &'a RowRecord)| {
        let at = |dice: u32| {
            let record = card.at(dice);
            (record.dice, record.max_score, record.invalid_at_max_score)
        };
        let (dice, score, invalid) = match by {
            By::Best => (card.best.dice, card.best.score, card.best.invalid),
            By::Dice(dice) => at(dice),
            By::Played => at(played([rounds_of].into_iter(), rounds).or(all).unwrap_or(1)),
        };
        Compared { card, dice, score, invalid, rounds: rounds_of }
    };
    let mut compared: Vec<_> = cards.cards.iter().zip(&rounds.rows).map(compare).collect();
    compared.sort_by_key(hardness);
    compared
}

/// The dice that a turn commits on average, rounded; `None` if nothing was counted.
pub fn played<'a>(rows: impl Iterator<Item = &'a RowRecord>, rounds: &StatisticsRecord) -> Option<u32> {
    let column = rounds.columns.iter().find(|column| column.name == "dice_mean")?;
    let ColumnKind::Mean { of, among } = column.kind else { return None };
    let (dice, turns) = rows.fold((0, 0), |(dice, turns), row| (dice + row.sums[of], turns + row.sums[among]));
    (turns > 0).then(|| u32::try_from((2 * dice + turns) / (2 * turns)).unwrap_or(u32::MAX))
}

/// `cards_summary`: a row a card, hardest first; the tallies have the simulated columns in their first table, a row for
/// each card in the order of the deck.
pub fn cards_summary(cards: &CardsRecord, tallies: &Tallies, by: By) -> Table {
    type Row<'a> = Compared<'a>;
    type C<'a> = Column<'a, Row<'a>>;
    let mut columns = labels(cards, |row: &Row<'_>| row.card);
    columns.extend([
        C::whole(Definition::new("best_dice", "dice", "the number of dice with the highest expected total"), |row| {
            row.card.best.dice
        }),
        C::solved(points("best_score", "expected total with the best number of dice"), |row| row.card.best.score),
        C::solved(chance("invalid_at_best", "chance of an invalid result with the best number of dice"), |row| {
            row.card.best.invalid
        }),
        C::solved(points("gain_from_rerolls", "best_score minus the highest expected total without a reroll"), |row| {
            row.card.best.score - row.card.best.stand_score
        }),
        C::text(
            Definition::label(
                "best_beyond_limit",
                "yes if the best number of dice may be larger than the program can compute, else no",
            ),
            |row| {
                if row.card.best.capped { "yes" } else { "no" }
            },
        ),
    ]);
    if let Some(rounds) = tallies.statistics.first() {
        let simulated = statistics_columns(&tallies.game, rounds, stopping(tallies, rounds.blocks)).into_iter();
        let simulated = simulated.skip(rounds.keys.len());
        columns.extend(simulated.map(|column| column.about(|row: &Row<'_>| row.rounds)));
    }
    columns.extend([
        C::whole(
            Definition::new("at_dice", "dice", "the number of dice at which the card is compared (--by)"),
            |row| row.dice,
        )
        .called("dice"),
        C::solved(points("score_at_dice", "highest expected total with this number of dice"), |row| row.score)
            .called("expected total"),
        C::solved(
            chance(
                "invalid_at_dice",
                "chance of an invalid result with this number of dice, rerolled for the highest expected total",
            ),
            |row| row.invalid,
        )
        .called("chance to fail"),
    ]);
    Table::new("cards_summary", columns, compared(cards, tallies, by))
}

/// Whether a card is harder than another: those that are printed alike are not.
pub fn is_harder(one: &Compared<'_>, other: &Compared<'_>) -> bool {
    let printed = |card: &Compared<'_>| {
        let (invalid, score, _) = hardness(card);
        (invalid, score)
    };
    printed(one) < printed(other)
}

/// Orders cards hardest first: by the chance of an invalid result, highest first, then by the score, lowest first, then
/// by id. Numbers that are printed alike are alike.
fn hardness<'a>(compared: &Compared<'a>) -> (i64, i64, &'a str) {
    let printed = |value: f64| (value * 1e12).round() as i64;
    (-printed(compared.invalid), printed(compared.score), &compared.card.labels[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{BestRecord, ColumnRecord};

    fn card(id: &str, score: f64, invalid: f64) -> CardRecord {
        let best = BestRecord { dice: 2, score, invalid, stand_score: 1.0, capped: id == "b" };
        let dice = DiceRecord {
            dice: 1,
            max_score: 2.5,
            invalid_at_max_score: 0.25,
            stand_score: 1.5,
            stand_invalid: 0.5,
            reach: vec![0.75, 0.5],
            kept: [Some(0.25), None, None, None, None, Some(1.0)],
            policies: vec![
                PolicyRecord { score: 2.0, invalid: 0.5, valid_total_mean: Some(4.0) },
                PolicyRecord { score: 0.0, invalid: 1.0, valid_total_mean: None },
            ],
        };
        let labels = [id, "sum>=7", "bomb", "light"].map(str::to_owned);
        CardRecord { labels, dice: vec![dice], best }
    }

    fn cards() -> CardsRecord {
        let all = vec![card("a", 3.0, 0.2 + 1e-14), card("b", 2.0, 0.2), card("d", 9.0, 0.4), card("c", 9.0, 0.4)];
        CardsRecord { policies: vec!["x".to_owned(), "y".to_owned()], cards: all, ..CardsRecord::default() }
    }

    fn csv(table: &Table) -> Vec<String> {
        crate::report::to_csv(table).lines().map(str::to_owned).collect()
    }

    #[test]
    fn exact_numbers_have_twelve_decimals() {
        let lines = csv(&difficulty(&cards()));
        assert_eq!(
            lines[0],
            "card,condition,trigger,back,dice,first_roll_invalid,max_score,invalid_at_max_score,max_valid,stand_score,stand_invalid"
        );
        assert_eq!(
            lines[1],
            "a,sum>=7,bomb,light,1,0.500000000000,2.500000000000,0.250000000000,0.750000000000,1.500000000000,0.500000000000"
        );
        assert_eq!(lines.len(), 5);
    }

    #[test]
    fn a_row_for_every_target_and_policy() {
        let lines = csv(&reach(&cards()));
        assert_eq!(
            lines[..3],
            [
                "card,condition,trigger,back,dice,target,p",
                "a,sum>=7,bomb,light,1,0,0.750000000000",
                "a,sum>=7,bomb,light,1,1,0.500000000000",
            ]
        );
        let lines = csv(&policies(&cards()));
        assert_eq!(
            lines[..3],
            [
                "card,condition,trigger,back,dice,policy,score,invalid,valid_total_mean,loss",
                "a,sum>=7,bomb,light,1,x,2.000000000000,0.500000000000,4.000000000000,0.500000000000",
                "a,sum>=7,bomb,light,1,y,0.000000000000,1.000000000000,,2.500000000000",
            ]
        );
    }

    /// A policy that is the best of all may come out above it by a rounding: no loss, and none with a sign.
    #[test]
    fn a_loss_of_nothing_has_no_sign() {
        let mut cards = cards();
        cards.cards[0].dice[0].policies[0].score = 2.5 + 4.0 * f64::EPSILON;
        assert!(csv(&policies(&cards))[1].ends_with(",0.000000000000"));
    }

    /// Tallies of these cards, each of which had 4 turns with so many dice together.
    fn tallies(dice: [i128; 4]) -> Tallies {
        let row = |(id, dice): (&str, i128)| RowRecord {
            labels: vec![id.to_owned()],
            sums: vec![4, dice],
            products: vec![],
            active: vec![],
            ends: vec![],
        };
        let mean = ColumnRecord { name: "dice_mean".to_owned(), kind: ColumnKind::Mean { of: 1, among: 0 } };
        let rounds = StatisticsRecord {
            name: "card_rounds".to_owned(),
            keys: vec!["card".to_owned()],
            columns: vec![mean],
            blocks: 0,
            pairs: vec![],
            rows: ["a", "b", "d", "c"].into_iter().zip(dice).map(row).collect(),
        };
        Tallies { statistics: vec![rounds], ..Tallies::default() }
    }

    /// A face, the Boss first, and what is kept of it; nothing of what never shows.
    #[test]
    fn a_row_for_every_face() {
        let lines = csv(&keeps(&cards()));
        assert_eq!(
            [lines[0].as_str(), &lines[1], &lines[2], &lines[6]],
            [
                "card,condition,trigger,back,dice,face,kept",
                "a,sum>=7,bomb,light,1,Boss,0.250000000000",
                "a,sum>=7,bomb,light,1,1,",
                "a,sum>=7,bomb,light,1,5,1.000000000000",
            ]
        );
    }

    /// At the dice that were played: 1.5 a turn are 2, 1.25 are 1; more than there are numbers for are the most of them.
    #[test]
    fn cards_are_compared_at_the_dice_that_were_played() {
        let mut cards = cards();
        for card in &mut cards.cards {
            let more = DiceRecord { dice: 2, max_score: 4.0, invalid_at_max_score: 0.125, ..card.dice[0].clone() };
            card.dice.push(more);
        }
        let tallies = tallies([6, 5, 99, 4]);
        let found: Vec<_> = compared(&cards, &tallies, By::Played)
            .iter()
            .map(|one| (&*one.card.labels[0], one.dice, one.score))
            .collect();
        assert_eq!(found, [("b", 1, 2.5), ("c", 1, 2.5), ("a", 2, 4.0), ("d", 2, 4.0)]);
        assert!(compared(&cards, &tallies, By::Dice(2)).iter().all(|one| (one.dice, one.invalid) == (2, 0.125)));
    }

    /// Most often invalid first, then the lowest score, then the id; 0.2 and 0.2 + 10⁻¹⁴ are printed alike.
    #[test]
    fn the_hardest_card_comes_first() {
        let mut tallies = tallies([4; 4]);
        tallies.statistics[0].columns.clear();
        let lines = csv(&cards_summary(&cards(), &tallies, By::Best));
        assert_eq!(
            lines,
            [
                "card,condition,trigger,back,best_dice,best_score,invalid_at_best,gain_from_rerolls,best_beyond_limit,at_dice,score_at_dice,invalid_at_dice",
                "c,sum>=7,bomb,light,2,9.000000000000,0.400000000000,8.000000000000,no,2,9.000000000000,0.400000000000",
                "d,sum>=7,bomb,light,2,9.000000000000,0.400000000000,8.000000000000,no,2,9.000000000000,0.400000000000",
                "b,sum>=7,bomb,light,2,2.000000000000,0.200000000000,1.000000000000,yes,2,2.000000000000,0.200000000000",
                "a,sum>=7,bomb,light,2,3.000000000000,0.200000000000,2.000000000000,no,2,3.000000000000,0.200000000000",
            ]
        );
    }
}
