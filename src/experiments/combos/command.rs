//! `analyze combos`: what each combo of POT and the paid reroll are worth, without playing a game.
//!
//! Owns the command from its options to its files. Games are solved in `exact::versus`, chances in `exact::pot`.

use super::options::CombosArgs;
use super::page::combos_page;
use super::record::{ComboDice, ComboPays, CombosOf, CombosRecord, Games, NAME, Part, PartTurns};
use super::tables;
use crate::driver;
use crate::driver::combinations::{name_values, varied};
use crate::driver::default_folder::plain_table;
use crate::driver::entry::{Entry, ExperimentOptions};
use crate::driver::replace::Extent;
use crate::driver::session;
use crate::driver::session::origin;
use crate::driver::{Desk, Experiment, Played, Results};
use crate::engines::EngineKind;
use crate::exact::pot::{Purse, highest_chance, pays};
use crate::exact::versus::{ExactFault, ExactShares, TurnsOf, exact_pot, exact_pot_turns};
use crate::games::pot::{Combo, Pot, Throw, Without};
use crate::games::{BuiltIn, Game};
use crate::lab::{Chosen, GameRef, Prepared};
use crate::options::RulesArgs;
use crate::options::axis::Axis;
use crate::options::choices::EngineChoice;
use crate::options::differences::about;
use crate::options::given::Invocation;
use crate::options::settings;
use crate::options::texts::{inputs, texts_of};
use crate::options::vary::{Combination, combinations, in_combination};
use crate::options::{PlayingArgs, TableArgs};
use crate::page::PAGE;
use crate::record::{FORMAT, Manifest, Part as Input, STRATEGIES, Sums as _};
use crate::registry::game;
use crate::simulate::{Control, map_in_parallel};
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::layout;
use crate::terminal::output::formatted;
use crate::terminal::remarks::{lines, more_rows};
use std::cell::Cell;

/// How many play.
const PLAYERS: usize = 2;
/// The steps of a solution on the progress bar.
const STEPS: u64 = 1000;
/// The rows that a terminal is shown.
const ROWS: usize = 60;

/// Two strategies at a table of two, by one set of rules.
struct Pair {
    game: Pot,
    chosen: [Chosen; 2],
}

/// A game that is solved: what each strategy plays without.
type Solve = [Without; 2];

/// What the game can be without.
fn all_parts() -> impl Iterator<Item = (&'static str, Without)> {
    Without::NAMES.into_iter().filter(|(_, without)| *without != Without::Nothing)
}

impl Pair {
    /// The pair of a combination.
    fn new(table: &TableArgs) -> Result<Pair, Failure> {
        let game: Pot = settings::set_up_as(PLAYERS, &table.rules)?;
        if game.rules().without != Without::Nothing {
            return refuse(
                "the rule 'without': the report takes out each part of the game in turn; leave the rule out",
            );
        }
        Ok(Pair { chosen: Pair::find(&game, table.bots.as_deref().unwrap_or_default())?, game })
    }

    fn find(game: &Pot, names: &[String]) -> Result<[Chosen; 2], Failure> {
        let find = |at: usize| {
            let name = names.get(at).map_or("", String::as_str);
            Prepared::find(game, name).map_err(|error| Failure::strategy(NAME, error))
        };
        Ok([find(0)?, find(1)?])
    }

    fn names(&self) -> [String; 2] {
        self.chosen.each_ref().map(|chosen| chosen.name.clone())
    }

    /// The games to solve after the published one: without each part, and with a strategy that alone is without it.
    fn solves(&self) -> Vec<Solve> {
        let is_mirror = self.chosen[0].name == self.chosen[1].name;
        let of = |without| {
            let alone = [[without, Without::Nothing], [Without::Nothing, without]];
            [[without; 2]].into_iter().chain(alone.into_iter().take(if is_mirror { 1 } else { 2 }))
        };
        all_parts().flat_map(|(_, without)| of(without)).collect()
    }

