//! The engine `turn` for POT: one draw a turn, from exact tables.
//!
//! Owns the fast way to the same distribution of results as rolling die by die. Each strategy is asked for its plan as
//! seldom as possible (`simulate::trees`), each plan is solved once ([`Tables`]), and a turn is then one 64-bit draw by
//! inverse distribution. What a plan depends on beyond the answers is whether the player has a coin: trees and tables
//! are kept apart for it.
//!
//! | file | owns |
//! |---|---|
//! | `tables` | the tables of plans, shared by workers |
//! | `batch` | blocks of games, and what is kept for them |
//! | `lean` | the inner loop |
//! | `opening` | first laps of rounds, played at once |
//! | `steady` | the decisions of those who look at nothing but their purse |
//! | `recall` | the decisions of all others |
//! | `questions` | what these depend on, in keys for one look-up |
//! | `known` | decisions and payments as the inner loop wants them |
//! | `code`, `lanes`, `ledger` | results, coins and counts as the inner loop wants them |
//! | `told` | turns for people to read |
//!
//! All games of a run are played by `lean`, but those in which a strategy tosses coins, or nobody looks at anything and
//! something is not known yet.

mod batch;
mod code;
mod known;
mod lanes;
mod lean;
mod ledger;
mod opening;
mod questions;
mod recall;
mod steady;
mod tables;
mod told;
#[cfg(test)]
mod twins;

pub use tables::Tables;
pub use told::ToldTurns;

use super::answers::NodeIndex;
use super::engine::{Engine, EngineKind, Playable, Series};
use super::run::{GameFault, Job, play_block};
use super::tally::Tally;
use super::trees::Trees;
use super::turns::Limits;
use crate::dice::{BlockKey, Purpose, RunKey};
use crate::exact::pot::DrawTable;
use crate::games::pot::{
    Field, LegalChoices, PlanError, PlanId, Pot, RerollError, Strategy, Trace, TurnResult, Turns, View, Watch,
    ask_for_plan,
};
use crate::games::{Fault, Observer, Outcome, Seating, StrategyIndex};
use batch::{Batches, Games, Played};
use questions::Questions;
use std::ops::Range;
use tables::Shared;

/// What a run remembers unless told otherwise: tables are of 5 kB, so at most some 40 MB.
const LIMITS: Limits = Limits { nodes: 1 << 18, tables: 1 << 13 };

/// POT with one draw a turn.
pub struct TurnEngine<'g> {
    game: &'g Pot,
    strategies: &'g [&'g dyn Strategy],
    tables: Tables,
}

/// What a worker of [`TurnEngine`] keeps: the plans that it knows, their tables, and both as the inner loop wants them.
pub struct TurnWorker {
    memory: Memory,
    batches: Batches,
}

/// The plans that a worker knows, and their tables.
struct Memory {
    plans: Trees<Field, Decision>,
    tables: Vec<Solved>,
    /// By root what is asked there, if it can be told in keys.
    questions: Vec<Option<Questions>>,
    learned: Learned,
}

/// A decision with its table.
struct Solved {
    strategy: StrategyIndex,
    choices: LegalChoices,
    table: Shared,
}

/// How much a worker has learned: numbers that only grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Learned {
    /// How often everything was forgotten.
    forgotten: u64,
    /// How often a strategy was asked.
    asked: u64,
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
        let plans = Trees::new(2 * self.strategies.len());
        let questions = (0..2 * self.strategies.len()).map(Questions::new).collect();
        let memory = Memory { plans, tables: Vec::new(), questions, learned: Learned::default() };
        TurnWorker { memory, batches: Batches::new(self.game) }
    }

    fn begin_block(&self, _: BlockKey, _: &mut TurnWorker) {}

    fn play(
        &self,
        seating: &Seating,
        block: BlockKey,
        worker: &mut TurnWorker,
        tally: &mut Tally,
    ) -> Result<Outcome, Fault> {
        let mut turns = DrawnTurns { tables: &self.tables, memory: &mut worker.memory, block };
        self.game.play_counted(self.strategies, seating, block, &mut turns, tally)
    }

    fn play_blocks(
        &self,
        job: &Job<'_, Pot>,
        blocks: Range<u64>,
        worker: &mut TurnWorker,
        tally: &mut Tally,
    ) -> Result<(), GameFault> {
        let games = Games { seatings: job.seatings, run: RunKey::new(job.seed) };
        self.play_lean(games, blocks, worker, &mut Counted { engine: self, job, tally })
    }

    fn outcomes(
        &self,
        series: Series<'_>,
        blocks: Range<u64>,
        worker: &mut TurnWorker,
        unwanted: &mut Tally,
        outcomes: &mut Vec<Outcome>,
    ) -> Result<(), GameFault> {
        let games = Games { seatings: series.seatings, run: RunKey::new(series.seed) };
        self.play_lean(games, blocks, worker, &mut Listed { engine: self, series, unwanted, outcomes })
    }
}

