//! Playing a game.
//!
//! Owns the order of events (R03–R07), where the dice come from, what is counted of a turn for `turns.csv`, and the
//! words in which a game is narrated.

use super::{Pig, Rolled, Situation, State, Strategy, View};
use crate::dice::{BlockKey, Purpose, Slot, below};
use crate::games::declaration::NoAnswer;
use crate::games::narration::Story;
use crate::games::{Column, ColumnKind, Fault, Observer, Outcome, RowCounts, Seat, Seating, StatisticsTable};

/// The names of the metrics of `length.csv`.
pub(super) const LENGTHS: &[&str] = &["turns", "rounds", "capped", "busts"];

// The counts of a row of `turns`.
const TURNS: usize = 0;
const ADDED: usize = 1;
const BUSTS: usize = 2;
const ROLLS: usize = 3;

const COLUMNS: &[Column] = &[
    Column { name: "turns", kind: ColumnKind::Count(TURNS) },
    Column { name: "turn_score_mean", kind: ColumnKind::Mean { of: ADDED, among: TURNS } },
    Column { name: "bust_rate", kind: ColumnKind::Rate { of: BUSTS, among: TURNS } },
    Column { name: "rolls_mean", kind: ColumnKind::Mean { of: ROLLS, among: TURNS } },
];

/// The statistics table `turns`: a row for each strategy.
pub(super) fn turns_table(strategies: &[String]) -> StatisticsTable {
    let rows = strategies.iter().map(|name| vec![name.clone()]).collect();
    StatisticsTable { name: "turns", keys: &["strategy"], rows, columns: COLUMNS }
}

/// One table: everything that stays the same during a game, and who wants to know what happens.
pub(super) struct Table<'g, O> {
    pub game: &'g Pig,
    pub strategies: &'g [&'g dyn Strategy],
    pub seating: &'g Seating,
    pub block: BlockKey,
    /// Counts the turns.
    pub observer: &'g mut O,
    /// Where the game is narrated, if it is.
    pub story: Option<Story<'g>>,
}

impl<O: Observer> Table<'_, O> {
    /// Plays a whole game.
    pub(super) fn play(mut self) -> Result<Outcome, Fault> {
        let (mut state, mut busts, rules) = (self.game.start.clone(), 0, &self.game.rules);
        while !state.is_over(rules) {
            busts += u32::from(self.turn(&mut state)? == 0);
        }
        let (scores, turns) = (state.scores(), state.turns());
        let capped = u32::from(scores.iter().all(|&score| score < rules.goal));
        let mut outcome = Outcome::default();
        outcome.share_among(state.winners());
        outcome.score[..scores.len()].copy_from_slice(scores);
        outcome.lengths[..LENGTHS.len()].copy_from_slice(&[turns, turns.div_ceil(scores.len() as u32), capped, busts]);
        self.story.iter_mut().for_each(|story| story.end("Scores", &outcome));
        Ok(outcome)
    }

    /// Plays a turn (R03–R06); answers with what it adds to the score, 0 if it is a bust. A seat plays once a round, so
    /// its words have all the visits.
    fn turn(&mut self, state: &mut State) -> Result<u32, Fault> {
        let (seat, round, before) = (state.active(), state.round(), state.score());
        let mut words = self.block.words(Slot::new(Purpose::Turn, seat.0, round, 0));
        self.narrate_turn(state);
        let mut rolls = 0;
        loop {
            rolls += 1;
            let number = below(self.game.rules.sides.into(), &mut words) as u32 + 1;
            self.story.iter_mut().for_each(|story| story.part(&format!(" {number}")));
            if state.roll(number, &self.game.rules) != Rolled::Counts {
                break;
            }
            if !self.rolls_again(state, seat, round)? {
                state.hold();
                break;
            }
        }
        let score = state.scores()[seat.index()];
        self.count(seat, rolls, score - before);
        self.story.iter_mut().for_each(|story| match score - before {
            0 => story.line(": a bust"),
            added => story.line(&format!(": holds {added}, has {score}")),
        });
        Ok(score - before)
    }

    /// Asks the player on turn (R05).
    fn rolls_again(&mut self, state: &State, seat: Seat, round: u32) -> Result<bool, Fault> {
        let view = View::new(Situation { game: self.game, state, block: self.block });
        let strategy = self.strategies[self.seating[seat.index()]];
        strategy.rolls(&view).map_err(|NoAnswer(returned)| {
            self.story.iter_mut().for_each(|story| story.line(""));
            let legal = "to roll again, or to hold".to_owned();
            Fault { seat, round: round + 1, returned: returned.into(), legal }
        })
    }

    fn count(&mut self, seat: Seat, rolls: i32, added: u32) {
        if self.observer.wants() {
            let mut counts = RowCounts::default();
            (counts[TURNS], counts[ROLLS], counts[ADDED]) = (1, rolls, added as i32);
            counts[BUSTS] = i32::from(added == 0);
            self.observer.count(0, self.seating[seat.index()], &counts);
        }
    }

    /// A turn begins.
    fn narrate_turn(&mut self, state: &State) {
        let Some(story) = &mut self.story else { return };
        if state.active() == Seat(0) {
            story.line(&format!("\nRound {}", state.round() + 1));
        }
        let points = if state.score() == 1 { "point" } else { "points" };
        story.part(&format!("  {}, {} {points}, rolls", story.player(state.active()), state.score()));
    }
}
