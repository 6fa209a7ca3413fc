//! Comparisons: what their sums say.
//!
//! Owns how a comparison is judged: the intervals of its terms, and the verdict on each difference. `tables` writes it
//! down for programs, `words` says it to people.

mod sweep;
mod tables;
mod words;

pub use sweep::{against_first, compare_sweep, compare_sweep_files, compare_sweep_summary};
pub use tables::{compare_files, compare_table, ranking_table, short_table, told};
pub use words::{
    best_sentence, difference_words, luck_text, method, settled_text, together_text, verdict_sentence, verdict_words,
};

use crate::games::WHOLE_WIN;
use crate::record::{
    ArmSums, CompareTallies, Decimal, Differences, FieldSums, LookRecord, Terms, TestRecord, cancelled_rounding,
};
use crate::stats;
use crate::stats::{ErrorRate, Estimate, Interval, Moments, PairedBlocks, Scale, Sequence, Sprt, difference};

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// The win share: it decides.
    WinShare,
    /// The mean score: it informs.
    Ev,
}

impl Metric {
    /// Both, in the order of the tables.
    pub const ALL: [Metric; 2] = [Metric::WinShare, Metric::Ev];

    /// The name in the tables.
    pub const fn name(self) -> &'static str {
        self.of("win_share", "ev")
    }

    /// The one of the two that is of this metric.
    const fn of<T: Copy>(self, win_share: T, score: T) -> T {
        match self {
            Metric::WinShare => win_share,
            Metric::Ev => score,
        }
    }
}

/// What is said of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The whole interval lies within the margin round 0.
    Equal,
    /// The interval lies above 0.
    Better,
    /// The interval lies below 0.
    Worse,
    /// Of the sequential test: that the first is better by the margin at least is accepted.
    H1,
    /// Of the sequential test: that the first is not better is accepted.
    H0,
    /// None of these, so far.
    Undecided,
}

impl Verdict {
    /// The name in the tables.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Equal => "equal",
            Verdict::Better => "better",
            Verdict::Worse => "worse",
            Verdict::H1 => "h1_accepted",
            Verdict::H0 => "h0_accepted",
            Verdict::Undecided => "undecided",
        }
    }

    /// What an interval says: the first that holds of equal, better and worse.
    pub(crate) fn of(estimate: Option<&Estimate>, margin: f64) -> Verdict {
        let Some(interval) = estimate.and_then(|estimate| estimate.interval) else { return Verdict::Undecided };
        if margin > 0.0 && -margin <= interval.lo && interval.hi <= margin {
            Verdict::Equal
        } else if interval.lo > 0.0 {
            Verdict::Better
        } else if interval.hi < 0.0 {
            Verdict::Worse
        } else {
            Verdict::Undecided
        }
    }
}

/// Two arms against a field in one metric.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrast {
    /// The positions of the two arms.
    pub arms: (usize, usize),
    /// The position of the field.
    pub field: usize,
    /// What is compared.
    pub metric: Metric,
    /// The mean of each arm.
    pub means: [Option<Estimate>; 2],
    /// The first mean less the second.
    pub difference: Option<Estimate>,
    /// What is said of it.
    pub verdict: Verdict,
    /// How many times more games independent draws would need; `None` if all blocks differ alike, or are fewer than two.
    pub pairing_gain: Option<f64>,
    /// How many times as many games would be needed if luck were not cancelled; `None` where it is not.
    pub luck_gain: Option<f64>,
    /// Blocks in which the two came to different games.
    pub divergent: u64,
    /// How interval and verdict were made.
    pub method: String,
}

/// Terms by which nothing can be judged: which one, and why.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct TermsError(String);

/// Judges a comparison by its terms.
#[derive(Clone, Debug, PartialEq)]
pub struct Judge {
    /// Whether the number of blocks was fixed beforehand, so that intervals are Student's.
    fixed: bool,
    margin: f64,
    alpha: ErrorRate,
    sprt: Option<Sprt>,
    arms: usize,
    /// How many comparisons are judged together.
    combinations: usize,
}

impl Judge {
    /// The judge for so many strategies.
    ///
    /// With three or more, all differences of a metric hold together with probability 1 − α, and so do all means: each
    /// gets its part of α ([`ErrorRate::shared_by`]), which is valid however arms on the same draws are correlated. With
    /// two strategies against two fields each field has the whole α: a verdict over both needs both to agree, so it is
    /// wrong only if a row is that is wrong with probability α at most.
    ///
    /// # Errors
    /// If a term is out of its limits.
    pub fn new(terms: &Terms, arms: usize) -> Result<Judge, TermsError> {
        Judge::of_sweep(terms, arms, 1)
    }

