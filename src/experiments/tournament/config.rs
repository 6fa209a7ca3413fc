//! From what was typed after `analyze tournament` to a validated configuration: who sits at which table.

use super::entrants::{entrants, expanded, is_all};
use super::options::EnteredArgs;
use crate::driver::session::at_fault;
use crate::engines::{EngineKind, SeatingRule, Seatings};
use crate::lab::{Chosen, GameRef, Players, Prepared};
use crate::options::fields::{DEFAULT_BUDGET, one_each, players};
use crate::options::named_game::game_among;
use crate::options::settings;
use crate::options::until::Until;
use crate::record::{FORMAT, FocalSums, RUNS, Schedule, TOURNAMENT, TableRecord, TournamentTallies, TournamentTerms};
use crate::simulate::{TableFault, TableSeats};
use crate::stats::ErrorRate;
use crate::terminal::failure::{Failure, refuse};
use std::sync::Arc;

/// The games when nothing says how many.
const DEFAULT_RUNS: u64 = 10_000_000;
/// The most tables that there may be.
const MOST_TABLES: usize = 100_000;

/// A tournament, validated.
pub(crate) struct TournamentConfig {
    pub game: Arc<dyn Prepared>,
    /// The entrants, then the strategies of the field, a seat each.
    pub chosen: Vec<Chosen>,
    pub entrants: usize,
    pub schedule: Schedule,
    /// The line-up of each table.
    pub lineups: Vec<Vec<usize>>,
    pub tables: Vec<TableSeats>,
    pub runs: u64,
    pub engine: EngineKind,
    pub terms: TournamentTerms,
    /// What is to be said of entrants that were left out.
    pub remarks: Vec<String>,
}

/// The game: as typed, or that of the entrants.
pub(crate) fn game_of(args: &EnteredArgs) -> Result<GameRef, Failure> {
    if let Some(game) = args.seats.game {
        return Ok(game);
    }
    let named: Vec<String> = expanded(&args.strategies)?.into_iter().filter(|name| !is_all(name)).collect();
    if named.is_empty() && args.against.is_none() {
        return refuse(settings::missing_game());
    }
    game_among(TOURNAMENT, &named, args.against.as_deref().unwrap_or_default())
}

/// Validates what was typed.
pub(crate) fn config(game: GameRef, args: &EnteredArgs) -> Result<TournamentConfig, Failure> {
    let terms = terms(args)?;
    let schedule = match (args.schedule, &args.against) {
        (Some(Schedule::Field), None) => return refuse("--schedule field: --against is missing: say who the field is"),
        (Some(schedule @ (Schedule::Mirror | Schedule::All)), Some(_)) => {
            let name = schedule.name();
            return refuse(format!("--against: the schedule {name} has no field; leave one of the two out"));
        }
        (Some(schedule), _) => schedule,
        (None, None) => Schedule::Mirror,
        (None, Some(_)) => Schedule::Field,
    };
    args.luck.choice.check(game)?;
    let engine = settings::engine(game, args.rules.engine)?;
    let players = players(game, &args.seats, args.against.as_deref())?;
    let game = settings::set_up(game, players, &args.rules)?;
    let (mut chosen, remarks) = entrants(&expanded(&args.strategies)?, &*game)?;
    let entrants = chosen.len();
    let field = args.against.as_deref().map_or(Ok(Vec::new()), |against| one_each(against, players))?;
    for name in field {
        chosen.push(game.find(&name).map_err(|error| Failure::strategy("--against", error))?);
    }
    let lineups = lineups(schedule, entrants, players)?;
    let tables = lineups.iter().map(|lineup| table(schedule, lineup, entrants)).collect();
    let default_runs = if args.until.is_none() { DEFAULT_RUNS } else { DEFAULT_BUDGET };
    let runs = settings::runs(args.runs.or(Some(default_runs)))?;
    Ok(TournamentConfig { game, chosen, entrants, schedule, lineups, tables, runs, engine, terms, remarks })
}

/// What to judge by.
fn terms(args: &EnteredArgs) -> Result<TournamentTerms, Failure> {
    ErrorRate::new(args.verdict.alpha.value()).map_err(|error| Failure::Usage(format!("--alpha: {error}")))?;
    if !(0.0..=1.0).contains(&args.verdict.margin.value()) {
        let margin = args.verdict.margin;
        return refuse(format!("--margin: {margin}; a difference that is as good as none is 0 or more and at most 1"));
    }
    let until = args.until.map_or_else(|| RUNS.to_owned(), |until: Until| until.to_string());
    Ok(TournamentTerms { until, allot: args.allot, margin: args.verdict.margin, alpha: args.verdict.alpha })
}

