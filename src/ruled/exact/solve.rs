//! Positions between turns, and what they are worth: with best play of two or one, or with given strategies of two.
//!
//! The value of a position is the win share of the player to move (two players), or the score or turns still to come (one).
//! Positions that can come back to each other, as after two lost turns, are solved together, until nothing changes; the
//! others from the last to the first.

use super::build::Maker;
use super::groups::groups;
use super::{Scope, Turn};
use crate::model::{Fault, Game, Hidden, State, Stop};
use crate::strategy::{Packing, Strategy};
use analyze_core::dice::RunKey;
use analyze_core::games::Blame;
use analyze_core::games::MAX_SEATS;
use analyze_core::games::narration::grouped;
use rustc_hash::FxHashMap;
use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;
use web_time::Instant;

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

/// The expected results of games between two strategies. The first one starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// The win share of the first, 0 to 1.
    pub share: f64,
    /// What each ends with on average.
    pub scores: [f64; 2],
    /// The turns of a game on average.
    pub turns: f64,
    /// The rounds of a game on average; the last may be unfinished.
    pub rounds: f64,
    /// How often positions that come back to each other were gone over.
    pub sweeps: u32,
    /// How far win share, scores, turns and rounds are from the true numbers at most.
    pub within: [f64; 4],
}

/// What is worked out of a solved game.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Measure {
    /// What the game is played for.
    Aim,
    /// The score of one of two strategies.
    Score(usize),
    Turns,
    /// The rounds that begin after this one.
    Rounds,
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
    /// How often positions that come back to each other were gone over.
    sweeps: u32,
    /// By position, whose turn it is, where two strategies are given.
    whose: Vec<u8>,
    /// By number of what follows an exit, where that is the end and two strategies are given: the score of each.
    scores: FxHashMap<usize, [f64; 2]>,
    edges: usize,
    /// The bytes of all turns.
    held: usize,
}

/// Solves a game for best play, or values given strategies of two: the first begins. `go_on` is told which part of the work is
/// done, 0 to 1, as it goes on, and stops it by answering no.
pub(crate) fn solve<'g>(
    game: &'g Game,
    aim: Aim,
    strategies: &[&'g Strategy],
    limits: Limits,
    go_on: &dyn Fn(f64) -> bool,
) -> Result<Solved<'g>, Unsolved> {
    let until = Until { time: Instant::now() + limits.time, go_on };
    let players = if aim == Aim::Win { 2 } else { 1 };
    if game.players != players {
        return Err(Unsolved::Limit(format!("this is solved for {players} players, not for {}", game.players)));
    }
    let mut solved = Solved::new(game, aim, strategies)?;
    if let Some(limit) = solved.explore(limits, until)? {
        return Err(Unsolved::Limit(format!("{limit}: make the game smaller, for example by rules with lower values")));
    }
    (solved.values, solved.sweeps) = solved.iterate(Measure::Aim, until)?;
    Ok(solved)
}

/// What ends the work before it is done.
#[derive(Clone, Copy)]
struct Until<'u> {
    time: Instant,
    go_on: &'u dyn Fn(f64) -> bool,
}

/// The part of the work that going through the positions is, about.
const EXPLORING: f64 = 0.9;

impl Until<'_> {
    fn is_over(self, done: f64) -> bool {
        Instant::now() >= self.time || !(self.go_on)(done)
    }
}

