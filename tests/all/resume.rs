//! Going on with a run: whether whatever ends it, at any moment, leaves what the same files are made from as in one go.

use crate::cli::interrupt;
use crate::program::{Desk, PROGRAM};
use crate::replaced::THREE_CARDS;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const GANG: &str = "--game gang --bots chaser,bold,boss:3 --seed 7";
const SAVED: &str = "out/.analyze-saved";

/// The folders in a folder.
fn folders(folder: &Path) -> impl Iterator<Item = PathBuf> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir())
}

/// A process that is killed when it is dropped, also by a test that fails.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Desk {
    /// The games that are saved in `out`, 0 if none are.
    fn saved_games(&self) -> u64 {
        let Ok(text) = std::fs::read_to_string(self.path(SAVED)) else { return 0 };
        let manifest: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        manifest["runs"].as_u64().unwrap()
    }

    /// Starts a command that would take years and kills it once it has saved `saves` times.
    fn kill_after_saves(&self, command: &str, saves: usize) {
        let saving = "--save-every 0.05 --out out --quiet";
        let arguments = command.split(' ').chain(saving.split(' '));
        let child = Command::new(PROGRAM)
            .args(arguments)
            .current_dir(self.path(""))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut child = Killed(child);
        for _ in 0..saves {
            let before = self.saved_games();
            while self.saved_games() == before {
                assert!(child.0.try_wait().unwrap().is_none(), "{command} ended by itself");
                std::thread::yield_now();
            }
        }
    }

    /// Removes the folder in which the files would have been built, as the next run does that is not refused.
    fn tidy(&self) {
        folders(&self.path("out")).for_each(|folder| std::fs::remove_dir_all(folder).unwrap());
    }

    /// Whether going on in `out` makes the files that `command` makes in one go.
    fn goes_on(&self, command: &str, threads: u32) {
        self.result(&format!("{command} --replace --out whole"));
        self.result(&format!("{command} --out out --resume --threads {threads}"));
        assert!(self.files("out") == self.files("whole"), "{command} --threads {threads}");
    }
}

/// All games and both engines; more than once, with other numbers of threads.
#[test]
fn a_run_that_was_killed_goes_on_to_the_bytes_of_an_unbroken_one() {
    let runs = [
        (GANG, 1, 7),
        ("--game gang --engine dice --players 2 --seating all", 2, 1),
        ("--game pot --players 3", 2, 2),
        ("--game battle --players 2", 7, 2),
        ("--game pig --bots hold:20,hold:3", 2, 1),
    ];
    for (options, threads, then) in runs {
        let desk = Desk::new();
        desk.kill_after_saves(&format!("{options} --runs 1e12 --threads {threads}"), 2);
        desk.kill_after_saves(&format!("{options} --runs 1e12 --resume --threads {then}"), 1);
        let games = desk.saved_games() + 999;
        desk.goes_on(&format!("{options} --runs {games}"), threads);
    }
}

#[test]
fn a_comparison_and_a_ranking_that_were_killed_go_on_to_the_bytes_of_unbroken_ones() {
    for arms in ["chaser bold --players 3", "chaser bold odds --against stand:2"] {
        let desk = Desk::new();
        let command = format!("compare {arms} --game gang");
        desk.kill_after_saves(&format!("{command} --runs 1e12 --threads 2"), 2);
        let games = desk.saved_games() + 500;
        desk.goes_on(&format!("{command} --runs {games}"), 1);
    }
}

/// What whole passes came to is kept, whether the tournament was killed or interrupted.
#[test]
#[cfg(unix)]
fn a_tournament_that_was_cut_off_goes_on_to_the_bytes_of_an_unbroken_one() {
    for players in [2, 3] {
        let desk = Desk::new();
        let command = format!("tournament hold:20 hold:21 hold:3 --game pig --players {players} --allot even");
        desk.kill_after_saves(&format!("{command} --runs 1e12 --threads 2"), 2);
        let games = desk.saved_games() + 500;
        desk.goes_on(&format!("{command} --runs {games}"), 1);
        let (code, told) = interrupt(&desk, &format!("{command} --runs 1e12 --progress always --out new"));
        assert!(code == Some(130) && told.contains("--resume"), "{told}");
        let manifest: serde_json::Value = serde_json::from_str(&desk.read("new/run.json")).unwrap();
        let games = manifest["runs"].as_u64().unwrap() + 500;
        desk.result(&format!("{command} --runs {games} --out all"));
        desk.result(&format!("{command} --runs {games} --out new --resume"));
        assert!(desk.files("new") == desk.files("all"), "{players} players");
    }
}

