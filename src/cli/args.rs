//! What can be typed, for all commands. Nothing here is validated beyond its own spelling; that is for `settings`.

pub(super) use super::compare_args::{CompareArgs, ComparedArgs};
use super::games::{game_name, seats};
use super::luck::{LUCK, LuckChoice};
use super::numbers::{games, small};
use super::plan_args::{MergeArgs, MissingArgs, PlanningArgs, ShardArgs};
pub(super) use super::regret_args::RegretArgs;
pub(super) use super::tournament_args::TournamentArgs;
pub(super) use super::tune_args::TuneArgs;
use super::vary::Axis;
use crate::engines::SeatingRule;
use crate::input::or_nearest;
use crate::lab::{GameRef, game_names};
use crate::record::{Allot, By, Decimal, Schedule, TestRecord};
use crate::simulate::Metrics;
use clap::{Args, Parser, Subcommand};
use std::fmt;
use std::path::PathBuf;

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

/// The options that say what is played.
#[derive(Clone, Debug, Args)]
pub(super) struct TableArgs {
    #[arg(long, help = format!("Which game: {}", game_names().join(", ")), value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    #[arg(
        long,
        help = format!("How many play ({}) [default: the number of bots, else 3]", seats()),
        value_parser = small,
        value_name = "N",
        allow_hyphen_values = true
    )]
    pub players: Option<u64>,
    /// Strategies, one for each seat or one for all; `analyze strategies` lists them [default: a line-up of
    /// different ones]
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub bots: Option<Vec<String>>,
    /// Seed, 0 to 2^64 - 1: the same seed gives the same files, byte for byte
    #[arg(long, value_parser = small, value_name = "S", default_value = "1", allow_hyphen_values = true)]
    pub seed: u64,
    /// Seatings that are played with the same draws: rotate (every rotation of the line-up), all (every order
    /// of it), fixed (as given)
    #[arg(long, value_parser = named(&SeatingRule::NAMES), value_name = "RULE", default_value = "rotate")]
    pub seating: SeatingRule,
    #[command(flatten)]
    pub rules: RulesArgs,
}

impl TableArgs {
    /// Those that were typed, or have a default of their own: name and value.
    fn typed(&self) -> Vec<(&'static str, String)> {
        let game = self.game.map(|game| ("game", game.name().to_owned()));
        let players = self.players.map(|players| ("players", players.to_string()));
        let bots = self.bots.as_ref().map(|bots| ("bots", bots.join(",")));
        let engine = name_in(&self.rules.engine, &ENGINES);
        let others = [("seed", self.seed.to_string()), ("seating", self.seating.to_string()), ("engine", engine)];
        let rules = self.rules.typed();
        game.into_iter().chain(players).chain(bots).chain(others).chain(rules).collect()
    }
}

/// The options that say by which rules, and how, turns are played.
#[derive(Clone, Debug, Args)]
pub(super) struct RulesArgs {
    /// Edition of the rules (gang: bga, blackrock) [default: bga]
    #[arg(long, value_name = "NAME")]
    pub edition: Option<String>,
    /// Deck file (gang), or `reconstructed`, the deck that `analyze show reconstructed` prints [default: that deck]
    #[arg(long, value_name = "FILE")]
    pub deck: Option<PathBuf>,
    /// Rules file, as `analyze show rules --game GAME` prints one
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// One rule of such a file, for example rerolls=3 or die.red.cost=3, or a field of a card (gang), for example
    /// card.sum7-bomb.trigger=explosion; repeatable, and it overrides edition and file
    #[arg(long = "rule", value_name = "KEY=VALUE", value_parser = key_value)]
    pub options: Vec<(String, String)>,
    /// How turns are played: turn (one draw from exact tables), dice (die by die), auto (turn if the game has it)
    #[arg(long, value_parser = named(&ENGINES), value_name = "ENGINE", default_value = "auto")]
    pub engine: EngineChoice,
    /// Solve again what an earlier run has solved, and keep nothing (gang: what `optimal` plays by)
    #[arg(long)]
    pub no_cache: bool,
}

impl RulesArgs {
    /// Those that were typed, but for the engine: name and value.
    pub(super) fn typed(&self) -> Vec<(&'static str, String)> {
        let path = |path: &PathBuf| path.display().to_string();
        let edition = self.edition.iter().map(|edition| ("edition", edition.clone()));
        let files = edition.chain(self.deck.iter().map(|deck| ("deck", path(deck))));
        let files = files.chain(self.rules.iter().map(|rules| ("rules", path(rules))));
        files.chain(self.options.iter().map(|(key, value)| ("rule", format!("{key}={value}")))).collect()
    }
}

