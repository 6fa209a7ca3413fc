//! The three dice of a set, and what they show together.
//!
//! Owns P01: which faces there are, sums, and the combos of P12 as patterns. What a combo pays is the business of
//! `state`.

use crate::dice::{Face, Generator, below};
use std::fmt;

/// Dice in a set (P01).
pub const DICE: usize = 3;
/// The throws that there are: 6 faces on each of the P die, the O die and the T die.
pub const THROWS: usize = 216;
/// The letters of the dice, in their order.
const LETTERS: [char; DICE] = ['P', 'O', 'T'];

/// What the dice of a set show, a face each of the P die, the O die and the T die: 0 for the letter, else the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Throw(u8);

impl Throw {
    /// All three letters.
    pub const POT: Throw = Throw(0);
    /// `1 1 1`.
    pub const ONES: Throw = Throw::new([1; DICE]);

    /// The throw that shows these faces, 0 to 5, on the P die, the O die and the T die.
    ///
    /// # Panics
    /// On a face above 5.
    pub const fn new(faces: [Face; DICE]) -> Throw {
        assert!(faces[0] < 6 && faces[1] < 6 && faces[2] < 6, "a die has the faces 0 to 5");
        Throw(36 * faces[0] + 6 * faces[1] + faces[2])
    }

    /// Every throw, each equally likely when all dice are thrown, in the order of [`Throw::index`].
    pub fn all() -> impl ExactSizeIterator<Item = Throw> {
        (0..THROWS as u8).map(Throw)
    }

    /// The position of the throw among all: below [`THROWS`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The faces of the P die, the O die and the T die.
    #[inline]
    pub const fn faces(self) -> [Face; DICE] {
        [self.0 / 36, self.0 / 6 % 6, self.0 % 6]
    }

    /// The sum, in which a letter counts 0 (P01).
    #[inline]
    pub const fn sum(self) -> u8 {
        let [p, o, t] = self.faces();
        p + o + t
    }

    /// The dice whose face `wanted` accepts.
    #[inline]
    pub fn dice_with(self, wanted: impl Fn(Face) -> bool) -> DiceSet {
        let faces = self.faces();
        DiceSet::all_sets()[(0..DICE).fold(0, |set, die| set | usize::from(wanted(faces[die])) << die)]
    }

    /// This throw with the dice of `set` showing the faces that they show in `new`.
    #[inline]
    pub fn with(self, set: DiceSet, new: Throw) -> Throw {
        let (mut faces, other) = (self.faces(), new.faces());
        for die in set.dice() {
            faces[die] = other[die];
        }
        Throw::new(faces)
    }

    /// The combo of these dice, whatever the order in which they show it (P12, P18).
    #[inline]
    pub fn combo(self, combos: Combos) -> Combo {
        let combo = COMBOS[combos.zero as usize][self.0 as usize];
        if combos.has(combo) { combo } else { Combo::None }
    }

    /// Whether these dice end a turn whatever the player wants (P05, P06).
    #[inline]
    pub fn ends_turn(self, combos: Combos) -> bool {
        matches!(self.combo(combos), Combo::Ones | Combo::Pot)
    }
}

/// The values as they are printed, and the letters of the dice that show them.
impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (die, face) in self.faces().into_iter().enumerate() {
            let space = if die == 0 { "" } else { " " };
            match face {
                0 => write!(f, "{space}{}", LETTERS[die])?,
                value => write!(f, "{space}{value}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Throw({self})")
    }
}

/// Some of the three dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct DiceSet(u8);

impl DiceSet {
    /// No die.
    pub const NONE: DiceSet = DiceSet(0);
    /// All three dice.
    pub const ALL: DiceSet = DiceSet(7);

    /// The set of these dice: 0 is the P die, 1 the O die, 2 the T die. `None` if there is no such die.
    pub fn of(dice: &[usize]) -> Option<DiceSet> {
        dice.iter().try_fold(DiceSet::NONE, |set, &die| (die < DICE).then_some(DiceSet(set.0 | 1 << die)))
    }

    /// All eight sets.
    pub const fn all_sets() -> [DiceSet; 8] {
        let mut sets = [DiceSet::NONE; 8];
        let mut bits = 0;
        while bits < 8 {
            sets[bits] = DiceSet(bits as u8);
            bits += 1;
        }
        sets
    }

    /// A number below 8 for the set: a bit for each die, the P die's the lowest.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The dice in the set, in their order.
    pub fn dice(self) -> impl Iterator<Item = usize> {
        (0..DICE).filter(move |die| self.0 >> die & 1 == 1)
    }

    /// How many dice are in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no die is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The dice that are not in the set.
    #[inline]
    pub const fn others(self) -> DiceSet {
        DiceSet(7 & !self.0)
    }

    /// Throws the dice of the set, leaving the others of `shown` as they lie.
    pub fn roll(self, shown: Throw, rng: &mut Generator) -> Throw {
        shown.with(self, Throw(below(THROWS as u64, rng) as u8))
    }
}

/// Which letter makes 4 2 0 with a 4 and a 2 (P12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zero {
    /// Any letter.
    Any = 0,
    /// The O alone.
    O = 1,
}

/// Which combos the game has (P12, P18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combos {
    zero: Zero,
    without: Option<Combo>,
}

impl Combos {
    /// Those of the published game.
    pub const PUBLISHED: Combos = Combos::new(Zero::Any, None);

    /// All of them but one, if one is left out.
    pub const fn new(zero: Zero, without: Option<Combo>) -> Combos {
        Combos { zero, without }
    }

