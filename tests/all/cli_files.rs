//! The files of a run: their columns, the same bytes whatever the threads, and their agreement with
//! `play` and `report`.

use crate::program::{Desk, csv_rows};
use std::collections::BTreeMap;

/// An estimate named `x` is three columns.
fn columns(names: &str) -> Vec<String> {
    let three = |name: &str| match name.strip_suffix('±') {
        Some(name) => ["", "_lo", "_hi"].map(|end| format!("{name}{end}")).to_vec(),
        None => vec![name.to_owned()],
    };
    names.split(',').flat_map(three).collect()
}

/// The tables of Gang of Dice and the columns that users' scripts rely on.
const TABLES: [(&str, &str); 6] = [
    ("summary.csv", "players,experiment,strategy,games,wins,ties_for_first,win_rate±,win_share±,ev±"),
    ("seats.csv", "players,experiment,strategy,seat,games,wins,ties_for_first,win_rate±,win_share±,ev±,eliminated"),
    ("distributions.csv", "players,experiment,metric,strategy,value,games"),
    ("seat_values.csv", "players,experiment,seat,games,wins,ties_for_first,win_rate±,win_share±,ev±"),
    ("length.csv", "players,experiment,metric,n,mean±,p50,p95,max,p50_lo,p50_hi,p95_lo,p95_hi,above_max_hi"),
    (
        "cards.csv",
        "players,experiment,card,condition,trigger,back,strategy,turns,dice_mean±,invalid_rate±,valid_total_mean±,round_win_rate±,net_dice_mean±",
    ),
];

/// The columns of a table by name.
struct Columns(Vec<Vec<String>>);

impl Columns {
    fn read(desk: &Desk, file: &str) -> Columns {
        Columns(csv_rows(&desk.read(file)))
    }

    fn get(&self, column: &str) -> Vec<&str> {
        let at = self.0[0].iter().position(|name| name == column).unwrap();
        self.0[1..].iter().map(|row| row[at].as_str()).collect()
    }

    fn whole(&self, column: &str) -> Vec<u64> {
        self.get(column).iter().map(|cell| cell.parse().unwrap()).collect()
    }
}

#[test]
fn the_files_and_columns_of_a_run() {
    let desk = Desk::new();
    for players in 2..=4 {
        desk.result(&format!("--game gang --players {players} --runs 48 --out out"));
        let names: Vec<String> = desk.files("out").into_keys().collect();
        assert_eq!(
            names,
            [
                "cards.csv",
                "datapackage.json",
                "distributions.csv",
                "length.csv",
                "report.html",
                "run.json",
                "seat_values.csv",
                "seats.csv",
                "summary.csv",
                "tallies.json"
            ]
        );
        for (file, expected) in TABLES {
            assert_eq!(csv_rows(&desk.read(&format!("out/{file}")))[0], columns(expected), "{file}");
        }
        assert_eq!(
            Columns::read(&desk, "out/length.csv").get("metric"),
            ["turns", "rounds", "capped", "eliminations", "all_invalid_rounds"]
        );
    }
}

/// Estimates have 6 decimals and lie within their intervals; counts are whole.
#[test]
fn numbers_have_6_decimals() {
    let desk = Desk::new();
    desk.result("--game gang --runs 300 --out out");
    for (file, expected) in TABLES {
        let table = Columns::read(&desk, &format!("out/{file}"));
        for estimate in expected.split(',').filter_map(|name| name.strip_suffix('±')) {
            let ends = ["_lo", "", "_hi"].map(|end| table.get(&format!("{estimate}{end}")));
            for row in 0..ends[0].len() {
                let cells = ends.each_ref().map(|column| column[row]);
                for cell in cells.iter().filter(|cell| !cell.is_empty()) {
                    assert_eq!(cell.split_once('.').unwrap().1.len(), 6, "{file} {estimate}: {cell}");
                }
                let [lo, mid, hi] = cells.map(|cell| cell.parse::<f64>().ok());
                assert!(lo.is_none() || (lo <= mid && mid <= hi), "{file} {estimate}: {cells:?}");
            }
        }
    }
}

