//! The pieces of a text that says what happens, such as `sum == 1 -> lose` or `total += sum, roll`.
//!
//! Owns where such a text is cut: at `->`, `,`, `=`, and words that stand outside parentheses and quotes. The pieces are
//! formulas, names and steps.

use std::ops::Range;

/// The places of `sign` in a part of a text, outside parentheses and quotes.
fn places<'t>(text: &'t str, part: &Range<usize>, sign: &'t str) -> Vec<usize> {
    let (mut depth, mut is_quoted, mut found) = (0i32, false, Vec::new());
    for (at, byte) in text.bytes().enumerate().take(part.end).skip(part.start) {
        match byte {
            b'\'' => is_quoted = !is_quoted,
            b'(' if !is_quoted => depth += 1,
            b')' if !is_quoted => depth -= 1,
            _ => {}
        }
        // Nothing is cut within a sign of several bytes.
        if !is_quoted && depth <= 0 && text.is_char_boundary(at) && text[at..part.end].starts_with(sign) {
            found.push(at);
        }
    }
    found
}

/// The part without blanks around it.
pub(crate) fn trimmed(text: &str, part: Range<usize>) -> Range<usize> {
    let inside = &text[part.clone()];
    let start = part.start + (inside.len() - inside.trim_start().len());
    start..(part.start + inside.trim_end().len()).max(start)
}

/// The part before the first `sign` and that after it.
pub(crate) fn cut(text: &str, part: Range<usize>, sign: &str) -> Option<(Range<usize>, Range<usize>)> {
    let at = *places(text, &part, sign).first()?;
    Some((trimmed(text, part.start..at), trimmed(text, at + sign.len()..part.end)))
}

/// The pieces between commas.
pub(crate) fn listed(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let mut start = part.start;
    let mut pieces = Vec::new();
    for at in places(text, &part, ",") {
        pieces.push(trimmed(text, start..at));
        start = at + 1;
    }
    pieces.push(trimmed(text, start..part.end));
    pieces
}

/// How a piece sets something: what, with which sign before `=`, and to which formula.
pub(crate) fn assignment(text: &str, part: Range<usize>) -> Option<(Range<usize>, Option<char>, Range<usize>)> {
    let equals = places(text, &part, "=").into_iter().find(|&at| {
        let before = text[part.start..at].chars().next_back();
        !matches!(before, Some('<' | '>' | '!' | '=')) && !text[at + 1..part.end].starts_with('=')
    })?;
    let sign = text[part.start..equals].chars().next_back().filter(|c| matches!(c, '+' | '-'));
    let name = trimmed(text, part.start..equals - usize::from(sign.is_some()));
    Some((name, sign, trimmed(text, equals + 1..part.end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_outside_parentheses_and_quotes() {
        let text = "max(a, b) >= 2 and has('1 -> 2') -> total += min(a, 3), x = y == 2, roll";
        let (when, rest) = cut(text, 0..text.len(), "->").unwrap();
        assert_eq!(&text[when], "max(a, b) >= 2 and has('1 -> 2')");
        let pieces: Vec<&str> = listed(text, rest.clone()).into_iter().map(|piece| &text[piece]).collect();
        assert_eq!(pieces, ["total += min(a, 3)", "x = y == 2", "roll"]);
        let sets = listed(text, rest).into_iter().map(|piece| assignment(text, piece));
        let sets: Vec<_> = sets.flatten().map(|(name, sign, value)| (&text[name], sign, &text[value])).collect();
        assert_eq!(sets, [("total", Some('+'), "min(a, 3)"), ("x", None, "y == 2")]);
        assert_eq!(assignment("a <= b", 0..6), None);
    }
}
