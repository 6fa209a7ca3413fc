//! The page of `analyze cards`.
//!
//! Owns the number of dice of the exact pictures and tables: what the line-up commits on average, or the number that all
//! cards are compared at. The number at which a card is at its best says little of how hard it is met: it can be 26.
//! `rerolls` has what rerolling is worth and what is rerolled.

use super::rerolls_page;
use super::rerolls_page::policy_words;
use super::tables;
use crate::games::gang::Condition;
use crate::page::picture::{Caption, Curve, Dot, Dots, curves, heat};
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, folded, listed, page, percent, percents, plain, tied};
use crate::record::{By, CardRecord, CardsRecord, DiceRecord, Manifest, Tallies, counted};
use crate::report::{Field, Heading, Table, highest};
use crate::stats::Estimate;
use maud::{Markup, html};

/// The page of these exact numbers, and of the rounds that the line-up played; `None` if it has no cards.
pub fn cards_page(cards: &CardsRecord, tallies: &Tallies, manifest: &Manifest, about: &About) -> Option<String> {
    let rounds = tallies.statistics.first()?;
    let by = manifest.by.unwrap_or_default();
    let met = CardSummary { summary: tables::cards_summary(cards, tallies, by) };
    let most = cards.cards.first()?.dice.iter().map(|dice| dice.dice as usize).max()?;
    let dice = match by {
        By::Dice(dice) => dice as usize,
        By::Played | By::Best => tables::played(rounds.rows.iter(), rounds)? as usize,
    };
    let dice = dice.clamp(1, most);
    let names = listed(&manifest.lineup);
    let title = format!("{}: how hard the cards are for {names}", about.game());
    let at = at_so_many(cards, dice);
    let sections = html! {
        section { h2 { "Hardest first" } p { (hardness_words(by)) } (table(&hardness(cards, tallies, by))) }
        section { h2 { "How often turns fail on each card, and what they win" } div.figures {
            @for (column, heading, text) in PICTURES.into_iter().filter(|(column, ..)| met.has(column)) { figure { (met.draw(column, heading, text)) } }
        } (table(&met.summary)) }
        @if !cards.policies.is_empty() { (rerolls_page::sections(&at, dice)) }
        section { h2 { "The chance to reach each total, with " (counted(dice as u64, "die", "dice")) } div.figures { figure { (reach(&at, dice)) } }
            details { summary { "Numbers: the chance to reach each total" } (table(&reach_table(&at))) } }
        (folded("Each card, by the number of dice", &html! {
            p { "The expected total and the chance of an invalid result, with the best rerolls and without rerolls. An invalid \
                 result counts 0. All numbers are exact." }
            div.figures { @for card in &cards.cards {
                figure { (totals_of(cards, card)) } figure { (failures_of(cards, card)) }
            } }
            @if most <= FEW { details { summary { "Numbers: each card by the number of dice" } (table(&tables::difficulty(cards))) } }
            @else { p { "difficulty.csv has the numbers." } }
        }))
    };
    let sentences = sentences((cards, &tables::compared(cards, tallies, by)), &met, (by, dice), &names);
    let opening = Opening { title, sentences, tiles: tiles(cards, tallies, by) };
    Some(page(&opening, &sections, manifest, about))
}

/// The hardest and the easiest card, and the games that simulated numbers are from.
fn tiles(cards: &CardsRecord, tallies: &Tallies, by: By) -> Vec<Tile> {
    let all = tables::compared(cards, tallies, by);
    let tile = |name, one: &tables::Compared<'_>| {
        let others = all.iter().filter(|other| (other.invalid - one.invalid).abs() < 1e-12).count() - 1;
        let others =
            if others > 0 { format!(" and {}", counted(others as u64, "other", "others")) } else { String::new() };
        let dice = counted(one.dice, "die", "dice");
        let said =
            format!("{}{others}: chance of an invalid result with the best rerolls of {dice}", one.card.labels[0]);
        Tile::new(name, percent(one.invalid), said)
    };
    let hardest = all.first().map(|one| tile("Hardest card", one));
    let easiest = all.last().filter(|_| all.len() > 1).map(|one| tile("Easiest card", one));
    let count = Tile::new("Cards", all.len().to_string(), "in the deck");
    let games = Tile::games(tallies.games(), "for the numbers that are simulated");
    hardest.into_iter().chain(easiest).chain([count, games]).collect()
}

/// Tables for more dice than that would make the page too long to send around.
const FEW: usize = 12;

