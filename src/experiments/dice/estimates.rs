//! What the numbers of packs come to: chances, points, what a die is worth, and what it should cost.
//!
//! Owns these estimates and their intervals. Where prices cross is for `prices`, which mixes nobody leaves for `mixes`.

use crate::record::{
    DICE_KINDS, DuelNumbers, PackRecord, PackRole, PacksOf, PacksRecord, PacksTable, PointSums, Points, Win,
};
use crate::stats::{self, ErrorRate, Estimate, Interval, RatioSums, Scale, Stopping};

/// More than two packs can differ by in all duels together.
const FARTHEST: u64 = 1_000_000;

/// A pack in a table, with what its numbers are of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row<'r> {
    /// The record.
    pub record: &'r PacksRecord,
    /// The combination.
    pub of: &'r PacksOf,
    /// The table.
    pub table: &'r PacksTable,
    /// The pack.
    pub pack: &'r PackRecord,
}

/// What is said of the price of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is worth more than it costs, measured by the other dice.
    UnderPriced,
    /// It is worth less.
    OverPriced,
    /// It is worth what it costs.
    Fair,
    /// The interval leaves it open.
    Undecided,
    /// The die that others are swapped for.
    Baseline,
}

impl Verdict {
    /// How tables have it.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::UnderPriced => "underpriced",
            Verdict::OverPriced => "overpriced",
            Verdict::Fair => "fair",
            Verdict::Undecided => "undecided",
            Verdict::Baseline => "baseline",
        }
    }
}

/// The tables of all combinations.
pub fn tables(record: &PacksRecord) -> impl Iterator<Item = (&PacksOf, &PacksTable)> {
    record.combinations.iter().flat_map(|of| of.tables.iter().map(move |table| (of, table)))
}

/// The packs of a table that are there for one purpose.
pub fn rows<'r>(
    record: &'r PacksRecord,
    (of, table): (&'r PacksOf, &'r PacksTable),
    role: PackRole,
) -> impl Iterator<Item = Row<'r>> {
    let packs = table.packs.iter().filter(move |pack| pack.role == role);
    packs.map(move |pack| Row { record, of, table, pack })
}

/// The chance to win of a duel's numbers.
pub fn win(fought: u64, numbers: &DuelNumbers) -> Option<Estimate> {
    match numbers.win {
        Win::Solved(win) => Some(Estimate::exact(win, 0)),
        Win::Fought(wins) => {
            let (n, wins) = (i128::from(fought), i128::from(wins));
            let sums = RatioSums { active: fought, x: n, y: wins, xx: n, xy: wins, yy: wins, ends: None };
            stats::rate(&sums, 1, Stopping::Fixed)
        }
    }
}

/// The mean points of a duel's numbers.
pub fn points(fought: u64, numbers: &DuelNumbers) -> Option<Estimate> {
    match &numbers.points {
        Points::Solved(points) => Some(Estimate::exact(*points, 0)),
        Points::Fought(sums) => mean(fought, sums, 1),
    }
}

/// The mean of a number in units of `unit`.
fn mean(fought: u64, sums: &PointSums, unit: u64) -> Option<Estimate> {
    let PointSums { moments, ends } = sums;
    let (least, most) = (ends.least, ends.most);
    let moments = stats::Moments { n: fought, sum: moments.sum, squares: moments.squares, least, most };
    stats::difference(&moments, Scale::new(unit, FARTHEST).as_seen(&moments), ErrorRate::FIVE_PERCENT)
}

/// An estimate a number larger.
fn more(estimate: &Estimate, by: f64) -> Estimate {
    let interval = estimate.interval.map(|Interval { lo, hi }| Interval { lo: lo + by, hi: hi + by });
    Estimate { value: estimate.value + by, interval, n: estimate.n }
}

/// An estimate times a number above 0.
fn times(estimate: &Estimate, by: f64) -> Estimate {
    let interval = estimate.interval.map(|Interval { lo, hi }| Interval { lo: lo * by, hi: hi * by });
    Estimate { value: estimate.value * by, interval, n: estimate.n }
}

