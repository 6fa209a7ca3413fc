//! What the commands that play have in common: the folder and Ctrl-C before the games, the files and remarks after them.

use super::args::OutputArgs;
use super::error::{Failure, Outcome};
use super::interrupt::stop_on_interrupt;
use super::numbers::grouped;
use super::output;
use crate::games::{Fault, Game};
use crate::record::{Folder, Manifest, NamedHash, Part, Record};
use crate::simulate::Control;
use crate::strategies::Chosen;
use std::path::Path;
use std::sync::Arc;

/// The games of a command, from before the first to after the last.
pub(super) struct Session {
    folder: Folder,
    quiet: bool,
    /// Stops the games at Ctrl-C.
    pub control: Arc<Control>,
}

impl Session {
    /// Opens the folder, so that one that cannot be written is refused before any game is played.
    pub(super) fn begin(out: &Path, shown: &OutputArgs) -> Result<Session, Failure> {
        let session = Session { folder: Folder::open(out)?, quiet: shown.quiet, control: Arc::default() };
        stop_on_interrupt(&session.control);
        Ok(session)
    }

    /// Writes the files, shows the result, and says what there is to remark; `stopped` says what was finished if Ctrl-C
    /// ended the games.
    pub(super) fn end(
        self,
        files: &[(String, String)],
        manifest: &Manifest,
        result: &str,
        stopped: Option<String>,
        remarks: &[String],
    ) -> Outcome {
        let folder = self.folder.shown().to_owned();
        self.folder.write(files, &manifest.to_json())?;
        output::result(result)?;
        if let Some(finished) = stopped {
            return Err(Failure::Interrupted(format!("interrupted: {finished} were finished and written to {folder}")));
        }
        if !self.quiet {
            remarks.iter().for_each(|remark| output::remark(remark));
            output::remark(&format!("wrote {folder}"));
        }
        Ok(())
    }
}

/// Ctrl-C came before there was anything to write.
pub(super) fn nothing_finished() -> Failure {
    Failure::Interrupted("interrupted before a block was finished; nothing was written".to_owned())
}

/// Says so if whole blocks are more games than were asked for.
pub(super) fn remark_on_rounding(asked: u64, blocks: u64, a_block: u64) {
    let played = blocks * a_block;
    if played != asked {
        let (asked, played) = (grouped(asked), grouped(played));
        output::remark(&format!("note: {asked} games are rounded up to {played}: whole blocks of {a_block}"));
    }
}

/// What a strategy did that it may not do, and where in the game.
pub(super) fn fault_text(fault: &Fault) -> String {
    let (round, seat) = (fault.round, fault.seat.number());
    format!("round {round}, at seat {seat}: it returned {}; legal: {}", fault.returned, fault.legal)
}

/// The hashes of what the strategies are.
pub(super) fn strategy_hashes<G: Game>(chosen: &[Chosen<G>]) -> Vec<NamedHash> {
    chosen.iter().map(|chosen| NamedHash::new(&chosen.name, &chosen.content)).collect()
}

/// The rules and data in force.
pub(super) fn parts<G: Game>(game: &G) -> Vec<Part> {
    game.manifest().into_iter().map(|(name, text)| Part::new(name, text)).collect()
}

/// The hashes of files, given by name and content.
pub(super) fn file_hashes(files: &[(String, String)]) -> Vec<NamedHash> {
    files.iter().map(|(name, content)| NamedHash::new(name, content)).collect()
}
