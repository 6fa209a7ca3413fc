//! The program as a user runs it: a folder to work in, a command, and what came of it.

use assert_cmd::Command;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// The built program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_analyze");
/// So wide that no line is broken.
const WIDE: u32 = 10_000;
/// What a terminal has that nobody made wider.
const NARROW: u32 = 80;
/// Far longer than any command takes; one that plays games that it should have refused does not end.
const HANGS: Duration = Duration::from_secs(600);

/// A folder of its own, in which commands are run.
pub(crate) struct Desk(TempDir);

/// What a command said.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Printed {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Desk {
    pub(crate) fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file and the folders above it.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs the program here with these arguments.
    pub(crate) fn run_with(&self, arguments: &[&str]) -> Printed {
        self.run_at(WIDE, arguments)
    }

    /// Runs the program here where lines have so many characters.
    pub(crate) fn run_at(&self, columns: u32, arguments: &[&str]) -> Printed {
        let mut command = Command::new(PROGRAM);
        let command = command.args(arguments).current_dir(self.0.path()).env("COLUMNS", columns.to_string());
        let output = command.timeout(HANGS).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Printed { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Runs the program here; the arguments are the words of `command`.
    pub(crate) fn run(&self, command: &str) -> Printed {
        self.run_with(&command.split_whitespace().collect::<Vec<_>>())
    }

    /// Runs the program here in a terminal of the usual width.
    pub(crate) fn run_narrow(&self, command: &str) -> Printed {
        self.run_at(NARROW, &command.split_whitespace().collect::<Vec<_>>())
    }

    /// Runs a command that must succeed, and answers with its standard output.
    pub(crate) fn result(&self, command: &str) -> String {
        let told = self.run(command);
        assert_eq!(told.code, Some(0), "{command}: {}", told.err);
        told.out
    }

    /// Every file below `folder`, and every folder with a `/` at its end.
    pub(crate) fn files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let mut all = BTreeMap::new();
        collect(&self.path(folder), "", &mut all);
        all
    }

    /// The same but for the page and the manifest, which know how files were called.
    pub(crate) fn tables(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let mut all = self.files(folder);
        all.retain(|name, _| !["report.html", "run.json"].contains(&&**name));
        all
    }

    /// What `command` says, which must be refused: exit code 2, nothing on standard output, every one
    /// of `words` in the error, and nothing here changed.
    pub(crate) fn refused(&self, command: &str, words: &[&str]) -> String {
        self.refused_with(&command.split_whitespace().collect::<Vec<_>>(), words)
    }

    /// As [`Desk::refused`], with the arguments one by one.
    pub(crate) fn refused_with(&self, arguments: &[&str], words: &[&str]) -> String {
        let before = self.files("");
        let told = self.run_with(arguments);
        assert_eq!((told.code, &*told.out), (Some(2), ""), "{arguments:?}: {}", told.err);
        for word in words {
            assert!(told.err.contains(word), "{arguments:?}: no {word:?} in:\n{}", told.err);
        }
        assert!(!told.err.contains("panicked"), "{arguments:?}: {}", told.err);
        assert!(self.files("") == before, "{arguments:?} changed files");
        told.err
    }
}

fn collect(folder: &Path, prefix: &str, all: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{prefix}{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            let name = format!("{name}/");
            collect(&path, &name, all);
            all.insert(name, Vec::new());
        } else {
            all.insert(name, std::fs::read(&path).unwrap());
        }
    }
}

/// The rows of a CSV file, the header first.
pub(crate) fn csv_rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
}
