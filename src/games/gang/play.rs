//! Playing a game die by die.
//!
//! Owns the order of events in a game, a round and a turn (G08–G17). [`Watch`] is told each of them:
//! counting, telling a game to people and checking its laws are three watchers.

use super::deck::{Card, CardIndex, Deck, Trigger};
use super::rules::Rules;
use super::state::{RoundEnd, State, Turn, TurnResult};
use super::view::{Commit, NoAnswer, PlanId, Roll, Strategy, View};
use crate::dice::{BlockKey, Counts, Generator, Purpose, Slot, generator, roll};
use crate::games::{Fault, Outcome, Seat, Seating};

/// Is told what happens in a game, step by step. Does nothing where nothing is written.
pub trait Watch {
    /// A card was revealed and the bonus dice lie on the table.
    fn round_begins(&mut self, _card: CardIndex, _bonus: u32, _state: &State) {}
    /// A player has decided.
    fn committed(&mut self, _seat: Seat, _commit: Commit, _state: &State) {}
    /// All dice of a turn after a roll: what they show, how many rerolls are left.
    fn rolled(&mut self, _shown: Counts, _left: u8) {}
    /// The player rerolls some of the dice shown.
    fn rerolls(&mut self, _dice: Counts) {}
    /// A turn is over.
    fn turn_ends(&mut self, _turn: Turn, _final_dice: Counts, _state: &State) {}
    /// A round is over: its turns in order, as they were before the award, and the state after it.
    fn round_ends(&mut self, _card: CardIndex, _turns: &[Turn], _end: RoundEnd, _state: &State) {}
}

impl Watch for () {}

/// Where the dice of a game come from.
pub trait DiceSource {
    /// A turn begins; the throws until the next call are its own.
    fn begin_turn(&mut self, seat: Seat, round: u32);
    /// Throws dice.
    fn throw(&mut self, dice: u32) -> Counts;
}

/// Fair dice, each turn's from the key of its seat and round, whatever was thrown before.
#[derive(Clone, Debug)]
pub struct KeyedDice {
    block: BlockKey,
    rng: Generator,
}

impl KeyedDice {
    /// The dice of a block.
    pub fn new(block: BlockKey) -> KeyedDice {
        KeyedDice { block, rng: generator(0) }
    }
}

impl DiceSource for KeyedDice {
    #[inline]
    fn begin_turn(&mut self, seat: Seat, round: u32) {
        self.rng = generator(self.block.draw(Slot::new(Purpose::Turn, seat.0, round, 0)));
    }

    #[inline]
    fn throw(&mut self, dice: u32) -> Counts {
        roll(dice, &mut self.rng)
    }
}

/// One table: everything that stays the same during a game.
#[derive(Clone, Copy)]
pub(super) struct Table<'g> {
    pub rules: &'g Rules,
    pub deck: &'g Deck,
    pub order: &'g [CardIndex],
    pub strategies: &'g [&'g dyn Strategy],
    pub seating: &'g Seating,
    pub block: BlockKey,
}

impl Table<'_> {
    /// Plays a whole game.
    pub(super) fn play(&self, dice: &mut impl DiceSource, watch: &mut impl Watch) -> Result<Outcome, Fault> {
        let rounds = self.order.len() as u32;
        let mut state = State::new(self.rules, self.seating.len());
        let mut lengths = Lengths::default();
        loop {
            let end = self.round(&mut state, dice, watch, &mut lengths)?;
            if state.is_over(rounds) {
                return Ok(outcome(&state, end, lengths));
            }
        }
    }

    fn round(
        &self,
        state: &mut State,
        dice: &mut impl DiceSource,
        watch: &mut impl Watch,
        lengths: &mut Lengths,
    ) -> Result<RoundEnd, Fault> {
        let card = self.order[state.round() as usize];
        let bonus = self.rules.bonus(state.round(), self.order.len() as u32);
        state.begin_round(bonus);
        watch.round_begins(card, bonus, state);
        for seat in state.order() {
            self.turn(seat, card, state, dice, watch)?;
        }
        let turns = *state.played();
        let turns = &turns[..state.turns().len()];
        let end = state.end_round();
        watch.round_ends(card, turns, end, state);
        lengths.add(turns.len(), end);
        Ok(end)
    }

    fn turn(
        &self,
        seat: Seat,
        card: CardIndex,
        state: &mut State,
        dice: &mut impl DiceSource,
        watch: &mut impl Watch,
    ) -> Result<(), Fault> {
        let strategy = self.strategies[self.seating[seat.index()]];
        let (round, allowed) = (state.round(), state.allowed(seat));
        let fault = |returned, legal| Fault { seat, round: round + 1, returned, legal };
        let view = View { rules: self.rules, deck: self.deck, order: self.order, state, seat, block: self.block };
        let commit = strategy.commit(&view).map_err(|no| fault(no.to_string(), legal_commit(allowed)))?;
        if !(1..=allowed).contains(&commit.dice) {
            return Err(fault(format!("{} dice to commit", commit.dice), legal_commit(allowed)));
        }
        state.commit(seat, commit.dice);
        watch.committed(seat, commit, state);
        dice.begin_turn(seat, round);
        let rolling = Rolling { strategy, card: self.deck.card(card), plan: commit.plan };
        let (result, shown) = rolling
            .roll_out(commit.dice, self.rules.rerolls, dice, watch)
            .map_err(|error| fault(error.returned(), error.legal()))?;
        state.record(seat, commit.dice, result);
        watch.turn_ends(Turn { seat, dice: commit.dice, result }, shown, state);
        Ok(())
    }
}

