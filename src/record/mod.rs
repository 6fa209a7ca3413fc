//! What a run leaves on disk.
//!
//! Owns the two records of a run, [`Tallies`] and [`Manifest`], their formats and versions, the exact
//! numbers of cards ([`CardsRecord`]) with their manifest, the named hashes, and writing a folder so that a run that dies leaves the old files or the new ones. It
//! computes no estimate and knows no game.

mod cards;
mod folder;
mod hash;
mod manifest;
mod tallies;

pub use cards::{BestRecord, CardRecord, CardsManifest, CardsRecord, DiceRecord, PolicyRecord};
pub use folder::{Folder, FolderError};
pub use hash::{Hash, hash};
pub use manifest::{Manifest, NamedHash, Part};
pub use tallies::{
    Cell, ColumnRecord, FORMAT, KindRecord, LengthRecord, Moments, ReadError, RowRecord, SheetRecord, StrategyRecord,
    Tallies,
};
