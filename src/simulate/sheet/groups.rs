//! Narrow sums of sheets that are counted by groups of rows.
//!
//! Owns the block under way and the sums over few blocks, in which the rows of a group stand side by side: all that is
//! done with a count is done with that of all rows of the group.

use super::{NARROW_COUNT, SPARE_BITS, Wide};
use crate::games::{GROUP_ROWS, GroupColumn, GroupCounts};
use std::{array, fmt};

/// Sums over few blocks, and the block under way, of groups with at most so many counts that are common to their rows,
/// and so many others.
#[derive(Clone, Debug)]
pub(super) struct Groups<const COMMON: usize, const OWN: usize> {
    shape: Shape,
    limits: Limits<OWN>,
    factors: Vec<Factors>,
    groups: Vec<Group<COMMON, OWN>>,
}

/// How many rows a group has, how many counts common to them, and how many others. In one word, for a quick comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shape(u32);

/// Those of one group.
#[derive(Clone, Debug)]
struct Group<const COMMON: usize, const OWN: usize> {
    common_block: [i32; COMMON],
    block: [Column; OWN],
    common_sums: [CommonSums; COMMON],
    sums: [ColumnSums; OWN],
    /// Sums of the products of [`Groups::factors`].
    products: Vec<Column>,
}

/// A number for each row of a group, where vectors of the processor are read quickly.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(16))]
struct Column(GroupColumn);

/// Which numbers are narrow: those that have, less the lowest one, none of the bits beyond.
#[derive(Clone, Copy, Debug)]
struct Limit {
    lowest: Column,
    beyond: Column,
}

/// Those of common counts, and of each of the others.
#[derive(Clone, Debug)]
struct Limits<const OWN: usize> {
    common: Limit,
    own: [Limit; OWN],
}

/// The sums of a count since they were last emptied, by row: of the counts, of their squares, and how many blocks had
/// any.
#[derive(Clone, Copy, Debug, Default)]
struct ColumnSums {
    sums: Column,
    squares: Column,
    active: Column,
}

/// The same of a count that is common to the rows, or of one row.
#[derive(Clone, Copy, Debug, Default)]
struct CommonSums {
    sum: i32,
    squares: i32,
    active: i32,
}

/// Two different counts whose products are summed, by their places among the common ones or among the others.
#[derive(Clone, Copy, Debug)]
enum Factors {
    Common(usize, usize),
    Mixed { own: usize, common: usize },
    Own(usize, usize),
}

impl<const COMMON: usize, const OWN: usize> Groups<COMMON, OWN> {
    /// Nothing counted yet, in groups of so many rows, with so many counts common to them.
    ///
    /// # Panics
    /// If a group has no rows, or more than [`GROUP_ROWS`], or some rows are left over, or there are not so many counts.
    pub(super) fn new(rows: usize, common: usize, wide: &Wide) -> Groups<COMMON, OWN> {
        assert!((1..=GROUP_ROWS).contains(&rows), "a group has 1 to {GROUP_ROWS} rows, not {rows}");
        assert!(wide.rows.len().is_multiple_of(rows), "{} rows do not make groups of {rows}", wide.rows.len());
        assert!(common <= wide.counts, "{common} of {} counts cannot be common", wide.counts);
        let denominators = wide.denominators();
        let factors = wide.pairs.iter().filter(|(a, b)| a != b).map(|&pair| Factors::new(pair, common));
        let factors: Vec<Factors> = factors.collect();
        let group = Group {
            common_block: [0; COMMON],
            block: [Column::default(); OWN],
            common_sums: [CommonSums::default(); COMMON],
            sums: [ColumnSums::default(); OWN],
            products: vec![Column::default(); factors.len()],
        };
        Groups {
            shape: Shape::new(rows, common, wide.counts - common),
            limits: Limits {
                common: Limit::NOT_NEGATIVE,
                own: array::from_fn(|own| {
                    if denominators.contains(&(common + own)) { Limit::NOT_NEGATIVE } else { Limit::ANY_SIGN }
                }),
            },
            factors,
            groups: vec![group; wide.rows.len() / rows],
        }
    }

