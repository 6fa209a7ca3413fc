//! The law of a comparison of a quiet duel.
//!
//! Owns [`Law`]: the share of the win that each player can expect of the comparison, with the victory points that show. It is
//! exact. Players throw independently, so the chances of totals are multiplied.

use super::super::duel::Contest;
use super::super::odds::{Alone, MOST_SHOWN, Throw};
use super::super::rules::MAX_SEATS;
use super::kept::{Case, Kept};
use super::{Comparison, Margin, Points};
use crate::games::Seat;
use std::collections::BTreeMap;

/// How many ways to combine what the players show are looked at, each with as many ties as there are sets of players.
const MOST_CASES: usize = 1 << 11;

/// What is told apart in a comparison: all, unless there are too many ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// The leader, who could act, and the points that show.
    All,
    /// The leader, and who could act.
    Acting,
    /// The leader.
    Leader,
}

/// What can be expected of a comparison, by position, the active player first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Law {
    detail: Detail,
    /// The points that show, and the share of the win of each player ([`Kept::shares`]) with them.
    cells: Vec<(Points, [f64; MAX_SEATS])>,
}

/// A throw of a player: all ways, and those without a face that could act, if these are not all.
type Thrown<'t> = (&'t Throw, Option<&'t Throw>);

/// Some of the ways of a throw.
#[derive(Clone, Copy)]
struct Ways<'t> {
    shown: u8,
    acting: bool,
    all: &'t Throw,
    /// What is not among them.
    without: Option<&'t Throw>,
}

impl Ways<'_> {
    fn at(&self, total: usize) -> f64 {
        self.all.at(total) - self.without.map_or(0.0, |throw| throw.at(total))
    }

    fn below(&self, total: usize) -> f64 {
        self.all.below(total) - self.without.map_or(0.0, |throw| throw.below(total))
    }
}

/// The ways of a throw, as far as they are told apart.
fn ways<'t>((all, clean): Thrown<'t>, detail: Detail) -> Vec<Ways<'t>> {
    let of = |shown, all, clean: Option<&'t Throw>| match (clean, detail) {
        (Some(clean), Detail::All | Detail::Acting) => {
            let quiet = Ways { shown, acting: false, all: clean, without: None };
            vec![quiet, Ways { shown, acting: true, all, without: Some(clean) }]
        }
        _ => vec![Ways { shown, acting: false, all, without: None }],
    };
    let acts = |shown: u8, part: &'t Throw| -> Vec<Ways<'t>> {
        match clean {
            None => of(shown, part, None),
            Some(clean) => match clean.by_shown().find(|(other, _)| *other == shown) {
                Some((_, clean)) => of(shown, part, Some(clean)),
                None => vec![Ways { shown, acting: true, all: part, without: None }],
            },
        }
    };
    match detail {
        Detail::All => all.by_shown().flat_map(|(shown, part)| acts(shown, part)).collect(),
        _ => of(0, all, clean),
    }
}

