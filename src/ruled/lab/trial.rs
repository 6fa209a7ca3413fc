//! Trying a strategy from a file: some games against every strategy that ships, against itself, and at the fullest table, which
//! show what it answers that is not legal, and what the rules do not provide for.

use super::game::FileGame;
use crate::model::Fault;
use crate::play::Table;
use crate::ruled::Ruled;
use crate::strategy::Strategy;
use analyze_core::dice::RunKey;
use analyze_core::games::Blame;
use analyze_core::input::{BadInput, Problem, Source};
use analyze_core::lab::{AnyGame, Told, Trial, TrialError};
use analyze_core::strategies::Parameter;
use std::time::Duration;
use web_time::Instant;

/// The blocks that are played at each table; a game a seat is played in each.
const BLOCKS: u64 = 100;
/// The longest that a table is played: what takes longer has been seen often enough.
const TIME: Duration = Duration::from_secs(2);
/// The seed of the games.
const SEED: u64 = 1;

/// Reads the strategy in a file, and tries it; `told` hears of each table.
pub(super) fn trial(game: &'static FileGame, source: &Source, told: Told<'_>) -> Result<Trial, TrialError> {
    let (least, players) = game.seats().into_inner();
    let own = game.plain(least)?.strategy(source, &[])?;
    let pair = 2.clamp(least, players);
    let mut games = 0;
    let others: Vec<&str> = game.strategies().into_iter().filter(|other| *other != own.name()).collect();
    // Each table ends in time.
    let most = |tables: usize, seats: usize| BLOCKS * (tables * seats) as u64;
    for (at, other) in others.iter().enumerate() {
        told(games, games + most(others.len() - at, pair) + most(1, players));
        games += at_table(game, source, pair, Some(other))?;
    }
    told(games, games + most(1, players));
    games += at_table(game, source, players, None)?;
    let parameters = own.parameters().iter().map(Parameter::describe).collect();
    Ok(Trial {
        name: own.name().to_owned(),
        parameters,
        games,
        warnings: Vec::new(),
        remembered: None,
        operations: None,
    })
}

/// Plays at a table of so many, against others that are alike or against itself; says in how many games.
fn at_table(game: &FileGame, source: &Source, players: usize, other: Option<&str>) -> Result<u64, TrialError> {
    let ruled = game.plain(players)?;
    let own = ruled.strategy(source, &[])?;
    let against = match other.map(|name| game.file_of(name)).transpose()? {
        None => None,
        Some(Some(file)) => Some(ruled.strategy(&file, &[])?),
        Some(None) => Some(ruled.random()),
    };
    let played = played(&ruled, &own, against.as_ref());
    let against = other.unwrap_or("itself");
    Ok(played.map_err(|fault| bad(source, game, fault, against))?)
}

fn played(game: &Ruled, own: &Strategy, against: Option<&Strategy>) -> Result<u64, Fault> {
    let strategies = [own, against.unwrap_or(own)];
    let (mut table, until, seats) = (Table::new(game.game(), &strategies), Instant::now() + TIME, game.players());
    let mut games = 0;
    for block in 0..BLOCKS {
        for first in 0..seats {
            let seating: Vec<usize> = (0..seats).map(|seat| usize::from(seat != first)).collect();
            table.play(&seating, RunKey::new(SEED).block(block), &mut ())?;
            games += 1;
        }
        if Instant::now() > until {
            break;
        }
    }
    Ok(games)
}

/// A fault as a problem of the strategy's file, or of the game's if that is to blame.
fn bad(source: &Source, game: &FileGame, fault: Fault, against: &str) -> BadInput {
    let Fault { span, message, state, blame, at } = fault;
    let state = format!("in the state: {state}");
    match blame {
        Blame::Rules => {
            BadInput { source: game.source.clone(), problems: vec![Problem::at(span, message).help(state)] }
        }
        Blame::Strategy | Blame::Limit => {
            let round = at.map_or(1, |(_, round)| round);
            let message = format!("in round {round} of a game against {against}: {message}");
            BadInput { source: source.clone(), problems: vec![Problem::general(message).help(state)] }
        }
    }
}
