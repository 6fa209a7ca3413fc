//! Checks the file of a game, and tells one of its games at random. `cargo run --release -p analyze-ruled --example check
//! -- FILE [PLAYERS]`

use analyze_core::input::{BadInput, Source};
use analyze_ruled::{Limits, Ruled};
use std::path::Path;
use std::time::Duration;

#[expect(clippy::print_stdout, reason = "it says what it found")]
fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or_default();
    let players = arguments.next().and_then(|players| players.parse().ok());
    match checked(&file, players) {
        Ok(text) => println!("{text}"),
        Err(bad) => println!("{bad}"),
    }
}

fn checked(file: &str, players: Option<usize>) -> Result<String, BadInput> {
    let game = Ruled::read(&Source::read(Path::new(file))?, players, &[])?;
    let found = game.check(Limits { time: Duration::from_secs(5), ..Limits::default() })?;
    let random = game.random();
    let story = game.narrate(&[&random], &vec![0; game.players()], 1, 0);
    Ok(format!("{found:#?}\n{}", story.unwrap_or_else(|fault| fault.to_string())))
}
