//! Strategy files for POT: what a wrong one is told, junk, and what an idea takes.

use super::runs::{Lineup, setting};
use crate::program::Desk;
use crate::runs::{ENGINES, Run};
use analyze::dice::RunKey;
use analyze::games::pot::{Pot, Strategy};
use analyze::games::{Game, Table};
use analyze::input::Source;
use analyze::strategies::{Catalogue, Values, read, shipped_names};
use proptest::prelude::*;
use std::path::Path;

/// What stands at the top of every file of these tests.
const TOP: &str = "name = \"tried\"\nabout = \"is tried\"\ngame = \"pot\"\n";

/// An idea in the words of a designer: stop at a combo or a score that beats, else reroll what shows less than 3; last
/// to act, go for the POT and pay for it while it is large.
const IDEA: &str = r#"stop = "beat or combo"
reroll = "below 3"
[[rule]]
when = "last and pot >= 8"
plan = "beat"
pay = "always"
"#;

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

/// Reads a file, and if it is one, builds it and plays a game; it must end, and without a panic.
fn tried(text: &str) -> bool {
    let source = Source::new("tried.toml", text);
    let Ok(loaded) = read::<Pot>(&source) else { return false };
    let game = Pot::set_up(3, &setting(&["cap=100"])).unwrap();
    let values = Values::read(&loaded.name, &loaded.parameters, &[]).unwrap();
    let strategy = (loaded.build)(&values, &game).unwrap();
    let players: [&dyn Strategy; 1] = [&*strategy];
    game.play(Table { strategies: &players, seating: &[0, 0, 0], block: RunKey::new(1).block(0) }, &mut (), &mut ())
        .unwrap();
    true
}

/// Words that a file is made of.
const WORDS: [&str; 24] = [
    "pot",
    "coins.richest",
    "score",
    "to_beat",
    "first",
    "last",
    "not ",
    " or ",
    " and ",
    "below ",
    "lowest 2",
    "towards ",
    "combo",
    "'444'",
    "min(",
    ")",
    "\"",
    "\n",
    "[[rule]]\n",
    "when = ",
    "pay = \"always\"\n",
    "plan = \"coins\"\n",
    "99",
    "é",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn junk_is_no_strategy(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(!tried(&String::from_utf8_lossy(&bytes)));
    }

    /// Letters taken out, put in or changed, and words put in, of files that are right.
    #[test]
    fn edited_files_are_refused_or_play(
        text in prop::sample::select(Pot::FILES.iter().filter(|(file, _)| file.ends_with("toml")).map(|(_, text)| (*text).to_owned()).chain([format!("{TOP}{IDEA}")]).collect::<Vec<_>>()),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..24, 0usize..12, any::<bool>()), 1..5),
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
            "pot", "bank", "coins", "coins.next", "coins.control", "score", "to_act", "goal", "first", "last", "starter",
            "3", "8", "0", "+", "-", "*", "/", "<", ">=", "and", "or", "not", "(", ")", "min(", ",", "letters", "odd",
            "below", "lowest", "towards", "combo", "beat", "sum >=", "'345'", "reach", "coins and pot against", "a",
        ]), 1..7), 7),
    ) {
        let text: Vec<String> = texts.iter().map(|words| words.join(" ")).collect();
        tried(&format!(
            "{TOP}stop = \"{}\"\nreroll = \"{}\"\npay = \"{}\"\n[amounts]\na = \"{}\"\n[[rule]]\nwhen = \"{}\"\nplan = \
             \"{}\"\n[[rule]]\nwhen = \"{}\"\nlast = \"all\"\n",
            text[0], text[1], text[2], text[3], text[4], text[5], text[6]
        ));
    }
}

/// Line-ups with a file, a script and what draws its moves: same bytes at 1, 2 and 7 threads.
#[test]
fn threads_do_not_matter_to_files_and_scripts() {
    for kind in ENGINES {
        let lineup = || {
            let game = Pot::set_up(3, &setting(&["goal=12"])).unwrap();
            let source = Source::new("idea.toml", format!("{TOP}{IDEA}"));
            let loaded = read::<Pot>(&source).unwrap();
            let idea = (loaded.build)(&Values::read("tried", &[], &[]).unwrap(), &game).unwrap();
            let shipped =
                |name| analyze::strategies::find(name, &game).unwrap_or_else(|error| panic!("{error}")).strategy;
            Lineup::own(vec![idea, shipped("weigher"), shipped("optimal-turn")], &["goal=12"])
        };
        let play = |threads| lineup().run(kind, Run { seed: 5, blocks: 150, threads }).unwrap();
        let [one, two, seven] = [1, 2, 7].map(play);
        assert!(one == two && one == seven, "engine {kind}");
    }
}

/// The blocks of a language in a part of the guide, one below the other.
fn guide(part: &str, language: &str) -> String {
    let guide = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/strategies/pot.md")).unwrap();
    let part = guide.split("\n## ").find(|text| text.starts_with(part)).unwrap();
    part.split("```").filter_map(|block| block.strip_prefix(language)).collect()
}

#[test]
fn the_guide_writes_what_can_be_played() {
    let desk = Desk::new();
    desk.write("guide.toml", guide("Writing a strategy for POT", "toml\n"));
    desk.write("guide.rhai", guide("Scripts for POT", "js\n"));
    assert!(desk.result("check guide.toml").contains("strategy 'mine' for pot"));
    assert!(desk.result("check guide.rhai").contains("strategy 'my-idea' for pot"));
}

#[test]
fn every_name_is_found() {
    let names = shipped_names::<Pot>();
    assert_eq!(names, ["stand", "letters", "max-sum", "thief", "combo-hunter", "optimal-turn", "weigher", "random"]);
}
