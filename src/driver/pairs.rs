//! Experiments that solve two strategies without playing a game, or one against the best response to it, by one or several sets
//! of rules.
//!
//! Owns what these have in common: which pairs there are, their folder and their manifest. What is found out about a pair is
//! each experiment's own ([`Pair`]).

use crate::driver::combinations::{name_values, varied};
use crate::driver::default_folder::plain_table;
use crate::driver::replace::Extent;
use crate::driver::session;
use crate::driver::{Desk, Experiment, Played, Results};
use crate::engines::EngineKind;
use crate::lab::{Chosen, ExactFault, GameRef, Prepared};
use crate::options::TableArgs;
use crate::options::axis::Axis;
use crate::options::choices::EngineChoice;
use crate::options::fields::in_a_path;
use crate::options::given::Invocation;
use crate::options::pairs::PairArgs;
use crate::options::texts::{inputs, texts_of};
use crate::options::vary::{Combination, combinations, in_combination};
use crate::record::{FORMAT, Manifest, PairsRecord, Part, SolvedPair, Sums as _};
use crate::simulate::Control;
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, refuse};
use std::cell::Cell;

/// How many play, if nobody says how many.
pub(crate) const PLAYERS: usize = 2;
/// The steps of a solution on the progress bar.
pub(crate) const STEPS: u64 = 1000;

/// Two strategies at a table of two, or one that has all seats but one, by one set of rules.
pub(crate) trait Pair: Sized {
    /// What is found out about them.
    type Solved: SolvedPair;

    /// The keys of `--vary` that make no sense here, and why.
    const NEVER_VARIED: (&'static [&'static str], &'static str);

    /// Sets up the pair of a table.
    fn new(game: GameRef, table: &TableArgs) -> Result<Self, Failure>;

    /// The game by its rules.
    fn game(&self) -> &dyn Prepared;

    /// What has to be said of the results.
    fn notes(&self) -> Vec<String> {
        self.game().notes()
    }

    /// The strategies that were named.
    fn chosen(&self) -> &[Chosen];

    /// How many games are solved.
    fn solutions(&self) -> u64 {
        1
    }

    /// Solves them; `values` are those of the varied keys.
    fn solve(&self, values: &[String], work: (usize, &Control)) -> Result<Self::Solved, Failure>;

    /// What the record becomes.
    fn results(record: &PairsRecord<Self::Solved>, manifest: &Manifest, format: Format) -> Results;
}

/// The strategies of a table by their names.
pub(crate) fn find(game: &dyn Prepared, command: &'static str, names: &[String]) -> Result<[Chosen; 2], Failure> {
    let find = |at: usize| {
        let name = names.get(at).map_or("", String::as_str);
        game.find(name).map_err(|error| Failure::strategy(command, error))
    };
    Ok([find(0)?, find(1)?])
}

/// The strategy of a table by its name.
pub(crate) fn find_one(game: &dyn Prepared, command: &'static str, names: &[String]) -> Result<Chosen, Failure> {
    game.find(names.first().map_or("", String::as_str)).map_err(|error| Failure::strategy(command, error))
}

/// Solves a game with the progress that this takes: it is told how much is done, and says whether to go on.
pub(crate) fn solve_in_steps<T>(
    command: &str,
    control: &Control,
    solve: impl FnOnce(&dyn Fn(f64) -> bool) -> Result<T, ExactFault>,
) -> Result<T, Failure> {
    in_steps(control, solve).map_err(|fault| failure(command, fault))
}

/// What `solve` makes of work whose progress is counted in [`STEPS`]; it is given who is told which part of it is done, 0 to
/// 1, and says whether it goes on.
pub(crate) fn in_steps<T>(control: &Control, solve: impl FnOnce(&dyn Fn(f64) -> bool) -> T) -> T {
    let done = Cell::new(0);
    let go_on = |share: f64| {
        let steps = (share * STEPS as f64) as u64;
        control.advance(steps.saturating_sub(done.replace(steps.max(done.get()))));
        !control.stopped()
    };
    let solved = solve(&go_on);
    control.advance(STEPS.saturating_sub(done.get()));
    solved
}

/// Why nothing was solved.
pub(crate) fn failure(command: &str, fault: ExactFault) -> Failure {
    match fault {
        ExactFault::Stopped => {
            Failure::Interrupted("interrupted before all games were solved; nothing was written".to_owned())
        }
        fault @ ExactFault::Answer { .. } => Failure::Fault(fault.to_string()),
        fault => Failure::Usage(format!("{command}: {fault}")),
    }
}

/// All pairs, validated.
pub(crate) struct Pairs<'a, P> {
    args: &'a PairArgs,
    /// The strategies that were typed.
    typed: &'a [String],
    game: GameRef,
    combinations: Vec<Combination>,
    pairs: Vec<P>,
    /// The texts of the files that options named, and for each key those of its values.
    inputs: Vec<Part>,
    texts: Vec<Vec<String>>,
}

