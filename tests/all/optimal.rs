//! Optimal play of Gang of Dice for two, in the game that is solved: cards drawn anew every round.

use crate::program::{Desk, csv_rows};
use crate::random_files::random_strategy;
use analyze::engines::{Playable, SeatingRule, Seatings};
use analyze::exact::game::{Enough, MOST_DICE, Start};
use analyze::games::gang::{CardIndex, Edition, Gang};
use analyze::games::{Game, Setting};
use analyze::input::Source;
use analyze::simulate::{Control, Job, StatisticsBlocks, run};
use analyze::strategies::gang::values;
use analyze::strategies::{find_all, shipped_names};
use tempfile::TempDir;

/// Cards that bite soon, so that few dice have to be considered.
pub(crate) const SIX_CARDS: &str = r#"
id = "six"
name = "six cards"
card = [
    { id = "a", condition = "sum>=7", trigger = "bomb", back = "light" },
    { id = "b", condition = "pair", trigger = "explosion", back = "light" },
    { id = "c", condition = "run>=2", trigger = "explosion", back = "light" },
    { id = "d", condition = "any:4,5", trigger = "explosion", back = "light" },
    { id = "e", condition = "distinct>=2", trigger = "bomb", back = "dark" },
    { id = "f", condition = "sum>=11", trigger = "explosion", back = "dark" },
]
"#;

/// A small game, and the folder in which its values are kept.
pub(crate) fn small(edition: Edition) -> (Gang, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting {
        edition: Some(edition.to_string()),
        deck: Some(Source::new("six", SIX_CARDS)),
        options: vec![("pools".to_owned(), "9".to_owned())],
        cache: Some(folder.path().to_owned()),
        ..Setting::default()
    };
    (Gang::set_up(2, &setting).unwrap().drawing_anew(), folder)
}

/// The win share of the first seat of a line-up, or of the first strategy under all rotations, with its standard error.
fn share(game: &Gang, bots: [&str; 2], rule: SeatingRule, blocks: u64) -> (f64, f64) {
    let (chosen, lineup) = find_all(&bots.map(str::to_owned), game).unwrap();
    let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let seatings = Seatings::new(rule, &lineup);
    let job = Job {
        game,
        strategies: &strategies,
        names: &names,
        seatings: &seatings,
        seed: 18,
        blocks: 0..blocks,
        statistics: StatisticsBlocks::All,
    };
    let finished = run(&job, &game.own_engine(&strategies).unwrap(), 0, &Control::default()).unwrap();
    let tallies = finished.tally.into_record(game, &names, seatings.games());
    let cell = if rule == SeatingRule::Fixed { &tallies.seats[0] } else { &tallies.strategies[0].total };
    let (n, unit) = (blocks as f64, 60.0 * cell.seats_a_block as f64);
    let (sum, squares) = (cell.share.sum as f64 / unit, cell.share.squares as f64 / unit / unit);
    (sum / n, ((squares - sum * sum / n) / (n - 1.0) / n).sqrt())
}

#[test]
fn two_optimal_players_come_to_the_value_of_the_game() {
    for edition in [Edition::Bga, Edition::Blackrock] {
        let (game, _folder) = small(edition);
        let solved = values(&game, || true).unwrap();
        let value = solved.value(solved.start());
        let (share, error) = share(&game, ["optimal", "optimal"], SeatingRule::Fixed, 10_000);
        assert!((share - value).abs() < 3.0 * error, "{edition}: {share} ± {error}, but the value is {value}");
    }
}

#[test]
fn nobody_beats_optimal_play_in_the_game_that_is_solved() {
    let (game, _folder) = small(Edition::Bga);
    let others = ["stand:1", "boss:2", "max-score:12", "reach:dice=14", "round-optimal@random"];
    let shipped = shipped_names::<Gang>().into_iter().filter(|&name| name != "optimal");
    for other in shipped.chain(others) {
        let (share, error) = share(&game, ["optimal", other], SeatingRule::Rotate, 1_000);
        assert!(share > 0.5 - 3.0 * error, "{other}: {share} ± {error}");
    }
}

/// Of so many strategies drawn at random.
const RANDOM: u64 = 200;
/// A normal variable is above this once in 20,000 times: once in 100 times that of 200 one is.
const ONE_OF_200: f64 = 3.89;

