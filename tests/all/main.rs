//! All integration tests, in one binary, because each binary links the whole program again.
//!
//! Every expected value comes from the rules, an enumeration, a second road or a cited source, never
//! from the output of the code under test. Seeds are fixed; only `bad_input` tries new edits each time.
//! A new module gets a line in this table.
//!
//! | module | asks |
//! |---|---|
//! | `laws` | what must be true of any registered game: shares, lengths, sheets, the same block the same result |
//! | `gang_laws` | whether a referee with books of its own finds a foul in random games of Gang of Dice |
//! | `gang_rules` | the rules G01–G18, a test each, and the rulebook's two examples, from scripted dice |
//! | `conditions` | whether each kind of condition holds on the rolls it should, by lists of dice |
//! | `decks` | the deck that ships, the shuffle (G05), and what a wrong deck is told |
//! | `turns` | the agreement of turns played die by die with the same chances counted out |
//! | `faults` | what a strategy is told that answers with something illegal, or not at all |
//! | `example` | whether the run in `reports/example` is made again byte for byte by the command on its page |
//! | `bad_input` | files that are no decks and no rules: junk, binary, deep, long, edited at random |
//! | `regressions` | what once went wrong, mostly at the command line |
//!
//! Not tests but what they share: `table` (scripted dice and players), `naive` (conditions over lists of
//! dice), `random_play` (random decks, rules and players).

#![cfg(test)]

mod naive;
mod random_play;
mod table;

mod bad_input;
mod conditions;
mod decks;
mod example;
mod faults;
mod gang_laws;
mod gang_rules;
mod laws;
mod regressions;
mod turns;
