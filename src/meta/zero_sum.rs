//! Games of two sides with different choices, of which one wins what the other loses.

use super::Matrix;
use super::nash::nash_average;

/// An equilibrium of a zero-sum game of a matrix: the row wins its entries from the column.
#[derive(Clone, Debug, PartialEq)]
pub struct ZeroSum {
    /// The mass of each row.
    pub rows: Vec<f64>,
    /// The mass of each column.
    pub columns: Vec<f64>,
    /// What the row wins on average.
    pub value: f64,
    /// What a side could gain by another choice, at most: 0 but for rounding.
    pub regret: f64,
}

/// The equilibrium that [`nash_average`] finds in the symmetric game of the matrix: each player has all rows, all columns, and
/// one choice more (Gale, Kuhn & Tucker, On symmetric games, in Contributions to the theory of games I, 1950). `None` of a
/// matrix without rows or columns.
pub fn zero_sum(matrix: &Matrix) -> Option<ZeroSum> {
    let (rows, columns) = (matrix.len(), matrix.first()?.len());
    if columns == 0 {
        return None;
    }
    let masses = nash_average(&symmetric(matrix, (rows, columns)));
    let share = |masses: &[f64]| {
        let all: f64 = masses.iter().sum();
        (all > 0.0).then(|| masses.iter().map(|mass| mass / all).collect::<Vec<f64>>())
    };
    let (own, other) = (share(&masses[..rows])?, share(&masses[rows..rows + columns])?);
    let of_rows: Vec<f64> = matrix.iter().map(|row| dot(row, &other)).collect();
    let of_columns = (0..columns).map(|at| matrix.iter().zip(&own).map(|(row, mass)| row[at] * mass).sum::<f64>());
    let value = dot(&of_rows, &own);
    let best = of_rows.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = of_columns.fold(f64::INFINITY, f64::min);
    Some(ZeroSum { rows: own, columns: other, value, regret: f64::max(best - value, value - least) })
}

/// A choice in the symmetric game.
enum Choice {
    Row(usize),
    Column(usize),
    Last,
}

/// The symmetric game, of entries that lie between 1 and 2.
fn symmetric(matrix: &Matrix, (rows, columns): (usize, usize)) -> Matrix {
    let all = || matrix.iter().flatten().copied();
    let (least, most) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    let range = if most > least { most - least } else { 1.0 };
    let entry = |row: usize, column: usize| 1.0 + (matrix[row][column] - least) / range;
    let last = rows + columns;
    let choice = |at: usize| match at {
        row if row < rows => Choice::Row(row),
        column if column < last => Choice::Column(column - rows),
        _ => Choice::Last,
    };
    let wins = |one: usize, other: usize| match (choice(one), choice(other)) {
        (Choice::Row(row), Choice::Column(column)) => entry(row, column),
        (Choice::Column(column), Choice::Row(row)) => -entry(row, column),
        (Choice::Row(_), Choice::Last) | (Choice::Last, Choice::Column(_)) => -1.0,
        (Choice::Column(_), Choice::Last) | (Choice::Last, Choice::Row(_)) => 1.0,
        (Choice::Row(_), Choice::Row(_)) | (Choice::Column(_), Choice::Column(_)) | (Choice::Last, Choice::Last) => 0.0,
    };
    (0..=last).map(|one| (0..=last).map(|other| wins(one, other)).collect()).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(matrix: &[&[f64]], rows: &[f64], columns: &[f64], value: f64) {
        let matrix: Matrix = matrix.iter().map(|row| row.to_vec()).collect();
        let found = zero_sum(&matrix).unwrap();
        let is_near = |found: &[f64], masses: &[f64]| found.iter().zip(masses).all(|(a, b)| (a - b).abs() < 1e-4);
        assert!(is_near(&found.rows, rows) && is_near(&found.columns, columns), "{found:?}");
        assert!((found.value - value).abs() < 1e-4 && found.regret < 1e-4, "{found:?}");
    }

    /// By hand: pennies; two rows that a third column punishes; a row that is better everywhere; and the two-by-two whose masses
    /// are (d − c, a − b) and (d − b, a − c), each over a + d − b − c.
    #[test]
    fn equilibria_are_those_of_a_hand_calculation() {
        check(&[&[1.0, -1.0], &[-1.0, 1.0]], &[0.5, 0.5], &[0.5, 0.5], 0.0);
        check(&[&[3.0, 0.0], &[1.0, 2.0]], &[0.25, 0.75], &[0.5, 0.5], 1.5);
        check(&[&[0.2, 0.3], &[0.5, 0.6]], &[0.0, 1.0], &[1.0, 0.0], 0.5);
        check(&[&[3.0, 0.0, 9.0], &[1.0, 2.0, 9.0]], &[0.25, 0.75], &[0.5, 0.5, 0.0], 1.5);
        assert_eq!(zero_sum(&Vec::new()), None);
    }
}
