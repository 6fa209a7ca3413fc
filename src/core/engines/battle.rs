//! Luck in Battle Dice: what the throws of each duel gave or took.
//!
//! Owns adding it up over a game, and what positions are worth. Luck is measured in quiet duels, which have the same draws as
//! the real ones, and whose chances are known exactly ([`Quiet`]). So it is 0 on average, whatever the strategies do in a
//! duel. The less quiet duels differ from real ones, the more of the luck is cancelled. What duels are worth is known for
//! strategies that decide by the table alone between duels ([`Tables`]). Where dice could act, what quiet duels gave has a
//! weight, which is found in games that are played beforehand.

use super::engine::{DiceEngine, Engine};
use super::luck::{Cancel, CancelledShares, Luck, SeatValues, Valuer, WHOLE_VALUE};
use super::seating::Seatings;
use crate::dice::RunKey;
use crate::games::battle::quiet::{Fight, Kept, Quiet, count_kept};
use crate::games::battle::value::{LineUp, Tables};
use crate::games::battle::{Battle, Conduct, MAX_SEATS, told_duel};
use crate::games::{Fault, Game, Observer, Outcome, RowCounts, Seating, StrategyIndex, WHOLE_WIN};

/// The most different seatings whose values are kept.
const MOST_SEATINGS: usize = 24;
/// The most tables of all seatings whose successors are looked for: one to two kilobytes each.
const MOST_TABLES: usize = 1 << 15;

/// What luck is in a game of Battle Dice.
pub(super) struct BattleLuck<'g> {
    game: &'g Battle,
    conducts: Vec<Conduct>,
    kept: Kept,
    tables: Vec<(Vec<StrategyIndex>, Tables)>,
    /// Which part of what quiet duels gave counts where somebody could act, 0 to 1.
    weight: f64,
}

/// How many games are played to find the weight.
const WEIGHED: u64 = 1_500;
/// The seed of their draws: the digits of e.
const SEED: u64 = 2_718_281_828_459_045_235;

/// What duels gave each seat: those in which nobody could act, and the others.
type Gained = [[f64; MAX_SEATS]; 2];

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
            return Err(format!("it is known of Battle Dice for at most {MOST_SEATINGS} seatings"));
        }
        let draws = |strategy: &StrategyIndex| {
            !strategies[*strategy].plays_by_table() || !strategies[*strategy].drafts_by_table()
        };
        if let Some(&strategy) = different.iter().flat_map(|seating| seating.iter()).find(|strategy| draws(strategy)) {
            let name = &names[strategy];
            return Err(format!("{name} looks at more than the table between duels, or tosses coins there"));
        }
        let conducts: Vec<Conduct> = strategies.iter().map(|strategy| strategy.conduct()).collect();
        let fails = |fault: Fault| format!("a strategy fails: {}", fault.returned);
        let mut quiet = Quiet::new(game, conducts.clone(), Kept::default());
        let stopped = || "it was stopped".to_owned();
        let kept = count_kept(&mut quiet, game, (strategies, &different), go_on).map_err(fails)?.ok_or_else(stopped)?;
        let mut quiet = Quiet::new(game, conducts.clone(), kept.clone());
        let (most, mut first, mut tables) = (MOST_TABLES / different.len().max(4), 0, Vec::new());
        for seating in different {
            let lineup = LineUp { game, strategies, seating };
            let found = Tables::find(lineup, &mut quiet, (most, first), go_on).map_err(fails)?.ok_or_else(stopped)?;
            first = found.rare;
            tables.push((seating.to_vec(), found));
        }
        let mut luck = BattleLuck { game, conducts, kept, tables, weight: 0.0 };
        luck.weight = luck.find_weight(strategies, go_on).map_err(fails)?.ok_or_else(stopped)?;
        Ok(luck)
    }

    /// The weight with which least luck is left in games that are played beforehand; `None` if `go_on` says so.
    ///
    /// # Errors
    /// The fault of a strategy.
    fn find_weight(
        &self,
        strategies: &[&<Battle as Game>::Strategy],
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<f64>, Fault> {
        let (engine, mut canceller) = (DiceEngine { game: self.game, strategies }, self.canceller());
        let (mut worker, mut together, mut square) = (engine.worker(), 0.0, 0.0);
        for number in 0..WEIGHED {
            if !go_on() {
                return Ok(None);
            }
            let seating = &self.tables[number as usize % self.tables.len()].0;
            let mut told = Told::default();
            let outcome = engine.play(seating, RunKey::new(SEED).block(number), &mut worker, &mut told)?;
            canceller.duels = told.0;
            let [quiet, acting] = canceller.gained(seating);
            for (seat, &acting) in acting.iter().enumerate().take(seating.len()) {
                let played = f64::from(outcome.share[seat]) / f64::from(WHOLE_WIN) - quiet[seat];
                together += played * acting;
                square += acting * acting;
            }
        }
        // What duels gave is 0 on average, so that the mean of the shares does not matter much.
        Ok(Some(if square > 0.0 { (together / square).clamp(0.0, 1.0) } else { 0.0 }))
    }

    fn canceller(&self) -> Canceller<'_> {
        let quiet = Quiet::new(self.game, self.conducts.clone(), self.kept.clone());
        Canceller { of: self, quiet, duels: Vec::new() }
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

/// The values of tables between duels.
impl Valuer for &BattleLuck<'_> {
    fn before(&mut self, seating: &Seating, numbers: &[u32]) -> Option<SeatValues> {
        let (_, state, _) = told_duel(self.game.rules(), numbers)?;
        let worth = self.tables(seating)?.worth(&state)?;
        Some(worth.map(|worth| (worth.clamp(0.0, 1.0) * f64::from(WHOLE_VALUE)).round() as u32))
    }
}

