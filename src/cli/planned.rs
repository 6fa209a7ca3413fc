//! What can be played in shards: a run, a sweep, a comparison or a ranking.
//!
//! Owns how each becomes a plan, plays a shard, and makes its files from all parts. What the commands do with that is in
//! `shards`, what a plan and a part are in `record`.

use super::args::{PlayedArgs, TableArgs};
use super::choices::Format;
use super::compare::{self, play_blocks};
use super::compare_args::ComparedArgs;
use super::compare_config::{CompareConfig, config, game_of};
use super::compare_sweep::{self, Games};
use super::failure::{Failure, Outcome, refuse};
use super::luck::Found;
use super::made::Parts;
use super::plan_args::{PlannedComparison, PlannedRun};
use super::rounds::{Course, Stretch};
use super::session::{self, Session};
use super::settings::{self, Table, chosen_game};
use super::simulate::{describe, files_of, summary};
use super::sweep::{self, Sweep};
use super::typed::typed;
use crate::lab::{GameRef, How};
use crate::record::{
    CompareSweep, CompareTallies, Manifest, Mergeable, NamedHash, PLAN, Plan, Planned, PlannedCell, Record, Shard,
    Shards, SweepTallies, Tallies,
};
use crate::simulate::{Control, Finished, Next};
use clap::Parser;

/// What is played, as it was typed.
#[derive(Debug)]
pub(super) enum Typed {
    /// A run, or a sweep.
    Played(PlayedArgs),
    /// A comparison or a ranking.
    Compared(ComparedArgs),
}

impl Typed {
    /// The options of a plan, as if they had been typed.
    pub(super) fn of_plan(plan: &Plan) -> Result<Typed, Failure> {
        let options = plan.options.iter().map(|(name, value)| format!("--{name}={value}"));
        let words = std::iter::once("plan".to_owned()).chain(options);
        let typed = match plan.planned {
            Planned::Run | Planned::Sweep => PlannedRun::try_parse_from(words).map(|typed| Typed::Played(typed.played)),
            Planned::Compare | Planned::CompareSweep => {
                let words = words.chain(std::iter::once("--".to_owned())).chain(plan.arms.iter().cloned());
                PlannedComparison::try_parse_from(words).map(|typed| Typed::Compared(typed.compared))
            }
        };
        typed.map_err(|error| Failure::Usage(format!("{PLAN}: its options cannot be used: {error}")))
    }

    /// The game: as typed, or that of the strategies compared.
    pub(super) fn game(&self) -> Result<GameRef, Failure> {
        match self {
            Typed::Played(typed) => chosen_game(typed.table.game),
            Typed::Compared(typed) => game_of(typed),
        }
    }

    /// Refuses what ends by what comes of it: nobody knows beforehand which blocks it has.
    pub(super) fn refuse_until(&self) -> Outcome {
        let until = match self {
            Typed::Played(typed) => typed.until,
            Typed::Compared(typed) => typed.until,
        };
        if let Some(until) = until {
            return refuse(format!(
                "--until: a plan says beforehand how many games are played, and {until} is known only after them; give --runs \
                 alone, or leave 'plan' out, so that one machine plays until then"
            ));
        }
        Ok(())
    }

    /// The plan with what it keeps of this: the options, and the strategies compared.
    pub(super) fn keep_in(&self, plan: Plan) -> Result<Plan, Failure> {
        let (mut options, arms) = match self {
            Typed::Played(typed) => (typed.typed(), Vec::new()),
            Typed::Compared(typed) => (typed.typed(), typed.strategies.clone()),
        };
        if let Typed::Compared(_) = self {
            options.insert(0, ("game", self.game()?.name().to_owned()));
        }
        let options = options.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Ok(Plan { options, arms, ..plan })
    }
}

/// What is played in shards, validated.
pub(super) trait Work {
    /// What a plan says of it, the program, the strategies and the rules; all of it is one shard.
    fn plan(&self) -> Plan;

    /// Refuses what cannot be played as it was asked for, where it takes some work to find that out.
    fn check(&self) -> Outcome;

    /// Plays a shard; the text of its part.
    fn part(&self, shards: &Shards, index: u64, shard: &Shard, threads: usize) -> Result<String, Failure>;

