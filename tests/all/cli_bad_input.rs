//! What is typed wrongly, and wrong files: exit code 2, an error that names the option or the place, the
//! value, the limit and the nearest name, and nothing written.

use crate::program::Desk;
use analyze::record::{Manifest, Record};

/// A run that would be right, into a new folder.
const RUN: &str = "--game gang --runs 6 --out out";

/// `RUN` with more words is refused, and the error has all of `words`.
fn refuses(more: &str, words: &[&str]) -> String {
    Desk::new().refused(&format!("{RUN} {more}"), words)
}

#[test]
fn numbers_of_players() {
    for players in ["0", "1", "5", "99", "18446744073709551615"] {
        refuses(&format!("--players {players}"), &["--players", players, "Gang of Dice", "2 to 4"]);
    }
    refuses("--players -2", &["--players", "-2", "negative"]);
    refuses("--players three", &["--players", "three", "whole number"]);
    refuses("--players 2.5", &["--players", "2.5", "whole number"]);
    refuses("--bots stand,stand,boss,boss,random", &["--bots", "5 players", "2 to 4"]);
}

#[test]
fn numbers_of_games() {
    let desk = Desk::new();
    let refuse = |runs: &str, words: &[&str]| {
        let words: Vec<&str> = [&["--runs", runs], words].concat();
        desk.refused(&format!("--game gang --out out --runs {runs}"), &words)
    };
    refuse("0", &["at least 1", "at most 1e15"]);
    refuse("-1", &["negative"]);
    refuse("-1e6", &["negative"]);
    refuse("1.5", &["must be a whole number"]);
    refuse("1.0005k", &["must be a whole number"]);
    for word in ["inf", "infinity", "NaN", "many", "1e", "e6", "0x10", "1,000"] {
        refuse(word, &["not a whole number", "1e7"]);
    }
    refuse("1000000000000001", &["at most 1e15"]);
    desk.refused("--game gang --out out --runs 2e15", &["--runs", "2000000000000000", "at most 1e15"]);
    refuse("1e400", &["above"]);
    desk.refused("--game gang --out out", &["--runs is missing", "--runs 1e6"]);
    desk.refused_with(&["--game", "gang", "--out", "out", "--runs", ""], &["--runs", "not a whole number"]);
}

/// The power of ten is itself a number of any length.
#[test]
fn a_power_of_ten_beyond_every_number() {
    for power in ["18446744073709551615", "18446744073709551614", "99999999999999999999999"] {
        let told = refuses(&format!("--seed 1e{power}"), &["--seed", power]);
        assert!(told.contains("above") || told.contains("not a whole number"), "{told}");
    }
}

#[test]
fn numbers_of_threads_and_seeds() {
    refuses("--threads 0", &["--threads", "0", "at least 1"]);
    refuses("--threads 1e9", &["--threads", "1000000000", "at most 1024"]);
    refuses("--threads -1", &["--threads", "-1", "negative"]);
    refuses("--seed -1", &["--seed", "-1", "negative"]);
    refuses("--seed 18446744073709551616", &["--seed", "18446744073709551616", "above 18446744073709551615"]);
    refuses("--seed 0.5", &["--seed", "0.5", "whole number"]);
    let desk = Desk::new();
    desk.result("--game gang --runs 3 --out out --seed 18446744073709551615");
    assert!(desk.read("out/run.json").contains("\"seed\": 18446744073709551615"));
}

#[test]
fn bots_for_other_numbers_of_seats() {
    refuses("--players 3 --bots stand,boss", &["--bots", "2 strategies", "stand,boss", "3 players"]);
    refuses("--players 2 --bots stand,boss,random", &["--bots", "3 strategies", "2 players"]);
    refuses("--players 3 --bots stand,,boss", &["--bots", "there is no name"]);
}

