//! A run in parts: the plan that cuts its blocks into shards, and the file of a shard's tallies.
//!
//! Owns the formats of `plan.json` and of the parts beside it, writing them so that a part is there as a whole or not at
//! all, and adding them up. It plays nothing and knows no game.
//!
//! A part is sealed: the shard, its tallies, and the hash of both.

use super::folder::FolderError;
use super::json::{FORMAT, Hash, Record, hash, read_text};
use super::manifest::NamedHash;
use super::merge::MergeError;
use super::sealed::{seal, unseal};
use super::tallies::Tallies;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The file of a plan in its folder.
pub const PLAN: &str = "plan.json";
/// The folder of the parts, beside the plan.
const PARTS: &str = "parts";
/// So many parts can still be read in an hour, and named in some megabytes.
const MOST_SHARDS: u64 = 10_000_000;
/// No part of a run is as large: the tables of the games take some hundred kilobytes.
const LARGEST_PART: u64 = 1 << 26;

/// A run, cut into shards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The version of the format.
    pub format: u32,
    /// The program.
    pub tool: String,
    /// Its version.
    pub version: String,
    /// The options that say what is played: names without dashes, and values.
    pub options: Vec<(String, String)>,
    /// The strategies, with a hash of what each is.
    pub strategies: Vec<NamedHash>,
    /// The rules and data in force, with a hash of each.
    pub resolved: Vec<NamedHash>,
    /// Games in each block.
    pub games_a_block: u64,
    /// All blocks of the run.
    pub blocks: u64,
    /// Blocks of each shard but the last, which may have fewer.
    pub shard_blocks: u64,
}

impl Record for Plan {
    fn inconsistency(&self) -> Option<String> {
        if self.blocks == 0 || self.shard_blocks == 0 || self.games_a_block == 0 {
            return Some("it plans no games".to_owned());
        }
        let shards = self.shards();
        if shards > MOST_SHARDS {
            return Some(format!("it has {shards} shards, and at most {MOST_SHARDS} can be looked after"));
        }
        self.blocks.checked_mul(self.games_a_block).is_none().then(|| "more games than can be counted".to_owned())
    }
}

impl Plan {
    /// How many shards there are; they are counted from 0.
    pub fn shards(&self) -> u64 {
        self.blocks.div_ceil(self.shard_blocks)
    }

    /// The blocks of a shard, if there is one of this index.
    pub fn shard(&self, index: u64) -> Option<Range<u64>> {
        let start = index.checked_mul(self.shard_blocks).filter(|&start| start < self.blocks)?;
        Some(start..start.saturating_add(self.shard_blocks).min(self.blocks))
    }

    /// Writes the plan into its folder, unless it is there already.
    ///
    /// # Errors
    /// If another plan is there, or the disk does not take it.
    pub fn write(&self, folder: &Path) -> Result<(), FolderError> {
        let (path, text) = (folder.join(PLAN), self.to_json());
        let unwritable = |source| FolderError::Unwritable { place: path.display().to_string(), source };
        if std::fs::read_to_string(&path).is_ok_and(|there| there == text) {
            return Ok(());
        }
        let write = || {
            std::fs::create_dir_all(folder)?;
            let mut file = temporary(".plan-", folder)?;
            file.write_all(text.as_bytes())?;
            file.as_file().sync_all()?;
            file.persist_noclobber(&path).map_err(|error| error.error)?;
            File::open(folder)?.sync_all()
        };
        write().map_err(unwritable)
    }

    /// What stands for the plan in its parts.
    fn hash(&self) -> Hash {
        hash(self.to_json().as_bytes())
    }
}

/// A new file that others may read as they may read any other, for on a shared disk they have to.
fn temporary(prefix: &str, folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// What a part says of itself.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    format: u32,
    plan: Hash,
    index: u64,
    blocks: (u64, u64),
}

/// Why a part, or a plan with its parts, cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PartError {
    /// It is not there.
    #[error("'{0}' is missing")]
    Missing(String),
    /// It cannot be read.
    #[error("cannot read '{file}': {source}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        source: io::Error,
    },
    /// It is not what was written, or not of this plan.
    #[error("'{file}' {problem}; delete it and play its shard again")]
    Wrong {
        /// The file.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Parts are missing or wrong.
    #[error("{missing} of {shards} shards are missing or damaged: {ranges}")]
    Incomplete {
        /// How many.
        missing: usize,
        /// Of how many.
        shards: u64,
        /// Which.
        ranges: String,
    },
}

/// The folder of a plan.
#[derive(Debug)]
pub struct Shards {
    plan: Plan,
    identity: Hash,
    folder: PathBuf,
}

