//! What `analyze tournament` leaves on disk: the sums of every table that entrants sat at together.
//!
//! Owns the format of its `tallies.json`, and which seats at a table a payoff is about. All sums are exact integers over
//! blocks, as a whole and by batch: block b is in batch b modulo [`BATCHES`], so that a batch holds the same draws at all
//! tables, and what tables have in common is resampled with them.

use super::compare::Differences;
use super::json::{Decimal, Hash, Listing, Record};
use super::limits;
use super::names::{INTERRUPTED, RUNS, TOURNAMENT};
use super::plausible::{Limits, are_games};
use super::summed::{Each, IfAny, Same, Sum, Summed, Unlisted, summed};
use super::tallies::{CANCELLED_WIN, MOST_WINS};
use crate::games::{MAX_SEATS, WHOLE_WIN};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How many batches the blocks of a table are in. A pass plays a block of each.
pub const BATCHES: usize = 64;

/// More passes than fit into the most games that can be played.
const MOST_PASSES: u64 = 1 << 50;

/// Who sits at the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Schedule {
    /// Each entrant alone among copies of each other.
    Mirror,
    /// Every choice of entrants for the seats, in every order.
    All,
    /// Each entrant in the same field.
    Field,
}

impl Schedule {
    /// The schedules by name, the default first.
    pub const NAMES: [(&'static str, Schedule); 3] =
        [("mirror", Schedule::Mirror), ("all", Schedule::All), ("field", Schedule::Field)];

    /// The name.
    pub fn name(self) -> &'static str {
        Schedule::NAMES.iter().find(|(_, schedule)| *schedule == self).map_or("", |(name, _)| name)
    }
}

/// Which tables go on, once all have played their least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Allot {
    /// Those of entrants whose order among the others is open.
    Order,
    /// Those of entrants that may still be the best.
    Best,
    /// All.
    Even,
}

impl Allot {
    /// The ways by name, the default first.
    pub const NAMES: [(&'static str, Allot); 3] =
        [("order", Allot::Order), ("best", Allot::Best), ("even", Allot::Even)];
}

/// What a tournament is judged by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentTerms {
    /// When it ended: after the `runs` asked for, at the `verdict`, at a standard error (`se=0.001`), or when it was
    /// [`INTERRUPTED`].
    pub until: String,
    /// Which tables went on.
    pub allot: Allot,
    /// Differences of win share up to this are as good as none.
    pub margin: Decimal,
    /// How often any of the intervals that hold together may be wrong.
    pub alpha: Decimal,
}

impl TournamentTerms {
    /// Whether nothing that was seen decided how much was played: then intervals are those of a fixed number of blocks.
    pub fn is_fixed(&self) -> bool {
        self.allot == Allot::Even && (self.until == RUNS || self.until.starts_with("se="))
    }

    /// What ends it; none if it is the number of games.
    pub fn goal(&self) -> Option<String> {
        (self.until != RUNS).then(|| self.until.clone())
    }

    /// That somebody ended it who had seen it.
    pub fn interrupt(&mut self) {
        self.until = INTERRUPTED.to_owned();
    }
}

/// Whether these are sums over the blocks of each batch, and those over all blocks together.
fn are_batches<N: Copy + Into<i128>>(batches: &[N], all: &Differences, (least, most): (i128, i128)) -> bool {
    batches.len() == BATCHES
        && batches.iter().all(|&batch| (least..=most).contains(&batch.into()))
        && batches.iter().map(|&batch| batch.into()).sum::<i128>() == all.blocks.sum
}

/// The most that a batch can have.
fn most_of_batch(of: Limits) -> i128 {
    i128::from(of.blocks / BATCHES as u64) * i128::from(of.most)
}

summed! {
    /// The sums of the win shares of an entrant at a table.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct FocalSums |sums, of: Limits| {
        /// Over blocks, of the win shares in 60ths at all its seats in all games of the block.
        pub all: Differences = Sum => sums.all.is_plausible(of),
        /// Their sums over the blocks of each batch.
        pub batches: Vec<i64> ["limits::keys"] = Each("batches")
            => are_batches(&sums.batches, &sums.all, (0, most_of_batch(of))),
        /// The same without luck, where it is cancelled. Signatures have it at their end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub without_luck: Option<FocalShares> = Unlisted(IfAny("whether luck is cancelled"))
            => sums.without_luck.as_ref().is_none_or(|sums| sums.is_plausible(without_luck(of))),
    }
}

