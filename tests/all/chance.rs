//! `analyze chance`: published answers, icepool, what it prints, and what it refuses.
//!
//! Whether the answers are those of every roll and every choice is for `chance` of the library of games from files.

use crate::program::{Desk, csv_rows};
use std::process::Command;

/// The chances in a CSV file of one number of dice, by policy.
fn chance(desk: &Desk, options: &[&str], policy: &str) -> f64 {
    let arguments: Vec<&str> = ["chance", "--format", "csv"].into_iter().chain(options.iter().copied()).collect();
    let told = desk.run_with(&arguments);
    assert_eq!(told.code, Some(0), "{options:?}: {}", told.err);
    let rows = csv_rows(&told.out);
    rows.iter().find(|row| row[1] == policy).map_or(f64::NAN, |row| row[2].parse().unwrap())
}

/// The chance of a total, and of at least as much.
fn total(desk: &Desk, options: &str, total: i64) -> [f64; 2] {
    let rows = csv_rows(&desk.result(&format!("chance --format csv --total {options}")));
    let row = rows.iter().find(|row| row[1] == total.to_string()).unwrap();
    [row[2].parse().unwrap(), row[3].parse().unwrap()]
}

fn near(found: f64, expected: f64, within: f64, what: &str) {
    assert!((found - expected).abs() <= within, "{what}: {found} for {expected}");
}

/// Half a unit of the last digit that is printed.
const PRINTED: f64 = 0.6e-12;

/// Answers that others have published, with their sources. `docs/reference/chance.md` lists them.
#[test]
fn published_answers_are_found() {
    let desk = Desk::new();
    let once = |options: &[&str]| chance(&desk, options, "no rerolls");
    // mathworld.wolfram.com/deMeresProblem.html
    near(once(&["--dice", "4", "--faces", "pig", "--condition", "count(6) >= 1"]), 0.5177, 5e-5, "de Méré");
    let pair = format!("{}double", "no,".repeat(35));
    near(once(&["--dice", "24", "--faces", &pair, "--condition", "count(double) >= 1"]), 0.4914, 5e-5, "de Méré");
    // overlordoftheuberferal.com/tag/ian-stewart
    near(total(&desk, "--dice 3 --faces 1..6", 9)[0], 25.0 / 216.0, PRINTED, "Galileo");
    near(total(&desk, "--dice 3 --faces 1..6", 10)[0], 27.0 / 216.0, PRINTED, "Galileo");
    // mathworld.wolfram.com/Newton-PepysProblem.html
    let sixes =
        |dice: &str, n: usize| once(&["--dice", dice, "--faces", "1..6", "--condition", &format!("count(6) >= {n}")]);
    near(sixes("6", 1), 31_031.0 / 46_656.0, PRINTED, "Newton and Pepys");
    near(sixes("12", 2), 1_346_704_211.0 / 2_176_782_336.0, PRINTED, "Newton and Pepys");
    near(sixes("18", 3), 15_166_600_495_229.0 / 25_389_989_167_104.0, PRINTED, "Newton and Pepys");
    // mygurps.com, Math Behind 4d6 Drop Lowest
    let best_three = "--dice 4 --faces 1..6 --keep highest:3";
    near(total(&desk, best_three, 18)[0], 21.0 / 1296.0, PRINTED, "4d6 drop lowest");
    near(total(&desk, best_three, 13)[0], 172.0 / 1296.0, PRINTED, "4d6 drop lowest");
    assert!(desk.result(&format!("chance --total {best_three}")).contains("mean 12.2446"));
    // life-improver.com, advantage
    near(total(&desk, "--dice 2 --faces 1..20 --keep highest:1", 11)[1], 0.75, PRINTED, "advantage");
    near(total(&desk, "--dice 2 --faces 1..20 --keep lowest:1", 11)[1], 0.25, PRINTED, "disadvantage");
    // reference.com, poker dice
    let hands = [
        ("alike >= 5", 6.0),
        ("alike == 4", 150.0),
        ("run >= 5", 240.0),
        ("has('x x x y y') and alike == 3", 300.0),
        ("alike == 3 and kinds == 3", 1200.0),
        ("alike == 2 and kinds == 3", 1800.0),
        ("alike == 2 and kinds == 4", 3600.0),
    ];
    for (hand, of) in hands {
        near(once(&["--dice", "5", "--faces", "1..6", "--condition", hand]), of / 7776.0, PRINTED, hand);
    }
    // farkle.games/farkle-odds. Of six dice it has 45,480 of 46,656; but 1,080 rolls score nothing: 4^6 without 1 and 5, less
    // those with three alike and the 360 with three pairs.
    let all = [2.0 / 6.0, 20.0 / 36.0, 156.0 / 216.0, 1092.0 / 1296.0, 7176.0 / 7776.0];
    for (dice, expected) in (1..).zip(all) {
        let scores = "count(1) + count(5) >= 1 or alike >= 3";
        near(
            once(&["--dice", &dice.to_string(), "--faces", "1..6", "--condition", scores]),
            expected,
            PRINTED,
            "Farkle",
        );
    }
    let scores = "count(1) + count(5) >= 1 or alike >= 3 or has('x x y y z z')";
    near(once(&["--dice", "6", "--faces", "1..6", "--condition", scores]), 1.0 - 1080.0 / 46_656.0, PRINTED, "Farkle");
}

