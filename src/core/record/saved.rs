//! What of a run or a comparison under way is saved, so that it can be gone on with after whatever ends the program.
//!
//! Owns where it lies in the folder of the run, and its format: that of a part, with the manifest as its head.

use super::folder::SAVED;
use super::json::{ReadError, Record, read_text};
use super::manifest::Manifest;
use super::sealed::{seal, unseal};
use crate::input::Links;
use std::path::Path;

/// The first blocks of a run or a comparison.
#[derive(Clone, Debug)]
pub struct Saved {
    /// What was asked for, and how much of it the tallies are. It lists no files, and its signature is that of the tallies.
    pub manifest: Manifest,
    /// The text of the tallies, which are [`Tallies`](super::Tallies) or [`CompareTallies`](super::CompareTallies).
    pub tallies: String,
}

impl Saved {
    /// The text of the file that keeps these tallies.
    pub fn text(manifest: &Manifest, tallies: &impl Record) -> String {
        seal(manifest, tallies)
    }

    /// What is saved in the folder of a run; none if nothing is.
    ///
    /// # Errors
    /// If what is there cannot be read, or is damaged.
    pub fn read(folder: &Path) -> Result<Option<Saved>, ReadError> {
        let path = folder.join(SAVED);
        if path.symlink_metadata().is_err() {
            return Ok(None);
        }
        let (file, text) = (path.display().to_string(), read_text(&path, Links::Refuse)?);
        let (head, body) = unseal(&text).map_err(|problem| ReadError::new(format!("'{file}' {problem}")))?;
        Ok(Some(Saved { manifest: Manifest::from_json(&file, head)?, tallies: body.to_owned() }))
    }
}
