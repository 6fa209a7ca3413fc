//! The options of a command as they were typed, by name and value.
//!
//! Owns how they are read from what the parser has understood, so that whatever types a command again needs no list of its
//! options.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

/// What was typed of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Given {
    /// The options in the order in which the command has them; one that is typed several times is there as often. A flag
    /// has no value.
    pub options: Vec<(String, String)>,
    /// What stands beside the options, such as strategies.
    pub named: Vec<String>,
}

impl Given {
    /// What was typed of the innermost command.
    pub(super) fn innermost(command: &Command, typed: &ArgMatches) -> Given {
        match typed.subcommand() {
            Some((name, typed)) => {
                command.find_subcommand(name).map_or_else(Given::default, |command| Given::innermost(command, typed))
            }
            None => Given::of(command, typed),
        }
    }

    fn of(command: &Command, typed: &ArgMatches) -> Given {
        let mut given = Given::default();
        for argument in command.get_arguments() {
            let id = argument.get_id().as_str();
            if typed.value_source(id) != Some(ValueSource::CommandLine) {
                continue;
            }
            let occurrences = typed
                .get_raw_occurrences(id)
                .into_iter()
                .flatten()
                .map(|values| values.map(|value| value.to_string_lossy().into_owned()).collect::<Vec<_>>());
            match argument.get_long() {
                None => given.named.extend(occurrences.flatten()),
                Some(name) if !argument.get_action().takes_values() => {
                    given.options.push((name.to_owned(), String::new()));
                }
                Some(name) => {
                    given.options.extend(occurrences.map(|values| (name.to_owned(), values.join(","))));
                }
            }
        }
        given
    }

    /// The words that type these options.
    pub(super) fn words(options: &[(String, String)]) -> impl Iterator<Item = String> + '_ {
        options.iter().map(|(name, value)| match &**value {
            "" => format!("--{name}"),
            value => format!("--{name}={value}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::command::Arguments;
    use super::*;
    use clap::CommandFactory;

    fn given(words: &str) -> Given {
        let command = Arguments::command();
        let typed = command.clone().try_get_matches_from(words.split(' ')).unwrap();
        Given::innermost(&command, &typed)
    }

    #[test]
    fn options_are_there_as_often_as_they_were_typed() {
        let Given { options, named } =
            given("analyze tune hold --against race,crowd --param at=1..3 --rule goal=50 --rule die=8 --no-cache");
        let options: Vec<String> = Given::words(&options).collect();
        assert_eq!(named, ["hold"]);
        let typed = ["--param=at=1..3", "--against=race,crowd", "--rule=goal=50", "--rule=die=8", "--no-cache"];
        assert_eq!(options, typed);
    }

    #[test]
    fn defaults_were_not_typed() {
        assert_eq!(given("analyze cards"), Given::default());
        assert_eq!(given("analyze --game pig --runs 1e3").options.len(), 2);
    }
}
