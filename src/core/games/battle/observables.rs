//! Everything that a strategy for Battle Dice can see or ask: the declaration of the game.
//!
//! Owns the table of what can be read from a view. Players, dice and actions are read from the view itself. No decision
//! is remembered.

use super::Battle;
use super::dice::Kind;
use super::duel::{Contest, Hand, Moment, Need};
use super::rules::MAX_SEATS;
use super::view::View;
use crate::dice::Purpose;
use crate::games::Seat;
use crate::games::declaration::{Declared, Known, Language, Memory, Observable, Unit, Value};

impl View<'_> {
    /// Whether the duel is this one; a limit or a number of dice does not matter.
    fn is(&self, contest: Contest) -> bool {
        self.board.arena.duel.contest.index() == contest.index()
    }

    fn supply(&self, kind: Kind) -> u32 {
        self.board.state.supply.of(kind)
    }

    /// The highest number of another player.
    fn rivals(&self, number: impl Fn(Seat) -> u32) -> u32 {
        self.others().map(number).max().unwrap_or(0)
    }

    /// Which dice are to be chosen, if that is decided.
    fn need(&self) -> Option<Need> {
        (self.moment == Moment::Dice).then_some(self.board.need)
    }

    /// The highest points of combat of an opponent among whom the throw is resolved.
    fn best_total(&self) -> u32 {
        let others = self.board.arena.inside().filter(|&seat| seat != self.seat);
        others.filter_map(|seat| self.side(seat).zone.total()).max().unwrap_or(0)
    }
}

/// Kinds of dice as scripts see them.
pub fn kinds_value(kinds: impl Iterator<Item = Kind>) -> Value {
    Value::List(kinds.map(|kind| text(kind.name())).collect())
}

