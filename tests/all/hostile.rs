//! Folders that somebody else made: records that were altered, links, pipes, and texts that a terminal would obey.

use crate::choice::Choice;
use crate::program::{Desk, PROGRAM};
use analyze::experiments::tune::tables::{tune_files, tune_sentences};
use analyze::record::{CompareTallies, Folder, Manifest, PLAN, Record, Shards, Tallies, TuneTallies, hash};
use analyze::report::compare::{Judge, compare_files};
use analyze::report::{Origin, csv_files, largest_standard_error, summary, to_terminal};
use std::panic::catch_unwind;

/// What a number is replaced by: ends of what it can be, and what comes near.
const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "-1",
    "2",
    "255",
    "4294967295",
    "-4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "1000000000000000000000000",
    "-1000000000000000000000000",
    "170141183460469231731687303715884105727",
    "-170141183460469231731687303715884105728",
    "1e400",
    "0.5",
];
const TEXTS: [&str; 6] = ["", "../victim", "summary", "\\u001b[2J", "\\u202e", "a,b\\n\\\"c\\\""];

/// The text with one or two of its numbers, or a text in quotes, replaced.
fn altered(text: &str, choice: &mut Choice) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + choice.below(2) {
        let is_number = |c: char| c.is_ascii_digit() || c == '-';
        let quoted = choice.below(6) == 0;
        let start = choice.below(text.len() as u32) as usize;
        let Some(start) = text[start..].find(|c| if quoted { c == '"' } else { is_number(c) }).map(|at| start + at)
        else {
            continue;
        };
        let begin = if quoted { start + 1 } else { start };
        let rest = &text[begin..];
        let end = begin + rest.find(|c| if quoted { c == '"' } else { !is_number(c) }).unwrap_or(rest.len());
        text.replace_range(begin..end, if quoted { choice.of(&TEXTS) } else { choice.of(&NUMBERS) });
    }
    text
}

fn origin() -> Origin {
    Origin { players: 3, experiment: "00000000".to_owned() }
}

/// Whatever can be made from a record that was accepted is made from it.
fn use_tallies(text: &str) -> bool {
    let Ok(tallies) = Tallies::from_json("tallies.json", text) else { return false };
    let files = csv_files(&tallies, &origin()).packed(&Manifest::default());
    assert!(files.iter().all(|(name, _)| !name.contains(['/', '\\'])));
    let _ =
        (to_terminal(&summary(&tallies), 80), largest_standard_error(&tallies), tallies.signature(), tallies.games());
    true
}

fn use_comparison(text: &str) -> bool {
    let Ok(tallies) = CompareTallies::from_json("tallies.json", text) else { return false };
    let Ok(judge) = Judge::new(&tallies.terms, tallies.arms.len()) else { return false };
    let _ = (compare_files(&tallies, &judge, &origin()), tallies.signature(), tallies.games_an_arm());
    true
}

fn use_race(text: &str) -> bool {
    let Ok(tallies) = TuneTallies::from_json("tallies.json", text) else { return false };
    let _ = (tune_files(&tallies, &origin()), tune_sentences(&tallies, |number| number.to_string()));
    let _ = (tallies.signature(), tallies.games());
    true
}

fn use_manifest(text: &str) -> bool {
    Manifest::from_json("run.json", text).is_ok()
}

/// Uses the text of a record, and says whether it was accepted.
type Use = fn(&str) -> bool;

/// How many altered records are tried of each kind.
const TRIES: u64 = 4_000;

/// 180 of 4,150 of them panicked, and sums wrapped without a word.
#[test]
fn no_altered_record_panics() {
    let desk = Desk::new();
    desk.result("--game gang --players 2 --runs 40 --out gang");
    desk.result("--game pot --players 3 --runs 30 --out pot");
    desk.result("--game battle --runs 12 --out battle");
    desk.result("compare chaser bold --against cautious --players 2 --runs 40 --out compare");
    desk.result("tune chaser --param above=5|9|13|20 --players 2 --runs 9000 --out tune");
    let kinds: [(&str, Use); 6] = [
        ("gang/tallies.json", use_tallies),
        ("pot/tallies.json", use_tallies),
        ("battle/tallies.json", use_tallies),
        ("compare/tallies.json", use_comparison),
        ("gang/run.json", use_manifest),
        ("tune/tallies.json", use_race),
    ];
    for (number, (file, use_record)) in (0..).zip(kinds) {
        let text = desk.read(file);
        assert!(use_record(&text), "{file}");
        let mut accepted = 0;
        for seed in 0..TRIES {
            let changed = altered(&text, &mut Choice::new(&[77, number, seed]));
            match catch_unwind(|| use_record(&changed)) {
                Ok(was_accepted) => accepted += u64::from(was_accepted),
                Err(_) => {
                    let at = text.bytes().zip(changed.bytes()).take_while(|(a, b)| a == b).count();
                    let near = |text: &str| text[at.saturating_sub(60)..(at + 60).min(text.len())].to_owned();
                    panic!("{file}, {seed}: {} for {}", near(&changed), near(&text));
                }
            }
        }
        assert!(accepted > TRIES / 20, "{file}: {accepted}");
    }
}

