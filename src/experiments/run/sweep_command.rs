//! A sweep as an experiment: what the driver and shards ask of it, and what its tallies become.

use super::sweep_page::sweep_page;
use crate::driver;
use crate::driver::made::Parts;
use crate::driver::planned::Sharded;
use crate::driver::replace::Extent;
use crate::driver::rounds::{Portion, SweepJob};
use crate::driver::{Desk, Experiment, Results};
use crate::options::differences::about;
use crate::options::given::Invocation;
use crate::page::PAGE;
use crate::record::{Manifest, Planned, PlannedCell, SWEEP, SweepTallies, other_notes_of_all};
use crate::report;
use crate::simulate::Control;
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome};
use crate::terminal::layout;
use crate::terminal::numbers::counted;
use crate::terminal::output::formatted;
use crate::terminal::remarks::{INTERVALS, WATCHED, lines, more_rows};

use super::sweep::{About, Sweep};
use crate::driver::combinations::TERMINAL_ROWS;

impl Experiment for Sweep {
    type Sums = SweepTallies;

    fn typed(&self) -> Invocation<'_> {
        self.tables.first().as_typed()
    }

    fn experiment(&self) -> Manifest {
        Sweep::experiment(self)
    }

    fn manifest(&self, tallies: &SweepTallies) -> Manifest {
        Sweep::manifest(self, tallies)
    }

    fn folder(&self) -> (String, Option<Manifest>) {
        (format!("{}-{SWEEP}", self.game.name()), None)
    }

    fn extent(&self) -> Extent {
        Extent::fixed(self.games())
    }

    fn blocks(&self) -> u64 {
        self.games()
    }

    fn announcement(&self) -> Result<Vec<String>, Failure> {
        Sweep::announcement(self)
    }

    fn own(&self, found: SweepTallies) -> Result<SweepTallies, Failure> {
        Sweep::own(self, found)
    }

    fn play(
        &self,
        first: Option<SweepTallies>,
        desk: &Desk<'_>,
        save: &dyn Fn(&SweepTallies),
    ) -> Result<driver::Played<SweepTallies>, Failure> {
        Sweep::play(self, first, desk, save)
    }

    fn results(&self, tallies: &SweepTallies, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
        Ok(results(tallies, manifest, format))
    }
}

/// What tallies become.
pub(crate) fn results(tallies: &SweepTallies, manifest: &Manifest, format: Format) -> Results {
    let others = vec![(PAGE.to_owned(), sweep_page(tallies, manifest, &about(manifest)))];
    Results { tables: report::sweep_files(tallies), others, shown: shown_result(tallies, manifest, format) }
}

/// What standard output shows of a sweep.
fn shown_result(tallies: &SweepTallies, manifest: &Manifest, format: Format) -> String {
    let table = report::sweep_summary(tallies);
    let text = || {
        let keys: Vec<&str> = tallies.vary.iter().map(|varied| &*varied.key).collect();
        let mut shown = table.clone();
        shown.rows.truncate(TERMINAL_ROWS);
        let mut notes = Vec::new();
        if table.rows.len() > TERMINAL_ROWS {
            notes.push(more_rows(table.rows.len() - TERMINAL_ROWS, "sweep.csv"));
        }
        notes.extend(table.explained(&["win_share_against_first"]));
        let watched = if tallies.is_interrupted() { format!(", {WATCHED}") } else { String::new() };
        notes.push(format!("{INTERVALS}, from the variance between deals{watched}"));
        notes.extend(report::luck_of_sweep(tallies));
        notes.extend(other_notes_of_all(tallies.combinations.iter().map(|it| &*it.tallies.notes)));
        format!(
            "{}: {} of {}, {}, seed {}, engine {}\n\n{}\n{}",
            about(manifest).game(),
            counted(tallies.combinations.len() as u64, "combination"),
            keys.join(", "),
            counted(tallies.games(), "game"),
            manifest.seed,
            manifest.engine,
            layout::table(&shown),
            lines(&notes)
        )
    };
    formatted(&table, format, text)
}

impl Sweep {
    /// Plays some blocks of some combinations to their end, as those of a shard are.
    pub(crate) fn play_stretch(&self, portion: Portion, threads: usize) -> Result<SweepTallies, Failure> {
        let course = SweepJob { sweep: self, portion, threads, control: &Control::default(), save: &|_| () };
        Ok(self.tallies(course.play(Vec::new())?.parts))
    }

    /// Each combination as a cell.
    pub(crate) fn cells(&self) -> Vec<PlannedCell> {
        let cell = |about: &About| PlannedCell { games_a_block: about.games_a_block, blocks: about.blocks };
        self.about.iter().map(cell).collect()
    }

    /// All combinations, from parts of some each.
    pub(crate) fn joined(&self, parts: Vec<SweepTallies>) -> SweepTallies {
        self.tallies(parts.into_iter().flat_map(|part| part.combinations).collect())
    }
}

impl Sharded for Sweep {
    fn planned(&self) -> Planned {
        Planned::Sweep
    }

    fn cells(&self) -> Vec<PlannedCell> {
        Sweep::cells(self)
    }

    fn parts(&self) -> Parts {
        self.parts.clone()
    }

    fn check(&self) -> Outcome {
        self.check_luck(&Control::default())
    }

    fn shard(&self, portion: Portion, threads: usize) -> Result<SweepTallies, Failure> {
        self.play_stretch(portion, threads)
    }

    fn joined(&self, parts: Vec<SweepTallies>, _: &Desk<'_>) -> Result<SweepTallies, Failure> {
        Ok(Sweep::joined(self, parts))
    }
}
