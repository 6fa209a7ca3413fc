//! `analyze solve --game pig`: from which turn total on to hold.

use super::holds_page::solve_holds_page;
use super::holds_tables;
use super::options::SolveArgs;
use crate::driver::default_folder::default_folder;
use crate::driver::embedded::Stage;
use crate::driver::replace::Extent;
use crate::driver::session;
use crate::driver::session::Session;
use crate::engines::EngineKind;
use crate::exact::pig::{MOST_SOLVED, Optimal};
use crate::games::pig::{Pig, Rules};
use crate::games::{BuiltIn, Game, Setting};
use crate::lab::AsPrepared;
use crate::options::differences::about;
use crate::options::given::Invocation;
use crate::options::recorded::with_options;
use crate::options::settings;
use crate::page::PAGE;
use crate::record::{HoldRecord, Manifest, SOLVE, Scores, SolvedHoldsRecord};
use crate::terminal::failure::{Outcome, refuse};
use crate::terminal::layout;
use crate::terminal::output::formatted;
use crate::terminal::remarks::lines;
use std::path::PathBuf;

/// How many play.
const PLAYERS: usize = 2;

/// Solves the game, writes and shows the tables.
pub(crate) fn solve(args: &SolveArgs, stage: &Stage) -> Outcome {
    let game = settings::set_up_as::<Pig>(PLAYERS, &args.rules)?;
    if game.rules().goal > MOST_SOLVED {
        return refuse(format!("--rule goal: {}; a game is solved for at most {MOST_SOLVED}", game.rules().goal));
    }
    let out = args.folder.out.clone().unwrap_or_else(|| default_out(&game));
    let session = Session::begin(stage, &out, &args.output)?;
    session.refuse_loss(&Extent::fixed(0))?;
    let record = record(&game);
    let typed = Invocation::new(&args.rules.given, []).without_games();
    let manifest = with_options(experiment(&game), &typed);
    let mut files = holds_tables::solved_holds_files(&record).packed(&manifest);
    files.push((PAGE.to_owned(), solve_holds_page(&record, &manifest, &about(&manifest))));
    let manifest = manifest.of_files(&files);
    let summary = holds_tables::solved_holds_summary(&record);
    let text = || {
        let heading = heading(&record, &manifest);
        format!("{heading}\n\n{}\n{}", layout::table(&summary), lines(&remarks(&game)))
    };
    session.end(&files, &manifest, &formatted(&summary, args.output.shown.format, text), None, &[])
}

/// The manifest, without its files.
fn experiment(game: &Pig) -> Manifest {
    Manifest { command: Some(SOLVE.to_owned()), ..session::manifest(game.as_prepared(), &[], 0, EngineKind::Dice) }
}

/// Where the files go if nobody says where.
fn default_out(game: &Pig) -> PathBuf {
    let plain = Pig::set_up(PLAYERS, &Setting::default()).ok();
    let name = format!("{SOLVE}-{}", Pig::NAME);
    default_folder(&name, &experiment(game), plain.as_ref().map(experiment).as_ref())
}

fn record(game: &Pig) -> SolvedHoldsRecord {
    let (goal, optimal) = (game.rules().goal, Optimal::solve(game.rules()));
    let turn = |scores: Scores| {
        let Scores { own, other } = scores;
        let hold_at = (1..goal - own).find(|&total| optimal.holds(own, other, total));
        // No throw from below the total to hold at leads farther.
        let beyond = hold_at.map_or(0..0, |total| total + 1..(total + game.rules().sides).min(goal - own));
        let rolls_again_at = beyond.into_iter().find(|&total| !optimal.holds(own, other, total));
        HoldRecord { scores, value: optimal.chance(own, other), hold_at, rolls_again_at }
    };
    let pairs = (0..goal).flat_map(|own| (0..goal).map(move |other| Scores { own, other }));
    SolvedHoldsRecord { goal, turns: pairs.map(turn).collect() }
}

fn heading(record: &SolvedHoldsRecord, manifest: &Manifest) -> String {
    format!(
        "{}, 2 players: with best play by both, the player who starts wins with a chance of {:.4}\n\
         the turn total at which to hold, by the player's own score and that of the opponent",
        about(manifest).game(),
        record.turn(Scores { own: 0, other: 0 }).value
    )
}

fn remarks(game: &Pig) -> Vec<String> {
    let mut all = vec![
        "both players play for the highest chance to win".to_owned(),
        "win: roll until the goal is reached".to_owned(),
        "sometimes it is best to hold at a total, but to roll again at a slightly higher one (column rolls_again_at of holds.csv)"
            .to_owned(),
    ];
    if game.rules().cap != Rules::default().cap {
        all.push("the limit of turns is ignored".to_owned());
    }
    all.extend(game.notes());
    all
}
