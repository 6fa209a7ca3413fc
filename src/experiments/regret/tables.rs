//! The tables of `analyze regret`.
//!
//! Owns their columns, and the estimates that sums of costs become.

use crate::record::{Compared, CostlyDecision, REGRET_UNIT, RegretGroup, RegretOf, RegretRecord};
use crate::report::column::{Column, Definition};
use crate::report::definitions;
use crate::report::package::CsvFiles;
use crate::report::table::{Origin, Table, csv_files};
use crate::report::{Heading, Headline, shown_estimate};
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
        None => "95%, of means over blocks, by Student's t",
        Some(_) => "95%, of means over blocks; confidence_sequence (asymptotic), valid at all looks at once",
    }
}

/// What is measured, in a game of so many players.
pub fn measure(players: usize) -> &'static str {
    if players == 2 {
        "how much higher the win share would be after the best decision, if both players play their best from then on"
    } else {
        "how much higher the win share would be after the decision of champion, if everybody plays like champion from then on; it \
         is below 0 for a decision that is better than that of champion"
    }
}

/// A group with the strategy that it is of.
type Row<'r> = (&'r RegretOf, &'r RegretGroup);

fn columns<'r>(record: &'r RegretRecord) -> Vec<Column<'r, Row<'r>>> {
    vec![
        Column::text(definitions::STRATEGY, |(of, _): &Row<'_>| of.strategy.clone()),
        Column::text(definitions::AGAINST, |(of, _): &Row<'_>| of.against.clone()),
        Column::text(
            Definition::label(
                "by",
                "how decisions are grouped: not at all (all), or by number of dice, rerolls, turn order (turn), lead, or card",
            ),
            |(_, group): &Row<'_>| group.by.clone(),
        ),
        Column::text(
            Definition::label("what", "the kind of decision, for example one card"),
            |(_, group): &Row<'_>| group.what.clone(),
        ),
        Column::whole(definitions::GAMES, |(_, group): &Row<'_>| group.sums.seats),
        Column::whole(
            Definition::new("decisions", "decisions", "the number of such decisions"),
            |(_, group): &Row<'_>| group.decisions,
        ),
        Column::estimate(definitions::LOST, |(of, group): &Row<'_>| lost(record, of, group)),
    ]
}

/// `regret`: a row for each strategy and kind of decision.
pub fn regret(record: &RegretRecord) -> Table {
    let rows = record.strategies.iter().flat_map(|of| of.groups.iter().map(move |group| (of, group)));
    Table::new("regret", columns(record), rows)
}

/// So many of the cards are shown on a terminal, the costliest first.
pub const SHOWN_CARDS: usize = 6;

/// What people are shown: the same but for the cards that cost least.
pub fn regret_summary(record: &RegretRecord) -> Table {
    let rows = record.strategies.iter().flat_map(|of| {
        let mut cards: Vec<&RegretGroup> = of.groups.iter().filter(|group| group.by == "card").collect();
        cards.sort_by_key(|group| -group.sums.costs);
        let others = of.groups.iter().filter(|group| group.by != "card");
        others.chain(cards.into_iter().take(SHOWN_CARDS)).map(move |group| (of, group)).collect::<Vec<_>>()
    });
    Table::new("regret_summary", columns(record), rows)
}

/// `worst`: the costliest decisions of each strategy.
pub fn worst(record: &RegretRecord) -> Table {
    type Row<'r> = (&'r RegretOf, &'r CostlyDecision);
    let win = |units: i64| units as f64 / REGRET_UNIT;
    let columns: Vec<Column<'_, Row<'_>>> = vec![
        Column::text(definitions::STRATEGY, |(of, _): &Row<'_>| of.strategy.clone()),
        Column::text(definitions::AGAINST, |(of, _): &Row<'_>| of.against.clone()),
        Column::whole(Definition::new("game", "game", "the number of the game, from 0"), |(_, it): &Row<'_>| it.game),
        Column::whole(Definition::new("round", "round", "the round, from 1"), |(_, it): &Row<'_>| it.round),
        Column::whole(definitions::SEAT, |(_, it): &Row<'_>| it.seat),
        Column::text(Definition::label("card", "the id of the warning card"), |(_, it): &Row<'_>| it.card.clone()),
        Column::whole(Definition::new("pool", "dice", "the pool of the player who decided"), |(_, it): &Row<'_>| {
            it.pool
        }),
        Column::whole(
            Definition::new("other_pool", "dice", "the highest pool of the others before the round"),
            |(_, it): &Row<'_>| it.other,
        ),
        Column::whole(
            Definition::new("table", "dice", "dice on the table before the decision"),
            |(_, it): &Row<'_>| it.table,
        ),
        Column::whole_if_any(
            Definition::new(
                "met_dice",
                "dice",
                "dice committed for the best result so far; if no result is valid, all dice committed so far",
            ),
            |(_, it): &Row<'_>| it.met.map(|met| met.0),
        ),
        Column::whole_if_any(
            Definition::new("met_total", "points", "total of the best result so far, empty if there was none"),
            |(_, it): &Row<'_>| it.met.and_then(|met| met.1),
        ),
        Column::whole(definitions::DICE, |(_, it): &Row<'_>| it.dice),
        Column::whole(Definition::new("best_dice", "dice", "the dice of the best decision"), |(_, it): &Row<'_>| {
            it.best_dice
        }),
        Column::solved(
            Definition::new("dice_cost", "1", "win share lost because another number of dice was better"),
            move |(_, it): &Row<'_>| win(it.dice_cost),
        ),
        Column::solved(
            Definition::new("reroll_cost", "1", "win share lost because other rerolls were better"),
            move |(_, it): &Row<'_>| win(it.reroll_cost),
        ),
        Column::solved(
            Definition::new("cost", "1", "win share lost by the decision: dice_cost and reroll_cost"),
            move |(_, it): &Row<'_>| win(it.cost()),
        ),
        Column::solved(
            Definition::new("best_value", "1", "expected win share after the best decision"),
            |(_, it): &Row<'_>| it.value,
        ),
    ];
    let rows = record.strategies.iter().flat_map(|of| of.worst.iter().map(move |it| (of, it)));
    Table::new("worst", columns, rows)
}

/// The CSV files.
pub fn regret_files(record: &RegretRecord, origin: &Origin) -> CsvFiles {
    csv_files([regret(record), worst(record)].map(|table| table.of(origin)))
}

/// What they come to in short: what those of each strategy cost.
pub fn headline(record: &RegretRecord) -> Headline {
    let lost = |of: &RegretOf| of.groups.first().and_then(|all| lost(record, of, all));
    let rows: Vec<_> = record.strategies.iter().map(|of| (of.strategy.clone(), lost(of))).collect();
    let told = |(name, lost): &(String, Option<Estimate>)| match lost {
        Some(lost) => format!("{name} {}", shown_estimate(lost)),
        None => format!("{name} nothing known"),
    };
    let sentence = format!("win share lost per game: {}.", rows.iter().map(told).collect::<Vec<_>>().join(", "));
    Headline { number: Heading::estimate(definitions::LOST), rows, sentence }
}
