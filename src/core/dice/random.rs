//! Fair dice and fair choices from 64-bit words.
//!
//! Owns the few lines that turn a generator's words into dice: in our own hand, because their exact output is part of the
//! promise "same seed, same bytes". The generator itself is rand_xoshiro's xoshiro256++ (Blackman & Vigna, "Scrambled
//! linear pseudorandom number generators", ACM TOMS 47, 2021), whose output is fixed by its reference code.

use super::counts::{Counts, Face};
use super::seed::mix;
use rand::rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator of what may need many words for a key.
pub type Generator = Xoshiro256PlusPlus;

/// The generator for a key: its state is four consecutive outputs of SplitMix64 seeded with `key`,
/// as the authors of xoshiro recommend.
#[inline]
pub fn generator(key: u64) -> Generator {
    let mut seed = [0; 32];
    let mut state = key;
    for word in seed.chunks_exact_mut(8) {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        word.copy_from_slice(&mix(state).to_le_bytes());
    }
    Generator::from_seed(seed)
}

/// A whole number from 0 to `bound` − 1, each equally likely.
///
/// Multiplication with rejection: Lemire, "Fast random integer generation in an interval", ACM
/// TOMACS 29 (2019), algorithm 5. A word is rejected with probability below `bound` / 2^64.
///
/// # Panics
/// If `bound` is 0.
#[inline]
pub fn below(bound: u64, rng: &mut impl Rng) -> u64 {
    assert!(bound > 0, "a choice needs at least one alternative");
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(bound);
        let low = product as u64;
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return (product >> 64) as u64;
        }
    }
}

/// Dice read from one word: 6^12 is the largest even power of six whose bias would still be
/// negligible, and rejection removes even that.
const DICE_PER_WORD: u32 = 12;
/// The counts of three dice, for each of their 216 outcomes.
const THREE: [Counts; 216] = {
    let mut table = [Counts::EMPTY; 216];
    let mut i = 0;
    while i < 216 {
        table[i] = Counts::one((i % 6) as Face).with((i / 6 % 6) as Face).with((i / 36) as Face);
        i += 1;
    }
    table
};

/// Throws `dice` fair dice.
///
/// # Panics
/// In debug builds, above [`MAX_DICE`](super::MAX_DICE) dice.
#[inline]
pub fn roll(dice: u32, rng: &mut impl Rng) -> Counts {
    let mut left = dice;
    let mut shown = Counts::EMPTY;
    while left > 0 {
        let now = left.min(DICE_PER_WORD);
        shown = shown + roll_from_one_word(now, rng);
        left -= now;
    }
    shown
}

/// Throws up to [`DICE_PER_WORD`] dice with one word (but for rejections).
#[inline]
fn roll_from_one_word(dice: u32, rng: &mut impl Rng) -> Counts {
    const POWERS: [u64; DICE_PER_WORD as usize + 1] =
        [1, 6, 36, 216, 1_296, 7_776, 46_656, 279_936, 1_679_616, 10_077_696, 60_466_176, 362_797_056, 2_176_782_336];
    let mut outcome = below(POWERS[dice as usize], rng) as u32;
    let mut shown = Counts::EMPTY;
    let mut left = dice;
    while left >= 3 {
        shown = shown + THREE[(outcome % 216) as usize];
        outcome /= 216;
        left -= 3;
    }
    // What is left is an outcome of three dice of which the others show face 0.
    shown + (THREE[outcome as usize] - Counts::of(0, 3 - left))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(rng: &mut Generator, n: usize) -> Vec<u64> {
        (0..n).map(|_| rng.next_u64()).collect()
    }

    /// The first words of the reference implementation (xoshiro256plusplus.c) from the state 1, 2, 3, 4.
    #[test]
    fn xoshiro_reference_vectors() {
        let mut seed = [0; 32];
        for (i, word) in seed.chunks_exact_mut(8).enumerate() {
            word.copy_from_slice(&(i as u64 + 1).to_le_bytes());
        }
        let mut rng = Generator::from_seed(seed);
        assert_eq!(words(&mut rng, 4), [41943041, 58720359, 3588806011781223, 3591011842654386]);
    }

    /// From an independent implementation in Python integers (SplitMix64, xoshiro256++, Lemire).
    #[test]
    fn value_stability() {
        let mut rng = generator(42);
        assert_eq!(words(&mut rng, 2), [15021278609987233951, 5881210131331364753]);
        let mut rng = generator(42);
        assert_eq!((0..12).map(|_| below(6, &mut rng)).collect::<Vec<_>>(), [4, 1, 5, 4, 4, 3, 0, 3, 1, 5, 3, 5]);
        let rolls: Vec<_> = [1, 2, 3, 12, 30].iter().map(|&n| roll(n, &mut generator(42)).to_array()).collect();
        assert_eq!(
            rolls,
            [[0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 1, 1], [0, 1, 0, 0, 1, 1], [1, 4, 2, 0, 2, 3], [4, 6, 5, 2, 4, 9]]
        );
    }

    /// Chi-square of the faces of single dice and of the 36 outcomes of two, against its 99.99 % point.
    #[test]
    fn dice_are_fair() {
        let mut rng = generator(7);
        let throws = 600_000;
        for dice in [1u32, 2, 3, 5, 12, 17] {
            let mut faces = [0u64; 6];
            for _ in 0..throws / dice {
                for (sum, n) in faces.iter_mut().zip(roll(dice, &mut rng).to_array()) {
                    *sum += u64::from(n);
                }
            }
            let expected = f64::from(throws / dice * dice) / 6.0;
            let chi: f64 = faces.iter().map(|&f| (f as f64 - expected).powi(2) / expected).sum();
            assert!(chi < 25.74, "{dice} dice: chi-square {chi} with 5 degrees of freedom");
        }
    }

    #[test]
    fn every_bound_is_respected() {
        let mut rng = generator(3);
        for bound in [1, 2, 3, 6, 1 << 40, u64::MAX] {
            assert!((0..1000).all(|_| below(bound, &mut rng) < bound));
        }
    }
}
