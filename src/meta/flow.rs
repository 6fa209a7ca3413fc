//! Who beats whom by how much, as a flow: the part that one number a strategy explains, and what goes round.

use super::Matrix;

/// The potentials whose differences are nearest to the flow, in squares: of a complete graph the means of the rows (Jiang, Lim,
/// Yao & Ye, Mathematical Programming 127 (2011) 203, section 6.1). `flow[a][b]` = −`flow[b][a]` is by how much a beats b.
pub fn potentials(flow: &Matrix) -> Vec<f64> {
    let mean = |row: &Vec<f64>| row.iter().sum::<f64>() / row.len() as f64;
    flow.iter().map(mean).collect()
}

/// What is left of the flow: it has no divergence, and goes round in cycles of three.
pub fn curl(flow: &Matrix) -> Matrix {
    let potentials = potentials(flow);
    let rest = |(a, row): (usize, &Vec<f64>)| {
        row.iter().enumerate().map(|(b, value)| value - (potentials[a] - potentials[b])).collect()
    };
    flow.iter().enumerate().map(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rock, paper, scissors has no potential; 3, 1, 0 less each other have nothing else.
    #[test]
    fn a_cycle_is_all_curl_and_an_order_has_none() {
        let cycle = vec![vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]];
        assert_eq!((potentials(&cycle), curl(&cycle)), (vec![0.0; 3], cycle));
        let heights = [3.0, 1.0, 0.0];
        let order: Matrix = heights.iter().map(|a| heights.iter().map(|b| a - b).collect()).collect();
        assert!(curl(&order).iter().flatten().all(|rest| rest.abs() < 1e-15));
    }
}
