//! `combo-hunter` and `optimal-turn`: the most coins.
//!
//! Both count the coins of this turn exactly: what the combo brings in the present situation with the greedy choices,
//! less the coin paid. **combo-hunter** stops there; keeping the POT is nothing to it. **optimal-turn** adds the chance
//! of keeping the POT times the coins in it, the coin just paid among them. It assumes that each of the other players
//! has exactly one turn after a change of control, rerolls up to `rivals` times, whether it could pay or not, for the
//! highest chance of beating the score, and that a POT that is lost is lost for good; what others pay into it, and what
//! coins are worth near the end of the game, it does not see.

use super::max_sum::{of_plan, purse, with_purse};
use super::situation::Situation;
use super::thief::beating;
use analyze::exact::pot::{Optimum, Purse, Solutions, Values};
use analyze::games::pot::{
    Combo, Combos, Decision, DiceSet, NoAnswer, PolicyId, Rerolled, Roll, Strategy, TO_BEAT, TurnResult, View,
};

/// Added to all values, so that none is negative and ties are told by size.
const RAISE: f64 = 8.0;

/// The chances of keeping the POT with each score, 0 to 15.
type Holding = [f64; 16];

/// Rerolls for the most coins.
pub(super) struct MostCoins {
    pay: u32,
    seats: usize,
    combos: Combos,
    /// Only for those who want to keep the POT.
    holding: Option<Holding>,
    solutions: Solutions,
}

impl MostCoins {
    /// Counts the coins of combos alone.
    pub(super) fn of_combos(pay: u32, seats: usize, combos: Combos) -> MostCoins {
        MostCoins { pay, seats, combos, holding: None, solutions: Solutions::default() }
    }

    /// Counts the coins of the POT too, against others who reroll up to `rivals` times.
    pub(super) fn with_pot(pay: u32, rivals: u32, seats: usize, combos: Combos) -> MostCoins {
        let holding = Some(holding(rivals, seats, combos));
        MostCoins { holding, ..MostCoins::of_combos(pay, seats, combos) }
    }

    /// What a result is worth, with nobody in control if there is no score to beat.
    fn worth(&self, situation: Situation, to_beat: Option<u8>, result: TurnResult) -> f64 {
        let paid = u32::from(result.rerolled == Rerolled::Paid);
        let coins = f64::from(situation.gain(result.combo, paid, self.seats)) - f64::from(paid);
        let scored = !matches!(result.combo, Combo::Ones | Combo::Pot);
        let takes = scored && to_beat.is_none_or(|score| result.score > score);
        let keeping = match &self.holding {
            Some(holding) if takes => holding[usize::from(result.score)] * f64::from(situation.pot + paid),
            _ => 0.0,
        };
        RAISE + coins + keeping
    }
}

/// The chance that none of the others beats a score, each in one turn.
fn holding(rivals: u32, seats: usize, combos: Combos) -> Holding {
    std::array::from_fn(|score| {
        let values = beating(score as u8, combos);
        let beaten = match rivals {
            0 => values.standing(),
            1 => Optimum::of(&values, Purse::Empty).value,
            _ => Optimum::of(&values, Purse::Coins).value,
        };
        (1..seats).fold(1.0, |chance, _| chance * (1.0 - beaten))
    })
}

/// A plan's number: the situation, and one more than the score to beat.
fn number(situation: Situation, to_beat: Option<u8>) -> u64 {
    u64::from(to_beat.map_or(0, |score| score + 1)) << Situation::NUMBER_BITS | situation.number()
}

impl Strategy for MostCoins {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let (situation, choices) = Situation::new(view);
        let to_beat = self.holding.and_then(|_| (view.ask(TO_BEAT) as u8).checked_sub(1));
        Ok(Decision { rerolls: with_purse(number(situation, to_beat), purse(view, self.pay)), choices })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        let (number, purse) = of_plan(plan);
        let to_beat = ((number >> Situation::NUMBER_BITS) as u8).checked_sub(1);
        let situation = Situation::of_number(number);
        let values = || Values::of_results(self.combos, |result| self.worth(situation, to_beat, result));
        Ok(self.solutions.optimum(number, purse, values).plan.reroll(roll))
    }
}