#[test]
fn unknown_names_get_the_nearest() {
    refuses("--bots stnad:2", &["--bots", "stnad", "did you mean 'stand'?"]);
    refuses("--bots stand:dic=2", &["--bots", "stand", "'dic'", "did you mean 'dice'?"]);
    refuses("--bots stand:2@bos", &["--bots", "bos", "did you mean 'boss'?"]);
    refuses("--edition bgga", &["--edition", "bgga", "did you mean 'bga'?"]);
    refuses("--engine dicee", &["--engine", "dicee", "did you mean 'dice'?"]);
    refuses("--seating rotated", &["--seating", "rotated", "did you mean 'rotate'?"]);
    refuses("--format jsn", &["--format", "jsn", "did you mean 'json'?"]);
    refuses("--progress alway", &["--progress", "alway", "did you mean 'always'?"]);
    refuses("--rule pool=7", &["--rule", "pool", "did you mean 'pools'?"]);
    refuses("--player 3", &["--player", "--players"]);
    let desk = Desk::new();
    desk.refused("--game gagn --runs 6 --out out", &["--game", "gagn", "did you mean 'gang'?"]);
    desk.refused("--runs 6 --out out", &["--game is missing", "gang"]);
    desk.refused("strategies --game gnag", &["--game", "gnag", "did you mean 'gang'?"]);
    desk.refused("show reconstructd", &["reconstructd", "did you mean 'reconstructed'?"]);
    desk.refused("show rules", &["--game is missing", "gang"]);
    desk.refused("show rules --game gang --edition blackrok", &["--edition", "did you mean 'blackrock'?"]);
    desk.refused("reprot out", &["reprot", "report"]);
    desk.refused("completions bsh", &["bsh", "bash"]);
}

/// What is near to nothing is told all the names.
#[test]
fn names_far_from_all_others() {
    let all = ["stand", "boss", "random"];
    refuses("--bots quux", &[&["--bots", "quux"], &all[..]].concat());
    refuses("--engine quux", &["auto", "turn", "dice"]);
    refuses("--seating quux", &["rotate", "all", "fixed"]);
    refuses("--format quux", &["table", "csv", "json"]);
    refuses("--rule quux=1", &["pools", "bonus", "supply", "rerolls"]);
    refuses("--edition quux", &["bga", "blackrock"]);
}

#[test]
fn parameters_out_of_their_limits() {
    for value in ["0", "-1", "1.5", "99999999999", "two"] {
        refuses(&format!("--bots stand:{value}"), &["--bots", "stand", "dice", value, "a whole number from 1 to"]);
        refuses(&format!("--bots boss:dice={value}"), &["--bots", "boss", value, "from 1 to"]);
    }
    refuses("--bots stand:dice=2:dice=3", &["--bots", "dice", "twice"]);
    refuses("--bots random:3", &["--bots", "random", "3", "it has none"]);
    refuses("--bots stand:", &["--bots", "stand:", "nothing follows"]);
    refuses("--bots stand@boss@stand", &["--bots", "stand@boss@stand", "once"]);
}

#[test]
fn rules_that_cannot_be_played() {
    refuses("--rule pools", &["--rule", "pools", "key=value"]);
    refuses("--rule pools=0", &["--rule", "pools", "0", "1"]);
    refuses("--rule rerolls=11", &["--rule", "rerolls", "11", "10"]);
    refuses("--rule rerolls=two", &["--rule", "two"]);
    refuses("--rule pools=[1,2]", &["--rule", "pools", "2 numbers", "three"]);
    refuses("--rule pools=200", &["--rule", "618", "511", "'pools'"]);
    refuses("--rule bonus=[1,1,1,1,1,1,1,1,1,1,1,1,1]", &["--rule", "bonus", "13", "12"]);
    refuses("--rule =3", &["--rule"]);
}

#[test]
fn options_that_do_not_go_together() {
    let desk = Desk::new();
    desk.result("--game gang --runs 6 --out run");
    for more in ["--game gang", "--players 2", "--bots stand", "--edition bga", "--rule rerolls=1"] {
        desk.refused(&format!("play --run run {more}"), &["--run", "cannot be used with"]);
    }
    desk.refused("--runs 6 report run", &["report"]);
    desk.refused("--game gang --runs 6 --runs 7 --out out", &["--runs"]);
}

