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
mod script;
mod script_roll;
mod tactic;
mod taking;

use super::catalogue::{Catalogue, Entry, ShippedFile};
use crate::games::pot::Pot;

impl Catalogue for Pot {
    /// What ideas are measured against, then ideas with a thesis each.
    const FILES: &'static [ShippedFile] = &[
        ShippedFile { name: "stand", text: include_str!("../../../strategies/pot/stand.toml") },
        ShippedFile { name: "letters", text: include_str!("../../../strategies/pot/letters.toml") },
        ShippedFile { name: "max-sum", text: include_str!("../../../strategies/pot/max-sum.toml") },
        ShippedFile { name: "thief", text: include_str!("../../../strategies/pot/thief.toml") },
        ShippedFile { name: "combo-hunter", text: include_str!("../../../strategies/pot/combo-hunter.toml") },
        ShippedFile { name: "optimal-turn", text: include_str!("../../../strategies/pot/optimal-turn.toml") },
    ];
    const SCRIPTS: &'static [ShippedFile] =
        &[ShippedFile { name: "weigher", text: include_str!("../../../strategies/pot/weigher.rhai") }];

    /// What draws its moves, which a file cannot.
    fn entries() -> Vec<Entry<Pot>> {
        let about = "any dice after any roll, any choice of players, each equally likely";
        vec![Entry { name: "random", about, parameters: vec![], build: |_, _| Ok(Box::new(random::Random)) }]
    }

    fn lineup(seats: usize) -> Vec<&'static str> {
        ["optimal-turn", "thief", "combo-hunter", "max-sum", "letters"][..seats].to_vec()
    }
}
