//! A best reply to a strategy of Gang of Dice: one player knows how the other plays, and wins as much as it can.
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

mod answers;
mod played;
#[cfg(test)]
mod tests;
mod values;

use super::super::{BestReply, ExactFault};
use super::tables::{Explored, LineUp};
use super::{AS_ONE, BY_SEAT, follow, refusal};
use crate::exact::course::Course;
use crate::exact::game::induction::problems;
use crate::exact::game::{MOST_PROBLEMS, Unsolvable};
use crate::exact::luck::{Unknown, Why};
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

/// What the best reply to a strategy wins against it; `go_on` is told which part of the work is done, 0 to 1, and says
/// whether it goes on.
///
/// # Errors
/// Why that is not known.
pub fn gang_reply(
    game: &Gang,
    (strategy, name): (&dyn Strategy, &str),
    go_on: &dyn Fn(f64) -> bool,
) -> Result<BestReply, ExactFault> {
    if game.seats() != 2 {
        return Err(ExactFault::Players(game.seats()));
    }
    let strategy = [strategy];
    let progress = Progress::new(go_on);
    let find = |line_ups: &[LineUp]| -> Result<Vec<Found<'_>>, Halt> {
        line_ups.iter().map(|&line_up| find(game, &strategy, line_up, &progress)).collect()
    };
    let found = match find(&AS_ONE) {
        Err(Halt::Unknown(Unknown::Decision { why: Why::Seats, .. })) => find(&BY_SEAT),
        found => found,
    };
    let found = found.map_err(|halt| match halt {
        Halt::Unknown(unknown) => refusal(unknown, [name; 2]),
        Halt::Unsolvable(reason) => ExactFault::Limit(reason.to_string()),
    })?;
    let (positions, explored): (Vec<usize>, Vec<_>) = found.into_iter().unzip();
    let shares = follow(&explored, ["the best reply", name], &progress)?;
    let in_seat = [0, 1].map(|seat| shares.in_seat(0, seat).value);
    Ok(BestReply { in_seat, positions: positions.iter().sum(), sweeps: 1 })
}

/// How many positions were solved, and the tables that games reach.
type Found<'g> = (usize, Explored<Played<'g>>);

/// A line-up, in which the reply is the first strategy.
fn find<'g>(
    game: &'g Gang,
    strategy: &'g [&'g dyn Strategy; 1],
    line_up: LineUp,
    progress: &Progress<'_>,
) -> Result<Found<'g>, Halt> {
    let course = || Course::in_bytes(game).ok_or(Unknown::Large);
    let problems = problems(&course()?);
    if problems > MOST_PROBLEMS {
        return Err(Halt::Unsolvable(Unsolvable::Large(problems)));
    }
    let answers = || Answers::new(game, strategy, (line_up.seating[1], line_up.seats), MOST_DICE);
    let (of_values, of_tables) =
        (|part| progress.is_at(part * VALUES).is_ok(), |part| progress.is_at(VALUES + part * (1.0 - VALUES)).is_ok());
    let reply = Reply::solve(game, course()?, &mut answers().up_to(MOST_DICE), &Progress::new(&of_values))?;
    let positions = reply.positions;
    let explored = Explored::new(course()?, Played::new(reply, answers()), line_up, &Progress::new(&of_tables))?;
    Ok((positions, explored))
}
