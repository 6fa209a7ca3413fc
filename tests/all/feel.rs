//! `analyze feel`: measures of games whose feel is known by hand or by symmetry, the files, and the targets of `tune game`.

use crate::program::{Desk, csv_rows};

/// The number in a column of the row that has this in its first column of its own.
fn number(text: &str, row: &str, column: &str) -> f64 {
    let rows = csv_rows(text);
    let at = |name: &str| rows[0].iter().position(|heading| heading == name).unwrap();
    let first =
        rows[0].iter().position(|heading| ["metric", "round", "source", "better"].contains(&&**heading)).unwrap();
    let found = rows.iter().find(|fields| fields[first] == row);
    let found = found.unwrap_or_else(|| panic!("no row {row} in {text}"));
    found[at(column)].parse().unwrap_or_else(|_| panic!("{row} {column}: {found:?}"))
}

/// With a goal of 2 and a die of six sides a throw of 2 to 6 wins, and a 1 loses the turn: so who is on turn wins with the chance
/// p = 5/6 + 1/6 (1 - p) = 6/7. Before each round the first player has it, so that tension is 1 - 5/7, and as nobody is
/// above 90%, every game is decided by its last round.
#[test]
fn a_race_to_two_has_the_feel_that_a_hand_calculation_says() {
    let desk = Desk::new();
    desk.run("feel --game pig --players 2 --rule goal=2 --runs 2000 --out f");
    let (feel, rounds) = (desk.read("f/feel.csv"), desk.read("f/rounds.csv"));
    assert!((number(&rounds, "0", "seat1") - 6.0 / 7.0).abs() < 1e-5);
    assert!((number(&feel, "tension", "mean") - 2.0 / 7.0).abs() < 1e-5);
    assert!((number(&feel, "decided", "mean") - 1.0).abs() < 1e-12);
    // A round ends the game with 1 - 1/36, so that it has 36/35 rounds on average. The second player wins one game in seven.
    let (rounds, low) = (number(&feel, "rounds", "mean"), number(&feel, "comeback_from_20", "mean"));
    assert!((rounds - 36.0 / 35.0).abs() < 0.015, "{rounds}");
    assert!(
        number(&feel, "comeback_from_20", "mean_lo") < 1.0 / 7.0
            && 1.0 / 7.0 < number(&feel, "comeback_from_20", "mean_hi")
    );
    assert!((low - 1.0 / 7.0).abs() < 0.03, "{low}");
}

/// What a seat can expect is what it wins in the end, on average, after any number of rounds: so are the means of values that are
/// those of the strategies at the table. A value for another player, or another round, would drift.
#[test]
fn what_seats_can_expect_is_what_they_win_on_average() {
    let desk = Desk::new();
    for command in
        ["--game gang --players 2 --bots chaser,bold --seating fixed", "--game pig --players 2 --bots optimal"]
    {
        desk.run(&format!("feel {command} --runs 6000 --out f --replace"));
        let rounds = desk.read("f/rounds.csv");
        // In Pig, later rounds are of fewer games.
        let last = if command.contains("gang") { 12 } else { 2 };
        let start = number(&rounds, "0", "seat1");
        for round in 1..=last {
            let row = round.to_string();
            let [mean, lo, hi] = ["seat1", "seat1_lo", "seat1_hi"].map(|column| number(&rounds, &row, column));
            // Twice the interval: thirteen of them are looked at.
            assert!((mean - start).abs() < (hi - lo) + 0.002, "{command}, round {round}: {start} {mean}");
        }
    }
}

/// Pig to 200 is ten times as long as Pig to 20: it has more lead changes, and far more rounds, and less of the last throw in it.
#[test]
fn a_longer_race_is_more_of_a_race() {
    let desk = Desk::new();
    desk.run("feel --game pig --players 2 --bots hold,race --vary goal=20|200 --runs 2000 --out f");
    let rows = csv_rows(&desk.read("f/feel.csv"));
    let at = |name: &str| rows[0].iter().position(|heading| heading == name).unwrap();
    let of = |goal: &str, metric: &str| -> f64 {
        let row = rows.iter().find(|row| row[at("goal")] == goal && row[at("metric")] == metric).unwrap();
        row[at("mean")].parse().unwrap()
    };
    assert!(of("200", "rounds") > 5.0 * of("20", "rounds"));
    assert!(of("200", "lead_changes") > of("20", "lead_changes"));
    assert!(of("200", "excitement") > of("20", "excitement"));
    assert!(of("200", "comeback") < of("20", "comeback"));
}

