//! The tallies of a run: every integer that its tables are made from.
//!
//! Owns the format of `tallies.json`. All sums are exact integers, so tallies of parts of a run add up
//! to the same bits in any order.

use super::limits;
use super::moments::{Ends, Moments, RatioEnds};
use super::names::is_plain;

use super::histogram::{Histogram, is_histogram, total};
use super::json::{Hash, Listing, Record};
use super::plausible::{Limits, are_ends, are_games, are_moments, are_ratio_ends, is_mixed, is_product, is_sum};
use super::summed::{Each, Early, IfAny, Same, SameNumber, Sum, Summed, Unlisted, summed};
use crate::games::{ColumnKind, MAX_SEATS, WHOLE_WIN};
use serde::{Deserialize, Serialize};

summed! {
    /// What a strategy (at a seat, or over all its seats) came to, in sums over blocks.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Cell |cell, of: &Tallies| {
        /// Seats played in each block: the same in every block. At most all seats of all games are taken by one.
        pub seats_a_block: u64 = Early(SameNumber("the seats of a block"))
            => cell.seats_a_block <= of.games_a_block * MAX_SEATS as u64,
        /// Games won alone.
        pub wins: Moments = Sum => cell.is_of_seats(of, 1, &cell.wins),
        /// Games in which several were first, this one among them.
        pub ties_for_first: i128 = Early(Sum) => cell.is_of_games(of, cell.ties_for_first),
        /// Win shares in 60ths.
        pub share: Moments = Sum => cell.is_of_seats(of, WHOLE_WIN, &cell.share),
        /// Scores: final dice, coins or dice value.
        pub score: Moments = Sum => cell.is_of_seats(of, of.highest_score, &cell.score),
        /// Those of the blocks' sums of scores.
        pub score_ends: Ends = Sum => are_ends(cell.score_ends),
    }
}

impl Cell {
    /// Whether these can be sums of a number that is from 0 to `most` at each seat.
    fn is_of_seats(&self, of: &Tallies, most: u32, sums: &Moments) -> bool {
        let most = self.seats_a_block.saturating_mul(most.into());
        sums.sum >= 0 && Limits { blocks: of.blocks, most }.allow(sums)
    }

    /// Whether this can be how many of its games were of a kind.
    fn is_of_games(&self, of: &Tallies, games: i128) -> bool {
        (0..=i128::from(of.blocks) * i128::from(self.seats_a_block)).contains(&games)
    }
}

/// The parts of a win in which cancelled win shares are counted: each game's is rounded to them once.
pub const CANCELLED_WIN: u32 = WHOLE_WIN << 24;

/// How far the roundings of a game may move a win share without luck, at the most. In Pig and POT each game is rounded once, to
/// the nearest part. In Gang of Dice numbers of each round are: what was expected and what it came to, of all cards and
/// of the one that came, and what later rounds make up for. That is up to 3 times 2^−20 60ths a round for each seat but the
/// last, which has what the others leave:
/// a millionth of a win in 13 rounds of four players.
pub fn cancelled_rounding(game: &str) -> f64 {
    match game {
        "gang" => 1e-6,
        _ => 0.5 / f64::from(CANCELLED_WIN),
    }
}

/// The most wins that a game can come to without luck, above 0 or below.
pub(super) const MOST_WINS: u64 = 8;

summed! {
    /// What a strategy came to without luck, in sums over blocks.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Cancelled |it, of: Limits| {
        /// Win shares without luck, in parts of [`CANCELLED_WIN`].
        pub share: Moments = Sum => of.allow(&it.share),
        /// The luck: by how much the win shares as played were more, in the same parts.
        pub luck: Moments = Sum => of.allow(&it.luck),
    }
}

summed! {
    /// A strategy as the tables call it.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct StrategyRecord {
        /// Its name.
        pub name: String = Same("a strategy"),
        /// Over all its seats.
        pub total: Cell = Sum,
        /// The same without luck, where that was cancelled. Signatures have it at their end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub cancelled: Option<Cancelled> = Unlisted(IfAny("whether luck is cancelled")),
        /// At each seat, the first seat first; seats it never takes have `seats_a_block` 0.
        pub seats: Vec<Cell> ["limits::keys"] = Each("seats of a strategy"),
        /// At each seat, the scores that it ended games with.
        pub scores: Vec<Histogram> ["limits::histograms"] = Unlisted(Each("scores of a strategy")),
    }
}

summed! {
    /// A per-game metric such as the number of turns.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct LengthRecord |length, of: &Tallies| {
        /// Its name.
        pub metric: String = Same("a length"),
        /// The most that a game can have of it, if that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub limit: Option<u32> = Same("a length"),
        /// Sums over blocks of the sum over the block's games.
        pub blocks: Moments = Sum => are_moments(of.blocks, &length.blocks),
        /// The ends of these sums over the block's games.
        pub ends: Ends = Sum => are_ends(length.ends),
        /// How many games had each value.
        pub histogram: Histogram ["limits::histogram"] = Sum => is_histogram(&length.histogram, of.games(), u32::MAX),
    }
}

