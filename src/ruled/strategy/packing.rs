//! Some of a state as a number.

use crate::formula::Reads;
use crate::model::{Game, Hidden, State};
use std::collections::BTreeSet;

/// The most bits of such a number, beside the step and the dice.
const MOST_BITS: u32 = 112;

/// How some of a state is packed in a number.
#[derive(Clone, Debug)]
pub(crate) struct Packing {
    /// Slots, the least that each can be, and how many bits it takes.
    slots: Vec<(usize, i64, u32)>,
    dice: bool,
}

impl Packing {
    /// What these reads are packed in; nothing if that takes more bits than there are.
    pub(crate) fn new(game: &Game, reads: &Reads) -> Option<Packing> {
        let rivals = reads.rivals.iter().flat_map(|&slot| (0..game.players).map(move |p| p * game.own() + slot));
        let card = reads.card.then(|| game.hidden(Hidden::Card));
        let slots: BTreeSet<usize> = reads.slots.iter().copied().chain(rivals).chain(card).collect();
        Packing::of(game, slots, reads.dice)
    }

    /// The same of these slots, with the dice that lie there perhaps.
    pub(crate) fn of(game: &Game, slots: impl IntoIterator<Item = usize>, dice: bool) -> Option<Packing> {
        let bits = |(least, most, _): (i64, i64, i64)| 64 - ((most - least) as u64).leading_zeros();
        let slots: Vec<_> =
            slots.into_iter().map(|slot| (slot, game.limits[slot].0, bits(game.limits[slot]))).collect();
        let hands = if game.dice.numbered() > 0 { 16 } else { 8 * game.dice.faces.len() as u32 };
        let all: u32 = slots.iter().map(|slot| slot.2).sum::<u32>() + if dice { hands } else { 0 };
        (all <= MOST_BITS).then_some(Packing { slots, dice })
    }

    /// The slots that are packed, with what they hold in a state that comes to this.
    pub(crate) fn unpacked(&self, key: u128) -> Vec<(usize, i64)> {
        let mut rest = key >> 8;
        let mut all: Vec<(usize, i64)> = Vec::with_capacity(self.slots.len());
        for &(slot, least, bits) in self.slots.iter().rev() {
            all.push((slot, (rest & ((1 << bits) - 1)) as i64 + least));
            rest >>= bits;
        }
        all.reverse();
        all
    }

    /// What it comes to in a state, with the step.
    #[inline]
    pub(crate) fn key(&self, state: &State) -> u128 {
        let dice = if self.dice { u128::from(state.dice) } else { 0 };
        self.key_with(state, dice, state.step)
    }

    /// The same between turns, where nobody is in a step and no dice lie there.
    pub(crate) fn key_between(&self, state: &State) -> u128 {
        self.key_with(state, 0, 0)
    }

    #[inline]
    fn key_with(&self, state: &State, dice: u128, step: usize) -> u128 {
        let slots = self.slots.iter();
        slots.fold(dice, |key, &(slot, least, bits)| key << bits | (state.slots[slot] - least) as u128) << 8
            | step as u128
    }
}
