//! The page of `analyze solve`.
//!
//! Owns which rounds and leads of so many are drawn.

use super::tables::beyond_considered;
use crate::page::capital;
use crate::page::picture::{Caption, Curve, Dot, Dots, curves};
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, page, percent};
use crate::record::{Manifest, PositionRecord, SolvedRecord, StartRecord, counted, grouped};
use crate::report::{Field, Heading, Table};
use crate::stats::Estimate;
use maud::{Markup, html};

/// The leads whose starts are drawn, in dice.
const LEADS: [i64; 3] = [-24, 0, 24];
/// By how much a lead may miss these: dice that come in odd numbers cannot be halved.
const NEAR: i64 = 1;
/// About so many leads are drawn of a round.
const POINTS: usize = 24;

/// The page of a solved game of two players.
pub fn solve_page(solved: &SolvedRecord, manifest: &Manifest, about: &About) -> String {
    let title = format!("{}, 2 players: what optimal play is worth", about.game());
    let rounds = rounds(solved);
    let sections = html! {
        section { h2 { "What a lead is worth" } div.figures { figure { (values(solved, &rounds)) } }
            (table(&values_table(solved, &rounds))) }
        section { h2 { "What the starter of a round commits" } div.figures {
            @for &round in &rounds { figure { (starts(solved, round)) } }
        } (table(&starts_table(solved, &rounds))) }
    };
    let start =
        Tile::new("Starting", percent(solved.value), "win share of the player who starts, with best play by both");
    let positions = Tile::new(
        "Positions",
        grouped(solved.positions.len() as u64),
        "pairs of pools at the start of a round, all solved exactly",
    );
    let opening = Opening { title, sentences: sentences(solved, &rounds), tiles: vec![start, positions] };
    page(&opening, &sections, manifest, about)
}

/// The second round, the last, and one between: in the first the pools are even.
fn rounds(solved: &SolvedRecord) -> Vec<u32> {
    let last = solved.positions.iter().map(|position| position.round).max().unwrap_or(1);
    let mut rounds = vec![2.min(last), last.div_ceil(2).max(2).min(last), last];
    rounds.dedup();
    rounds
}

/// Positions of a round from the least lead to the largest, few enough to be told apart.
fn of_round(solved: &SolvedRecord, round: u32) -> Vec<&PositionRecord> {
    let mut all: Vec<&PositionRecord> = solved.positions.iter().filter(|position| position.round == round).collect();
    all.sort_by_key(|position| position.lead());
    let step = all.len().div_ceil(POINTS).max(1);
    // Counted from the middle, so that even pools are among them.
    let phase = all.len() / 2 % step;
    all.into_iter().skip(phase).step_by(step).collect()
}

fn values(solved: &SolvedRecord, rounds: &[u32]) -> Markup {
    let curve = |(series, &round): (usize, &u32)| {
        let points = of_round(solved, round).into_iter().map(|position| (position.lead() as f64, position.value));
        Curve { series, points: points.collect() }
    };
    let all: Vec<Curve> = rounds.iter().enumerate().map(curve).collect();
    let text = "The win share of the player who starts a round, by its lead in dice, if no dice are left from an earlier round. All \
                numbers are exact.";
    let caption = Caption { id: "values".to_owned(), title: "Win share by lead".to_owned(), text: text.to_owned() };
    curves(&caption, &rounds.iter().map(|round| format!("round {round}")).collect::<Vec<_>>(), &all)
}

fn values_table(solved: &SolvedRecord, rounds: &[u32]) -> Table {
    let row = |position: &PositionRecord| {
        let whole = [position.round.into(), position.lead().into(), position.first.into(), position.other.into()];
        whole.map(Field::Whole).into_iter().chain([Field::Solved(Some(position.value))]).collect()
    };
    let headings = ["round", "lead", "dice of the starter", "dice of the other", "win share"];
    Table {
        name: "what a lead is worth".to_owned(),
        headings: headings.map(Heading::in_words).to_vec(),
        rows: rounds.iter().flat_map(|&round| of_round(solved, round)).map(row).collect(),
    }
}