/// Published answers for players who reroll.
#[test]
fn published_answers_with_rerolls_are_found() {
    let desk = Desk::new();
    // OEIS A096256
    let yahtzee = ["--dice", "5", "--faces", "1..6", "--condition", "alike >= 5", "--rerolls", "2"];
    near(chance(&desk, &yahtzee, "best"), 347_897.0 / 7_558_272.0, PRINTED, "five alike");
    // primegrid.com, forum thread 8460: in one roll, and after dice that are kept
    let straight = ["--dice", "5", "--faces", "1..6", "--condition", "run>=4"];
    near(chance(&desk, &straight, "no rerolls"), 200.0 / 1296.0, PRINTED, "a run of four");
    for (show, kept, of) in [("2,3,4,4,4", "2 3 4", 720.0), ("3,3,4,4,4", "3 4", 468.0)] {
        let arguments = [&["chance", "--format", "csv", "--rerolls", "1", "--show", show], &straight[..]].concat();
        let rows = csv_rows(&desk.run_with(&arguments).out);
        let row = rows.iter().find(|row| row[1] == kept).unwrap();
        near(row[2].parse().unwrap(), of / 1296.0, PRINTED, kept);
    }
}

/// The same in icepool (PyPI), if a Python has it: `$PYTHON`, else `python3`.
#[test]
fn icepool_has_the_same_answers() {
    const SCRIPT: &str = "
import sys
try:
    import icepool
except ImportError:
    sys.exit(3)
gang = icepool.Die([1, 2, 3, 4, 5, 0])
print(float((icepool.d6.pool(7).highest(3).sum()).probability(15)))
print(float(gang.pool(6).sum().probability(13)))
print(float(icepool.d(8).pool(5).lowest(2).sum().probability(6)))
print(sum(float(icepool.d6.pool(6).largest_straight().probability(k)) for k in range(4, 7)))
print(sum(float(icepool.d6.pool(8).largest_count().probability(k)) for k in range(4, 9)))
";
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let told = Command::new(&python).args(["-c", SCRIPT]).output();
    let Some(told) = told.ok().filter(|told| told.status.code() != Some(3)) else {
        eprintln!("SKIPPED: {python} has no package icepool (pip install icepool)");
        return;
    };
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let expected: Vec<f64> =
        String::from_utf8(told.stdout).unwrap().lines().map(|line| line.parse().unwrap()).collect();
    let desk = Desk::new();
    let found = [
        total(&desk, "--dice 7 --faces 1..6 --keep highest:3", 15)[0],
        total(&desk, "--dice 6", 13)[0],
        total(&desk, "--dice 5 --faces 1..8 --keep lowest:2", 6)[0],
        chance(&desk, &["--dice", "6", "--faces", "1..6", "--condition", "run>=4"], "no rerolls"),
        chance(&desk, &["--dice", "8", "--faces", "1..6", "--condition", "same>=4"], "no rerolls"),
    ];
    assert_eq!(found.len(), expected.len());
    for (at, (found, expected)) in found.into_iter().zip(expected).enumerate() {
        near(found, expected, PRINTED, &format!("line {at}"));
    }
}

/// A condition of a card means what it does on a card: a Boss is no value.
#[test]
fn conditions_of_cards_mean_what_they_do_on_cards() {
    let desk = Desk::new();
    let conditions = [
        ("pair", 5.0),
        ("distinct>=2", 20.0),
        ("any:4,5", 20.0),
        ("not(odd>=1)", 9.0),
        ("fives>=1", 11.0),
        ("run>=2", 8.0),
        ("even>=2", 4.0),
        ("all(sum>=4; pair)", 4.0),
        ("either(sum>=10; run>=2)", 9.0),
    ];
    for (condition, of) in conditions {
        near(chance(&desk, &["--dice", "2", "--condition", condition], "no rerolls"), of / 36.0, PRINTED, condition);
    }
}

/// The dice of every game, built in and from files.
#[test]
fn dice_of_games_are_known_by_name() {
    let desk = Desk::new();
    let dice = |faces: &str| desk.result(&format!("chance --dice 1 --total --faces {faces} --format csv"));
    assert_eq!(dice("gang"), dice("1,2,3,4,5,boss"));
    assert_eq!(dice("pig"), dice("1..6"));
    assert_eq!(dice("pot:P"), dice("1,2,3,4,5,P"));
    // The helmet of the red die shows a 5.
    assert_eq!(dice("battle:red"), dice("0,5,6,7,reroll,extra"));
    assert_eq!(dice("farkle"), dice("1..6"));
    desk.result("new game coins --like threes");
    assert_eq!(dice("coins.toml"), dice("threes"));
    assert_eq!(dice("./coins.toml"), dice("threes"));
    assert_eq!(dice("-1..1"), dice("-1,0,1"));
    desk.refused("chance --dice 1 --total --faces battle", &["must say which die of Battle Dice", "battle:red"]);
    desk.refused("chance --dice 1 --total --faces pig:red", &["has one kind of dice; write pig"]);
    desk.refused("chance --dice 1 --total --faces pgi", &["no list of faces", "there is no game 'pgi'", "pig"]);
}

