//! Luck in Battle Dice: what the throws of each duel gave or took.
//!
//! Owns the sum over a game, and the values of positions. Luck is measured in quiet duels, which have the draws of the real ones
//! and exact chances ([`Quiet`]). So it is 0 on average, whatever the strategies do in a duel. The more similar quiet and real
//! duels are, the more luck is cancelled. The values of tables ([`Tables`]) need strategies that decide by the table alone
//! between duels. The luck of duels in which dice could act, and that of the others, is multiplied by a weight each. The weights
//! are found in games that are played in advance. These games also say how far the values are off.

use super::engine::{DiceEngine, Engine};
use super::luck::{Cancel, CancelledShares, Luck, SeatValues, Valuer, WHOLE_VALUE};
use super::seating::Seatings;
use crate::dice::RunKey;
use crate::games::battle::quiet::{Fight, Quiet, Stage, count_kept};
use crate::games::battle::value::{LineUp, Shares, Tables};
use crate::games::battle::{Battle, Conduct, told_duel};
use crate::games::{Fault, Game, Outcome, Seating, StrategyIndex, WHOLE_WIN};

/// The most different seatings whose values are kept.
const MOST_SEATINGS: usize = 24;
/// The most tables with the tables that follow, in all seatings: one to two kilobytes each.
const MOST_TABLES: usize = 1 << 15;

/// What luck is in a game of Battle Dice.
pub(super) struct BattleLuck<'g> {
    game: &'g Battle,
    /// Quiet duels, as a worker begins with them.
    quiet: Quiet<'g>,
    tables: Vec<(Vec<StrategyIndex>, Tables)>,
    /// The weight of the luck in duels in which nobody could act, and that in the others, 0 to 1.
    weights: [f64; 2],
    /// How far the values of positions are off at least.
    off: f64,
}

/// The most games for measuring the weights.
const WEIGHED: u64 = 1_500;
/// After this many duels, no other game begins.
const MOST_DUELS: usize = 50_000;
/// Values that are off by more are no win probabilities.
const MOST_OFF: f64 = 0.01;
/// The seed of their draws: the digits of e.
const SEED: u64 = 2_718_281_828_459_045_235;

/// What duels gave each seat: those in which nobody could act, and the others.
type Gained = [Shares; 2];

impl<'g> BattleLuck<'g> {
    /// What luck is for strategies with these names in these seatings; `go_on` is asked as the work goes on.
    ///
    /// # Errors
    /// Why that is not known.
    pub(super) fn new(
        game: &'g Battle,
        strategies: &'g [&'g <Battle as Game>::Strategy],
        names: &[String],
        seatings: &Seatings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<BattleLuck<'g>, String> {
        let mut different: Vec<&Seating> = Vec::new();
        for seating in seatings.iter() {
            if !different.contains(&seating) {
                different.push(seating);
            }
        }
        if different.len() > MOST_SEATINGS {
            let number = different.len();
            return Err(format!(
                "in Battle Dice, it is known for at most {MOST_SEATINGS} different orders of the seats, and there are {number} \
                 (choose --seating rotate)"
            ));
        }
        let draws = |strategy: &StrategyIndex| {
            !strategies[*strategy].plays_by_table() || !strategies[*strategy].drafts_by_table()
        };
        if let Some(&strategy) = different.iter().flat_map(|seating| seating.iter()).find(|strategy| draws(strategy)) {
            let name = &names[strategy];
            return Err(format!(
                "{name} may look at more than the table between duels, because it uses coins, the turn, or draws of its own"
            ));
        }
        let conducts: Vec<Conduct> = strategies.iter().map(|strategy| strategy.conduct()).collect();
        let fails = |fault: Fault| format!("a strategy fails: {}", fault.returned);
        let mut quiet = Quiet::new(game, conducts);
        let stopped = || "it was stopped".to_owned();
        let kept = count_kept(&mut quiet, game, (strategies, &different), go_on).map_err(fails)?.ok_or_else(stopped)?;
        let mut quiet = quiet.with(kept).in_stage(Stage::Values);
        let (most, mut first, mut tables) = (MOST_TABLES / different.len().max(4), 0, Vec::new());
        for seating in different {
            let lineup = LineUp { game, strategies, seating };
            let found = Tables::find(lineup, &mut quiet, (most, first), go_on).map_err(fails)?.ok_or_else(stopped)?;
            first = found.rare;
            tables.push((seating.to_vec(), found));
        }
        let luck = BattleLuck { game, quiet: quiet.in_stage(Stage::Weighing), tables, weights: [0.0; 2], off: 0.0 };
        let (weights, off, quiet) = luck.weigh(strategies, go_on).map_err(fails)?.ok_or_else(stopped)?;
        Ok(BattleLuck { weights, off, quiet: quiet.in_stage(Stage::Playing), ..luck })
    }

    /// The same, as values of positions.
    ///
    /// # Errors
    /// Why they are not known.
    pub(super) fn or_off(self) -> Result<BattleLuck<'g>, String> {
        match self.off > MOST_OFF {
            true => Err(format!(
                "the values of positions are off by {:.3} for these strategies: they leave out what dice do to each other, and \
                 they are rough where games rarely come",
                self.off
            )),
            false => Ok(self),
        }
    }

    /// The weights that leave the least luck in games that are played in advance, how far values are off in them, and the quiet
    /// duels with what was found out about them. `None` if `go_on` stops it.
    ///
    /// # Errors
    /// The fault of a strategy.
    fn weigh(
        &self,
        strategies: &[&<Battle as Game>::Strategy],
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<([f64; 2], f64, Quiet<'g>)>, Fault> {
        let (engine, mut canceller) = (DiceEngine { game: self.game, strategies }, Box::new(self.canceller()));
        let (mut worker, mut weights, mut off) = (engine.worker(), Weights::default(), Off::default());
        let mut duels = 0;
        for number in 0..WEIGHED {
            if !go_on() {
                return Ok(None);
            }
            if duels >= MOST_DUELS {
                break;
            }
            let seating = &self.tables[number as usize % self.tables.len()].0;
            let outcome = engine.play(seating, RunKey::new(SEED).block(number), &mut worker, &mut canceller)?;
            duels += canceller.duels.len();
            let shares = outcome.share.map(|share| f64::from(share) / f64::from(WHOLE_WIN));
            let values = canceller.duels.iter().filter_map(|numbers| self.worth(seating, numbers));
            off.game(&shares[..seating.len()], values);
            weights.game(&shares[..seating.len()], canceller.gained(seating));
        }
        Ok(Some((weights.best(), off.at_least(), canceller.quiet)))
    }

    /// What the table is worth of which these numbers tell.
    fn worth(&self, seating: &Seating, numbers: &[u32]) -> Option<&Shares> {
        let (_, state, _) = told_duel(self.game.rules(), numbers)?;
        self.tables(seating)?.worth(&state)
    }

    fn canceller(&self) -> Canceller<'_, 'g> {
        Canceller { of: self, quiet: self.quiet.clone(), duels: Vec::new() }
    }

    fn tables(&self, seating: &Seating) -> Option<&Tables> {
        self.tables.iter().find(|(known, _)| known == seating).map(|(_, tables)| tables)
    }
}

