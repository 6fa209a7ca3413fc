//! Games of Gang of Dice that go on from a position, in which the seat that asks takes an option.
//!
//! Owns the first turn: its number of dice or its reroll is given, and the rest of its rerolls follow a plan. From then on
//! everybody plays its strategy. Draws belong to the seat and the round, so all options meet the same luck.

use super::super::played::Seated;
use super::read::{Position, Shown};
use crate::dice::{BlockKey, Counts, Purpose, RunKey, roll};
use crate::exact::RerollPolicy;
use crate::games::declaration::{NoAnswer, PolicyId};
use crate::games::gang::{CardOrder, Commit, Committed, Gang, Player, Roll, Strategy, TurnResult, View, Watch};
use crate::games::turns::{Refused, TurnGame, Turns};
use crate::games::{Fault, Game, Table};
use crate::simulate::{Playout, PlayoutWorker};

/// A first turn.
pub(super) struct First {
    /// How many dice are committed.
    pub(super) dice: u32,
    /// What is rerolled; before the first roll, nothing is shown.
    pub(super) plan: RerollPolicy,
    /// The dice that lie there, and which of them are rerolled at once.
    pub(super) shown: Option<(Shown, Counts)>,
}

impl Strategy for First {
    /// Never asked: the number of dice is given.
    fn commit(&self, _: &View<'_>) -> Result<Commit, NoAnswer> {
        Ok(Commit { dice: self.dice, plan: PolicyId(0) })
    }

    fn reroll(&self, _: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        match self.shown {
            Some((shown, reroll)) if shown.left == roll.left => Ok(reroll),
            _ => self
                .plan
                .reroll(roll.shown, roll.left)
                .ok_or_else(|| NoAnswer("no answer: the plan is of another turn".into())),
        }
    }
}

/// Turns in which the first one is given.
struct Opening<'o> {
    first: Option<&'o First>,
    block: BlockKey,
}

impl Turns<Gang> for Opening<'_> {
    fn decide(&mut self, player: Player<'_>, view: &View<'_>) -> Result<(u32, PolicyId), Refused> {
        match self.first {
            Some(first) => Ok((first.dice, PolicyId(0))),
            None => Gang::ask(player, view),
        }
    }

    fn play(
        &mut self,
        turn: &Committed<'_>,
        plan: PolicyId,
        watch: &mut (dyn Watch + '_),
    ) -> Result<TurnResult, Refused> {
        let Some(first) = self.first.take() else { return Gang::roll(turn, plan, self.block, watch) };
        let turn = Committed { player: Player { strategy: first, ..turn.player }, ..*turn };
        let Some((shown, _)) = first.shown else { return Gang::roll(&turn, plan, self.block, watch) };
        let mut words = self.block.words(Gang::slot(&turn, Purpose::Turn));
        let mut lying = Some(shown.dice);
        let turn = Committed { rerolls: shown.left, ..turn };
        turn.roll(plan, |dice| lying.take().unwrap_or_else(|| roll(dice, &mut words)), watch)
    }
}

/// The games of a position.
pub(super) struct Games<'g> {
    pub(super) position: &'g Position,
    pub(super) seated: &'g Seated,
    pub(super) firsts: &'g [First],
    pub(super) seed: u64,
}

impl Playout for Games<'_> {
    fn options(&self) -> usize {
        self.firsts.len()
    }

    fn worker(&self) -> Box<dyn PlayoutWorker + '_> {
        let chosen = self.seated.chosen.iter();
        Box::new(Worker {
            of: self,
            strategies: chosen.filter_map(|chosen| chosen.strategy::<Gang>()).collect(),
            order: self.position.game.scratch(),
        })
    }
}

struct Worker<'w> {
    of: &'w Games<'w>,
    strategies: Vec<&'w dyn Strategy>,
    order: CardOrder,
}

impl PlayoutWorker for Worker<'_> {
    fn play(&mut self, option: usize, game: u64) -> Result<u32, Fault> {
        let Games { position, seated, firsts, seed } = self.of;
        let block = RunKey::new(*seed).block(game);
        position.game.begin_block(block, &mut self.order);
        self.order.put(position.state.round() as usize, position.card);
        let table = Table { strategies: &self.strategies, seating: &seated.lineup, block };
        let mut turns = Opening { first: Some(&firsts[option]), block };
        let outcome = position.game.play_on(table, &self.order, position.state.clone(), &mut turns)?;
        Ok(outcome.share[position.seat.index()].into())
    }
}
