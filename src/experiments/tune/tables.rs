//! `tune.csv`, and what a race and its test come to in sentences.
//!
//! Owns the order of the candidates and their estimates. The test is judged and written as a comparison is.

use crate::games::WHOLE_WIN;
use crate::record::{
    CANCELLED_WIN, COMPARE, CompareTallies, Decimal, Differences, Ends, Moments as Sums, RUNS, StageSums, Terms,
    TestRecord, TuneTallies, cancelled_rounding, quoted, why_as_played,
};
use crate::report::column::{Column, Definition};
use crate::report::compare::{Judge, compare_table, shares};
use crate::report::definitions;
use crate::report::package::CsvFiles;
use crate::report::shown::{in_points, shown_points};
use crate::report::table::{Origin, Table, csv_files};
use crate::report::{Heading, Headline};
use crate::stats::{ErrorRate, Estimate, Interval, Moments, PairedBlocks, Scale, Sequence, difference};

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
        let win = u64::from(if is_cancelled(tallies, &sums) { CANCELLED_WIN } else { WHOLE_WIN });
        let (share, difference, ev) = (
            estimate(
                tallies,
                &sums,
                (sums.arm.share.blocks, sums.arm.share.ends),
                (win, win, 1),
                ErrorRate::FIVE_PERCENT,
            )
            .map(|found| rounded(tallies, &sums, found, 1.0)),
            difference_of(tallies, &sums, ErrorRate::FIVE_PERCENT),
            estimate(
                tallies,
                &sums,
                (sums.arm.score.blocks, sums.arm.score.ends),
                (1, tallies.highest_score.into(), 1),
                ErrorRate::FIVE_PERCENT,
            ),
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
    (blocks, ends): (Sums, Ends),
    (unit, most, arms): (u64, u64, u64),
    alpha: ErrorRate,
) -> Option<Estimate> {
    let blocks = moments(sums, &Differences { blocks, ends });
    method(tallies, alpha)(&blocks, Scale::new(tallies.players * unit, arms * tallies.players * most))
}

fn moments(sums: &StageSums, &Differences { blocks, ends }: &Differences) -> Moments {
    Moments { n: sums.blocks, sum: blocks.sum, squares: blocks.squares, least: ends.least, most: ends.most }
}

/// How intervals are made: of a race that was cut off they hold whenever that was.
fn method(tallies: &TuneTallies, alpha: ErrorRate) -> impl Fn(&Moments, Scale) -> Option<Estimate> {
    let is_complete = tallies.is_complete;
    move |blocks, scale| match is_complete {
        true => difference(blocks, scale, alpha),
        false => Sequence::new(alpha).estimate(blocks, scale),
    }
}

/// Whether luck is cancelled in these sums.
fn is_cancelled(tallies: &TuneTallies, sums: &StageSums) -> bool {
    tallies.rungs.iter().any(|rung| rung.stage == sums.stage && rung.sums.cancelled)
}

/// With the roundings of so many win shares without luck in the interval.
fn rounded(tallies: &TuneTallies, sums: &StageSums, found: Estimate, shares: f64) -> Estimate {
    let by = if is_cancelled(tallies, sums) { shares * cancelled_rounding(&tallies.game) } else { 0.0 };
    let wider = |Interval { lo, hi }: Interval| Interval { lo: lo - by, hi: hi + by };
    Estimate { interval: found.interval.map(wider), ..found }
}

/// The differences of a candidate's blocks without luck, and the scale of those as played; `None` where luck is not cancelled.
fn without_luck(tallies: &TuneTallies, sums: &StageSums) -> Option<((Moments, Scale), (Moments, Scale))> {
    let pair = sums.pair.as_ref()?;
    let scale = |win: u32| Scale::new(tallies.players * u64::from(win), 2 * tallies.players * u64::from(win));
    let played = (moments(sums, pair.played.as_ref()?), scale(WHOLE_WIN));
    Some(((moments(sums, &pair.share), scale(CANCELLED_WIN)), played))
}

/// How many times as many games a candidate's difference would need with luck; not known where few games make it, or no more is
/// left without luck than roundings.
fn luck_gain(tallies: &TuneTallies, row: &Raced) -> Option<f64> {
    let ((blocks, scale), (played, played_scale)) = without_luck(tallies, &row.sums)?;
    let rounding = 2.0 * cancelled_rounding(&tallies.game);
    let left = blocks.variance(scale).filter(|&variance| variance > rounding * rounding)?;
    Some(played.variance(played_scale).filter(|_| !played.is_of_few_blocks())? / left)
}

/// What is said of luck in a race that was to cancel it.
pub fn luck_of_tuning(tallies: &TuneTallies) -> Option<String> {
    let [cancelled, others] = tallies.stages();
    let listed = |all: &[u32]| all.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let those = match (&cancelled[..], &others[..]) {
        ([], _) => return None,
        (_, []) => "in the race and in the test".to_owned(),
        (own, others) => format!("in the race, stage {}, not in stage {}", listed(own), listed(others)),
    };
    Some(format!(
        "luck is cancelled in win shares and differences, {those}: the part of each result that luck explains is subtracted (luck \
         gain: how many times as many games the difference would need otherwise)"
    ))
}