/// The late bonus dice are there to be won by whoever is behind: with them games are decided later.
#[test]
fn late_bonus_dice_keep_games_open() {
    let desk = Desk::new();
    desk.run("feel --game gang --players 3 --bots chaser,bold,odds --vary bonus=[]|[3,6,9] --runs 6000 --out f");
    let rows = csv_rows(&desk.read("f/feel.csv"));
    let at = |name: &str| rows[0].iter().position(|heading| heading == name).unwrap();
    let of = |bonus: &str, column: &str| -> f64 {
        let row = rows.iter().find(|row| row[at("bonus")] == bonus && row[at("metric")] == "decided_round").unwrap();
        row[at(column)].parse().unwrap()
    };
    assert!(of("[3,6,9]", "mean_lo") > of("[]", "mean_hi"), "{rows:?}");
}

#[test]
fn games_whose_values_are_not_known_are_judged_by_scores_and_say_so() {
    let desk = Desk::new();
    let random = "feel --game battle --bots elite,random --runs 60";
    let told = desk.result(&format!("{random} --out f --quiet"));
    assert!(told.contains("is judged by the scores"), "{told}");
    let feel = desk.read("f/feel.csv");
    assert!(
        feel.contains("lead_changes") && !feel.contains("excitement") && !feel.contains("win_probability"),
        "{feel}"
    );
    desk.refused(
        &format!("{random} --standing values"),
        &["--standing values", "not known", "random may look at more"],
    );
    desk.run("feel --game pig --players 2 --standing scores --runs 60 --out s");
    assert!(!desk.read("s/feel.csv").contains("comeback"));
}

/// Two equal strategies: nothing is skill, and who goes first has the rest of what is not luck.
#[test]
fn equal_players_have_no_skill_to_see() {
    let desk = Desk::new();
    desk.run("feel --game pig --players 2 --rule goal=2 --bots hold:2,hold:3 --runs 4000 --out f");
    let skill = desk.read("f/skill.csv");
    assert!(number(&skill, "strategy", "share") < 0.002);
    // Seat 1 wins 6/7, so that the means of the seats are 5/14 off one half, of results that are half off it.
    let seat = (5.0f64 / 14.0 / 0.5).powi(2);
    let [found, lo, hi] = ["share", "share_lo", "share_hi"].map(|column| number(&skill, "seat", column));
    assert!((found - seat).abs() < 0.05 && lo < hi, "{found} {seat}");
    assert!((number(&skill, "luck", "share") + found - 1.0).abs() < 0.003);
}

/// On one thread or more the files are the same, and the commands of the page and the summary play games.
#[test]
fn threads_do_not_matter_and_the_commands_play_games() {
    let desk = Desk::new();
    let command = "feel --game gang --players 3 --rule rerolls=1 --runs 900";
    let told = desk.result(&format!("{command} --threads 1 --out one --quiet"));
    desk.run(&format!("{command} --threads 3 --out three"));
    assert!(desk.files("one") == desk.files("three"));
    let commands: Vec<&str> = told.lines().filter_map(|line| line.trim().strip_prefix("analyze ")).collect();
    assert_eq!(commands.len(), 3, "{told}");
    for command in commands {
        assert!(command.contains("--rule rerolls=1"), "{command}");
        assert!(desk.result(command).contains("The game ends."), "{command}");
    }
    let page = desk.read("one/report.html");
    assert!(page.contains("A typical game") && page.contains("The most exciting game"));
}

/// Rounds of Pig grow with the goal, so that the lowest goal of those that meet the target has the fewest.
#[test]
fn measures_are_targets_and_one_number_is_made_small() {
    let desk = Desk::new();
    let sweep = "tune game --game pig --players 2 --bots hold,race --vary goal=20|60|100 --runs 1500";
    let told = desk.result(&format!("{sweep} --target lead_changes>=0.7 --minimize tension --out t --quiet"));
    assert!(told.contains("lowest tension"), "{told}");
    let tune = csv_rows(&desk.read("t/tune.csv"));
    let at = |name: &str| tune[0].iter().position(|heading| heading == name).unwrap();
    let of = |goal: &str, column: &str| tune.iter().find(|row| row[at("goal")] == goal).unwrap()[at(column)].clone();
    assert_eq!([of("20", "lead_changes_target"), of("100", "lead_changes_target")], ["not_met", "met"]);
    // The numbers are those of the experiment alone.
    desk.run("feel --game pig --players 2 --bots hold,race --rule goal=60 --runs 1500 --seed 3 --out alone");
    let alone = number(&desk.read("alone/feel.csv"), "lead_changes", "mean");
    assert!((of("60", "lead_changes").parse::<f64>().unwrap() - alone).abs() < 1e-9);
    let files = desk.files("t");
    desk.result("report t");
    assert!(desk.files("t") == files);
    desk.run("run t/run.json --out again");
    assert!(desk.files("again") == files);
}

