//! The results of a turn that differ for a game of two.
//!
//! Owns the distinct results, and their values. A paid reroll makes a difference; a free one makes none.

use crate::games::pot::{Combo, Combos, Throw};

/// The scores that a turn can have.
pub(in crate::exact) const SCORES: usize = 16;
/// The place of results with a paid reroll; those without are at 0.
pub(super) const PAID: usize = 1;

/// A sum of two dice from 0 to 5 comes up in so many ways of 36.
pub(in crate::exact) const WAYS_OF_TWO: [u8; 11] = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];
/// What stays of 1 2 3 as the other two are thrown again.
const KEPT: usize = 2;

/// The result of final dice: a sum without a combo, or a combo. Every combo but 1 2 3 has one score; that of 1 2 3 is
/// thrown later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::exact) struct Of(u8);

impl Of {
    /// How many there are.
    pub(in crate::exact) const MANY: usize = SCORES + Combo::ALL.len();

    /// That of a combo.
    pub(in crate::exact) fn combo(combo: Combo) -> Of {
        Of(SCORES as u8 + combo as u8)
    }

    /// Its place among all: of a sum without a combo the sum, and then the combos.
    #[inline]
    pub(in crate::exact) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// That of a throw.
    pub(super) fn throw(throw: Throw, combos: Combos) -> Of {
        match throw.combo(combos) {
            Combo::None => Of(throw.sum()),
            combo => Of::combo(combo),
        }
    }

    /// The combo, and the score unless it is still to be thrown.
    pub(super) fn parts(self) -> (Combo, Option<u8>) {
        match usize::from(self.0).checked_sub(SCORES) {
            None => (Combo::None, Some(self.0)),
            Some(combo) => (Combo::ALL[combo], Combo::ALL[combo].score()),
        }
    }
}

/// What the results are worth, without and with a paid reroll.
pub(in crate::exact) struct Worths([[f64; Of::MANY]; 2]);

impl Worths {
    /// What a combo with a score is worth, without a paid reroll (0) or with one (1).
    pub(in crate::exact) fn new(mut worth: impl FnMut(Combo, u8, usize) -> f64) -> Worths {
        let mut all = [[0.0; Of::MANY]; 2];
        for (paid, all) in all.iter_mut().enumerate() {
            (0..SCORES).for_each(|score| all[score] = worth(Combo::None, score as u8, paid));
            for combo in Combo::ALL.into_iter().skip(1) {
                all[usize::from(Of::combo(combo).0)] = match combo.score() {
                    Some(score) => worth(combo, score, paid),
                    None => run(|score| worth(combo, score, paid)),
                };
            }
        }
        Worths(all)
    }

    /// What one is worth.
    #[inline]
    pub(super) fn of(&self, paid: usize, result: Of) -> f64 {
        self.0[paid][usize::from(result.0)]
    }
}

/// The mean over the sums of 1 2 3 after its obligatory reroll (P12).
fn run(mut worth: impl FnMut(u8) -> f64) -> f64 {
    let sums = (KEPT as u8..).zip(WAYS_OF_TWO);
    sums.map(|(score, ways)| f64::from(ways) / 36.0 * worth(score)).sum()
}

/// The sums that are possible after 1 2 3, a bit each.
pub(in crate::exact) const RUN_SCORES: u16 = ((1 << WAYS_OF_TWO.len()) - 1) << KEPT;
