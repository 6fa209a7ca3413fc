//! A sweep: all combinations of varied values, played on the same draws.
//!
//! Owns the command from its options to its files. What can be varied is in `vary`, what a value brings along in
//! `changes`.

use super::PlayedArgs;
use super::command::{describe, experiment, manifest};
use crate::driver;
use crate::driver::Desk;
use crate::driver::combinations::{announcement, deck_id, name_values, varied};
use crate::driver::made::{Made, Parts, changed_meanwhile};
use crate::driver::rounds::{
    Baseline, Played, PlayedPart, Portion, RECORDED_BYTES, Save, SaveTimer, SweepJob, Swept, Todo,
};
use crate::engines::EngineKind;
use crate::games::StatisticsTable;
use crate::lab::{GameRef, How};
use crate::options::TableArgs;
use crate::options::axis::Axis;
use crate::options::changes::{Setup, changes};
use crate::options::luck::{Found, refuse_if_none};
use crate::options::settings;
use crate::options::settings::Table;
use crate::options::texts::{inputs, texts_of};
use crate::options::vary::{Combination, combinations, in_combination};
use crate::record::Part;
use crate::record::{
    CombinationRecord, FORMAT, FeelStanding, FeelSums, FollowedGames, INTERRUPTED, Manifest, MergeError, SWEEP,
    SweepTallies, VariedKey, all_why_as_played,
};
use crate::simulate::{Beside, Combined, Control, FeelJob, Finished, Pairs, Recorded, Side};
use crate::strategies::{is_file, is_script};
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::numbers::counted;
use crate::terminal::typed_command::nothing_finished;
use std::ops::Range;
use std::sync::Arc;

/// A sweep as typed.
pub(crate) struct SweepRequest<'a> {
    pub game: GameRef,
    pub table: &'a TableArgs,
    pub vary: &'a [Axis],
    /// The games of each combination: as typed, and else as many.
    pub runs: Option<u64>,
    pub default_runs: Option<u64>,
    pub prepare: Prepare,
    pub counted: Counted,
    pub following: Following,
}

/// Whether games are followed from round to round, which takes many times as long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Following {
    /// They are not.
    Nothing,
    /// They are, die by die.
    Rounds,
}

/// What is done with each table before it is played.
pub(crate) type Prepare = Box<dyn Fn(Table) -> Table>;

/// What is counted of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    /// Wins, scores and lengths.
    Results,
    /// What the game counts beyond that, too.
    Rows,
}

/// A sweep, validated.
pub(crate) struct Sweep {
    pub game: GameRef,
    pub axes: Vec<Axis>,
    pub combinations: Vec<Combination>,
    pub tables: Made<Table>,
    prepare: Prepare,
    counted: Counted,
    following: Following,
    /// Of each combination.
    pub about: Vec<About>,
    /// The strategies and rules of all.
    pub parts: Parts,
    /// The most bytes that the numbers of the first combination may take up at a time.
    pub recorded_bytes: u64,
    /// The texts of the files that options named, and for each key those of its values.
    inputs: Vec<Part>,
    texts: Vec<Vec<String>>,
}

/// What is known of a combination whose table is not in memory.
#[derive(Debug)]
pub(crate) struct About {
    /// The name of the experiment that it is alone.
    experiment: String,
    pub games_a_block: u64,
    pub blocks: u64,
    /// Whether something is counted beyond wins and length.
    counts: bool,
    /// Whether its numbers are held against those of the first.
    pub is_held: bool,
}

/// A table, and what is counted of it beyond wins and length.
type Counting<'t> = (&'t Table, &'t [StatisticsTable]);

/// Which numbers of a table are held against those of the first; none if their draws differ or their blocks do not line
/// up.
fn pairs(first: Counting<'_>, own: Counting<'_>) -> Option<Pairs> {
    let partners: Vec<Option<usize>> =
        (0..own.0.chosen.len()).map(|strategy| partner(first.0, own.0, strategy)).collect();
    if own.0.seed == first.0.seed { Pairs::new(&side(own), &side(first), &partners) } else { None }
}

