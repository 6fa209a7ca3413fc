//! `analyze play --me`: a person plays against strategies, and is asked at the terminal.
//!
//! Owns the conversation: questions, answers, advice, taking back. Another program can have it a step at a time ([`sit`]). A
//! game is told from its start with all answers so far, and only what is new is shown; so to take a move back is to leave out
//! the last answer. What is kept in a file is in `saved`, the table in `table`. `cli::review` prices the decisions.

mod saved;
mod table;

use super::advise::{self, Answer};
use super::command::{Command, PlayArgs};
use super::review::decisions::{self, Decision, End, Whose};
use crate::games::WHOLE_WIN;
use crate::strategies::{Answers, Question};
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::{layout, output};
use saved::Saved;
use std::cmp::Ordering;
use std::io::BufRead as _;
use table::{Seats, Told};

/// What can be answered besides a move.
const HELP: &str = "Answer the questions. ? gives advice, u takes back your last move, q saves the game and quits.\n";

/// What a line means.
enum Line {
    Advice,
    TakeBack,
    Quit,
    Move(String),
}

impl Line {
    fn of(line: Option<String>) -> Line {
        match line.as_deref().map(str::trim) {
            None | Some("q") => Line::Quit,
            Some("?") => Line::Advice,
            Some("u") => Line::TakeBack,
            Some(answer) => Line::Move(answer.to_owned()),
        }
    }
}

/// Plays the game, or goes on with one that was saved.
pub(crate) fn play(args: &PlayArgs) -> Outcome {
    let file = args.save.clone();
    let saved = match args.resume {
        true => Saved::read(&file)?,
        false => Saved::new(&file)?,
    };
    let Ok(Some(Command::Play(typed))) = super::parsed(&saved.words()).map(|arguments| arguments.command) else {
        return refuse(format!("--resume: '{}' is no game that was saved", file.display()));
    };
    let Some(me) = typed.me else { return refuse(format!("--resume: '{}' has no --me", file.display())) };
    let seats = Seats::new(&typed, me)?;
    Conversation { seats, saved, shown: String::new() }.run()
}

/// A game as far as the answers go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitting {
    /// What happened until then.
    pub story: String,
    /// The question that waits for an answer: none if the game is over or the last answer is refused.
    pub question: Option<String>,
    /// What can be answered to it.
    pub answers: Answers,
    /// How the game stands at the question, as words of `analyze advise`, if that can advise there.
    pub advice: Option<Vec<String>>,
    /// Why the last answer cannot be given, if it cannot.
    pub refused: Option<String>,
    /// What the decisions cost, once the game is over.
    pub review: Option<String>,
}

/// Tells the game of a person from its start, with these answers.
pub(in crate::cli) fn sit(args: &PlayArgs, answers: &[String]) -> Result<Sitting, Failure> {
    let Some(me) = args.me else { return Err(Failure::Usage("--me: name the seat of the person".to_owned())) };
    let seats = Seats::new(args, me)?;
    let told = seats.tell(answers)?;
    let (refused, open) = (told.refused(), told.open());
    let words = open.and_then(|question| seats.terms.advice(question, seats.me).ok());
    let is_over = refused.is_none() && open.is_none();
    Ok(Sitting {
        question: open.map(|question| question.text.clone()),
        answers: open.map(|question| question.answers.clone()).unwrap_or_default(),
        advice: words.map(|words| words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect()),
        review: if is_over { Some(review(&seats, answers, &told)?) } else { None },
        refused,
        story: told.story,
    })
}

