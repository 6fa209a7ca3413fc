//! `analyze solve`: the value of a two-player game, and what optimal play commits.

use super::holds_command;
use super::options::SolveArgs;
use super::page::solve_page;
use super::pot_command;
use super::tables;
use super::values_command;
use crate::driver::default_folder::default_folder;
use crate::driver::embedded::Stage;
use crate::driver::entry::{Entry, ExperimentOptions};
use crate::driver::replace::Extent;
use crate::driver::session;
use crate::driver::session::Session;
use crate::engines::EngineKind;
use crate::exact::TurnError;
use crate::exact::game::{Aim, Enough, FAR_DICE, FEW_LEFT, FirstTurn, GameValues, Start, Todo, Unsolvable};
use crate::games::gang::{CardIndex, Gang};
use crate::games::pig::Pig;
use crate::games::pot::Pot;
use crate::games::{BuiltIn, Game, Setting};
use crate::lab::{AsPrepared, GameRef};
use crate::options::RulesArgs;
use crate::options::choices::EngineChoice;
use crate::options::differences::about;
use crate::options::given::Invocation;
use crate::options::recorded::with_options;
use crate::options::settings;
use crate::page::PAGE;
use crate::record::quoted;
use crate::record::{Manifest, PositionRecord, SOLVE, SolvedRecord, StartRecord};
use crate::strategies::gang::values;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::layout;
use crate::terminal::output::formatted;
use crate::terminal::remarks::lines;
use std::path::PathBuf;

/// The players of a game that can be solved.
const PLAYERS: u64 = 2;
/// How many dice the starter of a round holds more, where its play is written down.
const LEADS: [i64; 11] = [-48, -36, -24, -12, -6, 0, 6, 12, 24, 36, 48];

impl ExperimentOptions for SolveArgs {
    const ENTRIES: &'static [Entry] = &[Entry {
        name: SOLVE,
        recorded: &[SOLVE],
        words: &[SOLVE],
        strategies: None,
        several: None,
        remade: |records, _| {
            let file = records.folder.join("run.json");
            refuse(format!(
                "run.json is of a game that was solved: there are no tallies to make its tables from. They are exact; to make \
                 them again: analyze run {}",
                quoted(&file.display().to_string())
            ))
        },
    }];

    fn rules(&mut self) -> &mut RulesArgs {
        &mut self.rules
    }

    fn play(&self, stage: &Stage) -> Outcome {
        match solved(self)? {
            Solved::Gang => solve_gang(self, stage),
            Solved::Pot => pot_command::solve(self, stage),
            Solved::Pig => holds_command::solve(self, stage),
            Solved::File(game) => values_command::solve(game, self, stage),
        }
    }

    fn checked(&self) -> Result<String, Failure> {
        match solved(self)? {
            Solved::Gang => settings::set_up_as::<Gang>(PLAYERS as usize, &self.rules).map(drop)?,
            Solved::Pot => settings::set_up_as::<Pot>(PLAYERS as usize, &self.rules).map(drop)?,
            Solved::Pig => settings::set_up_as::<Pig>(PLAYERS as usize, &self.rules).map(drop)?,
            Solved::File(game) => values_command::set_up(game, self).map(drop)?,
        }
        Ok(", the solution of a game".to_owned())
    }
}

/// The games that can be solved.
enum Solved {
    Gang,
    Pot,
    Pig,
    /// One from a file.
    File(GameRef),
}

/// The game that is to be solved.
fn solved(args: &SolveArgs) -> Result<Solved, Failure> {
    let file = args.game.filter(|game| game.file().is_some());
    if args.players != PLAYERS && file.is_none() {
        return refuse(format!("--players: {} players; a game can be solved for {PLAYERS}", args.players));
    }
    if args.rules.engine != EngineChoice::Auto {
        return refuse("--engine: nothing is played; leave --engine out");
    }
    if let Some(game) = file {
        return Ok(Solved::File(game));
    }
    match args.game.map_or(Gang::NAME, |game| game.name()) {
        Gang::NAME => Ok(Solved::Gang),
        Pot::NAME => Ok(Solved::Pot),
        Pig::NAME => Ok(Solved::Pig),
        other => refuse(format!(
            "--game: {other}; only {}, {}, {}, and games from files can be solved",
            Gang::TITLE,
            Pot::TITLE,
            Pig::TITLE
        )),
    }
}

