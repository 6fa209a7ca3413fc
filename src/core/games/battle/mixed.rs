//! A quick hash for what is remembered of the game: numbers, which nobody chooses to make it slow.

use crate::dice::mix;
use std::hash::{BuildHasherDefault, Hasher};

/// Hashes with [`Mixed`].
pub(super) type ByMix = BuildHasherDefault<Mixed>;

/// Each word is mixed into the hash of those before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}
