//! What `analyze --vary` leaves on disk: the tallies of every combination, and its paired differences to the first one.
//!
//! Owns the format of its `tallies.json`. All sums are exact integers over blocks.

use super::compare::Differences;
use super::feel::{FeelStanding, MEASURES, WeighedSums};
use super::json::{Hash, Listing, Record};
use super::limits;
use super::merge_error::MergeError;
use super::names::{INTERRUPTED, SWEEP};
use super::plausible::Limits;
use super::summed::{Each, Early, IfAny, Same, Signed, Sum, Summed, Whose, summed};
use super::tallies::{CANCELLED_WIN, MOST_WINS, Tallies};
use crate::games::WHOLE_WIN;
use serde::{Deserialize, Serialize};

/// The metric of which differences can be without luck.
const WIN_SHARE: &str = "win_share";

/// A key that was varied, with its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariedKey {
    /// The key, as it was typed.
    pub key: String,
    /// Its values, as tables call them; of files their names or what is in them, never a path.
    #[serde(deserialize_with = "limits::combinations")]
    pub values: Vec<String>,
    /// If the values are files, what is in them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "limits::combinations")]
    pub texts: Vec<String>,
}

/// More than a block of any game can count for.
const MOST: u64 = 1 << 48;
/// The same of win shares as played, in parts of which those without luck have room.
const MOST_PLAYED: u64 = 1 << 36;

summed! {
    /// Sums over blocks of the difference of a number to the same number of the first combination.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct DifferenceRecord |it, of: &Tallies| {
        /// Whose number, by its position among the strategies; absent of a number of a seat or a game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub strategy: Option<usize> = Same("a difference")
            => it.strategy.is_none_or(|strategy| strategy < of.strategies.len()),
        /// At which seat, from 0; absent if at all of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub seat: Option<usize> = Same("a difference") => it.seat.is_none_or(|seat| seat < of.seats.len()),
        /// `win_rate`, `win_share`, `ev`, or a metric of length.
        pub metric: String = Same("a difference"),
        /// What a block counts for a difference of 1.
        pub unit: u64 = Same("a difference") => (1..=MOST).contains(&it.unit),
        /// By how much two blocks can differ at most; 0 if that is not known.
        pub range: u64 = Same("a difference") => it.range <= MOST,
        /// The sums.
        pub sums: Differences = Sum
            => it.sums.is_within(Limits { blocks: of.blocks, most: if it.range == 0 { MOST } else { it.range } }),
        /// Of a win share of a strategy the sums without luck, where it is cancelled in both combinations; a block counts
        /// [`CANCELLED_WIN`] / 60 times `unit` for a difference of 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub without_luck: Option<Differences> = IfAny("a difference")
            => it.without_luck.is_none_or(|sums| it.is_win_share() && sums.is_within(without_luck(of, it.range))),
    }
}

/// The limits without luck of what is at most this as played.
fn without_luck(of: &Tallies, played: u64) -> Limits {
    Limits { blocks: of.blocks, most: played * MOST_WINS * PARTS }
}

/// What a difference without luck is counted in, in parts of one as played.
pub const PARTS: u64 = (CANCELLED_WIN / WHOLE_WIN) as u64;

summed! {
    /// Sums over blocks of the win share of a seat, whoever sits there, or of how much it is above that of another seat: without
    /// luck and as played.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct SeatsRecord |it, of: &Tallies| {
        /// The seat, from 0.
        pub seat: usize = Same("a seat")
            => it.most(of.games_a_block) <= MOST_PLAYED && it.seat < of.seats.len(),
        /// The seat whose win share is taken from it, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub less: Option<usize> = Same("a seat")
            => it.less.is_none_or(|less| less < of.seats.len() && less != it.seat),
        /// In parts of [`CANCELLED_WIN`].
        pub without_luck: Differences = Sum
            => it.without_luck.is_within(without_luck(of, it.most(of.games_a_block))),
        /// In 60ths.
        pub played: Differences = Sum
            => it.played.is_within(Limits { blocks: of.blocks, most: it.most(of.games_a_block) }),
    }
}

impl SeatsRecord {
    /// No blocks.
    pub fn new(seat: usize, less: Option<usize>) -> SeatsRecord {
        SeatsRecord { seat, less, without_luck: Differences::default(), played: Differences::default() }
    }

    /// The most that a block of so many games can count, as played.
    pub fn most(&self, games: u64) -> u64 {
        games.saturating_mul(WHOLE_WIN.into())
    }
}

summed! {
    /// Sums over blocks of the products of the counts of a row with those of the same row of the first combination, in the
    /// first table of what games count.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct CrossRecord {
        /// The position of the row.
        pub row: usize = Same("the rows of a product"),
        /// The position of that of the first combination.
        pub first: usize = Same("the rows of a product"),
        /// For each column that is a ratio y / x, of y·y′, y·x′, x·y′ and x·x′, the dashed being those of the first combination.
        pub products: Vec<[i128; 4]> ["limits::keys"] = Each("products of a row"),
    }
}

