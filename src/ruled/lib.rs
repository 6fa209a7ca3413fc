//! Dice games whose rules are a file: read, checked, played, drawn a turn at a time, and solved.
//!
//! | module | owns | uses |
//! |---|---|---|
//! | `dice` | hands of dice as numbers, and what can be asked of them | |
//! | `formula` | formulas: words, values, code | `dice` |
//! | `model` | a game as its file says it, and what moves make of a state | `formula` |
//! | `read` | reading a game's file | `model` |
//! | `strategy` | strategies from files | `read` |
//! | `play` | games step by step, many of them, and in words | `strategy` |
//! | `exact` | turns as graphs: drawn from and solved | `strategy` |
//! | `check` | going through a game: what can go wrong, and how far fields go | `exact`, `play` |
//! | `ruled` | all that as one value | everything |
//! | `shipped` | the games that come with the crate | |
//! | `lab` | games from files at the seam of the laboratory, where all games are alike | everything |
//!
//! ```
//! use analyze_core::input::Source;
//! use analyze_ruled::{Aim, Limits, Ruled};
//!
//! let text = "game = \"pig\"\nplayers = \"1-6\"\n[press]\ndice = 1\nbust = \"sum == 1\"\n";
//! let game = Ruled::read(&Source::new("pig.toml", text), Some(2), &[])?;
//! let solved = game.solve(Aim::Win, &[], Limits::default())?;
//! assert!((solved.value() - 0.530592725).abs() < 1e-9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chance;
mod check;
mod dice;
mod exact;
mod formula;
mod lab;
mod model;
mod play;
mod read;
mod ruled;
mod shipped;
mod strategy;

pub use chance::{Counted, Keep, Pick, Throw, Wanted, totals, totals_take};
pub use check::{Checked, Range};
pub use exact::{Aim, CardTurn, Expected, Limits, Sizes, Unsolved};
pub use lab::{Advised, Asked, GoingOn, Named, Standing, Unadvised, game_from, shipped_games};
pub use model::{Fault, Rule};
pub use play::{Mean, Tally};
pub use ruled::{Decision, DeckCard, DrawnGames, Judged, Ruled, Shown, SolvedGame, SteppedGames, Whose};
pub use shipped::{SHIPPED, Shipped};
pub use strategy::Strategy;
