//! The induction, and the places for what is known of a spot: what stands in them follows from the spot, and the dice they
//! are for, alone.

use super::super::cache::{Cache, Key, LazyNumber};
use super::super::{Objective, Optimum, Solutions, TurnError, fewest_dice, tie_floor};
use super::{Mark, RoundPlan, Situation, Spot};
use crate::games::gang::Deck;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// The most dice that the induction considers. The work grows with about the sixth power of the dice.
pub const MOST_ROUND_DICE: u32 = 12;

/// How much memory what is stored of rounds may take unless said otherwise, in bytes; turns have their own.
pub const ROUND_ROOM: usize = 60 << 20;

/// The best commitments in a round, for one deck, number of rerolls and most dice a player commits.
pub struct Commitments {
    most: u32,
    turns: Solutions,
    rows: Cache<Row>,
    answers: Cache<Answers>,
}

/// What becomes of a lead.
#[derive(Clone, Copy)]
struct Lead {
    /// The chance that nobody beats it.
    lasts: f64,
    /// The dice that those who follow commit, counted when it lasts.
    later: f64,
}

impl Lead {
    const SAFE: Lead = Lead { lasts: 1.0, later: 0.0 };

    /// The dice that the leader can expect to take, with so many on the table.
    fn worth(self, table: u32) -> f64 {
        self.lasts * f64::from(table) + self.later
    }
}

impl Commitments {
    /// The commitments of players who commit at most `most` dice, 1 to [`MOST_ROUND_DICE`]. What is solved
    /// is stored in at most `room` bytes and made again where that is not enough.
    ///
    /// # Panics
    /// If `most` is out of range.
    pub fn new(deck: &Deck, rerolls: u8, most: u32, room: usize) -> Commitments {
        assert!((1..=MOST_ROUND_DICE).contains(&most), "rounds are solved for 1 to {MOST_ROUND_DICE} dice, not {most}");
        let (turns, answers) = (room / 8 * 3, room / 10);
        Commitments {
            most,
            turns: Solutions::new(deck, rerolls, turns),
            rows: Cache::new(room - turns - answers),
            answers: Cache::new(answers),
        }
    }

    /// How many dice to commit, and the plan for them.
    ///
    /// # Errors
    /// See [`Solutions`].
    pub fn best(&self, situation: &Situation) -> Result<(u32, RoundPlan), TurnError> {
        let Situation { card, mark, table, allowed, later } = *situation;
        let spot = Spot { card, table, later };
        let dice = self.commit(spot, mark.map(|mark| mark.among(self.most)), allowed.min(self.most))?;
        let known = if later.next().is_none() { Spot { table: 0, ..spot } } else { spot.classed() };
        Ok((dice, RoundPlan::new(known, mark)))
    }

    /// What to reroll is the plan of this optimum, for the situation of `plan` and `dice` dice (1 to 48).
    ///
    /// # Errors
    /// See [`Solutions`].
    pub fn optimum(&self, plan: RoundPlan, dice: u32) -> Result<Arc<Optimum>, TurnError> {
        let (spot, mark) = plan.parts();
        let target = Mark::target_beyond(mark, dice);
        if spot.later.next().is_none() {
            return self.turns.optimum(spot.card, dice, Objective::AtLeast(target));
        }
        let value = |result| self.value(spot, &self.row(spot, dice), dice, target, result);
        self.turns.optimum_for(spot.card, dice, spot.turn_key(dice, target), value)
    }

    /// How many dice, 1 to `allowed`, a player in `spot` commits against `mark`.
    fn commit(&self, spot: Spot, mark: Option<Mark>, allowed: u32) -> Result<u32, TurnError> {
        if spot.later.next().is_none() {
            return self.commit_last(spot, mark, allowed);
        }
        let spot = spot.classed();
        let (total, dice) = mark.map_or((0, 0), |mark| (mark.total, mark.dice));
        let known = &self.answers(spot, dice)[(total * self.most + allowed) as usize - 1];
        let in_hand = |dice, floor| {
            let target = Mark::target_beyond(mark, dice);
            if self.most_in_hand(spot, dice, target, floor)? < floor {
                return Ok(f64::NEG_INFINITY);
            }
            Ok(self.in_hand(dice) + self.share_at(spot, dice, target)?)
        };
        match known.load(Ordering::Relaxed) {
            0 => fewest_of_the_best(allowed, in_hand).inspect(|&dice| known.store(dice as u8, Ordering::Relaxed)),
            dice => Ok(dice.into()),
        }
    }

    /// How many dice the last player commits.
    fn commit_last(&self, spot: Spot, mark: Option<Mark>, allowed: u32) -> Result<u32, TurnError> {
        fewest_of_the_best(allowed, |dice, _| {
            let chance = self.turns.value(spot.card, dice, Objective::AtLeast(Mark::target_beyond(mark, dice)))?;
            Ok(self.in_hand(dice) + chance * f64::from(spot.table + dice))
        })
    }

    /// The dice left to a player who could commit all that the induction considers.
    fn in_hand(&self, dice: u32) -> f64 {
        f64::from(self.most - dice)
    }

    /// An upper bound of what committing `dice` dice leaves in hand after the round, good enough to be
    /// compared with `floor`.
    fn most_in_hand(&self, spot: Spot, dice: u32, target: u32, floor: f64) -> Result<f64, TurnError> {
        // More than all roundings together.
        const SLACK: f64 = 1.0 + 1e-9;
        let chance = self.turns.value(spot.card, dice, Objective::AtLeast(target))? * SLACK;
        let all = self.in_hand(dice) + chance * f64::from(spot.table + dice + spot.later.dice());
        if all < floor {
            return Ok(all);
        }
        let row = self.row(spot, dice);
        let mut most = 0.0;
        for total in target..=5 * dice {
            let lead = self.lead_at(spot, &row, dice, total)?;
            most = if lead > most { lead } else { most };
        }
        Ok(self.in_hand(dice) + chance * most)
    }

