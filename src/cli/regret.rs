//! `analyze regret`: what the decisions of strategies for two players cost, and which cost most.

use super::args::{EngineChoice, RegretArgs};
use super::default_folder::default_folder;
use super::differences::about;
use super::output::{Failure, Outcome, formatted, notes, refuse};
use super::session::{self, Session, at_fault, command_line, origin};
use super::settings;
use crate::engines::{EngineKind, GameFault, SeatingRule, Seatings, Series};
use crate::exact::game::{MOST_PRICED, Prices, Unsolvable};
use crate::games::gang::{Gang, Strategy};
use crate::games::{Game, StrategyIndex};
use crate::page::{PAGE, regret_page};
use crate::record::{Manifest, REGRET, RegretOf, RegretRecord};
use crate::report;
use crate::simulate::RegretJob;
use crate::strategies::gang::values;
use crate::strategies::{Chosen, find_all};

/// The players of a game in which decisions have a price.
const PLAYERS: u64 = 2;
/// The most games that are priced: about a thousand a second are.
const MOST_RUNS: u64 = 1_000_000_000;
/// The most decisions that are listed.
const MOST_WORST: u64 = 1000;

/// Everything chosen and valid.
struct Config<'a> {
    args: &'a RegretArgs,
    game: Gang,
    chosen: Vec<Chosen<Gang>>,
    /// The strategies whose decisions are priced, by their position, each with who sits where.
    watched: Vec<(StrategyIndex, Seatings)>,
    against: StrategyIndex,
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
    let strategies = config.play(&session)?;
    let record = RegretRecord { strategies, seed: args.seed };
    let mut files = report::regret_files(&record, &origin(&manifest));
    files.push((PAGE.to_owned(), regret_page(&record, &manifest, &about::<Gang>(&manifest))));
    let manifest = manifest.of_files(&files);
    let summary = report::regret_summary(&record);
    let text = || config.text(&record, &manifest);
    session.end(&files, &manifest, &formatted(&summary, args.output.format, text), None, &[])
}

fn config(args: &RegretArgs) -> Result<Config<'_>, Failure> {
    if args.game.is_some_and(|game| game.name != Gang::NAME) {
        return refuse(format!("--game: decisions have a price only in {} so far; leave --game out", Gang::TITLE));
    }
    if args.players != PLAYERS {
        return refuse(format!("--players: {} players; decisions have a price in games of {PLAYERS}", args.players));
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
    let game = settings::set_up::<Gang>(PLAYERS as usize, &args.rules)?;
    let names: Vec<String> = args.strategies.iter().chain([&args.against]).cloned().collect();
    let (chosen, mut lineup) =
        find_all(&names, &game).map_err(|error| Failure::strategy("STRATEGY, --against", error))?;
    let Some(against) = lineup.pop() else { return refuse("STRATEGY: name one") };
    let mut distinct: Vec<StrategyIndex> = Vec::new();
    lineup.retain(|&watched| {
        !distinct.contains(&watched) && {
            distinct.push(watched);
            true
        }
    });
    let watched = lineup.into_iter().map(|watched| (watched, Seatings::new(SeatingRule::Rotate, &[watched, against])));
    Ok(Config { args, game, chosen, watched: watched.collect(), against, runs, threads })
}

