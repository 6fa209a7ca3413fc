//! Turns of POT in lanes: one turn of many games at once.
//!
//! Owns a second writing of P06–P11, P15 and P17 as loops over lanes without branches, from which compilers make vectors;
//! with one lane it is a program for one game. What is paid is taken from [`Coins`]. Games are of different lengths, so
//! each lane is at a turn of its own. What is remembered of decisions and tables is looked up here; what is not, and
//! payments by those who lack coins, are for the kernel. A bounds check, a branch or a reference inside a closure in one
//! of these loops makes it several times as slow; the benchmark of lanes shows it.

use super::code::{CODES, Class, Decoded};
use super::coins::{BANK, Coins, Goal, Held, LANE_BITS};
use crate::dice::{BlockKey, Purpose, Slot as Draw};
use crate::engines::drawn::cells::{self, CELLS, CHOICE, NO_TURN};
use crate::engines::drawn::dense::PLACES;
use crate::engines::drawn::keyed::KEY_WORDS;
use crate::engines::drawn::sums::{Sum, any_unknown};
use crate::engines::drawn::{CHOICE_BITS, Words, at_slot};
use crate::games::declaration::{Question, Slot};
use crate::games::pot::slots;
use std::hint::select_unpredictable as pick;

/// A number for each lane.
pub(super) type Lanes<const L: usize> = [u32; L];

/// The bits of a seat in a place of [`MOVES`].
const SEAT_BITS: u32 = 3;
/// How many movements of coins there are: by choice, seat and class.
pub(super) const MOVES: usize = Class::MANY << (SEAT_BITS + CHOICE_BITS);

/// The place of a choice's movements of coins by the player at a seat.
#[inline(always)]
pub(super) fn moves_at(choice: u32, seat: u32) -> usize {
    ((choice << SEAT_BITS | seat) as usize * Class::MANY) % MOVES
}

/// The games, one in each lane, before a turn.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Games<const L: usize> {
    pub(super) keys: [BlockKey; L],
    pub(super) coins: [Coins; L],
    /// Whether somebody held the goal in this round.
    pub(super) held: [Held; L],
    /// Whose turn it is, and who began the round.
    pub(super) seat: Lanes<L>,
    pub(super) first: Lanes<L>,
    /// One more than the score to beat, 0 if nobody is in control; and who has it.
    pub(super) rank: Lanes<L>,
    pub(super) leader: Lanes<L>,
    /// The round, from 0, and how often the turn has come round to the first.
    pub(super) round: Lanes<L>,
    pub(super) lap: Lanes<L>,
    /// How many turns the game may still have (P17).
    pub(super) left: Lanes<L>,
    /// How many rounds began with an empty bank.
    pub(super) empty: Lanes<L>,
    /// 1 while there is a game, and 1 if a decision was not remembered.
    pub(super) live: Lanes<L>,
    pub(super) stuck: Lanes<L>,
}

/// A turn of each game.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Turns<const L: usize> {
    /// The coins as the player sees them.
    pub(super) seen: [u64; L],
    /// Where the decision is, or under which key, and what stands there.
    pub(super) place: Lanes<L>,
    pub(super) key: [Lanes<L>; KEY_WORDS],
    pub(super) entry: Lanes<L>,
    /// The result's code, decoded, and 1 if the table has to be asked for it.
    pub(super) decoded: [Decoded; L],
    pub(super) open: Lanes<L>,
    /// 1 if it is not known what the turn moves, and 1 if it takes control.
    pub(super) lacks: Lanes<L>,
    pub(super) takes: Lanes<L>,
    /// 1 if the game is over, and if that is by the rules; 1 if the bank may lack the stake of the next round.
    pub(super) over: Lanes<L>,
    pub(super) ended: Lanes<L>,
    pub(super) bank_lacks: Lanes<L>,
}

/// Where decisions are: by seat the first place and the size of a root of the strategy that sits there in each lane, and
/// its number in keys.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Roots<const L: usize, const P: usize> {
    pub(super) first: [Lanes<L>; P],
    pub(super) size: [Lanes<L>; P],
    pub(super) number: [Lanes<L>; P],
}

/// By seat what one more adds to the place or key of the strategy that sits there in each lane.
pub(super) type Strides<const L: usize, const P: usize> = [Lanes<L>; P];

