//! Folders that are opened again: by another build than the one that wrote them, with a folder in the place of a file, and
//! with a record that was changed, or forged so that all hashes fit.

use crate::optimal::SIX_CARDS;
use crate::program::Desk;
use analyze::record::{Manifest, NamedHash, Record, SweepTallies};
use std::fs;

const RUN: &str = "--game gang --players 2 --runs 40 --quiet --out run";

/// Changes the record of the run, with the checksum of what it became.
fn change(desk: &Desk, change: impl FnOnce(&mut Manifest)) {
    let mut manifest = Manifest::from_json("run.json", &desk.read("run/run.json")).unwrap();
    change(&mut manifest);
    desk.write("run/run.json", manifest.sealed().to_json());
}

/// `report` wrote tables that the `run.json` of an older build did not list: they were never put in place, and every
/// command refused the folder from then on.
#[test]
fn a_report_of_tables_that_an_older_build_wrote_left_a_folder_that_nothing_opened() {
    let desk = Desk::new();
    desk.result(RUN);
    let new = desk.files("run");
    desk.write("run/summary.csv", "as an older build wrote it\n");
    let old = NamedHash::new("summary.csv", "as an older build wrote it\n");
    change(&desk, |manifest| {
        // One of its tables was not there yet, and one is no longer made.
        manifest.files.retain(|file| file.name != "length.csv");
        manifest.files.push(NamedHash::new("lengths.csv", "of an older build\n"));
        manifest.files.iter_mut().filter(|file| file.name == "summary.csv").for_each(|file| *file = old.clone());
    });
    desk.write("run/lengths.csv", "of an older build\n");
    fs::remove_file(desk.path("run/length.csv")).unwrap();
    desk.result("report run");
    let reported = desk.files("run");
    let tables = |name: &&String| !["run.json", "lengths.csv"].contains(&name.as_str());
    assert!(reported.keys().filter(tables).eq(new.keys().filter(tables)));
    assert!(reported.iter().filter(|(name, _)| tables(name)).all(|(name, content)| new[name] == *content));
    // What it lists is there, as it says.
    let manifest = Manifest::from_json("run.json", &desk.read("run/run.json")).unwrap();
    assert!(manifest.is_as_written());
    for file in &manifest.files {
        assert_eq!(*file, NamedHash::new(&file.name, &desk.read(&format!("run/{}", file.name))));
    }
    assert_eq!(manifest.files.len() + 1, reported.len());
    for command in ["report run", "play --run run --index 0", &format!("{RUN} --resume")] {
        desk.result(command);
        let files = desk.files("run");
        assert!(files.keys().all(|name| !name.starts_with('.')), "{command}: {:?}", files.keys());
    }
    desk.result(RUN);
    assert_eq!(desk.files("run"), new);
}

/// Files before it in the alphabet were replaced, those after it and `run.json` were not.
#[test]
fn a_folder_in_the_place_of_a_file_left_old_and_new_files() {
    let desk = Desk::new();
    desk.result("--game gang --players 2 --runs 60 --quiet --out longer");
    for name in ["run.json", "seats.csv", "tallies.json"] {
        desk.result(&format!("{RUN} --replace"));
        let old = desk.files("run");
        fs::remove_file(desk.path(&format!("run/{name}"))).unwrap();
        desk.write(&format!("run/{name}/mine.txt"), "MINE");
        let told = desk.run(&format!("{} --replace", RUN.replace("40", "60")));
        assert_eq!(told.code, Some(2), "{name}: {}", told.err);
        assert!(told.err.contains(&format!("run/{name}' is not what a run of this program leaves")), "{}", told.err);
        for (file, content) in old.iter().filter(|(file, _)| *file != name) {
            assert_eq!(desk.files("run")[file], *content, "{name}: {file}: {}", told.err);
        }
        assert_eq!(desk.read(&format!("run/{name}/mine.txt")), "MINE");
        fs::remove_dir_all(desk.path(&format!("run/{name}"))).unwrap();
        if name == "run.json" {
            desk.write("run/run.json", &old["run.json"]);
            assert_eq!(desk.files("run"), old);
        } else {
            // The games are not played again.
            desk.result("report run");
            assert_eq!(desk.files("run"), desk.files("longer"), "{name}");
        }
    }
}

