//! Optimal play of Gang of Dice for two, in the game that is solved: cards drawn anew every round.

use crate::program::{Desk, csv_rows};
use analyze::exact::game::{Enough, MOST_DICE};
use analyze::games::gang::{CardIndex, Gang};
use analyze::games::{BuiltIn, Setting};
use analyze::input::Source;
use analyze::strategies::gang::values;

/// A game of one round with these pools, whose card never bites, without rerolls: the more dice, the better.
fn more_is_better(pools: u32) -> Gang {
    let card = "[[card]]\nid = \"more\"\ncondition = \"sum>=300\"\ntrigger = \"bomb\"\nback = \"light\"\n";
    let options = [("pools", pools.to_string()), ("bonus", "[]".to_owned()), ("rerolls", "0".to_owned())];
    let setting = Setting {
        deck: Some(Source::new("more", format!("id = \"more\"\nname = \"more\"\n{card}"))),
        options: options.map(|(key, value)| (key.to_owned(), value)).to_vec(),
        ..Setting::default()
    };
    Gang::set_up(2, &setting).unwrap()
}

const DECK: &str = r#"
id = "two"
name = "two cards"
card = [
    { id = "a", condition = "sum>=7", trigger = "bomb", back = "light" },
    { id = "b", condition = "pair", trigger = "explosion", back = "light" },
]
"#;

/// Cards that bite soon, so that few dice have to be considered.
pub(crate) const SIX_CARDS: &str = include_str!("../games/six-cards.toml");

/// What the tables say of the start adds up: a card is as likely as the other.
#[test]
fn solve_writes_the_value_and_what_leads_to_it() {
    let desk = Desk::new();
    desk.write("two.toml", DECK);
    let command = "solve --game gang --deck two.toml --rule pools=6 --rule bonus=[] --no-cache --quiet --out";
    let shown = desk.result(&format!("{command} one"));
    let files = desk.files("one");
    assert_eq!(
        files.keys().map(String::as_str).collect::<Vec<_>>(),
        ["datapackage.json", "report.html", "run.json", "starts.csv", "values.csv"]
    );
    let rows = |name: &str| csv_rows(&desk.read(&format!("one/{name}"))).split_off(1);
    let starts = rows("starts.csv").into_iter().filter(|row| row[0] == "1");
    let values: Vec<f64> = starts.map(|row| row[8].parse().unwrap()).collect();
    let first = rows("values.csv").remove(0);
    assert_eq!(first[..4], ["1", "6", "6", "0"]);
    let value: f64 = first[4].parse().unwrap();
    assert!((values.iter().sum::<f64>() / 2.0 - value).abs() < 1e-11 && values.len() == 2, "{values:?} {value}");
    assert!(shown.contains(&format!("{value:.4}")), "{shown}");
    // Of the last round nobody starts another, so it is never better lost.
    let better_lost = |round: &str| {
        let of = rows("starts.csv").into_iter().filter(|row| row[0] == round);
        of.map(|row| row[10].parse::<f64>().unwrap()).collect::<Vec<_>>()
    };
    assert!(better_lost("2").iter().all(|&likely| likely == 0.0) && better_lost("2").len() > 2);
    // What the page says is what the tables have.
    let page = desk.read("one/report.html");
    let all = rows("starts.csv");
    let even: Vec<&Vec<String>> = all.iter().filter(|row| row[3].parse::<i64>().unwrap().abs() <= 1).collect();
    let mean = even.iter().map(|row| row[10].parse::<f64>().unwrap()).sum::<f64>() / even.len() as f64;
    let said = format!("after {:.1}% of the starter's results", 100.0 * mean);
    assert!(page.contains(&said), "{said}: {page}");
    let lead = rows("values.csv")
        .iter()
        .filter(|row| row[0] == "2" && row[4].parse::<f64>().unwrap() >= 0.5)
        .map(|row| row[3].parse::<i64>().unwrap())
        .min()
        .unwrap();
    let words = match lead {
        0 => "is the favourite with equal pools".to_owned(),
        1 => "needs a lead of 1 die to be the favourite".to_owned(),
        2.. => format!("needs a lead of {lead} dice to be the favourite"),
        _ => format!("is still the favourite when it is {} dice behind", -lead),
    };
    assert!(page.contains(&format!("The starter of round 2 {words}.")), "{lead}: {page}");
    desk.result(&format!("{command} again --progress always"));
    assert_eq!(desk.files("again"), files);
}

