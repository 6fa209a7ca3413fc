//! What a roll or a decision makes of a state.

use super::{Act, Effect, Fault, Field, Flow, Game, HIDDEN, Hidden, NO_WAY, Next, Set, State, Stop, Way};
use crate::dice::{Hand, NO_HAND};
use crate::formula::{CardView, Expr, View};
use analyze_core::games::Blame;
use std::ops::Range;

/// The most steps of a turn: more, and it never ends.
pub(crate) const MOST_STEPS: u32 = 10_000;
/// The most operations of formulas in a game, and in what happens between two rolls or decisions.
pub(crate) const MOST_WORK: u64 = 100_000_000;
const MOST_BETWEEN: u64 = 5_000_000;
/// What a way to decide costs beside its formulas, in operations.
const A_WAY: u64 = 4;
/// The most numbers that a choice can go with.
const MOST_NUMBERS: i64 = 1_000;

impl Game {
    /// How many fields a player has.
    #[inline]
    pub(crate) fn own(&self) -> usize {
        self.fields[0].len()
    }

    /// How many slots a state has: the fields of all players, of the turn and of the table.
    pub(crate) fn slots(&self) -> usize {
        self.limits.len()
    }

    /// The slots of the turn.
    #[inline]
    pub(crate) fn turn_slots(&self) -> Range<usize> {
        let first = self.players * self.own();
        first..first + self.fields[1].len()
    }

    /// The slot of something that no file declares.
    #[inline]
    pub(crate) fn hidden(&self, which: Hidden) -> usize {
        self.limits.len() - HIDDEN + which as usize
    }

    /// What a slot holds.
    pub(crate) fn field(&self, slot: usize) -> &Field {
        let (own, turn) = (self.players * self.own(), self.turn_slots().end);
        match slot {
            _ if slot < own => &self.fields[0][slot % self.own()],
            _ if slot < turn => &self.fields[1][slot - own],
            _ => &self.fields[2][slot - turn],
        }
    }

    /// What formulas are asked of.
    #[inline]
    pub(crate) fn view<'a>(&'a self, state: &'a State, way: Way) -> View<'a> {
        let card = if self.deck.cards.is_empty() { None } else { self.card(state) };
        View {
            slots: &state.slots,
            own: self.own(),
            players: self.players,
            lie: state.dice,
            kept: way.kept,
            rest: way.rest,
            chosen: way.chosen,
            winner: 0,
            dice: &self.dice,
            tables: &self.tables,
            card,
        }
    }

