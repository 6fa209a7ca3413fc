//! Rerolls in strategy files, where they are said in words or left to a plan.
//!
//! Owns how faces are listed, and that `reroll` stands for two keys and `plan` for all of them. Which dice other words
//! pick is for the game.

use super::{Answer, FileForm};
use crate::dice::Face;
use crate::input::{Problem, Section};

/// How dice are picked by what they show.
pub struct Faces {
    /// The word for dice that show 0.
    pub zero: &'static str,
    /// The words that cannot stand in a list of faces.
    pub alone: &'static [&'static str],
    /// What can be written, for messages.
    pub choices: &'static str,
}

impl Faces {
    /// The faces that a text lists, parted by commas: in order, each once.
    ///
    /// # Errors
    /// The first part that is no face, placed in the text.
    pub fn read(&self, text: &str) -> Result<Vec<Face>, Problem> {
        let mut chosen: Vec<Face> = Vec::new();
        let mut at = 0;
        for part in text.split(',') {
            let start = at + (part.len() - part.trim_start().len());
            at += part.len() + 1;
            match part.trim() {
                zero if zero == self.zero => chosen.push(0),
                "odd" => chosen.extend([1, 3, 5]),
                "even" => chosen.extend([2, 4]),
                other => match other.parse() {
                    Ok(face @ 1..=5) if other.len() == 1 => chosen.push(face),
                    _ => return Err(self.unknown(other, start)),
                },
            }
        }
        chosen.sort_unstable();
        chosen.dedup();
        Ok(chosen)
    }

    fn unknown(&self, word: &str, start: usize) -> Problem {
        let place = start..start + word.len().max(1);
        let first = word.split_whitespace().next().unwrap_or_default();
        let message = match self.alone.contains(&first) {
            true => format!("'{first}' stands alone: only faces can be listed"),
            false => format!("'{word}' does not say which dice"),
        };
        Problem::at(place, message).help(format!("write {}", self.choices))
    }
}

/// Settles a table of a file: `plan` says all about the rerolls, and the key at the position `both` stands for the two at
/// `halves`.
pub fn settle<G: FileForm + Clone>(
    table: &Section<'_>,
    answers: &mut [Option<Answer<G>>],
    problems: &mut Vec<Problem>,
    both: usize,
    halves: [usize; 2],
) {
    let names = halves.map(|half| G::KEYS[half].name);
    let words = ["stop", G::KEYS[both].name, names[0], names[1]];
    let word = words.iter().find_map(|key| Some((key, table.place(key)?)));
    if let (Some(plan), Some((key, _))) = (table.place("plan"), word) {
        let message = format!("'plan' says all about the rerolls, so '{key}' cannot stand beside it");
        problems.push(Problem::at(plan, message).help("keep one of them"));
    }
    if let (Some(place), true) = (table.place(words[1]), names.iter().all(|key| table.place(key).is_some())) {
        let [both, first, second] = [words[1], names[0], names[1]];
        let message = format!("'{both}' is never used: '{first}' and '{second}' stand beside it");
        problems.push(Problem::at(place, message).help(format!("'{both}' stands for both of them")));
    }
    let both = answers[both].take();
    for half in halves {
        answers[half] = answers[half].take().or_else(|| both.clone());
    }
}
