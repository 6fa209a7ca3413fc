//! The cards of many decks, each solved once.
//!
//! Owns which cards of a sweep are the same; what is asked of one is in `cards`.

use super::cards::{CardsError, CardsJob, solve_cards};
use super::driver::Control;
use crate::games::gang::Deck;
use crate::record::{CardRecord, CardsRecord, FORMAT, SweptCards, SweptDeck};
use std::collections::BTreeMap;

/// Decks to be solved.
#[derive(Clone, Debug)]
pub struct DecksJob {
    /// For each number of rerolls a deck of all the different cards that are played with so many.
    together: BTreeMap<u8, Deck>,
    /// The decks as they are, with the rerolls of a turn.
    decks: Vec<(Deck, u8)>,
    max_dice: u32,
}

impl DecksJob {
    /// The cards of these decks, each with the rerolls that a turn has, for turns of 1 to `max_dice` dice.
    pub fn new(decks: Vec<(Deck, u8)>, max_dice: u32) -> DecksJob {
        let mut together: BTreeMap<u8, Deck> = BTreeMap::new();
        let mut known = std::collections::BTreeSet::new();
        for (deck, rerolls) in &decks {
            let all = together.entry(*rerolls).or_insert_with(|| Deck { cards: Vec::new(), ..deck.clone() });
            for card in &deck.cards {
                if known.insert((*rerolls, card.condition_text.clone(), card.trigger.to_string())) {
                    all.cards.push(card.clone());
                }
            }
        }
        DecksJob { together, decks, max_dice }
    }

    /// How many different cards are solved.
    pub fn cards(&self) -> usize {
        self.together.values().map(|deck| deck.cards.len()).sum()
    }

    /// What [`Control::games`] counts up to until all is solved, as of [`CardsJob::work`].
    pub fn work(&self) -> u64 {
        self.jobs().map(|job| job.work()).sum()
    }

    fn jobs(&self) -> impl Iterator<Item = CardsJob<'_>> {
        let job = |(&rerolls, deck)| CardsJob { deck, rerolls, max_dice: self.max_dice, policies: &[] };
        self.together.iter().map(job)
    }

    /// The records of the decks, from those of the different cards.
    fn swept(&self, solved: &[CardsRecord]) -> SweptCards {
        let turn = |rerolls: u8, labels: &[String; 4]| (rerolls, labels[1].clone(), labels[2].clone());
        let by_turn: BTreeMap<_, &CardRecord> = solved
            .iter()
            .flat_map(|record| record.cards.iter().map(|card| (turn(record.rerolls, &card.labels), card)))
            .collect();
        let mut swept = SweptCards { format: FORMAT, ..SweptCards::default() };
        let mut places: BTreeMap<(u8, [String; 4]), usize> = BTreeMap::new();
        for (deck, rerolls) in &self.decks {
            let mut cards = Vec::with_capacity(deck.cards.len());
            for card in &deck.cards {
                let labels =
                    [card.id.clone(), card.condition_text.clone(), card.trigger.to_string(), card.back.to_string()];
                let Some(&found) = by_turn.get(&turn(*rerolls, &labels)) else { continue };
                let place = *places.entry((*rerolls, labels.clone())).or_insert_with(|| {
                    swept.solved.push(CardRecord { labels, ..found.clone() });
                    swept.solved.len() - 1
                });
                cards.push(place);
            }
            swept.combinations.push(SweptDeck { deck: deck.id.clone(), rerolls: *rerolls, of_file: false, cards });
        }
        swept
    }
}

/// Solves every card of the decks once; `None` if `control` was asked to stop. The result depends on nothing but the job.
///
/// # Errors
/// If the job asks for what cannot be solved.
pub fn solve_decks(job: &DecksJob, threads: usize, control: &Control) -> Result<Option<SweptCards>, CardsError> {
    let mut solved = Vec::new();
    for job in job.jobs() {
        let Some(record) = solve_cards(&job, threads, control)? else { return Ok(None) };
        solved.push(record);
    }
    Ok(Some(job.swept(&solved)))
}
