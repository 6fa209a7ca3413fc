//! `analyze report DIR`: the tables of a run, made again from its tallies.
//!
//! Owns what standard output shows of a run, so that a report says what the run said.

use super::choices::Format;
use super::command::ReportArgs;
use super::differences::about;
use super::failure::{Failure, Outcome, refuse};
use super::games::game_name;
use super::records::{read, refuse_altered, unreadable};
use super::session::origin;
use super::simulate::summary;
use super::{compare, compare_sweep, output, sweep, tournament, tune, tune_game};
use crate::input::Links;
use crate::page::{PAGE, compare_page, run_page};
use crate::record::{
    CARDS, CARDS_FILE, COMPARE, CompareSweep, CompareTallies, EXACT, Folder, FolderError, Manifest, NamedHash, REGRET,
    Record, SOLVE, SWEEP, Saves, SweepTallies, TOURNAMENT, TUNE, TUNE_GAME, Tallies, TournamentTallies, TuneTallies,
    quoted, read_text,
};
use crate::report;
use crate::report::compare::{Judge, compare_files};
use crate::report::tournament::{Meta, Standings};
use std::path::Path;

/// Rewrites every table and shows the result.
pub(super) fn report(args: &ReportArgs) -> Outcome {
    if args.dir.is_file() {
        let parent = args.dir.parent().filter(|parent| !parent.as_os_str().is_empty());
        let (file, folder) = (args.dir.display(), parent.unwrap_or(Path::new(".")).display());
        return refuse(format!("'{file}' is a file; give the folder of the run: {folder}"));
    }
    Folder::recover(&args.dir).map_err(unwritable)?;
    if !args.dir.join("run.json").exists() {
        let dir = args.dir.display();
        return refuse(format!(
            "'{dir}': cannot read a run.json there: give the folder that a run was written to, such as reports/gang-3p"
        ));
    }
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
    game_name(&manifest.game).map_err(|error| Failure::Usage(format!("run.json: {error}")))?;
    let (files, result) = if manifest.command.as_deref() == Some(CARDS) {
        let cards = load(CARDS_FILE)?;
        if manifest.vary.is_empty() {
            super::cards::again(&cards, &read(&tallies, &manifest, Tallies::signature)?, &manifest, args.format)?
        } else {
            super::cards_sweep::again(&cards, &tallies, &manifest, args.format)?
        }
    } else if manifest.command.as_deref() == Some(EXACT) {
        super::exact::again(&tallies, &manifest, args.format)?
    } else if manifest.command.as_deref() == Some(REGRET) {
        super::regret::again(&tallies, &manifest, args.format)?
    } else {
        tables(&tallies, &manifest, args.format)?
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
fn tables(tallies: &str, manifest: &Manifest, format: Format) -> Result<(Vec<(String, String)>, String), Failure> {
    if manifest.command.as_deref() == Some(SWEEP) {
        let tallies = read(tallies, manifest, SweepTallies::signature)?;
        return Ok((sweep::tables_of(&tallies, manifest), sweep::shown_result(&tallies, manifest, format)));
    }
    if manifest.command.as_deref() == Some(TUNE_GAME) {
        return tune_game::again(&read(tallies, manifest, SweepTallies::signature)?, manifest, format);
    }
    if manifest.command.as_deref() == Some(TUNE) {
        let tallies = read(tallies, manifest, TuneTallies::signature)?;
        let files = tune::tables_of(&tallies, manifest);
        let typed = |name: &str| manifest.typed.as_ref().map_or_else(|| name.to_owned(), |typed| typed.strategy(name));
        return Ok((files, tune::shown_result(&tallies, manifest, typed, format)));
    }
    if manifest.command.as_deref() == Some(COMPARE) && !manifest.vary.is_empty() {
        let tallies = read(tallies, manifest, CompareSweep::signature)?;
        return compare_sweep::again(&tallies, manifest, format);
    }
    if manifest.command.as_deref() == Some(TOURNAMENT) {
        let tallies = read(tallies, manifest, TournamentTallies::signature)?;
        let standings = Standings::new(&tallies);
        let meta = Meta::new(&standings, manifest.seed);
        let both = (&standings, meta.as_ref());
        return Ok((tournament::files_of(both, manifest), tournament::shown_result(both, manifest, format)));
    }
    if manifest.command.as_deref() != Some(COMPARE) {
        let tallies = read(tallies, manifest, Tallies::signature)?;
        let mut files = report::csv_files(&tallies, &origin(manifest)).packed(manifest);
        files.push((PAGE.to_owned(), run_page(&tallies, manifest, &about(manifest))));
        return Ok((files, summary(&tallies, manifest, format)));
    }
    let tallies = read(tallies, manifest, CompareTallies::signature)?;
    let judge = Judge::new(&tallies.terms, tallies.arms.len())
        .map_err(|error| Failure::Usage(format!("tallies.json: the tables cannot be made: {error}")))?;
    let mut files = compare_files(&tallies, &judge, &origin(manifest)).packed(manifest);
    files.push((PAGE.to_owned(), compare_page(&tallies, &judge, manifest, &about(manifest))));
    Ok((files, compare::shown_result(&tallies, &judge, manifest, format)))
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
