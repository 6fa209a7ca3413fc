//! The rules of Gang of Dice that are numbers: editions, and the options a designer may change.
//!
//! Owns the editions (G04, G06, G09), the rules file and single options, and their validation. The
//! cards are the business of `deck`.

use crate::dice::MAX_DICE;
use crate::input::{BadInput, Document, Problem, Section, Source, one_value};
use std::fmt;

/// The fewest players (G04).
pub const MIN_SEATS: usize = 2;
/// The most players (G04).
pub const MAX_SEATS: usize = 4;
/// The most rerolls a rule may allow.
pub const MAX_REROLLS: u32 = 10;
/// The most bonus rounds that rules may list.
const MAX_BONUSES: usize = 500;

/// A number for each player count: 2, 3 and 4 players.
pub type PerSeats = [u32; MAX_SEATS - MIN_SEATS + 1];

/// A published edition: a name for a set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// As Board Game Arena publishes it; the English rulebook has the same bonus.
    Bga,
    /// The French rulebook.
    Blackrock,
}

impl Edition {
    /// All editions with the names they are chosen by, the default first.
    pub const NAMES: [(&'static str, Edition); 2] = [("bga", Edition::Bga), ("blackrock", Edition::Blackrock)];

    /// The rules of the edition.
    pub fn rules(self) -> Rules {
        let (bonus, supply) = match self {
            Edition::Bga => (vec![3, 6, 9], Supply::Unlimited),
            Edition::Blackrock => (vec![3, 3, 6], Supply::Dice([24, 36, 36])),
        };
        Rules { edition: self, pools: [48, 48, 36], bonus, supply, rerolls: 2 }
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Edition::Bga => "bga",
            Edition::Blackrock => "blackrock",
        })
    }
}

/// How many dice there are to throw (G06).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Supply {
    /// A turn may commit the whole pool.
    Unlimited,
    /// All dice that exist, with 2, 3 and 4 players; the rest of the pools is tokens.
    Dice(PerSeats),
}

/// The rules that are numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The edition the rules started from.
    pub edition: Edition,
    /// Dice in each player's pool at the start, with 2, 3 and 4 players (G04).
    pub pools: PerSeats,
    /// Dice put on the table at the start of the last rounds, the last number in the last round (G06).
    pub bonus: Vec<u32>,
    /// How many dice there are to throw (G06).
    pub supply: Supply,
    /// How many rerolls a turn may have (G09).
    pub rerolls: u8,
}

impl Rules {
    /// The keys of a rules file.
    pub const KEYS: [&str; 4] = ["pools", "bonus", "supply", "rerolls"];

    /// The starting pool with `seats` players, in dice (G04).
    ///
    /// # Panics
    /// If `seats` is not 2 to 4.
    pub fn pool(&self, seats: usize) -> u32 {
        self.pools[seats - MIN_SEATS]
    }

    /// All dice there are to throw with `seats` players, if that is limited (G06).
    ///
    /// # Panics
    /// If `seats` is not 2 to 4.
    pub fn dice_in_all(&self, seats: usize) -> Option<u32> {
        match &self.supply {
            Supply::Unlimited => None,
            Supply::Dice(dice) => Some(dice[seats - MIN_SEATS]),
        }
    }

    /// The bonus dice of a round (from 0) of a game of `rounds` rounds; `round` must be below `rounds`.
    pub fn bonus(&self, round: u32, rounds: u32) -> u32 {
        let left = (rounds - round) as usize;
        if left <= self.bonus.len() { self.bonus[self.bonus.len() - left] } else { 0 }
    }

    /// The bonus dice of the round after `round` (from 0), 0 if that is the last.
    pub fn bonus_after(&self, round: u32, rounds: u32) -> u32 {
        if round + 1 < rounds { self.bonus(round + 1, rounds) } else { 0 }
    }

