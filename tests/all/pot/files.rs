//! Strategy files for POT: what a wrong one is told, junk, and what an idea takes.

use crate::program::Desk;
use analyze::games::pot::Pot;
use analyze::strategies::Catalogue;
use std::path::Path;

/// Files of one defect each, below the same top.
const WRONG: [(&str, &str); 22] = [
    ("unknown key", "rerol = \"letters\"\n"),
    ("unknown word", "pay = \"pott >= 3\"\n"),
    ("a number for a condition", "pay = \"pot\"\n"),
    ("a condition for a number", "plan = \"reach first\"\n"),
    ("no such stop", "stop = \"sum > 12\"\n"),
    ("two sums", "stop = \"beat or sum >= 12\"\n"),
    ("no such combo", "stop = \"'445'\"\n"),
    ("which dice", "reroll = \"letter\"\n"),
    ("stands alone", "reroll = \"1, towards combo\"\n"),
    ("towards what", "free = \"towards '111'\"\n"),
    ("no such plan", "plan = \"max-sun\"\n"),
    ("plan and words", "plan = \"beat\"\nreroll = \"all\"\n"),
    ("never used", "reroll = \"all\"\nfree = \"all\"\nlast = \"none\"\n"),
    ("no such order", "from = \"rich\"\n"),
    ("no such alternative", "345 = \"player\"\n"),
    ("a rule that says nothing", "[[rule]]\nwhen = \"first\"\n"),
    ("a name that is taken", "[amounts]\npot = 3\n"),
    ("further down", "[conditions]\nlate = \"large > 3\"\n[amounts]\nlarge = \"pot / 2\"\n"),
    ("a combo too early", "[[rule]]\nwhen = \"'444'\"\nreroll = \"all\"\n"),
    (
        "said before",
        "[[rule]]\nwhen = \"last\"\nplan = \"beat\"\n[[rule]]\nwhen = \"pot > 3 and last\"\nplan = \"max-sum\"\n",
    ),
    ("contradiction", "[[rule]]\nwhen = \"pot < 3 and pot >= 8\"\npay = \"always\"\n"),
    ("all at once", "stop = \"often\"\npay = 3\nto = \"\"\n[[rule]]\nwhen = \"pot >\"\nplan = \"reach\"\n"),
];

/// What stands at the top of every file of these tests.
const TOP: &str = "name = \"tried\"\nabout = \"is tried\"\ngame = \"pot\"\n";

/// An idea in the words of a designer: stop at a combo or a score that beats, else reroll what shows less than 3; last
/// to act, go for the POT and pay for it while it is large.
const IDEA: &str = include_str!("../../games/pot/idea.toml");

#[test]
fn an_idea_takes_six_lines() {
    assert_eq!(IDEA.lines().count(), 6);
    let desk = Desk::new();
    desk.write("idea.toml", format!("{TOP}{IDEA}"));
    let told = desk.result("check idea.toml");
    assert!(told.contains("strategy 'tried' for pot") && told.contains("no problems"), "{told}");
    desk.result("--game pot --bots idea.toml,thief,letters --runs 60 --out out");
    desk.refused(
        "--game gang --bots idea.toml,bold --runs 6",
        &["idea.toml:3:8", "for the game 'pot', not for 'gang'"],
    );
    desk.refused("--game pot --bots my.toml --runs 6", &["my.toml", "cannot read"]);
    desk.write("gang.toml", "name = \"two\"\nabout = \"two dice\"\ndice = 2\n");
    desk.refused("--game pot --bots gang.toml,thief --runs 6", &["this file does not say that it is for pot"]);
}

#[test]
fn what_ships_can_be_shown_copied_and_checked() {
    let desk = Desk::new();
    for &(file, text) in Pot::FILES {
        let (name, kind) = file.split_once('.').unwrap();
        let shown = desk.result(&format!("show --game pot {name}"));
        assert_eq!(shown, text);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("strategies/pot/{file}"));
        assert_eq!(shown, std::fs::read_to_string(path).unwrap());
        desk.write(&format!("copy.{kind}"), &shown);
        let checked = desk.result(&format!("check --game pot copy.{kind}"));
        assert!(checked.contains(&format!("strategy '{name}' for pot")), "{checked}");
    }
    let rules = desk.result("show rules --game pot");
    desk.write("rules.toml", &rules);
    assert!(desk.result("check rules.toml").contains("rules for pot"));
}

#[test]
fn what_people_read_check_pot() {
    let desk = Desk::new();
    let mut all = String::new();
    for (defect, text) in WRONG {
        desk.write("wrong.toml", format!("{TOP}{text}"));
        let told = desk.refused("check wrong.toml", &["error: "]);
        all.push_str(&format!("# {defect}\n{told}\n"));
    }
    insta::assert_snapshot!("check_pot", all);
}

/// The blocks of a language in a part of the guide, one below the other.
fn guide(part: &str, language: &str) -> Vec<String> {
    let guide = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/strategies/pot.md")).unwrap();
    let part = guide.split("\n## ").find(|text| text.starts_with(part)).unwrap();
    part.split("```").filter_map(|block| block.strip_prefix(language)).map(str::to_owned).collect()
}

#[test]
fn the_guide_writes_what_can_be_played() {
    let desk = Desk::new();
    desk.write("guide.toml", guide("Writing a strategy for POT", "toml\n").concat());
    assert!(desk.result("check guide.toml").contains("strategy 'mine' for pot"));
    let scripts = guide("Scripts for POT", "js\n");
    assert_eq!(scripts.len(), 2);
    for (script, name) in scripts.iter().zip(["my-idea", "my-prices"]) {
        desk.write("guide.rhai", script);
        assert!(desk.result("check guide.rhai").contains(&format!("strategy '{name}' for pot")));
    }
}
