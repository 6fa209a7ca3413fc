//! Writing to the two standard streams.

use super::args::Format;
use super::error::{Failure, Outcome};
use crate::report::{self, Table};
use std::io::{ErrorKind, Write};

/// Writes a result to standard output.
pub(super) fn result(text: &str) -> Outcome {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::ClosedPipe,
        _ => Failure::Running(format!("cannot write to standard output: {error}")),
    })
}

/// Writes a remark, a warning or an error to standard error; where that is closed nobody wants to know.
pub(super) fn remark(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// A table in the format asked for; `text` makes what people are shown.
pub(super) fn formatted(table: &Table, format: Format, text: impl FnOnce() -> String) -> String {
    match format {
        Format::Csv => report::to_csv(table),
        Format::Json => report::to_json(table),
        Format::Table => text(),
    }
}

/// Remarks under a table, a line each.
pub(super) fn notes<'n>(notes: impl IntoIterator<Item = &'n String>) -> String {
    notes.into_iter().map(|note| format!("- {note}\n")).collect()
}
