//! The commands for another program that has this library in it: a module of Python, a page in a browser.
//!
//! Owns which commands and options such a program has, and how failures reach it. They are those of the command line, as the
//! parser knows them; so a new one is there without a line here.

use super::command::{Arguments, Command};
use super::person;
use super::{dispatch, parse_failure, parsed};
use crate::driver::embedded::Stage;
use crate::driver::entry::ExperimentOptions as _;
use crate::experiments::entries;
use crate::input::BadInput;
use crate::options::given::REPEATED;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::interrupt;
use crate::terminal::output::{self, Kept};
use clap::{Arg, CommandFactory};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::sync::Arc;

pub use super::person::Sitting;
pub use crate::driver::embedded::{Finished, Following, Progress};
pub use crate::input::hold;
pub use crate::strategies::Answers;

/// The name of the experiment that has no word on the command line.
const RUN: &str = "run";
/// Options of a terminal and of folders: another program has the results in memory, and writes them where it likes.
const LEFT_OUT: [&str; 9] =
    ["out", "resume", "save-every", "replace", "format", "progress", "quiet", "help", "version"];

/// An experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Experiment {
    /// Its name: `run`, or its word on the command line.
    pub name: String,
    /// What it does, in a line.
    pub about: String,
    /// What can be said beside the options, such as strategies: a name for it, and whether that can be several.
    pub beside: Option<(String, bool)>,
    /// Its options, in the order of the help.
    pub options: Vec<ExperimentOption>,
}

/// How an option is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// `--name`.
    Nothing,
    /// `--name=value`; a list has commas between its items.
    Value,
    /// `--name=value`, as often as there are values.
    Repeated,
}

/// An option of an experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExperimentOption {
    /// Its name, without dashes.
    pub name: String,
    /// How it is typed.
    pub takes: Takes,
    /// What it does, as the help says.
    pub about: String,
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What kind of failure it is.
    pub kind: RefusalKind,
    /// What the program would say, with the place in a file and a hint, where there are any.
    pub text: String,
    /// The problems of a file that could not be used.
    pub problems: Vec<FileProblem>,
}

/// The kinds of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// An option, its value, or a file cannot be used.
    Input,
    /// Something went wrong while it was played.
    Running,
    /// A strategy did what it may not do.
    Fault,
    /// It was stopped before there was anything to keep.
    Stopped,
}

/// A problem of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileProblem {
    /// The file.
    pub file: String,
    /// The line and the column, from 1, if it has a place.
    pub place: Option<(usize, usize)>,
    /// The line and the column of the first character behind that place.
    pub end: Option<(usize, usize)>,
    /// What is wrong.
    pub message: String,
    /// What to do about it, if that is known.
    pub hint: Option<String>,
}

/// All experiments, a run first.
pub fn experiments() -> Vec<Experiment> {
    let program = Arguments::command();
    let named: BTreeSet<&str> = entries().map(|entry| entry.words[0]).collect();
    let commands = program.get_subcommands().filter(|command| named.contains(command.get_name()));
    let all = std::iter::once((RUN.to_owned(), &program)).chain(commands.map(|own| (own.get_name().to_owned(), own)));
    all.map(|(name, command)| Experiment {
        about: match &*name {
            RUN => "Simulate games, and say who wins".to_owned(),
            _ => command.get_about().map(ToString::to_string).unwrap_or_default(),
        },
        name,
        beside: command.get_positionals().next().map(|beside| (beside.get_id().to_string(), takes_several(beside))),
        options: command.get_arguments().filter_map(option).collect(),
    })
    .collect()
}

fn takes_several(beside: &Arg) -> bool {
    beside.get_num_args().is_some_and(|numbers| numbers.max_values() > 1)
}

/// An option as another program has it, if it has it.
fn option(argument: &Arg) -> Option<ExperimentOption> {
    let name = argument.get_long().filter(|name| !LEFT_OUT.contains(name))?;
    let takes = match argument.get_action().takes_values() {
        false => Takes::Nothing,
        true if REPEATED.contains(&name) => Takes::Repeated,
        true => Takes::Value,
    };
    let about = argument.get_help().map(ToString::to_string).unwrap_or_default();
    Some(ExperimentOption { name: name.to_owned(), takes, about })
}