    fn card<'a>(&'a self, state: &State) -> Option<CardView<'a>> {
        let card = self.deck.cards.get(usize::try_from(state.slots[self.hidden(Hidden::Card)] - 1).ok()?)?;
        Some(CardView { condition: card.condition.code(), marks: card.marks })
    }

    /// Goes on until dice are rolled, something is decided, or the turn is over.
    #[inline]
    pub(crate) fn settle(&self, state: &mut State, flow: Flow) -> Result<Stop, Fault> {
        let (mut flow, before) = (flow, state.work);
        for _ in 0..MOST_STEPS {
            if state.work - before > MOST_BETWEEN {
                return Err(self.limit(state, "too much is worked out between two rolls or decisions"));
            }
            let step = match flow {
                Flow::Stop(stop) => return Ok(stop),
                Flow::Step(step) => step,
            };
            state.step = step;
            match &self.steps[step].act {
                Act::Roll { .. } => return Ok(Stop::Roll),
                Act::Choose(_) | Act::Keep { .. } => return Ok(Stop::Decide),
                Act::Go(effect) => flow = self.apply(state, effect, NO_WAY)?,
            }
        }
        Err(self.endless(state, &format!("{MOST_STEPS} steps"), "turn"))
    }

    /// A turn or a game that does not end.
    #[cold]
    pub(crate) fn endless(&self, state: &State, after: &str, what: &str) -> Fault {
        self.fault(state, &self.steps[state.step].span, format!("after {after} the {what} is not over"))
    }

    /// How many dice of each kind are rolled in this state, shown to `roll` one after the other with what lies there.
    #[inline]
    pub(crate) fn rolls<T>(
        &self,
        state: &State,
        nothing: T,
        lie: impl FnOnce(Hand) -> T,
        mut roll: impl FnMut(usize, usize, T) -> T,
    ) -> Result<T, Fault> {
        let Act::Roll { dice, more, .. } = &self.steps[state.step].act else { return Ok(nothing) };
        let mut thrown = if *more { lie(state.dice) } else { nothing };
        let mut room = self.dice.most - if *more { self.dice.size(state.dice) } else { 0 };
        for (kind, n) in dice {
            let wanted = n.value(&self.view(state, NO_WAY));
            let Some(n) = usize::try_from(wanted).ok().filter(|n| *n <= room) else {
                let enough = wanted.saturating_add((self.dice.most - room) as i64);
                let more = if wanted > 0 { format!("; most = {enough} under [dice] is enough") } else { String::new() };
                let message = format!("{wanted} dice are to be rolled, but there is room for {room}{more}");
                return Err(self.fault(state, &self.steps[state.step].span, message));
            };
            room -= n;
            thrown = roll(*kind, n, thrown);
        }
        Ok(thrown)
    }

    /// These dice lie there after a roll.
    #[inline]
    pub(crate) fn rolled(&self, state: &mut State, dice: Hand) -> Result<Flow, Fault> {
        let Act::Roll { effect, .. } = &self.steps[state.step].act else { return Ok(Flow::Step(state.step)) };
        debug_assert!(dice != NO_HAND, "no more dice are rolled than there is room for");
        state.dice = dice;
        self.apply(state, effect, NO_WAY)
    }

    /// The ways to decide in this state, always in the same order; says how much was worked out.
    pub(crate) fn ways(&self, state: &State, ways: &mut Vec<Way>) -> Result<u64, Fault> {
        ways.clear();
        let view = self.view(state, NO_WAY);
        let mut looked = 0;
        match &self.steps[state.step].act {
            Act::Choose(choices) => {
                for (choice, what) in choices.iter().enumerate() {
                    let ends = what.number.as_ref().map(|(least, most)| (least.value(&view), most.value(&view)));
                    let (least, most) = ends.unwrap_or((0, 0));
                    if most.saturating_sub(least) >= MOST_NUMBERS {
                        let message = format!("'{}' goes from {least} to {most}: more than {MOST_NUMBERS}", what.name);
                        return Err(self.fault(state, &what.effect.span, message));
                    }
                    looked += (most - least + 1).max(0) as u64 * (A_WAY + what.when.as_ref().map_or(0, Expr::cost));
                    let all = (least..=most).map(|chosen| Way { choice, chosen, ..NO_WAY });
                    let holds = |way: &Way| {
                        what.when.as_ref().is_none_or(|when| when.holds(&View { chosen: way.chosen, ..view }))
                    };
                    ways.extend(all.filter(holds));
                }
            }
            Act::Keep { when, .. } => {
                let parts = self.dice.parts(state.dice);
                let parts = parts.map_err(|message| self.limit(state, message))?;
                looked = parts.len() as u64 * (A_WAY + when.as_ref().map_or(0, Expr::cost));
                let all = parts.iter().map(|&(kept, rest)| Way { kept, rest, ..NO_WAY });
                let holds = |way: &Way| {
                    when.as_ref().is_none_or(|when| when.holds(&View { kept: way.kept, rest: way.rest, ..view }))
                };
                ways.extend(all.filter(holds));
            }
            _ => {}
        }
        if ways.is_empty() {
            return Err(self.fault(state, &self.steps[state.step].span, "nothing can be chosen here".to_owned()));
        }
        Ok(looked)
    }

    /// Something is decided.
    #[inline]
    pub(crate) fn decide(&self, state: &mut State, way: Way) -> Result<Flow, Fault> {
        match &self.steps[state.step].act {
            Act::Choose(choices) => self.apply(state, &choices[way.choice].effect, way),
            Act::Keep { effect, .. } => self.apply(state, effect, way),
            _ => Ok(Flow::Step(state.step)),
        }
    }

    fn apply(&self, state: &mut State, effect: &Effect, way: Way) -> Result<Flow, Fault> {
        let mut effect = effect;
        loop {
            self.set(state, &effect.set, way, 0)?;
            match &effect.next {
                Next::To(flow) => return Ok(*flow),
                Next::Cases(cases) => {
                    state.work += cases.iter().filter_map(|case| case.when.as_ref()).map(Expr::cost).sum::<u64>();
                    let view = self.view(state, way);
                    let case = cases.iter().find(|case| case.when.as_ref().is_none_or(|when| when.holds(&view)));
                    effect = case.ok_or_else(|| self.fault(state, &effect.span, "no case holds here".to_owned()))?;
                }
            }
        }
    }

    /// Sets one after the other; `winner` is how many seats after the one on turn the winner of the round sits.
    #[inline]
    pub(super) fn set(&self, state: &mut State, sets: &[Set], way: Way, winner: usize) -> Result<(), Fault> {
        for set in sets {
            let mut view = self.view(state, way);
            view.winner = winner;
            match set {
                Set::Dice(which) => state.dice = view.which(*which),
                Set::Slot(slot, expr, span) => {
                    let value = expr.value(&view);
                    state.work += expr.cost();
                    let (least, most, _) = self.limits[*slot];
                    if value < least || value > most {
                        return Err(self.out_of_range(state, *slot, value, span));
                    }
                    state.slots[*slot] = value;
                }
            }
        }
        Ok(())
    }

    #[cold]
    fn out_of_range(&self, state: &State, slot: usize, value: i64, span: &Range<usize>) -> Fault {
        let ((least, most, _), field) = (self.limits[slot], self.field(slot));
        let message = match field.most {
            Some(_) => format!("'{}' becomes {value} here, but it goes from {least} to {most}", field.name),
            None if value < least => {
                format!("'{}' becomes {value} here, but it is at least {least} (least = {value} allows it)", field.name)
            }
            None => {
                format!("'{}' becomes {value} here, but no field goes beyond {most}: bound it with min(…)", field.name)
            }
        };
        self.fault(state, span, message)
    }

    #[cold]
    pub(crate) fn fault(&self, state: &State, span: &Range<usize>, message: String) -> Fault {
        Fault { span: span.clone(), message, state: self.shown(state), blame: Blame::Rules, at: None }
    }

    /// No rule of a strategy has an answer that is legal.
    #[cold]
    pub(crate) fn unanswered(&self, state: &State, strategy: &str) -> Fault {
        self.blamed(state, format!("no rule of the strategy '{strategy}' has an answer that is legal here"))
    }

    /// What a strategy is to blame for.
    #[cold]
    pub(crate) fn blamed(&self, state: &State, message: String) -> Fault {
        Fault { blame: Blame::Strategy, ..self.fault(state, &self.steps[state.step].span, message) }
    }

    /// Something that is too much.
    #[cold]
    pub(crate) fn limit(&self, state: &State, message: impl Into<String>) -> Fault {
        Fault { blame: Blame::Limit, ..self.fault(state, &self.steps[state.step].span, message.into()) }
    }
}
