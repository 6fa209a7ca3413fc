//! Decisions in tables with a place for every situation that a strategy tells apart.
//!
//! Owns which answers make up a place and how far each is looked at: a place is a sum of products, which many games can
//! work out at once, and a decision is one look-up without a comparison. Both grow with what strategies are seen to ask. Where that would take too large a table, a strategy's decisions have no places.

use super::sums::{Addend, Field, Sum, most_counted};
use super::words::{IN_A_WORD, MOST_IN_WORDS, Words};
use crate::games::declaration::{Question, Slot};

/// How many places there are: a power of two, so that a masked number is one. Those that nobody uses take no memory.
pub const PLACES: usize = 1 << 23;

/// What stands at a place whose decision is not known.
pub const UNKNOWN: u32 = 0;

/// Up to this an answer is looked at before a higher one has been met.
const FIRST_CAP: u32 = 7;

/// What came of storing a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// It has a place, or there is none.
    Yes,
    /// All places are new ones, and empty.
    Moved,
}

/// What a strategy's decisions depend on, and where they are.
#[derive(Clone, Debug, Default)]
struct Part {
    questions: Vec<Question>,
    /// Whether they would take too many places.
    is_too_large: bool,
    /// The first place, and how many a root has: none if there are none.
    first: u32,
    size: u32,
    /// What places are made of: numbers of slots, and other answers.
    slots: Vec<SlotField>,
    others: Vec<Addend>,
    /// By field the highest answer that makes a difference; 0 of one that is not asked.
    highest: Vec<u32>,
}

/// A slot that places of a strategy are made of.
#[derive(Clone, Copy, Debug)]
struct SlotField {
    word: usize,
    shift: u32,
    least: u32,
    cap: u32,
    stride: u32,
}

/// Decisions by place.
#[derive(Debug)]
pub struct Dense {
    /// Sorts of decisions of each strategy.
    roots: usize,
    /// The slots from the one whose neighbours are next to each other.
    order: &'static [Slot],
    /// By strategy.
    parts: Vec<Part>,
    fields: Vec<Field>,
    /// How far answers that no cap limits were looked at: once farther, always.
    reached: Vec<(Question, u32)>,
    entries: Box<[u32; PLACES]>,
    /// Whether any strategy here is known to toss coins.
    tosses: bool,
}

fn no_entries() -> Box<[u32; PLACES]> {
    #[expect(clippy::expect_used, reason = "the vector has this length")]
    vec![UNKNOWN; PLACES].into_boxed_slice().try_into().expect("so many places")
}

impl Dense {
    /// No decisions yet, of strategies with so many roots each. Numbers of the slots that stand first in `order` are near
    /// each other.
    pub(super) fn new(strategies: usize, roots: usize, order: &'static [Slot]) -> Dense {
        let (parts, entries) = (vec![Part::default(); strategies], no_entries());
        let mut dense = Dense { roots, order, parts, fields: Vec::new(), reached: Vec::new(), entries, tosses: false };
        dense.lay_out();
        dense
    }

    /// What places are made of.
    #[inline]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Whether decisions can depend on coins: [`TOSSES`](super::sums::TOSSES) may stand at places.
    #[inline]
    pub fn tosses(&self) -> bool {
        self.tosses
    }

    /// The first place of a strategy, and how many each of its roots has: none if its decisions have no places.
    #[inline]
    pub fn roots_of(&self, strategy: usize) -> (u32, u32) {
        (self.parts[strategy].first, self.parts[strategy].size)
    }

    /// What a strategy's places are made of beside slots.
    #[inline]
    pub fn answers_of(&self, strategy: usize) -> impl Iterator<Item = &Addend> {
        self.parts[strategy].others.iter()
    }

    /// Whether the decisions of a strategy have places.
    #[inline]
    pub(super) fn has_places(&self, strategy: usize) -> bool {
        self.parts[strategy].size > 0
    }

    /// The decisions by place. At place 0 none is ever known.
    #[inline]
    pub fn entries(&self) -> &[u32; PLACES] {
        &self.entries
    }

    /// Forgets the decisions.
    pub(super) fn clear(&mut self) {
        self.entries = no_entries();
    }

    /// The place of a situation with these numbers and these other answers, as they are counted, if it has one.
    #[inline(always)]
    pub(super) fn place(
        &self,
        (strategy, root): (usize, usize),
        words: &Words,
        answer: impl Fn(Question) -> u32,
    ) -> Option<usize> {
        let part = &self.parts[strategy];
        if part.size == 0 {
            return None;
        }
        let mut place = part.first + root as u32 * part.size;
        for field in &part.slots {
            let number = (words[field.word % words.len()] >> field.shift) as u32 & MOST_IN_WORDS;
            place += (number.max(field.least) - field.least).min(field.cap) * field.stride;
        }
        place += part.others.iter().map(|other| other.of(answer(other.question))).sum::<u32>();
        Some(place as usize % PLACES)
    }

