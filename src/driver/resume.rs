//! Going on with games that were played before: `--resume`, and what is saved for it while games are played.
//!
//! Owns which record a run, a comparison or a sweep goes on from, and whether that is of the same games. The first blocks of a longer
//! run are those of a shorter one, so what was saved, what an interrupted run left and what a finished one left will all do.

use super::records::{read, refuse_altered};
use super::replace::{Extent, refuse_any_loss, refuse_loss};
use crate::input::Links;
use crate::options::{OutputArgs, SavingArgs};
use crate::record::{Manifest, ReadError, Record as _, SWEEP, Saved, Sums, TUNE, TUNE_GAME, read_text, varies};
use crate::terminal::failure::{Failure, refuse};
use crate::terminal::output::remark;
use serde_json::{Map, Value};
use std::path::Path;
use std::time::Duration;

/// What of a manifest may differ between the first blocks and all of them.
const MAY_DIFFER: [&str; 13] = [
    "format",
    "runs",
    "blocks",
    "until",
    "asked",
    "terms",
    "intervals",
    "files",
    "signature",
    "checksum",
    "typed",
    "luck_as_played",
    // It follows from the engine.
    "sheets",
];

/// What is to be played.
pub(crate) struct Intended {
    /// The manifest of the experiment, without sums.
    pub experiment: Manifest,
    /// How many blocks at most.
    pub blocks: u64,
    /// How many games.
    pub extent: Extent,
    /// Whether more may be replaced.
    pub output: OutputArgs,
}

/// The blocks in a folder that the games can go on from, if that is wanted and there are any.
pub(crate) fn first_blocks<T: Sums>(is_wanted: bool, folder: &Path, wanted: &Intended) -> Result<Option<T>, Failure> {
    if !is_wanted {
        refuse_any_loss(folder, &wanted.output, &wanted.extent)?;
        return Ok(None);
    }
    let mut problems = None;
    let mut best: Option<T> = None;
    for found in [saved(folder)?, written(folder)?].into_iter().flatten() {
        match fitting::<T>(found, wanted)? {
            Ok(first) if best.as_ref().is_none_or(|best| best.blocks() < first.blocks()) => best = Some(first),
            Ok(_) => {}
            Err(differences) => problems = problems.or(Some(differences)),
        }
    }
    match (best, problems) {
        (Some(first), _) => {
            // What was saved may be of other games than what was written.
            refuse_loss(folder, &wanted.output, &wanted.extent)?;
            Ok(Some(first))
        }
        (None, Some(problems)) => {
            let folder = folder.display();
            refuse(format!("--resume: {folder} holds other games:\n  {}", problems.join("\n  ")))
        }
        (None, None) => {
            remark(&format!("note: nothing to resume in {}; starting with the first game", folder.display()));
            Ok(None)
        }
    }
}

/// Tallies that were found, as text, with their manifest.
struct Found {
    manifest: Manifest,
    tallies: String,
    is_saved: bool,
}

fn saved(folder: &Path) -> Result<Option<Found>, Failure> {
    let damaged = |error: ReadError| {
        Failure::Usage(format!(
            "--resume: {error}; delete that file to go on from the other files of the folder, or to begin with the first game"
        ))
    };
    let saved = Saved::read(folder).map_err(damaged)?;
    Ok(saved.map(|Saved { manifest, tallies }| Found { manifest, tallies, is_saved: true }))
}

/// What a run wrote that ended, or was ended.
fn written(folder: &Path) -> Result<Option<Found>, Failure> {
    let path = folder.join("run.json");
    if path.symlink_metadata().is_err() {
        return Ok(None);
    }
    let manifest =
        Manifest::from_json("run.json", &read_text(&path, Links::Refuse).map_err(unusable)?).map_err(unusable)?;
    refuse_altered(&manifest)?;
    let tallies = read_text(&folder.join("tallies.json"), Links::Refuse).map_err(unusable)?;
    Ok(Some(Found { manifest, tallies, is_saved: false }))
}

fn unusable(error: ReadError) -> Failure {
    Failure::Usage(format!("--resume: {error}"))
}

