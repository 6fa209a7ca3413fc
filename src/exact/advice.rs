//! What to do with every roll, told roll by roll.
//!
//! Owns the listing; what is best is decided by `optimum`.

use super::turn::{Turn, TurnError};
use crate::dice::Counts;
use crate::dice::multisets::layer;

/// What to do with a roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// The dice shown.
    pub roll: Counts,
    /// Those to keep: all of them to stop, and where the turn is over.
    pub keep: Counts,
    /// The expected value from here, if everything after is done at best too.
    pub value: f64,
    /// Whether the roll has ended the turn by itself: an explosion.
    pub over: bool,
}

impl Turn {
    /// What to do with each roll while all rerolls of the turn are left, in the order of ranks
    /// ([`multisets`](crate::dice::multisets)): the choices of [`Turn::optimum`] for the same values, and what
    /// they are worth.
    ///
    /// # Errors
    /// [`TurnError::Value`] if a value is infinite or not a number.
    pub fn advice<F: Fn(Option<u32>) -> f64>(&self, value: F) -> Result<impl Iterator<Item = Advice>, TurnError> {
        let (values, mut keeps) = self.backward(&self.final_values(value)?);
        let keeps = keeps.pop();
        Ok(layer(self.dice()).enumerate().map(move |(rank, roll)| Advice {
            roll,
            keep: keeps.as_deref().map_or(roll, |keeps| keeps[rank].counts()),
            value: values.layer(self.dice())[rank],
            over: self.ends_at(rank),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::twin::{BOTH, CONDITIONS, Twin};
    use super::super::{Objective, Turn};
    use super::*;

    /// Value and keep of every roll against enumeration, in integers: totals are whole numbers.
    #[test]
    fn agrees_with_enumeration() {
        for trigger in BOTH {
            for (id, holds) in CONDITIONS {
                let (dice, rerolls) = (3, 2);
                let twin = Twin::new(dice, rerolls, trigger, holds);
                let solved = twin.solve(|result| i128::from(result.unwrap_or(0)));
                let turn = Turn::new(dice, rerolls, trigger, holds).unwrap();
                let optimum = turn.optimum(|result| Objective::ExpectedTotal.value(result)).unwrap();
                let advice: Vec<Advice> =
                    turn.advice(|result| Objective::ExpectedTotal.value(result)).unwrap().collect();
                assert_eq!(advice.len(), twin.rolls.len());
                for advice in advice {
                    let faces: Vec<u8> = advice.roll.iter().collect();
                    let number = twin.rolls.iter().position(|(roll, _)| *roll == faces).unwrap();
                    let best = solved.options[usize::from(rerolls) - 1][number].iter().map(|option| option.1).max();
                    let value = best.unwrap() as f64 / twin.scale(rerolls) as f64;
                    assert!(
                        (advice.value - value).abs() < 1e-12,
                        "{id} {trigger} {faces:?}: {} for {value}",
                        advice.value
                    );
                    assert_eq!(Some(advice.keep), optimum.plan.keep(advice.roll, rerolls));
                    assert_eq!(advice.over, twin.explodes(number));
                }
            }
        }
    }

    #[test]
    fn without_rerolls_every_roll_is_final() {
        let turn = Turn::new(2, 0, BOTH[0], |_| false).unwrap();
        let advice: Vec<Advice> = turn.advice(|result| Objective::ExpectedTotal.value(result)).unwrap().collect();
        assert_eq!(advice.len(), 21);
        assert!(
            advice.iter().all(|advice| advice.keep == advice.roll && advice.value == f64::from(advice.roll.total()))
        );
    }
}
