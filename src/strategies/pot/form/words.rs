//! The words of strategy files for POT.
//!
//! Owns which words there are and what each stands for. Their values at a table are for [`super::plan`].

use crate::games::Game;
use crate::games::pot::Pot;
use crate::input::Problem;
use crate::strategies::expression::meaning::{Amount, Condition, Vocabulary};
use crate::strategies::expression::syntax::{Node, Tree};
use crate::strategies::form::{Lexicon, Names, Own};

/// A number of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Quantity {
    /// Coins in the POT.
    Pot,
    /// Coins in the bank.
    Bank,
    /// The player's own coins.
    Coins,
    /// Coins of the next player clockwise.
    CoinsNext,
    /// Coins of the previous player.
    CoinsPrevious,
    /// Coins of the other player with most.
    CoinsRichest,
    /// Coins of the other player with fewest.
    CoinsPoorest,
    /// Coins of the player in control, 0 if nobody is.
    CoinsControl,
    /// The score of the player in control, 0 if nobody is.
    Score,
    /// The lowest sum that takes control, 0 if any does.
    ToBeat,
    /// How many have a turn after this one, if it does not take control.
    ToAct,
    /// The round, from 1.
    Round,
    /// The player's own seat, from 1.
    Seat,
    /// How many play.
    Seats,
    /// The coins that end the game.
    Goal,
    /// What the bank adds to the POT each round.
    Stake,
}

/// How many there are.
pub(super) const QUANTITY_COUNT: usize = QUANTITIES.len();

/// The words for quantities.
pub(super) const QUANTITIES: [(&str, Quantity); 16] = [
    ("pot", Quantity::Pot),
    ("bank", Quantity::Bank),
    ("coins", Quantity::Coins),
    ("coins.next", Quantity::CoinsNext),
    ("coins.previous", Quantity::CoinsPrevious),
    ("coins.richest", Quantity::CoinsRichest),
    ("coins.poorest", Quantity::CoinsPoorest),
    ("coins.control", Quantity::CoinsControl),
    ("score", Quantity::Score),
    ("to_beat", Quantity::ToBeat),
    ("to_act", Quantity::ToAct),
    ("round", Quantity::Round),
    ("seat", Quantity::Seat),
    ("seats", Quantity::Seats),
    ("goal", Quantity::Goal),
    ("stake", Quantity::Stake),
];

/// What a word of a number stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    /// A number of the game.
    Quantity(Quantity),
    /// A whole parameter of the file, by its position.
    Parameter(usize),
    /// A named amount of the file, by its position.
    Named(usize),
}

/// Something that holds at a turn or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Fact {
    /// Nobody is in control: any sum takes it (P08).
    First,
    /// Somebody is in control, and others have a turn after this one.
    Middle,
    /// Nobody has a turn after this one if it does not take control.
    Last,
    /// This player started the round.
    Starter,
    /// Somebody has held the goal in this round.
    GoalHeld,
}

/// The words for facts.
pub(super) const FACTS: [(&str, Fact); 5] = [
    ("first", Fact::First),
    ("middle", Fact::Middle),
    ("last", Fact::Last),
    ("starter", Fact::Starter),
    ("goal_held", Fact::GoalHeld),
];

/// A condition of this game's words.
pub(super) type When = Condition<Number, Fact>;

/// What POT makes of the words of a file.
pub(super) struct PotWords;

/// The words that can be used in a file: the game's and the file's own, the same everywhere.
pub(super) struct Words<'f>(&'f Names<PotWords>);

impl Lexicon for PotWords {
    type Number = Number;
    type Fact = Fact;
    type Place = ();
    type Words<'f> = Words<'f>;

    const GAME: &'static str = Pot::NAME;
    const SAYS_GAME: bool = true;
    const BEFORE: () = ();
    const CONDITION: &'static str = "first and pot >= 5";
    const AMOUNT: &'static str = "score + 1";

    fn words(names: &Names<PotWords>, (): ()) -> Words<'_> {
        Words(names)
    }

    fn is_taken(word: &str) -> bool {
        let words = ["min", "max", "and", "or", "not", "sum", "combo", "beat", "never", "always"];
        words.contains(&word)
            || QUANTITIES.iter().any(|(name, _)| *name == word)
            || FACTS.iter().any(|(name, _)| *name == word)
    }

    fn named(number: &Number) -> Option<usize> {
        match number {
            Number::Named(index) => Some(*index),
            _ => None,
        }
    }

    fn some_fact() -> Fact {
        Fact::First
    }
}

impl Vocabulary for Words<'_> {
    type Number = Number;
    type Fact = Fact;

    const COMPARISON: &'static str = "pot >= 5";
    const QUOTIENT: &'static str = "bank / 4";

    fn number(&self, word: &Tree) -> Result<Option<Amount<Number>>, Problem> {
        let Node::Name(name) = &word.node else { return Ok(None) };
        if let Some((_, quantity)) = QUANTITIES.iter().find(|(known, _)| known == name) {
            return Ok(Some(Amount::Name(Number::Quantity(*quantity))));
        }
        match self.0.number(name, word)? {
            Some(Own::Parameter(index)) => return Ok(Some(Amount::Name(Number::Parameter(index)))),
            Some(Own::Named(index)) => return Ok(Some(Amount::Name(Number::Named(index)))),
            None => {}
        }
        self.0.not_later(name, word)?;
        Ok(None)
    }

    fn condition(&self, word: &str) -> Option<When> {
        let fact = FACTS.iter().find(|(name, _)| *name == word).map(|(_, fact)| Condition::Fact(*fact));
        fact.or_else(|| self.0.condition(word))
    }

    fn quoted(&self, text: &Tree) -> Result<When, Problem> {
        Err(Problem::at(text.span.clone(), "a text in quotes is a combo, which is known only once dice are rolled")
            .help("a combo can stand in stop and after towards"))
    }

    fn call(&self, _: &str, _: &[Tree], _: &Tree) -> Result<Option<Number>, Problem> {
        Ok(None)
    }

    fn number_words(&self) -> Vec<&str> {
        QUANTITIES.iter().map(|(name, _)| *name).chain(["min", "max"]).chain(self.0.number_names()).collect()
    }

    fn condition_words(&self) -> Vec<&str> {
        FACTS.iter().map(|(name, _)| *name).chain(["not"]).chain(self.0.condition_names()).collect()
    }
}
