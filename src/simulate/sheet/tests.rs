//! Sheets of both kinds against sums straight from their definition.

use super::*;
use crate::games::{GROUP_ROWS, GroupColumn};
use proptest::prelude::*;

/// What a block counted: rows, and what was added to them.
type Block = Vec<(usize, Vec<i32>)>;

/// Sums straight from the definition, of so many rows and counts, and the products of these pairs.
fn plainly((rows, counts): (usize, usize), pairs: &[(usize, usize)], blocks: &[Block]) -> Vec<RowRecord> {
    let row = |row: usize| {
        let sum = |block: &Block, k: usize| -> i128 {
            block.iter().filter(|(at, _)| *at == row).map(|(_, y)| i128::from(y[k])).sum()
        };
        let product = |&(a, b): &(usize, usize)| blocks.iter().map(|block| sum(block, a) * sum(block, b)).sum();
        RowRecord {
            labels: vec![row.to_string()],
            sums: (0..counts).map(|k| blocks.iter().map(|block| sum(block, k)).sum()).collect(),
            products: pairs.iter().map(product).collect(),
            active: (0..counts).map(|k| blocks.iter().filter(|block| sum(block, k) != 0).count() as u64).collect(),
        }
    };
    (0..rows).map(row).collect()
}

fn spec(rows: usize, grouping: Grouping, columns: &'static [Column]) -> SheetSpec {
    let rows = (0..rows).map(|row| vec![row.to_string()]).collect();
    SheetSpec { name: "sheet", keys: &["row"], rows, grouping, columns }
}

/// The record of blocks that are added by `add`: in one run, and in two parts.
fn records<B>(spec: &SheetSpec, blocks: &[B], add: impl Fn(&mut SheetTally, &B)) -> [SheetRecord; 2] {
    let added = |blocks: &[B]| {
        let mut tally = SheetTally::new(spec);
        for block in blocks {
            add(&mut tally, block);
            tally.end_block();
        }
        tally
    };
    let (first, second) = blocks.split_at(blocks.len() / 3);
    let mut parts = added(first);
    parts.merge(added(second));
    [added(blocks), parts].map(|tally| tally.into_record(spec))
}

/// Once, or so often that there are some more blocks than the narrow sums hold.
fn times() -> impl Strategy<Value = usize> {
    prop_oneof![Just(1), Just(52usize)]
}

const COLUMNS: &[Column] = &[
    Column { name: "a", kind: ColumnKind::Count(0) },
    Column { name: "b", kind: ColumnKind::Mean { of: 1, among: 0 } },
    Column { name: "c", kind: ColumnKind::Rate { of: 3, among: 2 } },
];
const PAIRS: [(usize, usize); 6] = [(1, 1), (1, 0), (0, 0), (3, 3), (3, 2), (2, 2)];
const ROWS: usize = 3;

/// About the borders between narrow and wide sums.
fn border() -> impl Strategy<Value = i32> {
    prop::sample::select(vec![-1025, -1024, -1023, -1, 1023, 1024, 1025])
}

/// Small ones, those about the borders and between them, and very large ones.
fn count() -> impl Strategy<Value = i32> {
    prop_oneof![8 => -3..4, 2 => -1030..1030, 2 => border(), 1 => -200_000_000..200_000_000]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn rows_have_the_sums_of_the_definition(
        few in prop::collection::vec(
            prop::collection::vec((0..ROWS, prop::collection::vec(count(), 4)), 0..4), 20..40),
        times in times(),
    ) {
        let blocks: Vec<Block> = std::iter::repeat_n(few, times).flatten().collect();
        let spec = spec(ROWS, Grouping::Single, COLUMNS);
        let records = records(&spec, &blocks, |tally, block| {
            for (row, y) in block {
                let mut counts = RowCounts::default();
                counts[..4].copy_from_slice(y);
                tally.count(*row, &counts);
            }
        });
        for record in records {
            prop_assert_eq!(&record.pairs, &PAIRS);
            prop_assert_eq!(record.blocks, blocks.len() as u64);
            prop_assert_eq!(record.rows, plainly((ROWS, 4), &PAIRS, &blocks));
        }
    }
}

#[test]
fn rows_have_the_sums_of_the_definition_at_the_borders() {
    for border in [-1025, -1024, -1023, -1, 1023, 1024, 1025] {
        for k in 0..4 {
            let mut counts = RowCounts::default();
            counts[k] = border;
            let spec = spec(ROWS, Grouping::Single, COLUMNS);
            let [record, _] = records(&spec, &[()], |tally, ()| tally.count(1, &counts));
            assert_eq!(record.rows, plainly((ROWS, 4), &PAIRS, &[vec![(1, counts.to_vec())]]), "{k}: {border}");
        }
    }
}

/// Counts of a group of `R` rows: `C` that they have in common, and `O` others.
#[derive(Clone, Debug)]
struct GroupOf<const R: usize, const C: usize, const O: usize> {
    group: usize,
    common: [i32; C],
    own: [[i32; R]; O],
}

impl<const R: usize, const C: usize, const O: usize> GroupOf<R, C, O> {
    /// Small counts for one of two groups, but for a few of them.
    fn any() -> impl Strategy<Value = Self> {
        let other = prop_oneof![2 => -3..4, 4 => border(), 1 => -200_000_000..200_000_000];
        let others = prop::collection::vec((0..C + O, 0..R, other), 0..3);
        let small = prop::collection::vec(0..4, C + O * R);
        (0..2usize, small, others).prop_map(|(group, small, others)| {
            let mut counts = GroupOf {
                group,
                common: std::array::from_fn(|k| small[k]),
                own: std::array::from_fn(|k| std::array::from_fn(|row| small[C + k * R + row])),
            };
            for (k, row, other) in others {
                if k < C { counts.common[k] = other } else { counts.own[k - C][row] = other }
            }
            counts
        })
    }

