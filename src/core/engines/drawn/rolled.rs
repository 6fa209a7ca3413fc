//! The engine `dice` of games whose decisions can be remembered.
//!
//! Owns what a worker remembers of decisions while every die is rolled. It plays the same games as [`DiceEngine`], which
//! asks each time.
//!
//! [`DiceEngine`]: crate::engines::DiceEngine

use super::trees::{Recalled, Trees};
use super::{DrawnGame, Limits};
use crate::dice::BlockKey;
use crate::engines::Engine;
use crate::games::declaration::{PolicyId, Trace, View};
use crate::games::turns::{Refused, Turns};
use crate::games::{Fault, Observer, Outcome, Seating, Table};

/// Die by die, asking for a decision as seldom as possible.
pub struct RolledEngine<'g, G: DrawnGame> {
    game: &'g G,
    strategies: &'g [&'g G::Strategy],
    limits: Limits,
}

/// What a worker of [`RolledEngine`] keeps.
pub struct RolledWorker<G: DrawnGame> {
    scratch: G::Scratch,
    memory: Memory<G>,
}

/// Decisions that are remembered, for games that are played one after the other.
pub(super) struct Memory<G: DrawnGame> {
    limits: Limits,
    roots: usize,
    trees: Trees,
    /// By number.
    decisions: Vec<(G::Choice, PolicyId)>,
    trace: Trace,
}

impl<'g, G: DrawnGame> RolledEngine<'g, G> {
    /// The engine, with limits to what it remembers.
    pub fn new(game: &'g G, strategies: &'g [&'g G::Strategy], limits: Limits) -> RolledEngine<'g, G> {
        RolledEngine { game, strategies, limits }
    }
}

impl<G: DrawnGame> Engine<G> for RolledEngine<'_, G> {
    type Worker = RolledWorker<G>;

    fn worker(&self) -> RolledWorker<G> {
        let memory = Memory::new(self.game, self.strategies.len(), self.limits);
        RolledWorker { scratch: self.game.scratch(), memory }
    }

    fn begin_block(&self, block: BlockKey, worker: &mut RolledWorker<G>) {
        self.game.begin_block(block, &mut worker.scratch);
    }

    fn play(
        &self,
        seating: &Seating,
        block: BlockKey,
        worker: &mut RolledWorker<G>,
        observer: &mut impl Observer,
    ) -> Result<Outcome, Fault> {
        let table = Table { strategies: self.strategies, seating, block };
        let mut turns = RememberedTurns { block, memory: &mut worker.memory };
        self.game.play_turns(table, &worker.scratch, &mut turns, observer)
    }
}

/// Turns played die by die, their decisions remembered.
struct RememberedTurns<'m, G: DrawnGame> {
    block: BlockKey,
    memory: &'m mut Memory<G>,
}

impl<G: DrawnGame> Turns<G> for RememberedTurns<'_, G> {
    #[inline]
    fn decide(&mut self, player: G::Player<'_>, view: &View<'_, G>) -> Result<(G::Choice, PolicyId), Refused> {
        self.memory.decide(player, view)
    }

    #[inline]
    fn play(&mut self, turn: &G::Turn<'_>, plan: PolicyId, watch: &mut G::Watch<'_>) -> Result<G::Result, Refused> {
        G::roll(turn, plan, self.block, watch)
    }
}

impl<G: DrawnGame> Memory<G> {
    /// Nothing remembered yet, of so many strategies.
    pub(super) fn new(game: &G, strategies: usize, limits: Limits) -> Memory<G> {
        let roots = game.roots();
        let (trees, trace) = (Trees::new(strategies * roots), Trace::default());
        Memory { limits, roots, trees, decisions: Vec::new(), trace }
    }

    /// The player's decision, as [`TurnGame::ask`](crate::games::turns::TurnGame::ask) has it.
    ///
    /// # Errors
    /// If the strategy does not answer, or not legally.
    #[inline]
    pub(super) fn decide(
        &mut self,
        player: G::Player<'_>,
        view: &View<'_, G>,
    ) -> Result<(G::Choice, PolicyId), Refused> {
        let root = G::player_index(player) * self.roots + G::root(&view.situation);
        match self.trees.recall(root, |question| question.answer::<G>(&view.situation)) {
            Recalled::Known(decision) => Ok(self.decisions[decision as usize]),
            Recalled::Unlisted => G::ask(player, view),
            Recalled::Unknown => self.ask(root, player, view),
        }
    }

    /// Asks the strategy, and remembers what it asked and decided, if that can be remembered.
    #[cold]
    #[inline(never)]
    fn ask(
        &mut self,
        root: usize,
        player: G::Player<'_>,
        view: &View<'_, G>,
    ) -> Result<(G::Choice, PolicyId), Refused> {
        let asked = G::ask(player, &View::traced(G::with_shorter_lifetime(view.situation), &self.trace));
        let (questions, unlisted) = self.trace.take();
        let decision = asked?;
        if self.trees.len() >= self.limits.nodes {
            self.trees.forget();
            self.decisions.clear();
        }
        let number = unlisted.is_none().then_some(self.decisions.len() as u32);
        self.trees.remember(root, &questions, number);
        if number.is_some() {
            self.decisions.push(decision);
        }
        Ok(decision)
    }
}