/// Every option that not all games have, in every game, beside files that cannot be read: a game that lacks it says so
/// first, and one that has it reads the files.
#[test]
fn options_of_other_games() {
    let desk = Desk::new();
    let options: [(&str, &[&str]); 3] =
        [("--edition bga", &["gang"]), ("--deck no-deck.toml", &["gang"]), ("--engine turn", &["gang", "pot"])];
    for (game, title) in [("gang", "Gang of Dice"), ("pot", "POT"), ("battle", "Battle Dice")] {
        for (option, games) in options {
            for command in ["--runs 6 --bots no-bot.toml", "play --bots no-bot.toml", "compare no-a.toml no-b.toml"] {
                let told = desk.refused(&format!("{command} --game {game} --rules no-rules.toml {option}"), &[]);
                let lacks = format!("error: {}: {title}", option.split_once(' ').unwrap().0);
                let expected = if games.contains(&game) { "cannot read the file" } else { &lacks };
                assert!(told.contains(expected), "{game}, {command} {option}: {told}");
            }
        }
        let told = desk.run(&format!("show rules --game {game} --edition bga"));
        let has = (told.code, told.err.starts_with(&format!("error: --edition: {title}")));
        assert_eq!(has, if game == "gang" { (Some(0), false) } else { (Some(2), true) }, "{told:?}");
    }
    for game in ["pot", "battle"] {
        desk.refused(&format!("cards --game {game} --deck no-deck.toml"), &["has no cards; Gang of Dice has"]);
        desk.refused(&format!("show plan --game {game} --deck no-deck.toml"), &["error: --game: only gang"]);
    }
    desk.refused("cards --engine turn --deck no-deck.toml", &["error: --engine: the games of 'cards'"]);
}

/// What a run was played with stands in its folder; another seed beside it would be ignored.
#[test]
fn a_recorded_run_with_another_seed_seating_or_engine() {
    let desk = Desk::new();
    desk.result("--game gang --runs 6 --out run");
    for more in ["--seed 7", "--seating fixed", "--engine dice"] {
        desk.refused(&format!("play --run run {more}"), &["--run", "cannot be used with"]);
    }
}

/// A deck of one light card; `condition` is its condition.
fn deck(condition: &str) -> String {
    format!(
        "id = \"mine\"\nname = \"My deck\"\n\n[[card]]\nid = \"first\"\ncondition = \"{condition}\"\n\
         trigger = \"bomb\"\nback = \"light\"\n"
    )
}

/// `content` as a deck is refused by a run, by `play` and by `check`, with the same problems.
fn refuses_deck(content: impl AsRef<[u8]>, words: &[&str]) -> String {
    let desk = Desk::new();
    desk.write("my.toml", content);
    let words = [&["my.toml"], words].concat();
    desk.refused("play --game gang --rule bonus=[] --deck my.toml", &words);
    desk.refused(&format!("{RUN} --rule bonus=[] --deck my.toml"), &words)
}

#[test]
fn a_deck_with_a_bad_condition() {
    let told = refuses_deck(deck("either(sum>=7; ood>=2)"), &["my.toml:6:", "ood", "did you mean 'odd'?", "^^^"]);
    assert!(told.contains("condition = \"either(sum>=7; ood>=2)\""), "the line is shown: {told}");
    for bad in ["", "sum", "sum>=", "sum>=7 or", "not(sum>=7", "any:6", "sum>=99999999999999999999"] {
        refuses_deck(deck(bad), &["my.toml:6:"]);
    }
}

#[test]
fn a_deck_with_deep_nesting() {
    let nested = |depth: usize| deck(&format!("{}pair{}", "not(".repeat(depth), ")".repeat(depth)));
    refuses_deck(nested(20_000), &["my.toml:6:", "100004 bytes", "at most 1000"]);
    refuses_deck(nested(100), &["my.toml:6:", "16"]);
    refuses_deck(format!("id = {}{}", "[".repeat(50_000), "]".repeat(50_000)), &["my.toml:1:"]);
    refuses_deck(format!("{} = 1", vec!["a"; 50_000].join(".")), &["my.toml"]);
}