/// At which number of dice cards are compared.
fn hardness_words(by: By) -> String {
    let dice = match by {
        By::Played => "the rounded average of the dice that these players commit to it".to_owned(),
        By::Best => "the number of dice with the highest expected total".to_owned(),
        By::Dice(dice) => counted(dice, "die", "dice"),
    };
    format!(
        "Each card is computed for {dice}. The rerolls are those with the highest expected total. The expected total is the average \
         total of a turn, where an invalid result counts 0."
    )
}

/// The cards as they are compared.
fn hardness(cards: &CardsRecord, tallies: &Tallies, by: By) -> Table {
    let names = [
        "card",
        if cards.of_file { "condition" } else { "condition that makes a result invalid" },
        "harder than",
        "chance of an invalid result",
        "dice",
        "expected total",
    ];
    let all = tables::compared(cards, tallies, by);
    let rows = all.iter().map(|one| {
        let easier = all.iter().filter(|other| tables::is_harder(one, other)).count();
        vec![
            Field::Text(one.card.labels[0].clone()),
            Field::Text(fails_on(cards, one.card)),
            Field::Text(format!("{easier} of the {} others", all.len() - 1)),
            Field::Exact(Some(one.invalid)),
            Field::Whole(one.dice.into()),
            Field::Exact(Some(one.score)),
        ]
    });
    Table { name: "hardest first".to_owned(), headings: names.map(Heading::in_words).to_vec(), rows: rows.collect() }
}

/// In words, what makes a turn on the card fail, and when that is checked. A condition of a record that no deck can have
/// stands as it is.
fn fails_on(cards: &CardsRecord, card: &CardRecord) -> String {
    let when = match &*card.labels[2] {
        _ if cards.of_file => "",
        "explosion" => ", checked after every roll",
        _ => ", checked after the last roll",
    };
    format!("{}{when}", condition_words(cards, card))
}

/// The condition, and when it is checked or which marks the card has. The file of a game says what its condition does.
fn condition_with_marks(cards: &CardsRecord, card: &CardRecord) -> String {
    let (condition, marks) = (condition_words(cards, card), &card.labels[2]);
    match (cards.of_file, marks.is_empty()) {
        (true, true) => format!("Condition: {condition}."),
        (true, false) => format!("Condition: {condition} ({marks})."),
        (false, _) => format!("Invalid: {condition} ({marks})."),
    }
}

fn condition_words(cards: &CardsRecord, card: &CardRecord) -> String {
    let condition = &card.labels[1];
    // The words of a game from a file can mean something else.
    if cards.of_file {
        return condition.clone();
    }
    condition.parse::<Condition>().map_or_else(|_| condition.clone(), |condition| condition.in_words())
}

/// The chance to reach each total, a row a card.
fn reach(at: &CardsRecord, dice: usize) -> Markup {
    let rows =
        at.cards.iter().map(|card| (card.labels[0].clone(), card.dice.first().map_or(&[][..], |dice| &dice.reach)));
    let text = format!(
        "A cell is the highest chance of a valid result with at least this total, over all ways to reroll {}. A darker cell is likelier. \
         For a total of 0, it is the chance of any valid result.",
        counted(dice as u64, "die", "dice")
    );
    let caption = Caption { id: "reach".to_owned(), title: "Chance to reach a total".to_owned(), text };
    heat(&caption, &rows.collect::<Vec<_>>())
}

/// The same in numbers, a row a total.
fn reach_table(at: &CardsRecord) -> Table {
    let names = std::iter::once("at least").chain(at.cards.iter().map(|card| &*card.labels[0]));
    let chance = |card: &CardRecord, total: usize| {
        Field::Exact(card.dice.first().and_then(|dice| dice.reach.get(total)).copied())
    };
    let totals = at.cards.first().and_then(|card| card.dice.first()).map_or(0, |dice| dice.reach.len());
    let row = |total: usize| {
        let label = Field::Whole(total as i128);
        std::iter::once(label).chain(at.cards.iter().map(|card| chance(card, total))).collect()
    };
    Table {
        name: "reach".to_owned(),
        headings: names.map(Heading::in_words).collect(),
        rows: (0..totals).map(row).collect(),
    }
}

