//! The smoke test of a strategy that is checked: a short play.
//!
//! Owns which games are played: against every strategy that ships at a table of two, and once at the fullest table; and
//! the problems that they show: faults, and rules that never applied.

use super::error::Failure;
use crate::dice::RunKey;
use crate::games::{Fault, Game, Setting, Table};
use crate::input::{BadInput, Problem, Severity, Source};
use crate::strategies::{Catalogue, Loaded, Values, find};

/// The blocks that are played at each table; a game a seat is played in each.
const BLOCKS: u64 = 100;
/// The seed of the games.
const SEED: u64 = 1;

/// Plays the strategy with the defaults of its parameters; answers with the number of games, and with what never happened
/// in them but might in others.
pub(super) fn play<G: Catalogue>(loaded: &Loaded<G>, source: &Source) -> Result<(u64, Vec<Problem>), Failure> {
    let values =
        Values::read(&loaded.name, &loaded.parameters, &[]).map_err(|error| Failure::Usage(error.to_string()))?;
    let fullest = *G::SEATS.end();
    let mut tables: Vec<(usize, Vec<&str>)> =
        G::trial_opponents().into_iter().filter(|name| *name != loaded.name).map(|name| (2, vec![name])).collect();
    tables.push((fullest, G::lineup(fullest).into_iter().skip(1).collect()));
    loaded.rule_usage.iter().for_each(|rule_usage| rule_usage.start());
    let mut games = 0;
    for (seats, others) in tables.iter().filter(|(seats, _)| G::SEATS.contains(seats)) {
        let game = G::set_up(*seats, &Setting::default())?;
        let own = (loaded.build)(&values, &game)?;
        let found = others.iter().map(|other| find(other, &game)).collect::<Result<Vec<_>, _>>();
        let others_found = found.map_err(|error| Failure::strategy("check", error))?;
        let strategies: Vec<&G::Strategy> =
            std::iter::once(&*own).chain(others_found.iter().map(|other| &*other.strategy)).collect();
        games += play_table(&game, &strategies).map_err(|fault| at_fault(source, &fault, others))?;
    }
    let game = G::set_up(2, &Setting::default())?;
    let tried = format!("{games} games");
    let problems: Vec<Problem> =
        loaded.rule_usage.iter().flat_map(|rule_usage| rule_usage.problems(&game, source, &tried)).collect();
    if problems.iter().all(|problem| problem.severity == Severity::Warning) {
        return Ok((games, problems));
    }
    BadInput::unless_empty(source, problems, None).map_err(Failure::from)
}

/// Plays the blocks in all rotations.
fn play_table<G: Game>(game: &G, strategies: &[&G::Strategy]) -> Result<u64, Fault> {
    let seats = strategies.len();
    let mut scratch = game.scratch();
    for block in 0..BLOCKS {
        let key = RunKey::new(SEED).block(block);
        game.begin_block(key, &mut scratch);
        for rotation in 0..seats {
            let seating: Vec<usize> = (0..seats).map(|seat| (seat + rotation) % seats).collect();
            game.play(Table { strategies, seating: &seating, block: key }, &mut scratch, &mut ())?;
        }
    }
    Ok(BLOCKS * seats as u64)
}

/// A fault as a problem of the file.
fn at_fault(source: &Source, fault: &Fault, others: &[&str]) -> Failure {
    let others = others.join(", ");
    let Fault { round, returned, legal, .. } = fault;
    let problem = Problem::general(format!("in round {round} of a game against {others} it returned {returned}"))
        .help(format!("legal: {legal}"));
    BadInput { source: source.clone(), problems: vec![problem] }.into()
}
