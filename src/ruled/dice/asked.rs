//! What can be asked of a hand: its sum, its size, how many dice show a face.

use super::{Dice, Hand};
use std::sync::Arc;

/// The most different things that are asked of hands, and the most numbers in all tables of answers.
const MOST_TABLES: usize = 256;
const MOST_ENTRIES: usize = 1_000_000;
/// The most comparisons of hands with patterns.
const MOST_COMPARED: usize = 30_000_000;
/// The most patterns of a question where hands have no numbers, so that they are compared each time.
const MOST_PATTERNS: usize = 100;

/// The functions of dice, and what each says.
pub(crate) const FUNCTIONS: [(&str, Asked, &str); 9] = [
    ("sum", Asked::Sum, "what some dice show, added up"),
    ("size", Asked::Size, "how many dice they are"),
    ("alike", Asked::Alike, "the most of them that show the same"),
    ("kinds", Asked::Kinds, "how many different faces they show"),
    ("run", Asked::Run, "the most numbers in a row that they show"),
    ("high", Asked::High, "the highest number, 0 of no dice"),
    ("low", Asked::Low, "the lowest number, 0 of no dice"),
    ("points", Asked::Points, "what all of them are worth together by [points], 0 if some are worth nothing"),
    ("best", Asked::Best, "the most that some of them are worth by [points]"),
];

/// Something that can be asked of a hand.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Asked {
    Sum,
    Size,
    Alike,
    Kinds,
    Run,
    High,
    Low,
    /// Answered by `[points]`.
    Points,
    /// Answered by `[points]`.
    Best,
    /// How many dice show one of these faces, a bit each.
    Count(u128),
    /// Whether one of these is part of it: how many dice show each name.
    Has(Vec<Vec<u8>>),
}

impl Asked {
    /// The answer for a hand with these counts.
    fn answer(&self, dice: &Dice, counts: &[u8]) -> i64 {
        let faces = || counts.iter().enumerate().filter(|(_, n)| **n > 0);
        let values = || faces().filter_map(|(face, &n)| Some((dice.faces[face].value?, i64::from(n))));
        match self {
            Asked::Sum => values().map(|(value, n)| value * n).sum(),
            Asked::Size => faces().map(|(_, &n)| i64::from(n)).sum(),
            Asked::Alike => by_name(dice, counts, true).into_iter().max().unwrap_or(0).into(),
            Asked::Kinds => by_name(dice, counts, true).into_iter().filter(|&n| n > 0).count() as i64,
            Asked::Run => longest_run(values().map(|(value, _)| value).collect()),
            Asked::High => values().map(|(value, _)| value).max().unwrap_or(0),
            Asked::Low => values().map(|(value, _)| value).min().unwrap_or(0),
            Asked::Points | Asked::Best => 0,
            Asked::Count(of) => faces().filter(|(face, _)| of >> face & 1 == 1).map(|(_, &n)| i64::from(n)).sum(),
            Asked::Has(patterns) => {
                let counts = by_name(dice, counts, false);
                let inside = |pattern: &Vec<u8>| pattern.iter().zip(&counts).all(|(a, b)| a <= b);
                i64::from(patterns.iter().any(inside))
            }
        }
    }
}

/// How many dice show each name, at the first face of that name; only numbers, if there are some and that is wanted.
fn by_name(dice: &Dice, counts: &[u8], only_numbers: bool) -> Vec<u8> {
    let only_numbers = only_numbers && dice.has_numbers();
    let mut names = vec![0; counts.len()];
    for (face, &n) in counts.iter().enumerate() {
        if !only_numbers || dice.faces[face].value.is_some() {
            names[dice.alike[face]] += n;
        }
    }
    names
}

fn longest_run(mut values: Vec<i64>) -> i64 {
    values.sort_unstable();
    values.dedup();
    let runs = values.chunk_by(|a, b| b - a == 1).map(<[i64]>::len);
    runs.max().unwrap_or(0) as i64
}

/// The answers to what a game or a strategy asks of hands: of each question a table, where hands have numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    all: Vec<(Asked, Arc<[i64]>)>,
    /// How many hands were compared with patterns.
    compared: usize,
}

impl Tables {
    /// Whether a question was asked before.
    pub(crate) fn knows(&self, asked: &Asked) -> bool {
        self.all.iter().any(|(known, _)| known == asked)
    }

    /// The number of a question; fails with a message if there are too many.
    pub(crate) fn ask(&mut self, dice: &Dice, asked: Asked) -> Result<usize, String> {
        if let Some(known) = self.all.iter().position(|(known, _)| *known == asked) {
            return Ok(known);
        }
        if let Asked::Has(patterns) = &asked {
            self.compared = self.compared.saturating_add(patterns.len() * dice.numbered());
        }
        let is_slow = matches!(&asked, Asked::Has(patterns) if dice.numbered() == 0 && patterns.len() > MOST_PATTERNS);
        if is_slow || self.compared > MOST_COMPARED {
            return Err("these patterns stand for too many dice".to_owned());
        }
        let answer = |hand| dice.with_counts(hand as Hand, |counts| asked.answer(dice, counts));
        self.put(asked.clone(), (0..dice.numbered()).map(answer).collect())
    }

    /// The table for the number of dice in a hand; it is added if it does not exist.
    pub(crate) fn size_of(&mut self, dice: &Dice) -> usize {
        let known = self.all.iter().position(|(known, _)| *known == Asked::Size);
        known.unwrap_or_else(|| {
            let answer = |hand| dice.with_counts(hand as Hand, |counts| Asked::Size.answer(dice, counts));
            self.all.push((Asked::Size, (0..dice.numbered()).map(answer).collect()));
            self.all.len() - 1
        })
    }

    /// The number of a question with its answers.
    pub(crate) fn put(&mut self, asked: Asked, answers: Vec<i64>) -> Result<usize, String> {
        let entries: usize = self.all.iter().map(|(_, answers)| answers.len()).sum();
        if self.all.len() == MOST_TABLES || entries > MOST_ENTRIES {
            return Err("too many different things are asked of these dice".to_owned());
        }
        self.all.push((asked, answers.into()));
        Ok(self.all.len() - 1)
    }

    /// The answer to a question.
    #[inline]
    pub(crate) fn answer(&self, dice: &Dice, table: usize, hand: Hand) -> i64 {
        let (asked, answers) = &self.all[table];
        match answers.get(hand as usize) {
            Some(answer) => *answer,
            None => dice.with_counts(hand, |counts| asked.answer(dice, counts)),
        }
    }
}
