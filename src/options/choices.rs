//! Options whose value is one of several names.
//!
//! Owns the names of the values, and how a value is read. The code that uses a choice decides what it does.

use crate::record::{Allot, Schedule, TestRecord};
use crate::simulate::Metrics;

/// How turns are to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EngineChoice {
    Auto,
    Turn,
    Dice,
}

/// What is done about luck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LuckChoice {
    /// Win shares are those of the games as played.
    #[default]
    Off,
    /// What cards and dice gave or took is subtracted.
    Cancel,
    /// The same where that can be; elsewhere as played.
    Auto,
}

/// What says how players stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum StandingChoice {
    /// Win probabilities where they are known, else scores.
    #[default]
    Auto,
    /// Win probabilities.
    Values,
    /// Scores.
    Scores,
}

/// Whether strategies are rated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum RatingsChoice {
    /// They are not.
    #[default]
    Off,
    /// They play each other, the best strategy that is known, and the random one.
    On,
}

pub(crate) const RATINGS: [(&str, RatingsChoice); 2] = [("off", RatingsChoice::Off), ("on", RatingsChoice::On)];

pub(crate) const STANDINGS: [(&str, StandingChoice); 3] =
    [("auto", StandingChoice::Auto), ("values", StandingChoice::Values), ("scores", StandingChoice::Scores)];

/// The choices with their names.
pub(crate) const LUCK: [(&str, LuckChoice); 3] =
    [("off", LuckChoice::Off), ("cancel", LuckChoice::Cancel), ("auto", LuckChoice::Auto)];

impl LuckChoice {
    /// What a manifest says of it; nothing of what is off.
    pub(crate) fn recorded(self) -> Option<String> {
        let named = LUCK.iter().find(|(_, choice)| *choice == self && *choice != LuckChoice::Off);
        named.map(|(name, _)| (*name).to_owned())
    }
}

pub(crate) const ENGINES: [(&str, EngineChoice); 3] =
    [("auto", EngineChoice::Auto), ("turn", EngineChoice::Turn), ("dice", EngineChoice::Dice)];
pub(crate) const METRICS: [(&str, Metrics); 2] = [("all", Metrics::All), ("win_share", Metrics::WinShares)];

pub(crate) const SCHEDULES: [(&str, Schedule); 3] = Schedule::NAMES;
pub(crate) const ALLOTS: [(&str, Allot); 3] = Allot::NAMES;

pub(crate) const TESTS: [(&str, TestRecord); 2] = [("cs", TestRecord::Cs), ("sprt", TestRecord::Sprt)];
