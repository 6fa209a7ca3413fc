//! What places and keys are made of: sums of answers, each times a number of its own.
//!
//! Many games can work out such a sum at once. Where a sum leads, `dense` and `keyed` know. Coins are left out at first.
//! Where a decision depends on one, [`TOSSES`] stands in its stead, and the decision is found by the sum with the coins.

use super::dense::UNKNOWN;
use super::keyed::KEY_WORDS;
use crate::games::declaration::{Question, Slot};

/// Stands in place of a decision that depends on the player's coins. The decision stands where they are counted in.
pub const TOSSES: u32 = 1;

/// The first side of a coin is counted as this. 0 says that the coin was not looked at.
pub const FIRST_SIDE: u32 = 1;

/// The most that an answer is counted as.
pub(super) fn most_counted(question: Question) -> u32 {
    if question.is_coin() { question.highest() + FIRST_SIDE } else { question.highest() }
}

/// A sum that answers are added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sum {
    /// The place of a decision.
    Place,
    /// A word of its key.
    Key(usize),
}

impl Sum {
    /// The one of these that it is: the place, or a word of the key.
    #[inline(always)]
    pub fn of<'s, T>(self, place: &'s mut T, key: &'s mut [T; KEY_WORDS]) -> &'s mut T {
        match self {
            Sum::Place => place,
            Sum::Key(word) => &mut key[word % KEY_WORDS],
        }
    }
}

/// An answer that is added, for all strategies that ask it.
#[derive(Clone, Debug)]
pub struct Field {
    /// What is asked.
    pub question: Question,
    /// Answers above this stand for this one.
    pub cap: u32,
    /// What it is added to.
    pub sum: Sum,
    /// By strategy what one more adds; 0 for one that does not ask.
    pub strides: Vec<u32>,
}

impl Field {
    /// The slot that answers it, and the number of it that is answered by 0.
    #[inline(always)]
    pub fn slot(&self) -> Option<(Slot, u32)> {
        self.question.slot()
    }
}

/// An answer that is added, for one strategy.
#[derive(Clone, Copy, Debug)]
pub struct Addend {
    /// What is asked.
    pub question: Question,
    /// Answers above this stand for this one.
    pub cap: u32,
    /// What it is added to.
    pub sum: Sum,
    /// What one more adds.
    pub stride: u32,
}

impl Addend {
    /// What an answer adds.
    #[inline(always)]
    pub fn of(&self, answer: u32) -> u32 {
        answer.min(self.cap) * self.stride
    }
}

/// Whether any decision is not known.
#[inline(always)]
pub fn any_unknown<const L: usize>(decisions: &[u32; L]) -> bool {
    decisions.iter().fold(false, |unknown, &decision| unknown | (decision == UNKNOWN))
}
