//! The engine `turn` for POT: one draw a turn, from exact tables.
//!
//! Owns the fast way to the same distribution of results as rolling die by die. Each strategy is asked for its plan as
//! seldom as possible (`tree`), each plan is solved once ([`Tables`]), and a turn is then one 64-bit draw by inverse
//! distribution. What a plan depends on beyond the answers is whether the player has a coin: trees and tables are
//! kept apart for it.

mod tables;
mod told;
mod tree;

pub use tables::Tables;
pub use told::ToldTurns;

use super::engine::{Engine, EngineKind, Playable};
use super::tally::Tally;
use super::turns::Limits;
use crate::dice::{BlockKey, Purpose};
use crate::exact::pot::DrawTable;
use crate::games::pot::{
    Field, LegalChoices, PlanError, PlanId, Pot, RerollError, Strategy, Trace, TurnResult, Turns, View, Watch,
    ask_for_plan,
};
use crate::games::{Fault, Outcome, Seating};
use tables::Shared;
use tree::{NodeIndex, Trees};

/// What a run remembers unless told otherwise: tables are of 5 kB, so at most some 40 MB.
const LIMITS: Limits = Limits { nodes: 1 << 18, tables: 1 << 13 };

/// POT with one draw a turn.
pub struct TurnEngine<'g> {
    game: &'g Pot,
    strategies: &'g [&'g dyn Strategy],
    tables: Tables,
}

/// What a worker of [`TurnEngine`] keeps: the plans that it knows, and their tables.
pub struct TurnWorker {
    plans: Trees<Field, Decision>,
    tables: Vec<Shared>,
}

/// Where the table of a decision is among a worker's.
type TableIndex = u32;

/// A plan that was decided on.
#[derive(Clone, Copy, Debug)]
struct Decision {
    plan: PlanId,
    choices: LegalChoices,
    table: TableIndex,
}

impl<'g> TurnEngine<'g> {
    /// The engine, with limits to what it remembers.
    pub fn new(game: &'g Pot, strategies: &'g [&'g dyn Strategy], limits: Limits) -> TurnEngine<'g> {
        TurnEngine { game, strategies, tables: Tables::new(limits) }
    }

    /// The tables that it has made and kept.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }
}

impl Engine<Pot> for TurnEngine<'_> {
    type Worker = TurnWorker;

    fn worker(&self) -> TurnWorker {
        TurnWorker { plans: Trees::new(2 * self.strategies.len()), tables: Vec::new() }
    }

    fn begin_block(&self, _: BlockKey, _: &mut TurnWorker) {}

    fn play(
        &self,
        seating: &Seating,
        block: BlockKey,
        worker: &mut TurnWorker,
        tally: &mut Tally,
    ) -> Result<Outcome, Fault> {
        let mut turns = DrawnTurns { tables: &self.tables, worker, block };
        self.game.play_counted(self.strategies, seating, block, &mut turns, tally)
    }
}

impl Playable for Pot {
    type Own<'g> = TurnEngine<'g>;
    const OWN: Option<EngineKind> = Some(EngineKind::Turn);

    fn own_engine<'g>(&'g self, strategies: &'g [&'g dyn Strategy]) -> Option<TurnEngine<'g>> {
        Some(TurnEngine::new(self, strategies, LIMITS))
    }

    fn tell_own(
        &self,
        strategies: &[&dyn Strategy],
        names: &[String],
        seating: &Seating,
        block: BlockKey,
        story: &mut String,
    ) -> Result<Outcome, Fault> {
        self.tell_turns(strategies, names, seating, block, &mut ToldTurns::new(block), story)
    }
}

/// Turns drawn from tables.
struct DrawnTurns<'w> {
    tables: &'w Tables,
    worker: &'w mut TurnWorker,
    block: BlockKey,
}

/// What a drawn turn is drawn from.
#[derive(Clone, Copy)]
enum Drawn {
    /// A table that the worker has.
    Table(TableIndex),
    /// The table of a plan that is not remembered.
    Plan(PlanId),
}

impl DrawnTurns<'_> {
    /// Asks the strategy, and remembers what it asked and decided.
    #[cold]
    fn ask(&mut self, root: usize, view: &View<'_>) -> Result<(LegalChoices, Drawn), PlanError> {
        let trace = Trace::default();
        let (choices, plan) = ask_for_plan(&view.traced(&trace))?;
        let (reads, all) = trace.into_reads();
        if self.worker.plans.len() >= self.tables.limits().nodes {
            self.worker.plans.forget();
            self.worker.tables.clear();
        }
        let decision = Decision { plan, choices, table: Decision::UNSOLVED };
        let drawn = match self.worker.plans.remember(root, &reads, all, decision) {
            Some(leaf) => self.solve(leaf, view, plan),
            None => Drawn::Plan(plan),
        };
        Ok((choices, drawn))
    }

    /// Fetches the table of a decision that is remembered at a leaf; a plan that fails is left to fail in play.
    fn solve(&mut self, leaf: NodeIndex, view: &View<'_>, plan: PlanId) -> Drawn {
        let Ok(table) = self.tables.get(view, plan) else { return Drawn::Plan(plan) };
        let index = self.worker.tables.len() as TableIndex;
        self.worker.tables.push(table);
        self.worker.plans.leaf_mut(leaf).into_iter().for_each(|leaf| leaf.table = index);
        Drawn::Table(index)
    }
}

impl Decision {
    /// Stands for the table of a plan that could not be solved.
    const UNSOLVED: TableIndex = TableIndex::MAX;
}

impl Turns for DrawnTurns<'_> {
    type Plan = Drawn;

    #[inline]
    fn decide(&mut self, view: &View<'_>) -> Result<(LegalChoices, Drawn), PlanError> {
        let root = 2 * view.strategy_index() + usize::from(view.can_pay());
        match self.worker.plans.find(root, |field| view.answer(field)) {
            Some(known) if known.table != Decision::UNSOLVED => Ok((known.choices, Drawn::Table(known.table))),
            Some(known) => Ok((known.choices, Drawn::Plan(known.plan))),
            None => self.ask(root, view),
        }
    }

    #[inline]
    fn play(&mut self, view: &View<'_>, drawn: Drawn, _: &mut impl Watch) -> Result<TurnResult, RerollError> {
        let word = self.block.draw(view.slot(Purpose::Turn));
        let table: &DrawTable = match drawn {
            Drawn::Table(index) => &self.worker.tables[index as usize],
            Drawn::Plan(plan) => &*self.tables.get(view, plan)?,
        };
        Ok(table.draw(word))
    }
}
