//! Everything that a strategy for Battle Dice can see or ask: the declaration of the game.
//!
//! Owns the situation in which something is decided, and the table of what can be read from it. Players, dice and legal
//! actions are read from the views themselves, in `view`. No decision is remembered.

use super::Battle;
use super::arena::Arena;
use super::duel::{Contest, Hand, Need, Opponents};
use super::kind::{Kind, KindSet};
use super::rules::MAX_SEATS;
use super::state::State;
use super::view::{DraftView, DuelView, Moment, View};
use crate::dice::{BlockKey, Purpose};
use crate::games::Seat;
use crate::games::declaration::{Declared, Known, Language, Memory, Observable, Unit, Value};

/// The table as a player sees it who has to decide, with the draft or the duel under way.
#[derive(Clone, Copy)]
pub struct Situation<'s> {
    /// The table.
    pub table: View<'s>,
    choices: KindSet,
    duel: Option<(&'s Arena, Moment)>,
}

impl<'s> From<&View<'s>> for Situation<'s> {
    fn from(table: &View<'s>) -> Situation<'s> {
        Situation { table: *table, choices: KindSet::default(), duel: None }
    }
}

impl<'s> From<&DraftView<'s>> for Situation<'s> {
    fn from(view: &DraftView<'s>) -> Situation<'s> {
        Situation { choices: view.choices(), ..Situation::from(&view.table) }
    }
}

impl<'s> From<&DuelView<'s>> for Situation<'s> {
    fn from(view: &DuelView<'s>) -> Situation<'s> {
        Situation { duel: Some((view.arena, view.moment)), ..Situation::from(&view.table) }
    }
}

/// A [`Situation`] that borrows nothing, for whoever cannot.
#[derive(Clone, Debug)]
pub struct KeptSituation {
    state: State,
    block: BlockKey,
    seat: Seat,
    decision: u32,
    choices: KindSet,
    duel: Option<(Arena, Moment)>,
}

impl KeptSituation {
    /// The situation, in this game.
    pub fn lend<'s>(&'s self, game: &'s Battle) -> Situation<'s> {
        let KeptSituation { state, block, seat, decision, choices, duel } = self;
        let table = View { game, block: *block, state, seat: *seat, decision: *decision };
        Situation { table, choices: *choices, duel: duel.as_ref().map(|(arena, moment)| (arena, *moment)) }
    }
}

impl<'s> Situation<'s> {
    /// The duel under way.
    #[inline]
    pub fn duel(&self) -> Option<DuelView<'s>> {
        self.duel.map(|(arena, moment)| DuelView { table: self.table, arena, moment })
    }

    /// A copy that borrows nothing.
    pub fn keep(&self) -> KeptSituation {
        let View { block, state, seat, decision, .. } = self.table;
        let duel = self.duel.map(|(arena, moment)| (arena.clone(), moment));
        KeptSituation { state: state.clone(), block, seat, decision, choices: self.choices, duel }
    }

    /// Something of the duel; 0 or no outside one.
    fn in_duel<T: Default>(&self, read: impl FnOnce(DuelView<'s>) -> T) -> T {
        self.duel().map_or_else(T::default, read)
    }

    /// Whether the duel is this one; a limit or a number of dice does not matter.
    fn is(&self, contest: Contest) -> bool {
        self.duel.is_some_and(|(arena, _)| arena.duel.contest.index() == contest.index())
    }

    fn own(&self, kind: Kind) -> u32 {
        self.table.own_dice().of(kind)
    }

    fn supply(&self, kind: Kind) -> u32 {
        self.table.state.supply().of(kind)
    }

    /// The highest number of another player.
    fn rivals(&self, number: impl Fn(&View<'s>, Seat) -> u32) -> u32 {
        self.table.others().map(|seat| number(&self.table, seat)).max().unwrap_or(0)
    }

    /// The highest points of combat of an opponent among whom the throw is resolved.
    fn best_total(&self) -> u32 {
        self.in_duel(|view| {
            let others = view.inside().filter(|&seat| seat != view.seat());
            others.filter_map(|seat| view.zone(seat).total()).max().unwrap_or(0)
        })
    }
}

/// Kinds of dice as scripts see them.
pub fn kinds_value(kinds: impl Iterator<Item = Kind>) -> Value {
    Value::List(kinds.map(|kind| text(kind.name())).collect())
}

/// How the way dice are picked is written.
pub const fn hand_name(hand: Hand) -> &'static str {
    match hand {
        Hand::Chosen => "chosen",
        Hand::Random => "random",
    }
}

