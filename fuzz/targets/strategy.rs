//! TOML files of all games: strategies, and rules or decks.
#![no_main]

use analyze::games::{BuiltIn, battle::Battle, gang::Gang, pig::Pig, pot::Pot};
use analyze::input::{Document, Source};
use analyze_fuzz::said;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    analyze_fuzz::read_for_all_games("file.toml", text);
    let source = Source::new("file.toml", text);
    let Ok(document) = Document::parse(&source) else { return };
    let keys: Vec<&str> = document.root().keys().map(|(key, _)| key).collect();
    said(Gang::check_data(&source, &keys));
    said(Pot::check_data(&source, &keys));
    said(Battle::check_data(&source, &keys));
    said(Pig::check_data(&source, &keys));
});
