//! What `analyze tune` leaves on disk: the sums of every rung of the race, and those of the test.
//!
//! Owns the format of its `tallies.json`. All sums are exact integers over blocks.

use super::compare::{ArmRecord, ComparedTable, PairRecord, PairedSums};
use super::json::{Hash, Listing, Record};
use super::limits;
use super::names::TUNE;
use super::plausible::are_games;
use super::summed::Summed;
use crate::games::MAX_SEATS;
use serde::{Deserialize, Serialize};

/// More stages than a race has.
const MOST_STAGES: u32 = 16;

/// A strategy that takes part in the race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CandidateRecord {
    /// Its name, as it is typed.
    pub name: String,
    /// The value of each parameter that is tuned.
    #[serde(deserialize_with = "limits::keys")]
    pub values: Vec<String>,
    /// The stage in which it joined, from 1; 0 of the default.
    pub stage: u32,
}

/// A rung of the race: the blocks that some candidates played on the same draws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RungRecord {
    /// The stage that it belongs to, from 1: what was played in it counts from one rung to the next.
    pub stage: u32,
    /// Those who played, by their positions, without the default, which plays in all rungs.
    #[serde(deserialize_with = "limits::combinations")]
    pub candidates: Vec<usize>,
    /// The first block.
    pub first: u64,
    /// How many blocks it has; fewer were played if it was cut off.
    pub blocks: u64,
    /// Games in each block.
    pub games_a_block: u64,
    /// The sums: of the default, then of the candidates; the pairs are those of each candidate less the default.
    pub sums: PairedSums,
}

/// The test of the candidate that the race found, on draws of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestedRecord {
    /// Its position.
    pub candidate: usize,
    /// How many blocks the test has; fewer were played if it was cut off.
    pub blocks: u64,
    /// Games in each block.
    pub games_a_block: u64,
    /// The sums: of the candidate, then of the default, and of their difference.
    pub sums: PairedSums,
}

/// `tallies.json` of `tune`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TuneTallies {
    /// The command: `tune`.
    pub command: String,
    /// The version of the format.
    pub format: u32,
    /// The game.
    pub game: String,
    /// What must be said wherever the results are shown.
    #[serde(deserialize_with = "limits::notes")]
    pub notes: Vec<String>,
    /// How many play, which is also the number of games of a candidate in a block.
    pub players: u64,
    /// The highest score that a player can end with.
    pub highest_score: u32,
    /// The keys of the parameters that are tuned.
    #[serde(deserialize_with = "limits::keys")]
    pub parameters: Vec<String>,
    /// Against whom, as tables call it.
    pub against: String,
    /// The most games: of the race and the test together.
    pub budget: u64,
    /// Whether the race and the test came to their ends.
    pub is_complete: bool,
    /// All candidates: the default, then those of the values that were typed, then those between them.
    #[serde(deserialize_with = "limits::combinations")]
    pub candidates: Vec<CandidateRecord>,
    /// The rungs, in the order in which they were played.
    #[serde(deserialize_with = "limits::sums")]
    pub rungs: Vec<RungRecord>,
    /// The test; absent before the race is over, and if no candidate did better than the default.
    pub test: Option<TestedRecord>,
}

/// What a candidate came to in a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageSums {
    /// The stage.
    pub stage: u32,
    /// How many rungs of it the candidate played.
    pub rungs: u32,
    /// Blocks.
    pub blocks: u64,
    /// Its own sums.
    pub arm: ArmRecord,
    /// Those of its difference to the default; none of the default itself.
    pub pair: Option<PairRecord>,
}

impl TuneTallies {
    /// Games played.
    pub fn games(&self) -> u64 {
        self.race_games() + self.test.as_ref().map_or(0, |test| test.sums.blocks * test.games_a_block)
    }

    /// The stages in which luck is cancelled, and those in which it is not.
    pub fn stages(&self) -> [Vec<u32>; 2] {
        let of = |cancelled: bool| {
            let mut all: Vec<u32> =
                self.rungs.iter().filter(|rung| rung.sums.cancelled == cancelled).map(|rung| rung.stage).collect();
            all.dedup();
            all
        };
        [of(true), of(false)]
    }

    /// Games of the race.
    pub fn race_games(&self) -> u64 {
        self.rungs.iter().map(|rung| rung.sums.blocks * rung.games_a_block).sum()
    }

    /// Blocks played.
    pub fn blocks(&self) -> u64 {
        let test = self.test.as_ref().map_or(0, |test| test.sums.blocks);
        self.rungs.iter().map(|rung| rung.sums.blocks).sum::<u64>() + test
    }

