//! The engine `turn` for Gang of Dice: one draw a turn, from exact tables.
//!
//! Owns the fast way to the same distribution of results as rolling die by die. Each strategy is asked
//! for its decision as seldom as possible ([`Memo`]), each plan is solved once ([`Tables`]), and a turn
//! is then one 64-bit draw by inverse distribution. Commits of more than
//! [`MOST_DRAWN_DICE`](crate::exact::MOST_DRAWN_DICE) dice, which are legal, are rolled die by die;
//! which of the two happens depends on the number of dice alone.
//!
//! | file | owns |
//! |---|---|
//! | `memo` | decision trees: what strategies were asked, and what they decided |
//! | `tables` | the tables of plans, shared by workers |
//! | `questions` | what the same decisions depend on, in keys for one look-up |
//! | `batch`, `steady` | games from what is remembered: any, and those in which nobody looks at the others |
//! | `course` | what these two have in common |
//! | `told` | turns for people to read |
//!
//! Nearly all games of a run are played by `batch` or `steady`, a chunk of blocks at a time.

mod batch;
mod course;
mod memo;
mod questions;
mod steady;
mod tables;
mod told;
#[cfg(test)]
mod twins;

use batch::{Batch, Played};
use course::Course;
pub use memo::{Decision, Memo};
pub use tables::{Limits, Tables};
pub use told::ToldTurns;

use super::engine::{Engine, EngineKind, Playable, Series};
use super::run::{GameFault, Job, play_block};
use super::tally::{SheetsIn, Tally};
use crate::dice::{BlockKey, Purpose, RunKey, Slot};
use crate::games::gang::{
    CardOrder, Gang, KeyedDice, NoAnswer, RerollError, Rolled, Strategy, TurnResult, Turns, View, Watch,
};
use crate::games::{Fault, Game, Observer, Outcome, Seating};
use std::ops::Range;

/// Gang of Dice with one draw a turn.
pub struct TurnEngine<'g> {
    game: &'g Gang,
    strategies: &'g [&'g dyn Strategy],
    tables: Tables,
    course: Course,
}

/// What a worker of [`TurnEngine`] keeps.
pub struct TurnWorker {
    order: CardOrder,
    memo: Memo,
    batch: Batch,
    played: Played,
}

