//! `analyze dice`: what each die of Battle Dice is worth, and which duel favours which pack.
//!
//! Owns which packs meet in which duels, and what is made of them. How a duel is solved or fought is for `simulate`.

use super::options::{DiceArgs, Pack, Tables};
use super::page::dice_page;
use super::shown::shown;
use super::tables::{dice_files, mixes};
use crate::driver;
use crate::driver::combinations::{name_values, varied};
use crate::driver::default_folder::plain_table;
use crate::driver::embedded::Stage;
use crate::driver::entry::{Entry, ExperimentOptions};
use crate::driver::replace::Extent;
use crate::driver::session::{self, origin};
use crate::driver::{Desk, Experiment, Played, Results};
use crate::engines::EngineKind;
use crate::games::battle::{Battle, Contest, Hand, Kind, Kinds};
use crate::games::{BuiltIn, Game};
use crate::options::axis::Axis;
use crate::options::choices::EngineChoice;
use crate::options::differences::about;
use crate::options::given::Invocation;
use crate::options::texts::{inputs, texts_of};
use crate::options::vary::{Combination, combinations, in_combination};
use crate::options::{PlayingArgs, RulesArgs, TableArgs, settings};
use crate::page::PAGE;
use crate::record::{
    Choice, DICE, DuelName, FORMAT, MOST_FOUGHT, Manifest, PackRecord, PackRole, PacksOf, PacksRecord, PacksTable,
    Part, Sums as _,
};
use crate::registry::game;
use crate::simulate::{Control, PacksJob, measure_packs};
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome, refuse};

/// How often a duel is fought whose chances are not worked out, if nobody says so.
const DEFAULT_RUNS: u64 = 20_000;

/// The keys of `--vary` that make no sense here.
const NEVER_VARIED: [&str; 4] = ["players", "bots", "seating", "seed"];

/// One set of rules: the game by number of players.
struct Rules {
    values: Vec<String>,
    games: Vec<Battle>,
}

/// A pack with what it is for.
type Purpose = (PackRole, Kind, Kinds);

/// Packs and duels, validated.
pub(crate) struct Dice<'a> {
    args: &'a DiceArgs,
    fought: u64,
    reference: Kinds,
    combinations: Vec<Combination>,
    rules: Vec<Rules>,
    /// The texts of the files that options named, and for each key those of its values.
    inputs: Vec<Part>,
    texts: Vec<Vec<String>>,
}

