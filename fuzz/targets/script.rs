//! Scripts of all games: they are compiled, and their parameters read.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| analyze_fuzz::read_for_all_games("file.rhai", text));
