//! The manifest of a run: what was asked for, what it was played with, and what belongs to it.

use super::hash::Hash;
use super::tallies::ReadError;
use serde::{Deserialize, Serialize};

/// A name with the hash of what it stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedHash {
    /// A file or a strategy.
    pub name: String,
    /// The hash of its content.
    pub hash: Hash,
}

/// The text of rules or data with its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// What it is; of Gang of Dice `edition`, `rules`, `deck`.
    pub name: String,
    /// The hash of the text.
    pub hash: Hash,
    /// The text.
    pub text: String,
}

/// `run.json`: no path, thread count, time or host, so that the same command gives the same bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The program.
    pub tool: String,
    /// Its version.
    pub version: String,
    /// The version of the format of the files.
    pub format: u32,
    /// The game.
    pub game: String,
    /// How many play.
    pub players: usize,
    /// The line-up: the strategy of each seat before any rotation.
    pub lineup: Vec<String>,
    /// The different strategies, with a hash of what each is.
    pub strategies: Vec<NamedHash>,
    /// The rules and data in force.
    pub resolved: Vec<Part>,
    /// The seed.
    pub seed: u64,
    /// Games played.
    pub runs: u64,
    /// Blocks played.
    pub blocks: u64,
    /// How seats were taken.
    pub seating: String,
    /// How turns were played.
    pub engine: String,
    /// Which blocks the tables beyond wins and length count; their own counts say how much that is.
    pub sheets: String,
    /// What decided when the run ended; absent if it was the number of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// How the intervals are made.
    pub intervals: String,
    /// The hashes of the other files.
    pub files: Vec<NamedHash>,
    /// The hash of the tallies: equal signatures are equal results.
    pub signature: Hash,
}

impl Part {
    /// A part with its hash.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Part {
        let text = text.into();
        Part { name: name.into(), hash: super::hash::hash(text.as_bytes()), text }
    }
}

impl Manifest {
    /// The text of `run.json`.
    ///
    /// # Errors
    /// Only if the serialiser fails.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Reads `run.json`.
    ///
    /// # Errors
    /// If the text is not of this format and version.
    pub fn from_json(file: &str, text: &str) -> Result<Manifest, ReadError> {
        super::tallies::read_versioned(file, text)
    }
}