    /// The judge for so many strategies in each of some combinations.
    ///
    /// A sweep is read for the combination that stands out, so its verdicts have to hold together: each combination gets its
    /// part of α, after Bonferroni, so that what holds of one comparison with probability 1 − α holds of all of them at once.
    /// How many are meant to be played counts, not how many were. The β of a sequential test, how often a difference may be missed, stays
    /// that of a combination.
    ///
    /// # Errors
    /// If a term is out of its limits.
    pub fn of_sweep(terms: &Terms, arms: usize, combinations: usize) -> Result<Judge, TermsError> {
        let rate = |option: &str, rate: Decimal| {
            ErrorRate::new(rate.value()).map_err(|error| TermsError(format!("{option}: {error}")))
        };
        let alpha = rate("--alpha", terms.alpha)?.shared_by(combinations.max(1));
        let margin = terms.margin.value();
        if !(0.0..=1.0).contains(&margin) {
            let limits = "a difference that is as good as none is 0 or more and at most 1";
            return Err(TermsError(format!("--margin: {margin}; {limits}")));
        }
        let beta = terms.beta.map(|beta| rate("--beta", beta)).transpose()?;
        let above_0 = |_| {
            TermsError(format!("--margin: {margin}; --test sprt needs one above 0, the difference that H1 speaks of"))
        };
        let sprt = match terms.test {
            TestRecord::Student | TestRecord::Cs => None,
            TestRecord::Sprt if arms > 2 => {
                let other = "--test cs compares any number";
                return Err(TermsError(format!("--test: sprt compares two strategies, not {arms} ({other})")));
            }
            TestRecord::Sprt => Some(Sprt::new(0.0, margin, alpha, beta.unwrap_or(alpha)).map_err(above_0)?),
        };
        Ok(Judge { fixed: terms.test == TestRecord::Student, margin, alpha, sprt, arms, combinations })
    }

    /// The judge of what holds at every look, whatever the terms.
    #[must_use]
    pub fn at_every_look(&self) -> Judge {
        Judge { fixed: false, sprt: None, ..*self }
    }

    /// All differences: by field, then by pair of arms, then by metric.
    pub fn contrasts(&self, tallies: &CompareTallies) -> Vec<Contrast> {
        let mut contrasts = Vec::new();
        for field in 0..tallies.sums.fields.len() {
            for (index, arms) in tallies.pairs().enumerate() {
                contrasts.extend(metrics(tallies).map(|metric| self.contrast(tallies, field, index, arms, metric)));
            }
        }
        contrasts
    }

    /// The mean of an arm against a field, its interval cut off where no mean can be.
    pub fn mean(&self, tallies: &CompareTallies, field: usize, arm: usize, metric: Metric) -> Option<Estimate> {
        if let Some(known) = known(tallies, field, arm, metric) {
            return Some(known);
        }
        let sums = arm_sums(&tallies.sums.fields[field], arm, metric);
        let alpha = self.alpha.shared_by(if self.arms > 2 { self.arms } else { 1 });
        let blocks = moments(tallies.sums.blocks, &Differences { blocks: sums.blocks, ends: sums.ends });
        let pair = tallies.pairs().position(|(a, b)| a == arm || b == arm);
        let played = pair.and_then(|pair| metric.of(tallies.sums.fields[field].pairs[pair].played, None));
        let scale = scale(tallies, metric, 1);
        // Like the differences that it makes, a mean without luck is believed once results have been seen to vary.
        let scale = match (metric, played.filter(|played| !moments(tallies.sums.blocks, played).is_of_few_blocks())) {
            (Metric::Ev, _) => scale.as_far_as_seen(&blocks),
            (Metric::WinShare, Some(_)) => scale.as_seen(&blocks),
            (Metric::WinShare, None) if tallies.sums.cancelled => scale,
            (Metric::WinShare, None) => scale.between(0, whole(tallies)),
        };
        let found = self.estimate(&blocks, scale, alpha)?;
        let Estimate { value, interval, n } = rounded(found, tallies, metric, 1);
        let (one, most) = one_and_most(tallies, metric);
        Some(Estimate { value, interval: interval.map(|it| it.within(0.0, most as f64 / one as f64)), n })
    }

