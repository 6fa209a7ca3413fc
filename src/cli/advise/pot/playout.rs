//! Games of POT that go on from a position, in which the seat that asks takes an option.
//!
//! Owns the first turn: it is played like a strategy, or its next reroll is given. From then on everybody plays its strategy.
//! Draws belong to the seat and the round, so all options meet the same luck.

use super::super::played::Seated;
use super::read::{Position, Shown};
use crate::dice::{BlockKey, Purpose, RunKey, generator};
use crate::games::declaration::{NoAnswer, PolicyId};
use crate::games::pot::{
    Begun, Decision, DiceSet, LegalChoices, Player, Pot, Reroll, Rerolled, Roll, Strategy, TurnResult, View, Watch,
};
use crate::games::turns::{Refused, TurnGame, Turns};
use crate::games::{Fault, Table};
use crate::simulate::{Playout, PlayoutWorker};

/// What is done in the first turn.
#[derive(Clone, Copy)]
pub(super) enum First<'f> {
    /// It is played like this strategy.
    Like(&'f dyn Strategy),
    /// These of the dice shown are rerolled, and then it is played like the seat's own strategy.
    Reroll(Shown, DiceSet),
}

/// A strategy whose next reroll is given.
struct Given<'g> {
    then: &'g dyn Strategy,
    next: Reroll,
    reroll: DiceSet,
}

impl Strategy for Given<'_> {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        self.then.decide(view)
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        if roll.next == self.next { Ok(self.reroll) } else { self.then.reroll(plan, roll) }
    }
}

/// Turns in which the first one is given.
struct Opening<'o> {
    first: Option<First<'o>>,
    block: BlockKey,
}

impl Turns<Pot> for Opening<'_> {
    fn decide(&mut self, player: Player<'_>, view: &View<'_>) -> Result<(LegalChoices, PolicyId), Refused> {
        match self.first {
            Some(First::Like(strategy)) => Pot::ask(Player { strategy, ..player }, view),
            Some(First::Reroll(..)) | None => Pot::ask(player, view),
        }
    }

    fn play(&mut self, turn: &Begun<'_>, plan: PolicyId, watch: &mut (dyn Watch + '_)) -> Result<TurnResult, Refused> {
        match self.first.take() {
            None => Pot::roll(turn, plan, self.block, watch),
            Some(First::Like(strategy)) => {
                let turn = Begun { player: Player { strategy, ..turn.player }, ..*turn };
                Pot::roll(&turn, plan, self.block, watch)
            }
            Some(First::Reroll(shown, reroll)) => {
                let given = Given { then: turn.player.strategy, next: shown.next, reroll };
                let turn = Begun { player: Player { strategy: &given, ..turn.player }, ..*turn };
                let before = if shown.next == Reroll::Free { Rerolled::Never } else { Rerolled::Free };
                let mut rng = generator(self.block.draw(Pot::slot(&turn, Purpose::Turn)));
                turn.go_on(plan, (shown.dice, before), |shown, dice| dice.roll(shown, &mut rng), watch)
            }
        }
    }
}

/// The games of a position.
pub(super) struct Games<'g> {
    pub(super) position: &'g Position,
    pub(super) seated: &'g Seated,
    pub(super) firsts: &'g [First<'g>],
    pub(super) seed: u64,
}

impl Playout for Games<'_> {
    fn options(&self) -> usize {
        self.firsts.len()
    }

    fn worker(&self) -> Box<dyn PlayoutWorker + '_> {
        let strategies = self.seated.chosen.iter().filter_map(|chosen| chosen.strategy::<Pot>()).collect();
        Box::new(Worker { of: self, strategies })
    }
}

struct Worker<'w> {
    of: &'w Games<'w>,
    strategies: Vec<&'w dyn Strategy>,
}

impl PlayoutWorker for Worker<'_> {
    fn play(&mut self, option: usize, game: u64) -> Result<u32, Fault> {
        let Games { position, seated, firsts, seed } = self.of;
        let block = RunKey::new(*seed).block(game);
        let table = Table { strategies: &self.strategies, seating: &seated.lineup, block };
        let mut turns = Opening { first: Some(firsts[option]), block };
        let outcome = position.game.play_on(table, position.state.clone(), &mut turns)?;
        Ok(outcome.share[position.seat.index()].into())
    }
}
