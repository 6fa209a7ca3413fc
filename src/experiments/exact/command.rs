//! `analyze exact`: what two strategies win against each other, without playing a game.
//!
//! Owns the command from its options to its files. How win shares are found is in `exact::versus`.

use super::options::ExactArgs;
use super::page::exact_page;
use super::record::{Bounded, ExactPair, ExactRecord, ExactStart, NAME};
use super::tables;
use crate::driver;
use crate::driver::combinations::{TERMINAL_ROWS, name_values, varied};
use crate::driver::default_folder::plain_table;
use crate::driver::entry::{Entry, ExperimentOptions};
use crate::driver::replace::Extent;
use crate::driver::session;
use crate::driver::session::origin;
use crate::driver::{Desk, Experiment, Played, Results};
use crate::engines::EngineKind;
use crate::exact::versus::{ExactFault, ExactGames, ExactShares, Exactly};
use crate::lab::{Chosen, GameRef, Prepared};
use crate::options::RulesArgs;
use crate::options::axis::Axis;
use crate::options::choices::EngineChoice;
use crate::options::differences::about;
use crate::options::given::Invocation;
use crate::options::named_game::game_among;
use crate::options::settings;
use crate::options::texts::inputs;
use crate::options::texts::texts_of;
use crate::options::vary::{Combination, combinations, in_combination};
use crate::options::{PlayingArgs, TableArgs};
use crate::page::PAGE;
use crate::record::Part;
use crate::record::{FORMAT, Manifest, STRATEGIES, Sums as _};
use crate::simulate::Control;
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::layout;
use crate::terminal::output::formatted;
use crate::terminal::remarks::{lines, more_rows};
use std::cell::Cell;
use std::sync::Arc;

/// How many play.
const PLAYERS: usize = 2;
/// The steps of a combination on the progress bar.
const STEPS: u64 = 1000;

/// Two strategies at a table of two.
struct Pair {
    game: Arc<dyn Prepared>,
    chosen: [Chosen; 2],
}

impl Pair {
    /// The pair of a combination.
    fn new(game: GameRef, table: &TableArgs) -> Result<Pair, Failure> {
        let game = settings::set_up(game, PLAYERS, &table.rules)?;
        let bots = table.bots.as_deref().unwrap_or_default();
        let find = |at: usize| game.find(&bots[at]).map_err(|error| Failure::strategy(NAME, error));
        Ok(Pair { chosen: [find(0)?, find(1)?], game })
    }

    /// What each of them wins.
    fn solve(&self, control: &Control) -> Result<ExactShares, Failure> {
        let [first, second] = &self.chosen;
        let done = Cell::new(0);
        let go_on = |share: f64| {
            let steps = (share * STEPS as f64) as u64;
            control.advance(steps.saturating_sub(done.replace(steps.max(done.get()))));
            !control.stopped()
        };
        let players = self.game.players(&[first, second]);
        players.exact([&first.name, &second.name], &go_on).map_err(|fault| match fault {
            ExactFault::Stopped => {
                Failure::Interrupted("interrupted before all win shares were found; nothing was written".to_owned())
            }
            fault @ ExactFault::Answer { .. } => Failure::Fault(fault.to_string()),
            fault => Failure::Usage(format!("{NAME}: {fault}")),
        })
    }

    fn record(&self, values: &[String], shares: &ExactShares) -> ExactPair {
        let [first, second] = &self.chosen;
        let bounded = |number: Exactly| Bounded { value: number.value, within: number.within };
        let start = |games: ExactGames| ExactStart {
            share: games.share.map(bounded),
            score: games.score.map(bounded),
            turns: bounded(games.turns),
            rounds: bounded(games.rounds),
        };
        ExactPair {
            values: values.to_vec(),
            strategies: [first.name.clone(), second.name.clone()],
            starts: shares.starts.map(start),
            positions: shares.positions as u64,
            sweeps: shares.sweeps,
        }
    }
}

/// All pairs, validated.
struct Config<'a> {
    args: &'a ExactArgs,
    game: GameRef,
    combinations: Vec<Combination>,
    pairs: Vec<Pair>,
    /// The texts of the files that options named, and for each key those of its values.
    inputs: Vec<Part>,
    texts: Vec<Vec<String>>,
}

impl ExperimentOptions for ExactArgs {
    const ENTRIES: &'static [Entry] = &[Entry {
        name: NAME,
        recorded: &[NAME],
        words: &[NAME],
        strategies: Some(STRATEGIES),
        several: Some("pair of strategies whose win shares were found without a game"),
        remade: |records, format| Ok(results(&records.sums()?, records.manifest, format)),
    }];

    fn rules(&mut self) -> &mut RulesArgs {
        &mut self.rules
    }

    fn play(&self) -> Outcome {
        driver::play(&Config::new(self)?, &PlayingArgs::of(self.folder.clone(), self.output))
    }

    fn checked(&self) -> Result<String, Failure> {
        Config::new(self).map(|_| ", exact win shares".to_owned())
    }
}

