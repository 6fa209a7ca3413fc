//! Numbers and conditions: what an expression means.
//!
//! Owns the arithmetic (64-bit, kept at its ends instead of overflowing; a quotient is cut towards 0, and
//! anything over 0 is 0), the comparisons, and telling numbers from conditions. What the words of a game mean is the
//! game's, through [`Vocabulary`].

use super::syntax::{Arithmetic, Comparison, Node, Operator, Tree};
use crate::input::Problem;

/// A number computed from others; `N` is what a word can stand for.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount<N> {
    /// A number written down.
    Number(i64),
    /// What a word stands for.
    Name(N),
    /// Two numbers with an operation.
    Compute(Arithmetic, Box<Amount<N>>, Box<Amount<N>>),
    /// `min(…)`
    Least(Vec<Amount<N>>),
    /// `max(…)`
    Greatest(Vec<Amount<N>>),
}

/// Something that holds or does not; `N` and `F` are what words can stand for: numbers and facts.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition<N, F> {
    /// What a word says.
    Fact(F),
    /// A comparison of two numbers.
    Compare(Comparison, Amount<N>, Amount<N>),
    /// `and`
    Both(Box<Condition<N, F>>, Box<Condition<N, F>>),
    /// `or`
    Either(Box<Condition<N, F>>, Box<Condition<N, F>>),
    /// `not`
    Not(Box<Condition<N, F>>),
}

/// The condition that words of a vocabulary make.
pub type ConditionOf<V> = Condition<<V as Vocabulary>::Number, <V as Vocabulary>::Fact>;

/// What the words of a game mean.
pub trait Vocabulary {
    /// What a number's word stands for.
    type Number: Clone;
    /// What a condition's word stands for.
    type Fact: Clone;

    /// A comparison that can stand wherever a condition can, to show how one is written.
    const COMPARISON: &'static str;
    /// A quotient that can stand wherever a number can, to show how one is written.
    const QUOTIENT: &'static str;

    /// The number that a word stands for; `None` if it stands for none.
    ///
    /// # Errors
    /// If the word stands for one that cannot be used here.
    fn number(&self, word: &Tree) -> Result<Option<Amount<Self::Number>>, Problem>;

    /// The condition that a word stands for, if it stands for one.
    fn condition(&self, word: &str) -> Option<Condition<Self::Number, Self::Fact>>;

    /// The condition that a text in quotes stands for.
    ///
    /// # Errors
    /// If there is none.
    fn quoted(&self, text: &Tree) -> Result<Condition<Self::Number, Self::Fact>, Problem>;

    /// What a function, other than `min` and `max`, makes of its arguments; `None` if there is none of this name.
    ///
    /// # Errors
    /// If the arguments are not what the function takes.
    fn call(&self, name: &str, arguments: &[Tree], whole: &Tree) -> Result<Option<Self::Number>, Problem>;

    /// All words for numbers and functions, to suggest one.
    fn number_words(&self) -> Vec<&str>;

    /// All words for conditions, to suggest one.
    fn condition_words(&self) -> Vec<&str>;
}

