//! Conditions that nothing can fulfil, whatever is played.
//!
//! Owns a search that follows every way to fulfil conditions at once and gives a way up where the numbers that it asks
//! of a word leave none. It is sound: what it calls impossible is so at every table, by all rules and for all values of
//! the parameters. It is not complete: what words have to do with each other, such as `first` with `last`, it does not
//! know.

use super::meaning::{self, Atom};
use super::syntax::{Arithmetic, Comparison};
use super::words::Word;
use super::{Condition, FileForm};
use crate::strategies::Parameter;

/// How many parts of conditions are looked at before the search ends without a proof.
const MOST_STEPS: usize = 5_000;

/// The whole numbers from the first to the second.
type Interval = (i64, i64);

const ANY: Interval = (i64::MIN, i64::MAX);

/// Whether no situation fulfils all of `wanted` and none of `unwanted`.
pub(super) fn is_impossible<'c, G: FileForm>(
    wanted: &[&'c Condition<G>],
    unwanted: &[&'c Condition<G>],
    parameters: &[Parameter],
) -> bool {
    let wanted = wanted.iter().map(|condition| (*condition, true));
    let pending = wanted.chain(unwanted.iter().map(|condition| (*condition, false))).collect();
    let mut search = Search { parameters, steps: MOST_STEPS };
    !search.can_hold::<G>(pending, Vec::new())
}

/// A part of a condition, and whether it is to hold.
type Required<'c, G> = (&'c Condition<G>, bool);
/// A comparison or a fact, and whether it is to hold.
type Taken<'c, G> = (&'c Atom<Word<<G as FileForm>::GameWord>>, bool);

struct Search<'p> {
    parameters: &'p [Parameter],
    /// How many are left.
    steps: usize,
}

impl Search<'_> {
    /// Whether all that is pending may hold together with what is taken already; what is not settled counts as such.
    fn can_hold<'c, G: FileForm>(&mut self, mut pending: Vec<Required<'c, G>>, mut taken: Vec<Taken<'c, G>>) -> bool {
        use meaning::Condition::{Atom as Is, Both, Constant, Either, Not};
        let mut choices: Vec<Required<'c, G>> = Vec::new();
        while let Some((condition, holds)) = pending.pop() {
            self.steps = self.steps.saturating_sub(1);
            match (condition, holds) {
                _ if self.steps == 0 => return true,
                (Constant(is), _) if *is != holds => return false,
                (Constant(_), _) => {}
                (Not(inner), _) => pending.push((&**inner, !holds)),
                (Both(one, other), true) | (Either(one, other), false) => {
                    pending.extend([(&**one, holds), (&**other, holds)]);
                }
                (Both(..), false) | (Either(..), true) => choices.push((condition, holds)),
                (Is(atom, _), _) => taken.push((atom, holds)),
            }
        }
        if self.contradict::<G>(&taken) {
            return false;
        }
        let Some((Both(one, other) | Either(one, other), holds)) = choices.pop() else { return true };
        [one, other].into_iter().any(|side| {
            let pending = choices.iter().copied().chain([(&**side, holds)]).collect();
            self.can_hold::<G>(pending, taken.clone())
        })
    }

    /// Whether no numbers that the words can have agree with all that is taken.
    fn contradict<G: FileForm>(&mut self, taken: &[Taken<'_, G>]) -> bool {
        self.steps = self.steps.saturating_sub(taken.len());
        let opposite = |&(atom, holds): &Taken<'_, G>| taken.iter().any(|&(other, is)| holds != is && atom == other);
        if taken.iter().any(opposite) {
            return true;
        }
        let mut known = Known { parameters: self.parameters, narrowed: Vec::new() };
        loop {
            let before = known.narrowed.clone();
            for (atom, holds) in taken {
                self.steps = self.steps.saturating_sub(1);
                let Atom::Compare(comparison, left, right) = atom else { continue };
                let comparison = if *holds { *comparison } else { negated(*comparison) };
                if !known.compare::<G>(comparison, left, right) {
                    return true;
                }
            }
            if known.narrowed == before || self.steps == 0 {
                return false;
            }
        }
    }
}

/// What words can come to.
struct Known<'p, W> {
    parameters: &'p [Parameter],
    /// Words of which more is known than what they are.
    narrowed: Vec<(Word<W>, Interval)>,
}

