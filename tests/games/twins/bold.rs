//! `bold`: as many dice as the card bears.

use super::moves::{Player, chase, give_up, is_out_of_reach, open};
use crate::looks::Looks;
use analyze::games::gang::{Amount, Card, Commit, Condition, Trigger, View};

/// The most dice it takes any card to bear.
const MOST: u32 = 8;
/// What each of its dice can be expected to reach at best.
const A_DIE: u32 = 4;

/// The first of these that applies, for a card that bears `n` dice (see [`borne`]):
/// 1. nothing to beat: `n` dice;
/// 2. a total out of reach ([`is_out_of_reach`]), or above 4 for each of the dice of rule 3: give up with 1 die,
///    never rerolled;
/// 3. `n` dice or `best.dice + 1`, whichever is more.
pub(crate) struct Bold;

impl Player for Bold {
    fn choose(&self, view: &View<'_>) -> Commit {
        let card = view.card();
        let Some(best) = view.to_beat() else { return open(view, borne(card)) };
        let dice = borne(card).max(best.dice + 1);
        if best.total > A_DIE * dice || is_out_of_reach(card, best.total) {
            return give_up();
        }
        chase(view, best, dice)
    }
}

/// How many dice a card bears, as its condition says at sight: an Explosion those that can just hold
/// it, a Bomb, which leaves the rerolls to mend, twice as many. Of `sum>=k` a quarter of k + 1; of a list
/// of values one die; of a condition made of others two. Never more than [`MOST`].
fn borne(card: &Card) -> u32 {
    let factor = match card.trigger {
        Trigger::Explosion => 1,
        Trigger::Bomb => 2,
    };
    let dice = match card.condition {
        Condition::AtLeast(Amount::Sum, limit) => (limit + 1) / 4,
        Condition::AtLeast(Amount::Run | Amount::Odd | Amount::Even | Amount::Same, k) => factor * k,
        Condition::AtLeast(Amount::Distinct, k) => k.saturating_sub(1),
        Condition::AtLeast(Amount::Count(_), least) => (factor + 1) * least,
        Condition::Any(_) => 1,
        Condition::All(_) | Condition::Either(_) | Condition::Not(_) => 2,
    };
    dice.min(MOST)
}
