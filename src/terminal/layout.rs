//! How wide a summary is, and where its lines end.

use crate::report;
use crate::report::Table;
use console::Term;

/// The width where neither a terminal nor the user says one, as in a pipe.
const USUAL: usize = 80;
/// Less than this is no width that anybody reads tables at.
const LEAST: usize = 40;

/// How many characters a line of a summary may have: as COLUMNS says, or as many as the terminal shows.
fn width() -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let seen = || Term::stdout().size_checked().map(|(_, columns)| usize::from(columns));
    said.or_else(seen).unwrap_or(USUAL).max(LEAST)
}

/// A table for standard output.
pub(crate) fn table(table: &Table) -> String {
    report::to_terminal(table, width())
}

/// The table if it has room on standard output, else its essential columns.
pub(crate) fn fitting(table: &Table, essential: &[&str]) -> Table {
    if report::fits(table, width()) { table.clone() } else { table.only(essential) }
}

/// A summary with no line of words longer than standard output is wide. Tables are as they are, and so is what is indented:
/// commands to be copied.
pub(crate) fn wrapped(text: &str) -> String {
    broken(text, width())
}

fn broken(text: &str, width: usize) -> String {
    let lines = text.split('\n').map(|line| match line {
        // Columns have two spaces between them.
        line if line.chars().count() <= width || line.contains("  ") => line.to_owned(),
        line => broken_line(line, width),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A text behind a label; the lines that follow the first begin below it.
pub(crate) fn item(label: &str, text: &str) -> String {
    item_in(label, text, width())
}

fn item_in(label: &str, text: &str, width: usize) -> String {
    let indent = label.chars().count();
    let lines = broken_line(text, width.saturating_sub(indent).max(1));
    lines.lines().enumerate().fold(String::new(), |all, (at, line)| match at {
        0 => format!("{label}{line}\n"),
        _ => format!("{all}{}{line}\n", " ".repeat(indent)),
    })
}

/// A line broken between words; of an item in a list, what follows stands below its first word.
fn broken_line(line: &str, width: usize) -> String {
    let indent = if line.starts_with("- ") { "  " } else { "" };
    let (mut text, mut taken) = (String::new(), 0);
    for word in words(line) {
        let long = word.chars().count();
        if taken > 0 && taken + 1 + long > width {
            text.push('\n');
            text.push_str(indent);
            taken = indent.len();
        } else if taken > 0 {
            text.push(' ');
            taken += 1;
        }
        text.push_str(&word);
        taken += long;
    }
    text
}

/// The words of a line; an estimate with its interval is one.
fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in line.split(' ') {
        match words.last_mut() {
            Some(last) if word == "±" || last.ends_with('±') || is_open(last, word) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words
}

/// Whether the second word is part of an interval that the first begins, or its beginning behind an estimate.
fn is_open(last: &str, word: &str) -> bool {
    let is_number = |text: &str| text.ends_with(|c: char| c.is_ascii_digit());
    let inside = last.rfind('[').is_some_and(|at| !last[at..].contains(']')) && last.ends_with(',');
    inside || word.starts_with('[') && is_number(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_goes_on_below_its_first_word() {
        assert_eq!(item_in("  boss  ", "rerolls every Boss", 20), "  boss  rerolls\n        every Boss\n");
        assert_eq!(item_in("  boss  ", "rerolls", 20), "  boss  rerolls\n");
    }

    #[test]
    fn lines_break_between_words_and_not_in_estimates() {
        let text =
            "a is better: 0.021 ± 0.006 of all\n- mean: 0.5 [0.1, 0.9] of each\n  analyze compare a b --game gang";
        let narrow = broken(text, 24);
        assert_eq!(
            narrow,
            "a is better:\n0.021 ± 0.006 of all\n- mean: 0.5 [0.1, 0.9]\n  of each\n  analyze compare a b --game gang"
        );
        assert_eq!(broken(text, 80), text);
    }
}
