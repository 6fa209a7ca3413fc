//! Battle Dice at the command line: what is refused, and the files of a run.

use crate::program::Desk;

const RUN: &str = "--game battle --runs 6 --out out";

/// `RUN` with more words is refused, and the error has all of `words`.
fn refuses(more: &str, words: &[&str]) {
    Desk::new().refused(&format!("{RUN} {more}"), words);
}

#[test]
fn what_does_not_fit_is_refused() {
    refuses("--players 7", &["--players", "7", "Battle Dice", "2 to 6"]);
    refuses("--players 5 --rule version=deluxe-4", &["--rule", "deluxe-4", "2 to 4 players, not 5", "deluxe-6"]);
    refuses("--edition bga", &["--edition", "Battle Dice"]);
    let desk = Desk::new();
    desk.write("deck.toml", "id = \"x\"\n");
    desk.refused(&format!("{RUN} --deck deck.toml"), &["--deck", "Battle Dice"]);
    refuses("--engine turn", &["--engine", "turn", "Battle Dice", "dice"]);
    refuses("--bots plain@random", &["--bots", "plain@random"]);
    refuses("--bots elit", &["--bots", "elit", "did you mean 'elite'?"]);
    refuses("--bots duellist:0", &["--bots", "duellist", "samples", "0", "1 to 100000"]);
    refuses("--rule goal=10", &["--rule", "goal", "10 points at the start"]);
    refuses("--rule goals=30", &["goals", "did you mean 'goal'?"]);
    refuses("--rule die.red.cost=0", &["cost", "0", "1 to 20"]);
    refuses("--rule die.pink.cost=1", &["pink", "white, red, yellow"]);
}

#[test]
fn a_wrong_rules_file_is_told_everything() {
    let desk = Desk::new();
    desk.write(
        "rules.toml",
        "goal = 0\n[die.black]\nfaces = [\"x2\", \"x9\", \"1 VP\", \"1\", \"2\", \"3\"]\ncots = 3\n",
    );
    let words = ["rules.toml:1:8", "2 to 600", "'x9' is not a face", "did you mean 'cost'?"];
    desk.refused(&format!("{RUN} --rules rules.toml"), &words);
}

#[test]
fn a_run_leaves_its_tables_and_can_be_told_and_reported() {
    let desk = Desk::new();
    desk.result("--game battle --players 3 --runs 30 --seed 4 --out out --quiet");
    let first = |file: &str| desk.read(file).lines().next().unwrap_or_default().to_owned();
    let duels = "players,experiment,strategy,duel,chosen,win_rate,win_rate_lo,win_rate_hi,points_mean,points_mean_lo,points_mean_hi";
    assert_eq!(first("out/duels.csv"), duels);
    let dice = "players,experiment,strategy,kind,games,owned_at_end_mean,owned_at_end_mean_lo,owned_at_end_mean_hi,\
                thrown_mean,thrown_mean_lo,thrown_mean_hi,cancelled_rate,cancelled_rate_lo,cancelled_rate_hi";
    assert_eq!(first("out/dice.csv"), dice);
    assert_eq!(desk.read("out/duels.csv").lines().count(), 1 + 3 * 6);
    let metrics: Vec<String> =
        desk.read("out/length.csv").lines().skip(1).map(|line| line.split(',').nth(2).unwrap().to_owned()).collect();
    assert_eq!(metrics, ["turns", "rounds", "capped", "drawn_duels"]);
    let before = desk.files("out");
    desk.result("report out");
    assert!(desk.files("out") == before, "the report writes the same tables");
    let told = desk.result("play --run out --index 7");
    assert!(told.contains("The draft") && told.contains("The game ends."), "{told}");
    let same = desk.result("play --game battle --players 3 --seed 4 --index 7");
    assert_eq!(told, same);
}

#[test]
fn the_rules_can_be_shown_changed_and_played() {
    let desk = Desk::new();
    let shown = desk.result("show rules --game battle");
    assert!(shown.contains("reconstruction") && shown.contains("[die.black]"), "{shown}");
    desk.write("rules.toml", shown.replace("goal = 20", "goal = 30"));
    desk.result("--game battle --runs 6 --rules rules.toml --out out --quiet");
    assert!(desk.read("out/run.json").contains("goal = 30"));
}
