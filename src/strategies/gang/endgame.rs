//! `endgame`: a chaser who turns bold when it is late and it is behind.
//!
//! **Why it might be good.** Only the largest pool wins (G17): second by one die is as bad as by thirty. Who is
//! behind when few rounds are left gains more from a rare big round than from many small ones; who leads has
//! no reason to change. **What it assumes:** that `chaser` is a good way to play while much is left, and that the
//! bonus of the last rounds makes a late big round possible.

use super::bold::Bold;
use super::chaser::Chaser;
use super::moves::Player;
use crate::games::gang::{Commit, View};

/// The first of these that applies:
/// 1. one of the last `rounds` rounds, and another player holds more dice: as `bold`;
/// 2. as `chaser`.
pub(super) struct Endgame {
    /// How many rounds are late.
    pub rounds: u32,
    /// What it does otherwise.
    pub chaser: Chaser,
}

impl Player for Endgame {
    fn choose(&self, view: &View<'_>) -> Commit {
        let is_behind = || view.pools().any(|pool| pool > view.pool());
        if view.rounds_left() < self.rounds && is_behind() { Bold.choose(view) } else { self.chaser.choose(view) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::Scene;

    /// Two players and four rounds of `pair` on a Bomb, where chaser opens with one die and bold with four.
    fn scene() -> Scene {
        Scene::new(2, 20, &[("pair", "bomb"); 4])
    }

    #[test]
    fn plays_like_chaser_while_it_is_early_or_not_behind() {
        assert_eq!(scene().dice("endgame"), 1);
        let won = scene().then(&[1, 2]).then(&[5]);
        assert_eq!(won.dice("endgame"), 1, "second round: 22 dice against 18");
        let even = scene().then(&[1, 1]).then(&[5, 5]);
        assert_eq!(even.dice("endgame"), 1, "18 dice each");
    }

    /// Seat 1 wins the first round, 5 against 3, and opens the second with a 5.
    #[test]
    fn plays_like_bold_when_it_is_late_and_it_is_behind() {
        let behind = scene().then(&[5]).then(&[1, 2]).then(&[5]);
        assert_eq!(behind.dice("endgame"), 4, "22 − 1 dice against 18, 5 to beat");
        assert_eq!(behind.dice("chaser"), 2);
        assert_eq!(behind.dice("endgame:2"), 2, "three rounds are left with this one: not late yet");
        assert_eq!(behind.dice("endgame:0"), 2);
    }
}
