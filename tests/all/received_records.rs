//! What a `run.json` of somebody else can do when it is played again: it chooses games, strategies that ship and numbers, and
//! no file, no folder, no thread.

use crate::optimal::SIX_CARDS;
use crate::program::Desk;
use analyze::record::{Choice, Manifest, NamedHash, OptionRecord, Part, Record, STRATEGIES, VariedKey};

/// A record that was changed, with the checksum of what it became: the sum is no secret.
fn forge(desk: &Desk, from: &str, change: impl FnOnce(&mut Manifest)) {
    let mut manifest = Manifest::from_json("run.json", &desk.read(&format!("{from}/run.json"))).unwrap();
    change(&mut manifest);
    desk.write("stranger/run.json", manifest.sealed().to_json());
}

/// Plays the forged record: it must be refused, change nothing, and show nothing of the secret file.
fn refused(desk: &Desk, what: &str) {
    let told = desk.refused("run stranger/run.json --out out", &["error"]);
    assert!(!told.contains("MY SECRET"), "{what}: {told}");
}

fn option(name: &str, value: &str) -> OptionRecord {
    Choice { typed: Some(value.to_owned()), ..Choice::resolved(name, value) }.into()
}

/// Puts a word in place of the first strategy that an option names, if there is such an option.
fn put_first(manifest: &mut Manifest, option: &str, word: &str) -> bool {
    let choices = manifest.options.iter_mut().filter_map(|option| match option {
        OptionRecord::Choice(choice) => Some(choice),
        OptionRecord::Pair(..) => None,
    });
    let Some(choice) = choices.into_iter().find(|choice| choice.name == option) else { return false };
    let rest = choice.value.split_once(',').map_or(String::new(), |(_, rest)| format!(",{rest}"));
    choice.value = format!("{word}{rest}");
    choice.typed = Some(choice.value.clone());
    true
}

/// A desk with a record of each kind, and a file that nobody may read.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("secret.toml", "MY SECRET = [");
    desk.write("six.toml", SIX_CARDS);
    for (folder, command) in [
        ("run", "--game pig --runs 30"),
        ("gang", "--game gang --engine dice --runs 30 --deck six.toml"),
        ("compare", "compare hold race --game pig --runs 30"),
        ("sweep", "--game pig --runs 30 --vary goal=50|60"),
        ("decks", "--game gang --engine dice --runs 30 --rule rerolls=1 --vary deck=six.toml|reconstructed"),
        ("compare-sweep", "compare hold race --game pig --runs 30 --vary goal=50|60"),
        ("tournament", "tournament hold race crowd --game pig --players 2 --runs 30"),
        ("tune", "tune hold --param at=15..25/2 --game pig --players 2 --runs 30000"),
        ("design", "tune game --game pig --players 2 --runs 30 --vary goal=50|60 --target seat1=0.4..0.6"),
        ("cards", "cards --deck six.toml --max-dice 1 --runs 30"),
        ("feel", "feel --game pig --players 2 --runs 30"),
        ("combos", "combos stand letters --rule coins=12 --rule goal=4"),
        ("dice", "dice --players 2 --pack white=2 --runs 30"),
        ("exact", "exact hold race --game pig --rule goal=20"),
        ("regret", "regret chaser --runs 4 --deck six.toml --rule pools=6 --rule bonus=[] --no-cache"),
        ("solve", "solve --game pig --rule goal=20"),
    ] {
        desk.result(&format!("{command} --quiet --out {folder}"));
    }
    desk
}

/// All records.
const KINDS: [&str; 16] = [
    "run",
    "gang",
    "compare",
    "sweep",
    "decks",
    "compare-sweep",
    "tournament",
    "tune",
    "design",
    "cards",
    "feel",
    "combos",
    "dice",
    "exact",
    "regret",
    "solve",
];

