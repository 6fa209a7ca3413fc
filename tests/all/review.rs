//! `analyze review`: games of a real table. A game that the program plays and narrates, written as a file, ends as it did.

use crate::program::{Desk, csv_rows};
use std::fmt::Write as _;

/// What stands between two texts of a line.
fn between<'t>(line: &'t str, from: &str, to: &str) -> &'t str {
    let rest = line.split_once(from).map_or("", |(_, rest)| rest);
    rest.split(to).next().unwrap_or_default().trim()
}

/// The seat that a line names first.
fn seat(line: &str) -> &str {
    between(line, "(seat ", ")")
}

/// All of these words but those, each as often as it is there.
fn without(words: &str, those: &str) -> String {
    let mut left: Vec<&str> = words.split_whitespace().collect();
    for word in those.split_whitespace() {
        left.remove(left.iter().position(|left| *left == word).unwrap());
    }
    left.join(" ")
}

/// Whether a line is dice alone.
fn is_dice(line: &str) -> bool {
    !line.is_empty() && line.split_whitespace().all(|word| word.len() == 1 && word != "=")
}

/// A narrated game of Gang of Dice as the lines of a file.
fn gang(story: &str) -> String {
    let (mut file, mut shown) = (String::new(), String::new());
    for line in story.lines().map(str::trim) {
        let dice = line.split("  ").next().unwrap_or_default();
        if line.starts_with("Round ") {
            let (number, card) = line.split_once(": ").unwrap();
            let (condition, trigger) = card.split_once(" (").unwrap();
            let id = condition.replace([':', '=', '>', ','], "") + "-" + trigger.split(')').next().unwrap();
            write!(file, "\n{}: {id}", number.to_lowercase()).unwrap();
        } else if line.contains(" commits ") {
            write!(file, "\n{}: {}", seat(line), between(line, " commits ", ",")).unwrap();
            shown.clear();
        } else if is_dice(dice) {
            write!(file, " [{}]", without(dice, &shown).replace('B', "boss")).unwrap();
            shown.clear();
            shown.push_str(dice);
        } else if let Some((_, rerolled)) = line.split_once(", rerolls ") {
            shown = without(&shown, rerolled);
            write!(file, " reroll {}", rerolled.replace('B', "boss")).unwrap();
        }
    }
    file
}

/// The results alone of the same.
fn results(story: &str) -> String {
    let mut file = String::new();
    for line in gang(story).lines() {
        let (head, dice) = line.split_once(" [").unwrap_or((line, ""));
        writeln!(file, "{head}{}", if dice.is_empty() { "" } else { " =" }).unwrap();
    }
    let came_to = story.lines().map(str::trim).filter_map(|line| line.strip_prefix("= "));
    let mut came_to = came_to.map(|line| line.split([',', ':']).next().unwrap());
    let filled = file.lines().map(|line| match line.ends_with('=') {
        true => format!("{line} {}\n", came_to.next().unwrap()),
        false => format!("{line}\n"),
    });
    filled.collect()
}

/// A narrated game of Pig.
fn pig(story: &str) -> String {
    let turns = story.lines().filter(|line| line.contains(", rolls "));
    let turn = |line: &str| {
        let numbers: Vec<String> =
            between(line, ", rolls ", ":").split(' ').map(|number| format!("[{number}]")).collect();
        // Who reaches the goal is not asked.
        let is_over = line.rsplit("has ").next().and_then(|has| has.parse::<u32>().ok()).is_some_and(|has| has >= 25);
        let hold = if line.contains(": holds") && !is_over { " hold" } else { "" };
        format!("{}: {}{hold}\n", seat(line), numbers.join(" roll "))
    };
    turns.map(turn).collect()
}

