//! The rules of Gang of Dice that are numbers: editions, and the options a designer may change.
//!
//! Owns the editions (G04, G06, G09), the rules file and single options, and their validation. The
//! cards are the business of `deck`.

use crate::dice::MAX_DICE;
use crate::games::rules::{Rule, RuleSet};
use crate::input::{Problem, Section};
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
        f.write_str(Edition::NAMES[*self as usize].0)
    }
}

/// How many dice there are to throw (G06).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

    /// Whether these rules can be played by `seats` players in `rounds` rounds: pools and bonus may add up
    /// to no more than [`MAX_DICE`] dice, and there may be no more bonuses than rounds.
    ///
    /// # Errors
    /// The value, the limit and the rule to change.
    ///
    /// # Panics
    /// If `seats` is not 2 to 4.
    pub fn check(&self, seats: usize, rounds: u32) -> Result<(), String> {
        let dice = seats as u32 * self.pool(seats) + self.bonus.iter().sum::<u32>();
        if dice > MAX_DICE {
            return Err(format!(
                "pools and bonus add up to {dice} dice; at most {MAX_DICE} can be played with (make the rule 'pools' \
                 or 'bonus' smaller)"
            ));
        }
        let bonuses = self.bonus.len();
        if bonuses > rounds as usize {
            return Err(format!(
                "the rule 'bonus' lists {bonuses} rounds, but the deck gives a game of only {rounds} (shorten 'bonus' \
                 or use a longer deck)"
            ));
        }
        Ok(())
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Edition::Bga.rules()
    }
}

impl RuleSet for Rules {
    const TITLE: &'static str = "Gang of Dice";
    const KEYS: &'static [&'static str] = &["pools", "bonus", "supply", "rerolls"];

    fn heading(&self) -> String {
        let what = if *self == self.edition.rules() { "the rules" } else { "changed rules" };
        format!("{}: {what} of the edition '{}'", Rules::TITLE, self.edition)
    }

    fn rules(&mut self) -> Vec<Rule<'_>> {
        let Rules { pools, bonus, supply, rerolls, .. } = self;
        let pools_about = "dice in each player's pool at the start, with 2, 3 and 4 players";
        let bonus_about = "dice put on the table at the start of the last rounds, the last number in the last round";
        let supply_about =
            "\"unlimited\": a turn may commit the whole pool; or all dice that exist, with 2, 3 and 4 players";
        let supply_text = match supply {
            Supply::Unlimited => "\"unlimited\"".to_owned(),
            Supply::Dice(dice) => format!("{dice:?}"),
        };
        vec![
            Rule::new("pools", pools_about, format!("{pools:?}"), move |file, problems| {
                *pools = per_seats(file, "pools", problems).unwrap_or(*pools);
            }),
            Rule::new("bonus", bonus_about, format!("{bonus:?}"), move |file, problems| {
                let Some(read) = file.optional_integers("bonus", 0..=MAX_DICE, problems) else { return };
                if read.len() > MAX_BONUSES {
                    let span = file.place("bonus").unwrap_or_else(|| file.span());
                    problems.push(Problem::at(span, format!("at most {MAX_BONUSES} rounds can have a bonus")));
                }
                *bonus = read;
            }),
            Rule::new("supply", supply_about, supply_text, move |file, problems| {
                let read = if file.is_text("supply") {
                    file.choice("supply", &[("unlimited", Supply::Unlimited)], problems)
                } else {
                    per_seats(file, "supply", problems).map(Supply::Dice)
                };
                *supply = read.unwrap_or(*supply);
            }),
            Rule::number("rerolls", "how many rerolls a turn may have, 0 to 10", 0..=MAX_REROLLS, rerolls),
        ]
    }
}

fn per_seats(file: &Section<'_>, key: &str, problems: &mut Vec<Problem>) -> Option<PerSeats> {
    let numbers = file.optional_integers(key, 1..=MAX_DICE, problems)?;
    match numbers[..] {
        [all] if !file.is_list(key) => Some([all; 3]),
        [two, three, four] => Some([two, three, four]),
        _ => {
            let span = file.place(key).unwrap_or_else(|| file.span());
            let message = format!(
                "'{key}' lists {} numbers, but must be one number, or three: for 2, 3 and 4 players",
                numbers.len()
            );
            problems.push(Problem::at(span, message));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Source;

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
