//! How a strategy asks: the view of a situation, which records what was asked of it.
//!
//! Owns the questions by which decisions are remembered ([`Question`]) and their record ([`Trace`]). What can be asked is
//! declared in the parent module and in each game.

use super::{Declared, Known, Memory, ObservableIndex, Slot};
use crate::dice::{Generator, below, generator};
use rand::rand_core::Rng;
use std::cell::{Cell, RefCell};

/// How far a number is looked at: one below an end stands for that end, one above the other for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Within {
    /// Below this, it makes no difference.
    pub least: u32,
    /// Above this, it makes no difference.
    pub most: u32,
}

impl Within {
    /// All of it.
    pub const WHOLE: Within = Within::up_to(u32::MAX);

    /// As far as this.
    pub const fn up_to(most: u32) -> Within {
        Within { least: 0, most }
    }

    /// What a number stands for.
    #[inline]
    pub fn of(self, number: u32) -> u32 {
        number.clamp(self.least, self.most)
    }

    /// As far as both look.
    pub fn and(self, other: Within) -> Within {
        Within { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    /// Whether it looks as far as another.
    fn covers(self, other: Within) -> bool {
        self.and(other) == self
    }

    /// The same of a number that is less by this; what is looked at whole above stays so.
    fn less(self, by: i32) -> Within {
        let most = if self.most == u32::MAX { u32::MAX } else { self.most.saturating_add_signed(-by) };
        Within { least: self.least.saturating_add_signed(-by), most }
    }
}

/// A question with a short answer, by which decisions are remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// The number of a slot.
    Slot {
        /// The slot.
        slot: Slot,
        /// How far it is looked at.
        within: Within,
    },
    /// The answer of an observable.
    Answer {
        /// The observable.
        observable: ObservableIndex,
        /// Of which of several, counted from 0.
        of: u8,
        /// How far it is looked at.
        within: Within,
    },
    /// By how much one observable is more than another, if that is within these numbers, otherwise the nearest of them:
    /// a comparison.
    Difference {
        /// The one.
        of: ObservableIndex,
        /// The other.
        from: ObservableIndex,
        /// The least and the most.
        ends: (i32, i32),
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
    /// The answer in a situation, counted from the least that there can be.
    #[inline]
    pub fn answer<G: Declared>(self, situation: &G::Situation<'_>) -> u32 {
        match self {
            Question::Slot { slot, within } => within.of(G::slots(situation)[usize::from(slot)]) - within.least,
            Question::Answer { observable, of, within } => {
                within.of(G::OBSERVABLES[usize::from(observable.0)].answer(situation, of.into())) - within.least
            }
            Question::Difference { of, from, ends } => {
                (difference::<G>(situation, of, from, ends) - i64::from(ends.0)) as u32
            }
            Question::Coin { toss: number, sides } => toss(G::coin_key(situation), number.into(), sides.into()) as u32,
        }
    }

    /// The slot that answers it, and the number of it that is answered by 0; `None` if no slot does.
    #[inline]
    pub fn slot(self) -> Option<(Slot, u32)> {
        match self {
            Question::Slot { slot, within } => Some((slot, within.least)),
            Question::Answer { .. } | Question::Difference { .. } | Question::Coin { .. } => None,
        }
    }

    /// Whether it is a toss of the player's own coin.
    #[inline]
    pub fn is_coin(self) -> bool {
        matches!(self, Question::Coin { .. })
    }

    /// What is answered by 0.
    pub fn least(self) -> u32 {
        match self {
            Question::Slot { within, .. } | Question::Answer { within, .. } => within.least,
            Question::Difference { .. } | Question::Coin { .. } => 0,
        }
    }

    /// The highest answer.
    pub fn highest(self) -> u32 {
        match self {
            Question::Slot { within: Within { least, most: u32::MAX }, .. }
            | Question::Answer { within: Within { least, most: u32::MAX }, .. } => u32::MAX - least,
            Question::Slot { within, .. } | Question::Answer { within, .. } => within.most - within.least,
            Question::Difference { ends, .. } => ends.0.abs_diff(ends.1),
            Question::Coin { sides, .. } => sides.max(1) - 1,
        }
    }

    /// The question from whose answer the answers to this one and to another follow, if both are about one thing.
    pub fn joined(self, other: Question) -> Option<Question> {
        match (self, other) {
            (Question::Slot { slot, within }, Question::Slot { slot: same, within: other }) if slot == same => {
                Some(Question::Slot { slot, within: within.and(other) })
            }
            (
                Question::Answer { observable, of, within },
                Question::Answer { observable: same, of: it, within: other },
            ) if (observable, of) == (same, it) => Some(Question::Answer { observable, of, within: within.and(other) }),
            _ => (self == other).then_some(self),
        }
    }

    /// Whether the answer to another question follows from the answer to this one.
    fn covers(self, other: Question) -> bool {
        match (self, other) {
            (Question::Slot { slot, within }, Question::Slot { slot: other, within: enough }) => {
                slot == other && within.covers(enough)
            }
            _ => self == other,
        }
    }
}

/// By how much an observable is more than another, or the nearest of these numbers.
fn difference<G: Declared>(
    situation: &G::Situation<'_>,
    of: ObservableIndex,
    from: ObservableIndex,
    (least, most): (i32, i32),
) -> i64 {
    let answer = |index: ObservableIndex| i64::from(G::OBSERVABLES[usize::from(index.0)].answer(situation, 0));
    (answer(of) - answer(from)).clamp(least.into(), most.into())
}

/// A number below `sides` from the coin of this key, as the toss of this number.
#[inline]
pub fn toss(key: u64, number: u32, sides: u64) -> u64 {
    let mut words = generator(key);
    (0..number).for_each(|_| {
        words.next_u64();
    });
    below(sides.max(1), &mut words)
}

/// Why a decision cannot be remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unlisted {
    /// This was asked, which has no short answer.
    Observable(ObservableIndex),
    /// A coin had too many sides, or was tossed too often.
    Coin,
    /// More was asked than is kept.
    Questions,
    /// How the turn is rerolled is known for the turn only.
    Plan,
}

/// What was asked while something was decided.
#[derive(Debug, Default)]
pub struct Trace {
    questions: RefCell<Vec<(Question, u32)>>,
    unlisted: Cell<Option<Unlisted>>,
    reads: RefCell<Reads>,
}

/// Everything that was asked while something was decided, whether or not it can be remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    /// A bit for each observable.
    observables: u128,
    /// The coins that were tossed, in order, each with how it fell.
    pub tosses: Vec<(Question, u32)>,
    has_uncounted_coins: bool,
}

