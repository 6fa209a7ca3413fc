//! The page of a run.

use crate::page::distributions;
use crate::page::distributions::{elimination_sentence, margin_sentence};
use crate::page::picture::{Caption, Dot, Dots};
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, capital, folded, listed, page, percent, plain, words};
use crate::record::{Manifest, Tallies, counted};
use crate::report;
use crate::report::{Field, Heading, Table};
use crate::stats::{Estimate, Interval, quantile};
use maud::{Markup, html};

/// The page of these records.
pub fn run_page(tallies: &Tallies, manifest: &Manifest, about: &About) -> String {
    let title = format!("{}, {} players: {}", about.game(), manifest.players, manifest.lineup.join(", "));
    let summary = report::summary(tallies);
    let seat_values = report::seat_values(tallies);
    let par = 1.0 / tallies.seats.len().max(1) as f64;
    let sections = html! {
        section { h2 { "Who wins" } div.figures {
            figure { (shares(
                "share",
                "Win shares",
                "Each strategy's share of the wins, with its 95% interval. A tie of k players counts 1/k. The dashed line is an \
                 equal share.",
                &summary,
                par,
            )) }
            figure { (shares(
                "seats",
                "What a seat is worth",
                "Each seat's share of the wins, averaged over the strategies in it. The dashed line is an equal share.",
                &seat_values,
                par,
            )) }
        } (table(&summary)) (table(&seat_values)) }
        (distributions::sections(tallies, about))
        @for (number, statistics) in report::statistics(tallies).enumerate() { (statistics_section(number, &statistics)) }
        (folded("By strategy and seat", &table(&report::seats(tallies))))
    };
    let opening = Opening { title, sentences: sentences(tallies, manifest, about), tiles: tiles(tallies, about) };
    page(&opening, &sections, manifest, about)
}

/// Who wins, what the last seat is worth, how long a game is, how close, and how sure all this is.
fn tiles(tallies: &Tallies, about: &About) -> Vec<Tile> {
    let ranked = ranked(&report::summary(tallies), "win_share");
    let leader = leader_tile(&ranked, tallies.seats.len());
    let margins = report::distributions(tallies).into_iter().find(|of| of.metric == "margin");
    let margin = margins.and_then(|of| quantile(&of.games, 50)).map(|half| {
        let said = format!("{}; in half of the games, the winner leads by no more than this", about.unit);
        Tile::new("Typical margin", half.to_string(), said)
    });
    let widths = ranked.iter().filter_map(|(_, share)| share.interval).map(|interval| interval.width());
    let widest = widths.reduce(f64::max).filter(|_| ranked.len() > 1);
    let sure = widest.map(|widest| Tile::uncertainty(widest, tallies.games()));
    leader.into_iter().chain(seat_tile(tallies)).chain(length_tile(tallies)).chain(margin).chain(sure).collect()
}

/// Who wins most, if there are several, and whether that is settled.
fn leader_tile(ranked: &[(String, Estimate)], seats: usize) -> Option<Tile> {
    let [(name, share), others @ ..] = ranked else { return None };
    let (next, _) = others.first()?;
    let rivals = others.iter().filter(|(_, other)| is_open(share, other)).count();
    let said = match rivals {
        0 => format!("{name}; an equal share is {}", percent(1.0 / seats as f64)),
        1 => format!("{name}, by the estimates; {next} may have as high a share"),
        _ => format!("{name}, by the estimates; {rivals} others may have as high a share"),
    };
    Some(Tile::new("Highest win share", percent(share.value), said))
}

/// How much more often the last seat wins than the first.
fn seat_tile(tallies: &Tallies) -> Option<Tile> {
    let seats = column(&report::seat_values(tallies), "win_share");
    let ([(_, first), .., (_, last)], all) = (&seats[..], seats.len()) else { return None };
    let said = format!("win share of seat {all} minus that of seat 1");
    Some(Tile::difference("Advantage of the last seat", &apart(last, first), &said))
}

fn length_tile(tallies: &Tallies) -> Option<Tile> {
    let turns = tallies.lengths.iter().find(|length| length.metric == "turns")?;
    if let [(only, _)] = turns.histogram[..] {
        return Some(Tile::new("Length", counted(only, "turn", "turns"), "in every game"));
    }
    let (_, mean) = column(&report::length(tallies), "mean").into_iter().find(|(metric, _)| metric == "turns")?;
    let most = quantile(&turns.histogram, 95)?;
    let said = format!("on average; 95% of the games have at most {most}");
    Some(Tile::new("Length", format!("{} turns", plain(mean.value)), said))
}

/// The estimates of a column, with the words before it in their rows.
pub(crate) fn column(table: &Table, name: &str) -> Vec<(String, Estimate)> {
    let Some(at) = table.headings.iter().position(|heading| heading.name() == name) else { return Vec::new() };
    let found = table.rows.iter().filter_map(|row| match row[at] {
        Field::Estimate(Some(estimate)) => Some((report::shown(&row[0]), estimate)),
        _ => None,
    });
    found.collect()
}