    /// Adds counts to a group of the block under way.
    ///
    /// # Panics
    /// If there is no such group, or its rows or counts are not so many.
    #[inline(always)]
    pub(super) fn count<const ROWS: usize, const SAME: usize, const OTHER: usize>(
        &mut self,
        group: usize,
        counts: &GroupCounts<ROWS, SAME, OTHER>,
    ) {
        assert!(self.shape == Shape::new(ROWS, SAME, OTHER), "groups of this sheet have {:?}", self.shape);
        let group = &mut self.groups[group];
        for (sum, count) in group.common_block.iter_mut().zip(&counts.common) {
            *sum += count;
        }
        for (sums, counts) in group.block.iter_mut().zip(&counts.own) {
            sums.0 = array::from_fn(|row| sums.0[row] + counts[row]);
        }
    }

    /// Ends the block under way.
    pub(super) fn end_block(&mut self, wide: &mut Wide) {
        for (number, group) in self.groups.iter_mut().enumerate() {
            if group.is_narrow(&self.limits) {
                group.add_narrow(&self.factors, &self.limits);
            } else {
                group.add_wide(number, self.shape, wide);
            }
        }
    }

    /// Adds the sums to wide ones, and begins anew.
    pub(super) fn empty_into(&mut self, wide: &mut Wide) {
        let [rows, common, _] = self.shape.parts();
        for (number, into) in wide.rows.iter_mut().enumerate() {
            let (group, row) = (&self.groups[number / rows], number % rows);
            let own = group.sums.iter().map(|sums| sums.of(row));
            let counts: Vec<CommonSums> = group.common_sums[..common].iter().copied().chain(own).collect();
            for ((sum, active), count) in into.sums.iter_mut().zip(&mut into.active).zip(&counts) {
                *sum += i128::from(count.sum);
                *active += count.active as u64;
            }
            let mut products = group.products.iter().map(|sums| sums.0[row]);
            for (into, &(a, b)) in into.products.iter_mut().zip(&wide.pairs) {
                let sum = if a == b { Some(counts[a].squares) } else { products.next() };
                *into += i128::from(sum.unwrap_or(0));
            }
        }
        for group in &mut self.groups {
            group.common_sums.fill(CommonSums::default());
            group.sums.fill(ColumnSums::default());
            group.products.fill(Column::default());
        }
    }
}

impl<const COMMON: usize, const OWN: usize> Group<COMMON, OWN> {
    /// Whether what the block counted can be added to the narrow sums.
    #[inline(always)]
    fn is_narrow(&self, limits: &Limits<OWN>) -> bool {
        // A return of its own, because compilers would lay one test of all numbers out badly; by a mask that they do not
        // know, because otherwise they take those that say so much for needless.
        if self.common_block.iter().fold(0, |high, y| high | y & limits.common.beyond.0[0]) != 0 {
            return false;
        }
        let own = self.block.iter().zip(&limits.own).fold(0, |high, (y, limit)| {
            let beyond = |row: usize| y.0[row].wrapping_sub(limit.lowest.0[row]) & limit.beyond.0[row];
            (0..GROUP_ROWS).fold(high, |high, row| high | beyond(row))
        });
        own == 0
    }

    /// Adds what the block counted, which [is narrow](Group::is_narrow), and empties it.
    #[inline(always)]
    fn add_narrow(&mut self, factors: &[Factors], limits: &Limits<OWN>) {
        let (common, own) = (std::mem::replace(&mut self.common_block, [0; COMMON]), &self.block);
        for (sums, factors) in self.products.iter_mut().zip(factors) {
            match *factors {
                Factors::Own(a, b) => sums.add_products(&own[a], &own[b]),
                Factors::Mixed { own: a, common: b } => sums.add_products(&own[a], &Column([common[b]; _])),
                Factors::Common(a, b) => sums.add_common_product(common[a], common[b]),
            }
        }
        self.common_sums.iter_mut().zip(common).for_each(|(sums, y)| sums.add(y));
        for ((sums, y), limit) in self.sums.iter_mut().zip(&mut self.block).zip(&limits.own) {
            sums.add(&std::mem::take(y), limit);
        }
    }