#[test]
fn what_is_not_known_is_an_empty_cell() {
    let desk = Desk::new();
    desk.result("--game gang --runs 1 --out out");
    for (file, expected) in TABLES {
        let table = Columns::read(&desk, &format!("out/{file}"));
        for estimate in expected.split(',').filter_map(|name| name.strip_suffix('±')) {
            for end in ["_lo", "_hi"] {
                let column = table.get(&format!("{estimate}{end}"));
                assert!(column.iter().all(|cell| cell.is_empty()), "{file} {estimate}{end}: one block, no interval");
            }
        }
    }
    // 12 of the 18 cards are played in the one block there was, by 3 strategies each.
    let cards = Columns::read(&desk, "out/cards.csv");
    let (turns, dice) = (cards.whole("turns"), cards.get("dice_mean"));
    let empty: Vec<bool> = dice.iter().map(|cell| cell.is_empty()).collect();
    assert_eq!(empty, turns.iter().map(|&turns| turns == 0).collect::<Vec<_>>());
    assert_eq!(turns.iter().filter(|&&turns| turns > 0).count(), 12 * 3);
}

/// Every game has as many seats as players, and the win shares of a game add up to 1.
#[test]
fn rows_a_strategy_and_rows_a_seat_add_up() {
    let desk = Desk::new();
    desk.result("--game gang --players 4 --bots boss:3,stand:2,boss:3,random --engine dice --runs 400 --out out");
    let summary = Columns::read(&desk, "out/summary.csv");
    assert_eq!(summary.get("strategy"), ["boss:3", "stand:2", "random"], "each strategy once");
    assert_eq!(summary.whole("games"), [800, 400, 400]);
    let seats = Columns::read(&desk, "out/seats.csv");
    let rows: Vec<(&str, &str)> = seats.get("strategy").into_iter().zip(seats.get("seat")).collect();
    let expected = ["boss:3", "stand:2", "random"];
    let expected: Vec<_> = expected.iter().flat_map(|&name| ["1", "2", "3", "4"].map(|seat| (name, seat))).collect();
    assert_eq!(rows, expected);
    let (games, wins, ties) = (seats.whole("games"), seats.whole("wins"), seats.whole("ties_for_first"));
    assert_eq!(games, [vec![200; 4], vec![100; 8]].concat());
    let values = Columns::read(&desk, "out/seat_values.csv");
    assert_eq!((values.get("seat"), values.whole("games")), (vec!["1", "2", "3", "4"], vec![400; 4]));
    for (column, by_cell) in [("wins", &wins), ("ties_for_first", &ties)] {
        let (by_seat, totals) = (values.whole(column), summary.whole(column));
        let by_strategy: Vec<u64> = by_cell.chunks(4).map(|seats| seats.iter().sum()).collect();
        assert_eq!(by_strategy, totals, "{column}");
        let each_seat = (0..4).map(|seat| by_cell.iter().skip(seat).step_by(4).sum());
        assert_eq!(each_seat.collect::<Vec<u64>>(), by_seat, "{column}");
    }
    let shares: f64 = values.get("win_share").iter().map(|cell| cell.parse::<f64>().unwrap()).sum();
    assert!((shares - 1.0).abs() < 4e-6, "{shares}");
}

/// The distributions of a run, against its games as `play` tells them: scores by strategy, margins, and who was left
/// with nothing at which seat.
#[test]
fn distributions_are_those_of_the_games_told() {
    let desk = Desk::new();
    desk.result("--game gang --bots boss:3,stand:9,random --engine dice --runs 12 --out out");
    let mut expected: BTreeMap<(String, String, u64), u64> = BTreeMap::new();
    let mut eliminated: BTreeMap<(String, String), u64> = BTreeMap::new();
    for game in 0..12 {
        let story = desk.result(&format!("play --run out --index {game}"));
        let end = story.rsplit_once("The game ends. Dice: ").unwrap().1.split_once('.').unwrap().0;
        let mut dice: Vec<u64> = Vec::new();
        for player in end.split(", ") {
            let (name, rest) = player.split_once(" (seat ").unwrap();
            let (seat, left) = rest.split_once(") ").unwrap();
            dice.push(left.parse().unwrap());
            *expected.entry(("score".to_owned(), name.to_owned(), left.parse().unwrap())).or_default() += 1;
            *eliminated.entry((name.to_owned(), seat.to_owned())).or_default() += u64::from(left == "0");
        }
        dice.sort_unstable();
        *expected.entry(("margin".to_owned(), String::new(), dice[2] - dice[1])).or_default() += 1;
    }
    let table = Columns::read(&desk, "out/distributions.csv");
    let names = table.get("metric").into_iter().zip(table.get("strategy"));
    let found = names.zip(table.whole("value")).zip(table.whole("games"));
    let found =
        found.map(|(((metric, strategy), value), games)| ((metric.to_owned(), strategy.to_owned(), value), games));
    let found: BTreeMap<_, _> = found.filter(|(key, _)| ["score", "margin"].contains(&&*key.0)).collect();
    assert_eq!(found, expected);
    let seats = Columns::read(&desk, "out/seats.csv");
    let names = seats.get("strategy").into_iter().zip(seats.get("seat"));
    let rows = names.map(|(strategy, seat)| (strategy.to_owned(), seat.to_owned())).zip(seats.whole("eliminated"));
    assert_eq!(rows.collect::<BTreeMap<_, _>>(), eliminated);
    assert!(eliminated.values().any(|&games| games > 0), "{eliminated:?}");
}

