//! What the record of a sweep, and of what is tuned, keeps of its command, so that `repeat` can make the command again.

use super::args::{RulesArgs, TableArgs};
use super::axis::Axis;
use crate::games::gang::Deck;
use crate::input::{BadInput, Source};
use crate::record::{MAX_RECORD_BYTES, Part};
use crate::strategies::names_file;
use std::path::Path;

/// What a sweep keeps of its command beside what is in its first combination.
pub(super) struct Kept {
    /// Options by name and value.
    pub options: Vec<(String, String)>,
    /// The files that options named: the option, and the text.
    pub inputs: Vec<Part>,
    /// For each key the texts of its values, if they are files.
    pub texts: Vec<Vec<String>>,
}

impl Kept {
    /// What is to be kept of a sweep of tables typed like this, of this game and engine, of which the line-up that was typed
    /// has these names.
    pub(super) fn new(
        (table, vary): (&TableArgs, &[Axis]),
        runs: Option<u64>,
        (game, engine): (&str, String),
        lineup: &[String],
    ) -> Result<Kept, BadInput> {
        let varies = |key: &str| vary.iter().any(|axis| axis.key == key);
        let rules = &table.rules;
        let mut options = vec![("game".to_owned(), game.to_owned()), ("engine".to_owned(), engine)];
        let mut keep = |name: &str, value: Option<String>| {
            options.extend(value.filter(|_| !varies(name)).map(|value| (name.to_owned(), value)));
        };
        keep("runs", runs.map(|runs| runs.to_string()));
        keep("players", table.players.map(|players| players.to_string()));
        keep("bots", table.bots.as_ref().map(|bots| without_files(bots, lineup)));
        keep("seed", Some(table.seed.to_string()));
        keep("seating", Some(table.seating.to_string()));
        keep("edition", rules.edition.clone());
        rules.options.iter().for_each(|(key, value)| keep("rule", Some(format!("{key}={value}"))));
        Ok(Kept { options, inputs: inputs(rules)?, texts: texts_of(vary)? })
    }
}

/// The strategies as they were typed, those of files by their names: a varied parameter is not among what was typed.
fn without_files(bots: &[String], lineup: &[String]) -> String {
    let names = bots.iter().zip(lineup).map(|(typed, name)| by_name(typed, name));
    names.collect::<Vec<_>>().join(",")
}

/// How a strategy is named in options that are kept: a file by the name inside it.
pub(super) fn by_name<'n>(typed: &'n str, name: &'n str) -> &'n str {
    if names_file(typed) { name } else { typed }
}

/// The files of options.
pub(super) fn inputs(rules: &RulesArgs) -> Result<Vec<Part>, BadInput> {
    let files = [("deck", &rules.deck), ("rules", &rules.rules)];
    let files = files.into_iter().filter_map(|(name, file)| Some((name, file.as_ref()?)));
    files.map(|(name, file)| Ok(Part::new(name, text(name, file)?))).collect()
}

/// For each key the texts of its values, if they are files.
pub(super) fn texts_of(vary: &[Axis]) -> Result<Vec<Vec<String>>, BadInput> {
    let texts = vary.iter().map(texts).collect::<Result<Vec<_>, _>>()?;
    refuse_long(texts.iter().flatten().map(String::as_str))?;
    Ok(texts)
}

/// The texts of values that are files.
fn texts(axis: &Axis) -> Result<Vec<String>, BadInput> {
    if !["deck", "rules"].contains(&&*axis.key) {
        return Ok(Vec::new());
    }
    axis.values.iter().map(|value| text(&axis.key, Path::new(value))).collect()
}

/// Refuses texts of which a `run.json` would be longer than is read again.
fn refuse_long<'t>(texts: impl Iterator<Item = &'t str>) -> Result<(), BadInput> {
    /// What is left of a record for all else: many times what that takes.
    const MOST: u64 = MAX_RECORD_BYTES / 16 * 15;
    let bytes: u64 = texts.map(|text| serde_json::to_string(text).map_or(0, |json| json.len() as u64)).sum();
    if bytes <= MOST {
        return Ok(());
    }
    let problem = format!(
        "its files take {bytes} bytes in run.json; at most {MOST} can be kept there (vary fewer files at once)"
    );
    Err(BadInput::general("--vary", problem))
}

/// The text of the file that an option names, or of the deck that ships.
fn text(option: &str, named: &Path) -> Result<String, BadInput> {
    let source = if option == "deck" { Deck::source(named)? } else { Source::read(named)? };
    Ok(source.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 265 decks of 1 MiB made a record that nothing could read, and the folder was removed with it.
    #[test]
    fn files_that_no_record_can_hold_are_refused_before_the_games() {
        let deck = "x".repeat(1 << 20);
        let vary = |decks: usize| refuse_long(std::iter::repeat_n(&*deck, decks));
        assert!(vary(239).is_ok());
        let told = vary(265).unwrap_err().to_string();
        assert!(told.contains("277873170 bytes") && told.contains("at most 251658240"), "{told}");
    }
}
