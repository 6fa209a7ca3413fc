//! Simulating, the command without a name: arguments, run configuration, run, files, summary.

use super::page::{run_page, seat_sentence};
use super::sweep::Sweep;
use super::sweep_command;
use super::{PlayedArgs, RunArgs};
use crate::driver;
use crate::driver::default_folder::{has_plain_name, plain_table};
use crate::driver::embedded::Stage;
use crate::driver::entry::{Entry, ExperimentOptions, games_of};
use crate::driver::planned::{Sharded, only};
use crate::driver::replace::Extent;
use crate::driver::rounds::Portion;
use crate::driver::session;
use crate::driver::session::{at_fault, origin, rounded_up};
use crate::driver::{Desk, Experiment, Played, Results};
use crate::engines::{EngineKind, GameFault, SeatingRule};
use crate::lab::{GameRef, How, TableRun};
use crate::options::RulesArgs;
use crate::options::differences::about;
use crate::options::fields::DEFAULT_BUDGET;
use crate::options::given::Invocation;
use crate::options::luck::{Found, luck_note};
use crate::options::settings;
use crate::options::settings::Table;
use crate::options::until::{Until, not_reached};
use crate::page::PAGE;
use crate::record::SWEEP;
use crate::record::{
    Decimal, INTERRUPTED, Manifest, MergeError, Mergeable, Planned, PlannedCell, Tallies, why_as_played,
};
use crate::report;
use crate::simulate::{Control, Finished, Next, StatisticsBlocks, Tally};
use crate::stats::{FIRST_LOOK, looks};
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::layout;
use crate::terminal::memory::slow_remark;
use crate::terminal::numbers::counted;
use crate::terminal::output::formatted;
use crate::terminal::progress::Progress;
use crate::terminal::remarks::{FIXED_NOTE, INTERVALS, ROTATE_NOTE, WATCHED, lines};
use crate::terminal::typed_command::nothing_finished;
use std::ops::Range;

/// A run, validated.
pub(crate) struct RunConfig {
    pub table: Table,
    /// The games that were asked for.
    pub asked: Option<u64>,
    /// Blocks to play; with `until`, at most.
    pub blocks: u64,
    /// The standard error of a win share that is small enough to end it.
    pub until: Option<Decimal>,
}

impl RunConfig {
    /// What ends it, if not the number of games.
    fn goal(&self) -> Option<String> {
        self.until.map(|most| Until::StandardError(most).to_string())
    }

    /// The record of these tallies, with a note of luck, after those of the blocks before them.
    fn record(&self, tally: Tally, luck: Option<&str>, first: Option<&Tallies>) -> Result<Tallies, MergeError> {
        let mut record = self.table.game.record(tally, &self.table.names(), self.table.seatings.games());
        record.notes.extend(luck.map(str::to_owned));
        let whole = match first {
            None => record,
            Some(first) => {
                let mut whole = Tallies { until: None, ..first.clone() };
                whole.append(&record)?;
                whole
            }
        };
        Ok(Tallies { until: self.goal(), ..whole })
    }
}

impl RunConfig {
    /// Validates what was typed.
    pub(crate) fn new(game: GameRef, typed: &PlayedArgs) -> Result<RunConfig, Failure> {
        let table = settings::table(game, &typed.table)?.with_luck(typed.luck.choice)?;
        let until = until(typed.until)?;
        let runs = settings::runs(typed.runs.or(until.map(|_| DEFAULT_BUDGET)))?;
        let asked = typed.runs.filter(|_| until.is_none());
        Ok(RunConfig { blocks: runs.div_ceil(table.seatings.games()), until, asked, table })
    }
}

impl ExperimentOptions for RunArgs {
    const ENTRIES: &'static [Entry] = &[
        Entry {
            name: "run",
            recorded: &[],
            words: &[],
            strategies: None,
            several: None,
            remade: |records, format| Ok(results(&records.sums()?, records.manifest, format)),
        },
        Entry {
            name: SWEEP,
            recorded: &[SWEEP],
            words: &[],
            strategies: None,
            several: None,
            remade: |records, format| Ok(sweep_command::results(&records.sums()?, records.manifest, format)),
        },
    ];

    fn rules(&mut self) -> &mut RulesArgs {
        &mut self.played.table.rules
    }

    fn play(&self, stage: &Stage) -> Outcome {
        let game = settings::chosen_game(self.played.table.game)?;
        match self.played.vary.axes[..] {
            [] => driver::play(&RunConfig::new(game, &self.played)?, &self.playing, stage),
            _ => driver::play(&Sweep::of_run(game, &self.played)?, &self.playing, stage),
        }
    }

    fn checked(&self) -> Result<String, Failure> {
        let game = settings::chosen_game(self.played.table.game)?;
        if !self.played.vary.axes.is_empty() {
            return Ok(games_of(&Sweep::of_run(game, &self.played)?));
        }
        let until = self.played.until.map(|_| DEFAULT_BUDGET);
        let played = PlayedArgs { runs: self.played.runs.or(until), ..self.played.clone() };
        Ok(games_of(&RunConfig::new(game, &played)?))
    }
}

