//! What the columns are called, and mean, that several tables have.
//!
//! A column of one table alone says so where the table is made.

use super::column::{Definition, Heading, Kind};
use analyze_core::record::{Declared, declared};

/// The unit of a number whose rows are about different things.
pub(super) const BY_METRIC: &str = "by metric";

pub(super) const PLAYERS: Heading = Heading::new(Definition::new("players", "players", "how many play"), Kind::Whole);
pub(super) const EXPERIMENT: Heading = Heading::text(Definition::label(
    "experiment",
    "code of everything that decides the games and verdicts, but not how many games are played",
));
/// What tells the rows of one experiment from those of another.
pub(super) const ORIGIN: [Heading; 2] = [PLAYERS, EXPERIMENT];

pub(super) const STRATEGY: Definition = Definition::label("strategy", "the strategy that the row is about");
pub(super) const AGAINST: Definition = Definition::label("against", "the strategies at the other seats");
pub(super) const METRIC: Definition = Definition::label("metric", "what the numbers of the row are of");
pub(super) const SEAT: Definition = Definition::new("seat", "seat", "the seat, from 1, which starts");
pub(super) const BLOCKS: Definition = Definition::new("blocks", "blocks", "blocks of games played on the same draws");
pub(super) const GAMES: Definition =
    Definition::new("games", "games", "games played, one for each seat taken in a game");
pub(super) const WIN_SHARE: Definition = Definition::new(
    "win_share",
    "1",
    "mean win share of a game: 1 for a win alone, 1/k for a tie of k for the first place",
);
/// Of an entrant of a tournament.
pub(super) const MEAN: Definition =
    Definition::new("mean", "1", "mean win share against others drawn at random from the entrants");
/// Of a candidate.
pub(super) const TESTED: Definition =
    Definition::new("diff", "1", "win_share less that of the default on the same draws");
/// Of decisions.
pub(super) const LOST: Definition =
    Definition::new("lost", "1", "mean win share that all decisions of the kind cost in a game");
pub(super) const DICE: Definition = Definition::new("dice", "dice", "the number of dice committed");
pub(super) const LUCK_GAIN: Definition = Definition::new(
    "luck_gain",
    "1",
    "how many times as many games would be needed without cancelling luck, empty where that is not known",
);

/// The labels of a warning card.
pub(super) const CARD: [Definition; 4] = [
    Definition::label("card", "the id of the warning card"),
    Definition::label("condition", "the condition of the card, as the deck writes it"),
    Definition::label("trigger", "what an invalid result sets off: bomb or explosion"),
    Definition::label("back", "the back of the card: light or dark"),
];

/// The mean score of a game.
pub(super) fn ev(game: &str) -> Definition {
    let score = declared(game).map_or("score", |Declared { score, .. }| score);
    Definition::of("ev", score, format!("mean of the {score}"))
}
