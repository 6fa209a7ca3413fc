//! What `analyze chance` found, as tables, pictures and text.
//!
//! Owns what each kind of question is answered with ([`Answer`]), and how a terminal shows it.

use crate::page::picture::{Bins, Caption, Curve, Dot, Dots, bars, curves};
use crate::report::column::{Column, Definition};
use crate::report::table::Table;
use crate::stats::Estimate;
use crate::terminal::layout;
use analyze_core::games::DieFace;
use analyze_ruled::{Keep, Throw};
use maud::Markup;

/// What is said above a table.
pub(super) struct About<'a> {
    pub(super) sides: &'a [DieFace],
    pub(super) rerolls: u32,
    /// The condition, if one is asked about.
    pub(super) asked: Option<&'a str>,
    /// What is added up, if a total is asked about.
    pub(super) counted: &'a str,
}

/// The most faces that are named one after the other, those that are the same counted together.
const MOST_NAMED: usize = 30;

impl About<'_> {
    /// What is asked, in a line.
    pub(super) fn question(&self) -> String {
        match self.asked {
            Some(condition) => format!("How likely is {condition}?"),
            None => format!("{}?", self.counted),
        }
    }

    /// The dice and the rerolls, in a line.
    fn dice(&self) -> String {
        let face = |side: &DieFace| match side.weight {
            1 => side.name.clone(),
            weight => format!("{} ({weight} times)", side.name),
        };
        let mut faces: Vec<String> = self.sides.iter().take(MOST_NAMED).map(face).collect();
        if self.sides.len() > MOST_NAMED {
            faces.push(format!("… ({} faces)", self.sides.len()));
        }
        let rerolls = match self.rerolls {
            0 => "no rerolls".to_owned(),
            1 => "1 reroll".to_owned(),
            n => format!("up to {n} rerolls"),
        };
        format!("Dice with the faces {}; {rerolls}.", faces.join(", "))
    }
}

/// What was found.
pub(super) struct Answer {
    /// The question, and the dice.
    pub(super) heading: [String; 2],
    /// What was found, in sentences.
    pub(super) sentences: Vec<String>,
    /// All numbers.
    pub(super) table: Table,
    /// The text that a terminal shows in place of the table, if there is one.
    text: Option<String>,
    /// What is said below.
    pub(super) remarks: Vec<String>,
    /// What a page shows.
    pub(super) picture: Markup,
}

impl Answer {
    /// The answer as a terminal shows it.
    pub(super) fn text(&self) -> String {
        let mut lines = self.heading.to_vec();
        lines.extend(self.sentences.iter().cloned());
        let below: Vec<String> = self.remarks.iter().map(|remark| format!("- {remark}")).collect();
        let table = self.text.clone().unwrap_or_else(|| layout::table(&self.table));
        format!("{}\n\n{table}\n{}\n", lines.join("\n"), below.join("\n"))
    }
}

/// That nothing is estimated.
const EXACT: &str = "all numbers are exact";

fn caption(title: &str, text: &str) -> Caption {
    Caption { id: "answer".to_owned(), title: title.to_owned(), text: text.to_owned() }
}

fn column(name: &'static str, meaning: &'static str) -> Definition {
    Definition::new(name, name, meaning)
}

/// How likely a condition is to somebody who rerolls like this.
#[derive(Clone, Debug)]
pub(super) struct Chance {
    pub(super) dice: usize,
    pub(super) policy: String,
    pub(super) chance: f64,
}

/// The chances of a condition.
pub(super) fn chances(about: &About<'_>, rows: &[Chance]) -> Answer {
    let columns = vec![
        Column::whole(column("dice", "how many dice are rolled"), |row: &&Chance| row.dice as u64),
        Column::text(column("policy", "how dice to reroll are chosen"), |row: &&Chance| row.policy.clone()),
        Column::solved(
            Definition::new("chance", "1", "how likely the condition is in the end, 0 to 1"),
            |row: &&Chance| row.chance,
        ),
    ];
    let best = (about.rerolls > 0).then(|| "best: the rerolls that make the condition most likely".to_owned());
    Answer {
        heading: [about.question(), about.dice()],
        sentences: Vec::new(),
        table: Table::new("chance", columns, rows),
        text: None,
        remarks: best.into_iter().chain([EXACT.to_owned()]).collect(),
        picture: chances_drawn(rows),
    }
}

