//! How rounds between a strategy and the reply to it can end.
//!
//! Owns what the reply does at a table, from the values of positions, and the chances of what comes of it.

use super::answers::{Answers, Way};
use super::values::{Reply, Starter};
use crate::exact::course::{self, Course};
use crate::exact::game::Position;
use crate::exact::game::choices::Round;
use crate::exact::luck::{End, Unknown, Why};
use crate::exact::round::Mark;
use crate::exact::versus::gang::tables::RoundEnds;
use crate::games::gang::{CardIndex, MAX_SEATS};
use std::collections::BTreeMap;

/// How all rounds can end.
pub(super) struct Played<'g> {
    reply: Reply,
    answers: Answers<'g>,
    ends: Vec<Result<Vec<End>, Unknown>>,
}

/// Who wins, and the dice of both; with chances.
type Sums = BTreeMap<(Option<usize>, [u8; MAX_SEATS]), f64>;

impl<'g> Played<'g> {
    pub(super) fn new(reply: Reply, answers: Answers<'g>) -> Played<'g> {
        Played { reply, answers, ends: Vec::new() }
    }

    /// Plays the round in all ways at once.
    fn play(&mut self, course: &Course, at: &course::Position, card: CardIndex) -> Result<Vec<End>, Unknown> {
        let (position, seat) = (Position::of(at), self.answers.seat());
        let Played { reply, answers, .. } = self;
        let sums = if at.first == seat {
            let number = answers.start(course, position, card)?;
            reply.in_round((position, card), Starter::Strategy, |round| started(answers, round, number))
        } else {
            reply.in_round((position, card), Starter::Reply, |round| {
                let turn = &round.chances.reach(round.most).turn;
                let number = answers.respond(course, position, (card, turn))?;
                starts(answers, round, number)
            })?
        };
        Ok(sums.into_iter().map(|((winner, dice), chance)| End::new(winner, dice, chance)).collect())
    }
}

/// The dice of both after a round; one stands for all of the winner's, to whom they come back.
fn dice(seat: usize, [reply, strategy]: [u32; 2], winner: Option<usize>) -> (Option<usize>, [u8; MAX_SEATS]) {
    let mut dice = [0; MAX_SEATS];
    (dice[1 - seat], dice[seat]) = (reply as u8, strategy as u8);
    if let Some(winner) = winner {
        dice[winner] = 1;
    }
    (winner, dice)
}

/// The reply starts.
fn starts(answers: &Answers<'_>, round: &Round<'_>, number: u32) -> Result<Sums, Unknown> {
    const UNSOLVED: Unknown = Unknown::Decision { strategy: 0, why: Why::Rolled };
    let (seat, own) = (answers.seat(), round.most);
    let worth = answers.worth(number, round, own);
    let turn = &round.chances.reach(own).turn;
    let plan = turn.optimum(|total| worth[total.map_or(0, |total| total as usize + 1)]).map_err(|_| UNSOLVED)?.plan;
    let outcome = plan.outcome();
    let mut sums = Sums::new();
    for response in answers.responses(number) {
        let result = usize::from(response.code).checked_sub(1);
        let chance = result.map_or(outcome.invalid, |total| outcome.valid.get(total).copied().unwrap_or(0.0));
        let both = [own, response.dice.into()];
        *sums.entry(dice(seat, both, Some(seat))).or_default() += chance * response.wins;
        let keeps = result.map(|_| 1 - seat);
        *sums.entry(dice(seat, both, keeps)).or_default() += chance * (response.chance - response.wins);
    }
    sums.retain(|_, chance| *chance > 0.0);
    Ok(sums)
}

/// The strategy starts.
fn started(answers: &Answers<'_>, round: &Round<'_>, number: u32) -> Sums {
    let mut sums = Sums::new();
    for way in answers.ways(number) {
        answers.results(way).iter().for_each(|&result| replied(answers.seat(), round, way, result, &mut sums));
    }
    sums.retain(|_, chance| *chance > 0.0);
    sums
}

/// The strategy has come to a result.
fn replied(seat: usize, round: &Round<'_>, way: &Way, (code, chance): (u32, f64), sums: &mut Sums) {
    let dice_of = u32::from(way.dice);
    let mark = code.checked_sub(1).map(|total| Mark { total, dice: dice_of });
    let reply = round.reply(dice_of, mark, round.stakes.allowed_in_reply(dice_of));
    let reach = round.chances.reach(reply.dice);
    let row = if reply.wants_to_win { &reach.highest } else { &reach.lowest };
    let wins = row.get(Mark::target_beyond(mark, reply.dice) as usize).copied().unwrap_or(0.0);
    let both = [reply.dice, dice_of];
    *sums.entry(dice(seat, both, Some(1 - seat))).or_default() += way.chance * chance * wins;
    *sums.entry(dice(seat, both, mark.map(|_| seat))).or_default() += way.chance * chance * (1.0 - wins);
}

impl RoundEnds for Played<'_> {
    fn number(&mut self, course: &Course, at: &course::Position, card: CardIndex) -> u32 {
        let ends = self.play(course, at, card);
        self.ends.push(ends);
        self.ends.len() as u32 - 1
    }

    fn ends(&self, number: u32) -> Result<&[End], Unknown> {
        self.ends[number as usize].as_deref().map_err(|&unknown| unknown)
    }

    fn decisions(&self) -> usize {
        self.answers.decisions()
    }

    fn are_too_many(&self, before: usize) -> Option<Unknown> {
        self.answers.are_too_many(before)
    }
}