/// An answer that places or keys are made of: what is asked, up to which answer it makes a difference, and what it adds to
/// which sum.
#[derive(Clone, Debug)]
pub(super) struct Field<const L: usize, const P: usize> {
    pub(super) question: Question,
    pub(super) cap: u32,
    pub(super) sum: Sum,
    pub(super) strides: Strides<L, P>,
}

/// The rules as the loops want them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    pub(super) goal: Goal,
    /// Whether only coins at the end of the round end the game (P15).
    pub(super) only_then: bool,
    /// What the bank adds to the POT as a round starts; and the same, or a coin where it adds none: who lacks this may
    /// have an empty bank.
    pub(super) stake: Coins,
    pub(super) least: Coins,
    /// The last round that can be played.
    pub(super) last_round: u32,
}

impl<const L: usize> Games<L> {
    /// No games.
    pub(super) fn none(key: BlockKey) -> Games<L> {
        let none = [0; L];
        Games {
            keys: [key; L],
            coins: [Coins::default(); L],
            held: [Held::default(); L],
            seat: none,
            first: none,
            rank: none,
            leader: none,
            round: none,
            lap: none,
            left: none,
            empty: none,
            live: none,
            stuck: none,
        }
    }

    /// What the player in a lane sees at a table of `P`, in numbers.
    pub(super) fn words<const P: usize>(&self, l: usize) -> Words {
        let (seat, control) = (self.seat[l], control::<P>(self.rank[l], self.leader[l], self.seat[l]));
        let coins = self.coins[l].seen_from(seat as usize, P);
        let turn = at_slot(slots::SEAT, seat) | at_slot(slots::FIRST, self.first[l]);
        let score = at_slot(slots::TO_BEAT, self.rank[l]) | at_slot(slots::CONTROL, control);
        let round = at_slot(slots::ROUND, self.round[l]) | at_slot(slots::TO_ACT, to_act::<P>(control));
        let held = at_slot(slots::GOAL_HELD, self.held[l].ever().into());
        [coins, turn | score | round | held | at_slot(slots::RANKING, ranking::<P>(coins)), 0]
    }
}

impl<const L: usize> Turns<L> {
    /// Turns of nobody.
    pub(super) fn new() -> Turns<L> {
        let none = [0; L];
        Turns {
            seen: [0; L],
            place: none,
            key: [none; KEY_WORDS],
            entry: none,
            decoded: [Decoded::default(); L],
            open: none,
            lacks: none,
            takes: none,
            over: none,
            ended: none,
            bank_lacks: none,
        }
    }

    /// Adds so much to the place or the key in a lane.
    #[inline]
    pub(super) fn add(&mut self, sum: Sum, l: usize, more: u32) {
        sum.of(&mut self.place, &mut self.key)[l] += more;
    }
}

/// How many turns there are, that of the player at a seat included, until the turn comes round to the one in control, if
/// nobody takes it; 0 if nobody is in control.
#[inline(always)]
fn control<const P: usize>(rank: u32, leader: u32, seat: u32) -> u32 {
    let steps = leader.wrapping_sub(seat);
    let steps = pick(leader < seat, steps.wrapping_add(P as u32), steps);
    pick(rank == 0, 0, steps)
}

#[inline(always)]
fn to_act<const P: usize>(control: u32) -> u32 {
    pick(control == 0, P as u32, control).wrapping_sub(1)
}

/// The number at [`slots::RANKING`] of coins seen from a seat.
// Loops over numbers: compilers unroll these, and whatever is built on iterators not always.
#[inline(always)]
fn ranking<const P: usize>(coins: u64) -> u32 {
    let coins_of = |steps: usize| coins >> (steps as u32 * LANE_BITS) & u64::from(Coins::MOST);
    let mut ranking = 0;
    for first in 1..P {
        for other in first + 1..P {
            ranking = ranking << 1 | u32::from(coins_of(first) >= coins_of(other));
        }
    }
    ranking
}

/// The first places of the turns.
#[inline(always)]
pub(super) fn begin_places<const L: usize, const P: usize>(roots: &Roots<L, P>, g: &Games<L>, t: &mut Turns<L>) {
    for l in 0..L {
        t.seen[l] = g.coins[l].seen_from(g.seat[l] as usize, P);
    }
    for l in 0..L {
        let (mut from, mut of_root) = (0, 0);
        for seat in 0..P {
            let is = g.seat[l] == seat as u32;
            from = pick(is, roots.first[seat][l], from);
            of_root = pick(is, roots.size[seat][l], of_root);
        }
        let has_coins = t.seen[l] & u64::from(Coins::MOST) != 0;
        t.place[l] = from + pick(has_coins, of_root, 0);
    }
}

