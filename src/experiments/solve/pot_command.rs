//! `analyze solve --game pot`: what coins are worth, and from whom to take them.

use super::options::SolveArgs;
use super::pot_page::solve_pot_page;
use super::pot_tables::{solved_pot_files, solved_pot_summary};
use crate::driver::default_folder::default_folder;
use crate::driver::embedded::Stage;
use crate::driver::pairs::{STEPS, in_steps};
use crate::driver::replace::Extent;
use crate::driver::session;
use crate::driver::session::Session;
use crate::engines::EngineKind;
use crate::exact::pot::Position;
use crate::exact::pot::game::{GameValues, Unsolvable};
use crate::games::pot::{Pot, Rules, Run345Choice, TwosChoice};
use crate::games::{BuiltIn, Game, Setting};
use crate::lab::AsPrepared;
use crate::options::differences::about;
use crate::options::given::Invocation;
use crate::options::recorded::with_options;
use crate::options::settings;
use crate::page::PAGE;
use crate::record::{Manifest, RoundStartRecord, SOLVE, SolvedPotRecord, TurnStartRecord, grouped};
use crate::terminal::failure::{Failure, Outcome};
use crate::terminal::layout;
use crate::terminal::output::formatted;
use crate::terminal::remarks::lines;
use std::path::PathBuf;

/// How many play.
const PLAYERS: usize = 2;

/// Solves the game, writes and shows the tables.
pub(crate) fn solve(args: &SolveArgs, stage: &Stage) -> Outcome {
    let game = settings::set_up_as::<Pot>(PLAYERS, &args.rules)?;
    let out = args.folder.out.clone().unwrap_or_else(|| default_out(&game));
    let session = Session::begin(stage, &out, &args.output)?;
    session.refuse_loss(&Extent::fixed(0))?;
    let solved =
        session.watch_whole(STEPS, "steps", |control| in_steps(control, |go_on| GameValues::solve(&game, go_on)));
    let record = record(&game, &solved.map_err(failure)?);
    let typed = Invocation::new(&args.rules.given, []).without_games();
    let manifest = with_options(experiment(&game), &typed);
    let mut files = solved_pot_files(&record).packed(&manifest);
    files.push((PAGE.to_owned(), solve_pot_page(&record, &manifest, &about(&manifest))));
    let manifest = manifest.of_files(&files);
    let summary = solved_pot_summary(&record);
    let text = || {
        let heading = heading(&record, &manifest);
        format!("{heading}\n\n{}\n{}", layout::table(&summary), lines(&remarks(&game, &record)))
    };
    session.end(&files, &manifest, &formatted(&summary, args.output.shown.format, text), None, &[])
}

fn failure(unsolvable: Unsolvable) -> Failure {
    match unsolvable {
        Unsolvable::Stopped => {
            Failure::Interrupted("interrupted before the game was solved; nothing was written".to_owned())
        }
        other => Failure::Usage(format!("solve: {other}")),
    }
}

/// The manifest, without its files.
fn experiment(game: &Pot) -> Manifest {
    Manifest { command: Some(SOLVE.to_owned()), ..session::manifest(game.as_prepared(), &[], 0, EngineKind::Dice) }
}

/// Where the files go if nobody says where.
fn default_out(game: &Pot) -> PathBuf {
    let plain = Pot::set_up(PLAYERS, &Setting::default()).ok();
    let name = format!("{SOLVE}-{}", Pot::NAME);
    default_folder(&name, &experiment(game), plain.as_ref().map(experiment).as_ref())
}

/// What is written of a solved game; positions are in the order of their numbers.
fn record(game: &Pot, solved: &GameValues) -> SolvedPotRecord {
    let of = |(Position { own, other, pot, to_beat, goal_held }, value)| TurnStartRecord {
        own,
        other,
        pot,
        to_beat,
        goal_held,
        value,
    };
    let mut turns: Vec<TurnStartRecord> = solved.positions().map(of).collect();
    turns.sort_by_key(|turn| (turn.goal_held, turn.to_beat, turn.pot, turn.own, turn.other));
    let rounds = turns.iter().filter_map(|turn| round(game, solved, turn)).collect();
    SolvedPotRecord { value: solved.start(), rounds, turns, sweeps: solved.sweeps() }
}

/// What the player who starts a round does, if the position is the start of one.
fn round(game: &Pot, solved: &GameValues, turn: &TurnStartRecord) -> Option<RoundStartRecord> {
    let Rules { stake, coins, .. } = *game.rules();
    let &TurnStartRecord { own, other, pot, to_beat, goal_held, .. } = turn;
    let begins = pot == stake.min(coins - own - other) && to_beat == 0 && !goal_held;
    let best = solved.todo(&Position { own, other, pot, to_beat, goal_held }).filter(|_| begins)?;
    let choices = best.choices.get();
    let of = |is_bank| if is_bank { "bank" } else { "player" };
    let (run345, twos) = (of(choices.run345 == Run345Choice::Bank), of(choices.twos == TwosChoice::Bank));
    Some(RoundStartRecord { at: *turn, run345, twos })
}

fn heading(record: &SolvedPotRecord, manifest: &Manifest) -> String {
    format!(
        "{}, 2 players: with best play by both, the player who starts has a win share of {:.6}\n\
         the win share of the player who starts a round, by its own coins and those of the opponent",
        about(manifest).game(),
        record.value
    )
}

fn remarks(game: &Pot, record: &SolvedPotRecord) -> Vec<String> {
    let mut all = vec![
        "both players play for the highest chance to win the game; a tie counts 1/2".to_owned(),
        format!(
            "all numbers are exact: {} positions, {} sweeps of value iteration, until nothing changed",
            grouped(record.turns.len() as u64),
            record.sweeps
        ),
        "rounds.csv says who should pay for 3 4 5 and 2 2 2; positions.csv has all positions".to_owned(),
    ];
    if game.rules().cap != Rules::default().cap {
        all.push("the limit of turns is ignored".to_owned());
    }
    all.extend(game.notes());
    all
}