impl Shards {
    /// The plan in a file, whose parts are, or will be, in `folder`.
    ///
    /// # Errors
    /// If the file cannot be read or is no plan.
    pub fn open(file: &Path, folder: &Path) -> Result<Shards, super::ReadError> {
        let plan = Plan::from_json(&file.display().to_string(), &read_text(file)?)?;
        Ok(Shards { identity: plan.hash(), plan, folder: folder.join(PARTS) })
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The bytes of a part: the tallies of the shard of this index.
    ///
    /// # Panics
    /// If the plan has no such shard.
    #[expect(clippy::expect_used, reason = "the index is the caller's")]
    pub fn part(&self, index: u64, tallies: &Tallies) -> String {
        seal(&self.head(index).expect("a shard of the plan"), tallies)
    }

    /// Writes a part under a name of its own, waits for the disk, and then gives it its name.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn write(&self, index: u64, part: &str) -> Result<(), FolderError> {
        let shown = self.folder.display().to_string();
        let unwritable = |source| FolderError::Unwritable { place: shown.clone(), source };
        let write = || {
            std::fs::create_dir_all(&self.folder)?;
            let mut file = temporary(".part-", &self.folder)?;
            file.write_all(part.as_bytes())?;
            file.as_file().sync_all()?;
            file.persist(self.path(index)).map_err(|error| error.error)?;
            File::open(&self.folder)?.sync_all()
        };
        write().map_err(unwritable)
    }

    /// The tallies of a part, once it is known to be whole and of this plan.
    ///
    /// # Errors
    /// If it is not there, damaged or foreign.
    pub fn read(&self, index: u64) -> Result<Tallies, PartError> {
        let path = self.path(index);
        let file = path.display().to_string();
        let wrong = |problem: &str| PartError::Wrong { file: file.clone(), problem: problem.to_owned() };
        let text = limited_text(&path).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound => PartError::Missing(file.clone()),
            _ => PartError::Unreadable { file: file.clone(), source },
        })?;
        let (head, tallies) = unseal(&text).map_err(wrong)?;
        let head: Head = serde_json::from_str(head).map_err(|error| wrong(&format!("is no part: {error}")))?;
        if head.plan != self.identity {
            return Err(wrong("is of another plan"));
        }
        if self.head(index).is_none_or(|own| own != head) {
            return Err(wrong(&format!(
                "has the blocks {} to {} of shard {}",
                head.blocks.0, head.blocks.1, head.index
            )));
        }
        let tallies = Tallies::from_json(&file, tallies).map_err(|error| wrong(&format!("is no part: {error}")))?;
        if tallies.blocks != head.blocks.1 - head.blocks.0 {
            return Err(wrong(&format!("has the tallies of {} blocks, not those of its shard", tallies.blocks)));
        }
        Ok(tallies)
    }

    /// The shards that have no part, or a damaged or foreign one, as ranges such as `3,7-9`; empty if there are none.
    pub fn missing(&self) -> String {
        ranges(&self.lacking())
    }

    /// All parts, added up; `read` is called after each.
    ///
    /// # Errors
    /// If shards are missing, or a part is damaged or foreign.
    pub fn merge(&self, mut read: impl FnMut()) -> Result<Tallies, PartError> {
        let mut sum: Option<Tallies> = None;
        for index in 0..self.plan.shards() {
            let part = self.read(index).map_err(|error| match error {
                PartError::Missing(_) => self.incomplete(),
                error => error,
            })?;
            match &mut sum {
                None => sum = Some(part),
                Some(sum) => sum.merge(&part).map_err(|error: MergeError| PartError::Wrong {
                    file: self.path(index).display().to_string(),
                    problem: format!("does not fit the parts before it ({error})"),
                })?,
            }
            read();
        }
        sum.ok_or_else(|| self.incomplete())
    }

    fn incomplete(&self) -> PartError {
        let lacking = self.lacking();
        PartError::Incomplete { missing: lacking.len(), shards: self.plan.shards(), ranges: ranges(&lacking) }
    }

    fn lacking(&self) -> Vec<u64> {
        (0..self.plan.shards()).filter(|&index| self.read(index).is_err()).collect()
    }

    fn head(&self, index: u64) -> Option<Head> {
        let blocks = self.plan.shard(index)?;
        Some(Head { format: FORMAT, plan: self.identity.clone(), index, blocks: (blocks.start, blocks.end) })
    }

    fn path(&self, index: u64) -> PathBuf {
        self.folder.join(format!("part-{index}"))
    }
}

/// A text file that is not larger than a part can be, and a file.
fn limited_text(path: &Path) -> io::Result<String> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let mut text = String::new();
    File::open(path)?.take(LARGEST_PART).read_to_string(&mut text)?;
    Ok(text)
}

/// Ascending numbers as ranges: `3,7-9`.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).filter_map(|run| Some((run.first()?, run.last()?)));
    let run = |(first, last)| if first == last { format!("{first}") } else { format!("{first}-{last}") };
    runs.map(run).collect::<Vec<_>>().join(",")
}