/// Keys of which nothing is known yet but the strategy and the root.
#[inline(always)]
pub(super) fn begin_keys<const L: usize, const P: usize>(roots: &Roots<L, P>, g: &Games<L>, t: &mut Turns<L>) {
    let [first, second, third] = &mut t.key;
    for l in 0..L {
        let mut number = 0;
        for seat in 0..P {
            number = pick(g.seat[l] == seat as u32, roots.number[seat][l], number);
        }
        let has_coins = t.seen[l] & u64::from(Coins::MOST) != 0;
        (first[l], second[l], third[l]) = (has_coins.into(), 0, number);
    }
}

/// Adds what slots give to places or keys; says whether more is asked than that and coins.
#[inline(always)]
pub(super) fn add_fields<const L: usize, const P: usize>(
    fields: &[Field<L, P>],
    g: &Games<L>,
    t: &mut Turns<L>,
) -> bool {
    let mut asks_more = false;
    for Field { question, cap, sum, strides } in fields {
        match question.slot() {
            Some((slot, least)) => add_slot(slot, (least, *cap), strides, g, (&mut *t, *sum)),
            None => asks_more |= !question.is_coin(),
        }
    }
    asks_more
}

/// What the numbers of a slot add to the places or keys of strategies with these strides, counted from `least` and up to
/// `cap`.
#[inline(always)]
fn add_slot<const L: usize, const P: usize>(
    slot: Slot,
    ends: (u32, u32),
    strides: &Strides<L, P>,
    g: &Games<L>,
    (t, sum): (&mut Turns<L>, Sum),
) {
    let mut numbers = [0; L];
    match slot {
        slots::TO_BEAT => numbers = g.rank,
        slots::CONTROL => each(|l| control::<P>(g.rank[l], g.leader[l], g.seat[l]), &mut numbers),
        slots::TO_ACT => each(|l| to_act::<P>(control::<P>(g.rank[l], g.leader[l], g.seat[l])), &mut numbers),
        slots::SEAT => numbers = g.seat,
        slots::FIRST => numbers = g.first,
        slots::ROUND => numbers = g.round,
        slots::GOAL_HELD => each(|l| g.held[l].ever().into(), &mut numbers),
        slots::RANKING => rankings::<L, P>(&t.seen, &mut numbers),
        coins => shifted(&t.seen, u32::from(coins) % (BANK as u32 + 2) * LANE_BITS, &mut numbers),
    }
    add(&g.seat, &numbers, ends, strides, sum.of(&mut t.place, &mut t.key));
}

#[inline(always)]
fn each<const L: usize>(f: impl Fn(usize) -> u32, to: &mut Lanes<L>) {
    for (l, to) in to.iter_mut().enumerate() {
        *to = f(l);
    }
}

#[inline(always)]
fn shifted<const L: usize>(of: &[u64; L], by: u32, to: &mut Lanes<L>) {
    for l in 0..L {
        to[l] = (of[l] >> by) as u32 & ((1 << LANE_BITS) - 1);
    }
}

#[inline(always)]
fn rankings<const L: usize, const P: usize>(seen: &[u64; L], to: &mut Lanes<L>) {
    for l in 0..L {
        to[l] = ranking::<P>(seen[l]);
    }
}

#[inline(always)]
fn add<const L: usize, const P: usize>(
    seats: &Lanes<L>,
    numbers: &Lanes<L>,
    (least, cap): (u32, u32),
    strides: &Strides<L, P>,
    places: &mut Lanes<L>,
) {
    for l in 0..L {
        let mut stride = 0;
        for (seat, of_seat) in strides.iter().enumerate() {
            stride = pick(seats[l] == seat as u32, of_seat[l], stride);
        }
        places[l] = places[l].wrapping_add((numbers[l].max(least) - least).min(cap).wrapping_mul(stride));
    }
}

/// What stands at the places of turns; says whether anything is not known.
#[inline(always)]
pub(super) fn look_up<const L: usize>(entries: &[u32; PLACES], live: &Lanes<L>, t: &mut Turns<L>) -> bool {
    let (places, to) = (&t.place, &mut t.entry);
    for l in 0..L {
        let entry = entries[places[l] as usize % PLACES];
        to[l] = pick(live[l] != 0, entry, NO_TURN);
    }
    any_unknown(to)
}