/// What the line-up met: columns of the summary, and what they are in words.
const PICTURES: [(&str, &str, &str); 4] = [
    ("invalid_rate", "Turns that fail", "The share of the turns on each card whose result is invalid."),
    (
        "nobody_valid_rate",
        "Rounds that nobody wins",
        "The share of each card's rounds in which every result is invalid.",
    ),
    ("dice_mean", "Dice committed", "The mean number of dice committed in a turn."),
    (
        "dice_won_mean",
        "Dice won",
        "The mean number of dice that the winner of a round takes, including its own. A round without a winner counts 0.",
    ),
];

/// The summary of the cards, hardest first.
struct CardSummary {
    summary: Table,
}

impl CardSummary {
    /// Whether there is such a column.
    fn has(&self, column: &str) -> bool {
        self.summary.headings.iter().any(|heading| heading.name() == column)
    }

    /// A column with the ids of the cards.
    fn column(&self, name: &str) -> Vec<(String, Estimate)> {
        crate::experiments::run::page::column(&self.summary, name)
    }

    /// A picture of a column, the highest number first.
    fn draw(&self, column: &str, title: &str, text: &str) -> Markup {
        let mut rows = self.column(column);
        rows.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        let row = |(id, estimate): (String, Estimate)| (id, vec![Dot { series: 0, estimate }]);
        let caption = Caption { id: column.to_owned(), title: title.to_owned(), text: text.to_owned() };
        Dots { rows: rows.into_iter().map(row).collect(), series: Vec::new(), mark: None, band: None }.draw(&caption)
    }
}

/// The same cards with the numbers at so many dice alone.
fn at_so_many(cards: &CardsRecord, dice: usize) -> CardsRecord {
    let only = |card: &CardRecord| CardRecord { dice: vec![card.at(dice as u32).clone()], ..card.clone() };
    CardsRecord { cards: cards.cards.iter().map(only).collect(), ..cards.clone() }
}

/// The expected totals of a card by the number of dice.
fn totals_of(cards: &CardsRecord, card: &CardRecord) -> Markup {
    let (id, condition) = (&card.labels[0], condition_with_marks(cards, card));
    let text = format!("Expected total, which is highest with {}. {condition}", counted(card.best.dice, "die", "dice"));
    both(card, &format!("card-{id}"), id, text, [|dice| dice.max_score, |dice| dice.stand_score])
}

/// The chances of an invalid result of a card by the number of dice.
fn failures_of(cards: &CardsRecord, card: &CardRecord) -> Markup {
    let (id, condition) = (&card.labels[0], condition_with_marks(cards, card));
    let text = format!("Chance of an invalid result. {condition}");
    let title = format!("{id}: invalid");
    both(card, &format!("invalid-{id}"), &title, text, [|dice| dice.invalid_at_max_score, |dice| dice.stand_invalid])
}

/// A number of a card by the number of dice, rerolling at best and never rerolling.
fn both(card: &CardRecord, id: &str, title: &str, text: String, of: [fn(&DiceRecord) -> f64; 2]) -> Markup {
    let points = |of: fn(&DiceRecord) -> f64| card.dice.iter().map(|dice| (f64::from(dice.dice), of(dice))).collect();
    let lines: Vec<Curve> = (0..).zip(of).map(|(series, of)| Curve { series, points: points(of) }).collect();
    let caption = Caption { id: id.to_owned(), title: title.to_owned(), text };
    curves(&caption, &["best rerolls".to_owned(), "no rerolls".to_owned()], &lines)
}

