//! Everything that a strategy for Gang of Dice can see or ask: the declaration of the game.
//!
//! Owns the situation before a turn, and the table of what can be read from it.

use super::Gang;
use super::Player;
use super::card_count::CardKind::{self, Bomb, Dark, Explosion, Light};
use super::card_count::{CardCount, unseen};
use super::condition_text::GUIDE;
use super::deck::{Card, CardIndex};
use super::rules::MAX_SEATS;
use super::state::{State, Turn, TurnResult};
use super::turn::Committed;
use crate::dice::{BlockKey, Purpose, Slot as DrawSlot};
use crate::games::Seat;
use crate::games::declaration::{
    Declared, Known, Language, MOST_SLOTS, Memory, Observable, ObservableIndex, Several, Slot, Slots, Unit, Value,
    WHOLE, index_of,
};

/// The public state of the game before a turn, as the one whose turn it is sees it.
#[derive(Clone, Copy)]
pub struct Situation<'s> {
    game: &'s Gang,
    /// The cards of the rounds so far, this one's last.
    order: &'s [CardIndex],
    /// The turns of this round so far.
    results: &'s [Turn],
    /// How many rounds the game has.
    rounds: u32,
    block: BlockKey,
    slots: Slots,
    /// The dice committed in this turn, 0 before.
    dice: u32,
}

/// A [`Situation`] that borrows nothing, for whoever cannot.
#[derive(Clone, Debug)]
pub struct KeptSituation {
    order: Vec<CardIndex>,
    results: Vec<Turn>,
    rounds: u32,
    block: BlockKey,
    slots: Slots,
}

impl KeptSituation {
    /// The situation, in this game.
    pub fn lend<'s>(&'s self, game: &'s Gang) -> Situation<'s> {
        let KeptSituation { order, results, rounds, block, slots } = self;
        Situation { game, order, results, rounds: *rounds, block: *block, slots: *slots, dice: 0 }
    }
}

/// The slots of what a situation is in numbers.
pub mod slots {
    use crate::games::declaration::Slot;

    /// The most dice that the turn may commit.
    pub const ALLOWED: Slot = 0;
    /// Dice on the table.
    pub const TABLE: Slot = 1;
    /// The player's own dice.
    pub const POOL: Slot = 2;
    /// The dice of the first seat; those of the others follow.
    pub const POOLS: Slot = 3;
    /// How many dice another player holds more, at the most.
    pub const BEHIND: Slot = 7;
    /// The dice committed for the result to beat, 0 if there is none.
    pub const BEST_DICE: Slot = 8;
    /// One more than its total, 0 if there is none.
    pub const BEST: Slot = 9;
    /// The seat that has it, from 0.
    pub const BEST_SEAT: Slot = 10;
    /// The number of the turn in the round, from 1.
    pub const TURN: Slot = 11;
    /// How many act after it.
    pub const TO_ACT: Slot = 12;
    /// Whose turn it is, from 0.
    pub const SEAT: Slot = 13;
    /// Who started the round, from 0.
    pub const FIRST: Slot = 14;
    /// The rounds after this one.
    pub const ROUNDS_LEFT: Slot = 15;
    /// The dice of the next seat clockwise; those of the others follow.
    pub const AFTER: Slot = 16;
}

