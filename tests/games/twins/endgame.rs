//! `endgame`: a chaser who turns bold when it is late and it is behind.

use super::bold::Bold;
use super::chaser::Chaser;
use super::moves::Player;
use crate::looks::Looks;
use analyze::games::gang::{Commit, View};

/// The first of these that applies:
/// 1. one of the last `rounds` rounds, and another player holds more dice: as `bold`;
/// 2. as `chaser`.
pub(crate) struct Endgame {
    /// How many rounds are late.
    pub(crate) rounds: u32,
    /// What it does otherwise.
    pub(crate) chaser: Chaser,
}

impl Player for Endgame {
    fn choose(&self, view: &View<'_>) -> Commit {
        let is_behind = || view.pools().any(|pool| pool > view.pool());
        if view.rounds_left() < self.rounds && is_behind() { Bold.choose(view) } else { self.chaser.choose(view) }
    }
}
