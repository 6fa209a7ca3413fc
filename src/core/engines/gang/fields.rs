//! What the players in the lanes see, in numbers.
//!
//! Owns what places and keys are made of: the numbers of slots, and of the answers that no slot gives those that need no
//! [`Situation`](crate::games::gang::Situation). What is left, the kernel asks game by game.

use super::lanes::{BYTE, DICE_BITS, Games, Lanes, SEAT_BITS, Shared, Turns, place};
use crate::engines::drawn::dense::Dense;
use crate::engines::drawn::sums::{Field, Sum};
use crate::games::declaration::{Declared, Memory, ObservableIndex, Question, Slot};
use crate::games::gang::{CardCount, CardKind, Deck, Gang, MAX_SEATS, card_count, slots, unseen};
use std::array::from_fn;
use std::hint::select_unpredictable as pick;

/// Numbers of cards by kind, a byte each: those of one card, or of all that were seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Kinds(pub(super) u32);

impl Kinds {
    /// Those of each card of a deck.
    pub(super) fn of_cards(deck: &Deck) -> Vec<Kinds> {
        let of_kind = |card, kind: CardKind| u32::from(kind.has(card)) << (u8::BITS * kind as u32);
        deck.cards
            .iter()
            .map(|card| Kinds(CardKind::ALL.iter().fold(0, |all, &kind| all | of_kind(card, kind))))
            .collect()
    }

    /// The number of a kind.
    #[inline(always)]
    fn get(self, kind: CardKind) -> u32 {
        self.0 >> (u8::BITS * kind as u32) & BYTE
    }
}

/// What an observable reads in the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// The number of a slot and so much more, or 0 if that is less.
    Slot(Slot, i32),
    /// A number of cards.
    Cards(CardCount),
}

impl Source {
    /// That of an observable; `None` if the lanes do not know it.
    fn of(observable: ObservableIndex) -> Option<Source> {
        match (card_count(observable), Gang::OBSERVABLES[usize::from(observable.0)].memory) {
            (Some(count), _) => Some(Source::Cards(count)),
            (None, Memory::Slot(slot)) => Some(Source::Slot(slot, 0)),
            (None, Memory::Shifted(slot, by)) => Some(Source::Slot(slot, by)),
            (None, _) => None,
        }
    }
}

/// How the lanes answer a question that no slot answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answered {
    /// By a number of cards, less the least that matters.
    Number(CardCount, u32),
    /// By the difference of two numbers, limited to these ends.
    Difference([Source; 2], (i32, i32)),
}

impl Answered {
    /// How they answer this one, if they can.
    fn how(question: Question) -> Option<Answered> {
        match question {
            Question::Answer { observable, within, .. } => {
                Some(Answered::Number(card_count(observable)?, within.least))
            }
            Question::Difference { of, from, ends } => {
                Some(Answered::Difference([Source::of(of)?, Source::of(from)?], ends))
            }
            Question::Slot { .. } | Question::Coin { .. } => None,
        }
    }
}

/// Whether a question that no slot answers is asked game by game: the lanes do not answer it, and it is no coin, which is
/// tossed later.
pub(super) fn is_left(question: Question) -> bool {
    !question.is_coin() && Answered::how(question).is_none()
}

/// The first places of the decisions of strategies that sit like this.
#[inline(always)]
pub(super) fn begin_places<const L: usize, const P: usize>(
    dense: &Dense,
    strategies: &[usize; P],
    cards: &Lanes<L>,
    t: &mut Turns<L>,
) {
    let roots = strategies.map(|strategy| dense.roots_of(strategy));
    first_places(&t.seat, cards, &roots.map(|(first, _)| first), &roots.map(|(_, size)| size), &mut t.place);
}

/// The first places of the cards' roots.
#[inline(always)]
fn first_places<const L: usize, const P: usize>(
    seats: &Lanes<L>,
    cards: &Lanes<L>,
    first: &[u32; P],
    size: &[u32; P],
    places: &mut Lanes<L>,
) {
    for l in 0..L {
        let (mut from, mut of_root) = (0, 0);
        for seat in 0..P {
            let is = seats[l] == seat as u32;
            from = pick(is, first[seat], from);
            of_root = pick(is, size[seat], of_root);
        }
        places[l] = from + cards[l] * of_root;
    }
}

