//! Writing to the two standard streams.

use super::error::{Failure, Outcome};
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
