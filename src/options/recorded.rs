//! What a record keeps of the options of its command: what was typed, and what it came to.
//!
//! Owns how files are called in records: by their names, without folders.

use super::axis::Axis;
use super::given::{Given, Invocation, REPEATED, Source};
use crate::games::gang::RECONSTRUCTED_ID;
use crate::record::{COMPARE, Choice, Manifest, OptionRecord, STRATEGIES, TOURNAMENT, TUNE, TUNE_GAME};
use crate::strategies::{change_each, is_file, names_file};
use crate::terminal::numbers::whole;
use std::path::Path;

/// The options that say how something is played, shown and written, which no number depends on.
pub(crate) const NOT_RECORDED: [&str; 13] = [
    "help",
    "version",
    "out",
    "threads",
    "resume",
    "save-every",
    "replace",
    "format",
    "progress",
    "quiet",
    "no-cache",
    "shard-games",
    "plan",
];

/// The manifest with all options of its command.
pub(crate) fn with_options(manifest: Manifest, typed: &Invocation<'_>) -> Manifest {
    let is_recorded = |given: &&Given| given.name.as_deref().is_none_or(|name| !NOT_RECORDED.contains(&name));
    let all = || typed.options.all.iter().filter(is_recorded).filter(|given| given.name.is_some());
    let is_mirror = typed.options.typed().any(|(name, _)| name == "mirror");
    let (named, files) = (&typed.strategies[..], FileNames::default());
    let mut recorder = Recorder { manifest: &manifest, named, plays: typed.plays, is_mirror, files, varied: 0 };
    let strategies = recorder.strategies(&typed.options.beside().collect::<Vec<_>>());
    let options = strategies.into_iter().chain(all().filter_map(|given| recorder.option(given)));
    let options = options.map(OptionRecord::from).collect();
    Manifest { options, ..manifest }
}

/// Makes the options of a manifest, one after the other.
struct Recorder<'m> {
    manifest: &'m Manifest,
    named: &'m [(&'m str, &'m str)],
    /// Whether games are played.
    plays: bool,
    /// Whether a strategy is tuned against itself.
    is_mirror: bool,
    files: FileNames,
    /// The keys that were varied so far.
    varied: usize,
}

