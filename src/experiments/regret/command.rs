//! `analyze regret`: what the decisions of strategies cost, and which cost most.

use super::options::{PricedArgs, RegretArgs};
use super::page::regret_page;
use super::prices::{ONLY, game_of, judge, players, strongest};
use super::shown::shown;
use super::tables;
use crate::driver;
use crate::driver::embedded::Stage;
use crate::driver::entry::{Entry, ExperimentOptions};
use crate::driver::planned::Sharded;
use crate::driver::replace::Extent;
use crate::driver::rounds::Portion;
use crate::driver::session;
use crate::driver::session::{at_fault, origin, rounded_up};
use crate::driver::varied;
use crate::driver::varied::{Named, Varied, Varying};
use crate::driver::{Desk, Experiment, Played, Results};
use crate::engines::{EngineKind, GameFault, SeatingRule, Seatings, Series};
use crate::exact::Prices;
use crate::games::gang::{Gang, Strategy};
use crate::games::{BuiltIn, StrategyIndex};
use crate::lab::{Chosen, GameRef, Prepared, as_game};
use crate::options::SeedArgs;
use crate::options::VaryArgs;
use crate::options::axis::Axis;
use crate::options::choices::EngineChoice;
use crate::options::differences::about;
use crate::options::given::Invocation;
use crate::options::settings;
use crate::options::{RulesArgs, TableArgs};
use crate::page::PAGE;
use crate::record::Choice;
use crate::record::{
    Compared, FORMAT, INTERRUPTED, Manifest, Planned, PlannedCell, REGRET, RegretMeasure, RegretOf, RegretRecord,
};
use crate::record::{REGRET_SWEEP, STRATEGIES};
use crate::registry::has_file;
use crate::report::Headline;
use crate::simulate::{Control, GangPrices, Priced, RegretJob, price_decisions};
use crate::strategies::StrategyError;
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::numbers::counted;
use crate::terminal::typed_command::nothing_finished;
use std::ops::Range;
use std::sync::Arc;

/// The blocks of a strategy in a round, at the most: few enough that a round takes seconds, so that Ctrl-C and a save wait no
/// longer.
const ROUND: u64 = if cfg!(test) { 4 } else { 1024 };

/// The most games that are priced: about a thousand a second are, with two players.
const MOST_RUNS: u64 = 1_000_000_000;
/// The most decisions that are listed.
const MOST_WORST: u64 = 1000;

/// Everything chosen and valid.
pub(crate) struct Pricing<'a> {
    args: &'a PricedArgs,
    game: Arc<dyn Prepared>,
    chosen: Vec<Chosen>,
    /// The strategies whose decisions are priced, by their position, each with who sits where.
    watched: Vec<(StrategyIndex, Seatings)>,
    /// Who they play against: the others, or one that all of them are.
    against: Vec<String>,
    runs: u64,
}

impl ExperimentOptions for RegretArgs {
    const ENTRIES: &'static [Entry] = &[Entry {
        name: REGRET,
        recorded: &[REGRET, REGRET_SWEEP],
        words: &[REGRET],
        strategies: Some(STRATEGIES),
        several: Some("list of what decisions cost"),
        remade: |records, format| match records.is_wholly_varied() {
            true => Ok(varied::results::<Pricing<'_>>(&records.sums()?, records.manifest, format)),
            false => results(&records.sums()?, records.manifest, format),
        },
    }];

    fn rules(&mut self) -> &mut RulesArgs {
        &mut self.priced.rules
    }

    fn play(&self, stage: &Stage) -> Outcome {
        match self.priced.vary.axes[..] {
            [] => driver::play(&Pricing::new(&self.priced)?, &self.playing, stage),
            _ => driver::play(&Varied::<Pricing<'_>>::new(&self.priced)?, &self.playing, stage),
        }
    }

    fn checked(&self) -> Result<String, Failure> {
        match self.priced.vary.axes[..] {
            [] => Pricing::new(&self.priced).map(|_| ", priced decisions".to_owned()),
            _ => Varied::<Pricing<'_>>::new(&self.priced)
                .map(|_| ", priced decisions in several combinations".to_owned()),
        }
    }
}

