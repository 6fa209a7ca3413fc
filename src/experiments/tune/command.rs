//! `analyze tune STRATEGY`: the best values of its parameters, and whether they are better than the default ones.
//!
//! Owns the command from its arguments to its files. What it validates is in `config`, the games are in `race`.

use super::config::{TuneConfig, config};
use super::game::{self, Designs};
use super::options::{TuneArgs, TunedArgs, TuningArgs};
use super::page::tune_page;
use super::race::{Plays, Race};
use super::tables;
use super::tables::{luck_of_tuning, short_tune_table, to_type, tune_sentences, tune_table};
use crate::driver;
use crate::driver::embedded::Stage;
use crate::driver::entry::{Entry, ExperimentOptions};
use crate::driver::planned::{Joined, Sharded, only};
use crate::driver::replace::Extent;
use crate::driver::rounds::Portion;
use crate::driver::session;
use crate::driver::session::origin;
use crate::driver::varied;
use crate::driver::varied::{Named, Varied, Varying};
use crate::driver::{Desk, Experiment, Played, Results};
use crate::lab::{Chosen, GameRef};
use crate::options::SeedArgs;
use crate::options::VaryArgs;
use crate::options::axis::Axis;
use crate::options::differences::about;
use crate::options::fields::in_a_path;
use crate::options::given::Invocation;
use crate::options::named_game::game_among;
use crate::options::texts::inputs;
use crate::options::{RulesArgs, SeatsArgs, TableArgs};
use crate::page::PAGE;
use crate::record::Choice;
use crate::record::Part;
use crate::record::{
    INTERRUPTED, Manifest, Planned, PlannedCell, RUNS, TUNE, Terms, TestRecord, TuneTallies, VariedKey, why_as_played,
};
use crate::record::{TUNE_GAME, TUNE_SWEEP};
use crate::report::Headline;
use crate::simulate::Control;
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::layout;
use crate::terminal::numbers::{counted, grouped};
use crate::terminal::output::formatted;
use crate::terminal::remarks::{INTERVALS, lines, more_rows};
use crate::terminal::typed_command::nothing_finished;
use std::ops::Range;

/// What is tuned, if it is no strategy.
pub(crate) const GAME: &str = "game";
/// The most rows that a terminal is shown.
const ROWS: usize = 12;

/// A strategy that is tuned, validated.
pub(crate) struct Tuning<'a> {
    config: TuneConfig,
    args: &'a TunedArgs,
    /// The texts of the files that options named.
    inputs: Vec<Part>,
    /// Of a plan: what was played before, and what is played now.
    before: TuneTallies,
    cells: Vec<PlannedCell>,
}

impl<'a> Tuning<'a> {
    /// Validates what was typed.
    pub(crate) fn new(args: &'a TuningArgs) -> Result<Tuning<'a>, Failure> {
        let config = config(game_of(args)?, &args.tuned)?;
        let (inputs, before) = (inputs(&args.tuned.rules)?, config.tallies());
        Ok(Tuning { inputs, config, args: &args.tuned, before, cells: Vec::new() })
    }

    /// The rung, or the test, that follows what was played before, to be played in shards.
    pub(crate) fn after(self, before: Option<TuneTallies>) -> Result<Tuning<'a>, Failure> {
        let before = before.unwrap_or_else(|| self.config.tallies());
        let cells = cells(&self.next(&before, 0..0, 1)?);
        Ok(Tuning { cells, before, ..self })
    }

    /// What was played with these blocks of the rung, or the test, that follows.
    fn next(&self, before: &TuneTallies, blocks: Range<u64>, threads: usize) -> Result<TuneTallies, Failure> {
        let (config, args, control, before) = (&self.config, self.args, &Control::default(), before.clone());
        Race { config, args, threads, control, save: &|_| (), before, plays: Plays::Next(blocks) }.play()
    }
}

/// The rung, or the test, that comes last, as a cell with all of its blocks.
fn cells(race: &TuneTallies) -> Vec<PlannedCell> {
    let rung = race.rungs.last().map(|rung| (rung.games_a_block, rung.blocks));
    let last = race.test.as_ref().map(|test| (test.games_a_block, test.blocks)).or(rung);
    last.map(|(games_a_block, blocks)| PlannedCell { games_a_block, blocks }).into_iter().collect()
}

