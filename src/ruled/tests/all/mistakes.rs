//! Mistakes in files of games, and what is said about each.

use crate::common::source;
use analyze_core::input::{BadInput, Source};
use analyze_ruled::{Limits, Ruled, game_from};
use std::time::Duration;

/// What is said of a game of pig or farkle in which something is replaced.
fn said(name: &str, from: &str, to: &str) -> String {
    let text = source(&format!("games/{name}")).text;
    assert!(text.contains(from), "{from}");
    let source = Source::new(format!("{name}.toml"), text.replacen(from, to, 1));
    let limits = Limits { time: Duration::from_secs(5), ..Limits::default() };
    let found: Result<(), BadInput> = Ruled::read(&source, Some(2), &[]).and_then(|game| game.check(limits).map(drop));
    found.map_or_else(|bad| bad.to_string(), |()| "nothing".to_owned())
}

/// A game, what is replaced in it by what, and what is said then.
const MISTAKES: &[(&str, &str, &str, &str)] = &[
    ("pig", "default = 100", "defualt = 100", "pig.toml:8:11: unknown key 'defualt' (did you mean 'default'?)"),
    ("pig", "sum == bust", "summ == bust", "pig.toml:24:10: unknown word 'summ' (did you mean 'sum'?)"),
    ("pig", "-> lose", "-> loose", "pig.toml:24:25: there is no step 'loose' (did you mean 'lose'?)"),
    ("pig", "banks = \"score\"", "banks = \"scores\"", "no player has a field 'scores' (did you mean 'score'?)"),
    ("pig", "{ banks = \"score\", about", "{ about", "'lose' needs a field of the turn that is banked"),
    ("pig", "[step.roll]", "[roll]", "unknown key 'roll' (a step is written [step.roll])"),
    (
        "pig",
        "sides = \"sides\"",
        "sides = 6\nred.sides = 6\nblue.sides = 6",
        "each has its own 'sides' (write it as red.sides = …)",
    ),
    ("pig", "choices = [\"roll\",", "choices = [\"roll\", \"go home -> pass\",", "its name is one word"),
    ("pig", "roll = 1", "roll = 2", "but there is room for 1; most = 2 under [dice] is enough"),
    ("pig", "total += sum, enough", "enough, total += sum", "nothing happens after it goes on"),
    ("pig", "total += sum, enough", "total += sum", "this does not say where the turn continues"),
    ("pig", "\"decide\"]", "\"sum -> decide\"]", "this is a number, but a condition is needed here"),
    ("pig", "total += sum, enough", "total += sum / 0, enough", "this is 0, and nothing can be divided by 0"),
    ("pig", "when  = \"score >= goal\"\n", "", "no game ends"),
    ("pig", "when  = \"score >= goal\"", "when  = \"score >= 1000000\"", "no game ended"),
    (
        "pig",
        "total += sum, enough",
        "points += sum, enough",
        "'points' can't be set (valid: score, total, dice; or write points",
    ),
    (
        "pig",
        "about = \"the points of this turn, which are not banked yet\" }",
        "most = \"score\" }",
        "unknown word 'score'",
    ),
    ("pig", "sides = \"sides\"", "sides = 0", "'sides' is 0 here, but must be from 2 to 100"),
    ("pig", "choices = [\"roll\",", "choices = [\"roll if total < 5\",", "nothing"),
    ("pig", "[end]", "[step.extra]\nthen = \"pass\"\n[end]", "nothing leads to the step 'extra'"),
    ("pig", "about = \"the points of this", "most = 20, about = \"the points of this", "'total' becomes 2"),
    (
        "pig",
        "then = [\"score + total >= goal -> bank\", \"decide\"]",
        "then = [\"decide\", \"score + total >= goal -> bank\"]",
        "this is never reached",
    ),
    (
        "pig",
        "then = [\"sum == bust -> lose\", \"total += sum, enough\"]",
        "then = [\"sum == bust and total < 0 -> enough\", \"roll\"]",
        "not over",
    ),
    ("farkle", "\"5\" = 50", "\"5\" = 50\n\"1 5 1\" = 7\n\"5 1 1\" = 7", "'5 1 1' is the same dice as '1 5 1'"),
    ("farkle", "keep = \"points(kept) > 0\"", "keep = \"points(kept) > 60\"", "nothing can be chosen here"),
    ("farkle", "do   = \"total", "then = \"decide\"\ndo = \"total", "duplicate key"),
    ("farkle", "\"best == 0 -> lose\", ", "", "nothing can be chosen here"),
    ("pig", "title = \"Pig\"", "title = \"P\\u001big\"", "this has the sign U+001B, which nobody sees"),
    ("pig", "title = \"Pig\"", "title = \"P\\u202eig\"", "this has the sign U+202E"),
    ("gang", "[player]", "[player]\ngone = \"x\"", "'gone' is the round in which the player went out"),
    ("gang", "bomb sum7:", "bomb pot sum7:", "'pot' is the name of something else, too"),
    ("gang", "bomb sum7:", "bomb sum7!:", "'sum7!' cannot be a name"),
];

