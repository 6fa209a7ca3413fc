//! All commands, and the options that one of them has alone.
//!
//! As in `args`, nothing here is validated beyond its own spelling.

use super::args::OutArgs;
use super::args::VaryArgs;
use super::args::{OutputArgs, PlayingArgs, RulesArgs, RunArgs, TableArgs};
use super::choices::{FORMATS, Format, named};
use super::compare_args::CompareArgs;
use super::exact_args::ExactArgs;
use super::games::game_name;
use super::given::Options;
use super::numbers::{games, small};
use super::plan_args::{MergeArgs, MissingArgs, PlanningArgs, ShardArgs};
use super::regret_args::RegretArgs;
use super::tournament_args::TournamentArgs;
use super::tune_args::TuneArgs;
use crate::lab::GameRef;
use crate::record::{By, Choice};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::sync::Arc;

/// A strategy laboratory for dice games: strategies play millions of seeded games against each other.
///
/// Without a command it simulates, for example `analyze --game gang --players 3 --runs 1e7`: the summary goes
/// to standard output, remarks to standard error, and all tables to the folder of the run.
///
/// Exit codes: 0 done, 1 failed while running, 2 bad usage or bad input, 3 a strategy was at fault,
/// 130 interrupted, 143 asked to terminate (what was finished is written).
#[derive(Debug, Parser)]
#[command(name = "analyze", version, args_conflicts_with_subcommands = true, arg_required_else_help = true)]
#[command(override_usage = "analyze --game <GAME> --runs <R> [OPTIONS]\n       analyze <COMMAND>")]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub run: RunArgs,
}

impl Arguments {
    /// The same with all options of the command, where an experiment or a game is set up by them.
    pub(super) fn with(mut self, options: Options) -> Arguments {
        if let Some(rules) = self.rules() {
            rules.given = Arc::new(options);
        }
        self
    }

    /// Has the options that are not typed come to what a record says.
    pub(super) fn expects(&mut self, expected: Vec<Choice>) {
        if let Some(rules) = self.rules() {
            rules.given = Arc::new(Options { expected, ..(*rules.given).clone() });
        }
    }

    fn rules(&mut self) -> Option<&mut RulesArgs> {
        Some(match self.command.as_mut() {
            None => &mut self.run.played.table.rules,
            Some(Command::Play(play)) => &mut play.table.rules,
            Some(Command::Cards(cards)) => &mut cards.cards.table.rules,
            Some(Command::Solve(solve)) => &mut solve.rules,
            Some(Command::Exact(exact)) => &mut exact.rules,
            Some(Command::Regret(regret)) => &mut regret.priced.rules,
            Some(Command::Compare(compare)) => &mut compare.compared.rules,
            Some(Command::Tournament(tournament)) => &mut tournament.entered.rules,
            Some(Command::Tune(tune)) => &mut tune.tuning.tuned.rules,
            Some(Command::Plan(plan)) => plan.rules(),
            Some(_) => return None,
        })
    }
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Play what an experiment file says, or what a run.json is of, again
    Run(RunFileArgs),
    /// Play one game of a run and narrate it, die by die
    Play(PlayArgs),
    /// How hard each warning card is (gang): exact tables, and what a line-up meets on it
    Cards(CardsArgs),
    /// What a game of two (gang, pig) is worth to who starts, and how it is best played: exact tables
    Solve(SolveArgs),
    /// What two strategies win against each other, exactly and without playing a game (pot, pig)
    Exact(Box<ExactArgs>),
    /// What the decisions of strategies cost (gang), by card, dice and rerolls; the costliest ones
    Regret(Box<RegretArgs>),
    /// Is one strategy better than another, by how much, and how sure is that: paired games
    Compare(Box<CompareArgs>),
    /// Which of many strategies is best, each among copies of each other: payoffs, a ranking, and what is settled of it
    Tournament(Box<TournamentArgs>),
    /// Find the best values of a strategy's parameters, and test on other draws whether they are better than its default
    Tune(Box<TuneArgs>),
    /// Cut a run, a sweep or a comparison into shards that many machines can play
    Plan(PlanningArgs),
    /// Play one shard of a plan
    Shard(ShardArgs),
    /// Say which shards of a plan have no part yet, as ranges such as 3,7-9
    Missing(MissingArgs),
    /// Make the files of the run from the parts of all shards
    Merge(MergeArgs),
    /// Make the tables of a run again from its tallies
    Report(ReportArgs),
    /// List the strategies that ship, with their parameters
    Strategies(StrategiesArgs),
    /// Print a strategy, a deck or the rules of a game as the file that you would edit, or which dice to reroll
    Show(ShowArgs),
    /// Check a deck, a rules file or a strategy file: all problems, with their places
    Check(CheckArgs),
    /// Print the completions for a shell: of options, games, strategies, cards and files
    ///
    /// bash: analyze completions bash > ~/.local/share/bash-completion/completions/analyze
    ///
    /// zsh: analyze completions zsh > ~/.zfunc/_analyze, where ~/.zfunc is in $fpath
    ///
    /// fish: analyze completions fish > ~/.config/fish/completions/analyze.fish
    Completions(CompletionsArgs),
    /// Print the manual page
    ///
    /// To install it: analyze man > ~/.local/share/man/man1/analyze.1
    Man,
}

