//! The games of a sweep, of runs or of comparisons: all combinations in rounds, from whatever was played of them before.
//!
//! Owns the order in which they are played, which are played twice, and how often what was played is put together to be
//! saved. The numbers of the first combination that others are held against stay in memory for a round alone: whoever goes
//! on within one, or plays other combinations in a shard, plays these blocks again and does not count them. What a
//! combination is, and how its blocks are played, is the sweep's.

use crate::record::MergeError;
use crate::simulate::{Control, Finished};
use crate::terminal::failure::Failure;
use std::cell::Cell;
use std::ops::Range;
use web_time::Instant;

/// The most bytes that the numbers of the first combination may take up at a time.
pub(crate) const RECORDED_BYTES: u64 = 1 << 26;
/// So many times as long as it takes to put together what is saved, nothing is saved after it: thousands of combinations
/// take seconds.
const SAVING: u32 = if cfg!(test) { 0 } else { 50 };

/// A sweep whose blocks can be played some at a time.
pub(crate) trait Swept {
    /// What some blocks of a combination come to.
    type Part: Clone;
    /// What is kept of blocks of the first combination for the others.
    type Recorded: Default;

    /// How many blocks a part is of.
    fn blocks_of(part: &Self::Part) -> u64;

    /// Adds the blocks that follow.
    ///
    /// # Errors
    /// If they are not of the same combination, or a sum does not fit.
    fn append(part: &mut Self::Part, next: &Self::Part) -> Result<(), MergeError>;

    /// Keeps more blocks, which follow.
    fn keep(recorded: &mut Self::Recorded, next: Self::Recorded);

    /// All blocks of every combination.
    fn blocks(&self) -> Vec<u64>;

    /// How many bytes are kept of a block of the first combination, and how many may be at a time.
    fn recorded_bytes(&self) -> (u64, u64);

    /// Whether a combination is held against the first.
    fn is_held(&self, cell: usize) -> bool;

    /// Whether blocks count only if the same ones of all combinations do.
    fn needs_whole_rounds(&self) -> bool;

    /// Plays some blocks of a combination that follow those `before`. `save` is shown something that makes the part so far
    /// whenever that is asked of the control.
    ///
    /// # Errors
    /// The fault of a strategy.
    fn play(&self, todo: Todo<'_, Self>, on: (usize, &Control), save: Save<'_, Self::Part>) -> PlayedPart<Self>;
}

/// What is shown something that makes the part so far.
pub(crate) type Save<'s, P> = &'s dyn Fn(&dyn Fn() -> P);
/// A part that was played, with what was kept of it, or why it was not.
pub(crate) type PlayedPart<S> = Result<Finished<(<S as Swept>::Part, <S as Swept>::Recorded)>, Failure>;

/// Blocks of a combination to be played.
pub(crate) struct Todo<'t, S: Swept + ?Sized> {
    pub cell: usize,
    pub blocks: Range<u64>,
    pub baseline: Baseline<'t, S::Recorded>,
    /// What was played of it before.
    pub before: Option<&'t S::Part>,
}

/// What is done with blocks beside adding them up.
pub(crate) enum Baseline<'t, R> {
    Nothing,
    /// They are kept for others.
    Record,
    /// They are held against these.
    Compare(&'t R),
}

impl<'t, R> Baseline<'t, R> {
    /// The same for a part of these blocks that is played by itself.
    pub(crate) fn again(&self) -> Baseline<'t, R> {
        match self {
            Baseline::Nothing => Baseline::Nothing,
            Baseline::Record => Baseline::Record,
            Baseline::Compare(first) => Baseline::Compare(first),
        }
    }
}

/// Which blocks are played.
#[derive(Debug)]
pub(crate) struct Portion {
    /// Of which combinations.
    pub cells: Range<usize>,
    /// Of every combination, in the order of all.
    pub blocks: Vec<Range<u64>>,
}

