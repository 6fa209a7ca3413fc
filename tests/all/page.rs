//! `report.html`: whether a page asks for nothing, says what the tables say, and is made again from the records.
//!
//! What it looks like in a browser is asked by `.ci/pages`.

use crate::compare::rows;
use crate::optimal::SIX_CARDS;
use crate::program::Desk;

/// A command for every kind of page, and the folder.
const PAGES: [(&str, &str); 6] = [
    ("--game gang --bots chaser,boss:3,stand:1 --runs 300 --edition blackrock --rule rerolls=4 --out gang", "gang"),
    ("--game pot --players 2 --runs 60 --out pot", "pot"),
    ("--game battle --players 6 --runs 12 --out battle", "battle"),
    ("--game pig --players 2 --bots hold --runs 3 --out pig", "pig"),
    ("compare chaser bold --runs 300 --out two", "two"),
    ("compare chaser bold cautious --against boss:3 --runs 300 --out three", "three"),
];

/// What stands between the next `start` and the `end` after it, each time.
fn between<'t>(text: &'t str, start: &str, end: &str) -> Vec<&'t str> {
    text.split(start).skip(1).map(|rest| rest.split_once(end).unwrap().0).collect()
}

#[test]
fn pages_are_made_again_from_the_records() {
    let desk = Desk::new();
    for (command, folder) in PAGES {
        desk.result(command);
        let page = desk.read(&format!("{folder}/report.html"));
        desk.result(&format!("report {folder}"));
        assert!(page == desk.read(&format!("{folder}/report.html")), "{command}");
    }
}

/// With the rules of the default game.
#[test]
fn the_command_on_a_page_plays_the_same_games() {
    let desk = Desk::new();
    let against = ("compare chaser bold --against boss:3 --players 3 --runs 90 --margin 0.01 --out against", "against");
    for (command, folder) in PAGES.into_iter().skip(1).chain([against]) {
        desk.result(command);
        let page = desk.read(&format!("{folder}/report.html"));
        let said = between(&page, "<pre>analyze ", "</pre>")[0];
        desk.result(&format!("{said} --replace --out again"));
        assert_eq!(desk.read("again/tallies.json"), desk.read(&format!("{folder}/tallies.json")), "{said}");
    }
}

/// One file, no scripts, nothing fetched, at most 400 KiB; every picture has a title and a description of its own.
#[test]
fn pages_ask_for_nothing() {
    let desk = Desk::new();
    let cards = ("cards --max-dice 2 --runs 60 --out cards", "cards");
    desk.write("six.toml", SIX_CARDS);
    let solved = ("solve --deck six.toml --rule pools=9 --no-cache --out solved", "solved");
    let pig = ("solve --game pig --rule goal=60 --out solved-pig", "solved-pig");
    for (command, folder) in PAGES.into_iter().chain([cards, solved, pig]) {
        desk.result(command);
        let page = desk.read(&format!("{folder}/report.html"));
        for word in ["<script", "http:", "https:", "src=", "@import", "url(", "NaN", "inf\""] {
            assert!(!page.contains(word), "{command}: {word}");
        }
        assert!(page.len() <= 250_000, "{command}: {} bytes", page.len());
        let mut ids = between(&page, " id=\"", "\"");
        let pictures = page.matches("role=\"img\"").count();
        assert!(pictures >= 2 && ids.len() == 2 * pictures, "{command}: {pictures} pictures, {ids:?}");
        for label in between(&page, "aria-labelledby=\"", "\"").iter().flat_map(|both| both.split(' ')) {
            assert!(ids.contains(&label), "{command}: nothing is called {label}");
        }
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 2 * pictures, "{command}: names are used twice");
        assert!(page.contains("prefers-color-scheme: dark") && page.contains("@media print"), "{command}");
    }
}

/// The first sentence is what `summary.csv` says, the heading names what is not the default, and names are shown as they
/// are, whatever is in them.
#[test]
fn a_page_says_what_the_tables_say() {
    let desk = Desk::new();
    let deck = desk.result("show reconstructed").replace("note = \"a", "note = \"<b>&one");
    desk.write("odd.toml", deck.replace("id = \"reconstructed\"", "id = \"odd\""));
    let told = desk.result("--game gang --bots chaser,stand:1 --runs 300 --rule rerolls=3 --deck odd.toml --out out");
    assert!(told.starts_with("Gang of Dice (rerolls=3, deck odd), 2 players: 300 games"), "{told}");
    let page = desk.read("out/report.html");
    assert!(page.contains("<h1>Gang of Dice (rerolls=3, deck odd), 2 players: chaser, stand:1</h1>"), "{page}");
    assert!(page.contains("Deck 'odd': &lt;b&gt;&amp;one") && !page.contains("<b>"), "words of a file are no markup");
    let summary = rows(&desk.read("out/summary.csv"));
    let shares = summary.iter().map(|row| (row["strategy"].as_str(), row["win_share"].parse::<f64>().unwrap()));
    let (name, share) = shares.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
    let expected = format!("<p class=\"answer\">{name} has the highest win share: {:.1}%", 100.0 * share);
    assert!(page.contains(&expected), "{expected}");
    let seats = rows(&desk.read("out/seat_values.csv"));
    let best =
        seats.iter().max_by(|a, b| a["win_share"].parse::<f64>().unwrap().total_cmp(&b["win_share"].parse().unwrap()));
    let (seat, share) = (&best.unwrap()["seat"], best.unwrap()["win_share"].parse::<f64>().unwrap());
    let expected = format!("eat {seat} of 2 has the highest win share: {:.1}%", 100.0 * share);
    assert!(page.contains(&expected) && told.contains(&expected), "{expected}: {told}");
    let of_seat = |seat: usize| seats[seat]["win_share"].parse::<f64>().unwrap();
    let figures = between(&page, "<strong>", "</strong>").into_iter().take(2).collect::<Vec<_>>();
    let points = format!("{:+.1}", 100.0 * (of_seat(1) - of_seat(0)));
    let leader = summary.iter().map(|row| row["win_share"].parse::<f64>().unwrap()).fold(0.0, f64::max);
    assert_eq!(figures, [format!("{:.1}%", 100.0 * leader), points], "the key figures");
}
