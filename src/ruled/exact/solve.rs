//! Positions between turns, and what they are worth: with best play of two or one, or with given strategies of two.
//!
//! The value of a position is the win share of the player to move (two players), or the score or turns still to come (one).
//! Positions that can come back to each other, as after two lost turns, are solved together, until nothing changes; the
//! others from the last to the first.

use super::best::Valued;
use super::build::Maker;
use super::groups::groups;
use super::{Scope, Turn};
use crate::model::{Fault, Game, State, Stop};
use crate::strategy::{Packing, Strategy};
use analyze_core::dice::RunKey;
use analyze_core::games::Blame;
use analyze_core::games::MAX_SEATS;
use rustc_hash::FxHashMap;
use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Two players: the highest win share.
    Win,
    /// One player: the highest score.
    Score,
    /// One player: the fewest turns.
    Turns,
}

/// What solving may take. Each limit is looked at before more is used than it allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most positions between turns.
    pub positions: usize,
    /// The most edges of all turns.
    pub edges: usize,
    /// What is held in memory, about.
    pub bytes: usize,
    /// How long it may take.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { positions: 4_000_000, edges: 50_000_000, bytes: 2_000_000_000, time: Duration::from_secs(600) }
    }
}

/// Why a game is not solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unsolved {
    /// The rules do not provide for something that can happen.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// It is too much, or cannot be solved at all.
    #[error("{0}")]
    Limit(String),
}

/// How large what was solved is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Positions between turns.
    pub positions: usize,
    /// Different turns.
    pub turns: usize,
    /// The nodes of all turns.
    pub nodes: usize,
    /// The edges of all turns.
    pub edges: usize,
    /// What they take in memory, about.
    pub bytes: usize,
}

/// What follows an exit: a position, or the end with what it is worth.
#[derive(Clone, Copy, Debug)]
enum After {
    Position(u32),
    End(f64),
}

#[derive(Clone, Copy, Debug)]
struct Position {
    turn: u32,
    /// Where what follows its exits stands.
    after: usize,
}

/// A game with the value of every position that can be reached.
pub(crate) struct Solved<'g> {
    pub(super) game: &'g Game,
    pub(super) aim: Aim,
    /// One for each strategy, or one for all.
    pub(super) makers: Vec<Maker<'g>>,
    packing: Packing,
    turns: Vec<Turn>,
    turn_numbers: Vec<FxHashMap<u128, u32>>,
    numbers: FxHashMap<(u128, u8), u32>,
    positions: Vec<Position>,
    after: Vec<After>,
    pub(super) values: Vec<f64>,
    edges: usize,
    /// The bytes of all turns.
    held: usize,
    /// The turn that is played, if the game is.
    pub(super) turn_now: Option<Valued>,
}

/// Solves a game for best play, or values given strategies of two: the first begins.
pub(crate) fn solve<'g>(
    game: &'g Game,
    aim: Aim,
    strategies: &[&'g Strategy],
    limits: Limits,
) -> Result<Solved<'g>, Unsolved> {
    let until = Instant::now() + limits.time;
    let players = if aim == Aim::Win { 2 } else { 1 };
    if game.players != players {
        return Err(Unsolved::Limit(format!("this is solved for {players} players, not for {}", game.players)));
    }
    let mut solved = Solved::new(game, aim, strategies)?;
    if let Some(limit) = solved.explore(limits, until)? {
        return Err(Unsolved::Limit(format!("{limit}: make the game smaller, or say 'most' of its fields")));
    }
    solved.iterate(until)?;
    Ok(solved)
}

/// Goes through all positions that can be reached, and everything in their turns, as far as limits allow; says which
/// stopped it.
pub(crate) fn explore(game: &Game, limits: Limits) -> Result<(Solved<'_>, Option<String>), Unsolved> {
    let aim = if game.players == 1 { Aim::Turns } else { Aim::Win };
    let mut solved = Solved::new(game, aim, &[])?;
    let stopped = solved.explore(limits, Instant::now() + limits.time)?;
    Ok((solved, stopped))
}

