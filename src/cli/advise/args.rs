//! What can be typed for `analyze advise`: a position of any game, and what is assumed about it.

use crate::lab::GameRef;
use crate::options::games::game_name;
use crate::options::{RulesArgs, SeedArgs, ShownArgs, of_gang};
use crate::terminal::numbers::{small, whole};
use clap::Args;

/// The options of the command.
#[derive(Debug, Args)]
#[command(mut_args(of_gang))]
pub(crate) struct AdviseArgs {
    /// The game: gang, pot, pig, battle, or a game from a file
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    /// Number of players [default: as many as the position has]
    #[arg(long, value_parser = small, value_name = "N", allow_hyphen_values = true)]
    pub players: Option<u64>,
    /// The seat whose turn it is; the first is 1
    #[arg(long, value_parser = small, value_name = "SEAT", default_value = "1", allow_hyphen_values = true)]
    pub seat: u64,
    /// The strategies of the others: one for each other seat in order, or one for all
    ///
    /// The default is a strong strategy that answers quickly, and the answer names it. With other strategies, the program
    /// plays games from the position on.
    /// For a game from a file that is not solved, the default is the first strategy of its line-up.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub others: Option<Vec<String>>,
    #[command(flatten)]
    pub position: PositionArgs,
    /// Number of games of each option in a simulation, 2 to 1e6 [default: 200 to 4000, fewer if there are many options]
    #[arg(long, help_heading = "Games", value_parser = whole, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    #[command(flatten)]
    pub draws: SeedArgs<1>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Number of threads, 1 to 1024 [default: one per core]
    #[arg(long, help_heading = "Output", value_parser = small, value_name = "T", allow_hyphen_values = true)]
    pub threads: Option<u64>,
    #[command(flatten)]
    pub shown: ShownArgs,
}

/// The options that say how the game stands. What each game makes of them is in its own file.
#[derive(Debug, Args)]
#[command(next_help_heading = "Position")]
pub(crate) struct PositionArgs {
    /// gang: the dice of each seat now, such as 14,20,14, without those on the table [default: shared equally]
    ///
    /// The dice that the seat has rolled (--dice) count as its own. All other dice of the game lie on the table.
    #[arg(long, value_name = "DICE,…", value_delimiter = ',', allow_hyphen_values = true)]
    pub pools: Option<Vec<String>>,
    /// gang: the round; the first is 1 [default: 1]
    #[arg(long, value_parser = small, value_name = "N", allow_hyphen_values = true)]
    pub round: Option<u64>,
    /// gang: the card of the round; games from files: its number in the deck, or as the file writes it
    #[arg(long, value_name = "ID")]
    pub card: Option<String>,
    /// gang: the best result so far: TOTAL:DICE or TOTAL:DICE:SEAT; pot: the score to beat: SUM or SUM:SEAT [default:
    /// none]
    #[arg(long, value_name = "RESULT", allow_hyphen_values = true)]
    pub best: Option<String>,
    /// gang, games from files with a contest: the seat that began the round [default: the seat with the best result,
    /// or --seat]
    #[arg(long, value_parser = small, value_name = "SEAT", allow_hyphen_values = true)]
    pub first: Option<u64>,
    /// gang, pot, games from files: the dice that the seat has rolled, such as 3,3,boss, to ask which of them to reroll
    ///
    /// In pot, the three dice in the order of the letters P, O, T, each a number or its letter: 4,o,2.
    #[arg(long, value_name = "FACES", value_delimiter = ',', allow_hyphen_values = true)]
    pub dice: Option<Vec<String>>,
    /// With --dice: how often dice can still be rerolled [default: as often as after the first roll]
    #[arg(long, value_parser = small, value_name = "K", allow_hyphen_values = true)]
    pub rolls_left: Option<u64>,
    /// pot: the coins of each seat, such as 5,7,3 [default: as at the start]
    #[arg(long, value_name = "COINS,…", value_delimiter = ',', allow_hyphen_values = true)]
    pub coins: Option<Vec<String>>,
    /// pot: the coins in the POT [default: the stake of a round]
    #[arg(long, value_parser = small, value_name = "COINS", allow_hyphen_values = true)]
    pub pot: Option<u64>,
    /// pig: the score of each seat, such as 30,42 [default: 0 for each]
    #[arg(long, value_name = "POINTS,…", value_delimiter = ',', allow_hyphen_values = true)]
    pub scores: Option<Vec<String>>,
    /// pig: the turn total [default: 0, before the first roll]
    #[arg(long, value_parser = small, value_name = "POINTS", allow_hyphen_values = true)]
    pub total: Option<u64>,
    /// battle: the dice of each seat, such as white:3+red,white:2+black
    #[arg(long, value_name = "DICE,…", value_delimiter = ',', allow_hyphen_values = true)]
    pub packs: Option<Vec<String>>,
    /// battle: the points of each seat, such as 2,0 [default: 0 for each]
    #[arg(long, value_name = "POINTS,…", value_delimiter = ',', allow_hyphen_values = true)]
    pub points: Option<Vec<String>>,
    /// games from files: the value of a field now, such as score=40, total=12 or rival.score=30; repeatable
    /// [default: as at the start]
    ///
    /// A field of a player, such as score, is that of the player whose turn it is. With `rival.`, it is that of all
    /// others, and with `seat3.` that of seat 3.
    #[arg(long = "at", value_name = "FIELD=VALUE", value_delimiter = ',', allow_hyphen_values = true)]
    pub fields: Vec<String>,
    /// games from files: the step in which the seat decides [default: the first]
    #[arg(long, value_name = "NAME")]
    pub step: Option<String>,
}

impl PositionArgs {
    /// The options that were typed, except these.
    pub(super) fn others_than(&self, known: &[&str]) -> Vec<&'static str> {
        let given = [
            ("--pools", self.pools.is_some()),
            ("--round", self.round.is_some()),
            ("--card", self.card.is_some()),
            ("--best", self.best.is_some()),
            ("--first", self.first.is_some()),
            ("--dice", self.dice.is_some()),
            ("--rolls-left", self.rolls_left.is_some()),
            ("--coins", self.coins.is_some()),
            ("--pot", self.pot.is_some()),
            ("--scores", self.scores.is_some()),
            ("--total", self.total.is_some()),
            ("--packs", self.packs.is_some()),
            ("--points", self.points.is_some()),
            ("--at", !self.fields.is_empty()),
            ("--step", self.step.is_some()),
        ];
        given.into_iter().filter(|(name, given)| *given && !known.contains(name)).map(|(name, _)| name).collect()
    }
}