impl Experiment for Config<'_> {
    type Sums = ExactRecord;

    fn typed(&self) -> Invocation<'_> {
        Invocation::new(&self.args.rules.given, &self.pairs[0].chosen).without_games()
    }

    fn experiment(&self) -> Manifest {
        Config::experiment(self)
    }

    fn manifest(&self, record: &ExactRecord) -> Manifest {
        Manifest { signature: record.signature(), ..self.experiment() }
    }

    /// `exact-A-B`.
    fn folder(&self) -> (String, Option<Manifest>) {
        let strategies = self.args.strategies.iter();
        let names: Vec<String> = strategies.map(|name| crate::options::fields::in_a_path(name)).collect();
        (format!("{NAME}-{}", names.join("-")), None)
    }

    fn extent(&self) -> Extent {
        Extent::fixed(0)
    }

    fn blocks(&self) -> u64 {
        0
    }

    fn play(
        &self,
        _: Option<ExactRecord>,
        desk: &Desk<'_>,
        _: &dyn Fn(&ExactRecord),
    ) -> Result<Played<ExactRecord>, Failure> {
        let all = STEPS * self.pairs.len() as u64;
        let pairs = desk.watch_whole(all, "steps", |control| self.solve(control))?;
        Ok(Played::whole(self.record(pairs)))
    }

    fn results(&self, record: &ExactRecord, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
        Ok(results(record, manifest, format))
    }
}

/// What the record becomes.
pub(crate) fn results(record: &ExactRecord, manifest: &Manifest, format: Format) -> Results {
    let others = vec![(PAGE.to_owned(), exact_page(record, manifest, &about(manifest)))];
    Results { tables: tables::exact_files(record, &origin(manifest)), others, shown: shown(record, manifest, format) }
}

impl Config<'_> {
    fn new(args: &ExactArgs) -> Result<Config<'_>, Failure> {
        if args.rules.engine != EngineChoice::Auto {
            return refuse("--engine: no game is played; leave --engine out");
        }
        if let Some(Axis { key, .. }) =
            args.vary.axes.iter().find(|axis| ["players", "bots", "seating", "seed"].contains(&&*axis.key))
        {
            return refuse(format!(
                "--vary: {key}: two strategies are named, both start equally often, and nothing is drawn; vary a rule or a \
                 parameter, such as hold.at=15..25"
            ));
        }
        let game = match args.game {
            Some(game) => game,
            None => game_among(NAME, &args.strategies, &[])?,
        };
        let Some(table) = plain_table(game, PLAYERS) else { return refuse("exact: its table cannot be set up") };
        let (rules, bots) = (args.rules.clone(), Some(args.strategies.clone()));
        let table = TableArgs { players: None, bots, rules, ..table };
        let mut combinations = combinations(game, &table, &args.vary.axes)?;
        let pair = |combination: &Combination| {
            let pair = Pair::new(game, &combination.table);
            let is_varied = !args.vary.axes.is_empty();
            pair.map_err(
                |error| if is_varied { in_combination(error, &args.vary.axes, &combination.values) } else { error },
            )
        };
        let pairs = combinations.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
        name_values(&args.vary.axes, &mut combinations, |_, _, _| Ok(None))?;
        let (inputs, texts) = (inputs(&args.rules)?, texts_of(&args.vary.axes)?);
        Ok(Config { args, game, combinations, pairs, inputs, texts })
    }

    /// The win shares of all pairs.
    fn solve(&self, control: &Control) -> Result<Vec<ExactPair>, Failure> {
        let each = self.combinations.iter().zip(&self.pairs);
        each.map(|(combination, pair)| Ok(pair.record(&combination.values, &pair.solve(control)?))).collect()
    }

    fn record(&self, combinations: Vec<ExactPair>) -> ExactRecord {
        ExactRecord {
            command: NAME.to_owned(),
            format: FORMAT,
            game: self.game.name().to_owned(),
            notes: self.pairs[0].game.notes(),
            vary: varied(&self.args.vary.axes, &self.combinations, &vec![Vec::new(); self.args.vary.axes.len()]),
            combinations,
        }
    }

    /// The manifest, without its files.
    fn experiment(&self) -> Manifest {
        let Pair { game, chosen } = &self.pairs[0];
        Manifest {
            command: Some(NAME.to_owned()),
            arms: chosen.iter().map(|chosen| chosen.name.clone()).collect(),
            vary: varied(&self.args.vary.axes, &self.combinations, &self.texts),
            inputs: self.inputs.clone(),
            ..session::manifest(&**game, chosen, 0, EngineKind::Dice)
        }
    }
}

/// What standard output shows.
fn shown(record: &ExactRecord, manifest: &Manifest, format: Format) -> String {
    let text = || {
        let mut table = tables::exact_summary(record);
        let left_out = table.rows.len().saturating_sub(TERMINAL_ROWS);
        table.rows.truncate(TERMINAL_ROWS);
        let heading = format!("{}, 2 players: {}", about(manifest).game(), manifest.arms.join(" against "));
        let more = (left_out > 0).then(|| more_rows(left_out, "exact.csv"));
        let fixed = [
            "win share: a win counts 1, and a tie 1/2".to_owned(),
            "seat 1 starts; both: each strategy starts equally often".to_owned(),
            format!(
                "no game was played: the win shares are computed from all {} positions, and exact to within {:.1e}",
                crate::terminal::numbers::grouped(
                    record.combinations.iter().map(|pair| pair.positions).max().unwrap_or(0)
                ),
                tables::exact_within(record)
            ),
            "turns, rounds: the average number in a game".to_owned(),
        ];
        format!("{heading}\n\n{}\n{}", layout::table(&table), lines(more.iter().chain(&fixed).chain(&record.notes)))
    };
    formatted(&tables::exact(record).of(&origin(manifest)), format, text)
}
