//! Positions between rounds, and what a round makes of them.
//!
//! Owns a second writing of G06, G08 and G13–G17 for whoever knows how a round ended: the rules that are played are in
//! `games`, and tests hold one against the other.

use crate::games::declaration::Slots;
use crate::games::gang::{Back, CardIndex, Gang, MAX_SEATS, pools_after};
use crate::games::{Game, leaders};

/// The most dice that a game may have: numbers of a position are kept in bytes.
const MOST_DICE: u32 = 255;
/// The most cards: means over them are sums of that many numbers.
const MOST_CARDS: usize = 64;
/// How many rounds at the end are jagged in the pools, so that these are not seen as others.
pub(super) const LAST_ROUNDS: u32 = 3;
/// Pools of so many dice and less are seen as they are, for strategies commit all they have there; others as every so many.
const FEW: u32 = 8;
const NEAR: u32 = 4;

/// A table between two rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Position {
    /// The round to come, from 0.
    pub round: u32,
    /// Who starts it, from 0: a seat that is in the game.
    pub first: usize,
    /// Dice that earlier rounds left on the table, bonus dice among them.
    pub left: u32,
    /// The bonus dice among these.
    pub bonus: u32,
    /// The dice of each seat; 0 of one that is out, or is not there.
    pub pools: [u32; MAX_SEATS],
    /// The class of the cards of earlier rounds, as far as strategies tell these apart; 0 if none was seen.
    pub seen: u8,
}

impl Position {
    /// A bit for each seat that is in the game.
    #[inline]
    pub fn playing(&self) -> u8 {
        (0..).zip(&self.pools).fold(0, |mask, (seat, &pool)| mask | u8::from(pool > 0) << seat)
    }
}

/// What has happened in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::exact) struct InRound {
    /// The best result, (total + 1) · 256 + dice; 0 if none is valid.
    pub best: u32,
    /// Whose it is.
    pub leader: u8,
    /// How many have acted.
    pub acted: u8,
    /// Dice committed by each seat.
    pub dice: [u8; MAX_SEATS],
}

/// What comes after a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::exact) enum Next {
    /// Nothing: a bit for each winner.
    Over(u8),
    /// Another round.
    Round(Position),
}

/// What of the rules a round asks for.
#[derive(Clone, Debug)]
pub(in crate::exact) struct Course {
    seats: usize,
    /// Dice in the game before each round.
    dice: Vec<u32>,
    /// The bonus dice of each round.
    bonus: Vec<u32>,
    /// The dice that there are to throw, if that is limited.
    supply: Option<u32>,
    /// The cards of each back, and in how many rounds the light ones come.
    cards: [Vec<CardIndex>; 2],
    /// By card, where it is among those of its back.
    places: Vec<usize>,
    light: u32,
}

impl Course {
    /// The course of a game, if its numbers are small enough.
    pub(in crate::exact) fn new(gang: &Gang) -> Option<Course> {
        let (rules, deck, seats) = (gang.rules(), gang.deck(), gang.seats());
        let rounds = deck.rounds();
        let bonus: Vec<u32> = (0..rounds).map(|round| rules.bonus(round, rounds)).collect();
        let start = seats as u32 * rules.pool(seats);
        let dice: Vec<u32> = (0..=bonus.len()).map(|round| start + bonus[..round].iter().sum::<u32>()).collect();
        let cards = [Back::Light, Back::Dark].map(|back| deck.with_back(back).collect::<Vec<_>>());
        let place = |card| cards.iter().find_map(|of_back| of_back.iter().position(|&one| one == card));
        let places = (0..deck.cards.len()).map(|card| place(CardIndex(card as u16)).unwrap_or(0)).collect();
        let light = cards[0].len() as u32 - deck.removed_light;
        let fits = dice[bonus.len()] <= MOST_DICE && rounds <= MOST_DICE && deck.cards.len() <= MOST_CARDS;
        fits.then(|| Course { seats, dice, bonus, supply: rules.dice_in_all(seats), cards, places, light })
    }

