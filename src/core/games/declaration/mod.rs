//! What a game declares of itself: everything that a strategy can see or ask, in one table.
//!
//! Owns the entries of that table ([`Observable`]): the words of strategy files, the properties of scripts, what
//! decisions are remembered by and the reference tables are all made from them. The entries themselves stand in the folder
//! of each game; how a strategy asks is in `view`.

mod view;

pub use view::{Question, Reads, Trace, Unlisted, View, Within, toss};

use super::{BuiltIn, StrategyIndex};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A game that declares what its strategies can see.
pub trait Declared: BuiltIn {
    /// What observables are read from: the public state of the game as the one sees it who has to decide.
    type Situation<'s>: Copy;

    /// Everything that can be seen or asked, in the order of the reference tables.
    const OBSERVABLES: &'static [Observable<Self>];

    /// What the data of the game can say in a language of its own, as it is written, and what it means; nothing for most.
    const CONDITIONS: &'static [(&'static str, &'static str)] = &[];

    /// The numbers of a situation from which remembered decisions are found again, by [`Slot`]; none in a game whose
    /// decisions are not remembered.
    fn slots<'s>(situation: &'s Self::Situation<'_>) -> &'s Slots {
        let _ = situation;
        &[0; MOST_SLOTS]
    }

    /// The slot of by how much an observable is more than another one that is never more, if there is one: what compares
    /// them is remembered by it.
    fn excess(of: ObservableIndex, over: ObservableIndex) -> Option<Slot> {
        let _ = (of, over);
        None
    }

    /// Whether what is known at some times only is known now.
    fn knows(situation: &Self::Situation<'_>, known: Known) -> bool {
        let _ = (situation, known);
        true
    }

    /// What addresses the player's own coins in this decision.
    fn coin_key(situation: &Self::Situation<'_>) -> u64;

    /// How many sorts of decisions there are of which each is remembered apart, such as one for each card: roots of
    /// decision trees.
    fn roots(&self) -> usize {
        1
    }

    /// Of which of these sorts a decision is, from 0.
    fn root(situation: &Self::Situation<'_>) -> usize {
        let _ = situation;
        0
    }

    /// A situation of this sort in which only what is [`Memory::Constant`] means something; `None` if the game has no
    /// such thing, so that nothing is known before it is played.
    fn constants(&self, root: usize) -> Option<Self::Situation<'_>> {
        let _ = root;
        None
    }
}

/// How a turn will be rerolled: a number whose meaning is the strategy's own. Equal numbers of one strategy must always
/// reroll alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PolicyId(pub u64);

/// A family of strategies, which ask much the same questions. The strategies of one file are a family, with any values of its
/// parameters. What one of them asks, an engine expects of all. Only speed depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Family(u64);

impl Family {
    /// Of all that this text describes.
    pub fn of_text(text: &str) -> Family {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        Family(hasher.finish())
    }
}

/// Why a strategy could not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoAnswer(pub Box<str>);

/// The player whose turn it is.
pub struct Player<'g, S: ?Sized> {
    /// Its strategy.
    pub strategy: &'g S,
    /// The position of the strategy among the different ones of the line-up.
    pub index: StrategyIndex,
}

impl<S: ?Sized> Clone for Player<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: ?Sized> Copy for Player<'_, S> {}

/// The number of an entry of [`Declared::OBSERVABLES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ObservableIndex(pub u8);

/// A number of a situation by which remembered decisions are found again, as far as it matters.
pub type Slot = u8;

/// The cap of a slot that matters whole.
pub const WHOLE: u32 = u32::MAX;

/// The most slots of a game.
pub const MOST_SLOTS: usize = 24;

/// The numbers of a situation, by slot; those that the game has not are 0.
pub type Slots = [u32; MOST_SLOTS];

/// What an answer is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Dice.
    Dice,
    /// What dice show, added up.
    Points,
    /// Coins.
    Coins,
    /// Cards.
    Cards,
    /// Rounds.
    Rounds,
    /// Turns, or players who have one.
    Turns,
    /// Players.
    Players,
    /// A seat, from 1; seat 1 starts the game.
    Seat,
    /// What dice cost.
    Cost,
    /// Holds or does not.
    YesNo,
    /// A plain number.
    Number,
    /// A text.
    Text,
    /// Several things.
    List,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::Dice => "dice",
            Unit::Points => "points",
            Unit::Coins => "coins",
            Unit::Cards => "cards",
            Unit::Rounds => "rounds",
            Unit::Turns => "turns",
            Unit::Players => "players",
            Unit::Seat => "seat",
            Unit::Cost => "cost",
            Unit::YesNo => "yes or no",
            Unit::Number => "number",
            Unit::Text => "text",
            Unit::List => "list",
        })
    }
}