    /// How the differences of win share came to be known: at each look that was kept, and now, the number of blocks, and
    /// by field and pair of arms what was known then. The intervals hold at all looks at once.
    pub fn narrowing(&self, tallies: &CompareTallies) -> Vec<(u64, Vec<Option<Estimate>>)> {
        let judge = self.at_every_look();
        let alpha = judge.alpha.shared_by(self.arms * (self.arms - 1) / 2);
        let estimate = |LookRecord { blocks, pairs, played }: &LookRecord| {
            let pairs = places(tallies).zip(pairs).enumerate();
            let of = |(at, (place, pair))| {
                let differences = differences(tallies, *blocks, (pair, played.get(at)), (Metric::WinShare, place));
                judge.of_differences(tallies, &differences, (Metric::WinShare, place), alpha)
            };
            (*blocks, pairs.map(of).collect())
        };
        let now =
            tallies.sums.look().filter(|now| tallies.sums.looks.last().is_none_or(|last| last.blocks < now.blocks));
        tallies.sums.looks.iter().chain(&now).map(estimate).collect()
    }

    /// The largest standard error of a difference of win shares; `None` from fewer than two blocks.
    pub fn largest_standard_error(&self, tallies: &CompareTallies) -> Option<f64> {
        let pairs = tallies.sums.fields.iter().flat_map(|field| &field.pairs);
        let mut errors = places(tallies).zip(pairs).map(|(place, pair)| {
            let known = (&pair.share, pair.played.as_ref());
            differences(tallies, tallies.sums.blocks, known, (Metric::WinShare, place)).standard_error()
        });
        errors.try_fold(0.0, |most, error| Some(f64::max(most, error?)))
    }

    fn contrast(
        &self,
        tallies: &CompareTallies,
        field: usize,
        pair: usize,
        arms: (usize, usize),
        metric: Metric,
    ) -> Contrast {
        let sums = &tallies.sums.fields[field];
        let record = &sums.pairs[pair];
        let (of_blocks, played) = metric.of((&record.share, record.played.as_ref()), (&record.score, None));
        let blocks = moments(tallies.sums.blocks, of_blocks);
        let of = (metric, (field, arms));
        let differences = differences(tallies, tallies.sums.blocks, (of_blocks, played), of);
        let pairs = self.arms * (self.arms - 1) / 2;
        let difference = self.of_differences(tallies, &differences, of, self.alpha.shared_by(pairs));
        let sprt = self.sprt.as_ref().filter(|_| metric == Metric::WinShare);
        let verdict = match sprt {
            None => Verdict::of(difference.as_ref(), if metric == Metric::WinShare { self.margin } else { 0.0 }),
            Some(sprt) => match sprt.verdict(&differences.deciding().0, differences.deciding().1) {
                stats::Verdict::AcceptH0 => Verdict::H0,
                stats::Verdict::AcceptH1 => Verdict::H1,
                stats::Verdict::Undecided => Verdict::Undecided,
            },
        };
        let method = self.method();
        Contrast {
            arms,
            field,
            metric,
            means: [arms.0, arms.1].map(|arm| self.mean(tallies, field, arm, metric)),
            difference,
            verdict,
            pairing_gain: pairing_gain(tallies, field, arms, &blocks, metric),
            luck_gain: record.played.filter(|_| metric == Metric::WinShare).and_then(|played| {
                let scale = Scale::new(tallies.players * u64::from(WHOLE_WIN), 1);
                let as_played = moments(tallies.sums.blocks, &played).variance(scale);
                Some(as_played.filter(|&variance| variance > 0.0)? / beyond_rounding(tallies, &blocks, metric)?)
            }),
            divergent: record.divergent,
            method: if sprt.is_some() { format!("sprt; {method}") } else { method.to_owned() },
        }
    }

    /// How intervals are made, as files say it.
    fn method(&self) -> &'static str {
        match (self.fixed, self.arms > 2 || self.combinations > 1) {
            (true, false) => "student",
            (true, true) => "student_bonferroni",
            (false, false) => "confidence_sequence",
            (false, true) => "confidence_sequence_bonferroni",
        }
    }

    /// A difference that is no contrast of these tallies, but was fixed as they were, with the interval of one; `None` if the
    /// data decide when to stop.
    fn difference(&self, tallies: &CompareTallies, blocks: &Moments, scale: Scale) -> Option<Estimate> {
        let found = difference(blocks, scale, self.alpha.shared_by(tallies.pairs().count().max(1)));
        found.filter(|_| self.fixed)
    }

    /// The estimate of a difference, with the roundings of games without luck in its interval; where the data decide when
    /// to stop, it is cut off where no difference as played can be.
    fn of_differences(
        &self,
        tallies: &CompareTallies,
        differences: &PairedBlocks,
        (metric, (field, arms)): (Metric, Place),
        alpha: ErrorRate,
    ) -> Option<Estimate> {
        let rounded_arms = [arms.0, arms.1].iter().filter(|&&arm| known(tallies, field, arm, metric).is_none()).count();
        let estimate = |blocks: &Moments, scale: Scale| {
            let found = self.estimate(blocks, scale, alpha)?;
            let is_cut = !self.fixed && metric == Metric::WinShare && !tallies.sums.cancelled;
            let cut = |interval: Interval| {
                if is_cut {
                    {
                        let Interval { lo, hi } = scale.possible();
                        interval.within(lo, hi)
                    }
                } else {
                    interval
                }
            };
            Some(Estimate { interval: found.interval.map(cut), ..found })
        };
        Some(rounded(differences.estimate(estimate)?, tallies, metric, rounded_arms))
    }

    fn estimate(&self, blocks: &Moments, scale: Scale, alpha: ErrorRate) -> Option<Estimate> {
        if self.fixed { difference(blocks, scale, alpha) } else { Sequence::new(alpha).estimate(blocks, scale) }
    }
}