    /// The position before the first round (G04, G07).
    pub(in crate::exact) fn start(&self) -> Position {
        let mut start = Position::default();
        start.pools[..self.seats].fill(self.dice[0] / self.seats as u32);
        start
    }

    pub(in crate::exact) fn seats(&self) -> usize {
        self.seats
    }

    pub(in crate::exact) fn rounds(&self) -> u32 {
        self.bonus.len() as u32
    }

    /// The dice in the game before a round, its bonus not counted.
    pub(in crate::exact) fn dice(&self, round: u32) -> u32 {
        self.dice[round as usize]
    }

    /// The bonus dice of a round.
    pub(in crate::exact) fn bonus(&self, round: u32) -> u32 {
        self.bonus[round as usize]
    }

    /// The cards that a round can have (G05).
    pub(in crate::exact) fn cards(&self, round: u32) -> &[CardIndex] {
        &self.cards[usize::from(self.is_dark(round))]
    }

    /// Whether a round has a card with a dark back.
    pub(super) fn is_dark(&self, round: u32) -> bool {
        round >= self.light
    }

    /// The rounds after one that have a card with the same back.
    pub(super) fn alike_left(&self, round: u32) -> u32 {
        if self.is_dark(round) { self.rounds_left(round) } else { self.light.min(self.rounds()) - round - 1 }
    }

    /// How many cards there are of each back, light and dark.
    pub(super) fn of_each_back(&self) -> [usize; 2] {
        self.cards.each_ref().map(Vec::len)
    }

    /// Where a card is among those that its round can have.
    pub(super) fn place(&self, card: CardIndex) -> usize {
        self.places[usize::from(card.0)]
    }

    /// Whether the cards of a round are others than those of the round before.
    pub(super) fn has_new_cards(&self, round: u32) -> bool {
        round == 0 || round == self.light
    }

    /// The bonus dice that lie on the table before a round in which so many do, if it was only the round before that
    /// nobody won.
    pub(in crate::exact) fn likely_bonus(&self, round: u32, left: u32) -> u32 {
        round.checked_sub(1).map_or(0, |before| self.bonus[before as usize].min(left))
    }

    /// A bit for each winner if nothing more is played (G16, G17); the seats that went out last are not known then.
    pub(in crate::exact) fn is_over(&self, position: &Position) -> Option<u8> {
        let playing = position.playing();
        match playing.count_ones() {
            0 => Some((1 << self.seats) - 1),
            1 => Some(playing),
            _ => None,
        }
    }

    /// Who starts a round that this seat would start, if it is out (G15).
    pub(in crate::exact) fn starter(&self, playing: u8, first: usize) -> usize {
        let seats = (first..self.seats).chain(0..first);
        seats.into_iter().find(|&seat| playing >> seat & 1 == 1).unwrap_or(first)
    }

    /// Who won a round, and what the others committed, by the pools after it. What comes after the round
    /// does not depend on what the winner committed, of which one die stands for all.
    #[inline]
    pub(super) fn told(at: &Position, after: &[u32; MAX_SEATS]) -> (Option<usize>, [u8; MAX_SEATS]) {
        let winner = (0..MAX_SEATS).find(|&seat| after[seat] > at.pools[seat]);
        let mut dice = std::array::from_fn(|seat| at.pools[seat].saturating_sub(after[seat]) as u8);
        if let Some(seat) = winner {
            dice[seat] = 1;
        }
        (winner, dice)
    }

    /// Whether some positions are seen as others.
    pub(super) fn sees_others(&self) -> bool {
        self.seats == MAX_SEATS
    }

