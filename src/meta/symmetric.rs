//! Symmetric equilibria of a table of any number of seats: mixes such that, where all others play them, nothing does better.

use super::linear::solve;

/// What each strategy wins among others: by strategy, the others (as many as there are seats less one, in rising order), in how
/// many orders they can sit, and the win share.
pub type Payoffs = Vec<Vec<(Vec<usize>, f64, f64)>>;

/// A mix that is its own best response.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// The strategies that it has.
    pub support: Vec<usize>,
    /// The mass of each.
    pub mass: Vec<f64>,
}

/// The largest support that is searched.
const MOST: usize = 3;

/// The symmetric equilibria of up to three strategies: where all others play the mix, its strategies win alike and no other
/// wins more. Of each support those are found that Newton's method reaches from its middle and from near each end; of larger
/// games there may be more.
pub fn symmetric_equilibria(payoffs: &Payoffs) -> Vec<Equilibrium> {
    let mut found = Vec::new();
    for support in supports(payoffs.len()) {
        let mut here: Vec<Equilibrium> = Vec::new();
        for start in starts(support.len()) {
            let Some(mass) = mix_on_support(payoffs, &support, &start) else { continue };
            let is_new = |known: &Equilibrium| known.mass.iter().zip(&mass).any(|(a, b)| (a - b).abs() > 1e-6);
            if here.iter().all(is_new) && is_equilibrium(payoffs, &support, &mass) {
                here.push(Equilibrium { support: support.clone(), mass });
            }
        }
        found.extend(here);
    }
    found
}

/// All sets of up to three strategies, the small ones first.
fn supports(strategies: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    let mut last: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..MOST.min(strategies) {
        let longer = |set: &Vec<usize>| {
            let from = set.last().map_or(0, |last| last + 1);
            (from..strategies).map(|next| [&set[..], &[next]].concat()).collect::<Vec<_>>()
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// Where the search begins: the middle, and near each end.
fn starts(strategies: usize) -> Vec<Vec<f64>> {
    let n = strategies as f64;
    let near = |end: usize| (0..strategies).map(|at| if at == end { 0.8 } else { 0.2 / (n - 1.0) }).collect();
    let ends = if strategies > 1 { (0..strategies).map(near).collect() } else { Vec::new() };
    std::iter::once(vec![1.0 / n; strategies]).chain::<Vec<Vec<f64>>>(ends).collect()
}

/// The mix of these strategies, near `start`, among which all of them win alike; `None` if none is found with all masses above 0.
pub fn mix_on_support(payoffs: &Payoffs, support: &[usize], start: &[f64]) -> Option<Vec<f64>> {
    let n = support.len();
    let mut mass = start.to_vec();
    for _ in 0..60 {
        let wins: Vec<(f64, Vec<f64>)> =
            support.iter().map(|&strategy| reply(&payoffs[strategy], support, &mass)).collect();
        let mut matrix = vec![vec![0.0; n]; n];
        let mut right = vec![0.0; n];
        for row in 1..n {
            matrix[row] = wins[row].1.iter().zip(&wins[0].1).map(|(own, first)| own - first).collect();
            right[row] = wins[0].0 - wins[row].0;
        }
        matrix[0] = vec![1.0; n];
        right[0] = 1.0 - mass.iter().sum::<f64>();
        let step = solve(matrix, right)?;
        let whole = mass.iter().zip(&step).filter(|(_, by)| **by < 0.0).map(|(now, by)| -0.9 * now / by);
        let part = whole.fold(1.0, f64::min);
        mass.iter_mut().zip(&step).for_each(|(now, by)| *now += part * by);
        if part == 1.0 && step.iter().all(|by| by.abs() < 1e-12) {
            break;
        }
    }
    let even = |strategy: &usize| reply(&payoffs[*strategy], support, &mass).0;
    let wins: Vec<f64> = support.iter().map(even).collect();
    let is_even = wins.iter().all(|win| (win - wins[0]).abs() < 1e-9);
    (is_even && mass.iter().all(|&mass| mass > 1e-9)).then_some(mass)
}

/// What a strategy wins where all others play the mix, and how that changes with each mass.
fn reply(payoffs: &[(Vec<usize>, f64, f64)], support: &[usize], mass: &[f64]) -> (f64, Vec<f64>) {
    let (mut win, mut slopes) = (0.0, vec![0.0; support.len()]);
    for (others, orders, share) in payoffs {
        let places: Option<Vec<usize>> =
            others.iter().map(|other| support.iter().position(|known| known == other)).collect();
        let Some(places) = places else { continue };
        win += orders * share * places.iter().map(|&place| mass[place]).product::<f64>();
        for (at, &place) in places.iter().enumerate() {
            let rest = places.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, &place)| mass[place]);
            slopes[place] += orders * share * rest.product::<f64>();
        }
    }
    (win, slopes)
}

/// Whether no other strategy wins more where all others play the mix.
pub fn is_equilibrium(payoffs: &Payoffs, support: &[usize], mass: &[f64]) -> bool {
    let value = reply(&payoffs[support[0]], support, mass).0;
    payoffs.iter().all(|own| reply(own, support, mass).0 <= value + 1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two seats as a table: what the row wins from the column, over a half.
    fn of_two(flow: [[f64; 3]; 3]) -> Payoffs {
        let row = |row: [f64; 3]| row.iter().enumerate().map(|(b, x)| (vec![b], 1.0, 0.5 + 0.5 * x)).collect();
        flow.into_iter().map(row).collect()
    }

    #[test]
    fn of_two_seats_they_are_those_of_the_matrix() {
        let found = symmetric_equilibria(&of_two([[0.0, -0.5, 1.0], [0.5, 0.0, -0.1], [-1.0, 0.1, 0.0]]));
        assert_eq!(found.len(), 1);
        assert!(found[0].mass.iter().zip([0.0625, 0.625, 0.3125]).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
        let found = symmetric_equilibria(&of_two([[0.0, -1.0, -1.0], [1.0, 0.0, -1.0], [1.0, 1.0, 0.0]]));
        assert_eq!(found, [Equilibrium { support: vec![2], mass: vec![1.0] }]);
    }

    /// Three seats, two strategies, of which the rarer one wins all alone: each is half of the mix, by symmetry, and neither
    /// alone is an equilibrium.
    #[test]
    fn the_rarer_of_two_makes_an_even_mix() {
        let third = 1.0 / 3.0;
        let payoffs = vec![
            vec![(vec![0, 0], 1.0, third), (vec![0, 1], 2.0, 0.0), (vec![1, 1], 1.0, 1.0)],
            vec![(vec![1, 1], 1.0, third), (vec![0, 1], 2.0, 0.0), (vec![0, 0], 1.0, 1.0)],
        ];
        let found = symmetric_equilibria(&payoffs);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].mass.iter().all(|mass| (mass - 0.5).abs() < 1e-9));
    }
}
