//! How many dice to commit.

use super::optimum::Optimum;
use super::ties::tie_floor;

/// The best number of dice to commit.
#[derive(Clone, Debug)]
pub struct Commitment {
    /// How many dice to commit.
    pub dice: u32,
    /// The best turn with that many.
    pub optimum: Optimum,
}

/// The fewest dice of 1 to `most` whose best turn ties with the best of all; `None` if `most` is 0.
///
/// `optimum(dice)` solves the turn, called once for each number of dice, in ascending order.
///
/// # Errors
/// The first error that `optimum` gives.
pub fn best_commitment<E>(
    most: u32,
    mut optimum: impl FnMut(u32) -> Result<Optimum, E>,
) -> Result<Option<Commitment>, E> {
    let mut ties: Vec<Commitment> = Vec::new();
    let mut best = f64::NEG_INFINITY;
    for dice in 1..=most {
        let next = Commitment { dice, optimum: optimum(dice)? };
        best = if next.optimum.value > best { next.optimum.value } else { best };
        ties.push(next);
        ties.retain(|tie| tie.optimum.value >= tie_floor(best));
    }
    Ok(ties.into_iter().next())
}

/// The fewest dice whose value ties with the best, given the values of 1, 2, … dice; 1 if there are none.
pub fn fewest_dice(values: &[f64]) -> u32 {
    let best = values.iter().fold(f64::NEG_INFINITY, |best, &value| if value > best { value } else { best });
    values.iter().position(|&value| value >= tie_floor(best)).map_or(1, |place| place as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::super::twin::{condition, turn};
    use super::super::{Objective, Turn, TurnError};
    use super::*;
    use crate::games::gang::Trigger;

    fn expected_total(id: &str, dice: u32) -> Result<Optimum, TurnError> {
        turn(id, Trigger::Bomb, dice).optimum(|result| Objective::ExpectedTotal.value(result))
    }

    #[test]
    fn the_best_of_all_numbers() {
        let values: Vec<f64> = (1..=8).map(|dice| expected_total("sum>=7", dice).unwrap().value).collect();
        let highest = values.iter().copied().fold(0.0, f64::max);
        let best = best_commitment(8, |dice| expected_total("sum>=7", dice)).unwrap().unwrap();
        assert_eq!((best.optimum.value, values[best.dice as usize - 1]), (highest, highest));
        assert!((2..8).contains(&best.dice), "neither end: {values:?}");
        assert!(best_commitment(0, |dice| expected_total("pair", dice)).unwrap().is_none());
    }

    /// A turn whose results are all worth the same has that value, whatever the number of dice.
    #[test]
    fn the_fewest_dice_of_those_that_tie_with_the_best() {
        let chosen = |values: &[f64]| {
            let solve = |dice: u32| {
                Turn::new(dice, 1, Trigger::Bomb, condition("pair"))?.optimum(|_| values[dice as usize - 1])
            };
            let dice = best_commitment(values.len() as u32, solve).unwrap().unwrap().dice;
            assert_eq!(fewest_dice(values), dice);
            dice
        };
        assert_eq!(chosen(&[1.0, 1.0, 1.0]), 1);
        assert_eq!(chosen(&[0.5, 1.0, 1.0]), 2);
        assert_eq!(chosen(&[1.0 - 1.6e-12, 1.0 - 0.8e-12, 1.0, 0.3]), 2);
        assert_eq!(chosen(&[-1.0 - 1.6e-12, -1.0 - 0.8e-12, -1.0, -2.0]), 2);
    }

    #[test]
    fn the_first_error_is_passed_on() {
        let solve = |dice| if dice < 3 { expected_total("pair", dice) } else { Err(TurnError::Dice { dice }) };
        assert_eq!(best_commitment(4, solve).unwrap_err(), TurnError::Dice { dice: 3 });
    }
}
