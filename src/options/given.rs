//! The options of a command: what was typed, and the defaults of the rest.
//!
//! Owns how they are read from what the parser has understood, so that records, plans and commands that are offered need no
//! list of options of their own.

use crate::lab::Chosen;
use crate::record::Choice;
use crate::terminal::typed_command::command_line;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Typed,
    Default,
    /// It was not typed, and the parser knows no default.
    Open,
}

/// An option of the command, or the words beside the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    /// The option, without its dashes; none of the words beside the options.
    pub name: Option<String>,
    /// The value; empty for a flag and where nothing is known.
    pub value: String,
    pub source: Source,
}

/// All options of a command, in the order in which it declares them. One that was typed several times is there as often.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    pub all: Vec<Given>,
    /// What they came to in the record that is repeated.
    pub expected: Vec<Choice>,
}

impl Options {
    /// Those of the innermost command.
    pub(crate) fn innermost(command: &Command, typed: &ArgMatches) -> Options {
        match typed.subcommand() {
            Some((name, typed)) => command
                .find_subcommand(name)
                .map_or_else(Options::default, |command| Options::innermost(command, typed)),
            None => Options {
                all: command.get_arguments().flat_map(|argument| given(argument, typed)).collect(),
                expected: Vec::new(),
            },
        }
    }

    /// Those that were typed, by name and value.
    pub(crate) fn typed(&self) -> impl Iterator<Item = (&str, &str)> {
        let typed = self.all.iter().filter(|given| given.source == Source::Typed);
        typed.filter_map(|given| Some((given.name.as_deref()?, &*given.value)))
    }

    /// The words that were typed beside the options, such as strategies.
    pub(crate) fn beside(&self) -> impl Iterator<Item = &str> {
        let beside = self.all.iter().filter(|given| given.name.is_none() && given.source == Source::Typed);
        beside.map(|given| &*given.value)
    }

    /// The command that plays one game by the rules that were typed, with these options.
    pub(crate) fn play(&self, options: &[(&str, String)]) -> String {
        let rules = self.typed().filter(|(name, _)| RULES.contains(name)).map(|(name, value)| (name, value.to_owned()));
        command_line("analyze play", options.iter().cloned().chain(rules))
    }
}

/// The options that say by which rules games are played.
const RULES: [&str; 4] = ["edition", "deck", "rules", "rule"];

/// The options that can be typed several times.
pub(crate) const REPEATED: [&str; 4] = ["rule", "vary", "param", "target"];

/// What is given of one argument of a command.
fn given(argument: &clap::Arg, typed: &ArgMatches) -> Vec<Given> {
    let (id, name) = (argument.get_id().as_str(), argument.get_long().map(str::to_owned));
    let source = match typed.value_source(id) {
        Some(ValueSource::CommandLine) => Source::Typed,
        Some(_) => Source::Default,
        None => Source::Open,
    };
    if source == Source::Open || !argument.get_action().takes_values() {
        // A flag that was not typed has the value of one that says no.
        let source = if source == Source::Typed { source } else { Source::Open };
        return vec![Given { name, value: String::new(), source }];
    }
    let occurrences = typed.get_raw_occurrences(id).into_iter().flatten();
    let values = occurrences.map(|values| values.map(|value| value.to_string_lossy().into_owned()).collect::<Vec<_>>());
    if name.is_none() {
        return values.flatten().map(|value| Given { name: None, value, source }).collect();
    }
    values.map(|values| Given { name: name.clone(), value: values.join(","), source }).collect()
}

/// What was typed for an experiment.
pub(crate) struct Invocation<'e> {
    /// The options of its command.
    pub options: &'e Options,
    /// The strategies: how each was typed, and what tables call it.
    pub strategies: Vec<(&'e str, &'e str)>,
    /// Whether games are played, so that an engine plays them.
    pub plays: bool,
}

impl<'e> Invocation<'e> {
    /// What was typed for an experiment with these strategies.
    pub(crate) fn new(options: &'e Options, chosen: impl IntoIterator<Item = &'e Chosen>) -> Invocation<'e> {
        let named = |chosen: &'e Chosen| (&*chosen.typed, &*chosen.name);
        Invocation { options, strategies: chosen.into_iter().map(named).collect(), plays: true }
    }

    /// The same, of an experiment that plays no game.
    pub(crate) fn without_games(self) -> Invocation<'e> {
        Invocation { plays: false, ..self }
    }
}

/// The words that type these options.
pub(crate) fn words<'o>(options: impl IntoIterator<Item = (&'o str, &'o str)>) -> impl Iterator<Item = String> {
    options.into_iter().map(|(name, value)| match value {
        "" => format!("--{name}"),
        value => format!("--{name}={value}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::command::Arguments;
    use clap::CommandFactory;

    fn given(words: &str) -> Options {
        let command = Arguments::command();
        let typed = command.clone().try_get_matches_from(words.split(' ')).unwrap();
        Options::innermost(&command, &typed)
    }

    #[test]
    fn options_are_there_as_often_as_they_were_typed() {
        let given =
            given("analyze tune hold --against race,crowd --param at=1..3 --rule goal=50 --rule die=8 --no-cache");
        let typed = ["--param=at=1..3", "--against=race,crowd", "--rule=goal=50", "--rule=die=8", "--no-cache"];
        assert_eq!(words(given.typed()).collect::<Vec<_>>(), typed);
        assert_eq!(given.beside().collect::<Vec<_>>(), ["hold"]);
    }

    #[test]
    fn defaults_were_not_typed() {
        let cards = given("analyze cards");
        assert_eq!(cards.typed().count(), 0);
        let default = |name: &str| cards.all.iter().find(|given| given.name.as_deref() == Some(name)).unwrap();
        assert_eq!((default("max-dice").source, &*default("max-dice").value), (Source::Default, "8"));
        assert_eq!((default("runs").source, &*default("runs").value), (Source::Open, ""));
        assert_eq!(given("analyze --game pig --runs 1e3").typed().count(), 2);
    }
}
