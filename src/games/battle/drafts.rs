//! Drafts that come out alike in every game, remembered.
//!
//! Owns the working memory of a table. Who may be remembered is said by the strategies ([`super::Drafting`]).

use super::arena::Arena;
use super::play::Decisions;
use super::rules::MAX_SEATS;
use super::state::State;
use crate::games::{Seating, StrategyIndex};

/// The most drafts that are remembered: one for each order of four players. Further ones are held again each time.
const REMEMBERED: usize = 24;

/// A table after the draft.
#[derive(Clone, Debug)]
pub(super) struct Drafted {
    pub(super) state: State,
    /// The decisions of the draft, which count with the first turn.
    pub(super) decisions: Decisions,
}

/// What playing needs from game to game. It remembers drafts by who sits where, so it is for one list of strategies
/// under one set of rules.
#[derive(Debug)]
pub struct Memory {
    pub(super) arena: Arena,
    pub(super) drafts: Drafts,
}

impl Memory {
    /// A memory of nothing.
    pub(super) fn new() -> Memory {
        Memory { arena: Arena::new(), drafts: Drafts(Vec::new()) }
    }
}

/// Drafts by seating.
#[derive(Debug)]
pub(super) struct Drafts(Vec<([StrategyIndex; MAX_SEATS], Drafted)>);

impl Drafts {
    /// The draft of a seating, if it is remembered.
    #[inline]
    pub(super) fn find(&self, seating: &Seating) -> Option<&Drafted> {
        self.0.iter().find(|(known, _)| known[..seating.len()] == *seating).map(|(_, drafted)| drafted)
    }

    /// Remembers a draft as long as there is room.
    pub(super) fn keep(&mut self, seating: &Seating, drafted: Drafted) {
        if self.0.len() < REMEMBERED {
            let mut key = [0; MAX_SEATS];
            key[..seating.len()].copy_from_slice(seating);
            self.0.push((key, drafted));
        }
    }
}
