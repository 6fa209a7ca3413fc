//! `analyze run DIR/run.json`: whatever was recorded there again.
//!
//! Owns how a manifest becomes the command that makes it again. A record may be a stranger's, and is data: it chooses games,
//! rules, strategies that ship and numbers, by the options that are listed here, and never where files go, what they
//! replace, or how many threads play; those are typed beside it. It names no file: rules and decks are texts in it, which are
//! written to a folder of the system's for the time of the command, under names of ours.

use super::command::Arguments;
use super::play::recorded_setting;
use crate::driver::records::refuse_altered;
use crate::games::Setting;
use crate::games::gang::RECONSTRUCTED_ID;
use crate::input::Links;
use crate::lab::GameRef;
use crate::options::axis::Axis;
use crate::options::games::recorded_game;
use crate::options::recorded::NOT_RECORDED;
use crate::options::settings;
use crate::record::{
    Choice, MANIFEST_FORMAT, Manifest, Part, Record, STRATEGIES, VariedKey, command_words, hash, read_text, varies,
};
use crate::report::command_again;
use crate::strategies::names_file;
use crate::terminal::failure::{Failure, Outcome, refuse};
use clap::CommandFactory;
use std::path::Path;
use tempfile::TempDir;

/// The options whose values are files; their names are also those of the files that are made.
const FILES: [&str; 3] = ["game", "deck", "rules"];

/// A recorded command that is to be played again.
pub(crate) struct Repeated {
    /// Its words after the name of the program.
    pub words: Vec<String>,
    /// The folder of its rules, which goes with this.
    pub folder: TempDir,
    /// What its options came to.
    pub expected: Vec<Choice>,
}

/// The command that a `run.json` is of.
pub(crate) fn words(path: &Path) -> Result<Repeated, Failure> {
    let file = path.display().to_string();
    let usage = |error: String| Failure::Usage(format!("{file}: {error}"));
    let manifest = read_text(path, Links::Follow).and_then(|text| Manifest::from_json(&file, &text));
    let manifest = manifest.map_err(|error| Failure::Usage(error.to_string()))?;
    refuse_altered(&manifest)?;
    let game = recorded_game(&manifest).map_err(usage)?;
    same_strategies(game, &manifest)?;
    let folder = TempDir::new().map_err(|error| Failure::Running(format!("no folder for its rules: {error}")))?;
    let words = Words { folder: &folder, manifest: &manifest, words: Vec::new(), varied: 0 }.all()?;
    let expected = if manifest.format < MANIFEST_FORMAT { Vec::new() } else { manifest.choices() };
    Ok(Repeated { words, folder, expected })
}

/// Refuses a manifest whose strategies are not here what they were, or are files.
fn same_strategies(game: GameRef, manifest: &Manifest) -> Outcome {
    if !game.seats().contains(&manifest.players) {
        return refuse(format!("run.json: {} players; {}", manifest.players, settings::seats(game)));
    }
    let setting = recorded_setting(manifest)?;
    let (title, set_up) = (game.title(), |setting: &Setting| game.set_up(manifest.players, setting));
    let game = set_up(&setting)?;
    let parts: Vec<&str> = manifest.resolved.iter().map(|part| part.name.as_str()).collect();
    let own = game.manifest();
    if !own.iter().map(|(name, _)| *name).eq(parts.iter().copied()) {
        return refuse(format!("run.json: its parts are {}, not those of {}", parts.join(", "), title));
    }
    if manifest.vary.is_empty() && !is_without_rules(manifest) {
        let as_typed = set_up(&setting_typed(setting, &manifest.choices()))?;
        if as_typed.manifest() != game.manifest() {
            return refuse(
                "run.json: its rules are not what this version makes of the options that it was played with",
            );
        }
    }
    for recorded in &manifest.strategies {
        let found = (!names_file(&recorded.name)).then(|| game.find(&recorded.name));
        if !found.is_some_and(|found| found.is_ok_and(|found| hash(found.content.as_bytes()) == recorded.hash)) {
            let name = &recorded.name;
            return refuse(match manifest.choices().iter().any(Choice::names_strategy_files) {
                true => format!(
                    "run.json has the hash of the strategy '{name}', not its text; with the file of then, type this instead:\n  {}",
                    command_again(manifest)
                ),
                false => format!("run.json: the strategy '{name}' has changed since then"),
            });
        }
    }
    Ok(())
}

