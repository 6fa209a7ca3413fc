//! What each die of Battle Dice is worth, and which duel favours which pack.

#[cfg(feature = "program")]
pub(crate) mod command;
pub mod estimates;
pub mod mixes;
#[cfg(feature = "program")]
pub(crate) mod options;
pub mod page;
pub mod prices;
#[cfg(feature = "program")]
mod shown;
pub mod tables;

#[cfg(feature = "program")]
pub(crate) use options::DiceArgs;

use crate::record::DICE_KINDS;

/// The names of the kinds, in the order of the records.
pub const KIND_NAMES: [&str; DICE_KINDS] = crate::games::battle::Kind::NAMES;