/// The place of a turn's draw.
#[inline(always)]
pub(super) fn draw_at<const L: usize>(g: &Games<L>, l: usize) -> Draw {
    Draw::new(Purpose::Turn, g.seat[l] as u8, g.round[l], g.lap[l])
}

/// Draws the results; says whether a table has to be asked.
#[inline(always)]
pub(super) fn draw<const L: usize>(
    cells: &[u32; CELLS],
    by_code: &[Decoded; CODES],
    g: &Games<L>,
    t: &mut Turns<L>,
) -> bool {
    let mut words = [0; L];
    for (l, word) in words.iter_mut().enumerate() {
        *word = (g.keys[l].draw(draw_at(g, l)) >> u32::BITS) as u32;
    }
    let Turns { entry: entries, decoded, open, .. } = t;
    for l in 0..L {
        let cell = cells[cells::place(entries[l], words[l])];
        let (code, is_open) = cells::decode(cell, words[l]);
        decoded[l] = by_code[code as usize % CODES];
        open[l] = u32::from(is_open);
    }
    open.iter().fold(0, |any, open| any | open) != 0
}

/// Pays the turns (P12 to P14), where it is known what they move; says whether one is not.
#[inline(always)]
pub(super) fn pay<const L: usize>(moves: &[Coins; MOVES], g: &mut Games<L>, t: &mut Turns<L>) -> bool {
    for l in 0..L {
        let place = moves_at(t.entry[l] & CHOICE, g.seat[l]) + t.decoded[l].class().index();
        let paid = g.coins[l].plus(moves[place % MOVES]);
        let lacks = paid.lacks() | t.decoded[l].is_pot();
        t.lacks[l] = u32::from(lacks) & g.live[l];
        g.coins[l] = pick(lacks, g.coins[l], paid);
    }
    t.lacks.iter().fold(0, |any, lacks| any | lacks) != 0
}

/// Ends the turns: control is taken (P08, P09), rounds are won (P10, P11) and the next begun, and games end (P15, P17);
/// says whether one did, or the bank of one lacks coins.
#[inline(always)]
pub(super) fn end<const L: usize, const P: usize>(rules: &Ending, g: &mut Games<L>, t: &mut Turns<L>) -> bool {
    for l in 0..L {
        let (decoded, seat) = (t.decoded[l], g.seat[l]);
        let takes = decoded.rank() > g.rank[l];
        let rank = decoded.rank().max(g.rank[l]);
        let leader = pick(takes, seat, g.leader[l]);
        let next = pick(seat + 1 == P as u32, 0, seat + 1);
        let won = decoded.is_pot() | ((rank > 0) & (leader == next));
        let winner = pick(decoded.is_pot(), seat, next);
        let left = g.left[l].wrapping_sub(1);

        let coins = g.coins[l];
        let coins = pick(won, coins.pot_to(winner), coins);
        let held = pick(won & rules.only_then, Held::default(), g.held[l]).looking(coins, rules.goal);
        let ended = won & held.ever();
        let goes_on = won & !ended & (left != 0);
        let round = g.round[l] + u32::from(won | (left == 0));
        let stuck = g.stuck[l] | u32::from(goes_on & (round > rules.last_round));
        let bank_lacks = goes_on & coins.plus(rules.least).lacks();

        t.takes[l] = u32::from(takes);
        t.ended[l] = u32::from(ended);
        t.over[l] = g.live[l] & (u32::from(ended | (left == 0)) | stuck);
        t.bank_lacks[l] = g.live[l] & u32::from(bank_lacks);
        g.stuck[l] = stuck;
        g.coins[l] = pick(goes_on & !bank_lacks, coins.plus(rules.stake), coins);
        g.held[l] = pick(goes_on, Held::default(), held);
        g.first[l] = pick(goes_on, winner, g.first[l]);
        g.lap[l] = pick(goes_on, 0, g.lap[l] + u32::from(next == g.first[l]));
        g.seat[l] = pick(goes_on, winner, next);
        g.rank[l] = pick(goes_on, 0, rank);
        (g.leader[l], g.left[l], g.round[l]) = (leader, left, round);
    }
    (0..L).fold(0, |any, l| any | t.over[l] | t.bank_lacks[l]) != 0
}
