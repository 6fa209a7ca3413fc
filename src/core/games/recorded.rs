//! Games that were played at a real table: what was decided and what fell, part by part.
//!
//! Owns the parts of such a game and how they are asked for, in their order, while it is told again. Only a game that is
//! narrated asks for them. A thread tells one game at a time, because what strategies are asked is answered from the same parts.
//! The reader of a file knows how parts are written. Each game knows what they mean.

use super::turns::Refused;
use super::{Fault, Seat};
use std::cell::RefCell;

/// What a part of a record is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A round begins, from 1; with its card, if the game has cards.
    Round(u32, Option<String>),
    /// A player's turn begins, from seat 0.
    Turn(usize),
    /// What was decided, in words.
    Decided(String),
    /// What dice showed that fell.
    Fell(Vec<String>),
    /// What the turn came to, where it is not told die by die.
    CameTo(Vec<String>),
}

/// A part of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its line in the file, from 1.
    pub line: usize,
    /// What it is.
    pub what: What,
}

/// Why a record cannot be told further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there, and what would be right.
    pub message: String,
}

/// Where something was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line in the file, from 1.
    pub line: usize,
    /// Who decided, from seat 0.
    pub seat: usize,
}

/// How much of a record was told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Telling {
    /// What is wrong with the record, if that is known.
    pub problem: Option<Problem>,
    /// Whether the record ended before the game.
    pub has_ended: bool,
    /// The line of the part that was told last.
    pub line: usize,
    /// The line of the first part that was not told.
    pub rest: Option<usize>,
}

/// That the game stops here: the record ends, or it has a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Untold;

impl From<Untold> for Refused {
    fn from(_: Untold) -> Refused {
        Refused { returned: "nothing".to_owned(), legal: "what the record says".to_owned() }
    }
}

impl From<Untold> for Fault {
    fn from(_: Untold) -> Fault {
        Refused::from(Untold).fault(Seat(0), 0)
    }
}

#[derive(Debug)]
struct Record {
    parts: Vec<Part>,
    at: usize,
    /// The number of the round that was announced last.
    round: u32,
    place: Place,
    problem: Option<Problem>,
    has_ended: bool,
}

thread_local! {
    /// The record that this thread tells, if it does.
    static RECORD: RefCell<Option<Record>> = const { RefCell::new(None) };
}

/// Tells a game by these parts, which `play` asks for.
pub fn tell<T>(parts: Vec<Part>, play: impl FnOnce() -> T) -> (T, Telling) {
    let place = Place { line: parts.first().map_or(1, |part| part.line), seat: 0 };
    RECORD.set(Some(Record { parts, at: 0, round: 0, place, problem: None, has_ended: false }));
    let played = play();
    let telling = RECORD.take().map_or_else(Telling::default, |record| Telling {
        rest: record.parts.get(record.at).map(|part| part.line),
        line: record.place.line,
        has_ended: record.has_ended,
        problem: record.problem,
    });
    (played, telling)
}

/// Whether this thread tells a record.
pub fn is_told() -> bool {
    RECORD.with_borrow(Option::is_some)
}

fn with<T>(read: impl FnOnce(&mut Record) -> Result<T, Untold>) -> Result<T, Untold> {
    RECORD.with_borrow_mut(|record| match record {
        Some(record) if record.problem.is_none() => read(record),
        _ => Err(Untold),
    })
}

impl Record {
    fn next(&self) -> Option<&Part> {
        self.parts.get(self.at)
    }

    /// The record has no more parts.
    fn end<T>(&mut self) -> Result<T, Untold> {
        self.has_ended = true;
        Err(Untold)
    }

    /// The record is wrong at this line.
    fn wrong<T>(&mut self, line: usize, message: String) -> Result<T, Untold> {
        self.problem = Some(Problem { line, message });
        Err(Untold)
    }

    /// Takes the next part if it is one of those wanted; nothing if the line of the turn ends before it.
    fn take<T>(&mut self, wanted: impl FnOnce(&What) -> Option<T>) -> Option<T> {
        let taken = self.next().and_then(|part| wanted(&part.what).map(|taken| (taken, part.line)));
        taken.map(|(taken, line)| {
            self.at += 1;
            self.place.line = line;
            taken
        })
    }