fn side<'t>((table, counted): Counting<'t>) -> Side<'t> {
    let game = &table.game;
    let lengths = game.lengths().iter().map(|&metric| (metric, game.longest(metric))).collect();
    let (highest_score, strategies) = (game.highest_score(), table.chosen.len());
    Side { highest_score, lengths, strategies, seatings: &table.seatings, counted }
}

/// The strategy of the first table that a strategy is held against: that of the same name, or else, as where a parameter
/// was varied, that of the same places in the line-up.
fn partner(first: &Table, own: &Table, strategy: usize) -> Option<usize> {
    let named = |name: &str| first.chosen.iter().position(|chosen| chosen.name == name);
    let places = |table: &Table, strategy: usize| {
        let places = table.lineup.iter().enumerate().filter(|(_, at)| **at == strategy);
        places.map(|(place, _)| place).collect::<Vec<_>>()
    };
    named(&own.chosen[strategy].name).or_else(|| {
        let is_free = |&other: &usize| own.chosen.iter().all(|chosen| chosen.name != first.chosen[other].name);
        let same_places = |&other: &usize| places(first, other) == places(own, strategy);
        (0..first.chosen.len()).filter(is_free).find(same_places)
    })
}

/// What a value of a table is called if it is a file with a name in it, or names such files.
fn inside(
    key: &str,
    value: &str,
    table: impl FnOnce() -> Result<Arc<Table>, Failure>,
) -> Result<Option<String>, Failure> {
    let is_script_or_form = || value.split([',', ':', '@']).any(|bot| is_file(bot) || is_script(bot));
    match key {
        "bots" if is_script_or_form() => Ok(Some(table()?.lineup_names().join(","))),
        "deck" => Ok(deck_id(&*table()?.game)),
        _ => Ok(None),
    }
}

/// The table of a combination.
fn made(
    game: GameRef,
    prepare: &Prepare,
    axes: &[Axis],
    Combination { values, table }: &Combination,
) -> Result<Table, Failure> {
    let table = settings::table(game, table).map(prepare);
    table.map_err(|error| in_combination(error, axes, values))
}

/// What is counted of a table beyond wins and length.
fn statistics(counted: Counted, table: &Table) -> Vec<StatisticsTable> {
    match counted {
        Counted::Results => Vec::new(),
        Counted::Rows => table.game.statistics(&table.names()),
    }
}

impl Sweep {
    /// Validates a run that varies something.
    pub(crate) fn of_run(game: GameRef, typed: &PlayedArgs) -> Result<Sweep, Failure> {
        if typed.until.is_some() {
            return refuse("--until: all combinations of --vary play the same number of games; give --runs alone");
        }
        typed.luck.choice.check(game)?;
        let cancelled = typed.luck.choice;
        Sweep::new(SweepRequest {
            game,
            table: &typed.table,
            vary: &typed.vary.axes,
            runs: typed.runs,
            default_runs: None,
            prepare: Box::new(move |table| Table { luck: cancelled, ..table }),
            counted: Counted::Results,
            following: Following::Nothing,
        })
    }

    /// Validates what was typed: every combination.
    pub(crate) fn new(asked: SweepRequest<'_>) -> Result<Sweep, Failure> {
        let SweepRequest { game, table, vary, prepare, counted, following, .. } = asked;
        let runs = settings::runs(asked.runs.or(asked.default_runs))?;
        let mut combinations = combinations(game, table, vary)?;
        let (mut tables, mut about, mut parts) = (Made::new(), Vec::new(), Parts::default());
        for (at, combination) in combinations.iter().enumerate() {
            let table = tables.push(made(game, &prepare, vary, combination)?);
            let (manifest, games_a_block) = (experiment(&table), table.seatings.games());
            let [of_first, of_own] = [tables.first(), &table].map(|table| statistics(counted, table));
            about.push(About {
                experiment: manifest.experiment(),
                games_a_block,
                blocks: runs.div_ceil(games_a_block),
                counts: !of_own.is_empty(),
                is_held: at > 0 && pairs((tables.first(), &of_first), (&table, &of_own)).is_some(),
            });
            parts.add(manifest);
        }
        name_values(vary, &mut combinations, |key, value, (at, combination)| {
            inside(key, value, || tables.get(at, || made(game, &prepare, vary, combination)))
        })?;
        let (axes, recorded_bytes) = (vary.to_vec(), RECORDED_BYTES);
        let (inputs, texts) = (inputs(&table.rules)?, texts_of(vary)?);
        Ok(Sweep {
            game,
            axes,
            combinations,
            tables,
            prepare,
            counted,
            following,
            about,
            parts,
            recorded_bytes,
            inputs,
            texts,
        })
    }

