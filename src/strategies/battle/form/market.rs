//! What a file buys after a duel.
//!
//! Owns the search: the first kind of the order that can be had, again as often as allowed, paid with points and, where
//! they do not reach, with dice.

use super::Ruling;
use crate::games::battle::{Kind, Kinds, Purchase, View};

/// A purchase so far.
struct Deal<'a, 'v> {
    view: &'a View<'v>,
    purchase: Purchase,
    points: u32,
}

/// The purchase that the orders describe.
pub(super) fn purchase(buy: Ruling<'_, '_>, pay: Option<Ruling<'_, '_>>, view: &View<'_>) -> Purchase {
    let mut deal = Deal { view, purchase: Purchase::default(), points: view.own_points() };
    for _ in 0..view.rules().most {
        let can = |kind: Kind, most| deal.is_there(kind) && buy.has_room(deal.owned().of(kind), most);
        let wanted = buy.kinds().iter().filter(|(kind, most)| can(*kind, *most));
        let found = wanted.map(|(kind, _)| *kind).find_map(|kind| Some((kind, deal.price(kind, pay)?)));
        let Some((kind, dice)) = found else { break };
        deal.points = deal.points + view.rules().cost_of(dice) - view.rules().cost(kind);
        deal.purchase.give = deal.purchase.give + dice;
        deal.purchase.take = deal.purchase.take + Kinds::one(kind);
    }
    deal.purchase
}

impl Deal<'_, '_> {
    fn owned(&self) -> Kinds {
        self.view.own_dice() - self.purchase.give + self.purchase.take
    }

    /// Whether the supply has one more of a kind, and its limit allows it.
    fn is_there(&self, kind: Kind) -> bool {
        let (supply, limit) = (self.view.state().supply(), self.view.rules().limit);
        self.purchase.take.of(kind) < supply.of(kind) && self.owned().of(kind) < limit
    }

    /// The dice that are given for one of a kind beside points, none if points suffice; `None` if it cannot be paid.
    fn price(&self, kind: Kind, pay: Option<Ruling<'_, '_>>) -> Option<Kinds> {
        let rules = self.view.rules();
        let cost = rules.cost(kind);
        let mut dice = Kinds::EMPTY;
        for (pay, &(paid, most)) in pay.iter().flat_map(|pay| pay.kinds().iter().map(move |kind| (pay, kind))) {
            let own = self.view.own_dice().of(paid);
            let given = |dice: Kinds| self.purchase.give.of(paid) + dice.of(paid);
            let may = paid != kind && self.purchase.take.of(paid) == 0;
            while may
                && self.points + rules.cost_of(dice) < cost
                && rules.cost_of(dice) + rules.cost(paid) <= cost
                && given(dice) < own
                && pay.has_room(given(dice), most)
            {
                dice = dice + Kinds::one(paid);
            }
        }
        (self.points + rules.cost_of(dice) >= cost).then_some(dice)
    }
}
