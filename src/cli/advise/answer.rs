//! The answer of `analyze advise`: the options, what each is worth, why, and what was assumed.
//!
//! Owns how the answer is printed as a table, as CSV and as JSON. It knows no game.

use crate::exact::Ends;
use crate::report;
use crate::report::Table;
use crate::report::column::{Column, Definition};
use crate::stats::Estimate;
use crate::terminal::choices::Format;
use crate::terminal::layout::{self, wrapped};
use serde_json::{Value, json};

/// The most options that people are shown.
const SHOWN: usize = 12;

/// What options are worth, and in which unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The win share of the seat that asks.
    WinShare,
    /// The score of a game of one.
    Score,
    /// The turns of a game of one that are still to come.
    Turns,
}

impl Measure {
    fn value(self) -> Definition {
        match self {
            Measure::WinShare => {
                Definition::new("win_share", "1", "share of the wins that the seat can expect with the option, 0 to 1")
            }
            Measure::Score => Definition::new("score", "points", "final score that is expected with the option"),
            Measure::Turns => Definition::new("turns", "turns", "turns that are expected to the end with the option"),
        }
    }

    fn cost(self) -> Definition {
        let unit = match self {
            Measure::WinShare => "1",
            Measure::Score => "points",
            Measure::Turns => "turns",
        };
        Definition::new("cost", unit, "how much worse the option is than the best one")
    }
}

/// A number, or an estimate of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Worth {
    /// From values of positions.
    Known(f64),
    /// From games that were played.
    Played(Option<Estimate>),
}

impl Worth {
    fn known(self) -> Option<f64> {
        if let Worth::Known(value) = self { Some(value) } else { None }
    }

    fn played(self) -> Option<Estimate> {
        if let Worth::Played(estimate) = self { estimate } else { None }
    }
}

/// Something that the seat can do.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// What it is, in words.
    pub(crate) option: String,
    /// What it is worth.
    pub(crate) value: Worth,
    /// What it costs against the best option.
    pub(crate) cost: Worth,
    /// How the turn ends with it, where that is known.
    pub(crate) ends: Option<Ends>,
    /// Why it is worth that.
    pub(crate) reason: String,
}

/// The whole answer.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The name of the game.
    pub(crate) game: &'static str,
    /// What options are worth.
    pub(crate) measure: Measure,
    /// How the game stands, in sentences.
    pub(crate) position: String,
    /// What to do, in a sentence.
    pub(crate) advice: String,
    /// The best number of dice, where that is what is decided.
    pub(crate) dice: Option<u32>,
    /// All options, the best first.
    pub(crate) options: Vec<Choice>,
    /// What was assumed, and how exact the values are, each in sentences.
    pub(crate) notes: Vec<String>,
}

/// How a game stands that no option changes, of options that are worth these parts of a win: lost or won.
fn settled(values: impl Iterator<Item = f64> + Clone) -> Option<&'static str> {
    match values.clone().next() {
        None => None,
        _ if values.clone().all(|value| value <= ROUNDING) => Some("The game is lost, whatever you do."),
        _ if { values }.all(|value| value >= 1.0 - ROUNDING) => Some("The game is won, whatever you do."),
        _ => None,
    }
}

impl Answer {
    /// The same answer, which names no best option where exact values say that the game is lost or won with each of them.
    pub(crate) fn or_settled(mut self) -> Answer {
        let values = self.options.iter().map(|choice| choice.value.known().unwrap_or(f64::NAN));
        if self.measure == Measure::WinShare
            && let Some(said) = settled(values)
        {
            self.advice = said.to_owned();
        }
        self
    }

    /// The answer in a format.
    pub(crate) fn shown(&self, format: Format) -> String {
        match format {
            Format::Csv => report::to_csv(&self.table(&self.options)),
            Format::Json => self.json(),
            Format::Table => wrapped(&self.text()),
        }
    }

    fn table(&self, options: &[Choice]) -> Table {
        let number = |told: Definition, read: fn(&Choice) -> Worth| match options.first().map(read) {
            Some(Worth::Played(_)) => Column::estimate(told, move |row: &&Choice| read(row).played()),
            _ => Column::solved(told, move |row: &&Choice| read(row).known()),
        };
        let mut columns = vec![
            Column::text(Definition::label("option", "what the seat can do"), |row: &&Choice| row.option.clone()),
            number(self.measure.value(), |choice| choice.value),
            number(self.measure.cost(), |choice| choice.cost),
        ];
        if options.iter().any(|choice| choice.ends.is_some()) {
            let leads = "chance that the result is valid and beats the best so far, 0 to 1";
            let invalid = "chance that the result is invalid, 0 to 1";
            columns.push(Column::solved(Definition::new("leads", "1", leads), |row: &&Choice| {
                row.ends.map(|ends| ends.leads)
            }));
            columns.push(Column::solved(Definition::new("invalid", "1", invalid), |row: &&Choice| {
                row.ends.map(|ends| ends.invalid)
            }));
        }
        let reason = Definition::label("reason", "why the option is worth that");
        columns.push(Column::text(reason, |row: &&Choice| row.reason.clone()));
        Table::new("options", columns, options)
    }

    fn json(&self) -> String {
        let options = report::to_json(&self.table(&self.options));
        let options: Value = serde_json::from_str(&options).unwrap_or_default();
        let mut answer = json!({ "game": self.game, "position": self.position, "advice": self.advice });
        if let Some(dice) = self.dice {
            answer["dice"] = dice.into();
        }
        answer["notes"] = self.notes.clone().into();
        answer["options"] = options;
        format!("{answer:#}\n")
    }

    fn text(&self) -> String {
        let shown = &self.options[..self.options.len().min(SHOWN)];
        let table = layout::table(&self.table(shown));
        let mut text = format!("{}\n\n{}\n\n{table}\n", self.position, self.advice);
        text.extend(self.notes.iter().map(|note| format!("- {note}\n")));
        if let more @ 1.. = self.options.len() - shown.len() {
            text.push_str(&format!("- {more} more options: --format csv shows all\n"));
        }
        text
    }
}

/// What sums of chances are off by at most.
const ROUNDING: f64 = 1e-9;

/// A chance as people say it: 0% and 100% only of what cannot be, and of what must be.
pub(crate) fn percent(chance: f64) -> String {
    match chance {
        chance if chance <= ROUNDING => "0%".to_owned(),
        chance if chance >= 1.0 - ROUNDING => "100%".to_owned(),
        chance if chance < 0.005 => "less than 1%".to_owned(),
        chance if chance >= 0.995 => "more than 99%".to_owned(),
        chance => format!("{:.0}%", 100.0 * chance),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_in_words() {
        let both = |chance: f64| [chance, 1.0 - chance].map(percent);
        assert_eq!(both(1.0 - 1e-16), ["100%", "0%"]);
        assert_eq!(both(0.999), ["more than 99%", "less than 1%"]);
        assert_eq!(both(0.0), ["0%", "100%"]);
        assert_eq!(both(0.93), ["93%", "7%"]);
    }

    #[test]
    fn a_game_is_settled_if_no_option_changes_it() {
        let of = |values: &[f64]| settled(values.iter().copied());
        assert_eq!(of(&[0.0, 0.0]), Some("The game is lost, whatever you do."));
        assert_eq!(of(&[1.0, 1.0, 1.0]), Some("The game is won, whatever you do."));
        assert_eq!([of(&[1.0, 0.0]), of(&[0.5]), of(&[0.001, 0.0]), of(&[f64::NAN]), of(&[])], [None; 5]);
    }
}