impl<W: Clone + PartialEq> Known<'_, W> {
    /// Notes that a comparison holds; false if it cannot.
    fn compare<G: FileForm<GameWord = W>>(
        &mut self,
        comparison: Comparison,
        left: &meaning::Amount<Word<W>>,
        right: &meaning::Amount<Word<W>>,
    ) -> bool {
        let (of_left, of_right) = (self.amount::<G>(left), self.amount::<G>(right));
        let (Some(of_left), Some(of_right)) =
            (below(comparison, of_left, of_right), below(comparison.turned(), of_right, of_left))
        else {
            return false;
        };
        self.narrow(left, of_left);
        self.narrow(right, of_right);
        true
    }

    fn narrow(&mut self, amount: &meaning::Amount<Word<W>>, to: Interval) {
        let meaning::Amount::Word(word) = amount else { return };
        match self.narrowed.iter_mut().find(|(known, _)| known == word) {
            Some((_, interval)) => *interval = to,
            None => self.narrowed.push((word.clone(), to)),
        }
    }

    fn amount<G: FileForm<GameWord = W>>(&self, amount: &meaning::Amount<Word<W>>) -> Interval {
        match amount {
            meaning::Amount::Number(number) => (*number, *number),
            meaning::Amount::Word(word) => self.word::<G>(word),
            meaning::Amount::Compute(operation, left, right) => {
                computed(*operation, self.amount::<G>(left), self.amount::<G>(right))
            }
        }
    }

    fn word<G: FileForm<GameWord = W>>(&self, word: &Word<W>) -> Interval {
        if let Some((_, interval)) = self.narrowed.iter().find(|(known, _)| known == word) {
            return *interval;
        }
        match word {
            Word::Seen(index) => {
                let range = G::OBSERVABLES[usize::from(index.0)].range;
                (range.least.into(), range.most.into())
            }
            Word::Parameter(index) => {
                let Parameter { least, most, .. } = &self.parameters[*index];
                (*least as i64, *most as i64)
            }
            Word::Amount(_) | Word::OfGame(_) | Word::Difference(_) => ANY,
        }
    }
}

fn negated(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Below => Comparison::AtLeast,
        Comparison::AtMost => Comparison::Above,
        Comparison::Above => Comparison::AtMost,
        Comparison::AtLeast => Comparison::Below,
        Comparison::Equal => Comparison::Unequal,
        Comparison::Unequal => Comparison::Equal,
    }
}

/// What is left of the numbers on the left of a comparison that holds; `None` if nothing is.
fn below(comparison: Comparison, (least, most): Interval, right: Interval) -> Option<Interval> {
    let (least, most) = match comparison {
        Comparison::Below => (least, most.min(right.1.saturating_sub(1))),
        Comparison::AtMost => (least, most.min(right.1)),
        Comparison::Above => (least.max(right.0.saturating_add(1)), most),
        Comparison::AtLeast => (least.max(right.0), most),
        Comparison::Equal => (least.max(right.0), most.min(right.1)),
        Comparison::Unequal if right.0 != right.1 => (least, most),
        Comparison::Unequal if least == right.0 => (least.saturating_add(1), most),
        Comparison::Unequal if most == right.0 => (least, most.saturating_sub(1)),
        Comparison::Unequal => (least, most),
    };
    (least <= most).then_some((least, most))
}