    /// Adds up the parts and writes the files.
    fn merge(&self, shards: &Shards, session: Session, format: Format) -> Outcome;
}

/// What is typed, validated.
pub(super) fn work(typed: &Typed) -> Result<Box<dyn Work>, Failure> {
    let game = typed.game()?;
    match typed {
        Typed::Played(typed) if !typed.vary.is_empty() => Ok(Box::new(Sweep::of_run(game, typed)?)),
        Typed::Played(typed) => {
            let table = settings::table(game, &typed.table)?.with_luck(typed.luck)?;
            let blocks = settings::runs(typed.runs)?.div_ceil(table.seatings.games());
            Ok(Box::new(Run { table, blocks, typed: typed.table.clone() }))
        }
        Typed::Compared(typed) if !typed.vary.is_empty() => Ok(Box::new(compare_sweep::Sweep::new(game, typed)?)),
        Typed::Compared(typed) => Ok(Box::new(Comparison { config: config(game, typed)?, typed: typed.clone() })),
    }
}

/// A plan of one shard with these cells, by whom and by which rules they are played.
fn whole(planned: Planned, base: Manifest, cells: Vec<PlannedCell>) -> Plan {
    Plan {
        format: base.format,
        tool: base.tool,
        version: base.version,
        planned,
        arms: Vec::new(),
        options: Vec::new(),
        strategies: base.strategies,
        resolved: base.resolved.into_iter().map(|part| NamedHash { name: part.name, hash: part.hash }).collect(),
        cells_a_shard: cells.len(),
        cells,
        shares: 1,
    }
}

/// The same of a sweep, by the strategies and rules of all of its combinations.
fn whole_sweep(planned: Planned, base: Manifest, parts: &Parts, cells: Vec<PlannedCell>) -> Plan {
    let Parts { strategies, resolved } = parts.clone();
    Plan { strategies, resolved, ..whole(planned, base, cells) }
}

/// Adds up all parts, which Ctrl-C may end at any time.
fn merged<T: Mergeable>(shards: &Shards, session: &Session) -> Result<Vec<T>, Failure> {
    let all = shards.plan().shards();
    Ok(session.watch_whole(all, "shards", |control| shards.merge(|| control.advance(1)))?)
}

/// A run.
struct Run {
    table: Table,
    blocks: u64,
    typed: TableArgs,
}

impl Work for Run {
    fn plan(&self) -> Plan {
        let Table { game, chosen, seed, engine, seatings, typed, .. } = &self.table;
        let cell = PlannedCell { games_a_block: seatings.games(), blocks: self.blocks };
        whole(Planned::Run, session::manifest(&**game, (chosen, typed.clone()), *seed, *engine), vec![cell])
    }

    fn check(&self) -> Outcome {
        let (names, players) = (self.table.names(), self.table.players());
        self.table.luck_asked(&*players, &names).find(&Control::default()).map(drop)
    }

    fn part(&self, shards: &Shards, index: u64, shard: &Shard, threads: usize) -> Result<String, Failure> {
        let table = &self.table;
        let (names, players) = (table.names(), table.players());
        // Ctrl-C ends the program: nothing is written before a shard is finished.
        let control = Control::default();
        let Found { luck, note } = table.luck_asked(&*players, &names).find(&control)?;
        let how = How { engine: table.engine, luck: luck.as_deref(), threads, control: &control };
        let run = table.run(&names, shards.plan().blocks(0, shard.share));
        let finished = players.run(run, how, &mut std::iter::empty(), &mut |_| Next::PlayOn, &mut |_| ());
        let (Finished { tally, .. }, _) = finished.map_err(|fault| describe(&fault, table, &self.typed))?;
        let mut record = table.game.record(tally, &names, table.seatings.games());
        record.notes.extend(note);
        Ok(shards.part(index, &record))
    }

    fn merge(&self, shards: &Shards, session: Session, format: Format) -> Outcome {
        let parts: Vec<Tallies> = merged(shards, &session)?;
        let tallies = &parts[0];
        let (files, manifest) = files_of(&self.table, tallies, None);
        session.end(&files, &manifest, &summary(tallies, &manifest, format), None, &[])
    }
}

/// A comparison or a ranking.
struct Comparison {
    config: CompareConfig,
    typed: ComparedArgs,
}

