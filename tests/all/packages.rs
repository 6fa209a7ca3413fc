//! `datapackage.json` of every command that writes CSV files: it describes those files, and says of every column what it
//! means. The list of columns in `docs/reference/columns.md` is made from it; `manual` compares the two.

use crate::program::{Desk, csv_rows};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// A command of each kind that writes CSV files, by the folder that it writes.
const COMMANDS: [(&str, &str); 25] = [
    ("gang", "--game gang --runs 30"),
    ("pot", "--game pot --players 5 --runs 30"),
    ("battle", "--game battle --runs 12"),
    ("pig", "--game pig --runs 30"),
    ("luck", "--game gang --players 2 --runs 200 --luck cancel"),
    ("sweep", "--game pig --runs 30 --vary goal=50|60 --vary players=2..3"),
    ("compare", "compare chaser bold --runs 30"),
    ("ranking", "compare chaser bold cautious --against boss:3 --runs 30"),
    ("compare-sweep", "compare chaser bold --players 3 --runs 30 --vary chaser.above=10..12"),
    ("tournament", "tournament hold race crowd --game pig --players 2 --runs 1000"),
    ("all", "tournament hold race crowd --game pig --players 2 --runs 1000 --schedule all"),
    ("tune", "tune hold --param at=15|25 --game pig --players 2 --runs 6000"),
    ("design", "tune game --game pig --players 2 --runs 30 --vary goal=50|60 --target seat1=0.4..0.6"),
    ("cards", "cards --deck six.toml --players 2 --rule bonus=[] --max-dice 2 --runs 30"),
    ("cards-sweep", "cards --deck six.toml --players 2 --rule bonus=[] --max-dice 1 --runs 30 --vary rerolls=1..2"),
    ("combos", "combos stand letters --rule coins=12 --vary goal=4|5"),
    ("dice", "dice --players 2 --pack white=2 --runs 30 --vary die.black.cost=4..5"),
    ("exact", "exact hold race --game pig --rule goal=20 --vary hold.at=15..16"),
    ("exploit", "exploit hold --game pig --rule goal=20 --vary hold.at=15..16"),
    ("feel", "feel --game gang --players 2 --runs 200"),
    ("feel-sweep", "feel --game pig --players 2 --runs 60 --vary goal=50|60 --ratings on"),
    ("regret", "regret chaser --runs 10 --deck six.toml --rule pools=6 --rule bonus=[] --no-cache"),
    ("solve", "solve --deck six.toml --rule pools=6 --rule bonus=[] --no-cache"),
    ("holds", "solve --game pig --rule goal=20"),
    ("rounds", "solve --game pot --rule goal=6 --rule coins=14"),
];

/// The columns of numbers that these commands vary: a key has no unit of its own.
const KEYS: [&str; 7] = ["goal", "players", "chaser.above", "at", "rerolls", "hold.at", "die.black.cost"];

/// A deck that is solved in a moment.
pub(crate) fn six_cards() -> String {
    let conditions = ["sum>=7", "pair", "run>=2", "any:4,5", "distinct>=2", "sum>=11"];
    let card = |(at, condition)| {
        format!("[[card]]\nid = \"card{at}\"\ncondition = \"{condition}\"\ntrigger = \"explosion\"\nback = \"light\"\n")
    };
    let cards: String = conditions.into_iter().enumerate().map(card).collect();
    format!("id = \"six\"\nname = \"six cards\"\n{cards}")
}

/// The folders of all commands.
struct Made(Desk);

impl Made {
    fn new() -> Made {
        let desk = Desk::new();
        desk.write("six.toml", six_cards());
        for (folder, command) in COMMANDS {
            desk.result(&format!("{command} --out {folder} --quiet"));
        }
        Made(desk)
    }

    fn package(&self, folder: &str) -> Value {
        serde_json::from_str(&self.0.read(&format!("{folder}/datapackage.json"))).unwrap()
    }

    /// The files of a package, each with its columns.
    fn resources(&self, folder: &str) -> Vec<(String, Vec<Field>)> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let field = |field: &Value| Field {
            name: text(&field["name"]),
            kind: text(&field["type"]),
            unit: field.get("unit").map(text),
            meaning: text(&field["description"]),
        };
        let fields = |resource: &Value| resource["schema"]["fields"].as_array().unwrap().iter().map(field).collect();
        let package = self.package(folder);
        let resources = package["resources"].as_array().unwrap().iter();
        resources.map(|resource| (text(&resource["path"]), fields(resource))).collect()
    }

    /// The header and the rows of a file.
    fn rows(&self, folder: &str, file: &str) -> Vec<Vec<String>> {
        csv_rows(&self.0.read(&format!("{folder}/{file}")))
    }
}