fn legal_commit(allowed: u32) -> String {
    format!("1 to {allowed} dice")
}

/// What decides the rerolls of one turn.
struct Rolling<'g> {
    strategy: &'g dyn Strategy,
    card: &'g Card,
    plan: PlanId,
}

/// Why a turn could not be rolled out.
enum RerollError {
    NoAnswer(NoAnswer, Counts),
    NotShown { asked: Counts, shown: Counts },
}

impl RerollError {
    fn returned(&self) -> String {
        match self {
            RerollError::NoAnswer(no, _) => no.to_string(),
            RerollError::NotShown { asked, .. } => format!("{asked:?} to reroll"),
        }
    }

    fn legal(&self) -> String {
        let (RerollError::NoAnswer(_, shown) | RerollError::NotShown { shown, .. }) = self;
        format!("none, some or all of the dice shown, {shown:?} (0 is the Boss)")
    }
}

impl Rolling<'_> {
    /// Rolls, checks and rerolls until the turn is over (G09–G11); the result and the final dice.
    fn roll_out(
        &self,
        committed: u32,
        rerolls: u8,
        dice: &mut impl DiceSource,
        watch: &mut impl Watch,
    ) -> Result<(TurnResult, Counts), RerollError> {
        let mut shown = dice.throw(committed);
        let mut left = rerolls;
        loop {
            watch.rolled(shown, left);
            if self.card.trigger == Trigger::Explosion && self.card.condition.holds(shown) {
                return Ok((TurnResult::Invalid, shown));
            }
            let again = if left == 0 { Counts::EMPTY } else { self.to_reroll(shown, left)? };
            if again.is_empty() {
                return Ok((self.final_result(shown), shown));
            }
            watch.rerolls(again);
            shown = (shown - again) + dice.throw(again.dice());
            left -= 1;
        }
    }

    fn to_reroll(&self, shown: Counts, left: u8) -> Result<Counts, RerollError> {
        let roll = Roll { card: self.card, shown, left };
        let asked = self.strategy.reroll(self.plan, &roll).map_err(|no| RerollError::NoAnswer(no, shown))?;
        if shown.contains(asked) { Ok(asked) } else { Err(RerollError::NotShown { asked, shown }) }
    }

    /// An explosion was checked when the dice landed; a bomb is checked here.
    fn final_result(&self, shown: Counts) -> TurnResult {
        if self.card.trigger == Trigger::Bomb && self.card.condition.holds(shown) {
            TurnResult::Invalid
        } else {
            TurnResult::Total(shown.total())
        }
    }
}

/// The metrics of `length.csv`, in the order of [`LENGTHS`].
#[derive(Clone, Copy, Default)]
pub(super) struct Lengths {
    turns: u32,
    rounds: u32,
    eliminations: u32,
    all_invalid_rounds: u32,
}

/// The names of the metrics of `length.csv`. Gang of Dice has no cap: `capped` is always 0.
pub(super) const LENGTHS: &[&str] = &["turns", "rounds", "capped", "eliminations", "all_invalid_rounds"];

impl Lengths {
    fn add(&mut self, turns: usize, end: RoundEnd) {
        self.turns += turns as u32;
        self.rounds += 1;
        self.eliminations += end.eliminated.count_ones();
        self.all_invalid_rounds += u32::from(end.winner.is_none());
    }
}

fn outcome(state: &State, end: RoundEnd, lengths: Lengths) -> Outcome {
    let mut outcome = Outcome::default();
    outcome.share_among(state.winners(end));
    for seat in 0..state.seats() {
        outcome.score[seat] = state.pool(Seat(seat as u8));
    }
    let Lengths { turns, rounds, eliminations, all_invalid_rounds } = lengths;
    outcome.lengths[..LENGTHS.len()].copy_from_slice(&[turns, rounds, 0, eliminations, all_invalid_rounds]);
    outcome
}
