//! Win chances of two players by value iteration, against simulation.
//!
//! Owns a third writing of the rules for two players who never pay: `stand` and `letters`. The state of a game before
//! a turn is what both hold, the POT, the score to beat and whether the goal was held; whoever is not to move is in
//! control if anybody is. The chance that seat 1 wins solves a linear system, by iteration.

use super::runs::Lineup;
use crate::runs::{ENGINES, Run};
use analyze::engines::SeatingRule;
use std::collections::HashMap;

/// What a turn can come to: sorted faces, how the final sum is spread, with its chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct End {
    /// The sorted final faces where they are a combo, else nothing.
    combo: Option<[u8; 3]>,
    sum: u8,
}

/// The chances of all ends of a turn that rerolls letters once, or nothing.
fn turn(letters: bool) -> Vec<(End, f64)> {
    let mut chances: HashMap<End, f64> = HashMap::new();
    let faces = || (0..6u8).flat_map(|a| (0..6).flat_map(move |b| (0..6).map(move |c| [a, b, c])));
    let mut finish = |dice: [u8; 3], chance: f64| {
        let mut sorted = dice;
        sorted.sort_unstable();
        let paying = [[0; 3], [1; 3], [2; 3], [3; 3], [4; 3], [5; 3], [2, 3, 4], [3, 4, 5], [0, 2, 4]];
        if sorted == [1, 2, 3] {
            for (a, b) in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))) {
                *chances.entry(End { combo: Some(sorted), sum: 2 + a + b }).or_default() += chance / 36.0;
            }
        } else {
            let combo = paying.contains(&sorted).then_some(sorted);
            *chances.entry(End { combo, sum: dice.iter().sum() }).or_default() += chance;
        }
    };
    for dice in faces() {
        let open: Vec<usize> = (0..3).filter(|&die| dice[die] == 0).collect();
        if !letters || open.is_empty() || open.len() == 3 {
            finish(dice, 1.0 / 216.0);
            continue;
        }
        let ways: Vec<[u8; 3]> =
            faces().filter(|new| (0..3).all(|die| dice[die] == 0 || new[die] == dice[die])).collect();
        ways.iter().for_each(|&new| finish(new, 1.0 / 216.0 / ways.len() as f64));
    }
    let mut all: Vec<(End, f64)> = chances.into_iter().collect();
    all.sort_by_key(|(end, _)| *end);
    all
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Position {
    coins: [u32; 2],
    pot: u32,
    mover: usize,
    /// What the other scored, if it is in control.
    beat: Option<u8>,
    held: bool,
}

/// What follows a turn.
enum Next {
    Over(f64),
    Position(Position),
}

/// The rules that differ.
pub(super) struct Table {
    pub(super) coins: u32,
    pub(super) goal: u32,
}

impl Table {
    fn bank(&self, position: &Position) -> u32 {
        self.coins - position.coins[0] - position.coins[1] - position.pot
    }

    /// A round that `first` starts.
    fn begin(&self, coins: [u32; 2], first: usize) -> Position {
        let position = Position { coins, pot: 0, mover: first, beat: None, held: false };
        Position { pot: self.bank(&position).min(2), ..position }
    }