impl Experiment for RunConfig {
    type Sums = Tallies;

    fn typed(&self) -> Invocation<'_> {
        self.table.as_typed()
    }

    fn experiment(&self) -> Manifest {
        experiment(&self.table)
    }

    fn manifest(&self, tallies: &Tallies) -> Manifest {
        manifest(&self.table, tallies)
    }

    fn folder(&self) -> (String, Option<Manifest>) {
        let seats = self.table.game.seats();
        let game = self.table.game.game();
        let plain = plain_table(game, seats).filter(|_| has_plain_name(game));
        let plain = plain.and_then(|args| settings::table(game, &args).ok());
        (format!("{}-{seats}p", game.name()), plain.map(|plain| experiment(&plain)))
    }

    fn extent(&self) -> Extent {
        let (a_block, until) = (self.table.seatings.games(), self.goal());
        let least = if until.is_none() { self.blocks } else { FIRST_LOOK.min(self.blocks) } * a_block;
        Extent { runs: self.blocks * a_block, least, until, ..Extent::default() }
    }

    fn blocks(&self) -> u64 {
        self.blocks
    }

    fn announcement(&self) -> Result<Vec<String>, Failure> {
        Ok(rounded_up(self.asked, self.blocks, self.table.seatings.games()).into_iter().collect())
    }

    fn play(
        &self,
        first: Option<Tallies>,
        desk: &Desk<'_>,
        save: &dyn Fn(&Tallies),
    ) -> Result<Played<Tallies>, Failure> {
        play(self, desk, first.as_ref(), save)
    }

    fn results(&self, tallies: &Tallies, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
        Ok(results(tallies, manifest, format))
    }
}

/// What tallies become.
pub(crate) fn results(tallies: &Tallies, manifest: &Manifest, format: Format) -> Results {
    let others = vec![(PAGE.to_owned(), run_page(tallies, manifest, &about(manifest)))];
    Results {
        tables: report::csv_files(tallies, &session::origin(manifest)),
        others,
        shown: summary(tallies, manifest, format),
    }
}

/// What ends the run, if not the number of games.
fn until(until: Option<Until>) -> Result<Option<Decimal>, Failure> {
    match until {
        None => Ok(None),
        Some(Until::StandardError(most)) => Ok(Some(most)),
        Some(Until::Verdict) => refuse(
            "--until: a run has no verdict; write se= and a standard error, such as se=0.001 ('analyze compare' decides between strategies)",
        ),
    }
}

/// Plays the games, or those that follow the first ones; `save` is shown what was played by then.
pub(crate) fn play(
    config: &RunConfig,
    desk: &Desk<'_>,
    first: Option<&Tallies>,
    save: &dyn Fn(&Tallies),
) -> Result<Played<Tallies>, Failure> {
    let table = &config.table;
    let (names, players, a_block) = (table.names(), table.players(), table.seatings.games());
    let blocks = first.map_or(0, |first| first.blocks)..config.blocks;
    let games = (blocks.end - blocks.start) * a_block;
    let (finished, note) = desk.watch(games, "games", |control, progress| {
        let Found { luck, note } = table.luck_asked(&*players, &names).find_beside(progress, control)?;
        let how = How { engine: table.engine, luck: luck.as_deref(), threads: desk.threads, control };
        let under_way = UnderWay { config, first, note: note.as_deref(), progress, save };
        let mut looks = looks().filter(|_| config.until.is_some());
        let (mut look, mut save) = (|tally: &Tally| under_way.at_look(tally), |tally: &Tally| under_way.save(tally));
        Ok::<_, Failure>((players.run(table.run(&names, blocks), how, &mut looks, &mut look, &mut save), note))
    })?;
    let (Finished { tally, complete }, slowed) = finished.map_err(|fault| describe(&fault, table))?;
    let played = tally.blocks() * a_block;
    let mut sums = config.record(tally, note.as_deref(), first)?;
    if sums.blocks == 0 {
        return Err(nothing_finished());
    }
    if !complete {
        sums.until = Some(INTERRUPTED.to_owned());
    }
    let stopped = (!complete).then(|| counted(sums.games(), "game"));
    let remarks = slow_remark(table.game.game(), &slowed, played, &table.chosen).into_iter().chain(note).collect();
    Ok(Played { sums, stopped, remarks })
}

