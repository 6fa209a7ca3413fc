//! What somebody meant whose strategy is none.

use crate::input::file_meant;
use crate::registry::{game, games};
use crate::strategies::{StrategyError, is_file};
use std::path::Path;

/// What is said of a strategy that cannot be had: where one of another game or a file was meant, that.
pub(crate) fn without(error: &StrategyError) -> String {
    let StrategyError::Unknown(name, _) = error else { return error.to_string() };
    let homes: Vec<&str> =
        games().iter().filter(|game| game.strategies().contains(&&**name)).map(|game| game.name()).collect();
    let meant = if name.contains(',') {
        let names: Vec<&str> = name.split(',').filter(|name| !name.is_empty()).collect();
        format!("strategies are parted by blanks here, not by commas: {}", names.join(" "))
    } else if let Some(meant) = with_colon(name) {
        format!("did you mean '{meant}'?")
    } else if !homes.is_empty() {
        let options: Vec<String> = homes.iter().map(|game| format!("--game {game}")).collect();
        format!("it is one of {}: {}", homes.join(" and "), options.join(" or "))
    } else if let Some(file) = file_meant(Path::new(name)).filter(|file| is_file(file)) {
        format!("did you mean the file '{file}'?")
    } else if let Some(file) = cut_off(name) {
        format!("the name of a strategy file cannot have ',', ':' or '@' in it: give '{file}' another name")
    } else if Path::new(name).is_file() {
        "that is a file, but strategies are files that end in .toml or .rhai".to_owned()
    } else if game(name).is_some() {
        format!("that is a game: --game {name}")
    } else {
        return error.to_string();
    };
    format!("unknown strategy '{name}' ({meant})")
}

/// A strategy file of which a name is the part before a character that parts names, in the folder that the name leads to.
fn cut_off(name: &str) -> Option<String> {
    let path = Path::new(name);
    let start = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names = std::fs::read_dir(folder).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut found: Vec<String> = names
        .filter(|own| is_file(own) && own.strip_prefix(start).is_some_and(|rest| rest.starts_with([',', ':', '@'])))
        .collect();
    found.sort();
    found.into_iter().next()
}

/// A strategy with its parameter as it is typed, of one typed as `chaser=10` or `chaser(10)`.
fn with_colon(name: &str) -> Option<String> {
    let (base, value) = name.split_once(['=', '('])?;
    let meant = format!("{base}:{}", value.trim_end_matches(')'));
    games().iter().any(|game| game.has(&meant)).then_some(meant)
}
