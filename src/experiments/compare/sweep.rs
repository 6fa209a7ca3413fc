//! `analyze compare --vary`: the comparison in every combination, on the same draws.
//!
//! Owns the command from its options to its files. How one comparison is validated is in `config`, and what can be
//! varied in `vary`.

use super::command::{after, at_look, experiment, manifest};
use super::config::{CompareConfig, config, folder_name};
use super::options::ComparedArgs;
use super::sweep_page::compare_sweep_page;
use crate::driver;
use crate::driver::combinations::{TERMINAL_ROWS, announcement, deck_id, name_values, varied};
use crate::driver::default_folder::plain_table;
use crate::driver::made::{Made, Parts, changed_meanwhile};
use crate::driver::planned::Sharded;
use crate::driver::replace::Extent;
use crate::driver::rounds::{
    Baseline, Played, PlayedPart, Portion, RECORDED_BYTES, Save, SaveTimer, SweepJob, Swept, Todo,
};
use crate::driver::{Desk, Experiment, Results};
use crate::lab::{GameRef, How};
use crate::options::SeedArgs;
use crate::options::VaryArgs;
use crate::options::axis::Axis;
use crate::options::changes::{Setup, changes};
use crate::options::differences::about;
use crate::options::given::Invocation;
use crate::options::luck::{Found, refuse_if_none};
use crate::options::texts::inputs;
use crate::options::texts::texts_of;
use crate::options::vary::{Combination, combinations, in_combination};
use crate::options::{SeatsArgs, TableArgs};
use crate::page::PAGE;
use crate::record::Choice;
use crate::record::OptionRecord;
use crate::record::{
    COMPARE, CompareSweep, CompareTallies, ComparedCombination, Differences, FORMAT, INTERRUPTED, Manifest, MergeError,
    PairedSums, Part, Planned, PlannedCell, Record as _, SWEEP, VariedKey, all_why_as_played, as_played_note,
    other_notes_of_all, why_as_played,
};
use crate::report::compare as judged;
use crate::report::compare::Judge;
use crate::simulate::{BesidePairs, ComparedBeside, Control, Finished, Next, PairedJob, RecordedPairs};
use crate::stats::FIRST_LOOK;
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::layout;
use crate::terminal::numbers::{counted, grouped};
use crate::terminal::output::formatted;
use crate::terminal::progress::Progress;
use crate::terminal::remarks::{lines, more_rows};
use crate::terminal::typed_command::nothing_finished;
use std::sync::Arc;

/// A sweep of comparisons, validated.
pub(crate) struct Sweep {
    game: GameRef,
    args: ComparedArgs,
    combinations: Vec<Combination>,
    /// What was typed for each combination, what it comes to, and what is known of that.
    typed: Vec<ComparedArgs>,
    pub configs: Made<CompareConfig>,
    pub about: Vec<About>,
    /// The strategies and rules of all.
    pub parts: Parts,
    /// The texts of the files that options named, and for each key those of its values.
    inputs: Vec<Part>,
    texts: Vec<Vec<String>>,
}

/// What is known of a combination whose configuration is not in memory.
#[derive(Debug)]
pub(crate) struct About {
    /// The name of the experiment that it is alone.
    experiment: String,
    pub players: u64,
    pub blocks: u64,
    /// Games of all strategies in a block.
    games_a_block: u64,
    /// Whether its differences are held against those of the first: on the same draws, in as many blocks, by the same
    /// strategies among the same.
    lines_up: bool,
}

/// Its games, which are shown as they are played, and looked at, or not, as those of a shard.
pub(crate) struct Games<'s> {
    pub sweep: &'s Sweep,
    pub progress: Option<&'s Progress>,
}

impl Experiment for Sweep {
    type Sums = CompareSweep;