impl<'a, P: Pair> Pairs<'a, P> {
    /// The pairs of a game at tables of two; the default line-up if no strategies were typed.
    pub(crate) fn new(game: GameRef, typed: &'a [String], args: &'a PairArgs) -> Result<Pairs<'a, P>, Failure> {
        Pairs::of_players(game, typed, args, None)
    }

    /// The same where somebody may have said how many play.
    pub(crate) fn of_players(
        game: GameRef,
        typed: &'a [String],
        args: &'a PairArgs,
        players: Option<u64>,
    ) -> Result<Pairs<'a, P>, Failure> {
        let (name, axes) = (P::Solved::COMMAND, &args.vary.axes);
        if args.rules.engine != EngineChoice::Auto {
            return refuse("--engine: no game is played; leave --engine out");
        }
        let (never, why) = P::NEVER_VARIED;
        if let Some(Axis { key, .. }) = axes.iter().find(|axis| never.contains(&&*axis.key)) {
            return refuse(format!("--vary: {key}: {why}"));
        }
        let Some(table) = plain_table(game, PLAYERS) else {
            return refuse(format!("{name}: its table cannot be set up"));
        };
        let lineup = || game.lineup(PLAYERS).into_iter().map(str::to_owned).collect();
        let bots = if typed.is_empty() { lineup() } else { typed.to_vec() };
        let table = TableArgs { players, bots: Some(bots), rules: args.rules.clone(), ..table };
        let mut combinations = combinations(game, &table, axes)?;
        let pair = |combination: &Combination| {
            P::new(game, &combination.table).map_err(|error| match axes.is_empty() {
                true => error,
                false => in_combination(error, axes, &combination.values),
            })
        };
        let pairs = combinations.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
        name_values(axes, &mut combinations, |_, _, _| Ok(None))?;
        // Without --vary the record has the rules in force.
        let inputs = if axes.is_empty() { Vec::new() } else { inputs(&args.rules)? };
        let texts = texts_of(axes)?;
        Ok(Pairs { args, typed, game, combinations, pairs, inputs, texts })
    }

    fn record(&self, combinations: Vec<P::Solved>) -> PairsRecord<P::Solved> {
        let axes = &self.args.vary.axes;
        PairsRecord {
            command: P::Solved::COMMAND.to_owned(),
            format: FORMAT,
            game: self.game.name().to_owned(),
            notes: self.pairs[0].notes(),
            vary: varied(axes, &self.combinations, &vec![Vec::new(); axes.len()]),
            combinations,
        }
    }
}

impl<P: Pair> Experiment for Pairs<'_, P> {
    type Sums = PairsRecord<P::Solved>;

    fn typed(&self) -> Invocation<'_> {
        Invocation::new(&self.args.rules.given, self.pairs[0].chosen()).without_games()
    }

    fn experiment(&self) -> Manifest {
        let chosen = self.pairs[0].chosen();
        Manifest {
            command: Some(P::Solved::COMMAND.to_owned()),
            arms: chosen.iter().map(|chosen| chosen.name.clone()).collect(),
            vary: varied(&self.args.vary.axes, &self.combinations, &self.texts),
            inputs: self.inputs.clone(),
            ..session::manifest(self.pairs[0].game(), chosen, 0, EngineKind::Dice)
        }
    }

    fn manifest(&self, record: &Self::Sums) -> Manifest {
        Manifest { signature: record.signature(), ..self.experiment() }
    }

    /// The command and the strategies, such as `exact-A-B`.
    fn folder(&self) -> (String, Option<Manifest>) {
        let names = self.typed.iter().map(|name| in_a_path(name));
        (std::iter::once(P::Solved::COMMAND.to_owned()).chain(names).collect::<Vec<_>>().join("-"), None)
    }

    fn extent(&self) -> Extent {
        Extent::fixed(0)
    }

    fn blocks(&self) -> u64 {
        0
    }

    fn play(
        &self,
        _: Option<Self::Sums>,
        desk: &Desk<'_>,
        _: &dyn Fn(&Self::Sums),
    ) -> Result<Played<Self::Sums>, Failure> {
        let all = STEPS * self.pairs.iter().map(Pair::solutions).sum::<u64>();
        let solve = |control: &Control| -> Result<Vec<P::Solved>, Failure> {
            self.combinations
                .iter()
                .zip(&self.pairs)
                .map(|(combination, pair)| pair.solve(&combination.values, (desk.threads, control)))
                .collect()
        };
        let solved = desk.watch_whole(all, "steps", solve)?;
        Ok(Played::whole(self.record(solved)))
    }

    fn results(&self, record: &Self::Sums, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
        Ok(P::results(record, manifest, format))
    }
}
