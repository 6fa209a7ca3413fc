//! Folders and files from a stranger: links and foreign names in a folder, forged numbers, pipes in place of files, and
//! lines without an end.

use crate::program::{Desk, PROGRAM, Printed};
use analyze::record::{Manifest, Record, hash};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

const RUN: &str = "--game gang --players 2 --runs 40 --quiet --out";

/// A run, and a plan with its parts.
fn received() -> Desk {
    let desk = Desk::new();
    desk.result(&format!("{RUN} run"));
    desk.result("plan --game gang --players 2 --runs 40 --shard-games 20 --out plan");
    (0..2).for_each(|index| _ = desk.result(&format!("shard --plan plan/plan.json --index {index}")));
    desk
}

/// What opens a folder that somebody else may have made.
const COMMANDS: [&str; 8] = [
    "report run",
    "play --run run --index 0",
    "--game gang --players 2 --runs 40 --quiet --replace --out run",
    "--game gang --players 2 --runs 80 --quiet --resume --out run",
    "merge plan --quiet",
    "merge plan --quiet --replace --out run",
    "shard --plan plan/plan.json --index 0",
    "plan --game gang --players 2 --runs 40 --shard-games 20 --out plan",
];

/// Names that the program gives to files and folders.
const NAMES: [&str; 10] = [
    ".analyze-ready",
    ".analyze-saved",
    ".analyze-1",
    "run.json",
    "tallies.json",
    "summary.csv",
    "report.html",
    "parts",
    "plan.json",
    "run",
];

/// Somebody's files, with names of ours among them.
fn victim(desk: &Desk) -> BTreeMap<String, Vec<u8>> {
    for name in ["id_rsa", "summary.csv", "run.json", "part-0", "notes.csv"] {
        desk.write(&format!("victim/{name}"), format!("KEY {name}"));
    }
    desk.files("victim")
}

/// Puts the original content of both folders back.
fn restore(desk: &Desk, original: &Path) {
    for folder in ["run", "plan"] {
        fs::remove_dir_all(desk.path(folder)).unwrap();
        copy(&original.join(folder), &desk.path(folder));
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (path, to) = (entry.as_ref().unwrap().path(), to.join(entry.unwrap().file_name()));
        if path.is_dir() { copy(&path, &to) } else { _ = fs::copy(&path, &to).unwrap() }
    }
}

fn remove(path: &Path) {
    if path.is_dir() && !path.is_symlink() {
        fs::remove_dir_all(path).unwrap();
    } else if path.symlink_metadata().is_ok() {
        fs::remove_file(path).unwrap();
    }
}

/// `report` emptied the folder that `.analyze-ready` was a link to.
#[test]
#[cfg(unix)]
fn no_link_in_a_folder_is_followed() {
    let (desk, original) = (received(), tempfile::tempdir().unwrap());
    ["run", "plan"].iter().for_each(|folder| copy(&desk.path(folder), &original.path().join(folder)));
    let before = victim(&desk);
    for (name, of) in NAMES.iter().flat_map(|name| ["victim", "victim/id_rsa"].map(|of| (*name, of))) {
        let of_plan = ["parts", "plan.json", "run"].contains(&name);
        let folder = if of_plan { "plan" } else { "run" };
        for command in COMMANDS.iter().filter(|command| command.contains(&format!(" {folder}"))) {
            let path = desk.path(folder).join(name);
            remove(&path);
            std::os::unix::fs::symlink(desk.path(of), &path).unwrap();
            let told = desk.run(command);
            assert!([Some(0), Some(2)].contains(&told.code), "{name} to {of}: {command}: {told:?}");
            assert!(desk.files("victim") == before, "{name} to {of}: {command}");
            restore(&desk, original.path());
        }
    }
}

/// A manifest of ours that lists these files.
fn listing(run: &str, files: &[(&str, &str)]) -> String {
    let files: Vec<_> = files.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
    Manifest::from_json("run.json", run).unwrap().of_files(&files).to_json()
}

/// A hidden folder, a file in it, and what a manifest beside that lists, if there is one.
type Left<'t> = (&'t str, &'t str, Option<Vec<(&'t str, &'t str)>>);