/// What the cards are like, in plain sentences.
fn sentences(
    (cards, compared): (&CardsRecord, &[tables::Compared<'_>]),
    met: &CardSummary,
    (by, dice): (By, usize),
    names: &str,
) -> Vec<String> {
    let mut all: Vec<String> = hardest_sentence(compared).into_iter().collect();
    all.extend(most_failed_sentence(met.column("invalid_rate"), names));
    let scored = |score: &dyn Fn(&DiceRecord) -> f64| {
        let mut scored: Vec<(&str, f64)> =
            cards.cards.iter().map(|card| (&*card.labels[0], score(card.at(dice as u32)))).collect();
        scored.sort_by(|a, b| b.1.total_cmp(&a.1));
        scored
    };
    let so_many = counted(dice as u64, "die", "dice");
    all.push(match by {
        By::Dice(_) => format!("The rest of this list is exact and assumes {so_many}."),
        By::Played | By::Best => {
            format!(
                "These players commit {so_many} to a turn on average. The rest of this list is exact and assumes {so_many}."
            )
        }
    });
    all.extend(extremes_sentence(&scored(&|dice| dice.max_score)));
    let gains = scored(&|dice| dice.max_score - dice.stand_score);
    if let Some((_, gain)) = gains.first() {
        let most = listed(&tied(gains.iter()));
        all.push(format!("The best rerolls gain most on {most}: {} points more than no rerolls.", plain(*gain)));
    }
    all.extend(best_policy(cards, dice));
    all
}

/// Which cards bring most points and which fewest, of all cards from the most to the fewest. The numbers are exact, so cards
/// that bring as many are named together.
fn extremes_sentence(scored: &[(&str, f64)]) -> Option<String> {
    let [(_, most), .., (_, least)] = scored else { return None };
    let (easy, hard) = (tied(scored.iter()), tied(scored.iter().rev()));
    let brings = |names: &[String]| if names.len() == 1 { "brings" } else { "bring" };
    Some(match easy.len() == scored.len() {
        true => format!("With the best rerolls, every card brings the same: {} points.", plain(*most)),
        false => format!(
            "With the best rerolls, {} {} the most points ({}), and {} the fewest ({}).",
            listed(&easy),
            brings(&easy),
            plain(*most),
            listed(&hard),
            plain(*least)
        ),
    })
}

/// The hardest card and the easiest, as the first table has them.
fn hardest_sentence(compared: &[tables::Compared<'_>]) -> Option<String> {
    let [hardest, .., easiest] = compared else { return None };
    let alike = |end: &tables::Compared<'_>| {
        let alike = compared.iter().filter(|one| (one.invalid - end.invalid).abs() < 1e-12);
        alike.map(|one| one.card.labels[0].clone()).collect::<Vec<_>>()
    };
    let chance = |one: &tables::Compared<'_>, names: &[String]| match names {
        _ if one.invalid == 0.0 => "no turn fails".to_owned(),
        [_] => format!("with {}, {} of the turns fail", counted(one.dice, "die", "dice"), percent(one.invalid)),
        _ => format!("{} of the turns fail", percent(one.invalid)),
    };
    let [hard, easy] = [hardest, easiest].map(alike);
    let are = |names: &[String]| if names.len() == 1 { "card is" } else { "cards are" };
    Some(format!(
        "If each card is played with its usual number of dice and the best rerolls, the hardest {} {}: {}. The easiest {} {}: {}.",
        are(&hard),
        listed(&hard),
        chance(hardest, &hard),
        are(&easy),
        listed(&easy),
        chance(easiest, &easy)
    ))
}

/// On which card turns of the line-up failed most often, and on which least, as far as that is known.
fn most_failed_sentence(rates: Vec<(String, Estimate)>, names: &str) -> Option<String> {
    let count = rates.len();
    let rates: Vec<(String, Estimate)> = rates.into_iter().map(|(card, rate)| (card, rate.among(count))).collect();
    let least = rates.iter().map(|(_, rate)| rate).min_by(|a, b| a.value.total_cmp(&b.value)).copied();
    let least = least.filter(|_| count > 1)?;
    let easy: Vec<String> =
        rates.iter().filter(|(_, rate)| rate.value == least.value).map(|(card, _)| card.clone()).collect();
    let easy = listed(&easy);
    let found = highest(rates)?;
    let (hard, most, together) = (&found.of, percents(&found.interval), found.together("cards"));
    let least = least.interval.as_ref().map(percents)?;
    Some(match found.rivals {
        0 => format!(
            "In the games, the turns of {names} fail most often on {hard}: {most} of them. They fail least often on {easy}: {least} \
             ({together})."
        ),
        rivals => format!(
            "In the games of {names}, turns fail most often on {hard}: {most} of them, but {} may have as many. They fail least often on \
             {easy}: {least} ({together}).",
            counted(rivals as u64, "other card", "other cards")
        ),
    })
}

/// Which of the ways to reroll loses least against the best possible.
fn best_policy(cards: &CardsRecord, dice: usize) -> Option<String> {
    let loss = |policy: usize| {
        let at = cards.cards.iter().map(|card| card.at(dice as u32));
        let losses: Vec<f64> = at.map(|dice| dice.max_score - dice.policies[policy].score).collect();
        losses.iter().sum::<f64>() / losses.len().max(1) as f64
    };
    let losses = cards.policies.iter().enumerate().map(|(policy, name)| (name, loss(policy)));
    let (name, loss) = losses.min_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(format!(
        "The best simple way to reroll is \"{}\": on average over the cards, it scores {} points less than the best rerolls.",
        policy_words(name),
        plain(loss)
    ))
}
