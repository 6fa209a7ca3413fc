//! What can be typed of what many machines play: after `plan`, `shard`, `missing` and `merge`.
//!
//! As in `args`, nothing here is validated beyond its own spelling.

use crate::experiments::cards::options::CardTablesArgs;
use crate::experiments::compare::options::ComparedArgs;
use crate::experiments::feel::options::FollowedArgs;
use crate::experiments::regret::options::PricedArgs;
use crate::experiments::run::PlayedArgs;
use crate::experiments::tournament::options::EnteredArgs;
use crate::experiments::tune::options::TuningArgs;
use crate::options::{OutputArgs, RulesArgs};
use crate::terminal::numbers::{small, whole};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(
    override_usage = "analyze plan --game <GAME> --runs <R> [--vary <KEY=VALUES>] --shard-games <N> --out <DIR>\n       \
    analyze plan <COMMAND> ... --shard-games <N> --out <DIR>"
)]
pub(crate) struct PlanningArgs {
    #[command(subcommand)]
    pub command: Option<PlanCommand>,
    #[command(flatten)]
    pub played: PlayedArgs,
    #[command(flatten)]
    pub cut: Option<CutArgs>,
}

impl PlanningArgs {
    /// The rules of what is planned.
    pub(crate) fn rules(&mut self) -> &mut RulesArgs {
        match self.command.as_mut() {
            None => &mut self.played.table.rules,
            Some(PlanCommand::Compare(plan)) => &mut plan.planned.rules,
            Some(PlanCommand::Tournament(plan)) => &mut plan.planned.rules,
            Some(PlanCommand::Tune(plan)) => &mut plan.planned.tuned.rules,
            Some(PlanCommand::Cards(plan)) => &mut plan.planned.table.rules,
            Some(PlanCommand::Regret(plan)) => &mut plan.planned.rules,
            Some(PlanCommand::Feel(plan)) => &mut plan.planned.table.rules,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum PlanCommand {
    /// Split a comparison of two or more strategies
    Compare(Box<Cut<ComparedArgs>>),
    /// Split a tournament with --allot even, in which every set of players (table) plays the same number of deals
    ///
    /// With --vary, each combination is a shard.
    Tournament(Box<Cut<EnteredArgs>>),
    /// Split the search for the best parameters, round by round, or with `tune game` the designs of a game
    ///
    /// With --vary, each combination is a shard.
    Tune(Box<Cut<TuningArgs>>),
    /// Split the games of `cards`
    Cards(Box<Cut<CardTablesArgs>>),
    /// Split the games of `regret`; with --vary, each combination is a shard
    Regret(Box<Cut<PricedArgs>>),
    /// Split the games of `feel`; with --vary, each combination is a shard
    Feel(Box<Cut<FollowedArgs>>),
}

/// What is planned, and into what it is cut.
#[derive(Debug, Args)]
pub(crate) struct Cut<A: Args> {
    #[command(flatten)]
    pub planned: A,
    #[command(flatten)]
    pub cut: CutArgs,
}

/// A plan as it is kept: what is typed after `plan`.
#[derive(Debug, Parser)]
pub(crate) struct PlannedWords {
    #[command(flatten)]
    pub planning: PlanningArgs,
}

/// The options that say into what a plan cuts, and where it goes.
#[derive(Clone, Debug, Args)]
pub(crate) struct CutArgs {
    /// Number of games per shard; choose one that takes one to twenty minutes
    ///
    /// It is rounded up to whole deals. In a comparison, it counts the games of each strategy. In a tournament, a shard
    /// has up to 256 tables, and the number counts the games of all of them. With --vary, a shard has up to 256
    /// combinations; the games of the first combination, with which the others are compared, are not counted.
    #[arg(long, value_parser = whole, value_name = "N", allow_hyphen_values = true)]
    pub shard_games: u64,
    /// The folder for the plan and the results of its shards
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct ShardArgs {
    /// The plan: plan.json in its folder
    #[arg(long, value_name = "FILE")]
    pub plan: PathBuf,
    /// Number of the shard, from 0
    ///
    /// By default, it is read from the variable that a cluster sets for each job: HQ_TASK_ID (HyperQueue),
    /// SLURM_ARRAY_TASK_ID (Slurm) or JOB_COMPLETION_INDEX (Kubernetes).
    #[arg(long, value_parser = small, value_name = "I", allow_hyphen_values = true)]
    pub index: Option<u64>,
    /// Number of threads [default: one per core]
    ///
    /// It never changes a result.
    #[arg(long, value_parser = small, value_name = "T", allow_hyphen_values = true)]
    pub threads: Option<u64>,
    /// The folder whose subfolder `parts` gets the result [default: the folder of the plan]
    #[arg(long, value_name = "DIR", conflicts_with = "stdout")]
    pub out: Option<PathBuf>,
    /// Write the result to standard output
    #[arg(long)]
    pub stdout: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MissingArgs {
    /// The folder of the plan
    pub dir: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// The folder of the plan
    pub dir: PathBuf,
    /// Where the files go [default: `run` in the folder of the plan]
    #[arg(long, value_name = "OUT")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
}
