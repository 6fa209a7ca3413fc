//! Which dice of a throw are rerolled, in words.
//!
//! Owns the words themselves, and their numbers. When a turn stops is for [`super::tactic`].

use crate::dice::{FACES, Face};
use crate::games::pot::{Combo, DICE, DiceSet, Throw, Zero};

/// Some of the dice shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pick {
    /// None of them.
    None,
    /// All of them.
    All,
    /// Those that show one of these faces, a bit each, letters the lowest.
    Faces(u8),
    /// Those below a value, letters too.
    Below(Face),
    /// So many, the lowest; letters are lower than anything, and among equal dice the first of P, O, T goes first.
    Lowest(u8),
    /// All that do not belong to a combo.
    Towards(Combo),
    /// All that do not belong to the combo of which fewest dice are missing; among equals the one that pays most, then
    /// the one that the tables list first.
    Nearest,
}

/// The number of bits of [`Pick::number`].
pub(super) const PICK_BITS: u32 = 9;
/// The bits below the kind.
const DETAIL_BITS: u32 = 6;

impl Pick {
    /// A number below 2^[`PICK_BITS`].
    pub(super) fn number(self) -> u64 {
        let (kind, detail) = match self {
            Pick::None => (0, 0),
            Pick::All => (1, 0),
            Pick::Faces(faces) => (2, faces & 63),
            Pick::Below(value) => (3, value),
            Pick::Lowest(dice) => (4, dice),
            Pick::Towards(combo) => (5, combo as u8),
            Pick::Nearest => (6, 0),
        };
        kind << DETAIL_BITS | u64::from(detail)
    }

    /// The pick of a number; any number is one.
    pub(super) fn of_number(number: u64) -> Pick {
        let detail = (number & ((1 << DETAIL_BITS) - 1)) as u8;
        match number >> DETAIL_BITS & 7 {
            1 => Pick::All,
            2 => Pick::Faces(detail),
            3 => Pick::Below(detail),
            4 => Pick::Lowest(detail),
            5 => Pick::Towards(Combo::ALL[usize::from(detail) % Combo::ALL.len()]),
            6 => Pick::Nearest,
            _ => Pick::None,
        }
    }

    /// Those of the dice shown.
    pub(super) fn from(self, shown: Throw, zero: Zero) -> DiceSet {
        match self {
            Pick::None => DiceSet::NONE,
            Pick::All => DiceSet::ALL,
            Pick::Faces(faces) => shown.dice_with(|face| faces >> face & 1 == 1),
            Pick::Below(value) => shown.dice_with(|face| face < value),
            Pick::Lowest(dice) => lowest(shown, dice.into()),
            Pick::Towards(combo) => missing(shown, combo, zero),
            Pick::Nearest => nearest(shown, zero),
        }
    }
}

fn set(dice: &[usize]) -> DiceSet {
    DiceSet::of(dice).unwrap_or(DiceSet::NONE)
}

fn lowest(shown: Throw, dice: usize) -> DiceSet {
    let mut order = [0, 1, 2];
    order.sort_by_key(|&die: &usize| shown.faces()[die]);
    set(&order[..dice.min(DICE)])
}

/// All dice that do not belong to a combo.
fn missing(shown: Throw, combo: Combo, zero: Zero) -> DiceSet {
    let faces = shown.faces();
    let mut wanted: Vec<Face> = match combo {
        Combo::None => return DiceSet::NONE,
        Combo::Run123 => vec![1, 2, 3],
        Combo::Run234 => vec![2, 3, 4],
        Combo::Run345 => vec![3, 4, 5],
        Combo::Pot => vec![0; DICE],
        Combo::Ones => vec![1; DICE],
        Combo::Twos => vec![2; DICE],
        Combo::Threes => vec![3; DICE],
        Combo::Fours => vec![4; DICE],
        Combo::Fives => vec![5; DICE],
        Combo::FourTwoZero => vec![4, 2, 0],
    };
    // Where the zero is the O alone, only that die can be it, and only as that die is it of any use.
    const DIE_O: usize = 1;
    let only_o = combo == Combo::FourTwoZero && zero == Zero::O;
    let fits = |die: usize| !only_o || (faces[die] == 0) == (die == DIE_O);
    let mut missing = Vec::with_capacity(DICE);
    for (die, face) in faces.into_iter().enumerate() {
        match wanted.iter().position(|&wanted| wanted == face).filter(|_| fits(die)) {
            Some(place) => {
                wanted.swap_remove(place);
            }
            None => missing.push(die),
        }
    }
    set(&missing)
}