impl Config<'_> {
    /// How many blocks are played in these seatings, of how many games each.
    fn blocks(&self, seatings: &Seatings) -> (u64, u64) {
        (self.runs.div_ceil(seatings.games()), seatings.games())
    }

    fn name(&self, strategy: StrategyIndex) -> &str {
        &self.chosen[strategy].name
    }

    /// The manifest, without its files.
    fn manifest(&self) -> Manifest {
        let blocks = self.watched.iter().map(|(_, seatings)| self.blocks(seatings));
        let (blocks, a_block) = blocks.max_by_key(|(blocks, a_block)| blocks * a_block).unwrap_or((0, 1));
        Manifest {
            command: Some(REGRET.to_owned()),
            arms: self.watched.iter().map(|(watched, _)| self.name(*watched).to_owned()).collect(),
            fields: vec![vec![self.name(self.against).to_owned()]],
            options: vec![("worst".to_owned(), self.args.worst.to_string())],
            seating: SeatingRule::Rotate.to_string(),
            runs: blocks * a_block,
            blocks,
            intervals: "95 %, of means over blocks, by Student's t".to_owned(),
            ..session::manifest(&self.game, &self.chosen, self.args.seed, EngineKind::Dice)
        }
    }

    /// Solves the game, and plays with every strategy.
    fn play(&self, session: &Session) -> Result<Vec<RegretOf>, Failure> {
        let interrupted =
            || Failure::Interrupted("interrupted before all games were priced; nothing was written".to_owned());
        let rounds = u64::from(self.game.deck().rounds());
        let solved = session.watch_whole(rounds, "rounds", |control| {
            values(&self.game, || {
                control.advance(1);
                !control.stopped()
            })
        });
        let solved = solved.map_err(|error| match error {
            Unsolvable::Stopped => interrupted(),
            error => Failure::Usage(error.to_string()),
        })?;
        let prices = Prices::new(&solved);
        let strategies: Vec<&dyn Strategy> = self.chosen.iter().map(|chosen| &*chosen.strategy).collect();
        let names: Vec<String> = self.chosen.iter().map(|chosen| chosen.name.clone()).collect();
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
                    against: self.against,
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
        let command = self.replay(self.name(watched), &fault.index.to_string());
        at_fault(self.name(fault.strategy), &place, self.args.seed, &fault.fault, &command)
    }

    /// The command that shows a game.
    fn replay(&self, watched: &str, index: &str) -> String {
        let bots = format!("{watched},{}", self.name(self.against));
        let options = [("game", Gang::NAME.to_owned()), ("engine", "dice".to_owned()), ("bots", bots)];
        let seed = [("seed", self.args.seed.to_string())];
        let options = options.into_iter().chain(seed).chain(self.args.rules.typed());
        format!("{} --index {index}", command_line("analyze play", options))
    }

    fn text(&self, record: &RegretRecord, manifest: &Manifest) -> String {
        let heading =
            format!("{}, 2 players: win share that decisions gave away in a game", about::<Gang>(manifest).game());
        let mut text = format!("{heading}\n\n{}", report::to_terminal(&report::regret_summary(record)));
        let shown =
            ["strategy", "game", "round", "seat", "card", "pool", "other_pool", "table", "met_dice", "met_total"];
        let shown = shown.into_iter().chain(["dice", "best_dice", "dice_cost", "reroll_cost"]).collect::<Vec<_>>();
        let worst = report::worst(record);
        let hidden: Vec<&str> =
            worst.headings.iter().map(report::Heading::name).filter(|it| !shown.contains(it)).collect();
        if !worst.rows.is_empty() {
            text.push_str(&format!("\nthe costliest decisions\n\n{}", report::to_terminal(&worst.without(&hidden))));
        }
        format!("{text}\n{}", self.remarks(record))
    }

    fn remarks(&self, record: &RegretRecord) -> String {
        let mut all = vec![
            "lost: the win share that the best decision would have had more, both playing best from then on, whoever the \
             other really is; cards are taken as drawn anew every round"
                .to_owned(),
            "dice: too many or too few for the best number; rerolls: not as is best with that number of dice".to_owned(),
        ];
        if let Some(of) = record.strategies.iter().find(|of| !of.worst.is_empty()) {
            all.push(format!("to see a game: {}", self.replay(&of.strategy, "GAME")));
        }
        let unpriced = record.strategies.iter().filter(|of| of.unpriced > 0);
        all.extend(unpriced.map(|of| {
            format!("{}: {} decisions of more than {MOST_PRICED} dice have no price", of.strategy, of.unpriced)
        }));
        all.extend(self.game.notes());
        notes(&all)
    }
}
