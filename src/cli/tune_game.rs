//! `analyze tune game`: which values of rules, cards and options meet the targets of a designer.
//!
//! Owns the command from its options to its files; the games are those of `sweep`, the targets those of `report::targets`.

use super::args::TableArgs;
use super::choices::Format;
use super::default_folder::default_folder;
use super::differences::about;
use super::failure::{Failure, Outcome, refuse};
use super::numbers::counted;
use super::output::formatted;
use super::remarks::{lines, more_rows};
use super::rounds::{Course, Stretch};
use super::session::Session;
use super::settings::{self, Table};
use super::sweep::{Asked, Counted, Sweep, TERMINAL_ROWS};
use super::tune_args::TuneArgs;
use crate::lab::GameRef;
use crate::page::{PAGE, designs_page};
use crate::record::{Manifest, Record, SweepTallies, TUNE_GAME, other_notes_of_all};
use crate::report::targets::{
    Aim, Target, contradiction, designs, designs_file, designs_records, designs_sentences, designs_table, impossible,
    luck_of_designs, unreported,
};
use crate::report::{self, to_terminal};
use crate::simulate::Control;

/// The games of each design when nothing says how many.
const DEFAULT_RUNS: u64 = 1_000_000;
/// The name of the option in the manifest.
const TARGET: &str = "target";

/// Tunes the game as typed.
pub(super) fn tune_game(args: &TuneArgs) -> Outcome {
    let (game, targets) = (game_of(args)?, &args.target);
    let sweep = designs_of(game, args)?;
    let with_targets = |of_sweep: Manifest| with_targets(of_sweep, targets);
    let default_out = || default_folder(&format!("tune-{}", game.name()), &with_targets(sweep.experiment()), None);
    let out = args.out.clone().unwrap_or_else(default_out);
    let threads = settings::threads(args.playing.threads)?;
    refuse_unreported(&sweep, targets)?;
    if !args.playing.output.quiet {
        sweep.announce()?;
    }
    let session = Session::begin(&out, &args.playing.output, None, 0, 0)?;
    let tallies = sweep.play((&session, threads), (args.playing.saving, args.playing.output), &with_targets)?;
    let manifest = with_targets(sweep.manifest(&tallies));
    let mut files = files(&tallies, targets, &manifest);
    files.push(("tallies.json".to_owned(), tallies.to_json()));
    let manifest = manifest.of_files(&files);
    let shown = shown(&tallies, targets, &manifest, args.playing.output.format);
    session.end(&files, &manifest, &shown, sweep.stopped(&tallies), &[])
}

/// The game that is tuned, once what was typed goes together.
fn game_of(args: &TuneArgs) -> Result<GameRef, Failure> {
    if !args.tuned.parameters.is_empty() || args.tuned.against.is_some() || args.tuned.mirror {
        return refuse("tune game: --param, --against and --mirror are for strategies; give --vary and --target");
    }
    if args.vary.is_empty() || args.target.is_empty() {
        return refuse(
            "tune game: say what is varied and what is wanted: --vary rerolls=1..3 --target 'seat3-seat1=0±0.01'",
        );
    }
    if let Some(reason) = contradiction(&args.target) {
        return refuse(format!("--target: {reason}"));
    }
    settings::chosen_game(args.tuned.seats.game)
}

/// Refuses designs that could not be played, and targets that they could not have.
pub(super) fn checked(args: &TuneArgs) -> Outcome {
    refuse_unreported(&designs_of(game_of(args)?, args)?, &args.target)
}

/// The designs, validated.
fn designs_of(game: GameRef, args: &TuneArgs) -> Result<Sweep, Failure> {
    let typed = &args.tuned;
    let table = TableArgs {
        game: typed.seats.game,
        players: typed.seats.players,
        bots: args.bots.clone(),
        seed: typed.seed,
        seating: args.seating,
        rules: typed.rules.clone(),
    };
    typed.luck.check(game)?;
    let luck = typed.luck;
    let counts = args.target.iter().any(|target| matches!(target.aim, Aim::Counted(..)));
    let sweep = Sweep::new(Asked {
        game,
        table: &table,
        vary: &args.vary,
        runs: typed.runs,
        default_runs: Some(DEFAULT_RUNS),
        prepare: Box::new(move |table| Table { luck, ..table }),
        counted: if counts { Counted::Rows } else { Counted::Results },
    })?;
    Ok(sweep.with_luck(luck))
}

