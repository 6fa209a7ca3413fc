//! What is counted of a game of Gang of Dice: turns for `cards.csv`, or rounds for `cards_summary.csv`.
//!
//! Owns the meaning of the counts and columns: a row for each card and strategy, or a row for each card.

use super::Strategy;
use super::deck::{CardIndex, Deck};
use super::rules::MAX_SEATS;
use super::state::{RoundEnd, State, Turn, TurnResult};
use super::turn::Watch;
use crate::games::{
    Column, CountedTable, Label, Observer, RoundOver, RowCounts, STRATEGY, StatisticsTable, StrategyIndex, Table,
    TurnOver,
};

/// The position of the statistics among the game's statistics: it is the only one.
const CARDS: usize = 0;

// The counts of a row.
const TURNS: usize = 0;
const DICE: usize = 1;
const INVALID: usize = 2;
// Of turns.
const VALID: usize = 3;
const VALID_TOTAL: usize = 4;
const WON: usize = 5;
const NET_DICE: usize = 6;
// Of rounds.
const ROUNDS: usize = 3;
const ALL_INVALID: usize = 4;
const SWING: usize = 5;

const CARD: Label = Label { name: "card", meaning: "the id of the warning card" };

/// The turns, by card and strategy.
pub(super) const CARD_TURNS: CountedTable = CountedTable {
    name: "cards",
    labels: &[
        CARD,
        Label { name: "condition", meaning: "the condition of the card, as written in the deck file" },
        Label {
            name: "trigger",
            meaning: "when the condition is checked: after the last roll (bomb) or after every roll (explosion)",
        },
        Label { name: "back", meaning: "the back of the card: light or dark" },
        STRATEGY,
    ],
    columns: &[
        Column::count(TURNS, "turns", "turns", "the strategy's turns on this card"),
        Column::mean((DICE, TURNS), "dice_mean", "dice", "mean number of dice committed in a turn"),
        Column::rate((INVALID, TURNS), "invalid_rate", "share of turns with an invalid result"),
        Column::mean((VALID_TOTAL, VALID), "valid_total_mean", "points", "mean total of the valid results"),
        Column::rate((WON, TURNS), "round_win_rate", "share of turns that won their round"),
        Column::mean(
            (NET_DICE, TURNS),
            "net_dice_mean",
            "dice",
            "mean number of dice won in the round minus those committed",
        ),
    ],
};

/// The rounds, by card.
pub(super) const CARD_ROUNDS: CountedTable = CountedTable {
    name: "card_rounds",
    labels: &[CARD],
    columns: &[
        Column::mean((DICE, TURNS), "dice_mean", "dice", "mean number of dice committed in a turn on this card"),
        Column::rate((INVALID, TURNS), "invalid_rate", "share of turns on this card with an invalid result"),
        Column::rate((ALL_INVALID, ROUNDS), "nobody_valid_rate", "share of rounds in which every result was invalid"),
        Column::mean(
            (SWING, ROUNDS),
            "dice_won_mean",
            "dice",
            "mean number of dice that the winner of a round takes, including its own; a round without a winner counts 0",
        ),
    ],
};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    /// The turns, by card and strategy.
    Turns,
    /// The rounds, by card.
    Rounds,
}

impl Counted {
    /// The statistics table: `cards`, a row for each card of the deck and each strategy, or `card_rounds`, a row for
    /// each card.
    pub(super) fn table(self, deck: &Deck, strategies: &[String]) -> StatisticsTable {
        let cards = deck.cards.iter();
        match self {
            Counted::Turns => {
                let rows = cards.flat_map(|card| {
                    let (trigger, back) = (card.trigger.to_string(), card.back.to_string());
                    let card = [card.id.clone(), card.condition_text.clone(), trigger, back];
                    strategies.iter().map(move |strategy| [&card[..], std::slice::from_ref(strategy)].concat())
                });
                StatisticsTable { counted: &CARD_TURNS, rows: rows.collect() }
            }
            Counted::Rounds => {
                let rows = cards.map(|card| vec![card.id.clone()]).collect();
                StatisticsTable { counted: &CARD_ROUNDS, rows }
            }
        }
    }
}

/// Hands every round, or every turn of it with what the round's award made of it, to an observer.
pub(super) struct Counter<'g, O> {
    pub counted: Counted,
    pub table: Table<'g, dyn Strategy + 'g>,
    pub observer: &'g mut O,
}

impl<O: Observer> Counter<'_, O> {
    /// Counts the turns of a round, in any order.
    #[inline]
    fn count(&mut self, card: CardIndex, end: RoundEnd, turns: &[Turn]) {
        if self.counted == Counted::Rounds {
            return self.observer.count(CARDS, usize::from(card.0), &round_counts(turns, end));
        }
        for turn in turns {
            let code = match turn.result {
                TurnResult::Invalid => 0,
                TurnResult::Total(total) => total + 1,
            };
            let won = (end.winner == Some(turn.seat)).then_some(end.table);
            let turn = CountedTurn { strategy: self.table.seating[turn.seat.index()], dice: turn.dice, code, won };
            turn.count(card, self.table.strategies.len(), self.observer);
        }
    }
}

