//! The words of strategy files for Gang of Dice.
//!
//! Owns which words there are, what each stands for, and where it can stand. Their values at a table are for
//! [`super::plan`].

use crate::games::Game;
use crate::games::gang::{Back, Card, Condition as Rule, Gang, Trigger};
use crate::input::Problem;
use crate::strategies::ParameterKind;
use crate::strategies::expression::meaning::{Amount, Condition, Vocabulary};
use crate::strategies::expression::syntax::{Node, Tree};
use crate::strategies::form::{Lexicon, Names, Own};

/// A number of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Quantity {
    /// The dice this player holds.
    Pool,
    /// The dice that the player with the most holds.
    MostPool,
    /// The most dice this turn may commit.
    Allowed,
    /// The dice on the table.
    Table,
    /// The round, from 1.
    Round,
    /// The rounds after this one.
    RoundsLeft,
    /// The number of this turn in the round, from 1.
    Turn,
    /// How many act after this player in the round.
    ToAct,
    /// How many play.
    Seats,
    /// The bonus dice of the next round.
    BonusNext,
    /// How many rerolls a turn may have.
    Rerolls,
    /// The total of the best turn of the round so far, 0 if there is none.
    BestTotal,
    /// The dice of that turn, 0 if there is none.
    BestDice,
    /// The number in the card's condition.
    CardNumber,
    /// The dice committed; known once they are.
    Dice,
    /// The lowest total that beats the best with these dice, 0 if there is none.
    ToBeat,
}

/// The words for quantities, with what they mean and the least that they can be.
pub(super) const QUANTITIES: [(&str, Quantity, i64); 16] = [
    ("pool", Quantity::Pool, 1),
    ("pools.most", Quantity::MostPool, 1),
    ("allowed", Quantity::Allowed, 1),
    ("table", Quantity::Table, 0),
    ("round", Quantity::Round, 1),
    ("rounds_left", Quantity::RoundsLeft, 0),
    ("turn", Quantity::Turn, 1),
    ("to_act", Quantity::ToAct, 0),
    ("seats", Quantity::Seats, 2),
    ("bonus_next", Quantity::BonusNext, 0),
    ("rerolls", Quantity::Rerolls, 0),
    ("best.total", Quantity::BestTotal, 0),
    ("best.dice", Quantity::BestDice, 0),
    ("card.number", Quantity::CardNumber, 0),
    ("dice", Quantity::Dice, 1),
    ("to_beat", Quantity::ToBeat, 0),
];

impl Quantity {
    /// Whether it is known only once dice are committed.
    pub(super) fn is_of_the_turn(self) -> bool {
        matches!(self, Quantity::Dice | Quantity::ToBeat)
    }
}

/// What a word of a number stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    /// A number of the game.
    Quantity(Quantity),
    /// A whole parameter of the file, by its position.
    Parameter(usize),
    /// A named amount of the file, by its position.
    Named(usize),
    /// `safe(p)`: the most dice with an invalid chance below p.
    Safe(Chance),
}

/// A chance in a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Chance {
    /// Written down.
    Fraction(f64),
    /// A fraction among the parameters, by its position.
    Parameter(usize),
}

/// A family of conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Family {
    /// `sum>=k`
    Sum,
    /// `run>=k`
    Run,
    /// `odd>=k`
    Odd,
    /// `even>=k`
    Even,
    /// `distinct>=k`
    Distinct,
    /// `same>=k`, `pair` among them
    Same,
    /// `count:v>=k`, `fives>=k` among them
    Count,
    /// `any:v,…`
    Any,
    /// `all(…)`, `either(…)`, `not(…)`
    Combined,
}

/// Something that holds of a turn or does not, and never changes with what can be read from the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Fact {
    /// The card's condition is of a family.
    Family(Family),
    /// The card has a trigger.
    Trigger(Trigger),
    /// The card has a back.
    Back(Back),
    /// The card has an id.
    Card(String),
    /// This player acts first in the round.
    First,
    /// Others have acted and others will.
    Middle,
    /// Nobody acts after this player.
    Last,
    /// There is a valid turn to beat.
    Best,
}