/// Parts whose checksum was mended, which is easy.
#[test]
fn no_altered_part_panics() {
    let desk = Desk::new();
    desk.result("plan --game gang --players 2 --runs 12 --shard-games 4 --out p");
    (0..3).for_each(|index| _ = desk.result(&format!("shard --plan p/{PLAN} --index {index}")));
    let shards = Shards::open(&desk.path(&format!("p/{PLAN}")), &desk.path("p")).unwrap();
    let part = desk.read("p/parts/part-1");
    let lines = part.trim_end().rsplit_once('\n').unwrap().0;
    let (mut read, mut merged) = (0, 0);
    for seed in 0..TRIES / 4 {
        let changed = format!("{}\n", altered(lines, &mut Choice::new(&[78, seed])));
        desk.write("p/parts/part-1", format!("{changed}{}\n", hash(changed.as_bytes())));
        let used = catch_unwind(|| {
            let sum = shards.merge::<Tallies>(|| ());
            (shards.read::<Tallies>(1).is_ok(), sum.is_ok_and(|sums| use_tallies(&sums[0].to_json())))
        });
        let (was_read, was_merged) = used.unwrap_or_else(|_| panic!("{seed}"));
        read += u64::from(was_read);
        merged += u64::from(was_merged);
    }
    assert!(read > TRIES / 100 && merged > 0, "{read} read, {merged} merged");
}

/// A plan of 10^18 shards would have been counted through, and each noted as missing.
#[test]
fn no_altered_plan_panics_or_goes_on_for_ever() {
    let desk = Desk::new();
    desk.result("plan --game gang --players 2 --runs 12 --shard-games 4 --out p");
    let plan = desk.read("p/plan.json");
    let file = desk.path("p/plan.json");
    let mut opened = 0;
    for seed in 0..TRIES {
        desk.write("p/plan.json", altered(&plan, &mut Choice::new(&[79, seed])));
        let Ok(shards) = Shards::open(&file, &desk.path("p")) else { continue };
        opened += 1;
        assert!((1..=10_000_000).contains(&shards.plan().shards()), "{seed}");
        assert!(shards.plan().shard(shards.plan().shards()).is_none(), "{seed}");
    }
    assert!(opened > TRIES / 20, "{opened}");
    let large = "1000000000000000000";
    let plan = plan.replace("\"blocks\": 6", &format!("\"blocks\": {large}"));
    desk.write("p/plan.json", plan.replace("\"shares\": 3", &format!("\"shares\": {large}")));
    desk.refused("missing p", &["at most 10000000 can be looked after"]);
    desk.refused("plan --game pig --runs 1e15 --shard-games 1 --out q", &["--shard-games", "at most 10000000"]);
}

/// The manifest of a text in place of another, with a checksum that fits.
fn mended(manifest: &str, old: &str, new: &str) -> String {
    let manifest = manifest.replace(&hash(old.as_bytes()).to_string(), &hash(new.as_bytes()).to_string());
    Manifest::from_json("run.json", &manifest).unwrap().sealed().to_json()
}

/// A table's name in the tallies became that of a file, wherever it led.
#[test]
fn a_table_named_out_of_its_folder_overwrites_nothing() {
    let desk = Desk::new();
    desk.write("victim.csv", "mine");
    desk.result("--game gang --runs 30 --out out");
    let (old, manifest) = (desk.read("out/tallies.json"), desk.read("out/run.json"));
    for name in ["../victim", "summary", "", "a/b", "a\\\\b", ".hidden"] {
        let new = old.replace("\"name\": \"cards\"", &format!("\"name\": \"{name}\""));
        assert_ne!(new, old);
        desk.write("out/tallies.json", &new);
        desk.write("out/run.json", mended(&manifest, &old, &new));
        desk.refused("report out", &["is no name for a table"]);
    }
    assert_eq!(desk.read("victim.csv"), "mine");
}