/// The number that an expression means.
///
/// # Errors
/// The first part that is no number.
pub fn amount<V: Vocabulary>(tree: &Tree, words: &V) -> Result<Amount<V::Number>, Problem> {
    match &tree.node {
        Node::Number(number) => Ok(Amount::Number(*number)),
        Node::Name(name) => {
            match words.number(tree)? {
                Some(number) => Ok(number),
                None if words.condition(name).is_some() => Err(no_number(tree, &format!("'{name}'"))),
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

fn call<V: Vocabulary>(tree: &Tree, name: &str, arguments: &[Tree], words: &V) -> Result<Amount<V::Number>, Problem> {
    if let Some(number) = words.call(name, arguments, tree)? {
        return Ok(Amount::Name(number));
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
pub fn condition<V: Vocabulary>(tree: &Tree, words: &V) -> Result<ConditionOf<V>, Problem> {
    let both = |left: &Tree, right: &Tree| Ok((Box::new(condition(left, words)?), Box::new(condition(right, words)?)));
    match &tree.node {
        Node::Name(name) => match words.condition(name) {
            Some(condition) => Ok(condition),
            None if words.number(tree)?.is_some() => Err(no_condition::<V>(tree, &format!("'{name}'"))),
            None => Err(Problem::at(tree.span.clone(), format!("unknown word '{name}'"))
                .suggest(name, words.condition_words().into_iter().chain(words.number_words()))),
        },
        Node::Quoted(_) => words.quoted(tree),
        Node::Not(inner) => Ok(Condition::Not(Box::new(condition(inner, words)?))),
        Node::Binary(Operator::And, left, right) => both(left, right).map(|(left, right)| Condition::Both(left, right)),
        Node::Binary(Operator::Or, left, right) => {
            both(left, right).map(|(left, right)| Condition::Either(left, right))
        }
        Node::Binary(Operator::Compare(comparison), left, right) => {
            Ok(Condition::Compare(*comparison, amount(left, words)?, amount(right, words)?))
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

impl<N> Amount<N> {
    /// The number, where `known` says what each word stands for.
    #[inline]
    pub fn value(&self, known: &impl Fn(&N) -> i64) -> i64 {
        match self {
            Amount::Number(number) => *number,
            Amount::Name(name) => known(name),
            Amount::Compute(operation, left, right) => operation.apply(left.value(known), right.value(known)),
            Amount::Least(numbers) => numbers.iter().map(|number| number.value(known)).fold(i64::MAX, i64::min),
            Amount::Greatest(numbers) => numbers.iter().map(|number| number.value(known)).fold(i64::MIN, i64::max),
        }
    }

    /// The same with each word replaced, and what is known by then computed.
    pub fn map<M>(&self, replace: &impl Fn(&N) -> Amount<M>) -> Amount<M> {
        let all = |numbers: &[Amount<N>]| -> Vec<Amount<M>> { numbers.iter().map(|one| one.map(replace)).collect() };
        let known = |numbers: &[Amount<M>]| numbers.iter().all(|number| matches!(number, Amount::Number(_)));
        let folded = |amount: Amount<M>, is_known: bool| match is_known {
            true => Amount::Number(amount.value(&|_| 0)),
            false => amount,
        };
        match self {
            Amount::Number(number) => Amount::Number(*number),
            Amount::Name(name) => replace(name),
            Amount::Compute(operation, left, right) => match (left.map(replace), right.map(replace)) {
                (Amount::Number(left), Amount::Number(right)) => Amount::Number(operation.apply(left, right)),
                (left, right) => Amount::Compute(*operation, Box::new(left), Box::new(right)),
            },
            Amount::Least(numbers) => {
                let numbers = all(numbers);
                let is_known = known(&numbers);
                folded(Amount::Least(numbers), is_known)
            }
            Amount::Greatest(numbers) => {
                let numbers = all(numbers);
                let is_known = known(&numbers);
                folded(Amount::Greatest(numbers), is_known)
            }
        }
    }

    /// Shows each word to `see`; answers with the number of steps that computing it takes.
    pub fn visit(&self, see: &mut impl FnMut(&N) -> usize) -> usize {
        match self {
            Amount::Number(_) => 1,
            Amount::Name(name) => see(name),
            Amount::Compute(_, left, right) => (1 + left.visit(see)).saturating_add(right.visit(see)),
            Amount::Least(numbers) | Amount::Greatest(numbers) => {
                numbers.iter().fold(1, |steps: usize, number| steps.saturating_add(number.visit(see)))
            }
        }
    }
}

impl<N, F> Condition<N, F> {
    /// Whether it holds, where `known` says what each number's word stands for and `is` what each fact is. What
    /// is not needed for the answer is not asked, from left to right.
    #[inline]
    pub fn holds(&self, known: &impl Fn(&N) -> i64, is: &impl Fn(&F) -> bool) -> bool {
        match self {
            Condition::Fact(fact) => is(fact),
            Condition::Compare(comparison, left, right) => comparison.holds(left.value(known), right.value(known)),
            Condition::Both(left, right) => left.holds(known, is) && right.holds(known, is),
            Condition::Either(left, right) => left.holds(known, is) || right.holds(known, is),
            Condition::Not(inner) => !inner.holds(known, is),
        }
    }

    /// The same with each word replaced.
    pub fn map<M, E>(&self, number: &impl Fn(&N) -> Amount<M>, fact: &impl Fn(&F) -> E) -> Condition<M, E> {
        let inner = |inner: &Condition<N, F>| Box::new(inner.map(number, fact));
        match self {
            Condition::Fact(is) => Condition::Fact(fact(is)),
            Condition::Compare(comparison, left, right) => {
                Condition::Compare(*comparison, left.map(number), right.map(number))
            }
            Condition::Both(left, right) => Condition::Both(inner(left), inner(right)),
            Condition::Either(left, right) => Condition::Either(inner(left), inner(right)),
            Condition::Not(negated) => Condition::Not(inner(negated)),
        }
    }

    /// The same with each word replaced, where some facts are decided.
    ///
    /// # Errors
    /// Whether it holds, if that is decided.
    pub fn decide<M, E>(
        &self,
        number: &impl Fn(&N) -> Amount<M>,
        fact: &impl Fn(&F) -> Result<E, bool>,
    ) -> Result<Condition<M, E>, bool> {
        match self {
            Condition::Fact(is) => fact(is).map(Condition::Fact),
            Condition::Compare(comparison, left, right) => match (left.map(number), right.map(number)) {
                (Amount::Number(left), Amount::Number(right)) => Err(comparison.holds(left, right)),
                (left, right) => Ok(Condition::Compare(*comparison, left, right)),
            },
            Condition::Both(left, right) => match (left.decide(number, fact), right.decide(number, fact)) {
                (Err(false), _) | (_, Err(false)) => Err(false),
                (Err(true), rest) | (rest, Err(true)) => rest,
                (Ok(left), Ok(right)) => Ok(Condition::Both(Box::new(left), Box::new(right))),
            },
            Condition::Either(left, right) => match (left.decide(number, fact), right.decide(number, fact)) {
                (Err(true), _) | (_, Err(true)) => Err(true),
                (Err(false), rest) | (rest, Err(false)) => rest,
                (Ok(left), Ok(right)) => Ok(Condition::Either(Box::new(left), Box::new(right))),
            },
            Condition::Not(inner) => match inner.decide(number, fact) {
                Err(holds) => Err(!holds),
                Ok(inner) => Ok(Condition::Not(Box::new(inner))),
            },
        }
    }

    /// Shows each comparison and each fact; answers with how many there are.
    pub fn visit<'c>(&'c self, see: &mut impl FnMut(Part<'c, N, F>)) -> usize {
        match self {
            Condition::Fact(fact) => {
                see(Part::Fact(fact));
                1
            }
            Condition::Compare(comparison, left, right) => {
                see(Part::Compared(*comparison, left, right));
                1
            }
            Condition::Both(left, right) | Condition::Either(left, right) => left.visit(see) + right.visit(see),
            Condition::Not(inner) => inner.visit(see),
        }
    }
}

/// What a condition is made of.
#[derive(Clone, Copy, Debug)]
pub enum Part<'c, N, F> {
    /// A fact.
    Fact(&'c F),
    /// A comparison with its two sides.
    Compared(Comparison, &'c Amount<N>, &'c Amount<N>),
}