    fn typed(&self) -> Invocation<'_> {
        Invocation::new(&self.args.rules.given, &self.configs.first().chosen)
    }

    fn experiment(&self) -> Manifest {
        Sweep::experiment(self)
    }

    fn manifest(&self, tallies: &CompareSweep) -> Manifest {
        Sweep::manifest(self, tallies)
    }

    fn folder(&self) -> (String, Option<Manifest>) {
        (format!("{}-{SWEEP}", folder_name(&self.args)), None)
    }

    fn extent(&self) -> Extent {
        Sweep::extent(self)
    }

    fn blocks(&self) -> u64 {
        self.about.iter().map(|about| about.blocks).fold(0, u64::saturating_add)
    }

    fn announcement(&self) -> Result<Vec<String>, Failure> {
        Sweep::announcement(self)
    }

    fn own(&self, found: CompareSweep) -> Result<CompareSweep, Failure> {
        let combinations = self.own_parts(found.combinations)?;
        Ok(CompareSweep { combinations, ..found })
    }

    fn play(
        &self,
        before: Option<CompareSweep>,
        desk: &Desk<'_>,
        save: &dyn Fn(&CompareSweep),
    ) -> Result<driver::Played<CompareSweep>, Failure> {
        let before = before.map_or_else(Vec::new, |before| before.combinations);
        let todo = self.games().saturating_sub(self.games_of(&before));
        let seldom = SaveTimer::new();
        let save = |so_far: &dyn Fn() -> Option<Vec<ComparedCombination>>| {
            seldom.save(|| {
                if let Some(parts) = so_far().filter(|parts| !parts.is_empty()) {
                    save(&self.tallies(parts));
                }
            });
        };
        let Played { parts, is_whole } = desk.watch(todo, "games", |control, progress| {
            let games = Games { sweep: self, progress: Some(progress) };
            self.check_luck(control)?;
            let portion = Portion::whole(&games);
            SweepJob { sweep: &games, portion, threads: desk.threads, control, save: &save }.play(before)
        })?;
        if parts.is_empty() {
            return Err(nothing_finished());
        }
        let mut sums = self.tallies(parts);
        if !is_whole {
            sums.combinations.iter_mut().for_each(|combination| combination.tallies.terms.interrupt());
        }
        let stopped = (!is_whole).then(|| {
            let (played, all) = (sums.combinations.len(), self.about.len());
            format!("{} games of each strategy, in {played} of {all} combinations,", grouped(sums.games_an_arm()))
        });
        Ok(driver::Played { sums, stopped, remarks: Vec::new() })
    }

    fn results(&self, tallies: &CompareSweep, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
        results(tallies, manifest, format)
    }
}

/// The table of a comparison: what is typed for it is varied as that of a run, its strategies being the line-up.
fn table_of(game: GameRef, args: &ComparedArgs) -> Option<TableArgs> {
    let bots = args.strategies.iter().chain(args.against.iter().flatten()).cloned().collect();
    let table = plain_table(game, game.default_seats())?;
    Some(TableArgs {
        players: args.seats.players,
        bots: Some(bots),
        draws: SeedArgs { seed: args.draws.seed },
        rules: args.rules.clone(),
        ..table
    })
}

/// The comparison whose table this is.
fn with_table(args: &ComparedArgs, table: &TableArgs) -> ComparedArgs {
    let mut strategies = table.bots.clone().unwrap_or_default();
    let against = strategies.split_off(args.strategies.len());
    let against = args.against.as_ref().map(|_| against);
    let (seats, seed, rules) =
        (SeatsArgs { players: table.players, ..args.seats }, table.draws.seed, table.rules.clone());
    let (draws, vary) = (SeedArgs { seed }, VaryArgs::default());
    ComparedArgs { strategies, against, seats, draws, rules, vary, ..args.clone() }
}

/// Refuses what is no part of a comparison.
fn refuse_keys(vary: &[Axis]) -> Outcome {
    for Axis { key, .. } in vary {
        match key.as_str() {
            "bots" => {
                return refuse(
                    "--vary: bots: a comparison plays the strategies that it names; vary a parameter of theirs, such as \
                     chaser.above=10..16, or compare three and more with --against",
                );
            }
            "seating" => {
                return refuse("--vary: seating: in a comparison each strategy takes every seat in turn; leave it out");
            }
            _ => {}
        }
    }
    Ok(())
}

