//! Games between two strategies, side against side.
//!
//! Owns playing them and adding them up. Who meets whom, and what is made of the sums, is for the caller.

use super::driver::{Control, Finished, Next, Playing};
use crate::engines::{Book, Engine, GameFault, Seatings, Series};
use crate::games::{Game, Observer, Outcome, RowCounts, Seating, WHOLE_WIN};
use crate::record::DuelSums;
use std::ops::Range;

/// Games of two sides.
#[derive(Clone, Debug)]
pub struct SidesJob<'j> {
    /// Where the strategies 0 and 1 sit in the games of a block.
    pub seatings: &'j Seatings,
    /// The seed: any number.
    pub seed: u64,
    /// Which blocks to play.
    pub blocks: Range<u64>,
}

/// Plays games of two sides. All seats of a strategy win together; each game counts as one pair. The sums depend on neither
/// threads (0: as many as there are cores) nor time, unless `control` stops the games.
///
/// # Errors
/// The fault with the lowest game index.
pub fn play_sides<G: Game>(
    job: &SidesJob<'_>,
    engine: &impl Engine<G>,
    threads: usize,
    control: &Control,
) -> Result<Finished<DuelSums>, GameFault> {
    let series = Series { seatings: job.seatings, seed: job.seed };
    let playing = Playing { engine, series, blocks: job.blocks.clone(), threads, control };
    let merge = |sum: &mut Sides, more: &Sides| sum.sums.merge(&more.sums);
    let played = playing.until(std::iter::empty(), Sides::default, merge, |_| Next::PlayOn, |_| ())?;
    Ok(Finished { tally: played.tally.sums, complete: played.complete })
}

/// The games of a worker.
#[derive(Default)]
struct Sides {
    sums: DuelSums,
    /// By how many 60ths of a win the first side had more in the block under way.
    of_block: i64,
}

impl Observer for Sides {
    fn wants(&self) -> bool {
        false
    }

    fn count(&mut self, _: usize, _: usize, _: &RowCounts) {}
}

impl Book for Sides {
    fn wants_counts_of(&self, _: u64) -> bool {
        false
    }

    fn begin_block(&mut self, _: u64) {
        self.of_block = 0;
    }

    fn game(&mut self, seating: &Seating, outcome: &Outcome) {
        let shares = seating.iter().zip(outcome.share);
        let first: i64 = shares.filter(|(strategy, _)| **strategy == 0).map(|(_, share)| i64::from(share)).sum();
        let more = 2 * first - i64::from(WHOLE_WIN);
        self.of_block += more;
        self.sums.squares += i128::from(more * more);
        self.sums.pairs += 1;
    }

    fn end_block(&mut self) {
        self.sums.blocks.add(self.of_block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(share: [u8; 3]) -> Outcome {
        let mut outcome = Outcome::default();
        outcome.share[..3].copy_from_slice(&share);
        outcome
    }

    /// Two seats against one: a win of the two, a tie of one of them with the other side, and a win of the other side.
    #[test]
    fn the_seats_of_a_side_win_together() {
        let mut sides = Sides::default();
        sides.begin_block(0);
        for share in [[60, 0, 0], [30, 30, 0], [0, 60, 0]] {
            sides.game(&[0, 1, 0], &outcome(share));
        }
        sides.end_block();
        assert_eq!((sides.sums.blocks.sum, sides.sums.blocks.squares), (0, 0));
        assert_eq!((sides.sums.pairs, sides.sums.squares), (3, 2 * 3600));
        sides.begin_block(1);
        sides.game(&[1, 0, 1], &outcome([0, 60, 0]));
        sides.end_block();
        assert_eq!((sides.sums.blocks.sum, sides.sums.blocks.squares), (60, 3600));
    }
}
