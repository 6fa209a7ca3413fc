//! Groups of options that several commands have. Nothing here is validated beyond its own spelling; that is for `settings`.

pub(crate) mod axis;
pub(crate) mod changes;
pub(crate) mod choices;
pub(crate) mod differences;
pub(crate) mod fields;
pub(crate) mod games;
pub(crate) mod given;
pub(crate) mod luck;
pub(crate) mod named_game;
pub(crate) mod recorded;
pub(crate) mod settings;
pub(crate) mod texts;
pub(crate) mod until;
pub(crate) mod vary;

use crate::engines::SeatingRule;
use crate::lab::{GameRef, game_names};
use crate::options::axis::Axis;
use crate::options::choices::{ENGINES, EngineChoice, LUCK, LuckChoice};
use crate::options::games::{game_name, seats};
use crate::options::given::Options;
use crate::record::Decimal;
use crate::terminal::choices::{FORMATS, Format, PROGRESS, ProgressChoice, named};
use crate::terminal::numbers::small;
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;

/// The options that say what is played.
#[derive(Clone, Debug, Args)]
pub(crate) struct TableArgs {
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
    #[command(flatten)]
    pub draws: SeedArgs<1>,
    /// Seatings that are played with the same draws: rotate (every rotation of the line-up), all (every order
    /// of it), fixed (as given)
    #[arg(long, value_parser = named(&SeatingRule::NAMES), value_name = "RULE", default_value = "rotate")]
    pub seating: SeatingRule,
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// The options that say by which rules, and how, turns are played.
#[derive(Clone, Debug, Args)]
pub(crate) struct RulesArgs {
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
    /// All options of the command that these are of.
    #[arg(skip)]
    pub given: Arc<Options>,
}

/// The seed, which is `DEFAULT` where none is typed.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SeedArgs<const DEFAULT: u64> {
    /// Seed, 0 to 2^64 - 1. The same seed gives the same files, byte for byte. A run, compare, and tune have different
    /// defaults, so that one can confirm another
    #[arg(long, value_parser = small, value_name = "S", default_value = DEFAULT.to_string(), allow_hyphen_values = true)]
    pub seed: u64,
}

/// What is done about luck.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct LuckArgs {
    /// What to do about luck: cancel (gang; pot and pig with two players) subtracts what cards and dice gave or took from
    /// each game's win shares, so that far fewer games are needed; the games stay the same. auto cancels it where that is
    /// possible. off leaves win shares as played
    #[arg(long = "luck", value_parser = named(&LUCK), value_name = "WHAT", default_value = "off")]
    pub choice: LuckChoice,
}

/// What is varied.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct VaryArgs {
    /// Play every combination of several values, on the same draws: rerolls=1..4, players=2..4, chaser.above=10..16,
    /// deck=old.toml|new.toml, p=0..1/4 (in 4 steps), p=0..1 by 0.25 (steps of 0.25). A key is a rule, a field of a card
    /// (card.ID.trigger), a strategy's parameter, or an option of the table (bots=a,b|c,d); repeatable
    #[arg(long = "vary", value_name = "KEY=VALUES", value_parser = Axis::parse)]
    pub axes: Vec<Axis>,
}

/// By what verdicts are given.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct VerdictArgs {
    /// Differences of win share up to this count as none
    #[arg(long, value_name = "M", default_value = "0.002", allow_hyphen_values = true)]
    pub margin: Decimal,
    /// How often any verdict may be wrong, above 0 and below 0.5; intervals have the level 1 - A
    #[arg(long, value_name = "A", default_value = "0.05", allow_hyphen_values = true)]
    pub alpha: Decimal,
}

/// The options of how games are played and shown, which never change a result.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlayingArgs {
    #[command(flatten)]
    pub folder: OutArgs,
    /// Threads, 1 to 1024, of which at most 8 for each core are started; never changes a result [default: all cores]
    #[arg(long, value_parser = small, value_name = "T", allow_hyphen_values = true)]
    pub threads: Option<u64>,
    #[command(flatten)]
    pub saving: SavingArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

impl PlayingArgs {
    /// Those of a command that has only these: all threads play, and nothing is gone on with.
    pub(crate) fn of(folder: OutArgs, output: OutputArgs) -> PlayingArgs {
        PlayingArgs {
            folder,
            threads: None,
            saving: SavingArgs { resume: false, save_every: Decimal::from(5) },
            output,
        }
    }
}

/// Where files go.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct OutArgs {
    /// Folder for the files: a new or empty one, or that of an earlier run [default: a folder in reports, named after the
    /// command and what it plays. If anything that decides a number is not the default, the code of the experiment follows.
    /// --runs, --until, --threads, and --format are not part of the code, so --resume finds a shorter run]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// The options that say at which table named strategies meet.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SeatsArgs {
    /// Which game [default: the only one that has strategies of these names]
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    /// How many play [default: one more than --against names, if that is more than one; else 3]
    #[arg(long, value_parser = small, value_name = "N", allow_hyphen_values = true)]
    pub players: Option<u64>,
}

/// The options of what is saved while games are played.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SavingArgs {
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
pub(crate) struct OutputArgs {
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

fn key_value(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("write it as key=value, such as rerolls=3")?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}