/// Strings of a record became words of the command line: `--out=/elsewhere/x` among its options wrote there.
#[test]
fn an_option_in_a_record_chose_where_files_go() {
    let desk = desk();
    let elsewhere = desk.path("elsewhere/x").display().to_string();
    for kind in KINDS {
        for (name, value) in [
            ("out", &*elsewhere),
            ("threads", "1"),
            ("replace", "true"),
            ("resume", "true"),
            ("quiet", "true"),
            ("format", "json"),
            ("no-cache", "true"),
            ("save-every", "1"),
            ("deck", "secret.toml"),
            ("rules", "secret.toml"),
            ("bots", "secret.toml"),
            ("against", "hold,secret.toml"),
            ("strategies", "--threads=1"),
            ("strategies", "secret.toml"),
            ("strategies", "game"),
            ("", "x"),
            ("seed=1 --out", "x"),
        ] {
            let mut is_recorded = false;
            forge(&desk, kind, |manifest| {
                let in_force = if manifest.vary.is_empty() { &manifest.resolved[..] } else { &[] };
                is_recorded = in_force.iter().chain(&manifest.inputs).any(|part| part.name == name);
                manifest.options.push(option(name, value));
            });
            // The text of rules and decks is in the record, whatever it calls their file.
            if !is_recorded {
                refused(&desk, &format!("{kind}: --{name}={value}"));
                continue;
            }
            let told = desk.run("run stranger/run.json --no-cache --quiet --out again");
            assert!(!told.out.contains("MY SECRET") && !told.err.contains("MY SECRET"), "{kind}: {}", told.err);
            if told.code == Some(0) {
                assert_eq!(desk.tables("again"), desk.tables(kind), "{kind}: --{name}={value}");
                std::fs::remove_dir_all(desk.path("again")).unwrap();
            }
        }
    }
    assert!(!desk.path("elsewhere").exists());
}

/// The same among its strategies, and strategies that are files or are read twice.
#[test]
fn a_strategy_in_a_record_was_read_as_an_option_or_a_file() {
    let desk = desk();
    let elsewhere = format!("--out={}", desk.path("elsewhere/x").display());
    let hash = |manifest: &Manifest| manifest.strategies[0].hash.clone();
    for word in [&*elsewhere, "--threads=1", "-h", "secret.toml", "hold,race", "all", "hold:at=10|12", "*.toml"] {
        for kind in ["run", "compare", "tournament", "regret", "gang", "cards", "tune"] {
            for option in [STRATEGIES, "bots", "against"] {
                let (mut is_there, mut known) = (false, Vec::new());
                forge(&desk, kind, |manifest| {
                    is_there = put_first(manifest, option, word);
                    known = vec![NamedHash { name: word.to_owned(), hash: hash(manifest) }];
                });
                if is_there {
                    refused(&desk, &format!("{kind}: {word}"));
                    // A record that says that it is a strategy, too.
                    forge(&desk, kind, |manifest| {
                        put_first(manifest, option, word);
                        manifest.strategies.extend(known);
                    });
                    refused(&desk, &format!("{kind}: {word} among its strategies"));
                }
            }
        }
    }
}

/// A record whose seed was a default of another version would have been repeated with this version's, without a word.
#[test]
fn a_default_that_is_another_one_now_is_not_taken_silently() {
    let desk = desk();
    let change = |name: &'static str, value: &'static str| {
        move |manifest: &mut Manifest| {
            let choices = manifest.options.iter_mut().filter_map(|option| match option {
                OptionRecord::Choice(choice) if choice.name == name => Some(choice),
                _ => None,
            });
            choices.for_each(|choice| {
                assert_eq!(choice.typed, None, "{name} was typed");
                value.clone_into(&mut choice.value);
            });
        }
    };
    for (name, value) in [("seed", "9"), ("bots", "race,hold,crowd"), ("seating", "fixed")] {
        forge(&desk, "run", change(name, value));
        let told = desk.refused("run stranger/run.json --out out", &[&format!("--{name} was '{value}'")]);
        assert!(told.contains(&format!("add --{name}")), "{told}");
    }
    forge(&desk, "run", change("seed", "9"));
    desk.result("run stranger/run.json --seed 9 --quiet --out out");
}

/// Keys, names of parts and values that were paths became files, or were read as files.
#[test]
fn a_path_in_a_record_became_a_file() {
    let desk = desk();
    let elsewhere = desk.path("elsewhere/x").display().to_string();
    for path in [&*elsewhere, "../../x", "/", "..", "", "deck", "a|secret.toml", "a/b", "out", "seed"] {
        for kind in ["run", "gang", "sweep", "tune", "solve", "regret"] {
            forge(&desk, kind, |manifest| manifest.resolved.push(Part::new(path, "id = 1")));
            // Of a sweep the rules in force say how the first combination was played; nothing is made of them.
            if !["sweep", "tune"].contains(&kind) || path == "deck" && kind != "sweep" && kind != "tune" {
                refused(&desk, &format!("{kind}: a part {path}"));
            }
            forge(&desk, kind, |manifest| manifest.inputs.push(Part::new(path, "id = 1")));
            if ["sweep", "tune"].contains(&kind) {
                refused(&desk, &format!("{kind}: an input {path}"));
            }
        }
        if path == "deck" || path == "out" || path == "seed" {
            continue;
        }
        forge(&desk, "decks", |manifest| path.clone_into(&mut manifest.vary[0].values[0]));
        refused(&desk, &format!("a deck called {path}"));
        forge(&desk, "decks", |manifest| path.clone_into(&mut manifest.vary[0].key));
        refused(&desk, &format!("a key {path}"));
    }
    let varied = |key: &str, values: &[&str]| VariedKey {
        key: key.to_owned(),
        values: values.iter().map(|value| (*value).to_owned()).collect(),
        texts: Vec::new(),
    };
    for vary in [
        varied("deck", &["secret.toml"]),
        varied("rules", &["secret.toml", "reconstructed"]),
        varied("bots", &["secret.toml"]),
        varied("bots", &["hold,secret.toml", "race"]),
        varied("secret.toml.at", &["1", "2"]),
        varied("hold.at", &["10|12"]),
        varied("hold.at", &["10..12"]),
        varied("goal=60|70", &["50"]),
        varied(" goal", &["50"]),
        varied("rule.goal", &["50"]),
    ] {
        for kind in ["sweep", "design", "compare-sweep"] {
            forge(&desk, kind, |manifest| manifest.vary = vec![vary.clone()]);
            refused(&desk, &format!("{kind}: {vary:?}"));
        }
    }
    forge(&desk, "run", |manifest| manifest.lineup[0] = "secret.toml".to_owned());
    let told = desk.refused("play --run stranger", &["secret.toml", "does not choose files"]);
    assert!(!told.contains("MY SECRET"), "{told}");
}

