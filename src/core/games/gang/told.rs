//! Games of a real table: the cards, the dice and the results that a record says.
//!
//! Owns what the parts of a record mean in Gang of Dice, and which of them the rules forbid.

use super::deck::{Card, Trigger};
use super::observables::Situation;
use super::state::TurnResult;
use super::turn::{Committed, Watch};
use super::{CardOrder, Gang, Player, View};
use crate::dice::multisets::layer;
use crate::dice::{Counts, FACES, Face};
use crate::games::declaration::PolicyId;
use crate::games::recorded::{self, Untold};
use crate::games::turns::{Refused, TurnGame, Turns};
use crate::input::or_nearest;

/// The most dice of which all results are looked through.
const MOST_LOOKED_THROUGH: u32 = 16;
/// The highest value of a die.
const HIGHEST: u32 = 5;

/// Turns as a record tells them: die by die, or by their results.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToldTurns;

impl Turns<Gang> for ToldTurns {
    fn decide(&mut self, player: Player<'_>, view: &View<'_>) -> Result<(u32, PolicyId), Refused> {
        let (seat, round) = Situation::place(&view.situation);
        recorded::turn(seat, round + 1, true)?;
        Gang::ask(player, view)
    }

    fn play(
        &mut self,
        turn: &Committed<'_>,
        plan: PolicyId,
        watch: &mut (dyn Watch + '_),
    ) -> Result<TurnResult, Refused> {
        if let Some(words) = recorded::came_to() {
            return Ok(result(&words, turn)?);
        }
        let mut stopped = None;
        let throw = |dice: u32| {
            fell(dice).unwrap_or_else(|untold| {
                stopped = Some(untold);
                Counts::EMPTY
            })
        };
        let rolled = turn.roll(plan, throw, watch);
        if let Some(untold) = stopped {
            return Err(untold.into());
        }
        let rolled = rolled?;
        recorded::only("stop");
        if let Some(words) = recorded::came_to()
            && result(&words, turn)? != rolled
        {
            return Err(recorded::wrong(format!(
                "the result of these dice is {}, not {}",
                shown(rolled),
                words.join(" ")
            ))
            .into());
        }
        Ok(rolled)
    }
}

fn shown(result: TurnResult) -> String {
    match result {
        TurnResult::Invalid => "invalid".to_owned(),
        TurnResult::Total(total) => total.to_string(),
    }
}

/// The faces of this number of dice, as the record gives them.
fn fell(dice: u32) -> Result<Counts, Untold> {
    let mut shown = Counts::EMPTY;
    for name in recorded::fell(dice as usize)? {
        let face = match name.to_lowercase().as_str() {
            "boss" => Some(0),
            number => number.parse::<Face>().ok().filter(|face| (1..FACES as Face).contains(face)),
        };
        let wrong = || recorded::wrong(format!("no die shows '{name}'; the faces are 1 to 5 and boss"));
        shown = shown.with(face.ok_or_else(wrong)?);
    }
    Ok(shown)
}

/// A result: a total, or `invalid`. One that these dice cannot have under this card is refused.
fn result(words: &[String], turn: &Committed<'_>) -> Result<TurnResult, Untold> {
    let (dice, card) = (turn.dice, turn.card.0);
    let count = if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
    let found = match words {
        [word] if word.eq_ignore_ascii_case("invalid") => TurnResult::Invalid,
        [word] => match word.parse::<u32>() {
            Ok(total) => TurnResult::Total(total),
            Err(_) => return Err(no_result(&words.join(" "))),
        },
        _ => return Err(no_result(&words.join(" "))),
    };
    match found {
        TurnResult::Total(total) if total > HIGHEST * dice => {
            Err(recorded::wrong(format!("{count} cannot total {total}; at most {}", HIGHEST * dice)))
        }
        _ if dice <= MOST_LOOKED_THROUGH && !layer(dice).any(|shown| ends(shown, card, found)) => {
            let text = &card.condition_text;
            let why = format!("{count} cannot end with '{}' under the card {text}", words.join(" "));
            Err(recorded::wrong(why))
        }
        found => Ok(found),
    }
}

/// Whether a turn can end so with these dice.
fn ends(shown: Counts, card: &Card, result: TurnResult) -> bool {
    let is_invalid = card.condition.holds(shown) && matches!(card.trigger, Trigger::Bomb | Trigger::Explosion);
    match result {
        TurnResult::Invalid => is_invalid,
        TurnResult::Total(total) => !is_invalid && shown.total() == total,
    }
}

fn no_result(found: &str) -> Untold {
    recorded::wrong(format!("'{found}' is no result: write a total, such as = 8, or = invalid"))
}

/// The cards of the rounds: those of the record in its rounds, others of the deck in the rest.
///
/// # Errors
/// At the first card that cannot lie there.
pub(super) fn cards(game: &Gang, dealt: &CardOrder) -> Result<CardOrder, Untold> {
    let (deck, mut order) = (game.deck(), dealt.clone());
    let mut seen: Vec<&str> = Vec::new();
    for (line, round, name) in recorded::cards() {
        let wrong = |message: String| recorded::wrong_at(line, message);
        let rounds = deck.rounds();
        if !(1..=rounds).contains(&round) {
            return Err(wrong(format!("there is no round {round}; the game has {rounds}")));
        }
        // A condition names a card if only one has it.
        let of_condition = deck.cards.iter().filter(|card| card.condition_text == name).count();
        let is_named = |card: &Card| card.id == name || (of_condition == 1 && card.condition_text == name);
        if of_condition > 1 && !deck.cards.iter().any(|card| card.id == name) {
            let same = deck.cards.iter().filter(|card| card.condition_text == name).map(|card| card.id.as_str());
            let ids = same.collect::<Vec<_>>().join(" or ");
            return Err(wrong(format!("{of_condition} cards have the condition '{name}'; write {ids}")));
        }
        let found = deck.cards.iter().position(|card| is_named(card) && !seen.contains(&card.id.as_str()));
        let Some(at) = found else {
            let ids: Vec<&str> = deck.cards.iter().map(|card| card.id.as_str()).collect();
            return Err(wrong(match deck.cards.iter().any(is_named) {
                true => format!("the card '{name}' was drawn already"),
                false => format!("the deck '{}' has no card '{name}' ({})", deck.id, or_nearest(&name, &ids)),
            }));
        };
        let (card, back) = (&deck.cards[at], deck.back_in(round - 1));
        if card.back != back {
            return Err(wrong(format!(
                "'{name}' has a {} back; the card of round {round} has a {back} back",
                card.back
            )));
        }
        seen.push(&card.id);
        order.put(round as usize - 1, super::CardIndex(at as u16));
    }
    Ok(order)
}