#[test]
fn targets_that_need_win_probabilities_are_refused_where_there_are_none() {
    let desk = Desk::new();
    let words = ["--target", "excitement", "win probabilities"];
    let battle = "tune game --game battle --bots elite,random --vary cap=20|30";
    desk.refused(&format!("{battle} --target excitement>=1 --runs 60"), &words);
    desk.refused("tune game --game pig --vary goal=20|30 --target lead_change>=1 --runs 60", &["lead_changes"]);
    let words = ["--minimize", "--maximize"];
    desk.refused("tune game --game pig --vary goal=20|30 --minimize tension --maximize rounds --runs 60", &words);
}

/// Two sides to a goal of 3, where both hold at 2: of 16/3 turns on average, 5/3 have a decision, and that matters.
#[test]
fn idle_turns_are_those_that_a_hand_calculation_says() {
    let desk = Desk::new();
    let race = "--game pig --players 2 --bots hold:2 --rule goal=3 --rule sides=2";
    let told = desk.result(&format!("feel {race} --runs 8000 --out f"));
    assert!(told.contains("In 6") && told.contains("no decision had a stake of 1% of a win"), "{told}");
    let feel = desk.read("f/feel.csv");
    let [lo, hi] = ["mean_lo", "mean_hi"].map(|column| number(&feel, "idle", column));
    assert!(lo < 11.0 / 16.0 && 11.0 / 16.0 < hi && hi - lo < 0.02, "{lo} {hi}");
    let met =
        desk.result(&format!("tune game {race} --vary cap=100|200 --target idle=0.6..0.8 --runs 2000 --out t --quiet"));
    assert!(desk.read("t/tune.csv").contains(",met"), "{met}");
}

#[test]
fn where_options_have_no_value_idle_is_left_out_and_no_target() {
    let desk = Desk::new();
    for command in ["--game battle --bots elite,random", "--game pig --players 3", "--game pot --players 3"] {
        let told = desk.result(&format!("feel {command} --runs 60 --out f --replace --quiet"));
        assert!(told.contains("are left out, idle rounds too: without them, the options of decisions"), "{told}");
        assert!(!desk.read("f/feel.csv").contains("idle"), "{command}");
    }
    let told = desk.result("feel --game battle --runs 60 --out f --replace --quiet");
    assert!(told.contains("Idle rounds are left out, because no decision was priced."), "{told}");
    let feel = desk.read("f/feel.csv");
    assert!(feel.contains("comeback") && !feel.contains("idle"), "{feel}");
    let target = "--vary cap=20|30 --target idle<=0.5 --runs 60";
    let random = format!("tune game --game battle --bots elite,random {target}");
    desk.refused(&random, &["idle", "win probabilities"]);
    desk.refused(&format!("tune game --game battle {target}"), &["idle", "no decision was priced"]);
}

/// In every ninth block the decisions of one game are priced: in 20 of 180 blocks, and in 10 of 90.
#[test]
fn idle_rounds_of_pot_and_of_games_from_files_say_how_many_blocks_they_rest_on() {
    let desk = Desk::new();
    desk.write(
        "nines.toml",
        "game = \"nines\"\ntitle = \"Nines\"\nplayers = \"1-4\"\nabout = \"roll two dice, but not a 9\"\n\
         [press]\ndice = 2\nbust = \"sum == 9\"\ngoal = 20\n",
    );
    for (game, blocks) in [("nines.toml", 20.0), ("pot --rule goal=9 --rule coins=30", 10.0)] {
        let feel = format!("feel --game {game} --players 2 --runs 180 --out f --replace --quiet");
        let told = desk.result(&feel);
        assert!(told.contains("no decision had a stake of 1% of a win") && !told.contains("left out"), "{told}");
        let feel = desk.read("f/feel.csv");
        assert_eq!(number(&feel, "idle", "n"), blocks, "{feel}");
    }
    let told = desk.result("feel --game nines.toml --players 2 --runs 60 --out f --replace --quiet");
    assert!(told.contains("1 in all deals"), "{told}");
    let target = "--target idle<=0.9 --runs 60 --out t --quiet";
    let told = desk.result(&format!("tune game --game nines.toml --players 2 --vary goal=20|30 {target}"));
    assert!(csv_rows(&desk.read("t/tune.csv"))[0].iter().any(|column| column == "idle"), "{told}");
}

