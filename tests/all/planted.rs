//! Whether a tournament finds the best of forty whose win shares are known, and with how few games. `cargo bench --bench planted`
//! asks a hundred seeds.

#[path = "../../benches/planted/field.rs"]
mod field;

use field::{find_best, tells_equals_apart};

/// It errs at most once in twenty times: in three of four not at all. Evenly, every table plays as long as that of the best.
#[test]
fn the_best_of_forty_is_found_with_few_games() {
    for seed in 1..=4 {
        let (allotted, evenly) = (find_best(seed, false), find_best(seed, true));
        assert!(allotted.is_right && evenly.is_right, "seed {seed}");
        assert!(2 * allotted.games < evenly.games, "seed {seed}: {} of {}", allotted.games, evenly.games);
    }
}

/// In at most one of twenty tournaments: `cargo bench --bench planted` finds one of a hundred.
#[test]
fn equals_are_not_told_apart() {
    assert!((1..=10).filter(|&seed| tells_equals_apart(seed)).count() <= 1);
}
