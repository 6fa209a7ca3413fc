//! The value of each table that a line-up is likely to reach.
//!
//! Owns [`Tables`]. If all strategies decide by the table alone between duels, few tables can follow a table: one for each
//! winner of the duel, and more where victory points show. The search begins after the draft. It goes through the tables in the
//! order of their total wealth, which grows with each duel. Then it works out the values in the opposite order. Tables that are
//! rarely reached ([`RARE`]) have the value of a race ([`Race`]).
//!
//! The chances of duels are those of quiet ones (`quiet`), so the values are approximate where dice act on others.

use super::super::duel::{Contest, Duel};
use super::super::quiet::{Fight, Gain, Points, Quiet};
use super::super::rules::MAX_SEATS;
use super::super::state::State;
use super::super::view::Strategy;
use super::super::{Battle, Board};
use super::{Prospect, Race};
use crate::dice::RunKey;
use crate::games::battle::mixed::ByMix;
use crate::games::{Fault, StrategyIndex, Table};
use std::collections::{BTreeMap, HashMap};

/// A table is rare if fewer than one game in so many reaches it. If too many tables are not rare, the next number is taken.
const RARE: [f64; 4] = [2e5, 2e4, 2e3, 2e2];
/// The most players whose throws are worked out for each number.
const MOST_PLAYERS: usize = 3_000;

/// A less likely result of a duel has the value of a similar one.
const UNLIKELY: f64 = 5e-4;
/// The most victory points of a seat that are told apart in a duel.
const MOST_POINTS: u8 = 6;

/// What something is worth to each seat: its share of the win.
pub(crate) type Shares = [f64; MAX_SEATS];

/// What is known of a table.
#[derive(Clone, Debug, Default)]
struct Known {
    worth: Shares,
    ahead: Option<Box<Ahead>>,
}

/// What the table after a duel is worth, by who won it and the victory points that showed.
#[derive(Clone, Debug, Default)]
struct After(Vec<((usize, Points), Shares)>);

impl After {
    /// The value if a seat won and these points showed. If it was not worked out, the value is that of the most similar points
    /// with this winner, or if there are none, with another one.
    fn worth(&self, winner: usize, points: Points) -> Shares {
        if let Some((_, worth)) = self.0.iter().find(|(key, _)| *key == (winner, points)) {
            return *worth;
        }
        let differ = |other: &Points| points.iter().zip(other).map(|(&one, &other)| one.abs_diff(other)).sum::<u8>();
        let nearest = self.0.iter().min_by_key(|((seat, other), _)| (*seat != winner, differ(other)));
        nearest.map_or_else(Shares::default, |(_, worth)| *worth)
    }
}

/// The duel of a table, and what comes of it.
#[derive(Clone, Debug)]
pub(crate) struct Ahead {
    /// The duel.
    pub(crate) duel: Duel,
    after: After,
    /// In two by two, what it is worth that a seat has won a bout, if those in the set have won one before and these points
    /// have shown.
    bouts: Option<HashMap<(usize, u8, Points), Shares, ByMix>>,
}

impl Ahead {
    /// What these shares are worth to each seat.
    pub(crate) fn worth(&self, gains: &[Gain]) -> Shares {
        let mut worth = Shares::default();
        for gain in gains {
            let won = self.if_won(gain.seat, gain.ahead, gain.points);
            worth.iter_mut().zip(won).for_each(|(worth, won)| *worth += gain.share * won);
        }
        worth
    }

    /// What it is worth that a seat wins the duel, or its next bout, if those in the set have won one before and these points
    /// have shown.
    fn if_won(&self, seat: usize, before: u8, points: Points) -> Shares {
        let points = points.map(|points| points.min(MOST_POINTS));
        match &self.bouts {
            Some(bouts) if before >> seat & 1 == 0 => {
                bouts.get(&(seat, before, points)).copied().unwrap_or_else(|| self.after.worth(seat, points))
            }
            _ => self.after.worth(seat, points),
        }
    }
}

/// The tables of a seating.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    numbers: HashMap<State, u32, ByMix>,
    all: Vec<Known>,
    /// Which number of [`RARE`] was taken.
    pub(crate) rare: usize,
}

/// Where a duel leads.
#[derive(Clone, Copy, Debug)]
enum Next {
    Won(usize),
    Table(u32),
}

/// A duel whose successors have been found.
struct Found {
    number: u32,
    duel: Duel,
    /// That of each bout in two by two, of which as many are over as players have won one.
    laws: Vec<Cells>,
    next: Vec<((usize, Points), Next)>,
}

/// The points that show in a comparison, and the share of each seat in the win with them.
type Cells = Vec<(Points, Shares)>;

/// Strategies in their seats.
#[derive(Clone, Copy)]
pub(crate) struct LineUp<'l> {
    /// The game.
    pub(crate) game: &'l Battle,
    /// The different strategies.
    pub(crate) strategies: &'l [&'l dyn Strategy],
    /// Which of them sits in each seat.
    pub(crate) seating: &'l [StrategyIndex],
}

