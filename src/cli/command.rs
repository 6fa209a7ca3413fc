//! All commands, and the options that one of them has alone.
//!
//! As in `args`, nothing here is validated beyond its own spelling.

use super::advise::AdviseArgs;
use super::chance::ChanceArgs;
use super::plan_args::{MergeArgs, MissingArgs, PlanningArgs, ShardArgs};
use super::review::ReviewArgs;
use crate::driver::entry::ExperimentOptions;
use crate::experiments::Experiments;
use crate::experiments::run::RunArgs;
use crate::lab::GameRef;
use crate::options::games::game_name;
use crate::options::given::Options;
use crate::options::{RulesArgs, TableArgs};
use crate::record::Choice;
use crate::terminal::choices::{FORMATS, Format, named};
use crate::terminal::numbers::small;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::sync::Arc;

/// What a newcomer is shown below the help.
const FIRST: &str = "\
First commands:
  analyze --game gang --players 3 --runs 1e6   # who wins, and by how much
  analyze strategies --game gang               # the built-in strategies
  analyze compare chaser bold --players 3      # is one better than the other?
  analyze show rules --game gang               # the rules as a file to edit";

/// A strategy laboratory for dice games: strategies play millions of repeatable games against each other.
///
/// Without a command it simulates games, for example `analyze --game gang --players 3 --runs 1e7`. It prints a summary
/// and writes all tables and a page to a folder. Messages are printed separately, to the error stream.
///
/// Exit codes: 0 done, 1 failed while running, 2 wrong usage or input, 3 fault in a strategy, 130 interrupted, 143
/// terminated. After an interruption, finished games are kept.
#[derive(Debug, Parser)]
#[command(name = "analyze", version, args_conflicts_with_subcommands = true, arg_required_else_help = true)]
#[command(after_help = FIRST)]
#[command(override_usage = "analyze --game <GAME> --runs <R> [OPTIONS]\n       analyze <COMMAND>")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub run: RunArgs,
}

impl Arguments {
    /// The same with all options of the command, where an experiment or a game is set up by them.
    pub(crate) fn with(mut self, options: Options) -> Arguments {
        if let Some(rules) = self.rules() {
            rules.given = Arc::new(options);
        }
        self
    }

    /// Has the options that are not typed come to what a record says.
    pub(crate) fn expects(&mut self, expected: Vec<Choice>) {
        if let Some(rules) = self.rules() {
            rules.given = Arc::new(Options { expected, ..(*rules.given).clone() });
        }
    }

