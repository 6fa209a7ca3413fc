//! What `analyze compare --vary` leaves on disk: the sums of every combination, and how its differences differ from those of
//! the first one.
//!
//! Owns the format of its `tallies.json`. All sums are exact integers over blocks.

use super::compare::{CompareTallies, Differences};
use super::json::{Hash, Listing, Record};
use super::limits;
use super::merge_error::MergeError;
use super::names::COMPARE;
use super::plausible::Limits;
use super::summed::{Each, Same, Signed, Summed, Whose, summed};
use super::sweep::VariedKey;
use serde::{Deserialize, Serialize};

summed! {
    /// A combination.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct ComparedCombination {
        /// The value of each key.
        pub values: Vec<String> ["limits::keys"] = Same("a combination"),
        /// The name of the experiment that this comparison is alone.
        pub experiment: String = Same("a combination"),
        /// The comparison.
        pub tallies: CompareTallies = Signed,
        /// By field and pair of arms, sums over blocks of how much the differences of win share, in the unit of the tallies, and
        /// of score are above those of the first combination; none of the first, and where the blocks do not line up.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub against_first: Vec<[Differences; 2]> ["limits::swept"] = Each("differences"),
    }
}

summed! {
    /// `tallies.json` of a sweep of comparisons.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct CompareSweep {
        /// The command: `compare`.
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
        pub combinations: Vec<ComparedCombination> ["limits::combinations"] = Each("combinations"),
    }
}

impl CompareSweep {
    /// The hash that stands for the results.
    pub fn signature(&self) -> Hash {
        let mut all = Listing::new(format!("{} {COMPARE} varied", self.game));
        self.list(&mut all);
        all.hash()
    }

    /// Games that each strategy has played against each field.
    pub fn games_an_arm(&self) -> u64 {
        self.combinations.iter().map(|combination| combination.tallies.games_an_arm()).sum()
    }
}

impl ComparedCombination {
    /// Adds the blocks that follow these.
    ///
    /// # Errors
    /// If they are not of the same combination, or a sum does not fit. The sums are of no use then.
    pub fn append(&mut self, next: &ComparedCombination) -> Result<(), MergeError> {
        self.add_blocks(next, Whose::Foreign)
    }

    /// Whether the differences to the first can be of these games; of a first one that is not here, nobody knows the highest
    /// score.
    fn is_plausible(&self, first: Option<&CompareTallies>) -> bool {
        let CompareTallies { players, highest_score, sums, .. } = &self.tallies;
        let pairs: usize = sums.fields.iter().map(|field| field.pairs.len()).sum();
        let highest_of_first = first.map_or(u32::MAX, |first| first.highest_score);
        let most = [2 * sums.most_share(), u64::from(*highest_score) + u64::from(highest_of_first)];
        let fits = |both: &[Differences; 2]| {
            let limits = most.map(|most| Limits { blocks: sums.blocks, most: players * most });
            both.iter().zip(limits).all(|(sums, of)| sums.is_plausible(of))
        };
        self.against_first.is_empty() || self.against_first.len() == pairs && self.against_first.iter().all(fits)
    }
}

impl Record for CompareSweep {
    fn inconsistency(&self) -> Option<String> {
        let Some(first) = self.combinations.first() else { return Some("it is of no comparison".to_owned()) };
        if self.command != COMPARE || self.vary.is_empty() || self.all < self.combinations.len() as u64 {
            return Some("it is not of a sweep of comparisons".to_owned());
        }
        if !self.combinations.iter().all(|combination| combination.values.len() == self.vary.len()) {
            return Some("a combination has not a value for each key".to_owned());
        }
        if self.combinations.iter().any(|combination| {
            combination.tallies.game != self.game || combination.tallies.terms != first.tallies.terms
        }) {
            return Some("a combination is of another game, or judged by other terms".to_owned());
        }
        let found = self.combinations.iter().find_map(|combination| combination.tallies.inconsistency());
        found.or_else(|| {
            let is_first = self.vary.iter().map(|varied| varied.values.first()).eq(first.values.iter().map(Some));
            let first = is_first.then_some(&first.tallies);
            let fit = self.combinations.iter().all(|combination| combination.is_plausible(first));
            (!fit).then(|| "there are differences that no games have".to_owned())
        })
    }

    /// On one line: a sweep has the sums of many comparisons.
    #[expect(clippy::expect_used, reason = "records hold numbers, texts and lists, which can all be written as JSON")]
    fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record can be written as JSON") + "\n"
    }
}
