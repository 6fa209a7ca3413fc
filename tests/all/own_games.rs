//! Games from files: whether every experiment plays them like those that are built in, with the same bytes on any number of
//! threads, in parts, and from a record without the file; and what wrong ones are told.

use crate::program::{Desk, csv_rows};

/// A game by a preset, as somebody would write it.
const NINES: &str = "game = \"nines\"\ntitle = \"Nines\"\nplayers = \"1-4\"\nabout = \"roll two dice, but not a 9\"\n\
                     [press]\ndice = 2\nbust = \"sum == 9\"\ngoal = 60\n";
/// A strategy for it.
const BANKER: &str = "name = \"banker\"\nabout = \"banks early\"\ngame = \"nines\"\ndecide = \"roll\"\n\
                      [parameters]\nat = { default = 20, least = 1, most = 100, about = \"the points from which on it banks\" }\n\
                      [[rule]]\nwhen = \"total >= at\"\ndecide = \"bank\"\n";

/// The same strategy as a script.
const SCRIPT: &str = "const NAME = \"banks\";\nconst ABOUT = \"banks early\";\nconst GAME = \"nines\";\n\
                      const PARAMETERS = #{ at: #{ value: 20, least: 1, most: 100, about: \"the points from which on it banks\" } };\n\
                      fn decide(view) { if view.total >= at { \"bank\" } else { \"roll\" } }\n";

/// A folder with the game and the strategies.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("nines.toml", NINES);
    desk.write("banker.toml", BANKER);
    desk.write("banks.rhai", SCRIPT);
    desk
}

/// Commands of all experiments that play games, without the number of games.
const PLAYED: [&str; 7] = [
    "--game nines.toml --bots banks.rhai,banks.rhai:30,random --runs 300",
    "--game nines.toml --bots banker.toml,banker.toml:30 --runs 600",
    "--game nines.toml --bots banker.toml,random --runs 300",
    "--game farkle --players 3 --runs 300",
    "--game ship --bots cargo,random --engine dice --runs 300",
    "--game nines.toml --bots banker.toml --runs 300 --vary goal=40|60",
    "compare banker.toml banker.toml:40 --game nines.toml --players 2 --runs 600",
];

#[test]
fn a_game_from_a_file_has_the_same_bytes_on_any_number_of_threads() {
    for command in PLAYED {
        let desk = desk();
        let one = desk.result(&format!("{command} --threads 1 --out one"));
        assert_eq!(one, desk.result(&format!("{command} --threads 4 --out four")), "{command}");
        assert!(desk.files("one") == desk.files("four"), "{command}");
    }
}

/// The turns of a script are drawn, judged and priced as those of the file that says the same.
#[test]
fn a_script_for_a_game_from_a_file_gives_the_numbers_of_the_file() {
    let desk = desk();
    for command in [
        "--game nines.toml --bots X:25,X:40 --runs 900 --format csv",
        "--game nines.toml --bots X:25,X:40 --engine dice --runs 300 --format csv",
        "compare X:30 X --game nines.toml --players 2 --runs 900 --luck cancel --format csv",
        "regret X:30 --game nines.toml --players 2 --against X --runs 300 --format csv",
        "exact X:30 X --game nines.toml --format csv",
    ] {
        let shown = |strategy: &str, name: &str| {
            let shown = desk.result(&format!("{} --out {name} --replace", command.replace('X', strategy)));
            // The hash of an experiment is of its strategies' files.
            let is_own = |cell: &&str| !(cell.starts_with("wrote") || cell.len() == 9 && cell.starts_with('x'));
            shown.split([',', '\n']).filter(is_own).collect::<Vec<_>>().join(",").replace(name, "X")
        };
        assert_eq!(shown("banks.rhai", "banks"), shown("banker.toml", "banker"), "{command}");
    }
    assert!(desk.files("banks").keys().any(|name| name.ends_with("run.json")));
}

