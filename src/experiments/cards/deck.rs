//! The exact numbers of the cards of a game from a file.
//!
//! Owns the ways to reroll by their names, the distribution of turns over threads, and the conversion to the record that all decks
//! have.

use crate::games::DieFace;
use crate::input::or_nearest;
use crate::record::{BestRecord, CardRecord, CardsRecord, DiceRecord, FORMAT, PolicyRecord};
use crate::simulate::{Control, map_in_parallel};
use crate::terminal::failure::{Failure, refuse};
use analyze_ruled::{CardTurn, DeckCard, Pick, Ruled, Unsolved};

/// A simple way to reroll, with its name.
pub(crate) type Way = (String, Pick);

/// Reads the ways to reroll that are compared.
///
/// # Errors
/// Why one of them cannot be compared in this game.
pub(crate) fn ways(game: &Ruled, faces: &[DieFace], names: &[String]) -> Result<Vec<Way>, Failure> {
    if !game.keeps_dice() && !names.is_empty() {
        let title = game.title();
        return refuse(format!(
            "--policies: no step of {title} keeps dice (keep = …), so there are no ways to reroll; leave it out"
        ));
    }
    let mut ways: Vec<Way> = Vec::with_capacity(names.len());
    for name in names {
        let pick = way(game, faces, name)?;
        if ways.iter().any(|way| way.0 == *name) {
            return refuse(format!("--policies: '{name}' is named twice; name each policy once"));
        }
        ways.push((name.clone(), pick));
    }
    Ok(ways)
}

/// The way to reroll of this name.
fn way(game: &Ruled, faces: &[DieFace], name: &str) -> Result<Pick, Failure> {
    let nameless = || faces.iter().all(|face| face.value.is_some());
    Ok(match name {
        "stand" => Pick::Nothing,
        "all" => Pick::All,
        "odd" => Pick::Odd,
        "lowest" => Pick::Lowest,
        "named" if nameless() => {
            return refuse(format!(
                "--policies: 'named' rerolls faces without a number; the dice of {} have none",
                game.title()
            ));
        }
        "named" => Pick::Named,
        "boss" if faces.iter().all(|face| face.value.is_some() || face.name == "boss") && !nameless() => Pick::Named,
        "boss" => {
            let title = game.title();
            return refuse(format!(
                "--policies: 'boss' rerolls the face boss; it is not the only face without a number on the dice of {title} (named \
                 rerolls all of these)"
            ));
        }
        "offending" => {
            return refuse(
                "--policies: 'offending' rerolls what makes a roll invalid; in a game from a file, the rules and not the card say \
                 what is invalid, so no dice are known to do that; leave it out",
            );
        }
        _ => match name.strip_prefix("below:").and_then(|number| number.parse().ok()) {
            Some(number) => Pick::Below(number),
            None => {
                let help = or_nearest(name, &["stand", "all", "odd", "named", "boss", "lowest", "below:3"]);
                return refuse(format!("--policies: unknown reroll policy '{name}' ({help})"));
            }
        },
    })
}

/// The number of turns to solve.
pub(crate) fn work(game: &Ruled, most: u32, ways: &[Way]) -> u64 {
    (game.deck().len() * game.first_numbers(most).len() * (1 + ways.len())) as u64
}

/// Solves the turns on every card; `None` if `control` was asked to stop.
///
/// # Errors
/// What the rules do not provide for, a turn that is too much, or a way to reroll that the rules do not allow.
pub(crate) fn solve(
    game: &Ruled,
    (most, ways): (u32, &[Way]),
    threads: usize,
    control: &Control,
) -> Result<Option<CardsRecord>, Unsolved> {
    let (cards, numbers) = (game.deck(), game.first_numbers(most));
    let asked: Vec<(usize, u32)> =
        (0..cards.len()).flat_map(|card| numbers.iter().map(move |&number| (card, number))).collect();
    let solve = |&(card, number): &(usize, u32)| -> Result<(CardTurn, Vec<PolicyRecord>), Unsolved> {
        let turn = game.card_turn(card, number)?;
        control.advance(1);
        let policies = ways.iter().map(|way| {
            let found = rerolled(game, (card, number), way);
            control.advance(1);
            found
        });
        Ok((turn, policies.collect::<Result<_, _>>()?))
    };
    let Some(turns) = map_in_parallel(&asked, threads, control, solve) else { return Ok(None) };
    let turns = turns.into_iter().collect::<Result<Vec<_>, _>>()?;
    let card = |(card, turns): (&DeckCard<'_>, &[(CardTurn, Vec<PolicyRecord>)])| {
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
        of_file: true,
        policies: ways.iter().map(|way| way.0.clone()).collect(),
        cards: cards.iter().zip(turns.chunks(numbers.len().max(1))).map(card).collect(),
    }))
}

/// The results of a way to reroll.
fn rerolled(game: &Ruled, (card, number): (usize, u32), (name, pick): &Way) -> Result<PolicyRecord, Unsolved> {
    let found = game.card_rerolled(card, number, *pick);
    let (score, invalid) = found.map_err(|error| {
        Unsolved::Limit(format!("the way to reroll '{name}' cannot be compared in this game (--policies): {error}"))
    })?;
    let valid = 1.0 - invalid;
    Ok(PolicyRecord { score, invalid, valid_total_mean: (valid > 1e-12).then(|| score / valid) })
}

fn dice_record((turn, policies): &(CardTurn, Vec<PolicyRecord>)) -> DiceRecord {
    DiceRecord {
        dice: turn.number,
        max_score: turn.result,
        invalid_at_max_score: turn.invalid,
        stand_score: turn.stand.0,
        stand_invalid: turn.stand.1,
        reach: turn.reach.clone(),
        kept: [None; 6],
        policies: policies.clone(),
    }
}

/// The number of dice with the highest expected result; `has_more` says whether larger numbers were left out.
fn best(turns: &[(CardTurn, Vec<PolicyRecord>)], has_more: bool) -> BestRecord {
    let turns = || turns.iter().map(|(turn, _)| turn);
    let highest = |of: fn(&CardTurn) -> f64| turns().map(of).fold(f64::NEG_INFINITY, f64::max);
    let score = highest(|turn| turn.result);
    let best = turns().find(|turn| turn.result >= score - 1e-12).cloned().unwrap_or_default();
    BestRecord {
        dice: best.number,
        score: best.result,
        invalid: best.invalid,
        stand_score: highest(|turn| turn.stand.0),
        capped: has_more && turns().next_back().is_some_and(|last| last.number == best.number),
    }
}
