//! `analyze run FILE`: an experiment kept in a file, or a recorded run again.
//!
//! Owns the form of an experiment file: the command, if it is not a run, its options as TOML, and `[vary]`. What they mean, the parser of the
//! command line says; so a file means what it would mean typed. How a `run.json` becomes a command is in `repeat`.

use super::command::{Arguments, Command, RunFileArgs};
use super::repeat;
use super::repeat::Repeated;
use crate::driver::entry::{Entry, ExperimentOptions as _};
use crate::experiments::entries;
use crate::input::{BadInput, Document, Problem, Source, or_nearest};
use crate::options::axis::Axis;
use crate::options::given::REPEATED;
use crate::options::vary::can_vary;
use crate::record::{STRATEGIES, TUNE};
use crate::terminal::failure::Failure;
use crate::terminal::kinds;
use crate::terminal::kinds::explained;
use clap::{CommandFactory, Parser};
use std::ffi::OsString;
use std::ops::Range;
use tempfile::TempDir;
use toml::{Table, Value};

/// The table of what is varied, and that of the parameters that are tuned.
const VARY: &str = "vary";
const PARAM: &str = "param";

/// The key of the command, and of strategies that are compared.
const COMMAND: &str = "command";

/// What a file says to do, and the folder of the rules that a record holds, which goes with it.
pub(crate) fn read(args: &RunFileArgs) -> Result<(Arguments, Option<TempDir>), Failure> {
    if args.file.extension().is_some_and(|extension| extension == "json") {
        let Repeated { words, folder, expected } = repeat::words(&args.file)?;
        let mut arguments = with_options(words, args)?;
        arguments.expects(expected);
        return Ok((arguments, Some(folder)));
    }
    let words = options(&Source::read(&args.file)?).map_err(|bad| explained(bad, kinds::Kind::Experiment))?;
    Ok((with_options(words, args)?, None))
}

/// What the words of a command mean, with the options typed beside the file.
fn with_options(mut words: Vec<String>, args: &RunFileArgs) -> Result<Arguments, Failure> {
    // What is typed beside the file takes the place of what the file says; rules and keys to vary are added to.
    let is_typed = |word: &String| {
        let option = word.split('=').next().unwrap_or_default();
        let named = |typed: &String| typed.split('=').next() == Some(option);
        option.starts_with("--")
            && !option.strip_prefix("--").is_some_and(|name| REPEATED.contains(&name))
            && args.options.iter().any(named)
    };
    words.retain(|word| !is_typed(word));
    words.extend(args.options.iter().cloned());
    arguments(words, &args.file.display().to_string())
}

/// What the words of a command mean, from the file of this name.
fn arguments(words: Vec<String>, file: &str) -> Result<Arguments, Failure> {
    let words: Vec<OsString> =
        std::iter::once(env!("CARGO_PKG_NAME").to_owned()).chain(words).map(OsString::from).collect();
    super::parsed(&words).map_err(|error| {
        let text = error.render().to_string();
        Failure::Unparsed(format!("{file} cannot be played:\n{}", text.trim_end()))
    })
}

/// What an experiment file is, in words, once everything that it plays has been set up as it would be to be played.
pub(crate) fn checked(source: &Source) -> Result<String, Failure> {
    let Arguments { command, run } = arguments(options(source)?, &source.name)?;
    let what = match &command {
        None => run.checked()?,
        Some(Command::Experiment(experiment)) => experiment.checked()?,
        Some(_) => String::new(),
    };
    Ok(format!("an experiment{what}: no problems"))
}

/// The options of a file as they are typed.
fn options(source: &Source) -> Result<Vec<String>, BadInput> {
    let document = Document::parse(source)?;
    let (root, mut problems) = (document.root(), Vec::new());
    let table: Table = source.text.parse().unwrap_or_default();
    let kind = kind(&table, root.place(COMMAND).unwrap_or_default(), &mut problems);
    let known = known_options(kind);
    let own: Vec<&str> = kind.and_then(|kind| kind.strategies).into_iter().collect();
    let mut words: Vec<String> = kind.iter().flat_map(|kind| kind.words).map(|word| (*word).to_owned()).collect();
    for (key, place) in root.keys() {
        let Some(value) = table.get(key).filter(|_| key != COMMAND) else { continue };
        if own.contains(&key) {
            match value {
                Value::Array(items) => words.extend(strategies(items, place, &mut problems)),
                value if key != STRATEGIES => {
                    words.extend(strategies(std::slice::from_ref(value), place, &mut problems));
                }
                _ => problems.push(Problem::at(place, "strategies: list them, such as [\"chaser\", \"bold\"]")),
            }
        } else if [VARY, PARAM].contains(&key) && known.iter().any(|option| option == key) {
            let section = root.optional_section(key, &mut problems);
            let mut places: Vec<(&str, Range<usize>)> = section.iter().flat_map(|section| section.keys()).collect();
            places.sort_by_key(|(_, place)| place.start);
            let below = |(at, _): &(&str, Range<usize>)| known.iter().any(|option| option == at) && !can_vary(at);
            for (at, place) in places.iter().filter(|at| below(at)) {
                let message = format!("'{at}' stands below [{key}], so it is taken for a key to vary");
                problems.push(Problem::at(place.clone(), message).help(format!("put it above [{key}]")));
            }
            words.extend(varied((key, value), &places, &mut problems));
        } else if known.iter().any(|option| option == key) {
            let place = root.place(key).unwrap_or(place);
            words.extend(option(kind, (key, value), place, &mut problems));
        } else {
            let names: Vec<&str> =
                known.iter().map(String::as_str).chain(own.iter().copied()).chain([COMMAND]).collect();
            problems.push(Problem::at(place, format!("unknown key '{key}'")).help(or_nearest(key, &names)));
        }
    }
    BadInput::unless_empty(source, problems, Some(words))
}