    /// The next position after a turn; coins go from the bank wherever there is a choice.
    fn after(&self, position: &Position, end: End) -> Next {
        let (me, other, mut bank) = (position.mover, 1 - position.mover, self.bank(position));
        let mut next = *position;
        let mut take = |seat: usize, n: u32, coins: &mut [u32; 2]| {
            let n = n.min(bank);
            bank -= n;
            coins[seat] += n;
            n
        };
        let from_other = |coins: &mut [u32; 2]| {
            let n = coins[other].min(1);
            coins[other] -= n;
            coins[me] += n;
        };
        match end.combo {
            Some([0, 0, 0]) => {
                take(me, 2, &mut next.coins);
                from_other(&mut next.coins);
                next.coins[me] += next.pot;
                return self.award(next, me);
            }
            Some([1, 1, 1]) => next.coins[me] -= next.coins[me].min(3),
            Some([1, 2, 3] | [2, 3, 4] | [2, 2, 2]) => drop(take(me, 1, &mut next.coins)),
            Some([3, 4, 5]) => drop(take(me, 2, &mut next.coins)),
            Some([3, 3, 3] | [4, 4, 4]) => {
                take(me, 2, &mut next.coins);
                from_other(&mut next.coins);
            }
            Some([5, 5, 5]) => {
                let given = u32::from(take(me, 5, &mut next.coins) >= 4);
                next.coins[me] -= given;
                next.coins[other] += given;
            }
            Some([0, 2, 4]) => {
                take(me, 1, &mut next.coins);
                take(other, 1, &mut next.coins);
            }
            _ => {}
        }
        next.held |= next.coins.iter().any(|&coins| coins >= self.goal);
        let ones = end.combo == Some([1; 3]);
        let beats = !ones && position.beat.is_none_or(|score| end.sum > score);
        if position.beat.is_some() && !beats {
            next.coins[other] += next.pot;
            return self.award(next, other);
        }
        Next::Position(Position { mover: other, beat: beats.then_some(end.sum), ..next })
    }

    /// The round is over and its winner has the coins of the POT.
    fn award(&self, position: Position, winner: usize) -> Next {
        let [one, two] = position.coins;
        if position.held || one >= self.goal || two >= self.goal {
            return Next::Over(if one > two {
                1.0
            } else if one == two {
                0.5
            } else {
                0.0
            });
        }
        Next::Position(self.begin(position.coins, winner))
    }

    /// The win share of seat 1, which starts, when the seats reroll letters or not.
    pub(super) fn solve(&self, letters: [bool; 2]) -> f64 {
        let turns = letters.map(turn);
        let start = self.begin([3, 3], 0);
        let (mut known, mut found) = (HashMap::from([(start, 0)]), vec![start]);
        // For each position what is won at once and where the rest of the chance goes.
        let mut links: Vec<(f64, Vec<(usize, f64)>)> = Vec::new();
        while links.len() < found.len() {
            let position = found[links.len()];
            let (mut won, mut rest) = (0.0, Vec::new());
            for &(end, chance) in &turns[position.mover] {
                match self.after(&position, end) {
                    Next::Over(share) => won += chance * share,
                    Next::Position(next) => {
                        let place = *known.entry(next).or_insert_with(|| {
                            found.push(next);
                            found.len() - 1
                        });
                        rest.push((place, chance));
                    }
                }
            }
            links.push((won, rest));
        }
        let mut values = vec![0.5; links.len()];
        loop {
            let mut change: f64 = 0.0;
            for place in (0..links.len()).rev() {
                let (won, rest) = &links[place];
                let value = won + rest.iter().map(|&(next, chance)| chance * values[next]).sum::<f64>();
                change = change.max((value - values[place]).abs());
                values[place] = value;
            }
            if change < 1e-12 {
                return values[0];
            }
        }
    }
}

/// `stand` against `letters` and `letters` against `stand`, by both engines.
fn check(coins: u32, goal: u32, seed: u64) {
    for (bots, letters) in [(["stand", "letters"], [false, true]), (["letters", "stand"], [true, false])] {
        let exact = Table { coins, goal }.solve(letters);
        let options = [format!("coins={coins}"), format!("goal={goal}")];
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let lineup = Lineup::shipped(&bots, SeatingRule::Fixed, &options);
        for (kind, seed) in ENGINES.into_iter().zip(seed..) {
            let found = lineup.numbers(kind, Run { seed, blocks: 60_000, threads: 2 });
            let share = found.iter().find(|number| number.is("summary", "win_share", bots[0], bots[0])).unwrap();
            let error = (share.estimate.unwrap().value - exact).abs() / share.standard_error();
            assert!(error <= 4.0, "{bots:?}, {coins} coins, engine {kind}: {share:?} for {exact}, {error} errors");
        }
    }
}

#[test]
fn short_games_are_won_as_often_as_computed() {
    check(120, 8, 1);
}

/// With 12 coins the bank is often short, and so is the POT.
#[test]
fn short_games_with_few_coins_are_won_as_often_as_computed() {
    check(12, 8, 11);
}
