//! What stands on pages: the command that makes every file again, and sentences that must not contradict each other.

use super::{chaser_called, shell};
use crate::optimal::SIX_CARDS;
use crate::program::Desk;
use analyze::record::{Manifest, Record};

/// Files of every kind, in folders and under names that a shell would take apart.
const FILES: [&str; 8] =
    ["it's $x.toml", "a|b*.toml", "my deck.toml", "r&d.toml", "six.toml", "x.toml", "x-2.toml", "plain.toml"];

/// A desk with the files in `sub`, and in `beside` under the names by which pages call them.
fn desk() -> Desk {
    let desk = Desk::new();
    let deck = desk.result("show reconstructed").replace("id = \"reconstructed\"", "id = \"mine\"");
    let texts = [
        chaser_called(&desk, "its").replace("default = 13", "default = 11"),
        chaser_called(&desk, "ab"),
        deck.replacen("trigger = \"bomb\"", "trigger = \"explosion\"", 1),
        desk.result("show rules --game gang").replace("rerolls = 2", "rerolls = 3"),
        SIX_CARDS.to_owned(),
        chaser_called(&desk, "one"),
        desk.result("show bold").replace("name = \"bold\"", "name = \"two\""),
        chaser_called(&desk, "plain"),
    ];
    for (name, text) in FILES.into_iter().zip(texts) {
        desk.write(&format!("beside/{name}"), &text);
        let place = if name == "x-2.toml" { "sub/other/x.toml".to_owned() } else { format!("sub/{name}") };
        desk.write(&place, &text);
    }
    desk
}

/// Every command that leaves a page, with options that decide numbers.
const COMMANDS: [&[&str]; 26] = [
    &[
        "--game",
        "gang",
        "--runs",
        "60",
        "--bots",
        "sub/it's $x.toml,sub/a|b*.toml",
        "--deck",
        "sub/my deck.toml",
        "--rule",
        "card.sum7-bomb.trigger=explosion",
        "--rule",
        "bonus=[1, 2]",
        "--edition",
        "blackrock",
        "--seating",
        "all",
    ],
    &[
        "--game",
        "gang",
        "--runs",
        "60",
        "--bots",
        "sub/x.toml,sub/other/x.toml",
        "--rules",
        "sub/r&d.toml",
        "--engine",
        "dice",
    ],
    &["--game", "gang", "--runs", "60", "--bots", "chaser@odd,sub/x.toml@sub/plain.toml", "--seed", "5"],
    &["--game", "gang", "--runs", "60", "--edition", "blackrock", "--rule", "rerolls=3", "--deck", "reconstructed"],
    &["--game", "pig", "--runs", "3000", "--until", "se=0.05", "--bots", "hold:20,hold:5", "--seating", "fixed"],
    &["--game", "pig", "--runs", "60", "--bots", "hold,race", "--luck", "cancel", "--rule", "goal=30"],
    &[
        "compare",
        "hold",
        "race",
        "--game",
        "pig",
        "--runs",
        "60",
        "--players",
        "2",
        "--luck",
        "cancel",
        "--rule",
        "goal=30",
    ],
    &[
        "compare",
        "sub/it's $x.toml",
        "bold",
        "--players",
        "2",
        "--runs",
        "600",
        "--until",
        "verdict",
        "--test",
        "sprt",
        "--margin",
        "0.1",
        "--beta",
        "0.1",
        "--alpha",
        "0.1",
        "--metric",
        "win_share",
    ],
    &["compare", "sub/plain.toml", "bold", "--runs", "900", "--until", "verdict", "--deck", "sub/my deck.toml"],
    &["compare", "bold", "chaser", "--runs", "900", "--until", "se=0.02", "--against", "sub/x.toml,boss:3"],
    &["compare", "bold", "chaser", "--runs", "60", "--players", "2", "--rule", "rerolls=1", "--metric", "win_share"],
    &["compare", "sub/plain.toml", "bold", "odds", "--against", "boss:3", "--runs", "60", "--margin", "0.01"],
    &["cards", "--deck", "sub/six.toml", "--max-dice", "2", "--by", "best", "--policies", "stand,boss", "--runs", "60"],
    &["cards", "--deck", "sub/six.toml", "--max-dice", "2", "--by", "2", "--vary", "rerolls=1..2", "--runs", "30"],
    &[
        "--game",
        "gang",
        "--runs",
        "30",
        "--bots",
        "sub/it's $x.toml,bold,odds",
        "--vary",
        "deck=reconstructed|sub/my deck.toml",
        "--vary",
        "sub/it's $x.toml.above=9|10",
        "--rule",
        "rerolls=1",
    ],
    &[
        "--game",
        "gang",
        "--runs",
        "30",
        "--deck",
        "sub/my deck.toml",
        "--vary",
        "bots=chaser|sub/a b.toml,bold",
        "--players",
        "2",
    ],
    &["--game", "pig", "--runs", "30", "--bots", "hold,race", "--luck", "cancel", "--vary", "goal=20|30"],
    &[
        "compare",
        "chaser",
        "sub/x.toml",
        "--runs",
        "30",
        "--rules",
        "sub/r&d.toml",
        "--vary",
        "players=2..3",
        "--metric",
        "win_share",
    ],
    &[
        "tournament",
        "chaser",
        "sub/plain.toml",
        "bold",
        "--players",
        "2",
        "--runs",
        "3000",
        "--until",
        "se=0.05",
        "--allot",
        "even",
    ],
    &[
        "tournament",
        "hold:19..21",
        "race",
        "--game",
        "pig",
        "--runs",
        "300",
        "--against",
        "random",
        "--rule",
        "goal=50",
    ],
    &[
        "tournament",
        "hold",
        "race",
        "--game",
        "pig",
        "--players",
        "2",
        "--runs",
        "300",
        "--schedule",
        "all",
        "--alpha",
        "0.1",
    ],
    &[
        "tune",
        "sub/it's $x.toml",
        "--param",
        "above=8..9",
        "--against",
        "sub/x.toml",
        "--runs",
        "10000",
        "--rule",
        "rerolls=1",
    ],
    &["tune", "race", "--game", "pig", "--param", "at=20..26/2", "--mirror", "--players", "2", "--runs", "10000"],
    &[
        "tune",
        "game",
        "--game",
        "gang",
        "--runs",
        "30",
        "--vary",
        "deck=reconstructed|sub/my deck.toml",
        "--target",
        "seat3-seat1=0±0.5",
        "--bots",
        "sub/plain.toml,bold,odds",
    ],
    &["solve", "--game", "pig", "--rule", "goal=30"],
    &["regret", "sub/plain.toml", "--deck", "sub/six.toml", "--rule", "pools=9", "--runs", "20", "--worst", "3"],
];

