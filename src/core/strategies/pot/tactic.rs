//! Rerolling in words: when a turn stops, and which dice of a throw are rerolled until then.
//!
//! Owns the words themselves, and the numbers that stand for them.

use crate::dice::Face;
use crate::games::pot::{Combo, Combos, DICE, DiceSet, Reroll, Roll, Throw, Zero};
use crate::strategies::rerolls::{self, PICK_BITS, pack, unpack};

/// No sum is as high.
pub(super) const NO_SUM: u8 = 16;

/// When a turn stops although a reroll is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Aim {
    /// The lowest sum to stop at, up to [`NO_SUM`].
    pub(super) sum: u8,
    /// The combos to stop at, a bit each by their place in [`Combo::ALL`].
    pub(super) combos: u16,
    /// Whether it takes both, a sum and a combo.
    pub(super) both: bool,
}

impl Aim {
    /// Never.
    pub(super) const NEVER: Aim = Aim { sum: NO_SUM, combos: 0, both: false };

    fn stops(self, shown: Throw, combos: Combos) -> bool {
        let sum = shown.sum() >= self.sum;
        let combo = self.combos >> (shown.combo(combos) as u16) & 1 == 1;
        if self.both { sum && combo } else { sum || combo }
    }
}

/// A bit for every combo that pays.
pub(super) fn paying() -> u16 {
    Combo::ALL.into_iter().filter(|combo| combo.most_coins() > 0).fold(0, |all, combo| all | 1 << combo as u16)
}

/// How a turn is rerolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Tactic {
    /// When it stops.
    pub(super) aim: Aim,
    /// What the free reroll takes.
    pub(super) free: Pick,
    /// What the paid reroll takes; nothing if it is not to be paid for.
    pub(super) last: Pick,
}

/// The bits of the parts of a number: the two picks, the last first; the sum, the combos and whether it takes both.
const BITS: [u32; 5] = [PICK_BITS, PICK_BITS, 5, 11, 1];

impl Tactic {
    /// A number below 2^53.
    pub(super) fn number(self) -> u64 {
        let Aim { sum, combos, both } = self.aim;
        let [free, last] = [self.free, self.last].map(|pick| pick.number(Towards::number));
        pack([last, free, sum.into(), combos.into(), both.into()], BITS)
    }

    /// The tactic of a number; any number is one.
    pub(super) fn of_number(number: u64) -> Tactic {
        let [last, free, sum, combos, both] = unpack(number, BITS);
        let pick = |number| Pick::of_number(number, Towards::of_number);
        let aim = Aim { sum: sum as u8, combos: combos as u16, both: both == 1 };
        Tactic { aim, free: pick(free), last: pick(last) }
    }

    /// The dice to reroll.
    pub(super) fn reroll(self, roll: &Roll, combos: Combos) -> DiceSet {
        if self.aim.stops(roll.shown, combos) {
            return DiceSet::NONE;
        }
        match roll.next {
            Reroll::Free => self.free.from(roll.shown, combos),
            Reroll::Paid => self.last.from(roll.shown, combos),
        }
    }
}

/// Some of the dice shown. Of so many of the lowest, letters are lower than anything, and among equal dice the first of
/// P, O, T goes first.
pub(super) type Pick = rerolls::Pick<Towards>;

/// All dice that do not belong to a combo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Towards {
    /// This one.
    Combo(Combo),
    /// The one of which fewest dice are missing; among equals the one that pays most, then the one that the tables list
    /// first.
    Nearest,
}

impl Towards {
    const NEAREST: u16 = Combo::ALL.len() as u16;

    /// A number of at most 16 bits.
    pub(super) fn number(self) -> u16 {
        match self {
            Towards::Combo(combo) => combo as u16,
            Towards::Nearest => Towards::NEAREST,
        }
    }

    /// What a number stands for; any number stands for something.
    pub(super) fn of_number(number: u16) -> Towards {
        Combo::ALL.get(usize::from(number)).map_or(Towards::Nearest, |combo| Towards::Combo(*combo))
    }
}

