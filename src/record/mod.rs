//! What a run leaves on disk.
//!
//! Owns the records of a run, [`Tallies`] and [`Manifest`], their formats and versions, the exact numbers of cards
//! ([`CardsRecord`]) and of games ([`SolvedRecord`]), the sums of comparisons ([`CompareTallies`]), the named hashes, and writing a folder so that a run
//! that dies leaves the old files or the new ones. It computes no estimate and knows no game.

mod cards;
mod compare;
mod disk;
mod folder;
mod json;
mod manifest;
mod merge;
mod parts;
mod plausible;
mod solved;
mod tallies;

pub use crate::games::ColumnKind;
pub use cards::{BestRecord, CardRecord, CardsRecord, DiceRecord, PolicyRecord};
pub use compare::{
    ArmRecord, ArmSums, COMPARE, CompareTallies, Differences, FieldSums, PairRecord, PairedSums, Terms, TestRecord,
};
pub use folder::{Folder, FolderError};
pub use json::{Decimal, FORMAT, Hash, ReadError, Record, hash, read_text};
pub use manifest::{Manifest, NamedHash, Part};
pub use merge::MergeError;
pub use parts::{PLAN, PartError, Plan, Shards};
pub use solved::{PositionRecord, SolvedRecord, StartRecord};
pub use tallies::{
    Cell, ColumnRecord, Ends, INTERRUPTED, LengthRecord, Moments, RatioEnds, RowRecord, StatisticsRecord,
    StrategyRecord, Tallies,
};
