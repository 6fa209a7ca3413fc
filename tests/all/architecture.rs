//! The arrows between the rooms of the library, held by reading its source.
//!
//! It reads text, not meaning: paths that begin with `crate::` or the name of one of our crates, or with so many `super::` that they leave their
//! room, and the words by which a program prints or starts a thread. Comments are not read.

use std::fs;
use std::path::{Path, PathBuf};

/// For each room the rooms that it may use.
const ARROWS: [(&str, &[&str]); 19] = [
    ("dice", &[]),
    ("stats", &[]),
    ("input", &[]),
    ("games", &["dice", "input"]),
    ("exact", &["games", "dice"]),
    ("strategies", &["games", "exact", "dice", "input"]),
    // Of games it needs only `ColumnKind`, how the columns of what a game counts are made, and the most seats; of input
    // only how files are opened. It hands on how counts are put in words.
    ("record", &["games", "input"]),
    ("engines", &["games", "exact", "dice"]),
    ("simulate", &["engines", "strategies", "exact", "games", "dice", "stats", "record", "input"]),
    ("lab", &["simulate", "engines", "strategies", "exact", "games", "dice", "record", "input"]),
    ("registry", &["input", "lab", "record"]),
    // Of dice it needs only the generator of its resamples.
    ("meta", &["dice"]),
    // Of games it needs only `WHOLE_WIN`, the unit of the win shares in a record; see the test of that.
    ("report", &["record", "stats", "meta", "games", "strategies"]),
    ("page", &["record", "report", "stats"]),
    ("terminal", &["engines", "games", "input", "lab", "record", "registry", "report", "simulate", "strategies"]),
    (
        "options",
        &[
            "engines",
            "games",
            "input",
            "lab",
            "page",
            "record",
            "registry",
            "report",
            "simulate",
            "strategies",
            "terminal",
        ],
    ),
    (
        "driver",
        &[
            "engines", "games", "input", "lab", "options", "page", "record", "registry", "report", "simulate",
            "terminal",
        ],
    ),
    (
        "experiments",
        &[
            "dice",
            "stats",
            "input",
            "games",
            "exact",
            "strategies",
            "record",
            "registry",
            "engines",
            "simulate",
            "lab",
            "meta",
            "report",
            "page",
            "terminal",
            "options",
            "driver",
        ],
    ),
    (
        "cli",
        &[
            "dice",
            "stats",
            "input",
            "games",
            "exact",
            "strategies",
            "record",
            "registry",
            "report",
            "page",
            "engines",
            "simulate",
            "lab",
            "terminal",
            "options",
            "driver",
            "experiments",
        ],
    ),
];

/// The folders of the crates below that of the program.
const CRATES: [&str; 1] = ["core"];

/// How a path begins that leads to a room.
const ROOTS: [&str; 2] = ["crate::", "analyze_core::"];

/// The longest a source file may be.
const MOST_LINES: usize = 600;

/// A file of the library.
struct File {
    /// From the folder of its crate on, with `/` between its parts.
    path: String,
    text: String,
}

impl File {
    /// The room of the file; the files beside the rooms, `lib.rs` and `main.rs`, have none.
    fn room(&self) -> Option<&str> {
        self.path.split_once('/').map(|(room, _)| room)
    }

    /// How many modules the file's own is deep: 1 for a room's `mod.rs`.
    fn depth(&self) -> usize {
        let parts = self.path.split('/').count();
        if self.path.ends_with("/mod.rs") { parts - 1 } else { parts }
    }

    /// Its lines of code, numbered from 1, without comments.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let code = |line| match str::find(line, "//") {
            Some(comment) => &line[..comment],
            None => line,
        };
        (1..).zip(self.text.lines().map(code))
    }

    /// Code that is not a test: up to the file's own tests, which stand last.
    fn shipped_code(&self) -> impl Iterator<Item = (usize, &str)> {
        let shipped = self.text.find("#[cfg(test)]\nmod tests {").unwrap_or(self.text.len());
        let lines = self.text[..shipped].lines().count();
        self.code().take(lines)
    }

    /// The file's module, from its room on: `games/gang/play` for `games/gang/play.rs`.
    fn module(&self) -> &str {
        let path = self.path.trim_end_matches(".rs");
        path.strip_suffix("/mod").unwrap_or(path)
    }

    /// The modules that this one declares for tests alone.
    fn test_modules(&self) -> Vec<String> {
        let declared = self.text.split("#[cfg(test)]\n").skip(1).filter_map(|rest| {
            let module = rest.strip_prefix("pub(super) ").unwrap_or(rest);
            let (name, _) = module.strip_prefix("mod ")?.split_once(';')?;
            name.chars().all(|c| c.is_alphanumeric() || c == '_').then_some(name)
        });
        declared.map(|name| format!("{}/{name}", self.module())).collect()
    }
}

