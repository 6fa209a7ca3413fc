//! The steps in which folders are written, each of which can fail.
//!
//! Owns nothing but the steps, so that a test can let any of them fail or be the last.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// A disk.
pub trait Disk {
    /// Makes a folder, whose parent is there.
    ///
    /// # Errors
    /// If it cannot be made.
    fn create_dir(&self, path: &Path) -> io::Result<()>;

    /// Writes a new file through to the disk.
    ///
    /// # Errors
    /// If the disk does not take it.
    fn write(&self, path: &Path, content: &str) -> io::Result<()>;

    /// Writes through which files a folder has.
    ///
    /// # Errors
    /// If the disk does not take it.
    fn sync_dir(&self, path: &Path) -> io::Result<()>;

    /// Gives a file or a folder another name in the same folder tree; a file of that name is replaced.
    ///
    /// # Errors
    /// If it cannot be renamed.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// If it cannot be removed.
    fn remove_file(&self, path: &Path) -> io::Result<()>;

    /// Removes a folder with the files in it, without following links.
    ///
    /// # Errors
    /// If it cannot be removed.
    fn remove_dir(&self, path: &Path) -> io::Result<()>;
}

/// The machine's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Machine;

impl Disk for Machine {
    fn create_dir(&self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    fn write(&self, path: &Path, content: &str) -> io::Result<()> {
        let mut file = File::create_new(path)?;
        file.write_all(content.as_bytes())?;
        file.sync_all()
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        // Elsewhere a folder is no file that could be opened.
        if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir_all(path)
    }
}