/// A sweep of combinations of which half are held against the first, cut off in one of them and in another.
#[test]
fn a_sweep_that_was_killed_goes_on_to_the_bytes_of_an_unbroken_one() {
    let desk = Desk::new();
    let command = "--game gang --engine dice --vary players=2..3 --vary rerolls=1..3 --runs 30000";
    desk.kill_after_saves(&format!("{command} --threads 2"), 2);
    desk.kill_after_saves(&format!("{command} --resume --threads 7"), 2);
    desk.goes_on(command, 1);
}

/// The same of comparisons: half are held against the first, and combinations that end by what they come to.
#[test]
fn a_sweep_of_comparisons_that_was_killed_goes_on_to_the_bytes_of_an_unbroken_one() {
    let desk = Desk::new();
    let command = "compare bold odds --game gang --engine dice --vary players=2..3 --vary rerolls=1..3 --runs 30000";
    desk.kill_after_saves(&format!("{command} --threads 2"), 2);
    desk.kill_after_saves(&format!("{command} --resume --threads 7"), 2);
    desk.goes_on(command, 1);
    desk.refused(&format!("{command} --vary goal=3 --out out --resume"), &["goal"]);
    let other = command.replace("rerolls=1..3", "rerolls=1..4");
    desk.refused(&format!("{other} --out out --resume"), &["vary:"]);
    let alone = "compare bold odds --game gang --players 2 --runs 8000 --out out --resume";
    desk.refused(alone, &["command: compare --vary there, compare here"]);
    desk.refused(&format!("{} --out out --resume", command.replace("30000", "4000")), &["there already"]);
    desk.goes_on(&command.replace("30000", "31001"), 2);
}

#[test]
fn combinations_that_end_by_a_verdict_end_there_when_they_go_on_too() {
    let desk = Desk::new();
    let command = "compare hold:20 hold:12 --game pig --players 2 --engine dice --until se=0.001 --vary goal=40|60|80";
    desk.kill_after_saves(command, 1);
    desk.tidy();
    desk.refused(
        &format!("{} --out out --resume", command.replace("0.001", "0.003")),
        &["until: se=0.001", "se=0.003"],
    );
    desk.goes_on(command, 2);
    desk.goes_on(command, 1);
}

/// Whatever combinations and blocks it was in: what was finished is in the files, and the command that is told goes on.
#[test]
#[cfg(unix)]
fn an_interrupted_sweep_says_how_to_go_on_and_does() {
    let desk = Desk::new();
    let sweep = "--game pig --bots hold:20,hold:3 --vary seed=1..2 --vary seating=fixed|rotate";
    let (code, told) = interrupt(&desk, &format!("{sweep} --runs 25e10 --progress always --out out"));
    assert_eq!(code, Some(130), "{told}");
    let command = told.lines().last().unwrap().trim();
    let typed = sweep.replace("seating=fixed|rotate", "'seating=fixed|rotate'");
    assert_eq!(command, format!("analyze {typed} --runs 25e10 --progress always --out out --resume"));
    let tallies: serde_json::Value = serde_json::from_str(&desk.read("out/tallies.json")).unwrap();
    let blocks = tallies["combinations"][0]["tallies"]["blocks"].as_u64().unwrap();
    // Somebody saw it before its end: an interval then is wider than Student's.
    assert!(desk.read("out/run.json").contains("confidence_sequence"));
    assert!(desk.read("out/report.html").contains(" of 4 combinations were played (the last perhaps only in part)"));
    let files = desk.files("out");
    desk.result("report out");
    assert!(desk.files("out") == files);
    desk.goes_on(&format!("{sweep} --runs {}", blocks + 300), 2);
}

/// Designs are the combinations of a sweep, also where rows of what the game counts are held against those of the first.
#[test]
fn designs_that_were_killed_go_on() {
    for target in ["seat1=0.4..0.6", "invalid_rate.sum7-bomb=0.1..0.2"] {
        let desk = Desk::new();
        let command = format!("tune game --game gang --players 2 --engine dice --vary rerolls=1..2 --target {target}");
        desk.kill_after_saves(&format!("{command} --runs 1e12 --threads 2"), 2);
        desk.tidy();
        let other = command.replace(target, "seat1=0.4..0.5");
        desk.refused(&format!("{other} --runs 1e12 --out out --resume"), &["options"]);
        desk.goes_on(&format!("{command} --runs {}", desk.saved_games() + 300), 2);
    }
}