/// Plays the experiment of this name with these words, as they would be typed after it. Nothing is printed or written; signals
/// are left to the program. It comes back when all is played or [`Following::stop`] was called.
///
/// # Errors
/// Whatever the program would refuse, with its words.
pub fn play(name: &str, words: &[String], following: &Arc<Following>) -> Result<Finished, Refusal> {
    interrupt::leave_signals();
    let (played, Kept { remarks, .. }) = output::kept(|| played(name, words, following));
    played.map_err(Refusal::from)?;
    let finished = following.take().ok_or_else(|| Refusal {
        kind: RefusalKind::Input,
        text: format!("error: '{name}' leaves no results"),
        problems: Vec::new(),
    })?;
    Ok(Finished { remarks: [remarks, finished.remarks].concat(), ..finished })
}

/// What a command says that is no experiment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// What the program would write to standard output.
    pub text: String,
    /// What it would remark on standard error.
    pub remarks: Vec<String>,
}

/// Does a command that reads and answers, such as `check` or `advise`. Its words are what would be typed after `analyze`.
/// Nothing is printed.
///
/// # Errors
/// Whatever the program would refuse, with its words; and commands that play experiments, write files, or ask a person.
pub fn say(words: &[String]) -> Result<Said, Refusal> {
    interrupt::leave_signals();
    let (done, Kept { results, remarks }) = output::kept(|| said(words));
    done.map_err(Refusal::from)?;
    Ok(Said { text: results, remarks })
}

fn said(words: &[String]) -> Outcome {
    let typed = typed(words.iter().map(String::as_str));
    let arguments = match parsed(&typed) {
        Ok(arguments) => arguments,
        Err(error) => return parse_failure(&error, &typed),
    };
    let answers = match &arguments.command {
        Some(Command::Play(play)) => play.me.is_none() && !play.resume,
        Some(
            Command::Advise(_)
            | Command::Review(_)
            | Command::Strategies(_)
            | Command::Show(_)
            | Command::Chance(_)
            | Command::Check(_),
        ) => true,
        _ => false,
    };
    if !answers {
        let command = words.first().map_or("", String::as_str);
        return refuse(format!("'{command}' is no command that only answers; those are {ANSWERING}"));
    }
    dispatch(arguments)
}

/// The commands of [`say`].
const ANSWERING: &str = "advise, chance, check, play, review, show, strategies";

/// Tells the game of a person, whose words are what would be typed after `analyze play`, from its start with these answers.
///
/// # Errors
/// Whatever the program would refuse, with its words.
pub fn sit(words: &[String], answers: &[String]) -> Result<Sitting, Refusal> {
    let typed = typed(std::iter::once("play").chain(words.iter().map(String::as_str)));
    let (sitting, _) = output::kept(|| match parsed(&typed) {
        Ok(Arguments { command: Some(Command::Play(args)), .. }) => person::sit(&args, answers),
        Ok(_) => Err(Failure::Usage("these words are no game".to_owned())),
        Err(error) => Err(parse_failure(&error, &typed).err().unwrap_or(Failure::ClosedPipe)),
    });
    sitting.map_err(Refusal::from)
}

/// Words as they would be typed, the program's name first.
fn typed<'w>(words: impl Iterator<Item = &'w str>) -> Vec<OsString> {
    std::iter::once(env!("CARGO_PKG_NAME")).chain(words).map(OsString::from).collect()
}

fn played(name: &str, words: &[String], following: &Arc<Following>) -> Outcome {
    let typed_options = || words.iter().filter_map(|word| word.split('=').next()?.strip_prefix("--"));
    if let Some(option) = typed_options().find(|option| LEFT_OUT.contains(option)) {
        return refuse(format!("--{option}: the results stay in memory, and are written from there"));
    }
    let own = (name != RUN).then_some(name);
    let typed = typed(own.into_iter().chain(words.iter().map(String::as_str)));
    let arguments = match parsed(&typed) {
        Ok(arguments) => arguments,
        Err(error) => return parse_failure(&error, &typed),
    };
    let stage = Stage::Embedded(Arc::clone(following));
    match arguments.command {
        None => arguments.run.play(&stage),
        Some(Command::Experiment(experiment)) => experiment.play(&stage),
        Some(_) => refuse(format!("'{name}' is no experiment")),
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        let kind = match failure {
            Failure::Usage(_) | Failure::Unparsed(_) | Failure::Input(_) => RefusalKind::Input,
            Failure::Running(_) | Failure::ClosedPipe => RefusalKind::Running,
            Failure::Fault(_) => RefusalKind::Fault,
            Failure::Interrupted(_) => RefusalKind::Stopped,
        };
        let problems = match &failure {
            Failure::Input(bad) => problems(bad),
            _ => Vec::new(),
        };
        Refusal { kind, text: failure.text(), problems }
    }
}

