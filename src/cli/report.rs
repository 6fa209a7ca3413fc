//! `analyze report DIR`: the tables of a run, made again from its tallies.
//!
//! Owns what standard output shows of a run, so that a report says what the run said.

use super::args::{Format, ReportArgs, not_reached};
use super::differences::about;
use super::games::game_name;
use super::luck::luck_note;
use super::numbers::counted;
use super::output::{self, Failure, Outcome, formatted, refuse};
use super::session::origin;
use super::sweep;
use super::{compare, compare_sweep, tournament, tune, tune_game};
use crate::engines::SeatingRule;
use crate::games::Game;
use crate::input::Links;
use crate::page::{PAGE, compare_page, run_page, seat_sentence};
use crate::record::{
    CARDS, CARDS_FILE, COMPARE, CompareSweep, CompareTallies, Folder, FolderError, Hash, INTERRUPTED, Manifest,
    NamedHash, REGRET, ReadError, Record, SOLVE, SWEEP, Saves, SweepTallies, TOURNAMENT, TUNE, TUNE_GAME, Tallies,
    TournamentTallies, TuneTallies, hash, quoted, read_text,
};
use crate::report;
use crate::report::compare::{Judge, compare_files};
use crate::report::tournament::{Meta, Standings};

/// Rewrites every table and shows the result.
pub(super) fn report(args: &ReportArgs) -> Outcome {
    if args.dir.is_file() {
        let (file, folder) = (args.dir.display(), args.dir.parent().unwrap_or(&args.dir).display());
        return refuse(format!("'{file}' is a file; give the folder of the run: {folder}"));
    }
    Folder::recover(&args.dir).map_err(unwritable)?;
    let load = |name: &str| read_text(&args.dir.join(name), Links::Refuse).map_err(unreadable);
    let manifest_text = load("run.json")?;
    let manifest = Manifest::from_json("run.json", &manifest_text).map_err(unreadable)?;
    refuse_altered(&manifest)?;
    if manifest.command.as_deref() == Some(SOLVE) {
        let file = args.dir.join("run.json");
        return refuse(format!(
            "run.json is of a game that was solved: there are no tallies to make its tables from. They are exact; to make \
             them again: analyze run {}",
            quoted(&file.display().to_string())
        ));
    }
    let tallies = load("tallies.json")?;
    let game = game_name(&manifest.game).map_err(|error| Failure::Usage(format!("run.json: {error}")))?;
    let (files, result) = if manifest.command.as_deref() == Some(CARDS) {
        let cards = load(CARDS_FILE)?;
        if manifest.vary.is_empty() {
            super::cards::again(&cards, &read(&tallies, &manifest, Tallies::signature)?, &manifest, args.format)?
        } else {
            super::cards_sweep::again(&cards, &tallies, &manifest, args.format)?
        }
    } else if manifest.command.as_deref() == Some(REGRET) {
        super::regret::again(&tallies, &manifest, args.format)?
    } else {
        (game.tables)(&tallies, &manifest, args.format)?
    };
    let manifest_text = listing(&manifest, manifest_text, &files);
    let written = Folder::open(&args.dir).and_then(|folder| folder.write(&files, &manifest_text, Saves::Keep));
    output::summary(&result, args.format)?;
    written.map_err(unwritable)
}

/// The text of the manifest that lists these files: the one that was there, unless this build makes other bytes of the same
/// tallies than the one that wrote them.
fn listing(manifest: &Manifest, text: String, files: &[(String, String)]) -> String {
    let mut listed = manifest.files.clone();
    for (name, content) in files {
        let made = NamedHash::new(name, content);
        match listed.iter_mut().find(|file| file.name == *name) {
            Some(file) => *file = made,
            None => listed.push(made),
        }
    }
    if listed == manifest.files { text } else { Manifest { files: listed, ..manifest.clone() }.sealed().to_json() }
}

/// The files of the tables, name and content, that the text of `tallies.json` makes, and what standard output shows.
pub(super) fn tables<G: Game>(
    tallies: &str,
    manifest: &Manifest,
    format: Format,
) -> Result<(Vec<(String, String)>, String), Failure> {
    if manifest.command.as_deref() == Some(SWEEP) {
        let tallies = read(tallies, manifest, SweepTallies::signature)?;
        return Ok((sweep::tables_of::<G>(&tallies, manifest), sweep::shown_result::<G>(&tallies, manifest, format)));
    }
    if manifest.command.as_deref() == Some(TUNE_GAME) {
        return tune_game::again::<G>(&read(tallies, manifest, SweepTallies::signature)?, manifest, format);
    }
    if manifest.command.as_deref() == Some(TUNE) {
        let tallies = read(tallies, manifest, TuneTallies::signature)?;
        let files = tune::tables_of::<G>(&tallies, manifest);
        let typed = |name: &str| manifest.typed.as_ref().map_or_else(|| name.to_owned(), |typed| typed.strategy(name));
        return Ok((files, tune::shown_result::<G>(&tallies, manifest, typed, format)));
    }
    if manifest.command.as_deref() == Some(COMPARE) && !manifest.vary.is_empty() {
        let tallies = read(tallies, manifest, CompareSweep::signature)?;
        return compare_sweep::again::<G>(&tallies, manifest, format);
    }
    if manifest.command.as_deref() == Some(TOURNAMENT) {
        let tallies = read(tallies, manifest, TournamentTallies::signature)?;
        let standings = Standings::new(&tallies);
        let meta = Meta::new(&standings, manifest.seed);
        let both = (&standings, meta.as_ref());
        return Ok((tournament::files_of::<G>(both, manifest), tournament::shown_result::<G>(both, manifest, format)));
    }
    if manifest.command.as_deref() != Some(COMPARE) {
        let tallies = read(tallies, manifest, Tallies::signature)?;
        let mut files = report::csv_files(&tallies, &origin(manifest));
        files.push((PAGE.to_owned(), run_page(&tallies, manifest, &about::<G>(manifest))));
        return Ok((files, summary::<G>(&tallies, manifest, format)));
    }
    let tallies = read(tallies, manifest, CompareTallies::signature)?;
    let judge = Judge::new(&tallies.terms, tallies.arms.len())
        .map_err(|error| Failure::Usage(format!("tallies.json: the tables cannot be made: {error}")))?;
    let mut files = compare_files(&tallies, &judge, &origin(manifest));
    files.push((PAGE.to_owned(), compare_page(&tallies, &judge, manifest, &about::<G>(manifest))));
    Ok((files, compare::shown_result::<G>(&tallies, &judge, manifest, format)))
}

