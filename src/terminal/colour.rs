//! What stands out on a terminal: headings, and what kind of remark it is.
//!
//! Owns which words are painted, and whether: on a terminal, unless `NO_COLOR` or `CLICOLOR=0` says otherwise, or anywhere
//! with `CLICOLOR_FORCE`. Text is painted after it has been made harmless, so no escape sequence of somebody else's gets
//! through. Files are never painted.

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

/// The words that remarks begin with, and their colours.
const KINDS: [(&str, AnsiColor); 4] = [
    ("error:", AnsiColor::Red),
    ("warning:", AnsiColor::Yellow),
    ("interrupted:", AnsiColor::Yellow),
    ("note:", AnsiColor::Cyan),
];

/// Whether this stream shows colours.
pub(crate) fn is_wanted(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

/// A summary with its heading, which ends at the first empty line, and the names of the columns in bold.
pub(crate) fn summary(text: &str) -> String {
    let heading = text.lines().take_while(|line| !line.is_empty()).count();
    let bold = Style::new().bold();
    let is_bold = |at: usize, line: &str| (at < heading || at == heading + 1) && !line.is_empty();
    let paint = |(at, line): (usize, &str)| if is_bold(at, line) { painted(bold, line) } else { line.to_owned() };
    text.split('\n').enumerate().map(paint).collect::<Vec<_>>().join("\n")
}

/// A remark with the word that says its kind painted, in every line that begins with one.
pub(crate) fn remark(text: &str) -> String {
    let paint = |line: &str| {
        let found = KINDS.iter().find_map(|(kind, colour)| Some((kind, colour, line.strip_prefix(kind)?)));
        found.map_or_else(|| line.to_owned(), |(kind, colour, rest)| painted(colour.on_default().bold(), kind) + rest)
    };
    text.split('\n').map(paint).collect::<Vec<_>>().join("\n")
}

fn painted(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}
