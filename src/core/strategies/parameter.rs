//! Parameters of strategies: how files declare them, and reading their values.
//!
//! Owns the limits and defaults, the same for what is built in and for what files declare, and the check of
//! what was typed against them.

use super::catalogue::StrategyError;
use crate::input::{Number, Problem, Section, or_nearest};
use std::borrow::Cow;
use std::ops::Range;

/// A parameter of a strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its key.
    pub key: Cow<'static, str>,
    /// What it does.
    pub about: Cow<'static, str>,
    /// Whether it is a whole number, of 32 bits; if not, it is a fraction.
    pub is_whole: bool,
    /// The least that it may be.
    pub least: f64,
    /// The most that it may be.
    pub most: f64,
    /// What it is unless given.
    pub default: f64,
    /// Whether the most that it may be stands for `never`, and is typed so.
    pub has_never: bool,
}

/// The values of all parameters of a strategy, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Values(Vec<f64>);

impl Values {
    /// The value of parameter `index`, which is a whole number.
    pub fn whole(&self, index: usize) -> u32 {
        self.0[index] as u32
    }

    /// The value of parameter `index`.
    pub fn fraction(&self, index: usize) -> f64 {
        self.0[index]
    }

    /// The values typed for `parameters` of strategy `name` (a key, none for the first parameter, and a value), the
    /// defaults for the others.
    ///
    /// # Errors
    /// If a key is none of the parameters', is given twice, or has a value out of its limits.
    pub fn read(
        name: &str,
        parameters: &[Parameter],
        given: &[(Option<String>, String)],
    ) -> Result<Values, StrategyError> {
        let wrong = |what: String| StrategyError::Parameter(name.to_owned(), what);
        let mut values: Vec<Option<f64>> = vec![None; parameters.len()];
        for (key, value) in given {
            let index = match key {
                None => (!parameters.is_empty()).then_some(0),
                Some(key) => parameters.iter().position(|parameter| parameter.key == **key),
            };
            let keys = || parameters.iter().map(|parameter| &*parameter.key).collect::<Vec<_>>();
            let index = index.ok_or_else(|| wrong(unknown(key.as_deref().unwrap_or(value), &keys())))?;
            let Parameter { key, .. } = &parameters[index];
            if parameters.iter().any(|parameter| parameter.key == **value) {
                return Err(wrong(format!(": the parameter '{value}' has no value (write {value}=NUMBER)")));
            }
            let amount = parameters[index]
                .read(value)
                .ok_or_else(|| wrong(format!(": {key} is '{value}', but must be {}", parameters[index].limits())))?;
            if values[index].replace(amount).is_some() {
                return Err(wrong(format!(": the parameter '{key}' is given twice")));
            }
        }
        Ok(Values(values.iter().zip(parameters).map(|(value, parameter)| value.unwrap_or(parameter.default)).collect()))
    }
}

/// What a message says of an unknown key, after the strategy's name.
pub(super) fn unknown(key: &str, keys: &[&str]) -> String {
    let help = if keys.is_empty() { "it has none".to_owned() } else { or_nearest(key, keys) };
    format!(" has no parameter '{key}' ({help})")
}

impl Parameter {
    /// A whole number of a strategy that is built in.
    pub(super) const fn whole(
        key: &'static str,
        about: &'static str,
        (least, most): (u32, u32),
        default: u32,
    ) -> Parameter {
        let (least, most, default) = (least as f64, most as f64, default as f64);
        Parameter {
            key: Cow::Borrowed(key),
            about: Cow::Borrowed(about),
            is_whole: true,
            least,
            most,
            default,
            has_never: false,
        }
    }

    /// A chance, 0 to 1, of a strategy that is built in.
    pub(super) const fn chance(key: &'static str, about: &'static str, default: f64) -> Parameter {
        let (key, about) = (Cow::Borrowed(key), Cow::Borrowed(about));
        Parameter { key, about, is_whole: false, least: 0.0, most: 1.0, default, has_never: false }
    }

    /// The parameter in a line: key, default, limits.
    pub fn describe(&self) -> String {
        format!("{}={}  {} ({})", self.key, self.default, self.about, self.limits())
    }

    /// The default as it is typed.
    pub fn default_text(&self) -> String {
        if self.has_never && self.default >= self.most { NEVER.to_owned() } else { self.default.to_string() }
    }

    /// The limits in words.
    fn limits(&self) -> String {
        let kind = if self.is_whole { "a whole number" } else { "a number" };
        match self.has_never {
            true => format!("{kind} from {} to {}, or {NEVER}", self.least, self.most - 1.0),
            false => format!("{kind} from {} to {}", self.least, self.most),
        }
    }

    /// The value that is typed, if it is within the limits.
    fn read(&self, text: &str) -> Option<f64> {
        if self.has_never && text == NEVER {
            return Some(self.most);
        }
        let value = if self.is_whole { text.parse::<u32>().ok().map(f64::from) } else { text.parse().ok() };
        value.filter(|value| (self.least..=self.most).contains(value))
    }
}

/// How a file declares a parameter.
const PARAMETER: &str = "a parameter is { default = 2, least = 1, most = 9, about = \"what it does\" }";
/// How the most is typed of a parameter that has it for this.
const NEVER: &str = "never";
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
        let table = section.optional_section(key, problems);
        if let (None, Some(problem)) = (&table, problems.last_mut()) {
            problem.help = Some(PARAMETER.to_owned());
        }
        if let Some(table) = table {
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
    table.only(&["default", "least", "most", "about", NEVER], problems);
    let never = table.optional_flag(NEVER, problems);
    let about = table.text("about", "\"what it does\"", problems);
    let numbers = ["default", "least", "most"].map(|name| {
        if table.place(name).is_none() {
            let start = table.span().start;
            let problem = Problem::at(start..start + 1, format!("the parameter '{key}' has no '{name}'"));
            problems.push(problem.help(PARAMETER));
        }
        table.optional_number(name, problems)
    });
    let [Some(default), Some(least), Some(most)] = numbers else { return None };
    let numbers = [default, least, most];
    let is_whole = numbers.iter().all(|(number, _)| matches!(number, Number::Whole(_)));
    let numbers = numbers.map(|(number, place)| match number {
        Number::Whole(whole) => (whole as f64, place),
        Number::Fraction(fraction) => (fraction, place),
    });
    let [default, least, most] = numbers.each_ref().map(|(value, _)| *value);
    let outside = numbers.iter().find(|(value, _)| !(0.0..=f64::from(MAX_VALUE)).contains(value));
    let (place, message) = match outside {
        Some((value, place)) => (place, format!("the parameter '{key}' can be from 0 to {MAX_VALUE}, not {value}")),
        None if least > most => (&numbers[2].1, format!("'{key}' is at least {least}, but at most {most}")),
        None if !(least..=most).contains(&default) => {
            (&numbers[0].1, format!("the default of '{key}' is {default}, outside {least} to {most}"))
        }
        None => {
            return Some(Parameter {
                key: key.to_owned().into(),
                about: about?.value.into(),
                is_whole,
                least,
                most,
                default,
                has_never: never.unwrap_or(false) && is_whole,
            });
        }
    };
    problems.push(Problem::at(place.clone(), message));
    None
}
