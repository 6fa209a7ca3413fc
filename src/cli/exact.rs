//! `analyze exact`: what two strategies win against each other, without playing a game.
//!
//! Owns the command from its options to its files. How win shares are found is in `exact::versus`.

use super::args::{STRATEGIES, TableArgs};
use super::axis::Axis;
use super::choices::{EngineChoice, Format};
use super::default_folder::{default_folder, plain_table};
use super::differences::about;
use super::exact_args::ExactArgs;
use super::failure::{Failure, Outcome, refuse};
use super::kept::{Kept, by_name};
use super::named_game::game_among;
use super::output::formatted;
use super::remarks::{lines, more_rows};
use super::replace::{Extent, refuse_any_loss};
use super::session::{self, Session, origin};
use super::sweep::{TERMINAL_ROWS, name_values, varied};
use super::vary::{Combination, combinations, in_combination};
use super::{settings, typed};
use crate::engines::EngineKind;
use crate::exact::versus::{ExactFault, ExactGames, ExactShares, Exactly};
use crate::lab::{Chosen, GameRef, Prepared};
use crate::page::{PAGE, exact_page};
use crate::record::{Bounded, EXACT, ExactPair, ExactRecord, ExactStart, FORMAT, Manifest, Record};
use crate::report;
use crate::simulate::Control;
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
        let find = |at: usize| game.find(&bots[at]).map_err(|error| Failure::strategy(EXACT, error));
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
            fault => Failure::Usage(format!("{EXACT}: {fault}")),
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
    kept: Kept,
}

/// Finds the win shares, writes and shows them.
pub(super) fn exact(args: &ExactArgs) -> Outcome {
    let config = Config::new(args)?;
    let manifest = config.manifest();
    let out = args.out.clone().unwrap_or_else(|| default_folder(&config.folder_name(), &manifest, None));
    let session = Session::begin(&out, &args.output, None, 0, 1)?;
    refuse_any_loss(session.folder(), &args.output, &Extent::fixed(0))?;
    let all = STEPS * config.pairs.len() as u64;
    let pairs = session.watch_whole(all, "steps", |control| config.solve(control))?;
    let record = config.record(pairs);
    let manifest = Manifest { signature: record.signature(), ..manifest };
    let mut files = files(&record, &manifest);
    files.push(("tallies.json".to_owned(), record.to_json()));
    let manifest = manifest.of_files(&files);
    session.end(&files, &manifest, &shown(&record, &manifest, args.output.format), None, &[])
}

/// Refuses what could not be solved, as far as can be told without solving it.
pub(super) fn checked(args: &ExactArgs) -> Outcome {
    Config::new(args).map(drop)
}

