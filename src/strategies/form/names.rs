//! The words of strategy files: those of a game, and those that a file makes.
//!
//! Owns the seam through which a game says which words there are ([`Lexicon`]), and what the names that a file has given
//! stand for. How names are defined is in `reader`.

use crate::input::Problem;
use crate::strategies::expression::meaning::{Condition, Vocabulary};
use crate::strategies::expression::syntax::Tree;
use crate::strategies::{Parameter, ParameterKind};

/// The words of a game's files.
pub trait Lexicon: Sized + 'static {
    /// What a word of a number stands for.
    type Number: Clone;
    /// What a word of a condition stands for.
    type Fact: Clone;
    /// Where an expression stands.
    type Place: Copy;
    /// The words that can stand in a place.
    type Words<'f>: Vocabulary<Number = Self::Number, Fact = Self::Fact>;

    /// The game's name.
    const GAME: &'static str;
    /// Whether its files must say that they are for this game; a file that says nothing is for Gang of Dice.
    const SAYS_GAME: bool;
    /// Where conditions and amounts under headings stand.
    const BEFORE: Self::Place;
    /// A condition, as a file writes it.
    const CONDITION: &'static str;
    /// An amount, as a file writes it.
    const AMOUNT: &'static str;

    /// The words in a place, those that the file has made among them.
    fn words<'f>(names: &'f Names<Self>, place: Self::Place) -> Self::Words<'f>;

    /// Whether a word is the game's, so that a file cannot give it another meaning.
    fn is_taken(word: &str) -> bool;

    /// Whether a parameter can have this name although no amount or condition can.
    fn is_for_parameters(word: &str) -> bool {
        let _ = word;
        false
    }

    /// The position of the amount that a number is, if it is one of the file's.
    fn named(number: &Self::Number) -> Option<usize>;

    /// A condition that holds or does not.
    fn some_fact() -> Self::Fact;
}

/// A number of a game's files.
pub(super) type NumberOf<L> = <L as Lexicon>::Number;
/// A condition of a game's files.
pub(super) type WhenOf<L> = Condition<<L as Lexicon>::Number, <L as Lexicon>::Fact>;

/// The names that a file has given so far.
pub struct Names<L: Lexicon> {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The amounts.
    pub amounts: Vec<String>,
    /// The conditions.
    pub conditions: Vec<(String, WhenOf<L>)>,
    /// The amounts and conditions further down, which cannot be used yet.
    pub later: Vec<String>,
}

/// A number of the file's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// A whole parameter, by its position.
    Parameter(usize),
    /// An amount, by its position.
    Named(usize),
}

impl<L: Lexicon> Names<L> {
    /// A parameter, by its name.
    pub fn parameter(&self, name: &str) -> Option<(usize, ParameterKind)> {
        let index = self.parameters.iter().position(|parameter| parameter.key == name)?;
        Some((index, self.parameters[index].kind))
    }

    /// The whole parameter or the amount of a name.
    ///
    /// # Errors
    /// If the name is a fraction's.
    pub fn number(&self, name: &str, word: &Tree) -> Result<Option<Own>, Problem> {
        match self.parameter(name) {
            Some((index, ParameterKind::Whole { .. })) => Ok(Some(Own::Parameter(index))),
            Some((_, ParameterKind::Fraction { .. })) => {
                let message = format!("the parameter '{name}' is a fraction, but a whole number must stand here");
                Err(Problem::at(word.span.clone(), message))
            }
            None => Ok(self.amounts.iter().position(|known| known == name).map(Own::Named)),
        }
    }

    /// That a name cannot be used yet, if so.
    ///
    /// # Errors
    /// If it is defined further down.
    pub fn not_later(&self, name: &str, word: &Tree) -> Result<(), Problem> {
        if !self.later.iter().any(|later| later == name) {
            return Ok(());
        }
        let message = format!("'{name}' is defined further down");
        Err(Problem::at(word.span.clone(), message).help("define a name above the place where it is used"))
    }

    /// The condition of a name.
    pub fn condition(&self, name: &str) -> Option<WhenOf<L>> {
        self.conditions.iter().find(|(known, _)| known == name).map(|(_, condition)| condition.clone())
    }

    /// The names of all numbers.
    pub fn number_names(&self) -> impl Iterator<Item = &str> {
        let parameters = self.parameters.iter().map(|parameter| &*parameter.key);
        parameters.chain(self.amounts.iter().map(String::as_str))
    }

    /// The names of all conditions.
    pub fn condition_names(&self) -> impl Iterator<Item = &str> {
        self.conditions.iter().map(|(name, _)| name.as_str())
    }
}