/// All of it is judged as what somebody saw before its end, and what goes on from it as what nobody did.
#[test]
#[cfg(unix)]
fn an_interrupted_sweep_of_comparisons_says_how_to_go_on_and_does() {
    let desk = Desk::new();
    // With win shares alone a block has two games, so that all combinations have the 1e12 games that are waited for.
    let sweep = "compare hold:20 hold:12 --game pig --players 2 --metric win_share --vary seed=1..2 --vary goal=40..41";
    let (code, told) = interrupt(&desk, &format!("{sweep} --runs 25e10 --progress always --out out"));
    assert_eq!(code, Some(130), "{told}");
    let command = told.lines().last().unwrap().trim();
    assert_eq!(command, format!("analyze {sweep} --runs 25e10 --progress always --out out --resume"));
    let tallies: serde_json::Value = serde_json::from_str(&desk.read("out/tallies.json")).unwrap();
    let first = &tallies["combinations"][0]["tallies"];
    assert_eq!(first["terms"]["until"], "interrupted");
    let blocks = first["sums"]["blocks"].as_u64().unwrap();
    let files = desk.files("out");
    desk.result("report out");
    assert!(desk.files("out") == files);
    desk.goes_on(&format!("{sweep} --runs {}", 2 * blocks + 300), 2);
}

#[test]
fn a_finished_sweep_can_be_made_longer_and_not_shorter_or_another_one() {
    let desk = Desk::new();
    desk.write("mine.toml", "name = \"mine\"\nabout = \"a\"\ndice = 3\n");
    let sweep = "--game gang --players 2 --engine dice --vary bots=bold|mine.toml,odds";
    desk.result(&format!("{sweep} --runs 40 --out out"));
    desk.goes_on(&format!("{sweep} --runs 100"), 2);
    desk.refused(&format!("{sweep} --runs 60 --out out --resume"), &["there already", "wanted"]);
    desk.refused(&format!("{} --runs 200 --out out --resume", sweep.replace("odds", "even")), &["vary:"]);
    desk.write("mine.toml", "name = \"mine\"\nabout = \"a\"\ndice = 4\n");
    let words = ["the combination mine,odds is not what it was"];
    desk.refused(&format!("{sweep} --runs 200 --out out --resume"), &words);
}

