//! The exact figures of the games that come with the crate, and what they took. `cargo run --release -p analyze-ruled
//! --example figures`

use analyze_core::input::Source;
use analyze_ruled::{Aim, Limits, Ruled};
use std::time::Instant;

#[expect(clippy::print_stdout, clippy::panic, reason = "it says what it measured")]
fn main() {
    println!(
        "{:24} {:>13} {:>9} {:>9} {:>10} {:>11} {:>7} {:>7}",
        "", "value", "positions", "turns", "nodes", "edges", "MB", "s"
    );
    for (name, players, aim, goal) in [
        ("pig", 2, Aim::Win, None),
        ("farkle", 1, Aim::Turns, Some(2_000)),
        ("farkle", 1, Aim::Turns, Some(10_000)),
        ("lines", 1, Aim::Score, None),
        ("ship", 1, Aim::Score, None),
        ("ship", 2, Aim::Win, None),
        ("threes", 2, Aim::Win, None),
        ("crates", 2, Aim::Win, None),
        ("farkle", 2, Aim::Win, Some(10_000)),
        ("lines", 2, Aim::Win, None),
    ] {
        let path = format!("{}/games/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let source = Source::new(name, std::fs::read_to_string(path).unwrap_or_default());
        let rules: Vec<(String, i64)> = goal.iter().map(|&goal| ("goal".to_owned(), goal)).collect();
        let game = Ruled::read(&source, Some(players), &rules).unwrap_or_else(|bad| panic!("{bad}"));
        let start = Instant::now();
        let what = format!("{name} {players} {aim:?} {}", goal.map_or(String::new(), |goal| goal.to_string()));
        match game.solve(aim, &[], Limits::default()) {
            Ok(solved) => {
                let (sizes, time) = (solved.sizes(), start.elapsed().as_secs_f64());
                let (value, megabytes) = (solved.value(), sizes.bytes / 1_000_000);
                println!(
                    "{what:24} {value:13.9} {:9} {:9} {:10} {:11} {megabytes:7} {time:7.2}",
                    sizes.positions, sizes.turns, sizes.nodes, sizes.edges
                );
            }
            Err(unsolved) => println!("{what:24} {unsolved}"),
        }
    }
}
