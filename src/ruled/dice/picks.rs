//! Simple rules that say which dice of a roll are rolled again.

/// Which dice a rule rolls again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// None.
    Nothing,
    /// All.
    All,
    /// Those without a number.
    Named,
    /// Those with an odd number.
    Odd,
    /// Those with less than this number, and those without a number.
    Below(i64),
    /// One with the lowest number; of those without a number first.
    Lowest,
}

impl Pick {
    /// Whether the rule takes every die that shows this number, or none.
    pub(crate) fn takes(self, number: Option<i64>) -> bool {
        match (self, number) {
            (Pick::Nothing | Pick::Lowest, _) => false,
            (Pick::All, _) | (Pick::Named | Pick::Below(_), None) => true,
            (Pick::Odd, Some(number)) => number % 2 != 0,
            (Pick::Below(most), Some(number)) => number < most,
            (Pick::Named, Some(_)) | (Pick::Odd, None) => false,
        }
    }
}
