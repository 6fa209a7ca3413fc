//! A part of a game's file, written by its author or made by a preset, read the same way.
//!
//! What a preset makes has no place in the file. Its problems and its faults are placed where the preset is asked for.

use analyze_core::input::{Number, Problem, Section, Text};
use std::ops::{Range, RangeInclusive};

/// A table of the file, or of what a preset makes.
#[derive(Clone)]
pub(crate) struct Part<'t> {
    section: Section<'t>,
    /// Where the preset is asked for that made this.
    home: Option<Range<usize>>,
}

impl<'t> Part<'t> {
    pub(crate) fn new(section: Section<'t>, home: Option<Range<usize>>) -> Part<'t> {
        Part { section, home }
    }

    /// Whether a preset made it.
    pub(crate) fn is_made(&self) -> bool {
        self.home.is_some()
    }

    /// A place in the file.
    fn at(&self, span: Range<usize>) -> Range<usize> {
        self.home.clone().unwrap_or(span)
    }

    /// What `read` makes of the section; its problems are placed in the file.
    fn placed<T>(&self, problems: &mut Vec<Problem>, read: impl FnOnce(&Section<'t>, &mut Vec<Problem>) -> T) -> T {
        let before = problems.len();
        let found = read(&self.section, problems);
        for problem in &mut problems[before..] {
            problem.span = problem.span.take().map(|span| self.at(span));
        }
        found
    }

    /// Where it stands.
    pub(crate) fn span(&self) -> Range<usize> {
        self.at(self.section.span())
    }

    /// Where it begins, to say what is missing.
    pub(crate) fn start(&self) -> Range<usize> {
        let start = self.span().start;
        start..start + 1
    }

    /// The keys with their places, in the order of the file.
    pub(crate) fn keys(&self) -> Vec<(&'t str, Range<usize>)> {
        let mut keys: Vec<_> = self.section.keys().collect();
        keys.sort_by_key(|(_, span)| span.start);
        keys.into_iter().map(|(key, span)| (key, self.at(span))).collect()
    }

    /// Where a key stands among the others.
    pub(crate) fn order(&self, key: &str) -> Option<usize> {
        self.section.keys().find(|(other, _)| *other == key).map(|(_, span)| span.start)
    }

    /// Whether there is such a key.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.section.place(key).is_some()
    }

    /// Where the value at a key stands, or else where the part begins.
    pub(crate) fn place(&self, key: &str) -> Range<usize> {
        self.section.place(key).map_or_else(|| self.start(), |span| self.at(span))
    }

    pub(crate) fn only(&self, known: &[&str], problems: &mut Vec<Problem>) {
        self.placed(problems, |section, problems| section.only(known, problems));
    }

    fn text_in_file(&self, text: Text) -> Text {
        Text { span: self.at(text.span), value: text.value }
    }

    /// A text that must be there; `what` is an example.
    pub(crate) fn needed(&self, key: &str, what: &str, problems: &mut Vec<Problem>) -> Option<Text> {
        self.placed(problems, |section, problems| section.text(key, what, problems)).map(|text| self.text_in_file(text))
    }

    /// A text that may be there; `what` is an example.
    pub(crate) fn text(&self, key: &str, what: &str, problems: &mut Vec<Problem>) -> Option<Text> {
        let text = self.placed(problems, |section, problems| section.optional_text(key, what, problems));
        text.map(|text| self.text_in_file(text))
    }

    /// One text or a list of texts.
    pub(crate) fn texts(&self, key: &str, what: &str, problems: &mut Vec<Problem>) -> Option<Vec<Text>> {
        if !self.has(key) {
            return None;
        }
        if self.section.is_text(key) {
            return Some(self.text(key, what, problems).into_iter().collect());
        }
        let texts = self.placed(problems, |section, problems| section.optional_texts(key, what, problems))?;
        Some(texts.into_iter().map(|text| self.text_in_file(text)).collect())
    }

    /// A formula: a text, or a whole number.
    pub(crate) fn formula(&self, key: &str, what: &str, problems: &mut Vec<Problem>) -> Option<Text> {
        if !self.has(key) || self.section.is_text(key) {
            return self.text(key, what, problems);
        }
        let number = self.placed(problems, |section, problems| section.optional_number(key, problems));
        match number? {
            (Number::Whole(number), span) => Some(Text { value: number.to_string(), span: self.at(span) }),
            (Number::Fraction(_), span) => {
                problems.push(Problem::at(self.at(span), format!("'{key}' is a fraction, but all numbers are whole")));
                None
            }
        }
    }

    pub(crate) fn whole(&self, key: &str, range: RangeInclusive<u32>, problems: &mut Vec<Problem>) -> Option<u32> {
        self.placed(problems, |section, problems| section.optional_integer(key, range, problems))
    }

    /// The whole numbers of a list.
    pub(crate) fn wholes(
        &self,
        key: &str,
        range: RangeInclusive<u32>,
        problems: &mut Vec<Problem>,
    ) -> Option<Vec<u32>> {
        self.placed(problems, |section, problems| section.optional_integers(key, range, problems))
    }

    /// Whether the value at a key is text.
    pub(crate) fn is_text(&self, key: &str) -> bool {
        self.section.is_text(key)
    }

    /// Whether the value at a key is a table.
    pub(crate) fn is_part(&self, key: &str) -> bool {
        self.section.optional_section(key, &mut Vec::new()).is_some()
    }

    /// The table at a key.
    pub(crate) fn part(&self, key: &str, problems: &mut Vec<Problem>) -> Option<Part<'t>> {
        let section = self.placed(problems, |section, problems| section.optional_section(key, problems));
        section.map(|section| Part { section, home: self.home.clone() })
    }