/// Strategies as they are typed; one that begins with '-' would be taken for an option.
fn strategies(items: &[Value], place: Range<usize>, problems: &mut Vec<Problem>) -> Vec<String> {
    let typed: Vec<String> = items.iter().map(text).collect();
    if let Some(odd) = typed.iter().find(|typed| typed.starts_with('-')) {
        problems.push(Problem::at(place, format!("'{odd}' is no strategy: no name begins with '-'")));
    }
    typed
}

/// The command that is named, if it is not a run.
fn kind(table: &Table, place: Range<usize>, problems: &mut Vec<Problem>) -> Option<&'static Entry> {
    let named = text(table.get(COMMAND)?);
    let found = entries().find(|kind| kind.name == named);
    if found.is_none() {
        let help = or_nearest(&named, &entries().map(|kind| kind.name).collect::<Vec<_>>());
        problems.push(
            Problem::at(place, format!("there is no experiment of '{named}'; a run names no command")).help(help),
        );
    }
    found
}

/// The long names of the options of a command, or else of a run.
fn known_options(kind: Option<&Entry>) -> Vec<String> {
    let program = Arguments::command();
    let command = kind.and_then(|kind| program.find_subcommand(kind.words[0])).unwrap_or(&program);
    let names = command.get_arguments().filter_map(|argument| argument.get_long());
    names.filter(|name| !["help", "version"].contains(name)).map(str::to_owned).collect()
}

/// The words of an option, if the parser takes them.
fn option(
    kind: Option<&'static Entry>,
    (key, value): (&str, &Value),
    place: Range<usize>,
    problems: &mut Vec<Problem>,
) -> Vec<String> {
    let words: Vec<String> = match value {
        Value::Boolean(true) => vec![format!("--{key}")],
        Value::Boolean(false) => return Vec::new(),
        Value::Table(_) if key == "rule" => {
            let mut words = Vec::new();
            rule_words("", value, &mut words);
            words
        }
        Value::Array(items) if REPEATED.contains(&key) => {
            items.iter().map(|item| format!("--{key}={}", text(item))).collect()
        }
        Value::Array(items) => vec![format!("--{key}={}", joined(items))],
        value => vec![format!("--{key}={}", text(value))],
    };
    // Which strategies are named is for the file as a whole.
    let any = kind.filter(|kind| kind.strategies.is_some()).map_or(&[][..], |_| &["a", "b"]);
    let any = if kind.is_some_and(|kind| kind.name == TUNE) { &any[1..] } else { any };
    let before = std::iter::once(env!("CARGO_PKG_NAME")).chain(kind.iter().flat_map(|kind| kind.words).copied());
    let before = before.chain(any.iter().copied());
    let alone = before.chain(words.iter().map(String::as_str));
    if let Err(error) = Arguments::try_parse_from(alone) {
        problems.push(Problem::at(place, parser_says(&error)));
    }
    words
}

/// The words for the rules of a table, with dots between the keys of tables inside it.
fn rule_words(key: &str, value: &Value, words: &mut Vec<String>) {
    match value {
        Value::Table(inner) => inner.iter().for_each(|(name, value)| {
            let key = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
            rule_words(&key, value, words);
        }),
        value => words.push(format!("--rule={key}={}", text(value))),
    }
}

/// What the parser has against an option, without its heading and its advice on usage.
fn parser_says(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let first = text.split("\n\n").next().unwrap_or_default().trim();
    first.strip_prefix("error: ").unwrap_or(first).to_owned()
}

/// The words for what is varied.
fn varied(
    (option, value): (&str, &Value),
    places: &[(&str, Range<usize>)],
    problems: &mut Vec<Problem>,
) -> Vec<String> {
    let mut keys = Vec::new();
    if let Value::Table(table) = value {
        // In the order of the file, which decides which combination is the first.
        for (key, place) in places {
            if let Some(value) = table.get(*key) {
                flatten(key, value, place, &mut keys);
            }
        }
    }
    let mut words = Vec::new();
    for (key, values, place) in keys {
        match Axis::parse(&format!("{key}={values}")) {
            Ok(_) => words.push(format!("--{option}={key}={values}")),
            Err(error) => problems.push(Problem::at(place, format!("{key}: {error}"))),
        }
    }
    words
}

/// The keys with dots between them, with their values as they are typed.
fn flatten(key: &str, value: &Value, place: &Range<usize>, keys: &mut Vec<(String, String, Range<usize>)>) {
    match value {
        Value::Table(inner) => {
            inner.iter().for_each(|(name, value)| flatten(&format!("{key}.{name}"), value, place, keys));
        }
        Value::Array(items) => {
            let values: Vec<String> = items.iter().map(listed).collect();
            keys.push((key.to_owned(), values.join("|"), place.clone()));
        }
        value => keys.push((key.to_owned(), text(value), place.clone())),
    }
}

/// A value of a list; a list of texts inside it is a line-up, any other one the list that a rule is.
fn listed(value: &Value) -> String {
    match value {
        Value::Array(items) if !items.is_empty() && items.iter().all(Value::is_str) => joined(items),
        Value::Array(items) => format!("[{}]", joined(items)),
        value => text(value),
    }
}

fn joined(items: &[Value]) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(",")
}

/// A value as it is typed.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