/// Keys of strategies with these numbers, of which nothing is known yet but the strategy and the card.
#[inline(always)]
pub(super) fn begin_keys<const L: usize, const P: usize>(numbers: &[u32; P], cards: &Lanes<L>, t: &mut Turns<L>) {
    let [first, second, third] = &mut t.key;
    for l in 0..L {
        let mut number = 0;
        for (seat, &of_seat) in numbers.iter().enumerate() {
            number = pick(t.seat[l] == seat as u32, of_seat, number);
        }
        (first[l], second[l], third[l]) = (cards[l], 0, number);
    }
}

/// Adds the answers that the lanes know to places or keys. Returns whether the strategies ask anything else, apart from coins.
#[inline(always)]
pub(super) fn add_fields<const L: usize, const P: usize>(
    fields: &[Field],
    strategies: &[usize; P],
    shared: &Shared<L, P>,
    g: &Games<L>,
    t: &mut Turns<L>,
) -> bool {
    let mut asks_more = false;
    for field in fields {
        let strides = strategies.map(|strategy| field.strides[strategy]);
        match field.slot() {
            _ if strides == [0; P] => {}
            Some(slot) => add_slot(slot, (field.cap, &strides), shared.left, g, (&mut *t, field.sum)),
            None if field.question.is_coin() => {}
            None => asks_more |= !add_answer(field, &strides, shared, g, t),
        }
    }
    asks_more
}

/// Adds an answer that no slot gives, if the lanes know it.
// Few strategies ask it, so it is not worth a copy for each sort of vectors.
#[inline(never)]
fn add_answer<const L: usize, const P: usize>(
    field: &Field,
    strides: &[u32; P],
    shared: &Shared<L, P>,
    g: &Games<L>,
    t: &mut Turns<L>,
) -> bool {
    let mut numbers = [0; L];
    let least = match Answered::how(field.question) {
        None => return false,
        Some(Answered::Number(count, least)) => {
            read(Source::Cards(count), shared, g, t, &mut numbers);
            least
        }
        Some(Answered::Difference([of, from], ends)) => {
            let mut less = [0; L];
            read(of, shared, g, t, &mut numbers);
            read(from, shared, g, t, &mut less);
            subtract(&less, ends, &mut numbers);
            0
        }
    };
    add_to(field.sum, &numbers, (least, field.cap), strides, t);
    true
}

/// The numbers of a source.
fn read<const L: usize, const P: usize>(
    source: Source,
    shared: &Shared<L, P>,
    g: &Games<L>,
    t: &Turns<L>,
    to: &mut Lanes<L>,
) {
    match source {
        Source::Slot(slot, by) => {
            read_slot::<L, P>(slot, shared.left, g, t, to);
            to.iter_mut().for_each(|number| *number = number.saturating_add_signed(by));
        }
        Source::Cards(CardCount::Seen(kind)) => {
            to.iter_mut().zip(&shared.seen).for_each(|(number, seen)| *number = seen.get(kind));
        }
        Source::Cards(CardCount::Unseen(kind)) => {
            for (number, (seen, of_round)) in to.iter_mut().zip(shared.seen.iter().zip(&shared.kinds)) {
                *number = unseen(shared.in_deck[kind as usize], seen.get(kind), of_round.get(kind) > 0);
            }
        }
    }
}

/// Subtracts a number from each and limits the difference to these ends; 0 is the least of them.
fn subtract<const L: usize>(less: &Lanes<L>, (least, most): (i32, i32), numbers: &mut Lanes<L>) {
    for l in 0..L {
        let difference = numbers[l].wrapping_sub(less[l]) as i32;
        numbers[l] = difference.min(most).max(least).wrapping_sub(least) as u32;
    }
}

/// What the numbers of a slot add to the places or keys of strategies with these strides, counted from `least` and up to
/// `cap`.
#[inline(always)]
fn add_slot<const L: usize, const P: usize>(
    (slot, least): (Slot, u32),
    (cap, strides): (u32, &[u32; P]),
    left: u32,
    g: &Games<L>,
    (t, sum): (&mut Turns<L>, Sum),
) {
    let mut numbers = [0; L];
    read_slot::<L, P>(slot, left, g, t, &mut numbers);
    add_to(sum, &numbers, (least, cap), strides, t);
}

