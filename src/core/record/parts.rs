//! A run, a comparison or a sweep in parts: the plan that cuts its blocks into shards, and the file of a shard's tallies.
//!
//! Owns the formats of `plan.json` and of the parts beside it, writing them so that a part is there as a whole or not at
//! all, and reading it. What is made of all parts is in `judge`. It plays nothing and knows no game.
//!
//! A part is sealed: the shard, its tallies, and the hash of both.

use super::folder::FolderError;
use super::json::{FORMAT, Hash, MAX_RECORD_BYTES, ReadError, Record, hash, hash_record, read_text};
use super::limits;
use super::manifest::NamedHash;
use super::merge::{Mergeable, PlannedCell};
use super::names::{CARDS, COMPARE, FEEL, REGRET, TOURNAMENT, TUNE};

use super::sealed::{seal, unseal};

use super::tune::TuneTallies;
use crate::input::{FileError, Links, read_text_file};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The file of a plan in its folder.
pub const PLAN: &str = "plan.json";
/// The folder of the parts, beside the plan.
const PARTS: &str = "parts";
/// What the folder of a later plan is called by, beside its number.
const NEXT: &str = "stage-";
/// So many parts can still be read in an hour, and named in some megabytes.
const MOST_SHARDS: u64 = 10_000_000;
/// More than the combinations that a sweep, or the tables that a tournament can have.
const MOST_CELLS: usize = 1 << 17;

/// What a plan is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Planned {
    /// A run, whose parts are [`Tallies`](super::Tallies).
    Run,
    /// A comparison or a ranking, whose parts are [`CompareTallies`](super::CompareTallies).
    Compare,
    /// A sweep, whose parts are [`SweepTallies`](super::SweepTallies) of some of its combinations.
    Sweep,
    /// A sweep of comparisons, whose parts are [`CompareSweep`](super::CompareSweep)s of some of its combinations.
    CompareSweep,
    /// A tournament, whose parts are [`TournamentTallies`](super::TournamentTallies) of some of its tables.
    Tournament,
    /// What is met on cards, whose parts are those of a run.
    Cards,
    /// The same in several combinations, whose parts are those of a sweep.
    CardsSweep,
    /// Designs of a game, whose parts are those of a sweep.
    Designs,
    /// A rung of a race, or the test after it, whose parts are [`TuneTallies`] with some of its blocks.
    Tune,
    /// What decisions cost, whose parts are [`RegretRecord`](super::RegretRecord)s of some of the strategies.
    Regret,
    /// Tournaments in several combinations, whose parts have some of these, as those of all below.
    TournamentSweep,
    /// Races in several combinations.
    TuneSweep,
    /// What decisions cost in several combinations.
    RegretSweep,
    /// How games go, whose parts are [`FeelRecord`](super::FeelRecord)s.
    Feel,
    /// The same in several combinations.
    FeelSweep,
}

impl Planned {
    /// The words of the command.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            Planned::Run | Planned::Sweep => &[],
            Planned::Compare | Planned::CompareSweep => &[COMPARE],
            Planned::Tournament | Planned::TournamentSweep => &[TOURNAMENT],
            Planned::Cards | Planned::CardsSweep => &[CARDS],
            Planned::Designs | Planned::Tune | Planned::TuneSweep => &[TUNE],
            Planned::Regret | Planned::RegretSweep => &[REGRET],
            Planned::Feel | Planned::FeelSweep => &[FEEL],
        }
    }

    /// Whether a shard is one cell: what is played of it is known only when it has been.
    pub fn plays_whole_cells(self) -> bool {
        matches!(self, Planned::TournamentSweep | Planned::TuneSweep | Planned::RegretSweep | Planned::FeelSweep)
    }

    /// Whether there is one cell alone.
    fn is_one(self) -> bool {
        matches!(self, Planned::Run | Planned::Compare | Planned::Cards | Planned::Tune | Planned::Feel)
    }
}

