//! Records of sums over blocks. Each is a list of fields that is written once.
//!
//! Owns the kinds of fields ([`Sum`], [`Same`], [`Each`] and others). The list says how far a field is read, how the parts of a
//! run are added up, which numbers a signature lists, and whether a record can be of games.

use super::histogram::{Histogram, both};
use super::json::Listing;
use super::merge_error::MergeError;
use super::moments::{Ends, Moments, RatioEnds};
use super::sums::Sums;
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

/// Declares a record of sums. After the type of a field come up to three things:
///
/// - in brackets, of a list: the function of `limits` that reads it, because no list is read further than it can be long;
/// - after `=`: its [`Kind`];
/// - after `=>`: a condition that holds if it can be of games. After the name of the record, `|it, of: &Tallies|` gives names to
///   the record and to what the condition depends on.
///
/// ```text
/// pub struct RowRecord |row, of: &StatisticsRecord| {
///     /// The number of blocks in which each count was not 0.
///     pub active: Vec<u64> ["limits::sums"] = Each("counts of a row")
///         => row.active.iter().all(|&active| active <= of.blocks),
/// }
/// ```
macro_rules! summed {
    (
        $(#[$about:meta])*
        pub struct $name:ident |$it:ident, $of:ident: $within:ty| {
            $($(#[$told:meta])* pub $field:ident: $type:ty $([$up_to:literal])? = $kind:expr $(=> $plausible:expr)?,)*
        }
    ) => {
        $crate::record::summed::summed! {
            $(#[$about])*
            pub struct $name {
                $($(#[$told])* pub $field: $type $([$up_to])? = $kind,)*
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
            $($(#[$told:meta])* pub $field:ident: $type:ty $([$up_to:literal])? = $kind:expr,)*
        }
    ) => {
        $(#[$about])*
        pub struct $name {
            $($(#[$told])* $(#[serde(deserialize_with = $up_to)])? pub $field: $type,)*
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
                    $(if Kind::<$type>::turn(&$kind) == turn {
                        Kind::<$type>::list(&$kind, &self.$field, to);
                    })*
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
    /// Adds the field of other blocks.
    fn add(&self, sum: &mut T, more: &T, whose: Whose) -> Merged;

    /// Lists its numbers; those of most kinds are none.
    fn list(&self, _: &T, _: &mut Listing) {}

    /// When they are listed.
    fn turn(&self) -> Turn {
        Turn::InOrder
    }
}

/// A sum, or a record of sums.
pub(super) struct Sum;
/// Not a sum: it must be the same in all parts, and is not listed. The text names it in the refusal.
pub(super) struct Same(pub &'static str);
/// A number that must be the same in all parts, and is listed.
pub(super) struct SameNumber(pub &'static str);
/// A list of sums, as long in all parts.
pub(super) struct Each(pub &'static str);
/// A sum that all parts have, or none.
pub(super) struct IfAny(pub &'static str);
/// A sum of costs in parts of 10⁻¹² of a win, or of their squares, which need more room.
pub(super) struct Large;
/// A record with a signature of its own, which is listed for it.
pub(super) struct Signed;
/// Listed before the fields that are not early.
pub(super) struct Early<K>(pub K);
/// Not listed with its record, because other sums say the same or the signature has it elsewhere.
pub(super) struct Unlisted<K>(pub K);

impl<T: Summed> Kind<T> for Sum {
    fn add(&self, sum: &mut T, more: &T, whose: Whose) -> Merged {
        sum.add_blocks(more, whose)
    }

    fn list(&self, of: &T, to: &mut Listing) {
        of.list(to);
    }
}

impl<T: PartialEq> Kind<T> for Same {
    fn add(&self, sum: &mut T, more: &T, whose: Whose) -> Merged {
        alike(self.0, sum, more, whose)
    }
}

impl<T: PartialEq + Display> Kind<T> for SameNumber {
    fn add(&self, sum: &mut T, more: &T, whose: Whose) -> Merged {
        alike(self.0, sum, more, whose)
    }

    fn list(&self, of: &T, to: &mut Listing) {
        to.all([of]);
    }
}

impl<T: Summed> Kind<Vec<T>> for Each {
    fn add(&self, sums: &mut Vec<T>, more: &Vec<T>, whose: Whose) -> Merged {
        alike(&format!("the number of {}", self.0), &sums.len(), &more.len(), whose)?;
        sums.iter_mut().zip(more).try_for_each(|(sum, more)| sum.add_blocks(more, whose))
    }

    fn list(&self, of: &Vec<T>, to: &mut Listing) {
        of.iter().for_each(|one| one.list(to));
    }
}

impl<T: Summed + Default> Kind<Option<T>> for IfAny {
    fn add(&self, sum: &mut Option<T>, more: &Option<T>, whose: Whose) -> Merged {
        alike(self.0, &sum.is_some(), &more.is_some(), whose)?;
        more.iter().try_for_each(|more| sum.get_or_insert_default().add_blocks(more, whose))
    }

    fn list(&self, of: &Option<T>, to: &mut Listing) {
        of.iter().for_each(|one| one.list(to));
    }
}

impl Kind<i128> for Large {
    fn add(&self, sum: &mut i128, more: &i128, _: Whose) -> Merged {
        let fits = |sum: &i128| sum.unsigned_abs() < 1 << 124;
        *sum = sum.checked_add(*more).filter(fits).ok_or_else(too_many)?;
        Ok(())
    }

    fn list(&self, of: &i128, to: &mut Listing) {
        of.list(to);
    }
}

impl<T: Summed + Sums> Kind<T> for Signed {
    fn add(&self, sum: &mut T, more: &T, whose: Whose) -> Merged {
        sum.add_blocks(more, whose)
    }

    fn list(&self, of: &T, to: &mut Listing) {
        to.all([of.signature()]);
    }
}

impl<T, K: Kind<T>> Kind<T> for Early<K> {
    fn add(&self, sum: &mut T, more: &T, whose: Whose) -> Merged {
        self.0.add(sum, more, whose)
    }

    fn list(&self, of: &T, to: &mut Listing) {
        self.0.list(of, to);
    }

    fn turn(&self) -> Turn {
        Turn::Early
    }
}

impl<T, K: Kind<T>> Kind<T> for Unlisted<K> {
    fn add(&self, sum: &mut T, more: &T, whose: Whose) -> Merged {
        self.0.add(sum, more, whose)
    }
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

/// Integers, each with what is said if they do not fit.
macro_rules! integers {
    ($($integer:ty: $error:ident,)*) => {$(
        impl Summed for $integer {
            fn add_blocks(&mut self, more: &$integer, _: Whose) -> Merged {
                *self = self.checked_add(*more).ok_or_else($error)?;
                Ok(())
            }

            fn list(&self, to: &mut Listing) {
                to.all([self]);
            }
        }
    )*};
}

integers! {
    i64: too_large,
    u64: too_many,
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

fn too_many() -> MergeError {
    MergeError::new("more blocks or games than can be counted")
}
