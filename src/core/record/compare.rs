//! What `analyze compare` leaves on disk: the sums of paired games, and the terms they are judged by.
//!
//! Owns the format of its `tallies.json`. All sums are exact integers over blocks.

use super::json::{Decimal, Hash, Listing, Record};
use super::limits;
use super::merge_error::MergeError;
use super::moments::{Ends, Moments};
use super::names::{COMPARE, INTERRUPTED, RUNS};
use super::plausible::{Limits, are_ends, are_ends_up_to, are_games, is_mixed, is_product};
use super::summed::{Each, Early, IfAny, Kind, Same, Sum, Summed, Whose, merge_own, summed};
use super::tallies::{CANCELLED_WIN, MOST_WINS};
use crate::games::{MAX_SEATS, WHOLE_WIN};
use serde::{Deserialize, Serialize};

summed! {
    /// Sums of one number that every game of an arm gives to the seat that is compared.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct ArmSums |sums, of: Limits| {
        /// Over blocks, of the sum over the block's games of the arm, one with each seat.
        pub blocks: Moments = Sum => of.allow(&sums.blocks),
        /// The ends of these sums over the block's games.
        pub ends: Ends = Sum => are_ends(sums.ends),
        /// Σ of squares over single games.
        pub game_squares: i128 = Sum => is_product(of.blocks, sums.game_squares),
    }
}

impl ArmSums {
    /// Adds a block whose games of the arm gave `sum`, and `squares` as the sum of their squares.
    #[inline]
    pub fn add(&mut self, sum: i64, squares: impl Into<i128>) {
        self.blocks.add(sum);
        self.ends.add(sum);
        self.game_squares += squares.into();
    }
}

summed! {
    /// What an arm came to against a field.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct ArmRecord {
        /// Win shares in 60ths, or in parts of [`CANCELLED_WIN`] where luck is cancelled.
        pub share: ArmSums = Sum,
        /// Scores: final dice, coins or dice value.
        pub score: ArmSums = Sum,
    }
}

summed! {
    /// Sums over blocks of the difference of two arms in a number.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Differences |sums, of: Limits| {
        /// Of the sums over a block.
        pub blocks: Moments = Sum => of.allow(&sums.blocks),
        /// Their ends.
        pub ends: Ends = Sum => are_ends(sums.ends),
    }
}

impl Differences {
    /// Adds a block.
    #[inline]
    pub fn add(&mut self, difference: i64) {
        self.blocks.add(difference);
        self.ends.add(difference);
    }

    /// Whether games can have come to this, of some of which the ends are known.
    pub(super) fn is_within(&self, of: Limits) -> bool {
        are_ends_up_to(of.most, self.ends) && of.allow(&self.blocks)
    }
}

/// The limits of a pair's differences.
pub(super) struct PairLimits {
    share: Limits,
    played: Limits,
    score: Limits,
}

summed! {
    /// The difference of two arms against a field, the first less the second.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct PairRecord |pair, of: &PairLimits| {
        /// Of the win shares in 60ths, or in parts of [`CANCELLED_WIN`] where luck is cancelled.
        pub share: Differences = Early(Sum) => pair.share.is_plausible(of.share),
        /// Of the win shares as played, in 60ths, where luck is cancelled.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub played: Option<Differences> = IfAny("whether luck is cancelled")
             => pair.played.is_none_or(|played| played.is_plausible(of.played)),
        /// Of the scores.
        pub score: Differences = Early(Sum) => pair.score.is_plausible(of.score),
        /// Blocks in which any game of the one ended otherwise than the same game of the other.
        pub divergent: u64 = Sum => pair.divergent <= of.share.blocks,
    }
}

summed! {
    /// The sums of all arms against one field.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct FieldSums {
        /// The arms, in the order in which the strategies were named.
        pub arms: Vec<ArmRecord> ["limits::combinations"] = Each("arms"),
        /// The pairs of arms: of three 0 and 1, 0 and 2, 1 and 2.
        pub pairs: Vec<PairRecord> ["limits::tables"] = Each("pairs of arms"),
    }
}

