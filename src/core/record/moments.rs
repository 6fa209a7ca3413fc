//! Sums over blocks of one quantity, and the blocks at its ends.

use serde::{Deserialize, Serialize};

/// The least and the largest of some numbers; of none the first is above the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ends {
    /// The least.
    pub least: i64,
    /// The largest.
    pub most: i64,
}

impl Default for Ends {
    fn default() -> Ends {
        Ends { least: i64::MAX, most: i64::MIN }
    }
}

impl Ends {
    /// Adds a number.
    #[inline]
    pub fn add(&mut self, y: i64) {
        self.merge(Ends { least: y, most: y });
    }

    /// Adds other numbers.
    #[inline]
    pub fn merge(&mut self, other: Ends) {
        *self = Ends { least: self.least.min(other.least), most: self.most.max(other.most) };
    }
}

/// The block with the least ratio of two counts and the one with the largest, as the counts y and x, of equal ratios that
/// with the least x. Before there is a block x is 0, and the least ratio above all others, the largest below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatioEnds {
    /// Of the least ratio.
    pub least: (i32, i32),
    /// Of the largest.
    pub most: (i32, i32),
}

impl Default for RatioEnds {
    fn default() -> RatioEnds {
        RatioEnds { least: (1, 0), most: (-1, 0) }
    }
}

impl RatioEnds {
    /// Adds a block with `x` > 0.
    #[inline]
    pub fn add(&mut self, y: i32, x: i32) {
        // Above 0 if the ratio is above that end's.
        let beyond = |end: (i32, i32)| i64::from(y) * i64::from(end.1) - i64::from(end.0) * i64::from(x);
        let (least, most) = (beyond(self.least), beyond(self.most));
        if least < 0 || least == 0 && x < self.least.1 {
            self.least = (y, x);
        }
        if most > 0 || most == 0 && x < self.most.1 {
            self.most = (y, x);
        }
    }

    /// Adds other blocks.
    pub fn merge(&mut self, other: RatioEnds) {
        [other.least, other.most].into_iter().filter(|end| end.1 > 0).for_each(|(y, x)| self.add(y, x));
    }
}

/// Sums over blocks of a quantity: Σy and Σy².
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// Σ y over blocks.
    pub sum: i128,
    /// Σ y² over blocks.
    pub squares: i128,
}

impl Moments {
    /// Adds a block.
    #[inline]
    pub fn add(&mut self, y: i64) {
        self.sum += i128::from(y);
        self.squares += i128::from(y) * i128::from(y);
    }

    /// Adds the blocks of another part of the run.
    pub fn merge(&mut self, other: &Moments) {
        self.sum += other.sum;
        self.squares += other.squares;
    }
}