    /// Solves a game; the turns are only counted if that is asked for.
    fn solve(&self, solve: Solve, counts: bool, control: &Control) -> Result<(ExactShares, [TurnsOf; 2]), Failure> {
        let games = solve.map(|without| self.game.without(without));
        let names = self.names();
        // A strategy knows the rules by which it plays.
        let [first, second] = [0, 1].map(|at| Pair::find(&games[at], &names).map(|chosen| (chosen, at)));
        let chosen = [first?, second?];
        let strategies = chosen.each_ref().map(|(chosen, at)| chosen[*at].strategy::<Pot>());
        let [Some(one), Some(other)] = strategies else { return refuse(settings::missing_game()) };
        let done = Cell::new(0);
        let go_on = |share: f64| {
            let steps = (share * STEPS as f64) as u64;
            control.advance(steps.saturating_sub(done.replace(steps.max(done.get()))));
            !control.stopped()
        };
        let (games, names) = ([&games[0], &games[1]], [&*names[0], &*names[1]]);
        let solved = if counts {
            exact_pot_turns(games, [one, other], names, &go_on)
        } else {
            exact_pot(games, [one, other], names, &go_on).map(|shares| (shares, [TurnsOf::default(); 2]))
        };
        let solved = solved.map_err(failure);
        control.advance(STEPS.saturating_sub(done.get()));
        solved
    }

    /// What each combo follows from.
    fn combos(&self) -> Vec<ComboDice> {
        let combos = self.game.rules().combos();
        let of = |combo: Combo| {
            let rolled = Throw::all().filter(|throw| throw.combo(combos) == combo).count();
            let best = [Purse::Empty, Purse::Coins].map(|purse| highest_chance(combos, combo, purse));
            let at_table = |players: usize| {
                let pays = pays(self.game.rules(), combo, players);
                let lead = f64::from(pays.lead) / (players - 1) as f64;
                ComboPays { players: players as u32, own: pays.own, lead }
            };
            let rolled = rolled as f64 / Throw::all().len() as f64;
            ComboDice { combo: combo.name().to_owned(), rolled, best, pays: Pot::SEATS.map(at_table).collect() }
        };
        all_combos().map(of).collect()
    }

    /// The record of what was solved, in the order of [`Pair::solves`].
    fn record(
        &self,
        values: &[String],
        (all, turns): (&ExactShares, &[TurnsOf; 2]),
        others: &[ExactShares],
    ) -> CombosOf {
        let each = others.len() / all_parts().count();
        let parts = all_parts().zip(others.chunks(each)).map(|((name, without), solved)| {
            let own = solved[1].average(0).value;
            let other = solved.get(2).map_or(own, |other| other.average(1).value);
            let of = turns.each_ref().map(|turns| part_turns(turns, without));
            Part { part: name.to_owned(), of, without: games(&solved[0]), alone: [own, other] }
        });
        let coins = f64::from(self.game.rules().coins.max(1));
        let turns = turns.iter().map(|turns| turns.within * coins);
        let within = others.iter().chain([all]).flat_map(errors).chain(turns).fold(0.0, f64::max);
        let (combos, parts) = (self.combos(), parts.collect());
        CombosOf { values: values.to_vec(), strategies: self.names(), games: games(all), combos, parts, within }
    }
}

/// The combos, in the order of the parts.
fn all_combos() -> impl Iterator<Item = Combo> {
    all_parts().filter_map(|(_, without)| match without {
        Without::Combo(combo) => Some(combo),
        Without::Nothing | Without::PaidReroll => None,
    })
}

fn games(shares: &ExactShares) -> Games {
    let [first, second] = shares.starts;
    Games { share: shares.average(0).value, turns: (first.turns.value + second.turns.value) / 2.0 }
}

/// The bounds on the errors of what [`games`] has.
fn errors(shares: &ExactShares) -> impl Iterator<Item = f64> {
    shares.starts.into_iter().flat_map(|games| [games.share[0].within, games.turns.within])
}

fn part_turns(turns: &TurnsOf, without: Without) -> PartTurns {
    let all = turns.turns.max(f64::MIN_POSITIVE);
    match without {
        Without::Combo(combo) => {
            PartTurns { rate: turns.ended[combo as usize] / all, coins: turns.coins[combo as usize] / all }
        }
        Without::Nothing | Without::PaidReroll => PartTurns { rate: turns.paid / all, coins: -turns.paid / all },
    }
}

/// Why nothing was solved.
fn failure(fault: ExactFault) -> Failure {
    match fault {
        ExactFault::Stopped => {
            Failure::Interrupted("interrupted before all games were solved; nothing was written".to_owned())
        }
        fault @ ExactFault::Answer { .. } => Failure::Fault(fault.to_string()),
        fault => Failure::Usage(format!("{NAME}: {fault}")),
    }
}

