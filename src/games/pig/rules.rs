//! The rules of Pig that a designer may change: their limits, and the rules file.

use crate::input::{BadInput, Document, Source};
use std::ops::RangeInclusive;

/// The rules in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The score that wins (R06), 1 to 1000.
    pub goal: u32,
    /// The sides of the die (R02), 2 to 100.
    pub sides: u32,
    /// The number that ends a turn (R04), 1 to [`sides`](Rules::sides).
    pub bust: u32,
    /// The turns after which a game is over in any case (R07), 1 to 1,000,000.
    pub cap: u32,
}

impl Default for Rules {
    /// Those of Neller and Presser.
    fn default() -> Rules {
        Rules { goal: 100, sides: 6, bust: 1, cap: 10_000 }
    }
}

/// A rule as a rules file has it: key, meaning, limits, value.
type Entry<'r> = (&'static str, &'static str, RangeInclusive<u32>, &'r mut u32);

impl Rules {
    /// The keys of a rules file.
    pub const KEYS: [&str; 4] = ["goal", "sides", "bust", "cap"];

    fn entries(&mut self) -> [Entry<'_>; 4] {
        let [goal, sides, bust, cap] = Rules::KEYS;
        [
            (goal, "the score that wins", 1..=1_000, &mut self.goal),
            (sides, "the sides of the die, numbered from 1", 2..=100, &mut self.sides),
            (bust, "the number that ends a turn and loses its total, one of the die's", 1..=100, &mut self.bust),
            (cap, "a game is over after so many turns, the highest score winning", 1..=1_000_000, &mut self.cap),
        ]
    }

    /// These rules with what a rules file says instead.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub fn with_file(mut self, source: &Source) -> Result<Rules, BadInput> {
        let document = Document::parse(source)?;
        let (root, mut problems) = (document.root(), Vec::new());
        root.only(&Rules::KEYS, &mut problems);
        for (key, _, range, value) in self.entries() {
            *value = root.optional_integer(key, range, &mut problems).unwrap_or(*value);
        }
        BadInput::unless_empty(source, problems, Some(self))
    }

    /// What of these rules does not go together: value, limit, and what to change.
    pub fn conflict(&self) -> Option<String> {
        let Rules { sides, bust, .. } = *self;
        (bust > sides).then(|| {
            format!("the rule 'bust' is {bust}, but the die has {sides} sides (lower 'bust' or raise 'sides')")
        })
    }

    /// The rules as the file that a user would edit.
    pub fn to_text(&self) -> String {
        let what = if *self == Rules::default() { "the rules" } else { "changed rules" };
        let lines = { *self }.entries().map(|(key, about, _, value)| format!("# {about}\n{key} = {value}\n"));
        format!("# Pig: {what}. Change them and play with --rules FILE.\n\n{}", lines.concat())
    }
}