/// The chances by policy, over the number of dice if there are several.
fn chances_drawn(rows: &[Chance]) -> Markup {
    let caption = |text| caption("Chance", text);
    let mut policies: Vec<String> = Vec::new();
    for row in rows.iter().filter(|row| row.dice == rows[0].dice) {
        policies.push(row.policy.clone());
    }
    if rows.iter().all(|row| row.dice == rows[0].dice) {
        let dot = |row: &Chance| vec![Dot { series: 0, estimate: Estimate::exact(row.chance, 0) }];
        let rows = rows.iter().map(|row| (row.policy.clone(), dot(row))).collect();
        return Dots { rows, series: Vec::new(), mark: None, band: None }
            .draw(&caption("How likely the condition is."));
    }
    let points = |policy: &String| {
        let of_policy = rows.iter().filter(|row| row.policy == *policy);
        of_policy.map(|row| (row.dice as f64, row.chance)).collect()
    };
    let all: Vec<Curve> =
        policies.iter().enumerate().map(|(series, policy)| Curve { series, points: points(policy) }).collect();
    curves(&caption("How likely the condition is (0 to 1), by the number of dice."), &policies, &all)
}

/// A total of some number of dice.
struct Total {
    dice: usize,
    total: i64,
    chance: f64,
    at_least: f64,
}

/// The distributions of totals, by number of dice.
pub(super) fn totals(about: &About<'_>, each: &[(usize, Vec<(i64, f64)>)]) -> Answer {
    let columns = vec![
        Column::whole(column("dice", "how many dice are rolled"), |row: &Total| row.dice as u64),
        Column::whole(column("total", "what the dice add up to"), |row: &Total| row.total),
        Column::solved(Definition::new("chance", "1", "how likely this total is, 0 to 1"), |row: &Total| row.chance),
        Column::solved(
            Definition::new("at_least", "1", "how likely this total or a higher one is, 0 to 1"),
            |row: &Total| row.at_least,
        ),
    ];
    let mut remarks = vec![EXACT.to_owned()];
    if about.rerolls > 0 {
        remarks.insert(0, "the rerolls are those that make the total highest on average".to_owned());
    }
    let (text, picture) = match each {
        [(_, distribution)] => (lines(distribution), bars_drawn(distribution)),
        _ => {
            remarks.push("--format csv has the chance of each total".to_owned());
            (String::new(), means_drawn(each))
        }
    };
    Answer {
        heading: [about.question(), about.dice()],
        sentences: each.iter().map(|(dice, distribution)| in_short(*dice, distribution)).collect(),
        table: Table::new("totals", columns, each.iter().flat_map(|(dice, all)| rows(*dice, all))),
        text: Some(text),
        remarks,
        picture,
    }
}

/// The totals of some number of dice, the lowest first.
fn rows(dice: usize, distribution: &[(i64, f64)]) -> Vec<Total> {
    let mut at_least = 0.0;
    let all = distribution.iter().rev().map(|&(total, chance)| {
        at_least += chance;
        Total { dice, total, chance, at_least: f64::min(at_least, 1.0) }
    });
    let mut all: Vec<Total> = all.collect();
    all.reverse();
    all
}

/// Mean and standard deviation.
fn mean_and_spread(distribution: &[(i64, f64)]) -> (f64, f64) {
    let mean: f64 = distribution.iter().map(|&(total, chance)| total as f64 * chance).sum();
    let variance: f64 = distribution.iter().map(|&(total, chance)| (total as f64 - mean).powi(2) * chance).sum();
    (mean, variance.sqrt())
}

/// Mean, spread and quantiles, in a line.
fn in_short(dice: usize, distribution: &[(i64, f64)]) -> String {
    let quantile = |of: f64| {
        let mut below = 0.0;
        let at = distribution.iter().find(|(_, chance)| {
            below += chance;
            // Sums of chances are rounded.
            below >= of - 1e-12
        });
        at.or(distribution.last()).map_or(0, |at| at.0)
    };
    let noun = if dice == 1 { "die" } else { "dice" };
    let quantiles = [0.05, 0.25, 0.5, 0.75, 0.95].map(|of| quantile(of).to_string()).join(", ");
    let (mean, spread) = mean_and_spread(distribution);
    format!(
        "{dice} {noun}: mean {mean:.4}, standard deviation {spread:.4}; 5%, 25%, 50%, 75%, 95% quantiles: {quantiles}."
    )
}

/// The widest bar.
const BAR: f64 = 40.0;
/// The least chance that has a line, but for totals between others that have one.
const SHOWN_CHANCE: f64 = 5e-7;