    /// The table of a combination.
    ///
    /// # Errors
    /// If it is no longer the one that it was when the sweep began.
    pub(crate) fn table(&self, at: usize) -> Result<Arc<Table>, Failure> {
        self.tables.get(at, || {
            let table = made(self.game, &self.prepare, &self.axes, &self.combinations[at])?;
            let is_same = experiment(&table).experiment() == self.about[at].experiment;
            if is_same { Ok(table) } else { Err(changed_meanwhile(&self.combinations[at].values)) }
        })
    }

    /// Games of all combinations.
    pub(crate) fn games(&self) -> u64 {
        let games = self.about.iter().map(|about| about.blocks * about.games_a_block);
        games.fold(0, u64::saturating_add)
    }

    /// How much will be played, and what the values bring along.
    pub(crate) fn announcement(&self) -> Result<Vec<String>, Failure> {
        let first = Setup::of_table(self.tables.first());
        let changes = |at: usize| Ok(changes(&first, &Setup::of_table(&*self.table(at)?)));
        announcement(&self.axes, &self.combinations, &counted(self.games(), "game"), changes)
    }

    /// Refuses to cancel luck if that can be done in no combination.
    pub(crate) fn check_luck(&self, control: &Control) -> Outcome {
        let find = |at: usize| {
            let table = self.table(at)?;
            Ok(table.luck_asked(&*table.players(), &table.names()).find_among_many(control).why_not())
        };
        refuse_if_none(self.tables.first().luck, (0..self.about.len()).map(find))
    }

    /// The record of what was played of a combination, with a note of luck, and the numbers that were kept.
    fn record(
        &self,
        (at, table): (usize, &Table),
        Combined { tally, recorded, differences, rows, seats }: Combined,
        luck: Option<&str>,
    ) -> (CombinationRecord, Recorded) {
        let mut tallies = table.game.record(tally, &table.names(), table.seatings.games());
        tallies.notes.extend(luck.map(str::to_owned));
        let record = CombinationRecord {
            values: self.combinations[at].values.clone(),
            experiment: self.about[at].experiment.clone(),
            tallies,
            against_first: differences,
            rows_against_first: rows,
            seats_without_luck: seats,
            followed: None,
        };
        (record, recorded)
    }

    /// Plays some blocks of a combination without following their games.
    fn play_quickly(
        &self,
        Todo { cell, blocks, baseline, .. }: Todo<'_, Self>,
        (threads, control): (usize, &Control),
        save: Save<'_, CombinationRecord>,
    ) -> PlayedPart<Self> {
        let (table, first, combination) = (&*self.table(cell)?, self.tables.first(), &self.combinations[cell]);
        let (names, players) = (table.names(), table.players());
        let [counted, of_first] = [table, first].map(|table| statistics(self.counted, table));
        let pairs = pairs((first, &of_first), (table, &counted));
        let baseline = match (baseline, &pairs) {
            (Baseline::Compare(first), Some(pairs)) => Beside::Compare(pairs, first),
            (Baseline::Record, _) => Beside::Record,
            _ => Beside::Nothing,
        };
        let Found { luck, note } = table.luck_asked(&*players, &names).find_among_many(control);
        let note = note.as_deref();
        let mut save = |so_far: &dyn Fn() -> Combined| save(&|| self.record((cell, table), so_far(), note).0);
        let how = How { engine: table.engine, luck: luck.as_deref(), threads, control };
        let finished = players.combination(table.run(&names, blocks), how, &counted, baseline, &mut save);
        let (Finished { tally, complete }, _) =
            finished.map_err(|fault| in_combination(describe(&fault, table), &self.axes, &combination.values))?;
        Ok(Finished { tally: self.record((cell, table), tally, note), complete })
    }

