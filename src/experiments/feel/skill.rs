//! How much of the results of games is skill, seats and luck, and how many games a match needs.
//!
//! Owns the split of the variance of results, and its intervals from batches of blocks.

use super::estimates::stopping;
use crate::games::WHOLE_WIN;
use crate::record::{DuelSums, FEEL_BATCHES, FeelRecord, Moments, ResultSums, SwingSums};
use crate::stats::{Estimate, Interval, RatioSums, jackknife, mean};

/// The chance with which the better of two wins a match that is long enough.
const WINS: f64 = 0.9;
/// What a standard normal variable exceeds with the other chance: the 0.9 quantile of the normal distribution.
const NORMAL_90: f64 = 1.281551566;

/// What results vary with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Which strategy plays.
    Strategy,
    /// Which seat it has.
    Seat,
    /// Dice and cards, and everything that depends on them.
    Luck,
    /// Of luck, the cards.
    Cards,
    /// Of luck, the dice and the random choices of strategies.
    Dice,
}

impl Source {
    /// All of them.
    const ALL: [Source; 5] = [Source::Strategy, Source::Seat, Source::Luck, Source::Cards, Source::Dice];

    /// Those that a record tells apart: cards and dice where the values of positions tell of both.
    pub fn known(record: &FeelRecord) -> impl Iterator<Item = Source> {
        let has_swings = swings(record, 0..FEEL_BATCHES).is_some();
        Source::ALL.into_iter().filter(move |source| has_swings || !matches!(source, Source::Cards | Source::Dice))
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Strategy => "strategy",
            Source::Seat => "seat",
            Source::Luck => "luck",
            Source::Cards => "luck of cards",
            Source::Dice => "luck of dice",
        }
    }
}

/// The sums of the results of some batches, by strategy and seat.
fn added(record: &FeelRecord, batches: impl Iterator<Item = usize>) -> Vec<ResultSums> {
    let cells = record.strategies.len() * record.players;
    let mut sums = vec![ResultSums::default(); cells];
    for batch in batches {
        let of_batch = &record.sums.results[batch * cells..][..cells];
        sums.iter_mut().zip(of_batch).for_each(|(sum, more)| sum.merge(more));
    }
    sums
}

/// Of what chance changed in some batches, the parts of cards and dice.
fn swings(record: &FeelRecord, batches: impl Iterator<Item = usize>) -> Option<[f64; 2]> {
    let mut sums = SwingSums::default();
    batches.for_each(|batch| sums.merge(&record.sums.swings[batch]));
    let (cards, dice) = (sums.cards as f64, sums.dice as f64);
    (sums.games > 0 && cards + dice > 0.0).then(|| [cards / (cards + dice), dice / (cards + dice)])
}

/// The shares of the variance of the results of players, in the order of [`Source::ALL`]: between strategies, between seats, and
/// the rest. The parts of strategy and seat are the variances of their mean results, less what chance adds to them. The rest is
/// split in proportion to the squares of what cards and dice changed: changes that nobody can foresee are uncorrelated, so that the
/// variance of their sum is the sum of their squares.
fn shares(record: &FeelRecord, batches: impl Iterator<Item = usize> + Clone) -> Option<[f64; 5]> {
    let cells = added(record, batches.clone());
    let games: u64 = cells.iter().map(|cell| cell.games).sum();
    let whole = f64::from(WHOLE_WIN);
    let n = games as f64;
    let mean = cells.iter().map(|cell| cell.share as f64).sum::<f64>() / n / whole;
    let squares = cells.iter().map(|cell| cell.squares as f64).sum::<f64>() / n / (whole * whole);
    let variance = squares - mean * mean;
    if games < 2 || variance <= 0.0 {
        return None;
    }
    let seats = record.players;
    let between = |groups: usize, group: &dyn Fn(usize) -> usize| {
        let mut sums = vec![(0.0, 0.0); groups];
        for (at, cell) in cells.iter().enumerate() {
            let sum = &mut sums[group(at)];
            (sum.0, sum.1) = (sum.0 + cell.games as f64, sum.1 + cell.share as f64 / whole);
        }
        let played = sums.iter().filter(|(games, _)| *games > 0.0);
        let raw: f64 = played.clone().map(|(games, share)| games / n * (share / games - mean).powi(2)).sum();
        // Of pure chance each group but one adds a variance of a single result by its games.
        (raw - variance * played.count().saturating_sub(1) as f64 / n).max(0.0) / variance
    };
    let strategy = between(record.strategies.len(), &|at| at / seats);
    let seat = between(seats, &|at| at % seats);
    let luck = (1.0 - strategy - seat).max(0.0);
    let [cards, dice] = swings(record, batches).unwrap_or_default();
    Some([strategy, seat, luck, luck * cards, luck * dice])
}

