//! Dealing cards: the first few of a shuffled pile, with as few words as possible.
//!
//! Owns a shuffle that stops once the cards that are seen lie in their places, and the drawing of several choices from
//! one word. What a card is belongs to the game.

use rand::rand_core::Rng;
use std::ops::Range;

/// One word serves choices with at most this many outcomes together; it is then rejected with probability
/// below 2^-16.
const MOST_OUTCOMES: u64 = 1 << 48;

/// How the first cards of a pile are dealt: worked out once, used for every game.
#[derive(Clone, Debug)]
pub struct Deal {
    cards: usize,
    batches: Vec<Batch>,
}

/// Places that are dealt with one word.
#[derive(Clone, Debug)]
struct Batch {
    places: Range<usize>,
    /// How many outcomes the choices have together.
    outcomes: u64,
    /// 2^64 modulo `outcomes`.
    rejected: u64,
}

impl Deal {
    /// Deals the first `dealt` cards of piles of `cards`.
    ///
    /// # Panics
    /// If more are dealt than there are, or there are 2^48 cards or more.
    pub fn new(cards: usize, dealt: usize) -> Deal {
        assert!(dealt <= cards && (cards as u64) < MOST_OUTCOMES, "{dealt} cards dealt of {cards}");
        let mut batches: Vec<Batch> = Vec::new();
        for place in 0..dealt {
            let choices = (cards - place) as u64;
            match batches.last_mut() {
                Some(batch) if batch.outcomes * choices <= MOST_OUTCOMES => {
                    batch.places.end += 1;
                    batch.outcomes *= choices;
                }
                _ => batches.push(Batch { places: place..place + 1, outcomes: choices, rejected: 0 }),
            }
        }
        batches.iter_mut().for_each(|batch| batch.rejected = batch.outcomes.wrapping_neg() % batch.outcomes);
        Deal { cards, batches }
    }

    /// Puts the cards that are dealt in front, every choice and order of them equally likely, and returns how many
    /// they are; the others follow in any order.
    ///
    /// Fisher & Yates from the front: the card for place i is chosen among those from i on. The choices of a batch come
    /// from one word by successive multiplication, the upper half of each product the choice and the lower half
    /// the word for the next: Brackett-Rozinsky & Lemire, "Batched ranged random integer generation", Software:
    /// Practice and Experience 55 (2025), algorithm 1. The last lower half, which tells whether the word must be
    /// rejected, is the word times all outcomes, so that it is known first.
    ///
    /// # Panics
    /// If `pile` has another number of cards.
    #[inline]
    pub fn deal<T: Copy>(&self, pile: &mut [T], rng: &mut impl Rng) -> usize {
        assert!(pile.len() == self.cards, "a pile of {} cards, not {}", pile.len(), self.cards);
        for batch in &self.batches {
            let mut word = rng.next_u64();
            while word.wrapping_mul(batch.outcomes) < batch.rejected {
                word = rng.next_u64();
            }
            let end = batch.places.end.min(pile.len());
            for place in batch.places.start..end {
                let product = u128::from(word) * (pile.len() - place) as u128;
                let chosen = place + (product >> 64) as usize;
                // Not `swap`, which would look twice whether the places are there.
                (pile[chosen], pile[place]) = (pile[place], pile[chosen]);
                word = product as u64;
            }
        }
        self.batches.last().map_or(0, |batch| batch.places.end)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Purpose, RunKey, Slot, generator};
    use super::*;
    use rand::rand_core::{TryRng, utils};
    use std::collections::BTreeSet;
    use std::convert::Infallible;

    /// These words, the first first.
    struct Script(Vec<u64>);