impl Recorder<'_> {
    fn command(&self) -> &str {
        self.manifest.command.as_deref().unwrap_or_default()
    }

    /// Whether combinations are played, of which the manifest has the first.
    fn is_sweep(&self) -> bool {
        !self.manifest.vary.is_empty() && self.command() != TUNE
    }

    /// The strategies that were typed beside the options.
    fn strategies(&mut self, typed: &[&str]) -> Option<Choice> {
        if typed.is_empty() || self.command() == TUNE_GAME {
            return None;
        }
        let names: Vec<String> = match self.command() {
            // A pattern of files or a grid of parameters stands for many.
            TOURNAMENT => self.manifest.arms.clone(),
            _ => typed.iter().map(|typed| self.name(typed)).collect(),
        };
        Some(self.choice(STRATEGIES, (&typed.join(","), Source::Typed), names.join(",")))
    }

    /// An option, if it has a value.
    fn option(&mut self, Given { name, value, source }: &Given) -> Option<Choice> {
        let name = name.as_deref()?;
        let came_to = match name {
            "vary" => self.varied_key()?,
            "bots" => self.names((value, *source), &self.manifest.lineup)?,
            "against" => match &self.manifest.fields[..] {
                // A comparison that names none is against its own strategies.
                _ if self.is_mirror || self.command() == COMPARE && *source == Source::Open => return None,
                // Two fields are those of a comparison that names none.
                [field] => self.names((value, *source), field)?,
                _ => self.names((value, *source), &[])?,
            },
            name => self.came_to(name, (value, *source))?,
        };
        Some(self.choice(name, (value, *source), came_to))
    }

    fn choice(&mut self, name: &str, (typed, source): (&str, Source), value: String) -> Choice {
        let typed = (source == Source::Typed).then(|| in_digits(&self.files.option(name, typed), &value));
        let value = if ["deck", "rules"].contains(&name) { typed.clone().unwrap_or(value) } else { value };
        Choice { name: name.to_owned(), typed, value, files: std::mem::take(&mut self.files.used) }
    }

    /// What a strategy is called: a file by the name inside it, without the parameters that were varied.
    fn name(&self, typed: &str) -> String {
        if !names_file(typed) {
            return typed.to_owned();
        }
        let inside = self.named.iter().find_map(|(known, name)| {
            let varied = known.strip_prefix(typed).filter(|rest| rest.is_empty() || rest.starts_with(':'))?;
            name.strip_suffix(varied)
        });
        inside.map_or_else(|| FileNames::default().strategy(typed), str::to_owned)
    }

    /// The strategies of an option: those that played, or, where they are not the same in all combinations, those typed.
    fn names(&self, (typed, source): (&str, Source), played: &[String]) -> Option<String> {
        let is_one_table = !self.is_sweep() && !played.is_empty();
        match source {
            _ if is_one_table => Some(played.join(",")),
            Source::Typed => Some(typed.split(',').map(|typed| self.name(typed)).collect::<Vec<_>>().join(",")),
            _ => None,
        }
    }

    /// The next key that was varied, with its values.
    fn varied_key(&mut self) -> Option<String> {
        let varied = self.manifest.vary.get(self.varied).filter(|_| self.is_sweep())?;
        self.varied += 1;
        Some(format!("{}={}", varied.key, varied.values.join("|")))
    }

    /// What any other option came to.
    fn came_to(&self, name: &str, given: (&str, Source)) -> Option<String> {
        // A strategy that is tuned sits at every seat in turn.
        let is_idle = name == "seating" && self.manifest.lineup.is_empty();
        let own = self.own(name);
        if own.is_some() || is_idle {
            return own;
        }
        if self.is_sweep() && ["players", "seed", "seating", "runs"].contains(&name) {
            return self.of_all_combinations(name, given);
        }
        self.of_the_manifest(name, given)
    }

    /// What the experiment says of an option itself; of those that are typed several times each is its own.
    fn own(&self, name: &str) -> Option<String> {
        self.manifest.options.iter().find_map(|option| match option {
            OptionRecord::Choice(own) if own.name == name && !REPEATED.contains(&name) => Some(own.value.clone()),
            _ => None,
        })
    }

    /// What is the same in all combinations: nothing that is varied.
    fn of_all_combinations(&self, name: &str, (value, source): (&str, Source)) -> Option<String> {
        let is_varied = self.manifest.vary.iter().any(|varied| varied.key == name);
        let number = whole(value).map_or_else(|_| value.to_owned(), |number| number.to_string());
        (source != Source::Open && !is_varied).then_some(number)
    }

    /// What the manifest says, or else what was typed.
    fn of_the_manifest(&self, name: &str, (value, source): (&str, Source)) -> Option<String> {
        let manifest = self.manifest;
        let typed = || (source == Source::Typed).then(|| value.to_owned());
        let known = || (source != Source::Open).then(|| value.to_owned());
        let terms = manifest.terms.as_ref().filter(|_| self.command() == COMPARE);
        match (name, terms) {
            ("game", _) => Some(manifest.game.clone()),
            ("players", _) => Some(manifest.players.to_string()),
            ("seed", _) => Some(manifest.seed.to_string()),
            ("runs", _) => Some(manifest.runs.to_string()),
            ("seating", _) => Some(manifest.seating.clone()),
            ("engine", _) => Some(manifest.engine.clone()).filter(|_| self.plays),
            ("luck", _) => manifest.luck.clone(),
            ("until", _) => typed().filter(|_| self.is_sweep() || !manifest.is_interrupted()),
            ("margin", Some(terms)) => Some(terms.margin.to_string()),
            ("alpha", Some(terms)) => Some(terms.alpha.to_string()),
            ("beta", terms) => terms.and_then(|terms| terms.beta).map(|beta| beta.to_string()),
            ("by", _) => manifest.by.as_ref().map(ToString::to_string),
            ("max-dice", _) => manifest.max_dice.map(|dice| dice.to_string()),
            ("policies", _) => manifest.policies.as_ref().map(|policies| policies.join(",")),
            ("metric" | "test" | "edition", _) => typed(),
            _ => known().filter(|value| !value.is_empty() || source == Source::Typed),
        }
    }
}