/// `play --run` narrated a game of another seed, which the run never played.
#[test]
fn a_changed_record_was_played_from() {
    let desk = Desk::new();
    desk.result(RUN);
    let run = desk.read("run/run.json");
    let changed = run.replace("\"seed\": 1,", "\"seed\": 7,");
    assert_ne!(changed, run);
    desk.write("run/run.json", changed);
    for command in ["play --run run", "report run", "run run/run.json --out again", &format!("{RUN} --resume")] {
        desk.refused(command, &["run.json is not as it was written"]);
    }
}

/// Lists of what was typed had no limit: 255 MB of empty texts took 4.1 GB, where 3 are promised.
#[test]
fn long_lists_of_what_was_typed_were_read() {
    const ITEMS: usize = 70_000;
    let desk = Desk::new();
    desk.result(RUN);
    let run = desk.read("run/run.json");
    let long = |item: &str, items: usize| format!("[{}]", vec![item; items].join(","));
    let mut changed = Vec::new();
    for typed in [
        format!("\"options\": {}", long("[\"\",\"\"]", ITEMS)),
        format!("\"options\": [], \"strategies\": {}", long("[\"\",\"\"]", ITEMS)),
        format!("\"options\": [], \"vary\": {}", long("[]", ITEMS)),
        format!("\"options\": [], \"vary\": [{}]", long("\"\"", ITEMS)),
        format!("\"options\": [], \"vary\": {}", long(&long("\"\"", 60_000), 20)),
        format!("\"options\": [], \"files\": {}", long("\"\"", ITEMS)),
    ] {
        changed.push(run.replacen('{', &format!("{{\"typed\": {{{typed}}},"), 1));
    }
    for options in [
        format!("{{\"name\": \"bots\", \"value\": \"hold\", \"files\": {}}},", long("\"\"", ITEMS)),
        "[\"seed\", \"1\"],".repeat(ITEMS),
    ] {
        changed.push(run.replacen("\"options\": [", &format!("\"options\": [{options}"), 1));
    }
    for changed in changed {
        desk.write("run/run.json", changed);
        for command in ["report run", "play --run run", "run run/run.json --out again", &format!("{RUN} --resume")] {
            let told = desk.refused(command, &["run.json"]);
            let most = told.contains("no record of games has") || told.contains("varies more than can be played");
            assert!(most, "{command}: {told}");
        }
    }
}

/// A first combination without tables made a header of 15 columns over rows of 21, which ended in a panic. All hashes fit.
#[test]
fn a_sweep_of_cards_with_different_columns_panicked() {
    let desk = Desk::new();
    desk.write("six.toml", SIX_CARDS);
    let cards = "cards --deck six.toml --max-dice 1 --bots boss:3 --runs 30 --rule pools=6 --rule bonus=[]";
    desk.result(&format!("{cards} --vary rerolls=1..2 --quiet --out run"));
    let (written, run) = (desk.read("run/tallies.json"), desk.read("run/run.json"));
    let whole = SweepTallies::from_json("tallies.json", &written).unwrap();
    let forgeries: [fn(&mut SweepTallies); 4] = [
        |tallies| tallies.combinations[0].tallies.statistics.clear(),
        |tallies| tallies.combinations[1].tallies.statistics.clear(),
        |tallies| _ = tallies.combinations[0].tallies.statistics[0].columns.pop(),
        |tallies| tallies.combinations[1].tallies.statistics[0].columns.reverse(),
    ];
    for forge in forgeries {
        let mut tallies = whole.clone();
        forge(&mut tallies);
        desk.write("run/tallies.json", tallies.to_json());
        desk.write("run/run.json", &run);
        change(&desk, |manifest| {
            manifest.signature = tallies.signature();
            let listed = manifest.files.iter_mut().find(|file| file.name == "tallies.json").unwrap();
            *listed = NamedHash::new("tallies.json", &tallies.to_json());
        });
        desk.refused("report run", &["tallies.json"]);
    }
}
