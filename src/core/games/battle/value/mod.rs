//! The gains that each player expects of duels, and the chance to win the game that follows from them.
//!
//! Owns [`Prospect`], the expected gains of a duel by the chances of `estimate`, and the assumptions about later duels.
//! `race` turns prospects into chances to win the game.
//!
//! These values are good enough to choose by, but they are no win probabilities. Among three `swarm`, a seat that can
//! expect a percentage point more wins 0.83 more. Among three `tactician`, who change their dice all the time, it wins
//! 0.35 more.

mod race;
mod tables;
#[cfg(test)]
mod tests;

use super::Battle;
use super::dice::Kinds;
use super::duel::{Contest, Duel, Hand};
use super::rules::MAX_SEATS;
use super::state::State;
use crate::games::Seat;
pub use race::Race;
pub(crate) use tables::{LineUp, Shares, Tables};

/// The expected gains of all seats in a duel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prospect {
    /// How many take part.
    pub players: u32,
    /// The points of the winner (B17).
    pub award: u32,
    /// The chance of each seat to win it.
    pub wins: [f64; MAX_SEATS],
    /// The mean of the victory points that each seat shows.
    pub shown: [f64; MAX_SEATS],
    /// Whether each seat takes part.
    pub inside: [bool; MAX_SEATS],
}

impl Prospect {
    /// The mean of the points that a seat gets.
    pub fn points(&self, seat: usize) -> f64 {
        self.wins[seat] * f64::from(self.award) + self.shown[seat]
    }

    /// How many points more a seat gets than the others do on average, of so many seats.
    pub fn lead(&self, seat: usize, seats: usize) -> f64 {
        let others: f64 = (0..seats).filter(|&other| other != seat).map(|other| self.points(other)).sum();
        self.points(seat) - others / (seats as f64 - 1.0)
    }
}

impl Battle {
    /// The prospect of a duel of the active seat, with the packs by seat. `None` if its chances are not known.
    pub fn prospect(&self, packs: &[Kinds], active: Seat, duel: Duel) -> Option<Prospect> {
        let fights = |seat: usize| seat == active.index() || duel.opponent.is_none_or(|other| other.index() == seat);
        let (mut fighting, mut seats, mut players) = ([Kinds::EMPTY; MAX_SEATS], [0; MAX_SEATS], 0);
        for seat in (0..packs.len()).map(|after| (active.index() + after) % packs.len()).filter(|&seat| fights(seat)) {
            (fighting[players], seats[players]) = (packs[seat], seat);
            players += 1;
        }
        let estimate = self.estimate(duel.contest, duel.hand, &fighting[..players])?;
        let award = self.rules().award(players as u32 - 1);
        let mut prospect = Prospect { players: players as u32, award, ..Prospect::default() };
        for (position, &seat) in seats[..players].iter().enumerate() {
            prospect.wins[seat] = estimate.wins[position];
            prospect.shown[seat] = estimate.shown[position];
            prospect.inside[seat] = true;
        }
        Some(prospect)
    }

    /// The prospect of a duel of the active seat whose kind is not known. It is against all, and either an armageddon with
    /// all its dice or to 15, equally often, as far as the chances of these are known.
    pub fn usual(&self, packs: &[Kinds], active: Seat) -> Prospect {
        let all = Contest::Armageddon(packs[active.index()].total().max(1));
        let duels = [(all, Hand::Random), (Contest::FirstTo15, Hand::Chosen)];
        let known = duels
            .iter()
            .filter_map(|&(contest, hand)| self.prospect(packs, active, Duel { contest, hand, opponent: None }));
        let known: Vec<Prospect> = known.collect();
        let seats = packs.len();
        let Some(&first) = known.first() else { return self.even(seats) };
        let mut mean = first;
        for seat in 0..seats {
            let of = |number: fn(&Prospect, usize) -> f64| {
                known.iter().map(|prospect| number(prospect, seat)).sum::<f64>() / known.len() as f64
            };
            mean.wins[seat] = of(|prospect, seat| prospect.wins[seat]);
            mean.shown[seat] = of(|prospect, seat| prospect.shown[seat]);
        }
        mean
    }

    /// A duel against all in which everybody is equally likely to win.
    fn even(&self, seats: usize) -> Prospect {
        let (mut wins, mut inside) = ([0.0; MAX_SEATS], [false; MAX_SEATS]);
        wins[..seats].fill(1.0 / seats as f64);
        inside[..seats].fill(true);
        let award = self.rules().award(seats as u32 - 1);
        Prospect { players: seats as u32, award, wins, inside, ..Prospect::default() }
    }

    /// What each seat's dice cost, with the points it holds.
    pub fn wealth(&self, state: &State) -> [u32; MAX_SEATS] {
        let mut wealth = [0; MAX_SEATS];
        for seat in state.all() {
            wealth[seat.index()] = self.rules().cost_of(state.dice(seat)) + state.points(seat);
        }
        wealth
    }
}