/// In Gang of Dice one turn of one block in nine counts; of 300 blocks those are 34, less those of players who were out.
#[test]
fn in_gang_idle_says_how_many_blocks_it_rests_on() {
    let desk = Desk::new();
    desk.run("feel --game gang --players 3 --runs 900 --out f");
    let n = number(&desk.read("f/feel.csv"), "idle", "n");
    assert!((24.0..=34.0).contains(&n), "{n}");
}

/// The rounds of the games of each of so many blocks, by playing one block more each time.
fn rounds_by_block(desk: &Desk, goal: u32, blocks: u64) -> Vec<f64> {
    let mut before = 0.0;
    let mut block = |at: u64| {
        let runs = 2 * (at + 1);
        let race = "feel --game pig --players 2 --bots hold,race --seed 5 --out one --replace";
        desk.run(&format!("{race} --rule goal={goal} --runs {runs}"));
        let all = number(&desk.read("one/feel.csv"), "rounds", "mean") * runs as f64;
        all - std::mem::replace(&mut before, all)
    };
    (0..blocks).map(&mut block).collect()
}

/// Half of Student's 95% interval of the mean of some numbers; with 31 degrees of freedom t is 2.0395, with more it is lower.
fn half(numbers: &[f64], t: f64) -> f64 {
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    t * (numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (n - 1.0) / n).sqrt()
}

/// The change of the rounds of Pig, by the rounds of each block alone: the difference is that of all blocks, and with as many games
/// in each batch the jackknife has the interval of the differences of the batches. Of unpaired numbers it would be wider.
#[test]
fn changes_are_those_of_the_blocks_taken_in_pairs() {
    const BLOCKS: u64 = 64;
    let desk = Desk::new();
    let sweep = "feel --game pig --players 2 --bots hold,race --seed 5 --vary goal=20|24";
    let told = desk.result(&format!("{sweep} --runs {} --out f --quiet", 2 * BLOCKS));
    let changes = csv_rows(&desk.read("f/changes.csv"));
    let at = |name: &str| changes[0].iter().position(|heading| heading == name).unwrap();
    let row = changes.iter().find(|row| row[at("metric")] == "rounds").unwrap();
    let [first, diff, lo, hi]: [f64; 4] =
        ["first", "diff", "diff_lo", "diff_hi"].map(|column| row[at(column)].parse().unwrap());
    let [one, other] = [20, 24].map(|goal| rounds_by_block(&desk, goal, BLOCKS));
    let games = 2.0 * BLOCKS as f64;
    let sum = |numbers: &[f64]| numbers.iter().sum::<f64>();
    assert!((first - sum(&one) / games).abs() < 1e-9);
    assert!((diff - (sum(&other) - sum(&one)) / games).abs() < 1e-9, "{diff}");
    let batch = |at: usize| {
        let blocks = (at..BLOCKS as usize).step_by(32);
        blocks.map(|block| (other[block] - one[block]) / 4.0).sum()
    };
    let batches: Vec<f64> = (0..32).map(batch).collect();
    let by_batches = half(&batches, 2.039513446);
    assert!(
        (lo - (diff - by_batches)).abs() < 1e-5 && (hi - (diff + by_batches)).abs() < 1e-5,
        "{lo} {hi} {by_batches}"
    );
    let pairs: Vec<f64> = one.iter().zip(&other).map(|(one, other)| (other - one) / 2.0).collect();
    assert!((0.7..1.4).contains(&(half(&pairs, 1.998) / by_batches)));
    let verdict = if lo > 0.0 || hi < 0.0 { "settled" } else { "undecided" };
    assert_eq!(row[at("verdict")], verdict);
    assert!(told.contains("goal=24 against goal=20:"), "{told}");
}

