//! The command line: what was typed becomes a command, and the command is done.
//!
//! Owns the list of all commands and their dispatch, exit codes, and the commands that are no experiments.

mod advise;
mod chance;
mod check;
pub(crate) mod command;
mod commentary;
pub mod embedded;
#[cfg(test)]
mod every_save;
mod experiment;
mod mistyped;
mod new;
mod person;
mod plan_args;
mod play;
mod remembered;
mod repeat;
mod report;
mod review;
mod shards;
mod shell;
mod show;
#[cfg(not(target_family = "wasm"))]
mod studio;

use crate::driver::embedded::Stage;
use crate::driver::entry::ExperimentOptions;
use crate::options::given::Options;
use crate::terminal::failure::{Failure, Outcome};
use crate::terminal::{output, solving};
use clap::{CommandFactory, FromArgMatches};
use command::{Arguments, Command};
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the program with these arguments and answers with its exit code: 0 done, 1 failed while
/// running, 2 bad usage or bad input, 3 a strategy was at fault, 130 interrupted, 143 asked to
/// terminate.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = arguments.into_iter().collect();
    let outcome = match parsed(&words) {
        Ok(arguments) => dispatch(arguments),
        Err(error) => parse_failure(&error, &words),
    };
    match outcome {
        Ok(()) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            output::remark(&failure.text());
            ExitCode::from(failure.exit_code())
        }
    }
}

/// What words mean.
fn parsed(words: &[OsString]) -> Result<Arguments, clap::Error> {
    let mut command = Arguments::command();
    let typed = command.try_get_matches_from_mut(words)?;
    solving::choose(&typed);
    let arguments = Arguments::from_arg_matches(&typed).map_err(|error| error.format(&mut command))?;
    Ok(arguments.with(Options::innermost(&command, &typed)))
}

fn dispatch(arguments: Arguments) -> Outcome {
    match arguments.command {
        None => arguments.run.play(&Stage::Program),
        Some(Command::Run(run)) => {
            // A record's rules are files for as long as it is played.
            let (arguments, _rules) = experiment::read(&run)?;
            dispatch(arguments)
        }
        Some(Command::Play(args)) if args.me.is_some() || args.resume => person::play(&args),
        Some(Command::Play(play)) => play::play(&play),
        Some(Command::Advise(args)) => advise::advise(&args),
        Some(Command::Review(args)) => review::review(&args),
        Some(Command::Experiment(experiment)) => experiment.play(&Stage::Program),
        Some(Command::Plan(plan)) => shards::plan(plan),
        Some(Command::Shard(shard)) => shards::shard(&shard),
        Some(Command::Missing(missing)) => shards::missing(&missing),
        Some(Command::Merge(merge)) => shards::merge(&merge),
        Some(Command::Report(report)) => report::report(&report),
        Some(Command::Strategies(list)) => show::list(&list),
        Some(Command::Show(show)) => show::show(&show),
        Some(Command::Chance(args)) => chance::chance(&args),
        Some(Command::New(args)) => new::new(&args),
        Some(Command::Check(check)) => check::check(&check),
        #[cfg(not(target_family = "wasm"))]
        Some(Command::Studio(args)) => studio::studio(&args),
        Some(Command::Completions(completions)) => shell::completions(&completions),
        Some(Command::Man) => shell::man(),
    }
}

/// Help and version are results; anything else that the parser says of the words, the program's name first, is bad usage.
fn parse_failure(error: &clap::Error, words: &[OsString]) -> Outcome {
    let text = error.render();
    if !error.use_stderr() {
        return output::help(&text);
    }
    let words: Vec<String> = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let explained = mistyped::explained(error, &words);
    Err(Failure::Unparsed(explained.unwrap_or_else(|| text.to_string().trim_end().to_owned())))
}
