//! `analyze solve` for a game from a file: what each position between turns is worth with best play.

use super::options::SolveArgs;
use super::values_page::{answer, solve_values_page};
use super::values_tables::{SolvedFor, SolvedValues, shown_positions, values_files, values_summary};
use crate::driver::default_folder::{default_folder, has_plain_name};
use crate::driver::embedded::Stage;
use crate::driver::replace::Extent;
use crate::driver::session;
use crate::driver::session::Session;
use crate::engines::EngineKind;
use crate::games::Setting;
use crate::lab::{GameRef, Prepared, as_game};
use crate::options::differences::about;
use crate::options::given::Invocation;
use crate::options::recorded::with_options;
use crate::options::settings;
use crate::page::PAGE;
use crate::record::{Manifest, SOLVE};
use crate::simulate::Control;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::layout;
use crate::terminal::output::formatted;
use crate::terminal::remarks::lines;
use analyze_ruled::{Aim, Limits, Ruled, Unsolved};
use std::cell::Cell;
use std::path::PathBuf;
use std::sync::Arc;

/// The steps in which progress is shown.
const STEPS: u64 = 1_000;

/// Solves the game, writes and shows the table.
pub(crate) fn solve(game: GameRef, args: &SolveArgs, stage: &Stage) -> Outcome {
    let prepared = set_up(game, args)?;
    let out = args.folder.out.clone().unwrap_or_else(|| default_out(&*prepared));
    let session = Session::begin(stage, &out, &args.output)?;
    session.refuse_loss(&Extent::fixed(0))?;
    let solved = session.watch_whole(STEPS, "steps", |control| values(&*prepared, control))?;
    let typed = Invocation::new(&args.rules.given, []).without_games();
    let manifest = with_options(experiment(&*prepared), &typed);
    let mut files = values_files(&solved).packed(&manifest);
    files.push((PAGE.to_owned(), solve_values_page(&solved, &manifest, &about(&manifest))));
    let manifest = manifest.of_files(&files);
    let summary = values_summary(&solved);
    let text = || {
        let heading = format!("{}\n{}", about(&manifest).game(), answer(&solved));
        format!("{heading}\n\n{}\n{}", layout::table(&summary), lines(&remarks(&solved)))
    };
    session.end(&files, &manifest, &formatted(&summary, args.output.shown.format, text), None, &[])
}

/// The game as it was asked for.
pub(crate) fn set_up(game: GameRef, args: &SolveArgs) -> Result<Arc<dyn Prepared>, Failure> {
    let seats = game.seats();
    match usize::try_from(args.players).ok().filter(|players| *players <= 2 && seats.contains(players)) {
        Some(players) => settings::set_up(game, players, &args.rules),
        None => refuse(format!(
            "--players {}: a game is solved for 1 or 2 players, and {}",
            args.players,
            settings::seats(game)
        )),
    }
}

fn values(prepared: &dyn Prepared, control: &Control) -> Result<SolvedValues, Failure> {
    let Some(ruled) = as_game::<Ruled>(prepared) else { return refuse("--game: this game is not from a file") };
    let failed = |unsolved: Unsolved| match unsolved {
        _ if control.stopped() => {
            Failure::Interrupted("interrupted before the game was solved; nothing was written".to_owned())
        }
        Unsolved::Fault(fault) => Failure::Usage(format!("the rules of the game do not provide for this: {fault}")),
        Unsolved::Limit(limit) => Failure::Usage(format!("--game: {limit}")),
    };
    let aim = ruled.aim().map_err(failed)?;
    let advanced = Cell::new(0);
    let go_on = |done: f64| {
        let steps = ((done * STEPS as f64) as u64).max(advanced.get());
        control.advance(steps - advanced.replace(steps));
        !control.stopped()
    };
    let solved = ruled.solve_while(aim, &[], Limits::default(), &go_on).map_err(failed)?;
    go_on(1.0);
    let sizes = solved.sizes();
    Ok(SolvedValues {
        aim: match aim {
            Aim::Win => SolvedFor::WinShare,
            Aim::Score => SolvedFor::Score,
            Aim::Turns => SolvedFor::Turns,
        },
        players: prepared.seats(),
        value: solved.value(),
        positions: solved.positions(),
        turns: (sizes.turns, sizes.edges),
    })
}

/// The manifest, without its files.
fn experiment(game: &dyn Prepared) -> Manifest {
    Manifest { command: Some(SOLVE.to_owned()), ..session::manifest(game, &[], 0, EngineKind::Dice) }
}

/// Where the files go if nobody says where.
fn default_out(game: &dyn Prepared) -> PathBuf {
    let plain = Some(game.game()).filter(|game| has_plain_name(*game));
    let plain = plain.and_then(|plain| plain.set_up(game.seats(), &Setting::default()).ok());
    let name = format!("{SOLVE}-{}-{}p", game.name(), game.seats());
    default_folder(&name, &experiment(game), plain.map(|plain| experiment(&*plain)).as_ref())
}

fn remarks(solved: &SolvedValues) -> Vec<String> {
    vec![
        format!("value: {}, with best play", solved.aim.words()),
        "the limit of turns is ignored".to_owned(),
        format!("all numbers are exact; {}", shown_positions(solved)),
    ]
}