impl<'g> TurnEngine<'g> {
    /// The engine, with limits to what it remembers.
    pub fn new(game: &'g Gang, strategies: &'g [&'g dyn Strategy], limits: Limits) -> TurnEngine<'g> {
        TurnEngine { game, strategies, tables: Tables::new(limits), course: Course::new(game) }
    }

    /// Plays a game by the rules as the game has them, asking strategies what is not remembered yet.
    fn play_ordinary(
        &self,
        seating: &Seating,
        block: BlockKey,
        worker: &mut TurnWorker,
        observer: &mut impl Observer,
    ) -> Result<Outcome, Fault> {
        let mut turns = DrawnTurns { tables: &self.tables, memo: &mut worker.memo, block };
        self.game.play_counted(self.strategies, seating, block, &worker.order, &mut turns, observer)
    }

    /// The tables that it has made and kept.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }
}

impl Engine<Gang> for TurnEngine<'_> {
    type Worker = TurnWorker;

    fn worker(&self) -> TurnWorker {
        let memo = Memo::new(self.strategies.len(), self.game, self.tables.limits());
        TurnWorker { order: self.game.scratch(), memo, batch: Batch::new(), played: Played::default() }
    }

    fn begin_block(&self, block: BlockKey, worker: &mut TurnWorker) {
        self.game.begin_block(block, &mut worker.order);
    }

    fn play(
        &self,
        seating: &Seating,
        block: BlockKey,
        worker: &mut TurnWorker,
        tally: &mut Tally,
    ) -> Result<Outcome, Fault> {
        self.play_ordinary(seating, block, worker, tally)
    }

    /// Blocks are played side by side first; those with a game that met something new are then played again, in
    /// their turn among the others, in the ordinary way.
    fn play_blocks(
        &self,
        job: &Job<'_, Gang>,
        blocks: Range<u64>,
        worker: &mut TurnWorker,
        tally: &mut Tally,
    ) -> Result<(), GameFault> {
        let mut played = std::mem::take(&mut worker.played);
        let run = RunKey::new(job.seed);
        let wanted: Vec<_> = blocks.clone().map(|block| (run.block(block), job.sheets.of(block))).collect();
        worker.batch.play((self.game, &self.course), &worker.memo, job.seatings, &wanted, &mut played);
        let seatings: Vec<_> = job.seatings.iter().collect();
        let outcomes = played.outcomes.chunks_exact(seatings.len()).zip(played.logs.chunks_exact(seatings.len()));
        for ((block, (_, sheets)), (outcomes, logs)) in blocks.zip(wanted).zip(outcomes) {
            if outcomes.iter().any(Option::is_none) {
                play_block(job, self, block, worker, tally)?;
                continue;
            }
            tally.begin_block(sheets);
            for ((seating, outcome), log) in seatings.iter().zip(outcomes.iter().flatten()).zip(logs) {
                if sheets == SheetsIn::Counted {
                    log.iter().for_each(|round| round.count(seating, self.strategies.len(), tally));
                }
                tally.game(seating, outcome);
            }
            tally.end_block();
        }
        worker.played = played;
        Ok(())
    }

    fn outcomes(
        &self,
        series: Series<'_>,
        blocks: Range<u64>,
        worker: &mut TurnWorker,
        unwanted: &mut Tally,
        outcomes: &mut Vec<Outcome>,
    ) -> Result<(), GameFault> {
        let mut played = std::mem::take(&mut worker.played);
        let run = RunKey::new(series.seed);
        let wanted: Vec<_> = blocks.clone().map(|block| (run.block(block), SheetsIn::Skipped)).collect();
        worker.batch.play((self.game, &self.course), &worker.memo, series.seatings, &wanted, &mut played);
        for (block, games) in blocks.zip(played.outcomes.chunks_exact(series.seatings.games() as usize)) {
            if games.iter().any(Option::is_none) {
                series.play(self, block, worker, unwanted, outcomes)?;
            } else {
                outcomes.extend(games.iter().flatten());
            }
        }
        worker.played = played;
        Ok(())
    }
}

impl Playable for Gang {
    type Own<'g> = TurnEngine<'g>;
    const OWN: Option<EngineKind> = Some(EngineKind::Turn);

    fn own_engine<'g>(&'g self, strategies: &'g [&'g dyn Strategy]) -> Option<TurnEngine<'g>> {
        Some(TurnEngine::new(self, strategies, Limits::default()))
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
    memo: &'w mut Memo,
    block: BlockKey,
}

impl Turns for DrawnTurns<'_> {
    type Plan = Decision;

    #[inline]
    fn decide(&mut self, view: &View<'_>) -> Result<(u32, Decision), NoAnswer> {
        let decision = self.memo.decide(view)?;
        Ok((decision.dice(), decision))
    }

    #[inline]
    fn play(
        &mut self,
        view: &View<'_>,
        dice: u32,
        decision: Decision,
        watch: &mut impl Watch,
    ) -> Result<TurnResult, RerollError> {
        let (seat, round) = view.place();
        let word = self.block.draw(Slot::new(Purpose::Turn, seat.0, round, 0));
        if let Some(table) = self.memo.table(decision) {
            return Ok(table.draw(word));
        }
        if !Tables::covers(dice) {
            return Rolled(KeyedDice::new(self.block)).play(view, dice, decision.plan(), watch);
        }
        let table = self.tables.get(view, dice, decision.plan())?;
        let result = table.draw(word);
        self.memo.remember_table(decision, table);
        Ok(result)
    }
}
