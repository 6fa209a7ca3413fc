//! Everything that a strategy for POT can see or ask: the declaration of the game.
//!
//! Owns the situation before a turn, and the table of what can be read from it. What a strategy answers is in `view`.

use super::Pot;
use super::choices::Other;
use super::rules::MAX_SEATS;
use super::state::{Control, State};
use crate::dice::{BlockKey, Purpose, RunKey, Slot as DrawSlot};
use crate::games::declaration::{
    self, Declared, Language, MOST_SLOTS, Memory, Observable, ObservableIndex, Several, Slot, Slots, Unit, Value,
    index_of,
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

// The slots. Amounts come first.
const COINS_SLOT: Slot = 0;
/// The coins of the next player clockwise; then come those of the others.
const OTHERS_SLOT: Slot = 1;
const BANK_SLOT: Slot = 5;
const POT_SLOT: Slot = 6;
/// The lowest sum that takes control, 0 if any does.
const TO_BEAT_SLOT: Slot = 7;
/// How many seats clockwise the one in control sits, 0 if nobody is.
const CONTROL_SLOT: Slot = 8;
const TO_ACT_SLOT: Slot = 9;
const SEAT_SLOT: Slot = 10;
const FIRST_SLOT: Slot = 11;
const ROUND_SLOT: Slot = 12;
const GOAL_HELD_SLOT: Slot = 13;
/// The [`comparisons`] of the others' coins.
const RANKING_SLOT: Slot = 14;

/// How the coins of the others compare, who are given clockwise from the next: for each two of them a bit that is set if
/// the first has as many as the second, or more. Their order follows from it.
#[inline]
pub fn comparisons(coins: &[u32]) -> u32 {
    let pairs =
        coins.iter().enumerate().flat_map(|(at, first)| coins[at + 1..].iter().map(move |other| first >= other));
    pairs.fold(0, |bits, is_more| bits << 1 | u32::from(is_more))
}

impl<'s> Situation<'s> {
    /// The situation of whoever's turn it is in a state. `block` keys the strategies' coins.
    #[inline]
    pub fn new(game: &'s Pot, block: BlockKey, state: &State) -> Situation<'s> {
        let (seats, own) = (state.seats() as u8, state.next());
        let mut slots = [0; MOST_SLOTS];
        let mut set = |slot: Slot, number: u32| slots[usize::from(slot)] = number;
        for steps in 0..seats {
            set(COINS_SLOT + steps, state.coins(state.holdings().seat_after(own, steps)));
        }
        set(BANK_SLOT, state.bank());
        set(POT_SLOT, state.pot());
        set(TO_ACT_SLOT, u32::from(seats) - 1);
        if let Some(Control { seat, score }) = state.control() {
            let steps = (seat.0 + seats - own.0) % seats;
            set(TO_BEAT_SLOT, u32::from(score) + 1);
            set(CONTROL_SLOT, steps.into());
            set(TO_ACT_SLOT, u32::from(steps).saturating_sub(1));
        }
        set(SEAT_SLOT, own.0.into());
        set(FIRST_SLOT, state.first().0.into());
        set(ROUND_SLOT, state.round());
        set(GOAL_HELD_SLOT, state.goal_held().into());
        slots[usize::from(RANKING_SLOT)] = comparisons(&slots[usize::from(OTHERS_SLOT)..usize::from(seats)]);
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

    /// Whether the player has a coin to pay for the last reroll with (P04).
    #[inline]
    pub fn can_pay(&self) -> bool {
        self.get(COINS_SLOT) > 0
    }

    /// The place of the turn among the draws of its block for `purpose`: for whoever plays the turn.
    #[inline]
    pub fn draws(&self, purpose: Purpose) -> DrawSlot {
        DrawSlot::new(purpose, self.get(SEAT_SLOT) as u8, self.get(ROUND_SLOT), self.kept.lap)
    }

    /// The coins of the others, the next clockwise first.
    fn others(&self) -> &[u32] {
        &self.kept.slots[usize::from(OTHERS_SLOT)..self.game.seats]
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
        self.note(RANKING, 0, u32::MAX);
        self.situation.ranking().map(Other::clockwise)
    }

    /// Who is in control of the POT.
    pub fn in_control(&self) -> Option<Other> {
        self.note(CONTROL, 0, u32::MAX);
        let steps = self.situation.get(CONTROL_SLOT) as u8;
        (steps > 0).then(|| Other::clockwise(steps))
    }
}

/// An entry of the declaration.
type Seen = Observable<Pot>;

/// An amount of coins that is a slot.
const fn coins<const SLOT: Slot>(name: &'static str, meaning: &'static str) -> Seen {
    Seen::number(name, meaning, Unit::Coins, |s| s.get(SLOT)).remembered(Memory::Slot(SLOT))
}

/// An amount of coins that depends on several slots.
const fn coins_among(
    name: &'static str,
    meaning: &'static str,
    read: for<'a, 's> fn(&'a Situation<'s>) -> u32,
) -> Seen {
    Seen::number(name, meaning, Unit::Coins, read).remembered(Memory::Answer).only(Language::Files)
}

/// A number as scripts see it where 0 stands for nothing, each number for one that is less by `less`.
fn or_nothing(number: u32, less: u32) -> Value {
    if number == 0 { Value::None } else { Value::Whole((number - less).into()) }
}

impl Declared for Pot {
    type Situation<'s> = Situation<'s>;

    const OBSERVABLES: &'static [Seen] = &[
        coins::<POT_SLOT>("pot", "coins in the POT"),
        coins::<BANK_SLOT>("bank", "coins in the bank"),
        coins::<COINS_SLOT>("coins", "this player's own coins"),
        coins::<OTHERS_SLOT>("coins.next", "coins of the next player clockwise").only(Language::Files),
        // Where they are depends on how many play.
        coins_among("coins.previous", "coins of the player before", |s| s.others().last().copied().unwrap_or(0)),
        coins_among("coins.richest", "coins of the richest of the others", |s| {
            s.others().iter().copied().max().unwrap_or(0)
        }),
        coins_among("coins.poorest", "coins of the poorest of the others", |s| {
            s.others().iter().copied().min().unwrap_or(0)
        }),
        coins_among("coins.control", "coins of the player in control, 0 if nobody is", |s| match s.get(CONTROL_SLOT) {
            0 => 0,
            steps => s.get(steps as Slot),
        }),
        Seen::several(
            "coins_of",
            "coins of each other player, by how many seats clockwise",
            Unit::Coins,
            Several {
                first: ("other player", 1),
                count: |s| s.others().len() as u32,
                read: |s, other| s.get(OTHERS_SLOT + other as Slot),
            },
        )
        .remembered(Memory::Slot(OTHERS_SLOT))
        .only(Language::Scripts),
        Seen::value("ranking", "the others by coins, most first, each by how many seats clockwise", &[], |s| {
            Value::List(s.ranking().map(|steps| Value::Whole(steps.into())).collect())
        })
        .remembered(Memory::Comparison(RANKING_SLOT)),
        Seen::number("score", "the score to beat, 0 if nobody is in control", Unit::Points, |s| {
            s.get(TO_BEAT_SLOT).saturating_sub(1)
        })
        .remembered(Memory::Slots(&[TO_BEAT_SLOT]))
        .only(Language::Files),
        Seen::value("score", "the score to beat; () if nobody is in control", &[], |s| {
            or_nothing(s.get(TO_BEAT_SLOT), 1)
        })
        .counted_in(Unit::Points)
        .remembered(Memory::Slots(&[TO_BEAT_SLOT])),
        Seen::number("to_beat", "the lowest sum that beats it, 0 if any does", Unit::Points, |s| s.get(TO_BEAT_SLOT))
            .remembered(Memory::Slots(&[TO_BEAT_SLOT]))
            .only(Language::Files),
        Seen::value("control", "how many seats clockwise the player in control sits; () if nobody is", &[], |s| {
            or_nothing(s.get(CONTROL_SLOT), 0)
        })
        .counted_in(Unit::Players)
        .remembered(Memory::Slots(&[CONTROL_SLOT])),
        Seen::number("to_act", "how many have a turn after this one, unless it takes control", Unit::Players, |s| {
            s.get(TO_ACT_SLOT)
        })
        .from_to(0, MAX_SEATS as u32 - 1)
        .remembered(Memory::Slots(&[TO_ACT_SLOT])),
        Seen::fact("first", "nobody is in control: any sum takes it", |s| s.get(TO_BEAT_SLOT) == 0)
            .remembered(Memory::Slots(&[TO_BEAT_SLOT]))
            .only(Language::Files),
        Seen::fact("middle", "somebody is in control, and others have a turn after this one", |s| {
            s.get(TO_BEAT_SLOT) > 0 && s.get(TO_ACT_SLOT) > 0
        })
        .remembered(Memory::Slots(&[TO_BEAT_SLOT, TO_ACT_SLOT]))
        .only(Language::Files),
        Seen::fact("last", "nobody has a turn after this one, unless it takes control", |s| s.get(TO_ACT_SLOT) == 0)
            .remembered(Memory::Slots(&[TO_ACT_SLOT]))
            .only(Language::Files),
        Seen::fact("starter", "this player started the round", |s| s.get(SEAT_SLOT) == s.get(FIRST_SLOT))
            .remembered(Memory::Slots(&[SEAT_SLOT, FIRST_SLOT]))
            .only(Language::Files),
        Seen::number("starter", "the seat of who started the round", Unit::Seat, |s| s.get(FIRST_SLOT) + 1)
            .from_to(1, MAX_SEATS as u32)
            .remembered(Memory::Slots(&[FIRST_SLOT]))
            .only(Language::Scripts),
        Seen::fact("goal_held", "somebody has held the goal in this round", |s| s.get(GOAL_HELD_SLOT) == 1)
            .remembered(Memory::Slots(&[GOAL_HELD_SLOT])),
        Seen::number("round", "the round", Unit::Rounds, |s| s.get(ROUND_SLOT) + 1)
            .at_least(1)
            .remembered(Memory::Slots(&[ROUND_SLOT])),
        Seen::number("seat", "the own seat", Unit::Seat, |s| s.get(SEAT_SLOT) + 1)
            .from_to(1, MAX_SEATS as u32)
            .remembered(Memory::Slots(&[SEAT_SLOT])),
        // What is remembered is kept apart for it.
        Seen::fact("can_pay", "this player has a coin to pay for the last reroll with", |s| s.can_pay())
            .only(Language::Scripts),
        Seen::number("seats", "how many play", Unit::Players, |s| s.game.seats as u32).from_to(2, MAX_SEATS as u32),
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

    /// With a coin to pay for the last reroll, and without.
    fn roots(&self) -> usize {
        2
    }

    #[inline]
    fn root(situation: &Situation<'_>) -> usize {
        situation.can_pay().into()
    }

    fn constants(&self, root: usize) -> Option<Situation<'_>> {
        let mut slots = [0; MOST_SLOTS];
        slots[usize::from(COINS_SLOT)] = root as u32;
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
const COINS_OF: ObservableIndex = index_of::<Pot>("coins_of", Language::Scripts);
const RANKING: ObservableIndex = index_of::<Pot>("ranking", Language::Scripts);
const CONTROL: ObservableIndex = index_of::<Pot>("control", Language::Scripts);