impl Experiment for Pricing<'_> {
    type Sums = RegretRecord;

    fn typed(&self) -> Invocation<'_> {
        Invocation::new(&self.args.rules.given, &self.chosen)
    }

    fn experiment(&self) -> Manifest {
        Manifest {
            command: Some(REGRET.to_owned()),
            arms: self.watched.iter().map(|(watched, _)| self.name(*watched).to_owned()).collect(),
            fields: vec![self.against.clone()],
            options: vec![
                Choice::resolved("runs", self.runs).into(),
                Choice::resolved("worst", self.args.worst).into(),
            ],
            seating: SeatingRule::Rotate.to_string(),
            ..session::manifest(&*self.game, &self.chosen, self.args.draws.seed, EngineKind::Dice)
        }
    }

    fn manifest(&self, record: &RegretRecord) -> Manifest {
        let games = |of: &RegretOf| (of.blocks(), of.games_a_block);
        let most = record.strategies.iter().map(games).max_by_key(|(blocks, a_block)| blocks * a_block);
        let (blocks, a_block) = most.unwrap_or((0, 1));
        Manifest {
            runs: blocks * a_block,
            blocks,
            until: record.until.clone(),
            intervals: tables::regret_intervals(record).to_owned(),
            signature: record.signature(),
            ..self.experiment()
        }
    }

    fn folder(&self) -> (String, Option<Manifest>) {
        (REGRET.to_owned(), None)
    }

    fn extent(&self) -> Extent {
        let games = |(_, seatings): &(StrategyIndex, Seatings)| self.blocks_of(seatings) * seatings.games();
        Extent::fixed(self.watched.iter().map(games).max().unwrap_or(0))
    }

    /// Of all strategies together.
    fn blocks(&self) -> u64 {
        self.watched.iter().map(|(_, seatings)| self.blocks_of(seatings)).sum()
    }

    fn announcement(&self) -> Result<Vec<String>, Failure> {
        let most = self.watched.iter().map(|(_, seatings)| seatings.games()).max().unwrap_or(1);
        Ok(rounded_up(Some(self.runs), self.runs.div_ceil(most), most).into_iter().collect())
    }

    fn own(&self, found: RegretRecord) -> Result<RegretRecord, Failure> {
        for (of, (watched, seatings)) in found.strategies.iter().zip(&self.watched) {
            let (name, there, here) = (self.name(*watched), of.blocks(), self.blocks_of(seatings));
            if of.strategy != name || of.games_a_block != seatings.games() {
                return refuse(format!("--resume: '{}' there is not '{name}' here", of.strategy));
            }
            if there > here {
                return refuse(format!("--resume: {name}: {there} blocks there already, {here} wanted"));
            }
        }
        if found.strategies.len() != self.watched.len() {
            return refuse("--resume: other strategies were priced there");
        }
        Ok(RegretRecord { until: None, ..found })
    }

    fn play(
        &self,
        first: Option<RegretRecord>,
        desk: &Desk<'_>,
        save: &dyn Fn(&RegretRecord),
    ) -> Result<Played<RegretRecord>, Failure> {
        let all: Vec<Range<u64>> = self.watched.iter().map(|(_, seatings)| 0..self.blocks_of(seatings)).collect();
        let first = first.map(|first| first.strategies);
        let left = after(first.as_deref(), &all);
        let todo = self.games(&left);
        let (mut sums, is_whole) = self.with_prices(
            &mut |steps, solve| desk.watch_whole(steps, "rounds", |control| solve(control)),
            &mut |priced| {
                desk.watch(todo, "games", |control, _| {
                    control.count_again();
                    let save = |sums: &[RegretOf]| save(&self.record(sums.to_vec(), priced.measure()));
                    let on = (desk.threads, ROUND, control);
                    let (strategies, is_whole) = self.play_priced(priced, (first.clone(), &left), on, &save)?;
                    Ok((self.record(strategies, priced.measure()), is_whole))
                })
            },
        )?;
        if sums.strategies.iter().all(|of| of.blocks() == 0) {
            return Err(nothing_finished());
        }
        let stopped = (!is_whole).then(|| {
            sums.until = Some(INTERRUPTED.to_owned());
            counted(sums.strategies.iter().map(|of| of.blocks() * of.games_a_block).sum(), "game")
        });
        Ok(Played { sums, stopped, remarks: Vec::new() })
    }

    fn results(&self, record: &RegretRecord, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
        Ok(results_with(record, manifest, format, |watched, game| Some(self.replay(watched, game))))
    }
}

