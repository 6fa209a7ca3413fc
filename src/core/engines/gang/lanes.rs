//! Games of Gang of Dice in lanes: the same step of many games at once.
//!
//! Owns a second writing of G06–G17 as loops over lanes without branches, from which compilers make vectors; with one
//! lane it is a program for one game. What is remembered of decisions and tables is looked up here, and what is not is
//! for the kernel to find out. A bounds check, a branch or a reference inside a closure in one of these loops makes it
//! several times as slow; the benchmark of lanes shows it.

use super::fields::Kinds;
use crate::dice::BlockKey;
use crate::engines::drawn::cells::{self, CELLS, CHOICE, NO_TURN};
use crate::engines::drawn::dense::PLACES;
use crate::engines::drawn::keyed::KEY_WORDS;
use crate::engines::drawn::sums::{Sum, any_unknown};
use crate::games::gang::CardKind;
use std::array::from_fn;
use std::hint::select_unpredictable as pick;

/// A number for each lane.
pub(super) type Lanes<const L: usize> = [u32; L];

/// The bits of the dice in [`Games::best`], below the code.
pub(super) const DICE_BITS: u32 = 8;
/// The bits of a seat in numbers that have a byte for each.
pub(super) const SEAT_BITS: u32 = 8;
pub(super) const BYTE: u32 = 0xff;

/// The games of one seating, a block in each lane.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Games<const L: usize> {
    /// Dice in the pools, a byte each.
    pub(super) pools: Lanes<L>,
    /// Dice on the table, and how many of them are bonus dice.
    pub(super) table: Lanes<L>,
    pub(super) bonus: Lanes<L>,
    /// Who started the round.
    pub(super) first: Lanes<L>,
    /// A bit for each seat still in the game, and how many they are.
    pub(super) playing: Lanes<L>,
    pub(super) players: Lanes<L>,
    /// 1 while the game goes on, and if a decision was not remembered.
    pub(super) live: Lanes<L>,
    pub(super) stuck: Lanes<L>,
    /// A bit for each seat that the last round eliminated.
    pub(super) out: Lanes<L>,
    /// Turns taken in the round.
    pub(super) acted: Lanes<L>,
    /// The best result so far this round, code × 256 + dice, 0 if none is valid, and whose it is.
    pub(super) best: Lanes<L>,
    pub(super) leader: Lanes<L>,
    /// By seat, a byte each: dice committed this round, and the codes of the results.
    pub(super) dice: Lanes<L>,
    pub(super) codes: Lanes<L>,
    /// What the game's length is made of.
    pub(super) turns: Lanes<L>,
    pub(super) rounds: Lanes<L>,
    pub(super) eliminations: Lanes<L>,
    pub(super) all_invalid: Lanes<L>,
}

/// A turn of each game.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Turns<const L: usize> {
    /// Whose it is, and 1 if it is taken.
    pub(super) seat: Lanes<L>,
    pub(super) acts: Lanes<L>,
    /// The dice in its pool, and how many may be committed.
    pub(super) pool: Lanes<L>,
    pub(super) allowed: Lanes<L>,
    /// Where its decision is, or under which key, and what stands there.
    pub(super) place: Lanes<L>,
    pub(super) key: [Lanes<L>; KEY_WORDS],
    pub(super) entry: Lanes<L>,
    /// The code of its result, and 1 if the table has to be asked for it.
    pub(super) code: Lanes<L>,
    pub(super) open: Lanes<L>,
}

/// What the games of a block share in a round.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Shared<const L: usize, const P: usize> {
    /// By seat the first half of its word.
    pub(super) words: [Lanes<L>; P],
    /// The keys of the blocks.
    pub(super) keys: [BlockKey; L],
    /// The card, its kinds, and those of all cards of earlier rounds.
    pub(super) card: Lanes<L>,
    pub(super) kinds: [Kinds; L],
    pub(super) seen: [Kinds; L],
    /// How many cards of the deck are of each kind.
    pub(super) in_deck: [u32; CardKind::ALL.len()],
    /// The round, from 0, and how many come after it.
    pub(super) round: u32,
    pub(super) left: u32,
}

impl<const L: usize> Games<L> {
    /// Games that begin, of `P` seats with so many dice each.
    pub(super) fn new<const P: usize>(pool: u32) -> Games<L> {
        let none = [0; L];
        let pools = (0..P).fold(0, |pools, seat| pools | pool << (SEAT_BITS * seat as u32));
        Games {
            pools: [pools; L],
            playing: [(1 << P) - 1; L],
            players: [P as u32; L],
            live: [1; L],
            table: none,
            bonus: none,
            first: none,
            stuck: none,
            out: none,
            acted: none,
            best: none,
            leader: none,
            dice: none,
            codes: none,
            turns: none,
            rounds: none,
            eliminations: none,
            all_invalid: none,
        }
    }

    /// Begins a round that brings so many bonus dice.
    #[inline(always)]
    pub(super) fn begin(&mut self, bonus: u32) {
        for l in 0..L {
            self.bonus[l] += bonus;
            self.table[l] += bonus;
        }
        (self.acted, self.best, self.leader) = ([0; L], [0; L], [0; L]);
        (self.dice, self.codes) = ([0; L], [0; L]);
    }
}

impl<const L: usize> Turns<L> {
    /// Turns of nobody.
    pub(super) fn new() -> Turns<L> {
        let none = [0; L];
        Turns {
            seat: none,
            acts: none,
            pool: none,
            allowed: none,
            place: none,
            key: [none; KEY_WORDS],
            entry: none,
            code: none,
            open: none,
        }
    }

    /// Adds so much to the place or the key in a lane.
    #[inline]
    pub(super) fn add(&mut self, sum: Sum, l: usize, more: u32) {
        sum.of(&mut self.place, &mut self.key)[l] += more;
    }
}