#[test]
fn a_page_has_the_picture_and_the_command() {
    let desk = Desk::new();
    let commands = [
        "chance --dice 3 --total --page total.html",
        "chance --vary dice=1..4 --total --page totals.html",
        "chance --vary dice=1..4 --condition sum>=7 --rerolls 1 --policies all --page chances.html",
        "chance --dice 3 --condition sum>=7 --rerolls 1 --page chance.html",
        "chance --dice 3 --condition sum>=7 --rerolls 1 --show 1,2,boss --page show.html",
    ];
    for command in commands {
        let shown = desk.result(command);
        assert_eq!(shown, desk.result(command.split(" --page").next().unwrap()), "{command}");
        let file = command.split(' ').next_back().unwrap();
        let page = std::fs::read_to_string(desk.path(file)).unwrap();
        assert!(page.contains("<svg") && page.contains("<table>") && page.contains("How this was made"), "{command}");
        assert!(page.contains(&format!("--page {file}")), "{command}");
        desk.refused(command, &["there is a file", "already"]);
    }
}

/// As many dice are rolled as are shown; a number that is another is refused.
#[test]
fn dice_that_are_shown_need_not_be_counted() {
    let desk = Desk::new();
    let asked = "--show 3,3,4,5,boss --condition run>=4 --rerolls 1";
    assert_eq!(desk.result(&format!("chance {asked}")), desk.result(&format!("chance --dice 5 {asked}")));
    desk.refused(&format!("chance --dice 4 {asked}"), &["5 dice are shown, but 4 are rolled"]);
}

/// Who stands has the chance of one throw, which has a row in any case.
#[test]
fn who_stands_is_told_once() {
    let desk = Desk::new();
    let asked = "chance --dice 3 --condition pair --rerolls 1";
    assert_eq!(desk.result(&format!("{asked} --policies stand")), desk.result(asked));
    let both = desk.result(&format!("{asked} --policies all,stand"));
    assert_eq!(both, desk.result(&format!("{asked} --policies all")));
}

/// The values of `--vary` are written as elsewhere.
#[test]
fn several_numbers_of_dice_are_written_as_for_other_commands() {
    let desk = Desk::new();
    let totals = |vary: &str| {
        let arguments = ["chance", "--total", "--format", "csv", "--vary", vary];
        let told = desk.run_with(&arguments);
        assert_eq!(told.code, Some(0), "{vary}: {}", told.err);
        csv_rows(&told.out).into_iter().skip(1).map(|row| row[0].clone()).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(totals("dice=1..3"), totals("dice=1|2|3"));
    assert_eq!(totals("dice=1..5 by 2"), totals("dice=1|3|5"));
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let desk = Desk::new();
    let refused = |command: &str, words: &[&str]| desk.refused(&format!("chance {command}"), words);
    refused("--dice 3", &["--condition <CONDITION>|--total"]);
    refused("--condition sum>=7", &["--dice"]);
    refused("--dice 0 --total", &["--dice: 0 dice; ask of at least 1"]);
    refused("--dice 3 --condition summ>7", &["unknown word 'summ'", "did you mean 'sum'?"]);
    // What looks like a condition of a card is told as there.
    refused("--dice 3 --condition pare", &["--condition: 'pare'", "pair"]);
    refused("--dice 3 --condition any(6;4", &["--condition: 'any(6;4'", "expected ':'"]);
    refused("--dice 30 --condition sum>=7", &["150,000 different hands, which is the limit", "fewer dice"]);
    refused("--dice 1000 --faces 1..100 --total", &["at most 2,000,000,000 are taken", "fewer dice"]);
    // Each of these numbers of dice is within the limit, but not all together: it took minutes.
    refused("--vary dice=1..1000 --total", &["up to 1000 dice take", "2,000,000,000"]);
    refused("--dice 3 --condition pair --policies all", &["there are no rerolls", "--rerolls 2"]);
    refused("--dice 2 --total --faces 1,5000", &["5000 is not a number from -1000 to 1000"]);
    refused("--dice 2 --total --faces 1..500", &["more than 100 faces"]);
    refused("--dice 2 --total --faces 1,,2", &["no list of 1 to 100 faces"]);
    refused("--dice 2 --total --rerolls 21", &["more than 20"]);
    refused("--dice 2 --total --keep best:2", &["highest:N or lowest:N"]);
    refused("--dice 2 --condition pair --rerolls 1 --policies all,odds", &["no policy 'odds'", "odd"]);
    refused("--dice 2 --condition pair --show 1,2,3", &["3 dice are shown, but 2 are rolled"]);
    refused("--dice 2 --condition pair --show 1,7", &["no die shows '7'", "boss"]);
    refused("--total --vary faces=1..3", &["must be dice=A..B"]);
    refused("--total --vary dice=0..3", &["with 1 to 1000 dice"]);
    refused("--dice 1 --total --faces 3..1", &["--faces: '3..1'"]);
}
