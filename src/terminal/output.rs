//! What a command says: how it can fail, what is said then, the exit code, and writing to the two standard streams.

use super::brief::brief;
use super::carets::carets;
use super::choices::Format;
use super::colour;
use super::failure::{Failure, Outcome};
use super::layout::wrapped;
use crate::input::BadInput;
use crate::report;
use crate::report::Table;
use anstream::AutoStream;
use clap::builder::StyledStr;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The text without what a terminal would obey or what turns the direction of writing: names and texts come from files
/// that somebody else may have written. Each such character is shown by its number.
fn harmless(text: &str) -> Cow<'_, str> {
    let obeyed = |c: char| {
        let turns =
            matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        turns || c.is_control() && !"\n\t".contains(c)
    };
    if !text.contains(obeyed) {
        return text.into();
    }
    let shown = |c: char| if obeyed(c) { format!("\\u{{{:x}}}", u32::from(c)) } else { c.to_string() };
    text.chars().map(shown).collect::<String>().into()
}

/// Writes a result to standard output.
pub(crate) fn result(text: &str) -> Outcome {
    if keep_result(text) {
        return Ok(());
    }
    written(std::io::stdout().lock(), &harmless(text))
}

/// Writes a table or a summary to standard output; people see headings.
pub(crate) fn summary(text: &str, format: Format) -> Outcome {
    if keep_result(text) {
        return Ok(());
    }
    let out = std::io::stdout().lock();
    if format != Format::Table || !colour::is_wanted(&out) {
        return written(out, &harmless(text));
    }
    written(AutoStream::auto(out), &colour::summary(&harmless(text)))
}

/// Writes what the parser says of the program to standard output.
pub(crate) fn help(text: &StyledStr) -> Outcome {
    if keep_result(&text.to_string()) {
        return Ok(());
    }
    written(AutoStream::auto(std::io::stdout().lock()), &text.ansi().to_string())
}

fn written(mut out: impl Write, text: &str) -> Outcome {
    // The harness of the tests does not hold back what goes to the stream itself.
    if cfg!(test) {
        return Ok(());
    }
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::ClosedPipe,
        _ => Failure::Running(format!("cannot write to standard output: {error}")),
    })
}

/// What a command says, kept for another program instead of being written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kept {
    /// What goes to standard output.
    pub results: String,
    /// What goes to standard error, each thing once.
    pub remarks: Vec<String>,
}

thread_local! {
    /// What is said on this thread, while that is kept.
    static KEPT: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// Does some work, and answers what was said of it on this thread instead of writing it.
pub(crate) fn kept<T>(work: impl FnOnce() -> T) -> (T, Kept) {
    KEPT.set(Some(Kept::default()));
    let done = work();
    (done, KEPT.take().unwrap_or_default())
}

/// Keeps a result, if what is said is kept.
fn keep_result(text: &str) -> bool {
    KEPT.with_borrow_mut(|kept| kept.as_mut().map(|kept| kept.results.push_str(&harmless(text)))).is_some()
}

/// Keeps a remark, if what is said is kept.
fn keep_remark(text: &str) -> bool {
    KEPT.with_borrow_mut(|kept| {
        let Some(Kept { remarks, .. }) = kept else { return false };
        if remarks.iter().all(|known| known != text) {
            remarks.push(text.to_owned());
        }
        true
    })
}

/// Writes a remark, a warning or an error to standard error, cut to a sensible length; where that is closed nobody wants to know.
pub(crate) fn remark(text: &str) {
    if keep_remark(text) {
        return;
    }
    let mut out = AutoStream::auto(std::io::stderr().lock());
    let _ = writeln!(out, "{}", colour::remark(&harmless(&brief(text))));
}

/// Whether warnings are shown that are no errors.
static WARNS: AtomicBool = AtomicBool::new(true);
/// Those that were shown.
static WARNED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Whether warnings are shown from now on that are no errors.
pub(crate) fn warn(is_wanted: bool) {
    WARNS.store(is_wanted, Ordering::Relaxed);
}

/// Shows what can be played but was probably not meant, once however often it is set up.
pub(crate) fn doubt(doubts: &BadInput) {
    let text = carets(doubts);
    if keep_remark(text.trim_end()) {
        return;
    }
    if WARNS.load(Ordering::Relaxed) && WARNED.lock().unwrap_or_else(PoisonError::into_inner).insert(text.clone()) {
        remark(text.trim_end());
    }
}

/// The sign for an unknown interval, and its explanation.
const UNKNOWN: &str = "[?]";
const UNKNOWN_MEANS: &str = "- [?]: there are too few games for an interval\n";

/// A table in the format asked for; `text` makes what people are shown.
pub(crate) fn formatted(table: &Table, format: Format, text: impl FnOnce() -> String) -> String {
    match format {
        Format::Csv => report::to_csv(table),
        Format::Json => report::to_json(table),
        Format::Table => {
            let mut text = text();
            if text.contains(UNKNOWN) {
                text = format!("{}\n{UNKNOWN_MEANS}", text.trim_end());
            }
            wrapped(&text)
        }
    }
}
