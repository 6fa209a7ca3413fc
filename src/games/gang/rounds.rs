//! Gang of Dice, counted by the round: what a card does to a table as a whole.
//!
//! Owns the counts for `cards_summary.csv`, a row a card, and [`CardRounds`], the game that counts them.
//! The rules are those of [`Gang`]; only what is counted differs, and nothing of it is paid for elsewhere.

use super::deck::{CardIndex, Deck};
use super::play::Watch;
use super::state::{RoundEnd, State, Turn, TurnResult};
use super::view::Strategy;
use super::{CardOrder, Gang};
use crate::dice::BlockKey;
use crate::games::turns::RolledTurns;
use crate::games::{
    Column, ColumnKind, Fault, Game, Observer, Outcome, RowCounts, Seating, SetUpError, Setting, StatisticsTable,
};
use std::ops::RangeInclusive;

/// The position of the statistics among the game's statistics: it is the only one.
const ROUNDS_SHEET: usize = 0;

// The counts of a row.
const TURNS: usize = 0;
const DICE: usize = 1;
const INVALID: usize = 2;
const ROUNDS: usize = 3;
const ALL_INVALID: usize = 4;
const SWING: usize = 5;

const COLUMNS: &[Column] = &[
    Column { name: "dice_mean", kind: ColumnKind::Mean { of: DICE, among: TURNS } },
    Column { name: "invalid_rate", kind: ColumnKind::Rate { of: INVALID, among: TURNS } },
    Column { name: "all_invalid_rate", kind: ColumnKind::Rate { of: ALL_INVALID, among: ROUNDS } },
    Column { name: "swing", kind: ColumnKind::Mean { of: SWING, among: ROUNDS } },
];

/// The statistics table `card_rounds`: a row for each card of the deck, in its order.
fn statistics(deck: &Deck) -> StatisticsTable {
    let rows = deck.cards.iter().map(|card| vec![card.id.clone()]).collect();
    StatisticsTable { name: "card_rounds", keys: &["card"], rows, columns: COLUMNS }
}

/// Hands every round to an observer.
struct Counter<'o, O>(&'o mut O);

impl<O: Observer> Watch for Counter<'_, O> {
    #[inline]
    fn round_ends(&mut self, card: CardIndex, end: RoundEnd, state: &State) {
        self.0.count(ROUNDS_SHEET, usize::from(card.0), &counts(state.turns(), end));
    }
}

/// The swing is what the winner takes, its own dice among it; nothing when every result was invalid (G13, G14).
#[inline]
fn counts(turns: &[Turn], end: RoundEnd) -> RowCounts {
    let mut counts = RowCounts::default();
    counts[TURNS] = turns.len() as i32;
    counts[DICE] = turns.iter().map(|turn| turn.dice as i32).sum();
    counts[INVALID] = turns.iter().filter(|turn| turn.result == TurnResult::Invalid).count() as i32;
    counts[ROUNDS] = 1;
    counts[ALL_INVALID] = i32::from(end.winner.is_none());
    counts[SWING] = if end.winner.is_some() { end.table as i32 } else { 0 };
    counts
}

/// [`Gang`], counted by the round instead of by the turn and strategy. Played die by die.
#[derive(Clone, Debug)]
pub struct CardRounds(pub Gang);

impl Game for CardRounds {
    type Strategy = dyn Strategy;
    type Scratch = CardOrder;

    const NAME: &'static str = Gang::NAME;
    const TITLE: &'static str = Gang::TITLE;
    const SEATS: RangeInclusive<usize> = Gang::SEATS;
    const SCORE: &'static str = Gang::SCORE;
    const LENGTHS: &'static [&'static str] = Gang::LENGTHS;

    fn set_up(seats: usize, setting: &Setting) -> Result<CardRounds, SetUpError> {
        Gang::set_up(seats, setting).map(CardRounds)
    }

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn highest_score(&self) -> u32 {
        self.0.highest_score()
    }

    fn rules_text(&self) -> String {
        self.0.rules_text()
    }

    fn manifest(&self) -> Vec<(&'static str, String)> {
        self.0.manifest()
    }

    fn notes(&self) -> Vec<String> {
        self.0.notes()
    }

    fn statistics(&self, _: &[String]) -> Vec<StatisticsTable> {
        vec![statistics(&self.0.deck)]
    }

    fn scratch(&self) -> CardOrder {
        self.0.scratch()
    }

    fn begin_block(&self, block: BlockKey, scratch: &mut CardOrder) {
        self.0.begin_block(block, scratch);
    }

    fn play(
        &self,
        strategies: &[&Self::Strategy],
        seating: &Seating,
        block: BlockKey,
        scratch: &mut CardOrder,
        observer: &mut impl Observer,
    ) -> Result<Outcome, Fault> {
        let mut counter = Counter(observer);
        self.0.play_watched(strategies, seating, block, scratch, &mut RolledTurns(block), &mut counter)
    }

    fn narrate(
        &self,
        strategies: &[&Self::Strategy],
        names: &[String],
        seating: &Seating,
        block: BlockKey,
        story: &mut String,
    ) -> Result<Outcome, Fault> {
        self.0.narrate(strategies, names, seating, block, story)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Seat;

    fn turn(seat: u8, dice: u32, result: TurnResult) -> Turn {
        Turn { seat: Seat(seat), dice, result }
    }

    /// The first worked example of the rules: 3 + 2 dice against 2, one of three invalid, the winner takes 7.
    #[test]
    fn a_round_with_a_winner() {
        let turns =
            [turn(0, 2, TurnResult::Total(5)), turn(1, 2, TurnResult::Invalid), turn(2, 3, TurnResult::Total(5))];
        let end = RoundEnd { winner: Some(Seat(2)), table: 7, eliminated: 0 };
        assert_eq!(counts(&turns, end), [3, 7, 1, 1, 0, 7, 0, 0]);
    }

    #[test]
    fn nobody_wins_what_stays_on_the_table() {
        let turns = [turn(1, 4, TurnResult::Invalid), turn(0, 1, TurnResult::Invalid)];
        let end = RoundEnd { winner: None, table: 11, eliminated: 0 };
        assert_eq!(counts(&turns, end), [2, 5, 2, 1, 1, 0, 0, 0]);
    }
}
