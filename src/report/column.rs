//! Columns: what each is called, in what unit its numbers are, what they mean, and what stands in a row.
//!
//! Owns that no column goes without a meaning: there is no way to make one without [`Definition`]. CSV, terminal, JSON, pages,
//! `datapackage.json` and the reference take all that they say of a column from here.

use super::definitions;
use super::field::Field;
use super::shown::shown;
use crate::record::{VariedKey, grouped};
use crate::stats::{Estimate, Stopping};
use std::borrow::Cow;

/// The interval of an estimate of which nothing else is said.
const INTERVAL: &str = "95% interval";

/// What a column is called and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    name: Cow<'static, str>,
    /// Empty of labels.
    unit: Cow<'static, str>,
    meaning: Cow<'static, str>,
}

impl Definition {
    /// A number: its unit in the plural, `1` for a share or a ratio; its meaning is a phrase without a full stop.
    pub(crate) const fn new(name: &'static str, unit: &'static str, meaning: &'static str) -> Definition {
        let (name, unit, meaning) = (Cow::Borrowed(name), Cow::Borrowed(unit), Cow::Borrowed(meaning));
        Definition { name, unit, meaning }
    }

    /// What says which thing a row is about, or a word about it: it has no unit.
    pub(crate) const fn label(name: &'static str, meaning: &'static str) -> Definition {
        Definition::new(name, "", meaning)
    }

    /// The same as [`Definition::new`] of texts that are put together.
    pub(crate) fn of(name: impl Into<String>, unit: impl Into<String>, meaning: impl Into<String>) -> Definition {
        let (name, unit, meaning) = (name.into().into(), unit.into().into(), meaning.into().into());
        Definition { name, unit, meaning }
    }

    /// A heading in words, for people: it says itself what it means.
    fn in_words(words: String) -> Definition {
        Definition { name: words.clone().into(), unit: Cow::Borrowed(""), meaning: words.into() }
    }
}

/// What the fields of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Words.
    Text,
    /// Whole numbers, or nothing.
    Whole,
    /// Numbers, or nothing.
    Number,
    /// Estimates, in files the three columns `x`, `x_lo`, `x_hi`; with what their intervals are, as in "lower end of the …".
    Estimate(&'static str),
}

/// A column of a file: of an estimate there are three.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileColumn {
    pub name: String,
    pub kind: Kind,
    pub unit: String,
    pub meaning: String,
}

/// The heading of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    told: Definition,
    kind: Kind,
    /// What people read above it in a terminal, where its name does not say it.
    words: Option<String>,
}

impl Heading {
    /// The heading of a column with such fields.
    pub(crate) const fn new(told: Definition, kind: Kind) -> Heading {
        Heading { told, kind, words: None }
    }

    /// The heading of a column of words.
    pub(crate) const fn text(told: Definition) -> Heading {
        Heading::new(told, Kind::Text)
    }

    /// The heading of a column of estimates with intervals of 95%, each for itself.
    pub(crate) const fn estimate(told: Definition) -> Heading {
        Heading::new(told, Kind::Estimate(INTERVAL))
    }

    /// A heading in words, of a table for people.
    pub fn in_words(words: impl Into<String>) -> Heading {
        Heading::text(Definition::in_words(words.into()))
    }

    /// The same of a column of estimates.
    pub fn estimate_in_words(words: impl Into<String>) -> Heading {
        Heading::estimate(Definition::in_words(words.into()))
    }

    /// The heading of a key that was varied. Its values stand as they were typed; where all are numbers, it is one of numbers.
    pub(crate) fn of_key(varied: &VariedKey) -> Heading {
        let is = |number: fn(&str) -> bool| varied.values.iter().all(|value| number(value));
        let kind = match () {
            () if is(is_whole) => Kind::Whole,
            () if is(is_decimal) => Kind::Number,
            () => Kind::Text,
        };
        Heading::new(Definition::of(&*varied.key, "", key_meaning(&varied.key)), kind)
    }

    /// The heading of the difference of this column's numbers to those of the first combination.
    pub(crate) fn against_first(&self, kind: Kind) -> Heading {
        let name = format!("{}_against_first", self.name());
        let of_estimates = match kind {
            Kind::Estimate(_) => ", in the same deals; empty for the first combination, and if the deals differ",
            Kind::Text | Kind::Whole | Kind::Number => "",
        };
        let meaning = format!("change from the value in the first combination{of_estimates}");
        let words = Some(format!("change in {}", self.words()));
        Heading { told: Definition::of(name, &*self.told.unit, meaning), kind, words }
    }

