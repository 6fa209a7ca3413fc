//! Writing a file that must be new: what stands there already belongs to somebody.

use super::failure::{Failure, Outcome, refuse};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};

/// Writes the file, unless there is one of that name. `said` begins the refusal: the option that named the file, or nothing.
pub(crate) fn write(file: &str, text: &str, said: &str) -> Outcome {
    let opened = OpenOptions::new().write(true).create_new(true).open(file);
    match opened.and_then(|mut opened| opened.write_all(text.as_bytes())) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            refuse(format!("{said}there is a file '{file}' already; choose another name, or move it away"))
        }
        Err(error) => Err(Failure::Running(format!("cannot write '{file}': {error}"))),
    }
}
