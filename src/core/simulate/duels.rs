//! Packs of Battle Dice in every duel: worked out where that can be, and fought through the rules for the rest.
//!
//! Owns which of the two it is for each number, and how duels are spread over threads. The chances come from
//! `games::battle::odds`. Everybody plays like [`Conduct::default`].

use super::driver::Control;
use super::map::map_in_parallel;
use crate::dice::RunKey;
use crate::games::battle::odds::{End, Fighter, Situation, Unsolved};
use crate::games::battle::{Battle, Board, Conduct, Contest, Hand, Kinds};
use crate::games::{Fault, Game};
use crate::record::{DuelNumbers, GainNumbers, PackNumbers, PointSums, Points, Win};
use std::ops::Range;

/// How many draws a worker takes at a time.
const CHUNK: u64 = 50;

/// Packs against opponents who all have the reference pack.
#[derive(Clone, Debug)]
pub struct PacksJob<'j> {
    /// The game, whose players all take part in each duel.
    pub game: &'j Battle,
    /// The packs; the first is the reference pack.
    pub packs: &'j [Kinds],
    /// The duels, which the player with the pack chooses.
    pub duels: &'j [(Contest, Hand)],
    /// How often a duel is fought whose chances are not worked out.
    pub fought: u64,
    /// The seed: any number.
    pub seed: u64,
}

/// What is worked out of a duel.
#[derive(Clone, Copy, Debug, Default)]
struct Solution {
    win: Option<f64>,
    points: Option<f64>,
}

/// Sums of the duels of one pack.
#[derive(Clone, Debug, Default)]
struct Sums {
    /// By duel: how many were won, and the points.
    duels: Vec<(u64, PointSums)>,
    gain: PointSums,
}

impl PacksJob<'_> {
    /// How many steps it takes, as `control` counts them.
    pub fn steps(&self) -> u64 {
        let packs = self.packs.len() as u64;
        packs * self.duels.len() as u64 + self.fought.div_ceil(CHUNK)
    }

    /// The duel of a pack with the reference packs.
    fn situation(&self, pack: usize, duel: usize) -> Situation {
        let (contest, hand) = self.duels[duel];
        let fighter = |dice| Fighter { dice, conduct: Conduct::default() };
        let others = (1..self.game.seats()).map(|_| fighter(self.packs[0]));
        let fighters = std::iter::once(fighter(self.packs[pack])).chain(others).collect();
        Situation { contest, hand, fighters }
    }

    /// Works out as much of a duel as can be.
    fn solve(&self, pack: usize, duel: usize) -> Solution {
        let situation = self.situation(pack, duel);
        match self.game.own_odds(&situation) {
            Ok(odds) => {
                let award = self.game.rules().award(self.game.seats() as u32 - 1);
                Solution { win: Some(odds.win(0)), points: Some(odds.points(0, award)) }
            }
            // Who wins takes fewer cases than the points that show.
            Err(Unsolved::TooLarge) => {
                Solution { win: self.game.wins(&situation).ok().map(|wins| wins[0]), points: None }
            }
            Err(_) => Solution::default(),
        }
    }

    /// Fights whatever is not worked out, of all packs with the same draws.
    fn fight(&self, solved: &[Vec<Solution>], draws: Range<u64>) -> Result<Vec<Sums>, Fault> {
        let packs = 0..self.packs.len();
        let situations = |pack: usize| (0..self.duels.len()).map(move |duel| self.situation(pack, duel)).collect();
        let situations: Vec<Vec<Situation>> = packs.clone().map(situations).collect();
        let mut sums = vec![Sums { duels: vec![Default::default(); self.duels.len()], ..Sums::default() }; packs.len()];
        let (mut board, run) = (Board::default(), RunKey::new(self.seed));
        for draw in draws {
            let mut gains = vec![0; packs.len()];
            for duel in 0..self.duels.len() {
                let block = run.block(draw * self.duels.len() as u64 + duel as u64);
                // The points of the reference pack, which comes first: 0 where they are worked out.
                let mut reference = 0;
                for pack in packs.clone() {
                    if solved[pack][duel].points.is_none() {
                        let trial = self.game.try_duel(&mut board, &situations[pack][duel], block)?;
                        let (wins, points) = &mut sums[pack].duels[duel];
                        *wins += u64::from(trial.end == End::Won(0));
                        points.add(trial.points[0].into());
                        gains[pack] += i64::from(trial.points[0]);
                    }
                    match pack {
                        0 => reference = std::mem::take(&mut gains[0]),
                        pack => gains[pack] -= reference,
                    }
                }
            }
            sums.iter_mut().zip(gains).for_each(|(sums, gain)| sums.gain.add(gain));
        }
        Ok(sums)
    }

    /// The numbers of a pack, from what is worked out and what was fought.
    fn numbers(&self, solved: &[Vec<Solution>], pack: usize, sums: &Sums) -> PackNumbers {
        let number = |(solution, (wins, points)): (&Solution, &(u64, PointSums))| DuelNumbers {
            win: solution.win.map_or(Win::Fought(*wins), Win::Solved),
            points: solution.points.map_or(Points::Fought(*points), Points::Solved),
        };
        let duels = solved[pack].iter().zip(&sums.duels).map(number).collect();
        let points = |pack: usize| solved[pack].iter().filter_map(|solution| solution.points).sum::<f64>();
        let is_fought = |pack: usize| solved[pack].iter().any(|solution| solution.points.is_none());
        let gain = match pack {
            0 => GainNumbers::default(),
            pack => GainNumbers {
                solved: points(pack) - points(0),
                fought: (is_fought(pack) || is_fought(0)).then_some(sums.gain),
            },
        };
        PackNumbers { duels, gain }
    }
}

