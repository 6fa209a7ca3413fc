//! The tallies of a run: every integer that its tables are made from.
//!
//! Owns the format of `tallies.json`. All sums are exact integers, so tallies of parts of a run add up
//! to the same bits in any order.

use super::few;
use super::names::is_plain;

use super::histogram::{Histogram, is_histogram, total};
use super::json::{Hash, Record, signature};
use super::plausible::{
    are_ends, are_games, are_moments, are_moments_up_to, are_ratio_ends, is_mixed, is_product, is_sum,
};
use crate::games::{ColumnKind, MAX_SEATS, WHOLE_WIN};
use serde::{Deserialize, Serialize};

/// The least and the largest of some numbers; of none the first is above the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ends {
    /// The least.
    pub least: i64,
    /// The largest.
    pub most: i64,
}

impl Default for Ends {
    fn default() -> Ends {
        Ends { least: i64::MAX, most: i64::MIN }
    }
}

impl Ends {
    /// Adds a number.
    #[inline]
    pub fn add(&mut self, y: i64) {
        self.merge(Ends { least: y, most: y });
    }

    /// Adds other numbers.
    #[inline]
    pub fn merge(&mut self, other: Ends) {
        *self = Ends { least: self.least.min(other.least), most: self.most.max(other.most) };
    }

    /// Both, for a hash.
    pub(super) fn numbers(self) -> [i128; 2] {
        [self.least.into(), self.most.into()]
    }
}

/// The block with the least ratio of two counts and the one with the largest, as the counts y and x, of equal ratios that
/// with the least x. Before there is a block x is 0, and the least ratio above all others, the largest below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatioEnds {
    /// Of the least ratio.
    pub least: (i32, i32),
    /// Of the largest.
    pub most: (i32, i32),
}

impl Default for RatioEnds {
    fn default() -> RatioEnds {
        RatioEnds { least: (1, 0), most: (-1, 0) }
    }
}

impl RatioEnds {
    /// Adds a block with `x` > 0.
    #[inline]
    pub fn add(&mut self, y: i32, x: i32) {
        // Above 0 if the ratio is above that end's.
        let beyond = |end: (i32, i32)| i64::from(y) * i64::from(end.1) - i64::from(end.0) * i64::from(x);
        let (least, most) = (beyond(self.least), beyond(self.most));
        if least < 0 || least == 0 && x < self.least.1 {
            self.least = (y, x);
        }
        if most > 0 || most == 0 && x < self.most.1 {
            self.most = (y, x);
        }
    }

    /// Adds other blocks.
    pub fn merge(&mut self, other: RatioEnds) {
        [other.least, other.most].into_iter().filter(|end| end.1 > 0).for_each(|(y, x)| self.add(y, x));
    }
}

/// Sums over blocks of a quantity: Σy and Σy².
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// Σ y over blocks.
    pub sum: i128,
    /// Σ y² over blocks.
    pub squares: i128,
}

impl Moments {
    /// Adds a block.
    #[inline]
    pub fn add(&mut self, y: i64) {
        self.sum += i128::from(y);
        self.squares += i128::from(y) * i128::from(y);
    }

    /// Adds the blocks of another part of the run.
    pub fn merge(&mut self, other: &Moments) {
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

/// What a strategy (at a seat, or over all its seats) came to, in sums over blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// Seats played in each block: the same in every block.
    pub seats_a_block: u64,
    /// Games won alone.
    pub wins: Moments,
    /// Games in which several were first, this one among them.
    pub ties_for_first: i128,
    /// Win shares in 60ths.
    pub share: Moments,
    /// Scores: final dice, coins or dice value.
    pub score: Moments,
    /// Those of the blocks' sums of scores.
    pub score_ends: Ends,
}

impl Cell {
    /// Adds the blocks of another part of the run.
    pub fn merge(&mut self, other: &Cell) {
        self.wins.merge(&other.wins);
        self.ties_for_first += other.ties_for_first;
        self.share.merge(&other.share);
        self.score.merge(&other.score);
        self.score_ends.merge(other.score_ends);
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

/// What a strategy came to without luck, in sums over blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cancelled {
    /// Win shares without luck, in parts of [`CANCELLED_WIN`].
    pub share: Moments,
    /// The luck: by how much the win shares as played were more, in the same parts.
    pub luck: Moments,
}

impl Cancelled {
    /// Adds the blocks of another part of the run.
    pub fn merge(&mut self, other: &Cancelled) {
        self.share.merge(&other.share);
        self.luck.merge(&other.luck);
    }
}

/// A strategy as the tables call it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrategyRecord {
    /// Its name.
    pub name: String,
    /// Over all its seats.
    pub total: Cell,
    /// The same without luck, where that was cancelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancelled: Option<Cancelled>,
    /// At each seat, the first seat first; seats it never takes have `seats_a_block` 0.
    #[serde(deserialize_with = "few::up_to::<{ few::KEYS }, _, _>")]
    pub seats: Vec<Cell>,
    /// At each seat, the scores that it ended games with.
    #[serde(deserialize_with = "few::histograms")]
    pub scores: Vec<Histogram>,
}

/// A per-game metric such as the number of turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LengthRecord {
    /// Its name.
    pub metric: String,
    /// The most that a game can have of it, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Sums over blocks of the sum over the block's games.
    pub blocks: Moments,
    /// The ends of these sums over the block's games.
    pub ends: Ends,
    /// How many games had each value.
    #[serde(deserialize_with = "few::histogram")]
    pub histogram: Histogram,
}

