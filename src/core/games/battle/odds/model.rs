//! The chance to win a duel as strategies are told it: under a model of how everybody plays inside it.
//!
//! Owns that model, and remembering chances by situation. They are exact under the model: everybody throws the dice that
//! are worth most where dice are chosen, puts multipliers on a `1 VP` first and then where they bring most, and declines
//! exchanges, rerolls and cancels. Where a pack has an `extra` and multipliers, its multipliers are declined, too.

use super::super::Battle;
use super::super::conduct::{Conduct, Effect, Multiplying};
use super::super::dice::{Kinds, Powers};
use super::super::duel::{Contest, Duel, Hand};
use super::super::recent::Recent;
use super::super::rules::MAX_SEATS;
use super::super::view::View;
use super::{End, Fighter, Situation, Unsolved};
use crate::games::Seat;
use std::sync::Arc;

/// How many cases may be looked at for a chance.
const MOST_CASES: u64 = 1_000_000;
/// The number of situations whose chances are remembered; up to twice as many ([`Recent`]).
const KNOWN: usize = 1 << 17;

/// The chances to win by the position of the fighter; none if there are too many cases.
type Wins = Option<[f64; MAX_SEATS]>;

/// What chances depend on: the duel, and the packs of those who take part, the active player's first.
type Asked = (Contest, Hand, [Kinds; MAX_SEATS], u8);

/// Chances that have been asked for, shared by whoever plays the same game.
#[derive(Clone, Debug)]
pub(in super::super) struct Known(Arc<Recent<Asked, Wins>>);

impl Default for Known {
    fn default() -> Known {
        Known(Arc::new(Recent::last(KNOWN)))
    }
}

impl Battle {
    /// The chance that the fighter at each position wins a duel, from 0, without what else comes of it: exact under the
    /// conducts of the situation. Cheaper than [`Battle::odds`].
    ///
    /// # Errors
    /// Why it is not known.
    pub fn wins(&self, situation: &Situation) -> Result<[f64; MAX_SEATS], Unsolved> {
        let mut wins = [0.0; MAX_SEATS];
        for ((end, _), chance) in self.ends(situation, super::Counts::Wins, MOST_CASES)?.into_all() {
            if let End::Won(winner) = end {
                wins[usize::from(winner)] += chance;
            }
        }
        Ok(wins)
    }

    /// The same under the model of this module, for these packs.
    fn modelled(&self, asked: Asked) -> Wins {
        self.known.0.get(asked, || {
            let (contest, hand, packs, players) = asked;
            let fighter = |&dice: &Kinds| Fighter { dice, conduct: self.model(dice) };
            let fighters = packs[..usize::from(players)].iter().map(fighter).collect();
            self.wins(&Situation { contest, hand, fighters }).ok()
        })
    }

    /// How a player with these dice plays in the model.
    pub(in super::super) fn model(&self, dice: Kinds) -> Conduct {
        let conduct =
            Conduct { declined: Powers::ACTING, multiplying: Multiplying::VictoryPointsFirst, ..Conduct::default() };
        let can = |does: fn(Effect) -> bool| {
            dice.kinds().any(|kind| self.rules().die(kind).faces.into_iter().any(|face| does(conduct.effect(face))))
        };
        let both = can(|effect| effect == Effect::Extra) && can(|effect| matches!(effect, Effect::Multiplies { .. }));
        let declined = if both { Powers::ACTING.with(Powers::MULTIPLIER) } else { Powers::ACTING };
        Conduct { declined, ..conduct }
    }
}

impl View<'_> {
    /// The chance that the player who decides would win this duel if it were its own, with everybody's present dice: exact
    /// under the model of the module `odds::model`. `None` if there are too many cases, or the duel may not be chosen.
    pub fn win(&self, duel: Duel) -> Option<f64> {
        let state = &self.board.state;
        let is_there = |opponent: Seat| opponent != self.seat && opponent.index() < state.seats;
        let is_legal = duel.opponent.is_none_or(is_there);
        let fights = |seat| seat == self.seat || duel.opponent.is_none_or(|opponent| opponent == seat);
        let (mut packs, mut players) = ([Kinds::EMPTY; MAX_SEATS], 0);
        for seat in state.from(self.seat).filter(|&seat| fights(seat)) {
            packs[usize::from(players)] = state.dice(seat);
            players += 1;
        }
        // Who comes after the player does not matter in the model.
        packs[1..usize::from(players)].sort_unstable();
        is_legal.then(|| self.game.modelled((duel.contest, duel.hand, packs, players)))?.map(|wins| wins[0])
    }
}
