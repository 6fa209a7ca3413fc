//! Records of format 1, in `first_format/`: made by the program before options were recorded as one list. What they say is
//! what the older program wrote, so that their hashes are what the tables of this one must have.

use crate::program::Desk;
use analyze::record::{Manifest, Record};
use std::path::Path;

/// The folders, and the command that the older program printed on the page of each.
const RECORDS: [(&str, &str); 10] = [
    (
        "compare",
        "analyze compare hold race --game pig --players 3 --seed 2 --engine dice --runs 300 --until se=0.04 --margin 0.002 --alpha 0.05",
    ),
    (
        "comparesweep",
        "analyze compare --game pig --engine dice --runs 60 --players 2 --seed 2 hold race --margin 0.002 --alpha 0.1 --vary 'goal=50|60'",
    ),
    (
        "designs",
        "analyze tune game --game pig --engine dice --runs 60 --players 2 --seed 3 --seating rotate --target seat1=0.4..0.6 --vary 'goal=50|55|60'",
    ),
    ("exact", "analyze exact --game pig hold race --vary 'goal=20|25|30'"),
    (
        "run",
        "analyze --game pig --players 2 --seed 1 --engine dice --runs 300 --seating rotate --bots keep-pace,hold --rules rules.toml --rule sides=8",
    ),
    ("solve", "analyze solve --game pig --players 2 --rule goal=20"),
    (
        "sweep",
        "analyze --game pig --engine dice --runs 30 --players 2 --seed 1 --seating rotate --vary 'rules=rules.toml|low.toml'",
    ),
    (
        "tournament",
        "analyze tournament hold:20 hold:25 race --game pig --players 2 --seed 1 --engine dice --runs 1152 --schedule mirror --allot order --margin 0.002 --alpha 0.05",
    ),
    (
        "tournaments",
        "analyze tournament --game pig --players 2 --runs 600 --margin 0.01 hold:20 hold:25 --vary 'goal=30|40'",
    ),
    (
        "tune",
        "analyze tune --game pig --engine dice --runs 30000 --players 2 --seed 3 hold --mirror --rule goal=30 --param at=10..20/2",
    ),
];

/// The tables that have gained columns since then, and the first of these columns. New columns stand at the end, and the older
/// program wrote what is before them.
const SINCE: [(&str, &str); 1] = [("exact.csv", "win_share_change")];

/// The columns of a table that the older program knew.
fn as_it_was(name: &str, text: &str) -> String {
    let added = SINCE.iter().find(|(table, _)| *table == name);
    let header = text.lines().next().unwrap_or_default();
    let Some(kept) = added.and_then(|(_, first)| header.split(',').position(|column| column == *first)) else {
        return text.to_owned();
    };
    let row = |line: &str| line.split(',').take(kept).collect::<Vec<_>>().join(",") + "\n";
    text.lines().map(row).collect()
}

/// A desk with a copy of the record in a folder `old`.
fn desk(kind: &str) -> (Desk, Manifest) {
    let desk = Desk::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/first_format").join(kind);
    for file in ["run.json", "tallies.json"] {
        if let Ok(text) = std::fs::read_to_string(folder.join(file)) {
            desk.write(&format!("old/{file}"), text);
        }
    }
    let manifest = Manifest::from_json("run.json", &desk.read("old/run.json")).unwrap();
    assert_eq!(manifest.format, 1, "{kind}");
    (desk, manifest)
}

/// Its tables have the hashes that it says.
fn has_its_tables(desk: &Desk, folder: &str, old: &Manifest) {
    let mut tables = 0;
    for file in old.files.iter().filter(|file| file.name.ends_with(".csv")) {
        let text = as_it_was(&file.name, &desk.read(&format!("{folder}/{}", file.name)));
        assert_eq!(analyze::record::hash(text.as_bytes()), file.hash, "{folder}: {}", file.name);
        tables += 1;
    }
    assert!(tables > 0, "{folder}");
}

#[test]
fn they_are_reported_again() {
    for (kind, command) in RECORDS.iter().filter(|(kind, _)| *kind != "solve") {
        let (desk, old) = desk(kind);
        desk.result("report old");
        has_its_tables(&desk, "old", &old);
        let page = desk.read("old/report.html");
        assert!(page.contains(&format!("<pre>{command}")), "{kind}: {page}");
    }
}

#[test]
fn they_are_played_again() {
    for (kind, _) in RECORDS {
        let (desk, old) = desk(kind);
        desk.result("run old/run.json --quiet --out again");
        has_its_tables(&desk, "again", &old);
        let again = Manifest::from_json("run.json", &desk.read("again/run.json")).unwrap();
        assert_eq!((again.format, again.experiment()), (2, old.experiment()), "{kind}");
        // The new record says the same of the command, and is repeated to the same bytes.
        let values = |manifest: &Manifest| {
            let mut all: Vec<(String, String)> =
                manifest.choices().into_iter().map(|choice| (choice.name, choice.value)).collect();
            all.sort();
            all
        };
        let (before, after) = (values(&old), values(&again));
        let lost = before.iter().find(|option| !after.contains(option));
        assert_eq!(lost, None, "{kind}: {after:?}");
        desk.result("run again/run.json --quiet --out twice");
        assert_eq!(desk.files("twice"), desk.files("again"), "{kind}");
    }
}

#[test]
fn games_go_on_from_them() {
    let (desk, _) = desk("tournament");
    let command = "tournament hold:20 hold:25 race --game pig --players 2 --runs 1600";
    desk.result(&format!("{command} --resume --quiet --out old"));
    desk.result(&format!("{command} --quiet --out new"));
    assert_eq!(desk.files("old"), desk.files("new"));
    let told = desk.refused(&format!("{command} --margin 0.01 --resume --out old"), &["holds other games"]);
    assert!(told.contains("'margin' is not what it was"), "{told}");
}