fn problems(bad: &BadInput) -> Vec<FileProblem> {
    let file_problem = |problem: &crate::input::Problem| FileProblem {
        file: bad.source.name.clone(),
        place: problem.span.as_ref().map(|span| bad.source.line_column(span.start)),
        end: problem.span.as_ref().map(|span| bad.source.line_column(span.end)),
        message: problem.message.clone(),
        hint: problem.help.clone(),
    };
    bad.problems.iter().map(file_problem).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play_words(name: &str, words: &[&str]) -> Result<Finished, Refusal> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        play(name, &words, &Arc::default())
    }

    #[test]
    fn all_experiments_are_there_with_the_options_of_the_command_line() {
        let all = experiments();
        let names: Vec<&str> = all.iter().map(|known| &*known.name).collect();
        assert_eq!(names.len(), 1 + entries().map(|entry| entry.words[0]).collect::<BTreeSet<_>>().len());
        let takes = |name: &str, option: &str| {
            let known = all.iter().find(|known| known.name == name).unwrap();
            known.options.iter().find(|known| known.name == option).map(|option| option.takes)
        };
        assert_eq!(takes("run", "players"), Some(Takes::Value));
        assert_eq!(takes("compare", "rule"), Some(Takes::Repeated));
        assert_eq!(takes("run", "no-cache"), Some(Takes::Nothing));
        assert_eq!(takes("run", "out"), None);
    }

    /// A new experiment and new options were missing from them.
    #[test]
    fn the_types_for_python_have_all_experiments_and_options() {
        let types = include_str!("../../python/analyze_dice/__init__.pyi");
        for Experiment { name, options, .. } in experiments() {
            let (_, rest) = types.split_once(&format!("\ndef {name}(\n")).expect(&name);
            let (parameters, _) = rest.split_once("\n) ->").expect(&name);
            for option in options {
                let parameter = format!("\n    {}: ", option.name.replace('-', "_"));
                assert!(parameters.contains(&parameter), "{name}: python stubs.py lacks {}", option.name);
            }
        }
    }

    #[test]
    fn results_stay_in_memory() {
        let words = ["--game=pig", "--players=2", "--runs=1000"];
        let finished = play_words("run", &words).unwrap();
        let names: Vec<&str> = finished.files.iter().map(|(name, _)| &**name).collect();
        assert!(
            ["summary.csv", "datapackage.json", "tallies.json", "run.json"].iter().all(|name| names.contains(name))
        );
        assert!(finished.summary.starts_with("Pig, 2 players: 1,000 games"), "{}", finished.summary);
        assert_eq!(finished.stopped, None);
        let solved = play_words("solve", &["--game=pig"]).unwrap();
        assert!(solved.files.iter().any(|(name, _)| name == "run.json"));
    }

    #[test]
    fn failures_have_a_kind_and_the_words_of_the_program() {
        let refused = |name: &str, words: &[&str]| play_words(name, words).unwrap_err();
        let usage = refused("run", &["--game=pig", "--players=99", "--runs=1"]);
        assert_eq!(usage.kind, RefusalKind::Input);
        assert!(usage.text.contains("--players: 99"), "{}", usage.text);
        assert_eq!(refused("run", &["--game=pig", "--nothing"]).kind, RefusalKind::Input);
        let out = refused("run", &["--game=pig", "--runs=1", "--out=x"]);
        assert!(out.text.contains("--out: the results stay in memory"), "{}", out.text);
        assert_eq!(refused("strategies", &[]).text, "error: 'strategies' is no experiment");
    }

    #[test]
    fn a_problem_of_a_file_has_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.toml");
        std::fs::write(&file, "game = \"pig\"\nname = \"mine\"\nabout = \"holds\"\nhold = \"2 +\"\n").unwrap();
        let bots = format!("--bots={}", file.display());
        let refused = play_words("run", &["--game=pig", "--players=2", "--runs=1", &bots]).unwrap_err();
        assert_eq!(refused.problems[0].place.map(|place| place.0), Some(4), "{refused:?}");
    }

    #[test]
    fn what_is_stopped_at_once_leaves_nothing() {
        let following = Arc::new(Following::default());
        following.stop();
        let words = ["--game=pig", "--players=2", "--runs=1e6"].map(str::to_owned);
        assert_eq!(play("run", &words, &following).unwrap_err().kind, RefusalKind::Stopped);
        assert_eq!(following.progress().unit, "games");
    }
}
