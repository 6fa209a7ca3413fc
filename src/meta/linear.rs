//! Linear equations of a few dozen unknowns.

use super::Matrix;

/// The solution of `matrix` x = `right`, by elimination with the largest pivot of each column; `None` if a pivot vanishes.
pub(crate) fn solve(mut matrix: Matrix, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let top = std::mem::take(&mut matrix[column]);
        if top[column].is_nan() || top[column].abs() < 1e-300 {
            return None;
        }
        for row in column + 1..n {
            let times = matrix[row][column] / top[column];
            if times != 0.0 {
                matrix[row][column..].iter_mut().zip(&top[column..]).for_each(|(x, y)| *x -= times * y);
                right[row] -= times * right[column];
            }
        }
        matrix[column] = top;
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right.iter().all(|x| x.is_finite()).then_some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x + 2y = 5, 3x − y = 1: x = 1, y = 2; and the rows of one that has no solution.
    #[test]
    fn two_equations() {
        let found = solve(vec![vec![1.0, 2.0], vec![3.0, -1.0]], vec![5.0, 1.0]).unwrap();
        assert!((found[0] - 1.0).abs() < 1e-14 && (found[1] - 2.0).abs() < 1e-14);
        assert_eq!(solve(vec![vec![1.0, 2.0], vec![2.0, 4.0]], vec![1.0, 3.0]), None);
    }
}
