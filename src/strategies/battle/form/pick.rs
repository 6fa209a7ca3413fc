//! Which thrown dice a power is for: what is done by an item of a list, if something legal fits it.
//!
//! Owns who is meant by a word for a player, and which of several dice that fit is taken.

use super::Ruling;
use super::lists::{Target, What, Whose};
use crate::games::Seat;
use crate::games::battle::{Aim, DuelView, Exchange, Face, Placement, Powers, Replacement, Spot, Thrown};
use std::cmp::Reverse;

/// Whether a die is of the sort.
fn fits(what: What, die: &Thrown, ruling: Ruling<'_, '_>) -> bool {
    let number = match die.face {
        Face::Number(number) | Face::Helmet(number) => Some(i64::from(number)),
        _ => None,
    };
    match what {
        What::Face(face) => die.face == face,
        What::Kind(kind) => die.kind == kind,
        What::Below(limit) => number.is_some_and(|number| number < ruling.amount(limit)),
        What::Above(limit) => number.is_some_and(|number| number > ruling.amount(limit)),
        What::Highest | What::Lowest => number.is_some() || die.face == Face::PerDie,
        What::Number => number.is_some(),
        What::Helmet => matches!(die.face, Face::Helmet(_)),
        What::Multiplier => die.face.factor() > 1,
        What::Power => die.face.powers() != Powers::NONE,
    }
}

/// How a die with so many points is weighed, of which the lightest is taken: the one that scores most, unless the item
/// means the one that scores least, or means neither and `gives` it away.
fn weight(points: u32, what: What, gives: bool) -> i64 {
    let least = match what {
        What::Lowest | What::Below(_) => true,
        What::Highest | What::Above(_) => false,
        _ => gives,
    };
    if least { i64::from(points) } else { -i64::from(points) }
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

/// The die to reroll or cancel.
pub(super) fn aim(target: Target, ruling: Ruling<'_, '_>, view: &DuelView<'_>) -> Option<Aim> {
    let Target::Dice(whose, what) = target else { return None };
    let meant = player(whose, view);
    let is_meant = |seat: Seat| meant.map_or(seat != view.seat(), |meant| seat == meant);
    let die = |aim: &Aim| view.zone(aim.seat).get(aim.die);
    let fitting = view.aims().filter(|aim| is_meant(aim.seat) && die(aim).is_some_and(|die| fits(what, die, ruling)));
    let points = |aim: &Aim| die(aim).map_or(0, |die| view.zone(aim.seat).points_of(die));
    fitting.min_by_key(|aim| weight(points(aim), what, whose == Whose::Own))
}

/// Where to place a shield or a multiplier.
pub(super) fn placement(target: Target, ruling: Ruling<'_, '_>, view: &DuelView<'_>) -> Option<Placement> {
    placed(view.placements().map(|placement| (placement.die, placement.on, placement)), target, ruling, view)
}

/// Where to place a multiplier just before the cancels.
pub(super) fn replacement(target: Target, ruling: Ruling<'_, '_>, view: &DuelView<'_>) -> Option<Replacement> {
    let fresh = view.replacements().filter(|replacement| replacement.from.is_none());
    placed(fresh.map(|replacement| (replacement.die, replacement.on, replacement)), target, ruling, view)
}

/// Of things that place a die on another the one that fits and is best: a multiplier goes anywhere, the highest first,
/// a shield where there is none.
fn placed<T>(
    all: impl Iterator<Item = (Spot, Spot, T)>,
    target: Target,
    ruling: Ruling<'_, '_>,
    view: &DuelView<'_>,
) -> Option<T> {
    let (Target::Dice(_, what), own) = (target, view.own()) else { return None };
    let factor = |die: Spot| own.get(die).map_or(1, |die| die.face.factor());
    let fitting = all.filter(|&(die, on, _)| {
        own.get(on).is_some_and(|die| fits(what, die, ruling)) && (factor(die) > 1 || !own.is_protected(on))
    });
    let points = |on: Spot| own.get(on).map_or(0, |die| own.points_of(die));
    let best = fitting.min_by_key(|&(die, on, _)| (Reverse(factor(die)), weight(points(on), what, false), die, on));
    best.map(|(_, _, found)| found)
}

/// What an exchange does. One that would do nothing is not made.
pub(super) fn exchange(target: Target, ruling: Ruling<'_, '_>, view: &DuelView<'_>) -> Option<Exchange> {
    match target {
        Target::Dice(..) if view.reserve(view.seat()).is_empty() => None,
        Target::Player(whose) => {
            let meant = player(whose, view);
            let can = |seat: &Seat| !view.reserve(*seat).is_empty() && !view.zone(*seat).is_empty();
            view.in_reach().find(|seat| can(seat) && meant.is_none_or(|meant| *seat == meant)).map(Exchange::Other)
        }
        _ => own_die(target, ruling, view).map(Exchange::Own),
    }
}

/// The own die that fits and scores least: the one that goes back.
pub(super) fn own_die(target: Target, ruling: Ruling<'_, '_>, view: &DuelView<'_>) -> Option<Spot> {
    let Target::Dice(_, what) = target else { return None };
    let own = view.own();
    let fitting = own.dice().filter(|(_, die)| fits(what, die, ruling));
    fitting.min_by_key(|(_, die)| weight(own.points_of(die), what, true)).map(|(spot, _)| spot)
}