    /// Which letter makes 4 2 0.
    pub const fn zero(self) -> Zero {
        self.zero
    }

    /// Whether the game has this one.
    #[inline]
    pub fn has(self, combo: Combo) -> bool {
        self.without != Some(combo)
    }
}

/// What dice show together (P12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Combo {
    /// Nothing that pays.
    None = 0,
    /// 1 2 3.
    Run123 = 1,
    /// 2 3 4.
    Run234 = 2,
    /// 3 4 5.
    Run345 = 3,
    /// All three letters (P06).
    Pot = 4,
    /// 1 1 1, which ends the turn and costs coins (P05).
    Ones = 5,
    /// 2 2 2.
    Twos = 6,
    /// 3 3 3.
    Threes = 7,
    /// 4 4 4.
    Fours = 8,
    /// 5 5 5.
    Fives = 9,
    /// 4, 2 and a letter.
    FourTwoZero = 10,
}

impl Combo {
    /// All of them, in the order of the tables.
    pub const ALL: [Combo; 11] = [
        Combo::None,
        Combo::Run123,
        Combo::Run234,
        Combo::Run345,
        Combo::Pot,
        Combo::Ones,
        Combo::Twos,
        Combo::Threes,
        Combo::Fours,
        Combo::Fives,
        Combo::FourTwoZero,
    ];

    /// What the tables call it.
    pub const fn name(self) -> &'static str {
        ["none", "123", "234", "345", "POT", "111", "222", "333", "444", "555", "420"][self as usize]
    }

    /// The score of a combo that always has the same, 0 if the turn has none (P05, P06); `None` if the dice decide.
    pub const fn score(self) -> Option<u8> {
        match self {
            Combo::None | Combo::Run123 => None,
            Combo::Ones | Combo::Pot => Some(0),
            Combo::Twos | Combo::FourTwoZero => Some(6),
            Combo::Run234 | Combo::Threes => Some(9),
            Combo::Run345 | Combo::Fours => Some(12),
            Combo::Fives => Some(15),
        }
    }

    /// The most coins that it brings the roller with three or more players, all of whom have coins, and a full bank,
    /// the coins in the POT not counted: the order of results of equal sum.
    pub const fn most_coins(self) -> u8 {
        match self {
            Combo::None | Combo::Ones => 0,
            Combo::Run123 | Combo::Run234 | Combo::FourTwoZero => 1,
            Combo::Run345 | Combo::Twos => 2,
            Combo::Threes | Combo::Fives => 3,
            Combo::Fours => 4,
            Combo::Pot => 6,
        }
    }
}

/// The combo of every throw, for each meaning of the zero.
const COMBOS: [[Combo; THROWS]; 2] = [combos_of(Zero::Any), combos_of(Zero::O)];

const fn combos_of(zero: Zero) -> [Combo; THROWS] {
    let mut all = [Combo::None; THROWS];
    let mut index = 0;
    while index < THROWS {
        all[index] = combo_of(Throw(index as u8).faces(), zero);
        index += 1;
    }
    all
}

const fn combo_of(faces: [Face; DICE], zero: Zero) -> Combo {
    let mut counts = [0u8; 6];
    let mut die = 0;
    while die < DICE {
        counts[faces[die] as usize] += 1;
        die += 1;
    }
    match counts {
        [3, ..] => Combo::Pot,
        [_, 3, ..] => Combo::Ones,
        [_, _, 3, ..] => Combo::Twos,
        [_, _, _, 3, ..] => Combo::Threes,
        [_, _, _, _, 3, _] => Combo::Fours,
        [.., 3] => Combo::Fives,
        [0, 1, 1, 1, 0, 0] => Combo::Run123,
        [0, 0, 1, 1, 1, 0] => Combo::Run234,
        [0, 0, 0, 1, 1, 1] => Combo::Run345,
        [1, 0, 1, 0, 1, 0] if matches!(zero, Zero::Any) || faces[1] == 0 => Combo::FourTwoZero,
        _ => Combo::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counted by hand: six orders of each run, one of each triple, twelve or four of 4 2 and a letter: it is on the
    /// P, O or T die with the 4 and the 2 in two orders.
    #[test]
    fn there_are_as_many_throws_of_each_combo_as_orders() {
        for (zero, zeros) in [(Zero::Any, 6), (Zero::O, 2)] {
            let count = |combo| Throw::all().filter(|throw| throw.combo(Combos::new(zero, None)) == combo).count();
            let expected = [216 - 18 - 6 - zeros, 6, 6, 6, 1, 1, 1, 1, 1, 1, zeros];
            assert_eq!(Combo::ALL.map(count), expected, "{zero:?}");
        }
    }

    #[test]
    fn throws_are_what_they_show() {
        let throw = Throw::new([0, 4, 2]);
        assert_eq!((throw.faces(), throw.sum(), throw.to_string()), ([0, 4, 2], 6, "P 4 2".to_owned()));
        assert_eq!(throw.dice_with(|face| face == 0), DiceSet::of(&[0]).unwrap());
        let (set, new) = (DiceSet::of(&[0, 2]).unwrap(), Throw::new([5, 5, 0]));
        assert_eq!(throw.with(set, new), Throw::new([5, 4, 0]));
        assert_eq!((set.len(), set.others(), DiceSet::of(&[3])), (2, DiceSet::of(&[1]).unwrap(), None));
        assert!(Throw::all().enumerate().all(|(index, throw)| throw.index() == index));
        assert_eq!([Throw::POT, Throw::ONES].map(|throw| throw.to_string()), ["P O T", "1 1 1"]);
    }
}