impl<'l> LineUp<'l> {
    /// These strategies do not look at draws between duels, so that any will do.
    pub(crate) fn table(self) -> Table<'l, dyn Strategy> {
        Table { strategies: self.strategies, seating: self.seating, block: RunKey::new(0).block(0) }
    }
}

impl Tables {
    /// The tables of a line-up from its draft on, at most `most` of them with the tables that follow. It tries the numbers of
    /// [`RARE`] from index `first` on. With the last one, further tables have the value of a race. `None` if `go_on` stops it.
    ///
    /// # Errors
    /// The fault of a strategy.
    pub(crate) fn find(
        lineup: LineUp<'_>,
        quiet: &mut Quiet<'_>,
        (most, first): (usize, usize),
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<Tables>, Fault> {
        for (number, rare) in RARE.into_iter().enumerate().skip(first) {
            let board = Board::default();
            let search = Search { lineup, quiet, board, tables: Tables::default(), levels: BTreeMap::new() };
            let if_full = if number + 1 == RARE.len() { IfFull::Race } else { IfFull::GiveUp };
            match search.run(rare, (most, if_full), go_on)? {
                Ended::Found(tables) => return Ok(Some(Tables { rare: number, ..tables })),
                Ended::Stopped => return Ok(None),
                Ended::TooMany => {}
            }
        }
        Ok(None)
    }

    /// What a table is worth to each seat, if it was found.
    pub(crate) fn worth(&self, state: &State) -> Option<&Shares> {
        Some(&self.known(state)?.worth)
    }

    /// What comes of the duel of a table, if that was looked for.
    pub(crate) fn ahead(&self, state: &State) -> Option<&Ahead> {
        self.known(state)?.ahead.as_deref()
    }

    fn known(&self, state: &State) -> Option<&Known> {
        self.numbers.get(&state.in_turn(0)).map(|&number| &self.all[number as usize])
    }

    /// Works out what a table is worth, once those after it are known.
    fn settle(&mut self, found: Found) {
        let worth = |next: Next| match next {
            Next::Won(seat) => std::array::from_fn(|other| f64::from(u8::from(other == seat))),
            Next::Table(number) => self.all[number as usize].worth,
        };
        let after = After(found.next.into_iter().map(|(key, next)| (key, worth(next))).collect());
        let two_by_two = found.duel.contest == Contest::TwoByTwo;
        let mut duel = InDuel { laws: &found.laws, after: &after, bouts: HashMap::default(), two_by_two };
        let worth = duel.worth(0, Points::default());
        let bouts = two_by_two.then_some(duel.bouts);
        let ahead = Ahead { duel: found.duel, after, bouts };
        self.all[found.number as usize] = Known { worth, ahead: Some(Box::new(ahead)) };
    }
}

/// The values within a duel.
struct InDuel<'d> {
    laws: &'d [Cells],
    after: &'d After,
    bouts: HashMap<(usize, u8, Points), Shares, ByMix>,
    two_by_two: bool,
}

impl InDuel<'_> {
    /// What it is worth before a throw, if those in the set have won a bout and these points have shown.
    fn worth(&mut self, ahead: u8, points: Points) -> Shares {
        let (mut worth, mut all) = (Shares::default(), 0.0);
        for (shown, shares) in law_after(self.laws, ahead) {
            let points = sum(points, *shown);
            for (seat, share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                let won = self.if_won(seat, ahead, points);
                worth.iter_mut().zip(won).for_each(|(worth, won)| *worth += share * won);
                all += share;
            }
        }
        worth.map(|worth| worth / all)
    }

    fn if_won(&mut self, seat: usize, ahead: u8, points: Points) -> Shares {
        if !self.two_by_two || ahead >> seat & 1 == 1 {
            return self.after.worth(seat, points);
        }
        if let Some(&known) = self.bouts.get(&(seat, ahead, points)) {
            return known;
        }
        let worth = self.worth(ahead | 1 << seat, points);
        self.bouts.insert((seat, ahead, points), worth);
        worth
    }
}

/// The law of the next bout, if those in the set have won one.
fn law_after(laws: &[Cells], ahead: u8) -> &[(Points, Shares)] {
    laws.get(ahead.count_ones() as usize).or(laws.last()).map_or(&[], |law| law)
}

/// Points that have shown, and more of them, as far as they are told apart.
fn sum(points: Points, more: Points) -> Points {
    std::array::from_fn(|seat| (points[seat] + more[seat]).min(MOST_POINTS))
}

/// How likely it is that a seat wins the duel and these points show.
fn ends(laws: &[Cells], contest: Contest) -> BTreeMap<(usize, Points), f64> {
    let (mut ends, mut now) = (BTreeMap::new(), BTreeMap::from([((0_u8, Points::default()), 1.0)]));
    while let Some(((ahead, points), chance)) = now.pop_first() {
        let law = law_after(laws, ahead);
        let all: f64 = law.iter().flat_map(|(_, shares)| shares).sum();
        for (shown, shares) in law {
            let points = sum(points, *shown);
            for (seat, share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                let chance = chance * share / all;
                match contest == Contest::TwoByTwo && ahead >> seat & 1 == 0 {
                    true => *now.entry((ahead | 1 << seat, points)).or_insert(0.0) += chance,
                    false => *ends.entry((seat, points)).or_insert(0.0) += chance,
                }
            }
        }
    }
    ends
}

