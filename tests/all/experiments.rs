//! `analyze run`: whether an experiment file is the command that it stands for, whether the record of any folder is played
//! again to the same bytes, and what is refused.

use crate::program::Desk;
use analyze::record::{Manifest, Record};

/// A desk with two decks.
fn desk() -> Desk {
    let desk = Desk::new();
    let deck = desk.result("show reconstructed");
    desk.write("old.toml", &deck);
    desk.write("new.toml", deck.replacen("trigger = \"bomb\"", "trigger = \"explosion\"", 1));
    desk
}

/// All files are the same, but for the spelling of what was typed.
fn are_alike(desk: &Desk, a: &str, b: &str, what: &str) {
    let all_but_manifest = |folder: &str| {
        let mut files = desk.files(folder);
        assert!(files.remove("run.json").is_some(), "{what}");
        files
    };
    assert!(all_but_manifest(a) == all_but_manifest(b), "{what}");
    let options = |folder: &str| {
        let manifest = Manifest::from_json("run.json", &desk.read(&format!("{folder}/run.json"))).unwrap();
        let choices = manifest.choices();
        let values: Vec<(String, String)> = choices.into_iter().map(|choice| (choice.name, choice.value)).collect();
        (values, Manifest { options: Vec::new(), checksum: Default::default(), ..manifest })
    };
    assert_eq!(options(a), options(b), "{what}");
}

#[test]
fn an_experiment_file_is_the_command_it_stands_for() {
    let desk = desk();
    desk.write(
        "experiment.toml",
        "game = \"gang\"\nruns = 3e1\nbots = [\"chaser\", \"bold\"]\nengine = \"dice\"\nrule = [\"supply=unlimited\"]\n\
         quiet = true\n\n[vary]\nrerolls = \"1..2\"\nchaser.above = [10, 12]\ndeck = [\"old.toml\", \"new.toml\"]\n",
    );
    desk.result("run experiment.toml --out file --threads 1");
    desk.result(
        "--game gang --runs 30 --bots chaser,bold --engine dice --rule supply=unlimited --vary rerolls=1..2 --vary \
         chaser.above=10|12 --vary deck=old.toml|new.toml --out typed",
    );
    are_alike(&desk, "file", "typed", "a sweep");
    desk.write("plain.toml", "game = \"pig\"\nruns = 60\nseed = 3\n");
    desk.result("run plain.toml --out plain");
    desk.result("--game pig --runs 60 --seed 3 --out plain-typed");
    are_alike(&desk, "plain", "plain-typed", "a run");
}

#[test]
fn a_file_that_solves_a_game_is_its_command_and_is_checked() {
    let desk = Desk::new();
    desk.write("solve.toml", "command = \"solve\"\ngame = \"pig\"\nrule = [\"goal=30\"]\n");
    assert!(desk.result("check solve.toml").contains("an experiment, the solution of a game: no problems"));
    desk.result("run solve.toml --out file");
    desk.result("solve --game pig --rule goal=30 --out typed");
    assert!(desk.files("file") == desk.files("typed"));
    desk.write("solve.toml", "command = \"solve\"\ngame = \"pig\"\nrule = [\"gaol=30\"]\n");
    desk.refused("check solve.toml", &["gaol"]);
    desk.write("solve.toml", "command = \"solve\"\ngame = \"battle\"\n");
    desk.refused("check solve.toml", &["only Gang of Dice, POT, Pig, and games from files can be solved"]);
}