impl Law {
    /// The points that show, and the share of the win of each player with them, by position.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &(Points, [f64; MAX_SEATS])> {
        self.cells.iter()
    }

    /// What the law tells apart in a comparison of these seats: the points that show, and the share of the win of each player.
    pub(super) fn seen(
        &self,
        comparison: &Comparison,
        seats: &[Seat],
        case: Case,
        kept: &Kept,
    ) -> (Points, [f64; MAX_SEATS]) {
        let mut shown = Points::default();
        if self.detail == Detail::All {
            for (shown, seat) in shown.iter_mut().zip(seats) {
                *shown = comparison.shown[seat.index()].min(u32::from(MOST_SHOWN)) as u8;
            }
        }
        let acting = if self.detail == Detail::Leader { 0 } else { case.acting };
        (shown, kept.shares(Case { acting, ..case }, seats.len()))
    }

    /// The law of a duel of these players; of two by two, that of a bout, from 0. `None` if they do not throw in the same way.
    pub(super) fn new(players: &[(&Alone, Option<&Alone>)], bout: usize, told: (&Kept, Contest)) -> Option<Law> {
        match players.first()?.0 {
            Alone::Once(_) => {
                let throws = every(players, |alone| if let Alone::Once(throw) = alone { Some(throw) } else { None })?;
                Some(Law::of_throw(&throws, told))
            }
            Alone::Bouts(_) => {
                let throws = every(players, |alone| alone.bout(bout))?;
                Some(Law::of_throw(&throws, told))
            }
            Alone::Steps { .. } => Law::of_steps(players, told),
        }
    }

    /// The law of a single throw.
    pub(super) fn of_throw(throws: &[Thrown<'_>], told: (&Kept, Contest)) -> Law {
        Law::of_throws(&[(throws.to_vec(), 0)], told)
    }

    /// The law of the first step after which somebody has the target, or of the last one.
    fn of_steps(players: &[(&Alone, Option<&Alone>)], told: (&Kept, Contest)) -> Option<Law> {
        let (mut longest, mut target) = (0, 0);
        for (alone, _) in players {
            let Alone::Steps { steps, target: least, .. } = alone else { return None };
            (longest, target) = (longest.max(steps.len()), *least as usize);
        }
        let step = |step| Some((every(players, |alone| alone.step(step))?, if step == longest { 0 } else { target }));
        Some(Law::of_throws(&(0..=longest).map(step).collect::<Option<Vec<_>>>()?, told))
    }

    /// The law of throws, each of which is compared where the highest total is at least so much.
    fn of_throws(throws: &[(Vec<Thrown<'_>>, usize)], (kept, contest): (&Kept, Contest)) -> Law {
        let number = |detail: Detail| {
            throws.iter().map(|(all, _)| all.iter().map(|&one| ways(one, detail).len()).product::<usize>()).max()
        };
        let players = throws.first().map_or(0, |(all, _)| all.len());
        let fits = |detail: &Detail| number(*detail).is_some_and(|ways| ways << players <= MOST_CASES);
        let detail = [Detail::All, Detail::Acting].into_iter().find(fits).unwrap_or(Detail::Leader);
        let mut sums = Sums { kept, contest, cells: BTreeMap::new() };
        for (throws, least) in throws {
            let all: Vec<Vec<Ways<'_>>> = throws.iter().map(|&one| ways(one, detail)).collect();
            sums.every(&all, &mut Vec::new(), *least);
        }
        Law { detail, cells: sums.cells.into_iter().collect() }
    }
}

/// What is added up for a law.
struct Sums<'k> {
    kept: &'k Kept,
    contest: Contest,
    cells: BTreeMap<Points, [f64; MAX_SEATS]>,
}

impl Sums<'_> {
    /// Adds every way to take one of each player's.
    fn every<'t>(&mut self, all: &[Vec<Ways<'t>>], taken: &mut Vec<Ways<'t>>, least: usize) {
        let Some((first, rest)) = all.split_first() else { return self.compare(taken, least) };
        for &one in first {
            taken.push(one);
            self.every(rest, taken, least);
            taken.pop();
        }
    }

    /// Adds the comparisons of these ways in which the highest total is at least so much.
    fn compare(&mut self, ways: &[Ways<'_>], least: usize) {
        let players = ways.len();
        let (mut shown, mut acting, mut wins) = (Points::default(), 0, [0.0; MAX_SEATS]);
        for (at, one) in ways.iter().enumerate() {
            shown[at] = one.shown;
            acting |= u8::from(one.acting) << at;
        }
        let longest = ways.iter().map(|one| one.all.len()).max().unwrap_or(0);
        let shares = |lead, margin| self.kept.shares(Case { contest: self.contest, lead, margin, acting }, players);
        for leader in 0..players {
            let mut chances = [0.0; Margin::ALL.len()];
            for total in least..longest {
                let here = ways[leader].at(total);
                if here <= 0.0 {
                    continue;
                }
                let within = |margin: Margin| -> f64 {
                    let below = (total + 1).saturating_sub(margin.least() as usize);
                    (0..players).filter(|&at| at != leader).map(|at| ways[at].below(below)).product()
                };
                let within = Margin::ALL.map(within);
                for (number, chance) in chances.iter_mut().enumerate() {
                    *chance += here * (within[number] - within.get(number + 1).unwrap_or(&0.0));
                }
            }
            for (margin, chance) in Margin::ALL.into_iter().zip(chances) {
                wins.iter_mut().zip(shares(1 << leader, margin)).for_each(|(win, share)| *win += chance * share);
            }
        }
        for lead in (1_u8..1 << players).filter(|lead| !lead.is_power_of_two()) {
            let tied = |total: usize| -> f64 {
                let of = |at: usize| if lead >> at & 1 == 1 { ways[at].at(total) } else { ways[at].below(total) };
                (0..players).map(of).product()
            };
            let chance: f64 = (least..longest).map(tied).sum();
            wins.iter_mut().zip(shares(lead, Margin::Small)).for_each(|(win, share)| *win += chance * share);
        }
        self.cells.entry(shown).or_default().iter_mut().zip(wins).for_each(|(all, win)| *all += win);
    }
}

/// What `find` finds of each player, with all ways and with the clean ones.
fn every<'a>(
    players: &[(&'a Alone, Option<&'a Alone>)],
    find: impl Fn(&'a Alone) -> Option<&'a Throw>,
) -> Option<Vec<Thrown<'a>>> {
    let both = |&(all, clean): &(&'a Alone, Option<&'a Alone>)| {
        let clean = match clean {
            Some(clean) => Some(find(clean)?),
            None => None,
        };
        Some((find(all)?, clean))
    };
    players.iter().map(both).collect()
}
