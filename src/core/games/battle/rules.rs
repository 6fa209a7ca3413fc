//! The rules of Battle Dice that are data: dice, costs, supply, goal, award and limits.
//!
//! Owns what each rule is, its form in a rules file and its range, what follows from several of them and which go
//! together, and the rules that ship.

use super::dice::{Face, KINDS, Kind, Kinds, MOST_DICE, MOST_NUMBER};
use crate::games::rules::{Rule, RuleSet};
use crate::input::{Problem, Section, Source, or_nearest};
use std::sync::LazyLock;

/// The fewest players.
pub const MIN_SEATS: usize = 2;
/// The most players (B01).
pub const MAX_SEATS: usize = 6;
/// The faces of a die.
pub const SIDES: usize = 6;
/// The most dice of a kind that a player may own, whatever the rules say.
pub const MOST_OF_A_KIND: u32 = 5;
/// The highest cost of a die.
pub const MOST_COST: u32 = 20;
/// The most dice of a kind in a box.
const MOST_SUPPLY: u32 = 100;
/// The most turns of a game.
const MOST_TURNS: u32 = 10_000;
/// The most dice that one purchase can be allowed to take.
const MOST_TAKEN: u32 = 10;

/// The text of the rules that ship, with what each of them means.
const SHIPPED: &str = include_str!("rules.toml");

/// The names by which a box is chosen, with its column in [`Die::supply`]; the first leaves it to the number of players
/// (B01).
const VERSIONS: [(&str, Option<usize>); 5] = [
    ("auto", None),
    ("cheap-4", Some(0)),
    ("standard-4", Some(STANDARD_4)),
    ("deluxe-4", Some(2)),
    ("deluxe-6", Some(DELUXE_6)),
];
const STANDARD_4: usize = 1;
const DELUXE_6: usize = 3;

/// What winning a duel brings (B17).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Award {
    /// A point for each beaten opponent.
    Per,
    /// 1 point against one opponent, 2 against several.
    Flat,
}

impl Award {
    /// All awards with their names.
    const NAMES: [(&'static str, Award); 2] = [("per", Award::Per), ("flat", Award::Flat)];
}

/// A kind of die (B01).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    /// What it costs, in points.
    pub cost: u32,
    /// What it can show.
    pub faces: [Face; SIDES],
    /// How many there are in each box: `cheap-4`, `standard-4`, `deluxe-4`, `deluxe-6`.
    pub supply: [u32; 4],
}

/// The rules that are data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Which box, as its column in [`Die::supply`]; none: by the number of players.
    pub version: Option<usize>,
    /// What winning a duel brings.
    pub award: Award,
    /// The cost of dice that wins the game (B19).
    pub goal: u32,
    /// The turns after which the game ends (B19).
    pub cap: u32,
    /// Points at the start (B04).
    pub points: u32,
    /// Dice that the draft must leave within reach (B04).
    pub least: u32,
    /// The most dice of a kind a player may own (B04, B18).
    pub limit: u32,
    /// The most dice a player may take after a duel (B18).
    pub most: u32,
    /// The dice, in the order of [`Kind::ALL`].
    pub dice: [Die; KINDS],
}

impl Rules {
    /// Reads the rules that ship.
    fn shipped() -> Rules {
        let blank = Die { cost: 1, faces: [Face::Number(0); SIDES], supply: [0; 4] };
        let (version, award, dice) = (None, Award::Per, [blank; KINDS]);
        let rules = Rules { version, award, goal: 0, cap: 0, points: 0, least: 0, limit: 0, most: 0, dice };
        #[expect(clippy::expect_used, reason = "the embedded file is read by a test; no user input gets here")]
        rules.with_file(&Source::new("rules", SHIPPED)).expect("the embedded rules are valid")
    }

    /// The die of a kind.
    pub fn die(&self, kind: Kind) -> &Die {
        &self.dice[kind.index()]
    }

    /// What a die of this kind costs.
    pub fn cost(&self, kind: Kind) -> u32 {
        self.die(kind).cost
    }

    /// What all these dice cost.
    #[inline]
    pub fn cost_of(&self, kinds: Kinds) -> u32 {
        Kind::ALL.iter().map(|&kind| kinds.of(kind) * self.cost(kind)).sum()
    }

    /// The box that so many players use (B01).
    fn version(&self, seats: usize) -> usize {
        self.version.unwrap_or(if seats <= 4 { STANDARD_4 } else { DELUXE_6 })
    }

    /// All dice there are with so many players.
    pub fn supply(&self, seats: usize) -> Kinds {
        Kinds::new(self.dice.map(|die| die.supply[self.version(seats)] as u8))
    }

    /// What the winner of a duel against so many opponents gets, in points (B17).
    pub fn award(&self, beaten: u32) -> u32 {
        match self.award {
            Award::Per => beaten,
            Award::Flat => beaten.min(2),
        }
    }
}

impl Default for Rules {
    /// The rules that ship. They are read once.
    ///
    /// # Panics
    /// Never: a test reads the embedded file.
    fn default() -> Rules {
        static READ: LazyLock<Rules> = LazyLock::new(Rules::shipped);
        READ.clone()
    }
}

