//! The strategies for Pig.
//!
//! Owns those that are built in, the line-ups, what a strategy file can say (from which turn total on to hold), how
//! `roll(view)` of a script is called, and what it may return.

use super::catalogue::{Catalogue, ChosenFor, Entry, ShippedFile};
use super::form::{AtTable, Examples, FileForm, Key, ReadKey};
use super::script::{ScriptForm, ScriptGame, Scripted, refused};
use crate::dice::BlockKey;
use crate::exact::pig::{MOST_SOLVED, Optimal};
use crate::exact::versus::{ExactFault, PigReply};
use crate::games::Game;
use crate::games::declaration::{Known, NoAnswer};
use crate::games::pig::{BEST_OTHER, Pig, SCORE, SEAT, Situation, State, Strategy, TURN_TOTAL, View};
use crate::input::{BadInput, Problem};
use std::convert::Infallible;
use std::ops::Range;

impl Catalogue for Pig {
    const PERSON: &'static str = include_str!("pig/person.rhai");
    const FILES: &'static [ShippedFile] = &[
        ("hold.toml", include_str!("../../../strategies/pig/hold.toml")),
        ("race.toml", include_str!("../../../strategies/pig/race.toml")),
        ("keep-pace.toml", include_str!("../../../strategies/pig/keep-pace.toml")),
        ("crowd.rhai", include_str!("../../../strategies/pig/crowd.rhai")),
    ];

    const ABOUT: &'static [(&'static str, &'static str)] = &[
        ("race.at", "the lowest turn total at which it holds while nobody is near the goal"),
        ("race.near", "a player with at most this many points to go is near the goal"),
        ("crowd.near", "a player with at most this many points to go is near the goal"),
        ("crowd.each", "how many points to add for each player who is ahead"),
        ("hold.at", "the lowest turn total at which it holds"),
        (
            "crowd",
            "holds at 21, plus some points for each player who is ahead; when anybody is near the goal, it rolls until it has won",
        ),
        ("hold", "holds at a turn total of 20, or at one that you choose"),
        (
            "keep-pace",
            "holds at 21 plus an eighth of the points that it is behind; when anybody is near the goal, it rolls until it has won",
        ),
        ("race", "holds at a turn total of 25; when anybody is near the goal, it rolls until it has won"),
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
                about: "for two players: the best play, if the opponent also plays perfectly",
                parameters: vec![],
                build: |_, game| optimal(game),
            },
        ]
    }

    const RESPONDS: Option<&'static str> = Some("for two players");

    fn best_response(to: ChosenFor<Pig>, game: &Pig) -> Result<Box<dyn Strategy>, ExactFault> {
        Ok(Box::new(PigReply::solve(game, (&*to.strategy, &to.name), &|_| true)?))
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

/// The best response to a strategy.
impl Strategy for PigReply {
    fn rolls(&self, view: &View<'_>) -> Result<bool, NoAnswer> {
        let at = (view.ask(SCORE), view.ask(BEST_OTHER), view.ask(TURN_TOTAL));
        Ok(!PigReply::holds(self, at, || view.ask(SEAT) as usize - 1))
    }
}

/// Optimal play, if it is known for this table.
fn optimal(game: &Pig) -> Result<Box<dyn Strategy>, BadInput> {
    let (seats, goal) = (game.seats(), game.rules().goal);
    if seats != 2 {
        return Err(BadInput::general(
            "optimal",
            format!("it is known for 2 players, not for {seats} (choose --players 2, or 'race')"),
        ));
    }
    if goal > MOST_SOLVED {
        return Err(BadInput::general(
            "optimal",
            format!("it is computed for a goal of at most {MOST_SOLVED}, not for {goal}"),
        ));
    }
    Ok(Box::new(Optimal::solve(game.rules())))
}

/// The position of the key.
const HOLD: usize = 0;

impl FileForm for Pig {
    type KeyValue = ();
    type GameWord = Infallible;

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

impl ScriptForm for Pig {
    type Tools = Pig;
    type Copy = (State, BlockKey);
    type About = ();

    const WANTED: &'static [&'static str] = &["roll(view)"];

    fn tools(&self) -> Pig {
        self.clone()
    }

    fn copy(situation: &Situation<'_>) -> (State, BlockKey) {
        (situation.state.clone(), situation.block)
    }

    fn lend<'c>((state, block): &'c (State, BlockKey), game: &'c Pig) -> Situation<'c> {
        Situation { game, state, block: *block }
    }
}

impl ScriptGame for Pig {
    fn from_script(script: Scripted<Pig>) -> Box<dyn Strategy> {
        Box::new(FromScript(script))
    }
}

/// A script at a table.
struct FromScript(Scripted<Pig>);

impl Strategy for FromScript {
    fn rolls(&self, view: &View<'_>) -> Result<bool, NoAnswer> {
        let (returned, _) = self.0.ask("roll", view, ())?;
        returned.as_bool().map_err(|_| refused(&returned, "roll", "true or false"))
    }
}