/// A column of a statistics table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnRecord {
    /// Its name in the table.
    pub name: String,
    /// How it is made.
    pub kind: ColumnKind,
}

/// A row of a statistics table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowRecord {
    /// Its labels.
    #[serde(deserialize_with = "few::up_to::<{ few::KEYS }, _, _>")]
    pub labels: Vec<String>,
    /// Σ over blocks of each count.
    #[serde(deserialize_with = "few::up_to::<{ few::SUMS }, _, _>")]
    pub sums: Vec<i128>,
    /// Σ over blocks of the product of each pair of [`StatisticsRecord::pairs`].
    #[serde(deserialize_with = "few::up_to::<{ few::SUMS }, _, _>")]
    pub products: Vec<i128>,
    /// The number of blocks in which each count was not 0.
    #[serde(deserialize_with = "few::up_to::<{ few::SUMS }, _, _>")]
    pub active: Vec<u64>,
    /// The ends of each column that is a mean, in their order.
    #[serde(deserialize_with = "few::up_to::<{ few::SUMS }, _, _>")]
    pub ends: Vec<RatioEnds>,
}

/// A table of things the game counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatisticsRecord {
    /// The file it becomes, without `.csv`.
    pub name: String,
    /// The names of the columns that label a row.
    #[serde(deserialize_with = "few::up_to::<{ few::KEYS }, _, _>")]
    pub keys: Vec<String>,
    /// The columns after the labels.
    #[serde(deserialize_with = "few::up_to::<{ few::KEYS }, _, _>")]
    pub columns: Vec<ColumnRecord>,
    /// How many blocks were counted.
    pub blocks: u64,
    /// Pairs of counts whose products were summed.
    #[serde(deserialize_with = "few::up_to::<{ few::SUMS }, _, _>")]
    pub pairs: Vec<(usize, usize)>,
    /// The rows.
    #[serde(deserialize_with = "few::up_to::<{ few::COMBINATIONS }, _, _>")]
    pub rows: Vec<RowRecord>,
}

/// Every integer that the tables of a run are made from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tallies {
    /// The version of the format.
    pub format: u32,
    /// The game.
    pub game: String,
    /// What must be said wherever the results are shown.
    #[serde(deserialize_with = "few::up_to::<{ few::NOTES }, _, _>")]
    pub notes: Vec<String>,
    /// The highest score that a player can end with.
    pub highest_score: u32,
    /// What decided when the run ended: a standard error (`se=0.001`), or [`INTERRUPTED`](super::INTERRUPTED); absent if it was the number of
    /// games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Blocks played.
    pub blocks: u64,
    /// Games in each block.
    pub games_a_block: u64,
    /// The strategies, in the order of the line-up.
    #[serde(deserialize_with = "few::up_to::<{ few::KEYS }, _, _>")]
    pub strategies: Vec<StrategyRecord>,
    /// Each seat, whoever sat there.
    #[serde(deserialize_with = "few::up_to::<{ few::KEYS }, _, _>")]
    pub seats: Vec<Cell>,
    /// By how much the highest score of a game lay above the next one: 0 where several were highest.
    #[serde(deserialize_with = "few::histogram")]
    pub margins: Histogram,
    /// The per-game metrics.
    #[serde(deserialize_with = "few::up_to::<{ few::KEYS }, _, _>")]
    pub lengths: Vec<LengthRecord>,
    /// What the game counted beyond that.
    #[serde(rename = "sheets")]
    #[serde(deserialize_with = "few::up_to::<{ few::KEYS }, _, _>")]
    pub statistics: Vec<StatisticsRecord>,
}

impl Tallies {
    /// Games played.
    pub fn games(&self) -> u64 {
        self.blocks * self.games_a_block
    }

