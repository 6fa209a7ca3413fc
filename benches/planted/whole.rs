//! What a tournament of two players says as a whole, where win shares are known: payoffs, ratings, what ratings leave
//! unexplained, and masses in the Nash average and by α-rank. Blocks are drawn, not played.

use super::field::{before, decimal};
use analyze::dice::{below, generator};
use analyze::experiments::tournament::standings::{FIRST_PASSES, Meta, Standings, is_look, playing};
use analyze::meta::{self, Matrix, TableWins};
use analyze::record::{Allot, BATCHES, Schedule, TableRecord, TournamentTallies, TournamentTerms};
use analyze::stats::Estimate;

/// So many passes are played: 3,200 blocks of two games at a table that always plays.
const PASSES: u64 = 50;

/// Who wins how much of whom.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// The win share of the row against the column.
    shares: Matrix,
}

/// Six that are all alike; six in an order that ratings say all of; the same with what goes round in cycles; and three of whom each beats
/// the next, by unequal amounts, above three weak ones.
pub(crate) fn cases() -> [Case; 4] {
    const STRENGTHS: [f64; 6] = [300.0, 300.0, 290.0, 200.0, 150.0, 30.0];
    let order = |a: usize, b: usize| STRENGTHS[a] / (STRENGTHS[a] + STRENGTHS[b]);
    let round = |a: usize, b: usize| match (6 + b - a) % 6 {
        1 | 2 => 0.05,
        4 | 5 => -0.05,
        _ => 0.0,
    };
    let cycle = |a: usize, b: usize| match (a, b) {
        (0, 1) => 0.56,
        (1, 2) => 0.58,
        (2, 0) => 0.6,
        (1, 0) => 0.44,
        (2, 1) => 0.42,
        (0, 2) => 0.4,
        (0..=2, 3..) => 0.7,
        (3.., 0..=2) => 0.3,
        _ => 0.5,
    };
    let matrix = |share: &dyn Fn(usize, usize) -> f64| -> Matrix {
        (0..6).map(|a| (0..6).map(|b| share(a, b)).collect()).collect()
    };
    [
        Case { name: "six that are alike", shares: matrix(&|_, _| 0.5) },
        Case { name: "an order", shares: matrix(&order) },
        Case { name: "an order and cycles", shares: matrix(&|a, b| order(a, b) + round(a, b)) },
        Case { name: "a cycle of three", shares: matrix(&cycle) },
    ]
}

/// What is true of a case.
pub(crate) struct Truth {
    ratings: Vec<f64>,
    /// `None` where nobody wins of anybody.
    pub(crate) unexplained: Option<f64>,
    nash: Vec<f64>,
    alpha: Vec<f64>,
}

impl Case {
    /// By the definitions, from the win shares.
    pub(crate) fn truth(&self) -> Truth {
        let n = self.shares.len();
        let pairs = || (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        let share = |a: usize, b: usize| self.shares[a][b];
        let tables: Vec<TableWins> =
            pairs().map(|(a, b)| vec![(a, 1.0, share(a, b)), (b, 1.0, 1.0 - share(a, b))]).collect();
        let ratings = meta::rate(n, &tables, None);
        let expected = |a: usize, b: usize| 1.0 / (1.0 + 10f64.powf((ratings[b] - ratings[a]) / 400.0));
        let squares = |of: &dyn Fn(usize, usize) -> f64| pairs().map(|(a, b)| of(a, b) * of(a, b)).sum::<f64>();
        let all = squares(&|a, b| share(a, b) - 0.5);
        let left = squares(&|a, b| share(a, b) - expected(a, b));
        let flow = |a: usize| (0..n).map(|b| 0.5 * (share(a, b) - share(b, a))).collect();
        Truth {
            unexplained: (all > 0.0).then(|| left / all),
            nash: meta::nash_average(&(0..n).map(flow).collect()),
            alpha: meta::alpha_rank(&self.shares, 50, 100.0),
            ratings,
        }
    }

    fn tallies(&self, allot: Allot) -> TournamentTallies {
        let n = self.shares.len();
        let (margin, alpha) = (decimal("0.002"), decimal("0.05"));
        let terms = TournamentTerms { until: "runs".to_owned(), allot, margin, alpha };
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| vec![a, b]));
        before((n, Schedule::Mirror), terms, pairs.map(|pair| (pair.clone(), pair)))
    }

    fn add_pass(&self, table: &mut TableRecord, words: &mut analyze::dice::Generator) {
        const SCALE: u64 = 1 << 40;
        let limit = (self.shares[table.lineup[0]][table.lineup[1]] * SCALE as f64) as u64;
        for block in table.blocks..table.blocks + BATCHES as u64 {
            let won = (0..2).filter(|_| below(SCALE, words) < limit).count() as i64;
            table.sums[0].add(block, 60 * won);
            table.sums[1].add(block, 60 * (2 - won));
        }
        table.blocks += BATCHES as u64;
    }

    /// A tournament with this seed, its games allotted like that.
    pub(crate) fn play(&self, allot: Allot, seed: u64) -> TournamentTallies {
        let mut tallies = self.tallies(allot);
        let mut words: Vec<_> = (0..tallies.tables.len() as u64).map(|at| generator((seed << 20) + at)).collect();
        for passes in 1..=PASSES {
            for at in playing(&tallies) {
                self.add_pass(&mut tallies.tables[at], &mut words[at]);
            }
            tallies.passes = passes;
            if passes >= FIRST_PASSES && is_look(passes) {
                tallies.open = Standings::new(&tallies).open();
            }
        }
        tallies
    }
}

