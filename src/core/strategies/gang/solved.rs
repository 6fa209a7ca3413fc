//! The strategies that solve a turn or the whole round exactly.
//!
//! Owns `max-score`, `reach` and `round-optimal`, and what else rerolls by the plans of the exact engine asks for.

use crate::dice::Counts;
use crate::exact::round::{Commitments, Later, RoundPlan, Situation};
use crate::exact::{Mark, Objective, Optimum, Solutions, TurnError, fewest_dice, tie_floor};
use crate::games::Game;
use crate::games::gang::{
    ALLOWED, BEST, BEST_DICE, BEST_TOTAL, CardIndex, Commit, Gang, NoAnswer, POOLS_AFTER, PolicyId, Roll, Strategy,
    TABLE, TO_ACT, View,
};
use crate::strategies::rerolls::{pack, unpack};
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// The most dice of a turn that these strategies reroll; solving a turn takes about twenty milliseconds there and
/// seconds beyond. Only another strategy, in `A@B`, can commit more.
pub(super) const MOST_SOLVED: u32 = 24;

/// The best valid result of the round so far.
pub(super) fn best_so_far(view: &View<'_>) -> Option<Mark> {
    let mark = || Mark { total: view.ask(BEST_TOTAL), dice: view.ask(BEST_DICE) };
    (view.ask(BEST) == 1).then(mark)
}

/// What the best plan for an objective rerolls.
pub(super) fn reroll_for(
    turns: &Solutions,
    card: CardIndex,
    objective: Objective,
    roll: &Roll<'_>,
) -> Result<Counts, NoAnswer> {
    reroll(roll, |dice| turns.optimum(card, dice, objective))
}

/// What the plan of the optimum that `solve` finds for a number of dice rerolls.
pub(super) fn reroll<E: Display>(
    roll: &Roll<'_>,
    solve: impl FnOnce(u32) -> Result<Arc<Optimum>, E>,
) -> Result<Counts, NoAnswer> {
    let dice = roll.shown.dice();
    if dice > MOST_SOLVED {
        return Err(NoAnswer(
            format!("no answer for a turn of {dice} dice: it solves turns of up to {MOST_SOLVED} dice (commit fewer)")
                .into(),
        ));
    }
    let optimum = solve(dice).map_err(no_answer)?;
    optimum.plan.reroll(roll.shown, roll.left).ok_or_else(|| {
        let (left, rerolls) = (roll.left, optimum.plan.turn().rerolls());
        NoAnswer(format!("no answer with {left} rerolls left: the turn was solved for {rerolls}").into())
    })
}

/// A turn that cannot be solved, as an answer.
pub(super) fn no_answer(error: impl Display) -> NoAnswer {
    NoAnswer(error.to_string().into())
}

/// `max-score:dice`: the number of dice, up to min(dice, the most allowed), and the rerolls with the
/// highest expected total, an invalid result counting 0; of numbers that tie the fewest dice.
///
/// It assumes that a total is worth its points: it looks neither at what has been shown this round,
/// nor at the dice on the table, nor at what a die costs.
pub(super) struct MaxScore {
    dice: u32,
    solutions: Solutions,
    /// By card, then by dice allowed less one: the dice to commit, 0 while that is not known.
    numbers: Box<[AtomicU8]>,
}

impl MaxScore {
    /// With at most `dice` dice, 1 to [`MOST_SOLVED`], and what is solved stored in at most `room` bytes.
    pub(super) fn new(dice: u32, gang: &Gang, room: usize) -> MaxScore {
        let cells = gang.deck().cards.len() * dice as usize;
        MaxScore {
            dice,
            solutions: Solutions::new(gang.deck(), gang.rules().rerolls, room),
            numbers: (0..cells).map(|_| AtomicU8::new(0)).collect(),
        }
    }

