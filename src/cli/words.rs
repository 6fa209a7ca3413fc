//! `analyze show words`: everything that a strategy of a game can see or ask, from the game's declaration.

use crate::games::declaration::{Declared, Known, Memory, Observable, Read};

/// The table of a game's declaration, as `strategies/README.md` has it.
pub(super) fn table<G: Declared>() -> String {
    let heading = ["word", "is", "unit", "answers", "can be used in", "remembered"].map(str::to_owned);
    let rows: Vec<[String; 6]> = std::iter::once(heading).chain(G::OBSERVABLES.iter().map(row)).collect();
    let widths: [usize; 6] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    let line = |row: &[String; 6]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("| {cell:<width$} "));
        cells.collect::<String>() + "|\n"
    };
    let rule: String = widths.map(|width| format!("|{}", "-".repeat(width + 2))).concat() + "|\n";
    let mut lines = rows.iter().map(line);
    lines.next().into_iter().chain([rule]).chain(lines).collect()
}

fn row<G: Declared>(entry: &Observable<G>) -> [String; 6] {
    let word = match &entry.read {
        Read::Of(several) => format!("`{}[{}]`", entry.name, several.first.0),
        _ => format!("`{}`", entry.name),
    };
    let answers = match &entry.read {
        Read::Number(_) | Read::Of(_) => entry.range.to_string(),
        Read::Fact(_) => "yes, no".to_owned(),
        Read::Value(_, parts) => parts.join(", "),
    };
    let languages = match (entry.is_for_files(), entry.is_for_scripts()) {
        (true, true) => "files, scripts",
        (true, false) => "files",
        (false, _) => "scripts",
    };
    let known = match entry.known {
        Known::Always => "",
        Known::Committed => ", once dice are committed",
        Known::InDuel => ", in a duel",
    };
    let remembered = match (&entry.read, entry.memory) {
        (Read::Fact(_), Memory::Answer | Memory::Slots(_)) => "as yes or no".to_owned(),
        (_, memory) => memory.to_string(),
    };
    let meaning = entry.meaning.replace('|', "\\|");
    [word, meaning, entry.unit.to_string(), answers, format!("{languages}{known}"), remembered]
}
