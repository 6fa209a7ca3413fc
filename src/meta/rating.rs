//! Ratings: one number a strategy from who wins at which table.

use super::Matrix;
use super::elementary::{exp, ln};
use super::linear::solve;

/// A table: for each different strategy there its position, how many seats it has, and its part of all wins there.
pub type TableWins = Vec<(usize, f64, f64)>;

/// As much of a table is taken to have been won by everybody alike, so that whoever never wins has a rating too.
const DOUBT: f64 = 1e-3;

/// The ratings of `strategies`, with mean 0: 400 more are ten times the chance to win, of two players 10 : 1, as Elo has it.
///
/// At a table with seats for i, j, … the chance of i is taken to be γᵢ over the sum of the γ of all seats: the model of Plackett
/// (Applied Statistics 24 (1975) 193) and Luce of who comes first, which of two players is Bradley and Terry's (Biometrika
/// 39 (1952) 324). All tables count alike. The likelihood is made largest by Hunter's iteration (Annals of Statistics 32 (2004)
/// 384, equations 9 and 30), from `start`, the ratings of similar tables if there are any.
pub fn rate(strategies: usize, tables: &[TableWins], start: Option<&[f64]>) -> Vec<f64> {
    const STEPS: usize = 5000;
    let mut strength: Vec<f64> = match start {
        Some(ratings) => ratings.iter().map(|rating| exp(rating / PER_NATURAL)).collect(),
        None => vec![1.0; strategies],
    };
    let wins = wins(strategies, tables);
    for _ in 0..STEPS {
        let mut expected = vec![0.0; strategies];
        for table in tables {
            let all: f64 = table.iter().map(|&(strategy, seats, _)| seats * strength[strategy]).sum();
            table.iter().for_each(|&(strategy, seats, _)| expected[strategy] += seats / all);
        }
        let mut change = 0.0_f64;
        for ((strength, wins), expected) in strength.iter_mut().zip(&wins).zip(&expected).filter(|(_, e)| **e > 0.0) {
            let next = wins / expected;
            change = change.max((next / *strength - 1.0).abs());
            *strength = next;
        }
        if change < 1e-9 {
            break;
        }
    }
    let logs: Vec<f64> = strength.iter().map(|&strength| PER_NATURAL * ln(strength)).collect();
    let centre = logs.iter().sum::<f64>() / strategies as f64;
    logs.iter().map(|log| log - centre).collect()
}

/// What each strategy won at all tables, in wins, as ratings take it.
pub fn wins(strategies: usize, tables: &[TableWins]) -> Vec<f64> {
    let mut wins = vec![0.0; strategies];
    for table in tables {
        let seats: f64 = table.iter().map(|(_, seats, _)| seats).sum();
        for &(strategy, own, won) in table {
            wins[strategy] += doubted(won, own / seats);
        }
    }
    wins
}

/// A part of the wins of a table as ratings take it: some are taken to have been won by everybody alike.
pub fn doubted(won: f64, seats: f64) -> f64 {
    (won + DOUBT * seats) / (1.0 + DOUBT)
}

/// By entry of a table the part of all wins there that a seat of it should have by these ratings.
pub fn chances(table: &TableWins, ratings: &[f64]) -> Vec<f64> {
    let strength: Vec<f64> = table.iter().map(|&(strategy, ..)| exp(ratings[strategy] / PER_NATURAL)).collect();
    let all: f64 = table.iter().zip(&strength).map(|(&(_, seats, _), strength)| seats * strength).sum();
    strength.iter().map(|strength| strength / all).collect()
}