/// The comparison of a combination, judged as one of so many.
fn made(
    game: GameRef,
    typed: &ComparedArgs,
    (vary, values): (&[Axis], &[String]),
    all: usize,
) -> Result<CompareConfig, Failure> {
    let found = config(game, typed).map_err(|error| in_combination(error, vary, values))?;
    let judge = Judge::of_sweep(&found.terms, found.arms, all);
    Ok(CompareConfig { judge: judge.map_err(|error| Failure::Usage(error.to_string()))?, ..found })
}

impl Sweep {
    /// Validates what was typed: every combination.
    pub(crate) fn new(game: GameRef, args: &ComparedArgs) -> Result<Sweep, Failure> {
        let vary = &args.vary.axes;
        refuse_keys(vary)?;
        let Some(table) = table_of(game, args) else { return refuse("compare: its table cannot be varied") };
        let mut combinations = combinations(game, &table, vary)?;
        let typed: Vec<ComparedArgs> =
            combinations.iter().map(|combination| with_table(args, &combination.table)).collect();
        let all = combinations.len();
        let (mut configs, mut about, mut parts) = (Made::new(), Vec::with_capacity(all), Parts::default());
        for (at, (combination, own)) in combinations.iter().zip(&typed).enumerate() {
            let config = configs.push(made(game, own, (vary, &combination.values), all)?);
            let manifest = experiment(&config, own);
            let is_as_first = own.draws.seed == typed[0].draws.seed && config.pairing == configs.first().pairing;
            about.push(About {
                experiment: manifest.experiment(),
                players: config.game.seats() as u64,
                blocks: config.blocks,
                games_a_block: config.pairing.games(),
                lines_up: at > 0 && args.until.is_none() && is_as_first,
            });
            parts.add(manifest);
        }
        name_values(vary, &mut combinations, |key, _, (at, combination)| match key {
            "deck" => {
                let config = configs.get(at, || made(game, &typed[at], (vary, &combination.values), all))?;
                Ok(deck_id(&*config.game))
            }
            _ => Ok(None),
        })?;
        let (inputs, texts) = (inputs(&args.rules)?, texts_of(vary)?);
        Ok(Sweep { game, args: args.clone(), combinations, typed, configs, about, parts, inputs, texts })
    }

    /// The comparison of a combination.
    ///
    /// # Errors
    /// If it is no longer the one that it was when the sweep began.
    fn config(&self, at: usize) -> Result<Arc<CompareConfig>, Failure> {
        self.configs.get(at, || {
            let (typed, values) = (&self.typed[at], &self.combinations[at].values);
            let config = made(self.game, typed, (&self.args.vary.axes, values), self.about.len())?;
            let is_same = experiment(&config, typed).experiment() == self.about[at].experiment;
            if is_same { Ok(config) } else { Err(changed_meanwhile(values)) }
        })
    }

    /// The most games that are played.
    fn games(&self) -> u64 {
        let games = self.about.iter().map(|about| about.blocks.saturating_mul(about.games_a_block));
        games.fold(0, u64::saturating_add)
    }

    fn games_of(&self, parts: &[ComparedCombination]) -> u64 {
        let each = self.about.iter().zip(parts);
        each.map(|(about, part)| part.tallies.sums.blocks * about.games_a_block).sum()
    }

    /// How many games of each strategy are to be played, in all combinations.
    fn extent(&self) -> Extent {
        let games = |blocks: fn(u64) -> u64| {
            let games = self.about.iter().map(|about| blocks(about.blocks).saturating_mul(about.players));
            games.fold(0, u64::saturating_add)
        };
        let (runs, until) = (games(|blocks| blocks), self.goal());
        let least = if until.is_none() { runs } else { games(|blocks| blocks.min(FIRST_LOOK)) };
        Extent { runs, least, until, ..Extent::default() }
    }

