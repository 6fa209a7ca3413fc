//! The games and strategies that come with the crate.

use analyze_core::input::Source;
use analyze_ruled::{Ruled, Strategy};

pub(crate) fn source(path: &str) -> Source {
    let file = format!("{}/{path}.toml", env!("CARGO_MANIFEST_DIR"));
    Source::new(format!("{path}.toml"), std::fs::read_to_string(file).unwrap())
}

pub(crate) fn game(name: &str, players: usize, rules: &[(&str, i64)]) -> Ruled {
    let rules: Vec<(String, i64)> = rules.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    Ruled::read(&source(&format!("games/{name}")), Some(players), &rules).unwrap_or_else(|bad| panic!("{bad}"))
}

pub(crate) fn strategy(game: &Ruled, name: &str, parameters: &[(&str, i64)]) -> Strategy {
    let parameters: Vec<_> = parameters.iter().map(|&(name, value)| (name.to_owned(), value as f64)).collect();
    game.strategy(&source(&format!("strategies/{name}")), &parameters).unwrap_or_else(|bad| panic!("{bad}"))
}

/// Each game with the strategy that comes with it.
pub(crate) const PAIRS: [(&str, &str); 6] = [
    ("pig", "hold"),
    ("farkle", "bank"),
    ("ship", "cargo"),
    ("lines", "greedy"),
    ("threes", "dare"),
    ("crates", "open"),
];