impl ExperimentOptions for TuneArgs {
    const ENTRIES: &'static [Entry] = &[
        Entry {
            name: TUNE,
            recorded: &[TUNE, TUNE_SWEEP],
            words: &[TUNE],
            strategies: Some("strategy"),
            several: None,
            remade: |records, format| match records.is_wholly_varied() {
                true => Ok(varied::results::<Tuning<'_>>(&records.sums()?, records.manifest, format)),
                false => Ok(results(&records.sums()?, records.manifest, format)),
            },
        },
        Entry {
            name: "tune game",
            recorded: &[TUNE_GAME],
            words: &[TUNE, GAME],
            strategies: None,
            several: None,
            remade: |records, format| game::results(&records.sums()?, records.manifest, format),
        },
    ];

    fn rules(&mut self) -> &mut RulesArgs {
        &mut self.tuning.tuned.rules
    }

    fn play(&self, stage: &Stage) -> Outcome {
        if self.tuning.tuned.strategy == GAME {
            return driver::play(&Designs::new(&self.tuning)?, &self.playing, stage);
        }
        match self.tuning.vary.axes[..] {
            [] => driver::play(&Tuning::new(&self.tuning)?, &self.playing, stage),
            _ => driver::play(&Varied::<Tuning<'_>>::new(&self.tuning)?, &self.playing, stage),
        }
    }

    fn checked(&self) -> Result<String, Failure> {
        if self.tuning.tuned.strategy == GAME {
            return Designs::new(&self.tuning).map(|_| ", tuning".to_owned());
        }
        match self.tuning.vary.axes[..] {
            [] => Tuning::new(&self.tuning).map(|_| ", tuning".to_owned()),
            _ => Varied::<Tuning<'_>>::new(&self.tuning).map(|_| ", tuning in several combinations".to_owned()),
        }
    }
}

impl Experiment for Tuning<'_> {
    type Sums = TuneTallies;

    fn typed(&self) -> Invocation<'_> {
        let default = &self.config.candidates[0].chosen;
        Invocation::new(&self.args.rules.given, std::iter::once(default).chain(&self.config.others))
    }

    fn experiment(&self) -> Manifest {
        experiment(&self.config, self.args, &self.inputs)
    }

    fn manifest(&self, tallies: &TuneTallies) -> Manifest {
        Manifest {
            runs: tallies.games(),
            blocks: tallies.blocks(),
            until: (!tallies.is_complete).then(|| INTERRUPTED.to_owned()),
            signature: tallies.signature(),
            luck_as_played: why_as_played(&tallies.notes).map(str::to_owned),
            ..self.experiment()
        }
    }

    fn folder(&self) -> (String, Option<Manifest>) {
        (format!("{TUNE}-{}", in_a_path(&self.config.candidates[0].record.name)), None)
    }

    /// Where nobody won more than the default, the test is not played.
    fn extent(&self) -> Extent {
        Extent { runs: self.config.budget, least: self.config.race_games(), ..Extent::default() }
    }

    fn blocks(&self) -> u64 {
        u64::MAX
    }

    fn own(&self, before: TuneTallies) -> Result<TuneTallies, Failure> {
        if before.budget == self.config.budget {
            return Ok(before);
        }
        let (there, here) = (grouped(before.budget), grouped(self.config.budget));
        refuse(format!("--resume: --runs {there} there, {here} here: a race of other length has other rungs"))
    }

    fn play(
        &self,
        before: Option<TuneTallies>,
        desk: &Desk<'_>,
        save: &dyn Fn(&TuneTallies),
    ) -> Result<Played<TuneTallies>, Failure> {
        let (config, args, threads) = (&self.config, self.args, desk.threads);
        let before = before.unwrap_or_else(|| config.tallies());
        let todo = config.budget.saturating_sub(before.games());
        let sums = desk.watch(todo, "games", |control, _| {
            Race { config, args, threads, control, save, before, plays: Plays::All }.play()
        })?;
        if sums.rungs.is_empty() {
            return Err(nothing_finished());
        }
        let stopped = (!sums.is_complete).then(|| counted(sums.games(), "game"));
        Ok(Played { sums, stopped, remarks: Vec::new() })
    }

    /// With the strategy as it was typed here, folders and all; a record knows files by their names alone.
    fn results(&self, tallies: &TuneTallies, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
        let default = &self.config.candidates[0].chosen;
        let as_typed = |name: &str| match name.strip_prefix(&*default.name) {
            Some(rest) if rest.is_empty() || rest.starts_with(':') => format!("{}{rest}", default.typed),
            _ => name.to_owned(),
        };
        Ok(results_as(tallies, manifest, as_typed, format))
    }
}

