//! What a player does who has no idea of its own: the default of every decision.
//!
//! Owns the defaults of `Strategy`, drafting, choosing and buying by an order of preference, and the worth by which
//! dice are weighed. Worth is in points of combat: a number is worth itself, a power what it is roughly good for.

use super::dice::{Face, Kind, Kinds};
use super::duel::{Action, Aim, Hand, Moment};
use super::rules::{Rules, SIDES};
use super::state::Purchase;
use super::view::View;
use super::zone::{Spot, Thrown, Zone};
use crate::games::Seat;

/// Kinds of dice in an order of preference, each with the most that are wanted.
pub type Order = [(Kind, u32)];

/// All kinds in an order, the one with the lowest key first, without limits.
pub fn sorted<K: Ord>(key: impl Fn(Kind) -> K) -> Vec<(Kind, u32)> {
    let mut kinds = Kind::ALL;
    kinds.sort_by_key(|&kind| key(kind));
    kinds.map(|kind| (kind, u32::MAX)).to_vec()
}

/// What a face is roughly worth, in points of combat, to whom it shows.
pub(super) fn worth(face: Face) -> u32 {
    match face {
        Face::Number(number) | Face::Helmet(number) => number.into(),
        Face::PerDie => 8,
        Face::VictoryPoint | Face::Times2 | Face::Extra => 6,
        Face::Times3 | Face::DoubleTimes2 | Face::Cancel2 => 10,
        Face::Cancel | Face::GreatShield => 5,
        Face::Shield | Face::Reroll | Face::Exchange => 3,
    }
}

/// What a die of a kind is worth before it is thrown, in sixths.
pub(super) fn worth_of_kind(rules: &Rules, kind: Kind) -> u32 {
    rules.die(kind).faces.iter().map(|&face| worth(face)).sum()
}

/// What a thrown die is still worth as it lies, in sixths; `acts_later` says which powers still act.
fn worth_of_die(zone: &Zone, die: &Thrown, acts_later: fn(Face) -> bool) -> u32 {
    let points = zone.points_of(die);
    let power = if points == 0 && acts_later(die.face) { worth(die.face) * die.times() } else { 0 };
    (points + power) * SIDES as u32
}

/// Buys the first kind of an order that can be bought; without an order five whites, then the dearest. Never gives a die
/// back.
pub fn draft(view: &View<'_>, order: Option<&Order>) -> Purchase {
    let (choices, own) = (view.choices(), view.own_dice());
    if order.is_none() && choices.has(Kind::White) {
        return Purchase::of(Kind::White);
    }
    let order = order.unwrap_or(&view.game.dearest);
    let wanted = order.iter().find(|&&(kind, most)| choices.has(kind) && own.of(kind) < most);
    wanted.map_or(Purchase::default(), |&(kind, _)| Purchase::of(kind))
}

/// As many dice as are needed, of the kinds that come first, without an order the worthiest. A limit counts those of the
/// throw zone.
pub fn dice(view: &View<'_>, order: Option<&Order>) -> Kinds {
    let (order, side) = (order.unwrap_or(&view.game.by_worth), view.side(view.seat));
    pick(order, side.zone.kinds() + side.chosen, side.reserve, |chosen, kind| view.fits(chosen, kind))
}

/// The dice of a reserve that come first in an order, as long as one more of a kind fits besides those chosen. A limit
/// counts those that are there already.
pub(super) fn pick(order: &Order, there: Kinds, reserve: Kinds, fits: impl Fn(Kinds, Kind) -> bool) -> Kinds {
    let mut chosen = Kinds::EMPTY;
    for &(kind, most) in order {
        let has_room = |chosen: Kinds| most == u32::MAX || (there + chosen).of(kind) < most;
        while chosen.of(kind) < reserve.of(kind) && fits(chosen, kind) && has_room(chosen) {
            chosen += kind;
        }
    }
    chosen
}

/// The first kind of an order that can be had, without an order the dearest, white last; again as often as allowed. It is
/// paid with points and, where they do not reach, with dice in an order of theirs. A limit counts the dice owned, or
/// given.
pub fn buy(view: &View<'_>, order: Option<&Order>, pay: Option<&Order>) -> Purchase {
    let order = order.unwrap_or(&view.game.dearest);
    let (rules, own, supply) = (view.rules(), view.own_dice(), view.board.state.supply);
    let (mut purchase, mut points) = (Purchase::default(), view.own_points());
    for _ in 0..rules.most {
        if points == 0 && pay.is_none() {
            break;
        }
        let owned = own - purchase.give + purchase.take;
        let can = |&&(kind, most): &&(Kind, u32)| {
            purchase.take.of(kind) < supply.of(kind) && owned.of(kind) < rules.limit.min(most)
        };
        let mut wanted = order.iter().filter(can).map(|&(kind, _)| kind);
        let found = wanted.find_map(|kind| Some((kind, price(view, kind, points, &purchase, pay)?)));
        let Some((kind, dice)) = found else { break };
        points = points + rules.cost_of(dice) - rules.cost(kind);
        purchase.give = purchase.give + dice;
        purchase.take += kind;
    }
    purchase
}

/// The dice that are given for one of a kind beside points, none if points suffice; `None` if it cannot be paid.
fn price(view: &View<'_>, kind: Kind, points: u32, purchase: &Purchase, pay: Option<&Order>) -> Option<Kinds> {
    let (rules, own) = (view.rules(), view.own_dice());
    let (cost, mut dice, mut worth) = (rules.cost(kind), Kinds::EMPTY, 0);
    if points >= cost {
        return Some(dice);
    }
    for &(paid, most) in pay?.iter().filter(|&&(paid, _)| paid != kind && !purchase.take.has(paid)) {
        let most = own.of(paid).min(most).saturating_sub(purchase.give.of(paid));
        while points + worth < cost && worth + rules.cost(paid) <= cost && dice.of(paid) < most {
            dice += paid;
            worth += rules.cost(paid);
        }
    }
    (points + worth >= cost).then_some(dice)
}