/// The numbers that were told of duels.
#[derive(Default)]
struct Told(Vec<Vec<u32>>);

impl Observer for Told {
    fn wants(&self) -> bool {
        false
    }

    fn count(&mut self, _: usize, _: usize, _: &RowCounts) {}

    fn wants_chances(&self) -> bool {
        true
    }

    fn chance_falls(&mut self, numbers: &[u32]) {
        self.0.push(numbers.to_vec());
    }
}

struct Canceller<'l> {
    of: &'l BattleLuck<'l>,
    quiet: Quiet<'l>,
    /// The numbers of the duels of the game so far.
    duels: Vec<Vec<u32>>,
}

impl Canceller<'_> {
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
            let gained = self.quiet.gained(fight, ahead, block).unwrap_or_default();
            let part = &mut all[usize::from(self.quiet.can_act(fight))];
            part.iter_mut().zip(gained).for_each(|(all, gained)| *all += gained);
        }
        all
    }

    /// What luck gave each seat in a game that is over.
    fn luck(&mut self, seating: &Seating) -> [f64; MAX_SEATS] {
        let [quiet, acting] = self.gained(seating);
        std::array::from_fn(|seat| quiet[seat] + self.of.weight * acting[seat])
    }
}

impl Cancel for Canceller<'_> {
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
    use crate::games::battle::{Award, Rules, Strategy};
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

    /// Luck is 0 on average within 4 standard errors for whatever plays, and where few dice act on others, at least so many
    /// times as many games would be needed without cancelling it.
    #[test]
    fn luck_is_nothing_on_average_and_most_of_it_is_cancelled() {
        let (rules, flat) = (Rules::default(), Rules { award: Award::Flat, goal: 26, ..Rules::default() });
        let cases = [
            (vec!["elite", "points"], rules.clone(), 1000, 25.0),
            (vec!["elite", "points", "swarm"], rules.clone(), 800, 9.0),
            (vec!["swarm", "elite", "plain"], rules.clone(), 800, 12.0),
            (vec!["bully", "swarm", "powers"], rules, 400, 0.9),
            (vec!["points", "elite"], flat, 800, 15.0),
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

    #[test]
    fn of_strategies_that_toss_coins_between_duels_luck_is_not_known() {
        with_luck(&["elite", "random"], Rules::default(), |_, _, _, luck| {
            assert!(luck.is_err_and(|error| error.starts_with("random looks at more than the table")));
        });
    }
}
