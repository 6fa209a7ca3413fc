//! What a turn is worth when everybody plays as the champion from then on.
//!
//! Owns the price of a turn with any number of dice and any plan. It is compared with the champion's own choice: the best of
//! the numbers of dice and plans that it considers (all plans there are, for the last player). For a number of dice that it
//! does not consider, the best plan of all is found. A turn that is worth more than the champion's choice has a cost below 0.

use super::super::grid::GridValues;
use super::super::price::{Judge, Price, Priced, Situation, between_rounds, every_result};
use super::super::{Mark, Outcome, Turn, TurnError};
use super::plans::CardPlans;
use super::rounds::{Lead, Round};
use super::{ChampionValues, Shares};
use crate::exact::course::{Position, shares};
use crate::games::gang::{MAX_SEATS, RoundEnd, State};

impl Judge for ChampionValues {
    fn start(&self) -> Result<Shares, TurnError> {
        self.value(&ChampionValues::start(self))
    }

    fn before_card(&self, position: &Position) -> Result<Shares, TurnError> {
        self.mean(position)
    }

    fn with_card(&self, situation: &Situation) -> Result<Shares, TurnError> {
        Ok(self.round_of(situation)?.choice().shares)
    }

    fn after_round(&self, end: RoundEnd, state: &State) -> Result<Shares, TurnError> {
        if state.is_over(self.rounds()) { Ok(shares(state.winners(end))) } else { self.value(&between_rounds(state)) }
    }

    fn price(&self, situation: &Situation, dice: u32, outcome: &Outcome) -> Result<Priced, TurnError> {
        let (round, seat) = (self.round_of(situation)?, situation.seat());
        let chosen = round.choice();
        let results = round.results(dice);
        let played = results.expected(outcome);
        let value = chosen.shares[seat];
        let considered = || round.best_with(&results);
        let with_dice = match (dice == chosen.dice).then_some(value).or_else(considered) {
            Some(value) => value,
            None => {
                let turn = Turn::under(&self.cards[usize::from(situation.card.0)], dice, self.rerolls)?;
                turn.best_value(|result| results.worth(result)[seat])?
            }
        };
        let price = Price { value, best_dice: chosen.dice, with_dice, played: played[seat] };
        Ok(Priced { price, chosen: chosen.shares, played })
    }

    fn worths(&self, situation: &Situation, dice: u32) -> Result<Vec<f64>, TurnError> {
        let (results, seat) = (self.round_of(situation)?.results(dice), situation.seat());
        Ok(every_result(dice).map(|result| results.worth(result)[seat]).collect())
    }
}

impl ChampionValues {
    /// The rest of a round.
    fn round_of(&self, situation: &Situation) -> Result<Round<'_>, TurnError> {
        Ok(Round::of(situation, &self.grids, self.plans(situation.card)?))
    }
}

impl<'r, const ALIKE: bool> Round<'r, ALIKE> {
    /// The rest of a round, by these values of what comes after it.
    pub(super) fn of(situation: &Situation, grids: &'r GridValues<ALIKE>, plans: &'r CardPlans) -> Round<'r, ALIKE> {
        let position = situation.position;
        let committed = situation.committed();
        let at = Position { left: position.left + committed, pools: situation.pools(), ..position };
        let (mut order, mut to_act) = ([0; MAX_SEATS], 0);
        for seat in situation.order().skip(situation.turns.len()) {
            order[to_act] = seat;
            to_act += 1;
        }
        Round {
            grids,
            plans,
            at,
            playing: position.playing(),
            order,
            to_act,
            allowed: u32::MAX,
            lead: situation.best().map(|(seat, mark)| Lead { seat: seat.index(), mark }),
            leads: 1,
        }
    }
}

/// What the results of a turn are worth to every seat.
pub(super) struct Results {
    /// What it beats.
    pub mark: Option<Mark>,
    /// How many dice were committed.
    pub dice: u32,
    /// What a result is worth that beats nothing, then every total.
    pub worth: Vec<Shares>,
}

impl Results {
    /// What a result is worth. No total can be higher than those that are known.
    fn worth(&self, result: Option<u32>) -> &Shares {
        let target = Mark::target_beyond(self.mark, self.dice);
        let place = result.filter(|&total| total >= target).map_or(0, |total| total as usize + 1);
        self.worth.get(place).unwrap_or(&self.worth[0])
    }

    fn expected(&self, outcome: &Outcome) -> Shares {
        std::array::from_fn(|seat| outcome.expected(|result| self.worth(result)[seat]))
    }
}
