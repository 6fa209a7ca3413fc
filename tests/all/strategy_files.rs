//! Strategy files on the command line: names, parameters and hashes; what a wrong one is told; junk.

use crate::program::{Desk, csv_rows};
use analyze::dice::RunKey;
use analyze::games::gang::{Gang, Strategy};
use analyze::games::{BuiltIn, Game, Setting, Table};
use analyze::input::Source;
use analyze::strategies::{Catalogue, Loaded, Values, read, shipped, shipped_names};
use proptest::prelude::*;
use std::path::Path;

/// The file of an example in the words of a designer: on sum cards, last to act, one die more than the leader; against
/// odd cards odd dice and Bosses are rerolled.
const ONE_MORE: &str = r#"name = "one-more"
about = "one die more than the leader on sum cards, when last to act"
dice = "margin"

[parameters]
margin = { default = 2, least = 1, most = 9, about = "dice otherwise" }

[[rule]]
when = "sum and last"
dice = "best.dice + 1"
[[rule]]
when = "odd"
reroll = "odd, boss"
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("my.toml", ONE_MORE);
    desk
}

fn summary_names(desk: &Desk) -> Vec<String> {
    csv_rows(&desk.read("out/summary.csv")).into_iter().skip(1).map(|row| row[2].clone()).collect()
}

/// Only a program that has the library in it can be asked.
#[test]
fn a_script_that_asks_another_program_is_at_fault_in_this_one() {
    let desk = Desk::new();
    let decision = "fn roll(view) { ask_host(\"mine\", \"roll\", view) }";
    desk.write(
        "mine.rhai",
        format!("const NAME = \"mine\";\nconst ABOUT = \"asks\";\nconst GAME = \"pig\";\n{decision}\n"),
    );
    let said = desk.run_with(&["--game", "pig", "--players", "2", "--bots", "mine.rhai,hold", "--runs", "10"]);
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(
        said.err.contains("nobody can be asked here: a function of Python decides only when Python plays"),
        "{said:?}"
    );
}

#[test]
fn a_file_is_called_by_the_name_in_it() {
    let desk = desk();
    desk.write("deep/other.toml", ONE_MORE.replace("one-more", "other"));
    desk.result("--game gang --bots my.toml,./deep/other.toml:margin=3,my.toml:4@boss --runs 60 --out out");
    assert_eq!(summary_names(&desk), ["one-more", "other:margin=3", "one-more:4@boss"]);
    for (name, content) in desk.files("out") {
        let text = String::from_utf8(content).unwrap();
        // The page and run.json have names of files, for the command that makes them again, and no folder.
        let has_names = ["report.html", "run.json"].contains(&&*name);
        assert!(!text.contains("deep") && (has_names || !text.contains("toml")), "{name} has a path");
    }
}

#[test]
fn the_text_of_a_file_is_in_its_hash() {
    let hash = |text: &str, parameters: &str| {
        let desk = Desk::new();
        desk.write("my.toml", text);
        desk.result(&format!("--game gang --bots my.toml{parameters} --runs 6 --out out"));
        let manifest: serde_json::Value = serde_json::from_str(&desk.read("out/run.json")).unwrap();
        manifest["strategies"][0]["hash"].as_str().unwrap().to_owned()
    };
    let plain = hash(ONE_MORE, "");
    assert_eq!(hash(ONE_MORE, ":2"), plain, "the default, typed");
    assert_ne!(hash(ONE_MORE, ":3"), plain);
    assert_ne!(hash(&ONE_MORE.replace('\n', "\r\n"), ""), plain);
    assert_ne!(hash(&ONE_MORE.replace("margin = {", "margin  = {"), ""), plain);
}

#[test]
fn two_files_with_one_name() {
    let desk = desk();
    desk.write("same.toml", ONE_MORE);
    desk.write("mine.toml", ONE_MORE.replace("odd, boss", "odd"));
    desk.write("bold.toml", ONE_MORE.replace("one-more", "bold"));
    desk.result("--game gang --bots my.toml,./same.toml --runs 6 --out out");
    assert_eq!(summary_names(&desk), ["one-more"], "one strategy in two files");
    desk.refused("--game gang --bots my.toml,mine.toml --runs 6", &["'my.toml'", "'mine.toml'", "'one-more'"]);
    desk.refused("--game gang --bots bold,bold.toml --runs 6", &["'bold'", "'bold.toml'"]);
}