/// Refuses a target of something that no game reports, which a block of each design tells, and win shares that no game has.
fn refuse_unreported(sweep: &Sweep, targets: &[Target]) -> Outcome {
    let mut stretch = Stretch::whole(sweep);
    stretch.blocks.iter_mut().for_each(|blocks| blocks.end = blocks.end.min(1));
    let course = Course { sweep, stretch, threads: 1, control: &Control::default(), save: &|_| () };
    for record in course.play(Vec::new())?.parts {
        if let Some((target, reason)) =
            targets.iter().find_map(|target| Some((target, unreported(target, &record.tallies)?)))
        {
            return refuse(format!("--target: {}: {reason}", target.typed));
        }
        if let Some(reason) = impossible(targets, &record.tallies) {
            return refuse(format!("--target: {reason}"));
        }
    }
    Ok(())
}

/// The manifest of a sweep as that of designs with these targets.
fn with_targets(manifest: Manifest, targets: &[Target]) -> Manifest {
    let own = targets.iter().map(|target| (TARGET.to_owned(), target.typed.clone()));
    let options = manifest.options.into_iter().chain(own.clone()).collect();
    let intervals = "95 % for all designs and targets at once (Bonferroni): Student, mean of each block; a difference of seats, and \
                     rates over several strategies, with the largest variance that they can have together";
    let typed = manifest.typed.map(|mut typed| {
        typed.options.extend(own);
        typed
    });
    Manifest { command: Some(TUNE_GAME.to_owned()), options, typed, intervals: intervals.to_owned(), ..manifest }
}

fn files(tallies: &SweepTallies, targets: &[Target], manifest: &Manifest) -> Vec<(String, String)> {
    let mut files = report::sweep_files(tallies);
    files.push(designs_file(tallies, targets));
    files.push((PAGE.to_owned(), designs_page(tallies, targets, manifest, &about(manifest))));
    files
}

/// The same files, and what standard output shows, from the records.
///
/// # Errors
/// If the manifest has a target that cannot be read.
pub(super) fn again(
    tallies: &SweepTallies,
    manifest: &Manifest,
    format: Format,
) -> Result<(Vec<(String, String)>, String), Failure> {
    let typed = manifest.options.iter().filter(|(name, _)| name == TARGET);
    let targets: Result<Vec<Target>, _> = typed.map(|(_, target)| target.parse()).collect();
    let targets = targets.map_err(|error| Failure::Usage(format!("run.json: {error}")))?;
    Ok((files(tallies, &targets, manifest), shown(tallies, &targets, manifest, format)))
}

/// What standard output shows.
fn shown(tallies: &SweepTallies, targets: &[Target], manifest: &Manifest, format: Format) -> String {
    let found = designs(tallies, targets);
    let table = designs_table(tallies, targets, &found);
    let text = || {
        let mut rows = table.clone();
        rows.rows.truncate(TERMINAL_ROWS);
        let left_out = table.rows.len() - rows.rows.len();
        let more = (left_out > 0).then(|| more_rows(left_out, "tune.csv"));
        let fixed = [
            "met: the whole interval lies within the target; not_met: it lies outside".to_owned(),
            "in brackets: intervals of 95 % for all designs and targets at once".to_owned(),
            "pareto: no other design comes as near to every target, and nearer to one".to_owned(),
            "a design as it is typed: --rule KEY=VALUE for rules and cards, --KEY VALUE for options, the value being the file where it is the name of one".to_owned(),
        ];
        let every = targets.iter().any(Target::is_for_every_label).then(|| {
            "*: met, if every one lies within the target; the number is that of the worst, which is farthest from it".to_owned()
        });
        let notes = other_notes_of_all(tallies.combinations.iter().map(|it| &*it.tallies.notes));
        format!(
            "{}: {}, {}, seed {}, engine {}\n\n{}\n{}\n\n{}",
            about(manifest).game(),
            counted(found.len() as u64, "design"),
            counted(tallies.games(), "game"),
            manifest.seed,
            manifest.engine,
            to_terminal(&rows),
            designs_sentences(tallies, &found).join("\n"),
            lines(more.iter().chain(&fixed).chain(&every).chain(&luck_of_designs(tallies, targets)).chain(&notes))
        )
    };
    formatted(&designs_records(tallies, targets, &found), format, text)
}