/// Whether its build recorded no options of rules, as the oldest did.
fn is_without_rules(manifest: &Manifest) -> bool {
    manifest.format < MANIFEST_FORMAT && manifest.typed.is_none()
}

/// The setting of these options, with the texts of the recorded one.
fn setting_typed(recorded: Setting, choices: &[Choice]) -> Setting {
    let value = |wanted: &str| choices.iter().find(|choice| choice.name == wanted).map(|choice| choice.value.clone());
    let rules = choices.iter().filter(|choice| choice.name == "rule").filter_map(|rule| rule.value.split_once('='));
    Setting {
        edition: value("edition"),
        deck: recorded.deck.filter(|_| value("deck").is_some_and(|deck| deck != RECONSTRUCTED_ID)),
        rules: recorded.rules.filter(|_| value("rules").is_some()),
        options: rules.map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
        cache: recorded.cache,
        follow: recorded.follow,
    }
}

/// The words of a command under way.
struct Words<'m> {
    folder: &'m TempDir,
    manifest: &'m Manifest,
    words: Vec<String>,
    /// The keys that were varied so far.
    varied: usize,
}

impl Words<'_> {
    fn all(mut self) -> Result<Vec<String>, Failure> {
        let command = self.manifest.command.as_deref();
        let Some(words) = command_words(command) else {
            let other = command.unwrap_or_default();
            return refuse(format!("run.json: a command '{other}' is not repeated from its record"));
        };
        let known = recorded_options(&words);
        self.words.extend(words.into_iter().map(str::to_owned));
        let choices = self.manifest.choices();
        let is_named =
            |part: &&Part| FILES.contains(&&*part.name) && choices.iter().any(|choice| choice.name == part.name);
        if let Some(odd) = self.manifest.inputs.iter().find(|part| !is_named(part)) {
            return refuse(format!("run.json: '{}' is no part of the rules", odd.name));
        }
        for choice in choices {
            if choice.name != STRATEGIES && !known.contains(&choice.name) {
                let (command, name) = (command.unwrap_or("run"), choice.name);
                return refuse(format!("run.json: the record of a '{command}' does not set --{name}"));
            }
            self.add(&choice)?;
        }
        if is_without_rules(self.manifest) && self.manifest.vary.is_empty() {
            self.recorded_rules()?;
        }
        Ok(self.words)
    }

    /// Adds what was typed; of format 1, which does not tell that from defaults, all.
    fn add(&mut self, choice: &Choice) -> Outcome {
        let Choice { name, typed, value, .. } = choice;
        // Games that somebody ended are repeated as far as they came.
        let is_cut = name == "runs" && self.manifest.is_interrupted() && self.manifest.vary.is_empty();
        if typed.is_none() && self.manifest.format >= MANIFEST_FORMAT && !is_cut {
            return Ok(());
        }
        match name.as_str() {
            STRATEGIES => self.positional(typed.as_deref(), value),
            "bots" | "against" => {
                value.split(',').try_for_each(|name| self.refuse_unknown(name))?;
                // One for all seats stays one, so that the same is recorded again.
                let typed = typed.as_ref().unwrap_or(value);
                typed.split(',').try_for_each(refuse_file)?;
                self.option(name, typed);
                Ok(())
            }
            "deck" if value == RECONSTRUCTED_ID => {
                self.option(name, value);
                Ok(())
            }
            "game" if choice.files.is_empty() => {
                self.option(name, value);
                Ok(())
            }
            "game" | "deck" | "rules" => self.file_option(name, typed.as_deref()),
            "vary" => self.varied_key(choice),
            "param" => self.parameter(value),
            _ if value.is_empty() => {
                self.words.push(format!("--{name}"));
                Ok(())
            }
            // What was typed may be rounded up, and is shorter.
            "runs" if !is_cut => {
                self.option(name, typed.as_ref().unwrap_or(value));
                Ok(())
            }
            _ => {
                self.option(name, value);
                Ok(())
            }
        }
    }

    /// An option, whose value is one word whatever is in it.
    fn option(&mut self, name: &str, value: impl ToString) {
        self.words.push(format!("--{name}={}", value.to_string()));
    }

    /// Strategies as words of their own, which must not be taken for options, nor for `tune game`, and name no file. A grid of
    /// parameters stays one, so that the same is recorded again; that it comes to the same is looked at before it is played.
    fn positional(&mut self, typed: Option<&str>, value: &str) -> Outcome {
        value.split(',').try_for_each(|name| self.refuse_unknown(name))?;
        for name in typed.unwrap_or(value).split(',') {
            refuse_file(name)?;
            if name.starts_with('-') || name == "game" || name.contains(['*', '?', '[']) {
                return refuse(format!("run.json: '{name}' is no strategy"));
            }
            self.words.push(name.to_owned());
        }
        Ok(())
    }

    /// Refuses a strategy that is a file, and one whose hash was not compared, where the record has those of all.
    fn refuse_unknown(&self, name: &str) -> Outcome {
        refuse_file(name)?;
        let is_listed = self.manifest.strategies.iter().any(|known| known.name == name);
        let is_of_one_table = self.manifest.vary.is_empty();
        match is_listed || !is_of_one_table || varies(self.manifest.command.as_deref().unwrap_or_default()).is_some() {
            true => Ok(()),
            false => refuse(format!("run.json: '{name}' is not among its strategies")),
        }
    }

    /// The rules and data in force, where nothing is known of how they were typed.
    fn recorded_rules(&mut self) -> Outcome {
        for part in &self.manifest.resolved {
            if part.name == "edition" { self.option("edition", &part.text) } else { self.file_of(part, None)? }
        }
        Ok(())
    }

    /// An option whose value is a file, by the name that it had.
    fn file_option(&mut self, kind: &str, name: Option<&str>) -> Outcome {
        // Of several combinations the rules in force are those of the first.
        let is_in_force = self.manifest.vary.is_empty() || kind == "game";
        let in_force = if is_in_force { &self.manifest.resolved[..] } else { &[] };
        let mut parts = self.manifest.inputs.iter().chain(in_force);
        match parts.find(|part| part.name == kind) {
            Some(part) => self.file_of(part, name),
            None => refuse(format!("run.json: the text of its {kind} is missing: a record names no file")),
        }
    }

    /// A key with its values.
    fn varied_key(&mut self, choice: &Choice) -> Outcome {
        let Some(varied) = self.manifest.vary.get(self.varied) else {
            return refuse(format!("run.json: '{}' is none of the keys that were varied", choice.value));
        };
        self.varied += 1;
        let typed = choice.typed.as_deref().filter(|_| !choice.files.is_empty());
        let files: Vec<&str> =
            typed.and_then(|typed| typed.split_once('=')).map_or(Vec::new(), |it| it.1.split('|').collect());
        let values = self.values(varied, &files)?;
        let axis = Axis { key: varied.key.clone(), values };
        // A range stays one, so that the same is recorded again.
        match choice.typed.as_deref().filter(|text| Axis::parse(text).as_ref() == Ok(&axis)) {
            Some(typed) => {
                self.option("vary", typed);
                Ok(())
            }
            None => self.varied("vary", axis),
        }
    }

    /// The values of a key; of decks and rules the paths of the files that are made of their texts, with the names that they
    /// had, if those are known.
    fn values(&self, VariedKey { key, values, texts }: &VariedKey, files: &[&str]) -> Result<Vec<String>, Failure> {
        let Some(kind) = FILES.into_iter().find(|kind| kind == key) else {
            // `strategy.parameter` would read the file of a strategy; a value could be a line-up.
            let strategy = key.rsplit_once('.').map_or("", |(strategy, _)| strategy);
            let named = values.iter().flat_map(|value| value.split(','));
            std::iter::once(strategy).chain(named.filter(|_| key == "bots")).try_for_each(refuse_file)?;
            return Ok(values.clone());
        };
        if texts.len() != values.len() {
            return refuse(format!("run.json: the texts of the values of '{key}' are missing: a record names no file"));
        }
        values.iter().try_for_each(|name| refuse_no_name(name))?;
        let named = texts.iter().zip(values).enumerate();
        let place = |(number, (text, name)): (usize, (&String, &String))| match files.get(number) {
            Some(file) if kind == "deck" && *file == RECONSTRUCTED_ID => Ok((*file).to_owned()),
            Some(file) => self.file(&format!("{kind}{number}"), file, text),
            None => self.file(&format!("{kind}{number}"), &format!("{name}.toml"), text),
        };
        named.map(place).collect()
    }

    /// A parameter with the values that are tried: a range, or a list.
    fn parameter(&mut self, text: &str) -> Outcome {
        let (key, values) = text.split_once('=').unwrap_or((text, ""));
        if values.contains("..") && !values.contains('|') {
            self.option("param", text);
            return Ok(());
        }
        let values = values.split('|').map(str::to_owned).collect();
        self.varied("param", Axis { key: key.to_owned(), values })
    }

    /// A key with its values, if they are read as what they are: what one of them says cannot be two.
    fn varied(&mut self, option: &str, axis: Axis) -> Outcome {
        let text = format!("{}={}", axis.key, axis.values.join("|"));
        if Axis::parse(&text).as_ref() != Ok(&axis) {
            return refuse(format!("run.json: '{text}' is not a key with the values that were varied"));
        }
        self.option(option, text);
        Ok(())
    }

    /// An option whose value is a file with this text, and this name, if it is known.
    fn file_of(&mut self, part: &Part, name: Option<&str>) -> Outcome {
        let Some(kind) = FILES.into_iter().find(|kind| *kind == part.name) else {
            return refuse(format!("run.json: '{}' is no part of the rules", part.name));
        };
        if part.hash != hash(part.text.as_bytes()) {
            return refuse(format!("run.json: the {kind} in it was changed after the run"));
        }
        let path = self.file(kind, name.unwrap_or(&format!("{kind}.toml")), &part.text)?;
        self.option(kind, path);
        Ok(())
    }

    /// A file with this text in a folder of its own. The folder's name is ours; that of the file is in the record, and may be
    /// nothing but a name.
    fn file(&self, folder: &str, name: &str, text: &str) -> Result<String, Failure> {
        refuse_no_name(name)?;
        let folder = self.folder.path().join(folder);
        let path = folder.join(name);
        let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, text));
        written.map_err(|error| Failure::Running(format!("cannot write to '{}': {error}", path.display())))?;
        Ok(path.display().to_string())
    }
}

