//! Strategy files for Battle Dice on the command line: what the tutorial says, what ships, and what a wrong one is told.

use crate::program::Desk;
use analyze::games::battle::Battle;
use analyze::strategies::Catalogue;
use std::path::Path;

/// A whole file with these lines.
fn file(lines: &str) -> String {
    format!("name = \"tried\"\nabout = \"is tried\"\ngame = \"battle\"\n{lines}\n")
}

/// The measure of readability: buy black first and save for it, fight the weakest while ahead, cancel the leader's best.
#[test]
fn an_idea_takes_six_lines() {
    let idea = "buy = \"none\"\ncancel = \"leader's highest, usual\"\n[[rule]]\nwhen = \"points >= 5\"\n\
                buy = \"black, dearest\"\nagainst = \"weakest\"";
    assert_eq!(idea.lines().count(), 6);
    let desk = Desk::new();
    desk.write("my.toml", file(idea));
    assert!(desk.result("check my.toml").contains("strategy 'tried' for battle"));
}

/// The pieces of the tutorial make up one file, and its script is one.
#[test]
fn the_tutorial_is_right() {
    let section = include_str!("../../../docs/strategies/battle.md");
    let blocks = |language: &str| {
        let fence = format!("```{language}\n");
        let pieces = section.split(&fence).skip(1);
        pieces.map(|piece| piece.split("```").next().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(blocks("toml").len(), 6);
    let desk = Desk::new();
    desk.write("my-idea.toml", blocks("toml")[0]);
    desk.write("whole.toml", blocks("toml").concat());
    desk.write("my-idea.rhai", blocks("js")[0]);
    for (name, words) in [("my-idea.toml", "no problems"), ("whole.toml", "enough=3"), ("my-idea.rhai", "no problems")]
    {
        assert!(desk.result(&format!("check {name}")).contains(words), "{name}");
    }
}

#[test]
fn what_ships_can_be_shown_copied_and_checked() {
    let desk = Desk::new();
    for (file, _) in Battle::FILES {
        let (name, end) = file.split_once('.').unwrap();
        let shown = desk.result(&format!("show --game battle {name}"));
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("strategies/battle/{file}"));
        assert_eq!(shown, std::fs::read_to_string(path).unwrap());
        desk.write(&format!("copy.{end}"), &shown);
        let checked = desk.result(&format!("check copy.{end}"));
        assert!(checked.contains(&format!("strategy '{name}' for battle")), "{checked}");
    }
    desk.write("rules.toml", desk.result("show rules --game battle"));
    assert!(desk.result("check rules.toml").contains("rules for battle: no problems"));
    desk.write("goal.toml", "goal = 30\nversion = \"deluxe-4\"\n");
    assert!(desk.result("check goal.toml").contains("rules for battle: no problems"));
}

#[test]
fn a_file_of_another_game_is_refused() {
    let desk = Desk::new();
    desk.write("my.toml", file(""));
    desk.write("my.rhai", "const NAME = \"my\"; const ABOUT = \"x\"; const GAME = \"battle\";\nfn buy(view) { [] }");
    desk.result("--game battle --bots my.toml,my.rhai --runs 12 --out out");
    for name in ["my.toml", "my.rhai"] {
        let told =
            desk.refused(&format!("--game gang --bots {name},bold --runs 6"), &["is for the game", "battle", "gang"]);
        assert_eq!(told.matches("error").count(), 1, "{told}");
    }
    desk.write("gang.toml", "name = \"x\"\nabout = \"x\"\ndice = 1\n");
    desk.refused(
        "--game battle --bots gang.toml,plain --runs 6",
        &["this file does not say that it is for battle", "game = \"battle\""],
    );
    desk.write("gang.rhai", "const NAME = \"my\"; const ABOUT = \"x\";\nfn commit(view) { 1 }\nfn reroll(p, r) { [] }");
    desk.refused("--game battle --bots gang.rhai,plain --runs 6", &["GAME is missing", "const GAME = \"battle\";"]);
}

#[test]
fn what_people_read_check_battle_strategies() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/battle/wrong");
    let names = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert!(names.len() >= 20);
    let desk = Desk::new();
    let mut all = String::new();
    for name in &names {
        desk.write(name, std::fs::read(folder.join(name)).unwrap());
        let told = desk.refused(&format!("check {name}"), &["error: "]);
        all.push_str(&format!("$ analyze check {name}\n{told}\n"));
    }
    insta::assert_snapshot!("check_battle_strategies", all);
}
