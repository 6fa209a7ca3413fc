//! Decisions in tables with a place for every situation that a strategy tells apart.
//!
//! Owns which slots make up a place and how far each is looked at ([`Field`]): a place is a sum of products, which many
//! games can work out at once, and a decision is one look-up without a comparison. Both grow with what strategies are
//! seen to ask. What depends on more than slots, or on so many that the table would be too large, has no place.

use super::keys::Questions;
use crate::games::declaration::{MOST_SLOTS, Slot, Slots};

/// How many places there are: a power of two, so that a masked number is one. Those that nobody uses take no memory.
pub const PLACES: usize = 1 << 23;

/// What stands at a place whose decision is not known.
pub const UNKNOWN: u32 = 0;

/// Above this a number is looked at when it has been met.
const FIRST_CAP: u32 = 7;

/// A slot that places are made of.
#[derive(Clone, Debug)]
pub struct Field {
    /// The slot.
    pub slot: Slot,
    /// Numbers above this stand for this one.
    pub cap: u32,
    /// By strategy what one more adds to the place; 0 for one that does not look.
    pub strides: Vec<u32>,
}

/// What the decisions of a strategy depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// On slots: on each up to this number, 0 where it does not.
    Slots(Slots),
    /// On more than has a place.
    More,
}

/// What came of storing a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// It has a place.
    Yes,
    /// It has none.
    No,
    /// All places are new ones, and empty.
    Moved,
}

/// Decisions by place.
#[derive(Debug)]
pub struct Dense {
    /// Sorts of decisions of each strategy.
    roots: usize,
    /// The slots from the one whose neighbours are next to each other.
    order: &'static [Slot],
    /// By strategy.
    asked: Vec<Asked>,
    /// By slot how far it is looked at.
    caps: Slots,
    fields: Vec<Field>,
    /// By strategy its first place, and how many a root has.
    first: Vec<u32>,
    size: Vec<u32>,
    entries: Box<[u32; PLACES]>,
}

fn no_entries() -> Box<[u32; PLACES]> {
    #[expect(clippy::expect_used, reason = "the vector has this length")]
    vec![UNKNOWN; PLACES].into_boxed_slice().try_into().expect("so many places")
}

impl Dense {
    /// No decisions yet, of strategies with so many roots each. Numbers of the slots that stand first in `order` are near
    /// each other; it names all.
    pub fn new(strategies: usize, roots: usize, order: &'static [Slot]) -> Dense {
        let asked = vec![Asked::Slots([0; MOST_SLOTS]); strategies];
        let (caps, entries) = ([FIRST_CAP; MOST_SLOTS], no_entries());
        let mut dense =
            Dense { roots, order, asked, caps, fields: Vec::new(), first: Vec::new(), size: Vec::new(), entries };
        dense.lay_out();
        dense
    }

    /// What places are made of.
    #[inline]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The first place of a strategy, and how many each of its roots has: none if its decisions have no place.
    #[inline]
    pub fn roots_of(&self, strategy: usize) -> (u32, u32) {
        (self.first[strategy], self.size[strategy])
    }

    /// The decisions by place. At place 0 none is ever known.
    #[inline]
    pub fn entries(&self) -> &[u32; PLACES] {
        &self.entries
    }

    /// Forgets the decisions.
    pub fn clear(&mut self) {
        self.entries = no_entries();
    }

    /// Stores the decision of a strategy at a root in a situation of these numbers. It depends on these questions.
    pub(super) fn store(
        &mut self,
        (strategy, root): (usize, usize),
        slots: &Slots,
        questions: &Questions,
        entry: u32,
    ) -> Stored {
        let moved = self.learn(strategy, questions) | self.reach(strategy, slots);
        if moved {
            self.lay_out();
            return Stored::Moved;
        }
        match self.place((strategy, root), slots) {
            Some(place) => {
                self.entries[place] = entry;
                Stored::Yes
            }
            None => Stored::No,
        }
    }

    /// The place of a situation, if it has one.
    pub fn place(&self, (strategy, root): (usize, usize), slots: &Slots) -> Option<usize> {
        let (first, size) = self.roots_of(strategy);
        if size == 0 {
            return None;
        }
        let part = |field: &Field| slots[usize::from(field.slot)].min(field.cap) * field.strides[strategy];
        let place = first + root as u32 * size + self.fields.iter().map(part).sum::<u32>();
        Some(place as usize % PLACES)
    }

    /// Takes note of what a strategy asks; says whether that was new.
    fn learn(&mut self, strategy: usize, questions: &Questions) -> bool {
        let Asked::Slots(known) = &mut self.asked[strategy] else { return false };
        let Some(asked) = questions.slots() else {
            self.asked[strategy] = Asked::More;
            return true;
        };
        let before = *known;
        known.iter_mut().zip(asked).for_each(|(known, asked)| *known = asked.max(*known));
        before != *known
    }

    /// Looks farther where a strategy tells numbers apart that are looked at as one; says whether it had to.
    fn reach(&mut self, strategy: usize, slots: &Slots) -> bool {
        let Asked::Slots(asked) = self.asked[strategy] else { return false };
        let mut farther = false;
        for ((cap, &number), most) in self.caps.iter_mut().zip(slots).zip(asked) {
            if number >= *cap && most > *cap {
                *cap = (number + 1 + number / 8).min(most);
                farther = true;
            }
        }
        farther
    }

