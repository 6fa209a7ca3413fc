//! A game of a person as it is kept in a file: the command, and the answers so far. Everything else follows from them.

use crate::record::command_of;
use crate::terminal::failure::{Failure, Outcome, refuse};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// The most bytes of such a file, and the most answers.
const MOST_BYTES: u64 = 1 << 20;

/// The game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Saved {
    /// What was typed after `analyze play`, with the seed.
    command: Vec<String>,
    /// The answers in their order.
    pub(super) answers: Vec<String>,
    #[serde(skip)]
    file: PathBuf,
}

impl Saved {
    /// A game that begins, by the command that was typed. Without a seed it is another game each time.
    pub(super) fn new(file: &Path) -> Result<Saved, Failure> {
        if file.exists() {
            let name = file.display();
            return refuse(format!(
                "--save: there is a file '{name}' already. To go on with the game in it, add --resume; to begin another one, name \
                 another file with --save"
            ));
        }
        let typed = std::env::args_os().skip(2).map(|word| word.to_string_lossy().into_owned());
        let mut command: Vec<String> = typed.collect();
        if !command.iter().any(|word| word == "--seed" || word.starts_with("--seed=")) {
            // The keys of hashes are as random as the system makes them.
            let seed = RandomState::new().build_hasher().finish() % 1_000_000_000;
            command.extend(["--seed".to_owned(), seed.to_string()]);
        }
        Ok(Saved { command, answers: Vec::new(), file: file.to_owned() })
    }

    /// The game in a file.
    pub(super) fn read(file: &Path) -> Result<Saved, Failure> {
        let name = file.display();
        let failed = |why: String| Failure::Usage(format!("--resume: '{name}': {why}"));
        let size = fs::metadata(file).map_err(|error| match error.kind() {
            ErrorKind::NotFound => failed("there is no such file; a game that is over is not kept".to_owned()),
            _ => failed(error.to_string()),
        })?;
        let size = size.len();
        if size > MOST_BYTES {
            return Err(failed(format!("it has {size} bytes; a saved game has at most {MOST_BYTES}")));
        }
        let text = fs::read_to_string(file).map_err(|error| failed(error.to_string()))?;
        let saved: Saved =
            serde_json::from_str(&text).map_err(|error| failed(format!("this is no saved game: {error}")))?;
        Ok(Saved { file: file.to_owned(), ..saved })
    }

    /// The command with all its words.
    pub(super) fn words(&self) -> Vec<OsString> {
        ["analyze", "play"].into_iter().chain(self.command.iter().map(String::as_str)).map(OsString::from).collect()
    }

    /// The command that goes on with it.
    pub(super) fn resuming(&self) -> String {
        command_of(["analyze", "play", "--resume", "--save", &self.file.to_string_lossy()])
    }

    /// Writes the file, whole or not at all.
    pub(super) fn write(&self) -> Outcome {
        let mut new = self.file.clone().into_os_string();
        new.push(".new");
        let text = serde_json::to_string_pretty(self).unwrap_or_default() + "\n";
        // What stands there is left from a program that was killed, or a link to a file that is not ours.
        let _ = fs::remove_file(&new);
        let opened = OpenOptions::new().write(true).create_new(true).open(&new);
        let written = opened.and_then(|mut file| file.write_all(text.as_bytes()));
        let written = written.and_then(|()| fs::rename(&new, &self.file));
        written.map_err(|error| Failure::Running(format!("cannot write '{}': {error}", self.file.display())))
    }

    /// Removes the file of a game that is over.
    pub(super) fn forget(&self) {
        let _ = fs::remove_file(&self.file);
    }
}
