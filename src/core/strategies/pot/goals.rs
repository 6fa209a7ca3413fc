//! What the exact engine is asked to reroll for.
//!
//! Owns the goals, their numbers, and what each makes of a turn's result. A file or a script chooses a goal from what it
//! sees; the plan that is best for it is solved once.

use super::taking::Gains;
use crate::exact::pot::{Optimum, Purse, Solutions, Values};
use crate::games::Game;
use crate::games::pot::{Combo, Combos, DiceSet, Pot, Rerolled, Roll, TurnResult};
use crate::strategies::rerolls::{pack, unpack};
use std::sync::OnceLock;

/// The highest sum of three dice.
const HIGHEST: u8 = 15;
/// Added to all values in coins, so that none is negative and ties are told by size.
const RAISE: f64 = 8.0;
/// How often a turn can be rerolled.
pub(super) const MOST_REROLLS: u8 = 2;

/// Whether a turn can use the paid reroll.
pub(super) fn purse(pays: bool) -> Purse {
    if pays { Purse::Coins } else { Purse::Empty }
}

/// What to reroll for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Goal {
    /// The highest expected sum: 1 1 1 is worth nothing, P O T as much as 5 5 5.
    Sum,
    /// The highest chance of a sum of at least this, or of P O T.
    Reach(u8),
    /// The most coins: those of the combo, less the coin paid; and of the POT, if it is to be kept.
    Coins(Gains, Option<Keep>),
}

/// What is thought of the players still to come.
///
/// Each of the others has exactly one turn after a change of control, and rerolls up to `rivals` times, whether it could
/// pay or not, for the highest chance of beating the score; a POT that is lost is lost for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Keep {
    /// How often each rerolls, up to [`MOST_REROLLS`].
    pub(super) rivals: u8,
    /// The lowest sum that takes control, 0 if any does.
    pub(super) to_beat: u8,
}

/// The bits of the parts of a number: its kind; the sum or the gains; of what is kept the sum, at most 16, and the rerolls.
const BITS: [u32; 4] = [2, Gains::NUMBER_BITS, 5, 3];

impl Goal {
    /// A number below 2^31.
    pub(super) fn number(self) -> u64 {
        let parts = match self {
            Goal::Sum => [0; 4],
            Goal::Reach(sum) => [1, sum.into(), 0, 0],
            Goal::Coins(gains, None) => [2, gains.number(), 0, 0],
            Goal::Coins(gains, Some(Keep { rivals, to_beat })) => [3, gains.number(), to_beat.into(), rivals.into()],
        };
        pack(parts, BITS)
    }

    /// The goal of a number; any number is one.
    pub(super) fn of_number(number: u64) -> Goal {
        let [kind, what, to_beat, rivals] = unpack(number, BITS);
        let keep = Keep { rivals: (rivals as u8).min(MOST_REROLLS), to_beat: to_beat as u8 };
        match kind {
            0 => Goal::Sum,
            1 => Goal::Reach(what as u8 & 31),
            _ => Goal::Coins(Gains::of_number(what), (kind == 3).then_some(keep)),
        }
    }
}

/// Whether a result is a sum of at least this, or P O T.
fn reaches(result: TurnResult, least: u8) -> bool {
    result.combo == Combo::Pot || (result.combo != Combo::Ones && result.score >= least)
}

/// What a turn is worth that must come to a sum of at least `least`: the chance that it does.
fn reaching(least: u8, combos: Combos) -> Values {
    Values::of_results(combos, |result| f64::from(u8::from(reaches(result, least))))
}

/// The chances that none of the others beats each score, 0 to 15.
type Holding = [f64; 16];

/// Solves goals at a table, each once.
pub(super) struct Solver {
    seats: usize,
    combos: Combos,
    solutions: Solutions,
    /// By how often the others reroll.
    holding: [OnceLock<Holding>; 3],
}

