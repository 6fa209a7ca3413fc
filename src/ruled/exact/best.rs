//! Best play of a solved game, and what luck and decisions made of a game.

use super::build::Maker;
use super::solve::{Aim, Solved};
use super::turn::Exit;
use crate::dice::Hand;
use crate::model::{Fault, Flow, Game, Hidden, State, Stop, Way};
use crate::play::Watch;
use crate::strategy::{Optimal, Solve};
use rustc_hash::FxHashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// The longest that a turn is made again.
const MOST_TIME: Duration = Duration::from_secs(20);
/// The most values that are kept for turns that have been met.
const MOST_KEPT: usize = 2_000_000;

/// A turn of a solved game with the value of everything in it.
pub(super) struct Valued {
    rolls: FxHashMap<u128, u32>,
    exits: FxHashMap<Exit, u32>,
    /// By exit and node.
    values: Vec<f64>,
}

/// Best play of a solved game: the values of the turn that is played.
pub(crate) struct Best<'g, S: Deref<Target = Solved<'g>>> {
    solved: S,
    maker: Maker<'g>,
    now: Option<Arc<Valued>>,
    /// The turns that have been met, by what they read and by position.
    known: FxHashMap<(u128, u128), Arc<Valued>>,
    kept: usize,
}

impl<'g, S: Deref<Target = Solved<'g>>> Best<'g, S> {
    /// No turn has begun.
    pub(crate) fn new(solved: S) -> Best<'g, S> {
        Best { maker: solved.makers[0].fresh(), solved, now: None, known: FxHashMap::default(), kept: 0 }
    }

    /// Whether a turn of some game begins in this state.
    pub(crate) fn knows(&self, state: &State) -> bool {
        self.solved.known(state).is_some()
    }

    /// The values of everything in the turn that begins in this state.
    fn valued(&mut self, state: &State) -> Result<Valued, Fault> {
        let turn = self.maker.make(state, Instant::now() + MOST_TIME, true)?;
        let exits = turn.exits.iter().map(|exit| self.exit_value(state, exit)).collect::<Result<Vec<f64>, Fault>>()?;
        let mut values = Vec::new();
        turn.value(&exits, self.solved.aim == Aim::Turns, &mut values);
        Ok(Valued { rolls: turn.rolls, exits: turn.exits.into_iter().zip(0..).collect(), values })
    }

    /// What a turn from a state to this end is worth to its player.
    fn exit_value(&self, before: &State, exit: &Exit) -> Result<f64, Fault> {
        let mut state = before.clone();
        self.maker.scope.slots.iter().zip(&exit.slots).for_each(|(&slot, &value)| state.slots[slot] = value);
        self.solved.after(&mut state, exit.stop)
    }

    /// A turn begins.
    pub(crate) fn begin(&mut self, state: &State) -> Result<(), Fault> {
        let key = (self.maker.scope.key(state), self.solved.key(state));
        if let Some(known) = self.known.get(&key) {
            self.now = Some(Arc::clone(known));
            return Ok(());
        }
        let valued = Arc::new(self.valued(state)?);
        self.kept += valued.values.len();
        if self.kept > MOST_KEPT {
            self.known.clear();
            self.kept = valued.values.len();
        }
        self.known.insert(key, Arc::clone(&valued));
        self.now = Some(valued);
        Ok(())
    }

    /// What a state in the turn that began last is worth, from where it goes on.
    fn worth_of(&self, state: &State, flow: Flow) -> Option<f64> {
        let (game, scope, valued) = (self.solved.game, &self.maker.scope, &**self.now.as_ref()?);
        let mut state = state.clone();
        match game.settle(&mut state, flow).ok()? {
            Stop::Roll => {
                let (key, reward) = scope.node_key(game, &mut state);
                Some(valued.values[*valued.rolls.get(&key)? as usize] + reward as f64)
            }
            Stop::Decide => {
                let mut ways = Vec::new();
                game.ways(&state, &mut ways).ok()?;
                self.worths(&state, &ways).map(|(_, best)| best)
            }
            stop => {
                let reward = scope.reward.map_or(0, |slot| std::mem::take(&mut state.slots[slot]));
                let exit = Exit { stop, slots: scope.slots.iter().map(|&slot| state.slots[slot]).collect() };
                Some(valued.values[*valued.exits.get(&exit)? as usize] + reward as f64)
            }
        }
    }

    /// The best of some ways to decide, and what it is worth.
    pub(crate) fn worths(&self, state: &State, ways: &[Way]) -> Option<(usize, f64)> {
        let sign = if self.solved.aim == Aim::Turns { -1.0 } else { 1.0 };
        let worths = ways.iter().map(|&way| self.after(state, way)).collect::<Option<Vec<f64>>>()?;
        let best = |best: Option<(usize, f64)>, (way, worth): (usize, f64)| match best {
            Some(best) if sign * best.1 >= sign * worth => Some(best),
            _ => Some((way, worth)),
        };
        worths.into_iter().enumerate().fold(None, best)
    }

    /// What a way to decide is worth.
    pub(crate) fn after(&self, state: &State, way: Way) -> Option<f64> {
        let mut after = state.clone();
        let flow = self.solved.game.decide(&mut after, way).ok()?;
        self.worth_of(&after, flow)
    }
}

impl<'g, S: Deref<Target = Solved<'g>> + Send> Solve for Best<'g, S> {
    fn begin(&mut self, state: &State) -> Result<(), Fault> {
        Best::begin(self, state)
    }

    fn best(&self, state: &State, ways: &[Way]) -> Option<usize> {
        self.worths(state, ways).map(|(way, _)| way)
    }
}

/// A game that was solved, for all threads.
pub(crate) struct Shared(pub(crate) Arc<Solved<'static>>);

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, solved", self.0.game.name)
    }
}

impl Optimal for Shared {
    fn solver(&self) -> Box<dyn Solve> {
        Box::new(Best::new(Arc::clone(&self.0)))
    }
}

/// What luck gave the seat that began, and what each seat's decisions gave away, in a game of a solved game.
pub(crate) struct Judge<'j, 'g> {
    solved: Best<'g, &'j Solved<'g>>,
    pub(crate) luck: f64,
    pub(crate) regret: [f64; 2],
    seat: usize,
    pub(crate) fault: Option<Fault>,
}

impl<'j, 'g> Judge<'j, 'g> {
    pub(crate) fn new(solved: &'j Solved<'g>) -> Judge<'j, 'g> {
        Judge { solved: Best::new(solved), luck: 0.0, regret: [0.0; 2], seat: 0, fault: None }
    }
}

impl Watch for Judge<'_, '_> {
    fn turn(&mut self, game: &Game, state: &State) {
        self.seat = state.slots[game.hidden(Hidden::Seat)] as usize - 1;
        self.fault = self.solved.begin(state).err().or(self.fault.take());
    }

    fn rolled(&mut self, game: &Game, before: &State, lie: Hand) {
        let mut after = before.clone();
        let Ok(flow) = game.rolled(&mut after, lie) else { return };
        let worths = self.solved.worth_of(before, Flow::Step(before.step)).zip(self.solved.worth_of(&after, flow));
        if let Some((before, after)) = worths {
            self.luck += if self.seat == 0 { after - before } else { before - after };
        }
    }

    fn decided(&mut self, game: &Game, before: &State, way: Way) {
        let mut ways = Vec::new();
        if game.ways(before, &mut ways).is_ok()
            && let Some((_, best)) = self.solved.worths(before, &ways)
            && let Some(taken) = self.solved.after(before, way)
        {
            self.regret[self.seat] += (best - taken).abs();
        }
    }
}