/// What was typed, numbers in digits, so that any spelling of them is the same run.
fn in_digits(typed: &str, value: &str) -> String {
    let decimal = |text: &str| text.parse::<f64>().ok();
    match (whole(typed), decimal(typed).zip(decimal(value))) {
        (Ok(number), _) => number.to_string(),
        (_, Some((typed, came_to))) if typed == came_to => value.to_owned(),
        _ => typed.to_owned(),
    }
}

/// The files of a command with the names that its record calls them by: two files of one name in different folders get
/// names of their own.
#[derive(Clone, Debug, Default)]
struct FileNames {
    known: Vec<(String, String)>,
    /// Those that were asked for since this was emptied.
    used: Vec<String>,
}

impl FileNames {
    /// What a file is called.
    fn file(&mut self, path: &str) -> String {
        let name = match self.known.iter().find(|(known, _)| known == path) {
            Some((_, name)) => name.clone(),
            None => self.new_name(path),
        };
        if !self.used.contains(&name) {
            self.used.push(name.clone());
        }
        name
    }

    fn new_name(&mut self, path: &str) -> String {
        let own =
            Path::new(path).file_name().map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned());
        let (stem, extension) = own.rsplit_once('.').unwrap_or((&own, ""));
        let mut name = own.clone();
        let mut number = 2;
        while self.known.iter().any(|(_, known)| *known == name) {
            name =
                if extension.is_empty() { format!("{stem}-{number}") } else { format!("{stem}-{number}.{extension}") };
            number += 1;
        }
        self.known.push((path.to_owned(), name.clone()));
        name
    }

    /// How a strategy is typed where its files are called by these names.
    fn strategy(&mut self, typed: &str) -> String {
        change_each(typed, &mut |part| {
            let (name, parameters) = part.split_once(':').map_or((part, None), |(name, rest)| (name, Some(rest)));
            let name = if is_file(name) { self.file(name) } else { name.to_owned() };
            parameters.map_or(name.clone(), |parameters| format!("{name}:{parameters}"))
        })
    }

    /// The same of several with commas between them.
    fn strategies(&mut self, typed: &str) -> String {
        typed.split(',').map(|typed| self.strategy(typed.trim())).collect::<Vec<_>>().join(",")
    }

    /// The value of an option.
    fn option(&mut self, name: &str, value: &str) -> String {
        match name {
            "game" if is_file(value) => self.file(value),
            "deck" | "rules" if value != RECONSTRUCTED_ID => self.file(value),
            "bots" | "against" | STRATEGIES => self.strategies(value),
            "vary" => Axis::parse(value).map_or_else(|_| value.to_owned(), |axis| self.key(value, &axis)),
            _ => value.to_owned(),
        }
    }

    /// A key with its values, as it was typed unless they are files or name files.
    fn key(&mut self, typed: &str, Axis { key, values }: &Axis) -> String {
        let own = key_without_folders(key);
        let rest = typed.split_once('=').map_or("", |(_, values)| values);
        let names_files = match key.as_str() {
            "deck" | "rules" => true,
            "bots" => values.iter().any(|value| value.split(',').any(names_file)),
            _ => false,
        };
        if !names_files {
            return format!("{own}={rest}");
        }
        let values: Vec<String> = values.iter().map(|value| self.option(key, value)).collect();
        format!("{own}={}", values.join("|"))
    }
}

/// The key of a parameter without the folders of its strategy's file.
pub(crate) fn key_without_folders(key: &str) -> String {
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
        for (typed, value, kept) in [
            ("1e3", "1002", "1000"),
            ("1_000", "1000", "1000"),
            ("2e-3", "0.002", "0.002"),
            ("chaser", "chaser", "chaser"),
            ("turn", "", "turn"),
        ] {
            assert_eq!(in_digits(typed, value), kept);
        }
        assert_eq!(key_without_folders("a/x.toml.p"), "x.toml.p");
        assert_eq!(key_without_folders("card.sum7-bomb.trigger"), "card.sum7-bomb.trigger");
    }
}
