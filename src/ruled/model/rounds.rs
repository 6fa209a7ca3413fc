//! What happens between turns: who is next, who won the round, who is out, and what everybody has in the end.

use super::{Contest, Fault, Game, Hidden, NO_WAY, Set, Starts, State, Stop};
use crate::dice::choose;
use crate::formula::{Formula, Leaf, MOST_NUMBER, View};
use analyze_core::dice::{BlockKey, Purpose, Slot};

impl Game {
    /// The start of a game, before its first turn; a deck is shuffled with the draws of the block.
    pub(crate) fn start(&self, state: &mut State, block: BlockKey) -> Result<(), Fault> {
        self.lay_out(state);
        self.deal(state, block, None);
        self.begin_round(state)
    }

    /// All fields have their initial values, and there are no cards.
    fn lay_out(&self, state: &mut State) {
        state.slots.clear();
        state.slots.extend(self.limits.iter().map(|limits| limits.2));
        state.cards.clear();
    }

    /// Shuffles the deck with the draws of the block. If it is known which card a round has, counted from 0, the others are as
    /// likely as if that one had been drawn.
    pub(crate) fn deal(&self, state: &mut State, block: BlockKey, known: Option<(usize, u16)>) {
        state.cards.clear();
        if self.deck.cards.is_empty() {
            return;
        }
        let mut words = block.words(Slot::new(Purpose::Deck, 0, 0, 0));
        for part in &self.deck.parts {
            let mut cards: Vec<u16> = part.cards.clone().map(|card| card as u16).collect();
            for turned in 0..part.rounds {
                let from = turned + choose(cards.len() - turned, &mut words);
                cards.swap(turned, from);
            }
            let first = state.cards.len();
            if let Some((round, card)) = known.filter(|known| (first..first + part.rounds).contains(&known.0))
                && let Some(at) = cards.iter().position(|other| *other == card)
            {
                cards.swap(round - first, at);
            }
            state.cards.extend(&cards[..part.rounds]);
        }
    }

    /// The start of this round, from 1, with this seat, from 0, as the first and on this card, if one is turned up. All fields
    /// have their initial values.
    pub(crate) fn start_in_round(
        &self,
        state: &mut State,
        (round, first): (i64, usize),
        card: Option<usize>,
    ) -> Result<(), Fault> {
        self.lay_out(state);
        let rounds = usize::try_from(round).unwrap_or(0);
        state.cards = card.map_or_else(Vec::new, |card| vec![card as u16; rounds]);
        state.slots[self.hidden(Hidden::Round)] = round;
        self.rotate(state, first);
        self.begin_round(state)
    }

    /// A turn begins.
    #[inline]
    pub(crate) fn begin_turn(&self, state: &mut State) {
        for slot in self.turn_slots() {
            state.slots[slot] = self.limits[slot].2;
        }
        (state.dice, state.step) = (0, 0);
    }

    /// The first player is now this many seats further on.
    pub(crate) fn rotate(&self, state: &mut State, seats: usize) {
        state.slots[..self.players * self.own()].rotate_left(self.own() * (seats % self.players));
        let seat = self.hidden(Hidden::Seat);
        state.slots[seat] = (state.slots[seat] - 1 + seats as i64) % self.players as i64 + 1;
    }

    fn next_round(&self, state: &mut State) {
        let round = self.hidden(Hidden::Round);
        state.slots[round] = (state.slots[round] + 1).min(self.limits[round].1);
    }

    /// The slot of the round in which a player went out, 0 before, if players can go out.
    pub(crate) fn out_slot(&self) -> Option<usize> {
        self.contest.as_ref().and_then(|contest| contest.out.as_ref()).map(|_| self.own() - 1)
    }

    pub(crate) fn is_out(&self, state: &State, player: usize) -> bool {
        self.out_slot().is_some_and(|slot| state.slots[player * self.own() + slot] > 0)
    }

    /// A turn is over; the answer is whether the game is. Otherwise the next player to have a turn is first.
    #[inline]
    pub(crate) fn after_turn(&self, state: &mut State, stop: Stop) -> Result<bool, Fault> {
        match &self.contest {
            _ if stop == Stop::End => return Ok(true),
            None => {
                if self.over.as_ref().is_some_and(|over| over.holds(&self.view(state, NO_WAY))) {
                    return Ok(true);
                }
                if stop == Stop::Pass {
                    self.rotate(state, 1);
                    if state.slots[self.hidden(Hidden::Seat)] == 1 {
                        self.next_round(state);
                        self.turn_up(state);
                    }
                }
            }
            Some(contest) if stop == Stop::Pass => {
                let taken = self.hidden(Hidden::Taken);
                loop {
                    self.rotate(state, 1);
                    state.slots[taken] += 1;
                    if state.slots[taken] == self.players as i64 {
                        return self.after_round(contest, state);
                    }
                    if !self.is_out(state, 0) {
                        break;
                    }
                }
            }
            Some(_) => {}
        }
        Ok(false)
    }

    /// The card of the round is turned up; none after the last.
    pub(crate) fn turn_up(&self, state: &mut State) {
        if !state.cards.is_empty() {
            let round = state.slots[self.hidden(Hidden::Round)] - 1;
            let card = usize::try_from(round).ok().and_then(|round| state.cards.get(round));
            let slot = self.hidden(Hidden::Card);
            state.slots[slot] = card.map_or(0, |card| i64::from(*card) + 1);
        }
    }

    fn begin_round(&self, state: &mut State) -> Result<(), Fault> {
        self.turn_up(state);
        let Some(contest) = &self.contest else { return Ok(()) };
        self.set(state, &contest.begin, NO_WAY, 0)?;
        self.set_each(state, &contest.each, None)
    }

