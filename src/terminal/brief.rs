//! How much a message repeats of what somebody typed or wrote into a file.
//!
//! Owns the limits. A line of a file may have a mebibyte, and a name too; a message with all of it helps nobody. Everything
//! that standard error says is cut here, and of a long line only what is around the place of a problem is drawn.

use codespan_reporting::files::{Error, Files};
use std::borrow::Cow;
use std::ops::Range;

/// A line of a message up to this length is left as it is, in characters.
const LINE: usize = 2_000;
/// What is left of a text in quotes in a longer line: from its beginning, and from its end.
const QUOTED: [usize; 2] = [80, 20];
/// What is left of such a line if it is still too long.
const KEPT: [usize; 2] = [1_500, 400];
/// The most lines of a message.
const LINES: usize = 2_000;
/// A line of a file up to this length is drawn as a whole, in bytes.
const DRAWN: usize = 400;
/// What is drawn of a longer one before and after the beginning of the place, in bytes.
const AROUND: usize = 80;

/// The message without most of a long text that it quotes, and of a long line or list. A command is left whole: it is there to
/// be copied.
pub(crate) fn brief(text: &str) -> Cow<'_, str> {
    let is_command = |line: &str| line.starts_with("  analyze ");
    let is_long = |line: &str| line.len() > LINE && line.chars().count() > LINE && !is_command(line);
    let lines = text.lines().count();
    if lines <= LINES && !text.lines().any(is_long) {
        return text.into();
    }
    let shown = |line| if is_long(line) { short_line(line) } else { line.to_owned() };
    let mut shown: Vec<String> = text.lines().take(LINES).map(shown).collect();
    if lines > LINES {
        shown.push(format!("… and {} more lines", lines - LINES));
    }
    shown.join("\n").into()
}

fn short_line(line: &str) -> String {
    let piece = |(at, piece): (usize, &str)| if at % 2 == 1 { cut(piece, QUOTED) } else { piece.to_owned() };
    let pieces: Vec<String> = line.split('\'').enumerate().map(piece).collect();
    let line = pieces.join("'");
    if line.chars().count() > LINE { cut(&line, KEPT) } else { line }
}

/// The beginning and the end of a text, and how much is left out between them, if that makes it shorter.
fn cut(text: &str, [start, end]: [usize; 2]) -> String {
    let all = text.chars().count();
    if all <= 2 * (start + end) {
        return text.to_owned();
    }
    let first: String = text.chars().take(start).collect();
    let last: String = text.chars().skip(all - end).collect();
    format!("{first} … ({} characters left out) … {last}", all - start - end)
}

/// A piece of a long line, which says of itself where in its file it is.
pub(crate) struct Excerpt<'t> {
    name: &'t str,
    text: &'t str,
    /// The number of its line, from 1.
    line: usize,
    /// How many characters of the line come before it.
    before: usize,
    /// The place of the problem in it.
    pub place: Range<usize>,
}

impl<'t> Excerpt<'t> {
    /// The surroundings of a place in a file of this name; `None` if its line is short enough to be drawn.
    pub(crate) fn of(name: &'t str, text: &'t str, place: &Range<usize>) -> Option<Excerpt<'t>> {
        let boundary = |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let start = boundary(place.start);
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        if end - line <= DRAWN {
            return None;
        }
        let from = boundary(start.saturating_sub(AROUND)).max(line);
        let to = boundary(start + AROUND).min(end);
        let stop = boundary(place.end).clamp(start, to);
        Some(Excerpt {
            name,
            text: &text[from..to],
            line: text[..line].matches('\n').count() + 1,
            before: text[line..from].chars().count(),
            place: start - from..stop - from,
        })
    }
}

impl<'a> Files<'a> for Excerpt<'_> {
    type FileId = ();
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(self.name)
    }

    fn source(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(self.text)
    }

    fn line_index(&'a self, (): (), _: usize) -> Result<usize, Error> {
        Ok(0)
    }

    fn line_number(&'a self, (): (), _: usize) -> Result<usize, Error> {
        Ok(self.line)
    }

    fn column_number(&'a self, (): (), _: usize, byte: usize) -> Result<usize, Error> {
        Ok(self.before + self.text.get(..byte).map_or(0, |before| before.chars().count()) + 1)
    }

    fn line_range(&'a self, (): (), _: usize) -> Result<Range<usize>, Error> {
        Ok(0..self.text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_in_a_message_is_cut_and_the_rest_of_it_stays() {
        let name = "é".repeat(5_000_000);
        let told = brief(&format!("error: unknown strategy '{name}' (did you mean 'boss'?)")).into_owned();
        let [start, end] = ["é".repeat(80), "é".repeat(20)];
        let expected =
            format!("error: unknown strategy '{start} … (4999900 characters left out) … {end}' (did you mean 'boss'?)");
        assert_eq!(told, expected);
        let told = brief(&format!("first\n{}", "b ".repeat(3_000))).into_owned();
        assert!(told.starts_with("first\nb b ") && told.contains("(4100 characters left out)"), "{told}");
        assert_eq!(brief(&"line\n".repeat(3_000)).lines().last(), Some("… and 1000 more lines"));
        let command = format!("to go on:\n  analyze compare {}", "chaser ".repeat(400));
        assert_eq!(brief(&command), command);
        let usual = format!("error: '{}'\nmore", "a".repeat(1_500));
        assert_eq!(brief(&usual), usual);
    }

    #[test]
    fn of_a_long_line_the_surroundings_of_the_place_are_drawn_with_its_line_and_column() {
        let text = format!("first\n{}wrong{}\nlast", "é".repeat(1_000), "x".repeat(1_000_000));
        let place = 6 + 2_000..6 + 2_005;
        let excerpt = Excerpt::of("mine.toml", &text, &place).unwrap();
        assert_eq!(&excerpt.text[excerpt.place.clone()], "wrong");
        let at = (excerpt.line, excerpt.column_number((), 0, excerpt.place.start).unwrap());
        assert_eq!((at, excerpt.text.len()), ((2, 1_001), 160));
        assert!(Excerpt::of("mine.toml", &text, &(0..5)).is_none(), "a short line is drawn whole");
        // A place that ends far beyond, and one that lies beyond the text.
        assert_eq!(Excerpt::of("mine.toml", &text, &(2_006..900_000)).unwrap().place.len(), 80);
        assert!(Excerpt::of("mine.toml", "short", &(9..12)).is_none());
    }
}
