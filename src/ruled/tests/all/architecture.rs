//! The arrows between the modules of the crate, held by reading its source.

use std::fs;
use std::path::{Path, PathBuf};

/// For each module the modules that it may use.
const ARROWS: [(&str, &[&str]); 11] = [
    ("dice", &[]),
    ("formula", &["dice"]),
    ("model", &["dice", "formula"]),
    ("read", &["dice", "formula", "model"]),
    ("strategy", &["dice", "formula", "model", "read"]),
    ("play", &["dice", "model", "strategy"]),
    ("exact", &["dice", "formula", "model", "play", "read", "strategy"]),
    ("chance", &["dice", "formula"]),
    ("check", &["exact", "model", "play", "strategy"]),
    ("ruled", &["check", "dice", "exact", "model", "play", "read", "strategy"]),
    ("lab", &["dice", "exact", "model", "play", "ruled", "shipped", "strategy"]),
];
/// The longest a file may be.
const MOST_LINES: usize = 600;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn modules_use_only_what_they_may_and_files_say_what_they_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    files(root, &mut paths);
    for path in paths {
        let (name, text) = (path.strip_prefix(root).unwrap(), fs::read_to_string(&path).unwrap());
        assert!(text.starts_with("//! "), "{} does not open with what it owns", name.display());
        assert!(text.lines().count() <= MOST_LINES, "{} is too long", name.display());
        let first = name.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        let Some((module, allowed)) = ARROWS.iter().find(|(module, _)| *module == first) else {
            assert!(["lib", "shipped", "tests", "examples"].contains(&first), "{first} has no arrows");
            continue;
        };
        for rest in text.split("crate::").skip(1) {
            let used: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            assert!(used == *module || allowed.contains(&&*used), "{}: {module} must not use {used}", name.display());
        }
    }
}
