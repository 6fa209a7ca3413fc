//! Parameters of strategies: what they may be, and reading their values.
//!
//! Owns the limits and defaults, the same for what is built in and for what files declare, and the check of
//! what was typed against them.

use super::name::NameError;
use crate::input::or_nearest;
use std::borrow::Cow;

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
    pub fn read(name: &str, parameters: &[Parameter], given: &[(Option<String>, String)]) -> Result<Values, NameError> {
        let wrong = |what: String| NameError::Parameter(name.to_owned(), what);
        let mut values: Vec<Option<f64>> = vec![None; parameters.len()];
        for (key, value) in given {
            let index = match key {
                None => (!parameters.is_empty()).then_some(0),
                Some(key) => parameters.iter().position(|parameter| parameter.key == **key),
            };
            let index = index.ok_or_else(|| wrong(unknown(key.as_deref().unwrap_or(value), parameters)))?;
            let Parameter { key, .. } = &parameters[index];
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

fn unknown(key: &str, parameters: &[Parameter]) -> String {
    let keys: Vec<&str> = parameters.iter().map(|parameter| &*parameter.key).collect();
    let help = if keys.is_empty() { "it has none".to_owned() } else { or_nearest(key, &keys) };
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
        Parameter { key: Cow::Borrowed(key), about: Cow::Borrowed(about), is_whole: true, least, most, default }
    }

    /// A chance, 0 to 1, of a strategy that is built in.
    pub(super) const fn chance(key: &'static str, about: &'static str, default: f64) -> Parameter {
        let (key, about) = (Cow::Borrowed(key), Cow::Borrowed(about));
        Parameter { key, about, is_whole: false, least: 0.0, most: 1.0, default }
    }

    /// The parameter in a line: key, default, limits.
    pub fn describe(&self) -> String {
        format!("{}={}  {} ({})", self.key, self.default, self.about, self.limits())
    }

    /// The limits in words.
    fn limits(&self) -> String {
        let kind = if self.is_whole { "a whole number" } else { "a number" };
        format!("{kind} from {} to {}", self.least, self.most)
    }

    /// The value that is typed, if it is within the limits.
    fn read(&self, text: &str) -> Option<f64> {
        let value = if self.is_whole { text.parse::<u32>().ok().map(f64::from) } else { text.parse().ok() };
        value.filter(|value| (self.least..=self.most).contains(value))
    }
}