/// A narrated game of POT.
fn pot(story: &str) -> String {
    let (mut file, mut shown) = (String::new(), String::new());
    for line in story.lines().map(str::trim) {
        if line.contains(" coins, ") || line.contains(" coin, ") {
            write!(file, "\n{}:", seat(line)).unwrap();
            shown.clear();
        } else if is_dice(line) {
            write!(file, " [{}]", without(line, &shown)).unwrap();
            shown = line.to_owned();
        } else if let Some((_, rerolled)) = line.split_once(", rerolls ") {
            shown = without(&shown, rerolled);
            write!(file, " reroll {rerolled}").unwrap();
        } else if line.starts_with("1 2 3: ") {
            shown = "2".to_owned();
        } else if let Some((combo, paid)) = line.split_once(": ").filter(|_| line.starts_with("= ")) {
            let others: Vec<&str> = paid.split("(seat ").skip(1).map(|part| part.split(')').next().unwrap()).collect();
            if ["3 4 5", "2 2 2", "3 3 3", "4 4 4", "5 5 5"].iter().any(|known| combo.ends_with(known)) {
                let word = if combo.ends_with("5 5 5") { "to" } else { "from" };
                let others = if others.is_empty() { "bank".to_owned() } else { others.join(" ") };
                write!(file, "; {word} {others}").unwrap();
            }
        }
    }
    file
}

/// A narrated game of Battle Dice for two.
fn battle(story: &str) -> String {
    let (mut file, kinds) = (String::new(), |text: &str| {
        let words: Vec<&str> = text.split([' ', ',']).collect();
        let kinds =
            words.windows(2).filter_map(|pair| pair[0].parse::<usize>().ok().map(|n| vec![pair[1]; n].join(" ")));
        kinds.collect::<Vec<_>>().join(" ")
    });
    for line in story.lines() {
        let part = line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')).unwrap_or(line);
        if part.contains(" buys ") {
            write!(file, "\n{}: draft {}", seat(part), between(part, " buys ", ":")).unwrap();
        } else if part.contains(" passes") {
            write!(file, "\n{}: pass", seat(part)).unwrap();
        } else if part.contains(" chooses ") {
            let duel = between(part, " chooses ", " against").replace(" with ", " ").replace(" up to ", " ");
            let hand = if part.ends_with("chosen") { "chosen" } else { "random" };
            write!(file, "\n{}: {} all {hand}", seat(part), duel.replace(" dice", "")).unwrap();
        } else if part.contains(" wins the duel: ") {
            let gains = part.split_once("duel: ").unwrap().1;
            let of = |number: &str| {
                let gain = gains.split(", ").find(|gain| seat(gain) == number);
                let points = gain.map_or(0, |gain| between(gain, ") ", " ").parse::<i32>().unwrap());
                points - i32::from(number == seat(part))
            };
            write!(file, " = {} shows {} {}", seat(part), of("1"), of("2")).unwrap();
        } else if part.contains(" takes ") {
            let taken = kinds(between(part, " takes ", ":").split(" for ").next().unwrap());
            let given = part.contains(" for ").then(|| kinds(between(part, " for ", ":")));
            let given = given.map_or_else(String::new, |given| format!(" for {given}"));
            write!(file, "\n{}: buys {taken}{given}", seat(part)).unwrap();
        }
    }
    file
}

/// A narrated game of Three of a Kind.
fn threes(story: &str) -> String {
    let (mut file, mut lies) = (String::new(), String::new());
    for line in story.lines().map(str::trim) {
        if line.contains("(seat ") && line.contains("): score") {
            write!(file, "\n{}:", seat(line)).unwrap();
            lies.clear();
        } else if let Some(shown) = line.strip_prefix("roll: ") {
            write!(file, " [{}]", without(shown, &lies)).unwrap();
            lies.clear();
        } else if let Some(kept) = line.strip_prefix("keep: keep ") {
            lies = if kept == "none" { String::new() } else { kept.to_owned() };
            write!(file, " keep {kept};").unwrap();
        } else if let Some(decided) = line.strip_prefix("decide: ") {
            write!(file, "; {}", decided.split(' ').next().unwrap()).unwrap();
        }
    }
    file
}

/// A game and how its story is written as a file.
type Way = (&'static str, &'static str, u64, fn(&str) -> String);