/// Something that makes the parts of what was played so far, if they fit together.
type SoFar<'s, P> = &'s dyn Fn() -> Option<Vec<P>>;

/// Games of a sweep to be played.
pub(crate) struct SweepJob<'c, S: Swept> {
    pub sweep: &'c S,
    pub portion: Portion,
    pub threads: usize,
    pub control: &'c Control,
    /// Is shown what was played whenever that was asked of the control.
    pub save: &'c dyn Fn(SoFar<'_, S::Part>),
}

/// What was played, of the first combinations of the portion.
#[derive(Debug)]
pub(crate) struct Played<P> {
    pub parts: Vec<P>,
    /// Whether that is all; if not, somebody ended it.
    pub is_whole: bool,
}

/// What was played of a round, by the position among the combinations of the portion.
struct Round<P> {
    parts: Vec<(usize, P)>,
    /// The one whose blocks somebody cut off.
    cut_off: Option<(usize, P)>,
    is_whole: bool,
}

impl Portion {
    /// All blocks of all combinations.
    pub(crate) fn whole(sweep: &impl Swept) -> Portion {
        let blocks: Vec<Range<u64>> = sweep.blocks().into_iter().map(|blocks| 0..blocks).collect();
        Portion { cells: 0..blocks.len(), blocks }
    }
}

impl<S: Swept> SweepJob<'_, S> {
    /// Plays what follows the blocks `before`, which are the first ones of the first combinations. If somebody ends it, what
    /// was finished counts; where the same blocks of all are needed, the combinations of the first round that are complete,
    /// or the rounds that are.
    pub(crate) fn play(&self, before: Vec<S::Part>) -> Result<Played<S::Part>, Failure> {
        let (rounds, mut played) = (self.rounds(), before);
        for round in 0..rounds {
            let Round { parts, cut_off, is_whole } = self.play_round((round, rounds), &played)?;
            let needs_all = self.sweep.needs_whole_rounds() && !is_whole;
            if !needs_all || played.is_empty() {
                played = sum::<S>(played, parts.into_iter().chain(cut_off.filter(|_| !needs_all)))
                    .map_err(|error| Failure::Running(format!("the rounds of a sweep do not fit together: {error}")))?;
            }
            if !is_whole {
                return Ok(Played { parts: played, is_whole });
            }
        }
        Ok(Played { parts: played, is_whole: true })
    }

    /// As many rounds as the numbers of the first combination need to fit into memory, and a short one before them if there
    /// are several, so that an interruption soon after the start finds something finished.
    fn rounds(&self) -> u64 {
        let length = |blocks: &Range<u64>| blocks.end - blocks.start;
        let shortest = self.portion.blocks[self.portion.cells.clone()].iter().map(length).min().unwrap_or(1);
        let (a_block, room) = self.sweep.recorded_bytes();
        let bytes = length(&self.portion.blocks[0]).saturating_mul(a_block);
        let rounds = bytes.div_ceil(room).clamp(1, shortest.max(1));
        if rounds > 1 { rounds + 1 } else { 1 }
    }

    /// What of the blocks of a combination is still to be played in a round.
    fn todo(&self, cell: usize, before: Option<&S::Part>, (round, rounds): (u64, u64)) -> Range<u64> {
        let Range { start, end } = self.portion.blocks[cell];
        let share = share(end - start, round, rounds);
        let played = before.map_or(0, S::blocks_of);
        start + share.start.max(played).min(share.end)..start + share.end
    }

    fn play_round(&self, round: (u64, u64), before: &[S::Part]) -> Result<Round<S::Part>, Failure> {
        let cells = || self.portion.cells.clone();
        let todo: Vec<Range<u64>> =
            cells().enumerate().map(|(at, cell)| self.todo(cell, before.get(at), round)).collect();
        let held = cells().zip(&todo).filter(|(cell, todo)| self.sweep.is_held(*cell) && !todo.is_empty());
        let needed = held.map(|(_, todo)| todo.start).min();
        let mut played = Round { parts: Vec::new(), cut_off: None, is_whole: false };
        let mut first = S::Recorded::default();
        if let Some(start) = needed {
            let whole = self.todo(0, None, round);
            let own = if cells().start == 0 { todo[0].start } else { whole.end };
            let again = Todo { cell: 0, blocks: start.min(own)..own, baseline: Baseline::Record, before: None };
            let Finished { tally: (_, recorded), complete } =
                self.sweep.play(again, (self.threads, self.control), &|_| self.save_so_far(before, &played, None))?;
            if !complete {
                return Ok(played);
            }
            first = recorded;
        }
        for (at, (cell, blocks)) in cells().zip(todo).enumerate().filter(|(_, (_, todo))| !todo.is_empty()) {
            let baseline = match cell {
                0 if needed.is_some() => Baseline::Record,
                cell if self.sweep.is_held(cell) => Baseline::Compare(&first),
                _ => Baseline::Nothing,
            };
            let todo = Todo { cell, blocks, baseline, before: before.get(at) };
            let Finished { tally: (part, recorded), complete } =
                self.sweep.play(todo, (self.threads, self.control), &|so_far| {
                    self.save_so_far(before, &played, Some((at, so_far)));
                })?;
            if !complete {
                played.cut_off = Some((at, part)).filter(|(_, part)| S::blocks_of(part) > 0);
                return Ok(played);
            }
            played.parts.push((at, part));
            if cell == 0 {
                S::keep(&mut first, recorded);
            }
        }
        played.is_whole = true;
        Ok(played)
    }

    /// Has saved what was played before, in this round, and of the combination under way if its blocks count.
    fn save_so_far(
        &self,
        before: &[S::Part],
        round: &Round<S::Part>,
        under_way: Option<(usize, &dyn Fn() -> S::Part)>,
    ) {
        (self.save)(&|| {
            let part = under_way.map(|(at, so_far)| (at, so_far()));
            let part = part.filter(|(_, part)| S::blocks_of(part) > 0);
            sum::<S>(before.to_vec(), round.parts.iter().cloned().chain(part)).ok()
        });
    }
}

