//! Lists of records that are not read further than they can be long.
//!
//! Owns how that is done. A short text makes a long list: an empty text takes three bytes of a file and 24 of memory. What a
//! stranger wrote is therefore refused at the first item too many, before there is memory for it.

use super::histogram::Histogram;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::marker::PhantomData;

/// The most texts that are said wherever results are shown.
pub(super) const NOTES: usize = 100;
/// The most strategies that are compared or enter a tournament, and fields with them.
pub(super) const ARMS: usize = 1001;
/// The most names of columns, keys, parameters and the like.
pub(super) const KEYS: usize = 256;
/// The most sums of a row, or pairs of them.
pub(super) const SUMS: usize = 1 << 12;
/// More than the combinations of a sweep, the values of a key, or the candidates of a race.
pub(super) const COMBINATIONS: usize = 1 << 16;
/// More than the tables of a tournament, which are 100,000, or the pairs of the strategies compared, which are 500.
pub(super) const TABLES: usize = 1 << 17;
/// More than the cards of all decks of a sweep, or anything else of its combinations.
pub(super) const SWEPT: usize = 1 << 20;
/// More than the different values that games have.
const VALUES: usize = 1 << 20;

/// A list of at most `MOST` items.
struct Limited<const MOST: usize, T>(Vec<T>);

impl<'de, const MOST: usize, T: Deserialize<'de>> Deserialize<'de> for Limited<MOST, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Reader::<MOST, T>(PhantomData)).map(Limited)
    }
}

struct Reader<const MOST: usize, T>(PhantomData<T>);

impl<'de, const MOST: usize, T: Deserialize<'de>> Visitor<'de> for Reader<MOST, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MOST}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            if list.len() == MOST {
                return Err(A::Error::custom(format!(
                    "a list here has more than {MOST} items; no record of games has"
                )));
            }
            list.push(item);
        }
        Ok(list)
    }
}

/// Reads a list of at most `MOST` items.
pub(super) fn up_to<'de, const MOST: usize, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    Limited::<MOST, T>::deserialize(deserializer).map(|few| few.0)
}

/// Of each limit the function that reads a field up to it.
macro_rules! up_to {
    ($($name:ident: $most:ident,)*) => {$(
        pub(super) fn $name<'de, T: Deserialize<'de>, D: Deserializer<'de>>(list: D) -> Result<Vec<T>, D::Error> {
            up_to::<$most, T, D>(list)
        }
    )*};
}

up_to! {
    notes: NOTES,
    arms: ARMS,
    keys: KEYS,
    sums: SUMS,
    combinations: COMBINATIONS,
    tables: TABLES,
    swept: SWEPT,
}

/// Reads a list that may be absent.
pub(super) fn if_any<'de, const MOST: usize, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    Option::<Limited<MOST, T>>::deserialize(deserializer).map(|few| few.map(|few| few.0))
}

/// Reads a list of at most `MOST` lists of at most `EACH` items.
pub(super) fn lists<'de, const MOST: usize, const EACH: usize, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Vec<T>>, D::Error> {
    let lists = up_to::<MOST, Limited<EACH, T>, D>(deserializer)?;
    Ok(lists.into_iter().map(|few| few.0).collect())
}

/// Reads a distribution.
pub(super) fn histogram<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Histogram, D::Error> {
    up_to::<VALUES, _, D>(deserializer)
}

/// Reads a distribution for each seat.
pub(super) fn histograms<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Histogram>, D::Error> {
    lists::<KEYS, VALUES, _, D>(deserializer)
}
