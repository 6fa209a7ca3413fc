//! How many dice a card allows at a risk: exact, computed when a table is set up.

use analyze::exact::{Objective, Turn};
use analyze::games::gang::{Card, CardIndex, Gang, Trigger};

/// The most dice that are considered: few cards bear more, and the work grows fast with them.
const MOST_DICE: usize = 8;

/// The lowest invalid chance that any way of rerolling has, for each card of a deck and 1 to
/// [`MOST_DICE`] dice: on an Explosion that of the first roll, on a Bomb of what the rerolls cannot mend.
pub(crate) struct Risks(Vec<[f64; MOST_DICE]>);

/// For each card of a deck, a number of dice.
pub(crate) struct DiceByCard(Box<[u8]>);

impl Risks {
    /// The chances at a table.
    pub(crate) fn new(game: &Gang) -> Risks {
        let rerolls = game.rules().rerolls;
        let of_card = |card: &Card| std::array::from_fn(|index| invalid_chance(card, index as u32 + 1, rerolls));
        Risks(game.deck().cards.iter().map(of_card).collect())
    }

    /// The most dice with an invalid chance below `limit`, 0 if no number of dice has one.
    pub(crate) fn most_below(&self, limit: f64) -> DiceByCard {
        let most = |chances: &[f64; MOST_DICE]| chances.iter().rposition(|&chance| chance < limit);
        DiceByCard(self.0.iter().map(|chances| most(chances).map_or(0, |index| index as u8 + 1)).collect())
    }
}

impl DiceByCard {
    /// The number of dice of a card.
    #[inline]
    pub(crate) fn get(&self, card: CardIndex) -> u32 {
        u32::from(self.0[usize::from(card.0)])
    }
}

/// The lowest invalid chance of a turn; 1 for a turn that cannot be solved, which these are not.
fn invalid_chance(card: &Card, dice: u32, rerolls: u8) -> f64 {
    // After an Explosion's first roll the surest is to stop.
    let rerolls = match card.trigger {
        Trigger::Explosion => 0,
        Trigger::Bomb => rerolls,
    };
    let optimum = Turn::under(card, dice, rerolls).and_then(|turn| turn.optimum(|r| Objective::Valid.value(r)));
    optimum.map_or(1.0, |optimum| 1.0 - optimum.value)
}
