//! From whom combos can take, and to whom they can give, at a table.
//!
//! Owns the ways in which each combo can be paid. The order of two others is left out: it matters only if the bank has one
//! of the coins of 5 5 5 and not the other.

use crate::games::pot::{Choices, Combo, LegalChoices, Other, Pair, Run345Choice, TwosChoice};

/// The ways to pay, by combo.
pub(super) struct Options {
    next: LegalChoices,
    seats: usize,
    ways: [Vec<LegalChoices>; Combo::ALL.len()],
}

impl Options {
    /// Those at a table of `seats`. `None` if there is no such table.
    pub(super) fn new(seats: usize) -> Option<Options> {
        let next = Choices::next(seats);
        let legal = |choices: Choices| choices.legal(seats).ok();
        let ways = |combo| ways(next, combo, seats).into_iter().filter_map(legal).collect();
        Some(Options { next: legal(next)?, seats, ways: Combo::ALL.map(ways) })
    }

    /// The ways in which a combo can be paid, at least one.
    pub(super) fn of(&self, combo: Combo) -> &[LegalChoices] {
        &self.ways[combo as usize]
    }

    /// The choices that pay each combo in the way chosen for it.
    pub(super) fn joined(&self, chosen: impl Fn(Combo) -> LegalChoices) -> LegalChoices {
        let of = |combo| chosen(combo).get();
        let joined = Choices {
            run345: of(Combo::Run345).run345,
            twos: of(Combo::Twos).twos,
            threes: of(Combo::Threes).threes,
            fours: of(Combo::Fours).fours,
            fives: of(Combo::Fives).fives,
        };
        joined.legal(self.seats).unwrap_or(self.next)
    }
}

/// The ways to pay a combo; all other combos are paid as `next` says.
fn ways(next: Choices, combo: Combo, seats: usize) -> Vec<Choices> {
    let (singles, pairs) = (singles(seats), pairs(seats));
    let with_pair = |with: fn(Choices, Pair) -> Choices| pairs.iter().map(|&pair| with(next, pair)).collect();
    match combo {
        Combo::Run345 => {
            let others = pairs.iter().map(|&pair| Choices { run345: Run345Choice::Others(pair), ..next });
            [next].into_iter().chain(others).collect()
        }
        Combo::Twos => {
            let ones = singles.iter().map(|&one| TwosChoice::One(one));
            let all = [TwosChoice::Bank].into_iter().chain(ones).chain(pairs.iter().map(|&pair| TwosChoice::Two(pair)));
            all.map(|twos| Choices { twos, ..next }).collect()
        }
        Combo::Threes => singles.into_iter().map(|threes| Choices { threes, ..next }).collect(),
        Combo::Fours => with_pair(|next, fours| Choices { fours, ..next }),
        Combo::Fives => with_pair(|next, fives| Choices { fives, ..next }),
        _ => vec![next],
    }
}

/// Each of the others.
fn singles(seats: usize) -> Vec<Other> {
    (1..seats as u8).map(Other::clockwise).collect()
}

/// Each two of the others; with two players the one.
fn pairs(seats: usize) -> Vec<Pair> {
    if seats == 2 {
        return vec![Pair::next(seats)];
    }
    let two = |first, second| Pair { first: Other::clockwise(first), second: Some(Other::clockwise(second)) };
    (1..seats as u8).flat_map(|first| (first + 1..seats as u8).map(move |second| two(first, second))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bank, single others and pairs of them, counted by hand from P12.
    #[test]
    fn every_way_to_pay_is_there_once() {
        let many = |seats: usize| {
            let options = Options::new(seats).unwrap();
            [Combo::Run345, Combo::Twos, Combo::Threes, Combo::Fours, Combo::Fives].map(|combo| options.of(combo).len())
        };
        assert_eq!(many(2), [2, 3, 1, 1, 1]);
        assert_eq!(many(3), [2, 4, 2, 1, 1]);
        assert_eq!(many(4), [4, 7, 3, 3, 3]);
        assert_eq!(many(5), [7, 11, 4, 6, 6]);
        let plain = Options::new(5).unwrap();
        assert!([Combo::None, Combo::Run123, Combo::Ones, Combo::Pot].iter().all(|&combo| plain.of(combo).len() == 1));
    }

    #[test]
    fn joined_choices_pay_each_combo_as_chosen() {
        let options = Options::new(4).unwrap();
        let last = |combo: Combo| *options.of(combo).last().unwrap();
        let joined = options.joined(last).get();
        assert_eq!(joined.twos, last(Combo::Twos).get().twos);
        assert_eq!(joined.run345, last(Combo::Run345).get().run345);
        assert_eq!((joined.threes, joined.fours), (last(Combo::Threes).get().threes, last(Combo::Fours).get().fours));
    }
}
