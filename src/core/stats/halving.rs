//! Successive halving: finding the best of many with a number of trials fixed beforehand.
//!
//! Owns how many rungs a race has and who stays in it. Every rung has the same share of the trials, in each of them all that
//! are left have as many, and the better half goes on: Karnin, Koren & Somekh, "Almost optimal exploration in multi-armed
//! bandits", ICML 2013, algorithm 1. What was counted on earlier rungs counts on, as in Jamieson & Talwalkar, "Non-stochastic
//! best arm identification and hyperparameter optimization", AISTATS 2016: those left had the same draws there.

/// How many times so many have to be halved until at most `to` of them are left.
///
/// # Panics
/// If `to` is 0.
pub fn rungs(candidates: usize, to: usize) -> u32 {
    assert!(to > 0, "a race leaves at least one");
    let halves = std::iter::successors(Some(candidates), |&left| Some(left.div_ceil(2)));
    halves.take_while(|&left| left > to).count() as u32
}

/// The positions of the highest half of these sums, rounded up, in rising order. Of equal ones the first goes before.
pub fn better_half(sums: &[i128]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..sums.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(sums[at]));
    order.truncate(sums.len().div_ceil(2));
    order.sort_unstable();
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ⌈log₂ n⌉ rungs down to one, as in the paper.
    #[test]
    fn halving_ends() {
        let expected = [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (50, 6), (1000, 10)];
        for (candidates, all) in expected {
            assert_eq!(rungs(candidates, 1), all, "{candidates}");
        }
        assert_eq!([rungs(4, 4), rungs(5, 4), rungs(50, 4), rungs(0, 1)], [0, 1, 4, 0]);
    }

    #[test]
    fn the_higher_sums_stay_in_their_order() {
        assert_eq!(better_half(&[5, 9, 1, 7]), [1, 3]);
        assert_eq!(better_half(&[5, 9, 7]), [1, 2]);
        assert_eq!(better_half(&[4, 4, 4, 4, 4]), [0, 1, 2], "of equal ones the first");
        assert_eq!(better_half(&[-3]), [0]);
    }
}