/// The win share of a candidate less that of the default.
fn difference_of(tallies: &TuneTallies, sums: &StageSums, alpha: ErrorRate) -> Option<Estimate> {
    if let Some((own, played)) = without_luck(tallies, sums) {
        let found = PairedBlocks::without_luck(own, played).estimate(method(tallies, alpha))?;
        return Some(rounded(tallies, sums, found, 2.0));
    }
    let Differences { blocks, ends } = sums.pair.as_ref()?.share;
    estimate(tallies, sums, (blocks, ends), (WHOLE_WIN.into(), WHOLE_WIN.into(), 2), alpha)
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

const KIND: Definition = Definition::label("kind", "default, winner of the race, or another candidate");

/// `tune`: a row a candidate, and the default.
pub fn tune_table<'t>(tallies: &'t TuneTallies) -> Table {
    type C<'a> = Column<'a, Raced>;
    let record = |row: &Raced| &tallies.candidates[row.candidate];
    let kind = |row: &Raced| match row.candidate {
        0 => "default",
        one if tallies.winner() == Some(one) => "winner",
        _ => "candidate",
    };
    let mut columns = vec![C::text(definitions::STRATEGY, move |row| &*record(row).name), C::text(KIND, kind)];
    for (at, key) in tallies.parameters.iter().enumerate() {
        columns.push(C::text(Definition::of(&**key, "", format!("the value of the parameter {key}")), move |row| {
            &*record(row).values[at]
        }));
    }
    let interval = |column: C<'t>| match tallies.is_complete {
        true => column,
        false => column.with_interval("95% interval of a confidence sequence"),
    };
    columns.extend([
        C::whole(Definition::new("stage", "stage", "the last stage of the race in which it played"), |row| {
            row.sums.stage
        }),
        C::whole(
            Definition::new(
                "rungs",
                "rungs",
                "the rungs that it played in this stage; after each, the better half goes on",
            ),
            |row| row.sums.rungs,
        ),
        C::whole(definitions::BLOCKS, |row| row.sums.blocks),
        C::whole(Definition::new("games", "games", "games that it played in the stage"), |row| {
            row.sums.blocks * tallies.players
        }),
        interval(C::estimate(definitions::WIN_SHARE, |row| row.share)),
        interval(C::estimate(definitions::TESTED, |row| row.difference)),
        interval(C::estimate(definitions::ev(&tallies.game), |row| row.ev)),
        C::text(
            Definition::label("dropped", "the stage and rung after which it was dropped; empty if it was not"),
            |row| dropped(tallies, row),
        ),
    ]);
    // Where luck was to be cancelled and could not be the column is empty.
    if !tallies.stages()[0].is_empty() || why_as_played(&tallies.notes).is_some() {
        columns.push(C::exact(definitions::LUCK_GAIN, |row| luck_gain(tallies, row)));
    }
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

/// The winner of the race, and by how much its win share was above that of the default in the test, if it was played.
pub fn tested_difference(tallies: &TuneTallies) -> Option<(String, Option<Estimate>)> {
    let winner = tallies.test.as_ref()?.candidate;
    Some((tallies.candidates[winner].name.clone(), test_difference(tallies)))
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
    /// It was not found to be better: the interval contains 0, or lies below.
    NoBetter,
    /// There was no test: records of former versions have none where no candidate did better than the default in the race.
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
    if tallies.rungs.is_empty() {
        return vec![format!(
            "The race was stopped before its first rung was played, so nothing is known about the {all} candidates."
        )];
    }
    if !tallies.is_complete && tallies.test.is_none() {
        return vec![format!(
            "The race was stopped. It is not settled which of the {all} candidates is best, and no winner was tested. Each interval so \
             far holds for one candidate alone."
        )];
    }
    let Some(test) = &tallies.test else {
        return vec![format!(
            "No candidate was found that is better than {default}: none of the {all} won more in the race, so nothing was tested.{}",
            missed(tallies)
        )];
    };
    let name = &tallies.candidates[test.candidate].name;
    let difference = test_difference(tallies);
    let said = match outcome(tallies) {
        Tested::Better => format!("{name} is better than {default}"),
        Tested::NoBetter => match difference.and_then(|estimate| estimate.interval) {
            Some(interval) if interval.hi < 0.0 => {
                format!(
                    "No candidate was found that is better than {default}: the winner of the race, {name}, is worse"
                )
            }
            _ => format!("No candidate was found that is better than {default}; {name} won the race"),
        },
        Tested::DefaultWon | Tested::CutOff => format!("The test of {name} was stopped"),
    };
    let missed = if outcome(tallies) == Tested::NoBetter { missed(tallies) } else { String::new() };
    let (distance, games) = (distance(difference.as_ref()), grouped(test.sums.blocks * tallies.players));
    vec![
        format!(
            "{said}. Each of the two played {games} new games against {}: the win share of {name} is {distance} that of {default}.{missed}",
            tallies.against
        ),
        race_sentence(tallies, test.candidate, grouped),
    ]
}

