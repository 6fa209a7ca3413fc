//! The exact numbers of the cards of a game from a file.
//!
//! Owns the distribution of turns over threads, and the conversion to the record that all decks have.

use crate::record::{BestRecord, CardRecord, CardsRecord, DiceRecord, FORMAT};
use crate::simulate::{Control, map_in_parallel};
use analyze_ruled::{CardTurn, DeckCard, Ruled, Unsolved};

/// The number of turns to solve.
pub(crate) fn work(game: &Ruled, most: u32) -> u64 {
    (game.deck().len() * game.first_numbers(most).len()) as u64
}

/// Solves the turns on every card; `None` if `control` was asked to stop.
///
/// # Errors
/// What the rules do not provide for, or a turn that is too much.
pub(crate) fn solve(
    game: &Ruled,
    most: u32,
    threads: usize,
    control: &Control,
) -> Result<Option<CardsRecord>, Unsolved> {
    let (cards, numbers) = (game.deck(), game.first_numbers(most));
    let asked: Vec<(usize, u32)> =
        (0..cards.len()).flat_map(|card| numbers.iter().map(move |&number| (card, number))).collect();
    let solve = |&(card, number): &(usize, u32)| {
        let turn = game.card_turn(card, number);
        control.advance(1);
        turn
    };
    let Some(turns) = map_in_parallel(&asked, threads, control, solve) else { return Ok(None) };
    let turns = turns.into_iter().collect::<Result<Vec<CardTurn>, _>>()?;
    let card = |(card, turns): (&DeckCard<'_>, &[CardTurn])| {
        let id = if card.marks.is_empty() {
            card.condition.to_owned()
        } else {
            format!("{}: {}", card.marks, card.condition)
        };
        CardRecord {
            labels: [id, card.condition.to_owned(), card.marks.to_owned(), card.part.to_owned()],
            dice: turns.iter().map(dice_record).collect(),
            best: best(turns, game.first_numbers(most + 1).len() > numbers.len()),
        }
    };
    Ok(Some(CardsRecord {
        format: FORMAT,
        deck: game.name().to_owned(),
        rerolls: 0,
        policies: Vec::new(),
        cards: cards.iter().zip(turns.chunks(numbers.len().max(1))).map(card).collect(),
    }))
}

fn dice_record(turn: &CardTurn) -> DiceRecord {
    DiceRecord {
        dice: turn.number,
        max_score: turn.result,
        invalid_at_max_score: turn.invalid,
        stand_score: turn.stand.0,
        stand_invalid: turn.stand.1,
        reach: turn.reach.clone(),
        kept: [None; 6],
        policies: Vec::new(),
    }
}

/// The number of dice with the highest expected result; `has_more` says whether larger numbers were left out.
fn best(turns: &[CardTurn], has_more: bool) -> BestRecord {
    let highest = |of: fn(&CardTurn) -> f64| turns.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let score = highest(|turn| turn.result);
    let best = turns.iter().find(|turn| turn.result >= score - 1e-12).cloned().unwrap_or_default();
    BestRecord {
        dice: best.number,
        score: best.result,
        invalid: best.invalid,
        stand_score: highest(|turn| turn.stand.0),
        capped: has_more && turns.last().is_some_and(|last| last.number == best.number),
    }
}
