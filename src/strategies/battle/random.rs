//! `random`: any legal decision. It finds bugs, and it is what any idea should beat.

use crate::dice::{Generator, below};
use crate::games::Seat;
use crate::games::battle::{
    Aim, Answer, Contest, Draft, DraftView, Duel, DuelView, Exchange, Hand, Kinds, Need, Opponents, Placement,
    Purchase, Replacement, Spot, Strategy, View,
};

/// Draws every decision with its own coin: each that is legal equally often, declining among them, where they can be
/// listed; a purchase is drawn until one is legal.
pub(super) struct Random;

/// How many purchases are drawn before none is made.
const TRIES: u32 = 50;

/// One of the items, each equally likely; none if there is none.
fn any<T>(items: impl Iterator<Item = T>, coin: &mut Generator) -> Option<T> {
    let mut found = None;
    for (number, item) in (1..).zip(items) {
        // The nth item takes the place of the one found with chance 1/n.
        if below(number, coin) == 0 {
            found = Some(item);
        }
    }
    found
}

/// Nothing or one of the items, each equally likely.
fn any_or_none<T>(items: impl Iterator<Item = T>, coin: &mut Generator) -> Option<T> {
    any(std::iter::once(None).chain(items.map(Some)), coin).flatten()
}

/// A number from `least` to `most`.
fn from_to(least: u32, most: u32, coin: &mut Generator) -> u32 {
    least + below(u64::from(most.saturating_sub(least)) + 1, coin) as u32
}

/// So many of the dice.
fn draw(mut dice: Kinds, number: u32, coin: &mut Generator) -> Kinds {
    let mut drawn = Kinds::EMPTY;
    for _ in 0..number.min(dice.total()) {
        let kind = dice.nth(below(dice.total().into(), coin) as u32);
        dice = dice - Kinds::one(kind);
        drawn = drawn + Kinds::one(kind);
    }
    drawn
}

impl Strategy for Random {
    fn draft(&self, view: &DraftView<'_>) -> Answer<Draft> {
        let buys = view.choices().iter().map(Draft::Buy);
        let swaps = view.swaps().map(|(give, buy)| Draft::Swap { give, buy });
        let all = buys.chain(swaps).chain(std::iter::once(Draft::Pass));
        Ok(any(all, &mut view.table.coin()).unwrap_or(Draft::Pass))
    }

    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        let coin = &mut view.coin();
        let dice = view.own_dice().total();
        let contests = [
            Contest::FirstTo15,
            Contest::RussianRoulette,
            Contest::ByPoints(from_to(1, view.dearest_hand(), coin)),
            Contest::Battle,
            Contest::TwoByTwo,
            Contest::Armageddon(from_to(1, dice, coin)),
        ];
        // Who owns nothing cannot call an armageddon.
        let legal = contests.into_iter().take(if dice > 0 { 6 } else { 5 });
        let opponents = std::iter::once(Opponents::All).chain(view.others().map(Opponents::One));
        Ok(Duel {
            contest: any(legal, coin).unwrap_or(Contest::Battle),
            opponents: any(opponents, coin).unwrap_or(Opponents::All),
            hand: any([Hand::Chosen, Hand::Random].into_iter(), coin).unwrap_or(Hand::Random),
        })
    }

    fn dice(&self, view: &DuelView<'_>) -> Answer<Kinds> {
        let (coin, reserve, rules) = (&mut view.table.coin(), view.reserve(view.seat()), view.table.rules());
        match view.need() {
            Some(Need::Exactly(number)) => Ok(draw(reserve, number, coin)),
            Some(Need::Cost(limit)) => {
                let wanted = from_to(1, reserve.total(), coin);
                let mut chosen = Kinds::EMPTY;
                while chosen.total() < wanted {
                    let left = limit - rules.cost_of(chosen);
                    let fits = (reserve - chosen).dice().filter(|&kind| rules.cost(kind) <= left);
                    let Some(kind) = any(fits, coin) else { break };
                    chosen = chosen + Kinds::one(kind);
                }
                Ok(chosen)
            }
            None => Ok(Kinds::EMPTY),
        }
    }

    fn shield(&self, view: &DuelView<'_>) -> Answer<Option<Placement>> {
        Ok(any_or_none(view.placements(), &mut view.table.coin()))
    }

    fn multiply(&self, view: &DuelView<'_>) -> Answer<Option<Placement>> {
        Ok(any_or_none(view.placements(), &mut view.table.coin()))
    }

    fn replace(&self, view: &DuelView<'_>) -> Answer<Option<Replacement>> {
        Ok(any_or_none(view.replacements(), &mut view.table.coin()))
    }

    fn exchange(&self, view: &DuelView<'_>) -> Answer<Option<Exchange>> {
        Ok(any_or_none(view.exchanges(), &mut view.table.coin()))
    }

    fn give_way(&self, view: &DuelView<'_>) -> Answer<Spot> {
        Ok(any(view.own_spots(), &mut view.table.coin()).unwrap_or(Spot(0)))
    }

    fn reroll(&self, view: &DuelView<'_>) -> Answer<Option<Aim>> {
        Ok(any_or_none(view.aims(), &mut view.table.coin()))
    }

    fn cancel(&self, view: &DuelView<'_>) -> Answer<Option<Aim>> {
        Ok(any_or_none(view.aims(), &mut view.table.coin()))
    }

    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        let coin = &mut view.coin();
        let (state, seat, rules): (_, Seat, _) = (view.state(), view.seat(), view.rules());
        let drawn = |_| {
            let taken = from_to(0, rules.most, coin);
            let given = from_to(0, view.own_dice().total(), coin);
            // As often nothing is given as something.
            let given = if below(2, coin) == 0 { 0 } else { given };
            Purchase { take: draw(state.supply(), taken, coin), give: draw(view.own_dice(), given, coin) }
        };
        let legal = (0..TRIES).map(drawn).find(|purchase| state.price(seat, purchase, rules).is_ok());
        Ok(legal.unwrap_or_default())
    }
}