    /// The announcement of a round, which must be that of the game.
    fn announced(&mut self, (seat, round): (Seat, u32), needs_card: bool) -> Result<(), Untold> {
        let Some(Part { line, what: What::Round(number, card) }) = self.next().cloned() else {
            return match self.next().map(|part| part.line) {
                Some(line) if needs_card && self.round < round => self
                    .wrong(line, format!("round {round} begins here: first write its card, as 'round {round}: CARD'")),
                _ => Ok(()),
            };
        };
        if number != round || number == self.round {
            let seat = seat.number();
            let message =
                format!("this is still round {round}: seat {seat} is on turn, and its line begins with '{seat}:'");
            return self.wrong(line, message);
        }
        match (needs_card, card) {
            (true, None) => self.wrong(line, format!("name the card of the round, as 'round {round}: CARD'")),
            (false, Some(card)) => self.wrong(line, format!("this game has no cards; leave out '{card}'")),
            _ => {
                (self.at, self.round) = (self.at + 1, round);
                Ok(())
            }
        }
    }
}

/// All rounds that are announced with their cards: the line, the number from 1, and the card.
pub fn cards() -> Vec<(usize, u32, String)> {
    let of = |part: &Part| match &part.what {
        What::Round(number, Some(card)) => Some((part.line, *number, card.clone())),
        _ => None,
    };
    RECORD.with_borrow(|record| record.iter().flat_map(|record| record.parts.iter().filter_map(of)).collect())
}

/// A seat is on turn, in this round from 1. A round can be announced before its first turn; if the game has cards, it must be.
///
/// # Errors
/// If the record ends, or has something else here.
pub fn turn(seat: Seat, round: u32, has_cards: bool) -> Result<(), Untold> {
    with(|record| {
        record.announced((seat, round), has_cards)?;
        let Some(part) = record.next().cloned() else { return record.end() };
        let wanted = seat.number();
        match part.what {
            What::Turn(found) if found == seat.index() => {
                record.at += 1;
                record.place = Place { line: part.line, seat: found };
                Ok(())
            }
            What::Turn(found) => {
                let found = found + 1;
                record.wrong(part.line, format!("seat {wanted} is on turn, not seat {found}"))
            }
            what => record.wrong(part.line, format!("the turn is over before {}", what.shown())),
        }
    })
}

/// Whether the next line is a turn of this seat that begins with one of these words: then it is on turn, and the word is left
/// out.
pub fn turn_if(seat: Seat, words: &[&str]) -> bool {
    let is_next = with(|record| {
        let found = record.next().map(|part| part.what.clone()) == Some(What::Turn(seat.index()));
        let place = record.at + 1;
        let Some(Part { line, what: What::Decided(text) }) = record.parts.get_mut(place).filter(|_| found) else {
            return Err(Untold);
        };
        let Some(rest) = words.iter().find_map(|word| text.strip_prefix(word)) else { return Err(Untold) };
        *text = rest.trim().to_owned();
        record.place = Place { line: *line, seat: seat.index() };
        record.at = place;
        Ok(())
    });
    is_next.is_ok()
}

/// What the rest of the turn's line says that begins with one of these words, without the word; it counts as told.
pub(crate) fn said_later(words: &[&str]) -> Option<(String, String)> {
    let found = with(|record| {
        let rest = &record.parts[record.at..];
        let of_turn = rest.iter().take_while(|part| !matches!(part.what, What::Turn(_) | What::Round(..)));
        let said = of_turn.enumerate().find_map(|(at, part)| match &part.what {
            What::Decided(text) => {
                let (word, rest) = text.split_once(' ')?;
                words.contains(&word).then(|| (at, word.to_owned(), rest.to_owned()))
            }
            _ => None,
        });
        let (at, word, rest) = said.ok_or(Untold)?;
        record.parts.remove(record.at + at);
        Ok((word, rest))
    });
    found.ok()
}

