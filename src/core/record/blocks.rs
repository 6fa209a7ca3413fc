//! How many blocks each kind of record is of: one line for each kind that is `Sums`.

use super::compare::CompareTallies;
use super::compare_sweep::CompareSweep;
use super::feel::FeelRecord;
use super::json::Hash;
use super::regret::RegretRecord;
use super::sums::Sums;
use super::sweep::SweepTallies;
use super::tallies::Tallies;
use super::tournament::TournamentTallies;
use super::tune::TuneTallies;

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
    FeelRecord: |it| it.sums.blocks;
}
