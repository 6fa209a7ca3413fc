//! What duels of Battle Dice say of packs: exact chances, and sums of duels that were fought.
//!
//! Owns the format of `tallies.json` of the command `dice`. How a pack does in a duel is found in `simulate`.

use super::json::{FORMAT, Hash, Listing, Record};
use super::moments::{Ends, Moments};
use super::names::DICE;
use super::pairs::bits;
use super::plausible::{self, Limits};
use super::sums::Sums;
use super::sweep::VariedKey;
use serde::{Deserialize, Serialize};

/// The most duels that can be fought of each kind.
pub const MOST_FOUGHT: u64 = 1_000_000_000_000;
/// More points than one draw of all duels can bring.
const MOST_POINTS: u64 = 1_000_000;
/// The kinds of dice.
pub const DICE_KINDS: usize = 6;

/// `tallies.json` of `analyze dice`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PacksRecord {
    /// The command.
    pub command: String,
    /// The version of the format.
    pub format: u32,
    /// The game.
    pub game: String,
    /// Remarks on the rules and data, a sentence each.
    pub notes: Vec<String>,
    /// How often each duel is fought whose chances are not worked out.
    pub fought: u64,
    /// The keys that were varied, with their values; none for one set of rules.
    pub vary: Vec<VariedKey>,
    /// Each combination of values; one where nothing was varied.
    pub combinations: Vec<PacksOf>,
}

/// Packs by one set of rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PacksOf {
    /// The value of each varied key.
    pub values: Vec<String>,
    /// The cost of a die of each kind, in points.
    pub costs: [u32; DICE_KINDS],
    /// The kind of which a die is taken out of the reference pack.
    pub replaced: usize,
    /// The duels, in the order of the numbers of each pack.
    pub duels: Vec<DuelName>,
    /// A table for each number of players.
    pub tables: Vec<PacksTable>,
}

/// How a duel goes, and how dice are picked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DuelName {
    /// The duel, with its number if it has one.
    pub duel: String,
    /// `chosen` or `random`.
    pub hand: String,
}

/// Packs at a table of some number of players, against opponents with the reference pack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PacksTable {
    /// How many play.
    pub players: u32,
    /// The packs, the reference pack first.
    pub packs: Vec<PackRecord>,
}

/// What a pack is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PackRole {
    /// All opponents have it.
    Reference,
    /// The reference pack with one die swapped.
    Swapped,
    /// As many dice of a kind as the points at the start buy.
    Built,
}

/// A pack and its numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PackRecord {
    /// What it is for.
    pub role: PackRole,
    /// The kind of die that it is about; of the reference pack the one that is taken out.
    pub kind: usize,
    /// How many dice of each kind it has.
    pub dice: [u32; DICE_KINDS],
    /// Its numbers.
    pub numbers: PackNumbers,
}

/// What a pack does in each duel, and what more than the reference pack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PackNumbers {
    /// In the order of the duels.
    pub duels: Vec<DuelNumbers>,
    /// The points of this pack less those of the reference pack, over all duels.
    pub gain: GainNumbers,
}

/// What a pack does in a duel.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DuelNumbers {
    /// Its chance to win.
    pub win: Win,
    /// The points that the duel brings it.
    pub points: Points,
}

/// A chance to win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Win {
    /// Worked out.
    Solved(f64),
    /// The duels that were won of those fought.
    Fought(u64),
}

/// The points of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Points {
    /// Their mean, worked out.
    Solved(f64),
    /// Their sums over the duels that were fought.
    Fought(PointSums),
}

/// Sums of a number that each of some duels has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointSums {
    /// Sum and sum of squares.
    pub moments: Moments,
    /// The least and the largest.
    pub ends: Ends,
}

impl PointSums {
    /// Adds a duel.
    pub fn add(&mut self, points: i64) {
        self.moments.add(points);
        self.ends.add(points);
    }

    /// Adds other duels.
    pub fn merge(&mut self, other: &PointSums) {
        self.moments.merge(&other.moments);
        self.ends.merge(other.ends);
    }
}