/// Drawn from what strategy files can say, and from the shipped ones with other numbers. None beats optimal play by more
/// than chance, and all together lose. With `RANDOM=full` they play the published game, 40,000 games each.
#[test]
fn no_random_strategy_beats_optimal_play_in_the_game_that_is_solved() {
    let is_full = std::env::var("RANDOM").is_ok_and(|word| word == "full");
    let (game, _folder) = if is_full { published() } else { small(Edition::Bga) };
    let (blocks, folder) = (if is_full { 20_000 } else { 300 }, tempfile::tempdir().unwrap());
    let mut found: Vec<(f64, f64, String)> = (0..RANDOM)
        .map(|number| {
            let other = random_strategy(number, folder.path());
            let (share, error) = share(&game, ["optimal", &other], SeatingRule::Rotate, blocks);
            assert!(share > 0.5 - ONE_OF_200 * error, "{other} wins: {share} ± {error} for optimal play");
            (share, error, other)
        })
        .collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mean = found.iter().map(|(share, ..)| share).sum::<f64>() / RANDOM as f64;
    assert!(mean > 0.55, "{mean}");
    if is_full {
        println!("mean win share of optimal play {mean:.4}; the closest:");
        for (share, error, other) in &found[..10] {
            println!("  {other}: {share:.4} ± {:.4} (simultaneous over {RANDOM})", ONE_OF_200 * error);
        }
    }
}

/// The published game, its cards drawn anew.
fn published() -> (Gang, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting { cache: Some(folder.path().to_owned()), ..Setting::default() };
    (Gang::set_up(2, &setting).unwrap().drawing_anew(), folder)
}

const DECK: &str = r#"
id = "two"
name = "two cards"
card = [
    { id = "a", condition = "sum>=7", trigger = "bomb", back = "light" },
    { id = "b", condition = "pair", trigger = "explosion", back = "light" },
]
"#;

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
    desk.refused("solve --game pot --no-cache", &["--game", "pot", "Gang of Dice and Pig"]);
    desk.refused("solve --game pig --rule goal=201", &["goal", "201", "200"]);
    desk.refused("solve --game pig --deck two.toml", &["--deck", "Pig"]);
    desk.refused("solve --rule pools=200 --no-cache", &["rounds to solve", "2000000", "pools"]);
    desk.refused("--game gang --bots optimal --players 3 --runs 1 --no-cache", &["optimal", "2 players, not for 3"]);
}

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

/// No more than 16 dice were considered, whatever a card made of them. In a single round at even pools whoever takes the table has
/// won. So the starter's share is what the best number of dice leaves after the best reply: from the plain sums of dice, each of
/// which shows 0 to 5, and of which as many or fewer lose a tie.
#[test]
fn more_than_sixteen_dice_are_considered_where_they_pay() {
    const DICE: usize = 20;
    let mut sums = vec![vec![1.0]];
    for dice in 0..DICE {
        let mut next = vec![0.0; 5 * (dice + 1) + 1];
        for (sum, chance) in sums[dice].iter().enumerate() {
            (0..6).for_each(|face| next[sum + face] += chance / 6.0);
        }
        sums.push(next);
    }
    let beats = |reply: usize, own: usize, total: usize| -> f64 {
        sums[reply].iter().skip(total + usize::from(reply <= own)).sum()
    };
    let share = |own: usize| -> f64 {
        let left = |total: usize| 1.0 - (1..=DICE).map(|reply| beats(reply, own, total)).fold(0.0, f64::max);
        sums[own].iter().enumerate().map(|(total, chance)| chance * left(total)).sum()
    };
    let expected = (1..=DICE).map(share).fold(0.0, f64::max);
    let game = more_is_better(DICE as u32);
    let solved = values(&game, || true).unwrap();
    let card = CardIndex(0);
    let todo = solved.starts(Start { position: solved.start(), card }, u32::MAX).unwrap();
    assert!((solved.value(solved.start()) - expected).abs() < 1e-9, "{} {expected}", solved.value(solved.start()));
    assert_eq!((todo.dice, solved.considered(0, card)), (DICE as u32, DICE as u32));
    assert_eq!(solved.enough(0, card).0, Enough::Proven);
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
