//! The rules of POT that a designer may change.
//!
//! Owns their limits, and what goes together.

use super::dice::{Combo, Combos, Zero};
use crate::games::rules::{Rule, RuleSet};

/// The fewest players (P02).
pub const MIN_SEATS: usize = 2;
/// The most players (P02).
pub const MAX_SEATS: usize = 5;

/// Which coins of a player end the game (P15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// Those held after any completed turn of the round, or after the POT was paid.
    Held,
    /// Those held when the round is over.
    Holds,
}

/// What the game is played without (P18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Without {
    /// Nothing: it is all there.
    Nothing,
    /// This combo: its dice are like any others.
    Combo(Combo),
    /// The reroll for a coin (P04).
    PaidReroll,
}

impl Without {
    /// All of them, by the name that a rules file has for each.
    pub const NAMES: [(&'static str, Without); 12] = [
        ("none", Without::Nothing),
        ("123", Without::Combo(Combo::Run123)),
        ("234", Without::Combo(Combo::Run234)),
        ("345", Without::Combo(Combo::Run345)),
        ("222", Without::Combo(Combo::Twos)),
        ("333", Without::Combo(Combo::Threes)),
        ("444", Without::Combo(Combo::Fours)),
        ("555", Without::Combo(Combo::Fives)),
        ("420", Without::Combo(Combo::FourTwoZero)),
        ("111", Without::Combo(Combo::Ones)),
        ("POT", Without::Combo(Combo::Pot)),
        ("pay", Without::PaidReroll),
    ];
}

/// The rules in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// All coins of the game (P02).
    pub coins: u32,
    /// Coins that end the game (P15).
    pub goal: u32,
    /// Coins that the bank adds to the POT as a round starts (P03, P11).
    pub stake: u32,
    /// Coins that each player starts with (P03).
    pub start: u32,
    /// Which letter makes 4 2 0 (P12).
    pub zero: Zero,
    /// When the goal must be held (P15).
    pub end: GameEnd,
    /// Turns after which a game is over in any case (P17).
    pub cap: u32,
    /// What the game is played without (P18).
    pub without: Without,
}

impl Rules {
    /// Which combos there are.
    #[inline]
    pub fn combos(&self) -> Combos {
        let without = match self.without {
            Without::Combo(combo) => Some(combo),
            Without::Nothing | Without::PaidReroll => None,
        };
        Combos::new(self.zero, without)
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            coins: 120,
            goal: 24,
            stake: 2,
            start: 3,
            zero: Zero::Any,
            end: GameEnd::Held,
            cap: 100_000,
            without: Without::Nothing,
        }
    }
}

