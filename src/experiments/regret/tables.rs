//! The tables of `analyze regret`.
//!
//! Owns their columns, and the estimates that sums of costs become.

use crate::games::BuiltIn;
use crate::games::gang::Gang;
use crate::record::{
    Compared, CostlyChoice, CostlyDecision, CostlyTurn, RegretGroup, RegretMeasure, RegretOf, RegretRecord,
};
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
    let unit = record.measure.unit();
    let most = f64::from(group.most_decisions) * unit;
    let is_best = of.compared == Compared::WithBest && sums.ends.is_none_or(|(least, _)| least >= 0);
    let possible = crate::stats::Range::Possible(Interval { lo: if is_best { 0.0 } else { -most }, hi: most });
    let stopping = if record.until.is_none() { Stopping::Fixed } else { Stopping::Watched { blocks: sums.blocks } };
    let estimate = mean(&ratio, Some(possible), stopping)?;
    let scaled = |number: f64| number / unit;
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

/// The meaning of a cost.
pub fn measure(record: &RegretRecord) -> &'static str {
    match (record.measure, record.players) {
        (RegretMeasure::Score, _) => "how much higher the score would be after the best decisions",
        (RegretMeasure::Turns, _) => "how many fewer turns the game would take after the best decisions",
        (RegretMeasure::WinShare, 2) => {
            "how much higher the win share would be after the best decision, if both players play their best from then on"
        }
        (RegretMeasure::WinShare, _) => {
            "how much higher the win share would be after the decision of champion, if everybody plays like champion from then \
             on; it is below 0 for a decision that is better than that of champion"
        }
    }
}

