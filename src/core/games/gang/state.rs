//! A game under way: pools, table, round, and what the rules make of them.
//!
//! Owns the bookkeeping of G06–G18: who may commit what, who wins a round, who is out, when it ends.
//! It rolls no dice and asks no strategy.

use super::rules::{MAX_SEATS, Rules};
use crate::games::{Seat, leaders};

/// What a turn came to (G10, G11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TurnResult {
    /// The condition held.
    Invalid,
    /// The sum of the values shown.
    Total(u32),
}

/// A result with the dice committed for it, in one number: the higher wins the round (G12). Invalid
/// results are 0; of equal ones the earlier turn wins, so a later one must be strictly higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(u32);

impl Rank {
    const INVALID: Rank = Rank(0);

    #[inline]
    fn new(result: TurnResult, dice: u32) -> Rank {
        match result {
            TurnResult::Invalid => Rank::INVALID,
            TurnResult::Total(total) => Rank((total + 1) << 10 | dice),
        }
    }
}

/// A turn that has been played this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who played it.
    pub seat: Seat,
    /// How many dice were committed.
    pub dice: u32,
    /// What they came to.
    pub result: TurnResult,
}

/// What happened at the end of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundEnd {
    /// Who takes the dice, unless every result was invalid.
    pub winner: Option<Seat>,
    /// The dice on the table when the round ended; the winner takes them.
    pub table: u32,
    /// A bit for each seat that this round eliminated.
    pub eliminated: u8,
}

/// A table in the middle of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Midway<'t> {
    /// The round, from 0.
    pub round: u32,
    /// Who started it: a seat that has dice.
    pub first: Seat,
    /// The dice of each seat as the round began; 0 of one that is out.
    pub pools: &'t [u32],
    /// Dice, bonus dice not counted, that earlier rounds left on the table.
    pub left_over: u32,
    /// The bonus dice on the table, those of this round among them.
    pub bonus: u32,
    /// The turns of the round so far, in order.
    pub turns: &'t [Turn],
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    seats: u8,
    dice_in_all: Option<u32>,
    /// Dice each player still holds; dice committed lie on the table until they are awarded.
    pools: [u32; MAX_SEATS],
    /// A bit for each seat that is still in the game.
    playing: u8,
    round: u32,
    first: Seat,
    /// Dice (not bonus) that earlier all-invalid rounds left on the table.
    left_over: u32,
    /// Bonus dice on the table.
    bonus: u32,
    /// Dice committed this round.
    committed: u32,
    turns: [Turn; MAX_SEATS],
    acted: u8,
    best: Rank,
    best_turn: u8,
}

const NO_TURN: Turn = Turn { seat: Seat(0), dice: 0, result: TurnResult::Invalid };

impl State {
    /// The set-up (G04, G07). Call [`State::begin_round`] before the first turn.
    ///
    /// # Panics
    /// If `seats` is not 2 to 4.
    pub fn new(rules: &Rules, seats: usize) -> State {
        let mut pools = [0; MAX_SEATS];
        pools[..seats].fill(rules.pool(seats));
        State {
            seats: seats as u8,
            dice_in_all: rules.dice_in_all(seats),
            pools,
            playing: (1 << seats) - 1,
            round: 0,
            first: Seat(0),
            left_over: 0,
            bonus: 0,
            committed: 0,
            turns: [NO_TURN; MAX_SEATS],
            acted: 0,
            best: Rank::INVALID,
            best_turn: 0,
        }
    }

    /// A round under way, in which these turns have been played (G09); the bonus of the round lies on the table (G08).
    ///
    /// # Panics
    /// If there are not 2 to 4 pools, or more turns than pools, or a turn has more dice than there are.
    pub fn in_round(rules: &Rules, table: &Midway<'_>) -> State {
        let mut state = State::new(rules, table.pools.len());
        state.pools[..table.pools.len()].copy_from_slice(table.pools);
        state.playing = (0..).zip(table.pools).fold(0, |mask, (seat, &pool)| mask | u8::from(pool > 0) << seat);
        (state.round, state.first) = (table.round, table.first);
        (state.left_over, state.bonus) = (table.left_over, table.bonus);
        for turn in table.turns {
            state.commit(turn.seat, turn.dice);
            state.record(turn.seat, turn.dice, turn.result);
        }
        state
    }

    /// Begins a round: clears the turns of the last and puts the bonus dice on the table (G08).
    #[inline]
    pub fn begin_round(&mut self, bonus: u32) {
        self.bonus += bonus;
        (self.acted, self.best) = (0, Rank::INVALID);
    }

