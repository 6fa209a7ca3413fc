//! Where files go when nobody says where: one command never replaces what another one left, and goes on where it was.

use crate::program::{Desk, csv_rows};
use crate::replaced::THREE_CARDS;

/// The folders in `reports`, in the order of the alphabet.
fn folders(desk: &Desk) -> Vec<String> {
    let top = |name: &String| name.matches('/').count() == 1 && name.ends_with('/');
    desk.files("reports").into_keys().filter(top).map(|name| name.trim_end_matches('/').to_owned()).collect()
}

/// The experiment in the rows of a table.
fn experiment(desk: &Desk, file: &str) -> String {
    let rows = csv_rows(&desk.read(file));
    let at = rows[0].iter().position(|column| column == "experiment").unwrap();
    rows[1][at].clone()
}

/// Of each kind of command: the plain one, and one that differs in what decides the games. Ten commands leave ten folders, and the
/// digits in the name of a folder are those in its tables.
#[test]
fn different_experiments_go_to_different_folders() {
    let desk = Desk::new();
    let plain = [
        ("--game pig --runs 60", "pig-3p"),
        ("--game pig --players 2 --runs 60", "pig-2p"),
        ("compare hold race --runs 60", "compare-hold-race"),
        ("compare hold race --runs 60 --metric win_share", "compare-hold-race-win_share"),
    ];
    for (command, folder) in plain {
        desk.result(command);
        assert!(desk.path(&format!("reports/{folder}/run.json")).exists(), "{command}: {:?}", folders(&desk));
    }
    let others = [
        ("--game pig --runs 60 --rule goal=50", "pig-3p", "summary.csv"),
        ("--game pig --runs 60 --seed 2", "pig-3p", "summary.csv"),
        ("--game pig --runs 60 --seating all", "pig-3p", "summary.csv"),
        ("--game pig --runs 60 --bots hold", "pig-3p", "summary.csv"),
        ("compare hold race --runs 60 --rule goal=50", "compare-hold-race", "compare.csv"),
        ("compare hold race --runs 60 --against crowd", "compare-hold-race", "compare.csv"),
        ("compare hold race --runs 60 --players 4", "compare-hold-race", "compare.csv"),
        ("compare hold race crowd --runs 60 --against hold", "compare-hold-race-crowd", "ranking.csv"),
        ("compare hold:20 race --runs 60", "compare-hold-20-race", "compare.csv"),
        ("compare hold race --runs 60 --margin 0.1", "compare-hold-race", "compare.csv"),
        ("compare hold race --runs 60 --alpha 0.1", "compare-hold-race", "compare.csv"),
        ("compare hold race --runs 600 --until verdict", "compare-hold-race", "compare.csv"),
        ("compare hold race --runs 600 --until verdict --test sprt", "compare-hold-race", "compare.csv"),
    ];
    let mut expected: Vec<String> = plain.iter().map(|(_, folder)| (*folder).to_owned()).collect();
    for (command, start, table) in others {
        let before = folders(&desk);
        desk.result(command);
        let new: Vec<String> = folders(&desk).into_iter().filter(|folder| !before.contains(folder)).collect();
        let [new] = &new[..] else { panic!("{command} left {new:?}") };
        assert_eq!(*new, format!("{start}-{}", experiment(&desk, &format!("reports/{new}/{table}"))), "{command}");
        expected.push(new.clone());
    }
    for vary in ["--vary goal=50|60", "--vary goal=50|70", "--vary goal=50|60 --seed 2"] {
        let before = folders(&desk).len();
        desk.result(&format!("--game pig --runs 60 {vary}"));
        assert_eq!(folders(&desk).len(), before + 1, "{vary}");
    }
    assert!(folders(&desk).iter().filter(|folder| folder.starts_with("pig-sweep-")).count() == 3);
}

