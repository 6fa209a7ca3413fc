//! Playing a game.
//!
//! Owns the order of events (R03–R07), where the dice come from, what is counted of a turn for `turns.csv`, and the
//! words in which a game is narrated.

use super::{Pig, Rolled, Situation, State, Strategy, View, told};
use crate::dice::{Purpose, Slot, below};
use crate::games::declaration::NoAnswer;
use crate::games::narration::{Story, counted};
use crate::games::turns::Refused;
use crate::games::{
    Column, CountedTable, Fault, MAX_SEATS, Observer, Outcome, RoundOver, RowCounts, STRATEGY, Seat, Table, TurnOver,
};

/// The names of the metrics of `length.csv`.
pub(super) const LENGTHS: &[&str] = &["turns", "rounds", "capped", "busts"];

// The counts of a row of `turns`.
const TURNS: usize = 0;
const ADDED: usize = 1;
const BUSTS: usize = 2;
const ROLLS: usize = 3;

/// The turns, by strategy.
pub(super) const BY_STRATEGY: CountedTable = CountedTable {
    name: "turns",
    labels: &[STRATEGY],
    columns: &[
        Column::count(TURNS, "turns", "turns", "the strategy's turns"),
        Column::mean(
            (ADDED, TURNS),
            "turn_score_mean",
            "points",
            "mean of the points that a turn added to the score, 0 for a bust",
        ),
        Column::rate((BUSTS, TURNS), "bust_rate", "share of turns that ended in a bust"),
        Column::mean((ROLLS, TURNS), "rolls_mean", "rolls", "mean number of rolls in a turn"),
    ],
};

/// A game that is played.
pub(super) struct Playing<'p, O> {
    pub game: &'p Pig,
    pub table: Table<'p, dyn Strategy + 'p>,
    pub observer: &'p mut O,
}

impl<O: Observer> Playing<'_, O> {
    /// Plays the whole game.
    pub(super) fn play(self) -> Result<Outcome, Fault> {
        let start = self.game.start.clone();
        self.play_from(start)
    }

    /// Plays a game to its end: in a turn under way the next thing is a roll.
    pub(super) fn play_from(mut self, mut state: State) -> Result<Outcome, Fault> {
        let (mut busts, rules) = (0, &self.game.rules);
        while !state.is_over(rules) {
            busts += u32::from(self.turn(&mut state)? == 0);
            if self.observer.wants_rounds() && (state.active() == Seat(0) || state.is_over(rules)) {
                self.observer.round_over(RoundOver { scores: state.scores(), card: None });
            }
        }
        let (scores, turns) = (state.scores(), state.turns);
        let capped = u32::from(scores.iter().all(|&score| score < rules.goal));
        Ok(Outcome::new(state.winners(), scores, &[turns, turns.div_ceil(scores.len() as u32), capped, busts]))
    }

    /// Plays a turn (R03–R06); answers with what it adds to the score, 0 if it is a bust. A seat plays once a round, so
    /// its words have all the visits.
    fn turn(&mut self, state: &mut State) -> Result<u32, Fault> {
        let (seat, round, before) = (state.active(), state.round(), state.score());
        if seat == Seat(0) {
            self.observer.narrate(|_| format!("\nRound {}\n", round + 1));
        }
        let points =
            |story: &Story<'_>| format!("  {}, {}, rolls", story.player(seat), counted(before, "point", "points"));
        self.observer.narrate(points);
        let mut words = self.table.block.words(Slot::new(Purpose::Turn, seat.0, round, 0));
        let mut counts = RowCounts::default();
        let is_told = self.observer.is_told();
        // A turn that is told by its result has no rolls.
        while !is_told || !told::turn_by_result(state, &self.game.rules, counts[ROLLS] == 0)? {
            counts[ROLLS] += 1;
            let number = match is_told {
                false => below(self.game.rules.sides.into(), &mut words) as u32 + 1,
                true => told::number(&self.game.rules)?,
            };
            self.observer.narrate(|_| format!(" {number}"));
            self.tell(state, number);
            if state.roll(number, &self.game.rules) != Rolled::Counts {
                break;
            }
            if !self.rolls_again(state)? {
                state.hold();
                break;
            }
        }
        let score = state.scores()[seat.index()];
        let added = score - before;
        if is_told {
            told::turn_ends(added)?;
        }
        self.observer.narrate(|_| match added {
            0 => ": a bust\n".to_owned(),
            _ => format!(": holds {added}, has {score}\n"),
        });
        (counts[TURNS], counts[ADDED], counts[BUSTS]) = (1, added as i32, i32::from(added == 0));
        self.observer.count(0, self.table.seating[seat.index()], &counts);
        if self.observer.wants_rounds() {
            self.observer.turn_over(TurnOver { seat, dice: None, is_valid: Some(added > 0), total: None });
        }
        Ok(added)
    }

    /// Tells a roll: who rolls, the turn total before it, the number, then the scores.
    #[inline]
    fn tell(&mut self, state: &State, number: u32) {
        if self.observer.wants_chances() {
            let mut numbers = [0; 3 + MAX_SEATS];
            let scores = state.scores();
            numbers[..3].copy_from_slice(&[state.active().0.into(), state.total, number]);
            numbers[3..][..scores.len()].copy_from_slice(scores);
            self.observer.chance_falls(&numbers[..3 + scores.len()]);
        }
    }

    /// Asks the player on turn (R05).
    fn rolls_again(&mut self, state: &State) -> Result<bool, Fault> {
        let view = View::new(Situation { game: self.game, state, block: self.table.block });
        self.table.player(state.active()).strategy.rolls(&view).map_err(|NoAnswer(returned)| {
            self.observer.narrate(|_| "\n".to_owned());
            let legal = "to roll again, or to hold".to_owned();
            Refused { returned: returned.into(), legal }.fault(state.active(), state.round())
        })
    }
}