/// A fixed line-up takes no other seats, so there are no rows for them.
#[test]
fn a_fixed_line_up_has_a_row_a_seat() {
    let desk = Desk::new();
    desk.result("--game gang --bots boss,stand,random --engine dice --seating fixed --runs 10 --out out");
    let seats = Columns::read(&desk, "out/seats.csv");
    let rows: Vec<_> = seats.get("strategy").into_iter().zip(seats.get("seat")).collect();
    assert_eq!(rows, [("boss", "1"), ("stand", "2"), ("random", "3")]);
}

#[test]
fn cards_have_their_condition_as_the_deck_writes_it() {
    let desk = Desk::new();
    let card = |id: &str, condition: &str, trigger: &str, back: &str| {
        format!("[[card]]\nid = \"{id}\"\ncondition = \"{condition}\"\ntrigger = \"{trigger}\"\nback = \"{back}\"\n")
    };
    let cards = [
        ("spaced", "  sum  >= 7 ", "bomb", "light"),
        ("commas", "any: 3,4 , 5", "explosion", "dark"),
        ("nested", "either( pair ;not(odd>=1))", "bomb", "dark"),
    ];
    let all: String = cards.iter().map(|(id, condition, trigger, back)| card(id, condition, trigger, back)).collect();
    desk.write("my.toml", format!("id = \"mine\"\nname = \"Mine\"\n{all}"));
    desk.result("--game gang --deck my.toml --bots stand:2,boss:2 --runs 10 --out out");
    let table = csv_rows(&desk.read("out/cards.csv"));
    let expected: Vec<Vec<&str>> = cards
        .iter()
        .flat_map(|&(id, condition, trigger, back)| {
            ["stand:2", "boss:2"].map(|name| vec![id, condition, trigger, back, name, "10"])
        })
        .collect();
    let found: Vec<Vec<&str>> = table[1..].iter().map(|row| row[2..8].iter().map(String::as_str).collect()).collect();
    assert_eq!(found, expected, "each card is played once a game by each, in the order of the deck");
    assert!(Columns::read(&desk, "out/cards.csv").get("dice_mean").iter().all(|cell| *cell == "2.000000"));
}

/// All tables for a run: players, editions, seatings; 4 chunks of 64 blocks and a bit.
fn tables_of_all_kinds() -> Vec<String> {
    let mut all = Vec::new();
    // Tables for every number of dice that `random` may commit take seconds, so it is left to the dice.
    for (engine, last) in [("turn", "stand:3@boss"), ("dice", "random")] {
        for (players, others) in [(2, "boss:3"), (3, "boss:3,stand:2"), (4, "boss:3,stand:2,boss:3")] {
            for edition in ["bga", "blackrock"] {
                for (seating, a_block) in [("rotate", players), ("fixed", 1), ("all", [2, 6, 12][players - 2])] {
                    let runs = 260 * a_block;
                    all.push(format!(
                        "--game gang --players {players} --bots {others},{last} --edition {edition} --seating {seating} \
                         --engine {engine} --runs {runs} --seed 11"
                    ));
                }
            }
        }
    }
    all
}

#[test]
fn the_same_bytes_at_any_number_of_threads() {
    for command in tables_of_all_kinds() {
        let runs = [1, 2, 7].map(|threads| {
            let desk = Desk::new();
            let told = desk.result(&format!("{command} --threads {threads} --out threads{threads}"));
            (told, desk.files(&format!("threads{threads}")))
        });
        assert!(runs[0] == runs[1] && runs[0] == runs[2], "{command}");
        let json = String::from_utf8(runs[0].1["run.json"].clone()).unwrap();
        assert!(json.contains("\"blocks\": 260,"), "{command}");
    }
}

