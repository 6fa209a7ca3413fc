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
        ("--vary rerolls=1..2 --target luck=0..1", "'luck' is not something this game measures"),
        (
            "--vary rerolls=1..2 --target luck.sum7-bomb=0..1",
            "'luck' is not something this game measures (valid: dice_mean, invalid_rate",
        ),
        ("--vary rerolls=1..2 --target invalid_rate.nosuch=0..1", "has no 'nosuch'"),
        ("--vary rerolls=1..2 --target seat4=0..1", "no seat 4 of 3"),
        ("--vary players=2..3 --target seat3=0..1", "no seat 3 of 2"),
        ("--vary rerolls=1..2 --target seat1=0.4..0.3", "the lower end is not below the upper end"),
        ("--vary rerolls=1..2 --target seat1-seat1=0..1", "cannot differ from itself"),
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
    desk.refused("tune chaser --target seat1=0.3..0.4", &["are for 'tune game'"]);
}

/// Two cards, one die each, no rerolls: what a card invalidates is counted on the six faces (1 to 5 and the Boss). In the first
/// design these are 1 and 2 of 6, in the second 3 and 2, in the third 4 and 2.
#[test]
fn a_target_for_every_card_is_met_if_all_cards_meet_it() {
    let desk = Desk::new();
    let card = |id: &str, condition: &str| {
        format!("[[card]]\nid = \"{id}\"\ncondition = \"{condition}\"\ntrigger = \"bomb\"\nback = \"light\"\n")
    };
    let deck =
        "id = \"two\"\nname = \"two cards\"\nnote = \"to be counted\"\nremoved = { light = 0, dark = 0 }\n".to_owned();
    desk.write("two.toml", format!("{deck}{}{}", card("varied", "any:1"), card("fixed", "any:4,5")));
    let command = "tune game --game gang --deck two.toml --bots stand:1 --players 2 --rule rerolls=0 --rule bonus=[1,2] --runs 2e4 \
                   --vary card.varied.condition=any:1|odd>=1|not(any:1,2)";
    let shown = desk.result(&format!("{command} --target invalid_rate.*=0.05..0.4 --out out"));
    assert!(shown.contains("1 of 3 designs meets all targets"), "{shown}");
    let designs = rows(&desk.read("out/tune.csv"));
    let of = |condition: &str| designs.iter().find(|row| row["card.varied.condition"] == condition).unwrap();
    for (condition, chance, meets, worst, missed) in [
        ("any:1", 2.0 / 6.0, "met", "fixed", ""),
        ("odd>=1", 0.5, "not_met", "varied", "varied"),
        ("not(any:1,2)", 4.0 / 6.0, "not_met", "varied", "varied"),
    ] {
        let row = of(condition);
        let number = |column: &str| row[column].parse::<f64>().unwrap();
        let told = ["target", "worst", "not_met"].map(|column| &*row[&format!("invalid_rate.*_{column}")]);
        assert_eq!(told, [meets, worst, missed], "{row:?}");
        assert!((number("invalid_rate.*_lo")..number("invalid_rate.*_hi")).contains(&chance), "{row:?}");
    }
    // 1/6 lies within, and whether 1/3 does is open: so it is of both.
    desk.result(&format!("{command} --target invalid_rate.*=0.05..0.3334 --out open"));
    let designs = rows(&desk.read("open/tune.csv"));
    let first = designs.iter().find(|row| row["card.varied.condition"] == "any:1").unwrap();
    assert_eq!(&*first["invalid_rate.*_target"], "undecided");
    // Both miss, and 1/3 is farther outside than 1/6.
    desk.result(&format!("{command} --target invalid_rate.*=0.01..0.12 --out low"));
    let designs = rows(&desk.read("low/tune.csv"));
    let first = designs.iter().find(|row| row["card.varied.condition"] == "any:1").unwrap();
    assert_eq!([&*first["invalid_rate.*_worst"], &*first["invalid_rate.*_not_met"]], ["fixed", "varied; fixed"]);
    // All numbers hold together, so that an interval is wider than that of one card alone.
    let width = |row: &std::collections::BTreeMap<String, String>, name: &str| {
        row[&format!("{name}_hi")].parse::<f64>().unwrap() - row[&format!("{name}_lo")].parse::<f64>().unwrap()
    };
    desk.result(&format!("{command} --target invalid_rate.fixed=0.01..0.12 --out one"));
    let designs = rows(&desk.read("one/tune.csv"));
    let alone = designs.iter().find(|row| row["card.varied.condition"] == "any:1").unwrap();
    assert!(width(first, "invalid_rate.*") > 1.05 * width(alone, "invalid_rate.fixed"));
    assert!(desk.read("low/report.html").contains("farthest from the target"));
    desk.refused(
        &format!("{command} --target invalid_rate.*=0.1..0.2 --target invalid_rate.fixed=0.3..0.4"),
        &["contradict each other"],
    );
}

/// "1 of 1 designs meet all targets, the others do not" was said of a single design.
#[test]
fn nothing_is_said_of_other_designs_where_there_are_none() {
    let desk = Desk::new();
    let shown = |target: &str| {
        desk.result(&format!("tune game --game pig --vary goal=20 --target {target} --runs 2000 --out out --replace"))
    };
    let met = shown("seat1=0.1..0.9");
    assert!(met.contains("The design meets all targets.") && !met.contains("others"), "{met}");
    let missed = shown("seat1=0.01..0.02");
    assert!(missed.contains("The design does not meet all targets.") && !missed.contains("trade-off"), "{missed}");
}
