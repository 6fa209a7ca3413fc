//! The options of the command that a record is of: what was typed, and what each came to.
//!
//! Owns their list in `run.json`. The page, `analyze run DIR/run.json` and the code of the experiment read the command from it.
//! Records of format 1 have no such list; `first_format` makes it from what they have.

use super::limits;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// The name under which the strategies are listed that are typed after a command, without an option.
pub const STRATEGIES: &str = "strategies";

/// An option with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The option, without its dashes; [`STRATEGIES`] for what stands beside the options.
    pub name: String,
    /// The value as it was typed, with numbers in digits and files called by their names without folders; absent if the value
    /// is the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed: Option<String>,
    /// What the value came to: a number in digits, strategies by their names, a key with all its values. Empty for a flag.
    pub value: String,
    /// The files that the typed value names, without folders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "limits::combinations")]
    pub files: Vec<String>,
}

impl Choice {
    /// An option that came to this value, whatever was typed.
    pub fn resolved(name: &str, value: impl ToString) -> Choice {
        Choice { name: name.to_owned(), typed: None, value: value.to_string(), files: Vec::new() }
    }

    /// The value for somebody who has the files: as it was typed where it names any, else what it came to.
    pub fn with_files(&self) -> &str {
        self.typed.as_deref().filter(|_| !self.files.is_empty()).unwrap_or(&self.value)
    }

    /// Whether the files that it names are strategies, whose texts no record has.
    pub fn names_strategy_files(&self) -> bool {
        let is_of_rules = |key: &str| ["game", "deck", "rules"].contains(&key);
        let varied = self.value.split_once('=').filter(|_| self.name == "vary");
        !self.files.is_empty() && !is_of_rules(varied.map_or(&self.name, |(key, _)| key))
    }

    /// How the strategy `name` was typed if it is one of these, perhaps with further parameters after it.
    fn strategy(&self, name: &str) -> Option<String> {
        let typed = self.typed.as_ref().filter(|_| !self.files.is_empty())?;
        typed_as(self.value.split(',').zip(typed.split(',')), name)
    }
}

/// How a strategy was typed, by pairs of a name and what was typed for it: the one of this name, or else one that has further
/// parameters after it here.
pub(super) fn typed_as<'p>(pairs: impl Iterator<Item = (&'p str, &'p str)> + Clone, name: &str) -> Option<String> {
    let rest = |known: &str| name.strip_prefix(known).filter(|rest| rest.is_empty() || rest.starts_with(':'));
    let exact = pairs.clone().find(|(known, _)| *known == name);
    let (known, typed) = exact.or_else(|| pairs.clone().find(|(known, _)| rest(known).is_some()))?;
    Some(format!("{typed}{}", rest(known).unwrap_or_default()))
}

/// How the strategy that the tables call `name` was typed: a file by its name.
pub(super) fn strategy_as_typed(choices: &[Choice], name: &str) -> String {
    let mut strategies = choices.iter().filter(|choice| [STRATEGIES, "bots", "against"].contains(&&*choice.name));
    strategies.find_map(|choice| choice.strategy(name)).unwrap_or_else(|| name.to_owned())
}

/// An option as a `run.json` has it: a pair of name and value in format 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum OptionRecord {
    /// Format 2.
    Choice(Choice),
    /// Format 1.
    Pair(String, String),
}

impl From<Choice> for OptionRecord {
    fn from(choice: Choice) -> OptionRecord {
        OptionRecord::Choice(choice)
    }
}

/// Reads an option as it comes: whatever is read to be looked at first would be in memory before it has a limit.
struct OptionVisitor;

impl<'de> Visitor<'de> for OptionVisitor {
    type Value = OptionRecord;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an option with its value, or a pair of name and value")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<OptionRecord, A::Error> {
        Choice::deserialize(MapAccessDeserializer::new(fields)).map(OptionRecord::Choice)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<OptionRecord, A::Error> {
        let mut next = |at: usize| pair.next_element()?.ok_or_else(|| A::Error::invalid_length(at, &self));
        Ok(OptionRecord::Pair(next(0)?, next(1)?))
    }
}

impl<'de> Deserialize<'de> for OptionRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OptionRecord, D::Error> {
        deserializer.deserialize_any(OptionVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_of_files_are_called_by_their_files() {
        let choice = Choice {
            typed: Some("shark.toml,chaser,other.toml:fat=2".to_owned()),
            files: vec!["shark.toml".to_owned(), "other.toml".to_owned()],
            ..Choice::resolved("bots", "shark,chaser,shark:fat=2")
        };
        let typed = |name: &str| strategy_as_typed(std::slice::from_ref(&choice), name);
        assert_eq!(typed("shark"), "shark.toml");
        assert_eq!(typed("shark:fat=0:extra=1"), "shark.toml:fat=0:extra=1");
        assert_eq!(typed("shark:fat=2"), "other.toml:fat=2");
        assert_eq!(typed("sharks"), "sharks");
        assert!(choice.names_strategy_files());
    }
}
