//! Numbers and conditions: what an expression comes to, whatever its words stand for.
//!
//! Owns the arithmetic (64-bit, kept at its ends instead of overflowing; a quotient is cut towards 0, and
//! anything over 0 is 0), the comparisons, and putting in what is known.

use super::syntax::{Arithmetic, Comparison};
use std::ops::Range;

/// A number computed from others; `W` is what a word can stand for.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount<W> {
    /// A number written down.
    Number(i64),
    /// What a word stands for.
    Word(W),
    /// Two numbers with an operation.
    Compute(Arithmetic, Box<Amount<W>>, Box<Amount<W>>),
}

/// A part of a condition that is no condition of others.
#[derive(Clone, Debug, PartialEq)]
pub enum Atom<W> {
    /// What a word says.
    Fact(W),
    /// A comparison of two numbers.
    Compare(Comparison, Amount<W>, Amount<W>),
}

/// Something that holds or does not; `W` is what words can stand for.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition<W> {
    /// What always holds, or never.
    Constant(bool),
    /// A fact or a comparison, with its place.
    Atom(Atom<W>, Range<usize>),
    /// `and`
    Both(Box<Condition<W>>, Box<Condition<W>>),
    /// `or`
    Either(Box<Condition<W>>, Box<Condition<W>>),
    /// `not`
    Not(Box<Condition<W>>),
}

impl Arithmetic {
    /// The result, kept within 64 bits.
    #[inline]
    pub fn apply(self, left: i64, right: i64) -> i64 {
        match self {
            Arithmetic::Plus => left.saturating_add(right),
            Arithmetic::Minus => left.saturating_sub(right),
            Arithmetic::Times => left.saturating_mul(right),
            Arithmetic::Over if right == 0 => 0,
            Arithmetic::Over => left.saturating_div(right),
            Arithmetic::Least => left.min(right),
            Arithmetic::Greatest => left.max(right),
        }
    }
}

impl Comparison {
    /// Whether it holds between two numbers.
    #[inline]
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Comparison::Below => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Above => left > right,
            Comparison::AtLeast => left >= right,
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
        }
    }

    /// The comparison that holds between the same two numbers the other way round.
    pub fn turned(self) -> Comparison {
        match self {
            Comparison::Below => Comparison::Above,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::Above => Comparison::Below,
            Comparison::AtLeast => Comparison::AtMost,
            Comparison::Equal => Comparison::Equal,
            Comparison::Unequal => Comparison::Unequal,
        }
    }
}

impl<W> Amount<W> {
    /// The number, where `known` says what each word stands for.
    #[inline]
    pub fn value(&self, known: &impl Fn(&W) -> i64) -> i64 {
        match self {
            Amount::Number(number) => *number,
            Amount::Word(word) => known(word),
            Amount::Compute(operation, left, right) => operation.apply(left.value(known), right.value(known)),
        }
    }

    /// The same with the words put in that `replace` knows, and what is known by then computed.
    pub fn bind(&self, replace: &impl Fn(&W) -> Option<i64>) -> Amount<W>
    where
        W: Clone,
    {
        match self {
            Amount::Number(number) => Amount::Number(*number),
            Amount::Word(word) => replace(word).map_or_else(|| Amount::Word(word.clone()), Amount::Number),
            Amount::Compute(operation, left, right) => match (left.bind(replace), right.bind(replace)) {
                (Amount::Number(left), Amount::Number(right)) => Amount::Number(operation.apply(left, right)),
                (left, right) => Amount::Compute(*operation, Box::new(left), Box::new(right)),
            },
        }
    }

    /// Shows each word to `see`; answers with the number of steps that computing it takes.
    pub fn visit(&self, see: &mut impl FnMut(&W) -> usize) -> usize {
        match self {
            Amount::Number(_) => 1,
            Amount::Word(word) => see(word),
            Amount::Compute(_, left, right) => (1 + left.visit(see)).saturating_add(right.visit(see)),
        }
    }
}