    fn few() -> impl Strategy<Value = Vec<Vec<Self>>> {
        prop::collection::vec(prop::collection::vec(Self::any(), 0..4), 20..40)
    }

    fn add(&self, tally: &mut SheetTally) {
        let mut own = [GroupColumn::default(); O];
        own.iter_mut().zip(&self.own).for_each(|(column, own)| column[..R].copy_from_slice(own));
        tally.count_group::<R, C, O>(self.group, &GroupCounts { common: self.common, own });
    }

    fn rows(&self) -> impl Iterator<Item = (usize, Vec<i32>)> {
        let of_row = |row: usize| self.common.into_iter().chain(self.own.iter().map(move |own| own[row])).collect();
        (0..R).map(move |row| (self.group * R + row, of_row(row)))
    }

    fn hold(few: Vec<Vec<Self>>, times: usize, columns: &'static [Column], pairs: &[(usize, usize)]) {
        let blocks: Vec<Vec<Self>> = std::iter::repeat_n(few, times).flatten().collect();
        let spec = spec(2 * R, Grouping::Groups { rows: R, common: C }, columns);
        let records = records(&spec, &blocks, |tally, block| block.iter().for_each(|counts| counts.add(tally)));
        let by_row: Vec<Block> = blocks.iter().map(|block| block.iter().flat_map(Self::rows).collect()).collect();
        for record in records {
            assert_eq!(record.pairs, pairs);
            assert_eq!(record.blocks, blocks.len() as u64);
            assert_eq!(record.rows, plainly((2 * R, C + O), pairs, &by_row));
        }
    }
}

const FEW_COLUMNS: &[Column] = &[
    Column { name: "a", kind: ColumnKind::Count(0) },
    Column { name: "b", kind: ColumnKind::Rate { of: 1, among: 0 } },
    Column { name: "c", kind: ColumnKind::Mean { of: 2, among: 1 } },
];
const PAIRS_OF_FEW: [(usize, usize); 5] = [(1, 1), (1, 0), (0, 0), (2, 2), (2, 1)];

/// Common counts are divided by common ones and by others, and others by them.
const MANY_COLUMNS: &[Column] = &[
    Column { name: "a", kind: ColumnKind::Rate { of: 1, among: 0 } },
    Column { name: "b", kind: ColumnKind::Mean { of: 2, among: 0 } },
    Column { name: "c", kind: ColumnKind::Mean { of: 1, among: 3 } },
    Column { name: "d", kind: ColumnKind::Mean { of: 4, among: 3 } },
];
const PAIRS_OF_MANY: [(usize, usize); 9] = [(1, 1), (1, 0), (0, 0), (2, 2), (2, 0), (1, 3), (3, 3), (4, 4), (4, 3)];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn small_groups_have_the_sums_of_the_definition(few in GroupOf::<11, 1, 2>::few(), times in times()) {
        GroupOf::hold(few, times, FEW_COLUMNS, &PAIRS_OF_FEW);
    }

    #[test]
    fn groups_without_common_counts_have_the_sums_of_the_definition(few in GroupOf::<1, 0, 3>::few(), times in times()) {
        GroupOf::hold(few, times, FEW_COLUMNS, &PAIRS_OF_FEW);
    }

    #[test]
    fn large_groups_have_the_sums_of_the_definition(few in GroupOf::<GROUP_ROWS, 2, 3>::few(), times in times()) {
        GroupOf::hold(few, times, MANY_COLUMNS, &PAIRS_OF_MANY);
    }
}

/// A sheet of POT's kind.
fn grouped() -> SheetTally {
    SheetTally::new(&spec(22, Grouping::Groups { rows: 11, common: 1 }, FEW_COLUMNS))
}

#[test]
#[should_panic = "index out of bounds"]
fn a_grouped_sheet_takes_no_single_rows() {
    grouped().count(0, &RowCounts::default());
}

#[test]
#[should_panic = "not by groups"]
fn a_sheet_of_single_rows_takes_no_groups() {
    let counts = GroupCounts::<3, 1, 2> { common: [0], own: [[0; GROUP_ROWS]; 2] };
    SheetTally::new(&spec(ROWS, Grouping::Single, FEW_COLUMNS)).count_group(0, &counts);
}

#[test]
#[should_panic = "groups of this sheet have"]
fn groups_have_the_counts_of_their_sheet() {
    grouped().count_group(0, &GroupCounts::<11, 2, 1> { common: [0; 2], own: [[0; GROUP_ROWS]] });
}

#[test]
#[should_panic = "22 rows do not make groups of 3"]
fn no_row_is_left_over() {
    SheetTally::new(&spec(22, Grouping::Groups { rows: 3, common: 1 }, FEW_COLUMNS));
}

#[test]
#[should_panic = "4 of 3 counts"]
fn what_is_common_is_counted() {
    SheetTally::new(&spec(22, Grouping::Groups { rows: 11, common: 4 }, FEW_COLUMNS));
}

#[test]
#[should_panic = "1 to 12 rows"]
fn groups_are_not_larger_than_columns() {
    SheetTally::new(&spec(26, Grouping::Groups { rows: GROUP_ROWS + 1, common: 1 }, FEW_COLUMNS));
}
