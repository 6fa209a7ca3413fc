//! What all experiments keep of their games.
//!
//! Owns what can be asked of any record of sums: how much it is of, and the hash that stands for it.

use super::compare::CompareTallies;
use super::compare_sweep::CompareSweep;
use super::exact::ExactRecord;
use super::json::{Hash, Record};
use super::regret::RegretRecord;
use super::sweep::SweepTallies;
use super::tallies::Tallies;
use super::tournament::TournamentTallies;
use super::tune::TuneTallies;

/// The sums of games, or exact numbers: what is in `tallies.json`.
pub trait Sums: Record {
    /// How many blocks these are of; where parts have blocks of their own, how many games.
    fn blocks(&self) -> u64;

    /// The hash of all numbers: equal signatures are equal results.
    fn signature(&self) -> Hash;
}

/// Of each type: how many blocks these are of.
macro_rules! sums {
    ($($type:ty: $blocks:expr;)*) => {$(
        impl Sums for $type {
            fn blocks(&self) -> u64 {
                let blocks: fn(&$type) -> u64 = $blocks;
                blocks(self)
            }

            fn signature(&self) -> Hash {
                <$type>::signature(self)
            }
        }
    )*};
}

sums! {
    Tallies: |it| it.blocks;
    CompareTallies: |it| it.sums.blocks;
    CompareSweep: |it| it.combinations.iter().fold(0, |sum, it| sum.saturating_add(it.tallies.sums.blocks));
    SweepTallies: SweepTallies::games;
    TournamentTallies: TournamentTallies::games;
    TuneTallies: TuneTallies::games;
    RegretRecord: RegretRecord::blocks;
    ExactRecord: |_| 0;
}
