//! Playing games step by step: every roll and every decision.
//!
//! All draws are keyed by seed, block, purpose, seat and round, so that a game is the same whichever thread plays it, and in which
//! order.

mod games;
mod story;
mod told;

pub use games::{Mean, Tally};
pub(crate) use games::{simulate, simulate_with};
pub(crate) use story::Narration;

use crate::dice::{Hand, choose};
use crate::model::{Fault, Flow, Game, Hidden, MOST_STEPS, MOST_WORK, State, Stop, Way};
use crate::strategy::{Memory, Solve, Strategy};
use analyze_core::dice::{BlockKey, Purpose, Slot, Words};
use analyze_core::games::{MAX_SEATS, Outcome};
use rustc_hash::FxHashMap;

/// The most rolls and decisions of a game.
const MOST_EVENTS: u32 = 2_000_000;
/// The most decisions that are remembered of a step of a strategy.
const MOST_REMEMBERED: usize = 1 << 18;

/// Who is shown what happens.
pub(crate) trait Watch {
    /// Whether anybody looks.
    const SEES: bool = true;

    /// Whether the game is told again as it was played at a real table.
    fn is_told(&self) -> bool {
        false
    }

    /// A turn begins.
    fn turn(&mut self, _: &Game, _: &State) {}
    /// Dice are rolled: the state before, and what lies there then.
    fn rolled(&mut self, _: &Game, _: &State, _: Hand) {}
    /// Something is decided in a state.
    fn decided(&mut self, _: &Game, _: &State, _: Way) {}
    /// A turn is over.
    fn turn_over(&mut self, _: &Game, _: &State, _: Stop) {}
}

impl Watch for () {
    const SEES: bool = false;
}

type Solver<'t> = Box<dyn Solve + 't>;

/// The decisions of a step that were made.
#[derive(Clone, Debug)]
enum Made {
    Nothing,
    ByHand(Vec<Option<Way>>),
    ByState(FxHashMap<u128, Way>),
}

/// Strategies at a table, with what is kept from game to game.
pub(crate) struct Table<'t> {
    pub(crate) game: &'t Game,
    pub(crate) strategies: Vec<&'t Strategy>,
    /// By strategy and step.
    made: Vec<Made>,
    /// The solved game, if somebody plays best.
    best: Option<Solver<'t>>,
    state: State,
    ways: Vec<Way>,
    /// How much was worked out for the decisions of this game, in operations of formulas.
    thought: u64,
}

