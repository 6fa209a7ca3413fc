//! Spreading blocks over threads.
//!
//! Owns the one way in which blocks are played, by runs and by comparisons: up to a look, then on or not, as what was
//! found until then decides. Looks are numbers of blocks; at a look every block before it has been played and none
//! after it. So what is found there, and where the playing ends, depend on neither threads nor time.

use crate::games::Fault;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Blocks that a worker takes at a time: few enough that a run soon stops when it is asked to, many
/// enough that the shared counter costs nothing.
pub const CHUNK: u64 = 64;

/// What others may see and do while games are played.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    games: AtomicU64,
}

impl Control {
    /// Asks the run to stop: workers finish the chunk they have taken and take no other.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Games played so far, or whatever else is counted as the work goes on.
    pub fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    /// Counts more of the work as done.
    pub(super) fn advance(&self, games: u64) {
        self.games.fetch_add(games, Ordering::Relaxed);
    }

    /// Counts from 0 again, for work of another kind.
    pub fn count_again(&self) {
        self.games.store(0, Ordering::Relaxed);
    }

    /// Whether the run was asked to stop.
    pub(super) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A fault with the game in which it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFault {
    /// The game's index in the run, from 0.
    pub index: u64,
    /// The strategy at fault, by its index among the different ones.
    pub strategy: usize,
    /// What it did.
    pub fault: Fault,
}

/// Whether to play on after a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Up to the next look, or to the end.
    PlayOn,
    /// Enough is known.
    Stop,
}

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stages {
    /// The first block; those before it are known already.
    pub first: u64,
    /// The end: blocks are played up to this one, which is not.
    pub end: u64,
    /// Games in a block.
    pub games_a_block: u64,
    /// Threads; 0: as many as there are cores.
    pub threads: usize,
}

/// One worker, with what it adds up.
pub(super) trait Player: Send {
    /// Plays some blocks and adds them up; fails as if it had played them one after the other.
    fn play(&mut self, blocks: Range<u64>) -> Result<(), GameFault>;
}

/// How the playing ended.
pub(super) struct Ended<P> {
    /// The workers, with what they have added up.
    pub players: Vec<P>,
    /// Whether it ended at the end or at a look; if not, it was asked to stop.
    pub complete: bool,
}

/// Plays until `look` has seen enough, the end, or a stop; `look` is shown the workers at each of `looks`, which
/// ascend, and at the end.
///
/// # Errors
/// The fault with the lowest game index, at any number of threads.
///
/// # Panics
/// If the threads cannot be started.
pub(super) fn in_stages<P: Player>(
    stages: Stages,
    control: &Control,
    looks: impl Iterator<Item = u64>,
    player: impl Fn() -> P,
    mut look: impl FnMut(&[P]) -> Next,
) -> Result<Ended<P>, GameFault> {
    #[expect(clippy::expect_used, reason = "a machine that cannot start threads cannot do this work at all")]
    let pool = rayon::ThreadPoolBuilder::new().num_threads(stages.threads).build().expect("cannot start threads");
    let mut players: Vec<P> = (0..pool.current_num_threads()).map(|_| player()).collect();
    let mut first = stages.first;
    let between = looks.skip_while(|&look| look <= stages.first).take_while(|&look| look < stages.end);
    for end in between.chain(std::iter::once(stages.end)) {
        let stage = Stage { next: AtomicU64::new(first), end, games_a_block: stages.games_a_block, control };
        if stage.play(&pool, &mut players)? < end - first {
            return Ok(Ended { players, complete: false });
        }
        if look(&players) == Next::Stop {
            break;
        }
        first = end;
    }
    Ok(Ended { players, complete: true })
}

/// The blocks up to the next look.
struct Stage<'a> {
    next: AtomicU64,
    end: u64,
    games_a_block: u64,
    control: &'a Control,
}

