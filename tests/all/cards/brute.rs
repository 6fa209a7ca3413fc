//! The second road to the numbers of `analyze cards`: turns of a few dice by plain enumeration of ordered rolls.
//!
//! Owns a solver, and the conditions and reroll policies of the tests written out again. It shares no code with
//! the library.

use std::collections::{BTreeMap, HashMap};

pub(super) type Faces = Vec<u8>;

/// A turn by plain enumeration of ordered rolls.
pub(super) struct Brute {
    pub(super) dice: usize,
    pub(super) rerolls: u8,
    pub(super) explosion: bool,
    pub(super) holds: fn(&[u8]) -> bool,
    pub(super) all: Vec<Faces>,
}

/// All lists of `dice` faces.
fn ordered(dice: usize) -> Vec<Faces> {
    (0..dice).fold(vec![Vec::new()], |lists, _| {
        lists.iter().flat_map(|list| (0..6).map(move |face| [&list[..], &[face]].concat())).collect()
    })
}

pub(super) fn sorted(mut faces: Faces) -> Faces {
    faces.sort_unstable();
    faces
}

fn total(faces: &[u8]) -> u32 {
    faces.iter().map(|&face| u32::from(face)).sum()
}

impl Brute {
    pub(super) fn new(dice: usize, rerolls: u8, explosion: bool, holds: fn(&[u8]) -> bool) -> Brute {
        Brute { dice, rerolls, explosion, holds, all: ordered(dice) }
    }

    fn result(&self, roll: &[u8]) -> Option<u32> {
        (!(self.holds)(roll)).then(|| total(roll))
    }

    fn over(&self, roll: &[u8], left: u8) -> bool {
        left == 0 || (self.explosion && (self.holds)(roll))
    }

    /// All ways to keep some of the dice of a sorted roll.
    fn keeps(roll: &[u8]) -> Vec<Faces> {
        let kept =
            |set: usize| roll.iter().enumerate().filter(|(die, _)| set >> die & 1 == 1).map(|(_, &f)| f).collect();
        (0..1usize << roll.len()).map(kept).collect()
    }

    /// The mean of `value` over the rolls that follow when `kept` stays.
    fn mean(&self, kept: &[u8], mut value: impl FnMut(Faces) -> f64) -> f64 {
        let fills = ordered(self.dice - kept.len());
        fills.iter().map(|fill| value(sorted([kept, fill].concat()))).sum::<f64>() / fills.len() as f64
    }

    /// The highest value of a roll and what to keep for it: of equals the most dice, then the lowest faces.
    pub(super) fn best(
        &self,
        memo: &mut Memo,
        roll: &[u8],
        left: u8,
        worth: &dyn Fn(Option<u32>) -> f64,
    ) -> (f64, Faces) {
        if self.over(roll, left) {
            return (worth(self.result(roll)), roll.to_vec());
        }
        if let Some(known) = memo.get(&(roll.to_vec(), left)) {
            return known.clone();
        }
        let mut options: Vec<(f64, Faces)> = Vec::new();
        for kept in Brute::keeps(roll) {
            let value = if kept.len() == roll.len() {
                worth(self.result(roll))
            } else {
                self.mean(&kept, |next| self.best(memo, &next, left - 1, worth).0)
            };
            options.push((value, kept));
        }
        let highest = options.iter().map(|option| option.0).fold(0.0, f64::max);
        let ties = options.into_iter().filter(|option| option.0 >= highest - 1e-12);
        let keep = ties.map(|option| option.1).min_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b))).unwrap();
        memo.insert((roll.to_vec(), left), (highest, keep.clone()));
        (highest, keep)
    }

    pub(super) fn highest(&self, worth: &dyn Fn(Option<u32>) -> f64) -> f64 {
        let mut memo = Memo::new();
        self.mean(&[], |roll| self.best(&mut memo, &roll, self.rerolls, worth).0)
    }

    /// The expected worth when `keep(roll, left)` is kept.
    pub(super) fn expected(&self, keep: &mut dyn FnMut(&[u8], u8) -> Faces, worth: &dyn Fn(Option<u32>) -> f64) -> f64 {
        let mut mass: BTreeMap<Faces, f64> = BTreeMap::new();
        for roll in &self.all {
            *mass.entry(sorted(roll.clone())).or_default() += 1.0 / self.all.len() as f64;
        }
        let mut sum = 0.0;
        for left in (0..=self.rerolls).rev() {
            for (roll, p) in std::mem::take(&mut mass) {
                let kept = if self.over(&roll, left) { roll.clone() } else { keep(&roll, left) };
                if kept.len() == roll.len() {
                    sum += p * worth(self.result(&roll));
                    continue;
                }
                let fills = ordered(self.dice - kept.len());
                for fill in &fills {
                    *mass.entry(sorted([&kept[..], fill].concat())).or_default() += p / fills.len() as f64;
                }
            }
        }
        sum
    }
}

