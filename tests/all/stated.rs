//! Sentences on pages and under tables that were not true, each by what was wrong with it.

use crate::program::Desk;

/// The page in a folder.
fn page(desk: &Desk, folder: &str) -> String {
    desk.read(&format!("{folder}/report.html")).replace("&#39;", "'").replace("&amp;", "&")
}

/// A desk with the deck that ships under another name.
fn with_deck() -> Desk {
    let desk = Desk::new();
    let deck = desk.result("show reconstructed");
    let id = deck.lines().find(|line| line.starts_with("id = ")).unwrap().to_owned();
    desk.write("mine.toml", deck.replacen(&id, "id = \"my-deck\"", 1).replace("sum>=13", "sum>=12"));
    desk
}

/// "All rules are the default ones" stood over a deck of one's own whose cards were varied.
#[test]
fn a_deck_of_ones_own_was_called_the_default_where_its_cards_were_varied() {
    let desk = with_deck();
    let vary = "--deck mine.toml --vary card.sum7-bomb.trigger=bomb|explosion --out out --replace";
    for command in [
        format!("--game gang --runs 60 {vary}"),
        format!("compare chaser bold --players 2 --runs 60 {vary}"),
        format!("tune game --game gang --runs 60 --target seat1=0.1..0.9 {vary}"),
        format!("cards --max-dice 2 --runs 60 {vary}"),
    ] {
        desk.run(&command);
        let page = page(&desk, "out");
        assert!(page.contains("Not the default in any of them: deck my-deck"), "{command}");
        assert!(!page.contains("ll rules are the defaults"), "{command}");
    }
}

/// A changed card of the deck that ships was "deck reconstructed", which is the default.
#[test]
fn a_changed_card_was_not_named() {
    let desk = Desk::new();
    let out = desk.run("--game gang --runs 60 --rule card.sum7-bomb.trigger=explosion --out out").out;
    let changed = "deck reconstructed with card.sum7-bomb.trigger=explosion";
    assert!(out.contains(changed) && page(&desk, "out").contains(changed), "{out}");
}

/// The page of `tune` named a strategy from a file by its name, which cannot be typed, and the loser of the test.
#[test]
fn what_to_type_after_tuning_is_the_same_on_the_page_as_in_the_terminal() {
    let desk = Desk::new();
    desk.write("my idea's.toml", desk.result("show chaser").replace("chaser", "mine"));
    for values in ["above=8..14", "above=1|2|40"] {
        let param = format!("--param={values}");
        let words =
            ["tune", "my idea's.toml", &param, "--against", "bold", "--runs", "3e4", "--out", "out", "--replace"];
        let out = desk.run_with(&words).out;
        let said = out.lines().find(|line| line.starts_with("To play")).unwrap().to_owned();
        assert!(said.contains(r"'my idea'\''s.toml"), "{said}");
        assert!(page(&desk, "out").contains(&said), "{said}");
    }
}

/// A difference of −0.121 was "above" the default, and "a gain of up to 0.0000 could have been missed".
#[test]
fn what_is_worse_is_said_to_be_below() {
    let desk = Desk::new();
    let out = desk.run("tune chaser --param above=1|2|3 --runs 3e4 --out out").out;
    assert!(out.contains(" below that of chaser") && !out.contains("is -0."), "{out}");
    assert!(
        out.contains("none of the candidates has a higher win share than the default") && !out.contains("0.0000 in"),
        "{out}"
    );
}

/// Of three cards that bring exactly as many points one was said to bring most.
#[test]
fn cards_that_bring_as_many_points_are_named_together() {
    let desk = Desk::new();
    desk.run("cards --max-dice 2 --by 2 --runs 300 --out out");
    let difficulty = crate::program::csv_rows(&desk.read("out/difficulty.csv"));
    let at = |name: &str| difficulty[0].iter().position(|heading| heading == name).unwrap();
    let (card, dice, score) = (at("card"), at("dice"), at("max_score"));
    let with_two = || difficulty.iter().skip(1).filter(|row| row[dice] == "2");
    let most = with_two().map(|row| row[score].parse::<f64>().unwrap()).fold(0.0, f64::max);
    let best: Vec<&str> = with_two()
        .filter(|row| (row[score].parse::<f64>().unwrap() - most).abs() < 1e-9)
        .map(|row| &*row[card])
        .collect();
    assert!(best.len() > 1, "{best:?}");
    let page = page(&desk, "out");
    let start = page.find("With the best rerolls, ").unwrap();
    let sentence = &page[start..start + page[start..].find("most points").unwrap()];
    assert!(sentence.contains(" bring the ") && best.iter().all(|card| sentence.contains(card)), "{sentence}");
}