#[test]
fn each_mistake_is_said_with_its_place() {
    let mut wrong = Vec::new();
    for (name, from, to, expected) in MISTAKES {
        let said = said(name, from, to);
        if !said.contains(expected) {
            wrong.push(format!("{from} as {to}: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn all_mistakes_are_said_at_once() {
    let text = source("games/pig").text.replace("sum == bust", "summ == bust").replace("hold -> bank", "hold -> bnak");
    let bad = Ruled::read(&Source::new("pig.toml", text), Some(2), &[]).unwrap_err();
    assert_eq!(bad.problems.len(), 2, "{bad}");
}

/// Such names were hidden by the words that they are, without a remark.
#[test]
fn names_of_dice_are_not_given_to_something_else() {
    for name in ["dice", "kept", "none", "number", "rest"] {
        let found = said("pig", "goal  =", &format!("{name} = {{ default = 1, about = \"x\" }}\ngoal  ="));
        assert!(found.contains(name) && found != "nothing", "{name}: {found}");
        let found = said("pig", "score = \"the points", &format!("{name} = \"x\"\nscore = \"the points"));
        assert!(found.contains(name) && found != "nothing", "{name}: {found}");
    }
}

#[test]
fn a_count_with_the_dice_first_is_told_how_it_is_written() {
    let text = "game = \"x\"\nplayers = \"2\"\n[press]\ndice = 5\nrolls = 3\nkeep = \"count(kept, 1) > 0\"\n";
    let wrong = Ruled::read(&Source::new("x.toml", text), None, &[]).unwrap_err().problems;
    assert!(wrong.iter().any(|problem| problem.help.as_deref() == Some("write count(1, kept)")), "{wrong:?}");
}

/// Such names hid the words of formulas, without a remark.
#[test]
fn names_are_words_that_formulas_do_not_have_already() {
    for name in ["sum", "best", "count", "has", "if", "not", "my field", "3rd", "#card"] {
        let found = said("pig", "goal  =", &format!("\"{name}\" = {{ default = 1, about = \"x\" }}\ngoal  ="));
        assert!(found.contains(name) && found != "nothing", "{name}: {found}");
        let found = said("pig", "score = \"the points", &format!("\"{name}\" = \"x\"\nscore = \"the points"));
        assert!(found.contains(name) && found != "nothing", "{name}: {found}");
    }
}

/// Lists of words had those that begin with a '#', which no file can use.
#[test]
fn lists_of_words_have_no_hidden_ones() {
    let found = said("pig", "sum == bust", "zzzzzzzz == bust");
    assert!(found.contains("valid:") && !found.contains('#'), "{found}");
}

/// Cards beyond the limit were taken, if they were in several parts.
#[test]
fn a_game_has_at_most_200_cards() {
    let cards = |n: usize| format!("cards = [{}]\n", "\"sum >= 7\", ".repeat(n));
    let of = |more: usize| said("gang", "[deck.dark]", &format!("[deck.more]\n{}\n[deck.dark]", cards(more)));
    assert!(of(200 - 18 + 1).contains("there are 201 cards, but a game has at most 200"), "{}", of(183));
    assert!(!of(200 - 18).contains("200"), "{}", of(182));
}

/// A file with the name of a built-in game was given that game's words and columns.
#[test]
fn no_file_has_the_name_of_a_built_in_game() {
    for name in ["gang", "pot", "battle", "pig"] {
        let text = source("games/pig").text.replace("game = \"pig\"", &format!("game = \"{name}\""));
        let text = text.replace("default = 100", "default = 50");
        let said = game_from(&Source::new("x.toml", text)).unwrap_err().to_string();
        assert!(
            said.contains(&format!("'{name}' is the name of a built-in game")) && said.contains("x.toml:2:8"),
            "{said}"
        );
    }
}

/// The dice of a preset were said to be 'most', which its file does not have.
#[test]
fn presets_are_told_of_the_keys_that_they_have() {
    let text = "game = \"x\"\nplayers = \"2\"\n[press]\ndice = 61\nbust = \"sum == 1\"\n";
    let wrong = Ruled::read(&Source::new("x.toml", text), None, &[]).unwrap_err().to_string();
    assert!(wrong.contains("'dice' is 61 here, but must be from 1 to 60") && !wrong.contains("most"), "{wrong}");
}