/// What is in a folder of complete files was moved into the folder around it, whatever it was, and the rest was removed.
#[test]
fn only_what_a_run_left_is_put_in_place() {
    let desk = received();
    let run = desk.read("run/run.json");
    let key = "KEY";
    let left: [Left<'_>; 7] = [
        (".analyze-ready", "id_rsa", None),
        (".analyze-ready", "id_rsa", Some(vec![("id_rsa", key)])),
        (".analyze-ready", "notes.csv", Some(vec![])),
        (".analyze-ready", "notes.csv", Some(vec![("notes.csv", "another text")])),
        (".analyze-ready", "deeper/notes.csv", Some(vec![("deeper/notes.csv", key)])),
        (".analyze-1", "id_rsa", None),
        (".analyze-mine", "notes.csv", None),
    ];
    for (folder, name, listed) in left {
        let file = format!("run/{folder}/{name}");
        desk.write(&file, key);
        if let Some(listed) = &listed {
            desk.write(&format!("run/{folder}/run.json"), listing(&run, listed));
        }
        let is_refused = folder == ".analyze-ready";
        for command in [COMMANDS[0], COMMANDS[1], COMMANDS[2], COMMANDS[3], COMMANDS[5]] {
            if is_refused {
                desk.refused(command, &["is not what a run of this program leaves", "nothing was changed"]);
            } else {
                desk.result(command);
            }
            assert_eq!(desk.read(&file), key, "{file}: {command}");
        }
        remove(&desk.path(&format!("run/{folder}")));
    }
    // What a run did leave is put in place.
    desk.write("run/.analyze-ready/notes.csv", "x\n");
    desk.write("run/.analyze-ready/run.json", listing(&run, &[("notes.csv", "x\n")]));
    desk.run("play --run run --index 0");
    assert_eq!((desk.read("run/notes.csv").as_str(), desk.path("run/.analyze-ready").exists()), ("x\n", false));
}

/// A ready `run.json` that could not be read was taken for none, and the finished files were removed with exit code 0.
#[test]
fn finished_files_whose_manifest_cannot_be_read_are_kept() {
    let desk = received();
    let run = desk.read("run/run.json");
    desk.write("run/.analyze-ready/notes.csv", "x\n");
    let manifest = desk.path("run/.analyze-ready/run.json");
    let refused = |why: &str| {
        for command in [COMMANDS[0], COMMANDS[1], COMMANDS[2], COMMANDS[3]] {
            // Not compared file by file: one of them seems to be large.
            let told = desk.run(command);
            assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "{command}: {}", told.err);
            assert!(told.err.contains(why), "{}", told.err);
            assert_eq!(desk.read("run/.analyze-ready/notes.csv"), "x\n", "{command}");
        }
    };
    fs::write(&manifest, listing(&run, &[("notes.csv", "x\n")])).unwrap();
    fs::File::options().write(true).open(&manifest).unwrap().set_len((1 << 28) + 1).unwrap();
    refused("more than 268435456 bytes");
    fs::remove_file(&manifest).unwrap();
    fs::create_dir(&manifest).unwrap();
    refused("is not what a run of this program leaves");
    fs::remove_dir(&manifest).unwrap();
    fs::write(&manifest, "{").unwrap();
    refused("no run.json of this program");
}

