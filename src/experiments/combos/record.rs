//! What `analyze combos` finds out: what each combo of POT and the paid reroll are worth.
//!
//! Owns the format of its `tallies.json`.

use crate::record::{Listing, PairsRecord, SolvedPair, bits};
use serde::{Deserialize, Serialize};

/// The command.
pub const NAME: &str = "combos";

/// The name of the paid reroll among the parts of the game.
pub const PAY: &str = "pay";

/// `tallies.json` of `analyze combos`.
pub type CombosRecord = PairsRecord<CombosOf>;

/// What combos are worth by one set of rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CombosOf {
    /// The value of each varied key.
    pub values: Vec<String>,
    /// The two strategies.
    pub strategies: [String; 2],
    /// The games that they play.
    pub games: Games,
    /// What follows from the dice of each combo, and from what it pays.
    pub combos: Vec<ComboDice>,
    /// What each part of the game does in these games: the combos, and the paid reroll.
    pub parts: Vec<Part>,
    /// The largest possible error of a win share, of a mean number of turns, and of a share of turns.
    pub within: f64,
}

/// Games of two strategies, each of which starts equally often.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Games {
    /// The win share of the first strategy, 0 to 1.
    pub share: f64,
    /// Turns of a game on average.
    pub turns: f64,
}

/// What follows from the dice of a combo, and from what it pays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComboDice {
    /// Its name.
    pub combo: String,
    /// The chance that one roll of all dice shows it.
    pub rolled: f64,
    /// The highest chance that a turn ends with it: with the free reroll alone, and with both rerolls.
    pub best: [f64; 2],
    /// What it pays at tables of 2 to 5.
    pub pays: Vec<ComboPays>,
}

/// What a combo pays where nobody lacks coins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComboPays {
    /// How many play.
    pub players: u32,
    /// The coins that the roller gains.
    pub own: i32,
    /// By how many coins the roller gains on each of the others on average.
    pub lead: f64,
}

/// What a part of the game does in games of two strategies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// Its name, as the rule `without` has it.
    pub part: String,
    /// The turns of each strategy.
    pub of: [PartTurns; 2],
    /// The games without it.
    pub without: Games,
    /// The win share of each strategy where it alone is without it.
    pub alone: [f64; 2],
}

/// What a part of the game does in the turns of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartTurns {
    /// The share of turns that end with the combo, or in which a coin is paid.
    pub rate: f64,
    /// The coins that this brings in a turn on average.
    pub coins: f64,
}

impl CombosOf {
    /// All numbers that were computed.
    fn numbers(&self) -> impl Iterator<Item = f64> {
        let games = |games: Games| [games.share, games.turns];
        let dice = self.combos.iter().flat_map(|combo| [combo.rolled].into_iter().chain(combo.best));
        let parts = self.parts.iter().flat_map(move |part| {
            let turns = part.of.into_iter().flat_map(|of| [of.rate, of.coins]);
            turns.chain(games(part.without)).chain(part.alone)
        });
        games(self.games).into_iter().chain(dice).chain(parts).chain([self.within])
    }

    /// The number of strategies that differ: one if it plays against itself.
    pub fn different(&self) -> usize {
        if self.strategies[0] == self.strategies[1] { 1 } else { 2 }
    }

    /// The win share of a strategy, 0 or 1, in games.
    pub fn share(&self, games: Games, strategy: usize) -> f64 {
        if strategy == 0 { games.share } else { 1.0 - games.share }
    }
}

impl SolvedPair for CombosOf {
    const COMMAND: &'static str = NAME;

    fn values(&self) -> &[String] {
        &self.values
    }

    fn list(&self, to: &mut Listing) {
        to.all(self.numbers().map(bits));
        for pays in self.combos.iter().flat_map(|combo| &combo.pays) {
            to.all([pays.players.into(), pays.own.into(), bits(pays.lead)]);
        }
    }

    fn inconsistency(&self) -> Option<String> {
        if self.combos.is_empty() || self.parts.is_empty() {
            return Some("it has no combos".to_owned());
        }
        let shares = self.parts.iter().flat_map(|part| {
            let rates = part.of.map(|turns| turns.rate);
            [part.without.share].into_iter().chain(rates).chain(part.alone)
        });
        let chances = self.combos.iter().flat_map(|combo| [combo.rolled].into_iter().chain(combo.best));
        let is_share = |share: f64| (-1e-9..=1.0 + 1e-9).contains(&share);
        let fits = shares.chain(chances).chain([self.games.share]).all(is_share)
            && self.numbers().all(|number| number.abs() <= 1e15);
        (!fits).then(|| "it has numbers that no games have".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Record as _, Sums as _};

    fn record() -> CombosRecord {
        let games = Games { share: 0.5, turns: 20.0 };
        let pays = ComboPays { players: 2, own: 3, lead: 4.0 };
        let dice = ComboDice { combo: "444".to_owned(), rolled: 0.1, best: [0.2, 0.3], pays: vec![pays] };
        let turns = PartTurns { rate: 0.1, coins: 0.3 };
        let part = Part { part: "444".to_owned(), of: [turns; 2], without: games, alone: [0.4, 0.6] };
        let of = CombosOf {
            values: Vec::new(),
            strategies: ["a", "b"].map(str::to_owned),
            games,
            combos: vec![dice],
            parts: vec![part],
            within: 1e-10,
        };
        CombosRecord {
            command: NAME.to_owned(),
            format: 1,
            game: "pot".to_owned(),
            notes: Vec::new(),
            vary: Vec::new(),
            combinations: vec![of],
        }
    }

    /// A number that is not part of the signature could be changed in a record, and no one would know.
    #[test]
    fn every_number_is_part_of_the_signature() {
        let signature = record().signature();
        let changes: [fn(&mut CombosOf); 14] = [
            |of| of.games.share += 1e-12,
            |of| of.games.turns += 1e-12,
            |of| of.within += 1e-12,
            |of| of.combos[0].rolled += 1e-12,
            |of| of.combos[0].best[0] += 1e-12,
            |of| of.combos[0].best[1] += 1e-12,
            |of| of.combos[0].pays[0].players += 1,
            |of| of.combos[0].pays[0].own += 1,
            |of| of.combos[0].pays[0].lead += 1e-12,
            |of| of.parts[0].of[1].rate += 1e-12,
            |of| of.parts[0].of[0].coins += 1e-12,
            |of| of.parts[0].without.share += 1e-12,
            |of| of.parts[0].without.turns += 1e-12,
            |of| of.parts[0].alone[1] += 1e-12,
        ];
        for (at, change) in changes.into_iter().enumerate() {
            let mut changed = record();
            change(&mut changed.combinations[0]);
            assert_ne!(changed.signature(), signature, "change {at}");
        }
    }

    #[test]
    fn impossible_numbers_are_found() {
        assert_eq!(record().inconsistency(), None);
        let changes: [fn(&mut CombosOf); 4] = [
            |of| of.parts[0].alone[0] = 1.1,
            |of| of.combos[0].best[1] = -0.1,
            |of| of.parts.clear(),
            |of| of.values.push("9".to_owned()),
        ];
        for (at, change) in changes.into_iter().enumerate() {
            let mut changed = record();
            change(&mut changed.combinations[0]);
            assert!(changed.inconsistency().is_some(), "change {at}");
        }
    }
}
