//! The highest chance that a turn of POT ends with a combo, and what the combo pays if all players have enough coins.
//!
//! Owns both numbers of a combo that follow from its dice and its payment alone.

use super::{Optimum, Purse, Values};
use crate::games::Seat;
use crate::games::pot::{
    Choices, Combo, Combos, Holdings, LegalChoices, MAX_SEATS, Pair, Rerolled, Rules, Run345Choice, TwosChoice,
};

/// Coins enough for any payment.
const ENOUGH: u32 = 1_000;

/// The highest chance that a turn ends with a combo, 0 to 1: that of the best plan to reroll for it.
pub fn highest_chance(combos: Combos, combo: Combo, purse: Purse) -> f64 {
    let shows = |shown: Combo| f64::from(u8::from(shown == combo));
    Optimum::of(&Values::of_results(combos, |result| shows(result.combo)), purse).value
}

/// What a combo changes where nobody lacks coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pays {
    /// The coins of the roller.
    pub own: i32,
    /// The coins of the roller less those of one of the others, on average over them; in parts, as many as there are others.
    pub lead: i32,
}

/// What a combo pays at a table of `seats`, where nobody lacks coins and the POT has what the bank adds to it each round, with
/// the choices that bring the roller most, and of these those that leave the others least.
///
/// # Panics
/// If `seats` is not 2 to 5.
pub fn pays(rules: &Rules, combo: Combo, seats: usize) -> Pays {
    let before = Holdings::of(&[ENOUGH; MAX_SEATS][..seats], ENOUGH, rules.stake);
    let paid = |choices: LegalChoices| {
        let mut after = before;
        let own = after.pay_turn(Seat(0), combo, Rerolled::Never, choices);
        let others = after.all_coins()[1..].iter().map(|&coins| coins as i32 - ENOUGH as i32).sum::<i32>();
        Pays { own, lead: own * (seats as i32 - 1) - others }
    };
    choices(seats).map(paid).max().unwrap_or(Pays { own: 0, lead: 0 })
}

/// One of each sort of choices that there is at a table of `seats`.
fn choices(seats: usize) -> impl Iterator<Item = LegalChoices> {
    let of_two = LegalChoices::OF_TWO.into_iter().filter(move |_| seats == 2);
    let (next, pair) = (Choices::next(seats), Pair::next(seats));
    let twos = [TwosChoice::Bank, TwosChoice::One(pair.first), TwosChoice::Two(pair)];
    let more = twos.into_iter().filter_map(move |twos| Choices { twos, ..next }.legal(seats).ok());
    let with_run = move |choices: LegalChoices| {
        let others = Choices { run345: Run345Choice::Others(pair), ..choices.get() };
        [Some(choices), others.legal(seats).ok()].into_iter().flatten()
    };
    of_two.chain(more.filter(move |_| seats > 2).flat_map(with_run))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pot::{DiceSet, Throw, Zero};

    /// By hand from P06 and P12: with two players, and with three.
    #[test]
    fn combos_pay_what_the_rules_say() {
        let rules = Rules::default();
        let all = |seats| Combo::ALL.map(|combo| pays(&rules, combo, seats)).map(|pays| (pays.own, pays.lead));
        // none, 123, 234, 345, POT, 111, 222, 333, 444, 555, 420
        let two = [(0, 0), (1, 1), (1, 1), (2, 2), (5, 6), (-3, -3), (2, 4), (3, 4), (3, 4), (4, 3), (1, 0)];
        assert_eq!(all(2), two);
        let three = [(0, 0), (1, 2), (1, 2), (2, 6), (6, 14), (-3, -6), (2, 6), (3, 7), (4, 10), (3, 4), (1, 0)];
        assert_eq!(all(3), three);
    }

    /// The chance of the best of all ways to keep dice, counted out over all rolls: sets of dice for each roll, backward.
    #[test]
    fn chances_are_those_of_counting_all_rolls() {
        let combos = Combos::PUBLISHED;
        let over = |throw: Throw| throw == Throw::ONES || throw == Throw::POT;
        for combo in Combo::ALL.into_iter().skip(1) {
            let shows: Vec<f64> = Throw::all().map(|throw| f64::from(u8::from(throw.combo(combos) == combo))).collect();
            let once = |after: &[f64]| -> Vec<f64> {
                let mean = |throw: Throw, set: DiceSet| {
                    let falls = Throw::all().map(|fall| after[throw.with(set, fall).index()]);
                    falls.sum::<f64>() / Throw::all().len() as f64
                };
                let best = |throw: Throw| {
                    let all = DiceSet::all_sets().into_iter().filter(|set| !over(throw) && !set.is_empty());
                    all.map(|set| mean(throw, set)).fold(shows[throw.index()], f64::max)
                };
                Throw::all().map(best).collect()
            };
            let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
            let (free, paid) = (once(&shows), once(&once(&shows)));
            for (purse, expected) in [(Purse::Empty, mean(&free)), (Purse::Coins, mean(&paid))] {
                let found = highest_chance(combos, combo, purse);
                assert!((found - expected).abs() < 1e-12, "{combo:?} {purse:?}: {found} {expected}");
            }
        }
    }

    #[test]
    fn a_combo_that_is_left_out_never_comes() {
        for combo in Combo::ALL.into_iter().skip(1) {
            let combos = Combos::new(Zero::Any, Some(combo));
            assert_eq!(highest_chance(combos, combo, Purse::Coins), 0.0);
        }
    }
}