fn nearest(shown: Throw, zero: Zero) -> DiceSet {
    let paying = Combo::ALL.into_iter().filter(|combo| combo.most_coins() > 0);
    let all = paying.map(|combo| (combo, missing(shown, combo, zero)));
    // The first of equals is taken.
    let nearest = all.min_by_key(|(combo, missing)| (missing.len(), u8::MAX - combo.most_coins()));
    nearest.map_or(DiceSet::NONE, |(_, missing)| missing)
}

/// The faces, as [`Pick::Faces`] has them.
pub(super) fn faces(faces: impl IntoIterator<Item = Face>) -> Pick {
    Pick::Faces(faces.into_iter().filter(|&face| usize::from(face) < FACES).fold(0, |all, face| all | 1 << face))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(pick: Pick, faces: [Face; 3]) -> Vec<usize> {
        pick.from(Throw::new(faces), Zero::Any).dice().collect()
    }

    #[test]
    fn words_pick_dice() {
        assert_eq!(again(Pick::Below(3), [0, 3, 2]), [0, 2]);
        assert_eq!(again(faces([0, 5]), [0, 3, 5]), [0, 2]);
        assert_eq!(again(Pick::Lowest(1), [2, 2, 3]), [0]);
        assert_eq!(again(Pick::Lowest(9), [2, 2, 3]), [0, 1, 2]);
        assert_eq!(again(Pick::Towards(Combo::Run345), [4, 4, 1]), [1, 2]);
        assert_eq!(again(Pick::Towards(Combo::Fours), [4, 4, 1]), [2]);
        assert_eq!(again(Pick::Towards(Combo::FourTwoZero), [2, 0, 0]), [2]);
        assert_eq!(again(Pick::Towards(Combo::Pot), [2, 0, 0]), [0]);
    }

    /// 4 4 0 is one die short of 4 4 4 and of 4 2 0: the first pays 4, the second 1.
    #[test]
    fn the_nearest_combo_is_the_one_that_pays_most() {
        assert_eq!(again(Pick::Nearest, [4, 4, 0]), [2]);
        assert_eq!(again(Pick::Nearest, [5, 1, 4]), [1], "3 4 5");
        assert_eq!(again(Pick::Nearest, [3, 2, 4]), [0; 0], "2 3 4 is there");
        assert_eq!(again(Pick::Nearest, [1, 1, 0]), [0, 1], "two dice short of all: P O T pays most");
    }

    #[test]
    fn the_zero_may_be_the_o_alone() {
        let missing = |faces| Pick::Towards(Combo::FourTwoZero).from(Throw::new(faces), Zero::O);
        assert_eq!(missing([0, 4, 2]), set(&[0, 1]));
        assert_eq!(missing([4, 0, 2]), DiceSet::NONE);
    }

    #[test]
    fn a_number_stands_for_its_pick() {
        let picks = [Pick::None, Pick::All, faces([1, 5]), Pick::Below(6), Pick::Lowest(2), Pick::Nearest];
        for pick in picks.into_iter().chain(Combo::ALL.map(Pick::Towards)) {
            assert!(pick.number() < 1 << PICK_BITS);
            assert_eq!(Pick::of_number(pick.number()), pick);
        }
    }
}