/// How turns are to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EngineChoice {
    Auto,
    Turn,
    Dice,
}

/// The options that say what a run or a sweep plays.
#[derive(Clone, Debug, Args)]
pub(super) struct PlayedArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// Games, 1 to 1e15, in any spelling (1000000, 1e6, 1M); rounded up to whole blocks
    #[arg(long, value_parser = games, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    /// Stop at the first look with no standard error of a win share above X, for example se=0.001; looks come after 200
    /// blocks and then after a tenth more each time. --runs is then the most that are played [default: 1e9]
    #[arg(long, value_parser = until, value_name = "WHAT")]
    pub until: Option<Until>,
    /// Luck: cancel (gang; pot and pig with two players) subtracts from each game's win shares what cards and dice gave or
    /// took, so that far fewer games are as sure; the games and all else are the same. auto cancels it where that can be, where
    /// cancel is refused. off (as played)
    #[arg(long, value_parser = named(&LUCK), value_name = "WHAT", default_value = "off")]
    pub luck: LuckChoice,
    /// Play all combinations of several values, on the same draws: rerolls=1..4, chaser.above=10..16, players=2..4,
    /// deck=old.toml|new.toml, bots=a,b|c,d, p=0..1/4 (in 4 steps), p=0..1 by 0.25 (steps of 0.25); a rule, a card (card.ID.trigger), an option or a
    /// strategy's parameter; repeatable
    #[arg(long, value_name = "KEY=VALUES", value_parser = Axis::parse)]
    pub vary: Vec<Axis>,
}

impl PlayedArgs {
    /// The options of all that is played, but for what ends it before: name and value.
    pub(super) fn typed(&self) -> Vec<(&'static str, String)> {
        let runs = self.runs.map(|runs| ("runs", runs.to_string()));
        let vary = self.vary.iter().map(Axis::typed);
        self.table.typed().into_iter().chain(runs).chain(self.luck.typed()).chain(vary).collect()
    }
}

#[derive(Clone, Debug, Args)]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub played: PlayedArgs,
    /// Where the files go: an empty or a new folder, or one of an earlier run [default: reports/GAME-PLAYERSp, with
    /// the code of the experiment after it if anything that decides the games is not the default; --runs, --until,
    /// --threads and how results are shown do not, so that --resume finds a shorter run; a sweep: reports/GAME-sweep-CODE]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub playing: PlayingArgs,
}

/// The options of how games are played and shown, which never change a result.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct PlayingArgs {
    /// Threads, 1 to 1024, of which at most 8 for each core are started; never changes a result [default: all cores]
    #[arg(long, value_parser = small, value_name = "T", allow_hyphen_values = true)]
    pub threads: Option<u64>,
    #[command(flatten)]
    pub saving: SavingArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The options that say at which table named strategies meet.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct SeatsArgs {
    /// Which game [default: the only one that has strategies of these names]
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    /// How many play [default: one more than --against names, if that is more than one; else 3]
    #[arg(long, value_parser = small, value_name = "N", allow_hyphen_values = true)]
    pub players: Option<u64>,
}

/// The options of what is saved while games are played.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct SavingArgs {
    /// Go on from what is in the folder: what a run saved that was cut off, or the files of one that was interrupted or is
    /// to be longer; the same files come of it as of a run in one go
    #[arg(long, conflicts_with = "replace")]
    pub resume: bool,
    /// Seconds between two saves of what was played, 0.05 to 3600
    #[arg(long, value_name = "S", default_value = "5")]
    pub save_every: Decimal,
}

/// The options that say what is shown, and what may be replaced.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct OutputArgs {
    /// Let these files take the place of those of a longer run in the same folder, which are lost
    #[arg(long)]
    pub replace: bool,
    /// How standard output shows the summary: table, csv, json
    #[arg(long, value_parser = named(&FORMATS), value_name = "FORMAT", default_value = "table")]
    pub format: Format,
    /// Progress on standard error: auto (on a terminal), always, never
    #[arg(long, value_parser = named(&PROGRESS), value_name = "WHEN", default_value = "auto")]
    pub progress: ProgressChoice,
    /// No remarks on standard error, only errors
    #[arg(long)]
    pub quiet: bool,
}

/// How a table is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Table,
    Csv,
    Json,
}

