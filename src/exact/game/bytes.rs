//! The values as bytes, for whoever keeps them.
//!
//! Owns the form: the first line, what is considered, and the numbers, little-endian. That they are whole and belong to the
//! game is for the keeper to see to; whatever else does not fit is refused.

use super::positions::{Course, Values};
use super::{GameValues, MOST_DICE};
use crate::games::gang::Gang;

/// The first line; its number goes up with everything that changes a value or its place.
pub const FORM: &str = "analyze: values of Gang of Dice, form 1\n";

impl GameValues {
    /// All that [`GameValues::from_bytes`] needs beside the game.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = FORM.as_bytes().to_vec();
        bytes.extend(self.considered.iter().flatten().map(|&dice| dice as u8));
        let numbers = self.values.iter().flat_map(Values::numbers);
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// The values of this game from bytes; `None` if these are not of such a game.
    pub fn from_bytes(gang: &Gang, bytes: &[u8]) -> Option<GameValues> {
        let mut rest = bytes.strip_prefix(FORM.as_bytes())?;
        let mut solved = GameValues::new(gang, Course::new(gang));
        let rounds = solved.rounds();
        for _ in 0..rounds {
            let (dice, after) = rest.split_at_checked(solved.cards.len())?;
            solved.considered.push(dice.iter().map(|&dice| dice.into()).collect());
            rest = after;
        }
        for round in 0..=rounds {
            let mut values = Values::before(&solved.course, round);
            for place in values.numbers_mut() {
                *place = number(&mut rest).filter(|number| (0.0..=1.0).contains(number))?;
            }
            solved.values.push(values);
        }
        let fits = |(round, dice): (u32, &Vec<u32>)| {
            let fits = |(card, &dice): (&_, &u32)| match solved.course.deals(round, card) {
                true => (1..=MOST_DICE).contains(&dice),
                false => dice == 0,
            };
            solved.cards.iter().zip(dice).all(fits)
        };
        let is_whole = rest.is_empty() && (0..).zip(&solved.considered).all(fits);
        is_whole.then_some(solved)
    }
}

/// The next number.
fn number(rest: &mut &[u8]) -> Option<f64> {
    let (first, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(f64::from_le_bytes(*first))
}
