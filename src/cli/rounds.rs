//! The games of a sweep: all combinations in rounds, from whatever was played of them before.
//!
//! Owns the order in which they are played, and which are played twice. The numbers of the first combination that others
//! are held against stay in memory for a round alone: whoever goes on within one, or plays other combinations in a shard,
//! plays these blocks again and does not count them.

use super::output::Failure;
use super::simulate::{describe, job};
use super::sweep::{Sweep, share};
use super::vary::in_combination;
use crate::record::{CombinationRecord, MergeError};
use crate::simulate::{Beside, Combined, Control, EngineKind, Finished, Playable, Recorded, run_combination};
use crate::strategies::Catalogue;
use std::ops::Range;

/// Which blocks are played.
#[derive(Debug)]
pub(super) struct Stretch {
    /// Of which combinations.
    pub cells: Range<usize>,
    /// Of every combination, in the order of all.
    pub blocks: Vec<Range<u64>>,
}

/// Something that makes the records of what was played so far, if they fit together.
type SoFar<'s> = &'s dyn Fn() -> Option<Vec<CombinationRecord>>;

/// Games of a sweep to be played.
pub(super) struct Course<'c, G: Catalogue> {
    pub sweep: &'c Sweep<G>,
    pub stretch: Stretch,
    pub threads: usize,
    pub control: &'c Control,
    /// Is shown what was played whenever that was asked of the control.
    pub save: &'c dyn Fn(SoFar<'_>),
}

/// What was played of a round, by the position among the combinations of the stretch.
#[derive(Default)]
struct Round {
    parts: Vec<(usize, CombinationRecord)>,
    /// The one whose blocks somebody cut off.
    cut_off: Option<(usize, CombinationRecord)>,
    is_whole: bool,
}

impl<G: Catalogue + Playable> Course<'_, G> {
    /// Plays what follows the blocks `before`, which are the first ones of the first combinations. If somebody ends it, what
    /// was finished counts; where rows are held against those of the first, which needs the same blocks of all, the
    /// combinations of the first round that are complete, or the rounds that are.
    pub(super) fn play(&self, before: Vec<CombinationRecord>) -> Result<Vec<CombinationRecord>, Failure> {
        let (rounds, mut played) = (self.rounds(), before);
        for round in 0..rounds {
            let Round { parts, cut_off, is_whole } = self.play_round((round, rounds), &played)?;
            let needs_all = self.sweep.counts_rows() && !is_whole;
            if !needs_all || played.is_empty() {
                played = sum(played, parts.into_iter().chain(cut_off.filter(|_| !needs_all)))
                    .map_err(|error| Failure::Running(format!("the rounds of a sweep do not fit together: {error}")))?;
            }
            if !is_whole {
                break;
            }
        }
        Ok(played)
    }

    /// As many rounds as the numbers of the first combination need to fit into memory.
    fn rounds(&self) -> u64 {
        let length = |blocks: &Range<u64>| blocks.end - blocks.start;
        let shortest = self.stretch.blocks[self.stretch.cells.clone()].iter().map(length).min().unwrap_or(1);
        let bytes = length(&self.stretch.blocks[0]) * self.sweep.bytes_a_block();
        bytes.div_ceil(self.sweep.recorded_bytes).clamp(1, shortest.max(1))
    }

    /// What of the blocks of a combination is still to be played in a round.
    fn todo(&self, cell: usize, before: Option<&CombinationRecord>, (round, rounds): (u64, u64)) -> Range<u64> {
        let Range { start, end } = self.stretch.blocks[cell];
        let share = share(end - start, round, rounds);
        let played = before.map_or(0, |before| before.tallies.blocks);
        start + share.start.max(played).min(share.end)..start + share.end
    }

    fn play_round(&self, round: (u64, u64), before: &[CombinationRecord]) -> Result<Round, Failure> {
        let cells = || self.stretch.cells.clone();
        let todo: Vec<Range<u64>> =
            cells().enumerate().map(|(at, cell)| self.todo(cell, before.get(at), round)).collect();
        let held = cells().zip(&todo).filter(|(cell, todo)| self.sweep.pairs[*cell].is_some() && !todo.is_empty());
        let needed = held.map(|(_, todo)| todo.start).min();
        let (mut played, mut first) = (Round::default(), Recorded::default());
        if let Some(start) = needed {
            let whole = self.todo(0, None, round);
            let own = if cells().start == 0 { todo[0].start } else { whole.end };
            let again = start.min(own)..own;
            let Finished { tally, complete } = self.play_part(0, again, Beside::Record, (before, &played), false)?;
            if !complete {
                return Ok(played);
            }
            first = tally.recorded;
        }
        for (at, (cell, todo)) in cells().zip(todo).enumerate().filter(|(_, (_, todo))| !todo.is_empty()) {
            let beside = match &self.sweep.pairs[cell] {
                Some(pairs) => Beside::Compare(pairs, &first),
                None if cell == 0 && needed.is_some() => Beside::Record,
                None => Beside::Nothing,
            };
            let Finished { tally, complete } = self.play_part(cell, todo, beside, (before, &played), true)?;
            let (part, recorded) = self.sweep.record(cell, tally);
            if !complete {
                played.cut_off = Some((at, part)).filter(|(_, part)| part.tallies.blocks > 0);
                return Ok(played);
            }
            played.parts.push((at, part));
            if cell == 0 {
                first.append(recorded);
            }
        }
        played.is_whole = true;
        Ok(played)
    }

    /// Plays some blocks of a combination, which count or not, after what was played before and in this round.
    fn play_part(
        &self,
        cell: usize,
        blocks: Range<u64>,
        beside: Beside<'_>,
        (before, round): (&[CombinationRecord], &Round),
        counts: bool,
    ) -> Result<Finished<Combined>, Failure> {
        let sweep = self.sweep;
        let (table, combination) = (&sweep.tables[cell], &sweep.combinations[cell]);
        let (names, strategies) = (table.names(), table.strategies());
        let job = job(table, &names, &strategies, blocks);
        let save = |so_far: &dyn Fn() -> Combined| {
            (self.save)(&|| {
                let part = counts.then(|| (cell - self.stretch.cells.start, sweep.record(cell, so_far()).0));
                let part = part.filter(|(_, part)| part.tallies.blocks > 0);
                sum(before.to_vec(), round.parts.iter().cloned().chain(part)).ok()
            });
        };
        let (own, counted) = (table.game.own_engine(&strategies), &sweep.counted[cell]);
        let finished = match own.filter(|_| table.engine != EngineKind::Dice) {
            Some(engine) => run_combination(&job, &engine, self.threads, self.control, counted, beside, save),
            None => {
                let engine = table.game.dice_engine(&strategies);
                run_combination(&job, &engine, self.threads, self.control, counted, beside, save)
            }
        };
        finished.map_err(|fault| {
            in_combination(describe(&fault, table, &combination.table), &sweep.axes, &combination.values)
        })
    }
}