/// Three million games went for a hundred with another `--target`: what decides a verdict, or which games are played, was no part
/// of the folder's code.
#[test]
fn what_decides_a_verdict_is_part_of_the_code() {
    let desk = Desk::new();
    desk.write("three.toml", THREE_CARDS);
    desk.result("--game pig --runs 60");
    for command in [
        "tune game --game pig --players 2 --runs 60 --vary goal=50|60 --target seat1=0.4..0.6",
        "tune game --game pig --players 2 --runs 60 --vary goal=50|60 --target seat1=0.45..0.6",
        "tournament hold race crowd --game pig --players 2 --runs 60",
        "tournament hold race crowd --game pig --players 2 --runs 60 --margin 0.1",
        "tournament hold race crowd --game pig --players 2 --runs 60 --alpha 0.1",
        "tournament hold race crowd --game pig --players 2 --runs 60 --allot even",
        "compare hold race --game pig --runs 60 --vary goal=50|60",
        "compare hold race --game pig --runs 60 --vary goal=50|60 --margin 0.1",
        "cards --deck three.toml --max-dice 1 --runs 30",
        "cards --deck three.toml --max-dice 1 --runs 30 --by best",
    ] {
        let before = folders(&desk);
        desk.result(command);
        assert_eq!(folders(&desk).len(), before.len() + 1, "{command}: {before:?}");
        desk.result(command);
        assert_eq!(folders(&desk).len(), before.len() + 1, "{command} again: {before:?}");
    }
}

/// `48797637` was read as a number, and `7e123456` as infinity.
#[test]
fn a_code_begins_with_a_letter() {
    let desk = Desk::new();
    for seed in 1..=40 {
        desk.result(&format!("--game pig --runs 6 --seed {seed} --out out --quiet"));
        let code = experiment(&desk, "out/summary.csv");
        let digits = code.strip_prefix('x').unwrap_or_else(|| panic!("{code}"));
        assert!(digits.len() == 8 && digits.bytes().all(|b| b.is_ascii_hexdigit()), "{code}");
    }
}

/// What does not decide the games does not change the folder: the number of games, threads, how they are shown; nor does it
/// to say what is the default.
#[test]
fn the_same_games_go_to_the_same_folder() {
    let desk = Desk::new();
    for rest in ["", " --threads 1 --format csv --quiet", " --seed 1 --rule goal=100 --engine auto", " --until se=0.4"]
    {
        desk.result(&format!("--game pig --runs 60{rest}"));
        desk.result(&format!("compare hold race --game pig --runs 60{rest}").replace("--seed 1", "--seed 2"));
        assert_eq!(folders(&desk), ["compare-hold-race", "pig-3p"], "{rest}");
    }
    desk.result("--game pig --runs 120 --rule goal=50");
    desk.result("--game pig --runs 180 --rule goal=50 --resume");
    assert_eq!(folders(&desk).len(), 3);
    let other = folders(&desk).into_iter().find(|folder| folder.starts_with("pig-3p-")).unwrap();
    assert!(desk.read(&format!("reports/{other}/run.json")).contains("\"runs\": 180"));
    desk.refused("--game pig --runs 60 --rule goal=50", &[&format!("reports/{other} holds 180 games, and")]);
}

/// The content of a deck or a strategy file decides, not its name.
#[test]
fn a_file_that_was_changed_is_another_experiment() {
    let desk = Desk::new();
    for hold in [20, 21] {
        desk.write("mine.toml", format!("name = \"mine\"\nabout = \"it holds\"\ngame = \"pig\"\nhold = \"{hold}\"\n"));
        desk.result("--game pig --bots mine.toml,hold,race --runs 60");
    }
    assert_eq!(folders(&desk).len(), 2, "{:?}", folders(&desk));
}

/// Cards of two decks, with a deck of three rounds, which takes no time.
#[test]
fn cards_of_other_decks_have_other_folders() {
    let desk = Desk::new();
    let card = |id: &str, back: &str| {
        format!("[[card]]\nid = \"{id}\"\ncondition = \"sum>=7\"\ntrigger = \"bomb\"\nback = \"{back}\"\n")
    };
    let cards = [("a", "light"), ("b", "light"), ("c", "dark")].map(|(id, back)| card(id, back)).concat();
    let deck = format!("id = \"three\"\nname = \"Three\"\nremoved = {{ light = 0, dark = 0 }}\n{cards}");
    desk.write("three.toml", &deck);
    desk.write("other.toml", deck.replace("sum>=7", "sum>=8"));
    for deck in ["three.toml", "other.toml"] {
        desk.result(&format!("cards --deck {deck} --max-dice 2 --runs 30"));
    }
    let kept = folders(&desk);
    assert!(kept.len() == 2 && kept.iter().all(|folder| folder.starts_with("cards-")), "{kept:?}");
    desk.result("cards --deck three.toml --max-dice 2 --runs 60");
    assert_eq!(folders(&desk), kept);
    // At which dice cards are compared decides which is hardest.
    desk.result("cards --deck three.toml --max-dice 2 --runs 60 --by best");
    assert_eq!(folders(&desk).len(), 3);
}