/// The text of HTML.
fn plain(html: &str) -> String {
    let marks = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    marks.iter().fold(html.to_owned(), |text, (mark, sign)| text.replace(mark, sign))
}

fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    text.split_once(start).unwrap().1.split_once(end).unwrap().0
}

/// What the options of a record came to.
fn values(manifest: &[u8]) -> Vec<(String, String)> {
    let manifest = Manifest::from_json("run.json", std::str::from_utf8(manifest).unwrap()).unwrap();
    manifest.choices().into_iter().map(|choice| (choice.name, choice.value)).collect()
}

/// Pages said "these options do the same" and left out `--luck`, `--until`, `--test`, `--metric`, rules and decks, and called
/// files by names that nobody can type; and that a record can, or cannot, be played again which cannot, or can.
#[test]
fn the_command_on_a_page_makes_every_file_again() {
    let desk = desk();
    desk.write("sub/a b.toml", desk.read("sub/plain.toml"));
    desk.write("beside/a b.toml", desk.read("sub/plain.toml"));
    for (number, command) in COMMANDS.into_iter().enumerate() {
        let folder = format!("out{number}");
        let told = desk.run_with(&[command, &["--out", &folder]].concat());
        assert_eq!(told.code, Some(0), "{command:?}: {}", told.err);
        let (page, files) = (plain(&desk.read(&format!("{folder}/report.html"))), desk.files(&folder));
        let said = between(&page, "<pre>analyze ", "</pre>");
        let again = shell(&desk, "beside", &format!("analyze {said} --out again{number}"));
        assert_eq!(again.code, Some(0), "{said}: {}", again.err);
        let made = desk.files(&format!("beside/again{number}"));
        // The command on the page types what was left to defaults, too.
        let is_other = |name: &&String| *name != "run.json" && made.get(*name) != files.get(*name);
        let differ: Vec<&String> = files.keys().filter(is_other).collect();
        assert!(made.len() == files.len() && differ.is_empty(), "{said}: {differ:?}");
        assert_eq!(values(&made["run.json"]), values(&files["run.json"]), "{said}");
        for (name, bytes) in &files {
            assert!(!String::from_utf8_lossy(bytes).contains("sub/"), "{command:?}: a path is in {name}");
        }
        let is_repeated = page.contains("analyze run DIR/run.json");
        let repeated = desk.run(&format!("run {folder}/run.json --out repeated{number}"));
        assert_eq!(is_repeated, repeated.code == Some(0), "{command:?}: {}", repeated.err);
        assert!(!is_repeated || desk.files(&format!("repeated{number}")) == files, "{command:?}");
        let typed = FILES.iter().filter(|name| said.contains(&name.replace('\'', "'\\''")));
        typed.for_each(|name| {
            assert!(between(&page, "in the folder where you type it: ", "</p>").contains(name), "{said}");
        });
    }
}