/// All pairs, validated.
struct Config<'a> {
    args: &'a CombosArgs,
    game: GameRef,
    combinations: Vec<Combination>,
    pairs: Vec<Pair>,
    /// The texts of the files that options named, and for each key those of its values.
    inputs: Vec<Input>,
    texts: Vec<Vec<String>>,
}

impl ExperimentOptions for CombosArgs {
    const ENTRIES: &'static [Entry] = &[Entry {
        name: NAME,
        recorded: &[NAME],
        words: &[NAME],
        strategies: Some(STRATEGIES),
        several: Some("pair of strategies for whom combos were priced"),
        remade: |records, format| Ok(results(&records.sums()?, records.manifest, format)),
    }];

    fn rules(&mut self) -> &mut RulesArgs {
        &mut self.rules
    }

    fn play(&self) -> Outcome {
        driver::play(&Config::new(self)?, &PlayingArgs::of(self.folder.clone(), self.output))
    }

    fn checked(&self) -> Result<String, Failure> {
        Config::new(self).map(|_| ", what combos are worth".to_owned())
    }
}

impl Experiment for Config<'_> {
    type Sums = CombosRecord;

    fn typed(&self) -> Invocation<'_> {
        Invocation::new(&self.args.rules.given, &self.pairs[0].chosen).without_games()
    }

    fn experiment(&self) -> Manifest {
        Config::experiment(self)
    }

    fn manifest(&self, record: &CombosRecord) -> Manifest {
        Manifest { signature: record.signature(), ..self.experiment() }
    }

    /// `combos`, or `combos-A-B`.
    fn folder(&self) -> (String, Option<Manifest>) {
        let strategies = self.args.strategies.iter();
        let names = strategies.map(|name| crate::options::fields::in_a_path(name));
        (std::iter::once(NAME.to_owned()).chain(names).collect::<Vec<_>>().join("-"), None)
    }

    fn extent(&self) -> Extent {
        Extent::fixed(0)
    }

    fn blocks(&self) -> u64 {
        0
    }

    fn play(
        &self,
        _: Option<CombosRecord>,
        desk: &Desk<'_>,
        _: &dyn Fn(&CombosRecord),
    ) -> Result<Played<CombosRecord>, Failure> {
        let all = self.pairs.iter().map(|pair| 1 + pair.solves().len() as u64).sum::<u64>() * STEPS;
        let combinations = desk.watch_whole(all, "steps", |control| self.solve(desk.threads, control))?;
        Ok(Played::whole(self.record(combinations)))
    }

    fn results(&self, record: &CombosRecord, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
        Ok(results(record, manifest, format))
    }
}

/// What the record becomes.
pub(crate) fn results(record: &CombosRecord, manifest: &Manifest, format: Format) -> Results {
    let others = vec![(PAGE.to_owned(), combos_page(record, manifest, &about(manifest)))];
    Results { tables: tables::combos_files(record, &origin(manifest)), others, shown: shown(record, manifest, format) }
}

