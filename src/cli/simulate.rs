//! Simulating, the command without a name: arguments, plan, run, files, summary.

use super::args::{RunArgs, TableArgs};
use super::compare_args::Until;
use super::compare_plan::DEFAULT_BUDGET;
use super::error::{Failure, Outcome};
use super::games::WithGame;
use super::interrupt::stop_on_interrupt;
use super::numbers::grouped;
use super::output;
use super::progress::{Note, Progress};
use super::report::summary;
use super::settings::{self, TablePlan};
use crate::record::{Decimal, FORMAT, Folder, Manifest, NamedHash, Part, Tallies, hash};
use crate::report;
use crate::simulate::{
    Control, DiceEngine, Engine, EngineKind, Finished, GameFault, Job, Next, Playable, SheetBlocks, Tally, run,
    run_until,
};
use crate::stats::{FIRST_LOOK, Method, looks};
use crate::strategies::Shelf;
use std::path::PathBuf;
use std::sync::Arc;

/// A run, validated.
struct Plan<G: Shelf> {
    table: TablePlan<G>,
    /// Blocks to play; with `until`, at most.
    blocks: u64,
    /// The standard error of a win share that is small enough to end it.
    until: Option<Decimal>,
    threads: usize,
    out: PathBuf,
}

impl<G: Shelf> Plan<G> {
    /// The record of these tallies.
    fn record(&self, tally: Tally) -> Tallies {
        let until = self.until.map(|most| Until::StandardError(most).to_string());
        let record = tally.into_record(&self.table.game, &self.table.names(), self.table.seatings.games());
        Tallies { until, ..record }
    }
}

/// Simulates as typed.
pub(super) fn simulate(args: &RunArgs) -> Outcome {
    settings::chosen_game(args.table.game)?.run(Simulate(args))
}

struct Simulate<'a>(&'a RunArgs);

impl WithGame for Simulate<'_> {
    fn with<G: Shelf + Playable>(self) -> Outcome {
        let args = self.0;
        let plan = plan::<G>(args)?;
        if let (false, None, Some(asked)) = (args.quiet, args.until, args.runs) {
            remark_on_rounding(asked, plan.blocks, plan.table.seatings.games());
        }
        let folder = Folder::open(&plan.out)?;
        let control = Arc::new(Control::default());
        stop_on_interrupt(&control);
        let finished = play(&plan, args, &control)?;
        let blocks = finished.tally.blocks();
        let games = blocks * plan.table.seatings.games();
        if blocks == 0 {
            return Err(Failure::Interrupted("interrupted before a block was finished; nothing was written".into()));
        }
        let tallies = plan.record(finished.tally);
        let shown = folder.shown().to_owned();
        let manifest = write(folder, &plan, &tallies)?;
        output::result(&summary::<G>(&tallies, &manifest, args.format)?)?;
        if !finished.complete {
            let games = grouped(games);
            return Err(Failure::Interrupted(format!(
                "interrupted: {games} games were finished and written to {shown}"
            )));
        }
        if !args.quiet {
            output::remark(&format!("wrote {shown}"));
        }
        Ok(())
    }
}

fn plan<G: Shelf + Playable>(args: &RunArgs) -> Result<Plan<G>, Failure> {
    let table = settings::table::<G>(&args.table)?;
    let until = until(args.until)?;
    let runs = settings::runs(args.runs.or(until.map(|_| DEFAULT_BUDGET)))?;
    let threads = settings::threads(args.threads)?;
    let default_out = || PathBuf::from("reports").join(format!("{}-{}p", G::NAME, table.game.seats()));
    let out = args.out.clone().unwrap_or_else(default_out);
    Ok(Plan { blocks: runs.div_ceil(table.seatings.games()), until, threads, out, table })
}

/// What ends the run, if not the number of games.
fn until(until: Option<Until>) -> Result<Option<Decimal>, Failure> {
    match until {
        None => Ok(None),
        Some(Until::StandardError(most)) => Ok(Some(most)),
        Some(Until::Verdict) => Err(Failure::Usage(
            "--until: a run has no verdict; write se= and a standard error, such as se=0.001 ('analyze compare' decides between strategies)".to_owned(),
        )),
    }
}

/// Says so if whole blocks are more games than were asked for.
pub(super) fn remark_on_rounding(asked: u64, blocks: u64, a_block: u64) {
    let played = blocks * a_block;
    if played != asked {
        let (asked, played) = (grouped(asked), grouped(played));
        output::remark(&format!("note: {asked} games are rounded up to {played}: whole blocks of {a_block}"));
    }
}

fn play<G: Shelf + Playable>(plan: &Plan<G>, args: &RunArgs, control: &Arc<Control>) -> Result<Finished, Failure> {
    let names = plan.table.names();
    let strategies: Vec<&G::Strategy> = plan.table.chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let job = Job {
        game: &plan.table.game,
        strategies: &strategies,
        names: &names,
        seatings: &plan.table.seatings,
        seed: plan.table.seed,
        blocks: plan.blocks,
        sheets: sheet_blocks(plan.table.engine, plan.until),
    };
    let games = plan.blocks * plan.table.seatings.games();
    let note = Note::default();
    let progress = Progress::follow_with(args.progress, args.quiet, games, "games", control, note.clone());
    let own = || plan.table.game.own_engine(&strategies).filter(|_| plan.table.engine != EngineKind::Dice);
    let finished = match own() {
        Some(engine) => play_with(plan, &job, &engine, control, &note),
        None => {
            let engine = DiceEngine { game: &plan.table.game, strategies: &strategies };
            play_with(plan, &job, &engine, control, &note)
        }
    };
    drop(progress);
    finished.map_err(|fault| Failure::Fault(describe(&fault, &plan.table, &args.table)))
}

