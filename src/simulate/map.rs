//! The same work on many things at once, for what is computed instead of played.

use super::driver::Control;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What `work` makes of each of `items`, in their order, on `threads` threads; `None` if `control` was asked to
/// stop before all of it was done.
///
/// Nothing is added up across threads, so the result is the same at any number of them. Items are begun in
/// their order, whenever a thread is free: the longest had better stand first.
///
/// # Panics
/// If the threads cannot be started.
pub fn map_in_parallel<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    control: &Control,
    work: impl Fn(&T) -> R + Sync,
) -> Option<Vec<R>> {
    #[expect(clippy::expect_used, reason = "a machine that cannot start threads cannot do this work at all")]
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("cannot start threads");
    let next = AtomicUsize::new(0);
    let parts = pool.broadcast(|_| {
        let mut done = Vec::new();
        while !control.stopped() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { break };
            done.push((index, work(item)));
        }
        done
    });
    let mut done: Vec<(usize, R)> = parts.into_iter().flatten().collect();
    done.sort_unstable_by_key(|&(index, _)| index);
    (done.len() == items.len()).then(|| done.into_iter().map(|(_, made)| made).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items_at_any_number_of_threads() {
        let items: Vec<u64> = (0..200).collect();
        let expected: Vec<u64> = items.iter().map(|item| item * item).collect();
        for threads in [1, 2, 7, 300] {
            let work = |item: &u64| {
                // Early items take longest, so that later ones overtake them.
                let turns = 20_000 / (item + 1);
                assert_eq!((0..turns).fold(0, |sum, turn| sum ^ std::hint::black_box(turn ^ turn)), 0);
                item * item
            };
            assert_eq!(map_in_parallel(&items, threads, &Control::default(), work).as_ref(), Some(&expected));
        }
        assert_eq!(map_in_parallel(&[0u8; 0], 3, &Control::default(), |_| 1), Some(vec![]));
    }

    #[test]
    fn a_stop_leaves_nothing_half_done() {
        let control = Control::default();
        let work = |item: &u32| {
            if *item == 3 {
                control.stop();
            }
        };
        assert_eq!(map_in_parallel(&[1, 2, 3, 4, 5], 1, &control, work), None);
    }
}