    /// Takes note of what a strategy asks, which is expected of all others in its family.
    pub(super) fn learn(
        &mut self,
        strategy: usize,
        family: &[usize],
        asked: impl Iterator<Item = Question> + Clone,
    ) -> Stored {
        let moves = learn(strategy, family, |strategy| {
            let Part { questions, is_too_large, .. } = &mut self.parts[strategy];
            Learnt { is_new: join_all(questions, asked.clone()), moves: !*is_too_large }
        });
        self.moved(moves)
    }

    /// Stores the decision of a strategy at a root in a situation with these answers.
    pub(super) fn store(
        &mut self,
        (strategy, root): (usize, usize),
        words: &Words,
        answer: impl Fn(Question) -> u32 + Copy,
        entry: u32,
    ) -> Stored {
        let farther = self.reach(strategy, answer);
        let stored = self.moved(farther);
        if let Some(place) = self.place((strategy, root), words, answer).filter(|_| stored == Stored::Yes) {
            self.entries[place] = entry;
        }
        stored
    }

    /// New places, if they are needed.
    fn moved(&mut self, needed: bool) -> Stored {
        if !needed {
            return Stored::Yes;
        }
        self.lay_out();
        Stored::Moved
    }

    /// Looks farther where a strategy tells answers apart that are looked at as one; says whether it had to.
    fn reach(&mut self, strategy: usize, answer: impl Fn(Question) -> u32) -> bool {
        let mut farther = false;
        for (field, &highest) in
            self.fields.iter().zip(&self.parts[strategy].highest).filter(|(_, highest)| **highest > 0)
        {
            let met = answer(field.question);
            if met >= field.cap && highest > field.cap {
                self.reached.retain(|(question, _)| question.joined(field.question).is_none());
                self.reached.push((field.question, met + 1 + met / 8));
                farther = true;
            }
        }
        farther
    }

    /// New places for all.
    fn lay_out(&mut self) {
        while !self.lay_out_parts() {}
        self.tosses = self.fields.iter().any(|field| field.question.is_coin());
        self.clear();
    }

    /// The answers that places are made of, those of slots first and in order.
    fn all_fields(&self) -> Vec<Field> {
        let mut questions = Vec::new();
        for part in self.parts.iter().filter(|part| !part.is_too_large) {
            join_all(&mut questions, part.questions.iter().copied());
        }
        let position = |question: &Question| {
            let slot = question.slot().and_then(|(slot, _)| self.order.iter().position(|&other| other == slot));
            slot.unwrap_or(self.order.len())
        };
        questions.sort_by_key(position);
        let strategies = self.parts.len();
        let field = |question: Question| {
            let same = |(other, _): &&(Question, u32)| other.joined(question).is_some();
            let reached = self.reached.iter().find(same).map_or(FIRST_CAP, |&(_, reached)| reached);
            let cap = most_counted(question).min(reached);
            Field { question, cap, sum: Sum::Place, strides: vec![0; strategies] }
        };
        questions.into_iter().map(field).collect()
    }

    /// Places for each strategy; false if there are not enough, and the one that would take most has none from now on.
    fn lay_out_parts(&mut self) -> bool {
        self.fields = self.all_fields();
        let (mut next, mut sizes) = (1, Vec::new());
        for (strategy, part) in self.parts.iter_mut().enumerate() {
            let mut places = 1;
            part.slots.clear();
            part.others.clear();
            part.highest = vec![0; self.fields.len()];
            for (field, highest) in self.fields.iter_mut().zip(&mut part.highest) {
                let asked = part.questions.iter().find(|question| question.joined(field.question).is_some());
                if let Some(asked) = asked.filter(|_| !part.is_too_large) {
                    // What does not fit is not used.
                    let stride = places as u32;
                    field.strides[strategy] = stride;
                    match field.slot() {
                        Some((slot, least)) => {
                            let (word, shift) = (slot as usize / IN_A_WORD, 8 * (u32::from(slot) % IN_A_WORD as u32));
                            part.slots.push(SlotField { word, shift, least, cap: field.cap, stride });
                        }
                        None => {
                            let Field { question, cap, sum, .. } = *field;
                            part.others.push(Addend { question, cap, sum, stride });
                        }
                    }
                    let offset = asked.least() - field.question.least();
                    *highest = most_counted(*asked).saturating_add(offset);
                    places = (places * (u64::from(field.cap) + 1)).min(PLACES as u64);
                }
            }
            let places = if part.is_too_large { 0 } else { places };
            (part.first, part.size) = if places > 0 { (next as u32, places as u32) } else { (0, 0) };
            next += places * self.roots as u64;
            sizes.push(places);
        }
        let largest = (0..sizes.len()).max_by_key(|&strategy| sizes[strategy]);
        match largest.filter(|_| next > PLACES as u64) {
            Some(largest) => self.parts[largest].is_too_large = true,
            None => return true,
        }
        false
    }
}