/// What each decision of the finished game cost, in words.
fn review(seats: &Seats, answers: &[String], told: &Told) -> Result<String, Failure> {
    let ended = told.ended.as_ref().map_err(|fault| Failure::Fault(format!("{fault:?}")))?;
    let mut notes = Vec::new();
    let asked = told.questions.asked.iter().zip(answers).zip(1..);
    let mut decisions = Vec::new();
    for ((question, answer), at) in asked.filter(|((question, _), _)| !question.position.is_empty()) {
        if let Ok(Some((decision, said))) = decisions::priced(&seats.terms, (question, answer), (at, seats.me)) {
            decisions.push(decision);
            notes = said;
        }
    }
    if decisions.is_empty() {
        return Ok("None of your decisions has a price in this game.\n".to_owned());
    }
    let end = End {
        result: f64::from(ended.share[seats.me]) / f64::from(WHOLE_WIN),
        has_cards: decisions::has_cards(told.questions.asked.iter()),
        cards: seats.cards_gave(answers)?.map(|gave| gave[seats.me]),
        others: None,
    };
    let all: Vec<&Decision> = decisions.iter().collect();
    let in_short = decisions::in_short(&all, Whose::Yours, told.questions.asked.len(), Some(end));
    let notes: String = notes.iter().map(|note| format!("- {note}\n")).collect();
    let table = layout::table(&decisions::table(&decisions, Whose::Yours));
    Ok(format!("\n{table}\n{}\n{}", layout::wrapped(&in_short), layout::wrapped(&notes)))
}

struct Conversation {
    seats: Seats,
    saved: Saved,
    /// What was shown of the story.
    shown: String,
}

impl Conversation {
    fn run(mut self) -> Outcome {
        output::result(HELP)?;
        let mut lines = std::io::stdin().lock().lines();
        loop {
            let told = self.seats.tell(&self.saved.answers)?;
            if let Some(problem) = told.refused() {
                output::result(&format!("{problem}\n"))?;
                self.saved.answers.pop();
                continue;
            }
            self.show(&told)?;
            let Some(question) = told.open() else {
                self.saved.forget();
                output::result("\nThe review of your decisions follows; each is compared with the best option.\n")?;
                return output::result(&review(&self.seats, &self.saved.answers, &told)?);
            };
            output::result(&format!("\n{}\n> ", question.text))?;
            match Line::of(lines.next().and_then(Result::ok)) {
                Line::Quit => return self.quit(),
                Line::Advice => self.advise(question),
                Line::TakeBack => self.take_back()?,
                Line::Move(answer) => {
                    self.saved.answers.push(answer);
                    self.saved.write()?;
                }
            }
        }
    }

    /// Shows what is new of the story; if a move was taken back, where it stands then.
    fn show(&mut self, told: &Told) -> Outcome {
        let line_of = |at: usize| told.story[..told.story.floor_char_boundary(at)].rfind('\n').map_or(0, |at| at + 1);
        let alike = told.story.bytes().zip(self.shown.bytes()).take_while(|(a, b)| a == b).count();
        let from = match told.story.len().cmp(&self.shown.len()) {
            Ordering::Greater => line_of(alike),
            Ordering::Equal => told.story.len(),
            Ordering::Less => line_of(told.story.trim_end().len()),
        };
        self.shown.clone_from(&told.story);
        let new = &told.story[from..];
        let is_whole = new.is_empty() || new.ends_with('\n');
        output::result(&format!("{new}{}", if is_whole { "" } else { "\n" }))
    }

    fn quit(&self) -> Outcome {
        self.saved.write()?;
        output::result(&format!("\nThe game is saved. To go on: {}\n", self.saved.resuming()))
    }

    fn take_back(&mut self) -> Outcome {
        if self.saved.answers.pop().is_none() {
            return output::result("There is no move to take back.\n");
        }
        self.saved.write()?;
        output::result("Your last move is taken back.\n")
    }

    /// Shows what the options of the position are worth. That there is no advice is no reason to stop.
    fn advise(&self, question: &Question) {
        let shown = match self.seats.terms.advice(question, self.seats.me) {
            Ok(words) => super::parsed(&words).map_err(|error| Failure::Usage(error.to_string())).and_then(|typed| {
                let Some(Command::Advise(args)) = typed.command else { return Ok(()) };
                let answer = advise::answer(&args)?;
                let notes = decisions::notes(answer.notes.clone());
                output::summary(&Answer { notes, ..answer }.shown(args.shown.format), args.shown.format)
            }),
            Err(why) => output::result(&format!("{why}\n")),
        };
        if let Err(failure) = shown {
            output::remark(&failure.text());
        }
    }
}