summed! {
    /// A combination.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct CombinationRecord {
        /// The value of each key.
        pub values: Vec<String> ["limits::keys"] = Same("a combination"),
        /// The name of the experiment that a run of this combination alone is.
        pub experiment: String = Same("a combination"),
        /// What was played; tables beyond wins and length are counted of `cards` alone.
        pub tallies: Tallies = Early(Signed),
        /// The differences to the first combination; none of the first, and where the blocks do not line up.
        pub against_first: Vec<DifferenceRecord> ["limits::sums"] = Early(Each("differences")),
        /// The same of the rows of what was counted beyond wins and length, of `cards`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub rows_against_first: Vec<CrossRecord> ["limits::combinations"] = Each("products"),
        /// The win shares of seats without luck, where it is cancelled: of each, and of each less each after it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub seats_without_luck: Vec<SeatsRecord> ["limits::keys"] = Early(Each("win shares of seats")),
        /// How the games went from round to round, where that was followed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub followed: Option<FollowedGames> = IfAny("whether games were followed"),
    }
}

summed! {
    /// How the games of a combination went.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct FollowedGames {
        /// What standings are.
        pub standing: FeelStanding = Same("what standings are"),
        /// What was measured, in the order of the measures of `stats`.
        pub measures: Vec<WeighedSums> ["limits::keys"] = Each("measures"),
    }
}

impl FollowedGames {
    /// Whether they can be the measures of so many blocks.
    fn is_plausible(&self, blocks: u64) -> bool {
        self.measures.len() == MEASURES && self.measures.iter().all(|sums| sums.is_plausible(blocks))
    }
}

impl CombinationRecord {
    /// Adds the blocks that follow these.
    ///
    /// # Errors
    /// If they are not of the same combination, or a sum does not fit. The sums are of no use then.
    pub fn append(&mut self, next: &CombinationRecord) -> Result<(), MergeError> {
        self.add_blocks(next, Whose::Foreign)
    }
}

summed! {
    /// `tallies.json` of a sweep.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct SweepTallies {
        /// The command: `sweep`.
        pub command: String = Same("the command"),
        /// The version of the format.
        pub format: u32 = Same("the format"),
        /// The game.
        pub game: String = Same("the game"),
        /// What was varied.
        pub vary: Vec<VariedKey> ["limits::keys"] = Same("what was varied"),
        /// How many combinations there are; fewer were played if somebody ended it.
        pub all: u64 = Same("what was varied"),
        /// Those played, the last key changing first.
        pub combinations: Vec<CombinationRecord> ["limits::combinations"] = Each("combinations"),
    }
}

impl SweepTallies {
    /// The hash that stands for the results.
    pub fn signature(&self) -> Hash {
        let mut all = Listing::new(format!("{} {SWEEP}", self.game));
        self.list(&mut all);
        all.hash()
    }

    /// Whether somebody ended it, who may have seen all of it.
    pub fn is_interrupted(&self) -> bool {
        self.combinations.iter().any(|combination| combination.tallies.until.as_deref() == Some(INTERRUPTED))
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.combinations.iter().map(|combination| combination.tallies.games()).sum()
    }

    /// Whether the same was counted beyond wins and length in all combinations, so that it goes into one table.
    pub fn has_same_columns(&self) -> bool {
        let same = |own: &CombinationRecord, other: &CombinationRecord| {
            let (own, other) = (own.tallies.statistics.iter(), other.tallies.statistics.iter());
            own.map(|table| &table.columns).eq(other.map(|table| &table.columns))
        };
        self.combinations.windows(2).all(|pair| same(&pair[0], &pair[1]))
    }
}

impl DifferenceRecord {
    /// No blocks, of a number of a whole game.
    pub fn new(metric: &str, unit: u64, range: u64) -> DifferenceRecord {
        let sums = Differences::default();
        DifferenceRecord {
            strategy: None,
            seat: None,
            metric: metric.to_owned(),
            unit,
            range,
            sums,
            without_luck: None,
        }
    }

    /// Whether it is of a win share, in parts of which those without luck have room.
    fn is_win_share(&self) -> bool {
        self.metric == WIN_SHARE && self.unit.max(self.range) <= MOST_PLAYED && self.range > 0
    }
}

impl Record for SweepTallies {
    fn inconsistency(&self) -> Option<String> {
        let fits = |combination: &CombinationRecord| combination.values.len() == self.vary.len();
        let plausible = |combination: &CombinationRecord| {
            combination.against_first.iter().all(|difference| difference.is_plausible(&combination.tallies))
                && combination.seats_without_luck.iter().all(|seats| seats.is_plausible(&combination.tallies))
                && combination.followed.iter().all(|games| games.is_plausible(combination.tallies.blocks))
        };
        if self.command != SWEEP || self.vary.is_empty() || self.combinations.is_empty() {
            return Some("it is not of a sweep".to_owned());
        }
        if !self.combinations.iter().all(fits) {
            return Some("a combination has not a value for each key".to_owned());
        }
        if !self.combinations.iter().all(plausible) {
            return Some("there are differences that no games have".to_owned());
        }
        if self.combinations.iter().any(|combination| combination.tallies.game != self.game) {
            return Some("a combination is of another game".to_owned());
        }
        let games = self
            .combinations
            .iter()
            .try_fold(0u64, |all, of| all.checked_add(of.tallies.blocks.checked_mul(of.tallies.games_a_block)?));
        if games.is_none() {
            return Some("so many games cannot be played".to_owned());
        }
        self.combinations.iter().find_map(|combination| combination.tallies.inconsistency())
    }

    /// On one line: a sweep has the tallies of many runs.
    #[expect(clippy::expect_used, reason = "records hold numbers, texts and lists, which can all be written as JSON")]
    fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record can be written as JSON") + "\n"
    }
}
