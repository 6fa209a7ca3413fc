//! What words draw, for many games at once: from the first half of a word to the code of its result in one look-up.
//!
//! Owns the cells. A cell is for all words that begin with the same bits. Where at most two results share it, it holds
//! both and where the one ends; what it cannot tell is left to the table.

use crate::engines::drawn::NO_TABLES;
use crate::exact::DrawTable;
use crate::games::gang::TurnResult;

/// How many cells there are for all tables: a power of two, so that a masked number is one. Those that nobody uses take
/// no memory.
pub(super) const CELLS: usize = 1 << 22;
/// How many bits of a word lead to the cell of a table.
pub(super) const CELL_BITS: u32 = 8;
/// The most tables.
pub(super) const MOST_TABLES: usize = (CELLS >> CELL_BITS) - NO_TABLES as usize;

/// The number of no table, from whose row nothing but 0 is drawn.
pub(super) const NO_TABLE: u32 = NO_TABLES - 1;

/// In place of a code: more than two results share the cell. No result has this code.
pub(super) const SEVERAL: u32 = 255;
/// A cell has from its lowest bits the code below the threshold, the code above it, and the threshold: the bits of a word
/// after those that lead to the cell.
pub(super) const CODE_BITS: u32 = 8;
/// Where the threshold begins.
pub(super) const THRESHOLD: u32 = 2 * CODE_BITS;

/// The cells of tables, by number.
pub(super) struct Cells {
    cells: Box<[u32; CELLS]>,
    /// How many have cells.
    tables: u32,
}

impl Cells {
    /// Those of no table.
    pub(super) fn new() -> Cells {
        #[expect(clippy::expect_used, reason = "the vector has this length")]
        let cells = vec![0; CELLS].into_boxed_slice().try_into().expect("so many cells");
        Cells { cells, tables: 0 }
    }

    /// All cells, 2^[`CELL_BITS`] a row.
    #[inline]
    pub(super) fn all(&self) -> &[u32; CELLS] {
        &self.cells
    }

    /// The number of the next table, which has no cells yet.
    pub(super) fn next(&self) -> u32 {
        self.tables + NO_TABLES
    }

    /// Forgets all tables.
    pub(super) fn clear(&mut self) {
        self.tables = 0;
    }

    /// Adds the table of the next number.
    pub(super) fn add(&mut self, table: &DrawTable) {
        let ends: Vec<(u64, u32)> = table.shares().map(|(last, result)| (last, code(result))).collect();
        let row = self.next() as usize;
        let cells = self.cells.chunks_exact_mut(1 << CELL_BITS).nth(row).into_iter().flatten();
        (0..).zip(cells).for_each(|(at, to)| *to = cell(&ends, at));
        self.tables += 1;
    }
}

/// The code of a result: 0 if it is invalid, otherwise one more than the total.
fn code(result: TurnResult) -> u32 {
    match result {
        TurnResult::Invalid => 0,
        TurnResult::Total(total) => total + 1,
    }
}

/// The cell of the words that begin with these bits.
fn cell(ends: &[(u64, u32)], bits: u64) -> u32 {
    let first = bits << (u64::BITS - CELL_BITS);
    let last = first | u64::MAX >> CELL_BITS;
    let result = |word: u64| ends.partition_point(|&(end, _)| end < word);
    let (low, high) = (ends[result(first)], ends[result(last)]);
    let several = result(last) - result(first) > 1;
    let threshold = (low.0 << CELL_BITS >> (u64::BITS - THRESHOLD)) as u32;
    match several {
        true => SEVERAL,
        false if low == high => low.1 | low.1 << CODE_BITS,
        false => threshold << THRESHOLD | high.1 << CODE_BITS | low.1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Outcome;
    use proptest::prelude::*;

    /// What a cell says of a word, as lanes read it; `None` where it leaves it to the table.
    fn told(cell: u32, word: u64) -> Option<u32> {
        let (bits, threshold) = ((word >> (u64::BITS - CELL_BITS - THRESHOLD)) as u16, (cell >> THRESHOLD) as u16);
        let (low, high) = (cell & 0xff, cell >> CODE_BITS & 0xff);
        match bits.cmp(&threshold) {
            _ if low == SEVERAL => None,
            std::cmp::Ordering::Less => Some(low),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(high),
        }
    }

    /// Chances of all sizes, some of them 0.
    fn outcome() -> impl Strategy<Value = Outcome> {
        let weight = prop_oneof![1 => Just(0.0), 3 => 0.0..1.0, 1 => 0.0..1e-4];
        (0.0..1.0f64, prop::collection::vec(weight, 1..40)).prop_map(|(invalid, valid)| {
            let sum = invalid + valid.iter().sum::<f64>();
            Outcome { invalid: invalid / sum, valid: valid.iter().map(|p| p / sum).collect() }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// At the ends of every cell and of every result's share, and for words anywhere.
        #[test]
        fn cells_tell_what_tables_draw(outcomes in prop::collection::vec(outcome(), 1..3), words: [u64; 32]) {
            let tables: Vec<DrawTable> = outcomes.iter().map(DrawTable::new).collect();
            let mut cells = Cells::new();
            tables.iter().for_each(|table| cells.add(table));
            for (number, drawn) in tables.iter().enumerate() {
                let begins = (0..1u64 << CELL_BITS).map(|bits| bits << (u64::BITS - CELL_BITS));
                let ends = begins.chain(drawn.shares().map(|(last, _)| last)).chain(words);
                let mut left = 0;
                for word in ends.flat_map(|end| [end.wrapping_sub(1), end, end.wrapping_add(1)]) {
                    let place = ((number + NO_TABLES as usize) << CELL_BITS) + (word >> (u64::BITS - CELL_BITS)) as usize;
                    match told(cells.all()[place], word) {
                        Some(code) => prop_assert_eq!(code, u32::from(drawn.code(word)), "{:x}", word),
                        None => left += 1,
                    }
                }
                prop_assert!(left < 3 * (256 + 40));
            }
        }
    }

    #[test]
    fn no_table_draws_nothing() {
        let first = (NO_TABLE as usize) << CELL_BITS;
        assert!(Cells::new().all()[first..first + (1 << CELL_BITS)].iter().all(|&cell| cell == 0));
    }
}
