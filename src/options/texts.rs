//! The texts of the files that options name, which a record keeps so that its command can be repeated without them.

use super::RulesArgs;
use super::axis::Axis;
use crate::games::gang::Deck;
use crate::input::{BadInput, Source};
use crate::record::{MAX_RECORD_BYTES, Part};
use std::path::Path;

/// The files of options.
pub(crate) fn inputs(rules: &RulesArgs) -> Result<Vec<Part>, BadInput> {
    let files = [("deck", &rules.deck), ("rules", &rules.rules)];
    let files = files.into_iter().filter_map(|(name, file)| Some((name, file.as_ref()?)));
    files.map(|(name, file)| Ok(Part::new(name, text(name, file)?))).collect()
}

/// For each key the texts of its values, if they are files.
pub(crate) fn texts_of(vary: &[Axis]) -> Result<Vec<Vec<String>>, BadInput> {
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
