//! Everything that a strategy for POT can see or ask: the declaration of the game.
//!
//! Owns the situation before a turn, and the table of what can be read from it.

use super::Pot;
use super::choices::Other;
use super::rules::{MAX_SEATS, Without};
use super::state::{Control, State};
use crate::dice::{BlockKey, Purpose, RunKey, Slot as DrawSlot};
use crate::games::Seat;
use crate::games::declaration::{
    self, Declared, Language, MOST_SLOTS, Memory, Observable, ObservableIndex, Several, Slot, Slots, Unit, Value,
    WHOLE, Within, index_of,
};
use std::cmp::Reverse;

/// The public state of the game before a turn, as the one whose turn it is sees it.
#[derive(Clone, Copy)]
pub struct Situation<'s> {
    game: &'s Pot,
    kept: KeptSituation,
}

/// A [`Situation`] that borrows nothing, for whoever cannot.
#[derive(Clone, Copy, Debug)]
pub struct KeptSituation {
    block: BlockKey,
    /// How often the one whose turn it is has played in this round.
    lap: u32,
    slots: Slots,
}

impl KeptSituation {
    /// The situation, in this game.
    pub fn lend(self, game: &Pot) -> Situation<'_> {
        Situation { game, kept: self }
    }
}

/// The slots of what a situation is in numbers.
pub mod slots {
    use crate::games::declaration::Slot;

    /// The player's own coins.
    pub const COINS: Slot = 0;
    /// The coins of the next player clockwise; then come those of the others.
    pub const OTHERS: Slot = 1;
    /// The bank's coins.
    pub const BANK: Slot = 5;
    /// The coins in the POT.
    pub const POT: Slot = 6;
    /// The lowest sum that takes control, 0 if any does.
    pub const TO_BEAT: Slot = 8;
    /// How many seats clockwise the one in control sits, 0 if nobody is.
    pub const CONTROL: Slot = 9;
    /// How many may still take control after this turn.
    pub const TO_ACT: Slot = 10;
    /// Whose turn it is, from 0.
    pub const SEAT: Slot = 11;
    /// Who began the round, from 0.
    pub const FIRST: Slot = 12;
    /// The round, from 0.
    pub const ROUND: Slot = 13;
    /// Whether somebody held the goal in this round.
    pub const GOAL_HELD: Slot = 14;
    /// How the coins of the others compare: for each two of them, clockwise from the next, a bit that is set if the first has
    /// as many as the second, or more. Their order follows from it.
    pub const RANKING: Slot = 15;
}

/// How the coins of the others compare, who are given clockwise from the next: for each two of them a bit that is set if
/// the first has as many as the second, or more. Their order follows from it.
#[inline]
fn comparisons(coins: &[u32]) -> u32 {
    let pairs =
        coins.iter().enumerate().flat_map(|(at, first)| coins[at + 1..].iter().map(move |other| first >= other));
    pairs.fold(0, |bits, is_more| bits << 1 | u32::from(is_more))
}

