//! The positions of a game in which somebody decides, told one after the other.
//!
//! Owns the list. What the numbers of a position mean is for each game to say.

/// The most numbers that are kept: 64 MB.
const MOST: usize = 1 << 24;

/// Positions as numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    numbers: Vec<u32>,
    ends: Vec<usize>,
    is_full: bool,
}

impl Decisions {
    /// Tells of one more position. There are games so long that not all of them can be kept.
    pub fn tell(&mut self, numbers: impl IntoIterator<Item = u32>) {
        self.is_full |= self.numbers.len() > MOST;
        if !self.is_full {
            self.numbers.extend(numbers);
            self.ends.push(self.numbers.len());
        }
    }

    /// Whether all positions that were told are kept.
    pub fn are_all(&self) -> bool {
        !self.is_full
    }

    /// How many were told.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// A position of those that were told, from 0.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn get(&self, at: usize) -> &[u32] {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.numbers[start..self.ends[at]]
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.numbers.clear();
        self.ends.clear();
        self.is_full = false;
    }
}