/// The files of the library that are not for tests alone.
fn source() -> Vec<File> {
    fn collect(dir: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    // Games from files have rooms of their own, and a test of their own of its arrows.
    paths.retain(|path| !path.starts_with(root.join("ruled")));
    paths.sort();
    let read = |path: PathBuf| {
        let inside = CRATES.iter().find_map(|own| path.strip_prefix(root.join(own)).ok());
        let inside = inside.unwrap_or(path.strip_prefix(&root).unwrap());
        let parts = inside.iter().map(|part| part.to_str().unwrap());
        File { path: parts.collect::<Vec<_>>().join("/"), text: fs::read_to_string(&path).unwrap() }
    };
    let files: Vec<File> = paths.into_iter().map(read).collect();
    let tests: Vec<String> = files.iter().flat_map(File::test_modules).collect();
    assert!(tests.contains(&"strategies/gang/laws".to_owned()), "{tests:?}");
    let is_for_tests = |file: &File| {
        tests
            .iter()
            .any(|test| file.module().strip_prefix(test).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    };
    files.into_iter().filter(|file| !is_for_tests(file)).collect()
}

/// The names that directly follow the root of a crate in code: one, or those of a list in braces that opens on the line.
fn crate_paths(code: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    ROOTS
        .iter()
        .flat_map(|root| code.match_indices(root))
        .flat_map(|(at, path)| {
            let rest = &code[at + path.len()..];
            match rest.strip_prefix('{') {
                Some(list) => top_level(list).into_iter().map(|part| word(part.trim())).collect(),
                None => vec![word(rest)],
            }
        })
        .collect()
}

/// The parts of a list up to its closing brace, without those of lists inside it.
fn top_level(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, sign) in list.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
                if sign == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

#[test]
fn paths_are_read_from_code() {
    assert_eq!(crate_paths("use crate::games::gang::{View};"), ["games"]);
    assert_eq!(crate_paths("use crate::{dice::{A, B}, stats, report as r};"), ["dice", "stats", "report"]);
    assert_eq!(crate_paths("fn f(a: crate::dice::Counts) -> crate::games::Seat {"), ["dice", "games"]);
    assert_eq!(crate_paths("use analyze_core::stats::Estimate;"), ["stats"]);
    assert_eq!(crate_paths("pub(crate) fn f() { other_crate() }"), Vec::<String>::new());
}

#[test]
fn rooms_use_only_what_they_may() {
    let files = source();
    let known = |room: &str| ARROWS.iter().find(|(name, _)| *name == room);
    for (file, room) in files.iter().filter_map(|file| Some((file, file.room()?))) {
        let Some((_, allowed)) = known(room) else { panic!("{}: the room '{room}' has no arrows", file.path) };
        // A list may go over several lines, so the file is read as one. Tests may set up what they test by a command.
        let code: String = file.shipped_code().map(|(_, line)| line.to_owned() + "\n").collect();
        for used in crate_paths(&code) {
            assert!(known(&used).is_some(), "{} uses crate::{used}, which is no room", file.path);
            assert!(used == room || allowed.contains(&used.as_str()), "{}: {room} must not use {used}", file.path);
        }
    }
    for (room, _) in ARROWS {
        assert!(files.iter().any(|file| file.room() == Some(room)), "there is no room '{room}'");
    }
}

/// A chain of `super::` that is as long as its module is deep would be a way round the arrows.
#[test]
fn no_path_climbs_out_of_its_room() {
    for file in source().iter().filter(|file| file.room().is_some()) {
        for (number, line) in file.code() {
            let inside = usize::from(line.starts_with(' '));
            let climbs = (1..10).take_while(|n| line.contains(&"super::".repeat(*n))).count();
            // Indented lines may be those of a module inside the file, which is one deeper.
            assert!(climbs < file.depth() + inside, "{}:{number}: {line}", file.path);
        }
    }
}

/// An experiment is a folder. It may build on `run`, and its list is all that knows the others.
#[test]
fn no_experiment_knows_another() {
    let files = source();
    let inside = |file: &File| {
        let (folder, _) = file.path.strip_prefix("experiments/")?.split_once('/')?;
        Some(folder.to_owned())
    };
    let folders: Vec<String> = files.iter().filter_map(inside).collect();
    assert!(folders.contains(&"exact".to_owned()), "{folders:?}");
    for (file, own) in files.iter().filter_map(|file| Some((file, inside(file)?))) {
        for (number, line) in file.shipped_code() {
            let others = folders.iter().filter(|other| **other != own && *other != "run");
            for other in others {
                assert!(!line.contains(&format!("experiments::{other}")), "{}:{number}: {line}", file.path);
            }
            assert!(!line.contains("experiments::{"), "{}:{number}: {line}", file.path);
        }
    }
}

#[test]
fn reports_need_of_games_only_the_unit_of_win_shares() {
    for file in source().iter().filter(|file| file.room() == Some("report")) {
        for (number, line) in file.code().filter(|(_, line)| line.contains("crate::games")) {
            assert_eq!(line.trim(), "use crate::games::WHOLE_WIN;", "{}:{number}", file.path);
        }
    }
}

/// Lines of code outside `allowed` with one of the words.
fn lines_with(words: &[&str], allowed: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for file in source().iter().filter(|file| !allowed.iter().any(|start| file.path.starts_with(start))) {
        let lines = file.shipped_code().filter(|(_, line)| words.iter().any(|word| line.contains(word)));
        found.extend(lines.map(|(number, line)| format!("{}:{number}: {}", file.path, line.trim())));
    }
    found
}

#[test]
fn nothing_prints_outside_the_command_line() {
    let words = ["print!(", "println!(", "dbg!(", "stdout", "stderr", "indicatif", "comfy_table::print"];
    assert_eq!(lines_with(&words, &["cli/", "terminal/"]), [""; 0]);
    // Within it, one file has the streams; the progress bar and the parser's errors name where they would go.
    let streams = ["print!(", "println!(", "io::stdout()", "io::stderr()"];
    let asking = lines_with(&streams, &["terminal/output.rs"]);
    assert_eq!(asking.len(), 1, "{asking:#?}");
    assert!(asking[0].starts_with("terminal/progress.rs") && asking[0].ends_with("std::io::stderr().is_terminal()"));
}

#[test]
fn only_the_simulation_and_the_values_of_positions_have_threads() {
    let words = ["rayon", "std::thread", "thread::", "crossbeam"];
    // The bar follows a run from a thread of its own, which plays nothing and changes nothing; and somebody has to
    // ask how many processors there are.
    // Signals are waited for in a thread of its own, which stops the games and leaves the program.
    // The positions before a round are solved side by side, by no strategy's doing.
    let others = ["simulate/", "terminal/progress.rs", "terminal/interrupt.rs", "exact/induction.rs"];
    let excepted = lines_with(&words, &others);
    assert_eq!(excepted.len(), 1, "{excepted:#?}");
    assert!(excepted[0].starts_with("options/settings.rs") && excepted[0].contains("available_parallelism"));
}

/// Results must be the same bits everywhere, and these functions may round differently from platform to platform.
#[test]
fn what_decides_a_game_is_computed_with_plain_arithmetic() {
    let words = [".mul_add(", ".powi(", ".powf(", ".exp(", ".exp2(", ".ln(", ".log2(", ".log10(", ".sin(", ".cos("];
    let rooms = ["dice", "games", "exact", "strategies", "simulate"];
    for file in source().iter().filter(|file| file.room().is_some_and(|room| rooms.contains(&room))) {
        for (number, line) in file.shipped_code() {
            assert!(!words.iter().any(|word| line.contains(word)), "{}:{number}: {line}", file.path);
        }
    }
}

#[test]
fn files_say_what_they_own_and_are_not_too_long() {
    for File { path, text } in source() {
        assert!(text.starts_with("//! "), "{path} does not open with what it owns");
        let lines = text.lines().count();
        assert!(lines <= MOST_LINES, "{path} has {lines} lines");
    }
}