/// What the differences of win share came to when some of the blocks had been played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookRecord {
    /// How many blocks.
    pub blocks: u64,
    /// By field and pair of arms, in the order of [`FieldSums::pairs`]: win shares in 60ths, or in parts of [`CANCELLED_WIN`]
    /// where luck is cancelled.
    #[serde(deserialize_with = "limits::keys")]
    pub pairs: Vec<Differences>,
    /// The same as played, in 60ths, where luck is cancelled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "limits::keys")]
    pub played: Vec<Differences>,
}

/// Of so many differences it is kept how they came to be known.
const KEPT_DIFFERENCES: usize = 6;

/// The sums of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedSums {
    /// Blocks played.
    pub blocks: u64,
    /// Whether luck is cancelled in the win shares.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cancelled: bool,
    /// A field each.
    #[serde(deserialize_with = "limits::arms")]
    pub fields: Vec<FieldSums>,
    /// What was known at some looks on the way: few, and none of many differences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "limits::sums")]
    pub looks: Vec<LookRecord>,
}

impl PairedSums {
    /// No blocks, for so many fields and arms, and all pairs of these.
    pub fn new(fields: usize, arms: usize) -> PairedSums {
        PairedSums::of_pairs(fields, arms, arms * arms.saturating_sub(1) / 2)
    }

    /// No blocks, for so many fields, arms and pairs of arms.
    pub fn of_pairs(fields: usize, arms: usize, pairs: usize) -> PairedSums {
        let field = FieldSums { arms: vec![ArmRecord::default(); arms], pairs: vec![PairRecord::default(); pairs] };
        PairedSums { blocks: 0, cancelled: false, fields: vec![field; fields], looks: Vec::new() }
    }

    /// Puts other arms of the same blocks and fields beside these, with their pairs. The first arm of both is the same one, which is
    /// there once.
    ///
    /// # Panics
    /// If blocks or fields differ in number, or there is no arm.
    pub fn join(&mut self, other: PairedSums) {
        let is_first = self.fields.iter().all(|field| field.arms.is_empty());
        if is_first {
            *self = other;
            return;
        }
        assert_eq!((self.blocks, self.fields.len()), (other.blocks, other.fields.len()), "the same blocks and fields");
        for (field, more) in self.fields.iter_mut().zip(other.fields) {
            field.arms.extend_from_slice(&more.arms[1..]);
            field.pairs.extend(more.pairs);
        }
    }

    /// What a whole win counts in win shares.
    pub fn win(&self) -> u32 {
        if self.cancelled { CANCELLED_WIN } else { WHOLE_WIN }
    }

    /// The most that a win share of a game can be: without luck it can be some wins more or less.
    pub(super) fn most_share(&self) -> u64 {
        u64::from(self.win()) * if self.cancelled { MOST_WINS } else { 1 }
    }

    /// The records of all pairs, by field.
    fn pairs(&self) -> impl Iterator<Item = &PairRecord> {
        self.fields.iter().flat_map(|field| &field.pairs)
    }

    /// What is known by now.
    fn known(&self) -> LookRecord {
        let pairs = self.pairs().map(|pair| pair.share).collect();
        LookRecord { blocks: self.blocks, pairs, played: self.pairs().filter_map(|pair| pair.played).collect() }
    }

    /// What is known by now, for [`PairedSums::looks`]; `None` of many differences.
    pub fn look(&self) -> Option<LookRecord> {
        (self.pairs().count() <= KEPT_DIFFERENCES).then(|| self.known())
    }

    /// Adds other blocks of the same comparison, which follow these if it was looked at them.
    pub fn merge(&mut self, other: &PairedSums) {
        merge_own(self, other);
    }

    /// What was known at the looks of blocks that follow these.
    fn looks_after(&self, next: &PairedSums) -> impl Iterator<Item = LookRecord> {
        next.looks.iter().map(|look| {
            let mut all = self.known();
            all.blocks += look.blocks;
            all.pairs.iter_mut().zip(&look.pairs).for_each(|(pair, more)| pair.merge(more));
            all.played.iter_mut().zip(&look.played).for_each(|(pair, more)| pair.merge(more));
            all
        })
    }
}