impl Work for Comparison {
    fn plan(&self) -> Plan {
        let CompareConfig { game, chosen, engine, blocks, .. } = &self.config;
        let cell = PlannedCell { games_a_block: game.seats() as u64, blocks: *blocks };
        let typed = typed(&self.typed.rules, chosen);
        whole(Planned::Compare, session::manifest(&**game, (chosen, typed), self.typed.seed, *engine), vec![cell])
    }

    fn check(&self) -> Outcome {
        let (names, players) = (self.config.names(), self.config.players());
        self.config.luck_asked(self.typed.luck, &*players, &names).find(&Control::default()).map(drop)
    }

    fn part(&self, shards: &Shards, index: u64, shard: &Shard, threads: usize) -> Result<String, Failure> {
        let blocks = shards.plan().blocks(0, shard.share);
        Ok(shards.part(index, &play_blocks(&self.config, &self.typed, blocks, threads)?))
    }

    fn merge(&self, shards: &Shards, session: Session, format: Format) -> Outcome {
        let parts: Vec<CompareTallies> = merged(shards, &session)?;
        let (tallies, judge) = (&parts[0], &self.config.judge);
        let (files, manifest) = compare::files_of(&self.config, &self.typed, (tallies, judge), None);
        let result = compare::shown_result(tallies, judge, &manifest, format);
        session.end(&files, &manifest, &result, None, &[])
    }
}

impl Work for Sweep {
    fn plan(&self) -> Plan {
        let cell = |about: &sweep::About| PlannedCell { games_a_block: about.games_a_block, blocks: about.blocks };
        whole_sweep(Planned::Sweep, self.experiment(), &self.parts, self.about.iter().map(cell).collect())
    }

    fn check(&self) -> Outcome {
        self.check_luck(&Control::default())
    }

    fn part(&self, shards: &Shards, index: u64, shard: &Shard, threads: usize) -> Result<String, Failure> {
        let blocks = (0..self.about.len()).map(|cell| shards.plan().blocks(cell, shard.share)).collect();
        let stretch = Stretch { cells: shard.cells.clone(), blocks };
        let course = Course { sweep: self, stretch, threads, control: &Control::default(), save: &|_| () };
        Ok(shards.part(index, &self.tallies(course.play(Vec::new())?.parts)))
    }

    fn merge(&self, shards: &Shards, session: Session, format: Format) -> Outcome {
        let parts: Vec<SweepTallies> = merged(shards, &session)?;
        let tallies = self.tallies(parts.into_iter().flat_map(|part| part.combinations).collect());
        let (files, manifest) = self.files(&tallies);
        session.end(&files, &manifest, &sweep::shown_result(&tallies, &manifest, format), None, &[])
    }
}

impl Work for compare_sweep::Sweep {
    fn plan(&self) -> Plan {
        let cell = |about: &compare_sweep::About| PlannedCell { games_a_block: about.players, blocks: about.blocks };
        whole_sweep(Planned::CompareSweep, self.experiment(), &self.parts, self.about.iter().map(cell).collect())
    }

    fn check(&self) -> Outcome {
        self.check_luck(&Control::default())
    }

    fn part(&self, shards: &Shards, index: u64, shard: &Shard, threads: usize) -> Result<String, Failure> {
        let blocks = (0..self.about.len()).map(|cell| shards.plan().blocks(cell, shard.share)).collect();
        let stretch = Stretch { cells: shard.cells.clone(), blocks };
        let games = Games { sweep: self, progress: None };
        let course = Course { sweep: &games, stretch, threads, control: &Control::default(), save: &|_| () };
        Ok(shards.part(index, &self.tallies(course.play(Vec::new())?.parts)))
    }

    fn merge(&self, shards: &Shards, session: Session, format: Format) -> Outcome {
        let parts: Vec<CompareSweep> = merged(shards, &session)?;
        let tallies = self.tallies(parts.into_iter().flat_map(|part| part.combinations).collect());
        if let Some(problem) = tallies.inconsistency() {
            return refuse(format!("the parts do not fit together: {problem}"));
        }
        let (files, manifest) = self.files(&tallies)?;
        session.end(&files, &manifest, &self.shown(&tallies, &manifest, format)?, None, &[])
    }
}
