//! Options whose value is one of several names.
//!
//! Owns the names of the values, and how a value is read. The code that uses a choice decides what it does.

use crate::input::or_nearest;
use crate::record::{Allot, Schedule, TestRecord};
use crate::simulate::Metrics;

/// How turns are to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EngineChoice {
    Auto,
    Turn,
    Dice,
}

/// How a table is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Table,
    Csv,
    Json,
}

/// When progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProgressChoice {
    Auto,
    Always,
    Never,
}

/// What is done about luck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LuckChoice {
    /// Win shares are those of the games as played.
    #[default]
    Off,
    /// What cards and dice gave or took is subtracted.
    Cancel,
    /// The same where that can be; elsewhere as played.
    Auto,
}

/// The choices with their names.
pub(super) const LUCK: [(&str, LuckChoice); 3] =
    [("off", LuckChoice::Off), ("cancel", LuckChoice::Cancel), ("auto", LuckChoice::Auto)];

impl LuckChoice {
    /// What a manifest says of it; nothing of what is off.
    pub(super) fn recorded(self) -> Option<String> {
        let named = LUCK.iter().find(|(_, choice)| *choice == self && *choice != LuckChoice::Off);
        named.map(|(name, _)| (*name).to_owned())
    }
}

pub(super) const ENGINES: [(&str, EngineChoice); 3] =
    [("auto", EngineChoice::Auto), ("turn", EngineChoice::Turn), ("dice", EngineChoice::Dice)];
pub(super) const FORMATS: [(&str, Format); 3] =
    [("table", Format::Table), ("csv", Format::Csv), ("json", Format::Json)];
pub(super) const PROGRESS: [(&str, ProgressChoice); 3] =
    [("auto", ProgressChoice::Auto), ("always", ProgressChoice::Always), ("never", ProgressChoice::Never)];
pub(super) const METRICS: [(&str, Metrics); 2] = [("all", Metrics::All), ("win_share", Metrics::WinShares)];

pub(super) const SCHEDULES: [(&str, Schedule); 3] = Schedule::NAMES;
pub(super) const ALLOTS: [(&str, Allot); 3] = Allot::NAMES;

pub(super) const TESTS: [(&str, TestRecord); 2] = [("cs", TestRecord::Cs), ("sprt", TestRecord::Sprt)];

/// Reads one of these names.
pub(super) fn named<T: Copy>(names: &'static [(&'static str, T)]) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| one_of(text, names)
}

/// The name of one of these.
pub(super) fn name_in<T: PartialEq>(value: &T, names: &[(&'static str, T)]) -> String {
    names.iter().find(|(_, named)| named == value).map_or_else(String::new, |(name, _)| (*name).to_owned())
}

/// One of several names, or an error with the nearest.
pub(super) fn one_of<T: Copy>(text: &str, names: &[(&str, T)]) -> Result<T, String> {
    let found = names.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
    found.ok_or_else(|| or_nearest(text, &names.iter().map(|(name, _)| *name).collect::<Vec<_>>()))
}