/// When progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProgressChoice {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Args)]
pub(super) struct RunFileArgs {
    /// An experiment file (.toml): the options of a run as keys, and a table `vary`, with command = "cards", "compare" or
    /// "tournament" (and strategies), "tune" (and strategy, and a table `param`) or "tune game" those of these; or the run.json
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

#[derive(Debug, Args)]
pub(super) struct CardsArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// Tables for 1 to so many dice, at most 48; the time grows steeply
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
    /// Threads [default: all cores]; never changes a result
    #[arg(long, value_parser = small, value_name = "T", allow_hyphen_values = true)]
    pub threads: Option<u64>,
    /// The cards in all combinations of several values: rerolls=1..4, bots=boss:3|chaser, deck=old.toml|new.toml,
    /// card.ID.condition=sum>=7|sum>=9; what a run can vary; repeatable
    #[arg(long, value_name = "KEY=VALUES", value_parser = Axis::parse)]
    pub vary: Vec<Axis>,
    /// Where the files go [default: reports/cards, with --vary reports/cards-sweep; with the code of the experiment unless it
    /// is the plain command]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
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
    /// Where the files go [default: reports/solve or reports/solve-GAME, with the code of the experiment unless it is the plain command]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
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
    /// A strategy that ships as a file, a deck (reconstructed), `rules`, `words` or `plan`
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

pub(super) const ENGINES: [(&str, EngineChoice); 3] =
    [("auto", EngineChoice::Auto), ("turn", EngineChoice::Turn), ("dice", EngineChoice::Dice)];
pub(super) const FORMATS: [(&str, Format); 3] =
    [("table", Format::Table), ("csv", Format::Csv), ("json", Format::Json)];
pub(super) const PROGRESS: [(&str, ProgressChoice); 3] =
    [("auto", ProgressChoice::Auto), ("always", ProgressChoice::Always), ("never", ProgressChoice::Never)];
pub(super) const METRICS: [(&str, Metrics); 2] = [("all", Metrics::All), ("win_share", Metrics::WinShares)];

pub(super) const SCHEDULES: [(&str, Schedule); 3] = Schedule::NAMES;
pub(super) const ALLOTS: [(&str, Allot); 3] = Allot::NAMES;

pub(super) const TESTS: [(&str, TestRecord); 2] = [("cs", TestRecord::Cs), ("sprt", TestRecord::Sprt)];

/// Reads one of these names.
pub(super) fn named<T: Copy>(names: &'static [(&'static str, T)]) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| one_of(text, names)
}

/// The name of one of these.
pub(super) fn name_in<T: PartialEq>(value: &T, names: &[(&'static str, T)]) -> String {
    names.iter().find(|(_, named)| named == value).map_or_else(String::new, |(name, _)| (*name).to_owned())
}

/// One of several names, or an error with the nearest.
pub(super) fn one_of<T: Copy>(text: &str, names: &[(&str, T)]) -> Result<T, String> {
    let found = names.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
    found.ok_or_else(|| or_nearest(text, &names.iter().map(|(name, _)| *name).collect::<Vec<_>>()))
}

fn key_value(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("write it as key=value, such as rerolls=3")?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

/// When the data let a run end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Until {
    /// When there is a verdict.
    Verdict,
    /// When the standard error is at most this.
    StandardError(Decimal),
}

impl fmt::Display for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Until::Verdict => f.write_str("verdict"),
            Until::StandardError(most) => write!(f, "se={most}"),
        }
    }
}

/// What is said of games that were to end at a standard error and did not reach it, from the text of their `--until` and
/// the largest standard error that they have.
pub(super) fn not_reached(goal: &str, error: Option<f64>) -> Option<String> {
    let Ok(Until::StandardError(most)) = until(goal) else { return None };
    match error {
        Some(error) if error <= most.value() => None,
        Some(error) => Some(format!("{goal} was not reached: the largest standard error of a win share is {error:.6}")),
        None => Some(format!("{goal} was not reached: so few games have no standard error")),
    }
}

/// Reads `--until`.
pub(super) fn until(text: &str) -> Result<Until, String> {
    match text.split_once('=') {
        None if text == "verdict" => Ok(Until::Verdict),
        Some(("se", number)) => {
            let most: Decimal = number.parse().map_err(|error| format!("se: {error}"))?;
            let positive = most.value() > 0.0;
            if positive { Ok(Until::StandardError(most)) } else { Err("se: it must be above 0".to_owned()) }
        }
        None if text.strip_suffix('%').is_some_and(|percent| percent.trim().parse::<f64>().is_ok()) => {
            Err("a standard error is a fraction: for 1% write se=0.01".to_owned())
        }
        None if text.parse::<f64>().is_ok() => Err(format!("write se={text}: games end at that standard error")),
        _ => {
            Err("write se= and a standard error, such as se=0.001 (compare and tournament also take verdict)"
                .to_owned())
        }
    }
}