impl<'s> Situation<'s> {
    /// The situation of a seat in a state, under these cards of the rounds so far, this one's last.
    #[inline]
    pub(super) fn new(
        game: &'s Gang,
        (order, rounds): (&'s [CardIndex], u32),
        block: BlockKey,
        state: &'s State,
        seat: Seat,
    ) -> Situation<'s> {
        let acted = state.turns().len() as u32;
        let (best, best_dice, best_seat) = match state.best() {
            Some(Turn { seat, dice, result: TurnResult::Total(total) }) => (total + 1, dice, seat.0.into()),
            _ => (0, 0, 0),
        };
        let pools = std::array::from_fn(|seat| state.pool(Seat(seat as u8)));
        let ([a, b, c, d], [next, second, third]) = (pools, pools_after(&pools, game.seats, seat.index()));
        let to_act = state.order().count() as u32 - acted - 1;
        let (allowed, table, pool) = (state.allowed(seat), state.table(), state.pool(seat));
        let (seat, first, round) = (seat.0.into(), state.first().0.into(), state.round());
        let most = [a, b, c, d].into_iter().fold(0, u32::max);
        let (behind, left) = (most - pool, rounds - round - 1);
        let numbers = [
            allowed,
            table,
            pool,
            a,
            b,
            c,
            d,
            behind,
            best_dice,
            best,
            best_seat,
            acted + 1,
            to_act,
            seat,
            first,
            left,
            next,
            second,
            third,
            0,
            0,
            0,
            0,
            0,
        ];
        Situation { game, order, results: state.turns(), rounds, block, slots: numbers, dice: 0 }
    }

    /// The situation with these numbers, of which the turns of the round are not known: for whoever plays many games at
    /// once.
    pub fn of_slots(game: &'s Gang, order: &'s [CardIndex], block: BlockKey, slots: Slots) -> Situation<'s> {
        Situation { game, order, results: &[], rounds: game.deck.rounds(), block, slots, dice: 0 }
    }

    /// The turn of a player that commits so many dice; `None` if it may not.
    pub fn decided(&self, player: Player<'s>, dice: u32) -> Option<Committed<'s>> {
        let card = (self.card(), self.card_index());
        let (seat, round) = self.place();
        let rerolls = self.game.rules.rerolls;
        let is_legal = (1..=self.allowed()).contains(&dice);
        is_legal.then_some(Committed { player, card, seat, round, dice, rerolls })
    }

    /// The same after so many dice were committed.
    pub fn committed(self, dice: u32) -> Situation<'s> {
        Situation { dice, ..self }
    }

    /// A copy that borrows nothing.
    pub fn keep(&self) -> KeptSituation {
        KeptSituation {
            order: self.order.to_vec(),
            results: self.results.to_vec(),
            rounds: self.rounds,
            block: self.block,
            slots: self.slots,
        }
    }

    #[inline]
    fn get(&self, slot: Slot) -> u32 {
        self.slots[usize::from(slot)]
    }

    /// The game: rules, deck and number of players.
    #[inline]
    pub fn game(&self) -> &'s Gang {
        self.game
    }

    /// The round, from 0.
    fn round(&self) -> u32 {
        self.rounds - self.get(slots::ROUNDS_LEFT) - 1
    }

    /// The most dice that the turn may commit, for whoever checks it.
    pub(super) fn allowed(&self) -> u32 {
        self.get(slots::ALLOWED)
    }

    /// The position of this round's card in the deck.
    #[inline]
    pub fn card_index(&self) -> CardIndex {
        self.order.last().copied().unwrap_or(CardIndex(0))
    }

    /// The card of this round.
    #[inline]
    pub fn card(&self) -> &'s Card {
        self.game.deck.card(self.card_index())
    }

    /// Seat and round (from 0) of the turn, which address its draws: for whoever plays the turn.
    #[inline]
    pub fn place(&self) -> (Seat, u32) {
        (Seat(self.get(slots::SEAT) as u8), self.round())
    }

    /// The lowest total that beats the best with the dice committed (G12); 0 if there is none to beat.
    fn least_to_beat(&self) -> u32 {
        match self.get(slots::BEST) {
            0 => 0,
            best => best - 1 + u32::from(self.dice <= self.get(slots::BEST_DICE)),
        }
    }

    /// The most dice that another player holds.
    fn most_of_others(&self) -> u32 {
        let own = self.get(slots::SEAT) as u8;
        (0..MAX_SEATS as u8).filter(|&seat| seat != own).map(|seat| self.get(slots::POOLS + seat)).max().unwrap_or(0)
    }

    /// Whether the condition of the card is of this family.
    fn is_of(&self, family: &str) -> bool {
        self.card().condition.family() == family
    }

    fn seen(&self) -> &'s [CardIndex] {
        self.order.split_last().map_or(&[], |(_, earlier)| earlier)
    }

    /// How many cards are counted.
    fn cards(&self, count: CardCount) -> u32 {
        let seen =
            |kind: CardKind| self.seen().iter().filter(|&&index| kind.has(self.game.deck.card(index))).count() as u32;
        match count {
            CardCount::Seen(kind) => seen(kind),
            CardCount::Unseen(kind) => unseen(kind.in_deck(&self.game.deck), seen(kind), kind.has(self.card())),
        }
    }
}

