//! Situations and questions at random, for the tests of what is remembered.

use super::words::{IN_A_WORD, Words, at_slot};
use crate::games::declaration::{ObservableIndex, Question, Slot, Slots, Within};
use proptest::prelude::*;

/// What a situation is: the numbers of its slots, and three answers that no slot gives.
pub(super) type Situation = (Slots, [u32; 3]);

pub(super) fn words((slots, _): &Situation) -> Words {
    let word = |word| (0..IN_A_WORD).fold(0, |all, at| all | at_slot(at as Slot, slots[word * IN_A_WORD + at]));
    std::array::from_fn(word)
}

pub(super) fn answer((slots, answers): &Situation, question: Question) -> u32 {
    match question {
        Question::Slot { slot, within } => within.of(slots[usize::from(slot)]) - within.least,
        Question::Answer { observable, within, .. } => within.of(answers[usize::from(observable.0)]) - within.least,
        Question::Difference { .. } => 0,
        Question::Coin { toss, .. } => answers[usize::from(toss)] % 2,
    }
}

pub(super) fn question() -> impl Strategy<Value = Question> {
    let within = || {
        (0..4u32, prop_oneof![1..30u32, Just(u32::MAX)])
            .prop_map(|(least, more)| Within { least, most: least.saturating_add(more) })
    };
    prop_oneof![
        4 => (prop::sample::select(vec![0, 8, 1, 2, 9]), within()).prop_map(|(slot, within)| Question::Slot { slot, within }),
        1 => (0..2u8, within()).prop_map(|(at, within)| Question::Answer { observable: ObservableIndex(at), of: 0, within }),
        1 => Just(Question::Coin { toss: 2, sides: 2 }),
    ]
}

pub(super) fn situation() -> impl Strategy<Value = Situation> {
    let number = || prop_oneof![6 => 0..4u32, 2 => 0..20u32];
    (prop::array::uniform24(number()), prop::array::uniform3(number()))
}