    /// Follows the games of some blocks of a combination: what was measured, of how many of them, and whether that is all. `save`
    /// is shown the same of the blocks so far whenever that is asked of the control.
    fn follow(
        &self,
        (cell, blocks): (usize, Range<u64>),
        (threads, control): (usize, &Control),
        save: &dyn Fn(FollowedGames, u64),
    ) -> Result<Finished<(FollowedGames, u64)>, Failure> {
        let table = &*self.table(cell)?;
        let players = table.players();
        let (luck, standing) = match players.values(&table.names(), &table.seatings, &|| !control.stopped()) {
            Ok(luck) => (Some(luck), FeelStanding::Values),
            Err(why) => (None, FeelStanding::Scores { why }),
        };
        let (seatings, strategies) = (&table.seatings, table.chosen.len());
        let job = FeelJob { seatings, strategies, cards: 0, seed: table.seed, blocks };
        let how = How { engine: EngineKind::Dice, luck: luck.as_deref(), threads, control };
        let games = |sums: &FeelSums| {
            let measures = sums.measures.iter().map(|measure| measure.sums).collect();
            FollowedGames { standing: standing.clone(), measures }
        };
        let followed = players.follow(&job, how, &mut |sums| save(games(sums), sums.blocks));
        let Finished { tally, complete } = followed
            .map_err(|fault| in_combination(describe(&fault, table), &self.axes, &self.combinations[cell].values))?;
        Ok(Finished { tally: (games(&tally), tally.blocks), complete })
    }

    /// Plays blocks whose games were followed, to their end: that takes a small part of the time.
    fn with_followed(&self, todo: Todo<'_, Self>, followed: FollowedGames, threads: usize) -> PlayedPart<Self> {
        let Finished { tally: (record, recorded), complete } =
            self.play_quickly(todo, (threads, &Control::default()), &|_| ())?;
        let record = CombinationRecord { followed: Some(followed), ..record };
        Ok(Finished { tally: (record, recorded), complete })
    }

    /// The record, if its combinations are those of this sweep and can be gone on with.
    pub(crate) fn own(&self, mut found: SweepTallies) -> Result<SweepTallies, Failure> {
        for (at, record) in found.combinations.iter_mut().enumerate() {
            let is_own = self.combinations.get(at).is_some_and(|own| own.values == record.values)
                && self.about[at].experiment == record.experiment;
            let values = record.values.join(", ");
            if !is_own {
                return refuse(format!("--resume: the combination {values} is not what it was"));
            }
            let (there, wanted) = (record.tallies.blocks, self.about[at].blocks);
            if there > wanted {
                return refuse(format!(
                    "--resume: the combination {values}: {there} blocks there already, {wanted} wanted"
                ));
            }
            record.tallies.until = None;
        }
        Ok(found)
    }

    /// Plays all of it, from what was played before; `save` is shown what was played by then.
    pub(crate) fn play(
        &self,
        before: Option<SweepTallies>,
        desk: &Desk<'_>,
        save: &dyn Fn(&SweepTallies),
    ) -> Result<driver::Played<SweepTallies>, Failure> {
        let before = before.map_or_else(Vec::new, |before| before.combinations);
        let todo = self.games() - before.iter().map(|record| record.tallies.games()).sum::<u64>();
        let seldom = SaveTimer::new();
        let save = |so_far: &dyn Fn() -> Option<Vec<CombinationRecord>>| {
            seldom.save(|| {
                if let Some(records) = so_far().filter(|records| !records.is_empty()) {
                    save(&self.tallies(records));
                }
            });
        };
        let played = desk.watch(todo, "games", |control, _| {
            self.check_luck(control)?;
            let portion = Portion::whole(self);
            SweepJob { sweep: self, portion, threads: desk.threads, control, save: &save }.play(before)
        })?;
        if played.parts.is_empty() {
            return Err(nothing_finished());
        }
        let sums = self.ended(played);
        Ok(driver::Played { stopped: self.stopped(&sums), sums, remarks: Vec::new() })
    }

    /// What was finished, if that is not all.
    fn stopped(&self, tallies: &SweepTallies) -> Option<String> {
        (tallies.games() < self.games()).then(|| {
            let (played, all) = (tallies.combinations.len(), self.about.len());
            format!("{}, in {played} of {},", counted(tallies.games(), "game"), counted(all as u64, "combination"))
        })
    }

