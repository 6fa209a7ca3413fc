//! What `analyze exact` finds out: what two strategies win against each other, without playing a game.
//!
//! Owns the format of its `tallies.json`.

use crate::record::{Hash, Listing, Record, Sums, VariedKey};
use serde::{Deserialize, Serialize};

/// The command.
pub const NAME: &str = "exact";

/// `tallies.json` of `analyze exact`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExactRecord {
    /// The command: `exact`.
    pub command: String,
    /// The version of the format.
    pub format: u32,
    /// The game.
    pub game: String,
    /// What is to be said of the rules and data, a sentence each.
    pub notes: Vec<String>,
    /// The keys that were varied, with their values; none for one pair of strategies by one set of rules.
    pub vary: Vec<VariedKey>,
    /// Each combination of values; one where nothing was varied.
    pub combinations: Vec<ExactPair>,
}

/// What two strategies come to against each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExactPair {
    /// The value of each varied key.
    pub values: Vec<String>,
    /// The two strategies.
    pub strategies: [String; 2],
    /// Games that the first strategy starts, then games that the second one starts.
    pub starts: [ExactStart; 2],
    /// How many positions games can reach.
    pub positions: u64,
    /// How often all of them were gone over.
    pub sweeps: u32,
}

/// What games come to that one of two strategies starts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExactStart {
    /// The win share of each strategy, 0 to 1.
    pub share: [Bounded; 2],
    /// What each strategy ends with on average.
    pub score: [Bounded; 2],
    /// Turns of a game on average.
    pub turns: Bounded,
    /// Rounds of a game on average.
    pub rounds: Bounded,
}

/// A number with a bound on its error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounded {
    /// The number.
    pub value: f64,
    /// The true number is at most this far from it.
    pub within: f64,
}

impl Bounded {
    /// The mean of two numbers.
    pub fn mean(self, other: Bounded) -> Bounded {
        Bounded { value: (self.value + other.value) / 2.0, within: (self.within + other.within) / 2.0 }
    }

    fn is_plausible(self, most: f64) -> bool {
        (0.0..=most).contains(&self.value) && (0.0..=1.0).contains(&self.within)
    }
}

impl ExactStart {
    fn numbers(&self) -> impl Iterator<Item = Bounded> {
        self.share.into_iter().chain(self.score).chain([self.turns, self.rounds])
    }
}

impl Sums for ExactRecord {
    /// None: no game is played.
    fn blocks(&self) -> u64 {
        0
    }

    fn signature(&self) -> Hash {
        let bits = |number: f64| i128::from(number.to_bits());
        let mut all = Listing::new(format!("{} {} {}", self.game, self.combinations.len(), self.vary.len()));
        for pair in &self.combinations {
            for number in pair.starts.iter().flat_map(ExactStart::numbers) {
                all.all([bits(number.value), bits(number.within)]);
            }
            all.all([pair.positions, pair.sweeps.into()]);
        }
        all.hash()
    }
}

impl Record for ExactRecord {
    fn inconsistency(&self) -> Option<String> {
        if self.command != NAME {
            return Some(format!("it is of '{}', not of '{NAME}'", self.command));
        }
        if self.combinations.is_empty() {
            return Some("it has no strategies".to_owned());
        }
        if self.combinations.iter().any(|pair| pair.values.len() != self.vary.len()) {
            return Some("its combinations have not one value for each key".to_owned());
        }
        let fits = |start: &ExactStart| {
            start.share.iter().all(|share| share.is_plausible(1.0 + 1e-9))
                && start.numbers().all(|number| number.is_plausible(1e15))
        };
        let fit = self.combinations.iter().flat_map(|pair| &pair.starts).all(fits);
        (!fit).then(|| "it has numbers that no games have".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record whose numbers are the next whole ones.
    fn record() -> ExactRecord {
        let mut next = 0.0;
        let mut bounded = || {
            next += 1.0;
            Bounded { value: next, within: 1.0 / next }
        };
        let mut start = || ExactStart {
            share: [bounded(), bounded()],
            score: [bounded(), bounded()],
            turns: bounded(),
            rounds: bounded(),
        };
        let starts = [start(), start()];
        let strategies = ["a", "b"].map(str::to_owned);
        let pair = ExactPair { values: Vec::new(), strategies, starts, positions: 7, sweeps: 9 };
        ExactRecord {
            command: NAME.to_owned(),
            format: 1,
            game: "pig".to_owned(),
            notes: Vec::new(),
            vary: Vec::new(),
            combinations: vec![pair],
        }
    }

    /// A number that is not part of the signature could be changed in a record, and no one would know.
    #[test]
    fn every_number_is_part_of_the_signature() {
        let signature = record().signature();
        let changes: [fn(&mut ExactPair); 6] = [
            |pair| pair.starts[0].share[1].value += 1e-12,
            |pair| pair.starts[1].score[0].value += 1e-12,
            |pair| pair.starts[0].turns.within += 1e-12,
            |pair| pair.starts[1].rounds.value += 1e-12,
            |pair| pair.positions += 1,
            |pair| pair.sweeps += 1,
        ];
        for (at, change) in changes.into_iter().enumerate() {
            let mut changed = record();
            change(&mut changed.combinations[0]);
            assert_ne!(changed.signature(), signature, "change {at}");
        }
    }
}
