//! The strategies for Pig.
//!
//! Owns those that are built in, and the line-ups. How a file says when to hold is in `form`, how a script does in
//! `script`.

mod form;
mod script;

use super::catalogue::{Catalogue, Entry, ShippedFile};
use crate::exact::pig::Optimal;
use crate::games::Game;
use crate::games::declaration::NoAnswer;
use crate::games::pig::{BEST_OTHER, Pig, SCORE, Strategy, TURN_TOTAL, View};
use crate::input::BadInput;

/// The highest goal for which `optimal` is computed, which takes some seconds; the time grows with its third power.
const MOST_SOLVED: u32 = 200;

impl Catalogue for Pig {
    const FILES: &'static [ShippedFile] = &[
        ("hold.toml", include_str!("../../../strategies/pig/hold.toml")),
        ("race.toml", include_str!("../../../strategies/pig/race.toml")),
        ("keep-pace.toml", include_str!("../../../strategies/pig/keep-pace.toml")),
        ("crowd.rhai", include_str!("../../../strategies/pig/crowd.rhai")),
    ];

    fn entries() -> Vec<Entry<Pig>> {
        vec![
            Entry {
                name: "random",
                about: "rolls again or holds, each equally likely",
                parameters: vec![],
                build: |_, _| Ok(Box::new(Random)),
            },
            Entry {
                name: "optimal",
                about: "two players only: the highest chance of winning against somebody who plays likewise",
                parameters: vec![],
                build: |_, game| optimal(game),
            },
        ]
    }

    fn lineup(seats: usize) -> Vec<&'static str> {
        ["keep-pace", "hold", "race", "crowd", "hold:25", "random"][..seats].to_vec()
    }
}

/// Rolls again or holds, each equally likely.
struct Random;

impl Strategy for Random {
    fn rolls(&self, view: &View<'_>) -> Result<bool, NoAnswer> {
        Ok(view.coin(0, 2) == 0)
    }
}

impl Strategy for Optimal {
    fn rolls(&self, view: &View<'_>) -> Result<bool, NoAnswer> {
        Ok(!self.holds(view.ask(SCORE), view.ask(BEST_OTHER), view.ask(TURN_TOTAL)))
    }
}

/// Optimal play, if it is known for this table.
fn optimal(game: &Pig) -> Result<Box<dyn Strategy>, BadInput> {
    let (seats, goal) = (game.seats(), game.rules().goal);
    if seats != 2 {
        return Err(BadInput::general("optimal", format!("it is known for 2 players, not for {seats}")));
    }
    if goal > MOST_SOLVED {
        return Err(BadInput::general(
            "optimal",
            format!("it is computed for a goal of at most {MOST_SOLVED}, not for {goal}"),
        ));
    }
    Ok(Box::new(Optimal::solve(game.rules())))
}