impl Row<'_> {
    /// The points that the pack has more than the reference pack, on average over all duels; 0 if it is the same pack.
    pub fn gain(&self) -> Option<Estimate> {
        if self.table.packs.first().is_some_and(|first| first.dice == self.pack.dice) {
            return Some(Estimate::exact(0.0, 0));
        }
        let duels = self.of.duels.len();
        let solved = self.pack.numbers.gain.solved / duels as f64;
        match &self.pack.numbers.gain.fought {
            None => Some(Estimate::exact(solved, 0)),
            Some(sums) => mean(self.record.fought, sums, duels as u64).map(|fought| more(&fought, solved)),
        }
    }

    /// How much more its die costs than the one that it is swapped for, in points.
    pub fn extra_cost(&self) -> f64 {
        f64::from(self.of.costs[self.pack.kind]) - f64::from(self.of.costs[self.of.replaced])
    }

    /// The points gained for each point of cost, of a die that costs more than the one that it is swapped for.
    pub fn gain_per_cost(&self) -> Option<Estimate> {
        let extra = self.extra_cost();
        self.gain().filter(|_| extra > 0.0).map(|gain| times(&gain, 1.0 / extra))
    }

    /// The cost of its die.
    pub fn cost(&self) -> u32 {
        self.of.costs[self.pack.kind]
    }

    /// The duels whose chances to win were computed.
    pub fn solved(&self) -> usize {
        self.pack.numbers.duels.iter().filter(|duel| matches!(duel.win, Win::Solved(_))).count()
    }

    /// How many dice the pack has of each kind, in words.
    pub fn dice(&self) -> String {
        let kinds = self.pack.dice.iter().zip(super::KIND_NAMES).filter(|(count, _)| **count > 0);
        kinds.map(|(count, name)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
    }

    /// The price at which the die would bring as much for each point of cost as the other dice together: the cost of the die
    /// that it is swapped for, and its gain over theirs. The intervals of all dice of a table hold together. None if the
    /// other dice bring nothing, or cost no more than that die.
    pub fn fair_cost(&self) -> Option<Estimate> {
        if self.pack.kind == self.of.replaced {
            return Some(Estimate::exact(self.cost().into(), 0));
        }
        let gains = self.gains();
        let [own, others] = [true, false].map(|is_own| {
            let of = gains.iter().filter(move |(kind, _)| (*kind == self.pack.kind) == is_own);
            of.filter(|(kind, _)| *kind != self.of.replaced).collect::<Vec<_>>()
        });
        let extra = |kind: usize| f64::from(self.of.costs[kind]) - f64::from(self.of.costs[self.of.replaced]);
        let cost: f64 = others.iter().map(|(kind, _)| extra(*kind)).sum();
        let [(_, own)] = own[..] else { return None };
        let rate = times(&total(others.iter().map(|(_, gain)| gain)), 1.0 / cost);
        (cost > 0.0 && rate.value > 0.0).then(|| more(&ratio(own, &rate), self.of.costs[self.of.replaced].into()))
    }

    /// The gains of all swapped dice of the table by kind, with intervals that hold together.
    fn gains(&self) -> Vec<(usize, Estimate)> {
        let rows = || rows(self.record, (self.of, self.table), PackRole::Swapped);
        let fought = rows().filter(|row| row.pack.numbers.gain.fought.is_some()).count();
        rows().filter_map(|row| Some((row.pack.kind, row.gain()?.among(fought)))).take(DICE_KINDS).collect()
    }

    /// What is said of its price.
    pub fn verdict(&self) -> Verdict {
        let cost = f64::from(self.cost());
        if self.pack.kind == self.of.replaced {
            return Verdict::Baseline;
        }
        match self.fair_cost().and_then(|fair| fair.interval) {
            Some(fair) if fair.lo > cost => Verdict::UnderPriced,
            Some(fair) if fair.hi < cost => Verdict::OverPriced,
            Some(fair) if fair.lo == fair.hi => Verdict::Fair,
            _ => Verdict::Undecided,
        }
    }
}

/// The sum of estimates, of ends whose intervals hold together.
fn total<'e>(all: impl Iterator<Item = &'e Estimate>) -> Estimate {
    all.fold(Estimate::exact(0.0, 0), |sum, one| {
        let interval = sum.interval.zip(one.interval);
        let interval = interval.map(|(sum, one)| Interval { lo: sum.lo + one.lo, hi: sum.hi + one.hi });
        Estimate { value: sum.value + one.value, interval, n: sum.n.max(one.n) }
    })
}

/// The ratio of two estimates whose intervals hold together; without an interval if the divisor may be 0 or less.
fn ratio(own: &Estimate, by: &Estimate) -> Estimate {
    let interval = own.interval.zip(by.interval).filter(|(_, by)| by.lo > 0.0).map(|(own, by)| {
        let lo = if own.lo < 0.0 { own.lo / by.lo } else { own.lo / by.hi };
        let hi = if own.hi < 0.0 { own.hi / by.hi } else { own.hi / by.lo };
        Interval { lo, hi }
    });
    Estimate { value: own.value / by.value, interval, n: own.n.max(by.n) }
}
