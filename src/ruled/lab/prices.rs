//! The cost of decisions in a solved game from a file.
//!
//! The cost of a decision is the value of the position after the best decision minus its value after the decision that was
//! made. Both assume best play by everybody from then on.

use crate::exact::{Aim, Best, Solved};
use crate::model::{Fault, Game, Hidden, State, Way};
use crate::play::{Table, Watch};
use crate::ruled::Ruled;
use crate::strategy::Strategy;
use analyze_core::dice::BlockKey;
use analyze_core::games;
use analyze_core::record::{CostlyChoice, CostlyDecision, RegretMeasure};
use analyze_core::simulate::{DecisionKind, Priced, PricedGame, Pricer, WatchedGame};
use std::sync::Arc;

/// The most wins that the decisions of a player can cost in a game.
const MOST_WINS: u32 = 64;
/// A cost below this is a rounding error of the solved values.
const ROUNDING: f64 = 1e-9;

/// The prices of some strategies' decisions.
pub(super) struct Prices<'g> {
    game: &'g Ruled,
    values: Arc<Solved<'static>>,
    strategies: Vec<&'g Strategy>,
    /// The steps that decide, in order.
    steps: Vec<usize>,
}

impl<'g> Prices<'g> {
    /// Solves the game. `go_on` is asked during the work and stops it by answering no.
    ///
    /// # Errors
    /// The reason why decisions have no price.
    pub(super) fn new(
        game: &'g Ruled,
        strategies: Vec<&'g Strategy>,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Prices<'g>, String> {
        let values = game.best(go_on).map_err(|unsolved| unsolved.to_string())?;
        let steps = values.game().steps.iter().enumerate().filter(|(_, step)| step.decides());
        Ok(Prices { game, steps: steps.map(|(at, _)| at).collect(), values, strategies })
    }
}

impl Priced for Prices<'_> {
    fn kinds(&self) -> Vec<DecisionKind> {
        let game = self.values.game();
        let most = match self.measure() {
            RegretMeasure::WinShare => MOST_WINS,
            RegretMeasure::Score => games::Game::highest_score(self.game),
            RegretMeasure::Turns => game.cap,
        };
        let kind = |by: &str, what: &str| DecisionKind { by: by.to_owned(), what: what.to_owned(), most };
        let steps = self.steps.iter().map(|&step| kind("step", &game.steps[step].name));
        [kind("all", "all")].into_iter().chain(steps).collect()
    }

    fn measure(&self) -> RegretMeasure {
        match self.values.aim() {
            Aim::Win => RegretMeasure::WinShare,
            Aim::Score => RegretMeasure::Score,
            Aim::Turns => RegretMeasure::Turns,
        }
    }

    fn worker(&self) -> Box<dyn Pricer + '_> {
        Box::new(GamePricer {
            of: self,
            table: Table::new(self.values.game(), &self.strategies),
            appraiser: Appraiser {
                best: Best::new(&*self.values),
                ways: Vec::new(),
                wanted: [false; games::MAX_SEATS],
                seat: 0,
                decided: Vec::new(),
                unpriced: 0,
                fault: None,
            },
        })
    }
}

/// A decision between at least two ways.
struct Decided {
    state: State,
    taken: Way,
    best: Way,
    value: f64,
    cost: f64,
}

/// Watches a game, and prices the decisions of some seats.
struct Appraiser<'p> {
    best: Best<'static, &'p Solved<'static>>,
    ways: Vec<Way>,
    /// The seats whose decisions are priced.
    wanted: [bool; games::MAX_SEATS],
    seat: usize,
    decided: Vec<Decided>,
    unpriced: u64,
    fault: Option<Fault>,
}

impl Watch for Appraiser<'_> {
    fn turn(&mut self, game: &Game, state: &State) {
        self.seat = state.slots[game.hidden(Hidden::Seat)] as usize - 1;
        if self.wanted[self.seat] {
            self.fault = self.fault.take().or(self.best.begin(state).err());
        }
    }

    fn decided(&mut self, game: &Game, before: &State, taken: Way) {
        if !self.wanted[self.seat] || game.ways(before, &mut self.ways).is_err() {
            return;
        }
        let priced = self.best.worths(before, &self.ways).zip(self.best.after(before, taken));
        match priced {
            _ if self.ways.len() < 2 => {}
            None => self.unpriced += 1,
            Some(((best, value), played)) => {
                let best = self.ways[best];
                self.decided.push(Decided { state: before.clone(), taken, best, value, cost: (value - played).abs() });
            }
        }
    }
}

/// Prices games on one thread.
struct GamePricer<'p> {
    of: &'p Prices<'p>,
    table: Table<'p>,
    appraiser: Appraiser<'p>,
}

impl Pricer for GamePricer<'_> {
    fn begin_block(&mut self, _: BlockKey) {}

    fn game(&mut self, watched: &WatchedGame<'_>) -> Result<PricedGame, games::Fault> {
        let &WatchedGame { seating, block, strategy, least } = watched;
        let appraiser = &mut self.appraiser;
        (appraiser.unpriced, appraiser.fault) = (0, None);
        appraiser.decided.clear();
        seating.iter().enumerate().for_each(|(seat, &sits)| appraiser.wanted[seat] = sits == strategy);
        let played = self.table.play(seating, block, appraiser);
        let played = played.and_then(|_| appraiser.fault.take().map_or(Ok(()), Err));
        played.map_err(|fault| self.of.game.told(fault))?;
        let mut priced = PricedGame { unpriced: appraiser.unpriced, ..PricedGame::default() };
        for (number, decided) in (0..).zip(&appraiser.decided) {
            let cost = if decided.cost < ROUNDING { 0 } else { self.of.measure().units(decided.cost) };
            let step = self.of.steps.iter().position(|&step| step == decided.state.step);
            priced.costs.extend([Some(0), step.map(|step| step + 1)].into_iter().flatten().map(|kind| (kind, cost)));
            if cost > least {
                priced.told.push(CostlyDecision::Choice(self.of.told(number, decided, cost)));
            }
        }
        Ok(priced)
    }
}

impl Prices<'_> {
    /// A decision as it is written down.
    fn told(&self, number: u32, decided: &Decided, cost: i64) -> CostlyChoice {
        let (game, state) = (self.values.game(), &decided.state);
        let hidden = |which| u32::try_from(state.slots[game.hidden(which)]).unwrap_or_default();
        CostlyChoice {
            game: 0,
            round: hidden(Hidden::Round),
            seat: hidden(Hidden::Seat),
            number,
            step: game.steps[state.step].name.clone(),
            state: game.shown_in_step(state),
            chosen: game.way(state.step, decided.taken),
            best: game.way(state.step, decided.best),
            cost,
            value: decided.value,
        }
    }
}
