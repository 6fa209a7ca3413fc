//! The mean of batch means: an interval for a number that is made of many sums whose blocks have draws in common.
//!
//! Owns the step from the values of batches to an estimate; which sums make a value is for others.

use super::intervals::unseen;
use super::quantiles::student;
use super::{ErrorRate, Estimate, FIRST_LOOK, Interval, Moments, Scale, Sequence, difference};

/// When what the batches hold was to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// After a number of blocks fixed beforehand, or at a standard error fixed beforehand.
    Fixed,
    /// At a moment that the results decided.
    Watched,
}

/// A sum that a number is made of: the blocks that it was played in, and what a block of it does to the number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlockPart {
    /// How many blocks were played.
    pub blocks: u64,
    /// The variance of what a block would be worth in the number if there were this one alone; 0 where all are alike.
    pub variance: f64,
    /// How far a block that is unlike all others could move the number if there were this one alone.
    pub reach: f64,
    /// How far the blocks' roundings may have moved the number.
    pub rounded: f64,
    /// Where the blocks are without luck and results as played have hardly varied so far: those as played.
    pub played: Option<PlayedPart>,
}

/// The blocks of a part as played, of which the part has them without luck: its spread is believed once these have been seen
/// to vary, as in [`PairedBlocks`](super::PairedBlocks).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedPart {
    /// As played.
    pub blocks: Moments,
    /// Of these blocks. What is 1 on it moves the number by the reach of the part.
    pub scale: Scale,
    /// The mean without luck, on that scale.
    pub mean: f64,
}

impl BlockPart {
    /// How far what the batches of a number do not show may move it, but with the probability of `alpha`; `is_alike` says whether
    /// all batches are alike.
    pub(super) fn hidden(&self, is_alike: bool, alpha: ErrorRate, ending: Ending) -> f64 {
        let unseen = match &self.played {
            Some(played) => played.farthest(alpha, ending),
            None if is_alike || self.variance == 0.0 => unseen(self.blocks.max(1), alpha),
            None => 0.0,
        };
        self.rounded + unseen * self.reach
    }
}

impl PlayedPart {
    /// How far the end of the interval as played that is farther away lies from the mean without luck.
    fn farthest(&self, alpha: ErrorRate, ending: Ending) -> f64 {
        let found = match ending {
            Ending::Fixed => difference(&self.blocks, self.scale, alpha),
            Ending::Watched => Sequence::new(alpha).estimate(&self.blocks, self.scale),
        };
        let interval = found.and_then(|found| found.interval);
        interval.map_or(1.0, |Interval { lo, hi }| (self.mean - lo).max(hi - self.mean).max(0.0))
    }
}

/// What all parts of a number do to its interval. Those of two numbers can be added up, for the sum or the difference of the
/// two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartSums {
    /// The least and the most blocks of a part; none without parts.
    blocks: Option<(u64, u64)>,
    variance: f64,
    /// Of each variance, divided by the blocks.
    variance_of_mean: f64,
    /// How far what batches do not show may move the number: where the batches differ, and where they are all alike.
    hidden: f64,
    hidden_if_alike: f64,
}

impl PartSums {
    /// These parts and those.
    pub fn with(&self, other: &PartSums) -> PartSums {
        let both = |(a, b): (u64, u64), (c, d): (u64, u64)| (a.min(c), b.max(d));
        PartSums {
            blocks: match (self.blocks, other.blocks) {
                (Some(these), Some(those)) => Some(both(these, those)),
                (these, those) => these.or(those),
            },
            variance: self.variance + other.variance,
            variance_of_mean: self.variance_of_mean + other.variance_of_mean,
            hidden: self.hidden + other.hidden,
            hidden_if_alike: self.hidden_if_alike + other.hidden_if_alike,
        }
    }

