//! The rules of a game that a designer may change: read from a rules file or an option, and written as a file.
//!
//! Owns the form of a rule. Which rules there are, their limits, and what goes together, each game says.

use crate::input::{BadInput, Document, Problem, Section, Source, one_value};
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A rule of a rules file.
pub struct Rule<'r> {
    key: &'static str,
    about: &'static str,
    /// The value as a file has it.
    pub(super) text: String,
    read: Box<Read<'r>>,
}

/// Changes a rule to what a file says of it.
type Read<'r> = dyn FnMut(&Section<'_>, &mut Vec<Problem>) + 'r;

impl<'r> Rule<'r> {
    /// A rule with its key, what it means in a sentence, its value as a file has it, and how it is read from a file that
    /// has the key.
    pub fn new(
        key: &'static str,
        about: &'static str,
        text: String,
        read: impl FnMut(&Section<'_>, &mut Vec<Problem>) + 'r,
    ) -> Rule<'r> {
        Rule { key, about, text, read: Box::new(read) }
    }

    /// A whole number.
    pub fn number<N: Copy + Display + TryFrom<u32>>(
        key: &'static str,
        about: &'static str,
        range: RangeInclusive<u32>,
        value: &'r mut N,
    ) -> Rule<'r> {
        Rule::new(key, about, value.to_string(), move |file, problems| {
            let number = file.optional_integer(key, range.clone(), problems);
            *value = number.and_then(|number| N::try_from(number).ok()).unwrap_or(*value);
        })
    }

    /// One of several values that have names.
    pub fn choice<T: Copy + PartialEq>(
        key: &'static str,
        about: &'static str,
        names: &'r [(&'static str, T)],
        value: &'r mut T,
    ) -> Rule<'r> {
        let name = names.iter().find(|(_, known)| known == value).map_or("", |(name, _)| name);
        Rule::new(key, about, format!("\"{name}\""), move |file, problems| {
            *value = file.choice(key, names, problems).unwrap_or(*value);
        })
    }
}

/// The rules of a game; the default is as published.
pub trait RuleSet: Clone + Default + PartialEq {
    /// The name of the game in print.
    const TITLE: &'static str;
    /// The keys of a rules file.
    const KEYS: &'static [&'static str];

    /// The rules in the order in which a file has them, each with one of the keys.
    fn rules(&mut self) -> Vec<Rule<'_>>;

    /// What the file says that these rules are.
    fn heading(&self) -> String {
        format!("{}: {}", Self::TITLE, if *self == Self::default() { "the rules" } else { "changed rules" })
    }

    /// What of these rules does not go together with so many players: each time value, limit, and what to change.
    fn conflicts(&self, seats: usize) -> Vec<String> {
        let _ = seats;
        Vec::new()
    }

    /// These rules with what a rules file says instead.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    fn with_file(mut self, source: &Source) -> Result<Self, BadInput> {
        let document = Document::parse(source)?;
        let (root, mut problems) = (document.root(), Vec::new());
        root.only(Self::KEYS, &mut problems);
        for mut rule in self.rules().into_iter().filter(|rule| root.place(rule.key).is_some()) {
            (rule.read)(&root, &mut problems);
        }
        BadInput::unless_empty(source, problems, Some(self))
    }

    /// These rules with one option, typed as `key=value`, changed.
    ///
    /// # Errors
    /// If the key or its value is not valid.
    fn with_option(self, option: &str, key: &str, value: &str) -> Result<Self, BadInput> {
        self.with_file(&one_value(option, key, value))
    }

    /// The rules as the file that a user would edit.
    fn to_text(&self) -> String {
        let mut copy = self.clone();
        let lines =
            copy.rules().into_iter().map(|Rule { key, about, text, .. }| format!("# {about}\n{key} = {text}\n"));
        let lines: String = lines.collect();
        format!("# {}. Change them and play with --rules FILE.\n\n{lines}", self.heading())
    }
}
