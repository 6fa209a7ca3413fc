//! `analyze regret`: what the decisions of strategies cost, and which cost most.

use super::choices::{EngineChoice, Format};
use super::default_folder::default_folder;
use super::differences::about;
use super::failure::{Failure, Outcome, refuse};
use super::output::formatted;
use super::records::read;
use super::regret_args::RegretArgs;
use super::remarks::lines;
use super::replace::{Extent, refuse_any_loss};
use super::session::{self, Session, at_fault, origin};
use super::settings;
use super::typed::typed;
use super::typed_command::command_line;
use crate::engines::{EngineKind, GameFault, SeatingRule, Seatings, Series};
use crate::exact::champion::{self, Grade};
use crate::exact::{Judge, MOST_PRICED, Prices, game};
use crate::games::gang::{Gang, Strategy};
use crate::games::{Game, StrategyIndex};
use crate::lab::Chosen;
use crate::page::{PAGE, regret_page};
use crate::record::{Compared, FORMAT, Manifest, REGRET, Record, RegretOf, RegretRecord};
use crate::report::{self, measure};
use crate::simulate::RegretJob;
use crate::strategies::StrategyError;
use crate::strategies::gang::{champion_values, values};

/// The most games that are priced: about a thousand a second are, with two players.
const MOST_RUNS: u64 = 1_000_000_000;
/// The most decisions that are listed.
const MOST_WORST: u64 = 1000;

/// Everything chosen and valid.
struct Config<'a> {
    args: &'a RegretArgs,
    game: Gang,
    chosen: Vec<Chosen>,
    /// The strategies whose decisions are priced, by their position, each with who sits where.
    watched: Vec<(StrategyIndex, Seatings)>,
    /// Who they play against: the others, or one that all of them are.
    against: Vec<String>,
    runs: u64,
    threads: usize,
}

/// Plays, prices the decisions, writes and shows what they cost.
pub(super) fn regret(args: &RegretArgs) -> Outcome {
    let config = config(args)?;
    let manifest = config.manifest();
    let out = args.out.clone().unwrap_or_else(|| default_folder(REGRET, &manifest, None));
    let (_, most) = config.watched.iter().map(|(_, seatings)| config.blocks(seatings)).max().unwrap_or((0, 1));
    let session = Session::begin(&out, &args.output, Some(config.runs), config.runs.div_ceil(most), most)?;
    refuse_any_loss(session.folder(), &args.output, &Extent::fixed(manifest.runs))?;
    let record = config.record(config.play(&session)?);
    let manifest = Manifest { signature: record.signature(), ..manifest };
    let mut files = files(&record, &manifest);
    files.push(("tallies.json".to_owned(), record.to_json()));
    let manifest = manifest.of_files(&files);
    let shown = shown(&record, &manifest, args.output.format, |watched, game| Some(config.replay(watched, game)));
    session.end(&files, &manifest, &shown, None, &[])
}

/// The files of the tables and the page, name and content.
fn files(record: &RegretRecord, manifest: &Manifest) -> Vec<(String, String)> {
    let mut files = report::regret_files(record, &origin(manifest)).packed(manifest);
    files.push((PAGE.to_owned(), regret_page(record, manifest, &about(manifest))));
    files
}

/// The same files, and what standard output shows, from the text of `tallies.json`. The command that shows a game is left
/// out: the record does not know the files of the rules.
///
/// # Errors
/// If it cannot be read, or is not the one that the manifest was written with.
pub(super) fn again(
    tallies: &str,
    manifest: &Manifest,
    format: Format,
) -> Result<(Vec<(String, String)>, String), Failure> {
    if manifest.game != Gang::NAME {
        return refuse(format!("run.json: decisions have a price only in {}", Gang::NAME));
    }
    let record = read(tallies, manifest, RegretRecord::signature)?;
    Ok((files(&record, manifest), shown(&record, manifest, format, |_, _| None)))
}

