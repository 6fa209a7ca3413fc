//! What many machines play: `plan`, `shard`, `missing` and `merge`.
//!
//! Owns what these commands do; whatever starts them, and where, is not known here. What can be planned is in `planned`, what
//! a plan and a part are in `record`.

use super::failure::{Failure, Outcome, refuse};
use super::numbers::counted;
use super::output;
use super::plan_args::{CutArgs, MergeArgs, MissingArgs, PlanCommand, PlanningArgs, ShardArgs};
use super::planned::{self, Typed, Work};
use super::replace::{Extent, refuse_any_loss};
use super::session::Session;
use super::settings::{self, MAX_RUNS, missing_game};
use crate::games::narration::noun;
use crate::record::{MergeError, NamedHash, PLAN, PartError, Plan, PlannedCell, Record, Shards};
use std::path::Path;

/// Where a scheduler tells a process which of its tasks it is: HyperQueue, Slurm's arrays, Kubernetes' indexed jobs.
const INDEX_VARIABLES: [&str; 3] = ["HQ_TASK_ID", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"];

/// How many combinations of a sweep a shard plays side by side: so many that the first, which it may have to play again
/// beside them, costs little, and so few that its part is small.
const LEAST_CELLS: usize = 8;
const MOST_CELLS: usize = 256;

/// Cuts what was typed into shards.
pub(super) fn plan(args: PlanningArgs) -> Outcome {
    let (typed, cut) = match (args.command, args.cut) {
        (Some(PlanCommand::Compare(plan)), _) => (Typed::Compared(plan.compared), plan.cut),
        (None, Some(cut)) => (Typed::Played(args.played), cut),
        (None, None) => return refuse(missing_game()),
    };
    typed.refuse_until()?;
    let work = planned::work(&typed)?;
    let plan = typed.keep_in(in_shards(work.plan(), &cut)?)?;
    if let Some(problem) = plan.inconsistency() {
        return refuse(format!("--shard-games: {} games make no plan: {problem}", cut.shard_games));
    }
    work.check()?;
    plan.write(&cut.out)?;
    let shards = plan.shards();
    output::result(&format!("{shards} {}\n", noun(shards, "shard", "shards")))
}

/// A plan in shards of so many games.
fn in_shards(plan: Plan, &CutArgs { shard_games, .. }: &CutArgs) -> Result<Plan, Failure> {
    if !(1..=MAX_RUNS).contains(&shard_games) {
        return refuse(format!("--shard-games: {shard_games} games; at least 1 and at most 1e15 can be in a shard"));
    }
    let games = plan.cells.iter().map(|cell| cell.blocks.saturating_mul(cell.games_a_block)).max().unwrap_or(1);
    let cells = usize::try_from(shard_games / games).unwrap_or(usize::MAX).clamp(LEAST_CELLS, MOST_CELLS);
    let cells_a_shard = cells.min(plan.cells.len());
    let of_each = shard_games.div_ceil(cells_a_shard as u64);
    let shares = |cell: &PlannedCell| cell.blocks.div_ceil(of_each.div_ceil(cell.games_a_block));
    let shortest = plan.cells.iter().map(|cell| cell.blocks).min().unwrap_or(1);
    let shares = plan.cells.iter().map(shares).max().unwrap_or(1).min(shortest);
    Ok(Plan { shares, cells_a_shard, ..plan })
}

/// Plays a shard.
pub(super) fn shard(args: &ShardArgs) -> Outcome {
    let folder = args.out.as_deref().or(args.plan.parent()).unwrap_or(Path::new("."));
    let shards = open(&args.plan, folder, "--plan")?;
    let work = planned(shards.plan())?;
    let (index, threads) = (index(args)?, settings::threads(args.threads)?);
    let Some(shard) = shards.plan().shard(index) else {
        return refuse(format!(
            "--index: {index}; the plan has {}, counted from 0",
            counted(shards.plan().shards(), "shard")
        ));
    };
    let part = work.part(&shards, index, &shard, threads)?;
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

/// Says which shards have no good part.
pub(super) fn missing(args: &MissingArgs) -> Outcome {
    let missing = in_folder(&args.dir)?.missing();
    if missing.is_empty() { Ok(()) } else { output::result(&format!("{missing}\n")) }
}

/// Makes the files of what was played.
pub(super) fn merge(args: &MergeArgs) -> Outcome {
    let shards = in_folder(&args.dir)?;
    let work = planned(shards.plan())?;
    let own = args.dir.join("run");
    if args.out.is_none() && own.is_symlink() {
        let own = own.display();
        return refuse(format!("'{own}' is a link, which may lead anywhere; name the folder for the files with --out"));
    }
    let session = Session::begin(&args.out.clone().unwrap_or(own), &args.output, None, 0, 0)?;
    let games = shards.plan().cells.iter().map(|cell| cell.blocks.saturating_mul(cell.games_a_block));
    refuse_any_loss(session.folder(), &args.output, &Extent::fixed(games.fold(0, u64::saturating_add)))?;
    work.merge(&shards, session, args.output.format)
}

/// The plan in a folder, with its parts beside it.
fn in_folder(folder: &Path) -> Result<Shards, Failure> {
    open(&folder.join(PLAN), folder, "the folder of a plan")
}

fn open(file: &Path, folder: &Path, option: &str) -> Result<Shards, Failure> {
    Shards::open(file, folder).map_err(|error| {
        Failure::Usage(format!("{option}: {error} (a plan is the {PLAN} that 'analyze plan … --out DIR' wrote)"))
    })
}

/// What a plan is of, if program, strategies and rules are here what they were where it was made.
fn planned(plan: &Plan) -> Result<Box<dyn Work>, Failure> {
    let version = env!("CARGO_PKG_VERSION");
    if plan.version != version {
        return refuse(format!("{PLAN}: the plan was made by version {}, this is {version}", plan.version));
    }
    let typed = Typed::of_plan(plan)?;
    let work = planned::work(&typed)?;
    let here = work.plan();
    let parts = |plan: &Plan| [&plan.strategies[..], &plan.resolved[..]].concat();
    if let Some(odd) = odd_one(&parts(plan), &parts(&here)) {
        return refuse(format!("{PLAN}: '{odd}' is not here what it was where the plan was made"));
    }
    if (plan.planned, &plan.cells) != (here.planned, &here.cells) {
        return refuse(format!("{PLAN}: its options are of other blocks than it says; make the plan again"));
    }
    Ok(work)
}

/// The first that is not in both lists, which have the same order if they are equal.
fn odd_one<'a>(there: &'a [NamedHash], here: &'a [NamedHash]) -> Option<&'a str> {
    let differ = there.iter().zip(here).find(|(there, here)| there != here).map(|(there, _)| there);
    let longer = if there.len() > here.len() { there.get(here.len()) } else { here.get(there.len()) };
    differ.or(longer).map(|part| &*part.name)
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
