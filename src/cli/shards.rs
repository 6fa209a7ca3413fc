//! A run on many machines: `plan`, `shard`, `missing` and `merge`.
//!
//! Owns what these commands do; whatever starts them, and where, is not known here. What a plan and a part are is in
//! `record`.

use super::args::{MergeArgs, MissingArgs, PlanRunArgs, PlannedTable, ShardArgs, TableArgs};
use super::games::GameRef;
use super::output::{self, Failure, Outcome, refuse};
use super::report::summary;
use super::session::{self, Session};
use super::settings::{self, MAX_RUNS, Table, chosen_game};
use super::simulate::{describe, files_of, job, table_options};
use crate::record::{Manifest, MergeError, NamedHash, PLAN, PartError, Plan, Record, Shards, Tallies};
use crate::simulate::{Control, EngineKind, Finished, Playable, run};
use crate::strategies::Catalogue;
use clap::Parser;
use std::ops::Range;
use std::path::Path;

/// Where a scheduler tells a process which of its tasks it is: HyperQueue, Slurm's arrays, Kubernetes' indexed jobs.
const INDEX_VARIABLES: [&str; 3] = ["HQ_TASK_ID", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"];

/// Cuts a run of this game into shards.
pub(super) fn plan<G: Catalogue + Playable>(args: &PlanRunArgs) -> Outcome {
    let table = settings::table::<G>(&args.table)?;
    let a_block = table.seatings.games();
    let blocks = settings::runs(args.runs)?.div_ceil(a_block);
    let shard_games = args.shard_games;
    if !(1..=MAX_RUNS).contains(&shard_games) {
        return refuse(format!("--shard-games: {shard_games} games; at least 1 and at most 1e15 can be in a shard"));
    }
    let options = table_options(&table, &args.table).into_iter().map(|(name, value)| (name.to_owned(), value));
    let plan = Plan {
        options: options.collect(),
        games_a_block: a_block,
        blocks,
        shard_blocks: shard_games.div_ceil(a_block),
        ..unplanned(&table)
    };
    if let Some(problem) = plan.inconsistency() {
        return refuse(format!("--shard-games: {shard_games} games make no plan: {problem}"));
    }
    plan.write(&args.out)?;
    output::result(&format!("{} shards\n", plan.shards()))
}

/// What a plan says of the program, the strategies and the rules.
fn unplanned<G: Catalogue>(table: &Table<G>) -> Plan {
    let base: Manifest = session::manifest(&table.game, &table.chosen, table.seed, table.engine);
    Plan {
        format: base.format,
        tool: base.tool,
        version: base.version,
        options: Vec::new(),
        strategies: base.strategies,
        resolved: base.resolved.into_iter().map(|part| NamedHash { name: part.name, hash: part.hash }).collect(),
        games_a_block: table.seatings.games(),
        blocks: 0,
        shard_blocks: 0,
    }
}

/// Plays a shard.
pub(super) fn shard(args: &ShardArgs) -> Outcome {
    let folder = args.out.as_deref().or(args.plan.parent()).unwrap_or(Path::new("."));
    let shards = open(&args.plan, folder, "--plan")?;
    let (table, game) = planned(shards.plan())?;
    (game.shard)(&shards, &table, args)
}

/// Plays a shard of this game.
pub(super) fn shard_of<G: Catalogue + Playable>(shards: &Shards, typed: &TableArgs, args: &ShardArgs) -> Outcome {
    let table = planned_table::<G>(shards.plan(), typed)?;
    let (index, threads) = (index(args)?, settings::threads(args.threads)?);
    let Some(blocks) = shards.plan().shard(index) else {
        return refuse(format!("--index: {index}; the plan has {} shards, counted from 0", shards.plan().shards()));
    };
    let part = shards.part(index, &play(&table, typed, blocks, threads)?);
    if args.stdout { output::result(&part) } else { Ok(shards.write(index, &part)?) }
}

/// The index typed, or the one that a scheduler gave.
fn index(args: &ShardArgs) -> Result<u64, Failure> {
    if let Some(index) = args.index {
        return Ok(index);
    }
    let told = INDEX_VARIABLES.iter().find_map(|name| Some((name, std::env::var(name).ok()?)));
    let Some((name, text)) = told else {
        return refuse(format!("--index is missing, and none of {} is set", INDEX_VARIABLES.join(", ")));
    };
    text.parse().map_err(|_| Failure::Usage(format!("{name}: '{text}' is not the index of a shard")))
}

fn play<G: Catalogue + Playable>(
    table: &Table<G>,
    typed: &TableArgs,
    blocks: Range<u64>,
    threads: usize,
) -> Result<Tallies, Failure> {
    let (names, strategies) = (table.names(), table.strategies());
    let job = job(table, &names, &strategies, blocks);
    // Ctrl-C ends the program: nothing is written before a shard is finished.
    let control = Control::default();
    let finished = match table.game.own_engine(&strategies).filter(|_| table.engine != EngineKind::Dice) {
        Some(engine) => run(&job, &engine, threads, &control),
        None => run(&job, &table.game.dice_engine(&strategies), threads, &control),
    };
    let Finished { tally, .. } = finished.map_err(|fault| describe(&fault, table, typed))?;
    Ok(tally.into_record(&table.game, &names, table.seatings.games()))
}

/// Says which shards have no good part.
pub(super) fn missing(args: &MissingArgs) -> Outcome {
    let missing = in_folder(&args.dir)?.missing();
    if missing.is_empty() { Ok(()) } else { output::result(&format!("{missing}\n")) }
}

/// Makes the files of the run.
pub(super) fn merge(args: &MergeArgs) -> Outcome {
    let shards = in_folder(&args.dir)?;
    let (table, game) = planned(shards.plan())?;
    (game.merge)(&shards, &table, args)
}

/// Makes the files of a run of this game.
pub(super) fn merge_of<G: Catalogue + Playable>(shards: &Shards, typed: &TableArgs, args: &MergeArgs) -> Outcome {
    let table = planned_table::<G>(shards.plan(), typed)?;
    let out = args.out.clone().unwrap_or_else(|| args.dir.join("run"));
    let session = Session::begin(&out, &args.output, None, 0, 0)?;
    let all = shards.plan().shards();
    let tallies = session.watch_whole(all, "shards", |control| shards.merge(|| control.advance(1)))?;
    let (files, manifest) = files_of(&table, &tallies, None);
    session.end(&files, &manifest, &summary::<G>(&tallies, &manifest, args.output.format), None, &[])
}

/// The plan in a folder, with its parts beside it.
fn in_folder(folder: &Path) -> Result<Shards, Failure> {
    open(&folder.join(PLAN), folder, "the folder of a plan")
}

fn open(file: &Path, folder: &Path, option: &str) -> Result<Shards, Failure> {
    Shards::open(file, folder).map_err(|error| Failure::Usage(format!("{option}: {error}")))
}

/// The options of a plan, as if they had been typed.
fn planned(plan: &Plan) -> Result<(TableArgs, GameRef), Failure> {
    let options = plan.options.iter().map(|(name, value)| format!("--{name}={value}"));
    let typed = PlannedTable::try_parse_from(std::iter::once("plan".to_owned()).chain(options));
    let table = typed.map_err(|error| Failure::Usage(format!("{PLAN}: its options cannot be used: {error}")))?.table;
    let game = chosen_game(table.game)?;
    Ok((table, game))
}

/// The table of a plan, if program, strategies and rules are here what they were where it was made.
fn planned_table<G: Catalogue + Playable>(plan: &Plan, typed: &TableArgs) -> Result<Table<G>, Failure> {
    let version = env!("CARGO_PKG_VERSION");
    if plan.version != version {
        return refuse(format!("{PLAN}: the plan was made by version {}, this is {version}", plan.version));
    }
    let table = settings::table::<G>(typed)?;
    let here = unplanned(&table);
    let parts = |plan: &Plan| [plan.strategies.clone(), plan.resolved.clone()].concat();
    let (there, own) = (parts(plan), parts(&here));
    if let Some(odd) = there.iter().find(|part| !own.contains(part)).or(own.iter().find(|part| !there.contains(part))) {
        return refuse(format!("{PLAN}: '{}' is not here what it was where the plan was made", odd.name));
    }
    if plan.games_a_block != here.games_a_block {
        return refuse(format!(
            "{PLAN}: it counts {} games a block; there are {}",
            plan.games_a_block, here.games_a_block
        ));
    }
    Ok(table)
}

impl From<MergeError> for Failure {
    fn from(error: MergeError) -> Failure {
        Failure::Usage(format!("--resume: what is there cannot be added to: {error}"))
    }
}

impl From<PartError> for Failure {
    fn from(error: PartError) -> Failure {
        Failure::Usage(error.to_string())
    }
}
