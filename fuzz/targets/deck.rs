//! A deck: whatever is wrong with it is said, with its place.
#![no_main]

use analyze::games::gang::Deck;
use analyze::input::Source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| analyze_fuzz::said(Deck::parse(&Source::new("deck.toml", text))));
