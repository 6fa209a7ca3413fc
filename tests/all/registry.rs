//! The games that the program knows, as it lists them itself.

use std::process::Command;

/// The names of the games that are built in: those of files have no folder of their own.
pub(crate) fn built_in_games() -> Vec<String> {
    let folder = |name: &String| format!("{}/src/core/games/{name}", env!("CARGO_MANIFEST_DIR"));
    let (built_in, files): (Vec<_>, Vec<_>) =
        registered_games().into_iter().partition(|name| std::path::Path::new(&folder(name)).is_dir());
    assert!(built_in.len() >= 4 && files.len() >= 5, "{built_in:?} {files:?}");
    built_in
}

/// The names of all registered games, from `analyze strategies`.
pub(crate) fn registered_games() -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_analyze")).arg("strategies").output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let name = |line: &str| Some(line.split_once("(--game ")?.1.split_once(')')?.0.to_owned());
    let names: Vec<String> = text.lines().filter_map(name).collect();
    assert!(!names.is_empty(), "no game is listed:\n{text}");
    names
}
