//! Comparisons, brought into the form in which least has to be asked.
//!
//! Owns what becomes of a comparison of observables once parameters are put in: one observable is compared with a number,
//! or the difference of two is, and only the numbers next to that number make a difference. So a decision is remembered by
//! the outcome of the comparison, not by what is compared.

use super::Condition;
use super::FileForm;
use super::meaning::{Amount, Atom};
use super::syntax::{Arithmetic, Comparison};
use super::words::{Difference, Word};
use crate::games::declaration::{ObservableIndex, Within};

/// Numbers up to this are taken apart, so that no sum of them overflows.
const MOST: i64 = 1 << 28;

/// One observable less another, and a number.
#[derive(Clone, Copy)]
struct Sum {
    plus: Option<ObservableIndex>,
    minus: Option<ObservableIndex>,
    number: i64,
}

impl Sum {
    /// What an amount is, if it is one.
    fn of<W>(amount: &Amount<Word<W>>) -> Option<Sum> {
        let sum = match amount {
            Amount::Number(number) => Sum { plus: None, minus: None, number: *number },
            Amount::Word(Word::Seen(index)) => Sum { plus: Some(*index), minus: None, number: 0 },
            Amount::Compute(Arithmetic::Plus, left, right) => Sum::of(left)?.and(Sum::of(right)?)?,
            Amount::Compute(Arithmetic::Minus, left, right) => Sum::of(left)?.and(Sum::of(right)?.negative())?,
            _ => return None,
        };
        (sum.number.abs() <= MOST).then_some(sum)
    }

    fn negative(self) -> Sum {
        Sum { plus: self.minus, minus: self.plus, number: -self.number }
    }

    /// Both together, if that is one.
    fn and(self, other: Sum) -> Option<Sum> {
        if self.plus.is_some() && other.plus.is_some() || self.minus.is_some() && other.minus.is_some() {
            return None;
        }
        Some(Sum {
            plus: self.plus.or(other.plus),
            minus: self.minus.or(other.minus),
            number: self.number + other.number,
        })
    }
}

/// The same condition, with little to ask.
pub(super) fn settled<G: FileForm>(condition: Condition<G>) -> Condition<G> {
    condition.map(&|atom| match &atom {
        Atom::Compare(comparison, left, right) => compared(*comparison, left, right).unwrap_or(atom),
        Atom::Fact(_) => atom,
    })
}

/// The comparison as one of an observable or a difference with a number, if it is such.
fn compared<W>(comparison: Comparison, left: &Amount<Word<W>>, right: &Amount<Word<W>>) -> Option<Atom<Word<W>>> {
    let Sum { plus, minus, number } = Sum::of(left)?.and(Sum::of(right)?.negative())?;
    let (comparison, word, number) = match (plus, minus) {
        (Some(index), None) => (comparison, Word::Seen(index), -number),
        (None, Some(index)) => (comparison.turned(), Word::Seen(index), number),
        (Some(of), Some(from)) => {
            let (least, most) = ends(comparison, -number);
            (comparison, Word::Difference(Difference { of, from, ends: (least as i32, most as i32) }), -number)
        }
        (None, None) => return None,
    };
    Some(Atom::Compare(comparison, Amount::Word(word), Amount::Number(number)))
}

/// The numbers between which a comparison with this one changes.
fn ends(comparison: Comparison, number: i64) -> (i64, i64) {
    let (below, above) = (number.saturating_sub(1), number.saturating_add(1));
    match comparison {
        Comparison::Below | Comparison::AtLeast => (below, number),
        Comparison::AtMost | Comparison::Above => (number, above),
        Comparison::Equal | Comparison::Unequal => (below, above),
    }
}

/// How far a number is looked at that is compared with another.
pub(super) fn within(comparison: Comparison, number: i64) -> Within {
    let (least, most) = ends(comparison, number);
    let end = |end: i64| end.clamp(0, u32::MAX.into()) as u32;
    Within { least: end(least), most: end(most) }
}

#[cfg(test)]
mod tests {
    use super::super::meaning;
    use super::*;
    use proptest::prelude::*;
    use std::convert::Infallible;

    type Words = Word<Infallible>;

    fn amount() -> impl Strategy<Value = Amount<Words>> {
        let leaf = prop_oneof![
            (-12..12i64).prop_map(Amount::Number),
            (0..3u8).prop_map(|index| Amount::Word(Word::Seen(ObservableIndex(index)))),
        ];
        let operation = prop_oneof![
            4 => Just(Arithmetic::Plus),
            4 => Just(Arithmetic::Minus),
            1 => Just(Arithmetic::Times),
            1 => Just(Arithmetic::Least),
        ];
        leaf.prop_recursive(3, 8, 2, move |inner| {
            (operation.clone(), inner.clone(), inner)
                .prop_map(|(operation, left, right)| Amount::Compute(operation, Box::new(left), Box::new(right)))
        })
    }

    fn comparison() -> impl Strategy<Value = Comparison> {
        use Comparison::{Above, AtLeast, AtMost, Below, Equal, Unequal};
        prop::sample::select(vec![Below, AtMost, Above, AtLeast, Equal, Unequal])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        /// What is asked is no more than what the comparison needs, and it comes to the same.
        #[test]
        fn a_comparison_comes_to_the_same(
            comparison in comparison(),
            (left, right) in (amount(), amount()),
            answers in prop::array::uniform3(0..20u32),
        ) {
            let answer = |index: &ObservableIndex| answers[usize::from(index.0)];
            let whole = |word: &Words| match word {
                Word::Seen(index) => answer(index).into(),
                other => panic!("{other:?}"),
            };
            let expected = comparison.holds(left.value(&whole), right.value(&whole));
            let Some(settled) = compared(comparison, &left, &right) else { return Ok(()) };
            let Atom::Compare(comparison, Amount::Word(word), Amount::Number(number)) = settled else {
                panic!("{settled:?}");
            };
            let asked = match word {
                Word::Seen(index) => within(comparison, number).of(answer(&index)).into(),
                Word::Difference(Difference { of, from, ends: (least, most) }) => {
                    assert!(most - least <= 2);
                    (i64::from(answer(&of)) - i64::from(answer(&from))).clamp(least.into(), most.into())
                }
                other => panic!("{other:?}"),
            };
            prop_assert_eq!(comparison.holds(asked, number), expected);
        }
    }

    #[test]
    fn sums_of_one_observable_and_differences_of_two_are_settled() {
        let word = |index| Amount::<Words>::Word(Word::Seen(ObservableIndex(index)));
        let plus = |left, right| meaning::Amount::Compute(Arithmetic::Plus, Box::new(left), Box::new(right));
        let asked = |left: &Amount<Words>, right: &Amount<Words>| compared(Comparison::Below, left, right);
        let atom = |comparison, word, number| Some(Atom::Compare(comparison, word, Amount::Number(number)));
        assert_eq!(asked(&plus(word(0), Amount::Number(2)), &Amount::Number(9)), atom(Comparison::Below, word(0), 7));
        assert_eq!(asked(&Amount::Number(9), &word(0)), atom(Comparison::Above, word(0), 9));
        let difference = Difference { of: ObservableIndex(0), from: ObservableIndex(1), ends: (2, 3) };
        let difference = Amount::Word(Word::Difference(difference));
        assert_eq!(asked(&word(0), &plus(word(1), Amount::Number(3))), atom(Comparison::Below, difference, 3));
        assert_eq!(asked(&plus(word(0), word(1)), &Amount::Number(9)), None, "a sum of two is needed whole");
    }
}
