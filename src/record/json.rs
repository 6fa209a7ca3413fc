//! Records as JSON: one version for all of them, and reading them as if a stranger had written them.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The version of the format of `tallies.json` and `run.json`.
pub const FORMAT: u32 = 1;

/// Why a record cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is not there or cannot be read.
    #[error("cannot read '{file}': {source}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        source: std::io::Error,
    },
    /// It is not a record of this program.
    #[error("'{file}' is not a record of this program: {reason}")]
    Malformed {
        /// The file.
        file: String,
        /// Why.
        reason: String,
    },
    /// It is of another version.
    #[error("'{file}' has format {found}; this program reads format {FORMAT} (use the version that wrote it)")]
    Version {
        /// The file.
        file: String,
        /// The version found.
        found: u32,
    },
}

/// A file of JSON in the folder of a run, whose `format` is [`FORMAT`].
pub trait Record: Serialize + DeserializeOwned {
    /// What does not fit together in it, so that whoever uses the record need not check again.
    fn inconsistency(&self) -> Option<String> {
        None
    }

    /// The text of the file.
    #[expect(clippy::expect_used, reason = "records hold numbers, texts and lists, which can all be written as JSON")]
    fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a record can be written as JSON") + "\n"
    }

    /// Reads the text of a file, which errors call `file`.
    ///
    /// # Errors
    /// If the text is not of this format and version, or does not fit together.
    fn from_json(file: &str, text: &str) -> Result<Self, ReadError> {
        #[derive(Deserialize)]
        struct Version {
            format: u32,
        }
        let malformed = |reason: String| ReadError::Malformed { file: file.to_owned(), reason };
        let version: Version = serde_json::from_str(text).map_err(|error| malformed(error.to_string()))?;
        if version.format != FORMAT {
            return Err(ReadError::Version { file: file.to_owned(), found: version.format });
        }
        let record: Self = serde_json::from_str(text).map_err(|error| malformed(error.to_string()))?;
        match record.inconsistency() {
            None => Ok(record),
            Some(reason) => Err(malformed(reason)),
        }
    }
}
