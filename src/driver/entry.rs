//! What the program knows of an experiment that it can be asked for by name.

use super::Results;
use super::embedded::Stage;
use super::planned::Work;
use super::records::{read, read_again};
use crate::options::RulesArgs;
use crate::record::{Manifest, Record, Sums, varies};
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome};
use crate::terminal::numbers::grouped;
use std::path::Path;

/// The options of an experiment, as they were typed.
pub(crate) trait ExperimentOptions {
    /// The experiments of this command: one, or two for `tune`, which also tunes games.
    const ENTRIES: &'static [Entry];

    /// The options that say by which rules games are played, of which every experiment has some.
    fn rules(&mut self) -> &mut RulesArgs;

    /// Validates what was typed, and plays it there.
    fn play(&self, stage: &Stage) -> Outcome;

    /// Sets up all that would be played; what that is, as the end of "an experiment".
    fn checked(&self) -> Result<String, Failure>;
}

/// An experiment, before anything is typed.
pub(crate) struct Entry {
    /// What an experiment file calls it.
    pub name: &'static str,
    /// What its records call it, and what they call it where something is varied, if that is another name.
    pub recorded: &'static [&'static str],
    /// Its words on the command line, after the name of the program.
    pub words: &'static [&'static str],
    /// The key of an experiment file that has the strategies typed beside its options, if any are.
    pub strategies: Option<&'static str>,
    /// What its record is of, if that names no line-up whose games could be told one by one.
    pub several: Option<&'static str>,
    /// Makes its tables and its page again.
    pub remade: fn(&Records<'_>, Format) -> Result<Results, Failure>,
}

/// The folder of an experiment, while its records are read again.
pub(crate) struct Records<'r> {
    pub folder: &'r Path,
    pub manifest: &'r Manifest,
    /// Reads a file of the folder.
    pub load: &'r dyn Fn(&str) -> Result<String, Failure>,
}

impl Records<'_> {
    /// The sums, if they are those that the manifest was written with.
    pub(crate) fn sums<T: Sums>(&self) -> Result<T, Failure> {
        read(&(self.load)(super::TALLIES)?, self.manifest)
    }

    /// A record beside the sums, if it is the one that the manifest was written with.
    pub(crate) fn beside<T: Record>(&self, name: &str) -> Result<T, Failure> {
        read_again(name, &(self.load)(name)?, self.manifest)
    }

    /// Whether something was varied, in an experiment that knows how to.
    pub(crate) fn is_varied(&self) -> bool {
        !self.manifest.vary.is_empty()
    }

    /// Whether the whole experiment was varied.
    pub(crate) fn is_wholly_varied(&self) -> bool {
        self.manifest.command.as_deref().is_some_and(|command| varies(command).is_some())
    }
}

/// How many games of what game this is, as the end of "an experiment".
pub(crate) fn games_of(work: &dyn Work) -> String {
    let cells = work.plan().cells;
    let games: u64 = cells.iter().map(|cell| cell.blocks.saturating_mul(cell.games_a_block)).sum();
    let combinations =
        if cells.len() > 1 { format!("{} combinations, ", grouped(cells.len() as u64)) } else { String::new() };
    format!(" of {}, {combinations}{} games", work.game(), grouped(games))
}
