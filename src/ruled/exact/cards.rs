//! The exact difficulty of the cards in a deck: the results that a turn on each card can have.
//!
//! The turn belongs to the player who starts the first round in which the card can appear. If the player first chooses how many
//! dice to roll, each number of dice is solved on its own.

use super::build::Maker;
use super::solve::Unsolved;
use super::turn::Turn;
use crate::formula::{Expr, Formula, Leaf, Which};
use crate::model::{Act, Choice, Flow, Game, NO_WAY, State, Stop};
use analyze_core::strategies::syntax::{Comparison, Operator};
use std::time::{Duration, Instant};

/// The longest time to build the graph of a turn.
const MOST_TIME: Duration = Duration::from_secs(120);
/// The highest result for which the chance to reach it is computed.
const MOST_REACHED: i64 = 1_000;
/// The most decisions before the first roll of a turn.
const MOST_DECISIONS: usize = 64;

/// A turn on a card with a given number of dice. Chances are 0 to 1. An invalid result counts 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardTurn {
    /// The number of dice in the first roll.
    pub number: u32,
    /// The highest expected result.
    pub result: f64,
    /// The chance of an invalid result with the decisions that reach it. If several do, the lowest such chance.
    pub invalid: f64,
    /// The highest expected result if all dice are always kept, and the chance of an invalid result.
    pub stand: (f64, f64),
    /// For each result from 0 to at most 1,000: the highest chance of a valid result at least as high.
    pub reach: Vec<f64>,
}

/// The same game with this number chosen in its first numbered choice, and, if `stands`, with all dice always kept.
fn changed(game: &Game, number: Option<u32>, stands: bool) -> Game {
    let mut game = game.clone();
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

/// The start of the first round in which a card can appear.
fn start(game: &Game, card: usize) -> Result<State, Unsolved> {
    let mut state = State::default();
    let before = game.deck.parts.iter().take_while(|part| !part.cards.contains(&card));
    let round = 1 + before.map(|part| part.rounds).sum::<usize>();
    game.start_in_round(&mut state, (round as i64, 0), Some(card))?;
    Ok(state)
}

/// The numbers of dice, from 1 to `most`, that the first player can choose to roll; a single 0 if there is no such choice.
pub(crate) fn numbers(game: &Game, most: u32) -> Vec<u32> {
    let range = first_number(game).and_then(|step| match &game.steps[step].act {
        Act::Choose(choices) => choices.iter().find_map(|choice| choice.number.as_ref()),
        _ => None,
    });
    let (Some((from, to)), Ok(state)) = (range, start(game, 0)) else { return vec![0] };
    let [least, highest] = [from, to].map(|end| u32::try_from(end.value(&game.view(&state, NO_WAY))).unwrap_or(0));
    let least = least.max(1);
    // A number that does not say how many dice are rolled, such as a bet, is left to the player.
    if least <= highest && first_roll(&changed(game, Some(least), false), &state) != least {
        return vec![0];
    }
    (least..=highest.min(most)).collect()
}

/// How many dice are rolled first in a turn, if the first of all ways is chosen until then; 0 if none are.
fn first_roll(game: &Game, before: &State) -> u32 {
    let (mut state, mut flow, mut ways) = (before.clone(), Flow::Step(0), Vec::new());
    game.begin_turn(&mut state);
    for _ in 0..MOST_DECISIONS {
        match game.settle(&mut state, flow) {
            Ok(Stop::Roll) => return game.rolls(&state, 0, |_| 0, |_, n, dice| dice + n as u32).unwrap_or(0),
            Ok(Stop::Decide) if game.ways(&state, &mut ways).is_ok() => match game.decide(&mut state, ways[0]) {
                Ok(next) => flow = next,
                Err(_) => return 0,
            },
            _ => return 0,
        }
    }
    0
}

/// For each end of a turn: whether its result is valid, and the result.
fn results(game: &Game, maker: &Maker<'_>, before: &State, turn: &Turn) -> Vec<(bool, i64)> {
    let (mut after, score) = (before.clone(), game.score_now(before));
    let result = |exit: &super::turn::Exit| {
        after.slots.clone_from(&before.slots);
        maker.scope.slots.iter().zip(&exit.slots).for_each(|(&slot, &value)| after.slots[slot] = value);
        game.result_in_turn(&after, score)
    };
    turn.exits.iter().map(result).collect()
}

/// The turn on a card with this number of dice; 0 if there is no number to choose.
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
