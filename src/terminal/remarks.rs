//! What is said under tables, by several commands.

use super::numbers::counted;
use crate::games::narration::noun;

/// How intervals are shown in tables.
pub(crate) const INTERVALS: &str = "numbers after ± and in brackets are 95% intervals";

/// What the intervals are of a run that was interrupted.
pub(crate) const WATCHED: &str = "of a confidence sequence, because the games were stopped early";

/// What is in a win share where seats do not rotate.
pub(crate) const FIXED_NOTE: &str = "each strategy kept its seat, so its win share includes the advantage of the seat (--seating rotate averages \
                          over the seats)";

/// What rotation does not average out.
pub(crate) const ROTATE_NOTE: &str =
    "seats rotate, but each strategy always sits after the same one; to play every order, use --seating all";

/// That a file has more rows than were shown.
pub(crate) fn more_rows(rows: usize, file: &str) -> String {
    format!("{} more {} in {file}", counted(rows as u64, "row"), noun(rows as u64, "is", "are"))
}

/// Remarks under a table, a line each.
pub(crate) fn lines<'n>(notes: impl IntoIterator<Item = &'n String>) -> String {
    notes.into_iter().map(|note| format!("- {note}\n")).collect()
}