/// The number of a duel that takes one: a limit, or how many dice.
pub const fn duel_number(contest: Contest) -> Option<u32> {
    match contest {
        Contest::ByPoints(number) | Contest::Armageddon(number) => Some(number),
        _ => None,
    }
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// An entry of the declaration.
type Seen = Observable<Battle>;
/// How a number is read.
type Number = for<'a, 's> fn(&'a Situation<'s>) -> u32;
/// How a fact is read.
type Fact = for<'a, 's> fn(&'a Situation<'s>) -> bool;
/// How anything else is read.
type Other = for<'a, 's> fn(&'a Situation<'s>) -> Value;

/// A number that changes during the game.
const fn number(name: &'static str, meaning: &'static str, unit: Unit, read: Number) -> Seen {
    Seen::number(name, meaning, unit, read).remembered(Memory::Never)
}

/// One that scripts find elsewhere, such as at a player.
const fn for_files(name: &'static str, meaning: &'static str, unit: Unit, read: Number) -> Seen {
    number(name, meaning, unit, read).only(Language::Files)
}

/// The same about the duel under way.
const fn fought(name: &'static str, meaning: &'static str, unit: Unit, read: Number) -> Seen {
    for_files(name, meaning, unit, read).known(Known::InDuel)
}

/// A fact about the duel under way, for files.
const fn fact(name: &'static str, meaning: &'static str, read: Fact) -> Seen {
    Seen::fact(name, meaning, read).remembered(Memory::Never).known(Known::InDuel).only(Language::Files)
}

/// Something about the duel under way that is no number, or not always one, for scripts.
const fn value(name: &'static str, meaning: &'static str, unit: Unit, read: Other) -> Seen {
    let seen = Seen::value(name, meaning, &[], read).remembered(Memory::Never).known(Known::InDuel);
    Seen { unit, ..seen }
}

impl Declared for Battle {
    type Situation<'s> = Situation<'s>;

    const OBSERVABLES: &'static [Seen] = &[
        number("points", "the own points", Unit::Points, |s| s.table.own_points()),
        for_files("dice", "the own dice", Unit::Dice, |s| s.table.own_dice().total()),
        number("cost", "what the own dice cost", Unit::Cost, |s| s.table.cost(s.table.seat())),
        Seen::number("goal", "the cost of dice that wins", Unit::Cost, |s| s.table.rules().goal),
        for_files("own.white", "the own white dice", Unit::Dice, |s| s.own(Kind::White)),
        for_files("own.red", "the own red dice", Unit::Dice, |s| s.own(Kind::Red)),
        for_files("own.yellow", "the own yellow dice", Unit::Dice, |s| s.own(Kind::Yellow)),
        for_files("own.green", "the own green dice", Unit::Dice, |s| s.own(Kind::Green)),
        for_files("own.blue", "the own blue dice", Unit::Dice, |s| s.own(Kind::Blue)),
        for_files("own.black", "the own black dice", Unit::Dice, |s| s.own(Kind::Black)),
        for_files("supply.white", "the white dice that nobody owns", Unit::Dice, |s| s.supply(Kind::White)),
        for_files("supply.red", "the red dice that nobody owns", Unit::Dice, |s| s.supply(Kind::Red)),
        for_files("supply.yellow", "the yellow dice that nobody owns", Unit::Dice, |s| s.supply(Kind::Yellow)),
        for_files("supply.green", "the green dice that nobody owns", Unit::Dice, |s| s.supply(Kind::Green)),
        for_files("supply.blue", "the blue dice that nobody owns", Unit::Dice, |s| s.supply(Kind::Blue)),
        for_files("supply.black", "the black dice that nobody owns", Unit::Dice, |s| s.supply(Kind::Black)),
        for_files("rivals.cost", "the highest cost of another player's dice", Unit::Cost, |s| s.rivals(View::cost)),
        for_files("rivals.points", "the most points that another player holds", Unit::Points, |s| {
            s.rivals(|table, seat| table.state.points(seat))
        }),
        for_files("rivals.dice", "the most dice that another player owns", Unit::Dice, |s| {
            s.rivals(|table, seat| table.state.dice(seat).total())
        }),
        number("turn", "the turn; in the draft the first", Unit::Turns, |s| s.table.state.turn() + 1).at_least(1),
        Seen::number("seats", "how many play", Unit::Players, |s| s.table.seats() as u32).from_to(2, MAX_SEATS as u32),
        number("seat", "the own seat", Unit::Seat, |s| s.table.seat.number() as u32)
            .from_to(1, MAX_SEATS as u32)
            .only(Language::Scripts),
        number("active", "the seat of the player whose turn it is", Unit::Seat, |s| {
            s.table.state.active().number() as u32
        })
        .from_to(1, MAX_SEATS as u32)
        .only(Language::Scripts),
        fact("active", "it is this player's turn", |s| s.table.state.active() == s.table.seat).known(Known::Always),
        Seen::number("limit", "the most dice of a kind that a player can own", Unit::Dice, |s| s.table.rules().limit)
            .only(Language::Scripts),
        Seen::number("most", "the most dice of a purchase", Unit::Dice, |s| s.table.rules().most)
            .only(Language::Scripts),
        value("choices", "in the draft: the kinds that can be bought", Unit::List, |s| kinds_value(s.choices.iter()))
            .known(Known::Always),
        fought("total", "the own points of combat now", Unit::Points, |s| {
            s.in_duel(|view| view.own().total().unwrap_or(0))
        }),
        fought("best.total", "the highest points of combat of an opponent now", Unit::Points, |s| s.best_total()),
        fought("reserve", "the own dice that are not thrown", Unit::Dice, |s| {
            s.in_duel(|view| view.reserve(view.seat()).total())
        }),
        fought("thrown", "the own dice that are thrown", Unit::Dice, |s| s.in_duel(|view| view.own().count())),
        number("part", "the step or bout", Unit::Number, |s| s.in_duel(|view| view.part()))
            .at_least(1)
            .known(Known::InDuel),
        fought("bouts", "the bouts that this player has won", Unit::Number, |s| {
            s.in_duel(|view| view.bouts(view.seat()))
        }),
        fought("fighters", "how many take part in the duel", Unit::Players, |s| {
            s.in_duel(|view| view.participants().count() as u32)
        }),
        number("actions", "the exchanges, rerolls or cancels that are left", Unit::Number, |s| {
            s.in_duel(|view| view.actions_left())
        })
        .known(Known::InDuel),
        fact("first_to_15", "the duel is first to 15", |s| s.is(Contest::FirstTo15)),
        fact("russian_roulette", "the duel is russian roulette", |s| s.is(Contest::RussianRoulette)),
        fact("by_points", "the duel is by points", |s| s.is(Contest::ByPoints(1))),
        fact("battle", "the duel is a battle", |s| s.is(Contest::Battle)),
        fact("armageddon", "the duel is an armageddon", |s| s.is(Contest::Armageddon(1))),
        fact("two_by_two", "the duel is two by two", |s| s.is(Contest::TwoByTwo)),
        fact("chosen", "dice are chosen", |s| s.in_duel(|view| view.duel().hand == Hand::Chosen)),
        fact("random", "dice are drawn at random", |s| s.in_duel(|view| view.duel().hand == Hand::Random)),
        fact("against_all", "all take part in the duel", |s| s.in_duel(|view| view.duel().opponents == Opponents::All))
            .only(Language::Both),
        value("duel", "the name of the duel", Unit::Text, |s| {
            s.in_duel(|view| text(Contest::NAMES[view.duel().contest.index()]))
        }),
        value("number", "the limit of a duel by points, the dice of an armageddon, or `()`", Unit::Number, |s| {
            s.in_duel(|view| duel_number(view.duel().contest).map_or(Value::None, |number| Value::Whole(number.into())))
        }),
        value("hand", "how dice are picked, `\"chosen\"` or `\"random\"`", Unit::Text, |s| {
            s.in_duel(|view| text(hand_name(view.duel().hand)))
        }),
        value("need_dice", "in `choose`: how many dice; `()` if it is a cost that counts", Unit::Dice, |s| {
            s.in_duel(|view| match view.need() {
                Some(Need::Exactly(dice)) => Value::Whole(dice.into()),
                _ => Value::None,
            })
        }),
        value("need_cost", "in `choose`: what the dice may cost; `()` if their number counts", Unit::Cost, |s| {
            s.in_duel(|view| match view.need() {
                Some(Need::Cost(limit)) => Value::Whole(limit.into()),
                _ => Value::None,
            })
        }),
    ];

    fn coin_key(situation: &Situation<'_>) -> u64 {
        situation.table.key(Purpose::Coin)
    }

    fn knows(situation: &Situation<'_>, known: Known) -> bool {
        known != Known::InDuel || situation.duel.is_some()
    }
}
