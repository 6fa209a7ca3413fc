//! `analyze run DIR/run.json`: whatever was recorded there again.
//!
//! Owns how a manifest becomes the command that makes it again. A record may be a stranger's, and is data: it chooses games,
//! rules, strategies that ship and numbers, by the options that are listed here, and never where files go, what they
//! replace, or how many threads play; those are typed beside it. It names no file: rules and decks are texts in it, which are
//! written to a folder of the system's for the time of the command, under names of ours.

use super::args::STRATEGIES;
use super::axis::Axis;
use super::failure::{Failure, Outcome, refuse};
use super::games::game_name;
use super::play::recorded_setting;
use super::records::refuse_altered;
use super::settings;
use crate::games::Setting;
use crate::games::gang::RECONSTRUCTED_ID;
use crate::input::Links;
use crate::lab::GameRef;
use crate::record::{
    CARDS, COMPARE, EXACT, INTERRUPTED, Manifest, Part, REGRET, Record, SOLVE, SWEEP, TOURNAMENT, TUNE, TUNE_GAME,
    Terms, TestRecord, VariedKey, hash, read_text, varies,
};
use crate::strategies::names_file;
use std::path::Path;
use tempfile::TempDir;

/// The options whose values are files; their names are also those of the files that are made.
const FILES: [&str; 2] = ["deck", "rules"];
/// The options that the record of a sweep of runs, and of cards, may set.
const OF_SWEEPS: &[&str] = &["game", "engine", "runs", "players", "bots", "seed", "seating", "edition", "rule", "luck"];
const OF_DESIGNS: &[&str] =
    &["game", "engine", "runs", "players", "bots", "seed", "seating", "edition", "rule", "target", "luck"];
const OF_COMPARISONS: &[&str] = &[
    "game", "engine", "runs", "players", "seed", "edition", "rule", STRATEGIES, "against", "until", "margin", "alpha",
    "luck", "metric", "test", "beta",
];
const OF_TUNING: &[&str] =
    &["game", "engine", "runs", "players", "seed", "edition", "rule", STRATEGIES, "mirror", "against", "luck"];

/// The same of tournaments, races and priced decisions in several combinations.
const OF_TOURNAMENTS: &[&str] = &[
    "game", "engine", "runs", "players", "seed", "edition", "rule", STRATEGIES, "schedule", "against", "until",
    "allot", "margin", "alpha",
];
const OF_RACES: &[&str] =
    &["game", "engine", "runs", "players", "seed", "edition", "rule", STRATEGIES, "mirror", "against", "param", "luck"];
const OF_PRICES: &[&str] =
    &["game", "engine", "runs", "players", "seed", "edition", "rule", STRATEGIES, "against", "worst"];

/// The options that the record of a command may set by name.
fn may_set(command: Option<&str>, option: &str) -> bool {
    let options: &[&str] = match command {
        Some(SWEEP | CARDS) => OF_SWEEPS,
        Some(TUNE_GAME) => OF_DESIGNS,
        Some(COMPARE) => OF_COMPARISONS,
        Some(TUNE) => OF_TUNING,
        Some(TOURNAMENT) => &["schedule", "allot", "margin", "alpha"],
        Some(REGRET) => &["runs", "worst"],
        Some(EXACT) => &["game", "edition", "rule", STRATEGIES],
        Some(command) if varies(command) == Some(TOURNAMENT) => OF_TOURNAMENTS,
        Some(command) if varies(command) == Some(TUNE) => OF_RACES,
        Some(command) if varies(command) == Some(REGRET) => OF_PRICES,
        _ => &[],
    };
    options.contains(&option)
}

