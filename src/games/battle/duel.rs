//! What is chosen for a duel and in it (B05, B09 to B14), and how one ends.
//!
//! Owns the choices. What lies on the table is in `arena`; how a duel goes is for `contest`, what dice do to each other
//! for `fight`.

use super::zone::Spot;
use crate::games::Seat;
use std::fmt;

/// How a duel goes (B05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contest {
    /// Step by step, until the highest total is 15 or more and unshared.
    FirstTo15,
    /// Step by step, until the highest total is unshared.
    RussianRoulette,
    /// One throw of dice that together cost at most so many points.
    ByPoints(u32),
    /// One throw of four dice; what is aimed at others hits the left neighbour.
    Battle,
    /// A battle with so many dice.
    Armageddon(u32),
    /// Bouts of two dice, the first to win two.
    TwoByTwo,
}

impl Contest {
    /// The names of the duels, in the order of [`Contest::index`].
    pub const NAMES: [&'static str; 6] =
        ["first-to-15", "russian-roulette", "by-points", "battle", "armageddon", "two-by-two"];

    /// Its position in [`Contest::NAMES`].
    pub const fn index(self) -> usize {
        match self {
            Contest::FirstTo15 => 0,
            Contest::RussianRoulette => 1,
            Contest::ByPoints(_) => 2,
            Contest::Battle => 3,
            Contest::Armageddon(_) => 4,
            Contest::TwoByTwo => 5,
        }
    }

    /// Whether actions aimed at others hit only the left neighbour (B05).
    #[inline]
    pub const fn hits_only_the_left(self) -> bool {
        matches!(self, Contest::Battle | Contest::Armageddon(_))
    }
}

impl fmt::Display for Contest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Contest::NAMES[self.index()])?;
        match self {
            Contest::ByPoints(limit) => write!(f, " up to {limit}"),
            Contest::Armageddon(dice) => write!(f, " with {dice} dice"),
            _ => Ok(()),
        }
    }
}

/// Whom the active player fights (B05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opponents {
    /// All others.
    All,
    /// One other.
    One(Seat),
}

/// How the dice are picked that are thrown (B05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hand {
    /// Their owners choose.
    Chosen,
    /// They are drawn at random from the reserve.
    Random,
}

/// What the active player chooses (B05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Duel {
    /// How it goes.
    pub contest: Contest,
    /// Against whom.
    pub opponents: Opponents,
    /// How dice are picked.
    pub hand: Hand,
}

impl fmt::Display for Duel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.opponents {
            Opponents::All => write!(f, "{} against all", self.contest)?,
            Opponents::One(seat) => write!(f, "{} against seat {}", self.contest, seat.number())?,
        }
        f.write_str(match self.hand {
            Hand::Chosen => ", dice chosen",
            Hand::Random => ", dice at random",
        })
    }
}

/// Which dice a player has to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Exactly so many.
    Exactly(u32),
    /// At least one, which together cost at most so many points.
    Cost(u32),
}

/// The most repeats of a tie (B16), and the most bouts (B05).
pub const MOST_REPEATS: u32 = 50;

/// A die in somebody's throw zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aim {
    /// Whose.
    pub seat: Seat,
    /// Which.
    pub die: Spot,
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "die {} of seat {}", self.die.0, self.seat.number())
    }
}

/// A shield or multiplier placed on another die of its owner (B09, B10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The shield or multiplier.
    pub die: Spot,
    /// The die it is placed on.
    pub on: Spot,
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "die {} on die {}", self.die.0, self.on.0)
    }
}

/// A multiplier placed or moved just before the cancels (B10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Replacement {
    /// The multiplier.
    pub die: Spot,
    /// The die it is taken off, if it is moved.
    pub from: Option<Spot>,
    /// The die it is placed on.
    pub on: Spot,
}

impl fmt::Display for Replacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "die {} on die {}", self.die.0, self.on.0)?;
        self.from.map_or(Ok(()), |from| write!(f, " off die {}", from.0))
    }
}

/// What an `exchange` does (B12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exchange {
    /// Puts this own die back.
    Own(Spot),
    /// Makes this participant put a die of its choice back.
    Other(Seat),
}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exchange::Own(spot) => write!(f, "die {}", spot.0),
            Exchange::Other(seat) => write!(f, "seat {}", seat.number()),
        }
    }
}

/// How a duel ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Somebody won.
    Won(Seat),
    /// Everybody lost: nobody had a die in the throw zone (B16).
    Lost,
    /// Ties or bouts without a winner came to their limit (B05, B16).
    Drawn,
}

impl Verdict {
    /// Who won, if anybody did.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Verdict::Won(seat) => Some(seat),
            Verdict::Lost | Verdict::Drawn => None,
        }
    }
}