/// The words for facts.
pub(super) const FACTS: [(&str, Fact); 17] = [
    ("sum", Fact::Family(Family::Sum)),
    ("run", Fact::Family(Family::Run)),
    ("odd", Fact::Family(Family::Odd)),
    ("even", Fact::Family(Family::Even)),
    ("distinct", Fact::Family(Family::Distinct)),
    ("same", Fact::Family(Family::Same)),
    ("count", Fact::Family(Family::Count)),
    ("any", Fact::Family(Family::Any)),
    ("combined", Fact::Family(Family::Combined)),
    ("bomb", Fact::Trigger(Trigger::Bomb)),
    ("explosion", Fact::Trigger(Trigger::Explosion)),
    ("light", Fact::Back(Back::Light)),
    ("dark", Fact::Back(Back::Dark)),
    ("first", Fact::First),
    ("middle", Fact::Middle),
    ("last", Fact::Last),
    ("best", Fact::Best),
];

impl Family {
    /// The family of a card.
    pub(super) fn of(card: &Card) -> Family {
        match &card.condition {
            Rule::Sum(_) => Family::Sum,
            Rule::Run(_) => Family::Run,
            Rule::Odd(_) => Family::Odd,
            Rule::Even(_) => Family::Even,
            Rule::Distinct(_) => Family::Distinct,
            Rule::Same(_) => Family::Same,
            Rule::Count { .. } => Family::Count,
            Rule::Any(_) => Family::Any,
            Rule::All(_) | Rule::Either(_) | Rule::Not(_) => Family::Combined,
        }
    }
}

/// The number in a card's condition: k of `sum>=k` and the like; how many values `any` lists; how many
/// conditions a combined one has.
pub(super) fn card_number(card: &Card) -> u32 {
    match &card.condition {
        Rule::Sum(k) | Rule::Run(k) | Rule::Odd(k) | Rule::Even(k) | Rule::Distinct(k) | Rule::Same(k) => *k,
        Rule::Count { least, .. } => *least,
        Rule::Any(values) => values.len(),
        Rule::All(parts) | Rule::Either(parts) => parts.len() as u32,
        Rule::Not(_) => 1,
    }
}

impl Fact {
    /// Whether it holds of a card; false if it is not about the card.
    pub(super) fn is_of(&self, card: &Card) -> bool {
        match self {
            Fact::Family(family) => Family::of(card) == *family,
            Fact::Trigger(trigger) => card.trigger == *trigger,
            Fact::Back(back) => card.back == *back,
            Fact::Card(id) => card.id == *id,
            Fact::First | Fact::Middle | Fact::Last | Fact::Best => false,
        }
    }
}

/// A condition of this game's words.
pub(super) type When = Condition<Number, Fact>;

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Before dice are committed: conditions and amounts of dice.
    Before,
    /// After: when to stop and what to reroll.
    Turn,
}

/// What Gang of Dice makes of the words of a file.
pub(super) struct GangWords;

impl Lexicon for GangWords {
    type Number = Number;
    type Fact = Fact;
    type Place = Place;
    type Words<'f> = Words<'f>;

    const GAME: &'static str = Gang::NAME;
    const SAYS_GAME: bool = false;
    const BEFORE: Place = Place::Before;
    const CONDITION: &'static str = "sum and last";
    const AMOUNT: &'static str = "best.dice + 1";

    fn words(names: &Names<GangWords>, place: Place) -> Words<'_> {
        Words { names, place }
    }

    fn is_taken(word: &str) -> bool {
        let functions = ["min", "max", "safe", "and", "or", "not"];
        let quantity = !Self::is_for_parameters(word) && QUANTITIES.iter().any(|(name, _, _)| *name == word);
        quantity || functions.contains(&word) || FACTS.iter().any(|(name, _)| *name == word)
    }

    fn is_for_parameters(word: &str) -> bool {
        word == "dice"
    }

    fn named(number: &Number) -> Option<usize> {
        match number {
            Number::Named(index) => Some(*index),
            _ => None,
        }
    }

    fn some_fact() -> Fact {
        Fact::Best
    }
}

