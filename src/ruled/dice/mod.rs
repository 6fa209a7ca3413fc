//! Hands of dice: multisets of faces, of one or several kinds of dice, as numbers.
//!
//! Owns how hands are numbered, put together, parted, rolled and listed with their chances. Where a game has few different
//! hands, each has a number and whatever can be asked of it stands in a table; where it has many, a hand is its counts, a
//! byte a face. What can be asked of a hand is in `asked`, what a pattern such as `x x y` stands for in `pattern`.

mod asked;
mod parts;
mod pattern;
mod picks;
mod rolls;

pub(crate) use asked::{Asked, FUNCTIONS, Tables};
pub(crate) use pattern::worth;
pub use picks::Pick;
pub(crate) use rolls::choose;

use analyze_core::games::{DieFace, KindOfDice};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A hand: its number, or its counts. 0 has no dice.
pub(crate) type Hand = u64;
/// No such hand: it would have too many dice.
pub(crate) const NO_HAND: Hand = Hand::MAX;
/// The most different hands that are numbered.
const MOST_HANDS: u128 = 20_000;
/// The most faces, over all kinds of dice, of hands that are their counts.
const MOST_BYTES: usize = 8;
/// The most dice that lie there at once.
pub(crate) const MOST_DICE: usize = 60;
/// The most faces of all kinds of dice.
pub(crate) const MOST_FACES: usize = 100;

/// A face of a kind of dice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Face {
    /// Its number or name.
    pub(crate) name: String,
    /// Its number, if it shows one.
    pub(crate) value: Option<i64>,
}

/// Dice that are all alike.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    /// Its name; empty if there is only this kind.
    pub(crate) name: String,
    /// The positions of its faces among all.
    pub(crate) faces: Range<usize>,
    /// How likely each face is, against the others.
    pub(crate) weights: Vec<u32>,
    rolls: rolls::Rolls,
}

impl Kind {
    /// A kind with these faces among all of them.
    pub(crate) fn new(name: &str, faces: Range<usize>, weights: Vec<u32>) -> Kind {
        Kind { name: name.to_owned(), faces, rolls: rolls::Rolls::new(&weights), weights }
    }
}

/// The dice of a game, and all hands of them.
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    /// The most that lie there at once.
    pub(crate) most: usize,
    /// The faces of all kinds.
    pub(crate) faces: Vec<Face>,
    /// By face: the position of the first face of its name.
    pub(crate) alike: Vec<usize>,
    pub(crate) kinds: Vec<Kind>,
    numbered: Option<Numbered>,
}

/// All hands, each with its number.
#[derive(Clone, Debug)]
struct Numbered {
    counts: Vec<Box<[u8]>>,
    numbers: FxHashMap<Box<[u8]>, Hand>,
    /// By hand and face: the hand with one die more.
    add: Vec<Hand>,
    /// By hand, if that was asked for: the ways to part it.
    parts: Vec<Box<[(Hand, Hand)]>>,
}

impl Dice {
    /// All hands of up to `most` dice of these kinds.
    ///
    /// Fails with a message if there are more faces than fit with this number of dice.
    pub(crate) fn new(faces: Vec<Face>, kinds: Vec<Kind>, most: usize) -> Result<Dice, String> {
        Dice::with_numbers(faces, kinds, most, MOST_HANDS)
    }

    /// The kinds of dice, each with its faces.
    pub(crate) fn described(&self) -> Vec<KindOfDice> {
        let face = |(face, &weight): (&Face, &u32)| DieFace { name: face.name.clone(), value: face.value, weight };
        let faces = |kind: &Kind| self.faces[kind.faces.clone()].iter().zip(&kind.weights).map(face).collect();
        self.kinds.iter().map(|kind| KindOfDice { name: kind.name.clone(), faces: faces(kind) }).collect()
    }

    /// The same, with a number for each hand if there are at most `most_hands`.
    pub(crate) fn with_numbers(
        faces: Vec<Face>,
        kinds: Vec<Kind>,
        most: usize,
        most_hands: u128,
    ) -> Result<Dice, String> {
        let n = faces.len() as u128;
        let hands = (1..=most as u128).try_fold(1u128, |hands, k| hands.checked_mul(n + k).map(|product| product / k));
        let alike = |face: &Face| faces.iter().position(|other| other.name == face.name).unwrap_or(0);
        let alike: Vec<usize> = faces.iter().map(alike).collect();
        let mut dice = Dice { most, faces, alike, kinds, numbered: None };
        if hands.is_some_and(|hands| hands <= most_hands) {
            dice.numbered = Some(Numbered::new(dice.faces.len(), most));
        } else if dice.faces.len() > MOST_BYTES || most > 255 {
            let message = format!("{most} dice with {n} faces make more than {most_hands} different hands");
            return Err(format!("{message}: take fewer dice, or at most {MOST_BYTES} faces"));
        }
        for at in 0..dice.kinds.len() {
            dice.tabulate_rolls(at);
        }
        Ok(dice)
    }

    /// How many hands have a number: none where hands are their counts.
    pub(crate) fn numbered(&self) -> usize {
        self.numbered.as_ref().map_or(0, |numbered| numbered.counts.len())
    }

    /// Shows `see` how many dice show each face.
    #[inline]
    pub(crate) fn with_counts<T>(&self, hand: Hand, see: impl FnOnce(&[u8]) -> T) -> T {
        match &self.numbered {
            Some(numbered) => see(&numbered.counts[hand as usize]),
            None => see(&hand.to_le_bytes()[..self.faces.len()]),
        }
    }

