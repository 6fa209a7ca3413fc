//! `analyze tune game`: which values of rules, cards and options meet the targets of a designer.
//!
//! Owns the command from its options to its files; the games are those of `sweep`, the targets those of `targets`.

use super::designs_page::designs_page;
use super::options::TuningArgs;
use super::targets::{
    Aim, Goal, Objective, Target, Wanted, contradiction, designs, designs_files, designs_records, designs_sentences,
    designs_table, has_measures, impossible, luck_of_designs, unfollowed, unreported,
};
use crate::driver::combinations::TERMINAL_ROWS;
use crate::driver::made::Parts;
use crate::driver::planned::Sharded;
use crate::driver::replace::Extent;
use crate::driver::rounds::{Portion, SweepJob};
use crate::driver::{Desk, Experiment, Played, Results};
use crate::experiments::run::sweep::{Counted, Following, Sweep, SweepRequest};
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
/// The same where games are followed from round to round.
const FOLLOWED_RUNS: u64 = 20_000;
/// The names of the options in the manifest.
const TARGET: &str = "target";
const MINIMIZE: &str = "minimize";
const MAXIMIZE: &str = "maximize";

/// Designs, validated.
pub(crate) struct Designs {
    pub sweep: Sweep,
    wanted: Wanted,
}

impl Designs {
    /// Validates what was typed: designs that could not be played are refused, and targets that they could not have.
    pub(crate) fn new(args: &TuningArgs) -> Result<Designs, Failure> {
        let game = game_of(args)?;
        let objective = |aim: &Option<Aim>, goal| aim.clone().map(|aim| Objective { goal, aim });
        let objective = objective(&args.minimize, Goal::Least).or_else(|| objective(&args.maximize, Goal::Most));
        if let Some(reason) = objective.as_ref().and_then(Objective::problem) {
            return refuse(format!("--minimize, --maximize: {reason}"));
        }
        let wanted = Wanted { targets: args.target.clone(), objective };
        let sweep = designs_of(game, args, &wanted)?;
        refuse_unreported(&sweep, &wanted)?;
        Ok(Designs { sweep, wanted })
    }
}

impl Experiment for Designs {
    type Sums = SweepTallies;

    fn typed(&self) -> Invocation<'_> {
        self.sweep.typed()
    }

    fn experiment(&self) -> Manifest {
        with_wanted(self.sweep.experiment(), &self.wanted)
    }

    fn manifest(&self, tallies: &SweepTallies) -> Manifest {
        with_wanted(self.sweep.manifest(tallies), &self.wanted)
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
        Ok(results_by(tallies, &self.wanted, manifest, format))
    }
}

