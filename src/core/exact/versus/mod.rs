//! Two given strategies against each other: what each of them wins, without playing a game.
//!
//! Owns the answer ([`ExactShares`]) and why there may be none ([`ExactFault`]). A position holds all that the rules and
//! the two strategies look at before a turn, and a turn leads from one position to others with known chances. So what is
//! to be expected from a position is what is expected from those after it, weighted by their chances: a linear equation
//! for each position. They are gone over again until nothing changes any more (Gauss and Seidel), and the error that is
//! left is bounded (`chain`). Nothing is random. One thread does it all, except in Gang of Dice.
//!
//! A coin that a strategy tosses falls each way once, weighted. What cannot be answered is refused: a decision that reads
//! what positions do not hold, or games so long that the rules' limit of turns matters.
//!
//! | file | owns |
//! |---|---|
//! | `chain` | finding all positions, solving the equations, the bound |
//! | `pot`, `pig` | the positions of a game, and what a turn makes of them |
//! | `gang` | Gang of Dice over the true deck, whose games are followed forwards instead |
//! | `reply` | the best response to one strategy |

mod chain;
mod gang;
mod pig;
mod pot;
mod reply;

pub use gang::{GangReply, exact_gang, gang_reply};
pub use pig::{PigReply, exact_pig};
pub use pot::{Opponents, PotReply, TurnsOf, exact_pot, exact_pot_turns};
pub use reply::BestReply;

use chain::{Column, Solved};

/// The error that an answer may have at most, in win shares.
pub const MOST_ERROR: f64 = 1e-9;

/// A number with a bound on its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exactly {
    /// The number.
    pub value: f64,
    /// The true number is at most this far from it.
    pub within: f64,
}

impl Exactly {
    /// The mean of two numbers.
    fn mean(self, other: Exactly) -> Exactly {
        Exactly { value: (self.value + other.value) / 2.0, within: (self.within + other.within) / 2.0 }
    }

    /// What is left of 1.
    fn rest(self) -> Exactly {
        Exactly { value: 1.0 - self.value, ..self }
    }
}

/// What games come to in which one of the two strategies starts. Pairs are by strategy, in the order of the question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactGames {
    /// The win share of each strategy, 0 to 1.
    pub share: [Exactly; 2],
    /// What each strategy ends with on average, in the unit of [`BuiltIn::SCORE`](crate::games::BuiltIn::SCORE).
    pub score: [Exactly; 2],
    /// Turns of a game on average.
    pub turns: Exactly,
    /// Rounds of a game on average.
    pub rounds: Exactly,
}

/// What two strategies win against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactShares {
    /// Games that the first strategy starts, then games that the second one starts.
    pub starts: [ExactGames; 2],
    /// How many positions games can reach.
    pub positions: usize,
    /// How often all of them were gone over.
    pub sweeps: u32,
}

impl ExactShares {
    /// The win share of a strategy (0 or 1) in a seat (0 or 1; 0 starts).
    ///
    /// # Panics
    /// If there is no such strategy or seat.
    pub fn in_seat(&self, strategy: usize, seat: usize) -> Exactly {
        self.starts[strategy ^ seat].share[strategy]
    }

    /// The win share of a strategy (0 or 1) if both start equally often.
    ///
    /// # Panics
    /// If there is no such strategy.
    pub fn average(&self, strategy: usize) -> Exactly {
        self.in_seat(strategy, 0).mean(self.in_seat(strategy, 1))
    }

    fn new(solved: &Solved, rounds: [Column; 2]) -> ExactShares {
        let games = |start: usize| {
            let of = |column| solved.expected(start, column);
            let share = of(Column::Share);
            ExactGames {
                share: [share, share.rest()],
                score: [Column::FirstScore, Column::SecondScore].map(of),
                turns: solved.steps(start),
                rounds: of(rounds[start]),
            }
        };
        ExactShares { starts: [games(0), games(1)], positions: solved.positions(), sweeps: solved.sweeps }
    }
}

/// Why two strategies have no exact win shares.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExactFault {
    /// The game has no exact solution of this kind.
    #[error(
        "exact win shares are not known for {0} (they are for Gang of Dice, POT, Pig, and games from files; 'analyze --game NAME' simulates)"
    )]
    Game(String),
    /// The best response is not known in the game.
    #[error(
        "the best response is not known for {0} (it is for Gang of Dice, POT, and Pig; 'analyze compare A B' compares two strategies)"
    )]
    Reply(String),
    /// It is not for two players.
    #[error("exact win shares are known for 2 players, not for {0} (use --players 2)")]
    Players(usize),
    /// More than two play, and the strategy is not the champion; this is how many.
    #[error("with {0} players, only the best response to champion is known (use --players 2)")]
    OnlyToChampion(usize),
    /// A rule is too large.
    #[error("the rule '{rule}' is {value}; exact win shares are found up to {limit} (lower '{rule}', or simulate)")]
    Rule {
        /// The rule.
        rule: &'static str,
        /// Its value.
        value: u32,
        /// The highest that there is an answer for.
        limit: u32,
    },
    /// It is too much, or cannot be followed, as this says.
    #[error("{0}")]
    Limit(String),
    /// Games can reach too many positions.
    #[error(
        "games of '{}' and '{}' reach more than {limit} positions (lower the rule 'goal', or simulate)", names[0], names[1]
    )]
    Positions {
        /// The two strategies.
        names: [String; 2],
        /// The most that are solved.
        limit: usize,
    },
    /// A decision depends on what positions do not hold.
    #[error(
        "'{strategy}' reads '{reads}', which exact win shares cannot follow from turn to turn (use a strategy that does not, \
         or simulate)"
    )]
    Reads {
        /// The strategy.
        strategy: String,
        /// The word for what it reads.
        reads: String,
    },
    /// A decision tosses too many coins.
    #[error(
        "'{strategy}' tosses coins that can fall in more than {limit} ways in one decision (use fewer tosses or sides, or \
         simulate)"
    )]
    Coins {
        /// The strategy.
        strategy: String,
        /// The most ways that are counted out.
        limit: u64,
    },
    /// A strategy fails, or answers with something illegal.
    #[error("'{strategy}' returned {returned} {place}; legal is {legal}")]
    Answer {
        /// The strategy.
        strategy: String,
        /// What it returned, or how it failed.
        returned: String,
        /// The position.
        place: String,
        /// What would have been legal.
        legal: String,
    },
    /// Games are so long that the limit of turns may end them.
    #[error(
        "games of '{}' and '{}' can last {turns} turns or more on average, and the rule 'cap' ends them after {cap}; exact \
         win shares are found where that is next to impossible (raise 'cap' to {} times the turns, or simulate)",
        names[0], names[1], chain::TURNS_ALLOWED
    )]
    TurnLimit {
        /// The two strategies.
        names: [String; 2],
        /// What is known of the mean number of turns from the position that needs most: at least this.
        turns: u64,
        /// The limit.
        cap: u32,
    },
    /// The equations were not solved well enough.
    #[error(
        "the win shares of '{}' and '{}' are known to {within:.1e} only after {sweeps} sweeps over all positions, not to \
         {MOST_ERROR:.0e} (simulate)", names[0], names[1]
    )]
    Unsettled {
        /// The two strategies.
        names: [String; 2],
        /// The bound on the error.
        within: f64,
        /// How many sweeps over the positions there were.
        sweeps: u32,
    },
    /// It was asked to stop.
    #[error("the win shares were not found: it was stopped")]
    Stopped,
}
