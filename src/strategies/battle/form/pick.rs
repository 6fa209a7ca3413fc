//! Whom and which dice the words of a list mean at a table.
//!
//! Owns who is meant by a word for a player, and which of several dice that fit is taken.

use super::Ruling;
use super::lists::{Target, What, Who};
use crate::games::Seat;
use crate::games::battle::{Action, Face, Moment, Powers, Thrown, View};
use std::cmp::Reverse;

/// Whether a die is of the sort.
fn fits(what: What, die: &Thrown, ruling: Ruling<'_, '_>) -> bool {
    let number = die.face.number().map(i64::from);
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

/// The player a word means, in a duel of those among whom the throw is resolved; of equal ones the next clockwise.
pub(super) fn player(who: Who, view: &View<'_>) -> Option<Seat> {
    let is_there = |seat: Seat| !view.moment.is_in_duel() || view.board.arena.inside().any(|inside| inside == seat);
    let others = || view.others().filter(|&seat| is_there(seat));
    let least = |number: &dyn Fn(Seat) -> u32| others().min_by_key(|&seat| number(seat));
    let most = |number: &dyn Fn(Seat) -> u32| others().min_by_key(|&seat| Reverse(number(seat)));
    match who {
        Who::Own => Some(view.seat),
        Who::Any => None,
        Who::Left => others().next(),
        Who::Right => others().last(),
        Who::Weakest => least(&|seat| view.cost(seat)),
        Who::Strongest => most(&|seat| view.cost(seat)),
        Who::Nearest => most(&|seat| view.cost(seat) + view.board.state.points(seat)),
        Who::Fewest => least(&|seat| view.board.state.dice(seat).total()),
        Who::Most => most(&|seat| view.board.state.dice(seat).total()),
        Who::Leader => most(&|seat| view.side(seat).zone.total().unwrap_or(0)),
    }
}

/// What is done by an item, if something legal fits it and would do something.
pub(super) fn action(target: Target, ruling: Ruling<'_, '_>, view: &View<'_>) -> Option<Action> {
    match target {
        Target::Dice(_, _) if view.moment == Moment::Exchange && view.reserve().is_empty() => None,
        Target::Dice(whose, what) => about_die(whose, what, ruling, view),
        Target::Player(who) => {
            let meant = player(who, view);
            let can = |seat: Seat| !view.side(seat).reserve.is_empty() && !view.side(seat).zone.is_empty();
            let is_meant = |seat: Seat| can(seat) && meant.is_none_or(|meant| seat == meant);
            view.actions().iter().copied().find(|action| matches!(action, Action::Player(seat) if is_meant(*seat)))
        }
        Target::Usual => None,
    }
}

/// The action about a die that fits and is best. A multiplier goes anywhere, the highest first, a shield where there is
/// none.
fn about_die(whose: Who, what: What, ruling: Ruling<'_, '_>, view: &View<'_>) -> Option<Action> {
    let (own, meant) = (view.seat, player(whose, view));
    let weighed = view.actions().iter().filter_map(|&action| {
        let aim = action.target(own)?;
        let die = view.board.arena.die(aim)?;
        let (is_free, factor, gives) = match action {
            Action::Place { die, from, .. } => {
                let factor = view.own().get(die).map_or(1, |die| die.face.factor());
                (from.is_none() && (factor > 1 || !view.own().is_protected(aim.die)), factor, false)
            }
            _ => (true, 1, whose == Who::Own),
        };
        let is_meant = meant.map_or(aim.seat != own, |meant| aim.seat == meant);
        let points = view.side(aim.seat).zone.points_of(die);
        let is_right = is_free && is_meant && fits(what, die, ruling);
        is_right.then(|| (Reverse(factor), weight(points, what, gives), action))
    });
    weighed.min_by_key(|&(factor, weight, _)| (factor, weight)).map(|(.., action)| action)
}
