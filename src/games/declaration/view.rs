//! How a strategy asks: the view of a situation, which records what was asked of it.
//!
//! Owns the questions by which decisions are remembered ([`Question`]) and their record ([`Trace`]). What can be asked is
//! declared in the parent module and in each game.

use super::{Declared, Memory, ObservableIndex, Slot};
use crate::dice::{Generator, below, generator};
use rand::rand_core::Rng;
use std::cell::{Cell, RefCell};

/// A question with a short answer, by which decisions are remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// The number of a slot, or `most` if it is more.
    Slot {
        /// The slot.
        slot: Slot,
        /// Above this, it makes no difference.
        most: u32,
    },
    /// The answer of an observable, or `most` if it is more.
    Answer {
        /// The observable.
        observable: ObservableIndex,
        /// Of which of several, counted from 0.
        of: u8,
        /// Above this, it makes no difference.
        most: u32,
    },
    /// The player's own coin.
    Coin {
        /// Which toss of this decision, from 0.
        toss: u8,
        /// How many sides it has.
        sides: u32,
    },
}

impl Question {
    /// The answer in a situation.
    #[inline]
    pub fn answer<G: Declared>(self, situation: &G::Situation<'_>) -> u32 {
        match self {
            Question::Slot { slot, most } => G::slots(situation)[usize::from(slot)].min(most),
            Question::Answer { observable, of, most } => {
                G::OBSERVABLES[usize::from(observable.0)].answer(situation, of.into()).min(most)
            }
            Question::Coin { toss, sides } => coin::<G>(situation, toss.into(), sides.into()) as u32,
        }
    }

    /// Whether the answer to another question follows from the answer to this one.
    fn covers(self, other: Question) -> bool {
        match (self, other) {
            (Question::Slot { slot, most }, Question::Slot { slot: other, most: enough }) => {
                slot == other && most >= enough
            }
            _ => self == other,
        }
    }
}

/// A number below `sides` from the player's own coin, as the toss of this number.
fn coin<G: Declared>(situation: &G::Situation<'_>, toss: u32, sides: u64) -> u64 {
    let mut words = generator(G::coin_key(situation));
    (0..toss).for_each(|_| {
        words.next_u64();
    });
    below(sides.max(1), &mut words)
}

/// What was asked while something was decided.
#[derive(Debug, Default)]
pub struct Trace {
    questions: RefCell<Vec<(Question, u32)>>,
    unlisted: Cell<bool>,
}

impl Trace {
    /// More different questions than this, and the decision is not remembered.
    const MOST: usize = 64;

    /// The questions with their answers in order, and whether that is all: if something without a short answer was
    /// asked, these are the questions before it. It begins anew.
    pub fn take(&self) -> (Vec<(Question, u32)>, bool) {
        (self.questions.take(), !self.unlisted.replace(false))
    }

    /// Notes a question with its answer, unless the answer follows from that of a question noted before.
    fn note(&self, question: Question, answer: u32) {
        let mut questions = self.questions.borrow_mut();
        if self.unlisted.get() || questions.iter().any(|(known, _)| known.covers(question)) {
            return;
        }
        if questions.len() < Trace::MOST {
            questions.push((question, answer));
        } else {
            self.unlisted.set(true);
        }
    }
}

/// A situation as the player sees it who has to decide: whatever is asked of it is recorded, if somebody wants to know.
pub struct View<'s, G: Declared> {
    /// What is seen. Whoever reads from it without asking has to say what was read, by [`View::note`].
    pub situation: G::Situation<'s>,
    trace: Option<&'s Trace>,
}

impl<G: Declared> Clone for View<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Declared> Copy for View<'_, G> {}

impl<'s, G: Declared> View<'s, G> {
    /// A view of which nothing is recorded.
    #[inline]
    pub fn new(situation: G::Situation<'s>) -> View<'s, G> {
        View { situation, trace: None }
    }

    /// A view of which `trace` records what is asked.
    pub fn traced(situation: G::Situation<'s>, trace: &'s Trace) -> View<'s, G> {
        View { situation, trace: Some(trace) }
    }

    /// The same once more is known.
    pub fn with(self, situation: G::Situation<'s>) -> View<'s, G> {
        View { situation, trace: self.trace }
    }

    /// The answer of an observable.
    #[inline]
    pub fn ask(&self, observable: ObservableIndex) -> u32 {
        self.ask_of(observable, 0, u32::MAX)
    }

    /// The answer of an observable, or `most` if it is more: easier to remember.
    #[inline]
    pub fn ask_up_to(&self, observable: ObservableIndex, most: u32) -> u32 {
        self.ask_of(observable, 0, most)
    }

    /// The answer of one of several, counted from 0, or `most` if it is more.
    #[inline]
    pub fn ask_of(&self, observable: ObservableIndex, of: u32, most: u32) -> u32 {
        self.note(observable, of, most);
        G::OBSERVABLES[usize::from(observable.0)].answer(&self.situation, of).min(most)
    }

    /// Records that an observable was asked.
    #[inline]
    pub fn note(&self, observable: ObservableIndex, of: u32, most: u32) {
        if self.trace.is_some() {
            self.record(observable, of, most);
        }
    }

    #[cold]
    fn record(&self, observable: ObservableIndex, of: u32, most: u32) {
        match G::OBSERVABLES[usize::from(observable.0)].memory {
            Memory::Constant => {}
            Memory::Slot(slot) => self.put(Question::Slot { slot: slot + of as Slot, most }),
            Memory::Comparison(slot) => self.put(Question::Slot { slot, most: u32::MAX }),
            Memory::Slots(slots) => {
                slots.iter().for_each(|&slot| self.put(Question::Slot { slot, most: u32::MAX }));
            }
            Memory::Answer => self.put(Question::Answer { observable, of: of as u8, most }),
            Memory::Never => self.note_unlisted(),
        }
    }

    fn put(&self, question: Question) {
        if let Some(trace) = self.trace {
            trace.note(question, question.answer::<G>(&self.situation));
        }
    }

    /// Records that something without a short answer was asked; a decision made from it is not remembered.
    pub fn note_unlisted(&self) {
        if let Some(trace) = self.trace {
            trace.unlisted.set(true);
        }
    }

    /// Records what was asked of another view of the same situation.
    pub fn note_all(&self, asked: &Trace) {
        let Some(trace) = self.trace else { return };
        asked.questions.borrow().iter().for_each(|&(question, answer)| trace.note(question, answer));
        if asked.unlisted.get() {
            trace.unlisted.set(true);
        }
    }

    /// A number below `sides`, at least 1, from the player's own coin: the toss of this number in the decision, from 0,
    /// whatever else was drawn before. With more than 64 sides or tosses the decision is not remembered.
    pub fn coin(&self, toss: u32, sides: u64) -> u64 {
        self.note_coin(toss, sides);
        coin::<G>(&self.situation, toss, sides)
    }

    /// Records that the player's own coin was tossed.
    pub fn note_coin(&self, toss: u32, sides: u64) {
        match (u8::try_from(toss), u32::try_from(sides)) {
            (Ok(toss @ ..64), Ok(sides @ ..=64)) => self.put(Question::Coin { toss, sides }),
            _ => self.note_unlisted(),
        }
    }

    /// The player's own coin as a generator, for as many tosses as it likes; a decision made with it is not remembered.
    pub fn coins(&self) -> Generator {
        self.note_unlisted();
        generator(G::coin_key(&self.situation))
    }
}