#[test]
fn a_wrong_file_or_parameter_is_refused_before_a_game_is_played() {
    let desk = desk();
    desk.write("wrong.toml", ONE_MORE.replace("best.dice", "best.dices"));
    desk.write("script.rhai", "fn commit(view) { 1 }");
    desk.refused("--game gang --bots my.toml,wrong.toml --runs 6", &["wrong.toml:10:9", "best.dices", "^^^^^^^^^^"]);
    desk.refused("--game gang --bots my.toml:10 --runs 6", &["--bots", "margin", "'10'", "from 1 to 9"]);
    desk.refused("--game gang --bots my.toml:marge=2 --runs 6", &["'marge'", "did you mean 'margin'"]);
    desk.refused("--game gang --bots no.toml --runs 6", &["no.toml", "cannot read"]);
}

/// A manifest holds no file, so the game is shown with the options of the run.
#[test]
fn a_game_of_a_file_is_told() {
    let desk = desk();
    desk.result("--game gang --bots my.toml,boss --runs 6 --out out");
    desk.refused("play --run out --index 0", &["'one-more'", "--bots", "instead of --run"]);
    assert!(desk.result("play --game gang --bots my.toml,boss --index 0").contains("one-more"));
}

#[test]
fn what_ships_can_be_shown_copied_and_checked() {
    let desk = Desk::new();
    for &(file, text) in Gang::FILES {
        let Some(name) = file.strip_suffix(".toml") else { continue };
        let shown = desk.result(&format!("show {name}"));
        assert_eq!(shown, text);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("strategies/gang/{file}"));
        assert_eq!(shown, std::fs::read_to_string(path).unwrap());
        desk.write("copy.toml", &shown);
        let checked = desk.result("check copy.toml");
        // 200 games against each other strategy that ships but the two for which a game is solved first, and 400 at the
        // largest table.
        let others = Gang::FILES.len() + Gang::entries().len() - 3;
        let games = 200 * others + 400;
        let played = checked.split(" games played: no ").next().and_then(|start| start.rsplit(' ').next());
        let played: usize =
            played.and_then(|games| games.replace(',', "").parse().ok()).unwrap_or_else(|| panic!("{checked}"));
        assert!(checked.contains(&format!("strategy '{name}' for gang, ")), "{checked}");
        // What did not apply in them is tried against several of each as well.
        assert!((games..games + 500).contains(&played), "{games} games, {checked}");
    }
    let loaded: Vec<Loaded<Gang>> = shipped().unwrap();
    let names: Vec<&str> = loaded.iter().map(|strategy| strategy.name.as_str()).collect();
    assert_eq!(names, shipped_names::<Gang>(), "each file has the name under which it is found");
}

/// What stands between two texts in what is told, without quotes.
fn between<'t>(told: &'t str, before: &str, after: &str) -> &'t str {
    let rest = told.split_once(before).unwrap_or_else(|| panic!("no {before:?} in:\n{told}")).1;
    rest.split_once(after).unwrap_or_else(|| panic!("no {after:?} in:\n{told}")).0.trim_matches('"')
}

/// The help names an example of a comparison, a condition and a quotient: each is put where the wrong one was. The
/// example of a comparison was about dice of Gang of Dice in the files of every game.
#[test]
fn examples_in_the_help_are_valid_in_the_files_of_the_game() {
    for (game, top) in [("gang", "dice = 2\n"), ("pot", ""), ("battle", "")] {
        let desk = Desk::new();
        let top = format!("name = \"tried\"\nabout = \"is tried\"\ngame = \"{game}\"\n{top}");
        let told = |text: &str, words: &str| {
            desk.write("wrong.toml", format!("{top}{text}\n"));
            desk.refused("check wrong.toml", &[words])
        };
        let number = told("[conditions]\nc = \"7\"", "a condition is needed here");
        let number = between(&number, "for example: ", "\n");
        let condition = told("[conditions]\nc = 7", "must be text");
        let condition = between(&condition, "for example ", "\n");
        let fraction = told("[amounts]\na = \"0.5\"", "a fraction cannot stand here");
        let fraction = between(&fraction, "all numbers are whole; ", " is the whole part");
        desk.write(
            "tried.toml",
            format!("{top}[conditions]\nc = \"{number}\"\nd = \"{condition}\"\n[amounts]\na = \"{fraction}\"\n"),
        );
        let checked = desk.result("check tried.toml");
        assert!(checked.contains(&format!("strategy 'tried' for {game}")), "{checked}");
    }
}

