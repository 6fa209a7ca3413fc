//! Where many games at once look up what they need: from a decision and the first half of a word to the code of its
//! result in one look-up.
//!
//! Owns the cells. A cell is for all words that begin with the same bits. Where at most two results share it, it holds
//! both and where the one ends; what it cannot tell is left to the table. Also finds out the decisions that have no place
//! yet, so that the cells of their tables are there before they are looked up.

use super::dense::UNKNOWN;
use super::{CHOICE_BITS, Decision, DrawnGame, Knows, NO_TABLES, Words};
use std::hint::select_unpredictable as pick;

/// How many cells there are for all tables: a power of two, so that a masked number is one. Those that nobody uses take
/// no memory.
pub const CELLS: usize = 1 << 22;
/// How many bits of a word lead to the cell of a table.
const CELL_BITS: u32 = 8;
/// The most tables.
pub const MOST_TABLES: usize = (CELLS >> CELL_BITS) - NO_TABLES as usize;

/// The number of no table, from whose row nothing but 0 is drawn.
const NO_TABLE: u32 = NO_TABLES - 1;
/// The decision of a turn that is not taken.
pub const NO_TURN: Decision = NO_TABLE << CHOICE_BITS;
/// The bits of a decision that are its choice.
pub const CHOICE: u32 = (1 << CHOICE_BITS) - 1;

/// In place of a code: more than two results share the cell. No result has this code.
const SEVERAL: u32 = 255;
/// A cell has from its lowest bits the code below the threshold, the code above it, and the threshold: the bits of a word
/// after those that lead to the cell.
const CODE_BITS: u32 = 8;
const CODE: u32 = (1 << CODE_BITS) - 1;
/// Where the threshold begins.
const THRESHOLD: u32 = 2 * CODE_BITS;

/// The cells of tables, by number.
pub struct Cells {
    cells: Box<[u32; CELLS]>,
    /// How many have cells, and until when they hold.
    tables: u32,
    era: u32,
}

/// What came of looking for a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// All of them, or that there is none.
    All,
    /// Places are others now: all have to be looked up again.
    Moved,
    /// The numbers of tables are others now.
    Forgotten,
}

impl Default for Cells {
    /// Those of no table.
    fn default() -> Cells {
        #[expect(clippy::expect_used, reason = "the vector has this length")]
        let cells = vec![0; CELLS].into_boxed_slice().try_into().expect("so many cells");
        Cells { cells, tables: 0, era: 0 }
    }
}

impl Cells {
    /// All cells.
    #[inline]
    pub fn all(&self) -> &[u32; CELLS] {
        &self.cells
    }

    /// The number of the next table, which has no cells yet.
    fn next(&self) -> u32 {
        self.tables + NO_TABLES
    }

    /// Adds the table of the next number: the last word of each result, in order, and its code.
    fn add(&mut self, ends: &[(u64, u32)]) {
        let row = self.next() as usize;
        let cells = self.cells.chunks_exact_mut(1 << CELL_BITS).nth(row).into_iter().flatten();
        (0..).zip(cells).for_each(|(at, to)| *to = cell(ends, at));
        self.tables += 1;
    }

    /// Finds out the decisions that are not known, each by strategy, root and numbers, and its situation; a game in which
    /// there is none is stuck.
    #[inline(always)]
    pub fn find_out<'k: 's, 's, G: DrawnGame, const L: usize>(
        &mut self,
        knows: &mut Knows<'k, G>,
        (entries, stuck): (&mut [Decision; L], &mut [u32; L]),
        at: impl Fn(usize) -> ((usize, usize), Words),
        situation: impl Fn(usize) -> G::Situation<'s>,
    ) -> Found {
        for l in 0..L {
            if entries[l] != UNKNOWN {
                continue;
            }
            let (at, words) = at(l);
            match self.decision(knows, at, words, || situation(l)) {
                Ok(Some(decision)) => entries[l] = decision,
                Ok(None) => (entries[l], stuck[l]) = (NO_TURN, 1),
                Err(found) => return found,
            }
        }
        Found::All
    }

    /// The decision of a strategy at a root in a situation of these numbers; `None` if it cannot be remembered.
    ///
    /// # Errors
    /// What has to be looked up again.
    #[inline(never)]
    fn decision<'k: 's, 's, G: DrawnGame>(
        &mut self,
        knows: &mut Knows<'k, G>,
        at: (usize, usize),
        words: Words,
        situation: impl Fn() -> G::Situation<'s>,
    ) -> Result<Option<Decision>, Found> {
        let layout = knows.layout();
        let decision = knows.decision(at, words, situation);
        let forgotten = std::mem::replace(&mut self.era, knows.era()) != knows.era();
        if forgotten {
            self.tables = 0;
        }
        // Whatever becomes of this turn, the decision may be found by its place from now on.
        while decision.is_some_and(|decision| self.next() <= decision >> CHOICE_BITS) {
            let shares = knows.table(self.next()).shares();
            let ends: Vec<(u64, u32)> = shares.map(|(last, result)| (last, G::code(result))).collect();
            self.add(&ends);
        }
        match layout == knows.layout() {
            true => Ok(decision),
            false if forgotten => Err(Found::Forgotten),
            false => Err(Found::Moved),
        }
    }
}

/// The place of the cell for the first half of a word, by the decision of the turn.
#[inline(always)]
pub fn place(decision: Decision, word: u32) -> usize {
    let row = decision >> CHOICE_BITS;
    ((row << CELL_BITS) + (word >> (u32::BITS - CELL_BITS))) as usize % CELLS
}

/// The code that a cell says a word has, and whether it leaves it to the table.
#[inline(always)]
pub fn decode(cell: u32, word: u32) -> (u32, bool) {
    let rest = word << CELL_BITS;
    let code = pick(rest < cell, cell, cell >> CODE_BITS) & CODE;
    let is_open = (cell & CODE == SEVERAL) | ((rest ^ cell) < 1 << THRESHOLD);
    (pick(is_open, 0, code), is_open)
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
    use crate::exact::{DrawTable, Outcome};
    use crate::games::gang::{Gang, TurnResult};
    use proptest::prelude::*;

    fn code(result: TurnResult) -> u32 {
        Gang::code(result)
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
            let mut cells = Cells::default();
            for table in &tables {
                cells.add(&table.shares().map(|(last, result)| (last, code(result))).collect::<Vec<_>>());
            }
            for (number, drawn) in tables.iter().enumerate() {
                let begins = (0..1u64 << CELL_BITS).map(|bits| bits << (u64::BITS - CELL_BITS));
                let ends = begins.chain(drawn.shares().map(|(last, _)| last)).chain(words);
                let mut left = 0;
                for word in ends.flat_map(|end| [end.wrapping_sub(1), end, end.wrapping_add(1)]) {
                    let (decision, half) = ((number as u32 + NO_TABLES) << CHOICE_BITS, (word >> u32::BITS) as u32);
                    match decode(cells.all()[place(decision, half)], half) {
                        (code, false) => prop_assert_eq!(code, u32::from(drawn.code(word)), "{:x}", word),
                        (_, true) => left += 1,
                    }
                }
                prop_assert!(left < 3 * ((1 << CELL_BITS) + 40));
            }
        }
    }

    #[test]
    fn no_table_draws_nothing() {
        let first = (NO_TABLE as usize) << CELL_BITS;
        assert!(Cells::default().all()[first..first + (1 << CELL_BITS)].iter().all(|&cell| cell == 0));
    }
}
