//! The entrants of a tournament, from the words typed: names, files by pattern, parameter grids, and `all`.
//!
//! Owns what the words stand for, and says all that is wrong with them at once.

use crate::lab::{Chosen, Prepared};
use crate::options::axis::Axis;
use crate::record::TOURNAMENT;
use crate::strategies::StrategyError;
use crate::terminal::advice::without;
use crate::terminal::failure::{Failure, refuse};
use std::path::Path;

/// The word for every strategy that ships.
const ALL: &str = "all";
/// The most entrants that there may be.
const MOST: usize = 1000;

/// The names that the words stand for, but for `all`, and all that is wrong with the words.
pub(crate) fn expanded(words: &[String]) -> Result<Vec<String>, Failure> {
    let (mut names, mut problems) = (Vec::new(), Vec::new());
    for word in words {
        match names_of(word) {
            Ok(more) => names.extend(more),
            Err(problem) => problems.push(format!("tournament: '{word}': {problem}")),
        }
    }
    if names.len() > MOST {
        problems.push(format!("tournament: {} entrants; at most {MOST} can play", names.len()));
    }
    if problems.is_empty() { Ok(names) } else { refuse(problems.join("\n")) }
}

/// Whether a name is the word for all strategies.
pub(crate) fn is_all(name: &str) -> bool {
    name == ALL
}

/// What a word stands for: files first, then every value of every parameter.
fn names_of(word: &str) -> Result<Vec<String>, String> {
    let mut pieces = word.split(':');
    let mut names = files(pieces.next().unwrap_or_default())?;
    for piece in pieces {
        let values = values(piece)?;
        let with = |name: &String| values.iter().map(|value| format!("{name}:{value}")).collect::<Vec<_>>();
        names = names.iter().flat_map(with).collect();
        if names.len() > MOST {
            return Err(format!("the grid has more than {MOST} values"));
        }
    }
    Ok(names)
}

/// The values of a parameter, each with its key if it was typed with one.
fn values(piece: &str) -> Result<Vec<String>, String> {
    let (key, values) = piece.split_once('=').map_or((None, piece), |(key, values)| (Some(key), values));
    if !values.contains("..") && !values.contains('|') {
        return Ok(vec![piece.to_owned()]);
    }
    let axis = Axis::parse(&format!("{}={values}", key.unwrap_or("value")))?;
    Ok(axis.values.into_iter().map(|value| key.map_or(value.clone(), |key| format!("{key}={value}"))).collect())
}

/// The files that a pattern fits, in the order of their names; anything else stands for itself.
fn files(name: &str) -> Result<Vec<String>, String> {
    if !name.contains(['*', '?']) {
        return Ok(vec![name.to_owned()]);
    }
    let path = Path::new(name);
    let pattern = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(folder).map_err(|error| format!("cannot read '{}': {error}", folder.display()))?;
    let known = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut found: Vec<String> = known.filter(|name| fits(pattern.as_bytes(), name.as_bytes())).collect();
    found.sort();
    if found.is_empty() {
        return Err("no file fits the pattern".to_owned());
    }
    let is_here = path.parent().is_none_or(|folder| folder.as_os_str().is_empty());
    let whole = |name: String| if is_here { name } else { folder.join(name).display().to_string() };
    Ok(found.into_iter().map(whole).collect())
}

/// Whether a name fits a pattern, in which `*` stands for anything and `?` for a letter.
fn fits(pattern: &[u8], name: &[u8]) -> bool {
    match (pattern.split_first(), name.split_first()) {
        (None, None) => true,
        (Some((b'*', rest)), _) => fits(rest, name) || name.split_first().is_some_and(|(_, tail)| fits(pattern, tail)),
        (Some((b'?', rest)), Some((_, tail))) => fits(rest, tail),
        (Some((one, rest)), Some((other, tail))) => one == other && fits(rest, tail),
        (None, Some(_)) | (Some(_), None) => false,
    }
}

/// The entrants of these names, and what is to be said of those that `all` leaves out.
pub(crate) fn entrants(names: &[String], game: &dyn Prepared) -> Result<(Vec<Chosen>, Vec<String>), Failure> {
    let (mut chosen, mut problems, mut remarks): (Vec<Chosen>, Vec<String>, Vec<String>) = Default::default();
    for name in names.iter().filter(|name| !is_all(name)) {
        match game.find(name) {
            Ok(found) => match chosen.iter().find(|known| known.name == found.name || known.content == found.content) {
                None => chosen.push(found),
                Some(known) => problems.push(twice(known, &found)),
            },
            // A problem in a file says its own place, in lines of its own.
            Err(error @ StrategyError::Input(_)) => return Err(Failure::strategy(TOURNAMENT, error)),
            Err(error) => problems.push(format!("{TOURNAMENT}: {}", without(&error))),
        }
    }
    if names.iter().any(|name| is_all(name)) {
        for name in game.game().strategies() {
            match game.find(name) {
                Ok(found) if chosen.iter().all(|known| known.content != found.content) => chosen.push(found),
                Ok(_) => {}
                Err(error) => {
                    remarks.push(format!("note: '{name}' cannot play at this table and is left out: {error}"));
                }
            }
        }
    }
    if problems.is_empty() && chosen.len() < 2 {
        let name = chosen.first().map_or("nobody", |chosen| &chosen.name);
        problems.push(format!("tournament: {name} alone is no tournament; name two entrants or more, or `all`"));
    }
    if problems.is_empty() { Ok((chosen, remarks)) } else { refuse(problems.join("\n")) }
}

/// That two entrants are the same, or look the same.
fn twice(known: &Chosen, found: &Chosen) -> String {
    match (known.name == found.name, known.content == found.content) {
        (true, true) => format!("tournament: '{}' is named twice; name each once", found.name),
        (_, true) => format!("tournament: '{}' and '{}' are the same; name each once", known.name, found.name),
        _ => {
            let clash = StrategyError::Clash(found.name.clone(), known.typed.clone(), found.typed.clone());
            format!("tournament: {clash}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_all_their_values() {
        let names = |word: &str| names_of(word).unwrap();
        assert_eq!(names("chaser:above=10..12"), ["chaser:above=10", "chaser:above=11", "chaser:above=12"]);
        assert_eq!(names("boss:2..3"), ["boss:2", "boss:3"]);
        assert_eq!(
            names("a:p=1|2:q=0..1/2"),
            ["a:p=1:q=0", "a:p=1:q=0.5", "a:p=1:q=1", "a:p=2:q=0", "a:p=2:q=0.5", "a:p=2:q=1"]
        );
        assert_eq!(names("chaser:above=9"), ["chaser:above=9"]);
        assert!(names_of("chaser:above=16..10").unwrap_err().contains("empty"));
    }

    #[test]
    fn patterns_fit_as_in_a_shell() {
        let cases =
            [("*.toml", "a.toml", true), ("*.toml", "a.rhai", false), ("a?c*", "abcd", true), ("a?c", "ac", false)];
        for (pattern, name, expected) in cases {
            assert_eq!(fits(pattern.as_bytes(), name.as_bytes()), expected, "{pattern} {name}");
        }
    }
}
