//! The same work on many things at once, for what is computed instead of played.

use super::driver::{Control, pool};
use rayon::prelude::*;

/// What `work` makes of each of `items`, in their order, on `threads` threads (0: as many as there are cores), the same at
/// any number of them; `None` if `control` was asked to stop before all of it was done.
pub fn map_in_parallel<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    control: &Control,
    work: impl Fn(&T) -> R + Sync,
) -> Option<Vec<R>> {
    let work = |item| (!control.stopped()).then(|| work(item));
    match pool(threads, control) {
        Some(pool) => pool.install(|| items.par_iter().with_max_len(1).map(work).collect()),
        None => items.iter().map(work).collect(),
    }
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