    /// A position in whose place this one is seen: with more than three players, where there are too many to remember, and
    /// before the last rounds, pools of more than a few dice as every so many of them.
    #[inline]
    pub(super) fn near(&self, at: &Position) -> Position {
        if !self.sees_others() || self.rounds() - at.round <= LAST_ROUNDS {
            return *at;
        }
        let mut near = *at;
        let mut most = 0;
        for seat in 0..MAX_SEATS {
            if at.pools[seat] > FEW {
                near.pools[seat] = FEW + (at.pools[seat] - FEW + NEAR / 2) / NEAR * NEAR;
            }
            if near.pools[seat] > near.pools[most] {
                most = seat;
            }
        }
        // Who has most has the rest.
        let others = near.pools.iter().sum::<u32>() - near.pools[most];
        let rest = at.pools.iter().sum::<u32>().saturating_sub(others);
        if rest <= FEW {
            return *at;
        }
        near.pools[most] = rest;
        near
    }

    /// What comes after a round in which these dice were committed (G13 to G17).
    #[inline]
    pub(in crate::exact) fn next(&self, at: &Position, winner: Option<usize>, dice: &[u8; MAX_SEATS]) -> Next {
        let mut next = Position { round: at.round + 1, ..*at };
        let bonus = self.bonus[at.round as usize];
        let committed: u32 = dice.iter().map(|&dice| u32::from(dice)).sum();
        next.pools.iter_mut().zip(dice).for_each(|(pool, &dice)| *pool = pool.saturating_sub(u32::from(dice)));
        let table = at.left + bonus + committed;
        match winner {
            Some(seat) => {
                next.pools[seat] += table;
                (next.first, next.left, next.bonus) = (seat, 0, 0);
            }
            None => (next.left, next.bonus) = (table, at.bonus + bonus),
        }
        let playing = next.playing();
        if playing == 0 {
            return Next::Over(at.playing());
        }
        if next.round == self.rounds() || playing.count_ones() < 2 {
            return Next::Over(leaders(&next.pools));
        }
        next.first = self.starter(playing, next.first);
        Next::Round(next)
    }

    /// The dice on the table in a round.
    #[inline]
    pub(in crate::exact) fn table(&self, at: &Position, committed: u32) -> u32 {
        at.left + self.bonus[at.round as usize] + committed
    }

    /// The most that a seat may commit, after `committed` dice of the round (G06).
    #[inline]
    pub(in crate::exact) fn allowed(&self, at: &Position, seat: usize, committed: u32) -> u32 {
        let (pool, left) = (at.pools[seat], at.left - at.bonus);
        self.supply.map_or(pool, |all| pool.min(all.saturating_sub(committed + left).max(1)))
    }

    /// Whether what a turn may commit is its pool.
    pub(in crate::exact) fn has_no_limit(&self) -> bool {
        self.supply.is_none()
    }

    /// The rounds after one.
    #[inline]
    pub(in crate::exact) fn rounds_left(&self, round: u32) -> u32 {
        self.rounds() - round - 1
    }

    /// What a seat sees before its turn, in the numbers that decisions are remembered by.
    pub(in crate::exact) fn slots(&self, at: &Position, so_far: &InRound, seat: usize) -> Slots {
        let committed: u32 = so_far.dice.iter().map(|&dice| u32::from(dice)).sum();
        let pools: [u32; MAX_SEATS] = std::array::from_fn(|seat| at.pools[seat] - u32::from(so_far.dice[seat]));
        let most = pools.iter().fold(0, |most, &pool| most.max(pool));
        let [next, second, third] = pools_after(&pools, self.seats, seat);
        [
            self.allowed(at, seat, committed),
            self.table(at, committed),
            pools[seat],
            pools[0],
            pools[1],
            pools[2],
            pools[3],
            most - pools[seat],
            so_far.best & 0xff,
            so_far.best >> 8,
            if so_far.best > 0 { so_far.leader.into() } else { 0 },
            u32::from(so_far.acted) + 1,
            at.playing().count_ones() - u32::from(so_far.acted) - 1,
            seat as u32,
            at.first as u32,
            self.rounds_left(at.round),
            next,
            second,
            third,
            0,
            0,
            0,
            0,
            0,
        ]
    }
}