    /// The tables of a list.
    pub(crate) fn parts(&self, key: &str, problems: &mut Vec<Problem>) -> Vec<Part<'t>> {
        let sections = self.placed(problems, |section, problems| section.sections(key, problems));
        sections.into_iter().map(|section| Part { section, home: self.home.clone() }).collect()
    }
}

/// The same table of the file and of what a preset makes: what the file says counts.
#[derive(Clone)]
pub(crate) struct Layers<'t> {
    layers: Vec<Part<'t>>,
}

impl<'t> Layers<'t> {
    pub(crate) fn new(layers: Vec<Part<'t>>) -> Layers<'t> {
        Layers { layers }
    }

    /// The tables at a key, of the file first.
    pub(crate) fn part(&self, key: &str, problems: &mut Vec<Problem>) -> Layers<'t> {
        Layers { layers: self.layers.iter().filter_map(|layer| layer.part(key, problems)).collect() }
    }

    /// The first table, if there is one.
    pub(crate) fn first(&self) -> Option<&Part<'t>> {
        self.layers.first()
    }

    /// The first table that has this key.
    pub(crate) fn with(&self, key: &str) -> Option<&Part<'t>> {
        self.layers.iter().find(|layer| layer.has(key))
    }

    /// All keys, each with the table that counts and its place: those of a preset first, unless the file has its own.
    pub(crate) fn keys(&self) -> Vec<(&'t str, Range<usize>, &Part<'t>)> {
        let mut keys: Vec<(&str, Range<usize>, &Part<'t>)> = Vec::new();
        for layer in self.layers.iter().rev() {
            for (key, span) in layer.keys() {
                match keys.iter_mut().find(|known| known.0 == key) {
                    Some(known) => *known = (key, span, layer),
                    None => keys.push((key, span, layer)),
                }
            }
        }
        keys
    }

    /// Records keys that are not known.
    pub(crate) fn only(&self, known: &[&str], problems: &mut Vec<Problem>) {
        self.layers.iter().for_each(|layer| layer.only(known, problems));
    }
}
