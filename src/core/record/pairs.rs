//! What is found out about two strategies without playing a game, by one or several sets of rules.
//!
//! Owns the format of such a `tallies.json`, but for the numbers of a pair, which are each experiment's own.

use super::json::{Hash, Listing, Record};
use super::sums::Sums;
use super::sweep::VariedKey;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The numbers of two strategies by one set of rules.
pub trait SolvedPair: Serialize + DeserializeOwned {
    /// The command that finds them.
    const COMMAND: &'static str;

    /// The value of each varied key.
    fn values(&self) -> &[String];

    /// Lists all numbers.
    fn list(&self, to: &mut Listing);

    /// What does not fit together in them.
    fn inconsistency(&self) -> Option<String>;
}

/// `tallies.json` of an experiment that solves two strategies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairsRecord<P> {
    /// The command.
    pub command: String,
    /// The version of the format.
    pub format: u32,
    /// The game.
    pub game: String,
    /// Remarks on the rules and data, a sentence each.
    pub notes: Vec<String>,
    /// The keys that were varied, with their values; none for one set of rules.
    pub vary: Vec<VariedKey>,
    /// Each combination of values; one where nothing was varied.
    pub combinations: Vec<P>,
}

/// The bits of a number, as they are listed.
pub fn bits(number: f64) -> i128 {
    number.to_bits().into()
}

impl<P: SolvedPair> Sums for PairsRecord<P> {
    /// None: no game is played.
    fn blocks(&self) -> u64 {
        0
    }

    fn signature(&self) -> Hash {
        let mut all = Listing::new(format!("{} {} {}", self.game, self.combinations.len(), self.vary.len()));
        self.combinations.iter().for_each(|pair| pair.list(&mut all));
        all.hash()
    }
}

impl<P: SolvedPair> Record for PairsRecord<P> {
    fn inconsistency(&self) -> Option<String> {
        if self.command != P::COMMAND {
            return Some(format!("it is of '{}', not of '{}'", self.command, P::COMMAND));
        }
        if self.combinations.is_empty() {
            return Some("it has no strategies".to_owned());
        }
        if self.combinations.iter().any(|pair| pair.values().len() != self.vary.len()) {
            return Some("its combinations have not one value for each key".to_owned());
        }
        self.combinations.iter().find_map(SolvedPair::inconsistency)
    }
}
