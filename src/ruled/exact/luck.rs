//! Luck in two-player games: how much each turn's luck gained or lost, according to the values of best play.
//!
//! The value of a turn is the value of the position after it. Its expected value follows from the graph of the turn as the
//! strategy plays it. The difference is luck. Its mean is 0, whatever the values are and whoever plays. For best play, the
//! expected value is the value of the position. A strategy that makes random choices has no such graph, so it is refused.

use super::best::Best;
use super::build::Maker;
use super::solve::Solved;
use super::turn::Exit;
use crate::dice::Hand;
use crate::model::{Fault, Game, Hidden, State, Stop, Way};
use crate::play::Watch;
use crate::strategy::Strategy;
use analyze_core::engines::{
    Cancel, CancelledShares, DecisionStake, KnownOptions, Luck, SeatValues, Valuer, WHOLE_VALUE, cancelled_for_two,
    stake_of, values_of_two,
};
use analyze_core::games::{Observer, Outcome, Seating};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// The most ends of turns, and the most expected values, that a worker remembers.
const MOST_ENDS: usize = 1_000_000;
const MOST_REMEMBERED: usize = 1 << 18;
/// The longest time to build the graph of a turn.
const MOST_TIME: Duration = Duration::from_secs(20);

/// Reports each turn as an event of chance: the slots before it, the slots after it, and how it ended.
pub(crate) struct Told<'o, O> {
    observer: &'o mut O,
    numbers: Vec<u32>,
}

impl<'o, O: Observer> Told<'o, O> {
    /// Nothing was played yet.
    pub(crate) fn new(observer: &'o mut O) -> Told<'o, O> {
        Told { observer, numbers: Vec::new() }
    }

    /// Whom it tells.
    pub(crate) fn observer(&mut self) -> &mut O {
        self.observer
    }

    fn slots(&mut self, state: &State) {
        self.numbers.extend(numbers_of(state));
    }
}

/// The two halves of a number.
fn halves(number: i64) -> [u32; 2] {
    [(number >> 32) as u32, number as u32]
}

/// The number with these halves.
fn whole(halves: &[u32]) -> i64 {
    (i64::from(halves[0]) << 32) | i64::from(halves[1])
}

/// The slots of a state between turns.
pub(crate) fn numbers_of(state: &State) -> impl Iterator<Item = u32> {
    state.slots.iter().copied().flat_map(halves)
}

/// A state in the middle of a turn: its slots, the step, and the dice.
pub(crate) fn in_turn(state: &State) -> impl Iterator<Item = u32> {
    numbers_of(state).chain([state.step as u32]).chain(halves(state.dice as i64))
}

impl<O: Observer> Watch for Told<'_, O> {
    fn turn(&mut self, _: &Game, state: &State) {
        self.numbers.clear();
        self.slots(state);
    }

    fn turn_over(&mut self, _: &Game, state: &State, stop: Stop) {
        self.slots(state);
        self.numbers.push(u32::from(stop == Stop::Again) + 2 * u32::from(stop == Stop::End));
        self.observer.chance_falls(&self.numbers);
    }
}

/// The end that this number encodes.
fn stop_of(number: u32) -> Stop {
    match number {
        0 => Stop::Pass,
        1 => Stop::Again,
        _ => Stop::End,
    }
}

/// Luck among some strategies.
pub(crate) struct TurnLuck<'g> {
    values: Arc<Solved<'static>>,
    strategies: Vec<&'g Strategy>,
}

impl<'g> TurnLuck<'g> {
    /// Luck among these strategies, according to the values of best play for two players.
    pub(crate) fn new(values: Arc<Solved<'static>>, strategies: &[&'g Strategy]) -> TurnLuck<'g> {
        TurnLuck { values, strategies: strategies.to_vec() }
    }
}

impl Luck for TurnLuck<'_> {
    fn worker(&self) -> Box<dyn Cancel + '_> {
        let game = self.values.game();
        let makers = self.strategies.iter().map(|strategy| match strategy.draws {
            true => None,
            false => Maker::new(game, Some(*strategy), false),
        });
        Box::new(Canceller {
            values: &self.values,
            is_best: self.strategies.iter().map(|strategy| strategy.is_best).collect(),
            makers: makers.collect(),
            turns: Vec::new(),
            ends: FxHashMap::default(),
            kept: 0,
            remembered: FxHashMap::default(),
            state: State::default(),
        })
    }

    fn valuer(&self) -> Box<dyn Valuer + '_> {
        Box::new(Positions {
            values: &self.values,
            best: Best::new(&*self.values),
            state: State::default(),
            now: State::default(),
            ways: Vec::new(),
        })
    }
}

/// What positions are worth before a turn and in it, to best play.
struct Positions<'l> {
    values: &'l Solved<'static>,
    best: Best<'static, &'l Solved<'static>>,
    /// The state before a turn, and one in it.
    state: State,
    now: State,
    ways: Vec<Way>,
}

impl Positions<'_> {
    /// What hangs on the decision in the state now, of a turn that began in the other state.
    fn stake(&mut self) -> Option<f64> {
        let game = self.values.game();
        game.ways(&self.now, &mut self.ways).ok()?;
        if self.ways.len() < 2 {
            return Some(0.0);
        }
        self.best.begin(&self.state).ok()?;
        let worths = self.ways.iter().map(|&way| self.best.after(&self.now, way));
        Some(stake_of(&mut worths.collect::<Option<Vec<f64>>>()?))
    }
}