impl<W> Atom<W> {
    /// Whether it holds, where `known` says what each word stands for: of a fact 1 or 0.
    #[inline]
    pub fn holds(&self, known: &impl Fn(&W) -> i64) -> bool {
        match self {
            Atom::Fact(fact) => known(fact) != 0,
            Atom::Compare(comparison, left, right) => comparison.holds(left.value(known), right.value(known)),
        }
    }
}

impl<W> Condition<W> {
    /// Whether it holds, where `known` says what each word stands for. What is not needed for the answer is not asked,
    /// from left to right.
    #[inline]
    pub fn holds(&self, known: &impl Fn(&W) -> i64) -> bool {
        match self {
            Condition::Constant(holds) => *holds,
            Condition::Atom(atom, _) => atom.holds(known),
            Condition::Both(left, right) => left.holds(known) && right.holds(known),
            Condition::Either(left, right) => left.holds(known) || right.holds(known),
            Condition::Not(inner) => !inner.holds(known),
        }
    }

    /// The same with the words put in that `replace` knows, and what is decided by then left out.
    pub fn bind(&self, replace: &impl Fn(&W) -> Option<i64>) -> Condition<W>
    where
        W: Clone,
    {
        use Condition::{Atom as Is, Both, Constant, Either, Not};
        match self {
            Constant(holds) => Constant(*holds),
            Is(Atom::Fact(fact), _) => replace(fact).map_or_else(|| self.clone(), |is| Constant(is != 0)),
            Is(Atom::Compare(comparison, left, right), span) => match (left.bind(replace), right.bind(replace)) {
                (Amount::Number(left), Amount::Number(right)) => Constant(comparison.holds(left, right)),
                (left, right) => Is(Atom::Compare(*comparison, left, right), span.clone()),
            },
            Both(left, right) => match (left.bind(replace), right.bind(replace)) {
                (Constant(false), _) | (_, Constant(false)) => Constant(false),
                (Constant(true), rest) | (rest, Constant(true)) => rest,
                (left, right) => Both(Box::new(left), Box::new(right)),
            },
            Either(left, right) => match (left.bind(replace), right.bind(replace)) {
                (Constant(true), _) | (_, Constant(true)) => Constant(true),
                (Constant(false), rest) | (rest, Constant(false)) => rest,
                (left, right) => Either(Box::new(left), Box::new(right)),
            },
            Not(inner) => match inner.bind(replace) {
                Constant(holds) => Constant(!holds),
                inner => Not(Box::new(inner)),
            },
        }
    }

    /// The same with each fact and each comparison replaced.
    pub fn map(self, replace: &impl Fn(Atom<W>) -> Atom<W>) -> Condition<W> {
        use Condition::{Atom as Is, Both, Constant, Either, Not};
        let inner = |inner: Box<Condition<W>>| Box::new(inner.map(replace));
        match self {
            Constant(holds) => Constant(holds),
            Is(atom, span) => Is(replace(atom), span),
            Both(left, right) => Both(inner(left), inner(right)),
            Either(left, right) => Either(inner(left), inner(right)),
            Not(condition) => Not(inner(condition)),
        }
    }

    /// Whether it always holds.
    pub fn is_always(&self) -> bool {
        matches!(self, Condition::Constant(true))
    }

    /// Shows each fact and each comparison with its place; answers with how many parts there are, constants too.
    pub fn visit<'c>(&'c self, see: &mut impl FnMut(&'c Atom<W>, &'c Range<usize>)) -> usize {
        match self {
            Condition::Constant(_) => 1,
            Condition::Atom(atom, span) => {
                see(atom, span);
                1
            }
            Condition::Both(left, right) | Condition::Either(left, right) => left.visit(see) + right.visit(see),
            Condition::Not(inner) => inner.visit(see),
        }
    }
}