impl Table {
    /// Its games in some blocks, by strategies with these names.
    pub(crate) fn run<'t>(&'t self, names: &'t [String], blocks: Range<u64>) -> TableRun<'t> {
        let statistics = statistics_blocks(self.engine);
        TableRun { names, seatings: &self.seatings, seed: self.seed, blocks, statistics }
    }
}

/// A run that is being played.
struct UnderWay<'u> {
    config: &'u RunConfig,
    /// What came before.
    first: Option<&'u Tallies>,
    /// The note if luck is not cancelled though it was to be.
    note: Option<&'u str>,
    progress: &'u Progress,
    save: &'u dyn Fn(&Tallies),
}

impl UnderWay<'_> {
    /// Shows how sure the win shares are by now, and says whether that is enough. What cannot be added to what came before
    /// will not be at the end either, which says so.
    fn at_look(&self, tally: &Tally) -> Next {
        let Some(most) = self.config.until else { return Next::PlayOn };
        let Ok(tallies) = self.config.record(tally.clone(), self.note, self.first) else {
            return Next::Stop;
        };
        let Some(error) = report::largest_standard_error(&tallies) else { return Next::PlayOn };
        self.progress.note(&format!("standard error {error:.6}"));
        if error <= most.value() { Next::Stop } else { Next::PlayOn }
    }

    fn save(&self, tally: &Tally) {
        if let Ok(tallies) = self.config.record(tally.clone(), self.note, self.first) {
            (self.save)(&tallies);
        }
    }
}

/// Counting every block costs a drawn turn more than it takes to draw it.
fn statistics_blocks(engine: EngineKind) -> StatisticsBlocks {
    match engine {
        EngineKind::Turn => StatisticsBlocks::Thinned,
        EngineKind::Dice => StatisticsBlocks::All,
    }
}

/// The command that plays one game of this table.
pub(crate) fn play_command(table: &Table, index: u64) -> String {
    let typed_names = table.lineup.iter().map(|&index| &*table.chosen[index].typed);
    table.given.play(&[
        ("game", table.game.game().typed().to_owned()),
        ("players", table.game.seats().to_string()),
        ("bots", typed_names.collect::<Vec<_>>().join(",")),
        ("seed", table.seed.to_string()),
        ("seating", table.seating.to_string()),
        ("engine", table.engine.to_string()),
        ("index", index.to_string()),
    ])
}

/// A fault, with the command that shows its game.
pub(crate) fn describe(found: &GameFault, table: &Table) -> Failure {
    let GameFault { index, strategy, fault } = found;
    let command = play_command(table, *index);
    at_fault(&table.chosen[*strategy].name, &format!("game {index}"), table.seed, fault, &command)
}

/// How the intervals of a run are made, for its manifest.
fn intervals_text(tallies: &Tallies) -> String {
    let fixed = "95%, variance over blocks; proportions: wilson; means: student; few events: weighted poisson";
    match tallies.until.as_deref() {
        None => fixed.to_owned(),
        Some(INTERRUPTED) => format!(
            "95%, variance over blocks; confidence_sequence (asymptotic), valid at all looks at once: after {FIRST_LOOK} \
             blocks and a tenth more each time"
        ),
        Some(until) => {
            let ended = format!("{fixed}; ended by a standard error fixed beforehand ({until}; Chow & Robbins 1965)");
            let missed = not_reached(until, report::largest_standard_error(tallies));
            missed.map_or(ended, |missed| format!("{fixed}; {missed}"))
        }
    }
}

/// The manifest of a run at this table, without its files.
pub(crate) fn manifest(table: &Table, tallies: &Tallies) -> Manifest {
    Manifest {
        runs: tallies.games(),
        blocks: tallies.blocks,
        statistics: Some(statistics_blocks(table.engine).to_string()),
        until: tallies.until.clone(),
        intervals: intervals_text(tallies),
        signature: tallies.signature(),
        luck_as_played: why_as_played(&tallies.notes).map(str::to_owned),
        ..experiment(table)
    }
}

/// What of that manifest decides the games of a run.
pub(crate) fn experiment(table: &Table) -> Manifest {
    Manifest {
        lineup: table.lineup_names(),
        seating: table.seating.to_string(),
        luck: table.luck.recorded(),
        ..session::manifest(&*table.game, &table.chosen, table.seed, table.engine)
    }
}