/// The words of the command that a `run.json` is of, and the folder of its rules.
pub(super) fn words(path: &Path) -> Result<(Vec<String>, TempDir), Failure> {
    let file = path.display().to_string();
    let usage = |error: String| Failure::Usage(format!("{file}: {error}"));
    let manifest = read_text(path, Links::Follow).and_then(|text| Manifest::from_json(&file, &text));
    let manifest = manifest.map_err(|error| Failure::Usage(error.to_string()))?;
    refuse_altered(&manifest)?;
    let game = game_name(&manifest.game).map_err(usage)?;
    same_strategies(game, &manifest)?;
    let folder = TempDir::new().map_err(|error| Failure::Running(format!("no folder for its rules: {error}")))?;
    Ok((Words { folder: &folder, words: Vec::new() }.of(&manifest)?, folder))
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
    if let Some(typed) = manifest.typed.as_ref().filter(|_| manifest.vary.is_empty()) {
        let as_typed = set_up(&setting_typed(setting, &typed.options))?;
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
            return refuse(format!(
                "run.json: strategy '{name}' is not here what it was then; if it was read from a file, give the command with \
                 the file instead"
            ));
        }
    }
    Ok(())
}

/// The setting of these options, with the texts of the recorded one.
fn setting_typed(recorded: Setting, typed: &[(String, String)]) -> Setting {
    let value = |wanted: &str| typed.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.clone());
    let rules = typed.iter().filter(|(name, _)| name == "rule").filter_map(|(_, rule)| rule.split_once('='));
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
struct Words<'f> {
    folder: &'f TempDir,
    words: Vec<String>,
}

