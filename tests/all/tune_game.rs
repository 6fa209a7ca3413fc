//! `analyze tune game`: its numbers against runs of each design, its promises, and what it refuses. Chances that are known are
//! in `pig::tuning`.

use crate::compare::rows;
use crate::program::Desk;

/// Each number is that of the run of its design alone, and rates over strategies are those of all turns together.
#[test]
fn designs_have_the_numbers_of_their_runs() {
    let desk = Desk::new();
    let command = "tune game --game gang --engine dice --vary rerolls=1..2 --seed 4 --runs 600 \
                   --target seat1=0.2..0.4 --target seat3-seat1=0+-0.05 --target rounds=1..12 \
                   --target invalid_rate.sum7-bomb=0.1..0.2";
    desk.result(&format!("{command} --out out"));
    let designs = rows(&desk.read("out/tune.csv"));
    assert_eq!(designs.len(), 2);
    let number = |text: &str| text.parse::<f64>().unwrap();
    for design in designs {
        let rule = &design["rerolls"];
        desk.result(&format!("--game gang --engine dice --rule rerolls={rule} --seed 4 --runs 600 --out run{rule}"));
        let seats = rows(&desk.read(&format!("run{rule}/seat_values.csv")));
        let share = |seat: usize| number(&seats[seat - 1]["win_share"]);
        assert!((number(&design["seat1"]) - share(1)).abs() < 2e-6);
        assert!((number(&design["seat3-seat1"]) - (share(3) - share(1))).abs() < 4e-6);
        let lengths = rows(&desk.read(&format!("run{rule}/length.csv")));
        let rounds = lengths.iter().find(|row| row["metric"] == "rounds").unwrap();
        assert!((number(&design["rounds"]) - number(&rounds["mean"])).abs() < 2e-6);
        let cards = rows(&desk.read(&format!("run{rule}/cards.csv")));
        let (mut turns, mut invalid) = (0.0, 0.0);
        for card in cards.iter().filter(|card| card["card"] == "sum7-bomb") {
            turns += number(&card["turns"]);
            invalid += number(&card["turns"]) * number(&card["invalid_rate"]);
        }
        assert!((number(&design["invalid_rate.sum7-bomb"]) - invalid / turns).abs() < 1e-5);
        let (lo, hi) = (number(&design["seat1_lo"]), number(&design["seat1_hi"]));
        assert!(hi - lo > number(&seats[0]["win_share_hi"]) - number(&seats[0]["win_share_lo"]), "all hold together");
    }
}

/// `rule.KEY` is a rule like KEY; shares that add up to 1 in some way are not refused.
#[test]
fn rules_may_be_called_rules_and_possible_shares_are_played() {
    let desk = Desk::new();
    let rest = "--runs 60 --target seat1=0.2..0.4 --target seat2=0.3..0.35 --target seat3-seat2=-0.1..0.1";
    desk.result(&format!("tune game --game gang --vary rule.rerolls=1..2 {rest} --out with"));
    desk.result(&format!("tune game --game gang --vary rerolls=1..2 {rest} --out without"));
    assert!(desk.files("with") == desk.files("without"));
}

#[test]
fn threads_and_reports_do_not_change_a_byte_of_designs() {
    let desk = Desk::new();
    let command = "tune game --game pig --vary goal=30|50 --runs 300 --target seat1=0.3..0.4";
    desk.result(&format!("{command} --threads 1 --out one"));
    let shown = desk.result(&format!("{command} --threads 3 --out three"));
    let files = desk.files("one");
    assert!(files == desk.files("three"));
    assert!(desk.result("report one") == shown && desk.files("one") == files);
    desk.result("run one/run.json --out again");
    assert!(desk.files("again") == files);
    assert!(desk.read("one/report.html").contains("analyze tune game --game pig"));
}

#[test]
fn targets_that_nobody_can_meet_or_reports_are_refused() {
    let desk = Desk::new();
    for (command, words) in [
        ("--vary rerolls=1..2 --target luck=0..1", "nobody reports 'luck'"),
        ("--vary rerolls=1..2 --target luck.sum7-bomb=0..1", "nobody reports 'luck' (valid: dice_mean, invalid_rate"),
        ("--vary rerolls=1..2 --target invalid_rate.nosuch=0..1", "has no 'nosuch'"),
        ("--vary rerolls=1..2 --target seat4=0..1", "no seat 4 of 3"),
        ("--vary players=2..3 --target seat3=0..1", "no seat 3 of 2"),
        ("--vary rerolls=1..2 --target seat1=0.4..0.3", "nothing lies there"),
        ("--vary rerolls=1..2 --target seat1-seat1=0..1", "does not differ from itself"),
        ("--vary rerolls=1..2 --target seat1", "write seat3-seat1"),
        ("--vary rerolls=1..2 --target rounds=1..2 --target rounds=3..4", "contradict each other"),
        ("--vary rerolls=1..2 --target seat1-seat2=0.1..0.2 --target seat2-seat1=0.1..0.2", "contradict each other"),
        ("--vary rerolls=1..2 --target seat1=0.5..0.6 --target seat2=0.55..0.6", "add up to 1"),
        (
            "--vary rerolls=1..2 --target seat1=0.1..0.2 --target seat2-seat1=0..0.1 --target seat3-seat2=0..0.1",
            "add up to 1",
        ),
        (
            "--vary players=2..3 --target seat1=0.1..0.3 --target seat2=0.1..0.3",
            "the win shares of 2 seats add up to 1",
        ),
        ("--vary rerolls=1..2", "say what is varied and what is wanted"),
        ("--target seat1=0..1", "say what is varied and what is wanted"),
        ("--param above=1..9 --vary rerolls=1..2 --target seat1=0..1", "are for strategies"),
        ("--vary nosuch=1..2 --target seat1=0..1", "unknown key 'nosuch'"),
    ] {
        desk.refused(&format!("tune game --game gang --runs 60 {command}"), &[words]);
    }
    desk.refused("tune game --vary rerolls=1..2 --target seat1=0..1", &["--game is missing"]);
    desk.refused("tune chaser --vary rerolls=1..2", &["are for 'tune game'"]);
}
