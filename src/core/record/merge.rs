//! Adding up the tallies of parts of a run, a comparison or a sweep.
//!
//! Owns what two parts must have in common. Sums are added as integers and refused where they do not fit, because a part
//! may come from anybody.

use super::compare::{ArmSums, CompareTallies, Differences, PairedSums};
use super::compare_sweep::{CompareSweep, ComparedCombination};
use super::histogram::{Histogram, both};
use super::json::Record;
use super::regret::{RegretGroup, RegretOf, RegretRecord, RegretSums};
use super::sweep::{CombinationRecord, CrossRecord, DifferenceRecord, SweepTallies};
use super::tallies::{Cancelled, Cell, LengthRecord, Moments, RowRecord, StatisticsRecord, Tallies};
use super::tournament::{BATCHES, TableRecord, TournamentTallies};
use super::tune::TuneTallies;
use serde::{Deserialize, Serialize};

/// What is played as a whole: a run, a comparison, or a combination of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedCell {
    /// Games in each block.
    pub games_a_block: u64,
    /// All blocks.
    pub blocks: u64,
}

/// Why the tallies of two parts cannot be added up, in words.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MergeError(String);

impl MergeError {
    pub(super) fn new(reason: &str) -> MergeError {
        MergeError(reason.to_owned())
    }
}

/// Larger than a sum over all blocks of any run: parts whose sums are below it can be added without overflow.
const LARGEST: i128 = 1 << 110;

type Merged = Result<(), MergeError>;

/// Tallies of some blocks, to which those of the blocks after them can be added.
pub trait Mergeable: Record + Clone {
    /// How many blocks, and of how many games, of each cell that they are of.
    fn cells(&self) -> Vec<PlannedCell>;

    /// Whether these can be of other cells of what `first` has the first cells of.
    ///
    /// # Errors
    /// If they are of something else.
    fn belongs_to(&self, first: &Self) -> Result<(), MergeError>;

    /// Adds the blocks of another part, which follow these.
    ///
    /// # Errors
    /// If the other is not of the same game, strategies and tables, or a sum does not fit. The sums are of no use then.
    fn append(&mut self, next: &Self) -> Result<(), MergeError>;
}

impl Mergeable for Tallies {
    fn cells(&self) -> Vec<PlannedCell> {
        vec![PlannedCell { games_a_block: self.games_a_block, blocks: self.blocks }]
    }

    fn belongs_to(&self, _: &Tallies) -> Merged {
        Ok(())
    }

    fn append(&mut self, other: &Tallies) -> Merged {
        alike("the format", &self.format, &other.format)?;
        alike("the game", &self.game, &other.game)?;
        alike("the notes", &self.notes, &other.notes)?;
        alike("the highest score", &self.highest_score, &other.highest_score)?;
        alike("what ended it", &self.until, &other.until)?;
        alike("the games of a block", &self.games_a_block, &other.games_a_block)?;
        self.blocks = count(self.blocks, other.blocks)?;
        each("strategies", &mut self.strategies, &other.strategies, |sum, more| {
            alike("a strategy", &sum.name, &more.name)?;
            sum.total.add(&more.total)?;
            add_cancelled(&mut sum.cancelled, more.cancelled.as_ref())?;
            each("seats of a strategy", &mut sum.seats, &more.seats, Cell::add)?;
            each("scores of a strategy", &mut sum.scores, &more.scores, add_games)
        })?;
        each("seats", &mut self.seats, &other.seats, Cell::add)?;
        add_games(&mut self.margins, &other.margins)?;
        each("lengths", &mut self.lengths, &other.lengths, LengthRecord::add)?;
        each("tables", &mut self.statistics, &other.statistics, StatisticsRecord::add)
    }
}

impl Mergeable for CompareTallies {
    fn cells(&self) -> Vec<PlannedCell> {
        vec![PlannedCell { games_a_block: self.players, blocks: self.sums.blocks }]
    }

    fn belongs_to(&self, _: &CompareTallies) -> Merged {
        Ok(())
    }

    fn append(&mut self, next: &CompareTallies) -> Merged {
        alike("the format", &self.format, &next.format)?;
        alike(
            "the game",
            &(&self.game, self.players, self.highest_score),
            &(&next.game, next.players, next.highest_score),
        )?;
        alike("the notes", &self.notes, &next.notes)?;
        alike("the strategies", &(&self.arms, &self.against), &(&next.arms, &next.against))?;
        alike("what it is judged by", &self.terms, &next.terms)?;
        self.sums.append(&next.sums)
    }
}

