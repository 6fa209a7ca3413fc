//! What a run that died left in its folder, and what a folder says of itself.
//!
//! Owns which of it is ours. A folder may come from a stranger, so nothing is moved or removed before all of it was looked
//! at: no link is followed, hidden folders hold ordinary files with the names that runs write, and complete files are those
//! that their own manifest lists, with that content. Whatever else is found is left where it is, and refused. A file that
//! cannot be read is refused too, never taken for one that is not there.

use super::super::disk::Disk;
use super::super::json::{Hash, MAX_RECORD_BYTES, hash_file};
use super::super::limits;
use super::super::manifest::NamedHash;
use super::super::names::{TOOL, is_plain};
use super::{FolderError, HIDDEN, MANIFEST, NEW_SAVE, READY};
use crate::input::{Links, read_file};
use serde::Deserialize;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// What a manifest of ours says of the files beside it.
#[derive(Deserialize)]
pub(super) struct Listing {
    tool: String,
    #[serde(default, deserialize_with = "limits::up_to::<{ limits::SUMS }, _, _>")]
    files: Vec<NamedHash>,
}

impl Listing {
    /// The listing of the `run.json` in a folder; none if there is no such file, or another program wrote it.
    ///
    /// # Errors
    /// If it is there and cannot be read.
    pub(super) fn read(folder: &Path) -> Result<Option<Listing>, FolderError> {
        let path = folder.join(MANIFEST);
        let bytes = match read_file(&path, MAX_RECORD_BYTES, Links::Refuse) {
            Ok(bytes) => bytes,
            Err(error) if error.is_missing() => return Ok(None),
            Err(error) => return Err(strange(&path, error.to_string())),
        };
        Ok(Listing::of(&bytes))
    }

    /// The listing of a manifest; none if it is not of this program.
    pub(super) fn of(manifest: &[u8]) -> Option<Listing> {
        serde_json::from_slice(manifest).ok().filter(|listing: &Listing| listing.tool == TOOL)
    }

    /// The files that another does not list.
    fn without(self, other: &Listing) -> Vec<NamedHash> {
        self.files.into_iter().filter(|file| other.files.iter().all(|known| known.name != file.name)).collect()
    }

    /// Whether it lists a file of this name and content, a name that runs write.
    pub(super) fn lists(&self, name: &str, hash: &Hash) -> bool {
        is_plain(name) && self.files.iter().any(|file| file.name == name && file.hash == *hash)
    }
}

/// Whether the folder holds files, but neither a manifest nor complete files of ours.
///
/// # Errors
/// If the folder, or a manifest in it, cannot be read.
pub(super) fn is_foreign(folder: &Path) -> Result<bool, FolderError> {
    for entry in entries(folder)? {
        if !entry.name.to_str().is_some_and(|name| name.starts_with(HIDDEN)) {
            return Ok(Listing::read(folder)?.is_none() && !(has_ready(folder)? && is_listed(&folder.join(READY))?));
        }
    }
    Ok(false)
}

fn is_listed(folder: &Path) -> Result<bool, FolderError> {
    Ok(Listing::read(folder)?.is_some())
}

/// Whether there is a folder of complete files, ours or not.
///
/// # Errors
/// If something else has its name, such as a link to a folder.
pub(super) fn has_ready(target: &Path) -> Result<bool, FolderError> {
    let ready = target.join(READY);
    match ready.symlink_metadata() {
        Ok(metadata) if metadata.is_dir() => Ok(true),
        Ok(_) => Err(strange(&ready, "it is not a folder".to_owned())),
        Err(error) if [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&error.kind()) => Ok(false),
        Err(error) => Err(strange(&ready, error.to_string())),
    }
}

/// Our hidden folders in a folder, except the one whose files are complete: those that hold nothing but files that a run
/// was writing.
///
/// # Errors
/// If they cannot be read.
pub(super) fn hidden(target: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let is_process = |name: &str| name.strip_prefix(HIDDEN).is_some_and(|rest| rest.parse::<u32>().is_ok());
    let mut found = Vec::new();
    for Entry { name, is_file: _, is_dir } in entries(target)? {
        let path = target.join(&name);
        if is_dir && name.to_str().is_some_and(is_process) {
            let is_ours = |entry: &Entry| {
                entry.is_file && entry.name.to_str().is_some_and(|name| is_plain(name) || name == NEW_SAVE)
            };
            if entries(&path)?.iter().all(is_ours) {
                found.push(path);
            }
        }
    }
    Ok(found)
}

