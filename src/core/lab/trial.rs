//! Trying a strategy from a file: a short play against every strategy that ships at a table of two, and once at the fullest
//! table, which shows faults, rules that never applied, and how well its decisions are remembered.
//!
//! Where a rule never applied, it is tried against several of each strategy too.

use crate::dice::RunKey;
use crate::engines::drawn::Remembered;
use crate::engines::{Playable, SeatingRule, Seatings, Series};
use crate::games::{Fault, Game, SetUpError, Setting, Table};
use crate::input::{BadInput, Problem, Source};
use crate::strategies::{Catalogue, Loaded, StrategyError, Tried, Values, find, find_all, read};
use std::cell::Cell;
use std::time::Duration;
use web_time::Instant;

/// The blocks that are played at each table; a game a seat is played in each.
const BLOCKS: u64 = 100;
/// How many of a kind, and in how many blocks, are tried if something has not applied at those tables.
const SEVERAL: usize = 2;
const MORE_BLOCKS: u64 = 8;
/// The blocks in which decisions are remembered; a game a seat is played in each.
const REMEMBERED_BLOCKS: u64 = 500;
/// The longest that a table is played: what takes longer has been seen often enough.
const TIME: Duration = Duration::from_secs(10);
/// The seed of the games.
const SEED: u64 = 1;

/// What came of trying a strategy.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The name of the strategy.
    pub name: String,
    /// Each parameter with its limits and its default, in words.
    pub parameters: Vec<String>,
    /// How many games it was tried in.
    pub games: u64,
    /// What never happened in them, but might in others.
    pub warnings: Vec<Problem>,
    /// How well its decisions were remembered at the fullest table, and in how many games; nothing in a game that remembers
    /// none.
    pub remembered: Option<(Remembered, u64)>,
    /// The most operations that a call of it used in all these games; nothing of a strategy that is not a script.
    pub operations: Option<u64>,
}

/// Why a strategy could not be tried.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TrialError {
    /// Something is wrong with its file, or it did something illegal in a game.
    #[error(transparent)]
    Input(#[from] BadInput),
    /// A table could not be set up.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// A strategy that it is tried against could not be had.
    #[error(transparent)]
    Strategy(#[from] StrategyError),
}

/// Who is told how many games were played, and how many there will be at most.
pub type Told<'t> = &'t dyn Fn(u64, u64);

/// The games at all tables.
struct Tables<'t> {
    source: &'t Source,
    /// The longest that one is played.
    time: Duration,
    told: Told<'t>,
    played: Cell<u64>,
    /// How many games there will be at most, as far as is known.
    all: Cell<u64>,
}

impl Tables<'_> {
    /// A table will be played.
    fn expect(&self, games: u64) {
        self.all.set(self.all.get() + games);
        self.tell();
    }

    /// A game was played.
    fn count(&self) {
        self.played.set(self.played.get() + 1);
        self.tell();
    }

    /// The games that were expected and were not played are no longer expected.
    fn settle(&self, expected: u64, played: u64) {
        self.all.set(self.all.get() - expected.saturating_sub(played));
    }

    fn tell(&self) {
        (self.told)(self.played.get(), self.all.get());
    }
}

/// Reads the strategy in a file, and tries it; `told` hears of each game.
pub(super) fn trial<G: Catalogue + Playable>(source: &Source, told: Told<'_>) -> Result<Trial, TrialError> {
    trial_within::<G>(source, TIME, told)
}

/// The same with no more than the blocks at each table that begin in this time, but one at least.
fn trial_within<G: Catalogue + Playable>(source: &Source, time: Duration, told: Told<'_>) -> Result<Trial, TrialError> {
    let loaded = read::<G>(source)?;
    let tables = Tables { source, time, told, played: Cell::new(0), all: Cell::new(0) };
    let warnings = smoke_test(&loaded, &tables)?;
    let games = tables.played.get();
    let remembered = remembered(&loaded)?;
    let parameters = loaded.parameters.iter().map(|parameter| parameter.describe()).collect();
    let operations = loaded.meter.as_ref().map(|meter| meter.most());
    Ok(Trial { name: loaded.name, parameters, games, warnings, remembered, operations })
}

