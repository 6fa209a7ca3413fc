//! How often the leader of a quiet duel wins the real one.
//!
//! Owns [`Kept`], counted in games that are played in advance. It turns a comparison into a share of the win. With
//! any such shares, what is subtracted is 0 on average.

use super::super::arena::Seats;
use super::super::duel::Contest;
use super::super::rules::MAX_SEATS;
use super::{Margin, members};

/// What is told apart in a comparison; players have bits, by position or by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    /// The duel.
    pub(super) contest: Contest,
    /// Who has the highest total.
    pub(super) lead: Seats,
    /// By how much, if it is one player.
    pub(super) margin: Margin,
    /// Who shows a face that could act.
    pub(super) acting: Seats,
}

/// Who won the real duel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    leader: u32,
    acting: u32,
    others: u32,
}

/// The sorts of cases with one leader in which something could act: by duel, margin, whether the leader could act, and whether
/// somebody else could.
const SORTS: usize = Contest::NAMES.len() * Margin::ALL.len() * 4;

/// How often the leader of a comparison wins the real duel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept([Count; SORTS]);

impl Default for Kept {
    /// Nothing is known: the leader wins as often as it does not.
    fn default() -> Kept {
        Kept([Count::default(); SORTS])
    }
}

impl Case {
    /// Whether there is one leader, and something could act.
    fn is_open(&self) -> bool {
        self.lead.is_power_of_two() && self.acting != 0
    }

    fn sort(&self) -> usize {
        let own = usize::from(self.acting & self.lead != 0);
        let others = usize::from(self.acting & !self.lead != 0);
        (self.contest.index() * Margin::ALL.len() + self.margin as usize) * 4 + own * 2 + others
    }
}

impl Kept {
    /// Counts who won the real duel in such a case.
    pub(crate) fn count(&mut self, case: Case, winner: Option<usize>) {
        let Some(winner) = winner.filter(|_| case.is_open()) else { return };
        let (count, has_won) = (&mut self.0[case.sort()], |set: Seats| set >> winner & 1 == 1);
        match () {
            () if has_won(case.lead) => count.leader += 1,
            () if has_won(case.acting) => count.acting += 1,
            () => count.others += 1,
        }
    }

    /// The expected share of the win after a comparison, by player. If nothing could act, the leader has all of it. Players who
    /// tie have equal shares.
    pub(crate) fn shares(&self, case: Case, players: usize) -> [f64; MAX_SEATS] {
        let mut shares = [0.0; MAX_SEATS];
        if !case.is_open() {
            members(case.lead, players).for_each(|at| shares[at] = 1.0 / f64::from(case.lead.count_ones()));
            return shares;
        }
        let (count, acting) = (self.0[case.sort()], case.acting & !case.lead);
        // One more of each, so that cases that were never met count as even.
        let [won, overtaken, passed] = [count.leader, count.acting, count.others].map(|count| f64::from(count) + 1.0);
        let rest = ((1_u16 << players) - 1) as Seats & !case.lead & !acting;
        let groups = [(case.lead, won), (acting, overtaken), (rest, passed)];
        let all: f64 = groups.iter().filter(|(group, _)| *group != 0).map(|(_, weight)| weight).sum();
        for (group, weight) in groups {
            members(group, players).for_each(|at| shares[at] = weight / all / f64::from(group.count_ones()));
        }
        shares
    }
}
