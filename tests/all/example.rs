//! The run that is committed as an example: the command on its page makes the same bytes again.
//!
//! This is not a test of what the numbers should be, but of the promise that they stay: a change of any
//! byte that a run leaves shows here, and must be meant.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The folder as the command names it.
const EXAMPLE: &str = "reports/example";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What follows ` -- ` in the command on the page of the example.
fn arguments() -> Vec<String> {
    let page = std::fs::read_to_string(root().join("reports/README.md")).unwrap();
    let mut commands = page.lines().filter_map(|line| line.strip_prefix("cargo run --release -- "));
    let command = commands.next().expect("the page has the command");
    assert_eq!(commands.next(), None, "one command");
    command.split_whitespace().map(str::to_owned).collect()
}

/// The files of a folder, by name. The version of the program is the one thing that may differ.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let without_version = |name: &str, text: String| match name {
        "run.json" => {
            let (version, rest): (Vec<&str>, Vec<&str>) =
                text.split_inclusive('\n').partition(|line| line.starts_with("  \"version\": \""));
            assert_eq!(version.len(), 1, "run.json names one version");
            rest.concat()
        }
        _ => text,
    };
    let read = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let text = std::fs::read_to_string(entry.path()).unwrap();
        (name.clone(), without_version(&name, text))
    };
    std::fs::read_dir(folder).unwrap().map(read).collect()
}

#[test]
fn the_example_is_made_again_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = |argument: String| match argument.as_str() {
        EXAMPLE => folder.path().display().to_string(),
        _ => argument,
    };
    let arguments: Vec<String> = arguments().into_iter().map(elsewhere).collect();
    let run = Command::new(env!("CARGO_BIN_EXE_analyze")).args(&arguments).output().unwrap();
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    let (made, kept) = (files(folder.path()), files(&root().join(EXAMPLE)));
    assert!(made.keys().eq(kept.keys()), "files made {:?}, kept {:?}", made.keys(), kept.keys());
    for (name, made) in &made {
        let line = 1 + made.lines().zip(kept[name].lines()).take_while(|(made, kept)| made == kept).count();
        assert!(*made == kept[name], "{name} differs from line {line} on");
    }
}