/// The others at the fullest table.
fn fullest_table<G: Catalogue>() -> (usize, Vec<&'static str>) {
    let seats = *G::SEATS.end();
    (seats, G::lineup(seats).into_iter().skip(1).collect())
}

/// What `play` makes of a table at which the strategy sits first, with the defaults of its parameters.
fn at_table<G: Catalogue, T>(
    loaded: &Loaded<G>,
    (seats, others): (usize, &[&str]),
    play: impl FnOnce(&G, &[&G::Strategy]) -> Result<T, TrialError>,
) -> Result<T, TrialError> {
    let values = Values::read(&loaded.name, &loaded.parameters, &[])?;
    let game = G::set_up(seats, &Setting::default())?;
    let own = (loaded.build)(&values, &game)?;
    // Several of a kind are one strategy, which is built once.
    let others: Vec<String> = others.iter().map(|&other| other.to_owned()).collect();
    let (chosen, lineup) = find_all(&others, &game)?;
    let strategies: Vec<&G::Strategy> =
        std::iter::once(&*own).chain(lineup.into_iter().map(|index| &*chosen[index].strategy)).collect();
    play(&game, &strategies)
}

/// Plays the strategy; answers with what never happened in the games but might in others.
fn smoke_test<G: Catalogue>(loaded: &Loaded<G>, tables: &Tables<'_>) -> Result<Vec<Problem>, TrialError> {
    let source = tables.source;
    loaded.rule_usage.iter().for_each(|rule_usage| rule_usage.start());
    let others: Vec<&str> = G::trial_opponents().into_iter().filter(|name| *name != loaded.name).collect();
    let pairs = others.iter().map(|name| (2, vec![*name]));
    let first: Vec<_> = pairs.chain([fullest_table::<G>()]).filter(|(seats, _)| G::SEATS.contains(seats)).collect();
    first.iter().for_each(|(seats, _)| tables.expect(BLOCKS * *seats as u64));
    first.iter().try_for_each(|table| try_at(loaded, tables, table, BLOCKS))?;
    let games = || tables.played.get();
    let (all, full) = (others.join(", "), fullest_table::<G>().1.join(", "));
    let mut against = format!("{all} one at a time, and {full} together");
    let impossible: Vec<Problem> =
        loaded.rule_usage.iter().flat_map(|rule_usage| rule_usage.impossible(source)).collect();
    // What did not apply yet may do so among several of a kind; a file that is refused anyway need not be tried so.
    let are_known = |name: &&&str| impossible.is_empty() && is_known_for::<G>(name, SEVERAL + 1);
    for name in others.iter().filter(are_known) {
        if unused(loaded, source, &Tried { games: games(), against: String::new() })?.is_empty() {
            break;
        }
        let seats = SEVERAL + 1;
        if G::SEATS.contains(&seats) {
            tables.expect(MORE_BLOCKS * seats as u64);
            try_at(loaded, tables, &(seats, vec![name; SEVERAL]), MORE_BLOCKS)?;
        }
        against = format!("{all} one at a time and two of each, and {full} together");
    }
    let unused = unused(loaded, source, &Tried { games: games(), against })?;
    if impossible.is_empty() {
        return Ok(unused);
    }
    Ok(BadInput::unless_empty(source, [impossible, unused].concat(), None)?)
}

/// Whether a built-in strategy can sit at a table of so many: some are solved for two players alone.
fn is_known_for<G: Catalogue>(name: &str, seats: usize) -> bool {
    G::set_up(seats, &Setting::default()).is_ok_and(|game| find(name, &game).is_ok())
}

/// What of the file never applied so far, but for what never can.
fn unused<G: Catalogue>(loaded: &Loaded<G>, source: &Source, tried: &Tried) -> Result<Vec<Problem>, TrialError> {
    let game = G::set_up(2, &Setting::default())?;
    Ok(loaded.rule_usage.iter().flat_map(|rule_usage| rule_usage.unused(&game, source, tried)).collect())
}