    /// How many blocks of every part would tell as much of a number as these do, which have unequal numbers: Σv / Σ(v/n).
    ///
    /// Whatever is estimated from more and more blocks moves like a Brownian motion in the information that it rests on, the
    /// reciprocal of its variance (Scharfstein, Tsiatis & Robins, Journal of the American Statistical Association 92 (1997)
    /// 1342). So the boundary of a sequence is that after as many blocks as have this information, and not that of the part
    /// that was played least, which tells less than all do together. Parts count as independent here; draws that they have in
    /// common make their variances go up, and what was seen before go along with what is seen now, which errs on the careful
    /// side.
    fn blocks_told(&self) -> u64 {
        let (least, most) = self.blocks.unwrap_or_default();
        match self.variance_of_mean > 0.0 {
            true => ((self.variance / self.variance_of_mean) as u64).clamp(least, most),
            false => least,
        }
    }
}

/// Intervals of one error rate for the means of batches, of which each number has equally many.
///
/// - The variance is that of the batch means, which keeps whatever correlation there is within a batch: nothing has to be
///   known of the covariances of the sums that make a value (nonoverlapping batch means: Law & Carson, Operations Research 27
///   (1979) 1011, with blocks that are independent).
/// - The quantile is Student's with a degree of freedom less than there are batches; where watched, the boundary of a
///   [`Sequence`] after as many blocks as tell as much, by the factor by which that quantile is above the normal one.
/// - What all blocks of a part have alike may still be otherwise in a share of ln(2/α)/n of them; the interval goes as much
///   farther. Where all batches are alike so may all parts be. Where a part is without luck and results as played have
///   hardly varied, the interval goes as much farther as that of the part as played does.
#[derive(Clone, Copy, Debug)]
pub struct BatchIntervals {
    alpha: ErrorRate,
    ending: Ending,
    /// Student's quantile.
    student: f64,
    /// The sequence, and the normal quantile.
    watched: (Sequence, f64),
}

impl BatchIntervals {
    /// For numbers of this many batches.
    pub fn new(batches: usize, alpha: ErrorRate, ending: Ending) -> BatchIntervals {
        let tail = 0.5 * alpha.value();
        BatchIntervals {
            alpha,
            ending,
            student: student(tail, (batches as u64).saturating_sub(1).max(1)),
            watched: (Sequence::new(alpha), student(tail, MANY)),
        }
    }

    /// What the parts of a number do to its interval.
    pub fn parts(&self, parts: &[BlockPart]) -> PartSums {
        let blocks = parts.iter().map(|part| part.blocks);
        let hidden =
            |is_alike: bool| parts.iter().map(|part| part.hidden(is_alike, self.alpha, self.ending)).sum::<f64>();
        PartSums {
            blocks: blocks.clone().min().zip(blocks.max()),
            variance: parts.iter().map(|part| part.variance).sum(),
            variance_of_mean: parts.iter().map(|part| part.variance / part.blocks.max(1) as f64).sum(),
            hidden: hidden(false),
            hidden_if_alike: hidden(true),
        }
    }

    /// The mean of the values of equally large batches, with its interval; no interval from fewer than two batches, nor where
    /// watched from fewer than [`FIRST_LOOK`] blocks. `parts` are those of the sums that a value is made of; their numbers of
    /// blocks may differ.
    pub fn mean(&self, values: &[f64], parts: &PartSums) -> Option<Estimate> {
        let value = mean(values)?;
        let half = || match batch_error(values)? {
            0.0 => Some(parts.hidden_if_alike),
            error => Some(self.standard_errors(parts)? * error + parts.hidden),
        };
        Some(Estimate { value, interval: half().map(|half| Interval::about(value, half)), n: parts.blocks_told() })
    }

    /// How many standard errors an interval goes to each side; `None` where watched from fewer than [`FIRST_LOOK`] blocks.
    pub(super) fn standard_errors(&self, parts: &PartSums) -> Option<f64> {
        let (blocks, (sequence, normal)) = (parts.blocks_told(), &self.watched);
        match self.ending {
            Ending::Fixed => Some(self.student),
            Ending::Watched if blocks < FIRST_LOOK => None,
            Ending::Watched => Some(sequence.boundary(blocks) * self.student / normal),
        }
    }
}

