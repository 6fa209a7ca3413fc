//! The shelf of strategies of a game, and taking one from it by name.
//!
//! Owns what an entry of a shelf says (name, parameters, limits) and the checks of what was typed against it.

use super::name::{NameError, StrategyName};
use crate::games::Game;
use crate::input::or_nearest;

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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its key.
    pub key: &'static str,
    /// What it does.
    pub about: &'static str,
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

/// A strategy that ships.
pub struct Entry<G: Game> {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Its parameters; `name:value` sets the first.
    pub parameters: &'static [Parameter],
    /// Makes it for a table, from values within their limits.
    pub build: fn(&Values, &G) -> Box<G::Strategy>,
}

/// A game whose strategies are on the shelf.
pub trait Shelf: Game {
    /// The strategies that ship, in the order of the list that users see.
    fn entries() -> Vec<Entry<Self>>;

    /// The default line-up for a number of seats within [`Game::SEATS`]: a strategy a seat, all different.
    ///
    /// # Panics
    /// May panic outside that range.
    fn lineup(seats: usize) -> Vec<&'static str>;

    /// The strategy that commits like `commits` and rerolls like `rerolls`, if the game has such a thing.
    fn cross(commits: Box<Self::Strategy>, rerolls: Box<Self::Strategy>) -> Option<Box<Self::Strategy>>;
}

/// A strategy taken from the shelf.
pub struct Chosen<G: Game> {
    /// How it was named: what the tables call it.
    pub name: String,
    /// What it is, with all parameters: the manifest keeps a hash of this.
    pub content: String,
    /// The strategy.
    pub strategy: Box<G::Strategy>,
}

/// Takes the strategy that `typed` names, built for `game`.
///
/// # Errors
/// If `typed` is not the form of a name ([`StrategyName`]), no strategy has that name, or a parameter is not
/// one of its own, is given twice or is out of its limits; or if strategies that cannot be crossed are.
pub fn find<G: Shelf>(typed: &str, game: &G) -> Result<Chosen<G>, NameError> {
    let (content, strategy) = build(&typed.parse()?, typed, game)?;
    Ok(Chosen { name: typed.to_owned(), content, strategy })
}

/// Takes all the strategies named, each name once; with them the position of each name among the different ones.
///
/// # Errors
/// As [`find`].
pub fn find_all<G: Shelf>(typed: &[String], game: &G) -> Result<(Vec<Chosen<G>>, Vec<usize>), NameError> {
    let mut chosen: Vec<Chosen<G>> = Vec::new();
    let mut lineup = Vec::with_capacity(typed.len());
    for name in typed {
        match chosen.iter().position(|known| known.name == *name) {
            Some(index) => lineup.push(index),
            None => {
                lineup.push(chosen.len());
                chosen.push(find(name, game)?);
            }
        }
    }
    Ok((chosen, lineup))
}

fn build<G: Shelf>(name: &StrategyName, typed: &str, game: &G) -> Result<(String, Box<G::Strategy>), NameError> {
    match name {
        StrategyName::One { name, parameters } => build_one(name, parameters, game),
        StrategyName::Crossed(commits, rerolls) => {
            let (commits_content, commits) = build(commits, typed, game)?;
            let (rerolls_content, rerolls) = build(rerolls, typed, game)?;
            let crossed =
                G::cross(commits, rerolls).ok_or_else(|| NameError::NotCrossed { typed: typed.to_owned() })?;
            Ok((format!("{commits_content}@{rerolls_content}"), crossed))
        }
    }
}

fn build_one<G: Shelf>(
    name: &str,
    given: &[(Option<String>, String)],
    game: &G,
) -> Result<(String, Box<G::Strategy>), NameError> {
    let entries = G::entries();
    let entry = entries.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
        NameError::Unknown { name: name.to_owned(), help: or_nearest(name, &names) }
    })?;
    let values = read_values(entry.name, entry.parameters, given)?;
    let shown = entry.parameters.iter().zip(&values).map(|(parameter, value)| match value {
        Amount::Whole(value) => format!(":{}={value}", parameter.key),
        Amount::Fraction(value) => format!(":{}={value}", parameter.key),
    });
    let content = std::iter::once(name.to_owned()).chain(shown).collect();
    Ok((content, (entry.build)(&Values(values), game)))
}

fn read_values(
    name: &str,
    parameters: &[Parameter],
    given: &[(Option<String>, String)],
) -> Result<Vec<Amount>, NameError> {
    let mut values: Vec<Option<Amount>> = vec![None; parameters.len()];
    for (key, value) in given {
        let index = match key {
            None if !parameters.is_empty() => Some(0),
            None => None,
            Some(key) => parameters.iter().position(|parameter| parameter.key == key),
        };
        let index = index.ok_or_else(|| unknown_parameter(name, key.as_deref().unwrap_or(value), parameters))?;
        let parameter = &parameters[index];
        let amount = read_amount(parameter.kind, value).ok_or_else(|| NameError::Value {
            name: name.to_owned(),
            key: parameter.key.to_owned(),
            value: value.clone(),
            limits: limits(parameter.kind),
        })?;
        if values[index].replace(amount).is_some() {
            return Err(NameError::Twice { name: name.to_owned(), key: parameter.key.to_owned() });
        }
    }
    Ok(values.iter().zip(parameters).map(|(value, parameter)| value.unwrap_or(default(parameter.kind))).collect())
}

fn unknown_parameter(name: &str, key: &str, parameters: &[Parameter]) -> NameError {
    let keys: Vec<&str> = parameters.iter().map(|parameter| parameter.key).collect();
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

impl Parameter {
    /// The parameter in a line: key, default, limits.
    pub fn describe(&self) -> String {
        let default = match default(self.kind) {
            Amount::Whole(value) => value.to_string(),
            Amount::Fraction(value) => value.to_string(),
        };
        format!("{}={default}  {} ({})", self.key, self.about, limits(self.kind))
    }
}
