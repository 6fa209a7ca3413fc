//! What is counted of a game of Gang of Dice for `cards.csv`.
//!
//! Owns the meaning of the counts and columns, a row for each card and strategy.

use super::deck::{CardIndex, Deck};
use super::play::Watch;
use super::state::{RoundEnd, State, Turn, TurnResult};
use crate::games::{Column, ColumnKind, Observer, RowCounts, Seating, SheetSpec};

/// The position of the sheet among the game's sheets.
const CARDS: usize = 0;

// The counts of a row.
const TURNS: usize = 0;
const DICE: usize = 1;
const INVALID: usize = 2;
const VALID: usize = 3;
const VALID_TOTAL: usize = 4;
const WON: usize = 5;
const NET_DICE: usize = 6;

const COLUMNS: &[Column] = &[
    Column { name: "turns", kind: ColumnKind::Count(TURNS) },
    Column { name: "dice_mean", kind: ColumnKind::Mean { of: DICE, among: TURNS } },
    Column { name: "invalid_rate", kind: ColumnKind::Rate { of: INVALID, among: TURNS } },
    Column { name: "valid_total_mean", kind: ColumnKind::Mean { of: VALID_TOTAL, among: VALID } },
    Column { name: "round_win_rate", kind: ColumnKind::Rate { of: WON, among: TURNS } },
    Column { name: "net_dice_mean", kind: ColumnKind::Mean { of: NET_DICE, among: TURNS } },
];

/// The sheet `cards`: a row for each card of the deck and each strategy.
pub(super) fn cards_sheet(deck: &Deck, strategies: &[String]) -> SheetSpec {
    let rows = deck.cards.iter().flat_map(|card| {
        strategies.iter().map(|strategy| {
            let (trigger, back) = (card.trigger.to_string(), card.back.to_string());
            vec![card.id.clone(), card.condition_text.clone(), trigger, back, strategy.clone()]
        })
    });
    let keys = &["card", "condition", "trigger", "back", "strategy"];
    SheetSpec { name: "cards", keys, rows: rows.collect(), columns: COLUMNS }
}

/// Hands every turn of a round to an observer, with what the round's award made of it.
pub(super) struct Counter<'g, O> {
    pub seating: &'g Seating,
    pub strategies: usize,
    pub observer: &'g mut O,
}

impl<O: Observer> Counter<'_, O> {
    /// Counts the turns of a round, in any order.
    #[inline]
    pub(super) fn count(&mut self, card: CardIndex, end: RoundEnd, turns: &[Turn]) {
        for turn in turns {
            let row = card.0 as usize * self.strategies + self.seating[turn.seat.index()];
            self.observer.count(CARDS, row, &counts(turn, end));
        }
    }
}

impl<O: Observer> Watch for Counter<'_, O> {
    #[inline]
    fn round_ends(&mut self, card: CardIndex, end: RoundEnd, state: &State) {
        if self.observer.wants() {
            self.count(card, end, state.turns());
        }
    }
}

#[inline]
fn counts(turn: &Turn, end: RoundEnd) -> RowCounts {
    let won = end.winner == Some(turn.seat);
    let (valid, total) = match turn.result {
        TurnResult::Invalid => (0, 0),
        TurnResult::Total(total) => (1, total as i32),
    };
    let mut counts = RowCounts::default();
    counts[TURNS] = 1;
    counts[DICE] = turn.dice as i32;
    counts[INVALID] = 1 - valid;
    counts[VALID] = valid;
    counts[VALID_TOTAL] = total;
    counts[WON] = i32::from(won);
    counts[NET_DICE] = if won { end.table as i32 } else { 0 } - turn.dice as i32;
    counts
}
