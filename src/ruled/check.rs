//! Going through a game: what its rules do not provide for, and how far its fields go.
//!
//! A game is played at random for each number of players, and then all its positions are gone through as far as limits
//! allow. So a rare fault is found, too, or it is said how far the search came.

use crate::exact::{Limits, Sizes, Unsolved, explore};
use crate::model::{Fault, Game, HIDDEN, State, Stop, Way};
use crate::play::{Table, Watch};
use crate::strategy::Strategy;
use analyze_core::dice::RunKey;
use analyze_core::games::Blame;
use analyze_core::input::{BadInput, Problem, Source};
use std::time::Duration;
use web_time::Instant;

/// How many games are played at random, and for how long at most.
const GAMES: u64 = 1_000;
const TIME: Duration = Duration::from_secs(2);

/// How far a field goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The field.
    pub name: String,
    /// The least and the most that it was.
    pub ends: (i64, i64),
}

/// What was found in a game without a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The games that were played at random.
    pub games: u64,
    /// What was gone through.
    pub sizes: Sizes,
    /// How far all fields go; if something stopped the search, how far they went in what was looked at.
    pub ranges: Vec<Range>,
    /// What stopped the search, if something did.
    pub stopped: Option<String>,
}

/// Plays a game at random and goes through its positions. Its error is the first fault that is found.
pub(crate) fn check(game: &Game, source: &Source, limits: Limits) -> Result<Checked, BadInput> {
    let bad = |fault: Fault| {
        let mut problem = Problem::at(fault.span, fault.message).help(format!("in the state: {}", fault.state));
        if fault.blame == Blame::Limit {
            problem.help = None;
        }
        BadInput { source: source.clone(), problems: vec![problem] }
    };
    let mut met = Met(game.limits.iter().map(|limits| (limits.2, limits.2)).collect());
    let (games, ended) = at_random(game, &mut met).map_err(bad)?;
    let (sizes, stopped, ends) = match explore(game, limits) {
        Ok((solved, stopped)) => {
            (0..met.0.len()).for_each(|slot| met.add(slot, &[solved.met_in(slot)]));
            (solved.sizes(), stopped, solved.ends())
        }
        Err(Unsolved::Fault(fault)) => return Err(bad(fault)),
        Err(Unsolved::Limit(limit)) => (Sizes::default(), Some(limit), false),
    };
    if ended == 0 && !ends {
        let problem = Problem::general(format!("no game ended before it was stopped after {} turns", game.cap));
        let problem = problem.help(
            "does every turn lose, or can nobody reach the goal? Look at 'bust' and 'goal' of a preset, or at 'when' in [end]; \
             'turns' limits the turns of a game",
        );
        return Err(BadInput { source: source.clone(), problems: vec![problem] });
    }
    Ok(Checked { games, sizes, ranges: met.ranges(game), stopped })
}

/// The least and the most that was met in each slot.
struct Met(Vec<(i64, i64)>);

impl Met {
    fn add(&mut self, slot: usize, all: &[(i64, i64)]) {
        let met = self.0[slot];
        self.0[slot] = all.iter().fold(met, |met, other| (met.0.min(other.0), met.1.max(other.1)));
    }

    fn state(&mut self, state: &State) {
        state.slots.iter().enumerate().for_each(|(slot, &value)| self.add(slot, &[(value, value)]));
    }

    /// How far each field went, of any player.
    fn ranges(&self, game: &Game) -> Vec<Range> {
        let all = (0..game.own()).chain(game.players * game.own()..game.slots() - HIDDEN + 2);
        let range = |slot: usize| {
            let of_all = (0..if slot < game.own() { game.players } else { 1 }).map(|p| self.0[slot + p * game.own()]);
            let ends = of_all.fold((i64::MAX, i64::MIN), |ends, met| (ends.0.min(met.0), ends.1.max(met.1)));
            Range { name: game.field(slot).name.clone(), ends }
        };
        all.map(range).collect()
    }
}

impl Watch for Met {
    fn decided(&mut self, _: &Game, before: &State, _: Way) {
        self.state(before);
    }

    fn turn_over(&mut self, _: &Game, state: &State, _: Stop) {
        self.state(state);
    }
}

/// Games with random decisions: how many, and how many of them came to an end.
fn at_random(game: &Game, met: &mut Met) -> Result<(u64, u64), Fault> {
    let (random, until) = (Strategy::random(game), Instant::now() + TIME);
    let mut table = Table::new(game, &[&random]);
    let seating = vec![0; game.players];
    let (mut games, mut ended) = (0, 0);
    while games < GAMES && Instant::now() < until {
        let outcome = table.play(&seating, RunKey::new(1).block(games), met)?;
        // What follows the last turn or round was not seen as part of a turn.
        met.state(table.last());
        games += 1;
        ended += u64::from(outcome.lengths[1] == 0);
    }
    Ok((games, ended))
}
