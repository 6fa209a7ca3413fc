//! A person at the table: what a script asks the one who plays.
//!
//! Owns the words `ask_number`, `ask_list` and `ask_way`, and the dialogue of a game. The answers are given before the game
//! is played, in order. Where they end, the game stops at the next question; with one answer more it is played again, and
//! comes to the same question, because every draw is fixed by its key. So to take a move back is to leave out the last answer.

use super::language::{Evaluated, Words, refuse};
use crate::games::recorded::{self, Place};
use rhai::{Array, Dynamic};
use std::cell::RefCell;

/// What a person is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The question, in words.
    pub text: String,
    /// What can be answered.
    pub answers: Answers,
    /// How the game stands, as options of `analyze advise`.
    pub position: Vec<String>,
    /// Where that is in the record of a real table, if one is told.
    pub place: Option<Place>,
}

/// What can be answered to a question, for programs that show more than words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Answers {
    /// What the question says.
    #[default]
    Typed,
    /// One of these.
    Options(Vec<String>),
    /// Any of these dice, which are called by what they show; `none` for none of them.
    Dice(Vec<String>),
}

#[derive(Default)]
struct Dialogue {
    answers: Vec<String>,
    questions: Vec<Question>,
    /// The answers that were given, to as many of the questions.
    given: Vec<String>,
    /// How the turn began, for questions that go on from there.
    turn: Vec<String>,
    /// Why the last answer is none that can be given, where that is known before the game sees it.
    refusal: Option<String>,
}

thread_local! {
    /// The dialogue of the game that this thread plays, if a person plays along.
    static DIALOGUE: RefCell<Option<Dialogue>> = const { RefCell::new(None) };
}

/// What was asked in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Questions {
    /// The questions in their order; if there is one more than there were answers, the game stopped there.
    pub asked: Vec<Question>,
    /// What was answered.
    pub given: Vec<String>,
    /// Why the last answer is none that can be given, where that is known before the game sees it.
    pub refusal: Option<String>,
}

/// Plays with a person who gives these answers.
pub fn play_with<T>(answers: &[String], play: impl FnOnce() -> T) -> (T, Questions) {
    DIALOGUE.set(Some(Dialogue { answers: answers.to_vec(), ..Dialogue::default() }));
    let played = play();
    let Dialogue { questions, given, refusal, .. } = DIALOGUE.take().unwrap_or_default();
    (played, Questions { asked: questions, given, refusal })
}

/// Refuses an answer.
fn cannot<T>(why: String) -> Evaluated<T> {
    in_dialogue(|dialogue| {
        dialogue.refusal = Some(why.clone());
        Ok(())
    })?;
    recorded::wrong(why.clone());
    refuse(why)
}

/// What `read` makes of the dialogue.
fn in_dialogue<T>(read: impl FnOnce(&mut Dialogue) -> Evaluated<T>) -> Evaluated<T> {
    DIALOGUE.with_borrow_mut(|dialogue| match dialogue {
        Some(dialogue) => read(dialogue),
        None => refuse("nobody can be asked here: a person plays with analyze play --me"),
    })
}

fn options(position: &str) -> Vec<String> {
    position.split_whitespace().map(str::to_owned).collect()
}

/// The answer to a question. A position that begins with a `+` goes on from that in which the turn began. Where a record has
/// no answer, it is `usual`.
fn answer(text: &str, answers: Answers, position: &str, usual: Option<&str>) -> Evaluated<String> {
    in_dialogue(|dialogue| {
        let position = match position.strip_prefix('+') {
            Some(own) => [dialogue.turn.clone(), options(own)].concat(),
            None => {
                dialogue.turn = options(position);
                dialogue.turn.clone()
            }
        };
        let given = match recorded::is_told() {
            true => recorded::decided(text, usual).ok(),
            false => dialogue.answers.get(dialogue.questions.len()).cloned(),
        };
        dialogue.given.extend(given.clone());
        dialogue.questions.push(Question { text: text.to_owned(), answers, position, place: recorded::place() });
        given.map_or_else(|| refuse("no answer yet"), Ok)
    })
}

/// The same without words such as `commit`.
fn plain(text: &str, answers: Answers, position: &str, usual: Option<&str>) -> Evaluated<String> {
    answer(text, answers, position, usual).map(|answer| recorded::plainly(&answer))
}

/// The parts of a list, parted by blanks or commas; `none` and `-` have none.
fn parts(text: &str) -> Vec<&str> {
    let parts = text.split([' ', ',']).filter(|part| !part.is_empty());
    parts.filter(|part| !["none", "-"].contains(part)).collect()
}

/// A part of an answer as scripts write it.
fn value(part: &str) -> Dynamic {
    part.parse::<i64>().map_or_else(|_| Dynamic::from(part.to_owned()), Dynamic::from)
}

/// A way to decide as people write it: `bank`, `take 7`, or dice such as `3 3`.
fn written(way: &Dynamic) -> String {
    match way.as_array_ref() {
        Ok(parts) if parts.is_empty() => "none".to_owned(),
        Ok(parts) => parts.iter().map(Dynamic::to_string).collect::<Vec<_>>().join(" "),
        Err(_) => way.to_string(),
    }
}

/// The same whatever the order of its parts.
fn sorted(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = parts(text).into_iter().map(str::to_lowercase).collect();
    parts.sort_unstable();
    parts
}

/// The word by which a person is asked for one of several ways to decide.
pub(super) const ASK_WAY: &str = "ask_way";
/// The most ways that a question lists.
const LISTED: usize = 12;

