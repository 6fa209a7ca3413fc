//! The words of strategy files for Battle Dice.
//!
//! Owns which words there are, what each stands for, and which of them are known in a duel only. Their values at a
//! table are for [`super::scene`].

use crate::games::Game;
use crate::games::battle::{Battle, Contest, Face, Hand, Kind};
use crate::input::Problem;
use crate::strategies::expression::meaning::{Amount, Condition, Part, Vocabulary};
use crate::strategies::expression::syntax::{Node, Tree};
use crate::strategies::form::{Lexicon, Names, Own};

/// A number of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    /// The points this player holds.
    Points,
    /// The dice this player owns.
    Dice,
    /// What they cost.
    Cost,
    /// The cost of dice that wins.
    Goal,
    /// The turn, from 1.
    Turn,
    /// How many play.
    Seats,
    /// The dice of a kind that this player owns.
    Own(Kind),
    /// The dice of a kind that nobody owns.
    Supply(Kind),
    /// The highest cost of another player's dice.
    RivalsCost,
    /// The most points that another player holds.
    RivalsPoints,
    /// The most dice that another player owns.
    RivalsDice,
    /// The points of combat of this player's throw.
    Total,
    /// The highest of another player among whom the throw is resolved.
    BestTotal,
    /// The dice of this player that are not thrown.
    Reserve,
    /// The dice of this player in the throw zone.
    Thrown,
    /// The bout or step, from 1.
    Part,
    /// The bouts this player has won.
    Bouts,
    /// How many take part in the duel.
    Fighters,
    /// The exchanges, rerolls or cancels that are left.
    Actions,
}

/// The words for quantities.
pub(super) const QUANTITIES: [(&str, Quantity); 29] = [
    ("points", Quantity::Points),
    ("dice", Quantity::Dice),
    ("cost", Quantity::Cost),
    ("goal", Quantity::Goal),
    ("turn", Quantity::Turn),
    ("seats", Quantity::Seats),
    ("own.white", Quantity::Own(Kind::White)),
    ("own.red", Quantity::Own(Kind::Red)),
    ("own.yellow", Quantity::Own(Kind::Yellow)),
    ("own.green", Quantity::Own(Kind::Green)),
    ("own.blue", Quantity::Own(Kind::Blue)),
    ("own.black", Quantity::Own(Kind::Black)),
    ("supply.white", Quantity::Supply(Kind::White)),
    ("supply.red", Quantity::Supply(Kind::Red)),
    ("supply.yellow", Quantity::Supply(Kind::Yellow)),
    ("supply.green", Quantity::Supply(Kind::Green)),
    ("supply.blue", Quantity::Supply(Kind::Blue)),
    ("supply.black", Quantity::Supply(Kind::Black)),
    ("rivals.cost", Quantity::RivalsCost),
    ("rivals.points", Quantity::RivalsPoints),
    ("rivals.dice", Quantity::RivalsDice),
    ("total", Quantity::Total),
    ("best.total", Quantity::BestTotal),
    ("reserve", Quantity::Reserve),
    ("thrown", Quantity::Thrown),
    ("part", Quantity::Part),
    ("bouts", Quantity::Bouts),
    ("fighters", Quantity::Fighters),
    ("actions", Quantity::Actions),
];

impl Quantity {
    /// Whether it is known in a duel only.
    const fn is_of_the_duel(self) -> bool {
        matches!(
            self,
            Quantity::Total
                | Quantity::BestTotal
                | Quantity::Reserve
                | Quantity::Thrown
                | Quantity::Part
                | Quantity::Bouts
                | Quantity::Fighters
                | Quantity::Actions
        )
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
    /// `shown('1 VP')`: how many of this player's thrown dice show a face.
    Shown(Face),
}

/// Something that holds or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// It is this player's turn.
    Active,
    /// The duel is this one; a limit or a number of dice does not matter.
    Contest(Contest),
    /// How dice are picked in the duel.
    Hand(Hand),
    /// All take part in the duel.
    AgainstAll,
}