fn config(args: &RegretArgs) -> Result<Config<'_>, Failure> {
    if args.game.is_some_and(|game| game.name() != Gang::NAME) {
        return refuse(format!("--game: decisions have a price only in {} so far; leave --game out", Gang::TITLE));
    }
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
    let threads = settings::threads(args.threads)?;
    let players = usize::try_from(args.players).ok().filter(|players| Gang::SEATS.contains(players));
    let Some(players) = players else {
        let (least, most) = (Gang::SEATS.start(), Gang::SEATS.end());
        return refuse(format!("--players: {} players; {} is for {least} to {most}", args.players, Gang::TITLE));
    };
    let game = settings::set_up_as::<Gang>(players, &args.rules)?;
    let against = against(args, players)?;
    let others = if against.len() == 1 { vec![against[0].clone(); players - 1] } else { against.clone() };
    let names: Vec<String> = args.strategies.iter().chain(&others).cloned().collect();
    let (chosen, mut lineup) = (&game as &dyn crate::lab::Prepared).find_all(&names).map_err(|error| match error {
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
    Ok(Config { args, game, chosen, watched, against, runs, threads })
}

/// The built-in strategy whose decisions are those that all are compared with, among so many players.
fn strongest(players: usize) -> &'static str {
    if players == 2 { "optimal" } else { "champion" }
}

/// Who the strategies play against: who plays best of those that ship, if nothing is said.
fn against(args: &RegretArgs, players: usize) -> Result<Vec<String>, Failure> {
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
pub(super) fn judge(game: &Gang, go_on: impl Fn() -> bool) -> Result<Option<Box<dyn Judge>>, Failure> {
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

impl Config<'_> {
    /// How many blocks are played in these seatings, of how many games each.
    fn blocks(&self, seatings: &Seatings) -> (u64, u64) {
        (self.runs.div_ceil(seatings.games()), seatings.games())
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
            seed: self.args.seed,
            strategies,
        }
    }

    fn name(&self, strategy: StrategyIndex) -> &str {
        &self.chosen[strategy].name
    }

    /// The manifest, without its files.
    fn manifest(&self) -> Manifest {
        let blocks = self.watched.iter().map(|(_, seatings)| self.blocks(seatings));
        let (blocks, a_block) = blocks.max_by_key(|(blocks, a_block)| blocks * a_block).unwrap_or((0, 1));
        let typed = typed(&self.args.rules, &self.chosen);
        Manifest {
            command: Some(REGRET.to_owned()),
            arms: self.watched.iter().map(|(watched, _)| self.name(*watched).to_owned()).collect(),
            fields: vec![self.against.clone()],
            options: vec![
                ("runs".to_owned(), self.runs.to_string()),
                ("worst".to_owned(), self.args.worst.to_string()),
            ],
            seating: SeatingRule::Rotate.to_string(),
            runs: blocks * a_block,
            blocks,
            intervals: "95 %, of means over blocks, by Student's t".to_owned(),
            ..session::manifest(&self.game, (&self.chosen, typed), self.args.seed, EngineKind::Dice)
        }
    }

    /// Solves the game, and plays with every strategy.
    fn play(&self, session: &Session) -> Result<Vec<RegretOf>, Failure> {
        let interrupted =
            || Failure::Interrupted("interrupted before all games were priced; nothing was written".to_owned());
        let rounds = u64::from(self.game.deck().rounds());
        let judge = session.watch_whole(rounds, "rounds", |control| {
            judge(&self.game, || {
                control.advance(1);
                !control.stopped()
            })
        });
        let judge = judge?.ok_or_else(interrupted)?;
        let prices = Prices::new(&*judge);
        let strategies: Vec<&dyn Strategy> =
            self.chosen.iter().filter_map(|chosen| chosen.strategy::<Gang>()).collect();
        let names: Vec<String> = self.chosen.iter().map(|chosen| chosen.name.clone()).collect();
        let against = self.against.join(",");
        let games =
            self.watched.iter().map(|(_, seatings)| self.blocks(seatings)).map(|(blocks, games)| blocks * games);
        session.watch_whole(games.sum(), "games", |control| {
            control.count_again();
            let mut all = Vec::new();
            for (watched, seatings) in &self.watched {
                let job = RegretJob {
                    game: &self.game,
                    prices: &prices,
                    strategies: &strategies,
                    names: &names,
                    watched: *watched,
                    compared: self.compared(*watched),
                    against: &against,
                    series: Series { seatings, seed: self.args.seed },
                    blocks: self.blocks(seatings).0,
                    worst: self.args.worst as usize,
                };
                let played = job.play(self.threads, control).ok_or_else(interrupted)?;
                all.push(played.map_err(|fault| self.describe(*watched, &fault))?);
            }
            Ok(all)
        })
    }

    fn describe(&self, watched: StrategyIndex, fault: &GameFault) -> Failure {
        let place = format!("game {}", fault.index);
        let command = self.replay(self.name(watched), fault.index);
        at_fault(self.name(fault.strategy), &place, self.args.seed, &fault.fault, &command)
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
        let options = [("game", Gang::NAME.to_owned()), ("engine", "dice".to_owned()), ("bots", bots)];
        let seed = [("seed", self.args.seed.to_string())];
        let options = options.into_iter().chain(seed).chain(self.args.rules.typed());
        format!("{} --index {index}", command_line("analyze play", options))
    }
}

