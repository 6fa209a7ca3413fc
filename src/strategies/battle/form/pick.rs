//! Which thrown dice a power is for: the first item of a list that something legal fits.
//!
//! Owns who is meant by a word for a player, and which of several dice that fit is taken.

use super::lists::{Sort, Target, Targets, What, Whose};
use super::scene::{Bound, Scene};
use crate::games::Seat;
use crate::games::battle::{Aim, DuelView, Exchange, Placement, Replacement, Spot, Thrown};
use std::cmp::Reverse;

/// Which of several own dice is meant, unless the item itself says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prefer {
    /// The one that scores least, to be given away.
    Least,
    /// The one that scores most, to be helped or harmed.
    Most,
}

/// What a list says.
pub(super) enum Said<T> {
    /// Do this.
    Do(T),
    /// Do nothing.
    Decline,
    /// Do what is done without an idea.
    Usual,
}

/// What the list says, where `item` answers what is done by an item, if it can be done.
fn first<T>(targets: &Targets<Bound>, item: impl Fn(&Target<Bound>) -> Option<T>) -> Said<T> {
    for target in &targets.0 {
        if *target == Target::Usual {
            return Said::Usual;
        }
        if let Some(found) = item(target) {
            return Said::Do(found);
        }
    }
    Said::Decline
}

/// Whether a die is of the sort.
fn fits(what: &What<Bound>, die: &Thrown, scene: &Scene<'_, '_>) -> bool {
    what.is(die, |amount| scene.value(amount))
}

/// Of several the first with the highest key.
fn highest<T, K: Ord>(all: impl Iterator<Item = T>, key: impl Fn(&T) -> K) -> Option<T> {
    let mut found: Option<(K, T)> = None;
    for item in all {
        let key = key(&item);
        if found.as_ref().is_none_or(|(most, _)| key > *most) {
            found = Some((key, item));
        }
    }
    found.map(|(_, item)| item)
}

/// The player a word means, of those among whom the throw is resolved; of equal ones the next clockwise.
fn player(whose: Whose, view: &DuelView<'_>) -> Option<Seat> {
    let (own, seats) = (view.seat(), view.table.seats());
    let steps = |seat: &Seat| (seat.index() + seats - own.index()) % seats;
    let others = || view.inside().filter(|&seat| seat != own);
    let (table, state) = (&view.table, view.table.state());
    match whose {
        Whose::Own => Some(own),
        Whose::Any => None,
        Whose::Left => others().min_by_key(steps),
        Whose::Right => others().max_by_key(steps),
        Whose::Leader => others().min_by_key(|seat| (Reverse(view.zone(*seat).total().unwrap_or(0)), steps(seat))),
        Whose::Nearest => others().min_by_key(|seat| (Reverse(table.cost(*seat) + state.points(*seat)), steps(seat))),
    }
}

/// How a die is weighed: the highest weight is taken.
fn weight(points: u32, what: &What<Bound>, prefer: Prefer) -> i64 {
    let least = match what {
        what if what.means_the_lowest() => true,
        What::Sort(Sort::Highest) | What::Above(_) => false,
        _ => prefer == Prefer::Least,
    };
    if least { -i64::from(points) } else { i64::from(points) }
}

/// The die to reroll or cancel.
pub(super) fn aim(targets: &Targets<Bound>, scene: &Scene<'_, '_>, view: &DuelView<'_>) -> Said<Aim> {
    first(targets, |target| {
        let Target::Dice(whose, what) = target else { return None };
        let meant = player(*whose, view);
        let prefer = if *whose == Whose::Own { Prefer::Least } else { Prefer::Most };
        let is_meant = |seat: Seat| meant.map_or(seat != view.seat(), |meant| seat == meant);
        let die = |aim: &Aim| view.zone(aim.seat).get(aim.die);
        let fitting =
            view.aims().filter(|aim| is_meant(aim.seat) && die(aim).is_some_and(|die| fits(what, die, scene)));
        let points = |aim: &Aim| die(aim).map_or(0, |die| view.zone(aim.seat).points_of(die));
        highest(fitting, |aim| weight(points(aim), what, prefer))
    })
}

/// Where to place a shield or a multiplier: of several multipliers the highest goes first.
pub(super) fn placement(targets: &Targets<Bound>, scene: &Scene<'_, '_>, view: &DuelView<'_>) -> Said<Placement> {
    first(targets, |target| {
        let Target::Dice(_, what) = target else { return None };
        let fitting = view.placements().filter(|placement| is_open(placement.die, placement.on, what, scene, view));
        highest(fitting, |placement| serves(placement.die, placement.on, what, view))
    })
}

/// Where to place a multiplier just before the cancels.
pub(super) fn replacement(targets: &Targets<Bound>, scene: &Scene<'_, '_>, view: &DuelView<'_>) -> Said<Replacement> {
    first(targets, |target| {
        let Target::Dice(_, what) = target else { return None };
        let fresh = view.replacements().filter(|replacement| replacement.from.is_none());
        let fitting = fresh.filter(|replacement| is_open(replacement.die, replacement.on, what, scene, view));
        highest(fitting, |replacement| serves(replacement.die, replacement.on, what, view))
    })
}

/// Whether a die fits that is not under a shield, if it is a shield that is placed.
fn is_open(die: Spot, on: Spot, what: &What<Bound>, scene: &Scene<'_, '_>, view: &DuelView<'_>) -> bool {
    let own = view.own();
    let multiplies = own.get(die).is_some_and(|die| die.face.factor() > 1);
    own.get(on).is_some_and(|die| fits(what, die, scene)) && (multiplies || !own.is_protected(on))
}

fn serves(die: Spot, on: Spot, what: &What<Bound>, view: &DuelView<'_>) -> (u8, i64, Reverse<(Spot, Spot)>) {
    let own = view.own();
    let factor = own.get(die).map_or(1, |die| die.face.factor());
    let points = own.get(on).map_or(0, |die| own.points_of(die));
    (factor, weight(points, what, Prefer::Most), Reverse((die, on)))
}

/// What an exchange does. One that would do nothing is not made.
pub(super) fn exchange(targets: &Targets<Bound>, scene: &Scene<'_, '_>, view: &DuelView<'_>) -> Said<Exchange> {
    first(targets, |target| match target {
        Target::Dice(_, what) if !view.reserve(view.seat()).is_empty() => own_die(what, scene, view).map(Exchange::Own),
        Target::Player(whose) => {
            let can = |seat: &Seat| !view.reserve(*seat).is_empty() && !view.zone(*seat).is_empty();
            let meant = player(*whose, view);
            let mut in_reach = view.in_reach().filter(can);
            in_reach.find(|seat| meant.is_none_or(|meant| *seat == meant)).map(Exchange::Other)
        }
        _ => None,
    })
}

/// Which own die goes back.
pub(super) fn give_way(targets: &Targets<Bound>, scene: &Scene<'_, '_>, view: &DuelView<'_>) -> Said<Spot> {
    first(targets, |target| match target {
        Target::Dice(_, what) => own_die(what, scene, view),
        _ => None,
    })
}

/// The own die that fits and scores least.
fn own_die(what: &What<Bound>, scene: &Scene<'_, '_>, view: &DuelView<'_>) -> Option<Spot> {
    let own = view.own();
    let fitting = own.dice().filter(|(_, die)| fits(what, die, scene));
    highest(fitting, |(_, die)| weight(own.points_of(die), what, Prefer::Least)).map(|(spot, _)| spot)
}
