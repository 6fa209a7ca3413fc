//! Simulating, the command without a name: arguments, run configuration, run, files, summary.

use super::args::{RunArgs, TableArgs, Until};
use super::compare_config::DEFAULT_BUDGET;
use super::differences::about;
use super::memory::slow_remark;
use super::numbers::grouped;
use super::output::{Failure, Outcome, refuse};
use super::progress::Progress;
use super::report::summary;
use super::session::{self, Session, at_fault, command_line, nothing_finished};
use super::settings::{self, Table};
use crate::page::{PAGE, run_page};
use crate::record::{Decimal, INTERRUPTED, Manifest, Record, Tallies};
use crate::report;
use crate::simulate::{
    Control, Engine, EngineKind, Finished, GameFault, Job, Next, Playable, Slowed, StatisticsBlocks, Tally, run,
    run_until,
};
use crate::stats::{FIRST_LOOK, looks};
use crate::strategies::Catalogue;
use std::path::PathBuf;

/// A run, validated.
pub(super) struct RunConfig<G: Catalogue> {
    pub table: Table<G>,
    /// Blocks to play; with `until`, at most.
    pub blocks: u64,
    /// The standard error of a win share that is small enough to end it.
    pub until: Option<Decimal>,
    pub threads: usize,
}

impl<G: Catalogue> RunConfig<G> {
    /// The record of these tallies.
    fn record(&self, tally: Tally) -> Tallies {
        let until = self.until.map(|most| Until::StandardError(most).to_string());
        let record = tally.into_record(&self.table.game, &self.table.names(), self.table.seatings.games());
        Tallies { until, ..record }
    }
}

/// Simulates as typed.
pub(super) fn simulate<G: Catalogue + Playable>(args: &RunArgs) -> Outcome {
    let table = settings::table::<G>(&args.table)?;
    let until = until(args.until)?;
    let a_block = table.seatings.games();
    let blocks = settings::runs(args.runs.or(until.map(|_| DEFAULT_BUDGET)))?.div_ceil(a_block);
    let config = RunConfig { blocks, until, threads: settings::threads(args.threads)?, table };
    let default_out = || PathBuf::from("reports").join(format!("{}-{}p", G::NAME, config.table.game.seats()));
    let out = args.out.clone().unwrap_or_else(default_out);
    let asked = args.runs.filter(|_| args.until.is_none());
    let session = Session::begin(&out, &args.output, asked, blocks, a_block)?;
    let Played { tallies, stopped, remarks } = play(&config, &args.table, &session)?;
    let (files, manifest) = files_of(&config.table, &tallies);
    session.end(&files, &manifest, &summary::<G>(&tallies, &manifest, args.output.format), stopped, &remarks)
}

/// The files of a run, name and content, and their manifest.
pub(super) fn files_of<G: Catalogue>(table: &Table<G>, tallies: &Tallies) -> (Vec<(String, String)>, Manifest) {
    let manifest = manifest(table, tallies);
    let mut files = report::csv_files(tallies, &session::origin(&manifest));
    files.push(("tallies.json".to_owned(), tallies.to_json()));
    files.push((PAGE.to_owned(), run_page(tallies, &manifest, &about::<G>(&manifest))));
    let manifest = manifest.of_files(&files);
    (files, manifest)
}

/// What ends the run, if not the number of games.
fn until(until: Option<Until>) -> Result<Option<Decimal>, Failure> {
    match until {
        None => Ok(None),
        Some(Until::StandardError(most)) => Ok(Some(most)),
        Some(Until::Verdict) => refuse(
            "--until: a run has no verdict; write se= and a standard error, such as se=0.001 ('analyze compare' decides between strategies)",
        ),
    }
}

/// What came of the games.
pub(super) struct Played {
    pub tallies: Tallies,
    /// What was finished, if Ctrl-C ended them.
    pub stopped: Option<String>,
    /// What is worth knowing of how they were played.
    pub remarks: Vec<String>,
}