/// The files are told by the rules to the end, and the review knows who won.
#[test]
fn a_narrated_game_written_as_a_file_ends_as_it_did() {
    let games: [Way; 7] = [
        ("gang", "--players 3 --bots chaser,bold,odds", 1, gang),
        ("gang", "--players 2 --bots boss,random --edition blackrock --rule pools=9", 2, gang),
        ("gang", "--players 3 --bots random,bold,endgame", 2, results),
        ("pig", "--players 3 --bots race,hold,random --rule goal=25", 1, pig),
        ("pot", "--players 3 --bots thief,letters,random --rule goal=6", 2, pot),
        ("battle", "--players 2 --bots powers,elite --rule goal=13", 1, battle),
        ("threes", "--players 2 --bots dare,random --rule goal=20", 1, threes),
    ];
    for (game, options, me, written) in games {
        for seed in if ["gang", "pig"].contains(&game) { 3..5 } else { 3..4 } {
            let desk = Desk::new();
            let told = desk.run(&format!("play --game {game} {options} --engine dice --seed {seed}"));
            let header: String = options
                .split("--")
                .skip(1)
                .filter(|option| !option.starts_with("bots"))
                .map(|option| {
                    let (key, value) = option.trim().split_once(' ').unwrap();
                    format!("{key}: {value}\n")
                })
                .collect();
            let file = format!("game: {game}\n{header}{}\n", written(&told.out));
            desk.write("game.txt", &file);
            let review = desk.run(&format!("review game.txt --me {me}"));
            assert_eq!(review.code, Some(0), "{file}\n{}\n{}", told.out, review.err);
            assert!(!review.out.contains("ends before the game"), "{file}\n{}", review.out);
            let last = told.out.trim_end().lines().last().unwrap();
            let has_won = last.contains(&format!("(seat {me})"));
            let words = review.out.split_whitespace().collect::<Vec<_>>().join(" ");
            let share = between(&words, "and the result was ", " ").trim_end_matches('.').parse::<f64>().unwrap();
            assert_eq!(share > 0.0, has_won, "{last}\n{}", review.out);
        }
    }
}

/// What was missing in a file was asked for as options that `review` does not have.
#[test]
fn a_file_was_asked_for_options() {
    let desk = Desk::new();
    for (text, say) in [
        ("game: pig\n1: [5 6] hold\n", "1 player; Pig is for 2 to 6; say how many play, for example 'players: 2'"),
        ("1: [5 6] hold\n", "no game is named; say which game is played"),
    ] {
        desk.write("game.txt", text);
        let told = desk.refused("review game.txt", &[say]);
        assert!(!told.contains("--"), "{told}");
    }
}

/// Three ones cost all three coins. The free reroll after that was asked about as the first of two, which was refused.
#[test]
fn who_has_no_coins_could_not_be_reviewed() {
    let desk = Desk::new();
    desk.write("game.txt", "game: pot\nplayers: 3\n1: [1 1 1]\n2: = 5 4 5\n3: = 1 o t\n1: [2 o 3] stop\n");
    let rows = csv_rows(&desk.result("review game.txt --format csv"));
    assert_eq!(rows.len(), 2, "a decision of a seat: {rows:?}");
    assert_eq!((&*rows[1][0], &*rows[1][1], &*rows[1][3]), ("6", "1", "stop"), "{rows:?}");
    // A paid reroll is none of the options, so that rerolling once is worth most.
    assert!(rows[1][4].starts_with("reroll"), "{rows:?}");
}