/// The game that is tuned, once what was typed goes together.
fn game_of(args: &TuningArgs) -> Result<GameRef, Failure> {
    if !args.tuned.parameters.is_empty() || args.tuned.against.is_some() || args.tuned.mirror {
        return refuse("tune game: --param, --against and --mirror are for strategies; give --vary and --target");
    }
    let has_objective = args.minimize.is_some() || args.maximize.is_some();
    if args.vary.axes.is_empty() || args.target.is_empty() && !has_objective {
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
fn designs_of(game: GameRef, args: &TuningArgs, wanted: &Wanted) -> Result<Sweep, Failure> {
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
    let aims = wanted.targets.iter().map(|target| &target.aim).chain(wanted.objective.iter().map(|it| &it.aim));
    let counts = aims.into_iter().any(|aim| matches!(aim, Aim::Counted(..)));
    let (following, default_runs) = match has_measures(wanted) {
        true => (Following::Rounds, FOLLOWED_RUNS),
        false => (Following::Nothing, DEFAULT_RUNS),
    };
    Sweep::new(SweepRequest {
        game,
        table: &table,
        vary: &args.vary.axes,
        runs: typed.runs,
        default_runs: Some(default_runs),
        prepare: Box::new(move |table| Table { luck, ..table }),
        counted: if counts { Counted::Rows } else { Counted::Results },
        following,
    })
}

/// Refuses a target of something that no game reports, which a block of each design tells, and win shares that no game has.
fn refuse_unreported(sweep: &Sweep, wanted: &Wanted) -> Outcome {
    let mut portion = Portion::whole(sweep);
    portion.blocks.iter_mut().for_each(|blocks| blocks.end = blocks.end.min(1));
    let course = SweepJob { sweep, portion, threads: 1, control: &Control::default(), save: &|_| () };
    let objective = wanted.objective.as_ref().map(|it| (it.aim.to_string(), &it.aim));
    for record in course.play(Vec::new())?.parts {
        let targets = wanted.targets.iter().map(|target| (target.typed.clone(), &target.aim));
        for (typed, aim) in targets.chain(objective.clone()) {
            if let Some(reason) = unreported(aim, &record.tallies).or_else(|| unfollowed(aim, &record)) {
                return refuse(format!("--target: {typed}: {reason}"));
            }
        }
        if let Some(reason) = impossible(&wanted.targets, &record.tallies) {
            return refuse(format!("--target: {reason}"));
        }
    }
    Ok(())
}

/// The manifest of a sweep as that of designs with these targets.
fn with_wanted(manifest: Manifest, wanted: &Wanted) -> Manifest {
    let targets = wanted.targets.iter().map(|target| Choice::resolved(TARGET, &target.typed));
    let objective = wanted
        .objective
        .iter()
        .map(|Objective { goal, aim }| Choice::resolved(if *goal == Goal::Least { MINIMIZE } else { MAXIMIZE }, aim));
    let options = targets.chain(objective).map(Into::into).collect();
    let intervals = "95% for all designs and targets at once (Bonferroni): Student, mean of each block; a difference of seats, and \
                     rates over several strategies, with the largest variance that they can have together";
    Manifest { command: Some(TUNE_GAME.to_owned()), options, intervals: intervals.to_owned(), ..manifest }
}

fn results_by(tallies: &SweepTallies, wanted: &Wanted, manifest: &Manifest, format: Format) -> Results {
    let tables = designs_files(tallies, wanted);
    let others = vec![(PAGE.to_owned(), designs_page(tallies, wanted, manifest, &about(manifest)))];
    Results { tables, others, shown: shown(tallies, wanted, manifest, format) }
}

/// What tallies become, by the targets of the manifest.
///
/// # Errors
/// If the manifest has a target that cannot be read.
pub(crate) fn results(tallies: &SweepTallies, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
    let unreadable = |error| Failure::Usage(format!("run.json: {error}"));
    let choices = manifest.choices();
    let typed = choices.iter().filter(|choice| choice.name == TARGET);
    let targets: Result<Vec<Target>, _> = typed.map(|choice| choice.value.parse()).collect();
    let mut objective = None;
    for (name, goal) in [(MINIMIZE, Goal::Least), (MAXIMIZE, Goal::Most)] {
        if let Some(choice) = choices.iter().find(|choice| choice.name == name) {
            objective = Some(Objective { goal, aim: choice.value.parse().map_err(unreadable)? });
        }
    }
    let wanted = Wanted { targets: targets.map_err(unreadable)?, objective };
    Ok(results_by(tallies, &wanted, manifest, format))
}

/// What standard output shows.
fn shown(tallies: &SweepTallies, wanted: &Wanted, manifest: &Manifest, format: Format) -> String {
    let targets = &wanted.targets;
    let found = designs(tallies, wanted);
    let table = designs_table(tallies, wanted, &found);
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
            designs_sentences(tallies, wanted, &found).join("\n"),
            lines(more.iter().chain(&fixed).chain(&every).chain(&luck_of_designs(tallies, targets)).chain(&notes))
        )
    };
    formatted(&designs_records(tallies, wanted, &found), format, text)
}

impl Sharded for Designs {
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