/// Which answers there can be: from the least to the most, if there is a most that all games share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub least: u32,
    /// The most; `u32::MAX` where it depends on the rules.
    pub most: u32,
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.most {
            u32::MAX => write!(f, "from {}", self.least),
            most => write!(f, "{} to {most}", self.least),
        }
    }
}

/// Who can use an observable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Strategy files and scripts.
    Both,
    /// Strategy files.
    Files,
    /// Scripts.
    Scripts,
}

/// When an observable is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Whenever something is decided.
    Always,
    /// Once the dice of the turn are committed.
    Committed,
    /// In a duel.
    InDuel,
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Known::Always => "always known",
            Known::Committed => "not known before the dice are committed",
            Known::InDuel => "known in a duel only",
        })
    }
}

/// Whether and how an answer is remembered as a part of what a decision was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// The same in all situations that a decision is remembered for: nothing need be remembered.
    Constant,
    /// It is the number of this slot, of an observable that is [asked of several](Read::Of) of the slots from this one
    /// on: capped where no more was asked for.
    Slot(Slot),
    /// It is the number of this slot and so much more, or 0 if that is less: capped where no more was asked for.
    Shifted(Slot, i32),
    /// It follows from these slots, each capped at this number; [`WHOLE`] for one that matters whole.
    Slots(&'static [(Slot, u32)]),
    /// The answer itself, capped where no more was asked for.
    Answer,
    /// The outcome of a comparison, not the numbers that are compared.
    Comparison(Slot),
    /// Not at all: a decision made from it is asked for each time.
    Never,
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Memory::Constant => "need not be",
            Memory::Slot(_) | Memory::Shifted(..) | Memory::Answer => "capped",
            Memory::Slots(_) => "whole",
            Memory::Comparison(_) => "as a comparison",
            Memory::Never => "not at all",
        })
    }
}

/// A value that is no plain number, as scripts see it.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// A whole number.
    Whole(i64),
    /// A text.
    Text(String),
    /// Something with named parts.
    Item(Vec<(&'static str, Value)>),
    /// Several values.
    List(Vec<Value>),
    /// Nothing.
    #[default]
    None,
}

/// How the answer is read from a situation.
pub enum Read<G: Declared> {
    /// A number.
    Number(for<'a, 's> fn(&'a G::Situation<'s>) -> u32),
    /// Whether something holds.
    Fact(for<'a, 's> fn(&'a G::Situation<'s>) -> bool),
    /// A number of each of several: which they are called, the number of the first, how many there are, and the
    /// number of one, counted from 0.
    Of(Several<G>),
    /// Anything else, with the names of its parts, if it has some.
    Value(for<'a, 's> fn(&'a G::Situation<'s>) -> Value, &'static [&'static str]),
}

/// A number of each of several.
pub struct Several<G: Declared> {
    /// What the number of one is called, and that of the first: 1 for seats.
    pub first: (&'static str, u32),
    /// How many there are.
    pub count: for<'a, 's> fn(&'a G::Situation<'s>) -> u32,
    /// The number of one, counted from 0.
    pub read: for<'a, 's> fn(&'a G::Situation<'s>, u32) -> u32,
}

/// Something that a strategy can see or ask: an entry of a game's declaration.
pub struct Observable<G: Declared> {
    /// The word for it. One with a dot is a part of what stands before the dot.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub meaning: &'static str,
    /// What it is counted in.
    pub unit: Unit,
    /// Which answers there can be.
    pub range: Range,
    /// Who can use it.
    pub language: Language,
    /// When it is known.
    pub known: Known,
    /// How it is remembered, and what it depends on.
    pub memory: Memory,
    /// How it is read.
    pub read: Read<G>,
}

impl<G: Declared> Observable<G> {
    const fn new(name: &'static str, meaning: &'static str, unit: Unit, read: Read<G>) -> Observable<G> {
        let range = Range { least: 0, most: u32::MAX };
        let (language, known, memory) = (Language::Both, Known::Always, Memory::Constant);
        Observable { name, meaning, unit, range, language, known, memory, read }
    }

    /// A number.
    pub const fn number(
        name: &'static str,
        meaning: &'static str,
        unit: Unit,
        read: for<'a, 's> fn(&'a G::Situation<'s>) -> u32,
    ) -> Observable<G> {
        Observable::new(name, meaning, unit, Read::Number(read))
    }

    /// Something that holds or does not.
    pub const fn fact(
        name: &'static str,
        meaning: &'static str,
        read: for<'a, 's> fn(&'a G::Situation<'s>) -> bool,
    ) -> Observable<G> {
        Observable::new(name, meaning, Unit::YesNo, Read::Fact(read)).from_to(0, 1)
    }

    /// A number of each of several.
    pub const fn several(name: &'static str, meaning: &'static str, unit: Unit, several: Several<G>) -> Observable<G> {
        Observable::new(name, meaning, unit, Read::Of(several))
    }