#[test]
fn a_deck_of_wrong_cards() {
    let one = deck("sum>=7");
    let card = one.split_once("\n\n").unwrap().1;
    refuses_deck(format!("{one}{card}"), &["my.toml:10:6", "'first'", "earlier card"]);
    refuses_deck(one.replace("[[card]]", "removed = { light = 2 }\n[[card]]"), &["2 light cards", "only 1"]);
    refuses_deck(one.replace("[[card]]", "removed = { light = 1 }\n[[card]]"), &["no card is left"]);
    refuses_deck("id = \"mine\"\nname = \"My deck\"\n", &["no cards", "[[card]]"]);
    refuses_deck(one.replace("trigger", "triger"), &["my.toml:7:1", "'triger'", "did you mean 'trigger'?"]);
    refuses_deck(one.replace("\"bomb\"", "\"bom\""), &["my.toml:7:", "'bom'", "did you mean 'bomb'?"]);
    refuses_deck(one.replace("\"light\"", "7"), &["my.toml:8:"]);
    let desk = Desk::new();
    desk.write("my.toml", one);
    desk.refused(&format!("{RUN} --deck my.toml"), &["'bonus'", "3 rounds", "only 1"]);
}

#[test]
fn files_of_junk() {
    refuses_deck("", &["'id'"]);
    refuses_deck("junk ".repeat(20_000), &["my.toml:1:"]);
    refuses_deck("\u{1}".repeat(100_000), &[]);
    refuses_deck(b"\x89PNG\r\n\x1a\n\xff\xff", &["not a UTF-8 text file"]);
    refuses_deck(vec![b'#'; 2 << 20], &["at most 1048576"]);
    let desk = Desk::new();
    desk.write("folder/inside", "");
    for option in ["--deck", "--rules"] {
        desk.refused(&format!("{RUN} {option} missing.toml"), &["missing.toml", "cannot read"]);
        desk.refused(&format!("{RUN} {option} folder"), &["folder"]);
    }
    desk.refused("check missing.toml", &["missing.toml", "cannot read"]);
}

#[test]
fn rules_files_with_problems() {
    let desk = Desk::new();
    let refuse = |text: &str, words: &[&str]| {
        desk.write("rules.toml", text);
        desk.refused(&format!("{RUN} --rules rules.toml"), words)
    };
    refuse("pools = 0", &["rules.toml:1:9", "0"]);
    refuse("\nbonuss = [1]", &["rules.toml:2:1", "'bonuss'", "did you mean 'bonus'?"]);
    refuse("supply = \"unlimitd\"", &["rules.toml:1:10", "did you mean 'unlimited'?"]);
    refuse("pools = 48\npools = 36", &["rules.toml:2:"]);
    refuse("pools = [48, 48", &["rules.toml:1:"]);
    let all = refuse("pools = 0\nrerolls = 11\nwhat = 1\n", &["rules.toml:1:", "rules.toml:2:", "rules.toml:3:"]);
    assert_eq!(all.matches("error").count(), 3, "{all}");
}

#[test]
fn a_folder_with_files_of_somebody_else() {
    let desk = Desk::new();
    desk.write("theirs/thesis.tex", "years of work");
    desk.refused("--game gang --runs 1e15 --out theirs", &["--out", "theirs", "run.json"]);
    desk.write("theirs/run.json", "{\"tool\": \"somebody else's\"}");
    desk.refused("--game gang --runs 1e15 --out theirs", &["--out", "theirs", "run.json"]);
    desk.write("theirs/run.json", "not even JSON");
    desk.refused("--game gang --runs 1e15 --out theirs", &["--out", "theirs", "run.json"]);
    desk.refused("--game gang --runs 1e15 --out .", &["--out", "'.'"]);
}

#[test]
fn a_wrong_command_beside_a_finished_run_leaves_it_alone() {
    let desk = Desk::new();
    desk.result("--game gang --runs 6 --out out");
    for more in ["--bots nobody", "--players 9", "--deck missing.toml", "--rule pools", "--threads 0"] {
        desk.refused(&format!("{RUN} {more}"), &["error: "]);
    }
}

