//! `tune.csv` of a game that is tuned: a row a design.

use super::{Aim, Design, EVERY, Judged, Meets, Target, Wanted, designs};
use crate::record::SweepTallies;
use crate::report::column::{Definition, Heading, Kind};
use crate::report::definitions;
use crate::report::field::Field;
use crate::report::measures;
use crate::report::package::CsvFiles;
use crate::report::sweep::{sweep_files, values};
use crate::report::table::{Table, csv_files};
use crate::stats::Standing;

/// The designs in the order of their table: the best first.
fn in_order<'d>(wanted: &Wanted, designs: &'d [Design]) -> Vec<&'d Design> {
    let mut order: Vec<&Design> = designs.iter().collect();
    let rank = |design: &Design| match design.meets {
        Meets::Met => 0,
        Meets::Undecided => 1,
        Meets::NotMet => 2,
    };
    let place = |design: &Design| wanted.objective.as_ref().map_or(0.0, |it| it.order(design.objective.as_ref()));
    order.sort_by(|a, b| {
        let of_ranks = rank(a).cmp(&rank(b)).then(place(a).total_cmp(&place(b)));
        of_ranks.then((!a.is_pareto, a.combination).cmp(&(!b.is_pareto, b.combination)))
    });
    order
}

const TARGETS: Definition =
    Definition::label("targets", "whether the design meets all targets: met, undecided or not_met");
const PARETO: Definition = Definition::label("pareto", "yes if no other design is nearer to every target");
/// What the intervals of what is aimed at are.
const TOGETHER: &str = "95% interval (for all designs and targets at once)";

/// The heading of a number.
fn number_heading(aim: &Aim) -> Heading {
    let (unit, meaning) = match aim {
        Aim::Seat(seat) => ("1", format!("win share of seat {seat}, over all strategies that sit there")),
        Aim::Seats(one, other) => ("1", format!("win share of seat {one} minus that of seat {other}")),
        Aim::Length(metric) => (definitions::BY_METRIC, format!("mean number of {metric} in a game")),
        Aim::Counted(column, label) if label == EVERY => {
            (definitions::BY_METRIC, format!("{column} where it is farthest off the target"))
        }
        Aim::Counted(column, label) => {
            (definitions::BY_METRIC, format!("{column} of {label}, all strategies together"))
        }
        Aim::Measure(measure) => (measures::unit(*measure), measures::meaning(*measure, Standing::Value).to_owned()),
    };
    Heading::new(Definition::of(aim.to_string(), unit, meaning), Kind::Estimate(TOGETHER))
}

/// The headings of a target: its number, whether that meets it, and of one for every label where it does not.
fn target_headings(target: &Target) -> Vec<Heading> {
    let aim = &target.aim;
    let label = |end: &str, meaning: &str| Heading::text(Definition::of(format!("{aim}_{end}"), "", meaning));
    let mut headings =
        vec![number_heading(aim), label("target", "whether this target is met: met, undecided or not_met")];
    if target.is_for_every_label() {
        headings.push(label("worst", "the label that is farthest off the target"));
        headings.push(label("not_met", "the labels that do not meet the target"));
    }
    headings
}

/// `tune`: a row a combination, those that meet all targets first, then what is undecided; of each whether another one comes
/// nearer to everything.
pub fn designs_table(tallies: &SweepTallies, wanted: &Wanted, designs: &[Design]) -> Table {
    let Wanted { targets, objective } = wanted;
    // A number that a target is about has its column.
    let objective = objective.as_ref().filter(|it| targets.iter().all(|target| target.aim != it.aim));
    let mut headings: Vec<Heading> = tallies.vary.iter().map(Heading::of_key).collect();
    headings.extend([TARGETS, PARETO].map(Heading::text));
    headings.extend(objective.map(|objective| number_heading(&objective.aim)));
    headings.extend(targets.iter().flat_map(target_headings));
    let row = |design: &Design| {
        let mut row = values(&tallies.combinations[design.combination]);
        row.push(Field::Text(design.meets.name().to_owned()));
        row.push(Field::Text(if design.is_pareto { "yes" } else { "no" }.to_owned()));
        row.extend(objective.map(|_| Field::Estimate(design.objective)));
        for Judged { number, meets, labels } in &design.judged {
            row.extend([Field::Estimate(*number), Field::Text(meets.name().to_owned())]);
            let labels = labels.iter().flat_map(|(worst, missed)| [worst.clone(), missed.join("; ")]);
            row.extend(labels.map(Field::Text));
        }
        row
    };
    Table { name: "tune".to_owned(), headings, rows: in_order(wanted, designs).into_iter().map(row).collect() }
}

/// That table as programs read it: with the experiment of each design at its end, and how many play, unless that is varied and
/// has its column.
pub fn designs_records(tallies: &SweepTallies, wanted: &Wanted, designs: &[Design]) -> Table {
    let Table { name, mut headings, mut rows } = designs_table(tallies, wanted, designs);
    let varies_players = tallies.vary.iter().any(|varied| varied.key == "players");
    headings.extend((!varies_players).then_some(definitions::PLAYERS).into_iter().chain([definitions::EXPERIMENT]));
    for (row, design) in rows.iter_mut().zip(in_order(wanted, designs)) {
        let of = &tallies.combinations[design.combination];
        row.extend((!varies_players).then_some(Field::Whole(of.tallies.seats.len() as i128)));
        row.push(Field::Text(of.experiment.clone()));
    }
    Table { name, headings, rows }
}

/// The files of a game that is tuned: that table, and all numbers of the sweep.
pub fn designs_files(tallies: &SweepTallies, wanted: &Wanted) -> CsvFiles {
    sweep_files(tallies).and(csv_files([designs_records(tallies, wanted, &designs(tallies, wanted))]))
}
