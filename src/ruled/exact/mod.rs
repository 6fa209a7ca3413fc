//! Turns as graphs, drawn from and solved.
//!
//! | file | owns |
//! |---|---|
//! | `scope` | what a turn looks at and changes |
//! | `classes` | which rolls come to the same |
//! | `cards` | how hard the cards of a deck are |
//! | `build` | a turn as a graph |
//! | `turn` | what a graph is worth, and how likely each of its ends is |
//! | `solve` | positions between turns, and what they are worth |
//! | `groups` | which positions can come back to each other |
//! | `best` | best play, luck, and what decisions give away |
//! | `drawn` | games a turn a draw |
//! | `pays` | whether tables of turns pay |
//! | `luck` | what turns gave or took, to cancel luck |

mod best;
mod build;
mod cards;
mod classes;
mod drawn;
mod groups;
mod luck;
mod pays;
mod scope;
mod solve;
mod turn;

pub(crate) use best::{Best, Judge, Shared};
pub use cards::CardTurn;
pub(crate) use cards::{card_rerolled, card_turn, numbers};
pub(crate) use drawn::Drawn;
pub(crate) use luck::{Told, TurnLuck, in_turn, numbers_of};
pub(crate) use pays::too_different;
pub(crate) use scope::Scope;
pub use solve::{Aim, Expected, Limits, Sizes, Unsolved};
pub(crate) use solve::{Solved, explore, solve};
pub(crate) use turn::Turn;