/// What tallies become.
pub(crate) fn results(tallies: &TuneTallies, manifest: &Manifest, format: Format) -> Results {
    results_as(tallies, manifest, |name| manifest.strategy_as_typed(name), format)
}

fn results_as(tallies: &TuneTallies, manifest: &Manifest, typed: impl Fn(&str) -> String, format: Format) -> Results {
    let others = vec![(PAGE.to_owned(), tune_page(tallies, manifest, &about(manifest)))];
    Results {
        tables: tables::tune_files(tallies, &origin(manifest)),
        others,
        shown: shown_result(tallies, manifest, typed, format),
    }
}

/// The game of the strategy that is tuned.
fn game_of(args: &TuningArgs) -> Result<GameRef, Failure> {
    let tuned = &args.tuned;
    if !args.target.is_empty() || args.bots.is_some() {
        return refuse("tune: --target and --bots are for 'tune game'; a strategy is tuned with --param");
    }
    if tuned.parameters.is_empty() {
        return refuse("--param is missing: say which values are tried, for example --param above=5..25");
    }
    let against = tuned.against.as_deref().unwrap_or_default();
    match tuned.seats.game {
        Some(game) => Ok(game),
        None => game_among(TUNE, std::slice::from_ref(&tuned.strategy), against),
    }
}

/// What of the manifest decides the games.
fn experiment(config: &TuneConfig, args: &TunedArgs, inputs: &[Part]) -> Manifest {
    let default = &config.candidates[0].chosen;
    let chosen = std::iter::once(default).chain(&config.others);
    let strategies = chosen.map(|chosen| crate::record::NamedHash::new(&chosen.name, &chosen.content)).collect();
    let vary = config.tuned.iter().map(|tuned| VariedKey {
        key: format!("{}.{}", default.name, tuned.axis.key),
        values: if tuned.is_range { vec![tuned.typed.clone()] } else { tuned.axis.values.clone() },
        texts: Vec::new(),
    });
    Manifest {
        command: Some(TUNE.to_owned()),
        arms: vec![default.name.clone()],
        fields: vec![config.field_names()],
        vary: vary.collect(),
        luck: args.luck.choice.recorded(),
        options: vec![Choice::resolved("runs", config.budget).into()],
        inputs: inputs.to_vec(),
        strategies,
        terms: test_terms(),
        seating: "each candidate at every seat in turn, the field after it, all on the same draws".to_owned(),
        intervals:
            "95%: Student, mean of each block, blocks fixed beforehand; those of the race are of each candidate alone; \
                    if it was cut off, asymptotic confidence sequence"
                .to_owned(),
        ..session::manifest(&*config.game, &[], args.draws.seed, config.engine)
    }
}

/// By what the test is judged.
fn test_terms() -> Option<Terms> {
    let (margin, alpha) = ("0".parse().ok()?, "0.05".parse().ok()?);
    let (until, test) = (RUNS.to_owned(), TestRecord::Student);
    Some(Terms { until, test, margin, alpha, win_shares_alone: false, beta: None })
}

/// What standard output shows.
fn shown_result(tallies: &TuneTallies, manifest: &Manifest, typed: impl Fn(&str) -> String, format: Format) -> String {
    let text = || {
        let keys = tallies.parameters.join(", ");
        let heading = format!(
            "{}, {} players: tuning {} ({keys}) against {}, {} candidates, {} games, seed {}, engine {}",
            about(manifest).game(),
            tallies.players,
            tallies.candidates[0].name,
            tallies.against,
            grouped(tallies.candidates.len() as u64 - 1),
            grouped(tallies.games()),
            manifest.seed,
            manifest.engine
        );
        let said = tune_sentences(tallies, grouped).join("\n");
        let table = layout::table(&short_tune_table(tallies, ROWS));
        let to_type = to_type(tallies, typed).map_or_else(String::new, |said| said + "\n");
        format!("{heading}\n\n{table}\n{said}\n{to_type}\n{}", notes(tallies))
    };
    formatted(&tune_table(tallies).of(&origin(manifest)), format, text)
}

