//! Tests that play and solve games themselves, with engines of their own beside the library's.
//!
//! They are a package of their own because they must be optimised; those of the program (`tests/all`) need not be, and are
//! built in a tenth of the time. No test here runs the program.
//!
//! Every expected value comes from the rules, an enumeration, a second method or a cited source, never
//! from the output of the code under test. Seeds are fixed; only `bad_input` tries new edits each time.
//! A new module gets a line in this table.
//!
//! | module | asks |
//! |---|---|
//! | `advise` | what to do in a position: against `optimal` and `champion`, and against dice rolled in all ways |
//! | `agreement` | whether drawn turns, rolled turns and an independent program give the same numbers |
//! | `bad_input` | files that are no decks and no rules: junk, binary, deep, long, edited at random |
//! | `calibration` | whether comparisons with a known answer are right as often as they say |
//! | `conditions` | whether each kind of condition holds on the rolls it should, by lists of dice |
//! | `coverage` | whether intervals hold the truth as often as they say |
//! | `decks` | the deck that ships, the shuffle (G05), and what a wrong deck is told |
//! | `determinism` | whether threads, memory, an interruption or the order of play change a result |
//! | `exact` | exact turns, rounds and games of two of Gang against plain enumeration, and against games |
//! | `faults` | what a strategy is told that answers with something illegal, or not at all |
//! | `gang_laws` | whether a referee with books of its own finds a foul in random games of Gang of Dice |
//! | `gang_rules` | the rules G01–G18, a test each, and the rulebook's two examples, from scripted dice |
//! | `kernel_twins` | whether games that the kernels play are the same turn by turn (map in its `mod.rs`) |
//! | `laws` | what must be true of any registered game: shares, lengths, statistics, the same block the same result |
//! | `planted` | whether a tournament finds the best of forty whose win shares are known, and with how few games |
//! | `playthroughs` | whether recorded games are told as they were |
//! | `remembered` | whether files whose decisions are remembered play as those that are asked each time |
//! | `stats` | estimates and sequential tests: textbook values, laws, and how often they err |
//! | `turns` | the agreement of turns played die by die with the same chances counted out |
//! | `twins` | whether the strategies that ship as files decide as their twins in Rust |
//! | `yardstick` | whether the independent program of the benchmarks keeps the rules, by hand and by counting, and the quick one with it |
//!
//! Not tests but what they share: `choice` (choices from a key), `looks` (what a view shows, by methods), `table` (scripted dice
//! and players), `naive` (conditions over lists of dice), `random_play` (random decks, rules and players), `random_files`
//! (strategy files drawn at random), `runs` (runs and their tables as numbers), `plain`, `quick`, `pot_plain` and
//! `battle_plain` (the independent programs).

#![cfg(test)]

#[path = "../../benches/pot/plain.rs"]
pub mod pot_plain;

#[path = "../../benches/plain.rs"]
pub mod plain;

#[path = "../../benches/quick.rs"]
pub mod quick;

#[path = "../../benches/battle/plain.rs"]
pub mod battle_plain;

mod choice;
mod looks;
mod naive;
mod random_files;
mod random_play;
mod runs;
mod table;

mod advise;
mod agreement;
mod bad_input;
mod battle;
mod calibration;
mod champion;
mod compare;
mod conditions;
mod coverage;
mod decks;
mod determinism;
mod exact;
mod faults;
mod gang_laws;
mod gang_rules;
mod kernel_twins;
mod laws;
mod optimal;
mod pig;
mod planted;
mod playthroughs;
mod pot;
mod regret;
mod remembered;
mod scripts;
mod stats;
mod turns;
mod twins;
mod yardstick;

/// The multiset of these faces.
fn counts(faces: &[analyze::dice::Face]) -> analyze::dice::Counts {
    faces.iter().fold(analyze::dice::Counts::EMPTY, |all, &face| all.with(face))
}
