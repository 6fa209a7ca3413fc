//! The file of a game that was played at a real table.
//!
//! Owns its format: lines `key: value` that say which game it was, then a line for each round and each turn. What turns mean
//! is for the games.

use crate::games::MAX_SEATS;
use crate::games::recorded::{Part, What};
use crate::input::{BadInput, Problem, Source, or_nearest};
use std::ops::Range;

/// The keys of the first lines: options of the same names, and who asks.
const KEYS: [&str; 7] = ["game", "players", "edition", "deck", "rules", "rule", ME];
/// The key of the seat whose decisions are reviewed.
const ME: &str = "me";
/// The most lines of a file.
const MOST_LINES: usize = 20_000;
/// The most rounds that a line can name.
const MOST_ROUNDS: u32 = 1 << 24;
/// What a file says.
#[derive(Debug)]
pub(super) struct Record {
    source: Source,
    /// The options, each with its value.
    pub(super) options: Vec<(String, String)>,
    /// The seat whose decisions are reviewed, as it was written.
    pub(super) me: Option<String>,
    pub(super) parts: Vec<Part>,
}

/// A line with its number, from 1, and where it is in the text.
#[derive(Clone, Copy)]
struct Line<'t> {
    number: usize,
    start: usize,
    text: &'t str,
}

impl Line<'_> {
    fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::at(self.span(), message)
    }
}

/// The lines that say something, without comments.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    let numbered = text.split('\n').zip(1..).map(move |(whole, number)| {
        let start = at;
        at += whole.len() + 1;
        let said = whole.split('#').next().unwrap_or_default();
        let text = said.trim();
        Line { number, start: start + said.len() - said.trim_start().len(), text }
    });
    numbered.filter(|line| !line.text.is_empty())
}

impl Record {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// Everything that is wrong with it, as far as that can be seen without the rules.
    pub(super) fn parse(source: Source) -> Result<Record, BadInput> {
        let mut record = Record { source, options: Vec::new(), me: None, parts: Vec::new() };
        let text = record.source.text.clone();
        let mut problems = Vec::new();
        for line in lines(&text) {
            if line.number > MOST_LINES {
                problems.push(line.problem(format!("a game has at most {MOST_LINES} lines")));
                break;
            }
            if let Err(problem) = record.line(line) {
                problems.push(problem);
            }
        }
        if record.parts.is_empty() && problems.is_empty() {
            let help =
                "write a line for each turn: the seat, a colon, and what happened, such as '1: [3] roll [4] hold'";
            problems.push(Problem::general("no turn is written here").help(help));
        }
        let source = record.source.clone();
        BadInput::unless_empty(&source, problems, Some(record))
    }

    /// The file with a problem in a line.
    pub(super) fn wrong(&self, number: usize, message: impl Into<String>) -> BadInput {
        let span = lines(&self.source.text).find(|line| line.number == number).map(|line| line.span());
        let message = message.into();
        let problem = match span {
            Some(span) => Problem::at(span, message),
            None => Problem::general(message),
        };
        BadInput { source: self.source.clone(), problems: vec![problem] }
    }

    /// The file with a problem of one of its options, or of the whole.
    pub(super) fn wrong_option(&self, key: &str, message: impl Into<String>) -> BadInput {
        let is_of = |line: &Line<'_>| line.text.split(':').next().is_some_and(|found| found.trim() == key);
        self.wrong(lines(&self.source.text).find(is_of).map_or(0, |line| line.number), message)
    }

    /// The highest seat that is named.
    pub(super) fn seats(&self) -> usize {
        let seat = |part: &Part| if let What::Turn(seat) = part.what { seat + 1 } else { 0 };
        self.parts.iter().map(seat).max().unwrap_or(0)
    }

    fn line(&mut self, line: Line<'_>) -> Result<(), Problem> {
        if let Some(control) = line.text.chars().find(|sign| sign.is_control() && *sign != '\t') {
            return Err(line.problem(format!("the line has the control character {control:?}")));
        }
        let (head, rest) =
            line.text.split_once(':').map_or((line.text, None), |(head, rest)| (head, Some(rest.trim())));
        let head = head.trim();
        let words: Vec<&str> = head.split_whitespace().collect();
        match (&words[..], rest) {
            (["round", number], rest) => self.round(line, number, rest),
            (["seat", seat], Some(rest)) => self.turn(line, seat, rest),
            ([seat], Some(rest)) if seat.starts_with(|sign: char| sign.is_ascii_digit()) => self.turn(line, seat, rest),
            ([key], Some(value)) if KEYS.contains(key) => self.option(line, key, value),
            ([key], Some(_)) => Err(line.problem(format!("'{key}' is unknown")).help(or_nearest(key, &KEYS))),
            _ => {
                let message = format!("'{head}' is no option, round or turn");
                Err(line.problem(message).help("a line begins with the seat and a colon, as '2: …', or with 'round 3'"))
            }
        }
    }

