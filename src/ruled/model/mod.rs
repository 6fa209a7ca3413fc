//! A game as its file says it, once everything in it has a meaning.
//!
//! Owns fields, steps, effects, contests and cards. What moves make of a state is in `moves`, what follows a turn in
//! `rounds`, and states in words in `shown`.

mod moves;
mod rounds;
mod shown;

pub(crate) use moves::{MOST_STEPS, MOST_WORK};

use crate::dice::{Dice, Hand, Tables};
use crate::formula::{Expr, Reads, Which};
use analyze_core::games::Blame;
use std::ops::{Range, RangeInclusive};

/// The most turns of a game unless its file says less.
pub(crate) const MOST_TURNS: u32 = 10_000;

/// A number of the rules that can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// What it is in this game.
    pub value: i64,
    /// What it is unless changed.
    pub default: i64,
    /// The least that it can be.
    pub least: i64,
    /// The most that it can be.
    pub most: i64,
    /// What it means.
    pub about: String,
}

/// A number that belongs to each player, to a turn, or to the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) least: i64,
    /// The most, if the file says so; otherwise it follows from the game.
    pub(crate) most: Option<i64>,
    pub(crate) start: i64,
    pub(crate) about: String,
    pub(crate) span: Range<usize>,
}

/// What is set, and where it stands.
#[derive(Clone, Debug)]
pub(crate) enum Set {
    /// A slot of the state becomes this.
    Slot(usize, Expr, Range<usize>),
    /// These are the dice that lie there.
    Dice(Which),
}

/// What a move does, and where it goes on.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    /// When it is meant, as one of several cases.
    pub(crate) when: Option<Expr>,
    /// One after the other.
    pub(crate) set: Vec<Set>,
    pub(crate) next: Next,
    pub(crate) span: Range<usize>,
}

/// Where it goes on.
#[derive(Clone, Debug)]
pub(crate) enum Next {
    To(Flow),
    /// The first of these that holds.
    Cases(Vec<Effect>),
}

/// Something that can be chosen, once for each number if it goes with one.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) name: String,
    pub(crate) when: Option<Expr>,
    pub(crate) number: Option<(Expr, Expr)>,
    pub(crate) effect: Effect,
}

/// What is done in a step.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// So many dice of each kind are rolled, in place of those that lie there or (`more`) beside them.
    Roll { dice: Vec<(usize, Expr)>, more: bool, effect: Effect },
    /// One of these is chosen.
    Choose(Vec<Choice>),
    /// Dice are kept for which this holds.
    Keep { when: Option<Expr>, effect: Effect },
    /// Nobody does anything.
    Go(Effect),
}

/// A step of a turn.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) name: String,
    pub(crate) act: Act,
    pub(crate) span: Range<usize>,
}

impl Step {
    /// Whatever it can do.
    pub(crate) fn effects(&self) -> Vec<&Effect> {
        match &self.act {
            Act::Roll { effect, .. } | Act::Keep { effect, .. } | Act::Go(effect) => vec![effect],
            Act::Choose(choices) => choices.iter().map(|choice| &choice.effect).collect(),
        }
    }

    /// Whether a player decides something in it.
    pub(crate) fn decides(&self) -> bool {
        matches!(self.act, Act::Choose(_) | Act::Keep { .. })
    }
}

/// Rounds in which the results of all players are compared.
#[derive(Clone, Debug)]
pub(crate) struct Contest {
    /// Whose result counts, by the player's own fields.
    pub(crate) valid: Option<Expr>,
    /// What the highest of wins, and what decides between equal ones, in order.
    pub(crate) by: Vec<Expr>,
    /// The result of a turn, to measure how hard cards are. A negative result is invalid. By default, it is the first formula
    /// that decides who wins.
    pub(crate) result: Option<Expr>,
    /// Whether the first of equal results wins; otherwise nobody does.
    pub(crate) first_wins: bool,
    /// What is set when a round begins, for the table, and then for each player.
    pub(crate) begin: Vec<Set>,
    pub(crate) each: Vec<Set>,
    /// What is set for the winner, and if nobody wins.
    pub(crate) winner: Vec<Set>,
    pub(crate) nobody: Vec<Set>,
    /// What is set for each player at the end of a round.
    pub(crate) after: Vec<Set>,
    pub(crate) starts: Starts,
    /// Who is out after a round.
    pub(crate) out: Option<Expr>,
}