/// A strategy that was checked without its game was said to be for a game that does not exist, even with the file beside it.
#[test]
fn a_strategy_is_checked_for_the_game_beside_it() {
    let desk = desk();
    for strategy in ["banker.toml", "banks.rhai"] {
        let found = desk.result(&format!("check {strategy}"));
        assert!(found.contains("for nines") && found.contains("no problems"), "{found}");
        assert_eq!(found, desk.result(&format!("check {strategy} --game nines.toml")));
    }
    desk.write("nines.toml", NINES.replace("\"sum == 9\"", "\"sum = 9\""));
    desk.refused("check banks.rhai", &["use == to compare"]);
    std::fs::remove_file(desk.path("nines.toml")).unwrap();
    desk.refused("check banks.rhai", &["there is no game 'nines'"]);
}

#[test]
fn a_record_is_repeated_and_reported_without_the_file_of_its_game() {
    for command in [
        "--game nines.toml --players 2 --bots random --runs 300",
        "--game farkle --players 2 --runs 300 --vary goal=2000|3000",
    ] {
        let desk = desk();
        desk.result(&format!("{command} --out own"));
        std::fs::remove_file(desk.path("nines.toml")).unwrap();
        desk.result("run own/run.json --out again");
        assert!(desk.files("own") == desk.files("again"), "{command}");
        let before = desk.files("own");
        let table = before.keys().find(|name| name.ends_with(".csv")).unwrap();
        std::fs::remove_file(desk.path(&format!("own/{table}"))).unwrap();
        desk.result("report own");
        assert!(desk.files("own") == before, "{command}");
    }
    let desk = desk();
    desk.result("--game nines.toml --players 2 --bots random --runs 300 --out own");
    let own = desk.result("play --game nines.toml --players 2 --bots random --index 7");
    std::fs::remove_file(desk.path("nines.toml")).unwrap();
    assert_eq!(desk.result("play --run own --index 7"), own);
}

#[test]
fn games_from_files_go_on_and_are_played_in_parts() {
    let desk = desk();
    let command = "--game nines.toml --bots banker.toml,banker.toml:30";
    desk.result(&format!("{command} --runs 200 --out part"));
    desk.result(&format!("{command} --runs 900 --out part --resume"));
    desk.result(&format!("{command} --runs 900 --out whole"));
    assert!(desk.files("part") == desk.files("whole"));
    let plan = desk.result(&format!("plan {command} --runs 900 --shard-games 250 --out p"));
    let shards: u64 = plan.split_whitespace().next().unwrap().parse().unwrap();
    (0..shards).for_each(|index| drop(desk.result(&format!("shard --plan p/plan.json --index {index}"))));
    desk.result("merge p --out merged");
    assert!(desk.files("merged") == desk.files("whole"));
}

#[test]
fn every_experiment_with_games_plays_a_game_from_a_file() {
    let desk = desk();
    desk.result(
        "tournament banker.toml:10 banker.toml:20 banker.toml:30 --game nines.toml --players 2 --runs 600 --out t",
    );
    desk.result("tune banker.toml --param at=10..30/4 --game nines.toml --players 2 --runs 20000 --out u");
    desk.result("tune game --game nines.toml --players 2 --bots banker.toml --vary goal=40..60/2 --target seat1=0.4..0.6 --runs 600 --out g");
    let rows = csv_rows(&desk.read("t/ratings.csv"));
    assert_eq!(rows.len(), 4);
}