    impl TryRng for Script {
        type Error = Infallible;
        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            Ok(self.0.remove(0))
        }
        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            unreachable!("cards are dealt with whole words")
        }
        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
            utils::fill_bytes_via_next_word(bytes, || self.try_next_u64())
        }
    }

    fn dealt(cards: usize, dealt: usize, rng: &mut impl Rng) -> Vec<usize> {
        let mut pile: Vec<usize> = (0..cards).collect();
        let number = Deal::new(cards, dealt).deal(&mut pile, rng);
        assert_eq!(number, dealt);
        let mut all = pile.clone();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..cards), "no card is lost or doubled: {pile:?}");
        pile.truncate(dealt);
        pile
    }

    /// All words of a whole batch, told apart by the outcome i that the product of word and outcomes says: a stretch of
    /// words each, of which the deal accepts equally many, and gives a different order each.
    #[test]
    fn every_order_has_equally_many_words() {
        for (cards, places) in [(1, 1), (3, 2), (5, 4), (5, 5), (7, 3), (6, 6)] {
            let outcomes: u128 = (0..places).map(|place| (cards - place) as u128).product();
            let words = 1u128 << 64;
            let mut orders = BTreeSet::new();
            for i in 0..outcomes {
                let (first, end) = ((i * words).div_ceil(outcomes), ((i + 1) * words).div_ceil(outcomes));
                // Lower halves within the stretch grow by `outcomes`, so only its first word can be below 2^64 modulo that.
                let mut script = Script(vec![first as u64, (end - 1) as u64]);
                let order = dealt(cards, places, &mut script);
                let refused = 1 - script.0.len() as u128;
                assert_eq!(end - first - refused, words / outcomes, "{places} of {cards}, outcome {i}");
                for word in [first + 1, (first + end) / 2, end - 1] {
                    let mut script = Script(vec![word as u64, 0]);
                    assert_eq!(dealt(cards, places, &mut script), order);
                    assert_eq!(script.0.len(), 1, "word {word} is accepted");
                }
                orders.insert(order);
            }
            assert_eq!(orders.len() as u128, outcomes, "{places} of {cards}");
        }
    }

    /// From an independent implementation in Python integers, which divides where this one multiplies.
    #[test]
    fn reference_vectors() {
        let deal = |seed, block, cards, places| {
            let mut words = RunKey::new(seed).block(block).words(Slot::new(Purpose::Deck, 0, 0, 0));
            dealt(cards, places, &mut words)
        };
        assert_eq!(deal(1, 0, 9, 6), [6, 2, 8, 0, 4, 1]);
        assert_eq!(deal(1, 1, 9, 6), [5, 0, 6, 7, 2, 3]);
        assert_eq!(deal(42, 7, 9, 9), [0, 1, 6, 3, 4, 2, 8, 5, 7]);
        assert_eq!(
            deal(42, 7, 30, 30),
            [
                0, 7, 28, 5, 14, 16, 15, 9, 18, 3, 25, 24, 4, 22, 6, 11, 12, 26, 20, 27, 17, 29, 8, 2, 23, 13, 19, 10,
                1, 21
            ],
            "three words"
        );
        assert_eq!(deal(3, 5, 500, 8), [487, 495, 397, 373, 138, 29, 431, 160], "two words");
        assert_eq!(deal(1, 0, 1, 1), [0]);
    }

    /// Chi-square of which card lies at which place and of which card follows which, against far points.
    #[test]
    fn piles_of_any_size_are_dealt_fairly() {
        let mut rng = generator(8);
        for (cards, places, games) in [(9, 6, 60_000), (30, 30, 30_000), (500, 4, 60_000)] {
            let mut lies = vec![0u32; cards * places];
            let mut follows = vec![0u32; if cards < 50 { cards * cards } else { 0 }];
            for _ in 0..games {
                let order = dealt(cards, places, &mut rng);
                order.iter().enumerate().for_each(|(place, &card)| lies[place * cards + card] += 1);
                if !follows.is_empty() {
                    order.windows(2).for_each(|pair| follows[pair[0] * cards + pair[1]] += 1);
                }
            }
            check(&lies, f64::from(games) / cards as f64, (places * (cards - 1)) as f64);
            let pairs = (cards * (cards - 1)) as f64;
            check(&follows, f64::from(games) * (places - 1) as f64 / pairs, pairs);
        }
    }

    /// Counts that are not 0 by rule, each expected so often; 5 standard deviations of chi-square with so many degrees
    /// of freedom.
    fn check(counts: &[u32], expected: f64, freedom: f64) {
        let met = counts.iter().filter(|&&n| n > 0);
        let chi: f64 = met.map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt(), "chi-square {chi}, {freedom} degrees of freedom");
    }

    #[test]
    #[should_panic(expected = "7 cards dealt of 6")]
    fn no_more_than_there_are() {
        Deal::new(6, 7);
    }
}