    /// The name of the column.
    pub fn name(&self) -> &str {
        &self.told.name
    }

    /// What people read above the column in a terminal: its name in words, with its unit where a number has one that its
    /// name does not say.
    pub fn words(&self) -> String {
        if let Some(words) = &self.words {
            return words.clone();
        }
        let unit = &*self.told.unit;
        let name = definitions::in_words(self.name());
        let words = match name.split_once(' ').unwrap_or((&name, "")) {
            (definitions::EV, rest) => format!("mean {unit} {rest}").trim_end().to_owned(),
            _ => name,
        };
        match unit {
            "" | "1" | "games" | "blocks" | definitions::BY_METRIC => words,
            unit if words.contains(unit) => words,
            unit => format!("{words} ({unit})"),
        }
    }

    /// A field of this column as people read it: large counts are grouped, and a label that names a column is in words.
    pub(crate) fn label(&self, field: &Field) -> String {
        match (self.name(), field) {
            // It is typed after --index.
            ("game", Field::Whole(game)) => game.to_string(),
            (_, Field::Whole(count)) => u64::try_from(*count).map_or_else(|_| count.to_string(), grouped),
            ("metric", Field::Text(name)) if name == definitions::EV => "mean score".to_owned(),
            ("metric" | "verdict", Field::Text(name)) => definitions::in_words(name),
            (_, field) => shown(field),
        }
    }

    /// What its numbers mean, as a phrase without a full stop.
    pub fn meaning(&self) -> &str {
        &self.told.meaning
    }

    /// Its meaning, where its name does not say it already.
    pub fn explains(&self) -> Option<&str> {
        (self.name() != self.meaning()).then(|| self.meaning())
    }

    /// Whether its fields are estimates.
    pub fn is_estimate(&self) -> bool {
        matches!(self.kind, Kind::Estimate(_))
    }

    /// Its columns in a file.
    pub(crate) fn in_files(&self) -> Vec<FileColumn> {
        let Definition { name, unit, meaning } = &self.told;
        let column =
            |name: String, meaning: String| FileColumn { name, kind: self.kind, unit: unit.to_string(), meaning };
        let mut columns = vec![column(name.to_string(), meaning.to_string())];
        if let Kind::Estimate(interval) = self.kind {
            let ends = [("lo", "lower"), ("hi", "upper")];
            columns.extend(ends.map(|(end, which)| {
                column(format!("{name}_{end}"), format!("{which} end of the {interval} of {name}"))
            }));
        }
        columns
    }
}

/// What a key stands for that was varied.
fn key_meaning(key: &str) -> String {
    match (key, key.split_once('.')) {
        ("players", _) => "how many play".to_owned(),
        ("bots", _) => "the line-up, a strategy a seat".to_owned(),
        (option @ ("edition" | "deck" | "rules" | "seating" | "seed" | "against"), _) => {
            format!("the value of --{option}")
        }
        (_, Some(("card", field))) => format!("what was put into the deck for {field}"),
        (_, Some(_)) => format!("the value of {key}, a rule or a parameter of a strategy"),
        (rule, None) => format!("the value of the rule {rule}"),
    }
}

fn is_whole(value: &str) -> bool {
    let digits = value.strip_prefix('-').unwrap_or(value);
    (1..18).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_decimal(value: &str) -> bool {
    value
        .split_once('.')
        .map_or(is_whole(value), |(whole, rest)| is_whole(whole) && is_whole(rest) && !rest.starts_with('-'))
}

/// A column of a table about things of type `R`: its heading, and what stands in the row of one of them.
pub(crate) struct Column<'a, R> {
    heading: Heading,
    field: Box<dyn Fn(&R) -> Field + 'a>,
}