impl<'t> Table<'t> {
    pub(crate) fn new(game: &'t Game, strategies: &[&'t Strategy]) -> Table<'t> {
        let made = |memory: &Memory| match memory {
            Memory::Never | Memory::Named => Made::Nothing,
            Memory::ByHand => Made::ByHand(vec![None; game.dice.numbered()]),
            Memory::ByState(_) => Made::ByState(FxHashMap::default()),
        };
        Table {
            game,
            made: strategies.iter().flat_map(|strategy| &strategy.memory).map(made).collect(),
            strategies: strategies.to_vec(),
            state: State::default(),
            ways: Vec::new(),
            thought: 0,
            best: strategies.iter().find_map(|strategy| strategy.optimal.as_ref()).map(|optimal| optimal.solver()),
        }
    }

    /// The state in which the last game ended.
    pub(crate) fn last(&self) -> &State {
        &self.state
    }

    /// The same where somebody plays best.
    pub(crate) fn solved(self, best: Solver<'t>) -> Table<'t> {
        Table { best: Some(best), ..self }
    }

    #[inline]
    fn ask(
        &mut self,
        state: &State,
        strategy: usize,
        at: (BlockKey, Slot),
        coins: &mut Option<Words>,
    ) -> Result<Way, Fault> {
        let place = strategy * self.game.steps.len() + state.step;
        match (&self.made[place], &self.strategies[strategy].memory[state.step]) {
            (Made::ByHand(made), _) => {
                if let Some(way) = made[state.dice as usize] {
                    return Ok(way);
                }
                let way = self.think(state, strategy, at, coins)?;
                if let Made::ByHand(made) = &mut self.made[place] {
                    made[state.dice as usize] = Some(way);
                }
                Ok(way)
            }
            (Made::ByState(made), Memory::ByState(packing)) => {
                let key = packing.key(state);
                if let Some(way) = made.get(&key) {
                    return Ok(*way);
                }
                let way = self.think(state, strategy, at, coins)?;
                if let Made::ByState(made) = &mut self.made[place]
                    && made.len() < MOST_REMEMBERED
                {
                    made.insert(key, way);
                }
                Ok(way)
            }
            (Made::Nothing, Memory::Named) => match self.strategies[strategy].named(self.game, state) {
                Some(way) => Ok(way),
                None => self.think(state, strategy, at, coins),
            },
            _ => self.think(state, strategy, at, coins),
        }
    }

    /// What a strategy decides that is not remembered.
    fn think(
        &mut self,
        state: &State,
        strategy: usize,
        (block, slot): (BlockKey, Slot),
        coins: &mut Option<Words>,
    ) -> Result<Way, Fault> {
        let (game, chosen) = (self.game, self.strategies[strategy]);
        if chosen.draws && !chosen.is_best {
            let words = coins.get_or_insert_with(|| block.words(slot.with(Purpose::Coin)));
            if let Some(way) = chosen.random_part(game, state, |sides| choose(sides, words)) {
                return Ok(way);
            }
        }
        self.thought += game.ways(state, &mut self.ways)? + self.ways.len() as u64 * chosen.costs[state.step];
        if let [only] = self.ways[..] {
            return Ok(only);
        }
        let way = match self.best.as_ref().filter(|_| chosen.is_best) {
            Some(best) => best.best(state, &self.ways).ok_or_else(|| game.unanswered(state, &chosen.name)),
            None => chosen.choose(game, state, &self.ways, coins),
        };
        way.map(|way| self.ways[way])
    }

    /// Plays a game; `seating` says which strategy sits in each seat.
    pub(crate) fn play(
        &mut self,
        seating: &[usize],
        block: BlockKey,
        watch: &mut impl Watch,
    ) -> Result<Outcome, Fault> {
        let mut state = std::mem::take(&mut self.state);
        let outcome = self.play_in(&mut state, seating, block, watch);
        self.state = state;
        outcome
    }

    /// Plays a game on from a decision in the middle of a turn. `before` is how that turn began, and `now` how it stands; the
    /// seat on turn takes `way`. The cards of the rounds stand in `now`.
    pub(crate) fn play_on(
        &mut self,
        (before, now, way): (&State, &State, Way),
        seating: &[usize],
        block: BlockKey,
    ) -> Result<Outcome, Fault> {
        let (game, mut state) = (self.game, std::mem::take(&mut self.state));
        state.clone_from(now);
        (self.thought, state.work) = (0, 0);
        let seat = state.slots[game.hidden(Hidden::Seat)] as usize - 1;
        let is_best = self.strategies[seating[seat]].is_best;
        let begun = self.best.as_mut().filter(|_| is_best).map_or(Ok(()), |best| best.begin(before));
        let flow = begun.and_then(|()| game.decide(&mut state, way));
        let flow = flow.map_err(|fault| fault.in_turn(seat, state.slots[game.hidden(Hidden::Round)]));
        let outcome = flow.and_then(|flow| self.turns(&mut state, Some(flow), seating, block, &mut ()));
        self.state = state;
        outcome
    }

    fn play_in(
        &mut self,
        state: &mut State,
        seating: &[usize],
        block: BlockKey,
        watch: &mut impl Watch,
    ) -> Result<Outcome, Fault> {
        (self.thought, state.work) = (0, 0);
        self.game.start(state, block)?;
        if watch.is_told() {
            told::cards(self.game, state)?;
        }
        self.turns(state, None, seating, block, watch)
    }

    /// The turns to the end of the game; the first is under way if there is a flow from which it goes on.
    #[inline]
    fn turns(
        &mut self,
        state: &mut State,
        mut under_way: Option<Flow>,
        seating: &[usize],
        block: BlockKey,
        watch: &mut impl Watch,
    ) -> Result<Outcome, Fault> {
        let game = self.game;
        let (mut turns, mut events, mut visits) = (0, 0, [0u32; MAX_SEATS]);
        let is_capped = loop {
            let seat = state.slots[game.hidden(Hidden::Seat)] as usize - 1;
            let slot = Slot::new(Purpose::Turn, seat as u8, visits[seat], 0);
            visits[seat] += 1;
            let round = state.slots[game.hidden(Hidden::Round)];
            let (strategy, at) = (seating[seat], (block, slot));
            let stop = match under_way.take() {
                None => self.turn(state, strategy, at, &mut events, watch),
                Some(flow) => self.go_on(state, flow, strategy, at, &mut events, watch),
            };
            let stop = stop.map_err(|fault| fault.in_turn(seat, round))?;
            turns += 1;
            if game.after_turn(state, stop)? {
                break false;
            }
            if turns >= game.cap {
                break true;
            }
        };
        outcome(game, state, turns, is_capped)
    }

    #[inline]
    fn turn(
        &mut self,
        state: &mut State,
        strategy: usize,
        at: (BlockKey, Slot),
        events: &mut u32,
        watch: &mut impl Watch,
    ) -> Result<Stop, Fault> {
        let game = self.game;
        game.begin_turn(state);
        if let Some(best) = self.best.as_mut().filter(|_| self.strategies[strategy].is_best) {
            best.begin(state)?;
        }
        if watch.is_told() {
            told::turn(game, state)?;
        }
        watch.turn(game, state);
        self.go_on(state, Flow::Step(0), strategy, at, events, watch)
    }

    /// The rest of a turn.
    #[inline]
    fn go_on(
        &mut self,
        state: &mut State,
        mut flow: Flow,
        strategy: usize,
        at: (BlockKey, Slot),
        events: &mut u32,
        watch: &mut impl Watch,
    ) -> Result<Stop, Fault> {
        let game = self.game;
        let (mut words, mut coins, last) = (at.0.words(at.1), None, *events + MOST_STEPS);
        loop {
            *events += 1;
            if *events > last {
                return Err(game.endless(state, &format!("{MOST_STEPS} steps"), "turn"));
            }
            if *events > MOST_EVENTS || state.work + self.thought > MOST_WORK {
                let message = format!("after {MOST_EVENTS} rolls and decisions, or as much work, the game is not over");
                return Err(game.limit(state, message));
            }
            match game.settle(state, flow)? {
                Stop::Roll => {
                    let hand = match watch.is_told() {
                        true => told::hand(game, state)?,
                        false => {
                            let mut roll = |kind, n, hand| game.dice.roll(kind, n, hand, &mut words);
                            game.rolls(state, 0, |lie| lie, &mut roll)?
                        }
                    };
                    watch.rolled(game, state, hand);
                    flow = game.rolled(state, hand)?;
                }
                Stop::Decide => {
                    if watch.is_told() {
                        told::only_way(game, state)?;
                    }
                    let way = self.ask(state, strategy, at, &mut coins)?;
                    watch.decided(game, state, way);
                    flow = game.decide(state, way)?;
                }
                stop => {
                    watch.turn_over(game, state, stop);
                    return Ok(stop);
                }
            }
        }
    }
}

/// What a game comes to that is over in this state.
#[inline]
pub(crate) fn outcome(game: &Game, state: &mut State, turns: u32, is_capped: bool) -> Result<Outcome, Fault> {
    let mut scores = [0; MAX_SEATS];
    let winners = game.result(state, &mut scores)?;
    Ok(Outcome::new(winners, &scores[..game.players], &[turns, u32::from(is_capped)]))
}
