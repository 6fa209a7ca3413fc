//! How hard the cards of a deck are, exactly: what a turn on each of them comes to.
//!
//! The turn is that of the player who is first in the first round in which the card can be turned up. Where the turn begins
//! with a number to choose, such as the dice to commit, each number is looked at by itself.

use super::build::Maker;
use super::solve::Unsolved;
use super::turn::Turn;
use crate::formula::{Expr, Formula, Leaf, Which};
use crate::model::{Act, Choice, Flow, Game, Hidden, NO_WAY, State, Stop};
use analyze_core::dice::RunKey;
use analyze_core::strategies::syntax::{Comparison, Operator};
use std::time::{Duration, Instant};

/// The longest that a turn is made.
const MOST_TIME: Duration = Duration::from_secs(120);
/// The highest result of which the chance to reach it is told.
const MOST_REACHED: i64 = 1_000;

/// A turn on a card, once its number is chosen. Chances are 0 to 1; an invalid result counts 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardTurn {
    /// The number that was chosen; where there is none to choose, the dice of the first roll.
    pub number: u32,
    /// The highest expected result.
    pub result: f64,
    /// The chance of an invalid result of the play that reaches it.
    pub invalid: f64,
    /// The highest expected result of players who keep all dice, and their chance of an invalid one.
    pub stand: (f64, f64),
    /// By result, from 0: the highest chance of a valid one that is at least as high.
    pub reach: Vec<f64>,
}

/// The game in which that number is chosen, and perhaps all dice are kept.
fn changed(game: &Game, number: Option<u32>, stands: bool) -> Game {
    let mut game = game.clone();
    if let Some(number) = number.filter(|_| game.dice.numbered() == 0) {
        game.dice.most = game.dice.most.min(number as usize);
    }
    let constant = |number: u32| Expr::number(number.into());
    if let (Some(number), Some(step)) = (number, first_number(&game))
        && let Act::Choose(choices) = &mut game.steps[step].act
    {
        choices.retain(|choice| choice.number.is_some());
        choices.iter_mut().for_each(|choice| choice.number = Some((constant(number), constant(number))));
    }
    if stands {
        let none_left = Formula::two(
            Operator::Compare(Comparison::Equal),
            Formula::Leaf(Leaf::Asked(game.tables.size_of(&game.dice), Which::Rest)),
            Formula::number(0),
        );
        for step in &mut game.steps {
            if let Act::Keep { when, .. } = &mut step.act {
                *when = Expr::new(none_left.clone());
            }
        }
    }
    game
}

/// The first step that has a number to choose.
fn first_number(game: &Game) -> Option<usize> {
    let has_number = |choices: &[Choice]| choices.iter().any(|choice| choice.number.is_some());
    game.steps.iter().position(|step| matches!(&step.act, Act::Choose(choices) if has_number(choices)))
}

/// The start of the first round in which a card can be turned up.
fn start(game: &Game, card: usize) -> Result<State, Unsolved> {
    let mut state = State::default();
    game.start(&mut state, RunKey::new(0).block(0))?;
    let before = game.deck.parts.iter().take_while(|part| !part.cards.contains(&card));
    let round = 1 + before.map(|part| part.rounds).sum::<usize>();
    state.slots[game.hidden(Hidden::Round)] = round as i64;
    state.slots[game.hidden(Hidden::Card)] = card as i64 + 1;
    Ok(state)
}

/// The numbers from 1 on that the first player can choose at the start, at most so many; one 0 where there is none to choose.
pub(crate) fn numbers(game: &Game, most: u32) -> Vec<u32> {
    let Some(step) = first_number(game) else { return vec![0] };
    let mut state = State::default();
    let Act::Choose(choices) = &game.steps[step].act else { return vec![0] };
    if game.start(&mut state, RunKey::new(0).block(0)).is_err() {
        return Vec::new();
    }
    let numbers = choices.iter().find_map(|choice| choice.number.as_ref());
    let ends = numbers.map(|(from, to)| [from, to].map(|end| end.value(&game.view(&state, NO_WAY))));
    let [least, highest] = ends.unwrap_or_default();
    let whole = |number: i64| u32::try_from(number).unwrap_or(0);
    (whole(least).max(1)..=whole(highest).min(most)).collect()
}

/// The dice of the first roll of a turn; 1 if something is decided before.
fn first_roll(game: &Game, before: &State) -> u32 {
    let mut state = before.clone();
    game.begin_turn(&mut state);
    let dice = match game.settle(&mut state, Flow::Step(0)) {
        Ok(Stop::Roll) => game.rolls(&state, 0, |_| 0, |_, n, dice| dice + n as u32),
        _ => Ok(1),
    };
    dice.unwrap_or(1)
}

/// What the ends of a turn come to: whether each result is valid, and the result.
fn results(game: &Game, maker: &Maker<'_>, before: &State, turn: &Turn) -> Vec<(bool, i64)> {
    let (mut after, score) = (before.clone(), game.score_now(before));
    let result = |exit: &super::turn::Exit| {
        after.slots.clone_from(&before.slots);
        maker.scope.slots.iter().zip(&exit.slots).for_each(|(&slot, &value)| after.slots[slot] = value);
        game.result_in_turn(&after, score)
    };
    turn.exits.iter().map(result).collect()
}

/// The turn on a card with a number chosen (0: there is none to choose).
pub(crate) fn card_turn(game: &Game, card: usize, number: u32) -> Result<CardTurn, Unsolved> {
    let state = start(game, card)?;
    let turn = |stands: bool| -> Result<(Turn, Vec<(bool, i64)>), Unsolved> {
        let game = changed(game, Some(number).filter(|number| *number > 0), stands);
        let too_wide = || Unsolved::Limit("a position takes too many bits: say 'most' of the fields".to_owned());
        let mut maker = Maker::new(&game, None, false).ok_or_else(too_wide)?;
        let turn = maker.turn(&state, Instant::now() + MOST_TIME)?;
        let results = results(&game, &maker, &state, &turn);
        Ok((turn, results))
    };
    let (own, results) = turn(false)?;
    let worth = |results: &[(bool, i64)]| {
        let worth = |(is_valid, result): &(bool, i64)| if *is_valid { *result as f64 } else { 0.0 };
        results.iter().map(|result| [worth(result), f64::from(u8::from(!result.0))]).collect::<Vec<_>>()
    };
    let [result, invalid] = own.most_then_least(&worth(&results));
    let (standing, stood) = turn(true)?;
    let [stand, stand_invalid] = standing.most_then_least(&worth(&stood));
    let highest = results.iter().filter(|(is_valid, _)| *is_valid).map(|(_, result)| *result).max().unwrap_or(0);
    let mut working = Vec::new();
    let reach = (0..=highest.clamp(0, MOST_REACHED)).map(|least| {
        let reached = |&(is_valid, result): &(bool, i64)| f64::from(u8::from(is_valid && result >= least));
        own.value(&results.iter().map(reached).collect::<Vec<_>>(), false, &mut working)
    });
    let number = if number > 0 { number } else { first_roll(game, &state) };
    Ok(CardTurn { number, result, invalid, stand: (stand, stand_invalid), reach: reach.collect() })
}