/// An entry of the declaration.
type Seen = Observable<Gang>;

const CARD_PARTS: &[&str] = &["id", "condition", "trigger", "back"];
const RESULT_PARTS: &[&str] = &["seat", "dice", "total"];

/// A card as scripts see it.
pub fn card_value(card: &Card) -> Value {
    let text = |text: &dyn ToString| Value::Text(text.to_string());
    let texts = [text(&card.id), text(&card.condition), text(&card.trigger), text(&card.back)];
    Value::Item(CARD_PARTS.iter().copied().zip(texts).collect())
}

/// A turn of this round as scripts see it.
fn result_value(turn: &Turn) -> Value {
    let total = match turn.result {
        TurnResult::Total(total) => Value::Whole(total.into()),
        TurnResult::Invalid => Value::None,
    };
    let parts = [Value::Whole(turn.seat.number() as i64), Value::Whole(turn.dice.into()), total];
    Value::Item(RESULT_PARTS.iter().copied().zip(parts).collect())
}

/// How a number is read.
type ReadNumber = for<'a, 's> fn(&'a Situation<'s>) -> u32;
/// How a fact is read.
type Fact = for<'a, 's> fn(&'a Situation<'s>) -> bool;

/// A fact about the card of the round.
const fn family(name: &'static str, meaning: &'static str, read: Fact) -> Seen {
    Seen::fact(name, meaning, read).for_files()
}

/// How many cards of earlier rounds are of a kind.
const fn cards_seen<const KIND: usize>(name: &'static str, meaning: &'static str) -> Seen {
    cards(name, meaning, |s| s.cards(CardCount::Seen(CardKind::ALL[KIND])))
}

/// How many cards of a kind were not shown yet.
const fn cards_unseen<const KIND: usize>(name: &'static str, meaning: &'static str) -> Seen {
    cards(name, meaning, |s| s.cards(CardCount::Unseen(CardKind::ALL[KIND])))
}

/// A number of cards.
const fn cards(name: &'static str, meaning: &'static str, read: ReadNumber) -> Seen {
    Seen::number(name, meaning, Unit::Cards, read).remembered(Memory::Answer)
}

/// A fact about the place of the turn in the round, which follows from its number unless something else is said.
const fn place(name: &'static str, meaning: &'static str, read: Fact) -> Seen {
    Seen::fact(name, meaning, read).from_slots(&[(slots::TURN, 2)]).for_files()
}

/// Dice of a slot that is an amount.
const fn amount<const SLOT: Slot>(name: &'static str, meaning: &'static str) -> Seen {
    Seen::amount::<SLOT>(name, meaning, Unit::Dice)
}

/// Dice that follow from several slots.
const fn dice(name: &'static str, meaning: &'static str, read: ReadNumber) -> Seen {
    Seen::number(name, meaning, Unit::Dice, read).remembered(Memory::Answer)
}

/// Points that follow from the best result.
const fn points(name: &'static str, meaning: &'static str, read: ReadNumber) -> Seen {
    Seen::number(name, meaning, Unit::Points, read).remembered(Memory::Shifted(slots::BEST, -1))
}