/// Goes through all positions that can be reached, and everything in their turns, as far as limits allow; says which
/// stopped it.
pub(crate) fn explore(game: &Game, limits: Limits) -> Result<(Solved<'_>, Option<String>), Unsolved> {
    let aim = if game.players == 1 { Aim::Turns } else { Aim::Win };
    let mut solved = Solved::new(game, aim, &[])?;
    let stopped = solved.explore(limits, Until { time: Instant::now() + limits.time, go_on: &|_| true })?;
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
            sweeps: 0,
            whose: Vec::new(),
            scores: FxHashMap::default(),
            edges: 0,
            held: 0,
        })
    }

    /// The game.
    pub(crate) fn game(&self) -> &'g Game {
        self.game
    }

    /// What it was solved for.
    pub(crate) fn aim(&self) -> Aim {
        self.aim
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

    /// Each position with its value and the slots that tell it from others, and what they hold.
    pub(crate) fn positions(&self) -> Vec<(Vec<(usize, i64)>, f64)> {
        let mut all: Vec<(u128, u32)> = self.numbers.iter().map(|(key, number)| (key.0, *number)).collect();
        all.sort_unstable();
        all.into_iter().map(|(key, number)| (self.packing.unpacked(key), self.values[number as usize])).collect()
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
        self.numbers.get(&(self.key(state), 0)).copied()
    }

    /// A position between turns as a number.
    pub(super) fn key(&self, state: &State) -> u128 {
        self.packing.key_between(state)
    }

    /// What a position before a turn is worth to the player on turn; `None` if best play never comes to it.
    pub(super) fn before(&self, state: &State) -> Option<f64> {
        self.known(state).map(|position| self.values[position as usize])
    }

    /// The value of the end of a turn to its player, with best play from then on. The state is advanced to the next turn.
    pub(super) fn after(&self, state: &mut State, stop: Stop) -> Result<f64, Fault> {
        let seat = state.slots[self.game.hidden(Hidden::Seat)] as usize - 1;
        if self.game.after_turn(state, stop)? {
            return self.worth(state, seat);
        }
        // A position that was not met in solving cannot be reached.
        let value = self.known(state).map_or(0.0, |position| self.values[position as usize]);
        Ok(match (self.aim, stop) {
            (Aim::Win, Stop::Pass) => 1.0 - value,
            (Aim::Turns, _) => 1.0 + value,
            _ => value,
        })
    }

    /// The number of a position; one that is new is put at the end of the queue.
    fn number(&mut self, state: &State, who: usize, queue: &mut VecDeque<(State, usize)>) -> u32 {
        let key = (self.key(state), who as u8);
        let fresh = self.numbers.len() as u32;
        let number = *self.numbers.entry(key).or_insert(fresh);
        if number == fresh {
            self.whose.push(who as u8);
            queue.push_back((state.clone(), who));
        }
        number
    }

    fn explore(&mut self, limits: Limits, until: Until<'_>) -> Result<Option<String>, Unsolved> {
        let (game, mut queue) = (self.game, VecDeque::new());
        let mut start = State::default();
        game.start(&mut start, RunKey::new(0).block(0))?;
        self.number(&start, 0, &mut queue);
        let (mut state, mut done) = (start.clone(), 0usize);
        while let Some((before, who)) = queue.pop_front() {
            let turn = match self.turn(who, &before, until.time) {
                Err(fault) if fault.blame == Blame::Limit => return Ok(Some(fault.message)),
                turn => turn?,
            };
            self.positions.push(Position { turn, after: self.after.len() });
            for exit in 0..self.turns[turn as usize].exits.len() {
                state.clone_from(&before);
                let (scope, exit) = (&self.makers[who].scope, &self.turns[turn as usize].exits[exit]);
                scope.slots.iter().zip(&exit.slots).for_each(|(&slot, &value)| state.slots[slot] = value);
                let stop = exit.stop;
                let seat = state.slots[game.hidden(Hidden::Seat)];
                let after = if game.after_turn(&mut state, stop)? {
                    if self.makers.len() > 1 {
                        let mut scores = [0; MAX_SEATS];
                        self.game.result(&mut state, &mut scores)?;
                        self.scores.insert(self.after.len(), [scores[0].into(), scores[1].into()]);
                    }
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
    fn reached(&self, limits: Limits, (done, waiting): (usize, usize), until: Until<'_>) -> Option<String> {
        let now = done.is_multiple_of(64);
        let state = size_of::<State>() + 8 * self.game.slots() + 32;
        if self.numbers.len() >= limits.positions {
            Some(format!("there are more than {} positions", grouped(limits.positions as u64)))
        } else if self.edges >= limits.edges {
            Some(format!("its turns have more than {} branches", grouped(limits.edges as u64)))
        } else if now && self.held + self.bytes_between() + waiting * state >= limits.bytes {
            Some(format!("it takes more than {} MB", limits.bytes / 1_000_000))
        } else if now && until.is_over(EXPLORING * done as f64 / (done + waiting) as f64) {
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

    /// What the exits of a position are worth to the player to move, if positions are worth this.
    fn exits(&self, position: usize, measure: Measure, values: &[f64], worths: &mut Vec<f64>) {
        let Position { turn, after } = self.positions[position];
        let exits = &self.turns[turn as usize].exits;
        let worth = |(at, (after, exit)): (usize, (&After, &super::turn::Exit))| match (after, measure) {
            (After::End(worth), Measure::Aim) => *worth,
            (After::End(_), Measure::Score(whose)) => self.scores.get(&at).map_or(0.0, |scores| scores[whose]),
            (After::End(_), Measure::Turns) => 1.0,
            (After::End(_), Measure::Rounds) => 0.0,
            (After::Position(to), measure) => {
                let value = values[*to as usize];
                match (measure, self.aim, exit.stop) {
                    (Measure::Aim, Aim::Win, Stop::Pass) => 1.0 - value,
                    (Measure::Turns, ..) | (Measure::Aim, Aim::Turns, _) => 1.0 + value,
                    (Measure::Rounds, _, Stop::Pass) if self.whose[*to as usize] == 0 => 1.0 + value,
                    _ => value,
                }
            }
        };
        worths.clear();
        worths.extend((after..).zip(self.after[after..after + exits.len()].iter().zip(exits)).map(worth));
    }

    /// The expected results of games between the two strategies. The first one starts.
    ///
    /// Errors are bounded by what is left when everything is worked out once more, times the turns that are to come.
    pub(crate) fn expected(&self, limits: Limits, go_on: &dyn Fn() -> bool) -> Result<Expected, Unsolved> {
        let until = Until { time: Instant::now() + limits.time, go_on: &|_| go_on() };
        let (turns, _) = self.iterate(Measure::Turns, until)?;
        let longest = turns.iter().fold(0.0f64, |longest, turns| longest.max(*turns));
        // Of games that last as long from anywhere, half are over after twice as many turns, and so on (Markov).
        let beyond = 0.5f64.powf(f64::from(self.game.cap) / (2.0 * longest) - 1.0);
        if !longest.is_finite() || beyond > 1e-12 {
            let cap = self.game.cap;
            let message = format!("games are so long that the limit of {cap} turns matters: simulate them");
            return Err(Unsolved::Limit(message));
        }
        let first = |values: &[f64]| values.first().copied().unwrap_or(0.0);
        let within = |measure, values: &[f64]| self.left(measure, values) * (longest + 1.0) + beyond;
        let (rounds, _) = self.iterate(Measure::Rounds, until)?;
        let scores = [self.iterate(Measure::Score(0), until)?.0, self.iterate(Measure::Score(1), until)?.0];
        let of_scores = scores.iter().zip([0, 1]).map(|(values, whose)| within(Measure::Score(whose), values));
        Ok(Expected {
            share: self.value(),
            sweeps: self.sweeps,
            turns: first(&turns),
            rounds: 1.0 + first(&rounds),
            within: [
                within(Measure::Aim, &self.values),
                of_scores.fold(0.0, f64::max),
                within(Measure::Turns, &turns),
                within(Measure::Rounds, &rounds),
            ],
            scores: [first(&scores[0]), first(&scores[1])],
        })
    }

    /// The greatest change of a value when all are worked out once more.
    fn left(&self, measure: Measure, values: &[f64]) -> f64 {
        let (mut exits, mut working, mut left) = (Vec::new(), Vec::new(), 0.0f64);
        for (position, value) in values.iter().enumerate() {
            self.exits(position, measure, values, &mut exits);
            let turn = &self.turns[self.positions[position].turn as usize];
            let again = turn.value(&exits, self.aim == Aim::Turns, &mut working);
            left = left.max((again - value).abs());
        }
        // As many digits as numbers of this size have.
        left.max(values.iter().fold(0.0f64, |most, value| most.max(value.abs())) * f64::EPSILON)
    }

    /// What all positions are worth, and how often those that come back to each other were gone over.
    fn iterate(&self, measure: Measure, until: Until<'_>) -> Result<(Vec<f64>, u32), Unsolved> {
        let is_share = measure == Measure::Aim && self.aim == Aim::Win;
        let mut values = vec![if is_share { 0.5 } else { 0.0 }; self.positions.len()];
        let (mut exits, mut working, mut most) = (Vec::new(), Vec::new(), 1);
        for group in groups(self.positions.len(), |position, i| self.follows(position, i)) {
            let mut before = [Vec::new(), Vec::new()];
            let comes_back = group.len() > 1 || (0..).map_while(|i| self.follows(group[0], i)).any(|to| to == group[0]);
            for sweep in 1.. {
                let mut change = 0.0f64;
                most = most.max(sweep);
                for &position in &group {
                    self.exits(position as usize, measure, &values, &mut exits);
                    let turn = &self.turns[self.positions[position as usize].turn as usize];
                    let value = turn.value(&exits, self.aim == Aim::Turns, &mut working);
                    change = change.max((values[position as usize] - value).abs());
                    values[position as usize] = value;
                }
                if !comes_back || change < 1e-13 || sweep == 100_000 {
                    break;
                }
                if until.is_over(EXPLORING) {
                    return Err(Unsolved::Limit("solving takes longer than was allowed".to_owned()));
                }
                let now: Vec<f64> = group.iter().map(|&position| values[position as usize]).collect();
                if sweep % 3 == 0 {
                    leap(&group, is_share, &before, &now, &mut values);
                }
                before.rotate_left(1);
                before[1] = now;
            }
        }
        Ok((values, most))
    }

    /// The position number `i` among the exits of one; the position itself where an exit ends the game.
    fn follows(&self, position: u32, i: usize) -> Option<u32> {
        let Position { turn, after } = self.positions[position as usize];
        let mut all = self.after[after..after + self.turns[turn as usize].exits.len()].iter();
        all.by_ref().filter_map(|after| if let After::Position(to) = after { Some(*to) } else { None }).nth(i)
    }
}

/// Goes where three sweeps in a row lead to (Aitken); sweeps after it put right what was wrong with that.
fn leap(group: &[u32], is_share: bool, before: &[Vec<f64>; 2], now: &[f64], values: &mut [f64]) {
    for (at, &position) in group.iter().enumerate() {
        let (first, second) = (before[1][at] - before[0][at], now[at] - before[1][at]);
        let to = now[at] - second * second / (second - first);
        let is_sane = if is_share { (0.0..=1.0).contains(&to) } else { to.is_finite() && to >= 0.0 };
        if is_sane && second.abs() > 1e-12 && (second / first).abs() < 1.0 {
            values[position as usize] = to;
        }
    }
}
