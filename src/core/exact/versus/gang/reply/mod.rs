//! A best response to a strategy of Gang of Dice: one player knows how the other plays, and wins as much as it can.
//!
//! Owns how it is found, and what it wins. The values of positions are solved backwards, as those of two best players are
//! ([`game`](crate::exact::game)): each round's card is drawn anew, so the reply does not count cards, and it commits at
//! most [`MOST_DICE`] dice. What it then wins is exact, over the true deck, like that of any two strategies. A player
//! who counts cards or commits more dice may win a little more.
//!
//! | file | owns |
//! |---|---|
//! | `answers` | what the strategy does |
//! | `values` | the values of positions, and what the reply does in them |
//! | `played` | how rounds can end |
//! | `moves` | what the reply does in a game |
//! | `bytes` | the reply as bytes |

mod answers;
mod bytes;
mod moves;
mod played;
#[cfg(test)]
mod tests;
mod values;

pub use moves::GangReply;

use super::super::{BestReply, ExactFault};
use super::tables::{Explored, LineUp};
use super::{AS_ONE, BY_SEAT, follow, refusal};
use crate::exact::course::Course;
use crate::exact::game::induction::problems;
use crate::exact::game::{MOST_PROBLEMS, Unsolvable};
use crate::exact::luck::{Remembered, Unknown, Why};
use crate::exact::versus::chain::Progress;
use crate::games::Game;
use crate::games::gang::{Gang, Strategy};
use answers::Answers;
use played::Played;
use values::{Halt, Reply};

/// The most dice that the reply commits. While the values of positions are solved, a turn of the strategy with more dice
/// has the results of a turn with this number.
const MOST_DICE: u32 = 12;
/// The part of the work that the values are taken for.
const VALUES: f64 = 0.8;

/// What the best response to a strategy wins against it; `go_on` is told which part of the work is done, 0 to 1, and says
/// whether it goes on.
///
/// # Errors
/// Why that is not known.
pub fn gang_reply(
    game: &Gang,
    (strategy, name): (&dyn Strategy, &str),
    go_on: &dyn Fn(f64) -> bool,
) -> Result<BestReply, ExactFault> {
    let progress = Progress::new(go_on);
    let of_tables = |part| progress.is_at(VALUES + part * (1.0 - VALUES)).is_ok();
    let solved = solve(game, (strategy, name), &Progress::new(&|part| progress.is_at(part * VALUES).is_ok()))?;
    let positions = solved.iter().map(|solved| solved.reply.positions).sum();
    let strategy = [strategy];
    let explore = |Solved { line_up, reply, turns }| {
        let played = Played::new(reply, answers(game, &strategy, line_up).knowing(turns));
        Explored::new(course(game)?, played, line_up, &Progress::new(&of_tables))
    };
    let explored: Vec<_> = solved
        .into_iter()
        .map(explore)
        .collect::<Result<_, Unknown>>()
        .map_err(|unknown| refusal(unknown, [name; 2]))?;
    let shares = follow(&explored, ["the best response", name], &progress)?;
    let in_seat = vec![shares.in_seat(0, 0).value, shares.in_seat(0, 1).value];
    Ok(BestReply { in_seat, positions, sweeps: 1 })
}

/// A line-up that was solved.
struct Solved {
    /// The reply is the first strategy.
    line_up: LineUp,
    /// What it does.
    reply: Reply,
    /// The results of the strategy's turns.
    turns: Remembered,
}

/// Solves the game: once, or for each seat of the strategy if it looks at its seat.
fn solve(
    game: &Gang,
    (strategy, name): (&dyn Strategy, &str),
    progress: &Progress<'_>,
) -> Result<Vec<Solved>, ExactFault> {
    if game.seats() != 2 {
        return Err(ExactFault::OnlyToChampion(game.seats()));
    }
    let strategy = [strategy];
    let find = |line_ups: &[LineUp]| -> Result<Vec<Solved>, Halt> {
        let of = |(at, &line_up): (usize, &LineUp)| {
            let part_of = |part: f64| progress.is_at((at as f64 + part) / line_ups.len() as f64).is_ok();
            find(game, &strategy, line_up, &Progress::new(&part_of))
        };
        line_ups.iter().enumerate().map(of).collect()
    };
    let found = match find(&AS_ONE) {
        Err(Halt::Unknown(Unknown::Decision { why: Why::Seats, .. })) => find(&BY_SEAT),
        found => found,
    };
    found.map_err(|halt| refused(halt, name))
}

/// Solves a line-up.
fn find(game: &Gang, strategy: &[&dyn Strategy; 1], line_up: LineUp, progress: &Progress<'_>) -> Result<Solved, Halt> {
    let course = course(game)?;
    let problems = problems(&course);
    if problems > MOST_PROBLEMS {
        return Err(Halt::Unsolvable(Unsolvable::Large(problems)));
    }
    let mut answers = answers(game, strategy, line_up).up_to(MOST_DICE);
    let reply = Reply::solve(game, course, &mut answers, progress)?;
    Ok(Solved { line_up, reply, turns: answers.into_remembered().of_turns() })
}

fn course(game: &Gang) -> Result<Course, Unknown> {
    Course::in_bytes(game).ok_or(Unknown::Large)
}

/// What the strategy does in a line-up.
fn answers<'g>(game: &'g Gang, strategy: &'g [&'g dyn Strategy; 1], line_up: LineUp) -> Answers<'g> {
    Answers::new(game, strategy, (line_up.seating[1], line_up.seats), MOST_DICE)
}

/// Why there is no answer about a strategy of this name.
fn refused(halt: Halt, name: &str) -> ExactFault {
    match halt {
        Halt::Unknown(unknown) => refusal(unknown, [name; 2]),
        Halt::Unsolvable(reason) => ExactFault::Limit(reason.to_string()),
    }
}
