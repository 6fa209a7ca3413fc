//! Coins that a decision tosses, counted out: every way in which they can fall, with its chance.
//!
//! Owns finding blocks whose coins fall in a certain way, because strategies toss only coins that a block has.

use crate::dice::{BlockKey, RunKey};
use crate::games::declaration::Question;

/// The most ways in which the coins of a decision may fall.
pub(super) const MOST_WAYS: u64 = 64;
/// So many times as many blocks are searched for one whose coins fall in a certain way: it fails once in 10^17 times.
const SEARCHED: u64 = 40;

/// A toss of a decision, a [`Question::Coin`], and how it fell.
pub(super) type Toss = (Question, u32);

/// In how many ways coins can fall.
fn ways(tosses: &[Toss]) -> u64 {
    tosses.iter().fold(1, |ways, (toss, _)| ways.saturating_mul(u64::from(toss.highest()) + 1))
}

/// A block in which coins fall so, if they can fall in at most [`MOST_WAYS`]; `answer` says how they fall in a block.
pub(super) fn block_of(tosses: &[Toss], answer: impl Fn(Question, BlockKey) -> u32) -> Option<BlockKey> {
    let ways = ways(tosses);
    let mut blocks = (0..SEARCHED * ways).map(|number| RunKey::new(0).block(number)).take_while(|_| ways <= MOST_WAYS);
    blocks.find(|&block| tosses.iter().all(|&(toss, side)| answer(toss, block) == side))
}

/// What is decided for every way in which coins can fall, with the chance of it. `decide` is given how the first of them
/// fall, and says which were tossed in all.
///
/// # Errors
/// What `decide` gives.
pub(super) fn every_fall<T, E>(
    mut decide: impl FnMut(&[Toss]) -> Result<(T, Vec<Toss>), E>,
) -> Result<Vec<(T, f64)>, E> {
    let (mut open, mut all) = (vec![Vec::new()], Vec::new());
    while let Some(tosses) = open.pop() {
        let (decided, tossed) = decide(&tosses)?;
        match tossed.get(tosses.len()) {
            Some(&(toss, _)) => open.extend((0..=toss.highest()).map(|side| [&*tosses, &[(toss, side)]].concat())),
            None => all.push((decided, 1.0 / ways(&tosses) as f64)),
        }
    }
    Ok(all)
}
