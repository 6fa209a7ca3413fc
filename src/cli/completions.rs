//! `analyze completions SHELL`.

use super::args::{Arguments, CompletionsArgs};
use super::error::Outcome;
use super::output;
use clap::CommandFactory;

/// Prints the completions.
pub(super) fn completions(args: &CompletionsArgs) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), env!("CARGO_PKG_NAME"), &mut script);
    output::result(&String::from_utf8_lossy(&script))
}
