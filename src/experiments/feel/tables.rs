//! The tables of `analyze feel`.
//!
//! Owns their columns, and what each measure is in words.

use super::estimates::{
    at_most, measured, measured_at_most, method, number, same_in_all, share, standing, standing_at_most,
};
use super::rating::{Pair, pairs};
use super::skill::{Duel, Source, duels, variance_share};
use crate::page::plain;
use crate::record::{FeelRecord, FeelStanding, RoundRecord, WeighedSums};
use crate::report::column::{Column, Definition};
use crate::report::definitions;
use crate::report::field::Field;
use crate::report::measures::{meaning, name, unit};
use crate::report::package::CsvFiles;
use crate::report::table::{Origin, Table, csv_files};
use crate::report::{Heading, Headline, Largest, highest, shown_estimate};
use crate::stats::{Estimate, Measure, Standing, WHOLE_STANDING};

/// The quantiles that are shown: of 10, 50 and 90 per cent of the games.
const PERCENTS: [u32; 3] = [10, 50, 90];

/// What the standings of a record are.
pub fn standing_of(record: &FeelRecord) -> Standing {
    match record.standing {
        FeelStanding::Values => Standing::Value,
        FeelStanding::Scores { .. } => Standing::Score,
    }
}

/// The measures that the games have.
pub(super) fn known(record: &FeelRecord) -> Vec<Measure> {
    Measure::ALL.into_iter().filter(|measure| is_known(record, *measure)).collect()
}

/// Whether the games have a measure. Not everywhere is it known what the options of decisions are worth.
pub(super) fn is_known(record: &FeelRecord, measure: Measure) -> bool {
    let is_counted = || record.sums.measures.get(measure.index()).is_some_and(|found| found.sums.active > 0);
    measure.is_known(standing_of(record)) && (measure != Measure::Idle || is_counted())
}

/// The columns of a quantile: the value, which is one that games had, and the ends of its interval. As a value is counted, its
/// interval may have no width, which does not make it exact.
fn quantile_columns<'a, R: 'a>(
    (name, percent): (&str, u32),
    (unit, of): (&str, &str),
    found: impl Fn(&R, u32) -> Option<Estimate> + Copy + 'a,
) -> [Column<'a, R>; 3] {
    let name = format!("{name}p{percent}");
    let told = Definition::of(name.clone(), unit, format!("{of} that {percent}% of them do not exceed"));
    let end = |end: &str, which: &str| {
        let meaning = format!("{which} end of the 95% interval of {name}; empty where too few blocks bound it");
        Definition::of(format!("{name}_{end}"), unit, meaning)
    };
    let interval = move |row: &R| found(row, percent)?.interval;
    [
        Column::exact(told, move |row: &R| found(row, percent).map(|found| found.value)),
        Column::exact(end("lo", "lower"), move |row: &R| interval(row).map(|it| it.lo)),
        Column::exact(end("hi", "upper"), move |row: &R| interval(row).map(|it| it.hi)),
    ]
}

/// `feel`: a row for each measure.
pub fn feel(record: &FeelRecord) -> Table {
    let kind = standing_of(record);
    let mut columns: Vec<Column<'_, Measure>> = vec![
        Column::text(definitions::METRIC, |measure: &Measure| name(*measure)),
        Column::estimate(
            Definition::new("mean", definitions::BY_METRIC, "mean over all games"),
            |measure: &Measure| measured(record, *measure),
        ),
    ];
    for percent in PERCENTS {
        let of = "value of the games";
        columns.extend(quantile_columns(("", percent), (definitions::BY_METRIC, of), |measure: &Measure, percent| {
            measured_at_most(record, *measure, percent)
        }));
    }
    columns.extend([
        Column::text(Definition::label("unit", "what the numbers of the row are counted in"), |measure: &Measure| {
            unit(*measure)
        }),
        Column::whole(Definition::new("games", "games", "games that were played"), |_: &Measure| record.games()),
        Column::whole_if_any(
            Definition::new("n", "blocks", "blocks of games that the interval of the mean rests on"),
            |measure: &Measure| measured(record, *measure).map(|found| found.n),
        ),
        Column::text(Definition::label("method", "how the interval of the mean is made"), |measure: &Measure| {
            method(record, *measure)
        }),
        Column::text(
            Definition::label("standing", "what says how a player stands: win_probability, or score"),
            move |_: &Measure| if kind == Standing::Value { "win_probability" } else { "score" },
        ),
        Column::text(Definition::label("meaning", "what is measured"), move |measure: &Measure| {
            meaning(*measure, kind)
        }),
    ]);
    Table::new("feel", columns, known(record))
}