impl Solver {
    /// Nothing solved yet.
    pub(super) fn new(game: &Pot) -> Solver {
        let (seats, combos) = (game.seats(), game.rules().combos());
        Solver { seats, combos, solutions: Solutions::default(), holding: Default::default() }
    }

    /// Which combos there are.
    pub(super) fn combos(&self) -> Combos {
        self.combos
    }

    /// What the best plan for the goal of a number rerolls.
    pub(super) fn reroll(&self, goal: u64, purse: Purse, roll: &Roll) -> DiceSet {
        self.solutions.optimum(goal, purse, || self.values(Goal::of_number(goal))).plan.reroll(roll)
    }

    /// What the best plan for a goal is worth; in coins it may be less than 0.
    pub(super) fn value(&self, goal: Goal, purse: Purse) -> f64 {
        let value = self.solutions.optimum(goal.number(), purse, || self.values(goal)).value;
        if matches!(goal, Goal::Coins(..)) { value - RAISE } else { value }
    }

    fn values(&self, goal: Goal) -> Values {
        match goal {
            Goal::Sum => Values::of_results(self.combos, |result| match result.combo {
                Combo::Pot => f64::from(HIGHEST),
                _ => f64::from(result.score),
            }),
            Goal::Reach(least) => reaching(least, self.combos),
            Goal::Coins(gains, keep) => self.coins(gains, keep),
        }
    }

    /// What each result brings, [`RAISE`] added.
    fn coins(&self, gains: Gains, keep: Option<Keep>) -> Values {
        let paid =
            |paid| Combo::ALL.map(|combo| RAISE + f64::from(gains.gain(combo, paid, self.seats)) - f64::from(paid));
        let (coins, pot) = ([paid(0), paid(1)], gains.pot());
        Values::of_results(self.combos, |result| {
            let paid = u32::from(result.rerolled == Rerolled::Paid);
            let coins = coins[paid as usize][result.combo as usize];
            let scored = !matches!(result.combo, Combo::Ones | Combo::Pot);
            match keep.filter(|keep| scored && result.score >= keep.to_beat) {
                Some(keep) => coins + self.holding(keep.rivals)[usize::from(result.score)] * f64::from(pot + paid),
                None => coins,
            }
        })
    }

    /// The chance that none of the others beats a score, each in one turn with up to so many rerolls.
    fn holding(&self, rivals: u8) -> &Holding {
        self.holding[usize::from(rivals.min(MOST_REROLLS))].get_or_init(|| {
            std::array::from_fn(|score| {
                let values = reaching(score as u8 + 1, self.combos);
                let beaten = match rivals {
                    0 => values.standing(),
                    1 => Optimum::of(&values, Purse::Empty).value,
                    _ => Optimum::of(&values, Purse::Coins).value,
                };
                (1..self.seats).fold(1.0, |chance, _| chance * (1.0 - beaten))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pot::Rules;

    #[test]
    fn a_number_stands_for_its_goal() {
        let gains = Gains::of_number((1 << Gains::NUMBER_BITS) - 1);
        let keep = Keep { rivals: 2, to_beat: 16 };
        for goal in
            [Goal::Sum, Goal::Reach(0), Goal::Reach(16), Goal::Coins(gains, None), Goal::Coins(gains, Some(keep))]
        {
            assert!(goal.number() < 1 << 31);
            assert_eq!(Goal::of_number(goal.number()), goal);
        }
    }

    /// All but 1 1 1 is at least 0; nothing but P O T is at least 16, which three rolls show least often.
    #[test]
    fn chances_at_the_ends() {
        let solver = Solver::new(&Pot::new(Rules::default(), 3).unwrap());
        let chance = |least| solver.value(Goal::Reach(least), Purse::Empty);
        assert!((chance(0) - 215.0 / 216.0).abs() < 1e-12);
        assert!(chance(16) > 1.0 / 216.0 && chance(16) < 0.05);
    }
}
