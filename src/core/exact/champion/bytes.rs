//! The values as bytes, for whoever keeps them.
//!
//! Owns the form: the first line and the numbers, little-endian; of a coarse grid two bytes each, of a fine one four. That
//! they are whole and belong to the game is for the keeper to see to; whatever else does not fit is refused.

use super::{ChampionValues, Grade, Shares};
use crate::games::Game;
use crate::games::gang::{Gang, MAX_SEATS};

/// The first line; its number goes up with everything that changes a value or its place.
pub const FORM: &str = "analyze: values of the champion of Gang of Dice, form 1\n";

/// A whole win in the numbers of a coarse grid.
const WHOLE: f64 = 65535.0;

impl Grade {
    /// The values as they are kept.
    pub(super) fn kept(self, shares: Shares) -> Shares {
        match self {
            Grade::Coarse => shares.map(|share| f64::from((share * WHOLE + 0.5) as u16) / WHOLE),
            Grade::Fine => shares,
        }
    }
}

impl ChampionValues {
    /// All that [`ChampionValues::from_bytes`] needs beside the game.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = FORM.as_bytes().to_vec();
        for round in 1..self.rounds() {
            for &number in self.grids.positions(round).iter().flat_map(|&(point, _)| self.grids.at(round, point)) {
                match self.grade {
                    Grade::Coarse => bytes.extend(((f64::from(number) * WHOLE + 0.5) as u16).to_le_bytes()),
                    Grade::Fine => bytes.extend(number.to_le_bytes()),
                }
            }
        }
        bytes
    }

    /// The values of this game from bytes; `None` if these are not of such a game.
    pub fn from_bytes(gang: &Gang, grade: Grade, bytes: &[u8]) -> Option<ChampionValues> {
        let mut rest = bytes.strip_prefix(FORM.as_bytes())?;
        let mut solved = ChampionValues::new(gang, grade).ok()?;
        for round in 1..solved.rounds() {
            for (point, _) in solved.grids.positions(round) {
                let mut shares = [0.0; MAX_SEATS];
                for share in &mut shares[..gang.seats() - 1] {
                    let number = match grade {
                        Grade::Coarse => f64::from(u16::from_le_bytes(next(&mut rest)?)) / WHOLE,
                        Grade::Fine => f64::from(f32::from_le_bytes(next(&mut rest)?)),
                    };
                    *share = Some(number).filter(|number| (0.0..=1.0).contains(number))?;
                }
                solved.grids.set(round, point, &shares);
            }
        }
        rest.is_empty().then_some(solved)
    }
}

/// The next bytes.
fn next<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(*first)
}