/// A record was played before its checksum was looked at.
#[test]
fn a_record_that_is_not_as_it_was_written_is_not_played() {
    let desk = Desk::new();
    desk.result("--game pig --runs 30 --quiet --out run");
    let good = desk.read("run/run.json");
    for (old, new) in [("\"seed\": 1", "\"seed\": 2"), ("\"runs\": 30", "\"runs\": 60"), ("sha256:", "sha256:0")] {
        assert!(good.contains(old), "{good}");
        desk.write("run/run.json", good.replacen(old, new, 1));
        desk.refused("run run/run.json --out again", &["run.json is not as it was written"]);
    }
}

/// What is typed beside a record goes on to decide where files go, and what they replace.
#[test]
fn what_is_typed_beside_a_record_is_the_users_own() {
    let desk = Desk::new();
    desk.result("--game pig --runs 60 --quiet --out run");
    desk.result("run run/run.json --out again --threads 1 --quiet");
    assert_eq!(desk.files("again"), desk.files("run"));
    desk.refused("run run/run.json --runs 30 --out again", &["again holds 60 games"]);
    desk.result("run run/run.json --runs 30 --out again --replace --quiet");
    desk.write("mine.toml", "game = \"pig\"\nruns = 30\nout = \"mine\"\nthreads = 1\n");
    desk.result("run mine.toml");
    assert!(desk.path("mine/run.json").exists());
    desk.write("odd.toml", "command = \"compare\"\nstrategies = [\"hold\", \"--threads=1\"]\nruns = 30\n");
    desk.refused("run odd.toml", &["odd.toml:2", "'--threads=1' is no strategy"]);
}

/// `regret` and `solve` wrote records that `run` and `report` refused, as records that name no line-up.
#[test]
fn records_of_regret_and_solve_could_not_be_used() {
    let desk = desk();
    desk.result(
        "regret chaser optimal --runs 7 --worst 3 --seed 5 --deck six.toml --rule pools=6 --rule bonus=[] --no-cache \
         --quiet --out regret2",
    );
    desk.result("solve --deck six.toml --rule pools=6 --no-cache --quiet --out solve2");
    std::fs::remove_file(desk.path("six.toml")).unwrap();
    for folder in ["regret", "regret2", "solve", "solve2", "cards", "tournament"] {
        desk.result(
            &format!("run {folder}/run.json --no-cache --quiet --out again-{folder}")
                .replace("--no-cache ", if folder == "tournament" { "" } else { "--no-cache " }),
        );
        assert_eq!(desk.files(folder), desk.files(&format!("again-{folder}")), "{folder}");
    }
    let before = desk.files("regret2");
    for file in ["regret.csv", "worst.csv", "report.html"] {
        std::fs::remove_file(desk.path(&format!("regret2/{file}"))).unwrap();
    }
    let shown = desk.result("report regret2");
    assert!(shown.contains("The costliest decisions"), "{shown}");
    assert_eq!(desk.files("regret2"), before);
    desk.refused("report solve", &["there are no tallies", "analyze run solve/run.json"]);
    desk.refused("play --run solve", &["no game was played"]);
    desk.refused("play --run regret", &["several line-ups"]);
    let tallies = desk.read("regret/tallies.json");
    desk.write("regret/tallies.json", tallies.replacen("\"unpriced\": 0", "\"unpriced\": 1", 1));
    desk.refused("report regret", &["changed after the run"]);
}
