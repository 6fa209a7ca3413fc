//! What rerolling is worth on each card, what is rerolled, and how simple ways to reroll compare with the best.
//!
//! Owns the sections of the page of `analyze cards` that say it, at one number of dice.

use super::tables;
use crate::page::picture::{Caption, Dot, Dots};
use crate::page::table::table;
use crate::record::{CardRecord, CardsRecord, DiceRecord, counted};
use crate::report::{Field, Heading, Table};
use crate::stats::Estimate;
use maud::{Markup, html};

/// The sections, of cards that have their numbers at so many dice alone.
pub(crate) fn sections(at: &CardsRecord, dice: usize) -> Markup {
    let dice = counted(dice as u64, "die", "dice");
    html! {
        section { h2 { "What good rerolls are worth, with " (dice) } div.figures { figure { (worth(at)) } }
            (table(&worth_table(at))) }
        @if !at.of_file { section { h2 { "Which dice to reroll, with " (dice) }
            p { "The table shows which faces of the first roll are kept and which are rerolled for the highest expected total. If there is a \
                 percentage, the decision depends on the other dice: the die is kept in this share of the rolls. To see the plan for every \
                 roll, use the command analyze show plan." }
            (table(&keeps_table(at))) } }
        section { h2 { "Ways to reroll, with " (dice) } div.figures { figure { (losses(at)) } } (table(&losses_table(at))) }
    }
}

/// Each card with its numbers.
fn each(at: &CardsRecord) -> impl Iterator<Item = (&CardRecord, &DiceRecord)> {
    at.cards.iter().filter_map(|card| Some((card, card.dice.first()?)))
}

/// A simple way to reroll in words.
pub(crate) fn policy_words(name: &str) -> String {
    match (name, name.split_once(':')) {
        (_, Some(("below", value))) => format!("reroll dice below {value}"),
        ("stand", _) => "no rerolls".to_owned(),
        ("boss", _) => "reroll the Boss".to_owned(),
        ("all", _) => "reroll all dice".to_owned(),
        ("named", _) => "reroll faces without a number".to_owned(),
        ("odd", _) => "reroll odd dice".to_owned(),
        ("lowest", _) => "reroll the lowest die".to_owned(),
        ("offending", _) => "reroll only what makes the roll invalid".to_owned(),
        (other, _) => other.to_owned(),
    }
}

/// The policy with the highest score on a card: its position, and the score.
fn best_policy(dice: &DiceRecord) -> Option<(usize, f64)> {
    let scores = dice.policies.iter().map(|policy| policy.score).enumerate();
    scores.max_by(|a, b| a.1.total_cmp(&b.1))
}

/// The expected totals of the best plan, of the best simple way, and of never rerolling.
fn worth(at: &CardsRecord) -> Markup {
    let dot = |series, value| Dot { series, estimate: Estimate::exact(value, 1) };
    let rows = each(at).map(|(card, dice)| {
        let simple = best_policy(dice).map(|(_, score)| dot(1, score));
        let dots = [Some(dot(0, dice.max_score)), simple, Some(dot(2, dice.stand_score))];
        (card.labels[0].clone(), dots.into_iter().flatten().collect())
    });
    let series = ["best rerolls", "best simple way", "no rerolls"].map(str::to_owned).to_vec();
    let text = "The expected total of a turn. An invalid result counts 0. All numbers are exact.".to_owned();
    let caption = Caption { id: "worth".to_owned(), title: "Points per turn".to_owned(), text };
    Dots { rows: rows.collect(), series, mark: None, band: None }.draw(&caption)
}

fn worth_table(at: &CardsRecord) -> Table {
    let headings = ["card", "condition", "best rerolls", "best simple way", "its points", "no rerolls", "gain"];
    let row = |(card, dice): (&CardRecord, &DiceRecord)| {
        let simple = best_policy(dice);
        vec![
            Field::Text(card.labels[0].clone()),
            Field::Text(card.labels[1].clone()),
            Field::Exact(Some(dice.max_score)),
            Field::Text(
                simple
                    .and_then(|(at_policy, _)| at.policies.get(at_policy))
                    .map_or_else(String::new, |it| policy_words(it)),
            ),
            Field::Exact(simple.map(|(_, score)| score)),
            Field::Exact(Some(dice.stand_score)),
            Field::Exact(Some(dice.max_score - dice.stand_score)),
        ]
    };
    named("what rerolling is worth", headings.map(str::to_owned), each(at).map(row).collect())
}

/// What is kept of each face after the first roll.
fn keeps_table(at: &CardsRecord) -> Table {
    let headings = ["card", "condition", "trigger"].map(str::to_owned).into_iter().chain((0..6).map(tables::face_name));
    let row = |(card, dice): (&CardRecord, &DiceRecord)| {
        let labels = card.labels.iter().take(3).cloned();
        labels.chain(dice.kept.map(kept_words)).map(Field::Text).collect()
    };
    named("which dice to reroll", headings, each(at).map(row).collect())
}

fn kept_words(kept: Option<f64>) -> String {
    match kept {
        None => "ends the turn".to_owned(),
        Some(share) if share < 0.0005 => "reroll".to_owned(),
        Some(share) if share > 0.9995 => "keep".to_owned(),
        Some(share) => format!("{:.0}%", (100.0 * share).clamp(1.0, 99.0)),
    }
}

/// What each way to reroll loses on the average card.
fn losses(at: &CardsRecord) -> Markup {
    let loss = |policy: usize| {
        let losses: Vec<f64> =
            each(at).filter_map(|(_, dice)| Some(dice.max_score - dice.policies.get(policy)?.score)).collect();
        losses.iter().sum::<f64>() / losses.len().max(1) as f64
    };
    let mut rows: Vec<(String, f64)> =
        at.policies.iter().enumerate().map(|(policy, name)| (policy_words(name), loss(policy))).collect();
    rows.sort_by(|a, b| a.1.total_cmp(&b.1));
    let row = |(name, loss): (String, f64)| (name, vec![Dot { series: 0, estimate: Estimate::exact(loss, 1) }]);
    let text =
        "How many points per turn each way to reroll loses against the best rerolls, averaged over the cards. All numbers are exact."
            .to_owned();
    let caption = Caption { id: "losses".to_owned(), title: "Points lost".to_owned(), text };
    let rows = rows.into_iter().map(row).collect();
    Dots { rows, series: Vec::new(), mark: Some(0.0), band: None }.draw(&caption)
}

/// The same by card.
fn losses_table(at: &CardsRecord) -> Table {
    let headings = std::iter::once("card".to_owned()).chain(at.policies.iter().map(|name| policy_words(name)));
    let row = |(card, dice): (&CardRecord, &DiceRecord)| {
        let losses = dice.policies.iter().map(|policy| Field::Exact(Some(dice.max_score - policy.score)));
        std::iter::once(Field::Text(card.labels[0].clone())).chain(losses).collect()
    };
    named("points lost", headings, each(at).map(row).collect())
}

fn named(name: &str, headings: impl IntoIterator<Item = String>, rows: Vec<Vec<Field>>) -> Table {
    Table { name: name.to_owned(), headings: headings.into_iter().map(Heading::in_words).collect(), rows }
}