    /// The number of dice, up to `most`, with the highest expected total.
    fn number(&self, card: CardIndex, most: u32) -> Result<u32, TurnError> {
        let place = &self.numbers[(usize::from(card.0) * self.dice as usize) + most as usize - 1];
        match place.load(Ordering::Relaxed) {
            0 => {
                let values = (1..=most).map(|dice| self.solutions.value(card, dice, Objective::ExpectedTotal));
                let dice = fewest_dice(&values.collect::<Result<Vec<f64>, _>>()?);
                place.store(dice as u8, Ordering::Relaxed);
                Ok(dice)
            }
            dice => Ok(u32::from(dice)),
        }
    }
}

impl Strategy for MaxScore {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let card = view.situation.card_index();
        let dice = self.number(card, self.dice.min(view.ask_up_to(ALLOWED, MOST_SOLVED))).map_err(no_answer)?;
        Ok(Commit { dice, plan: PolicyId(u64::from(card.0)) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        reroll_for(&self.solutions, CardIndex(plan.0 as u16), Objective::ExpectedTotal, roll)
    }
}

/// The most dice that may be asked for: there is a target for every total that they can show.
pub(super) const MOST_DICE: u32 = 16;

/// `reach:slack:giveup:dice`: the fewest dice whose chance of beating the best so far is within
/// `slack` of the highest such chance with up to min(dice, the most allowed); one die when that highest
/// chance is below `giveup`. With nothing to beat it plays as `max-score`.
///
/// It assumes that the lead is all that counts: it looks neither at who acts later nor at the dice on
/// the table.
pub(super) struct Reach {
    slack: f64,
    give_up: f64,
    first: MaxScore,
}

impl Reach {
    /// With at most `dice` dice, 1 to [`MOST_DICE`], and what is solved stored in at most `room` bytes; `slack` and
    /// `give_up` are chances.
    pub(super) fn new(slack: f64, give_up: f64, dice: u32, gang: &Gang, room: usize) -> Reach {
        Reach { slack, give_up, first: MaxScore::new(dice, gang, room) }
    }

    /// The number of dice, up to `most`, against `mark`.
    fn number(&self, card: CardIndex, mark: Mark, most: u32) -> Result<u32, TurnError> {
        let chance = |dice| self.first.solutions.value(card, dice, Objective::AtLeast(mark.target(dice)));
        let chances = (1..=most).map(chance).collect::<Result<Vec<f64>, _>>()?;
        let highest = chances.iter().copied().fold(0.0, f64::max);
        if highest < self.give_up {
            return Ok(1);
        }
        let enough = tie_floor(highest) - self.slack;
        Ok(chances.iter().position(|&chance| chance >= enough).map_or(1, |place| place as u32 + 1))
    }
}

impl Strategy for Reach {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let (card, mark) = (view.situation.card_index(), best_so_far(view));
        let plan = plan_for(card, mark);
        let Some(mark) = mark else { return Ok(Commit { plan, ..self.first.commit(view)? }) };
        let most = self.first.dice.min(view.ask_up_to(ALLOWED, MOST_DICE));
        let dice = self.number(card, mark, most).map_err(no_answer)?;
        Ok(Commit { dice, plan })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        let (card, mark) = parts(plan);
        let dice = roll.shown.dice();
        let objective = mark.map_or(Objective::ExpectedTotal, |mark| Objective::AtLeast(mark.target(dice)));
        reroll_for(&self.first.solutions, card, objective, roll)
    }
}

/// The bits of the card, and of the dice and the total to beat.
const PLAN_BITS: [u32; 3] = [16, 16, 32];

/// The plan: the card, and the result to beat (0 dice: none).
fn plan_for(card: CardIndex, mark: Option<Mark>) -> PolicyId {
    let Mark { total, dice } = mark.unwrap_or(Mark { total: 0, dice: 0 });
    PolicyId(pack([card.0.into(), dice.into(), total.into()], PLAN_BITS))
}

fn parts(plan: PolicyId) -> (CardIndex, Option<Mark>) {
    let [card, dice, total] = unpack(plan.0, PLAN_BITS);
    let mark = Mark { total: total as u32, dice: dice as u32 };
    (CardIndex(card as u16), (mark.dice > 0).then_some(mark))
}

