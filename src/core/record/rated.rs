//! The games between rated strategies in a record of `analyze feel`.
//!
//! Owns how many they are, and whether sums can be those of such games.

use super::feel::{DuelSums, FeelRecord, FeelSums};
use super::plausible::Limits;
use crate::games::{MAX_SEATS, WHOLE_WIN};

/// For so many blocks of followed games, or part of them, each pair of rated strategies plays one block.
pub const RATED: u64 = 4;

/// The most strategies that are rated: one for each seat, the best and the random one.
const MOST_RATED: usize = MAX_SEATS + 2;

impl FeelRecord {
    /// The blocks that each pair of the rated strategies has played, each of so many games.
    pub fn rated_blocks(&self, games_a_block: u64) -> u64 {
        self.sums.rated.first().map_or(0, |sums| sums.pairs / games_a_block.max(1))
    }

    /// How many pairs of rated strategies there are.
    pub fn rated_pairs(&self) -> usize {
        self.rated.len() * self.rated.len().saturating_sub(1) / 2
    }

    /// Whether the games of all pairs of rated strategies can have been played: an interrupted run can lack some of them.
    pub(super) fn is_rated(&self) -> bool {
        let FeelSums { blocks, rated, .. } = &self.sums;
        let limits = Limits { blocks: blocks.div_ceil(RATED), most: 1 << 50 };
        let played = rated.first().map_or(0, |sums| sums.pairs);
        let whole = i128::from(WHOLE_WIN);
        let fits = |sums: &DuelSums| {
            let won = whole * i128::from(sums.pairs);
            let is_won = sums.blocks.sum.abs() <= won && (0..=whole * won).contains(&sums.squares);
            is_won && limits.allow(&sums.blocks) && sums.pairs == played
        };
        self.rated.len() <= MOST_RATED && rated.len() == self.rated_pairs() && rated.iter().all(fits)
    }
}