/// Tables of the same wealth, in the order in which they were reached, each with its number and how likely games come to it.
#[derive(Default)]
struct Level {
    places: HashMap<State, usize, ByMix>,
    all: Vec<(State, (u32, f64))>,
}

/// Tables that are being found.
struct Search<'s, 'g> {
    lineup: LineUp<'s>,
    quiet: &'s mut Quiet<'g>,
    board: Board,
    tables: Tables,
    /// Tables whose successors have not been looked for, by the wealth of all players.
    levels: BTreeMap<u32, Level>,
}

/// What becomes of a search that has looked at as many tables or players as it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum IfFull {
    GiveUp,
    /// Further tables have the value of a race.
    Race,
}

/// How a search ends.
enum Ended {
    Found(Tables),
    /// More tables are not rare than may be expanded.
    TooMany,
    Stopped,
}

impl Search<'_, '_> {
    fn run(mut self, rare: f64, (most, if_full): (usize, IfFull), go_on: &dyn Fn() -> bool) -> Result<Ended, Fault> {
        let LineUp { game, .. } = self.lineup;
        let start = game.drafted(&mut self.board, self.lineup.table())?;
        self.reach(&start, 1.0);
        let most_players = self.quiet.found + MOST_PLAYERS;
        let mut found: Vec<Found> = Vec::new();
        while let Some((_, level)) = self.levels.pop_first() {
            for (state, (number, reach)) in level.all {
                if !go_on() {
                    return Ok(Ended::Stopped);
                }
                let is_full = found.len() > most || self.quiet.found > most_players;
                if is_full && if_full == IfFull::GiveUp {
                    return Ok(Ended::TooMany);
                }
                let expanded = if reach * rare >= 1.0 && !is_full { self.expand(&state, number, reach)? } else { None };
                match expanded {
                    Some(table) => found.push(table),
                    None => self.tables.all[number as usize].worth = game.raced(&state),
                }
            }
        }
        let mut tables = self.tables;
        found.into_iter().rev().for_each(|table| tables.settle(table));
        Ok(Ended::Found(tables))
    }

    /// A table is reached this often once more; its number.
    fn reach(&mut self, state: &State, chance: f64) -> u32 {
        let state = state.in_turn(0);
        let level = self.levels.entry(self.lineup.game.wealth(&state).iter().sum()).or_default();
        let tables = &mut self.tables;
        let place = *level.places.entry(state.clone()).or_insert_with(|| {
            let number = *tables.numbers.entry(state.clone()).or_insert_with(|| {
                tables.all.push(Known::default());
                (tables.all.len() - 1) as u32
            });
            level.all.push((state, (number, 0.0)));
            level.all.len() - 1
        });
        let (number, reached) = &mut level.all[place].1;
        *reached += chance;
        *number
    }

    /// The duel of a table and where it leads. `None` if its chances are not known.
    fn expand(&mut self, state: &State, number: u32, reach: f64) -> Result<Option<Found>, Fault> {
        let LineUp { game, seating, .. } = self.lineup;
        let duel = game.chosen(&mut self.board, self.lineup.table(), state)?;
        let fight = Fight { seating, state, duel };
        let Some(laws) = self.quiet.laws(fight) else { return Ok(None) };
        let seats: Vec<usize> = fight.seats().map(|seat| seat.index()).collect();
        let by_seat = |(shown, shares): &(Points, Shares)| {
            let (mut points, mut wins) = (Points::default(), Shares::default());
            for (position, &seat) in seats.iter().enumerate() {
                (points[seat], wins[seat]) = (shown[position], shares[position]);
            }
            (points, wins)
        };
        let laws: Vec<Cells> = laws.iter().map(|law| law.cells().map(by_seat).collect()).collect();
        let award = game.rules().award(seats.len() as u32 - 1);
        let mut next = Vec::new();
        for ((winner, shown), chance) in ends(&laws, duel.contest) {
            if chance < UNLIKELY && shown != Points::default() {
                continue;
            }
            let mut points = shown.map(u32::from);
            points[winner] += award;
            let (to, won) = game.after(&mut self.board, self.lineup.table(), (state, duel, &points))?;
            next.push((
                (winner, shown),
                match won {
                    Some(seat) => Next::Won(seat.index()),
                    None => Next::Table(self.reach(&to, reach * chance)),
                },
            ));
        }
        Ok((!next.is_empty()).then_some(Found { number, duel, laws, next }))
    }
}

impl Battle {
    /// What a table is worth by a race.
    fn raced(&self, state: &State) -> Shares {
        let packs: Vec<_> = state.all().map(|seat| state.dice(seat)).collect();
        let prospects: Vec<Prospect> = state.all().map(|seat| self.usual(&packs, seat)).collect();
        Race { goal: self.rules().goal, prospects: &prospects, next: state.active }.from(&self.wealth(state))
    }
}