/// What it means that a strategy learnt some questions.
pub(super) struct Learnt {
    /// Whether any was new to it.
    pub is_new: bool,
    /// Whether new questions change where its decisions are looked up.
    pub moves: bool,
}

/// Teaches a strategy, and, if something was new to it, all others in its family. Says whether decisions are now looked up
/// elsewhere.
pub(super) fn learn(strategy: usize, family: &[usize], mut teach: impl FnMut(usize) -> Learnt) -> bool {
    let first = teach(strategy);
    let mut moves = first.is_new && first.moves;
    for &other in family.iter().filter(|_| first.is_new) {
        let learnt = teach(other);
        moves |= learnt.is_new && learnt.moves;
    }
    moves
}

/// Adds questions to others, or to those about the same; says whether anything is new.
pub(super) fn join_all(questions: &mut Vec<Question>, asked: impl Iterator<Item = Question>) -> bool {
    asked.fold(false, |new, question| join(questions, question) | new)
}

/// Adds a question to others, or to the one about the same; says whether anything is new.
fn join(questions: &mut Vec<Question>, question: Question) -> bool {
    for known in questions.iter_mut() {
        if let Some(joined) = known.joined(question) {
            return std::mem::replace(known, joined) != joined;
        }
    }
    questions.push(question);
    true
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{Situation, answer, question, situation, words};
    use super::*;
    use crate::games::declaration::Within;
    use proptest::prelude::*;

    const ORDER: &[Slot] = &[9, 8, 1];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        /// What stands at a place was stored for the same answers to everything asked so far, by the same strategy at the
        /// same root; and what was stored last is found, unless there is no room for what was asked.
        #[test]
        fn a_place_has_the_decision_of_its_answers(
            steps in prop::collection::vec((0..2usize, 0..3usize, prop::collection::vec(question(), 0..2), situation()), 1..60),
            are_alike: bool,
        ) {
            let mut dense = Dense::new(2, 3, ORDER);
            let mut asked = [Vec::new(), Vec::new()];
            let mut stored = Vec::<((usize, usize), Situation)>::new();
            for (strategy, root, questions, situation) in steps {
                let family = if are_alike { vec![0, 1] } else { vec![strategy] };
                dense.learn(strategy, &family, questions.iter().copied());
                family.into_iter().for_each(|other| asked[other].extend(&questions));
                stored.push(((strategy, root), situation));
                let (at, entry) = ((strategy, root), stored.len() as u32);
                while dense.store(at, &words(&situation), |question| answer(&situation, question), entry) == Stored::Moved {}
                match dense.place(at, &words(&situation), |question| answer(&situation, question)) {
                    Some(place) => prop_assert!(place > 0 && dense.entries()[place] == entry),
                    None => prop_assert!(asked[strategy].len() > 2),
                }
                for (number, &(of, situation)) in (1..).zip(&stored) {
                    let found = dense.place(of, &words(&situation), |question| answer(&situation, question));
                    let found = found.map_or(UNKNOWN, |place| dense.entries()[place]);
                    if found != UNKNOWN && found != number {
                        let (other, others) = stored[found as usize - 1];
                        prop_assert_eq!(other, of);
                        for &question in &asked[of.0] {
                            prop_assert_eq!(answer(&situation, question), answer(&others, question), "{:?}", question);
                        }
                    }
                }
            }
        }
    }

    /// Places move once for all of a family.
    #[test]
    fn what_one_asks_is_expected_of_its_family() {
        let mut dense = Dense::new(3, 2, ORDER);
        let asked = || [Question::Slot { slot: 9, within: Within::up_to(3) }].into_iter();
        let learn = |(strategy, family): (usize, &[usize])| dense.learn(strategy, family, asked());
        let learnt = [(0, &[0, 2][..]), (2, &[0, 2]), (1, &[1])].map(learn);
        assert_eq!(learnt, [Stored::Moved, Stored::Yes, Stored::Moved]);
    }

    #[test]
    fn what_depends_on_too_much_has_no_place() {
        let mut dense = Dense::new(2, 18, ORDER);
        let all = |most| (0..5).map(move |slot| Question::Slot { slot, within: Within::up_to(most) });
        let (high, numbers) = (|question: Question| question.highest().min(200), [200 * 0x0101_0101_0101_0101; 3]);
        dense.learn(1, &[1], all(u32::MAX));
        while dense.store((1, 0), &numbers, high, 5) == Stored::Moved {}
        assert_eq!((dense.place((1, 0), &numbers, high), dense.roots_of(1)), (None, (0, 0)));
        dense.learn(0, &[0], all(3));
        while dense.store((0, 17), &numbers, high, 7) == Stored::Moved {}
        assert_eq!(dense.place((0, 17), &numbers, high).map(|place| dense.entries()[place]), Some(7));
        assert_eq!(dense.entries()[0], UNKNOWN);
        dense.clear();
        assert_eq!(dense.place((0, 17), &numbers, high).map(|place| dense.entries()[place]), Some(UNKNOWN));
    }
}
