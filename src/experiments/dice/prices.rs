//! At which price a die is fair, where its cost was varied.
//!
//! Owns the crossing of the fair cost with the cost. The fair cost at one price is for `estimates`.

use super::KIND_NAMES;
use super::estimates::rows;
use crate::record::{PackRole, PacksOf, PacksRecord};
use crate::stats::{Estimate, Interval};

/// Whether the fair cost and the cost cross between the prices that were varied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crossing {
    /// They do, at this price.
    At(Estimate),
    /// The die is worth less than the lowest price.
    Below,
    /// It is worth more than the highest.
    Above,
    /// The other dice bring too little to measure it by.
    Unknown,
}

impl Crossing {
    /// How tables have it.
    pub const fn name(self) -> &'static str {
        match self {
            Crossing::At(_) => "found",
            Crossing::Below => "below",
            Crossing::Above => "above",
            Crossing::Unknown => "unknown",
        }
    }
}

/// The fair price of a die whose cost was varied, with one value of each other key.
#[derive(Clone, Debug, PartialEq)]
pub struct FairPrice {
    /// The kind of die.
    pub kind: usize,
    /// How many play.
    pub players: u32,
    /// The value of each key; empty of the cost itself.
    pub values: Vec<String>,
    /// The lowest and the highest price that was varied.
    pub prices: [u32; 2],
    /// Where it is fair.
    pub crossing: Crossing,
}

/// The kind of die whose cost a key is: `die.black.cost`.
fn priced(key: &str) -> Option<usize> {
    let kind = key.strip_prefix("die.")?.strip_suffix(".cost")?;
    KIND_NAMES.iter().position(|name| *name == kind)
}

/// The fair prices of all dice whose cost was varied.
pub fn fair_prices(record: &PacksRecord) -> Vec<FairPrice> {
    let keys = record.vary.iter().enumerate();
    let costs = keys.filter_map(|(at, varied)| Some((at, priced(&varied.key)?)));
    costs.flat_map(|(at, kind)| of_kind(record, at, kind)).collect()
}

/// Those of one kind, whose cost is the key at this place.
fn of_kind(record: &PacksRecord, at: usize, kind: usize) -> Vec<FairPrice> {
    let without = |of: &PacksOf| {
        let mut values = of.values.clone();
        values[at].clear();
        values
    };
    let mut groups: Vec<(Vec<String>, Vec<&PacksOf>)> = Vec::new();
    for of in &record.combinations {
        let values = without(of);
        match groups.iter_mut().find(|(known, _)| *known == values) {
            Some((_, group)) => group.push(of),
            None => groups.push((values, vec![of])),
        }
    }
    let tables = |group: &[&PacksOf]| group.first().map_or(0, |of| of.tables.len());
    let of_group = |(values, group): &(Vec<String>, Vec<&PacksOf>)| -> Vec<FairPrice> {
        (0..tables(group)).filter_map(|table| of_table(record, group, (kind, table), values)).collect()
    };
    groups.iter().flat_map(of_group).collect()
}

/// That of one number of players.
fn of_table(
    record: &PacksRecord,
    group: &[&PacksOf],
    (kind, table): (usize, usize),
    values: &[String],
) -> Option<FairPrice> {
    let fair = |of: &PacksOf| {
        let table = of.tables.get(table)?;
        let row = rows(record, (of, table), PackRole::Swapped).find(|row| row.pack.kind == kind)?;
        row.fair_cost()
    };
    let mut points: Vec<(f64, Option<Estimate>)> =
        group.iter().map(|of| (f64::from(of.costs[kind]), fair(of))).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    let prices = [points.first()?.0 as u32, points.last()?.0 as u32];
    let players = group.first()?.tables.get(table)?.players;
    Some(FairPrice { kind, players, values: values.to_vec(), prices, crossing: crossing(&points) })
}

/// Where the fair cost crosses the cost, by straight lines between the prices.
fn crossing(points: &[(f64, Option<Estimate>)]) -> Crossing {
    let known: Vec<(f64, Estimate)> =
        points.iter().filter_map(|(price, fair)| fair.map(|fair| (*price, fair))).collect();
    if known.len() < points.len() || known.is_empty() {
        return Crossing::Unknown;
    }
    let line = |of: &dyn Fn(&Estimate) -> Option<f64>| -> Option<Vec<(f64, f64)>> {
        known.iter().map(|(price, fair)| Some((*price, of(fair)? - price))).collect()
    };
    let Some(values) = line(&|fair| Some(fair.value)) else { return Crossing::Unknown };
    let Some(value) = zero(&values) else {
        return if values[0].1 < 0.0 { Crossing::Below } else { Crossing::Above };
    };
    let end = |of: fn(Interval) -> f64| line(&|fair| fair.interval.map(of)).and_then(|line| zero(&line));
    let interval = end(|it| it.lo).zip(end(|it| it.hi)).map(|(lo, hi)| Interval { lo, hi });
    Crossing::At(Estimate { value, interval, n: known.iter().map(|(_, fair)| fair.n).max().unwrap_or(0) })
}

/// Where a line through these points first comes from above 0 down to it.
fn zero(line: &[(f64, f64)]) -> Option<f64> {
    if let [(price, 0.0), ..] = line {
        return Some(*price);
    }
    line.windows(2).find_map(|ends| match ends {
        &[(from, above), (to, below)] if above > 0.0 && below <= 0.0 => {
            Some(from + (to - from) * above / (above - below))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fair(value: f64, half: f64) -> Option<Estimate> {
        Some(Estimate { value, interval: Some(Interval { lo: value - half, hi: value + half }), n: 9 })
    }

    /// A fair cost of 4.4 at every price is crossed there, with its interval. One that falls from 5 at 4 to 4 at 5 is crossed
    /// half way.
    #[test]
    fn prices_cross_where_lines_do() {
        let all: Vec<_> = (3..=6).map(|price| (f64::from(price), fair(4.4, 0.5))).collect();
        let Crossing::At(found) = crossing(&all) else { panic!("{all:?}") };
        let ends = found.interval.unwrap();
        assert!((found.value - 4.4).abs() < 1e-12 && (ends.lo - 3.9).abs() < 1e-12 && (ends.hi - 4.9).abs() < 1e-12);
        let Crossing::At(found) = crossing(&[(4.0, fair(5.0, 0.0)), (5.0, fair(4.0, 0.0))]) else { panic!() };
        assert!((found.value - 4.5).abs() < 1e-12, "{found:?}");
        assert_eq!(crossing(&all[2..]), Crossing::Below);
        assert_eq!(crossing(&all[..1]), Crossing::Above);
        assert_eq!(crossing(&[(3.0, None), (4.0, fair(3.0, 0.1))]), Crossing::Unknown);
        // The interval reaches beyond the prices, so that nobody knows its end.
        let Crossing::At(found) = crossing(&[(3.0, fair(3.2, 1.0)), (4.0, fair(3.2, 1.0))]) else { panic!() };
        assert_eq!(found.interval, None);
    }

    #[test]
    fn keys_of_costs_name_their_die() {
        assert_eq!(priced("die.black.cost"), Some(5));
        for key in ["die.black.supply", "die.pink.cost", "cost", "goal"] {
            assert_eq!(priced(key), None, "{key}");
        }
    }
}
