//! Tables made from the records of a run or a comparison.
//!
//! Owns which tables there are, their columns and how numbers are written: CSV for scripts, a terminal
//! table for people, JSON. It never plays a game; whatever it shows can be made again from
//! `tallies.json`.

pub(crate) mod again;
pub(crate) mod column;
pub mod compare;
pub(crate) mod definitions;
pub(crate) mod distributions;
pub(crate) mod field;
pub(crate) mod largest;
pub(crate) mod measures;
pub(crate) mod package;
pub(crate) mod shown;
pub(crate) mod sweep;
pub(crate) mod table;
pub(crate) mod tables;
pub(crate) mod varied;
#[cfg(feature = "program")]
pub(crate) mod workbook;

pub use again::command_again;
pub use column::Heading;
pub use definitions::in_words;
pub use distributions::{Distribution, distributions, eliminated, eliminates};
pub use field::Field;
pub use largest::{Largest, highest, largest_change, together};
pub use package::{CsvFiles, PACKAGE};
pub use shown::{fits, shown, shown_estimate, to_terminal};
pub use sweep::{luck_of_sweep, sweep, sweep_changes, sweep_files, sweep_summary};
pub use table::{Origin, Table, to_csv, to_json};
pub use tables::{csv_files, largest_standard_error, length, luck_in_errors, seat_values, seats, statistics, summary};
pub use varied::{Changes, Headline, varied_files, varied_table};
