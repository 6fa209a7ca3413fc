//! Going through a game: what its rules do not provide for, and how far its fields go.
//!
//! A game is played at random for each number of players, and then all its positions are gone through as far as limits
//! allow. So a rare fault is found, too, or it is said how far the search came.

use crate::exact::{Limits, Sizes, Unsolved, explore};
use crate::model::{Fault, Game, HIDDEN};
use crate::play::Table;
use crate::strategy::Strategy;
use analyze_core::dice::RunKey;
use analyze_core::input::{BadInput, Problem, Source};
use std::time::{Duration, Instant};

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
    /// How far all fields go, unless something stopped the search.
    pub ranges: Vec<Range>,
    /// What stopped the search, if something did.
    pub stopped: Option<String>,
}

/// Plays a game at random and goes through its positions. Its error is the first fault that is found.
pub(crate) fn check(game: &Game, source: &Source, limits: Limits) -> Result<Checked, BadInput> {
    let bad = |fault: Fault| {
        let mut problem = Problem::at(fault.span, fault.message).help(format!("in the state: {}", fault.state));
        if fault.is_limit {
            problem.help = None;
        }
        BadInput { source: source.clone(), problems: vec![problem] }
    };
    let (games, ended) = at_random(game).map_err(bad)?;
    let (sizes, ranges, stopped, ends) = match explore(game, limits) {
        Ok((solved, stopped)) => {
            let all = (0..game.own()).chain(game.players * game.own()..game.slots() - HIDDEN + 2);
            let range = |slot: usize| Range { name: game.field(slot).name.clone(), ends: solved.met(slot) };
            (solved.sizes(), all.map(range).collect(), stopped, solved.ends())
        }
        Err(Unsolved::Fault(fault)) => return Err(bad(fault)),
        Err(Unsolved::Limit(limit)) => (Sizes::default(), Vec::new(), Some(limit), true),
    };
    if ended == 0 && (stopped.is_none() && !ends || stopped.is_some()) {
        let problem = Problem::general(format!("no game ended before it was stopped after {} turns", game.cap));
        let problem = problem.help("look at 'when' in [end], or say how many turns a game may have: turns = 20000");
        return Err(BadInput { source: source.clone(), problems: vec![problem] });
    }
    Ok(Checked { games, sizes, ranges, stopped })
}

/// Games with random decisions: how many, and how many of them came to an end.
fn at_random(game: &Game) -> Result<(u64, u64), Fault> {
    let (random, until) = (Strategy::random(game), Instant::now() + TIME);
    let mut table = Table::new(game, &[&random]);
    let seating = vec![0; game.players];
    let (mut games, mut ended) = (0, 0);
    while games < GAMES && Instant::now() < until {
        let outcome = table.play(&seating, RunKey::new(1).block(games), &mut ())?;
        games += 1;
        ended += u64::from(outcome.lengths[1] == 0);
    }
    Ok((games, ended))
}