/// What the starter of a round commits on each card, a number for each lead; of some leads there is none.
fn cards_of(solved: &SolvedRecord, round: u32) -> Vec<(&StartRecord, [Option<u32>; LEADS.len()])> {
    let mut rows: Vec<(&StartRecord, [Option<u32>; LEADS.len()])> = Vec::new();
    for start in solved.starts.iter().filter(|start| start.position.round == round) {
        let Some(lead) = LEADS.iter().position(|lead| (start.position.lead() - lead).abs() <= NEAR) else { continue };
        match rows.iter_mut().find(|(known, _)| known.labels == start.labels) {
            Some((_, dice)) => dice[lead] = dice[lead].or(Some(start.dice)),
            None => rows.push((start, std::array::from_fn(|at| (at == lead).then_some(start.dice)))),
        }
    }
    rows
}

/// A lead in words.
fn lead_words(lead: i64) -> String {
    match lead {
        0 => "even".to_owned(),
        _ if lead > 0 => format!("{lead} dice ahead"),
        _ => format!("{} dice behind", -lead),
    }
}

/// How many dice the starter commits on each card of a round.
fn starts(solved: &SolvedRecord, round: u32) -> Markup {
    let cards = cards_of(solved, round);
    let leads = LEADS.iter().enumerate().filter(|(at, _)| cards.iter().any(|(_, dice)| dice[*at].is_some()));
    let (met, series): (Vec<usize>, Vec<String>) = leads.map(|(at, &lead)| (at, lead_words(lead))).unzip();
    let dot = |(at, dice): (usize, Option<u32>)| {
        let series = met.iter().position(|&lead| lead == at)?;
        Some(Dot { series, estimate: Estimate::exact(dice?.into(), 1) })
    };
    let row = |(start, dice): (&StartRecord, [Option<u32>; LEADS.len()])| {
        (start.labels[0].clone(), dice.into_iter().enumerate().filter_map(dot).collect())
    };
    let rows = cards.iter().copied().map(row).collect();
    let text = format!(
        "The number of dice that the starter commits on each card in round {round}, by its lead. All numbers are exact."
    );
    let caption = Caption { id: format!("starts-{round}"), title: format!("Dice in round {round}"), text };
    Dots { rows, series, mark: None, band: None }.draw(&caption)
}

fn starts_table(solved: &SolvedRecord, rounds: &[u32]) -> Table {
    let row = |round: u32, (start, dice): (&StartRecord, [Option<u32>; LEADS.len()])| {
        let labels = start.labels.iter().take(3).cloned().map(Field::Text);
        let dice = dice.map(|dice| dice.map_or(Field::Text(String::new()), |dice| Field::Whole(dice.into())));
        std::iter::once(Field::Whole(round.into())).chain(labels).chain(dice).collect()
    };
    let headings = ["round", "card", "condition", "trigger"].map(str::to_owned).into_iter();
    let rows = rounds.iter().flat_map(|&round| cards_of(solved, round).into_iter().map(move |card| row(round, card)));
    Table {
        name: "what the starter commits".to_owned(),
        headings: headings.chain(LEADS.map(lead_words)).map(Heading::in_words).collect(),
        rows: rows.collect(),
    }
}

/// What optimal play is like, in plain sentences.
fn sentences(solved: &SolvedRecord, rounds: &[u32]) -> Vec<String> {
    let better = if solved.value < 0.5 { "a disadvantage" } else { "no disadvantage" };
    let value = percent(solved.value);
    let mut all = vec![format!(
        "With best play by both players, the player who starts has a win share of {value}: starting is {better}."
    )];
    for &round in rounds {
        let of = of_round(solved, round);
        let even = of.iter().min_by_key(|position| position.lead().abs());
        let ahead = of.iter().min_by_key(|position| (position.lead() - LEADS[2]).abs());
        if let (Some(even), Some(ahead)) = (even, ahead) {
            all.push(format!(
                "The starter of round {round} has a win share of {} with {} dice against {}, and of {} with {} against {}.",
                percent(even.value),
                even.first,
                even.other,
                percent(ahead.value),
                ahead.first,
                ahead.other
            ));
        }
    }
    all.extend(lessons(solved, rounds));
    let drawn = "Both play to win the whole game. Cards are assumed to be drawn afresh every round, so card counting is ignored.";
    all.extend(
        [drawn, "All numbers are exact. values.csv and starts.csv have them for every round."].map(str::to_owned),
    );
    all.extend(beyond_considered(solved).iter().map(|text| format!("{}.", capital(text))));
    all
}