/// `round-optimal:dice`: the dice, up to min(dice, the most allowed), and the rerolls with the highest
/// expected gain of dice in this round, by backward induction.
///
/// It assumes that those who act later play the same strategy, with no more than `dice` dice each and
/// no limit but their pools; that a round is worth the dice it brings; and that there is no other
/// round. How the round is solved, and where dice on the table are taken in classes, is written in
/// [`exact::round`](crate::exact::round).
pub(super) struct RoundOptimal {
    dice: u32,
    commitments: Commitments,
}

impl RoundOptimal {
    /// With at most `dice` dice for everyone, 1 to [`MOST_ROUND_DICE`](crate::exact::round::MOST_ROUND_DICE), and what is
    /// solved stored in at most `room` bytes.
    pub(super) fn new(dice: u32, gang: &Gang, room: usize) -> RoundOptimal {
        RoundOptimal { dice, commitments: Commitments::new(gang.deck(), gang.rules().rerolls, dice, room) }
    }
}

impl Strategy for RoundOptimal {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let situation = Situation {
            card: view.situation.card_index(),
            mark: best_so_far(view),
            table: view.ask(TABLE),
            allowed: view.ask_up_to(ALLOWED, self.dice),
            later: later(view, self.dice),
        };
        let (dice, plan) = self.commitments.best(&situation).map_err(no_answer)?;
        Ok(Commit { dice, plan: PolicyId(plan.0) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        reroll(roll, |dice| self.commitments.optimum(RoundPlan(plan.0), dice))
    }
}

/// Who acts after this player, in order: as many of the others as are still to act.
pub(super) fn later(view: &View<'_>, most: u32) -> Later {
    let mut to_act = view.ask(TO_ACT);
    let others = (0..view.situation.game().seats() as u32 - 1).map_while(|other| {
        let pool = (to_act > 0).then(|| view.ask_of(POOLS_AFTER, other, most))?;
        to_act -= pool.min(1);
        Some(pool)
    });
    Later::new(others, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{SOLUTIONS_ROOM, Turn};
    use crate::games::gang::{Deck, Edition};

    const DICE: u32 = 4;

    fn gang() -> Gang {
        Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 3).unwrap()
    }

    /// All results of up to five dice: one more than is considered.
    fn marks() -> impl Iterator<Item = Mark> {
        (1..=DICE + 1).flat_map(|dice| (0..=5 * dice).map(move |total| Mark { total, dice }))
    }

    /// The chance that a turn played for it beats the mark, from the outcome of the plan.
    fn chance(gang: &Gang, card: CardIndex, dice: u32, mark: Mark) -> f64 {
        let turn = Turn::under(gang.deck().card(card), dice, 2).unwrap();
        let beats = |result: Option<u32>| {
            f64::from(u8::from(result.is_some_and(|total| (total, dice) > (mark.total, mark.dice))))
        };
        turn.optimum(beats).unwrap().plan.outcome().expected(beats)
    }

    /// What the strategy is said to commit, word for word, from all chances.
    fn naive(chances: &[f64], slack: f64, give_up: f64) -> u32 {
        let highest = chances.iter().copied().fold(0.0, f64::max);
        let within = |dice: &u32| chances[*dice as usize - 1] >= highest - slack - 1e-12;
        if highest < give_up { 1 } else { (1..).find(within).unwrap() }
    }

    #[test]
    fn every_card_and_result_to_beat() {
        let gang = gang();
        let strategies = [(0.02, 0.15), (0.0, 0.0), (0.3, 0.5), (1.0, 0.2)]
            .map(|(slack, give_up)| (slack, give_up, Reach::new(slack, give_up, DICE, &gang, SOLUTIONS_ROOM)));
        let mut seen = [0; DICE as usize];
        for card in (0..18).map(CardIndex) {
            for mark in marks() {
                let chances: Vec<f64> = (1..=DICE).map(|dice| chance(&gang, card, dice, mark)).collect();
                for (slack, give_up, reach) in &strategies {
                    for most in 1..=DICE {
                        let expected = naive(&chances[..most as usize], *slack, *give_up);
                        let found = reach.number(card, mark, most).unwrap();
                        assert_eq!(found, expected, "{card:?} {mark:?} {slack} {give_up}: {chances:?}");
                        seen[found as usize - 1] += 1;
                    }
                }
            }
        }
        assert!(seen.iter().all(|&times| times > 100), "{seen:?}");
    }

    #[test]
    fn a_plan_remembers_the_card_and_what_to_beat() {
        for card in [0, 499].map(CardIndex) {
            for mark in [None, Some(Mark { total: 0, dice: 1 }), Some(Mark { total: 5115, dice: 1023 })] {
                assert_eq!(parts(plan_for(card, mark)), (card, mark));
            }
        }
    }

    /// Against 5 with two dice under `sum>=7`: with one die only 6 would do, which it cannot show; two dice
    /// need a 6, three a 5 or a 6.
    #[test]
    fn rerolls_go_for_what_beats_the_best() {
        let reach = Reach::new(0.02, 0.15, DICE, &gang(), SOLUTIONS_ROOM);
        let plan = plan_for(CardIndex(0), Some(Mark { total: 5, dice: 2 }));
        let gang = gang();
        let roll =
            |faces: &[u8], left| Roll { card: gang.deck().card(CardIndex(0)), shown: Counts::from_faces(faces), left };
        let rerolled = |faces: &[u8], left| reach.reroll(plan, &roll(faces, left)).unwrap();
        assert_eq!(rerolled(&[1, 5], 1), Counts::EMPTY);
        // A 5 beside what is kept: only the 1 makes it of two dice.
        assert_eq!(rerolled(&[0, 5], 1), Counts::one(0));
        assert_eq!(rerolled(&[0, 0, 5], 1), Counts::EMPTY);
        // Of two dice 11 in 36 show 5 or 6, of three 46 in 216, and one die a 5 one time in 6.
        assert_eq!(rerolled(&[0, 0, 0], 1), Counts::of(0, 2));
    }

    /// An independent program that enumerates gives 4.515132 for `sum>=7` on a Bomb with two dice.
    #[test]
    fn two_dice_are_best_under_seven() {
        let gang = gang();
        let max_score = MaxScore::new(8, &gang, SOLUTIONS_ROOM);
        let card = CardIndex(0);
        assert_eq!(gang.deck().card(card).id, "sum7-bomb");
        assert_eq!([1, 2, 3, 8].map(|most| max_score.number(card, most)), [Ok(1), Ok(2), Ok(2), Ok(2)]);
        let value = max_score.solutions.value(card, 2, Objective::ExpectedTotal).unwrap();
        assert!((value - 4.515132).abs() < 5e-7, "{value}");
    }

    /// The best of all numbers, from the outcomes of all plans.
    #[test]
    fn no_number_of_dice_scores_more() {
        let gang = gang();
        let max_score = MaxScore::new(10, &gang, SOLUTIONS_ROOM);
        for (card, number) in gang.deck().cards.iter().zip(0..) {
            let score = |dice| {
                let turn = Turn::under(card, dice, 2).unwrap();
                let plan = turn.optimum(|result| Objective::ExpectedTotal.value(result)).unwrap().plan;
                plan.outcome().expected(|result| f64::from(result.unwrap_or(0)))
            };
            let scores: Vec<f64> = (1..=10).map(score).collect();
            for most in 1..=10 {
                let dice = max_score.number(CardIndex(number), most).unwrap() as usize;
                let others = &scores[..most as usize];
                assert!(
                    others.iter().all(|other| scores[dice - 1] > other - 1e-9),
                    "{}: {dice} of {others:?}",
                    card.id
                );
                assert!(others[..dice - 1].iter().all(|fewer| *fewer < scores[dice - 1] - 1e-9), "{}", card.id);
            }
        }
    }
}
