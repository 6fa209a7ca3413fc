//! What the commands that play have in common: the folder and Ctrl-C before the games, the files and remarks after them.

use super::embedded::{Finished, Stage};
use super::replace::{Extent, more_than, refuse_any_loss};
use crate::engines::EngineKind;
use crate::games::narration::noun;
use crate::games::{Blame, Fault};
use crate::lab::{Chosen, Prepared};
use crate::options::OutputArgs;
use crate::record::{Folder, MANIFEST, MANIFEST_FORMAT, Manifest, NamedHash, Part, Record, Saved, Saves, TOOL};
use crate::report::Origin;
use crate::simulate::Control;
use crate::terminal::failure::{Failure, Outcome};
use crate::terminal::interrupt::Interruptible;
use crate::terminal::numbers::{counted, grouped};
use crate::terminal::output;
use crate::terminal::progress::{Progress, is_wanted};
use crate::terminal::typed_command::{resuming_command, typed_command};
use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The games of a command, from before the first to after the last.
pub(crate) struct Session {
    /// The folder, and what stops the games at Ctrl-C.
    under_way: Arc<Interruptible>,
    /// The folder as the user knows it.
    folder: String,
    output: OutputArgs,
    /// Whether the command can go on with what it saved.
    goes_on: Cell<bool>,
    stage: Stage,
}

/// Lets the folder go, which the thread that waits for signals would hold to the end of the program. What was saved goes
/// where the games cannot be gone on with, because of a fault.
impl Drop for Session {
    fn drop(&mut self) {
        if let Some(folder) = self.under_way.folder().take()
            && self.under_way.has_saved()
        {
            folder.forget();
        }
    }
}

impl Session {
    /// Opens the folder, so that one that cannot be written is refused before any game is played. Another program gives no
    /// folder.
    pub(crate) fn begin(stage: &Stage, out: &Path, output: &OutputArgs) -> Result<Session, Failure> {
        let (under_way, folder) = match stage {
            Stage::Program => {
                let folder = Folder::open(out)?;
                let shown = folder.shown().to_owned();
                (Interruptible::begin(folder), shown)
            }
            Stage::Embedded(following) => (Arc::clone(&following.under_way), String::new()),
        };
        Ok(Session { under_way, folder, output: *output, goes_on: Cell::new(false), stage: stage.clone() })
    }

    /// From now on what is played is saved every so often.
    pub(crate) fn save_every(&self, time: Duration) {
        self.goes_on.set(true);
        self.under_way.save_every(time);
    }

    /// Has tallies saved, in place of those before: unless they are such that nobody could go on with them, who could with
    /// those before.
    pub(crate) fn save(&self, manifest: &Manifest, tallies: &impl Record) {
        if tallies.inconsistency().is_none() {
            self.under_way.save(Saved::text(manifest, tallies));
        }
    }

    /// The folder, if there is one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        match self.stage {
            Stage::Program => Some(Path::new(&self.folder)),
            Stage::Embedded(_) => None,
        }
    }

    /// Refuses to replace files of more games than are certainly played, of a command that cannot go on with what is there.
    pub(crate) fn refuse_loss(&self, extent: &Extent) -> Outcome {
        self.folder().map_or(Ok(()), |folder| refuse_any_loss(folder, &self.output, extent))
    }

    /// Does `work`, which counts up to `all` `unit`s, beside a progress bar if one is to be shown. What is done of it
    /// when Ctrl-C comes is written.
    pub(crate) fn watch<T>(&self, all: u64, unit: &'static str, work: impl FnOnce(&Control, &Progress) -> T) -> T {
        self.watch_work(true, all, unit, work)
    }

    /// The same with work of which nothing is written unless all of it is done.
    pub(crate) fn watch_whole<T>(&self, all: u64, unit: &'static str, work: impl FnOnce(&Control) -> T) -> T {
        self.watch_work(false, all, unit, |control, _| work(control))
    }

    fn watch_work<T>(
        &self,
        keeps: bool,
        all: u64,
        unit: &'static str,
        work: impl FnOnce(&Control, &Progress) -> T,
    ) -> T {
        let control = &self.under_way.control;
        if let Stage::Embedded(following) = &self.stage {
            following.begin(all, unit);
            return self.under_way.work(keeps, || work(control, &Progress::hidden()));
        }
        let wanted = is_wanted(self.output.shown.progress, self.output.shown.quiet);
        self.under_way.work(keeps, || work(control, &Progress::follow(wanted, all, unit, &self.under_way)))
    }

    /// Writes the files, shows the result, and says what there is to remark; `stopped` says what was finished if Ctrl-C
    /// ended the games.
    pub(crate) fn end(
        self,
        files: &[(String, String)],
        manifest: &Manifest,
        result: &str,
        stopped: Option<String>,
        remarks: &[String],
    ) -> Outcome {
        if let Stage::Embedded(following) = &self.stage {
            let files = files.iter().cloned().chain([(MANIFEST.to_owned(), manifest.to_json())]).collect();
            following.finish(Finished { files, summary: result.to_owned(), remarks: remarks.to_vec(), stopped });
            return Ok(());
        }
        if stopped.is_some()
            && let Some(games) = more_than(Path::new(&self.folder), &self.output, manifest.runs)?
        {
            return self.end_beside(games, result, &stopped.unwrap_or_default());
        }
        let mut opened = self.under_way.folder();
        // Whether the files can be written or not: the games were played.
        let written = opened.take().map_or(Ok(()), |opened| opened.write(files, &manifest.to_json(), Saves::Remove));
        drop(opened);
        output::summary(result, self.output.shown.format)?;
        written?;
        if let Some(finished) = stopped {
            return Err(self.interrupted(&finished));
        }
        if !self.output.shown.quiet {
            if self.under_way.control.lacked_threads() {
                output::remark("note: the system did not let as many threads start as were wanted; fewer played");
            }
            remarks.iter().for_each(|remark| output::remark(remark));
            output::remark(&format!("wrote {}", self.folder));
        }
        Ok(())
    }
}