impl Reads {
    /// Whether an observable was asked.
    pub fn has(&self, observable: ObservableIndex) -> bool {
        self.observables >> observable.0 & 1 == 1
    }

    /// Whether a coin was tossed that is not among the tosses, because it has too many sides or was tossed too often.
    pub fn has_uncounted_coins(&self) -> bool {
        self.has_uncounted_coins
    }

    /// Adds what else was asked.
    pub fn note(&mut self, other: &Reads) {
        self.observables |= other.observables;
        self.has_uncounted_coins |= other.has_uncounted_coins;
        other.tosses.iter().for_each(|&(question, answer)| self.toss(question, answer));
    }

    /// Adds a coin that was tossed, unless it is there.
    fn toss(&mut self, question: Question, answer: u32) {
        if !self.tosses.contains(&(question, answer)) {
            self.tosses.push((question, answer));
        }
    }
}

impl Trace {
    /// More different questions than this, and the decision is not remembered.
    const MOST: usize = 64;

    /// The questions with their answers in order, and why that is not all, if it is not: these are the questions before
    /// something without a short answer was asked. It begins anew.
    pub fn take(&self) -> (Vec<(Question, u32)>, Option<Unlisted>) {
        self.reads.take();
        (self.questions.take(), self.unlisted.take())
    }

    /// Everything that was asked since the last [`Trace::take`].
    pub fn reads(&self) -> Reads {
        self.reads.borrow().clone()
    }

    /// Notes that something was asked that has no short answer, unless that was noted before.
    fn note_unlisted(&self, why: Unlisted) {
        self.reads.borrow_mut().has_uncounted_coins |= why == Unlisted::Coin;
        self.unlisted.set(self.unlisted.get().or(Some(why)));
    }