/// The same table for people: a number that is the same in all games is told as that, for it has no interval.
pub fn plainly(record: &FeelRecord, mut table: Table) -> Table {
    for (measure, row) in known(record).into_iter().zip(&mut table.rows) {
        if let Some((value, all)) = same_in_all(record, measure) {
            let value = if value.fract() == 0.0 { format!("{value:.0}") } else { plain(value) };
            row[MEAN] = Field::Text(format!("{value} in all {all}"));
        }
    }
    table
}

/// Where the mean stands in the tables of measures.
const MEAN: usize = 1;

/// What people are shown of it.
pub fn feel_summary(record: &FeelRecord) -> Table {
    feel(record).only(&["metric", "mean", "p10", "p50", "p90", "unit"])
}

/// A round with its number.
type Row<'r> = (usize, &'r RoundRecord);

/// `rounds`: a row before the first round and after each.
pub fn rounds(record: &FeelRecord) -> Table {
    let mut columns: Vec<Column<'_, Row<'_>>> = vec![
        Column::whole(
            Definition::new("round", "rounds", "rounds that were played; 0 is the position before the first"),
            |(round, _): &Row<'_>| *round as u64,
        ),
        Column::whole(
            Definition::new("games", "games", "games that lasted at least this many rounds"),
            |(_, at): &Row<'_>| at.leader.of,
        ),
    ];
    columns.extend(standings(record));
    columns.extend((0..record.players).map(|seat| {
        let meaning = format!("standing of seat {}, over all strategies that sat there", seat + 1);
        let told = Definition::of(format!("seat{}", seat + 1), "1", meaning);
        Column::estimate(told, move |(_, at): &Row<'_>| standing(record, &at.seats[seat]))
    }));
    columns.extend(played(record));
    Table::new("rounds", columns, record.sums.rounds.iter().enumerate())
}

/// The columns about the leader and the winner.
fn standings<'r>(record: &'r FeelRecord) -> Vec<Column<'r, Row<'r>>> {
    let mut columns: Vec<Column<'r, Row<'r>>> = vec![
        Column::estimate(Definition::new("leader", "1", "highest standing of a seat"), |(_, at): &Row<'_>| {
            standing(record, &at.leader)
        }),
        Column::estimate(
            Definition::new("lead", "1", "how far the highest standing is above the second"),
            |(_, at): &Row<'_>| standing(record, &at.lead),
        ),
        Column::estimate(
            Definition::new("winner", "1", "standing of the player who wins the game, in games with one winner"),
            |(_, at): &Row<'_>| standing(record, &at.winner),
        ),
    ];
    for percent in PERCENTS {
        let of = ("1", "standing of the leaders");
        columns.extend(quantile_columns(("leader_", percent), of, |(_, at): &Row<'_>, percent| {
            standing_at_most(record, &at.leaders, percent)
        }));
    }
    for percent in PERCENTS {
        let of = ("1", "standing of the winners");
        columns.extend(quantile_columns(("winner_", percent), of, |(_, at): &Row<'_>, percent| {
            standing_at_most(record, &at.winners, percent)
        }));
    }
    columns
}

/// The columns about scores and turns.
fn played<'r>(record: &'r FeelRecord) -> Vec<Column<'r, Row<'r>>> {
    let mut columns: Vec<Column<'r, Row<'r>>> = Vec::new();
    for percent in PERCENTS {
        let of = ("by game", "score of the players");
        columns.extend(quantile_columns(("score_", percent), of, |(_, at): &Row<'_>, percent| {
            at_most(record, &at.scores, percent, 1.0)
        }));
    }
    columns.extend([
        Column::estimate(
            Definition::new(
                "dice_mean",
                "dice",
                "mean number of dice of a turn of the round; empty in games that do not count them",
            ),
            |(_, at): &Row<'_>| number(record, &at.dice, 1),
        ),
        Column::estimate(
            Definition::new(
                "invalid_rate",
                "1",
                "share of the turns of the round that came to nothing; empty in games whose turns cannot fail",
            ),
            |(_, at): &Row<'_>| share(record, &at.invalid, 1),
        ),
    ]);
    columns
}

