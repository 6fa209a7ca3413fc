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
pub(crate) mod pairs;
pub(crate) mod recorded;
pub(crate) mod settings;
pub(crate) mod texts;
pub(crate) mod until;
pub(crate) mod vary;

use crate::engines::SeatingRule;
use crate::lab::GameRef;
use crate::options::axis::Axis;
use crate::options::choices::{ENGINES, EngineChoice, LUCK, LuckChoice};
use crate::options::games::{game_name, seats};
use crate::options::given::Options;
use crate::record::Decimal;
use crate::registry::game_names;
use crate::terminal::choices::{FORMATS, Format, PROGRESS, ProgressChoice, named};
use crate::terminal::numbers::small;
use clap::{Arg, Args};
use std::path::PathBuf;
use std::sync::Arc;

/// The options that say what is played.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Game and players")]
pub(crate) struct TableArgs {
    #[arg(long, help = format!("The game: {}, or the file of your own game (.toml)", game_names().join(", ")), value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    #[arg(
        long,
        help = format!("Number of players ({}) [default: the number of --bots if there are several, otherwise 3]", seats()),
        value_parser = small,
        value_name = "N",
        allow_hyphen_values = true
    )]
    pub players: Option<u64>,
    /// Strategies, separated by commas: one for each seat, or one for all seats [default: built-in ones]
    ///
    /// `analyze strategies` lists the built-in strategies. A strategy can also be a file: mine.toml, or a script
    /// mine.rhai. Parameters follow a colon: chaser:above=14.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub bots: Option<Vec<String>>,
    #[command(flatten)]
    pub draws: SeedArgs<1>,
    /// Which seating orders are played: rotate, all, fixed
    ///
    /// `rotate`: every rotation of --bots; `all`: every order; `fixed`: only the order of --bots. All orders are played
    /// with the same luck.
    #[arg(long, value_parser = named(&SeatingRule::NAMES), value_name = "RULE", default_value = "rotate")]
    pub seating: SeatingRule,
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// The options that say by which rules, and how, turns are played.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct RulesArgs {
    /// Edition of the rules (gang): bga (Board Game Arena) or blackrock (Blackrock Games) [default: bga]
    #[arg(long, value_name = "NAME")]
    pub edition: Option<String>,
    /// Deck file (gang) [default: the built-in deck]
    ///
    /// `reconstructed` is the name of the built-in deck, which `analyze show reconstructed` prints.
    #[arg(long, value_name = "FILE")]
    pub deck: Option<PathBuf>,
    /// File of rules; `analyze show rules --game GAME` prints one to edit
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Change one rule, for example rerolls=3 or die.red.cost=3; repeatable
    ///
    /// In gang, the key can also be a field of a card, for example card.sum7-bomb.trigger=explosion. --rule takes
    /// precedence over --edition and --rules.
    #[arg(long = "rule", value_name = "KEY=VALUE", value_parser = key_value)]
    pub options: Vec<(String, String)>,
    /// How turns are simulated: turn, dice, auto
    ///
    /// `turn`: draw the result of a whole turn from exact tables, which is faster; `dice`: roll each die; `auto`:
    /// `turn` if the game has such tables. Results have the same probabilities either way.
    #[arg(long, value_parser = named(&ENGINES), value_name = "ENGINE", help_heading = "Games", default_value = "auto")]
    pub engine: EngineChoice,
    /// Do not use or write the cache of solutions
    ///
    /// The strategies `optimal`, `champion`, and `best-response` (gang) need a solution of the game, which takes time to
    /// compute. The cache keeps it for later runs.
    #[arg(long, help_heading = "Games")]
    pub no_cache: bool,
    /// All options of the command that these are of.
    #[arg(skip)]
    pub given: Arc<Options>,
}

/// The seed, which is `DEFAULT` where none is typed.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Games")]
pub(crate) struct SeedArgs<const DEFAULT: u64> {
    /// Number that fixes all random draws, 0 to 2^64 - 1
    ///
    /// The same seed gives the same games and the same files. Another seed gives new games, to confirm a result. The
    /// default seeds of plain runs, `compare` and `tune` differ, so that their results are independent of each other.
    #[arg(long, value_parser = small, value_name = "S", default_value = DEFAULT.to_string(), allow_hyphen_values = true)]
    pub seed: u64,
}

/// What is done about luck.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Games")]
pub(crate) struct LuckArgs {
    /// Whether win shares are corrected for luck: off (no), cancel (yes), auto (where possible)
    ///
    /// With `cancel`, the program estimates how much luck contributed to each result, and subtracts it. The win shares
    /// keep their meaning, and far fewer games are needed. It works in gang and battle, and with two players in pot,
    /// pig, and games from files that can be solved.
    #[arg(long = "luck", value_parser = named(&LUCK), value_name = "WHAT", default_value = "off")]
    pub choice: LuckChoice,
}