impl Stage<'_> {
    /// Plays them; answers how many were played.
    fn play<P: Player>(&self, pool: &rayon::ThreadPool, players: &mut [P]) -> Result<u64, GameFault> {
        let mut parts: Vec<Result<u64, GameFault>> = players.iter().map(|_| Ok(0)).collect();
        pool.scope(|scope| {
            for (player, part) in players.iter_mut().zip(&mut parts) {
                scope.spawn(move |_| *part = self.work(player));
            }
        });
        let faults = parts.iter().filter_map(|part| part.as_ref().err());
        match faults.min_by_key(|fault| fault.index) {
            Some(fault) => Err(fault.clone()),
            None => Ok(parts.into_iter().flatten().sum()),
        }
    }

    /// One worker. Chunks are handed out in order and finished once taken, so a fault elsewhere never hides
    /// one in an earlier game, and the blocks played are the first ones whenever a stop comes.
    fn work(&self, player: &mut impl Player) -> Result<u64, GameFault> {
        let mut played = 0;
        while !self.control.stopped() {
            let start = self.next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= self.end {
                break;
            }
            let end = start.saturating_add(CHUNK).min(self.end);
            player.play(start..end).inspect_err(|_| self.control.stop())?;
            self.control.advance((end - start) * self.games_a_block);
            played += end - start;
        }
        Ok(played)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Seat;

    /// Notes which blocks it played; fails at some.
    struct Noting<'f> {
        blocks: Vec<u64>,
        faults: &'f [u64],
    }

    impl Player for Noting<'_> {
        fn play(&mut self, mut blocks: Range<u64>) -> Result<(), GameFault> {
            blocks.try_for_each(|block| {
                if self.faults.contains(&block) {
                    let fault = Fault { seat: Seat(0), round: 1, returned: String::new(), legal: String::new() };
                    return Err(GameFault { index: 3 * block, strategy: 0, fault });
                }
                self.blocks.push(block);
                Ok(())
            })
        }
    }

    fn all(players: &[Noting<'_>]) -> Vec<u64> {
        let mut blocks: Vec<u64> = players.iter().flat_map(|player| player.blocks.iter().copied()).collect();
        blocks.sort_unstable();
        blocks
    }

    fn stages(first: u64, end: u64, threads: usize) -> Stages {
        Stages { first, end, games_a_block: 3, threads }
    }

    #[test]
    fn at_a_look_exactly_the_blocks_before_it_have_been_played() {
        for (threads, first) in [(1, 0), (2, 0), (7, 0), (3, 200), (3, 250)] {
            let mut seen = Vec::new();
            let control = Control::default();
            let new = || Noting { blocks: Vec::new(), faults: &[] };
            let ended =
                in_stages(stages(first, 1000, threads), &control, [200, 500, 5000].into_iter(), new, |players| {
                    let blocks = all(players);
                    assert_eq!(blocks, (first..blocks.len() as u64 + first).collect::<Vec<_>>());
                    seen.push(blocks.len() as u64 + first);
                    Next::PlayOn
                });
            let expected: &[u64] = if first < 200 { &[200, 500, 1000] } else { &[500, 1000] };
            assert_eq!(seen, expected, "from block {first}");
            assert!(ended.is_ok_and(|ended| ended.complete));
            assert_eq!(control.games(), 3 * (1000 - first));
        }
    }

    #[test]
    fn a_look_can_end_it() {
        let new = || Noting { blocks: Vec::new(), faults: &[] };
        let control = Control::default();
        let ended = in_stages(stages(0, u64::MAX, 2), &control, [10, 300, 301].into_iter(), new, |players| {
            if all(players).len() == 300 { Next::Stop } else { Next::PlayOn }
        });
        let ended = ended.unwrap_or_else(|_| unreachable!("nobody fails"));
        assert!(ended.complete && all(&ended.players).len() == 300);
    }

    #[test]
    fn a_stop_leaves_the_first_blocks() {
        let control = Control::default();
        let new = || Noting { blocks: Vec::new(), faults: &[] };
        let stop = |_: &[Noting<'_>]| {
            control.stop();
            Next::PlayOn
        };
        let ended = in_stages(stages(0, u64::MAX, 3), &control, [1000].into_iter(), new, stop);
        let ended = ended.unwrap_or_else(|_| unreachable!("nobody fails"));
        assert!(!ended.complete);
        assert_eq!(all(&ended.players), (0..1000).collect::<Vec<_>>());
    }

    #[test]
    fn the_fault_of_the_lowest_game_is_told() {
        for threads in [1, 2, 7] {
            let new = || Noting { blocks: Vec::new(), faults: &[402, 150, 151, 300] };
            let ended =
                in_stages(stages(0, 1000, threads), &Control::default(), [100].into_iter(), new, |_| Next::PlayOn);
            assert_eq!(ended.err().map(|fault| fault.index), Some(450));
        }
    }
}