/// Who starts the next round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Starts {
    /// The winner of this round; without a winner, its starter.
    Winner,
    /// The next player.
    Next,
    /// Whoever started this one.
    Same,
}

/// A card: a condition, and marks.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    /// As the file writes it.
    pub(crate) name: String,
    /// Its marks, and its condition, as the file writes them.
    pub(crate) texts: [String; 2],
    /// A bit for each mark that it has.
    pub(crate) marks: u64,
    pub(crate) condition: Expr,
}

/// Cards that are shuffled together; one is turned up in each round.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) rounds: usize,
    pub(crate) cards: Range<usize>,
}

/// The cards of a game: one part after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deck {
    pub(crate) cards: Vec<Card>,
    pub(crate) parts: Vec<Part>,
}

/// A game for a number of players.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) unit: String,
    pub(crate) seats: RangeInclusive<usize>,
    /// How many play.
    pub(crate) players: usize,
    pub(crate) cap: u32,
    pub(crate) rules: Vec<Rule>,
    pub(crate) dice: Dice,
    pub(crate) tables: Tables,
    /// The fields of a player, of a turn, and of the table; the last of the table are those of [`Hidden`].
    pub(crate) fields: [Vec<Field>; 3],
    pub(crate) steps: Vec<Step>,
    pub(crate) contest: Option<Contest>,
    pub(crate) deck: Deck,
    pub(crate) over: Option<Expr>,
    pub(crate) score: Expr,
    /// What the rules read in a turn, and what is asked after it.
    pub(crate) reads: Reads,
    pub(crate) end_reads: Reads,
    /// Which slots a turn writes.
    pub(crate) writes: Vec<usize>,
    /// By slot, the least and the most that can stand there, and what it begins with.
    pub(crate) limits: Vec<(i64, i64, i64)>,
}

/// What the last slots of the table hold.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hidden {
    /// The seat on turn, from 1.
    Seat,
    /// The round, from 1.
    Round,
    /// In a contest, how many players had their turn in this round, those who are out with them.
    Taken,
    /// The position of the card.
    Card,
}

/// How many slots [`Hidden`] has.
pub(crate) const HIDDEN: usize = 4;

/// A game under way; the player on turn has the first slots.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub(crate) slots: Vec<i64>,
    pub(crate) dice: Hand,
    pub(crate) step: usize,
    /// The cards of the rounds, in order.
    pub(crate) cards: Vec<u16>,
    /// How much was worked out on the way here, in operations of formulas.
    pub(crate) work: u64,
}

/// Where a game has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stop {
    Roll,
    Decide,
    /// The turn is over, and the next player has one.
    Pass,
    /// The turn is over, and the same player has another.
    Again,
    /// The game is over.
    End,
}

/// Where it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Step(usize),
    Stop(Stop),
}

/// One of the ways to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) choice: usize,
    pub(crate) kept: Hand,
    pub(crate) rest: Hand,
    pub(crate) chosen: i64,
}

/// Nothing was decided.
pub(crate) const NO_WAY: Way = Way { choice: 0, kept: 0, rest: 0, chosen: 0 };

/// What the rules of a file do not provide for, or what is too much.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message} ({state})")]
pub struct Fault {
    /// The bytes of the game's file that it is about.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// The state in which it happened.
    pub state: String,
    /// Who is to blame.
    pub blame: Blame,
    /// The seat on turn, from 0, and the round, from 1, if a game was being played.
    pub at: Option<(usize, u32)>,
}

impl Fault {
    /// The same with the place in the game where it happened.
    pub(crate) fn in_turn(self, seat: usize, round: i64) -> Fault {
        Fault { at: Some((seat, round as u32)), ..self }
    }
}
