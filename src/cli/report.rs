//! `analyze report DIR`: the tables of a run, made again from its tallies.
//!
//! Owns what standard output shows of a run, so that a report says what the run said.

use super::command::ReportArgs;
use crate::driver::entry::Records;
use crate::driver::records::{refuse_altered, unreadable};
use crate::experiments::entry;
use crate::input::Links;
use crate::options::games::recorded_game;
use crate::record::{Folder, FolderError, Manifest, NamedHash, Record, Saves, read_text};
use crate::report::CsvFiles;
use crate::report::workbook::workbook;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::output;
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use tempfile::{NamedTempFile, PersistError};

/// Rewrites every table and shows the result.
pub(crate) fn report(args: &ReportArgs) -> Outcome {
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
    recorded_game(&manifest).map_err(|error| Failure::Usage(format!("run.json: {error}")))?;
    let Some(entry) = entry(manifest.command.as_deref()) else {
        let other = manifest.command.as_deref().unwrap_or_default();
        return refuse(format!("run.json: there are no records of '{other}'"));
    };
    let records = Records { folder: &args.dir, manifest: &manifest, load: &load };
    let results = (entry.remade)(&records, args.format)?;
    if let Some(file) = &args.xlsx {
        write_workbook(file, &results.tables, &manifest)?;
    }
    let (files, shown) = results.files(&manifest);
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

/// Writes all tables to a workbook, which must be a new file: an older one may have been worked on.
fn write_workbook(file: &Path, tables: &CsvFiles, manifest: &Manifest) -> Outcome {
    let named = file.display();
    if !file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xlsx")) {
        return refuse(format!("--xlsx: '{named}': the name of a workbook ends in .xlsx"));
    }
    let book = workbook(tables, manifest).map_err(|error| Failure::Usage(format!("--xlsx: {error}")))?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = |error: std::io::Error| Failure::Running(format!("--xlsx: '{named}' cannot be written: {error}"));
    let mut whole = NamedTempFile::new_in(folder).map_err(failed)?;
    whole.write_all(&book).map_err(failed)?;
    match whole.persist_noclobber(file) {
        Ok(_) => {
            output::remark(&format!("wrote {named}"));
            Ok(())
        }
        Err(PersistError { error, .. }) if error.kind() == ErrorKind::AlreadyExists => {
            refuse(format!("--xlsx: '{named}' is there already, and you may have worked on it; give another name"))
        }
        Err(PersistError { error, .. }) => Err(failed(error)),
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