    /// The hash that stands for the results: over all sums, of which the distributions of scores and margins are of the
    /// same games.
    pub fn signature(&self) -> Hash {
        let cells = self.strategies.iter().flat_map(|s| std::iter::once(&s.total).chain(&s.seats)).chain(&self.seats);
        let cells = cells.flat_map(|cell| {
            let Cell { seats_a_block, wins, ties_for_first, share, score, score_ends } = cell;
            let sums = [wins, share, score].into_iter().flat_map(|moments| [moments.sum, moments.squares]);
            [i128::from(*seats_a_block), *ties_for_first].into_iter().chain(sums).chain(score_ends.numbers())
        });
        let lengths = self.lengths.iter().flat_map(|length| {
            let games = length.histogram.iter().flat_map(|&(value, games)| [i128::from(value), games.into()]);
            let sums = [length.blocks.sum, length.blocks.squares].into_iter();
            sums.chain(length.ends.numbers()).chain(games)
        });
        let rows = self.statistics.iter().flat_map(|statistics| &statistics.rows).flat_map(|row| {
            let active = row.active.iter().map(|&blocks| i128::from(blocks));
            let ends = row.ends.iter().flat_map(|ends| [ends.least, ends.most]);
            let ends = ends.flat_map(|(y, x)| [y.into(), x.into()]);
            row.sums.iter().chain(&row.products).copied().chain(active).chain(ends)
        });
        let cancelled = self.strategies.iter().filter_map(|strategy| strategy.cancelled);
        let cancelled = cancelled.flat_map(|Cancelled { share, luck }| [share, luck].map(|of| [of.sum, of.squares]));
        let numbers = cells.chain(lengths).chain(rows).chain(cancelled.flatten());
        signature(&self.game, [self.blocks, self.games_a_block], numbers)
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
        if !all.chain(&self.seats).all(|cell| cell.is_plausible((self.blocks, self.games_a_block), self.highest_score))
        {
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
        if let Some(odd) = self.lengths.iter().find(|length| !length.is_plausible(self.blocks, self.games())) {
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

impl Cell {
    /// Whether games of scores up to the highest can have come to this.
    fn is_plausible(&self, (blocks, games_a_block): (u64, u64), highest_score: u32) -> bool {
        // At most all seats of all games are taken by one.
        let seats = self.seats_a_block;
        let sums = [(&self.wins, 1), (&self.share, WHOLE_WIN), (&self.score, highest_score)];
        seats <= games_a_block * MAX_SEATS as u64
            && (0..=i128::from(blocks) * i128::from(seats)).contains(&self.ties_for_first)
            && sums
                .iter()
                .all(|&(sums, most)| sums.sum >= 0 && are_moments_up_to(seats * u64::from(most), blocks, sums))
            && are_ends(self.score_ends)
    }
}

impl StrategyRecord {
    /// Whether games can have come to this without luck: it can be some whole wins more or less than as played.
    fn is_cancelled(&self, blocks: u64) -> bool {
        let most = self.total.seats_a_block * MOST_WINS * u64::from(CANCELLED_WIN);
        self.cancelled.is_none_or(|Cancelled { share, luck }| {
            are_moments_up_to(most, blocks, &share) && are_moments_up_to(most, blocks, &luck)
        })
    }

    /// Whether its scores are those of its games, whose sums are plausible.
    fn has_scores(&self, blocks: u64, highest: u32) -> bool {
        let fits = |(cell, scores): (&Cell, &Histogram)| {
            is_histogram(scores, blocks * cell.seats_a_block, highest) && total(scores) == cell.score.sum
        };
        self.scores.len() == self.seats.len() && self.seats.iter().zip(&self.scores).all(fits)
    }
}

impl LengthRecord {
    fn is_plausible(&self, blocks: u64, games: u64) -> bool {
        are_moments(blocks, &self.blocks) && are_ends(self.ends) && is_histogram(&self.histogram, games, u32::MAX)
    }
}

impl RowRecord {
    fn is_plausible(&self, blocks: u64, pairs: &[(usize, usize)]) -> bool {
        let has_room = self.sums.iter().all(|&sum| is_sum(blocks, sum))
            && self.products.iter().all(|&product| is_product(blocks, product))
            && self.active.iter().all(|&active| active <= blocks)
            && self.ends.iter().all(|&ends| are_ratio_ends(ends));
        let squares = |of: usize| pairs.iter().position(|&pair| pair == (of, of)).map(|at| self.products[at]);
        let fits = |(&(a, b), &product): (&(usize, usize), &i128)| match (squares(a), squares(b)) {
            (Some(_), Some(_)) if a == b => is_mixed(self.sums[a], (self.active[a].into(), product)),
            (Some(of_a), Some(of_b)) => is_mixed(product, (of_a, of_b)),
            _ => true,
        };
        has_room && pairs.iter().all(|&(a, b)| a.max(b) < self.sums.len()) && pairs.iter().zip(&self.products).all(fits)
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
        let fits = |row: &RowRecord| {
            row.is_plausible(self.blocks, &self.pairs) && self.columns.iter().all(|column| is_rate(row, column))
        };
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