/// Tournaments, and what is tuned.
#[test]
fn files_of_tournaments_and_of_tuning_are_their_commands() {
    let desk = Desk::new();
    for (text, command) in [
        (
            "command = \"tournament\"\ngame = \"pig\"\nstrategies = [\"hold:19..21\", \"race\"]\nplayers = 2\nruns = 3e3\n\
             allot = \"best\"\nagainst = [\"random\"]\nrule = [\"goal=50\"]\nquiet = true\n",
            "tournament hold:19..21 race --game pig --players 2 --runs 3e3 --allot best --against random --rule goal=50",
        ),
        (
            "command = \"tune\"\nstrategy = \"race\"\nplayers = 2\nruns = 4e4\n[param]\nat = \"20..26/2\"\nnear = [20, 30]\n",
            "tune race --param at=20..26/2 --param near=20|30 --players 2 --runs 4e4",
        ),
        (
            "command = \"tune game\"\ngame = \"pig\"\nruns = 300\ntarget = [\"seat1=0.3..0.4\", \"rounds=1..9\"]\n[vary]\n\
             goal = [30, 50]\n",
            "tune game --game pig --runs 300 --vary goal=30|50 --target seat1=0.3..0.4 --target rounds=1..9",
        ),
    ] {
        desk.write("experiment.toml", text);
        desk.result("run experiment.toml --out file --replace");
        desk.result(&format!("{command} --out typed --replace"));
        are_alike(&desk, "file", "typed", command);
        let checked = desk.result("check experiment.toml");
        assert!(
            checked.starts_with("experiment.toml: an experiment, ") && checked.ends_with(": no problems\n"),
            "{checked}"
        );
    }
    desk.write("wrong.toml", "command = \"tune\"\nstrategy = \"race\"\ntraget = 3\n[param]\nat = \"9..5\"\n");
    desk.refused("run wrong.toml", &["unknown key 'traget'", "did you mean 'target'?", "the range 9..5 is empty"]);
    desk.write("wrong.toml", "command = \"tournament\"\nstrategies = \"race\"\n[param]\ngoal = [1, 2]\n");
    desk.refused("run wrong.toml", &["strategies: list them", "unknown key 'param'"]);
}

#[test]
fn what_is_typed_beside_a_file_takes_the_place_of_what_it_says() {
    let desk = desk();
    desk.write("file.toml", "game = \"gang\"\nruns = 10\nseed = 5\nrule = [\"rerolls=3\"]\nquiet = true\n");
    desk.result("run file.toml --runs 60 --seed=6 --rule bonus=[1,2] --out file");
    desk.result("--game gang --runs 60 --seed 6 --rule rerolls=3 --rule bonus=[1,2] --out typed");
    are_alike(&desk, "file", "typed", "a sweep");
}

#[test]
fn all_problems_of_a_file_are_told_with_their_places() {
    let desk = desk();
    desk.write("wrong.toml", "gmae = \"gang\"\nruns = \"many\"\nseating = \"roate\"\n\n[vary]\nrerolls = \"4..1\"\n");
    desk.refused(
        "run wrong.toml",
        &[
            "wrong.toml:1:1",
            "unknown key 'gmae'",
            "did you mean 'game'?",
            "wrong.toml:2:8",
            "'many'",
            "wrong.toml:3:11",
            "did you mean 'rotate'?",
            "wrong.toml:6:1",
            "the range 4..1 is empty",
        ],
    );
    desk.write("empty.toml", "runs = 10\n");
    desk.refused("run empty.toml", &["--game is missing"]);
    desk.refused("run missing.toml", &["cannot read the file"]);
}

/// The record of a folder makes the folder again, decks and rules of files included.
#[test]
fn a_record_is_played_again_to_the_same_bytes() {
    let desk = desk();
    desk.write("rules.toml", desk.result("show rules --game gang --edition blackrock"));
    for (folder, command) in [
        (
            "run",
            "--game gang --runs 30 --deck new.toml --rules rules.toml --rule rerolls=1 --bots chaser:above=12,bold",
        ),
        ("until", "--game pig --runs 5000 --until se=0.05 --bots hold:20,hold:5 --seating fixed"),
        ("compare", "compare bold cautious --runs 60 --engine dice --deck new.toml"),
        ("against", "compare chaser bold --against boss:3,odds --until verdict --runs 900 --engine dice"),
        ("parameter", "--game gang --runs 10 --engine dice --bots chaser,bold --vary chaser.above=10|14"),
        ("sweep", "--game gang --runs 10 --engine dice --deck new.toml --vary players=2..3 --vary rerolls=1..2"),
        (
            "decks",
            "--game gang --runs 10 --engine dice --bots chaser,bold --rule rerolls=1 --vary deck=old.toml|new.toml",
        ),
    ] {
        desk.result(&format!("{command} --out {folder}"));
        std::fs::rename(desk.path("old.toml"), desk.path("moved.toml")).unwrap();
        desk.result(&format!("run {folder}/run.json --out again-{folder}"));
        std::fs::rename(desk.path("moved.toml"), desk.path("old.toml")).unwrap();
        assert!(desk.files(folder) == desk.files(&format!("again-{folder}")), "{command}");
    }
}