#[test]
fn recorded_runs_that_cannot_be_told() {
    let desk = Desk::new();
    desk.write("empty/notes.txt", "nothing of ours");
    desk.refused("play --run empty", &["--run", "run.json", "cannot read"]);
    desk.refused("play --run nowhere", &["--run", "nowhere", "cannot read"]);
    desk.result("--game gang --runs 6 --out run");
    let good = desk.read("run/run.json");
    let refuse = |text: String, words: &[&str]| {
        assert_ne!(text, good);
        desk.write("run/run.json", text);
        desk.refused("play --run run", &[&["--run"], words].concat());
    };
    refuse(good[..good.len() / 2].to_owned(), &["run.json", "not a record"]);
    refuse("{}".to_owned(), &["run.json", "format"]);
    refuse("[".repeat(100_000), &["run.json", "not a record"]);
    refuse(good.replace("\"format\": 2", "\"format\": 3"), &["format 3", "formats 1 to 2"]);
    refuse(good.replace("\"players\": 3", "\"players\": 0"), &["0 players"]);
    refuse(good.replace("\"players\": 3", "\"players\": 4"), &["run.json", "changed after the run"]);
    // The sum is no secret: somebody may make it again.
    let refuse = |text: String, words: &[&str]| refuse(sealed(&text), words);
    refuse(good.replace("\"players\": 3", "\"players\": 4"), &["3 strategies", "4 players"]);
    refuse(good.replace("\"engine\": \"turn\"", "\"engine\": \"magic\""), &["engine", "magic"]);
    refuse(good.replace("\"seating\": \"rotate\"", "\"seating\": \"rotat\""), &["rotat", "did you mean 'rotate'?"]);
    refuse(good.replace("\"game\": \"gang\"", "\"game\": \"gong\""), &["gong", "did you mean 'gang'?"]);
}

/// A changed record with the sum of what is in it now.
fn sealed(text: &str) -> String {
    Manifest::from_json("run.json", text).unwrap().sealed().to_json()
}

/// Rules and deck stand in run.json with their hashes, so that a changed text is noticed even if the sum was made again.
#[test]
fn a_recorded_run_whose_rules_or_deck_were_changed() {
    let desk = Desk::new();
    desk.result("--game gang --runs 6 --out run");
    let good = desk.read("run/run.json");
    let refuse = |text: String, words: &[&str]| {
        assert_ne!(text, good);
        desk.write("run/run.json", sealed(&text));
        desk.refused("play --run run", &[&["--run", "run.json"], words].concat());
    };
    refuse(good.replace("sum>=13", "sum>=14"), &["deck", "changed"]);
    refuse(good.replace("rerolls = 2", "rerolls = 3"), &["rules", "changed"]);
    refuse(good.replace("\"name\": \"deck\"", "\"name\": \"desk\""), &["deck"]);
}

#[test]
fn reports_on_records_that_are_none() {
    let desk = Desk::new();
    desk.refused("report nowhere", &["nowhere", "cannot read"]);
    desk.result("--game gang --runs 6 --out run");
    let good = desk.read("run/tallies.json");
    let refuse = |text: String, words: &[&str]| {
        assert_ne!(text, good);
        desk.write("run/tallies.json", text);
        desk.refused("report run", &[&["tallies.json"], words].concat());
    };
    refuse(good.replace("\"blocks\": 2", "\"blocks\": 3"), &["no games have such"]);
    refuse(good.replace("\"format\": 1", "\"format\": 99"), &["format 99", "reads format 1"]);
    refuse(good[..good.len() - 20].to_owned(), &["not a record"]);
    refuse(format!("{good} "), &["changed"]);
    refuse(String::new(), &["not a record"]);
    desk.write("run/tallies.json", &good);
    let manifest = desk.read("run/run.json");
    desk.write("run/run.json", "{}");
    desk.refused("report run", &["run.json"]);
    desk.write("run/run.json", manifest);
    std::fs::remove_file(desk.path("run/tallies.json")).unwrap();
    desk.refused("report run", &["tallies.json", "cannot read"]);
}
