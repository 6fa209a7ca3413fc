//! How a command can fail, what is said then, and the exit code.

use crate::games::SetUpError;
use crate::input::{BadInput, Severity};
use crate::record::FolderError;
use crate::strategies::StrategyError;
use codespan_reporting::diagnostic::{Diagnostic, Label};
use codespan_reporting::files::SimpleFile;
use codespan_reporting::term;

/// The exit code of an interrupted program.
pub(super) const INTERRUPTED: u8 = 130;

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
    /// Ctrl-C; what was finished has been written.
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
            Failure::Interrupted(_) => INTERRUPTED,
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
            StrategyError::Input(bad) => Failure::Input(bad),
            error => Failure::Usage(format!("{option}: {error}")),
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
            option @ SetUpError::Option { .. } => Failure::Usage(option.to_string()),
        }
    }
}

impl From<FolderError> for Failure {
    fn from(error: FolderError) -> Failure {
        match error {
            FolderError::Foreign { .. } => Failure::Usage(format!("--out: {error}")),
            FolderError::Unwritable { .. } => Failure::Running(format!("--out: {error}")),
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
        match &problem.span {
            Some(span) => {
                let end = span.end.min(bad.source.text.len());
                diagnostic = diagnostic.with_message(&problem.message);
                diagnostic = diagnostic.with_labels(vec![Label::primary((), span.start.min(end)..end)]);
            }
            None => diagnostic = diagnostic.with_message(format!("{}: {}", bad.source.name, problem.message)),
        }
        diagnostic = diagnostic.with_notes(problem.help.iter().cloned().collect());
        match term::emit_into_string(&config, &file, &diagnostic) {
            Ok(shown) => text.push_str(shown.trim_end()),
            Err(_) => text.push_str(&format!("error: {}: {}", bad.source.name, problem.message)),
        }
        text.push('\n');
    }
    text
}