    fn set_each(&self, state: &mut State, sets: &[Set], winner: Option<usize>) -> Result<(), Fault> {
        if sets.is_empty() {
            return Ok(());
        }
        for player in 0..self.players {
            if !self.is_out(state, 0) {
                let seats = winner.map_or(0, |winner| (winner + self.players - player) % self.players);
                self.set(state, sets, NO_WAY, seats)?;
            }
            self.rotate(state, 1);
        }
        Ok(())
    }

    /// Everybody had a turn; the starter of the round is first again.
    fn after_round(&self, contest: &Contest, state: &mut State) -> Result<bool, Fault> {
        let winner = self.winner(contest, state);
        let sets = if winner.is_some() { &contest.winner } else { &contest.nobody };
        self.rotate(state, winner.unwrap_or(0));
        self.set(state, sets, NO_WAY, 0)?;
        self.rotate(state, self.players - winner.unwrap_or(0));
        self.set_each(state, &contest.after, winner)?;
        let mut inside = 0;
        for _ in 0..self.players {
            if let (Some(slot), Some(out)) = (self.out_slot(), &contest.out)
                && !self.is_out(state, 0)
                && out.holds(&self.view(state, NO_WAY))
            {
                state.slots[slot] = state.slots[self.hidden(Hidden::Round)];
            }
            inside += usize::from(!self.is_out(state, 0));
            self.rotate(state, 1);
        }
        let is_settled = inside < self.players.min(2);
        if is_settled || self.over.as_ref().is_some_and(|over| over.holds(&self.view(state, NO_WAY))) {
            return Ok(true);
        }
        self.rotate(
            state,
            match contest.starts {
                Starts::Winner => winner.unwrap_or(0),
                Starts::Next => 1,
                Starts::Same => 0,
            },
        );
        while self.is_out(state, 0) {
            self.rotate(state, 1);
        }
        let taken = self.hidden(Hidden::Taken);
        state.slots[taken] = 0;
        self.next_round(state);
        self.begin_round(state)?;
        Ok(false)
    }

    /// Who won the round, in seats from the first; nobody if no result counts, or equal ones do not decide.
    fn winner(&self, contest: &Contest, state: &mut State) -> Option<usize> {
        let (mut best, mut is_alone): (Option<(Vec<i64>, usize)>, _) = (None, true);
        for player in 0..self.players {
            let view = self.view(state, NO_WAY);
            if !self.is_out(state, 0) && contest.valid.as_ref().is_none_or(|valid| valid.holds(&view)) {
                let result: Vec<i64> = contest.by.iter().map(|by| by.value(&view)).collect();
                let against = best.as_ref().map_or(std::cmp::Ordering::Greater, |(best, _)| result.cmp(best));
                match against {
                    std::cmp::Ordering::Greater => (best, is_alone) = (Some((result, player)), true),
                    std::cmp::Ordering::Equal => is_alone = contest.first_wins,
                    std::cmp::Ordering::Less => {}
                }
            }
            self.rotate(state, 1);
        }
        best.filter(|_| is_alone).map(|(_, player)| player)
    }

    /// The score of the player on turn if the game ended now.
    pub(crate) fn score_now(&self, state: &State) -> i64 {
        self.score.value(&self.view(state, NO_WAY))
    }

    /// The most that the score can be: that of its field, or of any field if it is more than a field.
    pub(crate) fn most_score(&self) -> u32 {
        let most = match self.score.formula {
            Formula::Leaf(Leaf::Slot(slot)) => self.limits[slot].1,
            _ => MOST_NUMBER,
        };
        most.max(1) as u32
    }

    /// For the turn that ends in this state: whether its result is valid, and the result. Without a contest, the result is the
    /// gain over the score `before`, and it is valid if it is positive.
    pub(crate) fn result_in_turn(&self, state: &State, before: i64) -> (bool, i64) {
        let Some(contest) = &self.contest else {
            let gain = self.score_now(state) - before;
            return (gain > 0, gain);
        };
        let view = self.view(state, NO_WAY);
        if let Some(result) = &contest.result {
            let result = result.value(&view);
            return (result >= 0, result);
        }
        let is_valid = contest.valid.as_ref().is_none_or(|valid| valid.holds(&view));
        (is_valid, contest.by.first().map_or(0, |result| result.value(&view)))
    }

    /// The score of each seat, and who won: a bit for each seat (bit 0 is seat 0).
    ///
    /// Fails if a score is negative.
    pub(crate) fn result(&self, state: &mut State, scores: &mut [u32]) -> Result<u8, Fault> {
        let (mut best, mut winners) = (None, 0u8);
        let last_out = |state: &State| {
            let outs = self.out_slot().map(|slot| (0..self.players).map(move |p| state.slots[p * self.own() + slot]));
            outs.filter(|outs| outs.clone().all(|out| out > 0)).and_then(Iterator::max)
        };
        let last_out = last_out(state);
        for _ in 0..self.players {
            let seat = state.slots[self.hidden(Hidden::Seat)] as usize - 1;
            let score = self.score.value(&View { ..self.view(state, NO_WAY) });
            let counts = self.out_slot().is_none_or(|slot| state.slots[slot] == last_out.unwrap_or(0));
            let Ok(score) = u32::try_from(score) else {
                return Err(self.fault(state, &(0..0), format!("the score is {score}, but scores are never negative")));
            };
            scores[seat] = score;
            if counts && best.is_none_or(|best| score >= best) {
                winners = if best == Some(score) { winners } else { 0 } | 1 << seat;
                best = Some(score);
            }
            self.rotate(state, 1);
        }
        Ok(winners)
    }
}
