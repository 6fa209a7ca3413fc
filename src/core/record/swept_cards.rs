//! What `analyze cards --vary` finds out exactly: the numbers of every card of every combination, each once.
//!
//! Owns the format of its `cards.json`.

use super::cards::{CardRecord, CardsRecord};
use super::json::Record;
use super::limits;
use serde::{Deserialize, Serialize};

/// The exact numbers of the cards of some decks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SweptCards {
    /// The version of the format.
    pub format: u32,
    /// The cards, each once with so many rerolls; no reroll policies.
    #[serde(deserialize_with = "limits::swept")]
    pub solved: Vec<CardRecord>,
    /// The deck of each combination.
    #[serde(deserialize_with = "limits::combinations")]
    pub combinations: Vec<SweptDeck>,
}

/// The deck of a combination.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweptDeck {
    /// Its id.
    pub deck: String,
    /// How many rerolls a turn has; 0 of a game from a file.
    pub rerolls: u8,
    /// Whether the cards belong to a game from a file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_file: bool,
    /// Its cards in their order, by their positions among those solved.
    #[serde(deserialize_with = "limits::sums")]
    pub cards: Vec<usize>,
}

impl SweptCards {
    /// The exact numbers of the cards of a deck; of cards that are not there, none.
    pub fn of(&self, deck: &SweptDeck) -> CardsRecord {
        CardsRecord {
            format: self.format,
            deck: deck.deck.clone(),
            rerolls: deck.rerolls,
            of_file: deck.of_file,
            policies: Vec::new(),
            cards: deck.cards.iter().filter_map(|&card| self.solved.get(card).cloned()).collect(),
        }
    }
}

impl Record for SweptCards {
    fn inconsistency(&self) -> Option<String> {
        let fits = |deck: &SweptDeck| !deck.cards.is_empty() && deck.cards.iter().all(|&card| card < self.solved.len());
        if self.combinations.is_empty() || !self.combinations.iter().all(fits) {
            return Some("a combination has no cards, or others than were solved".to_owned());
        }
        self.combinations.iter().find_map(|deck| self.of(deck).inconsistency())
    }

    /// On one line: a sweep has the cards of many decks.
    #[expect(clippy::expect_used, reason = "records hold numbers, texts and lists, which can all be written as JSON")]
    fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record can be written as JSON") + "\n"
    }
}
