//! Turns of few dice solved by plain enumeration in integers, and the conditions of the known cards.
//!
//! Owns the sixteen conditions of the known cards as the tests use them, and a solver that goes through every ordered
//! roll and every subset of dice, with all values scaled by powers of six. It shares no code with what it checks but
//! [`Counts`].

use analyze::dice::Counts;
use analyze::exact::{Outcome, Turn};
use analyze::games::gang::Trigger;

/// A condition of a card and its id.
pub(super) type Condition = (&'static str, fn(Counts) -> bool);

pub(super) const BOTH: [Trigger; 2] = [Trigger::Bomb, Trigger::Explosion];

/// The conditions of the default deck. The Boss, face 0, is not a value (G01).
pub(super) const CONDITIONS: [Condition; 16] = [
    ("sum>=7", |dice| dice.total() >= 7),
    ("sum>=10", |dice| dice.total() >= 10),
    ("sum>=11", |dice| dice.total() >= 11),
    ("sum>=13", |dice| dice.total() >= 13),
    ("run>=2", |dice| run(dice, 2)),
    ("run>=3", |dice| run(dice, 3)),
    ("odd>=1", |dice| odd(dice) >= 1),
    ("odd>=2", |dice| odd(dice) >= 2),
    ("odd>=3", |dice| odd(dice) >= 3),
    ("distinct>=2", |dice| distinct(dice) >= 2),
    ("distinct>=3", |dice| distinct(dice) >= 3),
    ("pair", |dice| (1..=5).any(|value| dice.get(value) >= 2)),
    ("fives>=2", |dice| dice.get(5) >= 2),
    ("any:1", |dice| any(dice, &[1])),
    ("any:4,5", |dice| any(dice, &[4, 5])),
    ("any:3,4,5", |dice| any(dice, &[3, 4, 5])),
];

fn run(dice: Counts, length: u8) -> bool {
    (1..=6 - length).any(|lowest| (lowest..lowest + length).all(|value| dice.get(value) > 0))
}

fn odd(dice: Counts) -> u32 {
    dice.get(1) + dice.get(3) + dice.get(5)
}

fn distinct(dice: Counts) -> usize {
    (1..=5).filter(|&value| dice.get(value) > 0).count()
}

fn any(dice: Counts, values: &[u8]) -> bool {
    values.iter().any(|&value| dice.get(value) > 0)
}

/// The condition with this id.
pub(super) fn condition(id: &str) -> fn(Counts) -> bool {
    CONDITIONS.iter().find(|(known, _)| *known == id).expect("a known condition").1
}

/// The turn of `dice` dice and two rerolls under a known condition.
pub(super) fn turn(id: &str, trigger: Trigger, dice: u32) -> Turn {
    Turn::new(dice, 2, trigger, condition(id)).unwrap()
}

/// Sorted dice.
pub(super) type Faces = Vec<u8>;

/// One option at a roll: the dice kept, sorted, and its value in the scale of the roll's stage.
pub(super) type Choice = (Faces, i128);

/// A turn of at most 5 dice, by enumeration.
pub(super) struct BruteForce {
    dice: u32,
    rerolls: u8,
    trigger: Trigger,
    /// All rolls, sorted, and whether the condition holds on them.
    pub(super) rolls: Vec<(Faces, bool)>,
    /// For every ordered roll, written in base six, the index of its sorted form in `rolls`.
    sorted: Vec<usize>,
    /// For every set of dice kept (a bit each): what the other dice can add to the number of an ordered roll.
    fills: Vec<Vec<usize>>,
}

/// The exact optimum: the value times 6^(dice × rolls), and by rolls left less one and roll the options.
pub(super) struct Solved {
    pub(super) value: i128,
    pub(super) options: Vec<Vec<Vec<Choice>>>,
}

impl BruteForce {
    pub(super) fn new(dice: u32, rerolls: u8, trigger: Trigger, holds: impl Fn(Counts) -> bool) -> BruteForce {
        let ordered = |number: usize| (0..dice).map(|die| (number / 6usize.pow(die) % 6) as u8).collect::<Faces>();
        let all = 6usize.pow(dice);
        let lists: Vec<Faces> = (0..all).map(ordered).filter(|faces| faces.is_sorted()).collect();
        let sorted = (0..all)
            .map(|number| {
                let mut faces = ordered(number);
                faces.sort_unstable();
                lists.iter().position(|list| *list == faces).unwrap()
            })
            .collect();
        let lets = |kept: usize, n: usize| (0..dice).all(|die| kept >> die & 1 == 0 || ordered(n)[die as usize] == 0);
        let fills = (0..1 << dice).map(|kept| (0..all).filter(|&n| lets(kept, n)).collect()).collect();
        let rolls = lists.into_iter().map(|list| (list.clone(), holds(crate::counts(&list)))).collect();
        BruteForce { dice, rerolls, trigger, rolls, sorted, fills }
    }

    /// 6^(dice × rolls).
    pub(super) fn scale(&self, rolls: u8) -> i128 {
        6i128.pow(self.dice * u32::from(rolls))
    }

    /// Whether the roll ends the turn at once.
    pub(super) fn explodes(&self, roll: usize) -> bool {
        self.trigger == Trigger::Explosion && self.rolls[roll].1
    }

    fn result(&self, roll: usize) -> Option<u32> {
        let (faces, holds) = &self.rolls[roll];
        (!holds).then(|| faces.iter().map(|&face| u32::from(face)).sum())
    }

    /// The rolls that follow when the dice of the set `kept` stay and the others are rolled, one for each ordered fill.
    fn following(&self, roll: usize, kept: usize) -> impl Iterator<Item = usize> {
        let faces = &self.rolls[roll].0;
        let lying =
            |die: usize| if kept >> die & 1 == 1 { usize::from(faces[die]) * 6usize.pow(die as u32) } else { 0 };
        let base: usize = (0..faces.len()).map(lying).sum();
        self.fills[kept].iter().map(move |fill| self.sorted[base + fill])
    }

    fn kept_faces(&self, roll: usize, kept: usize) -> Faces {
        let faces = self.rolls[roll].0.iter().enumerate();
        faces.filter(|(die, _)| kept >> die & 1 == 1).map(|(_, &face)| face).collect()
    }

    /// Every option at every roll, and the best value, for an objective in integers.
    pub(super) fn solve(&self, value: impl Fn(Option<u32>) -> i128) -> Solved {
        let stop: Vec<i128> = (0..self.rolls.len()).map(|roll| value(self.result(roll))).collect();
        let (mut best, mut options) = (stop.clone(), Vec::new());
        for rolls in 1..=self.rerolls {
            let next: Vec<Vec<Choice>> =
                (0..self.rolls.len()).map(|roll| self.options(roll, &best, stop[roll] * self.scale(rolls))).collect();
            best = next.iter().map(|options| options.iter().map(|option| option.1).max().unwrap()).collect();
            options.push(next);
        }
        Solved { value: self.sorted.iter().map(|&roll| best[roll]).sum(), options }
    }

    fn options(&self, roll: usize, next: &[i128], stop: i128) -> Vec<Choice> {
        let mut options = vec![(self.rolls[roll].0.clone(), stop)];
        if self.explodes(roll) {
            return options;
        }
        for kept in 0..(1usize << self.dice) - 1 {
            let sum: i128 = self.following(roll, kept).map(|roll| next[roll]).sum();
            options.push((self.kept_faces(roll, kept), sum * 6i128.pow(kept.count_ones())));
        }
        options
    }

    /// The outcome of a rule that names the dice kept.
    pub(super) fn outcome(&self, keep: impl Fn(&[u8], u8) -> Faces) -> Outcome {
        let all = self.scale(self.rerolls + 1) as f64;
        let probabilities: Vec<f64> = self.weights(keep).into_iter().map(|mass| mass as f64 / all).collect();
        Outcome { invalid: probabilities[0], valid: probabilities[1..].to_vec() }
    }

    /// The weights, of 6^(dice × rolls), of an invalid result and of every total from 0 under a rule that
    /// names the dice kept, pushed through all ordered rolls.
    pub(super) fn weights(&self, keep: impl Fn(&[u8], u8) -> Faces) -> Vec<i128> {
        let mut results = vec![0i128; 5 * self.dice as usize + 2];
        let mut mass = vec![0i128; self.rolls.len()];
        self.sorted.iter().for_each(|&roll| mass[roll] += 1);
        for rolls_left in (0..=self.rerolls).rev() {
            let mut after = vec![0i128; self.rolls.len()];
            for (roll, mass) in mass.into_iter().enumerate().filter(|(_, mass)| *mass > 0) {
                let over = rolls_left == 0 || self.explodes(roll);
                let kept = if over { self.rolls[roll].0.clone() } else { keep(&self.rolls[roll].0, rolls_left) };
                if kept == self.rolls[roll].0 {
                    let code = self.result(roll).map_or(0, |total| total as usize + 1);
                    results[code] += mass * self.scale(rolls_left);
                } else {
                    let set = (0..1 << self.dice).find(|&set| self.kept_faces(roll, set) == kept).unwrap();
                    let each = mass * 6i128.pow(kept.len() as u32);
                    self.following(roll, set).for_each(|roll| after[roll] += each);
                }
            }
            mass = after;
        }
        results
    }
}

/// The first of the options that are at least as good as `floor`: most dice, then lowest faces.
pub(super) fn first_of(options: &[Choice], good: impl Fn(i128) -> bool) -> Faces {
    let ties = options.iter().filter(|option| good(option.1)).map(|option| option.0.clone());
    ties.min_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b))).unwrap()
}

/// Asserts that two outcomes agree to 10⁻¹² in every probability, and that the first sums to 1.
pub(super) fn assert_same(found: &Outcome, expected: &Outcome, what: &str) {
    let all = |outcome: &Outcome| std::iter::once(outcome.invalid).chain(outcome.valid.clone()).collect::<Vec<_>>();
    assert_eq!(found.valid.len(), expected.valid.len(), "{what}");
    assert!((all(found).iter().sum::<f64>() - 1.0).abs() < 1e-12, "{what}: {found:?}");
    for (found, expected) in all(found).into_iter().zip(all(expected)) {
        assert!((found - expected).abs() < 1e-12, "{what}: {found} for {expected}");
    }
}
