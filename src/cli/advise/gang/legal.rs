//! What a position of Gang of Dice can be.
//!
//! Owns the checks that need the whole position. All dice are in a pool or on the table (G18), so what lies there follows from
//! the pools; and no round without a winner leaves fewer dice than were committed in it (G14).

use super::super::problems::listed;
use super::read::{Reader, Turns, bonus, dice_in_game};
use crate::dice::multisets::layer;
use crate::exact::Mark;
use crate::games::Seat;
use crate::games::gang::{CardIndex, Gang, Midway, State, Turn, TurnResult};
use crate::terminal::numbers::counted;

/// The most dice of a best result of which it is looked up whether there is such a result.
const MOST_LOOKED_UP: u32 = 16;

impl Reader<'_> {
    /// The state, if there can be such a one.
    pub(super) fn state(
        &mut self,
        game: &Gang,
        (round, card): (u32, CardIndex),
        (pools, seat): (&[u32], usize),
        turns: Turns,
    ) -> Option<State> {
        self.check_seats(pools, seat, turns.first);
        let (rules, bonus, all) = (game.rules(), bonus(game, round), dice_in_game(game, round));
        let table = self.table(game, (round, all), pools)?;
        let committed = least_committed(game, round, pools, &turns);
        let needed = bonus + committed.iter().map(|turn| turn.dice).sum::<u32>();
        let Some(rest) = table.checked_sub(needed) else {
            let why =
                format!("of {all} dice in the game {table} lie on the table, but at least {needed} must lie there");
            self.problems.add("--pools", format!("{why} ({bonus} bonus dice, the others committed); lower the pools"));
            return None;
        };
        self.check_best(game, card, &turns);
        // More dice of invalid results: nobody says whose they were, and it makes no difference.
        let mut played = committed;
        let invalid = played.iter_mut().find(|turn| turn.result == TurnResult::Invalid);
        let left = if invalid.is_some() { 0 } else { rest };
        if let Some(turn) = invalid {
            turn.dice += rest;
        }
        let mut before = pools.to_vec();
        played.iter().for_each(|turn| before[turn.seat.index()] += turn.dice);
        self.check_left(game, round, (&before, left));
        let earlier = round.checked_sub(1).map_or(0, |before| super::read::bonus(game, before).min(left));
        let first = Seat(turns.first as u8);
        let midway =
            Midway { round, first, pools: &before, left_over: left - earlier, bonus: bonus + earlier, turns: &played };
        self.problems.is_empty().then(|| State::in_round(rules, &midway))
    }

    /// The dice on the table.
    fn table(&mut self, game: &Gang, (round, all): (u32, u32), pools: &[u32]) -> Option<u32> {
        let held: u32 = pools.iter().sum();
        let table = all.checked_sub(held);
        if table.is_none() {
            let (round, start, seats) = (round + 1, game.rules().pool(pools.len()), pools.len());
            let all = format!(
                "{all} dice in the game in round {round} ({start} for each of {seats} players, and bonus dice)"
            );
            self.problems.add("--pools", format!("{held} dice; there are {all}; lower the pools"));
        }
        table
    }

    fn check_seats(&mut self, pools: &[u32], seat: usize, first: usize) {
        if pools[seat] == 0 {
            let without = pools.iter().enumerate().filter(|(_, pool)| **pool > 0).map(|(seat, _)| seat + 1);
            let others = listed(without);
            self.problems.add("--seat", format!("seat {} has no dice left (--pools); it must be {others}", seat + 1));
        }
        if first != seat && pools[first] == 0 && self.args.position.first.is_some() && self.args.position.best.is_none()
        {
            self.problems.add("--first", format!("seat {} has no dice (--pools); name a seat that has", first + 1));
        }
    }

    /// Whether the best result can be shown under the card.
    fn check_best(&mut self, game: &Gang, card: CardIndex, turns: &Turns) {
        let Some((_, Mark { total, dice })) = turns.best.filter(|(_, mark)| mark.dice <= MOST_LOOKED_UP) else {
            return;
        };
        let card = game.deck().card(card);
        if !layer(dice).any(|roll| roll.total() == total && !card.condition.holds(roll)) {
            let dice = counted(dice.into(), "die");
            let why = format!("no roll of {dice} has a total of {total} and is valid under '{}'", card.id);
            self.problems
                .add("--best", format!("{why} ({}); give another result, or another --card", card.condition_text));
        }
    }

    /// Whether earlier rounds can have left this number of dice on the table.
    fn check_left(&mut self, game: &Gang, round: u32, (before, left): (&[u32], u32)) {
        let (start, players) =
            (game.rules().pool(before.len()), before.iter().filter(|pool| **pool > 0).count() as u32);
        if players < 2 {
            self.problems.add("--pools", "only one seat has dice, so the game is over; give dice to another seat");
        }
        if round == 0 && (left > 0 || before.iter().any(|&pool| pool != start)) {
            let why = format!("in round 1, each seat begins with {start} dice");
            self.problems
                .add("--pools", format!("{why}, less those that it has committed; give these, or a later --round"));
        } else if round > 0 && left > 0 {
            let least = bonus(game, round - 1) + players;
            if left < least {
                let why = format!(
                    "earlier rounds left {left} dice on the table; a round without a winner leaves at least {least}"
                );
                self.problems.add(
                    "--pools",
                    format!("{why} (a die of each seat, and its bonus dice); add {left} dice to the pools, or take some away"),
                );
            }
        }
    }
}

/// The turns before that of the seat that asks, with the fewest dice that can have been committed. In round 1, all begin with
/// as many dice, so the pools say how many a seat has committed.
fn least_committed(game: &Gang, round: u32, pools: &[u32], turns: &Turns) -> Vec<Turn> {
    let start = game.rules().pool(pools.len());
    let of = |&seat: &usize| {
        let (dice, result) = match turns.best {
            Some((holder, Mark { total, dice })) if holder == seat => (dice, TurnResult::Total(total)),
            _ if round == 0 => (start.saturating_sub(pools[seat]).max(1), TurnResult::Invalid),
            _ => (1, TurnResult::Invalid),
        };
        Turn { seat: Seat(seat as u8), dice, result }
    };
    turns.acted.iter().map(of).collect()
}
