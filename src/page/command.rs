//! What a page was made from: the rules, and the command that makes it again.
//!
//! Owns what is said about that command: what it does, and what it needs.

use super::{About, listed};
use crate::record::{Choice, MANIFEST_FORMAT, Manifest, TUNE};
use crate::report::command_again;
use maud::{Markup, html};

/// The rules and data, and the command with which anybody makes the page again.
pub(crate) fn made_from(manifest: &Manifest, about: &About) -> Markup {
    html! {
        section {
            h2 { "Rules, and how this was made" }
            p { (rules_sentence(manifest, about)) }
            details { summary { "The command that makes this page, the rules in full, and how intervals were made" }
            p { "Experiment " code { (manifest.experiment()) } ", made by " (manifest.tool) " " (manifest.version) ". "
                @if manifest.is_interrupted() { "It was stopped early. " }
                "This command " (does(manifest)) ":" }
            pre { (command_again(manifest)) }
            @if is_repeated(manifest) {
                p { "The command " code { "analyze run DIR/run.json" } " does the same, if DIR is the folder of this page." }
            }
            @for sentence in needs(manifest, about) { p { (sentence) } }
            @for part in &manifest.resolved {
                details { summary { (part.name) } pre { (part.text) } }
            }
            @for varied in &manifest.vary {
                @for (value, text) in varied.values.iter().zip(&varied.texts) {
                    details { summary { (varied.key) "=" (value) } pre { (text) } }
                }
            }
            @for strategy in &manifest.strategies {
                p.soft { "Strategy " (strategy.name) ": " (strategy.hash) }
            }
            @if !manifest.intervals.is_empty() { p.soft { "Methods of the intervals, for statisticians (a block is a deal): " (in_plainer_words(&manifest.intervals)) "." } }
            }
        }
    }
}

/// What a record says about its intervals in words that stay as they are, and the words for people.
const PLAINER: [(&str, &str); 9] = [
    (
        "valid at all looks (after 100 blocks and a tenth more each time) at once; asymptotic, but for bounded blocks where few differ",
        "valid at all checks together (after 100 blocks, and then each time their number has grown by a tenth); asymptotic, except where \
         few blocks differ: there, it uses that the results are bounded",
    ),
    ("valid at all looks at once", "valid at all checks together"),
    ("; verdicts and intervals of all 2 combinations", "; verdicts and intervals of both combinations"),
    (" combinations together, after Bonferroni", " combinations hold together, by Bonferroni's correction"),
    (
        "; all of a metric together, after Bonferroni",
        "; Bonferroni-corrected over all differences, and over all means, of the same metric",
    ),
    (
        "difference of each block to the same block of the first combination",
        "each block minus the same block of the first combination",
    ),
    ("those of the race are of each candidate alone", "in the race, each interval is for one candidate alone"),
    (
        "if it was cut off, asymptotic confidence sequence",
        "if the race stopped early, they are asymptotic confidence sequences",
    ),
    (
        "a difference of seats, and rates over several strategies, with the largest variance that they can have together",
        "for a difference between seats, and for rates over several strategies, the largest possible variance is assumed",
    ),
];

/// What a record says about its intervals, as people read it.
fn in_plainer_words(recorded: &str) -> String {
    PLAINER.iter().fold(recorded.to_owned(), |said, (words, plainer)| said.replace(words, plainer))
}

/// What of the rules is not the default, and what was varied. Parameters that are tuned are none of the rules.
fn rules_sentence(manifest: &Manifest, about: &About) -> String {
    let varied = match manifest.command.as_deref() {
        Some(TUNE) => Vec::new(),
        _ => manifest.vary.iter().map(|varied| format!("{}={}", varied.key, varied.values.join("|"))).collect(),
    };
    let others = about.differences.join(", ");
    match (&varied[..], others.is_empty()) {
        ([], true) => "All rules are the defaults.".to_owned(),
        ([], false) => format!("Not the default: {others}."),
        (varied, true) => format!("Varied: {}. All other rules are the defaults.", varied.join(", ")),
        (varied, false) => format!("Varied: {}. Not the default in any of them: {others}.", varied.join(", ")),
    }
}

/// What the command does with what is here. After an early end the intervals are those of somebody who may have looked.
fn does(manifest: &Manifest) -> &'static str {
    match (manifest.is_interrupted(), manifest.vary.is_empty()) {
        (false, _) => "makes these tables again",
        (true, true) => "plays the same games, with intervals for a fixed number of games",
        (true, false) => "plays all combinations",
    }
}

/// What the command needs, and what it leaves open.
fn needs(manifest: &Manifest, about: &About) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    for file in manifest.choices().into_iter().flat_map(|choice| choice.files) {
        if !files.contains(&file) {
            files.push(file);
        }
    }
    let is_oldest = manifest.format < MANIFEST_FORMAT && manifest.typed.is_none();
    if is_oldest && !about.differences.is_empty() {
        return vec!["An older version made this: add the rules that are not the defaults.".to_owned()];
    }
    if files.is_empty() {
        return Vec::new();
    }
    let (its, these) = if files.len() == 1 { ("it", "this file") } else { ("them", "these files") };
    let mut all = vec![format!("The command needs {these} in the folder where you type it: {}.", listed(&files))];
    let second = files.iter().any(|file| is_second(file, &files));
    all.extend(second.then(|| format!("Where two of {its} have the same name, a number was added before the dot.")));
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
    !manifest.choices().iter().any(Choice::names_strategy_files)
}

#[cfg(test)]
mod tests {
    use super::in_plainer_words;

    #[test]
    fn words_of_records_are_put_plainly() {
        let sweep = "error rate 0.1: Student; verdicts and intervals of all 2 combinations together, after Bonferroni";
        let plain = "error rate 0.1: Student; verdicts and intervals of both combinations hold together, by Bonferroni's correction";
        assert_eq!(in_plainer_words(sweep), plain);
        let race = "those of the race are of each candidate alone; if it was cut off, asymptotic confidence sequence";
        let plain = "in the race, each interval is for one candidate alone; if the race stopped early, they are asymptotic confidence sequences";
        assert_eq!(in_plainer_words(race), plain);
        assert_eq!(in_plainer_words("payoffs: each is a 95% interval"), "payoffs: each is a 95% interval");
    }
}