/// What came of one tournament.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Said {
    /// Payoffs whose interval holds the truth, and all.
    pub(crate) payoffs: (u64, u64),
    pub(crate) misses_a_rating: bool,
    /// Whether one has the highest rating by what is said, and is not the only one that has.
    pub(crate) names_a_wrong_highest: bool,
    /// What share is unexplained, and whether its interval leaves out the truth.
    pub(crate) unexplained: Option<(f64, bool)>,
    pub(crate) misses_nash: bool,
    pub(crate) misses_alpha: bool,
    /// The largest mass in the Nash average, and whether it may be anything.
    pub(crate) largest_nash: f64,
    pub(crate) knows_no_nash: bool,
    /// The mean width of the intervals of Nash masses and of those by α-rank.
    pub(crate) widths: [f64; 2],
}

/// What is said of a tournament of this case, against what is true.
pub(crate) fn said(case: &Case, truth: &Truth, allot: Allot, seed: u64) -> Said {
    let tallies = case.play(allot, seed);
    let standings = Standings::new(&tallies);
    let meta = Meta::new(&standings, seed).expect("all meet");
    let is_out = |found: &Estimate, truth: f64| {
        found.interval.is_none_or(|interval| truth < interval.lo - 1e-9 || interval.hi + 1e-9 < truth)
    };
    let misses =
        |found: &[Estimate], truth: &[f64]| found.iter().zip(truth).any(|(found, &truth)| is_out(found, truth));
    let ends = |found: &Estimate| found.interval.map_or((0.0, 1.0), |it| (it.lo, it.hi));
    let width = |found: &[Estimate]| found.iter().map(|it| ends(it).1 - ends(it).0).sum::<f64>() / found.len() as f64;
    let mut said = Said {
        misses_a_rating: misses(&meta.rated.ratings, &truth.ratings),
        unexplained: meta
            .rated
            .unexplained
            .map(|found| (found.value, truth.unexplained.is_none_or(|share| is_out(&found, share)))),
        misses_nash: misses(&meta.nash, &truth.nash),
        misses_alpha: misses(&meta.alpha, &truth.alpha),
        largest_nash: meta.nash.iter().map(|mass| mass.value).fold(0.0, f64::max),
        knows_no_nash: meta.nash.iter().all(|mass| ends(mass) == (0.0, 1.0)),
        widths: [width(&meta.nash), width(&meta.alpha)],
        ..Said::default()
    };
    if let [best] = meta.rated.highest[..] {
        let others = truth.ratings.iter().enumerate().filter(|(at, _)| *at != best);
        said.names_a_wrong_highest = others.fold(f64::MIN, |most, (_, it)| most.max(*it)) > truth.ratings[best] - 1e-6;
    }
    for payoff in standings.payoffs.iter().flatten().filter(|payoff| payoff.source.is_some()) {
        let found = standings.payoff(payoff).expect("it was played");
        said.payoffs.0 += u64::from(!is_out(&found, case.shares[payoff.focal][payoff.others[0]]));
        said.payoffs.1 += 1;
    }
    said
}