fn results_with(
    record: &RegretRecord,
    manifest: &Manifest,
    format: Format,
    replay: impl Fn(&str, u64) -> Option<String>,
) -> Results {
    let others = vec![(PAGE.to_owned(), regret_page(record, manifest, &about(manifest)))];
    Results {
        tables: tables::regret_files(record, &origin(manifest)),
        others,
        shown: shown(record, manifest, format, replay),
    }
}

/// What the record becomes. The command that shows a game is left out: the record does not know the files of the rules.
///
/// # Errors
/// If it is of a game whose decisions have no price.
pub(crate) fn results(record: &RegretRecord, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
    if manifest.game != Gang::NAME && !has_file(manifest) {
        return refuse(format!("run.json: {ONLY}"));
    }
    Ok(results_with(record, manifest, format, |_, _| None))
}

/// What is left of these blocks after the first ones.
fn after(first: Option<&[RegretOf]>, all: &[Range<u64>]) -> Vec<Range<u64>> {
    let left = |(at, blocks): (usize, &Range<u64>)| {
        let there = first.map_or(0, |first| first[at].blocks());
        blocks.start + there..blocks.end
    };
    all.iter().enumerate().map(left).collect()
}

impl<'a> Pricing<'a> {
    /// Validates what was typed.
    pub(crate) fn new(args: &'a PricedArgs) -> Result<Pricing<'a>, Failure> {
        let chosen_game = game_of(args)?;
        if args.rules.engine == EngineChoice::Turn {
            return refuse("--engine: games are played die by die here; leave --engine out");
        }
        let runs = match args.runs {
            Some(runs @ 1..=MOST_RUNS) => runs,
            Some(runs) => return refuse(format!("--runs: {runs} games; at least 1 and at most 1e9 can be priced")),
            None => return refuse("--runs is missing: say how many games are played, for example --runs 1e4"),
        };
        if args.worst > MOST_WORST {
            return refuse(format!("--worst: {} decisions; at most {MOST_WORST} can be listed", args.worst));
        }
        let players = players(chosen_game, args.players)?;
        let game = settings::set_up(chosen_game, players, &args.rules)?;
        let against = against(args, players)?;
        let others = if against.len() == 1 { vec![against[0].clone(); players - 1] } else { against.clone() };
        let names: Vec<String> = args.strategies.iter().chain(&others).cloned().collect();
        let (chosen, mut lineup) = game.find_all(&names).map_err(|error| match error {
            StrategyError::Input(_) => Failure::strategy("STRATEGY, --against", error),
            error if chosen_game.file().is_some() => Failure::Usage(format!("STRATEGY, --against: {error}")),
            // The error may name a game that has the strategy, but whose decisions have no price.
            error => Failure::Usage(format!("STRATEGY, --against: {error}; {ONLY}")),
        })?;
        let others = lineup.split_off(args.strategies.len());
        let against: Vec<String> = others[..against.len()].iter().map(|&other| chosen[other].name.clone()).collect();
        let mut distinct: Vec<StrategyIndex> = Vec::new();
        lineup.retain(|&watched| {
            !distinct.contains(&watched) && {
                distinct.push(watched);
                true
            }
        });
        let seatings = |watched| Seatings::new(SeatingRule::Rotate, &[&[watched], &*others].concat());
        let watched = lineup.into_iter().map(|watched| (watched, seatings(watched))).collect();
        Ok(Pricing { args, game, chosen, watched, against, runs })
    }
}

/// Who the strategies play against: who plays best of those that ship, if nothing is said.
fn against(args: &PricedArgs, players: usize) -> Result<Vec<String>, Failure> {
    match args.against.as_deref() {
        None if players == 1 => Ok(Vec::new()),
        None => Ok(vec![strongest(players).to_owned()]),
        Some(_) if players == 1 => refuse("--against: a player alone has no opponents; leave --against out"),
        Some(names) if names.len() == 1 || names.len() == players - 1 => Ok(names.to_vec()),
        Some(names) => {
            let (named, others) = (names.len(), counted(players as u64 - 1, "other player"));
            refuse(format!("--against: {named} strategies for {others}; name one for each of them, or one for all"))
        }
    }
}

impl Pricing<'_> {
    /// How many blocks are played in these seatings.
    fn blocks_of(&self, seatings: &Seatings) -> u64 {
        self.runs.div_ceil(seatings.games())
    }

