//! Playing a game from a file: turns drawn from exact tables, or step by step.
//!
//! Turns are drawn unless a strategy draws by itself, so that no table can hold what it does, or unless turns differ so much that
//! their tables are hardly used again. Then games are played step by step, and the reason is told. Which of the two it is depends
//! on the game and the strategies alone, so that the games are the same on any machine.

use super::rounds::Rounds;
use crate::dice::Hand;
use crate::exact::{Aim, Drawn, Expected, Limits, Told, TurnLuck, Unsolved, too_different};
use crate::model::{self, Fault, Hidden, State, Stop};
use crate::play::{Narration, Table, Watch};
use crate::ruled::Ruled;
use crate::strategy::Strategy;
use analyze_core::dice::BlockKey;
use analyze_core::engines::{Engine, EngineKind, Luck, Playable, Seatings, Slow, Slowed};
use analyze_core::exact::versus::{ExactFault, ExactGames, ExactShares, Exactly};
use analyze_core::games::narration::{self, Story};
use analyze_core::games::{self, Blame, CARDS_OF_FILE, Game, Observer, Outcome, Seat, Seating, StatisticsTable};
use std::sync::atomic::{AtomicU64, Ordering};

impl Ruled {
    /// The fault as the laboratory has it.
    pub(super) fn told(&self, fault: Fault) -> games::Fault {
        let (seat, round) = fault.at.unwrap_or((0, 1));
        let Fault { message, state, blame, span, .. } = fault;
        let (returned, legal) = match blame {
            Blame::Strategy => {
                ("nothing that is legal".to_owned(), format!("what can be chosen in this state: {state}"))
            }
            Blame::Rules if !span.is_empty() => {
                let before = self.source().text.get(..span.start).unwrap_or_default();
                let line = before.matches('\n').count() + 1;
                (format!("{}, line {line}: {message}", self.source().name), format!("in the state: {state}"))
            }
            Blame::Rules | Blame::Limit => (message, format!("in the state: {state}")),
        };
        games::Fault { blame, seat: Seat(seat as u8), round, returned, legal }
    }
}

impl Ruled {
    /// What games come to that the first of two strategies begins, in the order of the two, how many positions they reach,
    /// and how often these were gone over.
    fn started_by(
        &self,
        strategies: [&Strategy; 2],
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<(ExactGames, (usize, u32)), ExactFault> {
        let failed =
            |unsolved: Unsolved| if go_on(0.0) { ExactFault::Limit(unsolved.to_string()) } else { ExactFault::Stopped };
        let solved = self.solve_while(Aim::Win, &strategies, Limits::default(), go_on).map_err(failed)?;
        let Expected { share, scores, turns, rounds, within, sweeps } =
            solved.expected(Limits::default(), &|| go_on(1.0)).map_err(failed)?;
        let exactly = |value, within| Exactly { value, within };
        let games = ExactGames {
            share: [exactly(share, within[0]), exactly(1.0 - share, within[0])],
            score: scores.map(|score| exactly(score, within[1])),
            turns: exactly(turns, within[2]),
            rounds: exactly(rounds, within[3]),
        };
        Ok((games, (solved.sizes().positions, sweeps)))
    }
}

impl Game for Ruled {
    type Strategy = Strategy;
    type Scratch = ();

    fn name(&self) -> &str {
        self.name()
    }

    fn title(&self) -> &str {
        self.title()
    }

    fn scores(&self) -> &str {
        "Scores"
    }

    fn lengths(&self) -> &'static [&'static str] {
        &Ruled::LENGTHS
    }

    fn seats(&self) -> usize {
        self.players()
    }

    fn highest_score(&self) -> u32 {
        self.game().most_score()
    }

    /// For a game with a deck: the turns on each card.
    fn statistics(&self, _: &[String]) -> Vec<StatisticsTable> {
        let rows: Vec<Vec<String>> = self.game().deck.cards.iter().map(|card| vec![card.name.clone()]).collect();
        let table = StatisticsTable { counted: &CARDS_OF_FILE, rows };
        Some(table).filter(|table| !table.rows.is_empty()).into_iter().collect()
    }

    fn play(
        &self,
        table: games::Table<'_, Strategy>,
        (): &mut (),
        observer: &mut impl Observer,
    ) -> Result<Outcome, games::Fault> {
        let mut steps = Table::new(self.game(), table.strategies);
        match observer.story() {
            None => steps.play(table.seating, table.block, &mut ()).map_err(|fault| self.told(fault)),
            Some(story) => {
                narrated(story, |watch| steps.play(table.seating, table.block, watch)).map_err(|fault| self.told(fault))
            }
        }
    }
}

