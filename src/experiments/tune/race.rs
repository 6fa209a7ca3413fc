//! The games of `analyze tune`: the rungs of the race and the test, from whatever was played of them before.
//!
//! Owns their order, who stays in the race, and which blocks each rung plays. Rungs play one block after the other from the
//! first on; the test plays blocks from [`TEST_BLOCK`] on, which no race reaches. No two blocks of a seed share a draw
//! (`dice::seed`), so the test rests on draws that played no part in the choice of its candidate.

use super::config::{Candidate, TuneConfig};
use super::options::TunedArgs;
use crate::lab::{Chosen, How, Players};
use crate::options::choices::LuckChoice;
use crate::options::luck::LuckRequest;
use crate::record::{PairedSums, RungRecord, TestedRecord, TuneTallies};
use crate::simulate::{Control, Finished, Next, PairedJob, Pairing};
use crate::stats::halving::{better_half, rungs};
use crate::terminal::failure::{Failure, refuse};
use std::cell::Cell;
use std::ops::Range;

/// The first block of the test. A race of the most games that can be asked for ends before it.
pub(crate) const TEST_BLOCK: u64 = 1 << 50;
/// So many candidates play at once: what an engine remembers of more does not fit beside each other.
const GROUP: usize = 64;
/// Of more candidates so many games, about, are played by all groups before they can be saved.
const GAMES_BETWEEN_SAVES: u64 = if cfg!(test) { 1 << 11 } else { 1 << 23 };

/// A race under way.
pub(crate) struct Race<'r> {
    pub config: &'r TuneConfig,
    pub args: &'r TunedArgs,
    pub threads: usize,
    pub control: &'r Control,
    /// Is shown what was played whenever that was asked of the control.
    pub save: &'r dyn Fn(&TuneTallies),
    /// What was played before.
    pub before: TuneTallies,
    pub plays: Plays,
}

/// What is played of a race.
pub(crate) enum Plays {
    /// All that is missing.
    All,
    /// Of the rung or the test that follows what was played before these blocks, by their position in it.
    Next(Range<u64>),
}

/// What a part of the race came to: its sums, and whether it came to its end.
type Part = (PairedSums, bool);

/// What win shares a part of the race is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shares {
    WithoutLuck,
    AsPlayed,
}