impl Luck for BattleLuck<'_> {
    fn worker(&self) -> Box<dyn Cancel + '_> {
        Box::new(self.canceller())
    }

    fn valuer(&self) -> Box<dyn Valuer + '_> {
        Box::new(self)
    }
}

/// What luck and results of games have in common.
#[derive(Default)]
struct Weights {
    together: [f64; 2],
    squares: [f64; 2],
}

impl Weights {
    /// Gains are 0 on average, so the mean of the shares need not be subtracted. The two are not correlated, because each is 0 on
    /// average whatever came before it.
    fn game(&mut self, shares: &[f64], gained: Gained) {
        for (seat, share) in shares.iter().enumerate() {
            for (sort, gained) in gained.iter().enumerate() {
                self.together[sort] += share * gained[seat];
                self.squares[sort] += gained[seat] * gained[seat];
            }
        }
    }

    fn best(&self) -> [f64; 2] {
        let weight = |sort: usize| (self.together[sort] / self.squares[sort]).clamp(0.0, 1.0);
        std::array::from_fn(|sort| if self.squares[sort] > 0.0 { weight(sort) } else { 0.0 })
    }
}

/// By how much seats won more than their values said, of unlikely winners and of likely ones: the number of values, the sum over
/// all of them, and that of the squares of the sums of games.
#[derive(Default)]
struct Off([[f64; 3]; 2]);

impl Off {
    fn game<'v>(&mut self, shares: &[f64], values: impl Iterator<Item = &'v Shares>) {
        let mut sums = [0.0; 2];
        for worth in values {
            for (share, worth) in shares.iter().zip(worth) {
                let sort = usize::from(*worth > 1.0 / shares.len() as f64);
                self.0[sort][0] += 1.0;
                sums[sort] += share - worth;
            }
        }
        for (all, sum) in self.0.iter_mut().zip(sums) {
            all[1] += sum;
            all[2] += sum * sum;
        }
    }

    /// The mean error less two standard errors, over games, which are independent.
    fn at_least(&self) -> f64 {
        let of = |[values, sum, squares]: [f64; 3]| (sum.abs() - 2.0 * squares.sqrt()) / values.max(1.0);
        self.0.map(of).into_iter().fold(0.0, f64::max)
    }
}

