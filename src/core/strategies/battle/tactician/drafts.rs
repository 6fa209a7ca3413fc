//! The packs that can be drafted (B04), the best first.
//!
//! Owns their order: by the chance to win the game, on average over the seats and over six drafts of the others. In each of
//! these, the others draft as many dice of one kind as the supply allows, and then the cheapest. So a pack is also better
//! if it takes dice that the others would need.

use super::Table;
use super::duels::best_of_few;
use crate::games::battle::{Battle, KINDS, Kind, Kinds, MAX_SEATS, Purchase, Race, Rules, View};
use crate::games::{Game, Seat};

/// The most points that a pack leaves unspent.
const MOST_LEFT: u32 = 1;

/// All packs, the best first.
pub(super) fn packs(game: &Battle) -> Vec<Kinds> {
    let rules = game.rules();
    let supply = rules.supply(game.seats());
    let mut all = vec![Kinds::EMPTY];
    for kind in Kind::ALL {
        let most = rules.limit.min(supply.of(kind));
        let more = |&pack: &Kinds| (0..=most).map(move |number| pack + Kinds::some(kind, number));
        all = all.iter().flat_map(more).filter(|&pack| rules.cost_of(pack) <= rules.points).collect();
    }
    all.retain(|&pack| pack.total() >= rules.least && rules.cost_of(pack) + MOST_LEFT >= rules.points);
    let mut weighed: Vec<(f64, Kinds)> = all.into_iter().map(|pack| (chance(game, pack), pack)).collect();
    weighed.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    weighed.into_iter().map(|(_, pack)| pack).collect()
}

/// The chance to win the game with a pack, on average over seats and over drafts of the others.
fn chance(game: &Battle, pack: Kinds) -> f64 {
    let (rules, seats) = (game.rules(), game.seats());
    let against = |first: Kind| {
        let others = others(rules, seats, pack, first);
        let in_seat = |seat: usize| {
            let mut packs = others.clone();
            packs.insert(seat, pack);
            let table = Table { game, packs, seat: Seat(seat as u8) };
            let prospects = table.prospects(best_of_few(&table));
            let race = Race { goal: rules.goal, prospects: &prospects, next: Seat(0) };
            race.from(&[rules.points; MAX_SEATS])[seat]
        };
        (0..seats).map(in_seat).sum::<f64>() / seats as f64
    };
    Kind::ALL.into_iter().map(against).sum::<f64>() / KINDS as f64
}

/// The packs of the others beside a pack: in turn, each takes a die of this kind, or the cheapest if it cannot.
pub(super) fn others(rules: &Rules, seats: usize, pack: Kinds, first: Kind) -> Vec<Kinds> {
    let mut order = Kind::ALL;
    order.sort_by_key(|&kind| (kind != first, rules.cost(kind)));
    let (mut supply, mut packs) = (rules.supply(seats) - pack, vec![Kinds::EMPTY; seats - 1]);
    let cheapest = Kind::ALL.iter().map(|&kind| rules.cost(kind)).min().unwrap_or(1);
    loop {
        let before = supply;
        for pack in &mut packs {
            let can = |kind: Kind| {
                let missing = rules.least.saturating_sub(pack.total() + 1);
                let cost = rules.cost_of(*pack) + rules.cost(kind) + missing * cheapest;
                supply.has(kind) && pack.of(kind) < rules.limit && cost <= rules.points
            };
            if let Some(kind) = order.into_iter().find(|&kind| can(kind)) {
                *pack += kind;
                supply -= kind;
            }
        }
        if supply == before {
            return packs;
        }
    }
}

/// The next die of the best pack that is still possible: of its missing kinds, the one with the smallest supply.
pub(super) fn next(view: &View<'_>, packs: &[Kinds]) -> Option<Purchase> {
    let (own, supply, choices) = (view.own_dice(), view.board.state.supply, view.choices());
    let missing = packs.iter().filter(|pack| pack.contains(own)).map(|&pack| pack - own);
    let next = missing
        .filter(|&missing| supply.contains(missing))
        .find_map(|missing| missing.kinds().filter(|&kind| choices.has(kind)).min_by_key(|&kind| supply.of(kind)));
    next.map(Purchase::of)
}
