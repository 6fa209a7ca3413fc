//! What the targets share: reading a file as all games do, a folder in memory, and a plan in it.

use analyze::games::{battle::Battle, gang::Gang, pig::Pig, pot::Pot};
use analyze::input::{BadInput, Source};
use analyze::record::{PLAN, Shards};
use analyze::strategies::read;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A folder of this process, on a disk in memory where there is one.
pub fn folder() -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let make = || {
        let memory = PathBuf::from("/dev/shm");
        let parent = if memory.is_dir() { memory } else { std::env::temp_dir() };
        let folder = parent.join(format!("analyze-fuzz-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for one file");
        folder
    };
    FOLDER.get_or_init(make).clone()
}

/// Writes a file, with the folders it lies in.
pub fn write(file: &Path, content: &[u8]) {
    fs::create_dir_all(file.parent().expect("a file in a folder")).expect("a folder");
    fs::write(file, content).expect("a file in a folder of our own");
}

/// Reads the file of a strategy as each of the games does.
pub fn read_for_all_games(name: &str, text: &str) {
    let source = Source::new(name, text);
    said(read::<Gang>(&source));
    said(read::<Pot>(&source));
    said(read::<Battle>(&source));
    said(read::<Pig>(&source));
}

/// What is wrong with a file is something, and can be shown.
pub fn said<T>(result: Result<T, BadInput>) {
    if let Err(bad) = result {
        assert!(!bad.problems.is_empty());
        let _ = bad.to_string();
    }
}

/// The shards of a plan of three, made in this folder at the first call.
pub fn shards(folder: &Path) -> Shards {
    let plan = folder.join(PLAN);
    if !plan.exists() {
        analyze("plan --game pig --players 2 --runs 12 --shard-games 4 --out FILE", folder);
    }
    Shards::open(&plan, folder).expect("the plan that was just made")
}

/// The program with these words, as called from a shell; `FILE` is the path.
pub fn analyze(words: &str, path: &Path) {
    let word = |word: &str| if word == "FILE" { path.into() } else { OsString::from(word) };
    analyze::cli::main(["analyze"].into_iter().chain(words.split(' ')).map(word));
}
