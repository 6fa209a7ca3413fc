//! Ways to reroll that need to know nothing but the card and the dice, by name.
//!
//! Owns the names. They are what can be compared exactly, without a game around them.

use super::picks::Pick;

/// A way to reroll: the same dice picked after every roll, as long as a reroll is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RerollPolicy {
    /// Its name.
    pub name: &'static str,
    /// What it rerolls.
    pub pick: Pick,
}

/// All that ship: those of the two reference strategies first, then the others.
pub const REROLL_POLICIES: [RerollPolicy; 10] = [
    RerollPolicy { name: "stand", pick: Pick::NONE },
    RerollPolicy { name: "boss", pick: Pick::ZEROS },
    RerollPolicy { name: "all", pick: Pick::ALL },
    RerollPolicy { name: "odd", pick: Pick::ODD },
    RerollPolicy { name: "below:2", pick: Pick::below(2) },
    RerollPolicy { name: "below:3", pick: Pick::below(3) },
    RerollPolicy { name: "below:4", pick: Pick::below(4) },
    RerollPolicy { name: "below:5", pick: Pick::below(5) },
    RerollPolicy { name: "lowest", pick: Pick::Lowest(1) },
    RerollPolicy { name: "offending", pick: Pick::OFFENDING },
];

/// The policy with this name.
pub fn reroll_policy(name: &str) -> Option<RerollPolicy> {
    REROLL_POLICIES.into_iter().find(|policy| policy.name == name)
}