    fn option(&mut self, line: Line<'_>, key: &str, value: &str) -> Result<(), Problem> {
        if !self.parts.is_empty() {
            return Err(line.problem(format!("'{key}' belongs at the top, before the first round or turn")));
        }
        if value.is_empty() {
            return Err(line.problem(format!("'{key}' has no value")));
        }
        let is_again =
            (key == ME && self.me.is_some()) || (key != "rule" && self.options.iter().any(|(known, _)| known == key));
        if is_again {
            return Err(line.problem(format!("'{key}' is here a second time")));
        }
        match key {
            ME => self.me = Some(value.to_owned()),
            _ => self.options.push((key.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    fn round(&mut self, line: Line<'_>, number: &str, card: Option<&str>) -> Result<(), Problem> {
        let found = number.parse::<u32>().ok().filter(|number| (1..=MOST_ROUNDS).contains(number));
        let number = found.ok_or_else(|| line.problem(format!("'{number}' is no round; the first is 1")))?;
        let card = card.filter(|card| !card.is_empty()).map(str::to_owned);
        self.parts.push(Part { line: line.number, what: What::Round(number, card) });
        Ok(())
    }

    fn turn(&mut self, line: Line<'_>, seat: &str, rest: &str) -> Result<(), Problem> {
        let found = seat.parse::<usize>().ok().filter(|seat| (1..=MAX_SEATS).contains(seat));
        let seat = found.ok_or_else(|| line.problem(format!("'{seat}' is no seat; seats are 1 to {MAX_SEATS}")))?;
        let mut parts = vec![What::Turn(seat - 1)];
        let mut rest = rest;
        while let Some(at) = rest.find(['[', ']', '=', ';']) {
            decided(&rest[..at], &mut parts);
            let (sign, after) = (&rest[at..=at], &rest[at + 1..]);
            rest = match sign {
                "[" => {
                    let end = after.find(']').ok_or_else(|| line.problem("'[' is never closed with ']'"))?;
                    let shown = words(&after[..end]);
                    if shown.is_empty() {
                        return Err(line.problem("[] has no dice; write what they show, such as [3 1]"));
                    }
                    parts.push(What::Fell(shown));
                    &after[end + 1..]
                }
                "=" => {
                    let end = after.find(['[', ';']).unwrap_or(after.len());
                    let result = words(&after[..end]);
                    if result.is_empty() {
                        return Err(line.problem("'=' is followed by nothing; write the result of the turn"));
                    }
                    parts.push(What::CameTo(result));
                    &after[end..]
                }
                "]" => return Err(line.problem("']' closes nothing")),
                _ => after,
            };
        }
        decided(rest, &mut parts);
        self.parts.extend(parts.into_iter().map(|what| Part { line: line.number, what }));
        Ok(())
    }
}

/// Words, parted by blanks or commas.
fn words(text: &str) -> Vec<String> {
    text.split([' ', ',', '\t']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Adds a decision, if there is one.
fn decided(text: &str, parts: &mut Vec<What>) {
    let text = text.trim_matches(|sign: char| sign.is_whitespace() || [',', '.'].contains(&sign));
    if !text.is_empty() {
        parts.push(What::Decided(text.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Result<Vec<What>, Vec<String>> {
        match Record::parse(Source::new("game.txt", text)) {
            Ok(record) => Ok(record.parts.into_iter().map(|part| part.what).collect()),
            Err(bad) => Err(bad.problems.into_iter().map(|problem| problem.message).collect()),
        }
    }

    fn fell(shown: &[&str]) -> What {
        What::Fell(shown.iter().map(|&face| face.to_owned()).collect())
    }

    #[test]
    fn a_turn_has_decisions_dice_and_a_result() {
        let said = |text: &str| What::Decided(text.to_owned());
        assert_eq!(
            parts("2: commit 3 dice [3 3,boss] reroll boss [1]; stop = 7 # well done").unwrap(),
            [
                What::Turn(1),
                said("commit 3 dice"),
                fell(&["3", "3", "boss"]),
                said("reroll boss"),
                fell(&["1"]),
                said("stop"),
                What::CameTo(vec!["7".into()])
            ]
        );
        assert_eq!(parts("round 2: odd>=2\nseat 1: roll").unwrap()[0], What::Round(2, Some("odd>=2".into())));
        // A word that says all there is to say stays.
        assert_eq!(parts("1: keep").unwrap()[1], said("keep"));
    }

    #[test]
    fn all_problems_are_found_at_once() {
        let found =
            parts("game: pig\ngmae: pig\n1: [3\n7: roll\n2: ]\n3: []\nplayers: 2\nhello\n2: =\nround x\n").unwrap_err();
        let expected = [
            "'gmae' is unknown",
            "'[' is never closed",
            "'7' is no seat",
            "']' closes nothing",
            "[] has no dice",
            "'hello' is no option",
            "'=' is followed by nothing",
            "'x' is no round",
        ];
        assert_eq!(found.len(), expected.len(), "{found:?}");
        found
            .iter()
            .zip(expected)
            .for_each(|(found, expected)| assert!(found.contains(expected), "{found} {expected}"));
        assert_eq!(parts("game: pig").unwrap_err(), ["no turn is written here"]);
        assert_eq!(
            parts("1: roll\ngame: pig").unwrap_err(),
            ["'game' belongs at the top, before the first round or turn"]
        );
    }
}
