//! The page of a comparison, and of a ranking.

use crate::page::picture::{Caption, Dot, Dots};
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, capital, listed, page};
use crate::record::{CompareTallies, Manifest, TestRecord, counted, grouped};
use crate::report::compare::{
    Contrast, Judge, Metric, Verdict, best_sentence, compare_table, ranking_table, settled_text, shares, told,
    verdict_words,
};
use crate::report::shown::{in_points, shown_points};
use crate::report::{Field, Heading, Table};
use crate::stats::Estimate;
use maud::{Markup, html};

/// So many strategies have a colour each in a picture, and are named in a title.
const MOST_SERIES: usize = 10;

/// The page of these records.
pub fn compare_page(tallies: &CompareTallies, judge: &Judge, manifest: &Manifest, about: &About) -> String {
    let contrasts = judge.contrasts(tallies);
    let told = told(tallies, &contrasts);
    let title = format!("{}, {} players: {} compared", about.game(), tallies.players, named(&tallies.arms));
    let sections = html! {
        section { h2 { "Differences" } div.figures {
            @for metric in Metric::ALL {
                @if contrasts.iter().any(|row| row.metric == metric) { figure { (differences(tallies, &told, metric)) } }
            }
        } (table(&compare_table(tallies, &told))) }
        @if !tallies.sums.looks.is_empty() && told.len() == contrasts.len() { (narrowing(tallies, judge)) }
        section { h2 { "Means" } div.figures {
            @for metric in Metric::ALL {
                @if contrasts.iter().any(|row| row.metric == metric) { figure { (means(tallies, judge, metric)) } }
            }
        } (table(&means_table(tallies, judge, &contrasts))) }
    };
    let opening =
        Opening { title, sentences: sentences((tallies, judge), &contrasts, about), tiles: tiles(tallies, &contrasts) };
    page(&opening, &sections, manifest, about)
}

/// The differences of two strategies or how many of several are settled, the margin, and the number of games.
fn tiles(tallies: &CompareTallies, contrasts: &[Contrast]) -> Vec<Tile> {
    let of_shares: Vec<&Contrast> = shares(contrasts).collect();
    let differences: Vec<Tile> = match tallies.arms.len() {
        2 => of_shares.iter().filter_map(|row| difference_tile(tallies, row)).collect(),
        _ => {
            let settled = of_shares.iter().filter(|row| row.verdict != Verdict::Undecided).count();
            let number = format!("{settled} of {}", of_shares.len());
            vec![Tile::new("Settled", number, "differences in win share between two strategies")]
        }
    };
    let margin = 100.0 * tallies.terms.margin.value();
    let margin = (margin > 0.0).then(|| {
        Tile::new(
            "Margin",
            format!("{margin}"),
            "percentage points; win shares that differ by no more than this count as equal",
        )
    });
    let against = if tallies.against.len() > 1 { " against each set of opponents" } else { "" };
    let games = Tile::games(tallies.games_an_arm(), format!("for each strategy{against}"));
    differences.into_iter().chain(margin).chain([games]).collect()
}

fn difference_tile(tallies: &CompareTallies, row: &Contrast) -> Option<Tile> {
    let [a, b] = [row.arms.0, row.arms.1].map(|arm| &tallies.arms[arm]);
    let said = format!("win share of {a} minus that of {b}");
    let name = format!("When the others play {}", tallies.against[row.field]);
    Some(Tile::difference(name, row.difference.as_ref()?, &said))
}

/// The names, the first ten of them if there are more.
fn named(arms: &[String]) -> String {
    match arms.get(..MOST_SERIES) {
        Some(first) if arms.len() > MOST_SERIES => {
            format!("{} and {} more", first.join(", "), arms.len() - MOST_SERIES)
        }
        _ => listed(arms),
    }
}

/// The means of all strategies, the highest first.
fn means_table(tallies: &CompareTallies, judge: &Judge, contrasts: &[Contrast]) -> Table {
    ranking_table(tallies, judge, contrasts)
}