/// What is done with a power.
pub fn act(view: &View<'_>) -> Option<Action> {
    match view.moment {
        Moment::Shield => shield(view),
        Moment::Multiply => multiply(view),
        Moment::MultiplyLast => multiply_last(view),
        Moment::Exchange => exchange(view),
        Moment::GiveWay => give_way(view),
        Moment::Reroll => reroll(view),
        Moment::Cancel => cancel(view),
        Moment::Draft | Moment::Duel | Moment::Dice | Moment::Buy => None,
    }
}

/// The actions that name a die, with the die and whose it is.
fn targets<'g>(view: &View<'g>) -> impl Iterator<Item = (Action, Aim, &'g Thrown)> {
    let (arena, seat) = (&view.board.arena, view.seat);
    view.actions().iter().filter_map(move |&action| {
        let aim = action.target(seat)?;
        Some((action, aim, arena.die(aim)?))
    })
}

/// The first action that gains most, if any gains something.
fn best(view: &View<'_>, gain: impl Fn(Action, Aim, &Thrown) -> u32) -> Option<Action> {
    let mut found = (0, None);
    for (action, aim, die) in targets(view) {
        let gain = gain(action, aim, die);
        if gain > found.0 {
            found = (gain, Some(action));
        }
    }
    found.1
}

/// On the die that would be the greatest loss, unless it is safe already.
fn shield(view: &View<'_>) -> Option<Action> {
    best(view, |_, on, die| {
        let safe = matches!(die.face, Face::Helmet(_)) || view.own().is_protected(on.die);
        if safe { 0 } else { worth(die.face) * die.times() }
    })
}

/// On an `extra`; everything else can wait until just before the cancels.
fn multiply(view: &View<'_>) -> Option<Action> {
    let throws = !view.reserve().is_empty();
    best(view, |_, _, die| u32::from(throws && die.face == Face::Extra))
}

/// Places what is not placed yet where it brings most.
fn multiply_last(view: &View<'_>) -> Option<Action> {
    let factor = |die: Spot| view.own().get(die).map_or(1, |die| u32::from(die.face.factor()));
    best(view, |action, _, on| match (action, on.face) {
        (Action::Place { die, from: None, .. }, face) if face.factor() == 1 => {
            let gain = if face == Face::PerDie { 2 * view.own().count() } else { worth(face) };
            (factor(die) - 1) * gain
        }
        _ => 0,
    })
}

/// Places the highest free multiplier on a `1 VP`.
pub(super) fn multiply_point(view: &View<'_>) -> Option<Action> {
    best(view, |action, _, on| match (action, on.face) {
        (Action::Place { die, from: None, .. }, Face::VictoryPoint) => {
            view.own().get(die).map_or(0, |die| die.face.factor().into())
        }
        _ => 0,
    })
}

/// Puts back the own die that is worth least, if another one promises more.
fn exchange(view: &View<'_>) -> Option<Action> {
    let reserve = view.reserve();
    let worth = |kind: Kind| view.game.worths[kind.index()];
    let next = match view.board.arena.duel.hand {
        Hand::Chosen => reserve.kinds().map(worth).max()?,
        Hand::Random if reserve.is_empty() => return None,
        Hand::Random => reserve.dice().map(worth).sum::<u32>() / reserve.total(),
    };
    best(view, |_, _, die| next.saturating_sub(worth_to_keep(view.own(), die)))
}

/// What an own die is worth before the exchanges, in sixths: an `exchange` and an `extra` have done what they can.
fn worth_to_keep(own: &Zone, die: &Thrown) -> u32 {
    worth_of_die(own, die, |face| !matches!(face, Face::Exchange | Face::Extra | Face::Shield))
}

/// The own die that is worth least.
fn give_way(view: &View<'_>) -> Option<Action> {
    targets(view).min_by_key(|(_, _, die)| worth_to_keep(view.own(), die)).map(|(action, ..)| action)
}

/// The die, own or an opponent's, whose reroll brings most. Cancels and multipliers act after that.
fn reroll(view: &View<'_>) -> Option<Action> {
    let acts_later = |face: Face| match face {
        Face::Cancel | Face::Cancel2 | Face::VictoryPoint | Face::GreatShield => true,
        face => face.factor() > 1,
    };
    best(view, |_, aim, die| {
        let now = worth_of_die(&view.side(aim.seat).zone, die, acts_later);
        let mean = view.game.worths[die.kind.index()] * die.times();
        let gain = if aim.seat == view.seat { mean.saturating_sub(now) } else { now.saturating_sub(mean) };
        gain / view.actions_for(aim)
    })
}

/// The opponents' die that is worth most, of whoever is ahead first: what scores, and cancels that may still come.
fn cancel(view: &View<'_>) -> Option<Action> {
    let total = |seat: Seat| view.side(seat).zone.total().unwrap_or(0);
    let others = || view.board.arena.inside().filter(|&seat| seat != view.seat);
    let highest = others().map(total).max().unwrap_or(0);
    let acts_later = |face| matches!(face, Face::VictoryPoint | Face::Cancel | Face::Cancel2);
    best(view, |_, aim, die| {
        let ahead = if total(aim.seat) == highest { 2 } else { 1 };
        worth_of_die(&view.side(aim.seat).zone, die, acts_later) * ahead / view.actions_for(aim)
    })
}
