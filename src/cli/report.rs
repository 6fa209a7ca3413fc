//! `analyze report DIR`: the tables of a run, made again from its tallies.
//!
//! Owns what standard output shows of a run, so that a report says what the run said.

use super::args::{Format, ReportArgs};
use super::error::{Failure, Outcome};
use super::games::{WithGame, game_name};
use super::numbers::grouped;
use super::output;
use crate::games::Game;
use crate::record::{
    CompareManifest, CompareTallies, Folder, FolderError, Manifest, NamedHash, ReadError, Tallies, hash, is_comparison,
};
use crate::report::{self, compare::compare_files};
use crate::simulate::{Playable, SeatingRule};
use crate::strategies::Shelf;
use std::path::Path;

/// Rewrites every table and shows the summary.
pub(super) fn report(args: &ReportArgs) -> Outcome {
    if std::fs::read_to_string(args.dir.join("run.json")).is_ok_and(|manifest| is_comparison(&manifest)) {
        return report_comparison(args);
    }
    let (tallies, manifest, manifest_text) = read(&args.dir)?;
    let failed = |error: &dyn std::fmt::Display| Failure::Running(format!("cannot make the tables: {error}"));
    let files = report::csv_files(&tallies).map_err(|error| failed(&error))?;
    let game = game_name(&manifest.game).map_err(|error| Failure::Usage(format!("run.json: {error}")))?;
    rewrite(&args.dir, &files, &manifest_text)?;
    game.run(Summary { tallies: &tallies, manifest: &manifest, format: args.format })
}

/// Rewrites the tables of a comparison and shows its result.
fn report_comparison(args: &ReportArgs) -> Outcome {
    let (text, manifest_text) = (load(&args.dir, "tallies.json")?, load(&args.dir, "run.json")?);
    let usage = |error: ReadError| Failure::Usage(error.to_string());
    let tallies = CompareTallies::from_json("tallies.json", &text).map_err(usage)?;
    let manifest = CompareManifest::from_json("run.json", &manifest_text).map_err(usage)?;
    check_belongs(&manifest.files, &text)?;
    let files = compare_files(&tallies)
        .map_err(|error| Failure::Usage(format!("tallies.json: the tables cannot be made: {error}")))?;
    let game = game_name(&manifest.game).map_err(|error| Failure::Usage(format!("run.json: {error}")))?;
    rewrite(&args.dir, &files, &manifest_text)?;
    game.run(Comparison { tallies: &tallies, manifest: &manifest, format: args.format })
}

struct Comparison<'a> {
    tallies: &'a CompareTallies,
    manifest: &'a CompareManifest,
    format: Format,
}

impl WithGame for Comparison<'_> {
    fn with<G: Shelf + Playable>(self) -> Outcome {
        output::result(&super::compare::shown_result::<G>(self.tallies, self.manifest, self.format)?)
    }
}

struct Summary<'a> {
    tallies: &'a Tallies,
    manifest: &'a Manifest,
    format: Format,
}

impl WithGame for Summary<'_> {
    fn with<G: Shelf + Playable>(self) -> Outcome {
        output::result(&summary::<G>(self.tallies, self.manifest, self.format)?)
    }
}

/// What standard output shows of a run.
pub(super) fn summary<G: Game>(tallies: &Tallies, manifest: &Manifest, format: Format) -> Result<String, Failure> {
    let table = report::summary(tallies);
    let failed = |error: &dyn std::fmt::Display| Failure::Running(format!("cannot write the summary: {error}"));
    match format {
        Format::Csv => report::to_csv(&table).map_err(|error| failed(&error)),
        Format::Json => report::to_json(&table).map_err(|error| failed(&error)),
        Format::Table => {
            let mut notes = tallies.notes.clone();
            if manifest.seating == SeatingRule::Rotate.to_string() && tallies.strategies.len() >= 3 {
                notes.push(ROTATE_NOTE.to_owned());
            }
            let heading = heading::<G>(tallies, manifest);
            let notes = notes_text::<G>(tallies, &notes);
            Ok(format!("{heading}\n\n{}\n{notes}", report::to_terminal(&table)))
        }
    }
}

/// What rotation does not average out.
pub(super) const ROTATE_NOTE: &str = "seats rotate, so this measures this order round the table: who sits behind whom matters \
                           (--seating all plays every order)";

fn heading<G: Game>(tallies: &Tallies, manifest: &Manifest) -> String {
    let (games, blocks) = (grouped(tallies.games()), grouped(tallies.blocks));
    format!(
        "{}, {} players: {games} games in {blocks} blocks of {}, seed {}, engine {}",
        G::TITLE,
        manifest.players,
        tallies.games_a_block,
        manifest.seed,
        manifest.engine
    )
}

/// Writes the tables into the folder that they were made from.
fn rewrite(dir: &Path, files: &[(String, String)], manifest: &str) -> Outcome {
    let unwritable = |error: FolderError| Failure::Running(error.to_string());
    Folder::open(dir).map_err(unwritable)?.write(files, manifest).map_err(unwritable)
}

/// The text of a file of the run.
fn load(dir: &Path, name: &str) -> Result<String, Failure> {
    let path = dir.join(name);
    std::fs::read_to_string(&path).map_err(|source| {
        let file = path.display().to_string();
        Failure::Usage(ReadError::Unreadable { file, source }.to_string())
    })
}

/// Whether the tallies are those that the manifest was written with.
fn check_belongs(files: &[NamedHash], tallies: &str) -> Outcome {
    let written = files.iter().find(|file| file.name == "tallies.json");
    if written.is_none_or(|file| file.hash != hash(tallies.as_bytes())) {
        let message = "tallies.json is not the one that run.json belongs to: it was changed after the run";
        return Err(Failure::Usage(message.to_owned()));
    }
    Ok(())
}

/// The tallies of a run, its manifest and the text of that, if they belong together.
fn read(dir: &Path) -> Result<(Tallies, Manifest, String), Failure> {
    let (text, manifest_text) = (load(dir, "tallies.json")?, load(dir, "run.json")?);
    let tallies = Tallies::from_json("tallies.json", &text).map_err(|error| Failure::Usage(error.to_string()))?;
    let manifest =
        Manifest::from_json("run.json", &manifest_text).map_err(|error| Failure::Usage(error.to_string()))?;
    check_belongs(&manifest.files, &text)?;
    Ok((tallies, manifest, manifest_text))
}

/// The remarks under a table.
fn notes_text<G: Game>(tallies: &Tallies, notes: &[String]) -> String {
    let intervals = match &tallies.until {
        None => "in brackets: 95 % intervals, from the variance over blocks".to_owned(),
        Some(until) => format!(
            "in brackets: 95 % intervals of a confidence sequence, from the variance over blocks, because it ended by what \
             it showed (--until {until})"
        ),
    };
    let fixed = [intervals, format!("win_share: a win counts 1, a tie of k counts 1/k; ev: mean {}", G::SCORE)];
    fixed.iter().chain(notes).map(|note| format!("- {note}\n")).collect()
}
