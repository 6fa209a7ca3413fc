//! Strategy files for POT: junk, threads, and what an idea takes.

use super::runs::{Lineup, setting};
use crate::runs::{ENGINES, Run};
use analyze::dice::RunKey;
use analyze::games::pot::{Pot, Strategy};
use analyze::games::{BuiltIn, Game, Table};
use analyze::input::Source;
use analyze::strategies::{Catalogue, Values, read, shipped_names};
use proptest::prelude::*;

/// What stands at the top of every file of these tests.
const TOP: &str = "name = \"tried\"\nabout = \"is tried\"\ngame = \"pot\"\n";

/// An idea in the words of a designer: stop at a combo or a score that beats, else reroll what shows less than 3; last
/// to act, go for the POT and pay for it while it is large.
const IDEA: &str = include_str!("idea.toml");

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

#[test]
fn every_name_is_found() {
    let names = shipped_names::<Pot>();
    let files = ["stand", "letters", "max-sum", "thief", "combo-hunter", "optimal-turn", "weigher"];
    assert_eq!(names, [&files[..], &["random", "optimal", "champion"]].concat());
}