const POOLS_AFTER_OF: Several<Gang> = Several {
    first: ("other player", 1),
    count: |s| s.game.seats as u32 - 1,
    read: |s, other| s.get(slots::AFTER + other as Slot),
};

/// The pools of the other seats, clockwise from one at a table of `seats`; 0 where there is none.
pub fn pools_after(pools: &[u32; MAX_SEATS], seats: usize, seat: usize) -> [u32; MAX_SEATS - 1] {
    std::array::from_fn(|other| if other + 1 < seats { pools[(seat + 1 + other) % seats] } else { 0 })
}

const POOLS_OF: Several<Gang> =
    Several { first: ("seat", 1), count: |s| s.game.seats as u32, read: |s, seat| s.get(slots::POOLS + seat as Slot) };

impl Declared for Gang {
    type Situation<'s> = Situation<'s>;

    const CONDITIONS: &'static [(&'static str, &'static str)] = &GUIDE;

    const OBSERVABLES: &'static [Seen] = &[
        Seen::value("card", "the card of the round: what the deck says of it", CARD_PARTS, |s| card_value(s.card())),
        family("sum", "the card's condition is `sum>=k`", |s| s.is_of("sum")),
        family("run", "the card's condition is `run>=k`", |s| s.is_of("run")),
        family("odd", "the card's condition is `odd>=k`", |s| s.is_of("odd")),
        family("even", "the card's condition is `even>=k`", |s| s.is_of("even")),
        family("distinct", "the card's condition is `distinct>=k`", |s| s.is_of("distinct")),
        family("same", "the card's condition is `same>=k`; `pair` is of it", |s| s.is_of("same")),
        family("count", "the card's condition is `count:v>=k`; `fives` is of it", |s| s.is_of("count")),
        family("any", "the card's condition is `any:v,...`", |s| s.is_of("any")),
        family("combined", "the card's condition is `all(...)`, `either(...)` or `not(...)`", |s| s.is_of("combined")),
        family("bomb", "the card's trigger is a Bomb", |s| Bomb.has(s.card())),
        family("explosion", "the card's trigger is an Explosion", |s| Explosion.has(s.card())),
        family("light", "the card's back is light", |s| Light.has(s.card())),
        family("dark", "the card's back is dark", |s| Dark.has(s.card())),
        Seen::number(
            "card.number",
            "k of `sum>=k` and the like; how many values `any` lists; how many parts a combined condition has",
            Unit::Number,
            |s| s.card().condition.number(),
        )
        .for_files(),
        Seen::value("seen", "the cards of earlier rounds, in order", CARD_PARTS, |s| {
            Value::List(s.seen().iter().map(|&index| card_value(s.game.deck.card(index))).collect())
        })
        .remembered(Memory::Never),
        cards_seen::<{ Bomb as usize }>("bombs_seen", "Bombs among the cards of earlier rounds"),
        cards_seen::<{ Explosion as usize }>("explosions_seen", "Explosions among the cards of earlier rounds"),
        cards_seen::<{ Light as usize }>("light_seen", "light backs among the cards of earlier rounds"),
        cards_seen::<{ Dark as usize }>("dark_seen", "dark backs among the cards of earlier rounds"),
        cards_unseen::<{ Bomb as usize }>("bombs_unseen", "Bombs not shown yet: still to come, or removed"),
        cards_unseen::<{ Explosion as usize }>(
            "explosions_unseen",
            "Explosions not shown yet: still to come, or removed",
        ),
        cards_unseen::<{ Light as usize }>("light_unseen", "light backs not shown yet: still to come, or removed"),
        cards_unseen::<{ Dark as usize }>("dark_unseen", "dark backs not shown yet: still to come, or removed"),
        Seen::number("round", "the round", Unit::Rounds, |s| s.round() + 1)
            .at_least(1)
            .from_slots(&[(slots::ROUNDS_LEFT, WHOLE)]),
        Seen::slot::<{ slots::ROUNDS_LEFT }>("rounds_left", "the rounds after this one", Unit::Rounds),
        Seen::seat::<{ slots::SEAT }>("seat", "the own seat").for_scripts(),
        Seen::seat::<{ slots::FIRST }>("first", "the seat of who started the round").for_scripts(),
        place("first", "this player acts first in the round", |s| s.get(slots::TURN) == 1),
        place("middle", "others have acted in the round, and others will", |s| {
            s.get(slots::TURN) > 1 && s.get(slots::TO_ACT) > 0
        })
        .from_slots(&[(slots::TURN, 2), (slots::TO_ACT, 1)]),
        place("last", "nobody acts after this player in the round", |s| s.get(slots::TO_ACT) == 0)
            .from_slots(&[(slots::TO_ACT, 1)]),
        Seen::slot::<{ slots::TURN }>("turn", "the number of this turn in the round", Unit::Turns)
            .from_to(1, MAX_SEATS as u32),
        Seen::slot::<{ slots::TO_ACT }>("to_act", "how many act after this player in the round", Unit::Players)
            .from_to(0, MAX_SEATS as u32 - 1),
        amount::<{ slots::TABLE }>("table", "dice on the table now: left over, bonus, and committed this round"),
        dice("bonus_next", "the bonus dice that the next round brings", |s| {
            s.game.rules.bonus_after(s.round(), s.rounds)
        })
        .from_slots(&[(slots::ROUNDS_LEFT, WHOLE)]),
        amount::<{ slots::POOL }>("pool", "the dice that this player holds").at_least(1),
        amount::<{ slots::ALLOWED }>("allowed", "the most dice that this turn may commit").at_least(1),
        Seen::several("pools", "the dice of each seat, 0 for the eliminated", Unit::Dice, POOLS_OF)
            .remembered(Memory::Slot(slots::POOLS)),
        Seen::several(
            "pools_after",
            "the dice of each other player, by how many seats clockwise, 0 for the eliminated",
            Unit::Dice,
            POOLS_AFTER_OF,
        )
        .remembered(Memory::Slot(slots::AFTER))
        .for_scripts(),
        dice("pools.most", "the dice of the player who holds most", |s| s.most_of_others().max(s.get(slots::POOL)))
            .at_least(1)
            .for_files(),
        amount::<{ slots::BEHIND }>("behind", "how many dice another player holds more, at the most"),
        dice("ahead", "how many dice this player holds more than any other", |s| {
            s.get(slots::POOL).saturating_sub(s.most_of_others())
        }),
        Seen::fact("best", "some turn of this round is valid, so there is a result to beat", |s| {
            s.get(slots::BEST) > 0
        })
        .from_slots(&[(slots::BEST, 1)]),
        points("best.total", "the total to beat, 0 if there is none", |s| s.get(slots::BEST).saturating_sub(1)),
        Seen::slot::<{ slots::BEST_DICE }>("best.dice", "the dice committed for it, 0 if there is none", Unit::Dice),
        Seen::seat::<{ slots::BEST_SEAT }>("best.seat", "whose it is").for_scripts(),
        Seen::value("results", "the turns of this round, in order; an invalid one has no total", RESULT_PARTS, |s| {
            Value::List(s.results.iter().map(result_value).collect())
        })
        .remembered(Memory::Never),
        Seen::seats(|s| s.game.seats as u32),
        Seen::number("rerolls", "how many rerolls a turn may have", Unit::Number, |s| s.game.rules.rerolls.into()),
        Seen::number("dice", "the dice committed in this turn", Unit::Dice, |s| s.dice)
            .known(Known::Committed)
            .for_files(),
        points(
            "to_beat",
            "the lowest total that beats the best with the dice committed, 0 if there is none to beat",
            |s| s.least_to_beat(),
        )
        .from_slots(&[(slots::BEST, WHOLE), (slots::BEST_DICE, WHOLE)])
        .known(Known::Committed)
        .for_files(),
    ];

    #[inline]
    fn slots<'s>(situation: &'s Situation<'_>) -> &'s Slots {
        &situation.slots
    }

    fn excess(of: ObservableIndex, over: ObservableIndex) -> Option<Slot> {
        (of == POOLS_MOST && over == POOL).then_some(slots::BEHIND)
    }

    fn coin_key(situation: &Situation<'_>) -> u64 {
        let (seat, round) = situation.place();
        coin_key(situation.block, seat, round)
    }

    /// A card of the deck.
    fn roots(&self) -> usize {
        self.deck.cards.len()
    }

    #[inline]
    fn root(situation: &Situation<'_>) -> usize {
        situation.card_index().0.into()
    }

    fn constants(&self, root: usize) -> Option<Situation<'_>> {
        let block = crate::dice::RunKey::new(0).block(0);
        Some(Situation::of_slots(self, &self.every_card[root..=root], block, [0; MOST_SLOTS]))
    }
}

