//! What the columns are called, and mean, that several tables have.
//!
//! A column of one table alone says so where the table is made.

use super::column::{Definition, Heading, Kind};
use crate::record::declared;

/// The unit of a number whose rows are about different things.
pub(crate) const BY_METRIC: &str = "by metric";

pub(crate) const PLAYERS: Heading = Heading::new(Definition::new("players", "players", "how many play"), Kind::Whole);
pub(crate) const EXPERIMENT: Heading = Heading::text(Definition::label(
    "experiment",
    "code of everything that decides the games and verdicts, but not how many games are played",
));
/// What tells the rows of one experiment from those of another.
pub(crate) const ORIGIN: [Heading; 2] = [PLAYERS, EXPERIMENT];

pub(crate) const STRATEGY: Definition = Definition::label("strategy", "the strategy that the row is about");
pub(crate) const AGAINST: Definition = Definition::label("against", "the strategies at the other seats");
pub(crate) const METRIC: Definition = Definition::label("metric", "what the row counts or measures");
pub(crate) const SEAT: Definition = Definition::new("seat", "seat", "the seat; seat 1 starts");
pub(crate) const BLOCKS: Definition =
    Definition::new("blocks", "blocks", "deals played; each is a block of games with the same luck");
pub(crate) const GAMES: Definition =
    Definition::new("games", "games", "games played; a game counts twice if the strategy has two seats");
pub(crate) const SEAT_GAMES: Definition = Definition::new("games", "games", "games played in this seat");
pub(crate) const WIN_SHARE: Definition =
    Definition::new("win_share", "1", "mean win share of a game: 1 for a win, 1/k if k players tie for first");
/// Of an entrant of a tournament.
pub(crate) const MEAN: Definition = Definition::new("mean", "1", "win share, averaged over all opponents");
/// Of a candidate.
pub(crate) const TESTED: Definition =
    Definition::new(DIFF, "1", "win_share minus that of the default in the same deals");
/// Of decisions.
pub(crate) const LOST: Definition = Definition::new("lost", "1", "win share lost per game by decisions of this kind");
pub(crate) const DICE: Definition = Definition::new("dice", "dice", "the number of dice committed");
pub(crate) const LUCK_GAIN: Definition =
    Definition::new("luck_gain", "1", "how many ordinary games one of these games is worth; empty if unknown");

/// The labels of a warning card.
pub(crate) const CARD: [Definition; 4] = [
    Definition::label("card", "the id of the warning card"),
    Definition::label("condition", "the condition of the card, as written in the deck file"),
    Definition::label(
        "trigger",
        "when the condition is checked: after the last roll (bomb) or after every roll (explosion)",
    ),
    Definition::label("back", "the back of the card: light or dark"),
];

/// The labels of a card of a game from a file.
pub(crate) const CARD_OF_FILE: [Definition; 4] = [
    Definition::label("card", "the card, as written in the game's file"),
    Definition::label("condition", "the condition of the card"),
    Definition::label("marks", "the marks of the card; empty if it has none"),
    Definition::label("part", "the part of the deck"),
];

/// The name of a column of differences.
pub(crate) const DIFF: &str = "diff";
/// The name of the column of mean scores, which people read as the mean of their unit.
pub(crate) const EV: &str = "ev";

/// What people read in the place of a name that its words do not explain.
const WORDS: [(&str, &str); 37] = [
    (DIFF, "difference"),
    ("blocks", "deals"),
    ("blocks_divergent", "deals that differ"),
    ("n", "games"),
    ("p50", "median"),
    ("p95", "95th percentile"),
    ("max", "highest"),
    ("p50_lo", "median, lower end"),
    ("p50_hi", "median, upper end"),
    ("p95_lo", "95th percentile, lower end"),
    ("p95_hi", "95th percentile, upper end"),
    ("above_max_hi", "chance of a higher value (upper limit)"),
    ("all_invalid_rounds", "rounds without a valid result"),
    ("empty_bank_rounds", "rounds with an empty bank"),
    ("capped", "games cut off"),
    ("dice_mean", "mean dice"),
    ("dice_won_mean", "mean dice won"),
    ("net_dice_mean", "mean net dice"),
    ("valid_total_mean", "mean valid total"),
    ("nobody_valid_rate", "rounds without a valid result"),
    ("invalid_rate", "turns that fail"),
    ("nash", "Nash average"),
    ("alpha_rank", "α-rank"),
    ("rank_from", "best rank"),
    ("against_nash", "against the Nash average"),
    ("against_first", "change from the first"),
    ("invalid_at_best", "chance to fail with best dice"),
    ("rolls_mean", "mean rolls"),
    ("turn_score_mean", "mean turn score"),
    ("pareto", "not beaten"),
    ("met_dice", "dice committed before"),
    ("met_total", "total to beat"),
    ("what", "kind"),
    ("cell", "table"),
    ("win_share_within", "largest error"),
    ("max_valid", "highest chance of a valid result"),
    ("rank_to", "worst rank"),
];

/// A name of a column or a metric as people read it.
pub fn in_words(name: &str) -> String {
    let known = WORDS.iter().find(|(known, _)| *known == name);
    known.map_or_else(|| name.replace('_', " "), |(_, words)| (*words).to_owned())
}

/// The mean score of a game.
pub(crate) fn ev(game: &str) -> Definition {
    let score = declared(game).score;
    Definition::of(EV, score, format!("mean of the {score}"))
}