impl<'a> Dice<'a> {
    /// Validates what was typed.
    pub(crate) fn new(args: &'a DiceArgs) -> Result<Dice<'a>, Failure> {
        if let Some(other) = args.game.filter(|game| game.name() != Battle::NAME) {
            return refuse(format!("{DICE}: {} has no dice that are bought; it is for --game battle", other.title()));
        }
        let axes = &args.vary.axes;
        if args.rules.engine != EngineChoice::Auto {
            return refuse("--engine: duels are computed, or fought die by die; leave --engine out");
        }
        if let Some(Axis { key, .. }) = axes.iter().find(|axis| NEVER_VARIED.contains(&&*axis.key)) {
            return refuse(format!(
                "--vary: {key}: the report is of packs, for each number of players; vary a rule, such as die.black.cost=3..6"
            ));
        }
        let Some(battle) = game(Battle::NAME) else { return refuse(settings::missing_game()) };
        let players: Vec<usize> = args.players.clone().unwrap_or(Tables::ALL).0.collect();
        let Some(table) = plain_table(battle, players[0]) else { return refuse(settings::missing_game()) };
        let table = TableArgs { players: None, rules: args.rules.clone(), ..table };
        let mut combinations = combinations(battle, &table, axes)?;
        let rules = combinations.iter().map(|combination| set_up(axes, combination, &players));
        let rules = rules.collect::<Result<Vec<_>, _>>()?;
        name_values(axes, &mut combinations, |_, _, _| Ok(None))?;
        let base = if axes.is_empty() { None } else { settings::set_up_as::<Battle>(players[0], &args.rules).ok() };
        let reference = reference(args, base.as_ref().unwrap_or(&rules[0].games[0]))?;
        Ok(Dice {
            args,
            fought: runs(args.runs)?,
            reference,
            combinations,
            rules,
            inputs: if axes.is_empty() { Vec::new() } else { inputs(&args.rules)? },
            texts: texts_of(axes)?,
        })
    }

    /// The kind of which a die is swapped for others: the cheapest of the reference pack.
    fn replaced(&self) -> Kind {
        let rules = self.rules[0].games[0].rules();
        self.reference.kinds().min_by_key(|&kind| rules.cost(kind)).unwrap_or(Kind::White)
    }

    /// The packs, the reference pack first.
    fn packs(&self, game: &Battle) -> Vec<Purpose> {
        let (replaced, reference) = (self.replaced(), self.reference);
        let swapped = |kind| (PackRole::Swapped, kind, reference - Kinds::one(replaced) + Kinds::one(kind));
        let built = |kind| (PackRole::Built, kind, game.pack_around(kind));
        let first = (PackRole::Reference, replaced, reference);
        std::iter::once(first).chain(Kind::ALL.map(swapped)).chain(Kind::ALL.map(built)).collect()
    }

    /// The duels: those with a number take half of what the reference pack costs, rounded up, and all of its dice.
    fn duels(&self) -> Vec<(Contest, Hand)> {
        let limit = self.rules[0].games[0].rules().cost_of(self.reference).div_ceil(2);
        let contests = [
            Contest::FirstTo15,
            Contest::RussianRoulette,
            Contest::ByPoints(limit),
            Contest::Battle,
            Contest::Armageddon(self.reference.total()),
            Contest::TwoByTwo,
        ];
        contests.into_iter().flat_map(|contest| Hand::ALL.map(|hand| (contest, hand))).collect()
    }

    /// The numbers of one set of rules.
    fn measured(&self, rules: &Rules, desk: &Desk<'_>, control: &Control) -> Result<PacksOf, Failure> {
        let duels = self.duels();
        let name =
            |&(contest, hand): &(Contest, Hand)| DuelName { duel: contest.to_string(), hand: hand.name().to_owned() };
        let tables = rules.games.iter().map(|game| self.table(game, &duels, (desk.threads, control)));
        let costs = Kind::ALL.map(|kind| rules.games[0].rules().cost(kind));
        Ok(PacksOf {
            values: rules.values.clone(),
            costs,
            replaced: self.replaced().index(),
            duels: duels.iter().map(name).collect(),
            tables: tables.collect::<Result<_, _>>()?,
        })
    }

    fn table(
        &self,
        game: &Battle,
        duels: &[(Contest, Hand)],
        (threads, control): (usize, &Control),
    ) -> Result<PacksTable, Failure> {
        let purposes = self.packs(game);
        let packs: Vec<Kinds> = purposes.iter().map(|(.., pack)| *pack).collect();
        let job = PacksJob { game, packs: &packs, duels, fought: self.fought, seed: self.args.draws.seed };
        let measured = measure_packs(&job, threads, control);
        let measured = measured.map_err(|fault| Failure::Fault(session::fault_text("default", "", &fault)))?;
        let Some(measured) = measured else {
            return Err(Failure::Interrupted(
                "interrupted before all duels were measured; nothing was written".to_owned(),
            ));
        };
        let record = |((role, kind, pack), numbers): (&Purpose, _)| PackRecord {
            role: *role,
            kind: kind.index(),
            dice: Kind::ALL.map(|kind| pack.of(kind)),
            numbers,
        };
        let packs = purposes.iter().zip(measured).map(record).collect();
        Ok(PacksTable { players: game.seats() as u32, packs })
    }
}

/// How often a duel is fought.
fn runs(typed: Option<u64>) -> Result<u64, Failure> {
    match settings::runs(typed.or(Some(DEFAULT_RUNS)))? {
        runs if runs <= MOST_FOUGHT => Ok(runs),
        runs => refuse(format!("--runs: {runs} duels of each kind; at most 1e12 can be fought")),
    }
}

/// The games of a combination.
fn set_up(axes: &[Axis], combination: &Combination, players: &[usize]) -> Result<Rules, Failure> {
    let game = |&players: &usize| {
        settings::set_up_as::<Battle>(players, &combination.table.rules).map_err(|error| match axes.is_empty() {
            true => error,
            false => in_combination(error, axes, &combination.values),
        })
    };
    Ok(Rules { values: combination.values.clone(), games: players.iter().map(game).collect::<Result<_, _>>()? })
}

/// The reference pack: the one that was typed, or the one that is drafted first by the rules that are not varied.
fn reference(args: &DiceArgs, game: &Battle) -> Result<Kinds, Failure> {
    let limit = game.rules().limit;
    match args.pack {
        Some(Pack(pack)) => match pack.kinds().find(|&kind| pack.of(kind) > limit) {
            Some(kind) => refuse(format!("--pack: {} {kind} dice; the rules allow {limit} of a kind", pack.of(kind))),
            None => Ok(pack),
        },
        None => game.default_pack().map_err(|fault| Failure::Fault(session::fault_text("default", "", &fault))),
    }
}

impl Experiment for Dice<'_> {
    type Sums = PacksRecord;

