//! Games that go on from one position, played once for each of several options with the same draws.
//!
//! Owns the mean result of each option, and its cost against the best. Options are compared game by game, because the draws of
//! a game are the same for all of them.

use super::driver::Control;
use super::map::map_in_parallel;
use crate::games::{Fault, WHOLE_WIN};
use crate::stats::{ErrorRate, Estimate, Interval, Moments, Scale, difference};

/// So many games of each option are played by one thread before it takes others.
const PART: u64 = 32;
/// What a game is worth to the player who takes an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// The win share, in [`WHOLE_WIN`]ths.
    WinShare,
    /// The final score, 0 to this.
    Score(u32),
    /// The turns to the end of the game, 0 to this, of which fewer are better.
    Turns(u32),
}

impl Counted {
    /// How many stand for 1, and the most of a game.
    fn unit_and_most(self) -> (u64, u64) {
        match self {
            Counted::WinShare => (WHOLE_WIN.into(), WHOLE_WIN.into()),
            Counted::Score(most) | Counted::Turns(most) => (1, u64::from(most).max(1)),
        }
    }

    /// The scale of the numbers, and that of their differences.
    fn scales(self) -> (Scale, Scale) {
        let (unit, most) = self.unit_and_most();
        let scale = Scale::new(unit, most);
        (scale.between(0, i64::try_from(most).unwrap_or(i64::MAX)), scale)
    }

    /// By how much one number is better than another.
    fn better(self, one: u32, other: u32) -> i64 {
        let more = i64::from(one) - i64::from(other);
        if matches!(self, Counted::Turns(_)) { -more } else { more }
    }
}

/// A position from which games go on.
pub trait Playout: Sync {
    /// How many options are tried.
    fn options(&self) -> usize;
    /// What a game is worth.
    fn counted(&self) -> Counted {
        Counted::WinShare
    }
    /// What plays games on one thread.
    fn worker(&self) -> Box<dyn PlayoutWorker + '_>;
}

/// Plays games that go on from a position.
pub trait PlayoutWorker {
    /// Plays the game of this number, from 0, in which the option is taken; answers with what it is worth to the player who takes
    /// it.
    ///
    /// # Errors
    /// The fault of the game.
    fn play(&mut self, option: usize, game: u64) -> Result<u32, Fault>;
}

/// What the options were worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedOut {
    /// By option and game.
    numbers: Vec<Vec<u32>>,
    counted: Counted,
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
        let mut numbers = vec![Vec::new(); playout.options()];
        for game in first..(first + PART).min(games) {
            for (option, numbers) in numbers.iter_mut().enumerate() {
                numbers.push(worker.play(option, game)?);
                control.advance(1);
            }
        }
        Ok(numbers)
    };
    let parts = map_in_parallel(&parts, threads, control, part)?;
    let mut numbers = vec![Vec::new(); playout.options()];
    for part in parts {
        match part {
            Ok(part) => numbers.iter_mut().zip(part).for_each(|(all, part)| all.extend(part)),
            Err(fault) => return Some(Err(fault)),
        }
    }
    Some(Ok(PlayedOut::new(numbers, playout.counted())))
}

impl PlayedOut {
    fn new(numbers: Vec<Vec<u32>>, counted: Counted) -> PlayedOut {
        let worth = |option: usize| numbers[option].iter().map(|&number| counted.better(number, 0)).sum::<i64>();
        // Of options that are worth as much the first.
        let best = (0..numbers.len()).rev().max_by_key(|&option| worth(option)).unwrap_or(0);
        PlayedOut { best, numbers, counted }
    }

    /// The option that is worth most.
    pub fn best(&self) -> usize {
        self.best
    }

    /// The mean of an option (a win share of 0 to 1, a score, or turns) with an interval of 95%; `None` without games.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn mean(&self, option: usize) -> Option<Estimate> {
        let moments = moments(self.numbers[option].iter().map(|&number| i64::from(number)));
        let (scale, _) = self.counted.scales();
        let possible = scale.possible();
        let estimate = difference(&moments, scale, ErrorRate::FIVE_PERCENT)?;
        let within = |interval: Interval| interval.within(possible.lo, possible.hi);
        Some(Estimate { interval: estimate.interval.map(within), ..estimate })
    }

    /// By how much the mean of an option is worse than that of the best, 0 or more, over the same games; the intervals of
    /// all options hold at once in 95% (Bonferroni). The best itself costs exactly nothing. `None` without games.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn cost(&self, option: usize) -> Option<Estimate> {
        let pairs = self.numbers[self.best].iter().zip(&self.numbers[option]);
        let moments = moments(pairs.map(|(&best, &number)| self.counted.better(best, number)));
        if option == self.best {
            return (moments.n > 0).then_some(Estimate {
                value: 0.0,
                interval: Some(Interval { lo: 0.0, hi: 0.0 }),
                n: moments.n,
            });
        }
        let (_, scale) = self.counted.scales();
        let estimate = difference(&moments, scale, ErrorRate::FIVE_PERCENT)?;
        Some(estimate.among(self.numbers.len() - 1))
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
        fn play(&mut self, option: usize, game: u64) -> Result<u32, Fault> {
            Ok(if game % 4 > option as u64 { WHOLE_WIN } else { 0 })
        }
    }

    #[test]
    fn options_are_compared_over_the_same_games() {
        for threads in [1, 3] {
            let control = Control::default();
            let played = play_out(&Rests, 100, threads, &control).unwrap().unwrap();
            assert_eq!((played.best(), control.games()), (0, 400));
            let shares = [0, 1, 2, 3].map(|option| played.mean(option).unwrap().value);
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
        assert!(played.mean(3).unwrap().interval.unwrap().lo >= 0.0, "no share is below 0");
    }

    /// Option `o` takes `o + 2` turns in every other game, and 5 in the others.
    struct Slow;

    impl Playout for Slow {
        fn options(&self) -> usize {
            3
        }

        fn counted(&self) -> Counted {
            Counted::Turns(10)
        }

        fn worker(&self) -> Box<dyn PlayoutWorker + '_> {
            Box::new(Slow)
        }
    }

    impl PlayoutWorker for Slow {
        fn play(&mut self, option: usize, game: u64) -> Result<u32, Fault> {
            Ok(if game.is_multiple_of(2) { option as u32 + 2 } else { 5 })
        }
    }

    #[test]
    fn fewer_turns_are_better_and_are_counted_in_turns() {
        let played = play_out(&Slow, 100, 2, &Control::default()).unwrap().unwrap();
        assert_eq!(played.best(), 0);
        assert_eq!([0, 1, 2].map(|option| played.mean(option).unwrap().value), [3.5, 4.0, 4.5]);
        assert_eq!([0, 1, 2].map(|option| played.cost(option).unwrap().value), [0.0, 0.5, 1.0]);
    }

    #[test]
    fn a_stop_leaves_no_answer() {
        let control = Control::default();
        control.stop();
        assert!(play_out(&Rests, 100, 1, &control).is_none());
    }
}
