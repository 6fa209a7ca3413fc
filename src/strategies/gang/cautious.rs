//! `cautious`: commit few dice.
//!
//! **Why it might be good.** A round pays the winner what the others committed, so who commits the fewest dice that
//! can win at all pays little for the rounds that go wrong, and is paid for every invalid turn of the others. **What
//! it assumes:** that the others commit too many dice and end invalid often. Against players who commit many dice
//! and stay valid it wins only the small rounds.

use super::moves::{Player, chase, give_up, is_out_of_reach, open};
use crate::games::gang::{Commit, View};

/// What it expects of a die that is rerolled while it is low.
const A_DIE: u32 = 4;

/// The first of these that applies:
/// 1. nothing to beat: 1 die;
/// 2. `best.total/4 + 1` dice, the fewest that beat it with 4 points each, if that is at most `most` and the total is
///    not out of reach ([`is_out_of_reach`]);
/// 3. give up: 1 die, never rerolled.
pub(super) struct Cautious {
    /// The most dice it commits.
    pub most: u32,
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

#[cfg(test)]
mod tests {
    use super::super::scene::Scene;

    fn scene(condition: &str) -> Scene {
        Scene::new(3, 48, &[(condition, "bomb")])
    }

    #[test]
    fn opens_with_one_die_whoever_follows() {
        assert_eq!(scene("pair").dice("cautious"), 1);
        assert_eq!(scene("pair").then(&[4, 4]).dice("cautious"), 1);
        assert_eq!(scene("pair").then(&[4, 4]).then(&[3, 3]).dice("cautious"), 1);
    }

    /// 3 / 4 + 1 = 1, 4 / 4 + 1 = 2, 7 / 4 + 1 = 2, 8 / 4 + 1 = 3, 11 / 4 + 1 = 3, 12 / 4 + 1 = 4.
    #[test]
    fn commits_a_die_for_every_four_points_and_one_more() {
        for (dice, fewest) in [(&[3][..], 1), (&[4], 2), (&[3, 4], 2), (&[3, 5], 3), (&[1, 2, 3, 5], 3)] {
            assert_eq!(scene("pair").then(dice).dice("cautious"), fewest, "{dice:?}");
        }
        assert_eq!(scene("pair").then(&[3, 4, 5]).dice("cautious"), 1);
        assert_eq!(scene("pair").then(&[3, 4, 5]).dice("cautious:4"), 4);
        assert_eq!(scene("pair").then(&[4]).dice("cautious:1"), 1);
    }

    /// On `sum>=10` a 7 can be beaten by 8 and 9, an 8 by 9 alone.
    #[test]
    fn gives_up_where_the_card_leaves_no_room() {
        assert_eq!(scene("sum>=10").then(&[2, 5]).dice("cautious"), 2);
        assert_eq!(scene("sum>=10").then(&[3, 5]).dice("cautious"), 1);
    }

    #[test]
    fn commits_what_it_has() {
        let scene = Scene::new(2, 2, &[("run>=3", "bomb")]);
        assert_eq!(scene.then(&[5, 5]).dice("cautious"), 2);
    }
}