fn shares(id: &str, title: &str, text: &str, table: &Table, par: f64) -> Markup {
    let rows = column(table, "win_share").into_iter();
    let label = |name: String| if id == "seats" { format!("seat {name}") } else { name };
    let rows = rows.map(|(name, estimate)| (label(name), vec![Dot { series: 0, estimate }])).collect();
    let caption = Caption { id: id.to_owned(), title: title.to_owned(), text: text.to_owned() };
    Dots { rows, series: Vec::new(), mark: Some(par), band: None }.draw(&caption)
}

/// The pictures and the table of something the game counted: a picture for each estimate, with a row for each thing and a
/// dot in it for each strategy.
fn statistics_section(number: usize, table_of: &Table) -> Markup {
    let words_of = |row: &[Field]| {
        let texts = row.iter().take_while(|field| matches!(field, Field::Text(_)));
        texts.map(report::shown).collect::<Vec<_>>()
    };
    let strategy = table_of.headings.iter().position(|heading| heading.name() == "strategy");
    let mut series: Vec<String> = Vec::new();
    for row in &table_of.rows {
        let name = strategy.map_or_else(String::new, |at| report::shown(&row[at]));
        if !series.contains(&name) {
            series.push(name);
        }
    }
    let picture = |at: usize, heading: &Heading| {
        let mut rows: Vec<(String, Vec<Dot>)> = Vec::new();
        for row in &table_of.rows {
            let Field::Estimate(Some(estimate)) = row[at] else { continue };
            let labels = words_of(row);
            let whose = strategy.map_or("", |at| &*labels[at]);
            let things = labels.iter().enumerate().filter(|(at, _)| Some(*at) != strategy).map(|(_, label)| &**label);
            let label = things.take(2).collect::<Vec<_>>().join(": ");
            let series = series.iter().position(|name| name == whose).unwrap_or(0);
            match rows.iter_mut().find(|(known, _)| *known == label) {
                Some((_, dots)) => dots.push(Dot { series, estimate }),
                None => rows.push((label, vec![Dot { series, estimate }])),
            }
        }
        let text = format!("{}, with 95% intervals.", capital(&table_of.in_words(heading.meaning())));
        let id = format!("statistics{number}-{}", heading.name());
        let caption = Caption { id, title: capital(&heading.words()), text };
        Dots { rows, series: series.clone(), mark: None, band: None }.draw(&caption)
    };
    let content = html! {
        div.figures { @for (at, heading) in table_of.headings.iter().enumerate() {
            @if heading.is_estimate() { figure { (picture(at, heading)) } }
        } }
        (table(table_of))
    };
    folded(&capital(&words(&table_of.name)), &content)
}

/// What the run says, in plain sentences.
fn sentences(tallies: &Tallies, manifest: &Manifest, about: &About) -> Vec<String> {
    let mut all = vec![winner_sentence(tallies)];
    all.extend(seat_sentence(tallies).map(|seats| format!("{}.", capital(&seats))));
    all.extend(length_sentence(tallies));
    all.extend(score_sentence(tallies, about));
    all.extend(margin_sentence(tallies, about));
    all.extend(elimination_sentence(tallies));
    all.push(undecided_sentence(tallies));
    if manifest.seating == "fixed" && tallies.strategies.len() > 1 {
        all.push("Each strategy kept its seat, so its win share includes the advantage of the seat.".to_owned());
    }
    all.extend(luck_sentence(tallies));
    all.extend(tallies.notes.iter().map(|note| format!("{}.", capital(note))));
    all
}

/// The rows from the highest value to the lowest.
fn ranked(table: &Table, name: &str) -> Vec<(String, Estimate)> {
    let mut rows = column(table, name);
    rows.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    rows
}

/// Whether the order of two is open: their intervals overlap, or one has none.
pub(crate) fn is_open(a: &Estimate, b: &Estimate) -> bool {
    match (a.interval, b.interval) {
        (Some(a), Some(b)) => a.lo <= b.hi && b.lo <= a.hi,
        _ => true,
    }
}

