//! The tables of `analyze regret`.
//!
//! Owns their columns, and the estimates that sums of costs become.

use super::table::{Column, Field, Origin, Table, csv_file};
use crate::record::{Compared, CostlyDecision, REGRET_UNIT, RegretGroup, RegretOf, RegretRecord};
use crate::stats::{Estimate, Interval, RatioSums, Stopping, mean};

/// What a game costs, in win share, with an interval of 95%; exactly 0 where decisions are compared with themselves.
pub fn lost(record: &RegretRecord, of: &RegretOf, group: &RegretGroup) -> Option<Estimate> {
    let sums = group.sums;
    if of.costs_nothing() {
        return Some(Estimate::exact(0.0, sums.blocks));
    }
    let a_block = sums.seats as f64 / sums.blocks.max(1) as f64;
    let per_seat = |cost: i64| cost as f64 / a_block;
    let ratio = RatioSums {
        active: sums.blocks,
        x: sums.seats,
        y: sums.costs,
        xx: sums.seats_squared,
        xy: sums.products,
        yy: sums.costs_squared,
        ends: sums.ends.map(|(lo, hi)| Interval { lo: per_seat(lo), hi: per_seat(hi) }),
    };
    // A decision costs a win at the most, and gains one at the most where what it is compared with is not the best.
    let most = f64::from(group.most_decisions) * REGRET_UNIT;
    let is_best = of.compared == Compared::WithBest && sums.ends.is_none_or(|(least, _)| least >= 0);
    let possible = crate::stats::Range::Possible(Interval { lo: if is_best { 0.0 } else { -most }, hi: most });
    let stopping = if record.until.is_none() { Stopping::Fixed } else { Stopping::Watched { blocks: sums.blocks } };
    let estimate = mean(&ratio, Some(possible), stopping)?;
    let scaled = |number: f64| number / REGRET_UNIT;
    let interval = estimate.interval.map(|interval| Interval { lo: scaled(interval.lo), hi: scaled(interval.hi) });
    Some(Estimate { value: scaled(estimate.value), interval, ..estimate })
}

/// How the intervals are made.
pub fn regret_intervals(record: &RegretRecord) -> &'static str {
    match record.until {
        None => "95 %, of means over blocks, by Student's t",
        Some(_) => "95 %, of means over blocks; confidence_sequence (asymptotic), valid at all looks at once",
    }
}

/// What is measured, in a game of so many players.
pub fn measure(players: usize) -> &'static str {
    if players == 2 {
        "the win share that the best decision would have had more, both playing best from then on, whoever the other really is"
    } else {
        "the win share that the champion's decision would have had more, all playing as champions from then on, whoever the \
         others really are; below 0 for a decision that is better than the champion's"
    }
}

/// A group with the strategy that it is of.
type Row<'r> = (&'r RegretOf, &'r RegretGroup);

fn columns<'r>(record: &'r RegretRecord) -> Vec<Column<'r, Row<'r>>> {
    vec![
        Column::text("strategy", |(of, _): &Row<'_>| of.strategy.clone()),
        Column::text("against", |(of, _): &Row<'_>| of.against.clone()),
        Column::text("by", |(_, group): &Row<'_>| group.by.clone()),
        Column::text("what", |(_, group): &Row<'_>| group.what.clone()),
        Column::whole("games", |(_, group): &Row<'_>| group.sums.seats),
        Column::whole("decisions", |(_, group): &Row<'_>| group.decisions),
        Column::estimate("lost", |(of, group): &Row<'_>| lost(record, of, group)),
    ]
}

/// `regret`: a row for each strategy and kind of decision.
pub fn regret(record: &RegretRecord) -> Table {
    let rows = record.strategies.iter().flat_map(|of| of.groups.iter().map(move |group| (of, group)));
    Table::new("regret", columns(record), rows)
}

/// What people are shown: the same but for the cards that cost least.
pub fn regret_summary(record: &RegretRecord) -> Table {
    let rows = record.strategies.iter().flat_map(|of| {
        let mut cards: Vec<&RegretGroup> = of.groups.iter().filter(|group| group.by == "card").collect();
        cards.sort_by_key(|group| -group.sums.costs);
        let others = of.groups.iter().filter(|group| group.by != "card");
        others.chain(cards.into_iter().take(6)).map(move |group| (of, group)).collect::<Vec<_>>()
    });
    Table::new("regret_summary", columns(record), rows)
}

/// `worst`: the costliest decisions of each strategy.
pub fn worst(record: &RegretRecord) -> Table {
    type Row<'r> = (&'r RegretOf, &'r CostlyDecision);
    let win = |units: i64| units as f64 / REGRET_UNIT;
    let number = |number: Option<u32>| number.map_or(Field::Text(String::new()), |number| Field::Whole(number.into()));
    let columns: Vec<Column<'_, Row<'_>>> = vec![
        Column::text("strategy", |(of, _): &Row<'_>| of.strategy.clone()),
        Column::text("against", |(of, _): &Row<'_>| of.against.clone()),
        Column::whole("game", |(_, it): &Row<'_>| it.game),
        Column::whole("round", |(_, it): &Row<'_>| it.round),
        Column::whole("seat", |(_, it): &Row<'_>| it.seat),
        Column::text("card", |(_, it): &Row<'_>| it.card.clone()),
        Column::whole("pool", |(_, it): &Row<'_>| it.pool),
        Column::whole("other_pool", |(_, it): &Row<'_>| it.other),
        Column::whole("table", |(_, it): &Row<'_>| it.table),
        Column::plain("met_dice", move |(_, it): &Row<'_>| number(it.met.map(|met| met.0))),
        Column::plain("met_total", move |(_, it): &Row<'_>| number(it.met.and_then(|met| met.1))),
        Column::whole("dice", |(_, it): &Row<'_>| it.dice),
        Column::whole("best_dice", |(_, it): &Row<'_>| it.best_dice),
        Column::solved("dice_cost", move |(_, it): &Row<'_>| win(it.dice_cost)),
        Column::solved("reroll_cost", move |(_, it): &Row<'_>| win(it.reroll_cost)),
        Column::solved("cost", move |(_, it): &Row<'_>| win(it.cost())),
        Column::solved("best_value", |(_, it): &Row<'_>| it.value),
    ];
    let rows = record.strategies.iter().flat_map(|of| of.worst.iter().map(move |it| (of, it)));
    Table::new("worst", columns, rows)
}

/// The CSV files, name and content.
pub fn regret_files(record: &RegretRecord, origin: &Origin) -> Vec<(String, String)> {
    [regret(record), worst(record)].map(|table| csv_file(&table.of(origin))).to_vec()
}
