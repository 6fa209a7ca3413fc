//! How many dice a card allows at a risk: exact, computed when a table is set up.

use crate::exact::{Objective, Turn};
use crate::games::gang::{Card, CardIndex, Gang, Trigger};

/// The most dice that are considered: few cards bear more, and the work grows fast with them.
const MOST_DICE: usize = 8;

/// The lowest invalid chance that any way of rerolling has, for each card of a deck and 1 to
/// [`MOST_DICE`] dice: on an Explosion that of the first roll, on a Bomb of what the rerolls cannot mend.
pub(super) struct Risks(Vec<[f64; MOST_DICE]>);

impl Risks {
    /// The chances at a table.
    pub(super) fn new(game: &Gang) -> Risks {
        let rerolls = game.rules().rerolls;
        let of_card = |card: &Card| std::array::from_fn(|index| invalid_chance(card, index as u32 + 1, rerolls));
        Risks(game.deck().cards.iter().map(of_card).collect())
    }

    /// The most dice with an invalid chance below `limit` under a card, 0 if no number of dice has one.
    pub(super) fn most_below(&self, limit: f64, card: CardIndex) -> u32 {
        let chances = &self.0[usize::from(card.0)];
        chances.iter().rposition(|&chance| chance < limit).map_or(0, |index| index as u32 + 1)
    }
}

/// The lowest invalid chance of a turn; 1 for a turn that cannot be solved, which these are not.
fn invalid_chance(card: &Card, dice: u32, rerolls: u8) -> f64 {
    // After an Explosion's first roll the surest is to stop.
    let rerolls = match card.trigger {
        Trigger::Explosion => 0,
        Trigger::Bomb => rerolls,
    };
    let optimum = Turn::under(card, dice, rerolls).and_then(|turn| turn.optimum(|r| Objective::VALID.value(r)));
    optimum.map_or(1.0, |optimum| 1.0 - optimum.value)
}

#[cfg(test)]
mod tests {
    use super::super::fixture::card;
    use super::*;

    fn chance(condition: &str, trigger: &str, dice: u32) -> f64 {
        invalid_chance(&card(condition, trigger), dice, 2)
    }

    #[test]
    fn an_explosion_is_survived_by_stopping_at_once() {
        for (condition, dice, invalid) in [
            ("any:1", 1, 1.0 / 6.0),
            ("any:1", 3, 1.0 - 125.0 / 216.0),
            ("fives>=2", 2, 1.0 / 36.0),
            ("pair", 2, 5.0 / 36.0),
            ("run>=3", 3, 18.0 / 216.0),
            ("odd>=3", 2, 0.0),
        ] {
            assert!((chance(condition, "explosion", dice) - invalid).abs() < 1e-12, "{condition} {dice}");
        }
    }

    /// Each die that offends by itself is rolled until it does not, three times at the most.
    #[test]
    fn a_bomb_leaves_the_rerolls_to_mend() {
        for (condition, dice, invalid) in [
            ("odd>=1", 1, 1.0 / 8.0),
            ("odd>=1", 2, 1.0 - (7.0f64 / 8.0) * (7.0 / 8.0)),
            ("any:5", 1, 1.0 / 216.0),
            ("not(any:5)", 1, 125.0 / 216.0),
            ("sum>=0", 3, 1.0),
        ] {
            assert!((chance(condition, "bomb", dice) - invalid).abs() < 1e-12, "{condition} {dice}");
        }
    }

    #[test]
    fn the_most_dice_are_found_even_if_fewer_are_worse() {
        let risks = Risks(vec![[0.5, 0.1, 0.3, 0.1, 0.2, 0.9, 1.0, 1.0], [0.1; MOST_DICE]]);
        let most = |limit, card| risks.most_below(limit, CardIndex(card));
        assert_eq!([0.1, 0.15, 0.25, 0.95].map(|limit| most(limit, 0)), [0, 4, 5, 6]);
        assert_eq!([0.1, 0.15].map(|limit| most(limit, 1)), [0, 8]);
    }
}
