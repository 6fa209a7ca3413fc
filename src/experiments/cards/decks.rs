//! The cards of a game from a file by several rules.
//!
//! Owns which combinations have the same game, so that each game is solved once. What is asked of one is in `deck`.

use super::deck;
use crate::lab::{Prepared, as_game};
use crate::record::{FORMAT, SweptCards, SweptDeck};
use crate::simulate::Control;
use analyze_ruled::{Ruled, Unsolved};
use std::sync::Arc;

/// The decks of all combinations.
pub(super) struct FileDecks {
    /// The different games: by their rules, or by their number of players.
    games: Vec<Arc<dyn Prepared>>,
    /// By combination, the position of its game.
    of: Vec<usize>,
    max_dice: u32,
}

impl FileDecks {
    /// No decks yet; a turn has at most this number of dice.
    pub(super) fn new(max_dice: u32) -> FileDecks {
        FileDecks { games: Vec::new(), of: Vec::new(), max_dice }
    }

    /// The game of the next combination.
    pub(super) fn add(&mut self, game: Arc<dyn Prepared>) {
        let is_same = |known: &Arc<dyn Prepared>| known.seats() == game.seats() && known.manifest() == game.manifest();
        let at = self.games.iter().position(is_same).unwrap_or_else(|| {
            self.games.push(game);
            self.games.len() - 1
        });
        self.of.push(at);
    }

    fn all(&self) -> impl Iterator<Item = &Ruled> {
        self.games.iter().filter_map(|game| as_game::<Ruled>(&**game))
    }

    /// How many cards are solved.
    pub(super) fn cards(&self) -> usize {
        self.all().map(|game| game.deck().len()).sum()
    }

    /// The number of turns to solve.
    pub(super) fn work(&self) -> u64 {
        self.all().map(|game| deck::work(game, self.max_dice, &[])).sum()
    }

    /// Solves them; `None` if `control` was asked to stop.
    ///
    /// # Errors
    /// What the rules do not provide for, or a turn that is too much.
    pub(super) fn solve(&self, threads: usize, control: &Control) -> Result<Option<SweptCards>, Unsolved> {
        let mut swept = SweptCards { format: FORMAT, ..SweptCards::default() };
        let mut decks = Vec::new();
        for game in self.all() {
            let Some(record) = deck::solve(game, (self.max_dice, &[]), threads, control)? else { return Ok(None) };
            let place = |card| {
                swept.solved.iter().position(|known| *known == card).unwrap_or_else(|| {
                    swept.solved.push(card);
                    swept.solved.len() - 1
                })
            };
            let cards = record.cards.into_iter().map(place).collect();
            decks.push(SweptDeck { deck: record.deck, rerolls: record.rerolls, of_file: record.of_file, cards });
        }
        swept.combinations = self.of.iter().filter_map(|&game| decks.get(game).cloned()).collect();
        Ok(Some(swept))
    }
}
