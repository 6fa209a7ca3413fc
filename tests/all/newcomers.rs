//! What newcomers type: the answer names what they meant, and what to type instead.
//!
//! Each line of a table is a command (its words parted by blanks, `_` for a blank inside a word), the exit code, and what
//! the answer has.

use crate::program::{Desk, Printed};

type Row = (&'static str, i32, &'static [&'static str]);

/// A folder with a strategy, a deck, rules, an experiment and a script.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("shark.toml", "name = \"shark\"\nabout = \"one die\"\ndice = 1\n");
    desk.write("mine.toml", desk.result("show reconstructed"));
    desk.write("rules.toml", desk.result("show rules --game gang"));
    desk.write("sweep.toml", "game = \"gang\"\nruns = 6\n[vary]\nrerolls = [1, 2]\n");
    desk
}

fn run(desk: &Desk, command: &str) -> Printed {
    let words: Vec<String> = command.split(' ').map(|word| word.replace('_', " ")).collect();
    desk.run_with(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

fn answers(desk: &Desk, rows: &[Row]) {
    for (command, code, words) in rows {
        let told = run(desk, command);
        assert_eq!(told.code, Some(*code), "{command}: {}", told.err);
        for word in *words {
            assert!(told.err.contains(word), "{command}: no {word:?} in:\n{}", told.err);
        }
    }
}

#[test]
fn lists_were_taken_for_text() {
    let desk = desk();
    let shown = |command: &str| {
        let told = run(&desk, &format!("{command} --replace --out out --quiet"));
        assert_eq!(told.code, Some(0), "{command}: {}", told.err);
        told.out
    };
    let expected = shown("--game gang --runs 6 --rule bonus=[6,3,0]");
    assert_eq!(shown("--game gang --runs 6 --rule bonus=6,3,0"), expected);
    assert_eq!(shown("--game gang --runs 6 --rule bonus=6,_3,_0"), expected);
    let expected = shown("--game gang --runs 6 --vary bonus=[3,6,9]|[0,0,0]");
    desk.write("bonus.toml", "game = \"gang\"\nruns = 6\n[vary]\nbonus = [[3, 6, 9], [0, 0, 0]]\n");
    assert_eq!(shown("run bonus.toml"), expected);
    desk.write("bonus.toml", "game = \"gang\"\nruns = 6\nvary = { bonus = \"[3,6,9]|[0,0,0]\" }\n");
    assert_eq!(shown("run bonus.toml"), expected);
    desk.write("bonus.toml", "game = \"gang\"\nruns = 6\n[rule]\nrerolls = 1\nbonus = [6, 3, 0]\n");
    assert_eq!(shown("run bonus.toml"), shown("--game gang --runs 6 --rule rerolls=1 --rule bonus=[6,3,0]"));
    answers(
        &desk,
        &[
            (
                "--game gang --runs 6 --rule bonus=lots",
                2,
                &["a whole number from 0 to 511, or several such as [3, 6, 9]"],
            ),
            ("--game gang --runs 6 --rule rerolls=1,2", 2, &["'rerolls' is a list, but must be a whole number"]),
            ("--game gang --runs 6 --vary rerolls=1-3", 2, &["write rerolls=1..3"]),
            ("--game gang --runs 6 --vary rerolls=1,2,3", 2, &["write rerolls=1..3"]),
            ("--game gang --runs 6 --vary rerolls=1,3", 2, &["write rerolls=1|3"]),
            ("--game gang --runs 6 --vary chaser.above=10-20", 2, &["chaser", "write chaser.above=10..20"]),
        ],
    );
}

/// Games, strategies and files in the place of commands, and names of files that are nearly right.
const NAMES: &[Row] = &[
    ("--game gang --runs 6 --bots chaser, bold", 2, &["a list has no blanks", "write --bots chaser,bold"]),
    ("compare chaser, bold", 2, &["parted by blanks here, not by commas: chaser"]),
    ("compare chaser,bold stand", 2, &["parted by blanks here, not by commas: chaser bold"]),
    ("gang", 2, &["'gang' is a game", "analyze --game gang --runs 1e6"]),
    ("pot --runs 6", 2, &["'pot' is a game", "analyze --game pot --runs 1e6"]),
    ("chaser", 2, &["'chaser' is a strategy of gang", "--bots chaser"]),
    ("mine.toml", 2, &["'mine.toml' is a deck: give it with --deck mine.toml"]),
    ("sweep.toml", 2, &["'sweep.toml' is an experiment: play it with 'analyze run sweep.toml'"]),
    ("simulate --game gang", 2, &["analyze --game gang --runs 1e6"]),
    ("list", 2, &["'analyze strategies'"]),
    ("optimize", 2, &["analyze tune"]),
    ("—game gang", 2, &["long dash", "write --game with two hyphens"]),
    ("-game gang", 2, &["write --game with two hyphens"]),
    ("strategies gang", 2, &["write --game gang"]),
    ("--game gang --runs 6 --bots C:\\deck.toml", 2, &["C:\\deck.toml: cannot read the file"]),
    ("--game gang --runs 6 --bots shark", 2, &["did you mean the file 'shark.toml'?"]),
    ("--game gang --runs 6 --bots shrak.toml", 2, &["cannot read", "did you mean 'shark.toml'?"]),
    ("--game gang --runs 6 --bots shark.tml", 2, &["did you mean the file 'shark.toml'?"]),
    ("--game gang --runs 6 --deck mine", 2, &["cannot read", "did you mean 'mine.toml'?"]),
    ("--game gang --runs 6 --deck recon", 2, &["cannot read", "did you mean 'reconstructed'?"]),
    ("--game gang --runs 6 --rules rules", 2, &["cannot read", "did you mean 'rules.toml'?"]),
    ("check mine", 2, &["cannot read", "did you mean 'mine.toml'?"]),
    ("run sweep", 2, &["cannot read", "did you mean 'sweep.toml'?"]),
];

/// Files of one kind in the place of another, strategies of other games, options of other commands.
const PLACES: &[Row] = &[
    ("--game gang --runs 6 --bots mine.toml", 2, &["this is a deck, not a strategy", "--deck mine.toml"]),
    ("--game gang --runs 6 --bots rules.toml", 2, &["this is a rules file, not a strategy", "--rules rules.toml"]),
    ("--game gang --runs 6 --bots sweep.toml", 2, &["this is an experiment", "analyze run sweep.toml"]),
    ("--game gang --runs 6 --deck shark.toml", 2, &["this is a strategy, not a deck", "--bots shark.toml"]),
    ("--game gang --runs 6 --deck rules.toml", 2, &["this is a rules file, not a deck"]),
    ("--game gang --runs 6 --rules mine.toml", 2, &["this is a deck, not a rules file"]),
    ("compare chaser mine.toml --game gang", 2, &["this is a deck, not a strategy"]),
    ("tournament chaser mine.toml --game gang", 2, &["this is a deck, not a strategy"]),
    ("run mine.toml", 2, &["this is a deck, not an experiment", "--deck mine.toml"]),
    ("run shark.toml", 2, &["this is a strategy, not an experiment", "--bots shark.toml"]),
    ("cards mine.toml", 2, &["'mine.toml' is a deck: give it with --deck mine.toml"]),
    ("cards chaser", 2, &["write --bots chaser"]),
    ("--game gang --runs 6 --bots thief", 2, &["unknown strategy 'thief'", "one of pot: --game pot"]),
    ("--game gang --runs 6 --bots chaser=10", 2, &["did you mean 'chaser:10'?"]),
    ("--game gang --runs 6 --bots chaser(10)", 2, &["did you mean 'chaser:10'?"]),
    ("--game gang --runs 6 --bots chaser:above", 2, &["'above' has no value", "write above=NUMBER"]),
    ("--game gang --runs 6 --bots chaser.toml", 2, &["cannot read", "the strategy 'chaser', which needs no file"]),
    ("--game gang --runs 6 --rule edition=bga", 2, &["write --edition bga"]),
    ("--game gang --runs 6 --rule rerolls", 2, &["such as rerolls=3"]),
    ("--game gang --runs 6 --rule rerolls=three", 2, &["write 3"]),
    ("--game gang --games 6", 2, &["no option --games; write --runs"]),
    ("--game gang --runs 6 --jobs 4", 2, &["no option --jobs; write --threads"]),
    ("--game gang --runs 6 --vary odds:open=0..0.3/3", 2, &["did you mean 'odds.open'?"]),
    ("tune chaser above=5..25", 2, &["write --param above=5..25"]),
    ("cards rerolls=3", 2, &["write --rule rerolls=3"]),
    ("report rules.toml", 2, &["is a file; give the folder"]),
    ("cards --card sum7-bomb", 2, &["'cards' has no option --card", "show"]),
    ("compare thief chaser --game gang", 2, &["unknown strategy 'thief'", "one of pot: --game pot"]),
    ("solve --vary rerolls=1..3", 2, &["'solve' has no option --vary", "tournament"]),
    ("tune chaser --until verdict", 2, &["'tune' has no option --until"]),
    ("show shark", 2, &["did you mean the file 'shark.toml'"]),
    ("show thief --game gang", 2, &["thief", "pot"]),
];

#[test]
fn names_that_belong_elsewhere() {
    answers(&desk(), NAMES);
    answers(&desk(), PLACES);
    let told = run(&desk(), "solve --vary rerolls=1..3");
    assert!(!told.err.contains("-- --vary"), "{}", told.err);
}

#[test]
fn numbers_with_examples_that_do_not_fit() {
    answers(
        &desk(),
        &[
            ("--game gang --runs 6 --players three", 2, &["--players", "write 3"]),
            ("--game gang --runs 6 --players some", 2, &["--players", "such as 1 or 3"]),
            ("--game gang --runs 6 --seed abc", 2, &["--seed", "such as 1 or 3"]),
            ("--game gang --runs 6 --threads all", 2, &["--threads", "such as 1 or 3"]),
            ("--game gang --runs many", 2, &["--runs", "1e7"]),
            ("--game gang --runs 1,000,000", 2, &["write 1000000, without commas"]),
            ("--game gang --until 0.001", 2, &["write se=0.001"]),
            ("compare chaser bold --until 1%", 2, &["for 1% write se=0.01"]),
            ("compare chaser bold --margin 5%", 2, &["for 5% write 0.05"]),
            ("tune game --game gang --vary rerolls=1..2 --target seat1=33%", 2, &["write 0.3..0.36"]),
            ("tune game --game gang --vary rerolls=1..2 --target seat1=0.33", 2, &["write seat1=0.33±0.01"]),
            ("--game gang --runs 6 --vary rerolls=1..=3", 2, &["write 1..3"]),
            ("--game gang --runs 6 --vary rerolls=1...3", 2, &["write 1..3, with two dots"]),
            ("--game gang --runs 6 --vary rerolls=1:3", 2, &["write rerolls=1..3"]),
            ("compare chaser bold --until 0.001", 2, &["write se=0.001"]),
            (
                "tune game --game gang --vary rerolls=1..2 --target seat1=30..36",
                2,
                &["a fraction, from 0 to 1", "0.3..0.36"],
            ),
            ("tune game --game gang --vary rerolls=1..2 --target seat1-seat2=0+-5", 2, &["a fraction, from -1 to 1"]),
            ("tournament odds:open=0..0.3/0.1", 2, &["'/' is followed by a whole number", "0..0.3/3", "0..0.3 by 0.1"]),
            ("--game gang --runs 6 --vary odds.open=0..0.3_by_0.2", 2, &["do not end at 0.3: write 0..0.2 by 0.2"]),
        ],
    );
    for command in ["--players three", "--seed abc", "--threads all"] {
        let told = run(&desk(), &format!("--game gang --runs 6 {command}"));
        assert!(!told.err.contains("10M"), "{}", told.err);
    }
}

#[test]
fn a_step_could_not_be_typed() {
    let desk = desk();
    let told = |key: &str| desk.run_with(&["--game", "gang", "--runs", "6", "--quiet", "--out", "out", "--vary", key]);
    let (by, counted) = (told("odds.open=0..0.2 by 0.1"), told("odds.open=0..0.2/2"));
    assert_eq!((by.code, by.out), (Some(0), counted.out));
}

/// A deck with one condition, which is refused with a proposal.
#[test]
fn conditions_as_other_languages_have_them() {
    let desk = Desk::new();
    for (condition, words) in [
        ("pair or sum >= 9", "did you mean 'either(pair; sum>=9)'?"),
        ("sum>7", "did you mean 'sum>=8'?"),
        ("fours>=2", "did you mean 'count:4>=2'?"),
        ("sum=>7", "did you mean 'sum>=7'?"),
        ("odd", "a number is compared, as in odd>=3"),
        ("any:6", "a die shows 1 to 5 or the Boss, who has no value"),
    ] {
        let card = format!("id = \"a\"\ncondition = \"{condition}\"\ntrigger = \"bomb\"\nback = \"light\"\n");
        desk.write("deck.toml", format!("id = \"d\"\nname = \"D\"\n[[card]]\n{card}"));
        desk.refused("check deck.toml", &["deck.toml:5:", words]);
        desk.refused("play --game gang --rule bonus=[] --deck deck.toml", &["deck.toml:5:", words]);
    }
}

#[test]
fn files_with_keys_below_a_table_and_signs_of_other_languages() {
    let desk = Desk::new();
    for (name, text, words) in [
        (
            "a.toml",
            "about = \"x\"\ndice = 1\n[[rule]]\nwhen = \"first\"\ndice = 2\nname = \"low\"\n",
            &["a.toml:6:1", "'name' stands below [[rule]]", "at the top of the file"][..],
        ),
        (
            "i.toml",
            "name = \"i\"\nabout = \"x\"\ndice = 1\n[[rule]]\nwhen = first\ndice = 2\n",
            &["i.toml:5:8", "in quotes: \"first\""],
        ),
        (
            "j.toml",
            "name = \"j\"\nabout = \"x\"\ndice = 1\n[[rule]]\nwhen = \"5 < pool < 9\"\ndice = 2\n",
            &["joined by and"],
        ),
        ("k.toml", "name = \"k\"\nabout = \"x\"\ndice = 1\n[parameters]\nx = 3\n", &["a parameter is { default"]),
        ("l.toml", "bonus = 6, 3\n", &["a list stands in brackets: [6, 3]"]),
        ("m.toml", "rerolls = \"2\"\n", &["m.toml:1:11", "write 2"]),
        ("n.toml", "id = \"n\"\nname = \"N\"\n[[cards]]\nid = \"a\"\n", &["did you mean 'card'?"]),
        ("b.toml", "name = \"b\"\nabout = \"x\"\ndice = one\n", &["b.toml:3:8", "written in digits: 1"]),
        ("c.toml", "name = low\nabout = \"x\"\ndice = 1\n", &["c.toml:1:8", "in quotes: \"low\""]),
        (
            "d.toml",
            "name = \"d\"\nabout = \"x\"\ndice = 1\n[[rule]]\nwhen = \"pool => 5\"\ndice = 2\n",
            &["'=>'", "write >="],
        ),
        (
            "e.toml",
            "name = \"e\"\nabout = \"x\"\ndice = 1\n[[rule]]\nwhen = \"first && last\"\ndice = 2\n",
            &["write and"],
        ),
        ("f.toml", "name = \"f\"\nabout = \"x\"\ndice = 1\n[[rule]]\nwhen = \"!first\"\ndice = 2\n", &["write not"]),
        (
            "g.toml",
            "game = \"gang\"\n[vary]\nrerolls = [1, 2]\nruns = 600\n",
            &["'runs' stands below [vary]", "above [vary]"],
        ),
        (
            "h.toml",
            "id = \"h\"\n[[card]]\nid = \"a\"\ncondition = \"pair\"\ntrigger = \"bomb\"\nback = \"light\"\nname = \"H\"\n",
            &["h.toml:7:1", "'name' stands below [[card]]"],
        ),
    ] {
        desk.write(name, text);
        let told = desk.refused(&format!("check {name}"), words);
        assert!(!told.contains("the key 'name' is missing"), "{told}");
    }
}

/// A rule that applies against some tables only was refused, because the games that were tried had none of them.
#[test]
fn a_rule_that_never_applied_was_an_error() {
    let desk = Desk::new();
    let gang = |rules: &str| format!("name = \"mine\"\nabout = \"x\"\ndice = 1\n{rules}");
    let check = |text: String| {
        desk.write("mine.toml", text);
        desk.run("check mine.toml")
    };
    // Nothing proves that nobody comes so far in two turns of about 20.
    let rare = "name = \"mine\"\nabout = \"x\"\ngame = \"pig\"\nhold = 20\n\n[[rule]]\nwhen = \"score > 90 and round < 3\"\nhold = 30\n";
    let told = check(rare.to_owned());
    assert_eq!(told.code, Some(0), "{told:?}");
    for word in
        ["warning: this rule never applied in ", "its parts never held together", "tried against hold, ", "two of each"]
    {
        assert!(told.err.contains(word), "no {word:?} in {}", told.err);
    }
    assert!(told.out.contains(": no errors, 1 warning\n"), "{told:?}");
    assert_eq!(check(rare.to_owned()), told, "the same each time");
    for (rules, words) in [
        ("[[rule]]\nwhen = \"table < 5 and table >= 8\"\ndice = 2\n", "nothing fulfils its condition"),
        ("[[rule]]\nwhen = \"seats > 4\"\ndice = 2\n", "nothing fulfils its condition"),
        ("[[rule]]\nwhen = \"first and not first\"\ndice = 2\n", "nothing fulfils its condition"),
        (
            "[[rule]]\nwhen = \"pool > 9\"\ndice = 2\n[[rule]]\nwhen = \"pool > 12 and last\"\ndice = 3\n",
            "so does the rule of line 5",
        ),
        (
            "[[rule]]\nwhen = \"pool > 9\"\ndice = 2\n[[rule]]\nwhen = \"pool < 12\"\ndice = 3\n[[rule]]\nwhen = \"last\"\ndice = 1\n",
            "one of the rules before it",
        ),
    ] {
        let told = check(gang(rules));
        assert!(
            told.code == Some(2) && told.err.contains("can never apply") && told.err.contains(words),
            "{rules}: {told:?}"
        );
        assert!(told.err.contains("error: this rule can never apply"), "{told:?}");
    }
}

/// Each of the two parts holds at one of the tables that are tried first, both only at a table of three.
#[test]
fn a_rule_that_applies_at_other_tables_is_found() {
    let desk = Desk::new();
    let file = desk.result("show powers").replace("name = \"powers\"", "name = \"mine\"");
    desk.write("mine.toml", format!("{file}\n[[rule]]\nwhen = \"seats > 2 and seats < 4\"\nbuy = \"white\"\n"));
    assert!(desk.result("check mine.toml").contains(": no problems"));
}

/// What check lets pass can be played, and what it refuses cannot: experiments of every command are set up by it.
#[test]
fn check_passed_experiments_that_could_not_be_played() {
    let desk = desk();
    for (text, words) in [
        ("command = \"tournament\"\nstrategies = [\"chaser\", \"nobody\"]\ngame = \"gang\"\n", "nobody"),
        ("command = \"tournament\"\nstrategies = [\"chaser\"]\ngame = \"gang\"\n", "chaser alone is no tournament"),
        ("command = \"tune\"\nstrategy = \"chaser\"\n[param]\nabov = [1, 2]\n", "did you mean 'above'?"),
        ("command = \"tune\"\nstrategy = \"chaser\"\n[param]\nabove = [1, 9000]\n", "9000"),
        ("command = \"tune game\"\ngame = \"gang\"\ntarget = \"seat9=0.1..0.2\"\n[vary]\nrerolls = [1, 2]\n", "seat9"),
        ("command = \"cards\"\nmax-dice = 99\n", "99"),
        ("command = \"cards\"\n[vary]\nrerols = [1, 2]\n", "rerols"),
        ("command = \"compare\"\nstrategies = [\"chaser\", \"bold\"]\n[vary]\nrerols = [1, 2]\n", "rerols"),
    ] {
        desk.write("one.toml", text);
        desk.refused("check one.toml", &[words]);
        desk.refused("run one.toml --out out", &[words]);
    }
    for text in [
        "command = \"tournament\"\nstrategies = [\"chaser\", \"bold\"]\nruns = 60\n",
        "command = \"tune\"\nstrategy = \"chaser\"\nruns = 1e5\n[param]\nabove = [1, 2]\n",
        "command = \"tune game\"\ngame = \"gang\"\nruns = 60\ntarget = \"seat1=0.1..0.2\"\n[vary]\nrerolls = [1, 2]\n",
        "command = \"cards\"\nruns = 60\n",
    ] {
        desk.write("one.toml", text);
        assert!(desk.result("check one.toml").contains("no problems"), "{text}");
    }
}

/// A deal, a game, a table, a shard: one of them is no plural.
#[test]
fn counts_of_one_were_plurals() {
    let desk = Desk::new();
    let told = |command: &str| {
        let told = desk.run(&format!("{command} --out out --replace"));
        let told = if told.err.contains("--replace") { desk.run(&format!("{command} --out out")) } else { told };
        assert_eq!(told.code, Some(0), "{command}: {}", told.err);
        format!("{}{}", told.out, told.err)
    };
    let one =
        ["1 games", "1 deals", "1 paired blocks", "1 shards", "1 tables", "1 combinations", "1 designs", "1 rows"];
    for command in [
        "--game gang --runs 1 --seating fixed",
        "--game gang --runs 1 --vary rerolls=1",
        "compare chaser bold --runs 1 --players 2",
        "tournament chaser bold --runs 1 --players 2",
    ] {
        let told = told(command);
        for plural in one {
            // Not within a larger number.
            let within = told
                .match_indices(plural)
                .any(|(at, _)| !told[..at].ends_with(|c: char| c.is_ascii_digit() || ",.".contains(c)));
            assert!(!within, "{command}: {plural} in\n{told}");
        }
        std::fs::remove_dir_all(desk.path("out")).unwrap();
    }
    let told = desk.result("plan --game gang --runs 6 --shard-games 1e6 --out plan");
    assert_eq!(told, "1 shard\n");
    desk.refused("--game gang --runs 6 --players 1", &["--players: 1 player; Gang of Dice is for 2 to 4"]);
}

/// Each was answered with something that is refused in turn, or that names no way on.
#[test]
fn advice_leads_on() {
    let desk = desk();
    for name in ["a,b.toml", "c:d.toml", "e@f.toml"] {
        desk.write(name, "name = \"odd\"\nabout = \"one die\"\ndice = 1\n");
    }
    answers(
        &desk,
        &[
            ("tune chaser bold --param above=5..25", 2, &["write --against bold"]),
            ("regret thief --runs 10", 2, &["unknown strategy 'thief'", "a price only in Gang of Dice"]),
            ("report mine.toml", 2, &["give the folder of the run: ."]),
            ("report .", 2, &["run.json", "such as reports/gang-3p"]),
            ("play --run nowhere", 2, &["--run: cannot read 'nowhere/run.json'", "such as reports/gang-3p"]),
            ("missing .", 2, &["plan.json that 'analyze plan"]),
            ("shard --plan mine.toml --index 0", 2, &["plan.json that 'analyze plan"]),
            ("--game gang --bots optimal,chaser,bold --runs 6", 2, &["--players 2, or 'champion'"]),
            ("--game gang --bots a,b.toml,chaser --runs 6", 2, &["give 'a,b.toml' another name"]),
            ("--game gang --bots c:d.toml --runs 6", 2, &["give 'c:d.toml' another name"]),
            ("compare chaser,bold", 2, &["parted by blanks here, not by commas: chaser bold"]),
            ("--game gang --runs 6 --quiet extra", 2, &["'extra' is neither an option nor the value of one"]),
            ("compare chaser bold --players 2 --against chaser,bold", 2, &["for 1 seat;"]),
        ],
    );
    let told = run(&desk, "tournament chaser,bold,odds");
    assert!(told.err.contains("parted by blanks") && !told.err.contains("--game is missing"), "{}", told.err);
}
