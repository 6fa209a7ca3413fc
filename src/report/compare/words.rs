//! A comparison in words.
//!
//! Owns the sentence that gives the verdict with its interval, number of games and method, and the list of
//! differences that are settled.

use super::sweep::cancelled;
use super::{Contrast, Verdict, shares, told};
use crate::record::{CompareSweep, CompareTallies, TestRecord, all_why_as_played};
use crate::report::table::shown_estimate;

/// The verdict on two strategies in one sentence; `grouped` writes whole numbers.
pub fn verdict_sentence(tallies: &CompareTallies, contrasts: &[Contrast], grouped: impl Fn(u64) -> String) -> String {
    let (a, b) = (&tallies.arms[0], &tallies.arms[1]);
    let shares = shares(contrasts).filter(|row| row.arms == (0, 1));
    let clauses: Vec<String> = shares.map(|row| format!("{} {}", shown(row), among(tallies, row))).collect();
    format!(
        "{}: the win share of {a} less that of {b} is {} ({} games each in {} paired blocks; {}).",
        headline(tallies, contrasts, a, b),
        clauses.join(" and "),
        grouped(tallies.games_an_arm()),
        grouped(tallies.sums.blocks),
        method(tallies)
    )
}

/// What is concluded over all fields, before the numbers. With two fields the first is of the second strategy's kind,
/// and the second of the first's.
fn headline(tallies: &CompareTallies, contrasts: &[Contrast], a: &str, b: &str) -> String {
    let rows: Vec<&Contrast> = shares(contrasts).filter(|row| row.arms == (0, 1)).collect();
    let verdicts: Vec<Verdict> = rows.iter().map(|row| row.verdict).collect();
    match verdicts[..] {
        _ if verdicts.contains(&Verdict::Undecided) => format!("Undecided between {a} and {b}"),
        [Verdict::Better, Verdict::Worse] => format!("{a} and {b}: each does better where it is rare"),
        [Verdict::Worse, Verdict::Better] => format!("{a} and {b}: each does better where it is common"),
        [one, ref others @ ..] if others.iter().all(|&other| other == one) => said(tallies, one, a, b),
        _ => {
            let each: Vec<String> =
                rows.iter().map(|row| format!("{} {}", in_short(row.verdict), among(tallies, row))).collect();
            format!("{a} compared with {b} is {}", each.join(" and "))
        }
    }
}

/// A verdict on two strategies.
fn said(tallies: &CompareTallies, verdict: Verdict, a: &str, b: &str) -> String {
    let margin = tallies.terms.margin;
    match verdict {
        Verdict::Better => format!("{a} is better than {b}"),
        Verdict::Worse => format!("{a} is worse than {b}"),
        Verdict::Equal => format!("{a} and {b} are equal within {margin}"),
        Verdict::H1 => format!("H1 is accepted, that {a} is better than {b} by {margin} or more"),
        Verdict::H0 => format!("H0 is accepted, that {a} is not better than {b}"),
        Verdict::Undecided => format!("{a} and {b}: undecided"),
    }
}

/// What the first strategy is compared with the second.
fn in_short(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Better => "better",
        Verdict::Worse => "worse",
        Verdict::Equal => "equal within the margin",
        Verdict::H1 => "better (H1 is accepted)",
        Verdict::H0 => "not better (H0 is accepted)",
        Verdict::Undecided => "undecided",
    }
}

fn among(tallies: &CompareTallies, row: &Contrast) -> String {
    format!("against {}", tallies.against[row.field])
}

fn shown(row: &Contrast) -> String {
    row.difference.as_ref().map_or_else(|| "unknown".to_owned(), shown_estimate)
}

/// How the intervals were made, with their level.
fn method(tallies: &CompareTallies) -> String {
    let level = 100.0 * (1.0 - tallies.terms.alpha.value());
    // As many digits as were typed: 95, 99.9.
    let level = format!("{level:.6}");
    let level = level.trim_end_matches('0').trim_end_matches('.');
    match tallies.terms.test {
        TestRecord::Student => format!("Student's {level} % intervals"),
        TestRecord::Cs => format!("{level} % confidence sequence"),
        TestRecord::Sprt => format!("sequential probability ratio test; {level} % confidence sequence"),
    }
}

/// How the verdicts of a sweep hold together, and by which intervals.
pub fn together_text(sweep: &CompareSweep) -> String {
    let Some(first) = sweep.combinations.first() else { return String::new() };
    let (all, intervals) = (sweep.all, method(&first.tallies));
    format!(
        "Each of the {all} combinations is judged at 1/{all} of the error rate, so that all of them together err no more often \
         than one comparison does ({intervals}, after Bonferroni)"
    )
}

/// What is done about luck in a sweep that was to cancel it.
pub fn luck_text(sweep: &CompareSweep) -> Option<String> {
    let (known, all) = (cancelled(sweep), sweep.combinations.len());
    let why = all_why_as_played(sweep.combinations.iter().map(|it| &*it.tallies.notes));
    if known == 0 {
        return why.map(|why| format!("luck is not cancelled in any of the {all} combinations: {why}"));
    }
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    let (those, elsewhere) = match known == all {
        true => (String::new(), ""),
        false => (
            format!(" of {known} of the {all} combinations, where it is known"),
            "; the others, and their against_first, are as played",
        ),
    };
    Some(format!(
        "luck is cancelled in the win shares{those}: what cards and dice gave or took is subtracted, in diff as in against_first \
         (luck_gain: how many times as many games diff would need without){elsewhere}{why}"
    ))
}

/// Which differences of win share are settled, and which are not, of three or more strategies.
pub fn settled_text(tallies: &CompareTallies, contrasts: &[Contrast]) -> String {
    let shares: Vec<&Contrast> = shares(contrasts).collect();
    let settled = shares.iter().filter(|row| row.verdict != Verdict::Undecided).count();
    let mut text = format!(
        "{settled} of {} differences of win share are settled; all hold together ({}, after Bonferroni):\n",
        shares.len(),
        method(tallies)
    );
    let told = told(tallies, contrasts);
    let told: Vec<&Contrast> = super::shares(&told).collect();
    if told.len() < shares.len() {
        text.push_str("of strategies next to each other in the ranking (all are in compare.csv):\n");
    }
    for row in told {
        let verdict = said(tallies, row.verdict, &tallies.arms[row.arms.0], &tallies.arms[row.arms.1]);
        text.push_str(&format!("- {verdict}: {}\n", shown(row)));
    }
    text
}
