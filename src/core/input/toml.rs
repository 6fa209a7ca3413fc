//! Reading TOML so that all problems of a file are found at once.
//!
//! Owns typed access to tables whose values carry their place. A wrong value is recorded and answered
//! with `None`; the reader goes on. The `toml` crate does the parsing and reports every syntax error.

use super::{BadInput, Problem, Source, or_nearest};
use std::ops::{Range, RangeInclusive};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A piece of text from a file with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text, escapes resolved.
    pub value: String,
    /// Its bytes in the source, quotes included.
    pub span: Range<usize>,
}

impl Text {
    /// The place of bytes `part` of the value, exact when the value is written without escapes.
    pub fn place(&self, part: Range<usize>) -> Range<usize> {
        let quotes = self.span.len().saturating_sub(self.value.len());
        if quotes != 2 {
            return self.span.clone();
        }
        let start = self.span.start + 1;
        start + part.start..start + part.end.max(part.start + 1).min(self.value.len() + 1)
    }
}

/// A number as a file writes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Without a decimal point.
    Whole(i64),
    /// With one.
    Fraction(f64),
}

/// A parsed file.
pub struct Document<'s> {
    root: Spanned<DeTable<'s>>,
}

impl<'s> Document<'s> {
    /// Parses the text of `source`.
    ///
    /// # Errors
    /// Every syntax error, with its place.
    pub fn parse(source: &'s Source) -> Result<Document<'s>, BadInput> {
        let (root, errors) = DeTable::parse_recoverable(&source.text);
        let mut problems: Vec<Problem> = errors
            .into_iter()
            .map(|error| match error.span() {
                Some(span) => {
                    let rest = source.text.get(span.start..).unwrap_or_default();
                    of_parser(error.message(), rest, span)
                }
                None => Problem::general(error.message()),
            })
            .collect();
        if problems.is_empty() {
            hidden_signs(root.get_ref(), &mut problems);
        }
        let found = problems.is_empty().then_some(Document { root });
        BadInput::unless_empty(source, problems, found)
    }

    /// The top level of the file.
    pub fn root(&self) -> Section<'_> {
        Section { table: self.root.get_ref(), span: self.root.span() }
    }
}

/// One table of a document.
#[derive(Clone)]
pub struct Section<'t> {
    table: &'t DeTable<'t>,
    span: Range<usize>,
}

impl<'t> Section<'t> {
    /// The place of the table.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The keys in the order of the file, with their places.
    pub fn keys(&self) -> impl Iterator<Item = (&'t str, Range<usize>)> {
        self.table.keys().map(|key| (key.get_ref().as_ref(), key.span()))
    }

    /// Records every key that is not one of `known`.
    pub fn only(&self, known: &[&str], problems: &mut Vec<Problem>) {
        for (key, span) in self.keys() {
            if !known.contains(&key) {
                problems.push(Problem::at(span, format!("unknown key '{key}'")).help(or_nearest(key, known)));
            }
        }
    }

    /// Records every key that is not one of `known`; of one that belongs at the top of the file, `above`, that it stands
    /// below a heading such as `[[rule]]`, in place of that it is missing there.
    pub fn only_below(&self, heading: &str, known: &[&str], above: &[&str], problems: &mut Vec<Problem>) {
        for (key, span) in self.keys().filter(|(key, _)| !known.contains(key)) {
            if above.contains(&key) {
                problems.retain(|problem| problem.message != missing(key));
                let message = format!("'{key}' stands below {heading}, so it is taken for a part of that");
                problems
                    .push(Problem::at(span, message).help(format!("put it at the top of the file, above {heading}")));
            } else {
                problems.push(Problem::at(span, format!("unknown key '{key}'")).help(or_nearest(key, known)));
            }
        }
    }

    fn value(&self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.table.get(key)
    }

    /// The place of the value at `key`, if there is one.
    pub fn place(&self, key: &str) -> Option<Range<usize>> {
        self.value(key).map(Spanned::span)
    }

    fn missing(&self, key: &str, what: &str, problems: &mut Vec<Problem>) {
        let start = self.span.start;
        problems.push(Problem::at(start..start + 1, missing(key)).help(format!("add {key} = {what}")));
    }

    /// The text at `key`; a missing key is a problem. `what` is an example, as a file would write it.
    pub fn text(&self, key: &str, what: &str, problems: &mut Vec<Problem>) -> Option<Text> {
        if self.value(key).is_none() {
            self.missing(key, what, problems);
        }
        self.optional_text(key, what, problems)
    }

    /// The text at `key`, if the key is there; anything else than text is a problem. `what` is an example.
    pub fn optional_text(&self, key: &str, what: &str, problems: &mut Vec<Problem>) -> Option<Text> {
        typed(self.value(key)?, key, &format!("text, for example {what}"), problems, text)
    }

