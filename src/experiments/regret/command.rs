//! `analyze regret`: what the decisions of strategies cost, and which cost most.

use super::options::{PricedArgs, RegretArgs};
use super::page::regret_page;
use super::tables;
use super::tables::measure;
use crate::driver;
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
use crate::exact::champion;
use crate::exact::champion::Grade;
use crate::exact::{Judge, MOST_PRICED, Prices, game};
use crate::games::gang::{Gang, Strategy};
use crate::games::{BuiltIn, Game, StrategyIndex};
use crate::lab::{AsPrepared, Chosen, GameRef};
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
use crate::record::{Compared, FORMAT, INTERRUPTED, Manifest, Planned, PlannedCell, REGRET, RegretOf, RegretRecord};
use crate::record::{REGRET_SWEEP, STRATEGIES};
use crate::report::Headline;
use crate::simulate::{Control, RegretJob, price_decisions};
use crate::strategies::StrategyError;
use crate::strategies::gang::{champion_values, values};
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::layout;
use crate::terminal::numbers::counted;
use crate::terminal::output::formatted;
use crate::terminal::remarks::lines;
use crate::terminal::typed_command::nothing_finished;
use std::ops::Range;

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
    game: Gang,
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

    fn play(&self) -> Outcome {
        match self.priced.vary.axes[..] {
            [] => driver::play(&Pricing::new(&self.priced)?, &self.playing),
            _ => driver::play(&Varied::<Pricing<'_>>::new(&self.priced)?, &self.playing),
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
            ..session::manifest(self.game.as_prepared(), &self.chosen, self.args.draws.seed, EngineKind::Dice)
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
        let rounds = u64::from(self.game.deck().rounds());
        let judge = desk.watch_whole(rounds, "rounds", |control| {
            judge(&self.game, || {
                control.advance(1);
                !control.stopped()
            })
        });
        let judge = judge?.ok_or_else(nothing_finished)?;
        let all: Vec<Range<u64>> = self.watched.iter().map(|(_, seatings)| 0..self.blocks_of(seatings)).collect();
        let first = first.map(|first| first.strategies);
        let left = after(first.as_deref(), &all);
        let todo = self.games(&left);
        let (strategies, is_whole) = desk.watch(todo, "games", |control, _| {
            control.count_again();
            let save = |sums: &[RegretOf]| save(&self.record(sums.to_vec()));
            self.priced(&*judge, (first, &left), (desk.threads, ROUND, control), &save)
        })?;
        if strategies.iter().all(|of| of.blocks() == 0) {
            return Err(nothing_finished());
        }
        let mut sums = self.record(strategies);
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
    if manifest.game != Gang::NAME {
        return refuse(format!("run.json: decisions have a price only in {}", Gang::NAME));
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
        refuse_other_game(args)?;
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
        let asked = args.players.unwrap_or(2);
        let players = usize::try_from(asked).ok().filter(|players| Gang::SEATS.contains(players));
        let Some(players) = players else {
            let (least, most) = (Gang::SEATS.start(), Gang::SEATS.end());
            return refuse(format!("--players: {} players; {} is for {least} to {most}", asked, Gang::TITLE));
        };
        let game = settings::set_up_as::<Gang>(players, &args.rules)?;
        let against = against(args, players)?;
        let others = if against.len() == 1 { vec![against[0].clone(); players - 1] } else { against.clone() };
        let names: Vec<String> = args.strategies.iter().chain(&others).cloned().collect();
        let (chosen, mut lineup) = game.as_prepared().find_all(&names).map_err(|error| match error {
            StrategyError::Input(_) => Failure::strategy("STRATEGY, --against", error),
            // That a game whose decisions have no price has it is no help.
            error => {
                Failure::Usage(format!("STRATEGY, --against: {error}; decisions have a price only in {}", Gang::TITLE))
            }
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

/// The built-in strategy whose decisions are those that all are compared with, among so many players.
fn strongest(players: usize) -> &'static str {
    if players == 2 { "optimal" } else { "champion" }
}

/// Who the strategies play against: who plays best of those that ship, if nothing is said.
fn against(args: &PricedArgs, players: usize) -> Result<Vec<String>, Failure> {
    match args.against.as_deref() {
        None => Ok(vec![strongest(players).to_owned()]),
        Some(names) if names.len() == 1 || names.len() == players - 1 => Ok(names.to_vec()),
        Some(names) => {
            let (named, others) = (names.len(), players - 1);
            refuse(format!(
                "--against: {named} strategies for {others} others; name one for each of them, or one for all"
            ))
        }
    }
}

/// By whose values the decisions in a game are priced: those of optimal play with two players, those of the champion with
/// more. None if `go_on`, asked after each round that is solved, said no.
pub(crate) fn judge(game: &Gang, go_on: impl Fn() -> bool) -> Result<Option<Box<dyn Judge>>, Failure> {
    let usage = |error: String| Failure::Usage(error);
    if game.seats() == 2 {
        return match values(game, go_on) {
            Ok(values) => Ok(Some(Box::new(values))),
            Err(game::Unsolvable::Stopped) => Ok(None),
            Err(error) => Err(usage(error.to_string())),
        };
    }
    match champion_values(game, Grade::Coarse, go_on) {
        Ok(values) => Ok(Some(Box::new(values))),
        Err(champion::Unsolvable::Stopped) => Ok(None),
        Err(error) => Err(usage(error.to_string())),
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

    /// What the decisions of a strategy are compared with. Where the dice to throw are limited, not even the strategy whose
    /// values they are knows all that they depend on.
    fn compared(&self, watched: StrategyIndex) -> Compared {
        let players = self.game.seats();
        let knows_all = self.game.rules().dice_in_all(players).is_none();
        match self.chosen[watched].typed == strongest(players) && knows_all {
            true => Compared::WithItself,
            false if players == 2 => Compared::WithBest,
            false => Compared::WithChampion,
        }
    }

    /// The record of what the strategies gave away.
    fn record(&self, strategies: Vec<RegretOf>) -> RegretRecord {
        RegretRecord {
            command: REGRET.to_owned(),
            format: FORMAT,
            game: Gang::NAME.to_owned(),
            notes: self.game.notes(),
            players: self.game.seats(),
            seed: self.args.draws.seed,
            strategies,
            until: None,
        }
    }

    fn name(&self, strategy: StrategyIndex) -> &str {
        &self.chosen[strategy].name
    }

    /// Plays what is `left` of every strategy after the `first` blocks, by the values of `judge`; whether that was all.
    fn priced(
        &self,
        judge: &dyn Judge,
        (first, left): (Option<Vec<RegretOf>>, &[Range<u64>]),
        on: (usize, u64, &Control),
        save: &dyn Fn(&[RegretOf]),
    ) -> Result<(Vec<RegretOf>, bool), Failure> {
        let prices = Prices::new(judge);
        let strategies: Vec<&dyn Strategy> =
            self.chosen.iter().filter_map(|chosen| chosen.strategy::<Gang>()).collect();
        let names: Vec<String> = self.chosen.iter().map(|chosen| chosen.name.clone()).collect();
        let against = self.against.join(",");
        let mut jobs = Vec::new();
        for (watched, seatings) in &self.watched {
            jobs.push(RegretJob {
                game: &self.game,
                prices: &prices,
                strategies: &strategies,
                names: &names,
                watched: *watched,
                compared: self.compared(*watched),
                against: &against,
                series: Series { seatings, seed: self.args.draws.seed },
                worst: self.args.worst as usize,
            });
        }
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
        let bots = format!("{},{against}", typed(watched));
        self.args.rules.given.play(&[
            ("game", Gang::NAME.to_owned()),
            ("engine", "dice".to_owned()),
            ("bots", bots),
            ("seed", self.args.draws.seed.to_string()),
            ("index", index.to_string()),
        ])
    }
}

/// What standard output shows; `replay` is the command that shows a game of a strategy, where it is known.
fn shown(
    record: &RegretRecord,
    manifest: &Manifest,
    format: Format,
    replay: impl Fn(&str, u64) -> Option<String>,
) -> String {
    let summary = tables::regret_summary(record);
    let text = || {
        let (about, players) = (about(manifest), record.players);
        let heading = format!("{}, {players} players: the win share that decisions cost per game", about.game());
        let seen = layout::fitting(&summary, &ESSENTIAL);
        let mut text = format!("{heading}\n\n{}", layout::table(&seen));
        let worst = tables::worst(record).only(&DECISION);
        if !worst.rows.is_empty() {
            let seen = layout::fitting(&worst, &ESSENTIAL_DECISION);
            text.push_str(&format!("\nThe costliest decisions:\n\n{}", layout::table(&seen)));
        }
        format!("{text}\n{}", remarks(record, replay))
    };
    formatted(&summary, format, text)
}

/// The columns that a narrow terminal has room for.
const ESSENTIAL: [&str; 5] = ["strategy", "by", "what", "decisions", "lost"];
/// What people are shown of a costly decision.
const DECISION: [&str; 14] = [
    "strategy",
    "game",
    "round",
    "seat",
    "card",
    "pool",
    "other_pool",
    "table",
    "met_dice",
    "met_total",
    "dice",
    "best_dice",
    "dice_cost",
    "reroll_cost",
];
/// The same on a narrow terminal.
const ESSENTIAL_DECISION: [&str; 8] =
    ["strategy", "game", "round", "card", "dice", "best_dice", "dice_cost", "reroll_cost"];

fn remarks(record: &RegretRecord, replay: impl Fn(&str, u64) -> Option<String>) -> String {
    let mut all = vec![
        format!("lost: {}", measure(record.players)),
        "cards are assumed to be drawn afresh in every round".to_owned(),
        "dice: the cost of committing more or fewer dice than is best; rerolls: the cost of other rerolls than the best ones"
            .to_owned(),
    ];
    let cards = |of: &RegretOf| of.groups.iter().filter(|group| group.by == "card").count();
    if record.strategies.iter().any(|of| cards(of) > tables::SHOWN_CARDS) {
        all.push(format!("only the {} costliest cards are shown; regret.csv has all", tables::SHOWN_CARDS));
    }
    let own = record.strategies.iter().filter(|of| of.costs_nothing());
    all.extend(
        own.map(|of| format!("{}: its decisions cost nothing, because they are compared with its own", of.strategy)),
    );
    let costliest = record.strategies.iter().find_map(|of| Some((of, of.worst.first()?)));
    all.extend(
        costliest
            .and_then(|(of, worst)| replay(&of.strategy, worst.game))
            .map(|command| format!("to see the game with the costliest decision: {command} --regret")),
    );
    let unpriced = record.strategies.iter().filter(|of| of.unpriced > 0);
    all.extend(unpriced.map(|of| {
        format!("{}: the cost of {} decisions with more than {MOST_PRICED} dice is not known", of.strategy, of.unpriced)
    }));
    all.extend(record.notes.iter().cloned());
    lines(&all)
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
        let Some(judge) = judge(&self.game, || true)? else { return Err(nothing_finished()) };
        let left: Vec<Range<u64>> = (0..self.watched.len())
            .map(|at| if portion.cells.contains(&at) { portion.blocks[at].clone() } else { 0..0 })
            .collect();
        let on = (threads, ROUND, &Control::default());
        let (mut strategies, _) = self.priced(&*judge, (None, &left), on, &|_| ())?;
        Ok(self.record(strategies.drain(portion.cells).collect()))
    }

    fn joined(&self, parts: Vec<RegretRecord>, _: &Desk<'_>) -> Result<RegretRecord, Failure> {
        let mut strategies: Vec<RegretOf> = parts.into_iter().flat_map(|part| part.strategies).collect();
        strategies.iter_mut().for_each(|of| of.keep(self.args.worst as usize));
        Ok(self.record(strategies))
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
        refuse_other_game(args)?;
        settings::chosen_game(crate::registry::game(Gang::NAME))
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

/// Refuses a game whose decisions have no price.
fn refuse_other_game(args: &PricedArgs) -> Outcome {
    if args.game.is_some_and(|game| game.name() != Gang::NAME) {
        return refuse(format!("--game: decisions have a price only in {} so far; leave --game out", Gang::TITLE));
    }
    Ok(())
}
