//! A comparison in words.
//!
//! Owns the sentence that gives the verdict with its interval, number of games and method, and the list of
//! differences that are settled.

use super::sweep::cancelled;
use super::{Contrast, Judge, Metric, Verdict, shares, told};
use crate::record::{CompareSweep, CompareTallies, Decimal, TestRecord, all_why_as_played, noun};
use crate::report::shown_estimate;
use crate::stats::Interval;

/// The verdict on two strategies in one sentence; `grouped` writes whole numbers.
pub fn verdict_sentence(tallies: &CompareTallies, contrasts: &[Contrast], grouped: impl Fn(u64) -> String) -> String {
    format!("{}: {}.", verdict_words(tallies, contrasts), difference_words(tallies, contrasts, grouped))
}

/// The verdict on two strategies in a few words, before the numbers.
pub fn verdict_words(tallies: &CompareTallies, contrasts: &[Contrast]) -> String {
    headline(tallies, contrasts, &tallies.arms[0], &tallies.arms[1])
}

/// The differences of two strategies, with the number of games and the method, as part of a sentence.
pub fn difference_words(tallies: &CompareTallies, contrasts: &[Contrast], grouped: impl Fn(u64) -> String) -> String {
    let (a, b) = (&tallies.arms[0], &tallies.arms[1]);
    let shares = shares(contrasts).filter(|row| row.arms == (0, 1));
    let clauses: Vec<String> = shares.map(|row| format!("{} {}", shown(row), among(tallies, row))).collect();
    format!(
        "the win share of {a} minus that of {b} is {} ({} games each in {} {}; {})",
        clauses.join(" and "),
        grouped(tallies.games_an_arm()),
        grouped(tallies.sums.blocks),
        noun(tallies.sums.blocks, "deal", "deals"),
        method(tallies)
    )
}

/// What is concluded over all fields, before the numbers. With two fields the first is of the second strategy's kind,
/// and the second of the first's.
fn headline(tallies: &CompareTallies, contrasts: &[Contrast], a: &str, b: &str) -> String {
    let rows: Vec<&Contrast> = shares(contrasts).filter(|row| row.arms == (0, 1)).collect();
    let verdicts: Vec<Verdict> = rows.iter().map(|row| row.verdict).collect();
    let said: Vec<String> = rows.iter().map(|row| said(tallies, row, a, b)).collect();
    match verdicts[..] {
        _ if verdicts.contains(&Verdict::Undecided) => format!("Undecided between {a} and {b}"),
        [Verdict::Better, Verdict::Worse] => format!("{a} and {b}: each does better where it is rare"),
        [Verdict::Worse, Verdict::Better] => format!("{a} and {b}: each does better where it is common"),
        [_, ..] if said.iter().all(|one| *one == said[0]) => said[0].clone(),
        _ if tallies.terms.test == TestRecord::Sprt => {
            let each = rows.iter().zip(&said).map(|(row, said)| format!("{}: {said}", among(tallies, row)));
            each.collect::<Vec<_>>().join("; ")
        }
        _ => {
            let each: Vec<String> = rows
                .iter()
                .enumerate()
                .map(|(at, row)| {
                    let than = if at == 0 { in_full(row.verdict, b) } else { in_short(row.verdict).to_owned() };
                    format!("{than} {}", among(tallies, row))
                })
                .collect();
            format!("{a} is {}", each.join(", and "))
        }
    }
}

/// What the first strategy is compared with the second, by an interval, with the name of the second.
fn in_full(verdict: Verdict, b: &str) -> String {
    match verdict {
        Verdict::Better => format!("better than {b}"),
        Verdict::Worse => format!("worse than {b}"),
        Verdict::Equal => format!("equal to {b} within the margin"),
        Verdict::Undecided | Verdict::H1 | Verdict::H0 => "undecided".to_owned(),
    }
}

/// The same without the name.
fn in_short(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Better => "better",
        Verdict::Worse => "worse",
        Verdict::Equal => "equal within the margin",
        Verdict::Undecided | Verdict::H1 | Verdict::H0 => "undecided",
    }
}

/// A verdict on two strategies, which claims nothing that its interval does not hold.
fn said(tallies: &CompareTallies, row: &Contrast, a: &str, b: &str) -> String {
    match row.verdict {
        Verdict::Better => format!("{a} is better than {b}"),
        Verdict::Worse => format!("{a} is worse than {b}"),
        Verdict::Equal => {
            let margin = tallies.terms.margin;
            match row.difference.and_then(|difference| difference.interval) {
                Some(it) if it.lo > 0.0 => {
                    format!("{a} and {b} are equal within {margin}, though {a} is a little better")
                }
                Some(it) if it.hi < 0.0 => {
                    format!("{a} and {b} are equal within {margin}, though {b} is a little better")
                }
                _ => format!("{a} and {b} are equal within {margin}"),
            }
        }
        Verdict::H1 | Verdict::H0 => said_by_test(row, tallies.terms.margin, a, b),
        Verdict::Undecided => format!("undecided between {a} and {b}"),
    }
}

