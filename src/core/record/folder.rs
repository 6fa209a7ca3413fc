//! Writing the files of a run.
//!
//! Owns the promise that a run which dies leaves the old files or the new ones as a whole. New files are built in a hidden
//! folder inside the target, which may be a mount point. One rename says that they are complete; from then on they are
//! put in place, if need be by the next command that opens the folder. What an earlier run wrote there and this one does
//! not goes; nothing else does. What a run saves while it is under way lies in a hidden file beside them. One run at a time holds a folder, where the system lets folders be locked.

use self::left::{Listing, has_ready, hidden, is_foreign, put_in_place};
use super::disk::{Disk, Machine};
use super::json::{MAX_RECORD_BYTES, hash};
use super::names::is_plain;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The file that marks a folder as ours, and is put in place last.
pub const MANIFEST: &str = "run.json";
/// What is saved, until it is whole.
const NEW_SAVE: &str = "save";
/// How the names of our hidden folders begin; the number of the process that builds follows.
const HIDDEN: &str = ".analyze-";
/// The file in which what was played so far is saved.
pub(super) const SAVED: &str = ".analyze-saved";
/// The hidden folder whose files are complete.
const READY: &str = ".analyze-ready";

/// What becomes of what was saved while the games were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saves {
    /// It stays, for these are not the files of those games.
    Keep,
    /// It goes: all of it is in the files.
    Remove,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It holds files, but no manifest of ours.
    #[error("'{folder}' holds other files and no run.json of ours; choose an empty or a new folder")]
    Foreign {
        /// The folder as the user knows it.
        folder: String,
    },
    /// Something in it has the name of what runs leave there, but is not what they leave, or cannot be read.
    #[error(
        "'{place}' is not what a run of this program leaves ({problem}); nothing was changed: look at it, and remove it or \
         choose another folder"
    )]
    Strange {
        /// The file or folder.
        place: String,
        /// What it is instead.
        problem: String,
    },
    /// A record is longer than any that is read again. All files were written.
    #[error(
        "'{place}' has {bytes} bytes; all files were written, but at most {MAX_RECORD_BYTES} bytes of a record are read \
         again, so neither 'report' nor '--resume' will take it"
    )]
    TooLong {
        /// The record.
        place: String,
        /// How long it is.
        bytes: usize,
    },
    /// Another run holds it.
    #[error("'{folder}' is being written by {holder}; wait for it to end, or choose another folder")]
    Busy {
        /// The folder as the user knows it.
        folder: String,
        /// By whom, as far as it can be told.
        holder: String,
    },
    /// It holds another plan, whose parts may be there.
    #[error("'{place}' is another plan; choose another folder, or remove that one with its parts")]
    Planned {
        /// The file of the plan.
        place: String,
    },
    /// It cannot be made or written.
    #[error("cannot write to '{place}': {source}")]
    Unwritable {
        /// The folder as the user knows it, or the file in it.
        place: String,
        /// Why.
        source: io::Error,
    },
}

/// A folder that a run will write to, held until it is dropped. Opening it checks that writing will be possible.
#[derive(Debug)]
pub struct Folder<D: Disk = Machine> {
    disk: D,
    target: PathBuf,
    shown: String,
    /// Where files are built, while there is such a folder.
    building: Option<PathBuf>,
    /// The folders that were made by opening it, the innermost first: they go again unless something is written.
    made: Vec<PathBuf>,
    /// Locked as long as it is open.
    _lock: Option<File>,
}

/// Leaves no trace of a run that wrote nothing. A folder that holds files cannot be removed this way.
impl<D: Disk> Drop for Folder<D> {
    fn drop(&mut self) {
        if let Some(building) = &self.building {
            let _ = self.disk.remove_dir(building);
        }
        for folder in &self.made {
            let _ = std::fs::remove_dir(folder);
        }
    }
}

impl Folder {
    /// Opens `target` for a run: makes it if it is missing, and a hidden folder inside it.
    ///
    /// # Errors
    /// If it is a file, cannot be written, holds somebody else's files, or is held by another run. Nothing is changed then.
    pub fn open(target: &Path) -> Result<Folder, FolderError> {
        Folder::open_on(target, Machine)
    }

    /// Puts in place what a run completed that died before it could. A folder that another run holds, or that cannot be
    /// written, is left as it is.
    ///
    /// # Errors
    /// If something there is not what a run leaves. Nothing is changed then.
    pub fn recover(target: &Path) -> Result<(), FolderError> {
        if has_ready(target)?
            && let Ok(_held) = lock(target, &target.display().to_string())
            && let Err(strange @ FolderError::Strange { .. }) = put_in_place(&Machine, target)
        {
            return Err(strange);
        }
        Ok(())
    }
}

