//! The seed tree: from a run's seed to every random number in it, by key and not by order.
//!
//! Owns the mixing function and the layout of the counters. A random number is addressed, never "next": it depends on the
//! seed, the block and a [`Slot`] and on nothing else, so game *i* can be replayed alone, and no strategy can shift
//! anybody's luck but by its own decisions.
//!
//! The generator is SplitMix64 (Steele, Lea & Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, with
//! Stafford's mix 13), used as a function of a counter: `at(key, c) = mix(key + (c + 1) γ)` is output number `c` of
//! SplitMix64 seeded with `key`. `run key = at(seed, 0)`, `block key = at(run key, block)` and `draw = at(block key, slot)`
//! are bijections, so neither two seeds, nor two blocks of a seed, nor two slots of a block share a counter or a value.
//!
//! | bits of a slot | what | range |
//! |---|---|---|
//! | 0–3 | purpose ([`Purpose`]) | 16 |
//! | 4–7 | seat, from 0 | 16 |
//! | 8–31 | round, from 0 | 2^24 |
//! | 32–63 | visit: what tells the draws of that seat in that round apart, from 0 | 2^32 |
//!
//! A visit counts how often the seat has played in that round, or, where a seat plays once, the words that it has taken
//! ([`Words`]). The order of the cards takes its words at seat 0 and round 0. Counting on beyond the last visit leads back
//! to the first, so no two purposes share a counter however many words are taken.

use rand::rand_core::{TryRng, utils};
use std::convert::Infallible;

/// The increment γ of SplitMix64: the golden ratio, odd, in 64 bits.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64's output function: a bijection on 64-bit words (Stafford's variant 13).
#[inline]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Output number `counter` (from 0) of SplitMix64 seeded with `key`.
#[inline]
const fn at(key: u64, counter: u64) -> u64 {
    mix(key.wrapping_add(counter.wrapping_add(1).wrapping_mul(GAMMA)))
}

/// What a draw is for. No two purposes share a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Purpose {
    /// The order of the cards.
    Deck = 0,
    /// The dice of a turn.
    Turn = 1,
    /// A strategy's own coins.
    Coin = 2,
    /// The rolls shown for a result that was drawn.
    Shown = 3,
    /// What a strategy tries out before it decides.
    Sample = 4,
}

/// The address of a draw within a block. See the layout in the module's description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(u64);

impl Slot {
    /// The slot for `purpose` at `seat` (below 16), `round` (below 2^24), and the seat's `visit` in that round,
    /// all from 0.
    ///
    /// # Panics
    /// In debug builds, if seat or round is out of range.
    #[inline]
    pub const fn new(purpose: Purpose, seat: u8, round: u32, visit: u32) -> Slot {
        debug_assert!(seat < 16 && round < 1 << 24);
        Slot(purpose as u64 | (seat as u64) << 4 | (round as u64) << 8 | (visit as u64) << 32)
    }

    /// The slot of the same seat, round and visit for another purpose.
    #[inline]
    pub const fn with(self, purpose: Purpose) -> Slot {
        Slot(self.0 & !0xf | purpose as u64)
    }

    /// The slot worked out as far as all blocks share it; see [`BlockKey::draw_at`].
    #[inline]
    pub const fn step(self) -> Step {
        Step(self.0.wrapping_add(1).wrapping_mul(GAMMA))
    }
}

/// A slot, worked out as far as all blocks share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step(u64);

/// The key of a run: its seed, mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunKey(u64);

impl RunKey {
    /// The key of the run with this seed.
    ///
    /// Mixed, because the keys of blocks are γ apart before they are mixed: the run with the seed `seed + γ` would have the
    /// blocks of this one, shifted by one.
    #[inline]
    pub const fn new(seed: u64) -> RunKey {
        RunKey(at(seed, 0))
    }

    /// The key of block `block` (from 0).
    #[inline]
    pub const fn block(self, block: u64) -> BlockKey {
        BlockKey(at(self.0, block))
    }
}

/// The key of a block: the games that are played with the same draws, one for each seating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockKey(u64);

impl BlockKey {
    /// The key as a number, from which [`BlockKey::of_bits`] makes it again.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The key that is this number.
    pub const fn of_bits(bits: u64) -> BlockKey {
        BlockKey(bits)
    }

    /// The draw at `slot`: 64 random bits, always the same for the same seed, block and slot.
    #[inline]
    pub const fn draw(self, slot: Slot) -> u64 {
        at(self.0, slot.0)
    }

    /// The draws from `slot` on, a visit each.
    #[inline]
    pub const fn words(self, slot: Slot) -> Words {
        Words(self.0.wrapping_add(slot.step().0))
    }

