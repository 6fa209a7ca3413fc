//! Formulas: what they are made of, what they read, and how one is put into another.
//!
//! The text is that of strategy files (`analyze_core::strategies::syntax`). A formula is a number or a fact, has no loops,
//! and reads nothing that is not known before it is asked. What words stand for is in `words`; formulas are asked as
//! `Code`.

mod code;
mod words;

pub(crate) use code::{CardView, Expr, View};
pub(crate) use words::{Kind, Meaning, Words, is_word};

use crate::dice::Hand;
use analyze_core::strategies::syntax::{Arithmetic, Operator};
use std::collections::BTreeSet;

/// The farthest from 0 that a field or a rule can be.
pub(crate) const MOST_NUMBER: i64 = 1_000_000;

/// Which dice are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Which {
    /// Those that lie there.
    Dice,
    /// Those that are kept.
    Kept,
    /// Those that are not.
    Rest,
    /// These, whatever happens.
    These(Hand),
}

/// A part of a formula that has no parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Leaf {
    Number(i64),
    /// What stands in a slot of the state.
    Slot(usize),
    /// The most that another player has in this slot of its own.
    Rival(usize),
    /// What the winner of the round has in this slot of its own.
    Winner(usize),
    /// The number that goes with a choice.
    Chosen,
    /// The answer to a question about some dice.
    Asked(usize, Which),
    /// Whether the condition of the card holds on the dice.
    Card,
    /// Whether the card has this mark.
    Mark(usize),
}

/// A formula whose words have a meaning. A fact is 1 or 0.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Formula {
    Leaf(Leaf),
    Not(Box<Formula>),
    Two(Operator, Box<[Formula; 2]>),
    /// If the first holds the second, else the third.
    If(Box<[Formula; 3]>),
}

/// What formulas read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reads {
    pub(crate) slots: BTreeSet<usize>,
    /// Slots that are read of all other players.
    pub(crate) rivals: BTreeSet<usize>,
    /// What is asked of which dice.
    pub(crate) asked: BTreeSet<(usize, Which)>,
    /// Whether the dice that lie there are looked at.
    pub(crate) dice: bool,
    /// Whether the card is looked at.
    pub(crate) card: bool,
    /// Whether the number of a choice is.
    pub(crate) chosen: bool,
}

impl Reads {
    /// Adds what others read.
    pub(crate) fn add(&mut self, other: &Reads) {
        self.slots.extend(&other.slots);
        self.rivals.extend(&other.rivals);
        self.asked.extend(&other.asked);
        self.dice |= other.dice;
        self.card |= other.card;
        self.chosen |= other.chosen;
    }

    fn leaf(&mut self, leaf: Leaf) {
        match leaf {
            Leaf::Number(_) => {}
            Leaf::Slot(slot) => drop(self.slots.insert(slot)),
            Leaf::Rival(slot) | Leaf::Winner(slot) => drop(self.rivals.insert(slot)),
            Leaf::Chosen => self.chosen = true,
            Leaf::Asked(table, which) => {
                self.asked.insert((table, which));
                self.dice |= !matches!(which, Which::These(_));
            }
            Leaf::Card => (self.card, self.dice) = (true, true),
            Leaf::Mark(_) => self.card = true,
        }
    }
}

/// What an operator makes of two numbers; of facts 1 and 0.
#[inline]
pub(crate) fn apply(operator: Operator, left: i64, right: i64) -> i64 {
    match operator {
        Operator::Compute(Arithmetic::Plus) => left.saturating_add(right),
        Operator::Compute(operation) => operation.apply(left, right),
        Operator::Compare(comparison) => i64::from(comparison.holds(left, right)),
        Operator::And => i64::from(left != 0 && right != 0),
        Operator::Or => i64::from(left != 0 || right != 0),
    }
}

/// `+`.
pub(crate) const PLUS: Operator = Operator::Compute(Arithmetic::Plus);
/// `-`.
pub(crate) const MINUS: Operator = Operator::Compute(Arithmetic::Minus);

impl Formula {
    /// A number.
    pub(crate) fn number(number: i64) -> Formula {
        Formula::Leaf(Leaf::Number(number))
    }

