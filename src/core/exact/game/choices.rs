//! A round of two players under a card, solved for both: what the starter commits and how, and the other's reply.
//! If one of the two plays a given strategy, only the parts for the other are used.
//!
//! Owns the utility of the starter's results, the search for the best numbers of dice, and what numbers beyond the tables
//! could change at the most.
//!
//! **The reply.** Who wins takes the table, so if the second player wins, nothing depends on its own dice, and if the
//! starter does, nothing on the starter's. With `p` the chance to beat the starter's result, the starter's value is linear
//! in `p`, and a plan for `n` dice can make `p` anything from the lowest to the highest chance: one of the two is best.
//! It can be the lowest, because the winner starts the next round.
//!
//! **The starter.** With a reply to every result, each result of a number of dice has a value, and the turn is solved for
//! these values. For a plan with the chances P(x) of a total of at least `x`, its value is that of an invalid result and a
//! sum over all totals of P(x) times what the total adds to the value of the one below. With the highest chance for what
//! is gained and the lowest for what is lost that is a bound, and numbers of dice whose bound is below the best value are
//! not solved.
//!
//! **Beyond the tables** more dice are valid with at most a known chance, whatever the totals. That gives bounds for both
//! players, and so the most by which the value can be wrong.

use super::super::course::{self, Course};
use super::super::round::Mark;
use super::super::ties::{fewest_dice, tie_floor};
use super::chances::{Chances, Row, TARGETS};
use super::positions::{Position, Values};

/// By how much a bound must fall short to be trusted, far above any rounding.
const SLACK: f64 = 1e-12;

/// What the ends of a round are worth to its starter, whatever the card.
pub(in crate::exact) struct Stakes<'v> {
    course: &'v Course,
    /// The values after the round if its starter starts the next one, too.
    after: &'v Values,
    /// The table, whose first seat starts.
    table: course::Position,
    /// Where the values stand if nobody wins.
    class: usize,
    /// By the other's dice, from 0: the starter has won.
    wins: Vec<f64>,
    /// By the starter's dice: the other has.
    loses: Vec<f64>,
}

impl<'v> Stakes<'v> {
    /// The round that follows `position`. The values after it are for the starter of the next round: `after` if the same
    /// player starts it, `passed` if the other one does.
    pub(in crate::exact) fn new(
        course: &'v Course,
        [after, passed]: [&'v Values; 2],
        position: Position,
    ) -> Stakes<'v> {
        let Position { round, first, other, bonus } = position;
        let table = position.table(course);
        let lies = course.table(&table, 0);
        let class = after.class(bonus + course.bonus(round));
        let wins = (0..=other).map(|dice| after.get(0, first + lies + dice, other - dice)).collect();
        let loses = (0..=first).map(|dice| 1.0 - passed.get(0, other + lies + dice, first - dice)).collect();
        Stakes { course, after, table, class, wins, loses }
    }

    /// Both results are invalid.
    fn none(&self, own: u32, reply: u32) -> f64 {
        self.after.get(self.class, self.table.pools[0] - own, self.table.pools[1] - reply)
    }

    /// What the starter has if the other, with `reply` dice, does not beat its result of `own`, and if it does.
    pub(in crate::exact) fn ends(&self, own: u32, mark: Option<Mark>, reply: u32) -> [f64; 2] {
        let keeps = mark.map_or_else(|| self.none(own, reply), |_| self.wins[reply as usize]);
        [keeps, self.loses[own as usize]]
    }

    /// The most dice that the starter may commit.
    pub(in crate::exact) fn allowed(&self) -> u32 {
        self.course.allowed(&self.table, 0, 0)
    }

    /// The most dice that the other player may commit after the starter's.
    pub(in crate::exact) fn allowed_in_reply(&self, own: u32) -> u32 {
        self.course.allowed(&self.table, 1, own)
    }
}

/// What each result of the starter is worth to it, an invalid one first, then every total.
pub(in crate::exact) type Worth = [f64; TARGETS];

/// What the second player does about a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::exact) struct Reply {
    /// The dice that it commits.
    pub dice: u32,
    /// Whether it plays for the highest chance to beat the result, or for the lowest.
    pub wants_to_win: bool,
    /// What that leaves the starter with.
    pub value: f64,
}

