//! What the best response does in a game.
//!
//! Owns the questions of a player on turn: how many dice, to what end, and which dice to reroll for that end. Where the reply
//! starts a round, the plan for its dice depends on how the strategy answers each result, so that it is asked once more.

use super::super::tables::LineUp;
use super::values::{Halt, Reply, Starter};
use super::{MOST_DICE, Solved, answers, bytes, refused, solve};
use crate::dice::multisets::layer_len;
use crate::exact::cache::{Cache, Key};
use crate::exact::game::choices::{Reply as Move, Worth};
use crate::exact::game::{Aim, Position, key};
use crate::exact::luck::{Remembered, Unknown};
use crate::exact::round::Mark;
use crate::exact::versus::ExactFault;
use crate::exact::versus::chain::Progress;
use crate::exact::{Objective, Optimum, Turn, TurnError};
use crate::games::gang::{CardIndex, Gang, Strategy};
use std::sync::{Arc, Mutex, PoisonError};

/// How much memory the reply's plans may take, in bytes.
const PLANS_ROOM: usize = 64 << 20;

/// A turn of the strategy with more dice has the results of a turn with this number: others take long, or cannot be solved.
const MOST_FOLLOWED: u32 = 24;

/// Plays the best response to a strategy.
pub struct GangReply {
    game: Gang,
    strategy: Arc<dyn Strategy>,
    name: String,
    seated: Vec<Seated>,
    plans: Cache<Optimum>,
}

/// The reply in its seat, or in any if the strategy does not look at seats.
struct Seated {
    line_up: LineUp,
    reply: Reply,
    /// The answers of the strategy so far; `None` while a thread asks it.
    remembered: Mutex<Option<Remembered>>,
}

impl GangReply {
    /// Solves the game of two in which a strategy of this name plays against the best response to it; `go_on` is told which
    /// part of the work is done, 0 to 1, and says whether it goes on.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn solve(
        game: &Gang,
        (strategy, name): (Arc<dyn Strategy>, &str),
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<GangReply, ExactFault> {
        let solved = solve(game, (&*strategy, name), &Progress::new(go_on))?.into_iter();
        let seated = |Solved { line_up, reply, turns }| Seated { line_up, reply, remembered: Mutex::new(Some(turns)) };
        Ok(GangReply::new(game, (strategy, name), solved.map(seated).collect()))
    }

    fn new(game: &Gang, (strategy, name): (Arc<dyn Strategy>, &str), seated: Vec<Seated>) -> GangReply {
        GangReply { game: game.clone(), strategy, name: name.to_owned(), seated, plans: Cache::new(PLANS_ROOM) }
    }

    /// The line that its bytes begin with; a part of the key under which they are kept.
    pub const FORM: &'static str = bytes::FORM;

    /// All that [`GangReply::from_bytes`] needs beside the game and the strategy.
    pub fn to_bytes(&self) -> Vec<u8> {
        bytes::to_bytes(self.seated.iter().map(|seated| &seated.reply))
    }

    /// The best response to a strategy of this name from bytes; `None` if these are not of such a game. That they belong to
    /// the strategy is for the keeper to see to.
    pub fn from_bytes(game: &Gang, (strategy, name): (Arc<dyn Strategy>, &str), bytes: &[u8]) -> Option<GangReply> {
        let seated = |(line_up, reply)| Seated { line_up, reply, remembered: Mutex::new(None) };
        let seated = bytes::of_bytes(game, bytes)?.into_iter().map(seated).collect();
        Some(GangReply::new(game, (strategy, name), seated))
    }

    /// How many rounds the game has.
    pub fn rounds(&self) -> u32 {
        self.reply(0).course().rounds()
    }

    /// Whether it plays differently in each seat, because the strategy looks at its own.
    pub fn looks_at_seats(&self) -> bool {
        self.seated.len() > 1
    }

    fn reply(&self, seat: usize) -> &Reply {
        &self.seated[seat].reply
    }

