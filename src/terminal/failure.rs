//! How a command can fail, what is said then, and the exit code.

use super::advice::without;
use super::carets::carets;
use super::kinds::{Kind, explained};
use super::signals;
use crate::games::SetUpError;
use crate::input::BadInput;
use crate::record::FolderError;
use crate::strategies::StrategyError;

/// What a command answers.
pub(crate) type Outcome = Result<(), Failure>;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub(crate) enum Failure {
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
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::ClosedPipe => 0,
            Failure::Running(_) => 1,
            Failure::Usage(_) | Failure::Unparsed(_) | Failure::Input(_) => 2,
            Failure::Fault(_) => 3,
            Failure::Interrupted(_) => signals::exit_code(),
        }
    }

    /// What standard error says.
    pub(crate) fn text(&self) -> String {
        match self {
            Failure::Usage(text) | Failure::Running(text) | Failure::Fault(text) => format!("error: {text}"),
            Failure::Input(bad) => carets(bad).trim_end().to_owned(),
            Failure::Unparsed(text) | Failure::Interrupted(text) => text.clone(),
            Failure::ClosedPipe => String::new(),
        }
    }

    /// A strategy that cannot be had, as it was typed at `option`; a problem in its file says its own place.
    pub(crate) fn strategy(option: &str, error: StrategyError) -> Failure {
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

/// Bad usage, in these words.
pub(crate) fn refuse<T>(text: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Usage(text.into()))
}
