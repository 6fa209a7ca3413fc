//! Simulating, the command without a name: arguments, plan, run, files, summary.

use super::args::{RunArgs, TableArgs};
use super::error::{Failure, Outcome};
use super::games::WithGame;
use super::interrupt::stop_on_interrupt;
use super::numbers::grouped;
use super::output;
use super::progress::Progress;
use super::report::summary;
use super::settings::{self, TablePlan};
use crate::record::{FORMAT, Folder, Manifest, NamedHash, Part, Tallies, hash};
use crate::report;
use crate::simulate::{Control, DiceEngine, EngineKind, GameFault, Job, Playable, SheetBlocks, run};
use crate::stats::Method;
use crate::strategies::Shelf;
use std::path::PathBuf;
use std::sync::Arc;

/// A run, validated.
struct Plan<G: Shelf> {
    table: TablePlan<G>,
    blocks: u64,
    threads: usize,
    out: PathBuf,
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
        if !args.quiet {
            remark_on_rounding(args.runs.unwrap_or_default(), plan.blocks, plan.table.seatings.games());
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
        let tallies = finished.tally.into_record(&plan.table.game, &plan.table.names(), plan.table.seatings.games());
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
    let runs = settings::runs(args.runs)?;
    let threads = settings::threads(args.threads)?;
    let default_out = || PathBuf::from("reports").join(format!("{}-{}p", G::NAME, table.game.seats()));
    let out = args.out.clone().unwrap_or_else(default_out);
    Ok(Plan { blocks: runs.div_ceil(table.seatings.games()), threads, out, table })
}

/// Says so if whole blocks are more games than were asked for.
pub(super) fn remark_on_rounding(asked: u64, blocks: u64, a_block: u64) {
    let played = blocks * a_block;
    if played != asked {
        let (asked, played) = (grouped(asked), grouped(played));
        output::remark(&format!("note: {asked} games are rounded up to {played}: whole blocks of {a_block}"));
    }
}

fn play<G: Shelf + Playable>(
    plan: &Plan<G>,
    args: &RunArgs,
    control: &Arc<Control>,
) -> Result<crate::simulate::Finished, Failure> {
    let names = plan.table.names();
    let strategies: Vec<&G::Strategy> = plan.table.chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let job = Job {
        game: &plan.table.game,
        strategies: &strategies,
        names: &names,
        seatings: &plan.table.seatings,
        seed: plan.table.seed,
        blocks: plan.blocks,
        sheets: sheet_blocks(plan.table.engine),
    };
    let games = plan.blocks * plan.table.seatings.games();
    let progress = Progress::follow(args.progress, args.quiet, games, "games", control);
    let own = || plan.table.game.own_engine(&strategies).filter(|_| plan.table.engine != EngineKind::Dice);
    let finished = match own() {
        Some(engine) => run(&job, &engine, plan.threads, control),
        None => {
            let engine = DiceEngine { game: &plan.table.game, strategies: &strategies };
            run(&job, &engine, plan.threads, control)
        }
    };
    drop(progress);
    finished.map_err(|fault| Failure::Fault(describe(&fault, &plan.table, &args.table)))
}

/// Counting every block costs a drawn turn more than it takes to draw it.
fn sheet_blocks(engine: EngineKind) -> SheetBlocks {
    match engine {
        EngineKind::Turn => SheetBlocks::Thinned,
        EngineKind::Dice => SheetBlocks::All,
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

/// The manifest of a run at this table.
pub(super) fn manifest<G: Shelf>(table: &TablePlan<G>, tallies: &Tallies, files: &[(String, String)]) -> Manifest {
    let hashes = |(name, content): &(String, String)| NamedHash { name: name.clone(), hash: hash(content.as_bytes()) };
    let strategy = |chosen: &crate::strategies::Chosen<G>| NamedHash {
        name: chosen.name.clone(),
        hash: hash(chosen.content.as_bytes()),
    };
    let methods = [Method::Wilson, Method::Student].map(Method::name).join("; ");
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
        sheets: sheet_blocks(table.engine).to_string(),
        intervals: format!("95 %, variance over blocks; proportions: {methods}"),
        files: files.iter().map(hashes).collect(),
        signature: tallies.signature(),
    }
}
