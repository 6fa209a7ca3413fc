//! What is counted of a game of Battle Dice for `duels.csv` and `dice.csv`.
//!
//! Owns the meaning of the counts and columns: a row for each strategy and duel, and for each strategy and kind.

use super::arena::{Board, Cause};
use super::duel::{Contest, Verdict};
use super::kind::{KINDS, Kind};
use super::play::{Event, Watch};
use super::rules::MAX_SEATS;
use super::state::State;
use crate::games::{Column, ColumnKind, Observer, RowCounts, Seat, Seating, StatisticsTable};

/// The positions of the statistics among the game's statistics.
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

/// The statistics table `duels` and `dice`, in the order in which they are counted.
pub(super) fn statistics(strategies: &[String]) -> Vec<StatisticsTable> {
    let rows = |labels: &[&str]| {
        let row = |strategy: &String, label: &&str| vec![strategy.clone(), (*label).to_owned()];
        strategies.iter().flat_map(|strategy| labels.iter().map(move |label| row(strategy, label))).collect()
    };
    let (duels, kinds) = (rows(&Contest::NAMES), rows(&Kind::ALL.map(Kind::name)));
    vec![
        StatisticsTable { name: "duels", keys: &["strategy", "duel"], rows: duels, columns: DUEL_COLUMNS },
        StatisticsTable { name: "dice", keys: &["strategy", "kind"], rows: kinds, columns: DICE_COLUMNS },
    ]
}

/// Hands every duel, and the dice of every seat at the end, to an observer.
pub(super) struct Counter<'g, O> {
    seating: &'g Seating,
    observer: &'g mut O,
    thrown: [[i32; KINDS]; MAX_SEATS],
    cancelled: [[i32; KINDS]; MAX_SEATS],
}

impl<'g, O: Observer> Counter<'g, O> {
    pub(super) fn new(seating: &'g Seating, observer: &'g mut O) -> Counter<'g, O> {
        Counter { seating, observer, thrown: [[0; KINDS]; MAX_SEATS], cancelled: [[0; KINDS]; MAX_SEATS] }
    }

    fn fought(&mut self, verdict: Verdict, points: &[u32; MAX_SEATS], active: Seat, contest: Contest) {
        let mut counts = RowCounts::default();
        counts[CHOSEN] = 1;
        counts[WON] = i32::from(verdict == Verdict::Won(active));
        counts[POINTS] = points[active.index()] as i32;
        let row = self.seating[active.index()] * Contest::NAMES.len() + contest.index();
        self.observer.count(DUELS, row, &counts);
    }

    fn over(&mut self, state: &State) {
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

impl<O: Observer> Watch for Counter<'_, O> {
    #[inline]
    fn see(&mut self, event: Event, board: &Board) {
        match event {
            Event::Landed(seat, spot, Cause::Throw | Cause::Extra | Cause::Exchange) => {
                let kind = board.arena.side(seat).zone.at(spot).kind;
                self.thrown[seat.index()][kind.index()] += 1;
            }
            Event::Cancelled(_, aim) => {
                let kind = board.arena.side(aim.seat).zone.at(aim.die).kind;
                self.cancelled[aim.seat.index()][kind.index()] += 1;
            }
            Event::Fought(verdict, points) if self.observer.wants() => {
                self.fought(verdict, &points, board.arena.active, board.arena.duel.contest);
            }
            Event::Over if self.observer.wants() => self.over(&board.state),
            _ => {}
        }
    }
}