/// `skill`: a row for each source of the variance of results.
pub fn skill(record: &FeelRecord) -> Table {
    let columns: Vec<Column<'_, Source>> = vec![
        Column::text(
            Definition::label(
                "source",
                "what results vary with: strategy, seat, or luck; where win probabilities and cards are known, luck is split \
                 into cards and dice",
            ),
            |source: &Source| source.name(),
        ),
        Column::estimate(
            Definition::new("share", "1", "share of the variance of the win shares of players that comes of it"),
            |source: &Source| variance_share(record, *source),
        ),
        Column::whole(Definition::new("games", "games", "games that were played"), |_: &Source| record.games()),
        Column::text(Definition::label("method", "how the interval is made"), |_: &Source| "jackknife, 32 batches"),
    ];
    Table::new("skill", columns, Source::known(record))
}

/// `matches`: a row for each pair of strategies.
pub fn matches(record: &FeelRecord) -> Table {
    let games = |told, of: fn(&Duel<'_>) -> Option<f64>| Column::exact(told, move |duel: &Duel<'_>| of(duel));
    let columns = vec![
        Column::text(Definition::label("better", "the strategy with the higher win share"), |duel: &Duel<'_>| {
            duel.better
        }),
        Column::text(Definition::label("other", "the other strategy"), |duel: &Duel<'_>| duel.other),
        Column::estimate(
            Definition::new(
                "win_share_lead",
                "1",
                "win share of the better one minus that of the other, per game at the same table",
            ),
            |duel: &Duel<'_>| duel.lead,
        ),
        games(
            Definition::new("match_games", "games", "games of a match that the better one wins with a chance of 90%"),
            |duel| duel.games,
        ),
        games(
            Definition::new("match_games_lo", "games", "the same if the lead is as large as its interval allows"),
            |duel| duel.games_between[0],
        ),
        games(
            Definition::new(
                "match_games_hi",
                "games",
                "the same if the lead is as small as its interval allows; empty if the other strategy may be better",
            ),
            |duel| duel.games_between[1],
        ),
    ];
    Table::new("matches", columns, duels(record))
}

/// The columns of a pair of rated strategies about the match.
fn match_columns<'r>() -> [Column<'r, Pair<'r>>; 3] {
    let games = |name, meaning, of: fn(&Pair<'_>) -> Option<f64>| {
        Column::exact(Definition::new(name, "games", meaning), move |pair: &Pair<'_>| of(pair))
    };
    [
        games("match_games", "games of a match that the better one wins with a chance of 90%", |pair| pair.games),
        games("match_games_lo", "the same if the win share is as high as its interval allows", |pair| {
            pair.games_between[0]
        }),
        games(
            "match_games_hi",
            "the same if the win share is as low as its interval allows; empty if the other strategy may be better",
            |pair| pair.games_between[1],
        ),
    ]
}