/// Who wins most and who least, as far as that is settled.
fn winner_sentence(tallies: &Tallies) -> String {
    let rows = ranked(&report::summary(tallies), "win_share");
    let par = percent(1.0 / tallies.seats.len().max(1) as f64);
    let ([(_, best), ..], [.., (_, worst)]) = (&rows[..], &rows[..]) else {
        return "No games were counted.".to_owned();
    };
    if let [(name, _)] = &rows[..] {
        return format!("{name} sits in every seat, so its win share is an equal share: {par}.");
    }
    let beside = |end: &Estimate| rows.iter().filter(|(_, own)| is_open(own, end)).collect::<Vec<_>>();
    let (most, least) = (beside(best), beside(worst));
    let names = |of: &[&(String, Estimate)]| listed(&of.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
    let shares = |of: &[&(String, Estimate)]| listed(&of.iter().map(|(_, own)| percent(own.value)).collect::<Vec<_>>());
    if most.iter().any(|(_, own)| is_open(own, worst)) {
        let all: Vec<String> = rows.iter().map(|(name, own)| format!("{name} {}", percent(own.value))).collect();
        return format!(
            "It is not settled who wins most often, because the intervals overlap. The win shares are: {} (an equal share is \
             {par}).",
            listed(&all)
        );
    }
    let high = match &most[..] {
        [_] => format!("{} has the highest win share: {}", names(&most), shares(&most)),
        _ => format!("{} have the highest win shares: {}", names(&most), shares(&most)),
    };
    let low = match &least[..] {
        [_] => format!("{} has the lowest: {}", names(&least), shares(&least)),
        _ => format!("{} have the lowest: {}", names(&least), shares(&least)),
    };
    format!("{high} (an equal share is {par}). {low}.")
}

/// What a seat is worth, in a line.
pub fn seat_sentence(tallies: &Tallies) -> Option<String> {
    let rows = ranked(&report::seat_values(tallies), "win_share");
    let [(best, most), .., (last, least)] = &rows[..] else { return None };
    let (all, most_text) = (rows.len(), percent(most.value));
    if most.value == least.value {
        return Some(format!("each of the {all} seats has the same win share: {most_text}"));
    }
    let difference = apart(most, least);
    let doubt = if is_open(most, least) { "; the difference may be chance" } else { "" };
    let half = difference.interval.map_or_else(String::new, |it| format!(" ± {:.1}", 50.0 * it.width()));
    let points = 100.0 * difference.value;
    Some(format!(
        "seat {best} of {all} has the highest win share: {most_text}, which is {points:.1}{half} percentage points more than \
         seat {last} has{doubt}"
    ))
}

/// How much higher one of two win shares is. Its standard deviation is at most the sum of both.
fn apart(high: &Estimate, low: &Estimate) -> Estimate {
    let value = high.value - low.value;
    let half = high.interval.zip(low.interval).map(|(a, b)| 0.5 * (a.width() + b.width()));
    let interval = half.map(|half| Interval { lo: value - half, hi: value + half });
    Estimate { value, interval, n: high.n }
}

/// What is cancelled, and that it was nothing on average.
fn luck_sentence(tallies: &Tallies) -> Option<String> {
    let errors = report::luck_in_errors(tallies)?;
    Some(format!(
        "Luck is cancelled: the program estimates how much luck contributed to each result, and subtracts it. On average over many games, luck is 0, so \
         the win shares mean the same as without the correction, but their intervals are narrower. In this run, the average of the \
         subtracted luck is {errors:.1} standard errors away from 0 (up to about 3 is normal). The column \"luck gain\" says how many ordinary games one of these games is worth."
    ))
}

fn length_sentence(tallies: &Tallies) -> Option<String> {
    let turns = tallies.lengths.iter().find(|length| length.metric == "turns")?;
    let (_, mean) = column(&report::length(tallies), "mean").into_iter().find(|(metric, _)| metric == "turns")?;
    let (half, most) = (quantile(&turns.histogram, 50)?, quantile(&turns.histogram, 95)?);
    if let [(only, _)] = turns.histogram[..] {
        return Some(format!("Every game took {}.", counted(only, "turn", "turns")));
    }
    let mean = plain(mean.value);
    Some(format!(
        "A game takes {mean} turns on average. Half of the games take at most {half} turns, and 95% take at most {most}."
    ))
}

fn score_sentence(tallies: &Tallies, about: &About) -> Option<String> {
    let rows = ranked(&report::summary(tallies), "ev");
    let each: Vec<String> = rows.iter().map(|(name, ev)| format!("{name} {}", plain(ev.value))).collect();
    (!each.is_empty()).then(|| format!("Mean {}: {}.", about.score, listed(&each)))
}

/// The pairs whose order is open, which the first sentence does not name one before the other.
fn undecided_sentence(tallies: &Tallies) -> String {
    let rows = ranked(&report::summary(tallies), "win_share");
    let pairs = rows.iter().enumerate().flat_map(|(at, a)| rows[at + 1..].iter().map(move |b| (a, b)));
    let open: Vec<String> =
        pairs.filter(|(a, b)| is_open(&a.1, &b.1)).map(|(a, b)| format!("{} or {}", a.0, b.0)).collect();
    match &open[..] {
        [] if rows.len() < 2 => "There is no other strategy to compare it with.".to_owned(),
        [] => "The ranking is settled: no intervals overlap. It applies to these rules and this line-up.".to_owned(),
        open => format!(
            "The run does not show which of these is better, because their intervals overlap: {}. To find out, use analyze compare.",
            open.join(", ")
        ),
    }
}