/// Adds parts, in the order of their combinations, to what was played before them.
fn sum(
    mut sums: Vec<CombinationRecord>,
    parts: impl IntoIterator<Item = (usize, CombinationRecord)>,
) -> Result<Vec<CombinationRecord>, MergeError> {
    for (at, part) in parts {
        match sums.get_mut(at) {
            Some(sum) => sum.append(&part)?,
            None => sums.push(part),
        }
    }
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use super::super::args::Arguments;
    use super::*;
    use crate::games::gang::Gang;
    use clap::Parser;

    const SWEEP: &str = "analyze --game gang --players 2 --engine dice --runs 60 --vary rerolls=1..3";

    fn play(sweep: &Sweep<Gang>, stretch: Stretch, before: Vec<CombinationRecord>) -> Vec<CombinationRecord> {
        let control = Control::default();
        Course { sweep, stretch, threads: 2, control: &control, save: &|_| () }.play(before).ok().unwrap()
    }

    /// In one round and in many, from each combination's own number of blocks: also in the middle of a round, and from
    /// what was played of a shorter sweep.
    #[test]
    fn whatever_was_played_before_the_records_are_the_same() {
        let parsed = Arguments::try_parse_from(SWEEP.split(' ')).unwrap();
        let mut sweep = Sweep::<Gang>::of_run(&parsed.run.played).ok().unwrap();
        let blocks = sweep.blocks[0];
        assert!(blocks == 30 && sweep.pairs.iter().filter(|pairs| pairs.is_some()).count() == 2);
        let whole = play(&sweep, sweep.whole(), Vec::new());
        let first = |cell: usize, blocks: u64| {
            let stretch = Stretch { cells: cell..cell + 1, blocks: vec![0..blocks; 3] };
            play(&sweep, stretch, Vec::new()).pop().unwrap()
        };
        let states: Vec<Vec<CombinationRecord>> = [[30, 30, 7], [17, 12, 12], [30, 1, 0], [5, 0, 0], [3, 8, 30]]
            .map(|played| (0..3).filter(|&cell| played[cell] > 0).map(|cell| first(cell, played[cell])).collect())
            .into();
        for rounds in [1, 4, 30] {
            sweep.recorded_bytes = (blocks * sweep.bytes_a_block()).div_ceil(rounds);
            for before in std::iter::once(Vec::new()).chain(states.clone()) {
                let played: Vec<u64> = before.iter().map(|record| record.tallies.blocks).collect();
                assert!(play(&sweep, sweep.whole(), before) == whole, "{rounds} rounds after {played:?}");
            }
        }
    }
}