/// A number, or nothing.
fn whole(number: Option<u32>) -> Value {
    number.map_or(Value::None, |number| Value::Whole(number.into()))
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// An entry of the declaration.
type Seen = Observable<Battle>;
/// How a number is read.
type ReadNumber = for<'a, 's> fn(&'a View<'s>) -> u32;
/// How a fact is read.
type Fact = for<'a, 's> fn(&'a View<'s>) -> bool;
/// How anything else is read.
type Other = for<'a, 's> fn(&'a View<'s>) -> Value;

/// A number that changes during the game.
const fn number(name: &'static str, meaning: &'static str, unit: Unit, read: ReadNumber) -> Seen {
    Seen::number(name, meaning, unit, read).remembered(Memory::Never)
}

/// One that scripts find elsewhere, such as at a player.
const fn for_files(name: &'static str, meaning: &'static str, unit: Unit, read: ReadNumber) -> Seen {
    number(name, meaning, unit, read).only(Language::Files)
}

/// The same about the duel under way.
const fn fought(name: &'static str, meaning: &'static str, unit: Unit, read: ReadNumber) -> Seen {
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
    type Situation<'s> = View<'s>;

    const OBSERVABLES: &'static [Seen] = &[
        number("points", "the own points", Unit::Points, |s| s.own_points()),
        for_files("dice", "the own dice", Unit::Dice, |s| s.own_dice().total()),
        number("cost", "what the own dice cost", Unit::Cost, |s| s.cost(s.seat)),
        Seen::number("goal", "the cost of dice that wins", Unit::Cost, |s| s.rules().goal),
        for_files("own.white", "the own white dice", Unit::Dice, |s| s.own_dice().of(Kind::White)),
        for_files("own.red", "the own red dice", Unit::Dice, |s| s.own_dice().of(Kind::Red)),
        for_files("own.yellow", "the own yellow dice", Unit::Dice, |s| s.own_dice().of(Kind::Yellow)),
        for_files("own.green", "the own green dice", Unit::Dice, |s| s.own_dice().of(Kind::Green)),
        for_files("own.blue", "the own blue dice", Unit::Dice, |s| s.own_dice().of(Kind::Blue)),
        for_files("own.black", "the own black dice", Unit::Dice, |s| s.own_dice().of(Kind::Black)),
        for_files("supply.white", "the white dice that nobody owns", Unit::Dice, |s| s.supply(Kind::White)),
        for_files("supply.red", "the red dice that nobody owns", Unit::Dice, |s| s.supply(Kind::Red)),
        for_files("supply.yellow", "the yellow dice that nobody owns", Unit::Dice, |s| s.supply(Kind::Yellow)),
        for_files("supply.green", "the green dice that nobody owns", Unit::Dice, |s| s.supply(Kind::Green)),
        for_files("supply.blue", "the blue dice that nobody owns", Unit::Dice, |s| s.supply(Kind::Blue)),
        for_files("supply.black", "the black dice that nobody owns", Unit::Dice, |s| s.supply(Kind::Black)),
        for_files("rivals.cost", "the highest cost of another player's dice", Unit::Cost, |s| {
            s.rivals(|seat| s.cost(seat))
        }),
        for_files("rivals.points", "the most points that another player holds", Unit::Points, |s| {
            s.rivals(|seat| s.board.state.points(seat))
        }),
        for_files("rivals.dice", "the most dice that another player owns", Unit::Dice, |s| {
            s.rivals(|seat| s.board.state.dice(seat).total())
        }),
        number("turn", "the turn; in the draft the first", Unit::Turns, |s| s.board.state.turn + 1).at_least(1),
        Seen::seats(|s| s.board.state.seats as u32),
        number("seat", "the own seat", Unit::Seat, |s| s.seat.number() as u32)
            .from_to(1, MAX_SEATS as u32)
            .only(Language::Scripts),
        number("active", "the seat of the player whose turn it is", Unit::Seat, |s| {
            s.board.state.active.number() as u32
        })
        .from_to(1, MAX_SEATS as u32)
        .only(Language::Scripts),
        fact("active", "it is this player's turn", |s| s.board.state.active == s.seat).known(Known::Always),
        Seen::number("limit", "the most dice of a kind that a player can own", Unit::Dice, |s| s.rules().limit)
            .only(Language::Scripts),
        Seen::number("most", "the most dice of a purchase", Unit::Dice, |s| s.rules().most).only(Language::Scripts),
        value("choices", "in the draft: the kinds that can be bought", Unit::List, |s| {
            kinds_value(s.choices().kinds())
        })
        .known(Known::Always),
        fought("total", "the own points of combat now", Unit::Points, |s| s.own().total().unwrap_or(0)),
        fought("best.total", "the highest points of combat of an opponent now", Unit::Points, |s| s.best_total()),
        fought("reserve", "the own dice that are not thrown", Unit::Dice, |s| s.reserve().total()),
        fought("thrown", "the own dice that are thrown", Unit::Dice, |s| s.own().count()),
        number("part", "the step or bout", Unit::Number, |s| s.board.arena.part + 1).at_least(1).known(Known::InDuel),
        fought("bouts", "the bouts that this player has won", Unit::Number, |s| s.side(s.seat).bouts),
        fought("fighters", "how many take part in the duel", Unit::Players, |s| {
            s.board.arena.participants.count_ones()
        }),
        number("actions", "the exchanges, rerolls or cancels that are left", Unit::Number, |s| s.actions_left())
            .known(Known::InDuel),
        fact("first_to_15", "the duel is first to 15", |s| s.is(Contest::FirstTo15)),
        fact("russian_roulette", "the duel is russian roulette", |s| s.is(Contest::RussianRoulette)),
        fact("by_points", "the duel is by points", |s| s.is(Contest::ByPoints(1))),
        fact("battle", "the duel is a battle", |s| s.is(Contest::Battle)),
        fact("armageddon", "the duel is an armageddon", |s| s.is(Contest::Armageddon(1))),
        fact("two_by_two", "the duel is two by two", |s| s.is(Contest::TwoByTwo)),
        fact("chosen", "dice are chosen", |s| s.board.arena.duel.hand == Hand::Chosen),
        fact("random", "dice are drawn at random", |s| s.board.arena.duel.hand == Hand::Random),
        fact("against_all", "all take part in the duel", |s| s.board.arena.duel.opponent.is_none())
            .only(Language::Both),
        value("duel", "the name of the duel", Unit::Text, |s| text(Contest::NAMES[s.board.arena.duel.contest.index()])),
        value("number", "the limit of a duel by points, the dice of an armageddon, or `()`", Unit::Number, |s| {
            whole(s.board.arena.duel.contest.number())
        }),
        value("hand", "how dice are picked, `\"chosen\"` or `\"random\"`", Unit::Text, |s| {
            text(s.board.arena.duel.hand.name())
        }),
        value("need_dice", "in `choose`: how many dice; `()` if it is a cost that counts", Unit::Dice, |s| {
            whole(s.need().and_then(|need| if let Need::Exactly(dice) = need { Some(dice) } else { None }))
        }),
        value("need_cost", "in `choose`: what the dice may cost; `()` if their number counts", Unit::Cost, |s| {
            whole(s.need().and_then(|need| if let Need::Cost(limit) = need { Some(limit) } else { None }))
        }),
    ];

    fn coin_key(view: &View<'_>) -> u64 {
        view.key(Purpose::Coin)
    }

    fn knows(view: &View<'_>, known: Known) -> bool {
        known != Known::InDuel || view.moment.is_in_duel()
    }
}