    fn typed(&self) -> Invocation<'_> {
        Invocation::new(&self.args.rules.given, []).without_games()
    }

    fn experiment(&self) -> Manifest {
        let game = &self.rules[0].games[0];
        Manifest {
            command: Some(DICE.to_owned()),
            vary: varied(&self.args.vary.axes, &self.combinations, &self.texts),
            inputs: self.inputs.clone(),
            options: vec![
                Choice::resolved("players", self.args.players.as_ref().unwrap_or(&Tables::ALL)).into(),
                Choice::resolved("pack", Pack(self.reference)).into(),
                Choice::resolved("runs", self.fought).into(),
            ],
            ..session::manifest(game, &[], self.args.draws.seed, EngineKind::Dice)
        }
    }

    fn manifest(&self, record: &PacksRecord) -> Manifest {
        Manifest { signature: record.signature(), runs: self.fought, blocks: self.fought, ..self.experiment() }
    }

    fn folder(&self) -> (String, Option<Manifest>) {
        let plain = driver::default_folder::plain::<DiceArgs>(&[]);
        let plain = plain.as_ref().and_then(|args| Dice::new(args).ok());
        (DICE.to_owned(), plain.map(|plain| plain.experiment()))
    }

    fn extent(&self) -> Extent {
        Extent::fixed(self.fought)
    }

    fn blocks(&self) -> u64 {
        self.fought
    }

    fn play(
        &self,
        _: Option<PacksRecord>,
        desk: &Desk<'_>,
        _: &dyn Fn(&PacksRecord),
    ) -> Result<Played<PacksRecord>, Failure> {
        let duels = self.duels();
        let steps = |game: &Battle| {
            let packs: Vec<Kinds> = self.packs(game).into_iter().map(|(.., pack)| pack).collect();
            PacksJob { game, packs: &packs, duels: &duels, fought: self.fought, seed: 0 }.steps()
        };
        let all = self.rules.iter().flat_map(|rules| &rules.games).map(steps).sum();
        let measured = desk.watch_whole(all, "steps", |control| {
            self.rules.iter().map(|rules| self.measured(rules, desk, control)).collect::<Result<Vec<_>, _>>()
        })?;
        Ok(Played::whole(PacksRecord {
            command: DICE.to_owned(),
            format: FORMAT,
            game: Battle::NAME.to_owned(),
            notes: Game::notes(&self.rules[0].games[0]),
            fought: self.fought,
            vary: varied(&self.args.vary.axes, &self.combinations, &vec![Vec::new(); self.args.vary.axes.len()]),
            combinations: measured,
        }))
    }

    fn results(&self, record: &PacksRecord, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
        Ok(results(record, manifest, format))
    }
}

/// What the record becomes.
fn results(record: &PacksRecord, manifest: &Manifest, format: Format) -> Results {
    let mixes = mixes(record);
    let page = dice_page(record, &mixes, manifest, &about(manifest));
    Results {
        tables: dice_files(record, &mixes, &origin(manifest)),
        others: vec![(PAGE.to_owned(), page)],
        shown: shown(record, &mixes, manifest, format),
    }
}

impl ExperimentOptions for DiceArgs {
    const ENTRIES: &'static [Entry] = &[Entry {
        name: DICE,
        recorded: &[DICE],
        words: &[DICE],
        strategies: None,
        several: Some("report on packs in single duels"),
        remade: |records, format| Ok(results(&records.sums()?, records.manifest, format)),
    }];

    fn rules(&mut self) -> &mut RulesArgs {
        &mut self.rules
    }

    fn play(&self, stage: &Stage) -> Outcome {
        driver::play(&Dice::new(self)?, &PlayingArgs::of(self.folder.clone(), self.output), stage)
    }

    fn checked(&self) -> Result<String, Failure> {
        Dice::new(self).map(|_| ", what dice are worth".to_owned())
    }
}
