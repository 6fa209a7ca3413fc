//! Runs for tests: a line-up at a table, played by either engine, and its tables as numbers.
//!
//! Owns no expectation. The tables are made by the same way as the files of a run: blocks, tallies, tables.

use crate::choice::Choice;
use crate::looks::Looks;
use analyze::dice::Counts;
use analyze::engines::drawn::{DrawnGame, TurnEngine};
use analyze::engines::{DiceEngine, Engine, EngineKind, GameFault, SeatingRule, Seatings};
use analyze::games::declaration::Unlisted;
use analyze::games::gang::{Commit, Gang, NoAnswer, PolicyId, Roll, Strategy, View};
use analyze::games::{BuiltIn, Setting};
use analyze::record::Tallies;
use analyze::report;
use analyze::report::{Field, Heading, Table};
use analyze::simulate::{Control, Job, StatisticsBlocks, run};
use analyze::stats::Estimate;
use analyze::strategies::find_all;

/// Both engines.
pub(crate) const ENGINES: [EngineKind; 2] = [EngineKind::Turn, EngineKind::Dice];

/// Strategies at a table.
pub(crate) struct Lineup {
    pub(crate) game: Gang,
    pub(crate) names: Vec<String>,
    pub(crate) seatings: Seatings,
    strategies: Vec<Box<dyn Strategy>>,
}

/// What a run is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) seed: u64,
    pub(crate) blocks: u64,
    pub(crate) threads: usize,
}

impl Lineup {
    /// Strategies that ship, by name.
    pub(crate) fn shipped(bots: &[&str], rule: SeatingRule, setting: &Setting) -> Lineup {
        let game = Gang::set_up(bots.len(), setting).unwrap();
        let typed: Vec<String> = bots.iter().map(|&bot| bot.to_owned()).collect();
        let (chosen, seats) = find_all(&typed, &game).unwrap();
        let (names, strategies) = chosen.into_iter().map(|chosen| (chosen.name, chosen.strategy)).unzip();
        Lineup { game, names, seatings: Seatings::new(rule, &seats), strategies }
    }

    /// Strategies of the test's own, all different, under the default rules.
    pub(crate) fn own(strategies: Vec<Box<dyn Strategy>>) -> Lineup {
        let game = Gang::set_up(strategies.len(), &Setting::default()).unwrap();
        let names = (1..=strategies.len()).map(|n| format!("own{n}")).collect();
        let seats: Vec<usize> = (0..strategies.len()).collect();
        Lineup { game, names, seatings: Seatings::new(SeatingRule::Rotate, &seats), strategies }
    }

    pub(crate) fn strategies(&self) -> Vec<&(dyn Strategy + 'static)> {
        self.strategies.iter().map(|strategy| &**strategy).collect()
    }

    /// Plays with an engine until done or stopped.
    pub(crate) fn play<E: Engine<Gang>>(&self, engine: &E, plan: Run, control: &Control) -> Result<Tallies, GameFault> {
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
        let finished = run(&job, engine, plan.threads, control)?;
        Ok(finished.tally.into_record(&self.game, &self.names, self.seatings.games()))
    }

    /// Plays with a fresh engine of the kind.
    pub(crate) fn run(&self, kind: EngineKind, plan: Run) -> Result<Tallies, GameFault> {
        self.run_controlled(kind, plan, &Control::default())
    }

    /// As [`Lineup::run`], but may be stopped.
    pub(crate) fn run_controlled(&self, kind: EngineKind, plan: Run, control: &Control) -> Result<Tallies, GameFault> {
        let strategies = self.strategies();
        match kind {
            EngineKind::Turn => self.play(&TurnEngine::new(&self.game, &strategies, Gang::LIMITS), plan, control),
            EngineKind::Dice => self.play(&DiceEngine { game: &self.game, strategies: &strategies }, plan, control),
        }
    }
}

/// An estimate with its place in the tables.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    pub(crate) table: String,
    pub(crate) labels: Vec<String>,
    pub(crate) column: String,
    /// Games, turns or duels.
    pub(crate) observations: i128,
    pub(crate) estimate: Option<Estimate>,
}

