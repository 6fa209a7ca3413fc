//! What `analyze cards` finds out: the exact numbers of every card.
//!
//! Owns the format of `cards.json`, which has them to the bit, and what such numbers can be.

use super::json::Record;
use super::limits;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The file of the exact numbers.
pub const CARDS_FILE: &str = "cards.json";

/// The number of dice at which cards are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum By {
    /// Those that the line-up commits on the card, on average.
    #[default]
    Played,
    /// Those that score most.
    Best,
    /// The same for all cards.
    Dice(u32),
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            By::Played => f.write_str("played"),
            By::Best => f.write_str("best"),
            By::Dice(dice) => write!(f, "{dice}"),
        }
    }
}

impl From<By> for String {
    fn from(by: By) -> String {
        by.to_string()
    }
}

impl FromStr for By {
    type Err = String;

    fn from_str(text: &str) -> Result<By, String> {
        match text {
            "played" => Ok(By::Played),
            "best" => Ok(By::Best),
            _ => text.parse().map(By::Dice).map_err(|_| "played, best or a number of dice, such as 4".to_owned()),
        }
    }
}

impl TryFrom<String> for By {
    type Error = String;

    fn try_from(text: String) -> Result<By, String> {
        text.parse()
    }
}

/// The exact numbers of the cards of a deck.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CardsRecord {
    /// The version of the format.
    pub format: u32,
    /// The id of the deck.
    pub deck: String,
    /// How many rerolls a turn has; 0 of a game from a file, where the file says when dice are rolled again.
    pub rerolls: u8,
    /// Whether the cards belong to a game from a file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_file: bool,
    /// The names of the reroll policies compared.
    #[serde(deserialize_with = "limits::keys")]
    pub policies: Vec<String>,
    /// The cards in the order of the deck.
    #[serde(deserialize_with = "limits::sums")]
    pub cards: Vec<CardRecord>,
}

/// The exact numbers of a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CardRecord {
    /// Id, condition as the deck writes it, trigger, back.
    pub labels: [String; 4],
    /// By number of dice, from 1.
    #[serde(deserialize_with = "limits::keys")]
    pub dice: Vec<DiceRecord>,
    /// The best number of dice.
    pub best: BestRecord,
}

/// The exact numbers of a card at one number of dice. Chances are 0 to 1; a score is an expected total,
/// an invalid result counting 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiceRecord {
    /// How many dice are committed.
    pub dice: u32,
    /// The highest score of all ways to reroll.
    pub max_score: f64,
    /// The chance of an invalid result of the plan that reaches it.
    pub invalid_at_max_score: f64,
    /// The score without a reroll.
    pub stand_score: f64,
    /// The chance of an invalid result without a reroll: that the first roll offends, for a bomb as for an explosion.
    pub stand_invalid: f64,
    /// By target, from 0 to 5 a die: the highest chance of a valid total of at least that.
    #[serde(deserialize_with = "limits::sums")]
    pub reach: Vec<f64>,
    /// By face, the Boss first: which share of the dice that show it after the first roll the plan with the highest score
    /// keeps, where the turn goes on; `None` if there are none.
    pub kept: [Option<f64>; 6],
    /// What each reroll policy comes to.
    #[serde(deserialize_with = "limits::keys")]
    pub policies: Vec<PolicyRecord>,
}

impl DiceRecord {
    /// The highest chance of a valid result: of a valid total of at least 0.
    pub fn max_valid(&self) -> Option<f64> {
        self.reach.first().copied()
    }
}

/// What a reroll policy comes to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PolicyRecord {
    /// The expected total, an invalid result counting 0.
    pub score: f64,
    /// The chance of an invalid result, 0 to 1.
    pub invalid: f64,
    /// The expected total given that the result is valid; `None` if it never is.
    pub valid_total_mean: Option<f64>,
}

