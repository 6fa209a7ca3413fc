//! Named hashes of content.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// A hash with the name of its function: `sha256:` and 64 hexadecimal digits.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hash(String);

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The SHA-256 of some bytes.
pub fn hash(bytes: &[u8]) -> Hash {
    let digits: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    Hash(format!("sha256:{digits}"))
}

/// The hash that stands for the results of a game: of a plain listing of the blocks, the games of each, and every
/// integer, so that it does not change with the layout of a file.
pub(super) fn signature(game: &str, size: [u64; 2], numbers: impl Iterator<Item = i128>) -> Hash {
    let mut all = format!("{game} {} {}", size[0], size[1]);
    numbers.for_each(|number| all.push_str(&format!(" {number}")));
    hash(all.as_bytes())
}

#[cfg(test)]
mod tests {
    /// The test vector "abc" of FIPS 180-4.
    #[test]
    fn sha256_of_abc() {
        let expected = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(super::hash(b"abc").to_string(), expected);
    }
}