/// What a player can learn from the tables.
fn lessons(solved: &SolvedRecord, rounds: &[u32]) -> Vec<String> {
    let mut all: Vec<String> = rounds.iter().filter_map(|&round| worth_of_starting(solved, round)).collect();
    if let (Some(&early), Some(&last)) = (rounds.first(), rounds.last()) {
        all.extend([early, last].into_iter().filter_map(|round| most_committed(solved, round)));
        all.extend(by_lead(solved, early));
        all.extend(better_lost(solved));
    }
    all
}

/// The starts of a round by cards, with a lead of about so many dice.
fn with_lead(solved: &SolvedRecord, round: u32, lead: i64) -> Vec<&StartRecord> {
    let near: Vec<&StartRecord> = solved
        .starts
        .iter()
        .filter(|start| start.position.round == round && (start.position.lead() - lead).abs() <= NEAR)
        .collect();
    let Some(first) = near.first().map(|start| start.position.lead()) else { return near };
    near.into_iter().filter(|start| start.position.lead() == first).collect()
}

/// How many dice more make up for having to start.
fn worth_of_starting(solved: &SolvedRecord, round: u32) -> Option<String> {
    let of = solved.positions.iter().filter(|position| position.round == round);
    let even = of.clone().filter(|position| position.value >= 0.5).min_by_key(|position| position.lead())?;
    let lead = even.lead();
    let dice = counted(lead.unsigned_abs(), "die", "dice");
    let words = match lead {
        0 => "is the favourite with equal pools".to_owned(),
        1.. => format!("needs a lead of {dice} to be the favourite"),
        _ => format!("is still the favourite when it is {dice} behind"),
    };
    Some(format!("The starter of round {round} {words}."))
}

/// On how many cards one die is enough at even pools, and on which most are committed.
fn most_committed(solved: &SolvedRecord, round: u32) -> Option<String> {
    let even = with_lead(solved, round, 0);
    let most = even.iter().max_by_key(|start| start.dice)?;
    let one = even.iter().filter(|start| start.dice == 1).count();
    Some(format!(
        "{}, the starter of round {round} commits a single die on {one} of {} cards. It commits the most dice ({}) on {}.",
        equal_pools(&most.position),
        even.len(),
        most.dice,
        most.labels[0]
    ))
}

/// That pools are equal, or as equal as an odd number of dice can be.
fn equal_pools(position: &PositionRecord) -> String {
    match position.lead() {
        0 => "With equal pools".to_owned(),
        _ => format!("With pools as equal as possible ({} against {})", position.first, position.other),
    }
}

/// Who is behind risks more dice.
fn by_lead(solved: &SolvedRecord, round: u32) -> Option<String> {
    let mean = |lead: i64| {
        let starts = with_lead(solved, round, lead);
        let dice: u32 = starts.iter().map(|start| start.dice).sum();
        (!starts.is_empty()).then(|| f64::from(dice) / starts.len() as f64)
    };
    let [behind, even, ahead] = LEADS.map(mean);
    Some(format!(
        "On average over all cards of round {round}, the starter commits {:.1} dice when it is {}, {:.1} when {}, and {:.1} when {}.",
        behind?,
        lead_words(LEADS[0]),
        even?,
        lead_words(LEADS[1]),
        ahead?,
        lead_words(LEADS[2])
    ))
}

/// When the second player had better not win: over all rounds, and the card and round where it is likeliest at even pools.
fn better_lost(solved: &SolvedRecord) -> Option<String> {
    let even: Vec<&StartRecord> = solved.starts.iter().filter(|start| start.position.lead().abs() <= NEAR).collect();
    let most = even.iter().max_by(|a, b| a.better_lost.total_cmp(&b.better_lost))?;
    let mean = even.iter().map(|start| start.better_lost).sum::<f64>() / even.len() as f64;
    Some(format!(
        "Winning a round can be worse than losing it. With equal pools, the second player should lose the round on purpose after {} \
         of the starter's results (averaged over all rounds and cards). This happens most often in round {} on {}: after {} of the results.",
        percent(mean),
        most.position.round,
        most.labels[0],
        percent(most.better_lost)
    ))
}
