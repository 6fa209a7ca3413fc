//! What the card and the dice of each round gave each seat, told apart.
//!
//! Owns the split of luck. Before a card is drawn, each seat expects the mean over all cards that can come. The card replaces
//! this mean by what is expected with that card, and the dice replace that by the value of the position after the round.

use super::{Expected, Numbers, PlayedRound, Seen, WHOLE, WHOLE_VALUE};
use crate::games::WHOLE_WIN;
use crate::games::gang::MAX_SEATS;

/// What chance gave each seat in a round, in the unit of [`WHOLE_VALUE`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// By its card.
    pub card: [i64; MAX_SEATS],
    /// By its dice, and by random choices of strategies; nothing where a decision is not known.
    pub dice: [i64; MAX_SEATS],
}

impl Expected<'_> {
    /// What chance gave in each round of a game of the line-up of this number; all together it is [`Expected::luck`].
    ///
    /// # Panics
    /// As there.
    pub fn changes(
        &mut self,
        lineup: usize,
        rounds: &[PlayedRound],
        (pools, shares): (&[u32; MAX_SEATS], &[u8; MAX_SEATS]),
    ) -> Vec<Change> {
        self.look_up_all(lineup, rounds);
        let mut effects = Numbers::default();
        let mut changes = Vec::with_capacity(rounds.len());
        for (at, round) in rounds.iter().enumerate() {
            let Seen { near, row, unseen, drawn } = self.seen[at];
            self.mask_cards(at, lineup, (near.round, unseen));
            let (mean, under) = (self.mean(row, unseen.count_ones()), self.under(row, drawn));
            self.masks[drawn] = 0;
            let made_up = self.made_up(lineup, (near.round, drawn, unseen), &mut effects);
            let next = rounds.get(at + 1).map(|next| next.position);
            let dice = match near == round.position && self.halves(row, 4) >> drawn & 1 == 0 {
                true => {
                    let won = |seat: usize| i64::from(shares[seat]) * i64::from(WHOLE / WHOLE_WIN);
                    let came = next.map_or_else(|| std::array::from_fn(won), |next| self.value(lineup, &next));
                    std::array::from_fn(|seat| came[seat] - under[seat])
                }
                false => {
                    let after = next.map_or(*pools, |next| next.pools);
                    self.seen_there(lineup, (row, &near), round, &after)
                }
            };
            let card = std::array::from_fn(|seat| under[seat] - mean[seat] - made_up[seat]);
            changes.push(Change { card: self.of_seats(card), dice: self.of_seats(dice) });
        }
        changes
    }

    /// Numbers for all seats, of which the last one has what the others lost.
    fn of_seats(&self, numbers: Numbers) -> [i64; MAX_SEATS] {
        let others = self.values[0].seats() - 1;
        let mut all = [0; MAX_SEATS];
        (0..others).for_each(|seat| all[seat] = numbers[seat] * i64::from(WHOLE_VALUE / WHOLE));
        all[others] = -all[..others].iter().sum::<i64>();
        all
    }
}