/// The options of [`TableArgs`]: a recorded run has them all, and any beside it would be ignored.
const TABLE_OPTIONS: [&str; 10] =
    ["game", "players", "bots", "seed", "seating", "edition", "deck", "rules", "options", "engine"];

#[derive(Debug, Args)]
pub(super) struct RunFileArgs {
    /// An experiment file (.toml): the options of a run as keys, and a table `vary`, with command = "cards", "compare",
    /// "exact", "regret" or "tournament" (and strategies), "tune" (and strategy, and a table `param`) or "tune game" those of these; or the run.json
    /// of any folder
    pub file: PathBuf,
    /// Further options, such as --out DIR, --threads T or --format csv
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTIONS")]
    pub options: Vec<String>,
}

#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// Take all of this from the run in this folder instead
    #[arg(long, value_name = "DIR", conflicts_with_all = TABLE_OPTIONS)]
    pub run: Option<PathBuf>,
    /// Mark each decision with what it cost and each turn with its luck, in win share (gang, die by die)
    #[arg(long)]
    pub regret: bool,
    /// Which game of the run, from 0
    #[arg(long, value_parser = small, value_name = "I", default_value = "0", allow_hyphen_values = true)]
    pub index: u64,
}

/// The options that say which cards are solved and what is played on them.
#[derive(Clone, Debug, Args)]
pub(super) struct CardTablesArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// Largest number of dice in the tables, 1 to 48; the time grows steeply with it
    #[arg(long, value_parser = small, value_name = "N", default_value = "8", allow_hyphen_values = true)]
    pub max_dice: u64,
    /// At how many dice cards are compared: those that the line-up commits on each (played), those that score most
    /// (best), or a number for all
    #[arg(long, value_name = "played|best|N", default_value = "played", allow_hyphen_values = true)]
    pub by: By,
    /// Ways to reroll to compare [default: all that ship]
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub policies: Option<Vec<String>>,
    /// Games for the simulated columns, 1 to 1e15, rounded up to whole blocks [default: 1e6]
    #[arg(long, value_parser = games, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    #[command(flatten)]
    pub vary: VaryArgs,
}

#[derive(Clone, Debug, Args)]
pub(super) struct CardsArgs {
    #[command(flatten)]
    pub cards: CardTablesArgs,
    #[command(flatten)]
    pub playing: PlayingArgs,
}

#[derive(Debug, Args)]
pub(super) struct SolveArgs {
    /// Which game: gang or pig [default: gang]
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    /// How many play: 2
    #[arg(long, value_parser = small, value_name = "N", default_value = "2", allow_hyphen_values = true)]
    pub players: u64,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub folder: OutArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// The folder of the run
    pub dir: PathBuf,
    /// How standard output shows the summary: table, csv, json
    #[arg(long, value_parser = named(&FORMATS), value_name = "FORMAT", default_value = "table")]
    pub format: Format,
}

#[derive(Debug, Args)]
pub(super) struct StrategiesArgs {
    /// Only those of this game [default: all games]
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
}

#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// A built-in strategy that is a file, a deck (reconstructed), `rules`, `words` or `plan`
    pub name: String,
    /// rules, words, strategies: of which game
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    /// rules: of which edition
    #[arg(long, value_name = "NAME")]
    pub edition: Option<String>,
    #[command(flatten)]
    pub plan: PlanArgs,
}

/// The options of `show plan`.
#[derive(Debug, Args)]
pub(super) struct PlanArgs {
    /// plan: against which card
    #[arg(long, value_name = "ID")]
    pub card: Option<String>,
    /// plan: with how many dice, 1 to 48
    #[arg(long, value_parser = small, value_name = "N", allow_hyphen_values = true)]
    pub dice: Option<u64>,
    /// plan: with how many rerolls left, 1 to 10
    #[arg(long, value_parser = small, value_name = "K", allow_hyphen_values = true)]
    pub rolls_left: Option<u64>,
    /// plan: for the highest chance of a valid total of at least T, not for the highest expected total
    #[arg(long, value_parser = small, value_name = "T", allow_hyphen_values = true)]
    pub target: Option<u64>,
    /// plan: deck file with the card, or reconstructed [default: that deck]
    #[arg(long, value_name = "FILE")]
    pub deck: Option<PathBuf>,
    /// plan: how it is shown: table, csv [default: table]
    #[arg(long, value_parser = named(&FORMATS[..2]), value_name = "FORMAT")]
    pub format: Option<Format>,
}

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// A deck, a rules file or a strategy file (.toml, .rhai); the program finds out which
    pub file: PathBuf,
    /// Of which game [default: found out; of a script: gang]
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
}

#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// bash, elvish, fish, powershell or zsh
    pub shell: clap_complete::Shell,
}