impl Config<'_> {
    fn new(args: &ExactArgs) -> Result<Config<'_>, Failure> {
        if args.rules.engine != EngineChoice::Auto {
            return refuse("--engine: no game is played; leave --engine out");
        }
        if let Some(Axis { key, .. }) =
            args.vary.iter().find(|axis| ["players", "bots", "seating", "seed"].contains(&&*axis.key))
        {
            return refuse(format!(
                "--vary: {key}: two strategies are named, both start equally often, and nothing is drawn; vary a rule or a \
                 parameter, such as hold.at=15..25"
            ));
        }
        let game = match args.game {
            Some(game) => game,
            None => game_among(EXACT, &args.strategies, &[])?,
        };
        let Some(table) = plain_table(game.name(), PLAYERS) else { return refuse("exact: its table cannot be set up") };
        let (rules, bots) = (args.rules.clone(), Some(args.strategies.clone()));
        let table = TableArgs { players: None, bots, rules, ..table };
        let mut combinations = combinations(game, &table, &args.vary)?;
        let pair = |combination: &Combination| {
            let pair = Pair::new(game, &combination.table);
            let is_varied = !args.vary.is_empty();
            pair.map_err(|error| if is_varied { in_combination(error, &args.vary, &combination.values) } else { error })
        };
        let pairs = combinations.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
        name_values(&args.vary, &mut combinations, |_, _, _| Ok(None))?;
        let mut kept = Kept::new((&table, &args.vary), None, (game.name(), String::new()), &[])?;
        kept.options.retain(|(name, _)| ["game", "edition", "rule"].contains(&&**name));
        let names = pairs[0].chosen.iter().zip(&args.strategies);
        let names: Vec<&str> = names.map(|(chosen, typed)| by_name(typed, &chosen.name)).collect();
        kept.options.push((STRATEGIES.to_owned(), names.join(",")));
        Ok(Config { args, game, combinations, pairs, kept })
    }

    /// `exact-A-B`.
    fn folder_name(&self) -> String {
        let names: Vec<String> =
            self.args.strategies.iter().map(|name| super::compare_config::in_a_path(name)).collect();
        format!("{EXACT}-{}", names.join("-"))
    }

    /// The win shares of all pairs.
    fn solve(&self, control: &Control) -> Result<Vec<ExactPair>, Failure> {
        let each = self.combinations.iter().zip(&self.pairs);
        each.map(|(combination, pair)| Ok(pair.record(&combination.values, &pair.solve(control)?))).collect()
    }

    fn record(&self, combinations: Vec<ExactPair>) -> ExactRecord {
        ExactRecord {
            command: EXACT.to_owned(),
            format: FORMAT,
            game: self.game.name().to_owned(),
            notes: self.pairs[0].game.notes(),
            vary: varied(&self.args.vary, &self.combinations, &vec![Vec::new(); self.args.vary.len()]),
            combinations,
        }
    }

    /// The manifest, without its files.
    fn manifest(&self) -> Manifest {
        let Pair { game, chosen } = &self.pairs[0];
        let typed =
            typed::of_pair(&self.kept.options, (&self.args.strategies, &self.args.rules), &self.args.vary, chosen);
        Manifest {
            command: Some(EXACT.to_owned()),
            arms: chosen.iter().map(|chosen| chosen.name.clone()).collect(),
            vary: varied(&self.args.vary, &self.combinations, &self.kept.texts),
            options: self.kept.options.clone(),
            inputs: self.kept.inputs.clone(),
            ..session::manifest(&**game, (chosen, typed), 0, EngineKind::Dice)
        }
    }
}

/// The files of the table and the page, name and content.
fn files(record: &ExactRecord, manifest: &Manifest) -> Vec<(String, String)> {
    let mut files = report::exact_files(record, &origin(manifest)).packed(manifest);
    files.push((PAGE.to_owned(), exact_page(record, manifest, &about(manifest))));
    files
}

/// The same files, and what standard output shows, from the text of `tallies.json`.
///
/// # Errors
/// If it cannot be read, or is not the one that the manifest was written with.
pub(super) fn again(
    tallies: &str,
    manifest: &Manifest,
    format: Format,
) -> Result<(Vec<(String, String)>, String), Failure> {
    let record = super::records::read(tallies, manifest, ExactRecord::signature)?;
    Ok((files(&record, manifest), shown(&record, manifest, format)))
}

/// What standard output shows.
fn shown(record: &ExactRecord, manifest: &Manifest, format: Format) -> String {
    let text = || {
        let mut table = report::exact_summary(record);
        let left_out = table.rows.len().saturating_sub(TERMINAL_ROWS);
        table.rows.truncate(TERMINAL_ROWS);
        let heading = format!("{}, 2 players: {}", about(manifest).game(), manifest.arms.join(" against "));
        let more = (left_out > 0).then(|| more_rows(left_out, "exact.csv"));
        let fixed = [
            "win_share: a win counts 1, a tie of two counts 1/2; seat 1 starts; both: each starts equally often"
                .to_owned(),
            format!(
                "no game was played: win shares are exact to within {:.1e}, found by going over all {} positions until \
                 nothing changed",
                report::exact_within(record),
                super::numbers::grouped(record.combinations.iter().map(|pair| pair.positions).max().unwrap_or(0))
            ),
            format!("ev: mean {}; turns, rounds: of a game on average", about(manifest).unit),
        ];
        format!(
            "{heading}\n\n{}\n{}",
            report::to_terminal(&table),
            lines(more.iter().chain(&fixed).chain(&record.notes))
        )
    };
    formatted(&report::exact(record).of(&origin(manifest)), format, text)
}
