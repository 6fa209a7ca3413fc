//! The page of `analyze compare --vary`: the interval of each combination against the margin.

use super::page::metrics_sentence;
use crate::page::capital;
use crate::page::picture::{Caption, Dot, Dots};
use crate::page::sweep::{MOST_PICTURES, MOST_ROWS, combination_words, points};
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, listed, page, words};
use crate::record::{CompareSweep, ComparedCombination, Manifest, counted, grouped, noun, other_notes_of_all};
use crate::report::compare::{
    Contrast, Judge, Metric, Verdict, against_first, compare_sweep_summary, luck_text, together_text,
};
use crate::report::largest_change;
use crate::report::shown::in_points;
use crate::stats::Estimate;
use crate::strategies::change_each;
use maud::{Markup, html};

/// The most combinations of a picture; all are in `sweep.csv`.
const MOST_COMBINATIONS: usize = 60;

/// A difference in a combination.
struct DifferenceAt<'s> {
    combination: &'s ComparedCombination,
    contrast: Contrast,
    against_first: Option<Estimate>,
}

/// What a picture shows of a difference.
struct Shown {
    id: &'static str,
    heading: &'static str,
    text: String,
    metric: Metric,
    band: Option<(f64, f64)>,
    of: fn(&DifferenceAt<'_>) -> Option<Estimate>,
    /// What a row is called.
    label: fn(&CompareSweep, &DifferenceAt<'_>) -> String,
}

/// The page of these records.
pub fn compare_sweep_page(sweep: &CompareSweep, judge: &Judge, manifest: &Manifest, about: &About) -> String {
    let keys: Vec<&str> = sweep.vary.iter().map(|varied| &*varied.key).collect();
    let arms =
        sweep.combinations.first().map(|first| first.tallies.arms.iter().map(|name| without_varied(sweep, name)));
    let arms = listed(&arms.into_iter().flatten().collect::<Vec<_>>());
    let title = format!("{}: {arms} compared, with {} varied", about.title, keys.join(", "));
    let met = met(sweep, judge);
    let short = compare_sweep_summary(sweep, judge);
    let mut rows = short.clone();
    rows.rows.truncate(MOST_ROWS);
    let sections = html! {
        @for shown in shown(sweep) {
            @let pictures = pictures(sweep, &met, &shown);
            @if !pictures.is_empty() {
                section { h2 { (shown.heading) } div.figures { @for picture in pictures { figure { (picture) } } } }
            }
        }
        section { h2 { "All combinations" }
            @if short.rows.len() > MOST_ROWS { p { "The first " (MOST_ROWS) " rows. All rows are in sweep.csv." } }
            (table(&rows))
        }
    };
    let opening = Opening { title, sentences: sentences(sweep, &met, about), tiles: tiles(sweep, &met) };
    page(&opening, &sections, manifest, about)
}

/// How many combinations and games there are, and how many differences are settled.
fn tiles(sweep: &CompareSweep, met: &[DifferenceAt<'_>]) -> Vec<Tile> {
    let of_shares = || met.iter().filter(|met| met.contrast.metric == Metric::WinShare);
    let settled = of_shares().filter(|met| met.contrast.verdict != Verdict::Undecided).count();
    vec![
        Tile::combinations(sweep.combinations.len(), sweep.all),
        Tile::new("Settled", format!("{settled} of {}", of_shares().count()), "differences in win share"),
        Tile::games(sweep.games_an_arm(), "for each strategy in each combination, against each set of opponents"),
    ]
}

/// All differences of all combinations.
fn met<'s>(sweep: &'s CompareSweep, judge: &Judge) -> Vec<DifferenceAt<'s>> {
    let of = |combination: &'s ComparedCombination| {
        judge.contrasts(&combination.tallies).into_iter().map(move |contrast| {
            let against_first = against_first(sweep, combination, judge, &contrast);
            DifferenceAt { combination, contrast, against_first }
        })
    };
    sweep.combinations.iter().flat_map(of).collect()
}

fn shown(sweep: &CompareSweep) -> [Shown; 3] {
    let margin = sweep.combinations.first().map_or(0.0, |first| first.tallies.terms.margin.value());
    let points = in_points(margin);
    let band = (margin > 0.0).then_some((-margin, margin));
    [
        Shown {
            id: "difference",
            heading: "Difference in win share",
            text: format!(
                "To the right of the dashed line, the first strategy is better. The band is the margin: differences of up to {margin} ({points} percentage points) count as equal."
            ),
            metric: Metric::WinShare,
            band,
            of: |met| met.contrast.difference,
            label,
        },
        Shown {
            id: "against-first",
            heading: "Change from the first combination",
            text: "How the difference changes from the first combination. The dashed line means no change.".to_owned(),
            metric: Metric::WinShare,
            band: None,
            of: |met| met.against_first,
            label: values,
        },
        Shown {
            id: "ev",
            heading: "Difference in mean score",
            text: "To the right of the dashed line, the first strategy has the higher score.".to_owned(),
            metric: Metric::Ev,
            band: None,
            of: |met| met.contrast.difference,
            label,
        },
    ]
}