/// A column of a statistics table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnRecord {
    /// Its name in the table.
    pub name: String,
    /// How it is made.
    pub kind: ColumnKind,
}

summed! {
    /// A row of a statistics table.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct RowRecord |row, of: &StatisticsRecord| {
        /// Its labels.
        pub labels: Vec<String> ["limits::keys"] = Same("the labels of a row"),
        /// Σ over blocks of each count.
        pub sums: Vec<i128> ["limits::sums"] = Each("sums of a row") => row.sums.iter().all(|&sum| is_sum(of.blocks, sum)),
        /// Σ over blocks of the product of each pair of [`StatisticsRecord::pairs`].
        pub products: Vec<i128> ["limits::sums"] = Each("products of a row")
            => row.products.iter().all(|&product| is_product(of.blocks, product)) && row.are_mixed(&of.pairs),
        /// The number of blocks in which each count was not 0.
        pub active: Vec<u64> ["limits::sums"] = Each("counts of a row")
            => row.active.iter().all(|&active| active <= of.blocks),
        /// The ends of each column that is a mean, in their order.
        pub ends: Vec<RatioEnds> ["limits::sums"] = Each("ends of a row")
            => row.ends.iter().all(|&ends| are_ratio_ends(ends)),
    }
}

summed! {
    /// A table of things the game counted.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct StatisticsRecord {
        /// The file it becomes, without `.csv`.
        pub name: String = Same("the name of a table"),
        /// The names of the columns that label a row.
        pub keys: Vec<String> ["limits::keys"] = Same("the labels of a table"),
        /// The columns after the labels.
        pub columns: Vec<ColumnRecord> ["limits::keys"] = Same("the columns of a table"),
        /// How many blocks were counted.
        pub blocks: u64 = Unlisted(Sum),
        /// Pairs of counts whose products were summed.
        pub pairs: Vec<(usize, usize)> ["limits::sums"] = Same("the pairs of a table"),
        /// The rows.
        pub rows: Vec<RowRecord> ["limits::combinations"] = Each("rows of a table"),
    }
}

summed! {
    /// Every integer that the tables of a run are made from.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Tallies {
        /// The version of the format.
        pub format: u32 = Same("the format"),
        /// The game.
        pub game: String = Same("the game"),
        /// What must be said wherever the results are shown.
        pub notes: Vec<String> ["limits::notes"] = Same("the notes"),
        /// The highest score that a player can end with.
        pub highest_score: u32 = Same("the highest score"),
        /// What decided when the run ended: a standard error (`se=0.001`), or [`INTERRUPTED`](super::INTERRUPTED); absent if
        /// it was the number of games.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub until: Option<String> = Same("what ended it"),
        /// Blocks played.
        pub blocks: u64 = Sum,
        /// Games in each block.
        pub games_a_block: u64 = SameNumber("the games of a block"),
        /// The strategies, in the order of the line-up.
        pub strategies: Vec<StrategyRecord> ["limits::keys"] = Each("strategies"),
        /// Each seat, whoever sat there.
        pub seats: Vec<Cell> ["limits::keys"] = Each("seats"),
        /// By how much the highest score of a game lay above the next one: 0 where several were highest.
        pub margins: Histogram ["limits::histogram"] = Unlisted(Sum),
        /// The per-game metrics.
        pub lengths: Vec<LengthRecord> ["limits::keys"] = Each("lengths"),
        /// What the game counted beyond that.
        #[serde(rename = "sheets")]
        pub statistics: Vec<StatisticsRecord> ["limits::keys"] = Each("tables"),
    }
}

impl Tallies {
    /// Games played.
    pub fn games(&self) -> u64 {
        self.blocks * self.games_a_block
    }

    /// The hash that stands for the results: over all sums, of which the distributions of scores and margins are of the
    /// same games.
    pub fn signature(&self) -> Hash {
        let mut all = Listing::new(self.game.clone());
        self.list(&mut all);
        self.strategies.iter().filter_map(|strategy| strategy.cancelled).for_each(|sums| sums.list(&mut all));
        all.hash()
    }
}