impl Words<'_> {
    fn of(mut self, manifest: &Manifest) -> Result<Vec<String>, Failure> {
        match manifest.command.as_deref() {
            None => self.run(manifest)?,
            Some(CARDS) => self.cards(manifest)?,
            Some(COMPARE) => self.compare(manifest)?,
            Some(SWEEP) => self.sweep(manifest)?,
            Some(TOURNAMENT) => self.tournament(manifest)?,
            Some(TUNE) => self.tune(manifest)?,
            Some(TUNE_GAME) => {
                self.words.extend([TUNE, "game"].map(str::to_owned));
                self.sweep(manifest)?;
            }
            Some(REGRET) => self.regret(manifest)?,
            Some(EXACT) => {
                self.words.push(EXACT.to_owned());
                self.sweep(manifest)?;
            }
            Some(SOLVE) => self.solve(manifest)?,
            Some(command) if varies(command).is_some() => {
                self.words.extend(varies(command).map(str::to_owned));
                self.sweep(manifest)?;
            }
            Some(other) => return refuse(format!("run.json: a command '{other}' is not repeated from its record")),
        }
        Ok(self.words)
    }

    /// An option, whose value is one word whatever is in it.
    fn option(&mut self, name: &str, value: impl ToString) {
        self.words.push(format!("--{name}={}", value.to_string()));
    }

    /// Strategies as words of their own, which must not be taken for options, nor for `tune game`, and name no file.
    fn positional<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) -> Outcome {
        for name in names {
            refuse_file(name)?;
            if name.starts_with('-') || name == "game" {
                return refuse(format!("run.json: '{name}' is no strategy"));
            }
            self.words.push(name.to_owned());
        }
        Ok(())
    }

    /// The strategies of a manifest that names all of those that play, whose hashes were compared.
    fn known<'n>(&self, manifest: &Manifest, names: &'n [String]) -> Result<&'n [String], Failure> {
        let is_known = |name: &&String| manifest.strategies.iter().any(|known| known.name == **name);
        match names.iter().find(|name| !is_known(name)) {
            None => Ok(names),
            Some(name) => refuse(format!("run.json: '{name}' is not among its strategies")),
        }
    }

    /// Strategies as the value of an option.
    fn strategies(&mut self, manifest: &Manifest, option: &str, names: &[String]) -> Outcome {
        let names = self.known(manifest, names)?.join(",");
        self.option(option, names);
        Ok(())
    }

    /// An option that a record keeps by name and value.
    fn kept(&mut self, command: Option<&str>, (name, value): &(String, String)) -> Outcome {
        if !may_set(command, name) {
            let command = command.unwrap_or("run");
            return refuse(format!("run.json: the record of a '{command}' does not set --{name}"));
        }
        match name.as_str() {
            STRATEGIES => return self.positional(value.split(',')),
            "mirror" => self.words.push("--mirror".to_owned()),
            name => {
                if ["bots", "against"].contains(&name) {
                    value.split(',').try_for_each(refuse_file)?;
                }
                self.option(name, value);
            }
        }
        Ok(())
    }

    /// All of them.
    fn all_kept(&mut self, manifest: &Manifest) -> Outcome {
        let command = manifest.command.as_deref();
        manifest.options.iter().try_for_each(|option| self.kept(command, option))
    }

    /// What a run of a table, and `cards`, have in common.
    fn table(&mut self, manifest: &Manifest) -> Outcome {
        self.option("players", manifest.players);
        self.strategies(manifest, "bots", &manifest.lineup)?;
        self.option("seating", &manifest.seating);
        self.common(manifest)?;
        self.option("runs", manifest.runs);
        Ok(())
    }

    fn common(&mut self, manifest: &Manifest) -> Outcome {
        self.option("game", &manifest.game);
        self.option("seed", manifest.seed);
        self.option("engine", &manifest.engine);
        self.rules(manifest)
    }

    /// The rules and data, as they were typed where that is recorded, so that the same is recorded again.
    fn rules(&mut self, manifest: &Manifest) -> Outcome {
        let Some(typed) = &manifest.typed else {
            for part in &manifest.resolved {
                if part.name == "edition" { self.option("edition", &part.text) } else { self.file_option(part, None)? }
            }
            return Ok(());
        };
        for (name, value) in &typed.options {
            let part = manifest.resolved.iter().find(|part| part.name == *name);
            match (name.as_str(), part) {
                ("edition" | "rule", _) => self.option(name, value),
                ("deck", _) if value == RECONSTRUCTED_ID => self.option(name, value),
                ("deck" | "rules", Some(part)) => self.file_option(part, Some(value))?,
                _ => return refuse(format!("run.json: '{name}' is no option of the rules")),
            }
        }
        Ok(())
    }

    fn run(&mut self, manifest: &Manifest) -> Outcome {
        self.table(manifest)?;
        manifest.luck.iter().for_each(|luck| self.option("luck", luck));
        self.until(manifest);
        Ok(())
    }

    fn until(&mut self, manifest: &Manifest) {
        if let Some(until) = manifest.until.as_ref().filter(|until| *until != INTERRUPTED) {
            self.option("until", until);
        }
    }

    /// The games that were played are as many as the same passes need again.
    fn tournament(&mut self, manifest: &Manifest) -> Outcome {
        self.words.push(TOURNAMENT.to_owned());
        let entrants = self.known(manifest, &manifest.arms)?;
        self.positional(entrants.iter().map(String::as_str))?;
        manifest.fields.iter().try_for_each(|field| self.strategies(manifest, "against", field))?;
        self.all_kept(manifest)?;
        self.option("players", manifest.players);
        manifest.luck.iter().for_each(|luck| self.option("luck", luck));
        self.until(manifest);
        self.common(manifest)?;
        self.option("runs", manifest.runs);
        Ok(())
    }

    /// The games asked for are among the options: of several strategies, not all may have played as many.
    fn regret(&mut self, manifest: &Manifest) -> Outcome {
        self.words.push(REGRET.to_owned());
        let priced = self.known(manifest, &manifest.arms)?;
        self.positional(priced.iter().map(String::as_str))?;
        manifest.fields.iter().try_for_each(|field| self.strategies(manifest, "against", field))?;
        self.option("players", manifest.players);
        self.all_kept(manifest)?;
        self.common(manifest)
    }

    /// Nothing is played, so that there is no seed and no engine.
    fn solve(&mut self, manifest: &Manifest) -> Outcome {
        self.words.push(SOLVE.to_owned());
        self.option("game", &manifest.game);
        self.option("players", manifest.players);
        self.rules(manifest)
    }

    fn cards(&mut self, manifest: &Manifest) -> Outcome {
        self.words.push(CARDS.to_owned());
        if manifest.vary.is_empty() {
            self.table(manifest)?;
        } else {
            self.sweep(manifest)?;
        }
        manifest.by.iter().for_each(|by| self.option("by", by));
        manifest.max_dice.iter().for_each(|dice| self.option("max-dice", dice));
        manifest.policies.iter().for_each(|policies| self.option("policies", policies.join(",")));
        Ok(())
    }

    fn compare(&mut self, manifest: &Manifest) -> Outcome {
        self.words.push(COMPARE.to_owned());
        if !manifest.vary.is_empty() {
            return self.sweep(manifest);
        }
        let compared = self.known(manifest, &manifest.arms)?;
        manifest.fields.iter().try_for_each(|field| self.known(manifest, field).map(drop))?;
        self.positional(compared.iter().map(String::as_str))?;
        self.option("players", manifest.players);
        // Two fields are those of a comparison that names none.
        if let [field] = &manifest.fields[..] {
            self.strategies(manifest, "against", field)?;
        }
        self.common(manifest)?;
        self.option("runs", manifest.runs);
        manifest.luck.iter().for_each(|luck| self.option("luck", luck));
        let Some(Terms { until, test, margin, alpha, win_shares_alone, beta }) = &manifest.terms else { return Ok(()) };
        self.option("margin", margin);
        self.option("alpha", alpha);
        if *win_shares_alone {
            self.option("metric", "win_share");
        }
        if until != "runs" && until != INTERRUPTED {
            self.option("until", until);
        }
        if *test == TestRecord::Sprt {
            self.option("test", "sprt");
            beta.iter().for_each(|beta| self.option("beta", beta));
        }
        Ok(())
    }

    fn sweep(&mut self, manifest: &Manifest) -> Outcome {
        self.all_kept(manifest)?;
        self.inputs(manifest)?;
        let typed = manifest.typed.clone().unwrap_or_default();
        for (at, varied) in manifest.vary.iter().enumerate() {
            let values = self.values(varied, typed.vary.get(at).map_or(&[], |names| names))?;
            self.varied("vary", Axis { key: varied.key.clone(), values })?;
        }
        Ok(())
    }

    /// The files of options, by the names that they had.
    fn inputs(&mut self, manifest: &Manifest) -> Outcome {
        let typed = manifest.typed.as_ref().map_or(&[][..], |typed| &typed.options);
        manifest.inputs.iter().try_for_each(|part| {
            let named = typed.iter().find(|(name, _)| *name == part.name);
            self.file_option(part, named.map(|(_, value)| value.as_str()))
        })
    }

    /// The values of a key; of decks and rules the paths of the files that are made of their texts, with the names that they
    /// had, if those are known.
    fn values(&self, VariedKey { key, values, texts }: &VariedKey, files: &[String]) -> Result<Vec<String>, Failure> {
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
            Some(file) if kind == "deck" && file == RECONSTRUCTED_ID => Ok(file.clone()),
            Some(file) => self.file(&format!("{kind}{number}"), file, text),
            None => self.file(&format!("{kind}{number}"), &format!("{name}.toml"), text),
        };
        named.map(place).collect()
    }

    fn tune(&mut self, manifest: &Manifest) -> Outcome {
        self.words.push(TUNE.to_owned());
        self.all_kept(manifest)?;
        self.inputs(manifest)?;
        for VariedKey { key, values, .. } in &manifest.vary {
            let parameter = key.rsplit_once('.').map_or(&**key, |(_, parameter)| parameter);
            match &values[..] {
                [range] if range.contains("..") && !range.contains('|') => {
                    self.option("param", format!("{parameter}={range}"));
                }
                values => self.varied("param", Axis { key: parameter.to_owned(), values: values.to_vec() })?,
            }
        }
        Ok(())
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
    fn file_option(&mut self, part: &Part, name: Option<&str>) -> Outcome {
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
