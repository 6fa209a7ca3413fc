//! Ratings: one number a strategy from who wins at which table.

use super::elementary::ln;

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
        Some(ratings) => ratings.iter().map(|rating| super::elementary::exp(rating / PER_NATURAL)).collect(),
        None => vec![1.0; strategies],
    };
    let mut wins = vec![0.0; strategies];
    for table in tables {
        let seats: f64 = table.iter().map(|(_, seats, _)| seats).sum();
        for &(strategy, own, won) in table {
            wins[strategy] += (won + DOUBT * own / seats) / (1.0 + DOUBT);
        }
    }
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
}