/// Numbers that were changed, with the hash of the file mended.
#[test]
fn the_signature_is_worked_out_again() {
    let desk = Desk::new();
    desk.result("--game gang --runs 30 --out out");
    let (old, manifest) = (desk.read("out/tallies.json"), desk.read("out/run.json"));
    // An end that games can have.
    let new = old.replacen("\"least\": ", "\"least\": -", 1);
    desk.write("out/tallies.json", &new);
    desk.write("out/run.json", mended(&manifest, &old, &new));
    desk.refused("report out", &["does not give the signature in run.json"]);
}

/// The distributions are in no signature: they must be those of the games that the sums are of.
#[test]
fn distributions_that_no_games_have_are_refused() {
    let desk = Desk::new();
    desk.result("--game gang --runs 30 --out out");
    let text = desk.read("out/tallies.json");
    let tallies = Tallies::from_json("tallies.json", &text).unwrap();
    let refused = |change: &dyn Fn(&mut Tallies), why: &str| {
        let mut tallies = tallies.clone();
        change(&mut tallies);
        let error = Tallies::from_json("tallies.json", &tallies.to_json()).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    };
    let scores = "is not that of its games";
    refused(&|tallies| tallies.strategies[0].scores[0][0].1 += 1, scores);
    refused(&|tallies| tallies.strategies[0].scores[0][0].0 += 1, scores);
    refused(&|tallies| tallies.strategies[0].scores[0].swap(0, 1), scores);
    refused(&|tallies| tallies.strategies[1].scores.truncate(2), scores);
    refused(&|tallies| tallies.strategies[2].scores[2].last_mut().unwrap().0 = u32::MAX, scores);
    refused(&|tallies| tallies.margins[0].1 = u64::MAX, "no games have such margins");
    refused(&|tallies| tallies.margins.last_mut().unwrap().0 = tallies.highest_score + 1, "no games have such margins");
}

