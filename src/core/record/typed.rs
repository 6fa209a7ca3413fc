//! What of a command is known to those alone who typed it, and how a shell reads a command.
//!
//! Owns how a record calls the files of a command: by their names, never by their folders.

use super::few;
use serde::{Deserialize, Serialize};

/// What was typed, as far as it cannot be told from the rules and names in a manifest. Every file is called by its name,
/// without its folders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typed {
    /// Options by name and value, in order: those of rules (`edition`, `deck`, `rules`, `rule`); of a sweep and of what is
    /// tuned, all.
    #[serde(deserialize_with = "few::combinations")]
    pub options: Vec<(String, String)>,
    /// The strategies of files: what the tables call each, and how it is typed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "few::combinations")]
    pub strategies: Vec<(String, String)>,
    /// For each varied key its values, if they are files or name files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "few::lists::<{ few::KEYS }, { few::COMBINATIONS }, _, _>")]
    pub vary: Vec<Vec<String>>,
    /// The files that the command needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "few::combinations")]
    pub files: Vec<String>,
}

impl Typed {
    /// How the strategy is typed that the tables call `name`, perhaps with further parameters after it.
    pub fn strategy(&self, name: &str) -> String {
        let of = |known: &str| name.strip_prefix(known).filter(|rest| rest.is_empty() || rest.starts_with(':'));
        let exact = self.strategies.iter().find(|(known, _)| known == name);
        let found = exact.or_else(|| self.strategies.iter().find(|(known, _)| of(known).is_some()));
        found.map_or_else(|| name.to_owned(), |(known, typed)| format!("{typed}{}", of(known).unwrap_or_default()))
    }
}

/// A word as a shell reads it back.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.,:=/@+%".contains(c);
    if !word.is_empty() && word.chars().all(plain) && !word.starts_with('=') {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// A command as a shell reads it back.
pub fn command_of<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_of_files_are_called_by_their_files() {
        let strategies = [("shark", "shark.toml"), ("shark:fat=2", "other.toml:fat=2")];
        let strategies = strategies.map(|(name, typed)| (name.to_owned(), typed.to_owned())).to_vec();
        let typed = Typed { strategies, ..Typed::default() };
        assert_eq!(typed.strategy("shark"), "shark.toml");
        assert_eq!(typed.strategy("shark:fat=0:extra=1"), "shark.toml:fat=0:extra=1");
        assert_eq!(typed.strategy("shark:fat=2"), "other.toml:fat=2");
        assert_eq!(typed.strategy("sharks"), "sharks");
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(
            command_of(["analyze", "a b", "it's", "$x|*", "", "k=1..2"]),
            r"analyze 'a b' 'it'\''s' '$x|*' '' k=1..2"
        );
    }
}