/// The differences of one metric, with the margin as a band round 0.
fn differences(tallies: &CompareTallies, contrasts: &[Contrast], metric: Metric) -> Markup {
    let margin = tallies.terms.margin.value();
    let rows = contrasts.iter().filter(|row| row.metric == metric).filter_map(|row| {
        let (a, b) = (&tallies.arms[row.arms.0], &tallies.arms[row.arms.1]);
        let label = match tallies.arms.len() {
            2 => format!("against {}", tallies.against[row.field]),
            _ => format!("{a} minus {b}"),
        };
        Some((label, vec![Dot { series: 0, estimate: row.difference? }]))
    });
    let of = match &tallies.arms[..] {
        [a, b] => format!("{a} minus {b}. "),
        _ => String::new(),
    };
    let points = in_points(margin);
    let (title, text, band) = match metric {
        Metric::WinShare => (
            "Difference in win share",
            format!(
                "{of}To the right of the dashed line, the first strategy is better. The band is the margin: differences of up to {margin} ({points} percentage points) count as equal."
            ),
            (margin > 0.0).then_some((-margin, margin)),
        ),
        Metric::Ev => (
            "Difference in mean score",
            format!("{of}To the right of the dashed line, the first strategy has the higher score."),
            None,
        ),
    };
    let caption = Caption { id: format!("difference-{}", metric.name()), title: title.to_owned(), text };
    Dots { rows: rows.collect(), series: Vec::new(), mark: Some(0.0), band }.draw(&caption)
}

/// How the intervals of the differences of win share narrowed as games were played.
fn narrowing(tallies: &CompareTallies, judge: &Judge) -> Markup {
    let margin = tallies.terms.margin.value();
    let looks = judge.narrowing(tallies);
    let pairs = tallies.against.iter().flat_map(|against| {
        tallies.pairs().map(move |(a, b)| format!("{} minus {}, against {against}", tallies.arms[a], tallies.arms[b]))
    });
    let pairs: Vec<String> = pairs.collect();
    let dots = |all: &[Option<Estimate>]| {
        let dot = |(series, estimate): (usize, &Option<Estimate>)| Some(Dot { series, estimate: (*estimate)? });
        all.iter().enumerate().filter_map(dot).collect()
    };
    let rows =
        looks.iter().map(|(blocks, all)| (format!("after {}", counted(*blocks, "deal", "deals")), dots(all))).collect();
    let text =
        "The estimated difference each time the results were checked. These intervals are wider than those above, because they must \
         hold at every check (a confidence sequence). The band is the margin."
            .to_owned();
    let caption = Caption { id: "narrowing".to_owned(), title: "How the interval narrowed".to_owned(), text };
    let band = (margin > 0.0).then_some((-margin, margin));
    let picture = Dots { rows, series: pairs.clone(), mark: Some(0.0), band }.draw(&caption);
    let headings = std::iter::once(Heading::in_words("deals")).chain(pairs.into_iter().map(Heading::estimate_in_words));
    let row = |(blocks, all): &(u64, Vec<Option<Estimate>>)| {
        std::iter::once(Field::Whole((*blocks).into())).chain(all.iter().map(|it| Field::Estimate(*it))).collect()
    };
    let rows = looks.iter().map(row).collect();
    let numbers = Table { name: "how the interval narrowed".to_owned(), headings: headings.collect(), rows };
    html! { section { h2 { "How the interval narrowed" } div.figures { figure { (picture) } }
    details { summary { "Numbers: how the interval narrowed" } (table(&numbers)) } } }
}