/// Where the byte of a seat is.
#[inline(always)]
pub(super) fn place(seat: u32) -> u32 {
    (SEAT_BITS * seat) & 31
}

/// Whose turn is the one that is so many seats after the first, and what it may commit (G06); `supply` dice can be thrown
/// in a round at most.
#[inline(always)]
pub(super) fn whose_turn<const L: usize, const P: usize>(after: u32, supply: u32, g: &Games<L>, t: &mut Turns<L>) {
    for l in 0..L {
        let seat = g.first[l] + after;
        let seat = pick(seat >= P as u32, seat.wrapping_sub(P as u32), seat);
        let pool = g.pools[l] >> place(seat) & BYTE;
        let left = supply.saturating_sub(g.table[l] - g.bonus[l]).max(1);
        t.seat[l] = seat;
        t.pool[l] = pool;
        t.allowed[l] = pool.min(left);
        t.acts[l] = g.live[l] & u32::from(pool > 0);
    }
}

/// What stands at the places of turns that are taken; says whether anything is not known.
#[inline(always)]
pub(super) fn look_up<const L: usize>(entries: &[u32; PLACES], t: &mut Turns<L>) -> bool {
    let (places, acts, to) = (&t.place, &t.acts, &mut t.entry);
    for l in 0..L {
        let entry = entries[places[l] as usize % PLACES];
        to[l] = pick(acts[l] != 0, entry, NO_TURN);
    }
    any_unknown(to)
}

/// Leaves the games stuck whose turns these are.
#[cold]
pub(super) fn give_up<const L: usize>(g: &mut Games<L>, t: &mut Turns<L>) {
    for l in 0..L {
        g.stuck[l] |= t.acts[l];
        t.entry[l] = NO_TURN;
    }
}

/// Draws the results; says whether a table has to be asked. A game that commits more than it may is stuck.
#[inline(always)]
pub(super) fn draw<const L: usize, const P: usize>(
    cells: &[u32; CELLS],
    words: &[Lanes<L>; P],
    stuck: &mut Lanes<L>,
    t: &mut Turns<L>,
) -> bool {
    let Turns { seat: seats, allowed, entry: entries, code: codes, open, .. } = t;
    for l in 0..L {
        let mut word = 0;
        for (seat, words) in words.iter().enumerate() {
            word = pick(seats[l] == seat as u32, words[l], word);
        }
        let too_many = entries[l] & CHOICE > allowed[l];
        let entry = pick(too_many, NO_TURN, entries[l]);
        stuck[l] |= u32::from(too_many);
        entries[l] = entry;
        let (code, is_open) = cells::decode(cells[cells::place(entry, word)], word);
        codes[l] = code;
        open[l] = u32::from(is_open);
    }
    open.iter().fold(0, |any, open| any | open) != 0
}

/// Takes the turns: dice go to the table, and the best result leads (G12).
#[inline(always)]
pub(super) fn take<const L: usize>(t: &Turns<L>, g: &mut Games<L>) {
    for l in 0..L {
        let (dice, code, at) = (t.entry[l] & CHOICE, t.code[l], place(t.seat[l]));
        g.pools[l] = g.pools[l].wrapping_sub(dice << at);
        g.table[l] += dice;
        g.acted[l] += t.acts[l];
        let rank = pick(code == 0, 0, code << DICE_BITS | dice);
        g.leader[l] = pick(rank > g.best[l], t.seat[l], g.leader[l]);
        g.best[l] = g.best[l].max(rank);
        g.dice[l] |= dice << at;
        g.codes[l] |= code << at;
    }
}

/// Awards the table (G13, G14), eliminates (G15), and ends games in time (G16, G17).
#[inline(always)]
pub(super) fn award<const L: usize, const P: usize>(is_last: bool, g: &mut Games<L>) {
    for l in 0..L {
        let none = g.best[l] == 0;
        let won = pick(none, 0, g.table[l]);
        let pools = g.pools[l].wrapping_add(won << place(g.leader[l]));
        g.pools[l] = pools;
        g.table[l] -= won;
        g.bonus[l] = pick(none, g.bonus[l], 0);
        let (mut playing, mut players) = (0, 0);
        for seat in 0..P as u32 {
            let has = u32::from(pools >> (SEAT_BITS * seat) & BYTE != 0);
            playing |= has << seat;
            players += has;
        }
        let live = g.live[l];
        g.turns[l] += g.acted[l];
        g.rounds[l] += live;
        g.all_invalid[l] += live & u32::from(none);
        g.eliminations[l] += g.players[l] - players;
        g.out[l] = pick(live != 0, g.playing[l] & !playing, g.out[l]);
        (g.playing[l], g.players[l]) = (playing, players);
        g.live[l] = live & u32::from((players > 1) & !is_last);
        let mut first = pick(none, g.first[l], g.leader[l]);
        for _ in 1..P {
            let next = pick(first + 1 == P as u32, 0, first + 1);
            first = pick((playing >> first & 1 != 0) | (playing == 0), first, next);
        }
        g.first[l] = first;
    }
}

/// Who has won each game (G16, G17), a bit for each seat.
#[inline(always)]
pub(super) fn winners<const L: usize, const P: usize>(g: &Games<L>) -> Lanes<L> {
    from_fn(|l| {
        let pools: [u32; P] = from_fn(|seat| g.pools[l] >> (SEAT_BITS * seat as u32) & BYTE);
        let most = pools.iter().fold(0, |most, &pool| most.max(pool));
        let richest = (0..P).fold(0, |mask, seat| mask | u32::from(pools[seat] == most) << seat);
        pick(g.playing[l] == 0, g.out[l], richest)
    })
}