impl Summed for PairedSums {
    fn add_blocks(&mut self, next: &PairedSums, whose: Whose) -> Result<(), MergeError> {
        Same("whether luck is cancelled").add(&mut self.cancelled, &next.cancelled, whose)?;
        self.cancelled |= next.cancelled;
        let looks: Vec<LookRecord> = self.looks_after(next).collect();
        Sum.add(&mut self.blocks, &next.blocks, whose)?;
        Each("fields").add(&mut self.fields, &next.fields, whose)?;
        self.looks.extend(looks);
        Ok(())
    }

    /// All sums, which stand for the results.
    fn list(&self, to: &mut Listing) {
        self.fields.iter().for_each(|field| field.list(to));
    }
}

/// How the verdict is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TestRecord {
    /// From Student's interval, after a number of blocks fixed beforehand.
    Student,
    /// From a confidence sequence, at looks.
    Cs,
    /// By a sequential probability ratio test, at looks.
    Sprt,
}

/// What a comparison is judged by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// When it ended: after the `runs` asked for, at the `verdict`, at a standard error (`se=0.001`), or when it was
    /// [`INTERRUPTED`].
    pub until: String,
    /// How the verdict is reached.
    pub test: TestRecord,
    /// Differences of win share up to this are as good as none.
    pub margin: Decimal,
    /// How often a verdict, or an interval, may be wrong.
    pub alpha: Decimal,
    /// Whether win shares alone were compared: then nothing is known of scores.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub win_shares_alone: bool,
    /// How often the test may miss a difference of at least the margin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beta: Option<Decimal>,
}

impl Terms {
    /// What ends it, with all that this is judged by; none if it is the number of games.
    pub fn goal(&self) -> Option<String> {
        let Terms { until, test, margin, alpha, beta, .. } = self;
        let beta = beta.map_or(String::new(), |beta| format!(", beta {beta}"));
        match until.as_str() {
            RUNS => None,
            INTERRUPTED => Some(INTERRUPTED.to_owned()),
            until => Some(format!("{until}, test {test:?}, margin {margin}, alpha {alpha}{beta}").to_lowercase()),
        }
    }

    /// That somebody ended it who had seen it: what is said then must hold at every look.
    pub fn interrupt(&mut self) {
        self.until = INTERRUPTED.to_owned();
        self.test = TestRecord::Cs;
        self.beta = None;
    }
}

summed! {
    /// `tallies.json` of a comparison.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct CompareTallies {
        /// The command: `compare`.
        pub command: String = Same("the command"),
        /// The version of the format.
        pub format: u32 = Same("the format"),
        /// The game.
        pub game: String = Same("the game"),
        /// What must be said wherever the results are shown.
        pub notes: Vec<String> ["limits::notes"] = Same("the notes"),
        /// How many play, which is also the number of games of an arm in a block.
        pub players: u64 = Same("the game"),
        /// The highest score that a player can end with.
        pub highest_score: u32 = Same("the game"),
        /// The strategies compared.
        pub arms: Vec<String> ["limits::arms"] = Same("the strategies"),
        /// The fields they were put into, as they were named.
        pub against: Vec<String> ["limits::arms"] = Same("the strategies"),
        /// What the comparison is judged by.
        pub terms: Terms = Same("what it is judged by"),
        /// The sums.
        pub sums: PairedSums = Sum,
    }
}

impl CompareTallies {
    /// Games that each arm has played against each field.
    pub fn games_an_arm(&self) -> u64 {
        self.sums.blocks * self.players
    }

    /// The pairs of arms in the order of their records.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let arms = self.arms.len();
        (0..arms).flat_map(move |a| (a + 1..arms).map(move |b| (a, b)))
    }

    /// The hash that stands for the results.
    pub fn signature(&self) -> Hash {
        let mut all = Listing::new(format!("{} {} {}", self.game, self.sums.blocks, self.players));
        self.list(&mut all);
        all.hash()
    }
}

