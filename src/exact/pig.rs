//! Pig for two players, solved: from every position the highest chance of winning, and whether to hold.
//!
//! Owns the value iteration of Neller and Presser. A position is the score of the player on turn, that of the other one,
//! and the turn total. A lost turn changes neither score, so the chances of two players with the scores `a` and `b`
//! depend on each other when either is on turn; and beyond that only on positions with a higher sum of scores. So each
//! such pair of positions is iterated by itself, highest sums first, which takes some 40 rounds. Rule R07 (the cap) is
//! left out: players who want to win are never near it.

use crate::games::pig::Rules;

/// A pair of positions is solved when its two chances together change by less than this in a round. Each round
/// multiplies the change by the chance that both lose their turns, so what is still missing is of the same size.
const SETTLED: f64 = 1e-14;

/// The most rounds. With the rules as they stand 40 are enough.
const MOST_ROUNDS: u32 = 1_000;

/// Holding is chosen where rolling is better by no more than this.
const TIE: f64 = 1e-12;

/// How both of two players win most.
///
/// ```
/// use analyze::exact::pig::Optimal;
/// use analyze::games::pig::Rules;
///
/// let optimal = Optimal::solve(&Rules { goal: 50, ..Rules::default() });
/// assert!(optimal.chance(0, 0) > 0.5, "it is good to be first");
/// assert!(optimal.holds(0, 0, 21) && !optimal.holds(0, 0, 20), "21 points are enough for a first turn");
/// ```
#[derive(Clone, Debug)]
pub struct Optimal {
    goal: usize,
    /// The numbers that do not end a turn.
    numbers: Vec<usize>,
    /// One side of the die.
    side: f64,
    /// The chance of the player on turn, before its first roll, by own score and that of the other.
    chances: Vec<f64>,
    /// Whether to hold, by the two scores and the turn total; a bit each.
    holds: Vec<u64>,
}

impl Optimal {
    /// Solves the game. The work grows with the third power of the goal; for 100 it takes some tenths of a second, and
    /// the answer takes 150 kB.
    pub fn solve(rules: &Rules) -> Optimal {
        let goal = rules.goal as usize;
        let numbers = (1..=rules.sides).filter(|&number| number != rules.bust).map(|number| number as usize).collect();
        let (chances, holds) = (vec![0.0; goal * goal], vec![0; (goal * goal * (goal + 1) / 2).div_ceil(64)]);
        let mut optimal = Optimal { goal, numbers, side: 1.0 / f64::from(rules.sides), chances, holds };
        let mut after = vec![1.0; goal + rules.sides as usize];
        for sum in (0..2 * goal - 1).rev() {
            for own in sum.saturating_sub(goal - 1)..=sum / 2 {
                optimal.solve_pair(own, sum - own, &mut after);
            }
        }
        optimal
    }

    /// The chance of winning of a player who is about to roll for the first time in a turn; both scores below the goal.
    pub fn chance(&self, own: u32, other: u32) -> f64 {
        self.chances[own as usize * self.goal + other as usize]
    }

    /// Whether to hold rather than roll with this turn total, from 1; the other one's score is below the goal, and so is
    /// the own one with the total.
    pub fn holds(&self, own: u32, other: u32, total: u32) -> bool {
        let bit = self.bit(own as usize, other as usize, total as usize);
        self.holds[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Finds the chances of two players with these scores, whichever of them is on turn.
    fn solve_pair(&mut self, own: usize, other: usize, after: &mut [f64]) {
        let (mut here, mut there) = (0.5, 0.5);
        for _ in 0..MOST_ROUNDS {
            let before = (here, there);
            here = self.turn(own, other, there, after);
            there = self.turn(other, own, here, after);
            if (here - before.0).abs() + (there - before.1).abs() < SETTLED {
                break;
            }
        }
        for (own, other, there) in [(own, other, there), (other, own, here)] {
            self.chances[own * self.goal + other] = self.turn(own, other, there, after);
            self.note_holds(own, other, after);
        }
    }

    /// The chance of the player on turn if the other one's chance after a lost turn is `there`. Leaves in `after` the
    /// chances by turn total.
    fn turn(&self, own: usize, other: usize, there: f64, after: &mut [f64]) -> f64 {
        let need = self.goal - own;
        after[need..].fill(1.0);
        for total in (0..need).rev() {
            let mut rolling = self.side * (1.0 - there);
            for number in &self.numbers {
                rolling += self.side * after[total + number];
            }
            let holding = if total == 0 { 0.0 } else { self.holding(own + total, other) };
            after[total] = if holding >= rolling - TIE { holding } else { rolling };
        }
        after[0]
    }

    /// The chance of a player who holds and then has this score.
    fn holding(&self, own: usize, other: usize) -> f64 {
        1.0 - self.chances[other * self.goal + own]
    }

    /// Notes where holding is best, given what [`Optimal::turn`] left.
    fn note_holds(&mut self, own: usize, other: usize, after: &[f64]) {
        for (total, &chance) in after.iter().enumerate().take(self.goal - own).skip(1) {
            if chance == self.holding(own + total, other) {
                let bit = self.bit(own, other, total);
                self.holds[bit / 64] |= 1 << (bit % 64);
            }
        }
    }

    /// The place of a decision: for each score of the other one and each own score, the totals below the goal.
    fn bit(&self, own: usize, other: usize, total: usize) -> usize {
        let (goal, own_before) = (self.goal, own * self.goal + own - own * (own + 1) / 2);
        other * (goal * (goal + 1) / 2) + own_before + total
    }
}