fn solve_gang(args: &SolveArgs, stage: &Stage) -> Outcome {
    let gang = settings::set_up_as::<Gang>(PLAYERS as usize, &args.rules)?;
    let out = args.folder.out.clone().unwrap_or_else(|| default_out(&gang));
    let session = Session::begin(stage, &out, &args.output)?;
    session.refuse_loss(&Extent::fixed(0))?;
    let rounds = u64::from(gang.deck().rounds());
    let solved = session.watch(rounds, "rounds", |control, _| {
        values(&gang, || {
            control.advance(1);
            !control.stopped()
        })
    });
    let solved = solved.map_err(|error| match error {
        Unsolvable::Stopped => {
            Failure::Interrupted("interrupted before the game was solved; nothing was written".to_owned())
        }
        error => Failure::Usage(error.to_string()),
    })?;
    let record = record(&gang, &solved).map_err(|error| Failure::Running(error.to_string()))?;
    let typed = Invocation::new(&args.rules.given, []).without_games();
    let manifest = with_options(experiment(&gang), &typed);
    let mut files = tables::solved_files(&record).packed(&manifest);
    files.push((PAGE.to_owned(), solve_page(&record, &manifest, &about(&manifest))));
    let manifest = manifest.of_files(&files);
    let summary = tables::solved_summary(&record);
    let text =
        || format!("{}\n\n{}\n{}", heading(&record, &manifest), layout::table(&summary), remarks(&gang, &record));
    session.end(&files, &manifest, &formatted(&summary, args.output.shown.format, text), None, &[])
}

/// The manifest, without its files.
fn experiment(gang: &Gang) -> Manifest {
    Manifest { command: Some(SOLVE.to_owned()), ..session::manifest(gang.as_prepared(), &[], 0, EngineKind::Turn) }
}

/// Where the files go if nobody says where.
fn default_out(gang: &Gang) -> PathBuf {
    let plain = Gang::set_up(PLAYERS as usize, &Setting::default()).ok();
    default_folder(SOLVE, &experiment(gang), plain.as_ref().map(experiment).as_ref())
}

fn record(gang: &Gang, solved: &GameValues) -> Result<SolvedRecord, TurnError> {
    let start = solved.start();
    let (mut positions, mut starts) = (Vec::new(), Vec::new());
    for round in 0..solved.rounds() {
        let dice = solved.dice(round);
        let all = (1..dice).map(|first| solved.position(round, [first, dice - first], 0));
        for position in all.filter(|&position| round > 0 || position == start) {
            let of = |value| PositionRecord { round: round + 1, first: position.first, other: position.other, value };
            let known = of(solved.value(position));
            positions.push(known);
            if !LEADS.iter().any(|lead| [0, 1].contains(&(known.lead() - lead))) {
                continue;
            }
            for (card, index) in gang.deck().cards.iter().zip(0..).map(|(card, index)| (card, CardIndex(index))) {
                if !solved.deals(round, index) {
                    continue;
                }
                let todo = solved.starts(Start { position, card: index }, u32::MAX)?;
                let (enough, last_change) = solved.enough(round, index);
                let labels = [&card.id, &card.condition_text, &card.trigger.to_string(), &card.back.to_string()];
                starts.push(StartRecord {
                    position: of(todo.value),
                    labels: labels.map(ToString::to_string),
                    dice: todo.dice,
                    considered: solved.considered(round, index),
                    enough: match enough {
                        Enough::Proven => "proven",
                        Enough::Unchanged => "unchanged",
                        Enough::Capped => "capped",
                    },
                    last_change,
                    better_lost: better_lost(solved, Start { position, card: index }, &todo)?,
                });
            }
        }
    }
    Ok(SolvedRecord { value: solved.value(start), positions, starts })
}

/// How likely the starter's result is one that the other had better not beat.
fn better_lost(solved: &GameValues, start: Start, todo: &Todo) -> Result<f64, TurnError> {
    let outcome = solved.plan(start.card, todo.dice, todo.aim)?.plan.outcome();
    let mut likely = 0.0;
    for (total, chance) in (0..).zip(&outcome.valid).filter(|(_, chance)| **chance > 0.0) {
        let met = FirstTurn { dice: todo.dice, total: Some(total) };
        if matches!(solved.replies_to(start, met)?.aim, Aim::Miss(_)) {
            likely += chance;
        }
    }
    Ok(likely)
}

fn heading(record: &SolvedRecord, manifest: &Manifest) -> String {
    format!(
        "{}, 2 players: with best play by both, the player who starts has a win share of {:.4}\n\
         the dice that the starter of a round commits, by its lead",
        about(manifest).game(),
        record.value
    )
}

fn remarks(gang: &Gang, record: &SolvedRecord) -> String {
    let mut all = vec![
        "both players play to win the whole game, not only the round".to_owned(),
        "cards are assumed to be drawn afresh in every round, so card counting is ignored".to_owned(),
        "lead: the pool of the starter minus that of the other, when no dice lie on the table".to_owned(),
        format!("with more than {FEW_LEFT} dice on the table, a player is assumed to commit at most {FAR_DICE} dice"),
    ];
    all.extend(tables::beyond_considered(record));
    all.extend(gang.notes());
    lines(&all)
}