impl Config<'_> {
    fn new(args: &CombosArgs) -> Result<Config<'_>, Failure> {
        if args.rules.engine != EngineChoice::Auto {
            return refuse("--engine: no game is played; leave --engine out");
        }
        let other = args.game.filter(|game| game.name() != Pot::NAME);
        if let Some(other) = other {
            return refuse(format!("{NAME}: {} has no combos that pay; it is for --game pot", other.title()));
        }
        let never = ["players", "bots", "seating", "seed", "without"];
        if let Some(Axis { key, .. }) = args.vary.axes.iter().find(|axis| never.contains(&&*axis.key)) {
            return refuse(format!(
                "--vary: {key}: the report is of two strategies by one set of rules, nothing is drawn, and each part of the game is \
                 taken out in turn; vary another rule or a parameter, such as goal=20..30"
            ));
        }
        let Some(game) = game(Pot::NAME) else { return refuse(settings::missing_game()) };
        let Some(table) = plain_table(game, PLAYERS) else { return refuse("combos: its table cannot be set up") };
        let lineup = || game.lineup(PLAYERS).into_iter().map(str::to_owned).collect();
        let bots = if args.strategies.is_empty() { lineup() } else { args.strategies.clone() };
        let table = TableArgs { players: None, bots: Some(bots), rules: args.rules.clone(), ..table };
        let mut combinations = combinations(game, &table, &args.vary.axes)?;
        let pair = |combination: &Combination| {
            let is_varied = !args.vary.axes.is_empty();
            Pair::new(&combination.table).map_err(|error| {
                if is_varied { in_combination(error, &args.vary.axes, &combination.values) } else { error }
            })
        };
        let pairs = combinations.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
        name_values(&args.vary.axes, &mut combinations, |_, _, _| Ok(None))?;
        // Without --vary the record has the rules in force.
        let inputs = if args.vary.axes.is_empty() { Vec::new() } else { inputs(&args.rules)? };
        let texts = texts_of(&args.vary.axes)?;
        Ok(Config { args, game, combinations, pairs, inputs, texts })
    }

    /// What combos are worth by all rules.
    fn solve(&self, threads: usize, control: &Control) -> Result<Vec<CombosOf>, Failure> {
        let stopped = || failure(ExactFault::Stopped);
        let one = |(combination, pair): (&Combination, &Pair)| {
            let nothing = [Without::Nothing; 2];
            let all: Vec<Solve> = std::iter::once(nothing).chain(pair.solves()).collect();
            let solve = |solve: &Solve| pair.solve(*solve, *solve == nothing, control);
            let solved = map_in_parallel(&all, threads, control, solve).ok_or_else(stopped)?;
            let solved = solved.into_iter().collect::<Result<Vec<_>, _>>()?;
            let Some(((first, turns), others)) = solved.split_first() else { return Err(stopped()) };
            let others: Vec<ExactShares> = others.iter().map(|(shares, _)| *shares).collect();
            Ok(pair.record(&combination.values, (first, turns), &others))
        };
        self.combinations.iter().zip(&self.pairs).map(one).collect()
    }

    fn record(&self, combinations: Vec<CombosOf>) -> CombosRecord {
        CombosRecord {
            command: NAME.to_owned(),
            format: FORMAT,
            game: self.game.name().to_owned(),
            notes: Game::notes(&self.pairs[0].game),
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
            ..session::manifest(game, chosen, 0, EngineKind::Dice)
        }
    }
}

/// What standard output shows.
fn shown(record: &CombosRecord, manifest: &Manifest, format: Format) -> String {
    let text = || {
        let [mut dice, mut worth] = [tables::dice_summary(record), tables::worth_summary(record)];
        let left_out = dice.rows.len().saturating_sub(ROWS) + worth.rows.len().saturating_sub(ROWS);
        dice.rows.truncate(ROWS);
        worth.rows.truncate(ROWS);
        let heading = format!("{}, 2 players: {}", about(manifest).game(), manifest.arms.join(" against "));
        let games = match &record.combinations[..] {
            [of] => {
                format!(
                    "\n{}: win share {:.4}; a game has {:.2} turns",
                    of.strategies[0], of.games.share, of.games.turns
                )
            }
            _ => String::new(),
        };
        let more = (left_out > 0).then(|| more_rows(left_out, "dice.csv and worth.csv"));
        let within = record.combinations.iter().map(|of| of.within).fold(0.0, f64::max);
        let fixed = [
            "best free, best paid: highest chance to end a turn with it, with the free reroll, and with both"
                .to_owned(),
            "pays: coins of the roller at a table of two; lead: the coins that it gains on the other".to_owned(),
            "chased: best free times pays; fair: the payment with which all combos that pay would be chased alike"
                .to_owned(),
            "rate, coins: share of turns, and mean coins in a turn; pay: the reroll that costs a coin".to_owned(),
            "worth: by how much the win share falls if this strategy alone plays without it".to_owned(),
            "share without, turns without: in the game without it for both; a win counts 1, and a tie 1/2".to_owned(),
            "each strategy starts equally often".to_owned(),
            format!("no game was played: all numbers are computed, and exact to within {within:.1e}"),
        ];
        let notes = lines(more.iter().chain(&fixed).chain(&record.notes));
        format!("{heading}{games}\n\n{}\n{}\n{notes}", layout::table(&dice), layout::table(&worth))
    };
    formatted(&tables::worth(record).of(&origin(manifest)), format, text)
}