    /// One of the named alternatives at `key`; a missing key is a problem. A name that is a whole number may be written as one.
    pub fn choice<T: Copy>(&self, key: &str, names: &[(&str, T)], problems: &mut Vec<Problem>) -> Option<T> {
        let only: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        let digits = self.value(key).and_then(|value| match value.get_ref() {
            DeValue::Integer(whole) => Some(Text { value: whole.as_str().to_owned(), span: value.span() }),
            _ => None,
        });
        let digits = digits.filter(|_| only.iter().any(|name| name.parse::<u32>().is_ok()));
        let text = match digits {
            Some(text) => text,
            None => self.text(key, &format!("\"{}\"", only.join("\" or \"")), problems)?,
        };
        let found = names.iter().find(|(name, _)| *name == text.value).map(|(_, value)| *value);
        if found.is_none() {
            problems.push(
                Problem::at(text.span, format!("'{}' is not a value of '{key}'", text.value))
                    .help(or_nearest(&text.value, &only)),
            );
        }
        found
    }

    /// The whole number at `key`, if the key is there; another type or a number out of `range` is a problem.
    pub fn optional_integer(&self, key: &str, range: RangeInclusive<u32>, problems: &mut Vec<Problem>) -> Option<u32> {
        integer(self.value(key)?, key, &range, "", problems)
    }

    /// The whole numbers listed at `key`, or a single one as a list of one, if the key is there.
    pub fn optional_integers(
        &self,
        key: &str,
        range: RangeInclusive<u32>,
        problems: &mut Vec<Problem>,
    ) -> Option<Vec<u32>> {
        let value = self.value(key)?;
        let (items, or_several) = match list(value) {
            Some(items) => (items, ""),
            None => (std::slice::from_ref(value), ", or several such as [3, 6, 9]"),
        };
        let numbers: Vec<_> = items.iter().map(|item| integer(item, key, &range, or_several, problems)).collect();
        numbers.into_iter().collect()
    }

    /// The finite number at `key` with its place, if the key is there; anything else is a problem.
    pub fn optional_number(&self, key: &str, problems: &mut Vec<Problem>) -> Option<(Number, Range<usize>)> {
        let value = self.value(key)?;
        let number = typed(value, key, "a number", problems, |value| match value.get_ref() {
            DeValue::Integer(whole) => Some(i64::from_str_radix(whole.as_str(), whole.radix()).ok().map(Number::Whole)),
            DeValue::Float(fraction) => {
                let finite = fraction.as_str().parse().ok().filter(|number: &f64| number.is_finite());
                Some(finite.map(Number::Fraction))
            }
            _ => None,
        })?;
        if number.is_none() {
            problems.push(Problem::at(value.span(), format!("'{key}' is not a number that can be used")));
        }
        Some((number?, value.span()))
    }

    /// Whether `key` is true, if the key is there; anything else than true or false is a problem.
    pub fn optional_flag(&self, key: &str, problems: &mut Vec<Problem>) -> Option<bool> {
        typed(self.value(key)?, key, "true or false", problems, |value| match value.get_ref() {
            DeValue::Boolean(flag) => Some(*flag),
            _ => None,
        })
    }

    /// The texts listed at `key`, if the key is there; anything else than a list of texts is a problem. `what` is
    /// an example.
    pub fn optional_texts(&self, key: &str, what: &str, problems: &mut Vec<Problem>) -> Option<Vec<Text>> {
        let wanted = format!("a list of texts, for example {what}");
        let items = typed(self.value(key)?, key, &wanted, problems, list)?;
        let texts: Vec<_> = items.iter().map(|item| typed(item, key, &wanted, problems, text)).collect();
        texts.into_iter().collect()
    }

    /// Whether the value at `key` is text.
    pub fn is_text(&self, key: &str) -> bool {
        self.value(key).and_then(text).is_some()
    }

    /// Whether the value at `key` is a list.
    pub fn is_list(&self, key: &str) -> bool {
        self.value(key).and_then(list).is_some()
    }

    /// The table at `key`, if the key is there; anything else is a problem.
    pub fn optional_section(&self, key: &str, problems: &mut Vec<Problem>) -> Option<Section<'t>> {
        typed(self.value(key)?, key, "a table", problems, table)
    }

    /// The tables of the list at `key` (`[[key]]`), none if the key is missing; anything else is a problem.
    pub fn sections(&self, key: &str, problems: &mut Vec<Problem>) -> Vec<Section<'t>> {
        let tables = |value| typed(value, key, &format!("tables, each under [[{key}]]"), problems, list);
        let items = self.value(key).and_then(tables).unwrap_or_default();
        let wanted = format!("a table under [[{key}]]");
        items.iter().filter_map(|item| typed(item, key, &wanted, problems, table)).collect()
    }
}

type Value<'t> = Spanned<DeValue<'t>>;

/// That a key is not there.
fn missing(key: &str) -> String {
    format!("the key '{key}' is missing here")
}

/// The digits of a number that is written as a text: in quotes, or in words.
fn in_digits(text: &str) -> Option<String> {
    const NUMBERS: [&str; 11] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let number = NUMBERS.iter().position(|number| *number == text.trim().to_lowercase());
    number.or_else(|| text.trim().parse().ok()).map(|number| number.to_string())
}

