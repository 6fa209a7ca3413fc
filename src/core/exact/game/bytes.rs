//! The values as bytes, for whoever keeps them.
//!
//! Owns the form: the first line, what is considered, the numbers, and the chances that they rest on, because those take
//! longer to find than to read; little-endian. That they are whole and belong to the game is for the keeper to see to;
//! whatever else does not fit is refused.

use super::chances::{Chances, Row, TARGETS};
use super::positions::Values;
use super::{Considered, Enough, GameValues, MOST_DICE};
use crate::games::gang::{CardIndex, Gang};

/// The first line; its number goes up with everything that changes a value or its place.
pub const FORM: &str = "analyze: values of Gang of Dice, form 2\n";

/// By the byte that stands for it.
const ENOUGH: [Enough; 3] = [Enough::Proven, Enough::Unchanged, Enough::Capped];

impl GameValues {
    /// All that [`GameValues::from_bytes`] needs beside the game.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = FORM.as_bytes().to_vec();
        let numbers = self.values.iter().flat_map(Values::numbers);
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        for Considered { dice, enough, change, .. } in self.considered.iter().flatten() {
            bytes.push(ENOUGH.iter().position(|known| known == enough).unwrap_or(0) as u8);
            bytes.extend(change.to_le_bytes());
            bytes.extend(dice);
        }
        for chances in &self.chances {
            bytes.push(chances.dice() as u8);
            for reach in (1..=chances.dice()).map(|dice| chances.reach(dice)) {
                let targets = targets(reach.turn.dice());
                let rows = reach.highest[..targets].iter().chain(&reach.lowest[..targets]);
                bytes.extend(rows.flat_map(|chance| chance.to_le_bytes()));
            }
        }
        bytes
    }

    /// The values of this game from bytes; `None` if these are not of such a game.
    pub fn from_bytes(gang: &Gang, bytes: &[u8]) -> Option<GameValues> {
        let mut rest = bytes.strip_prefix(FORM.as_bytes())?;
        let mut solved = GameValues::new(gang);
        for round in 0..=solved.rounds() {
            let mut values = Values::before(&solved.course, round);
            for place in values.numbers_mut() {
                *place = share(&mut rest)?;
            }
            solved.values.push(values);
        }
        for round in 0..solved.rounds() {
            let places = solved.values[round as usize].numbers().len();
            let cards = (0..solved.cards.len() as u16).map(CardIndex);
            let of_card = |card| considered(&mut rest, if solved.deals(round, card) { places } else { 0 });
            let considered = cards.map(of_card).collect::<Option<Vec<_>>>()?;
            solved.considered.push(considered);
        }
        for card in 0..solved.cards.len() {
            let most = (0..solved.rounds()).map(|round| solved.considered(round, CardIndex(card as u16))).max();
            let chances = solved.chances_from(&mut rest, card, most?)?;
            solved.chances.push(chances);
        }
        rest.is_empty().then_some(solved)
    }

    /// What turns under a card can reach, for at least `most` dice.
    fn chances_from(&self, rest: &mut &[u8], card: usize, most: u32) -> Option<Chances> {
        let dice = u32::from(take::<1>(rest)?[0]);
        if !(most..=MOST_DICE).contains(&dice) {
            return None;
        }
        let mut chances = Chances::default();
        for dice in 1..=dice {
            let rows = [row(rest, dice)?, row(rest, dice)?];
            chances.push(&self.cards[card], self.rerolls, rows).ok()?;
        }
        Some(chances)
    }
}

/// What is considered under a card, in so many places.
fn considered(rest: &mut &[u8], places: usize) -> Option<Considered> {
    let enough = *ENOUGH.get(usize::from(take::<1>(rest)?[0]))?;
    let change = share(rest)?;
    let (dice, after) = rest.split_at_checked(places)?;
    *rest = after;
    let fits = dice.iter().all(|&dice| (1..=MOST_DICE).contains(&dice.into()));
    fits.then(|| Considered::new(dice.to_vec(), enough, change))
}

/// How many targets of so many dice are kept: higher ones are out of reach.
fn targets(dice: u32) -> usize {
    5 * dice as usize + 1
}

fn row(rest: &mut &[u8], dice: u32) -> Option<Row> {
    let mut row = [0.0; TARGETS];
    for place in &mut row[..targets(dice)] {
        *place = chance(rest)?;
    }
    Some(row)
}

/// The next number, which is one from 0 to 1.
fn share(rest: &mut &[u8]) -> Option<f64> {
    Some(f64::from_le_bytes(take(rest)?)).filter(|number| (0.0..=1.0).contains(number))
}

/// The next number, a sum of chances from 0 to 1, apart from rounding.
pub(in crate::exact) fn chance(rest: &mut &[u8]) -> Option<f64> {
    Some(f64::from_le_bytes(take(rest)?)).filter(|chance| (-1e-9..1.0 + 1e-9).contains(chance))
}

/// The next bytes.
pub(in crate::exact) fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(*first)
}