/// A link to a device without an end took 2.1 GB, and a pipe waited for ever.
#[test]
#[cfg(unix)]
fn records_that_never_end_are_refused() {
    let desk = Desk::new();
    desk.result("--game gang --runs 30 --out out");
    std::fs::remove_file(desk.path("out/tallies.json")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", desk.path("out/tallies.json")).unwrap();
    assert!(desk.run("report out").err.contains("not an ordinary file"));
    std::fs::remove_file(desk.path("out/run.json")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(desk.path("out/run.json")).status();
    assert!(made.is_ok_and(|status| status.success()));
    for command in ["play --run out", "--game gang --runs 3 --out out"] {
        let told = desk.run(command);
        assert_eq!(told.code, Some(2), "{command}: {}", told.err);
    }
}

#[test]
fn a_folder_that_another_run_holds_is_refused_before_a_game_is_played() {
    let desk = Desk::new();
    let held = Folder::open(&desk.path("out")).unwrap();
    let process = format!("process {}", std::process::id());
    let told = desk.run("--game gang --runs 1e12 --out out");
    assert_eq!((told.code, told.out.as_str()), (Some(2), ""));
    assert!(told.err.contains("is being written by another run") && told.err.contains(&process), "{}", told.err);
    drop(held);
    desk.result("--game gang --runs 30 --out out");
}

/// Whoever came first held the folder, and the other was refused or came after it.
#[test]
fn runs_at_once_into_one_folder_never_mix() {
    let desk = Desk::new();
    let command = |seed| format!("--game gang --players 2 --runs 6000 --threads 1 --seed {seed} --out");
    let alone = [1, 2].map(|seed| {
        desk.result(&format!("{} alone-{seed}", command(seed)));
        desk.files(&format!("alone-{seed}"))
    });
    let mut refused = 0;
    for _ in 0..100 {
        let codes = std::thread::scope(|scope| {
            let run = |seed| {
                let (desk, command) = (&desk, command(seed));
                scope.spawn(move || desk.run(&format!("{command} shared")).code)
            };
            [1, 2].map(run).map(|one| one.join().unwrap())
        });
        let shared = desk.files("shared");
        let of = alone.iter().position(|files| *files == shared).expect("the files of one of the two");
        assert!(codes[of] == Some(0) && [Some(0), Some(2)].contains(&codes[1 - of]), "{codes:?}");
        refused += codes.iter().filter(|&&code| code == Some(2)).count();
    }
    assert!(refused > 0, "they never met");
}

/// The folder was held by the thread that waits for signals, and a hidden folder stayed in it.
#[test]
fn a_fault_leaves_no_folder() {
    let desk = Desk::new();
    let script =
        "const NAME = \"bad\"; const ABOUT = \"at fault\"; fn commit(view) { -5 } fn reroll(plan, roll) { [] }";
    desk.write("bad.rhai", script);
    let told = desk.run("--game gang --bots bad.rhai,chaser --runs 60 --out out");
    assert_eq!((told.code, desk.path("out").exists()), (Some(3), false), "{}", told.err);
}

#[test]
fn no_text_of_a_file_is_obeyed_by_the_terminal() {
    let desk = Desk::new();
    let strategy = "name = \"\u{1b}[31mred\u{202e}\"\nabout = \"\u{1b}]0;title\u{7}\"\ndice = \u{1b}[2J\n";
    desk.write("red.toml", strategy);
    desk.write("red.rhai", "const NAME = \"red\"; \u{1b}[2J \u{202e}");
    let deck = include_str!("../../src/core/games/gang/decks/reconstructed.toml");
    desk.write("deck.toml", deck.replacen("sum>=7", "\u{1b}[2Jsum>=7", 1));
    for command in ["check red.toml", "check red.rhai", "check deck.toml", "--game gang --deck deck.toml --runs 30"] {
        let told = desk.run(command);
        assert_eq!(told.code, Some(2), "{command}");
        let all = format!("{}{}", told.out, told.err);
        assert!(!all.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{command}: {all:?}");
        assert!(all.contains("\\u{1b}"), "{command}: {all}");
    }
}

#[test]
fn a_mark_of_the_byte_order_is_no_part_of_a_file() {
    let desk = Desk::new();
    let script = include_str!("../../strategies/gang/counter.rhai");
    let file = include_str!("../../strategies/gang/chaser.toml");
    desk.write("mine.rhai", format!("\u{feff}{}", script.replace("\"counter\"", "\"mine\"")));
    desk.write("yours.toml", format!("\u{feff}{}", file.replace("\"chaser\"", "\"yours\"")));
    desk.result("--game gang --bots mine.rhai,yours.toml --runs 30 --out out");
}

/// Where not one thread could be started the second pool of a command panicked, and `solve` with its first.
#[test]
fn one_thread_does_it_all_where_no_other_starts() {
    let desk = Desk::new();
    let commands = [
        "cards --max-dice 1 --bots boss:3 --runs 6",
        "--game pig --runs 30",
        "compare chaser bold --runs 30",
        "solve --rule pools=[3,3,3] --rule bonus=[1] --rule rerolls=0",
    ];
    for command in commands {
        let mut alone = std::process::Command::new(PROGRAM);
        // No thread can have as large a stack.
        alone.env("RUST_MIN_STACK", "1000000000000000").current_dir(desk.path(""));
        let told = alone.args(command.split(' ')).args(["--no-cache", "--replace", "--out", "out"]).output().unwrap();
        assert!(told.status.success(), "{command}: {}", String::from_utf8_lossy(&told.stderr));
    }
}

/// 3 games took five seconds to start 1,024 threads with their memory.
#[test]
#[cfg(target_os = "linux")]
fn a_few_games_start_few_threads() {
    let desk = Desk::new();
    let played = |threads: &str, out: &str| {
        let told = desk.run(&format!("--game gang --runs 30 --threads {threads} --out {out}"));
        assert_eq!(told.code, Some(0), "{}", told.err);
        desk.files(out)
    };
    // With little memory to address a thousand workers could not be made.
    let limited = format!("ulimit -v 2000000; exec {PROGRAM} --game gang --runs 30 --threads 1024 --out limited");
    let shell = std::process::Command::new("sh").args(["-c", &limited]).current_dir(desk.path("")).output().unwrap();
    assert!(shell.status.success(), "{}", String::from_utf8_lossy(&shell.stderr));
    assert_eq!(played("1", "one"), played("1024", "many"));
    assert_eq!(desk.files("limited"), desk.files("one"));
}
