//! Some of a state as a number.

use crate::dice::Hand;
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
    dice: PackedDice,
}

/// How the dice that lie there are packed.
#[derive(Clone, Copy, Debug)]
enum PackedDice {
    /// They are not.
    Not,
    /// By the number of the hand.
    Whole,
    /// By so many bits for each of so many faces.
    ByFace(u32, u32),
}

impl PackedDice {
    /// How the dice of a game are packed, and how many bits that takes.
    fn of(game: &Game) -> (PackedDice, u32) {
        let (bits, faces) = (usize::BITS - game.dice.most.leading_zeros(), game.dice.faces.len() as u32);
        match game.dice.numbered() {
            0 => (PackedDice::ByFace(bits, faces), bits * faces),
            _ => (PackedDice::Whole, 16),
        }
    }

    #[inline]
    fn key(self, dice: Hand) -> u128 {
        match self {
            PackedDice::Not => 0,
            PackedDice::Whole => dice.into(),
            PackedDice::ByFace(bits, faces) => {
                (0..faces).fold(0, |key, face| key << bits | u128::from(dice >> (8 * face) & 0xff))
            }
        }
    }
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
        let (dice, hands) = if dice { PackedDice::of(game) } else { (PackedDice::Not, 0) };
        let all: u32 = slots.iter().map(|slot| slot.2).sum::<u32>() + hands;
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
        self.key_with(state, self.dice.key(state.dice), state.step)
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