/// What people look for first, and a narrow terminal has room for.
const ESSENTIAL: [&str; 5] = ["strategy", "win_share", "ev", "win_rate", "wins"];

/// What standard output shows of a run.
fn summary(tallies: &Tallies, manifest: &Manifest, format: Format) -> String {
    let table = report::summary(tallies);
    let text = || {
        let mut notes = tallies.notes.clone();
        if manifest.seating == SeatingRule::Rotate.to_string() && tallies.strategies.len() >= 3 {
            notes.push(ROTATE_NOTE.to_owned());
        }
        if manifest.seating == SeatingRule::Fixed.to_string() && tallies.strategies.len() >= 2 {
            notes.push(FIXED_NOTE.to_owned());
        }
        notes.extend(luck_note(tallies));
        let heading = heading(tallies, manifest);
        format!(
            "{heading}\n\n{}\n{}",
            layout::table(&layout::fitting(&table.with_first(&ESSENTIAL), &ESSENTIAL)),
            remarks(tallies, &notes)
        )
    };
    formatted(&table.clone().of(&origin(manifest)), format, text)
}

fn heading(tallies: &Tallies, manifest: &Manifest) -> String {
    let (games, blocks) = (counted(tallies.games(), "game"), counted(tallies.blocks, "deal"));
    format!(
        "{}, {} players: {games}, {}, seed {}, engine {}",
        about(manifest).game(),
        manifest.players,
        deals(&manifest.seating, tallies.games_a_block, &blocks),
        manifest.seed,
        manifest.engine
    )
}

/// How often each deal was played: the cards and draws that the games of a block have in common.
fn deals(seating: &str, games: u64, deals: &str) -> String {
    match seating {
        _ if games == 1 => deals.to_owned(),
        "all" => format!("{deals}, each played {games} times, in all seating orders"),
        _ => format!("{deals}, each played {games} times, seats rotated"),
    }
}

/// The remarks under a table.
fn remarks(tallies: &Tallies, notes: &[String]) -> String {
    let fixed = format!("{INTERVALS}, from the variance between deals");
    let intervals = match tallies.until.as_deref() {
        None => fixed,
        Some(INTERRUPTED) => {
            format!("{fixed}, {WATCHED}")
        }
        Some(until) => {
            format!("{fixed}; the games ended at the standard error that was asked for ({until}), or at --runs")
        }
    };
    let goal = tallies.until.as_deref();
    let missed = goal.and_then(|goal| not_reached(goal, report::largest_standard_error(tallies)));
    let fixed = [intervals, "win share: a win counts 1, and a tie of k players counts 1/k".to_owned()];
    lines(missed.iter().chain(&seat_sentence(tallies)).chain(&fixed).chain(notes))
}

impl RunConfig {
    /// Plays some blocks to their end, as those of a shard are.
    pub(crate) fn play_blocks(&self, blocks: Range<u64>, threads: usize) -> Result<Tallies, Failure> {
        let (table, control) = (&self.table, Control::default());
        let (names, players) = (table.names(), table.players());
        let Found { luck, note } = table.luck_asked(&*players, &names).find(&control)?;
        let how = How { engine: table.engine, luck: luck.as_deref(), threads, control: &control };
        let run = table.run(&names, blocks);
        let finished = players.run(run, how, &mut std::iter::empty(), &mut |_| Next::PlayOn, &mut |_| ());
        let (Finished { tally, .. }, _) = finished.map_err(|fault| describe(&fault, table))?;
        let mut record = table.game.record(tally, &names, table.seatings.games());
        record.notes.extend(note);
        Ok(record)
    }

    /// All of it as one cell.
    pub(crate) fn cell(&self) -> PlannedCell {
        PlannedCell { games_a_block: self.table.seatings.games(), blocks: self.blocks }
    }
}

impl Sharded for RunConfig {
    fn planned(&self) -> Planned {
        Planned::Run
    }

    fn cells(&self) -> Vec<PlannedCell> {
        vec![self.cell()]
    }

    fn check(&self) -> Outcome {
        let (names, players) = (self.table.names(), self.table.players());
        self.table.luck_asked(&*players, &names).find(&Control::default()).map(drop)
    }

    fn shard(&self, portion: Portion, threads: usize) -> Result<Tallies, Failure> {
        self.play_blocks(portion.blocks[0].clone(), threads)
    }

    fn joined(&self, parts: Vec<Tallies>, _: &Desk<'_>) -> Result<Tallies, Failure> {
        only(parts)
    }
}