impl TurnEngine<'_> {
    /// Plays blocks lean, and those with a game that gets stuck in the ordinary way.
    fn play_lean(
        &self,
        games: Games<'_>,
        mut blocks: Range<u64>,
        worker: &mut TurnWorker,
        sink: &mut impl Sink,
    ) -> Result<(), GameFault> {
        loop {
            let TurnWorker { memory, batches } = worker;
            match batches.play(games, (self, memory), &mut blocks, &mut |played| sink.played(&played)) {
                Some(block) => sink.stuck(block, worker)?,
                None => return Ok(()),
            }
        }
    }
}

/// Takes the blocks of some games, in order.
trait Sink {
    /// Takes a block that was played.
    fn played(&mut self, played: &Played<'_>);

    /// Plays and takes a block in the ordinary way.
    fn stuck(&mut self, block: u64, worker: &mut TurnWorker) -> Result<(), GameFault>;
}

/// Adds games up.
struct Counted<'c> {
    engine: &'c TurnEngine<'c>,
    job: &'c Job<'c, Pot>,
    tally: &'c mut Tally,
}

impl Sink for Counted<'_> {
    fn played(&mut self, played: &Played<'_>) {
        self.tally.begin_block(self.job.sheets.of(played.block));
        if self.tally.wants() {
            played.ledgers.hand_on(self.tally);
        } else {
            played.ledgers.clear();
        }
        for (seating, outcome) in self.job.seatings.iter().zip(played.outcomes) {
            self.tally.game(seating, outcome);
        }
        self.tally.end_block();
    }

    fn stuck(&mut self, block: u64, worker: &mut TurnWorker) -> Result<(), GameFault> {
        play_block(self.job, self.engine, block, worker, self.tally)
    }
}

/// Lists the outcomes of games.
struct Listed<'l> {
    engine: &'l TurnEngine<'l>,
    series: Series<'l>,
    unwanted: &'l mut Tally,
    outcomes: &'l mut Vec<Outcome>,
}

impl Sink for Listed<'_> {
    fn played(&mut self, played: &Played<'_>) {
        played.ledgers.clear();
        self.outcomes.extend(played.outcomes);
    }

    fn stuck(&mut self, block: u64, worker: &mut TurnWorker) -> Result<(), GameFault> {
        self.series.play(self.engine, block, worker, self.unwanted, self.outcomes)
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
    memory: &'w mut Memory,
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
        if self.memory.plans.len() >= self.tables.limits().nodes {
            self.memory.learned.forgotten += 1;
            self.memory.plans.forget();
            self.memory.tables.clear();
        }
        self.memory.learned.asked += 1;
        let questions = self.memory.questions[root].as_mut();
        questions.into_iter().for_each(|questions| reads.iter().for_each(|(field, _)| questions.include(*field)));
        let decision = Decision { plan, choices, table: Decision::UNSOLVED };
        let drawn = match self.memory.plans.remember(root, &reads, all, decision) {
            Some(leaf) => self.solve(leaf, view, (plan, choices)),
            None => Drawn::Plan(plan),
        };
        Ok((choices, drawn))
    }

    /// Fetches the table of a decision that is remembered at a leaf; a plan that fails is left to fail in play.
    fn solve(&mut self, leaf: NodeIndex, view: &View<'_>, (plan, choices): (PlanId, LegalChoices)) -> Drawn {
        let Ok(table) = self.tables.get(view, plan) else { return Drawn::Plan(plan) };
        let index = self.memory.tables.len() as TableIndex;
        self.memory.tables.push(Solved { strategy: view.strategy_index(), choices, table });
        self.memory.plans.leaf_mut(leaf).into_iter().for_each(|leaf| leaf.table = index);
        Drawn::Table(index)
    }
}

impl Decision {
    /// Stands for the table of a plan that could not be solved.
    const UNSOLVED: TableIndex = TableIndex::MAX;

    /// The number of its table, if that could be solved.
    fn solved(self) -> Option<usize> {
        (self.table != Decision::UNSOLVED).then_some(self.table as usize)
    }
}

impl Turns for DrawnTurns<'_> {
    type Plan = Drawn;

    #[inline]
    fn decide(&mut self, view: &View<'_>) -> Result<(LegalChoices, Drawn), PlanError> {
        let root = 2 * view.strategy_index() + usize::from(view.can_pay());
        match self.memory.plans.find(root, |field| view.answer(field)) {
            Some(known) if known.table != Decision::UNSOLVED => Ok((known.choices, Drawn::Table(known.table))),
            Some(known) => Ok((known.choices, Drawn::Plan(known.plan))),
            None => self.ask(root, view),
        }
    }

    #[inline]
    fn play(&mut self, view: &View<'_>, drawn: Drawn, _: &mut impl Watch) -> Result<TurnResult, RerollError> {
        let word = self.block.draw(view.slot(Purpose::Turn));
        let table: &DrawTable = match drawn {
            Drawn::Table(index) => &self.memory.tables[index as usize].table,
            Drawn::Plan(plan) => &*self.tables.get(view, plan)?,
        };
        Ok(table.draw(word))
    }
}
