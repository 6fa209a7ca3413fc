//! Everything that a strategy for Pig can see: the declaration of the game.
//!
//! Owns the situation after a roll, and the table of what can be read from it. No decision is remembered, because turns
//! are played die by die.

use super::{Pig, State};
use crate::dice::{BlockKey, Purpose, RunKey, Slot};
use crate::games::MAX_SEATS;
use crate::games::declaration::{Declared, Language, Memory, Observable, ObservableIndex, Several, Unit, index_of};

/// The game as the player on turn sees it after a roll.
#[derive(Clone, Copy)]
pub struct Situation<'s> {
    /// Rules and number of players.
    pub game: &'s Pig,
    /// Scores and turn total.
    pub state: &'s State,
    /// What keys the player's own coins.
    pub block: BlockKey,
}

/// An entry of the declaration.
type Seen = Observable<Pig>;
/// How a number is read.
type Read = for<'a, 's> fn(&'a Situation<'s>) -> u32;

/// A number that changes during a game.
const fn seen(name: &'static str, meaning: &'static str, unit: Unit, read: Read) -> Seen {
    Seen::number(name, meaning, unit, read).remembered(Memory::Never)
}

/// Points that change during a game.
const fn points(name: &'static str, meaning: &'static str, read: Read) -> Seen {
    seen(name, meaning, Unit::Points, read)
}

const SCORES: Several<Pig> = Several {
    first: ("seat", 1),
    count: |s| s.state.scores().len() as u32,
    read: |s, seat| s.state.scores()[seat as usize],
};

impl Declared for Pig {
    type Situation<'s> = Situation<'s>;

    const OBSERVABLES: &'static [Seen] = &[
        points("score", "the own score; the turn total is not in it", |s| s.state.score()),
        points("turn_total", "the numbers rolled in this turn, added up", |s| s.state.total).at_least(1),
        points("to_goal", "what is missing to the goal, the turn total counted", |s| {
            s.game.rules.goal - s.state.score() - s.state.total
        })
        .at_least(1),
        points("best_other", "the highest score of another player", |s| s.state.best_other()),
        points("behind", "how much higher the best score of another player is than the own one", |s| {
            s.state.best_other().saturating_sub(s.state.score())
        }),
        points("ahead", "how much higher the own score is than any other", |s| {
            s.state.score().saturating_sub(s.state.best_other())
        }),
        Seen::several("scores", "the score of each seat", Unit::Points, SCORES).remembered(Memory::Never),
        seen("rolls", "how often the die was rolled in this turn", Unit::Number, |s| s.state.rolls).at_least(1),
        seen("round", "the round; in each, every player has a turn", Unit::Rounds, |s| s.state.round() + 1).at_least(1),
        seen("seat", "the own seat", Unit::Seat, |s| s.state.active().number() as u32).from_to(1, MAX_SEATS as u32),
        Seen::seats(|s| s.state.scores().len() as u32),
        Seen::number("goal", "the score that wins", Unit::Points, |s| s.game.rules.goal).at_least(1),
        Seen::number("sides", "the sides of the die, numbered from 1", Unit::Number, |s| s.game.rules.sides)
            .at_least(2),
        Seen::number("bust", "the number that ends a turn and loses its total", Unit::Number, |s| s.game.rules.bust)
            .at_least(1),
    ];

    /// Each decision has coins of its own.
    fn coin_key(Situation { state, block, .. }: &Situation<'_>) -> u64 {
        block.draw(Slot::new(Purpose::Coin, state.active().0, state.round(), state.rolls))
    }

    fn constants(&self, _: usize) -> Option<Situation<'_>> {
        Some(Situation { game: self, state: &self.start, block: RunKey::new(0).block(0) })
    }
}

/// `score`: the own score; the turn total is not in it.
pub const SCORE: ObservableIndex = index_of::<Pig>("score", Language::Both);
/// `turn_total`: the numbers rolled in this turn, added up.
pub const TURN_TOTAL: ObservableIndex = index_of::<Pig>("turn_total", Language::Both);
/// `best_other`: the highest score of another player.
pub const BEST_OTHER: ObservableIndex = index_of::<Pig>("best_other", Language::Both);
/// `seat`: the own seat, from 1.
pub const SEAT: ObservableIndex = index_of::<Pig>("seat", Language::Both);
