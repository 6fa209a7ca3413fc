//! Pig for two players, solved: from every position the highest chance of winning, and whether to hold.
//!
//! Owns the value iteration of Neller and Presser. A position is the score of the player on turn, that of the other one,
//! and the turn total. A lost turn changes neither score, so the chances of two players with the scores `a` and `b`
//! depend on each other when either is on turn; and beyond that only on positions with a higher sum of scores. So each
//! such pair of positions is iterated by itself, highest sums first, which takes some 40 rounds. Rule R07 (the cap) is
//! left out: players who want to win are never near it.
//!
//! Owns what a roll was worth, too, by these chances ([`RollValues`]): luck is what it gave beyond the mean of all numbers.

use crate::games::pig::Rules;

/// A pair of positions is solved when its two chances together change by less than this in a round. Each round
/// multiplies the change by the chance that both lose their turns, so what is still missing is of the same size.
const SETTLED: f64 = 1e-14;

/// The highest goal for which a game should be solved, which takes some seconds; the time grows with its third power.
pub const MOST_SOLVED: u32 = 200;

/// The most rounds. With the rules as they stand 40 are enough.
const MOST_ROUNDS: u32 = 1_000;

/// Holding is chosen where rolling is better by no more than this.
const TIE: f64 = 1e-12;

/// How both of two players win most.
///
/// ```
/// use analyze_core::exact::pig::Optimal;
/// use analyze_core::games::pig::Rules;
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
    holds: Holds,
}

/// Where a player holds: by both scores and the turn total, a bit each.
#[derive(Clone, Debug)]
pub(in crate::exact) struct Holds {
    goal: usize,
    bits: Vec<u64>,
}

impl Holds {
    /// A player who holds nowhere.
    pub(in crate::exact) fn nowhere(goal: usize) -> Holds {
        Holds { goal, bits: vec![0; (goal * goal * (goal + 1) / 2).div_ceil(64)] }
    }

    /// Whether it holds with this turn total; the scores, its own first, are below the goal, and so is the own one with the
    /// total.
    pub(in crate::exact) fn at(&self, scores: (usize, usize), total: usize) -> bool {
        let bit = place(self.goal, scores, total);
        self.bits[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Notes that the player holds there.
    pub(in crate::exact) fn add(&mut self, scores: (usize, usize), total: usize) {
        let bit = place(self.goal, scores, total);
        self.bits[bit / 64] |= 1 << (bit % 64);
    }
}

/// What the two ways to decide are worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worths {
    /// To roll.
    pub rolling: f64,
    /// To hold.
    pub holding: f64,
}

impl Optimal {
    /// Solves the game. The work grows with the third power of the goal; for 100 it takes some tenths of a second, and
    /// the answer takes 150 kB.
    pub fn solve(rules: &Rules) -> Optimal {
        let goal = rules.goal as usize;
        let numbers = (1..=rules.sides).filter(|&number| number != rules.bust).map(|number| number as usize).collect();
        let (chances, holds) = (vec![0.0; goal * goal], Holds::nowhere(goal));
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
        self.holds.at((own as usize, other as usize), total as usize)
    }

    /// The chances of winning, 0 to 1, of a player who rolls with this turn total, and of one who holds; the scores are its own
    /// and that of the other. Nobody holds with a turn total of 0 (R05): that would be worth what the other's turn leaves.
    ///
    /// # Panics
    /// If a score, or the own one with the total, is not below the goal.
    pub fn worths(&self, own: u32, other: u32, total: u32) -> Worths {
        let [own, other, total] = [own, other, total].map(|number| number as usize);
        let mut after = vec![1.0; self.goal + self.numbers.last().copied().unwrap_or(0) + 1];
        self.of_totals(own, other, &mut after);
        let lost = self.chances[other * self.goal + own];
        Worths { rolling: self.rolling(total, lost, &after), holding: self.holding(own + total, other) }
    }

    /// The chance of a player who rolls with this turn total, if the other one's chance after a lost turn is `there`.
    fn rolling(&self, total: usize, there: f64, after: &[f64]) -> f64 {
        self.numbers.iter().fold(self.side * (1.0 - there), |sum, number| sum + self.side * after[total + number])
    }

    /// What the positions of a turn are worth to the player on turn, by the turn total from 0: before the first roll, then
    /// after a roll that counts, before it is decided.
    fn of_totals(&self, own: usize, other: usize, after: &mut [f64]) {
        self.turn(own, other, self.chances[other * self.goal + own], after);
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
            let rolling = self.rolling(total, there, after);
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
                self.holds.add((own, other), total);
            }
        }
    }
}