impl Race<'_> {
    /// Plays what is missing. If somebody ends it, what was finished counts.
    pub(crate) fn play(&self) -> Result<TuneTallies, Failure> {
        let mut tallies = self.config.tallies();
        let mut added: Vec<Candidate> = Vec::new();
        let mut left: Vec<usize> = (1..tallies.candidates.len()).collect();
        let mut games = self.config.race_games();
        for stage in 1..=self.config.stages {
            if stage > 1 {
                left.extend(self.join(&mut tallies, &mut added, &left, stage)?);
                left.sort_unstable();
            }
            let to = self.config.leaves(stage);
            let all = u64::from(rungs(left.len(), to));
            let a_rung = self.config.stage_games(games, stage).checked_div(all).unwrap_or(0);
            for _ in 0..all {
                let is_whole = self.rung(&mut tallies, (&added, &left), stage, a_rung)?;
                if !is_whole {
                    return Ok(tallies);
                }
                games -= tallies.rungs.last().map_or(0, |rung| rung.blocks * rung.games_a_block);
                left = stay(&tallies, &left, stage);
            }
        }
        // Who won the race is tested whatever it won there: games that were asked for tell more than none.
        tallies.is_complete = match left.first().copied() {
            None => true,
            Some(winner) => self.test(&mut tallies, &added, winner)?,
        };
        Ok(tallies)
    }

    /// The strategy at a position.
    fn chosen<'c>(&'c self, added: &'c [Candidate], at: usize) -> &'c Chosen {
        let typed = &self.config.candidates;
        &typed.get(at).unwrap_or_else(|| &added[at - typed.len()]).chosen
    }

    /// Lets those join that lie between those left and their neighbours; their positions.
    fn join(
        &self,
        tallies: &mut TuneTallies,
        added: &mut Vec<Candidate>,
        left: &[usize],
        stage: u32,
    ) -> Result<Vec<usize>, Failure> {
        let known: Vec<Vec<f64>> = (0..tallies.parameters.len())
            .map(|at| tallies.candidates.iter().filter_map(|one| one.values[at].parse().ok()).collect())
            .collect();
        let mut joined = Vec::new();
        for &one in left {
            let values = tallies.candidates[one].values.clone();
            for candidate in self.config.between(self.args, &values, &known, stage)? {
                let all = || self.config.candidates.iter().chain(&*added);
                if all().any(|other| other.chosen.content == candidate.chosen.content) {
                    continue;
                }
                joined.push(tallies.candidates.len());
                tallies.candidates.push(candidate.record.clone());
                added.push(candidate);
            }
        }
        Ok(joined)
    }

    /// Plays a rung; whether it came to its end.
    fn rung(
        &self,
        tallies: &mut TuneTallies,
        (added, left): (&[Candidate], &[usize]),
        stage: u32,
        games: u64,
    ) -> Result<bool, Failure> {
        let games_a_block = self.config.games_a_block(left.len());
        let blocks = (games / games_a_block).max(1);
        let first = tallies.rungs.last().map_or(0, |rung| rung.first + rung.blocks);
        let empty = PairedSums::of_pairs(1, left.len() + 1, left.len());
        let record = |sums| RungRecord { stage, candidates: left.to_vec(), first, blocks, games_a_block, sums };
        let played = self.before.rungs.get(tallies.rungs.len());
        if played.is_some_and(|before| *before != record(before.sums.clone())) {
            return refuse(format!("--resume: rung {} is not what it was", tallies.rungs.len() + 1));
        }
        let before = played.map_or(empty, |played| played.sums.clone());
        let candidates: Vec<&Chosen> = left.iter().map(|&at| self.chosen(added, at)).collect();
        let shares = self.shares(tallies, &candidates, stage)?;
        let save = |sums: PairedSums| {
            let mut so_far = tallies.clone();
            so_far.rungs.push(record(sums));
            (self.save)(&so_far);
        };
        let candidates = (&candidates[..], shares);
        if let (Plays::Next(part), None) = (&self.plays, played) {
            let (sums, _) = self.groups(candidates, first + part.start..first + part.end, before, &save)?;
            tallies.rungs.push(record(sums));
            return Ok(false);
        }
        let (sums, is_whole) = self.groups(candidates, first..first + blocks, before, &save)?;
        if sums.blocks > 0 {
            tallies.rungs.push(record(sums));
        }
        Ok(is_whole)
    }

    /// What the win shares of a rung are, which are those of all rungs of its stage: without luck if that is known of all
    /// candidates. Those who join later cannot be refused any more; a note says why their stage is as played.
    fn shares(&self, tallies: &mut TuneTallies, candidates: &[&Chosen], stage: u32) -> Result<Shares, Failure> {
        if self.args.luck.choice == LuckChoice::Off {
            return Ok(Shares::AsPlayed);
        }
        if let Some(rung) = tallies.rungs.iter().find(|rung| rung.stage == stage) {
            return Ok(if rung.sums.cancelled { Shares::WithoutLuck } else { Shares::AsPlayed });
        }
        for group in candidates.chunks(GROUP) {
            let (chosen, pairing) = self.config.rung(group.iter().copied());
            let (players, names) = (self.config.game.players(&chosen), names(&chosen));
            let asked = self.asked(&*players, &names, &pairing);
            let found = if stage == 1 { asked.find(self.control)? } else { asked.find_among_many(self.control) };
            if let Some(why) = found.why_not() {
                if !tallies.notes.contains(&why) {
                    tallies.notes.push(why);
                }
                return Ok(Shares::AsPlayed);
            }
        }
        Ok(Shares::WithoutLuck)
    }

    /// Strategies, to find out what luck is among them.
    fn asked<'p>(&self, players: &'p dyn Players, names: &'p [String], pairing: &'p Pairing) -> LuckRequest<'p> {
        LuckRequest { choice: self.args.luck.choice, players, names, seatings: pairing.seatings() }
    }

    /// Plays what follows the sums `before` of a rung. Of more candidates than play at once some blocks are played by one group
    /// after the other, each with the default, whose games are the same in all of them: that costs a game in 64, and neither
    /// time of a game nor memory of the engine grow with the number of candidates. What not all groups have played counts for nothing.
    fn groups(
        &self,
        (candidates, shares): (&[&Chosen], Shares),
        blocks: Range<u64>,
        before: PairedSums,
        save: &dyn Fn(PairedSums),
    ) -> Result<Part, Failure> {
        if candidates.len() <= GROUP {
            let (chosen, pairing) = self.config.rung(candidates.iter().copied());
            return self.part((&chosen, &pairing, shares), blocks, before, save);
        }
        let step = (GAMES_BETWEEN_SAVES / self.config.games_a_block(candidates.len())).max(1);
        let mut all = before;
        while blocks.start + all.blocks < blocks.end {
            let from = blocks.start + all.blocks;
            let some = from..(from + step).min(blocks.end);
            let mut joined = PairedSums::of_pairs(1, 0, 0);
            let is_asked = Cell::new(false);
            for group in candidates.chunks(GROUP) {
                let (chosen, pairing) = self.config.rung(group.iter().copied());
                let empty = PairedSums::of_pairs(1, group.len() + 1, group.len());
                let played = (&chosen[..], &pairing, shares);
                let (sums, is_whole) = self.part(played, some.clone(), empty, &|_| is_asked.set(true))?;
                if !is_whole {
                    return Ok((all, false));
                }
                joined.join(sums);
            }
            all.merge(&joined);
            if self.control.is_asked_to_save() || is_asked.get() {
                save(all.clone());
            }
        }
        Ok((all, true))
    }

    /// Plays the test; whether it came to its end.
    fn test(&self, tallies: &mut TuneTallies, added: &[Candidate], winner: usize) -> Result<bool, Failure> {
        let (chosen, pairing) = self.config.test(self.chosen(added, winner));
        let games_a_block = pairing.games();
        let blocks = (tallies.budget.saturating_sub(tallies.race_games()) / games_a_block).max(1);
        let record = |sums| TestedRecord { candidate: winner, blocks, games_a_block, sums };
        let played = self.before.test.as_ref();
        if played.is_some_and(|before| *before != record(before.sums.clone())) {
            return refuse("--resume: the test is not what it was");
        }
        let before = played.map_or_else(|| PairedSums::new(1, 2), |played| played.sums.clone());
        let save = |sums: PairedSums| {
            let so_far = TuneTallies { test: Some(record(sums)), ..tallies.clone() };
            (self.save)(&so_far);
        };
        // Those who are tested were in the last stage.
        let is_cancelled = tallies.rungs.last().is_some_and(|rung| rung.sums.cancelled);
        let shares = if is_cancelled { Shares::WithoutLuck } else { Shares::AsPlayed };
        let tested = (&chosen[..], &pairing, shares);
        if let (Plays::Next(part), None) = (&self.plays, played) {
            let (sums, _) = self.part(tested, TEST_BLOCK + part.start..TEST_BLOCK + part.end, before, &save)?;
            tallies.test = Some(record(sums));
            return Ok(false);
        }
        let (sums, is_whole) = self.part(tested, TEST_BLOCK..TEST_BLOCK + blocks, before, &save)?;
        tallies.test = Some(record(sums)).filter(|test| test.sums.blocks > 0);
        Ok(is_whole)
    }

    /// Plays what follows the sums `before` of some blocks; all sums, and whether all blocks were played.
    fn part(
        &self,
        (chosen, pairing, shares): (&[&Chosen], &Pairing, Shares),
        blocks: Range<u64>,
        before: PairedSums,
        save: &dyn Fn(PairedSums),
    ) -> Result<Part, Failure> {
        let todo = blocks.start + before.blocks..blocks.end;
        if todo.is_empty() {
            return Ok((before, true));
        }
        let after = |sums: &PairedSums| {
            let mut all = before.clone();
            all.merge(sums);
            PairedSums { looks: Vec::new(), ..all }
        };
        let job = PairedJob { pairing, seed: self.args.draws.seed, blocks: todo };
        let (players, names) = (self.config.game.players(chosen), names(chosen));
        let luck = match shares {
            Shares::AsPlayed => None,
            Shares::WithoutLuck => self.asked(&*players, &names, pairing).find(self.control)?.luck,
        };
        if before.blocks > 0 && before.cancelled != luck.is_some() {
            return refuse("--resume: luck is cancelled in one part of the games and not in the other");
        }
        let luck = luck.as_deref();
        let how = How { engine: self.config.engine, luck, threads: self.threads, control: self.control };
        let (mut look, mut save) = (|_: &PairedSums| Next::PlayOn, |sums: &PairedSums| save(after(sums)));
        let finished = players.compare(job, how, &mut std::iter::empty(), &mut look, &mut save);
        let (finished, _) = finished.map_err(|fault| self.config.describe(&fault, self.args, (chosen, pairing)))?;
        let Finished { tally, complete } = finished;
        Ok((after(&tally), complete))
    }
}

fn names(chosen: &[&Chosen]) -> Vec<String> {
    chosen.iter().map(|chosen| chosen.name.clone()).collect()
}

/// Those who stay in the race: the better half by what they won in the stage so far.
fn stay(tallies: &TuneTallies, left: &[usize], stage: u32) -> Vec<usize> {
    let won = |&one: &usize| tallies.in_stage(one, stage).map_or(0, |sums| sums.arm.share.blocks.sum);
    let sums: Vec<i128> = left.iter().map(won).collect();
    better_half(&sums).into_iter().map(|at| left[at]).collect()
}
