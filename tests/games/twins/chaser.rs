//! `chaser`: always one die more than the best so far.

use super::moves::{Player, chase, give_up, is_out_of_reach, open};
use crate::looks::Looks;
use analyze::games::gang::{Commit, View};

/// The highest total it chases on a small table, unless told otherwise.
pub(crate) const ABOVE: u32 = 13;
/// From this many dice on the table, any total is worth a try.
const BIG_TABLE: u32 = 8;

/// The first of these that applies:
/// 1. nothing to beat: 1 die;
/// 2. a total out of reach ([`is_out_of_reach`]): give up with 1 die, never rerolled;
/// 3. a total above `above` and fewer than 8 dice on the table: give up likewise;
/// 4. `best.dice + 1` dice.
pub(crate) struct Chaser {
    /// The highest total it chases on a small table.
    pub(crate) above: u32,
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
