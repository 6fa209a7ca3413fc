//! The best response to a strategy of POT: one player knows how the other plays, and plays best.
//!
//! Owns the table of the two, whose positions are solved as those of two best players are
//! ([`game`](crate::exact::pot::game)), and what the reply does in each of them.

use super::super::{BestReply, ExactFault};
use super::players::{Halt, Observed, Place, Players, Way};
use crate::exact::pot::game::{Best, Chance, Classes, Follows, MOST_SOLVED, Plays, Table, Tag, Unsolvable, Values};
use crate::exact::pot::{Optimum, Position};
use crate::games::Game;
use crate::games::declaration::ObservableIndex;
use crate::games::pot::{LegalChoices, Pot, ROUND, Rerolled, Rules, SEAT, STARTER, State, Strategy};

/// The number of the best response; the strategy is the other player.
const REPLY: u8 = 0;
/// The number of the strategy.
const STRATEGY: u8 = 1;

/// A strategy and the best response to it.
struct Replied<'g> {
    players: Players<'g>,
    /// By the number of what can come of a turn.
    ways: Vec<Vec<Chance>>,
    opponents: Opponents,
}

/// Whom the best response meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponents {
    /// The strategy that it responds to. Only the positions that games between the two reach are solved.
    Strategy,
    /// Anybody, who may bring it to any position.
    Anybody,
}

/// What the best response to a strategy does in every position, and what it wins.
pub struct PotReply {
    values: Values,
    rules: Rules,
    observed: Observed,
    /// The start of a game, where the reply begins it and where the strategy does.
    starts: [(Tag, Position); 2],
}

impl PotReply {
    /// Solves the game of two in which a strategy of this name plays against the best response to it; `go_on` is told which
    /// part of the work is done, 0 to 1, and says whether it goes on.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn solve(
        game: &Pot,
        (strategy, name): (&dyn Strategy, &str),
        opponents: Opponents,
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<PotReply, ExactFault> {
        if game.seats() != 2 {
            return Err(ExactFault::Players(game.seats()));
        }
        let rules = *game.rules();
        if rules.goal > MOST_SOLVED {
            return Err(ExactFault::Rule { rule: "goal", value: rules.goal, limit: MOST_SOLVED });
        }
        let players = Players::new([game; 2], [strategy; 2], [name; 2]);
        let mut table = Replied { players, ways: Vec::new(), opponents };
        loop {
            let starts = [REPLY, STRATEGY].map(|mover| table.players.start(mover)).map(|place| (tag(&place), place.at));
            match Values::solve(&mut table, Classes::new(rules.combos()), &starts, go_on) {
                Ok(values) => return Ok(PotReply { values, rules, observed: table.players.observed, starts }),
                Err(Halt::Refine(observed)) => table.players.observed = observed,
                Err(Halt::Fault(fault)) => return Err(fault),
            }
        }
    }

    /// What the reply wins.
    pub fn wins(&self) -> BestReply {
        let [own, other] = self.starts.map(|(tag, at)| self.values.value(tag, &at).unwrap_or(0.5));
        BestReply { in_seat: vec![own, 1.0 - other], positions: self.values.positions(), sweeps: self.values.sweeps }
    }

    /// The best turn in a position; `None` if no game against these opponents reaches it. `look` says what the reply sees of an
    /// observable, or the number that it is given if that is less. It is asked for what the strategy looks at beyond the
    /// position.
    pub fn todo(&self, at: &Position, look: impl Fn(ObservableIndex, u32) -> u32) -> Option<Best> {
        let Observed { seats, first, rounds } = self.observed;
        // Seats and rounds are seen from 1.
        let seat = if seats { look(SEAT, u32::MAX) - 1 } else { 0 };
        let began = !first || look(STARTER, u32::MAX) - 1 == seat;
        let round = if rounds > 0 { look(ROUND, rounds + 1) - 1 } else { 0 };
        let place = Place { mover: REPLY, first: seat as u8, began, round, at: *at };
        self.values.todo(tag(&place), at)
    }

    /// The best rerolls in the position that [`PotReply::todo`] gave this number, with these choices; `None` if there is no
    /// such position.
    pub fn plan(&self, number: u32, choices: LegalChoices) -> Option<Optimum> {
        self.values.plan(self.rules.combos(), number, choices)
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

    fn follows(&self) -> Follows {
        match self.opponents {
            Opponents::Strategy => Follows::Results,
            Opponents::Anybody => Follows::Anything,
        }
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