/// The limits in parts of [`CANCELLED_WIN`], of these of win shares as played.
fn without_luck(of: Limits) -> Limits {
    Limits { most: of.most / u64::from(WHOLE_WIN) * MOST_WINS * u64::from(CANCELLED_WIN), ..of }
}

summed! {
    /// The same sums of win shares without luck, in parts of [`CANCELLED_WIN`].
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct FocalShares |sums, of: Limits| {
        /// Over blocks.
        pub all: Differences = Sum => sums.all.is_within(of),
        /// Over the blocks of each batch.
        pub batches: Vec<i128> ["limits::keys"] = Each("batches")
            => are_batches(&sums.batches, &sums.all, (-most_of_batch(of), most_of_batch(of))),
    }
}

impl Default for FocalSums {
    fn default() -> FocalSums {
        FocalSums { all: Differences::default(), batches: vec![0; BATCHES], without_luck: None }
    }
}

impl Default for FocalShares {
    fn default() -> FocalShares {
        FocalShares { all: Differences::default(), batches: vec![0; BATCHES] }
    }
}

impl FocalSums {
    /// Adds a block.
    pub fn add(&mut self, block: u64, share: i64) {
        self.all.add(share);
        self.batches[batch(block)] += share;
    }

    /// Adds what a block came to without luck.
    pub fn add_without_luck(&mut self, block: u64, share: i64) {
        let sums = self.without_luck.get_or_insert_default();
        sums.all.add(share);
        sums.batches[batch(block)] += i128::from(share);
    }
}

/// Which batch a block is in.
fn batch(block: u64) -> usize {
    (block % BATCHES as u64) as usize
}

summed! {
    /// A table: who sits at it, and what came of it.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct TableRecord {
        /// The strategies at the seats, before they change places: positions among the entrants and, after them, the
        /// strategies of the field.
        pub lineup: Vec<usize> ["limits::keys"] = Same("a table"),
        /// The entrants whose payoffs it gives.
        pub focals: Vec<usize> ["limits::keys"] = Same("a table"),
        /// How many games a block has: the seatings.
        pub games: u64 = Same("a table"),
        /// How many blocks were played.
        pub blocks: u64 = Sum,
        /// The sums of each focal entrant.
        pub sums: Vec<FocalSums> ["limits::keys"] = Each("payoffs of a table"),
    }
}

impl TableRecord {
    /// Seats of the entrant in all games of a block.
    pub fn seats(&self, entrant: usize) -> u64 {
        self.games * self.lineup.iter().filter(|&&other| other == entrant).count() as u64
    }

    /// The others at the table of one of its seats.
    pub fn others(&self, entrant: usize) -> Vec<usize> {
        let mut others = self.lineup.clone();
        if let Some(at) = others.iter().position(|&other| other == entrant) {
            others.remove(at);
        }
        others
    }

    fn is_plausible(&self, strategies: usize, players: usize) -> bool {
        let seated = |index: &usize| *index < strategies;
        let sums = |(&focal, sums): (&usize, &FocalSums)| {
            let most = self.seats(focal) * u64::from(WHOLE_WIN);
            most > 0 && sums.is_plausible(Limits { blocks: self.blocks, most })
        };
        self.lineup.len() == players
            && self.lineup.iter().all(seated)
            && self.games <= 1 << 20
            && are_games(self.blocks, self.games)
            && self.blocks.is_multiple_of(BATCHES as u64)
            && !self.focals.is_empty()
            && self.focals.len() == self.sums.len()
            && self.focals.iter().collect::<BTreeSet<_>>().len() == self.focals.len()
            && self.focals.iter().zip(&self.sums).all(sums)
    }
}