/// What is played, cut into shards: each is the same share of the blocks of some cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The version of the format.
    pub format: u32,
    /// The program.
    pub tool: String,
    /// Its version.
    pub version: String,
    /// What is planned.
    pub planned: Planned,
    /// The strategies named after the command, as they were typed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "limits::arms")]
    pub arms: Vec<String>,
    /// The options that say what is played: names without dashes, and values.
    #[serde(deserialize_with = "limits::combinations")]
    pub options: Vec<(String, String)>,
    /// The strategies, with a hash of what each is.
    #[serde(deserialize_with = "limits::combinations")]
    pub strategies: Vec<NamedHash>,
    /// The rules and data in force, with a hash of each.
    #[serde(deserialize_with = "limits::sums")]
    pub resolved: Vec<NamedHash>,
    /// One, or the combinations of a sweep, the tables of a tournament, the strategies whose decisions are priced.
    #[serde(deserialize_with = "limits::tables")]
    pub cells: Vec<PlannedCell>,
    /// Cells that a shard plays, but for the last ones, which may be fewer.
    pub cells_a_shard: usize,
    /// Into how many shares the blocks of each cell are cut.
    pub shares: u64,
    /// Of a race: what was played before, if anything was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<TuneTallies>,
    /// The hash of what was played before: the parts of later plans do not hold what makes it wrong.
    #[serde(default, skip_serializing_if = "Hash::is_none")]
    pub checksum: Hash,
}

/// A shard: which cells, and which share of the blocks of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The cells.
    pub cells: Range<usize>,
    /// The share, from 0.
    pub share: u64,
}

impl Record for Plan {
    fn inconsistency(&self) -> Option<String> {
        let plays = |cell: &PlannedCell| cell.games_a_block > 0 && cell.blocks >= self.shares;
        let is_one = self.planned.is_one();
        if self.cells.is_empty() || self.cells_a_shard == 0 || self.shares == 0 || !self.cells.iter().all(plays) {
            return Some("it plans no games".to_owned());
        }
        if is_one && self.cells.len() > 1 || self.cells.len() > MOST_CELLS {
            return Some(format!("it has {} cells", self.cells.len()));
        }
        let shards = self.shares.checked_mul(self.groups());
        if shards.is_none_or(|shards| shards > MOST_SHARDS) {
            let shards = shards.map_or("too many".to_owned(), |shards| shards.to_string());
            return Some(format!("it has {shards} shards, and at most {MOST_SHARDS} can be looked after"));
        }
        let games =
            self.cells.iter().try_fold(0u64, |all, cell| all.checked_add(cell.blocks.checked_mul(cell.games_a_block)?));
        let more = games.is_none().then(|| "more games than can be counted".to_owned());
        more.or_else(|| {
            let before = self.before.as_ref()?;
            let changed =
                (self.checksum != hash_record(before)).then(|| "what was played before it was changed".to_owned());
            changed.or_else(|| before.inconsistency())
        })
    }
}

impl Plan {
    /// The plan of what follows these games of a race.
    pub fn after(self, before: TuneTallies) -> Plan {
        Plan { checksum: hash_record(&before), before: Some(before), ..self }
    }

    /// How many shards there are; they are counted from 0.
    pub fn shards(&self) -> u64 {
        self.groups() * self.shares
    }

    /// How many times cells are taken together.
    fn groups(&self) -> u64 {
        self.cells.len().div_ceil(self.cells_a_shard) as u64
    }

    /// The shard of this index, if there is one: first all shares of the first cells.
    pub fn shard(&self, index: u64) -> Option<Shard> {
        let start = usize::try_from(index / self.shares).ok()?.checked_mul(self.cells_a_shard)?;
        let end = start.saturating_add(self.cells_a_shard).min(self.cells.len());
        (start < end).then_some(Shard { cells: start..end, share: index % self.shares })
    }