/// The file of Pig with the strategy of the file against Pig and its strategy: the win share of the first seat, and the turns.
#[test]
fn pig_from_a_file_is_pig() {
    let desk = Desk::new();
    desk.write("pig.toml", include_str!("../../src/ruled/games/pig.toml"));
    // The mean, and the standard error of it from its 95% interval.
    let read = |folder: &str, file: &str, column: &str| -> (f64, f64) {
        let rows = csv_rows(&desk.read(&format!("{folder}/{file}")));
        let value =
            |column: &str| -> f64 { rows[1][rows[0].iter().position(|name| name == column).unwrap()].parse().unwrap() };
        let [lo, hi] = ["lo", "hi"].map(|end| value(&format!("{column}_{end}")));
        (value(column), (hi - lo) / 3.92)
    };
    for (engine, games) in [("turn", 200_000), ("dice", 40_000)] {
        desk.result(&format!(
            "--game pig.toml --players 2 --bots hold:20,hold:12 --engine {engine} --runs {games} --out file --replace"
        ));
        desk.result(&format!(
            "--game pig --players 2 --bots hold:20,hold:12 --seed 9 --runs {games} --out built --replace"
        ));
        for (file, column) in [("summary.csv", "win_share"), ("summary.csv", "ev"), ("length.csv", "mean")] {
            let (own, other) = (read("file", file, column), read("built", file, column));
            let error = own.1.hypot(other.1);
            assert!((own.0 - other.0).abs() < 4.5 * error, "{engine} {file} {column}: {own:?} {other:?}");
        }
    }
}

#[test]
fn a_new_game_is_checked_and_played_as_it_is() {
    for like in ["farkle", "ship", "lines", "crates", "threes", "pig", "gang-of-dice"] {
        let desk = Desk::new();
        desk.result(&format!("new game mine --like {like}"));
        let checked = desk.result("check mine.toml");
        assert!(checked.contains("the game 'mine'") && checked.contains("no problems"), "{checked}");
        desk.result("--game mine.toml --players 2 --runs 60 --out out");
        desk.result("new strategy own --game mine.toml");
        let checked = desk.result("check own.toml --game mine.toml");
        assert!(checked.contains("strategy 'own' for mine"), "{checked}");
        desk.result("--game mine.toml --players 2 --bots own.toml,random --runs 60 --out out --replace");
        desk.refused("new game mine", &["there is a file 'mine.toml' already"]);
    }
    let desk = Desk::new();
    for game in ["gang", "pot", "battle", "pig", "farkle"] {
        desk.result(&format!("new strategy {game}-own --game {game}"));
        desk.result(&format!("check {game}-own.toml --game {game}"));
    }
    desk.refused("new game Mine", &["cannot be a name"]);
    desk.refused("new game ../mine", &["cannot be a name"]);
    desk.refused("new game mine --like chess", &["--like: there is no game 'chess'"]);
    desk.refused("new strategy mine --game gang --like nobody", &["--like", "unknown strategy 'nobody'"]);
}

#[test]
fn what_is_wrong_with_a_game_or_its_strategy_is_said() {
    let desk = desk();
    desk.write("wrong.toml", NINES.replace("sum == 9", "summ == 9"));
    desk.refused("--game wrong.toml --runs 100", &["--game", "wrong.toml:7", "summ", "sum"]);
    desk.refused("check wrong.toml", &["wrong.toml:7", "did you mean 'sum'?"]);
    desk.refused("--game missing.toml --runs 100", &["missing.toml", "cannot read"]);
    desk.refused(
        "--game nines.toml --bots banker.toml:0 --runs 100",
        &["at is '0', but must be a whole number from 1 to 100"],
    );
    desk.refused("--game nines.toml --bots bankr --runs 100", &["unknown strategy 'bankr'", "banker.toml"]);
    desk.refused("--game nines.toml --rule gaol=3 --runs 100", &["gaol", "goal"]);
    desk.refused("--game nines.toml --rule goal=0 --runs 100", &["goal"]);
    desk.refused("--game nines.toml --players 5 --runs 100", &["5 players", "Nines is for 1 to 4"]);
    desk.refused("--game nines.toml --deck reconstructed --runs 100", &["--deck", "Nines has no such option"]);
    desk.refused("--game nines.toml --luck cancel --players 2 --runs 100", &["--luck"]);
    desk.write("odd.toml", BANKER.replace("nines", "pig"));
    desk.refused("--game nines.toml --bots odd.toml --runs 100", &["for the game 'pig', not for 'nines'"]);
    desk.write("odd.toml", BANKER.replace("nines", "tens"));
    desk.refused("check odd.toml", &["there is no game 'tens'", "--game tens.toml"]);
    desk.refused("--bots nines.toml --game pig --runs 100", &["nines.toml"]);
}