/// What the race found, and why that is not its strength.
fn race_sentence(tallies: &TuneTallies, winner: usize, grouped: impl Fn(u64) -> String) -> String {
    let (all, default, name) =
        (tallies.candidates.len() - 1, &tallies.candidates[0].name, &tallies.candidates[winner].name);
    let games = grouped(tallies.last_stage(winner).map_or(0, |sums| sums.blocks * tallies.players));
    let found = raced(tallies).into_iter().find(|row| row.candidate == winner).and_then(|row| row.difference);
    format!(
        "A race between {all} candidates chose {name}. In its {games} games of the race, its win share was {} that of {default}. This \
         number is too high on average, because the race chooses what looks best.",
        distance(found.as_ref())
    )
}

/// How large a gain could have been missed, in a sentence.
fn missed(tallies: &TuneTallies) -> String {
    match missed_gain(tallies) {
        None => String::new(),
        Some(gain) if gain <= 0.0 => {
            " With 95% confidence, none of the candidates has a higher win share than the default.".to_owned()
        }
        Some(gain) => format!(
            " The search may have missed a candidate whose win share is up to {} percentage points higher (with 95% confidence).",
            in_points((1e4 * gain).ceil() / 1e4)
        ),
    }
}

/// The most that a candidate may win more than the default, as far as the race and the test tell: no candidate's true gain is
/// larger, but with a probability of 5 %. `None` if a candidate's gain is not bounded at all.
///
/// A candidate that was dropped after a rung was chosen for what it had won by then, so its interval has to hold at whichever rung that
/// was: the error rate is shared by all candidates of all rungs (Bonferroni), with half of it for the test.
fn missed_gain(tallies: &TuneTallies) -> Option<f64> {
    let half = 0.5 * ErrorRate::FIVE_PERCENT.value();
    let looks: usize = tallies.rungs.iter().map(|rung| rung.candidates.len()).sum();
    // A bound to one side errs half as often as an interval.
    let alpha = ErrorRate::new(2.0 * half / looks.max(1) as f64).ok()?;
    let tested = tallies.test.as_ref().and_then(|test| {
        let highest = test_difference(tallies)?.interval?.hi;
        Some((test.candidate, highest))
    });
    let bound = |candidate: usize| {
        let in_race = difference_of(tallies, &tallies.last_stage(candidate)?, alpha)?.interval?.hi;
        match tested {
            Some((one, in_test)) if one == candidate => Some(f64::min(in_race, in_test)),
            _ => Some(in_race),
        }
    };
    (1..tallies.candidates.len()).map(bound).try_fold(f64::NEG_INFINITY, |most, bound| Some(most.max(bound?)))
}

/// How far above or below something a number lies, in a sentence.
fn distance(difference: Option<&Estimate>) -> String {
    let Some(difference) = difference else {
        return "an unknown number of percentage points above or below".to_owned();
    };
    let shown = |estimate: Estimate| shown_points(&estimate);
    if difference.value < 0.0 {
        format!("{} below", shown(difference.negated()))
    } else {
        format!("{} above", shown(*difference))
    }
}

/// What to type from now on, where `typed` says how a strategy is typed; nothing if the race or the test was cut off.
pub fn to_type(tallies: &TuneTallies, typed: impl Fn(&str) -> String) -> Option<String> {
    let bots = |at: usize| format!("--bots {}", quoted(&typed(&tallies.candidates[at].name)));
    match (outcome(tallies), &tallies.test) {
        (Tested::Better, Some(test)) => Some(format!("To play it: {}", bots(test.candidate))),
        (Tested::CutOff, _) => None,
        _ => Some(format!("To play the default: {}", bots(0))),
    }
}

/// Every CSV file: `tune.csv`, and `compare.csv` of the test.
pub fn tune_files(tallies: &TuneTallies, origin: &Origin) -> CsvFiles {
    let test = tested(tallies).map(|(compared, judge)| compare_table(&compared, &judge.contrasts(&compared)));
    csv_files(std::iter::once(tune_table(tallies)).chain(test).map(|table| table.of(origin)))
}

/// What it comes to in short: its winner, and how the test of it ended.
pub fn headline(tallies: &TuneTallies, grouped: impl Fn(u64) -> String) -> Headline {
    Headline {
        of: Heading::text(definitions::STRATEGY),
        number: Heading::estimate(definitions::TESTED),
        rows: tested_difference(tallies).into_iter().collect(),
        sentence: tune_sentences(tallies, grouped).into_iter().next().unwrap_or_default(),
    }
}