impl Valuer for Positions<'_> {
    fn before(&mut self, _: &Seating, numbers: &[u32]) -> Option<SeatValues> {
        let game = self.values.game();
        let slots = numbers.get(..2 * game.slots())?;
        fill(&mut self.state, slots);
        let seat = usize::try_from(self.state.slots[game.hidden(Hidden::Seat)] - 1).ok()?;
        Some(values_of_two(seat, self.values.before(&self.state)?))
    }

    fn options(&self) -> KnownOptions {
        KnownOptions::OfDecisions
    }

    fn stake_of_decision(&mut self, _: &Seating, numbers: &[u32]) -> Option<DecisionStake> {
        let game = self.values.game();
        let (before, now) = numbers.split_at_checked(2 * game.slots())?;
        let (now, at) = now.split_at_checked(2 * game.slots())?;
        let &[step, high, low] = at else { return None };
        fill(&mut self.state, before);
        fill(&mut self.now, now);
        (self.now.step, self.now.dice) = (step as usize, whole(&[high, low]) as Hand);
        let seat = usize::try_from(self.state.slots[game.hidden(Hidden::Seat)] - 1).ok()?;
        Some(DecisionStake { seat, stake: self.stake() })
    }
}

/// Puts these slots into the state before a turn.
fn fill(state: &mut State, slots: &[u32]) {
    state.slots.clear();
    state.slots.extend(slots.chunks_exact(2).map(whole));
    (state.step, state.dice) = (0, 0);
}

/// The possible ends of a turn, each with its chance.
type Ends = Vec<(Exit, f64)>;

struct Canceller<'l> {
    values: &'l Solved<'static>,
    /// By strategy, whether it plays best.
    is_best: Vec<bool>,
    /// By strategy, the maker of its turns; none for best play.
    makers: Vec<Option<Maker<'l>>>,
    /// The turns of the game so far, one after the other.
    turns: Vec<u32>,
    /// The ends of turns, by strategy and by what the turn reads.
    ends: FxHashMap<(usize, u128), Ends>,
    kept: usize,
    /// Expected values, by strategy, by what the turn reads, and by position.
    remembered: FxHashMap<(usize, u128, u128), Option<f64>>,
    state: State,
}

impl Canceller<'_> {
    /// How much luck gave the player in a turn.
    fn luck(&mut self, strategy: usize, before: &[u32], after: &[u32], stop: Stop) -> Result<f64, Fault> {
        fill(&mut self.state, before);
        let Some(expected) = self.expected(strategy)? else { return Ok(0.0) };
        fill(&mut self.state, after);
        Ok(self.values.after(&mut self.state, stop)? - expected)
    }

    /// The expected value of the turn that begins in the state; nothing if it is not known.
    fn expected(&mut self, strategy: usize) -> Result<Option<f64>, Fault> {
        if self.is_best[strategy] {
            return Ok(self.values.known(&self.state).map(|position| self.values.values[position as usize]));
        }
        let Some(maker) = &self.makers[strategy] else { return Ok(None) };
        let turn = maker.scope.key(&self.state);
        let key = (strategy, turn, self.values.key(&self.state));
        if let Some(&known) = self.remembered.get(&key) {
            return Ok(known);
        }
        let expected = self.mean(strategy, turn)?;
        if self.remembered.len() >= MOST_REMEMBERED {
            self.remembered.clear();
        }
        self.remembered.insert(key, expected);
        Ok(expected)
    }

    /// The mean over the ends of the turn.
    fn mean(&mut self, strategy: usize, turn: u128) -> Result<Option<f64>, Fault> {
        let Canceller { values, makers, ends, kept, state, .. } = self;
        let Some(maker) = &mut makers[strategy] else { return Ok(None) };
        if *kept > MOST_ENDS {
            ends.clear();
            *kept = 0;
        }
        let all = match ends.entry((strategy, turn)) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(place) => {
                let turn = maker.turn(state, Instant::now() + MOST_TIME)?;
                let chances = turn.exit_chances();
                *kept += chances.len();
                place.insert(turn.exits.into_iter().zip(chances).collect())
            }
        };
        let (mut mean, mut after) = (0.0, state.clone());
        for (exit, chance) in &*all {
            after.slots.clone_from(&state.slots);
            maker.scope.slots.iter().zip(&exit.slots).for_each(|(&slot, &value)| after.slots[slot] = value);
            mean += chance * values.after(&mut after, exit.stop)?;
        }
        Ok(Some(mean))
    }
}

impl Cancel for Canceller<'_> {
    fn chance_falls(&mut self, numbers: &[u32]) {
        self.turns.extend(numbers);
    }

    /// A turn that cannot be worked out has no luck. Whether it can does not depend on its result, so the mean stays 0.
    fn game(&mut self, seating: &Seating, outcome: &Outcome) -> CancelledShares {
        let game = self.values.game();
        let (slots, seat) = (2 * game.slots(), game.hidden(Hidden::Seat));
        let (turns, mut luck) = (std::mem::take(&mut self.turns), 0.0);
        for turn in turns.chunks_exact(2 * slots + 1) {
            let seat = turn[2 * seat + 1] as usize - 1;
            let (before, after) = turn[..2 * slots].split_at(slots);
            let given = self.luck(seating[seat], before, after, stop_of(turn[2 * slots])).unwrap_or(0.0);
            luck += if seat == 0 { given } else { -given };
        }
        self.turns = turns;
        self.turns.clear();
        cancelled_for_two(outcome, (luck * f64::from(WHOLE_VALUE)).round() as i64)
    }
}
