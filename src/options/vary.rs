//! `--vary KEY=VALUES`: a key and its values, and the combinations of several.
//!
//! Owns how they are typed, which keys there are, and what a value changes of the options of a table. What is done with
//! the combinations is for others.

use super::TableArgs;
use super::axis::{Axis, MAX_COMBINATIONS, several};
use super::settings;
use crate::input::or_nearest;
use crate::lab::GameRef;
use crate::strategies::{StrategyName, change_each};
use crate::terminal::carets::carets;
use crate::terminal::failure::{Failure, refuse};
use crate::terminal::numbers::{grouped, whole};
use std::path::PathBuf;

/// The options of a table that can be varied.
const OPTIONS: [&str; 7] = ["players", "bots", "edition", "deck", "rules", "seating", "seed"];

/// Whether an option of this name can be varied.
pub(crate) fn can_vary(option: &str) -> bool {
    OPTIONS.contains(&option)
}

/// A combination: a value of each key, and the options of the table that they make.
#[derive(Clone, Debug)]
pub(crate) struct Combination {
    /// In the order of the keys.
    pub values: Vec<String>,
    pub table: TableArgs,
}

/// All combinations, the last key changing first.
pub(crate) fn combinations(game: GameRef, table: &TableArgs, axes: &[Axis]) -> Result<Vec<Combination>, Failure> {
    let all = axes.iter().try_fold(1usize, |all, axis| all.checked_mul(axis.values.len())).unwrap_or(usize::MAX);
    if all > MAX_COMBINATIONS {
        let (all, most) = (grouped(all as u64), grouped(MAX_COMBINATIONS as u64));
        return refuse(format!("--vary: {all} combinations; at most {most} can be played"));
    }
    let keys = keys(game, table, axes)?;
    let mut combinations = Vec::with_capacity(all);
    for number in 0..all {
        let mut rest = number;
        let mut values: Vec<String> = Vec::with_capacity(axes.len());
        for axis in axes.iter().rev() {
            values.insert(0, axis.values[rest % axis.values.len()].clone());
            rest /= axis.values.len();
        }
        let table =
            changed(game, table, (axes, &keys), &values).map_err(|error| in_combination(error, axes, &values))?;
        combinations.push(Combination { values, table });
    }
    Ok(combinations)
}

/// That the error is of this combination.
pub(crate) fn in_combination(error: Failure, axes: &[Axis], values: &[String]) -> Failure {
    let named: Vec<String> = axes.iter().zip(values).map(|(axis, value)| format!("{}={value}", axis.key)).collect();
    let place = format!("--vary: in the combination {}", named.join(", "));
    let meant = axes.iter().zip(values).find_map(|(axis, value)| Some(format!("{}={}", axis.key, several(value)?)));
    let meant = meant.map_or_else(String::new, |meant| format!("\nto vary it over these values, write {meant}"));
    match error {
        Failure::Usage(text) => Failure::Usage(format!("{place}: {text}{meant}")),
        Failure::Input(bad) => Failure::Unparsed(format!("error: {place}\n{}{meant}", carets(&bad).trim_end())),
        Failure::Fault(text) => Failure::Fault(format!("{place}: {text}")),
        error => error,
    }
}

/// What a key changes.
enum Key {
    /// An option of the table.
    Option,
    /// A rule, or a field of a card.
    Rule,
    /// A parameter of a strategy: the name of the strategy, and the key of the parameter.
    Parameter(String, String),
}

/// What each key changes.
fn keys(game: GameRef, table: &TableArgs, axes: &[Axis]) -> Result<Vec<Key>, Failure> {
    let rules = rule_keys(game);
    let mut keys = Vec::with_capacity(axes.len());
    for (at, Axis { key, .. }) in axes.iter().enumerate() {
        if axes[..at].iter().any(|other| other.key == *key) {
            return refuse(format!("--vary: the key '{key}' is varied twice; name all of its values at once"));
        }
        if is_given(table, key) {
            return refuse(format!("--vary: '{key}' is varied and given as an option too; leave one of them out"));
        }
        keys.push(key_of(game, table, key, &rules)?);
    }
    Ok(keys)
}

/// Whether the option or the rule of this name was typed; a seed always is one.
fn is_given(table: &TableArgs, key: &str) -> bool {
    match key {
        "players" => table.players.is_some(),
        "bots" => table.bots.is_some(),
        "edition" => table.rules.edition.is_some(),
        "deck" => table.rules.deck.is_some(),
        "rules" => table.rules.rules.is_some(),
        key => table.rules.options.iter().any(|(given, _)| given == key),
    }
}

