//! POT, asked everything that Gang of Dice is asked; its recording and the laws of any game are beside those of the
//! others.
//!
//! | module | asks |
//! |---|---|
//! | `rules` | the rules P01–P18, a test each, from scripted dice |
//! | `combos` | each line of the combo table, with banks and players that are short |
//! | `examples` | the rulebook's two examples, step by step |
//! | `exact` | the exact turn against plain enumeration, and best plans against all plans |
//! | `agreement` | whether drawn turns, rolled turns and the independent program give the same numbers |
//! | `two_players` | win chances by value iteration against simulation |
//! | `versus` | exact win shares of two strategies, against an independent program, value iteration and simulation |
//! | `solved` | the game for two, solved, and best responses: an independent program, enumeration, and simulation |
//! | `champion` | that it plays by any rules with both engines, and beats the strongest of the others |
//! | `twins` | whether the strategies that ship as files decide as their twins in Rust |
//! | `files` | strategy files: what a wrong one is told, junk, threads |
//! | `scripts` | scripts: what they see and say, faults, and that remembering changes nothing |
//! | `input` | what the game says of wrong answers |
//! | `laws` | whether a referee with books of its own finds a foul in random games under random rules |
//! | `determinism` | whether threads, memory or the order of play change a result |
//!
//! `script` plays games from given dice; `runs` plays line-ups.

mod agreement;
mod champion;
mod combos;
mod determinism;
mod exact;
mod examples;
mod files;
mod input;
pub(crate) mod laws;
mod rules;
mod runs;
mod script;
mod scripts;
mod solved;
mod twins;
mod two_players;
mod versus;