/// What is said of a column of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Field {
    name: String,
    kind: String,
    unit: Option<String>,
    meaning: String,
}

/// Whether a field of a file is of a type, as the specification of Table Schema has it; nothing is of every type.
fn fits(value: &str, kind: &str) -> bool {
    match kind {
        "string" => true,
        "integer" => value.is_empty() || value.parse::<i128>().is_ok(),
        "number" => value.is_empty() || value.parse::<f64>().is_ok_and(f64::is_finite),
        _ => false,
    }
}

/// All checks in one test, because each of them needs the files of all commands.
#[test]
fn packages_describe_the_files_of_every_command() {
    let made = Made::new();
    it_lists_every_file_with_its_header_and_types_that_fit_all_values(&made);
    every_column_has_a_meaning_and_every_number_a_unit(&made);
    it_has_a_plain_name_and_belongs_to_the_experiment(&made);
    estimates_say_what_their_intervals_are(&made);
    frictionless_finds_nothing_wrong(&made);
}

fn it_lists_every_file_with_its_header_and_types_that_fit_all_values(made: &Made) {
    for (folder, command) in COMMANDS {
        let names = made.0.files(folder).into_keys().filter(|name| name.ends_with(".csv"));
        let described = made.resources(folder);
        let listed: BTreeSet<String> = described.iter().map(|(path, _)| path.clone()).collect();
        assert_eq!(listed, names.collect(), "{command}");
        assert_eq!(listed.len(), described.len(), "{command}");
        for (path, fields) in described {
            let rows = made.rows(folder, &path);
            assert_eq!(fields.iter().map(|field| &field.name).collect::<Vec<_>>(), rows[0].iter().collect::<Vec<_>>());
            for (at, field) in fields.iter().enumerate() {
                let wrong = rows[1..].iter().find(|row| !fits(&row[at], &field.kind));
                assert!(wrong.is_none(), "{command}: {path}: {field:?}: {wrong:?}");
            }
        }
    }
}

/// Numbers have a unit, `1` if they are shares or ratios; words and varied keys have none.
fn every_column_has_a_meaning_and_every_number_a_unit(made: &Made) {
    for (folder, command) in COMMANDS {
        for (path, field) in made
            .resources(folder)
            .into_iter()
            .flat_map(|(path, all)| all.into_iter().map(move |field| (path.clone(), field)))
        {
            let (meaning, is_number) = (&field.meaning, field.kind != "string");
            assert!(
                meaning.len() > 3 && *meaning != field.name && !meaning.ends_with('.'),
                "{command}: {path}: {field:?}"
            );
            assert!(!meaning.contains("another version"), "{command}: {path}: the game does not declare {field:?}");
            let may_have_none = KEYS.contains(&&*field.name);
            assert!(field.unit.is_some() == is_number || is_number && may_have_none, "{command}: {path}: {field:?}");
        }
    }
}

fn it_has_a_plain_name_and_belongs_to_the_experiment(made: &Made) {
    for (folder, command) in COMMANDS {
        let package = made.package(folder);
        let name = package["name"].as_str().unwrap();
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "._-".contains(c);
        assert!(name.starts_with("analyze-") && name.chars().all(is_plain), "{command}: {name}");
        for (path, fields) in made.resources(folder) {
            let Some(at) = fields.iter().position(|field| field.name == "experiment") else { continue };
            let rows = made.rows(folder, &path);
            // A sweep has one experiment a combination.
            let is_same = |row: &Vec<String>| name.ends_with(&*row[at]);
            assert!(command.contains("--vary") || rows[1..].iter().all(is_same), "{command}: {name}: {path}");
        }
        let manifest: Value = serde_json::from_str(&made.0.read(&format!("{folder}/run.json"))).unwrap();
        let listed = manifest["files"].as_array().unwrap().iter().filter(|file| file["name"] == "datapackage.json");
        assert_eq!(listed.count(), 1, "{command}");
    }
}