    /// What scripts see as a value with named parts, or as a list.
    pub const fn value(
        name: &'static str,
        meaning: &'static str,
        parts: &'static [&'static str],
        read: for<'a, 's> fn(&'a G::Situation<'s>) -> Value,
    ) -> Observable<G> {
        Observable::new(name, meaning, Unit::List, Read::Value(read, parts)).only(Language::Scripts)
    }

    /// The number of a slot that is an amount: remembered as far as somebody asks.
    pub const fn amount<const SLOT: Slot>(name: &'static str, meaning: &'static str, unit: Unit) -> Observable<G> {
        Observable::number(name, meaning, unit, |s| G::slots(s)[SLOT as usize]).remembered(Memory::Slot(SLOT))
    }

    /// The number of any other slot.
    pub const fn slot<const SLOT: Slot>(name: &'static str, meaning: &'static str, unit: Unit) -> Observable<G> {
        Observable::amount::<SLOT>(name, meaning, unit)
    }

    /// The number of a slot that is counted from 0, as people count: from 1.
    pub const fn ordinal<const SLOT: Slot>(name: &'static str, meaning: &'static str, unit: Unit) -> Observable<G> {
        let ordinal = Observable::number(name, meaning, unit, |s| G::slots(s)[SLOT as usize] + 1);
        ordinal.at_least(1).remembered(Memory::Shifted(SLOT, 1))
    }

    /// The seat whose index is in a slot.
    pub const fn seat<const SLOT: Slot>(name: &'static str, meaning: &'static str) -> Observable<G> {
        Observable::ordinal::<SLOT>(name, meaning, Unit::Seat).from_to(1, *G::SEATS.end() as u32)
    }

    /// How many play.
    pub const fn seats(read: for<'a, 's> fn(&'a G::Situation<'s>) -> u32) -> Observable<G> {
        let seats = Observable::number("seats", "how many play", Unit::Players, read);
        seats.from_to(*G::SEATS.start() as u32, *G::SEATS.end() as u32)
    }

    /// The same, at least this.
    pub const fn at_least(mut self, least: u32) -> Observable<G> {
        self.range.least = least;
        self
    }

    /// The same, from the one to the other.
    pub const fn from_to(mut self, least: u32, most: u32) -> Observable<G> {
        self.range = Range { least, most };
        self
    }

    /// The same, counted in this.
    pub const fn counted_in(mut self, unit: Unit) -> Observable<G> {
        self.unit = unit;
        self
    }

    /// The same, remembered like this.
    pub const fn remembered(mut self, memory: Memory) -> Observable<G> {
        self.memory = memory;
        self
    }

    /// The same, which follows from these slots, each capped at this number.
    pub const fn from_slots(self, slots: &'static [(Slot, u32)]) -> Observable<G> {
        self.remembered(Memory::Slots(slots))
    }

    /// The same, for strategy files only.
    pub const fn for_files(self) -> Observable<G> {
        self.only(Language::Files)
    }

    /// The same, for scripts only.
    pub const fn for_scripts(self) -> Observable<G> {
        self.only(Language::Scripts)
    }

    /// The same, for some languages only.
    pub const fn only(mut self, language: Language) -> Observable<G> {
        self.language = language;
        self
    }

    /// The same, known at some times only.
    pub const fn known(mut self, known: Known) -> Observable<G> {
        self.known = known;
        self
    }

    /// Whether strategy files can use it: it is a number or a fact.
    pub const fn is_for_files(&self) -> bool {
        matches!(self.language, Language::Both | Language::Files)
            && matches!(self.read, Read::Number(_) | Read::Fact(_))
    }

    /// Whether scripts can use it.
    pub const fn is_for_scripts(&self) -> bool {
        matches!(self.language, Language::Both | Language::Scripts)
    }

    /// The answer in a situation; of an observable that is asked of several the answer of this one, counted from 0. A
    /// fact is 1 or 0, anything that is no number is 0.
    #[inline]
    pub fn answer(&self, situation: &G::Situation<'_>, of: u32) -> u32 {
        match &self.read {
            Read::Number(read) => read(situation),
            Read::Fact(read) => u32::from(read(situation)),
            Read::Of(several) => (several.read)(situation, of),
            Read::Value(..) => 0,
        }
    }
}

/// The number of the entry with this name for these languages.
///
/// # Panics
/// If there is none; where a constant is made from it, that is found when the program is compiled.
#[expect(clippy::panic, reason = "a name that is not declared is found by the compiler")]
pub const fn index_of<G: Declared>(name: &str, language: Language) -> ObservableIndex {
    let mut at = 0;
    while at < G::OBSERVABLES.len() {
        let observable = &G::OBSERVABLES[at];
        if is_same(observable.name, name) && observable.language as u8 == language as u8 {
            return ObservableIndex(at as u8);
        }
        at += 1;
    }
    panic!("there is no observable of this name")
}

const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}