/// Costs are those that `advise` finds in the positions, written here by hand.
#[test]
fn decisions_cost_what_the_advice_says() {
    let desk = Desk::new();
    desk.write(
        "game.txt",
        "game: pig\nplayers: 2\nrule: goal=30\n1: [3] roll [4] roll [6] hold\n2: = 21\n1: [2] hold\n2: [5] hold\n",
    );
    let rows = csv_rows(&desk.result("review game.txt --format csv"));
    let cost = |line: &str, at: usize| {
        let own: Vec<&Vec<String>> = rows.iter().filter(|row| row[0] == line).collect();
        (own[at][3].clone(), own[at][5].clone())
    };
    for (line, at, position, did) in [
        ("4", 0, "--scores 0,0 --total 3 --seat 1", "roll"),
        ("4", 2, "--scores 0,0 --total 13 --seat 1", "hold"),
        ("6", 0, "--scores 13,21 --total 2 --seat 1", "hold"),
        ("7", 0, "--scores 15,21 --total 5 --seat 2", "hold"),
    ] {
        let advice = csv_rows(&desk.result(&format!("advise --game pig --rule goal=30 {position} --format csv")));
        let own = advice.iter().find(|row| row[0] == did).unwrap();
        assert_eq!(cost(line, at), (did.to_owned(), own[2].clone()), "{line}: {position}");
    }
    // In the last position, rolling on wins more.
    assert!(cost("7", 0).1.parse::<f64>().unwrap() > 0.01);
    let json: serde_json::Value = serde_json::from_str(&desk.result("review game.txt --me 2 --format json")).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 1);
    let text = desk.result("review game.txt --me 1");
    assert!(text.contains("Seat 1: 4 of 4 decisions") && text.contains("ends before the game does"), "{text}");
}

/// What cards brought is the sum that `play --regret` tells of the rounds after the first decision, within the rounding of its
/// four decimals. All is told, so what the other player's decisions brought is what they cost.
#[test]
fn cards_dice_and_the_other_player_are_told_apart() {
    let desk = Desk::new();
    // Few dice, so that the game is solved in seconds.
    let story = desk.result("play --game gang --players 2 --rule pools=9 --bots chaser,bold --seed 3 --regret");
    let of_cards: Vec<f64> = story
        .lines()
        .filter_map(|line| line.trim().strip_prefix("luck of the card, for seat 1: "))
        .map(|number| number.parse().unwrap())
        .collect();
    assert!(of_cards.len() > 4, "{story}");
    let expected: f64 = of_cards[1..].iter().sum();
    let plain: String =
        story.lines().filter(|line| !line.starts_with("    luck")).map(|line| format!("{line}\n")).collect();
    desk.write("game.txt", format!("game: gang\nplayers: 2\nrule: pools=9\n{}\n", gang(&plain)));
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = words(&desk.result("review game.txt --me 1"));
    let number = |text: &str, from: &str| between(text, from, " ").trim_end_matches([',', '.']).parse::<f64>().unwrap();
    let cards = number(&text, "So cards brought ");
    assert!((cards - expected).abs() < 1e-4 * of_cards.len() as f64 + 5e-4, "{cards}, but {expected}: {text}");
    assert!(text.contains(" and dice and the decisions of the others "), "{text}");

    // Of both seats, decisions have a price, so that the other's can be told from the dice.
    let text = words(&desk.result("review game.txt"));
    let (first, second) = text.split_once("Seat 2: ").unwrap();
    let all_priced =
        |text: &str| between(text, "", " decisions have").split(" of ").map(str::to_owned).collect::<Vec<_>>();
    let counts = all_priced(second);
    assert!(counts[0] == counts[1], "decisions to reroll all dice, which names each of them, have a price: {text}");
    let rows = csv_rows(&desk.result("review game.txt --format csv"));
    let cost: f64 = rows[1..].iter().filter(|row| row[1] == "2").map(|row| row[5].parse::<f64>().unwrap()).sum();
    let said = |text: &str| format!("So cards {}", text.split_once("So cards ").unwrap().1);
    let (first, second) = (&*said(first), &*said(second));
    let other = number(first, "the decisions of the other ");
    assert!((other - cost).abs() < 5e-4, "{other}, but {cost}: {first}");
    // One gains what the other loses.
    assert!((number(first, "So cards brought ") - cards).abs() < 1e-9);
    assert!(number(second, "So cards brought ") * cards < 0.0, "{text}");
    let together = number(first, "together ");
    assert!((cards + number(first, ", dice ") + other - together).abs() < 2e-3, "{first}");
}