    /// A share of the blocks of a cell.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn blocks(&self, cell: usize, share: u64) -> Range<u64> {
        let until =
            |share: u64| (u128::from(self.cells[cell].blocks) * u128::from(share) / u128::from(self.shares)) as u64;
        until(share)..until(share + 1)
    }

    /// Writes the plan into its folder, unless it is there already.
    ///
    /// # Errors
    /// If another plan is there, or the disk does not take it.
    pub fn write(&self, folder: &Path) -> Result<(), FolderError> {
        let (path, text) = (folder.join(PLAN), self.to_json());
        let place = || path.display().to_string();
        let unwritable = |source: io::Error| match source.kind() {
            io::ErrorKind::AlreadyExists => FolderError::Planned { place: place() },
            _ => FolderError::Unwritable { place: place(), source },
        };
        if read_text(&path, Links::Refuse).is_ok_and(|there| there == text) {
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
    /// Of each cell of the shard.
    blocks: Vec<Range<u64>>,
}

/// Why a part, or a plan with its parts, cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PartError {
    /// It is not there.
    #[error("'{0}' is missing")]
    Missing(String),
    /// It cannot be read.
    #[error("'{file}': {source}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        source: FileError,
    },
    /// It is not what was written, or not of this plan.
    #[error("'{file}' {problem}; delete it and play its shard again")]
    Wrong {
        /// The file.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// It is not of the same games as another.
    #[error("'{file}' does not fit '{other}' ({problem}); delete both and play their shards again")]
    Unfit {
        /// The file.
        file: String,
        /// The other file.
        other: String,
        /// The index of its shard.
        other_index: u64,
        /// How they differ.
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
    /// The plan in a file, whose parts are, or will be, in `folder`. The plan of that folder itself must not be a link.
    ///
    /// # Errors
    /// If the file cannot be read or is no plan, or the folder of the parts is a link or a file.
    pub fn open(file: &Path, folder: &Path) -> Result<Shards, ReadError> {
        let links = if file == folder.join(PLAN) { Links::Refuse } else { Links::Follow };
        let parts = folder.join(PARTS);
        if parts.symlink_metadata().is_ok_and(|metadata| !metadata.is_dir()) {
            let parts = parts.display();
            return Err(ReadError::new(format!(
                "'{parts}' is not a folder: a link may lead anywhere, so it is not used"
            )));
        }
        let plan = Plan::from_json(&file.display().to_string(), &read_text(file, links)?)?;
        Ok(Shards { identity: plan.hash(), plan, folder: parts })
    }

    /// The folder of the plan of a later part of what this is a part of: beside others of that, or in the folder of the first.
    pub fn next_folder(&self, name: &str) -> PathBuf {
        let own = self.folder.parent().unwrap_or(Path::new("."));
        let is_later = own.file_name().is_some_and(|own| own.to_string_lossy().starts_with(NEXT));
        let first = if is_later { own.parent().unwrap_or(own) } else { own };
        first.join(format!("{NEXT}{name}"))
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
    pub fn part(&self, index: u64, tallies: &impl Mergeable) -> String {
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
            if part.len() as u64 > MAX_RECORD_BYTES {
                let bytes = part.len();
                return Err(io::Error::other(format!(
                    "the part has {bytes} bytes; at most {MAX_RECORD_BYTES} are read again (cut the plan into smaller shards)"
                )));
            }
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
    pub fn read<T: Mergeable>(&self, index: u64) -> Result<T, PartError> {
        let path = self.path(index);
        let file = path.display().to_string();
        let wrong = |problem: &str| PartError::Wrong { file: file.clone(), problem: problem.to_owned() };
        let text = read_text_file(&path, MAX_RECORD_BYTES, Links::Refuse).map_err(|source| {
            let missing = source.is_missing();
            if missing {
                PartError::Missing(file.clone())
            } else {
                PartError::Unreadable { file: file.clone(), source }
            }
        })?;
        let (head, tallies) = unseal(&text).map_err(wrong)?;
        let head: Head = serde_json::from_str(head).map_err(|error| wrong(&format!("is no part: {error}")))?;
        if head.plan != self.identity {
            return Err(wrong("is of another plan"));
        }
        if self.head(index).is_none_or(|own| own != head) {
            let Range { start, end } = head.blocks.first().cloned().unwrap_or_default();
            return Err(wrong(&format!("has the blocks {start} to {end} of shard {}", head.index)));
        }
        let tallies = T::from_json(&file, tallies).map_err(|error| wrong(&format!("is no part: {error}")))?;
        let Shard { cells, share } = self.plan.shard(index).unwrap_or(Shard { cells: 0..0, share: 0 });
        let blocks = |cell: usize| self.plan.blocks(cell, share);
        let of_cell =
            |cell: usize| PlannedCell { blocks: blocks(cell).end - blocks(cell).start, ..self.plan.cells[cell] };
        if tallies.cells() != cells.map(of_cell).collect::<Vec<_>>() {
            let numbers = |cell: &PlannedCell| format!("{} blocks of {} games", cell.blocks, cell.games_a_block);
            let found = tallies.cells().iter().map(numbers).collect::<Vec<_>>().join(", ");
            return Err(wrong(&format!("has the tallies of {found}, not those of its shard")));
        }
        Ok(tallies)
    }

    fn head(&self, index: u64) -> Option<Head> {
        let Shard { cells, share } = self.plan.shard(index)?;
        let blocks = cells.map(|cell| self.plan.blocks(cell, share)).collect();
        Some(Head { format: FORMAT, plan: self.identity.clone(), index, blocks })
    }

    /// Where the part of this index is.
    pub(super) fn path(&self, index: u64) -> PathBuf {
        self.folder.join(format!("part-{index}"))
    }
}
