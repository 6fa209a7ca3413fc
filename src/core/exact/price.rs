//! What a turn as it was played is worth, against what is best by values of positions.
//!
//! Owns the price of a decision: the win share that its number of dice and its way to reroll them give away; and what is
//! remembered of strategies' turns. Which values positions have, and what follows from them, is the business of a
//! [`Judge`]: [`game`](super::game) for two players, [`champion`](super::champion) for two to four.

use super::cache::{Cache, Key};
use super::course::Position;
use super::{Mark, Outcome, RuleError, Shares, Turn, TurnError};
use crate::games::Seat;
use crate::games::declaration::PolicyId;
use crate::games::gang::{CardIndex, Committed, MAX_SEATS, RoundEnd, State, Turn as Played, TurnResult, not_rerolled};
use crate::games::turns::Refused;
use std::sync::Arc;

/// The most dice of a turn that are priced. Those of more are rare, and their exact outcome takes seconds each.
pub const MOST_PRICED: u32 = 24;

/// How much memory outcomes may take, in bytes.
const ROOM: usize = 48 << 20;

/// A player on turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    /// The position before the round.
    pub position: Position,
    /// The card of the round.
    pub card: CardIndex,
    /// The turns of the round so far, in order.
    pub turns: Vec<Played>,
}

impl Situation {
    /// A round under way in this state, `bonus` dice of its own on the table.
    ///
    /// # Panics
    /// If there are not so many bonus dice on the table.
    pub fn of(card: CardIndex, bonus: u32, state: &State) -> Situation {
        let (now, turns) = (between_rounds(state), state.turns().to_vec());
        let mut position = Position { left: now.left - bonus, bonus: now.bonus - bonus, ..now };
        for turn in &turns {
            position.pools[turn.seat.index()] += turn.dice;
            position.left -= turn.dice;
        }
        Situation { position, card, turns }
    }

    /// The seats that act in the round, in order (G09).
    pub fn order(&self) -> impl Iterator<Item = usize> + use<> {
        let (first, pools) = (self.position.first, self.position.pools);
        (first..MAX_SEATS).chain(0..first).filter(move |&seat| pools[seat] > 0)
    }

    /// The seat on turn.
    pub fn seat(&self) -> usize {
        self.order().nth(self.turns.len()).unwrap_or(self.position.first)
    }

    /// The best result so far (G12), and whose it is.
    pub fn best(&self) -> Option<(Seat, Mark)> {
        self.turns.iter().fold(None, |best, turn| match turn.result {
            TurnResult::Total(total) if total >= Mark::target_beyond(best.map(|(_, mark)| mark), turn.dice) => {
                Some((turn.seat, Mark { total, dice: turn.dice }))
            }
            _ => best,
        })
    }

    /// The dice of each seat now.
    pub fn pools(&self) -> [u32; MAX_SEATS] {
        let mut pools = self.position.pools;
        self.turns.iter().for_each(|turn| pools[turn.seat.index()] -= turn.dice);
        pools
    }

    /// The dice committed in the round so far.
    pub fn committed(&self) -> u32 {
        self.turns.iter().map(|turn| turn.dice).sum()
    }
}

/// The position in which the round to come begins, or the end of the game.
pub(super) fn between_rounds(state: &State) -> Position {
    let mut pools = [0; MAX_SEATS];
    pools.iter_mut().zip(state.pools()).for_each(|(pool, &dice)| *pool = dice);
    let (first, left, bonus) = (state.first().index(), state.table(), state.bonus());
    Position { round: state.round(), first, left, bonus, pools, seen: 0 }
}

/// The results that a turn with this number of dice can have, in the order of [`Judge::worths`].
pub(super) fn every_result(dice: u32) -> impl Iterator<Item = Option<u32>> {
    std::iter::once(None).chain((0..=5 * dice).map(Some))
}

/// What a turn is worth to the player, as win shares of 0 to 1.
///
/// It is compared with the judge's own choice, not with the best decision there is. Where the judge does not consider all
/// decisions, one that it did not consider can be worth more, and its cost is below 0. So costs and luck add up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// With the judge's own choice.
    pub value: f64,
    /// The number of dice of that choice.
    pub best_dice: u32,
    /// With the dice committed, rerolled by the best plan that the judge considers for them.
    pub with_dice: f64,
    /// As it is played.
    pub played: f64,
}

