//! Playing many games: blocks, threads, tallies; paired games; and solving many cards.
//!
//! Owns how blocks are spread over threads, and how what happened in their games is added up. How a game is played is
//! the business of the room `engines`. It is the only room with threads, so what is computed on several of them without a game
//! ([`map_in_parallel`], [`solve_cards`]) is here too. It computes no estimate and prints nothing.
//!
//! A block is the unit of seeding, work, stopping and statistics: the same draws, once for each seating. Workers take
//! chunks of consecutive blocks in order from one counter and always finish what they took, so the blocks played are 0 to
//! k − 1 whenever a run ends. A run that the data may end ([`run_until`], [`compare()`]) is played up to looks at fixed
//! numbers of blocks. So results depend on neither threads nor time; tallies are integers, which add up to the same bits
//! whoever played what.

mod cards;
mod decks;
mod distributions;
mod driver;
mod duels;
mod feel;
mod gang_prices;
mod held;
mod map;
mod paired;
mod playouts;
mod regret;
mod run;
mod seats;
mod sides;
mod statistics;
mod sweep;
mod tally;
mod tournament;

pub use cards::{CardsError, CardsJob, solve_cards};
pub use decks::{DecksJob, solve_decks};
pub use driver::{CHUNK, Control, Finished, Next};
pub use duels::{PacksJob, measure_packs};
pub use feel::{FeelJob, follow_games};
pub use gang_prices::GangPrices;
pub use map::map_in_parallel;
pub use paired::{BesidePairs, ComparedBeside, Metrics, PairedJob, Pairing, RecordedPairs, compare, compare_beside};
pub use playouts::{Counted, PlayedOut, Playout, PlayoutWorker, play_out};
pub use regret::{DecisionKind, Priced, PricedGame, Pricer, RegretJob, WatchedGame, price_decisions};
pub use run::{Job, run, run_until};
pub use sides::{SidesJob, play_sides};
pub use sweep::{Beside, Combined, Pairs, Recorded, Side, run_combination};
pub use tally::{StatisticsBlocks, Tally};
pub use tournament::{TableBlocks, TableFault, TableSeats, play_passes};
