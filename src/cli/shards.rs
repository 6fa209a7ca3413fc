//! What many machines play: `plan`, `shard`, `missing` and `merge`.
//!
//! Owns what these commands do; whatever starts them, and where, is not known here. What can be planned is in `planned`, what
//! a plan and a part are in `record`.

use super::plan_args::{CutArgs, MergeArgs, MissingArgs, PlanCommand, PlannedWords, PlanningArgs, ShardArgs};
use crate::driver::embedded::Stage;
use crate::driver::planned::{Work, in_shards};
use crate::driver::replace::Extent;
use crate::driver::session::Session;
use crate::driver::varied::Varied;
use crate::experiments::cards::command::Cards;
use crate::experiments::cards::options::CardTablesArgs;
use crate::experiments::cards::sweep::CardsSweep;
use crate::experiments::compare::command::Comparison;
use crate::experiments::compare::config::game_of;
use crate::experiments::compare::options::ComparedArgs;
use crate::experiments::compare::sweep as compare_sweep;
use crate::experiments::feel::command::Feel;
use crate::experiments::feel::options::FollowedArgs;
use crate::experiments::regret::command::Pricing;
use crate::experiments::regret::options::PricedArgs;
use crate::experiments::run::PlayedArgs;
use crate::experiments::run::command::RunConfig;
use crate::experiments::run::sweep::Sweep;
use crate::experiments::tournament::command::Tournament;
use crate::experiments::tournament::options::EnteredArgs;
use crate::experiments::tune::command::{GAME, Tuning};
use crate::experiments::tune::game::Designs;
use crate::experiments::tune::options::TuningArgs;
use crate::games::narration::noun;
use crate::options::given;
use crate::options::given::Options;
use crate::options::settings;
use crate::options::settings::{chosen_game, missing_game};
use crate::record::{MergeError, NamedHash, PLAN, PartError, Plan, Record, Shards, TuneTallies};
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::numbers::counted;
use crate::terminal::output;
use clap::{CommandFactory, FromArgMatches};
use std::path::Path;
use std::sync::Arc;

