//! A best response in bytes, as the cache keeps it.
//!
//! Owns the form: the first line, and for the one seat or both the values of positions and the numbers of dice;
//! little-endian. That they are whole, and belong to the game and to the strategy, is for the keeper to see to. Whatever
//! else does not fit is refused. What turns can reach, and what the strategy does, is found out again.

use super::super::tables::LineUp;
use super::super::{AS_ONE, BY_SEAT};
use super::values::{Reply, STARTERS};
use super::{MOST_DICE, course};
use crate::exact::game::bytes::{chance, take};
use crate::games::gang::{CardIndex, Gang};

/// The first line; its number goes up with everything that changes a value or a decision.
pub(super) const FORM: &str =
    concat!("analyze ", env!("CARGO_PKG_VERSION"), ": best response in Gang of Dice, form 1\n");

/// What [`of_bytes`] needs beside the game.
pub(super) fn to_bytes<'r>(replies: impl ExactSizeIterator<Item = &'r Reply>) -> Vec<u8> {
    let mut bytes = FORM.as_bytes().to_vec();
    bytes.push(replies.len() as u8);
    for reply in replies {
        for before in &reply.rounds {
            for values in &before.values {
                bytes.extend(values.numbers().iter().flat_map(|number| number.to_le_bytes()));
            }
            bytes.extend(before.dice.iter().flatten().flatten());
        }
    }
    bytes
}

/// The replies of this game from bytes, each with its line-up; `None` if these are not of such a game.
pub(super) fn of_bytes(game: &Gang, bytes: &[u8]) -> Option<Vec<(LineUp, Reply)>> {
    let mut rest = bytes.strip_prefix(FORM.as_bytes())?;
    let line_ups: &[LineUp] = match take::<1>(&mut rest)? {
        [1] => &AS_ONE,
        [2] => &BY_SEAT,
        _ => return None,
    };
    let replies =
        line_ups.iter().map(|&line_up| Some((line_up, reply(game, &mut rest)?))).collect::<Option<Vec<_>>>()?;
    rest.is_empty().then_some(replies)
}

fn reply(game: &Gang, rest: &mut &[u8]) -> Option<Reply> {
    let mut reply = Reply::new(game, course(game).ok()?);
    for round in 0..=reply.course().rounds() {
        let cards = if round < reply.course().rounds() { reply.course().cards(round).to_vec() } else { Vec::new() };
        let before = &mut reply.rounds[round as usize];
        for place in before.values.iter_mut().flat_map(|values| values.numbers_mut()) {
            *place = chance(rest)?;
        }
        let places = before.values[0].numbers().len();
        for starter in STARTERS {
            // Cards stand in the order of the deck; those that cannot be met have no dice.
            for card in (0..before.dice[starter as usize].len()).filter(|&card| cards.contains(&CardIndex(card as u16)))
            {
                let (dice, after) = rest.split_at_checked(places)?;
                *rest = after;
                let fits = dice.iter().all(|&dice| u32::from(dice) <= MOST_DICE);
                before.put(starter, card, Some(dice.to_vec()).filter(|_| fits)?);
            }
        }
    }
    reply.reach().ok()?;
    Some(reply)
}
