//! What a player does who has no idea of its own: the default of every decision.
//!
//! Owns the defaults of `Strategy`, which strategies may also call, and the worth by which they weigh dice. Worth is
//! in points of combat: a number is worth itself, a power what it is roughly good for.

use super::arena::Seats;
use super::duel::{Aim, Contest, Duel, Exchange, Hand, Need, Opponents, Placement, Replacement};
use super::face::Face;
use super::kind::{Kind, KindSet, Kinds};
use super::rules::{Rules, SIDES};
use super::state::{Draft, Purchase};
use super::view::{DraftView, DuelView, View};
use super::zone::{Spot, Thrown, Zone};
use crate::games::Seat;
use std::cmp::Reverse;

/// What a face is roughly worth, in points of combat, to whom it shows.
fn worth(face: Face) -> u32 {
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
pub fn worth_of_kind(rules: &Rules, kind: Kind) -> u32 {
    rules.die(kind).faces.iter().map(|&face| worth(face)).sum()
}

/// What a thrown die is still worth as it lies, in sixths; `acts_later` says which powers still act.
fn worth_of_die(zone: &Zone, die: &Thrown, acts_later: fn(Face) -> bool) -> u32 {
    let points = zone.points_of(die);
    let power = if points == 0 && acts_later(die.face) { worth(die.face) * die.times() } else { 0 };
    (points + power) * SIDES as u32
}

/// What matters when dice are rerolled: cancels and multipliers act after that.
fn acts_after_rerolls(face: Face) -> bool {
    matches!(
        face,
        Face::Cancel
            | Face::Cancel2
            | Face::VictoryPoint
            | Face::GreatShield
            | Face::Times2
            | Face::DoubleTimes2
            | Face::Times3
    )
}

/// What matters when dice are cancelled: what scores, and cancels that may still come.
fn acts_at_the_end(face: Face) -> bool {
    matches!(face, Face::VictoryPoint | Face::Cancel | Face::Cancel2)
}

/// The dearest of some kinds, the first of equal ones; white only if there is no other.
pub fn dearest(rules: &Rules, kinds: impl Iterator<Item = Kind>) -> Option<Kind> {
    kinds.max_by_key(|&kind| (kind != Kind::White, rules.cost(kind), Reverse(kind)))
}

/// Five whites, then the dearest kinds; never gives a die back.
pub fn draft(view: &DraftView<'_>) -> Draft {
    let choices: KindSet = view.choices();
    if choices.has(Kind::White) {
        return Draft::Buy(Kind::White);
    }
    dearest(view.table.rules(), choices.iter()).map_or(Draft::Pass, Draft::Buy)
}

/// A battle against all, with dice at random.
pub fn duel(_: &View<'_>) -> Duel {
    Duel { contest: Contest::Battle, opponents: Opponents::All, hand: Hand::Random }
}

/// The dice with the highest worth that there is room for.
pub fn dice(view: &DuelView<'_>) -> Kinds {
    best_first(view, &view.table.game.by_worth, view.reserve(view.seat()))
}

/// As many dice as are needed, of the kinds that come first.
pub fn best_first(view: &DuelView<'_>, kinds: &[Kind], reserve: Kinds) -> Kinds {
    let rules = view.table.rules();
    let (mut chosen, need) = (Kinds::EMPTY, view.need());
    let mut room = match need {
        Some(Need::Exactly(room) | Need::Cost(room)) => room,
        None => 0,
    };
    for &kind in kinds {
        let takes = if let Some(Need::Cost(_)) = need { rules.cost(kind) } else { 1 };
        for _ in 0..reserve.of(kind).min(room / takes) {
            chosen += kind;
            room -= takes;
        }
    }
    chosen
}

/// On the die that would be the greatest loss, unless it is safe already.
pub fn shield(view: &DuelView<'_>) -> Option<Placement> {
    let own = view.own();
    let gain = |placement: &Placement| {
        let Some(die) = own.get(placement.on) else { return 0 };
        let safe = matches!(die.face, Face::Helmet(_)) || own.is_protected(placement.on);
        if safe { 0 } else { worth(die.face) * die.times() }
    };
    best(view.placements(), gain)
}

/// On an `extra`; everything else can wait until just before the cancels.
pub fn multiply(view: &DuelView<'_>) -> Option<Placement> {
    let throws = !view.reserve(view.seat()).is_empty();
    let extra = |placement: &Placement| view.own().get(placement.on).is_some_and(|die| die.face == Face::Extra);
    view.placements().find(|placement| throws && extra(placement))
}

/// Places what is not placed yet where it brings most.
pub fn replace(view: &DuelView<'_>) -> Option<Replacement> {
    let own = view.own();
    let gain = |replacement: &Replacement| {
        let (Some(die), Some(on)) = (own.get(replacement.die), own.get(replacement.on)) else { return 0 };
        let more = u32::from(die.face.factor()) - 1;
        match on.face {
            Face::Times2 | Face::DoubleTimes2 | Face::Times3 => 0,
            Face::PerDie => more * 2 * own.count(),
            face => more * worth(face),
        }
    };
    best(view.replacements().filter(|replacement| replacement.from.is_none()), gain)
}

/// Of several things the first that gains most, if any gains something.
fn best<T>(all: impl Iterator<Item = T>, gain: impl Fn(&T) -> u32) -> Option<T> {
    let mut found: Option<(u32, T)> = None;
    for item in all {
        let gain = gain(&item);
        if gain > found.as_ref().map_or(0, |(most, _)| *most) {
            found = Some((gain, item));
        }
    }
    found.map(|(_, item)| item)
}

/// Puts back the own die that is worth least, if another one promises more.
pub fn exchange(view: &DuelView<'_>) -> Option<Exchange> {
    let (own, reserve) = (view.own(), view.reserve(view.seat()));
    let worth = |kind: Kind| view.table.game.worths[kind.index()];
    let next = match view.duel().hand {
        Hand::Chosen => reserve.kinds().map(worth).max()?,
        Hand::Random if reserve.is_empty() => return None,
        Hand::Random => reserve.dice().map(worth).sum::<u32>() / reserve.total(),
    };
    let gain = |spot: &Spot| {
        let now = own.get(*spot).map_or(0, |die| worth_to_keep(own, die));
        next.saturating_sub(now)
    };
    best(view.own_spots(), gain).map(Exchange::Own)
}

/// What an own die is worth before the exchanges, in sixths: an `exchange` and an `extra` have done what they can.
fn worth_to_keep(own: &Zone, die: &Thrown) -> u32 {
    let lasts = |face| !matches!(face, Face::Exchange | Face::Extra | Face::Shield);
    worth_of_die(own, die, lasts)
}

/// The own die that is worth least.
pub fn give_way(view: &DuelView<'_>) -> Spot {
    let own = view.own();
    let least = own.dice().min_by_key(|(_, die)| worth_to_keep(own, die));
    least.map_or(Spot(0), |(spot, _)| spot)
}

/// The die, own or an opponent's, whose reroll brings most.
pub fn reroll(view: &DuelView<'_>) -> Option<Aim> {
    let gain = |aim: &Aim| {
        let zone = view.zone(aim.seat);
        let Some(die) = zone.get(aim.die) else { return 0 };
        let now = worth_of_die(zone, die, acts_after_rerolls);
        let mean = view.table.game.worths[die.kind.index()] * die.times();
        let gain = if aim.seat == view.seat() { mean.saturating_sub(now) } else { now.saturating_sub(mean) };
        gain / view.actions_for(*aim)
    };
    best(view.aims(), gain)
}

/// The opponents' die that is worth most, of whoever is ahead first.
pub fn cancel(view: &DuelView<'_>) -> Option<Aim> {
    let total = |seat: Seat| view.zone(seat).total().unwrap_or(0);
    let others = || view.inside().filter(|&seat| seat != view.seat());
    let highest = others().map(total).max().unwrap_or(0);
    let ahead = others().filter(|&seat| total(seat) == highest).fold(Seats::default(), Seats::with);
    let gain = |aim: &Aim| {
        let zone = view.zone(aim.seat);
        let Some(die) = zone.get(aim.die) else { return 0 };
        let ahead = if ahead.has(aim.seat) { 2 } else { 1 };
        worth_of_die(zone, die, acts_at_the_end) * ahead / view.actions_for(*aim)
    };
    best(view.aims(), gain)
}

/// The dearest kind that can be paid, white last, again as often as allowed; never pays with dice.
pub fn buy(view: &View<'_>) -> Purchase {
    let (rules, supply, owned) = (view.rules(), view.state().supply(), view.own_dice());
    let (mut take, mut points) = (Kinds::EMPTY, view.own_points());
    for _ in 0..rules.most {
        let can = |&kind: &Kind| {
            let taken = take.of(kind);
            rules.cost(kind) <= points && taken < supply.of(kind) && owned.of(kind) + taken < rules.limit
        };
        let Some(kind) = dearest(rules, Kind::ALL.into_iter().filter(can)) else { break };
        points -= rules.cost(kind);
        take += kind;
    }
    Purchase { take, give: Kinds::EMPTY }
}