/// Puts complete files in place, the manifest last. What was done of it already is not done again.
///
/// # Errors
/// If what is there is not what a run leaves (nothing is changed then), or the disk fails.
pub(super) fn put_in_place(disk: &impl Disk, target: &Path) -> Result<(), FolderError> {
    let ready = target.join(READY);
    let complete = complete(&ready)?;
    let old = Listing::read(target)?;
    if let Some((_, names)) = &complete {
        names.iter().map(String::as_str).chain([MANIFEST]).try_for_each(|name| refuse_folder(&target.join(name)))?;
    }
    let put = || {
        disk.sync_dir(target)?;
        if let Some((new, names)) = complete {
            names.iter().try_for_each(|name| disk.rename(&ready.join(name), &target.join(name)))?;
            // Before the manifest, which would no longer list them: whoever goes on with this will do it.
            remove_all(disk, target, &old.map_or(Vec::new(), |old| old.without(&new)))?;
            disk.rename(&ready.join(MANIFEST), &target.join(MANIFEST))?;
        }
        disk.sync_dir(target)?;
        disk.remove_dir(&ready)
    };
    put().map_err(|source| FolderError::Unwritable { place: target.display().to_string(), source })
}

/// Refuses a folder in the place of a file: no file takes its place, so that some would be new and others old.
fn refuse_folder(place: &Path) -> Result<(), FolderError> {
    match place.symlink_metadata() {
        Ok(metadata) if metadata.is_dir() => Err(strange(place, "it is a folder".to_owned())),
        _ => Ok(()),
    }
}

/// The manifest in a folder of complete files, and which of the files that it lists are still there; none if all are in
/// place already.
fn complete(ready: &Path) -> Result<Option<(Listing, Vec<String>)>, FolderError> {
    let mut names = Vec::new();
    for Entry { name, is_file, .. } in entries(ready)? {
        match name.into_string() {
            Ok(name) if is_file => names.push(name),
            _ => return Err(strange(ready, "it holds what is no ordinary file".to_owned())),
        }
    }
    // A save that was cut off is no file of the run.
    names.retain(|name| name != MANIFEST && name != NEW_SAVE);
    names.sort();
    let Some(listing) = Listing::read(ready)? else {
        let is_done = names.is_empty() && ready.join(MANIFEST).symlink_metadata().is_err();
        return if is_done { Ok(None) } else { Err(strange(ready, "it has no run.json of this program".to_owned())) };
    };
    for name in &names {
        let path = ready.join(name);
        let hash = hash_file(&path).map_err(|error| strange(&path, error.to_string()))?;
        if !listing.lists(name, &hash) {
            return Err(strange(&path, "the run.json beside it does not list it, or with another content".to_owned()));
        }
    }
    Ok(Some((listing, names)))
}

/// Removes the files whose content is what was written.
fn remove_all(disk: &impl Disk, folder: &Path, files: &[NamedHash]) -> io::Result<()> {
    for file in files.iter().filter(|file| is_plain(&file.name)) {
        let path = folder.join(&file.name);
        // Changed, removed already, or nothing that can be read as a file: not what was written.
        if hash_file(&path).is_ok_and(|hash| hash == file.hash) {
            disk.remove_file(&path)?;
        }
    }
    Ok(())
}

/// What a folder holds; links are not followed.
struct Entry {
    name: OsString,
    is_file: bool,
    is_dir: bool,
}

fn entries(folder: &Path) -> Result<Vec<Entry>, FolderError> {
    let read = || -> io::Result<Vec<Entry>> {
        let entry = |entry: io::Result<std::fs::DirEntry>| {
            let entry = entry?;
            let kind = entry.file_type()?;
            Ok(Entry { name: entry.file_name(), is_file: kind.is_file(), is_dir: kind.is_dir() })
        };
        std::fs::read_dir(folder)?.map(entry).collect()
    };
    read().map_err(|error| strange(folder, error.to_string()))
}

fn strange(place: &Path, problem: String) -> FolderError {
    FolderError::Strange { place: place.display().to_string(), problem }
}
