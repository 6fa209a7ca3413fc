//! What can be counted of cards: by strategies that remember which ones they saw.
//!
//! Owns the kinds of cards that are counted, which of the observables count them, and how many of a kind are still to come.

use super::Gang;
use super::deck::{Back, Card, Deck, Trigger};
use crate::games::declaration::{Language, ObservableIndex, index_of};

/// A kind of cards. A card can be of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardKind {
    /// With a Bomb.
    Bomb,
    /// With an Explosion.
    Explosion,
    /// With a light back.
    Light,
    /// With a dark back.
    Dark,
}

/// Which cards of a kind an observable counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardCount {
    /// Those of earlier rounds.
    Seen(CardKind),
    /// Those that were not shown yet: still to come, or removed.
    Unseen(CardKind),
}

impl CardKind {
    /// All of them: each is at the place of its number.
    pub const ALL: [CardKind; 4] = [CardKind::Bomb, CardKind::Explosion, CardKind::Light, CardKind::Dark];

    /// Whether a card is of this kind.
    pub fn has(self, card: &Card) -> bool {
        match self {
            CardKind::Bomb => card.trigger == Trigger::Bomb,
            CardKind::Explosion => card.trigger == Trigger::Explosion,
            CardKind::Light => card.back == Back::Light,
            CardKind::Dark => card.back == Back::Dark,
        }
    }

    /// How many cards of a deck are of this kind.
    pub fn in_deck(self, deck: &Deck) -> u32 {
        deck.cards.iter().filter(|card| self.has(card)).count() as u32
    }
}

/// How many cards were not shown, of `all` of a kind: the one of the round is, if it is of the kind. A card that is drawn
/// again can be seen more than once.
#[inline]
pub fn unseen(all: u32, seen: u32, is_of_round: bool) -> u32 {
    all.saturating_sub(seen + u32::from(is_of_round))
}

/// The observables that count cards.
const COUNTING: [(ObservableIndex, CardCount); 8] = [
    (index_of::<Gang>("bombs_seen", Language::Both), CardCount::Seen(CardKind::Bomb)),
    (index_of::<Gang>("explosions_seen", Language::Both), CardCount::Seen(CardKind::Explosion)),
    (index_of::<Gang>("light_seen", Language::Both), CardCount::Seen(CardKind::Light)),
    (index_of::<Gang>("dark_seen", Language::Both), CardCount::Seen(CardKind::Dark)),
    (index_of::<Gang>("bombs_unseen", Language::Both), CardCount::Unseen(CardKind::Bomb)),
    (index_of::<Gang>("explosions_unseen", Language::Both), CardCount::Unseen(CardKind::Explosion)),
    (index_of::<Gang>("light_unseen", Language::Both), CardCount::Unseen(CardKind::Light)),
    (index_of::<Gang>("dark_unseen", Language::Both), CardCount::Unseen(CardKind::Dark)),
];

/// What an observable counts, if it counts cards.
#[inline]
pub fn card_count(observable: ObservableIndex) -> Option<CardCount> {
    COUNTING.iter().find(|(index, _)| *index == observable).map(|&(_, count)| count)
}