/// Plays blocks at a table, whose games are expected.
fn try_at<G: Catalogue>(
    loaded: &Loaded<G>,
    tables: &Tables<'_>,
    (seats, others): &(usize, Vec<&str>),
    blocks: u64,
) -> Result<(), TrialError> {
    at_table(loaded, (*seats, others), |game, strategies| {
        let played = play_table(game, strategies, blocks, tables);
        let played = played.map_err(|fault| at_fault(tables.source, &fault, others))?;
        tables.settle(blocks * *seats as u64, played);
        Ok(())
    })
}

/// How well its decisions are remembered at the fullest table.
fn remembered<G: Catalogue + Playable>(loaded: &Loaded<G>) -> Result<Option<(Remembered, u64)>, TrialError> {
    let (seats, others) = fullest_table::<G>();
    at_table(loaded, (seats, &others), |game, strategies| {
        let lineup: Vec<usize> = (0..seats).collect();
        let seatings = Seatings::new(SeatingRule::Rotate, &lineup);
        let series = Series { seatings: &seatings, seed: SEED };
        let remembered = game.remembered(strategies, series, REMEMBERED_BLOCKS);
        let games = REMEMBERED_BLOCKS * seatings.games();
        Ok(remembered.first().map(|&known| (known, games)))
    })
}

/// Plays so many blocks in all rotations, or as many as begin in time; answers with how many games they were.
fn play_table<G: Game>(game: &G, strategies: &[&G::Strategy], blocks: u64, tables: &Tables<'_>) -> Result<u64, Fault> {
    let (seats, began) = (strategies.len(), Instant::now());
    let (mut scratch, mut games) = (game.scratch(), 0);
    for block in 0..blocks {
        let key = RunKey::new(SEED).block(block);
        game.begin_block(key, &mut scratch);
        for rotation in 0..seats {
            let seating: Vec<usize> = (0..seats).map(|seat| (seat + rotation) % seats).collect();
            game.play(Table { strategies, seating: &seating, block: key }, &mut scratch, &mut ())?;
            games += 1;
            tables.count();
        }
        if began.elapsed() >= tables.time {
            break;
        }
    }
    Ok(games)
}

/// A fault as a problem of the file.
fn at_fault(source: &Source, fault: &Fault, others: &[&str]) -> BadInput {
    let others = others.join(", ");
    let Fault { round, returned, legal, .. } = fault;
    let problem = Problem::general(format!("in round {round} of a game against {others} it returned {returned}"))
        .help(format!("legal: {legal}"));
    BadInput { source: source.clone(), problems: vec![problem] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::BuiltIn;
    use crate::games::battle::Battle;
    use std::cell::RefCell;

    const SCRIPT: &str = r#"
        const GAME = "battle";
        const NAME = "asks";
        const ABOUT = "asks for a chance";
        fn duel(view) { view.win("battle"); "battle" }
    "#;

    /// A script that asks for many chances to win kept `check` silent for minutes.
    #[test]
    fn a_trial_tells_of_each_game_and_ends_in_time_where_games_are_slow() {
        let (source, told) = (Source::new("asks.rhai", SCRIPT), RefCell::new(Vec::new()));
        let hear = |played, all| told.borrow_mut().push((played, all));
        let trial = trial_within::<Battle>(&source, Duration::ZERO, &hear).unwrap();
        let tables = Battle::trial_opponents().len() as u64;
        assert_eq!(trial.games, 2 * tables + *Battle::SEATS.end() as u64, "one block at each table");
        let told = told.take();
        assert_eq!(told.last(), Some(&(trial.games, trial.games + (BLOCKS - 1) * *Battle::SEATS.end() as u64)));
        assert!(told.is_sorted_by_key(|told| told.0) && told.iter().all(|(played, all)| played <= all));
        assert_eq!((1..=trial.games).filter(|&games| told.iter().all(|&(played, _)| played != games)).count(), 0);
    }
}
