//! `analyze report DIR`: the tables of a run, made again from its tallies.

use super::args::{Format, ReportArgs};
use super::error::{Failure, Outcome};
use super::output;
use crate::games::Game;
use crate::record::{Folder, Manifest, ReadError, Tallies, hash};
use crate::report;
use std::path::Path;

/// Rewrites every table and shows the summary.
pub(super) fn report(args: &ReportArgs) -> Outcome {
    let (tallies, manifest) = read(&args.dir)?;
    let failed = |error: &dyn std::fmt::Display| Failure::Running(format!("cannot make the tables: {error}"));
    let files = report::csv_files(&tallies).map_err(|error| failed(&error))?;
    Folder::open(&args.dir)?.write(&files, &manifest)?;
    let table = report::summary(&tallies);
    let text = match args.format {
        Format::Csv => report::to_csv(&table).map_err(|error| failed(&error))?,
        Format::Json => report::to_json(&table).map_err(|error| failed(&error))?,
        Format::Table => report::to_terminal(&table),
    };
    output::result(&text)
}

/// The tallies of a run and the text of its manifest, if they belong together.
fn read(dir: &Path) -> Result<(Tallies, String), Failure> {
    let load = |name: &str| {
        let path = dir.join(name);
        std::fs::read_to_string(&path).map_err(|source| {
            let file = path.display().to_string();
            Failure::Usage(ReadError::Unreadable { file, source }.to_string())
        })
    };
    let (text, manifest_text) = (load("tallies.json")?, load("run.json")?);
    let tallies = Tallies::from_json("tallies.json", &text).map_err(|error| Failure::Usage(error.to_string()))?;
    let manifest =
        Manifest::from_json("run.json", &manifest_text).map_err(|error| Failure::Usage(error.to_string()))?;
    let written = manifest.files.iter().find(|file| file.name == "tallies.json");
    if written.is_none_or(|file| file.hash != hash(text.as_bytes())) {
        let message = "tallies.json is not the one that run.json belongs to: it was changed after the run";
        return Err(Failure::Usage(message.to_owned()));
    }
    Ok((tallies, manifest_text))
}

/// The remarks under a table.
pub(super) fn notes_text<G: Game>(notes: &[String]) -> String {
    let fixed = [
        "in brackets: 95 % intervals, from the variance over blocks".to_owned(),
        format!("win_share: a win counts 1, a tie of k counts 1/k; ev: mean {}", G::SCORE),
    ];
    fixed.iter().chain(notes).map(|note| format!("- {note}\n")).collect()
}