impl Number {
    /// Whether this is the number of that table, column and row; a row is known by its first and last label.
    pub(crate) fn is(&self, table: &str, column: &str, first: &str, last: &str) -> bool {
        let ends = [self.labels.first(), self.labels.last()].map(|label| label.map(String::as_str));
        self.table == table && self.column == column && ends == [Some(first), Some(last)]
    }

    /// The standard error that the interval of 95% shows; 1.96 is the normal quantile, which Student's is for
    /// hundreds of blocks.
    pub(crate) fn standard_error(&self) -> f64 {
        self.estimate.unwrap().interval.unwrap().width() / 2.0 / 1.96
    }
}

/// Every estimate in the tables of a run.
pub(crate) fn numbers(tallies: &Tallies) -> Vec<Number> {
    let tables = [report::summary, report::seats, report::seat_values, report::length];
    tables
        .into_iter()
        .map(|table| table(tallies))
        .chain(report::statistics(tallies))
        .flat_map(|table| table_numbers(&table))
        .collect()
}

fn table_numbers(table: &Table) -> Vec<Number> {
    let counts = |heading: &Heading| ["games", "turns", "n", "chosen"].contains(&heading.name());
    let count = table.headings.iter().position(counts).unwrap();
    let mut numbers = Vec::new();
    for row in &table.rows {
        let Field::Whole(observations) = row[count] else { panic!("no count in {row:?}") };
        let label = |field: &Field| match field {
            Field::Text(text) => text.clone(),
            Field::Whole(number) => number.to_string(),
            other => panic!("{other:?} is no label"),
        };
        let labels: Vec<String> = row[..count].iter().map(label).collect();
        for (heading, field) in table.headings.iter().zip(row) {
            if let Field::Estimate(estimate) = field {
                let (table, column) = (table.name.clone(), heading.name().to_owned());
                numbers.push(Number { table, labels: labels.clone(), column, observations, estimate: *estimate });
            }
        }
    }
    numbers
}

/// Asks for every decision anew: nothing made from something without a short answer is remembered.
pub(crate) struct Forgetful(pub(crate) Box<dyn Strategy>);

impl Strategy for Forgetful {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        view.note_unlisted(Unlisted::Plan);
        self.0.commit(&View::new(view.situation))
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        self.0.reroll(plan, roll)
    }
}

/// What a [`Curious`] player asks of its view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    /// Everything that has a short answer.
    Short,
    /// The results of the round, the cards seen and its coin besides.
    Everything,
}

/// A player whose decision depends on all that it asks: one to three dice, rerolled in one of four ways.
pub(crate) struct Curious(pub(crate) Asks);

impl Curious {
    /// All that it sees, as one number.
    pub(crate) fn sees(&self, view: &View<'_>) -> Choice {
        let best = view.best().map_or(0, |turn| u64::from(turn.dice) << 8 | u64::from(turn.seat.0));
        let beat = view.to_beat().map_or(0, |target| u64::from(target.total) << 8 | u64::from(target.dice));
        let (seat, first) = (u32::from(view.seat().0), u32::from(view.first().0));
        let short = [view.round(), view.rounds_left(), seat, first, view.turn(), view.to_act(), view.table()];
        let pools = [view.bonus_next(), view.pool(), view.allowed(), view.allowed_up_to(5)];
        let mut key: Vec<u64> = short.iter().chain(&pools).map(|&n| u64::from(n)).chain([best, beat]).collect();
        key.extend(view.pools().map(u64::from));
        if self.0 == Asks::Everything {
            key.extend(view.results().iter().map(|turn| u64::from(turn.dice) << 8 | u64::from(turn.seat.0)));
            key.extend(view.seen().map(|card| card.id.len() as u64));
            key.push(analyze::dice::below(1000, &mut view.coins()));
        }
        Choice::new(&key)
    }
}

impl Strategy for Curious {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let mut choice = self.sees(view);
        Ok(Commit { dice: view.allowed().min(1 + choice.below(3)), plan: PolicyId(choice.below(4).into()) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        let wanted = |face: u8| match plan.0 {
            0 => false,
            1 => face == 0,
            2 => face < 3,
            _ => face % 2 == 1,
        };
        Ok((0..6).filter(|&face| wanted(face)).fold(Counts::EMPTY, |all, face| all + roll.shown.only(face)))
    }
}