#[test]
fn a_record_that_was_changed_or_has_a_strategy_of_a_file_is_refused() {
    let desk = desk();
    desk.write("mine.toml", desk.result("show chaser").replace("name = \"chaser\"", "name = \"mine\""));
    desk.result("--game gang --runs 30 --engine dice --bots mine.toml,bold --out file");
    desk.refused(
        "run file/run.json --out again",
        &["the hash of the strategy 'mine'", "type this instead", "--bots mine.toml,bold"],
    );
    desk.result("--game gang --runs 30 --engine dice --out plain");
    desk.write("plain/run.json", desk.read("plain/run.json").replace("rerolls = 2", "rerolls = 3"));
    desk.refused("run plain/run.json --out again", &["run.json is not as it was written", "changed after the run"]);
}

/// An experiment was "neither a strategy nor a deck nor a rules file".
#[test]
fn check_knows_experiments() {
    let desk = Desk::new();
    let checked = |text: &str| {
        desk.write("e.toml", text);
        desk.result("check e.toml")
    };
    let sweep = "game = \"gang\"\nruns = 300\n[vary]\nrerolls = \"2..3\"\nplayers = [2, 4]\n";
    assert_eq!(checked(sweep), "e.toml: an experiment of gang, 4 combinations, 1,200 games: no problems\n");
    assert_eq!(checked("game = \"pig\"\nruns = 90\n"), "e.toml: an experiment of pig, 90 games: no problems\n");
    let refused = |text: &str, words: &[&str]| {
        desk.write("e.toml", text);
        desk.refused("check e.toml", words);
    };
    refused(&sweep.replace("2..3", "2..99"), &["in the combination rerolls=11", "0 to 10"]);
    refused(&sweep.replace("runs", "rums"), &["e.toml:2:1", "unknown key 'rums'", "did you mean 'runs'?"]);
    refused(&sweep.replace("gang", "gong"), &["gong"]);
    refused("game = \"gang\"\nruns = 30\nbots = [\"nobody\"]\n", &["nobody"]);
}

/// The page said that `analyze run DIR/run.json` makes it again, and the name of the deck's file was refused.
#[test]
fn a_record_is_repeated_whatever_the_file_of_its_deck_is_called() {
    let desk = Desk::new();
    let deck = desk.result("show reconstructed");
    for name in ["bob's deck.toml", "deck, second (2).toml", "Würfel & Co.toml"] {
        desk.write(name, &deck);
        for vary in [&[][..], &["--vary", "rerolls=1..2"]] {
            let command = ["--game", "gang", "--deck", name, "--runs", "60", "--out", "one", "--replace"];
            assert_eq!(desk.run_with(&[&command[..], vary].concat()).code, Some(0), "{name}");
            desk.run("run one/run.json --out two --replace");
            assert_eq!(desk.files("two"), desk.files("one"), "{name}");
        }
    }
}

/// Its rows and its experiment had the path of a folder that was gone.
#[test]
fn a_deck_that_was_varied_was_called_by_its_path_when_tournaments_were_repeated() {
    let desk = Desk::new();
    let deck = desk.result("show reconstructed");
    let id = deck.lines().find(|line| line.starts_with("id = ")).unwrap().to_owned();
    desk.write("decks/mine.toml", deck.replacen(&id, "id = \"my-deck\"", 1));
    let varied = "tournament chaser bold --game gang --players 2 --vary deck=reconstructed|decks/mine.toml --runs 800";
    desk.result(&format!("{varied} --out typed"));
    desk.result("run typed/run.json --out again");
    assert!(desk.files("typed") == desk.files("again"));
    assert!(desk.read("typed/sweep.csv").contains("\nmy-deck,chaser,"));
}
