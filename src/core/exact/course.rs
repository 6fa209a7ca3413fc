//! The course of a game of Gang of Dice, round by round: what can come before a round, in it and after it.
//!
//! Owns a second writing of G04 to G08 and G13 to G17 for whoever knows how a round ended: the rules that are played are in
//! `games`, and tests hold one against the other. Every solution of whole games goes by it.

use crate::games::gang::{Back, CardIndex, Gang, MAX_SEATS};
use crate::games::{Game, leaders};

/// The most dice, and the most rounds, of a game whose numbers fit in bytes.
const MOST_IN_BYTES: u32 = 255;
/// The most cards of such a game: sets of cards are kept in 64 bits, and means over cards are sums of that many numbers.
const MOST_CARDS: usize = 64;
/// How many rounds at the end have values that are jagged in the pools.
const LAST_ROUNDS: u32 = 3;

/// A win share for each seat.
pub type Shares = [f64; MAX_SEATS];

/// The shares of these winners, a bit for each (G16, G17).
pub(super) fn shares(winners: u8) -> Shares {
    let share = 1.0 / f64::from(winners.count_ones().max(1));
    std::array::from_fn(|seat| if winners >> seat & 1 == 1 { share } else { 0.0 })
}

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

/// What comes after a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Next {
    /// Nothing: a bit for each winner.
    Over(u8),
    /// Another round.
    Round(Position),
}

/// What comes after what in a game.
#[derive(Clone, Debug)]
pub(super) struct Course {
    seats: usize,
    /// Dice in the game before each round and after the last, its bonus not yet counted.
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
    /// The course of a game.
    pub(super) fn new(gang: &Gang) -> Course {
        let (rules, deck, seats) = (gang.rules(), gang.deck(), gang.seats());
        let rounds = deck.rounds();
        let bonus: Vec<u32> = (0..rounds).map(|round| rules.bonus(round, rounds)).collect();
        let start = seats as u32 * rules.pool(seats);
        let dice: Vec<u32> = (0..=bonus.len()).map(|round| start + bonus[..round].iter().sum::<u32>()).collect();
        let cards = [Back::Light, Back::Dark].map(|back| deck.with_back(back).collect::<Vec<_>>());
        let place = |card| cards.iter().find_map(|of_back| of_back.iter().position(|&one| one == card));
        let places = (0..deck.cards.len()).map(|card| place(CardIndex(card as u16)).unwrap_or(0)).collect();
        let light = deck.light_rounds();
        Course { seats, dice, bonus, supply: rules.dice_in_all(seats), cards, places, light }
    }

    /// The course of a game, if its numbers fit in bytes and its cards in 64 bits.
    pub(super) fn in_bytes(gang: &Gang) -> Option<Course> {
        let course = Course::new(gang);
        let fits = course.most_dice().max(course.rounds()) <= MOST_IN_BYTES && course.places.len() <= MOST_CARDS;
        fits.then_some(course)
    }

    /// The position before the first round (G04, G07).
    pub(super) fn start(&self) -> Position {
        let mut start = Position::default();
        start.pools[..self.seats].fill(self.dice[0] / self.seats as u32);
        start
    }

    #[inline]
    pub(super) fn seats(&self) -> usize {
        self.seats
    }

    #[inline]
    pub(super) fn rounds(&self) -> u32 {
        self.bonus.len() as u32
    }

    /// The dice in the game before a round, its bonus not counted, or after the last.
    pub(super) fn dice(&self, round: u32) -> u32 {
        self.dice[round as usize]
    }

    /// The most dice that are ever in the game.
    pub(super) fn most_dice(&self) -> u32 {
        self.dice[self.bonus.len()]
    }

    /// The bonus dice of a round.
    #[inline]
    pub(super) fn bonus(&self, round: u32) -> u32 {
        self.bonus[round as usize]
    }

    /// Whether a round is one of the last, in which the game is decided.
    #[inline]
    pub(super) fn is_late(&self, round: u32) -> bool {
        self.rounds() - round <= LAST_ROUNDS
    }