/// A step that takes more dice than there are is the fault of the rules, and is said so.
#[test]
fn a_fault_of_the_rules_is_not_called_one_of_the_strategy() {
    let desk = Desk::new();
    let text = "game = \"over\"\nplayers = \"1-2\"\n[dice]\nmost = 3\n[player]\nscore = \"points\"\n[turn]\nn = { start = 1, most = 9, about = \"dice\" }\n\
                [step.roll]\nroll = \"n\"\ndo = \"n += 1\"\nthen = \"decide\"\n[step.decide]\nchoices = [\"roll\", \"stop -> score += n, pass\"]\n\
                [end]\nwhen = \"score >= 20\"\nscore = \"score\"\n";
    desk.write("over.toml", text);
    let told = desk.run("--game over.toml --runs 100 --out out");
    assert_eq!(told.code, Some(3), "{}", told.err);
    assert!(
        told.err.contains("the rules of the game do not provide for this")
            && told.err.contains("4 dice are to be rolled"),
        "{}",
        told.err
    );
    assert!(!told.err.contains("is at fault"), "{}", told.err);
}

#[test]
fn a_record_whose_game_was_changed_is_refused() {
    let desk = desk();
    desk.result("--game nines.toml --players 2 --bots random --runs 300 --out own");
    let record = desk.read("own/run.json");
    desk.write("own/run.json", record.replace("goal = 60", "goal = 61"));
    for command in ["run own/run.json --out again", "play --run own", "report own"] {
        desk.refused(command, &["changed"]);
    }
}

#[test]
fn the_drawn_turns_of_a_game_are_told_as_they_were_drawn() {
    let desk = desk();
    desk.result("--game nines.toml --bots banker.toml,banker.toml:30 --runs 2 --out out");
    let story = desk.result("play --game nines.toml --bots banker.toml,banker.toml:30");
    assert!(story.contains("Round 1\n  banker (seat 1): score 0\n    then: score "), "{story}");
    assert!(story.contains("The game ends. Scores: banker (seat 1) "), "{story}");
}

/// The solved value of Farkle alone is that of the prototype's figures; of Pig for two that of Neller and Presser (2004).
#[test]
fn games_from_files_are_solved() {
    let desk = Desk::new();
    let told = desk.result("solve --game farkle --players 1 --rule goal=2000 --out f");
    assert!(told.contains("With best play, the game takes 4.219644554 turns on average."), "{told}");
    let rows = csv_rows(&desk.read("f/positions.csv"));
    assert_eq!((rows[1][0].as_str(), rows.len()), ("score 0", 32));
    assert!((rows[1][1].parse::<f64>().unwrap() - 4.219644554).abs() < 1e-8, "{:?}", rows[1]);
    desk.write("pig.toml", include_str!("../../src/ruled/games/pig.toml"));
    let told = desk.result("solve --game pig.toml --out p");
    assert!(told.contains("the player who starts has a win share of 0.530592725."), "{told}");
    desk.result("run p/run.json --out again");
    assert!(desk.files("p") == desk.files("again"));
    let told = desk.result("solve --game lines --players 1 --out l");
    assert!(told.contains("the expected final score is 81.933926409."), "{told}");
    desk.refused("solve --game farkle --players 3", &["1 or 2"]);
    desk.write("gang.toml", include_str!("../../src/ruled/games/gang.toml"));
    desk.refused("solve --game gang.toml", &["a game with a contest is not solved"]);
    desk.refused(
        "--game gang.toml --runs 10 --luck cancel",
        &["--luck", "battle", "gang", "pig", "pot", "--luck auto"],
    );
}