impl Record for Tallies {
    fn inconsistency(&self) -> Option<String> {
        let seats = self.seats.len();
        if seats > MAX_SEATS || self.strategies.len() > MAX_SEATS {
            return Some(format!("it has {seats} seats and {} strategies", self.strategies.len()));
        }
        if let Some(odd) = self.strategies.iter().find(|strategy| strategy.seats.len() != seats) {
            return Some(format!("strategy '{}' has {} seats, the table {seats}", odd.name, odd.seats.len()));
        }
        if !are_games(self.blocks, self.games_a_block) {
            return Some(format!("{} blocks of {} games cannot be played", self.blocks, self.games_a_block));
        }
        let all = self.strategies.iter().flat_map(|strategy| strategy.seats.iter().chain([&strategy.total]));
        if !all.chain(&self.seats).all(|cell| cell.is_plausible(self)) {
            return Some("there are wins or scores that no games have".to_owned());
        }
        if !is_histogram(&self.margins, self.games(), self.highest_score) {
            return Some("no games have such margins".to_owned());
        }
        if let Some(odd) = self.strategies.iter().find(|strategy| !strategy.has_scores(self.blocks, self.highest_score))
        {
            return Some(format!("the distribution of scores of '{}' is not that of its games", odd.name));
        }
        let cancels = |strategy: &StrategyRecord| strategy.cancelled.is_some();
        if !self.strategies.iter().all(|strategy| strategy.is_cancelled(self.blocks))
            || self.strategies.iter().any(cancels) != self.strategies.iter().all(cancels)
        {
            return Some("there are win shares without luck that no games have".to_owned());
        }
        if let Some(odd) = self.lengths.iter().find(|length| !length.is_plausible(self)) {
            return Some(format!("no games have such '{}'", odd.metric));
        }
        // Their names become those of files.
        let mut names = vec!["summary", "seats", "seat_values", "length", "distributions"];
        for StatisticsRecord { name, .. } in &self.statistics {
            if names.contains(&name.as_str()) || !is_plain(&format!("{name}.csv")) {
                return Some(format!("'{name}' is no name for a table"));
            }
            names.push(name);
        }
        self.statistics.iter().find_map(|statistics| statistics.inconsistency(self.blocks))
    }
}

impl StrategyRecord {
    /// Whether games can have come to this without luck: it can be some whole wins more or less than as played.
    fn is_cancelled(&self, blocks: u64) -> bool {
        let most = self.total.seats_a_block * MOST_WINS * u64::from(CANCELLED_WIN);
        self.cancelled.is_none_or(|sums| sums.is_plausible(Limits { blocks, most }))
    }

    /// Whether its scores are those of its games, whose sums are plausible.
    fn has_scores(&self, blocks: u64, highest: u32) -> bool {
        let fits = |(cell, scores): (&Cell, &Histogram)| {
            is_histogram(scores, blocks * cell.seats_a_block, highest) && total(scores) == cell.score.sum
        };
        self.scores.len() == self.seats.len() && self.seats.iter().zip(&self.scores).all(fits)
    }
}

impl RowRecord {
    /// Whether the products of these pairs of counts can belong to each other and to the sums.
    fn are_mixed(&self, pairs: &[(usize, usize)]) -> bool {
        let squares = |of: usize| pairs.iter().position(|&pair| pair == (of, of)).map(|at| self.products[at]);
        let fits = |(&(a, b), &product): (&(usize, usize), &i128)| match (squares(a), squares(b)) {
            (Some(_), Some(_)) if a == b => is_mixed(self.sums[a], (self.active[a].into(), product)),
            (Some(of_a), Some(of_b)) => is_mixed(product, (of_a, of_b)),
            _ => true,
        };
        pairs.iter().all(|&(a, b)| a.max(b) < self.sums.len()) && pairs.iter().zip(&self.products).all(fits)
    }
}

impl StatisticsRecord {
    fn inconsistency(&self, blocks: u64) -> Option<String> {
        let counts = self.rows.first().map_or(0, |row| row.sums.len());
        let fits = |row: &RowRecord| {
            row.labels.len() == self.keys.len()
                && row.sums.len() == counts
                && row.active.len() == counts
                && row.products.len() == self.pairs.len()
                && row.ends.len() == self.means().count()
        };
        let known = |column: &ColumnRecord| match column.kind {
            ColumnKind::Count { of } => of < counts,
            ColumnKind::Rate { of, among } | ColumnKind::Mean { of, among } => {
                [(of, of), (of, among), (among, among)].iter().all(|&pair| self.pair(pair).is_some())
                    && of.max(among) < counts
            }
        };
        if !self.rows.iter().all(fits) {
            return Some(format!("the rows of '{}' differ in length", self.name));
        }
        if !self.rows.is_empty() && !self.columns.iter().all(known) {
            return Some(format!("a column of '{}' is made from counts that are not there", self.name));
        }
        let is_rate = |row: &RowRecord, column: &ColumnRecord| match column.kind {
            ColumnKind::Rate { of, among } => (0..=row.sums[among]).contains(&row.sums[of]),
            ColumnKind::Count { .. } | ColumnKind::Mean { .. } => true,
        };
        let fits = |row: &RowRecord| row.is_plausible(self) && self.columns.iter().all(|column| is_rate(row, column));
        if self.blocks > blocks || !self.rows.iter().all(fits) {
            return Some(format!("'{}' has counts that no games have", self.name));
        }
        None
    }

    /// The columns that are means.
    pub fn means(&self) -> impl Iterator<Item = &ColumnRecord> {
        self.columns.iter().filter(|column| matches!(column.kind, ColumnKind::Mean { .. }))
    }

    /// The position of a pair of counts, in either order.
    pub fn pair(&self, (a, b): (usize, usize)) -> Option<usize> {
        self.pairs.iter().position(|&pair| pair == (a, b) || pair == (b, a))
    }
}