    /// The dice that a turn of `dice` dice can expect to take under the best plan for it.
    fn share_at(&self, spot: Spot, dice: u32, target: u32) -> Result<f64, TurnError> {
        if target > 5 * dice {
            return Ok(0.0);
        }
        let row = self.row(spot, dice);
        let value = |result| self.value(spot, &row, dice, target, result);
        row[target as usize].share.get_or_make(|| self.turns.turn(spot.card, dice)?.best_value(value))
    }

    /// The chance that such a turn reaches its target.
    fn beats(&self, spot: Spot, dice: u32, target: u32) -> Result<f64, TurnError> {
        if target > 5 * dice {
            return Ok(0.0);
        }
        let row = self.row(spot, dice);
        row[target as usize].beats.get_or_make(|| {
            let value = |result| self.value(spot, &row, dice, target, result);
            let plan = self.turns.turn(spot.card, dice)?.optimum(value)?.plan;
            Ok(plan.outcome().expected(|result| Objective::AtLeast(target).value(result)))
        })
    }

    /// What a result of such a turn is worth. No number at all, which solving the turn then reports, if
    /// there is an error.
    fn value(&self, spot: Spot, row: &[Known], dice: u32, target: u32, result: Option<u32>) -> f64 {
        let lead = result.filter(|&total| total >= target).map(|total| self.lead_at(spot, row, dice, total));
        lead.map_or(0.0, |lead| lead.unwrap_or(f64::NAN))
    }

    /// The dice that a result can expect to take when it leads; 0 if there is no such result.
    fn lead_at(&self, spot: Spot, row: &[Known], dice: u32, total: u32) -> Result<f64, TurnError> {
        row[total as usize].lead.get_or_make(|| {
            if self.turns.value(spot.card, dice, Objective::AtLeast(total))? == 0.0 {
                return Ok(0.0);
            }
            let table = spot.table + dice;
            let mark = Mark { total, dice }.among(self.most);
            Ok(self.lead(Spot { table, ..spot }, mark)?.worth(table))
        })
    }

    /// What becomes of the lead `mark` when those at `spot`, table and later, have acted.
    fn lead(&self, spot: Spot, mark: Mark) -> Result<Lead, TurnError> {
        let Some((allowed, later)) = spot.later.next() else { return Ok(Lead::SAFE) };
        let acting = Spot { later, ..spot };
        let dice = self.commit(acting, Some(mark), allowed)?;
        let beats = self.beats_mark(acting, mark, dice)?;
        let lasts = if beats < 1.0 { 1.0 - beats } else { 0.0 };
        let after = self.lead(Spot { table: spot.table + dice, ..acting }, mark)?;
        Ok(Lead { lasts: lasts * after.lasts, later: lasts * after.worth(dice) })
    }

    /// The chance that the player at `spot` beats `mark` with `dice` dice.
    fn beats_mark(&self, spot: Spot, mark: Mark, dice: u32) -> Result<f64, TurnError> {
        if spot.later.next().is_none() {
            return self.turns.value(spot.card, dice, Objective::AtLeast(mark.target(dice)));
        }
        self.beats(spot.classed(), dice, mark.target(dice))
    }

    /// What is known of turns of `dice` dice.
    fn row(&self, spot: Spot, dice: u32) -> Arc<Row> {
        let bytes = size_of::<Row>() + totals(dice) * size_of::<Known>();
        let empty = || (0..totals(dice)).map(|_| Known::default()).collect();
        self.rows.get(Key(spot.key(), u64::from(dice)), bytes, empty)
    }

    /// The answers to results of `dice` dice.
    fn answers(&self, spot: Spot, dice: u32) -> Arc<Answers> {
        let places = totals(dice) * self.most as usize;
        let empty = || (0..places).map(|_| AtomicU8::new(0)).collect();
        self.answers.get(Key(spot.key(), u64::from(dice)), size_of::<Answers>() + places, empty)
    }
}

/// The fewest dice of 1 to `most` whose value ties with the best. `value(dice, floor)` may be anything
/// below `floor` when it is below.
fn fewest_of_the_best<E>(most: u32, mut value: impl FnMut(u32, f64) -> Result<f64, E>) -> Result<u32, E> {
    let mut values = [f64::NEG_INFINITY; MOST_ROUND_DICE as usize];
    let values = &mut values[..most as usize];
    let mut best = f64::NEG_INFINITY;
    for (dice, place) in (1..).zip(values.iter_mut()) {
        *place = value(dice, tie_floor(best))?;
        best = if *place > best { *place } else { best };
    }
    Ok(fewest_dice(values))
}

/// What is known of turns of a number of dice in a spot, by total.
type Row = Box<[Known]>;

/// What is known of a total in a row.
#[derive(Default)]
struct Known {
    /// The dice that a turn with this target can expect to take.
    share: LazyNumber,
    /// The chance that the best turn for that reaches the target.
    beats: LazyNumber,
    /// The dice that a turn with this total can expect to take when it leads.
    lead: LazyNumber,
}

/// How many dice to commit in a spot against results of a number of dice, 0 dice standing for no result: by total, then
/// by the dice allowed less one; 0 while that is not known.
type Answers = Box<[AtomicU8]>;

/// How many totals there are.
fn totals(dice: u32) -> usize {
    5 * dice as usize + 1
}
