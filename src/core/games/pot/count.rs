//! What is counted of a game of POT for `combos.csv` and `rolls.csv`.
//!
//! Owns the meaning of the counts and columns, and what is told of each turn and decision of two players. Turns are added up in
//! [`TurnCounts`] and handed on when a game, or a block of games, ends.

use super::choices::LegalChoices;
use super::dice::{Combo, DiceSet, Throw};
use super::rules::MAX_SEATS;
use super::state::{Rerolled, RoundEnd, State, Turn};
use super::turn::Watch;
use super::{Decision, Reroll};
use crate::dice::Face;
use crate::games::{
    Column, CountedTable, Label, Observer, RoundOver, RowCounts, STRATEGY, Seating, StatisticsTable, StrategyIndex,
    TurnOver,
};

// The positions of the statistics among the game's.
const COMBOS: usize = 0;
const ROLLS: usize = 1;

// The counts of a row of either.
const TURNS: usize = 0;
// Of a row of `combos`; its turns are all turns of the strategy.
const COUNT: usize = 1;
const COINS: usize = 2;
// Of a row of `rolls`.
const FREE: usize = 1;
const PAID: usize = 2;
const CONTROL: usize = 3;

/// The turns, by strategy and what they rolled in the end.
pub(super) const BY_COMBO: CountedTable = CountedTable {
    name: "combos",
    labels: &[STRATEGY, Label { name: "combo", meaning: "what the dice showed in the end, none if no combo" }],
    columns: &[
        Column::count(TURNS, "turns", "turns", "all of the strategy's turns"),
        Column::count(COUNT, "count", "turns", "turns of the strategy that ended with the combo"),
        Column::rate((COUNT, TURNS), "rate", "share of turns that ended with the combo"),
        Column::mean((COINS, COUNT), "coins_mean", "coins", "mean of the coins that the combo brought the roller"),
    ],
};

/// The turns, by strategy.
pub(super) const BY_STRATEGY: CountedTable = CountedTable {
    name: "rolls",
    labels: &[STRATEGY],
    columns: &[
        Column::count(TURNS, "turns", "turns", "the strategy's turns"),
        Column::rate((FREE, TURNS), "free_reroll_rate", "share of turns that used the free reroll"),
        Column::rate((PAID, TURNS), "paid_reroll_rate", "share of turns that used the paid reroll"),
        Column::rate((CONTROL, TURNS), "control_rate", "share of turns that took control of the POT"),
    ],
};

/// The statistics table `combos`, a row for each strategy and combo, and the statistics table `rolls`, a row for each strategy.
pub(super) fn statistics(strategies: &[String]) -> Vec<StatisticsTable> {
    let combos = Combo::ALL.map(Combo::name);
    vec![
        StatisticsTable::by_strategy(&BY_COMBO, strategies, &combos),
        StatisticsTable::by_strategy(&BY_STRATEGY, strategies, &[]),
    ]
}

/// What was counted of some turns of one strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnCounts {
    /// How many of them came to each combo, in the order of [`Combo::ALL`].
    counts: [i32; Combo::ALL.len()],
    /// What each combo brought the roller, in coins.
    coins: [i32; Combo::ALL.len()],
    /// How many turns used the free reroll.
    free: i32,
    /// How many turns used the paid reroll.
    paid: i32,
    /// How many turns took control of the POT.
    control: i32,
}

impl TurnCounts {
    /// Counts turns that came to `combo`: how many they were, what it brought the roller in all, and how many of them
    /// took control.
    #[inline]
    pub fn add(&mut self, (combo, rerolled): (Combo, Rerolled), turns: i32, coins: i32, control: i32) {
        self.counts[combo as usize] += turns;
        self.coins[combo as usize] += coins;
        self.free += if rerolled == Rerolled::Never { 0 } else { turns };
        self.paid += if rerolled == Rerolled::Paid { turns } else { 0 };
        self.control += control;
    }

    /// Hands what was counted to an observer, as that of a strategy.
    pub fn hand_on(&self, strategy: StrategyIndex, observer: &mut impl Observer) {
        let turns = self.counts.iter().sum();
        let mut row = RowCounts::default();
        row[TURNS] = turns;
        for (combo, (&count, &coins)) in self.counts.iter().zip(&self.coins).enumerate() {
            (row[COUNT], row[COINS]) = (count, coins);
            observer.count(COMBOS, strategy * Combo::ALL.len() + combo, &row);
        }
        let mut row = RowCounts::default();
        (row[TURNS], row[FREE], row[PAID], row[CONTROL]) = (turns, self.free, self.paid, self.control);
        observer.count(ROLLS, strategy, &row);
    }
}