/// The share of the variance of results that comes of something, with an interval from batches.
pub fn variance_share(record: &FeelRecord, source: Source) -> Option<Estimate> {
    let at = Source::ALL.iter().position(|known| *known == source)?;
    let all = shares(record, 0..FEEL_BATCHES)?[at];
    let without: Option<Vec<f64>> = (0..FEEL_BATCHES)
        .map(|left_out| Some(shares(record, (0..FEEL_BATCHES).filter(move |batch| *batch != left_out))?[at]))
        .collect();
    let blocks = record.sums.blocks;
    let has_batches = blocks >= 2 * FEEL_BATCHES as u64 && record.until.is_none();
    let interval = without.filter(|_| has_batches).map(|without| jackknife(all, &without).within(0.0, 1.0));
    Some(Estimate { value: all, interval, n: blocks })
}

/// Two strategies in the same games.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel<'r> {
    /// The one with the higher win share.
    pub better: &'r str,
    /// The other one.
    pub other: &'r str,
    /// By how much more of a win a game brings the better one.
    pub lead: Option<Estimate>,
    /// The games of a match that the better one wins with a chance of 90%; no upper end where it may not be the better one.
    pub games: Option<f64>,
    /// The ends of that; the upper one is empty where the other may be better.
    pub games_between: [Option<f64>; 2],
}

/// All pairs of different strategies.
pub fn duels(record: &FeelRecord) -> Vec<Duel<'_>> {
    let names = &record.strategies;
    let pairs = names.iter().enumerate().flat_map(|(at, one)| names[at + 1..].iter().map(move |other| (one, other)));
    pairs
        .zip(&record.sums.duels)
        .filter(|(_, sums)| sums.pairs > 0)
        .map(|(names, sums)| duel(record, names, sums))
        .collect()
}

fn duel<'r>(record: &FeelRecord, (one, other): (&'r String, &'r String), sums: &DuelSums) -> Duel<'r> {
    let DuelSums { blocks: Moments { sum, squares }, .. } = *sums;
    let n = record.sums.blocks;
    let a_block = i128::from(sums.pairs / n.max(1));
    let of = i128::from(n);
    let whole = f64::from(WHOLE_WIN);
    let ratio = RatioSums {
        active: n,
        x: of * a_block,
        y: sum,
        xx: of * a_block * a_block,
        xy: a_block * sum,
        yy: squares,
        ends: None,
    };
    let scaled = |by: f64| by / whole;
    let found = mean(&ratio, None, stopping(record)).map(|it| Estimate {
        value: scaled(it.value),
        interval: it.interval.map(|it| Interval { lo: scaled(it.lo), hi: scaled(it.hi) }),
        n: it.n,
    });
    let is_turned = found.as_ref().is_some_and(|found| found.value < 0.0);
    let lead = found.map(|found| if is_turned { found.negated() } else { found });
    let (better, other) = if is_turned { (other, one) } else { (one, other) };
    let variance = |lead: f64| (sums.squares as f64 / sums.pairs as f64 / (whole * whole) - lead * lead).max(0.0);
    let games = |by: f64| (by > 0.0).then(|| match_length(by, variance(by)));
    Duel {
        better,
        other,
        games: lead.as_ref().and_then(|lead| games(lead.value)),
        games_between: lead
            .as_ref()
            .and_then(|lead| lead.interval)
            .map_or([None; 2], |it| [games(it.hi), games(it.lo)]),
        lead,
    }
}

/// The games after which a lead of so much a game, of this variance, is above 0 with a chance of 90%: the normal
/// approximation of a sum of independent games.
pub(super) fn match_length(lead: f64, variance: f64) -> f64 {
    (NORMAL_90 * NORMAL_90 * variance / (lead * lead)).ceil().max(1.0)
}

/// The chance with which the better one wins a match that is long enough, in words.
pub(crate) fn chance() -> String {
    format!("{:.0}%", 100.0 * WINS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A coin that comes up heads 60 times in 100: ±1 a game, so that a lead of 0.2 has the variance 0.96. The exact binomial
    /// needs 41 games for the first time; the normal approximation says 40.
    #[test]
    fn a_match_of_a_biased_coin_needs_as_many_games_as_the_binomial_says() {
        assert_eq!(match_length(0.2, 0.96), 40.0);
        let heads = |n: u32| -> f64 {
            let mut chances = vec![1.0];
            for _ in 0..n {
                let mut next = vec![0.0; chances.len() + 1];
                chances.iter().enumerate().for_each(|(k, p)| (next[k] += 0.4 * p, next[k + 1] += 0.6 * p).1);
                chances = next;
            }
            chances.iter().enumerate().filter(|(k, _)| 2 * *k as u32 > n).map(|(_, p)| p).sum()
        };
        let needed = (1..200).step_by(2).find(|&n| heads(n) >= 0.9).unwrap();
        assert!((needed as i32 - 40).abs() <= 2, "{needed}");
    }
}