/// The tallies, if they are those that the manifest was written with.
pub(super) fn read<T: Record>(text: &str, manifest: &Manifest, signature: impl Fn(&T) -> Hash) -> Result<T, Failure> {
    let tallies = read_again("tallies.json", text, manifest)?;
    if signature(&tallies) != manifest.signature {
        return refuse("tallies.json does not give the signature in run.json: one of them was changed after the run");
    }
    Ok(tallies)
}

/// Refuses a manifest that is not what was written: with another seed or other rules, its tallies are of no games.
pub(super) fn refuse_altered(manifest: &Manifest) -> Outcome {
    if manifest.is_as_written() {
        return Ok(());
    }
    refuse("run.json is not as it was written: something in it was changed after the run (or an older build wrote it)")
}

/// A record of this name, if its text is the one that the manifest was written with.
pub(super) fn read_again<T: Record>(name: &str, text: &str, manifest: &Manifest) -> Result<T, Failure> {
    let record = T::from_json(name, text).map_err(unreadable)?;
    let written = manifest.files.iter().find(|file| file.name == name);
    if written.is_none_or(|file| file.hash != hash(text.as_bytes())) {
        return refuse(format!("{name} is not the one that run.json belongs to: it was changed after the run"));
    }
    Ok(record)
}

/// What is wrong with the folder is bad input; that it cannot be written is not.
fn unwritable(error: FolderError) -> Failure {
    match error {
        FolderError::Foreign { .. } | FolderError::Strange { .. } | FolderError::Busy { .. } => {
            Failure::Usage(error.to_string())
        }
        error => Failure::Running(error.to_string()),
    }
}

fn unreadable(error: ReadError) -> Failure {
    Failure::Usage(error.to_string())
}

/// What standard output shows of a run.
pub(super) fn summary<G: Game>(tallies: &Tallies, manifest: &Manifest, format: Format) -> String {
    let table = report::summary(tallies);
    let text = || {
        let mut notes = tallies.notes.clone();
        if manifest.seating == SeatingRule::Rotate.to_string() && tallies.strategies.len() >= 3 {
            notes.push(ROTATE_NOTE.to_owned());
        }
        notes.extend(luck_note(tallies));
        let heading = heading::<G>(tallies, manifest);
        format!(
            "{heading}\n\n{}\n{}",
            report::to_terminal(&table.with_unit("ev", G::SCORE)),
            remarks::<G>(tallies, &notes)
        )
    };
    formatted(&table.clone().of(&origin(manifest)), format, text)
}

/// What the intervals are of a run that was interrupted.
pub(super) const WATCHED: &str = "of a confidence sequence, because somebody ended it who may have seen it";

/// What rotation does not average out.
pub(super) const ROTATE_NOTE: &str = "seats rotate, so this measures this order round the table: who sits behind whom matters \
                           (--seating all plays every order)";

fn heading<G: Game>(tallies: &Tallies, manifest: &Manifest) -> String {
    let (games, blocks) = (counted(tallies.games(), "game"), counted(tallies.blocks, "deal"));
    format!(
        "{}, {} players: {games}, {}, seed {}, engine {}",
        about::<G>(manifest).game(),
        manifest.players,
        deals(&manifest.seating, tallies.games_a_block, &blocks),
        manifest.seed,
        manifest.engine
    )
}

/// How often each deal was played: the cards and draws that the games of a block have in common.
fn deals(seating: &str, games: u64, deals: &str) -> String {
    match seating {
        _ if games == 1 => deals.to_owned(),
        "all" => format!("{deals}, each played {games} times, in all orders of the seats"),
        _ => format!("{deals}, each played {games} times, seats rotated"),
    }
}

/// The remarks under a table.
fn remarks<G: Game>(tallies: &Tallies, notes: &[String]) -> String {
    let fixed = "in brackets: 95 % intervals, from the variance between deals";
    let intervals = match tallies.until.as_deref() {
        None => fixed.to_owned(),
        Some(INTERRUPTED) => {
            format!("{fixed}, {WATCHED}")
        }
        Some(until) => format!("{fixed}, at the end of the games or at the standard error asked for ({until})"),
    };
    let goal = tallies.until.as_deref();
    let missed = goal.and_then(|goal| not_reached(goal, report::largest_standard_error(tallies)));
    let fixed = [intervals, format!("win_share: a win counts 1, a tie of k counts 1/k; ev: mean {}", G::SCORE)];
    output::notes(missed.iter().chain(&seat_sentence(tallies)).chain(&fixed).chain(notes))
}