/// What is known of the games, in the order of the tables.
fn metrics(tallies: &CompareTallies) -> impl Iterator<Item = Metric> {
    let alone = tallies.terms.win_shares_alone;
    Metric::ALL.into_iter().filter(move |&metric| metric == Metric::WinShare || !alone)
}

/// Whether every difference of win shares has its verdict.
pub fn is_decided(contrasts: &[Contrast]) -> bool {
    shares(contrasts).all(|row| row.verdict != Verdict::Undecided)
}

/// The differences of win shares.
pub fn shares(contrasts: &[Contrast]) -> impl Iterator<Item = &Contrast> {
    contrasts.iter().filter(|row| row.metric == Metric::WinShare)
}

/// The sums over so many blocks.
fn moments(n: u64, &Differences { blocks, ends }: &Differences) -> Moments {
    Moments { n, sum: blocks.sum, squares: blocks.squares, least: ends.least, most: ends.most }
}

/// A field and two arms.
type Place = (usize, (usize, usize));

/// Where the records of pairs are of, in their order.
fn places(tallies: &CompareTallies) -> impl Iterator<Item = Place> {
    (0..tallies.sums.fields.len()).flat_map(|field| tallies.pairs().map(move |arms| (field, arms)))
}

/// Differences of so many blocks; of win shares without luck, with the same as played. Those of scores inform, and are taken
/// not to lie farther from the mean than they did so far, as by Student's interval.
fn differences(
    tallies: &CompareTallies,
    n: u64,
    (own, played): (&Differences, Option<&Differences>),
    (metric, place): (Metric, Place),
) -> PairedBlocks {
    let (own, scale) = (moments(n, own), scale(tallies, metric, 2));
    let played_scale = || {
        let (least, most) = possible_differences(tallies, place);
        let whole = whole(tallies).unsigned_abs();
        Scale::new(whole, 2 * whole).between(least, most)
    };
    match (metric, played) {
        (Metric::Ev, _) => PairedBlocks::as_played(own, scale.as_far_as_seen(&own)),
        (Metric::WinShare, None) => PairedBlocks::as_played(own, played_scale()),
        (Metric::WinShare, Some(played)) => {
            PairedBlocks::without_luck((own, scale), (moments(n, played), played_scale()))
        }
    }
}

/// What a block counts in which all games of an arm are won, as played, in 60ths.
fn whole(tallies: &CompareTallies) -> i64 {
    tallies.players as i64 * i64::from(WHOLE_WIN)
}

/// Between which ends the difference of win shares of a block lies, in 60ths: an arm among copies of itself wins one game of
/// each block.
fn possible_differences(tallies: &CompareTallies, (field, (a, b)): Place) -> (i64, i64) {
    let (one, whole) = (i64::from(WHOLE_WIN), whole(tallies));
    let is_known = |arm| known(tallies, field, arm, Metric::WinShare).is_some();
    match (is_known(a), is_known(b)) {
        (true, false) => (one - whole, one),
        (false, true) => (-one, whole - one),
        _ => (-whole, whole),
    }
}

/// The largest difference of win share that a verdict of these terms can speak of: one that is reached against every field for
/// a sequential test, else against any.
pub fn largest_difference(tallies: &CompareTallies) -> f64 {
    let ends = places(tallies).map(|place| possible_differences(tallies, place));
    let most = match tallies.terms.test {
        TestRecord::Sprt => ends.map(|(_, most)| most).min(),
        TestRecord::Student | TestRecord::Cs => ends.map(|(least, most)| most.max(-least)).max(),
    };
    most.unwrap_or_default() as f64 / whole(tallies) as f64
}

