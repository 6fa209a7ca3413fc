//! What is counted of a game of Battle Dice for `duels.csv` and `dice.csv`.
//!
//! Owns the meaning of the counts and columns: a row for each strategy and duel, and for each strategy and kind.

use super::arena::Arena;
use super::duel::{Aim, Contest, Verdict};
use super::kind::{KINDS, Kind, Kinds};
use super::play::Watch;
use super::rules::{MAX_SEATS, MOST_OF_A_KIND};
use super::state::State;
use crate::games::{Column, ColumnKind, Grouping, Observer, RowCounts, Seat, Seating, SheetSpec};

/// The positions of the sheets among the game's sheets.
const DUELS: usize = 0;
const DICE: usize = 1;

// The counts of a row of `duels`: of the duels that the strategy chose.
const CHOSEN: usize = 0;
const WON: usize = 1;
const POINTS: usize = 2;

// The counts of a row of `dice`.
const GAMES: usize = 0;
const OWNED: usize = 1;
const THROWN: usize = 2;
const CANCELLED: usize = 3;

const DUEL_COLUMNS: &[Column] = &[
    Column { name: "chosen", kind: ColumnKind::Count(CHOSEN) },
    Column { name: "win_rate", kind: ColumnKind::Rate { of: WON, among: CHOSEN } },
    Column { name: "points_mean", kind: ColumnKind::Mean { of: POINTS, among: CHOSEN } },
];

/// A die is thrown when it comes into the throw zone; rerolls and throws again after a tie do not count.
const DICE_COLUMNS: &[Column] = &[
    Column { name: "games", kind: ColumnKind::Count(GAMES) },
    Column { name: "owned_at_end_mean", kind: ColumnKind::Mean { of: OWNED, among: GAMES } },
    Column { name: "thrown_mean", kind: ColumnKind::Mean { of: THROWN, among: GAMES } },
    Column { name: "cancelled_rate", kind: ColumnKind::Rate { of: CANCELLED, among: THROWN } },
];

/// The sheets `duels` and `dice`, in the order in which they are counted.
pub(super) fn sheets(strategies: &[String]) -> Vec<SheetSpec> {
    let rows = |labels: &[&str]| {
        let row = |strategy: &String, label: &&str| vec![strategy.clone(), (*label).to_owned()];
        strategies.iter().flat_map(|strategy| labels.iter().map(move |label| row(strategy, label))).collect()
    };
    let grouping = Grouping::Single;
    let (duels, kinds) = (rows(&Contest::NAMES), rows(&Kind::ALL.map(Kind::name)));
    vec![
        SheetSpec { name: "duels", keys: &["strategy", "duel"], rows: duels, grouping, columns: DUEL_COLUMNS },
        SheetSpec { name: "dice", keys: &["strategy", "kind"], rows: kinds, grouping, columns: DICE_COLUMNS },
    ]
}

/// After so many throws the dice thrown lately are added to the others: a throw has at most five dice of a kind.
const THROWS_LATELY: u32 = 255 / MOST_OF_A_KIND;

/// Hands every duel, and the dice of every seat at the end, to an observer.
pub(super) struct Counter<'g, O> {
    seating: &'g Seating,
    observer: &'g mut O,
    /// The last duels in a row that count in the same row of their sheet, and that row.
    duels: RowCounts,
    row: usize,
    thrown: [[i32; KINDS]; MAX_SEATS],
    cancelled: [[i32; KINDS]; MAX_SEATS],
    /// The dice that each seat threw lately, which are not among those thrown yet, and how many throws that were.
    lately: [Kinds; MAX_SEATS],
    throws: u32,
}

impl<'g, O: Observer> Counter<'g, O> {
    pub(super) fn new(seating: &'g Seating, observer: &'g mut O) -> Counter<'g, O> {
        let none = [[0; KINDS]; MAX_SEATS];
        Counter {
            seating,
            observer,
            duels: RowCounts::default(),
            row: 0,
            thrown: none,
            cancelled: none,
            lately: [Kinds::EMPTY; MAX_SEATS],
            throws: 0,
        }
    }

    /// Adds the dice that were thrown lately to all that were thrown.
    fn add_lately(&mut self) {
        self.throws = 0;
        for (thrown, lately) in self.thrown.iter_mut().zip(&mut self.lately) {
            let lately = std::mem::take(lately);
            Kind::ALL.iter().for_each(|&kind| thrown[kind.index()] += lately.of(kind) as i32);
        }
    }

    fn hand_over_duels(&mut self) {
        if self.duels[CHOSEN] > 0 {
            self.observer.count(DUELS, self.row, &std::mem::take(&mut self.duels));
        }
    }
}

impl<O: Observer> Watch for Counter<'_, O> {
    #[inline]
    fn threw(&mut self, seat: Seat, dice: Kinds) {
        self.lately[seat.index()] = self.lately[seat.index()] + dice;
        self.throws += 1;
        if self.throws == THROWS_LATELY {
            self.add_lately();
        }
    }

    fn cancelled(&mut self, _: Seat, die: Aim, arena: &Arena) {
        let kind = arena.side(die.seat).zone.at(die.die).kind;
        self.cancelled[die.seat.index()][kind.index()] += 1;
    }

    fn duel_ends(&mut self, verdict: Verdict, points: &[u32; MAX_SEATS], arena: &Arena, _: &State) {
        if !self.observer.wants() {
            return;
        }
        let active = arena.active;
        let row = self.seating[active.index()] * Contest::NAMES.len() + arena.duel.contest.index();
        if row != self.row {
            self.hand_over_duels();
            self.row = row;
        }
        self.duels[CHOSEN] += 1;
        self.duels[WON] += i32::from(verdict == Verdict::Won(active));
        self.duels[POINTS] += points[active.index()] as i32;
    }

    fn ends(&mut self, state: &State) {
        if !self.observer.wants() {
            return;
        }
        self.hand_over_duels();
        self.add_lately();
        for seat in state.all() {
            for kind in Kind::ALL {
                let mut counts = RowCounts::default();
                counts[GAMES] = 1;
                counts[OWNED] = state.dice(seat).of(kind) as i32;
                counts[THROWN] = self.thrown[seat.index()][kind.index()];
                counts[CANCELLED] = self.cancelled[seat.index()][kind.index()];
                self.observer.count(DICE, self.seating[seat.index()] * KINDS + kind.index(), &counts);
            }
        }
    }
}