/// The numbers of each pack, the same at any number of threads (0: as many as there are cores); `None` if `control` was asked
/// to stop before all were known.
///
/// # Errors
/// The fault of a player; the default conduct has none.
pub fn measure_packs(job: &PacksJob<'_>, threads: usize, control: &Control) -> Result<Option<Vec<PackNumbers>>, Fault> {
    let all = || 0..job.packs.len();
    let situations: Vec<(usize, usize)> =
        all().flat_map(|pack| (0..job.duels.len()).map(move |duel| (pack, duel))).collect();
    let solve = |&(pack, duel): &(usize, usize)| {
        let solution = job.solve(pack, duel);
        control.advance(1);
        solution
    };
    let Some(solved) = map_in_parallel(&situations, threads, control, solve) else { return Ok(None) };
    let solved: Vec<Vec<Solution>> = solved.chunks(job.duels.len()).map(<[Solution]>::to_vec).collect();
    let draws = |start: u64| start..(start + CHUNK).min(job.fought);
    let tasks: Vec<Range<u64>> = (0..job.fought).step_by(CHUNK as usize).map(draws).collect();
    let fight = |draws: &Range<u64>| {
        let sums = job.fight(&solved, draws.clone());
        control.advance(1);
        sums
    };
    let Some(fought) = map_in_parallel(&tasks, threads, control, fight) else { return Ok(None) };
    let empty = || Sums { duels: vec![Default::default(); job.duels.len()], ..Sums::default() };
    let mut sums: Vec<Sums> = all().map(|_| empty()).collect();
    for more in fought {
        sums.iter_mut().zip(more?).for_each(|(sums, more)| sums.merge(&more));
    }
    Ok(Some(all().map(|pack| job.numbers(&solved, pack, &sums[pack])).collect()))
}

impl Sums {
    fn merge(&mut self, other: &Sums) {
        for ((wins, points), (more, others)) in self.duels.iter_mut().zip(&other.duels) {
            *wins += more;
            points.merge(others);
        }
        self.gain.merge(&other.gain);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::battle::Rules;

    fn numbers(threads: usize) -> Vec<PackNumbers> {
        let game = Battle::new(Rules::default(), 2).unwrap();
        let packs = [[3, 0, 0, 0, 0, 0], [2, 0, 1, 0, 0, 0], [2, 0, 0, 0, 1, 0]].map(Kinds::new);
        let duels = [(Contest::Battle, Hand::Chosen), (Contest::RussianRoulette, Hand::Random)];
        let job = PacksJob { game: &game, packs: &packs, duels: &duels, fought: 1_200, seed: 3 };
        measure_packs(&job, threads, &Control::default()).unwrap().unwrap()
    }

    #[test]
    fn numbers_depend_on_no_number_of_threads() {
        assert_eq!(numbers(1), numbers(3));
    }

    /// Only a blue die can act on another one here. Three white dice against three win as often as they lose.
    #[test]
    fn what_can_be_worked_out_is_not_fought() {
        let all = numbers(2);
        for pack in &all[..2] {
            assert!(pack.duels.iter().all(|duel| matches!(duel.points, Points::Solved(_))), "{pack:?}");
            assert_eq!(pack.gain.fought, None);
        }
        let Win::Solved(even) = all[0].duels[0].win else { panic!("{:?}", all[0]) };
        assert!((even - 0.5).abs() < 1e-12);
        for duel in &all[2].duels {
            let (Win::Fought(wins), Points::Fought(points)) = (duel.win, duel.points) else { panic!("{duel:?}") };
            // Against one opponent without a victory point, points are wins.
            assert_eq!(points.moments.sum, wins.into());
        }
        let fought = all[2].gain.fought.unwrap();
        let own: i128 =
            all[2].duels.iter().map(|duel| if let Win::Fought(wins) = duel.win { wins.into() } else { 0 }).sum();
        // The reference pack's points are worked out, and so are no part of what was fought.
        assert_eq!(fought.moments.sum, own);
    }

    /// Where neither pack's points can be worked out, each draw is a duel of both, one after the other.
    #[test]
    fn gains_are_differences_of_duels_with_the_same_draws() {
        let game = Battle::new(Rules::default(), 2).unwrap();
        let packs = [[2, 0, 0, 0, 1, 0], [1, 0, 1, 0, 1, 0]].map(Kinds::new);
        let duels = [(Contest::Battle, Hand::Chosen), (Contest::Armageddon(2), Hand::Random)];
        let job = PacksJob { game: &game, packs: &packs, duels: &duels, fought: 130, seed: 5 };
        let found = measure_packs(&job, 2, &Control::default()).unwrap().unwrap();
        let (mut board, mut gain) = (Board::default(), PointSums::default());
        for draw in 0..job.fought {
            let mut points = |pack: usize, duel: usize| {
                let block = RunKey::new(job.seed).block(draw * 2 + duel as u64);
                i64::from(game.try_duel(&mut board, &job.situation(pack, duel), block).unwrap().points[0])
            };
            gain.add((0..2).map(|duel| points(1, duel) - points(0, duel)).sum());
        }
        assert_eq!(found[1].gain.fought, Some(gain));
        assert!(gain.moments.squares > 0, "{gain:?}");
    }
}