/// The tallies, or why they are not of the games that are wanted.
fn fitting<T: Sums>(
    Found { manifest, tallies, is_saved }: Found,
    wanted: &Intended,
) -> Result<Result<T, Vec<String>>, Failure> {
    let [there, here] = [&manifest, &wanted.experiment].map(named);
    if there != here {
        return Ok(Err(vec![format!("command: {there} there, {here} here")]));
    }
    let tallies: T = if is_saved {
        let tallies = T::from_json("what was saved", &tallies).map_err(unusable)?;
        if tallies.signature() != manifest.signature {
            return refuse("--resume: what was saved does not give its own signature: it was changed");
        }
        tallies
    } else {
        read(&tallies, &manifest)?
    };
    let mut problems = differences(&manifest, &wanted.experiment);
    if wanted.extent.until.is_some() && manifest.goal() != wanted.extent.until {
        let [there, here] =
            [&manifest.goal(), &wanted.extent.until].map(|goal| goal.clone().unwrap_or("runs".to_owned()));
        problems.push(format!("until: {there} there, {here} here: at the looks before nobody asked for that"));
    }
    if tallies.blocks() > wanted.blocks {
        problems.push(format!("blocks: {} there already, {} wanted", tallies.blocks(), wanted.blocks));
    }
    Ok(if problems.is_empty() { Ok(tallies) } else { Err(problems) })
}

/// The command that a manifest is of, as it is typed.
fn named(manifest: &Manifest) -> String {
    let command = manifest.command.as_deref().unwrap_or("simulation");
    let varied = varies(command);
    let is_varied = !manifest.vary.is_empty() && ![TUNE, TUNE_GAME, SWEEP].contains(&command);
    format!("{}{}", varied.unwrap_or(command), if is_varied { " --vary" } else { "" })
}

/// Each thing that is not the same in two manifests, but for how much was played.
fn differences(there: &Manifest, here: &Manifest) -> Vec<String> {
    let judging = |manifest: &Manifest| Manifest { options: manifest.judging_options(), ..manifest.clone() };
    let fields = |manifest: &Manifest| match serde_json::to_value(judging(manifest)) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let (old, new) = (fields(there), fields(here));
    let mut names: Vec<&String> = old.keys().chain(new.keys().filter(|name| !old.contains_key(*name))).collect();
    names.retain(|name| !MAY_DIFFER.contains(&name.as_str()) && old.get(*name) != new.get(*name));
    let mut all: Vec<String> =
        names.into_iter().flat_map(|name| difference(name, old.get(name), new.get(name))).collect();
    let alone = |manifest: &Manifest| manifest.terms.as_ref().is_some_and(|terms| terms.win_shares_alone);
    if alone(there) != alone(here) {
        all.push("metric: win shares alone in one of them, scores too in the other".to_owned());
    }
    all
}

/// How a field differs: of what has a name and a hash, which ones.
fn difference(name: &str, there: Option<&Value>, here: Option<&Value>) -> Vec<String> {
    let entries = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    let (old, new) = (entries(there), entries(here));
    // An option is a list of its name and its value.
    let named = |entry: &Value| entry.get("name").or(entry.get(0)).and_then(Value::as_str).map(str::to_owned);
    let odd = old.iter().filter(|entry| !new.contains(entry)).chain(new.iter().filter(|entry| !old.contains(entry)));
    let mut changed: Vec<String> = odd.filter_map(named).collect();
    changed.dedup();
    if changed.is_empty() {
        let shown = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
        return vec![format!("{name}: {} there, {} here", shown(there), shown(here))];
    }
    changed.sort();
    changed.dedup();
    changed.into_iter().map(|part| format!("{name}: '{part}' is not what it was")).collect()
}

impl SavingArgs {
    /// The time between two saves.
    pub(crate) fn time(self) -> Result<Duration, Failure> {
        let seconds = self.save_every.value();
        if (0.05..=3600.0).contains(&seconds) {
            return Ok(Duration::from_secs_f64(seconds));
        }
        refuse(format!("--save-every: {seconds} seconds; at least 0.05 and at most 3600"))
    }
}
