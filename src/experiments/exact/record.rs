//! What `analyze exact` finds out: what two strategies win against each other, without playing a game.
//!
//! Owns the format of its `tallies.json`.

use crate::record::{Listing, PairsRecord, SolvedPair, bits};
use serde::{Deserialize, Serialize};

/// The command.
pub const NAME: &str = "exact";

/// `tallies.json` of `analyze exact`.
pub type ExactRecord = PairsRecord<ExactPair>;

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

impl SolvedPair for ExactPair {
    const COMMAND: &'static str = NAME;

    fn values(&self) -> &[String] {
        &self.values
    }

    fn list(&self, to: &mut Listing) {
        for number in self.starts.iter().flat_map(ExactStart::numbers) {
            to.all([bits(number.value), bits(number.within)]);
        }
        to.all([self.positions, self.sweeps.into()]);
    }

    fn inconsistency(&self) -> Option<String> {
        let fits = |start: &ExactStart| {
            start.share.iter().all(|share| share.is_plausible(1.0 + 1e-9))
                && start.numbers().all(|number| number.is_plausible(1e15))
        };
        (!self.starts.iter().all(fits)).then(|| "it has numbers that no games have".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Sums as _;

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