impl<'a, R> Column<'a, R> {
    /// Anything, as the heading has it.
    pub(crate) fn new(heading: Heading, field: impl Fn(&R) -> Field + 'a) -> Column<'a, R> {
        Column { heading, field: Box::new(field) }
    }

    /// A word.
    pub(crate) fn text<T: Into<String>>(told: Definition, text: impl Fn(&R) -> T + 'a) -> Column<'a, R> {
        Column::new(Heading::text(told), move |row| Field::Text(text(row).into()))
    }

    /// The value of a key that was varied.
    pub(crate) fn key<T: Into<String>>(varied: &VariedKey, text: impl Fn(&R) -> T + 'a) -> Column<'a, R> {
        Column::new(Heading::of_key(varied), move |row| Field::Text(text(row).into()))
    }

    /// A whole number.
    pub(crate) fn whole<N: Into<i128>>(told: Definition, number: impl Fn(&R) -> N + 'a) -> Column<'a, R> {
        Column::new(Heading::new(told, Kind::Whole), move |row| Field::Whole(number(row).into()))
    }

    /// A whole number, if there is one.
    pub(crate) fn whole_if_any<N: Into<i128>>(
        told: Definition,
        number: impl Fn(&R) -> Option<N> + 'a,
    ) -> Column<'a, R> {
        let field = move |row: &R| number(row).map_or(Field::Text(String::new()), |number| Field::Whole(number.into()));
        Column::new(Heading::new(told, Kind::Whole), field)
    }

    /// A number that is known.
    pub(crate) fn exact(told: Definition, number: impl Fn(&R) -> Option<f64> + 'a) -> Column<'a, R> {
        Column::new(Heading::new(told, Kind::Number), move |row| Field::Exact(number(row)))
    }

    /// A number from an exact solution.
    pub(crate) fn solved<N: Into<Option<f64>>>(told: Definition, number: impl Fn(&R) -> N + 'a) -> Column<'a, R> {
        Column::new(Heading::new(told, Kind::Number), move |row| Field::Solved(number(row).into()))
    }

    /// An estimate with an interval of 95%.
    pub(crate) fn estimate(told: Definition, estimate: impl Fn(&R) -> Option<Estimate> + 'a) -> Column<'a, R> {
        Column::new(Heading::estimate(told), move |row| Field::Estimate(estimate(row)))
    }

    /// The same column of estimates with other intervals, as in "lower end of the …".
    pub(crate) fn with_interval(mut self, interval: &'static str) -> Column<'a, R> {
        self.heading.kind = Kind::Estimate(interval);
        self
    }

    /// The same column with other words above it in a terminal than its name.
    pub(crate) fn called(mut self, words: impl Into<String>) -> Column<'a, R> {
        self.call(words);
        self
    }

    /// Puts other words above the column in a terminal than its name.
    pub(crate) fn call(&mut self, words: impl Into<String>) {
        self.heading.words = Some(words.into());
    }

    /// The same column of estimates whose intervals are made so.
    pub(crate) fn by(self, stopping: Stopping) -> Column<'a, R> {
        let is_estimate = self.heading.is_estimate();
        match stopping {
            Stopping::Watched { .. } if is_estimate => self.with_interval("95% interval of a confidence sequence"),
            Stopping::Watched { .. } | Stopping::Fixed => self,
        }
    }

    /// The same column in a table about things of which each has a row of this one.
    pub(crate) fn about<W>(self, part: impl Fn(&W) -> R + 'a) -> Column<'a, W>
    where
        R: 'a,
    {
        let Column { heading, field } = self;
        Column { heading, field: Box::new(move |whole| field(&part(whole))) }
    }

    /// Whether this is its name.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.heading.name() == name
    }

    /// What stands in the row of one of these things.
    pub(crate) fn field(&self, row: &R) -> Field {
        (self.field)(row)
    }

    /// Its heading.
    pub(crate) fn into_heading(self) -> Heading {
        self.heading
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_an_interval_say_of_what_they_are() {
        let heading = Heading::estimate(Definition::new("rate", "1", "share of wins"));
        let columns: Vec<_> = heading.in_files().into_iter().map(|it| (it.name, it.unit, it.meaning)).collect();
        let told = |name: &str, meaning: &str| (name.to_owned(), "1".to_owned(), meaning.to_owned());
        let expected = [
            told("rate", "share of wins"),
            told("rate_lo", "lower end of the 95% interval of rate"),
            told("rate_hi", "upper end of the 95% interval of rate"),
        ];
        assert_eq!(columns, expected);
    }

    #[test]
    fn values_of_keys_are_numbers_where_all_of_them_are() {
        let kind = |values: &[&str]| {
            let values = values.iter().map(|&value| value.to_owned()).collect();
            Heading::of_key(&VariedKey { key: "k".to_owned(), values, texts: Vec::new() }).kind
        };
        assert_eq!(kind(&["1", "-2"]), Kind::Whole);
        assert_eq!(kind(&["1", "0.25"]), Kind::Number);
        for words in [&["1", "all"][..], &["1.", "2"], &[".5"], &["1e6"], &["1.-2"], &["-"], &["1.2.3"]] {
            assert_eq!(kind(words), Kind::Text, "{words:?}");
        }
    }
}
