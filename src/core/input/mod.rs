//! What a user hands us: the text of a file, and everything that is wrong with it.
//!
//! Owns reading a file within limits, [`Problem`]s with their place, a TOML reader that collects all
//! problems of a file instead of stopping at the first, and the search for the nearest valid name.
//! It knows no game and prints nothing; `cli` draws the carets.

mod file;
mod held;
mod nearby;
mod toml;

pub use self::file::{FileError, Links, open_file, read_file, read_text_file};
pub use self::held::hold;
pub use self::nearby::file_meant;
pub use self::toml::{Document, Number, Section, Text, one_value, quoted};

use std::fmt;
use std::ops::Range;
use std::path::Path;

/// The largest file that is read, in bytes: a thousand times a long deck.
const MAX_BYTES: u64 = 1 << 20;
/// The most problems of a source that are kept: nobody reads more, and a file of junk has one a byte.
const MAX_PROBLEMS: usize = 100;

/// A text with the name under which the user knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file name as typed, or what stands for it.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// The line and the column of a byte of the text, both counted from 1, the column in characters.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let before = &self.text[..byte.min(self.text.len())];
        (before.matches('\n').count() + 1, before.rsplit('\n').next().unwrap_or("").chars().count() + 1)
    }

    /// A text that comes with the program or from the command line.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// Reads a file of at most 1 MiB of UTF-8 text.
    ///
    /// # Errors
    /// [`BadInput`] if the file cannot be read, is longer, or is not UTF-8 text.
    pub fn read(path: &Path) -> Result<Source, BadInput> {
        let name = path.display().to_string();
        match held::held(path, MAX_BYTES).unwrap_or_else(|| read_text_file(path, MAX_BYTES, Links::Follow)) {
            // Some editors begin a text with a mark of the order of its bytes, which is none of the text.
            Ok(text) => Ok(Source { text: text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned(), name }),
            Err(error) => {
                let mut bad = BadInput::general(name, error.to_string());
                if error.is_missing() {
                    let help = file_meant(path).map(|file| format!("did you mean '{file}'?"));
                    bad.problems.iter_mut().for_each(|problem| problem.help.clone_from(&help));
                }
                Err(bad)
            }
        }
    }
}

/// How bad a problem is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Severity {
    /// The source cannot be used as it is.
    #[default]
    Error,
    /// The source can be used; whoever wrote it may have meant something else.
    Warning,
}

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong: the value and the limit it breaks.
    pub message: String,
    /// The bytes of the source it is about, if it is about a place.
    pub span: Option<Range<usize>>,
    /// What to do, or the nearest valid name.
    pub help: Option<String>,
    /// How bad it is.
    pub severity: Severity,
}

impl Problem {
    /// A problem at a place.
    pub fn at(span: Range<usize>, message: impl Into<String>) -> Problem {
        Problem { message: message.into(), span: Some(span), help: None, severity: Severity::Error }
    }

    /// A problem of the source as a whole.
    pub fn general(message: impl Into<String>) -> Problem {
        Problem { message: message.into(), span: None, help: None, severity: Severity::Error }
    }

    /// The same with advice.
    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }

    /// The same as a warning.
    pub fn warning(self) -> Problem {
        Problem { severity: Severity::Warning, ..self }
    }

    /// The same with "did you mean", if one of `names` is near to `word`.
    pub fn suggest<'n>(self, word: &str, names: impl IntoIterator<Item = &'n str>) -> Problem {
        match nearest(word, names) {
            Some(name) => self.help(format!("did you mean '{name}'?")),
            None => self,
        }
    }
}

/// A source with everything that is wrong with it (at least one problem).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput {
    /// What was read.
    pub source: Source,
    /// The problems in the order of the text: the first 100, and then one that says how many more there are.
    pub problems: Vec<Problem>,
}

impl BadInput {
    /// A problem of a source whose text cannot be shown.
    pub fn general(name: impl Into<String>, message: impl Into<String>) -> BadInput {
        BadInput { source: Source::new(name, ""), problems: vec![Problem::general(message)] }
    }

    /// The problems of `source`, sorted by place; `Ok` with `value` if there are none.
    ///
    /// # Errors
    /// If there is a problem, or no value.
    pub fn unless_empty<T>(source: &Source, mut problems: Vec<Problem>, value: Option<T>) -> Result<T, BadInput> {
        match value {
            Some(value) if problems.is_empty() => Ok(value),
            _ => {
                problems.sort_by_key(|p| p.span.as_ref().map_or(usize::MAX, |s| s.start));
                let more = problems.len().saturating_sub(MAX_PROBLEMS);
                problems.truncate(MAX_PROBLEMS);
                if more > 0 {
                    let problem = if more == 1 { "problem" } else { "problems" };
                    problems.push(Problem::general(format!("and {more} more {problem}")));
                }
                Err(BadInput { source: source.clone(), problems })
            }
        }
    }
}

/// One line a problem: `name:line:column: message`.
impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{}", self.source.name)?;
            if let Some(span) = &problem.span {
                let (line, column) = self.source.line_column(span.start);
                write!(f, ":{line}:{column}")?;
            }
            write!(f, ": {}", problem.message)?;
            if let Some(help) = &problem.help {
                write!(f, " ({help})")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for BadInput {}

/// The valid name nearest to `word`, if one is near enough to be what was meant.
///
/// Near is a Damerau–Levenshtein distance of at most a third of the longer word, or one name being
/// the beginning of the other.
pub fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // A word that is many times as long as any name takes long to compare, and is near to none.
    if word.len() > 200 {
        return None;
    }
    let word = word.to_lowercase();
    names
        .into_iter()
        .filter_map(|name| {
            let lower = name.to_lowercase();
            let distance = strsim::damerau_levenshtein(&word, &lower);
            let begins = word.len() >= 2 && (lower.starts_with(&word) || word.starts_with(&lower));
            let longest = word.chars().count().max(lower.chars().count());
            (begins || 3 * distance <= longest.max(3)).then_some((distance, name))
        })
        .min()
        .map(|(_, name)| name)
}

/// What to tell someone who wrote `word`: the nearest of `names`, or else all of them.
pub fn or_nearest(word: &str, names: &[&str]) -> String {
    match nearest(word, names.iter().copied()) {
        Some(name) => format!("did you mean '{name}'?"),
        None => format!("valid: {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_or_nothing_is() {
        let names = ["stand", "boss", "random"];
        assert_eq!(nearest("stnad", names), Some("stand"));
        assert_eq!(nearest("BOS", names), Some("boss"));
        assert_eq!(nearest("quantum", names), None);
        assert_eq!(nearest("", names), None);
    }

    #[test]
    fn places_count_characters_and_lines_from_one() {
        let source = Source::new("deck.toml", "é = 1\nab = 2\n");
        let bad = BadInput::unless_empty::<()>(&source, vec![Problem::at(7..9, "what")], None).unwrap_err();
        assert_eq!(bad.to_string(), "deck.toml:2:1: what");
        let bad = BadInput::unless_empty::<()>(&source, vec![Problem::at(2..3, "é").help("so")], None).unwrap_err();
        assert_eq!(bad.to_string(), "deck.toml:1:2: é (so)");
    }
}
