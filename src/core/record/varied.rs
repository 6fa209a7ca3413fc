//! Tournaments, races and priced decisions in several combinations of varied values.
//!
//! Owns the format of their `tallies.json`: the record of each combination as it would be alone, with its own manifest.

use super::json::{FORMAT, Hash, Record, hash};
use super::limits;
use super::manifest::Manifest;
use super::merge::{Mergeable, PlannedCell};
use super::merge_error::MergeError;
use super::names::{varied_command, varies};
use super::sums::Sums;
use super::sweep::VariedKey;
use serde::{Deserialize, Serialize};

/// `tallies.json` of such a command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VariedTallies<T> {
    /// The command, with `-sweep` after it.
    pub command: String,
    /// The version of the format.
    pub format: u32,
    /// The keys with their values.
    #[serde(deserialize_with = "limits::keys")]
    pub vary: Vec<VariedKey>,
    /// How many combinations were to be played.
    pub all: u64,
    /// Those that were played, in their order.
    #[serde(bound(deserialize = "T: Deserialize<'de>"))]
    #[serde(deserialize_with = "limits::combinations")]
    pub combinations: Vec<VariedPart<T>>,
}

/// A combination.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VariedPart<T> {
    /// The value of each key.
    #[serde(deserialize_with = "limits::keys")]
    pub values: Vec<String>,
    /// What it would be alone, without files.
    pub manifest: Manifest,
    /// Its sums.
    pub tallies: T,
}

impl<T> VariedTallies<T> {
    /// The record of these combinations of a command.
    pub fn new(command: &str, vary: Vec<VariedKey>, all: u64, combinations: Vec<VariedPart<T>>) -> VariedTallies<T> {
        VariedTallies { command: varied_command(command), format: FORMAT, vary, all, combinations }
    }
}

impl<T: Sums + PartialEq + Serialize + for<'de> Deserialize<'de>> Record for VariedTallies<T> {
    fn inconsistency(&self) -> Option<String> {
        if varies(&self.command).is_none() || self.combinations.is_empty() {
            return Some("it has no combinations".to_owned());
        }
        let keys = self.vary.len();
        self.combinations.iter().find_map(|part| {
            let problem = part.manifest.inconsistency().or_else(|| part.tallies.inconsistency());
            let is_own = part.values.len() == keys && part.tallies.signature() == part.manifest.signature;
            problem.or_else(|| (!is_own).then(|| "a combination does not give its own signature".to_owned()))
        })
    }
}

impl<T> Sums for VariedTallies<T>
where
    T: Sums + PartialEq + Serialize + for<'de> Deserialize<'de>,
{
    fn blocks(&self) -> u64 {
        self.combinations.iter().map(|part| part.tallies.blocks()).fold(0, u64::saturating_add)
    }

    fn signature(&self) -> Hash {
        let each = self.combinations.iter().map(|part| part.tallies.signature().to_string());
        hash(each.collect::<Vec<_>>().join("\n").as_bytes())
    }
}

/// A combination is a cell of one block: how many games it plays is known only when it has.
impl<T> Mergeable for VariedTallies<T>
where
    T: Sums + Clone + PartialEq + Serialize + for<'de> Deserialize<'de>,
{
    fn cells(&self) -> Vec<PlannedCell> {
        vec![PlannedCell { games_a_block: 1, blocks: 1 }; self.combinations.len()]
    }

    fn belongs_to(&self, first: &Self) -> Result<(), MergeError> {
        let about = |of: &Self| (of.command.clone(), of.vary.clone(), of.all);
        if about(self) == about(first) { Ok(()) } else { Err(MergeError::new("what was varied differs between parts")) }
    }

    fn append(&mut self, _: &Self) -> Result<(), MergeError> {
        Err(MergeError::new("a combination is played as a whole"))
    }
}
