//! Scripts of all games: they are compiled, and their parameters read. One for Farkle plays a game.
#![no_main]

use analyze::input::Source;
use analyze_ruled::{Ruled, Shipped};
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

fuzz_target!(|text: &str| {
    static FARKLE: OnceLock<Ruled> = OnceLock::new();
    analyze_fuzz::read_for_all_games("file.rhai", text);
    let farkle = FARKLE.get_or_init(|| {
        let text = Shipped::find("farkle").expect("Farkle ships").text;
        // Whatever a script does, its game is short.
        let short = Source::new("farkle.toml", text.replacen("players =", "turns = 60\nplayers =", 1));
        Ruled::read(&short, Some(2), &[("goal".to_owned(), 1000)]).expect("what ships is right")
    });
    let own = farkle.strategy(&Source::new("file.rhai", text), &[]);
    if let Ok(own) = &own {
        let _ = farkle.play(&[own], &[0, 0], 1, 0);
    }
    analyze_fuzz::said(own);
});