impl RuleSet for Rules {
    const TITLE: &'static str = "POT";
    const KEYS: &'static [&'static str] = &["coins", "goal", "stake", "start", "zero", "end", "cap", "without"];

    /// With these limits no sum of a run can overflow.
    fn rules(&mut self) -> Vec<Rule<'_>> {
        const ZEROS: &[(&str, Zero)] = &[("any", Zero::Any), ("O", Zero::O)];
        const ENDS: &[(&str, GameEnd)] = &[("held", GameEnd::Held), ("holds", GameEnd::Holds)];
        let coins = "all coins of the game: at least what is handed out, and at least 'goal'; the rest is the bank";
        let goal = "the game ends with the round in which somebody held so many coins";
        let stake = "coins that the bank adds to the POT as a round starts";
        let without = "what the game is played without: a combo (\"222\"), whose dice are like any others, or \"pay\", the paid reroll";
        let end = "\"held\": the goal counts after every turn; \"holds\": only as the round ends";
        vec![
            Rule::number("coins", coins, 1..=10_000, &mut self.coins),
            Rule::number("goal", goal, 1..=10_000, &mut self.goal),
            Rule::number("stake", stake, 0..=100, &mut self.stake),
            Rule::number("start", "coins that each player starts with", 0..=1_000, &mut self.start),
            Rule::choice("zero", "which letter pays with a 4 and a 2: \"any\", or \"O\" alone", ZEROS, &mut self.zero),
            Rule::choice("end", end, ENDS, &mut self.end),
            Rule::number("cap", "a game is over after so many turns, most coins winning", 1..=1_000_000, &mut self.cap),
            Rule::choice("without", without, &Without::NAMES, &mut self.without),
        ]
    }

    fn conflicts(&self, seats: usize) -> Vec<String> {
        let Rules { coins, goal, stake, start, .. } = *self;
        let (handed_out, mut conflicts) = (seats as u32 * start + stake, Vec::new());
        if coins < handed_out {
            conflicts.push(format!(
                "the rule 'coins' is {coins}, but {seats} players with {start} coins each and {stake} in the POT make \
                 {handed_out} (raise 'coins', or lower 'start' or 'stake')"
            ));
        }
        if coins < goal {
            conflicts.push(format!(
                "the rule 'coins' is {coins}, fewer than the 'goal' of {goal} (raise 'coins' or lower 'goal')"
            ));
        }
        conflicts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{BadInput, Source};

    fn option(key: &str, value: &str) -> Result<Rules, BadInput> {
        Rules::default().with_option("--rule", key, value)
    }

    #[test]
    fn what_is_shown_can_be_read_again() {
        let other =
            Rules { coins: 55, goal: 8, stake: 1, start: 0, zero: Zero::O, end: GameEnd::Holds, ..Rules::default() };
        let other = Rules { cap: 9, without: Without::Combo(Combo::Fours), ..other };
        for rules in [Rules::default(), other] {
            let again = Rules::default().with_file(&Source::new("shown", rules.to_text())).unwrap();
            assert_eq!(again, rules);
            assert_eq!(other.with_file(&Source::new("shown", rules.to_text())).unwrap(), rules);
        }
    }

    #[test]
    fn every_option_can_be_set_alone() {
        let base = Rules::default();
        for (key, value, expected) in [
            ("coins", "55", Rules { coins: 55, ..base }),
            ("goal", "8", Rules { goal: 8, ..base }),
            ("stake", "0", Rules { stake: 0, ..base }),
            ("start", "5", Rules { start: 5, ..base }),
            ("zero", "O", Rules { zero: Zero::O, ..base }),
            ("end", "holds", Rules { end: GameEnd::Holds, ..base }),
            ("cap", "1000", Rules { cap: 1000, ..base }),
            ("without", "pay", Rules { without: Without::PaidReroll, ..base }),
            ("without", "222", Rules { without: Without::Combo(Combo::Twos), ..base }),
            ("without", "\"222\"", Rules { without: Without::Combo(Combo::Twos), ..base }),
        ] {
            assert_eq!(option(key, value).unwrap(), expected, "{key}={value}");
        }
        for (key, value) in [
            ("coins", "0"),
            ("goal", "x"),
            ("stake", "101"),
            ("cap", "0"),
            ("zero", "o"),
            ("end", "1"),
            ("without", "112"),
        ] {
            assert_eq!(option(key, value).unwrap_err().problems.len(), 1, "{key}={value}");
        }
    }

    #[test]
    fn all_problems_of_a_file_are_found_at_once() {
        let file = Source::new("rules.toml", "coins = 0\ngoal = \"x\"\nzero = \"Q\"\nstakes = 3\ncap = 0\nend = 7\n");
        let bad = Rules::default().with_file(&file).unwrap_err();
        assert_eq!(bad.problems.len(), 6, "{bad}");
        assert!(bad.to_string().contains("rules.toml:4:1: unknown key 'stakes' (did you mean 'stake'?)"), "{bad}");
    }

    #[test]
    fn coins_must_suffice_for_what_is_handed_out() {
        let rules = |coins| Rules { coins, goal: 8, ..Rules::default() };
        assert_eq!(
            [rules(16).conflicts(5).len(), rules(17).conflicts(5).len(), rules(8).conflicts(2).len()],
            [1, 0, 0]
        );
        assert_eq!(Rules { goal: 121, ..Rules::default() }.conflicts(2).len(), 1);
        assert_eq!(Rules { goal: 121, start: 60, ..Rules::default() }.conflicts(2).len(), 2, "all at once");
    }
}