/// The number of dice with the highest score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestRecord {
    /// How many dice.
    pub dice: u32,
    /// The highest score with them.
    pub score: f64,
    /// The chance of an invalid result of the plan that reaches it.
    pub invalid: f64,
    /// The highest score of any number of dice without a reroll.
    pub stand_score: f64,
    /// Whether it is the largest number that can be solved, so that more might be better.
    pub capped: bool,
}

impl Record for CardsRecord {
    fn inconsistency(&self) -> Option<String> {
        let most = self.cards.first().map_or(0, |card| card.dice.len());
        let fits = |card: &CardRecord| match self.of_file {
            true => card.is_plausible_of_file(most, self.policies.len()),
            false => card.is_plausible(most, self.policies.len()),
        };
        if self.cards.is_empty() || most == 0 {
            return Some("it has no cards, or no numbers of dice".to_owned());
        }
        (!self.cards.iter().all(fits)).then(|| "it has numbers that no cards have".to_owned())
    }
}

/// Whether these are chances.
fn are_chances(numbers: impl IntoIterator<Item = f64>) -> bool {
    numbers.into_iter().all(|number| (-1e-9..=1.0 + 1e-9).contains(&number))
}

/// Whether these can be totals of so many dice.
fn are_totals(dice: u32, numbers: impl IntoIterator<Item = f64>) -> bool {
    let most = 5.0 * f64::from(dice) + 1e-6;
    numbers.into_iter().all(|number| (-1e-9..=most).contains(&number))
}

impl CardRecord {
    /// The numbers for this many dice, or for the nearest number of dice that has some.
    ///
    /// # Panics
    /// If there are no numbers. No record without numbers is read.
    pub fn at(&self, dice: u32) -> &DiceRecord {
        let nearest = |nearest: &'_ usize| self.dice[*nearest].dice.abs_diff(dice);
        &self.dice[(0..self.dice.len()).min_by_key(nearest).unwrap_or(0)]
    }

    /// Whether a card of a game from a file can have these numbers. The file says what a result is, so it can be any number.
    fn is_plausible_of_file(&self, dice: usize, policies: usize) -> bool {
        let is_score = f64::is_finite;
        let BestRecord { score, invalid, stand_score, .. } = self.best;
        let fits = |record: &DiceRecord| {
            let chances = [record.invalid_at_max_score, record.stand_invalid].into_iter();
            let of_policies = record.policies.iter().map(|policy| policy.invalid);
            are_chances(chances.chain(record.reach.iter().copied()).chain(of_policies))
                && record.policies.len() == policies
                && record.policies.iter().all(|policy| is_score(policy.score))
                && is_score(record.max_score)
                && is_score(record.stand_score)
        };
        let scores = is_score(score) && is_score(stand_score);
        self.dice.len() == dice && self.dice.iter().all(fits) && scores && are_chances([invalid])
    }

    fn is_plausible(&self, dice: usize, policies: usize) -> bool {
        let BestRecord { dice: best, score, invalid, stand_score, capped: _ } = self.best;
        self.dice.len() == dice
            && (1..).zip(&self.dice).all(|(dice, record)| record.is_plausible(dice, policies))
            && (1..=1_000).contains(&best)
            && are_totals(best, [score])
            && are_chances([invalid])
            && are_totals(1_000, [stand_score])
    }
}

impl DiceRecord {
    fn is_plausible(&self, dice: u32, policies: usize) -> bool {
        let chances = [self.invalid_at_max_score, self.stand_invalid].into_iter();
        let chances = chances.chain(self.reach.iter().copied()).chain(self.kept.into_iter().flatten());
        let scores = self.policies.iter().flat_map(|policy| [policy.score].into_iter().chain(policy.valid_total_mean));
        self.dice == dice
            && self.policies.len() == policies
            && self.reach.len() == 5 * dice as usize + 1
            && are_chances(chances.chain(self.policies.iter().map(|policy| policy.invalid)))
            && are_totals(dice, scores.chain([self.max_score, self.stand_score]))
    }
}