/// An error of the parser, where it can be told what was meant: a word without quotes, a list without brackets.
fn of_parser(message: &str, rest: &str, span: Range<usize>) -> Problem {
    let word = rest.get(..span.len()).unwrap_or_default();
    let is_word = ["string values must be quoted", "invalid boolean"].iter().any(|start| message.starts_with(start));
    if is_word && !word.is_empty() {
        let problem = Problem::at(span, "this is neither a number nor true or false, nor a text in quotes");
        return problem.help(match in_digits(word) {
            Some(number) => format!("a number is written in digits: {number}"),
            None => format!("put a text in quotes: \"{word}\""),
        });
    }
    let problem = Problem::at(span, message);
    if message.starts_with("unexpected key or value") && rest.trim_start().starts_with(',') {
        return problem.help("a list stands in brackets: [6, 3]");
    }
    problem
}

/// Whether a terminal or a page would not show this sign, but do something: control characters, and those that change the
/// direction of writing (Unicode Standard Annex #9, table 4).
fn is_hidden(c: char) -> bool {
    let is_layout = matches!(c, '\n' | '\r' | '\t');
    c.is_control() && !is_layout || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Records each text and key of a table that has a hidden sign.
fn hidden_signs(table: &DeTable<'_>, problems: &mut Vec<Problem>) {
    for (key, value) in table {
        hidden_sign(key.get_ref(), key.span(), problems);
        hidden_signs_of(value, problems);
    }
}

fn hidden_signs_of(value: &Value<'_>, problems: &mut Vec<Problem>) {
    match value.get_ref() {
        DeValue::String(text) => hidden_sign(text, value.span(), problems),
        DeValue::Array(items) => items.iter().for_each(|item| hidden_signs_of(item, problems)),
        DeValue::Table(table) => hidden_signs(table, problems),
        _ => {}
    }
}

fn hidden_sign(text: &str, span: Range<usize>, problems: &mut Vec<Problem>) {
    if let Some(sign) = text.chars().find(|&c| is_hidden(c)) {
        let message = format!("this has the sign U+{:04X}, which nobody sees", u32::from(sign));
        problems.push(Problem::at(span, message).help("leave it out"));
    }
}

fn text(value: &Value<'_>) -> Option<Text> {
    let text = value.get_ref().as_str()?;
    Some(Text { value: text.to_owned(), span: value.span() })
}

fn list<'t>(value: &'t Value<'t>) -> Option<&'t [Value<'t>]> {
    value.get_ref().as_array().map(|items| &**items)
}

fn table<'t>(value: &'t Value<'t>) -> Option<Section<'t>> {
    value.get_ref().as_table().map(|table| Section { table, span: value.span() })
}

/// What `read` makes of the value at `key`; if that is nothing, a problem says what is `wanted`.
fn typed<'t, T>(
    value: &'t Value<'t>,
    key: &str,
    wanted: &str,
    problems: &mut Vec<Problem>,
    read: impl FnOnce(&'t Value<'t>) -> Option<T>,
) -> Option<T> {
    let found = read(value);
    if found.is_none() {
        let what = match value.get_ref() {
            DeValue::String(_) => "text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a fraction",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        problems.push(Problem::at(value.span(), format!("'{key}' is {what}, but must be {wanted}")));
    }
    found
}

fn integer<'t>(
    value: &'t Value<'t>,
    key: &str,
    range: &RangeInclusive<u32>,
    or_several: &str,
    problems: &mut Vec<Problem>,
) -> Option<u32> {
    let wanted = format!("a whole number from {} to {}{or_several}", range.start(), range.end());
    let number = typed(value, key, &wanted, problems, |value| value.get_ref().as_integer());
    if let (None, Some(text), Some(problem)) = (number, value.get_ref().as_str(), problems.last_mut()) {
        problem.help = in_digits(text).map(|digits| format!("write {digits}"));
    }
    let number = number?;
    let parsed = i128::from_str_radix(number.as_str(), number.radix()).ok().and_then(|n| u32::try_from(n).ok());
    let found = parsed.filter(|n| range.contains(n));
    if found.is_none() {
        problems.push(Problem::at(value.span(), format!("'{key}' is {number}, but must be {wanted}")));
    }
    found
}

/// A source `key = value` for an option typed as `key=value`: the value as TOML if it reads as such, or as a list if it
/// does so in brackets, else as text.
pub fn one_value(option: &str, key: &str, value: &str) -> Source {
    let source = |value: &str| Source::new(format!("{option} {key}={value}"), format!("{key} = {value}"));
    let list = value.contains(',').then(|| source(&format!("[{value}]")));
    let read = std::iter::once(source(value)).chain(list).find(|source| Document::parse(source).is_ok());
    read.unwrap_or_else(|| Source { name: source(value).name, ..source(&quoted(value)) })
}

/// A text as a file has it.
pub fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
