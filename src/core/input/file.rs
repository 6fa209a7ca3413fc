//! Reading files that somebody else may have put there.
//!
//! Owns what a file must be to be read: an ordinary one, of limited length. Every reader of the program reads here. A pipe,
//! a device or a socket is refused without waiting for it: the file is opened without blocking, and what it is is asked of
//! the open file, so that it cannot be exchanged in between.

use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// What to do about a name that is a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// Follow it: the user named the file.
    Follow,
    /// Refuse it: the name is found in a folder that somebody else may have made.
    Refuse,
}

/// Why a file is not read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system does not give it, or there is none.
    #[error("cannot read the file: {0}")]
    Unreadable(#[from] io::Error),
    /// It is something else.
    #[error("this is {0}, not an ordinary file")]
    NotOrdinary(&'static str),
    /// It is longer than such a file may be.
    #[error("the file has more than {most} bytes; at most {most} are read")]
    TooLong {
        /// The most bytes that are read.
        most: u64,
    },
    /// Its bytes are no text.
    #[error("this is not a UTF-8 text file: byte {0} cannot be read as text; save it as UTF-8")]
    NotText(usize),
}

impl FileError {
    /// Whether there is no file of this name.
    pub fn is_missing(&self) -> bool {
        matches!(self, FileError::Unreadable(error) if error.kind() == io::ErrorKind::NotFound)
    }
}

/// An ordinary file of at most `most` bytes, open to be read, and its length.
///
/// # Errors
/// If it is no ordinary file, is longer, or cannot be opened.
pub fn open_file(path: &Path, most: u64, links: Links) -> Result<(File, u64), FileError> {
    // Not opened at all if it can be helped: opening some devices does something.
    let metadata = match links {
        Links::Follow => std::fs::metadata(path)?,
        Links::Refuse => path.symlink_metadata()?,
    };
    ordinary(&metadata)?;
    let file = open(path, links)?;
    let metadata = file.metadata()?;
    ordinary(&metadata)?;
    let length = metadata.len();
    if length > most { Err(FileError::TooLong { most }) } else { Ok((file, length)) }
}

/// The bytes of an ordinary file, at most `most`.
///
/// # Errors
/// If it is no ordinary file, is longer, or cannot be read.
pub fn read_file(path: &Path, most: u64, links: Links) -> Result<Vec<u8>, FileError> {
    let (file, length) = open_file(path, most, links)?;
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
    // It may grow while it is read.
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(FileError::TooLong { most }) } else { Ok(bytes) }
}

/// The same as text.
///
/// # Errors
/// The same, and if the bytes are not UTF-8.
pub fn read_text_file(path: &Path, most: u64, links: Links) -> Result<String, FileError> {
    let text = String::from_utf8(read_file(path, most, links)?);
    text.map_err(|error| FileError::NotText(error.utf8_error().valid_up_to() + 1))
}

fn ordinary(metadata: &Metadata) -> Result<(), FileError> {
    if metadata.is_file() { Ok(()) } else { Err(FileError::NotOrdinary(kind(metadata.file_type()))) }
}

/// What something that is no ordinary file is.
fn kind(file_type: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if file_type.is_fifo() {
            return "a pipe";
        }
        if file_type.is_socket() {
            return "a socket";
        }
    }
    match file_type {
        kind if kind.is_dir() => "a folder",
        kind if kind.is_symlink() => "a link",
        _ => "a device",
    }
}

#[cfg(unix)]
fn open(path: &Path, links: Links) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let no_links = if links == Links::Refuse { libc::O_NOFOLLOW } else { 0 };
    OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY | no_links).open(path)
}

#[cfg(not(unix))]
fn open(path: &Path, _: Links) -> io::Result<File> {
    OpenOptions::new().read(true).open(path)
}