    /// The record of what was played; who ended it before its end may have seen all of it.
    fn ended(&self, Played { mut parts, is_whole }: Played<CombinationRecord>) -> SweepTallies {
        if !is_whole {
            parts.iter_mut().for_each(|part| part.tallies.until = Some(INTERRUPTED.to_owned()));
        }
        self.tallies(parts)
    }

    /// The record of these combinations.
    pub(crate) fn tallies(&self, combinations: Vec<CombinationRecord>) -> SweepTallies {
        SweepTallies {
            command: SWEEP.to_owned(),
            format: FORMAT,
            game: self.game.name().to_owned(),
            vary: self.varied().into_iter().map(|varied| VariedKey { texts: Vec::new(), ..varied }).collect(),
            all: self.about.len() as u64,
            combinations,
        }
    }

    /// The manifest of these tallies, which have at least the first combination, without its files.
    pub(crate) fn manifest(&self, tallies: &SweepTallies) -> Manifest {
        let base = manifest(self.tables.first(), &tallies.combinations[0].tallies);
        Manifest {
            runs: tallies.games(),
            statistics: Some("no block".to_owned()),
            intervals: format!(
                "{}; against_first: {}, difference of each block to the same block of the first combination",
                base.intervals,
                if tallies.is_interrupted() { "confidence_sequence" } else { "Student" }
            ),
            signature: tallies.signature(),
            luck_as_played: all_why_as_played(tallies.combinations.iter().map(|it| &*it.tallies.notes)),
            blocks: base.blocks,
            until: tallies.is_interrupted().then(|| INTERRUPTED.to_owned()),
            ..self.experiment()
        }
    }

    /// What of the manifest decides the games.
    pub(crate) fn experiment(&self) -> Manifest {
        Manifest {
            command: Some(SWEEP.to_owned()),
            vary: self.varied(),
            inputs: self.inputs.clone(),
            ..experiment(self.tables.first())
        }
    }

    /// The keys with their values as tables call them.
    fn varied(&self) -> Vec<VariedKey> {
        varied(&self.axes, &self.combinations, &self.texts)
    }
}

impl Swept for Sweep {
    type Part = CombinationRecord;
    type Recorded = Recorded;

    fn blocks_of(part: &CombinationRecord) -> u64 {
        part.tallies.blocks
    }

    fn append(part: &mut CombinationRecord, next: &CombinationRecord) -> Result<(), MergeError> {
        part.append(next)
    }

    fn keep(recorded: &mut Recorded, next: Recorded) {
        recorded.append(next);
    }

    fn blocks(&self) -> Vec<u64> {
        self.about.iter().map(|about| about.blocks).collect()
    }

    fn recorded_bytes(&self) -> (u64, u64) {
        let first = self.tables.first();
        (Recorded::bytes_a_block(&side((first, &statistics(self.counted, first)))), self.recorded_bytes)
    }

    fn is_held(&self, cell: usize) -> bool {
        self.about[cell].is_held
    }

    /// What is counted beyond wins and length is held against the first by its sums over all blocks.
    fn needs_whole_rounds(&self) -> bool {
        self.about.iter().any(|about| about.counts)
    }

    fn play(
        &self,
        todo: Todo<'_, Self>,
        (threads, control): (usize, &Control),
        save: Save<'_, CombinationRecord>,
    ) -> PlayedPart<Self> {
        if self.following == Following::Nothing {
            return self.play_quickly(todo, (threads, control), save);
        }
        let Todo { cell, blocks, baseline, .. } = &todo;
        let first = |played: u64| {
            let blocks = blocks.start..blocks.start + played;
            Todo { cell: *cell, blocks, baseline: baseline.again(), before: None }
        };
        // What cannot be played is told at the end.
        let save_followed = |followed: FollowedGames, played: u64| {
            if let Ok(Finished { tally: (record, _), .. }) = self.with_followed(first(played), followed, threads) {
                save(&|| record.clone());
            }
        };
        let Finished { tally: (followed, played), complete } =
            self.follow((*cell, blocks.clone()), (threads, control), &save_followed)?;
        let Finished { tally, .. } = self.with_followed(first(played), followed, threads)?;
        Ok(Finished { tally, complete })
    }
}
