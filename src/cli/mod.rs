//! The command line: one file for each command.
//!
//! Owns arguments, their validation into a run configuration, what is printed, and exit codes. Nothing else prints.
//! What was typed (`args`) never reaches the simulator; only a validated configuration does.

mod advice;
mod args;
mod axis;
mod brief;
mod cards;
mod cards_sweep;
mod carets;
mod changes;
mod check;
mod choices;
mod colour;
mod command;
mod commentary;
mod compare;
mod compare_args;
mod compare_config;
mod compare_sweep;
mod default_folder;
mod differences;
mod driver;
mod entrants;
#[cfg(test)]
mod every_save;
mod exact;
mod exact_args;
mod experiment;
mod failure;
mod games;
mod given;
mod interrupt;
mod kinds;
mod luck;
mod made;
mod memory;
mod mistyped;
mod named_game;
mod numbers;
mod output;
mod plan_args;
mod planned;
mod play;
mod progress;
mod recorded;
mod records;
mod regret;
mod regret_args;
mod remarks;
mod repeat;
mod replace;
mod report;
mod resume;
mod rounds;
mod session;
mod settings;
mod shards;
mod shell;
mod show;
mod signals;
mod simulate;
mod solve;
mod solve_holds;
mod solving;
mod sweep;
mod sweep_results;
mod texts;
mod tournament;
mod tournament_args;
mod tournament_config;
mod tune;
mod tune_args;
mod tune_config;
mod tune_game;
mod tune_race;
mod typed_command;
mod until;
mod varied;
mod vary;

use clap::CommandFactory;
use command::{Arguments, Command};
use failure::{Failure, Outcome};
use given::Options;
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
    Ok(solving::arguments(&typed)?.with(Options::innermost(&command, &typed)))
}

fn dispatch(arguments: Arguments) -> Outcome {
    match arguments.command {
        None if arguments.run.played.vary.axes.is_empty() => simulate::simulate(&arguments.run),
        None => sweep::sweep(&arguments.run),
        Some(Command::Run(run)) => {
            // A record's rules are files for as long as it is played.
            let (arguments, _rules) = experiment::read(&run)?;
            dispatch(arguments)
        }
        Some(Command::Play(play)) => play::play(&play),
        Some(Command::Cards(cards)) if cards.cards.vary.axes.is_empty() => cards::cards(&cards),
        Some(Command::Cards(cards)) => cards_sweep::sweep(&cards),
        Some(Command::Solve(solve)) => solve::solve(&solve),
        Some(Command::Exact(args)) => exact::exact(&args),
        Some(Command::Regret(args)) => regret::regret(&args),
        Some(Command::Compare(compare)) if compare.compared.vary.axes.is_empty() => compare::compare(&compare),
        Some(Command::Compare(compare)) => compare_sweep::sweep(&compare),
        Some(Command::Tournament(args)) => tournament::tournament(&args),
        Some(Command::Tune(args)) => tune::tune(&args),
        Some(Command::Plan(plan)) => shards::plan(plan),
        Some(Command::Shard(shard)) => shards::shard(&shard),
        Some(Command::Missing(missing)) => shards::missing(&missing),
        Some(Command::Merge(merge)) => shards::merge(&merge),
        Some(Command::Report(report)) => report::report(&report),
        Some(Command::Strategies(list)) => show::list(&list),
        Some(Command::Show(show)) => show::show(&show),
        Some(Command::Check(check)) => check::check(&check),
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
