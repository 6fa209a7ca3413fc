//! The rules of Pig that a designer may change, with their limits.

use crate::games::rules::{Rule, RuleSet};

/// The rules in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The score that wins (R06), 1 to 1000.
    pub goal: u32,
    /// The sides of the die (R02), 2 to 100.
    pub sides: u32,
    /// The number that ends a turn (R04), 1 to [`sides`](Rules::sides).
    pub bust: u32,
    /// The turns after which a game is over in any case (R07), 1 to 1,000,000.
    pub cap: u32,
}

impl Default for Rules {
    /// Those of Neller and Presser.
    fn default() -> Rules {
        Rules { goal: 100, sides: 6, bust: 1, cap: 10_000 }
    }
}

impl RuleSet for Rules {
    const TITLE: &'static str = "Pig";
    const KEYS: &'static [&'static str] = &["goal", "sides", "bust", "cap"];

    fn rules(&mut self) -> Vec<Rule<'_>> {
        let bust = "the number that ends a turn and loses its total, one of the die's";
        let cap = "a game is over after so many turns, the highest score winning";
        vec![
            Rule::number("goal", "the score that wins", 1..=1_000, &mut self.goal),
            Rule::number("sides", "the sides of the die, numbered from 1", 2..=100, &mut self.sides),
            Rule::number("bust", bust, 1..=100, &mut self.bust),
            Rule::number("cap", cap, 1..=1_000_000, &mut self.cap),
        ]
    }

    fn conflicts(&self, _: usize) -> Vec<String> {
        let Rules { sides, bust, .. } = *self;
        let conflict =
            format!("the rule 'bust' is {bust}, but the die has {sides} sides (lower 'bust' or raise 'sides')");
        Vec::from_iter((bust > sides).then_some(conflict))
    }
}