/// Who sits at each table.
fn lineups(schedule: Schedule, entrants: usize, players: usize) -> Result<Vec<Vec<usize>>, Failure> {
    let all = 0..entrants;
    let lineups: Vec<Vec<usize>> = match schedule {
        Schedule::Field => all.map(|a| std::iter::once(a).chain(entrants..entrants + players - 1).collect()).collect(),
        Schedule::Mirror => {
            // Two among copies of each other are the same two either way round.
            let others = |a: usize| all.clone().filter(move |&b| if players == 2 { a < b } else { a != b });
            let one = |a: usize, b: usize| std::iter::once(a).chain(vec![b; players - 1]).collect();
            all.clone().flat_map(|a| others(a).map(move |b| one(a, b))).collect()
        }
        Schedule::All => {
            // C(n + k - 1, k), step by step: each is a whole number.
            let tables = (0..players).fold(1u128, |count, at| count * (entrants + at) as u128 / (at + 1) as u128);
            if tables > MOST_TABLES as u128 {
                return refuse(format!(
                    "--schedule all: {entrants} entrants at {players} seats make {tables} tables; at most {MOST_TABLES} are \
                     played (name fewer, or leave the schedule out)"
                ));
            }
            let mut all = vec![Vec::new()];
            for _ in 0..players {
                let longer = |lineup: Vec<usize>| {
                    let least = lineup.last().copied().unwrap_or(0);
                    (least..entrants).map(move |next| [&lineup[..], &[next]].concat())
                };
                all = all.into_iter().flat_map(longer).collect();
            }
            all.retain(|lineup| lineup[0] != lineup[players - 1]);
            all
        }
    };
    if lineups.len() > MOST_TABLES {
        return refuse(format!(
            "tournament: {entrants} entrants at {players} seats make {} tables; at most {MOST_TABLES} are played, so that \
             their record can be read again (name fewer)",
            lineups.len()
        ));
    }
    Ok(lineups)
}

/// The seats of a table: in a field the entrant goes round, otherwise all orders are played.
fn table(schedule: Schedule, lineup: &[usize], entrants: usize) -> TableSeats {
    let rule = if schedule == Schedule::Field { SeatingRule::Rotate } else { SeatingRule::All };
    let mut focals: Vec<usize> = lineup.iter().copied().filter(|&strategy| strategy < entrants).collect();
    if schedule == Schedule::Mirror && lineup.len() > 2 {
        focals.truncate(1);
    }
    focals.dedup();
    TableSeats { seatings: Seatings::new(rule, lineup), focals }
}

impl TournamentConfig {
    /// The record before any game.
    pub(crate) fn tallies(&self) -> TournamentTallies {
        let table = |(lineup, seats): (&Vec<usize>, &TableSeats)| TableRecord {
            lineup: lineup.clone(),
            focals: seats.focals.clone(),
            games: seats.seatings.games(),
            blocks: 0,
            sums: vec![FocalSums::default(); seats.focals.len()],
        };
        let names = |chosen: &[Chosen]| chosen.iter().map(|chosen| chosen.name.clone()).collect();
        TournamentTallies {
            command: TOURNAMENT.to_owned(),
            format: FORMAT,
            game: self.game.name().to_owned(),
            notes: self.game.notes(),
            players: self.game.seats(),
            schedule: self.schedule,
            entrants: names(&self.chosen[..self.entrants]),
            field: names(&self.chosen[self.entrants..]),
            terms: self.terms.clone(),
            passes: 0,
            open: vec![true; self.entrants],
            tables: self.lineups.iter().zip(&self.tables).map(table).collect(),
        }
    }

    /// The names of all strategies that play.
    pub(crate) fn names(&self) -> Vec<String> {
        self.chosen.iter().map(|chosen| chosen.name.clone()).collect()
    }

    /// All strategies that play.
    pub(crate) fn players(&self) -> Box<dyn Players + '_> {
        self.game.players(&self.chosen.iter().collect::<Vec<_>>())
    }

    /// The seatings of all tables, to find out what luck is in them.
    pub(crate) fn seatings(&self) -> Seatings {
        let all: Vec<Vec<usize>> =
            self.tables.iter().flat_map(|table| table.seatings.iter().map(<[usize]>::to_vec)).collect();
        Seatings::given(&all)
    }

    /// Games of a pass at which all tables play.
    pub(crate) fn games_a_pass(&self) -> u64 {
        self.tables.iter().map(|table| table.seatings.games() * crate::record::BATCHES as u64).sum()
    }

    /// A fault, with the command that shows its game.
    pub(crate) fn describe(&self, TableFault { table, fault }: &TableFault, args: &EnteredArgs) -> Failure {
        let seatings = &self.tables[*table].seatings;
        let (block, game) = (fault.index / seatings.games(), fault.index % seatings.games());
        let lineup = seatings.get(game).iter().map(|&index| &*self.chosen[index].typed);
        let command = args.rules.given.play(&[
            ("game", self.game.game().typed().to_owned()),
            ("bots", lineup.collect::<Vec<_>>().join(",")),
            ("players", self.game.seats().to_string()),
            ("seed", args.draws.seed.to_string()),
            ("engine", self.engine.to_string()),
            ("seating", "fixed".to_owned()),
            ("index", block.to_string()),
        ]);
        at_fault(&self.chosen[fault.strategy].name, &format!("block {block}"), args.draws.seed, &fault.fault, &command)
    }
}