impl PairedSums {
    /// Adds the blocks that follow these.
    ///
    /// # Errors
    /// If they are not of the same arms and pairs, or a sum does not fit. The sums are of no use then.
    pub(super) fn append(&mut self, next: &PairedSums) -> Merged {
        alike("whether luck is cancelled", &self.cancelled, &next.cancelled)?;
        count(self.blocks, next.blocks)?;
        for (field, more) in self.fields.iter().zip(&next.fields) {
            for (arm, more) in field.arms.iter().zip(&more.arms) {
                arm.share.fit(&more.share)?;
                arm.score.fit(&more.score)?;
            }
            for (pair, more) in field.pairs.iter().zip(&more.pairs) {
                pair.share.blocks.fit(&more.share.blocks)?;
                pair.score.blocks.fit(&more.score.blocks)?;
                pair.played.unwrap_or_default().blocks.fit(&more.played.unwrap_or_default().blocks)?;
                count(pair.divergent, more.divergent)?;
            }
        }
        self.merge(next);
        Ok(())
    }
}

/// Of the rung or the test that was played last.
impl Mergeable for TuneTallies {
    fn cells(&self) -> Vec<PlannedCell> {
        let rung = self.rungs.last().map(|rung| (rung.games_a_block, rung.sums.blocks));
        let last = self.test.as_ref().map(|test| (test.games_a_block, test.sums.blocks)).or(rung);
        last.map(|(games_a_block, blocks)| PlannedCell { games_a_block, blocks }).into_iter().collect()
    }

    fn belongs_to(&self, _: &TuneTallies) -> Merged {
        Ok(())
    }

    fn append(&mut self, next: &TuneTallies) -> Merged {
        let about = |of: &TuneTallies| {
            let mut about = of.clone();
            if let Some(sums) = about.last_sums() {
                *sums = PairedSums::default();
            }
            about
        };
        alike("the race", &about(self), &about(next))?;
        let more = next.clone().last_sums().map(std::mem::take).unwrap_or_default();
        match self.last_sums() {
            Some(sums) => sums.append(&more),
            None => Ok(()),
        }
    }
}

impl TuneTallies {
    /// The sums of what was played last.
    fn last_sums(&mut self) -> Option<&mut PairedSums> {
        match &mut self.test {
            Some(test) => Some(&mut test.sums),
            None => self.rungs.last_mut().map(|rung| &mut rung.sums),
        }
    }
}

impl ArmSums {
    /// Whether both can be added.
    fn fit(&self, more: &ArmSums) -> Merged {
        self.blocks.fit(&more.blocks)?;
        sum(&mut { self.game_squares }, more.game_squares)
    }
}

impl Mergeable for SweepTallies {
    fn cells(&self) -> Vec<PlannedCell> {
        self.combinations.iter().flat_map(|combination| combination.tallies.cells()).collect()
    }

    fn belongs_to(&self, first: &SweepTallies) -> Merged {
        alike("the game", &self.game, &first.game)?;
        alike("what was varied", &(&self.vary, self.all), &(&first.vary, first.all))
    }

    fn append(&mut self, next: &SweepTallies) -> Merged {
        alike("the format", &self.format, &next.format)?;
        alike("the game", &self.game, &next.game)?;
        alike("what was varied", &(&self.vary, self.all), &(&next.vary, next.all))?;
        each("combinations", &mut self.combinations, &next.combinations, CombinationRecord::append)
    }
}

impl Mergeable for CompareSweep {
    fn cells(&self) -> Vec<PlannedCell> {
        self.combinations.iter().flat_map(|combination| combination.tallies.cells()).collect()
    }

    /// By the differences to the first combination, too, which has a highest score of its own.
    fn belongs_to(&self, first: &CompareSweep) -> Merged {
        let combinations = first.combinations.iter().take(1).chain(&self.combinations).cloned().collect();
        let together = CompareSweep { combinations, ..self.clone() };
        alike("the game", &self.game, &first.game)?;
        alike("what was varied", &(&self.vary, self.all), &(&first.vary, first.all))?;
        together.inconsistency().map_or(Ok(()), |problem| Err(MergeError(problem)))
    }

    fn append(&mut self, next: &CompareSweep) -> Merged {
        alike("the format", &self.format, &next.format)?;
        alike("the game", &self.game, &next.game)?;
        alike("what was varied", &(&self.vary, self.all), &(&next.vary, next.all))?;
        each("combinations", &mut self.combinations, &next.combinations, ComparedCombination::append)
    }
}

impl Mergeable for TournamentTallies {
    /// A block of a cell is one of each batch.
    fn cells(&self) -> Vec<PlannedCell> {
        let batches = BATCHES as u64;
        let cell = |table: &TableRecord| {
            let (games_a_block, blocks) = (table.games.saturating_mul(batches), table.blocks / batches);
            PlannedCell { games_a_block, blocks }
        };
        self.tables.iter().map(cell).collect()
    }

