//! The parts of a plan, judged one after the other and added up.
//!
//! Owns the one judgement of a part by which `missing` names shards and `merge` refuses: what it is read as, and whether it is
//! of the same games as the parts before it.

use super::compare::CompareTallies;
use super::compare_sweep::CompareSweep;
use super::feel::FeelRecord;
use super::merge::Mergeable;
use super::merge_error::MergeError;
use super::parts::{PartError, Planned, Shards};
use super::regret::RegretRecord;
use super::sweep::SweepTallies;
use super::tallies::Tallies;
use super::tournament::TournamentTallies;
use super::tune::TuneTallies;
use super::varied::VariedTallies;
use std::collections::BTreeSet;

/// A good part, by its index.
type Good<T> = (u64, T);

/// The good parts that others are held against.
struct Judge<'s, T> {
    shards: &'s Shards,
    /// The first part of all.
    first: Option<Good<T>>,
    /// The first part of the cells under way.
    lead: Option<Good<T>>,
}

impl<'s, T: Mergeable> Judge<'s, T> {
    fn new(shards: &'s Shards) -> Judge<'s, T> {
        Judge { shards, first: None, lead: None }
    }

    /// The next part, if it is good.
    ///
    /// # Errors
    /// If it is missing, damaged or foreign, or not of the same games as one before it.
    fn part(&mut self, index: u64) -> Result<T, PartError> {
        if index.is_multiple_of(self.shards.plan().shares) {
            self.lead = None;
        }
        let part: T = self.shards.read(index)?;
        if let Some((lead, sums)) = &self.lead {
            sums.clone().append(&part).map_err(|error| self.unfit(index, *lead, &error))?;
            return Ok(part);
        }
        if let Some((first, sums)) = &self.first {
            part.belongs_to(sums).map_err(|error| self.unfit(index, *first, &error))?;
        } else {
            self.first = Some((index, part.clone()));
        }
        self.lead = Some((index, part.clone()));
        Ok(part)
    }

    fn unfit(&self, index: u64, other_index: u64, error: &MergeError) -> PartError {
        let [file, other] = [index, other_index].map(|index| self.shards.path(index).display().to_string());
        PartError::Unfit { file, other, other_index, problem: error.to_string() }
    }
}

impl Shards {
    /// The shards that have no part, a damaged or foreign one, or one that does not fit another, which is named too, as nobody
    /// knows which of them is wrong: as ranges such as `3,7-9`; empty if there are none.
    pub fn missing(&self) -> String {
        ranges(&self.lacking())
    }

    fn lacking(&self) -> BTreeSet<u64> {
        match self.plan().planned {
            Planned::Run | Planned::Cards => self.lacking_of::<Tallies>(),
            Planned::Compare => self.lacking_of::<CompareTallies>(),
            Planned::Sweep | Planned::CardsSweep | Planned::Designs => self.lacking_of::<SweepTallies>(),
            Planned::Tournament => self.lacking_of::<TournamentTallies>(),
            Planned::Feel => self.lacking_of::<FeelRecord>(),
            Planned::FeelSweep => self.lacking_of::<VariedTallies<FeelRecord>>(),
            Planned::Regret => self.lacking_of::<RegretRecord>(),
            Planned::TournamentSweep => self.lacking_of::<VariedTallies<TournamentTallies>>(),
            Planned::Tune => self.lacking_of::<TuneTallies>(),
            Planned::TuneSweep => self.lacking_of::<VariedTallies<TuneTallies>>(),
            Planned::RegretSweep => self.lacking_of::<VariedTallies<RegretRecord>>(),
            Planned::CompareSweep => self.lacking_of::<CompareSweep>(),
        }
    }

    fn lacking_of<T: Mergeable>(&self) -> BTreeSet<u64> {
        let (mut judge, mut lacking) = (Judge::<T>::new(self), BTreeSet::new());
        for index in 0..self.plan().shards() {
            if let Err(error) = judge.part(index) {
                lacking.insert(index);
                if let PartError::Unfit { other_index, .. } = error {
                    lacking.insert(other_index);
                }
            }
        }
        lacking
    }

    /// All parts, added up: the tallies of the cells of each shard, in order; `read` is called after each.
    ///
    /// # Errors
    /// If shards are missing, or a part is damaged, foreign or does not fit another.
    pub fn merge<T: Mergeable>(&self, mut read: impl FnMut()) -> Result<Vec<T>, PartError> {
        let (mut judge, mut sums) = (Judge::<T>::new(self), Vec::<T>::new());
        for index in 0..self.plan().shards() {
            let part = judge.part(index).map_err(|error| match error {
                PartError::Missing(_) => self.incomplete(),
                error => error,
            })?;
            match sums.last_mut().filter(|_| index % self.plan().shares > 0) {
                None => sums.push(part),
                Some(sum) => sum.append(&part).map_err(|error| judge.unfit(index, index - 1, &error))?,
            }
            read();
        }
        Ok(sums)
    }

    fn incomplete(&self) -> PartError {
        let lacking = self.lacking();
        PartError::Incomplete { missing: lacking.len(), shards: self.plan().shards(), ranges: ranges(&lacking) }
    }
}

/// Numbers as ranges: `3,7-9`.
fn ranges(numbers: &BTreeSet<u64>) -> String {
    let numbers: Vec<u64> = numbers.iter().copied().collect();
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).filter_map(|run| Some((run.first()?, run.last()?)));
    let run = |(first, last)| if first == last { format!("{first}") } else { format!("{first}-{last}") };
    runs.map(run).collect::<Vec<_>>().join(",")
}
