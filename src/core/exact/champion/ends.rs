//! What the ends of a round are worth, found once each.
//!
//! Owns the memory of ends that somebody wins who acted before the last player. What the winner committed comes back to it
//! (G13), so all its numbers of dice have the same end, and with four players most ends come up several times.

use super::super::Shares;
use super::rounds::{Dice, Round};
use crate::games::gang::MAX_SEATS;

/// The ends that are known.
pub(super) struct Ends {
    /// By the winner's place in the order of those still to act; by the dice of the others. All zeros are none.
    known: [Vec<Shares>; MAX_SEATS - 1],
    /// One more than the most dice of those before the last.
    earlier: usize,
}

impl Ends {
    pub(super) fn new<const ALIKE: bool>(round: &Round<'_, ALIKE>) -> Ends {
        let commitments = &round.plans.commitments;
        let earlier = commitments.iter().filter(|commitment| !commitment.aims.is_empty());
        let earlier = earlier.map(|commitment| commitment.dice as usize).max().unwrap_or(0) + 1;
        let before_last = round.to_act.saturating_sub(1);
        let others = earlier.pow(before_last.saturating_sub(1) as u32);
        let of = |place: usize| match place < before_last {
            true => vec![[0.0; MAX_SEATS]; others * (commitments.len() + 1)],
            false => Vec::new(),
        };
        Ends { known: std::array::from_fn(of), earlier }
    }

    /// What the end of a round is worth to every seat, all dice being committed.
    pub(super) fn find<const ALIKE: bool>(
        &mut self,
        round: &Round<'_, ALIKE>,
        winner: Option<usize>,
        dice: Dice,
    ) -> Shares {
        let Some((&last, before)) = round.order[..round.to_act].split_last() else { return round.end(winner, &dice) };
        let others = before.iter().filter(|&&seat| Some(seat) != winner).map(|&seat| usize::from(dice[seat]));
        // Numbers of dice are priced that nobody considers.
        let is_considered = others.clone().all(|dice| dice < self.earlier);
        let Some(place) = before.iter().position(|&seat| Some(seat) == winner).filter(|_| is_considered) else {
            return round.end(winner, &dice);
        };
        let number = others.fold(usize::from(dice[last]), |number, dice| number * self.earlier + dice);
        let known = &mut self.known[place][number];
        if *known == [0.0; MAX_SEATS] {
            *known = round.end(winner, &dice);
        }
        *known
    }
}
