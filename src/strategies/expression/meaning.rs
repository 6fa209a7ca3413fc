//! Numbers and conditions: what an expression means.
//!
//! Owns the arithmetic (64-bit, kept at its ends instead of overflowing; a quotient is cut towards 0, and
//! anything over 0 is 0), the comparisons, and telling numbers from conditions. What the words of a game mean is said by
//! a [`Vocabulary`].

use super::syntax::{Arithmetic, Comparison, Node, Operator, Tree};
use crate::input::Problem;
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

/// What the words of a game mean.
pub(crate) trait Vocabulary {
    /// What a word stands for.
    type Word: Clone;

    /// A comparison that can stand wherever a condition can, to show how one is written.
    const COMPARISON: &'static str;
    /// A quotient that can stand wherever a number can, to show how one is written.
    const QUOTIENT: &'static str;

    /// The number that a word stands for; `None` if it stands for none. It fails if the word stands for one that cannot
    /// be used here.
    fn number(&self, word: &Tree) -> Result<Option<Self::Word>, Problem>;

    /// The condition that a word stands for; `None` if it stands for none. It fails if the word stands for one that
    /// cannot be used here.
    fn condition(&self, word: &Tree) -> Result<Option<Condition<Self::Word>>, Problem>;

    /// The fact that a text in quotes stands for. It fails if there is none.
    fn quoted(&self, text: &Tree) -> Result<Self::Word, Problem>;

    /// What a function, other than `min` and `max`, makes of its arguments; `None` if there is none of this name. It
    /// fails if the arguments are not what the function takes.
    fn call(&self, name: &str, arguments: &[Tree], whole: &Tree) -> Result<Option<Self::Word>, Problem>;

    /// Where a part of the text stands, for whoever wants to know later.
    fn place(&self, part: &Range<usize>) -> Range<usize> {
        part.clone()
    }

    /// All words for numbers and functions, to suggest one.
    fn number_words(&self) -> Vec<&str>;

    /// All words for conditions, to suggest one.
    fn condition_words(&self) -> Vec<&str>;
}

/// The number that an expression means. Its error is the first part that is no number.
pub(crate) fn amount<V: Vocabulary>(tree: &Tree, words: &V) -> Result<Amount<V::Word>, Problem> {
    match &tree.node {
        Node::Number(number) => Ok(Amount::Number(*number)),
        Node::Name(name) => {
            match words.number(tree)? {
                Some(number) => Ok(Amount::Word(number)),
                None if words.condition(tree)?.is_some() => Err(no_number(tree, &format!("'{name}'"))),
                None => Err(Problem::at(tree.span.clone(), format!("unknown word '{name}'"))
                    .suggest(name, words.number_words())),
            }
        }
        Node::Call(name, arguments) => call(tree, name, arguments, words),
        Node::Binary(Operator::Compute(Arithmetic::Over), _, right) if right.node == Node::Number(0) => {
            Err(Problem::at(right.span.clone(), "this divides by 0"))
        }
        Node::Binary(Operator::Compute(operation), left, right) => {
            Ok(Amount::Compute(*operation, Box::new(amount(left, words)?), Box::new(amount(right, words)?)))
        }
        Node::Fraction(_) => Err(Problem::at(tree.span.clone(), "a fraction cannot stand here")
            .help(format!("all numbers are whole; {} is the whole part of the quotient", V::QUOTIENT))),
        Node::Quoted(_) => Err(no_number(tree, "a text in quotes")),
        Node::Not(_) => Err(no_number(tree, "'not'")),
        Node::Binary(_, _, _) => Err(no_number(tree, "this")),
    }
}

fn no_number(tree: &Tree, what: &str) -> Problem {
    Problem::at(tree.span.clone(), format!("{what} is a condition, but a number must stand here"))
}

fn call<V: Vocabulary>(tree: &Tree, name: &str, arguments: &[Tree], words: &V) -> Result<Amount<V::Word>, Problem> {
    if let Some(number) = words.call(name, arguments, tree)? {
        return Ok(Amount::Word(number));
    }
    if name != "min" && name != "max" {
        return Err(Problem::at(tree.span.clone(), format!("there is no function '{name}'"))
            .suggest(name, words.number_words()));
    }
    let operation = if name == "min" { Arithmetic::Least } else { Arithmetic::Greatest };
    let mut numbers = arguments.iter().map(|argument| amount(argument, words));
    let first = numbers.next().unwrap_or_else(|| {
        Err(Problem::at(tree.span.clone(), format!("'{name}' has nothing to choose from"))
            .help(format!("write {name}(a, b)")))
    })?;
    numbers.try_fold(first, |chosen, number| Ok(Amount::Compute(operation, Box::new(chosen), Box::new(number?))))
}

/// The condition that an expression means. Its error is the first part that is no condition, or no number where one
/// must be.
pub(crate) fn condition<V: Vocabulary>(tree: &Tree, words: &V) -> Result<Condition<V::Word>, Problem> {
    let both = |left: &Tree, right: &Tree| Ok((Box::new(condition(left, words)?), Box::new(condition(right, words)?)));
    let atom = |atom| Ok(Condition::Atom(atom, words.place(&tree.span)));
    match &tree.node {
        Node::Name(name) => match words.condition(tree)? {
            Some(condition) => Ok(condition),
            None if words.number(tree)?.is_some() => Err(no_condition::<V>(tree, &format!("'{name}'"))),
            None => Err(Problem::at(tree.span.clone(), format!("unknown word '{name}'"))
                .suggest(name, words.condition_words().into_iter().chain(words.number_words()))),
        },
        Node::Quoted(_) => atom(Atom::Fact(words.quoted(tree)?)),
        Node::Not(inner) => Ok(Condition::Not(Box::new(condition(inner, words)?))),
        Node::Binary(Operator::And, left, right) => both(left, right).map(|(left, right)| Condition::Both(left, right)),
        Node::Binary(Operator::Or, left, right) => {
            both(left, right).map(|(left, right)| Condition::Either(left, right))
        }
        Node::Binary(Operator::Compare(comparison), left, right) => {
            atom(Atom::Compare(*comparison, amount(left, words)?, amount(right, words)?))
        }
        Node::Number(_) | Node::Fraction(_) | Node::Call(_, _) | Node::Binary(Operator::Compute(_), _, _) => {
            Err(no_condition::<V>(tree, "this"))
        }
    }
}

fn no_condition<V: Vocabulary>(tree: &Tree, what: &str) -> Problem {
    Problem::at(tree.span.clone(), format!("{what} is a number, but a condition must stand here"))
        .help(format!("compare it, for example: {}", V::COMPARISON))
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