    fn rules(&mut self) -> Option<&mut RulesArgs> {
        Some(match self.command.as_mut() {
            None => self.run.rules(),
            Some(Command::Play(play)) => &mut play.table.rules,
            Some(Command::Experiment(experiment)) => experiment.rules(),
            Some(Command::Plan(plan)) => plan.rules(),
            Some(_) => return None,
        })
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the experiment in a file, or repeat an earlier run from its run.json
    Run(RunFileArgs),
    /// Play one game, and describe every move and roll
    Play(PlayArgs),
    /// Say what to do in a position, and what each option is worth
    Advise(Box<AdviseArgs>),
    /// Say what each decision cost in a game that was played at a real table, from a file
    Review(ReviewArgs),
    #[command(flatten)]
    Experiment(Experiments),
    /// Split an experiment into parts (shards) that many machines can play
    Plan(PlanningArgs),
    /// Play one shard of a plan
    Shard(ShardArgs),
    /// List the shards of a plan that have no result yet, such as 3,7-9
    Missing(MissingArgs),
    /// Combine the results of all shards into one set of files
    Merge(MergeArgs),
    /// Rebuild the tables and the page of a run, without playing it again
    Report(ReportArgs),
    /// List the built-in strategies with their parameters
    Strategies(StrategiesArgs),
    /// Print a built-in strategy, deck or rules file to edit, or a table of the best rerolls
    Show(ShowArgs),
    /// Compute how likely a result of a throw is, and which dice to reroll
    Chance(ChanceArgs),
    /// Write a file that you can change: a game of your own, or a strategy
    New(NewArgs),
    /// Check a file (game, deck, rules, strategy or experiment), and list all problems
    Check(CheckArgs),
    /// Write the studio to a folder, or open it: design and play in a browser, without a server and offline
    #[cfg(not(target_family = "wasm"))]
    Studio(StudioArgs),
    /// Print the completions for a shell
    ///
    /// When you press Tab, the shell then offers the options, games, strategies, cards and files that fit.
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
pub(crate) struct RunFileArgs {
    /// An experiment file (.toml), or the run.json of any folder
    ///
    /// In an experiment file, each option is a key (runs = 1e6). --vary is a section `[vary]` at the end, with a line
    /// for each key: rerolls = "1..4". To play another command, add the key `command`: "cards", "combos", "compare",
    /// "dice", "exact", "feel", "regret", "solve", "tournament", "tune" or "tune game". The other keys are then its
    /// options. The strategies are a list: strategies = ["chaser", "bold"]. For "tune", write `strategy` instead, and a
    /// section `[param]` with the values to try.
    pub file: PathBuf,
    /// More options, such as --out DIR, --threads T or --format csv
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTIONS")]
    pub options: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// Take the strategies, the rules and the seed from the run in this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = TABLE_OPTIONS)]
    pub run: Option<PathBuf>,
    /// Play along: the number of your seat; the first is 1
    ///
    /// --bots names the strategies of the other seats. The program asks you for each of your decisions: ? gives advice,
    /// u takes back your last move, q saves the game and quits. At the end, a review says what your decisions cost.
    #[arg(long, help_heading = "Playing along", value_parser = small, value_name = "SEAT", conflicts_with_all = ["run", "regret", "index"])]
    pub me: Option<u64>,
    /// Continue the game that is saved in the file of --save
    #[arg(long, help_heading = "Playing along", conflicts_with_all = ["run", "regret", "index", "me"], conflicts_with_all = TABLE_OPTIONS)]
    pub resume: bool,
    /// The file in which your game is saved until it is over
    #[arg(long, help_heading = "Playing along", value_name = "FILE", default_value = "analyze-game.json")]
    pub save: PathBuf,
    /// Show the cost of each decision, and the luck of each turn (gang)
    #[arg(long)]
    pub regret: bool,
    /// Number of the game in the run; the first is 0
    #[arg(long, value_parser = small, value_name = "I", default_value = "0", allow_hyphen_values = true)]
    pub index: u64,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// The folder of the run
    pub dir: PathBuf,
    /// Also write all tables to this new workbook (.xlsx), for a spreadsheet
    ///
    /// Each table is a sheet. The first sheet lists the meaning and the unit of every column. Each header has a note
    /// with these.
    #[arg(long, value_name = "FILE")]
    pub xlsx: Option<PathBuf>,
    /// Format of the summary that is printed: table, csv, json
    #[arg(long, value_parser = named(&FORMATS), value_name = "FORMAT", default_value = "table")]
    pub format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct StrategiesArgs {
    /// List only the strategies of this game [default: all games]
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// A built-in strategy or game that is a file; or `reconstructed` (the deck), `rules`, `words` (what strategy files
    /// can say) or `plan` (the best rerolls)
    pub name: String,
    /// With rules, words, and strategies: the game
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    /// With rules: the edition
    #[arg(long, value_name = "NAME")]
    pub edition: Option<String>,
    #[command(flatten)]
    pub plan: PlanArgs,
}

/// The options of `show plan`.
#[derive(Debug, Args)]
pub(crate) struct PlanArgs {
    /// With plan: the card
    #[arg(long, value_name = "ID")]
    pub card: Option<String>,
    /// With plan: the number of dice, 1 to 48
    #[arg(long, value_parser = small, value_name = "N", allow_hyphen_values = true)]
    pub dice: Option<u64>,
    /// With plan: the number of rerolls left, 1 to 10
    #[arg(long, value_parser = small, value_name = "K", allow_hyphen_values = true)]
    pub rolls_left: Option<u64>,
    /// With plan: maximize the chance of a valid total of at least T, instead of the expected total
    #[arg(long, value_parser = small, value_name = "T", allow_hyphen_values = true)]
    pub target: Option<u64>,
    /// With plan: the deck file that has the card [default: reconstructed]
    #[arg(long, value_name = "FILE")]
    pub deck: Option<PathBuf>,
    /// With plan: the format, table or csv [default: table]
    #[arg(long, value_parser = named(&FORMATS[..2]), value_name = "FORMAT")]
    pub format: Option<Format>,
}

#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    #[command(subcommand)]
    pub kind: NewKind,
}

#[derive(Debug, Subcommand)]
pub(crate) enum NewKind {
    /// Write NAME.toml, a game that you can change and play with --game NAME.toml
    Game {
        /// The name: up to 40 small letters, digits and '-'
        name: String,
        /// The game to begin with: farkle, ship, lines, crates, threes, pig or gang-of-dice [default: threes]
        #[arg(long, value_name = "GAME")]
        like: Option<String>,
    },
    /// Write NAME.toml, a strategy that you can change and play with --bots NAME.toml
    Strategy {
        /// The name: up to 40 small letters, digits and '-'
        name: String,
        /// The game: a name, or a game's file
        #[arg(long, value_parser = game_name, value_name = "GAME")]
        game: Option<GameRef>,
        /// The strategy to begin with [default: the first of the game]
        #[arg(long, value_name = "STRATEGY")]
        like: Option<String>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// A game, deck, rules, strategy or experiment file (.toml or .rhai); its kind is detected
    pub file: PathBuf,
    /// The game [default: detected, or gang for a script]
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
}

#[cfg(not(target_family = "wasm"))]
#[derive(Debug, Args)]
pub(crate) struct StudioArgs {
    /// The folder to write the studio to; it must be new or empty
    pub dir: Option<PathBuf>,
    /// Serve the studio to this machine alone, and open it in the browser
    #[arg(long, conflicts_with = "dir")]
    pub open: bool,
    /// With --open: the port [default: one that is free]
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// bash, elvish, fish, powershell or zsh
    pub shell: clap_complete::Shell,
}
