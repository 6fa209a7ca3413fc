//! Scripts for games from files, against the files that say the same.

use crate::common::{game, strategy};
use analyze_core::dice::RunKey;
use analyze_core::input::Source;
use analyze_ruled::{Aim, Limits, Ruled, Strategy};

/// `bank` of Farkle.
const BANKER: &str = include_str!("banker.rhai");

/// `keep-pace` of Pig for any number of players: it asks who is ahead.
const PACE: &str = r#"
const NAME = "pace";
const ABOUT = "holds at 21 and an eighth of what it is behind; goes for the goal when somebody is near it";
const GAME = "pig";
const PARAMETERS = #{ near: #{ value: 29, least: 0, most: 1000, about: "how near the goal is near" } };

fn highest(view) {
    let most = 0;
    for rival in view.rivals { most = max(most, rival.score); }
    most
}

fn decide(view) {
    let other = highest(view);
    if max(view.score, other) + near >= view.goal { return "roll"; }
    let at = (2 * (other - view.score) + 1608) / 16 - 79;
    if view.total >= at { "hold" } else { "roll" }
}
"#;

fn script(game: &Ruled, text: &str, parameters: &[(&str, f64)]) -> Strategy {
    let parameters: Vec<_> = parameters.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    game.strategy(&Source::new("own.rhai", text), &parameters).unwrap_or_else(|bad| panic!("{bad}"))
}

/// What is wrong with a script.
fn wrong(game: &Ruled, text: &str) -> String {
    game.strategy(&Source::new("own.rhai", text), &[]).unwrap_err().to_string()
}

#[test]
fn a_script_plays_the_games_of_the_file_that_says_the_same() {
    for (name, file, text, parameters) in [
        ("farkle", "bank", BANKER, &[("at", 450)][..]),
        ("farkle", "bank", BANKER, &[("few", 0)]),
        ("pig", "keep-pace", PACE, &[]),
    ] {
        let game = game(name, 3, &[]);
        let file = strategy(&game, file, parameters);
        let parameters: Vec<_> = parameters.iter().map(|&(name, value)| (name, value as f64)).collect();
        let own = script(&game, text, &parameters);
        for block in 0..200 {
            let played = |strategy| game.play(&[strategy], &[0; 3], 7, block).unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(played(&file), played(&own), "{name} {block}");
        }
        // A script's turns depend on no more than its text reads, so that they are drawn as those of the file are.
        let drawn =
            |strategy: &Strategy| game.simulate_drawn(&[strategy; 3], 7, 100).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(drawn(&file), drawn(&own), "{name}");
    }
}

/// What a script can read of others counts as what its turns depend on: the exact win share is that of the file.
#[test]
fn a_script_is_as_good_as_its_file_in_exact_numbers() {
    for (name, rules, file, text) in [
        ("farkle", &[("goal", 600), ("opening", 200)][..], "bank", BANKER),
        ("pig", &[("goal", 40)], "keep-pace", PACE),
    ] {
        let game = game(name, 2, rules);
        let (file, own) = (strategy(&game, file, &[]), script(&game, text, &[]));
        let value = |first, second| {
            let solved = game.solve(Aim::Win, &[first, second], Limits::default());
            solved.unwrap_or_else(|unsolved| panic!("{unsolved}")).value()
        };
        let expected = value(&file, &file);
        assert!((value(&own, &file) - expected).abs() < 1e-12, "{name}");
        assert!((value(&file, &own) - expected).abs() < 1e-12, "{name}");
    }
}

/// One of two at random, from coins of the seat and the turn: the same games whoever else plays, and as often one as the other.
#[test]
fn a_script_can_toss_a_coin() {
    let text = "const NAME = \"coins\";\nconst ABOUT = \"tosses\";\nconst GAME = \"pig\";\n\
                fn decide(view) { view.ways[coin(view.ways.len())] }\n";
    let game = game("pig", 2, &[]);
    let (own, random) = (script(&game, text, &[]), game.random());
    assert!(game.simulate_drawn(&[&own, &own], 1, 10).is_err());
    for block in 0..100 {
        let played = |strategy| game.play(&[strategy], &[0; 2], 3, block).unwrap();
        assert_eq!(played(&own), played(&random), "{block}");
    }
    let fair = "const NAME = \"fair\";\nconst ABOUT = \"tosses\";\nconst GAME = \"pig\";\n\
                fn decide(view) { if coin() { \"roll\" } else { \"hold\" } }\n";
    let tally = game.simulate(&[&script(&game, fair, &[]), &random], 5, 2_000).unwrap();
    assert!((tally.share[0].mean() - 0.5).abs() < 4.0 * tally.share[0].error());
}