/// The words for facts.
pub(super) const FACTS: [(&str, Fact); 10] = [
    ("active", Fact::Active),
    ("first_to_15", Fact::Contest(Contest::FirstTo15)),
    ("russian_roulette", Fact::Contest(Contest::RussianRoulette)),
    ("by_points", Fact::Contest(Contest::ByPoints(1))),
    ("battle", Fact::Contest(Contest::Battle)),
    ("armageddon", Fact::Contest(Contest::Armageddon(1))),
    ("two_by_two", Fact::Contest(Contest::TwoByTwo)),
    ("chosen", Fact::Hand(Hand::Chosen)),
    ("random", Fact::Hand(Hand::Random)),
    ("against_all", Fact::AgainstAll),
];

/// A condition of this game's words.
pub(super) type When = Condition<Number, Fact>;

/// What Battle Dice makes of the words of a file.
pub(super) struct BattleWords;

impl Lexicon for BattleWords {
    type Number = Number;
    type Fact = Fact;
    /// Words can stand everywhere; those of the duel are looked for once a rule has been read.
    type Place = ();
    type Words<'f> = Words<'f>;

    const GAME: &'static str = Battle::NAME;
    const SAYS_GAME: bool = true;
    const BEFORE: () = ();
    const CONDITION: &'static str = "points >= 5 and own.black < 2";
    const AMOUNT: &'static str = "dice - 1";

    fn words(names: &Names<BattleWords>, (): ()) -> Words<'_> {
        Words(names)
    }

    fn is_taken(word: &str) -> bool {
        ["min", "max", "shown", "and", "or", "not"].contains(&word)
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
        Fact::Active
    }
}

/// The words of a file: the game's, and the names that the file has given so far.
pub(super) struct Words<'f>(&'f Names<BattleWords>);

/// The first word in an amount that is known in a duel only; `named` says it of the file's amounts.
pub(super) fn duel_word(amount: &Amount<Number>, named: &[Option<&'static str>]) -> Option<&'static str> {
    let mut found = None;
    amount.visit(&mut |number| {
        found = found.or_else(|| number.duel_word(named));
        1
    });
    found
}

/// The first word in a condition that is known in a duel only.
pub(super) fn duel_word_of(when: &When, named: &[Option<&'static str>]) -> Option<&'static str> {
    let mut found = None;
    when.visit(&mut |part| {
        let word = match part {
            Part::Fact(Fact::Active) => None,
            Part::Fact(fact) => FACTS.iter().find(|(_, known)| known == fact).map(|(name, _)| *name),
            Part::Compared(_, left, right) => duel_word(left, named).or_else(|| duel_word(right, named)),
        };
        found = found.or(word);
    });
    found
}

impl Number {
    fn duel_word(&self, named: &[Option<&'static str>]) -> Option<&'static str> {
        match self {
            Number::Quantity(quantity) if quantity.is_of_the_duel() => {
                QUANTITIES.iter().find(|(_, known)| known == quantity).map(|(name, _)| *name)
            }
            Number::Shown(_) => Some("shown"),
            Number::Named(index) => named.get(*index).copied().flatten(),
            Number::Quantity(_) | Number::Parameter(_) => None,
        }
    }
}

impl Vocabulary for Words<'_> {
    type Number = Number;
    type Fact = Fact;

    const COMPARISON: &'static str = "points >= 5";
    const QUOTIENT: &'static str = "points / 3";

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
        Err(Problem::at(text.span.clone(), "a text in quotes is no condition")
            .help("shown('1 VP') > 0 holds if a thrown die of this player shows it"))
    }

    fn call(&self, name: &str, arguments: &[Tree], whole: &Tree) -> Result<Option<Number>, Problem> {
        if name != "shown" {
            return Ok(None);
        }
        let face = match arguments {
            [Tree { node: Node::Quoted(text), .. }] => Face::parse(text),
            [Tree { node: Node::Number(number), .. }] => Face::parse(&number.to_string()),
            _ => None,
        };
        let wanted = || {
            Problem::at(whole.span.clone(), "'shown' takes one face in quotes")
                .help("shown('1 VP'): how many of this player's thrown dice show it")
        };
        face.map(|face| Some(Number::Shown(face))).ok_or_else(wanted)
    }

    fn number_words(&self) -> Vec<&str> {
        let quantities = QUANTITIES.iter().map(|(name, _)| *name);
        quantities.chain(["min", "max", "shown"]).chain(self.0.number_names()).collect()
    }

    fn condition_words(&self) -> Vec<&str> {
        FACTS.iter().map(|(name, _)| *name).chain(["not"]).chain(self.0.condition_names()).collect()
    }
}
