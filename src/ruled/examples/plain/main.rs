//! Games a second, against loops written by hand. `cargo run --release -p analyze-ruled --example plain`

mod games;

use analyze_core::dice::{BlockKey, RunKey};
use analyze_core::input::Source;
use analyze_ruled::{Ruled, Strategy};
use std::time::Instant;

#[expect(clippy::print_stdout, clippy::panic, reason = "it measures, and says what it measured")]
fn main() {
    let farkle = games::Farkle::new();
    println!("{:28} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}", "", "plain", "steps", "warm", "drawn", "warm", "same");
    let rows: [Row<'_>; 6] = [
        ("pig", "hold", None, &|block| games::pig(block).0),
        ("farkle", "bank", None, &|block| farkle.play(block, 300).0),
        ("farkle", "bank", Some(1000), &|block| farkle.play(block, 1000).0),
        ("ship", "cargo", None, &|block| games::ship(block).0),
        ("lines", "greedy", None, &|block| games::lines(block).0),
        ("threes", "dare", None, &|block| games::threes(block).0),
    ];
    for (name, with, at, plain) in rows {
        let read = |path: String| {
            Source::new(
                path.clone(),
                std::fs::read_to_string(format!("{}/{path}.toml", env!("CARGO_MANIFEST_DIR"))).unwrap_or_default(),
            )
        };
        let game = Ruled::read(&read(format!("games/{name}")), Some(2), &[]).unwrap_or_else(|bad| panic!("{bad}"));
        let parameters: Vec<_> = at.iter().map(|&at| ("at".to_owned(), at as f64)).collect();
        let own = game.strategy(&read(format!("strategies/{with}")), &parameters).unwrap_or_else(|bad| panic!("{bad}"));
        row(&format!("{name} {with} {}", at.map_or(String::new(), |at| at.to_string())), &game, &own, plain);
    }
}

/// A game, a strategy, where it banks, and the loop.
type Row<'r> = (&'static str, &'static str, Option<i64>, &'r dyn Fn(BlockKey) -> u32);

/// Games a second of what plays one.
fn speed(games: u64, mut play: impl FnMut(BlockKey) -> u32) -> (f64, u64) {
    let (start, mut turns) = (Instant::now(), 0);
    for block in 0..games {
        turns += u64::from(play(RunKey::new(1).block(block)));
    }
    (games as f64 / start.elapsed().as_secs_f64(), turns)
}

#[expect(clippy::print_stdout, reason = "it says what it measured")]
fn row(name: &str, game: &Ruled, own: &Strategy, plain: &dyn Fn(BlockKey) -> u32) {
    let strategies = [own];
    let mut steps = game.stepped(&strategies);
    let mut step = |block| steps.play(&[0, 0], block).map_or(0, |outcome| outcome.lengths[0]);
    let (plain, turns) = speed(40_000, plain);
    let (cold, _) = speed(2_000, &mut step);
    let (warm, others) = speed(40_000, &mut step);
    let start = Instant::now();
    let Ok(mut drawn) = game.drawn(&strategies) else { return };
    let mut draw = |block| drawn.play(&[0, 0], block).map_or(0, |outcome| outcome.lengths[0]);
    speed(2_000, &mut draw);
    let first = 2_000.0 / start.elapsed().as_secs_f64();
    let (table, _) = speed(400_000, &mut draw);
    println!("{name:28} {plain:10.0} {cold:10.0} {warm:10.0} {first:10.0} {table:10.0} {:>10}", turns == others);
}
