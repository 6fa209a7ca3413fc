//! The strategies for POT.
//!
//! Owns what each of them thinks. The two reference strategies `stand` and `letters` exist so that anyone can check the
//! simulator against an independent program; the others are worth comparing.

mod form;
mod goals;
#[cfg(test)]
mod laws;
mod picks;
mod random;
mod rerolls;
mod script;
mod script_call;
mod script_view;
mod tactic;
mod taking;

use super::shelf::{Entry, Loaded, Shelf, ShippedFile};
use crate::games::pot::{Pot, Strategy};
use crate::input::{BadInput, Problem, Source};

/// The strategies that ship as files: what ideas are measured against, then ideas with a thesis each.
const FILES: [ShippedFile; 6] = [
    ShippedFile { name: "stand", text: include_str!("../../../strategies/pot/stand.toml") },
    ShippedFile { name: "letters", text: include_str!("../../../strategies/pot/letters.toml") },
    ShippedFile { name: "max-sum", text: include_str!("../../../strategies/pot/max-sum.toml") },
    ShippedFile { name: "thief", text: include_str!("../../../strategies/pot/thief.toml") },
    ShippedFile { name: "combo-hunter", text: include_str!("../../../strategies/pot/combo-hunter.toml") },
    ShippedFile { name: "optimal-turn", text: include_str!("../../../strategies/pot/optimal-turn.toml") },
];

impl Shelf for Pot {
    const FORM_KEYS: &'static [&'static str] = form::KEYS.split_at(1).1;

    /// What draws its moves, which a file cannot.
    fn entries() -> Vec<Entry<Pot>> {
        vec![Entry {
            name: "random",
            about: "any dice after any roll, any choice of players, each equally likely",
            parameters: vec![],
            build: |_, _| Box::new(random::Random),
        }]
    }

    fn files() -> &'static [ShippedFile] {
        &FILES
    }

    fn read_form(source: &Source) -> Result<Loaded<Pot>, BadInput> {
        form::read(source)
    }

    fn doubts(source: &Source) -> Vec<Problem> {
        form::doubts(source)
    }

    fn scripts() -> &'static [ShippedFile] {
        &[ShippedFile { name: "weigher", text: include_str!("../../../strategies/pot/weigher.rhai") }]
    }

    fn read_script(source: &Source) -> Result<Loaded<Pot>, BadInput> {
        script::read(source)
    }

    fn lineup(seats: usize) -> Vec<&'static str> {
        ["optimal-turn", "thief", "combo-hunter", "max-sum", "letters"][..seats].to_vec()
    }

    fn cross(_: Box<dyn Strategy>, _: Box<dyn Strategy>) -> Option<Box<dyn Strategy>> {
        None
    }
}
