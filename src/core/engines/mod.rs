//! Engines: the ways to play a game to its outcome.
//!
//! Owns the engine that every game has, die by die, and the quick ones that draw turns from exact tables and play many
//! games at once; who sits where in the games of a block, which an engine is told; and following games to cancel luck.
//! Every engine plays the same games bit for bit. Which blocks are played, on which thread, and what is counted is the
//! business of the room `simulate`.
//!
//! | file | owns |
//! |---|---|
//! | `engine` | what an engine is, and the one die by die |
//! | `drawn` | one draw a turn, for any game whose turns can be drawn; what is remembered of decisions and tables |
//! | `gang`, `pot` | what the drawing engine has to know of a game, and its kernel |
//! | `rolled` | the games that are only played die by die |
//! | `battle`, `pig` | what luck is in Battle Dice and in Pig |
//! | `seating` | who sits where |
//! | `luck` | following any engine game by game, to cancel luck |

mod battle;
pub mod drawn;
mod engine;
mod gang;
mod luck;
mod pig;
mod pot;
mod rolled;
mod seating;

pub use engine::{Book, DiceEngine, Engine, EngineKind, GameFault, Playable, Series, Slow, Slowed};
pub use gang::gang_luck_valued_as;
pub use luck::{
    Cancel, CancelledShares, DecisionStake, KnownOptions, Luck, SeatValues, Swings, Valuer, WHOLE_VALUE, WithoutLuck,
    cancelled_for_two, stake_of, values_of_two,
};
pub use seating::{SeatingRule, Seatings};