    /// What stands in a slot.
    pub(crate) fn slot(slot: usize) -> Formula {
        Formula::Leaf(Leaf::Slot(slot))
    }

    /// The number that it always is, if it is.
    pub(crate) fn constant(&self) -> Option<i64> {
        match self {
            Formula::Leaf(Leaf::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// Two formulas with an operator between them; what is known is computed.
    pub(crate) fn two(operator: Operator, left: Formula, right: Formula) -> Formula {
        match (operator, left.constant(), right.constant()) {
            (Operator::And, Some(0), _) | (Operator::Or, Some(1), _) => left,
            (Operator::And, Some(_), _) | (Operator::Or, Some(_), _) => right,
            (_, Some(a), Some(b)) => Formula::number(apply(operator, a, b)),
            _ if operator == PLUS && left.constant() == Some(0) => right,
            _ if (operator == PLUS || operator == MINUS) && right.constant() == Some(0) => left,
            _ => Formula::Two(operator, Box::new([left, right])),
        }
    }

    /// One of two by a condition; what is known is computed.
    pub(crate) fn choice(condition: Formula, then: Formula, other: Formula) -> Formula {
        match condition.constant() {
            Some(0) => other,
            Some(_) => then,
            None if then == other => then,
            None => Formula::If(Box::new([condition, then, other])),
        }
    }

    /// The opposite of a fact.
    pub(crate) fn negation(inner: Formula) -> Formula {
        match inner.constant() {
            Some(fact) => Formula::number(1 - fact),
            None => Formula::Not(Box::new(inner)),
        }
    }

    fn parts(&self) -> &[Formula] {
        match self {
            Formula::Leaf(_) => &[],
            Formula::Not(inner) => std::slice::from_ref(inner),
            Formula::Two(_, two) => &two[..],
            Formula::If(three) => &three[..],
        }
    }

    /// What it reads.
    pub(crate) fn reads(&self) -> Reads {
        let mut reads = Reads::default();
        self.visit(&mut |leaf| reads.leaf(leaf));
        reads
    }

    /// Shows each leaf.
    pub(crate) fn visit(&self, see: &mut impl FnMut(Leaf)) {
        if let Formula::Leaf(leaf) = self {
            see(*leaf);
        }
        self.parts().iter().for_each(|part| part.visit(see));
    }

    /// Whether it has as few parts, and these are nested as little, as formulas may be.
    pub(crate) fn is_small(&self) -> bool {
        let (parts, nested) = self.size();
        parts <= words::MOST_PARTS && nested <= words::MOST_NESTED
    }

    /// How many parts it has, and how deep they are nested.
    pub(crate) fn size(&self) -> (usize, usize) {
        let sizes = self.parts().iter().map(Formula::size);
        let inside = sizes.fold((0, 0), |all, (parts, nested)| (all.0 + parts, all.1.max(nested)));
        (inside.0 + 1, inside.1 + 1)
    }

    /// The same with leaves replaced; nothing if one cannot be.
    pub(crate) fn replaced(&self, with: &impl Fn(Leaf) -> Option<Formula>) -> Option<Formula> {
        Some(match self {
            Formula::Leaf(leaf) => with(*leaf)?,
            Formula::Not(inner) => Formula::negation(inner.replaced(with)?),
            Formula::Two(operator, two) => Formula::two(*operator, two[0].replaced(with)?, two[1].replaced(with)?),
            Formula::If(three) => {
                Formula::choice(three[0].replaced(with)?, three[1].replaced(with)?, three[2].replaced(with)?)
            }
        })
    }

    /// The same without what is added to it or taken away from it whatever is decided: `keep` says what depends on that.
    /// Two decisions compare as before.
    pub(crate) fn without_common(&self, keep: &impl Fn(&Formula) -> bool) -> Formula {
        match self {
            Formula::Two(operator, two) if *operator == PLUS || *operator == MINUS => {
                Formula::two(*operator, two[0].without_common(keep), two[1].without_common(keep))
            }
            _ if keep(self) => self.clone(),
            _ => Formula::number(0),
        }
    }
}