/// The faces of this number of dice, in the order of the record.
///
/// # Errors
/// If the record ends, or has something else here.
pub fn fell(dice: usize) -> Result<Vec<String>, Untold> {
    with(|record| {
        let count = if dice == 1 { "1 die falls".to_owned() } else { format!("{dice} dice fall") };
        let write = "write what they show in brackets, such as [3 1]";
        let line = record.place.line;
        match record.next().cloned() {
            None => record.end(),
            Some(Part { line, what: What::Fell(shown) }) => {
                record.at += 1;
                match shown.len() {
                    found if found == dice => Ok(shown),
                    found => {
                        record.wrong(line, format!("{count} here, but {found} are in brackets: [{}]", shown.join(" ")))
                    }
                }
            }
            Some(part) if part.line == line => {
                record.wrong(line, format!("{count} before {}: {write}", part.what.shown()))
            }
            Some(_) => record.wrong(line, format!("the line ends too early: {count}; {write}")),
        }
    })
}

/// What the turn came to, if the record says that here.
pub fn came_to() -> Option<Vec<String>> {
    let found = with(|record| {
        record
            .take(|what| match what {
                What::CameTo(words) => Some(words.clone()),
                _ => None,
            })
            .ok_or(Untold)
    });
    found.ok()
}

/// What was decided, where this was asked. Without an answer in the line of the turn, it is `usual`, if there is a usual answer.
///
/// # Errors
/// If the record ends, or has something else here.
pub fn decided(asked: &str, usual: Option<&str>) -> Result<String, Untold> {
    with(|record| {
        let decided = record.take(|what| match what {
            What::Decided(text) => Some(text.clone()),
            _ => None,
        });
        if let Some(decided) = decided {
            return Ok(decided);
        }
        let line = record.place.line;
        let here = record.next().filter(|part| part.line == line).map(|part| part.what.clone());
        match (here, usual) {
            (None | Some(What::CameTo(_)), Some(usual)) => Ok(usual.to_owned()),
            (None, None) if record.next().is_none() => record.end(),
            (here, _) => {
                let before = here
                    .map_or_else(|| "the line ends too early".to_owned(), |what| format!("before {}", what.shown()));
                record.wrong(line, format!("{before}: here the player decides. {asked}"))
            }
        }
    })
}

/// The part that was told last is wrong.
pub fn wrong(message: String) -> Untold {
    let _ = with(|record| record.wrong::<()>(record.place.line, message));
    Untold
}

/// Words before a decision that say no more than what kind of decision it is.
const VERBS: [&str; 8] = ["commits", "commit", "rerolls", "reroll", "keeps", "keep", "drafts", "draft"];

/// A decision without the words that say no more than what kind of decision it is, such as `3` for `commit 3 dice`.
pub fn plainly(text: &str) -> String {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    while words.len() > 1 && VERBS.contains(&words[0]) {
        words.remove(0);
    }
    while words.len() > 1 && words.last().is_some_and(|word| ["dice", "die"].contains(word)) {
        words.pop();
    }
    words.join(" ")
}

/// The one thing that can be decided: a record may say it, or not.
pub fn only(way: &str) {
    let sorted = |text: &str| {
        let mut words: Vec<String> = text.split([' ', ',']).map(str::to_lowercase).collect();
        words.sort_unstable();
        words
    };
    let _ = with(|record| {
        let is_way = |text: &str| sorted(text) == sorted(way) || sorted(&plainly(text)) == sorted(way);
        let is_said = |what: &What| matches!(what, What::Decided(text) if is_way(text)).then_some(());
        record.take(is_said).ok_or(Untold)
    });
}

/// What a line says is wrong.
pub fn wrong_at(line: usize, message: String) -> Untold {
    let _ = with(|record| record.wrong::<()>(line, message));
    Untold
}

/// Where the game is told.
pub fn place() -> Option<Place> {
    RECORD.with_borrow(|record| record.as_ref().map(|record| record.place))
}

impl What {
    /// The part as it is written.
    fn shown(&self) -> String {
        match self {
            What::Round(number, _) => format!("'round {number}'"),
            What::Turn(seat) => format!("the turn of seat {}", seat + 1),
            What::Decided(text) => format!("'{text}'"),
            What::Fell(shown) => format!("[{}]", shown.join(" ")),
            What::CameTo(words) => format!("'= {}'", words.join(" ")),
        }
    }
}
