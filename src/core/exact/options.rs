//! What a player on turn can do in Gang of Dice, and what each of it is worth by a judge's values.
//!
//! Owns the two questions of a turn: how many dice are committed, and which dice are rerolled of those that lie there. An
//! option is worth what follows from it with the best rerolls of all that there are; what comes after the turn is the
//! business of the [`Judge`].

use super::price::{Judge, MOST_PRICED, Situation};
use super::{Mark, Outcome, Turn, TurnError};
use crate::dice::{Counts, FACES};
use crate::games::gang::{Card, Gang};

/// The most ways to reroll of which it is worked out how they end; of all others only the value is known.
const MOST_FOLLOWED: usize = 64;

/// How little more a number of dice may be worth, as a win share, and yet not be preferred: values of positions are right to
/// about this much.
pub const WITHIN: f64 = 1e-6;

/// How a turn ends, as chances of 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ends {
    /// The result is valid, and beats the best so far (G12).
    pub leads: f64,
    /// The condition of the card holds.
    pub invalid: f64,
}

impl Ends {
    fn of(outcome: &Outcome, target: u32) -> Ends {
        // An empty sum of floats is -0.
        let leads = outcome.valid.iter().skip(target as usize).fold(0.0, |sum, chance| sum + chance);
        Ends { leads, invalid: outcome.invalid }
    }
}

/// A number of dice that can be committed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CommitOption {
    /// The dice.
    pub dice: u32,
    /// The win share of the player, 0 to 1, with the best rerolls.
    pub value: f64,
    /// How the turn ends with these rerolls.
    pub ends: Ends,
}

/// Dice that can be kept of a roll, the others being rerolled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeepOption {
    /// The dice that are kept: all of them to stop.
    pub keep: Counts,
    /// The dice that are rerolled: none to stop.
    pub reroll: Counts,
    /// The win share of the player, 0 to 1, if it rerolls best from then on.
    pub value: f64,
    /// How the turn then ends; only of the best options.
    pub ends: Option<Ends>,
}

/// Values of a turn: what each result is worth, and which total beats the best so far.
struct Stakes<'s> {
    card: &'s Card,
    worths: Vec<f64>,
    target: u32,
}

impl<'s> Stakes<'s> {
    fn new(judge: &dyn Judge, gang: &'s Gang, situation: &Situation, dice: u32) -> Result<Stakes<'s>, TurnError> {
        let mark = situation.best().map(|(_, mark)| mark);
        let worths = judge.worths(situation, dice)?;
        Ok(Stakes { card: gang.deck().card(situation.card), worths, target: Mark::target_beyond(mark, dice) })
    }

    fn worth(&self, result: Option<u32>) -> f64 {
        self.worths[result.map_or(0, |total| total as usize + 1)]
    }
}

/// What committing each number of dice is worth, from 1 to `allowed`, or to [`MOST_PRICED`] if that is less: the best first,
/// and of numbers that are worth the same the fewest dice. The judge's own choice comes first where no other number is worth
/// more by [`WITHIN`].
///
/// # Errors
/// If a turn cannot be solved.
///
/// # Panics
/// If there is no such situation, or this number of dice cannot be committed in it.
pub fn commit_options(
    judge: &dyn Judge,
    gang: &Gang,
    situation: &Situation,
    allowed: u32,
) -> Result<Vec<CommitOption>, TurnError> {
    let option = |dice: u32| {
        let stakes = Stakes::new(judge, gang, situation, dice)?;
        let turn = Turn::under(stakes.card, dice, gang.rules().rerolls)?;
        let best = turn.optimum(|result| stakes.worth(result))?;
        Ok(CommitOption { dice, value: best.value, ends: Ends::of(&best.plan.outcome(), stakes.target) })
    };
    let mut options = (1..=allowed.min(MOST_PRICED)).map(option).collect::<Result<Vec<_>, _>>()?;
    options.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.dice.cmp(&b.dice)));
    if let Some(best) = options.first().copied() {
        let turn = Turn::under(gang.deck().card(situation.card), best.dice, 0)?;
        let standing = turn.optimum(|_| 0.0)?.plan.outcome();
        let own = judge.price(situation, best.dice, &standing)?.price.best_dice;
        let is_own = |option: &CommitOption| option.dice == own && best.value - option.value < WITHIN;
        if let Some(at) = options.iter().position(is_own) {
            options[..=at].rotate_right(1);
        }
    }
    Ok(options)
}

/// What keeping each part of the dice `shown` is worth with `left` rerolls left, at least one: the best first, and of options
/// that are worth the same the one that keeps more.
///
/// # Errors
/// If a turn cannot be solved.
///
/// # Panics
/// As [`commit_options`], or if no reroll is left.
pub fn keep_options(
    judge: &dyn Judge,
    gang: &Gang,
    situation: &Situation,
    (shown, left): (Counts, u8),
) -> Result<Vec<KeepOption>, TurnError> {
    let stakes = Stakes::new(judge, gang, situation, shown.dice())?;
    let final_result = Turn::under(stakes.card, shown.dice(), 0)?;
    let stop = Ends::of_roll(&final_result, shown, stakes.target);
    let after = Turn::under(stakes.card, shown.dice(), left - 1)?;
    let keeps: Vec<Counts> = parts(shown).into_iter().filter(|&keep| keep != shown).collect();
    let values = after.values_after(&keeps, |result| stakes.worth(result))?;
    let stopping = KeepOption {
        keep: shown,
        reroll: Counts::EMPTY,
        value: stakes.worth(final_result.result_of(shown)),
        ends: Some(stop),
    };
    let rolling =
        keeps.iter().zip(values).map(|(&keep, value)| KeepOption { keep, reroll: shown - keep, value, ends: None });
    let mut options: Vec<KeepOption> = std::iter::once(stopping).chain(rolling).collect();
    options.sort_by(|a, b| b.value.total_cmp(&a.value).then(b.keep.dice().cmp(&a.keep.dice())));
    let plan = after.optimum(|result| stakes.worth(result))?.plan;
    for option in options.iter_mut().take(MOST_FOLLOWED).filter(|option| option.ends.is_none()) {
        option.ends = Some(Ends::of(&plan.outcome_after(option.keep), stakes.target));
    }
    Ok(options)
}

impl Ends {
    /// How a turn ends that stops with this roll.
    fn of_roll(turn: &Turn, shown: Counts, target: u32) -> Ends {
        let result = turn.result_of(shown);
        let sure = |is: bool| f64::from(u8::from(is));
        Ends { leads: sure(result.is_some_and(|total| total >= target)), invalid: sure(result.is_none()) }
    }
}

/// Every part of these dice, nothing and all of them too.
fn parts(dice: Counts) -> Vec<Counts> {
    let all = dice.to_array();
    (0..FACES).fold(vec![Counts::EMPTY], |parts, face| {
        let with = |part: &Counts| {
            let part = *part;
            (0..=all[face]).map(move |count| part + Counts::of(face as u8, count))
        };
        parts.iter().flat_map(with).collect()
    })
}