pub(super) type Memo = HashMap<(Faces, u8), (f64, Faces)>;

pub(super) fn score(result: Option<u32>) -> f64 {
    f64::from(result.unwrap_or(0))
}

pub(super) fn invalid(result: Option<u32>) -> f64 {
    if result.is_none() { 1.0 } else { 0.0 }
}

fn count(faces: &[u8], wanted: fn(u8) -> bool) -> usize {
    faces.iter().filter(|&&face| wanted(face)).count()
}

fn pair(faces: &[u8]) -> bool {
    (1..=5).any(|value| faces.iter().filter(|&&face| face == value).count() >= 2)
}

fn run2(faces: &[u8]) -> bool {
    (1..=4).any(|value| faces.contains(&value) && faces.contains(&(value + 1)))
}

/// Cards with their conditions written out again.
pub(super) type TestCard = (&'static str, &'static str, &'static str, fn(&[u8]) -> bool);

pub(super) const TEST_CARDS: [TestCard; 9] = [
    ("sum7", "sum>=7", "bomb", |faces| total(faces) >= 7),
    ("run2", "run>=2", "explosion", run2),
    ("pair-b", "pair", "bomb", pair),
    ("pair-e", "pair", "explosion", pair),
    ("odd2", "odd>=2", "bomb", |faces| count(faces, |face| face % 2 == 1) >= 2),
    ("any45", "any:4,5", "explosion", |faces| count(faces, |face| face >= 4) > 0),
    ("must5", "either(not(any:5); sum>=9)", "bomb", |faces| count(faces, |face| face == 5) == 0 || total(faces) >= 9),
    ("both", "all(any:4,5; odd>=1)", "explosion", |faces| {
        count(faces, |face| face >= 4) > 0 && count(faces, |face| face % 2 == 1) > 0
    }),
    ("always", "any:1,2,3,4,5", "explosion", |faces| count(faces, |face| face > 0) > 0),
];

/// What a reroll policy keeps of a sorted roll, by its description.
pub(super) fn kept_by(policy: &str, holds: fn(&[u8]) -> bool, roll: &[u8]) -> Faces {
    let without = |rerolled: &dyn Fn(u8) -> bool| roll.iter().copied().filter(|&face| !rerolled(face)).collect();
    match policy {
        "stand" => roll.to_vec(),
        "boss" => without(&|face| face == 0),
        "all" => Vec::new(),
        "odd" => without(&|face| face % 2 == 1),
        "lowest" => roll[1..].to_vec(),
        "offending" if !holds(roll) => roll.to_vec(),
        "offending" => {
            let removed = |kept: &Faces| {
                let mut removed = roll.to_vec();
                for face in kept {
                    removed.remove(removed.iter().position(|other| other == face).unwrap());
                }
                removed.into_iter().rev().collect::<Faces>()
            };
            let valid = Brute::keeps(roll).into_iter().filter(|kept| !kept.is_empty() && !holds(kept));
            // Fewest rerolled, highest total kept, then the highest face among the rerolled.
            valid.max_by_key(|kept| (kept.len(), total(kept), removed(kept))).unwrap_or_default()
        }
        below => {
            let value: u8 = below.strip_prefix("below:").unwrap().parse().unwrap();
            without(&|face| face < value)
        }
    }
}
