//! The rules of Battle Dice as text: the rules file and single options.
//!
//! Owns their form, the range of each value, and the rules that ship. The published sheet shows some faces as pictures
//! that are lost; those that ship for them are a reconstruction and say so. Whether rules go together is for `rules`.

use super::face::{Face, MOST_NUMBER};
use super::kind::{KINDS, Kind, MOST_DICE};
use super::rules::{Award, Die, MOST_COST, MOST_OF_A_KIND, Rules, SIDES, Version};
use crate::input::{BadInput, Document, Problem, Section, Source, nearest, one_value};

/// The most dice of a kind in a box.
const MOST_SUPPLY: u32 = 100;
/// The most turns of a game.
const MOST_TURNS: u32 = 10_000;
/// The most dice that one purchase can be allowed to take.
const MOST_TAKEN: u32 = 10;

/// The text of the rules that ship.
const RECONSTRUCTED: &str = include_str!("rules.toml");

impl Rules {
    /// The keys of a rules file.
    pub const KEYS: [&str; 9] = ["version", "award", "goal", "cap", "points", "least", "limit", "most", "die"];

    /// The rules that ship.
    ///
    /// # Panics
    /// Never: a test reads the embedded file.
    pub fn reconstructed() -> Rules {
        let blank = Die { cost: 1, faces: [Face::Number(0); SIDES], supply: [0; 4] };
        let (version, award, dice) = (None, Award::Per, [blank; KINDS]);
        let rules = Rules { version, award, goal: 0, cap: 0, points: 0, least: 0, limit: 0, most: 0, dice };
        #[expect(clippy::expect_used, reason = "the embedded file is read by a test; no user input gets here")]
        rules.with_file(&Source::new("rules", RECONSTRUCTED)).expect("the embedded rules are valid")
    }

    /// These rules with what a rules file says instead.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub fn with_file(mut self, source: &Source) -> Result<Rules, BadInput> {
        let document = Document::parse(source)?;
        let root = document.root();
        let mut problems = Vec::new();
        root.only(&Rules::KEYS, &mut problems);
        self.read_numbers(&root, &mut problems);
        if root.place("version").is_some() {
            let named = Version::NAMES.map(|(name, version)| (name, Some(version)));
            let names = [&[("auto", None)], &named[..]].concat();
            self.version = root.choice("version", &names, &mut problems).unwrap_or(self.version);
        }
        if root.place("award").is_some() {
            self.award = root.choice("award", &Award::NAMES, &mut problems).unwrap_or(self.award);
        }
        if let Some(dice) = root.optional_section("die", &mut problems) {
            dice.only(&Kind::ALL.map(Kind::name), &mut problems);
            for kind in Kind::ALL {
                if let Some(section) = dice.optional_section(kind.name(), &mut problems) {
                    self.dice[kind.index()].read(&section, &mut problems);
                }
            }
        }
        BadInput::unless_empty(source, problems, Some(self))
    }

    fn read_numbers(&mut self, root: &Section<'_>, problems: &mut Vec<Problem>) {
        let numbers = [
            ("goal", 2..=MOST_DICE as u32 * MOST_COST, &mut self.goal),
            ("cap", 1..=MOST_TURNS, &mut self.cap),
            ("points", 1..=100, &mut self.points),
            ("least", 1..=MOST_DICE as u32, &mut self.least),
            ("limit", 1..=MOST_OF_A_KIND, &mut self.limit),
            ("most", 1..=MOST_TAKEN, &mut self.most),
        ];
        for (key, range, number) in numbers {
            *number = root.optional_integer(key, range, problems).unwrap_or(*number);
        }
    }

    /// These rules with one option, typed as `key=value`, changed; a value inside a table has a key such as
    /// `die.red.cost`.
    ///
    /// # Errors
    /// If the key or its value is not valid.
    pub fn with_option(self, option: &str, key: &str, value: &str) -> Result<Rules, BadInput> {
        self.with_file(&one_value(option, key, value))
    }

    /// The rules as the file that a user would edit.
    pub fn to_text(&self) -> String {
        let version = self.version.map_or("auto".to_owned(), |version| version.to_string());
        let award = Award::NAMES.iter().find(|(_, award)| *award == self.award).map_or("", |(name, _)| name);
        let numbers = [self.goal, self.cap, self.points, self.least, self.limit, self.most].map(|n| n.to_string());
        let values = [version, award.to_owned()].into_iter().chain(numbers);
        let dice = Kind::ALL.iter().flat_map(|&kind| {
            let Die { cost, faces, supply } = self.die(kind);
            let faces: Vec<String> = faces.iter().map(|face| format!("\"{face}\"")).collect();
            [cost.to_string(), format!("[{}]", faces.join(", ")), format!("{supply:?}")]
        });
        with_values(RECONSTRUCTED, values.chain(dice))
    }
}