/// What standard output shows; `replay` is the command that shows a game of a strategy, where it is known.
fn shown(
    record: &RegretRecord,
    manifest: &Manifest,
    format: Format,
    replay: impl Fn(&str, u64) -> Option<String>,
) -> String {
    let summary = report::regret_summary(record);
    let text = || {
        let (about, players) = (about(manifest), record.players);
        let heading = format!("{}, {players} players: win share that decisions gave away in a game", about.game());
        let mut text = format!("{heading}\n\n{}", report::to_terminal(&summary));
        let shown =
            ["strategy", "game", "round", "seat", "card", "pool", "other_pool", "table", "met_dice", "met_total"];
        let shown = shown.into_iter().chain(["dice", "best_dice", "dice_cost", "reroll_cost"]).collect::<Vec<_>>();
        let worst = report::worst(record);
        let hidden: Vec<&str> =
            worst.headings.iter().map(report::Heading::name).filter(|it| !shown.contains(it)).collect();
        if !worst.rows.is_empty() {
            text.push_str(&format!("\nthe costliest decisions\n\n{}", report::to_terminal(&worst.without(&hidden))));
        }
        format!("{text}\n{}", remarks(record, replay))
    };
    formatted(&summary, format, text)
}

fn remarks(record: &RegretRecord, replay: impl Fn(&str, u64) -> Option<String>) -> String {
    let mut all = vec![
        format!("lost: {}; cards are taken as drawn anew every round", measure(record.players)),
        "dice: too many or too few for the best number; rerolls: not as is best with that number of dice".to_owned(),
    ];
    let own = record.strategies.iter().filter(|of| of.costs_nothing());
    all.extend(own.map(|of| {
        format!("{}: nothing, by definition: what decisions are compared with is what it does itself", of.strategy)
    }));
    let costliest = record.strategies.iter().find_map(|of| Some((of, of.worst.first()?)));
    all.extend(costliest.and_then(|(of, worst)| replay(&of.strategy, worst.game)).map(|command| {
        format!("to see the game of the costliest, with the price of each decision: {command} --regret")
    }));
    let unpriced = record.strategies.iter().filter(|of| of.unpriced > 0);
    all.extend(
        unpriced.map(|of| {
            format!("{}: {} decisions of more than {MOST_PRICED} dice have no price", of.strategy, of.unpriced)
        }),
    );
    all.extend(record.notes.iter().cloned());
    lines(&all)
}