/// Where a scheduler tells a process which of its tasks it is: HyperQueue, Slurm's arrays, Kubernetes' indexed jobs.
const INDEX_VARIABLES: [&str; 3] = ["HQ_TASK_ID", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"];

/// The options of `plan` alone.
const CUTS: [&str; 2] = ["shard-games", "out"];

/// Cuts what was typed into shards.
pub(crate) fn plan(mut args: PlanningArgs) -> Outcome {
    let given = Arc::clone(&args.rules().given);
    let (typed, cut) = PlannedArgs::of(args)?;
    typed.refuse_until()?;
    let work = typed.work(None)?;
    let plan = in_shards(work.plan(), cut.shard_games)?;
    let planned = given.typed().filter(|(name, _)| !CUTS.contains(name));
    let options: Vec<(String, String)> = planned.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let plan = Plan { options, arms: given.beside().map(str::to_owned).collect(), ..plan };
    if let Some(problem) = plan.inconsistency() {
        return refuse(format!(
            "--shard-games: shards of {} make no plan: {problem}",
            counted(cut.shard_games, "game")
        ));
    }
    work.check()?;
    plan.write(&cut.out)?;
    let shards = plan.shards();
    output::result(&format!("{shards} {}\n", noun(shards, "shard", "shards")))
}

/// What is planned, as it was typed.
enum PlannedArgs {
    /// A run, or a sweep.
    Played(PlayedArgs),
    /// A comparison or a ranking.
    Compared(ComparedArgs),
    Entered(EnteredArgs),
    Tuning(TuningArgs),
    Cards(CardTablesArgs),
    Priced(PricedArgs),
    Followed(FollowedArgs),
}

impl PlannedArgs {
    /// What was typed after `plan`, and into what it is cut.
    fn of(args: PlanningArgs) -> Result<(PlannedArgs, CutArgs), Failure> {
        Ok(match (args.command, args.cut) {
            (Some(PlanCommand::Compare(plan)), _) => (PlannedArgs::Compared(plan.planned), plan.cut),
            (Some(PlanCommand::Tournament(plan)), _) => (PlannedArgs::Entered(plan.planned), plan.cut),
            (Some(PlanCommand::Tune(plan)), _) => (PlannedArgs::Tuning(plan.planned), plan.cut),
            (Some(PlanCommand::Cards(plan)), _) => (PlannedArgs::Cards(plan.planned), plan.cut),
            (Some(PlanCommand::Regret(plan)), _) => (PlannedArgs::Priced(plan.planned), plan.cut),
            (Some(PlanCommand::Feel(plan)), _) => (PlannedArgs::Followed(plan.planned), plan.cut),
            (None, Some(cut)) => (PlannedArgs::Played(args.played), cut),
            (None, None) => return refuse(missing_game()),
        })
    }

    /// The options of a plan, as if they had been typed.
    fn of_plan(plan: &Plan) -> Result<PlannedArgs, Failure> {
        let words = std::iter::once("plan").chain(plan.planned.words().iter().copied()).map(str::to_owned);
        let cut = ["--shard-games=1", "--out=.", "--"].map(str::to_owned);
        let options = plan.options.iter().map(|(name, value)| (&**name, &**value));
        let words = words.chain(given::words(options)).chain(cut).chain(plan.arms.iter().cloned());
        let unusable = |error| Failure::Usage(format!("{PLAN}: its options cannot be used: {error}"));
        let mut command = PlannedWords::command();
        let typed = command.try_get_matches_from_mut(words).map_err(unusable)?;
        let mut planning = PlannedWords::from_arg_matches(&typed).map_err(unusable)?.planning;
        planning.rules().given = Arc::new(Options::innermost(&command, &typed));
        Ok(PlannedArgs::of(planning)?.0)
    }

    /// Refuses what ends by what comes of it: nobody knows beforehand which blocks it has.
    fn refuse_until(&self) -> Outcome {
        let until = match self {
            PlannedArgs::Played(typed) => typed.until,
            PlannedArgs::Compared(typed) => typed.until,
            PlannedArgs::Entered(typed) if typed.vary.axes.is_empty() => typed.until,
            PlannedArgs::Entered(_)
            | PlannedArgs::Tuning(_)
            | PlannedArgs::Cards(_)
            | PlannedArgs::Priced(_)
            | PlannedArgs::Followed(_) => None,
        };
        if let Some(until) = until {
            return refuse(format!(
                "--until: a plan says beforehand how many games are played, and {until} is known only after them; give --runs \
                 alone, or leave 'plan' out, so that one machine plays until then"
            ));
        }
        Ok(())
    }

    /// The same, validated; of a race what follows what was played before.
    fn work(&self, before: Option<&TuneTallies>) -> Result<Box<dyn Work + '_>, Failure> {
        Ok(match self {
            PlannedArgs::Played(typed) if !typed.vary.axes.is_empty() => {
                Box::new(Sweep::of_run(chosen_game(typed.table.game)?, typed)?)
            }
            PlannedArgs::Played(typed) => Box::new(RunConfig::new(chosen_game(typed.table.game)?, typed)?),
            PlannedArgs::Compared(typed) if !typed.vary.axes.is_empty() => {
                Box::new(compare_sweep::Sweep::new(game_of(typed)?, typed)?)
            }
            PlannedArgs::Compared(typed) => Box::new(Comparison::new(typed)?),
            PlannedArgs::Entered(typed) if !typed.vary.axes.is_empty() => {
                Box::new(Varied::<Tournament<'_>>::new(typed)?)
            }
            PlannedArgs::Entered(typed) => Box::new(Tournament::new(typed)?),
            PlannedArgs::Tuning(typed) if typed.tuned.strategy == GAME => Box::new(Designs::new(typed)?),
            PlannedArgs::Tuning(typed) if !typed.vary.axes.is_empty() => Box::new(Varied::<Tuning<'_>>::new(typed)?),
            PlannedArgs::Tuning(typed) => Box::new(Tuning::new(typed)?.after(before.cloned())?),
            PlannedArgs::Cards(typed) if !typed.vary.axes.is_empty() => Box::new(CardsSweep::new(typed)?),
            PlannedArgs::Cards(typed) => Box::new(Cards::new(typed)?),
            PlannedArgs::Priced(typed) if !typed.vary.axes.is_empty() => Box::new(Varied::<Pricing<'_>>::new(typed)?),
            PlannedArgs::Priced(typed) => Box::new(Pricing::new(typed)?),
            PlannedArgs::Followed(typed) if !typed.vary.axes.is_empty() => Box::new(Varied::<Feel>::new(typed)?),
            PlannedArgs::Followed(typed) => Box::new(Feel::new(typed)?),
        })
    }
}

/// Plays a shard.
pub(crate) fn shard(args: &ShardArgs) -> Outcome {
    let folder = args.out.as_deref().or(args.plan.parent()).unwrap_or(Path::new("."));
    let shards = open(&args.plan, folder, "--plan")?;
    let typed = PlannedArgs::of_plan(shards.plan())?;
    let work = planned(&typed, shards.plan())?;
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
pub(crate) fn missing(args: &MissingArgs) -> Outcome {
    let missing = in_folder(&args.dir)?.missing();
    if missing.is_empty() { Ok(()) } else { output::result(&format!("{missing}\n")) }
}

/// Makes the files of what was played.
pub(crate) fn merge(args: &MergeArgs) -> Outcome {
    let shards = in_folder(&args.dir)?;
    let typed = PlannedArgs::of_plan(shards.plan())?;
    let work = planned(&typed, shards.plan())?;
    let own = args.dir.join("run");
    if args.out.is_none() && own.is_symlink() {
        let own = own.display();
        return refuse(format!("'{own}' is a link, which may lead anywhere; name the folder for the files with --out"));
    }
    let session = Session::begin(&Stage::Program, &args.out.clone().unwrap_or(own), &args.output)?;
    let games = shards.plan().cells.iter().map(|cell| cell.blocks.saturating_mul(cell.games_a_block));
    session.refuse_loss(&Extent::fixed(games.fold(0, u64::saturating_add)))?;
    work.merge(&shards, session, args.output.shown.format)
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
fn planned<'t>(typed: &'t PlannedArgs, plan: &Plan) -> Result<Box<dyn Work + 't>, Failure> {
    let version = env!("CARGO_PKG_VERSION");
    if plan.version != version {
        return refuse(format!("{PLAN}: the plan was made by version {}, this is {version}", plan.version));
    }
    let work = typed.work(plan.before.as_ref())?;
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