/// The mean of the values of equally large batches as [`BatchIntervals::mean`] has it, of one number alone.
pub fn batch_mean(values: &[f64], parts: &[BlockPart], alpha: ErrorRate, ending: Ending) -> Option<Estimate> {
    let intervals = BatchIntervals::new(values.len(), alpha, ending);
    intervals.mean(values, &intervals.parts(parts))
}

/// In what share of blocks something may happen that none of so many has shown, but with the probability of `alpha`.
pub fn unseen_share(blocks: u64, alpha: ErrorRate) -> f64 {
    unseen(blocks.max(1), alpha)
}

/// So many degrees of freedom make Student's quantile the normal one.
const MANY: u64 = 1 << 40;

/// The standard error of the mean of these batches; `None` from fewer than two.
pub fn batch_error(values: &[f64]) -> Option<f64> {
    let centre = mean(values).filter(|_| values.len() >= 2)?;
    let n = values.len() as f64;
    let squares: f64 = values.iter().map(|value| (value - centre) * (value - centre)).sum();
    // What is left of equal values is what rounding made of them.
    let least = 1e-14 * centre.abs().max(1e-3);
    Some((squares / (n * (n - 1.0))).sqrt()).map(|error| if error < least { 0.0 } else { error })
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The interval of 95% of a number that is found from all batches, and `without` each of them, at least two: Student's, with the
/// variance of the delete-one jackknife (Efron & Stein, Annals of Statistics 9 (1981) 586).
///
/// # Panics
/// If there are fewer than two.
pub fn jackknife(value: f64, without: &[f64]) -> Interval {
    assert!(without.len() > 1, "one batch does not vary");
    let n = without.len() as f64;
    let mean = without.iter().sum::<f64>() / n;
    let squares: f64 = without.iter().map(|one| (one - mean) * (one - mean)).sum();
    let error = ((n - 1.0) / n * squares).sqrt();
    Interval::about(value, student(0.5 * ErrorRate::FIVE_PERCENT.value(), without.len() as u64 - 1) * error)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part of so many blocks that differ.
    fn part(blocks: u64) -> [BlockPart; 1] {
        [BlockPart { blocks, variance: 1.0, reach: 1.0, ..BlockPart::default() }]
    }

    /// 1, 2, 3, 4 have mean 2.5 and variance 5/3; Student's t for 3 degrees of freedom is 3.182446.
    #[test]
    fn the_interval_of_four_batches_is_students() {
        let found = batch_mean(&[1.0, 2.0, 3.0, 4.0], &part(400), ErrorRate::FIVE_PERCENT, Ending::Fixed).unwrap();
        let half = 3.182446305 * (5.0f64 / 12.0).sqrt();
        assert!((found.interval.unwrap().hi - 2.5 - half).abs() < 1e-8 && found.n == 400);
    }

    /// With many batches a watched interval is that of the sequence; before the first look there is none.
    #[test]
    fn watched_intervals_are_those_of_the_sequence() {
        let values: Vec<f64> = (0..64).map(|at| f64::from(at % 2)).collect();
        let alpha = ErrorRate::FIVE_PERCENT;
        let found = batch_mean(&values, &part(6400), alpha, Ending::Watched).unwrap().interval.unwrap();
        let error = (0.25 / 63.0f64).sqrt();
        let expected = Sequence::new(alpha).boundary(6400) * 1.998340543 / 1.959963985 * error;
        assert!((0.5 * found.width() - expected).abs() < 1e-8, "{found:?}");
        assert_eq!(batch_mean(&values, &part(64), alpha, Ending::Watched).unwrap().interval, None);
    }

    /// ln 40 = 3.689 of 100 blocks may be otherwise, by the reach at most: of both parts where all is alike, else of the one
    /// that is.
    #[test]
    fn equal_blocks_leave_a_doubt() {
        let alike = BlockPart { blocks: 100, variance: 0.0, reach: 2.0, ..BlockPart::default() };
        let half = |values: &[f64], parts: &[BlockPart]| {
            let found = batch_mean(values, parts, ErrorRate::FIVE_PERCENT, Ending::Fixed);
            0.5 * found.unwrap().interval.unwrap().width()
        };
        assert!((half(&[0.1; 64], &[alike]) - 0.0737775891).abs() < 1e-9);
        assert!((half(&[0.1; 64], &[alike, part(50)[0]]) - 2.0 * 0.0737775891).abs() < 1e-9);
        let students = half(&[0.0, 0.1], &part(50));
        assert!((half(&[0.0, 0.1], &[alike, part(50)[0]]) - students - 0.0737775891).abs() < 1e-9);
    }

    /// As played 100 blocks are all 0, so that ln 40 = 3.689 of them may be otherwise; the mean without luck is 0.01, on the other side
    /// of 0 from the far end. So the number, in which the part counts twice, may lie 2 · (0.01 + 0.03689) away, and a rounding.
    #[test]
    fn what_has_hardly_varied_as_played_is_believed_as_far_as_that() {
        let blocks = Moments { n: 100, sum: 0, squares: 0, least: 0, most: 0 };
        let played = PlayedPart { blocks, scale: Scale::new(1, 1), mean: 0.01 };
        let without_luck = BlockPart { blocks: 100, variance: 1.0, reach: 2.0, rounded: 0.001, played: Some(played) };
        let half = |parts: &[BlockPart]| {
            let found = batch_mean(&[0.0, 0.1], parts, ErrorRate::FIVE_PERCENT, Ending::Fixed);
            0.5 * found.unwrap().interval.unwrap().width()
        };
        let more = half(&[without_luck]) - half(&part(100));
        assert!((more - 2.0 * (0.01 + 0.0368887945) - 0.001).abs() < 1e-9, "{more}");
    }

    /// 100 blocks of one part and 300 of another with three times the variance have the variance 1/100 + 3/300, as 200 of both
    /// would.
    #[test]
    fn unequal_numbers_tell_as_much_as_an_equal_one_between_them() {
        let parts = [(100, 1.0), (300, 3.0)].map(|(blocks, variance)| BlockPart {
            blocks,
            variance,
            reach: 1.0,
            ..BlockPart::default()
        });
        let intervals = BatchIntervals::new(64, ErrorRate::FIVE_PERCENT, Ending::Fixed);
        let told = |parts: &[BlockPart]| intervals.parts(parts).blocks_told();
        assert_eq!(told(&parts), 200);
        assert_eq!((told(&parts[..1]), told(&[])), (100, 0));
        let [one, other, none] = [&parts[..1], &parts[1..], &[]].map(|parts| intervals.parts(parts));
        assert_eq!((one.with(&other).blocks_told(), none.with(&other).blocks_told()), (200, 300));
    }

    /// Two numbers with parts of every kind: that of the difference is judged by the parts of both, however they are added up.
    #[test]
    fn parts_of_two_numbers_are_added_up() {
        let blocks = Moments { n: 100, sum: 0, squares: 0, least: 0, most: 0 };
        let played = PlayedPart { blocks, scale: Scale::new(1, 1), mean: 0.01 };
        let alike = BlockPart { blocks: 500, variance: 0.0, reach: 0.5, ..BlockPart::default() };
        let without_luck = BlockPart { blocks: 100, variance: 1.0, reach: 2.0, rounded: 0.001, played: Some(played) };
        let (these, those) = ([part(700)[0], alike], [without_luck, part(300)[0]]);
        for (values, ending) in [([0.1; 64], Ending::Fixed), (std::array::from_fn(|at| at as f64), Ending::Watched)] {
            let intervals = BatchIntervals::new(64, ErrorRate::FIVE_PERCENT, ending);
            let both = intervals.parts(&these).with(&intervals.parts(&those));
            let found = intervals.mean(&values, &both).unwrap();
            let together = batch_mean(&values, &[these, those].concat(), ErrorRate::FIVE_PERCENT, ending).unwrap();
            let [lo, hi] = [|it: Interval| it.lo, |it: Interval| it.hi]
                .map(|end| end(found.interval.unwrap()) - end(together.interval.unwrap()));
            assert!(lo.abs() < 1e-12 && hi.abs() < 1e-12, "{found:?} {together:?}");
            assert_eq!((found.value, found.n), (together.value, together.n));
        }
    }
}