#[test]
fn no_path_and_no_thread_count_in_the_files() {
    let desk = Desk::new();
    desk.write("somewhere/deck-of-mine.toml", desk.result("show reconstructed"));
    desk.write("somewhere/rules-of-mine.toml", desk.result("show rules --game gang"));
    let out = desk.path("unmistakable");
    let out = out.to_str().unwrap();
    desk.result(&format!(
        "--game gang --runs 60 --threads 543 --out {out} --deck somewhere/deck-of-mine.toml --rules somewhere/rules-of-mine.toml"
    ));
    let folder = desk.path("").file_name().unwrap().to_str().unwrap().to_owned();
    for (name, content) in desk.files("unmistakable") {
        let text = String::from_utf8(content).unwrap();
        for word in [folder.as_str(), "unmistakable", "somewhere", "thread", "host"] {
            assert!(!text.contains(word), "{name} contains {word}");
        }
        // The page and run.json have the names of the files, without their folders, for the command that plays it again.
        assert_eq!(text.contains("of-mine"), ["report.html", "run.json"].contains(&&*name), "{name}");
    }
    desk.result("--game gang --runs 60 --threads 1 --out other");
    assert!(desk.tables("other") == desk.tables("unmistakable"));
}

#[test]
fn another_seed_gives_other_games() {
    let desk = Desk::new();
    desk.result("--game gang --runs 60 --out one");
    desk.result("--game gang --runs 60 --out two --seed 2");
    desk.result("--game gang --runs 60 --out two-again --seed 2");
    assert_ne!(desk.read("one/summary.csv"), desk.read("two/summary.csv"));
    assert!(desk.files("two") == desk.files("two-again"));
}

/// A run into the folder of an earlier one replaces it, and nothing else stays behind.
#[test]
fn a_folder_of_ours_is_replaced() {
    let desk = Desk::new();
    desk.result("--game gang --runs 60 --out first");
    desk.result("--game gang --players 4 --runs 40 --out second");
    desk.result("--game gang --runs 60 --out second");
    assert!(desk.files("first") == desk.files("second"));
    let names: Vec<String> = desk.files("").into_keys().filter(|name| !name.contains('/')).collect();
    assert!(names.is_empty(), "{names:?}");
    assert_eq!(
        desk.files("").into_keys().filter(|name| name.ends_with('/')).collect::<Vec<_>>(),
        ["first/", "second/"]
    );
}

#[test]
fn a_report_writes_the_tables_again_byte_for_byte() {
    let desk = Desk::new();
    for engine in ["turn", "dice"] {
        desk.result(&format!("--game gang --runs 300 --engine {engine} --out out"));
        let before = desk.files("out");
        for (file, _) in TABLES {
            std::fs::remove_file(desk.path("out").join(file)).unwrap();
        }
        desk.result("report out");
        assert!(desk.files("out") == before, "{engine}");
        desk.write("out/summary.csv", "changed by hand");
        desk.result("report out --format csv");
        assert!(desk.files("out") == before, "{engine}");
    }
}

/// What a run came to, from its manifest.
fn signature(desk: &Desk, folder: &str) -> String {
    let manifest: serde_json::Value = serde_json::from_str(&desk.read(&format!("{folder}/run.json"))).unwrap();
    manifest["signature"].as_str().unwrap().to_owned()
}

#[test]
fn what_is_shown_can_be_played() {
    let desk = Desk::new();
    desk.write("deck.toml", desk.result("show reconstructed"));
    desk.result("--game gang --runs 60 --out default");
    desk.result("--game gang --runs 60 --out shown --deck deck.toml");
    assert!(desk.tables("default") == desk.tables("shown"));
    for (edition, other) in [("bga", "blackrock"), ("blackrock", "bga")] {
        desk.write("rules.toml", desk.result(&format!("show rules --game gang --edition {edition}")));
        desk.result(&format!("--game gang --runs 60 --out {edition} --edition {edition}"));
        desk.result(&format!("--game gang --runs 60 --out {edition}-shown --edition {edition} --rules rules.toml"));
        assert!(desk.tables(edition) == desk.tables(&format!("{edition}-shown")));
        desk.result(&format!("--game gang --runs 60 --out {other}-changed --edition {other} --rules rules.toml"));
        assert_eq!(signature(&desk, edition), signature(&desk, &format!("{other}-changed")));
    }
    assert_ne!(signature(&desk, "bga"), signature(&desk, "blackrock"));
    assert_eq!(signature(&desk, "bga"), signature(&desk, "default"), "the default edition");
}