    /// The hand with these counts, unless it has too many dice.
    pub(crate) fn hand(&self, counts: &[u8]) -> Option<Hand> {
        match &self.numbered {
            Some(numbered) => numbered.numbers.get(counts).copied(),
            None => {
                let few = counts.iter().map(|&n| usize::from(n)).sum::<usize>() <= self.most;
                few.then(|| (0..).zip(counts).fold(0, |hand, (face, &n)| hand | u64::from(n) << (8 * face)))
            }
        }
    }

    /// How many dice a hand has.
    pub(crate) fn size(&self, hand: Hand) -> usize {
        self.with_counts(hand, |counts| counts.iter().map(|&n| usize::from(n)).sum())
    }

    /// One die more that shows this face; [`NO_HAND`] if that is more than there are.
    #[inline]
    pub(crate) fn plus(&self, hand: Hand, face: usize) -> Hand {
        match &self.numbered {
            _ if hand == NO_HAND => NO_HAND,
            Some(numbered) => numbered.add[hand as usize * self.faces.len() + face],
            None if self.size(hand) == self.most => NO_HAND,
            None => hand + (1 << (8 * face)),
        }
    }

    /// A face as people write it, with the kind of its die if it has a name.
    pub(crate) fn face_shown(&self, face: usize) -> String {
        let kind = self.kinds.iter().find(|kind| kind.faces.contains(&face)).map_or("", |kind| &kind.name);
        if kind.is_empty() { self.faces[face].name.clone() } else { format!("{kind} {}", self.faces[face].name) }
    }

    /// The faces of a hand as people write them.
    pub(crate) fn shown(&self, hand: Hand) -> String {
        let separator = if self.kinds.len() > 1 { ", " } else { " " };
        self.with_counts(hand, |counts| {
            let faces =
                counts.iter().enumerate().flat_map(|(face, &n)| std::iter::repeat_n(self.face_shown(face), n.into()));
            faces.collect::<Vec<_>>().join(separator)
        })
    }

    /// Whether only faces with numbers count where faces are compared.
    pub(crate) fn has_numbers(&self) -> bool {
        self.faces.iter().any(|face| face.value.is_some())
    }
}

impl Numbered {
    fn new(faces: usize, most: usize) -> Numbered {
        let empty: Box<[u8]> = vec![0; faces].into();
        let mut all =
            Numbered { counts: vec![empty.clone()], numbers: FxHashMap::default(), add: Vec::new(), parts: Vec::new() };
        all.numbers.insert(empty, 0);
        let mut next = 0;
        while next < all.counts.len() {
            let counts = all.counts[next].clone();
            let full = counts.iter().map(|&n| usize::from(n)).sum::<usize>() == most;
            for face in 0..faces {
                let mut more = counts.clone();
                more[face] += 1;
                let to = if full { NO_HAND } else { all.number_or_new(more) };
                all.add.push(to);
            }
            next += 1;
        }
        all
    }

    fn number_or_new(&mut self, counts: Box<[u8]>) -> Hand {
        let next = self.counts.len() as Hand;
        *self.numbers.entry(counts).or_insert_with_key(|counts| {
            self.counts.push(counts.clone());
            next
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use analyze_core::dice::{Purpose, RunKey, Slot};

    fn dice(weights: Vec<u32>, most: usize) -> Dice {
        let faces = (1..=weights.len()).map(|n| Face { name: n.to_string(), value: Some(n as i64) }).collect();
        Dice::new(faces, vec![Kind::new("", 0..weights.len(), weights)], most).unwrap()
    }

    /// Rolls against their chances, fair and weighted, with numbered hands and with counts: chi-square at its 99.99 % point.
    #[test]
    fn rolls_have_their_chances() {
        for (dice, n) in [
            (dice(vec![1; 6], 3), 3),
            (dice(vec![3, 2, 1], 4), 3),
            (dice(vec![1; 6], 60), 3),
            (dice(vec![2, 1], 60), 5),
        ] {
            let chances = dice.outcomes(0, n, &[(0, 1.0)]).unwrap();
            assert!((chances.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-12);
            let (games, mut seen) = (60_000, FxHashMap::<Hand, f64>::default());
            for block in 0..games {
                let mut words = RunKey::new(3).block(block).words(Slot::new(Purpose::Turn, 0, 0, 0));
                *seen.entry(dice.roll(0, n, 0, &mut words)).or_default() += 1.0;
            }
            let expected = |chance: f64| chance * games as f64;
            let off = |&(hand, chance): &(Hand, f64)| (seen[&hand] - expected(chance)).powi(2) / expected(chance);
            let (chi, freedom) = (chances.iter().map(off).sum::<f64>(), (chances.len() - 1) as f64);
            // Wilson and Hilferty (1931).
            let limit = freedom * (1.0 - 2.0 / (9.0 * freedom) + 3.72 * (2.0 / (9.0 * freedom)).sqrt()).powi(3);
            assert!(chi < limit, "{n} dice of {:?}: {chi} of {freedom}", dice.kinds[0].weights);
        }
    }

    #[test]
    fn hands_are_parted_into_all_their_parts() {
        for dice in [dice(vec![1; 6], 6), dice(vec![1; 6], 60)] {
            let hand = dice.hand(&[2, 0, 1, 0, 0, 3]).unwrap();
            let parts = dice.parts(hand).unwrap();
            assert_eq!(parts.len(), 3 * 2 * 4);
            // The part of a number is the one in the list: what is kept at random does not depend on how it is found.
            for (number, part) in parts.iter().enumerate() {
                let found = dice.numbered_part(hand, |ways| {
                    assert_eq!(ways, parts.len());
                    number
                });
                assert_eq!(found, *part, "{number}");
            }
            assert!(parts.iter().all(|&(kept, rest)| dice.size(kept) + dice.size(rest) == 6));
            assert_eq!(dice.shown(hand), "1 1 3 6 6 6");
        }
    }
}
