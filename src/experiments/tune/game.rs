//! `analyze tune game`: which values of rules, cards and options meet the targets of a designer.
//!
//! Owns the command from its options to its files; the games are those of `sweep`, the targets those of `targets`.

use super::designs_page::designs_page;
use super::options::TuningArgs;
use super::targets::{
    Aim, Target, contradiction, designs, designs_files, designs_records, designs_sentences, designs_table, impossible,
    luck_of_designs, unreported,
};
use crate::driver::combinations::TERMINAL_ROWS;
use crate::driver::made::Parts;
use crate::driver::planned::Sharded;
use crate::driver::replace::Extent;
use crate::driver::rounds::{Portion, SweepJob};
use crate::driver::{Desk, Experiment, Played, Results};
use crate::experiments::run::sweep::{Counted, Sweep, SweepRequest};
use crate::lab::GameRef;
use crate::options::SeedArgs;
use crate::options::TableArgs;
use crate::options::differences::about;
use crate::options::given::Invocation;
use crate::options::settings;
use crate::options::settings::Table;
use crate::page::PAGE;
use crate::record::Choice;
use crate::record::{Manifest, Planned, PlannedCell, SweepTallies, TUNE, TUNE_GAME, other_notes_of_all};
use crate::simulate::Control;
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::layout;
use crate::terminal::numbers::counted;
use crate::terminal::output::formatted;
use crate::terminal::remarks::{INTERVALS, lines, more_rows};

/// The games of each design when nothing says how many.
const DEFAULT_RUNS: u64 = 1_000_000;
/// The name of the option in the manifest.
const TARGET: &str = "target";

/// Designs, validated.
pub(crate) struct Designs<'a> {
    pub sweep: Sweep,
    targets: &'a [Target],
}

impl<'a> Designs<'a> {
    /// Validates what was typed: designs that could not be played are refused, and targets that they could not have.
    pub(crate) fn new(args: &'a TuningArgs) -> Result<Designs<'a>, Failure> {
        let (sweep, targets) = (designs_of(game_of(args)?, args)?, &args.target);
        refuse_unreported(&sweep, targets)?;
        Ok(Designs { sweep, targets })
    }
}

impl Experiment for Designs<'_> {
    type Sums = SweepTallies;

    fn typed(&self) -> Invocation<'_> {
        self.sweep.typed()
    }

    fn experiment(&self) -> Manifest {
        with_targets(self.sweep.experiment(), self.targets)
    }

    fn manifest(&self, tallies: &SweepTallies) -> Manifest {
        with_targets(self.sweep.manifest(tallies), self.targets)
    }

    fn folder(&self) -> (String, Option<Manifest>) {
        (format!("{TUNE}-{}", self.sweep.experiment().game), None)
    }

    fn extent(&self) -> Extent {
        Experiment::extent(&self.sweep)
    }

    fn blocks(&self) -> u64 {
        Experiment::blocks(&self.sweep)
    }

    fn announcement(&self) -> Result<Vec<String>, Failure> {
        self.sweep.announcement()
    }

    fn own(&self, found: SweepTallies) -> Result<SweepTallies, Failure> {
        self.sweep.own(found)
    }

    fn play(
        &self,
        first: Option<SweepTallies>,
        desk: &Desk<'_>,
        save: &dyn Fn(&SweepTallies),
    ) -> Result<Played<SweepTallies>, Failure> {
        self.sweep.play(first, desk, save)
    }

    fn results(&self, tallies: &SweepTallies, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
        Ok(results_by(tallies, self.targets, manifest, format))
    }
}

/// The game that is tuned, once what was typed goes together.
fn game_of(args: &TuningArgs) -> Result<GameRef, Failure> {
    if !args.tuned.parameters.is_empty() || args.tuned.against.is_some() || args.tuned.mirror {
        return refuse("tune game: --param, --against and --mirror are for strategies; give --vary and --target");
    }
    if args.vary.axes.is_empty() || args.target.is_empty() {
        return refuse(
            "tune game: say what is varied and what is wanted: --vary rerolls=1..3 --target 'seat3-seat1=0±0.01'",
        );
    }
    if let Some(reason) = contradiction(&args.target) {
        return refuse(format!("--target: {reason}"));
    }
    settings::chosen_game(args.tuned.seats.game)
}

/// The designs, validated.
fn designs_of(game: GameRef, args: &TuningArgs) -> Result<Sweep, Failure> {
    let typed = &args.tuned;
    let table = TableArgs {
        game: typed.seats.game,
        players: typed.seats.players,
        bots: args.bots.clone(),
        draws: SeedArgs { seed: typed.draws.seed },
        seating: args.seating,
        rules: typed.rules.clone(),
    };
    typed.luck.choice.check(game)?;
    let luck = typed.luck.choice;
    let counts = args.target.iter().any(|target| matches!(target.aim, Aim::Counted(..)));
    Sweep::new(SweepRequest {
        game,
        table: &table,
        vary: &args.vary.axes,
        runs: typed.runs,
        default_runs: Some(DEFAULT_RUNS),
        prepare: Box::new(move |table| Table { luck, ..table }),
        counted: if counts { Counted::Rows } else { Counted::Results },
    })
}

