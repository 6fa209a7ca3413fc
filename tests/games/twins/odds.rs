//! `odds`: as many dice as the risk allows, computed.

use super::moves::{Player, chase, give_up, is_out_of_reach, open};
use super::risk::{DiceByCard, Risks};
use crate::looks::Looks;
use analyze::games::gang::{Commit, Gang, View};

/// What each of its dice can be expected to reach at best.
const A_DIE: u32 = 4;
/// The invalid chance it accepts against a total: on a table of fewer dice than the number, the chance.
const ACCEPTED: [(u32, f64); 3] = [(4, 0.25), (BIG_TABLE, 0.35), (u32::MAX, 0.45)];
/// From here on, more dice on the table change nothing.
const BIG_TABLE: u32 = 9;

/// The first of these that applies, where "most below p" is the most dice with an invalid chance below
/// p (see [`Risks`]), and p is 0.25 on a table of up to 3 dice, 0.35 on one of up to 8, otherwise 0.45:
/// 1. nothing to beat: most below `open`;
/// 2. a total out of reach ([`is_out_of_reach`]), or above 4 × most below p: give up with 1 die, never rerolled;
/// 3. `best.dice + 1` dice, but not more than most below p.
pub(crate) struct Odds {
    opening: DiceByCard,
    chasing: [DiceByCard; ACCEPTED.len()],
}

impl Odds {
    /// The player for a table who opens with an invalid chance below `open`.
    pub(crate) fn new(game: &Gang, open: f64) -> Odds {
        let risks = Risks::new(game);
        Odds { opening: risks.most_below(open), chasing: ACCEPTED.map(|(_, chance)| risks.most_below(chance)) }
    }
}

impl Player for Odds {
    fn choose(&self, view: &View<'_>) -> Commit {
        let card = view.situation.card_index();
        let Some(best) = view.to_beat() else { return open(view, self.opening.get(card)) };
        let step = {
            let table = view.table_up_to(BIG_TABLE);
            ACCEPTED.iter().take_while(|(limit, _)| table >= *limit).count()
        };
        let most = self.chasing[step.min(ACCEPTED.len() - 1)].get(card);
        if best.total > A_DIE * most || is_out_of_reach(view.card(), best.total) {
            return give_up();
        }
        chase(view, best, most.min(best.dice + 1))
    }
}
