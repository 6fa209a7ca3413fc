//! What is counted of a game of Gang of Dice for `cards.csv`.
//!
//! Owns the meaning of the counts and columns, a row for each card and strategy.

use super::deck::{CardIndex, Deck};
use super::play::Watch;
use super::state::{RoundEnd, State, Turn, TurnResult};
use crate::games::{Column, ColumnKind, Observer, ROW_COUNTS, RowCounts, Seating, StatisticsTable, StrategyIndex};

/// The position of the statistics among the game's statistics.
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

/// The statistics table `cards`: a row for each card of the deck and each strategy.
pub(super) fn cards_table(deck: &Deck, strategies: &[String]) -> StatisticsTable {
    let rows = deck.cards.iter().flat_map(|card| {
        strategies.iter().map(|strategy| {
            let (trigger, back) = (card.trigger.to_string(), card.back.to_string());
            vec![card.id.clone(), card.condition_text.clone(), trigger, back, strategy.clone()]
        })
    });
    let keys = &["card", "condition", "trigger", "back", "strategy"];
    StatisticsTable { name: "cards", keys, rows: rows.collect(), columns: COLUMNS }
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

/// A turn of few dice as those note it who play many games at once: the code of a result that was drawn.
#[derive(Clone, Copy, Debug)]
pub struct DrawnTurn {
    /// Whose it was, by the strategy's position among the different ones.
    pub strategy: StrategyIndex,
    /// How many dice, at least one.
    pub dice: u8,
    /// 0 for an invalid result, else one more than the total.
    pub code: u8,
    /// Dice that the player won with it, if it won the round.
    pub won: Option<u16>,
}

impl DrawnTurn {
    /// Counts the turn, of a table with so many different strategies, as the turns of a game that is watched are
    /// counted.
    #[inline]
    pub fn count(self, card: CardIndex, strategies: usize, observer: &mut impl Observer) {
        let (won, table) = (i32::from(self.won.is_some()), i32::from(self.won.unwrap_or(0)));
        let mut more = RowCounts::default();
        (more[DICE], more[WON], more[NET_DICE]) = (self.dice.into(), won, table - i32::from(self.dice));
        let counts = &OF_CODE[usize::from(self.code)];
        let counts = std::array::from_fn(|k| counts[k] + more[k]);
        observer.count(CARDS, usize::from(card.0) * strategies + self.strategy, &counts);
    }
}

/// What a turn counts, by the code of its result, but for what depends on its dice and on the round's winner.
const OF_CODE: [RowCounts; 1 << u8::BITS] = {
    let mut all = [[0; ROW_COUNTS]; 1 << u8::BITS];
    let mut code = 0;
    while code < all.len() {
        all[code][TURNS] = 1;
        all[code][INVALID] = (code == 0) as i32;
        all[code][VALID] = (code > 0) as i32;
        all[code][VALID_TOTAL] = if code > 0 { code as i32 - 1 } else { 0 };
        code += 1;
    }
    all
};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Seat;
    use crate::games::tests::Told;

    #[test]
    fn a_drawn_turn_counts_as_a_played_one() {
        let seating = [1, 0];
        for (code, result) in std::iter::once((0, TurnResult::Invalid))
            .chain((1..=u8::MAX).map(|code| (code, TurnResult::Total(u32::from(code) - 1))))
        {
            for (dice, won) in [(1, None), (3, Some(17)), (255, Some(u16::MAX)), (16, None)] {
                let (mut played, mut drawn) = (Told::default(), Told::default());
                let turn = Turn { seat: Seat(0), dice: u32::from(dice), result };
                let winner = Some(Seat(u8::from(won.is_none())));
                let end = RoundEnd { winner, table: u32::from(won.unwrap_or(9)), eliminated: 0 };
                Counter { seating: &seating, strategies: 2, observer: &mut played }.count(CardIndex(7), end, &[turn]);
                DrawnTurn { strategy: 1, dice, code, won }.count(CardIndex(7), 2, &mut drawn);
                assert_eq!(drawn, played);
            }
        }
    }
}