/// The place of a position of a turn: for each score of the other one and each own score, the totals below the goal.
#[inline]
fn place(goal: usize, (own, other): (usize, usize), total: usize) -> usize {
    let own_before = own * goal + own - own * (own + 1) / 2;
    other * (goal * (goal + 1) / 2) + own_before + total
}

/// A whole win in the unit of [`RollValues`].
pub const WHOLE_ROLL: u32 = 1 << 26;

/// What a roll changes in the chance of winning of the player who rolls, if both played as well as they can from then on.
///
/// ```
/// use analyze_core::exact::pig::{Optimal, RollValues};
/// use analyze_core::games::pig::Rules;
///
/// let rules = Rules { goal: 50, ..Rules::default() };
/// let values = RollValues::new(&rules, &Optimal::solve(&rules)).unwrap();
/// let luck: Vec<i64> = (1..=6).map(|number| values.luck((10, 20), 8, number)).collect();
/// assert_eq!(luck.iter().sum::<i64>(), 0, "nothing on average, to the last digit");
/// assert!(luck[0] < 0 && luck[1] > 0, "a 1 takes the turn total away");
/// ```
#[derive(Clone, Debug)]
pub struct RollValues {
    goal: usize,
    numbers: Vec<u32>,
    bust: u32,
    /// By own score, that of the other one and turn total, at its [`place`].
    values: Vec<u32>,
}

impl RollValues {
    /// The values of a solved game; `None` for a goal above [`MOST_SOLVED`]: they would take more than 16 MB.
    pub fn new(rules: &Rules, optimal: &Optimal) -> Option<RollValues> {
        if rules.goal > MOST_SOLVED {
            return None;
        }
        let goal = optimal.goal;
        let mut values = vec![0; goal * goal * (goal + 1) / 2];
        let mut after = vec![1.0; goal + rules.sides as usize];
        for (own, other) in (0..goal).flat_map(|own| (0..goal).map(move |other| (own, other))) {
            optimal.of_totals(own, other, &mut after);
            let first = place(goal, (own, other), 0);
            let whole = |&chance: &f64| (chance * f64::from(WHOLE_ROLL) + 0.5) as u32;
            values[first..][..goal - own].iter_mut().zip(&after).for_each(|(to, chance)| *to = whole(chance));
        }
        Some(RollValues { goal, numbers: (1..=rules.sides).collect(), bust: rules.bust, values })
    }

    /// What luck gave the player who rolled this number with this turn total, the scores being its own and that of the other:
    /// what the position after it is worth less the mean over all numbers, times the sides of the die; a whole win is
    /// [`WHOLE_ROLL`] times the sides. Scores, and the own one with the total, are below the goal.
    #[inline]
    pub fn luck(&self, scores: (u32, u32), total: u32, number: u32) -> i64 {
        let all: i64 = self.numbers.iter().map(|&number| self.after(scores, total, number)).sum();
        self.numbers.len() as i64 * self.after(scores, total, number) - all
    }

    /// What the position before a roll is worth to the player who rolls, a whole win being [`WHOLE_ROLL`]; the scores are its
    /// own and that of the other, both below the goal, and so is the own one with the turn total.
    pub fn value(&self, (own, other): (u32, u32), total: u32) -> u32 {
        self.values[place(self.goal, (own as usize, other as usize), total as usize)]
    }

    /// How far rolling and holding are apart, 0 to 1, after a roll of this number with this turn total; the scores are those of
    /// the player who rolls and of the other. `None` if the roll ends the turn. With two options, the middle one is the worse.
    pub fn stake(&self, (own, other): (u32, u32), total: u32, number: u32) -> Option<f64> {
        let now = total + number;
        if number == self.bust || (own + now) as usize >= self.goal {
            return None;
        }
        let rolling: i64 = self.numbers.iter().map(|&number| self.after((own, other), now, number)).sum();
        let holding = i64::from(WHOLE_ROLL - self.value((other, own + now), 0));
        let sides = self.numbers.len() as f64;
        Some((rolling as f64 / sides - holding as f64).abs() / f64::from(WHOLE_ROLL))
    }

    /// What the position after a roll is worth.
    #[inline]
    fn after(&self, (own, other): (u32, u32), total: u32, number: u32) -> i64 {
        let at = |own: u32, other: u32, total: u32| {
            self.values[place(self.goal, (own as usize, other as usize), total as usize)]
        };
        match own + total + number {
            _ if number == self.bust => i64::from(WHOLE_ROLL - at(other, own, 0)),
            score if score as usize >= self.goal => WHOLE_ROLL.into(),
            _ => at(own, other, total + number).into(),
        }
    }
}