/// Refuses a target of something that no game reports, which a block of each design tells, and win shares that no game has.
fn refuse_unreported(sweep: &Sweep, targets: &[Target]) -> Outcome {
    let mut portion = Portion::whole(sweep);
    portion.blocks.iter_mut().for_each(|blocks| blocks.end = blocks.end.min(1));
    let course = SweepJob { sweep, portion, threads: 1, control: &Control::default(), save: &|_| () };
    for record in course.play(Vec::new())?.parts {
        if let Some((target, reason)) =
            targets.iter().find_map(|target| Some((target, unreported(target, &record.tallies)?)))
        {
            return refuse(format!("--target: {}: {reason}", target.typed));
        }
        if let Some(reason) = impossible(targets, &record.tallies) {
            return refuse(format!("--target: {reason}"));
        }
    }
    Ok(())
}

/// The manifest of a sweep as that of designs with these targets.
fn with_targets(manifest: Manifest, targets: &[Target]) -> Manifest {
    let options = targets.iter().map(|target| Choice::resolved(TARGET, &target.typed).into()).collect();
    let intervals = "95% for all designs and targets at once (Bonferroni): Student, mean of each block; a difference of seats, and \
                     rates over several strategies, with the largest variance that they can have together";
    Manifest { command: Some(TUNE_GAME.to_owned()), options, intervals: intervals.to_owned(), ..manifest }
}

fn results_by(tallies: &SweepTallies, targets: &[Target], manifest: &Manifest, format: Format) -> Results {
    let tables = designs_files(tallies, targets);
    let others = vec![(PAGE.to_owned(), designs_page(tallies, targets, manifest, &about(manifest)))];
    Results { tables, others, shown: shown(tallies, targets, manifest, format) }
}

/// What tallies become, by the targets of the manifest.
///
/// # Errors
/// If the manifest has a target that cannot be read.
pub(crate) fn results(tallies: &SweepTallies, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
    let typed = manifest.choices().into_iter().filter(|choice| choice.name == TARGET);
    let targets: Result<Vec<Target>, _> = typed.map(|choice| choice.value.parse()).collect();
    let targets = targets.map_err(|error| Failure::Usage(format!("run.json: {error}")))?;
    Ok(results_by(tallies, &targets, manifest, format))
}

/// What standard output shows.
fn shown(tallies: &SweepTallies, targets: &[Target], manifest: &Manifest, format: Format) -> String {
    let found = designs(tallies, targets);
    let table = designs_table(tallies, targets, &found);
    let text = || {
        let mut rows = table.clone();
        rows.rows.truncate(TERMINAL_ROWS);
        let left_out = table.rows.len() - rows.rows.len();
        let more = (left_out > 0).then(|| more_rows(left_out, "tune.csv"));
        let fixed = [
            "met: the whole interval lies within the target; not_met: the whole interval lies outside".to_owned(),
            format!("{INTERVALS} for all designs and targets at once"),
            "not beaten: no other design is at least as near to every target, and nearer to one".to_owned(),
            "to play a design, type its values: --rule KEY=VALUE for a rule or a card, and --KEY VALUE for an option"
                .to_owned(),
        ];
        let every = targets
            .iter()
            .any(Target::is_for_every_label)
            .then(|| "*: met if all of them lie within the target; the number is the one farthest from it".to_owned());
        let notes = other_notes_of_all(tallies.combinations.iter().map(|it| &*it.tallies.notes));
        format!(
            "{}: {}, {}, seed {}, engine {}\n\n{}\n{}\n\n{}",
            about(manifest).game(),
            counted(found.len() as u64, "design"),
            counted(tallies.games(), "game"),
            manifest.seed,
            manifest.engine,
            layout::table(&rows),
            designs_sentences(tallies, &found).join("\n"),
            lines(more.iter().chain(&fixed).chain(&every).chain(&luck_of_designs(tallies, targets)).chain(&notes))
        )
    };
    formatted(&designs_records(tallies, targets, &found), format, text)
}

impl Sharded for Designs<'_> {
    fn planned(&self) -> Planned {
        Planned::Designs
    }

    fn cells(&self) -> Vec<PlannedCell> {
        self.sweep.cells()
    }

    fn parts(&self) -> Parts {
        self.sweep.parts.clone()
    }

    fn shard(&self, portion: Portion, threads: usize) -> Result<SweepTallies, Failure> {
        self.sweep.play_stretch(portion, threads)
    }

    fn joined(&self, parts: Vec<SweepTallies>, _: &Desk<'_>) -> Result<SweepTallies, Failure> {
        Ok(self.sweep.joined(parts))
    }
}
