//! Writing the files of a run.
//!
//! Owns the promise that a run which dies leaves the old files or the new ones: files are built in a
//! temporary folder beside the target and renamed file by file, `run.json` last. What an earlier run wrote there and
//! this one does not goes; nothing else does.

use super::json::hash;
use super::manifest::NamedHash;
use serde::Deserialize;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The file that marks a folder as ours, and is written last.
const MANIFEST: &str = "run.json";

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It holds files, but no manifest of ours.
    #[error("'{folder}' holds other files and no run.json of ours; choose an empty or a new folder")]
    Foreign {
        /// The folder as the user knows it.
        folder: String,
    },
    /// It cannot be made or written.
    #[error("cannot write to '{folder}': {source}")]
    Unwritable {
        /// The folder as the user knows it.
        folder: String,
        /// Why.
        source: io::Error,
    },
}

/// A folder that a run will write to. Opening it checks that this will be possible.
#[derive(Debug)]
pub struct Folder {
    target: PathBuf,
    shown: String,
    building: Option<TempDir>,
    /// The folders that were made by opening it, the innermost first: they go again unless something is written.
    made: Vec<PathBuf>,
}

/// Leaves no trace of a run that wrote nothing. A folder that holds files cannot be removed this way.
impl Drop for Folder {
    fn drop(&mut self) {
        self.building = None;
        for folder in &self.made {
            let _ = std::fs::remove_dir(folder);
        }
    }
}

impl Folder {
    /// Opens `target` for a run: makes it if it is missing, and a temporary folder beside it.
    ///
    /// # Errors
    /// If it is a file, cannot be written, or holds somebody else's files. Nothing is changed then.
    pub fn open(target: &Path) -> Result<Folder, FolderError> {
        let shown = target.display().to_string();
        let unwritable = |source| FolderError::Unwritable { folder: shown.clone(), source };
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
        let mut folder = Folder { target: target.to_path_buf(), shown: shown.clone(), building: None, made };
        // Inside the target first: a folder that takes no files must be refused before any game is played.
        drop(tempfile::tempfile_in(target).map_err(unwritable)?);
        let beside = target.canonicalize().map_err(unwritable)?.parent().map(Path::to_path_buf);
        let builder = || {
            let mut builder = tempfile::Builder::new();
            builder.prefix(".analyze-");
            builder
        };
        let building = match beside.map(|parent| builder().tempdir_in(parent)) {
            Some(Ok(building)) => building,
            // A parent that takes no folders, or none at all: a hidden folder inside does as well.
            _ => builder().tempdir_in(target).map_err(unwritable)?,
        };
        folder.building = Some(building);
        Ok(folder)
    }

    /// The folder as the user knows it.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// Writes `files` (name and content), the manifest last, replacing files of the same names. Files that the manifest
    /// there lists and the new one does not are removed, unless they were changed since: those are somebody's work.
    ///
    /// # Errors
    /// If the disk does not take them. Files that were there before are then whole, old or new.
    pub fn write(mut self, files: &[(String, String)], manifest: &str) -> Result<(), FolderError> {
        let unwritable = |source| FolderError::Unwritable { folder: self.shown.clone(), source };
        let Some(building) = self.building.take() else { return Ok(()) };
        let manifest = (MANIFEST.to_owned(), manifest.to_owned());
        let all = || files.iter().chain(std::iter::once(&manifest));
        for (name, content) in all() {
            write_through(&building.path().join(name), content).map_err(unwritable)?;
        }
        let rename = |name: &str| std::fs::rename(building.path().join(name), self.target.join(name));
        files.iter().try_for_each(|(name, _)| rename(name)).map_err(unwritable)?;
        // Before the manifest, which would no longer list them: a run that dies here leaves the next one to do it.
        remove_all(&self.target, &self.left_over(&manifest.1)).map_err(unwritable)?;
        rename(MANIFEST).map_err(unwritable)
    }

    /// The files of the run in the folder that are not among those of a new manifest.
    fn left_over(&self, manifest: &str) -> Vec<NamedHash> {
        let Ok(old) = std::fs::read_to_string(self.target.join(MANIFEST)) else { return Vec::new() };
        let listed = |manifest| Listing::of(manifest).map_or(Vec::new(), |listing| listing.files);
        let new = listed(manifest);
        listed(&old).into_iter().filter(|old| new.iter().all(|new| new.name != old.name)).collect()
    }
}

/// What a manifest of ours says of the files beside it.
#[derive(Deserialize)]
struct Listing {
    tool: String,
    #[serde(default)]
    files: Vec<NamedHash>,
}

impl Listing {
    /// The listing of a `run.json`, if this program wrote it.
    fn of(manifest: &str) -> Option<Listing> {
        serde_json::from_str(manifest).ok().filter(|listing: &Listing| listing.tool == env!("CARGO_PKG_NAME"))
    }
}

/// Removes the files whose content is what was written. A name that leads out of the folder is no name of ours.
fn remove_all(folder: &Path, files: &[NamedHash]) -> io::Result<()> {
    let inside = |file: &&NamedHash| Path::new(&file.name).file_name() == Some(OsStr::new(&file.name));
    for file in files.iter().filter(inside) {
        let path = folder.join(&file.name);
        match std::fs::read(&path) {
            Ok(content) if hash(&content) == file.hash => std::fs::remove_file(&path)?,
            // Changed, removed already, or nothing that can be read as a file: not what was written.
            Ok(_) | Err(_) => {}
        }
    }
    Ok(())
}

/// The folder and those above it that do not exist, the innermost first.
fn missing(target: &Path) -> Vec<PathBuf> {
    let named = target.ancestors().filter(|folder| !folder.as_os_str().is_empty());
    named.take_while(|folder| !folder.exists()).map(Path::to_path_buf).collect()
}

/// Whether the folder holds files but no manifest.
fn is_foreign(folder: &Path) -> io::Result<bool> {
    let mut entries = std::fs::read_dir(folder)?;
    let empty = entries.next().transpose()?.is_none();
    if empty {
        return Ok(false);
    }
    let manifest = std::fs::read_to_string(folder.join(MANIFEST));
    Ok(!manifest.is_ok_and(|text| Listing::of(&text).is_some()))
}

fn write_through(path: &Path, content: &str) -> io::Result<()> {
    use io::Write;
    let mut file = std::fs::File::create(path)?;
    file.write_all(content.as_bytes())?;
    file.sync_all()
}