impl Pick {
    /// Those of the dice shown.
    pub(super) fn from(self, shown: Throw, combos: Combos) -> DiceSet {
        match self {
            Pick::Faces(faces) => shown.dice_with(|face| faces.has(face)),
            Pick::Lowest(dice) => lowest(shown, dice.into()),
            Pick::OfGame(Towards::Combo(combo)) => missing(shown, combo, combos.zero()),
            Pick::OfGame(Towards::Nearest) => nearest(shown, combos),
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

fn nearest(shown: Throw, combos: Combos) -> DiceSet {
    let paying = Combo::ALL.into_iter().filter(|&combo| combo.most_coins() > 0 && combos.has(combo));
    let all = paying.map(|combo| (combo, missing(shown, combo, combos.zero())));
    // The first of equals is taken.
    let nearest = all.min_by_key(|(combo, missing)| (missing.len(), u8::MAX - combo.most_coins()));
    nearest.map_or(DiceSet::NONE, |(_, missing)| missing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategies::rerolls::FaceSet;

    fn again(pick: Pick, faces: [Face; 3]) -> Vec<usize> {
        pick.from(Throw::new(faces), Combos::PUBLISHED).dice().collect()
    }

    fn towards(combo: Combo) -> Pick {
        Pick::OfGame(Towards::Combo(combo))
    }

    #[test]
    fn words_pick_dice() {
        assert_eq!(again(Pick::below(3), [0, 3, 2]), [0, 2]);
        assert_eq!(again(Pick::Faces(FaceSet::of(&[0, 5])), [0, 3, 5]), [0, 2]);
        assert_eq!(again(Pick::Lowest(1), [2, 2, 3]), [0]);
        assert_eq!(again(Pick::Lowest(9), [2, 2, 3]), [0, 1, 2]);
        assert_eq!(again(towards(Combo::Run345), [4, 4, 1]), [1, 2]);
        assert_eq!(again(towards(Combo::Fours), [4, 4, 1]), [2]);
        assert_eq!(again(towards(Combo::FourTwoZero), [2, 0, 0]), [2]);
        assert_eq!(again(towards(Combo::Pot), [2, 0, 0]), [0]);
    }

    /// 4 4 0 is one die short of 4 4 4 and of 4 2 0: the first pays 4, the second 1.
    #[test]
    fn the_nearest_combo_is_the_one_that_pays_most() {
        assert_eq!(again(Pick::OfGame(Towards::Nearest), [4, 4, 0]), [2]);
        assert_eq!(again(Pick::OfGame(Towards::Nearest), [5, 1, 4]), [1], "3 4 5");
        assert_eq!(again(Pick::OfGame(Towards::Nearest), [3, 2, 4]), [0; 0], "2 3 4 is there");
        assert_eq!(again(Pick::OfGame(Towards::Nearest), [1, 1, 0]), [0, 1], "two dice short of all: P O T pays most");
    }

    #[test]
    fn the_zero_may_be_the_o_alone() {
        let missing = |faces| towards(Combo::FourTwoZero).from(Throw::new(faces), Combos::new(Zero::O, None));
        assert_eq!(missing([0, 4, 2]), set(&[0, 1]));
        assert_eq!(missing([4, 0, 2]), DiceSet::NONE);
    }

    #[test]
    fn a_number_stands_for_its_pick() {
        let picks = [Pick::NONE, Pick::ALL, Pick::below(6), Pick::Lowest(2), Pick::OfGame(Towards::Nearest)];
        for pick in picks.into_iter().chain(Combo::ALL.map(towards)) {
            let number = pick.number(Towards::number);
            assert!(number < 1 << PICK_BITS);
            assert_eq!(Pick::of_number(number, Towards::of_number), pick);
        }
    }

    #[test]
    fn a_number_stands_for_its_tactic() {
        for aim in [Aim::NEVER, Aim { sum: 9, combos: paying(), both: true }, Aim { sum: 0, combos: 4, both: false }] {
            let tactic = Tactic { aim, free: Pick::Lowest(2), last: Pick::OfGame(Towards::Combo(Combo::FourTwoZero)) };
            assert!(tactic.number() < 1 << 53);
            assert_eq!(Tactic::of_number(tactic.number()), tactic);
        }
    }

    #[test]
    fn it_stops_at_a_sum_a_combo_or_both() {
        let stops = |aim: Aim, faces| aim.stops(Throw::new(faces), Combos::PUBLISHED);
        let sum = Aim { sum: 10, ..Aim::NEVER };
        let combo = Aim { combos: paying(), ..Aim::NEVER };
        let both = Aim { sum: 10, combos: paying(), both: true };
        let either = Aim { both: false, ..both };
        // 5 5 0 is a sum of 10, 2 2 2 a combo, 5 4 3 both, 1 0 0 neither.
        let all = [[5, 5, 0], [2, 2, 2], [5, 4, 3], [1, 0, 0]];
        let stopped = [sum, combo, both, either, Aim::NEVER].map(|aim| all.map(|faces| stops(aim, faces)));
        assert_eq!(stopped[0], [true, false, true, false]);
        assert_eq!(stopped[1], [false, true, true, false]);
        assert_eq!(stopped[2], [false, false, true, false]);
        assert_eq!(stopped[3], [true, true, true, false]);
        assert_eq!(stopped[4], [false; 4]);
    }
}
