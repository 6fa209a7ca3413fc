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

/// The blocks that are played at each table; a game a seat is played in each.
const BLOCKS: u64 = 100;
/// How many of a kind, and in how many blocks, are tried if something has not applied at those tables.
const SEVERAL: usize = 2;
const MORE_BLOCKS: u64 = 8;
/// The blocks in which decisions are remembered; a game a seat is played in each.
const REMEMBERED_BLOCKS: u64 = 500;
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

/// Reads the strategy in a file, and tries it.
pub(super) fn trial<G: Catalogue + Playable>(source: &Source) -> Result<Trial, TrialError> {
    let loaded = read::<G>(source)?;
    let (games, warnings) = smoke_test(&loaded, source)?;
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

/// Plays the strategy; answers with the number of games, and with what never happened in them but might in others.
fn smoke_test<G: Catalogue>(loaded: &Loaded<G>, source: &Source) -> Result<(u64, Vec<Problem>), TrialError> {
    loaded.rule_usage.iter().for_each(|rule_usage| rule_usage.start());
    let others: Vec<&str> = G::trial_opponents().into_iter().filter(|name| *name != loaded.name).collect();
    let mut games = 0;
    let pairs = others.iter().map(|name| (2, vec![*name]));
    for table in pairs.chain([fullest_table::<G>()]) {
        games += try_at(loaded, source, &table, BLOCKS)?;
    }
    let (all, full) = (others.join(", "), fullest_table::<G>().1.join(", "));
    let mut against = format!("{all} one at a time, and {full} together");
    let impossible: Vec<Problem> =
        loaded.rule_usage.iter().flat_map(|rule_usage| rule_usage.impossible(source)).collect();
    // What did not apply yet may do so among several of a kind; a file that is refused anyway need not be tried so.
    let are_known = |name: &&&str| impossible.is_empty() && is_known_for::<G>(name, SEVERAL + 1);
    for name in others.iter().filter(are_known) {
        if unused(loaded, source, &Tried { games, against: String::new() })?.is_empty() {
            break;
        }
        games += try_at(loaded, source, &(SEVERAL + 1, vec![name; SEVERAL]), MORE_BLOCKS)?;
        against = format!("{all} one at a time and two of each, and {full} together");
    }
    let unused = unused(loaded, source, &Tried { games, against })?;
    if impossible.is_empty() {
        return Ok((games, unused));
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

/// Plays blocks at a table, if so many can sit there; answers with how many games they were.
fn try_at<G: Catalogue>(
    loaded: &Loaded<G>,
    source: &Source,
    (seats, others): &(usize, Vec<&str>),
    blocks: u64,
) -> Result<u64, TrialError> {
    if !G::SEATS.contains(seats) {
        return Ok(0);
    }
    at_table(loaded, (*seats, others), |game, strategies| {
        Ok(play_table(game, strategies, blocks).map_err(|fault| at_fault(source, &fault, others))?)
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

/// Plays so many blocks in all rotations.
fn play_table<G: Game>(game: &G, strategies: &[&G::Strategy], blocks: u64) -> Result<u64, Fault> {
    let seats = strategies.len();
    let mut scratch = game.scratch();
    for block in 0..blocks {
        let key = RunKey::new(SEED).block(block);
        game.begin_block(key, &mut scratch);
        for rotation in 0..seats {
            let seating: Vec<usize> = (0..seats).map(|seat| (seat + rotation) % seats).collect();
            game.play(Table { strategies, seating: &seating, block: key }, &mut scratch, &mut ())?;
        }
    }
    Ok(blocks * seats as u64)
}

/// A fault as a problem of the file.
fn at_fault(source: &Source, fault: &Fault, others: &[&str]) -> BadInput {
    let others = others.join(", ");
    let Fault { round, returned, legal, .. } = fault;
    let problem = Problem::general(format!("in round {round} of a game against {others} it returned {returned}"))
        .help(format!("legal: {legal}"));
    BadInput { source: source.clone(), problems: vec![problem] }
}