impl<'g> Solved<'g> {
    fn new(game: &'g Game, aim: Aim, strategies: &[&'g Strategy]) -> Result<Solved<'g>, Unsolved> {
        if let Some(what) =
            [("a contest", game.contest.is_some()), ("a deck", !game.deck.cards.is_empty())].iter().find(|what| what.1)
        {
            return Err(Unsolved::Limit(format!("a game with {} is not solved", what.0)));
        }
        let too_wide = || Unsolved::Limit("a position takes too many bits: say 'most' of the fields".to_owned());
        let counts = aim == Aim::Score;
        let maker = |strategy| Maker::new(game, strategy, counts && strategies.is_empty()).ok_or_else(too_wide);
        let makers = match strategies {
            [] => vec![maker(None)?],
            _ => strategies.iter().map(|&strategy| maker(Some(strategy))).collect::<Result<_, _>>()?,
        };
        let scopes = || makers.iter().map(|maker| &maker.scope);
        let own = game.own();
        let asked = game.end_reads.slots.iter().chain(&game.end_reads.rivals).copied();
        let touched = scopes().flat_map(|scope: &Scope| scope.slots.iter().copied()).chain(asked);
        let of_all = |slot: usize| match slot < game.players * own {
            true => (0..game.players).map(|p| p * own + slot % own).collect(),
            false => vec![slot],
        };
        let slots: BTreeSet<usize> = touched.flat_map(of_all).collect();
        Ok(Solved {
            game,
            aim,
            packing: Packing::of(game, slots, false).ok_or_else(too_wide)?,
            turn_numbers: makers.iter().map(|_| FxHashMap::default()).collect(),
            makers,
            turns: Vec::new(),
            numbers: FxHashMap::default(),
            positions: Vec::new(),
            after: Vec::new(),
            values: Vec::new(),
            edges: 0,
            held: 0,
            turn_now: None,
        })
    }

    /// The game.
    pub(crate) fn game(&self) -> &'g Game {
        self.game
    }

    /// The value of the start.
    pub(crate) fn value(&self) -> f64 {
        self.values.first().copied().unwrap_or(0.0)
    }

    /// How large it is.
    pub(crate) fn sizes(&self) -> Sizes {
        let nodes = self.turns.iter().map(|turn| turn.sizes().0).sum();
        let (positions, turns, edges) = (self.positions.len(), self.turns.len(), self.edges);
        Sizes { positions, turns, nodes, edges, bytes: self.held + self.bytes_between() }
    }

    fn bytes_between(&self) -> usize {
        let position = size_of::<Position>() + size_of::<f64>() + size_of::<((u128, u8), u32)>() + 1;
        self.positions.len() * position + self.after.len() * size_of::<After>()
    }

    /// The least and the most that was met in a slot.
    pub(crate) fn met_in(&self, slot: usize) -> (i64, i64) {
        let met = self.makers.iter().map(|maker| maker.met[slot]);
        met.fold((i64::MAX, i64::MIN), |ends, met| (ends.0.min(met.0), ends.1.max(met.1)))
    }

    /// Whether some turn of those that were looked at ends the game.
    pub(crate) fn ends(&self) -> bool {
        self.after.iter().any(|after| matches!(after, After::End(_)))
    }

    fn turn(&mut self, who: usize, state: &State, until: Instant) -> Result<u32, Fault> {
        let key = self.makers[who].scope.key(state);
        if let Some(&turn) = self.turn_numbers[who].get(&key) {
            return Ok(turn);
        }
        let turn = self.makers[who].turn(state, until)?;
        self.edges += turn.sizes().1;
        self.held += turn.bytes();
        let number = self.turns.len() as u32;
        self.turns.push(turn);
        self.turn_numbers[who].insert(key, number);
        Ok(number)
    }

    /// The number of a position that was met, with best play.
    pub(super) fn known(&self, state: &State) -> Option<u32> {
        self.numbers.get(&(self.packing.key(&State { step: 0, dice: 0, ..state.clone() }), 0)).copied()
    }

    /// The number of a position; one that is new is put at the end of the queue.
    fn number(&mut self, state: &State, who: usize, queue: &mut VecDeque<(State, usize)>) -> u32 {
        let key = (self.packing.key(&State { step: 0, dice: 0, ..state.clone() }), who as u8);
        let fresh = self.numbers.len() as u32;
        let number = *self.numbers.entry(key).or_insert(fresh);
        if number == fresh {
            queue.push_back((state.clone(), who));
        }
        number
    }

    fn explore(&mut self, limits: Limits, until: Instant) -> Result<Option<String>, Unsolved> {
        let (game, mut queue) = (self.game, VecDeque::new());
        let mut start = State::default();
        game.start(&mut start, RunKey::new(0).block(0))?;
        self.number(&start, 0, &mut queue);
        let (mut state, mut done) = (start.clone(), 0usize);
        while let Some((before, who)) = queue.pop_front() {
            let turn = match self.turn(who, &before, until) {
                Err(fault) if fault.blame == Blame::Limit => return Ok(Some(fault.message)),
                turn => turn?,
            };
            self.positions.push(Position { turn, after: self.after.len() });
            for exit in 0..self.turns[turn as usize].exits.len() {
                state.clone_from(&before);
                let (scope, exit) = (&self.makers[who].scope, &self.turns[turn as usize].exits[exit]);
                scope.slots.iter().zip(&exit.slots).for_each(|(&slot, &value)| state.slots[slot] = value);
                let stop = exit.stop;
                let seat = state.slots[game.hidden(crate::model::Hidden::Seat)];
                let after = if game.after_turn(&mut state, stop)? {
                    After::End(self.worth(&mut state, seat as usize - 1)?)
                } else {
                    let next = if stop == Stop::Pass && self.makers.len() > 1 { 1 - who } else { who };
                    After::Position(self.number(&state, next, &mut queue))
                };
                self.after.push(after);
            }
            done += 1;
            if let Some(limit) = self.reached(limits, (done, queue.len()), until) {
                return Ok(Some(limit));
            }
        }
        Ok(None)
    }

    /// The limit that is reached at these numbers of positions done and positions waiting.
    fn reached(&self, limits: Limits, (done, waiting): (usize, usize), until: Instant) -> Option<String> {
        let now = done.is_multiple_of(64);
        let state = size_of::<State>() + 8 * self.game.slots() + 32;
        if self.numbers.len() >= limits.positions {
            Some(format!("there are more than {} positions", limits.positions))
        } else if self.edges >= limits.edges {
            Some(format!("its turns have more than {} edges", limits.edges))
        } else if now && self.held + self.bytes_between() + waiting * state >= limits.bytes {
            Some(format!("it takes more than {} MB", limits.bytes / 1_000_000))
        } else if now && Instant::now() >= until {
            Some(format!("it takes longer than {} s", limits.time.as_secs_f32()))
        } else {
            None
        }
    }

    /// What the end is worth to the player of the last turn.
    pub(super) fn worth(&self, state: &mut State, seat: usize) -> Result<f64, Fault> {
        let mut scores = [0; MAX_SEATS];
        let winners = self.game.result(state, &mut scores)?;
        Ok(match self.aim {
            Aim::Win if winners >> seat & 1 == 1 => 1.0 / f64::from(winners.count_ones()),
            Aim::Win => 0.0,
            Aim::Score => scores[seat].into(),
            Aim::Turns => 1.0,
        })
    }

    /// What the exits of a position are worth to the player to move.
    fn exits(&self, position: usize, values: &mut Vec<f64>) {
        let Position { turn, after } = self.positions[position];
        let exits = &self.turns[turn as usize].exits;
        let worth = |(after, exit): (&After, &super::turn::Exit)| match after {
            After::End(worth) => *worth,
            After::Position(to) => match (self.aim, exit.stop) {
                (Aim::Win, Stop::Pass) => 1.0 - self.values[*to as usize],
                (Aim::Win | Aim::Score, _) => self.values[*to as usize],
                (Aim::Turns, _) => 1.0 + self.values[*to as usize],
            },
        };
        values.clear();
        values.extend(self.after[after..after + exits.len()].iter().zip(exits).map(worth));
    }

    fn iterate(&mut self, until: Instant) -> Result<(), Unsolved> {
        self.values = vec![if self.aim == Aim::Win { 0.5 } else { 0.0 }; self.positions.len()];
        let (mut exits, mut working) = (Vec::new(), Vec::new());
        for group in groups(self.positions.len(), |position, i| self.follows(position, i)) {
            let mut before = [Vec::new(), Vec::new()];
            let comes_back = group.len() > 1 || (0..).map_while(|i| self.follows(group[0], i)).any(|to| to == group[0]);
            for sweep in 1.. {
                let mut change = 0.0f64;
                for &position in &group {
                    self.exits(position as usize, &mut exits);
                    let turn = &self.turns[self.positions[position as usize].turn as usize];
                    let value = turn.value(&exits, self.aim == Aim::Turns, &mut working);
                    change = change.max((self.values[position as usize] - value).abs());
                    self.values[position as usize] = value;
                }
                if !comes_back || change < 1e-13 || sweep == 100_000 {
                    break;
                }
                if Instant::now() > until {
                    return Err(Unsolved::Limit("solving takes longer than was allowed".to_owned()));
                }
                let now: Vec<f64> = group.iter().map(|&position| self.values[position as usize]).collect();
                if sweep % 3 == 0 {
                    self.leap(&group, &before, &now);
                }
                before.rotate_left(1);
                before[1] = now;
            }
        }
        Ok(())
    }

    /// Goes where three sweeps in a row lead to (Aitken); sweeps after it put right what was wrong with that.
    fn leap(&mut self, group: &[u32], before: &[Vec<f64>; 2], now: &[f64]) {
        for (at, &position) in group.iter().enumerate() {
            let (first, second) = (before[1][at] - before[0][at], now[at] - before[1][at]);
            let to = now[at] - second * second / (second - first);
            let is_sane = if self.aim == Aim::Win { (0.0..=1.0).contains(&to) } else { to.is_finite() && to >= 0.0 };
            if is_sane && second.abs() > 1e-12 && (second / first).abs() < 1.0 {
                self.values[position as usize] = to;
            }
        }
    }

    /// The position number `i` among the exits of one; the position itself where an exit ends the game.
    fn follows(&self, position: u32, i: usize) -> Option<u32> {
        let Position { turn, after } = self.positions[position as usize];
        let mut all = self.after[after..after + self.turns[turn as usize].exits.len()].iter();
        all.by_ref().filter_map(|after| if let After::Position(to) = after { Some(*to) } else { None }).nth(i)
    }
}
