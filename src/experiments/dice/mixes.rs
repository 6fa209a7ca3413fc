//! Which packs and which duels nobody leaves, where one player chooses the pack and an opponent the duel.
//!
//! Owns the matrix of packs and duels, and the intervals of its equilibrium. How an equilibrium is found is for `meta`.

use super::estimates::{Row, rows, win};
use crate::dice::{Generator, below, generator};
use crate::meta::{Matrix, percentiles, zero_sum};
use crate::record::{PackRole, PacksOf, PacksRecord, PacksTable};
use crate::stats::{Estimate, Interval};

/// How often the chances that are estimates are drawn again, for the intervals of masses.
const REDRAWN: usize = 99;
/// The seed of these draws.
const SEED: u64 = 7;

/// An equilibrium of packs and duels at a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Mix<'r> {
    /// The packs with their masses.
    pub packs: Vec<(Row<'r>, Estimate)>,
    /// The mass of each duel, in the order of the record.
    pub duels: Vec<Estimate>,
    /// The chance to win of who has a pack of the mix.
    pub value: Estimate,
    /// What a side could gain by leaving, at most.
    pub regret: f64,
}

/// The equilibrium of a table: the packs that are built around a kind, against the duels. Payoffs are chances to win.
pub fn mix<'r>(record: &'r PacksRecord, (of, table): (&'r PacksOf, &'r PacksTable)) -> Option<Mix<'r>> {
    let built: Vec<Row<'r>> = rows(record, (of, table), PackRole::Built).collect();
    let chances = |row: &Row<'_>| row.pack.numbers.duels.iter().map(|duel| win(record.fought, duel)).collect();
    let chances: Vec<Vec<Estimate>> = built.iter().map(chances).collect::<Option<_>>()?;
    let found = zero_sum(&values(&chances))?;
    let masses = [found.rows, found.columns].concat();
    let fought = chances.iter().flatten().filter(|chance| chance.n > 0).count();
    let ends = if fought == 0 { vec![None; masses.len()] } else { mass_ends(&chances, masses.len()) };
    let estimate = |(&mass, ends): (&f64, &Option<Interval>)| match ends {
        None => Estimate::exact(mass, 0),
        // The value lies in its own interval, even if most draws are on one side of it.
        Some(it) => Estimate {
            value: mass,
            interval: Some(Interval { lo: it.lo.min(mass), hi: it.hi.max(mass) }),
            n: record.fought,
        },
    };
    let masses: Vec<Estimate> = masses.iter().zip(&ends).map(estimate).collect();
    let (packs, duels) = masses.split_at(built.len());
    Some(Mix {
        packs: built.into_iter().zip(packs.iter().copied()).collect(),
        duels: duels.to_vec(),
        value: value(&chances, found.value, fought, record.fought),
        regret: found.regret,
    })
}

fn values(chances: &[Vec<Estimate>]) -> Matrix {
    chances.iter().map(|row| row.iter().map(|chance| chance.value).collect()).collect()
}

/// The value of the game. No higher chance lowers it, so that it lies between those of the lower and of the upper ends.
fn value(chances: &[Vec<Estimate>], value: f64, fought: usize, n: u64) -> Estimate {
    if fought == 0 {
        return Estimate::exact(value, 0);
    }
    let ends = |of: fn(Interval) -> f64| {
        let end = |chance: &Estimate| {
            let chance = if chance.n > 0 { chance.among(fought) } else { *chance };
            chance.interval.map(|ends| of(ends).clamp(0.0, 1.0))
        };
        let matrix: Option<Matrix> = chances.iter().map(|row| row.iter().map(end).collect()).collect();
        zero_sum(&matrix?).map(|found| found.value)
    };
    let interval =
        ends(|it| it.lo).zip(ends(|it| it.hi)).map(|(lo, hi)| Interval { lo: lo.min(value), hi: hi.max(value) });
    Estimate { value, interval, n }
}

/// Between which numbers most masses lie if the chances that are estimates are drawn again within their errors.
fn mass_ends(chances: &[Vec<Estimate>], masses: usize) -> Vec<Option<Interval>> {
    let mut words = generator(SEED);
    let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(REDRAWN); masses];
    for _ in 0..REDRAWN {
        let again: Matrix =
            chances.iter().map(|row| row.iter().map(|chance| redrawn(chance, &mut words)).collect()).collect();
        let Some(found) = zero_sum(&again) else { continue };
        drawn.iter_mut().zip(found.rows.iter().chain(&found.columns)).for_each(|(all, mass)| all.push(*mass));
    }
    drawn.into_iter().map(|all| percentiles(all).map(|(lo, hi)| Interval { lo, hi })).collect()
}

/// A chance drawn again: normal, with the standard error that its interval has.
fn redrawn(chance: &Estimate, words: &mut Generator) -> f64 {
    let half = chance.interval.map_or(0.0, |ends| ends.width() / 2.0);
    if half == 0.0 {
        return chance.value;
    }
    // The sum of twelve uniform numbers has variance 1; 1.96 standard errors are half an interval.
    let uniform = || below(1 << 53, words) as f64 / (1_u64 << 53) as f64;
    let normal = std::iter::repeat_with(uniform).take(12).sum::<f64>() - 6.0;
    (chance.value + normal * half / 1.96).clamp(0.0, 1.0)
}