/// The verdict of a test of H0, a difference of 0, against H1, a difference of the margin. It says which of the two is farther
/// from what was seen, and both may be far: so what is claimed is what the interval leaves, and the test is in brackets.
fn said_by_test(row: &Contrast, margin: Decimal, a: &str, b: &str) -> String {
    let accepted = if row.verdict == Verdict::H1 { "the test says: better" } else { "the test says: not better" };
    let Some(Interval { lo, hi }) = row.difference.and_then(|difference| difference.interval) else {
        return format!("{a} compared with {b}: {accepted}");
    };
    let most = margin.value();
    let claim = match (lo, hi) {
        _ if lo >= most => format!("{a} is better than {b} by {margin} or more"),
        _ if lo > 0.0 && hi < most => format!("{a} is better than {b}, but by less than {margin}"),
        _ if lo > 0.0 => format!("{a} is better than {b}, and may be so by {margin} or more"),
        _ if hi < 0.0 => format!("{a} is worse than {b}"),
        _ if hi < most => format!("{a} is better than {b} by less than {margin}, if at all"),
        _ => format!("{a} may be no better than {b}, or better by {margin} or more"),
    };
    let doubt = match row.verdict {
        _ if lo > 0.0 && hi < most => {
            format!(", but neither answer is plausible: the interval contains neither 0 nor {margin}")
        }
        Verdict::H1 if hi < most || lo > most => format!(", but the interval does not contain {margin}"),
        Verdict::H1 if lo <= 0.0 => ", although the interval still contains a difference of 0".to_owned(),
        Verdict::H0 if lo > 0.0 || hi < 0.0 => ", but the interval does not contain 0".to_owned(),
        Verdict::H0 if hi >= most => {
            format!(", although the interval still contains a difference of {margin}")
        }
        _ => String::new(),
    };
    format!("{claim} ({accepted}{doubt})")
}

fn among(tallies: &CompareTallies, row: &Contrast) -> String {
    format!("against {}", tallies.against[row.field])
}

fn shown(row: &Contrast) -> String {
    row.difference.as_ref().map_or_else(|| "unknown".to_owned(), shown_estimate)
}

/// How the intervals were made, with their level.
pub fn method(tallies: &CompareTallies) -> String {
    let level = level(tallies);
    match tallies.terms.test {
        TestRecord::Student => format!("Student's {level}% intervals"),
        TestRecord::Cs => format!("{level}% confidence sequence"),
        TestRecord::Sprt => format!("sequential probability ratio test; {level}% confidence sequence"),
    }
}

/// The level of the intervals in percent, with as many digits as were typed: 95, 99.9.
fn level(tallies: &CompareTallies) -> String {
    let level = format!("{:.6}", 100.0 * (1.0 - tallies.terms.alpha.value()));
    level.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// How the verdicts of a sweep hold together.
pub fn together_text(sweep: &CompareSweep) -> String {
    let Some(first) = sweep.combinations.first() else { return String::new() };
    let all = match sweep.all {
        1 => "the combination".to_owned(),
        2 => "both combinations".to_owned(),
        all => format!("all {all} combinations"),
    };
    let level = level(&first.tallies);
    format!("the intervals are wide enough for the verdicts of {all} to be correct together, with {level}% confidence")
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
            "; the others, and their changes from the first combination, are as played",
        ),
    };
    Some(format!(
        "luck is cancelled in the win shares{those}, and in their changes from the first combination (luck gain: how many times as \
         many games would be needed otherwise){elsewhere}{why}"
    ))
}

/// Who has the highest win share of three or more strategies, and which others it is known to beat.
pub fn best_sentence(tallies: &CompareTallies, judge: &Judge, contrasts: &[Contrast]) -> String {
    let means: Vec<_> = (0..tallies.arms.len()).map(|arm| judge.mean(tallies, 0, arm, Metric::WinShare)).collect();
    let value = |arm: &usize| means[*arm].as_ref().map_or(f64::NEG_INFINITY, |mean| mean.value);
    let best = (0..means.len()).max_by(|a, b| value(a).total_cmp(&value(b))).unwrap_or(0);
    let of_best = shares(contrasts).filter(|row| row.arms.0 == best || row.arms.1 == best);
    let beaten = of_best.filter(|row| match row.verdict {
        Verdict::Better => row.arms.0 == best,
        Verdict::Worse => row.arms.1 == best,
        _ => false,
    });
    let (name, beaten, others) = (&tallies.arms[best], beaten.count(), tallies.arms.len() - 1);
    let mean = means[best].as_ref().map_or_else(|| "unknown".to_owned(), shown_estimate);
    let against = format!("against {}", tallies.against[0]);
    match beaten == others {
        true => format!("{name} is the best of {}: its win share {against} is {mean}.", others + 1),
        false => format!(
            "{name} has the highest win share {against}: {mean}. It is known to be better than {beaten} of the {others} others."
        ),
    }
}

/// Which differences of win share are settled, and which are not, of three or more strategies.
pub fn settled_text(tallies: &CompareTallies, contrasts: &[Contrast]) -> String {
    let shares: Vec<&Contrast> = shares(contrasts).collect();
    let settled = shares.iter().filter(|row| row.verdict != Verdict::Undecided).count();
    let mut text = format!(
        "{settled} of {} differences in win share are settled. The verdicts (with {}% confidence, all are correct together):\n",
        shares.len(),
        level(tallies)
    );
    let told = told(tallies, contrasts);
    let told: Vec<&Contrast> = super::shares(&told).collect();
    if told.len() < shares.len() {
        text.push_str("Neighbours in the ranking (all pairs are in compare.csv):\n");
    }
    for row in told {
        let verdict = said(tallies, row, &tallies.arms[row.arms.0], &tallies.arms[row.arms.1]);
        text.push_str(&format!("- {verdict} (difference in win share: {})\n", shown(row)));
    }
    text
}
