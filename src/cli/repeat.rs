//! `analyze run DIR/run.json`: whatever was recorded there again.
//!
//! Owns how a manifest becomes the command that makes it again, and what a sweep keeps for that. Rules and decks are
//! written to files in a folder of the system's, for the time of the command.

use super::args::{RulesArgs, RunFileArgs, TableArgs};
use super::experiment::{STRATEGIES, play};
use super::games::game_name;
use super::output::{Failure, Outcome, refuse};
use super::play::recorded_setting;
use super::vary::Axis;
use crate::games::Setting;
use crate::games::gang::{Deck, RECONSTRUCTED_ID};
use crate::input::{BadInput, Links, Source};
use crate::record::{
    CARDS, COMPARE, INTERRUPTED, MAX_RECORD_BYTES, Manifest, Part, Record, SWEEP, TOURNAMENT, TUNE, TUNE_GAME, Terms,
    TestRecord, VariedKey, hash, read_text,
};
use crate::strategies::{Catalogue, find, is_file, is_script};
use std::path::Path;
use tempfile::TempDir;

/// Does again what a `run.json` is of.
pub(super) fn repeat(args: &RunFileArgs) -> Outcome {
    let file = args.file.display().to_string();
    let usage = |error: String| Failure::Usage(format!("{file}: {error}"));
    let manifest = read_text(&args.file, Links::Follow).and_then(|text| Manifest::from_json(&file, &text));
    let manifest = manifest.map_err(|error| Failure::Usage(error.to_string()))?;
    let game = game_name(&manifest.game).map_err(usage)?;
    (game.same_strategies)(&manifest)?;
    let folder = TempDir::new().map_err(|error| Failure::Running(format!("no folder for its rules: {error}")))?;
    play(Words { folder: &folder, words: Vec::new() }.of(&manifest)?, args)
}

