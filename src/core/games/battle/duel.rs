//! What is chosen for a duel and in it (B05, B09 to B14), and how one ends.
//!
//! Owns the choices; how a duel goes is for `contest`, what dice do to each other for `fight`.

use super::dice::Powers;
use super::zone::Spot;
use crate::games::Seat;
use crate::games::narration::counted;
use std::fmt;

/// How a duel goes (B05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Contest {
    /// Step by step, until the highest total is 15 or more and unshared.
    FirstTo15,
    /// Step by step, until the highest total is unshared.
    RussianRoulette,
    /// One throw of dice that together cost at most so many points.
    ByPoints(u32),
    /// One throw of four dice; what is aimed at others hits the left neighbour.
    #[default]
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

    /// The duel of a name, with a number where it takes one.
    pub fn named(name: &str, number: u32) -> Option<Contest> {
        let all = [
            Contest::FirstTo15,
            Contest::RussianRoulette,
            Contest::ByPoints(number),
            Contest::Battle,
            Contest::Armageddon(number),
            Contest::TwoByTwo,
        ];
        all.into_iter().find(|contest| Contest::NAMES[contest.index()] == name)
    }

    /// Its number, if it takes one: a limit, or how many dice.
    pub const fn number(self) -> Option<u32> {
        match self {
            Contest::ByPoints(number) | Contest::Armageddon(number) => Some(number),
            _ => None,
        }
    }

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
}

impl fmt::Display for Contest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Contest::NAMES[self.index()])?;
        match self {
            Contest::ByPoints(limit) => write!(f, " up to {limit}"),
            Contest::Armageddon(dice) => write!(f, " with {}", counted(*dice, "die", "dice")),
            _ => Ok(()),
        }
    }
}

/// How the dice are picked that are thrown (B05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Hand {
    /// Their owners choose.
    Chosen,
    /// They are drawn at random from the reserve.
    #[default]
    Random,
}

impl Hand {
    /// Both.
    pub const ALL: [Hand; 2] = [Hand::Chosen, Hand::Random];

    /// Its name.
    pub const fn name(self) -> &'static str {
        ["chosen", "random"][self as usize]
    }
}

/// What the active player chooses (B05); a battle against all with dice at random, if nothing is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Duel {
    /// How it goes.
    pub contest: Contest,
    /// Against whom alone; none: against all.
    pub opponent: Option<Seat>,
    /// How dice are picked.
    pub hand: Hand,
}

impl fmt::Display for Duel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whom = self.opponent.map_or("all".to_owned(), |seat| format!("seat {}", seat.number()));
        let how = if self.hand == Hand::Chosen { "chosen" } else { "at random" };
        write!(f, "{} against {whom}, dice {how}", self.contest)
    }
}

/// Which dice are to be thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Exactly so many.
    Exactly(u32),
    /// At least one, which together cost at most so many points.
    Cost(u32),
}

impl Default for Need {
    fn default() -> Need {
        Need::Exactly(0)
    }
}

/// What a player decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// What to buy in the draft (B04).
    Draft,
    /// Which duel to fight (B05).
    Duel,
    /// Which dice to throw (B05, B08, B12).
    Dice,
    /// Where a shield goes (B09).
    Shield,
    /// Where a multiplier goes (B10).
    Multiply,
    /// Where a multiplier goes just before the cancels (B10).
    MultiplyLast,
    /// What an exchange does (B12).
    Exchange,
    /// Which own die goes back because an opponent's exchange says so (B12).
    GiveWay,
    /// What is rerolled (B13).
    Reroll,
    /// What is cancelled (B14).
    Cancel,
    /// What to buy after a duel (B18).
    Buy,
}

impl Moment {
    /// What files and scripts call it.
    pub const fn name(self) -> &'static str {
        match self {
            Moment::Draft => "draft",
            Moment::Duel => "duel",
            Moment::Dice => "choose",
            Moment::Shield => "shield",
            Moment::Multiply => "multiply",
            Moment::MultiplyLast => "multiply_last",
            Moment::Exchange => "exchange",
            Moment::GiveWay => "give_way",
            Moment::Reroll => "reroll",
            Moment::Cancel => "cancel",
            Moment::Buy => "buy",
        }
    }

    /// The power that is used, if one is.
    pub const fn power(self) -> Powers {
        match self {
            Moment::Shield => Powers::SHIELD,
            Moment::Multiply | Moment::MultiplyLast => Powers::MULTIPLIER,
            Moment::Exchange => Powers::EXCHANGE,
            Moment::Reroll => Powers::REROLL,
            Moment::Cancel => Powers::CANCEL,
            Moment::Draft | Moment::Duel | Moment::Dice | Moment::GiveWay | Moment::Buy => Powers::NONE,
        }
    }

    /// Whether a duel is under way.
    pub const fn is_in_duel(self) -> bool {
        !matches!(self, Moment::Draft | Moment::Duel | Moment::Buy)
    }
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

/// What a player does with a power, or because of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Places a shield or multiplier on another own die (B09, B10).
    Place {
        /// The shield or multiplier.
        die: Spot,
        /// The die it is taken off, if it is moved.
        from: Option<Spot>,
        /// The die it is placed on.
        on: Spot,
    },
    /// Puts back, rerolls or cancels this die (B12 to B14).
    Die(Aim),
    /// Makes this participant put a die of its choice back (B12).
    Player(Seat),
}

impl Action {
    /// The die that is put back, rerolled or cancelled.
    pub const fn aim(self) -> Option<Aim> {
        if let Action::Die(aim) = self { Some(aim) } else { None }
    }

    /// The die that it is about, if it names one; `own` is who acts.
    pub const fn target(self, own: Seat) -> Option<Aim> {
        match self {
            Action::Place { on, .. } => Some(Aim { seat: own, die: on }),
            Action::Die(aim) => Some(aim),
            Action::Player(_) => None,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place { die, from: None, on } => write!(f, "die {} on die {}", die.0, on.0),
            Action::Place { die, from: Some(from), on } => {
                write!(f, "die {} from die {} to die {}", die.0, from.0, on.0)
            }
            Action::Die(aim) => aim.fmt(f),
            Action::Player(seat) => write!(f, "seat {}", seat.number()),
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
