//! What all games of a run have in common, worked out once.

use crate::dice::{Purpose, Slot, Step};
use crate::games::gang::{CardIndex, DrawnTurn, Gang, MAX_SEATS};
use crate::games::{Game, Observer, Outcome, Seating};

/// The rules as the inner loops want them.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) seats: usize,
    /// Dice in each pool at the start.
    pub(super) pool: u32,
    /// All dice there are to throw, if that is limited.
    pub(super) supply: Option<u32>,
    pub(super) rounds: Vec<Round>,
}

/// What a round brings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    /// Bonus dice.
    pub(super) bonus: u32,
    /// For each seat where its draw is.
    pub(super) steps: [Step; MAX_SEATS],
}

impl Course {
    /// The course of a game.
    pub(super) fn new(game: &Gang) -> Course {
        let (rules, rounds, seats) = (game.rules(), game.deck().rounds(), game.seats());
        let round = |round| Round {
            bonus: rules.bonus(round, rounds),
            steps: std::array::from_fn(|seat| Slot::new(Purpose::Turn, seat as u8, round, 0).step()),
        };
        Course {
            seats,
            pool: rules.pool(seats),
            supply: rules.dice_in_all(seats),
            rounds: (0..rounds).map(round).collect(),
        }
    }
}

/// A round that was played, for the sheets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Record {
    pub(super) card: u16,
    /// Dice on the table at its end.
    pub(super) table: u16,
    /// Its winner; [`NOBODY`] if every result was invalid.
    pub(super) winner: u8,
    /// By seat: dice committed, 0 without a turn, and the code of the result.
    pub(super) dice: [u8; MAX_SEATS],
    pub(super) codes: [u8; MAX_SEATS],
}

/// No seat.
pub(super) const NOBODY: u8 = u8::MAX;

impl Record {
    /// Counts the round's turns, of a table with so many different strategies.
    #[inline]
    pub(super) fn count(&self, seating: &Seating, strategies: usize, observer: &mut impl Observer) {
        let turns = self.dice.into_iter().zip(self.codes);
        for (seat, (&strategy, (dice, code))) in (0..).zip(seating.iter().zip(turns)) {
            if dice > 0 {
                let won = (self.winner == seat).then_some(self.table);
                DrawnTurn { strategy, dice, code, won }.count(CardIndex(self.card), strategies, observer);
            }
        }
    }
}

/// What a game's length is made of.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lengths {
    pub(super) turns: u32,
    pub(super) rounds: u32,
    pub(super) eliminations: u32,
    pub(super) all_invalid_rounds: u32,
}

/// What a game came to whose win goes to these seats (bit 0 is seat 0).
#[inline]
pub(super) fn outcome(winners: u32, pools: [u32; MAX_SEATS], lengths: Lengths) -> Outcome {
    let mut outcome = Outcome::default();
    outcome.share_among(winners as u8);
    outcome.score[..MAX_SEATS].copy_from_slice(&pools);
    let Lengths { turns, rounds, eliminations, all_invalid_rounds } = lengths;
    outcome.lengths[..5].copy_from_slice(&[turns, rounds, 0, eliminations, all_invalid_rounds]);
    outcome
}