/// A picture for each pair of strategies and field, a row a combination.
fn pictures(sweep: &CompareSweep, met: &[DifferenceAt<'_>], shown: &Shown) -> Vec<Markup> {
    let mut found: Vec<(String, Dots)> = Vec::new();
    for one in met.iter().filter(|met| met.contrast.metric == shown.metric) {
        let Some(estimate) = (shown.of)(one) else { continue };
        let name = name(sweep, one);
        let at = found.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
            found.push((name, Dots { rows: Vec::new(), series: Vec::new(), mark: Some(0.0), band: shown.band }));
            found.len() - 1
        });
        let rows = &mut found[at].1.rows;
        if rows.len() < MOST_COMBINATIONS {
            rows.push(((shown.label)(sweep, one), vec![Dot { series: 0, estimate }]));
        }
    }
    found.truncate(MOST_PICTURES);
    let numbers: Vec<f64> = found.iter().flat_map(|(_, dots)| dots.numbers()).collect();
    let picture = |(number, (title, dots)): (usize, (String, Dots))| {
        dots.draw_beside(&Caption { id: format!("{}-{number}", shown.id), title, text: shown.text.clone() }, &numbers)
    };
    found.into_iter().enumerate().map(picture).collect()
}

/// A strategy without the parameters that were varied.
fn without_varied(sweep: &CompareSweep, name: &str) -> String {
    let mut without = |part: &str| {
        let (base, given) = part.split_once(':').unwrap_or((part, ""));
        let is_varied = |given: &str| match given.split_once('=') {
            Some((parameter, _)) => sweep.vary.iter().any(|varied| varied.key == format!("{base}.{parameter}")),
            None => sweep.vary.iter().any(|varied| varied.key.rsplit_once('.').is_some_and(|(of, _)| of == base)),
        };
        let kept = given.split(':').filter(|given| !given.is_empty() && !is_varied(given));
        std::iter::once(base).chain(kept).collect::<Vec<_>>().join(":")
    };
    change_each(name, &mut without)
}

/// Which strategies, among whom: without parameters that differ between combinations.
fn sides(sweep: &CompareSweep, met: &DifferenceAt<'_>) -> Sides {
    let (tallies, arms) = (&met.combination.tallies, met.contrast.arms);
    let mut names = [arms.0, arms.1].map(|arm| without_varied(sweep, &tallies.arms[arm]));
    if names[0] == names[1] {
        names = [0, 1].map(|at| format!("{} ({})", names[at], [arms.0, arms.1][at] + 1));
    }
    (names, without_varied(sweep, &tallies.against[met.contrast.field]))
}

fn name(sweep: &CompareSweep, met: &DifferenceAt<'_>) -> String {
    let ([a, b], field) = sides(sweep, met);
    format!("{a} minus {b}, against {field}")
}

/// The values of the keys, and the verdict.
fn label(sweep: &CompareSweep, met: &DifferenceAt<'_>) -> String {
    format!("{}: {}", values(sweep, met), words(met.contrast.verdict.name()))
}

fn values(sweep: &CompareSweep, met: &DifferenceAt<'_>) -> String {
    combination_words(&sweep.vary, &met.combination.values)
}