    fn belongs_to(&self, first: &TournamentTallies) -> Merged {
        let about = |of: &TournamentTallies| TournamentTallies { tables: Vec::new(), passes: 0, ..of.clone() };
        alike("the tournament", &about(self), &about(first))
    }

    fn append(&mut self, next: &TournamentTallies) -> Merged {
        self.belongs_to(next)?;
        each("tables", &mut self.tables, &next.tables, TableRecord::add)?;
        self.passes = count(self.passes, next.passes)?;
        Ok(())
    }
}

impl TableRecord {
    fn add(&mut self, more: &TableRecord) -> Merged {
        let about = |of: &TableRecord| TableRecord { blocks: 0, sums: Vec::new(), ..of.clone() };
        alike("a table", &about(self), &about(more))?;
        self.blocks = count(self.blocks, more.blocks)?;
        each("payoffs of a table", &mut self.sums, &more.sums, |sums, more| {
            sums.all.blocks.fit(&more.all.blocks)?;
            sums.merge(more);
            Ok(())
        })
    }
}

impl Mergeable for RegretRecord {
    fn cells(&self) -> Vec<PlannedCell> {
        let cell = |of: &RegretOf| PlannedCell { games_a_block: of.games_a_block, blocks: of.blocks() };
        self.strategies.iter().map(cell).collect()
    }

    fn belongs_to(&self, first: &RegretRecord) -> Merged {
        let about = |of: &RegretRecord| RegretRecord { strategies: Vec::new(), ..of.clone() };
        alike("what is priced", &about(self), &about(first))
    }

    fn append(&mut self, next: &RegretRecord) -> Merged {
        self.belongs_to(next)?;
        each("strategies", &mut self.strategies, &next.strategies, |of, more| {
            let about = |of: &RegretOf| RegretOf { unpriced: 0, worst: Vec::new(), groups: Vec::new(), ..of.clone() };
            alike("a strategy", &about(of), &about(more))?;
            let kinds = |of: &RegretOf| {
                of.groups.iter().map(|group| (group.by.clone(), group.what.clone())).collect::<Vec<_>>()
            };
            alike("the groups of decisions", &kinds(of), &kinds(more))?;
            of.groups.iter().zip(&more.groups).try_for_each(|(sum, more)| sum.fit(more))?;
            // How many were to be listed is not in the record.
            of.merge(more.clone(), usize::MAX);
            Ok(())
        })
    }
}

impl RegretGroup {
    /// Whether both can be added.
    fn fit(&self, more: &RegretGroup) -> Merged {
        let sums = |of: &RegretGroup| {
            let RegretSums { seats, costs, seats_squared, products, costs_squared, .. } = of.sums;
            [seats, costs, seats_squared, products, costs_squared]
        };
        count(self.decisions, more.decisions)?;
        let fits = |(all, more): (i128, i128)| all.checked_add(more).is_some_and(|all| all.unsigned_abs() < 1 << 124);
        if sums(self).into_iter().zip(sums(more)).all(fits) { Ok(()) } else { Err(too_many()) }
    }
}

impl ComparedCombination {
    /// Adds the blocks that follow these.
    ///
    /// # Errors
    /// If they are not of the same combination, or a sum does not fit. The sums are of no use then.
    pub fn append(&mut self, next: &ComparedCombination) -> Result<(), MergeError> {
        alike("a combination", &(&self.values, &self.experiment), &(&next.values, &next.experiment))?;
        self.tallies.append(&next.tallies)?;
        each("differences", &mut self.against_first, &next.against_first, |sums, more| {
            each("differences of a pair", sums, more, |sum, more| {
                sum.blocks.fit(&more.blocks)?;
                sum.merge(more);
                Ok(())
            })
        })
    }
}

impl CombinationRecord {
    /// Adds the blocks that follow these.
    ///
    /// # Errors
    /// If they are not of the same combination, or a sum does not fit. The sums are of no use then.
    pub fn append(&mut self, next: &CombinationRecord) -> Result<(), MergeError> {
        alike("a combination", &(&self.values, &self.experiment), &(&next.values, &next.experiment))?;
        self.tallies.append(&next.tallies)?;
        each("differences", &mut self.against_first, &next.against_first, |sum, more| {
            let about = |of: &DifferenceRecord| DifferenceRecord {
                sums: Differences::default(),
                without_luck: of.without_luck.map(|_| Differences::default()),
                ..of.clone()
            };
            alike("a difference", &about(sum), &about(more))?;
            sum.sums.blocks.fit(&more.sums.blocks)?;
            sum.sums.merge(&more.sums);
            if let (Some(sum), Some(more)) = (&mut sum.without_luck, &more.without_luck) {
                sum.blocks.fit(&more.blocks)?;
                sum.merge(more);
            }
            Ok(())
        })?;
        each("win shares of seats", &mut self.seats_without_luck, &next.seats_without_luck, |sum, more| {
            alike("a seat", &(sum.seat, sum.less), &(more.seat, more.less))?;
            for (sum, more) in [(&mut sum.without_luck, &more.without_luck), (&mut sum.played, &more.played)] {
                sum.blocks.fit(&more.blocks)?;
                sum.merge(more);
            }
            Ok(())
        })?;
        each("products", &mut self.rows_against_first, &next.rows_against_first, CrossRecord::add)
    }
}

