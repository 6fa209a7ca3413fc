//! `tune.csv`, and what a race and its test come to in sentences.
//!
//! Owns the order of the candidates and their estimates. The test is judged and written as a comparison is.

use super::compare::{Judge, compare_table, shares};
use super::table::{Column, Field, Origin, Table, csv_file};
use crate::games::WHOLE_WIN;
use crate::record::{
    COMPARE, CompareTallies, Decimal, Differences, Ends, Moments as Sums, RUNS, StageSums, Terms, TestRecord,
    TuneTallies,
};
use crate::stats::{ErrorRate, Estimate, Moments, Scale, Sequence, difference};

/// A candidate with what it came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Raced {
    /// Its position in the records; the default has position 0.
    pub candidate: usize,
    /// What it came to in the last stage in which it played.
    pub sums: StageSums,
    /// Its win share.
    pub share: Option<Estimate>,
    /// Its win share less that of the default; none of the default itself.
    pub difference: Option<Estimate>,
    /// Its mean score.
    pub ev: Option<Estimate>,
}

/// Those who played: who won the race first, then who stayed longest, of these the one who won more.
pub fn raced(tallies: &TuneTallies) -> Vec<Raced> {
    let row = |candidate: usize| {
        let sums = tallies.last_stage(candidate)?;
        let (share, difference, ev) = (
            estimate(
                tallies,
                &sums,
                sums.arm.share.blocks,
                sums.arm.share.ends,
                (WHOLE_WIN.into(), WHOLE_WIN.into(), 1),
            ),
            sums.pair.as_ref().and_then(|pair| {
                let Differences { blocks, ends } = pair.share;
                estimate(tallies, &sums, blocks, ends, (WHOLE_WIN.into(), WHOLE_WIN.into(), 2))
            }),
            estimate(tallies, &sums, sums.arm.score.blocks, sums.arm.score.ends, (1, tallies.highest_score.into(), 1)),
        );
        let within = |it: Option<Estimate>, most: f64| {
            it.map(|it| Estimate { interval: it.interval.map(|interval| interval.within(0.0, most)), ..it })
        };
        Some(Raced {
            candidate,
            share: within(share, 1.0),
            difference,
            ev: within(ev, tallies.highest_score.into()),
            sums,
        })
    };
    let mut rows: Vec<Raced> = (0..tallies.candidates.len()).filter_map(row).collect();
    let winner = tallies.winner();
    rows.sort_by_key(|row| {
        let StageSums { stage, rungs, arm, .. } = &row.sums;
        let order = (Some(row.candidate) == winner, *stage, *rungs, arm.share.blocks.sum);
        (std::cmp::Reverse(order), row.candidate)
    });
    rows
}

/// An estimate of what the games of a block come to on average; `unit` stands for 1, a game has at most `most`, and the
/// number is of so many strategies. Of a race that was cut off the interval holds whenever that was.
fn estimate(
    tallies: &TuneTallies,
    sums: &StageSums,
    blocks: Sums,
    ends: Ends,
    (unit, most, arms): (u64, u64, u64),
) -> Option<Estimate> {
    let moments =
        Moments { n: sums.blocks, sum: blocks.sum, squares: blocks.squares, least: ends.least, most: ends.most };
    let scale = Scale::new(tallies.players * unit, arms * tallies.players * most);
    match tallies.is_complete {
        true => difference(&moments, scale, ErrorRate::FIVE_PERCENT),
        false => Sequence::new(ErrorRate::FIVE_PERCENT).estimate(&moments, scale),
    }
}

/// Where a candidate was dropped, in words; nothing of the default, of who won, and where nobody knows yet.
fn dropped(tallies: &TuneTallies, row: &Raced) -> String {
    let StageSums { stage, rungs, .. } = row.sums;
    let last = tallies.rungs.last().map(|rung| rung.stage).unwrap_or(0);
    let goes_on = row.candidate == 0 || tallies.winner() == Some(row.candidate);
    let in_last = tallies.rungs.last().is_some_and(|rung| rung.candidates.contains(&row.candidate) && stage == last);
    match goes_on || in_last && !tallies.is_complete && tallies.test.is_none() {
        true => String::new(),
        false => format!("stage {stage} rung {rungs}"),
    }
}

/// `tune`: a row a candidate, and the default.
pub fn tune_table(tallies: &TuneTallies) -> Table {
    type C<'a> = Column<'a, Raced>;
    let record = |row: &Raced| &tallies.candidates[row.candidate];
    let kind = |row: &Raced| match row.candidate {
        0 => "default",
        one if tallies.winner() == Some(one) => "winner",
        _ => "candidate",
    };
    let mut columns = vec![C::text("strategy", move |row| &*record(row).name), C::text("kind", kind)];
    for (at, key) in tallies.parameters.iter().enumerate() {
        columns.push(C::text(key.clone(), move |row| &*record(row).values[at]));
    }
    columns.extend([
        C::whole("stage", |row| row.sums.stage),
        C::whole("rungs", |row| row.sums.rungs),
        C::whole("blocks", |row| row.sums.blocks),
        C::whole("games", |row| row.sums.blocks * tallies.players),
        C::estimate("win_share", |row| row.share),
        C::estimate("diff", |row| row.difference),
        C::estimate("ev", |row| row.ev),
        C::text("dropped", |row| dropped(tallies, row)),
    ]);
    Table::new("tune", columns, raced(tallies))
}

