//! Parameters that a file declares under `[parameters]`.
//!
//! Owns the keys of a declaration and its limits, the same for every game's files.

use super::parameter::Parameter;
use crate::input::{Number, Problem, Section};
use std::ops::Range;

/// The most parameters of a file.
const MAX_PARAMETERS: usize = 20;
/// The greatest value that a parameter can have.
const MAX_VALUE: u32 = 1_000_000;

/// The parameters under `[parameters]`, in the order of the file. `is_taken` says of which words a file cannot make
/// names.
pub(super) fn parameters(
    root: &Section<'_>,
    problems: &mut Vec<Problem>,
    is_taken: impl Fn(&str) -> bool,
) -> Vec<Parameter> {
    let Some(section) = root.optional_section("parameters", problems) else { return Vec::new() };
    let mut keys: Vec<(&str, Range<usize>)> = section.keys().collect();
    keys.sort_by_key(|(_, span)| span.start);
    if keys.len() > MAX_PARAMETERS {
        let message = format!("{} parameters; at most {MAX_PARAMETERS} are allowed", keys.len());
        problems.push(Problem::at(keys[MAX_PARAMETERS].1.clone(), message));
        return Vec::new();
    }
    let mut found = Vec::new();
    for (key, span) in keys {
        problems.extend(bad_name(key, &span, is_taken(key)));
        if let Some(table) = section.optional_section(key, problems) {
            // In place of one that cannot be read, so that its name is not called unknown further down.
            let unread = || Parameter { key: key.to_owned().into(), ..Parameter::whole("", "", (0, 0), 0) };
            found.push(parameter(key, &table, problems).unwrap_or_else(unread));
        }
    }
    found
}

/// What is wrong with a name that a file gives something.
pub(super) fn bad_name(name: &str, span: &Range<usize>, taken: bool) -> Option<Problem> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if !starts || name.len() > 30 || !name.chars().all(fits) {
        let problem = Problem::at(span.clone(), "this cannot be a name in expressions");
        return Some(problem.help("use 1 to 30 letters, digits or '_', a letter first"));
    }
    taken.then(|| Problem::at(span.clone(), format!("'{name}' has a meaning already")).help("choose another name"))
}

fn parameter(key: &str, table: &Section<'_>, problems: &mut Vec<Problem>) -> Option<Parameter> {
    table.only(&["default", "least", "most", "about"], problems);
    let about = table.text("about", "\"what it does\"", problems);
    let mut number = |name: &str| {
        if table.place(name).is_none() {
            let start = table.span().start;
            let problem = Problem::at(start..start + 1, format!("the parameter '{key}' has no '{name}'"));
            problems
                .push(problem.help("a parameter is { default = 2, least = 1, most = 9, about = \"what it does\" }"));
        }
        table.optional_number(name, problems)
    };
    let numbers = [number("default"), number("least"), number("most")];
    let [Some(default), Some(least), Some(most)] = numbers else { return None };
    limits(key, default, least, most, problems)
        .and_then(|limits| Some(Parameter { about: about?.value.into(), ..limits }))
}

type Placed = (Number, Range<usize>);

/// The parameter without its purpose; whole if all three numbers are.
fn limits(key: &str, default: Placed, least: Placed, most: Placed, problems: &mut Vec<Problem>) -> Option<Parameter> {
    let is_whole = [&default, &least, &most].iter().all(|(number, _)| matches!(number, Number::Whole(_)));
    let [default, least, most] = [default, least, most].map(|(number, place)| match number {
        Number::Whole(whole) => (whole as f64, place),
        Number::Fraction(fraction) => (fraction, place),
    });
    let (limits, all) = (least.0..=most.0, 0.0..=f64::from(MAX_VALUE));
    let outside = [&default, &least, &most].into_iter().find(|(value, _)| !all.contains(value));
    let (place, message) = match outside {
        Some((value, place)) => (place, format!("the parameter '{key}' can be from 0 to {MAX_VALUE}, not {value}")),
        None if limits.is_empty() => (&most.1, format!("'{key}' is at least {}, but at most {}", least.0, most.0)),
        None if !limits.contains(&default.0) => {
            (&default.1, format!("the default of '{key}' is {}, outside {} to {}", default.0, least.0, most.0))
        }
        None => {
            let (key, about) = (key.to_owned().into(), "".into());
            return Some(Parameter { key, about, is_whole, least: least.0, most: most.0, default: default.0 });
        }
    };
    problems.push(Problem::at(place.clone(), message));
    None
}