/// How many times as short as the others the first of several rounds is. In tests rounds are of few blocks.
const SHORTER: u128 = if cfg!(test) { 2 } else { 32 };

/// The blocks of one round. Of several rounds, the first is short: with the second it has as many as each other one.
fn share(blocks: u64, round: u64, rounds: u64) -> Range<u64> {
    let part = |dividend: u64, divisor: u128| (u128::from(blocks) * u128::from(dividend) / divisor) as u64;
    let end = |round: u64| match (round, rounds) {
        (_, 1) => part(round, 1),
        (1, _) => part(1, SHORTER * u128::from(rounds - 1)),
        _ => part(round.saturating_sub(1), u128::from(rounds - 1)),
    };
    end(round)..end(round + 1)
}

/// Adds parts, in the order of their combinations, to what was played before them.
fn sum<S: Swept>(
    mut sums: Vec<S::Part>,
    parts: impl IntoIterator<Item = (usize, S::Part)>,
) -> Result<Vec<S::Part>, MergeError> {
    for (at, part) in parts {
        match sums.get_mut(at) {
            Some(sum) => S::append(sum, &part)?,
            None => sums.push(part),
        }
    }
    Ok(sums)
}

/// Saves no more often than costs little.
pub(crate) struct SaveTimer(Cell<Instant>);

impl SaveTimer {
    pub(crate) fn new() -> SaveTimer {
        SaveTimer(Cell::new(Instant::now()))
    }