/// Single options win over the file, the file over the edition.
#[test]
fn the_order_of_force_of_rules() {
    let desk = Desk::new();
    desk.write("rules.toml", "bonus = [1]\nrerolls = 1\n");
    desk.result("--game gang --runs 3 --out out --edition blackrock --rules rules.toml --rule rerolls=0");
    let manifest: serde_json::Value = serde_json::from_str(&desk.read("out/run.json")).unwrap();
    let rules = manifest["resolved"].as_array().unwrap().iter().find(|part| part["name"] == "rules").unwrap();
    let rules = rules["text"].as_str().unwrap();
    assert!(rules.contains("\nbonus = [1]\n") && rules.contains("\nrerolls = 0\n"), "{rules}");
    assert!(rules.contains("\nsupply = [24, 36, 36]\n"), "{rules}");
}

/// What a strategy came to in told games.
#[derive(Debug, Default, PartialEq, Eq)]
struct Narrated {
    games: u64,
    wins: u64,
    shared: u64,
    dice: u64,
}

/// Adds the end of a story: `Dice: a (seat 1) 51, b (seat 2) 45.`, then who wins.
fn add_story(story: &str, told: &mut BTreeMap<String, Narrated>) {
    let line = |start: &str| story.lines().find_map(|line| line.strip_prefix(start)).unwrap();
    let end = story.lines().last().unwrap();
    let (winners, alone) = match (end.strip_suffix(" wins."), end.strip_suffix(" share the win.")) {
        (Some(winner), None) => (winner, true),
        (None, Some(winners)) => (winners, false),
        _ => panic!("who has won? {end}"),
    };
    let winners: Vec<&str> = winners.split(" and ").collect();
    assert_eq!(alone, winners.len() == 1);
    for entry in line("The game ends. Dice: ").trim_end_matches('.').split(", ") {
        let (player, dice) = entry.rsplit_once(' ').unwrap();
        let of = told.entry(player.split_once(" (seat").unwrap().0.to_owned()).or_default();
        of.games += 1;
        of.dice += dice.parse::<u64>().unwrap();
        let won = winners.contains(&player);
        of.wins += u64::from(won && alone);
        of.shared += u64::from(won && !alone);
    }
}

/// The games of a run told one by one, by the options and by the run's folder, add up to its summary.
#[test]
fn games_told_one_by_one_add_up_to_the_run() {
    let desk = Desk::new();
    for (engine, options) in [
        ("dice", "--players 3 --bots boss:3,random,stand:2 --seating rotate"),
        ("dice", "--players 2 --bots boss:1,stand:1 --seating fixed --rule pools=6 --edition blackrock"),
        ("turn", "--players 4 --bots boss:1,boss:3,stand:2,stand:2 --seating rotate"),
        ("turn", "--players 3 --bots boss:3,stand:3@boss,stand:2 --seating fixed --edition blackrock"),
    ] {
        let table = format!("--game gang {options} --engine {engine} --seed 5");
        desk.result(&format!("{table} --runs 24 --out out"));
        let mut told = BTreeMap::new();
        for index in 0..24 {
            let story = desk.result(&format!("play {table} --index {index}"));
            assert_eq!(story, desk.result(&format!("play --run out --index {index}")), "{table}, game {index}");
            add_story(&story, &mut told);
        }
        let summary = Columns::read(&desk, "out/summary.csv");
        let counts = ["games", "wins", "ties_for_first"].map(|column| summary.whole(column));
        for (row, name) in summary.get("strategy").into_iter().enumerate() {
            let Narrated { games, wins, shared, dice } = told[name];
            assert_eq!([games, wins, shared], counts.each_ref().map(|column| column[row]), "{table}: {name}");
            let mean = format!("{:.6}", dice as f64 / games as f64);
            assert_eq!(summary.get("ev")[row], mean, "{table}: {name}");
        }
        assert_eq!(told.len(), summary.get("strategy").len());
    }
}