/// Every page of `--vary` and of `tune game` said that all rules are the default ones.
#[test]
fn a_page_names_what_was_varied() {
    let desk = Desk::new();
    for (command, said) in [
        ("--game pig --runs 30 --vary goal=30|50", "Varied: goal=30|50. All other rules are the defaults."),
        (
            "--game pig --runs 30 --vary goal=30|50 --rule sides=8",
            "Varied: goal=30|50. Not the default in any of them: sides=8.",
        ),
        (
            "tune game --game pig --runs 30 --vary goal=30|50 --target seat1=0..1",
            "Varied: goal=30|50. All other rules are the defaults.",
        ),
        ("compare chaser bold --runs 30 --vary rerolls=1..2", "Varied: rerolls=1|2. All other rules are the defaults."),
        ("--game pig --runs 30", "<p>All rules are the defaults.</p>"),
        ("--game pig --runs 30 --rule goal=50", "Not the default: goal=50."),
    ] {
        desk.result(&format!("{command} --out out"));
        let page = desk.read("out/report.html");
        assert!(page.contains(said), "{command}: no {said:?}");
        assert_eq!(page.contains("<p>All rules are the defaults."), said.starts_with("<p>"), "{command}");
        std::fs::remove_dir_all(desk.path("out")).unwrap();
    }
}

/// A page said "race wins most" and, further down, that it is not decided whether race or keep-pace does. Two that are called
/// undecided are never apart in the first sentence, and two that are apart are never called undecided.
#[test]
fn a_page_decides_who_wins_in_one_way() {
    let desk = Desk::new();
    desk.write("copy.toml", chaser_called(&desk, "copy"));
    let commands = [
        "--game pig --runs 3000",
        "--game pig --runs 3",
        "--game battle --runs 90",
        "--game pot --runs 90",
        "--game gang --runs 300",
        "--game gang --runs 3000 --bots chaser,stand:1",
        "--game gang --runs 300 --bots chaser,copy.toml",
        "--game gang --players 4 --runs 400",
        "--game gang --runs 30 --bots stand:1,stand:2",
        "--game gang --runs 30 --bots boss:3",
    ];
    for (number, command) in commands.into_iter().enumerate() {
        desk.result(&format!("{command} --out out{number}"));
        let page = plain(&desk.read(&format!("out{number}/report.html")));
        let first = between(&page, "<p class=\"answer\">", "</p>");
        let names = |text: &str| text.replace(" and ", ", ").split(", ").map(str::to_owned).collect::<Vec<_>>();
        let Some((high, rest)) = first
            .split_once(" have the highest win shares: ")
            .or_else(|| first.split_once(" has the highest win share: "))
        else {
            let is_open = first.starts_with("It is not settled who wins most often");
            assert!(
                is_open && page.contains("The run does not show which") || first.contains("sits in every seat"),
                "{first}"
            );
            continue;
        };
        let low = rest.split_once("). ").unwrap().1.split_once(" ha").unwrap().0;
        let open = page
            .split_once("because their intervals overlap: ")
            .map_or("", |(_, rest)| rest.split_once('.').unwrap().0);
        let pairs: Vec<(&str, &str)> = open.split(", ").filter_map(|pair| pair.split_once(" or ")).collect();
        let (high, low) = (names(high), names(low));
        for (a, b) in pairs {
            let apart = |side: &[String]| side.iter().any(|name| name == a) != side.iter().any(|name| name == b);
            assert!(!(apart(&high) && apart(&low)), "{command}: {first} {open}");
            let tops = high.len() == 1 && (high[0] == a || high[0] == b);
            assert!(!tops, "{command}: {first} {open}");
        }
        assert!(high.iter().all(|name| !low.contains(name)), "{command}: {first}");
    }
}