/// The measure of readability.
#[test]
fn an_idea_takes_six_lines() {
    let rules = ONE_MORE.lines().skip_while(|line| *line != "[[rule]]");
    assert_eq!(rules.count(), 6);
    assert!(desk().result("check my.toml").contains("no problems\n  margin=2  dice otherwise"));
}

/// In words, whether the decisions of a strategy can be remembered, and what keeps them from it.
#[test]
fn check_says_how_well_decisions_are_remembered() {
    let desk = Desk::new();
    desk.write("one.toml", "name = \"one\"\nabout = \"one die\"\ndice = 1\n");
    // Nothing is asked: a case for each card.
    let cards = Gang::set_up(4, &Setting::default()).unwrap().deck().cards.len();
    let told = desk.result("check one.toml");
    assert!(told.ends_with(&format!("\n  decisions are remembered: {cards} cases in 2,000 games\n")), "{told}");
    desk.write("last.toml", "name = \"last\"\nabout = \"x\"\ndice = 1\n[[rule]]\nwhen = \"last\"\ndice = 2\n");
    let told = desk.result("check last.toml");
    // Two places, and two dice cannot be committed where one is left.
    assert!((2 * cards..=3 * cards).any(|cases| told.contains(&format!(" {cases} cases"))), "{told}");
    for (body, because) in [
        ("view.seen.len() * 0 + 1", "decisions are asked for again each time, because of 'seen'"),
        ("if coin(65) < 9 { 1 } else { 1 }", "each time, because of a coin of more than 64 sides or tosses"),
        (
            "if view.round_reaches(4) { view.results.len() * 0 + 1 } else { 1 }",
            "others are asked for each time, because of 'results'",
        ),
    ] {
        let head = "const NAME = \"idea\"; const ABOUT = \"x\";\nfn reroll(plan, roll) { [] }\n";
        desk.write("idea.rhai", format!("{head}fn commit(view) {{ {body} }}\n"));
        let told = desk.result("check idea.rhai");
        assert!(told.contains(because), "{told}");
    }
    desk.write("hold.toml", desk.result("show hold"));
    assert!(!desk.result("check hold.toml").contains("decisions"), "Pig remembers none");
}

/// The chapter on scripts: with one die left, only one can be committed.
#[test]
fn scripts_of_the_guide_commit_no_more_than_is_allowed() {
    let chapter = include_str!("../../docs/strategies/scripts.md");
    let whole = |block: &&str| block.contains("fn commit(") && block.contains("fn reroll(");
    let scripts: Vec<&str> =
        chapter.split("```").filter_map(|block| block.strip_prefix("js\n")).filter(whole).collect();
    assert_eq!(scripts.len(), 2);
    let desk = Desk::new();
    for script in scripts {
        let head =
            if script.contains("const NAME") { "" } else { "const NAME = \"idea\"; const ABOUT = \"of the guide\";\n" };
        desk.write("idea.rhai", format!("{head}{script}"));
        assert!(desk.result("check idea.rhai").contains("no problems"));
    }
}

#[test]
fn what_people_read_check_strategies() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/wrong");
    let mut names: Vec<String> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert!(names.len() > 20);
    let desk = Desk::new();
    let mut all = String::new();
    for name in &names {
        desk.write(name, std::fs::read(folder.join(name)).unwrap());
        let told = desk.refused(&format!("check {name}"), &["error: "]);
        all.push_str(&format!("$ analyze check {name}\n{told}\n"));
    }
    insta::assert_snapshot!("check_strategies", all);
}

/// Reads a file, and if it is one, builds it and plays a block; it must end, and without a panic.
fn tried(text: &str) -> bool {
    let source = Source::new("tried.toml", text);
    let Ok(loaded) = read::<Gang>(&source) else { return false };
    let game = Gang::set_up(3, &Setting::default()).unwrap();
    let values = Values::read(&loaded.name, &loaded.parameters, &[]).unwrap();
    let strategy = (loaded.build)(&values, &game).unwrap();
    let players: [&dyn Strategy; 1] = [&*strategy];
    let mut scratch = game.scratch();
    for block in 0..2 {
        let block = RunKey::new(1).block(block);
        game.begin_block(block, &mut scratch);
        game.play(Table { strategies: &players, seating: &[0, 0, 0], block }, &mut scratch, &mut ()).unwrap();
    }
    true
}