impl RuleSet for Rules {
    const TITLE: &'static str = "Battle Dice";
    const KEYS: &'static [&'static str] =
        &["version", "award", "goal", "cap", "points", "least", "limit", "most", "die"];

    /// What they mean stands in the text of the rules that ship.
    fn rules(&mut self) -> Vec<Rule<'_>> {
        let Rules { version, award, goal, cap, points, least, limit, most, dice } = self;
        vec![
            Rule::choice("version", "", &VERSIONS, version),
            Rule::choice("award", "", &Award::NAMES, award),
            Rule::number("goal", "", 2..=MOST_DICE as u32 * MOST_COST, goal),
            Rule::number("cap", "", 1..=MOST_TURNS, cap),
            Rule::number("points", "", 1..=100, points),
            Rule::number("least", "", 1..=MOST_DICE as u32, least),
            Rule::number("limit", "", 1..=MOST_OF_A_KIND, limit),
            Rule::number("most", "", 1..=MOST_TAKEN, most),
            Rule::new("die", "", String::new(), |file, problems| {
                let Some(all) = file.optional_section("die", problems) else { return };
                all.only(&Kind::NAMES, problems);
                for (die, name) in dice.iter_mut().zip(Kind::NAMES) {
                    if let Some(section) = all.optional_section(name, problems) {
                        die.read(&section, problems);
                    }
                }
            }),
        ]
    }

    fn conflicts(&self, seats: usize) -> Vec<String> {
        let Rules { points, goal, least, limit, .. } = *self;
        let (version, mut conflicts) = (self.version(seats), Vec::new());
        let most = if version == DELUXE_6 { MAX_SEATS } else { 4 };
        if seats > most {
            let (name, instead) = (VERSIONS[version + 1].0, "(choose 'deluxe-6' or 'auto')");
            conflicts.push(format!("the version '{name}' is for 2 to {most} players, not {seats} {instead}"));
        }
        if goal <= points {
            let start = format!("the {points} points at the start");
            conflicts.push(format!("the rule 'goal' is {goal}, but must be above {start} (raise it)"));
        }
        if least > limit * KINDS as u32 {
            let most = format!("{limit} dice of each of {KINDS} kinds");
            conflicts.push(format!("the rule 'least' is {least}, but with {most} nobody can own so many"));
        }
        conflicts
    }

    /// The text of the rules that ship with these values, one after the other, instead of its own.
    fn to_text(&self) -> String {
        let dice = self.dice.iter().flat_map(|Die { cost, faces, supply }| {
            let faces: Vec<String> = faces.iter().map(|face| format!("\"{face}\"")).collect();
            [cost.to_string(), format!("[{}]", faces.join(", ")), format!("{supply:?}")]
        });
        let mut copy = self.clone();
        let flat = copy.rules().into_iter().map(|rule| rule.text).filter(|text| !text.is_empty());
        let mut values = flat.chain(dice);
        let mut line = |line: &str| match line.split_once(" = ").filter(|_| !line.starts_with('#')) {
            Some((key, _)) => format!("{key} = {}\n", values.next().unwrap_or_default()),
            None => format!("{line}\n"),
        };
        SHIPPED.lines().map(&mut line).collect()
    }
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
    let numbers = format!("0 to {MOST_NUMBER}");
    let names = [&[&*numbers, "helmet N"][..], &Face::NAMED.map(|(name, _)| name)].concat();
    Problem::at(span, format!("'{text}' is not a face")).help(or_nearest(text, &names))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::BadInput;

    fn with(key: &str, value: &str) -> Result<Rules, BadInput> {
        Rules::default().with_option("--rule", key, value)
    }

    /// B01: the dice of the four boxes, as the rule sheet counts them.
    #[test]
    fn the_boxes_have_the_published_numbers_of_dice() {
        let rules = |version| Rules { version, ..Rules::default() };
        let totals = VERSIONS.map(|(_, version)| rules(version).supply(2).total());
        assert_eq!(totals, [42, 32, 42, 48, 72]);
        let rules = Rules::default();
        assert_eq!([2, 3, 4, 5, 6].map(|seats| rules.supply(seats).total()), [42, 42, 42, 72, 72]);
    }

    #[test]
    fn rules_must_go_together() {
        let rules = Rules::default();
        assert!((MIN_SEATS..=MAX_SEATS).all(|seats| rules.conflicts(seats).is_empty()));
        let error = |key, value, seats| with(key, value).unwrap().conflicts(seats).join("; ");
        assert!(error("version", "deluxe-4", 5).contains("2 to 4 players, not 5"));
        assert!(error("points", "20", 2).contains("above the 20 points"));
        let few = with("least", "7").unwrap().with_option("--rule", "limit", "1").unwrap();
        assert!(few.conflicts(2).join("; ").contains("1 dice of each of 6 kinds"));
    }

    #[test]
    fn what_is_shown_can_be_read_again() {
        let rules = Rules::default();
        assert_eq!(rules.to_text(), SHIPPED);
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
        let bad = Rules::default().with_file(&Source::new("rules.toml", text)).unwrap_err();
        let shown = bad.to_string();
        assert_eq!(bad.problems.len(), 5, "{shown}");
        assert!(shown.contains("rules.toml:5:27: 'faces' is a whole number"), "{shown}");
    }
}