impl<'s> Situation<'s> {
    /// The situation of whoever's turn it is in a state. `block` keys the strategies' coins.
    #[inline]
    pub fn new(game: &'s Pot, block: BlockKey, state: &State) -> Situation<'s> {
        let (held, own) = (state.holdings(), state.next());
        let seats = held.seats() as u8;
        let mut slots = [0; MOST_SLOTS];
        let mut set = |slot: Slot, number: u32| slots[usize::from(slot)] = number;
        for steps in 0..seats {
            set(slots::COINS + steps, held.coins(held.seat_after(own, steps)));
        }
        set(slots::BANK, held.bank());
        set(slots::POT, held.pot());
        set(slots::TO_ACT, u32::from(seats) - 1);
        if let Some(Control { seat, score }) = state.control() {
            let steps = (seat.0 + seats - own.0) % seats;
            set(slots::TO_BEAT, u32::from(score) + 1);
            set(slots::CONTROL, steps.into());
            set(slots::TO_ACT, u32::from(steps).saturating_sub(1));
        }
        set(slots::SEAT, own.0.into());
        set(slots::FIRST, state.first().0.into());
        set(slots::ROUND, state.round());
        set(slots::GOAL_HELD, state.goal_held().into());
        slots[usize::from(slots::RANKING)] = comparisons(&slots[usize::from(slots::OTHERS)..usize::from(seats)]);
        Situation::of_slots(game, (block, state.visit()), slots)
    }

    /// The situation with these numbers, in this block and lap of the round: for whoever plays many games at once.
    pub fn of_slots(game: &'s Pot, (block, lap): (BlockKey, u32), slots: Slots) -> Situation<'s> {
        Situation { game, kept: KeptSituation { block, lap, slots } }
    }

    /// A copy that borrows nothing.
    pub fn keep(&self) -> KeptSituation {
        self.kept
    }

    #[inline]
    fn get(&self, slot: Slot) -> u32 {
        self.kept.slots[usize::from(slot)]
    }

    /// The game: rules and number of players.
    #[inline]
    pub fn game(&self) -> &'s Pot {
        self.game
    }

    /// Seat and round (from 0) of the turn.
    pub(super) fn place(&self) -> (Seat, u32) {
        (Seat(self.get(slots::SEAT) as u8), self.get(slots::ROUND))
    }

    /// Whether the player has a coin to pay for the last reroll with (P04), and the game has that reroll (P18).
    #[inline]
    pub fn can_pay(&self) -> bool {
        self.has_coin() && self.game.rules.without != Without::PaidReroll
    }

    fn has_coin(&self) -> bool {
        self.get(slots::COINS) > 0
    }

    /// The place of the turn among the draws of its block for `purpose`: for whoever plays the turn.
    #[inline]
    pub fn draws(&self, purpose: Purpose) -> DrawSlot {
        DrawSlot::new(purpose, self.get(slots::SEAT) as u8, self.get(slots::ROUND), self.kept.lap)
    }

    /// The coins of the others, the next clockwise first.
    fn others(&self) -> &[u32] {
        &self.kept.slots[usize::from(slots::OTHERS)..self.game.seats]
    }

    /// The others by how many seats clockwise they sit, those with most coins first and among equals the next.
    fn ranking(&self) -> impl ExactSizeIterator<Item = u8> + DoubleEndedIterator + use<> {
        let mut others: [u8; MAX_SEATS - 1] = std::array::from_fn(|other| other as u8 + 1);
        let count = self.others().len();
        // The slot of each is as many as it sits seats clockwise.
        others[..count].sort_by_key(|&steps| Reverse(self.get(steps)));
        others.into_iter().take(count)
    }
}

impl declaration::View<'_, Pot> {
    /// How many play; this does not count as a question, because it is the same all game long.
    #[inline]
    pub fn seats(&self) -> usize {
        self.situation.game.seats
    }

    /// The other players, the next clockwise first.
    pub fn others(&self) -> impl ExactSizeIterator<Item = Other> + DoubleEndedIterator + use<> {
        (1..self.seats() as u8).map(Other::clockwise)
    }

    /// The smaller of `most` and the coins of another player.
    ///
    /// # Panics
    /// If there is no such player.
    #[inline]
    pub fn coins_of(&self, other: Other, most: u32) -> u32 {
        self.ask_of(COINS_OF, u32::from(other.steps()) - 1, most)
    }

    /// The other players, those with most coins first and among equals the next clockwise: easier to remember than
    /// how many coins they have.
    pub fn ranking(&self) -> impl ExactSizeIterator<Item = Other> + DoubleEndedIterator + use<> {
        self.note(RANKING, 0, Within::WHOLE);
        self.situation.ranking().map(Other::clockwise)
    }

    /// Who is in control of the POT.
    pub fn in_control(&self) -> Option<Other> {
        self.note(CONTROL, 0, Within::WHOLE);
        let steps = self.situation.get(slots::CONTROL) as u8;
        (steps > 0).then(|| Other::clockwise(steps))
    }
}

/// An entry of the declaration.
type Seen = Observable<Pot>;