/// What is varied.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Games")]
pub(crate) struct VaryArgs {
    /// Play several values of a rule, such as rerolls=1..4, and compare them; repeatable
    ///
    /// If you give --vary several times, every combination of the values is played. All combinations play the same
    /// deals. Values are a list (old.toml|new.toml), a range of whole numbers (2..4), or a range with steps. 0..1/4
    /// goes from 0 to 1 in 4 steps: 0, 0.25, 0.5, 0.75 and 1. `0..1 by 0.25` means the same. A key is a rule, a field
    /// of a card (card.ID.trigger), a parameter of a strategy (chaser.above), or players, bots, deck, edition, rules,
    /// seating or seed.
    #[arg(long = "vary", value_name = "KEY=VALUES", value_parser = Axis::parse)]
    pub axes: Vec<Axis>,
}

/// By what verdicts are given.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Verdict")]
pub(crate) struct VerdictArgs {
    /// Margin: strategies whose win shares differ by no more than this count as equal
    #[arg(long, value_name = "M", default_value = "0.002", allow_hyphen_values = true)]
    pub margin: Decimal,
    /// Error rate: the highest chance of any wrong verdict, above 0 and below 0.5
    ///
    /// The confidence level of the intervals is 1 - A.
    #[arg(long, value_name = "A", default_value = "0.05", allow_hyphen_values = true)]
    pub alpha: Decimal,
}

/// The options of how games are played and shown, which never change a result.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct PlayingArgs {
    #[command(flatten)]
    pub folder: OutArgs,
    /// Number of threads, 1 to 1024 [default: one per core]
    ///
    /// It changes the speed, never a result. At most 8 are started per core.
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
#[command(next_help_heading = "Output")]
pub(crate) struct OutArgs {
    /// Folder for the files [default: a folder in reports]
    ///
    /// It can be a new or empty folder, or that of an earlier run. The default name consists of the command, the game,
    /// and the players. If you change an option that affects the results, a short code is added. --runs, --until,
    /// --threads and --format do not change the name, so that --resume can continue a shorter run.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// The options that say at which table named strategies meet.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Game and players")]
pub(crate) struct SeatsArgs {
    /// The game [default: the one that has strategies with these names]
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    /// Number of players [default: the number of names in --against plus one, if there are several; otherwise 3]
    #[arg(long, value_parser = small, value_name = "N", allow_hyphen_values = true)]
    pub players: Option<u64>,
}

/// The options of what is saved while games are played.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct SavingArgs {
    /// Finish an interrupted run, or add games to a shorter one
    ///
    /// The result is the same as that of one uninterrupted run.
    #[arg(long, conflicts_with = "replace")]
    pub resume: bool,
    /// Seconds between saves of an unfinished run, 0.05 to 3600
    #[arg(long, value_name = "S", default_value = "5")]
    pub save_every: Decimal,
}

/// The options that say what is shown, and what may be replaced.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Allow a run to overwrite a longer one in the same folder
    ///
    /// The files of the longer run are lost. A shorter run is overwritten even without this option.
    #[arg(long)]
    pub replace: bool,
    #[command(flatten)]
    pub shown: ShownArgs,
}

/// The options that say how an answer is shown.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ShownArgs {
    /// Format of the summary that is printed: table, csv, json
    #[arg(long, value_parser = named(&FORMATS), value_name = "FORMAT", default_value = "table")]
    pub format: Format,
    /// When to show the progress: auto (on a terminal), always, never
    #[arg(long, value_parser = named(&PROGRESS), value_name = "WHEN", default_value = "auto")]
    pub progress: ProgressChoice,
    /// Print no remarks, only the summary and errors
    #[arg(long)]
    pub quiet: bool,
}

/// What the help says of `--out` where nothing is played, and its default name is that of a game.
pub(crate) const OUT_OF_GAME: &str = "\
Folder for the files [default: a folder in reports]

It can be a new or empty folder, or that of an earlier run. The default name consists of the command and the game. A short \
code tells runs with different rules apart.";

/// The same where its default name is that of strategies.
pub(crate) const OUT_OF_STRATEGIES: &str = "\
Folder for the files [default: a folder in reports]

It can be a new or empty folder, or that of an earlier run. The default name consists of the command and the \
strategies. A short code tells runs with different rules apart.";

/// What the help says of `--rule` where the game is gang, or nearly always is.
const RULE_OF_GANG: [&str; 2] = [
    "Change one rule, for example rerolls=3; repeatable",
    "In gang, the key can also be a field of a card, for example card.sum7-bomb.trigger=explosion. --rule takes precedence \
     over --edition and --rules.",
];

/// An option in the help of a command that is for gang, or nearly always. One that has no effect there is left out,
/// although it can be typed: then the command says why it is of no use.
pub(crate) fn of_gang(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "engine" => option.hide(true),
        "options" => option.help(RULE_OF_GANG[0]).long_help(RULE_OF_GANG.join("\n\n")),
        _ => option,
    }
}

fn key_value(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("write it as key=value, such as rerolls=3")?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}
