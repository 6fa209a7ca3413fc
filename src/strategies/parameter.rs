//! Parameters of strategies: what they may be, and reading their values.
//!
//! Owns the limits and defaults, the same for what is built in and for what files declare, and the check of
//! what was typed against them.

use super::name::NameError;
use crate::input::or_nearest;
use std::borrow::Cow;

/// What values a parameter may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParameterKind {
    /// A whole number.
    Whole {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
        /// What it is unless given.
        default: u32,
    },
    /// A fraction.
    Fraction {
        /// The least.
        least: f64,
        /// The most.
        most: f64,
        /// What it is unless given.
        default: f64,
    },
}

/// A parameter of a strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its key.
    pub key: Cow<'static, str>,
    /// What it does.
    pub about: Cow<'static, str>,
    /// What it may be.
    pub kind: ParameterKind,
}

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// A whole number.
    Whole(u32),
    /// A fraction.
    Fraction(f64),
}

/// The values of all parameters of a strategy, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Values(Vec<Amount>);

impl Values {
    /// The value of parameter `index`.
    pub fn get(&self, index: usize) -> Option<Amount> {
        self.0.get(index).copied()
    }

    /// The whole number of parameter `index`; 0 if it is not one.
    pub fn whole(&self, index: usize) -> u32 {
        match self.0.get(index) {
            Some(Amount::Whole(value)) => *value,
            _ => 0,
        }
    }

    /// The fraction of parameter `index`; 0 if it is not one.
    pub fn fraction(&self, index: usize) -> f64 {
        match self.0.get(index) {
            Some(Amount::Fraction(value)) => *value,
            _ => 0.0,
        }
    }
}

impl Values {
    /// The values typed for `parameters` of strategy `name` (a key, none for the first parameter, and a value), the
    /// defaults for the others.
    ///
    /// # Errors
    /// If a key is none of the parameters', is given twice, or has a value out of its limits.
    pub fn read(name: &str, parameters: &[Parameter], given: &[(Option<String>, String)]) -> Result<Values, NameError> {
        let mut values: Vec<Option<Amount>> = vec![None; parameters.len()];
        for (key, value) in given {
            let index = match key {
                None if !parameters.is_empty() => Some(0),
                None => None,
                Some(key) => parameters.iter().position(|parameter| parameter.key == **key),
            };
            let index = index.ok_or_else(|| unknown_parameter(name, key.as_deref().unwrap_or(value), parameters))?;
            let parameter = &parameters[index];
            let amount = read_amount(parameter.kind, value).ok_or_else(|| NameError::Value {
                name: name.to_owned(),
                key: parameter.key.to_string(),
                value: value.clone(),
                limits: limits(parameter.kind),
            })?;
            if values[index].replace(amount).is_some() {
                return Err(NameError::Twice { name: name.to_owned(), key: parameter.key.to_string() });
            }
        }
        let values = values.iter().zip(parameters).map(|(value, parameter)| value.unwrap_or(default(parameter.kind)));
        Ok(Values(values.collect()))
    }
}

fn unknown_parameter(name: &str, key: &str, parameters: &[Parameter]) -> NameError {
    let keys: Vec<&str> = parameters.iter().map(|parameter| &*parameter.key).collect();
    let help = if keys.is_empty() { "it has none".to_owned() } else { or_nearest(key, &keys) };
    NameError::UnknownParameter { name: name.to_owned(), key: key.to_owned(), help }
}

fn read_amount(kind: ParameterKind, text: &str) -> Option<Amount> {
    match kind {
        ParameterKind::Whole { least, most, .. } => {
            let value = text.parse().ok().filter(|value| (least..=most).contains(value))?;
            Some(Amount::Whole(value))
        }
        ParameterKind::Fraction { least, most, .. } => {
            let value = text.parse().ok().filter(|value| (least..=most).contains(value))?;
            Some(Amount::Fraction(value))
        }
    }
}

fn default(kind: ParameterKind) -> Amount {
    match kind {
        ParameterKind::Whole { default, .. } => Amount::Whole(default),
        ParameterKind::Fraction { default, .. } => Amount::Fraction(default),
    }
}

/// The limits of a parameter in words.
fn limits(kind: ParameterKind) -> String {
    match kind {
        ParameterKind::Whole { least, most, .. } => format!("a whole number from {least} to {most}"),
        ParameterKind::Fraction { least, most, .. } => format!("a number from {least} to {most}"),
    }
}

/// The value as it is typed.
impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Amount::Whole(value) => value.fmt(f),
            Amount::Fraction(value) => value.fmt(f),
        }
    }
}

impl Parameter {
    /// A parameter of a strategy that is built in.
    pub const fn new(key: &'static str, about: &'static str, kind: ParameterKind) -> Parameter {
        Parameter { key: Cow::Borrowed(key), about: Cow::Borrowed(about), kind }
    }

    /// The parameter in a line: key, default, limits.
    pub fn describe(&self) -> String {
        format!("{}={}  {} ({})", self.key, default(self.kind), self.about, limits(self.kind))
    }
}
