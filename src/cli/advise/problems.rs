//! What is wrong with a position, all of it at once.
//!
//! Owns how lists and numbers are read whose limits depend on the game.

use crate::terminal::failure::Failure;
use crate::terminal::numbers::{counted, small};
use std::ops::RangeInclusive;

/// What was found wrong so far.
#[derive(Debug, Default)]
pub(super) struct Problems(Vec<String>);

impl Problems {
    /// One more, at the option of this name.
    pub(super) fn add(&mut self, option: &str, text: impl AsRef<str>) {
        self.0.push(format!("{option}: {}", text.as_ref()));
    }

    /// Whether nothing was found wrong.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The answer if nothing was found wrong.
    ///
    /// # Errors
    /// Everything that was.
    pub(super) fn finish<T>(self, answer: Option<T>) -> Result<T, Failure> {
        match answer.filter(|_| self.0.is_empty()) {
            Some(answer) => Ok(answer),
            None => Err(Failure::Usage(self.0.join("\nerror: "))),
        }
    }

    /// A number within limits, of these things.
    pub(super) fn number(&mut self, option: &str, number: u64, limits: &RangeInclusive<u32>, what: &str) -> u32 {
        if let Some(number) = u32::try_from(number).ok().filter(|number| limits.contains(number)) {
            return number;
        }
        let (least, most) = (limits.start(), limits.end());
        self.add(option, format!("{}; it must be {least} to {most}", counted(number, what)));
        *least
    }

    /// A seat among this number of seats, counted from 0.
    pub(super) fn seat(&mut self, option: &str, seat: u64, seats: usize) -> usize {
        match usize::try_from(seat).ok().filter(|seat| (1..=seats).contains(seat)) {
            Some(seat) => seat - 1,
            None => {
                self.add(option, format!("there is no seat {seat}; with {seats} players, it must be 1 to {seats}"));
                0
            }
        }
    }

    /// The numbers of a list, one for each seat.
    pub(super) fn numbers(&mut self, option: &str, texts: &[String], most: u32, what: &str) -> Vec<u32> {
        let mut number = |(at, text): (usize, &String)| match small(text) {
            Ok(number) => self.number(option, number, &(0..=most), what),
            Err(why) => {
                self.add(option, format!("'{text}' for seat {}: {why}", at + 1));
                0
            }
        };
        texts.iter().enumerate().map(&mut number).collect()
    }

    /// Options that belong to other games.
    pub(super) fn foreign(&mut self, options: &[&str], title: &str, own: &[&str]) {
        for option in options {
            self.add(option, format!("{title} has no use for it; its options are {}", own.join(", ")));
        }
    }
}

/// A list of numbers of which one is to be chosen, in words: `1, 2 or 3`.
pub(super) fn listed(numbers: impl IntoIterator<Item = impl ToString>) -> String {
    let mut all: Vec<String> = numbers.into_iter().map(|number| number.to_string()).collect();
    match (all.pop(), all.is_empty()) {
        (None, _) => String::new(),
        (Some(last), true) => last,
        (Some(last), false) => format!("{} or {last}", all.join(", ")),
    }
}
