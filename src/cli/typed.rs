//! What a manifest keeps of what was typed: files by their names, without folders.

use super::args::{RulesArgs, STRATEGIES, TableArgs};
use super::axis::Axis;
use crate::games::gang::RECONSTRUCTED_ID;
use crate::lab::Chosen;
use crate::record::Typed;
use crate::strategies::{is_file, names_file};
use std::path::Path;

/// The files of a command with the names that its record calls them by: two files of one name in different folders get
/// names of their own.
#[derive(Clone, Debug, Default)]
struct FileNames(Vec<(String, String)>);

impl FileNames {
    /// What a file is called.
    fn file(&mut self, path: &str) -> String {
        if let Some((_, name)) = self.0.iter().find(|(known, _)| known == path) {
            return name.clone();
        }
        let own =
            Path::new(path).file_name().map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned());
        let (stem, extension) = own.rsplit_once('.').unwrap_or((&own, ""));
        let mut name = own.clone();
        let mut number = 2;
        while self.0.iter().any(|(_, known)| *known == name) {
            name =
                if extension.is_empty() { format!("{stem}-{number}") } else { format!("{stem}-{number}.{extension}") };
            number += 1;
        }
        self.0.push((path.to_owned(), name.clone()));
        name
    }

    /// How a strategy is typed where its files are called by these names.
    fn strategy(&mut self, typed: &str) -> String {
        let one = |part: &str, names: &mut FileNames| {
            let (name, parameters) = part.split_once(':').map_or((part, None), |(name, rest)| (name, Some(rest)));
            let name = if is_file(name) { names.file(name) } else { name.to_owned() };
            parameters.map_or(name.clone(), |parameters| format!("{name}:{parameters}"))
        };
        typed.split('@').map(|part| one(part, self)).collect::<Vec<_>>().join("@")
    }

    /// The same of several.
    fn strategies(&mut self, typed: &[String]) -> String {
        typed.iter().map(|typed| self.strategy(typed)).collect::<Vec<_>>().join(",")
    }

    /// The value of an option of rules.
    fn option(&mut self, name: &str, value: &str) -> String {
        let is_file = ["deck", "rules"].contains(&name) && value != RECONSTRUCTED_ID;
        if is_file { self.file(value) } else { value.to_owned() }
    }

    /// The options of rules.
    fn rules(&mut self, rules: &RulesArgs) -> Vec<(String, String)> {
        rules.typed().into_iter().map(|(name, value)| (name.to_owned(), self.option(name, &value))).collect()
    }

    /// The values of a varied key, if they are files or name files.
    fn values(&mut self, Axis { key, values }: &Axis) -> Vec<String> {
        match key.as_str() {
            "deck" | "rules" => values.iter().map(|value| self.option(key, value)).collect(),
            "bots" => {
                let bots = |value: &String| value.split(',').map(|bot| bot.trim().to_owned()).collect::<Vec<_>>();
                let named: Vec<String> = values.iter().map(|value| self.strategies(&bots(value))).collect();
                if values.iter().any(|value| names_a_file(value)) { named } else { Vec::new() }
            }
            _ => Vec::new(),
        }
    }

    /// What a manifest keeps.
    fn typed<'c>(
        mut self,
        options: Vec<(String, String)>,
        chosen: impl IntoIterator<Item = &'c Chosen>,
        vary: &[Axis],
    ) -> Typed {
        let mut strategies: Vec<(String, String)> = Vec::new();
        for Chosen { name, typed, .. } in chosen {
            let own = (name.clone(), self.strategy(typed));
            if own.0 != own.1 && names_file(typed) && !strategies.contains(&own) {
                strategies.push(own);
            }
        }
        let mut vary: Vec<Vec<String>> = vary.iter().map(|axis| self.values(axis)).collect();
        if vary.iter().all(Vec::is_empty) {
            vary.clear();
        }
        Typed { options, strategies, vary, files: self.0.into_iter().map(|(_, name)| name).collect() }
    }
}

/// Whether one of a line-up is a file.
fn names_a_file(bots: &str) -> bool {
    bots.split(',').any(names_file)
}

/// What is typed of rules and strategies.
pub(super) fn typed(rules: &RulesArgs, chosen: &[Chosen]) -> Typed {
    let mut names = FileNames::default();
    let options = names.rules(rules);
    names.typed(options, chosen, &[])
}

/// The options that are kept, with the rules as they were typed in place of those kept; `named` has others that name
/// strategies.
fn options(
    kept: &[(String, String)],
    (names, rules): (&mut FileNames, &RulesArgs),
    named: &[(&str, Option<&[String]>)],
) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (name, value) in kept.iter().filter(|(name, _)| !["edition", "rule"].contains(&&**name)) {
        let typed = named.iter().find_map(|(known, typed)| typed.filter(|_| known == name));
        all.push((name.clone(), typed.map_or_else(|| value.clone(), |typed| names.strategies(typed))));
    }
    all.extend(names.rules(rules));
    all
}

/// What is typed of a sweep of runs, of which these options are kept.
pub(super) fn of_sweep(kept: &[(String, String)], table: &TableArgs, vary: &[Axis], chosen: &[Chosen]) -> Typed {
    let mut names = FileNames::default();
    let options = options(kept, (&mut names, &table.rules), &[("bots", table.bots.as_deref())]);
    names.typed(options, chosen, vary)
}

/// The same of a command after which `strategies` are named, and others by `--against`.
pub(super) fn of_named<'c>(
    kept: &[(String, String)],
    ((strategies, against), rules): ((&[String], Option<&[String]>), &RulesArgs),
    vary: &[Axis],
    chosen: impl IntoIterator<Item = &'c Chosen>,
) -> Typed {
    let mut names = FileNames::default();
    let options = options(kept, (&mut names, rules), &[(STRATEGIES, Some(strategies)), ("against", against)]);
    names.typed(options, chosen, vary)
}

/// The key of a parameter without the folders of its strategy's file.
pub(super) fn key_without_folders(key: &str) -> String {
    match key.rsplit_once('.') {
        Some((strategy, parameter)) if is_file(strategy) => {
            format!("{}.{parameter}", FileNames::default().strategy(strategy))
        }
        _ => key.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_called_by_names_of_their_own() {
        let mut names = FileNames::default();
        assert_eq!(names.strategy("a/x.toml:p=1@b/x.toml"), "x.toml:p=1@x-2.toml");
        assert_eq!(names.strategy("a/x.toml"), "x.toml");
        assert_eq!(names.strategy("chaser:above=3"), "chaser:above=3");
        assert_eq!(names.option("deck", "reconstructed"), "reconstructed");
        assert_eq!(names.option("deck", "c/deck"), "deck");
        assert_eq!(key_without_folders("a/x.toml.p"), "x.toml.p");
        assert_eq!(key_without_folders("card.sum7-bomb.trigger"), "card.sum7-bomb.trigger");
    }
}
