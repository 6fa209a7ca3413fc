//! The tables of `analyze cards`.
//!
//! Owns their columns and the order of the rows.

use super::table::{Field, Heading, Table};
use super::tables::sheet;
use crate::record::{CardRecord, CardsRecord, DiceRecord, SheetRecord};

/// The columns that say which card a row is about.
const LABELS: [&str; 4] = ["card", "condition", "trigger", "back"];

fn headings(names: &[&str]) -> Vec<Heading> {
    LABELS.iter().chain(names).map(|&name| Heading::Plain(name.to_owned())).collect()
}

fn labels(card: &CardRecord) -> Vec<Field> {
    card.labels.iter().cloned().map(Field::Text).collect()
}

fn dice_labels(card: &CardRecord, dice: &DiceRecord) -> Vec<Field> {
    let mut row = labels(card);
    row.push(Field::Whole(dice.dice.into()));
    row
}

fn exact(value: f64) -> Field {
    Field::Solved(Some(value))
}

fn every_dice(cards: &CardsRecord) -> impl Iterator<Item = (&CardRecord, &DiceRecord)> {
    cards.cards.iter().flat_map(|card| card.dice.iter().map(move |dice| (card, dice)))
}

/// `difficulty`: a row for each card and number of dice.
pub fn difficulty(cards: &CardsRecord) -> Table {
    let columns = [
        "dice",
        "first_roll_invalid",
        "max_score",
        "invalid_at_max_score",
        "max_valid",
        "stand_score",
        "stand_invalid",
    ];
    let rows = every_dice(cards).map(|(card, dice)| {
        let mut row = dice_labels(card, dice);
        row.extend([dice.first_roll_invalid, dice.max_score, dice.invalid_at_max_score].map(exact));
        row.push(Field::Solved(dice.max_valid()));
        row.extend([dice.stand_score, dice.stand_invalid].map(exact));
        row
    });
    Table { name: "difficulty".to_owned(), headings: headings(&columns), rows: rows.collect() }
}

/// `reach`: a row for each card, number of dice and target.
pub fn reach(cards: &CardsRecord) -> Table {
    let rows = every_dice(cards).flat_map(|(card, dice)| {
        (0..).zip(&dice.reach).map(move |(target, &p)| {
            let mut row = dice_labels(card, dice);
            row.extend([Field::Whole(target), exact(p)]);
            row
        })
    });
    Table { name: "reach".to_owned(), headings: headings(&["dice", "target", "p"]), rows: rows.collect() }
}

/// `policies`: a row for each card, number of dice and reroll policy.
pub fn policies(cards: &CardsRecord) -> Table {
    let columns = ["dice", "policy", "score", "invalid", "valid_total_mean", "loss"];
    let rows = every_dice(cards).flat_map(|(card, dice)| {
        cards.policies.iter().zip(&dice.policies).map(move |(name, policy)| {
            let mut row = dice_labels(card, dice);
            row.extend([Field::Text(name.clone()), exact(policy.score), exact(policy.invalid)]);
            row.extend([Field::Solved(policy.valid_total_mean), exact(dice.max_score - policy.score)]);
            row
        })
    });
    Table { name: "policies".to_owned(), headings: headings(&columns), rows: rows.collect() }
}

/// `cards_summary`: a row a card, hardest first; `rounds` is the sheet of the simulated columns, a row for each
/// card in the order of the deck.
pub fn cards_summary(cards: &CardsRecord, rounds: &SheetRecord) -> Table {
    let simulated = sheet(rounds);
    let mut headings = headings(&["best_dice", "best_score", "invalid_at_best", "skill_gap", "capped"]);
    headings.extend(simulated.headings.into_iter().skip(rounds.keys.len()));
    let mut ranked: Vec<(&CardRecord, Vec<Field>)> = cards.cards.iter().zip(simulated.rows).collect();
    ranked.sort_by_key(|(card, _)| hardness(card));
    let rows = ranked.into_iter().map(|(card, simulated)| {
        let best = &card.best;
        let mut row = labels(card);
        row.push(Field::Whole(best.dice.into()));
        row.extend([best.score, best.invalid, best.score - best.stand_score].map(exact));
        row.push(Field::Text(if best.capped { "yes" } else { "no" }.to_owned()));
        row.extend(simulated.into_iter().skip(rounds.keys.len()));
        row
    });
    Table { name: "cards_summary".to_owned(), headings, rows: rows.collect() }
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
    use crate::record::{BestRecord, PolicyRecord, RowRecord};

    fn card(id: &str, score: f64, invalid: f64) -> CardRecord {
        let best = BestRecord { dice: 2, score, invalid, stand_score: 1.0, capped: id == "b" };
        let dice = DiceRecord {
            dice: 1,
            first_roll_invalid: 0.5,
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
        super::super::to_csv(table).unwrap().lines().map(str::to_owned).collect()
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
        let row = |id: &str| RowRecord { labels: vec![id.to_owned()], sums: vec![], products: vec![], active: vec![] };
        let rounds = SheetRecord {
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
                "card,condition,trigger,back,best_dice,best_score,invalid_at_best,skill_gap,capped",
                "c,sum>=7,bomb,light,2,9.000000000000,0.400000000000,8.000000000000,no",
                "d,sum>=7,bomb,light,2,9.000000000000,0.400000000000,8.000000000000,no",
                "b,sum>=7,bomb,light,2,2.000000000000,0.200000000000,1.000000000000,yes",
                "a,sum>=7,bomb,light,2,3.000000000000,0.200000000000,2.000000000000,no",
            ]
        );
    }
}
