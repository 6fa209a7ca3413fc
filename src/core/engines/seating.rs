//! Who sits where in the games of a block.

use crate::games::StrategyIndex;
use std::fmt;

/// How the line-up takes its seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SeatingRule {
    /// Once for each distinct rotation of the line-up.
    #[default]
    Rotate,
    /// Once for each distinct order of the line-up.
    All,
    /// As given, once.
    Fixed,
}

impl SeatingRule {
    /// The rules with the names they are chosen by, the default first.
    pub const NAMES: [(&'static str, SeatingRule); 3] =
        [("rotate", SeatingRule::Rotate), ("all", SeatingRule::All), ("fixed", SeatingRule::Fixed)];
}

impl fmt::Display for SeatingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = SeatingRule::NAMES.iter().find(|(_, rule)| rule == self).map_or("", |(name, _)| name);
        f.write_str(name)
    }
}

/// The games of a block: for each, the strategy at each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seatings {
    seats: usize,
    all: Vec<StrategyIndex>,
}

impl Seatings {
    /// The distinct seatings of a line-up of at least one seat: for each seat its strategy's index among the
    /// different ones. Rotation `r` puts the strategy of seat `s + r` (modulo the seats) at seat `s`; orders
    /// come in lexicographic order of the positions in the line-up.
    pub fn new(rule: SeatingRule, lineup: &[StrategyIndex]) -> Seatings {
        let seats = lineup.len();
        let candidates: Vec<Vec<StrategyIndex>> = match rule {
            SeatingRule::Fixed => vec![lineup.to_vec()],
            SeatingRule::Rotate => (0..seats).map(|r| (0..seats).map(|s| lineup[(s + r) % seats]).collect()).collect(),
            SeatingRule::All => orders(lineup),
        };
        let mut distinct: Vec<Vec<StrategyIndex>> = Vec::new();
        for seating in candidates {
            if !distinct.contains(&seating) {
                distinct.push(seating);
            }
        }
        Seatings { seats, all: distinct.concat() }
    }

    /// Two strategies, 0 and 1, who take the seats of a table in turn: every distinct rotation of that, and of the same with the
    /// two changed round. So each of them has each seat equally often.
    pub fn two_sides(seats: usize) -> Seatings {
        let side = |first: usize| -> Vec<StrategyIndex> { (0..seats).map(|seat| (seat + first) % 2).collect() };
        let mut all: Vec<Vec<StrategyIndex>> = Vec::new();
        for seating in [side(0), side(1)].iter().flat_map(|side| {
            let rotations = Seatings::new(SeatingRule::Rotate, side);
            rotations.iter().map(<[StrategyIndex]>::to_vec).collect::<Vec<_>>()
        }) {
            if !all.contains(&seating) {
                all.push(seating);
            }
        }
        Seatings { seats, all: all.concat() }
    }

    /// These seatings, in this order, at least one and all of a table of one size.
    ///
    /// # Panics
    /// If there is none, or they differ in size.
    pub fn given(seatings: &[Vec<StrategyIndex>]) -> Seatings {
        let seats = seatings[0].len();
        assert!(seatings.iter().all(|seating| seating.len() == seats), "all seatings are for the same table");
        Seatings { seats, all: seatings.concat() }
    }

    /// How many games a block has.
    pub fn games(&self) -> u64 {
        (self.all.len() / self.seats) as u64
    }

    /// How many seats a game has.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The seatings in order.
    pub fn iter(&self) -> impl Iterator<Item = &[StrategyIndex]> {
        self.all.chunks_exact(self.seats)
    }

    /// Seating `r` of a block.
    ///
    /// # Panics
    /// If `r` is not below [`Seatings::games`].
    pub fn get(&self, r: u64) -> &[StrategyIndex] {
        &self.all[r as usize * self.seats..][..self.seats]
    }
}

fn orders(items: &[StrategyIndex]) -> Vec<Vec<StrategyIndex>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in 0..items.len() {
        let rest: Vec<StrategyIndex> = [&items[..first], &items[first + 1..]].concat();
        all.extend(orders(&rest).into_iter().map(|order| [&items[first..=first], &order[..]].concat()));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seatings(rule: SeatingRule, lineup: &[usize]) -> Vec<Vec<usize>> {
        Seatings::new(rule, lineup).iter().map(<[usize]>::to_vec).collect()
    }

    #[test]
    fn a_block_has_the_distinct_rotations() {
        assert_eq!(seatings(SeatingRule::Rotate, &[0, 0, 0]), [[0, 0, 0]]);
        assert_eq!(seatings(SeatingRule::Rotate, &[0, 1, 0, 1]), [[0, 1, 0, 1], [1, 0, 1, 0]]);
        assert_eq!(seatings(SeatingRule::Rotate, &[0, 1, 2]), [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
    }

    #[test]
    fn two_sides_have_each_seat_equally_often() {
        let games = |seats| Seatings::two_sides(seats).iter().map(<[usize]>::to_vec).collect::<Vec<_>>();
        assert_eq!(games(2), [[0, 1], [1, 0]]);
        assert_eq!(games(4), [[0, 1, 0, 1], [1, 0, 1, 0]]);
        for seats in 2..=6 {
            let all = games(seats);
            assert!(all.iter().enumerate().all(|(at, game)| !all[..at].contains(game)));
            for seat in 0..seats {
                assert_eq!(2 * all.iter().filter(|game| game[seat] == 0).count(), all.len(), "{seats}: {all:?}");
            }
        }
    }

    #[test]
    fn all_orders_are_counted_once() {
        let counts: Vec<u64> = [&[0, 1, 2][..], &[0, 1, 2, 3], &[0, 0, 1], &[0, 0, 1, 1], &[0, 0]]
            .iter()
            .map(|lineup| Seatings::new(SeatingRule::All, lineup).games())
            .collect();
        assert_eq!(counts, [6, 24, 3, 6, 1]);
        assert_eq!(seatings(SeatingRule::All, &[0, 0, 1]), [[0, 0, 1], [0, 1, 0], [1, 0, 0]]);
        assert_eq!(seatings(SeatingRule::Fixed, &[0, 1, 2]), [[0, 1, 2]]);
    }

    #[test]
    fn rotations_give_every_strategy_every_seat_equally_often() {
        for lineup in [&[0, 1][..], &[0, 1, 2], &[0, 1, 0, 1], &[0, 0, 1, 2], &[0, 1, 2, 3, 4, 5]] {
            for rule in [SeatingRule::Rotate, SeatingRule::All] {
                let all = Seatings::new(rule, lineup);
                for &strategy in lineup {
                    let at = |seat: usize| all.iter().filter(|seating| seating[seat] == strategy).count();
                    assert!((1..lineup.len()).all(|seat| at(seat) == at(0)), "{rule} {lineup:?} {strategy}");
                }
            }
        }
    }
}