    /// The games of these blocks of each strategy.
    fn games(&self, blocks: &[Range<u64>]) -> u64 {
        let each = self.watched.iter().zip(blocks);
        each.map(|((_, seatings), blocks)| (blocks.end - blocks.start) * seatings.games()).sum()
    }

    /// What the decisions of a strategy are compared with. Where the dice to throw are limited in Gang of Dice, not even the
    /// strategy whose values they are knows all that they depend on.
    fn compared(&self, watched: StrategyIndex) -> Compared {
        let players = self.game.seats();
        let knows_all = as_game::<Gang>(&*self.game).is_none_or(|gang| gang.rules().dice_in_all(players).is_none());
        match self.chosen[watched].typed == strongest(players) && knows_all {
            true => Compared::WithItself,
            false if players <= 2 => Compared::WithBest,
            false => Compared::WithChampion,
        }
    }

    /// The record of what the strategies gave away.
    fn record(&self, strategies: Vec<RegretOf>, measure: RegretMeasure) -> RegretRecord {
        RegretRecord {
            command: REGRET.to_owned(),
            format: FORMAT,
            game: self.game.name().to_owned(),
            notes: self.game.notes(),
            players: self.game.seats(),
            measure,
            seed: self.args.draws.seed,
            strategies,
            until: None,
        }
    }

    fn name(&self, strategy: StrategyIndex) -> &str {
        &self.chosen[strategy].name
    }

    /// Finds the values of positions, and calls `play` with the prices that follow from them. `solve` shows the progress of the
    /// first part.
    fn with_prices<T>(
        &self,
        solve: &mut Solving<'_>,
        play: &mut dyn FnMut(&dyn Priced) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Some(gang) = as_game::<Gang>(&*self.game) else {
            let chosen: Vec<&Chosen> = self.chosen.iter().collect();
            let mut priced = None;
            solve(1, &mut |control| {
                priced = Some(self.game.priced(&chosen, &|| !control.stopped())).filter(|_| !control.stopped());
                Ok(())
            })?;
            let priced = priced.ok_or_else(nothing_finished)?;
            return play(&*priced.map_err(|why| Failure::Usage(format!("decisions have no price: {why}")))?);
        };
        let mut found = None;
        solve(u64::from(gang.deck().rounds()), &mut |control| {
            found = judge(gang, || {
                control.advance(1);
                !control.stopped()
            })?;
            Ok(())
        })?;
        let judge = found.ok_or_else(nothing_finished)?;
        let strategies: Vec<&dyn Strategy> =
            self.chosen.iter().filter_map(|chosen| chosen.strategy::<Gang>()).collect();
        play(&GangPrices { game: gang, prices: &Prices::new(&*judge), strategies: &strategies })
    }

    /// Plays what is `left` of every strategy after the `first` blocks, by these prices; whether that was all.
    fn play_priced(
        &self,
        priced: &dyn Priced,
        (first, left): (Option<Vec<RegretOf>>, &[Range<u64>]),
        on: (usize, u64, &Control),
        save: &dyn Fn(&[RegretOf]),
    ) -> Result<(Vec<RegretOf>, bool), Failure> {
        let names: Vec<String> = self.chosen.iter().map(|chosen| chosen.name.clone()).collect();
        let against = self.against.join(",");
        let jobs: Vec<RegretJob<'_>> = self
            .watched
            .iter()
            .map(|(watched, seatings)| RegretJob {
                priced,
                names: &names,
                watched: *watched,
                compared: self.compared(*watched),
                against: &against,
                series: Series { seatings, seed: self.args.draws.seed },
                worst: self.args.worst as usize,
            })
            .collect();
        let first = first.unwrap_or_else(|| jobs.iter().map(RegretJob::nothing).collect());
        let played = price_decisions(&jobs, (first, left), on, save);
        played.map_err(|(at, fault)| self.describe(self.watched[at].0, &fault))
    }

    fn describe(&self, watched: StrategyIndex, fault: &GameFault) -> Failure {
        let place = format!("game {}", fault.index);
        let command = self.replay(self.name(watched), fault.index);
        at_fault(self.name(fault.strategy), &place, self.args.draws.seed, &fault.fault, &command)
    }