/// The chance of each total, and of at least as much, with a bar.
fn lines(distribution: &[(i64, f64)]) -> String {
    let most = distribution.iter().map(|one| one.1).fold(0.0, f64::max);
    let all = rows(0, distribution);
    let is_shown = |row: &Total| row.chance >= SHOWN_CHANCE;
    let first = all.iter().position(is_shown).unwrap_or(0);
    let last = all.iter().rposition(is_shown).unwrap_or(all.len().saturating_sub(1));
    let mut text = format!("{:>6}  {:>9}  {:>9}\n", "total", "chance", "at least");
    for row in &all[first..=last] {
        let bar = "#".repeat((row.chance / most * BAR).round() as usize);
        let line = format!("{:>6}  {:>8.4}%  {:>8.4}%  {bar}", row.total, 100.0 * row.chance, 100.0 * row.at_least);
        text += line.trim_end();
        text.push('\n');
    }
    if last - first + 1 < all.len() {
        text += "Totals at both ends that are less likely than 0.00005% are left out.\n";
    }
    text
}

/// The distribution as bars; with totals below 0, as a curve.
fn bars_drawn(distribution: &[(i64, f64)]) -> Markup {
    let caption = caption("Distribution of the total", "How likely each total is.");
    // Bars are drawn of counts: of as many throws as these, each total is seen this often.
    let throws = 1e15;
    let count = |&(total, chance): &(i64, f64)| Some((u32::try_from(total).ok()?, (throws * chance).round() as u64));
    match distribution.iter().map(count).collect::<Option<Vec<(u32, u64)>>>() {
        Some(counts) => bars(&caption, &Bins::of([&counts[..]].into_iter()), &counts),
        None => {
            let points = distribution.iter().map(|&(total, chance)| (total as f64, chance)).collect();
            curves(&caption, &["chance".to_owned()], &[Curve { series: 0, points }])
        }
    }
}

/// The mean total, and how far totals spread, by the number of dice.
fn means_drawn(each: &[(usize, Vec<(i64, f64)>)]) -> Markup {
    let names = ["mean", "one standard deviation less", "one standard deviation more"];
    let curve = |(series, times): (usize, f64)| {
        let point = |(dice, distribution): &(usize, Vec<(i64, f64)>)| {
            let (mean, spread) = mean_and_spread(distribution);
            (*dice as f64, mean + times * spread)
        };
        Curve { series, points: each.iter().map(point).collect() }
    };
    let all: Vec<Curve> = [0.0, -1.0, 1.0].into_iter().enumerate().map(curve).collect();
    curves(&caption("Total", "The mean total by the number of dice."), &names.map(str::to_owned), &all)
}

/// The most choices that people are shown.
pub(super) const SHOWN: usize = 20;

/// What each choice of dice is worth. A terminal and a page show the best ones, `shown` of them.
pub(super) fn keeps(about: &About<'_>, throw: &Throw, keeps: &[Keep], shown: usize) -> Answer {
    let (name, unit, meaning) = match about.asked {
        Some(_) => ("chance", "1", "how likely the condition is with the best rerolls from then on, 0 to 1"),
        None => ("total", "points", "the expected total with the best rerolls from then on"),
    };
    let columns = vec![
        Column::text(column("reroll", "the dice that are rolled again; - if none"), |row: &&Keep| {
            throw.shown(row.rest)
        }),
        Column::text(column("keep", "the dice that are kept; - if none"), |row: &&Keep| throw.shown(row.kept)),
        Column::solved(Definition::new(name, unit, meaning), |row: &&Keep| row.value),
    ];
    let best = keeps.first().map(|best| match best.rest {
        0 => "Best: reroll none of the dice.".to_owned(),
        rest => format!("Best: reroll {}.", throw.shown(rest)),
    });
    let rows = &keeps[..keeps.len().min(shown)];
    let more = (keeps.len() > rows.len())
        .then(|| format!("{} more choices are worth less: --format csv", keeps.len() - rows.len()));
    let dot = |keep: &Keep| {
        let dot = Dot { series: 0, estimate: Estimate::exact(keep.value, 0) };
        (format!("reroll {}", throw.shown(keep.rest)), vec![dot])
    };
    let dots = Dots { rows: rows.iter().map(dot).collect(), series: Vec::new(), mark: None, band: None };
    Answer {
        heading: [about.question(), about.dice()],
        sentences: best.into_iter().collect(),
        table: Table::new("keeps", columns, rows),
        text: None,
        remarks: more.into_iter().chain([EXACT.to_owned()]).collect(),
        picture: dots.draw(&caption("What each choice is worth", meaning)),
    }
}
