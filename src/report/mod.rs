//! Tables made from the records of a run or a comparison.
//!
//! Owns which tables there are, their columns and how numbers are written: CSV for scripts, a terminal
//! table for people, JSON. It never plays a game; whatever it shows can be made again from
//! `tallies.json`.

mod cards;
mod cards_sweep;
mod column;
pub mod compare;
mod definitions;
mod distributions;
mod exact;
mod field;
mod largest;
mod package;
mod regret;
mod seats;
mod solved;
mod solved_holds;
mod sweep;
mod table;
mod tables;
pub mod targets;
pub mod tournament;
mod tune;
mod varied;

pub use cards::{Compared, cards_files, cards_summary, compared, difficulty, face_name, played};
pub use cards_sweep::{cards_sweep, cards_sweep_files, cards_sweep_summary, cards_sweep_together, swept_difficulty};
pub use column::Heading;
pub use distributions::{Distribution, distributions, eliminated, eliminates};
pub use exact::{exact, exact_files, exact_share, exact_shares_by_seat, exact_summary, exact_within};
pub use field::Field;
pub use largest::{Largest, highest, largest_change, together};
pub use package::{CsvFiles, PACKAGE};
pub use regret::{lost, measure, regret, regret_files, regret_intervals, regret_summary, worst};
pub use solved::{beyond_considered, solved_files, solved_summary};
pub use solved_holds::{solved_holds_files, solved_holds_summary, spread};
pub use sweep::{luck_of_sweep, sweep, sweep_changes, sweep_files, sweep_summary};
pub use table::{Origin, Table, shown, shown_estimate, to_csv, to_json, to_terminal};
pub use tables::{csv_files, largest_standard_error, length, luck_in_errors, seat_values, seats, statistics, summary};
pub use tune::{
    Raced, Tested, luck_of_tuning, outcome, raced, short_tune_table, test_difference, tested, tested_difference,
    to_type, tune_files, tune_sentences, tune_table,
};
pub use varied::{Headline, varied_files, varied_table};
