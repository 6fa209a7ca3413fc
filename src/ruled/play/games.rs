//! Many games, and what they came to.

use super::Table;
use crate::model::{Fault, Game};
use crate::strategy::Strategy;
use analyze_core::dice::{BlockKey, RunKey};
use analyze_core::games::{MAX_SEATS, Outcome, WHOLE_WIN};
use rayon::prelude::*;

/// How many blocks are added up in one go: sums are of the same order on any number of threads.
const CHUNK: u64 = 256;

/// A sum with that of its squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// How many values.
    pub n: f64,
    /// Their sum.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f64,
}

impl Mean {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.n += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.sum / self.n
    }

    /// Its standard error.
    pub fn error(&self) -> f64 {
        let variance = (self.squares - self.sum * self.sum / self.n) / (self.n - 1.0);
        (variance.max(0.0) / self.n).sqrt()
    }

    fn merge(&mut self, other: &Mean) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

/// What many games came to: strategies change seats, and the games of a block have the same draws.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// By strategy, its win share, a value a block.
    pub share: Vec<Mean>,
    /// By strategy, its score, a value a block.
    pub score: Vec<Mean>,
    /// By seat, the win share, a value a game.
    pub by_seat: Vec<Mean>,
    /// The turns of a game.
    pub turns: Mean,
    /// The games that were stopped.
    pub capped: u64,
}

impl Tally {
    fn new(n: usize) -> Tally {
        let means = || vec![Mean::default(); n];
        Tally { share: means(), score: means(), by_seat: means(), ..Tally::default() }
    }

    fn merge(&mut self, other: &Tally) {
        let all = self.share.iter_mut().chain(&mut self.score).chain(&mut self.by_seat).chain([&mut self.turns]);
        let others = other.share.iter().chain(&other.score).chain(&other.by_seat).chain([&other.turns]);
        all.zip(others).for_each(|(mean, other)| mean.merge(other));
        self.capped += other.capped;
    }

    /// Adds the games of a block, one for each shift of the seats.
    pub(crate) fn block(&mut self, mut game: impl FnMut(&[usize]) -> Result<Outcome, Fault>) -> Result<(), Fault> {
        let n = self.share.len();
        let (mut shares, mut scores) = ([0.0; MAX_SEATS], [0.0; MAX_SEATS]);
        for shift in 0..n {
            let mut seating = [0; MAX_SEATS];
            (0..n).for_each(|seat| seating[seat] = (seat + shift) % n);
            let outcome = game(&seating[..n])?;
            for (seat, &strategy) in seating[..n].iter().enumerate() {
                let share = f64::from(outcome.share[seat]) / f64::from(WHOLE_WIN);
                shares[strategy] += share / n as f64;
                scores[strategy] += f64::from(outcome.score[seat]) / n as f64;
                self.by_seat[seat].add(share);
            }
            self.turns.add(outcome.lengths[0].into());
            self.capped += u64::from(outcome.lengths[1]);
        }
        self.share.iter_mut().zip(shares).for_each(|(mean, share)| mean.add(share));
        self.score.iter_mut().zip(scores).for_each(|(mean, score)| mean.add(score));
        Ok(())
    }
}

/// Plays blocks on all threads; `worker` makes what plays a game on one of them.
pub(crate) fn simulate_with<W>(
    players: usize,
    (seed, blocks): (u64, u64),
    worker: impl Fn() -> Result<W, Fault> + Sync + Send,
    play: impl Fn(&mut W, &[usize], BlockKey) -> Result<Outcome, Fault> + Sync + Send,
) -> Result<Tally, Fault> {
    let chunks: Vec<Result<Tally, Fault>> = (0..blocks.div_ceil(CHUNK))
        .into_par_iter()
        .map_init(&worker, |worker, chunk| {
            let worker = worker.as_mut().map_err(|fault| fault.clone())?;
            let mut tally = Tally::new(players);
            for block in chunk * CHUNK..(chunk * CHUNK + CHUNK).min(blocks) {
                tally.block(|seating| play(worker, seating, RunKey::new(seed).block(block)))?;
            }
            Ok(tally)
        })
        .collect();
    let mut all = Tally::new(players);
    for tally in chunks {
        all.merge(&tally?);
    }
    Ok(all)
}

/// Plays blocks step by step.
pub(crate) fn simulate(game: &Game, strategies: &[&Strategy], seed: u64, blocks: u64) -> Result<Tally, Fault> {
    let table = || Ok(Table::new(game, strategies));
    simulate_with(game.players, (seed, blocks), table, |table, seating, block| table.play(seating, block, &mut ()))
}