#[test]
fn a_number_that_is_the_same_in_all_games_is_told_as_that() {
    let desk = Desk::new();
    let told = desk.result("feel --game gang --players 3 --runs 300 --out f --quiet");
    let line = |name: &str| told.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(line("rounds").contains("12 in all games") && line("downtime").contains("2 in all deals"), "{told}");
    assert!(desk.read("f/report.html").contains("12 in all games") && !told.contains("[?]"));
    let sweep = desk.result("feel --game gang --players 3 --runs 300 --vary rerolls=1|2 --out s --quiet");
    assert!(sweep.contains("the same: rounds"), "{sweep}");
    assert_eq!(csv_rows(&desk.read("s/changes.csv"))[1].last().map(String::as_str), Some("same"));
}

/// Win probabilities of two players were compared with shares of the scores of three.
#[test]
fn measures_of_different_standings_are_not_compared() {
    let desk = Desk::new();
    desk.result("feel --game pig --bots hold --vary players=2|3 --runs 600 --out two");
    let changes = csv_rows(&desk.read("two/changes.csv"));
    let at = changes[0].iter().position(|column| column == "metric").unwrap();
    let measures: Vec<&str> = changes[1..].iter().map(|row| row[at].as_str()).collect();
    assert_eq!(measures, ["rounds", "downtime"]);
}

/// The squares of what cards and dice changed add up to nearly all of the variance that luck has, where values are good: then the
/// split is one of the variance itself. Cards and dice together are luck. Without cards, or without values, there is no split.
#[test]
fn luck_is_split_into_cards_and_dice() {
    let desk = Desk::new();
    for (bots, players) in [("chaser,bold", 2), ("chaser,bold,cautious", 3)] {
        desk.run(&format!("feel --game gang --players {players} --bots {bots} --runs 6000 --out gang{players}"));
        let skill = desk.read(&format!("gang{players}/skill.csv"));
        let share = |source: &str| number(&skill, source, "share");
        let (luck, cards, dice) = (share("luck"), share("luck of cards"), share("luck of dice"));
        assert!((luck - cards - dice).abs() < 2e-6, "{skill}");
        assert!(cards > 0.02 && dice > 5.0 * cards, "{skill}");
        assert!(number(&skill, "luck of cards", "share_lo") < cards, "{skill}");
        let record: serde_json::Value =
            serde_json::from_str(&desk.read(&format!("gang{players}/tallies.json"))).unwrap();
        let sum = |list: &str, key: &str| -> f64 {
            let all = record["sums"][list].as_array().unwrap();
            all.iter().map(|cell| cell[key].to_string().trim_matches('"').parse::<f64>().unwrap()).sum()
        };
        let squares = (sum("swings", "cards") + sum("swings", "dice")) / 1e12;
        let (results, whole) = (sum("results", "games"), 60.0 * 60.0);
        let mean = sum("results", "share") / results / 60.0;
        let variance = sum("results", "squares") / results / whole - mean * mean;
        let part = squares / results / (variance * luck);
        assert!((0.93..1.03).contains(&part), "{players} players: {part}");
    }
    desk.run("feel --game gang --players 3 --standing scores --runs 300 --out scores");
    desk.run("feel --game pig --players 2 --runs 300 --out pig");
    for folder in ["scores", "pig"] {
        assert!(!desk.read(&format!("{folder}/skill.csv")).contains("luck of"), "{folder}");
    }
}

/// The numbers in these columns of the row of two strategies, and which of the two is called the better one.
fn rated(text: &str, pair: [&str; 2], columns: &[&str]) -> (String, Vec<Option<f64>>) {
    let rows = csv_rows(text);
    let at = |name: &str| rows[0].iter().position(|heading| heading == name).unwrap();
    let (better, other) = (at("better"), at("other"));
    let is_of =
        |row: &&Vec<String>| pair.contains(&&*row[better]) && pair.contains(&&*row[other]) && row[better] != row[other];
    let row = rows.iter().find(is_of).unwrap_or_else(|| panic!("no row of {pair:?} in {text}"));
    (row[better].clone(), columns.iter().map(|column| row[at(column)].parse().ok()).collect())
}

