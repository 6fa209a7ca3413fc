//! The faces of the dice (B02): what they are called, and what sort of power each has.
//!
//! Owns their spelling, and sets of powers; how a power acts is for `zone` and `fight`.

use std::fmt;

/// The highest number a face can have.
pub const MOST_NUMBER: u8 = 99;

/// What a die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Face {
    /// Scores itself.
    Number(u8),
    /// Scores its number and protects itself.
    Helmet(u8),
    /// Throws one more die.
    Extra,
    /// Protects one other die of its owner.
    Shield,
    /// Protects all other dice of its owner.
    GreatShield,
    /// Multiplies one die by two.
    Times2,
    /// Multiplies two dice by two.
    DoubleTimes2,
    /// Multiplies one die by three.
    Times3,
    /// Puts a die back and throws another one instead.
    Exchange,
    /// Rerolls a die.
    Reroll,
    /// Cancels a die of an opponent.
    Cancel,
    /// Cancels twice.
    Cancel2,
    /// Scores a victory point.
    VictoryPoint,
    /// Scores 2 for each die of its owner in the throw zone.
    PerDie,
}

impl Face {
    /// The faces that are not numbers, with their spelling.
    pub const NAMED: [(&'static str, Face); 12] = [
        ("extra", Face::Extra),
        ("shield", Face::Shield),
        ("great shield", Face::GreatShield),
        ("x2", Face::Times2),
        ("double x2", Face::DoubleTimes2),
        ("x3", Face::Times3),
        ("exchange", Face::Exchange),
        ("reroll", Face::Reroll),
        ("cancel", Face::Cancel),
        ("cancel 2", Face::Cancel2),
        ("1 VP", Face::VictoryPoint),
        ("+2 per die", Face::PerDie),
    ];

    /// The face of this spelling: a number from 0 to [`MOST_NUMBER`], `helmet` and such a number, or one of
    /// [`Face::NAMED`].
    pub fn parse(text: &str) -> Option<Face> {
        let number = |text: &str| text.parse().ok().filter(|&number: &u8| number <= MOST_NUMBER);
        if let Some(number) = number(text) {
            return Some(Face::Number(number));
        }
        if let Some(helmet) = text.strip_prefix("helmet ") {
            return number(helmet).map(Face::Helmet);
        }
        Face::NAMED.iter().find(|(name, _)| *name == text).map(|(_, face)| *face)
    }

    /// The sort of its power.
    pub const fn powers(self) -> Powers {
        match self {
            Face::Number(_) | Face::Helmet(_) | Face::PerDie => Powers::NONE,
            Face::VictoryPoint => Powers::VICTORY_POINT,
            Face::Extra => Powers::EXTRA,
            Face::Shield => Powers::SHIELD,
            Face::GreatShield => Powers::GREAT_SHIELD,
            Face::Times2 | Face::DoubleTimes2 | Face::Times3 => Powers::MULTIPLIER,
            Face::Exchange => Powers::EXCHANGE,
            Face::Reroll => Powers::REROLL,
            Face::Cancel | Face::Cancel2 => Powers::CANCEL,
        }
    }

    /// How often its power acts, or how many dice it can be placed on, when nothing multiplies it.
    pub const fn units(self) -> u32 {
        match self {
            Face::Number(_) | Face::Helmet(_) | Face::VictoryPoint | Face::PerDie | Face::GreatShield => 0,
            Face::DoubleTimes2 | Face::Cancel2 => 2,
            _ => 1,
        }
    }

    /// The number it shows, a helmet's too.
    pub const fn number(self) -> Option<u8> {
        match self {
            Face::Number(number) | Face::Helmet(number) => Some(number),
            _ => None,
        }
    }

    /// By what it multiplies, 1 if it is no multiplier.
    pub const fn factor(self) -> u8 {
        match self {
            Face::Times2 | Face::DoubleTimes2 => 2,
            Face::Times3 => 3,
            _ => 1,
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Face::Number(number) => write!(f, "{number}"),
            Face::Helmet(number) => write!(f, "helmet {number}"),
            named => {
                let name = Face::NAMED.iter().find(|(_, face)| face == named).map_or("?", |(name, _)| name);
                f.write_str(name)
            }
        }
    }
}

/// Sorts of power: a set of these says in which stages something can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Powers(u8);

impl Powers {
    /// None.
    pub const NONE: Powers = Powers(0);
    /// `extra`.
    pub const EXTRA: Powers = Powers(1);
    /// `shield`, which is placed.
    pub const SHIELD: Powers = Powers(1 << 1);
    /// `great shield`.
    pub const GREAT_SHIELD: Powers = Powers(1 << 2);
    /// `x2`, `double x2` and `x3`.
    pub const MULTIPLIER: Powers = Powers(1 << 3);
    /// `exchange`.
    pub const EXCHANGE: Powers = Powers(1 << 4);
    /// `reroll`.
    pub const REROLL: Powers = Powers(1 << 5);
    /// `cancel` and `cancel 2`.
    pub const CANCEL: Powers = Powers(1 << 6);
    /// `1 VP`, which only counts.
    pub const VICTORY_POINT: Powers = Powers(1 << 7);
    /// Those that act, or are placed, in a stage of their own.
    pub const STAGED: Powers = Powers(!0).without(Powers::GREAT_SHIELD).without(Powers::VICTORY_POINT);
    /// Those that are placed on dice.
    pub(super) const PLACED: Powers = Powers::SHIELD.with(Powers::MULTIPLIER);

    /// Whether the two have a power in common.
    pub const fn meet(self, other: Powers) -> bool {
        self.0 & other.0 != 0
    }

    /// These without the others.
    pub const fn without(self, other: Powers) -> Powers {
        Powers(self.0 & !other.0)
    }

    /// Both together.
    pub const fn with(self, other: Powers) -> Powers {
        Powers(self.0 | other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_read_as_they_are_written() {
        let numbers = [Face::Number(0), Face::Number(9), Face::Helmet(7), Face::Helmet(99)];
        for face in numbers.into_iter().chain(Face::NAMED.map(|(_, face)| face)) {
            assert_eq!(Face::parse(&face.to_string()), Some(face));
        }
        for text in ["", "100", "-1", "helmet", "helmet x", "helmet 100", "double", "x4", "Extra", "1 vp"] {
            assert_eq!(Face::parse(text), None, "{text}");
        }
    }
}
