//! Texts that stand for files, in a program that has this library in it and no files, such as a page in a browser.
//!
//! Owns which names have such a text. [`Source::read`](super::Source::read) looks here before it looks for a file.

use super::FileError;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

static HELD: RwLock<BTreeMap<PathBuf, String>> = RwLock::new(BTreeMap::new());

/// From now on this text stands for the file of this name, in the whole program; `None`: the file itself does again.
pub fn hold(path: &Path, text: Option<String>) {
    let mut held = HELD.write().unwrap_or_else(PoisonError::into_inner);
    match text {
        Some(text) => held.insert(path.to_owned(), text),
        None => held.remove(path),
    };
}

/// The text of at most `most` bytes that stands for a file, if one does.
pub(super) fn held(path: &Path, most: u64) -> Option<Result<String, FileError>> {
    let held = HELD.read().unwrap_or_else(PoisonError::into_inner);
    held.get(path).map(|text| match text.len() as u64 > most {
        true => Err(FileError::TooLong { most }),
        false => Ok(text.clone()),
    })
}

#[cfg(test)]
mod tests {
    use super::super::Source;
    use super::*;

    #[test]
    fn a_held_text_stands_for_a_file_until_it_is_given_up() {
        let path = Path::new("no-such-folder/held.toml");
        hold(path, Some("\u{feff}a = 1\n".to_owned()));
        assert_eq!(Source::read(path).unwrap().text, "a = 1\n");
        assert_eq!(Source::read(path).unwrap().name, "no-such-folder/held.toml");
        hold(path, Some("a".repeat((1 << 20) + 1)));
        assert!(Source::read(path).unwrap_err().to_string().contains("at most 1048576 are read"));
        hold(path, None);
        assert!(Source::read(path).unwrap_err().to_string().contains("cannot read the file"));
    }
}