/// What the starter does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::exact) struct Answer {
    /// The dice that it commits.
    pub dice: u32,
    /// What that is worth to it.
    pub value: f64,
}

/// A round under a card.
pub(in crate::exact) struct Round<'r> {
    pub stakes: &'r Stakes<'r>,
    pub chances: &'r Chances,
    /// The most dice that are considered.
    pub most: u32,
}

impl Round<'_> {
    /// What the starter has when the other replies with a number of dice, for each way to play them: the chance to beat
    /// it, and whether that is the highest.
    fn replied(&self, own: u32, target: Option<u32>, reply: u32) -> (f64, bool) {
        let reach = self.chances.reach(reply);
        let keeps = target.map_or_else(|| self.stakes.none(own, reply), |_| self.stakes.wins[reply as usize]);
        let loses = self.stakes.loses[own as usize];
        let wants_to_win = loses <= keeps;
        let row = if wants_to_win { &reach.highest } else { &reach.lowest };
        let chance = row.get(target.unwrap_or(0) as usize).copied().unwrap_or(0.0);
        (keeps + chance * (loses - keeps), wants_to_win)
    }

    /// What a result of `own` dice is worth to the starter, if the other replies best.
    pub(in crate::exact) fn worth_of(&self, own: u32, total: Option<u32>) -> f64 {
        let mark = total.map(|total| Mark { total, dice: own });
        self.reply(own, mark, self.stakes.allowed_in_reply(own)).value
    }

    /// The second player's reply to a result of `own` dice of the starter's, with at most `allowed` dice.
    pub(in crate::exact) fn reply(&self, own: u32, mark: Option<Mark>, allowed: u32) -> Reply {
        let target = |dice| mark.map(|mark| mark.target(dice));
        let replies = (1..=allowed.min(self.most)).map(|dice| self.replied(own, target(dice), dice));
        // For the one who replies the best is the least for the starter.
        let values: Vec<(f64, bool)> = replies.map(|(value, wants)| (1.0 - value, wants)).collect();
        let dice = fewest_dice(&values.iter().map(|value| value.0).collect::<Vec<_>>());
        let (value, wants_to_win) = values[dice as usize - 1];
        Reply { dice, wants_to_win, value: 1.0 - value }
    }

    /// What each result of `own` dice is worth to the starter, if the other replies best.
    pub(super) fn worth(&self, own: u32) -> Worth {
        let results = 5 * own as usize + 2;
        let mut worth = [f64::INFINITY; TARGETS];
        let loses = self.stakes.loses[own as usize];
        for reply in 1..=self.stakes.allowed_in_reply(own).min(self.most) {
            let (none, _) = self.replied(own, None, reply);
            worth[0] = worth[0].min(none);
            let keeps = self.stakes.wins[reply as usize];
            let reach = self.chances.reach(reply);
            let row: &Row = if loses <= keeps { &reach.highest } else { &reach.lowest };
            let gains = loses - keeps;
            // The target is the total, or one more against as many dice.
            let row = &row[usize::from(reply <= own)..];
            for (worth, chance) in worth[1..results].iter_mut().zip(row) {
                *worth = worth.min(keeps + chance * gains);
            }
            // What is beyond the row cannot be beaten.
            for worth in worth[1..results].iter_mut().skip(row.len()) {
                *worth = worth.min(keeps);
            }
        }
        worth
    }

    /// No plan for `own` dice is worth more, given what its results are worth.
    pub(in crate::exact) fn bound(&self, own: u32, worth: &Worth) -> f64 {
        let reach = self.chances.reach(own);
        let mut bound = worth[0];
        for (step, pair) in worth[..5 * own as usize + 2].windows(2).enumerate() {
            let gain = pair[1] - pair[0];
            bound += gain * if gain > 0.0 { reach.highest[step] } else { reach.lowest[step] };
        }
        bound
    }

    /// What the best plan for `own` dice is worth.
    pub(in crate::exact) fn value(&self, own: u32, worth: &Worth) -> f64 {
        let worth: Vec<[f64; 1]> = worth[..5 * own as usize + 2].iter().map(|&worth| [worth]).collect();
        self.chances.reach(own).turn.solve(&worth)[0]
    }

    /// What the starter commits, at most `allowed` dice, and its value.
    pub(super) fn start(&self, allowed: u32) -> Answer {
        let allowed = self.stakes.allowed().min(allowed);
        let considered = allowed.min(self.most);
        let worth: Vec<Worth> = (1..=considered).map(|own| self.worth(own)).collect();
        let mut open: Vec<(f64, u32)> = (1..).zip(&worth).map(|(own, worth)| (self.bound(own, worth), own)).collect();
        open.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut values = vec![f64::NEG_INFINITY; considered as usize];
        let (mut best, mut fewest) = (f64::NEG_INFINITY, u32::MAX);
        for (bound, own) in open {
            // More dice have to be better than a tie.
            let floor = if own > fewest { best * (1.0 + SLACK) } else { tie_floor(best) * (1.0 - SLACK) };
            if bound <= floor {
                continue;
            }
            let value = self.value(own, &worth[own as usize - 1]);
            values[own as usize - 1] = value;
            best = best.max(value);
            fewest = fewest_dice(&values);
        }
        Answer { dice: fewest_dice(&values), value: best }
    }
}

