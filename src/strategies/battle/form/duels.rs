//! The duel that a file chooses: which, against whom, how dice are picked.
//!
//! Owns how they are written.

use super::Said;
use crate::games::battle::{Battle, Contest};
use crate::input::{Problem, or_nearest};
use crate::strategies::battle::names;
use crate::strategies::form::{Answer, Words, text_amount};

/// Against whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    /// All others.
    All,
    /// The next player clockwise.
    Left,
    /// The next player counter-clockwise.
    Right,
    /// Whose dice cost least.
    Weakest,
    /// Whose dice cost most.
    Strongest,
    /// Whose dice and points come nearest to the goal.
    Nearest,
    /// Who owns the fewest dice.
    Fewest,
    /// Who owns the most dice.
    Most,
}

/// The words for rivals.
const RIVALS: [(&str, Rival); 8] = [
    ("all", Rival::All),
    ("left", Rival::Left),
    ("right", Rival::Right),
    ("weakest", Rival::Weakest),
    ("strongest", Rival::Strongest),
    ("nearest", Rival::Nearest),
    ("fewest", Rival::Fewest),
    ("most", Rival::Most),
];

/// Reads a duel.
///
/// # Errors
/// The first problem, placed in the text.
pub(super) fn duel(text: &str, words: &Words<'_, Battle>) -> Result<Answer<Battle>, Problem> {
    let start = text.len() - text.trim_start().len();
    let name = text[start..].split_whitespace().next().unwrap_or_default();
    let end = start + name.len();
    let Some(contest) = names::contest(name, 1) else {
        let problem = Problem::at(start..end.max(start + 1), format!("there is no duel '{name}'"));
        return Err(problem.help(or_nearest(name, &Contest::NAMES)));
    };
    if text[end..].trim().is_empty() {
        return Ok(Answer::plain(Said::Duel(contest)));
    }
    match contest {
        Contest::ByPoints(_) | Contest::Armageddon(_) => {
            Ok(Answer::of(Said::Duel(contest), text_amount(text, end, words)?))
        }
        _ => Err(Problem::at(end..text.len(), format!("'{name}' takes no number"))
            .help("by-points takes a limit, armageddon a number of dice")),
    }
}

/// Reads against whom.
///
/// # Errors
/// If it is none of the words.
pub(super) fn against(text: &str, _: &Words<'_, Battle>) -> Result<Answer<Battle>, Problem> {
    let rival = |word: &str| RIVALS.iter().find(|(name, _)| *name == word).map(|(_, rival)| Said::Against(*rival));
    one_of(text, rival, &RIVALS.map(|(name, _)| name), "is nobody to fight")
}

/// Reads how dice are picked.
///
/// # Errors
/// If it is neither of the words.
pub(super) fn hand(text: &str, _: &Words<'_, Battle>) -> Result<Answer<Battle>, Problem> {
    one_of(text, |word| names::hand(word).map(Said::Hand), &["chosen", "random"], "is no way to pick dice")
}

fn one_of(
    text: &str,
    find: impl Fn(&str) -> Option<Said>,
    words: &[&str],
    wrong: &str,
) -> Result<Answer<Battle>, Problem> {
    let word = text.trim();
    let problem = || Problem::at(0..text.len().max(1), format!("'{word}' {wrong}")).help(or_nearest(word, words));
    find(word).map(Answer::plain).ok_or_else(problem)
}