/// Two seats of Pig, whose dice are all told: 0.435 of a win is what the second player loses by holding at 7.
#[test]
fn with_unknown_turns_the_other_player_is_not_told_apart() {
    let desk = Desk::new();
    let file = "game: pig\nplayers: 2\nrule: goal=12\n1: [3] roll [4] roll [1]\n2: [5] roll [2] hold\n1: [6] hold\n2: [6] hold\n";
    desk.write("known.txt", file);
    desk.write("unknown.txt", file.replace("[5] roll [2] hold", "= 7"));
    let told = |name: &str| desk.result(&format!("review {name}")).split_whitespace().collect::<Vec<_>>().join(" ");
    let (known, unknown) = (told("known.txt"), told("unknown.txt"));
    assert!(
        known.contains("So dice brought -0.615 and the decisions of the other +0.435, together -0.179."),
        "{known}"
    );
    assert!(unknown.contains("So dice and the decisions of the others brought "), "{unknown}");
    assert!(!unknown.contains("the decisions of the other "), "{unknown}");
}

#[test]
fn what_the_rules_forbid_is_said_with_its_line() {
    let gang = "game: gang\nplayers: 3\nround 1: sum13-explosion\n";
    let cases: [(&str, &str, &[&str]); 20] = [
        ("", "", &["no turn is written here"]),
        ("1: [3] hold\n", "", &["no game is named"]),
        ("game: gagn\n1: [3]\n", "", &["gagn", "gang"]),
        ("game: pig\nplayers: 9\n1: [3]\n", "players: 9", &["2 to 6"]),
        ("game: pig\nrule: gaol=30\n1: [3]\n2: [3]\n", "gaol = 30", &["--rule", "goal"]),
        ("game: pig\nme: 3\n1: [3]\n2: [4]\n", "me: 3", &["no seat", "2 players"]),
        ("game: pig\n2: [3] hold\n1: [2] hold\n", "2: [3] hold", &["seat 1 is on turn, not seat 2"]),
        ("game: pig\n1: [7] hold\n2: = 3\n", "1: [7] hold", &["does not show '7'", "1 to 6"]),
        ("game: pig\n1: [3 4] hold\n2: = 3\n", "1: [3 4] hold", &["1 die falls here, but 2"]),
        ("game: pig\n1: [3]\n2: = 3\n", "1: [3]", &["the line ends too early", "roll, hold"]),
        ("game: pig\n1: [3] bank\n2: = 3\n", "1: [3] bank", &["'bank' is none of these: roll, hold"]),
        ("game: pig\n1: [1] roll [3]\n2: = 3\n", "1: [1] roll [3]", &["the turn is over before 'roll'"]),
        ("game: pig\nrule: goal=9\n1: = 9\n2: = 3\n", "2: = 3", &["the game is over before this"]),
        ("game: pig\nround 2\n1: = 9\n2: = 3\n", "round 2", &["this is still round 1: seat 1 is on turn"]),
        ("game: gang\nplayers: 3\n1: 1 = 3\n", "1: 1 = 3", &["round 1 begins here", "its card"]),
        ("game: gang\nplayers: 3\nround 1: sum99\n1: 1 = 3\n", "round 1: sum99", &["no card 'sum99'"]),
        (
            "game: gang\nplayers: 3\nround 1: sum13-explosion\n1: 2 = 11\n",
            "1: 2 = 11",
            &["cannot total 11; at most 10"],
        ),
        (
            "game: gang\nplayers: 3\nround 1: sum13-explosion\n1: 3 = 14\n",
            "1: 3 = 14",
            &["3 dice cannot end with '14' under the card sum>=13"],
        ),
        (
            "game: gang\nplayers: 3\nround 1: sum13-explosion\n1: 99 = 14\n",
            "1: 99 = 14",
            &["99 dice to commit", "1 to"],
        ),
        ("game: pot\n1: [1 p x]\n2: = 3 4 5\n", "1: [1 p x]", &["'x'", "P, O or T"]),
    ];
    for (file, line, words) in cases {
        let desk = Desk::new();
        desk.write("game.txt", file);
        let mut words = words.to_vec();
        words.push(line);
        desk.refused("review game.txt", &words);
    }
    let more: [(&str, &[&str]); 5] = [
        ("1: 3 [3 3 boss] reroll 4 [2]\n", &["'4' is no part of your dice"]),
        ("1: 3 [3 3 boss] [2]\n", &["before [2]", "Which do you reroll"]),
        ("1: 3 [3 3 6]\n", &["no die shows '6'"]),
        ("1: 3 [3 3 boss] stop = 7\n", &["the result of these dice is 6, not 7"]),
        ("1: 3 = 8\n2: 3 = 8\nround 2: any1-explosion\n", &["this is still round 1: seat 3 is on turn"]),
    ];
    for (turns, words) in more {
        let desk = Desk::new();
        desk.write("game.txt", format!("{gang}{turns}"));
        desk.refused("review game.txt", words);
    }
}