/// Whether the run ended because a difference of win shares looked large, which its estimate then is by too much.
pub fn ended_as_it_looked_large(contrasts: &[Contrast]) -> bool {
    let is_large = |row: &Contrast| matches!(row.verdict, Verdict::Better | Verdict::Worse | Verdict::H1);
    is_decided(contrasts) && shares(contrasts).any(is_large)
}

/// How far rounding may have moved the win share of an arm without luck.
fn rounding(tallies: &CompareTallies) -> f64 {
    if tallies.sums.cancelled { cancelled_rounding(&tallies.game) } else { 0.0 }
}

/// With the roundings of so many arms in the interval.
fn rounded(found: Estimate, tallies: &CompareTallies, metric: Metric, arms: usize) -> Estimate {
    let by = metric.of(rounding(tallies) * arms as f64, 0.0);
    let interval = found.interval.map(|Interval { lo, hi }| Interval { lo: lo - by, hi: hi + by });
    Estimate { interval, ..found }
}

/// The variance of the differences of blocks; `None` where it is none, or no more than rounding makes.
fn beyond_rounding(tallies: &CompareTallies, differences: &Moments, metric: Metric) -> Option<f64> {
    let most = metric.of(2.0 * rounding(tallies), 0.0);
    differences.variance(scale(tallies, metric, 2)).filter(|&variance| variance > most * most)
}

/// What is known of the mean of an arm: among copies of itself its win share is 1/P.
fn known(tallies: &CompareTallies, field: usize, arm: usize, metric: Metric) -> Option<Estimate> {
    let is_known = metric == Metric::WinShare && tallies.against[field] == tallies.arms[arm];
    is_known.then(|| Estimate::exact(1.0 / tallies.players as f64, tallies.sums.blocks))
}

fn arm_sums(field: &FieldSums, arm: usize, metric: Metric) -> &ArmSums {
    metric.of(&field.arms[arm].share, &field.arms[arm].score)
}

/// What stands for 1 in the number of a game, and the most that the number can be.
fn one_and_most(tallies: &CompareTallies, metric: Metric) -> (u64, u64) {
    let win = u64::from(tallies.sums.win());
    metric.of((win, win), (1, tallies.highest_score.into()))
}

/// Of sums over a block's games of one arm, or of differences of two.
fn scale(tallies: &CompareTallies, metric: Metric, arms: u64) -> Scale {
    let (one, most) = one_and_most(tallies, metric);
    Scale::new(tallies.players * one, arms * tallies.players * most)
}

/// (s²_A + s²_B) / (P · s²_D): s² the variance of one game's number, 0 where the mean is known, s²_D that of a block's
/// mean difference, with P games an arm in a block. So many times more games would independent draws need for the same
/// standard error.
fn pairing_gain(
    tallies: &CompareTallies,
    field: usize,
    (a, b): (usize, usize),
    differences: &Moments,
    metric: Metric,
) -> Option<f64> {
    let games = tallies.games_an_arm();
    let one_game = |arm: usize| {
        if known(tallies, field, arm, metric).is_some() {
            return Some(0.0);
        }
        let sums = arm_sums(&tallies.sums.fields[field], arm, metric);
        let (unit, most) = one_and_most(tallies, metric);
        let (sum, squares) = (sums.blocks.sum, sums.game_squares);
        let games = Moments { n: games, sum, squares, least: 0, most: 0 };
        games.variance(Scale::new(unit, most))
    };
    let block = beyond_rounding(tallies, differences, metric)?;
    Some((one_game(a)? + one_game(b)?) / (tallies.players as f64 * block))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_gives_the_first_verdict_that_holds() {
        let interval = |lo, hi| Estimate { value: 0.0, interval: Some(stats::Interval { lo, hi }), n: 9 };
        let verdict = |lo, hi, margin| Verdict::of(Some(&interval(lo, hi)), margin);
        assert_eq!(verdict(0.001, 0.002, 0.002), Verdict::Equal, "equal comes before better");
        assert_eq!(verdict(0.001, 0.0021, 0.002), Verdict::Better);
        assert_eq!(verdict(-0.0021, -0.001, 0.002), Verdict::Worse);
        assert_eq!(verdict(-0.002, 0.002, 0.002), Verdict::Equal);
        assert_eq!(verdict(-0.001, 0.003, 0.002), Verdict::Undecided);
        assert_eq!(verdict(0.0, 0.0, 0.0), Verdict::Undecided, "with margin 0 nothing is equal");
        assert_eq!(verdict(0.0, 0.5, 0.0), Verdict::Undecided, "0 is not above 0");
        assert_eq!(Verdict::of(None, 0.5), Verdict::Undecided);
    }
}