fn notes(tallies: &TuneTallies) -> String {
    let left_out = tallies.candidates.len().saturating_sub(ROWS);
    let more = (left_out > 0).then(|| more_rows(left_out, "tune.csv"));
    let race = grouped(tallies.race_games());
    let test = grouped(tallies.games() - tallies.race_games());
    let fixed = [
        format!("{race} games were for the race, and {test} for the test of its winner"),
        "rung: a round of the race; after each, the better half of the candidates goes on".to_owned(),
        "difference: the win share minus that of the default in the same deals (a tie of k players counts 1/k)"
            .to_owned(),
        format!("{INTERVALS}; in the race, each interval is for one candidate alone"),
        "the best of many candidates looks better than it is".to_owned(),
    ];
    lines(more.iter().chain(&fixed).chain(&luck_of_tuning(tallies)).chain(&tallies.notes))
}

impl Varying for Tuning<'_> {
    const COMMAND: &'static str = TUNE;
    const PLANNED: Planned = Planned::TuneSweep;
    const TOGETHER: &'static str =
        "each interval and verdict holds for its combination alone: of 20 of them, one is wrong on average";
    type Args = TuningArgs;
    type Sums = TuneTallies;
    type Single<'a>
        = Tuning<'a>
    where
        Self: 'a;

    fn game(args: &TuningArgs) -> Result<GameRef, Failure> {
        game_of(args)
    }

    fn vary(args: &TuningArgs) -> &[Axis] {
        &args.vary.axes
    }

    fn named(args: &TuningArgs) -> (Vec<String>, Option<&[String]>) {
        (vec![args.tuned.strategy.clone()], args.tuned.against.as_deref())
    }

    fn table(args: &TuningArgs) -> (Option<u64>, u64, &RulesArgs) {
        (args.tuned.seats.players, args.tuned.draws.seed, &args.tuned.rules)
    }

    fn at_table(args: &TuningArgs, table: &TableArgs, (mut named, against): Named, _: usize) -> TuningArgs {
        let strategy = named.pop().unwrap_or_default();
        let seats = SeatsArgs { players: table.players, ..args.tuned.seats };
        let (seed, rules) = (table.draws.seed, table.rules.clone());
        let draws = SeedArgs { seed };
        let tuned = TunedArgs { strategy, against, seats, draws, rules, ..args.tuned.clone() };
        TuningArgs { tuned, vary: VaryArgs::default(), ..args.clone() }
    }

    fn validated(args: &TuningArgs) -> Result<Tuning<'_>, Failure> {
        Tuning::new(args)
    }

    fn chosen<'o>(own: &'o Tuning<'_>) -> Vec<&'o Chosen> {
        std::iter::once(&own.config.candidates[0].chosen).chain(&own.config.others).collect()
    }

    fn results(tallies: &TuneTallies, manifest: &Manifest) -> Results {
        results(tallies, manifest, Format::Table)
    }

    fn headline(tallies: &TuneTallies) -> Headline {
        tables::headline(tallies, grouped)
    }
}

/// The rung, or the test, that follows what was played before, is the only cell.
impl Sharded for Tuning<'_> {
    fn planned(&self) -> Planned {
        Planned::Tune
    }

    fn cells(&self) -> Vec<PlannedCell> {
        self.cells.clone()
    }

    fn shard(&self, portion: Portion, threads: usize) -> Result<TuneTallies, Failure> {
        self.next(&self.before, portion.blocks[0].clone(), threads)
    }

    fn joined(&self, parts: Vec<TuneTallies>, _: &Desk<'_>) -> Result<TuneTallies, Failure> {
        only(parts)
    }

    fn rest(&self, played: TuneTallies) -> Result<Joined<TuneTallies>, Failure> {
        let next = self.next(&played, 0..0, 1)?;
        if next.is_complete {
            return Ok(Joined::All(next));
        }
        let stage = next.rungs.len() + usize::from(next.test.is_some());
        Ok(Joined::Next { stage, cells: cells(&next), before: Box::new(played) })
    }
}
