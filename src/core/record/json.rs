//! Records as JSON: one version for all of them, and reading them as if a stranger had written them.
//!
//! Owns the named hashes too, and numbers that are written as text, so that they are read again to the same bits.

use crate::input::{FileError, Links, open_file, read_text_file};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::io::{Read, Write};
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

/// The version of the format of all records but `run.json`.
pub const FORMAT: u32 = 1;

/// That of `run.json`, of which format 1 is read too.
pub const MANIFEST_FORMAT: u32 = 2;

/// Why a record cannot be used, in words.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ReadError(String);

impl ReadError {
    pub(super) fn new(text: String) -> ReadError {
        ReadError(text)
    }
}

/// The largest record that is written or read, in bytes: 256 MiB. Sweeps are the largest: 10,000 combinations take 50 MB with
/// a few games each, and 190 MB with 60,000 games of four players each.
pub const MAX_RECORD_BYTES: u64 = 1 << 28;

/// No file of a run is longer, in bytes: the largest tables are some times as long as their record.
const MAX_FILE_BYTES: u64 = 1 << 32;

/// The text of a record of at most [`MAX_RECORD_BYTES`].
///
/// # Errors
/// If it is no ordinary file (a device or a pipe might never end), a link where those are refused, is longer, or cannot be
/// read.
pub fn read_text(path: &Path, links: Links) -> Result<String, ReadError> {
    let unreadable = |error: FileError| ReadError(format!("'{}': {error}", path.display()));
    read_text_file(path, MAX_RECORD_BYTES, links).map_err(unreadable)
}

/// A file of JSON in the folder of a run.
pub trait Record: Serialize + DeserializeOwned {
    /// The versions of its `format` that are read.
    const FORMATS: RangeInclusive<u32> = FORMAT..=FORMAT;

    /// What does not fit together in it, so that whoever uses the record need not check again.
    fn inconsistency(&self) -> Option<String>;

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
        let malformed = |reason: String| ReadError(format!("'{file}' is not a record of this program: {reason}"));
        let Version { format } = serde_json::from_str(text).map_err(|error| malformed(error.to_string()))?;
        if !Self::FORMATS.contains(&format) {
            let (oldest, newest) = Self::FORMATS.into_inner();
            let read =
                if oldest == newest { format!("format {newest}") } else { format!("formats {oldest} to {newest}") };
            return Err(ReadError(format!(
                "'{file}' has format {format}; this program reads {read} (use the version that wrote it)"
            )));
        }
        let record: Self = serde_json::from_str(text).map_err(|error| malformed(error.to_string()))?;
        record.inconsistency().map_or(Ok(record), |reason| Err(malformed(reason)))
    }
}

/// A hash with the name of its function: `sha256:` and 64 hexadecimal digits.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hash(String);

impl Hash {
    /// Whether it is of nothing.
    pub(super) fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// The digits, without the name of the function.
    pub fn digits(&self) -> &str {
        self.0.rsplit(':').next().unwrap_or_default()
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The SHA-256 of some bytes.
pub fn hash(bytes: &[u8]) -> Hash {
    named(&Sha256::digest(bytes))
}

/// The SHA-256 of an ordinary file, read piece by piece: it may be large. A link is refused.
///
/// # Errors
/// If it cannot be read.
pub(super) fn hash_file(path: &Path) -> Result<Hash, FileError> {
    let (file, length) = open_file(path, MAX_FILE_BYTES, Links::Refuse)?;
    let mut sum = Hashing(Sha256::new());
    std::io::copy(&mut file.take(length), &mut sum)?;
    Ok(sum.finish())
}

/// The SHA-256 of what is written to it.
struct Hashing(Sha256);

impl Hashing {
    fn finish(self) -> Hash {
        named(&self.0.finalize())
    }
}

impl Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The SHA-256 of a record as [`Record::to_json`] writes it, without keeping that text.
#[expect(clippy::expect_used, reason = "records hold numbers, texts and lists, which can all be written as JSON")]
pub(super) fn hash_record(record: &impl Serialize) -> Hash {
    let mut sum = Hashing(Sha256::new());
    serde_json::to_writer_pretty(&mut sum, record).expect("a record can be written as JSON");
    sum.0.update(b"\n");
    sum.finish()
}

fn named(digest: &[u8]) -> Hash {
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    Hash(format!("sha256:{digits}"))
}

/// What a signature is the hash of: a plain listing of every integer, so that it does not change with the layout of a file.
#[derive(Debug)]
pub struct Listing(String);

impl Listing {
    /// The game, and what comes before the sums.
    pub fn new(head: String) -> Listing {
        Listing(head)
    }

    /// Adds numbers, or hashes.
    pub fn all(&mut self, numbers: impl IntoIterator<Item = impl fmt::Display>) {
        for number in numbers {
            self.0.push(' ');
            self.0.push_str(&number.to_string());
        }
    }

    /// The hash that stands for the results.
    pub fn hash(&self) -> Hash {
        hash(self.0.as_bytes())
    }
}

/// A finite number that records keep as a text of its shortest exact decimal form.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Decimal(f64);

/// What is wrong with a text that is no [`Decimal`].
const NO_DECIMAL: &str = "it is not a number such as 0.002";
const NO_PERCENT: &str = "it is written as a fraction: for 5% write 0.05";

impl Decimal {
    /// One of so many equal parts of this.
    pub fn share(self, parts: u64) -> Decimal {
        Decimal(self.0 / parts.max(1) as f64)
    }

    /// The number.
    pub const fn value(self) -> f64 {
        self.0
    }
}

impl From<u8> for Decimal {
    fn from(number: u8) -> Decimal {
        Decimal(number.into())
    }
}

impl FromStr for Decimal {
    type Err = &'static str;

    /// Reads a number such as `0.002`, `.002` or `2e-3`.
    ///
    /// # Errors
    /// If it is not one, or not finite.
    fn from_str(text: &str) -> Result<Decimal, &'static str> {
        let value: f64 = text.trim().parse().map_err(|_| if text.contains('%') { NO_PERCENT } else { NO_DECIMAL })?;
        if value.is_finite() { Ok(Decimal(value)) } else { Err(NO_DECIMAL) }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<String> for Decimal {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Decimal, &'static str> {
        text.parse()
    }
}

impl From<Decimal> for String {
    fn from(number: Decimal) -> String {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vector "abc" of FIPS 180-4.
    #[test]
    fn sha256_of_abc() {
        let expected = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(super::hash(b"abc").to_string(), expected);
    }

    #[test]
    fn a_number_is_read_again_to_the_same_bits() {
        for text in ["0.002", "2e-3", ".05", "-1", "1e-300", "0.30000000000000004"] {
            let number: Decimal = text.parse().unwrap();
            let json = serde_json::to_string(&number).unwrap();
            let again: Decimal = serde_json::from_str(&json).unwrap();
            assert_eq!(again.value().to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
        }
        assert_eq!(serde_json::to_string(&"2e-3".parse::<Decimal>().unwrap()).unwrap(), "\"0.002\"");
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "a", "inf", "NaN", "1,5", "0x1"] {
            assert_eq!(text.parse::<Decimal>(), Err(NO_DECIMAL), "{text}");
        }
    }
}