/// The text of a rules file with these values, one after the other, instead of its own; comments stay.
fn with_values(text: &str, mut values: impl Iterator<Item = String>) -> String {
    let line = |line: &str| match line.split_once(" = ") {
        Some((key, old)) if !line.starts_with('#') => {
            let value = values.next().unwrap_or_else(|| old.to_owned());
            let quoted = old.starts_with('"');
            if quoted { format!("{key} = \"{value}\"\n") } else { format!("{key} = {value}\n") }
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

impl Die {
    fn read(&mut self, section: &Section<'_>, problems: &mut Vec<Problem>) {
        section.only(&["cost", "faces", "supply"], problems);
        self.cost = section.optional_integer("cost", 1..=MOST_COST, problems).unwrap_or(self.cost);
        if let Some(numbers) = section.optional_integers("supply", 0..=MOST_SUPPLY, problems) {
            match <[u32; 4]>::try_from(&numbers[..]) {
                Ok(supply) => self.supply = supply,
                Err(_) => {
                    let message = format!("'supply' lists {} numbers, but must be one for each of four", numbers.len());
                    problems.push(at(section, "supply", message).help("cheap-4, standard-4, deluxe-4 and deluxe-6"));
                }
            }
        }
        let Some(texts) = section.optional_texts("faces", "[\"0\", \"helmet 5\", …]", problems) else { return };
        let faces: Vec<Option<Face>> = texts.iter().map(|text| Face::parse(&text.value)).collect();
        for (text, _) in texts.iter().zip(&faces).filter(|(_, face)| face.is_none()) {
            problems.push(unknown_face(&text.value, text.span.clone()));
        }
        match <[Option<Face>; SIDES]>::try_from(faces) {
            Ok(faces) => self.faces = faces.map(|face| face.unwrap_or(Face::Number(0))),
            Err(faces) => {
                let message = format!("'faces' lists {} faces, but a die has {SIDES}", faces.len());
                problems.push(at(section, "faces", message));
            }
        }
    }
}

fn at(section: &Section<'_>, key: &str, message: String) -> Problem {
    Problem::at(section.place(key).unwrap_or_else(|| section.span()), message)
}

fn unknown_face(text: &str, span: std::ops::Range<usize>) -> Problem {
    let names = Face::NAMED.map(|(name, _)| name);
    let problem = Problem::at(span, format!("'{text}' is not a face"));
    match nearest(text, names) {
        Some(name) => problem.help(format!("did you mean '{name}'?")),
        None => problem.help(format!("a number from 0 to {MOST_NUMBER}, \"helmet N\", or {}", names.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(key: &str, value: &str) -> Result<Rules, BadInput> {
        Rules::reconstructed().with_option("--rule", key, value)
    }

    #[test]
    fn what_is_shown_can_be_read_again() {
        let rules = Rules::reconstructed();
        assert_eq!(rules.to_text(), RECONSTRUCTED);
        let changed = with("die.red.faces", "[\"1 VP\", \"x2\", \"3\", \"4\", \"5\", \"helmet 6\"]").unwrap();
        let changed = changed.with_option("--rule", "version", "deluxe-6").unwrap();
        let changed = changed.with_option("--rule", "award", "flat").unwrap();
        let read = rules.clone().with_file(&Source::new("shown", changed.to_text())).unwrap();
        assert_eq!(read, changed);
        assert_ne!(read, rules);
    }

    #[test]
    fn single_options_reach_every_value() {
        assert_eq!(with("goal", "30").unwrap().goal, 30);
        assert_eq!(with("die.black.cost", "7").unwrap().cost(Kind::Black), 7);
        assert_eq!(with("version", "auto").unwrap().version, None);
        for (key, value) in [
            ("goal", "1"),
            ("goals", "20"),
            ("limit", "6"),
            ("award", "all"),
            ("version", "deluxe"),
            ("die.pink.cost", "1"),
            ("die.red.cost", "0"),
            ("die.red.supply", "[1, 2]"),
            ("die.red.faces", "[\"1\"]"),
            ("die.red.faces", "7"),
        ] {
            assert_eq!(with(key, value).unwrap_err().problems.len(), 1, "{key}={value}");
        }
    }

    #[test]
    fn all_problems_of_a_file_are_found_at_once() {
        let text = "goal = \"x\"\naward = \"no\"\n[die.red]\ncost = 99\nfaces = [\"0\", \"helmit 5\", 3, \"x9\"]\n\
                    [die.pink]\ncost = 1\n";
        let bad = Rules::reconstructed().with_file(&Source::new("rules.toml", text)).unwrap_err();
        let shown = bad.to_string();
        assert_eq!(bad.problems.len(), 5, "{shown}");
        assert!(shown.contains("rules.toml:5:27: 'faces' is a whole number"), "{shown}");
    }
}
