//! Why two parts cannot be added up.

/// Why the tallies of two parts cannot be added up, in words.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MergeError(String);

impl MergeError {
    pub(super) fn new(reason: &str) -> MergeError {
        MergeError(reason.to_owned())
    }
}