/// Every row of the solution of Pig satisfies the equations of its position, written out here again: what rolling and
/// holding are worth at each turn total follows from the values after it. The first turn is as published (Neller and Presser
/// 2004): hold at 21, and a chance of 0.530593.
#[test]
fn solve_writes_when_to_hold_in_pig() {
    let desk = Desk::new();
    let shown = desk.result("solve --game pig --out pig");
    assert!(shown.contains("who starts wins with a chance of 0.5306"), "{shown}");
    desk.result("solve --game pig --rule goal=40 --rule sides=8 --rule bust=2 --out short");
    let rows = |folder: &str| csv_rows(&desk.read(&format!("{folder}/holds.csv"))).split_off(1);
    assert_eq!(rows("pig")[0], ["0", "0", "0.530592725274", "21", ""]);
    assert!(rows("pig").iter().any(|row| !row[4].is_empty()) && rows("pig").iter().any(|row| row[3].is_empty()));
    follows_from_its_values(&rows("pig"), 100, 6, 1);
    follows_from_its_values(&rows("short"), 40, 8, 2);
    let formats = ["csv", "json"];
    let [csv, json] = formats.map(|format| desk.result(&format!("solve --game pig --format {format} --out pig")));
    assert!(csv.starts_with("own,other 0,other 10") && json.contains("\"other 90\""), "{csv} {json}");
}

/// Checks that each value, and each total to hold at, follows from the values that a turn can lead to.
fn follows_from_its_values(rows: &[Vec<String>], goal: usize, sides: usize, bust: usize) {
    assert_eq!(rows.len(), goal * goal);
    let values: Vec<f64> = rows.iter().map(|row| row[2].parse().unwrap()).collect();
    let value = |own: usize, other: usize| values[own * goal + other];
    for row in rows {
        let [own, other] = [0, 1].map(|at| row[at].parse::<usize>().unwrap());
        let mut after = vec![1.0; goal + sides];
        let mut holds = vec![false; goal];
        for total in (0..goal - own).rev() {
            let numbers = (1..=sides).filter(|&number| number != bust);
            let counted: f64 = numbers.map(|number| after[own + total + number]).sum();
            let rolling = (1.0 - value(other, own) + counted) / sides as f64;
            let holding = if total == 0 { 0.0 } else { 1.0 - value(other, own + total) };
            (after[own + total], holds[total]) = (f64::max(rolling, holding), holding >= rolling - 1e-11);
        }
        assert!((after[own] - value(own, other)).abs() < 1e-10, "{row:?}");
        let hold_at = (0..goal - own).find(|&total| holds[total]);
        let again = hold_at.and_then(|from| (from + 1..(from + sides).min(goal - own)).find(|&total| !holds[total]));
        let text = |total: Option<usize>| total.map_or(String::new(), |total| total.to_string());
        assert_eq!(row[3..], [text(hold_at), text(again)], "{row:?}");
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let desk = Desk::new();
    desk.refused("solve --players 3 --no-cache", &["--players: 3", "2"]);
    desk.refused("solve --engine dice --no-cache", &["--engine", "leave"]);
    desk.refused(
        "solve --game battle --no-cache",
        &["--game", "battle", "Gang of Dice, POT, Pig, and games from files"],
    );
    desk.refused("solve --game pig --rule goal=201", &["goal", "201", "200"]);
    desk.refused("solve --game pig --deck two.toml", &["--deck", "Pig"]);
    desk.refused("solve --rule pools=200 --no-cache", &["rounds to solve", "2000000", "pools"]);
    desk.refused("--game gang --bots optimal --players 3 --runs 1 --no-cache", &["optimal", "2 players, not for 3"]);
}

/// Where even more dice might pay the tables, the terminal and the page say so, and by how much the last ones did.
#[test]
fn a_binding_number_of_dice_is_said() {
    let desk = Desk::new();
    let game = more_is_better(30);
    let solved = values(&game, || true).unwrap();
    let (enough, change) = solved.enough(0, CardIndex(0));
    assert!(enough == Enough::Capped && change > 1e-6, "{enough:?} {change}");
    desk.write("more.toml", &game.deck().text);
    let told =
        desk.result("solve --deck more.toml --rule pools=30 --rule bonus=[] --rule rerolls=0 --no-cache --out s");
    let said = format!("more more than {MOST_DICE} dice, which are not considered, might be better");
    assert!(told.contains(&said) && told.contains(&format!("{change:.6}")), "{told}");
    assert!(desk.read("s/report.html").contains(&said));
    let rows = csv_rows(&desk.read("s/starts.csv"));
    assert_eq!(rows[0][rows[0].len() - 2..], ["enough", "last_change"]);
    assert!(
        rows[1..].iter().all(|row| row[row.len() - 2] == "capped" && row[row.len() - 1].parse::<f64>().unwrap() > 1e-6)
    );
}
