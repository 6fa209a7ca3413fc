//! What a file buys after a duel.
//!
//! Owns the search: the first kind of the order that can be had, again as often as allowed, paid with points and, where
//! they do not reach, with dice.

use super::plan::Ranking;
use super::scene::Scene;
use crate::games::battle::{Kind, Kinds, Purchase, View};

/// A purchase so far.
struct Deal<'a, 'v> {
    view: &'a View<'v>,
    scene: &'a Scene<'a, 'v>,
    take: Kinds,
    give: Kinds,
    points: u32,
}

/// The purchase that the orders describe.
pub(super) fn purchase(buy: &Ranking, pay: Option<&Ranking>, scene: &Scene<'_, '_>, view: &View<'_>) -> Purchase {
    let mut deal = Deal { view, scene, take: Kinds::EMPTY, give: Kinds::EMPTY, points: view.own_points() };
    for _ in 0..view.rules().most {
        let wanted =
            buy.iter().filter(|(kind, most)| deal.is_there(*kind) && scene.has_room(deal.owned().of(*kind), most));
        let found = wanted.map(|(kind, _)| *kind).find_map(|kind| Some((kind, deal.price(kind, pay)?)));
        let Some((kind, dice)) = found else { break };
        deal.points = deal.points + view.rules().cost_of(dice) - view.rules().cost(kind);
        deal.give = deal.give + dice;
        deal.take = deal.take + Kinds::one(kind);
    }
    Purchase { take: deal.take, give: deal.give }
}

impl Deal<'_, '_> {
    fn owned(&self) -> Kinds {
        self.view.own_dice() - self.give + self.take
    }

    /// Whether the supply has one more of a kind, and its limit allows it.
    fn is_there(&self, kind: Kind) -> bool {
        self.take.of(kind) < self.view.state().supply().of(kind) && self.owned().of(kind) < self.view.rules().limit
    }

    /// The dice that are given for one of a kind beside points, none if points suffice; `None` if it cannot be paid.
    fn price(&self, kind: Kind, pay: Option<&Ranking>) -> Option<Kinds> {
        let rules = self.view.rules();
        let cost = rules.cost(kind);
        let mut dice = Kinds::EMPTY;
        for (paid, most) in pay.into_iter().flatten() {
            let own = self.view.own_dice().of(*paid);
            let given = |dice: Kinds| self.give.of(*paid) + dice.of(*paid);
            let may = *paid != kind && self.take.of(*paid) == 0;
            while may
                && self.points + rules.cost_of(dice) < cost
                && rules.cost_of(dice) + rules.cost(*paid) <= cost
                && given(dice) < own
                && self.scene.has_room(given(dice), most)
            {
                dice = dice + Kinds::one(*paid);
            }
        }
        (self.points + rules.cost_of(dice) >= cost).then_some(dice)
    }
}