/// The options of a command that its record may set: those that numbers depend on, and not where files go, what they replace,
/// or how many threads play.
fn recorded_options(words: &[&str]) -> Vec<String> {
    let program = Arguments::command();
    let command = words.first().and_then(|name| program.find_subcommand(name)).unwrap_or(&program);
    let names = command.get_arguments().filter_map(|argument| argument.get_long());
    names.filter(|name| !NOT_RECORDED.contains(name)).map(str::to_owned).collect()
}

/// Refuses what is more than the name of a file.
fn refuse_no_name(name: &str) -> Outcome {
    let is_name = |c: char| !c.is_control() && !"/\\|".contains(c);
    if name.is_empty() || name.starts_with('.') || name.len() > 200 || !name.chars().all(is_name) {
        return refuse(format!(
            "run.json: '{name}' is not the name of rules or a deck: it has a '/', a '\\', a '|' or a control character, begins with a dot, or is empty or longer than 200 bytes"
        ));
    }
    Ok(())
}

/// Refuses a strategy that is a file: which files are read is the user's choice.
fn refuse_file(name: &str) -> Outcome {
    if names_file(name) {
        return refuse(format!(
            "run.json names the file '{name}'; a record does not choose files: give the command with the file instead"
        ));
    }
    Ok(())
}
