//! What the columns are called, and mean, that several tables have.
//!
//! A column of one table alone says so where the table is made.

use super::column::{Heading, Kind, Told};
use analyze_core::record::{Declared, declared};

/// The unit of a number whose rows are about different things.
pub(super) const BY_METRIC: &str = "by metric";

pub(super) const PLAYERS: Heading = Heading::new(Told::new("players", "players", "how many play"), Kind::Whole);
pub(super) const EXPERIMENT: Heading = Heading::text(Told::label(
    "experiment",
    "code of everything that decides the games and verdicts, but not how many games are played",
));
/// What tells the rows of one experiment from those of another.
pub(super) const ORIGIN: [Heading; 2] = [PLAYERS, EXPERIMENT];

pub(super) const STRATEGY: Told = Told::label("strategy", "the strategy that the row is about");
pub(super) const AGAINST: Told = Told::label("against", "the strategies at the other seats");
pub(super) const METRIC: Told = Told::label("metric", "what the numbers of the row are of");
pub(super) const SEAT: Told = Told::new("seat", "seat", "the seat, from 1, which starts");
pub(super) const BLOCKS: Told = Told::new("blocks", "blocks", "blocks of games played on the same draws");
pub(super) const GAMES: Told = Told::new("games", "games", "games played, one for each seat taken in a game");
pub(super) const WIN_SHARE: Told =
    Told::new("win_share", "1", "mean win share of a game: 1 for a win alone, 1/k for a tie of k for the first place");
/// Of an entrant of a tournament.
pub(super) const MEAN: Told = Told::new("mean", "1", "mean win share against others drawn at random from the entrants");
/// Of a candidate.
pub(super) const TESTED: Told = Told::new("diff", "1", "win_share less that of the default on the same draws");
/// Of decisions.
pub(super) const LOST: Told = Told::new("lost", "1", "mean win share that all decisions of the kind cost in a game");
pub(super) const DICE: Told = Told::new("dice", "dice", "the number of dice committed");
pub(super) const LUCK_GAIN: Told = Told::new(
    "luck_gain",
    "1",
    "how many times as many games would be needed without cancelling luck, empty where that is not known",
);

/// The labels of a warning card.
pub(super) const CARD: [Told; 4] = [
    Told::label("card", "the id of the warning card"),
    Told::label("condition", "the condition of the card, as the deck writes it"),
    Told::label("trigger", "what an invalid result sets off: bomb or explosion"),
    Told::label("back", "the back of the card: light or dark"),
];

/// The mean score of a game.
pub(super) fn ev(game: &str) -> Told {
    let score = declared(game).map_or("score", |Declared { score, .. }| score);
    Told::of("ev", score, format!("mean of the {score}"))
}
