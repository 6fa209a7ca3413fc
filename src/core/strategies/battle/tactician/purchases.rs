//! The choice of a purchase after a duel (B18).
//!
//! Owns the search. A purchase that reaches the goal is made at once. Otherwise the search is a hill climb: each step takes
//! one more die, with or without giving dice of one kind for it, as long as that raises the chance to win the game.

use super::duels::best_of_few;
use super::{Packs, Table, highest};
use crate::games::battle::{Kind, Kinds, MAX_SEATS, Prospect, Purchase, Race, Recent, View};
use std::sync::Arc;

/// The prospects of packs that were compared.
type Prospects = Recent<Packs, Arc<[Prospect]>>;

/// Less than this is no difference between chances.
const NOTHING: f64 = 1e-9;

/// The best purchase; `known` are the prospects of packs that were compared before.
pub(super) fn best(view: &View<'_>, known: &Prospects) -> Purchase {
    reaches_goal(view).unwrap_or_else(|| climb(&Weigh::new(view, known)))
}

fn is_legal(view: &View<'_>, purchase: &Purchase) -> bool {
    view.board.state.price(view.seat, purchase, view.rules()).is_ok()
}

fn after(view: &View<'_>, purchase: &Purchase) -> Kinds {
    view.own_dice() - purchase.give + purchase.take
}

/// A purchase after which the dice cost the goal, which wins at once (B19).
fn reaches_goal(view: &View<'_>) -> Option<Purchase> {
    let rules = view.rules();
    if view.cost(view.seat) + view.own_points() < rules.goal {
        return None;
    }
    let given = |kind: Kind| (1..=view.own_dice().of(kind)).map(move |number| Kinds::some(kind, number));
    let gives: Vec<Kinds> = std::iter::once(Kinds::EMPTY).chain(Kind::ALL.into_iter().flat_map(given)).collect();
    let all = takes(rules.most).into_iter().flat_map(|take| gives.iter().map(move |&give| Purchase { take, give }));
    all.filter(|purchase| is_legal(view, purchase)).find(|purchase| rules.cost_of(after(view, purchase)) >= rules.goal)
}

/// Up to so many dice of any kinds, each choice once.
fn takes(most: u32) -> Vec<Kinds> {
    let mut all = vec![Kinds::EMPTY];
    for kind in Kind::ALL {
        let more = |&chosen: &Kinds| (0..=most - chosen.total()).map(move |number| chosen + Kinds::some(kind, number));
        all = all.iter().flat_map(more).collect();
    }
    all
}

/// The hill climb.
fn climb(weigh: &Weigh<'_>) -> Purchase {
    let view = weigh.view;
    let mut best = (weigh.chance(view.own_dice()), Purchase::default());
    loop {
        let steps = steps(view, &best.1).filter(|step| is_legal(view, step));
        match highest(steps.map(|step| (weigh.chance(after(view, &step)), step))) {
            Some(found) if found.0 > best.0 + NOTHING => best = found,
            _ => return best.1,
        }
    }
}

/// A purchase with one die more, and some of another kind given for it.
fn steps(view: &View<'_>, from: &Purchase) -> impl Iterator<Item = Purchase> {
    let (from, left) = (*from, view.own_dice() - from.give);
    let has_room = from.take.total() < view.rules().most;
    Kind::ALL.into_iter().filter(move |_| has_room).flat_map(move |kind| {
        let take = from.take + Kinds::one(kind);
        let given = left.kinds().filter(move |&other| other != kind);
        let given = given.flat_map(move |other| (1..=left.of(other)).map(move |number| Kinds::some(other, number)));
        std::iter::once(Kinds::EMPTY).chain(given).map(move |give| Purchase { take, give: from.give + give })
    })
}

/// Compares packs of the player, against the present packs of the others.
struct Weigh<'w> {
    view: &'w View<'w>,
    packs: Vec<Kinds>,
    wealth: [u32; MAX_SEATS],
    known: &'w Prospects,
}

impl<'w> Weigh<'w> {
    fn new(view: &'w View<'w>, known: &'w Prospects) -> Weigh<'w> {
        Weigh { view, packs: Table::of(view).packs, wealth: view.game().wealth(&view.board.state), known }
    }

    /// The chance to win the game with a pack, from the next duel on. Wealth stays the same: dice are paid at their cost.
    fn chance(&self, pack: Kinds) -> f64 {
        let (view, seat) = (self.view, self.view.seat);
        let mut packs = self.packs.clone();
        packs[seat.index()] = pack;
        let prospects = self.known.get((seat, packs.clone()), || {
            let table = Table { game: view.game(), packs, seat };
            table.prospects(best_of_few(&table)).into()
        });
        let next = view.board.state.next_active();
        Race { goal: view.rules().goal, prospects: &prospects, next }.from(&self.wealth)[seat.index()]
    }
}