/// The values of tables between duels.
impl Valuer for &BattleLuck<'_> {
    fn before(&mut self, seating: &Seating, numbers: &[u32]) -> Option<SeatValues> {
        Some(self.worth(seating, numbers)?.map(|worth| (worth.clamp(0.0, 1.0) * f64::from(WHOLE_VALUE)).round() as u32))
    }
}

struct Canceller<'l, 'g> {
    of: &'l BattleLuck<'g>,
    quiet: Quiet<'g>,
    /// The numbers of the duels of the game so far.
    duels: Vec<Vec<u32>>,
}

impl Canceller<'_, '_> {
    /// What the quiet duels of a game that is over gave each seat, in shares of the win.
    fn gained(&mut self, seating: &Seating) -> Gained {
        let mut all = Gained::default();
        let tables = self.of.tables(seating);
        for numbers in self.duels.drain(..) {
            let Some((block, state, duel)) = told_duel(self.of.game.rules(), &numbers) else { continue };
            let Some(ahead) = tables.and_then(|tables| tables.ahead(&state)).filter(|ahead| ahead.duel == duel) else {
                continue;
            };
            let fight = Fight { seating, state: &state, duel };
            let gained = self.quiet.gains(fight, block).map(|gains| ahead.worth(&gains)).unwrap_or_default();
            let part = &mut all[usize::from(self.quiet.can_act(fight))];
            part.iter_mut().zip(gained).for_each(|(all, gained)| *all += gained);
        }
        all
    }

    /// What luck gave each seat in a game that is over.
    fn luck(&mut self, seating: &Seating) -> Shares {
        let (gained, weights) = (self.gained(seating), self.of.weights);
        std::array::from_fn(|seat| (0..2).map(|sort| weights[sort] * gained[sort][seat]).sum())
    }
}

impl Cancel for Canceller<'_, '_> {
    fn chance_falls(&mut self, numbers: &[u32]) {
        self.duels.push(numbers.to_vec());
    }