    /// These rules with what a rules file says instead.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub fn with_file(mut self, source: &Source) -> Result<Rules, BadInput> {
        let document = Document::parse(source)?;
        let root = document.root();
        let mut problems = Vec::new();
        root.only(&Rules::KEYS, &mut problems);
        if let Some(pools) = per_seats(&root, "pools", 1..=MAX_DICE, &mut problems) {
            self.pools = pools;
        }
        if let Some(bonus) = root.optional_integers("bonus", 0..=MAX_DICE, &mut problems) {
            if bonus.len() > MAX_BONUSES {
                let span = root.place("bonus").unwrap_or_else(|| root.span());
                problems.push(Problem::at(span, format!("at most {MAX_BONUSES} rounds can have a bonus")));
            }
            self.bonus = bonus;
        }
        if let Some(supply) = read_supply(&root, &mut problems) {
            self.supply = supply;
        }
        if let Some(rerolls) = root.optional_integer("rerolls", 0..=MAX_REROLLS, &mut problems) {
            self.rerolls = rerolls as u8;
        }
        BadInput::unless_empty(source, problems, Some(self))
    }

    /// These rules with one option, typed as `key=value`, changed.
    ///
    /// # Errors
    /// If the key or its value is not valid.
    pub fn with_option(self, option: &str, key: &str, value: &str) -> Result<Rules, BadInput> {
        self.with_file(&one_value(option, key, value))
    }

    /// The rules as the file that a user would edit.
    pub fn to_text(&self) -> String {
        let supply = match &self.supply {
            Supply::Unlimited => "\"unlimited\"".to_owned(),
            Supply::Dice(dice) => format!("{dice:?}"),
        };
        let what = if *self == self.edition.rules() { "the rules" } else { "changed rules" };
        format!(
            "# Gang of Dice: {what} of the edition '{}'. Change them and play with --rules FILE.\n\n\
             # dice in each player's pool at the start, with 2, 3 and 4 players\npools = {:?}\n\
             # dice put on the table at the start of the last rounds, the last number in the last round\nbonus = {:?}\n\
             # \"unlimited\": a turn may commit the whole pool; or all dice that exist, with 2, 3 and 4 players\nsupply = {supply}\n\
             # how many rerolls a turn may have, 0 to {MAX_REROLLS}\nrerolls = {}\n",
            self.edition, self.pools, self.bonus, self.rerolls
        )
    }

    /// Whether these rules can be played by `seats` players in `rounds` rounds: pools and bonus may add up
    /// to no more than [`MAX_DICE`] dice, and there may be no more bonuses than rounds.
    ///
    /// # Errors
    /// The value, the limit and the rule to change.
    ///
    /// # Panics
    /// If `seats` is not 2 to 4.
    pub fn check(&self, seats: usize, rounds: u32) -> Result<(), RulesError> {
        let dice = seats as u32 * self.pool(seats) + self.bonus.iter().sum::<u32>();
        if dice > MAX_DICE {
            return Err(RulesError::TooManyDice { dice });
        }
        if self.bonus.len() > rounds as usize {
            return Err(RulesError::MoreBonusesThanRounds { bonuses: self.bonus.len(), rounds });
        }
        Ok(())
    }
}

/// Why rules cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// More dice than can be counted.
    #[error(
        "pools and bonus add up to {dice} dice; at most {MAX_DICE} can be played with (make the rule 'pools' or 'bonus' smaller)"
    )]
    TooManyDice {
        /// All dice of the game.
        dice: u32,
    },
    /// A bonus for a round that is never played.
    #[error(
        "the rule 'bonus' lists {bonuses} rounds, but the deck gives a game of only {rounds} (shorten 'bonus' or use a longer deck)"
    )]
    MoreBonusesThanRounds {
        /// How many bonuses are listed.
        bonuses: usize,
        /// How many rounds are played.
        rounds: u32,
    },
}

fn per_seats(
    root: &Section<'_>,
    key: &str,
    range: std::ops::RangeInclusive<u32>,
    problems: &mut Vec<Problem>,
) -> Option<PerSeats> {
    let numbers = root.optional_integers(key, range, problems)?;
    match numbers[..] {
        [all] if !root.is_list(key) => Some([all; 3]),
        [two, three, four] => Some([two, three, four]),
        _ => {
            let span = root.place(key).unwrap_or_else(|| root.span());
            let message = format!(
                "'{key}' lists {} numbers, but must be one number, or three: for 2, 3 and 4 players",
                numbers.len()
            );
            problems.push(Problem::at(span, message));
            None
        }
    }
}

fn read_supply(root: &Section<'_>, problems: &mut Vec<Problem>) -> Option<Supply> {
    if root.is_text("supply") {
        return root.choice("supply", &[("unlimited", ())], problems).map(|()| Supply::Unlimited);
    }
    per_seats(root, "supply", 1..=MAX_DICE, problems).map(Supply::Dice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_can_be_read_again() {
        for (_, edition) in Edition::NAMES {
            let rules = edition.rules();
            let other = Edition::NAMES.iter().find(|(_, other)| *other != edition).unwrap().1;
            let read = other.rules().with_file(&Source::new("shown", rules.to_text())).unwrap();
            assert_eq!(read, Rules { edition: other, ..rules });
        }
    }

    #[test]
    fn single_options_are_numbers_lists_or_words() {
        let rules = || Edition::Bga.rules();
        let with = |key, value| rules().with_option("--rule", key, value);
        assert_eq!(with("pools", "7").unwrap().pools, [7, 7, 7]);
        assert_eq!(with("pools", "[7,8,9]").unwrap().pools, [7, 8, 9]);
        assert_eq!(with("supply", "24").unwrap().supply, Supply::Dice([24; 3]));
        assert_eq!(with("supply", "unlimited").unwrap().supply, Supply::Unlimited);
        assert_eq!(with("bonus", "[]").unwrap().bonus, Vec::<u32>::new());
        for (key, value) in [
            ("pools", "0"),
            ("pools", "[7,8]"),
            ("pool", "7"),
            ("rerolls", "11"),
            ("rerolls", "two"),
            ("supply", "all"),
        ] {
            assert_eq!(with(key, value).unwrap_err().problems.len(), 1, "{key}={value}");
        }
    }

    #[test]
    fn all_problems_of_a_file_are_found_at_once() {
        let file = Source::new("rules.toml", "pools = 0\nbonus = [1, \"x\"]\nsupplys = 3\nrerolls = 99\n");
        let bad = Edition::Bga.rules().with_file(&file).unwrap_err();
        assert_eq!(bad.problems.len(), 4, "{bad}");
        assert!(bad.to_string().contains("rules.toml:3:1: unknown key 'supplys' (did you mean 'supply'?)"), "{bad}");
    }
}
