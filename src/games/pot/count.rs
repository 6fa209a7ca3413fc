//! What is counted of a game of POT for `combos.csv` and `rolls.csv`.
//!
//! Owns the meaning of the counts and columns. Turns are counted by seat while a game is played, and handed on as it
//! ends.

use super::dice::Combo;
use super::play::Watch;
use super::rules::MAX_SEATS;
use super::state::{Rerolled, State, Takes, Turn};
use crate::games::{Column, ColumnKind, Observer, RowCounts, Seating, SheetSpec, StrategyIndex};

// The positions of the sheets among the game's.
const COMBOS: usize = 0;
const ROLLS: usize = 1;

// The counts of a row of either.
const TURNS: usize = 0;
// Of a row of `combos`.
const COUNT: usize = 1;
const COINS: usize = 2;
// Of a row of `rolls`.
const FREE: usize = 1;
const PAID: usize = 2;
const CONTROL: usize = 3;

const COMBO_COLUMNS: &[Column] = &[
    Column { name: "turns", kind: ColumnKind::Count(TURNS) },
    Column { name: "count", kind: ColumnKind::Count(COUNT) },
    Column { name: "rate", kind: ColumnKind::Rate { of: COUNT, among: TURNS } },
    Column { name: "coins_mean", kind: ColumnKind::Mean { of: COINS, among: COUNT } },
];

const ROLL_COLUMNS: &[Column] = &[
    Column { name: "turns", kind: ColumnKind::Count(TURNS) },
    Column { name: "free_reroll_rate", kind: ColumnKind::Rate { of: FREE, among: TURNS } },
    Column { name: "paid_reroll_rate", kind: ColumnKind::Rate { of: PAID, among: TURNS } },
    Column { name: "control_rate", kind: ColumnKind::Rate { of: CONTROL, among: TURNS } },
];

/// The sheet `combos`, a row for each strategy and combo, and the sheet `rolls`, a row for each strategy.
pub(super) fn sheets(strategies: &[String]) -> Vec<SheetSpec> {
    let combos = strategies
        .iter()
        .flat_map(|name| Combo::ALL.map(|combo| vec![name.clone(), combo.name().to_owned()]))
        .collect();
    let rolls = strategies.iter().map(|name| vec![name.clone()]).collect();
    vec![
        SheetSpec { name: "combos", keys: &["strategy", "combo"], rows: combos, columns: COMBO_COLUMNS },
        SheetSpec { name: "rolls", keys: &["strategy"], rows: rolls, columns: ROLL_COLUMNS },
    ]
}

/// What was counted of some turns of one strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnCounts {
    /// How often each combo was thrown.
    counts: [i32; Combo::ALL.len()],
    /// What each combo brought.
    coins: [i32; Combo::ALL.len()],
    /// How many turns used the free reroll, and the paid one.
    free: i32,
    paid: i32,
    control: i32,
}

impl TurnCounts {
    /// Counts turns that came to this combo after these rerolls.
    #[inline]
    pub fn add_turns(&mut self, combo: Combo, rerolled: Rerolled, turns: i32) {
        self.counts[combo as usize] += turns;
        self.free += if rerolled == Rerolled::Never { 0 } else { turns };
        self.paid += if rerolled == Rerolled::Paid { turns } else { 0 };
    }

    /// Counts what a combo brought the roller.
    #[inline]
    pub fn add_coins(&mut self, combo: Combo, coins: i32) {
        self.coins[combo as usize] += coins;
    }

    /// Counts turns that took control of the POT.
    #[inline]
    pub fn add_control(&mut self, turns: i32) {
        self.control += turns;
    }

    /// Hands what was counted to an observer, as that of a strategy.
    pub fn hand_on(&self, strategy: StrategyIndex, observer: &mut impl Observer) {
        let mut row = RowCounts::default();
        row[TURNS] = self.counts.iter().sum();
        let rows = std::array::from_fn::<_, { Combo::ALL.len() }, _>(|combo| {
            (row[COUNT], row[COINS]) = (self.counts[combo], self.coins[combo]);
            row
        });
        observer.count_rows(COMBOS, strategy * Combo::ALL.len(), &rows);
        (row[FREE], row[PAID], row[CONTROL]) = (self.free, self.paid, self.control);
        observer.count(ROLLS, strategy, &row);
    }
}

/// Counts turns and hands the sums to an observer as the game ends.
pub(super) struct Counter<'g, O> {
    seating: &'g Seating,
    observer: &'g mut O,
    seats: [TurnCounts; MAX_SEATS],
}

impl<'g, O: Observer> Counter<'g, O> {
    pub(super) fn new(seating: &'g Seating, observer: &'g mut O) -> Counter<'g, O> {
        Counter { seating, observer, seats: [TurnCounts::default(); MAX_SEATS] }
    }
}

impl<O: Observer> Watch for Counter<'_, O> {
    #[inline]
    fn turn_ends(&mut self, turn: &Turn, _: &State) {
        let seat = &mut self.seats[turn.seat.index()];
        let combo = turn.result.combo;
        seat.add_turns(combo, turn.result.rerolled, 1);
        if combo != Combo::None {
            seat.add_coins(combo, turn.coins);
        }
        seat.add_control(i32::from(turn.takes == Takes::Control));
    }

    fn game_ends(&mut self, _: &State) {
        if self.observer.wants() {
            let seats = self.seats.iter().zip(self.seating);
            seats.for_each(|(seat, &strategy)| seat.hand_on(strategy, self.observer));
        }
    }
}
