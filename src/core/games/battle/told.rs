//! Games of a real table: who is on turn, and how duels ended, as a record says.
//!
//! Owns what the parts of a record mean in Battle Dice, and which of them the rules forbid. Duels are told by their results.

use super::arena::{Arena, bit};
use super::dice::{Face, Kind};
use super::duel::Verdict;
use super::play::Faultless;
use super::rules::Rules;
use super::state::State;
use crate::games::recorded::{self, Untold};
use crate::games::{Fault, Seat};

/// The words with which the line of a purchase begins. Who has no such line buys nothing.
pub(super) const BUYS: [&str; 2] = ["buys ", "buy "];

/// The most points that a die is taken to show in a duel, in which it can be thrown again after ties.
const MOST_SHOWN: u32 = 4;

/// A seat decides now: in the draft, or on a duel.
pub(super) fn turn(state: &State, seat: Seat) -> Faultless<()> {
    let round = state.turn / state.seats as u32 + 1;
    recorded::turn(seat, round, false).map_err(faulty)
}

/// How the duel in the arena ended: `2` for a win of seat 2, `lost` if everybody lost, or `drawn`; then, after `shows`, the
/// points that the dice of each seat showed.
pub(super) fn verdict(arena: &mut Arena, seats: usize, rules: &Rules) -> Faultless<Verdict> {
    let Some(words) = recorded::came_to() else {
        let message = "write who won the duel, such as = 2, = lost or = drawn".to_owned();
        return Err(faulty(recorded::wrong(message)));
    };
    read(&words, arena, seats, rules).map_err(|message| faulty(recorded::wrong(message)))
}

fn read(words: &[String], arena: &mut Arena, seats: usize, rules: &Rules) -> Result<Verdict, String> {
    let (end, shown) = match words {
        [end] => (end, None),
        [end, shows, shown @ ..] if shows == "shows" => (end, Some(shown)),
        _ => {
            let found = words.join(" ");
            return Err(format!("'{found}' is no result: write who won, such as = 2, or = 2 shows 0 1"));
        }
    };
    if let Some(shown) = shown {
        let points: Option<Vec<u32>> = shown.iter().map(|points| points.parse().ok().filter(|&n| n <= 100)).collect();
        let points = points.filter(|points| points.len() == seats).ok_or_else(|| {
            format!("'shows {}': write the points that the dice of each of the {seats} seats showed", shown.join(" "))
        })?;
        for (seat, points) in (0..).map(Seat).zip(points) {
            if points > 0 && arena.participants & bit(seat) == 0 {
                return Err(format!("seat {} is not in the duel, so its dice show no points", seat.number()));
            }
            let shows = |kind: Kind| rules.die(kind).faces.contains(&Face::VictoryPoint);
            let dice = arena.side(seat).reserve.dice().filter(|&kind| shows(kind)).count() as u32;
            if points > dice * MOST_SHOWN {
                let seat = seat.number();
                return Err(format!(
                    "seat {seat} has {dice} dice that can show a victory point, so they did not show {points}"
                ));
            }
            arena.sides[seat.index()].shown = points;
        }
    }
    match end.as_str() {
        "lost" => Ok(Verdict::Lost),
        "drawn" => Ok(Verdict::Drawn),
        winner => {
            let fighters: Vec<Seat> =
                (0..seats as u8).map(Seat).filter(|&seat| arena.participants & bit(seat) != 0).collect();
            let won = fighters.iter().find(|seat| seat.number().to_string() == winner);
            won.map(|&seat| Verdict::Won(seat)).ok_or_else(|| {
                let seats: Vec<String> = fighters.iter().map(|seat| seat.number().to_string()).collect();
                format!(
                    "'{winner}' did not win: in the duel are the seats {}; or write lost or drawn",
                    seats.join(", ")
                )
            })
        }
    }
}

fn faulty(untold: Untold) -> Box<Fault> {
    Box::new(untold.into())
}
