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
    /// `min(…)`
    Least(Vec<Amount<W>>),
    /// `max(…)`
    Greatest(Vec<Amount<W>>),
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
pub trait Vocabulary {
    /// What a word stands for.
    type Word: Clone;

    /// A comparison that can stand wherever a condition can, to show how one is written.
    const COMPARISON: &'static str;
    /// A quotient that can stand wherever a number can, to show how one is written.
    const QUOTIENT: &'static str;

    /// The number that a word stands for; `None` if it stands for none.
    ///
    /// # Errors
    /// If the word stands for one that cannot be used here.
    fn number(&self, word: &Tree) -> Result<Option<Self::Word>, Problem>;

    /// The condition that a word stands for; `None` if it stands for none.
    ///
    /// # Errors
    /// If the word stands for one that cannot be used here.
    fn condition(&self, word: &Tree) -> Result<Option<Condition<Self::Word>>, Problem>;

    /// The fact that a text in quotes stands for.
    ///
    /// # Errors
    /// If there is none.
    fn quoted(&self, text: &Tree) -> Result<Self::Word, Problem>;

    /// What a function, other than `min` and `max`, makes of its arguments; `None` if there is none of this name.
    ///
    /// # Errors
    /// If the arguments are not what the function takes.
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

/// The number that an expression means.
///
/// # Errors
/// The first part that is no number.
pub fn amount<V: Vocabulary>(tree: &Tree, words: &V) -> Result<Amount<V::Word>, Problem> {
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
    if arguments.is_empty() {
        return Err(Problem::at(tree.span.clone(), format!("'{name}' has nothing to choose from"))
            .help(format!("write {name}(a, b)")));
    }
    let numbers = arguments.iter().map(|argument| amount(argument, words)).collect::<Result<Vec<_>, _>>()?;
    Ok(if name == "min" { Amount::Least(numbers) } else { Amount::Greatest(numbers) })
}

/// The condition that an expression means.
///
/// # Errors
/// The first part that is no condition, or no number where one must be.
pub fn condition<V: Vocabulary>(tree: &Tree, words: &V) -> Result<Condition<V::Word>, Problem> {
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
            Amount::Least(numbers) => numbers.iter().map(|number| number.value(known)).fold(i64::MAX, i64::min),
            Amount::Greatest(numbers) => numbers.iter().map(|number| number.value(known)).fold(i64::MIN, i64::max),
        }
    }

    /// The same with the words put in that `replace` knows, and what is known by then computed.
    pub fn bind(&self, replace: &impl Fn(&W) -> Option<i64>) -> Amount<W>
    where
        W: Clone,
    {
        let all = |numbers: &[Amount<W>]| numbers.iter().map(|one| one.bind(replace)).collect();
        let bound = match self {
            Amount::Number(number) => Amount::Number(*number),
            Amount::Word(word) => replace(word).map_or_else(|| Amount::Word(word.clone()), Amount::Number),
            Amount::Compute(operation, left, right) => {
                Amount::Compute(*operation, Box::new(left.bind(replace)), Box::new(right.bind(replace)))
            }
            Amount::Least(numbers) => Amount::Least(all(numbers)),
            Amount::Greatest(numbers) => Amount::Greatest(all(numbers)),
        };
        let is_known = |part: &Amount<W>| matches!(part, Amount::Number(_));
        match &bound {
            Amount::Compute(_, left, right) if is_known(left) && is_known(right) => Amount::Number(bound.value(&|_| 0)),
            Amount::Least(parts) | Amount::Greatest(parts) if parts.iter().all(is_known) => {
                Amount::Number(bound.value(&|_| 0))
            }
            _ => bound,
        }
    }

    /// Shows each word to `see`; answers with the number of steps that computing it takes.
    pub fn visit(&self, see: &mut impl FnMut(&W) -> usize) -> usize {
        match self {
            Amount::Number(_) => 1,
            Amount::Word(word) => see(word),
            Amount::Compute(_, left, right) => (1 + left.visit(see)).saturating_add(right.visit(see)),
            Amount::Least(numbers) | Amount::Greatest(numbers) => {
                numbers.iter().fold(1, |steps: usize, number| steps.saturating_add(number.visit(see)))
            }
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
            Condition::Atom(atom, _) => atom.holds(known),
            Condition::Both(left, right) => left.holds(known) && right.holds(known),
            Condition::Either(left, right) => left.holds(known) || right.holds(known),
            Condition::Not(inner) => !inner.holds(known),
        }
    }

    /// The same with the words put in that `replace` knows.
    ///
    /// # Errors
    /// Whether it holds, if that is decided.
    pub fn bind(&self, replace: &impl Fn(&W) -> Option<i64>) -> Result<Condition<W>, bool>
    where
        W: Clone,
    {
        match self {
            Condition::Atom(Atom::Fact(fact), _) => replace(fact).map_or_else(|| Ok(self.clone()), |is| Err(is != 0)),
            Condition::Atom(Atom::Compare(comparison, left, right), span) => {
                match (left.bind(replace), right.bind(replace)) {
                    (Amount::Number(left), Amount::Number(right)) => Err(comparison.holds(left, right)),
                    (left, right) => Ok(Condition::Atom(Atom::Compare(*comparison, left, right), span.clone())),
                }
            }
            Condition::Both(left, right) => match (left.bind(replace), right.bind(replace)) {
                (Err(false), _) | (_, Err(false)) => Err(false),
                (Err(true), rest) | (rest, Err(true)) => rest,
                (Ok(left), Ok(right)) => Ok(Condition::Both(Box::new(left), Box::new(right))),
            },
            Condition::Either(left, right) => match (left.bind(replace), right.bind(replace)) {
                (Err(true), _) | (_, Err(true)) => Err(true),
                (Err(false), rest) | (rest, Err(false)) => rest,
                (Ok(left), Ok(right)) => Ok(Condition::Either(Box::new(left), Box::new(right))),
            },
            Condition::Not(inner) => match inner.bind(replace) {
                Err(holds) => Err(!holds),
                Ok(inner) => Ok(Condition::Not(Box::new(inner))),
            },
        }
    }

    /// Shows each fact and each comparison with its place; answers with how many there are.
    pub fn visit<'c>(&'c self, see: &mut impl FnMut(&'c Atom<W>, &'c Range<usize>)) -> usize {
        match self {
            Condition::Atom(atom, span) => {
                see(atom, span);
                1
            }
            Condition::Both(left, right) | Condition::Either(left, right) => left.visit(see) + right.visit(see),
            Condition::Not(inner) => inner.visit(see),
        }
    }
}
