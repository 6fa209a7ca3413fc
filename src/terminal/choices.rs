//! Options whose value is one of several names: how such a value is read, and the choices of what a terminal shows.

use crate::input::or_nearest;

/// How a table is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Table,
    Csv,
    Json,
}

/// When progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgressChoice {
    Auto,
    Always,
    Never,
}

pub(crate) const FORMATS: [(&str, Format); 3] =
    [("table", Format::Table), ("csv", Format::Csv), ("json", Format::Json)];

pub(crate) const PROGRESS: [(&str, ProgressChoice); 3] =
    [("auto", ProgressChoice::Auto), ("always", ProgressChoice::Always), ("never", ProgressChoice::Never)];

/// Reads one of these names.
pub(crate) fn named<T: Copy>(names: &'static [(&'static str, T)]) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| one_of(text, names)
}

/// The name of one of these.
pub(crate) fn name_in<T: PartialEq>(value: &T, names: &[(&'static str, T)]) -> String {
    names.iter().find(|(_, named)| named == value).map_or_else(String::new, |(name, _)| (*name).to_owned())
}

/// One of several names, or an error with the nearest.
pub(crate) fn one_of<T: Copy>(text: &str, names: &[(&str, T)]) -> Result<T, String> {
    let found = names.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
    found.ok_or_else(|| or_nearest(text, &names.iter().map(|(name, _)| *name).collect::<Vec<_>>()))
}
