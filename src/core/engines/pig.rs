//! Luck in Pig for two players: what each roll gave or took, by the values of the solved game.
//!
//! Owns adding it up over a game. Rolls are independent of all that was before, so nothing has to be known of the strategies,
//! and any values leave the mean as it is; the closer play is to these, the less luck is left.

use crate::engines::luck::{
    Cancel, CancelledShares, KnownOptions, Luck, SeatValues, Valuer, WHOLE_VALUE, cancelled_for_two, values_of_two,
};
use crate::exact::pig::{MOST_SOLVED, Optimal, RollValues, WHOLE_ROLL};
use crate::games::pig::Pig;
use crate::games::{Game, Outcome, Seating};

/// What luck is in a game of Pig.
pub(super) struct PigLuck {
    values: RollValues,
    sides: i64,
}

impl PigLuck {
    /// What luck is in this game.
    ///
    /// # Errors
    /// Why that is not known.
    pub(super) fn new(game: &Pig) -> Result<PigLuck, String> {
        if game.seats() != 2 {
            return Err(format!("it is known of Pig for 2 players, not for {}", game.seats()));
        }
        let too_high =
            || format!("it is known of Pig for a goal of at most {MOST_SOLVED}, not for {}", game.rules().goal);
        if game.rules().goal > MOST_SOLVED {
            return Err(too_high());
        }
        let values = RollValues::new(game.rules(), &Optimal::solve(game.rules())).ok_or_else(too_high)?;
        Ok(PigLuck { values, sides: game.rules().sides.into() })
    }
}

impl Luck for PigLuck {
    fn worker(&self) -> Box<dyn Cancel + '_> {
        Box::new(Canceller { of: self, luck: 0 })
    }

    fn valuer(&self) -> Box<dyn Valuer + '_> {
        Box::new(&self.values)
    }
}

/// By best play of both, whoever plays.
impl Valuer for &RollValues {
    fn before(&mut self, _: &Seating, numbers: &[u32]) -> Option<SeatValues> {
        let &[seat, total, _, first, second] = numbers else { return None };
        let scores = if seat == 0 { (first, second) } else { (second, first) };
        Some(values_of_two(seat as usize, f64::from(self.value(scores, total)) / f64::from(WHOLE_ROLL)))
    }

    fn options(&self) -> KnownOptions {
        KnownOptions::AfterChance
    }

    fn stake(&mut self, numbers: &[u32]) -> Option<(usize, f64)> {
        let &[seat, total, number, first, second] = numbers else { return None };
        let scores = if seat == 0 { (first, second) } else { (second, first) };
        Some((seat as usize, RollValues::stake(self, scores, total, number)?))
    }
}

struct Canceller<'l> {
    of: &'l PigLuck,
    /// What luck gave the first seat in the game so far.
    luck: i64,
}