    /// The key that draws at the step of a slot what this one draws so many rounds and visits later, which must be
    /// within the range of slots.
    #[inline]
    pub const fn after(self, rounds: u32, visits: u32) -> BlockKey {
        let slots = (rounds as u64) << 8 | (visits as u64) << 32;
        BlockKey(self.0.wrapping_add(slots.wrapping_mul(GAMMA)))
    }

    /// The same as [`BlockKey::draw`] at the slot of this step.
    #[inline]
    pub const fn draw_at(self, step: Step) -> u64 {
        mix(self.0.wrapping_add(step.0))
    }
}

/// The draws of a block at a slot and at those of the visits after it, one after the other: a generator that costs
/// nothing to set up, for what needs more than one word. After 2^32 words they begin again.
#[derive(Clone, Debug)]
pub struct Words(u64);

impl Words {
    /// From one visit to the next.
    const VISIT: u64 = GAMMA << 32;
}

impl TryRng for Words {
    type Error = Infallible;

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let word = mix(self.0);
        self.0 = self.0.wrapping_add(Words::VISIT);
        Ok(word)
    }

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|word| (word >> 32) as u32)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        utils::fill_bytes_via_next_word(bytes, || self.try_next_u64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rand_core::Rng;

    /// The published output of splitmix64.c (Vigna) for seed 1234567.
    #[test]
    fn splitmix_reference_vectors() {
        let expected: [u64; 5] =
            [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821];
        for (counter, &value) in expected.iter().enumerate() {
            assert_eq!(at(1234567, counter as u64), value);
        }
    }

    /// Whoever changes the layout changes every result: these words pin it. They were worked out by
    /// hand from the table in the module's description.
    #[test]
    fn slot_layout_is_as_documented() {
        assert_eq!(Slot::new(Purpose::Deck, 0, 0, 0).0, 0);
        assert_eq!(Slot::new(Purpose::Turn, 2, 11, 0).0, 0xb21);
        assert_eq!(Slot::new(Purpose::Coin, 15, (1 << 24) - 1, u32::MAX).0, 0xffff_ffff_ffff_fff2);
    }

    #[test]
    fn a_step_is_its_slot() {
        for block in 0..50 {
            let key = RunKey::new(3).block(block);
            for slot in [Slot::new(Purpose::Turn, 3, 11, 0), Slot::new(Purpose::Coin, 15, (1 << 24) - 1, u32::MAX)] {
                assert_eq!(key.draw_at(slot.step()), key.draw(slot));
            }
        }
    }

    #[test]
    fn a_key_draws_what_comes_later() {
        let (key, slot) = (RunKey::new(5).block(3), |round, visit| Slot::new(Purpose::Turn, 4, round, visit));
        for (rounds, visits) in [(0, 0), (1, 0), (0, 1), (5, 9), (1 << 20, 1 << 20)] {
            assert_eq!(key.after(rounds, visits).draw(slot(2, 3)), key.draw(slot(2 + rounds, 3 + visits)));
        }
    }

    #[test]
    fn words_are_the_draws_of_their_visits() {
        let key = RunKey::new(9).block(4);
        for (purpose, seat, round, visit) in [(Purpose::Deck, 0, 0, 0), (Purpose::Turn, 3, 11, 7)] {
            let mut words = key.words(Slot::new(purpose, seat, round, visit));
            for visit in visit..visit + 50 {
                assert_eq!(words.next_u64(), key.draw(Slot::new(purpose, seat, round, visit)));
            }
        }
        let mut last = key.words(Slot::new(Purpose::Coin, 1, 2, u32::MAX));
        last.next_u64();
        assert_eq!(last.next_u64(), key.draw(Slot::new(Purpose::Coin, 1, 2, 0)), "visits begin again");
    }

    /// Without the mixing of seeds the second of these runs would be the first, shifted by a block.
    #[test]
    fn runs_of_related_seeds_share_no_blocks() {
        let blocks = |seed: u64| (0..5_000).map(move |block| RunKey::new(seed).block(block).0);
        let mut keys: Vec<u64> = [3, 4, 3 + GAMMA, 3u64.wrapping_sub(GAMMA)].into_iter().flat_map(blocks).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 20_000);
    }

    /// Values from an independent implementation of the three steps in Python integers.
    #[test]
    fn draw_vectors() {
        let draw = |seed, block, slot| RunKey::new(seed).block(block).draw(slot);
        assert_eq!(draw(1, 0, Slot::new(Purpose::Deck, 0, 0, 0)), 0xb18a_02f4_6d8d_86c3);
        assert_eq!(draw(1, 7, Slot::new(Purpose::Turn, 2, 11, 0)), 0x44cf_4e3b_350f_c4a6);
        assert_eq!(draw(u64::MAX, 999_999_999_999_999, Slot::new(Purpose::Coin, 3, 5, 6)), 0xf034_49ef_6c47_2cda);
    }
}
