//! Counting games by what they came to: by length, by the score of a strategy at a seat, and by the winner's margin.
//!
//! Owns the counts of a worker. They are counted in every block, whichever blocks the statistics count.

use crate::games::{Outcome, Seating};
use crate::record::{Histogram, histogram};

/// Games by each of these numbers; a list has the games by value.
#[derive(Clone, Debug)]
pub(super) struct Distributions {
    seats: usize,
    /// For each length metric.
    lengths: Vec<Vec<u64>>,
    /// For each strategy and seat: `[strategy × seats + seat]`.
    scores: Vec<Vec<u64>>,
    margins: Vec<u64>,
}

impl Distributions {
    /// No games, for so many strategies, seats and length metrics.
    pub(super) fn new(strategies: usize, seats: usize, lengths: usize) -> Distributions {
        Distributions {
            seats,
            lengths: vec![Vec::new(); lengths],
            scores: vec![Vec::new(); strategies * seats],
            margins: Vec::new(),
        }
    }

    /// Counts a game.
    #[inline]
    pub(super) fn game(&mut self, seating: &Seating, outcome: &Outcome) {
        let (mut highest, mut next) = (0, 0);
        for ((seat, &strategy), &score) in seating.iter().enumerate().zip(&outcome.score) {
            count(&mut self.scores[strategy * self.seats + seat], score);
            (highest, next) = (score.max(highest), score.min(highest).max(next));
        }
        count(&mut self.margins, highest - next);
        for (games, length) in self.lengths.iter_mut().zip(outcome.lengths) {
            count(games, length);
        }
    }

    /// Adds the games of another worker.
    pub(super) fn merge(&mut self, other: &Distributions) {
        let mine = self.lengths.iter_mut().chain(&mut self.scores).chain([&mut self.margins]);
        let others = other.lengths.iter().chain(&other.scores).chain([&other.margins]);
        mine.zip(others).for_each(|(games, more)| add(games, more));
    }

    /// The lengths by metric, the scores by strategy and seat, and the margins.
    pub(super) fn into_records(self) -> (Vec<Histogram>, Vec<Vec<Histogram>>, Histogram) {
        let records = |lists: &[Vec<u64>]| lists.iter().map(|games| histogram(games)).collect::<Vec<_>>();
        let scores = self.scores.chunks_exact(self.seats).map(records).collect();
        (records(&self.lengths), scores, histogram(&self.margins))
    }
}

/// Counts a game with this number.
#[inline]
fn count(games: &mut Vec<u64>, number: u32) {
    match games.get_mut(number as usize) {
        Some(games) => *games += 1,
        None => count_first(games, number as usize),
    }
}

/// The same where no game had as large a number before.
#[cold]
fn count_first(games: &mut Vec<u64>, number: usize) {
    games.resize(number + 1, 0);
    games[number] = 1;
}

fn add(games: &mut Vec<u64>, more: &[u64]) {
    games.resize(games.len().max(more.len()), 0);
    games.iter_mut().zip(more).for_each(|(games, more)| *games += more);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The values with the number of games that have each, one by one.
    fn plainly(values: impl Iterator<Item = u32> + Clone) -> Histogram {
        let mut each: Vec<u32> = values.clone().collect();
        each.sort_unstable();
        each.dedup();
        each.into_iter().map(|value| (value, values.clone().filter(|&other| other == value).count() as u64)).collect()
    }

    /// Who sat where, and how the game ended.
    fn game() -> impl Strategy<Value = ([usize; 3], Outcome)> {
        let seating = prop::sample::select(vec![[0, 1, 1], [1, 0, 1], [1, 1, 0]]);
        (seating, prop::array::uniform3(0..9u32), prop::array::uniform2(0..300u32))
            .prop_map(|(seating, score, lengths)| (seating, Outcome::new(1, &score, &lengths)))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        /// In one and in two parts.
        #[test]
        fn games_are_counted_as_the_definitions_say(games in prop::collection::vec(game(), 1..60)) {
            let counted = |games: &[([usize; 3], Outcome)]| {
                let mut counted = Distributions::new(2, 3, 2);
                games.iter().for_each(|(seating, outcome)| counted.game(seating, outcome));
                counted
            };
            let (first, second) = games.split_at(games.len() / 2);
            let mut parts = counted(first);
            parts.merge(&counted(second));
            for (lengths, scores, margins) in [counted(&games), parts].map(Distributions::into_records) {
                for (k, lengths) in lengths.iter().enumerate() {
                    prop_assert_eq!(lengths, &plainly(games.iter().map(|(_, outcome)| outcome.lengths[k])));
                }
                for (strategy, seat) in (0..2).flat_map(|strategy| (0..3).map(move |seat| (strategy, seat))) {
                    let there = games.iter().filter(|(seating, _)| seating[seat] == strategy);
                    let expected = plainly(there.map(|(_, outcome)| outcome.score[seat]));
                    prop_assert_eq!(&scores[strategy][seat], &expected);
                }
                let margin = |outcome: &Outcome| {
                    let mut scores = outcome.score;
                    scores.sort_unstable_by(|a, b| b.cmp(a));
                    scores[0] - scores[1]
                };
                prop_assert_eq!(margins, plainly(games.iter().map(|(_, outcome)| margin(outcome))));
            }
        }
    }
}
