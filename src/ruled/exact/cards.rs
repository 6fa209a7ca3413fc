//! The exact difficulty of the cards in a deck: the results that a turn on each card can have.
//!
//! The turn belongs to the player who starts the first round in which the card can appear. If the player first chooses how many
//! dice to roll, each number of dice is solved on its own.

use super::build::Maker;
use super::solve::Unsolved;
use super::turn::Turn;
use crate::dice::{Asked, Pick};
use crate::formula::{Expr, Formula, Leaf, Which};
use crate::model::{Act, Choice, Flow, Game, NO_WAY, State, Stop};
use analyze_core::strategies::syntax::{Comparison, Operator};
use std::time::Duration;
use web_time::Instant;

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

const EQUAL: Operator = Operator::Compare(Comparison::Equal);

/// The same game with this number chosen in its first numbered choice.
fn with_number(game: &Game, number: Option<u32>) -> Game {
    let mut game = game.clone();
    let constant = |number: u32| Expr::number(number.into());
    if let (Some(number), Some(step)) = (number, first_number(&game))
        && let Act::Choose(choices) = &mut game.steps[step].act
    {
        choices.retain(|choice| choice.number.is_some());
        choices.iter_mut().for_each(|choice| choice.number = Some((constant(number), constant(number))));
    }
    game
}

/// The same game with all dice always kept.
fn standing(mut game: Game) -> Game {
    let none_left = Formula::two(
        EQUAL,
        Formula::Leaf(Leaf::Asked(game.tables.size_of(&game.dice), Which::Rest)),
        Formula::number(0),
    );
    for step in &mut game.steps {
        if let Act::Keep { when, .. } = &mut step.act {
            *when = Expr::new(none_left.clone());
        }
    }
    game
}

/// The same game in which a rule says which dice are kept, wherever some are.
fn rerolling(mut game: Game, pick: Pick) -> Result<Game, Unsolved> {
    let too_much = || Unsolved::Limit("the conditions for the dice that are kept are too large".to_owned());
    let by_rule = kept_by(&mut game, pick).map_err(Unsolved::Limit)?;
    for step in &mut game.steps {
        if let Act::Keep { when, .. } = &mut step.act {
            let both = match when {
                Some(when) => Formula::two(Operator::And, when.formula.clone(), by_rule.clone()),
                None => by_rule.clone(),
            };
            *when = Some(Expr::new(both).ok_or_else(too_much)?);
        }
    }
    Ok(game)
}

/// The condition that a rule rolls exactly those dice again that are not kept.
fn kept_by(game: &mut Game, pick: Pick) -> Result<Formula, String> {
    let bits = |faces: &mut dyn Iterator<Item = usize>| faces.fold(0u128, |bits, face| bits | 1 << face);
    let numbers: Vec<Option<i64>> = game.dice.faces.iter().map(|face| face.value).collect();
    let mut count = |faces: u128, which: Which| -> Result<Formula, String> {
        Ok(Formula::Leaf(Leaf::Asked(game.tables.ask(&game.dice, Asked::Count(faces))?, which)))
    };
    let is = |one: Formula, other: Formula| Formula::two(EQUAL, one, other);
    let all = bits(&mut (0..numbers.len()));
    if pick != Pick::Lowest {
        let taken = bits(&mut (0..numbers.len()).filter(|&face| pick.takes(numbers[face])));
        let kept = is(count(taken, Which::Kept)?, Formula::number(0));
        let rest = is(count(all & !taken, Which::Rest)?, Formula::number(0));
        return Ok(Formula::two(Operator::And, kept, rest));
    }
    // The first face in their order that lies there has one die fewer.
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by_key(|&face| numbers[face]);
    let mut lowest = Formula::number(1);
    for &face in order.iter().rev() {
        let lies = is(count(1 << face, Which::Dice)?, Formula::number(0));
        let goes = is(count(1 << face, Which::Rest)?, Formula::number(1));
        lowest = Formula::If(Box::new([lies, lowest, goes]));
    }
    let one = is(count(all, Which::Rest)?, Formula::number(1));
    let nothing = is(count(all, Which::Dice)?, Formula::number(0));
    Ok(Formula::two(Operator::Or, nothing, Formula::two(Operator::And, one, lowest)))
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
    if least <= highest && first_roll(&with_number(game, Some(least)), &state) != least {
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

/// The turn on a card in a game, with what each of its ends is worth: the result, 0 if it is invalid, and 1 if it is.
struct Ended {
    turn: Turn,
    results: Vec<(bool, i64)>,
}

impl Ended {
    fn new(game: &Game, state: &State) -> Result<Ended, Unsolved> {
        let too_wide = || Unsolved::Limit("a position takes too many bits: say 'most' of the fields".to_owned());
        let mut maker = Maker::new(game, None, false).ok_or_else(too_wide)?;
        let turn = maker.turn(state, Instant::now() + MOST_TIME)?;
        let results = results(game, &maker, state, &turn);
        Ok(Ended { turn, results })
    }

    /// The highest expected result, and the lowest chance of an invalid one with the decisions that reach it.
    fn most(&self) -> (f64, f64) {
        let worth = |(is_valid, result): &(bool, i64)| if *is_valid { *result as f64 } else { 0.0 };
        let worths = self.results.iter().map(|result| [worth(result), f64::from(u8::from(!result.0))]);
        let [result, invalid] = self.turn.most_then_least(&worths.collect::<Vec<_>>());
        (result, invalid)
    }
}

/// The turn on a card with this number of dice; 0 if there is no number to choose.
pub(crate) fn card_turn(game: &Game, card: usize, number: u32) -> Result<CardTurn, Unsolved> {
    let state = start(game, card)?;
    let with_number = with_number(game, Some(number).filter(|number| *number > 0));
    let own = Ended::new(&with_number, &state)?;
    let (result, invalid) = own.most();
    let stand = Ended::new(&standing(with_number), &state)?.most();
    let highest = own.results.iter().filter(|(is_valid, _)| *is_valid).map(|(_, result)| *result).max().unwrap_or(0);
    let mut working = Vec::new();
    let reach = (0..=highest.clamp(0, MOST_REACHED)).map(|least| {
        let reached = |&(is_valid, result): &(bool, i64)| f64::from(u8::from(is_valid && result >= least));
        own.turn.value(&own.results.iter().map(reached).collect::<Vec<_>>(), false, &mut working)
    });
    let number = if number > 0 { number } else { first_roll(game, &state) };
    Ok(CardTurn { number, result, invalid, stand, reach: reach.collect() })
}

/// The expected result of the turn on a card with this number of dice if a rule says which dice are rolled again, and the chance
/// of an invalid result. Whatever else is decided is decided best.
pub(crate) fn card_rerolled(game: &Game, card: usize, number: u32, pick: Pick) -> Result<(f64, f64), Unsolved> {
    let state = start(game, card)?;
    let game = rerolling(with_number(game, Some(number).filter(|number| *number > 0)), pick)?;
    Ok(Ended::new(&game, &state)?.most())
}
