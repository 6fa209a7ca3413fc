//! `cautious`: commit few dice.

use super::moves::{Player, chase, give_up, is_out_of_reach, open};
use crate::looks::Looks;
use analyze::games::gang::{Commit, View};

/// What it expects of a die that is rerolled while it is low.
const A_DIE: u32 = 4;

/// The first of these that applies:
/// 1. nothing to beat: 1 die;
/// 2. `best.total/4 + 1` dice, the fewest that beat it with 4 points each, if that is at most `most` and the total is
///    not out of reach ([`is_out_of_reach`]);
/// 3. give up: 1 die, never rerolled.
pub(crate) struct Cautious {
    /// The most dice it commits.
    pub(crate) most: u32,
}

impl Player for Cautious {
    fn choose(&self, view: &View<'_>) -> Commit {
        let Some(best) = view.to_beat() else { return open(view, 1) };
        let needed = best.total / A_DIE + 1;
        if needed > self.most || is_out_of_reach(view.card(), best.total) {
            return give_up();
        }
        chase(view, best, needed)
    }
}
