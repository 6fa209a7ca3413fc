//! What a page was made from: the rules, and the command that makes it again.
//!
//! Owns how a manifest becomes that command. It has every option that decides a number, and calls files by their names,
//! so that it works in a folder that has them.

use super::{About, listed};
use analyze_core::record::{
    EXACT, INTERRUPTED, Manifest, RUNS, SOLVE, SWEEP, TUNE, TUNE_GAME, Terms, TestRecord, Typed, VariedKey, command_of,
    varies,
};
use maud::{Markup, html};

/// The rules and data, and the command with which anybody makes the page again.
pub(super) fn made_from(manifest: &Manifest, about: &About) -> Markup {
    html! {
        section {
            h2 { "Rules, and how this was made" }
            p { (rules_sentence(manifest, about)) }
            p { "Experiment " code { (manifest.experiment()) } ", made by " (manifest.tool) " " (manifest.version) ". "
                @if manifest.is_interrupted() { "Somebody ended it early. " }
                @if is_repeated(manifest) {
                    code { "analyze run DIR/run.json" } " (DIR: the folder of this page) "
                    (does(manifest)) ", and so does this command:"
                } @else { "This command " (does(manifest)) ":" } }
            pre { (command(manifest)) }
            @for sentence in needs(manifest, about) { p { (sentence) } }
            @for part in &manifest.resolved {
                details { summary { (part.name) } pre { (part.text) } }
            }
            @for strategy in &manifest.strategies {
                p.soft { "Strategy " (strategy.name) ": " (strategy.hash) }
            }
            @if !manifest.intervals.is_empty() { p.soft { "Intervals: " (manifest.intervals) "." } }
        }
    }
}

/// What of the rules is not the default, and what was varied. Parameters that are tuned are none of the rules.
fn rules_sentence(manifest: &Manifest, about: &About) -> String {
    let varied = match manifest.command.as_deref() {
        Some(TUNE) => Vec::new(),
        _ => manifest.vary.iter().map(|varied| format!("{}={}", varied.key, varied.values.join("|"))).collect(),
    };
    let others = about.differences.join(", ");
    match (&varied[..], others.is_empty()) {
        ([], true) => "All rules are the default ones.".to_owned(),
        ([], false) => format!("Not the default: {others}."),
        (varied, true) => format!("Varied: {}. Apart from that, all rules are the default ones.", varied.join(", ")),
        (varied, false) => format!("Varied: {}. Not the default in any of these: {others}.", varied.join(", ")),
    }
}

/// What the command does with what is here. After an early end the intervals are those of somebody who may have looked.
fn does(manifest: &Manifest) -> &'static str {
    match (manifest.is_interrupted(), manifest.vary.is_empty()) {
        (false, _) => "makes these tables again",
        (true, true) => "plays the same games, with intervals for a number of games that is fixed beforehand",
        (true, false) => "plays all of it",
    }
}

/// What the command needs, and what it leaves open.
fn needs(manifest: &Manifest, about: &About) -> Vec<String> {
    let mut all = Vec::new();
    match &manifest.typed {
        Some(Typed { files, .. }) if !files.is_empty() => {
            let (its, these) = if files.len() == 1 { ("it", "this file") } else { ("them", "these files") };
            all.push(format!("The command needs {these} in the folder where you type it: {}.", listed(files)));
            let second = files.iter().any(|file| is_second(file, files));
            all.extend(
                second.then(|| format!("A number before the dot was added where two of {its} have the same name.")),
            );
        }
        None if !about.differences.is_empty() => {
            all.push("An older build made this: add the rules that are not the default.".to_owned());
        }
        _ => {}
    }
    all
}

/// Whether a file was given a number because another has its name.
fn is_second(file: &str, files: &[String]) -> bool {
    files.iter().any(|other| {
        let (stem, extension) = other.rsplit_once('.').unwrap_or((other, ""));
        let rest = file.strip_prefix(stem).and_then(|rest| rest.strip_suffix(extension));
        rest.and_then(|rest| rest.strip_prefix('-'))
            .is_some_and(|rest| rest.trim_end_matches('.').parse::<u32>().is_ok())
    })
}

/// Whether `analyze run` takes the manifest: not if strategies are files, whose texts are not in it.
fn is_repeated(manifest: &Manifest) -> bool {
    manifest.typed.as_ref().is_none_or(|typed| {
        let mut bots = manifest.vary.iter().zip(&typed.vary).filter(|(varied, _)| varied.key == "bots");
        typed.strategies.is_empty() && bots.all(|(_, files)| files.is_empty())
    })
}

