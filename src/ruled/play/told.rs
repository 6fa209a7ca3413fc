//! Games of a real table: the cards and the dice that a record says.
//!
//! Owns what the parts of a record mean in a game from a file.

use crate::dice::Hand;
use crate::model::{Fault, Game, Hidden, NO_WAY, State};
use analyze_core::games::Seat;
use analyze_core::games::recorded::{self, Untold};
use analyze_core::input::or_nearest;

/// The record goes no further.
fn untold(game: &Game, state: &State) -> impl Fn(Untold) -> Fault {
    move |_| game.blamed(state, "the record says no more".to_owned())
}

/// Puts the cards of the record in their rounds.
pub(super) fn cards(game: &Game, state: &mut State) -> Result<(), Fault> {
    let mut seen: Vec<u16> = Vec::new();
    for (line, round, name) in recorded::cards() {
        let wrong = |message: String| untold(game, state)(recorded::wrong_at(line, message));
        let names: Vec<&str> = game.deck.cards.iter().map(|card| card.name.as_str()).collect();
        let place = round as usize - 1;
        let Some(&lies_there) = state.cards.get(place) else {
            return Err(wrong(match names.is_empty() {
                true => format!("this game has no cards; leave out '{name}'"),
                false => format!("there is no card in round {round}; the cards are for {} rounds", state.cards.len()),
            }));
        };
        let of_part = |card: usize| game.deck.parts.iter().find(|part| part.cards.contains(&card));
        let part = of_part(usize::from(lies_there));
        let is_free = |card: &usize| {
            !seen.contains(&(*card as u16)) && of_part(*card).map(|part| &part.cards) == part.map(|part| &part.cards)
        };
        let Some(card) = (0..names.len()).filter(|&card| names[card] == name).find(is_free) else {
            return Err(wrong(match names.contains(&name.as_str()) {
                true => format!(
                    "the card '{name}' cannot lie in round {round}: it is of another part of the deck, or was there already"
                ),
                false => format!("the deck has no card '{name}' ({})", or_nearest(&name, &names)),
            }));
        };
        let card = card as u16;
        seen.push(card);
        match state.cards.iter().position(|&lies| lies == card) {
            Some(other) => state.cards.swap(other, place),
            None => state.cards[place] = card,
        }
    }
    game.turn_up(state);
    Ok(())
}

/// The player on turn has the next line.
pub(super) fn turn(game: &Game, state: &State) -> Result<(), Fault> {
    let slot = |hidden| state.slots[game.hidden(hidden)];
    let has_cards = !game.deck.cards.is_empty();
    let seat = Seat(slot(Hidden::Seat) as u8 - 1);
    recorded::turn(seat, slot(Hidden::Round) as u32, has_cards).map_err(untold(game, state))
}

/// What lies there after a roll.
pub(super) fn hand(game: &Game, state: &State) -> Result<Hand, Fault> {
    let mut rolled: Vec<(usize, usize)> = Vec::new();
    let lie = game.rolls(
        state,
        0,
        |lie| lie,
        |kind, n, hand| {
            rolled.push((kind, n));
            hand
        },
    )?;
    let all: usize = rolled.iter().map(|(_, n)| n).sum();
    if all == 0 {
        return Ok(lie);
    }
    let shown = recorded::fell(all).map_err(untold(game, state))?;
    let (mut hand, mut left) = (lie, rolled);
    for name in shown {
        let name = name.replace(':', " ");
        let of_kind = |kind: usize, face: usize| game.dice.kinds[kind].faces.contains(&face);
        let is_named = |face: &usize| game.dice.face_shown(*face) == name || game.dice.faces[*face].name == name;
        let faces = (0..game.dice.faces.len()).filter(is_named);
        let found = faces.into_iter().find_map(|face| {
            let at = left.iter().position(|&(kind, n)| n > 0 && of_kind(kind, face));
            at.map(|at| (face, at))
        });
        let Some((face, at)) = found else {
            let all: Vec<String> = (0..game.dice.faces.len()).map(|face| game.dice.face_shown(face)).collect();
            let message = format!("no die that was rolled shows '{name}'; the faces are {}", all.join(", "));
            return Err(untold(game, state)(recorded::wrong(message)));
        };
        left[at].1 -= 1;
        hand = game.dice.plus(hand, face);
    }
    Ok(hand)
}

/// The record may say what is decided although there is only one way.
pub(super) fn only_way(game: &Game, state: &State) -> Result<(), Fault> {
    let mut ways = vec![NO_WAY];
    game.ways(state, &mut ways)?;
    if let [only] = ways[..] {
        recorded::only(&game.way(state.step, only));
    }
    Ok(())
}
