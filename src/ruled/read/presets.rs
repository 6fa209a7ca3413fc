//! Presets: the steps of common families of games, made from a few numbers and formulas.
//!
//! | preset | the family |
//! |---|---|
//! | `[press]` | press your luck: roll, keep what scores, bank or lose |
//! | `[keep]` | roll, keep what you like, and after a few rolls score, or fill a line of the sheet |
//! | `[match]` | rounds in which everybody rolls, and the best result wins |
//!
//! A preset makes the text of the sections that its author left out. Its numbers and formulas have names there, such as
//! `press.bust`. Whatever the file says itself counts in place of what the preset makes.

use super::KEYS;
use super::part::Part;
use crate::formula::Kind;
use analyze_core::input::{Problem, nearest};

/// A key of a preset: a number of the rules, or a formula.
pub(super) struct Key {
    pub(super) name: &'static str,
    /// What it is unless the file says; nothing if it must.
    pub(super) default: Option<&'static str>,
    pub(super) example: &'static str,
}

const fn key(name: &'static str, default: Option<&'static str>, example: &'static str) -> Key {
    Key { name, default, example }
}

/// A family of games.
pub(super) struct Preset {
    /// Its section.
    pub(super) name: &'static str,
    /// What follows from the rules alone.
    pub(super) numbers: &'static [Key],
    /// What is asked of dice and fields.
    pub(super) formulas: &'static [(Key, Kind)],
    make: fn(&Part<'_>, &Part<'_>) -> String,
}

/// All families.
pub(super) const PRESETS: [Preset; 3] = [
    Preset {
        name: "press",
        numbers: &[
            key("dice", None, "6"),
            key("sides", Some("6"), "6"),
            key("rolls", Some("1"), "3"),
            key("goal", Some("100"), "100"),
            key("opening", Some("0"), "500"),
        ],
        formulas: &[
            (key("bust", Some("0 == 1"), "\"sum == 1\""), Kind::Fact),
            (key("worth", Some("sum"), "\"sum\""), Kind::Number),
            (key("keep", Some("size(kept) > 0"), "\"points(kept) > 0\""), Kind::Fact),
        ],
        make: press,
    },
    Preset {
        name: "keep",
        numbers: &[
            key("dice", None, "5"),
            key("sides", Some("6"), "6"),
            key("rolls", Some("3"), "3"),
            key("rounds", Some("1"), "5"),
        ],
        formulas: &[
            (key("worth", Some("sum"), "\"sum\""), Kind::Number),
            (key("keep", Some("0 == 0"), "\"size(kept) > 0\""), Kind::Fact),
        ],
        make: keep,
    },
    Preset {
        name: "match",
        numbers: &[
            key("dice", None, "3"),
            key("sides", Some("6"), "6"),
            key("rolls", Some("1"), "3"),
            key("prize", Some("1"), "1"),
            key("carry", Some("0"), "1"),
            key("goal", Some("5"), "5"),
        ],
        formulas: &[
            (key("result", Some("sum"), "\"100 * alike + sum\""), Kind::Number),
            (key("valid", Some("0 == 0"), "\"sum >= 7\""), Kind::Fact),
            (key("keep", Some("0 == 0"), "\"size(kept) > 0\""), Kind::Fact),
        ],
        make: contest,
    },
];

/// Whether a key at the top of a file looks like the name of a preset.
pub(super) fn is_misspelt(root: &Part<'_>) -> bool {
    let names = || KEYS.into_iter().chain(PRESETS.iter().map(|preset| preset.name));
    let looks_so =
        |key: &str| nearest(key, names()).is_some_and(|near| PRESETS.iter().any(|preset| preset.name == near));
    root.keys().iter().any(|(key, _)| !names().any(|name| name == *key) && looks_so(key))
}

impl Preset {
    /// The preset that a file uses, and its section.
    pub(super) fn of<'t>(root: &Part<'t>, problems: &mut Vec<Problem>) -> Option<(&'static Preset, Part<'t>)> {
        let used: Vec<&Preset> = PRESETS.iter().filter(|preset| root.has(preset.name)).collect();
        if let [first, second, ..] = used[..] {
            let message = format!("a game is made by [{}] or by [{}], not by both", first.name, second.name);
            problems.push(Problem::at(root.place(second.name), message));
        }
        let preset = *used.first()?;
        let part = root.part(preset.name, problems)?;
        let known: Vec<&str> =
            preset.numbers.iter().map(|key| key.name).chain(preset.formulas.iter().map(|key| key.0.name)).collect();
        part.only(&known, problems);
        Some((preset, part))
    }

    /// The text of the sections that it makes; `root` is the file.
    pub(super) fn text(&self, root: &Part<'_>, part: &Part<'_>) -> String {
        (self.make)(root, part)
    }
}

fn rule(name: &str, least: u32, about: &str) -> String {
    format!("{name} = {{ default = {least}, least = {least}, about = \"{about}\" }}\n")
}

