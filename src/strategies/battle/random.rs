//! `random`: any legal decision. It finds bugs, and it is what any idea should beat.

use crate::dice::{Generator, below};
use crate::games::battle::{
    Action, Answer, Contest, Draft, Duel, Hand, Kinds, Moment, Need, Opponents, Purchase, Strategy, View,
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

/// A number from `least` to `most`.
fn from_to(least: u32, most: u32, coin: &mut Generator) -> u32 {
    least + below(u64::from(most.saturating_sub(least)) + 1, coin) as u32
}

/// So many of the dice.
fn draw(mut dice: Kinds, number: u32, coin: &mut Generator) -> Kinds {
    let mut drawn = Kinds::EMPTY;
    for _ in 0..number.min(dice.total()) {
        let kind = dice.nth(below(dice.total().into(), coin) as u32);
        dice -= kind;
        drawn += kind;
    }
    drawn
}

impl Strategy for Random {
    fn draft(&self, view: &View<'_>) -> Answer<Draft> {
        let buys = view.choices().kinds().map(Draft::Buy);
        let swaps = view.swaps().map(|(give, buy)| Draft::Swap { give, buy });
        let all = buys.chain(swaps).chain(std::iter::once(Draft::Pass));
        Ok(any(all, &mut view.coin()).unwrap_or(Draft::Pass))
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

    fn dice(&self, view: &View<'_>) -> Answer<Kinds> {
        let (coin, reserve) = (&mut view.coin(), view.reserve());
        if let Moment::Dice(Need::Exactly(number)) = view.moment {
            return Ok(draw(reserve, number, coin));
        }
        let wanted = from_to(1, reserve.total(), coin);
        let mut chosen = Kinds::EMPTY;
        while chosen.total() < wanted {
            let fits = (reserve - chosen).dice().filter(|&kind| view.fits(chosen, kind));
            let Some(kind) = any(fits, coin) else { break };
            chosen += kind;
        }
        Ok(chosen)
    }

    fn act(&self, view: &View<'_>) -> Answer<Option<Action>> {
        let declining = if view.moment == Moment::GiveWay { None } else { Some(None) };
        let all = declining.into_iter().chain(view.actions().iter().copied().map(Some));
        Ok(any(all, &mut view.coin()).flatten())
    }

    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        let coin = &mut view.coin();
        let (state, seat, rules) = (&view.board.state, view.seat, view.rules());
        let drawn = |_| {
            let taken = from_to(0, rules.most, coin);
            let given = from_to(0, view.own_dice().total(), coin);
            // As often nothing is given as something.
            let given = if below(2, coin) == 0 { 0 } else { given };
            Purchase { take: draw(state.supply, taken, coin), give: draw(view.own_dice(), given, coin) }
        };
        let legal = (0..TRIES).map(drawn).find(|purchase| state.price(seat, purchase, rules).is_ok());
        Ok(legal.unwrap_or_default())
    }
}
