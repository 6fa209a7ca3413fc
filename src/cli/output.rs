//! What a command says: how it can fail, what is said then, the exit code, and writing to the two standard streams.

use super::args::Format;
use super::brief::{Excerpt, brief};
use super::colour;
use super::kinds::{Kind, explained};
use super::mistyped::without;
use super::numbers::counted;
use crate::games::SetUpError;
use crate::games::narration::noun;
use crate::input::{BadInput, Severity};
use crate::record::FolderError;
use crate::report::{self, Table};
use crate::strategies::StrategyError;
use anstream::AutoStream;
use clap::builder::StyledStr;
use codespan_reporting::diagnostic::{Diagnostic, Label};
use codespan_reporting::files::SimpleFile;
use codespan_reporting::term;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// What a command answers.
pub(super) type Outcome = Result<(), Failure>;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub(super) enum Failure {
    /// Bad usage: an option or its value.
    Usage(String),
    /// Bad usage in the words of the parser, heading included.
    Unparsed(String),
    /// Bad input: a file or a text with places.
    Input(BadInput),
    /// Something went wrong while running.
    Running(String),
    /// A strategy did what it may not do.
    Fault(String),
    /// Ctrl-C or a request to terminate; what was finished has been written.
    Interrupted(String),
    /// Nobody reads the output any more.
    ClosedPipe,
}

impl Failure {
    pub(super) fn exit_code(&self) -> u8 {
        match self {
            Failure::ClosedPipe => 0,
            Failure::Running(_) => 1,
            Failure::Usage(_) | Failure::Unparsed(_) | Failure::Input(_) => 2,
            Failure::Fault(_) => 3,
            Failure::Interrupted(_) => super::interrupt::exit_code(),
        }
    }

    /// What standard error says.
    pub(super) fn text(&self) -> String {
        match self {
            Failure::Usage(text) | Failure::Running(text) | Failure::Fault(text) => format!("error: {text}"),
            Failure::Input(bad) => carets(bad).trim_end().to_owned(),
            Failure::Unparsed(text) | Failure::Interrupted(text) => text.clone(),
            Failure::ClosedPipe => String::new(),
        }
    }

    /// A strategy that cannot be had, as it was typed at `option`; a problem in its file says its own place.
    pub(super) fn strategy(option: &str, error: StrategyError) -> Failure {
        match error {
            StrategyError::Input(bad) => Failure::Input(explained(bad, Kind::Strategy)),
            error => Failure::Usage(format!("{option}: {}", without(&error))),
        }
    }
}

impl From<BadInput> for Failure {
    fn from(bad: BadInput) -> Failure {
        Failure::Input(bad)
    }
}

impl From<SetUpError> for Failure {
    fn from(error: SetUpError) -> Failure {
        match error {
            SetUpError::Input(bad) => Failure::Input(bad),
            other @ (SetUpError::Conflict(_) | SetUpError::Option { .. }) => Failure::Usage(other.to_string()),
        }
    }
}

impl From<FolderError> for Failure {
    fn from(error: FolderError) -> Failure {
        match error {
            FolderError::Foreign { .. }
            | FolderError::Strange { .. }
            | FolderError::Busy { .. }
            | FolderError::Planned { .. } => Failure::Usage(format!("--out: {error}")),
            FolderError::Unwritable { .. } | FolderError::TooLong { .. } => Failure::Running(format!("--out: {error}")),
        }
    }
}

/// Every problem with the line it is in and a caret under the place.
pub(super) fn carets(bad: &BadInput) -> String {
    let file = SimpleFile::new(&bad.source.name, &bad.source.text);
    let config = term::Config::default();
    let mut text = String::new();
    for problem in &bad.problems {
        let mut diagnostic = match problem.severity {
            Severity::Error => Diagnostic::error(),
            Severity::Warning => Diagnostic::warning(),
        };
        let excerpt = problem.span.as_ref().and_then(|span| Excerpt::of(&bad.source.name, &bad.source.text, span));
        match &problem.span {
            Some(span) => {
                let end = span.end.min(bad.source.text.len());
                let place = excerpt.as_ref().map_or(span.start.min(end)..end, |excerpt| excerpt.place.clone());
                diagnostic = diagnostic.with_message(&problem.message).with_labels(vec![Label::primary((), place)]);
            }
            None => diagnostic = diagnostic.with_message(format!("{}: {}", bad.source.name, problem.message)),
        }
        diagnostic = diagnostic.with_notes(problem.help.iter().cloned().collect());
        let shown = match &excerpt {
            Some(excerpt) => term::emit_into_string(&config, excerpt, &diagnostic),
            None => term::emit_into_string(&config, &file, &diagnostic),
        };
        match shown {
            Ok(shown) => text.push_str(shown.trim_end()),
            Err(_) => text.push_str(&format!("error: {}: {}", bad.source.name, problem.message)),
        }
        text.push('\n');
    }
    text
}

/// Bad usage, in these words.
pub(super) fn refuse<T>(text: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Usage(text.into()))
}

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
pub(super) fn result(text: &str) -> Outcome {
    written(std::io::stdout().lock(), &harmless(text))
}

/// Writes a table or a summary to standard output; people see headings.
pub(super) fn summary(text: &str, format: Format) -> Outcome {
    let out = std::io::stdout().lock();
    if format != Format::Table || !colour::is_wanted(&out) {
        return written(out, &harmless(text));
    }
    written(AutoStream::auto(out), &colour::summary(&harmless(text)))
}

/// Writes what the parser says of the program to standard output.
pub(super) fn help(text: &StyledStr) -> Outcome {
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

/// Writes a remark, a warning or an error to standard error, cut to a sensible length; where that is closed nobody wants to know.
pub(super) fn remark(text: &str) {
    let mut out = AutoStream::auto(std::io::stderr().lock());
    let _ = writeln!(out, "{}", colour::remark(&harmless(&brief(text))));
}

/// Whether warnings are shown that are no errors.
static WARNS: AtomicBool = AtomicBool::new(true);
/// Those that were shown.
static WARNED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Whether warnings are shown from now on that are no errors.
pub(super) fn warn(is_wanted: bool) {
    WARNS.store(is_wanted, Ordering::Relaxed);
}

/// Shows what can be played but was probably not meant, once however often it is set up.
pub(super) fn doubt(doubts: &BadInput) {
    let text = carets(doubts);
    if WARNS.load(Ordering::Relaxed) && WARNED.lock().unwrap_or_else(PoisonError::into_inner).insert(text.clone()) {
        remark(text.trim_end());
    }
}

/// A table in the format asked for; `text` makes what people are shown.
pub(super) fn formatted(table: &Table, format: Format, text: impl FnOnce() -> String) -> String {
    match format {
        Format::Csv => report::to_csv(table),
        Format::Json => report::to_json(table),
        Format::Table => text(),
    }
}

/// That a file has more rows than were shown.
pub(super) fn more_rows(rows: usize, file: &str) -> String {
    format!("{} more {} in {file}", counted(rows as u64, "row"), noun(rows as u64, "is", "are"))
}

/// Remarks under a table, a line each.
pub(super) fn notes<'n>(notes: impl IntoIterator<Item = &'n String>) -> String {
    notes.into_iter().map(|note| format!("- {note}\n")).collect()
}