/// Words that a file is made of.
const WORDS: [&str; 40] = [
    "dice",
    "best.dice + 1",
    "best",
    "pool / 8",
    "sum and last",
    "not",
    "or",
    "below",
    "lowest 2",
    "odd, boss",
    "boss",
    "safe(0.25)",
    "safe(",
    "min(",
    ")",
    "\"",
    "\"\"",
    "=",
    " = ",
    "\n",
    "[[rule]]\n",
    "[amounts]\n",
    "when = ",
    "is = ",
    "stop = \"beat\"\n",
    "plan = \"reach\"\n",
    "99999999999",
    "-1",
    "0",
    "0.5",
    "{",
    "}",
    "to_beat",
    "total >= 3",
    "valid and ",
    "'sum7-bomb'",
    "card.number",
    "é",
    "#",
    "reroll = \"odd\"\n",
];

fn shipped_texts() -> Vec<&'static str> {
    Gang::FILES.iter().filter(|(file, _)| file.ends_with(".toml")).map(|(_, text)| *text).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn junk_is_no_strategy(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(!tried(&String::from_utf8_lossy(&bytes)));
    }

    /// Bytes taken out, put in or changed, and words put in, of files that are right.
    #[test]
    fn edited_files_are_refused_or_play(
        text in prop::sample::select(shipped_texts()),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..40, 0usize..12, any::<bool>()), 1..5),
    ) {
        let mut letters: Vec<char> = text.chars().collect();
        for (at, word, taken, puts) in edits {
            let at = at.index(letters.len() + 1);
            let end = (at + taken).min(letters.len());
            let new: Vec<char> = if puts { WORDS[word].chars().collect() } else { Vec::new() };
            letters.splice(at..end, new);
        }
        tried(&letters.into_iter().collect::<String>());
    }

    /// Expressions of words in the places where they can stand.
    #[test]
    fn words_in_the_right_places_are_refused_or_play(
        texts in prop::collection::vec(prop::collection::vec(prop::sample::select(vec![
            "pool", "best", "best.total", "dice", "table", "a", "late", "sum", "bomb", "last", "first", "3", "8", "0",
            "+", "-", "*", "/", "<", ">=", "==", "and", "or", "not", "(", ")", "min(", ",", "safe(0.3)", "boss", "odd",
            "below", "lowest", "valid and total >=", "total >=", "reach", "'x'", "card.number", "pools.most", "round",
        ]), 1..8), 8),
    ) {
        let text: Vec<String> = texts.iter().map(|words| words.join(" ")).collect();
        tried(&format!(
            "name = \"x\"\nabout = \"x\"\ndice = \"{}\"\nstop = \"{}\"\nreroll = \"{}\"\n[amounts]\na = \"{}\"\n\
             [conditions]\nlate = \"{}\"\n[[rule]]\nwhen = \"{}\"\ndice = 2\n[[rule]]\nwhen = \"{}\"\nplan = \"{}\"\n",
            text[0], text[1], text[2], text[3], text[4], text[5], text[6], text[7]
        ));
    }
}

/// The longest file that can be read, of one thing over and over.
#[test]
fn long_files_are_read_in_bounded_time() {
    let top = "name = \"x\"\nabout = \"x\"\ndice = 1\n";
    let many = |piece: &str, times: usize| format!("{top}{}", piece.repeat(times));
    assert!(!tried(&many("[[rule]]\nwhen = \"sum\"\ndice = 2\n", 20_000)));
    assert!(tried(&many("[[rule]]\nwhen = \"sum and pool < 9 or table > 3 and best.total < pool\"\ndice = 2\n", 100)));
    let numbered: String =
        (0..100).map(|n| format!("[[rule]]\nwhen = \"pool < {n} and table + {n} < 5\"\ndice = 2\n")).collect();
    assert!(tried(&format!("{top}{numbered}")));
    let doubling: String = (1..50).map(|n| format!("a{n} = \"a{} + a{}\"\n", n - 1, n - 1)).collect();
    assert!(!tried(&format!("{top}[amounts]\na0 = 1\n{doubling}")));
    let or: String = (1..50).map(|n| format!("a{n} = \"a{} or a{}\"\n", n - 1, n - 1)).collect();
    assert!(!tried(&format!("{top}[conditions]\na0 = \"sum\"\n{or}")));
}