/// How a number is read.
type ReadNumber = for<'a, 's> fn(&'a Situation<'s>) -> u32;
/// How a fact is read.
type Fact = for<'a, 's> fn(&'a Situation<'s>) -> bool;

/// An amount of coins that is a slot.
const fn coins<const SLOT: Slot>(name: &'static str, meaning: &'static str) -> Seen {
    Seen::amount::<SLOT>(name, meaning, Unit::Coins)
}

/// An amount of coins that depends on several slots.
const fn coins_among(name: &'static str, meaning: &'static str, read: ReadNumber) -> Seen {
    Seen::number(name, meaning, Unit::Coins, read).remembered(Memory::Answer).for_files()
}

/// A fact about the place of the turn in the round, which follows from these slots.
const fn place(name: &'static str, meaning: &'static str, slots: &'static [(Slot, u32)], read: Fact) -> Seen {
    Seen::fact(name, meaning, read).from_slots(slots).for_files()
}

const COINS_OF_OTHERS: Several<Pot> = Several {
    first: ("other player", 1),
    count: |s| s.others().len() as u32,
    read: |s, other| s.get(slots::OTHERS + other as Slot),
};

/// A number as scripts see it where 0 stands for nothing, each number for one that is less by `less`.
fn or_nothing(number: u32, less: u32) -> Value {
    if number == 0 { Value::None } else { Value::Whole((number - less).into()) }
}

impl Declared for Pot {
    type Situation<'s> = Situation<'s>;

