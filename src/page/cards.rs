//! The page of `analyze cards`.
//!
//! Owns the number of dice at which cards are compared: what the line-up commits on average. The number at which a card
//! is at its best says little of how hard it is met: it can be 26.

use super::picture::{Caption, Curve, Dot, Dots, curves};
use super::table::table;
use super::{About, page, percent, plain};
use crate::record::{CardRecord, CardsRecord, DiceRecord, Manifest, Tallies};
use crate::report::{self, Field, Table};
use crate::stats::Estimate;
use maud::{Markup, html};

/// The page of these exact numbers, and of the rounds that the line-up played; `None` if it has no cards.
pub fn cards_page(cards: &CardsRecord, tallies: &Tallies, manifest: &Manifest, about: &About) -> Option<String> {
    let rounds = tallies.statistics.first()?;
    let met = Met { summary: report::cards_summary(cards, rounds) };
    let dice = met.committed()?.clamp(1, cards.cards.first()?.dice.len().max(1));
    let names = manifest.lineup.join(", ");
    let title = format!("{}: how hard the cards are for {names}", about.game());
    let at_dice = at_so_many(cards, dice);
    let sections = html! {
        section { h2 { "How often a card fails, and what it brings" } div.figures {
            @for (column, heading, text) in MET { figure { (met.draw(column, heading, text)) } }
        } (table(&met.summary)) }
        section {
            h2 { "Each card, by the number of dice" }
            p { "The expected total, an invalid result counting 0: rerolling at best, and never rerolling. Exact." }
            div.figures { @for card in &cards.cards { figure { (curves_of(card)) } } }
        }
        section { h2 { "With " (dice) " dice" } (table(&report::difficulty(&at_dice))) }
        section { h2 { "Ways to reroll, with " (dice) " dice" } (table(&report::policies(&at_dice))) }
    };
    Some(page(&title, &sentences(cards, &met, dice, &names), &sections, manifest, about))
}

/// What the line-up met: columns of the summary, and what they are in words.
const MET: [(&str, &str, &str); 4] = [
    ("invalid_rate", "Turns that fail", "The share of the turns on each card whose result is invalid."),
    ("nobody_valid_rate", "Rounds that all fail", "The share of the rounds of each card without any valid result."),
    ("dice_mean", "Dice committed", "How many dice a turn commits on each card."),
    ("dice_won_mean", "Dice won", "How many dice the winner of a round takes, its own among them."),
];

/// The summary of the cards, hardest first.
struct Met {
    summary: Table,
}

impl Met {
    /// A column with the ids of the cards.
    fn column(&self, name: &str) -> Vec<(String, Estimate)> {
        super::run::column(&self.summary, name)
    }

    /// The dice that a turn commits, averaged over the cards, rounded.
    fn committed(&self) -> Option<usize> {
        let all = self.column("dice_mean");
        let sum: f64 = all.iter().map(|(_, dice)| dice.value).sum();
        (!all.is_empty()).then(|| (sum / all.len() as f64).round() as usize)
    }

    /// A picture of a column, the highest number first.
    fn draw(&self, column: &str, title: &str, text: &str) -> Markup {
        let conditions = self.summary.headings.iter().position(|heading| heading.name() == "condition");
        let condition = |id: &str| {
            let row = self.summary.rows.iter().find(|row| report::shown(&row[0]) == id)?;
            match &row[conditions?] {
                Field::Text(text) => Some(format!("{id}: {text}")),
                _ => None,
            }
        };
        let mut rows = self.column(column);
        rows.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        let row =
            |(id, estimate): (String, Estimate)| (condition(&id).unwrap_or(id), vec![Dot { series: 0, estimate }]);
        let caption = Caption { id: column.to_owned(), title: title.to_owned(), text: text.to_owned() };
        Dots { rows: rows.into_iter().map(row).collect(), series: Vec::new(), mark: None, band: None }.draw(&caption)
    }
}

/// The same cards with the numbers at so many dice alone.
fn at_so_many(cards: &CardsRecord, dice: usize) -> CardsRecord {
    let only =
        |card: &CardRecord| CardRecord { dice: card.dice.get(dice - 1).cloned().into_iter().collect(), ..card.clone() };
    CardsRecord { cards: cards.cards.iter().map(only).collect(), ..cards.clone() }
}

/// The expected totals of a card by the number of dice.
fn curves_of(card: &CardRecord) -> Markup {
    let [id, condition, trigger, _] = &card.labels;
    let points = |score: fn(&DiceRecord) -> f64| {
        card.dice.iter().map(|dice| (f64::from(dice.dice), score(dice))).collect::<Vec<_>>()
    };
    let both = [
        Curve { series: 0, points: points(|dice| dice.max_score) },
        Curve { series: 1, points: points(|dice| dice.stand_score) },
    ];
    let best = card.best.dice;
    let text = format!("{condition} ({trigger}). Most points on average with {best} dice.");
    let caption = Caption { id: format!("card-{id}"), title: id.clone(), text };
    curves(&caption, &["rerolling at best".to_owned(), "never rerolling".to_owned()], &both)
}

/// What the cards are like, in plain sentences.
fn sentences(cards: &CardsRecord, met: &Met, dice: usize, names: &str) -> Vec<String> {
    let mut fails = met.column("invalid_rate");
    fails.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    let mut all = Vec::new();
    if let [(hard, most), .., (easy, least)] = &fails[..] {
        let (most, least) = (percent(most.value), percent(least.value));
        all.push(format!("For {names} the hardest card is {hard}, on which {most} of their turns fail, and the easiest {easy}, {least}."));
    }
    let scored = |score: &dyn Fn(&DiceRecord) -> f64| {
        let mut scored: Vec<(&str, f64)> =
            cards.cards.iter().filter_map(|card| Some((&*card.labels[0], score(card.dice.get(dice - 1)?)))).collect();
        scored.sort_by(|a, b| b.1.total_cmp(&a.1));
        scored
    };
    all.push(format!("They commit {dice} dice a turn on average; what follows is exact, with {dice} dice."));
    if let [(easy, most), .., (hard, least)] = scored(&|dice| dice.max_score)[..] {
        let (most, least) = (plain(most), plain(least));
        all.push(format!("Rerolled at best, {easy} brings most points, {most}, and {hard} fewest, {least}."));
    }
    if let Some((card, gain)) = scored(&|dice| dice.max_score - dice.stand_score).first() {
        all.push(format!("Rerolling well gains most on {card}: {} points more than never rerolling.", plain(*gain)));
    }
    all.extend(best_policy(cards, dice));
    all
}

/// Which of the ways to reroll loses least against the best possible.
fn best_policy(cards: &CardsRecord, dice: usize) -> Option<String> {
    let loss = |policy: usize| {
        let at = cards.cards.iter().filter_map(|card| card.dice.get(dice - 1));
        let losses: Vec<f64> = at.map(|dice| dice.max_score - dice.policies[policy].score).collect();
        losses.iter().sum::<f64>() / losses.len().max(1) as f64
    };
    let losses = cards.policies.iter().enumerate().map(|(policy, name)| (name, loss(policy)));
    let (name, loss) = losses.min_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(format!("Of the simple ways to reroll, {name} loses least on the average card: {} points.", plain(loss)))
}