    /// What ends a comparison before its last game, if anything does.
    fn goal(&self) -> Option<String> {
        self.configs.first().terms.goal()
    }

    fn announcement(&self) -> Result<Vec<String>, Failure> {
        let most = if self.args.until.is_some() { "at most " } else { "" };
        let first = setup(self.configs.first(), &self.typed[0]);
        let changes = |at: usize| Ok(changes(&first, &setup(&*self.config(at)?, &self.typed[at])));
        announcement(
            &self.args.vary.axes,
            &self.combinations,
            &format!("{most}{} games", grouped(self.games())),
            changes,
        )
    }

    /// Refuses to cancel luck if that can be done in no combination.
    pub(crate) fn check_luck(&self, control: &Control) -> Outcome {
        let find = |at: usize| {
            let config = self.config(at)?;
            let players = config.players();
            let names = config.names();
            let asked = config.luck_asked(self.typed[at].luck.choice, &*players, &names);
            Ok(asked.find_among_many(control).why_not())
        };
        refuse_if_none(self.args.luck.choice, (0..self.about.len()).map(find))
    }

    /// The record of some blocks of a combination.
    fn part(&self, at: usize, tallies: CompareTallies, against_first: Vec<[Differences; 2]>) -> ComparedCombination {
        ComparedCombination {
            values: self.combinations[at].values.clone(),
            experiment: self.about[at].experiment.clone(),
            tallies,
            against_first,
        }
    }

    /// The combinations of a record, if they are those of this sweep and can be gone on with, under its own terms.
    fn own_parts(&self, found: Vec<ComparedCombination>) -> Result<Vec<ComparedCombination>, Failure> {
        let own = |(at, found): (usize, ComparedCombination)| {
            let ComparedCombination { values, experiment, tallies, against_first } = found;
            let names = values.join(", ");
            let is_own = self.combinations.get(at).is_some_and(|own| own.values == values)
                && self.about[at].experiment == experiment
                && self.about[at].lines_up != against_first.is_empty();
            if !is_own {
                return refuse(format!("--resume: the combination {names} is not what it was"));
            }
            let (there, wanted) = (tallies.sums.blocks, self.about[at].blocks);
            if there > wanted {
                return refuse(format!(
                    "--resume: the combination {names}: {there} blocks there already, {wanted} wanted"
                ));
            }
            let note = why_as_played(&tallies.notes).map(as_played_note);
            Ok(self.part(at, self.config(at)?.noted(tallies.sums, note.as_deref()), against_first))
        };
        found.into_iter().enumerate().map(own).collect()
    }

    /// What of the manifest decides the games.
    pub(crate) fn experiment(&self) -> Manifest {
        Manifest {
            vary: self.varied(),
            options: self.judged_by(),
            inputs: self.inputs.clone(),
            ..experiment(self.configs.first(), &self.typed[0])
        }
    }

    /// What all verdicts are judged by.
    fn judged_by(&self) -> Vec<OptionRecord> {
        let options = [("margin", self.args.verdict.margin), ("alpha", self.args.verdict.alpha)];
        options.map(|(name, value)| Choice::resolved(name, value).into()).to_vec()
    }

    fn varied(&self) -> Vec<VariedKey> {
        varied(&self.args.vary.axes, &self.combinations, &self.texts)
    }

    /// The record of these combinations.
    pub(crate) fn tallies(&self, combinations: Vec<ComparedCombination>) -> CompareSweep {
        CompareSweep {
            command: COMPARE.to_owned(),
            format: FORMAT,
            game: self.game.name().to_owned(),
            vary: self.varied().into_iter().map(|varied| VariedKey { texts: Vec::new(), ..varied }).collect(),
            all: self.about.len() as u64,
            combinations,
        }
    }

