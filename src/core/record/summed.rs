//! Records of sums over blocks, each a list of fields that is written once.
//!
//! Owns what a field of such a record can be ([`Sum`], [`Same`], [`Each`] and so on). From the list come adding up the parts
//! of a run, with checks, because a part may come from anybody; the numbers that a signature is made of; and whether a
//! record can be of games.

use super::histogram::{Histogram, both};
use super::json::Listing;
use super::merge::MergeError;
use super::sums::Sums;
use super::tallies::{Ends, Moments, RatioEnds};
use std::fmt::Display;

/// Larger than a sum over all blocks of any run: parts whose sums are below it can be added without overflow.
const LARGEST: i128 = 1 << 110;

pub(super) type Merged = Result<(), MergeError>;

/// Sums over blocks, to which those of other blocks can be added.
pub(super) trait Summed {
    /// Adds other blocks.
    ///
    /// # Errors
    /// If they are foreign and of something else, or a sum does not fit. The sums are of no use then.
    fn add_blocks(&mut self, more: &Self, whose: Whose) -> Result<(), MergeError>;

    /// Lists the numbers that stand for these in a signature.
    fn list(&self, to: &mut Listing);
}

/// Who played the blocks that are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// This program, in this run: they are of the same games, and their sums fit.
    Own,
    /// Anybody: what must be the same is compared, and what does not fit is refused.
    Foreign,
}