impl<O: Observer> Watch for Counter<'_, O> {
    /// Tells the position before the round: card, round, starter, dice left on the table and the bonus dice among them,
    /// then the pools.
    #[inline]
    fn round_begins(&mut self, card: CardIndex, bonus: u32, state: &State) {
        if self.observer.wants_chances() {
            let mut numbers = [0; 5 + MAX_SEATS];
            let (left, left_bonus) = (state.table() - bonus, state.bonus() - bonus);
            numbers[..5].copy_from_slice(&[card.0.into(), state.round(), state.first().0.into(), left, left_bonus]);
            numbers[5..][..state.pools().len()].copy_from_slice(state.pools());
            self.observer.chance_falls(&numbers);
        }
    }

    #[inline]
    fn round_ends(&mut self, card: CardIndex, end: RoundEnd, state: &State) {
        if self.observer.wants() {
            self.count(card, end, state.turns());
        }
        if self.observer.wants_rounds() {
            for &Turn { seat, dice, result } in state.turns() {
                let total = if let TurnResult::Total(total) = result { Some(total) } else { None };
                self.observer.turn_over(TurnOver { seat, dice: Some(dice), is_valid: Some(total.is_some()), total });
            }
            self.observer.round_over(RoundOver { scores: state.pools(), card: Some(usize::from(card.0)) });
        }
    }
}

/// A turn as it is counted.
#[derive(Clone, Copy, Debug)]
pub struct CountedTurn {
    /// Whose it was, by the strategy's position among the different ones.
    pub strategy: StrategyIndex,
    /// How many dice, at least one.
    pub dice: u32,
    /// 0 for an invalid result, else one more than the total.
    pub code: u32,
    /// Dice that the player won with it, if it won the round.
    pub won: Option<u32>,
}

impl CountedTurn {
    /// Counts the turn, of a table with so many different strategies.
    #[inline]
    pub fn count(self, card: CardIndex, strategies: usize, observer: &mut impl Observer) {
        let mut counts = RowCounts::default();
        counts[TURNS] = 1;
        counts[DICE] = self.dice as i32;
        counts[INVALID] = i32::from(self.code == 0);
        counts[VALID] = i32::from(self.code > 0);
        counts[VALID_TOTAL] = self.code.saturating_sub(1) as i32;
        counts[WON] = i32::from(self.won.is_some());
        counts[NET_DICE] = self.won.unwrap_or(0) as i32 - self.dice as i32;
        observer.count(CARDS, usize::from(card.0) * strategies + self.strategy, &counts);
    }
}

/// The swing is what the winner takes, its own dice among it; nothing when every result was invalid (G13, G14).
fn round_counts(turns: &[Turn], end: RoundEnd) -> RowCounts {
    let mut counts = RowCounts::default();
    counts[TURNS] = turns.len() as i32;
    counts[DICE] = turns.iter().map(|turn| turn.dice as i32).sum();
    counts[INVALID] = turns.iter().filter(|turn| turn.result == TurnResult::Invalid).count() as i32;
    counts[ROUNDS] = 1;
    counts[ALL_INVALID] = i32::from(end.winner.is_none());
    counts[SWING] = if end.winner.is_some() { end.table as i32 } else { 0 };
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Counts, RunKey};
    use crate::games::Seat;
    use crate::games::gang::{Commit, NoAnswer, PolicyId, Roll, View};
    use crate::games::tests::Recorded;

    struct Silent;

    impl Strategy for Silent {
        fn commit(&self, _: &View<'_>) -> Result<Commit, NoAnswer> {
            Err(NoAnswer("silent".into()))
        }

        fn reroll(&self, _: PolicyId, _: &Roll<'_>) -> Result<Counts, NoAnswer> {
            Err(NoAnswer("silent".into()))
        }
    }

    #[test]
    fn a_drawn_turn_counts_as_a_played_one() {
        let block = RunKey::new(0).block(0);
        let silent: &dyn Strategy = &Silent;
        let table = Table { strategies: &[silent, silent], seating: &[1, 0], block };
        for (code, result) in
            std::iter::once((0, TurnResult::Invalid)).chain((1..=255).map(|code| (code, TurnResult::Total(code - 1))))
        {
            for (dice, won) in [(1, None), (3, Some(17)), (255, Some(65535)), (16, None)] {
                let (mut played, mut drawn) = (Recorded::default(), Recorded::default());
                let turn = Turn { seat: Seat(0), dice, result };
                let winner = Some(Seat(u8::from(won.is_none())));
                let end = RoundEnd { winner, table: won.unwrap_or(9), eliminated: 0 };
                let mut counter = Counter { counted: Counted::Turns, table, observer: &mut played };
                counter.count(CardIndex(7), end, &[turn]);
                CountedTurn { strategy: 1, dice, code, won }.count(CardIndex(7), 2, &mut drawn);
                assert_eq!(drawn, played);
            }
        }
    }

    fn turn(seat: u8, dice: u32, result: TurnResult) -> Turn {
        Turn { seat: Seat(seat), dice, result }
    }

    /// The first worked example of the rules: 3 + 2 dice against 2, one of three invalid, the winner takes 7.
    #[test]
    fn a_round_with_a_winner() {
        let turns =
            [turn(0, 2, TurnResult::Total(5)), turn(1, 2, TurnResult::Invalid), turn(2, 3, TurnResult::Total(5))];
        let end = RoundEnd { winner: Some(Seat(2)), table: 7, eliminated: 0 };
        assert_eq!(round_counts(&turns, end), [3, 7, 1, 1, 0, 7, 0, 0]);
    }

    #[test]
    fn nobody_wins_what_stays_on_the_table() {
        let turns = [turn(1, 4, TurnResult::Invalid), turn(0, 1, TurnResult::Invalid)];
        let end = RoundEnd { winner: None, table: 11, eliminated: 0 };
        assert_eq!(round_counts(&turns, end), [2, 5, 2, 1, 1, 0, 0, 0]);
    }
}
