//! Adding up the tallies of parts of a run, a comparison or a sweep.
//!
//! Owns what two parts must have in common. Sums are added as integers and refused where they do not fit, because a part
//! may come from anybody.

use super::compare::{CompareTallies, PairedSums};
use super::compare_sweep::CompareSweep;
use super::json::Record;
use super::merge_error::MergeError;
use super::regret::{RegretOf, RegretRecord};
use super::summed::{Each, Kind, Merged, Sum, Summed, Whose};
use super::sweep::SweepTallies;
use super::tallies::Tallies;
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

    fn append(&mut self, next: &Tallies) -> Merged {
        self.add_blocks(next, Whose::Foreign)
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
        self.add_blocks(next, Whose::Foreign)
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
            Some(sums) => sums.add_blocks(&more, Whose::Foreign),
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

impl Mergeable for SweepTallies {
    fn cells(&self) -> Vec<PlannedCell> {
        self.combinations.iter().flat_map(|combination| combination.tallies.cells()).collect()
    }

    fn belongs_to(&self, first: &SweepTallies) -> Merged {
        alike("the game", &self.game, &first.game)?;
        alike("what was varied", &(&self.vary, self.all), &(&first.vary, first.all))
    }

    fn append(&mut self, next: &SweepTallies) -> Merged {
        self.add_blocks(next, Whose::Foreign)
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
        together.inconsistency().map_or(Ok(()), |problem| Err(MergeError::new(&problem)))
    }

    fn append(&mut self, next: &CompareSweep) -> Merged {
        self.add_blocks(next, Whose::Foreign)
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
        self.add_blocks(next, Whose::Foreign)
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
        alike("the number of strategies", &self.strategies.len(), &next.strategies.len())?;
        for (of, more) in self.strategies.iter_mut().zip(&next.strategies) {
            let about = |of: &RegretOf| RegretOf { unpriced: 0, worst: Vec::new(), groups: Vec::new(), ..of.clone() };
            alike("a strategy", &about(of), &about(more))?;
            alike("the groups of decisions", &of.groups.len(), &more.groups.len())?;
            Each("groups of decisions").add(&mut of.groups, &more.groups, Whose::Foreign)?;
            Sum.add(&mut of.unpriced, &more.unpriced, Whose::Foreign)?;
            of.worst.extend(more.worst.iter().cloned());
            // How many were to be listed is not in the record.
            of.keep(usize::MAX);
        }
        Ok(())
    }
}

/// What is not added up must be the same.
fn alike<T: PartialEq>(what: &str, mine: &T, other: &T) -> Merged {
    super::summed::alike(what, mine, other, Whose::Foreign)
}