/// The same for a terminal, the first rows.
pub fn short_tune_table(tallies: &TuneTallies, most: usize) -> Table {
    const ELSEWHERE: [&str; 4] = ["stage", "rungs", "blocks", "ev"];
    let mut table = tune_table(tallies);
    let mut at = 0;
    let keep: Vec<bool> = table
        .headings
        .iter()
        .map(|heading| {
            !ELSEWHERE.contains(&heading.name()) && !tallies.parameters.iter().any(|key| key == heading.name())
        })
        .collect();
    table.headings.retain(|_| {
        at += 1;
        keep[at - 1]
    });
    table.rows.truncate(most);
    for row in &mut table.rows {
        let mut kept = keep.iter();
        row.retain(|_| kept.next() == Some(&true));
    }
    table
}

/// The test as a comparison of the candidate with the default, and who judges it.
pub fn tested(tallies: &TuneTallies) -> Option<(CompareTallies, Judge)> {
    let test = tallies.test.as_ref()?;
    let mut terms = Terms {
        until: RUNS.to_owned(),
        test: TestRecord::Student,
        margin: "0".parse::<Decimal>().ok()?,
        alpha: "0.05".parse::<Decimal>().ok()?,
        win_shares_alone: false,
        beta: None,
    };
    if !tallies.is_complete {
        terms.interrupt();
    }
    let judge = Judge::new(&terms, 2).ok()?;
    let compared = CompareTallies {
        command: COMPARE.to_owned(),
        format: tallies.format,
        game: tallies.game.clone(),
        notes: tallies.notes.clone(),
        players: tallies.players,
        highest_score: tallies.highest_score,
        arms: [test.candidate, 0].map(|at| tallies.candidates[at].name.clone()).to_vec(),
        against: vec![tallies.against.clone()],
        terms,
        sums: test.sums.clone(),
    };
    Some((compared, judge))
}

/// What the test says of the candidate that won the race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tested {
    /// It is better than the default: the whole interval lies above 0.
    Better,
    /// It is no better, as far as these games tell: the interval contains 0, or lies below.
    NoBetter,
    /// There was no test, because no candidate did better than the default in the race.
    DefaultWon,
    /// The race or the test was cut off.
    CutOff,
}

/// What is known in the end.
pub fn outcome(tallies: &TuneTallies) -> Tested {
    let test = test_difference(tallies).and_then(|estimate| estimate.interval);
    match (tallies.is_complete, &tallies.test) {
        (false, _) => Tested::CutOff,
        (true, None) => Tested::DefaultWon,
        (true, Some(_)) if test.is_some_and(|interval| interval.lo > 0.0) => Tested::Better,
        (true, Some(_)) => Tested::NoBetter,
    }
}

/// The difference of win share in the test.
pub fn test_difference(tallies: &TuneTallies) -> Option<Estimate> {
    let (compared, judge) = tested(tallies)?;
    shares(&judge.contrasts(&compared)).next()?.difference
}

/// What came of it, in sentences: what the race found, and what the test says of it.
pub fn tune_sentences(tallies: &TuneTallies, grouped: impl Fn(u64) -> String) -> Vec<String> {
    let all = tallies.candidates.len() - 1;
    let default = &tallies.candidates[0].name;
    if tallies.rungs.is_empty() || (!tallies.is_complete && tallies.test.is_none()) {
        return vec![format!("The race was cut off: nothing is known of the best of {all} candidates yet.")];
    }
    let Some(test) = &tallies.test else {
        return vec![format!(
            "No better than the default: none of {all} candidates won more than {default} in the race, so there was nothing to \
             test."
        )];
    };
    let name = &tallies.candidates[test.candidate].name;
    let found = tallies.last_stage(test.candidate).map_or(0, |sums| sums.blocks * tallies.players);
    let rows = raced(tallies);
    let optimistic = rows.iter().find(|row| row.candidate == test.candidate).and_then(|row| row.difference);
    let race = format!(
        "The race of {all} candidates found {name}: {} above {default} in the {} games that chose it, which is too much, because it \
         was chosen for it.",
        shown(optimistic.as_ref()),
        grouped(found)
    );
    let difference = test_difference(tallies);
    let (shown, games) = (shown(difference.as_ref()), grouped(test.sums.blocks * tallies.players));
    let said = match outcome(tallies) {
        Tested::Better => format!("{name} is better than {default}"),
        Tested::NoBetter => match difference.and_then(|estimate| estimate.interval) {
            Some(interval) if interval.hi < 0.0 => {
                format!("No better than the default: {name} is worse than {default}")
            }
            _ => format!("No better than the default, as far as these games tell: {name}"),
        },
        Tested::DefaultWon | Tested::CutOff => format!("The test of {name} was cut off"),
    };
    vec![
        format!(
            "{said}: on draws that the race never saw its win share is {shown} above that of {default}, against {} ({games} games each).",
            tallies.against
        ),
        race,
    ]
}

/// An estimate in a sentence.
fn shown(estimate: Option<&Estimate>) -> String {
    estimate.map_or("an unknown number".to_owned(), |estimate| super::shown(&Field::Estimate(Some(*estimate))))
}

/// Every CSV file, name and content: `tune.csv`, and `compare.csv` of the test.
pub fn tune_files(tallies: &TuneTallies, origin: &Origin) -> Vec<(String, String)> {
    let test = tested(tallies).map(|(compared, judge)| compare_table(&compared, &judge.contrasts(&compared)));
    std::iter::once(tune_table(tallies)).chain(test).map(|table| csv_file(&table.of(origin))).collect()
}