/// Refuses a manifest whose strategies are not here what they were.
pub(super) fn same_strategies<G: Catalogue>(manifest: &Manifest) -> Outcome {
    let recorded_setting = recorded_setting(manifest)?;
    let game = G::set_up(manifest.players, &recorded_setting)?;
    if let Some(typed) = manifest.typed.as_ref().filter(|_| manifest.vary.is_empty()) {
        let as_typed = G::set_up(manifest.players, &setting_typed(recorded_setting, &typed.options))?;
        if as_typed.manifest() != game.manifest() {
            return refuse(
                "run.json: its rules are not what this version makes of the options that it was played with",
            );
        }
    }
    for recorded in &manifest.strategies {
        let found = find(&recorded.name, &game);
        if !found.is_ok_and(|found| hash(found.content.as_bytes()) == recorded.hash) {
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
            Some(other) => return refuse(format!("run.json: a command '{other}' is not repeated from its record")),
        }
        Ok(self.words)
    }

    fn option(&mut self, name: &str, value: impl ToString) {
        self.words.push(format!("--{name}={}", value.to_string()));
    }

    /// What a run of a table, and `cards`, have in common.
    fn table(&mut self, manifest: &Manifest) -> Result<(), Failure> {
        self.option("players", manifest.players);
        self.option("bots", manifest.lineup.join(","));
        self.option("seating", &manifest.seating);
        self.common(manifest)
    }

    fn common(&mut self, manifest: &Manifest) -> Result<(), Failure> {
        self.option("game", &manifest.game);
        self.option("seed", manifest.seed);
        self.option("engine", &manifest.engine);
        self.option("runs", manifest.runs);
        self.rules(manifest)
    }

    /// The rules and data, as they were typed where that is recorded, so that the same is recorded again.
    fn rules(&mut self, manifest: &Manifest) -> Result<(), Failure> {
        let Some(typed) = &manifest.typed else {
            for part in &manifest.resolved {
                if part.name == "edition" { self.option("edition", &part.text) } else { self.file_option(part)? }
            }
            return Ok(());
        };
        manifest.resolved.iter().try_for_each(refuse_changed)?;
        for (name, value) in &typed.options {
            let is_file = ["deck", "rules"].contains(&&**name) && value != RECONSTRUCTED_ID;
            match manifest.resolved.iter().find(|part| is_file && part.name == *name) {
                Some(part) => {
                    let path = self.file(name, value, &part.text)?;
                    self.option(name, path);
                }
                None => self.option(name, value),
            }
        }
        Ok(())
    }

    fn run(&mut self, manifest: &Manifest) -> Result<(), Failure> {
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
    fn tournament(&mut self, manifest: &Manifest) -> Result<(), Failure> {
        self.words.push(TOURNAMENT.to_owned());
        self.words.extend(manifest.arms.iter().cloned());
        manifest.fields.iter().for_each(|field| self.option("against", field.join(",")));
        manifest.options.iter().for_each(|(name, value)| self.option(name, value));
        self.option("players", manifest.players);
        self.until(manifest);
        self.common(manifest)
    }

    fn cards(&mut self, manifest: &Manifest) -> Result<(), Failure> {
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

    fn compare(&mut self, manifest: &Manifest) -> Result<(), Failure> {
        self.words.push(COMPARE.to_owned());
        if !manifest.vary.is_empty() {
            return self.sweep(manifest);
        }
        self.words.extend(manifest.arms.iter().cloned());
        self.option("players", manifest.players);
        // Two fields are those of a comparison that names none.
        if let [field] = &manifest.fields[..] {
            self.option("against", field.join(","));
        }
        self.common(manifest)?;
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

    fn sweep(&mut self, manifest: &Manifest) -> Result<(), Failure> {
        for (name, value) in &manifest.options {
            match name.as_str() {
                STRATEGIES => self.words.extend(value.split(',').map(str::to_owned)),
                name => self.option(name, value),
            }
        }
        let typed = manifest.typed.clone().unwrap_or_default();
        for part in &manifest.inputs {
            refuse_changed(part)?;
            let name = typed.options.iter().find(|(name, _)| *name == part.name);
            let name = name.map_or_else(|| format!("{}.toml", part.name), |(_, file)| file.clone());
            let path = self.file(&part.name, &name, &part.text)?;
            self.option(&part.name, path);
        }
        for (at, VariedKey { key, values, texts }) in manifest.vary.iter().enumerate() {
            let values: Vec<String> = match &texts[..] {
                [] => values.clone(),
                texts => {
                    let files = |number: usize| typed.vary.get(at).and_then(|files| files.get(number));
                    let named = texts.iter().zip(values).enumerate();
                    let place = |(number, (text, name)): (usize, (&String, &String))| match files(number) {
                        Some(file) if file == RECONSTRUCTED_ID => Ok(file.clone()),
                        Some(file) => self.file(&format!("{key}{number}"), file, text),
                        None => self.file(&format!("{key}{number}"), &format!("{name}.toml"), text),
                    };
                    named.map(place).collect::<Result<_, _>>()?
                }
            };
            self.option("vary", format!("{key}={}", values.join("|")));
        }
        Ok(())
    }

    fn tune(&mut self, manifest: &Manifest) -> Result<(), Failure> {
        self.words.push(TUNE.to_owned());
        for (name, value) in &manifest.options {
            match name.as_str() {
                STRATEGIES => self.words.push(value.clone()),
                "mirror" => self.words.push("--mirror".to_owned()),
                name => self.option(name, value),
            }
        }
        manifest.inputs.iter().try_for_each(|part| self.file_option(part))?;
        for VariedKey { key, values, .. } in &manifest.vary {
            let parameter = key.rsplit_once('.').map_or(&**key, |(_, parameter)| parameter);
            self.option("param", format!("{parameter}={}", values.join("|")));
        }
        Ok(())
    }

    /// An option whose value is a file with this text.
    fn file_option(&mut self, part: &Part) -> Result<(), Failure> {
        refuse_changed(part)?;
        let path = self.file(&part.name, &format!("{}.toml", part.name), &part.text)?;
        self.option(&part.name, path);
        Ok(())
    }

    /// A file with this text, in a folder of its own.
    fn file(&self, folder: &str, name: &str, text: &str) -> Result<String, Failure> {
        let (folder, name) = (self.folder.path().join(folder), Path::new(name).file_name().unwrap_or_default());
        let path = folder.join(name);
        let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, text));
        written.map_err(|error| Failure::Running(format!("cannot write to '{}': {error}", path.display())))?;
        Ok(path.display().to_string())
    }
}

/// Refuses a part whose text is not what it was.
fn refuse_changed(part: &Part) -> Outcome {
    if part.hash == hash(part.text.as_bytes()) {
        return Ok(());
    }
    refuse(format!("run.json: the {} in it was changed after the run", part.name))
}

/// What a sweep keeps of its command beside what is in its first combination.
pub(super) struct Kept {
    /// Options by name and value.
    pub options: Vec<(String, String)>,
    /// The files that options named: the option, and the text.
    pub inputs: Vec<Part>,
    /// For each key the texts of its values, if they are files.
    pub texts: Vec<Vec<String>>,
}

impl Kept {
    /// What is to be kept of a sweep of tables typed like this, of this game and engine, of which the line-up that was typed
    /// has these names.
    pub(super) fn new(
        (table, vary): (&TableArgs, &[Axis]),
        runs: Option<u64>,
        (game, engine): (&str, String),
        lineup: &[String],
    ) -> Result<Kept, BadInput> {
        let varies = |key: &str| vary.iter().any(|axis| axis.key == key);
        let rules = &table.rules;
        let mut options = vec![("game".to_owned(), game.to_owned()), ("engine".to_owned(), engine)];
        let mut keep = |name: &str, value: Option<String>| {
            options.extend(value.filter(|_| !varies(name)).map(|value| (name.to_owned(), value)));
        };
        keep("runs", runs.map(|runs| runs.to_string()));
        keep("players", table.players.map(|players| players.to_string()));
        keep("bots", table.bots.as_ref().map(|bots| without_files(bots, lineup)));
        keep("seed", Some(table.seed.to_string()));
        keep("seating", Some(table.seating.to_string()));
        keep("edition", rules.edition.clone());
        rules.options.iter().for_each(|(key, value)| keep("rule", Some(format!("{key}={value}"))));
        let texts = vary.iter().map(texts).collect::<Result<Vec<_>, _>>()?;
        refuse_long(texts.iter().flatten().map(String::as_str))?;
        Ok(Kept { options, inputs: inputs(rules)?, texts })
    }
}

/// The strategies as they were typed, those of files by their names: a varied parameter is not among what was typed.
fn without_files(bots: &[String], lineup: &[String]) -> String {
    let names = bots.iter().zip(lineup).map(|(typed, name)| if names_file(typed) { name } else { typed });
    names.cloned().collect::<Vec<_>>().join(",")
}

/// Whether a strategy is named by a file, or is made of one.
pub(super) fn names_file(typed: &str) -> bool {
    typed.split([':', '@']).any(|part| is_file(part) || is_script(part))
}

/// The files of options.
pub(super) fn inputs(rules: &RulesArgs) -> Result<Vec<Part>, BadInput> {
    let files = [("deck", &rules.deck), ("rules", &rules.rules)];
    let files = files.into_iter().filter_map(|(name, file)| Some((name, file.as_ref()?)));
    files.map(|(name, file)| Ok(Part::new(name, text(name, file)?))).collect()
}

/// The texts of values that are files.
fn texts(axis: &Axis) -> Result<Vec<String>, BadInput> {
    if !["deck", "rules"].contains(&&*axis.key) {
        return Ok(Vec::new());
    }
    axis.values.iter().map(|value| text(&axis.key, Path::new(value))).collect()
}

/// Refuses texts of which a `run.json` would be longer than is read again.
fn refuse_long<'t>(texts: impl Iterator<Item = &'t str>) -> Result<(), BadInput> {
    /// What is left of a record for all else: many times what that takes.
    const MOST: u64 = MAX_RECORD_BYTES / 16 * 15;
    let bytes: u64 = texts.map(|text| serde_json::to_string(text).map_or(0, |json| json.len() as u64)).sum();
    if bytes <= MOST {
        return Ok(());
    }
    let problem = format!(
        "its files take {bytes} bytes in run.json; at most {MOST} can be kept there (vary fewer files at once)"
    );
    Err(BadInput::general("--vary", problem))
}

/// The text of the file that an option names, or of the deck that ships.
fn text(option: &str, named: &Path) -> Result<String, BadInput> {
    let source = if option == "deck" { Deck::source(named)? } else { Source::read(named)? };
    Ok(source.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 265 decks of 1 MiB made a record that nothing could read, and the folder was removed with it.
    #[test]
    fn files_that_no_record_can_hold_are_refused_before_the_games() {
        let deck = "x".repeat(1 << 20);
        let vary = |decks: usize| refuse_long(std::iter::repeat_n(&*deck, decks));
        assert!(vary(239).is_ok());
        let told = vary(265).unwrap_err().to_string();
        assert!(told.contains("277873170 bytes") && told.contains("at most 251658240"), "{told}");
    }
}