fn key_of(game: GameRef, table: &TableArgs, key: &str, rules: &[String]) -> Result<Key, Failure> {
    if OPTIONS.contains(&key) {
        return Ok(Key::Option);
    }
    let start = key.split('.').next().unwrap_or_default();
    let has_cards = game.data_keys().contains(&"card");
    if rules.iter().any(|rule| rule == key || rule.split('.').next() == Some(start)) || has_cards && start == "card" {
        return Ok(Key::Rule);
    }
    if let Some((strategy, parameter)) = key.split_once(':') {
        return refuse(format!("--vary: unknown key '{key}' (did you mean '{strategy}.{parameter}'?)"));
    }
    let Some((strategy, parameter)) = key.rsplit_once('.') else {
        let options = OPTIONS.iter().copied().filter(|option| !is_given(table, option));
        let cards = has_cards.then_some("card.ID.FIELD");
        let known: Vec<&str> = options.chain(rules.iter().map(String::as_str)).chain(cards).collect();
        let help = or_nearest(key, &known);
        return refuse(format!("--vary: unknown key '{key}' ({help}); a strategy's parameter is strategy.parameter"));
    };
    let parameters =
        game.parameters(strategy).map_err(|error| Failure::strategy(&format!("--vary: key '{key}'"), error))?;
    let known: Vec<&str> = parameters.iter().map(|parameter| &*parameter.key).collect();
    if !known.contains(&parameter) {
        let help = if known.is_empty() { "it has none".to_owned() } else { or_nearest(parameter, &known) };
        return refuse(format!("--vary: strategy '{strategy}' has no parameter '{parameter}' ({help})"));
    }
    Ok(Key::Parameter(strategy.to_owned(), parameter.to_owned()))
}

/// The keys of the rules of a game, with dots between those of tables inside tables.
fn rule_keys(game: GameRef) -> Vec<String> {
    let rules = game.rules_text(None).ok().and_then(|text| text.parse().ok()).unwrap_or_default();
    super::differences::leaves("", &rules).into_iter().map(|(key, _)| key).collect()
}

/// The options of a table with a value for each key.
fn changed(
    game: GameRef,
    table: &TableArgs,
    (axes, keys): (&[Axis], &[Key]),
    values: &[String],
) -> Result<TableArgs, Failure> {
    let mut table = table.clone();
    let mut parameters = Vec::new();
    for ((axis, key), value) in axes.iter().zip(keys).zip(values) {
        match key {
            Key::Option => set_option(&mut table, &axis.key, value)?,
            Key::Rule => table.rules.options.push((axis.key.clone(), value.clone())),
            Key::Parameter(strategy, parameter) => parameters.push((strategy, parameter, value)),
        }
    }
    // After the line-up is known.
    for (strategy, parameter, value) in parameters {
        set_parameter(game, &mut table, (strategy, parameter), value)?;
    }
    Ok(table)
}

fn set_option(table: &mut TableArgs, key: &str, value: &str) -> Result<(), Failure> {
    let number = || whole(value).map_err(|error| Failure::Usage(format!("--{key}: {error}")));
    match key {
        "players" => table.players = Some(number()?),
        "seed" => table.draws.seed = number()?,
        "bots" => table.bots = Some(value.split(',').map(|bot| bot.trim().to_owned()).collect()),
        "edition" => table.rules.edition = Some(value.to_owned()),
        "deck" => table.rules.deck = Some(PathBuf::from(value)),
        "rules" => table.rules.rules = Some(PathBuf::from(value)),
        _ => {
            let rule = crate::terminal::choices::one_of(value, &crate::engines::SeatingRule::NAMES);
            table.seating = rule.map_err(|help| Failure::Usage(format!("--seating: '{value}' ({help})")))?;
        }
    }
    Ok(())
}

/// Gives the parameter to each strategy of this name in the line-up.
fn set_parameter(
    game: GameRef,
    table: &mut TableArgs,
    (strategy, parameter): (&str, &str),
    value: &str,
) -> Result<(), Failure> {
    let bots = match table.bots.take() {
        Some(bots) => bots,
        None => {
            let players = settings::players(game, table.players, 0, "")?;
            game.lineup(players).into_iter().map(str::to_owned).collect()
        }
    };
    let mut found = false;
    let mut with_parameter = |typed: &str| match typed.parse() {
        Ok(StrategyName::One { name, .. }) if name == strategy => {
            found = true;
            format!("{typed}:{parameter}={value}")
        }
        _ => typed.to_owned(),
    };
    let changed: Vec<String> = bots.iter().map(|bot| change_each(bot, &mut with_parameter)).collect();
    if !found {
        let line_up = bots.join(", ");
        return refuse(format!("'{strategy}' is not in the line-up ({line_up}), so its {parameter} changes nothing"));
    }
    table.bots = Some(changed);
    Ok(())
}