summed! {
    /// `tallies.json` of a tournament.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct TournamentTallies {
        /// The command: `tournament`.
        pub command: String = Same("the tournament"),
        /// The version of the format.
        pub format: u32 = Same("the tournament"),
        /// The game.
        pub game: String = Same("the tournament"),
        /// What must be said wherever the results are shown.
        pub notes: Vec<String> ["limits::notes"] = Same("the tournament"),
        /// How many play.
        pub players: usize = Same("the tournament"),
        /// Who sits at the tables.
        pub schedule: Schedule = Same("the tournament"),
        /// The strategies that are ranked.
        pub entrants: Vec<String> ["limits::arms"] = Same("the tournament"),
        /// The strategies of the field, in the order in which they follow the entrant; none without one.
        pub field: Vec<String> ["limits::keys"] = Same("the tournament"),
        /// What it is judged by.
        pub terms: TournamentTerms = Same("the tournament"),
        /// How many passes were played; in each the tables of all that are open play a block of each batch.
        pub passes: u64 = Unlisted(Sum),
        /// Which entrants are open: their tables go on.
        pub open: Vec<bool> ["limits::arms"] = Same("the tournament"),
        /// The tables. Entrants that are alike at all seats need none: each wins its share.
        pub tables: Vec<TableRecord> ["limits::tables"] = Each("tables"),
    }
}

impl TournamentTallies {
    /// Games played at all tables.
    pub fn games(&self) -> u64 {
        self.tables.iter().map(|table| table.games * table.blocks).sum()
    }

    /// Whether luck is cancelled in the payoffs.
    pub fn is_cancelled(&self) -> bool {
        self.all_sums().any(|sums| sums.without_luck.is_some())
    }

    fn all_sums(&self) -> impl Iterator<Item = &FocalSums> {
        self.tables.iter().flat_map(|table| &table.sums)
    }

    /// The most blocks that a table has played.
    pub fn blocks(&self) -> u64 {
        self.tables.iter().map(|table| table.blocks).max().unwrap_or(0)
    }

    /// The name of a strategy at a table.
    pub fn name(&self, strategy: usize) -> &str {
        match strategy.checked_sub(self.entrants.len()) {
            None => &self.entrants[strategy],
            Some(at) => &self.field[at],
        }
    }

    /// The hash that stands for the results.
    pub fn signature(&self) -> Hash {
        let mut all = Listing::new(format!("{} {} {}", self.game, self.passes, self.players));
        self.list(&mut all);
        self.all_sums().filter_map(|sums| sums.without_luck.as_ref()).for_each(|sums| sums.list(&mut all));
        all.hash()
    }
}

impl Record for TournamentTallies {
    fn inconsistency(&self) -> Option<String> {
        let strategies = self.entrants.len() + self.field.len();
        let reason = if self.command != TOURNAMENT {
            "it is not of a tournament"
        } else if self.entrants.len() < 2 || self.open.len() != self.entrants.len() {
            "it has no two entrants"
        } else if !(2..=MAX_SEATS).contains(&self.players) {
            "so many cannot play"
        } else if (self.schedule == Schedule::Field) != (self.field.len() == self.players - 1) {
            "the field does not fit the table"
        } else if self.passes > MOST_PASSES || self.blocks() > self.passes * BATCHES as u64 {
            "tables have played more passes than there were"
        } else if self.tables.is_empty()
            || !self.tables.iter().all(|table| table.is_plausible(strategies, self.players))
        {
            "there are sums that no games have"
        } else if self.is_cancelled() && self.all_sums().any(|sums| sums.without_luck.is_none()) {
            "luck is cancelled at some of its tables"
        } else if self.tables.iter().any(|table| table.focals.iter().any(|&focal| focal >= self.entrants.len())) {
            "a payoff is of no entrant"
        } else {
            return None;
        };
        Some(reason.to_owned())
    }

    /// On one line: many tables have many batches.
    #[expect(clippy::expect_used, reason = "records hold numbers, texts and lists, which can all be written as JSON")]
    fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record can be written as JSON") + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second would count as another payoff of the same entrant.
    #[test]
    fn no_entrant_is_twice_among_those_of_a_table() {
        let is_plausible = |focals: [usize; 2]| {
            let sums = vec![FocalSums::default(); 2];
            let table = TableRecord { lineup: vec![0, 1], focals: focals.to_vec(), games: 2, blocks: 64, sums };
            table.is_plausible(2, 2)
        };
        assert!(is_plausible([0, 1]) && !is_plausible([0, 0]));
    }
}