impl Cancel for Canceller<'_> {
    fn chance_falls(&mut self, numbers: &[u32]) {
        match *numbers {
            [0, total, number, own, other] => self.luck += self.of.values.luck((own, other), total, number),
            [_, total, number, other, own] => self.luck -= self.of.values.luck((own, other), total, number),
            _ => {}
        }
    }

    fn game(&mut self, _: &Seating, outcome: &Outcome) -> CancelledShares {
        let (unit, whole) = (i64::from(WHOLE_ROLL) * self.of.sides, i64::from(WHOLE_VALUE));
        let luck = i128::from(std::mem::take(&mut self.luck)) * i128::from(whole);
        // Rounded to the nearest; a tie of halves is no matter of a thousand-millionth of a win.
        let luck = (2 * luck + i128::from(unit)).div_euclid(2 * i128::from(unit)) as i64;
        cancelled_for_two(outcome, luck)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::RunKey;
    use crate::engines::{DiceEngine, Engine};
    use crate::games::WHOLE_WIN;
    use crate::games::declaration::NoAnswer;
    use crate::games::pig::{BEST_OTHER, Rules, SCORE, Strategy, TURN_TOTAL, View};

    /// Plays as well as it can, or rolls until it has so much.
    enum Player {
        Best(Optimal),
        Hold(u32),
    }

    impl Strategy for Player {
        fn rolls(&self, view: &View<'_>) -> Result<bool, NoAnswer> {
            let (own, other, total) = (view.ask(SCORE), view.ask(BEST_OTHER), view.ask(TURN_TOTAL));
            Ok(match self {
                Player::Best(optimal) => !optimal.holds(own, other, total),
                Player::Hold(from) => total < *from,
            })
        }
    }

    /// The win shares of the first seat in some games, as played and without luck.
    fn shares(rules: Rules, [first, second]: [&Player; 2], games: u64) -> Vec<[f64; 2]> {
        let game = Pig::new(rules, 2).unwrap();
        let strategies: [&dyn Strategy; 2] = [first, second];
        let (luck, engine) = (PigLuck::new(&game).unwrap(), DiceEngine { game: &game, strategies: &strategies });
        let mut shown = luck.worker();
        let play = |number| {
            let outcome = engine.play(&[0, 1], RunKey::new(3).block(number), &mut engine.worker(), &mut shown).unwrap();
            let cancelled = shown.game(&[0, 1], &outcome);
            assert_eq!(cancelled[0] + cancelled[1], i64::from(WHOLE_VALUE));
            let played = f64::from(outcome.share[0]) / f64::from(WHOLE_WIN);
            [played, cancelled[0] as f64 / f64::from(WHOLE_VALUE)]
        };
        (0..games).map(play).collect()
    }

    /// Between two who play as well as they can, luck is all there is: without it every game comes to what the start is
    /// worth, 0.530593 (Neller and Presser 2004), but for the roundings of some sixty rolls.
    #[test]
    fn without_luck_optimal_play_is_worth_what_the_start_is() {
        let rules = Rules::default();
        let best = Player::Best(Optimal::solve(&rules));
        let all = shares(rules, [&best, &best], 200);
        assert!(all.iter().any(|share| share[0] == 0.0) && all.iter().any(|share| share[0] == 1.0));
        for [_, without] in all {
            assert!((without - 0.530593).abs() < 2e-6, "{without}");
        }
    }

    /// A turn limit, of which the values know nothing, and a player who is far from the best: the means agree within four
    /// standard errors, with a limit of five turns too.
    #[test]
    fn luck_is_nothing_on_average() {
        for (rules, hold) in [
            (Rules::default(), 12),
            (Rules { cap: 5, ..Rules::default() }, 30),
            (Rules { goal: 30, sides: 10, bust: 7, ..Rules::default() }, 9),
        ] {
            let players = (Player::Best(Optimal::solve(&rules)), Player::Hold(hold));
            let luck: Vec<f64> = shares(rules, [&players.0, &players.1], 4_000)
                .iter()
                .map(|[played, without]| played - without)
                .collect();
            let n = luck.len() as f64;
            let mean = luck.iter().sum::<f64>() / n;
            let variance = luck.iter().map(|luck| (luck - mean) * (luck - mean)).sum::<f64>() / (n - 1.0);
            assert!(mean.abs() < 4.0 * (variance / n).sqrt(), "{rules:?}: {mean}");
            assert!(variance > 0.01, "{rules:?}: there is luck");
        }
    }

    #[test]
    fn of_more_players_and_high_goals_luck_is_not_known() {
        let three = Pig::new(Rules::default(), 3).unwrap();
        assert!(PigLuck::new(&three).is_err_and(|error| error.contains("2 players, not for 3")));
        let far = Pig::new(Rules { goal: 201, ..Rules::default() }, 2).unwrap();
        assert!(PigLuck::new(&far).is_err_and(|error| error.contains("at most 200, not for 201")));
    }
}