    /// The manifest of these tallies, which have at least the first combination, without its files.
    fn manifest(&self, tallies: &CompareSweep) -> Manifest {
        let first = &tallies.combinations[0].tallies;
        let base = manifest(self.configs.first(), &self.typed[0], first);
        Manifest {
            vary: self.varied(),
            options: self.judged_by(),
            inputs: self.inputs.clone(),
            intervals: format!(
                "{}; verdicts and intervals of all {} combinations together, after Bonferroni",
                base.intervals, tallies.all
            ),
            runs: tallies.games_an_arm(),
            signature: tallies.signature(),
            luck_as_played: all_why_as_played(tallies.combinations.iter().map(|it| &*it.tallies.notes)),
            asked: self.goal().filter(|_| first.terms.until == INTERRUPTED || first.terms.goal().is_none()),
            ..base
        }
    }
}

impl Swept for Games<'_> {
    type Part = ComparedCombination;
    type Recorded = RecordedPairs;

    fn blocks_of(part: &ComparedCombination) -> u64 {
        part.tallies.sums.blocks
    }

    fn append(part: &mut ComparedCombination, next: &ComparedCombination) -> Result<(), MergeError> {
        part.append(next)
    }

    fn keep(recorded: &mut RecordedPairs, next: RecordedPairs) {
        recorded.append(next);
    }

    fn blocks(&self) -> Vec<u64> {
        self.sweep.about.iter().map(|about| about.blocks).collect()
    }

    fn recorded_bytes(&self) -> (u64, u64) {
        let is_recorded = self.sweep.about.iter().any(|about| about.lines_up);
        let a_block = RecordedPairs::bytes_a_block(&self.sweep.configs.first().pairing);
        (if is_recorded { a_block } else { 0 }, RECORDED_BYTES)
    }

    fn is_held(&self, cell: usize) -> bool {
        self.sweep.about[cell].lines_up
    }

    fn needs_whole_rounds(&self) -> bool {
        false
    }

    fn play(
        &self,
        Todo { cell, blocks, baseline, before }: Todo<'_, Self>,
        (threads, control): (usize, &Control),
        save: Save<'_, ComparedCombination>,
    ) -> PlayedPart<Self> {
        let Games { sweep, progress } = self;
        let (config, typed) = (&*sweep.config(cell)?, &sweep.typed[cell]);
        let players = config.players();
        let job = PairedJob { pairing: &config.pairing, seed: typed.draws.seed, blocks };
        let before = before.map(|before| &before.tallies.sums);
        let mut look = |sums: &PairedSums| match progress {
            Some(progress) => at_look(config, sweep.args.until, progress, after(before, sums)),
            None => Next::PlayOn,
        };
        let baseline = match baseline {
            Baseline::Nothing => BesidePairs::Nothing,
            Baseline::Record => BesidePairs::Record,
            Baseline::Compare(first) => BesidePairs::Compare(first),
        };
        let names = config.names();
        let Found { luck, note } = config.luck_asked(typed.luck.choice, &*players, &names).find_among_many(control);
        let note = note.as_deref();
        let part =
            |found: ComparedBeside| (sweep.part(cell, config.noted(found.sums, note), found.against), found.recorded);
        let mut save = |so_far: &dyn Fn() -> ComparedBeside| save(&|| part(so_far()).0);
        let how = How { engine: config.engine, luck: luck.as_deref(), threads, control };
        let finished = players.compare_beside(&job, how, &mut look, baseline, &mut save);
        let (Finished { tally, complete }, _) = finished.map_err(|fault| {
            in_combination(config.describe(&fault, typed), &sweep.args.vary.axes, &sweep.combinations[cell].values)
        })?;
        Ok(Finished { tally: part(tally), complete })
    }
}

/// What a combination is played with, the first strategy sitting in front.
fn setup<'c>(config: &'c CompareConfig, typed: &ComparedArgs) -> Setup<'c> {
    let lineup = config.pairing.lineup(0).iter().map(|&index| config.chosen[index].name.clone()).collect();
    Setup { game: &*config.game, lineup, games: config.pairing.games(), seed: typed.draws.seed }
}