    fn game(&mut self, seating: &Seating, outcome: &Outcome) -> CancelledShares {
        let luck = self.luck(seating);
        let mut cancelled = CancelledShares::default();
        for seat in 0..seating.len() {
            let played = i64::from(outcome.share[seat]) * i64::from(WHOLE_VALUE / WHOLE_WIN);
            cancelled[seat] = played - (luck[seat] * f64::from(WHOLE_VALUE)).round() as i64;
        }
        cancelled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::SeatingRule;
    use crate::games::battle::{Award, Face, Rules, Strategy};
    use crate::strategies::find;

    /// What `work` makes of the luck among these strategies in rotated seats.
    fn with_luck<T>(
        names: &[&str],
        rules: Rules,
        work: impl FnOnce(&Battle, &[&<Battle as Game>::Strategy], &Seatings, Result<BattleLuck<'_>, String>) -> T,
    ) -> T {
        let game = Battle::new(rules, names.len()).unwrap();
        let built: Vec<_> = names.iter().map(|name| find(name, &game).unwrap().strategy).collect();
        let strategies: Vec<&dyn Strategy> = built.iter().map(|strategy| &**strategy).collect();
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let lineup: Vec<StrategyIndex> = (0..names.len()).collect();
        let seatings = Seatings::new(SeatingRule::Rotate, &lineup);
        let luck = BattleLuck::new(&game, &strategies, &names, &seatings, &|| true);
        work(&game, &strategies, &seatings, luck)
    }

    /// The win shares of each strategy in blocks of games, as played and without luck.
    fn shares(names: &[&str], rules: Rules, blocks: u64) -> Vec<Vec<[f64; 2]>> {
        with_luck(names, rules, |game, strategies, seatings, luck| {
            let (luck, engine) = (luck.unwrap(), DiceEngine { game, strategies });
            let (mut worker, mut shown) = (engine.worker(), luck.worker());
            let games = names.len() as f64;
            let block = |number| {
                let mut all = vec![[0.0; 2]; names.len()];
                for seating in seatings.iter() {
                    let key = RunKey::new(3).block(number);
                    let outcome = engine.play(seating, key, &mut worker, &mut shown).unwrap();
                    let cancelled = shown.game(seating, &outcome);
                    // What nobody has worked out was worth nothing to anybody.
                    let all_seats: i64 = cancelled.iter().sum();
                    assert!(all_seats.abs_diff(i64::from(WHOLE_VALUE)) < 8, "{names:?}: {cancelled:?}");
                    for (seat, &strategy) in seating.iter().enumerate() {
                        all[strategy][0] += f64::from(outcome.share[seat]) / f64::from(WHOLE_WIN) / games;
                        all[strategy][1] += cancelled[seat] as f64 / f64::from(WHOLE_VALUE) / games;
                    }
                }
                all
            };
            (0..blocks).map(block).collect()
        })
    }

    fn mean_and_variance(of: &[f64]) -> (f64, f64) {
        let n = of.len() as f64;
        let mean = of.iter().sum::<f64>() / n;
        (mean, of.iter().map(|one| (one - mean) * (one - mean)).sum::<f64>() / (n - 1.0))
    }

    /// Luck is 0 on average, within 4 standard errors. `least` is the luck gain that each line-up must exceed; it is high where
    /// few dice act on others.
    #[test]
    fn luck_is_nothing_on_average_and_most_of_it_is_cancelled() {
        let (rules, flat) = (Rules::default(), Rules { award: Award::Flat, goal: 26, ..Rules::default() });
        let mut points = Rules::default();
        points.dice.iter_mut().for_each(|die| die.faces[..4].fill(Face::VictoryPoint));
        let cases = [
            (vec!["elite", "points"], rules.clone(), 1000, 25.0),
            (vec!["elite", "points", "swarm"], rules.clone(), 800, 9.0),
            (vec!["swarm", "elite", "plain"], rules.clone(), 800, 12.0),
            (vec!["bully", "swarm", "powers"], rules, 400, 0.9),
            (vec!["points", "elite"], flat, 800, 15.0),
            // The chances are wrong with this many points. Without a weight, cancelling luck made the interval wider.
            (vec!["elite", "points"], points, 400, 0.95),
        ];
        for (names, rules, blocks, least) in cases {
            let all = shares(&names, rules, blocks);
            for strategy in 0..names.len().min(2) {
                let of = |which: usize| all.iter().map(|block| block[strategy][which]).collect::<Vec<f64>>();
                let luck: Vec<f64> = of(0).iter().zip(of(1)).map(|(played, without)| played - without).collect();
                let (mean, variance) = mean_and_variance(&luck);
                let z = mean / (variance / blocks as f64).sqrt();
                assert!(z.abs() < 4.0, "{names:?}: {z}");
                let gain = mean_and_variance(&of(0)).1 / mean_and_variance(&of(1)).1;
                assert!(gain > least, "{names:?}: {gain}");
            }
        }
    }

    /// Before each second duel of a game, the value of the table against the win share that follows, within 4 standard errors.
    #[test]
    fn positions_are_worth_what_is_won_from_them() {
        with_luck(&["elite", "points"], Rules::default(), |game, strategies, seatings, luck| {
            let (luck, engine) = (luck.unwrap(), DiceEngine { game, strategies });
            let (mut worker, mut valuer, mut told) = (engine.worker(), luck.valuer(), Box::new(luck.canceller()));
            let mut errors = [const { Vec::new() }; 2];
            for number in 0..4_000 {
                let seating = seatings.get(number % seatings.games());
                told.duels.clear();
                let outcome = engine.play(seating, RunKey::new(8).block(number), &mut worker, &mut told).unwrap();
                // A few tables are too rare to have a value.
                let Some(values) = told.duels.get(1).and_then(|numbers| valuer.before(seating, numbers)) else {
                    continue;
                };
                // The two seats have a whole win together.
                assert!(values[0].abs_diff(WHOLE_VALUE - values[1]) < 3, "{values:?}");
                let first = values[0] as f64 / f64::from(WHOLE_VALUE);
                let likely = usize::from(first > 0.5);
                errors[likely].push(f64::from(outcome.share[0]) / f64::from(WHOLE_WIN) - first);
            }
            for errors in errors {
                let (mean, variance) = mean_and_variance(&errors);
                assert!(errors.len() > 500, "{}", errors.len());
                assert!(mean.abs() < 4.0 * (variance / errors.len() as f64).sqrt(), "{mean}");
            }
        });
    }

    /// `powers` wins 2.9% against `elite` (20,000 games), and was said to win 0.4%.
    #[test]
    fn values_that_are_off_are_no_win_probabilities() {
        let off = |names: &[&str], rules| {
            with_luck(names, rules, |_, _, _, luck| luck.and_then(BattleLuck::or_off).err().unwrap_or_default())
        };
        let soon_over = Rules { cap: 5, ..Rules::default() };
        for (names, rules) in [(["powers", "elite"], Rules::default()), (["powers", "elite"], soon_over)] {
            let told = off(&names, rules);
            assert!(told.starts_with("the values of positions are off by 0.0") || told.contains("0.1"), "{told}");
        }
        assert_eq!(off(&["elite", "points"], Rules::default()), "");
        assert_eq!(off(&["elite", "points", "swarm"], Rules::default()), "");
    }

    #[test]
    fn of_strategies_that_toss_coins_between_duels_luck_is_not_known() {
        with_luck(&["elite", "random"], Rules::default(), |_, _, _, luck| {
            assert!(luck.is_err_and(|error| error.starts_with("random may look at more than the table")));
        });
    }
}