/// What a game comes to that is shown while it is played, and told in a story.
fn narrated(
    mut story: Story<'_>,
    play: impl FnOnce(&mut Narration) -> Result<Outcome, Fault>,
) -> Result<Outcome, Fault> {
    let names = (0..story.seats()).map(|seat| story.player(Seat(seat as u8))).collect();
    let mut narration = Narration::new(names);
    let outcome = play(&mut narration);
    story.part(&narration.text);
    outcome
}

/// An engine that plays each game step by step.
#[derive(Clone, Copy, Debug)]
pub struct Steps<'g> {
    game: &'g Ruled,
    strategies: &'g [&'g Strategy],
}

impl<'g> Engine<Ruled> for Steps<'g> {
    type Worker = StepsWorker<'g>;

    fn worker(&self) -> StepsWorker<'g> {
        StepsWorker(Table::new(self.game.game(), self.strategies))
    }

    fn begin_block(&self, _: BlockKey, _: &mut StepsWorker<'g>) {}

    fn play(
        &self,
        seating: &Seating,
        block: BlockKey,
        worker: &mut StepsWorker<'g>,
        observer: &mut impl Observer,
    ) -> Result<Outcome, games::Fault> {
        if observer.wants_rounds() {
            return self.play_telling_rounds(seating, block, worker, observer);
        }
        let counts = observer.wants() && !self.game.game().deck.cards.is_empty();
        let played = match (observer.wants_chances(), counts) {
            (true, _) => worker.0.play(seating, block, &mut Told::new(observer)),
            (_, true) => worker.0.play(seating, block, &mut CardCounter { observer, dice: None, before: 0 }),
            _ => worker.0.play(seating, block, &mut ()),
        };
        played.map_err(|fault| self.game.told(fault))
    }
}

impl<'g> Steps<'g> {
    fn play_telling_rounds(
        &self,
        seating: &Seating,
        block: BlockKey,
        worker: &mut StepsWorker<'g>,
        observer: &mut impl Observer,
    ) -> Result<Outcome, games::Fault> {
        let mut rounds = Rounds::new(observer);
        let outcome = worker.0.play(seating, block, &mut rounds).map_err(|fault| self.game.told(fault))?;
        rounds.end(&outcome.score[..self.game.players()]);
        Ok(outcome)
    }
}

/// Counts the turns on each card.
struct CardCounter<'o, O> {
    observer: &'o mut O,
    /// The dice of the first roll of the turn, once they are rolled.
    dice: Option<usize>,
    /// The score before the turn.
    before: i64,
}

impl<O: Observer> Watch for CardCounter<'_, O> {
    fn turn(&mut self, game: &model::Game, state: &State) {
        (self.dice, self.before) = (None, game.score_now(state));
    }

    fn rolled(&mut self, game: &model::Game, _: &State, lie: Hand) {
        self.dice.get_or_insert_with(|| game.dice.size(lie));
    }

    fn turn_over(&mut self, game: &model::Game, state: &State, _: Stop) {
        let Ok(card) = usize::try_from(state.slots[game.hidden(Hidden::Card)] - 1) else { return };
        let (is_valid, _) = game.result_in_turn(state, self.before);
        let counts = [1, self.dice.unwrap_or(0) as i32, i32::from(!is_valid)];
        let mut row = games::RowCounts::default();
        row[..counts.len()].copy_from_slice(&counts);
        self.observer.count(0, card, &row);
    }
}

/// What plays games step by step on a thread: the decisions that were made.
pub struct StepsWorker<'g>(Table<'g>);

/// An engine that draws how each turn ends, as far as it can.
#[derive(Debug)]
pub struct Turns<'g> {
    steps: Steps<'g>,
    /// Why turns are not drawn, and because of which strategy.
    why_steps: Option<(usize, Slow)>,
    /// The games that were played step by step.
    slow: AtomicU64,
}

/// What plays games on a thread: tables of turns, or the decisions that were made.
pub struct TurnsWorker<'g>(Worker<'g>);