/// What two strategies win exactly against what they win in games, and against what is known of the built-in Pig.
#[test]
fn exact_win_shares_of_games_from_files_are_those_of_games() {
    let desk = Desk::new();
    desk.write("pig.toml", include_str!("../../src/ruled/games/pig.toml"));
    let exact = |game: &str, out: &str| -> Vec<Vec<f64>> {
        desk.result(&format!("exact hold:20 hold:12 --game {game} --rule goal=60 --out {out}"));
        let rows = csv_rows(&desk.read(&format!("{out}/exact.csv")));
        let numbers = |row: &Vec<String>| row.iter().filter_map(|value| value.parse().ok()).collect();
        rows[1..].iter().map(numbers).collect()
    };
    let (file, built) = (exact("pig.toml", "file"), exact("pig", "built"));
    assert_eq!(file.len(), built.len());
    let mut compared = 0;
    for (file, built) in file.iter().flatten().zip(built.iter().flatten()) {
        // The sweeps differ; all else is the same.
        compared += usize::from((file - built).abs() < 1e-8);
    }
    assert!(compared + 2 >= file.iter().flatten().count(), "{file:?}\n{built:?}");
    desk.result("exact bank bank:at=500 --game farkle --rule goal=2000 --out e");
    desk.result("--game farkle --bots bank,bank:at=500 --rule goal=2000 --runs 60000 --out g");
    let share = |file: &str, column: &str| -> f64 {
        let rows = csv_rows(&desk.read(file));
        rows[1][rows[0].iter().position(|name| name == column).unwrap()].parse().unwrap()
    };
    let (lo, hi) = (share("g/summary.csv", "win_share_lo"), share("g/summary.csv", "win_share_hi"));
    let (middle, half) = ((lo + hi) / 2.0, (hi - lo) / 2.0);
    assert!((share("e/exact.csv", "win_share") - middle).abs() < 2.3 * half, "{lo} {hi}");
    desk.refused("exact random bank --game farkle", &["'random' makes random choices"]);
}

/// Best play wins what the solved game says, and nothing wins against it.
#[test]
fn optimal_play_of_a_game_from_a_file_wins_what_it_is_worth() {
    let desk = desk();
    let solved = desk.result("solve --game nines.toml --out s");
    let value: f64 = solved.split("win share of ").nth(1).unwrap()[..8].parse().unwrap();
    desk.result("--game nines.toml --bots optimal --players 2 --runs 20000 --out o");
    let rows = csv_rows(&desk.read("o/seats.csv"));
    let of = |row: usize, column: &str| -> f64 {
        rows[row][rows[0].iter().position(|name| name == column).unwrap()].parse().unwrap()
    };
    let first = (1..rows.len()).find(|&row| of(row, "seat") == 1.0).unwrap();
    let half = (of(first, "win_share_hi") - of(first, "win_share_lo")) / 2.0;
    assert!((of(first, "win_share") - value).abs() < 2.3 * half, "{value} {:?}", rows[first]);
    desk.result("--game nines.toml --bots optimal,banker.toml --runs 20000 --out b");
    let rows = csv_rows(&desk.read("b/summary.csv"));
    let lo = rows[0].iter().position(|name| name == "win_share_lo").unwrap();
    assert!(rows[1][lo].parse::<f64>().unwrap() > 0.5, "{rows:?}");
}

/// The number in a column of the first row with this first field among its fields.
fn number(text: &str, field: &str, column: &str) -> f64 {
    let rows = csv_rows(text);
    let at = rows[0].iter().position(|name| name == column).unwrap();
    let row = rows[1..].iter().find(|row| row.iter().any(|value| value == field)).unwrap();
    row[at].parse().unwrap()
}