    /// What the reply does in this seat (0 or 1) in a round that it starts, with at most `allowed` dice; the players hold
    /// these dice, its own first.
    ///
    /// # Panics
    /// If there is no such round, or a player has no dice.
    pub fn starts(&self, seat: usize, (round, card): (u32, CardIndex), pools: [u32; 2], allowed: u32) -> (u32, Aim) {
        let reply = self.reply(seat);
        let position = Position::seen(reply.course(), round, pools, 0);
        (reply.dice(position, card, Starter::Reply).min(allowed).max(1), Aim::Start(position))
    }

    /// What the reply does in this seat (0 or 1) about a result of the strategy's, which starts the round (no `mark`: it is
    /// invalid), with at most `allowed` dice; the players hold these dice, its own first, without those committed.
    ///
    /// # Panics
    /// If there is no such round.
    pub fn responds(
        &self,
        seat: usize,
        (round, card): (u32, CardIndex),
        [own, other]: [u32; 2],
        (mark, allowed): (Option<Mark>, u32),
    ) -> (u32, Aim) {
        let reply = self.reply(seat);
        // Nobody says how many dice an invalid result has: all that lie there may be.
        let committed = mark.map_or(u32::MAX >> 1, |mark| mark.dice);
        let position = Position::seen(reply.course(), round, [other, own], committed);
        let Move { dice, wants_to_win, .. } = reply.responds(position, card, mark, allowed);
        let target = Mark::target_beyond(mark, dice);
        (dice, if wants_to_win { Aim::Reach(target) } else { Aim::Miss(target) })
    }

    /// The optimum whose plan says what to reroll. With more dice than the position's starter holds, or than are considered,
    /// it plays for the highest total.
    ///
    /// # Errors
    /// If a turn cannot be solved, or the strategy does not answer.
    pub fn plan(&self, seat: usize, card: CardIndex, dice: u32, aim: Aim) -> Result<Arc<Optimum>, ExactFault> {
        TurnError::check_dice(dice).map_err(|error| refused(error.into(), &self.name))?;
        let Key(place, number) = key(card, dice, aim);
        let bytes = size_of::<Optimum>() + layer_len(dice) * (2 + 4 * usize::from(self.game.rules().rerolls));
        let solve = || self.optimum(seat, (card, dice), aim).map_err(|halt| refused(halt, &self.name));
        self.plans.get_or_make(Key(place | (seat as u64) << 63, number), bytes, solve)
    }

    fn optimum(&self, seat: usize, (card, dice): (CardIndex, u32), aim: Aim) -> Result<Optimum, Halt> {
        let turn = Turn::under(self.game.deck().card(card), dice, self.game.rules().rerolls)?;
        let optimum = match aim {
            Aim::Start(position) if dice <= MOST_DICE.min(position.first) => {
                let worth = self.worth(seat, (position, card), &turn)?;
                turn.optimum(|result| worth[result.map_or(0, |total| total as usize + 1)])
            }
            Aim::Start(_) => turn.optimum(|result| Objective::ExpectedTotal.value(result)),
            Aim::Reach(target) => turn.optimum(|result| Objective::AtLeast(target).value(result)),
            Aim::Miss(target) => turn.optimum(|result| -Objective::AtLeast(target).value(result)),
        };
        Ok(optimum?)
    }

    /// What each result of a turn is worth to the reply, which starts the round in this position.
    fn worth(&self, seat: usize, (position, card): (Position, CardIndex), turn: &Turn) -> Result<Worth, Unknown> {
        let Seated { line_up, reply, remembered } = &self.seated[seat];
        let strategy = [&*self.strategy];
        let mut answers = answers(&self.game, &strategy, *line_up).up_to(MOST_FOLLOWED);
        // Threads wait for each other: what one asks, the next one knows.
        let mut remembered = remembered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(remembered) = remembered.take() {
            answers = answers.knowing(remembered);
        }
        let number = answers.respond(reply.course(), position, (card, turn));
        let worth = number.map(|number| {
            reply.in_round((position, card), Starter::Reply, |round| answers.worth(number, round, turn.dice()))
        });
        *remembered = Some(answers.into_remembered());
        worth
    }
}