    /// Adds what the block counted, of any size, to wide sums, as that of the group of this number, and empties it.
    #[cold]
    #[inline(never)]
    fn add_wide(&mut self, number: usize, shape: Shape, wide: &mut Wide) {
        let [rows, common, own] = shape.parts();
        for row in 0..rows {
            let of_row = self.block[..own].iter().map(|y| y.0[row]);
            let counts: Vec<i32> = self.common_block[..common].iter().copied().chain(of_row).collect();
            wide.add(number * rows + row, &counts);
        }
        self.common_block.fill(0);
        self.block.fill(Column::default());
    }
}

impl Limit {
    /// For counts that others are divided by.
    const NOT_NEGATIVE: Limit = Limit::between(0, NARROW_COUNT);
    const ANY_SIGN: Limit = Limit::between(-NARROW_COUNT, NARROW_COUNT);

    /// From the lowest to one less than the end; between them lies a power of two.
    const fn between(lowest: i32, end: i32) -> Limit {
        Limit { lowest: Column([lowest; GROUP_ROWS]), beyond: Column([!(end - lowest - 1); GROUP_ROWS]) }
    }
}

impl Shape {
    /// None of the numbers is greater than a byte.
    const fn new(rows: usize, common: usize, own: usize) -> Shape {
        Shape(u32::from_le_bytes([rows as u8, common as u8, own as u8, 0]))
    }

    /// Rows, common counts, and others.
    fn parts(self) -> [usize; 3] {
        let [rows, common, own, _] = self.0.to_le_bytes();
        [rows, common, own].map(usize::from)
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [rows, common, own] = self.parts();
        write!(f, "{rows} rows, {common} common counts and {own} others")
    }
}

impl Factors {
    fn new((a, b): (usize, usize), common: usize) -> Factors {
        match (a.checked_sub(common), b.checked_sub(common)) {
            (Some(a), Some(b)) => Factors::Own(a, b),
            (Some(own), None) => Factors::Mixed { own, common: b },
            (None, Some(own)) => Factors::Mixed { own, common: a },
            (None, None) => Factors::Common(a, b),
        }
    }
}

// All numbers of a column are computed before any is stored, or compilers might think that some are read again after they
// were changed, and go from row to row.

impl CommonSums {
    /// Adds a narrow count.
    #[inline(always)]
    fn add(&mut self, y: i32) {
        self.sum += y;
        self.squares += y * y;
        self.active += i32::from(y != 0);
    }
}

impl ColumnSums {
    /// Adds narrow counts within a limit.
    #[inline(always)]
    fn add(&mut self, y: &Column, limit: &Limit) {
        if limit.lowest.0[0] == 0 {
            self.add_sizes(y, y);
        } else {
            self.add_sizes(y, &Column(y.0.map(i32::wrapping_abs)));
        }
    }

    /// Adds narrow counts of these sizes.
    #[inline(always)]
    fn add_sizes(&mut self, y: &Column, sizes: &Column) {
        // The mask changes no narrow number; it says that the quick multiplication of vectors will do.
        let sizes = sizes.0.map(|size| size & (2 * NARROW_COUNT - 1));
        self.sums.0 = array::from_fn(|row| self.sums.0[row] + y.0[row]);
        self.squares.0 = array::from_fn(|row| self.squares.0[row] + sizes[row] * sizes[row]);
        self.active.0 = array::from_fn(|row| self.active.0[row] + i32::from(y.0[row] != 0));
    }

    /// Those of a row.
    fn of(&self, row: usize) -> CommonSums {
        CommonSums { sum: self.sums.0[row], squares: self.squares.0[row], active: self.active.0[row] }
    }
}

impl Column {
    /// Adds products of narrow counts, of which the second are not negative.
    #[inline(always)]
    fn add_products(&mut self, a: &Column, b: &Column) {
        // Neither shifts nor mask change a narrow number: see `ColumnSums::add_sizes`.
        let product = |row: usize| (a.0[row] << SPARE_BITS >> SPARE_BITS) * (b.0[row] & (NARROW_COUNT - 1));
        self.0 = array::from_fn(|row| self.0[row] + product(row));
    }

    /// Adds the product of narrow counts that are common to the rows. Not inlined, because no sheet has them, and
    /// compilers would prepare for it before they know.
    #[cold]
    #[inline(never)]
    fn add_common_product(&mut self, a: i32, b: i32) {
        self.0.iter_mut().for_each(|sum| *sum += a * b);
    }
}