    /// New places for all.
    fn lay_out(&mut self) {
        self.fields.clear();
        for &slot in self.order {
            let most = |asked: &Asked| if let Asked::Slots(slots) = asked { slots[usize::from(slot)] } else { 0 };
            let most = self.asked.iter().map(most).max().unwrap_or(0);
            if most > 0 {
                let cap = self.caps[usize::from(slot)].min(most);
                self.fields.push(Field { slot, cap, strides: vec![0; self.asked.len()] });
            }
        }
        while !self.lay_out_strategies() {}
        self.clear();
    }

    /// Places for each strategy; false if there are not enough, and the one that would take most has none from now on.
    fn lay_out_strategies(&mut self) -> bool {
        let mut next = 1;
        let (mut first, mut size) = (Vec::new(), Vec::new());
        for (strategy, asked) in self.asked.iter().enumerate() {
            let mut places = 1;
            for field in &mut self.fields {
                let looks = matches!(asked, Asked::Slots(slots) if slots[usize::from(field.slot)] > 0);
                // What does not fit is not used.
                field.strides[strategy] = if looks { places as u32 } else { 0 };
                places = if looks { (places * (u64::from(field.cap) + 1)).min(PLACES as u64) } else { places };
            }
            let places = if *asked == Asked::More { 0 } else { places };
            first.push(if places > 0 { next as u32 } else { 0 });
            size.push(places);
            next += places * self.roots as u64;
        }
        if next > PLACES as u64 {
            let largest = (0..size.len()).max_by_key(|&strategy| size[strategy]);
            largest.into_iter().for_each(|largest| self.asked[largest] = Asked::More);
            return false;
        }
        self.first = first;
        self.size = size.into_iter().map(|places| places as u32).collect();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::declaration::{ObservableIndex, Question, Within};
    use proptest::prelude::*;

    const ORDER: &[Slot] = &[9, 8, 1, 0, 12];

    /// What is asked of these slots, and the answers in a situation.
    fn questions() -> impl Strategy<Value = Vec<Question>> {
        let question = (prop::sample::select(ORDER.to_vec()), prop_oneof![1..30u32, Just(u32::MAX)]);
        prop::collection::vec(
            question.prop_map(|(slot, most)| Question::Slot { slot, within: Within::up_to(most) }),
            1..4,
        )
    }

    fn answer(question: Question, slots: &Slots) -> u32 {
        match question {
            Question::Slot { slot, within } => within.of(slots[usize::from(slot)]),
            _ => 0,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// What stands at a place was stored for the same answers, by the same strategy at the same root, whatever was
        /// asked later; and what was stored last is found.
        #[test]
        fn a_place_has_the_decision_of_its_answers(
            asked in prop::array::uniform2(prop::collection::vec(questions(), 1..6)),
            steps in prop::collection::vec((0..2usize, 0..3usize, any::<prop::sample::Index>(), [0..20u32, 0..9, 0..3, 0..20, 0..2]), 1..60),
        ) {
            let mut dense = Dense::new(2, 3, ORDER);
            let mut known = [Questions::new(0), Questions::new(1)];
            let mut stored = Vec::<((usize, usize), Slots)>::new();
            for (strategy, root, which, numbers) in steps {
                let more = which.get(&asked[strategy]);
                more.iter().for_each(|&question| known[strategy].include(question));
                let mut slots = [0; MOST_SLOTS];
                ORDER.iter().zip(numbers).for_each(|(&slot, number)| slots[usize::from(slot)] = number);
                stored.push(((strategy, root), slots));
                let entry = stored.len() as u32;
                while dense.store((strategy, root), &slots, &known[strategy], entry) == Stored::Moved {}
                let place = dense.place((strategy, root), &slots).unwrap();
                prop_assert!(place > 0 && dense.entries()[place] == entry);
                for (at, (of, slots)) in stored.iter().enumerate() {
                    let Some(place) = dense.place(*of, slots) else { continue };
                    let found = dense.entries()[place];
                    if found == UNKNOWN || found == at as u32 + 1 {
                        continue;
                    }
                    let (other, others) = stored[found as usize - 1];
                    prop_assert_eq!(other, *of);
                    for question in asked[of.0].iter().flatten().filter(|q| known[of.0].slots().is_some_and(|s| asks(&s, **q))) {
                        prop_assert_eq!(answer(*question, slots), answer(*question, &others), "{:?}", question);
                    }
                }
            }
        }
    }

    /// Whether a question is among those that made up what is asked.
    fn asks(asked: &Slots, question: Question) -> bool {
        matches!(question, Question::Slot { slot, within } if asked[usize::from(slot)] >= within.most.min(255))
    }

    #[test]
    fn what_depends_on_too_much_has_no_place() {
        let mut dense = Dense::new(2, 18, ORDER);
        let (mut little, mut much, mut more) = (Questions::new(0), Questions::new(1), Questions::new(1));
        little.include(Question::Slot { slot: 0, within: Within::up_to(6) });
        (0..5).for_each(|at| much.include(Question::Slot { slot: ORDER[at], within: Within::WHOLE }));
        more.include(Question::Answer { observable: ObservableIndex(0), of: 0, within: Within::up_to(1) });
        let slots = [200; MOST_SLOTS];
        for questions in [&much, &more] {
            while dense.store((1, 0), &slots, questions, 5) == Stored::Moved {}
            assert_eq!((dense.place((1, 0), &slots), dense.roots_of(1)), (None, (0, 0)));
        }
        while dense.store((0, 17), &slots, &little, 7) == Stored::Moved {}
        let place = dense.place((0, 17), &slots).unwrap();
        assert_eq!(dense.entries()[place], 7);
        assert_eq!(dense.entries()[0], UNKNOWN);
    }
}