/// What addresses the coins of a seat in a round, from 0.
#[inline]
pub fn coin_key(block: BlockKey, seat: Seat, round: u32) -> u64 {
    block.draw(DrawSlot::new(Purpose::Coin, seat.0, round, 0))
}

/// `allowed`: the most dice that the turn may commit.
pub const ALLOWED: ObservableIndex = index_of::<Gang>("allowed", Language::Both);
/// `rounds_left`: the rounds after this one.
pub const ROUNDS_LEFT: ObservableIndex = index_of::<Gang>("rounds_left", Language::Both);
/// `turn`: the number of the turn in the round, from 1.
pub const TURN: ObservableIndex = index_of::<Gang>("turn", Language::Both);
/// `table`: the dice on the table.
pub const TABLE: ObservableIndex = index_of::<Gang>("table", Language::Both);
/// `pool`: the dice that the player holds.
pub const POOL: ObservableIndex = index_of::<Gang>("pool", Language::Both);
/// `pools.most`: the dice of the player who holds most.
const POOLS_MOST: ObservableIndex = index_of::<Gang>("pools.most", Language::Files);
/// `pools`: the dice of each seat, counted from 0.
pub const POOLS: ObservableIndex = index_of::<Gang>("pools", Language::Both);
/// `pools_after`: the dice of each other player, clockwise from the next.
pub const POOLS_AFTER: ObservableIndex = index_of::<Gang>("pools_after", Language::Scripts);
/// `to_act`: how many act after this player in the round.
pub const TO_ACT: ObservableIndex = index_of::<Gang>("to_act", Language::Both);
/// `seat`: the own seat, from 1.
pub const SEAT: ObservableIndex = index_of::<Gang>("seat", Language::Scripts);
/// `first`: the seat of who started the round, from 1.
pub const FIRST: ObservableIndex = index_of::<Gang>("first", Language::Scripts);
/// `best`: whether there is a result to beat.
pub const BEST: ObservableIndex = index_of::<Gang>("best", Language::Both);
/// `best.total`: the total to beat.
pub const BEST_TOTAL: ObservableIndex = index_of::<Gang>("best.total", Language::Both);
/// Whose that is; to be asked only if there is one.
pub const BEST_SEAT: ObservableIndex = index_of::<Gang>("best.seat", Language::Scripts);
/// `best.dice`: the dice committed for it.
pub const BEST_DICE: ObservableIndex = index_of::<Gang>("best.dice", Language::Both);
/// `dice`: the dice committed in this turn.
pub const DICE: ObservableIndex = index_of::<Gang>("dice", Language::Files);
/// `to_beat`: the lowest total that beats the best with them.
pub const TO_BEAT: ObservableIndex = index_of::<Gang>("to_beat", Language::Files);
