//! The strategies for POT.
//!
//! Owns what each of them thinks, and says in its file what it assumes. The two reference strategies `stand` and
//! `letters` exist so that anyone can check the simulator against an independent program; the others are worth
//! comparing.

mod coins;
#[cfg(test)]
mod laws;
mod max_sum;
mod random;
mod reference;
mod situation;
mod thief;

use super::parameter::{Parameter, ParameterKind};
use super::shelf::{Entry, Shelf};
use crate::games::pot::{Pot, Strategy};
use coins::MostCoins;

/// More coins than any game has: whoever wants so many in the POT never pays.
const NEVER: u32 = 10_001;

const PAY: Parameter = Parameter::new(
    "pay",
    "pays for the last reroll only while the POT holds so many coins; 10001: never",
    ParameterKind::Whole { least: 0, most: NEVER, default: 0 },
);

const OPEN: Parameter = Parameter::new(
    "open",
    "the sum it wants where there is no score to beat",
    ParameterKind::Whole { least: 0, most: 15, default: 10 },
);

const RIVALS: Parameter = Parameter::new(
    "rivals",
    "how often it expects the others to reroll for beating its score",
    ParameterKind::Whole { least: 0, most: 2, default: 1 },
);

impl Shelf for Pot {
    fn entries() -> Vec<Entry<Pot>> {
        let mut entries = yardsticks();
        entries.extend(ideas());
        entries
    }

    fn lineup(seats: usize) -> Vec<&'static str> {
        ["optimal-turn", "thief", "combo-hunter", "max-sum", "letters"][..seats].to_vec()
    }

    fn cross(_: Box<dyn Strategy>, _: Box<dyn Strategy>) -> Option<Box<dyn Strategy>> {
        None
    }
}

/// What ideas are measured against.
fn yardsticks() -> Vec<Entry<Pot>> {
    vec![
        Entry {
            name: "stand",
            about: "reference: never rerolls",
            parameters: vec![],
            build: |_, _| Box::new(reference::Stand),
        },
        Entry {
            name: "letters",
            about: "reference: uses the free reroll on every letter and never pays",
            parameters: vec![],
            build: |_, _| Box::new(reference::Letters),
        },
        Entry {
            name: "random",
            about: "any dice after any roll, any choice of players, each equally likely",
            parameters: vec![],
            build: |_, _| Box::new(random::Random),
        },
    ]
}

/// Strategies with a thesis each.
fn ideas() -> Vec<Entry<Pot>> {
    vec![
        Entry {
            name: "max-sum",
            about: "rerolls for the highest expected sum",
            parameters: vec![PAY],
            build: |values, pot| Box::new(max_sum::MaxSum::new(values.whole(0), pot.rules().zero)),
        },
        Entry {
            name: "thief",
            about: "rerolls for the highest chance of beating the score",
            parameters: vec![OPEN, PAY],
            build: |values, pot| Box::new(thief::Thief::new(values.whole(0), values.whole(1), pot.rules().zero)),
        },
        Entry {
            name: "combo-hunter",
            about: "rerolls for the most coins from combos now; the POT is nothing to it",
            parameters: vec![PAY],
            build: |values, pot| {
                let seats = crate::games::Game::seats(pot);
                Box::new(MostCoins::of_combos(values.whole(0), seats, pot.rules().zero))
            },
        },
        Entry {
            name: "optimal-turn",
            about: "rerolls for the most coins from combos and from keeping the POT, each rival having one turn",
            parameters: vec![PAY, RIVALS],
            build: |values, pot| {
                let seats = crate::games::Game::seats(pot);
                Box::new(MostCoins::with_pot(values.whole(0), values.whole(1), seats, pot.rules().zero))
            },
        },
    ]
}