/// The program with so much memory to address, in kilobytes.
#[cfg(target_os = "linux")]
fn with_memory(desk: &Desk, kilobytes: u32, command: &str) -> Printed {
    let limited = format!("ulimit -v {kilobytes}; exec {PROGRAM} {command}");
    let output = Command::new("sh").args(["-c", &limited]).current_dir(desk.path("")).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Printed { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// A manifest with a number or a list that was changed, and a checksum that fits.
fn forged(manifest: &str, change: impl FnOnce(&mut Manifest)) -> String {
    let mut manifest = Manifest::from_json("run.json", manifest).unwrap();
    change(&mut manifest);
    manifest.sealed().to_json()
}

/// 4,294,967,296 players of a comparison were 103 GB of names.
#[test]
#[cfg(target_os = "linux")]
fn forged_numbers_of_players_take_no_memory() {
    let desk = Desk::new();
    desk.result(&format!("{RUN} run"));
    desk.result("compare chaser bold --game gang --players 2 --runs 40 --quiet --out compared");
    for (folder, players) in
        ["run", "compared"].iter().flat_map(|of| [0, 7, 1 << 20, 1 << 32, usize::MAX].map(|n| (of, n)))
    {
        let own = desk.read(&format!("{folder}/run.json"));
        desk.write(&format!("{folder}/run.json"), forged(&own, |manifest| manifest.players = players));
        for command in ["report DIR", "play --run DIR --index 0", "run DIR/run.json --quiet --out again"] {
            let told = with_memory(&desk, 2_000_000, &command.replace("DIR", folder));
            assert_eq!(told.code, Some(2), "{players}: {command}: {}", told.err);
            assert!(told.err.contains("a table has 1 to 6"), "{}", told.err);
        }
        desk.write(&format!("{folder}/run.json"), own);
    }
}

/// Three bytes of a list of empty texts are 24 of memory, and more while the list grows: 180 MB took 3.7 GB.
#[test]
#[cfg(target_os = "linux")]
fn a_long_list_in_a_record_takes_no_memory() {
    const ITEMS: usize = 5_000_000;
    let desk = Desk::new();
    desk.result(&format!("{RUN} run"));
    let (run, tallies) = (desk.read("run/run.json"), desk.read("run/tallies.json"));
    let with = |text: &str, key: &str, item: &str| {
        let list = format!("\"{key}\":[{}],", vec![item; ITEMS].join(","));
        text.replacen('{', &format!("{{{list}"), 1)
    };
    for (key, item) in [("arms", "\"\""), ("fields", "[]"), ("options", "[\"\",\"\"]"), ("vary", "[\"\",[],[]]")] {
        desk.write("run/run.json", with(&run, key, item));
        let told = with_memory(&desk, 400_000, "report run");
        assert_eq!(told.code, Some(2), "{key}: {}", told.err);
        assert!(told.err.contains("no record of games has"), "{key}: {}", told.err);
    }
    let long = with(&tallies.replacen("\"notes\"", "\"others\"", 1), "notes", "\"\"");
    desk.write("run/tallies.json", &long);
    let listed = |manifest: &mut Manifest| {
        manifest
            .files
            .iter_mut()
            .filter(|file| file.name == "tallies.json")
            .for_each(|file| file.hash = hash(long.as_bytes()));
    };
    desk.write("run/run.json", forged(&run, listed));
    let told = with_memory(&desk, 400_000, "report run");
    assert_eq!(told.code, Some(2), "{}", told.err);
    assert!(told.err.contains("no record of games has"), "{}", told.err);
}

/// It made the tables, and then said that the folder could not be written (exit code 1).
#[test]
fn a_record_of_another_program_is_bad_input() {
    let desk = received();
    let run = desk.read("run/run.json");
    desk.write("run/run.json", run.replacen("\"tool\": \"analyze\"", "\"tool\": \"another\"", 1));
    for command in ["report run", "play --run run --index 0", "run run/run.json --quiet --out again"] {
        desk.refused(command, &["its tool is 'another'"]);
    }
    desk.write("run/run.json", forged(&run, |manifest| manifest.tool = "another".to_owned()));
    desk.refused("report run", &["its tool is 'another'"]);
}

/// Reading a pipe waits for somebody who writes to it.
#[test]
#[cfg(unix)]
fn a_pipe_in_place_of_a_file_is_refused_without_waiting() {
    let desk = Desk::new();
    for name in ["pipe.toml", "pipe.rhai", "pipe.json", "plan/plan.json", "plan/part"] {
        fs::create_dir_all(desk.path("plan")).unwrap();
        assert!(Command::new("mkfifo").arg(desk.path(name)).status().unwrap().success());
    }
    let _socket = std::os::unix::net::UnixListener::bind(desk.path("socket.toml")).unwrap();
    for command in [
        "check pipe.toml",
        "check pipe.rhai",
        "check socket.toml",
        "check /dev/zero",
        "--game gang --bots pipe.toml --runs 30 --out out",
        "--game gang --bots pipe.rhai --runs 30 --out out",
        "--game gang --deck pipe.toml --runs 30 --out out",
        "--game gang --rules pipe.toml --runs 30 --out out",
        "--game gang --vary deck=reconstructed|pipe.toml --runs 30 --out out",
        "cards --deck pipe.toml --out out",
        "plan --game gang --deck pipe.toml --runs 30 --shard-games 10 --out out",
        "run pipe.toml",
        "run pipe.json",
        "missing plan",
        "merge plan",
        "shard --plan pipe.json --index 0",
        "tournament pipe.toml chaser --game gang --out out",
    ] {
        let told = desk.run(command);
        assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "{command}: {}", told.err);
        assert!(told.err.contains("not an ordinary file"), "{command}: {}", told.err);
    }
    // What is there is not waited for either, where it may not be replaced.
    let told = desk.run("plan --game gang --runs 30 --shard-games 10 --out plan");
    assert_eq!(told.code, Some(2), "{}", told.err);
}

/// Messages repeated lines of megabytes, and drew as many spaces before the caret.
#[test]
fn messages_repeat_little_of_a_long_line() {
    let desk = Desk::new();
    let long = "x".repeat(1_000_000);
    desk.write("line.toml", format!("name = \"a\"\nabout = \"b\"\ndice = {long}\n"));
    desk.write("key.toml", format!("{long} = 1\n"));
    desk.write("deck.toml", format!("id = \"d\"\nname = \"d\"\n[[card]]\nid = \"{long}\"\ncondition = \"{long}\"\n"));
    desk.write("line.rhai", format!("const NAME = \"a\"; const ABOUT = \"b\"; fn commit(view) {{ {long} }}"));
    desk.write("experiment.toml", format!("game = \"{long}\"\nbots = [\"{long}\"]\n{long} = 1\n"));
    desk.write("record.json", format!("{{\"format\": \"{long}\"}}"));
    let option = "y".repeat(100_000);
    for command in [
        "check line.toml",
        "check key.toml",
        "check deck.toml",
        "check line.rhai",
        "run experiment.toml",
        "run record.json",
        "--game gang --deck deck.toml --runs 30 --out out",
        "--game gang --bots OPTION --runs 30 --out out",
        "--game OPTION",
        "--game gang --rule OPTION=1",
        "--game gang --vary OPTION=1|2",
        "OPTION",
        "check OPTION",
        "report OPTION",
        "show OPTION",
    ] {
        let told = desk.run(&command.replace("OPTION", &option));
        assert_eq!(told.code, Some(2), "{command}");
        let length = told.err.len() + told.out.len();
        assert!(length < 12_000 && length > 20, "{command}: {length} bytes: {:.300}", told.err);
    }
}
