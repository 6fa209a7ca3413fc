//! The rules of Battle Dice that are data: dice, costs, supply, goal, award and limits.
//!
//! Owns what each rule is, what follows from several of them, and which go together. How they are written and read, and
//! the rules that ship, are in `rules_text`.

use super::face::Face;
use super::kind::{KINDS, Kind, Kinds};
use std::fmt;

/// The fewest players.
pub const MIN_SEATS: usize = 2;
/// The most players (B01).
pub const MAX_SEATS: usize = 6;
/// The faces of a die.
pub const SIDES: usize = 6;
/// The most dice of a kind that a player may own, whatever the rules say.
pub const MOST_OF_A_KIND: u32 = 5;
/// The highest cost of a die.
pub const MOST_COST: u32 = 20;
/// A box: how many dice there are (B01).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// 32 dice.
    Cheap4,
    /// 42 dice.
    Standard4,
    /// 48 dice.
    Deluxe4,
    /// 72 dice.
    Deluxe6,
}

impl Version {
    /// All versions with their names, in the order of the supply in a rules file.
    pub const NAMES: [(&'static str, Version); 4] = [
        ("cheap-4", Version::Cheap4),
        ("standard-4", Version::Standard4),
        ("deluxe-4", Version::Deluxe4),
        ("deluxe-6", Version::Deluxe6),
    ];

    /// How many it is for.
    pub const fn most_seats(self) -> usize {
        match self {
            Version::Cheap4 | Version::Standard4 | Version::Deluxe4 => 4,
            Version::Deluxe6 => 6,
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Version::NAMES.iter().find(|(_, version)| version == self).map_or("?", |(name, _)| name))
    }
}

/// What winning a duel brings (B17).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Award {
    /// A point for each beaten opponent.
    Per,
    /// 1 point against one opponent, 2 against several.
    Flat,
}

impl Award {
    /// All awards with their names.
    pub(super) const NAMES: [(&'static str, Award); 2] = [("per", Award::Per), ("flat", Award::Flat)];
}

/// A kind of die (B01).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    /// What it costs, in points.
    pub cost: u32,
    /// What it can show.
    pub faces: [Face; SIDES],
    /// How many there are, in the order of [`Version::NAMES`].
    pub supply: [u32; 4],
}

/// The rules that are data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Which box; none: by the number of players.
    pub version: Option<Version>,
    /// What winning a duel brings.
    pub award: Award,
    /// The cost of dice that wins the game (B19).
    pub goal: u32,
    /// The turns after which the game ends (B19).
    pub cap: u32,
    /// Points at the start (B04).
    pub points: u32,
    /// Dice that the draft must leave within reach (B04).
    pub least: u32,
    /// The most dice of a kind a player may own (B04, B18).
    pub limit: u32,
    /// The most dice a player may take after a duel (B18).
    pub most: u32,
    /// The dice, in the order of [`Kind::ALL`].
    pub dice: [Die; KINDS],
}

impl Rules {
    /// The die of a kind.
    #[inline]
    pub fn die(&self, kind: Kind) -> &Die {
        &self.dice[kind.index()]
    }

    /// What a die of this kind costs.
    #[inline]
    pub fn cost(&self, kind: Kind) -> u32 {
        self.die(kind).cost
    }

    /// What all these dice cost.
    #[inline]
    pub fn cost_of(&self, kinds: Kinds) -> u32 {
        Kind::ALL.iter().map(|&kind| kinds.of(kind) * self.cost(kind)).sum()
    }

    /// The box that so many players use (B01).
    pub fn version(&self, seats: usize) -> Version {
        let by_seats = if seats <= 4 { Version::Standard4 } else { Version::Deluxe6 };
        self.version.unwrap_or(by_seats)
    }

    /// All dice there are with so many players.
    pub fn supply(&self, seats: usize) -> Kinds {
        let version = self.version(seats);
        let column = Version::NAMES.iter().position(|(_, known)| *known == version).unwrap_or(0);
        Kinds::new(self.dice.map(|die| die.supply[column] as u8))
    }

    /// What the winner of a duel against so many opponents gets, in points (B17).
    #[inline]
    pub fn award(&self, beaten: u32) -> u32 {
        match self.award {
            Award::Per => beaten,
            Award::Flat => beaten.min(2),
        }
    }

    /// Whether so many players can play by these rules.
    ///
    /// # Errors
    /// The value, the limit and the rule to change.
    pub fn check(&self, seats: usize) -> Result<(), String> {
        let version = self.version(seats);
        let (most, points, goal, least, limit) = (version.most_seats(), self.points, self.goal, self.least, self.limit);
        if seats > most {
            let instead = "(choose 'deluxe-6' or 'auto')";
            return Err(format!("the version '{version}' is for 2 to {most} players, not {seats} {instead}"));
        }
        if goal <= points {
            return Err(format!(
                "the rule 'goal' is {goal}, but must be above the {points} points at the start (raise it)"
            ));
        }
        if least > limit * KINDS as u32 {
            let most = format!("{limit} dice of each of {KINDS} kinds");
            return Err(format!("the rule 'least' is {least}, but with {most} nobody can own so many"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::BadInput;

    fn with(key: &str, value: &str) -> Result<Rules, BadInput> {
        Rules::reconstructed().with_option("--rule", key, value)
    }

    /// B01: the dice of the four boxes, as the rule sheet counts them.
    #[test]
    fn the_boxes_have_the_published_numbers_of_dice() {
        let rules = |version| Rules { version: Some(version), ..Rules::reconstructed() };
        let totals = Version::NAMES.map(|(_, version)| rules(version).supply(2).total());
        assert_eq!(totals, [32, 42, 48, 72]);
        let rules = Rules::reconstructed();
        assert_eq!([2, 3, 4, 5, 6].map(|seats| rules.supply(seats).total()), [42, 42, 42, 72, 72]);
    }

    #[test]
    fn rules_must_go_together() {
        let rules = Rules::reconstructed();
        assert!((MIN_SEATS..=MAX_SEATS).all(|seats| rules.check(seats).is_ok()));
        let error = |key, value, seats| with(key, value).unwrap().check(seats).unwrap_err();
        assert!(error("version", "deluxe-4", 5).contains("2 to 4 players, not 5"));
        assert!(error("points", "20", 2).contains("above the 20 points"));
        let few = with("least", "7").unwrap().with_option("--rule", "limit", "1").unwrap();
        assert!(few.check(2).unwrap_err().contains("1 dice of each of 6 kinds"));
    }
}