/// A difference of points that is worked out as far as both packs' points are, and fought for the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GainNumbers {
    /// What is worked out, summed over duels.
    pub solved: f64,
    /// What was fought: a number for each draw, summed over duels; none if all is worked out.
    pub fought: Option<PointSums>,
}

impl PacksRecord {
    /// All packs of all tables.
    fn packs(&self) -> impl Iterator<Item = &PackRecord> {
        self.combinations.iter().flat_map(|of| &of.tables).flat_map(|table| &table.packs)
    }
}

/// Whether so many numbers, none of them above [`MOST_POINTS`], can have these sums; their variance is not below 0.
fn are_sums(fought: u64, PointSums { moments, ends }: &PointSums) -> bool {
    let limits = Limits { blocks: fought, most: MOST_POINTS };
    let squares = moments.sum.checked_mul(moments.sum).zip(i128::from(fought).checked_mul(moments.squares));
    let is_possible = squares.is_some_and(|(of_sum, all)| of_sum <= all);
    limits.allow(moments) && is_possible && plausible::are_ends(*ends) && ends.least <= ends.most
}

/// Lists sums.
fn list_sums(sums: &PointSums, to: &mut Listing) {
    let PointSums { moments, ends } = sums;
    to.all([moments.sum, moments.squares, ends.least.into(), ends.most.into()]);
}

fn list(pack: &PackRecord, to: &mut Listing) {
    to.all([pack.role as u32, pack.kind as u32]);
    to.all(pack.dice);
    for DuelNumbers { win, points } in &pack.numbers.duels {
        match win {
            Win::Solved(win) => to.all([0, bits(*win)]),
            Win::Fought(wins) => to.all([1, i128::from(*wins)]),
        }
        match points {
            Points::Solved(points) => to.all([0, bits(*points)]),
            Points::Fought(sums) => list_sums(sums, to),
        }
    }
    to.all([bits(pack.numbers.gain.solved)]);
    pack.numbers.gain.fought.iter().for_each(|sums| list_sums(sums, to));
}

impl Sums for PacksRecord {
    /// The duels of each kind that were fought.
    fn blocks(&self) -> u64 {
        self.fought
    }

    fn signature(&self) -> Hash {
        let mut all = Listing::new(format!("{} {} {}", self.game, self.combinations.len(), self.vary.len()));
        all.all([self.fought]);
        for of in &self.combinations {
            all.all(of.costs);
            all.all([of.replaced, of.duels.len(), of.tables.len()]);
            of.tables.iter().for_each(|table| all.all([table.players]));
        }
        self.packs().for_each(|pack| list(pack, &mut all));
        all.hash()
    }
}

impl Record for PacksRecord {
    fn inconsistency(&self) -> Option<String> {
        if self.command != DICE {
            return Some(format!("it is of '{}', not of '{DICE}'", self.command));
        }
        if self.format != FORMAT {
            return Some(format!("its format is {}, not {FORMAT}", self.format));
        }
        if self.combinations.is_empty() || !(1..=MOST_FOUGHT).contains(&self.fought) {
            return Some("it has no packs, or more duels than can be fought".to_owned());
        }
        if self.combinations.iter().any(|of| of.values.len() != self.vary.len()) {
            return Some("its combinations have not one value for each key".to_owned());
        }
        let fits = self.combinations.iter().all(|of| self.is_whole(of)) && self.packs().all(|pack| self.fits(pack));
        (!fits).then(|| "it has numbers that no duels have".to_owned())
    }
}

impl PacksRecord {
    /// Whether there is a number of each pack for each duel, and the reference pack is the first.
    fn is_whole(&self, of: &PacksOf) -> bool {
        let is_first = |table: &PacksTable| table.packs.first().is_some_and(|pack| pack.role == PackRole::Reference);
        let is_alike = |pack: &PackRecord| pack.numbers.duels.len() == of.duels.len();
        let has_all = |table: &PacksTable| (2..=6).contains(&table.players) && table.packs.iter().all(is_alike);
        let is_cost = |cost: &u32| (1..=1000).contains(cost);
        !of.duels.is_empty()
            && !of.tables.is_empty()
            && of.replaced < DICE_KINDS
            && of.costs.iter().all(is_cost)
            && of.tables.iter().all(|table| is_first(table) && has_all(table))
    }