    /// The command that shows a game.
    fn replay(&self, watched: &str, index: u64) -> String {
        let typed = |name: &str| {
            let found = self.chosen.iter().find(|chosen| chosen.name == name);
            found.map_or_else(|| name.to_owned(), |chosen| chosen.typed.clone())
        };
        let against: Vec<String> = self.against.iter().map(|name| typed(name)).collect();
        let against = match &against[..] {
            [one] => vec![one.as_str(); self.game.seats() - 1].join(","),
            all => all.join(","),
        };
        let bots = if against.is_empty() { typed(watched) } else { format!("{},{against}", typed(watched)) };
        self.args.rules.given.play(&[
            ("game", self.game.game().typed().to_owned()),
            ("engine", "dice".to_owned()),
            ("bots", bots),
            ("seed", self.args.draws.seed.to_string()),
            ("index", index.to_string()),
        ])
    }
}

impl Sharded for Pricing<'_> {
    fn planned(&self) -> Planned {
        Planned::Regret
    }

    /// Each strategy that is watched.
    fn cells(&self) -> Vec<PlannedCell> {
        let cell = |(_, seatings): &(StrategyIndex, Seatings)| PlannedCell {
            games_a_block: seatings.games(),
            blocks: self.blocks_of(seatings),
        };
        self.watched.iter().map(cell).collect()
    }

    fn shard(&self, portion: Portion, threads: usize) -> Result<RegretRecord, Failure> {
        let left: Vec<Range<u64>> = (0..self.watched.len())
            .map(|at| if portion.cells.contains(&at) { portion.blocks[at].clone() } else { 0..0 })
            .collect();
        let on = (threads, ROUND, &Control::default());
        self.with_prices(&mut |_, solve| solve(&Control::default()), &mut |priced| {
            let (mut strategies, _) = self.play_priced(priced, (None, &left), on, &|_| ())?;
            Ok(self.record(strategies.drain(portion.cells.clone()).collect(), priced.measure()))
        })
    }

    fn joined(&self, parts: Vec<RegretRecord>, _: &Desk<'_>) -> Result<RegretRecord, Failure> {
        let measure = parts.first().map(|part| part.measure).unwrap_or_default();
        let mut strategies: Vec<RegretOf> = parts.into_iter().flat_map(|part| part.strategies).collect();
        strategies.iter_mut().for_each(|of| of.keep(self.args.worst as usize));
        Ok(self.record(strategies, measure))
    }
}

impl Varying for Pricing<'_> {
    const COMMAND: &'static str = REGRET;
    const PLANNED: Planned = Planned::RegretSweep;
    const TOGETHER: &'static str = "each 95% interval holds on its own: of 20 of them, one misses on average";
    type Args = PricedArgs;
    type Sums = RegretRecord;
    type Single<'a>
        = Pricing<'a>
    where
        Self: 'a;

    fn game(args: &PricedArgs) -> Result<GameRef, Failure> {
        game_of(args)
    }

    fn vary(args: &PricedArgs) -> &[Axis] {
        &args.vary.axes
    }

    fn named(args: &PricedArgs) -> (Vec<String>, Option<&[String]>) {
        (args.strategies.clone(), args.against.as_deref())
    }

    fn table(args: &PricedArgs) -> (Option<u64>, u64, &RulesArgs) {
        (args.players, args.draws.seed, &args.rules)
    }

    fn at_table(args: &PricedArgs, table: &TableArgs, (strategies, against): Named, _: usize) -> PricedArgs {
        let (players, seed, rules) = (table.players, table.draws.seed, table.rules.clone());
        let (draws, vary) = (SeedArgs { seed }, VaryArgs::default());
        PricedArgs { strategies, against, players, draws, rules, vary, ..args.clone() }
    }

    fn validated(args: &PricedArgs) -> Result<Pricing<'_>, Failure> {
        Pricing::new(args)
    }

    fn chosen<'o>(own: &'o Pricing<'_>) -> Vec<&'o Chosen> {
        own.chosen.iter().collect()
    }

    fn results(record: &RegretRecord, manifest: &Manifest) -> Results {
        results_with(record, manifest, Format::Table, |_, _| None)
    }

    fn headline(record: &RegretRecord) -> Headline {
        tables::headline(record)
    }
}

/// Runs the work that finds the values of positions, and shows its progress. The number is the number of steps.
type Solving<'s> = dyn FnMut(u64, &mut dyn FnMut(&Control) -> Outcome) -> Outcome + 's;
