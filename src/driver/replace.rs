//! What a command would replace: a shorter run never takes the place of a longer one unless that is asked for.
//!
//! Owns how much is in a folder, whether what is to be played is certainly as much, and what is said where it is not.

use crate::input::Links;
use crate::options::OutputArgs;
use crate::options::until::Until;
use crate::record::{Manifest, ReadError, Record, Saved, TUNE, read_text};
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::numbers::{counted, grouped};
use crate::terminal::output::remark;
use std::path::Path;

/// How much is to be played, as manifests count games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extent {
    /// The code of the experiment; none if it is not known.
    pub experiment: Option<String>,
    /// Games, at most if anything ends them before.
    pub runs: u64,
    /// Games that are played whatever comes of them.
    pub least: u64,
    /// What ends them before, if anything does.
    pub until: Option<String>,
}

impl Extent {
    /// So many games, which nothing ends before.
    pub(crate) fn fixed(runs: u64) -> Extent {
        Extent { runs, least: runs, ..Extent::default() }
    }

    /// Whether these games are certainly as many as those of a record: the same games to the same end or a later one, or
    /// others that are enough whatever comes of them.
    fn covers(&self, there: &Manifest) -> bool {
        let (games, goal) = (length(there), there.goal());
        if games <= self.least {
            return true;
        }
        let is_same = self.experiment.as_ref() == Some(&there.experiment());
        is_same && games <= self.runs && (self.until.is_none() || is_reached_by(goal.as_deref(), self.until.as_deref()))
    }

    /// In words.
    fn text(&self) -> String {
        match &self.until {
            Some(until) => format!("this command stops at {until}, which may be sooner"),
            None if self.runs == 0 => "this command plays none".to_owned(),
            None if self.least < self.runs => {
                format!("this command plays between {} and {}", grouped(self.least), grouped(self.runs))
            }
            None => format!("this command plays {}", grouped(self.runs)),
        }
    }
}

/// Whether games that end by the goal `here` are not over before those of the goal `there`.
fn is_reached_by(there: Option<&str>, here: Option<&str>) -> bool {
    let error = |goal: Option<&str>| match crate::options::until::until(goal?.split(',').next()?) {
        Ok(Until::StandardError(most)) => Some(most.value()),
        _ => None,
    };
    there == here || error(there).zip(error(here)).is_some_and(|(there, here)| here <= there)
}

/// How many games a record is of; of a race how many it was begun with, by which its rungs are cut.
fn length(manifest: &Manifest) -> u64 {
    let asked = manifest.choice("runs").filter(|_| manifest.command.as_deref() == Some(TUNE));
    asked.and_then(|asked| asked.value.parse().ok()).unwrap_or(manifest.runs)
}

/// The same in words.
fn held(manifest: &Manifest) -> String {
    let (games, begun) = (manifest.runs, length(manifest));
    match games == begun {
        true => counted(games, "game"),
        false => format!("{} of a race of {}", counted(games, "game"), grouped(begun)),
    }
}

/// What was written in a folder; none if nothing was.
fn written(folder: &Path) -> Result<Option<Manifest>, ReadError> {
    let path = folder.join("run.json");
    if path.symlink_metadata().is_err() {
        return Ok(None);
    }
    Manifest::from_json("run.json", &read_text(&path, Links::Refuse)?).map(Some)
}

/// Refuses to replace files of more games than are certainly played, unless that is asked for.
pub(crate) fn refuse_loss(folder: &Path, output: &OutputArgs, extent: &Extent) -> Outcome {
    if output.replace {
        return Ok(());
    }
    let shown = folder.display();
    match written(folder) {
        Ok(Some(there)) if !extent.covers(&there) => refuse(format!(
            "{shown} holds {}, and {}: they would be lost; write to another folder with --out DIR, or add --replace to \
             lose them",
            held(&there),
            extent.text()
        )),
        Ok(_) => Ok(()),
        Err(error) => refuse(format!(
            "{shown} holds files whose run.json cannot be read, so that nobody knows what would be lost: {error}; write to \
             another folder with --out DIR, or add --replace to lose them"
        )),
    }
}

/// The same of what a run saved that was cut off; says so where it is as little as will be played.
pub(crate) fn refuse_loss_of_saved(folder: &Path, output: &OutputArgs, extent: &Extent) -> Outcome {
    let Ok(Some(Saved { manifest, .. })) = Saved::read(folder) else { return Ok(()) };
    let (shown, games) = (folder.display(), grouped(manifest.runs));
    if !output.replace && !extent.covers(&manifest) {
        return refuse(format!(
            "{shown} holds {games} games of a run that was cut off, and {}: they would be lost; --resume goes on with them, \
             --out DIR writes to another folder, --replace loses them",
            extent.text()
        ));
    }
    if !output.shown.quiet {
        remark(&format!(
            "note: {shown} holds {games} games of a run that was cut off; they are replaced (--resume goes on with them)"
        ));
    }
    Ok(())
}

/// Both, of a command that cannot go on with what is there.
pub(crate) fn refuse_any_loss(folder: &Path, output: &OutputArgs, extent: &Extent) -> Outcome {
    refuse_loss(folder, output, extent)?;
    refuse_loss_of_saved(folder, output, extent)
}

/// The games in a folder, if they are more than the `finished` ones that somebody ended, and stay.
pub(crate) fn more_than(folder: &Path, output: &OutputArgs, finished: u64) -> Result<Option<u64>, Failure> {
    if output.replace {
        return Ok(None);
    }
    let there = written(folder).map_err(|error| Failure::Running(error.to_string()))?;
    Ok(there.map(|there| there.runs).filter(|&games| games > finished))
}
