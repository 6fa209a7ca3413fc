//! Gang of Dice for two given strategies, over the true deck.
//!
//! Owns the win shares, dice and lengths that follow from how rounds can end, and what is refused. Cards are drawn without
//! replacement, so that what has happened before a round is the set of cards that are gone, and the table. The chances of
//! all these are found forwards, from the start of the game to its end: each round takes each set to those with one card
//! more, and each table to those that the turns of the two strategies lead to. After the last light card, only the dark
//! cards that are gone matter.
//!
//! Every number is a sum of products of numbers above 0, so that relative errors of rounding add up and are never magnified:
//! that is the bound.
//!
//! | file | owns |
//! |---|---|
//! | `tables` | the tables that games reach between rounds, whatever the cards are |
//! | `sets` | the sets of cards that are gone |
//! | `links` | what a round makes of each table under a card |
//! | `pass` | the chances of all sets and tables, round by round |
//! | `cost` | what that takes, and how much is too much |
//! | `reply` | the best response to one strategy, each round's card drawn anew |

mod cost;
mod links;
mod pass;
mod reply;
mod sets;
mod tables;
#[cfg(test)]
mod tests;

pub use reply::{GangReply, gang_reply};

use super::chain::Progress;
use super::{ExactFault, ExactGames, ExactShares, Exactly, MOST_ERROR};
use crate::dice::multisets::MOST_DICE;
use crate::exact::course::Course;
use crate::exact::luck::{MOST_WAYS, Rounds, SeatsRead, Unknown, Why};
use crate::games::Game;
use crate::games::declaration::Declared;
use crate::games::gang::{Gang, Strategy};
use cost::Cost;
use pass::{Found, Pass};
use tables::{Explored, LineUp, RoundEnds};

/// Where nobody looks at which seat is which, the second strategy may as well start from its own seat.
const AS_ONE: [LineUp; 1] = [LineUp { seating: [0, 1], seats: SeatsRead::No, starts: &[0, 1] }];
/// Otherwise each strategy sits in the first seat in its own games.
const BY_SEAT: [LineUp; 2] = [
    LineUp { seating: [0, 1], seats: SeatsRead::Yes, starts: &[0] },
    LineUp { seating: [1, 0], seats: SeatsRead::Yes, starts: &[0] },
];

/// Computes what two strategies win against each other in Gang of Dice. It tells `go_on` how much of the work is done, from 0
/// to 1, and stops if that answers `false`.
///
/// # Errors
/// Why that is not known.
pub fn exact_gang(
    game: &Gang,
    strategies: [&dyn Strategy; 2],
    names: [&str; 2],
    go_on: &dyn Fn(f64) -> bool,
) -> Result<ExactShares, ExactFault> {
    if game.seats() != 2 {
        return Err(ExactFault::Players(game.seats()));
    }
    let progress = Progress::new(go_on);
    let explore = |line_ups: &[LineUp]| -> Result<Vec<Explored<Rounds<'_>>>, Unknown> {
        let of = |line_up: &LineUp| {
            let course = Course::in_bytes(game).ok_or(Unknown::Large)?;
            let rounds = Rounds::new(game, &strategies, &line_up.seating, line_up.seats).by_dice();
            Explored::new(course, rounds, *line_up, &progress)
        };
        line_ups.iter().map(of).collect()
    };
    let explored = match explore(&AS_ONE) {
        Err(Unknown::Decision { why: Why::Seats, .. }) => explore(&BY_SEAT),
        explored => explored,
    };
    follow(&explored.map_err(|unknown| refusal(unknown, names))?, names, &progress)
}

/// What the games come to whose tables were found.
fn follow(
    explored: &[Explored<impl RoundEnds + Sync>],
    names: [&str; 2],
    progress: &Progress<'_>,
) -> Result<ExactShares, ExactFault> {
    let costs: Vec<Cost> = explored.iter().map(Cost::of).collect();
    let steps = cost::check(&costs, names)?;
    let mut pass = Pass::new(progress, steps);
    let found = explored.iter().map(|explored| pass.follow(explored)).collect::<Result<Vec<Found>, _>>()?;
    answer(explored, &found, names)
}

/// The answer, of which the errors are bounded.
fn answer(explored: &[Explored<impl RoundEnds>], found: &[Found], names: [&str; 2]) -> Result<ExactShares, ExactFault> {
    let relative = explored.iter().map(|explored| explored.relative_error()).fold(0.0, f64::max);
    if relative > MOST_ERROR {
        return Err(ExactFault::Unsettled { names: names.map(str::to_owned), within: relative, sweeps: 1 });
    }
    let exactly = |value: f64| Exactly { value, within: relative * value.max(1.0) };
    let games = explored.iter().zip(found).flat_map(|(explored, found)| {
        let LineUp { seating, starts, .. } = explored.line_up;
        (0..starts.len()).map(move |start| {
            let sums = found.sums[start];
            let of_seats = [exactly(sums.share), exactly(sums.share).rest()];
            // Seat and strategy have the same number, or both are exchanged.
            ExactGames {
                share: seating.map(|seat| of_seats[seat]),
                score: seating.map(|seat| exactly(sums.dice[seat])),
                turns: exactly(2.0 * sums.rounds),
                rounds: exactly(sums.rounds),
            }
        })
    });
    let games: Vec<ExactGames> = games.collect();
    let positions = found.iter().map(|found| found.positions).sum();
    Ok(ExactShares { starts: [games[0], games[1]], positions, sweeps: 1 })
}

/// What a strategy does that cannot be followed.
const UNLISTED: &str = "reads too much for one decision, or rerolls otherwise in every turn, which exact win shares cannot \
     follow (use a strategy that does not, or simulate)";
const ROLLED: &str = "and such turns are not solved exactly (use a strategy that does not, or simulate)";
const FAILS: &str = "fails, or answers with something illegal, in a position that games can reach (a run with '--engine dice' \
     shows where)";
const POLICIES: &str = "has too many ways to reroll; following all of them exactly would take minutes (simulate)";
const DECISIONS: &str =
    "depends on too many details of a position; asking it in every position would take minutes (simulate)";
const LARGE: &str = "exact win shares are found for at most 255 dice, 255 rounds and 64 cards (use fewer, or simulate)";

/// Why nothing is known, in words.
fn refusal(unknown: Unknown, names: [&str; 2]) -> ExactFault {
    let words = |strategy: usize, what: &str| ExactFault::Limit(format!("'{}' {what}", names[strategy]));
    match unknown {
        Unknown::Decision { strategy, why } => match why {
            Why::Reads(index) => {
                let reads = Gang::OBSERVABLES[usize::from(index.0)].name.to_owned();
                ExactFault::Reads { strategy: names[strategy].to_owned(), reads }
            }
            Why::Seats => ExactFault::Reads { strategy: names[strategy].to_owned(), reads: "seat".to_owned() },
            Why::Coin => ExactFault::Coins { strategy: names[strategy].to_owned(), limit: MOST_WAYS },
            Why::Unlisted => words(strategy, UNLISTED),
            Why::Rolled => words(strategy, &format!("commits more than {MOST_DICE} dice in a turn, {ROLLED}")),
            Why::Fails => words(strategy, FAILS),
        },
        Unknown::Large => ExactFault::Limit(LARGE.to_owned()),
        Unknown::Policies(strategy) => words(strategy, POLICIES),
        Unknown::Decisions(strategy) => words(strategy, DECISIONS),
        Unknown::Stopped => ExactFault::Stopped,
    }
}