/// What the sweep says, in plain sentences.
fn sentences(sweep: &CompareSweep, met: &[DifferenceAt<'_>], about: &About) -> Vec<String> {
    let (played, games) = (sweep.combinations.len(), grouped(sweep.games_an_arm()));
    let shares = || met.iter().filter(|met| met.contrast.metric == Metric::WinShare);
    let mut all = verdicts(sweep, shares());
    all.push(format!(
        "{played} of {} combinations were played. In each, every strategy played {games} games against each set of opponents.",
        sweep.all
    ));
    all.extend(largest_sentence(sweep, shares()));
    all.push(format!("{}.", capital(&together_text(sweep))));
    all.extend(luck_text(sweep).map(|text| format!("{}.", capital(&text))));
    all.push(change_sentence(sweep, shares()));
    let alone = sweep.combinations.first().is_some_and(|first| first.tallies.terms.win_shares_alone);
    all.push(metrics_sentence(alone, about));
    let notes = other_notes_of_all(sweep.combinations.iter().map(|it| &*it.tallies.notes));
    all.extend(notes.iter().map(|note| format!("{}.", capital(note))));
    all
}

/// Which difference is largest, as far as that is known.
fn largest_sentence<'m>(sweep: &CompareSweep, shares: impl Iterator<Item = &'m DifferenceAt<'m>>) -> Option<String> {
    let differences: Vec<(&DifferenceAt<'_>, Estimate)> =
        shares.filter_map(|met| Some((met, met.contrast.difference?.among(fields(met))))).collect();
    let found = largest_change(differences)?;
    let ([a, b], field) = sides(sweep, found.of);
    let (values, by) = (values(sweep, found.of), points(&found.interval, "higher", "lower"));
    let what = if found.rivals == 0 { "largest difference" } else { "largest estimated difference" };
    let mut said = format!(
        "The {what} is with {values}, when the others play {field}: the win share of {a} is {by} than that of {b}."
    );
    if found.rivals > 0 {
        said.push_str(&format!(" But {} may be equally large.", counted(found.rivals as u64, "other", "others")));
    }
    Some(said)
}

/// Which difference changes most against the first combination, as far as that is known.
fn change_sentence<'m>(sweep: &CompareSweep, shares: impl Iterator<Item = &'m DifferenceAt<'m>>) -> String {
    let changes: Vec<(&DifferenceAt<'_>, Estimate)> =
        shares.filter_map(|met| Some((met, met.against_first?.among(fields(met))))).collect();
    let Some(found) = largest_change(changes) else {
        return "No difference is known to change from the first combination, or none could be compared with it deal by deal."
            .to_owned();
    };
    let ([a, b], field) = sides(sweep, found.of);
    let (values, by) = (values(sweep, found.of), points(&found.interval, "higher", "lower"));
    let first = sweep.combinations.first().map_or(&[][..], |first| &first.values);
    let first = combination_words(&sweep.vary, first);
    let what = if found.rivals == 0 { "The difference" } else { "By the estimates, the difference" };
    let mut said = format!(
        "{what} between {a} and {b} changes most when the others play {field}: with {values}, the win share of {a} minus that of {b} is \
         {by} than with {first}."
    );
    if found.rivals > 0 {
        said.push_str(&format!(" But {} may change as much.", counted(found.rivals as u64, "other", "others")));
    }
    said
}

/// How many fields there are: intervals hold together for all combinations and pairs of strategies against each of them.
fn fields(met: &DifferenceAt<'_>) -> usize {
    met.combination.tallies.against.len()
}

/// What a verdict says of the first strategy, and the word before the name of the second one; nothing if it is open.
fn verdict_on_first(verdict: Verdict) -> Option<(&'static str, &'static str)> {
    match verdict {
        Verdict::Better | Verdict::H1 => Some(("better", "than")),
        Verdict::Worse => Some(("worse", "than")),
        Verdict::Equal => Some(("equal", "to")),
        Verdict::H0 => Some(("not better", "than")),
        Verdict::Undecided => None,
    }
}

/// Two strategies, and the field against which they differ.
type Sides = ([String; 2], String);

/// For each difference how often there is which verdict.
fn verdicts<'m>(sweep: &CompareSweep, shares: impl Iterator<Item = &'m DifferenceAt<'m>>) -> Vec<String> {
    let mut found: Vec<(Sides, Vec<Verdict>)> = Vec::new();
    for met in shares {
        let sides = sides(sweep, met);
        match found.iter_mut().find(|(known, _)| *known == sides) {
            Some((_, verdicts)) => verdicts.push(met.contrast.verdict),
            None => found.push((sides, vec![met.contrast.verdict])),
        }
    }
    found.iter().map(|(([a, b], field), verdicts)| verdicts_sentence([a, b], field, verdicts)).collect()
}

/// How often two strategies have which verdict.
fn verdicts_sentence([a, b]: [&str; 2], field: &str, verdicts: &[Verdict]) -> String {
    let combinations = counted(verdicts.len() as u64, "combination", "combinations");
    let mut said: Vec<String> = Vec::new();
    for kind in [Verdict::Better, Verdict::Worse, Verdict::Equal, Verdict::H1, Verdict::H0, Verdict::Undecided] {
        let count = verdicts.iter().filter(|&&verdict| verdict == kind).count();
        said.extend((count > 0).then(|| match (verdict_on_first(kind), said.is_empty()) {
            (Some((how, than)), true) => format!("{a} is {how} {than} {b} in {count} of {combinations}"),
            (Some((how, _)), false) => format!("{how} in {count}"),
            (None, true) => format!("it is undecided in {count} of {combinations} whether {a} or {b} is better"),
            (None, false) => format!("{count} {} undecided", noun(count as u64, "is", "are")),
        }));
    }
    let said = match &said[..] {
        [before @ .., last] if !before.is_empty() => format!("{}, and {last}", before.join(", ")),
        _ => said.concat(),
    };
    format!("When the others play {field}, {said}.")
}
