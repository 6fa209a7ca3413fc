//! Line-ups of POT, played by either engine, with their tables as numbers.

use crate::runs::{Number, Run, numbers};
use analyze::engines::drawn::{DrawnGame, TurnEngine};
use analyze::engines::{DiceEngine, Engine, EngineKind, GameFault, SeatingRule, Seatings};
use analyze::games::pot::{Pot, Strategy};
use analyze::games::{BuiltIn, Setting};
use analyze::record::Tallies;
use analyze::simulate::{Control, Job, StatisticsBlocks, run};
use analyze::strategies::find_all;

/// Strategies at a table.
pub(crate) struct Lineup {
    pub(crate) game: Pot,
    pub(crate) names: Vec<String>,
    pub(crate) seatings: Seatings,
    strategies: Vec<Box<dyn Strategy>>,
}

/// Options of rules, `key=value` each.
pub(crate) fn setting(options: &[&str]) -> Setting {
    let pair = |option: &&str| option.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned())).unwrap();
    Setting { options: options.iter().map(pair).collect(), ..Setting::default() }
}

impl Lineup {
    /// Strategies that ship, by name.
    pub(crate) fn shipped(bots: &[&str], rule: SeatingRule, options: &[&str]) -> Lineup {
        let game = Pot::set_up(bots.len(), &setting(options)).unwrap();
        let typed: Vec<String> = bots.iter().map(|&bot| bot.to_owned()).collect();
        let (chosen, seats) = find_all(&typed, &game).unwrap();
        let (names, strategies) = chosen.into_iter().map(|chosen| (chosen.name, chosen.strategy)).unzip();
        Lineup { game, names, seatings: Seatings::new(rule, &seats), strategies }
    }

    /// Strategies of the test's own, all different.
    pub(crate) fn own(strategies: Vec<Box<dyn Strategy>>, options: &[&str]) -> Lineup {
        let game = Pot::set_up(strategies.len(), &setting(options)).unwrap();
        let names = (1..=strategies.len()).map(|n| format!("own{n}")).collect();
        let seats: Vec<usize> = (0..strategies.len()).collect();
        Lineup { game, names, seatings: Seatings::new(SeatingRule::Rotate, &seats), strategies }
    }

    pub(crate) fn strategies(&self) -> Vec<&(dyn Strategy + 'static)> {
        self.strategies.iter().map(|strategy| &**strategy).collect()
    }

    /// Plays with an engine.
    pub(crate) fn play<E: Engine<Pot>>(&self, engine: &E, plan: Run) -> Result<Tallies, GameFault> {
        let strategies = self.strategies();
        let job = Job {
            game: &self.game,
            strategies: &strategies,
            names: &self.names,
            seatings: &self.seatings,
            seed: plan.seed,
            blocks: 0..plan.blocks,
            statistics: StatisticsBlocks::All,
        };
        let finished = run(&job, engine, plan.threads, &Control::default())?;
        Ok(finished.tally.into_record(&self.game, &self.names, self.seatings.games()))
    }

    /// Plays with a fresh engine of the kind.
    pub(crate) fn run(&self, kind: EngineKind, plan: Run) -> Result<Tallies, GameFault> {
        let strategies = self.strategies();
        match kind {
            EngineKind::Turn => self.play(&TurnEngine::new(&self.game, &strategies, Pot::LIMITS), plan),
            EngineKind::Dice => self.play(&DiceEngine { game: &self.game, strategies: &strategies }, plan),
        }
    }

    /// The numbers of the tables of a run.
    pub(crate) fn numbers(&self, kind: EngineKind, plan: Run) -> Vec<Number> {
        numbers(&self.run(kind, plan).unwrap())
    }
}