impl Price {
    /// What the number of dice gave away; below 0 where it is worth more than the judge's own.
    pub fn dice_cost(&self) -> f64 {
        self.value - self.with_dice
    }

    /// What the plan of the rerolls gave away, with this number of dice; below 0 where it is better than the judge's.
    pub fn reroll_cost(&self) -> f64 {
        self.with_dice - self.played
    }

    /// What the decision gave away: the sum of the other two.
    pub fn cost(&self) -> f64 {
        self.value - self.played
    }
}

/// A turn with its price, and what it leaves every seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Priced {
    /// The price.
    pub price: Price,
    /// The win share that each seat can expect with the turn as the values would have it played.
    pub chosen: Shares,
    /// The win share that each seat can expect with the turn as it is played.
    pub played: Shares,
}

/// Values of positions, and what follows from them for a turn.
pub trait Judge: Sync {
    /// The win share that each seat can expect before the first round.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    fn start(&self) -> Result<Shares, TurnError>;

    /// The win share that each seat can expect before a round, as the mean over the cards that it can have: where values of positions are read between
    /// those that were solved, this is not quite what they say.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    fn before_card(&self, position: &Position) -> Result<Shares, TurnError>;

    /// The win share that each seat can expect once the card of a round is known, before anybody or after some have acted.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    ///
    /// # Panics
    /// If there is no such situation.
    fn with_card(&self, situation: &Situation) -> Result<Shares, TurnError>;

    /// The win share that each seat can expect after a round that ended in this state.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    fn after_round(&self, end: RoundEnd, state: &State) -> Result<Shares, TurnError>;

    /// What committing `dice` dice, at most [`MOST_PRICED`], with this outcome is worth.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    ///
    /// # Panics
    /// If there is no such situation, or this number of dice cannot be committed in it.
    fn price(&self, situation: &Situation, dice: u32, outcome: &Outcome) -> Result<Priced, TurnError>;

    /// The win share, 0 to 1, that each result of a turn of `dice` dice leaves the player on turn: first that of an invalid
    /// result, then that of every total from 0 to 5 for each die.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    ///
    /// # Panics
    /// As [`Judge::price`].
    fn worths(&self, situation: &Situation, dice: u32) -> Result<Vec<f64>, TurnError>;
}

/// The prices of turns by a judge's values. Threads share what is remembered of them, which changes no price.
pub struct Prices<'v> {
    judge: &'v dyn Judge,
    outcomes: Cache<Outcome>,
}

impl<'v> Prices<'v> {
    /// Nothing is remembered yet.
    pub fn new(judge: &'v dyn Judge) -> Prices<'v> {
        Prices { judge, outcomes: Cache::new(ROOM) }
    }

    /// By whose values turns are priced.
    pub fn judge(&self) -> &'v dyn Judge {
        self.judge
    }

    /// What a turn comes to under its plan; turns of one strategy are known by its position in the line-up.
    ///
    /// # Errors
    /// If the strategy does not say, or not legally, what to reroll of some roll.
    ///
    /// # Panics
    /// If the turn has more than [`MOST_PRICED`] dice.
    pub fn outcome(&self, turn: &Committed<'_>, plan: PolicyId) -> Result<Arc<Outcome>, Refused> {
        assert!(turn.dice <= MOST_PRICED, "{} dice are too many", turn.dice);
        let known = (turn.player.index as u64) << 32 | u64::from(turn.card.1.0) << 16 | u64::from(turn.dice);
        let bytes = size_of::<Outcome>() + 8 * (5 * turn.dice as usize + 1);
        self.outcomes.get_or_make(Key(known, plan.0), bytes, || {
            #[expect(clippy::expect_used, reason = "the dice are few enough, and rules allow at most 10 rerolls")]
            let solved = Turn::under(turn.card.0, turn.dice, turn.rerolls).expect("a turn within the limits");
            match solved.follow(|shown, left| turn.to_reroll(plan, shown, left)) {
                Ok((_, outcome)) => Ok(outcome),
                Err(RuleError::Failed { source, .. }) => Err(source),
                Err(RuleError::Illegal { roll, reroll, .. }) => {
                    Err(not_rerolled(format!("{reroll:?} to reroll"), roll))
                }
            }
        })
    }
}
