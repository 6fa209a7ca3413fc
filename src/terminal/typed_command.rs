//! Commands as a shell reads them: the one that was typed, the one that goes on with it, and others that are offered.

use super::failure::Failure;
use crate::record::{command_of, quoted};

/// The command as it was typed, so that it goes on.
pub(crate) fn resuming_command() -> String {
    let mut words = typed_words();
    if words.iter().all(|word| word != "--resume") {
        // What follows `--` is no option.
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        words.insert(end, "--resume".to_owned());
    }
    command_of(words.iter().map(String::as_str))
}

/// The command as it was typed.
pub(crate) fn typed_command() -> String {
    command_of(typed_words().iter().map(String::as_str))
}

fn typed_words() -> Vec<String> {
    let typed = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    std::iter::once("analyze".to_owned()).chain(typed).collect()
}

/// A command as a shell reads it back: `start`, then the options by name and value, of flags without one.
pub(crate) fn command_line<'o>(start: &str, options: impl IntoIterator<Item = (&'o str, String)>) -> String {
    let option = |(name, value): (&str, String)| match &*value {
        "" => format!(" --{name}"),
        value => format!(" --{name} {}", quoted(value)),
    };
    std::iter::once(start.to_owned()).chain(options.into_iter().map(option)).collect()
}

/// Ctrl-C came before there was anything to write.
pub(crate) fn nothing_finished() -> Failure {
    Failure::Interrupted(format!(
        "interrupted before a block was finished; nothing was written; to begin again:\n  {}",
        typed_command()
    ))
}