/// The judge of all combinations.
fn judge(tallies: &CompareSweep) -> Result<Judge, Failure> {
    let first = &tallies.combinations[0].tallies;
    Judge::of_sweep(&first.terms, first.arms.len(), tallies.all as usize)
        .map_err(|error| Failure::Usage(format!("tallies.json: the tables cannot be made: {error}")))
}

/// What tallies become.
///
/// # Errors
/// If nothing can be judged by their terms.
pub(crate) fn results(tallies: &CompareSweep, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
    let judge = judge(tallies)?;
    let tables = judged::compare_sweep_files(tallies, &judge);
    let others = vec![(PAGE.to_owned(), compare_sweep_page(tallies, &judge, manifest, &about(manifest)))];
    Ok(Results { tables, others, shown: shown_result(tallies, &judge, manifest, format) })
}

/// What standard output shows.
fn shown_result(tallies: &CompareSweep, judge: &Judge, manifest: &Manifest, format: Format) -> String {
    let table = judged::compare_sweep_summary(tallies, judge);
    let text = || {
        let first = &tallies.combinations[0].tallies;
        let keys: Vec<&str> = tallies.vary.iter().map(|varied| &*varied.key).collect();
        let mut shown = table.clone();
        shown.rows.truncate(TERMINAL_ROWS);
        let left_out = table.rows.len() - shown.rows.len();
        let more = (left_out > 0).then(|| more_rows(left_out, "sweep.csv"));
        let until = first.terms.until != crate::record::RUNS;
        let ev = if first.terms.win_shares_alone { "" } else { "; sweep.csv also has the differences of mean scores" };
        let against = match until {
            true => {
                vec!["change from the first: empty, because the number of games was not chosen beforehand".to_owned()]
            }
            false => table.explained(&["against_first"]),
        };
        let fixed = [
            format!("difference: the win share of a minus that of b (a tie of k players counts 1/k){ev}"),
            judged::together_text(tallies),
        ];
        let luck = judged::luck_text(tallies);
        let notes = more
            .into_iter()
            .chain(fixed)
            .chain(against)
            .chain(luck)
            .chain(other_notes_of_all(tallies.combinations.iter().map(|it| &*it.tallies.notes)));
        let notes: Vec<String> = notes.collect();
        format!(
            "{}: {} compared in {} of {}, seed {}, engine {}\n\n{}\n{}",
            about(manifest).game(),
            first.arms.join(", "),
            counted(tallies.combinations.len() as u64, "combination"),
            keys.join(", "),
            manifest.seed,
            manifest.engine,
            layout::table(&shown),
            lines(&notes)
        )
    };
    formatted(&table, format, text)
}

impl Sharded for Sweep {
    fn planned(&self) -> Planned {
        Planned::CompareSweep
    }

    fn cells(&self) -> Vec<PlannedCell> {
        let cell = |about: &About| PlannedCell { games_a_block: about.players, blocks: about.blocks };
        self.about.iter().map(cell).collect()
    }

    fn parts(&self) -> Parts {
        self.parts.clone()
    }

    fn check(&self) -> Outcome {
        self.check_luck(&Control::default())
    }

    fn shard(&self, portion: Portion, threads: usize) -> Result<CompareSweep, Failure> {
        let games = Games { sweep: self, progress: None };
        let course = SweepJob { sweep: &games, portion, threads, control: &Control::default(), save: &|_| () };
        Ok(self.tallies(course.play(Vec::new())?.parts))
    }

    fn joined(&self, parts: Vec<CompareSweep>, _: &Desk<'_>) -> Result<CompareSweep, Failure> {
        let tallies = self.tallies(parts.into_iter().flat_map(|part| part.combinations).collect());
        match tallies.inconsistency() {
            Some(problem) => refuse(format!("the parts do not fit together: {problem}")),
            None => Ok(tallies),
        }
    }
}
