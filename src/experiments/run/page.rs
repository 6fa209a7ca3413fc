//! The page of a run.

use crate::page::distributions;
use crate::page::distributions::{elimination_sentence, margin_sentence};
use crate::page::picture::{Caption, Dot, Dots};
use crate::page::table::table;
use crate::page::{About, Tile, capital, folded, listed, page_with, percent, plain, words};
use crate::record::{Manifest, Tallies, counted};
use crate::report;
use crate::report::{Field, Table};
use crate::stats::{Estimate, quantile};
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
                "Each strategy's share of the wins, with its 95% interval. A tie of k players counts 1/k. Dashed: an equal share.",
                &summary,
                par,
            )) }
            figure { (shares(
                "seats",
                "What a seat is worth",
                "How often each seat wins, over all strategies that sit there. Dashed: an equal share.",
                &seat_values,
                par,
            )) }
        } (table(&summary)) (table(&seat_values)) }
        (distributions::sections(tallies, about))
        @for (number, statistics) in report::statistics(tallies).enumerate() { (statistics_section(number, &statistics)) }
        (folded("By strategy and seat", &table(&report::seats(tallies))))
    };
    let (sentences, tiles) = (sentences(tallies, manifest, about), tiles(tallies, about));
    page_with((&title, &sentences, &tiles), &sections, manifest, about)
}

/// Who wins, what the last seat is worth, how long a game is, how close, and how sure all this is.
fn tiles(tallies: &Tallies, about: &About) -> Vec<Tile> {
    let ranked = ranked(&report::summary(tallies), "win_share");
    let leader = ranked.first().filter(|_| ranked.len() > 1).map(|(name, share)| Tile {
        name: "Highest win share",
        number: percent(share.value),
        said: format!("{name}; an equal share is {}", percent(1.0 / tallies.seats.len() as f64)),
    });
    let margins = report::distributions(tallies).into_iter().find(|of| of.metric == "margin");
    let margin = margins.and_then(|of| quantile(&of.games, 50)).map(|half| Tile {
        name: "Typical margin",
        number: half.to_string(),
        said: format!("{}: half of the winners are ahead by no more", about.unit),
    });
    let widest =
        ranked.iter().filter_map(|(_, share)| share.interval).map(|interval| interval.width()).fold(0.0, f64::max);
    let sure = Tile {
        name: "Certainty",
        number: format!("± {}", percent(widest / 2.0)),
        said: format!("or less for each win share (95% interval, {})", counted(tallies.games(), "game", "games")),
    };
    leader.into_iter().chain(seat_tile(tallies)).chain(length_tile(tallies)).chain(margin).chain([sure]).collect()
}

/// How much more often the last seat wins than the first.
fn seat_tile(tallies: &Tallies) -> Option<Tile> {
    let seats = column(&report::seat_values(tallies), "win_share");
    let ([(_, first), .., (_, last)], all) = (&seats[..], seats.len()) else { return None };
    let points = 100.0 * (last.value - first.value);
    let said = format!("percentage points: seat {all} wins {}, seat 1 {}", percent(last.value), percent(first.value));
    Some(Tile { name: "Last seat against first", number: format!("{points:+.1}"), said })
}