fn press(root: &Part<'_>, part: &Part<'_>) -> String {
    let (scores, several) = (root.has("points"), part.has("rolls"));
    let mut text = format!("[rules]\n{}", rule("goal", 1, "the score that wins"));
    let banks = if part.has("opening") {
        text += &rule("opening", 0, "the fewest points with which a player can begin to score");
        "bank if score > 0 or total >= opening"
    } else {
        "bank"
    };
    text += "[dice]\nmost = \"press.dice\"\nsides = \"press.sides\"\n";
    text += "[player]\nscore = \"the points that are banked\"\n";
    text += "[turn]\ntotal = { banks = \"score\", about = \"the points of this turn, which are not banked yet\" }\n";
    text += match (scores, several) {
        (_, true) => {
            "rolled = { most = \"press.rolls\", about = \"the rolls since the points were counted\" }\n\
             [step.roll]\nadd = \"press.dice - size\"\ndo = \"rolled += 1\"\n\
             then = [\"press.bust -> lose\", \"rolled == press.rolls -> count\", \"keep\"]\n\
             [step.keep]\nkeep = \"any\"\ndo = \"dice = kept\"\nthen = [\"size == press.dice -> count\", \"roll\"]\n\
             [step.count]\ndo = \"total += press.worth, rolled = 0, dice = none\"\nthen = \"enough\"\n"
        }
        (true, false) => {
            "left = { most = \"press.dice\", start = \"press.dice\", about = \"the dice that are rolled next\" }\n\
             [step.roll]\nroll = \"left\"\nthen = [\"press.bust -> lose\", \"keep\"]\n\
             [step.keep]\nkeep = \"press.keep\"\n\
             do = \"total += press.worth, left = size(rest) if size(rest) > 0 else press.dice\"\nthen = \"enough\"\n"
        }
        (false, false) => {
            "[step.roll]\nroll = \"press.dice\"\nthen = [\"press.bust -> lose\", \"total += press.worth, enough\"]\n"
        }
    };
    text += "[step.enough]\nthen = [\"score + total >= goal -> bank\", \"decide\"]\n";
    text += &format!("[step.decide]\nchoices = [\"roll\", \"{banks}\"]\n");
    text + "[end]\nwhen = \"score >= goal\"\nscore = \"score\"\n"
}

fn rolls(name: &str, then: &str) -> String {
    format!(
        "rolled = {{ most = \"{name}.rolls\", about = \"how often the dice were rolled in this turn\" }}\n\
         [step.roll]\nadd = \"{name}.dice - size\"\ndo = \"rolled += 1\"\n\
         then = [\"rolled == {name}.rolls -> {then}\", \"keep\"]\n\
         [step.keep]\nkeep = \"{name}.keep\"\ndo = \"dice = kept\"\nthen = [\"size == {name}.dice -> {then}\", \"roll\"]\n"
    )
}

fn keep(root: &Part<'_>, _: &Part<'_>) -> String {
    let mut text = "[dice]\nmost = \"keep.dice\"\nsides = \"keep.sides\"\n".to_owned();
    text += "[player]\nscore = \"the points so far\"\n[turn]\n";
    if root.has("sheet") {
        text += &rolls("keep", "fill");
        text += "[step.fill]\nfill = \"sheet\"\ndo = \"score += line\"\nthen = \"pass\"\n";
        text + "[end]\nwhen = \"open == 0 and seat == players\"\nscore = \"score\"\n"
    } else {
        text += &rolls("keep", "count");
        text += "[step.count]\ndo = \"score += keep.worth\"\nthen = \"pass\"\n";
        text + "[end]\nrounds = \"keep.rounds\"\nscore = \"score\"\n"
    }
}

fn contest(_: &Part<'_>, part: &Part<'_>) -> String {
    let mut text = format!("[rules]\n{}", rule("goal", 1, "the points that win"));
    text += "[dice]\nmost = \"match.dice\"\nsides = \"match.sides\"\n[player]\nscore = \"the points won so far\"\n";
    text += "result = \"the result of this round\"\nvalid = { most = 1, about = \"1 if the result counts\" }\n";
    text += "[table]\npot = \"what the winner of the round gets\"\n";
    text += if part.has("rolls") { "[turn]\n" } else { "" };
    text += &if part.has("rolls") {
        rolls("match", "count") + "[step.count]\n"
    } else {
        "[step.roll]\nroll = \"match.dice\"\n".to_owned()
    };
    text += "do = \"result = match.result, valid = 1 if match.valid else 0\"\nthen = \"pass\"\n";
    text += "[contest]\nvalid = \"valid == 1\"\nwins = \"result\"\nequal = \"nobody\"\nstarts = \"winner\"\n";
    text += "begin = \"pot = match.prize + (pot if match.carry > 0 else 0)\"\neach = \"result = 0, valid = 0\"\n";
    text += "winner = \"score += pot, pot = 0\"\n";
    text + "[end]\nwhen = \"max(score, rival.score) >= goal\"\nscore = \"score\"\n"
}