/// By how much the rating of the row goes up where the column has won one more ([`wins`]); `None` if ratings are not bound to each
/// other by any tables.
///
/// At the largest likelihood the wins are those expected, so the response is the inverse of how expectations depend on ratings:
/// the matrix of Σ p_i (δ_ij − p_j) over tables, p being the chances of all seats of a strategy. It leaves what all ratings have in common
/// open, which their mean of 0 settles.
pub fn response(strategies: usize, tables: &[TableWins], ratings: &[f64]) -> Option<Matrix> {
    let mut depends = vec![vec![1.0 / strategies as f64; strategies]; strategies];
    for table in tables {
        let chances: Vec<f64> =
            chances(table, ratings).iter().zip(table).map(|(chance, (_, seats, _))| chance * seats).collect();
        for (&(i, ..), p) in table.iter().zip(&chances) {
            depends[i][i] += p;
            table.iter().zip(&chances).for_each(|(&(j, ..), q)| depends[i][j] -= p * q);
        }
    }
    let column = |at: usize| {
        let wins = (0..strategies).map(|other| f64::from(u8::from(other == at)) - 1.0 / strategies as f64);
        let found = solve(depends.clone(), wins.collect())?;
        Some(found.into_iter().map(|it| PER_NATURAL * it).collect())
    };
    let columns: Matrix = (0..strategies).map(column).collect::<Option<_>>()?;
    Some((0..strategies).map(|row| columns.iter().map(|column| column[row]).collect()).collect())
}

/// By how much the chance of a seat of an entry of a table goes up where ratings go up by these.
pub fn chance_change(table: &TableWins, chances: &[f64], entry: usize, ratings: &[f64]) -> f64 {
    let mean: f64 =
        table.iter().zip(chances).map(|(&(strategy, seats, _), chance)| seats * chance * ratings[strategy]).sum();
    chances[entry] * (ratings[table[entry].0] - mean) / PER_NATURAL
}

/// 400 / ln 10.
const PER_NATURAL: f64 = 400.0 / std::f64::consts::LN_10;

#[cfg(test)]
mod tests {
    use super::*;

    /// Two players of whom one wins three of four: 400 · log10 3 = 190.85 apart, but for the doubt.
    #[test]
    fn two_players_are_elos() {
        let found = rate(2, &[vec![(0, 1.0, 0.75), (1, 1.0, 0.25)]], None);
        assert!((found[0] - found[1] - 190.848).abs() < 0.5, "{found:?}");
        assert!((found[0] + found[1]).abs() < 1e-9);
    }

    /// The model's own chances give its strengths back: 4, 2 and 1, alone among two copies of each other.
    #[test]
    fn strengths_are_found_again() {
        let strengths = [4.0, 2.0, 1.0];
        let mut tables = Vec::new();
        for (a, own) in strengths.iter().enumerate() {
            for (b, other) in strengths.iter().enumerate().filter(|&(b, _)| b != a) {
                let chance = own / (own + 2.0 * other);
                tables.push(vec![(a, 1.0, chance), (b, 2.0, 1.0 - chance)]);
            }
        }
        let found = rate(3, &tables, None);
        let step = 400.0 * 2.0_f64.log10();
        assert!((found[0] - step).abs() < 0.5 && found[1].abs() < 0.5 && (found[2] + step).abs() < 0.5, "{found:?}");
    }

    /// A win more at one of the tables moves ratings and chances as it does where they are found anew.
    #[test]
    fn the_response_is_what_a_win_more_does() {
        let tables = |more: f64| {
            vec![
                vec![(0, 1.0, 0.4 + more), (1, 2.0, 0.6 - more)],
                vec![(1, 1.0, 0.3), (2, 2.0, 0.7)],
                vec![(2, 1.0, 0.2), (0, 2.0, 0.8)],
            ]
        };
        let (step, first) = (1e-5, rate(3, &tables(0.0), None));
        let (response, next) = (response(3, &tables(0.0), &first).unwrap(), rate(3, &tables(step), None));
        let by = step / (1.0 + DOUBT);
        let moved: Vec<f64> = (0..3).map(|at| by * (response[at][0] - response[at][1])).collect();
        for at in 0..3 {
            assert!((next[at] - first[at] - moved[at]).abs() < 1e-3 * by * response[0][0], "{at}: {moved:?}");
        }
        let table = &tables(0.0)[1];
        let (before, after) = (chances(table, &first), chances(table, &next));
        let change = chance_change(table, &before, 0, &moved);
        assert!((after[0] - before[0] - change).abs() < 1e-3 * change.abs());
    }
}