/// Teaches the words.
pub(super) fn teach(words: &mut Words) {
    words
        .function("ask_number", |text: &str, position: &str, most: i64| -> Evaluated<i64> {
            let numbers = Answers::Options((1..=most).map(|number| number.to_string()).collect());
            let answer = plain(text, numbers, position, None)?;
            answer.trim().parse().or_else(|_| cannot(format!("'{answer}' is no whole number")))
        })
        .function("ask_text", |text: &str, position: &str| -> Evaluated<String> {
            plain(text, Answers::Typed, position, None)
        })
        .function("ask_list", |text: &str, position: &str| -> Evaluated<Array> {
            Ok(parts(&plain(text, Answers::Typed, position, None)?).into_iter().map(value).collect())
        })
        .function("ask_dice", |text: &str, position: &str, shown: Array| -> Evaluated<Array> {
            let shown: Vec<String> = shown.iter().map(Dynamic::to_string).collect();
            let answer = plain(text, Answers::Dice(shown.clone()), position, Some("none"))?;
            let dice = dice(&answer, &shown)?;
            Ok(dice.into_iter().map(|die| Dynamic::from(die as i64)).collect())
        })
        .function(ASK_WAY, |text: &str, position: &str, ways: Array| -> Evaluated<i64> { way(text, position, &ways) })
        .function("refuse_answer", |why: &str| -> Evaluated<()> { cannot(why.to_owned()) })
        .function("turn_begins", |position: &str| -> Evaluated<i64> {
            in_dialogue(|dialogue| {
                dialogue.turn = options(position);
                Ok(dialogue.questions.len() as i64)
            })
        })
        .function("asked", || -> Evaluated<i64> { in_dialogue(|dialogue| Ok(dialogue.questions.len() as i64)) });
}

/// The positions of the dice that the person names by what they show, from 0; `all` names all, `stop` and `none` none.
fn dice(answer: &str, shown: &[String]) -> Evaluated<Vec<usize>> {
    let named = parts(answer);
    match &named[..] {
        ["all"] => return Ok((0..shown.len()).collect()),
        ["stop"] => return Ok(Vec::new()),
        _ => {}
    }
    let mut dice: Vec<usize> = Vec::new();
    for name in named {
        let is_free = |at: &usize| shown[*at].eq_ignore_ascii_case(name) && !dice.contains(at);
        match (0..shown.len()).find(is_free) {
            Some(die) => dice.push(die),
            None => {
                let shown = shown.join(" ");
                return cannot(format!(
                    "'{answer}' is no part of your dice, {shown}; name the dice, or write stop or all"
                ));
            }
        }
    }
    Ok(dice)
}

/// The position of the way that the person takes.
pub(super) fn way(text: &str, position: &str, ways: &[Dynamic]) -> Evaluated<i64> {
    let all: Vec<String> = ways.iter().map(written).collect();
    let (listed, answers) = match all.len() {
        ..=LISTED => (all.join(", "), Answers::Options(all.clone())),
        more => (format!("{}, … ({more} ways)", all[..LISTED].join(", ")), Answers::Typed),
    };
    let answer = answer(&format!("{text} ({listed})"), answers, position, None)?;
    // A way can be called like a verb, so what was said is looked for first.
    let of = |said: &str| all.iter().position(|way| sorted(way) == sorted(said));
    match of(&answer).or_else(|| of(&recorded::plainly(&answer))) {
        Some(at) => Ok(at as i64),
        None => cannot(format!("'{answer}' is none of these: {listed}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(answer: &str) -> Option<Vec<usize>> {
        let shown = ["3", "3", "boss"].map(str::to_owned);
        play_with(&[], || dice(answer, &shown).ok()).0
    }

    #[test]
    fn dice_are_named_by_what_they_show_each_once() {
        for (answer, expected) in [
            ("3 3", Some(vec![0, 1])),
            ("Boss,3", Some(vec![2, 0])),
            ("all", Some(vec![0, 1, 2])),
            ("stop", Some(vec![])),
            ("none", Some(vec![])),
            ("", Some(vec![])),
            ("3 3 3", None),
            ("4", None),
        ] {
            assert_eq!(named(answer), expected, "{answer}");
        }
    }

    #[test]
    fn ways_are_found_in_any_order_of_their_parts() {
        let ways = [
            Dynamic::from("bank".to_owned()),
            Dynamic::from(vec![Dynamic::from(3_i64), Dynamic::from("gem".to_owned())]),
        ];
        let taken = |answer: &str| play_with(&[answer.to_owned()], || way("Which?", "--total 3", &ways).ok());
        assert_eq!(taken("BANK").0, Some(0));
        assert_eq!(taken("gem 3").0, Some(1));
        let (none, questions) = taken("gem");
        assert_eq!((none, questions.refusal.as_deref()), (None, Some("'gem' is none of these: bank, 3 gem")));
        assert_eq!(questions.asked[0].position, ["--total", "3"]);
        assert_eq!(questions.asked[0].answers, Answers::Options(vec!["bank".to_owned(), "3 gem".to_owned()]));
    }

    #[test]
    fn a_game_stops_at_the_first_question_without_an_answer() {
        let asked = |text: &str, position: &str| answer(text, Answers::Typed, position, None);
        let answers = ["1".to_owned()];
        let (played, questions) = play_with(&answers, || (asked("One?", "--a 1").ok(), asked("Two?", "+--b 2").ok()));
        assert_eq!(played, (Some("1".to_owned()), None));
        assert_eq!(questions.asked.len(), 2);
        assert_eq!(questions.asked[1].position, ["--a", "1", "--b", "2"]);
        assert!(asked("Three?", "").is_err(), "nobody plays here");
    }
}
