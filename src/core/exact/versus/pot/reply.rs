//! The best reply to a strategy of POT: one player knows how the other plays, and plays best.
//!
//! Owns the table of the two, whose positions are solved as those of two best players are
//! ([`game`](crate::exact::pot::game)).

use super::super::{BestReply, ExactFault};
use super::players::{Halt, Place, Players, Way};
use crate::exact::pot::Position;
use crate::exact::pot::game::{Chance, Classes, MOST_SOLVED, Plays, Table, Tag, Unsolvable, Values};
use crate::games::Game;
use crate::games::pot::{Pot, Rerolled, Rules, State, Strategy};

/// The number of the strategy; the best reply is the other player.
const STRATEGY: u8 = 1;

/// A strategy and the best reply to it.
struct Replied<'g> {
    players: Players<'g>,
    /// By the number of what can come of a turn.
    ways: Vec<Vec<Chance>>,
}

/// What the best reply to a strategy wins against it; `go_on` is told which part of the work
/// is done, 0 to 1, and says whether it goes on.
///
/// # Errors
/// Why that is not known.
pub fn pot_reply(
    game: &Pot,
    (strategy, name): (&dyn Strategy, &str),
    go_on: &dyn Fn(f64) -> bool,
) -> Result<BestReply, ExactFault> {
    if game.seats() != 2 {
        return Err(ExactFault::Players(game.seats()));
    }
    let goal = game.rules().goal;
    if goal > MOST_SOLVED {
        return Err(ExactFault::Rule { rule: "goal", value: goal, limit: MOST_SOLVED });
    }
    let players = Players::new([game; 2], [strategy; 2], [name; 2]);
    let mut table = Replied { players, ways: Vec::new() };
    loop {
        let starts = [0, 1].map(|mover| table.players.start(mover)).map(|place| (tag(&place), place.at));
        let classes = Classes::new(game.rules().combos());
        match Values::solve(&mut table, classes, &starts, go_on) {
            Ok(solved) => {
                let [own, other] = starts.map(|(tag, at)| solved.value(tag, &at).unwrap_or(0.5));
                let in_seat = [own, 1.0 - other];
                return Ok(BestReply { in_seat, positions: solved.positions(), sweeps: solved.sweeps });
            }
            Err(Halt::Refine(observed)) => table.players.observed = observed,
            Err(Halt::Fault(fault)) => return Err(fault),
        }
    }
}

/// All but the position, in a number.
fn tag(place: &Place) -> Tag {
    Tag::from(place.mover) | Tag::from(place.first) << 1 | Tag::from(place.began) << 2 | place.round << 3
}

fn place(tag: Tag, at: &Position) -> Place {
    Place { mover: (tag & 1) as u8, first: (tag >> 1 & 1) as u8, began: tag >> 2 & 1 == 1, round: tag >> 3, at: *at }
}

impl Table for Replied<'_> {
    type Fault = Halt;

    fn rules(&self) -> &Rules {
        self.players.games[0].rules()
    }

    fn state(&self, tag: Tag, at: &Position) -> State {
        self.players.state(&place(tag, at))
    }

    fn tag(&self, before: Tag, after: &State) -> Tag {
        tag(&self.players.after(&place(before, &Position::of(after)), after))
    }

    fn plays(&mut self, tag: Tag, at: &Position) -> Result<Plays, Halt> {
        let place = place(tag, at);
        if place.mover != STRATEGY {
            return Ok(Plays::Best);
        }
        let number = self.players.decide(&place)?;
        let known = self.ways.len();
        self.ways.extend(self.players.turns[known..].iter().map(|ways| chances(ways)));
        Ok(Plays::Ways(number))
    }

    fn ways(&self, number: u32) -> &[Chance] {
        &self.ways[number as usize]
    }
}

fn chances(ways: &[Way]) -> Vec<Chance> {
    let of = |way: &Way| {
        let (choices, combo, paid) = (way.choices, way.combo, way.rerolled == Rerolled::Paid);
        let scores: Vec<(u8, f64)> = way.scores.clone();
        scores.into_iter().map(move |(score, chance)| Chance { choices, combo, score, paid, chance })
    };
    ways.iter().flat_map(of).collect()
}

impl From<Unsolvable> for Halt {
    fn from(unsolvable: Unsolvable) -> Halt {
        Halt::Fault(match unsolvable {
            Unsolvable::Stopped => ExactFault::Stopped,
            other => ExactFault::Limit(other.to_string()),
        })
    }
}