/// The page of an interrupted sweep said that `analyze run` makes its tables again; that plays all combinations.
#[test]
fn an_interrupted_sweep_does_not_promise_its_tables_again() {
    let desk = Desk::new();
    crate::cli::interrupt(&desk, "--game pig --players 2 --vary goal=20|30 --runs 5e11 --out out --progress always");
    let page = page(&desk, "out");
    assert!(page.contains("It was stopped early.") && page.contains("plays all combinations"), "{page}");
    assert!(!page.contains("makes these tables again"));
}

/// The largest change was that of a strategy that does not play in the first combination.
#[test]
fn only_strategies_of_the_first_combination_are_said_to_have_changed() {
    let desk = Desk::new();
    desk.run("--game gang --runs 3000 --vary rerolls=0..1 --vary bots=chaser,bold|boss:3,bold --out out");
    let page = page(&desk, "out");
    let sentence = page.split(['<', '>']).find(|it| it.contains(", the win share of ")).unwrap();
    assert!(!sentence.contains("of boss:3 ") && sentence.contains("of chaser "), "{sentence}");
}

/// The page of two decks said nothing of the card that was changed, and had the text of the first deck alone.
#[test]
fn a_page_says_how_decks_differ_that_were_varied() {
    let desk = with_deck();
    desk.result("--game gang --runs 60 --vary deck=reconstructed|mine.toml --out out");
    let page = page(&desk, "out");
    let said = "deck=my-deck differs from reconstructed by: card.sum13-explosion.condition=sum&gt;=12.";
    assert!(page.contains(said), "{page}");
    let has = |number: u32| page.contains(&format!("condition = &quot;sum&gt;={number}&quot;"));
    assert!(has(12) && has(13), "the texts of both");
}

/// A strategy whose interval overlaps that of another was given as the one with the highest win share without a doubt.
#[test]
fn a_key_figure_does_not_say_more_than_the_intervals() {
    let desk = Desk::new();
    let tile = |runs: u64| {
        desk.result(&format!("--game gang --bots chaser,odds --seed 3 --runs {runs} --out out --replace"));
        let page = page(&desk, "out");
        page.split("Highest win share").nth(1).unwrap().split("Advantage").next().unwrap().to_owned()
    };
    assert!(tile(20).contains("by the estimates") && tile(20).contains("may have as high a share"));
    assert!(!tile(200_000).contains("by the estimates"));
}

/// Two names of one strategy were "undecided", with a command to play on.
#[test]
fn a_strategy_compared_with_itself_is_said_to_be_the_same() {
    let desk = Desk::new();
    for pair in ["chaser chaser", "chaser chaser:above=13"] {
        let told = desk.run(&format!("compare {pair} --runs 300 --out out --replace"));
        assert!(told.out.contains("are the same strategy: the true difference is 0"), "{}", told.out);
        assert!(!told.err.contains("to play more games"), "{}", told.err);
        assert!(page(&desk, "out").contains("are the same strategy"));
    }
    let told = desk.run("compare chaser chaser:above=14 --runs 300 --out out --replace");
    assert!(!told.out.contains("same strategy") && told.err.contains("to play more games"), "{}", told.out);
}

/// Of several decks only the note of the first was shown.
#[test]
fn the_notes_of_all_combinations_are_shown() {
    let desk = with_deck();
    let deck = desk.read("mine.toml");
    let note = deck.lines().find(|line| line.starts_with("note = ")).unwrap().to_owned();
    desk.write("mine.toml", deck.replace(&note, "note = \"my own\""));
    for command in
        ["--game gang --runs 60", "cards --max-dice 2 --runs 60", "compare chaser bold --players 2 --runs 60"]
    {
        let out = desk.run(&format!("{command} --vary deck=mine.toml|reconstructed --out out --replace")).out;
        let page = page(&desk, "out");
        for words in ["deck 'my-deck': my own", "deck 'reconstructed': a reconstruction"] {
            assert!(out.contains(words), "{command}: {words}: {out}");
            assert!(page.to_lowercase().contains(words), "{command}: {words}");
        }
    }
}

/// A win share from one seat stood beside an equal share without a word.
#[test]
fn a_fixed_seat_is_said_to_be_part_of_the_win_share() {
    let desk = Desk::new();
    let said = |seating: &str| {
        let out =
            desk.run(&format!("--game gang --bots chaser,bold --seating {seating} --runs 300 --out out --replace")).out;
        [out.contains("each strategy kept its seat"), page(&desk, "out").contains("Each strategy kept its seat")]
    };
    assert_eq!((said("fixed"), said("rotate")), ([true; 2], [false; 2]));
}

/// "seat 1 of 3 wins 33.3%, seat 3 33.3 %; the difference may be chance".
#[test]
fn equal_seats_are_not_called_chance() {
    let desk = Desk::new();
    // In these three games each seat wins once.
    let out = desk.run("--game gang --bots chaser,bold,odds --runs 1 --out out").out;
    assert!(
        out.contains("each of the 3 seats has the same win share: 33.3%") && !out.contains("may be chance"),
        "{out}"
    );
}
