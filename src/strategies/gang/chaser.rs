//! `chaser`: always one die more than the best so far.
//!
//! **Why it might be good.** Who acts later knows the total to beat, and with one die more an equal total beats it
//! (G12); how many dice the card bears, the best turn has just shown. **What it assumes:** that somebody
//! acts before it and commits a sensible number of dice, and, since it opens with a single die, that opening
//! is worth little. Every chaser after it commits yet another die, so a row of them pays dearly.

use super::moves::{Player, chase, give_up, is_out_of_reach, open};
use crate::games::gang::{Commit, View};

/// The highest total it chases on a small table, unless told otherwise.
pub(super) const ABOVE: u32 = 13;
/// From this many dice on the table, any total is worth a try.
const BIG_TABLE: u32 = 8;

/// The first of these that applies:
/// 1. nothing to beat: 1 die;
/// 2. a total out of reach ([`is_out_of_reach`]): give up with 1 die, never rerolled;
/// 3. a total above `above` and fewer than 8 dice on the table: give up likewise;
/// 4. `best.dice + 1` dice.
pub(super) struct Chaser {
    /// The highest total it chases on a small table.
    pub above: u32,
}

impl Default for Chaser {
    fn default() -> Chaser {
        Chaser { above: ABOVE }
    }
}

impl Player for Chaser {
    fn choose(&self, view: &View<'_>) -> Commit {
        let Some(best) = view.to_beat() else { return open(view, 1) };
        let dear = best.total > self.above && view.table_up_to(BIG_TABLE) < BIG_TABLE;
        if dear || is_out_of_reach(view.card(), best.total) {
            return give_up();
        }
        chase(view, best, best.dice + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::Scene;

    fn scene(condition: &str) -> Scene {
        Scene::new(4, 48, &[(condition, "explosion")])
    }

    #[test]
    fn opens_with_one_die() {
        assert_eq!(scene("run>=3").dice("chaser"), 1);
        assert_eq!(scene("run>=3").then(&[3, 4, 5]).dice("chaser"), 1);
    }

    #[test]
    fn commits_one_die_more_than_the_best_turn() {
        assert_eq!(scene("run>=3").then(&[0]).dice("chaser"), 2);
        assert_eq!(scene("run>=3").then(&[5, 5]).then(&[1, 1, 1, 1]).dice("chaser"), 3);
        assert_eq!(scene("run>=3").then(&[5, 5]).then(&[5, 4, 1, 1]).dice("chaser"), 5);
    }

    #[test]
    fn a_high_total_is_chased_for_a_big_table_only() {
        let high = scene("run>=3").then(&[5, 5, 4]);
        assert_eq!(high.dice("chaser"), 1);
        assert_eq!(high.dice("chaser:14"), 4);
        let four_more = high.clone().then(&[1, 1, 1, 1]);
        assert_eq!(four_more.dice("chaser"), 1, "7 dice on the table");
        assert_eq!(four_more.then(&[1]).dice("chaser"), 4, "8 dice on the table");
        assert_eq!(scene("run>=3").then(&[5, 5, 3]).dice("chaser:13"), 4);
    }

    #[test]
    fn gives_up_where_the_card_leaves_no_room() {
        let high = scene("sum>=11").then(&[4, 5]).then(&[5, 5, 5, 5]);
        assert_eq!(high.dice("chaser"), 1);
        assert_eq!(scene("sum>=12").then(&[4, 5]).dice("chaser"), 3);
    }
}