    /// Whether these numbers can be those of a pack.
    fn fits(&self, pack: &PackRecord) -> bool {
        let is_number = |number: f64| number.is_finite() && number.abs() <= 1e9;
        let are_sums = |sums: &PointSums| are_sums(self.fought, sums);
        let is_duel = |duel: &DuelNumbers| {
            let wins = match duel.win {
                Win::Solved(win) => (-1e-9..=1.0 + 1e-9).contains(&win),
                Win::Fought(wins) => wins <= self.fought,
            };
            wins && match &duel.points {
                Points::Solved(points) => is_number(*points),
                Points::Fought(sums) => are_sums(sums),
            }
        };
        let gain = &pack.numbers.gain;
        pack.kind < DICE_KINDS
            && pack.dice.iter().all(|&dice| dice <= 100)
            && pack.numbers.duels.iter().all(is_duel)
            && is_number(gain.solved)
            && gain.fought.iter().all(are_sums)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> PacksRecord {
        let mut sums = PointSums::default();
        (0..10).for_each(|duel| sums.add(duel % 2));
        let solved = DuelNumbers { win: Win::Solved(0.5), points: Points::Solved(0.6) };
        let fought = DuelNumbers { win: Win::Fought(4), points: Points::Fought(sums) };
        let gain = GainNumbers { solved: 0.25, fought: Some(sums) };
        let numbers = PackNumbers { duels: vec![solved, fought], gain };
        let pack = PackRecord { role: PackRole::Reference, kind: 0, dice: [5, 0, 0, 0, 0, 1], numbers };
        let duel = |hand: &str| DuelName { duel: "battle".to_owned(), hand: hand.to_owned() };
        let of = PacksOf {
            values: Vec::new(),
            costs: [1, 2, 2, 3, 4, 5],
            replaced: 0,
            duels: vec![duel("chosen"), duel("random")],
            tables: vec![PacksTable { players: 2, packs: vec![pack] }],
        };
        PacksRecord {
            command: DICE.to_owned(),
            format: FORMAT,
            game: "battle".to_owned(),
            notes: Vec::new(),
            fought: 10,
            vary: Vec::new(),
            combinations: vec![of],
        }
    }

    fn numbers(record: &mut PacksRecord) -> &mut PackNumbers {
        &mut record.combinations[0].tables[0].packs[0].numbers
    }

    #[test]
    fn every_number_is_part_of_the_signature() {
        let signature = record().signature();
        let changes: [fn(&mut PacksRecord); 9] = [
            |it| it.fought += 1,
            |it| it.combinations[0].costs[5] += 1,
            |it| it.combinations[0].replaced = 1,
            |it| it.combinations[0].tables[0].players = 3,
            |it| it.combinations[0].tables[0].packs[0].dice[2] = 1,
            |it| numbers(it).duels[0].win = Win::Solved(0.5 + 1e-12),
            |it| numbers(it).duels[1].win = Win::Fought(5),
            |it| numbers(it).duels[0].points = Points::Solved(0.6 + 1e-12),
            |it| numbers(it).gain.solved += 1e-12,
        ];
        for (at, change) in changes.into_iter().enumerate() {
            let mut changed = record();
            change(&mut changed);
            assert_ne!(changed.signature(), signature, "change {at}");
        }
    }

    #[test]
    fn impossible_numbers_are_found() {
        assert_eq!(record().inconsistency(), None);
        let changes: [fn(&mut PacksRecord); 8] = [
            |it| it.command = "combos".to_owned(),
            |it| it.fought = 0,
            |it| it.combinations[0].replaced = 6,
            |it| it.combinations[0].values.push("3".to_owned()),
            |it| numbers(it).duels[0].win = Win::Solved(1.1),
            |it| numbers(it).duels[1].win = Win::Fought(11),
            |it| numbers(it).duels.truncate(1),
            |it| {
                numbers(it).gain.fought =
                    Some(PointSums { moments: Moments { sum: 9, squares: 1 }, ..PointSums::default() });
            },
        ];
        for (at, change) in changes.into_iter().enumerate() {
            let mut changed = record();
            change(&mut changed);
            assert!(changed.inconsistency().is_some(), "change {at}");
        }
    }
}