    /// The cards that a round can have (G05).
    #[inline]
    pub(super) fn cards(&self, round: u32) -> &[CardIndex] {
        &self.cards[usize::from(self.is_dark(round))]
    }

    /// Whether a round has a card with a dark back.
    #[inline]
    pub(super) fn is_dark(&self, round: u32) -> bool {
        round >= self.light
    }

    /// The rounds after one that have a card with the same back.
    #[inline]
    pub(super) fn alike_left(&self, round: u32) -> u32 {
        if self.is_dark(round) { self.rounds_left(round) } else { self.light.min(self.rounds()) - round - 1 }
    }

    /// How many cards there are of each back, light and dark.
    pub(super) fn of_each_back(&self) -> [usize; 2] {
        self.cards.each_ref().map(Vec::len)
    }

    /// Where a card is among those that its round can have.
    #[inline]
    pub(super) fn place(&self, card: CardIndex) -> usize {
        self.places[usize::from(card.0)]
    }

    /// Whether the cards of a round are others than those of the round before.
    #[inline]
    pub(super) fn has_new_cards(&self, round: u32) -> bool {
        round == 0 || round == self.light
    }

    /// The bonus dice that lie on the table before a round in which so many do, if it was only the round before that
    /// nobody won.
    pub(super) fn likely_bonus(&self, round: u32, left: u32) -> u32 {
        round.checked_sub(1).map_or(0, |before| self.bonus[before as usize].min(left))
    }

    /// A bit for each winner if nothing more is played (G16, G17); the seats that went out last are not known then.
    #[inline]
    pub(super) fn is_over(&self, position: &Position) -> Option<u8> {
        let playing = position.playing();
        match playing.count_ones() {
            0 => Some((1 << self.seats) - 1),
            1 => Some(playing),
            _ => None,
        }
    }

    /// Who starts a round that this seat would start, if it is out (G15).
    #[inline]
    pub(super) fn starter(&self, playing: u8, first: usize) -> usize {
        let seats = (first..self.seats).chain(0..first);
        seats.into_iter().find(|&seat| playing >> seat & 1 == 1).unwrap_or(first)
    }

    /// What comes after a round in which these dice were committed (G13 to G17).
    #[inline]
    pub(super) fn next(&self, at: &Position, winner: Option<usize>, dice: &[u8; MAX_SEATS]) -> Next {
        let next = self.awarded(at, winner, dice);
        match self.winners(at, &next) {
            Some(winners) => Next::Over(winners),
            None => Next::Round(Position { first: self.starter(next.playing(), next.first), ..next }),
        }
    }

    /// The table after a round in which these dice were committed (G13, G14); who is to start may be out.
    #[inline]
    pub(super) fn awarded(&self, at: &Position, winner: Option<usize>, dice: &[u8; MAX_SEATS]) -> Position {
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
        next
    }

    /// A bit for each winner if the game is over with the round between these tables (G15 to G17).
    #[inline]
    fn winners(&self, before: &Position, after: &Position) -> Option<u8> {
        let playing = after.playing();
        if playing == 0 {
            return Some(before.playing());
        }
        (after.round == self.rounds() || playing.count_ones() < 2).then(|| leaders(&after.pools))
    }

    /// The dice on the table in a round.
    #[inline]
    pub(super) fn table(&self, at: &Position, committed: u32) -> u32 {
        at.left + self.bonus[at.round as usize] + committed
    }

    /// The most that a seat may commit, after `committed` dice of the round (G06).
    #[inline]
    pub(super) fn allowed(&self, at: &Position, seat: usize, committed: u32) -> u32 {
        let (pool, left) = (at.pools[seat], at.left - at.bonus);
        self.supply.map_or(pool, |all| pool.min(all.saturating_sub(committed + left).max(1)))
    }

    /// Whether what a turn may commit is its pool.
    pub(super) fn has_no_limit(&self) -> bool {
        self.supply.is_none()
    }

    /// The rounds after one.
    #[inline]
    pub(super) fn rounds_left(&self, round: u32) -> u32 {
        self.rounds() - round - 1
    }
}
