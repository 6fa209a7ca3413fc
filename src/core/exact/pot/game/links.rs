//! Where a turn can lead from a position of two.
//!
//! Owns the places of what follows each result, without and with a paid reroll. Scores that take control lead to positions
//! that differ in the score to beat alone, whose numbers follow each other.

use super::results::{SCORES, Worths};
use crate::games::pot::{Combo, LegalChoices};

/// The scores to beat: none, or one more than a score of 0 to 15.
pub(super) const TO_BEAT: usize = SCORES + 1;
/// The numbers of the ends of a game, by what they are worth to the player on turn: nothing, half, all.
pub(super) const ENDS: [f64; 3] = [0.0, 0.5, 1.0];

/// A sum without a combo that takes no control, and where those that do begin.
const FAILS: usize = 0;
const TAKES: usize = 1;
/// The same of 1 2 3.
const RUN_FAILS: usize = 2;
const RUN_TAKES: usize = 3;
/// Combos that pay in one way.
const SINGLE: [Combo; 7] =
    [Combo::Run234, Combo::Threes, Combo::Fours, Combo::Fives, Combo::FourTwoZero, Combo::Ones, Combo::Pot];
const FIRST_SINGLE: usize = 4;
/// 3 4 5 from the bank and from the other player, and 2 2 2 in its three ways.
const RUN345: usize = FIRST_SINGLE + SINGLE.len();
const TWOS: usize = RUN345 + WAYS_OF_RUN345;
const WAYS_OF_RUN345: usize = 2;
const WAYS_OF_TWOS: usize = 3;
/// How many places there are.
const MANY: usize = TWOS + WAYS_OF_TWOS;

/// From whom is taken, as the place of the choices among [`LegalChoices::OF_TWO`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::exact) struct Chosen {
    run345: usize,
    twos: usize,
}

impl Chosen {
    /// All of them, in the order of [`LegalChoices::OF_TWO`].
    pub(super) fn all() -> impl Iterator<Item = Chosen> {
        (0..WAYS_OF_RUN345).flat_map(|run345| (0..WAYS_OF_TWOS).map(move |twos| Chosen { run345, twos }))
    }

    /// That of some choices.
    pub(super) fn of(choices: LegalChoices) -> Chosen {
        let at = LegalChoices::OF_TWO.iter().position(|&legal| legal == choices).unwrap_or(0);
        Chosen { run345: at / WAYS_OF_TWOS, twos: at % WAYS_OF_TWOS }
    }

    /// The choices.
    pub(super) fn choices(self) -> LegalChoices {
        LegalChoices::OF_TWO[self.run345 * WAYS_OF_TWOS + self.twos]
    }

    /// Whether a combo is paid as with others.
    pub(super) fn is_as(self, other: Chosen, combo: Combo) -> bool {
        match combo {
            Combo::Run345 => self.run345 == other.run345,
            Combo::Twos => self.twos == other.twos,
            _ => true,
        }
    }

    /// The choices that make a difference to this combo, each once.
    pub(super) fn of_combo(combo: Combo) -> impl Iterator<Item = Chosen> {
        let (run345, twos) = match combo {
            Combo::Run345 => (WAYS_OF_RUN345, 1),
            Combo::Twos => (1, WAYS_OF_TWOS),
            _ => (1, 1),
        };
        (0..run345).flat_map(move |run345| (0..twos).map(move |twos| Chosen { run345, twos }))
    }
}

/// A position that follows, or an end: its number, and whether it is seen by the other player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Link(u32);

impl Link {
    const OTHER: u32 = 1 << 31;
    /// The most numbers.
    pub(super) const MOST: usize = Link::OTHER as usize;

    /// The position of this number, seen by the player whose turn it was.
    pub(super) fn same(number: u32) -> Link {
        Link(number)
    }

    /// The position of this number, seen by the other player.
    pub(super) fn other(number: u32) -> Link {
        Link(number | Link::OTHER)
    }

    /// The position whose score to beat is one more than this score.
    #[inline]
    fn on(self, score: u8) -> Link {
        Link(self.0 + u32::from(score) + 1)
    }

    /// What it is worth to the player whose turn it was.
    #[inline]
    fn worth(self, values: &[f64]) -> f64 {
        let value = values[(self.0 & !Link::OTHER) as usize];
        if self.0 & Link::OTHER == 0 { value } else { 1.0 - value }
    }
}

/// Where each result leads.
#[derive(Clone, Debug, Default)]
pub(super) struct Links([[Link; MANY]; 2]);

/// The place of a result that is paid in one of the ways chosen.
#[inline]
fn place(combo: Combo, chosen: Chosen, takes: bool) -> usize {
    match combo {
        Combo::None => FAILS + usize::from(takes),
        Combo::Run123 => RUN_FAILS + usize::from(takes),
        Combo::Run345 => RUN345 + chosen.run345,
        Combo::Twos => TWOS + chosen.twos,
        Combo::Run234 => FIRST_SINGLE,
        Combo::Threes => FIRST_SINGLE + 1,
        Combo::Fours => FIRST_SINGLE + 2,
        Combo::Fives => FIRST_SINGLE + 3,
        Combo::FourTwoZero => FIRST_SINGLE + 4,
        Combo::Ones => FIRST_SINGLE + 5,
        Combo::Pot => FIRST_SINGLE + 6,
    }
}

impl Links {
    /// Notes where a result leads that takes control, if `takes`, or does not; of sums and 1 2 3 that do, where those begin that
    /// do.
    pub(super) fn set(&mut self, paid: usize, (combo, chosen): (Combo, Chosen), takes: bool, link: Link) {
        self.0[paid][place(combo, chosen, takes)] = link;
    }

    /// What a result is worth where this is the lowest sum that takes control.
    #[inline]
    pub(super) fn worth(
        &self,
        values: &[f64],
        (combo, score, paid): (Combo, u8, usize),
        chosen: Chosen,
        to_beat: u32,
    ) -> f64 {
        let takes = u32::from(score) >= to_beat;
        let link = self.0[paid][place(combo, chosen, takes)];
        match combo {
            Combo::None | Combo::Run123 if takes => link.on(score).worth(values),
            _ => link.worth(values),
        }
    }

    /// What all results are worth, with these choices.
    pub(super) fn worths(&self, values: &[f64], chosen: Chosen, to_beat: u32) -> Worths {
        Worths::new(|combo, score, paid| self.worth(values, (combo, score, paid), chosen, to_beat))
    }
}

const _: () = assert!(TAKES == FAILS + 1 && RUN_TAKES == RUN_FAILS + 1 && MANY == 16 && ENDS.len() <= TO_BEAT);