    /// Calls `save`, unless too little time has passed since the last call.
    pub(crate) fn save(&self, save: impl FnOnce()) {
        let began = Instant::now();
        if began >= self.0.get() {
            save();
            self.0.set(Instant::now() + began.elapsed() * SAVING);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::command::Arguments;
    use crate::experiments::run::sweep::Sweep;
    use crate::record::CombinationRecord;
    use crate::registry::game;
    use clap::Parser;
    use std::cell::RefCell;

    const SWEEP: &str = "analyze --game gang --players 2 --engine dice --runs 60 --vary rerolls=1..3";

    fn play(sweep: &Sweep, portion: Portion, before: Vec<CombinationRecord>) -> Vec<CombinationRecord> {
        let control = Control::default();
        SweepJob { sweep, portion, threads: 2, control: &control, save: &|_| () }.play(before).ok().unwrap().parts
    }

    /// What is saved if every save is asked for as soon as it can be made.
    fn every_save(sweep: &Sweep, before: Vec<CombinationRecord>) -> Vec<Vec<CombinationRecord>> {
        let (control, saves) = (Control::default(), RefCell::new(Vec::new()));
        let save = |so_far: SoFar<'_, CombinationRecord>| {
            saves.borrow_mut().extend(so_far());
            control.ask_to_save();
        };
        control.ask_to_save();
        let course = SweepJob { sweep, portion: Portion::whole(sweep), threads: 1, control: &control, save: &save };
        assert!(course.play(before).is_ok());
        saves.into_inner()
    }

    #[test]
    fn rounds_share_all_blocks() {
        for (blocks, rounds) in [(1, 1), (30, 1), (30, 2), (31, 5), (1_000_003, 7), (u64::MAX, 9), (3, 12)] {
            let shares: Vec<Range<u64>> = (0..rounds).map(|round| share(blocks, round, rounds)).collect();
            assert!(shares[0].start == 0 && shares.last().map(|last| last.end) == Some(blocks), "{shares:?}");
            assert!(shares.windows(2).all(|two| two[0].end == two[1].start), "{shares:?}");
            if rounds > 2 && blocks > 100 {
                let lengths: Vec<u64> = shares.iter().map(|share| share.end - share.start).collect();
                let (first_two, others) = (lengths[0] + lengths[1], &lengths[2..]);
                assert!(lengths[0] <= first_two / SHORTER as u64 + 1, "{lengths:?}");
                assert!(others.iter().all(|other| other.abs_diff(first_two) <= 1), "{lengths:?}");
            }
        }
    }

    /// In one round and in many, from each combination's own number of blocks: also in the middle of a round, and from
    /// what was played of a shorter sweep.
    #[test]
    fn whatever_was_played_before_the_records_are_the_same() {
        let parsed = Arguments::try_parse_from(SWEEP.split(' ')).unwrap();
        let mut sweep = Sweep::of_run(game("gang").unwrap(), &parsed.run.played).ok().unwrap();
        let blocks = sweep.about[0].blocks;
        assert!(blocks == 30 && sweep.about.iter().filter(|about| about.is_held).count() == 2);
        let whole = play(&sweep, Portion::whole(&sweep), Vec::new());
        let first = |cell: usize, blocks: u64| {
            let portion = Portion { cells: cell..cell + 1, blocks: vec![0..blocks; 3] };
            play(&sweep, portion, Vec::new()).pop().unwrap()
        };
        let states: Vec<Vec<CombinationRecord>> = [[30, 30, 7], [17, 12, 12], [30, 1, 0], [5, 0, 0], [3, 8, 30]]
            .map(|played| (0..3).filter(|&cell| played[cell] > 0).map(|cell| first(cell, played[cell])).collect())
            .into();
        for rounds in [1, 4, 30] {
            sweep.recorded_bytes = (blocks * sweep.recorded_bytes().0).div_ceil(rounds);
            for before in std::iter::once(Vec::new()).chain(states.clone()) {
                let played: Vec<u64> = before.iter().map(|record| record.tallies.blocks).collect();
                for before in every_save(&sweep, before.clone()).into_iter().chain([before]) {
                    assert!(play(&sweep, Portion::whole(&sweep), before) == whole, "{rounds} rounds after {played:?}");
                }
            }
        }
    }
}