    /// The seats still in the game in the order of this round's turns (G09).
    #[inline]
    pub fn order(&self) -> impl Iterator<Item = Seat> + use<> {
        let (seats, first, playing) = (self.seats, self.first.0, self.playing);
        (0..seats)
            .map(move |step| {
                // Wrapping by hand: a division here is a tenth of the time of a game.
                let seat = first + step;
                if seat >= seats { seat - seats } else { seat }
            })
            .filter(move |seat| playing >> seat & 1 == 1)
            .map(Seat)
    }

    /// The most dice this seat may commit now (G06): at least 1 if it is still in the game, else 0.
    #[inline]
    pub fn allowed(&self, seat: Seat) -> u32 {
        let pool = self.pool(seat);
        match self.dice_in_all {
            None => pool,
            Some(all) => pool.min(all.saturating_sub(self.committed + self.left_over).max(1)),
        }
    }

    /// Moves `dice` dice of the seat to the table (G09).
    ///
    /// # Panics
    /// In debug builds, if the seat is out of the game or may not commit that many.
    #[inline]
    pub fn commit(&mut self, seat: Seat, dice: u32) {
        debug_assert!(self.is_playing(seat) && (1..=self.allowed(seat)).contains(&dice));
        self.pools[seat.index()] -= dice;
        self.committed += dice;
    }

    /// Records what the dice just committed came to (G11).
    ///
    /// # Panics
    /// If the round has more turns than there are seats.
    #[inline]
    pub fn record(&mut self, seat: Seat, dice: u32, result: TurnResult) {
        let rank = Rank::new(result, dice);
        // Written without a branch: who leads is a matter of luck, which no processor predicts.
        self.best_turn = if rank > self.best { self.acted } else { self.best_turn };
        self.best = self.best.max(rank);
        self.turns[self.acted as usize] = Turn { seat, dice, result };
        self.acted += 1;
    }

    /// The turns played this round, in order; after [`State::end_round`] those of the round that ended.
    #[inline]
    pub fn turns(&self) -> &[Turn] {
        &self.turns[..self.acted as usize]
    }

    /// The best valid turn so far this round (G12).
    #[inline]
    pub fn best(&self) -> Option<Turn> {
        (self.best > Rank::INVALID).then(|| self.turns[self.best_turn as usize])
    }

    /// Awards the table (G13, G14), eliminates (G15) and goes on to the next round.
    pub fn end_round(&mut self) -> RoundEnd {
        let table = self.table();
        let winner = self.best().map(|turn| turn.seat);
        match winner {
            Some(seat) => {
                self.pools[seat.index()] += table;
                self.first = seat;
                (self.left_over, self.bonus) = (0, 0);
            }
            None => self.left_over += self.committed,
        }
        let eliminated = self.eliminate();
        self.round += 1;
        self.committed = 0;
        RoundEnd { winner, table, eliminated }
    }

    fn eliminate(&mut self) -> u8 {
        let broke = (0..self.seats).filter(|&s| self.pools[s as usize] == 0).fold(0, |mask, s| mask | 1 << s);
        let eliminated = self.playing & broke;
        self.playing &= !broke;
        if self.playing != 0 {
            while !self.is_playing(self.first) {
                self.first = Seat((self.first.0 + 1) % self.seats);
            }
        }
        eliminated
    }

    /// Whether the game is over after `rounds` rounds or because fewer than two players remain (G16, G17).
    #[inline]
    pub fn is_over(&self, rounds: u32) -> bool {
        self.round >= rounds || self.playing.count_ones() < 2
    }

    /// A bit for each winner of a game that is over (G16, G17), given the seats that the last round eliminated.
    pub fn winners(&self, last: RoundEnd) -> u8 {
        if self.playing == 0 { last.eliminated } else { leaders(self.pools()) }
    }

    /// Dice that each seat holds, those on the table not counted.
    pub fn pools(&self) -> &[u32] {
        &self.pools[..usize::from(self.seats)]
    }

    /// The round under way, or the one to begin next, from 0.
    #[inline]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Who starts this round.
    #[inline]
    pub fn first(&self) -> Seat {
        self.first
    }

    /// Dice the seat holds, those on the table not counted.
    #[inline]
    pub fn pool(&self, seat: Seat) -> u32 {
        self.pools[seat.index()]
    }

    /// Dice on the table: left over, bonus, and committed this round.
    #[inline]
    pub fn table(&self) -> u32 {
        self.left_over + self.bonus + self.committed
    }

    /// The bonus dice among those on the table.
    #[inline]
    pub fn bonus(&self) -> u32 {
        self.bonus
    }

    /// Whether the seat is still in the game.
    #[inline]
    pub fn is_playing(&self, seat: Seat) -> bool {
        self.playing >> seat.0 & 1 == 1
    }
}