/// The win shares of `analyze run` on other draws lie in the intervals, twice as wide; and ratings and matches are what the formulas make of
/// the shares and their ends.
#[test]
fn ratings_are_those_of_the_win_shares_of_runs() {
    let desk = Desk::new();
    let told = desk.result("feel --game pig --bots hold,race --runs 12000 --ratings on --out f --quiet");
    let ratings = desk.read("f/ratings.csv");
    assert_eq!(csv_rows(&ratings).len(), 1 + 6, "four strategies are six pairs: {ratings}");
    let columns = ["win_share", "win_share_lo", "win_share_hi", "rating", "rating_lo", "rating_hi", "games", "n"];
    for pair in [["optimal", "random"], ["optimal", "hold"], ["hold", "random"], ["race", "hold"]] {
        let (better, found) = rated(&ratings, pair, &columns);
        let found: Vec<f64> = found.into_iter().map(Option::unwrap).collect();
        let [share, lo, hi] = [found[0], found[1], found[2]];
        assert_eq!([found[6], found[7]], [3000.0, 1500.0], "a quarter of 6,000 blocks of two games");
        desk.run(&format!("--game pig --bots {},{} --runs 40000 --seed 9 --out run --replace", pair[0], pair[1]));
        let alone = desk.read("run/summary.csv");
        let rows = csv_rows(&alone);
        let at = |name: &str| rows[0].iter().position(|heading| heading == name).unwrap();
        let row = rows.iter().find(|row| row[at("strategy")] == better).unwrap();
        let played: f64 = row[at("win_share")].parse().unwrap();
        assert!((share - played).abs() < hi - lo, "{pair:?}: {share} ({lo} to {hi}), {played}");
        for (share, rating) in [(share, found[3]), (lo, found[4]), (hi, found[5])] {
            let elo = 400.0 * (share / (1.0 - share)).log10();
            assert!((rating - elo).abs() < 0.01, "{share}: {rating} for {elo}");
        }
    }
    // A game between two has one winner, so that a lead d has the variance 1 - d².
    let (_, found) = rated(&ratings, ["optimal", "random"], &["win_share", "match_games"]);
    let lead = 2.0 * found[0].unwrap() - 1.0;
    let games = (1.281551566_f64.powi(2) * (1.0 - lead * lead) / (lead * lead)).ceil().max(1.0);
    assert_eq!(found[1], Some(games));
    assert!(told.contains("The rating of optimal is") && desk.read("f/report.html").contains("Ratings"), "{told}");
}

/// Two names of the same strategy are rated alike, and it is not settled which is better. Threads do not matter, and `off` plays none.
#[test]
fn equal_strategies_have_equal_ratings() {
    let desk = Desk::new();
    let feel = "feel --game pig --bots hold,hold:20 --runs 1600 --quiet";
    let told = desk.result(&format!("{feel} --ratings on --threads 1 --out f"));
    assert!(told.contains("It is not settled whether hold or hold:20 is rated higher"), "{told}");
    let columns = ["win_share", "rating", "rating_lo", "rating_hi", "match_games_hi"];
    let (_, found) = rated(&desk.read("f/ratings.csv"), ["hold", "hold:20"], &columns);
    assert!(found[1].unwrap().abs() < 1e-6, "{found:?}");
    assert!(found[2].unwrap() <= 0.0 && 0.0 <= found[3].unwrap() && found[4].is_none(), "{found:?}");
    desk.result(&format!("{feel} --ratings on --threads 3 --out three"));
    assert!(desk.files("f") == desk.files("three"));
    desk.result(&format!("{feel} --out off"));
    assert!(!desk.files("off").contains_key("ratings.csv"));
    assert_eq!(desk.read("off/feel.csv").lines().count(), desk.read("f/feel.csv").lines().count());
}

/// For three players, `champion` is the best that is known, and `random` is at the table already.
#[test]
fn the_best_play_that_is_known_depends_on_the_players() {
    let desk = Desk::new();
    desk.run("feel --game gang --bots chaser,bold,random --runs 900 --ratings on --out f");
    let ratings = desk.read("f/ratings.csv");
    assert_eq!(csv_rows(&ratings).len(), 1 + 6, "{ratings}");
    let (better, found) = rated(&ratings, ["champion", "random"], &["win_share", "games", "n"]);
    assert_eq!((better.as_str(), found[1], found[2]), ("champion", Some(450.0), Some(75.0)), "six games a block");
    assert!(found[0].unwrap() > 0.6, "{ratings}");
    desk.run("feel --game battle --players 2 --bots swarm,points --runs 40 --ratings on --out b");
    rated(&desk.read("b/ratings.csv"), ["tactician", "random"], &[]);
}
