//! `champion` plays by any rules and deck.

use analyze::dice::RunKey;
use analyze::games::gang::Gang;
use analyze::games::turns::RolledTurns;
use analyze::games::{BuiltIn, Game, Setting, Table};
use analyze::input::Source;
use analyze::strategies::find_all;

/// A table with these rules, and a deck of two of the conditions.
fn table(seats: usize, edition: &str, rules: &[(&str, &str)], conditions: [&str; 2]) -> Gang {
    let card = |(id, condition): (usize, &str)| {
        let trigger = if id == 0 { "bomb" } else { "explosion" };
        format!("[[card]]\nid = \"c{id}\"\ncondition = \"{condition}\"\ntrigger = \"{trigger}\"\nback = \"light\"\n")
    };
    let cards: String = conditions.into_iter().enumerate().map(card).collect();
    let setting = Setting {
        edition: Some(edition.to_owned()),
        deck: Some(Source::new("two", format!("id = \"two\"\nname = \"two\"\n{cards}"))),
        options: rules.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect(),
        ..Setting::default()
    };
    Gang::set_up(seats, &setting).unwrap()
}

/// Rules and cards that are far from the published ones, against who commits any number of dice.
#[test]
fn it_plays_by_any_rules_and_deck() {
    let tables = [
        table(2, "bga", &[("pools", "7"), ("rerolls", "0"), ("bonus", "[]")], ["sum>=3", "any:1"]),
        table(3, "bga", &[("pools", "4"), ("rerolls", "3"), ("bonus", "[9]")], ["odd>=1", "not(any:5)"]),
        table(3, "blackrock", &[("pools", "9"), ("supply", "5"), ("bonus", "[2, 1]")], ["pair", "run>=2"]),
        table(4, "blackrock", &[("pools", "3"), ("supply", "4"), ("bonus", "[1, 3]")], ["sum>=9", "distinct>=2"]),
        table(4, "bga", &[("pools", "2"), ("rerolls", "1"), ("bonus", "[]")], ["any:1,2,3,4,5", "sum>=1"]),
    ];
    for game in tables {
        let others = ["champion", "random", "champion", "random"][..game.seats()].iter().map(|&name| name.to_owned());
        let (chosen, lineup) = find_all(&others.collect::<Vec<_>>(), &game).unwrap();
        let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
        for block in 0..40 {
            let block = RunKey::new(3).block(block);
            let mut order = game.scratch();
            game.begin_block(block, &mut order);
            let table = Table { strategies: &strategies, seating: &lineup, block };
            let played = game.play_watched(table, &order, &mut RolledTurns(block), &mut ());
            assert!(played.is_ok(), "{:?}: {:?}", game.rules(), played.err());
        }
    }
}
