//! Games that go on from one position, played once for each of several options with the same draws.
//!
//! Owns what the options win, and what each costs against the best. Options are compared game by game, because the draws of
//! a game are the same for all of them.

use super::driver::Control;
use super::map::map_in_parallel;
use crate::games::{Fault, WHOLE_WIN};
use crate::stats::{ErrorRate, Estimate, Interval, Moments, Scale, difference};

/// So many games of each option are played by one thread before it takes others.
const PART: u64 = 32;
/// Win shares, and their differences.
const SHARE: Scale = Scale::new(WHOLE_WIN as u64, WHOLE_WIN as u64).between(0, WHOLE_WIN as i64);
const DIFFERENCE: Scale = Scale::new(WHOLE_WIN as u64, WHOLE_WIN as u64);

/// A position from which games go on.
pub trait Playout: Sync {
    /// How many options are tried.
    fn options(&self) -> usize;
    /// What plays games on one thread.
    fn worker(&self) -> Box<dyn PlayoutWorker + '_>;
}

/// Plays games that go on from a position.
pub trait PlayoutWorker {
    /// Plays the game of this number, from 0, in which the option is taken; answers with the win share of the player who
    /// takes it, in [`WHOLE_WIN`]ths.
    ///
    /// # Errors
    /// The fault of the game.
    fn play(&mut self, option: usize, game: u64) -> Result<u8, Fault>;
}

/// What the options won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedOut {
    /// By option and game.
    shares: Vec<Vec<u8>>,
    best: usize,
}

/// Plays `games` games of each option on `threads` threads (0: one for each core). Each game is a step in the count of the
/// control. The result is the same at any number of threads. `None` if the control was asked to stop.
///
/// # Errors
/// The fault of the first game that has one.
pub fn play_out(
    playout: &dyn Playout,
    games: u64,
    threads: usize,
    control: &Control,
) -> Option<Result<PlayedOut, Fault>> {
    let parts: Vec<u64> = (0..games).step_by(PART as usize).collect();
    let part = |&first: &u64| {
        let mut worker = playout.worker();
        let mut shares = vec![Vec::new(); playout.options()];
        for game in first..(first + PART).min(games) {
            for (option, shares) in shares.iter_mut().enumerate() {
                shares.push(worker.play(option, game)?);
                control.advance(1);
            }
        }
        Ok(shares)
    };
    let parts = map_in_parallel(&parts, threads, control, part)?;
    let mut shares = vec![Vec::new(); playout.options()];
    for part in parts {
        match part {
            Ok(part) => shares.iter_mut().zip(part).for_each(|(all, part)| all.extend(part)),
            Err(fault) => return Some(Err(fault)),
        }
    }
    Some(Ok(PlayedOut::new(shares)))
}

impl PlayedOut {
    fn new(shares: Vec<Vec<u8>>) -> PlayedOut {
        let sum = |option: usize| shares[option].iter().map(|&share| u64::from(share)).sum::<u64>();
        // Of options that won as much the first.
        let best = (0..shares.len()).rev().max_by_key(|&option| sum(option)).unwrap_or(0);
        PlayedOut { best, shares }
    }

    /// The option that won most.
    pub fn best(&self) -> usize {
        self.best
    }

    /// The mean win share of an option, 0 to 1, with an interval of 95%; `None` without games.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn share(&self, option: usize) -> Option<Estimate> {
        let moments = moments(self.shares[option].iter().map(|&share| i64::from(share)));
        let estimate = difference(&moments, SHARE, ErrorRate::FIVE_PERCENT)?;
        Some(Estimate { interval: estimate.interval.map(|interval| interval.within(0.0, 1.0)), ..estimate })
    }

    /// By how much the mean win share of an option is below that of the best, 0 to 1, over the same games; the intervals of
    /// all options hold at once in 95% (Bonferroni). The best itself costs exactly nothing. `None` without games.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn cost(&self, option: usize) -> Option<Estimate> {
        let pairs = self.shares[self.best].iter().zip(&self.shares[option]);
        let moments = moments(pairs.map(|(&best, &share)| i64::from(best) - i64::from(share)));
        if option == self.best {
            return (moments.n > 0).then_some(Estimate {
                value: 0.0,
                interval: Some(Interval { lo: 0.0, hi: 0.0 }),
                n: moments.n,
            });
        }
        let estimate = difference(&moments, DIFFERENCE, ErrorRate::FIVE_PERCENT)?;
        Some(estimate.among(self.shares.len() - 1))
    }
}

fn moments(numbers: impl Iterator<Item = i64>) -> Moments {
    numbers.fold(Moments::default(), |sums, number| {
        let is_first = sums.n == 0;
        let (least, most) = if is_first { (number, number) } else { (sums.least.min(number), sums.most.max(number)) };
        let number = i128::from(number);
        Moments { n: sums.n + 1, sum: sums.sum + number, squares: sums.squares + number * number, least, most }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Option `o` wins games whose number leaves a rest above `o` when divided by 4.
    struct Rests;

    impl Playout for Rests {
        fn options(&self) -> usize {
            4
        }

        fn worker(&self) -> Box<dyn PlayoutWorker + '_> {
            Box::new(Rests)
        }
    }

    impl PlayoutWorker for Rests {
        fn play(&mut self, option: usize, game: u64) -> Result<u8, Fault> {
            Ok(if game % 4 > option as u64 { WHOLE_WIN as u8 } else { 0 })
        }
    }

    #[test]
    fn options_are_compared_over_the_same_games() {
        for threads in [1, 3] {
            let control = Control::default();
            let played = play_out(&Rests, 100, threads, &control).unwrap().unwrap();
            assert_eq!((played.best(), control.games()), (0, 400));
            let shares = [0, 1, 2, 3].map(|option| played.share(option).unwrap().value);
            assert_eq!(shares, [0.75, 0.5, 0.25, 0.0]);
            let costs = [0, 1, 2, 3].map(|option| played.cost(option).unwrap().value);
            assert_eq!(costs, [0.0, 0.25, 0.5, 0.75]);
        }
    }

    /// A quarter of 100 pairs differ by 1: the mean is 0.25, its standard error the root of 18.75 / 99 / 100. Student's
    /// quantile for 5% among three, with at most 99 degrees of freedom, is 2.436; it is somewhat more here, because
    /// few pairs differ.
    #[test]
    fn costs_have_paired_intervals_that_hold_at_once() {
        let played = play_out(&Rests, 100, 1, &Control::default()).unwrap().unwrap();
        let interval = played.cost(1).unwrap().interval.unwrap();
        let error = (18.75f64 / 99.0 / 100.0).sqrt();
        let half = (interval.hi - interval.lo) / 2.0 / error;
        assert!((2.436..2.6).contains(&half), "{half}");
        assert!((interval.hi + interval.lo - 0.5).abs() < 1e-12);
        assert!(played.share(3).unwrap().interval.unwrap().lo >= 0.0, "no share is below 0");
    }

    #[test]
    fn a_stop_leaves_no_answer() {
        let control = Control::default();
        control.stop();
        assert!(play_out(&Rests, 100, 1, &control).is_none());
    }
}