fn length_tile(tallies: &Tallies) -> Option<Tile> {
    let turns = tallies.lengths.iter().find(|length| length.metric == "turns")?;
    let (_, mean) = column(&report::length(tallies), "mean").into_iter().find(|(metric, _)| metric == "turns")?;
    let most = quantile(&turns.histogram, 95)?;
    Some(Tile {
        name: "Length",
        number: format!("{} turns", plain(mean.value)),
        said: format!("95% of games have at most {most}"),
    })
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
    let picture = |at: usize, name: &str| {
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
        let what = words(name);
        let text = format!("{}, with 95% intervals.", capital(&what));
        let caption = Caption { id: format!("statistics{number}-{name}"), title: capital(&what), text };
        Dots { rows, series: series.clone(), mark: None, band: None }.draw(&caption)
    };
    let content = html! {
        div.figures { @for (at, heading) in table_of.headings.iter().enumerate() {
            @if heading.is_estimate() { figure { (picture(at, heading.name())) } }
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
        all.push("Each strategy kept its seat, so its win share includes the effect of the seat.".to_owned());
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
        return format!("{name} plays in every seat, so it wins an equal share of the games: {par}.");
    }
    let beside = |end: &Estimate| rows.iter().filter(|(_, own)| is_open(own, end)).collect::<Vec<_>>();
    let (most, least) = (beside(best), beside(worst));
    let names = |of: &[&(String, Estimate)]| listed(&of.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
    let shares = |of: &[&(String, Estimate)]| listed(&of.iter().map(|(_, own)| percent(own.value)).collect::<Vec<_>>());
    if most.iter().any(|(_, own)| is_open(own, worst)) {
        let all: Vec<String> = rows.iter().map(|(name, own)| format!("{name} {}", percent(own.value))).collect();
        return format!(
            "The ranking is open, because the intervals overlap: {} of the games (an equal share is {par}).",
            listed(&all)
        );
    }
    let high = match &most[..] {
        [_] => format!("{} wins most often: {} of the games (an equal share is {par})", names(&most), shares(&most)),
        _ => format!("{} win most often: {} of the games (an equal share is {par})", names(&most), shares(&most)),
    };
    format!("{high}. {} win{} least often: {}.", names(&least), if least.len() == 1 { "s" } else { "" }, shares(&least))
}

/// What a seat is worth, in a line.
pub fn seat_sentence(tallies: &Tallies) -> Option<String> {
    let rows = ranked(&report::seat_values(tallies), "win_share");
    let [(best, most), .., (last, least)] = &rows[..] else { return None };
    let (all, most_text, least_text) = (rows.len(), percent(most.value), percent(least.value));
    if most.value == least.value {
        return Some(format!("each of {all} seats wins {most_text}"));
    }
    let points = 100.0 * (most.value - least.value);
    let apart = most.interval.zip(least.interval).is_some_and(|(most, least)| most.lo > least.hi);
    let doubt = if apart { "" } else { "; the difference may be chance" };
    Some(format!(
        "seat {best} of {all} wins {most_text}, which is {points:.1} percentage points more than seat {last} ({least_text}){doubt}"
    ))
}

/// What is cancelled, and that it was nothing on average.
fn luck_sentence(tallies: &Tallies) -> Option<String> {
    let errors = report::luck_in_errors(tallies)?;
    Some(format!(
        "The win shares by strategy are without luck: the part of each result that lucky cards and dice explain is \
         subtracted. On average, luck is 0 (here it was within {errors:.1} standard errors of 0), so the win shares have the \
         same meaning and narrower intervals. Luck gain is the number of ordinary games that tell as much as one of these."
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
        "A game takes {mean} turns on average. Half of the games take at most {half} turns, and 95% at most {most}."
    ))
}

fn score_sentence(tallies: &Tallies, about: &About) -> Option<String> {
    let rows = ranked(&report::summary(tallies), "ev");
    let each: Vec<String> = rows.iter().map(|(name, ev)| format!("{name} {}", plain(ev.value))).collect();
    (!each.is_empty()).then(|| format!("Average {}: {}.", about.unit, listed(&each)))
}

/// The pairs whose order is open, which the first sentence does not name one before the other.
fn undecided_sentence(tallies: &Tallies) -> String {
    let rows = ranked(&report::summary(tallies), "win_share");
    let pairs = rows.iter().enumerate().flat_map(|(at, a)| rows[at + 1..].iter().map(move |b| (a, b)));
    let open: Vec<String> =
        pairs.filter(|(a, b)| is_open(&a.1, &b.1)).map(|(a, b)| format!("{} or {}", a.0, b.0)).collect();
    match &open[..] {
        [] if rows.len() < 2 => "There is no other strategy to compare it with.".to_owned(),
        [] => "The ranking is clear: no intervals overlap. It holds for this seating order and these rules.".to_owned(),
        open => format!(
            "This run does not decide which wins more often: {}. Use analyze compare to find out.",
            open.join(", ")
        ),
    }
}
