//! Strategies for Pig as files that a designer writes.
//!
//! Owns what a file can say: from which turn total on to hold.

use crate::games::declaration::{Known, NoAnswer};
use crate::games::pig::{Pig, Strategy, TURN_TOTAL, View};
use crate::input::Problem;
use crate::strategies::form::{AtTable, Examples, FileForm, Key, ReadKey};
use std::convert::Infallible;
use std::ops::Range;

/// The position of the key.
const HOLD: usize = 0;

impl FileForm for Pig {
    type Said = ();
    type Own = Infallible;

    const KEYS: &'static [Key<Pig>] = &[Key {
        name: "hold",
        example: "20",
        asked: Known::Always,
        closes: 1 << HOLD,
        needed: Some("from which turn total on it holds when no rule says so"),
        read: ReadKey::Amount(()),
    }];
    const EXAMPLES: Examples = Examples {
        condition: "best_other >= 80",
        amount: "goal - score",
        comparison: "behind > 10",
        quotient: "behind / 8",
    };

    fn quoted(_: &str, place: Range<usize>) -> Result<Infallible, Problem> {
        Err(Problem::at(place, "a text in quotes means nothing in Pig"))
    }

    fn from_file(table: AtTable<Pig>, _: &Pig) -> Box<dyn Strategy> {
        Box::new(FromFile(table))
    }
}

/// A strategy file at a table.
struct FromFile(AtTable<Pig>);

impl Strategy for FromFile {
    fn rolls(&self, view: &View<'_>) -> Result<bool, NoAnswer> {
        let evaluation = self.0.evaluation(view);
        let hold = evaluation.first(HOLD).map_or(0, |answer| evaluation.amount(answer, 0, u32::MAX));
        Ok(view.ask(TURN_TOTAL) < hold)
    }
}