/// The numbers of a slot.
#[inline(always)]
fn read_slot<const L: usize, const P: usize>(slot: Slot, left: u32, g: &Games<L>, t: &Turns<L>, to: &mut Lanes<L>) {
    match slot {
        slots::ALLOWED => *to = t.allowed,
        slots::TABLE => *to = g.table,
        slots::POOL => *to = t.pool,
        slots::BEST_DICE => shifted(&g.best, 0, to),
        slots::BEST => shifted(&g.best, DICE_BITS, to),
        slots::BEST_SEAT => *to = g.leader,
        slots::TURN => each(&g.acted, |acted| acted + 1, to),
        slots::TO_ACT => to_act(&g.players, &g.acted, to),
        slots::SEAT => *to = t.seat,
        slots::FIRST => *to = g.first,
        slots::ROUNDS_LEFT => *to = [left; L],
        slots::BEHIND => all_behind::<L, P>(&g.pools, &t.pool, to),
        slots::AFTER.. => all_after::<L, P>(&g.pools, &t.seat, u32::from(slot - slots::AFTER), to),
        pool => shifted(&g.pools, SEAT_BITS * (u32::from(pool - slots::POOLS) & 3), to),
    }
}

/// Adds numbers to places or keys.
#[inline(always)]
fn add_to<const L: usize, const P: usize>(
    sum: Sum,
    numbers: &Lanes<L>,
    ends: (u32, u32),
    strides: &[u32; P],
    t: &mut Turns<L>,
) {
    add(&t.seat, numbers, ends, strides, sum.of(&mut t.place, &mut t.key));
}

#[inline(always)]
fn each<const L: usize>(of: &Lanes<L>, f: impl Fn(u32) -> u32, to: &mut Lanes<L>) {
    for l in 0..L {
        to[l] = f(of[l]);
    }
}

#[inline(always)]
fn shifted<const L: usize>(of: &Lanes<L>, by: u32, to: &mut Lanes<L>) {
    for l in 0..L {
        to[l] = of[l] >> by & BYTE;
    }
}

/// By how many dice the largest of `P` pools, a byte each, exceeds `own`; 0 if none does.
#[inline(always)]
pub(super) fn behind<const P: usize>(pools: u32, own: u32) -> u32 {
    (0..P as u32).fold(0, |most, seat| most.max(pools >> (SEAT_BITS * seat) & BYTE)).saturating_sub(own)
}

#[inline(always)]
fn all_behind<const L: usize, const P: usize>(pools: &Lanes<L>, own: &Lanes<L>, to: &mut Lanes<L>) {
    for l in 0..L {
        to[l] = behind::<P>(pools[l], own[l]);
    }
}

/// How many dice another seat among `P` holds with these pools, by how many seats clockwise after the next it sits; 0 where
/// there is none.
#[inline(always)]
fn pool_after<const P: usize>(pools: u32, seat: u32, other: u32) -> u32 {
    let at = seat + 1 + other;
    let at = pick(at >= P as u32, at.wrapping_sub(P as u32), at);
    pick(other + 1 < P as u32, pools >> place(at) & BYTE, 0)
}

/// The pools of all others.
pub(super) fn pools_after<const P: usize>(pools: u32, seat: u32) -> [u32; MAX_SEATS - 1] {
    from_fn(|other| pool_after::<P>(pools, seat, other as u32))
}

#[inline(always)]
fn all_after<const L: usize, const P: usize>(pools: &Lanes<L>, seats: &Lanes<L>, other: u32, to: &mut Lanes<L>) {
    for l in 0..L {
        to[l] = pool_after::<P>(pools[l], seats[l], other);
    }
}

/// How many act after a turn.
#[inline(always)]
fn to_act<const L: usize>(players: &Lanes<L>, acted: &Lanes<L>, to: &mut Lanes<L>) {
    for l in 0..L {
        to[l] = players[l].saturating_sub(acted[l] + 1);
    }
}

#[inline(always)]
fn add<const L: usize, const P: usize>(
    seats: &Lanes<L>,
    numbers: &Lanes<L>,
    (least, cap): (u32, u32),
    strides: &[u32; P],
    places: &mut Lanes<L>,
) {
    for l in 0..L {
        let mut stride = 0;
        for (seat, &of_seat) in strides.iter().enumerate() {
            stride = pick(seats[l] == seat as u32, of_seat, stride);
        }
        places[l] = places[l].wrapping_add((numbers[l].max(least) - least).min(cap).wrapping_mul(stride));
    }
}