/// What the results of an operation lie between. It keeps within 64 bits as [`Arithmetic::apply`] does.
fn computed(operation: Arithmetic, left: Interval, right: Interval) -> Interval {
    let apply = |left, right| operation.apply(left, right);
    match operation {
        Arithmetic::Plus | Arithmetic::Least | Arithmetic::Greatest => (apply(left.0, right.0), apply(left.1, right.1)),
        Arithmetic::Minus => (apply(left.0, right.1), apply(left.1, right.0)),
        Arithmetic::Times => {
            let ends = [apply(left.0, right.0), apply(left.0, right.1), apply(left.1, right.0), apply(left.1, right.1)];
            ends.into_iter().fold((ends[0], ends[0]), |(least, most), end| (least.min(end), most.max(end)))
        }
        // No quotient of whole numbers is farther from 0 than what is divided.
        Arithmetic::Over => {
            let farthest = left.0.saturating_abs().max(left.1.saturating_abs());
            let is_positive = left.0 >= 0 && right.0 >= 0;
            (if is_positive { 0 } else { left.0.min(farthest.saturating_neg()) }, farthest)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::declaration::{Declared, ObservableIndex};
    use crate::games::gang::Gang;
    use meaning::Amount;
    use proptest::prelude::*;

    type Words = Word<<Gang as FileForm>::GameWord>;
    type KeyValue = Condition<Gang>;

    /// Three words of the game and two parameters.
    fn amount() -> impl Strategy<Value = Amount<Words>> {
        let leaf = prop_oneof![
            (0..12i64).prop_map(Amount::Number),
            (0..3u8).prop_map(|at| Amount::Word(Word::Seen(ObservableIndex(8 * at)))),
            (0..2usize).prop_map(|at| Amount::Word(Word::Parameter(at))),
        ];
        let operation = prop::sample::select(vec![
            Arithmetic::Plus,
            Arithmetic::Minus,
            Arithmetic::Times,
            Arithmetic::Over,
            Arithmetic::Least,
            Arithmetic::Greatest,
        ]);
        leaf.prop_recursive(1, 2, 2, move |inner| {
            (operation.clone(), inner.clone(), inner)
                .prop_map(|(operation, left, right)| Amount::Compute(operation, Box::new(left), Box::new(right)))
        })
    }

    fn condition() -> impl Strategy<Value = KeyValue> {
        use Comparison::{Above, AtLeast, AtMost, Below, Equal, Unequal};
        let comparison = prop::sample::select(vec![Below, AtMost, Above, AtLeast, Equal, Unequal]);
        let compare = (comparison, amount(), amount())
            .prop_map(|(comparison, left, right)| KeyValue::Atom(Atom::Compare(comparison, left, right), 0..1));
        compare.prop_recursive(3, 8, 2, |inner| {
            prop_oneof![
                3 => (inner.clone(), inner.clone()).prop_map(|(a, b)| KeyValue::Both(Box::new(a), Box::new(b))),
                1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| KeyValue::Either(Box::new(a), Box::new(b))),
                1 => inner.prop_map(|a| KeyValue::Not(Box::new(a))),
            ]
        })
    }

    fn parameter(least: u32, most: u32) -> Parameter {
        Parameter::whole("p", "", (least, most), least)
    }

    /// Going through all small numbers finds none that fulfil what is called impossible; how often something is.
    #[test]
    fn what_is_called_impossible_no_numbers_fulfil() {
        use proptest::strategy::ValueTree;
        use proptest::test_runner::TestRunner;
        let mut runner = TestRunner::deterministic();
        let parameters = [parameter(2, 5), parameter(0, 9)];
        let (mut proved, mut unfulfilled) = (0, 0);
        for _ in 0..1500 {
            let mut draw = || condition().new_tree(&mut runner).unwrap().current();
            let (wanted, unwanted) = ([draw(), draw()], [draw()]);
            let numbers = (0..14i64).flat_map(|a| (0..14).map(move |b| (a, b)));
            let fulfilled =
                numbers.flat_map(|(a, b)| [(a, b, 2, 0), (a, b, 3, 9), (b, a, 5, 4)]).any(|(a, b, p, q)| {
                    let known = |word: &Words| match word {
                        Word::Seen(index) => {
                            let range = Gang::OBSERVABLES[usize::from(index.0)].range;
                            [a, b, 7][usize::from(index.0 / 8)].clamp(range.least.into(), range.most.into())
                        }
                        Word::Parameter(at) => [p, q][*at],
                        other => panic!("{other:?}"),
                    };
                    wanted.iter().all(|it| it.holds(&known)) && !unwanted.iter().any(|it| it.holds(&known))
                });
            let impossible = is_impossible::<Gang>(&wanted.each_ref(), &unwanted.each_ref(), &parameters);
            assert!(!(impossible && fulfilled), "{wanted:?} but not {unwanted:?}");
            proved += usize::from(impossible);
            unfulfilled += usize::from(!fulfilled);
        }
        assert!(4 * proved > unfulfilled, "{proved} of {unfulfilled} were proved");
    }

    /// A result of two numbers within two intervals lies within that of the intervals.
    fn holds(operation: Arithmetic, (left, right): (Interval, Interval), (a, b): (i64, i64)) -> bool {
        let (least, most) = computed(operation, left, right);
        (least..=most).contains(&operation.apply(a.clamp(left.0, left.1), b.clamp(right.0, right.1)))
    }

    fn interval() -> impl Strategy<Value = Interval> {
        let end = || prop_oneof![-20..20i64, Just(i64::MIN), Just(i64::MAX), Just(i64::from(u32::MAX))];
        (end(), end()).prop_map(|(a, b)| (a.min(b), a.max(b)))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn results_lie_where_they_are_said_to(left in interval(), right in interval(), a in any::<i64>(), b in -30..30i64) {
            use Arithmetic::{Greatest, Least, Minus, Over, Plus, Times};
            for operation in [Plus, Minus, Times, Over, Least, Greatest] {
                prop_assert!(holds(operation, (left, right), (a, b)), "{operation:?} {left:?} {right:?}");
                prop_assert!(holds(operation, (left, right), (b, a)), "{operation:?} {left:?} {right:?}");
            }
        }

        /// Numbers that fulfil a comparison are among those that it leaves.
        #[test]
        fn what_a_comparison_leaves_has_all_that_fulfils_it(left in interval(), right in interval(), a in -30..30i64, b in -30..30i64) {
            use Comparison::{Above, AtLeast, AtMost, Below, Equal, Unequal};
            let (a, b) = (a.clamp(left.0, left.1), b.clamp(right.0, right.1));
            for comparison in [Below, AtMost, Above, AtLeast, Equal, Unequal] {
                prop_assert_eq!(negated(comparison).holds(a, b), !comparison.holds(a, b));
                if comparison.holds(a, b) {
                    let (least, most) = below(comparison, left, right).unwrap();
                    prop_assert!((least..=most).contains(&a), "{:?} {:?} {:?}", comparison, left, right);
                }
            }
        }
    }
}