enum Worker<'g> {
    /// Turns are drawn.
    Drawn(Result<Drawn<'g>, Fault>),
    /// They cannot be.
    Steps(StepsWorker<'g>),
}

impl<'g> Engine<Ruled> for Turns<'g> {
    type Worker = TurnsWorker<'g>;

    fn worker(&self) -> TurnsWorker<'g> {
        TurnsWorker(match self.why_steps {
            None => Worker::Drawn(Drawn::new(self.steps.game.game(), self.steps.strategies)),
            Some(_) => Worker::Steps(self.steps.worker()),
        })
    }

    fn begin_block(&self, _: BlockKey, _: &mut TurnsWorker<'g>) {}

    fn play(
        &self,
        seating: &Seating,
        block: BlockKey,
        worker: &mut TurnsWorker<'g>,
        observer: &mut impl Observer,
    ) -> Result<Outcome, games::Fault> {
        match &mut worker.0 {
            Worker::Drawn(Ok(drawn)) => {
                let played = match observer.wants_chances() {
                    true => drawn.play(seating, block, &mut Told::new(observer)),
                    false => drawn.play(seating, block, &mut ()),
                };
                played.map_err(|fault| self.steps.game.told(fault))
            }
            Worker::Drawn(Err(fault)) => Err(self.steps.game.told(fault.clone())),
            Worker::Steps(steps) => {
                self.slow.fetch_add(1, Ordering::Relaxed);
                self.steps.play(seating, block, steps, observer)
            }
        }
    }

    fn slowed(&self) -> Slowed {
        Slowed { games: self.slow.load(Ordering::Relaxed), by: self.why_steps.into_iter().collect() }
    }
}

/// Why games between these strategies are played by steps, and because of which strategy; nothing if turns are drawn.
fn why_steps(game: &Ruled, strategies: &[&Strategy]) -> Option<(usize, Slow)> {
    let why = |strategy: &Strategy| if strategy.is_best { Slow::Values } else { Slow::Draws };
    match strategies.iter().position(|strategy| strategy.draws) {
        Some(draws) => Some((draws, why(strategies[draws]))),
        None => too_different(game.game(), strategies).map(|strategy| (strategy, Slow::Differ)),
    }
}

impl Playable for Ruled {
    type OwnEngine<'g> = Turns<'g>;
    type Dice<'g> = Steps<'g>;

    const OWN: Option<EngineKind> = Some(EngineKind::Turn);

    fn own_engine<'g>(&'g self, strategies: &'g [&'g Strategy]) -> Option<Turns<'g>> {
        let why_steps = why_steps(self, strategies);
        Some(Turns { steps: self.dice_engine(strategies), why_steps, slow: AtomicU64::new(0) })
    }

    /// The turns that were drawn, without their rolls and decisions, which nothing is known of.
    fn narrate_own(
        &self,
        table: games::Table<'_, Strategy>,
        names: &[String],
        text: &mut String,
    ) -> Result<Outcome, games::Fault> {
        if why_steps(self, table.strategies).is_some() {
            return Game::narrate(self, table, names, text);
        }
        let mut drawn = Drawn::new(self.game(), table.strategies).map_err(|fault| self.told(fault))?;
        text.push_str("whole turns are drawn: --engine dice shows another game with its rolls\n");
        narration::narrate(self, table, names, text, |(), story| match story.story() {
            None => drawn.play(table.seating, table.block, &mut ()).map_err(|fault| self.told(fault)),
            Some(story) => {
                narrated(story, |watch| drawn.play(table.seating, table.block, watch)).map_err(|fault| self.told(fault))
            }
        })
    }

    fn luck<'g>(
        &'g self,
        strategies: &'g [&'g Strategy],
        _: &[String],
        _: &Seatings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Luck + 'g>, String> {
        if self.players() != 2 {
            return Err(format!("it is known of {} for 2 players, not for {}", self.title(), self.players()));
        }
        if let Some(draws) = strategies.iter().find(|strategy| strategy.draws && !strategy.is_best) {
            return Err(format!(
                "what '{}' can expect of a turn is not known, because it draws by itself",
                draws.name()
            ));
        }
        let values = self.best(go_on).map_err(|unsolved| unsolved.to_string())?;
        Ok(Box::new(TurnLuck::new(values, strategies)))
    }

    /// Those of best play, whoever plays.
    fn values<'g>(
        &'g self,
        _: &'g [&'g Strategy],
        names: &[String],
        seatings: &Seatings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Luck + 'g>, String> {
        self.luck(&[], names, seatings, go_on)
    }

    fn exact(
        &self,
        strategies: [&Strategy; 2],
        _: [&str; 2],
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<ExactShares, ExactFault> {
        if self.players() != 2 {
            return Err(ExactFault::Players(self.players()));
        }
        let [first, second] = strategies;
        let (one, (positions, sweeps)) = self.started_by([first, second], &|done| go_on(0.5 * done))?;
        if !go_on(0.5) {
            return Err(ExactFault::Stopped);
        }
        let (other, _) = self.started_by([second, first], &|done| go_on(0.5 + 0.5 * done))?;
        let ExactGames { share, score, turns, rounds } = other;
        let other = ExactGames { share: [share[1], share[0]], score: [score[1], score[0]], turns, rounds };
        Ok(ExactShares { starts: [one, other], positions, sweeps })
    }

    fn dice_engine<'g>(&'g self, strategies: &'g [&'g Strategy]) -> Steps<'g> {
        Steps { game: self, strategies }
    }
}
