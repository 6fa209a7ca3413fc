//! Whether integers that a stranger may have written could be those of games.
//!
//! Owns the limits: within them whatever is made of the sums has room, and no variance is below 0.

use super::moments::{Ends, Moments, RatioEnds};

/// The most games of a record: as many as a run may have.
const MOST_GAMES: u64 = 1_000_000_000_000_000;
/// More than any number that a block has: of its games' scores, counts and lengths, and of win shares without luck,
/// together.
const MOST: i128 = 1 << 36;

/// Whether there can be so many blocks of so many games.
pub(super) fn are_games(blocks: u64, games_a_block: u64) -> bool {
    let games = blocks.checked_mul(games_a_block);
    games.is_some_and(|games| (1..=MOST_GAMES).contains(&games))
}

/// Whether a number can be the sum over so many blocks.
pub(super) fn is_sum(blocks: u64, sum: i128) -> bool {
    sum.unsigned_abs() <= (i128::from(blocks) * MOST).unsigned_abs()
}

/// Whether a number can be the sum of squares, or of products, over so many blocks.
pub(super) fn is_product(blocks: u64, product: i128) -> bool {
    product.unsigned_abs() <= (i128::from(blocks) * MOST * MOST).unsigned_abs()
}

/// How many blocks there are, and the most that a number of a block can be, below or above 0.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub blocks: u64,
    pub most: u64,
}

impl Limits {
    /// Whether these can be the sums of such a number and of its squares, whose variance is not below 0.
    pub(super) fn allow(self, &Moments { sum, squares }: &Moments) -> bool {
        let [most, all] = [self.most, self.blocks].map(u128::from);
        let room = all.saturating_mul(most);
        let has_room =
            sum.unsigned_abs() <= room && squares >= 0 && squares.unsigned_abs() <= room.saturating_mul(most);
        has_room && is_mixed(sum, (self.blocks.into(), squares))
    }
}

/// Whether these can be the sums of a number that blocks have.
pub(super) fn are_moments(blocks: u64, moments: &Moments) -> bool {
    Limits { blocks, most: MOST as u64 }.allow(moments)
}

/// Whether a sum of products can belong to these sums of squares (Cauchy and Schwarz), but for what is lost by rounding.
pub(super) fn is_mixed(product: i128, (squares, other): (i128, i128)) -> bool {
    (product as f64).powi(2) <= squares as f64 * other as f64 * (1.0 + 1e-9)
}

/// Whether these can be ends of a number that blocks have, or those of no block.
pub(super) fn are_ends(ends: Ends) -> bool {
    let Ends { least, most } = ends;
    ends == Ends::default() || least <= most && [least, most].iter().all(|&end| i128::from(end).abs() <= MOST)
}

/// Whether these can be ends of a number of which no block has more than `most`, below or above 0.
pub(super) fn are_ends_up_to(most: u64, Ends { least, most: largest }: Ends) -> bool {
    least <= largest && least.unsigned_abs().max(largest.unsigned_abs()) <= most
}

/// Whether these can be ends of a ratio of counts, or those of no block.
pub(super) fn are_ratio_ends(ends: RatioEnds) -> bool {
    ends == RatioEnds::default() || [ends.least, ends.most].iter().all(|&(_, x)| x > 0)
}