    const OBSERVABLES: &'static [Seen] = &[
        coins::<{ slots::POT }>("pot", "coins in the POT"),
        coins::<{ slots::BANK }>("bank", "coins in the bank"),
        coins::<{ slots::COINS }>("coins", "this player's own coins"),
        coins::<{ slots::OTHERS }>("coins.next", "coins of the next player clockwise").for_files(),
        // Where they are depends on how many play.
        coins_among("coins.previous", "coins of the player before", |s| s.others().last().copied().unwrap_or(0)),
        coins_among("coins.richest", "coins of the richest of the others", |s| {
            s.others().iter().copied().max().unwrap_or(0)
        }),
        coins_among("coins.poorest", "coins of the poorest of the others", |s| {
            s.others().iter().copied().min().unwrap_or(0)
        }),
        coins_among("coins.control", "coins of the player in control, 0 if nobody is", |s| {
            match s.get(slots::CONTROL) {
                0 => 0,
                steps => s.get(steps as Slot),
            }
        }),
        Seen::several(
            "coins_of",
            "coins of each other player, by how many seats clockwise",
            Unit::Coins,
            COINS_OF_OTHERS,
        )
        .remembered(Memory::Slot(slots::OTHERS))
        .for_scripts(),
        Seen::value("ranking", "the others by coins, most first, each by how many seats clockwise", &[], |s| {
            Value::List(s.ranking().map(|steps| Value::Whole(steps.into())).collect())
        })
        .remembered(Memory::Comparison(slots::RANKING)),
        Seen::number("score", "the score to beat, 0 if nobody is in control", Unit::Points, |s| {
            s.get(slots::TO_BEAT).saturating_sub(1)
        })
        .remembered(Memory::Shifted(slots::TO_BEAT, -1))
        .for_files(),
        Seen::value("score", "the score to beat; () if nobody is in control", &[], |s| {
            or_nothing(s.get(slots::TO_BEAT), 1)
        })
        .counted_in(Unit::Points)
        .from_slots(&[(slots::TO_BEAT, WHOLE)]),
        Seen::slot::<{ slots::TO_BEAT }>("to_beat", "the lowest sum that beats it, 0 if any does", Unit::Points)
            .for_files(),
        Seen::value("control", "how many seats clockwise the player in control sits; () if nobody is", &[], |s| {
            or_nothing(s.get(slots::CONTROL), 0)
        })
        .counted_in(Unit::Players)
        .from_slots(&[(slots::CONTROL, WHOLE)]),
        Seen::slot::<{ slots::TO_ACT }>(
            "to_act",
            "how many have a turn after this one, unless it takes control",
            Unit::Players,
        )
        .from_to(0, MAX_SEATS as u32 - 1),
        place("first", "nobody is in control: any sum takes it", &[(slots::TO_BEAT, 1)], |s| {
            s.get(slots::TO_BEAT) == 0
        }),
        place(
            "middle",
            "somebody is in control, and others have a turn after this one",
            &[(slots::TO_BEAT, 1), (slots::TO_ACT, 1)],
            |s| s.get(slots::TO_BEAT) > 0 && s.get(slots::TO_ACT) > 0,
        ),
        place("last", "nobody has a turn after this one, unless it takes control", &[(slots::TO_ACT, 1)], |s| {
            s.get(slots::TO_ACT) == 0
        }),
        place("starter", "this player started the round", &[(slots::SEAT, WHOLE), (slots::FIRST, WHOLE)], |s| {
            s.get(slots::SEAT) == s.get(slots::FIRST)
        }),
        Seen::seat::<{ slots::FIRST }>("starter", "the seat of who started the round").for_scripts(),
        Seen::fact("goal_held", "somebody has held the goal in this round", |s| s.get(slots::GOAL_HELD) == 1)
            .from_slots(&[(slots::GOAL_HELD, 1)]),
        Seen::ordinal::<{ slots::ROUND }>("round", "the round", Unit::Rounds),
        Seen::seat::<{ slots::SEAT }>("seat", "the own seat"),
        // What is remembered is kept apart for it.
        Seen::fact("can_pay", "this player has a coin to pay for the last reroll with", |s| s.can_pay()).for_scripts(),
        Seen::seats(|s| s.game.seats as u32),
        Seen::number("goal", "the coins that end the game", Unit::Coins, |s| s.game.rules.goal).at_least(1),
        Seen::number("stake", "what the bank adds to the POT each round", Unit::Coins, |s| s.game.rules.stake),
    ];

    #[inline]
    fn slots<'s>(situation: &'s Situation<'_>) -> &'s Slots {
        &situation.kept.slots
    }

    fn coin_key(situation: &Situation<'_>) -> u64 {
        situation.kept.block.draw(situation.draws(Purpose::Coin))
    }

    /// With a coin, which may pay for the last reroll, and without.
    fn roots(&self) -> usize {
        2
    }

    #[inline]
    fn root(situation: &Situation<'_>) -> usize {
        situation.has_coin().into()
    }

    fn constants(&self, root: usize) -> Option<Situation<'_>> {
        let mut slots = [0; MOST_SLOTS];
        slots[usize::from(slots::COINS)] = root as u32;
        Some(Situation::of_slots(self, (RunKey::new(0).block(0), 0), slots))
    }
}

/// `pot`: the coins in the POT.
pub const POT: ObservableIndex = index_of::<Pot>("pot", Language::Both);
/// `bank`: the coins in the bank.
pub const BANK: ObservableIndex = index_of::<Pot>("bank", Language::Both);
/// `coins`: the own coins.
pub const COINS: ObservableIndex = index_of::<Pot>("coins", Language::Both);
/// `to_beat`: the lowest sum that takes control, 0 if any does.
pub const TO_BEAT: ObservableIndex = index_of::<Pot>("to_beat", Language::Files);
/// `goal_held`: whether somebody has held the goal in this round.
pub const GOAL_HELD: ObservableIndex = index_of::<Pot>("goal_held", Language::Both);
/// `seat`: the own seat, from 1.
pub const SEAT: ObservableIndex = index_of::<Pot>("seat", Language::Both);
/// `starter` of scripts: the seat of who started the round, from 1.
pub const STARTER: ObservableIndex = index_of::<Pot>("starter", Language::Scripts);
/// `round`: the round, from 1.
pub const ROUND: ObservableIndex = index_of::<Pot>("round", Language::Both);
const COINS_OF: ObservableIndex = index_of::<Pot>("coins_of", Language::Scripts);
const RANKING: ObservableIndex = index_of::<Pot>("ranking", Language::Scripts);
const CONTROL: ObservableIndex = index_of::<Pot>("control", Language::Scripts);
