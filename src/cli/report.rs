//! `analyze report DIR`: the tables of a run, made again from its tallies.
//!
//! Owns what standard output shows of a run, so that a report says what the run said.

use super::choices::Format;
use super::command::ReportArgs;
use super::driver::{Results, TALLIES};
use super::failure::{Failure, Outcome, refuse};
use super::games::game_name;
use super::records::{read, read_again, refuse_altered, unreadable};
use super::{
    cards, cards_sweep, compare, compare_sweep, exact, output, regret, simulate, sweep_results, tournament, tune,
    tune_game, varied,
};
use crate::games::Game;
use crate::games::gang::Gang;
use crate::input::Links;
use crate::record::{
    CARDS, CARDS_FILE, COMPARE, CardsRecord, EXACT, Folder, FolderError, Manifest, NamedHash, REGRET, Record, SOLVE,
    SWEEP, Saves, SweptCards, TOURNAMENT, TUNE, TUNE_GAME, quoted, read_text, varies,
};
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
    game_name(&manifest.game).map_err(|error| Failure::Usage(format!("run.json: {error}")))?;
    let (files, shown) = remade(&load, &manifest, args.format)?.files(&manifest);
    let manifest_text = listing(&manifest, manifest_text, &files);
    let written = Folder::open(&args.dir).and_then(|folder| folder.write(&files, &manifest_text, Saves::Keep));
    output::summary(&shown, args.format)?;
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

/// What the records of a folder become, which `load` reads by their names.
fn remade(
    load: &impl Fn(&str) -> Result<String, Failure>,
    manifest: &Manifest,
    format: Format,
) -> Result<Results, Failure> {
    let tallies = load(TALLIES)?;
    let is_varied = !manifest.vary.is_empty();
    match manifest.command.as_deref() {
        None => Ok(simulate::results(&read(&tallies, manifest)?, manifest, format)),
        Some(SWEEP) => Ok(sweep_results::results(&read(&tallies, manifest)?, manifest, format)),
        Some(COMPARE) if is_varied => compare_sweep::results(&read(&tallies, manifest)?, manifest, format),
        Some(COMPARE) => compare::results(&read(&tallies, manifest)?, manifest, format),
        Some(TOURNAMENT) => Ok(tournament::results(&read(&tallies, manifest)?, manifest, format)),
        Some(TUNE) => Ok(tune::results(&read(&tallies, manifest)?, manifest, format)),
        Some(TUNE_GAME) => tune_game::results(&read(&tallies, manifest)?, manifest, format),
        Some(EXACT) => Ok(exact::results(&read(&tallies, manifest)?, manifest, format)),
        Some(REGRET) => regret::results(&read(&tallies, manifest)?, manifest, format),
        Some(CARDS) if manifest.game != Gang::NAME => refuse("run.json: only gang has warning cards"),
        Some(CARDS) if is_varied => {
            let cards: SweptCards = read_again(CARDS_FILE, &load(CARDS_FILE)?, manifest)?;
            cards_sweep::results(&cards, &read(&tallies, manifest)?, manifest, format)
        }
        Some(CARDS) => {
            let cards: CardsRecord = read_again(CARDS_FILE, &load(CARDS_FILE)?, manifest)?;
            Ok(cards::results(&cards, &read(&tallies, manifest)?, manifest, format))
        }
        Some(other) if varies(other) == Some(TOURNAMENT) => {
            Ok(varied::results::<tournament::Tournament<'_>>(&read(&tallies, manifest)?, manifest, format))
        }
        Some(other) if varies(other) == Some(TUNE) => {
            Ok(varied::results::<tune::Tuning<'_>>(&read(&tallies, manifest)?, manifest, format))
        }
        Some(other) if varies(other) == Some(REGRET) => {
            Ok(varied::results::<regret::Pricing<'_>>(&read(&tallies, manifest)?, manifest, format))
        }
        Some(other) => refuse(format!("run.json: there are no records of '{other}'")),
    }
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