/// `ratings`: a row for each pair of the strategies that are rated.
pub fn ratings(record: &FeelRecord) -> Table {
    let points = |name, meaning, of: fn(&Pair<'_>) -> Option<f64>| {
        Column::exact(Definition::new(name, "rating points", meaning), move |pair: &Pair<'_>| of(pair))
    };
    let mut columns: Vec<Column<'_, Pair<'_>>> = vec![
        Column::text(Definition::label("better", "the strategy with the higher win share"), |pair: &Pair<'_>| {
            pair.better
        }),
        Column::text(Definition::label("other", "the other strategy"), |pair: &Pair<'_>| pair.other),
        Column::estimate(
            Definition::new(
                "win_share",
                "1",
                "share of the games that the better one wins, with all its seats, against the other, which has as many",
            ),
            |pair: &Pair<'_>| Some(pair.share),
        ),
        points(
            "rating",
            "rating of the better one minus that of the other: 400 points are ten times the chance to win; empty if it always wins",
            |pair| pair.rating,
        ),
        points("rating_lo", "the same if the win share is as low as its interval allows", |pair| {
            pair.rating_between[0]
        }),
        points(
            "rating_hi",
            "the same if the win share is as high as its interval allows; empty if that is every game",
            |pair| pair.rating_between[1],
        ),
    ];
    columns.extend(match_columns());
    columns.extend([
        Column::whole(Definition::new("games", "games", "games that the two played"), |pair: &Pair<'_>| pair.played),
        Column::whole(
            Definition::new("n", "blocks", "blocks of games that the interval of the win share rests on"),
            |pair: &Pair<'_>| pair.share.n,
        ),
        Column::text(
            Definition::label(
                "method",
                "how the interval of the win share is made, which those of the others follow from",
            ),
            |_: &Pair<'_>| if record.until.is_none() { "wilson, effective n" } else { "confidence sequence" },
        ),
    ]);
    Table::new("ratings", columns, pairs(record))
}

/// A card with its sums.
type CardRow<'r> = (&'r String, &'r WeighedSums);

/// `card_drama`: a row for each card, those that move win probabilities most first.
pub fn card_drama(record: &FeelRecord) -> Table {
    let columns: Vec<Column<'_, CardRow<'_>>> = vec![
        Column::text(Definition::label("card", "the id of the card"), |(card, _): &CardRow<'_>| (*card).clone()),
        Column::estimate(
            Definition::new("excitement", "wins", "sum of all gains in win probability in a round with this card"),
            |(_, sums): &CardRow<'_>| number(record, sums, WHOLE_STANDING),
        ),
        Column::whole(Definition::new("rounds", "rounds", "rounds that had the card"), |(_, sums): &CardRow<'_>| {
            sums.of
        }),
    ];
    let mut rows: Vec<CardRow<'_>> = record.cards.iter().zip(&record.sums.cards).collect();
    let mean = |sums: &WeighedSums| sums.sum as f64 / sums.of.max(1) as f64;
    rows.sort_by(|a, b| mean(b.1).total_cmp(&mean(a.1)));
    Table::new("card_drama", columns, rows)
}

/// Whether it is known what cards do to win probabilities.
pub fn has_card_drama(record: &FeelRecord) -> bool {
    standing_of(record) == Standing::Value && !record.cards.is_empty()
}

/// The card that moves win probabilities most, as far as that is known.
pub fn most_dramatic_card(record: &FeelRecord) -> Option<Largest<&String>> {
    let cards = record.cards.iter().zip(&record.sums.cards).filter(|_| has_card_drama(record));
    let numbers: Vec<_> =
        cards.filter_map(|(card, sums)| Some((card, number(record, sums, WHOLE_STANDING)?))).collect();
    let all = numbers.len();
    highest(numbers.into_iter().map(|(card, found)| (card, found.among(all))).collect())
}

/// The CSV files.
pub fn feel_files(record: &FeelRecord, origin: &Origin) -> CsvFiles {
    let cards = has_card_drama(record).then(|| card_drama(record));
    let rated = (!record.rated.is_empty()).then(|| ratings(record));
    let tables = [feel(record), rounds(record), skill(record), matches(record)].into_iter().chain(cards).chain(rated);
    csv_files(tables.map(|table| table.of(origin)))
}

/// The measures of a combination in short.
const IN_SHORT: [Measure; 5] =
    [Measure::LeadChanges, Measure::Excitement, Measure::Tension, Measure::Decided, Measure::ComebackFrom20];

/// What the games come to in short.
pub fn headline(record: &FeelRecord) -> Headline {
    let standing = standing_of(record);
    let shown = IN_SHORT.into_iter().filter(|measure| measure.is_known(standing));
    let rows: Vec<_> = shown.map(|measure| (name(measure).to_owned(), measured(record, measure))).collect();
    let told = |(name, found): &(String, Option<Estimate>)| {
        found.as_ref().map(|found| format!("{} {}", crate::report::in_words(name), shown_estimate(found)))
    };
    let sentence = format!("{}.", rows.iter().filter_map(told).collect::<Vec<_>>().join(", "));
    let number = Heading::estimate(Definition::new("mean", definitions::BY_METRIC, "mean over all games"));
    Headline { of: Heading::text(definitions::METRIC), number, rows, sentence }
}