/// What the decisions of `hold` give away against best play is what it wins less than its fair half of the games, which
/// `exact` knows of Pig that is built in.
#[test]
fn decisions_in_a_game_from_a_file_cost_what_is_missing_to_a_fair_share() {
    let desk = Desk::new();
    desk.write("pig.toml", include_str!("../../src/ruled/games/pig.toml"));
    let told = desk.result("regret hold:15 optimal --game pig.toml --runs 3000 --out priced");
    assert!(told.contains("its decisions cost nothing, because they are compared with its own"), "{told}");
    let regret = desk.read("priced/regret.csv");
    let [lost, lo, hi] = ["lost", "lost_lo", "lost_hi"].map(|column| number(&regret, "all", column));
    desk.result("exact hold:15 optimal --game pig --out exact");
    let share = number(&desk.read("exact/exact.csv"), "both", "win_share");
    assert!(hi - lo < 0.02 && (lost - (0.5 - share)).abs() < hi - lo, "{lost} {share}");
    let worst = csv_rows(&desk.read("priced/worst.csv"));
    assert!(
        worst[1].iter().any(|value| value == "hold") && worst[1].iter().any(|value| value == "roll"),
        "{:?}",
        worst[1]
    );
}

/// Alone, decisions cost turns: a game takes as many as best play needs, and those.
#[test]
fn decisions_of_a_player_alone_cost_turns() {
    let desk = Desk::new();
    let farkle = "--players 1 --game farkle --rule goal=1000";
    let told = desk.result(&format!("solve {farkle} --out solved"));
    let best: f64 = told.split("takes ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).unwrap();
    desk.result(&format!("{farkle} --bots bank:300 --runs 20000 --out played"));
    desk.result(&format!("regret bank:300 {farkle} --runs 1000 --out priced"));
    let regret = desk.read("priced/regret.csv");
    let [lost, lo, hi] = ["lost", "lost_lo", "lost_hi"].map(|column| number(&regret, "all", column));
    let turns = number(&desk.read("played/length.csv"), "turns", "mean");
    assert!(hi - lo < 0.2 && (best + lost - turns).abs() < hi - lo, "{best} {lost} {turns}");
}

#[test]
fn luck_is_cancelled_and_decisions_are_priced_with_the_same_bytes_on_any_number_of_threads_and_in_parts() {
    for command in [
        "--game nines.toml --bots banker.toml,banker.toml:30 --runs 600 --luck cancel",
        "compare banker.toml banker.toml:40 --game nines.toml --players 2 --runs 600 --luck cancel",
        "regret banker.toml random --game nines.toml --runs 60",
    ] {
        let desk = desk();
        desk.result(&format!("{command} --threads 1 --out one"));
        desk.result(&format!("{command} --threads 4 --out four"));
        assert!(desk.files("one") == desk.files("four"), "{command}");
    }
    let (desk, command) = (desk(), "regret banker.toml random --game nines.toml --runs 60");
    let plan = desk.result(&format!("plan {command} --shard-games 20 --out p"));
    let shards: u64 = plan.split_whitespace().next().unwrap().parse().unwrap();
    (0..shards).for_each(|index| drop(desk.result(&format!("shard --plan p/plan.json --index {index}"))));
    desk.result("merge p --out merged");
    desk.result(&format!("{command} --out whole"));
    assert!(shards > 2 && desk.files("merged") == desk.files("whole"));
}

#[test]
fn luck_and_prices_that_are_not_known_are_refused() {
    let desk = desk();
    for (command, said) in [
        (
            "--game nines.toml --bots banker.toml,random --runs 100 --luck cancel",
            "'random' can expect of a turn is not known",
        ),
        ("--game nines.toml --players 3 --bots banker.toml --runs 100 --luck cancel", "2 players, not for 3"),
        ("regret random --game nines.toml --players 3 --runs 10", "have a price for at most 2"),
        ("regret random --game pig --runs 10", "not in Pig"),
        ("regret random --game nines.toml --players 1 --against random --runs 10", "a player alone has no opponents"),
    ] {
        desk.refused(command, &[said]);
    }
}

/// The deck of Gang of Dice as a file against the deck that is built in: the best expected total, the best chance of a valid
/// result, and both numbers without rerolls are the same for each card and number of dice.
#[test]
fn the_cards_of_a_game_from_a_file_are_as_hard_as_those_built_in() {
    let desk = Desk::new();
    desk.write("gang.toml", include_str!("../../src/ruled/games/gang.toml"));
    desk.result("cards --game gang.toml --players 2 --bots random --runs 20 --max-dice 3 --out file");
    desk.result("cards --players 2 --bots random --runs 20 --max-dice 3 --policies stand --out built");
    let numbers = |out: &str| -> Vec<String> {
        let rows = csv_rows(&desk.read(&format!("{out}/difficulty.csv")));
        let at = ["dice", "max_score", "max_valid", "stand_score", "stand_invalid"]
            .map(|name| rows[0].iter().position(|column| column == name).unwrap());
        let rounded = |text: &String| format!("{:.9}", text.parse::<f64>().unwrap());
        let mut all: Vec<String> = rows[1..].iter().map(|row| at.map(|at| rounded(&row[at])).join(" ")).collect();
        all.sort();
        all
    };
    assert_eq!(numbers("file"), numbers("built"));
    assert_eq!(numbers("file").len(), 18 * 3);
    let header = desk.read("file/difficulty.csv");
    assert!(header.contains("card,condition,marks,part,dice"), "{header}");
    let record = desk.files("file");
    desk.result("run file/run.json --out again");
    assert!(record == desk.files("again"));
    desk.refused("cards --game farkle --runs 20", &["has no [deck]"]);
    desk.refused("cards --game pig --runs 20", &["Pig has no cards"]);
}

/// A bet that a player chooses is no number of dice. With 20 dice, at least three of which show a 1 on a card, the chance is
/// that of a binomial count.
#[test]
fn a_bet_was_taken_for_a_number_of_dice() {
    let desk = Desk::new();
    desk.write(
        "bet.toml",
        "game = \"bet\"\nplayers = 2\n[dice]\nmost = 20\nsides = 6\n[player]\nscore = { most = 1000 }\n\
         total = { least = -1, most = 200, start = -1 }\n[turn]\nbet = { most = 5 }\n[table]\npot = { most = 1000 }\n\
         [deck.main]\ncards = [\"count(1) >= 3\", \"count(1) >= 3\"]\n\
         [step.begin]\nchoices = [\"bet 1 to 5 -> bet = number, pot += number, roll\"]\n\
         [step.roll]\nroll = 20\nthen = [\"card -> pass\", \"total = sum, pass\"]\n\
         [contest]\neach = \"total = -1\"\nwins = \"total\"\nvalid = \"total >= 0\"\nresult = \"total\"\n\
         winner = \"score += pot, pot = 0\"\n[end]\nrounds = 2\nscore = \"score\"\n",
    );
    let told = desk.result("cards --game bet.toml --runs 60 --out bet");
    assert!(told.contains("exact tables for 20 dice"), "{told}");
    let rows = csv_rows(&desk.read("bet/difficulty.csv"));
    let at = rows[0].iter().position(|name| name == "first_roll_invalid").unwrap();
    assert_eq!(rows.len(), 3);
    let exact = 1.0
        - [(0, 1.0), (1, 20.0), (2, 190.0)]
            .map(|(k, ways)| ways * 5f64.powi(20 - k) / 6f64.powi(20))
            .iter()
            .sum::<f64>();
    assert!(rows[1..].iter().all(|row| (row[at].parse::<f64>().unwrap() - exact).abs() < 1e-9), "{exact} {rows:?}");
}

/// The columns of Gang of Dice were those of games from files where no decision cost anything.
#[test]
fn the_list_of_costly_decisions_has_the_same_columns_without_any() {
    let desk = Desk::new();
    desk.write("six.toml", crate::packages::six_cards());
    let regret = "regret chaser --runs 20 --deck six.toml --rule pools=6 --rule bonus=[] --no-cache";
    desk.result(&format!("{regret} --worst 0 --out none"));
    desk.result(&format!("{regret} --worst 3 --out some"));
    let header = |out: &str| desk.read(&format!("{out}/worst.csv")).lines().next().unwrap().to_owned();
    assert!(header("none") == header("some") && header("none").contains("best_dice"), "{}", header("none"));
}
