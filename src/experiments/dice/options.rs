//! What can be typed for `analyze dice`.

use crate::games::battle::{Kind, Kinds, MAX_SEATS, MIN_SEATS, MOST_OF_A_KIND};
use crate::input::or_nearest;
use crate::lab::GameRef;
use crate::options::games::game_name;
use crate::options::{OUT_OF_GAME, OutArgs, OutputArgs, RulesArgs, SeedArgs, VaryArgs};
use crate::terminal::numbers::games;
use clap::{Arg, Args};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The help of options that all commands have: the first line, and the rest.
const RULE: [&str; 2] =
    ["Change one rule, for example die.red.cost=3; repeatable", "--rule takes precedence over --rules."];
const VARY: [&str; 2] = [
    "Compare several values of a rule, such as die.black.cost=3..6; repeatable",
    "If you give --vary several times, every combination of the values is measured. Values are a list (3|4|6) or a range of whole \
     numbers (3..6). A key is a rule, or rules.",
];
const SEED: [&str; 2] = [
    "Number that fixes all random draws, 0 to 2^64 - 1",
    "The same seed gives the same duels and the same files. Another seed gives new duels, to confirm a result. Numbers that are \
     computed depend on no seed.",
];

/// An option in the help of this command, which leaves out those that have no effect.
fn of_dice(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "edition" | "deck" | "engine" | "no_cache" => option.hide(true),
        "options" => option.help(RULE[0]).long_help(RULE.join("\n\n")),
        "axes" => option.help(VARY[0]).long_help(VARY.join("\n\n")),
        "seed" => option.help(SEED[0]).long_help(SEED.join("\n\n")),
        "out" => option.long_help(OUT_OF_GAME),
        _ => option,
    }
}

/// Show what each die is worth, and which duel favours which pack (battle)
#[derive(Debug, Args)]
#[command(mut_args(of_dice))]
pub(crate) struct DiceArgs {
    /// The game: battle [default: battle]
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    /// Number of players, or several: 2, or 2..4 [default: 2..6]
    #[arg(long, value_name = "N|N..M", allow_hyphen_values = true)]
    pub players: Option<Tables>,
    /// The reference pack, for example white=5,black=1 [default: the pack that `plain` drafts first]
    ///
    /// All opponents have it. To measure a die, one of its cheapest dice is swapped for that die.
    #[arg(long, value_name = "KIND=N,...")]
    pub pack: Option<Pack>,
    /// How often a duel is fought whose chances cannot be computed, 1 to 1e12 [default: 20000]
    #[arg(long, help_heading = "Games", value_parser = games, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    #[command(flatten)]
    pub draws: SeedArgs<1>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub vary: VaryArgs,
    #[command(flatten)]
    pub folder: OutArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Numbers of players as they are typed: `3`, or `2..4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tables(pub RangeInclusive<usize>);

impl Tables {
    /// All that the game allows.
    pub(crate) const ALL: Tables = Tables(MIN_SEATS..=MAX_SEATS);
}

impl FromStr for Tables {
    type Err = String;

    fn from_str(text: &str) -> Result<Tables, String> {
        let number = |text: &str| text.trim().parse().ok().filter(|number| Tables::ALL.0.contains(number));
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let range = number(least).zip(number(most)).filter(|(least, most)| least <= most);
        let range = range.ok_or_else(|| {
            format!(
                "write a number of players from {MIN_SEATS} to {MAX_SEATS}, or two with .. between them, such as 2..4"
            )
        });
        range.map(|(least, most)| Tables(least..=most))
    }
}

impl fmt::Display for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = (self.0.start(), self.0.end());
        if least == most { write!(f, "{least}") } else { write!(f, "{least}..{most}") }
    }
}

/// A pack as it is typed: `white=5,black=1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pack(pub Kinds);

impl fmt::Display for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<String> = self.0.kinds().map(|kind| format!("{kind}={}", self.0.of(kind))).collect();
        f.write_str(&kinds.join(","))
    }
}

impl FromStr for Pack {
    type Err = String;

    fn from_str(text: &str) -> Result<Pack, String> {
        let mut pack = Kinds::EMPTY;
        for part in text.split(',') {
            let (name, number) = part.split_once('=').ok_or("write it as kind=number, such as white=5,black=1")?;
            let name = name.trim();
            let kind = Kind::named(name)
                .ok_or_else(|| format!("there are no {name} dice ({})", or_nearest(name, &Kind::NAMES)))?;
            let number: u32 =
                number.trim().parse().ok().filter(|number| (1..=MOST_OF_A_KIND).contains(number)).ok_or_else(|| {
                    format!("{name}: {} dice; 1 to {MOST_OF_A_KIND} of a kind can be in a pack", number.trim())
                })?;
            if pack.has(kind) {
                return Err(format!("{name} is there twice; name each kind once"));
            }
            (0..number).for_each(|_| pack += kind);
        }
        Ok(Pack(pack))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_players_are_read_as_they_are_typed() {
        for text in ["2", "6", "2..6", "3..4"] {
            assert_eq!(text.parse::<Tables>().unwrap().to_string(), text);
        }
        for text in ["1", "7", "4..3", "2..", "..3", "2..7", "two", ""] {
            assert!(text.parse::<Tables>().unwrap_err().contains("from 2 to 6"), "{text}");
        }
    }

    #[test]
    fn packs_are_read_as_they_are_typed() {
        assert_eq!("white=5,black=1".parse(), Ok(Pack(Kinds::new([5, 0, 0, 0, 0, 1]))));
        assert_eq!("white=5,black=1".parse::<Pack>().unwrap().to_string(), "white=5,black=1");
        assert_eq!(" green = 2 , red=1".parse(), Ok(Pack(Kinds::new([0, 1, 0, 2, 0, 0]))));
        for (text, said) in [
            ("white", "kind=number"),
            ("whit=1", "did you mean 'white'"),
            ("white=6", "1 to 5"),
            ("white=0", "1 to 5"),
            ("white=1,white=2", "twice"),
            ("", "kind=number"),
        ] {
            let error = text.parse::<Pack>().unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
