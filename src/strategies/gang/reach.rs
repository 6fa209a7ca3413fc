//! `reach`: the fewest dice with a good chance of beating the best so far.

use super::max_score::MaxScore;
use super::solved::{best_so_far, no_answer, reroll_for};
use crate::dice::Counts;
use crate::exact::{Chances, Mark, Objective, TurnError, tie_floor};
use crate::games::gang::{ALLOWED, CardIndex, Commit, Gang, NoAnswer, PolicyId, Roll, Strategy, View};

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
    chances: Chances,
}

impl Reach {
    /// With at most `dice` dice, 1 to [`MOST_DICE`], and what is solved stored in at most `room` bytes; `slack` and
    /// `give_up` are chances.
    pub(super) fn new(slack: f64, give_up: f64, dice: u32, gang: &Gang, room: usize) -> Reach {
        let first = MaxScore::new(dice, gang, room);
        Reach { slack, give_up, first, chances: Chances::new(gang.deck(), dice) }
    }

    /// The number of dice, up to `most`, against `mark`.
    fn number(&self, card: CardIndex, mark: Mark, most: u32) -> Result<u32, TurnError> {
        let chances = self.chances.of(self.first.solutions(), card, Some(mark))?;
        let chances = &chances[..most as usize];
        let highest = chances.iter().fold(0.0, |highest, &chance| if chance > highest { chance } else { highest });
        if highest < self.give_up {
            return Ok(1);
        }
        let enough = tie_floor(highest) - self.slack;
        Ok(chances.iter().position(|&chance| chance >= enough).map_or(1, |place| place as u32 + 1))
    }
}

impl Strategy for Reach {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let mark = best_so_far(view);
        let plan = plan_for(view.situation.card_index(), mark);
        let Some(mark) = mark else { return Ok(Commit { plan, ..self.first.commit(view)? }) };
        let dice = self
            .number(view.situation.card_index(), mark, self.first.most(view.ask_up_to(ALLOWED, MOST_DICE)))
            .map_err(no_answer)?;
        Ok(Commit { dice, plan })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        let (card, mark) = parts(plan);
        let dice = roll.shown.dice();
        let objective = mark.map_or(Objective::ExpectedTotal, |mark| Mark::beaten_by(Some(mark), dice));
        reroll_for(self.first.solutions(), card, objective, roll)
    }
}

/// The plan: the card, and the result to beat (0 dice: none).
fn plan_for(card: CardIndex, mark: Option<Mark>) -> PolicyId {
    let Mark { total, dice } = mark.unwrap_or(Mark { total: 0, dice: 0 });
    PolicyId(u64::from(card.0) | u64::from(dice) << 16 | u64::from(total) << 32)
}

fn parts(plan: PolicyId) -> (CardIndex, Option<Mark>) {
    let mark = Mark { total: (plan.0 >> 32) as u32, dice: u32::from((plan.0 >> 16) as u16) };
    (CardIndex(plan.0 as u16), (mark.dice > 0).then_some(mark))
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
}