/// Declares a record of sums: a struct whose fields are followed by what they are, and then, if a record by itself can be
/// told from one of no games, by when it can be of games. That is asked of `$it`, within `$of`.
macro_rules! summed {
    (
        $(#[$about:meta])*
        pub struct $name:ident |$it:ident, $of:ident: $within:ty| {
            $($(#[$told:meta])* pub $field:ident: $type:ty = $kind:expr $(=> $plausible:expr)?,)*
        }
    ) => {
        $crate::record::summed::summed! {
            $(#[$about])*
            pub struct $name {
                $($(#[$told])* pub $field: $type = $kind,)*
            }
        }

        impl $name {
            /// Whether games can have come to this.
            pub(super) fn is_plausible(&self, $of: $within) -> bool {
                let $it = self;
                true $($(&& $plausible)?)*
            }
        }
    };
    (
        $(#[$about:meta])*
        pub struct $name:ident {
            $($(#[$told:meta])* pub $field:ident: $type:ty = $kind:expr,)*
        }
    ) => {
        $(#[$about])*
        pub struct $name {
            $($(#[$told])* pub $field: $type,)*
        }

        impl $name {
            /// Adds other blocks of the same games, which this program played.
            pub fn merge(&mut self, more: &Self) {
                $crate::record::summed::merge_own(self, more);
            }
        }

        impl $crate::record::summed::Summed for $name {
            fn add_blocks(
                &mut self,
                more: &Self,
                whose: $crate::record::summed::Whose,
            ) -> Result<(), $crate::record::MergeError> {
                use $crate::record::summed::Kind;
                $($kind.add(&mut self.$field, &more.$field, whose)?;)*
                Ok(())
            }

            fn list(&self, to: &mut $crate::record::json::Listing) {
                use $crate::record::summed::{Kind, Turn};
                for turn in [Turn::Early, Turn::InOrder] {
                    $(Kind::<$type>::list(&$kind, turn, &self.$field, to);)*
                }
            }
        }
    };
}

pub(super) use summed;

/// Adds what this program played, of which nothing is refused.
pub(super) fn merge_own<T: Summed>(sums: &mut T, more: &T) {
    let added = sums.add_blocks(more, Whose::Own);
    debug_assert_eq!(added, Ok(()), "own blocks are not refused");
}

/// When the numbers of a field are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// Before those of the fields that are not [`Early`].
    Early,
    /// With the others, in the order of the fields.
    InOrder,
}

/// What a field is.
pub(super) trait Kind<T> {
    /// Adds that of other blocks.
    fn add(&self, sum: &mut T, more: &T, whose: Whose) -> Merged;

    /// Lists its numbers, if it is their turn.
    fn list(&self, turn: Turn, of: &T, to: &mut Listing);
}

/// Sums.
pub(super) struct Sum;
/// What is not added up and must be the same in other blocks.
pub(super) struct Same(pub &'static str);
/// A number that must be the same in other blocks and is listed.
pub(super) struct SameNumber(pub &'static str);
/// A list of sums, which is as long in other blocks.
pub(super) struct Each(pub &'static str);
/// Sums that are there if they are in other blocks.
pub(super) struct IfAny(pub &'static str);
/// A sum of as much as 64 wins a game in parts of 10⁻¹², and its squares.
pub(super) struct Large;
/// A record of its own, for which its signature stands.
pub(super) struct Signed;
/// What is listed before other fields.
pub(super) struct Early<K>(pub K);
/// What is not listed here: it follows from other sums, or is listed elsewhere.
pub(super) struct Unlisted<K>(pub K);

impl<T: Summed> Kind<T> for Sum {
    fn add(&self, sum: &mut T, more: &T, whose: Whose) -> Merged {
        sum.add_blocks(more, whose)
    }

    fn list(&self, turn: Turn, of: &T, to: &mut Listing) {
        if turn == Turn::InOrder {
            of.list(to);
        }
    }
}

impl<T: PartialEq> Kind<T> for Same {
    fn add(&self, sum: &mut T, more: &T, whose: Whose) -> Merged {
        alike(self.0, sum, more, whose)
    }

    fn list(&self, _: Turn, _: &T, _: &mut Listing) {}
}

impl<T: PartialEq + Display> Kind<T> for SameNumber {
    fn add(&self, sum: &mut T, more: &T, whose: Whose) -> Merged {
        alike(self.0, sum, more, whose)
    }

    fn list(&self, turn: Turn, of: &T, to: &mut Listing) {
        if turn == Turn::InOrder {
            to.all([of]);
        }
    }
}

impl<T: Summed> Kind<Vec<T>> for Each {
    fn add(&self, sums: &mut Vec<T>, more: &Vec<T>, whose: Whose) -> Merged {
        alike(&format!("the number of {}", self.0), &sums.len(), &more.len(), whose)?;
        sums.iter_mut().zip(more).try_for_each(|(sum, more)| sum.add_blocks(more, whose))
    }

    fn list(&self, turn: Turn, of: &Vec<T>, to: &mut Listing) {
        of.iter().for_each(|one| Sum.list(turn, one, to));
    }
}

impl<T: Summed + Default> Kind<Option<T>> for IfAny {
    fn add(&self, sum: &mut Option<T>, more: &Option<T>, whose: Whose) -> Merged {
        alike(self.0, &sum.is_some(), &more.is_some(), whose)?;
        more.iter().try_for_each(|more| sum.get_or_insert_default().add_blocks(more, whose))
    }

    fn list(&self, turn: Turn, of: &Option<T>, to: &mut Listing) {
        of.iter().for_each(|one| Sum.list(turn, one, to));
    }
}

impl Kind<i128> for Large {
    fn add(&self, sum: &mut i128, more: &i128, _: Whose) -> Merged {
        let fits = |sum: &i128| sum.unsigned_abs() < 1 << 124;
        *sum = sum.checked_add(*more).filter(fits).ok_or_else(too_many)?;
        Ok(())
    }

    fn list(&self, turn: Turn, of: &i128, to: &mut Listing) {
        Sum.list(turn, of, to);
    }
}

impl<T: Summed + Sums> Kind<T> for Signed {
    fn add(&self, sum: &mut T, more: &T, whose: Whose) -> Merged {
        sum.add_blocks(more, whose)
    }

    fn list(&self, turn: Turn, of: &T, to: &mut Listing) {
        if turn == Turn::InOrder {
            to.all([of.signature()]);
        }
    }
}

impl<T, K: Kind<T>> Kind<T> for Early<K> {
    fn add(&self, sum: &mut T, more: &T, whose: Whose) -> Merged {
        self.0.add(sum, more, whose)
    }

    fn list(&self, turn: Turn, of: &T, to: &mut Listing) {
        if turn == Turn::Early {
            self.0.list(Turn::InOrder, of, to);
        }
    }
}

impl<T, K: Kind<T>> Kind<T> for Unlisted<K> {
    fn add(&self, sum: &mut T, more: &T, whose: Whose) -> Merged {
        self.0.add(sum, more, whose)
    }

    fn list(&self, _: Turn, _: &T, _: &mut Listing) {}
}

impl Summed for Moments {
    fn add_blocks(&mut self, more: &Moments, whose: Whose) -> Merged {
        self.sum.add_blocks(&more.sum, whose)?;
        self.squares.add_blocks(&more.squares, whose)
    }

    fn list(&self, to: &mut Listing) {
        to.all([self.sum, self.squares]);
    }
}

impl Summed for Ends {
    fn add_blocks(&mut self, more: &Ends, _: Whose) -> Merged {
        self.merge(*more);
        Ok(())
    }

    fn list(&self, to: &mut Listing) {
        to.all([self.least, self.most]);
    }
}

impl Summed for RatioEnds {
    fn add_blocks(&mut self, more: &RatioEnds, _: Whose) -> Merged {
        self.merge(*more);
        Ok(())
    }

    fn list(&self, to: &mut Listing) {
        to.all([self.least.0, self.least.1, self.most.0, self.most.1]);
    }
}

impl Summed for Histogram {
    fn add_blocks(&mut self, more: &Histogram, _: Whose) -> Merged {
        *self = both([&*self, more]).ok_or_else(too_many)?;
        Ok(())
    }

    fn list(&self, to: &mut Listing) {
        self.iter().for_each(|&(value, games)| to.all([u64::from(value), games]));
    }
}

impl Summed for i128 {
    fn add_blocks(&mut self, more: &i128, whose: Whose) -> Merged {
        let fits = |sum: &i128| whose == Whose::Own || (-LARGEST..LARGEST).contains(sum);
        *self = self.checked_add(*more).filter(fits).ok_or_else(too_large)?;
        Ok(())
    }

    fn list(&self, to: &mut Listing) {
        to.all([self]);
    }
}

impl Summed for i64 {
    fn add_blocks(&mut self, more: &i64, _: Whose) -> Merged {
        *self = self.checked_add(*more).ok_or_else(too_large)?;
        Ok(())
    }

    fn list(&self, to: &mut Listing) {
        to.all([self]);
    }
}

/// Numbers of blocks or games.
impl Summed for u64 {
    fn add_blocks(&mut self, more: &u64, _: Whose) -> Merged {
        *self = self.checked_add(*more).ok_or_else(too_many)?;
        Ok(())
    }

    fn list(&self, to: &mut Listing) {
        to.all([self]);
    }
}

impl<T: Summed, const N: usize> Summed for [T; N] {
    fn add_blocks(&mut self, more: &[T; N], whose: Whose) -> Merged {
        self.iter_mut().zip(more).try_for_each(|(sum, more)| sum.add_blocks(more, whose))
    }

    fn list(&self, to: &mut Listing) {
        self.iter().for_each(|sums| sums.list(to));
    }
}

/// What is not added up must be the same in foreign blocks.
pub(super) fn alike<T: PartialEq>(what: &str, mine: &T, other: &T, whose: Whose) -> Merged {
    if whose == Whose::Own || mine == other {
        Ok(())
    } else {
        Err(MergeError::new(&format!("{what} differs between parts")))
    }
}

fn too_large() -> MergeError {
    MergeError::new("a sum is larger than that of any run")
}

pub(super) fn too_many() -> MergeError {
    MergeError::new("more blocks or games than can be counted")
}