impl Session {
    /// That Ctrl-C ended it when this was finished, and how to go on.
    fn interrupted(&self, finished: &str) -> Failure {
        let go_on = if self.goes_on.get() {
            format!("to continue:\n  {}", resuming_command())
        } else {
            format!("to play everything from the start:\n  {}", typed_command())
        };
        let folder = &self.folder;
        Failure::Interrupted(format!("interrupted: {finished} were finished and written to {folder}; {go_on}"))
    }

    /// Shows what was finished, but writes nothing, for the folder holds more `games`: what was saved stays.
    fn end_beside(&self, games: u64, result: &str, finished: &str) -> Outcome {
        drop(self.under_way.folder().take());
        output::summary(result, self.output.shown.format)?;
        let go_on = if self.goes_on.get() { resuming_command() } else { typed_command() };
        Err(Failure::Interrupted(format!(
            "interrupted: {finished} were finished and not written, for {} holds {} games, which are more; to continue:\n  {go_on}",
            self.folder,
            grouped(games)
        )))
    }
}

/// What is said if `blocks` blocks of `a_block` games are more than the games `asked` for.
pub(crate) fn rounded_up(asked: Option<u64>, blocks: u64, a_block: u64) -> Option<String> {
    let played = blocks * a_block;
    let asked = asked.filter(|&asked| asked != played)?;
    let (are, played) = (noun(asked, "is", "are"), grouped(played));
    Some(format!(
        "note: {} {are} rounded up to {played}, because each deal is played {a_block} times",
        counted(asked, "game")
    ))
}

/// A fault that ended the games, `place` being the game, with the command that shows it.
pub(crate) fn at_fault(strategy: &str, place: &str, seed: u64, fault: &Fault, command: &str) -> Failure {
    Failure::Fault(format!(
        "{}\nnothing was written; to see the game: {command}",
        fault_text(strategy, &format!("{place} of seed {seed}, "), fault)
    ))
}

/// Why a game cannot go on in which this strategy was on turn, and where in the game; `place` stands before the round.
pub(crate) fn fault_text(strategy: &str, place: &str, fault: &Fault) -> String {
    let Fault { round, returned, legal, .. } = fault;
    let place = format!("{place}round {round}, at seat {}", fault.seat.number());
    match fault.blame {
        Blame::Strategy => {
            format!("strategy '{strategy}' is at fault in {place}: it returned {returned}; legal: {legal}")
        }
        Blame::Rules => format!("the rules of the game do not provide for this: {returned} ({legal}), in {place}"),
        Blame::Limit => format!("the game is too large: {returned}, in {place} ({legal})"),
    }
}

/// What tells rows of this experiment from those of others.
pub(crate) fn origin(manifest: &Manifest) -> Origin {
    Origin { players: manifest.players as u64, experiment: manifest.experiment() }
}

/// What the manifests of all commands say alike: by whom and by which rules games were played.
pub(crate) fn manifest(game: &dyn Prepared, chosen: &[Chosen], seed: u64, engine: EngineKind) -> Manifest {
    Manifest {
        tool: TOOL.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        format: MANIFEST_FORMAT,
        game: game.name().to_owned(),
        players: game.seats(),
        strategies: chosen.iter().map(|chosen| NamedHash::new(&chosen.name, &chosen.content)).collect(),
        resolved: game.manifest().into_iter().map(|(name, text)| Part::new(name, text)).collect(),
        seed,
        engine: engine.to_string(),
        ..Manifest::default()
    }
}
