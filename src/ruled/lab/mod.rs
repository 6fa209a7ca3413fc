//! Games from files at the seam of the laboratory: what plays, compares, records and reports any game has them like those that
//! are built in.
//!
//! | file | owns |
//! |---|---|
//! | `game` | a game from a file with its facts, and the games that come with the crate |
//! | `set_up` | a game set up for a number of players, and its strategies by name |
//! | `engines` | playing it: turns drawn from exact tables, or step by step |
//! | `position` | a position as somebody names it |
//! | `reached` | how a turn reaches a decision |
//! | `advice` | what to do in a position of a solved game |
//! | `playouts` | games that go on from a position |
//! | `prices` | what decisions cost where a game is solved |
//! | `trial` | trying a strategy from a file |

mod advice;
mod engines;
mod game;
mod playouts;
mod position;
mod prices;
mod reached;
mod rounds;
mod set_up;
mod trial;

pub use advice::{Advised, Unadvised};
pub use game::{game_from, shipped_games};
pub use playouts::{GoingOn, Standing};
pub use position::{Asked, Named};
