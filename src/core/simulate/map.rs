//! The same work on many things at once, for what is computed instead of played.

use super::driver::{Control, pool};
use rayon::ThreadPool;
use rayon::prelude::*;
use std::sync::{Mutex, OnceLock};

/// What `work` makes of each of `items`, in their order, on `threads` threads (0: as many as there are cores), the same at
/// any number of them; `None` if `control` was asked to stop before all of it was done.
pub fn map_in_parallel<T: Sync, R: Send + Sync>(
    items: &[T],
    threads: usize,
    control: &Control,
    work: impl Fn(&T) -> R + Sync,
) -> Option<Vec<R>> {
    let Some(pool) = pool(threads, control) else {
        return items.iter().map(|item| (!control.stopped()).then(|| work(item))).collect();
    };
    let made: Vec<OnceLock<R>> = items.iter().map(|_| OnceLock::new()).collect();
    side_by_side(&pool, items.len(), &|place| {
        if !control.stopped() {
            made[place].get_or_init(|| work(&items[place]));
        }
    });
    made.into_iter().map(OnceLock::into_inner).collect()
}

/// Has each worker do its work, at once if there is a pool, which has as many threads.
pub(super) fn each_worker<W: Send>(pool: Option<&ThreadPool>, workers: &mut [W], work: impl Fn(&mut W) + Sync) {
    let Some(pool) = pool else { return workers.iter_mut().for_each(work) };
    // Nobody but the thread of its place takes a worker.
    let workers: Vec<Mutex<&mut W>> = workers.iter_mut().map(Mutex::new).collect();
    side_by_side(pool, workers.len(), &|place| {
        if let Ok(mut worker) = workers[place].lock() {
            work(&mut worker);
        }
    });
}

/// Does the work of each place. It is compiled once for all that is done, because what the threads need of each is long.
fn side_by_side(pool: &ThreadPool, places: usize, work: &(dyn Fn(usize) + Sync)) {
    pool.install(|| (0..places).into_par_iter().with_max_len(1).for_each(work));
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