/// The means of one metric, by field.
fn means(tallies: &CompareTallies, judge: &Judge, metric: Metric) -> Markup {
    let arms = tallies.arms.len();
    let mean = |field, arm| judge.mean(tallies, field, arm, metric);
    // More than a picture can tell apart by colour get a row each.
    let (rows, series): (Vec<_>, Vec<String>) = if arms > MOST_SERIES {
        let cells = (0..tallies.against.len()).flat_map(|field| (0..arms).map(move |arm| (field, arm)));
        let row = |(field, arm): (usize, usize)| {
            let dots = mean(field, arm).map(|estimate| Dot { series: 0, estimate }).into_iter().collect();
            (format!("{} against {}", tallies.arms[arm], tallies.against[field]), dots)
        };
        (cells.map(row).collect(), Vec::new())
    } else {
        let row = |field: usize| {
            let dot = |arm| mean(field, arm).map(|estimate| Dot { series: arm, estimate });
            (format!("against {}", tallies.against[field]), (0..arms).filter_map(dot).collect())
        };
        ((0..tallies.against.len()).map(row).collect(), tallies.arms.clone())
    };
    let par = (metric == Metric::WinShare).then(|| 1.0 / tallies.players.max(1) as f64);
    let (title, text) = match metric {
        Metric::WinShare => (
            "Win shares",
            "Each strategy's share of the wins. A tie of k players counts 1/k. The dashed line is an equal share.",
        ),
        Metric::Ev => ("Mean scores", "The mean final score of each strategy."),
    };
    let caption = Caption { id: format!("mean-{}", metric.name()), title: title.to_owned(), text: text.to_owned() };
    Dots { rows, series, mark: par, band: None }.draw(&caption)
}

/// What the comparison says, in plain sentences.
fn sentences((tallies, judge): (&CompareTallies, &Judge), contrasts: &[Contrast], about: &About) -> Vec<String> {
    let mut all = match tallies.arms.len() {
        2 => vec![format!("{}.", verdict_words(tallies, contrasts)), difference_sentences(tallies, contrasts)],
        _ => {
            let settled = settled_text(tallies, contrasts);
            let settled = settled.lines().map(|line| line.trim_start_matches("- ").to_owned());
            std::iter::once(best_sentence(tallies, judge, contrasts)).chain(settled).collect()
        }
    };
    let (games, deals) = (grouped(tallies.games_an_arm()), counted(tallies.sums.blocks, "deal", "deals"));
    let against = if tallies.against.len() > 1 { " against each set of opponents" } else { "" };
    all.push(format!(
        "Each strategy played {games} games{against}, in {deals}. A deal fixes all the luck of a game. All strategies played the \
         same deals, each in every seat."
    ));
    all.push(metrics_sentence(tallies.terms.win_shares_alone, about));
    let margin = tallies.terms.margin;
    all.push(match tallies.terms.test {
        TestRecord::Sprt => {
            format!(
                "The test has two answers: the first strategy is not better, or it is better by the margin of {} percentage points.",
                in_points(margin.value())
            )
        }
        TestRecord::Student | TestRecord::Cs => {
            let (margin, share) = (in_points(margin.value()), margin);
            format!(
                "The margin is {margin} percentage points ({share}): win shares that differ by no more than this count as equal."
            )
        }
    });
    all.extend(tallies.notes.iter().map(|note| format!("{}.", capital(note))));
    all
}

/// By how much the win share of one of two strategies is higher, against each set of opponents.
fn difference_sentences(tallies: &CompareTallies, contrasts: &[Contrast]) -> String {
    let one = |row: &Contrast| {
        let difference = row.difference?;
        let (mut names, mut shown) = ([row.arms.0, row.arms.1].map(|arm| &*tallies.arms[arm]), difference);
        if difference.value < 0.0 {
            names.reverse();
            shown = difference.negated();
        }
        let points = shown_points(&shown);
        Some(format!(
            "When the others play {}, the win share of {} is {points} higher than that of {}.",
            tallies.against[row.field], names[0], names[1]
        ))
    };
    shares(contrasts).filter_map(one).collect::<Vec<_>>().join(" ")
}

/// What is compared.
pub(crate) fn metrics_sentence(win_shares_alone: bool, about: &About) -> String {
    let share = "The verdict depends only on the win share: a win counts 1, and a tie of k players counts 1/k.";
    if win_shares_alone {
        share.to_owned()
    } else {
        format!("{share} The mean score is the average of the {}.", about.score)
    }
}