impl CrossRecord {
    fn add(&mut self, more: &CrossRecord) -> Merged {
        alike("the rows of a product", &(self.row, self.first), &(more.row, more.first))?;
        each("products of a row", &mut self.products, &more.products, |all, more| {
            all.iter_mut().zip(more).try_for_each(|(a, b)| sum(a, *b))
        })
    }
}

impl Cell {
    fn add(&mut self, more: &Cell) -> Merged {
        alike("the seats of a block", &self.seats_a_block, &more.seats_a_block)?;
        self.wins.fit(&more.wins)?;
        self.share.fit(&more.share)?;
        self.score.fit(&more.score)?;
        sum(&mut { self.ties_for_first }, more.ties_for_first)?;
        self.merge(more);
        Ok(())
    }
}

/// What was cancelled in one part must have been in the other.
fn add_cancelled(sum: &mut Option<Cancelled>, more: Option<&Cancelled>) -> Merged {
    alike("whether luck is cancelled", &sum.is_some(), &more.is_some())?;
    if let (Some(sum), Some(more)) = (sum, more) {
        sum.share.fit(&more.share)?;
        sum.luck.fit(&more.luck)?;
        sum.merge(more);
    }
    Ok(())
}

impl Moments {
    /// Whether both can be added.
    fn fit(&self, more: &Moments) -> Merged {
        sum(&mut { self.sum }, more.sum)?;
        sum(&mut { self.squares }, more.squares)
    }
}

impl LengthRecord {
    fn add(&mut self, more: &LengthRecord) -> Merged {
        alike("a length", &(&self.metric, self.limit), &(&more.metric, more.limit))?;
        self.blocks.fit(&more.blocks)?;
        self.blocks.merge(&more.blocks);
        self.ends.merge(more.ends);
        add_games(&mut self.histogram, &more.histogram)
    }
}

impl StatisticsRecord {
    fn add(&mut self, more: &StatisticsRecord) -> Merged {
        alike("the name of a table", &self.name, &more.name)?;
        alike("the labels of a table", &self.keys, &more.keys)?;
        alike("the columns of a table", &self.columns, &more.columns)?;
        alike("the pairs of a table", &self.pairs, &more.pairs)?;
        self.blocks = count(self.blocks, more.blocks)?;
        each("rows of a table", &mut self.rows, &more.rows, RowRecord::add)
    }
}

impl RowRecord {
    fn add(&mut self, more: &RowRecord) -> Merged {
        alike("the labels of a row", &self.labels, &more.labels)?;
        each("sums of a row", &mut self.sums, &more.sums, |a, b| sum(a, *b))?;
        each("products of a row", &mut self.products, &more.products, |a, b| sum(a, *b))?;
        each("counts of a row", &mut self.active, &more.active, |a, b| {
            *a = count(*a, *b)?;
            Ok(())
        })?;
        each("ends of a row", &mut self.ends, &more.ends, |a, b| {
            a.merge(*b);
            Ok(())
        })
    }
}

/// What is not added up must be the same.
fn alike<T: PartialEq>(what: &str, mine: &T, other: &T) -> Merged {
    if mine == other { Ok(()) } else { Err(MergeError(format!("{what} differs between parts"))) }
}

fn each<T>(what: &str, sums: &mut [T], more: &[T], mut add: impl FnMut(&mut T, &T) -> Merged) -> Merged {
    alike(&format!("the number of {what}"), &sums.len(), &more.len())?;
    sums.iter_mut().zip(more).try_for_each(|(sum, more)| add(sum, more))
}

fn sum(sum: &mut i128, more: i128) -> Merged {
    let added = sum.checked_add(more).filter(|sum| (-LARGEST..LARGEST).contains(sum));
    *sum = added.ok_or_else(|| MergeError("a sum is larger than that of any run".to_owned()))?;
    Ok(())
}

fn count(sum: u64, more: u64) -> Result<u64, MergeError> {
    sum.checked_add(more).ok_or_else(too_many)
}

fn add_games(sum: &mut Histogram, more: &Histogram) -> Merged {
    *sum = both([&*sum, more]).ok_or_else(too_many)?;
    Ok(())
}

fn too_many() -> MergeError {
    MergeError("more blocks or games than can be counted".to_owned())
}