    /// What a candidate came to in a stage, by its position; the default has position 0. `None` if it played no block.
    pub fn in_stage(&self, candidate: usize, stage: u32) -> Option<StageSums> {
        let mut sums = StageSums { stage, rungs: 0, blocks: 0, arm: ArmRecord::default(), pair: None };
        for rung in self.rungs.iter().filter(|rung| rung.stage == stage) {
            let at = if candidate == 0 {
                Some(0)
            } else {
                rung.candidates.iter().position(|&one| one == candidate).map(|at| at + 1)
            };
            let (Some(at), Some(field)) = (at, rung.sums.fields.first()) else { continue };
            sums.rungs += 1;
            sums.blocks += rung.sums.blocks;
            sums.arm.merge(&field.arms[at]);
            if at > 0 {
                sums.pair.get_or_insert_default().merge(&field.pairs[at - 1]);
            }
        }
        (sums.blocks > 0).then_some(sums)
    }

    /// What a candidate came to in the last stage that it played in.
    pub fn last_stage(&self, candidate: usize) -> Option<StageSums> {
        let stages = self.rungs.last().map_or(0, |rung| rung.stage);
        (1..=stages).rev().find_map(|stage| self.in_stage(candidate, stage))
    }

    /// Who won the race: the candidate that was tested, or the default if none was; `None` before the race is over.
    pub fn winner(&self) -> Option<usize> {
        self.test.as_ref().map(|test| test.candidate).or(self.is_complete.then_some(0))
    }

    /// The hash that stands for the results.
    pub fn signature(&self) -> Hash {
        let mut all = Listing::new(format!("{} {TUNE} {}", self.game, self.budget));
        let mut add = |sums: &PairedSums, blocks: u64| {
            all.all([blocks, sums.blocks]);
            sums.list(&mut all);
        };
        self.rungs.iter().for_each(|rung| add(&rung.sums, rung.blocks));
        self.test.iter().for_each(|test| add(&test.sums, test.blocks));
        all.hash()
    }

    fn are_sums(&self, sums: &PairedSums, arms: &[usize], (blocks, games): (u64, u64)) -> bool {
        let names: Option<Vec<String>> =
            arms.iter().map(|&at| self.candidates.get(at).map(|one| one.name.clone())).collect();
        let Some(names) = names else { return false };
        let TuneTallies { players, highest_score, .. } = *self;
        let table =
            ComparedTable { players, highest_score, arms: &names, against: std::slice::from_ref(&self.against) };
        let is_played = are_games(sums.blocks, games) && sums.blocks <= blocks && are_games(blocks, games);
        is_played && sums.looks.is_empty() && sums.are_of(&table, arms.len() - 1)
    }
}

impl Record for TuneTallies {
    fn inconsistency(&self) -> Option<String> {
        let keys = self.parameters.len();
        let rung = |rung: &RungRecord| {
            let arms: Vec<usize> = std::iter::once(0).chain(rung.candidates.iter().copied()).collect();
            let ascend = arms.is_sorted_by(|a, b| a < b);
            ascend && arms.len() > 1 && self.are_sums(&rung.sums, &arms, (rung.blocks, rung.games_a_block))
        };
        let test = |test: &TestedRecord| {
            let arms = [test.candidate, 0];
            test.candidate > 0 && self.are_sums(&test.sums, &arms, (test.blocks, test.games_a_block))
        };
        let reason = if self.command != TUNE {
            "it is not of a strategy that was tuned"
        } else if self.players == 0 || self.players > MAX_SEATS as u64 || self.highest_score == 0 || self.budget == 0 {
            "it has no players, no scores or no games"
        } else if keys == 0 || self.candidates.len() < 2 || self.candidates.iter().any(|one| one.values.len() != keys) {
            "its candidates do not have the parameters that are tuned"
        } else if self.rungs.is_empty() || !self.rungs.iter().all(rung) {
            "a rung has sums that no games have"
        } else if self
            .rungs
            .windows(2)
            .any(|two| two[0].stage == two[1].stage && two[0].sums.cancelled != two[1].sums.cancelled)
        {
            "luck is cancelled in some rungs of a stage"
        } else if !self.rungs.is_sorted_by(|a, b| a.stage <= b.stage)
            || !self.rungs.iter().all(|rung| (1..=MOST_STAGES).contains(&rung.stage))
        {
            "its stages are out of order"
        } else if !self.test.iter().all(test) {
            "the test has sums that no games have"
        } else {
            return None;
        };
        Some(reason.to_owned())
    }
}