/// Choices with a number are answered by both.
#[test]
fn a_number_goes_with_its_choice() {
    let text = "game = \"bid\"\nplayers = \"1\"\n[dice]\nmost = 9\nsides = 6\n[player]\nscore = { most = 99, about = \"\" }\n\
                [turn]\nn = { most = 9, about = \"\" }\n[step.bid]\nchoices = [\"take 1 to 9 -> n = number, throw\"]\n\
                [step.throw]\nroll = \"n\"\nthen = \"score = sum, pass\"\n[end]\nrounds = 1\nscore = \"score\"\n";
    let game = Ruled::read(&Source::new("bid.toml", text), None, &[]).unwrap_or_else(|bad| panic!("{bad}"));
    let head = "const NAME = \"x\";\nconst ABOUT = \"x\";\nconst GAME = \"bid\";\n";
    let own = script(&game, &format!("{head}fn bid(view) {{ [\"take\", 7] }}"), &[]);
    let file = "name = \"x\"\nabout = \"x\"\ngame = \"bid\"\nbid = \"take 7\"\n";
    let file = game.strategy(&Source::new("x.toml", file), &[]).unwrap_or_else(|bad| panic!("{bad}"));
    for block in 0..50 {
        assert_eq!(game.play(&[&own], &[0], 1, block).unwrap(), game.play(&[&file], &[0], 1, block).unwrap());
    }
    let ten = script(&game, &format!("{head}fn bid(view) {{ [\"take\", 10] }}"), &[]);
    let fault = game.play(&[&ten], &[0], 1, 0).unwrap_err().to_string();
    assert!(fault.contains("[\"take\", 10] is not one of view.ways: [\"take\", 1], [\"take\", 2]"), "{fault}");
}

#[test]
fn what_is_wrong_with_a_script_is_said() {
    let game = game("farkle", 2, &[]);
    let missing = wrong(
        &game,
        "const NAME = \"x\";\nconst ABOUT = \"x\";\nconst GAME = \"farkle\";\nfn keep(view) { view.ways[0] }",
    );
    assert!(missing.contains("there is no fn decide(view)"), "{missing}");
    let misspelt = wrong(&game, &BANKER.replace("view.total", "view.totel"));
    assert!(misspelt.contains("nothing has the property 'totel'") && misspelt.contains("total"), "{misspelt}");
    let other = wrong(&game, &BANKER.replace("\"farkle\"", "\"pig\""));
    assert!(other.contains("not for \"farkle\""), "{other}");
    let fault = |text: &str| {
        let own = script(&game, text, &[]);
        let faults = (0..50).find_map(|block| game.play(&[&own], &[0; 2], 1, block).err());
        faults.map_or("no fault".to_owned(), |fault| fault.to_string())
    };
    let illegal = fault(&BANKER.replace("{ \"bank\" } else { \"roll\" }", "{ \"stop\" } else { \"roll\" }"));
    assert!(illegal.contains("\"stop\" is not one of view.ways: \"roll\", \"bank\""), "{illegal}");
    let endless = fault(&BANKER.replace("fn can_bank(view) {", "fn can_bank(view) { loop {} "));
    assert!(endless.contains("operations; is there a loop without an end?"), "{endless}");
    let face = fault(&BANKER.replace("view.points(kept)", "view.points([7])"));
    assert!(face.contains("no die shows 7"), "{face}");
    let number = fault(&BANKER.replace("view.points(kept)", "view.points(7)"));
    assert!(number.contains("must be a list of faces"), "{number}");
    // The first was answered with the name of a type in the code, the second with what the language calls it.
    for returned in ["view", "[view]"] {
        let view =
            fault(&BANKER.replace("{ \"bank\" } else { \"roll\" }", &format!("{{ {returned} }} else {{ \"roll\" }}")));
        assert!(
            view.contains("something that the game shows, such as the view itself") && !view.contains("::"),
            "{view}"
        );
    }
    let set = fault(&BANKER.replace("fn decide(view) {", "fn decide(view) { view.score = 1; "));
    assert!(set.contains("'score' cannot be set: a script reads what the game shows"), "{set}");
}

/// Faces with names, of several kinds of dice, and facts, which are true or false.
#[test]
fn named_faces_and_facts_are_seen() {
    let crates = game("crates", 2, &[]);
    let text = "const NAME = \"x\";\nconst ABOUT = \"x\";\nconst GAME = \"crates\";\n\
                fn open(view) { if view.count(view.dice, \"new gem\") + view.count(view.dice, \"old gem\") > 0 && view.found > 2 \
                { \"bank\" } else { \"both\" } }\n";
    let own = script(&crates, text, &[]);
    let outcome = (0..20).map(|block| crates.play(&[&own], &[0; 2], 1, block).unwrap());
    assert!(outcome.into_iter().all(|outcome| outcome.score[..2].iter().any(|&gems| gems >= 15)));
    let gang = game("gang", 2, &[]);
    let text = "const NAME = \"x\";\nconst ABOUT = \"x\";\nconst GAME = \"gang-of-dice\";\n\
                fn commit(view) { [\"commit\", min(view.pool, 3)] }\n\
                fn keep(view) { if view.card { view.ways[0] } else { view.ways[view.ways.len() - 1] } }\n";
    let own = script(&gang, text, &[]);
    for block in 0..20 {
        assert!(gang.play(&[&own], &[0; 2], 1, block).is_ok(), "{block}");
    }
}

/// On any number of threads, and after whatever was remembered of games before.
#[test]
fn games_of_scripts_do_not_depend_on_what_is_remembered() {
    let game = game("farkle", 2, &[]);
    let own = script(&game, BANKER, &[]);
    let mut table = game.stepped(&[&own]);
    for block in (0..40).rev() {
        let alone = game.play(&[&own], &[0; 2], 9, block).unwrap();
        assert_eq!(table.play(&[0; 2], RunKey::new(9).block(block)).unwrap(), alone, "{block}");
    }
}
