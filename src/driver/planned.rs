//! What can be played in shards, and how each becomes a plan, plays a shard, and makes its files from all parts.
//!
//! Owns what an experiment says of its shards. What the commands do with that is in `shards`, what a plan and a part are in
//! `record`.

use super::made::Parts;
use super::rounds::Portion;
use super::session::Session;
use super::{Desk, Experiment, Played};
use crate::driver;
use crate::options::settings::MAX_RUNS;
use crate::record::{FORMAT, Hash, Mergeable, Plan, Planned, PlannedCell, Shard, Shards, TuneTallies};
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::numbers::counted;
use crate::terminal::output;

/// How many combinations of a sweep a shard plays side by side: so many that the first, which it may have to play again
/// beside them, costs little, and so few that its part is small.
const LEAST_CELLS: usize = 8;
const MOST_CELLS: usize = 256;

/// An experiment that many machines can play.
pub(crate) trait Sharded: Experiment<Sums: Mergeable> {
    /// What it is.
    fn planned(&self) -> Planned;

    /// What is played as a whole, with the blocks of each.
    fn cells(&self) -> Vec<PlannedCell>;

    /// The strategies and rules of all cells.
    fn parts(&self) -> Parts {
        let mut parts = Parts::default();
        parts.add(self.experiment());
        parts
    }

    /// Refuses what cannot be played as it was asked for, where it takes some work to find that out.
    fn check(&self) -> Outcome {
        Ok(())
    }

    /// Plays some blocks of some cells to their end. Ctrl-C ends the program: nothing is written before a shard is finished.
    fn shard(&self, portion: Portion, threads: usize) -> Result<Self::Sums, Failure>;

    /// What the sums of all cells are: all of it, unless an experiment is played in stages.
    fn rest(&self, sums: Self::Sums) -> Result<Joined<Self::Sums>, Failure> {
        Ok(Joined::All(sums))
    }

    /// The sums of all cells, from those of some cells each, in order.
    fn joined(&self, parts: Vec<Self::Sums>, desk: &Desk<'_>) -> Result<Self::Sums, Failure>;
}

/// What the parts of a plan make.
pub(crate) enum Joined<T> {
    /// The whole experiment.
    All(T),
    /// What comes before another stage, from 1, which has these cells.
    Next { stage: usize, cells: Vec<PlannedCell>, before: Box<TuneTallies> },
}

/// The same without the type of its sums.
pub(crate) trait Work {
    /// What a plan says of it, the program, the strategies and the rules; all of it is one shard.
    fn plan(&self) -> Plan;

    /// The name of the game.
    fn game(&self) -> String;

    /// As [`Sharded::check`].
    fn check(&self) -> Outcome;

    /// Plays a shard; the text of its part.
    fn part(&self, shards: &Shards, index: u64, shard: &Shard, threads: usize) -> Result<String, Failure>;

    /// Adds up the parts and writes the files.
    fn merge(&self, shards: &Shards, session: Session, format: Format) -> Outcome;
}

impl<E: Sharded> Work for E {
    fn plan(&self) -> Plan {
        let (Parts { strategies, resolved }, cells) = (self.parts(), self.cells());
        Plan {
            format: FORMAT,
            tool: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            planned: self.planned(),
            arms: Vec::new(),
            options: Vec::new(),
            strategies,
            resolved,
            cells_a_shard: cells.len(),
            cells,
            shares: 1,
            before: None,
            checksum: Hash::default(),
        }
    }

    fn game(&self) -> String {
        self.experiment().game
    }

    fn check(&self) -> Outcome {
        Sharded::check(self)
    }

    fn part(&self, shards: &Shards, index: u64, shard: &Shard, threads: usize) -> Result<String, Failure> {
        let plan = shards.plan();
        let blocks = (0..plan.cells.len()).map(|cell| plan.blocks(cell, shard.share)).collect();
        let portion = Portion { cells: shard.cells.clone(), blocks };
        Ok(shards.part(index, &self.shard(portion, threads)?))
    }

    /// Ctrl-C may end it at any time.
    fn merge(&self, shards: &Shards, session: Session, format: Format) -> Outcome {
        let all = shards.plan().shards();
        let parts = session.watch_whole(all, "shards", |control| shards.merge(|| control.advance(1)))?;
        let sums = self.joined(parts, &Desk::new(&session, 0))?;
        match self.rest(sums)? {
            Joined::All(sums) => driver::end(self, session, Played::whole(sums), format),
            Joined::Next { stage, cells, before } => {
                let own = shards.plan();
                let games = |plan: &Plan| plan.cells.iter().map(|cell| cell.blocks * cell.games_a_block).sum::<u64>();
                let shard_games = games(own).div_ceil(own.shards());
                let next = in_shards(Plan { cells, ..own.clone() }.after(*before), shard_games)?;
                let folder = shards.next_folder(&stage.to_string());
                next.write(&folder)?;
                output::result(&format!("{} in {}\n", counted(next.shards(), "shard"), folder.display()))
            }
        }
    }
}

/// The only one of the parts of what has one cell.
pub(crate) fn only<T>(parts: Vec<T>) -> Result<T, Failure> {
    let none = || Failure::Usage("the plan has no parts".to_owned());
    parts.into_iter().next().ok_or_else(none)
}

/// A plan in shards of so many games.
pub(crate) fn in_shards(plan: Plan, shard_games: u64) -> Result<Plan, Failure> {
    if !(1..=MAX_RUNS).contains(&shard_games) {
        return refuse(format!("--shard-games: {shard_games} games; at least 1 and at most 1e15 can be in a shard"));
    }
    let games = plan.cells.iter().map(|cell| cell.blocks.saturating_mul(cell.games_a_block)).max().unwrap_or(1);
    let cells = usize::try_from(shard_games / games).unwrap_or(usize::MAX).clamp(LEAST_CELLS, MOST_CELLS);
    let cells = if plan.planned.plays_whole_cells() { 1 } else { cells };
    let cells_a_shard = cells.min(plan.cells.len());
    let of_each = shard_games.div_ceil(cells_a_shard as u64);
    let shares = |cell: &PlannedCell| cell.blocks.div_ceil(of_each.div_ceil(cell.games_a_block));
    let shortest = plan.cells.iter().map(|cell| cell.blocks).min().unwrap_or(1);
    let shares = plan.cells.iter().map(shares).max().unwrap_or(1).min(shortest);
    Ok(Plan { shares, cells_a_shard, ..plan })
}