impl PairedSums {
    /// Whether these can be the sums of blocks of such games, without looks: by field as many arms as are named, and so many
    /// pairs.
    pub(super) fn are_of(&self, table: &ComparedTable<'_>, pairs: usize) -> bool {
        let fits = |(field, against): (&FieldSums, &String)| {
            field.arms.len() == table.arms.len()
                && field.pairs.len() == pairs
                && field.is_plausible((self.blocks, self.win(), self.most_share()), table, against)
                && field.pairs.iter().all(|pair| pair.played.is_some() == self.cancelled)
        };
        self.fields.len() == table.against.len() && self.fields.iter().zip(table.against).all(fits)
    }

    /// Whether the looks are at fewer blocks than were played, one after another, and at sums that so many players can have.
    fn have_plausible_looks(&self, players: u64) -> bool {
        let pairs = self.pairs().count();
        let fits = |look: &LookRecord| {
            let plausible =
                |sums: &Differences, most: u64| sums.is_plausible(Limits { blocks: look.blocks, most: players * most });
            look.blocks > 0
                && look.blocks <= self.blocks
                && look.pairs.len() == pairs
                && look.played.len() == if self.cancelled { pairs } else { 0 }
                && look.pairs.iter().all(|sums| plausible(sums, self.most_share()))
                && look.played.iter().all(|sums| plausible(sums, WHOLE_WIN.into()))
        };
        self.looks.is_sorted_by(|a, b| a.blocks < b.blocks) && self.looks.iter().all(fits)
    }
}

/// What sums of paired games are of.
pub(super) struct ComparedTable<'a> {
    pub players: u64,
    pub highest_score: u32,
    /// The names of the arms, and of the fields.
    pub arms: &'a [String],
    pub against: &'a [String],
}

impl FieldSums {
    /// Whether blocks of this comparison can have come to this, `against` being the field.
    fn is_plausible(
        &self,
        (blocks, win, most_share): (u64, u32, u64),
        table: &ComparedTable<'_>,
        against: &str,
    ) -> bool {
        let players = table.players;
        let limits = |most: u64| Limits { blocks, most: players * most };
        let [share, played, score] = [most_share, WHOLE_WIN.into(), table.highest_score.into()].map(limits);
        let sums = |sums: &ArmSums, of: Limits| {
            let games = i128::from(blocks * players);
            sums.is_plausible(of) && is_mixed(sums.blocks.sum, (games, sums.game_squares))
        };
        // Win shares of an arm among copies of itself are known, whether its games were played or not.
        let whole = |sums: &ArmSums| sums.blocks.sum == i128::from(blocks) * i128::from(win) && sums.game_squares == 0;
        let is_known =
            |(name, arm): (&String, &ArmRecord)| name == against && whole(&arm.share) && arm.share.is_plausible(share);
        let arm = |(name, arm): (&String, &ArmRecord)| {
            (sums(&arm.share, share) || is_known((name, arm))) && sums(&arm.score, score)
        };
        let limits = PairLimits { share, played, score };
        let pair = |pair: &PairRecord| pair.is_plausible(&limits);
        table.arms.iter().zip(&self.arms).all(arm) && self.pairs.iter().all(pair)
    }
}

impl Record for CompareTallies {
    fn inconsistency(&self) -> Option<String> {
        let arms = self.arms.len();
        let pairs = arms * arms.saturating_sub(1) / 2;
        let fits = |field: &FieldSums| field.arms.len() == arms && field.pairs.len() == pairs;
        let CompareTallies { players, highest_score, .. } = *self;
        let table = ComparedTable { players, highest_score, arms: &self.arms, against: &self.against };
        let reason = if self.command != COMPARE {
            "it is not of a comparison"
        } else if arms < 2 || self.players == 0 || self.players > MAX_SEATS as u64 || self.highest_score == 0 {
            "it has no two strategies, no players or no scores"
        } else if self.against.is_empty() || self.against.len() != self.sums.fields.len() {
            "the fields differ in number from their names"
        } else if !self.sums.fields.iter().all(fits) {
            "the sums differ in number from the strategies"
        } else if !are_games(self.sums.blocks, self.players) {
            "so many games cannot be played"
        } else if !self.sums.have_plausible_looks(self.players) {
            "it was looked at sums that no games have"
        } else if !self.sums.are_of(&table, pairs) {
            "there are sums that no games have"
        } else {
            return None;
        };
        Some(reason.to_owned())
    }
}