/// All problems that can be seen without the rules are told at once, each at its place.
#[test]
fn all_lines_that_are_none_are_told_at_once() {
    let desk = Desk::new();
    desk.write("game.txt", "game: pig\n1: [3\nplayer: 2\n2; hold\n");
    let told =
        desk.refused("review game.txt", &["'[' is never closed", "'player' is unknown", "did you mean 'players'?"]);
    assert!(told.contains("game.txt:4"), "{told}");
    desk.refused("review nothing.txt", &["nothing.txt"]);
    desk.refused("review game.txt --format xml", &["table, csv, json"]);
}

/// The files that the reference shows are games by the rules, but for the last, which shows a mistake.
#[test]
fn the_files_of_the_reference_are_told() {
    let reference =
        std::fs::read_to_string(format!("{}/docs/reference/review.md", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let files = reference.split("```text\ngame: ").skip(1).map(|rest| rest.split("```").next().unwrap());
    let files: Vec<String> = files.map(|file| format!("game: {file}")).collect();
    assert!(files.len() >= 5, "{reference}");
    for file in &files[..files.len() - 1] {
        let desk = Desk::new();
        desk.write("game.txt", file);
        let told = desk.run("review game.txt");
        assert_eq!(told.code, Some(0), "{file}\n{}", told.err);
    }
}

/// Choices called like the verbs of decisions were taken for each other.
#[test]
fn a_choice_called_like_a_verb_is_that_choice() {
    let desk = Desk::new();
    desk.write(
        "verbs.toml",
        "game = \"verbs\"\nplayers = \"1-2\"\n[dice]\nmost = 3\n[player]\nscore = \"points\"\n[step.decide]\nchoices = [\"reroll -> score += 1, pass\", \
         \"commit -> pass\", \"draft -> pass\", \"keep 1 to 3 -> pass\"]\n[end]\nrounds = 2\nscore = \"score\"\n",
    );
    for (typed, cost) in [("commit", true), ("reroll", false), ("draft", true), ("keep 2", true)] {
        desk.write("game.txt", format!("game: verbs.toml\nplayers: 2\n1: {typed}\n"));
        let rows = csv_rows(&desk.result("review game.txt --format csv"));
        let at = |name: &str| rows[0].iter().position(|column| column == name).unwrap();
        assert_eq!(rows[1][at("did")], typed, "{rows:?}");
        assert_eq!(rows[1][at("cost")].parse::<f64>().unwrap() > 0.0, cost, "{rows:?}");
    }
}

/// A step that adds no dice wanted brackets that cannot be empty.
#[test]
fn a_roll_of_no_dice_is_not_written() {
    let desk = Desk::new();
    desk.write(
        "zeros.toml",
        "game = \"zeros\"\nplayers = \"1-2\"\n[dice]\nmost = 2\n[player]\nscore = \"points\"\n[step.roll]\nroll = 2\nthen = \"hold\"\n[step.hold]\nkeep = \
         \"any\"\ndo = \"dice = kept\"\nthen = \"more\"\n[step.more]\nadd = \"2 - size\"\nthen = \"decide\"\n[step.decide]\nchoices = [\"double -> score += 2 \
         * sum, pass\", \"plain -> score += sum, pass\"]\n[end]\nrounds = 2\nscore = \"score\"\n",
    );
    desk.write("game.txt", "game: zeros.toml\nplayers: 2\n1: [3 4] keep 3 4; double\n2: [3 4] keep 4 [1]; plain\n");
    assert!(desk.result("review game.txt").contains("double"));
}

/// Payments that the rules do not know were taken for others, and a later line was blamed.
#[test]
fn payments_that_the_rules_do_not_know_are_refused() {
    for (turn, expected) in [
        ("= 2 2 2; to 2", "from bank, from one other, or from two"),
        ("= 3 4 5; from 2", "from bank, or from two others"),
        ("= 4 4 4; from 2", "from two others"),
        ("= 3 3 3; from bank", "from one other player"),
        ("= 5 5 5; from 2 3", "to two others"),
        ("= 5 4 4; from 2", "nobody else pays"),
        ("= 2 2 2; from 2 2", "two different other players"),
        ("= 2 2 2; from 1", "'1' is no other seat"),
    ] {
        let desk = Desk::new();
        desk.write("game.txt", format!("game: pot\nplayers: 3\n1: {turn}\n2: = 1 1 2\n"));
        desk.refused("review game.txt", &[expected, turn]);
    }
    let desk = Desk::new();
    desk.write("game.txt", "game: pot\nplayers: 3\nme: 2\n1: = 2 2 2; from 3\n2: [1 1 2] reroll 1 1 [3 5] stop\n");
    desk.result("review game.txt");
}

#[test]
fn what_dice_of_battle_cannot_show_is_refused() {
    let desk = Desk::new();
    let draft = "1: green\n2: black\n1: green\n2: green\n1: green\n2: white\n1: white\n2: white\n";
    desk.write("game.txt", format!("game: battle\nplayers: 2\n{draft}1: battle all random = 1 shows 1 0\n"));
    desk.refused("review game.txt", &["seat 1 has 0 dice that can show a victory point"]);
    desk.write("game.txt", format!("game: battle\nplayers: 2\nme: 1\n{draft}1: battle all random = 1 shows 0 1\n"));
    desk.result("review game.txt");
}

/// People write the hold that wins, and the stop after an explosion.
#[test]
fn words_that_say_what_is_over_anyway_are_taken() {
    let desk = Desk::new();
    desk.write("game.txt", "game: pig\nplayers: 2\nrule: goal=5\n1: [2] hold = 2\n2: [3] roll [4] hold\n");
    assert!(desk.result("review game.txt").contains("the result was 1.000"));
    desk.write(
        "game.txt",
        "game: gang\nplayers: 2\nrule: pools=9\nround 1: sum13-explosion\n1: 3 [5 5 5] stop = invalid\n2: 1 [3] stop\n",
    );
    desk.result("review game.txt");
    desk.write("game.txt", "game: pig\nplayers: 2\n1: [2] hold = 3\n2: = 3\n");
    desk.refused("review game.txt", &["the turn adds 2 to the score, not 3"]);
}

/// That decisions could not be priced looked like a success.
#[test]
fn a_review_without_any_price_says_why_and_fails() {
    let desk = Desk::new();
    desk.write("game.txt", "game: pig\nplayers: 2\n1: [2] hold\n2: = 3\n");
    desk.refused("review game.txt --others nobody", &["--others", "unknown strategy 'nobody'"]);
    desk.refused("review game.txt --others nobody --format json", &["unknown strategy 'nobody'"]);
    desk.write("game.txt", "game: ship\nplayers: 1\n1: [1 2 4 4 6] [4 5 5 6] keep 4 5 5 6 [5]\n");
    let told = desk.run("review game.txt");
    assert!(!told.out.contains("of a win"), "{}", told.out);
}