/// The column with the costs of a group.
fn lost_column(measure: RegretMeasure) -> Definition {
    match measure {
        RegretMeasure::WinShare => definitions::LOST,
        RegretMeasure::Score => Definition::new("lost", "points", "points lost per game by decisions of this kind"),
        RegretMeasure::Turns => Definition::new("lost", "turns", "turns lost per game by decisions of this kind"),
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
                "how decisions are grouped: not at all (all), or by number of dice, rerolls, turn order (turn), lead, card, or step of \
                 the game's file",
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
        Column::estimate(lost_column(record.measure), |(of, group): &Row<'_>| lost(record, of, group)),
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

/// A decision with the strategy that made it.
type Costly<'r> = (&'r RegretOf, &'r CostlyDecision);

/// A decision as a turn of Gang of Dice, if it is one.
fn turn(costly: &CostlyDecision) -> Option<&CostlyTurn> {
    if let CostlyDecision::Turn(turn) = costly { Some(turn) } else { None }
}

/// The columns of a turn of Gang of Dice.
fn of_turns<'r>(unit: f64) -> Vec<Column<'r, Costly<'r>>> {
    vec![
        Column::text(Definition::label("card", "the id of the warning card"), |(_, it): &Costly<'_>| {
            turn(it).map(|turn| turn.card.clone()).unwrap_or_default()
        }),
        Column::whole_if_any(
            Definition::new("pool", "dice", "the pool of the player who decided"),
            |(_, it): &Costly<'_>| turn(it).map(|turn| turn.pool),
        ),
        Column::whole_if_any(
            Definition::new("other_pool", "dice", "the highest pool of the others before the round"),
            |(_, it): &Costly<'_>| turn(it).map(|turn| turn.other),
        ),
        Column::whole_if_any(
            Definition::new("table", "dice", "dice on the table before the decision"),
            |(_, it): &Costly<'_>| turn(it).map(|turn| turn.table),
        ),
        Column::whole_if_any(
            Definition::new(
                "met_dice",
                "dice",
                "dice committed for the best result so far; if no result is valid, all dice committed so far",
            ),
            |(_, it): &Costly<'_>| turn(it)?.met.map(|met| met.0),
        ),
        Column::whole_if_any(
            Definition::new("met_total", "points", "total of the best result so far, empty if there was none"),
            |(_, it): &Costly<'_>| turn(it)?.met?.1,
        ),
        Column::whole_if_any(definitions::DICE, |(_, it): &Costly<'_>| turn(it).map(|turn| turn.dice)),
        Column::whole_if_any(
            Definition::new("best_dice", "dice", "the dice of the best decision"),
            |(_, it): &Costly<'_>| turn(it).map(|turn| turn.best_dice),
        ),
        Column::solved(
            Definition::new("dice_cost", "1", "win share lost because another number of dice was better"),
            move |(_, it): &Costly<'_>| turn(it).map_or(0.0, |turn| turn.dice_cost as f64 / unit),
        ),
        Column::solved(
            Definition::new("reroll_cost", "1", "win share lost because other rerolls were better"),
            move |(_, it): &Costly<'_>| turn(it).map_or(0.0, |turn| turn.reroll_cost as f64 / unit),
        ),
    ]
}

/// The columns of a choice in a game from a file.
fn of_choices<'r>() -> Vec<Column<'r, Costly<'r>>> {
    let column = |name, meaning, told: fn(&CostlyChoice) -> &String| {
        let told = move |it: &CostlyDecision| {
            if let CostlyDecision::Choice(it) = it { told(it).clone() } else { String::new() }
        };
        Column::text(Definition::label(name, meaning), move |(_, it): &Costly<'_>| told(it))
    };
    vec![
        column("step", "the step of the game's file in which the decision was made", |it| &it.step),
        column("state", "the dice and the fields of the game when it was made", |it| &it.state),
        column("chosen", "the decision", |it| &it.chosen),
        column("best", "the best decision", |it| &it.best),
    ]
}

/// The column with the cost of a decision.
fn cost_column(measure: RegretMeasure) -> Definition {
    match measure {
        RegretMeasure::WinShare => Definition::new(
            "cost",
            "1",
            "win share lost by the decision; in Gang of Dice, dice_cost and reroll_cost together",
        ),
        RegretMeasure::Score => Definition::new("cost", "points", "points lost by the decision"),
        RegretMeasure::Turns => Definition::new("cost", "turns", "turns lost by the decision"),
    }
}

/// The column with the value after the best decision.
fn best_column(measure: RegretMeasure) -> Definition {
    match measure {
        RegretMeasure::WinShare => Definition::new("best_value", "1", "expected win share after the best decision"),
        RegretMeasure::Score => {
            Definition::new("best_value", "points", "points expected from here on after the best decision")
        }
        RegretMeasure::Turns => {
            Definition::new("best_value", "turns", "turns expected after this one, after the best decision")
        }
    }
}

/// `worst`: the costliest decisions of each strategy.
pub fn worst(record: &RegretRecord) -> Table {
    let unit = record.measure.unit();
    let mut columns: Vec<Column<'_, Costly<'_>>> = vec![
        Column::text(definitions::STRATEGY, |(of, _): &Costly<'_>| of.strategy.clone()),
        Column::text(definitions::AGAINST, |(of, _): &Costly<'_>| of.against.clone()),
        Column::whole(Definition::new("game", "game", "the number of the game, from 0"), |(_, it): &Costly<'_>| {
            it.game()
        }),
        Column::whole(Definition::new("round", "round", "the round, from 1"), |(_, it): &Costly<'_>| it.at().0),
        Column::whole(definitions::SEAT, |(_, it): &Costly<'_>| it.at().1),
    ];
    columns.extend(if record.game == Gang::NAME { of_turns(unit) } else { of_choices() });
    columns.push(Column::solved(cost_column(record.measure), move |(_, it): &Costly<'_>| it.cost() as f64 / unit));
    columns.push(Column::solved(best_column(record.measure), |(_, it): &Costly<'_>| it.best_value()));
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
    let of = Heading::text(definitions::STRATEGY);
    Headline { of, number: Heading::estimate(definitions::LOST), rows, sentence }
}
