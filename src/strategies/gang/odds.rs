//! `odds`: as many dice as the risk allows, computed.
//!
//! **Why it might be good.** How often a number of dice ends invalid is known exactly, so nobody needs to guess
//! what a card bears. With nothing to beat a risk earns little and should be small; against a total it earns the
//! dice on the table and may grow with them. **What it assumes:** that the invalid chance is what limits the
//! dice, and that each die is good for a few points; it does not compute the chance to win.

use super::moves::{Player, chase, give_up, is_out_of_reach, open};
use super::risk::{DiceByCard, Risks};
use crate::games::gang::{Commit, Gang, View};

/// What each of its dice can be expected to reach at best.
const A_DIE: u32 = 4;
/// The invalid chance it accepts against a total: on a table of fewer dice than the number, the chance.
const ACCEPTED: [(u32, f64); 3] = [(4, 0.25), (BIG_TABLE, 0.35), (u32::MAX, 0.45)];
/// From here on, more dice on the table change nothing.
const BIG_TABLE: u32 = 9;

/// The first of these that applies, where "most below p" is the most dice with an invalid chance below
/// p (see [`Risks`]), and p is 0.25 on a table of up to 3 dice, 0.35 on one of up to 8, otherwise 0.45:
/// 1. nothing to beat: most below `open`;
/// 2. a total out of reach ([`is_out_of_reach`]), or above 4 × most below p: give up with 1 die, never rerolled;
/// 3. `best.dice + 1` dice, but not more than most below p.
pub(super) struct Odds {
    opening: DiceByCard,
    chasing: [DiceByCard; ACCEPTED.len()],
}

impl Odds {
    /// The player for a table who opens with an invalid chance below `open`.
    pub(super) fn new(game: &Gang, open: f64) -> Odds {
        let risks = Risks::new(game);
        Odds { opening: risks.most_below(open), chasing: ACCEPTED.map(|(_, chance)| risks.most_below(chance)) }
    }
}

impl Player for Odds {
    fn choose(&self, view: &View<'_>) -> Commit {
        let card = view.card_index();
        let Some(best) = view.to_beat() else { return open(view, self.opening.get(card)) };
        let step = {
            let table = view.table_up_to(BIG_TABLE);
            ACCEPTED.iter().take_while(|(limit, _)| table >= *limit).count()
        };
        let most = self.chasing[step.min(ACCEPTED.len() - 1)].get(card);
        if best.total > A_DIE * most || is_out_of_reach(view.card(), best.total) {
            return give_up();
        }
        chase(view, best, most.min(best.dice + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::Scene;

    fn scene(condition: &str, trigger: &str) -> Scene {
        Scene::new(4, 48, &[(condition, trigger)])
    }

    /// Two dice show no run of 3; three do in 3 × 3! of 216 rolls. Of two dice 1 in 36 shows two 5s.
    #[test]
    fn opens_with_what_is_nearly_safe() {
        assert_eq!(scene("run>=3", "explosion").dice("odds"), 2);
        assert_eq!(scene("run>=3", "explosion").dice("odds:0.09"), 3);
        assert_eq!(scene("fives>=2", "explosion").dice("odds"), 1);
        assert_eq!(scene("fives>=2", "explosion").dice("odds:0.0278"), 2);
        assert_eq!(scene("any:1", "explosion").dice("odds"), 1, "no number of dice is safe enough");
    }

    /// `any:1` on an Explosion spares n dice in (5/6)^n: invalid chances 0.167, 0.306, 0.421, 0.518.
    #[test]
    fn the_risk_grows_with_the_table() {
        let table = |dice: &[u8]| scene("any:1", "explosion").then(&[2, 2, 0, 0]).then(dice);
        let two = scene("any:1", "explosion").then(&[4]);
        assert_eq!(two.dice("odds"), 1, "1 die on the table: at most 0.25");
        assert_eq!(two.then(&[1, 1]).dice("odds"), 1, "3 dice: at most 0.25");
        assert_eq!(scene("any:1", "explosion").then(&[2, 2, 0, 0]).dice("odds"), 2, "4 dice: at most 0.35");
        assert_eq!(table(&[1; 4]).dice("odds"), 2, "8 dice: at most 0.35");
        assert_eq!(table(&[1; 5]).dice("odds"), 3, "9 dice: at most 0.45");
    }

    #[test]
    fn never_more_than_one_die_above_the_best_turn() {
        assert_eq!(scene("run>=3", "explosion").then(&[3]).dice("odds"), 2);
    }

    /// One die on a table of up to 3 dice under `any:1`: 4 points; two on one of 4 to 8: 8 points.
    #[test]
    fn gives_up_above_four_points_a_die() {
        let five = scene("any:1", "explosion").then(&[5, 3]).then(&[2, 1]);
        assert_eq!(five.dice("odds"), 2);
        let nine = scene("any:1", "explosion").then(&[5, 4]).then(&[2, 1]);
        assert_eq!(nine.dice("odds"), 1);
        assert_eq!(scene("sum>=10", "bomb").then(&[4, 4]).dice("odds"), 1, "no room above");
    }
}
