//! The page of `analyze tune game`: which designs meet the targets.

use super::targets::{
    Design, Judged, Meets, Target, Wanted, designs, designs_sentences, designs_table, luck_of_designs,
};
use crate::page::capital;
use crate::page::picture::{Caption, Dot, Dots};
use crate::page::sweep::MOST_ROWS;
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, page};
use crate::record::{Manifest, SweepTallies, other_notes_of_all};
use maud::{Markup, html};

/// The most designs of a picture; the table has all.
const MOST_DESIGNS: usize = 40;

/// The page of these records.
pub fn designs_page(tallies: &SweepTallies, wanted: &Wanted, manifest: &Manifest, about: &About) -> String {
    let targets = &wanted.targets;
    let keys: Vec<&str> = tallies.vary.iter().map(|varied| &*varied.key).collect();
    let title = format!("{}: {} tuned to meet targets", about.title, keys.join(", "));
    let found = designs(tallies, wanted);
    let mut rows = designs_table(tallies, wanted, &found);
    rows.rows.truncate(MOST_ROWS);
    let mut sentences = designs_sentences(tallies, wanted, &found);
    sentences.push(
        "A target is met if the whole interval lies within it. It is missed if the whole interval lies outside. Otherwise it is \
         undecided."
            .to_owned(),
    );
    sentences.extend(luck_of_designs(tallies, targets).map(|said| format!("{}.", capital(&said))));
    let notes = other_notes_of_all(tallies.combinations.iter().map(|it| &*it.tallies.notes));
    sentences.extend(notes.into_iter().map(|note| format!("{}.", capital(&note))));
    let sections = html! {
        section { h2 { "The targets" } div.figures {
            @for (at, target) in targets.iter().enumerate() { figure { (picture(tallies, &found, (at, target))) } }
        } }
        section { h2 { "All designs" }
            @if found.len() > MOST_ROWS { p { "The first " (MOST_ROWS) " rows. All rows are in tune.csv." } }
            (table(&rows))
        }
    };
    page(&Opening { title, sentences, tiles: tiles(tallies, &found) }, &sections, manifest, about)
}

/// How many designs meet the targets, and for how many that is undecided.
fn tiles(tallies: &SweepTallies, found: &[Design]) -> Vec<Tile> {
    let of = |meets: Meets| found.iter().filter(|design| design.meets == meets).count();
    vec![
        Tile::new("Meet all targets", format!("{} of {}", of(Meets::Met), found.len()), "designs"),
        Tile::new("Undecided", format!("{} of {}", of(Meets::Undecided), found.len()), "designs"),
        Tile::games(tallies.games(), "in all designs together"),
    ]
}

/// A target with the number of each design.
fn picture(tallies: &SweepTallies, found: &[Design], (at, target): (usize, &Target)) -> Markup {
    let row = |design: &Design| {
        let Judged { number, meets, labels } = &design.judged[at];
        let worst = labels.as_ref().map_or(String::new(), |(worst, _)| format!(", {worst}"));
        let values = tallies.combinations[design.combination].values.join(", ");
        Some((format!("{values}{worst}: {}", meets.name()), vec![Dot { series: 0, estimate: (*number)? }]))
    };
    let farthest =
        if target.is_for_every_label() { " The number shown is the one farthest from the target." } else { "" };
    let caption = Caption {
        id: format!("target-{at}"),
        title: target.typed.clone(),
        text: format!(
            "One row per design. With 95% confidence, all intervals contain the true values. The {} is the target.{farthest}",
            if target.within.width().is_finite() { "band" } else { "dashed line" }
        ),
    };
    let rows = found.iter().filter_map(row).take(MOST_DESIGNS).collect();
    // A target without an end on one side has a line in place of a band.
    let (lo, hi) = (target.within.lo, target.within.hi);
    let (mark, band) = match (lo.is_finite(), hi.is_finite()) {
        (true, true) => (None, Some((lo, hi))),
        (true, false) => (Some(lo), None),
        _ => (Some(hi), None),
    };
    Dots { rows, series: Vec::new(), mark, band }.draw(&caption)
}