/// The words that can stand in a place of a file: the game's and the file's own.
pub(super) struct Words<'f> {
    /// The names that the file has given so far.
    names: &'f Names<GangWords>,
    /// Where.
    place: Place,
}

impl Vocabulary for Words<'_> {
    type Number = Number;
    type Fact = Fact;

    const COMPARISON: &'static str = "pool < 10";
    const QUOTIENT: &'static str = "pool / 8";

    fn number(&self, word: &Tree) -> Result<Option<Amount<Number>>, Problem> {
        let Node::Name(name) = &word.node else { return Ok(None) };
        let quantity = QUANTITIES.iter().find(|(known, _, _)| known == name).map(|(_, quantity, _)| *quantity);
        let usable = quantity.filter(|quantity| self.place == Place::Turn || !quantity.is_of_the_turn());
        if let Some(quantity) = usable {
            return Ok(Some(Amount::Name(Number::Quantity(quantity))));
        }
        let own = self.names.number(name, word);
        match own.map_err(|problem| problem.help(format!("a chance stands in safe({name})")))? {
            Some(Own::Parameter(index)) => return Ok(Some(Amount::Name(Number::Parameter(index)))),
            Some(Own::Named(index)) => return Ok(Some(Amount::Name(Number::Named(index)))),
            None => {}
        }
        if quantity.is_some() {
            let message = format!("'{name}' is not known before the dice are committed");
            return Err(
                Problem::at(word.span.clone(), message).help("it can be used in stop, reroll, invalid, short and plan")
            );
        }
        self.names.not_later(name, word)?;
        Ok(None)
    }

    fn condition(&self, word: &str) -> Option<When> {
        let fact = FACTS.iter().find(|(name, _)| *name == word).map(|(_, fact)| Condition::Fact(fact.clone()));
        fact.or_else(|| self.names.condition(word))
    }

    fn quoted(&self, text: &Tree) -> Result<When, Problem> {
        match &text.node {
            Node::Quoted(id) if !id.is_empty() => Ok(Condition::Fact(Fact::Card(id.clone()))),
            _ => Err(Problem::at(text.span.clone(), "no card has an empty id")),
        }
    }

    fn call(&self, name: &str, arguments: &[Tree], whole: &Tree) -> Result<Option<Number>, Problem> {
        if name != "safe" {
            return Ok(None);
        }
        let wanted = || {
            Problem::at(whole.span.clone(), "'safe' takes one chance, a fraction or a parameter that is one")
                .help("safe(0.25): the most dice with an invalid chance below 0.25")
        };
        let [argument] = arguments else { return Err(wanted()) };
        let chance = match &argument.node {
            Node::Fraction(chance) if (0.0..=1.0).contains(chance) => Chance::Fraction(*chance),
            Node::Number(chance @ 0..=1) => Chance::Fraction(*chance as f64),
            Node::Fraction(_) | Node::Number(_) => {
                return Err(Problem::at(argument.span.clone(), "a chance is a number from 0 to 1"));
            }
            Node::Name(name) => match self.names.parameter(name) {
                Some((index, ParameterKind::Fraction { .. })) => Chance::Parameter(index),
                _ => return Err(wanted()),
            },
            _ => return Err(wanted()),
        };
        Ok(Some(Number::Safe(chance)))
    }

    fn number_words(&self) -> Vec<&str> {
        let quantities = QUANTITIES
            .iter()
            .filter(|(_, quantity, _)| self.place == Place::Turn || !quantity.is_of_the_turn())
            .map(|(name, _, _)| *name);
        quantities.chain(["min", "max", "safe"]).chain(self.names.number_names()).collect()
    }

    fn condition_words(&self) -> Vec<&str> {
        FACTS.iter().map(|(name, _)| *name).chain(["not"]).chain(self.names.condition_names()).collect()
    }
}