/// The command that makes what is here again.
fn command(manifest: &Manifest) -> String {
    let mut words = Words(vec!["analyze".to_owned()]);
    match manifest.command.as_deref() {
        Some(TUNE_GAME) => words.all(["tune", "game"]),
        Some(SWEEP) | None => {}
        Some(name) => words.all([varies(name).unwrap_or(name)]),
    }
    if manifest.vary.is_empty() && manifest.command.as_deref() != Some(EXACT) {
        words.of_one(manifest);
    } else {
        words.of_sweep(manifest);
    }
    command_of(words.0.iter().map(String::as_str))
}

/// The words of a command under way.
struct Words(Vec<String>);

impl Words {
    fn all(&mut self, words: impl IntoIterator<Item = impl Into<String>>) {
        self.0.extend(words.into_iter().map(Into::into));
    }

    fn option(&mut self, name: &str, value: impl ToString) {
        self.all([format!("--{name}"), value.to_string()]);
    }

    /// Those of a command that varies nothing.
    fn of_one(&mut self, manifest: &Manifest) {
        let typed = manifest.typed.clone().unwrap_or_default();
        let strategies = |names: &[String]| names.iter().map(|name| typed.strategy(name)).collect::<Vec<_>>();
        self.all(strategies(&manifest.arms));
        self.option("game", &manifest.game);
        self.option("players", manifest.players);
        let command = manifest.command.as_deref();
        if command != Some(SOLVE) {
            self.option("seed", manifest.seed);
            self.option("engine", &manifest.engine);
        }
        let asks = |wanted: &str| manifest.options.iter().any(|(name, _)| name == wanted);
        // Where they are among the options, those were asked for, and not all strategies may have played as many.
        if command != Some(SOLVE) && !asks("runs") {
            self.option("runs", manifest.runs);
        }
        if !manifest.lineup.is_empty() {
            self.option("seating", &manifest.seating);
            self.option("bots", strategies(&manifest.lineup).join(","));
        }
        // Two fields are those of a comparison that names none.
        if let [field] = &manifest.fields[..] {
            self.option("against", strategies(field).join(","));
        }
        manifest.luck.iter().for_each(|luck| self.option("luck", luck));
        manifest.until.iter().filter(|until| *until != INTERRUPTED).for_each(|until| self.option("until", until));
        manifest.terms.iter().for_each(|terms| self.terms(terms));
        manifest.options.iter().for_each(|(name, value)| self.option(name, value));
        self.exact(manifest);
        typed.options.iter().for_each(|(name, value)| self.option(name, value));
    }

    /// What a comparison is judged by.
    fn terms(&mut self, terms: &Terms) {
        if ![RUNS, INTERRUPTED].contains(&&*terms.until) {
            self.option("until", &terms.until);
        }
        if terms.test == TestRecord::Sprt {
            self.option("test", "sprt");
        }
        self.option("margin", terms.margin);
        self.option("alpha", terms.alpha);
        terms.beta.iter().for_each(|beta| self.option("beta", beta));
        if terms.win_shares_alone {
            self.option("metric", "win_share");
        }
    }

    /// Of which exact tables, of `cards`.
    fn exact(&mut self, manifest: &Manifest) {
        manifest.max_dice.iter().for_each(|dice| self.option("max-dice", dice));
        manifest.by.iter().for_each(|by| self.option("by", by));
        manifest.policies.iter().for_each(|policies| self.option("policies", policies.join(",")));
    }

    /// Those of a sweep, and of what is tuned: what was typed beside the keys that were varied, and these.
    fn of_sweep(&mut self, manifest: &Manifest) {
        let typed = manifest.typed.as_ref();
        for (name, value) in typed.map_or(&manifest.options, |typed| &typed.options) {
            match name.as_str() {
                "strategies" => self.all(value.split(',')),
                "mirror" => self.all(["--mirror"]),
                name => self.option(name, value),
            }
        }
        self.exact(manifest);
        let is_tuned = manifest.command.as_deref() == Some(TUNE);
        for (at, VariedKey { key, values, .. }) in manifest.vary.iter().enumerate() {
            let values = typed.and_then(|typed| typed.vary.get(at)).filter(|typed| !typed.is_empty()).unwrap_or(values);
            match key.rsplit_once('.') {
                Some((_, parameter)) if is_tuned => self.option("param", format!("{parameter}={}", values.join("|"))),
                _ => self.option("vary", format!("{key}={}", values.join("|"))),
            }
        }
    }
}
