//! Writing the files of a run.
//!
//! Owns the promise that a run which dies leaves the old files or the new ones as a whole. New files are built in a hidden
//! folder inside the target, which may be a mount point. One rename says that they are complete; from then on they are
//! put in place, if need be by the next command that opens the folder. What an earlier run wrote there and this one does
//! not goes; nothing else does. What a run saves while it is under way lies in a hidden file beside them. One run at a time holds a folder, where the system lets folders be locked.

use super::disk::{Disk, Machine};
use super::json::{hash, read_text};
use super::manifest::NamedHash;
use serde::Deserialize;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The file that marks a folder as ours, and is put in place last.
const MANIFEST: &str = "run.json";
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
    pub fn recover(target: &Path) {
        if target.join(READY).is_dir()
            && let Ok(_held) = lock(target, &target.display().to_string())
        {
            let _ = put_in_place(&Machine, target);
        }
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
            Ok(_) if is_foreign(target).map_err(unwritable)? => return Err(FolderError::Foreign { folder: shown }),
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
        let unwritable = |source| self.unwritable(source);
        if self.target.join(READY).is_dir() {
            put_in_place(&self.disk, &self.target).map_err(unwritable)?;
        }
        for left in hidden(&self.target).map_err(unwritable)? {
            self.disk.remove_dir(&left).map_err(unwritable)?;
        }
        Ok(())
    }

    /// Writes `files` (name and content), the manifest last, replacing files of the same names. Files that the manifest
    /// there lists and the new one does not are removed, unless they were changed since: those are somebody's work.
    ///
    /// # Errors
    /// If a name leads out of the folder, or the disk does not take the files. What was there before is then still there,
    /// or, if the new files were complete already, they are and will be put in place by whatever opens the folder next.
    pub fn write(mut self, files: &[(String, String)], manifest: &str, saves: Saves) -> Result<(), FolderError> {
        let Some(building) = self.building.clone() else { return Ok(()) };
        let manifest = (MANIFEST.to_owned(), manifest.to_owned());
        for (name, content) in files.iter().chain([&manifest]) {
            let place = || self.target.join(name).display().to_string();
            let unwritable = |source| FolderError::Unwritable { place: place(), source };
            if !is_plain(name) {
                return Err(unwritable(io::Error::other("this is no plain name of a file")));
            }
            self.disk.write(&building.join(name), content).map_err(unwritable)?;
        }
        let complete = || {
            self.disk.sync_dir(&building)?;
            self.disk.rename(&building, &self.target.join(READY))
        };
        complete().map_err(|source| self.unwritable(source))?;
        self.building = None;
        put_in_place(&self.disk, &self.target).map_err(|source| self.unwritable(source))?;
        if saves == Saves::Remove {
            self.forget();
        }
        Ok(())
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

/// Our hidden folders in a folder, but for those whose files are complete.
fn hidden(target: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(target)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_ours = name.to_str().is_some_and(|name| name.starts_with(HIDDEN)) && name != READY;
        if is_ours && entry.file_type()?.is_dir() {
            found.push(entry.path());
        }
    }
    Ok(found)
}

/// Puts complete files in place, the manifest last. What was done of it already is not done again.
fn put_in_place(disk: &impl Disk, target: &Path) -> io::Result<()> {
    let ready = target.join(READY);
    disk.sync_dir(target)?;
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&ready)? {
        let entry = entry?;
        let name = entry.file_name();
        // A save that was cut off is no file of the run.
        if entry.file_type()?.is_file() && name != MANIFEST && name != NEW_SAVE {
            names.push(name);
        }
    }
    names.sort();
    names.iter().try_for_each(|name| disk.rename(&ready.join(name), &target.join(name)))?;
    let (old, new) = (Listing::read(target), Listing::read(&ready));
    if let Some(new) = new {
        // Before the manifest, which would no longer list them: whoever goes on with this will do it.
        remove_all(disk, target, &old.map_or(Vec::new(), |old| old.without(&new)))?;
        disk.rename(&ready.join(MANIFEST), &target.join(MANIFEST))?;
    }
    disk.sync_dir(target)?;
    disk.remove_dir(&ready)
}

/// What a manifest of ours says of the files beside it.
#[derive(Deserialize)]
struct Listing {
    tool: String,
    #[serde(default)]
    files: Vec<NamedHash>,
}

impl Listing {
    /// The listing of the `run.json` in a folder, if this program wrote it.
    fn read(folder: &Path) -> Option<Listing> {
        let manifest = read_text(&folder.join(MANIFEST)).ok()?;
        serde_json::from_str(&manifest).ok().filter(|listing: &Listing| listing.tool == env!("CARGO_PKG_NAME"))
    }

    /// The files that another does not list.
    fn without(self, other: &Listing) -> Vec<NamedHash> {
        self.files.into_iter().filter(|file| other.files.iter().all(|known| known.name != file.name)).collect()
    }
}

/// Whether it is the name of a file as runs write them: nothing that leads elsewhere, or that somebody else would use.
pub(super) fn is_plain(name: &str) -> bool {
    let letters =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
    name.split_once('.').is_some_and(|(stem, kind)| letters(stem) && ["csv", "json", "html"].contains(&kind))
}

/// Removes the files whose content is what was written.
fn remove_all(disk: &impl Disk, folder: &Path, files: &[NamedHash]) -> io::Result<()> {
    for file in files.iter().filter(|file| is_plain(&file.name)) {
        let path = folder.join(&file.name);
        // Changed, removed already, or nothing that can be read as a file: not what was written.
        let is_ours = path.symlink_metadata().is_ok_and(|metadata| metadata.is_file());
        if is_ours && std::fs::read(&path).is_ok_and(|content| hash(&content) == file.hash) {
            disk.remove_file(&path)?;
        }
    }
    Ok(())
}

/// The folder and those above it that do not exist, the innermost first.
fn missing(target: &Path) -> Vec<PathBuf> {
    let named = target.ancestors().filter(|folder| !folder.as_os_str().is_empty());
    named.take_while(|folder| !folder.exists()).map(Path::to_path_buf).collect()
}

/// Whether the folder holds files, but neither a manifest nor complete files of ours.
fn is_foreign(folder: &Path) -> io::Result<bool> {
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name();
        if !name.to_str().is_some_and(|name| name.starts_with(HIDDEN)) {
            return Ok(Listing::read(folder).or_else(|| Listing::read(&folder.join(READY))).is_none());
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests;