/// The looks before what was saved are not looked at again, those after it are.
#[test]
fn games_that_end_by_what_they_come_to_end_there_when_they_go_on_too() {
    for (table, goals) in [
        (GANG, ["--until se=0.0000001", "--until se=0.0008"]),
        ("compare chaser bold --game gang --players 2", ["--until se=0.0000001", "--until se=0.0008"]),
    ] {
        let desk = Desk::new();
        desk.kill_after_saves(&format!("{table} {} --runs 1e12 --threads 2", goals[0]), 1);
        desk.tidy();
        let other =
            desk.refused(&format!("{table} {} --out out --resume", goals[1]), &["until: se=0.0000001", "se=0.0008"]);
        assert!(other.contains("looks before"), "{other}");
        desk.goes_on(&format!("{table} --until se=0.0000001 --runs {}", desk.saved_games() + 3000), 2);
        // Ended by its goal, it is complete, and stays what it is however often it goes on.
        let ended = format!("{table} {}", goals[1]);
        desk.result(&format!("{ended} --replace --out out"));
        desk.goes_on(&ended, 1);
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_says_how_to_go_on_and_does() {
    let desk = Desk::new();
    let (code, told) = interrupt(&desk, &format!("{GANG} --seating fixed --runs 1e12 --progress always --out out"));
    assert_eq!(code, Some(130), "{told}");
    let command = told.lines().last().unwrap().trim();
    assert_eq!(command, format!("analyze {GANG} --seating fixed --runs 1e12 --progress always --out out --resume"));
    let manifest: serde_json::Value = serde_json::from_str(&desk.read("out/run.json")).unwrap();
    assert_eq!(manifest["until"], "interrupted");
    desk.goes_on(&format!("{GANG} --seating fixed --runs {}", manifest["runs"].as_u64().unwrap() + 300), 2);
}

#[test]
fn a_finished_run_can_be_made_longer_and_not_shorter() {
    let desk = Desk::new();
    desk.result(&format!("{GANG} --runs 3000 --out out"));
    desk.goes_on(&format!("{GANG} --runs 9000"), 2);
    desk.refused(&format!("{GANG} --runs 8000 --out out --resume"), &["blocks: 3000 there already, 2667 wanted"]);
}

/// A record with another seed would have been gone on with as games of that seed, and reported as such.
#[test]
fn a_changed_seed_in_run_json_is_refused() {
    let desk = Desk::new();
    desk.result(&format!("{GANG} --runs 300 --out out"));
    let good = desk.read("out/run.json");
    for (old, new) in [("\"seed\": 7", "\"seed\": 77"), ("\"seating\": \"rotate\"", "\"seating\": \"fixed\"")] {
        assert!(good.contains(old), "{good}");
        desk.write("out/run.json", good.replace(old, new));
        desk.refused("report out", &["run.json is not as it was written"]);
        let other = format!("{} --runs 600 --out out --resume", GANG.replace("--seed 7", "--seed 77"));
        desk.refused(&other, &["run.json is not as it was written"]);
    }
    desk.write("out/run.json", good);
    desk.result("report out");
}

/// 10,000,002 games went for 167,898 without a word.
#[test]
fn a_longer_run_is_never_replaced_silently() {
    const CARDS: &str = "cards --deck three.toml --max-dice 1";
    let desk = Desk::new();
    desk.write("three.toml", THREE_CARDS);
    for (longer, shorter) in [
        (format!("{GANG} --runs 6000"), format!("{GANG} --until se=0.05")),
        ("compare chaser bold --game gang --runs 3000".to_owned(), "compare chaser bold --until se=0.05".to_owned()),
        (format!("{CARDS} --runs 600"), format!("{CARDS} --runs 60")),
    ] {
        desk.result(&format!("{longer} --out out --replace"));
        desk.refused(&format!("{shorter} --out out"), &["out holds", "--replace"]);
    }
    let again = desk.run(&format!("{CARDS} --runs 600 --out out"));
    assert!(!again.err.contains("holds"), "{}", again.err);
}

#[test]
fn every_thing_that_differs_is_named() {
    let desk = Desk::new();
    desk.write("mine.toml", "name = \"mine\"\nabout = \"a\"\ndice = 3\n");
    let table = "--game gang --players 2 --bots mine.toml,bold";
    desk.result(&format!("{table} --runs 300 --out out"));
    desk.write("mine.toml", "name = \"mine\"\nabout = \"a\"\ndice = 4\n");
    let words = [
        "strategies: 'mine' is not what it was",
        "resolved: 'rules'",
        "seed: 1 there, 2 here",
        "seating: \"rotate\" there",
    ];
    desk.refused(&format!("{table} --runs 600 --out out --resume --seed 2 --rule rerolls=4 --seating fixed"), &words);
    desk.refused("compare bold chaser --players 2 --out out --resume", &["command: simulation there, compare here"]);
    desk.refused(
        "--game pot --players 2 --runs 600 --out out --resume",
        &["game: \"gang\" there, \"pot\" here", "lineup:"],
    );
}

/// A new run over what was saved is refused if it is shorter and says so if not, and a report of the files beside it leaves it
/// alone.
#[test]
fn what_was_saved_is_not_lost_silently() {
    let desk = Desk::new();
    desk.result(&format!("{GANG} --runs 9 --seed 8 --out out").replacen("--seed 7 ", "", 1));
    desk.kill_after_saves(&format!("{GANG} --runs 1e12"), 1);
    desk.result("report out");
    let saved = desk.saved_games();
    assert!(saved > 9);
    desk.tidy();
    let words = ["games of a run that was cut off", "--resume goes on with them", "--replace loses them"];
    desk.refused(&format!("{GANG} --runs 9 --out out"), &words);
    let told = desk.run(&format!("{GANG} --runs 9 --out out --replace"));
    assert!(
        told.err.contains("games of a run that was cut off; they are replaced (--resume goes on with them)"),
        "{}",
        told.err
    );
    assert!(!desk.path(SAVED).exists());
}

#[test]
fn going_on_from_nothing_is_beginning_and_said() {
    let desk = Desk::new();
    let told = desk.run(&format!("{GANG} --runs 300 --out out --resume"));
    assert_eq!(told.code, Some(0), "{}", told.err);
    assert!(told.err.contains("nothing to resume in out; starting with the first game"), "{}", told.err);
    desk.goes_on(&format!("{GANG} --runs 300"), 1);
}

#[test]
fn what_was_saved_and_damaged_is_refused() {
    let desk = Desk::new();
    desk.kill_after_saves(&format!("{GANG} --runs 1e12"), 1);
    desk.tidy();
    let good = desk.read(SAVED);
    let go_on = format!("{GANG} --runs 1e12 --out out --resume");
    for (bad, word) in [
        (good.replacen("\"blocks\":", "\"blocks\": ", 1), "is damaged: its checksum"),
        (good[..good.len() / 2].to_owned(), "is damaged"),
        (String::new(), "is cut off"),
    ] {
        desk.write(SAVED, bad);
        // The lock and the folder under way are gone when it was refused.
        desk.refused(&go_on, &[word]);
    }
}

/// It comes about in one of some thousand games.
#[test]
fn a_fault_leaves_nothing_saved() {
    let desk = Desk::new();
    desk.write(
        "late.rhai",
        "const NAME = \"late\"; const ABOUT = \"at fault\";\nfn reroll(plan, roll) { [] }\nfn commit(view) { if view.pool >= 72 { \
         0 } else { 1 } }\n",
    );
    let told =
        desk.run("--game gang --players 2 --bots late.rhai,bold --engine dice --runs 1e12 --save-every 0.05 --out out");
    assert_eq!(told.code, Some(3), "{}", told.err);
    assert!(!desk.path("out").exists());
}