impl<D: Disk> Folder<D> {
    /// The same on another disk.
    fn open_on(target: &Path, disk: D) -> Result<Folder<D>, FolderError> {
        let shown = target.display().to_string();
        let unwritable = |source| FolderError::Unwritable { place: shown.clone(), source };
        let mut made = Vec::new();
        match std::fs::metadata(target) {
            Ok(metadata) if !metadata.is_dir() => {
                return Err(unwritable(io::Error::other("it is a file, not a folder")));
            }
            Ok(_) if is_foreign(target)? => return Err(FolderError::Foreign { folder: shown }),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                made = missing(target);
                std::fs::create_dir_all(target).map_err(unwritable)?;
            }
            Err(error) => return Err(unwritable(error)),
        }
        let mut folder = Folder { disk, target: target.to_path_buf(), shown, building: None, made, _lock: None };
        folder._lock = lock(target, &folder.shown)?;
        folder.clean_up()?;
        let building = target.join(format!("{HIDDEN}{}", std::process::id()));
        folder.disk.create_dir(&building).map_err(|source| folder.unwritable(source))?;
        folder.building = Some(building);
        Ok(folder)
    }

    /// The folder as the user knows it.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    fn unwritable(&self, source: io::Error) -> FolderError {
        FolderError::Unwritable { place: self.shown.clone(), source }
    }

    /// Ends what runs left that died: complete files are put in place, others removed.
    fn clean_up(&self) -> Result<(), FolderError> {
        if has_ready(&self.target)? {
            put_in_place(&self.disk, &self.target)?;
        }
        hidden(&self.target)?
            .iter()
            .try_for_each(|left| self.disk.remove_dir(left))
            .map_err(|source| self.unwritable(source))
    }

    /// Writes `files` (name and content), the manifest last, replacing files of the same names. Files that the manifest
    /// there lists and the new one does not are removed, unless they were changed since: those are somebody's work.
    ///
    /// # Errors
    /// If a name leads out of the folder, or the disk does not take the files. What was there before is then still there,
    /// or, if the new files were complete already, they are and will be put in place by whatever opens the folder next.
    /// Also if a record is longer than [`MAX_RECORD_BYTES`]; the files are in place then.
    pub fn write(mut self, files: &[(String, String)], manifest: &str, saves: Saves) -> Result<(), FolderError> {
        let Some(building) = self.building.clone() else { return Ok(()) };
        // Files that it does not list would never be put in place, and nothing could open the folder any more.
        let listing = Listing::of(manifest.as_bytes());
        let lists = |name: &str, content: &str| {
            listing.as_ref().is_some_and(|listing| listing.lists(name, &hash(content.as_bytes())))
        };
        let manifest = (MANIFEST.to_owned(), manifest.to_owned());
        for (name, content) in files.iter().chain([&manifest]) {
            let place = || self.target.join(name).display().to_string();
            let unwritable = |source| FolderError::Unwritable { place: place(), source };
            if !is_plain(name) {
                return Err(unwritable(io::Error::other("this is no plain name of a file")));
            }
            if name != MANIFEST && !lists(name, content) {
                return Err(unwritable(io::Error::other("the run.json beside it would not list it")));
            }
            self.disk.write(&building.join(name), content).map_err(unwritable)?;
        }
        let complete = || {
            self.disk.sync_dir(&building)?;
            self.disk.rename(&building, &self.target.join(READY))
        };
        complete().map_err(|source| self.unwritable(source))?;
        self.building = None;
        put_in_place(&self.disk, &self.target)?;
        if saves == Saves::Remove {
            self.forget();
        }
        let is_long =
            |(name, content): &&(String, String)| name.ends_with(".json") && content.len() as u64 > MAX_RECORD_BYTES;
        match files.iter().chain([&manifest]).find(is_long) {
            None => Ok(()),
            Some((name, content)) => {
                Err(FolderError::TooLong { place: self.target.join(name).display().to_string(), bytes: content.len() })
            }
        }
    }

    /// Saves what was played so far, in place of what was saved before.
    ///
    /// # Errors
    /// If the disk does not take it. What was saved before is then still there.
    pub fn save(&self, text: &str) -> Result<(), FolderError> {
        let Some(building) = &self.building else { return Ok(()) };
        let new = building.join(NEW_SAVE);
        let replace = || {
            self.disk.write(&new, text)?;
            self.disk.rename(&new, &self.target.join(SAVED))?;
            self.disk.sync_dir(&self.target)
        };
        replace().map_err(|source| {
            let _ = self.disk.remove_file(&new);
            self.unwritable(source)
        })
    }

    /// Removes what was saved, if anything was. Where that fails it is left to the next run.
    pub fn forget(&self) {
        let _ = self.disk.remove_file(&self.target.join(SAVED));
    }
}

/// Holds a folder for this process, where folders can be locked; the lock ends with the process, however that ends.
fn lock(target: &Path, shown: &str) -> Result<Option<File>, FolderError> {
    let Ok(folder) = File::open(target) else { return Ok(None) };
    match folder.try_lock() {
        Ok(()) => Ok(Some(folder)),
        Err(TryLockError::Error(_)) => Ok(None),
        Err(TryLockError::WouldBlock) => {
            let process = |path: &PathBuf| Some(path.file_name()?.to_str()?.strip_prefix(HIDDEN)?.to_owned());
            let processes = hidden(target).unwrap_or_default();
            let holder = processes.iter().find_map(process);
            let holder = holder.map_or("another run".to_owned(), |process| format!("another run (process {process})"));
            Err(FolderError::Busy { folder: shown.to_owned(), holder })
        }
    }
}

/// The folder and those above it that do not exist, the innermost first.
fn missing(target: &Path) -> Vec<PathBuf> {
    let named = target.ancestors().filter(|folder| !folder.as_os_str().is_empty());
    named.take_while(|folder| !folder.exists()).map(Path::to_path_buf).collect()
}

mod left;

#[cfg(test)]
mod tests;