/// Intervals are not all alike: the ends of each say what it is.
fn estimates_say_what_their_intervals_are(made: &Made) {
    let meaning = |folder: &str, file: &str, column: &str| {
        let (_, fields) = made.resources(folder).into_iter().find(|(path, _)| path == file).unwrap();
        fields.into_iter().find(|field| field.name == column).unwrap().meaning
    };
    assert_eq!(meaning("gang", "summary.csv", "ev_lo"), "lower end of the 95% interval of ev");
    let told = meaning("tournament", "ranking.csv", "mean_hi");
    assert_eq!(told, "upper end of the interval (for all entrants at once, with the error rate --alpha) of mean");
    let told = meaning("tournament", "ratings.csv", "nash_lo");
    assert_eq!(told, "lower end of the range that the data allow of nash");
}

/// The columns of all files, each once, as a table for the reference.
pub(crate) fn columns() -> String {
    let made = Made::new();
    let mut all: Vec<(Field, Vec<String>)> = Vec::new();
    for (path, fields) in COMMANDS.iter().flat_map(|(folder, _)| made.resources(folder)) {
        let table = path.trim_end_matches(".csv").to_owned();
        for field in listed(&fields) {
            match all.iter_mut().find(|(known, _)| *known == field) {
                Some((_, tables)) if tables.contains(&table) => {}
                Some((_, tables)) => tables.push(table.clone()),
                None => all.push((field, vec![table.clone()])),
            }
        }
    }
    let rows = all.iter().map(|(Field { name, unit, meaning, .. }, tables)| {
        const MANY: usize = 5;
        let tables = if tables.len() > MANY { "most".to_owned() } else { tables.join(", ") };
        format!("| `{name}` | {tables} | {} | {meaning} |\n", unit.as_deref().unwrap_or(""))
    });
    format!("| column | tables | unit | meaning |\n|---|---|---|---|\n{}", rows.collect::<String>())
}

/// The columns without varied keys and differences of columns to the first combination; an estimate as one, with what its interval is unless it is one of 95%.
fn listed(fields: &[Field]) -> Vec<Field> {
    let interval = |name: &str| {
        let lower = fields.iter().find(|field| field.name == format!("{name}_lo"))?;
        let interval = lower.meaning.strip_prefix("lower end of the ")?.strip_suffix(&format!(" of {name}"))?;
        Some(if interval == "95% interval" { String::new() } else { format!("; {interval}") })
    };
    let is_end = |name: &str| {
        let of = name.strip_suffix("_lo").or_else(|| name.strip_suffix("_hi"));
        of.is_some_and(|of| {
            fields.iter().any(|field| field.name == of && field.kind == "number" && interval(of).is_some())
        })
    };
    let is_difference = |field: &Field| field.name.ends_with("_against_first");
    let is_key = |field: &Field| field.unit.is_none() && KEYS.contains(&&*field.name);
    let kept = fields.iter().filter(|field| !is_end(&field.name) && !is_key(field) && !is_difference(field));
    kept.map(|field| match interval(&field.name).filter(|_| field.kind == "number") {
        Some(more) => {
            Field { name: format!("{}±", field.name), meaning: format!("{}{more}", field.meaning), ..field.clone() }
        }
        None => field.clone(),
    })
    .collect()
}

/// Validates every package with `frictionless` (PyPI), if a Python has it: `$PYTHON`, else `python3`.
fn frictionless_finds_nothing_wrong(made: &Made) {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let python = match python.split_once('/') {
        // The command runs in another folder.
        Some((folder, _)) if !folder.is_empty() => format!("{}/{python}", env!("CARGO_MANIFEST_DIR")),
        _ => python,
    };
    let run = |script: &str| Command::new(&python).args(["-c", script]).current_dir(made.0.path("")).output();
    if !run("import frictionless").is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED: {python} has no package frictionless (pip install frictionless)");
        return;
    }
    let folders: Vec<String> = COMMANDS.iter().map(|(folder, _)| format!("'{folder}'")).collect();
    let script = format!(
        "import frictionless\nfor folder in [{}]:\n    report = frictionless.validate(folder + '/datapackage.json')\n    \
         if not report.valid:\n        print(folder, report.flatten(['type', 'title', 'message', 'note']))\n    \
         print(folder, len(report.tasks))\n",
        folders.join(", ")
    );
    let output = run(&script).unwrap();
    let (told, failed) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let expected: String =
        COMMANDS.iter().map(|(folder, _)| format!("{folder} {}\n", made.resources(folder).len())).collect();
    assert!(output.status.success() && told == expected, "{told}\n{failed}");
}