/// Plays all blocks, or until the standard error is small enough.
fn play_with<G: Shelf + Playable>(
    plan: &Plan<G>,
    job: &Job<'_, G>,
    engine: &impl Engine<G>,
    control: &Control,
    note: &Note,
) -> Result<Finished, GameFault> {
    let Some(most) = plan.until else { return run(job, engine, plan.threads, control) };
    run_until(job, engine, plan.threads, control, looks(), |tally| {
        let Some(error) = report::largest_standard_error(&plan.record(tally)) else { return Next::PlayOn };
        note.write(&format!("standard error {error:.6}"));
        if error <= most.value() { Next::Stop } else { Next::PlayOn }
    })
}

/// Counting every block costs a drawn turn more than it takes to draw it. A run that data may end counts them all:
/// what its intervals promise is for looks that lie a tenth of the blocks apart, also of those counted.
fn sheet_blocks<T>(engine: EngineKind, until: Option<T>) -> SheetBlocks {
    match engine {
        EngineKind::Turn if until.is_none() => SheetBlocks::Thinned,
        EngineKind::Turn | EngineKind::Dice => SheetBlocks::All,
    }
}

/// A fault in words, with the command that shows its game.
pub(super) fn describe<G: Shelf>(found: &GameFault, table: &TablePlan<G>, typed: &TableArgs) -> String {
    let GameFault { index, strategy, fault } = found;
    let name = &table.chosen[*strategy].name;
    format!(
        "strategy '{name}' is at fault in game {index} of seed {}, round {}, at seat {}: it returned {}; legal: {}\n\
         nothing was written; to see the game: {}",
        table.seed,
        fault.round,
        fault.seat.number(),
        fault.returned,
        fault.legal,
        play_command::<G>(table, typed, *index)
    )
}

/// The command that tells game `index` of a run.
fn play_command<G: Shelf>(table: &TablePlan<G>, typed: &TableArgs, index: u64) -> String {
    let mut command = format!(
        "analyze play --game {} --players {} --bots {} --seed {} --seating {} --engine {}",
        G::NAME,
        table.game.seats(),
        table.lineup_typed().join(","),
        table.seed,
        table.seating,
        table.engine
    );
    let mut option = |name: &str, value: String| command.push_str(&format!(" --{name} {value}"));
    typed.edition.iter().for_each(|edition| option("edition", edition.clone()));
    typed.deck.iter().for_each(|deck| option("deck", deck.display().to_string()));
    typed.rules.iter().for_each(|rules| option("rules", rules.display().to_string()));
    typed.options.iter().for_each(|(key, value)| option("rule", format!("'{key}={value}'")));
    option("index", index.to_string());
    command
}

/// Writes the files of a run; answers with its manifest.
fn write<G: Shelf>(folder: Folder, plan: &Plan<G>, tallies: &Tallies) -> Result<Manifest, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Running(format!("cannot write the tables: {error}"));
    let mut files = report::csv_files(tallies).map_err(|error| failed(&error))?;
    files.push(("tallies.json".to_owned(), tallies.to_json().map_err(|error| failed(&error))?));
    let manifest = manifest(&plan.table, tallies, &files);
    folder.write(&files, &manifest.to_json().map_err(|error| failed(&error))?)?;
    Ok(manifest)
}

/// How the intervals of a run are made, for its manifest.
fn intervals_text(tallies: &Tallies) -> String {
    match tallies.until {
        None => {
            let methods = [Method::Wilson, Method::Student].map(Method::name).join("; ");
            format!("95 %, variance over blocks; proportions: {methods}")
        }
        Some(_) => format!(
            "95 %, variance over blocks; {} (asymptotic), valid at all looks at once: after {FIRST_LOOK} blocks and a \
             tenth more each time",
            Method::ConfidenceSequence
        ),
    }
}

/// The manifest of a run at this table.
pub(super) fn manifest<G: Shelf>(table: &TablePlan<G>, tallies: &Tallies, files: &[(String, String)]) -> Manifest {
    let hashes = |(name, content): &(String, String)| NamedHash { name: name.clone(), hash: hash(content.as_bytes()) };
    let strategy = |chosen: &crate::strategies::Chosen<G>| NamedHash {
        name: chosen.name.clone(),
        hash: hash(chosen.content.as_bytes()),
    };
    Manifest {
        tool: env!("CARGO_PKG_NAME").to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        format: FORMAT,
        game: G::NAME.to_owned(),
        players: table.game.seats(),
        lineup: table.lineup_names(),
        strategies: table.chosen.iter().map(strategy).collect(),
        resolved: table.game.manifest().into_iter().map(|(name, text)| Part::new(name, text)).collect(),
        seed: table.seed,
        runs: tallies.games(),
        blocks: tallies.blocks,
        seating: table.seating.to_string(),
        engine: table.engine.to_string(),
        sheets: sheet_blocks(table.engine, tallies.until.as_ref()).to_string(),
        until: tallies.until.clone(),
        intervals: intervals_text(tallies),
        files: files.iter().map(hashes).collect(),
        signature: tallies.signature(),
    }
}