/// Plays the games.
pub(super) fn play<G: Catalogue + Playable>(
    config: &RunConfig<G>,
    typed: &TableArgs,
    session: &Session,
) -> Result<Played, Failure> {
    let table = &config.table;
    let (names, strategies, a_block) = (table.names(), table.strategies(), table.seatings.games());
    let job = Job {
        game: &table.game,
        strategies: &strategies,
        names: &names,
        seatings: &table.seatings,
        seed: table.seed,
        blocks: config.blocks,
        statistics: statistics_blocks(table.engine),
    };
    let own = || table.game.own_engine(&strategies).filter(|_| table.engine != EngineKind::Dice);
    let (finished, slowed) = session.watch(config.blocks * a_block, "games", |control, progress| match own() {
        Some(engine) => (play_with(config, &job, &engine, control, progress), engine.slowed()),
        None => (play_with(config, &job, &table.game.dice_engine(&strategies), control, progress), Slowed::default()),
    });
    let Finished { tally, complete } = finished.map_err(|fault| describe(&fault, table, typed))?;
    if tally.blocks() == 0 {
        return Err(nothing_finished());
    }
    let mut tallies = config.record(tally);
    if !complete {
        tallies.until = Some(INTERRUPTED.to_owned());
    }
    let stopped = (!complete).then(|| format!("{} games", grouped(tallies.games())));
    let remarks = slow_remark(&slowed, tallies.games(), &table.chosen).into_iter().collect();
    Ok(Played { tallies, stopped, remarks })
}

/// Plays all blocks, or until the standard error is small enough.
fn play_with<G: Catalogue + Playable>(
    config: &RunConfig<G>,
    job: &Job<'_, G>,
    engine: &impl Engine<G>,
    control: &Control,
    progress: &Progress,
) -> Result<Finished, GameFault> {
    let Some(most) = config.until else { return run(job, engine, config.threads, control) };
    run_until(job, engine, config.threads, control, looks(), |tally| {
        let Some(error) = report::largest_standard_error(&config.record(tally.clone())) else { return Next::PlayOn };
        progress.note(&format!("standard error {error:.6}"));
        if error <= most.value() { Next::Stop } else { Next::PlayOn }
    })
}

/// Counting every block costs a drawn turn more than it takes to draw it.
pub(super) fn statistics_blocks(engine: EngineKind) -> StatisticsBlocks {
    match engine {
        EngineKind::Turn => StatisticsBlocks::Thinned,
        EngineKind::Dice => StatisticsBlocks::All,
    }
}

/// The options that set up this table again.
pub(super) fn table_options<G: Catalogue>(table: &Table<G>, typed: &TableArgs) -> Vec<(&'static str, String)> {
    let typed_names = table.lineup.iter().map(|&index| &*table.chosen[index].typed);
    let options = [
        ("game", G::NAME.to_owned()),
        ("players", table.game.seats().to_string()),
        ("bots", typed_names.collect::<Vec<_>>().join(",")),
        ("seed", table.seed.to_string()),
        ("seating", table.seating.to_string()),
        ("engine", table.engine.to_string()),
    ];
    options.into_iter().chain(typed.rules.typed()).collect()
}

/// A fault, with the command that shows its game.
pub(super) fn describe<G: Catalogue>(found: &GameFault, table: &Table<G>, typed: &TableArgs) -> Failure {
    let GameFault { index, strategy, fault } = found;
    let options = table_options(table, typed).into_iter().chain([("index", index.to_string())]);
    let command = command_line("analyze play", options);
    at_fault(&table.chosen[*strategy].name, &format!("game {index}"), table.seed, fault, &command)
}

/// How the intervals of a run are made, for its manifest.
fn intervals_text(tallies: &Tallies) -> String {
    let fixed = "95 %, variance over blocks; proportions: wilson; means: student; few events: weighted poisson";
    match tallies.until.as_deref() {
        None => fixed.to_owned(),
        Some(INTERRUPTED) => format!(
            "95 %, variance over blocks; confidence_sequence (asymptotic), valid at all looks at once: after {FIRST_LOOK} \
             blocks and a tenth more each time"
        ),
        Some(until) => format!("{fixed}; ended by a standard error fixed beforehand ({until}; Chow & Robbins 1965)"),
    }
}

/// The manifest of a run at this table, without its files.
pub(super) fn manifest<G: Catalogue>(table: &Table<G>, tallies: &Tallies) -> Manifest {
    Manifest {
        lineup: table.lineup_names(),
        runs: tallies.games(),
        blocks: tallies.blocks,
        seating: table.seating.to_string(),
        statistics: Some(statistics_blocks(table.engine).to_string()),
        until: tallies.until.clone(),
        intervals: intervals_text(tallies),
        signature: tallies.signature(),
        ..session::manifest(&table.game, &table.chosen, table.seed, table.engine)
    }
}