/// What dice beyond those considered could change.
impl Round<'_> {
    /// The most by which the value of the best start can be wrong.
    pub(super) fn doubt(&self, answer: &Answer) -> f64 {
        let beyond = self.most + 1..=self.stakes.allowed();
        let gained = beyond.map(|own| self.bound_beyond(own, answer.value) - answer.value);
        // Replies only take, so where another number of dice is worth less than the best it stays so.
        let lost = self.lost_beyond(answer.dice, &self.worth(answer.dice));
        gained.fold(lost, f64::max)
    }

    /// No plan for `own` dice, beyond the tables, is worth more to the starter.
    fn bound_beyond(&self, own: u32, best: f64) -> f64 {
        let replies = || 1..=self.stakes.allowed_in_reply(own).min(self.most);
        let none = replies().map(|reply| self.replied(own, None, reply).0).fold(f64::INFINITY, f64::min);
        let keeps = replies().map(|reply| self.stakes.wins[reply as usize]).fold(f64::INFINITY, f64::min);
        let loses = self.stakes.loses[own as usize];
        let valid = self.chances.most_valid(own);
        let bound = none + valid * (keeps.max(loses) - none).max(0.0);
        if bound <= best {
            return bound;
        }
        let mut worth = [keeps.max(loses); TARGETS];
        for reply in replies() {
            let keeps = self.stakes.wins[reply as usize];
            let reach = self.chances.reach(reply);
            let row: &Row = if loses <= keeps { &reach.highest } else { &reach.lowest };
            for (worth, chance) in worth.iter_mut().zip(&row[1..]) {
                *worth = worth.min(keeps + chance * (loses - keeps));
            }
        }
        let mut bound = none;
        let mut below = none;
        for (worth, chance) in worth.iter().zip(self.chances.beyond(self.most)) {
            bound += (worth - below).max(0.0) * chance.min(valid);
            below = *worth;
        }
        bound
    }

    /// The most that replies beyond the tables take from the value of `own` dice.
    fn lost_beyond(&self, own: u32, worth: &Worth) -> f64 {
        let loses = self.stakes.loses[own as usize];
        let (mut none, mut keeps) = (f64::INFINITY, f64::INFINITY);
        for reply in self.most + 1..=self.stakes.allowed_in_reply(own) {
            none = none.min(least(self.stakes.none(own, reply), loses, self.chances.most_valid(reply)));
            keeps = keeps.min(self.stakes.wins[reply as usize]);
        }
        let mut lost = [0.0; TARGETS];
        if keeps == f64::INFINITY {
            return 0.0;
        }
        lost[0] = (worth[0] - none).max(0.0);
        let totals = &mut lost[1..5 * own as usize + 2];
        for ((lost, worth), chance) in totals.iter_mut().zip(&worth[1..]).zip(self.chances.beyond(self.most)) {
            *lost = (worth - least(keeps, loses, *chance)).max(0.0);
        }
        self.bound(own, &lost)
    }
}

/// The least that is left of `keeps` where the chance of `loses` instead is at most `chance`.
fn least(keeps: f64, loses: f64, chance: f64) -> f64 {
    keeps + chance * (loses - keeps).min(0.0)
}
