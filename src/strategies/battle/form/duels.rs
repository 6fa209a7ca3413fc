//! The duel that a file chooses: which, against whom, how dice are picked.
//!
//! Owns how they are written.

use super::words::{Number, Words};
use crate::games::battle::{Contest, Hand};
use crate::input::{Problem, or_nearest};
use crate::strategies::expression::meaning::Amount;
use crate::strategies::form::text_amount;

/// Which duel.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Choice<N> {
    /// The duel; its number does not matter.
    pub(super) contest: Contest,
    /// The limit or the number of dice; without one, what this player's dice cost, or all of them.
    pub(super) number: Option<Amount<N>>,
}

/// Against whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rival {
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

/// The words for how dice are picked.
const HANDS: [(&str, Hand); 2] = [("chosen", Hand::Chosen), ("random", Hand::Random)];

/// The duels, in the order of [`Contest::NAMES`].
const CONTESTS: [Contest; 6] = [
    Contest::FirstTo15,
    Contest::RussianRoulette,
    Contest::ByPoints(1),
    Contest::Battle,
    Contest::Armageddon(1),
    Contest::TwoByTwo,
];

/// Reads a duel.
///
/// # Errors
/// The first problem, placed in the text.
pub(super) fn duel(text: &str, words: &Words<'_>) -> Result<Choice<Number>, Problem> {
    let start = text.len() - text.trim_start().len();
    let name = text[start..].split_whitespace().next().unwrap_or_default();
    let end = start + name.len();
    let Some(contest) = CONTESTS.into_iter().find(|contest| Contest::NAMES[contest.index()] == name) else {
        let problem = Problem::at(start..end.max(start + 1), format!("there is no duel '{name}'"));
        return Err(problem.help(or_nearest(name, &Contest::NAMES)));
    };
    if text[end..].trim().is_empty() {
        return Ok(Choice { contest, number: None });
    }
    match contest {
        Contest::ByPoints(_) | Contest::Armageddon(_) => {
            Ok(Choice { contest, number: Some(text_amount(text, end, words)?) })
        }
        _ => Err(Problem::at(end..text.len(), format!("'{name}' takes no number"))
            .help("by-points takes a limit, armageddon a number of dice")),
    }
}

/// Reads against whom.
///
/// # Errors
/// If it is none of the words.
pub(super) fn against(text: &str, _: &Words<'_>) -> Result<Rival, Problem> {
    one_of(text, &RIVALS, "is nobody to fight")
}

/// Reads how dice are picked.
///
/// # Errors
/// If it is neither of the words.
pub(super) fn hand(text: &str, _: &Words<'_>) -> Result<Hand, Problem> {
    one_of(text, &HANDS, "is no way to pick dice")
}

fn one_of<T: Copy>(text: &str, words: &[(&str, T)], wrong: &str) -> Result<T, Problem> {
    let word = text.trim();
    let found = words.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
    let names: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
    found.ok_or_else(|| Problem::at(0..text.len().max(1), format!("'{word}' {wrong}")).help(or_nearest(word, &names)))
}

impl<N> Choice<N> {
    /// The same with each word replaced.
    pub(super) fn map<M>(&self, replace: &impl Fn(&N) -> Amount<M>) -> Choice<M> {
        Choice { contest: self.contest, number: self.number.as_ref().map(|number| number.map(replace)) }
    }
}