    /// Notes a question with its answer, unless the answer follows from that of a question noted before.
    fn note(&self, question: Question, answer: u32) {
        if matches!(question, Question::Coin { .. }) {
            self.reads.borrow_mut().toss(question, answer);
        }
        let mut questions = self.questions.borrow_mut();
        if self.unlisted.get().is_some() || questions.iter().any(|(known, _)| known.covers(question)) {
            return;
        }
        if questions.len() < Trace::MOST {
            questions.push((question, answer));
        } else {
            self.note_unlisted(Unlisted::Questions);
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
        self.ask_within(observable, 0, Within::WHOLE)
    }

    /// The answer of an observable, or `most` if it is more: easier to remember.
    #[inline]
    pub fn ask_up_to(&self, observable: ObservableIndex, most: u32) -> u32 {
        self.ask_within(observable, 0, Within::up_to(most))
    }

    /// The answer of one of several, counted from 0, or `most` if it is more.
    #[inline]
    pub fn ask_of(&self, observable: ObservableIndex, of: u32, most: u32) -> u32 {
        self.ask_within(observable, of, Within::up_to(most))
    }

    /// The answer of one of several, counted from 0, as far as it is looked at.
    #[inline]
    pub fn ask_within(&self, observable: ObservableIndex, of: u32, within: Within) -> u32 {
        self.note(observable, of, within);
        within.of(G::OBSERVABLES[usize::from(observable.0)].answer(&self.situation, of))
    }

    /// By how much an observable is more than another, or the nearest of the numbers from `ends.0` to `ends.1`: a
    /// comparison is easier to remember than what is compared.
    pub fn ask_difference(&self, of: ObservableIndex, from: ObservableIndex, ends: (i32, i32)) -> i64 {
        if self.trace.is_some() {
            self.record_difference(of, from, ends);
        }
        difference::<G>(&self.situation, of, from, ends)
    }

    #[cold]
    fn record_difference(&self, of: ObservableIndex, from: ObservableIndex, ends: (i32, i32)) {
        [of, from].into_iter().for_each(|index| self.read(index));
        let [a, b] = [of, from].map(|index| &G::OBSERVABLES[usize::from(index.0)]);
        // A decision is looked up before it is made, when not everything is known that it may ask.
        let is_plain = |entry: &super::Observable<G>| entry.known == Known::Always && entry.memory != Memory::Never;
        let end = |end: i32| end.max(0) as u32;
        if let Some(slot) = G::excess(of, from) {
            self.put(Question::Slot { slot, within: Within { least: end(ends.0), most: end(ends.1) } });
        } else if let Some(slot) = G::excess(from, of) {
            self.put(Question::Slot { slot, within: Within { least: end(-ends.1), most: end(-ends.0) } });
        } else if is_plain(a) && is_plain(b) {
            self.put(Question::Difference { of, from, ends });
        } else {
            [of, from].into_iter().for_each(|index| self.record(index, 0, Within::WHOLE));
        }
    }

    /// Records that an observable was asked, as far as it is looked at.
    #[inline]
    pub fn note(&self, observable: ObservableIndex, of: u32, within: Within) {
        if self.trace.is_some() {
            self.record(observable, of, within);
        }
    }

    /// Notes that an observable was asked.
    fn read(&self, observable: ObservableIndex) {
        const { assert!(G::OBSERVABLES.len() <= 128, "each has a bit") };
        if let Some(trace) = self.trace {
            trace.reads.borrow_mut().observables |= 1 << observable.0;
        }
    }

    #[cold]
    fn record(&self, observable: ObservableIndex, of: u32, within: Within) {
        self.read(observable);
        match G::OBSERVABLES[usize::from(observable.0)].memory {
            Memory::Constant => {}
            Memory::Slot(slot) => self.put(Question::Slot { slot: slot + of as Slot, within }),
            Memory::Shifted(slot, by) => self.put(Question::Slot { slot, within: within.less(by) }),
            Memory::Comparison(slot) => self.put(Question::Slot { slot, within: Within::WHOLE }),
            Memory::Slots(slots) => {
                slots.iter().for_each(|&(slot, most)| self.put(Question::Slot { slot, within: Within::up_to(most) }));
            }
            Memory::Answer => self.put(Question::Answer { observable, of: of as u8, within }),
            Memory::Never => self.note_unlisted(Unlisted::Observable(observable)),
        }
    }

    fn put(&self, question: Question) {
        if let Some(trace) = self.trace {
            trace.note(question, question.answer::<G>(&self.situation));
        }
    }

    /// Records that something without a short answer was asked; a decision made from it is not remembered.
    pub fn note_unlisted(&self, why: Unlisted) {
        if let Some(trace) = self.trace {
            trace.note_unlisted(why);
        }
    }

    /// Records what was asked of another view of the same situation.
    pub fn note_all(&self, asked: &Trace) {
        let Some(trace) = self.trace else { return };
        asked.questions.borrow().iter().for_each(|&(question, answer)| trace.note(question, answer));
        asked.unlisted.get().into_iter().for_each(|why| trace.note_unlisted(why));
        trace.reads.borrow_mut().note(&asked.reads.borrow());
    }

    /// A number below `sides`, at least 1, from the player's own coin: the toss of this number in the decision, from 0,
    /// whatever else was drawn before. With more than 64 sides or tosses the decision is not remembered.
    pub fn coin(&self, number: u32, sides: u64) -> u64 {
        self.note_coin(number, sides);
        toss(G::coin_key(&self.situation), number, sides)
    }

    /// Records that the player's own coin was tossed.
    pub fn note_coin(&self, toss: u32, sides: u64) {
        match (u8::try_from(toss), u32::try_from(sides)) {
            (Ok(toss @ ..64), Ok(sides @ ..=64)) => self.put(Question::Coin { toss, sides }),
            _ => self.note_unlisted(Unlisted::Coin),
        }
    }

    /// The player's own coin as a generator, for as many tosses as it likes; a decision made with it is not remembered.
    pub fn coins(&self) -> Generator {
        self.note_unlisted(Unlisted::Coin);
        generator(G::coin_key(&self.situation))
    }
}
