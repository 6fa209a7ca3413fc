//! A game: whatever is wrong with its file is said, with its place; what is read is played, and ends or is refused.
#![no_main]

use analyze::input::Source;
use analyze_ruled::Ruled;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let game = Ruled::read(&Source::new("game.toml", text), None, &[]);
    if let Ok(game) = &game {
        let random = game.random();
        let _ = game.play(&[&random], &vec![0; game.players()], 1, 0);
    }
    analyze_fuzz::said(game);
});
