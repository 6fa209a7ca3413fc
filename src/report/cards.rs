//! The tables of `analyze cards`.
//!
//! Owns their columns and the order of the rows.

use super::table::{Column, Origin, Table, csv_file};
use super::tables::statistics_columns;
use crate::record::{CardRecord, CardsRecord, DiceRecord, PolicyRecord, RowRecord, StatisticsRecord};
use crate::stats::Stopping;

/// Every CSV file of `analyze cards`, name and content; see [`cards_summary`] for `rounds`.
pub fn cards_files(cards: &CardsRecord, rounds: &StatisticsRecord, origin: &Origin) -> Vec<(String, String)> {
    let summary = cards_summary(cards, rounds).of(origin);
    let tables = [difficulty(cards), reach(cards), policies(cards), summary];
    tables.iter().map(csv_file).collect()
}

/// The columns that say which card a row is about.
fn labels<'a, R: 'a>(card: impl Fn(&R) -> &CardRecord + Copy + 'a) -> Vec<Column<'a, R>> {
    let names = ["card", "condition", "trigger", "back"].into_iter().enumerate();
    names.map(|(at, name)| Column::text(name, move |row: &R| card(row).labels[at].clone())).collect()
}

/// A card and its numbers at one number of dice.
type AtDice<'a> = (&'a CardRecord, &'a DiceRecord);

fn every_dice(cards: &CardsRecord) -> impl Iterator<Item = AtDice<'_>> {
    cards.cards.iter().flat_map(|card| card.dice.iter().map(move |dice| (card, dice)))
}

/// `difficulty`: a row for each card and number of dice.
pub fn difficulty(cards: &CardsRecord) -> Table {
    type C<'a> = Column<'a, AtDice<'a>>;
    let mut columns = labels(|row: &AtDice<'_>| row.0);
    columns.extend([
        C::whole("dice", |row| row.1.dice),
        C::solved("first_roll_invalid", |row| row.1.stand_invalid),
        C::solved("max_score", |row| row.1.max_score),
        C::solved("invalid_at_max_score", |row| row.1.invalid_at_max_score),
        C::solved("max_valid", |row| row.1.max_valid()),
        C::solved("stand_score", |row| row.1.stand_score),
        C::solved("stand_invalid", |row| row.1.stand_invalid),
    ]);
    Table::new("difficulty", columns, every_dice(cards))
}

/// `reach`: a row for each card, number of dice and target.
fn reach(cards: &CardsRecord) -> Table {
    type Row<'a> = (AtDice<'a>, u32, f64);
    type C<'a> = Column<'a, Row<'a>>;
    let rows = every_dice(cards)
        .flat_map(|row| (0..).zip(&row.1.reach).map(move |(target, &p): (u32, &f64)| (row, target, p)));
    let mut columns = labels(|row: &Row<'_>| row.0.0);
    columns.extend([
        C::whole("dice", |row| row.0.1.dice),
        C::whole("target", |row| row.1),
        C::solved("p", |row| row.2),
    ]);
    Table::new("reach", columns, rows)
}

/// `policies`: a row for each card, number of dice and reroll policy.
pub fn policies(cards: &CardsRecord) -> Table {
    type Row<'a> = (AtDice<'a>, (&'a String, &'a PolicyRecord));
    type C<'a> = Column<'a, Row<'a>>;
    let rows =
        every_dice(cards).flat_map(|row| cards.policies.iter().zip(&row.1.policies).map(move |policy| (row, policy)));
    let mut columns = labels(|row: &Row<'_>| row.0.0);
    columns.extend([
        C::whole("dice", |row| row.0.1.dice),
        C::text("policy", |row| row.1.0),
        C::solved("score", |row| row.1.1.score),
        C::solved("invalid", |row| row.1.1.invalid),
        C::solved("valid_total_mean", |row| row.1.1.valid_total_mean),
        C::solved("loss", |row| row.0.1.max_score - row.1.1.score),
    ]);
    Table::new("policies", columns, rows)
}

/// `cards_summary`: a row a card, hardest first; `rounds` is the table of the simulated columns, a row for each
/// card in the order of the deck.
pub fn cards_summary(cards: &CardsRecord, rounds: &StatisticsRecord) -> Table {
    type Row<'a> = (&'a CardRecord, &'a RowRecord);
    type C<'a> = Column<'a, Row<'a>>;
    let mut ranked: Vec<Row<'_>> = cards.cards.iter().zip(&rounds.rows).collect();
    ranked.sort_by_key(|(card, _)| hardness(card));
    let mut columns = labels(|row: &Row<'_>| row.0);
    columns.extend([
        C::whole("best_dice", |row| row.0.best.dice),
        C::solved("best_score", |row| row.0.best.score),
        C::solved("invalid_at_best", |row| row.0.best.invalid),
        C::solved("gain_from_rerolls", |row| row.0.best.score - row.0.best.stand_score),
        C::text("best_beyond_limit", |row| if row.0.best.capped { "yes" } else { "no" }),
    ]);
    let simulated = statistics_columns(rounds, Stopping::Fixed).into_iter().skip(rounds.keys.len());
    columns.extend(simulated.map(|column| column.about(|row: &Row<'_>| row.1)));
    Table::new("cards_summary", columns, ranked)
}

/// Orders cards hardest first: by the chance of an invalid result at the best, highest first, then by the best
/// score, lowest first, then by id. Numbers that are printed alike are alike.
fn hardness(card: &CardRecord) -> (i64, i64, &str) {
    let printed = |value: f64| (value * 1e12).round() as i64;
    (-printed(card.best.invalid), printed(card.best.score), &card.labels[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::BestRecord;

    fn card(id: &str, score: f64, invalid: f64) -> CardRecord {
        let best = BestRecord { dice: 2, score, invalid, stand_score: 1.0, capped: id == "b" };
        let dice = DiceRecord {
            dice: 1,
            max_score: 2.5,
            invalid_at_max_score: 0.25,
            stand_score: 1.5,
            stand_invalid: 0.5,
            reach: vec![0.75, 0.5],
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
        CardsRecord { policies: vec!["x".to_owned(), "y".to_owned()], cards: all }
    }

    fn csv(table: &Table) -> Vec<String> {
        super::super::to_csv(table).lines().map(str::to_owned).collect()
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

    /// Most often invalid first, then the lowest score, then the id; 0.2 and 0.2 + 10⁻¹⁴ are printed alike.
    #[test]
    fn the_hardest_card_comes_first() {
        let row = |id: &str| RowRecord {
            labels: vec![id.to_owned()],
            sums: vec![],
            products: vec![],
            active: vec![],
            ends: vec![],
        };
        let rounds = StatisticsRecord {
            name: "card_rounds".to_owned(),
            keys: vec!["card".to_owned()],
            columns: vec![],
            blocks: 0,
            pairs: vec![],
            rows: ["a", "b", "d", "c"].map(row).to_vec(),
        };
        let lines = csv(&cards_summary(&cards(), &rounds));
        assert_eq!(
            lines,
            [
                "card,condition,trigger,back,best_dice,best_score,invalid_at_best,gain_from_rerolls,best_beyond_limit",
                "c,sum>=7,bomb,light,2,9.000000000000,0.400000000000,8.000000000000,no",
                "d,sum>=7,bomb,light,2,9.000000000000,0.400000000000,8.000000000000,no",
                "b,sum>=7,bomb,light,2,2.000000000000,0.200000000000,1.000000000000,yes",
                "a,sum>=7,bomb,light,2,3.000000000000,0.200000000000,2.000000000000,no",
            ]
        );
    }
}