/// Counts turns and hands the sums to an observer as the game ends.
pub(super) struct Counter<'g, O> {
    seating: &'g Seating,
    observer: &'g mut O,
    seats: [TurnCounts; MAX_SEATS],
    /// What will be told of the turn under way.
    turn: [u32; TOLD],
    /// How often dice were rerolled in it.
    rerolls: u32,
    /// Whether a turn was played since a round was over.
    is_open: bool,
}

/// How many numbers are told of a turn.
const TOLD: usize = 12;
/// How many of them are known as it begins.
const BEGUN: usize = 9;

impl<'g, O: Observer> Counter<'g, O> {
    pub(super) fn new(seating: &'g Seating, observer: &'g mut O) -> Counter<'g, O> {
        Counter {
            seating,
            observer,
            seats: [TurnCounts::default(); MAX_SEATS],
            turn: [0; TOLD],
            rerolls: 0,
            is_open: false,
        }
    }
}

impl<O: Observer> Counter<'_, O> {
    /// Tells, of two players, of a decision: what was told as the turn began but for the number of the policy; then, if it is
    /// which dice to reroll, how often dice were rerolled, and what they show. Otherwise, it is from whom to take.
    fn tell_decision(&mut self, shown: &[Face]) {
        if self.seating.len() != 2 {
            return;
        }
        let [seat, _, _, begun @ ..] = &self.turn[..BEGUN] else { return };
        if let Some(decisions) = self.observer.decisions() {
            let rerolls = Some(self.rerolls).filter(|_| !shown.is_empty());
            let begun = std::iter::once(seat).chain(begun).copied();
            decisions.tell(begun.chain(rerolls).chain(shown.iter().copied().map(u32::from)));
        }
    }
}

impl<O: Observer> Watch for Counter<'_, O> {
    /// Tells, of two players, whose turn it is, the two halves of the policy's number, the place of the choices among all,
    /// the own coins, those of the other and of the POT, the lowest sum that takes control, and whether the goal was held;
    /// then the combo, the score and how often dice were rerolled.
    #[inline]
    fn turn_begins(&mut self, decision: &Decision, state: &State) {
        let held = state.holdings();
        if !self.observer.wants_chances() || held.seats() != 2 {
            return;
        }
        let (seat, plan) = (state.next(), decision.rerolls.0);
        let choices = LegalChoices::OF_TWO.iter().position(|choices| choices.get() == decision.choices);
        let begun: [u32; BEGUN] = [
            seat.0.into(),
            (plan >> 32) as u32,
            plan as u32,
            choices.unwrap_or_default() as u32,
            held.coins(seat),
            held.coins(held.seat_after(seat, 1)),
            held.pot(),
            state.control().map_or(0, |control| u32::from(control.score) + 1),
            state.goal_held().into(),
        ];
        self.turn[..BEGUN].copy_from_slice(&begun);
        self.rerolls = 0;
        self.tell_decision(&[]);
    }

    #[inline]
    fn rolled(&mut self, shown: Throw) {
        self.tell_decision(&shown.faces());
    }

    #[inline]
    fn rerolls(&mut self, _: Throw, _: DiceSet, _: Reroll) {
        self.rerolls += 1;
    }

    #[inline]
    fn turn_ends(&mut self, turn: &Turn, state: &State) {
        if self.observer.wants_chances() && state.holdings().seats() == 2 {
            let result = turn.result;
            let came_to = [result.combo as u32, result.score.into(), result.rerolled as u32];
            self.turn[BEGUN..].copy_from_slice(&came_to);
            self.observer.chance_falls(&self.turn);
        }
        if self.observer.wants_rounds() {
            self.observer.turn_over(TurnOver { seat: turn.seat, dice: None, is_valid: None, total: None });
            self.is_open = true;
        }
        let class = (turn.result.combo, turn.result.rerolled);
        self.seats[turn.seat.index()].add(class, 1, turn.coins, turn.takes_control.into());
    }

    #[inline]
    fn round_ends(&mut self, _: RoundEnd, state: &State) {
        if self.observer.wants_rounds() {
            self.observer.round_over(RoundOver { scores: state.holdings().all_coins(), card: None });
            self.is_open = false;
        }
    }

    fn game_ends(&mut self, state: &State) {
        if self.is_open {
            self.observer.round_over(RoundOver { scores: state.holdings().all_coins(), card: None });
        }
        if !self.observer.wants() {
            return;
        }
        let seats = self.seats.iter().zip(self.seating);
        seats.for_each(|(seat, &strategy)| seat.hand_on(strategy, self.observer));
    }
}
